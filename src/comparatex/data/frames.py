"""pandas data frames, Parquet files and arrays."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.grid import Grid, chosen, comparate_filter, task_filter, turned
from comparatex.data.names import quoted, tidy
from comparatex.data.reading import Reading
from comparatex.data.repeats import average, first_duplicate, gaps, name_codes
from comparatex.data.scores import BINARY
from comparatex.data.table import Cells, Table, table
from comparatex.errors import DataError

if TYPE_CHECKING:
    import pandas as pd


def read_parquet(data: bytes, name: str) -> Table:
    """Return the raw table in a Parquet file."""
    import pandas as pd

    try:
        frame = pd.read_parquet(io.BytesIO(data))
    except ImportError as error:
        raise DataError(
            f"{name} is a Parquet file, which needs pyarrow: run pip install 'comparatex[parquet]', or save "
            "it as CSV."
        ) from error
    except Exception as error:  # a broken file may raise anything
        raise DataError(
            f"{name} cannot be read as a Parquet file: write it anew, or save it as CSV."
        ) from error
    return from_frame(frame, name)


def from_frame(frame: pd.DataFrame, name: str) -> Table:
    """Return the raw table in a data frame; an index that is more than a count becomes its first column."""
    import pandas as pd

    header: list[object] = []
    columns: list[Cells] = []
    if not isinstance(frame.index, pd.RangeIndex):
        for level in range(frame.index.nlevels):
            label = frame.index.names[level]
            header.append("" if label is None else label)
            columns.append(_cells(frame.index.get_level_values(level).to_series()))
    for k, head in enumerate(frame.columns):
        header.append(" ".join(map(str, head)) if isinstance(head, tuple) else head)
        columns.append(_cells(frame.iloc[:, k]))
    if not frame.shape[1]:
        raise DataError(f"{name} has no columns: it needs one per comparate.")
    return table(name, header, columns, range(1, len(frame) + 1), "row")


def from_array(
    array: Any,
    comparates: Iterable[object],
    tasks: Iterable[object] | None,
    reading: Reading,
    name: str = "the array",
) -> Grid:
    """Return the scores in an array of shape (n_tasks, n_comparates) or (n_tasks, n_comparates, n_repeats).

    Raises
    ------
    DataError
        The array has other dimensions than the names, holds no numbers, or a name comes twice.
    """
    values = _values(array, name)
    grid = replace(_named(values, comparates, tasks, reading.transpose, name), name=name)
    infinite = np.argwhere(np.isinf(values.reshape(*values.shape[:2], -1)).any(axis=2))
    if len(infinite):
        row, column = infinite[0]
        raise DataError(
            f"{name}, row {row + 1}, column {column + 1}: the score is infinite: use nan if it is missing."
        )
    grid = turned(grid) if reading.transpose else grid
    keep_task, keep_comparate = task_filter(reading), comparate_filter(reading)
    return chosen(
        grid,
        [k for k, name in enumerate(grid.tasks) if keep_task(name)],
        [k for k, name in enumerate(grid.comparates) if keep_comparate(name)],
    )


def _cells(series: pd.Series[Any]) -> Cells:
    """Return a column as an array of numbers, or as a list of whatever it holds."""
    if isinstance(series.dtype, np.dtype) and series.dtype.kind in "iuf":
        return series.to_numpy()
    cells: list[Any] = series.astype(object).where(series.notna().to_numpy(), None).tolist()
    return cells


def _values(array: Any, name: str) -> NDArray[np.generic]:
    """Return an array of numbers in two or three dimensions."""
    values = np.asarray(array)
    if values.dtype.kind not in "iuf":
        try:
            values = values.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise DataError(f"{name} does not hold numbers only: use nan for missing scores.") from error
    if values.ndim not in (2, 3):
        raise DataError(f"{name} has the shape {values.shape}: it must be (tasks, comparates[, repeats]).")
    return values


def _named(
    array: NDArray[np.generic],
    comparates: Iterable[object],
    tasks: Iterable[object] | None,
    transpose: bool,
    name: str,
) -> Grid:
    """Return an array with the names of its rows and columns."""
    columns = tuple(map(tidy, comparates))
    rows = None if tasks is None else tuple(map(tidy, tasks))
    if transpose:
        if rows is None:
            rows = tuple(str(k + 1) for k in range(array.shape[1]))
        rows, columns = columns, rows
    elif rows is None:
        rows = tuple(str(k + 1) for k in range(len(array)))
    if array.shape[:2] != (len(rows), len(columns)):
        kinds = ("comparates", "tasks") if transpose else ("tasks", "comparates")
        turn = ": transpose it" if array.shape[:2] == (len(columns), len(rows)) else ""
        raise DataError(
            f"{name} has the shape {array.shape}, but there are {len(rows)} {kinds[0]} (rows) and "
            f"{len(columns)} {kinds[1]} (columns){turn or ': name all of them'}."
        )
    for names, kind in ((rows, "row"), (columns, "column")):
        if "" in names:
            raise DataError(f"{name}: the name of {kind} {names.index('') + 1} is empty: name it.")
        twice = first_duplicate(name_codes(names)[0])
        if twice:
            raise DataError(
                f"{name}: {kind}s {twice[0] + 1} and {twice[1] + 1} are both called "
                f"{quoted(names[twice[0]])}: rename one of them."
            )
    return _grid(array, rows, columns, numbered=tasks is None)


def _grid(
    array: NDArray[np.generic], rows: tuple[str, ...], columns: tuple[str, ...], numbered: bool
) -> Grid:
    """Return an array's scores; a third dimension holds repeats."""
    exact = 0 if array.dtype.kind in "iu" else BINARY
    values = array.astype(np.float64) + 0.0  # adding zero takes the sign from -0.0
    decimals = np.full(values.shape, exact, dtype=np.int8)
    repeats: NDArray[np.float64] | None = None
    notes: tuple[str, ...] = ()
    if values.ndim == 3:
        repeats, notes = values if values.shape[2] > 1 else None, gaps(values, rows, columns)
        values, decimals = average(values, decimals)
    return Grid(
        "",
        values,
        decimals,
        rows,
        columns,
        repeats=repeats,
        numbered=numbered,
        lines=tuple(f"row {k + 1}" for k in range(len(rows))),
        all_tasks=rows,
        all_comparates=columns,
        notes=notes,
    )
