"""Two comparates task by task, from the sizes of test sets."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.inference.analysis import ShareMethod
from comparatex.layout.numbers import equation
from comparatex.layout.selection import chosen_pair
from comparatex.tables import ANY_NUMBER, Sheet, Showing, Table, column, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.proportions import InstanceCounts


@table("two comparates by test-set sizes", limit=ANY_NUMBER)
class ProportionsOptions(Showing):
    """Settings of the table of tests from test-set sizes."""

    row: str = setting(
        "",
        metavar="NAME",
        after="spread",
        help="Table proportions: the first comparate; --ours or the best one else.",
    )
    column: str = setting(
        "", metavar="NAME", after="row", help="Table proportions: the second one; the best that is left else."
    )
    sizes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Size of the test set of every task; not needed where the repeats are outcomes of instances, 1 or 0."""
    discordant: Mapping[str, tuple[int, int]] = setting(
        MappingProxyType({}),
        kind="file",
        after="sizes",
        help="Table proportions: table of tasks with the instances that each of two comparates alone gets right.",
    )
    method: ShareMethod = setting(
        "wilson", flag="--interval", after="discordant", help="Table proportions: how intervals are computed."
    )
    sign_test: bool = setting(
        False,
        off="--no-sign-test",
        help="Table proportions: add the sign test of the significant wins alone.",
    )


def lay_out(comparison: Comparison, options: ProportionsOptions = ProportionsOptions()) -> Table:
    """Lay two comparates out task by task: shares with intervals, the two-proportion z test, McNemar's test."""
    import numpy as np

    from comparatex.inference.arithmetic import rejects
    from comparatex.inference.pair_tests import sign_test_of
    from comparatex.inference.proportions import share_interval

    table, analysis = comparison.scores, comparison.analysis
    pair = chosen_pair(comparison, options.row, options.column, options.own)
    shares = _shares(comparison, pair, options)
    z, p, paired = shares.tested()
    apart = rejects(p if paired is None else paired, analysis.alpha)
    record = shares.record(analysis.alpha, higher_is_better=table.higher_is_better)
    wins, ties, losses = (np.array([number]) for number in record)
    _, sign_p, _ = sign_test_of(wins, ties, losses, analysis.sign_ties)
    first, second = (comparison.names[i] for i in pair)
    sheet = Sheet(
        "proportions",
        comparison,
        options,
        first=first,
        second=second,
        wins=record[0],
        losses=record[2],
        paired=paired is not None,
        method=options.method,
        sign_test=equation(float(sign_p[0]), comparison.analysis.alpha) if options.sign_test else "",
    )
    fields = [
        column("task", "words", [table.tasks[t] for t in shares.tasks]),
        column("size", "count", shares.sizes, heading="n"),
    ]
    for name, count in ((first, shares.first), (second, shares.second)):
        low, high = share_interval(count, shares.sizes, 1 - analysis.alpha, options.method)
        share = [won / n if n else math.nan for won, n in zip(count.tolist(), shares.sizes.tolist(), strict=True)]
        fields.append(column("share", "score", share, heading=name))
        fields.append(column("interval", "interval", low, high, places=3))
    fields.append(column("z", "statistic", z, heading="z"))
    fields.append(column("p", "pvalue", p, bold=apart if paired is None else None, heading="p"))
    if paired is not None and shares.only is not None:
        discordant = [f"{b}/{c}" for b, c in shares.only.T]
        fields.append(column("discordant", "words", discordant, heading="b/c", align="c"))
        fields.append(column("mcnemar", "pvalue", paired, bold=apart))
    return sheet.table(sheet.parts(fields, range(len(shares.tasks)), stub=2))


def _shares(comparison: Comparison, pair: tuple[int, int], options: ProportionsOptions) -> InstanceCounts:
    """Return the counts of the pair."""
    from comparatex.inference.proportions import from_outcomes, from_sizes, has_outcomes, with_discordant

    table, (first, second) = comparison.scores, comparison.order[list(pair)].tolist()
    if has_outcomes(table):
        return from_outcomes(table, first, second)
    counts = from_sizes(table, first, second, options.sizes)
    return with_discordant(counts, table, options.discordant) if options.discordant else counts
