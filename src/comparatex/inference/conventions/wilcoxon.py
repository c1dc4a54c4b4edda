"""The signed-rank tests of other tools, pair by pair, with their treatment of zeros, ties and small samples."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.arithmetic.ranks import doubled_midranks
from comparatex.inference.conventions.settings import Distribution, Zeros
from comparatex.inference.pairwise.signed_rank_null import tied_tails, untied_cdf


class Tails(NamedTuple):
    """P-values of one pair: the first is better, the second is, they differ; and the lower tail alone."""

    first: float
    second: float
    two: float
    lower: float


UNDEFINED = Tails(math.nan, math.nan, math.nan, math.nan)


def tails(differences: Floats, zeros: Zeros, distribution: Distribution) -> Tails:
    """Return the p-values of the signed-rank test of one pair.

    Parameters
    ----------
    differences : ndarray of shape (n_tasks,)
        Positive where the first is better, as the tool subtracts them.
    zeros, distribution : str
        As in `Convention`.

    Returns
    -------
    Tails
        Undefined (NaN) where the tool gives no number: without a difference that is not zero.
    """
    ranked = _ranked(differences, zeros)
    if not ranked.signed.any():
        return UNDEFINED
    kind = _kind(ranked, distribution)
    if kind == "conditional":
        return _conditional(ranked)
    if kind == "untied":
        return _untied(ranked, up=distribution.endswith("1.17"))
    return _normal(ranked, plain=distribution == "normal-plain", continuity=distribution == "julia")


class _Ranked(NamedTuple):
    """Signed midranks of the differences that are ranked; zeros have none, but may be counted."""

    signed: Floats
    n: int  # differences before any was dropped
    n_zero: int
    counted: int  # differences that were ranked
    split: float  # ranks of zeros that go to either side
    tied: bool  # among those that are not zero

    @property
    def plus(self) -> float:
        """Rank sum of the first."""
        return float(self.signed[self.signed > 0].sum()) + self.split


def _ranked(differences: Floats, zeros: Zeros) -> _Ranked:
    """Rank absolute differences, the zeros first."""
    n_zero = int(np.count_nonzero(differences == 0))
    kept = differences[differences != 0]
    leading = 0 if zeros == "wilcox" else n_zero - n_zero % 2 if zeros == "zsplit-drop-odd" else n_zero
    order = np.argsort(np.abs(kept), kind="stable")
    size = np.abs(kept)[order]
    ranks = doubled_midranks(size[None])[0] / 2 + leading
    split = leading * (leading + 1) / 4 if zeros.startswith("zsplit") else 0.0
    tied = bool((size[1:] == size[:-1]).any())
    return _Ranked(np.sign(kept[order]) * ranks, len(differences), n_zero, leading + len(kept), split, tied)


def _kind(ranked: _Ranked, distribution: Distribution) -> str:
    """Return which distribution a tool falls back on."""
    n, clean = ranked.n, not (ranked.tied or ranked.n_zero)
    if distribution == "exact":
        return "conditional" if len(ranked.signed) <= 50 else "normal"
    if distribution == "julia":
        count = len(ranked.signed)
        return "conditional" if count <= 15 or (count <= 50 and not ranked.tied) else "normal"
    if distribution == "exact-1.17":
        return "untied"
    if distribution == "exact-1.11" or (distribution == "scipy-1.11" and n <= 50):
        return "normal" if ranked.n_zero else "untied"
    if distribution == "scipy-1.17" and n <= 50:
        return "untied" if clean else "conditional" if n <= 13 else "normal"
    return "normal"


def _conditional(ranked: _Ranked) -> Tails:
    """Return p-values over all signs of the ranks as they are, ties and all."""
    doubled = np.rint(2 * ranked.signed).astype(np.int64)
    total, plus = int(np.abs(doubled).sum()), int(doubled[doubled > 0].sum())
    ranks = -np.sort(-np.abs(doubled))[None]
    inclusive, exclusive = (float(x[0]) for x in tied_tails(ranks, np.array([min(plus, total - plus)])))
    low, high = inclusive, 1 - exclusive  # of the side with the smaller rank sum
    first, second = (high, low) if 2 * plus < total else (low, high)
    if 2 * plus == total:
        first = second = inclusive
    return Tails(first, second, min(1.0, 2 * inclusive), inclusive)


def _untied(ranked: _Ranked, *, up: bool) -> Tails:
    """Return p-values by the distribution without ties and zeros, with rank sums rounded as SciPy does."""
    count = ranked.counted
    half = untied_cdf(0, count)
    total = count * (count + 1) // 2
    plus = ranked.plus

    def cdf(x: int) -> float:
        """Return P(W ≤ x)."""
        if x < 0:
            return 0.0
        return float(half[x]) if x < len(half) else 1.0 if x >= total else 1 - cdf(total - x - 1)

    high, low = (math.floor(plus), math.ceil(plus)) if up else (int(plus), int(plus))
    first, second = cdf(total - high), cdf(low)
    two = 1.0 if not up and int(plus) == total // 2 else min(1.0, 2 * min(first, second))
    return Tails(first, second, two, min(first, second))


def _normal(ranked: _Ranked, *, plain: bool, continuity: bool) -> Tails:
    """Return p-values of the normal approximation; plain: corrected for neither ties nor zeros."""
    from scipy.special import ndtr

    n = ranked.counted
    mean, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24
    if not plain:
        leading = n - len(ranked.signed)
        _, repeats = np.unique(np.abs(ranked.signed), return_counts=True)
        ties = float(np.sum(repeats.astype(np.float64) ** 3 - repeats))
        if ranked.split:
            ties += leading**3 - leading
        else:
            mean -= leading * (leading + 1) / 4
            variance -= leading * (leading + 1) * (2 * leading + 1) / 24
        variance -= ties / 48
    above = ranked.plus - mean
    shift = 0.5 if continuity else 0.0
    deviation = math.sqrt(variance)
    first, second = (float(ndtr((side * above + shift) / deviation)) for side in (-1, 1))
    two = min(1.0, 2 * float(ndtr((shift - abs(above)) / deviation)))
    return Tails(first, second, two, float(ndtr(-abs(above) / deviation)))
