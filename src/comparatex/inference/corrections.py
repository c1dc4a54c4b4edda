"""Corrections for multiple testing: each a function and its row, which is all that the rest of the package asks.

A correction is a function of the ascending p-values p of a family, their ranks j = 1, …, m and its size m. With
`step`, it returns what each p(j) is worth by itself, and both the adjusted p-values and the critical values by which
the audit decides on thousands of families follow from that; without, it returns the adjusted p-values.

Names and conditions are listed for settings and help, so nothing here imports NumPy before it computes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from comparatex.errors import UsageError
from comparatex.inference.docs import OF_CORRECTIONS, with_sections

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats

    Adjust = Callable[[Floats], Floats]
    Rule = Callable[[Floats, Floats, int], Floats]

Bound = Literal["", "family-wise error", "false discovery rate"]
"""What is at most α when the condition holds: the probability of any false rejection, or the expected share of false
rejections among all."""
Condition = Literal["", "any", "positive", "independent", "all-true", "transitive"]
"""When a bound holds: under any dependence of the tests; where they are independent or positively dependent; only where
they are independent; the same as positive, and all hypotheses are true; for transitive hypotheses of equality."""
Step = Literal["single", "down", "up"]


@dataclass(frozen=True)
class Correction:
    """A correction for multiple testing."""

    adjust: Adjust  # from the raw to the adjusted p-values of a family; NaN is not part of it
    bounds: Bound
    condition: Condition  # when it holds
    # step: ``single``: reject where p(j) is worth at most α. ``down``: from the smallest p-value on, stop at the first
    # that is worth more. ``up``: reject all up to the largest that is worth at most α. None: no such rule, so that the
    # audit, which decides on many families at once, does not know it.
    step: Step | None = None
    worth: Rule | None = field(default=None, repr=False)  # with `step`, what p(j) is worth, from p, j and m
    monotone: bool = False  # whether a larger family never makes a given p-value significant
    pairs: bool = False  # whether the family must be all pairs of comparates, in the order of ``numpy.triu_indices``
    most: int = 0  # comparates up to which it takes seconds; 0: any number
    caution: str = ""  # what every comparison with it notes
    choice: bool = True  # whether it can be chosen, and is not only that of another tool's convention

    def critical_values(self, alpha: float, m: int) -> Floats:
        """Return the largest j-th smallest of m p-values that is worth at most α, for j = 1, …, m.

        The bits of floats from 0 to 1 are in the order of the floats: bisecting them finds the last that passes, so
        that a p-value is at most its critical value where, and only where, its worth is at most α.
        """
        import numpy as np

        assert self.worth is not None  # the audit refuses the others
        j = np.arange(1.0, m + 1)
        low, high = np.zeros(m, np.int64), np.full(m, np.float64(1.0).view(np.int64) + 1)
        while (high - low > 1).any():
            middle = (low + high) // 2
            passes = self.worth(middle.view(np.float64), j, m) <= alpha
            low, high = np.where(passes, middle, low), np.where(passes, high, middle)
        return low.view(np.float64)


class _Corrections(dict[str, Correction]):
    """Ours, and by their names those of other packages: a `Correction`, or a function of the p-values of a family."""

    def __missing__(self, name: str) -> Correction:
        from comparatex.plugins import called

        added = called("corrections", name)
        if added is None:
            raise KeyError(name)
        known = added if isinstance(added, Correction) else Correction(added, "", "")
        return replace(known, adjust=_checked(name, known.adjust))


def _checked(name: str, adjust: Adjust) -> Adjust:
    """Return the correction of another package, whose result is checked; it never sees NaN."""

    def adjusted(pvalues: Floats) -> Floats:
        import numpy as np

        found, present = np.full(len(pvalues), np.nan), ~np.isnan(pvalues)
        result = np.asarray(adjust(pvalues[present]), dtype=np.float64)
        if result.shape != found[present].shape or not ((result >= 0) & (result <= 1)).all():
            raise UsageError(f"The correction {name!r} of another package returns no p-value from 0 to 1 for each.")
        found[present] = result
        return found

    return adjusted


_REGISTERED = _Corrections()
CORRECTIONS: Mapping[str, Correction] = MappingProxyType(_REGISTERED)
"""All corrections by name, those of other packages once they are asked for; another is its function below."""


def _correction(bounds: Bound, condition: Condition, step: Step | None = None, **more: Any) -> Callable[[Rule], Adjust]:
    """Return a decorator that registers a correction, and makes of its rule a function of any p-values."""

    def register(rule: Rule) -> Adjust:
        def adjusted(pvalues: Floats) -> Floats:
            from comparatex.inference.arithmetic import in_order

            return in_order(pvalues, rule, step)

        adjusted.__doc__ = rule.__doc__
        adjusted.__name__ = adjusted.__qualname__ = rule.__name__
        with_sections(OF_CORRECTIONS.format("Raw p-values; NaN is not part of the family.", ""))(adjusted)
        row = Correction(adjusted, bounds, condition, step, rule if step else None, **more)
        _REGISTERED[rule.__name__.replace("_", "-")] = row
        return adjusted

    return register


def _at_least_once(p: Floats, exponent: Floats | int) -> Floats:
    """Return 1 − (1 − p)^e, the probability that one of e independent uniform numbers is at most p."""
    import numpy as np

    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(exponent * np.log1p(-p)))


@_correction("", "", "single")
def none(p: Floats, j: Floats, m: int) -> Floats:
    """Return the raw p-values: the level holds for each test, not for the family."""
    return p


@_correction("family-wise error", "any", "single", monotone=True)
def bonferroni(p: Floats, j: Floats, m: int) -> Floats:
    """Return p-values times the size of the family, at most 1.

    References
    ----------
    Dunn (1961), Multiple comparisons among means, JASA 56.

    Examples
    --------
    >>> import numpy as np
    >>> bonferroni(np.array([0.01, 0.4, np.nan, 0.02]))
    array([0.03, 1.  ,  nan, 0.06])
    """
    return p * m


@_correction("family-wise error", "positive", "single", monotone=True)
def sidak(p: Floats, j: Floats, m: int) -> Floats:
    """Return Šidák's 1 − (1 − p)^m for m p-values.

    References
    ----------
    Šidák (1967), Rectangular confidence regions for the means of multivariate normal distributions, JASA 62.

    Examples
    --------
    >>> import numpy as np
    >>> sidak(np.array([0.01, 0.5])).round(4)
    array([0.0199, 0.75  ])
    """
    return _at_least_once(p, m)


@_correction("family-wise error", "any", "down", monotone=True)
def holm(p: Floats, j: Floats, m: int) -> Floats:
    """Return Holm's step-down adjusted p-values.

    The i-th smallest of m p-values becomes the largest of (m − j + 1)·p(j) over j ≤ i, at most 1: no
    hypothesis is rejected once a smaller p-value was not.

    References
    ----------
    Holm (1979), A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6.

    Examples
    --------
    >>> import numpy as np
    >>> holm(np.array([0.01, 0.04, 0.03, np.nan]))
    array([0.03, 0.06, 0.06,  nan])
    """
    return (m - j + 1) * p


@_correction("family-wise error", "positive", "down", monotone=True)
def holland(p: Floats, j: Floats, m: int) -> Floats:
    """Return Holland and Copenhaver's step-down adjusted p-values, also known as Holm–Šidák.

    The i-th smallest of m p-values becomes the largest of 1 − (1 − p(j))^(m − j + 1) over j ≤ i.

    References
    ----------
    Holland and Copenhaver (1987), An improved sequentially rejective Bonferroni test procedure, Biometrics 43.

    Examples
    --------
    >>> import numpy as np
    >>> holland(np.array([0.01, 0.04])).round(4)
    array([0.0199, 0.04  ])
    """
    return _at_least_once(p, m - j + 1)


@_correction(
    "family-wise error",
    "all-true",
    "down",
    choice=False,
    caution="Finner's correction bounds the family-wise error only where no pair differs: where some do, equal "
    "pairs are told apart more often than the level says.",
)
def finner(p: Floats, j: Floats, m: int) -> Floats:
    """Return Finner's step-down adjusted p-values, as García et al. and scmamp use them.

    The i-th smallest of m p-values becomes the largest of 1 − (1 − p(j))^(m/j) over j ≤ i.

    It bounds the family-wise error where all hypotheses are true, and not where some are false: with n true ones among
    m, whose p-values are independent, and p-values of 0 for the others, a true one is rejected with the probability
    1 − (1 − α)^(n(m − n + 1)/m), 0.14 for five of ten at α = 0.05.

    References
    ----------
    Finner (1993), On a monotonicity problem in step-down multiple test procedures, JASA 88. García, Fernández, Luengo
    and Herrera (2010), Information Sciences 180.

    Examples
    --------
    >>> import numpy as np
    >>> finner(np.array([0.01, 0.04])).round(4)
    array([0.0199, 0.04  ])
    """
    return _at_least_once(p, m / j)


@_correction("family-wise error", "positive", "up")
def hochberg(p: Floats, j: Floats, m: int) -> Floats:
    """Return Hochberg's step-up adjusted p-values.

    The i-th smallest of m p-values becomes the smallest of (m − j + 1)·p(j) over j ≥ i.

    References
    ----------
    Hochberg (1988), A sharper Bonferroni procedure for multiple tests of significance, Biometrika 75.

    Examples
    --------
    >>> import numpy as np
    >>> hochberg(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """
    return (m - j + 1) * p


@_correction("family-wise error", "positive")
def hommel(p: Floats, j: Floats, m: int) -> Floats:
    """Return Hommel's adjusted p-values: the closed test whose intersections are tested by Simes.

    That is, the largest of min_k s·q(k)/k over all sets of s p-values q(1) ≤ … ≤ q(s) that contain p. Among sets of
    size s, the one with p itself and the s − 1 largest others decides; time grows with the square of m.

    References
    ----------
    Hommel (1988), A stagewise rejective multiple test procedure based on a modified Bonferroni test,
    Biometrika 75. Wright (1992), Adjusted p-values for simultaneous inference, Biometrics 48.

    Examples
    --------
    >>> import numpy as np
    >>> hommel(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """
    import numpy as np

    simes = p.copy()
    for s in range(2, m + 1):
        others = float(np.min(s * p[m - s + 1 :] / np.arange(2, s + 1)))
        first = np.minimum(s * p[: m - s + 1], others)
        simes[: m - s + 1] = np.maximum(simes[: m - s + 1], first)
        simes[m - s + 1 :] = np.maximum(simes[m - s + 1 :], first[-1])
    return simes


@_correction("family-wise error", "independent")
def rom(p: Floats, j: Floats, m: int) -> Floats:
    """Return Rom's step-up adjusted p-values.

    The i-th largest p-value is compared with the bound c(i, α) that makes the level of the whole test exactly
    α when all hypotheses are true and their p-values independent:

        i·c(i) = Σ_{j<i} α^j − Σ_{j=2}^{i-1} C(i, j) c(i − j + 1)^j

    with c(1) = α; c(2) = α/2, c(3) = α/3 + α²/12, and so on. The adjusted p-value is the smallest level at
    which the test rejects, hence independent of α; published tables of c(i)/α are for a single level.

    References
    ----------
    Rom (1990), A sequentially rejective test procedure based on a modified Bonferroni inequality, Biometrika
    77.

    Examples
    --------
    >>> import numpy as np
    >>> rom(np.array([0.01, 0.04, 0.03])).round(4)
    array([0.0298, 0.04  , 0.04  ])
    """
    import numpy as np

    from comparatex.inference.logical_corrections import levels

    return np.asarray(np.minimum.accumulate(levels(p[::-1]))[::-1])


def _of_pairs(name: str, most: int, caution: str = "") -> None:
    """Register a correction of `logical_corrections`, which needs all pairs."""

    def adjusted(pvalues: Floats) -> Floats:
        from comparatex.inference import logical_corrections

        check_number(name, logical_corrections.comparates(len(pvalues)))
        function: Callable[[Floats], Floats] = getattr(logical_corrections, name.replace("-", "_"))
        return function(pvalues)

    _REGISTERED[name] = Correction(adjusted, "family-wise error", "transitive", pairs=True, most=most, caution=caution)


# Shaffer's takes 7 times as long for twice as many comparates, Bergmann and Hommel's 3 times for each one more.
_of_pairs("shaffer", 1000)
_of_pairs(
    "bergmann-hommel",
    16,
    "Bergmann and Hommel's adjusted p-values are as published and need not keep the order of the raw ones: of "
    "two pairs, that with the larger p-value can be rejected alone.",
)


@_correction("false discovery rate", "positive", "up")
def benjamini_hochberg(p: Floats, j: Floats, m: int) -> Floats:
    """Return Benjamini and Hochberg's step-up adjusted p-values.

    The i-th smallest of m p-values becomes the smallest of m/j·p(j) over j ≥ i.

    References
    ----------
    Benjamini and Hochberg (1995), Controlling the false discovery rate, JRSS B 57.

    Examples
    --------
    >>> import numpy as np
    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """
    return p * m / j


@_correction("false discovery rate", "any", "up")
def benjamini_yekutieli(p: Floats, j: Floats, m: int) -> Floats:
    """Return Benjamini and Yekutieli's adjusted p-values.

    Those of Benjamini and Hochberg times 1 + 1/2 + … + 1/m, at most 1.

    References
    ----------
    Benjamini and Yekutieli (2001), The control of the false discovery rate in multiple testing under
    dependency, Annals of Statistics 29.

    Examples
    --------
    >>> import numpy as np
    >>> benjamini_yekutieli(np.array([0.01, 0.04])).round(4)
    array([0.03, 0.06])
    """
    return p * m / j * float((1 / j).sum())


def adjust(pvalues: Floats, correction: str) -> Floats:
    """Return the adjusted p-values of a family of tests by the name of the correction; compare them with α itself."""
    return CORRECTIONS[correction].adjust(pvalues)


def for_some(correction: str) -> str:
    """Return the correction for a family that is not all pairs: Holm's for those that need all."""
    return "holm" if CORRECTIONS[correction].pairs else correction


def check_number(correction: str, k: int) -> None:
    """Refuse a correction that would take minutes for so many comparates, before anything is computed."""
    most = CORRECTIONS[correction].most
    if 0 < most < k:
        raise UsageError(
            f"The correction {correction!r} is computed for up to {most:,} methods, not {k:,}: compare fewer, or "
            "use 'holm'."
        )
