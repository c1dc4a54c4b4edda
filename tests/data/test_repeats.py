"""What repeats are: folds, random divisions or runs, as their heading or the user says; else nobody claims it."""

import pytest

from comparatex import read
from comparatex.errors import DataError

LINES = [
    f"{task},{method},{k},{score}"
    for task in ("iris", "wine")
    for method, score in (("A", 0.9), ("B", 0.7))
    for k in (1, 2)
]


def table(heading: str) -> str:
    return "\n".join([f"task,method,{heading},accuracy", *LINES, ""])


@pytest.mark.parametrize(
    ("heading", "kind", "noun", "shared"),
    [
        ("fold", "folds", "fold", True),
        ("CV fold", "folds", "fold", True),
        ("resample", "resamples", "resample", True),
        ("splits", "resamples", "split", True),
        ("seed", "runs", "seed", False),
        ("random_state", "runs", "seed", False),
        ("run_id", "runs", "run", False),
        ("repeat", "", "", False),
        ("rep", "", "", False),
    ],
)
def test_the_heading_says_what_repeats_are(table_file, heading, kind, noun, shared):
    scores = read(table_file(table(heading)))
    assert (scores.repeats_are, scores.repeat_noun, scores.share_data) == (kind, noun, shared)
    assert scores.extent.endswith(f", 2 {noun or 'repeat'}s each")


def test_what_is_stated_wins(table_file):
    scores = read(table_file(table("repeat")), repeats_are="runs")
    assert (scores.repeats_are, scores.repeat_noun) == ("runs", "run")
    scores = read(table_file(table("seed")), repeats_are="folds")
    assert (scores.repeats_are, scores.repeat_noun) == ("folds", "fold")


def test_of_two_columns_that_of_folds_says_what_both_are(table_file):
    lines = [f"{line.replace(',1,', ',1,1,').replace(',2,', ',1,2,')}" for line in LINES]
    scores = read(table_file("\n".join(["task,method,seed,fold,accuracy", *lines, ""])))
    assert (scores.repeats_are, scores.repeat_noun) == ("folds", "fold")


def test_items_are_no_repeats_of_any_kind(table_file):
    scores = read(table_file(table("question")))
    assert (scores.repeats_are, scores.repeat_noun) == ("", "")


def test_one_score_each_is_no_repeat(table_file):
    lines = [line for line in LINES if ",1," in line]
    assert read(table_file("\n".join(["task,method,fold,accuracy", *lines, ""]))).repeats_are == ""


UNNUMBERED = "task,method,accuracy\n" + "".join(
    f"{t},{m},0.{k}{j}\n" for t in "xyz" for m in "AB" for k in (7, 8) for j in (1, 2)
)
WIDE = "data set,A,B\n" + "".join(f"{t},0.{k}1,0.{k}2\n" for t in "xyz" for k in (6, 7, 8))


@pytest.mark.parametrize("text", [UNNUMBERED, WIDE], ids=["long", "wide"])
def test_rows_of_the_same_names_are_repeats_if_it_is_said_what_these_are(table_file, text):
    path = table_file(text)
    with pytest.raises(DataError, match="if rows of the same names are repeats, say with `repeats_are`") as refused:
        read(path)
    for remedy in refused.value.remedies:
        scores = read(path, **remedy)
        assert scores.repeats.shape[2] == (4 if text is UNNUMBERED else 3)
        assert any("are runs, numbered in their order" in note for note in scores.notes) == (
            remedy["repeats_are"] == "runs"
        )


@pytest.mark.parametrize(
    "text",
    [
        f"{UNNUMBERED.splitlines()[0]}\nx,A,0.71\nx,B,0.7\ny,A,0.6\ny,B,0.5\ny,B,0.6\n",
        "data set,A,B\nx,0.81,0.83\nx,0.01,0.02\ny,0.72,0.75\ny,0.03,0.01\n",
        "data set,A,B\nx,0.81,0.83\ny,0.72,0.75\nF1,A,B\nx,0.79,0.82\ny,0.7,0.73\n",
        "data set,A,B\nx,0.81,0.83\nx,0.81,0.83\ny,0.72,0.75\ny,0.72,0.75\n",
    ],
    ids=["one of many", "deviations below means", "two tables", "the same twice"],
)
def test_rows_of_the_same_names_need_not_be_repeats(table_file, text):
    with pytest.raises(DataError, match="delete one") as refused:
        read(table_file(text))
    assert not refused.value.remedies
    with pytest.raises(DataError, match="delete one"):
        read(table_file(text), repeats_are="runs")


def test_texts_that_tell_rows_apart_are_chosen_by_commands(table_file):
    lines = [f"{m},{t},{p},0.{k}{j}" for k, p in ((8, "ucz"), (7, "spr")) for j, t in enumerate("xyz") for m in "AB"]
    path = table_file("\n".join(["model,zbior,czesc,accuracy", *lines, ""]))
    with pytest.raises(DataError, match="name the column of tasks") as refused:
        read(path)
    assert list(refused.value.remedies) == [{"task": "zbior"}, {"task": "czesc"}]
    with pytest.raises(DataError, match="choose the rows of one with `at`") as refused:
        read(path, task="zbior")
    assert {"at": "czesc=spr"} in refused.value.remedies
    assert read(path, task="zbior", at="czesc=spr").values[:, 0].tolist() == [0.7, 0.71, 0.72]


def test_numbers_beside_methods_may_be_tasks_of_one_score_each(table_file):
    rows = [f"{m},{k},{(3 * k + 5 * (m == 'P')) % 4 // 2}" for m in ("P", "Q") for k in range(1, 13)]
    path = table_file("\n".join(["modell,frage,korrekt", *rows]))
    with pytest.raises(DataError, match="or, if they are tasks, say so") as error:
        read(path)
    each = {"task": "frage", "comparate": "modell", "score": "korrekt"}
    assert each in error.value.remedies
    assert (read(path, **each).comparates, read(path, **each).n_tasks) == (("P", "Q"), 12)


def test_a_condition_in_all_combinations_with_the_methods_may_name_the_tasks(table_file):
    lines = [
        f"{m},{share},0.{k}{j},{9 - k}.{j}" for k, m in enumerate("AB", 7) for j, share in enumerate((0.1, 0.25, 1))
    ]
    path = table_file("\n".join(["model,udzial,recall,rmse", *lines, ""]))
    with pytest.raises(DataError, match=r"'udzial' tells them apart.*if they are tasks") as refused:
        read(path)
    *_, last = refused.value.remedies
    scores = read(path, **last, select_measure="rmse")
    assert (scores.comparates, scores.tasks) == (("A", "B"), ("0.1", "0.25", "1"))
    assert scores.values.tolist() == [[2.0, 1.0], [2.1, 1.1], [2.2, 1.2]]


def test_measurements_are_no_parts_of_names_and_shares_of_data_no_steps(table_file):
    lines = [
        f"{d},{m},{share},0.{8 - j}{k}{i}3,{i}.{j}{k}1"
        for i, d in enumerate("xyzw")
        for k, m in enumerate("AB")
        for j, share in enumerate((0.1, 0.25, 1))
    ]
    path = table_file("\n".join(["dataset,model,udzial,accuracy,kluk", *lines, ""]))
    with pytest.raises(DataError, match="'udzial' tells them apart") as refused:
        read(path, score="accuracy")
    assert {"task": "dataset,udzial"} in refused.value.remedies
    assert not [remedy for remedy in refused.value.remedies if "last" in str(remedy) or "kluk" in str(remedy)]


@pytest.mark.parametrize(
    ("head", "sizes"), [("lg", ("102", "15", "15", "17")), ("Parameters(B)", ("", "0.5", "7", "13"))]
)
def test_sizes_tell_models_of_one_name_apart(table_file, head, sizes):
    names = ("vex", "jor", "pim", "jor")
    rows = [f"{name},{size},8{k}.4,7{k}.3,7{3 - k}.5" for k, (name, size) in enumerate(zip(names, sizes, strict=True))]
    path = table_file("\n".join([f"Model,{head},de,es,ur", *rows, ""]))
    with pytest.raises(DataError, match="tells them apart") as error:
        read(path)
    assert [*error.value.remedies] == [{"comparate": f"Model,{head}"}]
    scores = read(path, comparate=f"Model,{head}")
    assert scores.comparates == tuple(f"{name}/{size}".rstrip("/") for name, size in zip(names, sizes, strict=True))
    assert scores.tasks == ("de", "es", "ur")
