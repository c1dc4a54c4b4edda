"""Pivot tables of pandas, whose columns have several headings: read as they were meant from whatever pandas writes."""

import json

import pandas as pd
import pytest

from comparatex.data.read import read, read_measures
from comparatex.errors import DataError

RUNS = pd.DataFrame(
    [
        (model, dataset, fold, round(0.5 + 0.07 * m + 0.03 * d + 0.01 * fold, 3), round(9 - m - fold, 1))
        for m, model in enumerate(("kNN", "Random Forest"))
        for d, dataset in enumerate(("iris", "wine", "zoo"))
        for fold in (0, 1)
    ],
    columns=["model", "dataset", "fold", "accuracy", "rmse"],
)
MEANS = RUNS.groupby(["dataset", "model"])["accuracy"].mean()

PIVOTS = {
    "mean and std": RUNS.pivot_table(index="dataset", columns="model", values="accuracy", aggfunc=["mean", "std"]),
    "measures": RUNS.pivot_table(index="dataset", columns="model", values=["accuracy", "rmse"]),
    "methods above measures": RUNS.pivot_table(index="dataset", columns="model", values=["accuracy", "rmse"]).swaplevel(
        axis=1
    ),
    "folds": RUNS.pivot(index="dataset", columns=["model", "fold"], values="accuracy"),
    "folds and measures": RUNS.pivot(index="dataset", columns=["model", "fold"], values=["accuracy", "rmse"]),
    "data sets above": RUNS.pivot_table(index="model", columns="dataset", values="accuracy", aggfunc=["mean"]),
    "one level": RUNS.pivot_table(index="dataset", columns="model", values="accuracy"),
    "rows of both": RUNS.groupby(["dataset", "model"])[["accuracy", "rmse"]].agg(["mean", "std"]),
    "nameless": RUNS.pivot_table(
        index="dataset", columns="model", values="accuracy", aggfunc=["mean", "std"]
    ).rename_axis(index=None, columns=[None, None]),
}


@pytest.mark.parametrize("name", PIVOTS)
@pytest.mark.parametrize("kind", ["frame", "csv", "xlsx", "parquet", "columns", "split"])
def test_pivot_tables_are_read_as_they_were_meant(name, kind, tmp_path):
    frame, path = PIVOTS[name], tmp_path / f"results.{kind if kind in ('csv', 'xlsx', 'parquet') else 'json'}"
    if name in ("data sets above", "rows of both") and kind in ("columns", "split"):
        pytest.skip("JSON keeps no names of levels, so which are methods and which data sets is not there")
    if kind == "parquet":
        frame.to_parquet(path)
    elif kind in ("csv", "xlsx"):
        getattr(frame, {"csv": "to_csv", "xlsx": "to_excel"}[kind])(path)
    elif kind != "frame":
        frame.to_json(path, orient=kind)
    scores = read(
        frame if kind == "frame" else path,
        select_measure="accuracy" if "rmse" in str(frame.columns.tolist()) else None,
    )
    assert sorted(scores.comparates) == ["Random Forest", "kNN"]
    assert scores.tasks == ("iris", "wine", "zoo")
    for t, task in enumerate(scores.tasks):
        for c, comparate in enumerate(scores.comparates):
            assert scores.values[t, c] == pytest.approx(MEANS[task, comparate], abs=1e-12)
    assert (scores.repeats is not None) == name.startswith("folds")


def test_headings_over_the_columns_are_nouns_where_pandas_names_them(tmp_path):
    PIVOTS["mean and std"].to_csv(tmp_path / "results.csv")
    scores = read(tmp_path / "results.csv")
    assert (scores.comparate_noun, scores.task_noun) == ("model", "data set")
    assert any("below 'mean', not below 'std'" in note for note in scores.notes)


def test_latex_of_pandas_with_names_of_rows_and_of_columns(tmp_path):
    text = r"""\begin{tabular}{lrr}
\toprule
model & kNN & Random Forest \\
dataset &  &  \\
\midrule
iris & 0.505 & 0.575 \\
wine & 0.535 & 0.605 \\
\bottomrule
\end{tabular}
"""
    (tmp_path / "table.tex").write_text(text)
    scores = read(tmp_path / "table.tex")
    assert (scores.comparates, scores.tasks) == (("kNN", "Random Forest"), ("iris", "wine"))
    assert scores.values.tolist() == [[0.505, 0.575], [0.535, 0.605]]


def test_the_parts_of_a_frame_with_names(tmp_path):
    (tmp_path / "results.json").write_text(json.dumps(PIVOTS["one level"].to_dict("tight")))
    scores = read(tmp_path / "results.json")
    assert (scores.comparates, scores.task_noun) == (("Random Forest", "kNN"), "data set")


def test_a_task_without_scores_is_no_heading(tmp_path):
    (tmp_path / "results.csv").write_text("dataset,A,B\niris,93,91\nwine,,\nzoo,90,95\n")
    scores = read(tmp_path / "results.csv", missing="drop-tasks")
    assert scores.tasks == ("iris", "zoo")


@pytest.mark.parametrize("mark", ["({})", "± {}", "[{}]", "{}"])
def test_rows_without_a_name_that_describe_those_above_are_no_scores(table_file, mark):
    rows = [("iris", (0.91, 0.93)), ("", (0.02, 0.01)), ("wine", (0.81, 0.84)), ("", (0.03, 0.02))]
    cells = [[name, *((mark if not name else "{}").format(score) for score in scores)] for name, scores in rows]
    path = table_file("\n".join(map(",".join, [["data", "P", "Q"], *cells])))
    scores = read(path)
    assert scores.values.tolist() == [[0.91, 0.93], [0.81, 0.84]]
    assert "rows without a name, line 3 first, describe those above" in " ".join(scores.notes)


def test_rows_without_a_name_as_large_as_those_above_are_refused(table_file):
    with pytest.raises(DataError, match="line 3 has scores but no name"):
        read(table_file("data,P,Q\niris,0.91,0.93\n,0.82,0.81\nwine,0.81,0.84\n,0.83,0.72\n"))


FALLING = [[0.9, 0.8 - 0.1 * (row == 2), 0.7, 0.8, 0.85 - 0.1 * row, 0.3] for row in range(6)]
RANDOM = [
    [round(0.5 + 0.37 * k + 0.1 * ((7 * row + 5 * k + 3 * step) % 4), 3) for k in range(2) for step in range(3)]
    for row in range(6)
]


def numbered(scores, corner="", names="uvwxyz"):
    """Return the lines of a table with two headings above 1, 2 and 3 each."""
    heads = [corner, *("fog",) * 3, *("rain",) * 3]
    lines = [heads, ["", *2 * ("1", "2", "3")], *([name, *row] for name, row in zip(names, scores, strict=True))]
    return "\n".join(",".join(map(str, line)) for line in lines) + "\n"


def test_numbers_along_which_scores_fall_do_not_number_repeats(tmp_path):
    path = tmp_path / "levels.csv"
    path.write_text(numbered(FALLING))
    with pytest.raises(DataError, match="numbered alike for each of 'fog' and 'rain'") as error:
        read(path)
    assert {"transpose": ""} in error.value.remedies
    scores = read(path, transpose=True)
    assert scores.comparates == tuple("uvwxyz")
    assert scores.tasks == ("fog 1", "fog 2", "fog 3", "rain 1", "rain 2", "rain 3")
    assert scores.values[2, 0] == FALLING[0][2]


def test_a_table_of_several_headings_is_turned_as_is_said(tmp_path):
    path = tmp_path / "runs.csv"
    path.write_text(numbered(RANDOM))
    usual, turned = read(path), read(path, transpose=True)
    assert usual.comparates == turned.tasks == ("fog", "rain")
    assert (usual.values == turned.values.T).all()
    assert "methods in columns, tasks in rows" in usual.assumed
    assert "methods in columns, tasks in rows" not in turned.assumed


ANIMALS, PLACES, REACHES = ("Otter", "Dachs", "Luchs"), ("Aare", "Birs"), ("Near", "Far")
ERRORS = {
    (animal, place, reach): round(0.3 + 0.07 * a + 0.11 * p + 0.05 * ((a + p + r) % 3), 3)
    for a, animal in enumerate(ANIMALS)
    for p, place in enumerate(PLACES)
    for r, reach in enumerate(REACHES)
}


def in_two_columns(*heads):
    """A table of a paper with two columns of names, and a family of measures for each reach."""
    rows = [
        " & ".join(rf"\multirow{{2}}{{*}}{{{head}}}" for head in heads)
        + "".join(rf" & \multicolumn{{2}}{{c}}{{{reach}}}" for reach in REACHES),
        " & & MSE & MAE & MSE & MAE",
    ]
    for place in PLACES:
        for k, animal in enumerate(ANIMALS):
            errors = " & ".join(f"{ERRORS[animal, place, reach]} & 0.5" for reach in REACHES)
            rows.append(("" if k else rf"\multirow{{3}}{{*}}{{{place}}}") + f" & {animal} & {errors}")
    return "\\begin{tabular}{llcccc}\n" + " \\\\\n".join(rows) + "\n\\end{tabular}\n"


def test_methods_beside_data_sets_are_compared_on_these_and_on_what_stands_above(tmp_path):
    path = tmp_path / "r.tex"
    path.write_text(in_two_columns("Dataset", "Model"))
    scores = read(path, select_measure="MSE")
    assert (scores.comparates, scores.tasks) == (ANIMALS, ("Aare/Near", "Aare/Far", "Birs/Near", "Birs/Far"))
    assert all(
        scores.values[t, c] == ERRORS[animal, *task.split("/")]
        for c, animal in enumerate(ANIMALS)
        for t, task in enumerate(scores.tasks)
    )
    assert "'Near' above 'MSE' is read as a task and its measure" in scores.notes[0]
    path.write_text(in_two_columns("Where", "Model"))
    with pytest.raises(DataError, match="'Where' tells them apart") as caught:
        read(path, select_measure="MSE")
    assert {"task": "task,Where"} in caught.value.remedies
    assert len(read(path, select_measure="MSE", task="task,Where").tasks) == 4
    path.write_text(in_two_columns("", "Model"))
    assert len(read(path, select_measure="MSE").comparates) == 6


@pytest.mark.parametrize("corner", ["Methods", "Data set"])
def test_a_corner_beside_that_of_measures_names_what_stands_above_them(tmp_path, corner):
    rows = [
        rf"{corner} & \multicolumn{{2}}{{c}}{{Otter}} & \multicolumn{{2}}{{c}}{{Dachs}}",
        "Metric & MSE & MAE & MSE & MAE",
    ]
    rows += [f"{name} & 0.{k}1 & 0.{k}2 & 0.{k}3 & 0.{k}4" for k, name in enumerate(("Aare", "Birs", "Doubs"), 1)]
    (tmp_path / "r.tex").write_text("\\begin{tabular}{lcccc}\n" + " \\\\\n".join(rows) + "\n\\end{tabular}\n")
    scores = read(tmp_path / "r.tex", select_measure="MAE")
    names = scores.comparates if corner == "Methods" else scores.tasks
    assert names == ("Otter", "Dachs")


def test_scores_below_a_heading_of_two_rows_are_no_names(tmp_path):
    text = "<table><tr><th rowspan=2>Model<th rowspan=2>Accuracy<th colspan=2>Recall<tr><th>left<th>right"
    for k, name in enumerate(("Aare", "Birs", "Doubs"), 1):
        text += f"<tr><td>{name}<td>0.{k}1<td>0.{k}2<td>0.{k}3"
    (tmp_path / "r.html").write_text(f"{text}</table>")
    with pytest.raises(DataError, match="'Accuracy'"):
        read(tmp_path / "r.html")


def test_measures_of_one_task_are_left_out_by_a_command(tmp_path):
    path = tmp_path / "two_headers.md"
    heads = "| Method | HEL |  | ADU |  | HOU |\n|---|---|---|---|---|---|\n|  | Acc | AUC | Acc | AUC | MSE |\n"
    rows = "".join(f"| m{k} | 7{k}.1 | 8{k}.2 | 8{k}.4 | 9{k}.3 | 0.{5 - k}28 |\n" for k in range(4))
    path.write_text(heads + rows)
    with pytest.raises(DataError, match=r"has no more than one task by 'MSE'.*`measures=\"Acc,AUC\"`") as error:
        read_measures(path)
    accuracies, areas = read_measures(path, measures=("Acc", "AUC"))
    assert [*error.value.remedies] == [{"measures": "Acc,AUC"}]
    assert (accuracies.tasks, accuracies.values.tolist()[0]) == (("HEL", "ADU"), [70.1, 71.1, 72.1, 73.1])
    assert (areas.measure, areas.values.tolist()[1]) == ("AUC", [90.3, 91.3, 92.3, 93.3])
    with pytest.raises(DataError, match="has only one task, 'HOU', by 'MSE': a comparison needs at least two"):
        read(path, select_measure="MSE")


def test_empty_rows_between_blocks_are_none(tmp_path):
    sorts, orders = ("vexsort", "jorsort", "pimsort"), ("saws", "waves", "steps", "runs")
    blocks = [
        "\n".join(
            f"| {sort} | 1000 | 0.00{k + 2}{j + 1}7 | 0.00{k + 2}{j + 1}9 | {order} |" for k, sort in enumerate(sorts)
        )
        for j, order in enumerate(orders)
    ]
    path = tmp_path / "sorts.md"
    for between in ("\n|  |  |  |  |  |\n", "\n"):
        path.write_text(
            "| Name | Items | Best | Usual | Order |\n|---|---|---|---|---|\n" + between.join(blocks) + "\n"
        )
        with pytest.raises(DataError, match="stand in all combinations with 4 of 'Order'") as error:
            read(path)
        assert {"task": "Order", "comparate": "Name"} in error.value.remedies
        scores = read(path, task="Order", comparate="Name", select_measure="Usual")
        assert (scores.comparates, scores.tasks) == (sorts, orders)
        assert scores.values.tolist()[0] == [0.00219, 0.00319, 0.00419]


def test_a_row_of_scores_with_spreads_is_no_second_row_of_headings(table_file):
    rows = [f"|{t}|{k}|0.{n}1 ± 0.02|0.{n}3 ± 0.01|" for n, t in enumerate(("ash", "oak"), 5) for k in ("acc", "f1")]
    with pytest.raises(DataError, match="column 4 has no heading: name its method there"):
        read(
            table_file("\n".join(["|dataset|metric|krall||", "|---|---|---|---|", *rows]), "t.md"), select_measure="acc"
        )
