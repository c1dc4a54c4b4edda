"""Documents that tests share: every finding is that of the fragment at fault, whatever TeX starts from."""

import pytest

from comparatex.errors import TypesetError
from comparatex.typeset.engines import find
from documents import ENGINES, compiled

SOURCES = {
    "fine": "Words.",
    "wide": r"\noindent\rule{30cm}{1pt}",
    "missing": r"\font\x=cmr10 \x\char200 ",
    "undefined": r"Words of \ref{nowhere}.",
    "substituted": r"\fontfamily{nowhere}\selectfont Words.",
    "high": r"\begin{figure}\rule{1cm}{40cm}\end{figure}",
    "warned": r"Words.\PackageWarning{comparatex}{small}",
    "long": r"One.\newpage Two.",
}
PAPER = r"""\documentclass{article}
\usepackage{loaded}
\title{Words}
\begin{document}
\tableofcontents \section{One}\label{one} Words of \cite{book} in \ref{one}.
\bibliographystyle{plain}\bibliography{books}
\end{document}
"""


@pytest.mark.latex
@pytest.mark.parametrize("engine", ENGINES)
def test_a_finding_is_that_of_its_fragment(parts_compiler, engine):
    found, done = parts_compiler(SOURCES, engine=engine)
    assert {name: len(part.findings) for name, part in found.items() if part.findings} == dict.fromkeys(
        ("wide", "missing", "undefined", "substituted", "high", "warned"), 1
    )
    assert len(done.findings) == 6
    assert [page.split()[0] for page in found["long"].pages] == ["One.", "Two."]


@pytest.mark.latex
def test_an_error_names_its_fragment(parts_compiler):
    with pytest.raises(TypesetError, match=r"^wrong: \\undefinedhere is not defined"):
        parts_compiler({"fine": "x", "wrong": r"\undefinedhere", "fine too": "x"})


@pytest.fixture
def paper(tmp_path):
    (tmp_path / "loaded.sty").write_text(r"\PackageWarning{comparatex}{while loading}", encoding="utf-8")
    (tmp_path / "books.bib").write_text("@misc{book, title = {A title}, year = 2001}", encoding="utf-8")
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    return tmp_path / "paper.tex"


@pytest.mark.latex
@pytest.mark.thorough
def test_a_format_changes_neither_pages_nor_findings(paper):
    plain, quick = (compiled(paper, find("pdflatex"), preload=preload) for preload in (False, True))
    assert "Package comparatex Warning: while loading" in plain.findings[0]
    assert len(plain.findings) == 1
    assert quick.findings == plain.findings
    assert quick.text == plain.text
    assert "Words of [1] in 1." in " ".join(plain.text.split())
    after = compiled(paper, find("lualatex"), after=plain)
    assert after.findings == plain.findings
    paper.write_text(PAPER.replace("{book}", "{nothing}"), encoding="utf-8")
    assert any("Citation `nothing'" in found for found in compiled(paper, find("pdflatex"), preload=True).findings)


@pytest.mark.latex
def test_another_style_makes_another_format(paper):
    compiled(paper, find("pdflatex"), preload=True)
    (paper.parent / "loaded.sty").write_text("", encoding="utf-8")
    assert compiled(paper, find("pdflatex"), preload=True).findings == []
