"""Running text on what the results cannot say: of p-values, of mean ranks, of corrections, of the tasks."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.analysis import OURS, RANK_TESTS
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout import words
from comparatex.layout.chapter.families import family
from comparatex.layout.chapter.text import Sentence, cite, told


def pvalues(comparison: Comparison) -> Iterator[Sentence]:
    """Yield how p-values are to be read."""
    tasks = words.count(comparison.scores.n_tasks, "task")
    yield told(
        "A p-value is best read as a descriptive statistic{source}: it says how strongly the scores on these "
        "tasks speak for a difference between two comparates.",
        source=cite("ismailfawaz2023"),
    )
    yield told(
        "It is neither the probability that two comparates perform alike nor the probability that the same one "
        "would be better on a new task{source}.",
        source=cite("benavoli2017"),
    )
    yield told(
        "A large p-value is no evidence of equality: two comparates that are not significantly different have "
        "not been shown to perform alike, for {tasks} may be too few to tell them apart.",
        tasks=tasks,
    )
    yield told(
        "Nor does a small p-value make a difference large: with enough tasks any true difference becomes "
        "significant, so its size and the counts of wins and losses belong to every verdict."
    )
    if comparison.analysis.bayes:
        yield told(
            "The Bayesian test answers the question of equality that p-values leave open, but for one width of "
            "the region of practical equivalence, which has to be chosen before the results are seen."
        )


def mean_ranks(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what mean ranks depend on."""
    if len(comparison.names) < 3:
        return
    yield told(
        "A mean rank is relative to all comparates of the study: where others are added or left out, "
        "variants of one comparate in particular, two comparates can change their order by mean rank although "
        "no score of theirs has changed{source}.",
        source=cite("benavoli2016", "ismailfawaz2023"),
    )
    if comparison.scores.missing != "drop-tasks":
        yield told("Their order by mean score depends on no other comparate.")
    else:
        yield told(
            "Their order by mean score depends on no other comparate, as long as these leave the same tasks."
        )
    yield told(
        "Ranks also ignore how large a difference is: winning barely counts as much as winning by far."
    )


def corrections(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the correction for multiple testing does to the verdict on a pair."""
    analysis = comparison.analysis
    n_tests = comparison.n_family
    if n_tests < 2 or analysis.convention != OURS or comparison.verdict is not None:
        return
    if analysis.test in RANK_TESTS:
        yield told(
            "The verdict on a pair comes from mean ranks and so depends on all comparates: the same scores of "
            "two comparates can be significantly different in one study and not in another."
        )
    elif analysis.correction == "none":
        yield told(
            "As nothing is corrected, the verdict on a pair depends on no other pair; but of many such verdicts "
            "some may be due to chance."
        )
    if analysis.test != "nemenyi" and analysis.correction != "none":
        yield from _corrected(comparison, n_tests)
    yield told(
        "Comparates that were tried and discarded on the way count as comparisons, too, and no correction knows "
        "of them."
    )


def _corrected(comparison: Comparison, n_tests: int) -> Iterator[Sentence]:
    """Yield what the correction depends on."""
    correction, some = comparison.analysis.correction, family(comparison)
    if correction == "holm":
        yield told(
            "Holm's procedure sets the smallest of the {n} p-values against α/{n}, the next against α/{less}, and "
            "so on, up to the first that exceeds its level{source}.",
            n=str(n_tests),
            less=str(n_tests - 1),
            source=cite("holm1979"),
        )
    if some:
        yield from _some_pairs(correction)
    elif correction in ("bonferroni", "sidak"):
        yield told(
            "The level of each test follows from the number of pairs: the same two comparates can differ "
            "significantly among few others and not among many."
        )
    else:
        yield told(
            "The corrected verdict on a pair moves with the number of pairs and with the p-values of the others: the "
            "same two comparates can differ significantly in one company and not in another{source}.",
            source=cite("ismailfawaz2023"),
        )
    if correction == "holm" and comparison.analysis.family == "all" and len(comparison.names) > 2:
        yield told(
            "One level of α/(k − 1) for every pair of k comparates is not Holm's procedure: it allows for the "
            "k − 1 comparisons with one control, and not for all pairs."
        )
    if CORRECTIONS[correction].bounds == "family-wise error":
        yield told(
            "A correction lowers the risk of a false discovery at the price of missing true differences; neither "
            "error is the worse one as such."
        )


def _some_pairs(correction: str) -> Iterator[Sentence]:
    """Yield what the correction depends on, where its family leaves pairs out."""
    if correction in ("bonferroni", "sidak"):
        yield told(
            "The level of each test follows from the number of pairs in the family: the same two comparates can "
            "differ significantly in a small family and not in a large one."
        )
    else:
        yield told(
            "The corrected verdict on a pair moves with the number of pairs in the family and with the p-values of "
            "the others in it: the same two comparates can differ significantly in one company and not in "
            "another{source}.",
            source=cite("ismailfawaz2023"),
        )
    yield told(
        "Were the family chosen after the results were seen, the correction would have to count every pair that might "
        "have been chosen."
    )


def tasks(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what all tests take for granted."""
    yield told(
        "All tests take the tasks for independent draws from those that one cares about: tasks that derive from "
        "each other make p-values too small, and a benchmark that was chosen by hand speaks for itself only."
    )
