r"""Papers of strangers: what TeX and Lua may do while they are packed, and which fragments in a PDF are out of date."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from comparatex.bundle import bundle
from comparatex.cli import main
from comparatex.errors import DataError, TypesetError
from comparatex.stamps import stamps_of
from comparatex.typeset import engines
from comparatex.typeset.compile import _texmf, typeset
from comparatex.verify import verify
from documents import ENGINES, thorough

pytestmark = pytest.mark.latex

LUA = r"""\documentclass{article}\usepackage{fontspec}
\begin{document}Hello \textit{there}
\directlua{
local function try(f) pcall(f) end
try(function() io.open("OUT/opened", "w"):close() end)
try(function() io.open("../opened", "w"):close() end)
try(function() lfs.mkdir("OUT/made") end)
try(function() os.remove("OUT/victim") end)
try(function() os.rename("OUT/victim", "OUT/moved") end)
try(function() os.execute("touch OUT/executed") end)
try(function() io.popen("touch OUT/executed"):close() end)
try(function() require("ffi").C.system("touch OUT/executed") end)
try(function() luatexbase.add_to_callback("find_write_file", function() return "OUT/called" end, "x") end)
local f = io.open("OUT/secret") if f then tex.print(f:read("a")) end
}
\newwrite\w\immediate\openout\w=own.txt\immediate\write\w{x}\immediate\closeout\w
\end{document}
"""


def test_lua_neither_writes_nor_reads_elsewhere(tmp_path):
    engine = engines.find("lualatex")
    out, paper = tmp_path / "out", tmp_path / "paper"
    out.mkdir()
    paper.mkdir()
    for name in ("victim", "secret"):
        (out / name).write_text("hush", encoding="utf-8")
    (paper / "paper.tex").write_text(LUA.replace("OUT", out.as_posix()), encoding="utf-8")
    try:
        done = typeset(paper / "paper.tex", engine, trusted=False)
    except TypesetError:
        done = None  # the callback keeps TeX from a file of its own
    assert done is None or "hush" not in done.log
    assert sorted(path.name for path in out.iterdir()) == ["secret", "victim"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "paper"]
    assert [path.name for path in paper.iterdir()] == ["paper.tex"]


@pytest.mark.parametrize("command", [r"\input{../id_rsa}", r"\newread\r\openin\r=../id_rsa \read\r to\x\x\closein\r"])
def test_what_lies_above_is_not_packed_without_asking(tmp_path, latex, command):
    paper = tmp_path / "paper"
    paper.mkdir()
    (tmp_path / "id_rsa").write_text("secret", encoding="utf-8")
    source = rf"\documentclass{{article}}\begin{{document}}Words.{command}\end{{document}}"
    (paper / "paper.tex").write_text(source, encoding="utf-8")
    with pytest.raises(DataError, match=r"reads files from outside its folder .*id_rsa\. To pack them, add `yes`"):
        bundle(paper, tmp_path / "a.zip", "arxiv", latex)
    assert "above/id_rsa" in bundle(paper, tmp_path / "a.zip", "arxiv", latex, agree=lambda _: True)


def test_a_paper_is_packed_without_touching_its_folder(tmp_path, latex):
    paper = tmp_path / "of; mine, {x}"
    paper.mkdir()
    (paper / "paper.tex").write_text(
        r"\documentclass{article}\begin{document}\cite{one}\bibliographystyle{plain}\bibliography{refs}\end{document}",
        encoding="utf-8",
    )
    (paper / "refs.bib").write_text("@misc{one, title = {One}, author = {A}, year = 2001}", encoding="utf-8")
    for suffix in ("bbl", "aux", "bcf", "blg"):
        (paper / f"paper.{suffix}").write_text("% of an earlier run", encoding="utf-8")
    before = {path.name: path.read_bytes() for path in paper.iterdir()}
    names = bundle(paper, tmp_path / "a.zip", "arxiv", latex)
    assert set(names) == {"paper.tex", "paper.bbl"}
    assert {path.name: path.read_bytes() for path in paper.iterdir()} == before


TABLE = "task,A,B,C\n" + "".join(f"t{i},0.{50 + i * 3},0.{80 - i},0.{30 + 5 * i % 47}\n" for i in range(9))
PAPER = r"""\documentclass{article}\usepackage{comparatex}
\begin{document}\begin{figure}\input{mcm}\end{figure}\clearpage Words.\input{report/figures/cdd} \input{report/stamp}
\end{document}
"""


@pytest.mark.parametrize("engine", ENGINES)
def test_every_fragment_in_a_pdf_is_compared_with_the_data(tmp_path, monkeypatch, engine):
    monkeypatch.chdir(tmp_path)
    found = engines.find(engine)
    run = CliRunner().invoke
    for name in ("r.csv", "other.csv"):
        (tmp_path / name).write_text(TABLE, encoding="utf-8")
    assert run(main, ["report", "r.csv", "--no-pdf"]).exit_code == 0
    assert run(main, ["mcm", "other.csv", "-o", "mcm.tex"]).exit_code == 0
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    pdf = tmp_path / "paper.pdf"
    pdf.write_bytes(typeset(tmp_path / "paper.tex", found).pdf)
    assert len(stamps_of(pdf)) == 3
    assert verify(pdf) == ()
    (tmp_path / "other.csv").write_text(TABLE.replace("0.50", "0.99"), encoding="utf-8")
    assert run(main, ["verify", "paper.pdf", "other.csv"]).exit_code == 1
    assert verify(pdf, scores=[tmp_path / "other.csv"])[0].startswith(f"{pdf}: mcm was made from data other than")
    assert run(main, ["report", "other.csv", "--no-pdf", "--force"]).exit_code == 0
    assert any("shows a version of figures/cdd other than" in wrong for wrong in verify(pdf))


STYLE_OF_A_STRANGER = r"""
\ifdefined\directlua\directlua{
  local cache = kpse.var_value("TEXMFCACHE"):match("[^:]*$")
  for _, place in ipairs { cache, "OUT", "." } do
    pcall(function()
      lfs.mkdir(place .. "/luatex-cache")
      local file = io.open(place .. "/luatex-cache/planted", "w")
      file:write("planted") file:close()
    end)
  end
}\fi
"""


SHORT = {
    "document.tex": r"\documentclass{article}\begin{document}\input{chapter}\end{document}",
    "chapter.tex": "Words.\n",
}
"""Files of the stranger that leave out what takes long to set."""


@pytest.mark.parametrize("planted", [thorough(("comparatex.sty", "booktabs.sty")), tuple(SHORT)])
def test_a_report_folder_of_a_stranger_runs_nothing_later(tmp_path, monkeypatch, planted):
    cache, report = tmp_path / "cache", tmp_path / "report"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TEXMFCACHE", str(cache))
    monkeypatch.setattr("comparatex.typeset.compile._texmf", _texmf.__wrapped__)  # asks anew
    cache.mkdir()
    shutil.copytree("/var/lib/texmf/luatex-cache", cache / "luatex-cache", dirs_exist_ok=True)
    (tmp_path / "r.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "comparatex.toml").write_text('engine = "lualatex"\n', encoding="utf-8")
    command = ["report", "r.csv", "--artefacts", "ranks"]
    assert CliRunner().invoke(main, [*command, "--no-pdf"]).exit_code == 0
    lua = STYLE_OF_A_STRANGER.replace("OUT", str(tmp_path))
    texts = {}
    for path in (report / name for name in planted):
        texts[path] = lua + (SHORT.get(path.name) or (path.read_text(encoding="utf-8") if path.exists() else ""))
        path.write_text(texts[path], encoding="utf-8")
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    assert not list(tmp_path.rglob("planted"))
    assert {path: path.read_text(encoding="utf-8") for path in texts} == texts
    edited = f"Note: {Path('report/comparatex.sty')} was edited: the document is compiled with it as it is.\n"
    assert (edited in result.stderr) == ("comparatex.sty" in planted)
    if "chapter.tex" in planted:  # which a user may answer for, but no file that lies beside it
        path = report / "chapter.tex"
        path.write_text(f"{texts[path]}% again\n", encoding="utf-8")
        assert CliRunner().invoke(main, [*command, "--trust"]).exit_code == 0
        assert list(tmp_path.rglob("planted")) == [cache / "luatex-cache/planted"]
        (tmp_path / "comparatex.toml").write_text("trust = true\n", encoding="utf-8")
        assert "answers for the user" in CliRunner().invoke(main, [*command, "--no-pdf"]).stderr


@pytest.mark.thorough
def test_an_edited_chapter_reads_what_it_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.csv").write_text(TABLE, encoding="utf-8")
    command = ["report", "r.csv", "--artefacts", "ranks"]
    assert CliRunner().invoke(main, command).exit_code == 0
    report = tmp_path / "report"
    (report / "more").mkdir()
    (report / "more/works.bib").write_text("@misc{own, title = {Own}, author = {A}, year = 2001}", encoding="utf-8")
    (report / "more/words.tex").write_text(r"\typeout{My words}Mine.\cite{own}\input{more/last}", encoding="utf-8")
    (report / "more/last.tex").write_text("The last.", encoding="utf-8")
    chapter = report / "chapter.tex"
    chapter.write_text(chapter.read_text(encoding="utf-8") + r"\input{more/words}", encoding="utf-8")
    document = report / "document.tex"
    tex = document.read_text(encoding="utf-8").replace("{references}", "{references,more/works}")
    document.write_text(tex, encoding="utf-8")
    before = (report / "report.pdf").read_bytes()
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 0, result.output
    assert (report / "report.pdf").read_bytes() != before
    (report / "more/words.tex").write_text(r"\undefined", encoding="utf-8")
    result = CliRunner().invoke(main, command)
    assert r"report/more/words.tex, line 1: \undefined is not defined" in result.stderr
