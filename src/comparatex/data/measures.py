"""Which measures a table has scores of, where it has several, and the scores by each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from comparatex.data.columns import find_columns
from comparatex.data.groups import take
from comparatex.data.names import require, tidy
from comparatex.data.read import as_sources, read
from comparatex.data.reading import Reading
from comparatex.data.repeats import name_codes
from comparatex.data.scores import Scores
from comparatex.data.shape import layout, local
from comparatex.data.sources import STDIN, load
from comparatex.data.table import Table

_DEFAULTS = Reading()


def read_measures(
    source: Any, reading: Reading = _DEFAULTS, *, lower: Sequence[str] = (), **overrides: Any
) -> tuple[Scores, ...]:
    """Return the scores by each measure of a long table; by the one there is, of any other.

    Parameters
    ----------
    source : str, Path, DataFrame, tuple, mapping or list of these
        As `read` takes it.
    reading : Reading
        Settings; ``select_measure`` takes one measure.
    lower : sequence of str
        The measures of which lower is better.
    **overrides
        Fields of `Reading` that replace those of `reading`.

    Returns
    -------
    tuple of Scores
        In the order of the table; `Scores.measure` is the name.

    Raises
    ------
    DataError
        The table cannot be used.
    UsageError
        A name in `lower` is no measure of the table.

    Examples
    --------
    >>> lines = ["task,comparate,measure,score"]
    >>> for task in ("iris", "wine"):
    ...     lines += [f"{task},A,accuracy,0.9", f"{task},B,accuracy,0.7", f"{task},A,time,8.5", f"{task},B,time,0.4"]
    >>> heads, *rows = [line.split(",") for line in lines]
    >>> table = [dict(zip(heads, row)) for row in rows]
    >>> [(scores.measure, scores.direction) for scores in read_measures(table, lower=["time"])]
    [('accuracy', 'higher'), ('time', 'lower')]
    """
    reading = reading.replace(**overrides)
    below = tuple(map(tidy, [lower] if isinstance(lower, str) else lower))
    names = () if reading.select_measure else measures(source, reading)
    if names:
        require(below, names, "measure", "lower")
        return tuple(
            read(
                source,
                reading,
                select_measure=name,
                higher_is_better=reading.higher_is_better and name not in below,
            )
            for name in names
        )
    scores = read(source, reading)
    if not reading.select_measure:
        require(below, (scores.measure,), "measure", "lower")
    return (read(source, reading, higher_is_better=False) if scores.measure in below else scores,)


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
