"""The statistics of pairs in every form: the same numbers, and the bytes that the standard library would write."""

import csv
import json
import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import comparatex as cx
from comparatex import pair_table
from comparatex.data.scores import BINARY, Scores
from comparatex.inference.fields import OptionalStatistics
from comparatex.stats import as_dict, csv_parts, json_parts, to_json, write_pairs

INTERVALS = OptionalStatistics(draws=50)
NAMES = ('A "x", %s', "=B|{é}", "C", "D\\")


def table(n=6, names=NAMES, missing=False, digits=2, seed=0):
    values = np.round(np.random.default_rng(seed).random((n, len(names))), digits)
    if missing:
        values[0, 1] = values[2, 0] = math.nan
    places = np.full(values.shape, digits if digits < 10 else BINARY, np.int8)
    return Scores(values, places, tuple(f"t{k}" for k in range(n)), tuple(names))


def compared(**changes):
    settings = {key: changes.pop(key) for key in ("test", "bayes", "bayes_test", "rope") if key in changes}
    return cx.compare(table(**changes), **settings)


CASES = {
    "plain": (compared(), OptionalStatistics()),
    "missing": (compared(missing=True), INTERVALS),
    "infinite": (compared(n=3, digits=15), INTERVALS),
    "undefined": (compared(n=1), OptionalStatistics()),
    "bayes": (compared(bayes=True, rope=0.01), OptionalStatistics()),
}


def tables_of(*given):
    return {name: "".join(parts) for name, parts in csv_parts(*given)}


@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr(pair_table, "LISTED", 3)


@pytest.mark.parametrize("form", ["auto", "none"])  # in columns, lists stand on one line each
@pytest.mark.parametrize("case", CASES)
def test_json_is_what_the_standard_library_writes(case, form):
    comparison, optional = CASES[case]
    found = to_json(comparison, [comparison], optional, pairs=form)
    assert found == json.dumps(json.loads(found), indent=2, ensure_ascii=False, allow_nan=False)


def test_posteriors_of_single_tasks_are_in_every_form():
    scores = cx.read(
        [
            {"method": m, "dataset": d, "repeat": k, "score": s}
            for m, base in (("A", 0.5), ("B", 0.6))
            for d in "xy"
            for k, s in enumerate((base, base + 0.01, base + 0.03))
        ]
    )
    comparison = cx.compare(scores, bayes=True, bayes_test="correlated-t", rope=0.01, test_share=0.1)
    content = as_dict(comparison)
    (pair,) = content["pairs"]
    assert list(pair)[-1] == "task_posteriors" and [one["task"] for one in pair["task_posteriors"]] == [
        "x",
        "y",
    ]
    assert to_json(comparison) == json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
    assert json.loads(to_json(comparison, pairs="columns"))["pairs"]["task_posteriors"] == [pair["task_posteriors"]]
    tables = tables_of(comparison)
    assert tables["task-posteriors.csv"].splitlines()[0] == "row,column,task,p_left,p_rope,p_right"
    assert "task_posteriors" not in tables["pairs.csv"]


@pytest.mark.parametrize("case", CASES)
def test_csv_is_what_the_standard_library_writes(case, tmp_path):
    comparison, optional = CASES[case]
    text = tables_of(comparison, (), optional)["pairs.csv"]
    flat = [
        {**{key: value for key, value in pair.items() if not isinstance(value, dict)}, **pair["effects"]}
        | pair.get("posterior", {})
        for pair in json.loads(to_json(comparison, (), optional))["pairs"]
    ]
    with (tmp_path / "expected.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(flat[0])
        for pair in flat:
            guarded = {key: f"'{value}" if value == "=B|{é}" else value for key, value in pair.items()}
            writer.writerow(guarded.values())
    assert text == (tmp_path / "expected.csv").read_text(encoding="utf-8")


def test_blocks_join_without_a_trace(monkeypatch):
    comparison, optional = CASES["missing"]
    whole = [to_json(comparison, (), optional, pairs=form) for form in ("all", "columns")]
    rows = tables_of(comparison)["pairs.csv"]
    monkeypatch.setattr(pair_table.PairTable.blocks, "__defaults__", (2,))
    assert [to_json(comparison, (), optional, pairs=form) for form in ("all", "columns")] == whole
    assert tables_of(comparison)["pairs.csv"] == rows
    assert len(list(json_parts(comparison))) > 3


def test_zeros_keep_their_sign_where_numbers_are_written_once():
    values = np.array([0.0, -0.0, 0.0, -0.0, 0.5, 0.5, math.nan, math.inf])
    column = pair_table.Column("x", "", values)
    style = pair_table._Style("", ("False", "True"), str)
    assert column.written(slice(0, 8), style) == ["0.0", "-0.0", "0.0", "-0.0", "0.5", "0.5", "", ""]
    assert column.written(slice(6, 8), style) == ["", ""]


def test_many_pairs_are_left_out_unless_asked_for(few):
    found = as_dict(compared())
    assert found["pairs"] is None
    assert found["notes"][-1].startswith("The 6 pairs are not listed, because there are more than 3: ")
    assert len(as_dict(compared(), pairs="all")["pairs"]) == 6
    assert len(as_dict(compared(), pairs="columns")["pairs"]["row"]) == 6
    assert as_dict(compared(names="ABC"))["pairs"]
    assert as_dict(compared(), pairs="none")["notes"] == as_dict(compared(), pairs="all")["notes"]


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_files_of_pairs_are_typed_and_have_all_numbers(form, tmp_path, monkeypatch):
    monkeypatch.setattr(pair_table.PairTable.blocks, "__defaults__", (2,))
    comparison, optional = CASES["missing"]
    path = tmp_path / "pairs"
    with path.open("wb") as file:
        write_pairs(file, form, comparison, (), optional)
    found = pq.read_table(path) if form == "parquet" else pa.ipc.open_file(path).read_all()
    types = {field.name: str(field.type) for field in found.schema}
    assert types["row"].startswith("dictionary<values=string")
    assert (types["wins"], types["significant"], types["pvalue"]) == ("int64", "bool", "double")
    expected = json.loads(to_json(comparison, (), optional, pairs="columns"))["pairs"]
    for name, values in expected.items():
        assert [None if isinstance(x, float) and math.isinf(x) else x for x in found[name].to_pylist()] == values
    assert found.schema.metadata[b"comparatex"]


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_files_of_pairs_name_the_groups(form, tmp_path):
    comparison = compared()
    group = cx.compare(replace(table(n=4, seed=3), task_group="images"))
    with (tmp_path / "pairs").open("wb") as file:
        write_pairs(file, form, comparison, [group])
    found = (
        pd.read_parquet(tmp_path / "pairs") if form == "parquet" else pa.ipc.open_file(tmp_path / "pairs").read_pandas()
    )
    assert found["group"].isna().sum() == 6 and (found["group"] == "images").sum() == 6
    of_group = found[found["group"] == "images"].drop(columns="group").reset_index(drop=True)
    assert of_group["row"].tolist() == group.pairs["row"].tolist()
    assert of_group["pvalue"].tolist() == group.pairs["pvalue"].tolist()
