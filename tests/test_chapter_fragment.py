"""chapter.tex and document.tex in TeX: no warning with any engine, analysis or name; chapters in other classes."""

import re
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.figures.cdd import lay_out as diagram
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout import cdd, mcm
from comparatex.layout.chapter import chapter
from comparatex.layout.item import Item
from comparatex.layout.number_macros import numbers
from comparatex.render import TEMPLATES, render
from comparatex.tables.pairs import pairwise
from comparatex.tables.ranks import friedman, ranks
from comparatex.tables.scores import scores
from documents import ENGINES, thorough

LATIN = ("A_1", "50%", "50#", "x & y", "$x$", "a~b", "a^b", r"back\slash", "{brace}", "[x] *", "é", "β", "χ²")
TABLES = {"scores": scores, "ranks": ranks, "pairwise": pairwise, "friedman": friedman}


def made(names, n_tasks=12, analysis=Analysis(), holes=(), **table):
    values = np.random.default_rng(7).integers(0, 60, (n_tasks, len(names))) / 100
    values += np.linspace(0.3, 0, len(names)).round(2)
    for cell in holes:
        values[cell] = np.nan
    tasks = tuple(f"task_{i}" for i in range(n_tasks))
    return compare(Scores(values, np.full(values.shape, 2, np.int8), tasks, tuple(names), **table), analysis)


def test_figures_are_placed_before_a_table_that_breaks_across_pages():
    compared = made([f"m{i}" for i in range(6)])
    tables = [
        Item(name, name, f"tables/{name}", replace(lay_out(compared), long=True))
        for name, lay_out in (("ranks", ranks), ("scores", scores))
    ]
    view = chapter(compared, [Item("cdd", "cdd", "figures/cdd", cdd.cdd(compared)), *tables])
    before, after = render("chapter.tex.jinja", view=view).split("\\comparatexbarrier\n", 1)
    assert before.endswith("\\end{figure}\n\n")
    assert r"\label{sec-ranks}" in before
    assert after.startswith(r"\input{\comparatexfolder tables/ranks}")
    assert render("appendix.tex.jinja", view=view).count("\\comparatexbarrier\n\\comparatexappendixheading{") == 1


@pytest.mark.latex
@pytest.mark.parametrize("kind", ["table", "figure"])
def test_only_what_waits_ends_a_page_before_a_table_that_breaks(kind, fragment_compiler):
    waiting = rf"\begin{{{kind}}}[p]\rule{{1cm}}{{15cm}}\caption{{c}}\end{{{kind}}}"
    done = fragment_compiler(rf"x {waiting}\comparatexbarrier\typeout{{PAGE \the\value{{page}}.}}y\clearpage")
    assert "PAGE 3." in done.log
    assert fragment_compiler(r"x\comparatexbarrier\typeout{PAGE \the\value{page}.}y").log.count("PAGE 1.") == 1


def write(comparison, folder):
    """Write the document, and return its path."""
    pieces, ours = [], ()
    for kind, choices, lay_out in (
        ("mcm", mcm.report_options(comparison, ours), mcm.mcm),
        ("cdd", cdd.report_options(comparison, ours), diagram),
    ):
        pieces += [Item(kind, name, f"figures/{name}", lay_out(comparison, options)) for name, options in choices]
    pieces += [Item(name, name, f"tables/{name}", lay_out(comparison)) for name, lay_out in TABLES.items()]
    for piece in pieces:
        path = folder / f"{piece.path}.tex"
        path.parent.mkdir(parents=True, exist_ok=True)
        template = "table.tex.jinja" if piece.environment == "table" else f"{piece.kind}.tex.jinja"
        path.write_text(render(template, view=piece.view), encoding="utf-8")
    view = chapter(comparison, pieces)
    (folder / "numbers.tex").write_text(render("numbers.tex.jinja", view=numbers(comparison)), encoding="utf-8")
    for name in ("chapter", "appendix", "document"):
        (folder / f"{name}.tex").write_text(render(f"{name}.tex.jinja", view=view), encoding="utf-8")
    for name in ("comparatex.sty", "references.bib"):
        shutil.copy(TEMPLATES / name, folder)
    return folder / "document.tex"


def test_golden(golden, tmp_path):
    write(made(("ours_1", "theirs", "café"), measure="accuracy"), tmp_path)
    golden((tmp_path / "chapter.tex").read_text(encoding="utf-8"), "chapter.tex")
    golden((tmp_path / "appendix.tex").read_text(encoding="utf-8"), "appendix.tex")
    golden((tmp_path / "document.tex").read_text(encoding="utf-8"), "document.tex")


@pytest.fixture(scope="module")
def latin(settle, tmp_path_factory):
    """A document with names of all kinds, and what pdfLaTeX made of it."""
    path = write(made(LATIN), tmp_path_factory.mktemp("latin"))
    return path, settle(path, "pdflatex")


@pytest.mark.latex
@pytest.mark.parametrize("name", ENGINES)
def test_names_of_all_kinds_with_every_engine(latin, settle, name):
    path, first = latin
    done = first if name == "pdflatex" else settle(path, name, after=first)
    assert done.findings == []


@pytest.mark.latex
@pytest.mark.parametrize(
    ("names", "settings"),
    [
        ("AB", {}),
        thorough("ABC", {"analysis": Analysis(test="nemenyi")}),
        thorough(*("ABCD", {"analysis": Analysis(test="sign", sides="ours", control="B", correction="none")})),
        ("ABC", {"n_tasks": 3, "holes": [(0, 0), (1, 1), (2, 2)], "missing": "pairwise"}),
        thorough(tuple(f"method {i}" for i in range(30)), {"n_tasks": 60}),
    ],
    ids=["two", "nemenyi", "sign", "undefined", "many"],
)
def test_analyses_of_all_kinds(settle, tmp_path, names, settings):
    findings = settle(write(made(names, **settings), tmp_path)).findings
    # Where references in two columns meet a table at the foot, a page of multicol may be half a line too high.
    assert [finding for finding in findings if not re.match(r"Overfull \\vbox \(\d\.\d+pt too high\)", finding)] == []


THESIS = r"""\documentclass{%s}
\usepackage[T1]{fontenc}\usepackage{lmodern}
\usepackage[margin=2.5cm]{geometry}\usepackage[noplots]{comparatex}
%s
\begin{document}
\renewcommand\comparatexfolder{benchmark/}
%s
%s
\end{document}
"""
BIBTEX = r"\bibliographystyle{plain}\bibliography{benchmark/references}"


def thesis(folder, class_="report", before="", body=r"\input{benchmark/chapter}", after=BIBTEX):
    """Write a chapter, and a document around it in another folder; return the document's path."""
    (folder / "benchmark").mkdir()
    write(made("ABC"), folder / "benchmark")
    shutil.copy(folder / "benchmark" / "comparatex.sty", folder)
    path = folder / "thesis.tex"
    path.write_text(THESIS % (class_, before, body, after), encoding="utf-8")
    return path


def words_of(pdf):
    """Return the text of a PDF on one line."""
    done = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    return " ".join(done.stdout.decode().split())


@pytest.mark.latex
@pytest.mark.parametrize(
    ("class_", "heading"),
    [
        ("report", "Chapter 1"),
        thorough("article", "1 Comparison of"),
        ("llncs", "1 Comparison of"),
    ],
)
@pytest.mark.thorough
def test_the_chapter_in_a_document_of_another_folder(settle, tmp_path, class_, heading):
    done = settle(thesis(tmp_path, class_))
    assert done.findings == []
    assert heading in words_of(done.pdf)


@pytest.mark.latex
@pytest.mark.parametrize(("class_", "heading"), [("report", "Appendix A"), ("article", "Scores in full")])
@pytest.mark.thorough
def test_the_scores_in_an_appendix(settle, tmp_path, class_, heading):
    parts = (
        r"\renewcommand\comparatexappendix[1]{}\input{benchmark/chapter}Scores are in~\ref{sec-lists}.",
        r"\appendix\input{benchmark/appendix}",
    )
    done = settle(thesis(tmp_path, class_, body="".join(parts)))
    assert done.findings == []
    text = words_of(done.pdf)
    assert heading in text
    assert "Scores are in A." in text
    assert text.count("Scores in full") == 1


@pytest.mark.latex
@pytest.mark.parametrize(
    ("before", "after", "cited", "tool"),
    [
        thorough("", BIBTEX, r"Matrix \[\d\]", "bibtex"),
        (
            r"\usepackage[authoryear,round]{natbib}",
            BIBTEX.replace("plain", "plainnat"),
            r"\(Ismail-Fawaz et al\., 2023\)",
            "bibtex",
        ),
        thorough(
            r"\usepackage[style=authoryear]{biblatex}\addbibresource{benchmark/references.bib}",
            r"\printbibliography",
            r"\(Ismail-Fawaz et al\. 2023\)",
            "biber",
        ),
    ],
    ids=["plain", "natbib", "biblatex"],
)
def test_citations_are_those_of_the_document(tmp_path, before, after, cited, tool):
    path = thesis(tmp_path, before=before + r"\emergencystretch3em", after=after)
    for command in (
        ["pdflatex", "-interaction=nonstopmode"],
        [tool],
        *[["pdflatex", "-interaction=nonstopmode"]] * 2,
    ):
        done = subprocess.run([*command, path.stem], cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout.decode("utf-8", "replace")
        assert b"WARN" not in done.stdout
        assert tool != "bibtex" or b"Warning--" not in done.stdout
    log = path.with_suffix(".log").read_text(encoding="latin-1")
    assert "undefined" not in log.replace("Font shape", "")
    assert re.search(cited, words_of(path.with_suffix(".pdf").read_bytes()))
