from __future__ import annotations

import json

import numpy as np
import pytest

from comparatex import read
from comparatex.data.scores import BINARY
from comparatex.errors import DataError

RECORDS = '[{"data": "x", "A": 0.10, "B": 1e-3}, {"data": "y", "A": 2, "B": 0.8480000000000001}]'


@pytest.mark.parametrize(
    "text",
    [
        RECORDS,
        RECORDS.replace("}, {", "}\n{").strip("[]"),
        '[["data", "A", "B"], ["x", 0.10, 1e-3], ["y", 2, 0.8480000000000001]]',
        '{"A": {"x": 0.10, "y": 2}, "B": {"x": 1e-3, "y": 0.8480000000000001}}',
        '{"data": {"0": "x", "1": "y"}, "A": {"0": 0.10, "1": 2}, "B": {"0": 1e-3, "1": 0.8480000000000001}}',
        '{"columns": ["A", "B"], "index": ["x", "y"], "data": [[0.10, 1e-3], [2, 0.8480000000000001]]}',
        '{"columns": ["data", "A", "B"], "index": [0, 1],'
        ' "data": [["x", 0.10, 1e-3], ["y", 2, 0.8480000000000001]]}',
        '{"schema": {}, "data": ' + RECORDS + "}",
        '{"data": ["x", "y"], "A": [0.10, 2], "B": [1e-3, 0.8480000000000001]}',
        '[{"task": "x", "method": "A", "value": 0.10}, {"task": "x", "method": "B", "value": 1e-3}, '
        '{"task": "y", "method": "A", "value": 2}, '
        '{"task": "y", "method": "B", "value": 0.8480000000000001}]',
    ],
)
def test_tables_in_json_keep_numbers_as_written(table_file, text):
    scores = read(table_file(text, "r.json"))
    assert scores.tasks == ("x", "y")
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, [[0.1, 0.001], [2, 0.8480000000000001]])
    np.testing.assert_array_equal(scores.decimals, [[2, 3], [0, BINARY]])


@pytest.mark.parametrize("orient", ["columns", "split", "records", "table"])
@pytest.mark.parametrize("named", [True, False])
def test_what_pandas_writes_is_read(table_file, orient, named):
    import pandas as pd

    frame = pd.DataFrame({"A": [0.25, 2.5], "B": [1, 3]}, index=["x", "y"])
    frame = frame.rename_axis("data").reset_index() if orient == "records" or not named else frame
    path = table_file(frame.to_json(orient=orient), "r.json")
    scores = read(path)
    assert scores.tasks == ("x", "y")
    np.testing.assert_array_equal(scores.decimals, [[2, 0], [1, 0]])


def test_lists_of_repeats(table_file):
    scores = read(table_file('{"A": {"x": [0.5, 0.7], "y": [1, 2]}, "B": {"x": [3], "y": 4}}', "r.json"))
    np.testing.assert_array_equal(scores.repeats, [[[0.5, 0.7], [3, np.nan]], [[1, 2], [4, np.nan]]])


def test_nulls_and_absent_keys_are_missing(table_file):
    text = '{"A": {"x": 1, "y": 2, "z": null}, "B": {"y": 1, "z": NaN, "x": 3}, "C": {"x": 1, "y": 5}}'
    scores = read(table_file(text, "r.json"), missing="pairwise")
    np.testing.assert_array_equal(scores.values, [[1, 3, 1], [2, 1, 5]])
    assert scores.dropped_tasks == ("z",)


def test_python_mappings_and_records():
    content = json.loads(RECORDS)
    for source in (content, {"A": {"x": 0.1, "y": 2}, "B": {"x": 0.001, "y": 0.8480000000000001}}):
        scores = read(source)
        assert scores.tasks == ("x", "y")
        np.testing.assert_array_equal(scores.values, [[0.1, 0.001], [2, 0.8480000000000001]])
        np.testing.assert_array_equal(scores.decimals, [[BINARY, BINARY], [0, BINARY]])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('[{"data": "x",\n "A": 0.10 "B": 1}]', "line 2: no valid JSON"),
        ('{"data": "x", "A": 1}\n{"data": "y", "A" 1}', "line 2: no valid JSON"),
        ('{"A": {"x": 1, "x": 2}, "B": {"x": 1, "y": 2}}', "the key 'x' comes twice"),
        ('[["data", "A", "B"], ["x", 1]]', "row 1 has 2 cells, the header 3"),
        ('{"A": [1, 2], "B": [1]}', "different lengths, 1 to 2"),
        ('[{"data": "x", "A": {"mean": 1}}, {"data": "y", "A": {"mean": 1}}]', "holds no table"),
        ('{"A": 1}', "holds no table"),
        ("3", "holds no table"),
        ("[1, 2]", "holds no table"),
        ("[]", "is empty"),
        (
            '[{"data": "x", "A": true, "B": 1}, {"data": "y", "A": 0.1, "B": 2}]',
            "record 1, column 'A': 'True' is not",
        ),
        ('[{"data": "x", "A": 1, "B": 1}, {"data": "y", "A": Infinity, "B": 2}]', "record 2, column 'A'"),
    ],
)
def test_faults_in_json_are_told(table_file, text, words):
    with pytest.raises(DataError) as caught:
        read(table_file(text, "r.json"))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_json_that_nests_without_end_is_no_table(table_file):
    with pytest.raises(DataError, match="holds no table"):
        read(table_file("[" * 100_000, "deep.json"))
