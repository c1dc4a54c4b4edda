"""The words of the performance profile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say


@dataclass(frozen=True)
class About:
    """Whether ratios are shown, how many curves are grey, on how many tasks, whose curve is highest."""

    ratio: bool
    grey: int
    n_tasks: int
    highest: str


def axis(comparison: Comparison, ratio: bool) -> str:
    """Return the label of the axis of ratios or differences."""
    measure = comparison.scores.measure or say("score")
    return say(
        "{measure}, ratio to the best" if ratio else "{measure}, difference from the best", measure=measure
    )


def caption(comparison: Comparison, about: About) -> str:
    """Return the caption: what a curve is, over which tasks."""
    return " ".join(_sentences(comparison, about))


def alt(shares: Sequence[tuple[str, float]], about: About) -> str:
    """Return the result in a sentence."""
    best = tuple(
        say("{name} on {share} %", name=name, share=f"{100 * share:.0f}") for name, share in shares[:3]
    )
    return say(
        "Best, or as good as the best, are {best} of {tasks}.",
        best=words.joined(best),
        tasks=words.count(about.n_tasks, "task"),
    )


def _sentences(comparison: Comparison, about: About) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    yield say(
        "Performance profile of {comparates} on {tasks} ({kind})."
        if about.n_tasks == scores.n_tasks
        else "Performance profile of {comparates} on {tasks} on which every comparate has a score ({kind}).",
        comparates=words.count(scores.n_comparates, "comparate"),
        tasks=words.count(about.n_tasks, "task"),
        kind=kind,
    )
    yield say(
        "A curve shows on what share of the tasks a comparate is within a factor of the best score of the task; "
        "at the left end, how often it is the best or ties with it."
        if about.ratio
        else "A curve shows on what share of the tasks a comparate is within a difference from the best score of "
        "the task; at the left end, how often it is the best or ties with it."
    )
    yield say("The best of a task depends on who is compared, and so do the curves.")
    if about.grey:
        yield say("Grey: {others}.", others=words.count(about.grey, "other", "others"))
