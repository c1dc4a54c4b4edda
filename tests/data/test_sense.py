"""Numbers say what columns and rows of a table cannot be, whatever they are called."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from click.testing import CliRunner

from comparatex import read
from comparatex.cli import main
from comparatex.data.read import read_measures
from comparatex.data.scores import BINARY
from comparatex.data.sense import (
    Block,
    different_measures,
    evidence,
    families_of_measures,
    may_be_repeats,
    scales_differ,
)
from comparatex.errors import DataError, UsageError

N, M = 14, 5
HEADS, NAMES = tuple("vwxyz"), tuple(f"t{k}q" for k in range(N))


@pytest.fixture
def scores():
    """Accuracies with three decimals that follow the tasks."""
    chance = np.random.default_rng(3)
    return np.round(chance.uniform(0.4, 0.9, (N, 1)) + chance.normal(0, 0.02, (N, M)), 3)


def found(values, heads=HEADS, names=NAMES, decimals=3, trusted=()):
    places = np.full(values.shape, decimals, dtype=np.int16)
    places[:, (values % 1 == 0).all(axis=0)] = 0
    places[(values % 1 == 0).all(axis=1)] = 0
    block = Block(values, places, tuple(heads), tuple(names))
    return {(one.name, one.what) for one in evidence(block, frozenset(trusted))}


def beside(values, column):
    return np.column_stack([values, column])


def test_scores_are_scores(scores):
    assert found(scores) == set()
    assert found(100 * scores, decimals=1) == set()
    assert found(np.round(10 ** (6 * scores), 3)) == set()


@pytest.mark.parametrize("decades", [-300, -160, 160, 299])
def test_evidence_is_the_same_where_squares_overflow_or_vanish(scores, decades):
    """Numbers whose squares no machine can hold are scores, and a mean of them is a mean."""
    for values, what in ((scores, set()), (beside(scores, scores.mean(axis=1)), {("z", "summary")})):
        heads = (*HEADS[: values.shape[1] - 1], "z")
        assert found(values * 10.0**decades, heads, decimals=np.int16(3 - decades)) == what


@pytest.mark.parametrize(
    ("column", "what"),
    [
        ([900, 4100, 155000, 2000, 650, 77, 4100, 900, 12, 31000, 900, 2000, 650, 4100], "property"),
        ([2, 7, 3, 24, 2, 5, 11, 4, 60, 2, 8, 3, 10, 2], "property"),
        (range(N), "property"),
        ([224] * N, "property"),
    ],
    ids=["lengths", "classes", "counter", "constant"],
)
def test_properties_of_tasks_are_none(scores, column, what):
    values = beside(scores, list(column))
    assert found(values, (*HEADS, "gwyth")) == {("gwyth", what)}
    assert found(values, (*HEADS, "gwyth"), trusted=["gwyth"]) == set()


def test_a_task_over_decades_beyond_the_bound_of_the_others_is_none(scores):
    """Sizes of models may rise with their scores."""
    sizes = [1.8, 540, 3.9, 360, 5.9, 5.4, 41, 35, 63, 16, 3.2, 8, 7, 11]
    values = 80 + 2 * (scores - scores.mean(axis=1, keepdims=True)) + np.log(sizes)[:, np.newaxis] / 40
    columns = beside(values.round(2), sizes)
    block = Block(columns, np.full(columns.shape, 2, np.int8), (*HEADS, "yarn"), NAMES, turned=True)
    assert {(one.name, one.what) for one in evidence(block)} == {("yarn", "property")}


@pytest.mark.parametrize(("noise", "what"), [(0.1, "neighbour"), (0.2, "property")])
def test_what_stands_beside_properties_and_does_not_follow_is_none(scores, noise, what):
    lengths = 10 ** np.random.default_rng(5).uniform(2, 5, N)
    share = np.round(scores.mean(axis=1) + np.random.default_rng(6).normal(0, noise, N), 3)
    values = beside(beside(scores, share), np.round(lengths))
    assert found(values, (*HEADS, "pryd", "hyd")) == {("pryd", what), ("hyd", "property")}


@pytest.mark.parametrize(
    "statistic",
    [
        lambda v: v.mean(axis=0), lambda v: np.median(v, axis=0), lambda v: v.sum(axis=0),
        lambda v: np.exp(np.log(v).mean(axis=0)), lambda v: pd.DataFrame(-v).rank(axis=1).mean().to_numpy(),
        lambda v: (v == v.max(axis=1, keepdims=True)).sum(axis=0), lambda v: v.std(axis=0, ddof=1),
    ],
    ids=["mean", "median", "sum", "geometric mean", "mean rank", "wins", "deviation"],
)  # fmt: skip
def test_summaries_are_told_by_their_digits(scores, statistic):
    row = np.round(statistic(scores).astype(float), 3)
    assert found(np.vstack([scores, row]), names=(*NAMES, "kirjo")) == {("kirjo", "summary")}
    wrong = row + 0.005 * (-1) ** np.arange(M)
    assert ("kirjo", "summary") not in found(np.vstack([scores, wrong]), names=(*NAMES, "kirjo"))


def test_several_summaries_stand_at_the_end_and_parts_within(scores):
    mean, best = scores.mean(axis=0).round(3), np.median(scores, axis=0).round(3)
    both = found(np.vstack([scores, mean, best]), names=(*NAMES, "eka", "toka"))
    assert both == {("eka", "summary"), ("toka", "summary")}
    within = np.vstack([scores[:6], scores[:6].mean(axis=0).round(3), scores[6:]])
    assert found(within, names=(*NAMES[:6], "osa", *NAMES[6:])) == {("osa", "summary")}


def test_means_by_a_column_of_sizes_are_told_by_their_digits(scores):
    sizes = np.random.default_rng(4).integers(90, 20000, N)
    mean = np.round(np.average(scores, axis=0, weights=sizes), 3)
    values = np.vstack([beside(scores, sizes), [*mean, sizes.sum()]])
    assert found(values, (*HEADS, "tok"), (*NAMES, "kesk")) == {("kesk", "summary"), ("tok", "scale")}
    values[-1, 0] += 0.004
    assert ("kesk", "summary") not in found(values, (*HEADS, "tok"), (*NAMES, "kesk"))


@pytest.mark.parametrize("sign", [1, -1], ids=["least", "largest"])
def test_what_no_method_surpasses_and_several_reach_are_best_known_results(sign):
    chance = np.random.default_rng(8)
    best = np.rint(10 ** chance.uniform(2, 4, (N, 1)))
    values = beside(sign * np.rint(best * (1 + np.maximum(chance.normal(0, 0.03, (N, M)), 0))), sign * best)
    assert found(values, (*HEADS, "kun")) == {("kun", "summary")}
    better = beside(values[:, :M] + sign * np.rint(0.01 * best), sign * best)  # which nobody reaches
    assert found(better, (*HEADS, "kun")) == set()
    assert found(better, (*HEADS, "Optimum")) == {("Optimum", "summary")}


@pytest.mark.parametrize(
    ("code", "asked"), [("-1", True), ("-99", True), ("999", True), ("-1.000", False), ("1", False)]
)
@pytest.mark.parametrize("long", [False, True], ids=["wide", "long"])
def test_codes_of_missing_scores_are_asked_about(scores, code, asked, long, table_file):
    cells = [[f"{score:.3f}" for score in row] for row in scores]
    cells[3][1] = cells[5][2] = code
    lines = [",".join(["task", *HEADS]), *(",".join([name, *row]) for name, row in zip(NAMES, cells, strict=True))]
    if long:
        pairs = [(name, head, row[k]) for name, row in zip(NAMES, cells, strict=True) for k, head in enumerate(HEADS)]
        lines = ["task,model,accuracy", *map(",".join, pairs)]
    path = table_file("\n".join([*lines, ""]))
    if not asked:
        assert read(path).values[3, 1] == float(code)
        return
    with pytest.raises(DataError, match=rf"{code} stands in 2 of 70 cells, first of 'w' on 't3q'") as refused:
        read(path)
    assert list(refused.value.remedies) == [{"include": ",".join(HEADS)}]
    assert read(path, include=HEADS).values[3, 1] == float(code)


def test_a_row_of_ranks_beyond_the_bound_of_scores_is_none(scores):
    ranks = [1.87, 3.4, 4.91, 2.2, 2.62]  # with ties broken in a way of its own
    assert found(np.vstack([scores, ranks]), names=(*NAMES, "mesto")) == {("mesto", "property")}


def test_a_share_that_does_not_follow_the_tasks_is_no_score(scores):
    share = np.round(np.random.default_rng(9).uniform(0.5, 1, N), 3)
    assert found(beside(scores, share), (*HEADS, "tasap")) == {("tasap", "property")}


def test_complements_and_spreads_are_told_by_neighbours(scores):
    assert found(beside(scores, (1 - scores[:, 0]).round(3)), (*HEADS, "v_fel")) == {("v_fel", "complement")}
    small = np.round(np.abs(np.random.default_rng(8).normal(0.01, 0.004, (N, M))), 3)
    heads = [*(f"mw_{head}" for head in HEADS), *(f"sa_{head}" for head in HEADS)]
    assert found(beside(scores, small), heads) == {(f"sa_{head}", "spread") for head in HEADS}


def test_weak_statistics_at_the_end_are_evidence_together(scores):
    short = np.round(scores[:, :4], 2)
    ends = [np.round(np.median(short, axis=0), 2), np.round(pd.DataFrame(-short).rank(axis=1).mean().to_numpy(), 3)]
    heads, names = tuple("vwxy"), (*NAMES, "kirjo", "kawgh")
    values = np.vstack([short, *ends])
    assert found(values, heads, names, decimals=2) == {("kirjo", "summary"), ("kawgh", "summary")}
    assert ("kirjo", "summary") not in found(values[:-1, :3], heads[:3], names[:-1], decimals=2)


@pytest.mark.parametrize(
    "change", [lambda a, b: b - a, lambda a, b: 10 * b / a, lambda a, b: 100 * (b / a - 1)], ids=["less", "ratio", "%"]
)
def test_how_two_columns_differ_is_no_score(scores, change):
    values = beside(scores, np.round(change(scores[:, 1], scores[:, 3]), 3))
    ratio = change(1, 1) == 10  # ten times a ratio is none
    assert (("gwyth", "summary") in found(values, (*HEADS, "gwyth"))) != ratio


def test_ratios_of_numbers_as_they_are_printed_are_told_by_few_digits(scores):
    printed = (scores.mean(axis=1, keepdims=True) + (scores - scores.mean(axis=1, keepdims=True)) / 2).round(2)
    ratios = (printed[:, 1] / printed[:, 0]).round(2)
    assert found(beside(printed, ratios), (*HEADS, "by"), decimals=2) == {("by", "summary")}


def test_bounds_of_one_method_are_told_by_what_stands_half_way(scores):
    width = np.random.default_rng(5).uniform(0.02, 0.06, N)
    one = np.round(np.column_stack([scores, scores[:, 0] - width, scores[:, 0] + width]), 3)
    heads = (*HEADS, "is", "uwch")
    assert found(one, heads) == {("is", "spread"), ("uwch", "spread")}
    one[:, -1] += width
    assert not {entry for entry in found(one, heads) if entry[1] == "spread"}


def test_methods_in_one_order_on_all_tasks_are_no_bounds():
    for seed in range(20):
        chance = np.random.default_rng(seed)
        level, hard = np.sort(chance.uniform(0.5, 0.75, 9)), chance.uniform(0, 0.2, (N, 1))
        values = level + 2 * hard * (1 - level) * chance.uniform(0.5, 1.5, 9) + chance.normal(0, 0.004, (N, 9))
        values += chance.normal(0, 1, (N, 1)) * chance.normal(0, 0.006, 9)
        assert not {entry for entry in found(np.round(values, 3), tuple("stuvwxyzb")) if entry[1] == "spread"}


def test_an_order_of_three_methods_hides_no_bounds():
    rows = (
        "612 577 537 604 621 601, 689 627 586 688 700 678, 960 920 911 966 974 946, 935 880 884 926 941 929, "
        "938 906 897 952 944 931, 633 586 586 651 639 627, 630 551 556 640 638 623, 612 540 550 636 621 602, "
        "702 605 625 709 713 690, 854 802 821 869 864 842, 947 906 935 969 957 938, 613 575 548 644 622 604"
    )
    values = np.array([[int(cell) / 1000 for cell in row.split()] for row in rows.split(",")])
    assert found(values, "ABCDEF", names=NAMES[:12]) == {("E", "spread"), ("F", "spread")}


def test_tasks_half_way_between_others_have_no_bounds():
    levels = (69.1, 54, 68.8, 89.3, 79.9, 79.1, 42.8, 80.6)
    moves = np.array([0.2, -1.3, 0.4, -1.1, 0.6, 1.4, -0.3, 0.9, -0.8, 0.1])
    values = levels + np.random.default_rng(3).normal(0, 0.5, (10, 8))
    values[:, 6] += 6 * moves
    block = Block(values.round(2), np.full((10, 8), 2, np.int8), tuple("ABCDEFGH"), NAMES[:10], turned=True)
    assert not evidence(block)


def test_bounds_of_scores_are_a_family_of_their_own(scores):
    width = np.random.default_rng(8).uniform(0.004, 0.02, (N, 2))
    values = np.column_stack([scores[:, :2], scores[:, :2] - width, np.round(scores[:, :2] + 0.9 * width, 3)])
    heads = ("pryd", "hyd", "pryd is", "hyd is", "pryd uwch", "hyd uwch")
    block = Block(values, np.full(values.shape, 3, dtype=np.int8), heads, NAMES)
    assert {*families_of_measures(block)[1]} == {"", "is", "uwch"}
    one = np.column_stack([scores, values[:, [2, 4]]])
    assert found(one, (*HEADS, "is", "uwch")) == {("is", "spread"), ("uwch", "spread")}
    one[:, -2:] = scores[::-1, :2] + [-0.5, 0.5]
    assert not {entry for entry in found(one, (*HEADS, "is", "uwch")) if entry[1] == "spread"}


@pytest.mark.parametrize("of", [np.mean, np.median, np.sum, np.max], ids=lambda of: of.__name__)
def test_summaries_of_scores_before_these_were_rounded_are_summaries(of):
    chance = np.random.default_rng(4)
    exact = chance.uniform(40, 90, (N, 1)) + chance.normal(0, 2, (N, M))
    values = np.vstack([np.round(exact, 2), np.round(of(exact, axis=0), 5)])
    places = np.array([[2]] * N + [[5]]) + np.zeros(values.shape, dtype=np.int16)
    block = Block(values, places, HEADS, (*NAMES, "uwch"))
    assert [(entry.name, entry.what) for entry in evidence(block)] == [("uwch", "summary")]
    values[-1] = np.round(exact[3] + chance.normal(0, 2, M), 5)
    assert evidence(Block(values, places, HEADS, (*NAMES, "uwch"))) == []


def test_ties_make_no_summary():
    values = np.zeros((6, 2))
    values[5, 1] = 4328
    assert found(values, "ab", NAMES[:6], decimals=0) == set()


def test_scales_speak_of_orientation_and_of_measures(scores):
    scaled = scores[:M].T * 10.0 ** np.array([0, 3, -2, 4, 1])[:, None]
    places = np.full(scaled.shape, 3, dtype=np.int8)
    assert scales_differ(Block(scaled.T, places.T, HEADS, NAMES[:M]))
    assert not scales_differ(Block(scaled, places, NAMES[:M], HEADS))
    mixed = np.column_stack([scores[:, 0], np.random.default_rng(2).uniform(100, 9000, N), np.linspace(20, 1, N)])
    block = Block(mixed, np.full(mixed.shape, 3, dtype=np.int8), ("a", "b", "c"), NAMES)
    assert different_measures(block, [0, 1, 2]) == "are on scales of their own and do not rise and fall together"


MODELS = """gwyth,drwg_sek,tal,kylch_(ms),kof_(MB)
ab,9277.65,20.77,106.2,0.03
cd,5562.75,22.47,224.5,0.08
ef,2562.11,47.49,229.1,0.41
gh,1211.40,318.86,230.4,4.09
ij,512.02,999.96,384.2,45.10
kl,890.77,290.79,231.9,11.40
"""
MEASURES = [line.split(",") for line in MODELS.split()]


@pytest.mark.parametrize(
    "rows",
    [
        *([[corner, *MEASURES[0][1:]], *MEASURES[1:]] for corner in ("gwyth", "", "model", "dataset")),
        list(zip(*MEASURES, strict=True)),
    ],
    ids=["unknown corner", "empty corner", "of models", "of data sets", "rows"],
)
def test_different_measures_are_asked_about_with_no_remedy_that_compares_a_few_of_them(rows, table_file):
    path, asked = (
        table_file("\n".join(map(",".join, rows)) + "\n"),
        "seem to be different measures, not the scores of one",
    )
    with pytest.raises(DataError, match=asked) as error:
        read(path)
    assert error.value.remedies
    for remedy in error.value.remedies:
        named = {*remedy.get("tasks", "").split(","), *remedy.get("include", "").split(",")}
        assert named == {""} or named >= {"drwg_sek", "tal", "kylch_(ms)", "kof_(MB)"}, remedy
        if remedy == {"layout": "wide"}:
            with pytest.raises(DataError, match=asked):
                read(path, layout="wide")


@pytest.mark.parametrize(
    "text", ["metric,A,B\nq,1,2\nr,3,4\n", ",A,B,C\naccuracy,1,2,2\nF1,3,4,3\n", ",A,B\nlatency (ms),1,2\ncost,3,4\n"]
)
def test_rows_that_are_called_like_measures_are_no_tasks(text, table_file):
    with pytest.raises(DataError, match="called like measures") as error:
        read(table_file(text))
    (remedy,) = error.value.remedies
    assert read(table_file(text), tasks=remedy["tasks"].split(",")).n_tasks == 2


@pytest.mark.parametrize(
    "text",
    [
        "model,acc_ep,F1_ep,recall_ep,cutoff\nu,.81,.84,.83,.8\nv,.85,.83,.8,.82\nw,.8,.85,.84,.81\n",
        ",acc_ep,acc_ep,F1_ep,F1_ep,recall_ep,recall_ep\n,mean,std,mean,std,mean,std\nmodel,,,,,,\n"
        "u,.81,.1,.84,.2,.83,.1\nv,.85,.1,.83,.2,.8,.3\n",
    ],
    ids=["one row of headings", "of pandas"],
)
def test_columns_with_words_of_different_measures_are_no_tasks(text, table_file):
    with pytest.raises(DataError, match="called like measures") as error:
        read(table_file(text))
    (remedy,) = error.value.remedies
    assert remedy["tasks"].startswith("acc_ep,F1_ep,recall_ep")


@pytest.mark.parametrize("noise", [3.0, 8.0], ids=["others follow each other", "none does"])
def test_a_hard_task_is_one_where_few_methods_show_whether_it_follows_the_others(noise):
    chance = np.random.default_rng(13)
    level = np.array([70.0, 75.0, 80.0, 66.0, 72.0])
    others = level + 3 * chance.normal(size=(7, 1)) + noise * chance.normal(size=(7, 5))
    hard = np.array([12.1, 9.4, 10.8, 11.7, 8.9, 13.2, 10.3])
    values = np.column_stack([others, hard]).round(1)
    block = Block(values, np.ones((7, 6), np.int8), tuple("abcdef"), tuple("ABCDEFG"), turned=True)
    assert not evidence(block)
    whole = replace(block, values=np.column_stack([values[:, :5], hard.round()]), decimals=block.decimals.copy())
    whole.decimals[:, 5] = 0
    assert [entry.name for entry in evidence(whole)] == ["f"]


COLOURS = [(71.7, 72.9, 10.0), (72.5, 73.3, 10.2), (73.1, 73.2, 10.0), (72.7, 73.4, 10.1), (71.5, 73.1, 9.8)]
COLOURS += [(71.6, 73.1, 9.9), (71.4, 73.1, 9.9), (71.4, 73.1, 10.0), (82.0, 76.5, 10.2), (70.9, 72.8, 10.5)]


def test_a_mean_is_left_out_alone_where_a_task_is_only_harder_than_the_others(table_file):
    rows = [f"m{k},{x},{y},{z},{(x + y + z) / 3:.1f}" for k, (x, y, z) in enumerate(COLOURS)]
    path = table_file("\n".join(["Algorithm,+90,+80,-90,Avg", *rows, ""]))
    with pytest.raises(DataError, match="'Avg' \\(the mean of the other columns\\) and '-90'") as error:
        read(path)
    assert {"exclude_tasks": "Avg"} in error.value.remedies
    with pytest.raises(DataError) as error:
        read(path, exclude_tasks="Avg")
    assert error.value.remedies == ({"tasks": "+90,+80,-90"},)
    assert read(path, tasks=["+90", "+80", "-90"]).n_tasks == 3


def test_data_sets_between_others_have_no_bounds():
    chance = np.random.default_rng(8)
    level = np.array([97.0, 78.0, 87.0, 66.0, 52.0, 41.0])
    collapsed = np.outer(np.isin(np.arange(14), (2, 6)), [0, 0, 0, 2, 2, 18])
    values = np.round(level - collapsed + chance.normal(0, [0.1, 0.5, 0.8, 0.8, 0.8, 0.5], (14, 6)), 1)
    assert found(values, [f"d{k}" for k in range(6)], decimals=1) == set()


def test_methods_called_like_losses_are_compared(table_file):
    assert read(table_file("data,CE_loss2,L1_loss2,my_loss2\na,1,2,2\nb,3,4,3\n")).n_comparates == 3


def test_a_table_that_may_stand_either_way_asks_for_that_first(table_file):
    rows = "gwyth,v,w,y,n\na,0.861,0.853,0.832,48842\nb,0.972,0.951,0.944,178\nc,0.741,0.702,0.688,215\n"
    path = table_file(rows + "d,0.953,0.967,0.960,150\ne,0.823,0.851,0.812,208\n")
    with pytest.raises(DataError) as error:
        read(path)
    assert [*error.value.remedies] == [{"layout": "wide"}, {"transpose": ""}]
    with pytest.raises(DataError) as error:
        read(path, layout="wide")
    assert error.value.remedies[0] == {"exclude": "n"}


@pytest.mark.parametrize("numbers", [(2018, 2019, 2021, 2022, 2023), (500, 100, 50, 10, 1)], ids=["years", "sizes"])
def test_whole_numbers_that_rise_or_fall_name_the_rows(numbers, table_file):
    lines = [f"{number},0.{k}71,0.{k}62" for k, number in enumerate(numbers, 3)]
    assert read(table_file("\n".join(("gwyth,A,B", *lines)))).tasks == tuple(map(str, numbers))
    shuffled = "\n".join(("gwyth,A,B", *lines[2:], *lines[:2]))
    with pytest.raises(DataError, match="gwyth"):
        read(table_file(shuffled))


def test_groups_without_a_heading_in_front_of_names_are_none(table_file):
    table = ",method,x,y\nTrees,RF,0.8,0.7\nTrees,XGB,0.9,0.6\nNets,MLP,0.7,0.5\nNets,CNN,0.6,0.4\n"
    scores = read(table_file(table))
    assert (scores.comparates, scores.tasks) == (("RF", "XGB", "MLP", "CNN"), ("x", "y"))


def test_nested_keys_name_roles(table_file):
    lines = [f"{m},{d},0.{k}" for k, (m, d) in enumerate((("a", "x"), ("b", "x"), ("a", "y"), ("b", "y")), 5)]
    scores = read(table_file("\n".join(("config.model,config.dataset,metrics.acc", *lines))))
    assert (scores.comparates, scores.tasks) == (("a", "b"), ("x", "y"))


def test_numbered_columns_of_scores_are_repeats(table_file):
    lines = ["jeu,modèle,pli 1,pli 2,pli 3"]
    lines += [f"{d},{m},0.81,0.82,0.83" for d in "xy" for m in "ab"]
    with pytest.raises(DataError) as error:
        read(table_file("\n".join(lines)))
    (remedy,) = error.value.remedies
    assert remedy == {"task": "jeu", "comparate": "modèle"}
    for settings in (remedy, {**remedy, "score": "score", "repeat": "repeat"}):  # as is said explicitly
        scores = read(table_file("\n".join(lines)), **settings)
        assert scores.repeats.shape == (2, 2, 3)
        assert any("are taken as repeats" in note for note in scores.notes)
    assert read(table_file("\n".join(lines)), **remedy, score="pli 2").repeats is None


def test_columns_of_each_method_by_number_are_its_repeats(table_file):
    heads = [f"{name}_s{k}" for name in ("gwyth", "pryd") for k in range(3)]
    lines = [",".join((f"t{k}x", *(f"0.{k}{j}" for j in (3, 0, 4, 1, 5, 2)))) for k in range(3, 8)]
    text = "\n".join((",".join(("dataset", *heads)), *lines))
    with pytest.raises(DataError, match="seem to be repeats"):
        read(table_file(text))
    assert read(table_file(text), include=heads).n_comparates == 6
    assert read(table_file(text.replace("_s0", "_s7"))).n_comparates == 6


@pytest.mark.parametrize("second", ["12.1,110.2", "0.86,0.84"], ids=["of another measure", "of one scale"])
def test_kinds_of_rows_on_other_scales_are_no_methods(second, table_file):
    lines = ["gwyth,pryd,A,B"]
    for k in range(3):
        lines += [f"t{k},kirjo,0.8{k},0.8{k + 2}", f"t{k},kawgh,{second}"]
    with pytest.raises(DataError, match="all combinations") as error:
        read(table_file("\n".join(lines)))
    kinds = [{"at": "pryd=kirjo"}, {"at": "pryd=kawgh"}]
    either = [{"task": "gwyth", "comparate": "pryd"}, {"task": "pryd", "comparate": "gwyth"}]
    assert [*error.value.remedies] == kinds + (either if second.startswith("0") else [])


RUNS = "dataset,method,seed,gwyth,accuracy\n" + "".join(
    f"{data},{method},{seed},{'da' if (seed + k) % 5 else 'drwg'},{f'0.{k}{seed}7' if (seed + k) % 5 else '0.0'}\n"
    for k, data in enumerate(("iris", "wine", "glass"), start=5)
    for method in "AB"
    for seed in range(4)
)


def test_failed_runs_are_asked_about_and_left_out_or_counted(table_file):
    path = table_file(RUNS)
    with pytest.raises(DataError, match="the runs with 'drwg' in the column 'gwyth' seem to have failed") as error:
        read(path)
    fine, every = ({**remedy} for remedy in error.value.remedies)
    assert read(path, **fine).values.min() > 0.5 > read(path, **every).values.min()


def test_measures_that_are_0_where_others_are_do_not_say_that_runs_failed(table_file):
    rows = [
        f"q{q},{ranker},{k},{0.2 * (q + k > 2)},{0.5 * (q + k > 2)}"
        for q in range(1, 7)
        for ranker in "AB"
        for k in (1, 2)
    ]
    path = table_file("\n".join(["query,method,k,precision,recall", *rows, ""]))
    with pytest.raises(DataError, match="lines 2 and 3 both score 'A' on 'q1': 'k' tells them apart"):
        read(path, select_measure="precision")


def test_scores_do_not_tell_rows_apart(table_file):
    rows = [f"{m},q{q},{k},{q}.{k}{m},{10 * q + k + m}" for m in (1, 2) for q in (1, 2, 3) for k in (1, 2)]
    path = table_file("\n".join(["model,query,k,seconds,score", *rows, ""]))
    with pytest.raises(DataError, match="'k' tells them apart") as error:
        read(path, score="score")
    assert not any("seconds" in value for remedy in error.value.remedies for value in remedy.values())
    rows = [f"{a},{b},{7 * n + k},0.{n}{k}" for n, (a, b) in enumerate(product("wxy", "efg")) for k in (1, 2)]
    path = table_file("\n".join(["gwyth,pryd,wins,cyf", *rows, ""]))
    with pytest.raises(DataError, match="stand in all combinations") as error:
        read(path)
    assert not any("repeat" in remedy for remedy in error.value.remedies)


@pytest.mark.parametrize("heads", ["qid,domain", "prompt_id,gradd"])
def test_names_that_stand_once_with_each_other_are_those_of_rows(table_file, heads):
    """Beside a column whose heading is one of tasks, and of far more items than a heading of methods has."""
    rows = [
        f"{one},p{n},{'easy' if n % 3 else 'hard'},0.{n:02}{k},0.{n + k:02}"
        for k, one in enumerate("de")
        for n in range(12)
    ]
    path, item = table_file("\n".join([f"gwyth,{heads},pryd,hyd", *rows, ""])), heads.split(",")[0]
    with pytest.raises(
        DataError, match=f"of 'gwyth' .* stand in all combinations|of '{item}' .* stand in all"
    ) as error:
        read(path)
    assert {"task": item, "comparate": "gwyth"} in error.value.remedies


@pytest.mark.parametrize("more", ["", ",mean"])
def test_rows_called_like_columns_are_asked_about(table_file, more):
    names = ("gwyth", "pryd", "hyd", "kesk")
    rows = [
        f"{a},{','.join('1' if a == b else f'0.{4 + j + k}{1 + j * k}' for k, b in enumerate(names))}{more and ',0.5'}"
        for j, a in enumerate(names)
    ]
    path = table_file("\n".join([f",{','.join(names)}{more and ',all'}", *rows, ""]))
    with pytest.raises(
        DataError, match="its rows are called like its columns, 'gwyth', 'pryd', 'hyd' and 'kesk'"
    ) as error:
        read(path)
    assert [*error.value.remedies] == [{"layout": "wide"}, {"transpose": ""}]
    assert read(path, layout="wide", include=names).comparates == names


def test_a_heading_above_the_last_column_is_no_title(table_file):
    rows = [f"{a},{b},0.{n}1 ±0.01" for n, (a, b) in enumerate(product(("iris", "wine"), ("lin", "knn")))]
    path = table_file("\n".join([",,Hash", *rows, ""]))
    with pytest.raises(DataError, match=r"2 values of 'column 1' \(first 'iris'\) stand in all") as error:
        read(path)
    scores = read(path, **error.value.remedies[0])
    assert (scores.tasks, scores.comparates) == (("iris", "wine"), ("lin", "knn"))
    assert scores.values.tolist() == [[0.01, 0.11], [0.21, 0.31]]


def test_runs_that_end_at_the_limit_of_failed_ones_have_failed(table_file):
    rows = [
        f"{data},{method},{600 if k == 2 else 10 * k + 3.5},{'ocof' if data == 'c' else 'timeout' if k == 2 else 'ok'}"
        for data in "abc"
        for k, method in enumerate("PQR" if data != "c" else "RRR")
        if data != "c" or k == 2
    ]
    path = table_file("\n".join(["dataset,method,time,cyflwr", *rows, ""]))
    with pytest.raises(DataError, match="the runs with 'timeout' and 'ocof'") as error:
        read(path)
    assert error.value.remedies[0] == {"at": "cyflwr=ok"}


def test_runs_of_which_another_number_is_infinite_have_failed(table_file):
    rows = [
        f"{data},{method},{1.5 + k + 2 * j},{found},{'inf' if not found else 0.25 * k}"
        for k, data in enumerate("abcd")
        for j, method in enumerate("PQR")
        for found in [k + j != 3]
    ]
    path = table_file("\n".join(["dataset,method,time,darganfod,gweddill", *rows, ""]))
    with pytest.raises(DataError, match=r"'darganfod' seem .* whose 'gweddill' is infinite"):
        read(path, score="time")


def test_rows_over_far_more_decades_and_running_numbers_are_no_tasks(table_file):
    rng = np.random.default_rng(4)
    scores = rng.uniform(20, 140, (12, 1)) * rng.uniform(0.8, 1.2, (12, 10))
    rows = [f"r{k},{','.join(f'{score:.1f}' for score in row)}" for k, row in enumerate(scores)]
    front, head = (
        f"xel,{','.join(f'{31.4 * 2.3**k:.1f}' for k in range(10))}",
        f"jur,{','.join('ABCDEFGHIJ')}",
    )
    with pytest.raises(DataError, match=r"'xel' seems .*over far more decades than any other row"):
        read(table_file("\n".join([head, front, *rows, ""])))
    counts = [f"r{k},{','.join(f'{score:.0f}' for score in row)}" for k, row in enumerate(scores)]
    with pytest.raises(DataError, match=r"'vug' seems .*counts the columns"):
        read(table_file("\n".join([head, "vug,0,1,2,3,4,5,6,7,8,9", *counts, ""])))
    assert len(read(table_file("\n".join([head, *counts, ""]))).tasks) == 12


def test_scores_that_do_not_rise_together_are_no_repeats():
    one, other = np.random.default_rng(5).uniform(0.5, 0.9, (2, 40))
    assert not may_be_repeats([one, other])
    assert may_be_repeats([one, other], scaled=True)
    assert may_be_repeats([one, one * (1 + 0.1 * other)])


def test_rows_are_chosen_by_a_column(table_file):
    rows = [f"e{e},{agent},{step},{0.1 * e + 0.01 * step}" for e in (1, 2) for agent in "AB" for step in (5, 10)]
    path = table_file("\n".join(["env,agent,step,score", *rows, ""]))
    with pytest.raises(DataError, match="'step' tells them apart"):
        read(path)
    assert read(path, at="step=last").values[0, 0] == pytest.approx(0.2)
    assert read(path, at="step=5").values[0, 0] == pytest.approx(0.15)
    for at, words in (("step", "COLUMN=VALUE"), ("steps=5", "no such column|did you mean|step"), ("step=7", "step")):
        with pytest.raises(UsageError, match=words):
            read(path, at=at)


def test_spreads_may_be_written_around_the_names_of_methods(table_file):
    rows = [f"t{k},0.{k}1,0.0{3 * k % 7},0.{k}4,0.0{5 * k % 7},0.{k}3,0.0{4 * k % 7}" for k in range(3, 10)]
    path = table_file("\n".join(["dataset,RF,φ(RF),SVM,φ(SVM),kNN,φ(kNN)", *rows, ""]))
    with pytest.raises(DataError, match=r"'φ\(RF\)' \(small beside 'RF'\)"):
        read(path)


def test_a_share_with_other_digits_that_follows_no_method_is_none(table_file):
    levels = [0.61, 0.93, 0.72, 0.88, 0.55, 0.79, 0.97, 0.66, 0.84]
    shares = [0.71, 0.62, 0.93, 0.58, 0.86, 0.99, 0.67, 0.52, 0.78]
    rows = [
        f"t{k},{level:.3f},{level + 0.007 * (k % 4):.3f},{level - 0.003 * (k % 5):.3f},{share}"
        for k, (level, share) in enumerate(zip(levels, shares, strict=True), 3)
    ]
    path = table_file("\n".join(["dataset,RF,SVM,kNN,Llwyth", *rows, ""]))
    with pytest.raises(DataError, match=r"'Llwyth' seems to hold no scores of methods \(with other digits"):
        read(path)


def test_the_direction_of_headings_is_before_that_of_the_name_of_a_file(tmp_path):
    rows = [f"t{k},0.{k}1,0.{k}3" for k in range(3, 9)]
    (tmp_path / "acc_time.csv").write_text("\n".join(["dataset,RF acc,SVM acc", *rows, ""]))
    assert read(tmp_path / "acc_time.csv").higher_is_better
    (tmp_path / "results.csv").write_text("\n".join(["dataset,Focal Loss,Dice Loss", *rows, ""]))
    losses = read(tmp_path / "results.csv", include=("Focal Loss", "Dice Loss"))
    assert losses.assumed[-1] == "higher is better"


def test_columns_that_tell_rows_apart_only_together_are_named_together(table_file):
    rows = [
        f"{d},{m},{r},{w},0.{i}{j}{k}7"
        for i, d in enumerate("xyz", 5)
        for j, m in enumerate("AB")
        for k, (r, w) in enumerate((r, w) for r in (0.1, 0.01) for w in (0, 0.5))
    ]
    path = table_file("\n".join(["dataset,model,rhin,wedd,score", *rows, ""]))
    with pytest.raises(DataError, match="'rhin' and 'wedd' together tell them apart") as error:
        read(path)
    task, comparate, repeat = error.value.remedies
    assert read(path, **task).n_tasks == 12
    assert read(path, **comparate).n_comparates == 8
    assert read(path, **repeat).repeats.shape == (3, 2, 4)


def test_what_is_measured_of_each_row_does_not_tell_rows_apart(table_file):
    rows = [
        f"{d},{m},{w},{1.37 * i + 0.11 * k + j},08:1{i}:{10 * j + k},0.{i}{j}{k}7"
        for i, d in enumerate("xyz", 5)
        for j, m in enumerate("AB")
        for k, w in enumerate((0.5, 0.75))
    ]
    path = table_file("\n".join(["dataset,model,wedd,cof,amser,score", *rows, ""]))
    with pytest.raises(DataError, match="'wedd' tells them apart") as error:
        read(path)
    offered = " ".join(value for remedy in error.value.remedies for value in remedy.values())
    assert "wedd" in offered and "cof" not in offered and "amser" not in offered


def test_the_last_step_of_each_seed_is_one_remedy(table_file):
    rows = [
        f"{d},{m},{s},{e},0.{i}{e}{j}{s}"
        for i, d in enumerate("xyz", 5)
        for j, m in enumerate("AB")
        for s in (3, 7)
        for e in (1, 2, 3)
    ]
    path = table_file("\n".join(["dataset,model,graine,époque,score", *rows, ""]))
    with pytest.raises(DataError, match="'époque' counts the steps of each run") as error:
        read(path)
    (remedy,) = error.value.remedies
    assert read(path, **remedy).repeats[0, 0].tolist() == [0.5303, 0.5307]


def test_rows_with_only_a_name_are_left_out_and_told(table_file):
    content = "Dataset,A,B\nVision,,\nx,0.1,0.2\nText,,\ny,0.3,0.4\n* over 5 seeds,,\n"
    scores = read(table_file(content))
    assert scores.tasks == ("x", "y")
    assert any("'Vision', 'Text' and '* over 5 seeds' have no scores" in note for note in scores.notes)
    with pytest.raises(DataError, match="missing"):
        read(table_file(content.replace("x,0.1,", "x,,")))


def test_what_nothing_says_is_assumed_and_said(table_file):
    scores = read(table_file(",A,B\nx,1,2\ny,3,4\n"))
    assert scores.assumed == ("methods in columns, tasks in rows", "higher is better")
    how = "higher is better, assumed; methods in columns, tasks in rows, assumed"
    assert scores.introduction == f"2 methods (A, B) × 2 tasks (x, y) ({how})"
    scores = read(table_file(",A,B\nx,1,2\ny,3,4\n"), higher_is_better=False)
    assert scores.introduction.endswith("(lower is better; methods in columns, tasks in rows, assumed)")
    assert read(table_file(",A,B\nx,1,2\ny,3,4\n"), layout="wide", higher_is_better=True).assumed == ()
    assert read(table_file("dataset,A,B\nx,1,2\ny,3,4\n"), higher_is_better=True).assumed == ()


def sense(source, **settings):
    return [(one.name, one.what, one.why) for one in read(source, **settings).sense]


def test_what_columns_and_rows_were_taken_for_is_known_with_the_evidence(table_file, scores):
    lengths = ["900", "4100", "155000", "2000", "650", "77", "4101", "901", "12", "31000", "902", "2001", "651", "4102"]
    rows = [[name, *map(str, row), length] for name, row, length in zip(NAMES, scores, lengths, strict=True)]
    path = table_file("\n".join(map(",".join, [["dataset", *HEADS, "gwyth"], *rows])) + "\n")
    found = sense(path, exclude=["gwyth", "z"], exclude_tasks=["t3q"])
    assert found[0] == ("dataset", "task", "going by the heading")
    assert found[1:5] == [(head, "method", "numbers") for head in "vwxy"]
    assert found[5] == ("z", "left out", "stated by `exclude`; numbers")
    assert found[6][:2] == ("gwyth", "left out") and found[6][2].startswith(
        "stated by `exclude`; property, whole numbers, "
    )
    assert found[7] == ("t3q", "left out", "stated by `exclude_tasks`")
    assert "though its numbers are those of a property" in sense(path, include=[*HEADS, "gwyth"])[6][2]


def test_what_columns_of_long_tables_were_taken_for_is_known(table_file):
    rows = [
        f"{data},{method},{seed},0.{k}{seed},x"
        for k, data in enumerate(("i", "w"), 5)
        for method in "AB"
        for seed in "12"
    ]
    path = table_file("\n".join(["dataset,gwyth,seed,accuracy,host", *rows, ""]))
    assert sense(path, comparate="gwyth", group="host") == [
        ("dataset", "task", "going by the heading"),
        ("gwyth", "method", "stated by `comparate`"),
        ("seed", "repeat", "going by the heading"),
        ("accuracy", "score", "going by the heading"),
        ("host", "group", "stated by `group`"),
    ]
    unused = sense(path, comparate="gwyth")
    assert unused[-1] == ("host", "not used", "no column of scores, and none that these need")


def test_of_several_tables_each_column_is_known_once(table_file):
    first, second = (
        table_file("dataset,A,B\nx,1,2\ny,3,4\n", "a.csv"),
        table_file("dataset,A,C\nx,1,2\ny,3,4\n", "b.csv"),
    )
    assert [name for name, _, _ in sense([first, second], missing="pairwise")] == ["dataset", "A", "B", "C"]


ROWS = [f"t{k}" for k in range(10)]
GOOD = [0.81, 0.72, 0.93, 0.64, 0.77, 0.58, 0.88, 0.69, 0.95, 0.61]
SLOW = [12.5, 3.2, 150.0, 9.1, 77.4, 1.6, 28.3, 410.0, 5.5, 61.2]


def table_of(tmp_path, *columns):
    path = tmp_path / "results.csv"
    path.write_text("\n".join(",".join(map(str, row)) for row in zip(*columns, strict=True)) + "\n")
    return str(path)


def test_the_best_of_the_others_is_a_summary(tmp_path):
    a, b, c = GOOD, [x - 0.013 * (k % 3) for k, x in enumerate(GOOD)], [x + 0.021 * (k % 2) for k, x in enumerate(GOOD)]
    a, b, c = ([round(x, 3) for x in column] for column in (a, b, c))
    best = [max(cells) for cells in zip(a, b, c, strict=True)]
    path = table_of(tmp_path, ["task", *ROWS], ["A", *a], ["B", *b], ["C", *c], ["topp", *best])
    with pytest.raises(
        DataError, match=r"'topp' seems to hold no scores of methods \(the largest of the other columns\)"
    ):
        read(path)
    assert read(path, exclude="topp").comparates == ("A", "B", "C")


@pytest.mark.parametrize("front", [True, False])
def test_measures_of_each_method_under_words_that_nobody_knows_are_asked_about(tmp_path, front):
    heads = [f"{m}_{n}" if front else f"{n} {m}" for m in ("guete", "dauer") for n in ("P", "Q")]
    slow = [round(1.7 * x, 1) for x in SLOW]
    close = [round(x - 0.01, 3) for x in GOOD]
    path = table_of(
        tmp_path, ["task", *ROWS], *([h, *c] for h, c in zip(heads, (GOOD, close, SLOW, slow), strict=True))
    )
    with pytest.raises(DataError, match=r"say .* of 2 methods each, on scales of their own") as error:
        read(path)
    assert [remedy["include"].split(",") for remedy in error.value.remedies] == [heads[:2], heads[2:], heads]
    for remedy in error.value.remedies:
        assert list(read(path, include=remedy["include"].split(",")).comparates) == remedy["include"].split(",")


def test_names_in_all_combinations_with_other_texts_are_one_score_a_row(tmp_path):
    rows = [(t, m, run) for t in ROWS for m in ("P", "Q") for run in (1, 2)]
    columns = [list(column) for column in zip(*rows, strict=True)]
    scores = [round(GOOD[k // 4] - 0.01 * (k % 3), 3) for k in range(len(rows))]
    path = table_of(
        tmp_path, ["Korpus", *columns[0]], ["Verfahren", *columns[1]], ["Versuch", *columns[2]], ["Wert", *scores]
    )
    with pytest.raises(DataError, match=r"10 values of 'Korpus' \(first 't0'\) stand in .* 2 of 'Verfahren'") as error:
        read(path)
    first = error.value.remedies[0]
    assert first == {"task": "Korpus", "comparate": "Verfahren", "repeat": "Versuch", "score": "Wert"}
    assert (read(path, **first).comparates, read(path, **first).n_tasks) == (("P", "Q"), 10)


def test_numbers_in_all_combinations_with_names_are_one_score_a_row(table_file):
    """As of persons under conditions, where a text that repeats in the rows would else name them."""
    cells = [(k, person, "ab"[person % 2], dose) for k, (dose, person) in enumerate(product((1, 2), range(1, 9)))]
    table = [f"{k},{person},{group},{dose},{20 + person * dose}" for k, person, group, dose in cells]
    path = table_file("\n".join([",unigolyn,grwp,dos,g", *table, ""]))
    with pytest.raises(
        DataError, match=r"8 values of 'unigolyn' .* stand in all combinations with 2 of 'dos'"
    ) as error:
        read(path)
    ways = [
        {"task": "unigolyn", "comparate": "dos", "score": "g"},
        {"task": "dos", "comparate": "unigolyn", "score": "g"},
    ]
    assert [*error.value.remedies] == ways
    assert (read(path, **ways[0]).n_comparates, read(path, **ways[0]).n_tasks) == (2, 8)


def test_least_and_largest_scores_beside_means_are_no_methods(tmp_path):
    """Whatever stands beside the words, where the numbers are in that order."""
    means = [1.4, 1.5, 2.1, 17.8, 19.0, 18.2]
    lines = ["Spieler,Satz,Mean [ms],Min [ms],Max [ms],Verh"]
    for k, (mean, (player, part)) in enumerate(zip(means, product("pq", "xyz"), strict=True)):
        lines.append(f"{player},{part},{mean},{mean - 0.3:.1f},{mean + 0.1 * (k + 4):.1f},{mean / 1.4:.2f}")
    (tmp_path / "crossed.csv").write_text("\n".join(lines) + "\n")
    with pytest.raises(DataError, match="2 values of 'Spieler'") as error:
        read(tmp_path / "crossed.csv")
    assert [*map(set, error.value.remedies)] == [{"task", "comparate"}] * 2
    (tmp_path / "some.csv").write_text("\n".join(line.partition(",")[2] for line in lines[:4]) + "\n")
    with pytest.raises(DataError, match=r"'Min \[ms\]' \(nowhere above 'Mean \[ms\]'\)") as error:
        read(tmp_path / "some.csv")
    assert not any("exclude" in remedy for remedy in error.value.remedies)


def test_methods_called_mean_min_and_max_are_methods():
    pooled = {"mean pooling": (0.81, 0.74, 0.92), "min pooling": (0.83, 0.71, 0.9), "max pooling": (0.8, 0.75, 0.94)}
    assert read(pd.DataFrame(pooled, index=["x", "y", "z"])).n_comparates == 3


def test_a_file_of_least_mean_and_largest_scores_is_of_one_method(tmp_path):
    for name, shift in (("PQ", 0), ("RS", 3)):
        rows = [f"la{k},10,{600 + k + shift},{605.5 + k + shift},{611 + k + 2 * shift}" for k in range(1, 6)]
        (tmp_path / f"{name}.txt").write_text(
            "\n".join(["inst.id,n.runs,best.f.min,best.f.mean,best.f.max", *rows, ""])
        )
    with pytest.raises(DataError, match="holds results of one method"):
        read(tmp_path / "PQ.txt")
    scores = read(tmp_path)
    assert (scores.comparates, scores.measure, scores.values[0, 0]) == (("PQ", "RS"), "mean", 606.5)


def test_spreads_of_measures_in_a_long_table_are_no_measures(table_file):
    lines = ["tool,dataset,precision,recall,precision_er,recall_er"]
    spreads = iter([0.081, 0.033, 0.009, 0.037, 0.133, 0.014, 0.016, 0.072, 0.044])
    for tool, base in (("P", 0.84), ("Q", 0.53), ("R", 0.71)):
        for k, data in enumerate(("low", "mid", "top")):
            recall, error = 0.35 + 0.2 * base * k, f"0.0{9 - k}{len(lines)}"
            lines.append(f"{tool},{data},{base - 0.07 * k:.2f},{recall:.3f},{next(spreads)},{error}")
    assert [scores.measure for scores in read_measures(table_file("\n".join([*lines, ""])))] == ["precision", "recall"]


def test_numbers_in_groups_of_digits_name_the_rows(table_file):
    sizes = [10**k for k in range(3, 8)]
    rows = [f'"{n:,}",{4.1 + 0.01 * k:.4f},{8.04 - 0.1 * k:.4f},{6.3 - 0.03 * k:.4f}' for k, n in enumerate(sizes)]
    scores = read(table_file("\n".join(["N time series,P,Q,R", *rows, ""])))
    assert (scores.n_comparates, scores.tasks[1]) == (3, "10,000")


def test_families_of_measures_are_asked_about_both_ways_round():
    good, small = (0.93, 0.96, 0.95, 0.92, 0.97), (0.41, 0.37, 0.43, 0.44, 0.4)
    columns = {
        f"{organ}-{measure}": [round(score - 0.1 * k, 2) for score in scores]
        for k, organ in enumerate(("liver", "lung", "colon"))
        for measure, scores in (("DSC", good), ("NSD", small))
    }
    frame = pd.DataFrame(columns, index=pd.Index(["Asym", "CE", "Focal", "Lov", "Tv"], name="Loss"))
    with pytest.raises(DataError, match="seem to be different measures") as error:
        read(frame)
    ways = [{**remedy} for remedy in error.value.remedies]
    assert {frozenset(way) for way in ways} == {frozenset({"layout", "include"}), frozenset({"transpose", "tasks"})}
    tasks = next(way for way in ways if "transpose" in way)["tasks"].split(",")
    scores = read(frame, transpose=True, tasks=tasks)
    assert (scores.n_comparates, scores.n_tasks) == (5, len(tasks))


def test_a_mean_in_front_of_its_parts_with_others_behind_them_is_a_summary():
    scores = np.array([[517, 426, 522, 491, 635, 498, 534], [495, 459, 533, 459, 650, 495, 524]])
    rows = np.vstack([scores, scores[::-1] - 31, scores - [[57], [83]]]) + np.arange(7) ** 2 % 5 * np.arange(6)[:, None]
    frame = pd.DataFrame(rows / 1000, columns=list("abcdefg"), index=[f"m{k}" for k in range(6)])
    frame.insert(0, "kreta", frame[list("abcde")].mean(axis=1).round(3))
    frame.index.name = "Model_name"
    with pytest.raises(DataError, match=r"'kreta' .*the mean of the 5 columns behind it"):
        read(frame)


def test_rows_that_have_a_mean_are_data_sets_whatever_the_corner_says(table_file):
    """A mean over methods hardly anybody states."""
    rows = [f"d{k},{88.5 - 5 * k % 23:.1f},{87.8 - 7 * k % 23:.1f},{85.6 - 4 * k % 19:.1f}" for k in range(6)]
    values = np.array([[float(cell) for cell in row.split(",")[1:]] for row in rows])
    mean = ",".join(f"{score:.1f}" for score in values.mean(axis=0))
    path = table_file("\n".join(["Algorithm,P,Q,R", *rows, f"Durchschn,{mean}", ""]))
    with pytest.raises(DataError, match=r"'Durchschn' seems to hold no scores .* if methods stand in columns") as error:
        read(path)
    wide, turned = error.value.remedies[0], next(way for way in error.value.remedies if "transpose" in way)
    assert wide == {"layout": "wide", "exclude_tasks": "Durchschn"} and turned["exclude"] == "Durchschn"
    assert read(path, **wide).comparates == ("P", "Q", "R")
    assert read(path, transpose=True, exclude="Durchschn").tasks == ("P", "Q", "R")
    assert read(path, layout="wide", exclude_tasks="Durchschn").n_tasks == 6


def test_what_reaches_best_known_results_is_a_method_once_these_are_left_out():
    known = [426, 7542, 675, 21282, 14379, 20749, 22068, 629, 1211, 6528]
    frame = pd.DataFrame(
        {"opt": known, "P": known, "Q": [round(1.01 * best + k % 3, 1) for k, best in enumerate(known)]}
        | {"R": [round(1.03 * best + 2 * (k % 4), 1) for k, best in enumerate(known)]},
        index=[f"t{k}" for k in range(10)],
    )
    with pytest.raises(DataError, match="'opt' seems to hold no scores"):
        read(frame)
    assert read(frame, exclude="opt").comparates == ("P", "Q", "R")


def crossed(*names, ids=False):
    """A table of scores with a row for each combination of some names, and perhaps a name of its own for each row."""
    rows = [*product(*names)]
    codes = [["lauf", *(f"{37 * k % 1000:x}z" for k in range(len(rows)))]] if ids else []
    columns = [[head, *column] for head, column in zip("uvw", zip(*rows, strict=True), strict=False)]
    return *codes, *columns, ["g", *(round(0.5 + 0.37 * k % 0.4, 3) for k in range(len(rows)))]


def test_of_three_columns_of_names_in_all_combinations_each_may_be_any(tmp_path):
    path = table_of(tmp_path, *crossed(["x", "y"], ["P", "Q", "R"], ROWS))
    with pytest.raises(DataError, match=r"2 values of 'u' .* 3 of 'v' \(first 'P'\) and 10 of 'w'") as error:
        read(path)
    assert [(way["task"], way["comparate"]) for way in error.value.remedies] == [*permutations("uvw", 2)]
    way = {"task": "w", "comparate": "v"}
    with pytest.raises(DataError, match=r"say that it names measures .* is part of the name") as error:
        read(path, **way)
    assert {"measure": "u"} in error.value.remedies
    scores = read(path, **way, measure="u", select_measure="y")
    assert (scores.comparates, scores.n_tasks, scores.measure) == (("P", "Q", "R"), 10, "y")


def test_a_number_too_large_of_another_measure_does_not_hide_names_in_all_combinations(table_file):
    rows = [
        f"{kind},{name},{data},{0.5 + n},{18446744073709549456 if n == 7 else 100000 * n}"
        for n, (kind, name, data) in enumerate(product(("1. Parse", "2. Write"), "PQR", ("x", "y")))
    ]
    with pytest.raises(DataError, match="stand in all combinations"):
        read(table_file("\n".join(["Type,Library,File,Time (ms),Peak", *rows, ""])))


def test_names_that_repeat_beside_rows_of_texts_are_asked_about(table_file):
    rows = [f"p{k // 2},{'uv'[k % 2]}{k % 3},{9.3 + k},{0.8 + 0.1 * k:.1f}" for k in range(8)]
    path = table_file("\n".join(["rhaglen,iaith,gzip,plain", *rows, "p4,u9,TBD,dim", "p4,v8,heb,TBD", ""]))
    with pytest.raises(DataError, match="'iaith'"):
        read(path)


def test_names_of_runs_leave_names_in_all_combinations_to_be_seen(tmp_path):
    columns = crossed(ROWS, ["P", "Q", "R"], ids=True)
    path = table_of(tmp_path, *columns, ["s", *(round(40 + 3.7 * k % 30, 1) for k in range(30))])
    with pytest.raises(DataError, match=r"10 values of 'u' .* 3 of 'v'") as error:
        read(path)
    assert read(path, **error.value.remedies[0], score="g").n_tasks == 10


def test_summaries_of_blocks_that_are_called_alike_are_told(tmp_path):
    rows = []
    for half in (slice(0, 5), slice(5, 10)):
        scores = np.array([[x, x - 0.02 * (k % 3), x + 0.01 * (k % 2)] for k, x in enumerate(GOOD)][half])
        rows += [[name, *row] for name, row in zip(ROWS[half], scores, strict=True)]
        rows.append(["prosjek", *scores.mean(axis=0).round(4)])
    path = table_of(tmp_path, *zip(["task", "P", "Q", "R"], *rows, strict=True))
    with pytest.raises(DataError, match="the row 'prosjek' seems to hold no scores of its own") as error:
        read(path)
    assert error.value.remedies[0] == {"exclude_tasks": "prosjek"}
    assert read(path, exclude_tasks=["prosjek"]).n_tasks == 10


def test_texts_in_front_of_names_in_all_combinations_do_not_hide_them(tmp_path):
    rows = [(t, m) for t in ROWS for m in ("P", "Q", "R")]
    days = ["2024-03-01" if k % 7 else "2024-03-02" for k in range(len(rows))]
    scores = [round(GOOD[k // 3] - 0.01 * (k % 4), 3) for k in range(len(rows))]
    methods, tasks = [m for _, m in rows], [t for t, _ in rows]
    path = table_of(tmp_path, ["zapis", *days], ["Verfahren", *methods], ["Wert", *scores], ["Korpus", *tasks])
    with pytest.raises(DataError, match="10 values of 'Korpus'") as error:
        read(path)
    readings = [read(path, **remedy) for remedy in error.value.remedies]
    assert ("P", "Q", "R") in [scores.comparates for scores in readings]


def test_rows_of_deviations_are_left_by_the_kind_of_row(tmp_path):
    spread = [0.011, 0.02, 0.015]
    lines = ["task,what,P,Q,R"]
    for name, score in zip(ROWS, GOOD, strict=True):
        lines.append(f"{name},mean,{score},{score - 0.02:.3f},{score + 0.01:.3f}")
        lines.append(f"{name},sd,{','.join(map(str, spread))}")
    (tmp_path / "results.csv").write_text("\n".join(lines) + "\n")
    with pytest.raises(DataError, match="if the rows of one kind are meant, choose them with `at`") as error:
        read(str(tmp_path / "results.csv"))
    assert [*error.value.remedies[:2]] == [{"at": "what=mean"}, {"at": "what=sd"}]
    assert read(str(tmp_path / "results.csv"), at="what=mean").values[0].tolist() == [0.81, 0.79, 0.82]


def test_nothing_is_a_ratio_to_a_column_of_zeros_and_ones():
    chance = np.random.default_rng(0)
    values = np.exp(chance.normal(0, 0.7, (28, 1))) * np.exp(chance.normal(0, 0.1, (28, 5)))
    values = np.column_stack([chance.integers(0, 2, 28), values.round(3)])
    assert [name for name, _ in found(values, ("b", *"ABCDE"), [*map(str, range(28))])] == ["b"]


@pytest.mark.parametrize("seed", [0, 4, 5])
def test_nothing_is_a_ratio_to_a_column_of_ones(seed):
    chance = np.random.default_rng(seed)
    values = np.exp(chance.normal(-0.6, 0.6, (24, 1))) * chance.uniform(0.7, 1.3, (24, 7))
    heads = ("parts", *"ABCDEFG")
    evidence = found(np.column_stack([np.ones(24), values.round(3)]), heads, [f"t{k}q" for k in range(24)])
    assert [name for name, what in evidence if what == "summary"] == []


def test_a_summary_in_front_is_told_from_the_row_that_it_equals(scores):
    rows = np.round(10 ** (5 * scores[:6] + np.random.default_rng(3).normal(0, 0.2, (6, 5))), 2)
    values = beside(rows, rows[:, ::-1] * [1.1, 1.2, 0.9, 1.3, 0.8]).round(2)
    values[2] = 10 * values.max(axis=0)
    assert found(np.vstack([values[2], values]), "abcdefghij", NAMES[:7], decimals=2) == {("t0q", "summary")}


def test_a_method_with_small_signed_errors_is_a_method():
    rows = (
        "2.78 .43 1.53 -.79 .15 2.87 1.45 2.53, 1.02 2.77 2.13 -.13 2.93 2.89 2.08 2.69,"
        "-.20 -.70 1.02 .08 .45 -.86 .93 .85, .38 .73 .64 .71 -1.21 -.31 -.87 .90,"
        "-.98 -.41 -.31 -.34 -.03 -.25 -1.06 -.41, -2.99 -1.75 -.18 -3.19 -2.56 -1.29 -.89 -1.71,"
        ".54 .99 -.99 -.19 .60 .35 .73 -.15, .63 1.55 2.90 -.14 2.75 2.38 1.84 1.61"
    )
    values = np.array([[float(cell) for cell in row.split()] for row in rows.split(",")])
    assert found(values, "abcdefgh", NAMES[:8], decimals=2) == set()


def test_a_noisy_method_beside_a_property_is_a_method():
    chance = np.random.default_rng(1)
    values = np.round(chance.uniform(0.5, 0.97, (10, 1)) + chance.normal(0, 0.03, (10, 4)), 3)
    values[:, 0] = np.round(values[:, 0] + chance.normal(0, 0.08, 10), 3).clip(values[:, 1:].min(), values[:, 1:].max())
    lengths = np.round(10 ** chance.uniform(2, 4, 10))
    assert found(np.column_stack([lengths, values]), ("n", *"ABCD"), names=NAMES[:10]) == {("n", "property")}


def test_a_method_that_reaches_all_best_known_results_is_a_method():
    best = np.array([426, 7542, 675, 21282, 14379, 6110, 3916, 48191])
    rest = best[:, None] * (1 + np.random.default_rng(4).uniform(0.004, 0.09, (8, 3)))
    values = np.column_stack([best, best, rest.round(1)])
    assert found(values, ("opt", "LKH", "ACO", "GA", "SA"), names=NAMES[:8], decimals=1) == {("opt", "summary")}


def test_a_method_that_is_best_by_rounding_is_no_best_known_result():
    rest = np.array([[0.77, 0.75], [0.64, 0.63], [0.41, 0.42], [0.50, 0.49], [0.58, 0.57], [0.74, 0.72], [0.54, 0.53]])
    rest = np.vstack([rest, [0.82, 0.83], [0.31, 0.33]])
    best = [0.77, 0.66, 0.42, 0.50, 0.58, 0.76, 0.54, 0.87, 0.35]
    values = np.column_stack([rest, rest.mean(axis=1).round(2) - 0.02, rest[:, ::-1].min(axis=1) - 0.01, best])
    assert found(values, decimals=2, names=NAMES[:9]) == set()


def test_a_difference_of_methods_is_none_where_all_rise_alike():
    chance = np.random.default_rng(8)
    values = (10 ** np.linspace(-0.5, 3, 10)[:, None] * np.exp(chance.normal(0, 0.05, (10, 4)))).round(2)
    values[:, 3] *= 3
    less = (values[:, 3] - values[:, 0]).round(2)
    assert found(beside(values, less), decimals=2, names=NAMES[:10]) == {("z", "summary")}
    by_rule = np.column_stack([0.5 + 0.01 * k * np.arange(1, 11) for k in (1, 2, 4)])
    assert found(np.column_stack([by_rule, by_rule[:, 2] - by_rule[:, 0]]), decimals=2, names=NAMES[:10]) == set()


def test_measures_on_scales_of_their_own_come_before_families_that_are_ordered():
    chance = np.random.default_rng(2)
    scores = chance.uniform(0.4, 0.9, 20)
    times = 10 ** chance.uniform(0, 3, 20)
    values = np.column_stack([scores, scores + 0.01, times, 1.3 * times]).round(3)
    block = Block(values, np.full(values.shape, 3, np.int8), ("good A", "good B", "slow A", "slow B"), tuple("t" * 20))
    assert set(families_of_measures(block)[1]) == {"good", "slow"}


@pytest.mark.parametrize("alike", [True, False], ids=["each by itself", "one of them"])
def test_families_that_do_not_rise_and_fall_together_are_measures(alike):
    chance = np.random.default_rng(2)
    one, other = (chance.uniform(0.4, 0.9, (20, 1)) + chance.normal(0, 0.02, (20, 3)) for _ in range(2))
    other = other if alike else chance.uniform(0.3, 0.9, (20, 3))
    heads = ("A good", "B good", "C good", "A bad", "B bad", "C bad")
    block = Block(np.column_stack([one, other]).round(3), np.full((20, 6), 3, np.int8), heads, tuple("t" * 20))
    why, families = families_of_measures(block)
    assert (why, {*families}) == ("which do not rise and fall together", {"good", "bad"})
    block = Block(np.column_stack([one, one + 0.01]).round(3), block.decimals, heads, block.names)
    assert not families_of_measures(block, ordered=False)[1]


def test_many_names_show_in_few_rows_that_two_families_are_measures():
    level = np.array([0.3, 0.5, 0.45, 0.7, 0.85, 0.6])
    noise = 1.6 * np.array([0.0, 0.12, -0.09, 0.03, -0.06, 0.1])
    good = [level + np.roll(noise, k) for k in range(6)]
    other = [np.roll(level, k) for k in (1, 5, 2, 4, 3, 1)]
    values = np.column_stack(good + other).round(3)
    heads = tuple(f"{name}{end}" for end in ("", "-brilt") for name in "ABCDEF")
    block = Block(values, np.full(values.shape, 3, np.int8), heads, tuple("t" * 6))
    assert families_of_measures(block) == ("which do not rise and fall together", {"": heads[:6], "brilt": heads[6:]})
    assert not families_of_measures(block.of([0, 1, 6, 7]))[1]


def test_families_of_shares_and_of_what_is_none_are_measures():
    scores = np.array([0.85, 0.64, 0.38, 0.65, 0.53, 0.56, 0.86, 0.58, 0.57, 0.90])
    times = np.array([0.45, 1.13, 0.21, 0.79, 0.20, 0.63, 2.11, 0.65, 0.50, 1.38])
    values = np.column_stack([scores, scores[::-1], times, times[::-1]])
    heads = ("one A", "one B", "two A", "two B")
    block = Block(values, np.full(values.shape, 2, np.int8), heads, tuple("t" * 10))
    assert families_of_measures(block, ordered=False)[0] == "on scales of their own"


def test_families_of_all_headings_come_before_those_of_some():
    chance = np.random.default_rng(2)
    scores = chance.uniform(0.4, 0.9, (20, 1)) + np.array([0, 0.05])
    values = np.column_stack([scores - 0.01, scores, scores + 0.01]).round(3)
    heads = ("lo A", "lo B", "A", "B", "hi A", "hi B")
    block = Block(values, np.full(values.shape, 3, np.int8), heads, tuple("t" * 20))
    assert set(families_of_measures(block)[1]) == {"", "lo", "hi"}
    times = 10 ** (np.linspace(0, 3, 20)[:, np.newaxis] + np.array([0, 0.1, 0.2]))
    values = np.column_stack([scores, scores[:, :1] + 0.02, times]).round(3)
    heads = ("A 3b good", "B 3b good", "C good", "A 3b slow", "B 3b slow", "C slow")
    block = Block(values, np.full(values.shape, 3, np.int8), heads, tuple("t" * 20))
    assert families_of_measures(block)[1]["good"] == heads[:3]


def test_a_row_that_equals_the_median_and_another_row_is_a_summary():
    rows = (
        "96 93 90 90, 46 45 47 48, 52 45 50 53, 42 43 41 42, 61 58 59 61, 71 70 65 68, 77 77 73 78, 69 67 67 68, "
        "51 54 59 56, 55 54 49 49, 80 77 79 77, 84 82 79 82, 49 48 48 51, 61 58 59 61"
    )
    values = np.array([[float(f"0.{cell}") for cell in row.split()] for row in rows.split(",")])
    assert found(values, HEADS[:4], decimals=2) == {("t13q", "summary")}


def test_zeros_that_nobody_writes_hide_no_difference():
    """Of three decimals, 0.04 has two where numbers are no texts."""
    old = np.array([0.516, 0.338, 0.373, 0.834, 0.61, 0.354])
    less = np.array([0.016, 0.034, 0.014, 0.04, 0.017, 0.014])
    values = np.column_stack([old + less, [0.518, 0.363, 0.357, 0.808, 0.577, 0.308], old, less]).round(3)
    heads = ("A", "B", "C", "less")
    block = Block(values, np.full(values.shape, BINARY, dtype=np.int16), heads, NAMES[:6])
    assert {(one.name, one.what) for one in evidence(block)} == {("less", "summary")}


def test_what_summaries_do_not_sum_up_is_no_score(scores):
    middle = np.median(scores, axis=1).round(1)
    assert found(beside(scores, middle), (*HEADS, "z")) == set()
    rows = np.vstack([beside(scores, middle), [*scores.mean(axis=0).round(3), np.nan]])
    assert found(rows, (*HEADS, "z"), (*NAMES, "mean")) == {("z", "property"), ("mean", "summary")}
    assert found(rows, (*HEADS, "z"), (*NAMES, "mean"), trusted=["z"]) == {("mean", "summary")}


def test_what_is_surer_is_left_out_by_a_command_of_its_own(scores):
    """A mean follows from the others, while a method may be far from them."""
    lengths = np.array([9, 41, 15, 20, 6, 77, 41, 9, 12, 31, 9, 20, 6, 41])
    table = {name: dict(zip(NAMES, column, strict=True)) for name, column in zip(HEADS, scores.T, strict=True)}
    table |= {"far": dict(zip(NAMES, lengths.tolist(), strict=True))}
    frame = pd.DataFrame(table | {"middle": dict(zip(NAMES, scores.mean(axis=1).round(4), strict=True))})
    with pytest.raises(DataError, match="list all methods in `include`, or all but those that are none") as error:
        read(frame.rename_axis("dataset"))
    kept = ",".join((*HEADS, "far"))
    assert error.value.remedies == ({"exclude": "far,middle"}, {"include": kept}, {"include": f"{kept},middle"})


LEADERBOARD = """eval_name,Type,Model,Average,IFEval,BBH,GPQA,#Params (B),CO₂ cost (kg)
Llama-3-8B_bfloat16,base,Llama-3-8B,15.48,14.55,24.50,27.38,8.03,0.94
Mistral-7B_bfloat16,base,Mistral-7B,17.40,22.66,23.95,25.59,7.24,0.62
Qwen2-7B_bfloat16,base,Qwen2-7B,24.49,31.49,34.71,27.27,7.61,0.81
gemma-7b_bfloat16,base,gemma-7b,17.54,26.59,21.12,24.92,8.53,1.20
"""


def test_a_column_of_models_says_what_evaluations_are_of(tmp_path):
    (tmp_path / "board.csv").write_text(LEADERBOARD, "utf-8")
    with pytest.raises(DataError, match=r"'CO₂ cost .*no scores of tasks"):
        read(str(tmp_path / "board.csv"))
    left = ("eval_name", "Type", "Average", "#Params (B)", "CO₂ cost (kg)")
    scores = read(str(tmp_path / "board.csv"), exclude_tasks=left)
    assert (scores.comparates[0], scores.tasks) == ("Llama-3-8B", ("IFEval", "BBH", "GPQA"))


def test_names_of_methods_are_asked_about_under_a_heading_of_evaluations(tmp_path):
    lines = [line.split(",") for line in LEADERBOARD.splitlines()]
    (tmp_path / "board.csv").write_text("\n".join(",".join((line[0], *line[4:7])) for line in lines), "utf-8")
    with pytest.raises(DataError, match="its rows are called like methods"):
        read(str(tmp_path / "board.csv"))


def test_what_is_left_of_few_rows_is_not_said_to_be_scores():
    sizes = {"Million Parameters": (7000, 7001, 7002), "Max Tokens": (32768, 512, 512)}
    scores = {f"t{k}": (72.81 - k, 69.04 + k, 71.32) for k in range(4)}
    frame = pd.DataFrame(sizes | scores, index=pd.Index(["Llama-3-8B", "Mistral-7B", "Qwen2-7B"], name="Model"))
    with pytest.raises(DataError, match="what is left may be different measures") as error:
        read(frame)
    assert [*map(set, error.value.remedies)] == [{"tasks"}]


def test_what_is_left_of_columns_that_do_not_rise_and_fall_together_is_not_said_to_be_scores():
    rates = {
        "P": (10.7, 79.8, 10.4, 108.8, 25.4),
        "Q": (4.9, 161.8, 76, 10.8, 552.8),
        "R": (69.4, 38.9, 26.3, 47.9, 31.9),
    }
    frame = pd.DataFrame(rates | {"S": (0.695, 0.815, 0.769, 0.828, 0.761)}, index=pd.Index(NAMES[:5], name="kalkink"))
    with pytest.raises(DataError, match="what is left may be different measures") as error:
        read(frame, layout="wide")
    assert error.value.remedies == ()


def test_tasks_on_scales_of_their_own_are_what_is_left():
    scores = {f"0{k}": [round(abs(0.3 + 0.17 * (k * j % 5) + k % 3), 4) for j in range(1, 5)] for k in range(9)}
    frame = pd.DataFrame({**scores, "02": [0.5, 6.2, 0.4, 0.9], "ms": [187.2, 174.7, 136.4, 116.6]})
    frame.index = pd.Index(["EI+K", "CV+K", "EI+P", "CV+P"], name="Method")
    with pytest.raises(DataError, match="'ms' seems to hold no scores") as error:
        read(frame)
    assert read(frame, **error.value.remedies[0]).n_tasks == 9


def test_measures_are_not_offered_as_methods():
    counts = {"TP": (3343, 3564, 3655, 3828), "FP": (236, 193, 390, 77), "FN": (143, 366, 296, 367)}
    frame = pd.DataFrame(counts | {"precision": (0.92, 0.91, 0.96, 0.90), "recall": (0.89, 0.90, 0.84, 0.97)})
    frame.insert(0, "caller", ["GATK", "DeepVariant", "Strelka2", "FreeBayes"])
    with pytest.raises(DataError) as error:
        read(frame, layout="wide")
    assert error.value.remedies == ()


def test_best_known_results_are_none_of_the_tasks_either(tmp_path):
    best = np.arange(1010, 1130, 10)
    rest = {name: best + 5 + np.random.default_rng(k).integers(0, 90, 12) for k, name in enumerate(("GA", "TS", "SA"))}
    frame = pd.DataFrame({"size": ["20×5", "50×5"] * 6, "LB": best} | rest, index=[f"ta{k:02}" for k in range(12)])
    frame.to_csv(tmp_path / "scores.csv")
    words = ["stats", str(tmp_path / "scores.csv"), "--transpose", "--exclude-tasks", "size"]
    done = CliRunner().invoke(main, words)
    assert "best known results" in done.stderr
    assert "scores.csv --transpose --exclude-tasks size,LB\n" in done.stderr  # as well as what was left out before


def test_second_best_scores_ranges_and_bests_of_few_tasks_are_summaries(scores):
    ordered = np.sort(scores, axis=1)
    for column in (ordered[:, -2], ordered[:, 1], np.ptp(scores, axis=1), ordered[:, -1]):
        assert found(beside(scores, column), (*HEADS, "u")) == {("u", "summary")}
    assert found(beside(scores, ordered[:, -1])[:4], (*HEADS, "u"), NAMES[:4]) == {("u", "summary")}
    ceiling = np.round(np.minimum(scores + 0.35, 1), 2)
    assert found(ceiling, decimals=2) == set()


def test_summaries_of_two_kinds_stand_at_both_ends(scores):
    values = np.vstack([np.median(scores, axis=0), scores, np.exp(np.log(scores).mean(axis=0))]).round(3)
    assert found(values, names=("u", *NAMES, "w")) == {("u", "summary"), ("w", "summary")}


@pytest.mark.parametrize("row", [(0, 1, 2, 3, 4), (1, 2, 3, 4, 5), (1999, 2014, 2016, 2001, 2017), (1, 0, 0, 1, 1)])
def test_rows_of_whole_numbers_at_an_end_are_no_tasks(row, scores):
    for values in (scores, 10 * scores):
        assert found(np.vstack([row, values]), names=("u", *NAMES)) == {("u", "property")}


def test_a_row_of_whole_numbers_is_a_task_where_others_as_large_are_whole_too():
    chance = np.random.default_rng(1)
    values = 10 ** (np.linspace(-3, 4, 14)[:, None] + chance.normal(0, 0.1, (14, 6)))
    places = np.maximum(2 - np.floor(np.log10(values)), 0).astype(np.int16)
    step = 10.0 ** (np.floor(np.log10(values)) - 2)
    block = Block(np.round(values / step) * step, places, tuple("uvwxyz"), NAMES)
    assert not evidence(block)


def test_rows_have_measures_as_columns_do(scores):
    times = 10 ** np.random.default_rng(4).uniform(1, 3, scores.shape)
    values = np.vstack([scores.T, times.T]).round(3)
    names = (*(f"{head} good" for head in HEADS), *(f"{head} slow" for head in HEADS))
    block = Block(values, np.full(values.shape, 3, np.int8), NAMES, names, turned=True)
    assert set(families_of_measures(block.across)[1]) == {"good", "slow"}


def test_the_mean_of_two_bounds_is_what_they_bound(scores):
    width = np.random.default_rng(3).uniform(0.005, 0.02, (N, 2)).round(3)
    rows = [row for k, name in enumerate("pq") for row in (scores[:, k] - width[:, k], scores[:, k] + width[:, k])]
    values = np.vstack([rows[0], rows[1], scores[:, 0], rows[2], rows[3], scores[:, 1]]).round(3)
    block = Block(values, np.full(values.shape, 3, np.int8), NAMES, ("p u", "p o", "p", "q u", "q o", "q"), turned=True)
    assert not {one.name for one in evidence(block)} & {"p", "q"}
    assert set(families_of_measures(block.across)[1]) == {"", "u", "o"}


def test_families_of_measures_are_those_of_most_headings():
    chance = np.random.default_rng(2)
    values = 10 ** (chance.uniform(-3, -1, (8, 1)) + np.linspace(0, 1.5, 3)[None, :] + chance.normal(0, 0.1, (8, 3)))
    low, high = 0.98 * values, 1.02 * values
    block = Block(
        np.column_stack([low, high, values]).round(6),
        np.full((8, 9), 6, np.int8),
        (*(f"u(x{k})" for k in range(3)), *(f"o(x{k})" for k in range(3)), "x0", "x1", "x2"),
        NAMES[:8],
    )
    assert set(families_of_measures(block)[1]) == {"", "u(", "o("}


def test_spreads_that_follow_their_scores_are_on_a_scale_of_their_own():
    chance = np.random.default_rng(5)
    values = 10 ** (chance.uniform(-3, 2, (14, 1)) + chance.normal(0, 0.1, (14, 3)))
    few = values * chance.uniform(0.02, 0.06, values.shape)
    heads = ("p", "q", "r", "p (zu)", "q (zu)", "r (zu)")
    block = Block(np.column_stack([values, few]).round(7), np.full((14, 6), 7, np.int8), heads, NAMES)
    assert set(families_of_measures(block)[1]) == {"", "(zu)"}


def test_errors_of_data_sets_of_all_sizes_are_scores_of_one_measure():
    chance = np.random.default_rng(6)
    errors = 10 ** (np.array([-3, 0, 2, -1, 3]) + chance.normal(0, 0.08, (9, 5)))
    places = np.maximum(3 - 1 - np.floor(np.log10(errors)), 0).astype(np.int16)
    errors = np.round(errors / 10.0**-places) * 10.0**-places
    block = Block(errors, places, HEADS, NAMES[:9], turned=True)
    assert different_measures(block, range(5)) == ""


def test_best_numbers_on_the_diagonal_of_a_square_are_asked_about(table_file):
    rows = [
        f"s{j},{','.join(f'{(8 + j if j == k else 3.5) - 0.3 * k - 0.2 * j:.2f}' for k in range(4))}" for j in range(4)
    ]
    counts = [",".join(str(290 + j if j == k else 3 * k + j) for k in range(4)) for j in range(4)]
    for text in ("\n".join([",fi,et,lv,lt", *rows, ""]), "\n".join(["2,3,4,5", *counts, ""])):
        with pytest.raises(DataError, match="numbers of all its rows and columns stand on its diagonal") as error:
            read(table_file(text))
        assert [*error.value.remedies] == [{"layout": "wide"}, {"transpose": ""}]
    path = table_file("\n".join([",fi,et,lv,lt", *rows[1:], rows[0], ""]))
    assert read(path).comparates == ("fi", "et", "lv", "lt")


def test_means_of_the_columns_of_each_kind_are_summaries(table_file):
    chance = np.random.default_rng(11)
    names = ("plo", "vug", "kesk")
    scores = np.round(chance.uniform(2, 4, (5, 6)), 2)
    means = [np.round(scores[:, k::2].mean(axis=1) + 1e-9, 2) for k in (0, 1)]
    header = ",".join(f"{name} {end}" for name in (*names, "cyf") for end in ("rel", "koh"))
    text = "\n".join(
        [f"model,{header}"]
        + [
            f"m{k},{','.join(f'{one:.2f}' for one in (*row, *of))}"
            for k, (row, *of) in enumerate(zip(scores, *means, strict=True))
        ]
    )
    with pytest.raises(DataError, match=r"'cyf rel' \(the mean of the other columns of 'rel'\)") as error:
        read(table_file(text))
    assert error.value.remedies[0] == {"exclude_tasks": "cyf rel,cyf koh"}
    left = read(table_file(text), exclude_tasks=("cyf rel", "cyf koh"))
    assert left.tasks == tuple(f"{name} {end}" for name in names for end in ("rel", "koh"))


def test_what_is_called_average_need_not_be_the_mean_to_the_printed_digits(table_file):
    rows = ["n1,71.4,77.2,77.9,78.3,75.3", "n2,69.1,75.3,77.0,72.8,74.1", "n3,71.8,72.6,76.2,73.9,73.2"]
    path = table_file("\n".join(["", *rows]).replace("", ",vex,jor,pim,lud,Average", 1))
    with pytest.raises(DataError, match="'Average' seems to hold no scores of methods"):
        read(path)


def test_a_number_that_is_infinite_wherever_it_stands_is_a_setting(table_file):
    rows = [
        f"{data},{method},0.{5 + k}{j},{'false' if method == 'R' else 'true'},{'inf' if method == 'R' else ''}"
        for k, data in enumerate("abcd")
        for j, method in enumerate("PQR")
    ]
    path = table_file("\n".join(["dataset,method,accuracy,cache,epochs", *rows, ""]))
    assert read(path, score="accuracy").comparates == ("P", "Q", "R")


def test_no_row_that_is_called_like_others_is_a_summary_of_these():
    scores = np.random.default_rng(3).integers(100, 900, (60, 4)) / 1000
    values = np.vstack([scores, scores.mean(axis=0).round(6)])
    decimals = np.repeat([3, 6], (60, 1))[:, np.newaxis].repeat(4, axis=1).astype(np.int8)
    names = ("oak",) * 30 + ("ash",) * 30
    found = {
        last: [one for one in evidence(Block(values, decimals, tuple("ABCD"), (*names, last))) if one.what == "summary"]
        for last in ("ash", "total")
    }
    assert not found["ash"] and [one.name for one in found["total"]] == ["total"]


def test_runs_without_a_state_beside_failed_ones_are_chosen_by_an_empty_value(table_file):
    rows = [
        f"{data},{method},{0 if late else 0.5 + 0.05 * k + 0.1 * j:.2f},{'timeout' * late}"
        for k, data in enumerate("abcde")
        for j, method in enumerate("PQ")
        for late in [(k, j) == (3, 1)]
    ]
    path = table_file("\n".join(["dataset,method,score,cyflwr", *rows, ""]))
    with pytest.raises(DataError, match="the runs with 'timeout'") as error:
        read(path)
    assert error.value.remedies[0] == {"at": "cyflwr="}
    assert read(path, at="cyflwr=", missing="drop-tasks").tasks == tuple("abce")


def test_a_column_called_score_beside_tasks_is_none_of_them(table_file):
    rows = [f"m{k},{64 + 3 * k}.{k + 1},{40 + 9 * k}.0,{83 + 2 * k}.9,{70 + 4 * k}.{7 - k}" for k in range(4)]
    path = table_file("\n".join(["Model,Score,KoLB,STV,RUG", *rows, ""]))
    with pytest.raises(DataError, match="'Score' seems to hold no scores of tasks") as error:
        read(path)
    assert error.value.remedies[0] == {"exclude_tasks": "Score"}
    assert read(path, exclude_tasks=("Score",)).tasks == ("KoLB", "STV", "RUG")
    assert read(path, tasks=("Score", "KoLB", "STV", "RUG")).tasks[0] == "Score"


def test_finer_numbers_half_way_on_both_sides_are_bounds_whatever_they_are_called():
    rng = np.random.default_rng(5)
    scores = rng.uniform(0.4, 0.9, (12, 1)) + rng.normal(0, 0.02, (12, 5))
    scores = scores.round(3)
    half = rng.uniform(0.005, 0.02, 12).round(4)
    values = np.column_stack([scores, scores[:, 0] - half, scores[:, 0] + half]).round(4)
    decimals = np.repeat([3, 4], (5, 2))[np.newaxis].repeat(12, axis=0).astype(np.int8)
    doubts = evidence(Block(values, decimals, ("A", "B", "C", "D", "E", "fardtun", "brukrelt"), tuple("abcdefghijkl")))
    assert {(doubt.name, doubt.what) for doubt in doubts} == {("fardtun", "spread"), ("brukrelt", "spread")}
