"""Matrices, diagrams of ranks, tables and numbers in French: words, decimal commas, and pages under babel."""

import re
from dataclasses import replace

import numpy as np
import pytest

from comparatex.artefacts import ARTEFACTS, latex, view
from comparatex.data.read import read
from comparatex.data.reading import Reading
from comparatex.files import TEMPLATES
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.convention_profiles import CONVENTIONS
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.cdd_view import Display
from comparatex.layout.facts import Study
from comparatex.layout.number_macros import numbers
from comparatex.layout.numbers import Notation, equation, fixed, pvalue
from comparatex.render import escape, render
from comparatex.text import Text, writing
from documents import thorough
from french import ENGLISH, texts

NAMES = ("Élan", "Bêta", "Oméga", "Zéta", "Nu", "Xi")
SIZES = {f"t{i}": 100 + i for i in range(15)}
CASES = [
    ("mcm", {}),
    ("mcm", {"cells": "halves", "adjusted": True, "order": "wins", "fragile": 0.99}),
    ("mcm", {"cells": "line", "cells_show": "both", "order": "rank", "colour_limit": 0.01}),
    ("mcm", {"cells_show": "posterior", "order": "median", "rows": NAMES[:1], "columns": NAMES[1:3]}),
    ("mcm", {"pvalues": False, "colours": False, "rows": NAMES[:3], "columns": NAMES[:3]}),
    ("mcm", {"rows": NAMES[:5], "columns": NAMES[5:]}),
    ("cdd", {}),
    ("cdd", {"labels": "one-sided", "ours": NAMES[:1], "include": NAMES[:4]}),
    ("cdd", {"ruler": True, "fragile": 1.0}),
    ("scores", {}),
    ("scores", {"include": NAMES[:3], "max_rows": 4}),
    ("measures", {"weights": dict.fromkeys(SIZES, 2.0)}),
    ("ranks", {}),
    ("ranks", {"per_task": True, "include": NAMES[:3], "max_rows": 4}),
    ("pairwise", {}),
    ("pairwise", {"include": NAMES[:4], "max_rows": 3, "ours": NAMES[:1]}),
    ("friedman", {}),
    ("intervals", {"max_rows": 4}),
    ("effects", {}),
    ("control", {"control": NAMES[0]}),
    ("repeats", {}),
    ("repeats", {"per_task": True}),
    ("runs", {}),
    ("ablation", {"full": NAMES[1], "costs": {name: 1.5 * i for i, name in enumerate(NAMES, 1)}, "cost_name": "coût"}),
    ("verdicts", {"control": NAMES[2]}),
    ("verdicts", {"control": NAMES[0], "costs": {NAMES[1]: 1.5, NAMES[0]: 2.5}, "cost_name": "coût"}),
    *(("mcm", {"difference": kind}) for kind in ("median", "hodges-lehmann", "log-ratio", "ratio", "relative")),
    ("items", {}),
    ("leaderboard", {}),
    ("leaderboard", {"top": 3, "extra": {"Origine": dict.fromkeys(NAMES, "—")}}),
    ("items", {"clusters": False, "max_rows": 4, "stars": True}),
    ("proportions", {"sizes": SIZES}),
    ("proportions", {"sizes": SIZES, "discordant": dict.fromkeys(SIZES, (9, 3)), "method": "clopper-pearson"}),
]  # fmt: skip


def table(higher=True, seed=7):
    rng = np.random.default_rng(seed)
    centre = rng.uniform(0.4, 0.6, (15, 1, 1)) + np.linspace(0.12, 0, 6)[:, None]
    repeats = np.round(centre + rng.normal(0, 0.04, (15, 6, 3)), 3)
    means = repeats.mean(axis=2).round(3)
    found = read((means, NAMES, tuple(SIZES)), Reading(higher_is_better=higher))
    return replace(found, repeats=repeats, measure="exactitude" if higher else "")


@pytest.fixture(scope="module")
def comparison():
    return compare(table(), Analysis(samples=500))


def made(comparison, name, options, make=view):
    return make(comparison, name, language="fr", **options)


def said(view):
    return re.sub(r"\w+\.csv", "", " ".join((view.title, view.caption, view.alt)))


def plain(tex):
    """Return what is left of a fragment without comments, its guard, environments and macros."""
    body = re.sub(r"\\comparatexfragment.*|(?<!\\)%.*", "", tex)
    text = re.sub(r"\\(begin|end)\{\w+\}(\[[\w ]+\]|\{\w+\}\{\d+\})?", "", body)
    return re.sub(r"\\[A-Za-z]+|\w+\.csv", " ", text)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_no_english_word_is_left(comparison, name, options):
    assert ENGLISH.findall(plain(made(comparison, name, options, latex))) == []
    assert ENGLISH.findall(said(made(comparison, name, options))) == []
    assert ENGLISH.search(said(view(comparison, name, **options)))


@pytest.mark.parametrize(("name", "options"), CASES)
def test_numbers_are_those_of_the_english_fragment_up_to_the_mark(comparison, name, options):
    def shown(found):
        return [
            text
            for text in texts(found)
            if re.fullmatch(r"[^\W\d]*[-+−<[]*[.,]?\d.*", text) and text[-1] not in ".:" and "interval" not in text
        ]

    def number(text):
        return re.sub(r"\s*;\s*|, ", "/", text).replace(",", ".")

    french, english = shown(made(comparison, name, options)), shown(view(comparison, name, **options))
    assert len(english) > 5
    digits = [[re.sub(r"[^\d./\[\]<−]", "", number(text)) for text in found] for found in (french, english)]
    assert digits[0] == digits[1]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_decimals_have_a_comma_and_high_punctuation_is_bound(comparison, name, options):
    found = made(comparison, name, options)
    for text in texts(found):
        assert not re.search(r"\d\.\d|[^\d]\.\d", text), text
    for text in (found.title, found.caption, found.alt):
        assert not re.search(r" [;:!?»%]|« |[^\W\d][;:!?]", text)


def test_every_artefact_is_tried():
    plots = {name for name, found in ARTEFACTS.items() if found.folder == "figures"} - {"mcm", "cdd"}
    translated = {path.stem for path in (TEMPLATES / "text" / "fr").iterdir()}
    runs = {"folds", "within"}  # whose words test_folds and test_within try
    assert {name for name, _ in CASES} == set(ARTEFACTS) & translated - plots - runs


@pytest.mark.parametrize("name", list(CONVENTIONS))
def test_conventions_are_said_in_french(comparison, name):
    convention = CONVENTIONS[name]
    with writing("fr"):
        said = Text("conventions")
        text = (said.in_words(convention, "0,05"), said.note(convention), said.tool(convention))
    assert ENGLISH.findall(" ".join(text)) == []
    under = compare(comparison.scores, Analysis(convention=name, alpha=convention.alpha))
    assert ENGLISH.findall(view(under, "cdd", language="fr").caption.replace(name, "")) == []


@pytest.mark.parametrize(
    "analysis",
    [
        *(Analysis(test=test) for test in ("nemenyi", "friedman-z", "conover", "aligned-z", "quade-z")),
        *(
            Analysis(test=t, sides=side, control=NAMES[1])
            for t in ("wilcoxon", "t")
            for side in ("two", "better", "ours")
        ),
        *(Analysis(test="sign", sign_ties=ties) for ties in ("drop", "split", "count")),
        *(Analysis(zero_method=zeros) for zeros in ("wilcox", "zsplit", "zsplit-drop-odd")),
    ],
)
def test_tests_are_said_in_french(analysis):
    study = Study(compare(table(), analysis))
    with writing("fr"):
        results = Text("results")
        text = Text("words").test(study), results.statistic(study), results.statistic_in_words(study)
    assert text[0].startswith("test ")
    assert ENGLISH.findall(" ".join(text)) == []


@pytest.mark.parametrize("name", [name for name, correction in CORRECTIONS.items() if correction.choice])
def test_corrections_are_said_in_french(name):
    five = read((table().values[:, :5], NAMES[:5]))
    study = Study(compare(five, Analysis(correction=name)))
    with writing("fr"):
        text = Text("words").correction(study)
    assert ENGLISH.findall(text) == []
    assert ("sur dix paires" in text) == (name != "none")


def test_scores_of_which_lower_are_better_are_said_in_french():
    found = compare(table(higher=False))
    for name in ("mcm", "cdd", "scores", "effects"):
        assert ENGLISH.findall(said(view(found, name, language="fr"))) == []
    for name, scores in (
        ("cdd", "les scores faibles sont les meilleurs"),
        ("mcm", "les valeurs faibles sont les"),
    ):
        assert scores in view(found, name, language="fr").caption


REDUCED = (
    *(Display(bars=((1, 2),) * (5 - n), reason="redundant bars", n_cliques=5) for n in (1, 3)),
    *(Display(shows="nothing", reason=reason) for reason in ("untested", "not all tested")),
)


def test_what_is_left_out_of_a_diagram_is_said_in_french():
    with writing("fr"):
        notes = [Text("cdd").reason(shown) for shown in REDUCED]
    assert ENGLISH.findall(" ".join(notes)) == []
    assert "une est omise" in notes[0]
    assert "3 sont omises" in notes[1]


def test_words_of_french_grammar(comparison):
    assert made(comparison, "cdd", {"captions": "full"}).caption.startswith(
        "Diagramme de différences critiques de six méthodes sur 15 tâches (exactitude, les valeurs élevées"
    )
    assert made(comparison, "control", {"control": "Élan"}).alt.startswith("Méthodes qui diffèrent d’Élan")
    with writing("fr"):
        assert Text("words").count(0, "pair") == "aucune paire"
        assert Text("words").joined(("A", "B", "C")) == "A, B et C"


def test_numbers_have_a_decimal_comma():
    with writing("fr"):
        assert [Notation(2).signed(value) for value in (-0.5, 0.5, 0.001)] == ["−0,50", "+0,50", "0,00"]
        assert Notation(1).fixed(-12345.6) == "−12\N{NARROW NO-BREAK SPACE}345,6"
        assert Notation(2).interval(-0.5, 0.25) == "[−0,50\N{NO-BREAK SPACE};\N{NO-BREAK SPACE}0,25]"
        assert (pvalue(0.04567), pvalue(3e-9)) == ("0,0457", "<0,0001")
        assert equation(0.0123).split("\N{NO-BREAK SPACE}") == ["p", "=", "0,0123"]
    assert (fixed(-0.5, 2), pvalue(0.04567)) == ("−0.50", "0.0457")


SAY = r"""
\def\comparatexminus{-}\def\comparatexplus{+}\def\comparatexless{<}\def\comparatexequation#1#2{p #1 #2}
\newcommand\say[2]{\immediate\write-1{[#1] \comparatex{#2} | \comparatexvalue{#2} |}}
"""


@pytest.mark.latex
def test_numbers_for_prose_print_a_comma_and_are_a_value_with_a_point(comparison, fragment_compiler):
    with writing("fr"):
        found = numbers(comparison)
        tex, items = render("numbers.tex.jinja", view=found), [*found.items(), *found.slash_items()]
    english = dict([*numbers(comparison).items(), *numbers(comparison).slash_items()])
    said = [key for key, value in items if not re.search(r"[^\W\d]{2}", value)]
    lines = "\n".join(rf"\say{{{k}}}{{{key}}}" for k, key in enumerate(said))
    log = fragment_compiler(tex + SAY + lines + "\nx", r"\usepackage[french]{babel}").log
    printed = re.findall(r"^\[(\d+)\] (.*?) \| (.*?) \|$", log, re.MULTILINE)
    assert len(printed) == len(said) > 500
    for (_, text, value), key in zip(printed, said, strict=True):
        assert text == dict(items)[key].replace("−", "-")
        assert value == re.sub("^p (= )?", "", english[key].replace("−", "-")).replace("< ", "<")
    assert any("0,00" in text for _, text, _ in printed)


@pytest.mark.latex
@pytest.mark.parametrize(("engine", "cases"), [("pdflatex", CASES), thorough("lualatex", CASES[1::2])])
def test_french_fragments_compile_with_babel(comparison, fragment_compiler, engine, cases):
    def page(name, options):
        found, tex = made(comparison, name, options), made(comparison, name, options, latex)
        kind = "table" if hasattr(found, "parts") else "figure"
        return (
            tex
            if getattr(found, "long", False)
            else rf"\begin{{{kind}}}[p]{tex}\caption{{{escape(found.caption)}}}\end{{{kind}}}\clearpage"
        )

    body = "\n\n".join(page(name, options) for name, options in cases)
    preamble = r"\usepackage[french]{babel}\usepackage[textwidth=16cm]{geometry}\setlength\emergencystretch{2em}"
    done = fragment_compiler(body, preamble, engine)
    text = re.sub(r"\w+\.csv", "", done.text)
    assert done.findings == []
    assert ENGLISH.findall(text) == []
    assert not re.search(r"\d\.\d", text)
    assert "ligne meilleure" in text
    assert ("suite à la page suivante" in text) == (("repeats", {"per_task": True}) in cases)  # the long one


@pytest.mark.latex
def test_each_fragment_speaks_its_language(comparison, fragment_compiler):
    both = "\n\n".join(latex(comparison, "mcm", language=language) for language in ("fr", "en"))
    text = fragment_compiler(both).text
    assert text.index("ligne meilleure") < text.index("row better")
    assert text.count("gras") == text.count("bold") == 1
