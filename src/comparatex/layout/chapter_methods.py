"""Running text on what was compared and how: the scores, the tests, their corrections and their limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from comparatex.inference.analysis import RANK_TESTS
from comparatex.inference.comparison import Comparison
from comparatex.inference.conventions.profiles import find
from comparatex.inference.corrections.table import CORRECTIONS
from comparatex.layout import convention_words, words
from comparatex.layout.chapter_text import Inline, Sentence, cite, number, sentence


def scores(comparison: Comparison, who: str = "This chapter compares") -> Iterator[Sentence]:
    """Yield what was compared, on what, and what became of missing scores."""
    table, n_pairs = comparison.scores, len(comparison.pair_statistics.row)
    in_pairs = f", which makes {words.count(n_pairs, 'pair')}" if n_pairs > 1 else ""
    yield sentence(f"{who} {words.size(comparison)}{in_pairs}.")
    measure = (
        f"The scores are {table.measure}: {table.direction}" if table.measure else f"{table.direction} scores"
    )
    yield sentence(f"{words.capital(measure)} {'is' if table.measure else 'are'} better.")
    if table.repeats is not None:
        repeats = words.count(table.repeats.shape[2], "repeat")
        yield sentence(
            f"Each score is the mean of up to {repeats} of the same experiment; the tests see the means only."
        )
    yield from _missing(comparison)


def how_tested(comparison: Comparison) -> Iterator[Sentence]:
    """Yield which test judges a pair, what it assumes, and where its p-values come from."""
    analysis = comparison.analysis
    if comparison.verdict is not None:
        yield from _convention(comparison)
        return
    if analysis.test == "nemenyi":
        yield from _nemenyi(comparison)
    elif analysis.test == "sign":
        yield from _sign(comparison)
    elif analysis.test == "t":
        yield from _t(comparison)
    elif analysis.test in RANK_TESTS:
        yield from _mean_ranks(comparison)
    else:
        yield from _wilcoxon(comparison)
    if analysis.sides == "better":
        yield sentence(
            "Each test is one-sided, towards the comparate with the better mean score. "
            "That direction comes from the scores themselves: the test of two comparates that perform alike "
            "may reject up to twice as often as its level says."
        )
    elif analysis.sides != "two":
        better, other = ("first", "second") if analysis.sides == "row" else ("second", "first")
        yield sentence(
            f"Each test is one-sided: its alternative is that, of a pair, the {better} comparate (the "
            f"{analysis.sides} of a table or matrix) is better than the {other}, so p-values depend on the "
            "order in which a pair is named."
        )


def correction(comparison: Comparison) -> Iterator[Sentence]:
    """Yield how many tests there are and what is done about it."""
    analysis = comparison.analysis
    if analysis.test == "nemenyi" or comparison.verdict is not None:
        return
    n_tests = int(np.sum(~np.isnan(comparison.pair_statistics.pvalue)))
    if analysis.correction == "none":
        yield from _uncorrected(comparison, n_tests)
        return
    procedure = CORRECTIONS[analysis.correction]
    always = procedure.bounds == "family-wise error" and not words.correction(analysis, n_tests).endswith(")")
    reference = (cite("holm1979"),) if analysis.correction == "holm" else ()
    error = " The correction bounds the probability of any false rejection, however the tests depend on each other."
    yield sentence(
        f"The p-values are corrected for multiple testing: {words.correction(analysis, n_tests)}",
        *reference,
        f". A corrected p-value of at most α = {words.level(analysis.alpha)} is called significant.",
        error if always else "",
    )


def limits(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what none of the tests can say."""
    yield sentence(
        "Two comparates that are not significantly different have not been shown to perform alike: "
        f"{words.count(comparison.scores.n_tasks, 'task')} may be too few to tell them apart."
    )
    yield sentence(
        "All tests take the tasks for independent draws from those that one cares about; "
        "tasks that derive from each other make p-values too small."
    )


def _missing(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what became of missing scores."""
    table = comparison.scores
    if table.dropped_tasks:
        left_out = words.count(len(table.dropped_tasks), "task")
        verb = "was" if len(table.dropped_tasks) == 1 else "were"
        yield sentence(f"{words.capital(left_out)} on which a comparate has no score {verb} left out.")
    if table.dropped_comparates:
        names = words.joined(table.dropped_comparates)
        verb = "was" if len(table.dropped_comparates) == 1 else "were"
        yield sentence(f"{names} {verb} left out, for want of a score on some task.")
    if not table.complete.all():
        yield sentence(_on_common_tasks(comparison))


def _on_common_tasks(comparison: Comparison) -> str:
    """Return which tasks count where scores are missing."""
    counts, n_complete = comparison.pair_statistics.n_tasks, len(comparison.ranks)
    n_tasks = comparison.scores.n_tasks
    span = str(counts.min()) if counts.min() == counts.max() else f"between {counts.min()} and {counts.max()}"
    ranks = (
        f"ranks are taken on the {n_complete} of {n_tasks} tasks on which every comparate has a score"
        if n_complete >= 2
        else "too few tasks have all scores for ranks to be taken"
    )
    return (
        f"Some scores are missing: each pair is compared on the tasks that both comparates have, {span} of "
        f"{n_tasks}; means are over the tasks that a comparate has; {ranks}."
    )


def _wilcoxon(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the Wilcoxon test does here."""
    analysis = comparison.analysis
    sided = "two-sided " if analysis.sides == "two" else ""
    yield sentence(
        f"For each pair, the {sided}Wilcoxon signed-rank test",
        cite("wilcoxon1945"),
        " ranks the differences of the two comparates over the tasks by their size, and compares the rank sum "
        "of the tasks that one wins with that of the tasks that the other wins; its null hypothesis is that "
        "the differences are symmetric about zero.",
    )
    pratt = (cite("pratt1959"),)
    zeros: dict[str, tuple[str | Inline, ...]] = {
        "pratt": ("Differences of zero are ranked with the others and then dropped", *pratt, "."),
        "wilcox": ("Differences of zero are dropped before ranking.",),
        "zsplit": ("The ranks of differences of zero go half to each side.",),
        "zsplit-drop-odd": (
            "The ranks of differences of zero go half to each side, one of an odd number dropped.",
        ),
    }
    yield sentence(*zeros[analysis.zero_method])
    methods = {
        "auto": "The p-values are exact, given the ties, for up to 50 differences other than zero; above that "
        "they are from the normal approximation with correction for ties.",
        "exact": "The p-values are exact, given the ties.",
        "asymptotic": "The p-values are from the normal approximation with correction for ties.",
    }
    yield sentence(methods[analysis.pvalue_method])


def _sign(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the sign test does here."""
    analysis = comparison.analysis
    sided = "two-sided " if analysis.sides == "two" else ""
    ties, hypothesis = {
        "drop": ("drops the tasks on which they tie", "each is as likely to win as the other"),
        "split": (
            "gives half of the tasks on which they tie to each, one of an odd number dropped",
            "each is as likely to win as the other",
        ),
        "count": (
            "counts the tasks on which they tie as tasks that neither wins",
            "neither wins more than every second task, which makes the test cautious where there are many ties",
        ),
    }[analysis.sign_ties]
    yield sentence(
        f"For each pair, the {sided}sign test counts the tasks that either comparate wins, whatever the size "
        f"of the differences, and {ties}; its null hypothesis is that {hypothesis}.",
    )


def _convention(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what another tool's convention does, with its known defects."""
    convention = find(comparison.analysis.convention)
    yield sentence(
        f"Pairs are judged by the convention {convention.name} of {convention.tool}. "
        f"{convention_words.in_words(replace(convention, alpha=comparison.analysis.alpha))}"
    )
    if convention.note:
        yield sentence(convention.note)


def _t(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the paired t test does here."""
    sided = "two-sided " if comparison.analysis.sides == "two" else ""
    yield sentence(
        f"For each pair, the {sided}paired t test compares the mean of the differences of the two comparates "
        "over the tasks with its standard error; it takes the differences to be normal and in a unit that is "
        "the same on all tasks, so that one outlier can decide",
        cite("demsar2006"),
        ".",
    )


def _mean_ranks(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the normal test of mean ranks, or Conover's, does here."""
    test = comparison.analysis.test
    ranks, given = {
        "aligned-z": (
            "mean aligned ranks (ranks, over the whole table, of scores less the mean of their task)",
            True,
        ),
        "quade-z": ("mean ranks, weighted after Quade by the range of the scores on a task,", True),
    }.get(test, ("mean ranks", False))
    when = "has when all comparates perform alike" + (", given the ranks" if given else "")
    error = (
        "a standard error that is estimated from the ranks, by Student's t distribution (Conover's test)"
        if test == "conover"
        else f"the standard error that it {when}, by the normal distribution"
    )
    yield sentence(
        f"For each pair, the difference of the {ranks} is set against {error}; what it says of a pair depends "
        "on which other comparates are in the study",
        cite("benavoli2016"),
        ".",
    )


def _nemenyi(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the Nemenyi test does here."""
    level = words.level(comparison.analysis.alpha)
    yield sentence(
        "Pairs are judged by the Nemenyi test", cite("nemenyi1963", "demsar2006"), ": two comparates differ "
        "significantly where their mean ranks are further apart than the critical difference, ",
        number("critical difference"), f" at α = {level}.",
    )  # fmt: skip
    yield sentence(
        "It allows for all pairs at once, so no further correction is made; "
        "but what it says of a pair depends on which other comparates are in the study",
        cite("benavoli2016"),
        ".",
    )


def _uncorrected(comparison: Comparison, n_tests: int) -> Iterator[Sentence]:
    """Yield what it means that nothing is corrected."""
    alpha = comparison.analysis.alpha
    chance = (
        f"up to about {round(alpha * n_tests)} of the {words.count(n_tests, 'test')} would be expected to reject"
        if alpha * n_tests >= 2
        else "each test would reject with a probability of up to α"
    )
    yield sentence(
        f"A p-value of at most α = {words.level(alpha)} is called significant, without correction for multiple "
        f"testing: if no comparates differed, {chance}."
    )
