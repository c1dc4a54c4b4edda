"""The table of intervals: by how much comparates differ, and how far means and mean ranks could have varied."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.inference import bootstrap
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, interval
from comparatex.layout.options import IntervalsOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Part, Table, parts
from comparatex.layout.tables.columns import chosen, name_entry
from comparatex.layout.tables.pair_lines import chosen as chosen_pairs
from comparatex.layout.tables.pair_lines import heads, left_out, lines


def intervals(comparison: Comparison, options: IntervalsOptions = IntervalsOptions()) -> Table:
    """Lay the intervals out: of the differences of all pairs, then of each comparate's mean and mean rank.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    positions(comparison, options.ours)
    shown = chosen_pairs(comparison, options)
    found = (*_pair_parts(comparison, shown, options), *_comparate_parts(comparison, options))
    return Table(
        say("Differences and intervals"),
        " ".join(_sentences(comparison, len(shown), options)),
        _alt(comparison),
        options.label,
        found,
        sum(len(part.lines) for part in found) > LINES,
    )


def _pair_parts(comparison: Comparison, shown: list[int], options: IntervalsOptions) -> tuple[Part, ...]:
    """Return the differences of pairs."""
    pairs, shift, places = comparison.pair_statistics, comparison.hodges_lehmann, options.precision

    def entries(k: int) -> list[Entry]:
        ends = float(shift.low[k]), float(shift.high[k])
        values = (pairs.mean_difference[k], pairs.median_difference[k], shift.estimate[k])
        texts = [fixed(float(value), places) for value in values]
        return [*map(Entry, texts), Entry(interval(*ends, places), "significant" if _apart(*ends) else "")]

    columns = (
        *heads(),
        Column(say("Mean")),
        Column(say("Median")),
        Column("HL"),
        Column(say("Interval of HL"), "c"),
    )
    return tuple(parts(columns, lines(comparison, shown, options, entries), stub=2)) if shown else ()


def _apart(low: float, high: float) -> bool:
    """Tell whether an interval leaves zero out."""
    return low > 0 or high < 0


def _comparate_parts(comparison: Comparison, options: IntervalsOptions) -> tuple[Part, ...]:
    """Return what the bootstrap says of each comparate; nothing without two complete tasks."""
    if len(comparison.ranks) < 2:
        return ()
    level = 1 - comparison.analysis.alpha
    table = comparison.scores
    means = bootstrap.resampled_means(
        table.values[table.complete][:, comparison.order], n_samples=options.draws
    )
    ranks = bootstrap.resampled_means(comparison.ranks, n_samples=options.draws)
    of_means, of_ranks = bootstrap.intervals(means, level), bootstrap.intervals(ranks, level)
    by_mean = bootstrap.first_frequency(means, higher_is_better=table.higher_is_better)
    by_rank = bootstrap.first_frequency(ranks, higher_is_better=False)
    centre = table.values[table.complete][:, comparison.order].mean(axis=0)
    rows = [
        Line(
            (
                name_entry(comparison, i, options),
                Entry(fixed(float(centre[i]), options.precision)),
                Entry(interval(float(of_means.low[i]), float(of_means.high[i]), options.precision)),
                Entry(_percent(by_mean, i)),
                Entry(fixed(float(comparison.mean_rank[i]), 2)),
                Entry(interval(float(of_ranks.low[i]), float(of_ranks.high[i]), 2)),
                Entry(_percent(by_rank, i)),
            )
        )
        for i in chosen(comparison, options.include, options)
    ]
    ends, first = Column(say("Interval"), "c"), Column(say("First"))
    of_mean, of_rank = (Column(say("Mean")), ends, first), (Column(say("Mean rank")), ends, first)
    columns = (Column(say("Comparate"), "l"), *of_mean, *of_rank)
    return tuple(parts(columns, rows))


def _percent(share: Floats, i: int) -> str:
    """Return a share in percent."""
    return f"{fixed(100 * float(share[i]), 1)} %"


def _sentences(comparison: Comparison, n_shown: int, options: IntervalsOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    yield say(
        "Differences of {size} ({kind}) with {level} % intervals.",
        size=words.size(comparison),
        kind=words.direction(comparison),
        level=words.level(100 * (1 - comparison.analysis.alpha)),
    )
    yield say(
        "Differences are score of the row less score of the column: their mean, their median, and the "
        "Hodges–Lehmann estimate (HL: median of the means of two differences) with the interval of the two-sided "
        "signed-rank test, exact up to 50 tasks; bold: it leaves zero out. No interval is corrected for their number."
    )
    yield from left_out(comparison, n_shown)
    n = len(comparison.ranks)
    if n >= 2:
        yield say(
            "Mean and mean rank of each comparate with percentile intervals of {draws} bootstrap draws of tasks, and "
            "in what share of the draws it comes first by either; ranks depend on who is compared."
            if n == comparison.scores.n_tasks
            else "Mean and mean rank of each comparate on the {n} complete tasks with percentile intervals of {draws} "
            "bootstrap draws of tasks, and in what share of the draws it comes first by either; ranks depend on who is "
            "compared.",
            n=n,
            draws=words.numeral(options.draws),
        )


def _alt(comparison: Comparison) -> str:
    """Return the result in a sentence."""
    shift = comparison.hodges_lehmann
    n = int(np.sum((shift.low > 0) | (shift.high < 0)))
    pairs = words.count(len(shift.low), "pair")
    return say("The intervals of {n} of {pairs} leave zero out.", n=n, pairs=pairs)
