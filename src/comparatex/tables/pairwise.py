"""Pairs with their records and tests."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from comparatex.tables import PAIRS, PairOptions, Sheet, Table, column, ends, pairs_shown, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


@table("pairs with their tests", limit=PAIRS)
class PairwiseOptions(PairOptions):
    """Settings of the table of pairs, beside those that all such tables share."""


def lay_out(comparison: Comparison, options: PairwiseOptions = PairwiseOptions()) -> Table:
    """Lay the table of pairs out: for each its difference, its record and its test.

    Each pair stands once, the comparate with the better mean score first. With `ours`, their pairs come
    first, so that a cut leaves them whole.
    """
    from comparatex.inference.scale import ratios

    pairs, analysis = comparison.pair_statistics, comparison.analysis
    wanted = pairs_shown(comparison, replace(options, max_rows=0))
    shown = wanted[: options.max_rows or None]
    adjusted = analysis.correction != "none" and analysis.test != "nemenyi"
    on_logarithms = comparison.scores.scale == "log"
    statistic = "sum" if analysis.test in ("wilcoxon", "sign") else "statistic"
    fields = [
        *ends(comparison),
        column("difference", "difference", pairs.mean_difference),
        *([column("ratio", "effect", ratios(pairs.mean_difference))] if on_logarithms else []),
        column("record", "record", pairs.wins, pairs.ties, pairs.losses),
        column("statistic", statistic, pairs.statistic, spare=True),
        column("pvalue", "pvalue", pairs.pvalue, bold=comparison.raw_significant),
    ]
    if adjusted:
        fields.append(column("adjusted", "pvalue", pairs.adjusted_pvalue, bold=comparison.significant))
    sheet = Sheet(
        "pairwise",
        comparison,
        options,
        adjusted=adjusted,
        n_shown=len(shown),
        n_chosen=len(wanted),
        n_included=len(set(options.include)),
        ours=bool(options.ours),
    )
    return sheet.table(sheet.parts(fields, shown, stub=len(fields)))
