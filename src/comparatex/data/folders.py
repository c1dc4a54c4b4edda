"""Folders, patterns and archives of results: which files in them are read."""

from __future__ import annotations

import glob
import io
import os
import re
import stat
import tarfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from zipfile import ZipFile

from comparatex.data.formats.registry import FORMATS, by_content, format_called
from comparatex.errors import DataError, UsageError
from comparatex.files import (
    JSON,
    OTHER_OBJECTS,
    PACKING,
    SEPARATED,
    WORKBOOKS,
    check_bytes,
    limited,
    refusing,
    was_read,
    was_searched,
)
from comparatex.names import listed, quoted

if TYPE_CHECKING:
    from comparatex.data.sources import File

_TABLES = (*SEPARATED, *JSON, *WORKBOOKS, ".parquet", ".feather", ".arff", ".npz", ".npy", ".mat")
_DATABASES = (".db", ".sqlite", ".sqlite3")
_TEXTS = (".txt", ".log", ".out", ".dat", ".stat")
HOLDERS = (".zip", ".eval", ".tgz", ".tar", *WORKBOOKS)
"""Ends of the names of files that may hold several tables with names of their own."""
_MOST_FILES = 200_000
_OURS = frozenset(("comparatex.sty", "manifest.json"))
"""A folder that holds both is a report or an audit and no source; a single figure has the first beside it only."""


def gathered(sources: Iterable[str], wanted: str | None = None, pattern: str | None = None) -> tuple[str, ...]:
    """Return the files that are named, with those in folders and of globs, in the order of their names.

    `pattern` is what `paths` says: of a folder that has files which fit it, the others are not looked into.
    """
    names: list[str] = []
    for source in sources:
        files = list(_files(source, wanted, pattern))
        if files != [source]:
            was_searched((source, wanted, pattern), files)
        names += files
    return tuple(names)


def _files(source: str, wanted: str | None, pattern: str | None) -> Iterator[str]:
    if "\0" in source or os.path.isfile(source):  # noqa: PTH113 (Path.is_file raises for names that are too long)
        yield source
    elif os.path.isdir(source):  # noqa: PTH112
        yield from _in_folder(source, wanted, pattern)
    elif glob.has_magic(source) and not os.path.lexists(source):
        paths = sorted(glob.glob(source, recursive=True), key=_order)  # noqa: PTH207 (a path of its own is taken as written)
        yield from _regular(gathered(paths, wanted, pattern)) or (source,)
    else:
        yield source


ROLES = ("comparate", "task", "item", "repeat", "measure", "group")
"""What parts of paths name."""
_FIELD = re.compile(r"\{([^{}]*)\}|(\*\*?)")


def fit(pattern: str, path: str) -> re.Match[str] | None:
    """Return what the parts of a path name, as a pattern says, or None where it does not fit; the whole file if so.

    Commas separate patterns, or stand in one of them, as in the folders of Hydra; those that it numbers count as if
    they were named by their settings.

    >>> fit("model={comparate},data={task}/*.json", "runs/model=A,data=iris/scores.json").groupdict()
    {'comparate': 'A', 'task': 'iris'}
    >>> fit("{comparate}.csv,{comparate}.tsv", "A.tsv").groupdict()
    {'comparate': 'A'}
    """
    place = named_by_settings(path).as_posix()
    return next(filter(None, (expression.search(place) for expression in _expressions(pattern))), None)


_OVERRIDE = re.compile(r"""^- *["']?\+*([^"'\s=]+)=([^"'\n]+)""", re.MULTILINE)


def _on_disk(path: str) -> bytes:
    place = Path(path)
    return was_read(path, place.read_bytes()) if place.is_file() else b""


def named_by_settings(path: str, content: Callable[[str], bytes] = _on_disk) -> PurePath:
    """Return a path with the settings of a run of Hydra in place of the number, or the time, that its folder has."""
    parts = PurePath(path).parts
    for k in range(len(parts) - 1, 0, -1):
        numbered = re.fullmatch(r"[\d_.-]+", parts[k - 1])
        stated = numbered and content(str(PurePath(*parts[:k], ".hydra", "overrides.yaml")))
        if stated:
            settings = _OVERRIDE.findall(stated.decode(errors="replace"))
            pairs = ",".join(f"{key}={value.strip()}".replace("/", "_").replace(",", ";") for key, value in settings)
            return PurePath(*parts[: k - 1], pairs or parts[k - 1], *parts[k:])
    return PurePath(path)


@lru_cache
def _expressions(pattern: str) -> list[re.Pattern[str]]:
    """Return expressions of the ends of paths that fit: of all that commas may join in a pattern, longest first."""
    parts = [part.strip() for part in pattern.split(",")]
    joined = parts  # which commas only separate, where they are many
    if len(parts) < 30:
        joined = [",".join(parts[k : k + n]) for n in range(len(parts), 0, -1) for k in range(len(parts) - n + 1)]
    return [re.compile(expression) for one in joined if (expression := _expression(one, single="," not in one))]


def _expression(pattern: str, *, single: bool) -> str:
    """Return a regular expression; empty for patterns that are joined and give a name twice."""
    parts, place = [], 0
    roles: set[str] = set()
    for field in _FIELD.finditer(pattern):
        parts.append(re.escape(pattern[place : field.start()]))
        role, place = field[1], field.end()
        if role is not None and role not in ROLES:
            raise UsageError(
                f"A part of a path is {listed([f'{{{role}}}' for role in ROLES], 5)}, not {quoted(field[0])}."
            )
        if role in roles:
            if not single:
                return ""
            raise UsageError(f"Each part of a path has one name: {quoted(pattern)} (`paths`) gives one twice.")
        roles |= {role} if role else set()
        parts.append(f"(?P<{role}>[^/]+)" if role else ".*" if field[2] == "**" else "[^/]*")
    return f"(?:^|/){''.join(parts)}{re.escape(pattern[place:])}(?:{PACKING})?$"


def _order(name: str) -> tuple[str, ...]:
    return PurePath(name).parts


def _in_folder(folder: str, wanted: str | None, pattern: str | None) -> list[str]:
    files: list[str] = []
    for place, folders, names in os.walk(folder):
        if _OURS.issubset(names):
            folders.clear()
            continue
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__")))
        files += [str(Path(place, name)) for name in names if not name.startswith(".")]
        if len(files) > _MOST_FILES and limited():
            raise DataError(f"{folder} holds more than {_MOST_FILES:,} files: name the folder of the results in it.")
    taken = _regular(_taken(files, wanted, pattern, _peeked))
    if not taken:
        raise DataError(f"{folder} is a folder without results: name the file or folder that holds them.")
    return taken


def _peeked(name: str) -> bytes:
    """Return the content of a file in a folder, to see which format it is of."""
    from comparatex.data import sources

    path = Path(*_regular([name]))
    check_bytes(path.stat().st_size, sources.LARGEST_FILE, name)
    return was_read(name, path.read_bytes())


def _regular(names: Sequence[str]) -> list[str]:
    """Return files that were not named one by one; refuse a pipe or a device among them, which may never end."""
    for name in names:
        with suppress(OSError):  # which reading reports
            kind = Path(name).stat().st_mode
            if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
                raise DataError(f"{name} is a pipe or a device: name it itself, or move it out of the folder.")
    return list(names)


def _taken(names: list[str], wanted: str | None, pattern: str | None, content: Callable[[str], bytes]) -> list[str]:
    """Return the files of results; of those that fit a pattern, and behind these the other tables, to be named."""
    fitting = [name for name in names if pattern and fit(pattern, name)]
    if not fitting:
        return chosen(names, wanted, content)
    others = set(_ending(names, _TABLES)).difference(fitting)
    return sorted({*(chosen(fitting, wanted, content) or fitting), *others}, key=_order)


def chosen(names: Sequence[str], wanted: str | None, content: Callable[[str], bytes]) -> list[str]:
    """Return the files of results: those of the first format that knows its own by their names, or else all tables."""
    formats = [kind for kind in ([format_called(wanted)] if wanted else FORMATS) if kind]
    for kind in formats:
        files = [name for name in names if kind.knows(name)]
        if any(kind.knows(name, kind.paths[:1]) for name in files):
            return sorted(files, key=_order)
    suffixes = (formats[0].suffixes if wanted and formats else ()) or _TABLES
    tables = _ending(names, suffixes) or _ending(names, OTHER_OBJECTS) or _ending(names, _DATABASES)
    return tables if wanted else _of_formats(tables, content) if tables else _documents(names, content)


def _of_formats(names: list[str], content: Callable[[str], bytes]) -> list[str]:
    """Return the files without those of JSON of no format, as a machine.json is, if others are of one."""
    texts = [name for name in names if name.lower().endswith(JSON)]
    if len(texts) < 2:
        return names
    try:
        kinds = {file.name: by_content(FORMATS, file) for file in _read(texts, content)}
    except OSError:  # which reading reports
        return names
    return [name for name in names if kinds.get(name, True)] if any(kinds.values()) else names


def _documents(names: Sequence[str], content: Callable[[str], bytes]) -> list[str]:
    """Return the documents with tables of scores, in several columns if some have them, or else texts with tables."""
    from comparatex.data.formats.documents import DOCUMENTS, holds_scores

    for suffixes, least in ((DOCUMENTS, 2), (DOCUMENTS, 1), (_TEXTS, 1)):
        documents = _ending(names, suffixes)
        with suppress(OSError):  # which reading reports
            documents = [file.name for file in _read(documents, content) if holds_scores(file, least)]
        if documents:
            return documents
    return []


def _read(names: Sequence[str], content: Callable[[str], bytes]) -> list[File]:
    from comparatex.data.sources import File

    return [File(name, content(name), suffix=PurePath(name).suffix.lower()) for name in names]


def _ending(names: Sequence[str], suffixes: tuple[str, ...]) -> list[str]:
    return sorted((name for name in names if plain(name).endswith(suffixes)), key=_order)


def plain(name: str) -> str:
    """Return the name of a file in lower case, without the suffix of packing."""
    return re.sub(f"({PACKING})$", "", PurePath(name.lower()).name)


def is_archive(data: bytes) -> bool:
    """Whether a file is a TAR or ZIP archive and no document of an office, which are archives too."""
    if not data.startswith(b"PK\x03\x04"):
        return data[257:262] == b"ustar"
    with suppress(Exception), ZipFile(io.BytesIO(data)) as archive:  # what is damaged is told when it is unpacked
        return not {"[Content_Types].xml", "mimetype"}.intersection(archive.namelist())
    return b"[Content_Types].xml" not in data and not data[30:].startswith(b"mimetype")


def in_archive(
    data: bytes, name: str, wanted: str | None, pattern: str | None, largest: int
) -> Iterator[tuple[str, bytes]]:
    """Yield the files of results in an archive, by their names behind that of the archive."""
    contents: dict[str, bytes] = {}
    size = 0

    def content(part: str) -> bytes:
        nonlocal size
        if part in sizes and part not in contents:
            size += sizes[part]
            check_bytes(size, largest, name)
            contents[part] = member(part)
        return contents.get(part, b"")

    with refusing(f"{name} cannot be unpacked because it is damaged or locked: unpack it yourself."):
        sizes, member = _opened(data)
        shown = [part for part in sizes if not any(name.startswith((".", "__")) for name in PurePath(part).parts)]
        taken = _taken(shown, wanted, pattern, content)
        places = {part: named_by_settings(part, content) for part in taken}
        for part in taken:
            is_database = content(part).startswith(b"SQLite format 3")
            for log in (f"{part}-wal", f"{part}-journal") if is_database else ():
                if sizes.get(log):
                    why = f"has changes in {log} that are not read from an archive"
                    raise DataError(f"{name}/{part} {why}: unpack it, and name the database.")
    if not taken:
        raise DataError(f"{name} is an archive without results: name one that holds them.")
    yield from ((f"{name}/{places[part].as_posix().lstrip('/')}", contents.pop(part, b"")) for part in taken)


def _opened(data: bytes) -> tuple[dict[str, int], Callable[[str], bytes]]:
    """Return the sizes of the files in an archive, and what reads one of them."""
    if data.startswith(b"PK"):
        archive = ZipFile(io.BytesIO(data))
        return {part.filename: part.file_size for part in archive.infolist() if not part.is_dir()}, archive.read
    bundle = tarfile.open(fileobj=io.BytesIO(data))  # noqa: SIM115 (in memory, there is nothing to close)

    def member(part: str) -> bytes:
        file = bundle.extractfile(part)
        assert file is not None
        return file.read()

    return {part.name: part.size for part in bundle if part.isfile()}, member
