"""What tables say: entries, marks, parts that fit a page, and captions that tell what is left out."""

from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy import stats

from comparatex import report_items
from comparatex.artefacts import ARTEFACTS, view
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.options import PairOptions
from comparatex.layout.tables.booktabs import Column, Entry, Line, headed, parts
from comparatex.report_settings import Report
from comparatex.tables.pairs import pairwise
from comparatex.tables.ranks import FriedmanOptions, RanksOptions, friedman, ranks
from comparatex.tables.scores import ScoresOptions, measures, scores


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(3)
    values = np.round(rng.uniform(0.5, 1, (120, 30)) + 0.004 * np.arange(30), 3)
    names = tuple(f"method {i}" for i in range(30))
    return compare(read((values, names, tuple(f"task {t}" for t in range(120)))))


def texts(table):
    """Return all entries of all parts, as lists of texts."""
    return [[entry.text for entry in line.entries] for part in table.parts for line in part.lines]


def marks(line):
    return [entry.mark for entry in line.entries]


def test_scores_mark_the_best_and_the_second_and_share_ties(tutorial):
    table = scores(tutorial)
    lines = {line.entries[0].text: line for line in table.parts[0].lines}
    assert [column.heading for column in table.parts[0].columns] == [
        "Task", "rocket", "ts-chief", "weasel", "boss", "catch22",
    ]  # fmt: skip
    assert marks(lines["CBF"]) == ["", "", "second", "", "best", ""]
    assert marks(lines["UMD"]) == ["", "best", "best", "", "", ""]
    assert texts(table)[0] == ["Beef", "0.760", "0.632", "0.740", "0.612", "0.473"]
    mean = lines["Mean"]
    assert mean.rule
    assert [entry.text for entry in lines["Mean rank"].entries[1:]] == [
        "1.62",
        "2.29",
        "3.00",
        "3.17",
        "4.92",
    ]
    assert float(mean.entries[1].text) == pytest.approx(tutorial.mean[0], abs=5e-4)
    assert not table.long


def test_lower_is_better_turns_the_marks(tutorial, pytestconfig):
    path = pytestconfig.rootpath / "examples" / "friedman-tutorial" / "results.csv"
    table = scores(compare(read(path, higher_is_better=False)), ScoresOptions(order="given"))
    assert table.parts[0].columns[1].heading == "ts-chief"
    cbf = next(line for line in table.parts[0].lines if line.entries[0].text == "CBF")
    assert [entry.text for entry in cbf.entries if entry.mark == "best"] == ["0.954"]
    assert "lower is better" in table.caption


def test_a_line_without_differences_has_no_best():
    table = scores(compare(read((np.array([[0.5, 0.5], [0.2, 0.4]]), ("A", "B"), ("same", "other")))))
    assert {entry.mark for entry in table.parts[0].lines[0].entries} == {""}


def test_repeats_have_their_deviation():
    values = np.array([[[0.1, 0.3], [0.5, 0.5]], [[0.2, 0.4], [0.6, 0.8]]])
    frame = [
        {"task": f"t{t}", "comparate": f"c{c}", "repeat": r, "score": values[t, c, r]}
        for t in range(2)
        for c in range(2)
        for r in range(2)
    ]
    comparison = compare(read(pd.DataFrame(frame), layout="long"))
    first = scores(comparison).parts[0].lines[0]
    expected = np.std([0.1, 0.3], ddof=1)
    assert {(entry.text, entry.spread) for entry in first.entries[1:]} == {
        ("0.200", f"{expected:.3f}"),
        ("0.500", "0.000"),
    }
    assert "±\N{NO-BREAK SPACE}standard deviation" in scores(comparison).caption
    bare = scores(comparison, ScoresOptions(spread=False))
    assert {entry.spread for entry in bare.parts[0].lines[0].entries} == {""}


def test_wide_tables_are_split_and_nothing_is_lost(many):
    table = scores(many)
    assert table.long
    assert len(table.parts) > 1
    shown = [column.heading for part in table.parts for column in part.columns[1:]]
    assert shown == list(many.names)
    assert {part.columns[0].heading for part in table.parts} == {"Task"}
    sizes = {len(part.columns) for part in table.parts}
    assert max(sizes) - min(sizes) <= len(table.parts)
    assert len(scores(many, ScoresOptions(across=30)).parts) == 1


def test_what_is_cut_is_said(many):
    table = scores(many, ScoresOptions(max_rows=10, include=many.names[:3]))
    assert len(table.parts[0].lines) == 12
    assert "The first 10 of 120 tasks" in table.caption
    assert "3 of 30 methods" in table.caption
    pairs = pairwise(many, PairOptions(max_rows=7, ours=(many.names[-1],)))
    assert len(pairs.parts[0].lines) == 7
    assert all(many.names[-1] in {line.entries[0].text, line.entries[1].text} for line in pairs.parts[0].lines)
    assert "The first 7 of 435 pairs, ours first" in pairs.caption
    chosen = pairwise(many, PairOptions(include=many.names[:4]))
    assert len(chosen.parts[0].lines) == 6
    assert "The pairs of four methods are shown, 6 of 435" in chosen.caption


def test_the_first_of_pairs_is_named_once_and_again_where_a_page_may_begin(many, tutorial):
    short, long = (pairwise(some).parts[0].lines for some in (tutorial, many))
    assert [k for k, line in enumerate(short) if not line.again] == [0, 4, 7, 9]
    assert [k for k, line in enumerate(long[:40]) if not line.again] == [0, 5, 10, 15, 20, 25, 29, 34, 39]
    assert {line.entries[0].text for line in long[25:29]} == {long[25].entries[0].text}


def test_missing_scores_are_dashes():
    values = np.array([[0.5, np.nan, 0.4], [0.2, 0.4, 0.1], [0.3, 0.5, 0.9], [0.6, 0.1, 0.3]])
    comparison = compare(read((values, ("A", "B", "C"), tuple("tuvw")), missing="pairwise"))
    first = scores(comparison).parts[0].lines[0]
    assert sorted(entry.text for entry in first.entries[1:]) == ["0.4", "0.5", "–"]
    assert "A dash is a missing score" in scores(comparison).caption
    assert "3 of 4 tasks" in ranks(comparison).caption
    assert [line.entries[0].text for line in ranks(comparison, RanksOptions(per_task=True)).parts[0].lines] == [
        "u", "v", "w", "Mean",
    ]  # fmt: skip


def test_ranks_agree_with_the_tutorial(tutorial):
    table = ranks(tutorial)
    assert texts(table)[0][:4] == ["rocket", "1.62", "7", "0"]
    assert [line.entries[1].text for line in table.parts[0].lines] == ["1.62", "2.29", "3.00", "3.17", "4.92"]
    per_task = {line[0]: line[1:] for line in texts(ranks(tutorial, RanksOptions(per_task=True)))}
    assert per_task["UMD"] == ["1.5", "1.5", "4.0", "3.0", "5.0"]


@pytest.mark.usefixtures("full_captions")
def test_pairs_print_the_comparison(tutorial):
    table = pairwise(tutorial)
    frame = tutorial.pairs
    assert len(table.parts[0].lines) == len(frame)
    for line, (_, pair) in zip(texts(table), frame.iterrows(), strict=True):
        assert line[:2] == [pair["row"], pair["column"]]
        assert line[3] == f"{pair['wins']}/{pair['ties']}/{pair['losses']}"
        assert float(line[5]) == pytest.approx(pair["pvalue"], abs=5.1e-5)
    bold = [line.entries[6].mark == "significant" for line in table.parts[0].lines]
    assert bold == frame["significant"].tolist()
    assert "Holm's step-down correction over ten pairs" in table.caption


@pytest.mark.parametrize(("test", "heading"), [("sign", "S"), ("nemenyi", "Rank difference")])
def test_the_statistic_is_named_after_the_test(tutorial, test, heading):
    comparison = compare(tutorial.scores, Analysis(test=test, correction="none"))
    table = pairwise(comparison)
    assert [column.heading for column in table.parts[0].columns][4:] == [heading, "p-value"]


def test_friedman_has_two_columns_for_one_test_and_a_warning_with_more(tutorial):
    table = friedman(tutorial)
    assert [column.heading for column in table.parts[0].columns] == ["Test", "χ², exact"]
    assert texts(table)[0] == ["Statistic", "29.372"] and texts(table)[-1] == ["p-value", "<0.0001"]
    assert [column.heading for column in table.of_data[0].columns][:2] == ["Test", "Statistic"]
    warning = "Of several tests, only the one chosen beforehand holds its level."
    more = friedman(tutorial, FriedmanOptions(every_test=True))
    assert len(more.parts[0].lines) == 7
    assert warning in more.caption and warning not in friedman(tutorial).caption
    for captions in ("short", "full"):
        assert warning in friedman(tutorial, FriedmanOptions(every_test=True, captions=captions)).caption


def test_friedman_has_the_tutorials_numbers(tutorial):
    lines = {line[0]: line[1:] for line in texts(friedman(tutorial, FriedmanOptions(every_test=True)))}
    assert lines["χ², uncorrected"] == ["29.250", "4", "9.488", "<0.0001"]
    assert lines["χ², corrected for ties"][0] == "29.372"
    assert lines["F, uncorrected"][:3] == ["17.160", "4, 44", "2.584"]


def test_a_perfect_agreement_leaves_dashes():
    comparison = compare(read((np.array([[1.0, 2.0, 3.0]] * 5), ("A", "B", "C"), tuple("abcde"))))
    lines = {line[0]: line[1:] for line in texts(friedman(comparison, FriedmanOptions(every_test=True)))}
    assert lines["F, corrected for ties"][0] == "–"


@pytest.mark.parametrize(
    ("lay_out", "options"),
    [
        (scores, ScoresOptions),
        (ranks, RanksOptions),
        (pairwise, PairOptions),
        (friedman, FriedmanOptions),
    ],
)
def test_an_unknown_comparate_is_refused(tutorial, lay_out, options):
    with pytest.raises(UsageError, match="did you mean 'rocket'"):
        lay_out(tutorial, options(ours=("rockte",)))


def test_a_report_shows_the_best_of_many(tutorial, many):
    shown = list(report_items._usual(tutorial, Report()))
    assert len(shown) > 3 and all(getattr(options, "include", ()) == () for *_, options in shown)
    chosen = {name: options for _, name, options in report_items._usual(many, Report(showing={"ours": ("method 0",)}))}
    assert chosen["scores"].include == (*many.names[:10], "method 0")


def test_headings_stand_only_where_that_keeps_a_table_whole():
    line = Line((Entry("task"), *(Entry("0.1234"),) * 9))
    short = (Column("Task", "l"), *(Column(f"c{i}") for i in range(9)))
    long = (Column("Task", "l"), *(Column(f"a-long-name-{i}") for i in range(9)))
    assert not any(column.standing for column in headed(short, [line]))
    assert all(column.standing for column in headed(long, [line])[1:])
    assert len(list(parts(headed(long, [line]), [line]))) == 1


def test_headings_wider_than_their_columns_are_broken_at_the_space_that_leaves_the_shorter_lines():
    line = Line((Entry("task"), *(Entry("0.1234"),) * 2))
    columns = (Column("The task", "l"), Column("one of three names"), Column("short"))
    assert [column.stack for column in headed(columns, [line])] == [(), ("one of", "three names"), ()]


def test_long_names_do_not_leave_one_column_to_a_part():
    columns = [Column("Row", "l"), Column("Column", "l"), *(Column("Mean") for _ in range(7))]
    for letters in (40, 75):
        lines = [Line((Entry("x" * letters), Entry("y" * letters), *(Entry("0.1234") for _ in range(7))))]
        sizes = [len(part.columns) - 2 for part in parts(columns, lines, stub=2)]
        assert sizes == [7]


@pytest.mark.parametrize(("columns", "tasks", "width", "long"), [(17, 40, "16cm", True), (12, 20, "345pt", False)])
def test_names_wrap_before_a_table_is_split(columns, tasks, width, long):
    """Lines that names take count: what is higher than a page by them breaks across pages."""
    names = [f"method {'abcdefghijklmnopq'[k]}" for k in range(columns)]
    task_names = [f"LargeKitchenAppliances{k:02}" for k in range(tasks)]
    comparison = compare(
        read((np.random.default_rng(1).random((tasks, columns)), names, task_names), higher_is_better=True)
    )
    table = scores(comparison, ScoresOptions(width=width))
    assert [len(part.columns) for part in table.parts] == [columns + 1]
    assert table.fit.shares and table.height > tasks + 2 and table.long is long


def test_a_part_may_be_names_alone():
    columns = [Column("Row", "l"), Column("Column", "l")]
    lines = [Line((Entry("x" * 90), Entry("y" * 90)))]
    assert [len(part.columns) for part in parts(columns, lines, stub=2)] == [2]


def test_marks_are_shared_by_scores_equal_in_the_data_alone():
    """No bold number is worse than a plain one, nor printed like it, unless the user asks for few digits."""
    values = np.array([[0.99996, 1.0, 0.91], [0.7, 0.6, 0.6], [0.1 + 0.2, 0.3, 0.2]])
    comparison = compare(read((values, ["A", "B", "C"], ["close", "tie", "noise"])))
    table = scores(comparison)
    marks = [{(entry.text, entry.mark) for entry in line.entries[1:]} for line in table.parts[0].lines]
    assert marks[0] == {("1.00000", "best"), ("0.99996", "second"), ("0.91000", "")}
    assert marks[1] == {("0.700", "best"), ("0.600", "second")}
    assert marks[2] == {("0.300", "best"), ("0.200", "")}
    assert "unrounded" not in table.caption
    assert "underlined: the second best, unless several are best (on one task)." in table.caption
    few = scores(comparison, ScoresOptions(precision=3))
    assert [entry.mark for entry in few.parts[0].lines[0].entries if entry.text == "1.000"] == ["second", "best"]
    assert "Marks are by unrounded scores." in few.caption


@given(
    scale=st.lists(st.integers(-12, 9), min_size=2, max_size=6),
    seed=st.integers(0, 10_000),
    closeness=st.sampled_from([1.0, 0.1, 1e-3, 1e-6]),
    lower=st.booleans(),
)
@example(scale=[0, -3], seed=3752, closeness=1e-6, lower=True)  # apart where they are rounded to be compared alone
def test_digits_tell_scores_apart_at_any_scale(scale, seed, closeness, lower):
    rng, names = np.random.default_rng(seed), ["A", "B", "C", "D"]
    values = 10.0 ** np.array(scale)[:, None] * (1 + closeness * rng.standard_normal((len(scale), 4)))
    tasks = [f"t{k}" for k in range(len(scale))]
    comparison = compare(read((values, names, tasks), higher_is_better=not lower))
    table = scores(comparison)
    assert "unrounded" not in table.caption
    for line, ranks_ in zip(table.parts[0].lines, comparison.ranks, strict=False):
        entries = line.entries[1:]
        for entry in entries:
            alike = [k for k, other in enumerate(entries) if other.text == entry.text]
            number = [entries[k].values[0] for k in alike]
            assert max(number) - min(number) <= 0.05 * max(map(abs, number))
            if entry.mark == "best":
                assert {ranks_[k] for k in alike} == {ranks_.min()}
        assert max(len(entry.text) for entry in entries) < 22


def test_a_task_has_the_digits_of_its_own_scale():
    table = {
        "A": {"x": "0.0061", "y": "52254.3"},
        "B": {"x": "0.0100", "y": "224612.1"},
        "C": {"x": "0.0439", "y": "6e8"},
    }
    lines = [[entry.text for entry in line.entries[1:]] for line in scores(compare(read(table))).parts[0].lines]
    assert lines[0] == ["0.0439", "0.0100", "0.0061"]
    table = {
        name: {task: str(factor * k) for task, factor in (("x", 1e-9), ("y", 3.0))}
        for name, k in zip("AB", (1, 2), strict=True)
    }
    lines = [[entry.text for entry in line.entries[1:]] for line in scores(compare(read(table))).parts[0].lines]
    assert lines[:2] == [["2.00e−9", "1.00e−9"], ["6.0", "3.0"]]
    few = scores(compare(read(table)), ScoresOptions(significant=2))
    assert [entry.text for entry in few.parts[0].lines[0].entries[1:]] == ["2.0e−9", "1.0e−9"]


def test_of_two_comparates_the_worse_is_not_second():
    table = scores(compare(read((np.array([[0.5, 0.6], [0.7, 0.7], [0.4, 0.9]]), ["A", "B"], ["x", "y", "z"]))))
    marks = [[entry.mark for entry in line.entries[1:]] for line in table.parts[0].lines]
    assert marks[:3] == [["best", ""], ["", ""], ["best", ""]]
    assert "Bold: the better." in table.caption and "underlined" not in table.caption


@pytest.mark.parametrize(
    ("values", "marks"),
    [
        ([[0.5, 0.5, 0.5], [0.7, 0.7, 0.7]], ""),
        ([[0.5, 0.5, 0.4], [0.7, 0.7, 0.4]], "Bold: the best."),
        ([[0.5, 0.5, 0.4], [0.7, 0.6, 0.4]], "Bold: the best; underlined: the second best, unless several are best"),
    ],
)
def test_the_caption_says_of_marks_what_is_marked(values, marks):
    comparison = compare(read((np.array(values), ["A", "B", "C"], ["x", "y"])))
    for table in (scores(comparison), measures(comparison)):
        assert ("Bold" in table.caption, marks in table.caption) == (bool(marks), True)


@pytest.mark.parametrize(
    ("n", "size"), [(112, (7, 58)), (60, (7, 32)), (120, (11, 42)), (56, (3, 58)), (400, (3, 402))]
)
def test_few_narrow_columns_stand_side_by_side_where_that_makes_one_page(n, size):
    values = np.random.default_rng(0).uniform(0, 1, (n, 2)).round(3)
    table = scores(compare(read((values, ["A", "B"], [f"task {k}" for k in range(n)]))))
    (part,), (whole,) = table.parts, table.wholes
    assert (len(part.columns), len(part.lines)) == size and table.of_data == table.wholes
    assert [len(line.entries) for line in whole.lines] == [3] * (n + 2)
    blocks = range(0, size[0], 4)
    names = [line.entries[j].text for j in blocks for line in part.lines[:-2] if line.entries[j].text]
    assert names == [line.entries[0].text for line in whole.lines[:-2]]
    assert [line.entries[:3] for line in part.lines[-2:]] == [line.entries for line in whole.lines[-2:]]


def test_imputed_scores_are_marked():
    values = np.array([[0.5, np.nan, 0.7], [0.6, 0.4, 0.8], [0.7, 0.5, 0.9]])
    table = scores(compare(read((values, ["A", "B", "C"], ["x", "y", "z"]), missing="impute=worst")))
    texts = [[entry.text for entry in line.entries] for line in table.parts[0].lines[:3]]
    assert [line for line in texts if any("†" in text for text in line)] == [["x", "0.700", "0.500", "0.500†"]]
    assert "†: stands in for a missing score." in table.caption
    assert "†" not in scores(compare(read((values[1:], ["A", "B", "C"], ["y", "z"])))).caption


def test_means_have_the_digits_of_scores_and_what_tells_the_best_apart():
    close = np.array([[0.91, 0.90, 0.50], [0.71, 0.71, 0.40], [0.33, 0.339, 0.22]])
    apart = np.array([[0.91, 0.80, 0.50], [0.71, 0.61, 0.40], [0.33, 0.24, 0.21]])
    for values, digits in ((close, 4), (apart, 2)):
        values = np.vstack([values, [0.41, 0.41, 0.1]])
        table = scores(compare(read((values, ["A", "B", "C"]))))
        means = next(line for line in table.parts[0].lines if line.entries[0].text == "Mean").entries[1:]
        assert {len(entry.text.partition(".")[2]) for entry in means} == {digits}, means


def test_methods_head_the_rows_where_only_that_fits_the_width_or_where_asked(many):
    names, rng = [f"a method with a long name {k}" for k in range(30)], np.random.default_rng(1)
    few = compare(read((rng.uniform(0.5, 1, (4, 30)).round(3), names, ["u", "v", "w", "x"])))
    table = scores(few)
    assert [column.heading for column in table.parts[0].columns] == ["Method", "u", "v", "w", "x", "Mean", "Mean rank"]
    assert [line.entries[0].text for line in table.parts[0].lines] == list(few.names)
    (whole,) = table.of_data  # whatever the width
    assert [column.heading for column in whole.columns] == ["Task", *few.names]
    upright = scores(few, ScoresOptions(methods_in="columns"))
    assert len(upright.parts) > 1 and upright.parts[0].columns[0].heading == "Task"
    best = {
        line.entries[0].text: [entry.text for entry in line.entries if entry.mark == "best"] for line in whole.lines
    }
    for j, column in enumerate(table.parts[0].columns[1:], 1):
        marked = [line.entries[j].text for line in table.parts[0].lines if line.entries[j].mark == "best"]
        assert marked == best[column.heading]
    turned = scores(many, ScoresOptions(methods_in="rows", max_rows=3))
    assert len(turned.parts[0].lines) == 30 and turned.of_data == turned.wholes


def test_groups_of_tasks_are_blocks_with_means_and_a_mean_of_these():
    values = {"A": [0.9, 0.8, 0.1, 0.4, 0.6], "B": [0.7, 0.6, 0.5, 0.6, 0.7]}
    frame = [
        {"task": f"t{k}", "kind": kind, "method": name, "score": column[k]}
        for name, column in values.items()
        for k, kind in enumerate(["x", "y", "x", "y", "z"])
    ]
    comparison = compare(read(pd.DataFrame(frame), group="kind"))
    table = scores(comparison, ScoresOptions(order="given"))
    lines = {line.entries[0].text: [entry.text for entry in line.entries[1:]] for line in table.parts[0].lines}
    assert [*lines] == ["t0", "t2", "Mean, x", "t1", "t3", "Mean, y", "t4", "Mean", "Mean of groups", "Mean rank"]
    assert lines["Mean, x"] == ["0.5", "0.6"] and lines["Mean, y"] == ["0.6", "0.6"]
    assert lines["Mean of groups"] == ["0.57", "0.63"]
    assert [line.rule for line in table.parts[0].lines] == [name in ("t1", "t4", "Mean") for name in lines]


def test_summary_lines_are_those_asked_for():
    rng = np.random.default_rng(5)
    values = rng.uniform(0.2, 0.9, (9, 4)).round(2)
    comparison = compare(read((values, ["A", "B", "C", "D"])))
    kinds = ("iqm", "median", "geometric-mean", "win-rate", "best-on", "rank", "mean")
    table = scores(comparison, ScoresOptions(order="given", summary=kinds, precision=4))
    found = {line.entries[0].text: [entry.values[0] for entry in line.entries[1:]] for line in table.parts[0].lines[9:]}
    ranks_ = stats.rankdata(-values, axis=1)
    better = (values[:, :, None] > values[:, None]) + 0.5 * (values[:, :, None] == values[:, None])
    expected = {
        "Interquartile mean": stats.trim_mean(values, 0.25),
        "Median": np.median(values, axis=0),
        "Geometric mean": stats.gmean(values),
        "Won (%)": 100 * (better.sum(axis=(0, 2)) - 4.5) / 27,
        "Best on": (ranks_ == ranks_.min(axis=1, keepdims=True)).sum(axis=0),
        "Mean rank": ranks_.mean(axis=0),
        "Mean": values.mean(axis=0),
    }
    assert [*found] == [*expected]
    for name, numbers in expected.items():
        assert found[name] == pytest.approx(numbers.tolist()), name
    with pytest.raises(UsageError, match="No summary is called 'mode'"):
        scores(comparison, ScoresOptions(summary=("mode",)))


def test_from_eight_methods_on_deviations_are_one_column_of_medians():
    rng = np.random.default_rng(2)
    cube = rng.uniform(0.5, 0.9, (3, 8, 4))
    frame = pd.DataFrame(
        [
            {"task": f"t{t}", "method": f"m{c}", "seed": r, "score": cube[t, c, r]}
            for t in range(3)
            for c in range(8)
            for r in range(4)
        ]
    )
    comparison = compare(read(frame, repeat="seed"))
    table = scores(comparison)
    assert table.parts[0].columns[-1].heading == "SD, median"
    median = np.median(cube.std(axis=2, ddof=1), axis=1)
    for line, expected in zip(table.parts[0].lines, median, strict=False):
        assert float(line.entries[-1].text) == pytest.approx(expected, abs=6e-4)
        assert not any(entry.spread for entry in line.entries)
    assert "last, the median of their standard deviations" in table.caption
    narrow = scores(comparison, ScoresOptions(include=comparison.names[:5], width="8.5cm"))
    assert len(narrow.parts) == 1 and narrow.parts[0].columns[-1].heading == "SD, median"
    few = scores(comparison, ScoresOptions(include=comparison.names[:3]))
    assert few.parts[0].lines[0].entries[1].spread and "SD, median" not in str(few.parts)
    each = scores(comparison, ScoresOptions(spread_as="each"))
    assert each.wholes[0].lines[0].entries[1].spread and "SD, median" not in str(each.parts)
    turned = scores(comparison, ScoresOptions(methods_in="rows"))
    assert turned.parts[0].lines[-1].entries[0].text == "SD, median"


def test_stars_are_explained_where_they_are_and_refused_where_there_are_none(tutorial):

    more = {"pareto": {"costs": dict.fromkeys(tutorial.names, 1.0)}, "plan": {"effect": 0.1, "draws": 50}}
    more |= {
        "proportions": {"sizes": dict.fromkeys(tutorial.scores.tasks, 100)},
        "ablation": {"full": tutorial.names[0]},
    }
    more |= {name: {"control": tutorial.names[0]} for name in ("control", "verdicts")}
    for name, form in ARTEFACTS.items():
        settings = more.get(name, {})
        if name in ("folds", "within"):  # which need folds and runs
            continue
        if not form.stars:
            with pytest.raises(UsageError, match="no p-values that stars would mark"):
                view(tutorial, name, stars=True, **settings)
            continue
        starred, plain = (view(tutorial, name, stars=stars, **settings) for stars in (True, False))
        assert "***" in starred.caption and "***" not in plain.caption, name
        assert str(replace(starred, caption="")) != str(replace(plain, caption="")), name


def test_a_table_of_a_narrow_column_leaves_spare_columns_out_and_says_which(many):
    names = [f"A rather long name {k}" for k in range(4)]
    comparison = compare(read((np.random.default_rng(1).random((9, 4)), names)))
    whole, narrow = (view(comparison, "pairwise", width=width) for width in ("page", "column"))
    left_out = {c.heading for c in whole.parts[0].columns} - {c.heading for c in narrow.parts[0].columns}
    assert left_out == {"W"}
    assert "Left out for the width: W." in narrow.caption and "test statistic" not in narrow.caption
    assert "Left out" not in whole.caption and "test statistic" in whole.caption
    assert [len(line.entries) for line in narrow.parts[0].lines] == [6] * 6
    assert len(view(many, "scores", width="column").parts) > len(view(many, "scores").parts)


def test_names_that_wrap_have_room_for_their_longest_word():
    names = ["H-InceptionTime", "MiniROCKET", "FreshPRINCE", *(f"M{k}" for k in range(12))]
    values = np.round(np.random.default_rng(1).random((9, 15)), 3)
    table = view(compare(read((values, names))), "intervals", width="column")
    assert "Left out for the width: Median." in table.caption
    assert table.fit.shares and table.fit.shares[0] >= table.parts[0].whole


def test_means_of_the_leaderboard_have_no_digits_below_their_intervals(tutorial):
    table = view(tutorial, "leaderboard")
    column = [column.heading for column in table.parts[0].columns].index("Mean score")
    texts = [line.entries[column].text for line in table.parts[0].lines]
    intervals = [line.entries[column + 1].values for line in table.parts[0].lines]
    widths = [high - low for low, high in intervals]
    decimals = len(texts[0].partition(".")[2])
    assert 10 ** -(decimals - 2) >= float(np.median(widths)) / 2 >= 10**-decimals
    assert len(view(tutorial, "leaderboard", precision=5).parts[0].lines[0].entries[column].text) == 7


def test_references_may_be_in_a_file_of_their_own(tmp_path):
    """Normalised as D4RL and Atari are, (score − random)/(expert − random), of runs against a table of references."""
    returns = {("hop", "A"): [1800.0, 1900.0], ("hop", "B"): [2100.0, 2050.0], ("ant", "A"): [2900.0, 2950.0]}
    returns |= {("ant", "B"): [3100.0, 3050.0], ("walk", "A"): [3300.0, 3350.0], ("walk", "B"): [3800.0, 3700.0]}
    bounds = {"hop": (-20.3, 3234.3), "ant": (-325.6, 3879.7), "walk": (1.6, 4592.3)}
    rows = [f"{env},{agent},{s},{score}" for (env, agent), runs in returns.items() for s, score in enumerate(runs)]
    (tmp_path / "returns.csv").write_text("\n".join(["env,agent,seed,return", *rows]), encoding="utf-8")
    lines = [f"{env},{low},{high}" for env, (low, high) in bounds.items()]
    (tmp_path / "bounds.csv").write_text("\n".join(["env,random,expert", *lines]), encoding="utf-8")
    scores = read([tmp_path / "returns.csv", tmp_path / "bounds.csv"], higher_is_better=True)
    table = view(compare(scores, Analysis(between=("random", "expert"))), "scores", percent=True)
    heads = [column.heading for column in table.parts[0].columns]
    assert heads[1:] == ["B", "A"]
    for line in table.parts[0].lines[:3]:
        env = line.entries[0].text
        low, high = bounds[env]
        for head, entry in zip(heads[1:], line.entries[1:], strict=True):
            assert float(entry.text) == round(100 * (np.mean(returns[env, head]) - low) / (high - low), 1)


def rounded(value, printed):
    """Return a number with as many decimals as a printed one."""
    return str(Decimal(repr(float(value))).quantize(Decimal(printed), ROUND_HALF_UP))


def test_boards_and_tables_of_errors_equal_pandas_to_every_printed_digit():
    """A board of forecasts, relative to the seasonal naive one, and a table of mean errors of three runs each."""
    rng = np.random.default_rng(36)
    of_tasks = pd.Index([f"series {t:02}" for t in range(30)], name="series")
    scale, skill = np.exp(rng.normal(0, 3, (30, 1))), np.exp(-0.1 * np.arange(5))
    runs = [
        pd.DataFrame(scale * skill * np.exp(rng.normal(0, 0.2, (30, 5))), of_tasks, ["snaive", *"ABCD"])
        for _ in range(3)
    ]
    errors = sum(runs) / 3
    board = view(compare(read(errors, measure_name="MASE"), relative_to="snaive"), "leaderboard").parts[0]
    geometric = np.exp(np.log(errors.div(errors["snaive"], axis=0)).mean()).sort_values()
    printed = [[entry.text for entry in line.entries] for line in board.lines]
    assert [(place, name) for place, _, name, *_ in printed] == [
        (str(k), name) for k, name in enumerate(geometric.index, 1)
    ]
    assert [mean for *_, mean, _, _ in printed] == [
        rounded(g, row[3]) for g, row in zip(geometric, printed, strict=True)
    ]

    long = pd.concat({f"run {k}": each for k, each in enumerate(runs)}, names=["run"]).stack().reset_index()
    long.columns = ["run", "series", "method", "RMSE"]
    table = scores(compare(read(long, measure_name="RMSE")))
    names = [column.heading for column in table.parts[0].columns[1:]]
    for line in table.parts[0].lines[: len(errors)]:
        exact = errors.loc[line.entries[0].text, names]
        assert [entry.text for entry in line.entries[1:]] == [
            rounded(error, entry.text) for error, entry in zip(exact, line.entries[1:], strict=True)
        ]
        assert [entry.mark == "best" for entry in line.entries[1:]] == (exact == exact.min()).tolist()


@pytest.mark.parametrize(("steps", "gaps"), [((0, 1, 2, 3, 4), 0), ((0, 0, 0, 1, 1), 1)])
def test_tiers_of_a_board_are_apart_unless_most_are_one_line(steps, gaps):
    noise = np.random.default_rng(5).normal(0, 0.001, (20, 5))
    values = 0.9 - 0.1 * np.array(steps) + noise - noise.mean(axis=0)
    board = view(compare(read((values, list("ABCDE")), higher_is_better=True)), "leaderboard").parts[0]
    assert len({line.entries[-1].text for line in board.lines}) == len(set(steps))
    assert sum(line.rule for line in board.lines) == gaps
