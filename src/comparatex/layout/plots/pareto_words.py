"""The words of scores against costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout import occam_words, words
from comparatex.layout.language import say
from comparatex.layout.options import ParetoOptions
from comparatex.layout.plots.pareto_view import ParetoMark


def score(comparison: Comparison, options: ParetoOptions) -> str:
    """Return what is drawn upwards."""
    if options.of == "rank":
        return say("mean rank, 1 is best")
    measure = comparison.scores.measure
    if not measure:
        return say("mean score" if options.of == "mean" else "median score")
    return say("mean {measure}" if options.of == "mean" else "median {measure}", measure=measure)


def cost(options: ParetoOptions) -> str:
    """Return what is drawn to the right."""
    return say("cost") if options.cost_name == ParetoOptions.cost_name else options.cost_name


def caption(comparison: Comparison, marks: Sequence[ParetoMark], options: ParetoOptions) -> str:
    """Return the caption: what stands where, what the line is, whose names have no room."""
    return " ".join(_sentences(comparison, marks, options))


def alt(best: Sequence[str], n: int) -> str:
    """Return the result in a sentence."""
    return say(
        "On the Pareto front are {number} of {all}, the cheapest first: {names}.",
        number=len(best),
        all=n,
        names=words.joined(tuple(best)),
    )


def _sentences(comparison: Comparison, marks: Sequence[ParetoMark], options: ParetoOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    yield say(
        "Mean rank, 1 is best of {comparates} on {tasks} (lower ranks are better) against {cost} (less is better)."
        if options.of == "rank"
        else "{subject} of {comparates} on {tasks} ({better}) against {cost} (less is better).",
        subject=words.capital(score(comparison, options)),
        comparates=words.count(len(marks), "comparate"),
        tasks=words.count(scores.n_tasks, "task"),
        better=words.direction(comparison),
        cost=cost(options),
    )
    yield say(
        "Line and filled marks: the Pareto front; every other comparate costs at least as much as one of these "
        "and is no better, or as good and costs more."
    )
    yield occam_words.verdict(
        comparison, {mark.name: options.costs[mark.name] for mark in marks}, cost(options)
    )
    numbered = sorted((mark.number, mark.name) for mark in marks if mark.number)
    if numbered:
        yield say(
            "Numbers stand for names that have no room: {names}.",
            names=", ".join(f"{number} {name}" for number, name in numbered),
        )
    hidden = tuple(mark.name for mark in marks if not mark.side)
    if hidden:
        yield say("Without room for their names: {names}.", names=words.joined(hidden))
