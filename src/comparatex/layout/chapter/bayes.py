"""Running text on the Bayesian test of a pair: what it takes, and what its three probabilities are of."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.chapter.text import Sentence, cite, told
from comparatex.layout.language import say
from comparatex.layout.plots import posterior_words


def bayesian(comparison: Comparison) -> Iterator[Sentence]:
    """Yield which Bayesian test there is, and what it says of a pair."""
    which = comparison.analysis.bayes_test
    if which == "correlated-t":
        yield from _correlated(comparison)
    elif which == "hierarchical":
        yield from _hierarchical(comparison)
    else:
        own = ("benavoli2014",) if which == "signed-rank" else ()
        yield told(
            "The {test}{source} of a pair gives three probabilities: that the one comparate is better, that both are "
            "practically equal, their scores at most {rope} apart, and that the other is better.",
            test=say("Bayesian signed-rank test") if own else say("Bayesian sign test"),
            source=cite(*own, "benavoli2017"),
            rope=posterior_words.rope(comparison),
        )
    if comparison.rope == 0:
        yield told("As that width is 0, no difference counts as practically equal.")


def _correlated(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the correlated t test of each task says of all of them."""
    share = comparison.analysis.test_share or 0
    source = cite("corani2015", "benavoli2017")
    yield (
        told(
            "The Bayesian correlated t test{source} compares two comparates on each task by the repeats of their "
            "scores, any two of which are taken to have the correlation {share}, the share of the data that a repeat "
            "tests on.",
            source=source,
            share=words.level(share),
        )
        if share
        else told(
            "The Bayesian correlated t test{source} compares two comparates on each task by the repeats of their "
            "scores, which are taken to share no data and to be independent.",
            source=source,
        )
    )
    yield told(
        "Over the tasks, taken to be independent, the three probabilities of a pair are that the tasks on which the "
        "one comparate is better are the most numerous kind, that those are on which both are practically equal, "
        "their mean scores at most {rope} apart, and that those are on which the other is better.",
        rope=posterior_words.rope(comparison),
    )
    yield told("They are of these tasks, and say nothing of new ones.")


def _hierarchical(comparison: Comparison) -> Iterator[Sentence]:
    """Yield what the hierarchical model says of a new task."""
    share = comparison.analysis.test_share or 0
    source = cite("corani2017", "benavoli2017")
    yield (
        told(
            "The Bayesian hierarchical model{source} takes the repeats of all tasks together: any two repeats of a "
            "task have the correlation {share}, the share of the data that a repeat tests on, and the mean "
            "differences of the tasks scatter about a common centre.",
            source=source,
            share=words.level(share),
        )
        if share
        else told(
            "The Bayesian hierarchical model{source} takes the repeats of all tasks together: those of a task are "
            "taken to share no data and to be independent, and the mean differences of the tasks scatter about a "
            "common centre.",
            source=source,
        )
    )
    yield told(
        "The three probabilities of a pair are of what is most probable on a new task that is drawn as these were: "
        "that the one comparate is better, that both are practically equal, their mean scores at most {rope} apart, "
        "or that the other is better.",
        rope=posterior_words.rope(comparison),
    )
