"""All corrections by name, with the condition under which each holds what it promises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.choices import Correction
from comparatex.inference.corrections.discovery import benjamini_hochberg, benjamini_yekutieli
from comparatex.inference.corrections.exhaustive import bergmann_hommel
from comparatex.inference.corrections.logical import shaffer
from comparatex.inference.corrections.rom import rom
from comparatex.inference.corrections.single_step import bonferroni, none, sidak
from comparatex.inference.corrections.step_down import finner, holland, holm, li
from comparatex.inference.corrections.step_up import hochberg, hommel

ANY_DEPENDENCE = "under any dependence between the tests"
POSITIVE = "for independent or positively dependent tests"
INDEPENDENT = "for independent tests"
TRANSITIVE = "for transitive hypotheses of equality"


@dataclass(frozen=True)
class Procedure:
    """A correction for multiple testing.

    Parameters
    ----------
    adjust : callable
        From the raw to the adjusted p-values of a family; NaN are no members.
    bounds : {"", "family-wise error", "false discovery rate"}
        What is at most α when the condition holds: the probability of any false rejection, or the expected
        share of false ones among the rejections.
    condition : str
        When it does, in words: "for independent tests".
    pairs : bool
        The family must be all pairs of comparates, in the order of ``numpy.triu_indices``.
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
        "finner": Procedure(finner, "family-wise error", POSITIVE),
        "hochberg": Procedure(hochberg, "family-wise error", POSITIVE),
        "hommel": Procedure(hommel, "family-wise error", POSITIVE),
        "rom": Procedure(rom, "family-wise error", INDEPENDENT),
        "li": Procedure(li, "family-wise error", INDEPENDENT),
        "shaffer": Procedure(shaffer, "family-wise error", TRANSITIVE, pairs=True),
        "bergmann-hommel": Procedure(bergmann_hommel, "family-wise error", TRANSITIVE, pairs=True),
        "benjamini-hochberg": Procedure(benjamini_hochberg, "false discovery rate", POSITIVE),
        "benjamini-yekutieli": Procedure(benjamini_yekutieli, "false discovery rate", ANY_DEPENDENCE),
    }
)


def adjust(pvalues: Floats, correction: Correction) -> Floats:
    """Return the adjusted p-values of a family of tests; compare them with α itself.

    Parameters
    ----------
    pvalues : ndarray of shape (n_tests,)
        Raw p-values. Undefined ones (NaN) are no members of the family and stay undefined.
    correction : str
        A key of `CORRECTIONS`.

    Returns
    -------
    ndarray of shape (n_tests,)
        Each at least its raw p-value, at most 1, and in the same order.

    Raises
    ------
    UsageError
        A p-value lies outside [0, 1]; the correction needs all pairs of comparates and these are not, or there are
        too many for it.
    """
    return CORRECTIONS[correction].adjust(pvalues)
