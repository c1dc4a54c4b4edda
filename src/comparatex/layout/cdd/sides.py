"""Which labels of a diagram stand on the left and which on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from comparatex.layout.cdd.view import Label
from comparatex.layout.rank_axis import Axis


def sides(
    labels: Sequence[Label], axis: Axis, best: Literal["left", "right"], *, one_sided: bool = False
) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """Share the labels, best first, between left and right, each from the outermost inwards.

    Of an odd number, the middle one stands on the side that its rank is nearer to.
    """
    if one_sided:
        return ((), tuple(labels)) if best == "right" else (tuple(labels), ())
    half = len(labels) // 2
    middle = labels[half].rank * 2 < axis.left + axis.right
    n_best = half + 1 if len(labels) % 2 and middle else half
    first, rest = tuple(labels[:n_best]), tuple(labels[n_best:][::-1])
    return (rest, first) if best == "right" else (first, rest)
