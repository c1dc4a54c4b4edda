from __future__ import annotations

import numpy as np
import pytest

from comparatex import read
from comparatex.data.scores import BINARY
from comparatex.errors import DataError


def test_tasks_in_rows(table_file):
    scores = read(table_file("whatever,A,B b\nIris,0.950,1e-3\nWine,12,0.8480000000000001\n"))
    assert scores.tasks == ("Iris", "Wine")
    assert scores.comparates == ("A", "B b")
    np.testing.assert_array_equal(scores.values, [[0.95, 0.001], [12, 0.8480000000000001]])
    np.testing.assert_array_equal(scores.decimals, [[3, 3], [0, BINARY]])
    assert scores.decimals.dtype == np.int8
    assert not scores.numbered
    assert scores.repeats is None
    assert scores.notes == ()


def test_comparates_in_rows(table_file):
    scores = read(table_file("method,Iris,Wine\nA,0.95,12\nB,1e-3,0.8\n"), transpose=True)
    assert scores.tasks == ("Iris", "Wine")
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, [[0.95, 0.001], [12, 0.8]])
    np.testing.assert_array_equal(scores.decimals, [[2, 3], [0, 1]])


def test_rows_named_like_the_other_axis_are_told(table_file):
    content = "method,Iris,Wine\nA,0.95,0.9\nB,1e-3,0.8\n"
    scores = read(table_file(content))
    assert (scores.comparates, scores.tasks) == (("A", "B"), ("Iris", "Wine"))
    assert "'method' and taken as methods" in scores.notes[0]
    assert read(table_file(content), task="method").comparates == ("Iris", "Wine")
    (note,) = read(table_file(content.replace("method", "dataset")), transpose=True).notes
    assert "'dataset'" in note


def test_without_a_text_column_tasks_are_numbered(table_file):
    scores = read(table_file("A,B\n0.1,0.2\n0.3,0.4\n0.5,0.7\n"))
    assert scores.numbered
    assert scores.tasks == ("1", "2", "3")
    assert scores.comparates == ("A", "B")


@pytest.mark.parametrize("heading", ["", "id", "Unnamed: 0", "index"])
@pytest.mark.parametrize("start", [0, 1])
def test_a_count_in_front_numbers_the_tasks(table_file, heading, start):
    scores = read(table_file(f"{heading},A,B\n{start},0.1,0.2\n{start + 1},0.3,0.4\n"))
    assert scores.numbered
    assert scores.tasks == ("1", "2")
    assert scores.comparates == ("A", "B")


def test_numbers_in_front_that_count_nothing_are_names(table_file):
    scores = read(table_file("id,A,B\n31,0.1,0.2\n1169,0.3,0.4\n"))
    assert not scores.numbered
    assert scores.tasks == ("31", "1169")


@pytest.mark.parametrize("heading", ["task", "Dataset_ID", "problems"])
def test_whole_numbers_headed_as_tasks_are_names(table_file, heading):
    scores = read(table_file(f"{heading},A,B\n1,0.1,0.2\n2,0.3,0.4\n"))
    assert not scores.numbered
    assert scores.tasks == ("1", "2")


@pytest.mark.parametrize("heading", ["seed", "fold", "random_state", "run"])
def test_rows_that_are_repeats_on_one_task_are_no_tasks(table_file, heading):
    path = table_file(f"{heading},A,B\n1,0.1,0.2\n2,0.3,0.4\n")
    with pytest.raises(DataError, match=f"named by '{heading}', so they seem to be repeats on one task") as caught:
        read(path)
    assert caught.value.remedies == ({"task": heading},)
    assert read(path, task=heading).tasks == ("1", "2")


def test_whole_numbers_headed_otherwise_are_scores(table_file):
    assert read(table_file("C,A,B\n1,0.1,0.2\n2,0.3,0.4\n")).comparates == ("C", "A", "B")


def test_a_count_before_the_names_is_left_aside(table_file):
    scores = read(table_file(",name,A,B\n0,Iris,0.1,0.2\n1,Wine,0.3,0.4\n"))
    assert scores.tasks == ("Iris", "Wine")
    assert scores.comparates == ("A", "B")


def test_the_first_text_column_names_the_tasks_wherever_it_stands(table_file):
    scores = read(table_file("A,B,name\n0.1,0.2,Iris\n0.3,0.4,Wine\n"))
    assert scores.tasks == ("Iris", "Wine")
    assert scores.comparates == ("A", "B")


def test_the_task_column_can_be_told(table_file):
    scores = read(table_file("A,B,code\n0.1,0.2,7\n0.3,0.4,9\n"), task="code")
    assert scores.tasks == ("7", "9")
    assert scores.comparates == ("A", "B")


def test_names_lose_outer_blanks_and_line_breaks(table_file):
    scores = read(table_file('name, A ,"B\n b"\n Iris ,1,2\n"Wine  of\tItaly",3,4\n'))
    assert scores.comparates == ("A", "B b")
    assert scores.tasks == ("Iris", "Wine of Italy")


def test_names_come_in_one_unicode_form(table_file):
    assert read(table_file("name,A\u0301,B\nx,1,2\ny,3,4\n")).comparates == ("Á", "B")


def test_rows_and_columns_without_content_are_no_tasks_or_comparates(table_file):
    scores = read(table_file("name,A,B,\nx,1,2,\n,,,\ny,3,4,\n,,,\n"))
    assert scores.tasks == ("x", "y")
    assert scores.comparates == ("A", "B")


def test_separators_at_row_ends_only_are_no_columns(table_file):
    assert read(table_file("name,A,B\nx,1,2,\ny,3,4,\n")).comparates == ("A", "B")


def test_row_names_without_a_heading_are_names(table_file):
    scores = read(table_file("A\tB\nx\t1\t2\ny\t3\t4\n", "results.tsv"))
    assert scores.tasks == ("x", "y")
    assert scores.comparates == ("A", "B")


def test_several_rows_per_task_are_repeats(table_file):
    scores = read(table_file("name,seed,A,B\nx,1,0.1,0.5\nx,0,0.3,0.6\ny,0,0.5,0.7\ny,1,0.7,\n"))
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.repeats, [[[0.3, 0.1], [0.6, 0.5]], [[0.5, 0.7], [0.7, np.nan]]])
    np.testing.assert_allclose(scores.values, [[0.2, 0.55], [0.6, 0.7]])
    np.testing.assert_array_equal(scores.decimals, [[BINARY, BINARY], [BINARY, 1]])
    (note,) = scores.notes
    assert "1 of 4 scores are means of fewer than 2 repeats" in note and "'B' on 'y'" in note


def test_a_constant_repeat_column_is_no_comparate(table_file):
    scores = read(table_file("name,seed,A,B\nx,7,0.1,0.5\ny,7,0.3,0.6\n"))
    assert scores.comparates == ("A", "B")
    assert scores.repeats is None
    np.testing.assert_array_equal(scores.decimals, 1)


def test_a_constant_repeat_column_is_told(table_file):
    (note,) = read(table_file("name,seed,A,B\nx,7,0.1,0.5\ny,7,0.3,0.6\n")).notes
    assert "'seed', '7' in every row" in note
    assert read(table_file("name,seed,A,B\nx,7,0.1,0.5\ny,7,0.3,0.6\n"), repeat="seed").notes == ()


@pytest.mark.parametrize("column", ["seed", "n_params", "Runtime (s)", "weights"])
def test_a_column_beside_the_scores_is_compared_when_told(table_file, column):
    path = table_file(f"name,A,B,{column}\nx,0.1,0.5,1100\ny,0.3,0.6,1200\n")
    assert read(path, include=["A", "B", column]).comparates == ("A", "B", column)
    assert read(path, names={column: "C"}).comparates == ("A", "B", "C")
    assert read(path, exclude=column).comparates == ("A", "B")


@pytest.mark.parametrize(
    "content",
    [
        "name,A,B,C\nx,1200,0.5,0.7\ny,3400,1600,0.5\n",  # tasks on scales of their own
        "name,A,B,C\nx,1200,1300,1500\ny,3400,1600,1700\n",
        "name,A,B,C\nx,1200.5,0.1,0.2\ny,3400,0.5,0.3\n",
        "name,A,B,C\nx,1200,10,20\ny,3400,50,30\n",
        "name,TimeNet,Sized,FoldNet\nx,0.1,0.2,0.3\ny,0.3,0.2,0.1\n",
        "name,A1,A2,A3\nx,0.1,0.2,0.3\ny,0.3,0.2,0.1\n",
        "name,50,100,200\nx,0.1,0.2,0.3\ny,0.3,0.2,0.1\n",
    ],
)
def test_usual_columns_are_comparates(table_file, content):
    assert list(read(table_file(content)).comparates) == content.split("\n")[0].split(",")[1:]


def test_numbered_comparates_are_compared_when_told(table_file):
    path = table_file("name,0,1\nx,0.1,0.5\ny,0.3,0.6\n")
    assert read(path, include=["0", "1"]).comparates == ("0", "1")
    assert read(path, names={"0": "A", "1": "B"}).comparates == ("A", "B")


def test_files_of_one_comparate_each_are_joined_by_their_names(table_file):
    content = "Resamples:,0,1\nx,0.1,0.3\ny,0.5,\n"
    paths = [table_file(content, f"{name}_accuracy.csv") for name in ("HC2", "RDST_v2")]
    scores = read(paths)
    assert scores.comparates == ("HC2", "RDST_v2")
    assert scores.tasks == ("x", "y")
    assert scores.measure == "accuracy"
    np.testing.assert_allclose(scores.values, [[0.2, 0.2], [0.5, 0.5]])
    np.testing.assert_array_equal(scores.repeats[:, 0], [[0.1, 0.3], [0.5, np.nan]])
    assert "1 of 2 scores are means of fewer than 2 repeats" in scores.notes[0]
    assert read([*paths, table_file(content, "ROCKET.csv")], exclude="HC2").comparates == (
        "RDST_v2",
        "ROCKET",
    )


def test_a_word_before_a_colon_speaks_of_the_header(table_file):
    assert read(table_file("Estimators:,A,B\nx,0.95,0.9\ny,1e-3,0.8\n")).notes == ()


def test_repeats_of_comparates_in_rows(table_file):
    content = "model,run,x,y\nA,1,0.1,0.5\nA,2,0.3,0.7\nB,1,1,2\nB,2,3,4\n"
    scores = read(table_file(content), transpose=True)
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.repeats, [[[0.1, 0.3], [1, 3]], [[0.5, 0.7], [2, 4]]])


def test_the_repeat_column_can_be_told(table_file):
    scores = read(table_file("name,half,A,B\nx,1,1,5\nx,2,3,7\ny,1,5,9\ny,2,6,8\n"), repeat="half")
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, [[2, 6], [5.5, 8.5]])


def test_a_column_that_describes_tasks_can_be_left_out(table_file):
    scores = read(table_file("name,kind,A,B\nx,old,1,2\ny,new,3,4\n"), exclude="kind")
    assert scores.comparates == ("A", "B")
    assert read(table_file("name,kind,A,B\nx,old,1,2\ny,new,3,4\n"), include=["A", "B"]).tasks == ("x", "y")


def test_a_bad_cell_in_a_task_that_is_left_out_does_not_matter(table_file):
    scores = read(table_file("name,A,B\nx,1,2\ny,3,oops\nz,5,6\n"), exclude_tasks="y")
    assert scores.tasks == ("x", "z")


def test_scores_cannot_be_changed(table_file):
    scores = read(table_file("name,A,B\nx,1,2\ny,3,4\n"))
    with pytest.raises(ValueError, match="read-only"):
        scores.values[0, 0] = 9
    with pytest.raises(ValueError, match="read-only"):
        scores.decimals[0, 0] = 9


def test_zero_has_no_sign(table_file):
    scores = read(table_file("name,A,B\nx,-0.0,2\ny,3,4\n"))
    assert not np.signbit(scores.values).any()


@pytest.mark.parametrize("form", ["{what}_{name}", "{name}_{what}"])
def test_columns_that_describe_others_are_not_compared(table_file, form):
    pairs = [("A", "mean"), ("A", "std"), ("B", "mean"), ("B", "std")]
    heads = [form.format(name=name, what=what) for name, what in pairs]
    scores = read(table_file(f"dataset,{','.join(heads)}\nIris,0.95,0.01,0.91,0.02\nWine,0.85,0.03,0.89,0.01\n"))
    assert scores.comparates == ("A", "B")
    np.testing.assert_array_equal(scores.values, [[0.95, 0.91], [0.85, 0.89]])
    assert any("describe other columns and are not compared" in note for note in scores.notes)
    assert [one.name for one in scores.sense if one.what == "not used"] == [heads[1], heads[3]]


def test_whole_numbers_in_all_combinations_name_rows(table_file):
    rows = ["depth,size,Adler,Biber", *(f"{d},{n},{d * 0.7 + n / 3000:.3f},{d * 0.6 + n / 2000:.3f}" for d in (2, 4, 6)
                                        for n in (1000, 5000))]  # fmt: skip
    path = table_file("\n".join(rows))
    with pytest.raises(DataError, match="'depth' and 'size' hold whole numbers in all combinations") as caught:
        read(path)
    assert read(path, **caught.value.remedies[0]).tasks[:3] == ("2/1000", "2/5000", "4/1000")
    with pytest.raises(DataError, match="in all combinations"):  # of what is left, depth is no method, either
        read(path, exclude="size")
    assert read(path, exclude=("depth", "size")).comparates == ("Adler", "Biber")


def test_names_that_a_second_column_of_texts_tells_apart_are_offered_together(table_file):
    path = table_file(
        "Task,Where,Adler,Biber\nfish,Aare,0.5,0.6\nfish,Birs,0.7,0.8\nmoss,Emme,0.4,0.3\nfern,Emme,0.2,0.9\n"
    )
    with pytest.raises(DataError, match="'Where' seems to hold no scores") as caught:
        read(path)
    assert caught.value.remedies[0] == {"task": "Task,Where"}
    assert read(path, task="Task,Where").tasks == ("fish/Aare", "fish/Birs", "moss/Emme", "fern/Emme")
    with pytest.raises(DataError, match="'Where' tells them apart") as caught:
        read(path, include=("Adler", "Biber"))
    assert caught.value.remedies == ({"task": "Task,Where"},)  # texts that hardly come again are no repeats


def test_links_around_references_are_read(tmp_path):
    (tmp_path / "r.md").write_text(
        "| d | A | B |\n|--|--|--|\n| x | 0.5 [[1]](#refs) | 0.7 |\n| y | 0.6 [[2]](#refs) | 0.8 |\n"
    )
    scores = read(tmp_path / "r.md")
    assert scores.values[0, 0] == 0.5 and "'0.5' of '0.5 [1]'" in scores.notes[0]


def test_numbers_below_a_heading_of_tasks_are_names_above_a_mean_too(table_file):
    scores = [(0.612, 0.731), (0.655, 0.724), (0.701, 0.812), (0.744, 0.798), (0.713, 0.866)]
    rows = [f"{size},{a},{b}" for size, (a, b) in zip((0.01, 0.1, 1, 10, 30), scores, strict=True)]
    numbered = [f"{k},{row}" for k, row in enumerate(rows)]
    for lines in (["dataset,A,B", *rows], [",dataset,A,B", *numbered]):
        assert read(table_file("\n".join([*lines, ""]))).tasks == ("0.01", "0.1", "1", "10", "30")
    with pytest.raises(DataError, match="'Durchschnitt' seems to hold no scores of its own") as error:
        read(table_file("\n".join(["dataset,A,B", *rows, "Durchschnitt,0.6850,0.7862", ""])))
    assert any(remedy.get("exclude_tasks") == "Durchschnitt" for remedy in error.value.remedies)


@pytest.mark.parametrize("corner", ["River", "Model"])
def test_columns_of_cells_with_several_numbers_are_left_out_by_command(table_file, corner):
    rows = ["Aare,0.5,0.6,0.51 / 0.62", "Birs,0.7,0.8,0.71 / 0.82", "Emme,0.3,0.4,0.35 / 0.45"]
    path = table_file("\n".join([f"{corner},Adler,Biber,Dachs", *rows]))
    with pytest.raises(DataError, match=r"holds more than a score.*, or leave such columns out \(`exclude") as caught:
        read(path)
    scores = read(path, **caught.value.remedies[0])
    assert (scores.comparates if corner == "River" else scores.tasks) == ("Adler", "Biber")


def test_rows_with_sizes_in_their_names_may_be_methods(table_file):
    names = ("Plo-7B", "Vug2-13B-Chat", "Kesk_1.3b", "Reference")
    rows = [f"{name},{68 - k}.4,{83 - 2 * k}.9,{70 - k}.3" for k, name in enumerate(names)]
    path = table_file("\n".join([",KVQ,MZL,HBF", *rows, ""]))
    with pytest.raises(DataError, match="its rows are called like methods") as error:
        read(path)
    assert {"transpose": ""} in error.value.remedies
    assert read(path, transpose=True).comparates == names
    sizes = [f"lens-{size},{68 - k}.4,{83 - 2 * k}.9,{70 - k}.3" for k, size in enumerate(("1M", "10M", "20M", "100k"))]
    assert read(table_file("\n".join([",KVQ,MZL,HBF", *sizes, ""]))).comparates == ("KVQ", "MZL", "HBF")
