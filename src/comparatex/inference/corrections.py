"""All corrections by name, each with the condition under which its guarantee holds; false discovery rates."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

import numpy as np

from comparatex.inference.analysis import Correction
from comparatex.inference.arithmetic import Floats
from comparatex.inference.logical_corrections import bergmann_hommel, bergmann_hommel_monotone, shaffer
from comparatex.inference.stepwise_corrections import (
    bonferroni,
    finner,
    hochberg,
    holland,
    holm,
    hommel,
    in_order,
    li,
    none,
    ordinals,
    rom,
    sidak,
    step_up,
)


def benjamini_hochberg(pvalues: Floats) -> Floats:
    """Return Benjamini and Hochberg's step-up adjusted p-values.

    The i-th smallest of m p-values becomes the smallest of m/j·p(j) over j ≥ i.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

    Returns
    -------
    ndarray of shape (n_tests,)
        Adjusted p-values in the same order, at most 1; NaN stays.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1].

    References
    ----------
    Benjamini and Hochberg (1995), Controlling the false discovery rate, JRSS B 57.

    Examples
    --------
    >>> benjamini_hochberg(np.array([0.01, 0.04, 0.03]))
    array([0.03, 0.04, 0.04])
    """
    return in_order(pvalues, lambda p: step_up(p * len(p) / ordinals(p)))


def benjamini_yekutieli(pvalues: Floats) -> Floats:
    """Return Benjamini and Yekutieli's adjusted p-values.

    Those of Benjamini and Hochberg times 1 + 1/2 + … + 1/m, at most 1.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values; NaN is not part of the family.

    Returns
    -------
    ndarray of shape (n_tests,)
        Adjusted p-values in the same order, at most 1; NaN stays.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1].

    References
    ----------
    Benjamini and Yekutieli (2001), The control of the false discovery rate in multiple testing under
    dependency, Annals of Statistics 29.

    Examples
    --------
    >>> benjamini_yekutieli(np.array([0.01, 0.04])).round(4)
    array([0.03, 0.06])
    """
    return in_order(pvalues, lambda p: step_up(p * len(p) / ordinals(p)) * float(np.sum(1 / ordinals(p))))


ANY_DEPENDENCE = "under any dependence between the tests"
POSITIVE = "for independent or positively dependent tests"
INDEPENDENT = "for independent tests"
ALL_TRUE = "only where all hypotheses are true, for independent or positively dependent tests"
TRANSITIVE = "for transitive hypotheses of equality"


@dataclass(frozen=True)
class Procedure:
    """A correction for multiple testing.

    Parameters
    ----------
    adjust : callable
        From the raw to the adjusted p-values of a family; NaN is not part of it.
    bounds : {"", "family-wise error", "false discovery rate"}
        What is at most α when the condition holds: the probability of any false rejection, or the expected
        share of false rejections among all.
    condition : str
        The condition in words: "for independent tests".
    pairs : bool
        Whether the family must be all pairs of comparates, in the order of ``numpy.triu_indices``.
    """

    adjust: Callable[[Floats], Floats]
    bounds: Literal["", "family-wise error", "false discovery rate"]
    condition: str
    pairs: bool = False


CORRECTIONS: Mapping[Correction, Procedure] = MappingProxyType(
    {
        "none": Procedure(none, "", ""),
        "bonferroni": Procedure(bonferroni, "family-wise error", ANY_DEPENDENCE),
        "sidak": Procedure(sidak, "family-wise error", POSITIVE),
        "holm": Procedure(holm, "family-wise error", ANY_DEPENDENCE),
        "holland": Procedure(holland, "family-wise error", POSITIVE),
        "finner": Procedure(finner, "family-wise error", ALL_TRUE),
        "hochberg": Procedure(hochberg, "family-wise error", POSITIVE),
        "hommel": Procedure(hommel, "family-wise error", POSITIVE),
        "rom": Procedure(rom, "family-wise error", INDEPENDENT),
        "li": Procedure(li, "family-wise error", INDEPENDENT),
        "shaffer": Procedure(shaffer, "family-wise error", TRANSITIVE, pairs=True),
        "bergmann-hommel": Procedure(bergmann_hommel, "family-wise error", TRANSITIVE, pairs=True),
        "bergmann-hommel-monotone": Procedure(
            bergmann_hommel_monotone, "family-wise error", TRANSITIVE, pairs=True
        ),
        "benjamini-hochberg": Procedure(benjamini_hochberg, "false discovery rate", POSITIVE),
        "benjamini-yekutieli": Procedure(benjamini_yekutieli, "false discovery rate", ANY_DEPENDENCE),
    }
)


def adjust(pvalues: Floats, correction: Correction) -> Floats:
    """Return the adjusted p-values of a family of tests; compare them with α itself.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values. Undefined ones (NaN) are not part of the family and stay undefined.
    correction : str
        A key of `CORRECTIONS`.

    Returns
    -------
    ndarray of shape (n_tests,)
        Each at least its raw p-value and at most 1, in the same order.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1]; the correction needs all pairs of comparates and gets others, or there
        are too many for it.
    """
    return CORRECTIONS[correction].adjust(pvalues)
