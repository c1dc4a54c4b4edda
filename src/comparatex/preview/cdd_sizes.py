"""Sizes of a critical difference diagram that matplotlib draws: labels measured, leaders spread, in points."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal

from comparatex.layout.cdd.view import Cdd, Label
from comparatex.preview.leaders import spread
from comparatex.preview.many_texts import text_width

ROW, LANE, INTERVAL = 1.35, 0.6, 0.45
"""Heights of a label, of a lane of bars and of one of intervals, in ems as all that follows."""
SEP = 0.5
"""Between the parts of a label."""
_WIDTH = 455.0
_SIZE, _MANY, _SMALL = 8.0, 16, 7.0
_LEAST_AXIS = 0.4
_APART = 0.45
_MARGIN = 0.5


@dataclass(frozen=True)
class Sizes:
    """Sizes and places; the left end of the axis is the origin, y grows upwards.

    Parameters
    ----------
    em : float
        Size of the type.
    letters, ranks : float
        Widths of these columns of a label, 0 where there are none.
    left, right : float
        Widths of the labels on both sides.
    axis : float
        Length of the axis.
    fan : float
        Height in which leaders spread, with what intervals take above it.
    drop : float
        Height of the intervals, 0 where there are none.
    exact, places : dict of int to float
        Where leaders leave the axis, and where they go down, by position.
    """

    em: float
    letters: float
    ranks: float
    left: float
    right: float
    axis: float
    fan: float
    drop: float
    exact: dict[int, float]
    places: dict[int, float]

    @classmethod
    def of(cls, view: Cdd) -> Sizes:
        """Measure the labels of a diagram and spread its leaders."""
        em = _SMALL if max(len(view.left), len(view.right)) >= _MANY else _SIZE
        letters = _widest([label.letters for label in view.labels], em)
        ranks = _widest([label.rank_text for label in view.labels], em)
        left, right = (_column(side, letters + ranks, em) for side in (view.left, view.right))
        axis = max(_LEAST_AXIS * _WIDTH, _WIDTH - left - right)
        exact = {label.position: _along(view, label.rank, axis) for label in view.labels}
        order = _left_to_right(view)
        places = dict(zip(order, spread([exact[i] for i in order], _APART * em, axis), strict=True))
        moved = max(abs(places[i] - exact[i]) for i in order)
        depth = max((one.lane for one in view.intervals), default=0)
        drop = (INTERVAL * depth + 0.4) * em if depth else 0.0
        fan = min(0.3 * moved + 0.4 * em, 1.6 * em) + drop
        return cls(em, letters, ranks, left, right, axis, fan, drop, exact, places)

    @property
    def span(self) -> tuple[float, float]:
        """Left and right edge."""
        return -self.left - _MARGIN * self.em, self.axis + self.right + _MARGIN * self.em

    def along(self, view: Cdd, rank: Decimal) -> float:
        """Return where a rank is on the axis."""
        return _along(view, rank, self.axis)

    def thinned(self, view: Cdd) -> int:
        """Return n, where every n-th number of the ticks is to be printed so that they keep apart."""
        ticks = view.axis.ticks
        if len(ticks) < 2:
            return 1
        widest = max(text_width(number, self.em) for number in view.axis.numbers) + SEP * self.em
        return math.ceil(widest / (self.axis * float((ticks[1] - ticks[0]) / view.axis.span)))

    def lane(self, number: int) -> float:
        """Return the height of a lane."""
        return -self.fan - LANE * self.em * (number - 0.5)

    def row(self, number: int, n_lanes: int) -> float:
        """Return the height of the label that comes so many below the first."""
        under = self.lane(n_lanes) - (LANE / 2 + 0.3) * self.em if n_lanes else -self.fan
        return under - ROW * self.em * (number + 0.5)

    def edges(self, view: Cdd) -> tuple[float, float]:
        """Return the lower and upper edge of a diagram."""
        rows = max(len(view.left), len(view.right))
        return self.row(rows, view.n_lanes), (4.6 if view.ruler else 2.0) * self.em


def _along(view: Cdd, rank: Decimal, axis: float) -> float:
    """Return where a rank is on an axis of some length."""
    return float((rank - view.axis.left) / (view.axis.right - view.axis.left)) * axis


def _left_to_right(view: Cdd) -> list[int]:
    """Return the positions of the comparates from left to right."""
    best_first = [label.position for label in view.labels]
    return best_first if view.axis.left < view.axis.right else best_first[::-1]


def _column(labels: tuple[Label, ...], numbers: float, em: float) -> float:
    """Return the width of the labels of a side; without any, room for half the number of a tick."""
    if not labels:
        return em
    return max(text_width(label.name, em, bold=label.ours) for label in labels) + numbers + 2 * SEP * em


def _widest(texts: list[str], em: float) -> float:
    """Return the width of the widest text and of what keeps it apart; 0 when all are empty."""
    widest = max(text_width(text, em) for text in texts)
    return widest + SEP * em if widest else 0.0
