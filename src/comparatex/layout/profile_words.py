"""The words of the performance profile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.layout import words


@dataclass(frozen=True)
class About:
    """Whether ratios are shown, how many curves are grey, on how many tasks, whose curve is highest."""

    ratio: bool
    grey: int
    n_tasks: int
    highest: str


def axis(comparison: Comparison, ratio: bool) -> str:
    """Return the label of the axis of ratios or differences."""
    measure = comparison.scores.measure or "score"
    return f"{measure}, ratio to the best" if ratio else f"{measure}, difference from the best"


def caption(comparison: Comparison, about: About) -> str:
    """Return the caption: what a curve is, over which tasks."""
    return " ".join(_sentences(comparison, about))


def alt(shares: Sequence[tuple[str, float]], about: About) -> str:
    """Return the result in a sentence."""
    best = words.joined(tuple(f"{name} on {100 * share:.0f} %" for name, share in shares[:3]))
    return f"Best, or as good as the best, are {best} of {words.count(about.n_tasks, 'task')}."


def _sentences(comparison: Comparison, about: About) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    tasks = words.count(about.n_tasks, "task")
    complete = "" if about.n_tasks == scores.n_tasks else " on which every comparate has a score"
    yield f"Performance profile of {words.count(scores.n_comparates, 'comparate')} on {tasks}{complete} ({kind})."
    within = "a factor of the best score" if about.ratio else "a difference from the best score"
    yield (
        f"A curve shows on what share of the tasks a comparate is within {within} of the task; at the left end, "
        "how often it is the best or ties with it."
    )
    yield "The best of a task depends on who is compared, and so do the curves."
    if about.grey:
        yield f"Grey: {words.count(about.grey, 'other', 'others')}."
