"""The words of the forest of differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.numbers import MINUS


@dataclass(frozen=True)
class About:
    """What is shown: title, label of the axis, sides where the others and where the first is better, counts."""

    title: str
    axis: str
    sides: tuple[str, str]
    subject: str
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
        first = "first" if pairs else comparison.names[chosen[0][0]]
        other = "second" if pairs else "other"
        measure = comparison.scores.measure or "score"
        return cls(
            "Differences of pairs" if pairs else f"Differences of {first} from the others",
            f"Difference of {measure}, {first} {MINUS} {other}",
            (f"{other} better", f"{first} better"),
            "the first of a pair" if pairs else first,
            statistic,
            len(chosen),
            sum(result == "better" for result in results),
            sum(result == "worse" for result in results),
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
    undecided = about.n - about.better - about.worse
    return (
        f"By {about.n} intervals, {about.subject} is better in {about.better}, worse in {about.worse}, and "
        f"{undecided} of them include zero."
    )


def _sentences(comparison: Comparison, about: About) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores, analysis = comparison.scores, comparison.analysis
    level = f"{words.level(100 * (1 - analysis.alpha))} %"
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    yield f"{about.title} on {words.count(scores.n_tasks, 'task')} ({kind})."
    if about.statistic == "median":
        yield (
            f"Marks: Hodges–Lehmann differences (medians of the means of two differences); lines: {level} "
            "intervals of the signed-rank test."
        )
    else:
        yield f"Marks: mean differences; lines: {level} percentile intervals, of 10 000 bootstrap draws of tasks."
    yield (
        f"Filled: the interval excludes zero. Each interval is for itself, not corrected for their number. "
        f"{alt(about)}"
    )
