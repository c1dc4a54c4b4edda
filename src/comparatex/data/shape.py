"""Wide or long: from a raw table to its scores by task and comparate."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from comparatex.data.columns import looks_long
from comparatex.data.grid import Grid
from comparatex.data.long import long
from comparatex.data.names import hint, quoted
from comparatex.data.reading import COLUMNS, Layout, Reading
from comparatex.data.table import Table
from comparatex.data.wide import wide
from comparatex.errors import UsageError


def layout(table: Table, reading: Reading) -> Layout:
    """Return the layout of a table: as told, or as it looks."""
    if reading.layout != "auto":
        return reading.layout
    return "long" if looks_long(table, reading) else "wide"


def shape(table: Table, reading: Reading) -> Grid:
    """Return the scores in a raw table."""
    grid = long(table, reading) if layout(table, reading) == "long" else wide(table, reading)
    return replace(grid, notes=table.notes + grid.notes)


def local(table: Table, tables: Sequence[Table], reading: Reading) -> Reading:
    """Return the settings for one of several tables: a column is named for those tables that have it.

    Raises
    ------
    UsageError
        No table has the column.
    """
    missing: dict[str, None] = {}
    for option in COLUMNS:
        heading = getattr(reading, option)
        if heading is None or heading in table.header:
            continue
        if not any(heading in other.header for other in tables):
            known = [head for head in table.header if head]
            raise UsageError(
                f"{table.name} has no column {quoted(heading)} (`{option}`){hint(heading, known)}"
            )
        missing[option] = None
    return reading.replace(**missing) if missing else reading


def check_fit(tables: Sequence[Table], reading: Reading) -> None:
    """Refuse a measure to select where no table can have several."""
    if reading.select_measure is None or any(layout(table, reading) == "long" for table in tables):
        return
    named = f"{tables[0].name} is a wide table" if tables else "An array"
    raise UsageError(f"{named} with one measure: `select_measure` is for long tables.")
