"""Python objects to raw tables: JSON, dicts and lists, pandas data frames, Parquet files and arrays."""

from __future__ import annotations

import io
import json
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import replace
from importlib import import_module
from itertools import count, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.headings import called_like_methods, methods_in, only_count, says, words
from comparatex.data.measures import is_measured, is_score, kind_of
from comparatex.data.pivots import Pivot, centre_of, levels_in, role_of, to_table
from comparatex.data.raw_table import (
    Cells,
    Column,
    Table,
    cell_name,
    check_cells,
    check_rows,
    first_duplicate,
    make_table,
    name_codes,
    numbered,
)
from comparatex.data.sense import may_be_repeats
from comparatex.data.trees import STRUCTURE, Tree, flattened, holds_records, is_list, may_score, tree_of
from comparatex.data.written_numbers import holds_numbers, parse_numbers, widened
from comparatex.errors import DataError, UsageError
from comparatex.files import refusing
from comparatex.names import listed, quoted, require, tidy

if TYPE_CHECKING:
    import pandas as pd

_SEVERAL = ("params", "values", "summary", "config")
"""Columns whose cells hold mappings or lists in frames of scikit-learn, OpenML and Weights & Biases."""


def read_json(text: str, name: str, key: str | None = None, score: str | None = None) -> Table:
    """Return the raw table in a JSON text, or in a text with one JSON record per line."""
    try:
        content = parsed_json(text, name)
    except DataError as error:
        if getattr(error.__cause__, "msg", "") != "Extra data":
            raise
        content = json_lines(text, name)
    try:
        table = from_objects(content, name, key, score)
    except RecursionError:
        raise _no_table(name) from None
    mapped = isinstance(content, Mapping) and "data" not in content and table.header[0] == ""
    return replace(table, mapped=True) if mapped and not table.long else table


def from_objects(content: Any, name: str, key: str | None = None, score: str | None = None) -> Table:
    """Return the raw table in Python objects: records, rows, scores by comparate and task, columns, pandas' orients.

    An object that has the key of the scores, perhaps within others, is one record.
    """
    if isinstance(content, Mapping) and key is not None:
        require([key], list(content), "key", "`sheet`")
        return from_objects(content[key], f"{name}, {key}", score=score)
    if isinstance(content, Mapping):
        if split := _split(content):
            return _from_split(content, *split, name)
        content = content["data"] if "schema" in content and is_list(content.get("data")) else content
    check_search(name, content[0] if holds_records(content) else content if isinstance(content, Mapping) else ())
    record = _keyed(content, score) if isinstance(content, Mapping) and score is not None else {}
    if score in record and not is_list(record[score]):
        return _from_records([record], name)
    if content and (table := _from_tree(_levels(content, name, score), name)):
        return table
    if isinstance(content, Mapping) and content:
        lengths = {len(part) if is_list(part) else -1 for part in content.values()}
        below = {key: part for key, part in content.items() if holds_records(part)}
        if below and (len(below) == len(content) == 1 or len(lengths) > 1):
            return _below_a_key(below, name)
        if _is_record(content):
            return _from_records([content], name)
        if all(isinstance(cells, Mapping) for cells in content.values()):
            return _from_columns(content, name)
        if all(is_list(cells) for cells in content.values()):
            if len(lengths) > 1:
                raise DataError(
                    f"{name}: its columns are of different lengths, {min(lengths)} to {max(lengths)}: complete them."
                )
            return _table_of(content.items(), name)
        flat = flattened(content)
        numbers = [key for key, cell in flat.items() if not is_list(cell) and may_score(cell)]
        if len(numbers) == len(content) > 1:
            return _table_of([("", numbers), ("score", [flat[key] for key in numbers])], name)
        if numbers:
            raise DataError(
                f"{name} is one record, of which {listed(numbers, 8)} may be the score: name it with `score`.",
                [{"score": key} for key in numbers[:8]],
            )
    elif holds_records(content):
        return _from_records(_exploded([_keyed(part, score) or part for part in content] if score else content), name)
    elif is_list(content) and content and all(map(is_list, content)):
        return _from_rows(content[0], content[1:], name)
    elif content in ({}, [], None):
        raise DataError(f"{name} is empty: it needs at least two tasks and two methods.")
    raise _no_table(name)


def _exploded(records: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return records with one for each step of a curve, of which a record has lists that are equally long."""
    steps: list[Mapping[str, Any]] = []
    for record in records:
        lists = {key: cell for key, cell in record.items() if is_list(cell) and may_score(cell)}
        if len(lists) < 2 or len({*map(len, lists.values())}) > 1:
            return list(records)
        steps += [{**record, **dict(zip(lists, step, strict=True))} for step in zip(*lists.values(), strict=True)]
    return steps


def _below_a_key(below: Mapping[str, Any], name: str) -> Table:
    """Return the table of the records below a key: of several, those that name comparates and scores."""
    heads = {key: records[0] for key, records in below.items()}
    scored = [key for key, head in heads.items() if any(map(is_score, head))]
    named = [key for key in scored if any(says(head, "comparate") for head in heads[key])]
    keys = named or list(below)
    if len(keys) > 1:
        raise DataError(
            f"{name} holds records below {listed(keys, 8)}: choose one with `sheet`.", [{"sheet": key} for key in keys]
        )
    table = _from_records(below[keys[0]], name)
    return replace(table, notes=(*table.notes, f"{name}: records are those below {quoted(keys[0])}."))


def _is_record(content: Mapping[str, Any]) -> bool:
    """Whether an object is one record: a first key is that of a part or a measure, and it has a measure."""
    keys = map(str, content)
    first = [key for key in keys if " ".join(words(key)) in STRUCTURE or kind_of(key) in ("measure", "cost")]
    return (
        bool(first)
        and any(is_measured(head.rpartition(".")[2]) for head, cell in flattened(content).items() if not is_list(cell))
        and (len(first) == len(content) or any(not isinstance(part, Mapping) for part in content.values()))
    )


def _keyed(content: Mapping[str, Any], score: str) -> dict[str, Any]:
    """Return an object as one record where a single part of it has the key of the scores; else nothing."""
    flat = flattened(content)
    if score in flat:
        return flat
    keys = [key for key in flat if key.endswith(f".{score}")]
    return {score if key == keys[0] else key: cell for key, cell in flat.items()} if len(keys) == 1 else {}


def parsed_json(text: str, name: str, line: int = 1) -> Any:
    """Return the objects in a text, which begins in a line; numbers are strings, as written."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        content = dict(pairs)
        if len(content) < len(pairs):
            twice = min(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
            raise DataError(f"{name}: the key {quoted(twice)} comes twice in one object: delete or rename one.")
        return content

    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=str, object_pairs_hook=once)
    except RecursionError:
        raise _no_table(name) from None
    except json.JSONDecodeError as error:
        raise DataError(f"{name}, line {line + error.lineno - 1}: not valid JSON ({error.msg}).") from error


def json_lines(text: str, name: str) -> list[Any]:
    """Return the records of a text with one JSON value per line."""
    lines = enumerate(text.splitlines(), start=1)
    return [parsed_json(line, name, number) for number, line in lines if line.strip()]


def _no_table(name: str) -> DataError:
    return DataError(
        f"{name} cannot be understood: write a list of records, {{comparate: {{task: score}}}}, or what pandas' "
        "to_json writes."
    )


def _from_records(records: Sequence[Mapping[str, Any]], name: str) -> Table:
    """Return a table with a row per record; a key missing from a record is a missing cell."""
    if any(_holds(list(record.values()), Mapping) for record in records):
        records = [flattened(record) for record in records]
    header = list(dict.fromkeys(key for record in records for key in record))
    check_cells(len(header) * len(records), sum(map(len, records)), name)
    columns = {key: [record.get(key) for record in records] for key in header}
    single = {key: cells for key, cells in columns.items() if not _holds(cells, Sequence)}
    return _table_of((single or columns).items(), name, "record")


def _from_rows(header: Sequence[Any], rows: Sequence[Sequence[Any]], name: str) -> Table:
    check_search(name, header)
    for number, row in enumerate(rows, start=1):
        if len(row) != len(header):
            raise DataError(f"{name}, row {number} has {len(row)} cells, the header {len(header)}: complete the row.")
    return _table_of([(head, [row[k] for row in rows]) for k, head in enumerate(header)], name)


def _split(content: Mapping[str, Any]) -> tuple[dict[str, list[Any]], list[list[Any]]] | None:
    """Return the names and the rows of a table that stand apart, as lists; the last of these lists holds the headings.

    Those in front name the rows. Cells are perhaps within objects.
    """
    parts = {key: part for key, part in content.items() if is_list(part) and part}
    deep = {key: part for key, part in parts.items() if len(part) > 1 and all(map(is_list, part))}
    tables = {key: part for key, part in deep.items() if len({*map(len, part)}) == 1}
    key = "data" if "data" in tables else next(iter(tables), "")
    if not key or (len(tables) > 1 and key != "data"):
        return None
    rows = tables[key]
    heads = {head: part for head, part in parts.items() if head != key and len(part) == len(rows[0])}
    if len(heads) > 1:  # of a square, columns are methods unless their names say otherwise
        known = [head for head in heads if head == "columns"] or [head for head in heads if says(head, "comparate")]
        heads = {head: heads[head] for head in known[:1]}
    index = {head: part for head, part in parts.items() if head not in (key, *heads) and len(part) == len(rows)}
    if len(heads) != 1:
        return None
    bare = [
        [cell.get("value") if isinstance(cell, Mapping) else cell for cell in row] for row in (*heads.values(), *rows)
    ]
    if not all(isinstance(head, (str, int, list, tuple)) for head in bare[0]):
        return None
    return {**({} if len(index) > 1 and "index" not in index else index), next(iter(heads)): bare[0]}, bare[1:]


def _from_split(content: Mapping[str, Any], names: Mapping[str, list[Any]], rows: list[list[Any]], name: str) -> Table:
    """Return a table from column names, rows and perhaps an index; of lists of repeats with a row for each score."""
    *fronts, header = names.values()
    index = names.get("index", fronts[0] if fronts else [])
    if not fronts or _counts_from_zero([str(label) for label in index]):
        return _from_rows(header, rows, name)
    labels = [levels_in(label) for label in index]
    stated = "" if "index" in names else next(iter(names))
    if all(is_list(cell) for row in rows for cell in row):
        tree = Tree([stated, [*names][-1], "repeat"])
        for (label, *_), row in zip(labels, rows, strict=True):
            for head, cell in zip(header, row, strict=True):
                tree.nodes += [((label, str(head), str(k)), {"score": score}) for k, score in enumerate(cell, start=1)]
        if table := _from_tree(tree, name):
            return table
    heads = content.get("index_names") or [stated] * len(labels[0])
    named = [[*label, *row] for label, row in zip(labels, rows, strict=True)]
    table = _from_rows([*(head or "" for head in heads), *header], named, name)
    those = f"{quoted(stated)} are taken as the names of its rows, {quoted([*names][-1])} of its columns"
    note = f"{name} is square: {those}."
    return replace(table, notes=(note,)) if stated and len(rows) == len(header) else table


def _from_columns(content: Mapping[str, Mapping[str, Any]], name: str) -> Table:
    index = list(dict.fromkeys(str(label) for cells in content.values() for label in cells))
    columns = {head: {str(label): cell for label, cell in cells.items()} for head, cells in content.items()}
    check_cells(len(index) * len(columns), sum(map(len, columns.values())), name)
    cells = [(head, [column.get(label) for label in index]) for head, column in columns.items()]
    return _table_of(cells if _counts_from_zero(index) else [("", index), *cells], name)


def _levels(content: Any, name: str, score: str | None) -> Tree | None:
    """Return the levels of keys of objects on more of them than a record, a list of these or a table by columns has."""
    if isinstance(content, Mapping) and all(isinstance(key, tuple) and len(key) in (2, 3) for key in content):
        heads = ["", "", "repeat"][: len(next(iter(content)))]
        cells = [(key, cell if isinstance(cell, Mapping) else {"score": cell}) for key, cell in content.items()]
        return Tree(heads, [(tuple(map(str, key)), cell) for key, cell in cells])
    if isinstance(content, Mapping):
        below = [part for part in content.values() if isinstance(part, Mapping)]
        named = score is not None and len(below) == len(content) and all(score in part for part in below)
        return tree_of(content, name, score) if named or _has_levels(content) else None
    if holds_records(content):
        levels = tree_of(content, name) if not score and _has_levels(content) else None
        return levels if levels and levels.named() > 1 else None
    if is_list(content) and all(is_list(row) and len(row) == 3 for row in content) and may_score(content[0][2]):
        return Tree(["", ""], [((str(outer), str(inner)), {"score": cell}) for outer, inner, cell in content])
    return None


def _has_levels(content: Any) -> bool:
    """Whether keys, or those in records, are names on more levels than those of a table have."""
    if is_list(content):
        return any(map(_is_level, (part for record in content for part in record.values())))
    below = [record for part in content.values() if holds_records(part) for record in part]
    parts = [part for part in content.values() if isinstance(part, Mapping)]
    if below or len(parts) < len(content):
        return _has_levels(below) if below or not parts else True
    inner = list(dict.fromkeys(str(key) for part in parts for key in part))
    nested = any(isinstance(cell, Mapping) or is_list(cell) for part in parts for cell in part.values())
    measured = len(content) == 1 and any(kind_of(key) in ("measure", "cost") for key in inner)
    return nested or measured or role_of("", inner) in ("measure", "statistic")


def _is_level(part: Any) -> bool:
    """Whether a part of a record holds records, or scores by names that are no parts of a record."""
    if not isinstance(part, Mapping):
        return holds_records(part)
    if len(part) > 1 and all(isinstance(inner, Mapping) for inner in part.values()):
        return any(" ".join(words(str(key))) not in STRUCTURE for key in part)
    names = len(part) > 1 and all(map(may_score, part.values())) and not any(map(kind_of, map(str, part)))
    return any(map(_is_level, part.values())) or (names and not role_of("", list(map(str, part))))


def _from_tree(tree: Tree | None, name: str) -> Table | None:
    """Return a table of the scores below names; None where none stands above measures."""
    if tree is None or not tree.nodes:
        return None
    roles, labels = tree.roles(), [tree.labels(k) for k in range(len(tree.heads))]
    if tree.named() < 2:  # what is only counted names something, too
        roles = ["" if role == "repeat" and not head else role for head, role in zip(tree.heads, roles, strict=True)]
    said = [[k for k, role in enumerate(roles) if role and says(role, kind)] for kind in ("comparate", "task")]
    alone = {k for places in said for k in places if len(places) > 1 and len(labels[k]) == 1}
    places = [k for k, role in enumerate(roles) if role not in ("measure", "statistic") and k not in alone]
    paths, rows = _rows_of(tree, roles, places)
    measures = list(dict.fromkeys(key for row in rows for key in row))
    heads = [roles[k] for k in places]
    if not measures or all(role == "repeat" for role in heads) or (len(rows) == 1 and measures == ["score"]):
        return None
    notes = tuple(f"{name}: scores are those below {quoted(key)}." for key in tree.skipped)
    if heads == ["", ""] and len(measures) == 1 and len({*paths}) == len(paths):
        nested: dict[str, dict[str, Any]] = {}
        for (outer, inner), row in zip(paths, rows, strict=True):
            nested.setdefault(outer, {})[inner] = row.get(measures[0])
        only = measures[0] if measures[0] != "score" else ""
        return replace(_from_columns(nested, name), mapped=True, notes=notes, only=only)
    stated: dict[str, str] = {}
    unnamed = [k for k, head in enumerate(heads) if not head]
    if len(unnamed) == 3:  # one of them may group the names of another
        different = {k: len({path[k] for path in paths}) for k in unnamed}
        for above, below in permutations(unnamed, 2):
            if "group" not in heads and len({(path[above], path[below]) for path in paths}) == different[below]:
                heads[above] = "group"
    if heads.count("") == 2:
        first, second = (k for k, head in enumerate(heads) if not head)
        heads[first], heads[second] = "outer", "inner"
        comparate = methods_in(labels[places[first]], labels[places[second]])
        stated = {"comparate": comparate, "task": "inner" if comparate == "outer" else "outer"} if comparate else {}
        keys = f"{comparate} keys, {quoted(paths[0][heads.index(comparate)])} first," if comparate else ""
        note = f"{name}: {keys} are taken as methods; `task` and `comparate` say otherwise."
        notes = (*notes, note) if comparate else notes
    unclear = heads.count("") > 2  # of which nobody knows which are methods, data sets or measures
    if unclear:
        called = iter(("outer", "middle", "inner") if heads.count("") == 3 else map("level {}".format, count(1)))
        heads = [head or next(called) for head in heads]
    heads = [f"{head} ({before + 1})" if before else head for head, before in zip(heads, numbered(heads), strict=True)]
    columns = [*map(list, zip(*paths, strict=True)), *([row.get(key) for row in rows] for key in measures)]
    table = make_table(name, [*heads, *measures], columns, range(1, len(rows) + 1), "record", notes)
    return replace(table, long=len(places) > 1 and not unclear, roles=stated)


def _rows_of(
    tree: Tree, roles: Sequence[str], places: Sequence[int]
) -> tuple[list[tuple[str, ...]], list[dict[str, Any]]]:
    """Return the names and the scores by measure in each row: of statistics the centre, and each score once."""
    centres = {k: centre_of(tree.labels(k)) for k, role in enumerate(roles) if role == "statistic"}
    rows: dict[tuple[tuple[str, ...], int], dict[str, Any]] = {}
    for path, record in tree.nodes:
        if any(path[k] != centre for k, centre in centres.items()):
            continue
        measure = " ".join(path[k] for k, role in enumerate(roles) if role == "measure")
        for key, cell in record.items():
            called = " ".join(filter(None, (measure, key if key != "score" or not measure else "")))
            names, number = tuple(path[k] for k in places), 0
            while called in rows.setdefault((names, number), {}):  # that is told when it is read
                number += 1
            rows[names, number][called] = int(cell) if isinstance(cell, bool) else cell
    return [names for names, _ in rows], list(rows.values())


def _counts_from_zero(labels: Sequence[str]) -> bool:
    return list(labels) == [str(number) for number in range(len(labels))]


def _table_of(columns: Iterable[tuple[Any, Cells]], name: str, unit: str = "row", heads: tuple[str, ...] = ()) -> Table:
    """Return the raw table in columns with their headings, some of which may have several levels, called `heads`."""
    labelled = [(levels_in("" if head is None else head), cells) for head, cells in columns]
    lines = range(1, len(labelled[0][1]) + 1 if labelled else 1)
    front = [(labels[0], cells) for labels, cells in labelled if len(labels) == 1]
    if len(front) < len(labelled):
        labels, scores = zip(*(pair for pair in labelled if len(pair[0]) > 1), strict=True)
        return to_table(Pivot(name, front, heads or ("",) * len(labels[0]), labels, scores, lines, unit))
    table = make_table(name, [head for head, _ in front], [cells for _, cells in front], lines, unit)
    for k, cells in enumerate(table.columns):
        if isinstance(cells, (list, tuple)) and _holds(cells, *_STRUCTURES):
            row = next(row for row, cell in enumerate(cells) if _holds([cell], *_STRUCTURES))
            raise DataError(
                f"{table.place(row, k)}: the cell holds several values: write one row per repeat and score, as "
                "DataFrame.explode does."
            )
    return table


_STRUCTURES = Mapping, Sequence, Set, np.ndarray


def _holds(cells: Sequence[Any], *kinds: type) -> bool:
    """Whether some cells, told by their types, which are few, are structures of some kinds."""
    return any(
        (issubclass(kind, kinds) and not issubclass(kind, (str, bytes))) or (Set in kinds and kind.__hash__ is None)
        for kind in set(map(type, cells))
    )


def check_search(name: str, header: Iterable[Any]) -> None:
    """Refuse what a parameter search of scikit-learn leaves."""
    heads = [*map(str, header)]
    if "params" in heads and any(head.startswith("mean_test_") for head in heads):
        raise DataError(
            f"{name} is a cv_results_ of scikit-learn, the candidates of one search on one data set: collect the "
            "scores of all data sets and models as {model: {dataset: score}}."
        )


def plain(content: Any) -> Any:
    """Return objects as JSON has them: mappings and lists for arrays, series, data frames and records with fields."""
    if isinstance(content, Mapping):
        return {key: plain(part) for key, part in content.items()}
    if isinstance(content, np.ndarray):
        return (widened(content) if content.dtype.kind == "f" else content).tolist()
    if hasattr(content, "__dataclass_fields__") and not isinstance(content, type):
        return {key: plain(getattr(content, key)) for key in content.__dataclass_fields__}
    if hasattr(content, "_asdict"):
        return content._asdict()
    if not hasattr(content, "iloc"):
        return content
    import pandas as pd

    if content.ndim == 2:
        return {str(head): content[head].tolist() for head in content.columns}
    counted = isinstance(content.index, pd.RangeIndex)
    return content.tolist() if counted else dict(zip(content.index, content.tolist(), strict=True))


def read_columns(data: bytes, name: str) -> Table:
    """Return the raw table in a Parquet or Arrow file, a short one of which may have very many rows."""
    import pandas as pd

    kind = "an Arrow" if data.startswith(b"ARROW1") else "a Parquet"
    fails = f"{name} cannot be read as {kind} file: write it again, or save it as CSV."
    lacks = f"{name} is {kind} file, which needs pyarrow: run pip install 'comparatex[parquet]', or save it as CSV."
    with refusing(fails, lacks):
        from pyarrow.parquet import read_metadata

        if kind == "a Parquet":
            check_rows(read_metadata(io.BytesIO(data)).num_rows, name)
        frame = (pd.read_parquet if kind == "a Parquet" else pd.read_feather)(io.BytesIO(data))
    return from_frame(frame, name)


def arrays_in(data: bytes, name: str) -> Any:
    """Return the arrays in a file of NumPy or of MATLAB, by their names if it has these."""
    with refusing(f"{name} cannot be read as arrays of numbers and names: save the table in them as CSV."):
        if data.startswith(b"MATLAB"):
            matlab: Any = import_module("scipy.io")  # whose types know no files in memory
            check_cells(sum(math.prod(shape) for _, shape, _ in matlab.whosmat(io.BytesIO(data))), len(data), name)
            arrays = matlab.loadmat(io.BytesIO(data), simplify_cells=True)
            loaded: Any = {key: cells for key, cells in arrays.items() if not key.startswith("__")}
        else:
            loaded = np.load(io.BytesIO(data))
            loaded = loaded if isinstance(loaded, np.ndarray) else dict(loaded)
    return loaded


def from_series(series: pd.Series[Any], name: str) -> Table:
    """Return the raw table in a series: by two levels of its index, as of a mean of groups, or one column."""
    if series.index.nlevels == 2 and not any(series.index.names):
        return from_frame(series.unstack(), name)
    return from_frame(series.reset_index(name=series.name or "score"), name)


def from_frame(frame: pd.DataFrame, name: str) -> Table:
    """Return the raw table in a data frame; an index that does more than count becomes its first column."""
    import pandas as pd

    if not frame.shape[1]:
        raise DataError(f"{name} has no columns: it needs one per method.")
    columns: list[tuple[object, pd.Series[Any]]] = []
    if not isinstance(frame.index, pd.RangeIndex) or frame.index.name is not None:
        for level, head in enumerate(frame.index.names):
            labels = frame.index.get_level_values(level).to_series()
            if head is None:
                unnamed = frame.index.nlevels > 1
                head = (role_of("", list(map(str, labels.unique()))) or f"key {level + 1}") if unnamed else ""
            columns.append(((head,), labels))
    several = frame.columns.nlevels > 1
    for k, head in enumerate(frame.columns):
        cells = frame.iloc[:, k]
        heading = head if several else ("" if head is None else head,)
        if head in _SEVERAL:  # as a CSV file has what a cell holds
            cells = cells.map(lambda cell: str(dict(cell)) if isinstance(cell, Mapping) else cell)
            cells = cells.map(lambda cell: str([*cell]) if isinstance(cell, (list, tuple, np.ndarray)) else cell)
        columns.append((heading, cells))
    levels = tuple("" if level is None else tidy(level) for level in frame.columns.names) if several else ()
    return _table_of([(head, _series_cells(cells)) for head, cells in columns], name, heads=levels)


def from_frames(frames: Mapping[Any, pd.DataFrame], name: str, asked: Mapping[str, Any], *, transpose: bool) -> Table:
    """Return a table with a row for each score in data frames, and a column ``key`` of their keys, if that is clear.

    Keys are measures, repeats or groups of tasks, or name methods or tasks where columns are repeats or measures;
    `asked` is what the user says of columns.
    """
    parts = {tidy(key): from_frame(frame, f"{name}, {quoted(str(key))}") for key, frame in frames.items()}
    heads = ["key", "row", "column"]
    cells: list[tuple[Any, ...]] = []
    for key, table in parts.items():
        named = not table.header[0] or not holds_numbers(table.columns[0])
        rows = list(map(cell_name, table.columns[0])) if named else [str(k + 1) for k in range(table.n_rows)]
        for head, column in [*zip(table.header, table.columns, strict=True)][named:]:
            cells += [(key, row, head, score) for row, score in zip(rows, column, strict=True)]
    keys, rows, inner = (list(dict.fromkeys(cell[k] for cell in cells)) for k in range(3))
    alone = len({cell[:2] for cell in cells}) == len(rows)
    turned = transpose or called_like_methods(rows, inner)
    task, comparate = ("column", "row") if turned else ("row", "column")
    # Where one key is called like a measure, the others are measures, too, whatever they are called.
    measured = any(kind_of(key) in ("measure", "cost") for key in keys if len(key) > 1)
    inner_measured = all(kind_of(head) in ("measure", "cost") for head in inner)
    within = "repeat" if only_count(inner) else "measure" if inner_measured else ""
    if measured:
        heads[0] = "measure"
    elif only_count(keys) and not any(key.isdecimal() for key in keys):
        heads[0] = "repeat"
    elif not alone and (within or len(inner) == 1):  # a frame for each method, or for each task
        heads[2] = within if len(inner) > 1 else "column"
        usual = methods_in(keys, rows) if len(inner) == 1 else ""
        if "key" not in asked.values() and not usual:
            raise DataError(
                f"{name}: the columns of its {len(keys)} frames, {listed(inner, 4)}, are {within or 'score'}s, so that "
                f'their keys, {listed(keys, 4)}, name methods or tasks: use `comparate="key"` or `task="key"`.',
                [{"comparate": "key"}, {"task": "key"}],
            )
        if "key" not in asked.values():
            heads[0] = "method" if usual == "outer" else "task"
        of_tasks = asked["task"] == "key" or heads[0] == "task"
        task, comparate = (heads[0], "row") if of_tasks else ("row", heads[0])
    elif not alone and "key" not in asked.values():
        scores = [[cell[3] for cell in cells if cell[0] == key] for key in keys]
        numbers = [parse_numbers([part], lambda *_: name)[0][:, 0] for part in scores if holds_numbers(part)]
        nouns = {"measure": "measures", "repeat": "repeats", "group": "groups of tasks"}
        unlike = {role for role in ("repeat", "group") if not may_be_repeats(numbers, scaled=role == "group")}
        nouns = {role: noun for role, noun in nouns.items() if role not in unlike}
        listings = (nouns.values(), (f'`{role}="key"`' for role in nouns))
        kinds, said = (" or ".join(", ".join(listing).rsplit(", ", 1)) for listing in listings)
        raise DataError(
            f"{name}: its {len(keys)} frames name the same rows, so that their keys, {listed(keys, 4)}, may be "
            f"{kinds}: use {said}.",
            [{role: "key"} for role in nouns],
        )
    if asked.get("group") == "key" and not alone:
        cells = [(key, f"{key}/{row}", *rest) for key, row, *rest in cells]
    columns = [list(column) for column in zip(*cells, strict=True)]
    note = (f"{name}: the keys of its frames, {listed(keys, 4)}, are taken as {heads[0]}s.",) * (heads[0] != "key")
    if {task, comparate} == {"row", "column"}:
        note += (f"{name}: the {comparate}s of its frames are taken as methods, their {task}s as tasks.",)
    table = make_table(name, [*heads, "score"], columns, range(1, len(cells) + 1), "score", note)
    labels = {"group": table.columns[0]} if alone and heads[0] == "key" else {}
    return replace(table, long=True, roles={"task": task, "comparate": comparate}, labels=labels)


def _series_cells(series: pd.Series[Any]) -> Cells:
    """Return a column as an array of numbers, a column of codes for its texts, or else as a list."""
    import pandas as pd

    if isinstance(series.dtype, np.dtype) and series.dtype.kind == "m":  # as texts, to know the unit
        return [f"{span.total_seconds()} s" if span == span else None for span in series]
    if isinstance(series.dtype, np.dtype) and series.dtype.kind in "iuf":
        return series.to_numpy()
    if isinstance(series.dtype, pd.StringDtype):
        codes, contents = pd.factorize(series, use_na_sentinel=False)
        texts = [cell if isinstance(cell, str) else None for cell in contents.tolist()]
        return Column(codes, texts)
    cells: list[Any] = series.astype(object).where(series.notna().to_numpy(), None).tolist()
    return cells


def from_array(source: Sequence[Any], name: str, *, transpose: bool) -> Table:
    """Return a row for each score in an array of shape (n_tasks, n_comparates[, n_repeats]), with its names."""
    if len(source) not in (2, 3):
        raise UsageError(f"An array comes as (array, methods, tasks), not as a tuple of {len(source)}.")
    values, numbered = _array_values(source[0], name), len(source) == 2 or source[2] is None
    columns = tuple(map(tidy, source[1]))
    counted = (str(k + 1) for k in range(values.shape[1 if transpose else 0]))
    rows = tuple(map(tidy, counted if numbered else source[2]))
    if transpose:
        rows, columns = columns, rows
    _check_names_of_array(values.shape, rows, columns, name, transpose=transpose)
    note = f"{name} is square: the names are taken as those of the columns, and those of the rows come third."
    cube = np.atleast_3d(values)
    flat, depth = cube.reshape(len(cube), -1), cube.shape[2]
    parse_numbers(list(flat.T), lambda row, k: f"{name}, row {row + 1}, column {k // depth + 1}")
    row, column, repeat = (places.ravel() for places in np.indices(cube.shape))
    return Table(
        name,
        ("row", "column", "repeat", "score"),
        (Column(row, rows), Column(column, columns), repeat, cube.ravel()),
        range(1, cube.size + 1),
        notes=(note,) if numbered and len(rows) == len(columns) else (),
        long=True,
        format="array",
        roles={"comparate": "row", "task": "column"} if transpose else {"task": "row", "comparate": "column"},
        numbered=numbered,
    )


def _array_values(array: Any, name: str) -> NDArray[np.generic]:
    values = np.asarray(array)
    if values.dtype.kind == "c":
        raise DataError(f"{name} holds complex numbers: scores are real.")
    if values.dtype.kind not in "iuf":
        try:
            values = values.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise DataError(f"{name} does not hold numbers only: use nan for missing scores.") from error
    if values.ndim not in (2, 3):
        raise DataError(f"{name} has the shape {values.shape}: it must be (tasks, methods[, repeats]).")
    if 0 in values.shape:
        shape = f"{name} has the shape {values.shape}"
        raise DataError(f"{shape}, so it holds no scores: give at least two tasks of two methods.")
    return values


def _check_names_of_array(
    shape: tuple[int, ...], rows: Sequence[str], columns: Sequence[str], name: str, *, transpose: bool
) -> None:
    """Refuse names that do not fit an array, are empty or come twice."""
    if shape[:2] != (len(rows), len(columns)):
        kinds = ("methods", "tasks") if transpose else ("tasks", "methods")
        turned = shape[:2] == (len(columns), len(rows))
        named = f"the names are those of the {kinds[1]} (columns), and those of the {kinds[0]} come third"
        remedy = "transpose it" if turned else named if shape[0] == len(columns) else "name all of them"
        raise DataError(
            f"{name} has the shape {shape}, but there are {len(rows)} {kinds[0]} (rows) and "
            f"{len(columns)} {kinds[1]} (columns): {remedy}."
        )
    for names, kind in ((rows, "row"), (columns, "column")):
        if "" in names:
            raise DataError(f"{name}: the name of {kind} {names.index('') + 1} is empty: name it.")
        if len(set(names)) < len(names) and (twice := first_duplicate(name_codes(names)[0])):
            raise DataError(
                f"{name}: {kind}s {twice[0] + 1} and {twice[1] + 1} are both called "
                f"{quoted(names[twice[0]])}: rename one of them."
            )
