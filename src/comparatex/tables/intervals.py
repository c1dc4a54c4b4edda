"""Differences of pairs, and means and mean ranks of comparates, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.inference.analysis import DRAWS
from comparatex.layout import selection
from comparatex.tables import PAIRS, PairOptions, Part, Sheet, Table, column, comparates, ends, pairs_shown, table

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Estimates
    from comparatex.inference.bootstrap import Interval
    from comparatex.inference.comparison import Comparison


@table("differences with intervals, by bootstrap", limit=PAIRS)
class IntervalsOptions(PairOptions):
    """Settings of the table of intervals."""

    draws: int = DRAWS  # bootstrap samples of tasks


def lay_out(comparison: Comparison, options: IntervalsOptions = IntervalsOptions()) -> Table:
    """Lay the intervals out: of the differences of all pairs, then of each comparate's mean and mean rank."""
    pairs, listed = comparison.pair_statistics, pairs_shown(comparison, options)
    shift = _shifts(comparison, listed)
    apart = (shift.low > 0) | (shift.high < 0)
    ranked = len(comparison.ranks) > 1
    of_all = (comparison.mean_intervals(options.draws), comparison.rank_intervals(options.draws)) if ranked else ()
    sheet = Sheet(
        "intervals",
        comparison,
        options,
        n_shown=len(listed),
        draws=options.draws,
        n_apart=int(apart.sum()),
        n_student=sum(int(intervals.student.sum()) for intervals in of_all),
    )
    fields = (
        *ends(comparison),
        column("mean", "difference", pairs.mean_difference),
        column("median", "difference", comparison.median_difference),
        column("hodges_lehmann", "difference", shift.estimate, heading="HL"),
        column("shift", "interval of differences", shift.low, shift.high, bold=apart),
    )
    return sheet.table(
        sheet.parts(fields, listed, stub=2),
        _of_comparates(sheet, options, *of_all) if of_all else (),
    )


def _shifts(comparison: Comparison, listed: list[int]) -> Estimates:
    """Return the Hodges–Lehmann differences of the pairs shown, which take milliseconds each; NaN for the others."""
    import numpy as np

    from comparatex.inference.arithmetic import Estimates
    from comparatex.inference.hodges_lehmann import shifts

    n_pairs = len(comparison.pair_statistics.row)
    if not 0 < len(listed) < n_pairs:
        return comparison.hodges_lehmann
    row, column = comparison.in_table
    level = 1 - comparison.analysis.alpha
    some = shifts(comparison.scores, row[listed], column[listed], level, comparison.running)
    spread = np.full((3, n_pairs), np.nan)
    spread[:, listed] = some
    return Estimates(*spread)


def _of_comparates(sheet: Sheet, options: IntervalsOptions, means: Interval, ranks: Interval) -> tuple[Part, ...]:
    """Return means, mean ranks and how often each comparate is first."""
    comparison = sheet.comparison
    first, first_by_rank = comparison.first_frequencies(options.draws)
    fields = (
        comparates(comparison),
        column("mean", "score", comparison.complete_values.mean(axis=0)),
        column("interval", "interval", means.low, means.high),
        column("first", "percent", first),
        column("mean_rank", "rank", comparison.mean_rank),
        column("interval", "interval", ranks.low, ranks.high, places=2),
        column("first", "percent", first_by_rank),
    )
    return sheet.parts(fields, selection.shown(comparison, options))
