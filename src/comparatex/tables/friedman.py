"""Tests of all comparates at once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from comparatex.layout.numbers import UNDEFINED, fixed
from comparatex.tables import ANY_NUMBER, Sheet, Showing, Table, column, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


@table("the test of the whole table", limit=ANY_NUMBER)
class FriedmanOptions(Showing):
    """Settings of the table of the Friedman test."""

    every_test: bool = setting(
        False,
        off="--no-every-test",
        help="Table friedman: every test of the whole table, not only the one used.",
    )


def lay_out(comparison: Comparison, options: FriedmanOptions = FriedmanOptions()) -> Table:
    """Lay the test of all comparates out, and its relatives where asked for: by χ², F, aligned ranks and Quade's."""
    difference = comparison.critical_difference
    sheet = Sheet(
        "friedman",
        comparison,
        options,
        exact=comparison.friedman.exact_pvalue is not None,
        difference="" if math.isnan(difference) else fixed(difference, 3),
        every_test=options.every_test,
    )
    rows = [row for row in _tests(comparison) if options.every_test or row[0] == comparison.omnibus]
    tests, degrees, limits, statistics, pvalues = zip(*rows, strict=True)
    words = sheet.words
    fields = (
        column("test", "words", [words.tests[key] for key in tests]),
        column("statistic", "effect", statistics),
        column("df", "words", [words.degrees(df) if df else UNDEFINED for df in degrees], align="c"),
        column("critical", "effect", limits, spare=True),
        column("pvalue", "pvalue", pvalues),
    )
    return sheet.table(sheet.parts(fields, range(len(tests)), stub=len(fields)))


def _tests(comparison: Comparison) -> Iterator[tuple[str, tuple[int, ...], float, float, float]]:
    """Yield key, degrees of freedom, critical value, statistic and p-value of each test."""
    from scipy.special import chdtri, fdtri

    from comparatex.inference.friedman import friedman_critical_value

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
