"""Bars over cliques: thick where members stand side by side, thin with hollow marks where others do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class Bar:
    """The bar of a clique at a height, thick from end to end of each segment, where members stand side by side.

    Where there are `gaps`, comparates stand that are no members: there it is thin, with hollow marks.
    """

    y: float
    segments: tuple[tuple[float, float], ...]
    gaps: tuple[float, ...]

    @property
    def ends(self) -> tuple[float, float]:
        """The places of its first and its last member."""
        return self.segments[0][0], self.segments[-1][1]


def bars(
    cliques: Sequence[Sequence[int]], lanes: Sequence[int], at: Sequence[float], top: float, lane: float = 1
) -> Iterator[Bar]:
    """Yield the bars of cliques.

    Parameters
    ----------
    cliques : sequence of sequence of int
        Positions of their members, ascending.
    lanes : sequence of int
        The lane of each, from 1.
    at : sequence of float
        Where the comparate at each position is.
    top, lane : float
        Height of lane 0, and from lane to lane.
    """
    for members, number in zip(cliques, lanes, strict=True):
        runs: list[list[int]] = []
        for i in members:
            if runs and runs[-1][-1] == i - 1:
                runs[-1].append(i)
            else:
                runs.append([i])
        gaps = tuple(at[i] for i in range(members[0], members[-1]) if i not in members)
        yield Bar(round(top + lane * number, 2), tuple((at[run[0]], at[run[-1]]) for run in runs), gaps)


def draw_bars(axes: Axes, placed: Iterable[Bar]) -> None:
    """Draw bars on axes."""
    for bar in placed:
        if bar.gaps:
            axes.plot(bar.ends, [bar.y] * 2, color="black", lw=0.4)
            axes.plot(
                bar.gaps, [bar.y] * len(bar.gaps), "o", color="black", mfc="white", ms=2.5, mew=0.4, zorder=5
            )
        for low, high in bar.segments:
            axes.plot([low, high], [bar.y] * 2, color="black", lw=1.6)
