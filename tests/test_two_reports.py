"""Two reports in one thesis: labels apart, and the numbers of both at hand."""

import re

import pytest

import comparatex as cx
from comparatex.errors import UsageError

TASKS = "abcdefgh"
FIRST = {"A": [7, 8, 9, 6, 7, 9, 5, 8], "B": [6, 6, 8, 5, 5, 7, 3, 6], "C": [1, 9, 2, 8, 3, 7, 4, 5]}
SECOND = {"A": [1, 2, 3, 4, 5, 6], "B": [3, 3, 5, 6, 7, 8]}
THESIS = r"""
\documentclass{scrbook}
\usepackage[T1]{fontenc}
\usepackage{lmodern}
\usepackage{comparatex}
\usepackage{hyperref}
\begin{document}
\tableofcontents\listoffigures\listoftables
\input{images/numbers}\input{texts/numbers}
\chapter{Introduction}
Images: [\comparatex{mean of A}][\comparatex[images]{tasks}].
Texts: [\comparatex[texts]{mean of A}][\comparatex[texts]{tasks}].
See \ref{images-fig-cdd} and \ref{texts-fig-cdd}.
{\renewcommand\comparatexfolder{images/}\input{images/chapter}}
{\renewcommand\comparatexfolder{texts/}\input{texts/chapter}}
\chapter{Conclusion}
Still [\comparatex{tasks}], and of texts [\comparatex[texts]{tasks}].
\bibliographystyle{plain}
\bibliography{images/references}
\end{document}
"""


def compared(scores):
    return cx.compare({name: dict(zip(TASKS, values, strict=False)) for name, values in scores.items()})


@pytest.fixture(scope="module")
def thesis(tmp_path_factory):
    folder = tmp_path_factory.mktemp("thesis")
    for name, scores in (("images", FIRST), ("texts", SECOND)):
        cx.write_report(compared(scores), folder / name, pdf=False, previews=False)
    (folder / "comparatex.sty").write_bytes((folder / "images" / "comparatex.sty").read_bytes())
    (folder / "thesis.tex").write_text(THESIS.lstrip(), encoding="utf-8")
    return folder


def labels(folder):
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.tex")]
    return [label for text in texts for label in re.findall(r"\\label\{([^#{}]+)\}", text)]


def test_labels_are_those_of_one_report(thesis):
    found = labels(thesis / "images") + labels(thesis / "texts")
    assert len(found) == len({*found}) > 20
    assert {label.partition("-")[0] for label in found} == {"images", "texts"}


@pytest.mark.latex
def test_both_compile_in_one_document(thesis, settle):
    done = settle(thesis / "thesis.tex")
    assert done.findings == []
    assert re.search(r"Images: \[7\.37\d*\]\[8\]", done.text)
    assert re.search(r"Texts: \[3\.5\d*\]\[6\]", done.text)
    assert "Still [8], and of texts [6]" in done.text


@pytest.mark.parametrize(
    ("folder", "given", "label"),
    [
        ("report", {}, "fig-cdd"),
        ("Ma thèse_1", {}, "Ma-these-1-fig-cdd"),
        ("other", {"label_prefix": ""}, "fig-cdd"),
        ("other", {"label_prefix": "uea"}, "uea-fig-cdd"),
    ],
)
def test_the_prefix_is_that_of_the_folder_unless_it_is_given(folder, given, label, tmp_path):
    cx.write_report(compared(FIRST), tmp_path / folder, pdf=False, previews=False, **given)
    assert label in labels(tmp_path / folder)


def test_a_prefix_is_no_tex(tmp_path):
    with pytest.raises(UsageError, match=r"label_prefix.*would be TeX"):
        cx.write_report(compared(FIRST), tmp_path / "x", pdf=False, label_prefix="a}b")


def test_a_document_has_the_title_and_the_author_that_are_given(tmp_path):
    cx.write_report(
        compared(FIRST), tmp_path, pdf=False, previews=False, title="100 % of A_1", author="O’Neil & Co"
    )
    document = (tmp_path / "document.tex").read_text(encoding="utf-8")
    assert r"\title{100 \% of A\_1}" in document
    assert r"\author{O\textquoteright{}Neil \& Co}" in document
