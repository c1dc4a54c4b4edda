"""Fragments are at home in every kind of document: they add no error, warning or overfull box of their own."""

import os
import re
import shutil
from functools import cache

import numpy as np
import pytest

import hosts
from comparatex.artefacts import ARTEFACTS, FINDINGS, latex
from comparatex.data.read import read
from comparatex.errors import TypesetError, UsageError
from comparatex.files import TEMPLATES
from comparatex.inference.compare import compare
from comparatex.stamps import STYLE
from comparatex.text import LANGUAGES
from comparatex.typeset.engines import find
from documents import run_engine, text

CHOSEN = [host for host in hosts.HOSTS if host.name in hosts.CHOSEN]
OF_OTHERS = [host for host in hosts.CORPUS if host.name in hosts.CHOSEN_OF_OTHERS]
SHARING = (
    "ieeetran-pdflatex", "sigconf-pdflatex", "elsarticle-5p-pdflatex", "llncs-xelatex", "beamer-pdflatex",
    "import-pdflatex", "ngerman-after-lualatex", "spanish-before-pdflatex", "pgfplots-old-xelatex",
    "everything-french-pdflatex", "everything-german-pdflatex", "everything-turkish-pdflatex", "thesis-pdflatex",
)  # fmt: skip
"""Documents that have a third of the fragments each, so that four of them have each; all others have all."""
RATHER = (
    "sigconf-pdflatex", "elsarticle-5p-pdflatex", "everything-german-pdflatex", "everything-turkish-pdflatex",
    "spanish-before-pdflatex", "pgfplots-old-xelatex", "externalize-pdflatex", "import-pdflatex", "thesis-pdflatex",
    "ieeetran-pdflatex", "everything-french-pdflatex", "ngerman-after-lualatex", "acmsmall-pdflatex",
)  # fmt: skip
"""Documents of what others have, too, or test on their own: a class of ACM, two columns, a language, a package."""
IN_EACH = ("figures/mcm", "figures/cdd", "tables/scores", "tables/long", "numbers")


@pytest.fixture(scope="module")
def made():
    return cache(hosts.fragments)


def test_the_matrix_covers_what_it_says():
    assert len(CHOSEN) == len(hosts.CHOSEN)
    assert len({host.name for host in hosts.HOSTS}) == len(hosts.HOSTS)
    assert {host.engine for host in CHOSEN} == {"pdflatex", "lualatex", "xelatex"}
    assert {host.language for host in CHOSEN} == set(LANGUAGES)
    assert len(OF_OTHERS) == len(hosts.CHOSEN_OF_OTHERS)
    assert len({host.name for host in hosts.CORPUS}) == len(hosts.CORPUS) > 100


def test_every_kind_of_fragment_is_in_a_document(made):
    host = next(host for host in CHOSEN if host.name == "acmsmall-pdflatex")
    document = hosts.document(host, list(made("en")), ours=True)
    for name, kind in {**ARTEFACTS, **FINDINGS}.items():
        assert rf"\input{{results/{kind.folder}/{name}}}" in document


def test_only_long_tables_leave_something_to_a_second_run():
    style = (TEMPLATES / "comparatex.sty").read_text(encoding="utf-8")
    assert not re.search(r"auxout|mainaux|addtocontents|protected@write", style)


@pytest.mark.latex
@pytest.mark.parametrize(
    "host",
    [pytest.param(host, id=host.name, marks=[pytest.mark.thorough] if host.name in RATHER else []) for host in CHOSEN],
)
def test_a_document_is_as_good_with_fragments_as_without(host, made, tmp_path):
    _require(host)
    assert hosts.complaints(host, tmp_path, _share(host, made(host.language))) == []


@pytest.mark.latex
@pytest.mark.parametrize(
    "host",
    [
        pytest.param(host, id=host.name, marks=[pytest.mark.thorough] if k % 6 else [])
        for k, host in enumerate(OF_OTHERS)
    ],
)
def test_a_document_of_others_keeps_its_pages_and_has_no_new_warning(host, made, tmp_path):
    _require(host)
    assert hosts.faults(host, tmp_path, made("en")) == []


def _share(host, fragments):
    """Return the fragments that a host has."""
    if host.name not in SHARING:
        return fragments
    turn = SHARING.index(host.name) % 3
    return {path: tex for k, (path, tex) in enumerate(fragments.items()) if k % 3 == turn or path in IN_EACH}


def _require(host):
    """Skip a document that needs what is not installed, or fail where TeX must be whole."""
    try:
        find(host.engine)
        absent = ", ".join(hosts.missing(host))
    except UsageError:
        absent = host.engine
    if absent:
        required = os.environ.get("CI") or os.environ.get("COMPARATEX_REQUIRE_LATEX")
        (pytest.fail if required else pytest.skip)(f"TeX does not find {absent}.")


@pytest.mark.latex
def test_pictures_that_are_kept_for_later_runs_follow_the_data(tmp_path):
    shutil.copy(TEMPLATES / STYLE, tmp_path)
    (tmp_path / "document.tex").write_text(
        r"\documentclass{article}\usepackage{tikz}\usetikzlibrary{external}\tikzexternalize"
        r"\usepackage[noplots]{comparatex}\begin{document}\input{mcm}\clearpage\input{cdd}\end{document}"
    )
    for best in (0.9, 0.7):
        values = np.column_stack([np.linspace(0.1, best, 6), np.linspace(0.2, 0.4, 6), np.linspace(0.5, 0.1, 6)])
        comparison = compare(read((np.round(values, 4), ["A", "B", "C"])))
        sources = {name: latex(comparison, name) for name in ("mcm", "cdd")}
        for name, source in sources.items():
            (tmp_path / f"{name}.tex").write_text(source, encoding="utf-8")
        command = ["pdflatex", "-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "document.tex"]
        assert run_engine(command, tmp_path).status == 0
        pages = text((tmp_path / "document.pdf").read_bytes()).split("\f")
        shown = (r"\\comparatexmcmrow\{A\}\{([\d.]+)", r"\\comparatexcddlabel.*\{([\d.]+)\}\{A\}")
        for page, printed in zip(pages, shown, strict=False):
            assert re.search(printed, "".join(sources.values()))[1] in page
    assert len(list(tmp_path.glob("document-figure*.pdf"))) == 1  # that of the diagram


NAMES = r"""
function names(path, some)
  local file = io.open(path, "w")
  for _, name in ipairs(some or tex.hashtokens()) do
    local token = name ~= "" and token.create(name)
    if token and token.cmdname ~= "undefined_cs" and token.cmdname ~= "relax" then
      local meaning = token.cmdname .. " " .. (_G.token.get_macro(name) or token.mode)
      file:write((name:gsub("%s", " ")), "\t", (meaning:gsub("%s", " ")), "\n")
    end
  end
  file:close()
end
"""
COMMON = (
    r"\usepackage[table]{xcolor}\usepackage{expl3,graphicx,array,booktabs,longtable,tikz,pgfplots,pgfplotstable}"
    r"\pgfplotsset{compat=1.18}\usetikzlibrary{plotmarks}\definecolor{plotgrid}{HTML}{00CC00}"
)
OURS = re.compile(
    r"(if|end|\\color@|pgfk@(/pgfplots|/tikz|/pgf)?/|pgfp@(/pgfplots|/tikz)/|tikz@parse@cs@|\\)?comparatex"
    r"|.*[@/ ]comparatex(\.sty)?(/|$)|g__hook_package/comparatex/|pgfk@/errors/"
)
"""Names with the prefix, and those that LaTeX and pgf make of them."""
SCRATCH = re.compile(
    r"l__|g__(hook|str)|__prop|pgfkeys|ifpgfkeys|reserved@|@(gtempa|fortmp|filef@und|filelist|curr@file)|l@ngrel@x|pkgcls@"
)
"""What every package that is loaded leaves otherwise than it was."""


LASTING = ("pgfpointanchor", "vtop", "@arraycr", "do", "\\", "linewidth", "NC@list", "figure*", "\\color@plotgrid")
"""Names of the host that some fragment has changed, or used as its own."""


@pytest.mark.latex
def test_all_names_have_the_prefix_and_nothing_of_the_host_is_overwritten(made, tmp_path, request):
    shutil.copy(TEMPLATES / STYLE, tmp_path)
    lasting = ",".join(f"[=[{name}]=]" for name in LASTING)
    (tmp_path / "names.lua").write_text(f"{NAMES}lasting = {{{lasting}}}")
    # Of each kind of figure one: all are in the documents above.
    few = r"tables/.*|figures/(boxes|cdd|heatmap|mcm|audit-patterns)"
    shown = re.compile(r".*/.*" if request.config.getoption("--thorough") else few)
    body = "".join(f"{tex}\\clearpage\n" for name, tex in made("en").items() if shown.fullmatch(name))
    (tmp_path / "document.tex").write_text(
        r"\documentclass{article}" + COMMON + r"\directlua{dofile('names.lua')}\directlua{names('before')}"
        r"\usepackage{comparatex}\directlua{names('after')}\begin{document}\directlua{names('begun', lasting)}"
        + body + r"\directlua{names('ended', lasting)}\end{document}",
        encoding="utf-8",
    )  # fmt: skip
    assert run_engine(["lualatex", "-interaction=nonstopmode", "-halt-on-error", "document.tex"], tmp_path).status == 0
    before, after, begun, ended = (
        dict(
            line.split("\t", 1) for line in (tmp_path / name).read_text("utf-8", "replace").splitlines() if "\t" in line
        )
        for name in ("before", "after", "begun", "ended")
    )
    assert [name for name in after.keys() - before.keys() if not OURS.match(name)] == []
    assert [name for name in before if before[name] != after.get(name) and not SCRATCH.match(name)] == []
    assert [name for name in LASTING if begun[name] != ended.get(name)] == []
    assert len(after) > len(before) + 900  # so that an empty list is none of files


@pytest.mark.latex
def test_the_matrix_finds_what_is_wrong(made, tmp_path):
    host = next(host for host in CHOSEN if host.name == "spanish-before-pdflatex")
    broken = dict.fromkeys(made("en"), r"\noindent\rule{2\textwidth}{1pt}\undefinedcommand")
    assert "Undefined control sequence" in hosts.complaints(host, tmp_path / "a", broken)[0]
    wide = broken | dict.fromkeys(made("en"), r"\noindent\rule{2\textwidth}{1pt}") | {"numbers": made("en")["numbers"]}
    assert any("Overfull" in text for text in hosts.complaints(host, tmp_path / "b", wide))
    ours, bare = (hosts.Outcome("", tmp_path / "b" / name / "document.pdf") for name in ("ours", "bare"))
    assert bare.pages == bare.pages != ours.pages


@pytest.mark.latex
def test_packages_with_names_like_ours_keep_theirs(fragment_compiler, made):
    host = r"\begin{tabular}{N{2}{1}}33.1\\\end{tabular}"
    tex = f"{host}\\begin{{table}}{made('en')['tables/pairwise']}\\end{{table}}{host}"
    preamble = r"\usepackage{numprint}\newcommand\plotmaxheight{5cm}\usepackage{comparatex}\usepackage{pgfplots}"
    done = fragment_compiler(tex + r"\typeout{HOST \plotmaxheight}", preamble)
    assert not [text for text in done.findings if "Column N" in text]
    assert "HOST 5cm" in done.log
    with pytest.raises(TypesetError, match="arydshln was loaded before array"):
        fragment_compiler("x", r"\usepackage{arydshln}\usepackage{comparatex}")
