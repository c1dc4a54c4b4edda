"""Diagrams and audits in French: no English words, decimal commas, and pages without findings under babel."""

import re

import numpy as np
import pytest

from comparatex.artefacts import ARTEFACTS, findings, latex, view
from comparatex.audit_report import write_audit
from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.inference.analysis import Analysis, AuditSettings
from comparatex.inference.audit.audit import audit
from comparatex.inference.compare import compare
from comparatex.layout.audit_section import section
from comparatex.layout.item import Item
from comparatex.layout.options import Showing
from comparatex.render import TEMPLATES, escape
from comparatex.text import writing
from documents import thorough
from french import ENGLISH, texts

PLOTS = {
    "scatter": ({}, {"max_points": 3}),
    "heatmap": ({}, {"adjusted": False, "order": "wins"}),
    "summary": ({}, {"against": "Oméga"}),
    "forest": ({}, {"pairs": (("Élan", "Bêta"),)}, {"statistic": "mean"}),
    "boxes": ({}, {"kind": "violin", "of": "ranks"}, {"kind": "strip"}, {"kind": "strip", "max_points": 3}),
    "profile": ({}, {"by": "ratio", "max_curves": 2}),
    "posterior": ({},),
    "sequence": ({}, {"groups": (("petites", ("t1", "t2", "t3")),), "moves": 2}),
    "pareto": ({"costs": {name: 2.0**i for i, name in enumerate("ABCDEF")}}, {"of": "rank"}),
}
CASES = [(name, options) for name, variants in PLOTS.items() for options in variants]
NAMES = ("Élan", "Bêta", "Oméga", "Zéta", "Nu", "Xi")


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(7)
    values = np.round(rng.uniform(0.4, 0.6, (15, 1)) + np.linspace(0.12, 0, 6) + rng.normal(0, 0.04, (15, 6)), 3)
    table = read((values, NAMES, tuple(f"t{i}" for i in range(15))), Reading(measure="exactitude"))
    return compare(table, Analysis(samples=500))


@pytest.fixture(scope="module")
def audited(comparison):
    return audit(comparison, AuditSettings())


def drawn(comparison, name, options, make=latex):
    """Return a fragment, or a view, in French; costs grow with the place of the comparate."""
    costs = {other: 2.0**i for i, other in enumerate(comparison.names)}
    given = {**options, "costs": costs} if name == "pareto" else options
    return make(comparison, name, language="fr", **given)


def words(tex):
    """Return what is left of a fragment without comments, its guard, macros and their key words."""
    body = re.sub(r"\\comparatexfragment.*|(?<!\\)%.*", "", tex)
    text = re.sub(r"\\(begin|end)\{\w+\}(\[[\w ]+\])?", "", body)
    text = re.sub(r"comparatex [\w -]+(=\w+)?|table \{\n.*\n|\\pgfplotstableread\[[^]]*\]\{\n.*\n", "", text)
    return re.sub(r"\\[A-Za-z]+", " ", text)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_diagrams_hold_no_english_word(comparison, name, options):
    assert ENGLISH.findall(words(drawn(comparison, name, options))) == []
    made = drawn(comparison, name, options, view)
    assert ENGLISH.findall(" ".join((made.title, made.caption, made.alt))) == []


@pytest.mark.parametrize(("name", "options"), CASES)
def test_the_french_caption_says_something_else_than_the_english_one(comparison, name, options):
    french = drawn(comparison, name, options, view)
    costs = {"costs": dict.fromkeys(comparison.names, 1.0)} if name == "pareto" else {}
    english = view(comparison, name, **options | costs)
    assert ENGLISH.search(english.caption)
    assert french.caption != english.caption
    assert french.title != english.title


@pytest.mark.parametrize(("name", "options"), CASES)
def test_decimals_have_a_comma(comparison, name, options):
    made = drawn(comparison, name, options, view)
    shown = " ".join((made.title, made.caption, made.alt))
    assert not re.search(r"\d\.\d", shown)
    for axis in [getattr(made, axis) for axis in ("x", "y") if hasattr(made, axis)]:
        assert axis.decimal == ","


@pytest.mark.parametrize(("name", "options"), CASES)
def test_high_punctuation_is_bound_to_its_word(comparison, name, options):
    made = drawn(comparison, name, options, view)
    for text in (made.title, made.caption, made.alt):
        assert not re.search(r" [;:!?»%]|« |[^\W\d][;:!?]", text)


def test_every_diagram_is_tried():
    figures = {name for name, artefact in ARTEFACTS.items() if artefact.folder == "figures"}
    spoken = {path.stem for path in (TEMPLATES / "text" / "fr").glob("*.jinja")}  # the others are in English yet
    assert set(PLOTS) == (figures & spoken) - {"mcm", "cdd", "run-intervals"}  # of runs


def test_elision_and_agreement(comparison):
    made = view(comparison, "scatter", language="fr", y="Élan", x="Bêta")
    assert made.title == "Nuage de points d’Élan et de Bêta"
    assert made.key[0].lines[0].startswith("meilleure sur ")
    assert "Scores d’Élan en fonction de ceux de Bêta sur 15 tâches" in made.caption


def test_audits_hold_no_english_word(audited):
    shown = [(item.name, item.view) for item in findings(audited, {"language": "fr"})]
    with writing("fr"):
        made = section(audited, [Item(name, name, name, found) for name, found in shown])
    for _, found in shown:
        assert ENGLISH.findall(" ".join((found.title, found.caption, found.alt))) == []
    assert made.title == "Ce qui pourrait changer ces conclusions"
    assert made.paragraphs
    assert ENGLISH.findall(" ".join(made.paragraphs)) == []
    robust = dict(shown)["audit-robustness"]
    assert not set(texts(robust)) & {
        "differ",
        "not told apart",
        "levels",
        "sides",
        "subsamples",
        "zero rules",
    }


@pytest.mark.latex
@pytest.mark.parametrize(
    ("engine", "width", "cases"),
    [("pdflatex", "8.5cm", CASES), thorough("lualatex", "16cm", CASES[1::2])],
)
@pytest.mark.thorough
def test_french_diagrams_compile_with_babel(comparison, fragment_compiler, engine, width, cases):
    body = "\n\n".join(
        rf"\begin{{figure}}[p]{drawn(comparison, name, {**options, 'width': width})}"
        rf"\caption{{{escape(drawn(comparison, name, options, view).caption)}}}\end{{figure}}\clearpage"
        for name, options in cases
    )
    preamble = rf"\usepackage[french]{{babel}}\usepackage[textwidth={width}]{{geometry}}\setlength\parindent{{0pt}}"
    preamble += r"\setlength\emergencystretch{1em}"  # captions in a column
    done = fragment_compiler(body, preamble, engine)
    assert done.findings == []


@pytest.mark.latex
@pytest.mark.thorough
def test_the_document_of_an_audit_is_french(audited, tmp_path, fragment_compiler):
    from pypdfium2 import PdfDocument

    path = write_audit(audited, tmp_path, showing=Showing(language="fr"), engine="pdflatex")
    text = "\n".join(page.get_textpage().get_text_range() for page in PdfDocument(path))
    assert "Audit de 6 méthodes" in text
    assert "Ce qui pourrait changer" in text
    assert "avant" in text
    assert ENGLISH.findall(text) == []
