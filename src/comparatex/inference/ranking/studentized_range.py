"""The studentized range with infinite degrees of freedom: the range of k independent standard normals."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats

_STEP = 1 / 32
_TAIL = 9.0
_CHUNK = 200


def survival(quantiles: Floats, k: int) -> Floats:
    """Return P(range of k standard normals > q).

    The smallest of the k lies at z and not all others within q of it: k ∫ φ(z) [Φ(−z)^(k−1) − (Φ(−z) −
    Φ(−z−q))^(k−1)] dz. The integrand is positive and computed without subtraction of like numbers, so that
    small tails keep their digits, and the trapezoidal rule converges faster than any power of its step for
    it.

    Parameters
    ----------
    quantiles : ndarray of shape (n,)
        Not negative.
    k : int
        Number of normals, at least 2.

    Returns
    -------
    ndarray of shape (n,)
        Probabilities, 1 at q = 0.
    """
    return integrals(quantiles, k)[0]


def integrals(quantiles: Floats, k: int) -> tuple[Floats, Floats]:
    """Return the survival function and the density of the range at quantiles.

    Parameters
    ----------
    quantiles : ndarray of shape (n,)
        Not negative.
    k : int
        Number of normals, at least 2.

    Returns
    -------
    tail, density : ndarray of shape (n,)
        P(range > q), and minus its derivative by q.
    """
    tail, density = np.empty((2, len(quantiles)))
    for start in range(0, len(quantiles), _CHUNK):
        part = slice(start, start + _CHUNK)
        tail[part], density[part] = _chunk(quantiles[part], k)
    return tail, density


def _chunk(quantiles: Floats, k: int) -> tuple[Floats, Floats]:
    """Return the same for few quantiles at a time, to bound the memory."""
    from scipy.special import ndtr

    z = np.arange(-_TAIL - float(quantiles.max()) / 2, _TAIL, _STEP)
    normal = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    above = ndtr(-z)
    shifted = z + quantiles[:, None]
    with np.errstate(under="ignore"):
        outside = np.minimum(ndtr(-shifted) / above, 1 - 2**-53)
        weight = k * _STEP * normal * above ** (k - 1)
        within = np.log1p(-outside)
        tail = -np.expm1((k - 1) * within) @ weight
        other = np.exp(-shifted * shifted / 2) / np.sqrt(2 * np.pi)
        slope = (other * np.exp((k - 2) * within)) @ ((k - 1) * weight / above)
    return np.minimum(tail, 1.0), slope


@lru_cache(maxsize=64)
def critical_value(alpha: float, k: int) -> float:
    """Return the quantile q with P(range of k standard normals > q) = alpha.

    Parameters
    ----------
    alpha : float
        Between 0 and 1.
    k : int
        Number of normals, at least 2.

    Returns
    -------
    float
        In standard deviations.
    """
    low, high = 0.0, 1.0
    while survival(np.array([high]), k)[0] > alpha:
        low, high = high, 2 * high
    q = (low + high) / 2
    for _ in range(100):  # Newton's method on log P, kept within the bracket by bisection
        tail, density = (float(value[0]) for value in integrals(np.array([q]), k))
        low, high = (q, high) if tail > alpha else (low, q)
        step = q + tail * np.log(tail / alpha) / density if density > 0 and tail > 0 else low
        following = float(step) if low < step < high else (low + high) / 2
        if abs(following - q) <= 1e-15 * q:
            break
        q = following
    return q
