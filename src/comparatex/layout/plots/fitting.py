"""How rows and maps with names fit 16 cm of text: as ``comparatex.sty`` decides for the room that it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from comparatex.layout.mcm_size import PAGE_HEIGHT, PAGE_WIDTH, SIZE, broken, latin_modern

Width = Callable[[str], float]
"""How wide a text is, in points."""
_ONE_LINE, _TWO_LINES = 1.15 * SIZE, 2.25 * SIZE

# ---------------------------------------------------------------------------------------------------- of rows
BETWEEN = 1.5 * SIZE
"""Between blocks of rows side by side."""
ABOVE, UNDER = 3 * SIZE, 3.2 * SIZE
"""Room above rows, and for the axis."""
_MOST_BLOCKS, _LEAST_BLOCK = 4, 12 * SIZE
_GOOD = 0.8
"""Scale of names from which on no further block is begun."""
_LONG, _USUAL, _MOST = 0.7, 0.45, 0.6
"""Names that need a smaller scale than the first have the last share of a block, others the second at most."""


@dataclass(frozen=True)
class Rows:
    """How rows fit: in blocks side by side, their heights, and the names in one or two lines, all in one size.

    Parameters
    ----------
    blocks, each : int
        Blocks, and rows of each.
    width, height : float
        Width of a block, and height of a row, in points.
    scale : float
        Size of the names, in units of the usual one.
    names : tuple of tuple of str
        The lines of each name.
    names_width : float
        Of the widest name, in points.
    """

    blocks: int
    each: int
    width: float
    height: float
    scale: float
    names: tuple[tuple[str, ...], ...]
    names_width: float


def fit_rows(
    names: Sequence[str], height: float, width: Width = latin_modern, most: int = _MOST_BLOCKS
) -> Rows:
    """Return how rows fit that are so many points high where there is room.

    Names break or not, and rows stand in one block or more: the first way with which names are large enough, else
    the way with which they are largest.

    >>> fit_rows(["A"] * 40, 12).blocks, fit_rows(["A"] * 121, 12).blocks
    (1, 2)
    """
    found: list[Rows] = []
    for blocks in range(1, most + 1):
        block = (PAGE_WIDTH - BETWEEN * (blocks - 1)) / blocks
        if blocks > 1 and block < _LEAST_BLOCK:
            break
        for narrow in (0.4 * PAGE_WIDTH / blocks, float("inf")):
            found.append(_rows(names, height, width, blocks, narrow))
            if found[-1].scale >= _GOOD:
                return found[-1]
    return max(found, key=lambda rows: rows.scale)


def _rows(names: Sequence[str], height: float, width: Width, blocks: int, narrow: float) -> Rows:
    """Return how rows fit in so many blocks, with names that break from a width on."""
    block = (PAGE_WIDTH - BETWEEN * (blocks - 1)) / blocks
    each = -(-len(names) // blocks)
    lines = tuple(broken(name, narrow, width) for name in names)
    line = _TWO_LINES if any(len(parts) > 1 for parts in lines) else _ONE_LINE
    row = min(max(height, line), (PAGE_HEIGHT - ABOVE - UNDER) / each)
    widest = max((width(part) for parts in lines for part in parts), default=0.0)
    high = min(1.0, row / line)
    scale = min(high, _USUAL * block / max(widest, 1.0))
    if scale < _LONG:
        scale = min(_LONG, high, _MOST * block / max(widest, 1.0))
    return Rows(
        blocks=blocks,
        each=each,
        width=block,
        height=row,
        scale=scale,
        names=lines,
        names_width=scale * widest,
    )


# ---------------------------------------------------------------------------------------------------- of maps
CELL = 1.7 * SIZE
"""Side of a square, at most."""
_SEP, _KEYS = 0.5 * SIZE, 4 * SIZE
_MOST_NAMES = 0.7
"""Share of the width that names have, at most."""
_BREAKS, _FINE, _ENOUGH = 0.95, 0.7, 0.65
"""Scales of names: below the first they may break, below the second they stand by turns, until they have the third."""
_MOST_LEVELS = 4


@dataclass(frozen=True)
class Map:
    """How a map of squares fits: their side, and the names beside and above them, all in one size.

    Parameters
    ----------
    side : float
        Of a square, in points.
    scale : float
        Size of the names, in units of the usual one.
    names : tuple of tuple of str
        The lines of each name.
    distances : tuple of float
        How far each name stands from the squares, in points: by turns where squares are lower than lines.
    room : float
        What the names take up.
    """

    side: float
    scale: float
    names: tuple[tuple[str, ...], ...]
    distances: tuple[float, ...]
    room: float


def fit_map(names: Sequence[str], width: Width = latin_modern, height: float = PAGE_HEIGHT) -> Map:
    """Return how a map of squares fits.

    >>> fit_map(["A"] * 5).side, fit_map(["A"] * 5).scale
    (13.6, 1.0)
    """
    whole = tuple((name,) for name in names)
    ways = [(whole, 1, _BREAKS), (tuple(broken(n, 0.2 * PAGE_WIDTH, width) for n in names), 1, _BREAKS)]
    found: list[Map] = []
    for lines, levels, enough in ways:
        found.append(_map(lines, levels, width, height))
        if found[-1].scale >= enough:
            return found[-1]
    best = max(found, key=lambda one: one.scale)
    for levels in range(2, _MOST_LEVELS + 1):
        if best.scale >= (_FINE if levels == 2 else _ENOUGH):
            break
        best = max(best, _map(whole, levels, width, height), key=lambda one: one.scale)
    return best


def _map(lines: tuple[tuple[str, ...], ...], levels: int, width: Width, height: float) -> Map:
    """Return how a map fits with names at so many distances."""
    n = len(lines)
    line = _TWO_LINES if any(len(parts) > 1 for parts in lines) else 1.1 * SIZE
    widths = [max(map(width, parts)) + _SEP for parts in lines]
    distances = _distances(widths, levels)
    all_names = max(at + own for at, own in zip(distances, widths, strict=True))
    narrower = min(1.0, _MOST_NAMES * PAGE_WIDTH / all_names)
    side = max(CELL, line)
    for room in (PAGE_WIDTH - 0.6 * SIZE, height - _KEYS):
        fits = (room - narrower * all_names) / n
        if levels * fits < line:
            fits = room * line / (line * n + narrower * all_names * levels)
        side = min(side, fits)
    scale = narrower * min(1.0, levels * side / line)
    return Map(side, scale, lines, tuple(scale * at for at in distances), scale * all_names)


def _distances(widths: Sequence[float], levels: int) -> list[float]:
    """Return how far each name stands out: beyond those of lower levels at its height."""
    n, found = len(widths), [0.0] * len(widths)
    for level in range(1, levels):
        for i in range(level, n, levels):
            near = range(max(0, i - levels + 1), min(n, i + levels))
            found[i] = max((found[j] + widths[j] for j in near if j % levels < level), default=0.0)
    return found


def spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Return places near some that ascend, at least so far apart, and between two ends if there is room.

    >>> spread([1, 1, 8], 2, 0, 10)
    [0.0, 2.0, 8.0]
    """
    onward, back, n = list[float](), list[float](), len(places)
    for place in places:
        onward.append(max(place, onward[-1] + apart) if onward else place)
    for place in reversed(places):
        back.append(min(place, back[-1] - apart) if back else place)
    middle = [(one + other) / 2 for one, other in zip(onward, reversed(back), strict=True)]
    middle = [max(place, low + i * apart) for i, place in enumerate(middle)]
    return [min(place, high - (n - 1 - i) * apart) for i, place in enumerate(middle)]
