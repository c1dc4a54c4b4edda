from __future__ import annotations

import io
import json
import re
import subprocess
import sys
import zipfile
from importlib import import_module

import numpy as np
import pandas as pd
import pytest

from comparatex import read, read_measures
from comparatex.data.raw_table import Column, name_codes
from comparatex.data.scores import BINARY
from comparatex.errors import DataError, UsageError

RECORDS = '[{"data": "x", "A": 0.10, "B": 1e-3}, {"data": "y", "A": 2, "B": 0.8480000000000001}]'


SEARCH = {
    "mean_fit_time": np.array([1.0, 2.0]),
    "param_C": np.ma.array([1, 2]),
    "params": [{"C": 1}, {"C": 2}],
    "mean_test_score": np.array([0.1, 0.2]),
}


@pytest.mark.parametrize(
    "text",
    [
        RECORDS,
        RECORDS.replace("}, {", "}\n{").strip("[]"),
        '[["data", "A", "B"], ["x", 0.10, 1e-3], ["y", 2, 0.8480000000000001]]',
        '{"A": {"x": 0.10, "y": 2}, "B": {"x": 1e-3, "y": 0.8480000000000001}}',
        '{"data": {"0": "x", "1": "y"}, "A": {"0": 0.10, "1": 2}, "B": {"0": 1e-3, "1": 0.8480000000000001}}',
        '{"columns": ["A", "B"], "index": ["x", "y"], "data": [[0.10, 1e-3], [2, 0.8480000000000001]]}',
        '{"columns": ["data", "A", "B"], "index": [0, 1], "data": [["x", 0.10, 1e-3], ["y", 2, 0.8480000000000001]]}',
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
        ('[{"data": "x",\n "A": 0.10 "B": 1}]', "line 2: not valid JSON"),
        ('{"data": "x", "A": 1}\n{"data": "y", "A" 1}', "line 2: not valid JSON"),
        ('{"A": {"x": 1, "x": 2}, "B": {"x": 1, "y": 2}}', "the key 'x' comes twice"),
        ('[["data", "A", "B"], ["x", 1]]', "row 1 has 2 cells, the header 3"),
        ('{"A": [1, 2], "B": [1]}', "different lengths, 1 to 2"),
        ('{"A": 1}', "of which 'A' may be the score"),
        ('{"system": "x", "results": [[1, 2], [3, 4]], "words": "y"}', "cannot be understood"),
        ('{"a": {"b": "0.5"}, "seed": 3, "name": "x"}', "of which 'a.b' and 'seed' may be the score"),
        ("3", "cannot be understood"),
        ("[1, 2]", "cannot be understood"),
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
    with pytest.raises(DataError, match="cannot be understood"):
        read(table_file("[" * 100_000, "deep.json"))


@pytest.fixture
def frame():
    return pd.DataFrame({"A": [0.1, 0.2], "B": [1, 2]}, index=["x", "y"])


def check(scores):
    assert scores.tasks == ("x", "y")
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, [[0.1, 1], [0.2, 2]])
    np.testing.assert_array_equal(scores.decimals, [[BINARY, 0], [BINARY, 0]])


def test_an_index_names_tasks(frame):
    check(read(frame))
    check(read(frame.rename_axis("data")))


def test_a_column_names_tasks_when_the_index_counts(frame):
    check(read(frame.reset_index()))
    check(read(frame.reset_index().set_axis([5, 9])))


def test_a_counting_index_numbers_tasks(frame):
    assert read(frame.reset_index(drop=True)).numbered


def test_long_frames(frame):
    melted = frame.rename_axis("task").reset_index().melt("task", var_name="model", value_name="auc")
    for source in (
        melted,
        melted.set_index(["task", "model"]),
        melted.sample(frac=1, random_state=1).sort_index(),
    ):
        scores = read(source)
        assert scores.comparates == ("A", "B")
        np.testing.assert_array_equal(scores.values, [[0.1, 1], [0.2, 2]])
        assert scores.measure == "auc"


def test_other_dtypes():
    frame = pd.DataFrame(
        {
            "written": ["0.10", "1e-3", "0.5", "7"],
            "nullable": pd.array([1, None, 3, 4], dtype="Int64"),
            "float32": np.array([0.5, 0.25, 1, 2], dtype=np.float32),
            "objects": np.array([0.5, 2, None, 3], dtype=object),
        },
        index=pd.CategoricalIndex(["w", "x", "y", "z"]),
    )
    scores = read(frame, missing="pairwise")
    np.testing.assert_array_equal(
        scores.values.T, [[0.1, 0.001, 0.5, 7], [1, np.nan, 3, 4], [0.5, 0.25, 1, 2], [0.5, 2, np.nan, 3]]
    )
    np.testing.assert_array_equal(scores.decimals.T, [[2, 3, 1, 0], [0, 0, 0, 0], [BINARY] * 4, [BINARY, 0, 0, 0]])


@pytest.mark.parametrize("kind", [np.float16, np.float32])
def test_short_floats_are_the_decimals_that_they_stand_for(kind):
    """Their differences tie as those of the decimals: 0.9 − 0.8 and 0.8 − 0.7."""
    values = np.array([[0.9, 0.8], [0.8, 0.7], [0.7, 0.8], [0.6, 0.5], [0.55, 0.5], [1234.5, np.nan]])
    short = values.astype(kind)
    expected = [[float(str(x)) for x in row] for row in short]
    for source in ((short, ("A", "B")), pd.DataFrame(short, columns=["A", "B"])):
        np.testing.assert_array_equal(read(source, missing="pairwise").values, expected)
    repeats = {name: {"x": short[:5, k], "y": short[:5, k]} for k, name in enumerate("AB")}
    np.testing.assert_array_equal(read(repeats).repeats[0], np.transpose(expected[:5]))


def test_column_levels_are_one_name():
    frame = pd.DataFrame(
        [[1, 2], [3, 5]], index=["x", "y"], columns=pd.MultiIndex.from_tuples([("A", "a"), ("A", "b")])
    )
    assert read(frame).comparates == ("A a", "A b")


@pytest.mark.parametrize(
    ("levels", "heads"),
    [
        ([["rf", "svm"], ["acc", "time"]], ["model", "metric"]),
        ([["acc", "time"], ["rf", "svm"]], None),
        ([["acc"], ["mean", "std"], ["rf", "svm"]], [None, None, "classifier"]),
        ([["rf", "svm"], ["mean", "std"]], None),
    ],
)
def test_levels_of_columns_are_comparates_measures_and_statistics(levels, heads):
    columns = pd.MultiIndex.from_product(levels, names=heads)
    first = [10 * ("svm" in head) + 100 * bool({"time", "std"} & {*head}) + 1 for head in columns]
    frame = pd.DataFrame([first, [score + 1 for score in first]], index=["x", "y"], columns=columns)
    scores = read(frame, select_measure="acc" if "time" in str(levels) else None)
    assert (scores.comparates, scores.tasks) == (("rf", "svm"), ("x", "y"))
    assert scores.values.tolist() == [[1, 11], [2, 12]]
    assert not heads or scores.comparate_noun == heads[0] or scores.comparate_noun == heads[-1]
    assert any("not below 'std'" in note for note in scores.notes) == ("std" in str(levels))


def test_a_level_of_repeats_is_one_of_repeats():
    columns = pd.MultiIndex.from_product([["rf", "svm"], [0, 1]])
    scores = read(pd.DataFrame([[1, 2, 3, 4]] * 2, index=["x", "y"], columns=columns))
    assert scores.comparates == ("rf", "svm") and scores.repeats.tolist() == [[[1, 2], [3, 4]]] * 2


def test_what_can_become_a_frame_is_read(frame):
    class Other:
        def to_pandas(self):
            return frame

    check(read(Other()))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            pd.DataFrame([[1, 2], [3, 4]], columns=["A", "A"]),
            "the data frame: columns 1 and 2 are both called 'A'",
        ),
        (pd.DataFrame({"A": [True, 0.5], "B": [1, 2]}), "row 1, column 'A': 'True' is not a number"),
        (pd.DataFrame({"A": [1.0, np.inf], "B": [1, 2]}), "row 2, column 'A': the score is infinite"),
        (
            pd.DataFrame({"A": [1.0, np.nan], "B": [1, 2]}),
            "1 of 4 scores is missing, first 'A' on '2' (row 2)",
        ),
        (pd.DataFrame(), "no columns"),
        (
            pd.DataFrame({"model": ["A", "B"], "x": [0.5, [1, 2]], "y": [3, 4]}),
            "row 2, column 'x': the cell holds several values: write one row per repeat",
        ),
        (SEARCH, "is a cv_results_ of scikit-learn"),
        (pd.DataFrame(SEARCH), "is a cv_results_ of scikit-learn"),
        (
            [{"data": "x", "A": np.ones(2)}, {"data": "y", "A": 1}],
            "the table, record 1, column 'A': the cell holds several values",
        ),
        (pd.DataFrame([[1, 2], [3, 4]]), "'0' to '1', so they seem to be repeats"),
        (pd.DataFrame({"A": [], "B": []}), "no rows"),
        (7, "Scores cannot be read from an object of type int"),
    ],
)
def test_faults_in_frames_and_objects_are_told(source, words):
    with pytest.raises(DataError) as caught:
        read(source)
    assert words in str(caught.value)


def test_arrays_in_mappings_hold_repeats():
    scores = read({name: {"x": np.array([0.1, 0.3]), "y": np.array([0.5, 0.7])} for name in "AB"})
    np.testing.assert_allclose(scores.values, [[0.2, 0.2], [0.6, 0.6]])
    assert scores.repeats.shape == (2, 2, 2)
    assert read({"A": np.array([0.1, 0.2]), "B": np.array([0.3, 0.4])}).comparates == ("A", "B")


def test_lists_in_parquet_are_told(tmp_path):
    frame = pd.DataFrame({"model": ["A", "B"], "x": [[1, 2], [3, 4]]})
    frame.to_parquet(tmp_path / "r.parquet")
    with pytest.raises(DataError, match=r"r\.parquet, row 1, column 'x': the cell holds several values"):
        read(tmp_path / "r.parquet")


def test_half_a_character_is_told(table_file):
    path = table_file('[{"data": "x\\ud800", "A": 1, "B": 2}, {"data": "y", "A": 1, "B": 3}]', "r.json")
    with pytest.raises(DataError, match=r"'x\\ud800' holds half of a character") as caught:
        read(path)
    str(caught.value).encode()
    with pytest.raises(DataError, match="half of a character"):
        read((np.ones((2, 2)), ["A\udcff", "B"]))


def test_excel(frame, tmp_path):
    frame.to_excel(tmp_path / "r.xlsx")
    check(read(tmp_path / "r.xlsx"))


def test_the_first_sheet_is_read_from_where_it_starts(frame, tmp_path):
    with pd.ExcelWriter(tmp_path / "r.xlsx") as book:
        frame.to_excel(book, sheet_name="results", startrow=3)
        frame.add_suffix("2").to_excel(book, sheet_name="other")
    scores = read(tmp_path / "r.xlsx")
    check(scores)
    (note,) = scores.notes
    assert "2 sheets" in note and "'results'" in note


def test_faults_in_excel_name_rows_as_the_spreadsheet_does(tmp_path):
    frame = pd.DataFrame({"A": [0.1, "?", 0.2], "B": [1, 2, "n.v."]}, index=["x", "y", "z"])
    frame.to_excel(tmp_path / "r.xlsx", startrow=1)
    with pytest.raises(DataError, match=r"row 5, column 'B': 'n\.v\.' is read as missing"):
        read(tmp_path / "r.xlsx")


def test_empty_broken_and_old_workbooks(tmp_path):
    pd.DataFrame().to_excel(tmp_path / "r.xlsx")
    with pytest.raises(DataError, match="first sheet, 'Sheet1', is empty"):
        read(tmp_path / "r.xlsx")
    for name, content, words in (
        ("r.xlsx", b"PK\x03\x04 broken", "cannot be read as an Excel workbook"),
        ("r.parquet", b"PAR1 broken", "cannot be read as a Parquet file"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(DataError, match=words):
            read(tmp_path / name)


@pytest.mark.parametrize(("name", "content"), [("r.xls", b"\xd0\xcf\x11\xe0 old"), ("r.ods", b"PK\x03\x04 foreign")])
def test_foreign_spreadsheets_need_calamine(tmp_path, monkeypatch, name, content):
    (tmp_path / name).write_bytes(content)
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    with pytest.raises(DataError, match=r"needs python-calamine: run pip install 'comparatex\[excel\]'"):
        read(tmp_path / name)
    monkeypatch.delitem(sys.modules, "python_calamine")
    pytest.importorskip("python_calamine")
    with pytest.raises(DataError, match="cannot be read as a spreadsheet: save it as"):
        read(tmp_path / name)


def test_a_missing_library_is_told(frame, tmp_path, monkeypatch):
    frame.to_parquet(tmp_path / "r.parquet")

    def no_engine(*_):
        raise ImportError("no pyarrow")

    monkeypatch.setattr(pd, "read_parquet", no_engine)
    with pytest.raises(DataError, match=r"needs pyarrow: run pip install 'comparatex\[parquet\]'"):
        read(tmp_path / "r.parquet")


def test_parquet(frame, tmp_path):
    frame.to_parquet(tmp_path / "r.parquet")
    check(read(tmp_path / "r.parquet"))
    frame.reset_index(names="data").to_parquet(tmp_path / "r")
    check(read(tmp_path / "r"))


def test_arrays():
    scores = read(([[0.1, 1], [0.2, 2]], ["A", "B"], ["x", "y"]))
    np.testing.assert_array_equal(scores.values, [[0.1, 1], [0.2, 2]])
    np.testing.assert_array_equal(scores.decimals, BINARY)
    np.testing.assert_array_equal(read((np.array([[1, 2], [3, 4]]), ["A", "B"], ["x", "y"])).decimals, 0)


def test_arrays_without_task_names_are_numbered():
    for source in (([[1, 2], [3, 4]], ["A", "B"]), ([[1, 2], [3, 4]], ["A", "B"], None)):
        scores = read(source)
        assert scores.numbered
        assert scores.tasks == ("1", "2")
    turned = read(([[1, 2, 5], [3, 4, 6]], ["A", "B"]), transpose=True)
    assert turned.numbered
    assert turned.tasks == ("1", "2", "3")
    np.testing.assert_array_equal(turned.values, [[1, 3], [2, 4], [5, 6]])


def test_a_third_dimension_holds_repeats():
    array = np.arange(12.0).reshape(2, 3, 2)
    scores = read((array, list("ABC"), list("xy")), exclude="B")
    np.testing.assert_array_equal(scores.repeats, array[:, [0, 2]])
    np.testing.assert_array_equal(scores.values, [[0.5, 4.5], [6.5, 10.5]])
    assert read((array[:, :, :1], list("ABC"), list("xy"))).repeats is None


def test_the_callers_array_stays_his_own():
    array = np.array([[1.0, 2], [3, 4]])
    scores = read((array, ["A", "B"]))
    array[0, 0] = 9
    assert scores.values[0, 0] == 1


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            ([[1, 2, 3], [4, 5, 6]], ["A", "B"], ["x", "y", "z"]),
            "3 tasks (rows) and 2 methods (columns): transpose it",
        ),
        (([[1, 2, 3], [4, 5, 6]], ["A", "B"], ["x", "y"]), "the shape (2, 3), but there are 2 tasks"),
        (([[1, 2], [4, 5]], ["A", "A"], ["x", "y"]), "columns 1 and 2 are both called 'A'"),
        (([[1, 2], [4, 5]], ["A", "B"], ["x", "x"]), "rows 1 and 2 are both called 'x'"),
        (([[1, 2], [4, 5]], ["A", " "], ["x", "y"]), "the name of column 2 is empty"),
        (([[1, np.inf], [4, 5]], ["A", "B"], ["x", "y"]), "row 1, column 2: the score is infinite"),
        ((np.full((2, 2, 2), 1.7e308), ["A", "B"]), "row 1, column 1: the score is larger than 1e300"),
        (([[1, "two"], [4, 5]], ["A", "B"], ["x", "y"]), "does not hold numbers only"),
        ((np.empty((0, 3)), ["A", "B", "C"]), "the shape (0, 3), so it holds no scores"),
        ((np.empty((3, 0)), []), "the shape (3, 0), so it holds no scores"),
        ((np.empty((3, 2, 0)), ["A", "B"]), "the shape (3, 2, 0), so it holds no scores"),
        (([1, 2], ["A", "B"], ["x", "y"]), "must be (tasks, methods[, repeats])"),
    ],
)
def test_faults_in_arrays_are_told(source, words):
    with pytest.raises(DataError) as caught:
        read(source)
    assert words in str(caught.value)


def test_a_tuple_of_another_length_is_wrong_usage():
    with pytest.raises(UsageError, match="tuple of 4"):
        read(([[1]], ["A"], ["x"], 7))


def test_reading_text_loads_neither_pandas_nor_scipy(table_file):
    path = table_file("name,A,B\nx,1,2\ny,3,4\n")
    code = (
        "import sys; from comparatex import read; read(sys.argv[1]); "
        "assert not {'pandas', 'scipy', 'matplotlib'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_title_above_the_header_of_a_workbook_is_left_out_and_told(tmp_path):
    openpyxl = import_module("openpyxl")
    book = openpyxl.Workbook()
    for row in (["My results"], [], ["task", "A", "B"], ["x", 1, 2], ["y", 3, 4]):
        book.active.append(row)
    book.save(tmp_path / "r.xlsx")
    scores = read(tmp_path / "r.xlsx")
    assert scores.comparates == ("A", "B") and scores.tasks == ("x", "y")
    assert scores.notes == (f"{tmp_path / 'r.xlsx'}, row 1: 'My results' is taken as a title and left out.",)


@pytest.mark.parametrize("cell", ["B3", "XFD1048576"])
def test_a_workbook_whose_views_break_their_schema_is_read_where_it_is_dense(cell, tmp_path):
    book = import_module("openpyxl").Workbook()
    for row in (["task", "A", "B"], ["x", 1, 0.25], ["y", 3, 4]):
        book.active.append(row)
    book.active[cell] = 3
    book.save(tmp_path / "whole.xlsx")
    with zipfile.ZipFile(tmp_path / "whole.xlsx") as whole, zipfile.ZipFile(tmp_path / "r.xlsx", "w") as file:
        for part in whole.namelist():
            file.writestr(part, whole.read(part).replace(b"<workbookView ", b'<workbookView other="1" '))
    if cell == "B3":
        np.testing.assert_array_equal(read(tmp_path / "r.xlsx").values, [[1, 0.25], [3, 4]])
    else:
        with pytest.raises(DataError, match="cannot be read as an Excel workbook"):
            read(tmp_path / "r.xlsx")


def test_texts_of_frames_are_read_alike_whatever_their_type(frame):
    long = frame.melt(ignore_index=False, var_name="method", value_name="score").rename_axis("task").reset_index()
    texts = long.astype({"task": "string", "method": "string"})
    objects = texts.astype({"task": object, "method": object})
    found, known = read(texts), read(objects)
    assert (found.tasks, found.comparates) == (known.tasks, known.comparates)
    assert found.values.tobytes() == known.values.tobytes()
    for one in (texts, objects):
        one.loc[1, "method"] = None
        with pytest.raises(DataError, match="row 2, column 'method': the row names no method"):
            read(one)
    codes, names = name_codes(Column(np.array([0, 1, 0, 2]), ["b", " a", "a "]))
    assert (codes.tolist(), names) == ([0, 1, 0, 1], ("b", "a"))


def test_series_in_mappings_are_scores_by_task():
    scores = read({name: pd.Series({"iris": k, "wine": k + 1}) for k, name in enumerate("AB")})
    assert (scores.tasks, scores.comparates) == (("iris", "wine"), ("A", "B"))
    np.testing.assert_array_equal(scores.values, [[0, 1], [1, 2]])
    assert read({"A": pd.Series([0.1, 0.2]), "B": pd.Series([0.3, 0.4])}).comparates == ("A", "B")


def test_names_of_rows_in_place_of_those_of_columns_are_noticed():
    with pytest.raises(DataError, match=r"the names are those of the methods \(columns\), and those of the tasks"):
        read((np.ones((3, 2)), ["iris", "wine", "car"]))
    scores = read((np.eye(2), ["iris", "wine"]))
    assert scores.notes[0].startswith("the array is square: the names are taken as those of the columns")


SQUARE = pd.DataFrame({"A": [0.5, 0.75], "B": [0.25, 0.5]}, index=["iris", "wine"])


def means(*names: str | None) -> pd.Series:
    pairs = pd.MultiIndex.from_tuples([(task, name) for task in SQUARE.index for name in SQUARE], names=names)
    return pd.Series(SQUARE.to_numpy().ravel(), index=pairs, name="accuracy")


@pytest.mark.parametrize(
    "source",
    [
        means("dataset", "method"),
        means(None, None),
        {(name, task): SQUARE[name][task] for name in SQUARE for task in SQUARE.index},
        {(name, task, seed): SQUARE[name][task] for name in SQUARE for task in SQUARE.index for seed in (0, 1)},
        {(name, task): {"accuracy": SQUARE[name][task]} for name in SQUARE for task in SQUARE.index},
    ],
    ids=["named levels", "levels", "pairs", "triples", "records"],
)
def test_objects_of_pairs_are_read(monkeypatch, source):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    scores = read(source)
    assert (scores.tasks, scores.comparates) == (("iris", "wine"), ("A", "B"))
    np.testing.assert_array_equal(scores.values, SQUARE.to_numpy())


def test_keys_of_frames_are_asked_about():
    frames = {"p": SQUARE, "q": SQUARE / 2}
    with pytest.raises(DataError, match="may be measures, repeats or groups of tasks") as raised:
        read(frames)
    assert raised.value.remedies == ({"measure": "key"}, {"repeat": "key"}, {"group": "key"})
    np.testing.assert_array_equal(read(frames, measure="key", select_measure="q").values, SQUARE.to_numpy() / 2)
    np.testing.assert_array_equal(read(frames, repeat="key").values, SQUARE.to_numpy() * 0.75)
    grouped = read(frames, group="key")
    assert grouped.tasks == ("p/iris", "p/wine", "q/iris", "q/wine")
    assert grouped.task_groups == {"p/iris": "p", "p/wine": "p", "q/iris": "q", "q/wine": "q"}


def test_keys_of_frames_on_unlike_scales_are_offered_as_measures_alone():
    shares = pd.DataFrame({"A": [0.81, 0.74, 0.92], "B": [0.79, 0.7, 0.95]}, index=["iris", "wine", "zoo"])
    errors = shares.mul([0.004, 9.0, 700.0], axis=0)
    with pytest.raises(DataError, match='may be measures: use `measure="key"`') as raised:
        read({"p": shares, "q": errors})
    assert raised.value.remedies == ({"measure": "key"},)


def test_keys_of_frames_of_one_column_are_methods_and_arrays_have_fields():
    frames = {name: SQUARE[[name]].rename(columns={name: "accuracy"}) for name in SQUARE}
    for source in (frames, SQUARE.rename_axis("task").to_records()):
        scores = read(source)
        assert (scores.comparates, scores.tasks) == (tuple(SQUARE), tuple(SQUARE.index))
        np.testing.assert_array_equal(scores.values, SQUARE.to_numpy())


def test_keys_of_frames_that_are_clear_are_read():
    assert [one.measure for one in read_measures({"accuracy": SQUARE, "f1": SQUARE / 2})] == ["accuracy", "f1"]
    assert read({"seed0": SQUARE, "seed1": SQUARE / 2}).repeats.shape == (2, 2, 2)
    apart = read({"p": SQUARE, "q": SQUARE.rename("new {}".format)})
    assert apart.tasks == ("iris", "wine", "new iris", "new wine") and apart.task_groups["new iris"] == "q"
    assert read({"p": SQUARE.T, "q": SQUARE.T}, repeat="key", transpose=True).comparates == ("A", "B")


def test_frames_of_repeats_or_measures_name_methods_or_tasks():
    runs = {name: pd.DataFrame({"0": SQUARE[name], "1": SQUARE[name] / 2}) for name in SQUARE}
    with pytest.raises(DataError, match="'0' and '1', are repeats, so that their keys, 'A' and 'B', name") as raised:
        read(runs)
    assert raised.value.remedies == ({"comparate": "key"}, {"task": "key"})
    scores = read(runs, comparate="key")
    np.testing.assert_array_equal(scores.values, SQUARE.to_numpy() * 0.75)
    assert (scores.comparates, read(runs, task="key").tasks, scores.repeats.shape) == (
        ("A", "B"),
        ("A", "B"),
        (2, 2, 2),
    )
    both = {name: pd.DataFrame({"accuracy": SQUARE[name], "f1": SQUARE[name] / 2}) for name in SQUARE}
    np.testing.assert_array_equal(read(both, comparate="key", select_measure="f1").values, SQUARE.to_numpy() / 2)


def test_styled_frames_and_spans_of_time_are_read():
    np.testing.assert_array_equal(read(SQUARE.style.highlight_max()).values, SQUARE.to_numpy())
    scores = read(SQUARE.apply(lambda cells: pd.to_timedelta(cells, unit="s")))
    np.testing.assert_array_equal(scores.values, SQUARE.to_numpy())
    assert (scores.measure, scores.higher_is_better) == ("time (s)", False)
    (note,) = read({name: np.array([[0.1, 0.2, 0.3]]) for name in "AB"}).notes[:1]
    assert "columns as tasks (3)" in note


class Foreign:
    """A table of another library, whose own way to pandas fails."""

    def __init__(self, **about):
        self.__dict__ |= about


def test_tables_of_other_libraries_need_nothing_else(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    def column(name, cells, numeric):
        kind = Foreign(is_numeric=lambda: numeric)
        return Foreign(name=name, dtype=kind, to_list=lambda: list(cells), to_numpy=lambda: np.array(cells))

    polars = Foreign(
        get_columns=lambda: [
            column("dataset", SQUARE.index, False),
            *(column(name, SQUARE[name], True) for name in SQUARE),
        ],
        to_pandas=lambda: 1 / 0,
    )
    cube = pd.concat({0: means("dataset", "method"), 1: means("dataset", "method")}, names=["seed"])
    series = {name: Foreign(name=name, to_list=SQUARE[name].tolist) for name in SQUARE}
    xarray = Foreign(ndim=3, name=None, to_dataframe=lambda name: cube.to_frame(name))
    monkeypatch.setattr(Foreign, "__module__", "polars.dataframe.frame")
    for source in (polars, series):
        np.testing.assert_array_equal(read(source).values, SQUARE.to_numpy())
    monkeypatch.setattr(Foreign, "__module__", "xarray")
    np.testing.assert_array_equal(read(xarray).values, SQUARE.to_numpy())
    with pytest.raises(DataError, match=r"cannot be made into a data frame \(division by zero\)"):
        read(Foreign(to_pandas=lambda: 1 / 0))


@pytest.mark.parametrize("cell", [10**400, -(10**400), {1, 2}, object()])
def test_strange_cells_are_refused_in_a_sentence(cell):
    with pytest.raises(DataError):
        read({"A": {"x": cell, "y": 1.5}, "B": {"x": 1, "y": 2}})


@pytest.mark.parametrize(
    ("formula", "value", "on_load", "refused"),
    [
        ("0.5+0.25", "<v>0</v>", True, True),
        ("0.5+0.25", "", False, True),
        ("0.5+0.25", "<v/>", True, True),
        ("0.5+0.25", "<v>0.75</v>", True, False),
        ("0.5-0.5", "<v>0</v>", False, False),
    ],
)
def test_formulas_that_nobody_computed_are_refused(tmp_path, formula, value, on_load, refused):
    path, file = tmp_path / "r.xlsx", io.BytesIO()
    SQUARE.rename_axis("dataset").reset_index().to_excel(file, index=False)
    with zipfile.ZipFile(file) as plain, zipfile.ZipFile(path, "w") as book:
        for name in plain.namelist():
            part = plain.read(name).decode()
            part = re.sub(r"<v>0.75</v>", f"<f>{formula}</f>{value}", part)
            book.writestr(name, part if on_load else part.replace(' fullCalcOnLoad="1"', ""))
    if refused:
        with pytest.raises(DataError, match=r"cell B3: no program has computed the formula \('=0.5\+0.25'\)"):
            read(path)
    else:
        assert read(path).values[1, 0] == (0.75 if on_load else 0)


def test_sheets_in_front_that_hold_no_cells_are_skipped(tmp_path):
    openpyxl = import_module("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "nothing"
    book.create_chartsheet("chart", 0)
    sheet = book.create_sheet("scores")
    for row in (["dataset", "A", "B"], ["iris", 0.5, 0.25], ["wine", 0.75, 0.5]):
        sheet.append(row)
    book.save(tmp_path / "r.xlsx")
    scores = read(tmp_path / "r.xlsx")
    np.testing.assert_array_equal(scores.values, SQUARE.to_numpy())
    assert "'scores', was read" in scores.notes[0]
