"""Leaders of a diagram: from points on an axis to places that keep apart, moved as little as can be."""

from __future__ import annotations

from collections.abc import Sequence


def spread(wanted: Sequence[float], apart: float, width: float) -> list[float]:
    """Return places between 0 and a width that keep a distance, the least squares of what they move.

    Less i times the distance, places only have to ascend: neighbours that do not are pooled at their mean.

    Parameters
    ----------
    wanted : sequence of float
        Where they would be, ascending.
    apart : float
        The distance; where the width is too small for that, what it has room for.
    width : float
        The largest place.

    >>> spread([5.0, 5.0, 9.0], 2, 10)
    [4.0, 6.0, 9.0]
    """
    if len(wanted) > 1:
        apart = min(apart, width / (len(wanted) - 1))
    pools: list[tuple[float, int]] = []
    for i, place in enumerate(wanted):
        pools.append((place - apart * i, 1))
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            pools[-2:] = [_pooled(*pools[-2:])]
    last = width - apart * (len(wanted) - 1)
    starts = [max(min(mean, last), 0.0) for mean, size in pools for _ in range(size)]
    return [start + apart * i for i, start in enumerate(starts)]


def _pooled(one: tuple[float, int], other: tuple[float, int]) -> tuple[float, int]:
    """Return mean and size of two pools together."""
    size = one[1] + other[1]
    return (one[0] * one[1] + other[0] * other[1]) / size, size
