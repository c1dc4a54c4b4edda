"""The words of scores against costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.pareto_view import ParetoMark, ParetoOptions


def score(comparison: Comparison, options: ParetoOptions) -> str:
    """Return what is drawn upwards."""
    if options.of == "rank":
        return "mean rank, 1 is best"
    return f"{options.of} {comparison.scores.measure or 'score'}"


def caption(comparison: Comparison, marks: Sequence[ParetoMark], options: ParetoOptions) -> str:
    """Return the caption: what stands where, what the line is, whose names have no room."""
    return " ".join(_sentences(comparison, marks, options))


def alt(best: Sequence[str], n: int) -> str:
    """Return the result in a sentence."""
    return f"On the Pareto front are {len(best)} of {n}, the cheapest first: {words.joined(tuple(best))}."


def _sentences(comparison: Comparison, marks: Sequence[ParetoMark], options: ParetoOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    size = f"{words.count(len(marks), 'comparate')} on {words.count(scores.n_tasks, 'task')}"
    better = "lower ranks are better" if options.of == "rank" else words.direction(comparison)
    subject = words.capital(score(comparison, options))
    yield f"{subject} of {size} ({better}) against {options.cost_name} (less is better)."
    yield (
        "Line and filled marks: the Pareto front; every other comparate costs at least as much as one of these "
        "and is no better, or as good and costs more. Differences were not tested."
    )
    hidden = tuple(mark.name for mark in marks if not mark.side)
    if hidden:
        yield f"Without room for their names: {words.joined(hidden)}."
