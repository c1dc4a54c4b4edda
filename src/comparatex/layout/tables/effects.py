"""The table of effect sizes of pairs."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, interval
from comparatex.layout.options import EffectsOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Table, narrowed, parts
from comparatex.layout.tables.pair_lines import chosen, heads, left_out, lines

_PLACES = 3


def effects(comparison: Comparison, options: EffectsOptions = EffectsOptions()) -> Table:
    """Lay the effect sizes of pairs out: those of the differences, then those that ignore the pairing by tasks.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    positions(comparison, options.ours)
    shown, found, won = chosen(comparison, options), comparison.effects, comparison.win_share
    ratios = bool(np.isfinite(found["log_ratio"]).any())

    def entries(k: int) -> list[Entry]:
        names = ("rank_biserial", "cohens_d", "cliffs_delta", "vargha_delaney")
        texts = [fixed(float(found[name][k]), _PLACES) for name in names]
        ratio = [_ratio(float(found["log_ratio"][k]))] if ratios else []
        ends = interval(float(won.low[k]), float(won.high[k]), 2)
        return [Entry(text) for text in (*texts, *ratio, fixed(float(won.share[k]), 2), ends)]

    named = (say("Rank-biserial"), say("Cohen's d"), say("Cliff's δ"), "A")
    shares = (*((say("Ratio"),) if ratios else ()), say("Won"))
    columns = (*heads(), *map(Column, (*named, *shares)), Column(say("Interval"), "c"))
    rows = lines(comparison, shown, options, entries)
    return Table(
        say("Effect sizes"),
        " ".join(_sentences(comparison, len(shown), ratios)),
        _alt(comparison),
        options.label,
        tuple(parts(narrowed(columns, rows), rows, stub=2, turned=options.landscape)),
        len(rows) > LINES,
    )


def _ratio(mean_logarithm: float) -> str:
    """Return the geometric mean ratio of a mean logarithm."""
    return fixed(math.exp(mean_logarithm) if abs(mean_logarithm) < 700 else math.nan, _PLACES)


def _sentences(comparison: Comparison, n_shown: int, ratios: bool) -> Iterator[str]:
    """Yield the sentences of the caption."""
    yield say(
        "Effect sizes of the pairs of {size} ({kind}), positive where the row is better.",
        size=words.size(comparison),
        kind=words.direction(comparison),
    )
    yield say(
        "Of the differences, task by task: the matched-pairs rank-biserial correlation, from −1 to 1, and Cohen's d "
        "for pairs, the mean difference over its standard deviation."
    )
    yield say(
        "Ignoring which scores are of the same task: Cliff's δ, from −1 to 1, and Vargha and Delaney's A, the "
        "probability that a score of the row is better than one of the column, where 0.5 is no effect."
    )
    if ratios:
        yield say(
            "Ratio: geometric mean of the ratios of scores, row over column, above 1 where the row is better."
            if comparison.scores.higher_is_better
            else "Ratio: geometric mean of the ratios of scores, column over row, above 1 where the row is better."
        )
    yield say(
        "Won: share of tasks that the row wins, {ties}, with its {level} % z interval, which may leave 0 to 1.",
        ties=words.sign_ties(comparison.analysis),
        level=words.level(100 * (1 - comparison.analysis.alpha)),
    )
    yield from left_out(comparison, n_shown)


def _alt(comparison: Comparison) -> str:
    """Return the largest effect in a sentence."""
    found, pairs = comparison.effects["rank_biserial"], comparison.pair_statistics
    if not np.isfinite(found).any():
        return say("No effect is defined.")
    k = int(np.nanargmax(np.abs(found)))
    return say(
        "The largest rank-biserial correlation is {size}, of {row} against {column}.",
        size=fixed(float(found[k]), _PLACES),
        row=comparison.names[int(pairs.row[k])],
        column=comparison.names[int(pairs.column[k])],
    )
