"""Which measures a table has scores of, where it has several."""

from __future__ import annotations

from typing import Any

from comparatex.data.columns import find_columns
from comparatex.data.groups import take
from comparatex.data.read import as_sources
from comparatex.data.reading import Reading
from comparatex.data.repeats import name_codes
from comparatex.data.shape import layout, local
from comparatex.data.sources import STDIN, load
from comparatex.data.table import Table


def measures(source: Any, reading: Reading) -> tuple[str, ...]:
    """Return the measures of the long tables among the sources, in their order; none where there is but one.

    Standard input is not looked at, for it can be read only once.
    """
    files = [part for part in as_sources(source) if not isinstance(part, tuple) and part != STDIN]
    names = [f"table {k}" for k in range(1, len(files) + 1)]
    loaded = [load(part, name) for part, name in zip(files, names, strict=True)]
    tables, _ = take([part for part in loaded if isinstance(part, Table)], reading)
    found: dict[str, None] = {}
    for table in tables:
        own = local(table, tables, reading)
        if layout(table, own) == "long":
            column = find_columns(table, own).measure
            found |= dict.fromkeys(name_codes(table.columns[column])[1] if column is not None else ())
    return tuple(found) if len(found) > 1 else ()
