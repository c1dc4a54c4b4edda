"""The words of a sequence of critical difference diagrams."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from comparatex.layout import words
from comparatex.layout.cdd_words import undecided

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_SHOWN = 6


def tasks(number: int) -> str:
    """Return a number of tasks.

    >>> tasks(1), tasks(23)
    ('1 task', '23 tasks')
    """
    return f"{number} task{'' if number == 1 else 's'}"


def caption(parts: Sequence[tuple[str, Comparison]], n_grey: int, hidden: Sequence[str], trails: bool) -> str:
    """Return the caption: what the rows are, what the bars mean, what is left out."""
    return " ".join(_sentences(parts, n_grey, hidden, trails))


def alt(best: Sequence[tuple[str, str]]) -> str:
    """Return the result in a sentence."""
    found = [f"{who} ({name})" for name, who in best]
    shown = found if len(found) <= _SHOWN else [*found[:_SHOWN], f"{len(found) - _SHOWN} more rows"]
    return f"Best mean rank: {words.joined(tuple(shown))}."


def _sentences(
    parts: Sequence[tuple[str, Comparison]], n_grey: int, hidden: Sequence[str], trails: bool
) -> Iterator[str]:
    """Yield the sentences of the caption."""
    first = parts[0][1]
    analysis = first.analysis
    n_pairs = len(first.pair_statistics.row)
    size = f"{words.count(len(first.names), 'comparate')} in {words.count(len(parts), 'row')}"
    yield f"Mean ranks of {size}, each ranked and tested by itself."
    corrected = (
        "" if analysis.test == "nemenyi" else f", with {words.correction(analysis, n_pairs)} of its row"
    )
    yield (
        "Bars join comparates that are pairwise not significantly different at α = "
        f"{words.level(analysis.alpha)} by the {words.test(analysis)}{corrected}."
    )
    yield "Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member."
    if trails:
        yield "Lines follow a comparate through the rows; rows are not corrected for their number."
    if n_grey:
        yield f"Grey: {words.count(n_grey, 'other', 'others')}."
    if hidden:
        yield f"The bars of {words.joined(tuple(hidden))} are too many to be read and are left out."
    doubtful = tuple(name for name, part in parts if any(undecided(part)))
    if doubtful:
        yield f"Warning: the Friedman test does not reject that all perform alike in {words.joined(doubtful)}."
