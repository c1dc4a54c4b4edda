"""The chapter tells which pairs the family of tests holds, and gives no verdict on others, in two languages."""

import re

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.verdicts import in_family, rivals
from comparatex.layout.cdd import cdd
from comparatex.layout.chapter import chapter, methods_paragraph
from comparatex.layout.chapter_facts import words
from comparatex.layout.number_macros import numbers
from comparatex.layout.options import CddOptions
from comparatex.stats import as_dict
from comparatex.tables.pairs import VerdictsOptions, verdicts
from comparatex.text import Prose, writing


def made(names="ABCD", n_tasks=20, alike=(), **analysis):
    """Return comparates A, B, … each 0.05 better than the next, but for noise and those that are alike."""
    k = len(names)
    noise = np.random.default_rng(7).integers(-40, 41, (n_tasks, k)) / 1000
    steps = np.array([0 if name in alike else i for i, name in enumerate(names)])
    values = np.round(0.9 - 0.05 * steps + noise, 3)
    tasks = tuple(f"t{i}" for i in range(n_tasks))
    return compare(Scores(values, np.full(values.shape, 3, np.int8), tasks, tuple(names)), Analysis(**analysis))


def plain(text, comparison):
    known = numbers(comparison).lookup()
    said = [part for part in text.parts if isinstance(part, str) or part.kind != "cite"]
    text = "".join(part if isinstance(part, str) else known.get(part.text, lambda p=part: p.text)() for part in said)
    return text.replace("\N{NO-BREAK SPACE}", " ")


def correction(comparison):
    return words("methods", comparison).multiple_testing()


def n_different(comparison):
    return words("results", comparison).pairs({"summary": (), "verdicts": (), "mcm": (), "scatter": ()})


def ours(comparison, name):
    return Prose.joined(*chapter(comparison, (), ours=(name,)).sections[0].paragraphs)


def control(names="ABCD", **more):
    return made(names, family="control", control="A", **more)


def drawn(rows, columns, names="ABCD", **more):
    return made(names, family="drawn", drawn=(tuple(rows), tuple(columns)), **more)


def test_a_control_is_a_family_of_which_alone_the_correction_speaks():
    text = plain(correction(control()), control())
    assert "Holm's step-down correction over three comparisons with A" in text
    assert "must be declared before the results are seen, and the correction covers it alone." in text
    assert "There is no verdict on the three other pairs; their p-values, where shown, are uncorrected." in text
    assert "any false rejection under any dependence of its tests." in text
    assert "of the tests" not in text


def test_one_other_pair_is_not_spoken_of_as_many():
    text = plain(correction(control("ABC")), control("ABC"))
    assert "There is no verdict on the other pair; its p-value, where shown, is uncorrected." in text


@pytest.mark.parametrize(
    "comparison",
    [made(), control("AB"), drawn("ABCD", "ABCD"), drawn((), ())],
    ids=["all", "control of two", "all drawn", "everybody"],
)
def test_a_family_of_all_pairs_leaves_nothing_to_tell(comparison):
    text = plain(correction(comparison), comparison)
    for word in ("no verdict", "family", "declared", "judged"):
        assert word not in text


@pytest.mark.parametrize(
    ("rows", "columns", "which"),
    [
        ("A", "BC", "These are the two pairs of A with B and C; this family must be declared"),
        ("ABC", "ABC", "These are the three pairs among A, B and C; this family"),
        ("AB", "CD", "These are the four pairs of A and B with C and D; this family"),
    ],
)
def test_drawn_pairs_are_named(rows, columns, which):
    comparison = drawn(rows, columns)
    assert which in plain(correction(comparison), comparison)


def test_one_drawn_pair_has_nothing_to_correct():
    comparison = drawn("A", "D")
    text = plain(Prose.joined(correction(comparison), n_different(comparison)), comparison)
    assert "with one pair there is nothing to correct. Only the pair of A and D is judged, a choice" in text
    assert "There is no verdict on the five other pairs" in text
    assert text.endswith("The pair of A and D shows a significant difference at α = 0.05.")
    assert "corrected for multiple testing" not in text


def test_many_drawn_pairs_are_counted():
    names = "ABCDEFGHIJKL"
    comparison = drawn("ABCDEF", "GHIJKL", names)
    assert "over 36 pairs that are drawn" in plain(correction(comparison), comparison)
    assert "This family must be declared" in plain(correction(comparison), comparison)


def test_without_correction_none_is_promised():
    comparison = control(correction="none")
    text = plain(correction(comparison), comparison)
    assert (
        "Only the three comparisons with A are judged, a choice that must be made before the results are seen." in text
    )
    assert "covers" not in text
    assert "bounds" not in text


@pytest.mark.parametrize("name", ["bonferroni", "holm", "hommel", "benjamini-hochberg", "rom"])
def test_only_corrections_that_always_hold_are_said_to(name):
    comparison = control(correction=name)
    text = plain(correction(comparison), comparison)
    assert ("under any dependence of its tests" in text) == (name in ("bonferroni", "holm"))
    assert ("(bounds the " in text) == (name not in ("bonferroni", "holm"))


def test_only_pairs_of_the_family_are_counted():
    comparison = control()
    pairs, inside = comparison.pair_statistics, in_family(comparison)
    assert inside.tolist() == [True, True, True, False, False, False]
    apart = int(np.sum(pairs.adjusted_pvalue[inside] <= 0.05))
    raw = int(np.sum(pairs.pvalue[inside] < 0.05))
    assert (apart, raw) == (3, 3)
    assert raw < int(comparison.raw_significant.sum())
    assert plain(n_different(comparison), comparison) == (
        "Of the three comparisons with A, three show a significant difference at α = 0.05 after correction; three "
        "would without it."
    )


def test_counts_of_one_and_none():
    few = control(n_tasks=6)
    assert plain(n_different(few), few) == (
        "None of the three comparisons with A shows a significant difference at α = 0.05 after correction; two "
        "would without it. With six tasks, no outcome could be significant at α = 0.05: the least attainable p-value, "
        "corrected, is 0.0938; at least seven tasks are needed."
    )
    noise = drawn("A", "BC", n_tasks=3)
    assert plain(n_different(noise), noise).startswith("None of the two pairs of A with B and C shows")
    assert "; none would without it. With three tasks, no outcome could be" in plain(n_different(noise), noise)
    one = drawn("BC", "D", alike="BD")
    counted = plain(n_different(one), one)
    assert counted.startswith("Of the two pairs of B and C with D, only one shows a significant difference at"), counted
    with writing("fr"):
        assert "une seule présente" in plain(n_different(one), one)
        assert plain(n_different(few), few).startswith("Aucune des trois comparaisons avec A ne présente")


def test_no_rival_is_undecided_that_is_not_judged():
    comparison = control()
    own = comparison.names.index("C")
    found = rivals(comparison, own, {"C": 1.0, "B": 2.0, "D": 3.0})
    assert [comparison.names[i] for i in found.unjudged] == ["B", "D"]
    assert not {*found.better, *found.worse, *found.undecided} & set(found.unjudged)
    assert found.verdicts[comparison.names.index("D")] == "not judged"
    paragraph = ours(comparison, "C")
    text = plain(paragraph, comparison)
    assert "There is no verdict against B and D: the family of tests leaves those pairs out." in text
    assert "none of them" not in text


def test_one_rival_and_all_rivals_that_are_not_judged():
    comparison = control("ABC")
    paragraph = ours(comparison, "B")
    assert "There is no verdict against C: the family of tests leaves that pair out." in plain(paragraph, comparison)
    outside = drawn("A", "BC")
    paragraph = ours(outside, "D")
    text = plain(paragraph, outside)
    assert "The family of tests contains no pair with D, so there is no verdict on it." in text
    assert "D is significantly" not in text


def test_tables_numbers_and_records_have_no_verdict_on_other_pairs():
    comparison = control()
    table = verdicts(comparison, VerdictsOptions(control="B"))
    lines = [line for part in table.parts for line in part.lines]
    assert [line.entries[-1].text == "not judged" for line in lines] == [False, True, True]
    assert "over three comparisons with A" in table.caption
    assert "Not judged: outside the family of tests." in table.caption
    assert "Not judged" not in verdicts(made(), VerdictsOptions(control="B")).caption
    assert "Not judged" not in verdicts(comparison, VerdictsOptions(control="A")).caption
    known = dict(numbers(comparison).items())
    assert known["verdict of C against D"] == known["verdict of D against C"] == "not judged"
    assert known["verdict of A against D"] == "better"
    found = {(pair["row"], pair["column"]): pair["verdict"] for pair in as_dict(comparison)["pairs"]}
    assert [found[pair] == "not judged" for pair in (("A", "B"), ("B", "C"), ("C", "D"))] == [
        False,
        True,
        True,
    ]


def test_the_diagram_has_bars_only_where_all_its_pairs_are_judged():
    comparison = drawn("ABC", "ABC")
    assert cdd(comparison, CddOptions(include=("A", "B", "C"))).shows == "bars"
    whole = cdd(comparison)
    assert whole.shows == "nothing"
    assert "There are no bars, because the family of tests does not contain all of these pairs." in whole.caption
    assert "only comparisons with the control are tested" in cdd(control()).caption


@pytest.mark.parametrize("comparison", [control(), control("ABC"), drawn("A", "BC"), drawn("A", "D")])
def test_the_methods_paragraph_tells_the_family_in_two_languages(comparison):
    english = plain(methods_paragraph(comparison).text, comparison)
    with writing("fr"):
        french = plain(methods_paragraph(comparison).text, comparison)
    assert "There is no verdict on the " in english
    assert "Il n’y a pas de verdict sur " in french
    assert re.findall(r"\b[ABCD]\b", french.split("tests multiples")[-1]) == re.findall(
        r"\b[ABCD]\b",
        re.sub(r"\bA (p-value|corrected|non-significant)", "", english).split("multiple testing")[-1],
    )
