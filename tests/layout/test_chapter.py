"""The chapter's text follows the analysis and says nothing that is not so; every piece is shown once."""

import re
from dataclasses import dataclass, field

import numpy as np
import pytest

import comparatex as cx
from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.chapter import POSTERIORS, chapter
from comparatex.layout.item import Item
from comparatex.layout.number_macros import numbers
from comparatex.layout.options import Showing
from comparatex.render import TEMPLATES
from comparatex.text import Inline, writing

WORKS = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.glob("references*.bib"))
KEYS = set(re.findall(r"^@\w+\{(\w+),", WORKS, re.MULTILINE))


@dataclass(frozen=True)
class View:
    title: str = "Title"
    caption: str = "Caption."
    long: bool = False
    panels: tuple = (1,)
    rows: tuple = ()
    shows: str = "bars"
    form: str = "classic"
    n_cliques: int = 2
    depends: str = ""
    extra: dict = field(default_factory=dict)


def piece(kind, name="", **view):
    folder = "figures" if kind in ("mcm", "cdd") else "tables"
    return Item(kind, name or kind, f"{folder}/{name or kind}", View(**view))


PIECES = tuple(piece(kind, long=kind == "scores") for kind in ("mcm", "cdd", "scores", "ranks", "pairwise", "friedman"))


def made(values=None, analysis=Analysis(), names="ABCD", **table):
    if values is None:
        values = np.random.default_rng(3).integers(0, 90, (12, 4)) / 100 + np.array([0.3, 0.2, 0.1, 0])
    decimals = np.full(values.shape, 2, np.int8)
    tasks = tuple(f"t{i}" for i in range(len(values)))
    return compare(Scores(values, decimals, tasks, tuple(names), **table), analysis)


def plain(comparison, pieces=PIECES):
    """Return the running text with numbers put in and references by label."""
    known = numbers(comparison).lookup()
    view = chapter(comparison, pieces)
    sections = (*view.sections, *filter(None, [view.appendix]))
    paragraphs = [view.summary, *(made for section in sections for made in section.paragraphs)]
    return "\n".join("".join(_part(part, known) for part in text.parts) for text in paragraphs)


def _part(part, known):
    if isinstance(part, str):
        return part.replace("\N{NO-BREAK SPACE}", " ")
    if part.kind == "cite":
        assert set(part.text.split(",")) <= KEYS
        return f" [{part.text}]"
    if part.kind == "ref":
        return f"{part.detail} {part.text}".strip()
    return known[part.text]() if part.kind == "number" else part.text


def test_the_default_analysis():
    text = plain(made())
    for said in (
        "We ask which of four methods is best on twelve tasks (higher is better).",
        "by two-sided Wilcoxon signed-rank tests [wilcoxon1945]",
        "zero differences ranked and then dropped [pratt1959]",
        "Holm's step-down correction over six pairs [holm1979]",
        "which bounds the probability of any false rejection under any dependence of the tests",
        "Figure fig-mcm is a multi-comparison matrix [ismailfawaz2023]",
        "the numbers in a cell, uncorrected, come from its two methods alone.",
        "by the Friedman test [friedman1937]",
        "Figure fig-cdd, a critical difference diagram [demsar2006], orders the methods by mean rank and joins",
        "A non-significant difference is no evidence of equivalence [benavoli2017].",
        "Mean ranks and corrected verdicts depend on which methods are compared [benavoli2016].",
    ):
        assert said in text


def test_results_are_those_of_the_comparison():
    values = np.column_stack([np.linspace(0.8, 0.9, 12), np.linspace(0.7, 0.8, 12), np.linspace(0.1, 0.2, 12)])
    text = plain(made(values, names="ABC"))
    assert "A has the highest mean score of the three methods over the twelve tasks, 0.850, followed by B" in text
    assert (
        "A is significantly better than both rivals (Wilcoxon signed-rank tests with Holm's correction over three "
        "pairs; largest p = 0.001): its mean is 0.100 to 0.700 higher, and it wins on all 12 tasks. Against B, the "
        "nearest of them, the Hodges–Lehmann difference is 0.100 (95% interval [0.100, 0.100]). No rival beats A on "
        "any task."
    ) in text
    assert "All three pairs differ significantly at α = 0.05, with or without correction." in text
    assert "The best mean rank is that of A (1.00), the worst that of C (3.00)." in text
    assert "A Friedman test finds differences among the three methods (χ²(2) = 24.00, exact p < 0.001" in text
    assert text.count("A alone has no significantly better rival.") == 1
    assert "disagree" not in text


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "nemenyi"])
def test_only_the_test_that_was_made_is_explained(test):
    text = plain(made(analysis=Analysis(test=test)))
    assert ("[wilcoxon1945]" in text) == (test == "wilcoxon")
    assert ("sign test" in text) == (test == "sign")
    assert ("Nemenyi test" in text) == (test == "nemenyi")


def test_nemenyi_is_not_said_to_be_independent_of_others():
    text = plain(made(analysis=Analysis(test="nemenyi")), (piece("mcm", depends="pvalues"), *PIECES[1:]))
    assert "depends on which other methods are in the study [benavoli2016]" in text
    assert "come from its two methods alone, its p-value from all." in text
    assert "uncorrected, come" not in text
    assert "corrected verdicts" not in text
    assert "without it" not in text


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"zero_method": "wilcox"}, "zero differences dropped before ranking;"),
        ({"zero_method": "zsplit"}, "the ranks of zero differences split evenly;"),
        ({"pvalue_method": "exact"}, "p-values are exact."),
        ({"pvalue_method": "asymptotic"}, "p-values are from the normal approximation"),
        ({"sides": "better"}, "may reject up to twice as often as its level says"),
        (
            {"sides": "ours", "control": "A"},
            "No such test can show that A is worse. Pairs of rivals are",
        ),
        ({"correction": "bonferroni"}, "Bonferroni's correction over six pairs, which bounds"),
        ({"correction": "none"}, "each test would reject with a probability of up to α."),
        ({"alpha": 0.1}, "Significant means p ≤ 0.1 after"),
    ],
)
def test_settings_are_stated(settings, said):
    assert said in plain(made(analysis=Analysis(**settings)))


def test_without_correction_none_is_claimed():
    text = plain(made(analysis=Analysis(correction="none")))
    assert "corrected for" not in text.replace("corrected for ties", "")
    assert "after correction" not in text
    assert "corrected verdicts" not in text


@pytest.mark.parametrize("correction", ["benjamini-hochberg", "hochberg", "shaffer", "rom"])
def test_a_correction_with_conditions_is_not_said_to_hold_always(correction):
    text = plain(made(analysis=Analysis(correction=correction)))
    assert "however the tests depend" not in text
    assert "(bounds the " in text
    assert "over six pairs [holm1979]" not in text


def test_expected_false_rejections_of_many_uncorrected_tests():
    values = np.random.default_rng(0).random((5, 14)).round(2)
    text = plain(made(values, Analysis(correction="none"), names="ABCDEFGHIJKLMN"))
    assert "up to about 5 of the 91 tests would be expected to reject" in text


def test_the_text_says_when_friedman_does_not_reject():
    values = np.random.default_rng(4).integers(0, 50, (9, 3)) / 100
    comparison = made(values, names="ABC")
    assert comparison.iman_davenport.pvalue > 0.05
    text = plain(comparison)
    assert "A Friedman test finds no difference among the three methods (" in text
    assert "test rejects" not in text


def test_missing_scores_and_undefined_ranks():
    values = np.array([[0.5, np.nan, 0.1], [np.nan, 0.6, 0.2], [0.4, 0.3, 0.3], [0.4, 0.1, np.nan]])
    text = plain(made(values, names="ABC", missing="pairwise"), [p for p in PIECES if p.kind != "cdd"])
    assert "on the tasks on which both methods have a score, 2 of 4;" in text
    assert "Too few tasks have all scores, so that there are no ranks." in text
    assert "Mean ranks and the Friedman test [friedman1937] are undefined here" in text
    assert "best mean rank" not in text
    assert "rejects" not in text


def test_missing_scores_with_some_complete_tasks():
    values = np.random.default_rng(5).random((9, 3)).round(2)
    values[0, 0] = values[1, 1] = values[2, 1] = np.nan
    text = plain(made(values, names="ABC", missing="pairwise"))
    assert "a score, 6 to 8 of 9;" in text
    assert "Ranks are taken on the 6 of 9 tasks on which every method has a score" in text
    assert (
        "Because scores are missing, means are over different tasks: the order of means says less than comparisons "
        "of pairs; ranks are from 6 tasks alone."
    ) in text
    assert "means are over different tasks" not in plain(made())


def test_what_was_dropped_is_stated():
    """Where numbers of tasks are first given: in the abstract, and in the first section."""
    text = plain(made(dropped_tasks=("u", "v"), dropped_comparates=("Z",)))
    tasks = "We left out two tasks on which a method has no score."
    assert text.count(tasks) == text.count("We left out Z, which lacks a score on some task.") == 2
    assert text.rindex(tasks) < text.index("Pairs are compared by")


def test_dropped_tasks_tie_pairs_to_the_set_of_comparates():
    text = plain(made(missing="drop-tasks"), (piece("mcm", depends="tasks"),))
    assert "come from its two methods alone, as long as the tasks stay." in text


def test_measure_direction_and_repeats():
    text = plain(made(higher_is_better=False, measure="error", repeats=np.zeros((12, 4, 5))))
    assert "Each score is the mean of five repeats" in text
    assert "on twelve tasks by error (lower is better)." in text
    assert "D has the lowest mean score" in text
    assert (
        "The five repeats of a task are no additional tasks: the evidence comes from twelve tasks, not from 60 runs."
        in text
    )


def test_disagreement_of_means_and_ranks_is_explained():
    values = np.tile([[0.5, 0.6]], (12, 1))
    values[0] = [9.0, 0.0]
    text = plain(made(values, names="AB"))
    assert "A has the higher mean score" in text
    assert "The best mean rank is that of B (" in text
    assert "disagree on who is best: B has the better mean rank, A the higher mean score" in text
    assert (
        "A, the better by mean score, wins 1 and loses 11 of the 12 tasks against B, the better by mean rank; one "
        "task, t0 (9.000), outweighs all others."
    ) in text


def test_equal_bests():
    values = np.column_stack([np.linspace(0.1, 0.9, 9)] * 2 + [np.zeros(9)])
    text = plain(made(values, names="ABC"))
    assert (
        "A and B share the highest mean score of the three methods over the nine tasks, 0.500, followed by C (0.000)"
    ) in text
    assert "A and B have the same score on every task." in text


def test_two_comparates_read_well():
    text = plain(made(np.random.default_rng(1).random((9, 2)).round(2), names="AB"))
    assert "We ask which of B and A is better on nine tasks (higher is better)." in text
    assert "The two methods do not differ significantly at α = 0.05 (Wilcoxon signed-rank test)." in text
    assert "the question stays open" not in text
    assert "with one pair there is nothing to correct" in text
    assert "between the two methods (" in text
    for said in ("Holm's", "number of pairs and", "corrected for the number", "between pairs"):
        assert said not in text


@pytest.mark.parametrize("kind", ["friedman", "cdd", "ranks"])
def test_mean_ranks_of_two_are_spoken_of_where_any_piece_shows_them(kind):
    two = made(np.random.default_rng(1).random((9, 2)).round(2), names="AB")
    shown = [part.label for part in chapter(two, [piece(kind)]).sections]
    assert "sec-ranks" in shown
    assert "sec-ranks" not in [part.label for part in chapter(two, [piece("scores")]).sections]


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ({}, "orders the methods by mean rank and joins those that do not differ"),
        ({"shows": "letters"}, "orders the methods by mean rank."),
        ({"shows": "nothing", "n_cliques": -1}, "orders the methods by mean rank."),
        ({"n_cliques": 0}, "orders the methods by mean rank."),
    ],
)
def test_what_marks_mean_is_left_to_the_caption(shown, said):
    text = plain(made(), (piece("cdd", **shown),))
    assert said in text
    assert "share a letter" not in text


def test_matrices_of_many_comparates():
    shown = (
        piece("mcm"),
        piece("mcm", "mcm-focus-1"),
        piece("mcm", "mcm-focus-2"),
        piece("mcm", "mcm-focus-3"),
    )
    text = plain(made(), shown)
    assert "It shows the best; " in text
    assert "Figures fig-mcm-focus-1 to fig-mcm-focus-3 set all others against a few." in text


def test_a_matrix_of_adjusted_pvalues_depends_on_others():
    text = plain(made(), (piece("mcm", depends="pvalues"),))
    assert "its p-value from all." in text


def test_every_piece_is_shown_once_and_referred_to():
    pieces = (*PIECES, piece("posterior", title="Posterior"))
    view = chapter(made(analysis=Analysis(rope=0.01)), pieces)
    sections = (*view.sections, view.appendix)
    shown = [item for section in sections for item in section.pieces]
    assert sorted(shown, key=pieces.index) == list(pieces)
    referred = {
        part.text
        for section in sections
        for paragraph in section.paragraphs
        for part in paragraph.parts
        if isinstance(part, Inline) and part.kind == "ref"
    }
    assert referred == {item.label for item in pieces}


def test_only_what_is_there_is_referred_to():
    assert "Figure" not in plain(made(), ())
    assert "Table" not in plain(made(), ())


def test_a_long_caption_leaves_less_room():
    assert piece("mcm", caption="x" * 700).height < piece("mcm").height


def test_posteriors_have_a_section_where_there_are_any():
    comparison = made(analysis=Analysis(bayes=True, rope=0.01, samples=10))
    shown = (piece("posterior"), piece("mcm", POSTERIORS))
    text = plain(comparison, shown)
    assert "(mean scores at most 0.01 apart)" in text
    assert [s.label for s in chapter(comparison, shown).sections] == [
        "sec-pairs", "sec-posteriors", "sec-ranks", "sec-tests", "sec-limits",
    ]  # fmt: skip
    assert "sec-posteriors" not in [s.label for s in chapter(comparison, ()).sections]


def test_the_chapter_in_french_has_the_same_numbers():
    def keys(view):
        sections = (*view.sections, view.appendix)
        texts = [view.summary, *(text for section in sections for text in section.paragraphs)]
        return sorted(part.text for text in texts for part in text.parts if isinstance(part, Inline))

    english = chapter(made(), PIECES)
    with writing("fr"):
        french = chapter(made(), PIECES)
    assert keys(english) == keys(french)
    assert french.sections[-1].title == "Limites et conclusion"


def test_no_pair_that_differs_is_told_as_such():
    """Never as a count of zero; and what there would be without correction is said only where there is some."""
    nothing = made(np.tile([[0.5, 0.6, 0.55], [0.6, 0.5, 0.55]], (6, 1)), names="ABC")
    assert "None of the three pairs differs significantly at α = 0.05, with or without correction (Wil" in plain(
        nothing
    )
    assert not nothing.raw_significant.any()
    few = made(np.array([0.9, 0.6, 0.5, 0.4]) - np.linspace(0, 0.2, 6)[:, None])
    assert few.raw_significant.any()
    assert not few.significant.any()
    raw = int(few.raw_significant.sum())
    counted = ["no", "one", "two", "three", "four", "five", "six"][raw]
    assert f"None of the six pairs differs significantly at α = 0.05 after correction; {counted} do" in plain(few)
    plainly = made(np.tile([[0.5, 0.6, 0.55], [0.6, 0.5, 0.55]], (6, 1)), Analysis(correction="none"), names="ABC")
    assert (
        "None of the three pairs differs significantly at α = 0.05 (Wilcoxon signed-rank tests without correction)."
        in plain(plainly)
    )


def test_pvalues_are_all_exact_where_no_pair_has_more_than_fifty_tasks():
    assert "p-values are exact. " in plain(made())
    many = made(np.random.default_rng(2).random((51, 3)).round(2), names="ABC")
    assert "exact for up to 50 non-zero differences" in plain(many)


def test_repeats_that_are_missing_are_up_to():
    repeats = np.zeros((12, 4, 5))
    repeats[3, 2, 4] = np.nan
    assert "is the mean of up to five repeats" in plain(made(repeats=repeats))
    repeats[3, 2] = np.nan  # no score at all is no score of fewer repeats
    assert "is the mean of five repeats" in plain(made(repeats=repeats))


def test_posteriors_are_counted():
    comparison = made(analysis=Analysis(bayes=True, rope=0.01, samples=200))
    found = comparison.posterior
    sided = sum(max(left, right) >= 0.95 for left, right in zip(found.p_left, found.p_right, strict=True))
    equal = sum(rope >= 0.95 for rope in found.p_rope)
    text = plain(comparison, (piece("mcm", POSTERIORS),))
    assert f"at 0.95 or more in {sided} of the 6 pairs, and that of practical equality in {equal or 'none'}." in text
    two = made(
        np.random.default_rng(1).random((9, 2)).round(2),
        Analysis(bayes=True, rope=0.01, samples=50),
        names="AB",
    )
    assert "0.95" not in plain(two, (piece("posterior"),))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["boxes"], "See also Table tab-boxes (boxes)."),
        (["boxes", "profile"], "See also Table tab-boxes (boxes) and Table tab-profile (profile)."),
        (
            ["boxes", "profile", "cdd-2"],
            "See also Table tab-boxes (boxes), Table tab-profile (profile) and Table tab-cdd-2 (cdd-2).",
        ),
    ],
)
def test_what_the_text_does_not_speak_of_is_in_one_sentence(names, said):
    pieces = [piece(name, title=name) for name in names]
    text = plain(made(), pieces)
    assert said in text
    assert text.count("See also") == 1
    assert "See also" not in plain(made())


@pytest.mark.parametrize("name", ["critdd", "aeon-cdd", "hfawaz"])
def test_groups_of_another_tool_are_not_said_to_be_of_pairs_that_do_not_differ(name):
    comparison = compare(made().scores, cx.analysis_of(name))
    text = plain(comparison)
    assert f"A bar joins a group of the convention {name}, whose" in text
    assert "A bar joins methods" not in text
    assert "A column joins a group of" in plain(comparison, (piece("cdd", shows="groups"),))


def test_the_summary_begins_with_what_overturns_the_order_of_means():
    """B loses on 28 of 30 tasks to C, and leads by the other two."""
    c = 0.3 + np.arange(30) / 100
    b = c + np.where(np.arange(30) < 28, -0.01 - np.arange(30) / 1e4, 0.5)
    comparison = compare((np.stack([b, c, c - 0.05], axis=1).round(4), ("B", "C", "A")))
    for language, first in (
        ("en", "Means and mean ranks disagree on who is best: C has the best mean rank, B the highest mean score"),
        ("de", "Mittelwerte und mittlere"),
    ):
        with writing(language):
            said = "".join(map(str, chapter(comparison, ()).summary.parts))
        assert said.startswith(first)
        if language == "en":
            assert "B the highest mean score of the three methods over the 30 tasks, " in said
            assert said.count("highest mean score") == 1
    alike = compare((np.stack([c + 0.1, c, c - 0.05], axis=1).round(4), ("B", "C", "A")))
    assert "disagree" not in "".join(map(str, chapter(alike, ()).summary.parts))


def test_what_is_as_wide_as_a_page_goes_over_both_columns():
    from comparatex.artefacts import view

    found = made()
    for kind in ("mcm", "summary"):
        for width, environment in (("page", "figure*"), ("column", "figure"), ("12cm", "figure*")):
            shown = Item(kind, kind, f"figures/{kind}", view(found, kind, width=width))
            assert shown.environment == environment
            assert shown.counter == "figure"
    assert Item("scatter", "scatter", "figures/scatter", View()).environment == "figure"
    assert (
        Item("mcm", "mcm", "figures/mcm", View(), options=Showing(float="sidewaysfigure")).environment
        == "sidewaysfigure"
    )
