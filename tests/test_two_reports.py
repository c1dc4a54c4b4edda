"""Two reports in one thesis: labels apart, and the numbers of both at hand."""

import re
from pathlib import Path

import pytest

import comparatex as cx
from comparatex.errors import UsageError
from documents import thorough

TASKS = "abcdefgh"
FIRST = {"A": [7, 8, 9, 6, 7, 9, 5, 8], "B": [6, 6, 8, 5, 5, 7, 3, 6], "C": [1, 9, 2, 8, 3, 7, 4, 5]}
SECOND = {"A": [1, 2, 3, 4, 5, 6], "B": [3, 3, 5, 6, 7, 8], "C": [2, 4, 1, 3, 2, 5]}
DOCS = Path(__file__).parents[1] / "docs" / "guides" / "thesis.md"


def compared(scores):
    return cx.compare({name: dict(zip(TASKS, values, strict=False)) for name, values in scores.items()})


@pytest.fixture(scope="module")
def thesis(tmp_path_factory):
    folder = tmp_path_factory.mktemp("thesis")
    for name, scores in (("images", FIRST), ("texts", SECOND)):
        cx.write_report(compared(scores), folder / name, pdf=False, previews=False)
    (folder / "comparatex.sty").write_bytes((folder / "images" / "comparatex.sty").read_bytes())
    tex = re.search(r"```latex\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "thesis.tex").write_text(tex[1], encoding="utf-8")
    return folder


def labels(folder):
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.tex")]
    return [label for text in texts for label in re.findall(r"\\label\{([^#{}]+)\}", text)]


def test_labels_are_those_of_one_report(thesis):
    found = labels(thesis / "images") + labels(thesis / "texts")
    assert len(found) == len({*found}) > 15
    assert {label.partition("-")[0] for label in found} == {"images", "texts"}


@pytest.mark.latex
@pytest.mark.thorough
def test_both_compile_in_one_document(thesis, settle):
    done = settle(thesis / "thesis.tex")
    assert done.findings == []
    assert "Images: 8 tasks, the same as 8. Texts: 6 tasks." in done.text
    assert "Of images there are still 8 tasks, of texts 6." in done.text
    assert r"\comparatex*{mean of A}" in (thesis / "texts" / "chapter.tex").read_text(encoding="utf-8")


NATBIB = r"\usepackage[round]{natbib}", r"\bibliographystyle{plainnat}\bibliography{images/references}"
BIBLATEX = (
    r"\usepackage[style=authoryear,backend=bibtex]{biblatex}\addbibresource{images/references.bib}",
    r"\printbibliography",
)


@pytest.mark.latex
@pytest.mark.parametrize(("preamble", "works"), [thorough(*NATBIB), BIBLATEX], ids=["natbib", "biblatex"])
def test_authors_and_years_stand_in_brackets(preamble, works, thesis, settle):
    source = (
        r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{comparatex}"
        + f"{preamble}\\begin{{document}}\\input{{images/methods}}{works}\\end{{document}}"
    )
    path = thesis / f"{'natbib' if 'natbib' in preamble else 'biblatex'}.tex"
    path.write_text(source, encoding="utf-8")
    done = settle(path)
    assert [text for text in done.findings if "Citation" in text or "undefined" in text] == []
    assert re.search(r"Friedman test \(Friedman,? 1937\)", " ".join(done.text.split()))


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
    with pytest.raises(UsageError, match=r"label_prefix.*would be read as TeX"):
        cx.write_report(compared(FIRST), tmp_path / "x", pdf=False, label_prefix="a}b")


def test_a_document_has_the_title_and_the_author_that_are_given(tmp_path):
    cx.write_report(compared(FIRST), tmp_path, pdf=False, previews=False, title="100 % of A_1", author="O’Neil & Co")
    document = (tmp_path / "document.tex").read_text(encoding="utf-8")
    assert r"\title{100 \% of A\_1}" in document
    assert r"\author{O'Neil \& Co}" in document
