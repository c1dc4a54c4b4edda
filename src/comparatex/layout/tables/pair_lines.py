"""Lines of pairs, as several tables have them: which pairs, who they are, and what is left out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.options import PairOptions, Showing
from comparatex.layout.showing import positions
from comparatex.layout.table import Column, Entry, Line
from comparatex.layout.tables.columns import name_entry


def heads() -> tuple[Column, Column]:
    """Return the headings of the names of a pair."""
    return Column(say("Row"), "l"), Column(say("Column"), "l")


def chosen(comparison: Comparison, options: PairOptions) -> list[int]:
    """Return the numbers of the pairs to show, those of ours first."""
    pairs = comparison.pair_statistics
    ours = np.array(positions(comparison, options.ours), dtype=np.int64)
    wanted = np.array(positions(comparison, options.include), dtype=np.int64)
    keep = np.ones(len(pairs.row), dtype=np.bool_)
    if len(wanted):
        keep = np.isin(pairs.row, wanted) & np.isin(pairs.column, wanted)
    first = np.isin(pairs.row, ours) | np.isin(pairs.column, ours)
    numbers = np.flatnonzero(keep)
    return [int(k) for k in numbers[np.argsort(~first[numbers], kind="stable")]][: options.max_rows or None]


def lines(
    comparison: Comparison, shown: Sequence[int], options: Showing, entries: Callable[[int], Sequence[Entry]]
) -> list[Line]:
    """Return a line for each pair: both names, then what `entries` says of it."""
    pairs = comparison.pair_statistics
    return [
        Line(
            (
                name_entry(comparison, int(pairs.row[k]), options),
                name_entry(comparison, int(pairs.column[k]), options),
                *entries(k),
            )
        )
        for k in shown
    ]


def left_out(comparison: Comparison, n_shown: int) -> Iterator[str]:
    """Yield how many pairs are not shown, and where they are."""
    n_all = len(comparison.pair_statistics.row)
    if n_shown < n_all:
        pairs = words.capital(words.count(n_shown, "pair"))
        yield say("{pairs} of {n_all}; pairs.csv has them all.", pairs=pairs, n_all=n_all)
