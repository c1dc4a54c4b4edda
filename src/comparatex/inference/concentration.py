"""What a mean difference rests on: how much of it a few tasks account for, and on how many the two are close."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

import numpy as np

from comparatex.inference.arithmetic import Floats

_ROUNDING = 1e-12
"""Errors of differences of decimal scores, relative to their size."""
_FEWEST, _SEVERAL = 10, 25
"""Tasks from which on one outlier is looked for, and several: Rosner's approximation holds from 25 on."""


@dataclass(frozen=True)
class Concentration:
    """The tasks that contribute most to a summed difference."""

    tasks: tuple[int, ...]  # positions of these tasks, the largest contribution first
    largest: tuple[float, ...]
    """Their differences, in the direction of the sum: the unit is that of the differences."""
    share: float
    """Their sum as a share of the whole sum; above 1 where all other tasks together go the other way; NaN where the
    whole sum is zero."""
    rest: float
    """Mean difference on all other tasks, in the direction of the sum: negative where `share` is above 1; NaN where
    there are none."""


def concentration(differences: Floats, most: int = 3) -> Concentration:
    """Return how much of the summed difference of two comparates its largest contributions account for.

    A description of the data; no hypothesis is tested. With differences d_1, …, d_n, their sum S and the differences
    d_(1) ≥ d_(2) ≥ … in the direction of S (that is d_i·sign(S)), the share is (d_(1) + … + d_(k)) / |S|. The mean
    difference is S/n, so the share is that of the mean, too.

    >>> import numpy as np
    >>> concentration(np.array([0.125, 0.5, -0.125, 0.0]), most=1)
    Concentration(tasks=(1,), largest=(0.5,), share=1.0, rest=0.0)
    """
    defined = np.flatnonzero(~np.isnan(differences))
    total = _sum(differences[defined])
    towards = differences[defined] * (-1.0 if total < 0 else 1.0)
    order = np.argsort(-towards, kind="stable")
    first, others = order[:most], order[most:]
    share = _sum(towards[first]) / abs(total) if total else float("nan")
    mean_of_others = _sum(towards[others]) / len(others) if len(others) else float("nan")
    return Concentration(tuple(defined[first].tolist()), tuple(towards[first].tolist()), share, mean_of_others)


def n_outlying(differences: Floats, most: int = 3, level: float = 0.05) -> int:
    """Return how many of the largest contributions to a summed difference are more than n, mean and spread explain.

    Rosner's generalized extreme Studentized deviate, of one side. The hypothesis is that all differences are drawn from
    one normal distribution; d_(1) ≥ d_(2) ≥ … are the differences in the direction of their sum, and R_i is
    (d_(i) − mean)/SD of all but the i − 1 largest. The result is the greatest i ≤ k with R_i > λ_i, where λ_i =
    (n − i)t/√((n − i − 1 + t²)(n − i + 1)), and t is the quantile of Student's t with n − i − 1 degrees of freedom at
    1 − level/(n − i + 1). With one outlier at most this is the test of Grubbs. On fewer than 25 tasks, k is 1: λ_2 and
    λ_3 are too small there.

    Rosner (1983), Percentage points for a generalized ESD many-outlier procedure, Technometrics 25.

    >>> import numpy as np
    >>> n_outlying(np.array([1.0, -1.0, 2.0, -2.0, 0.0, 1.5, -1.5, 0.5, -0.5, 1.0, 20.0]))
    1
    """
    from scipy.special import stdtrit

    defined = differences[~np.isnan(differences)]
    n = len(defined)
    if n < _FEWEST:
        return 0
    towards = np.sort(defined * (-1.0 if _sum(defined) < 0 else 1.0))
    outlying = 0
    for i in range(1, (most if n >= _SEVERAL else 1) + 1):
        inner = towards[: n - i + 1]
        spread = float(inner.std(ddof=1))
        t = float(stdtrit(n - i - 1, 1 - level / (n - i + 1)))
        bound = (n - i) * t / np.sqrt((n - i - 1 + t * t) * (n - i + 1))
        if spread > 0 and (inner[-1] - inner.mean()) / spread > bound:
            outlying = i
    return outlying


def _sum(values: Floats) -> float:
    """Return a sum; one that only rounding errors keep from zero is zero."""
    total = fsum(values.tolist())
    return 0.0 if abs(total) <= _ROUNDING * fsum(np.abs(values).tolist()) else total


def n_close(first: Floats, second: Floats, distance: float, *, relative: bool = False) -> int:
    """Return on how many tasks two comparates are within a distance of each other.

    >>> import numpy as np
    >>> n_close(np.array([0.9, 0.8, 0.7]), np.array([0.89, 0.7, 0.7]), 0.01)
    2
    """
    size = np.fmax(np.abs(first), np.abs(second))
    allowed = distance * size if relative else np.full(len(first), distance)
    return int(np.count_nonzero(np.abs(first - second) <= allowed + _ROUNDING * size))
