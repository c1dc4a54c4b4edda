"""One table in all its forms gives one value."""

from __future__ import annotations

import csv
import io
import itertools
import json
from decimal import Decimal

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st

from comparatex.data.checks import apply_missing_policy
from comparatex.data.read import _scores
from comparatex.data.reading import Reading
from comparatex.data.records import to_grid
from comparatex.data.sources import decode
from comparatex.errors import DataError
from comparatex.names import tidy

_LETTERS = "abzAZ019éβχ² ,\"'_%&$#~^\\{}[]*"


def names(first: str, fewest: int = 2) -> st.SearchStrategy[list[str]]:
    name = st.text(_LETTERS, max_size=6).map(lambda text: tidy(first + text))
    return st.lists(name, min_size=fewest, max_size=5, unique=True)


def written(value: tuple[int, int]) -> str:
    return str(Decimal(value[0]).scaleb(-value[1]))


@st.composite
def tables(draw):
    tasks, comparates = draw(names("t")), draw(names("c"))
    score = st.tuples(st.integers(-(10**6), 10**6), st.integers(0, 8)).map(written)
    row = st.lists(score, min_size=len(comparates), max_size=len(comparates))
    return tasks, comparates, draw(st.lists(row, min_size=len(tasks), max_size=len(tasks)))


def read(rows, suffix=".csv", **overrides):
    """Read rows of cells, or a text, without touching a disk."""
    if not isinstance(rows, str):
        text = io.StringIO()
        csv.writer(text).writerows(rows)
        rows = text.getvalue()
    reading = Reading(**overrides)
    try:
        grid = to_grid(decode(rows.encode(), "r" + suffix), reading)
    except DataError as error:  # such a column beside fractions is questioned, which other tests look at
        assume(not any(words in str(error) for words in ("no scores", "on scales of their own")))
        raise
    return _scores(apply_missing_policy(grid, reading), reading)


def wide(tasks, comparates, scores):
    return [["task", *comparates], *([task, *row] for task, row in zip(tasks, scores, strict=True))]


def same(one, other):
    assert one.tasks == other.tasks
    assert one.comparates == other.comparates
    np.testing.assert_array_equal(one.values, other.values)
    np.testing.assert_array_equal(one.decimals, other.decimals)


@given(tables())
def test_scores_are_exactly_those_written(table):
    tasks, comparates, scores = table
    result = read(wide(*table))
    assert result.tasks == tuple(tasks)
    assert result.comparates == tuple(comparates)
    for value, decimals, text in zip(result.values.flat, result.decimals.flat, itertools.chain(*scores), strict=True):
        assert value == float(text)
        assert round(Decimal(float(value)), int(decimals)) == Decimal(text)


@given(tables())
def test_turned_long_and_json_forms_are_equal(table):
    tasks, comparates, scores = table
    expected = read(wide(*table))
    turned = [
        ["method", *tasks],
        *([c, *column] for c, column in zip(comparates, zip(*scores, strict=True), strict=True)),
    ]
    same(read(turned, transpose=True), expected)
    long = [
        ["model", "dataset", "score"],
        *([c, t, scores[i][j]] for i, t in enumerate(tasks) for j, c in enumerate(comparates)),
    ]
    same(read(long), expected)
    objects = {c: {t: scores[i][j] for i, t in enumerate(tasks)} for j, c in enumerate(comparates)}
    same(read(json.dumps(objects), ".json", layout="wide"), expected)


@given(tables(), st.data())
def test_the_order_of_rows_and_columns_changes_only_the_order(table, data):
    tasks, comparates, scores = table
    rows = data.draw(st.permutations(range(len(tasks))))
    columns = data.draw(st.permutations(range(len(comparates))))
    shuffled = read(
        wide(
            [tasks[i] for i in rows],
            [comparates[j] for j in columns],
            [[scores[i][j] for j in columns] for i in rows],
        )
    )
    expected = read(wide(*table))
    np.testing.assert_array_equal(shuffled.values, expected.values[np.ix_(rows, columns)])
    np.testing.assert_array_equal(shuffled.decimals, expected.decimals[np.ix_(rows, columns)])


@given(
    st.lists(st.floats(-1e6, 1e6, allow_nan=False), min_size=12, max_size=12),
    st.permutations(range(12)),
    st.sets(st.integers(0, 11), max_size=4),
)
def test_the_order_of_rows_changes_no_bit_of_a_mean(values, order, gone):
    keys = [(c, t, str(r)) for c in "AB" for t in "xy" for r in range(3)]
    rows = [[*key, repr(value)] for key, value in zip(keys, values, strict=True)]
    kept = [row for k, row in enumerate(rows) if k not in gone]
    shuffled = [rows[k] for k in order if k not in gone]
    head = ["model", "dataset", "fold", "score"]
    one, other = ({}, {})
    for found, body in ((one, kept), (other, shuffled)):
        grid = to_grid(decode("\n".join(map(",".join, [head, *body])).encode(), "r.csv"), Reading())
        for i, task in enumerate(grid.tasks):
            for j, comparate in enumerate(grid.comparates):
                found[task, comparate] = repr(grid.values[i, j]), grid.decimals[i, j]
    assert one == other


@given(tables(), st.sampled_from(";\t|"))
def test_the_separator_does_not_matter(table, separator):
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(wide(*table))
    same(read(text.getvalue()), read(wide(*table)))
