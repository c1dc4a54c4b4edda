"""How maps with names fit 16 cm of text: as ``comparatex.sty`` decides for the room that it finds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from comparatex.layout.mcm_size import PAGE_HEIGHT, PAGE_WIDTH, SIZE, broken, latin_modern

Width = Callable[[str], float]
"""How wide a text is, in points."""
_TWO_LINES = 2.25 * SIZE

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
