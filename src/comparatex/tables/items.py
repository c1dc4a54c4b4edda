"""Comparisons of pairs on the same items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from comparatex.layout.facts import word
from comparatex.layout.numbers import equation, fixed, level
from comparatex.tables import PAIRS, PairOptions, Sheet, Table, column, ends, pairs_shown, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.items import ItemComparison
    from comparatex.inference.verdicts import Verdict


@table("pairs on the same items", limit=PAIRS)
class ItemsOptions(PairOptions):
    """Settings of the table of comparisons on the same items."""

    clusters: bool = setting(
        True,
        off="--no-clusters",
        after="discordant",
        help="Table items: groups of items are a sample, so that items of one may depend on each other.",
    )
    fixed_groups: bool = setting(
        False,
        off="--no-fixed-groups",
        help="Table items: groups are fixed instead, such as these benchmarks and no others.",
    )
    average: Literal["items", "benchmarks"] = setting(
        "items", help="Table items: whether every item counts alike, or every group of items."
    )
    mid_p: bool = setting(False, off="--no-mid-p", help="Table items: McNemar's mid-p, which is less conservative.")


def lay_out(comparison: Comparison, options: ItemsOptions = ItemsOptions()) -> Table:
    """Lay out the comparison of pairs on the same items: differences with intervals, counts of items, tests."""
    from comparatex.inference.arithmetic import rejects

    items, listed = items_compared(comparison, options), pairs_shown(comparison, options)
    sheet, varied = _of_items(comparison, options, items, len(listed)), len({*items.n_items.tolist()}) > 1
    corrected = items.correction != "none" and len(items.row) > 1
    different = rejects(items.adjusted_pvalue, comparison.analysis.alpha)
    fields = (
        *ends(comparison),
        *([column("items", "count", items.n_items)] if varied else ()),
        *([column("clusters", "count", items.n_clusters)] if varied and items.groups else ()),
        column("difference", "difference", items.difference, stars=items.adjusted_pvalue),
        column("interval", "interval of differences", items.low, items.high),
        column("record", "record", items.wins, items.ties, items.losses),
        *(
            ()
            if items.test == "mcnemar"
            else [
                column("t", "statistic", items.statistic, heading="t"),
                column("df", "statistic", items.df, places=1, heading="df"),
            ]
        ),
        column("pvalue", "pvalue", items.pvalue, bold=None if corrected else different),
        *([column("adjusted", "pvalue", items.adjusted_pvalue, bold=different)] if corrected else ()),
        *([column("verdict", "words", list(map(word, _verdicts(comparison, items))))] if items.margin else ()),
    )
    return sheet.table(sheet.parts(fields, listed, stub=2, turns=True))


def _verdicts(comparison: Comparison, items: ItemComparison) -> list[Verdict]:
    """Return the verdicts on the rows of comparisons on the same items."""
    return items.verdicts(comparison.analysis.alpha, higher_is_better=comparison.scores.higher_is_better)


def items_compared(comparison: Comparison, options: ItemsOptions) -> ItemComparison:
    """Return the comparison on the same items that the settings ask for."""
    from comparatex.inference.items import compare_items

    return compare_items(
        comparison,
        clusters=options.clusters,
        fixed_groups=options.fixed_groups,
        average=options.average,
        mid_p=options.mid_p,
    )


def sentences_on_items(
    comparison: Comparison, items: ItemComparison, options: ItemsOptions = ItemsOptions()
) -> list[str]:
    """Return a sentence on each pair that the table shows: who is better on the same items, by how much, and p."""
    from comparatex.inference.arithmetic import rejects
    from comparatex.layout.notation import notations

    notation, alpha = notations(comparison, options).differences, comparison.analysis.alpha
    listed = pairs_shown(comparison, options)
    words = _of_items(comparison, options, items, len(listed)).words
    sign, pairs = 1 if comparison.scores.higher_is_better else -1, items.records()
    return [
        str(
            words.sentence(
                {
                    **pairs[k],
                    "difference": notation.fixed(float(items.difference[k])),
                    "interval": notation.interval(float(items.low[k]), float(items.high[k])),
                    "tested": pairs[k]["pvalue"] is not None,
                    "p": equation(float(items.adjusted_pvalue[k]), alpha),
                    "t": fixed(float(items.statistic[k]), 2),
                    "df": fixed(float(items.df[k]), 1),
                    "differ": bool(rejects(items.adjusted_pvalue[k], alpha)),
                    "better": bool(sign * items.difference[k] > 0),
                    **_within_margin(items, k, alpha),
                    "few": bool(items.few[k]),
                    "at_odds": bool(items.at_odds(alpha)[k]),
                }
            )
        )
        for k in listed
    ]


def _within_margin(items: ItemComparison, k: int, alpha: float) -> dict[str, Any]:
    """Return whether a pair is equivalent, else who is not worse than whom by the margin, and p; nothing without."""
    from comparatex.inference.arithmetic import rejects

    tests, differ = items.equivalence, bool(rejects(items.adjusted_pvalue[k], alpha))
    if tests is None or differ:
        return {"equivalent": False, "not_worse": (), "margin_p": ""}
    names = items.names[int(items.row[k])], items.names[int(items.column[k])]
    both, row, column = (float(p[k]) for p in (tests.adjusted_pvalue, tests.adjusted_row, tests.adjusted_column))
    equivalent, least = bool(rejects(both, alpha)), min(row, column)
    return {
        "equivalent": equivalent,
        "not_worse": (names if row <= column else names[::-1]) if rejects(least, alpha) else (),
        "margin_p": equation(both if equivalent else least, alpha) if rejects(least, alpha) else "",
    }


def _of_items(comparison: Comparison, options: ItemsOptions, items: ItemComparison, n_shown: int) -> Sheet:
    """Return the sheet of comparisons on the same items."""
    import numpy as np

    from comparatex.inference.arithmetic import rejects

    return Sheet(
        "items",
        comparison,
        options,
        found=items,
        n_shown=n_shown,
        n_items=int(items.n_items.max()),
        fewest_items=int(items.n_items.min()),
        n_clusters=int(items.n_clusters.max()),
        few=bool(items.few.any()),
        margin=level(items.margin) if items.margin else "",
        at_odds=bool(items.at_odds(comparison.analysis.alpha).any()),
        n_untested=int(np.isnan(items.pvalue).sum()),
        simultaneous=items.level > 1 - comparison.analysis.alpha,
        n_different=int(rejects(items.adjusted_pvalue, comparison.analysis.alpha).sum()),
    )
