"""Tables, each in a module that declares its settings and lays it out; the words are in templates of text.

Here is what such a module needs: settings that it can extend, limits, and columns.
"""

from comparatex.layout.options.shared import ACROSS, MAX_ROWS, PER_TASK, Choosing, PairOptions, Showing
from comparatex.layout.tables.booktabs import Part, Table
from comparatex.layout.tables.sheet import Field, Sheet, column, comparates, ends, pairs_shown
from comparatex.registry import ANY_NUMBER, PAIRS, Limit, table
from comparatex.settings import setting

__all__ = (
    "ACROSS", "ANY_NUMBER", "MAX_ROWS", "PAIRS", "PER_TASK",
    "Choosing", "Field", "Limit", "PairOptions", "Part", "Sheet", "Showing", "Table",
    "column", "comparates", "ends", "pairs_shown", "setting", "table",
)  # fmt: skip
