"""The words of the scatter of one pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say, say_number
from comparatex.layout.options import ScatterOptions
from comparatex.layout.pair_scores import PairScores


@dataclass(frozen=True)
class Pair:
    """Two comparates by the names of their axes, the tasks on which y is better, equal, worse, and p."""

    x: str
    y: str
    wins: int
    ties: int
    losses: int
    pvalue: float

    @classmethod
    def of(cls, comparison: Comparison, found: PairScores, x: int, y: int) -> Pair:
        """Return what there is to say of a pair."""
        wins, ties, losses = (int((found.better == sign).sum()) for sign in (1, 0, -1))
        pvalue = float(comparison.matrix("pvalue")[y, x])
        return cls(comparison.names[x], comparison.names[y], wins, ties, losses, pvalue)

    @property
    def n_tasks(self) -> int:
        """Tasks that both have."""
        return self.wins + self.ties + self.losses


def better_on(count: int) -> str:
    """Return on how many tasks somebody is better.

    >>> better_on(1), better_on(30)
    ('better on 1 task', 'better on 30 tasks')
    """
    return say_number(count, "better on {n} task", "better on {n} tasks", n=count)


def equal(count: int) -> str:
    """Return on how many tasks both are equal.

    >>> equal(2)
    'equal on 2'
    """
    return say("equal on {n}", n=count)


def caption(
    comparison: Comparison, pair: Pair, options: ScatterOptions, *, gathered: bool, logarithmic: bool
) -> str:
    """Return the caption: what a mark is, who is better where, and by which test."""
    sentences = [*_sentences(comparison, pair, gathered, options)]
    if logarithmic:
        sentences.insert(1, say("Both axes are logarithmic."))
    return " ".join(sentences)


def alt(pair: Pair) -> str:
    """Return the result in a sentence."""
    return say(
        "On {tasks}, {y} is better than {x} on {wins}, equal on {ties} and worse on {losses}.",
        tasks=words.count(pair.n_tasks, "task"),
        **_parts(pair),
    )


def _parts(pair: Pair) -> dict[str, str | int]:
    """Return the names and numbers of sentences on a pair."""
    return {"x": pair.x, "y": pair.y, "wins": pair.wins, "ties": pair.ties, "losses": pair.losses}


def _sentences(comparison: Comparison, pair: Pair, gathered: bool, options: ScatterOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    scores = comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    tasks = words.count(pair.n_tasks, "task")
    yield say("Scores of {y} against {x} on {tasks} ({kind}).", y=pair.y, x=pair.x, tasks=tasks, kind=kind)
    yield say(
        "Tasks of nearly equal scores share a mark, which grows with their number: sizes stand for 1, 2–3, 4–7, "
        "8–15 and at least 16 tasks."
        if gathered
        else "Each mark is a task."
    )
    yield say(
        "Circles: {y} is better, on {wins}; triangles: {x}, on {losses}; squares: both are equal, on {ties}.",
        **_parts(pair),
    )
    if options.means:
        yield say("The cross marks the mean scores.")
    yield say(
        "{test}: {equation}, not corrected for other pairs.",
        test=words.capital(words.test(comparison.analysis)),
        equation=words.equation(pair.pvalue),
    )
