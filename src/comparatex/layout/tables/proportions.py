"""The table of two comparates task by task: tests and intervals from the sizes of the test sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.arrays import Booleans, Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.intervals import Method, share_interval
from comparatex.inference.proportions import discordant, mcnemar, two_proportions
from comparatex.layout import words
from comparatex.layout.numbers import fixed, interval, pvalue
from comparatex.layout.pair_scores import chosen_pair
from comparatex.layout.showing import Showing
from comparatex.layout.table import LINES, Column, Entry, Line, Mark, Table, parts

_METHODS = {
    "wilson": "Wilson",
    "normal": "normal",
    "clopper-pearson": "Clopper–Pearson",
    "count": "binomial count",
}


@dataclass(frozen=True, kw_only=True)
class ProportionsOptions(Showing):
    """Settings of the table of tests from test-set sizes.

    Parameters
    ----------
    row, column : str
        The two comparates; by default ours, or the best one, and the best of the others.
    sizes : mapping of str to int
        Size of the test set of every task; not needed where the repeats are outcomes of instances, 1 or 0.
    method : {"wilson", "normal", "clopper-pearson", "count"}
        The intervals.
    label : str
        Name of the table for cross-references.
    """

    row: str = ""
    column: str = ""
    sizes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    method: Method = "wilson"
    label: str = "tab-proportions"


@dataclass(frozen=True, eq=False)
class _Shares:
    """Counts of two comparates on each task, and who alone is right where outcomes of instances are known."""

    tasks: tuple[str, ...]
    sizes: Integers
    first: Integers
    second: Integers
    only_first: Integers | None = None
    only_second: Integers | None = None


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
    shares = _outcomes(comparison, ends) or _counts(comparison, ends, options)
    z, p = two_proportions(shares.first, shares.sizes, shares.second, shares.sizes)
    paired = None
    if shares.only_first is not None and shares.only_second is not None:
        paired = mcnemar(shares.only_first, shares.only_second)
    judged = p if paired is None else paired
    apart = judged < comparison.analysis.alpha
    names = tuple(comparison.names[i] for i in ends)
    rows = _lines(shares, z, p, paired, apart, comparison.analysis.alpha, options)
    return Table(
        f"{names[0]} and {names[1]} by task",
        " ".join(_sentences(comparison, names, paired is not None, options)),
        _alt(names, _record(comparison, shares, apart)),
        options.label,
        tuple(parts(_columns(names, paired is not None), rows, stub=2)),
        len(rows) > LINES,
    )


def _outcomes(comparison: Comparison, ends: tuple[int, int]) -> _Shares | None:
    """Return the counts where every repeat is the outcome of an instance, 1 or 0."""
    cube = comparison.scores.repeats
    if cube is None or not np.isin(cube[~np.isnan(cube)], (0.0, 1.0)).all():
        return None
    first, second = (cube[:, comparison.order[i]] for i in ends)
    both = np.array([~np.isnan(one) & ~np.isnan(other) for one, other in zip(first, second, strict=True)])
    right = first, second
    if not comparison.scores.higher_is_better:  # the scores are errors
        right = 1 - first, 1 - second
    alone = np.array([discordant(right[0][t][b], right[1][t][b]) for t, b in enumerate(both)], dtype=np.int64)
    ones, others = (np.where(both, values, 0).sum(axis=1).astype(np.int64) for values in (first, second))
    return _Shares(comparison.scores.tasks, both.sum(axis=1), ones, others, alone[:, 0], alone[:, 1])


def _counts(comparison: Comparison, ends: tuple[int, int], options: ProportionsOptions) -> _Shares:
    """Return the counts that scores and sizes of test sets make."""
    table = comparison.scores
    unknown = [task for task in table.tasks if not options.sizes.get(task)]
    if unknown:
        raise DataError(
            f"The size of the test set of {unknown[0]!r} is unknown: give --sizes FILE or --size COLUMN, or one "
            "outcome per instance as repeats of 1 and 0."
        )
    values = table.values[:, comparison.order[list(ends)]]
    there = np.array([not np.isnan(pair).any() for pair in values])
    if ((values[there] < 0) | (values[there] > 1)).any():
        raise DataError("Scores must be shares between 0 and 1, such as accuracies or error rates.")
    tasks = tuple(task for task, both in zip(table.tasks, there, strict=True) if both)
    sizes = np.array([options.sizes[task] for task in tasks], dtype=np.int64)
    counts = np.rint(values[there] * sizes[:, None]).astype(np.int64)
    return _Shares(tasks, sizes, counts[:, 0], counts[:, 1])


def _columns(names: tuple[str, ...], paired: bool) -> tuple[Column, ...]:
    """Return the columns."""
    first = (Column("Task", "l"), Column("n"))
    shares = (part for name in names for part in (Column(name), Column("Interval", "c")))
    exact = (Column("b/c", "c"), Column("McNemar p")) if paired else ()
    return (*first, *shares, Column("z"), Column("p"), *exact)


def _lines(
    shares: _Shares,
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
    for t, task in enumerate(shares.tasks):
        cells = [Entry(task), Entry(str(int(shares.sizes[t])))]
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


def _record(comparison: Comparison, shares: _Shares, apart: Booleans) -> tuple[int, int]:
    """Return on how many tasks the first, and the second, is significantly better."""
    better = shares.first > shares.second
    if not comparison.scores.higher_is_better:
        better = shares.first < shares.second
    return int((apart & better).sum()), int((apart & ~better).sum())


def _sentences(
    comparison: Comparison, names: tuple[str, ...], paired: bool, options: ProportionsOptions
) -> Iterator[str]:
    """Yield the sentences of the caption."""
    alpha = comparison.analysis.alpha
    kind = ", ".join(filter(None, (comparison.scores.measure, words.direction(comparison))))
    yield f"{names[0]} and {names[1]} on each task ({kind}), n: size of the test set."
    level = f"{words.level(100 * (1 - alpha))} %"
    yield f"Shares with {_METHODS[options.method]} intervals ({level}); z and two-sided p of the two-proportion test."
    yield (
        "That test takes the two test sets to be independent: it ignores that both are tested on the same instances."
        if paired
        else "That test takes the two test sets to be independent: it ignores a test set that both share, where "
        "outcomes by instance would allow McNemar's test. Counts are score times n, rounded."
    )
    if paired:
        yield "b/c: instances that the first alone, and the second alone, gets right; exact two-sided McNemar p."
    yield f"Bold: p < {words.level(alpha)}, without correction for the number of tasks."


def _alt(names: tuple[str, ...], record: tuple[int, int]) -> str:
    """Return the result in a sentence."""
    first, second = (words.count(number, "task") for number in record)
    return f"{names[0]} is significantly better on {first}, {names[1]} on {second}."
