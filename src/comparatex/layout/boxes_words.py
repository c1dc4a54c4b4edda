"""The words of distributions of scores or ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.boxes_view import BoxesOptions

_KINDS = {
    "box": (
        "Boxes: quartiles; line: median; diamond: mean; whiskers: last task within 1.5 quartile distances; "
        "points: tasks beyond."
    ),
    "violin": (
        "Outlines: densities (normal kernel, Silverman's width), cut at the extremes; bar: quartiles; line: median; "
        "diamond: mean."
    ),
    "strip": "Each point is a task, stacked where tasks are close; line: median; diamond: mean.",
}
_GATHERED = (
    "Tasks that are close share a point, which grows with their number (1, 2–3, 4–7, 8–15, at least 16); line: "
    "median; diamond: mean."
)


def title(options: BoxesOptions) -> str:
    """Return what it is."""
    return f"Distributions of {options.of}"


def caption(comparison: Comparison, n_drawn: int, options: BoxesOptions) -> str:
    """Return the caption: whose numbers, and what a box is."""
    return " ".join(_sentences(comparison, n_drawn, options))


def alt(medians: Sequence[tuple[str, str]], options: BoxesOptions) -> str:
    """Return the result in a sentence."""
    number = "Mean ranks" if options.of == "ranks" else "Medians"
    shown = words.joined(tuple(f"{name} {text}" for name, text in medians[:5]))
    more = f", and {words.count(len(medians) - 5, 'more', 'more')}" if len(medians) > 5 else ""
    return f"{number} of {options.of}: {shown}{more}."


def _sentences(comparison: Comparison, n_drawn: int, options: BoxesOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    n_tasks = len(comparison.ranks) if options.of == "ranks" else scores.n_tasks
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    drawn = "" if n_drawn == scores.n_comparates else f"{n_drawn} of "
    whose = f"{drawn}{words.count(scores.n_comparates, 'comparate')} on {words.count(n_tasks, 'task')}"
    yield f"{title(options)} of {whose} ({kind})."
    gathered = options.kind == "strip" and n_tasks > options.max_points
    yield _GATHERED if gathered else _KINDS[options.kind]
    yield "Numbers: mean ranks, 1 is best." if options.of == "ranks" else "Numbers: medians."
