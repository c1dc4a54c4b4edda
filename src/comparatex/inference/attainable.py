"""What a number of tasks can show: the least p-value of any outcome, and how many tasks significance needs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np

from comparatex.inference.analysis import CLUSTERED, OURS, Analysis
from comparatex.inference.arithmetic import rejects
from comparatex.inference.corrections import adjust
from comparatex.inference.differences import differences
from comparatex.inference.nemenyi import nemenyi_pvalues
from comparatex.inference.pair_tests import apply_test
from comparatex.inference.wilcoxon import wilcoxon
from comparatex.text import counted

_MOST_TASKS = 1000
"""Largest number of tasks tried in the search for how many would be enough."""


@dataclass(frozen=True)
class Unattainable:
    """No outcome could be significant."""

    n_tasks: int  # largest number of tasks, or of clusters of tasks, that a pair has
    pvalue: float  # the least p-value that they allow, as the analysis corrects it
    corrected: bool  # whether it is corrected
    needed: int  # tasks, or clusters, with which some outcome would be significant
    unit: str = "task"  # what they are numbers of

    def sentence(self, alpha: float) -> str:
        """Return this as a sentence."""
        return (
            f"With {counted(self.n_tasks, self.unit)}, no outcome could be significant at α = {alpha:.12g}: the least "
            f"attainable p-value{', corrected,' if self.corrected else ''} is {self.pvalue:.4f}; at least "
            f"{counted(self.needed, self.unit)} are needed."
        )


@lru_cache(maxsize=256)
def least_pvalue(analysis: Analysis, n_tasks: int, n_comparates: int = 2) -> float:
    """Return the least p-value of a pair: that of a comparate which wins on every task, each a cluster of its own.

    Of Wilcoxon's exact test and of the sign test it is 2/2^n, or half of that where one side is tested; of the
    normal approximation it is that of differences that are all equal.

    >>> least_pvalue(Analysis(), 5), least_pvalue(Analysis(test="sign", sides="better"), 5)
    (0.0625, 0.03125)
    """
    if analysis.test == "nemenyi":
        gap = np.array([n_comparates - 1.0])
        return float(nemenyi_pvalues(gap, n_comparates, n_tasks)[0])
    if analysis.test not in ("wilcoxon", "sign", *CLUSTERED):
        return 0.0
    values = np.column_stack([np.ones(n_tasks), np.zeros(n_tasks)])
    sweep = differences(values, np.zeros(values.shape, np.int8), higher_is_better=True, tolerance=None)
    row, column = np.array([0]), np.array([1])
    ranked = wilcoxon(sweep, row, column, analysis.zero_method, analysis.pvalue_method)
    alone = np.arange(n_tasks)
    side: Literal[0, 1] = 0 if analysis.sides == "two" else 1
    return float(apply_test(ranked, analysis, sweep, -values, row, column, clusters=alone, alternative=side)[1][0])


def unattainable(analysis: Analysis, n_comparates: int, n_tasks: int, n_family: int) -> Unattainable | None:
    """Return why no outcome could be significant; None where one could, or where that is not known.

    The outcome is the best there is: on every task the same order of the comparates, so that all pairs have the
    least p-value at once.

    >>> unattainable(Analysis(), 6, 6, 15)
    Unattainable(n_tasks=6, pvalue=0.46875, corrected=True, needed=10, unit='task')
    >>> unattainable(Analysis(), 6, 10, 15)
    """
    if analysis.convention != OURS or n_family < 1 or n_tasks < 1:
        return None
    if _attains(analysis, n_tasks, n_comparates, n_family):
        return None
    pvalue = least_corrected(analysis, n_tasks, n_comparates, n_family)
    needed = fewest_tasks(analysis, n_family, n_comparates, above=n_tasks)
    unit, corrected = "cluster" if analysis.test in CLUSTERED else "task", _correction(analysis, n_family) != "none"
    return Unattainable(n_tasks, pvalue, corrected, needed, unit) if needed else None


def _correction(analysis: Analysis, n_family: int) -> str:
    """Return the correction of the p-values of a family, if any."""
    return "none" if analysis.test == "nemenyi" or n_family == 1 else analysis.correction


def least_corrected(analysis: Analysis, n_tasks: int, n_comparates: int, n_family: int) -> float:
    """Return the least p-value of a family, corrected, where each of its pairs has the least that it can have.

    With the sides ``ours``, these are those of the pairs with the control, and twice as much of pairs of rivals.

    >>> least_corrected(Analysis(), 6, 6, 15)
    0.46875
    """
    pvalue, correction = least_pvalue(analysis, n_tasks, n_comparates), _correction(analysis, n_family)
    if correction == "none":
        return pvalue
    family = np.full(n_family, pvalue)
    if analysis.sides == "ours":
        family[n_comparates - 1 :] *= 2
    return float(adjust(family, correction).min())


def fewest_tasks(analysis: Analysis, n_family: int, n_comparates: int = 2, *, above: int = 0) -> int:
    """Return the fewest tasks, more than some, on which an outcome can be significant; 0 where 1,000 are too few.

    >>> fewest_tasks(Analysis(), 1), fewest_tasks(Analysis(), 15)
    (6, 10)
    """
    sizes = range(above + 1, _MOST_TASKS)
    return next((n for n in sizes if _attains(analysis, n, n_comparates, n_family)), 0)


def _attains(analysis: Analysis, n_tasks: int, n_comparates: int, n_family: int) -> bool:
    """Whether an outcome can be significant."""
    most = least_pvalue(analysis, n_tasks, n_comparates) * n_family * (1 + math.log(n_family))
    if most <= analysis.alpha:
        return True  # no correction makes more of it than Benjamini and Yekutieli's
    pvalue = least_corrected(analysis, n_tasks, n_comparates, n_family)
    return bool(rejects(pvalue, analysis.alpha))
