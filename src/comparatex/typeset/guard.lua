-- What Lua may do in a document that LuaTeX compiles: read the document's folder, TeX's own files and fonts; write to
-- the folder of the build. LuaTeX's own --safer would stop luaotfload, which keeps a cache.
-- COMPARATEX_READ and COMPARATEX_WRITE have the folders, one a line. Runs before anything else (--lua=guard.lua).

local getenv, getmeta = os.getenv, debug.getmetatable
local here = lfs.currentdir()
local function folders(name)
  local found = {}
  for path in (getenv(name) or ""):gmatch("[^\n]+") do found[#found + 1] = path end
  return found
end
local gsub, sub, match, gmatch, concat, lower = string.gsub, string.sub, string.match, string.gmatch, table.concat, string.lower
local type, tostring, error, select = type, tostring, error, select

local function whole(path)  -- without . and .. and links followed, for nobody can make any
  path = gsub(path, "\\", "/")
  if not match(path, "^/") and not match(path, "^%a:/") then path = here .. "/" .. path end
  local parts = {}
  for part in gmatch(path, "[^/]+") do
    if part == ".." then parts[#parts] = nil elseif part ~= "." then parts[#parts + 1] = part end
  end
  return (match(path, "^/") and "/" or "") .. concat(parts, "/")
end
local function inside(path, roots)
  if type(path) ~= "string" or match(path, "%z") then return false end
  path = whole(path)
  for i = 1, #roots do
    local root = roots[i]
    if path == root or sub(path, 1, #root + 1) == root .. "/" then return true end
  end
  return false
end
local writable, readable = folders("COMPARATEX_WRITE"), folders("COMPARATEX_READ")
for i = 1, #writable do writable[i] = whole(writable[i]); readable[#readable + 1] = writable[i] end
for i = 1, #readable do readable[i] = whole(readable[i]) end
readable[#readable + 1] = whole(here)
local function may_write(path) return inside(path, writable) end
local function may_read(path) return inside(path, readable) end

-- LuaTeX 1.17 and later ask these about each path; their own answer keeps TeX's own files from Lua (openin_any=p).
if kpse and kpse.in_name_ok_silent_extended then
  kpse.in_name_ok_silent_extended, kpse.out_name_ok_silent_extended = may_read, may_write
end

local function only(allowed, original, default)  -- a function whose first argument is a path
  return function(path, ...)
    if path == nil and default then return original(path, ...) end
    if not allowed(path) then return nil, tostring(path) .. ": not allowed in a document", 13 end
    return original(path, ...)
  end
end

local open, lines, input, output = io.open, io.lines, io.input, io.output
io.open = function(path, mode)
  local reads = mode == nil or match(mode, "^rb?$")
  if not (reads and may_read or may_write)(path) then
    return nil, tostring(path) .. ": not allowed in a document", 13
  end
  return open(path, mode)
end
io.lines = function(path, ...)
  if path ~= nil and not may_read(path) then error(tostring(path) .. ": not allowed in a document") end
  return lines(path, ...)
end
io.input = function(path) if type(path) == "string" and not may_read(path) then error("not allowed") end return input(path) end
io.output = function(path) if type(path) == "string" and not may_write(path) then error("not allowed") end return output(path) end
io.popen = function() return nil, "not allowed in a document" end

local keep = { clock = 1, date = 1, difftime = 1, getenv = 1, time = 1, name = 1, type = 1, env = 1, selfdir = 1, selfname = 1,
  gettimeofday = 1, times = 1, uname = 1, setlocale = 1, exit = 1, socketgettime = 1, socketsleep = 1 }
local remove, rename = os.remove, os.rename
for name in pairs(os) do if not keep[name] then os[name] = nil end end
os.remove = only(may_write, remove)
for _, name in ipairs { "execute", "exec", "spawn", "kpsepopen" } do os[name] = function() return nil, "not allowed in a document", 1 end end
os.setenv = function() return true end  -- TeX reads its own settings there
os.rename = function(from, to) if may_write(from) and may_write(to) then return rename(from, to) end return nil, "not allowed", 13 end

for _, name in ipairs { "mkdir", "mkdirp", "rmdir", "touch" } do if lfs[name] then lfs[name] = only(may_write, lfs[name]) end end
for _, name in ipairs { "link", "lock", "unlock", "lock_dir", "setmode", "chdir" } do lfs[name] = nil end
lfs.chdir = function(path) return whole(path) == whole(here) or nil, "not allowed" end
local dir = lfs.dir
lfs.dir = function(path, ...) if not may_read(path) then error(tostring(path) .. ": not allowed in a document") end return dir(path, ...) end

-- Compiled code, foreign or Lua's own, could do anything.
package.loadlib, package.cpath = nil, ""
for i = #package.searchers, 3, -1 do package.searchers[i] = nil end
for _, name in ipairs { "ffi", "socket", "mime" } do
  _G[name], package.loaded[name], package.preload[name] = nil, nil, nil
end
package.loaded.ffi = {}  -- LuaTeX's own start asks for it
for name in pairs(package.loaded) do
  if match(name, "^socket") or match(name, "^mime") then package.loaded[name] = nil end
end
local load_, loadfile_, dump, dumped = load, loadfile, string.dump, {}
string.dump = function(...)  -- lualibs strips functions by it
  local made = dump(...)
  dumped[made] = true
  return made
end
load = function(chunk, name, _, ...)
  local mode = dumped[chunk] and "b" or "t"
  if select("#", ...) > 0 then return load_(chunk, name, mode, ...) end
  return load_(chunk, name, mode)
end
if loadstring then loadstring = load end
loadfile = function(path, _, ...)
  if not may_read(path) then return nil, tostring(path) .. ": not allowed in a document" end
  if select("#", ...) > 0 then return loadfile_(path, "t", ...) end
  return loadfile_(path, "t")
end
dofile = function(path)
  local chunk, message = loadfile(path)
  if not chunk then error(message) end
  return chunk()
end
local info, trace = debug.getinfo, debug.traceback
for name in pairs(debug) do debug[name] = nil end
debug.getinfo, debug.traceback = info, trace

-- Other doors to files. What a callback answers is opened as it is.
for _, library in ipairs { "fontloader", "pdfe", "zip", "gzip", "epdf" } do
  for _, name in ipairs { "open", "info" } do
    local known = _G[library]
    if known and known[name] then known[name] = only(may_read, known[name]) end
  end
end
if callback then
  local register = callback.register
  callback.register = function(name, f, ...)
    if type(f) == "function" and (match(name, "^find_.*_file$") or name == "open_read_file") then
      local writes = name == "find_write_file" or name == "find_output_file"
      local allowed, given = writes and may_write or may_read, f
      if name == "open_read_file" then
        f = function(path, ...) if may_read(path) then return given(path, ...) end return nil end
      else
        f = function(...)
          local path = given(...)
          return type(path) == "string" and allowed(path) and path or nil
        end
      end
    end
    return register(name, f, ...)
  end
end
