"""In what unit a Multi-Comparison Matrix prints differences, and which one has the strongest colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.layout.mcm import difference as mcm_difference
from comparatex.layout.numbers import fixed
from comparatex.layout.options import McmOptions

_FAR = 10.0
"""Times the range of the closest half of the means: further away from that half a mean is an outlier."""
_OVERFLOW = 700.0
"""Logarithms beyond which floats hold no ratio."""
_MANY = 5
"""Means from which on some can be outliers."""
_DOMINANT = 4.0
"""Times the usual range of the means: a larger difference would leave usual ones without colour."""


@dataclass(frozen=True)
class Scale:
    """In what unit and how precisely differences are printed, and which one has the strongest colour.

    Parameters
    ----------
    power : int
        Differences are multiplied by ten to this power.
    decimals : int
        Decimals of the printed difference.
    limit : float
        Mean difference, before that, of the strongest colour; 0 where all are equal.
    clipped : bool
        Some differences are larger than `limit`.
    ratio : bool
        Differences are logarithms of ratios and printed as these.
    """

    power: int
    decimals: int
    limit: float
    clipped: bool
    ratio: bool = False

    def text(self, difference: float) -> str:
        """Return a difference as it is printed."""
        if self.ratio:
            return fixed(math.exp(difference) if abs(difference) < _OVERFLOW else math.nan, self.decimals)
        return fixed(difference * 10.0**self.power, self.decimals)


def scale(
    comparison: Comparison, rows: Sequence[int], columns: Sequence[int], options: McmOptions, cells: str
) -> Scale:
    """Return the scale of the differences that a matrix shows."""
    differences = np.abs(mcm_difference.differences(comparison, options)[np.ix_(rows, columns)])
    shown = differences[np.isfinite(differences)]
    largest = float(shown.max()) if shown.size else 0.0
    usual = _usual_range(mcm_difference.centres(comparison, options)[sorted({*rows, *columns})])
    dominated = largest > _DOMINANT * usual > 0
    limit = options.colour_limit or (usual if dominated else largest)
    compact = cells == "compact"
    power, decimals = _form(comparison, limit, options, compact=compact)
    return Scale(power, decimals, limit, largest > limit, options.difference == "ratio")


def _usual_range(means: Floats) -> float:
    """Return the range of the means but for outliers, far from the half of them that is closest together.

    One comparate that fails completely would else leave all other differences without colour.
    """
    means = np.sort(means[np.isfinite(means)])
    if means.size < _MANY:
        return math.inf
    half = means.size // 2
    ranges = means[half:] - means[: means.size - half]
    closest = int(ranges.argmin())
    fence = _FAR * float(ranges[closest])
    usual = means[(means >= means[closest] - fence) & (means <= means[closest + half] + fence)]
    return float(usual[-1] - usual[0])


def _form(comparison: Comparison, limit: float, options: McmOptions, *, compact: bool) -> tuple[int, int]:
    """Return power and decimals of the differences."""
    if options.difference in mcm_difference.RATIOS:
        return 0, min(2, options.precision) if compact else min(3, options.precision)
    if not compact:
        return 0, options.precision
    if options.difference == "relative":
        return 2, min(1, max(options.precision - 2, 0))
    return _short_form(comparison, limit, options.precision)


def _short_form(comparison: Comparison, limit: float, precision: int) -> tuple[int, int]:
    """Return power and decimals that print usual differences in three digits, percent points for scores in [0, 1]."""
    values = comparison.scores.values
    if np.nanmin(values) >= 0 and np.nanmax(values) <= 1:
        return 2, min(1, max(precision - 2, 0))
    if limit == 0:
        return 0, min(2, precision)
    leading = math.floor(math.log10(limit))
    if leading < -2:
        return 3 * math.ceil(-leading / 3), 1
    return 0, min(max(2 - leading, 0), 2)
