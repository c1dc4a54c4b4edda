"""Columns of comparates, as the tables of scores and of ranks have them."""

from __future__ import annotations

from collections.abc import Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout.colours import highlights
from comparatex.layout.options import Showing
from comparatex.layout.showing import ordered, positions
from comparatex.layout.table import Column, Entry, Line, headed


def chosen(comparison: Comparison, include: tuple[str, ...], options: Showing) -> tuple[int, ...]:
    """Return the positions of the comparates to show, in the order asked for."""
    positions(comparison, options.ours)
    wanted = set(positions(comparison, include)) or set(range(len(comparison.names)))
    return tuple(i for i in ordered(comparison, options.order) if i in wanted)


def headings(
    comparison: Comparison,
    first: str,
    shown: Sequence[int],
    lines: Sequence[Line],
    options: Showing,
    limit: int,
) -> tuple[Column, ...]:
    """Return the column that names the lines and one for each comparate; long names are broken, or stand."""
    colours = highlights(comparison, options)
    names = (comparison.names[i] for i in shown)
    columns = (
        Column(name, mark="ours" if name in options.ours else "", colour=colours.get(name, ""))
        for name in names
    )
    return headed((Column(first, "l"), *columns), lines, limit=limit, turned=options.landscape)


def name_entry(comparison: Comparison, i: int, options: Showing) -> Entry:
    """Return the entry that names a comparate."""
    name = comparison.names[i]
    return Entry(
        name, "ours" if name in options.ours else "", colour=highlights(comparison, options).get(name, "")
    )
