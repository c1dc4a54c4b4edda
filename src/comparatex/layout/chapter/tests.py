"""Running text on the test of a pair: what it compares, its null hypothesis, where its p-values come from."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.chapter.text import Sentence, cite, number, told
from comparatex.layout.language import say


def wilcoxon(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the Wilcoxon test does here."""
    analysis = comparison.analysis
    source = cite("wilcoxon1945")
    if analysis.sides == "two":
        yield told(
            "For each pair, the two-sided Wilcoxon signed-rank test{source} ranks the differences of the two "
            "comparates over the tasks by their size, and compares the rank sum of the tasks that one wins with "
            "that of the tasks that the other wins; its null hypothesis is that the differences are symmetric "
            "about zero.",
            source=source,
        )
    else:
        yield told(
            "For each pair, the Wilcoxon signed-rank test{source} ranks the differences of the two "
            "comparates over the tasks by their size, and compares the rank sum of the tasks that one wins with "
            "that of the tasks that the other wins; its null hypothesis is that the differences are symmetric "
            "about zero.",
            source=source,
        )
    yield _zeros(comparison)
    yield _exactness(comparison)


def _zeros(comparison: Comparison) -> Sentence:
    """Return what becomes of differences of zero."""
    method = comparison.analysis.zero_method
    if method == "pratt":
        return told(
            "Differences of zero are ranked with the others and then dropped{source}.",
            source=cite("pratt1959"),
        )
    if method == "wilcox":
        return told("Differences of zero are dropped before ranking.")
    if method == "zsplit":
        return told("The ranks of differences of zero go half to each side.")
    return told("The ranks of differences of zero go half to each side, one of an odd number dropped.")


def _exactness(comparison: Comparison) -> Sentence:
    """Return where p-values come from."""
    method, most = comparison.analysis.pvalue_method, comparison.pair_statistics.n_tasks.max()
    if method == "auto" and most > 50:
        return told(
            "The p-values are exact, given the ties, for up to 50 differences other than zero; above that "
            "they are from the normal approximation with correction for ties."
        )
    if method in ("auto", "exact"):
        return told("The p-values are exact, given the ties.")
    return told("The p-values are from the normal approximation with correction for ties.")


def sign(comparison: Comparison) -> Sentence:
    """Return what the sign test does here."""
    ties = comparison.analysis.sign_ties
    parts = {"sided": sided(comparison)}
    if ties == "drop":
        return told(
            "For each pair, the sign test ({sided}) counts the tasks that either comparate wins, whatever the "
            "size of the differences, and drops the tasks on which they tie; its null hypothesis is that each is "
            "as likely to win as the other.",
            **parts,
        )
    if ties == "split":
        return told(
            "For each pair, the sign test ({sided}) counts the tasks that either comparate wins, whatever the "
            "size of the differences, and gives half of the tasks on which they tie to each, one of an odd number "
            "dropped; its null hypothesis is that each is as likely to win as the other.",
            **parts,
        )
    return told(
        "For each pair, the sign test ({sided}) counts the tasks that either comparate wins, whatever the size of "
        "the differences, and counts the tasks on which they tie as tasks that neither wins; its null hypothesis "
        "is that neither wins more than every second task, which makes the test cautious where there are many "
        "ties.",
        **parts,
    )


def sided(comparison: Comparison) -> str:
    """Return whether the test has one side or two."""
    return say("two-sided") if comparison.analysis.sides == "two" else say("one-sided")


def t(comparison: Comparison) -> Sentence:
    """Return what the paired t test does here."""
    return told(
        "For each pair, the paired t test ({sided}) compares the mean of the differences of the two comparates "
        "over the tasks with its standard error; it takes the differences to be normal and in a unit that is the "
        "same on all tasks, so that one outlier can decide{source}.",
        sided=sided(comparison),
        source=cite("demsar2006"),
    )


def mean_ranks(comparison: Comparison) -> Sentence:
    """Return what a test of mean ranks does here."""
    source = cite("benavoli2016")
    test = comparison.analysis.test
    if test == "conover":
        return told(
            "For each pair, the difference of the mean ranks is set against a standard error that is estimated "
            "from the ranks, by Student's t distribution (Conover's test); what it says of a pair depends on "
            "which other comparates are in the study{source}.",
            source=source,
        )
    if test == "aligned-z":
        return told(
            "For each pair, the difference of the mean aligned ranks (ranks, over the whole table, of scores less "
            "the mean of their task) is set against the standard error that it has when all comparates perform "
            "alike, given the ranks, by the normal distribution; what it says of a pair depends on which other "
            "comparates are in the study{source}.",
            source=source,
        )
    if test == "quade-z":
        return told(
            "For each pair, the difference of the mean ranks, weighted after Quade by the range of the scores on "
            "a task, is set against the standard error that it has when all comparates perform alike, given the "
            "ranks, by the normal distribution; what it says of a pair depends on which other comparates are in "
            "the study{source}.",
            source=source,
        )
    return told(
        "For each pair, the difference of the mean ranks is set against the standard error that it has when all "
        "comparates perform alike, by the normal distribution; what it says of a pair depends on which other "
        "comparates are in the study{source}.",
        source=source,
    )


def nemenyi(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the Nemenyi test does here."""
    yield told(
        "Pairs are judged by the Nemenyi test{source}: two comparates differ significantly where their mean ranks "
        "are further apart than the critical difference, {difference} at α = {level}.",
        source=cite("nemenyi1963", "demsar2006"),
        difference=number("critical difference"),
        level=words.level(comparison.analysis.alpha),
    )
    yield told(
        "It allows for all pairs at once, so no further correction is made; but what it says of a pair depends on "
        "which other comparates are in the study{source}.",
        source=cite("benavoli2016"),
    )


def one_sided(comparison: Comparison) -> Sentence:
    """Return which side a one-sided test is on."""
    sides = comparison.analysis.sides
    if sides == "better":
        return told(
            "Each test is one-sided, towards the comparate with the better mean score: that direction comes from "
            "the scores themselves, and the test of two comparates that perform alike may reject up to twice as "
            "often as its level says."
        )
    if sides == "row":
        return told(
            "Each test is one-sided: its alternative is that, of a pair, the first comparate (the row of a table "
            "or matrix) is better than the second, so p-values depend on the order in which a pair is named."
        )
    return told(
        "Each test is one-sided: its alternative is that, of a pair, the second comparate (the column of a table "
        "or matrix) is better than the first, so p-values depend on the order in which a pair is named."
    )
