"""Skillings and Mack's test where scores are missing, and scores that take the place of missing ones."""

import json
import re

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.data.scores import on_tasks
from comparatex.errors import DataError, UsageError
from comparatex.inference.compare import compare, imputation
from comparatex.inference.friedman import friedman
from comparatex.inference.rank_tests import doubled_ranks, skillings_mack
from comparatex.inference.verdicts import verdicts
from comparatex.stats import to_json
from levels import ALPHA, Share
from studies import skillings

NAN = np.nan
# Times of assembly by four methods: Skillings and Mack (1981), whose statistic is 15.493.
ASSEMBLY = [
    [3.2, 4.1, 3.8, 4.2],
    [3.1, 3.9, 3.4, 4.0],
    [4.3, 3.5, 4.6, 4.8],
    [3.5, 3.6, 3.9, 4.0],
    [3.6, 4.2, 3.7, 3.9],
    [4.5, 4.7, 3.7, NAN],
    [NAN, 4.2, 3.4, NAN],
    [4.3, 4.6, 4.4, 4.9],
    [3.5, NAN, 3.7, 3.9],
]


def test_the_published_example(make):
    found = skillings_mack(np.array(ASSEMBLY))
    assert (found.df, round(found.statistic, 3), round(found.pvalue, 6)) == ((3,), 15.493, 0.00144)
    comparison = compare(make(ASSEMBLY, 1, missing="pairwise", higher_is_better=False))
    assert comparison.omnibus == "skillings-mack"
    assert json.loads(to_json(comparison))["skillings_mack"]["statistic"] == pytest.approx(found.statistic)
    assert compare(make(np.nan_to_num(ASSEMBLY, nan=5), 1)).skillings_mack is None


@pytest.mark.parametrize("seed", range(8))
def test_on_complete_tables_it_is_friedmans_corrected_for_ties(seed):
    values = np.random.default_rng(seed).integers(0, 4 + 9 * seed, (12, 5)).astype(float)
    wanted, found = friedman(doubled_ranks(values)), skillings_mack(values)
    assert (found.statistic, found.pvalue) == pytest.approx((wanted.statistic, wanted.pvalue))
    assert found.df == (wanted.df,)


@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_sums_over_tasks_with_gaps_and_ties(seed):
    rng = np.random.default_rng(seed)
    values = rng.integers(0, 8, (9, 4)).astype(float)
    values[rng.random(values.shape) < 0.35] = NAN
    assert skillings_mack(values).pvalue == pytest.approx(skillings(-values))


def test_tasks_that_do_not_connect_all_leave_fewer_degrees_of_freedom():
    apart = np.array([[1, 2, NAN, NAN], [2, 1, NAN, NAN], [NAN, NAN, 1, 2], [NAN, NAN, 1, 2], [1, 2, NAN, NAN]])
    assert skillings_mack(apart).df == (2,)
    assert np.isnan(skillings_mack(apart[:1]).pvalue)
    assert skillings_mack(np.ones((3, 3))).pvalue == 1


def test_its_level_holds_with_gaps():
    rng, hits, runs = np.random.default_rng(3), 0, 2_000
    for _ in range(runs):
        values = rng.normal(size=(25, 5))
        values[rng.random(values.shape) < 0.25] = NAN
        hits += skillings_mack(values).pvalue <= ALPHA
    assert Share(hits, runs).at_most(ALPHA)
    assert hits > 0.03 * runs


TABLE = "data set,A,B,Dummy\na,0.9,,0.5\nb,0.8,0.7,0.6\nc,,0.4,0.45\nd,0.7,0.6,0.5\n"


@pytest.mark.parametrize(
    ("policy", "higher", "wanted"),
    [
        ("impute=worst", True, [[0.9, 0.4, 0.5], [0.39, 0.4, 0.45]]),
        ("impute=worst", False, [[0.9, 1.0, 0.5], [0.46, 0.4, 0.45]]),
        ("impute=Dummy", True, [[0.9, 0.5, 0.5], [0.45, 0.4, 0.45]]),
    ],
)
def test_missing_scores_are_those_of_others(tmp_path, policy, higher, wanted):
    (tmp_path / "r.csv").write_text(TABLE)
    scores = read(tmp_path / "r.csv", missing=policy, higher_is_better=higher)
    assert scores.values[[0, 2]].tolist() == wanted
    assert scores.imputed == (("a", "B"), ("c", "A"))
    assert on_tasks(scores, [1, 2]).imputed == (("c", "A"),)
    assert any(note.startswith("2 of 12 scores are missing and ") for note in scores.notes)


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("scale", [0, 1, 30])
def test_a_failure_ranks_below_all_with_two_comparates_too(higher, scale):
    rng = np.random.default_rng(scale)
    values = (rng.normal(5, 1, (12, 2)).round(3) - 5) * scale + rng.normal(9, 1, (12, 2)).round(1)
    values[:4, 0] = values[2:3, 1] = np.nan
    values[2, 0] = 1.5
    found = compare(read((values, ("A", "B")), missing="impute=worst", higher_is_better=higher))
    ours, theirs = (found.scores.values[:, found.scores.comparates.index(name)] for name in "AB")
    lost = np.array([True, True, False, True])
    assert ((ours < theirs)[:4] == (lost == higher)).all()
    assert found.pairs["ties"].tolist() == [int((ours == theirs)[4:].sum())]


def test_a_failure_keeps_the_range_of_the_measure():
    table = {"A": {"s": None, "t": 0.25, "u": 1.0}, "B": {"s": 0, "t": 0.5, "u": None}}
    assert read(table, missing="impute=worst").values[:, 0].tolist() == [0, 0.25, 1]
    assert read(table, missing="impute=worst", higher_is_better=False).values[2].tolist() == [1, 1]
    positive = {"A": {"s": None, "t": "2.5"}, "B": {"s": "0.1", "t": "3.5"}}
    assert read(positive, missing="impute=worst").values[0].tolist() == [0.05, 0.1]


@pytest.mark.parametrize(
    ("reading", "analysis"),
    [
        ({}, {}), ({}, {"scale": "relative"}), ({}, {"test": "conover"}), ({"missing": "impute=worst"}, {}),
        ({"missing": "impute=C"}, {}), ({"missing": "pairwise"}, {}), ({"missing": "drop-tasks"}, {}),
    ],
)  # fmt: skip
def test_what_depends_on_others_changes_without_them_and_nothing_else_does(reading, analysis):
    """Of A and B, with and without the third: what `on_others` does not name stays, and what it names moves."""
    values = np.random.default_rng(5).normal([0.6, 0.55, 0.55], 0.05, (15, 3)).round(2)
    if reading:
        values[:2, 0] = values[7, 1] = np.nan
        values[4, 2] = np.nan if "impute=C" not in reading.values() else values[4, 2]
    with_third = compare(read((values, tuple("ABC")), **reading), **analysis)
    if "impute=C" in reading.values():
        reading = {"missing": "pairwise"}
    without = compare(read((values[:, :2], tuple("AB")), **reading), **analysis)
    pairs = [c.pairs.set_index(["row", "column"]).loc[("A", "B")] for c in (with_third, without)]
    moved = {name: pairs[0][name] != pairs[1][name] for name in ("mean_difference", "pvalue", "n_tasks")}
    assert {
        "": not any(moved.values()),
        "pvalues": moved == {"mean_difference": False, "pvalue": True, "n_tasks": False},
        "tasks": moved["n_tasks"],
        "numbers": moved["mean_difference"] and moved["pvalue"],
    }[with_third.basis.others]
    assert without.basis.others == ""


@pytest.mark.parametrize("choice", [{"exclude": "Dummy"}, {"include": "A,B,error"}])
@pytest.mark.parametrize("gaps", [True, False])
def test_who_stands_in_can_be_left_out_of_the_comparison(choice, gaps):
    """Its scores fill the gaps; it has no pairs, so that the correction is over those of the others."""
    values = np.array([[0.8, np.nan if gaps else 0.7, 0.6, 0.5], [0.7, 0.72, 0.61, 0.5], [0.75, 0.73, 0.65, 0.52]])
    names = ("A", "B", "error", "Dummy")
    choice = {key: tuple(value.split(",")) for key, value in choice.items()}
    scores = read((values, names), missing="impute=Dummy", **choice)
    assert scores.comparates == ("A", "B", "error")
    assert scores.values[0, 1] == (0.5 if gaps else 0.7)
    assert len(compare(scores).pair_statistics.row) == 3
    if not gaps:
        assert read((values, names), exclude=("error",)).comparates == ("A", "B", "Dummy")


def test_what_cannot_be_imputed_is_refused(tmp_path):
    (tmp_path / "r.csv").write_text(TABLE + "e,,,\nf,0.1,,\n")
    for policy, error, said in [
        (
            "impute=worst",
            DataError,
            "No method has a score on 'e': leave such tasks out with `exclude_tasks`",
        ),
        (
            "impute=Dummy",
            DataError,
            "'Dummy', whose scores others take where theirs are missing, has no score on 'e'",
        ),
        ("impute=Dumy", UsageError, "did you mean 'Dummy'"),
        ("imputed", UsageError, "There is no `missing` 'imputed'"),
    ]:
        with pytest.raises(error, match=re.escape(said)):
            read(tmp_path / "r.csv", missing=policy)


def test_verdicts_that_depend_on_imputed_scores():
    values = np.random.default_rng(1).normal([0, 0.1, 2], size=(30, 3)).round(3)
    columns = zip("ABC", values.T.tolist(), strict=True)
    table = {name: dict(enumerate(scores)) for name, scores in columns}
    table["A"] = {task: score for task, score in table["A"].items() if task > 15}
    comparison, alone = (compare(read(table, missing=policy)) for policy in ("impute=C", "drop-tasks"))
    found = imputation(comparison)
    assert (found.source, found.n_scores, found.n_complete) == ("C", 16, alone.scores.n_tasks)
    imputed, complete = (
        {
            frozenset(pair[:2]): pair[2] == "open"
            for pair in c.pairs.assign(v=verdicts(c))[["row", "column", "v"]].values
        }
        for c in (comparison, alone)
    )
    changed = {frozenset(pair[:2]) for pair in found.verdicts}
    assert changed == {pair for pair in imputed if imputed[pair] != complete[pair]} != set()
    record = json.loads(to_json(comparison))["imputation"]
    assert [tuple(pair.values()) for pair in record["verdicts_that_differ"]] == list(found.verdicts)
    assert imputation(alone) is None
    assert "imputation" not in json.loads(to_json(alone))
