"""The words of the forest of differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import MINUS


@dataclass(frozen=True)
class About:
    """What is shown: title, label of the axis, sides where the others and where the first is better, counts.

    `first` is the comparate that the others are compared with; empty where pairs are shown.
    """

    title: str
    axis: str
    sides: tuple[str, str]
    first: str
    statistic: str
    n: int
    better: int
    worse: int

    @classmethod
    def of(
        cls,
        comparison: Comparison,
        chosen: Sequence[tuple[int, int]],
        results: Sequence[str],
        pairs: bool,
        statistic: str,
    ) -> About:
        """Return what there is to say."""
        first = "" if pairs else comparison.names[chosen[0][0]]
        measure = comparison.scores.measure or say("score")
        return cls(
            *(_of_pairs(measure) if pairs else _of_one(measure, first)),
            first,
            statistic,
            len(chosen),
            sum(result == "better" for result in results),
            sum(result == "worse" for result in results),
        )


def _of_pairs(measure: str) -> tuple[str, str, tuple[str, str]]:
    """Return title, label of the axis and sides of pairs."""
    return (
        say("Differences of pairs"),
        say("Difference of {measure}, first − second", measure=measure),
        (say("second better"), say("first better")),
    )


def _of_one(measure: str, first: str) -> tuple[str, str, tuple[str, str]]:
    """Return title, label of the axis and sides of one comparate against the others."""
    return (
        say("Differences of {first} from the others", first=first),
        say("Difference of {measure}, {first} − other", measure=measure, first=first),
        (say("other better"), say("{first} better", first=first)),
    )


def row_name(comparison: Comparison, pair: tuple[int, int], pairs: bool) -> str:
    """Return what a row is called: the other comparate, or both of a pair."""
    first, second = (comparison.names[i] for i in pair)
    return f"{first} {MINUS} {second}" if pairs else second


def caption(comparison: Comparison, about: About) -> str:
    """Return the caption: which differences and intervals, and what they say."""
    return " ".join(_sentences(comparison, about))


def alt(about: About) -> str:
    """Return the result in a sentence."""
    return say(
        "By {n} intervals, {first} is better in {better}, worse in {worse}, and {undecided} of them include zero."
        if about.first
        else "By {n} intervals, the first of a pair is better in {better}, worse in {worse}, and {undecided} of "
        "them include zero.",
        n=about.n,
        first=about.first,
        better=about.better,
        worse=about.worse,
        undecided=about.n - about.better - about.worse,
    )


def _sentences(comparison: Comparison, about: About) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores, analysis = comparison.scores, comparison.analysis
    level = words.level(100 * (1 - analysis.alpha))
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    tasks = words.count(scores.n_tasks, "task")
    yield say("{title} on {tasks} ({kind}).", title=about.title, tasks=tasks, kind=kind)
    yield say(
        "Marks: Hodges–Lehmann differences (medians of the means of two differences); lines: {level} % intervals "
        "of the signed-rank test."
        if about.statistic == "median"
        else "Marks: mean differences; lines: {level} % percentile intervals, of 10 000 bootstrap draws of tasks.",
        level=level,
    )
    yield say(
        "Filled: the interval excludes zero. Each interval is for itself, not corrected for their number."
    )
    yield alt(about)
