"""Sentences on who is best, by mean score and by mean rank, and who follows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.layout import macro_view as prose_keys
from comparatex.layout import words
from comparatex.layout.chapter.text import Sentence, number, told


def best_by_mean(comparison: Comparison) -> Sentence:
    """Return who has the best mean score."""
    first = _first(_goodness(comparison))
    parts = {"names": _names(comparison, first), "mean": _number(comparison, "mean", first[0])}
    if len(first) == 1:
        return told("{names} has the best mean score, {mean}.", **parts)
    return told("{names} share the best mean score, {mean}.", **parts)


def best_by_rank(comparison: Comparison) -> Sentence:
    """Return who has the best mean rank."""
    first = _first(comparison.mean_rank)
    parts = {"names": _names(comparison, first), "rank": _number(comparison, "mean rank", first[0])}
    if len(first) == 1:
        return told("{names} has the best mean rank, {rank}.", **parts)
    return told("{names} share the best mean rank, {rank}.", **parts)


def followers(comparison: Comparison) -> Iterator[Sentence]:
    """Yield who follows the best, and who is last, by mean score."""
    values, names = _goodness(comparison), comparison.names
    behind = [int(i) for i in np.argsort(values, kind="stable") if values[i] > values.min()]
    if not behind:
        return
    following, last = behind[0], behind[-1]
    parts = {"following": names[following], "mean": _number(comparison, "mean", following)}
    if values[last] > values[following]:
        yield told(
            "{following} follows with {mean}, and {last} is last with {lowest}.",
            **parts,
            last=names[last],
            lowest=_number(comparison, "mean", last),
        )
    else:
        yield told("{following} follows with {mean}.", **parts)


def disagree(comparison: Comparison) -> bool:
    """Tell whether nobody is best by mean score and by mean rank."""
    return not {*_first(_goodness(comparison))} & {*_first(comparison.mean_rank)}


def _goodness(comparison: Comparison) -> Floats:
    """Return mean scores such that the smallest is the best."""
    return np.asarray(-comparison.mean if comparison.scores.higher_is_better else comparison.mean)


def _first(values: Floats) -> list[int]:
    """Return the positions of the smallest value."""
    return [int(i) for i in np.flatnonzero(values == values.min())]


def _names(comparison: Comparison, positions: list[int]) -> str:
    """Return names in prose."""
    return words.joined(tuple(comparison.names[i] for i in positions))


def _number(comparison: Comparison, what: str, position: int) -> object:
    """Return a number of a comparate by its key."""
    return number(f"{what} of {prose_keys.keys(comparison.names)[position]}")
