"""The table of two comparates task by task: tests and intervals from the sizes of the test sets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.inference.arithmetic import Booleans, Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.proportions import share_interval
from comparatex.inference.shares import Shares, from_outcomes, from_sizes, has_outcomes, with_discordant
from comparatex.inference.sign_test import sign_test_of
from comparatex.layout import words
from comparatex.layout.language import message, say
from comparatex.layout.numbers import fixed, interval, pvalue
from comparatex.layout.options import ProportionsOptions
from comparatex.layout.pair_scores import chosen_pair
from comparatex.layout.table import LINES, Column, Entry, Line, Mark, Table, parts

_METHODS = {
    "wilson": message(
        "Shares with Wilson intervals ({level} %); z and two-sided p of the two-proportion test."
    ),
    "normal": message(
        "Shares with normal intervals ({level} %); z and two-sided p of the two-proportion test."
    ),
    "clopper-pearson": message(
        "Shares with Clopper–Pearson intervals ({level} %); z and two-sided p of the two-proportion test."
    ),
    "count": message(
        "Shares with binomial count intervals ({level} %); z and two-sided p of the two-proportion test."
    ),
}


def proportions(comparison: Comparison, options: ProportionsOptions = ProportionsOptions()) -> Table:
    """Lay two comparates out task by task: shares with intervals, the two-proportion z test, McNemar's test.

    Raises
    ------
    DataError
        The sizes of the test sets are unknown, or scores are no shares.
    UsageError
        A name is unknown.
    """
    ends = chosen_pair(comparison, options.row, options.column, options.ours)
    shares = _shares(comparison, ends, options)
    z, p, paired = shares.tested()
    apart = (p if paired is None else paired) < comparison.analysis.alpha
    names = tuple(comparison.names[i] for i in ends)
    rows = _lines(comparison.scores.tasks, shares, z, p, paired, apart, comparison.analysis.alpha, options)
    return Table(
        say("{first} and {second} by task", first=names[0], second=names[1]),
        " ".join(_sentences(comparison, names, shares, options)),
        _alt(names, _record(comparison, shares)),
        options.label,
        tuple(parts(_columns(names, paired is not None), rows, stub=2)),
        len(rows) > LINES,
    )


def _shares(comparison: Comparison, ends: tuple[int, int], options: ProportionsOptions) -> Shares:
    """Return the counts of the pair."""
    table, first, second = comparison.scores, int(comparison.order[ends[0]]), int(comparison.order[ends[1]])
    if has_outcomes(table):
        return from_outcomes(table, first, second)
    found = from_sizes(table, first, second, options.sizes)
    return with_discordant(found, table, options.discordant) if options.discordant else found


def _columns(names: tuple[str, ...], paired: bool) -> tuple[Column, ...]:
    """Return the columns."""
    first = (Column(say("Task"), "l"), Column("n"))
    shares = (part for name in names for part in (Column(name), Column(say("Interval"), "c")))
    exact = (Column("b/c", "c"), Column(say("McNemar p"))) if paired else ()
    return (*first, *shares, Column("z"), Column("p"), *exact)


def _lines(
    tasks: tuple[str, ...],
    shares: Shares,
    z: Floats,
    p: Floats,
    paired: Floats | None,
    apart: Booleans,
    alpha: float,
    options: ProportionsOptions,
) -> list[Line]:
    """Return a line for each task."""
    ends = [
        share_interval(count, shares.sizes, 1 - alpha, options.method)
        for count in (shares.first, shares.second)
    ]
    rows = []
    for t, place in enumerate(shares.tasks.tolist()):
        cells = [Entry(tasks[place]), Entry(str(int(shares.sizes[t])))]
        for count, (low, high) in zip((shares.first, shares.second), ends, strict=True):
            share = int(count[t]) / int(shares.sizes[t]) if shares.sizes[t] else float("nan")
            cells += [
                Entry(fixed(share, options.precision)),
                Entry(interval(float(low[t]), float(high[t]), 3)),
            ]
        mark: Mark = "significant" if apart[t] else ""
        cells += [Entry(fixed(float(z[t]), 2)), Entry(pvalue(float(p[t])), mark if paired is None else "")]
        if paired is not None and shares.only_first is not None and shares.only_second is not None:
            cells += [
                Entry(f"{shares.only_first[t]}/{shares.only_second[t]}"),
                Entry(pvalue(float(paired[t])), mark),
            ]
        rows.append(Line(tuple(cells)))
    return rows


def _sentences(
    comparison: Comparison, names: tuple[str, ...], shares: Shares, options: ProportionsOptions
) -> Iterator[str]:
    """Yield the sentences of the caption."""
    alpha, paired = comparison.analysis.alpha, shares.only_first is not None
    pair = {"first": names[0], "second": names[1]}
    yield say(
        "{first} and {second} on each task ({kind}), n: size of the test set.",
        kind=words.kind(comparison),
        **pair,
    )
    yield say(_METHODS[options.method], level=words.level(100 * (1 - alpha)))
    yield say(
        "That test takes the two test sets to be independent: it ignores that both are tested on the same instances."
        if paired
        else "That test takes the two test sets to be independent: it ignores a test set that both share, where "
        "outcomes by instance would allow McNemar's test. Counts are score times n, rounded."
    )
    if paired:
        yield say(
            "b/c: instances that the first alone, and the second alone, gets right; exact two-sided McNemar p."
        )
    yield say("Bold: p < {alpha}, without correction for the number of tasks.", alpha=words.level(alpha))
    wins, ties, losses = _record(comparison, shares)
    rule = comparison.analysis.sign_ties
    _, p, _ = sign_test_of(np.array([wins]), np.array([ties]), np.array([losses]), rule)
    yield say(
        "{first} is significantly better on {wins}, {second} on {losses}; two-sided sign test of these wins alone "
        "({ties}; a tie: neither is): {p}.",
        wins=words.count(wins, "task"),
        losses=words.count(losses, "task"),
        ties=words.sign_ties(comparison.analysis),
        p=words.equation(float(p[0])),
        **pair,
    )


def _record(comparison: Comparison, shares: Shares) -> tuple[int, int, int]:
    """Return on how many tasks the first is significantly better, neither, and the second."""
    table = comparison.scores
    return shares.record(comparison.analysis.alpha, higher_is_better=table.higher_is_better)


def _alt(names: tuple[str, ...], record: tuple[int, int, int]) -> str:
    """Return the result in a sentence."""
    return say(
        "{first} is significantly better on {wins}, {second} on {losses}.",
        first=names[0],
        second=names[1],
        wins=words.count(record[0], "task"),
        losses=words.count(record[2], "task"),
    )
