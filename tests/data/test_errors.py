"""Every refusal: one sentence that names the file, the place and the remedy."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from comparatex import read
from comparatex.errors import ComparatexError, DataError, UsageError

WIDE = "dataset,A,B\nx,1,2\ny,3,4\n"
LONG = "model,dataset,{}score\nA,x,{}1\nA,y,{}2\nB,x,{}3\nB,y,{}4\n"
MEASURES = "model,dataset,metric,value\n" + "".join(
    f"{model},{task},{measure},1\n" for model in "AB" for task in "xy" for measure in ("acc", "f1")
)

DATA = {
    "empty": ("", {}, ["is empty"]),
    "blank": (" \n\n", {}, ["is empty"]),
    "separators only": (",,\n,,\n", {}, ["is empty"]),
    "told separator only": ("sep=;\n", {}, ["is empty"]),
    "header only": ("dataset,A,B\n", {}, ["no rows"]),
    "one column": ("dataset\nx\ny\n", {}, ["one column", "commas, tabs, semicolons"]),
    "one task": ("dataset,A,B\nx,1,2\n", {}, ["only one task, 'x'", "at least two"]),
    "one method": ("dataset,A\nx,1\ny,2\n", {}, ["only one method, 'A'"]),
    "ragged": ("dataset,A,B\nx,1,2\n\ny,1\n", {}, ["line 4", "'y'", "2 of the header's 3 cells"]),
    "too long a row": ("dataset,A,B\nx,1,2\ny,1,2,3\n", {}, ["line 3", "4 of the header's 3 cells"]),
    "open quote": ('dataset,A,B\nx,1,2\n"y,1,2\nz,3,4\n', {}, ["line 3", "quote left open"]),
    "open quote over a long text": (
        'dataset,A,B\nx,1,2\n"y,1,2\n' + "z,3,4\n" * 30000,
        {},
        ["line 3", "cannot be read", "quote left open?"],
    ),
    "text": ("dataset,A,B\nx,1,2\ny,3,oops\nz,5,6\n", {}, ["line 3, column 'B': 'oops' is read as missing"]),
    "text after blank lines": ("\ndataset,A,B\n\nx,1,2\ny,3,oops\nz,5,6\n", {}, ["line 5, column 'B'"]),
    "text after a quoted line break": (
        'dataset,A,B\n"x\nx",1,2\ny,3,oops\nz,5,6\n',
        {},
        ["line 4, column 'B'"],
    ),
    "infinite": ("dataset,A,B\nx,1,inf\ny,3,4\n", {}, ["line 2, column 'B'", "infinite"]),
    "overflow": ("dataset,A,B\nx,1,1e999\ny,3,4\n", {}, ["line 2, column 'B'", "infinite"]),
    "too large": (
        "dataset,A,B,Mean\nx,1,1.5e308,2\ny,1.7e308,1e308,3\n",
        {},
        ["line 2, column 'B'", "larger than 1e300", "power of ten"],
    ),
    "repeats too large": (
        "dataset,fold,A,B\nx,1,1.7e308,1e308\nx,2,1.7e308,1e308\ny,1,1,2\ny,2,1,2\n",
        {},
        ["line 2, column 'A'", "larger than 1e300"],
    ),
    "underflow": (
        "dataset,A,B\nx,1,2\ny,1e-99999,0e7\n",
        {},
        ["line 3, column 'A'", "'1e-99999' is closer to zero", "power of ten"],
    ),
    "underflow beside a gap": ("dataset,A,B\nx,-,2\ny,-2e-400,4\n", {}, ["line 3, column 'A'", "'-2e-400'"]),
    "percent": ("dataset,A,B\nx,1,95.3%\ny,3,4\n", {}, ["line 3, column 'B'", "'4'", "lacks the percent sign"]),
    "percent in a few": (
        "dataset,A,B\nx,91 %,0.5\ny,80 (2),0.6\nz,70 (3),0.7\nw,71 (1),0.2\n",
        {},
        ["line 2, column 'A'", "'91 %'", "unlike most others"],
    ),
    "unit": ("dataset,A,B\nx,1.2 s,2 s\ny,2.1 s,3 s\nz,3,2 s\n", {}, ["line 4, column 'A'", "'3' lacks the unit"]),
    "units": ("dataset,A,B\nx,1.2 s,2 s\ny,2.1 GB,3 s\nz,3 s,2 s\n", {}, ["'s' and 'GB'", "all in one unit"]),
    "percent as in TeX": (
        "dataset,A,B\nx,1,95.3\\%\ny,3,4x\\%\n",
        {},
        ["line 2, column 'B'", "delete the signs"],
    ),
    "spreads": (
        "dataset,A,B\nx,1,0.95 ± 0.01\ny,3,4\nz,3,5\n",
        {},
        ["line 2, column 'B'", "keep the score alone"],
    ),
    "a spread": ("dataset,A,B\nx,1,0.95 $\\pm$ 0.01\ny,3,4\nz,1,2\n", {}, ["line 2", "keep the score alone"]),
    "bold": ("dataset,A,B\nx,1,\\textbf{0.95}\ny,3,4\n", {}, ["line 2, column 'B'", "mark", "delete it"]),
    "star": ("dataset,A,B\nx,1,0.95*\ny,3,4x\n", {}, ["line 2, column 'B'", "mark", "delete it"]),
    "wins, ties and losses": (
        "dataset,A,B\nx,1,2\ny,3,4\nW/T/L,2/0/0,0/0/2\n",
        {},
        ["line 4", "the row 'W/T/L' seems to hold no scores", "'2/0/0'", "`exclude_tasks`"],
    ),
    "wins, ties and losses of tasks": (
        "model,x,y\nA,1,2\nB,3,4\nWins,2/0/0,0/0/2\n",
        {"transpose": True},
        ["line 4", "the row 'Wins' seems to hold no scores", "`exclude`"],
    ),
    "thousands": ('dataset,A,B\nx,1,"1,234"\ny,3,4\n', {}, ["line 2", "'1,234'", "thousands separator"]),
    "thousands with points and commas": ('dataset,A,B\nx,"1,234.5",0.5\ny,"1.234,5",4\n', {}, ["thousands separator"]),
    "thousands with blanks": ("dataset;A;B\nx;1 234;5\ny;3;4\n", {}, ["thousands separator"]),
    "two decimal marks": (
        "dataset;A;B\nx;0,5;1\ny;3,5;2\nz;0.5;1\n",
        {},
        ["line 4, column 'A'", "'0.5'", "comma"],
    ),
    "digit groups of Python": ("dataset,A,B\nx,1,1_0\ny,3,4\n", {}, ["'1_0' is not a number"]),
    "column twice": ("dataset,A,B,A \nx,1,2,3\ny,1,2,3\n", {}, ["columns 2 and 4", "'A'", "rename"]),
    "no heading": ("dataset,A,,B\nx,1,2,3\ny,1,2,3\n", {}, ["column 3 has no heading", "method"]),
    "no heading of a task": ("model,x,,y\nA,1,2,3\nB,1,2,3\n", {"transpose": True}, ["column 3", "task"]),
    "no task": ("dataset,A,B\nx,1,2\n,3,4\ny,1,2\n", {}, ["line 3", "no name of its task"]),
    "task twice": ("dataset,A,B\nx,1,2\ny,3,4\n x ,5,6\n", {}, ["lines 2 and 4", "'x'", "`repeat`"]),
    "repeat twice": (
        "dataset,fold,A,B\nx,1,1,2\nx,1,3,4\ny,1,1,2\n",
        {},
        ["lines 2 and 3", "'x' in repeat '1'"],
    ),
    "no header": ("0.5,0.6\n0.7,0.8\n0.9,0.1\n", {}, ["'0.5' first", "add a header"]),
    "repeats of one method": (
        "Resamples:,0,1,2\nx,0.1,0.2,0.3\ny,0.3,0.4,0.3\n",
        {},
        ["3 repeats of one method", "'Resamples:'", "several methods together"],
    ),
    "columns counted from 0": (
        "dataset,0,1,2\nx,0.1,0.2,0.3\ny,0.3,0.4,0.3\n",
        {},
        ["'0' to '2'", "repeats of one method", "`include`"],
    ),
    "columns counted from 1 behind a word": (
        "dataset,fold_1,fold_2\nx,0.1,0.2\ny,0.3,0.4\n",
        {},
        ["2 repeats of one method", "'fold_1'", "name the files of several methods together"],
    ),
    "a column that is no method": (
        "dataset,A,B,params\nx,0.1,0.2,11\ny,0.3,0.4,12\n",
        {},
        ["column 'params'", "going by the heading", "`exclude`", "`include`"],
    ),
    "columns that are no methods": (
        "dataset,Train size,n_classes,A,B\nx,30,2,0.1,0.2\ny,40,3,0.3,0.4\n",
        {},
        ["columns 'Train size' and 'n_classes'", "leave them out with `exclude`"],
    ),
    "a column that is no task": (
        "model,runtime (s),x,y\nA,1.5,0.1,0.2\nB,7,0.3,0.4\n",
        {"transpose": True},
        ["'runtime (s)'", "`exclude_tasks`", "`tasks`"],
    ),
    "a column on another scale": (
        "dataset,A,B,weights\nx,0.1,0.2,11000\ny,0.3,0.4,1200\n",
        {},
        ["column 'weights'", "large whole numbers", "`exclude`"],
    ),
    "text column": (
        "dataset,kind,A,B\nx,old,1,2\ny,new,3,4\n",
        {},
        ["column 'kind'", "line 2", "'old'", "`exclude`"],
    ),
    "text column of tasks": (
        "model,kind,x,y\nA,old,1,2\nB,new,3,4\n",
        {"transpose": True},
        ["'kind'", "`exclude_tasks`"],
    ),
    "methods without names": (
        "x,y\n1,2\n3,4\n",
        {"transpose": True},
        ["no column that names the methods"],
    ),
    "missing": (
        "dataset,A,B,C\nw,1,2,3\nx,1,,3\ny,-,NaN,3\nz,4,5,6\n",
        {},
        [
            "3 of 12 scores are missing",
            "first 'B' on 'x' (line 3)",
            "most of 'B' (2 of 4 tasks)",
            '`missing="drop-tasks"` (leaves 2 of 4 tasks)',
            "drop-comparates (leaves 1 of 3 methods)",
            "pairwise",
        ],
    ),
    "one missing": ("dataset,A,B\nx,1,2\ny,3,\n", {}, ["1 of 4 scores is missing"]),
    "too few complete tasks": (
        "dataset,A,B\nx,1,2\ny,3,\n",
        {"missing": "drop-tasks"},
        ["only 1 of 2 tasks", "'B' lacks 1", "`exclude`"],
    ),
    "too few complete methods": (
        "dataset,A,B\nx,1,2\ny,3,\n",
        {"missing": "drop-comparates"},
        ["only 1 of 2 methods", "'y'", "`exclude_tasks`"],
    ),
    "too few common tasks": (
        "dataset,A,B,C\nx,1,2,3\ny,3,,4\nz,,5,6\n",
        {"missing": "pairwise"},
        ["'A' and 'B'", "fewer than 2 tasks in common (1)"],
    ),
    "filtered away": (WIDE, {"exclude": "B"}, ["`include` and `exclude` leave only one method, 'A'"]),
    "tasks filtered away": (
        WIDE,
        {"exclude_tasks": ("x", "y")},
        ["`tasks` and `exclude_tasks` leave no task"],
    ),
    "long, score twice": (
        LONG.format(*[""] * 5) + "A,y,9\n",
        {},
        ["lines 3 and 6", "'A' on 'y'", "`repeat`"],
    ),
    "long, score twice beside an unused column": (
        LONG.format("part,", *["1,"] * 4) + "A,y,2,9\n",
        {"score": "score"},
        ["lines 3 and 6", "not used: 'part'", 'task="dataset,part"'],
    ),
    "long, repeat twice": (
        LONG.format("fold,", *["1,"] * 4) + "A,y,2,9\nA,y,1,9\n",
        {},
        ["lines 3 and 7", "'A' on 'y' in repeat '1'"],
    ),
    "long, no method": (
        LONG.format(*[""] * 5) + ",y,9\n",
        {},
        ["line 6, column 'model'", "names no method"],
    ),
    "long, no task": (LONG.format(*[""] * 5) + "A,,9\n", {}, ["line 6, column 'dataset'", "names no task"]),
    "long, text": (
        LONG.format(*[""] * 5) + "A,z,oops\n",
        {},
        ["line 6, column 'score': 'oops' is read as missing"],
    ),
    "long, several measures": (MEASURES, {}, ["2 measures, 'acc' and 'f1'", "`select_measure`"]),
    "long, several columns of scores": (
        "model,dataset,accuracy,f1\nA,x,1,2\nA,y,1,2\nB,x,1,2\nB,y,1,2\n",
        {},
        ["scores of 2 measures, 'accuracy' and 'f1'", "`select_measure`"],
    ),
    "long, several columns of tasks": (
        "model,dataset,problem,score\nA,x,u,2\nB,x,u,2\n",
        {},
        ["'dataset' and 'problem' may all hold the tasks", "`task`"],
    ),
    "long, unknown headings": (
        "u,v,w\nx,A,1\ny,A,2\nx,B,3\ny,B,4\n",
        {"layout": "long"},
        ["which column holds the methods", "`comparate`", "'u', 'v' and 'w'"],
    ),
    "long, unknown headings, no hint": (
        "u,v,w\nx,A,1\ny,A,2\nx,B,3\ny,B,4\n",
        {},
        ["'v'", "`task` and `comparate`"],
    ),
    "long, train and test": (
        LONG.format("split,", "train,", "train,", "test,", "test,"),
        {},
        ["'split'", "'train' and 'test'"],
    ),
    "long, no scores": (
        "model,dataset,score\nA,x,good\nB,x,bad\n",
        {"layout": "long"},
        ["no column of numbers", "`score`"],
    ),
    "bytes of no text": (b"dataset,A,B\nx,1,2\nM\xe9\x02t\xe9o,3,4\n", {}, ["line 3", "0xe9", "UTF-8"]),
    "bytes of nothing": (b"\x88PNG\r\n\x1a\n\0\0", {}, ["line 3", "zero byte"]),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", {}, ["is a picture", "as CSV"]),
}

USAGE = {
    "unknown method": (
        WIDE,
        {"include": "a"},
        ["No method is called 'a' (`include`)", "did you mean 'A'?"],
    ),
    "unknown method to leave out": (
        WIDE,
        {"exclude": ["Q"]},
        ["'Q' (`exclude`)", "there are 'A' and 'B'"],
    ),
    "unknown method in the order": (WIDE, {"order": ["C"]}, ["'C'", "order"]),
    "unknown task": (WIDE, {"tasks": "z"}, ["No task is called 'z' (`tasks`)"]),
    "unknown task to leave out": (WIDE, {"exclude_tasks": "z"}, ["No task is called 'z' (`exclude_tasks`)"]),
    "unknown display name": (WIDE, {"names": {"C": "D"}}, ["No method or task is called 'C'"]),
    "one display name for two": (WIDE, {"names": {"A": "B"}}, ["'A' and 'B' would both be shown as 'B'"]),
    "one display name for two tasks": (
        WIDE,
        {"names": {"x": "y"}},
        ["'x' and 'y' would both be shown as 'y'"],
    ),
    "empty display name": (WIDE, {"names": {"A": " "}}, ["display name of 'A' is empty"]),
    "unknown column": (
        LONG.format(*[""] * 5),
        {"score": "Score"},
        ["no column 'Score' (`score`)", "mean 'score'?"],
    ),
    "unknown column of a wide table": (WIDE, {"task": "data"}, ["no column 'data' (`task`)", "'dataset'"]),
    "unknown column of repeats": (WIDE, {"repeat": "fold"}, ["no column 'fold' (`repeat`)"]),
    "unknown measure": (MEASURES, {"select_measure": "accu"}, ["no measure 'accu'", "did you mean 'acc'?"]),
    "unknown column of scores": (
        "model,dataset,accuracy,f1\nA,x,1,2\nA,y,1,2\nB,x,1,2\nB,y,1,2\n",
        {"select_measure": "f2"},
        ["no measure 'f2'", "'f1'"],
    ),
    "measure of a wide table": (WIDE, {"select_measure": "acc"}, ["wide table", "`select_measure`"]),
    "task column of a turned table": (
        WIDE,
        {"transpose": True, "task": "dataset"},
        ["`transpose`", "`comparate`"],
    ),
    "long and turned": (WIDE, {"layout": "long", "transpose": True}, ["`transpose`", '`layout="long"`']),
    "unknown layout": (WIDE, {"layout": "tall"}, ["`layout`", "'auto', 'wide' and 'long'", "'tall'"]),
    "unknown policy": (WIDE, {"missing": "ignore"}, ["`missing`", "drop-tasks", "'ignore'"]),
    "colour": (WIDE, {"colours": {"A": "red"}}, ["colour of 'A'", "#rrggbb", "'red'"]),
    "tie tolerance": (WIDE, {"tie_tolerance": 0}, ["`tie_tolerance`", "above 0", "0"]),
    "names that map nothing": (WIDE, {"names": ["A"]}, ["'names'", "must map", "list"]),
}


def one_sentence(error: ComparatexError) -> str:
    text = str(error)
    assert "\n" not in text
    assert "\t" not in text
    assert text[-1] in ".?"
    assert ". " not in text.replace("results.csv. ", "")
    return text


@pytest.mark.parametrize(("content", "settings", "words"), DATA.values(), ids=DATA.keys())
def test_data_that_cannot_be_used_is_refused_in_one_sentence(table_file, content, settings, words):
    path = table_file(content)
    with pytest.raises(DataError) as caught:
        read(path, **settings)
    text = one_sentence(caught.value)
    assert text.startswith(path)
    for word in words:
        assert word in text
    assert caught.value.exit_status == 1


@pytest.mark.parametrize(("content", "settings", "words"), USAGE.values(), ids=USAGE.keys())
def test_settings_that_do_not_fit_are_refused_in_one_sentence(table_file, content, settings, words):
    path = table_file(content)
    with pytest.raises(UsageError) as caught:
        read(path, **settings)
    text = one_sentence(caught.value)
    for word in words:
        assert word in text
    assert caught.value.exit_status == 2


BELOW = '[{"model": "A", "dataset": "x", "acc": 0.5}, {"model": "B", "dataset": "x", "acc": 0.4}]'
RUNS = '[{"command": "a", "times": [[1], [2]]}, {"command": "b", "times": [[1], [2]]}]'
EVALUATED = '{"results": {"a": {"acc,none": 0.5}}, "versions": {}, "config": {}}'
ENDLESS: dict[str, object] = {}
ENDLESS["a"] = ENDLESS


@pytest.mark.parametrize(
    ("content", "settings", "words"),
    [
        ('{"A": {"x": 1}, "A": {"x": 2}}', {}, "the key 'A' comes twice in one object"),
        (f'{{"val": {BELOW}, "test": {BELOW}, "n": 2}}', {}, "holds records below 'val' and 'test': choose one"),
        (f"[{EVALUATED}]", {}, "the file holds no object"),
        (EVALUATED, {"sheet": "1"}, "is not a spreadsheet: leave out `sheet`"),
        (f'{{"results": {RUNS}}}', {}, "record a: the score has several values"),
    ],
)
def test_objects_in_files_that_cannot_be_used_are_refused_in_one_sentence(table_file, content, settings, words):
    with pytest.raises(ComparatexError) as caught:
        read(table_file(content, "results.json"), **settings)
    assert words in one_sentence(caught.value)


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (([[1j, 2], [3, 4]], ["A", "B"], ["x", "y"]), "holds complex numbers"),
        (ENDLESS, "is nested without end"),
        (pd.DataFrame({"fit_time": [1.0], "score_time": [1.0], "test_score": [0.5]}), "names of model and data set"),
    ],
    ids=["complex", "endless", "cross_validate"],
)
def test_objects_that_cannot_be_used_are_refused_in_one_sentence(source, words):
    with pytest.raises(DataError) as caught:
        read(source)
    assert words in one_sentence(caught.value)


def test_an_array_in_a_file_needs_names(tmp_path):
    np.save(tmp_path / "scores.npy", np.ones((3, 2)))
    with pytest.raises(DataError, match=r"is an array without names: give \(array, methods, tasks\)"):
        read(tmp_path / "scores.npy")


def test_a_key_of_objects_is_chosen_as_a_sheet_is(table_file):
    more = BELOW.replace('"x"', '"y"')
    content = f'{{"val": {BELOW[:-1]}, {more[1:]}, "test": {BELOW}, "n": 2}}'
    assert read(table_file(content, "results.json"), sheet="val").tasks == ("x", "y")


def test_an_unknown_setting_is_refused_with_the_nearest_one(table_file):
    with pytest.raises(UsageError, match="no setting `lower_is_better`: did you mean `higher_is_better`"):
        read(table_file(WIDE), lower_is_better=True)


def test_long_cells_and_names_are_cut_in_messages(table_file):
    with pytest.raises(DataError) as caught:
        read(table_file("dataset,A,B\nx,1,2\ny,3," + "word " * 100 + "\nz,5,6\n"))
    assert len(one_sentence(caught.value)) < 300
