"""The words of Bayesian posteriors."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.bayes.posterior import Posterior
from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.numbers import fixed

TESTS = {"signed-rank": "signed-rank", "sign": "sign"}


def caption(comparison: Comparison, names: tuple[str, str], found: Posterior) -> str:
    """Return the caption: which test, what a hexagon is, what the numbers are."""
    return " ".join(_sentences(comparison, names, found))


def alt(comparison: Comparison, names: tuple[str, str], found: Posterior) -> str:
    """Return the result in a sentence."""
    return (
        f"Probability that {names[0]} is better: {fixed(found.p_left, 3)}; that both are practically equal, "
        f"within ±{rope(comparison)}: {fixed(found.p_rope, 3)}; that {names[1]} is better: "
        f"{fixed(found.p_right, 3)}."
    )


def rope(comparison: Comparison) -> str:
    """Return the half-width of the rope as it was given."""
    return words.level(comparison.rope)


def which_test(comparison: Comparison) -> str:
    """Return which test, with its draws and its rope."""
    analysis = comparison.analysis
    return (
        f"Bayesian {TESTS[analysis.bayes_test]} test, {words.count(analysis.samples, 'draw')} with seed "
        f"{analysis.seed}; differences up to ±{rope(comparison)} count as practically equal (rope)"
    )


def _sentences(comparison: Comparison, names: tuple[str, str], found: Posterior) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    yield f"Posterior of {names[0]} against {names[1]} on {words.count(scores.n_tasks, 'task')} ({kind})."
    yield f"{which_test(comparison)}."
    yield (
        "The darker a hexagon, the more draws have its three probabilities; the nearer to a corner, the more "
        "probable is what stands there. p: share of the draws in the region of the corner, where it is the "
        "most probable."
    )
    if comparison.rope == 0:
        yield "Without a rope, all draws lie on the base."
