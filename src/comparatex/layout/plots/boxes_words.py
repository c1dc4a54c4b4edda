"""The words of distributions of scores or ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import message, say
from comparatex.layout.options import BoxesOptions

_KINDS = {
    "box": message(
        "Boxes: quartiles; line: median; diamond: mean; whiskers: last task within 1.5 quartile distances; "
        "points: tasks beyond."
    ),
    "violin": message(
        "Outlines: densities (normal kernel, Silverman's width), cut at the extremes; bar: quartiles; line: median; "
        "diamond: mean."
    ),
    "strip": message("Each point is a task, stacked where tasks are close; line: median; diamond: mean."),
}
_GATHERED = message(
    "Tasks that are close share a point, which grows with their number (1, 2–3, 4–7, 8–15, at least 16); line: "
    "median; diamond: mean."
)


def title(options: BoxesOptions) -> str:
    """Return what it is."""
    return say({"scores": "Distributions of scores", "ranks": "Distributions of ranks"}[options.of])


def caption(comparison: Comparison, n_drawn: int, options: BoxesOptions) -> str:
    """Return the caption: whose numbers, and what a box is."""
    return " ".join(_sentences(comparison, n_drawn, options))


def alt(medians: Sequence[tuple[str, str]], options: BoxesOptions) -> str:
    """Return the result in a sentence."""
    shown = words.joined(tuple(say("{name} {number}", name=name, number=text) for name, text in medians[:5]))
    if len(medians) > 5:
        shown = say("{shown}, and {more}", shown=shown, more=words.count(len(medians) - 5, "more", "more"))
    return say(
        {"scores": "Medians of scores: {shown}.", "ranks": "Mean ranks of ranks: {shown}."}[options.of],
        shown=shown,
    )


def _sentences(comparison: Comparison, n_drawn: int, options: BoxesOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    n_tasks = len(comparison.ranks) if options.of == "ranks" else scores.n_tasks
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    whose = words.count(scores.n_comparates, "comparate")
    if n_drawn != scores.n_comparates:
        whose = say("{drawn} of {all}", drawn=n_drawn, all=whose)
    tasks = words.count(n_tasks, "task")
    yield say(
        "{title} of {whose} on {tasks} ({kind}).", title=title(options), whose=whose, tasks=tasks, kind=kind
    )
    gathered = options.kind == "strip" and n_tasks > options.max_points
    yield say(_GATHERED if gathered else _KINDS[options.kind])
    yield say("Numbers: mean ranks, 1 is best." if options.of == "ranks" else "Numbers: medians.")
