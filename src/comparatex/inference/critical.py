"""The tests of all comparates of a comparison, with their critical values."""

from __future__ import annotations

import math
from collections.abc import Iterator

from comparatex.inference.friedman import friedman_critical_value
from comparatex.inference.statistics import Statistics


def tests_of_all(comparison: Statistics) -> Iterator[tuple[str, tuple[int, ...], float, float, float]]:
    """Yield key, degrees of freedom, critical value, statistic and p-value of each test of all comparates."""
    from scipy.special import chdtri, fdtri

    friedman, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    aligned, quade = comparison.aligned_ranks, comparison.quade
    df, chi_square = (friedman.df,), float(chdtri(friedman.df, alpha))

    def f_limit(df: tuple[int, ...], statistic: float = 0.0) -> float:
        first, second = df
        return math.nan if math.isnan(statistic) or second <= 0 else float(fdtri(first, second, 1 - alpha))

    limit = f_limit(refined.df, refined.statistic)
    yield "chi-square", df, chi_square, friedman.statistic, friedman.pvalue
    uncorrected = friedman.uncorrected_statistic, friedman.uncorrected_pvalue
    yield "chi-square, uncorrected", df, chi_square, *uncorrected
    if friedman.exact_pvalue is not None:
        exact = friedman_critical_value(len(comparison.names), len(comparison.ranks), alpha)
        yield "exact", (), math.nan if exact is None else exact, friedman.statistic, friedman.exact_pvalue
    if (gappy := comparison.skillings_mack) is not None:
        yield "skillings-mack", gappy.df, float(chdtri(gappy.df[0], alpha)), gappy.statistic, gappy.pvalue
    yield "f", refined.df, limit, refined.statistic, refined.pvalue
    yield "f, uncorrected", refined.df, limit, refined.uncorrected_statistic, refined.uncorrected_pvalue
    yield "aligned", df, chi_square, aligned.statistic, aligned.pvalue
    yield "quade", quade.df, f_limit(quade.df), quade.statistic, quade.pvalue
