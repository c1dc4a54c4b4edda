"""The words of a sequence of critical difference diagrams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from comparatex.layout import words
from comparatex.layout.facts import Study
from comparatex.layout.language import say, say_number

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_SHOWN = 6


def tasks(number: int) -> str:
    """Return a number of tasks.

    >>> tasks(1), tasks(23)
    ('1 task', '23 tasks')
    """
    return say_number(number, "{n} task", "{n} tasks", n=number)


def caption(parts: Sequence[tuple[str, Comparison]], n_grey: int, hidden: Sequence[str], trails: bool) -> str:
    """Return the caption: what the rows are, what the bars mean, what is left out."""
    return " ".join(_sentences(parts, n_grey, hidden, trails))


def alt(best: Sequence[tuple[str, str]]) -> str:
    """Return the result in a sentence."""
    found, more = [f"{who} ({name})" for name, who in best], len(best) - _SHOWN
    if more > 0:
        found[_SHOWN:] = [say_number(more, "{n} more row", "{n} more rows", n=more)]
    return say("Best mean rank: {names}.", names=words.joined(tuple(found)))


def _sentences(
    parts: Sequence[tuple[str, Comparison]], n_grey: int, hidden: Sequence[str], trails: bool
) -> Iterator[str]:
    """Yield the sentences of the caption."""
    first = parts[0][1]
    analysis = first.analysis
    size = words.count(len(first.names), "comparate"), words.count(len(parts), "row")
    yield say(
        "Mean ranks of {comparates} in {rows}, each ranked and tested by itself.",
        comparates=size[0],
        rows=size[1],
    )
    yield say(
        "Bars join comparates that are pairwise not significantly different at α = {alpha} by the {test}."
        if analysis.test == "nemenyi"
        else "Bars join comparates that are pairwise not significantly different at α = {alpha} by the {test}, "
        "with {correction} of its row.",
        alpha=words.level(analysis.alpha),
        test=words.test(analysis),
        correction=words.correction(analysis, first.n_family),
    )
    yield say("Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member.")
    if trails:
        yield say("Lines follow a comparate through the rows; rows are not corrected for their number.")
    if n_grey:
        yield say("Grey: {others}.", others=words.count(n_grey, "other", "others"))
    if hidden:
        yield say(
            "The bars of {names} are too many to be read and are left out.", names=words.joined(tuple(hidden))
        )
    doubtful = tuple(name for name, part in parts if not Study(part).friedman["rejects"])
    if doubtful:
        yield say(
            "Warning: the Friedman test does not reject that all perform alike in {names}.",
            names=words.joined(doubtful),
        )
