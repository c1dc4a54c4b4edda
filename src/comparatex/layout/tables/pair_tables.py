"""Tables of pairs: results and tests, Holm's steps, effect sizes, differences with intervals, on the same items."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np

from comparatex.inference.arithmetic import rejects
from comparatex.inference.bootstrap import Interval
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import holm as holm_adjusted
from comparatex.inference.hodges_lehmann import Shifts, shifts
from comparatex.inference.items import ItemComparison, compare_items
from comparatex.inference.verdicts import Verdict
from comparatex.layout.notation import notations
from comparatex.layout.numbers import equation, fixed, level
from comparatex.layout.options.tables import (
    EffectsOptions,
    HolmOptions,
    IntervalsOptions,
    ItemsOptions,
    PairwiseOptions,
)
from comparatex.layout.tables.booktabs import Part, Table
from comparatex.layout.tables.comparate_tables import word
from comparatex.layout.tables.sheet import Sheet, comparates, comparates_shown, ends, field, pairs_shown

_PLACES = 4
"""Decimals of p-values at least; Holm's table has so many that his smallest level has two digits."""


def pairwise(comparison: Comparison, options: PairwiseOptions = PairwiseOptions()) -> Table:
    """Lay the table of pairs out: for each its difference, its record and its test.

    Each pair stands once, the comparate with the better mean score first. With `ours`, their pairs come
    first, so that a cut leaves them whole.
    """
    pairs, analysis = comparison.pair_statistics, comparison.analysis
    wanted = pairs_shown(comparison, replace(options, max_rows=0))
    shown = wanted[: options.max_rows or None]
    adjusted = analysis.correction != "none" and analysis.test != "nemenyi"
    fields = [
        *ends(comparison),
        field("difference", "difference", pairs.mean_difference),
        field("record", "record", pairs.wins, pairs.ties, pairs.losses),
        field("statistic", "sum" if analysis.test in ("wilcoxon", "sign") else "statistic", pairs.statistic),
        field("pvalue", "pvalue", pairs.pvalue, bold=comparison.raw_significant),
    ]
    if adjusted:
        fields.append(field("adjusted", "pvalue", pairs.adjusted_pvalue, bold=comparison.significant))
    sheet = Sheet.of(
        "pairwise",
        comparison,
        options,
        adjusted=adjusted,
        n_shown=len(shown),
        n_chosen=len(wanted),
        n_included=len(set(options.include)),
        ours=bool(options.ours),
    )
    return sheet.table(options.label, sheet.parts(fields, shown, stub=len(fields)))


def holm(comparison: Comparison, options: HolmOptions = HolmOptions()) -> Table:
    """Lay the steps of Holm's procedure out, whichever correction the analysis uses.

    The i-th smallest of n p-values is held against α/(n − i + 1); the first that is above its level ends
    the procedure, and no later hypothesis is rejected.
    """
    pvalues, alpha = comparison.pair_statistics.pvalue, comparison.analysis.alpha
    order = np.argsort(pvalues, kind="stable")[: int(np.sum(~np.isnan(pvalues)))].tolist()
    step = {k: i for i, k in enumerate(order, 1)}
    levels = {k: alpha / (len(order) - i + 1) for k, i in step.items()}
    places = max(_PLACES, 1 - math.floor(math.log10(min(levels.values(), default=alpha))))
    corrected = holm_adjusted(pvalues)
    rejected = rejects(corrected, alpha)
    sheet = Sheet.of(
        "holm",
        comparison,
        options,
        n_steps=len(order),
        n_shown=min(len(order), options.max_rows or len(order)),
        n_rejected=int(rejected.sum()),
    )
    decisions = sheet.words.decisions
    fields = (
        field("step", "count", step),
        *ends(comparison),
        field("pvalue", "pvalue", pvalues, levels=levels, places=places),
        field("level", "effect", levels, places=places),
        field("adjusted", "pvalue", corrected, bold=rejected),
        field("decision", "words", [decisions["differ" if yes else "not rejected"] for yes in rejected]),
    )
    shown = order[: options.max_rows or None]
    return sheet.table(options.label, sheet.parts(fields, shown, stub=len(fields)))


def effects(comparison: Comparison, options: EffectsOptions = EffectsOptions()) -> Table:
    """Lay the effect sizes of pairs out: those of the differences, then those that ignore the pairing by tasks."""
    shown, found, won = pairs_shown(comparison, options), comparison.effects, comparison.win_share
    pairs, sizes, logarithms = comparison.pair_statistics, found["rank_biserial"], found["log_ratio"]
    adjusted = comparison.analysis.correction != "none"
    defined, ratios = bool(np.isfinite(sizes).any()), bool(np.isfinite(logarithms).any())
    k = int(np.nanargmax(np.abs(sizes))) if defined else 0
    sheet = Sheet.of(
        "effects",
        comparison,
        options,
        n_shown=len(shown),
        ratios=ratios,
        adjusted=adjusted,
        largest=fixed(float(sizes[k]), 3) if defined else "",
        row=comparison.names[int(pairs.row[k])],
        column=comparison.names[int(pairs.column[k])],
    )
    means = [math.exp(x) if abs(x) < 700 else math.nan for x in logarithms.tolist()]
    fields = (
        *ends(comparison),
        field(
            "rank_biserial",
            "effect",
            sizes,
            stars=pairs.adjusted_pvalue if adjusted else pairs.pvalue,
        ),
        *(field(name, "effect", found[name]) for name in ("cohens_d", "cliffs_delta")),
        field("vargha_delaney", "effect", found["vargha_delaney"], heading="A"),
        *([field("ratio", "effect", means)] if ratios else ()),
        field("won", "share", won.share),
        field("interval", "interval", won.low, won.high, places=2),
    )
    return sheet.table(options.label, sheet.parts(fields, shown, stub=2, heads="narrowed", turns=True))


def intervals(comparison: Comparison, options: IntervalsOptions = IntervalsOptions()) -> Table:
    """Lay the intervals out: of the differences of all pairs, then of each comparate's mean and mean rank."""
    pairs, shown = comparison.pair_statistics, pairs_shown(comparison, options)
    shift = _shifts(comparison, shown)
    apart = (shift.low > 0) | (shift.high < 0)
    of_all = _intervals_of_all(comparison, options.draws)
    sheet = Sheet.of(
        "intervals",
        comparison,
        options,
        n_shown=len(shown),
        draws=options.draws,
        n_apart=int(apart.sum()),
        n_student=sum(int(found.student.sum()) for found in of_all),
    )
    fields = (
        *ends(comparison),
        field("mean", "difference", pairs.mean_difference),
        field("median", "difference", pairs.median_difference),
        field("hodges_lehmann", "difference", shift.estimate, heading="HL"),
        field("shift", "interval of differences", shift.low, shift.high, bold=apart),
    )
    return sheet.table(
        options.label,
        sheet.parts(fields, shown, stub=2),
        _of_comparates(sheet, options, *of_all) if of_all else (),
    )


def _shifts(comparison: Comparison, shown: list[int]) -> Shifts:
    """Return the Hodges–Lehmann differences of the pairs shown, which take milliseconds each; NaN for the others."""
    n_pairs = len(comparison.pair_statistics.row)
    if not 0 < len(shown) < n_pairs:
        return comparison.hodges_lehmann
    row, column = comparison.in_table
    level = 1 - comparison.analysis.alpha
    found = shifts(comparison.scores, row[shown], column[shown], level, comparison.running)
    estimate, low, high = np.full((3, n_pairs), np.nan)
    estimate[shown], low[shown], high[shown] = found.estimate, found.low, found.high
    return Shifts(estimate, low, high)


def _intervals_of_all(comparison: Comparison, draws: int) -> tuple[Interval, Interval] | tuple[()]:
    """Return the intervals of mean scores and of mean ranks; nothing without two complete tasks."""
    if len(comparison.ranks) < 2:
        return ()
    return comparison.mean_intervals(draws), comparison.rank_intervals(draws)


def _of_comparates(
    sheet: Sheet, options: IntervalsOptions, means: Interval, ranks: Interval
) -> tuple[Part, ...]:
    """Return means, mean ranks and how often each comparate is first."""
    comparison = sheet.comparison
    first, first_by_rank = comparison.first_frequencies(options.draws)
    fields = (
        comparates(comparison),
        field("mean", "score", comparison.complete_values.mean(axis=0)),
        field("interval", "interval", means.low, means.high),
        field("first", "percent", first),
        field("mean_rank", "rank", comparison.mean_rank),
        field("interval", "interval", ranks.low, ranks.high, places=2),
        field("first", "percent", first_by_rank),
    )
    return sheet.parts(fields, comparates_shown(comparison, options.include, options))


def items(comparison: Comparison, options: ItemsOptions = ItemsOptions()) -> Table:
    """Lay out the comparison of pairs on the same items: differences with intervals, counts of items, tests."""
    found, shown = items_compared(comparison, options), pairs_shown(comparison, options)
    sheet, varied = _of_items(comparison, options, found, len(shown)), len({*found.n_items.tolist()}) > 1
    corrected = found.correction != "none" and len(found.row) > 1
    different = rejects(found.adjusted_pvalue, comparison.analysis.alpha)
    fields = (
        *ends(comparison),
        *([field("items", "count", found.n_items)] if varied else ()),
        *([field("clusters", "count", found.n_clusters)] if varied and found.groups else ()),
        field("difference", "difference", found.difference, stars=found.adjusted_pvalue),
        field("interval", "interval of differences", found.low, found.high),
        field("record", "record", found.wins, found.ties, found.losses),
        *(
            ()
            if found.test == "mcnemar"
            else [
                field("t", "statistic", found.statistic, heading="t"),
                field("df", "statistic", found.df, places=1, heading="df"),
            ]
        ),
        field("pvalue", "pvalue", found.pvalue, bold=None if corrected else different),
        *([field("adjusted", "pvalue", found.adjusted_pvalue, bold=different)] if corrected else ()),
        *([field("verdict", "words", list(map(word, _verdicts(comparison, found))))] if found.margin else ()),
    )
    return sheet.table(options.label, sheet.parts(fields, shown, stub=2, turns=True))


def _verdicts(comparison: Comparison, found: ItemComparison) -> list[Verdict]:
    """Return the verdicts on the rows of comparisons on the same items."""
    return found.verdicts(comparison.analysis.alpha, higher_is_better=comparison.scores.higher_is_better)


def items_compared(comparison: Comparison, options: ItemsOptions) -> ItemComparison:
    """Return the comparison on the same items that the settings ask for."""
    return compare_items(
        comparison,
        clusters=options.clusters,
        fixed_groups=options.fixed_groups,
        average=options.average,
        mid_p=options.mid_p,
    )


def sentences_on_items(
    comparison: Comparison, found: ItemComparison, options: ItemsOptions = ItemsOptions()
) -> list[str]:
    """Return a sentence on each pair that the table shows: who is better on the same items, by how much, and p."""
    said, alpha = notations(comparison, options).differences, comparison.analysis.alpha
    shown = pairs_shown(comparison, options)
    words = _of_items(comparison, options, found, len(shown)).words
    sign = 1 if comparison.scores.higher_is_better else -1
    return [
        str(
            words.sentence(
                {
                    "row": comparison.names[int(found.row[k])],
                    "column": comparison.names[int(found.column[k])],
                    "difference": said.fixed(float(found.difference[k])),
                    "interval": said.interval(float(found.low[k]), float(found.high[k])),
                    "tested": bool(found.pvalue[k] == found.pvalue[k]),
                    "p": equation(float(found.adjusted_pvalue[k]), alpha),
                    "t": fixed(float(found.statistic[k]), 2),
                    "df": fixed(float(found.df[k]), 1),
                    "n_items": int(found.n_items[k]),
                    "n_clusters": int(found.n_clusters[k]),
                    "differ": bool(rejects(found.adjusted_pvalue[k], alpha)),
                    "better": bool(sign * found.difference[k] > 0),
                    **_within_margin(found, k, alpha),
                    "few": bool(found.few[k]),
                    "at_odds": bool(found.at_odds(alpha)[k]),
                    "wins": int(found.wins[k]),
                    "losses": int(found.losses[k]),
                }
            )
        )
        for k in shown
    ]


def _within_margin(found: ItemComparison, k: int, alpha: float) -> dict[str, Any]:
    """Return whether a pair is equivalent, else who is not worse than whom by the margin, and p; nothing without."""
    tests, differ = found.equivalence, bool(rejects(found.adjusted_pvalue[k], alpha))
    if tests is None or differ:
        return {"equivalent": False, "not_worse": (), "margin_p": ""}
    names = found.names[int(found.row[k])], found.names[int(found.column[k])]
    both, row, column = (
        float(p[k]) for p in (tests.adjusted_pvalue, tests.adjusted_row, tests.adjusted_column)
    )
    equivalent, least = bool(rejects(both, alpha)), min(row, column)
    return {
        "equivalent": equivalent,
        "not_worse": (names if row <= column else names[::-1]) if rejects(least, alpha) else (),
        "margin_p": equation(both if equivalent else least, alpha) if rejects(least, alpha) else "",
    }


def _of_items(comparison: Comparison, options: ItemsOptions, found: ItemComparison, n_shown: int) -> Sheet:
    """Return the sheet of comparisons on the same items."""
    return Sheet.of(
        "items",
        comparison,
        options,
        found=found,
        n_shown=n_shown,
        n_items=int(found.n_items.max()),
        fewest_items=int(found.n_items.min()),
        n_clusters=int(found.n_clusters.max()),
        few=bool(found.few.any()),
        margin=level(found.margin) if found.margin else "",
        at_odds=bool(found.at_odds(comparison.analysis.alpha).any()),
        n_untested=int(np.isnan(found.pvalue).sum()),
        simultaneous=found.level > 1 - comparison.analysis.alpha,
        n_different=int(rejects(found.adjusted_pvalue, comparison.analysis.alpha).sum()),
    )
