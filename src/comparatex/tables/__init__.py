"""Tables, each in a module that declares its settings and lays it out; the words are in templates of text.

Here is what such a module needs: settings that it can extend, limits, and columns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import dataclass_transform

from comparatex.layout.options.shared import ACROSS, MAX_ROWS, PER_TASK, Choosing, PairOptions, Showing
from comparatex.layout.tables.booktabs import Part, Table
from comparatex.layout.tables.sheet import Field, Sheet, column, comparates, ends, pairs_shown
from comparatex.registry import ANY_NUMBER, LINES, PAIRS, K, Limit, Source, figure
from comparatex.settings import setting

__all__ = (
    "ACROSS", "ANY_NUMBER", "LINES", "MAX_ROWS", "PAIRS", "PER_TASK",
    "Choosing", "Field", "Limit", "PairOptions", "Part", "Sheet", "Showing", "Table",
    "column", "comparates", "ends", "pairs_shown", "setting", "table",
)  # fmt: skip


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def table(help: str, *, limit: Limit = LINES, of: Source = "comparison") -> Callable[[K], K]:
    """Return a decorator that makes a dataclass of settings and declares the table of their module by it.

    The list of all tables has the help.
    """

    def declare(options: K) -> K:
        dataclass(frozen=True, kw_only=True)(options)  # which changes the class itself
        return figure(help, limit=limit, of=of)(options)

    return declare
