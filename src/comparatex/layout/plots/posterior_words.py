"""The words of Bayesian posteriors."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.bayes.posterior import Posterior
from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import message, say
from comparatex.layout.numbers import fixed

_TESTS = {
    "signed-rank": message(
        "Bayesian signed-rank test, {draws} with seed {seed}; differences up to ±{rope} count as practically "
        "equal (rope)"
    ),
    "sign": message(
        "Bayesian sign test, {draws} with seed {seed}; differences up to ±{rope} count as practically equal (rope)"
    ),
    "correlated-t": message(
        "Bayesian correlated t test by the repeats of each task (correlation {share}), {draws} with seed {seed} of the "
        "shares of tasks on which either is better; differences up to ±{rope} count as practically equal (rope)"
    ),
    "hierarchical": message(
        "Bayesian hierarchical model of the repeats of all tasks (correlation {share}), {draws} with seed {seed} for a "
        "new task; differences up to ±{rope} count as practically equal (rope)"
    ),
}


def caption(comparison: Comparison, names: tuple[str, str], found: Posterior) -> str:
    """Return the caption: which test, what a hexagon is, what the numbers are."""
    return " ".join(_sentences(comparison, names, found))


def alt(comparison: Comparison, names: tuple[str, str], found: Posterior) -> str:
    """Return the result in a sentence."""
    return say(
        "Probability that {first} is better: {left}; that both are practically equal, within ±{rope}: {equal}; "
        "that {second} is better: {right}.",
        first=names[0],
        second=names[1],
        rope=rope(comparison),
        left=fixed(found.p_left, 3),
        equal=fixed(found.p_rope, 3),
        right=fixed(found.p_right, 3),
    )


def rope(comparison: Comparison) -> str:
    """Return the half-width of the rope as it was given."""
    return words.level(comparison.rope)


def which_test(comparison: Comparison) -> str:
    """Return which test, with its draws and its rope."""
    analysis = comparison.analysis
    return say(
        _TESTS[analysis.bayes_test],
        draws=words.count(analysis.samples, "draw"),
        seed=analysis.seed,
        rope=rope(comparison),
        share=words.level(analysis.test_share or 0),
    )


def _sentences(comparison: Comparison, names: tuple[str, str], found: Posterior) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    yield say(
        "Posterior of {first} against {second} on {tasks} ({kind}).",
        first=names[0],
        second=names[1],
        tasks=words.count(scores.n_tasks, "task"),
        kind=kind,
    )
    yield f"{which_test(comparison)}."
    yield say(
        "The darker a hexagon, the more draws have its three probabilities; the nearer to a corner, the more "
        "probable is what stands there. p: share of the draws in the region of the corner, where it is the "
        "most probable."
    )
    if comparison.rope == 0:
        yield say("Without a rope, all draws lie on the base.")
