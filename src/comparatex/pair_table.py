"""The statistics of all pairs as a table, written in blocks: as records or columns of JSON, as CSV, Parquet or Arrow.

A table of 2,000 comparates has two million pairs, whose records in Python would take gigabytes.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from comparatex import progress
from comparatex.errors import UsageError
from comparatex.inference.arithmetic import defined, records
from comparatex.inference.bayes.pairs import REGIONS
from comparatex.inference.comparison import Comparison
from comparatex.inference.fields import PAIR, OptionalStatistics, Source
from comparatex.names import guarded
from comparatex.version import __version__

if TYPE_CHECKING:
    import pyarrow as pa

LISTED = 20_000
"""Pairs up to which JSON lists them unasked: those of 200 comparates, in 20 MB."""

PairForm = Literal["auto", "all", "columns", "none"]
"""Pairs in JSON: as records up to `LISTED`, all as records, as columns, or none."""

FileForm = Literal["parquet", "arrow"]

_MAKER = b"comparatex"
"""In the metadata of a Parquet or Arrow file, the version that wrote it."""
_BY_TASK = "task_posteriors"
_TRUTH = ("false", "true")
_BLOCK = 20_000
"""Pairs written at a time as text."""

_ROWS = 100_000
"""Pairs written at a time to a Parquet or Arrow file."""


@dataclass(frozen=True)
class _Style:
    """How a file has what is undefined, false and true, and words."""

    nothing: str
    truth: tuple[str, str]
    word: Callable[[Any], str]


@dataclass(frozen=True, eq=False)
class Column:
    """A statistic of every pair."""

    name: str  # its name, and that of the group that contains it in records; empty at the top level
    group: str
    values: NDArray[Any] | Callable[[int], Any]
    """Numbers, truth values, or positions in `words`; a function of a pair returns what is no number."""
    words: tuple[str, ...] | None = None  # what the values are positions in

    def listed(self, which: slice | NDArray[np.int64]) -> list[Any]:
        """Return the values of some pairs, None where undefined or infinite; of a function, of consecutive ones."""
        if callable(self.values):
            assert isinstance(which, slice)
            return [self.values(k) for k in range(which.start, which.stop)]
        values = self.values[which]
        if self.words is not None:
            return [self.words[k] for k in values.tolist()]
        return list(defined(values))

    def written(self, part: slice, style: _Style) -> list[str]:
        """Return the values of some pairs as text."""
        if callable(self.values):
            return list(map(style.word, self.listed(part)))
        values = self.values[part]
        if values.dtype.kind == "f":
            return _floats(values, style.nothing)
        if values.dtype.kind == "i" and self.words is None:
            return list(map(repr, values.tolist()))
        words = style.truth if self.words is None else [style.word(word) for word in self.words]
        return [words[k] for k in values.tolist()]


def _floats(values: NDArray[np.float64], nothing: str) -> list[str]:
    """Return numbers as text; each is written once, because that takes long and many occur often."""
    bits = np.ascontiguousarray(values).view(np.int64)  # of which 0.0 and -0.0 are two
    distinct, places = np.unique(bits, return_inverse=True)
    texts = [repr(number) if math.isfinite(number) else nothing for number in distinct.view(np.float64).tolist()]
    return [texts[k] for k in places.tolist()]


@dataclass(frozen=True, eq=False)
class PairTable:
    """The statistics of all pairs of a comparison, those at the top level first."""

    columns: tuple[Column, ...]
    n_pairs: int

    @classmethod
    def of(cls, comparison: Comparison, optional: OptionalStatistics) -> PairTable:
        """Compute what there is to say of pairs."""
        source, names = Source(comparison, optional), comparison.names
        pairs = source.pairs
        columns = [Column("row", "", pairs.row, names), Column("column", "", pairs.column, names)]
        shown = [field for field in PAIR.values() if field.records and field.when(source)]
        with progress.step("Statistics of pairs", len(shown)) as advance:
            for k, field in enumerate(shown):
                columns.append(_column(field.name, field.group, field.values(source)))
                advance(k + 1)
        basis = comparison.basis
        if basis.bayes == "correlated-t" and basis.unit != "repeat":
            columns.append(Column(_BY_TASK, "", _task_posteriors(comparison)))
        return cls(tuple(sorted(columns, key=lambda column: column.group != "")), len(pairs.row))

    def blocks(self, size: int = _BLOCK) -> Iterator[slice]:
        """Yield slices of pairs."""
        with progress.step("Writing pairs", self.n_pairs) as advance:
            for start in range(0, self.n_pairs, size):
                advance(start)
                yield slice(start, min(start + size, self.n_pairs))

    def flat(self, which: NDArray[np.int64]) -> list[dict[str, Any]]:
        """Return a dictionary of the numbers and words of some pairs, without groups."""
        plain = [column for column in self.columns if not callable(column.values)]
        return records({column.name: column.listed(which) for column in plain})

    def records_as_json(self, indent: str) -> Iterator[str]:
        """Yield the records as JSON, in a document with lines of this indent."""
        columns = sorted(self.columns, key=lambda column: callable(column.values))  # what is no number comes last
        template = as_json(_record(columns, ["%s"] * len(columns)), indent=f"{indent}  ").replace('"%s"', "%s")
        style, start = _Style("null", _TRUTH, partial(as_json, indent=f"{indent}    ")), "["
        for part in self.blocks():
            rows = zip(*(column.written(part, style) for column in columns), strict=True)
            text = f",\n{indent}  ".join(template % row for row in rows)
            yield f"{start}\n{indent}  {text}"
            start = ","
        yield f"\n{indent}]"

    def columns_as_json(self, indent: str) -> Iterator[str]:
        """Yield the columns as JSON, each on a line of its own."""
        style, start = _Style("null", _TRUTH, partial(as_json, indent=indent)), "{"
        for column in self.columns:
            yield f"{start}\n{indent}  {as_json(column.name)}: ["
            for part in self.blocks():
                yield f"{', ' if part.start else ''}{', '.join(column.written(part, style))}"
            yield "]"
            start = ","
        yield f"\n{indent}}}"

    def as_csv(self) -> Iterator[str]:
        """Yield the table as CSV; undefined numbers are empty cells."""
        columns = [column for column in self.columns if not callable(column.values)]
        style = _Style("", ("False", "True"), cache(lambda word: lines([[guarded(word)]]).removesuffix("\n")))
        yield lines([[column.name for column in columns]])
        for part in self.blocks():
            rows = zip(*(column.written(part, style) for column in columns), strict=True)
            yield "".join(f"{','.join(row)}\n" for row in rows)

    @property
    def has_task_posteriors(self) -> bool:
        """Whether the Bayesian test is one of every task."""
        return any(column.name == _BY_TASK for column in self.columns)

    def task_posteriors_as_csv(self) -> Iterator[str]:
        """Yield the posterior of every pair on every task, a row for each."""
        (by_task,) = (column for column in self.columns if column.name == _BY_TASK)
        yield lines([("row", "column", "task", *REGIONS)])
        for part in self.blocks():
            of_pairs = zip(*(cells.listed(part) for cells in (*self.columns[:2], by_task)), strict=True)
            yield lines(
                (*map(guarded, (first, second, task)), *masses)
                for first, second, posteriors in of_pairs
                for task, *masses in map(dict.values, posteriors)
            )


def write(tables: Sequence[tuple[str, PairTable]], file: IO[bytes], form: FileForm) -> None:
    """Write the pairs of a comparison, and of groups of tasks, to a Parquet or Arrow file with typed columns.

    Names are dictionaries, counts whole numbers, all else that is a number is in double precision; undefined numbers
    are null, infinite ones stay. Where there are groups, the first column is ``group``, null for all tasks.
    """
    required(form)
    import pyarrow as pa
    import pyarrow.parquet as pq

    grouped = len(tables) > 1
    fields = [pa.field("group", pa.string())] if grouped else []
    fields += [pa.field(column.name, _arrow(column, slice(0, 0), grouped).type) for column in tables[0][1].columns]
    schema = pa.schema(fields, {_MAKER: __version__.encode()})
    writer = pq.ParquetWriter(file, schema) if form == "parquet" else pa.ipc.new_file(file, schema)
    with writer:
        for group, table in tables:
            columns = {column.name: column for column in table.columns}
            for part in table.blocks(_ROWS):
                size = part.stop - part.start
                cells = {name: _arrow(column, part, grouped) for name, column in columns.items()}
                cells["group"] = pa.array([group or None] * size, pa.string())
                batch = [cells.get(field.name, pa.nulls(size, field.type)) for field in schema]
                writer.write_batch(pa.record_batch(batch, schema=schema))


def required(form: str) -> None:
    """Refuse to write Parquet or Arrow without pyarrow, before anything is computed."""
    if form in get_args(FileForm) and find_spec("pyarrow") is None:
        raise UsageError(
            f"{form.capitalize()} is written by pyarrow: run pip install 'comparatex[parquet]', or write CSV."
        )


def file_form(output: str) -> str:
    """Return the format that a file's name asks for; JSON, where it asks for none of those for pairs."""
    suffix = output.rpartition(".")[2].lower()
    return suffix if suffix in get_args(FileForm) else "json"


def is_written(path: Path) -> bool:
    """Whether a file of pairs was written by comparatex."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(path) if path.suffix.lower() == ".parquet" else pa.ipc.open_file(path).schema
    except (OSError, pa.ArrowInvalid):
        return False
    return _MAKER in (schema.metadata or {})


def listed(n_pairs: int) -> bool:
    """Whether JSON lists so many pairs unasked."""
    return n_pairs <= LISTED


def left_out(n_pairs: int, elsewhere: str = "") -> str:
    """Return the note that pairs are not listed, and where they are."""
    where = (
        f"they are in {elsewhere}."
        if elsewhere
        else '`pairs="all"` or `pairs="columns"` lists them, and `format="parquet"` writes them as a table.'
    )
    return f"The {n_pairs:,} pairs are not listed, because there are more than {LISTED:,}: {where}"


def lines(rows: Iterable[Iterable[Any]]) -> str:
    """Return lines of CSV; undefined numbers are empty cells."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(defined([*row]) for row in rows)
    return text.getvalue()


def _column(name: str, group: str, values: NDArray[Any]) -> Column:
    """Return the column of a statistic; of words, by their positions in the order in which they come."""
    if values.dtype.kind != "O":
        return Column(name, group, values)
    words = values.tolist()
    places = {word: k for k, word in enumerate(dict.fromkeys(words))}
    return Column(name, group, np.fromiter(map(places.__getitem__, words), np.int8, len(words)), tuple(places))


def _task_posteriors(comparison: Comparison) -> Callable[[int], Any]:
    """Return what gives the posterior of a pair on every task."""
    pairs, tasks = comparison.pair_statistics, comparison.scores.tasks

    def of_pair(k: int) -> list[dict[str, Any]]:
        posteriors = defined(comparison.task_posteriors(int(pairs.row[k]), int(pairs.column[k])))
        return [
            dict(zip(("task", *REGIONS), (task, *line), strict=True))
            for task, line in zip(tasks, posteriors, strict=True)
        ]

    return of_pair


def as_json(value: Any, indent: str = "") -> str:
    """Return a value as strict JSON in a document with lines of this indent: undefined numbers are null."""
    text = json.dumps(defined(value), indent=2, ensure_ascii=False, allow_nan=False)
    return text.replace("\n", f"\n{indent}")


def _record(columns: Sequence[Column], values: Sequence[Any]) -> dict[str, Any]:
    """Return values under the names of their columns, those of a group together under its name."""
    record: dict[str, Any] = {}
    for column, value in zip(columns, values, strict=True):
        (record.setdefault(column.group, {}) if column.group else record)[column.name] = value
    return record


def _arrow(column: Column, part: slice, grouped: bool) -> pa.Array:
    """Return the values of some pairs as Arrow has them.

    Words are no dictionary where tables of groups follow, whose words may be others: Arrow refuses that.
    """
    import pyarrow as pa

    if callable(column.values):
        regions = [pa.field(name, pa.float64()) for name in REGIONS]
        return pa.array(column.listed(part), pa.list_(pa.struct([pa.field("task", pa.string()), *regions])))
    values = column.values[part]
    if column.words is not None:
        words = pa.DictionaryArray.from_arrays(values.astype(np.int32), pa.array(column.words, pa.string()))
        return words.cast(pa.string()) if grouped else words
    kind = {"b": np.bool_, "i": np.int64}.get(values.dtype.kind, np.float64)
    return pa.array(values.astype(kind), from_pandas=True)
