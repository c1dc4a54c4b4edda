"""The Bayesian tests as a part of a comparison."""

import json
from contextlib import contextmanager

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.bayes.pairs import posteriors
from comparatex.inference.bayes.signed_rank import signed_rank
from comparatex.inference.compare import compare
from comparatex.stats import as_dict, csv_parts, to_json

BOTH = pytest.mark.parametrize("bayes_test", ["signed-rank", "sign"])
REGIONS = ("p_left", "p_rope", "p_right")


def analysis(**settings):
    return Analysis(bayes=True, **{"samples": 500, "rope": 0.01, **settings})


def triples(comparison):
    """Return the three probabilities of every ordered pair of names."""
    matrices = [comparison.square(region) for region in REGIONS]
    names = comparison.names
    return {
        (a, b): tuple(matrix[i, j] for matrix in matrices)
        for i, a in enumerate(names)
        for j, b in enumerate(names)
        if i != j
    }


@BOTH
def test_a_pair_depends_on_no_other_comparate_and_no_order(bayes_test, make):
    rng = np.random.default_rng(0)
    values, names = rng.random((15, 6)).round(2), list("abcdef")
    whole = triples(compare(make(values, 2, names), analysis(bayes_test=bayes_test)))
    some = [4, 0, 2]
    part = make(values[::-1, some], 2, [names[k] for k in some])
    for pair, found in triples(compare(part, analysis(bayes_test=bayes_test))).items():
        assert found == whole[pair]


def test_p_left_is_of_the_row(make):
    values = np.column_stack((np.full(12, 0.5), np.full(12, 0.9)))
    comparison = compare(make(values, 1, ["low", "high"]), analysis())
    assert comparison.names == ("high", "low")
    assert comparison.posterior.p_left.tolist() == [1]
    assert comparison.square("p_left")[1, 0] == 0
    errors = compare(make(values, 1, ["low", "high"], higher_is_better=False), analysis())
    assert errors.names == ("low", "high")
    assert errors.posterior.p_left.tolist() == [1]


def test_one_pair_with_samples(make):
    values = np.random.default_rng(1).random((12, 3)).round(2)
    comparison = compare(make(values, 2), analysis())
    one = comparison.posterior_of(2, 0)
    assert one.p_left == comparison.square("p_left")[2, 0]
    assert one.samples.shape == (500, 3)


def test_missing_scores_and_tie_tolerance(make):
    values = np.array([[0.50, 0.61], [np.nan, 0.9], [0.72, 0.64], [0.81, 0.812]])
    comparison = compare(make(values, 3, missing="pairwise", tie_tolerance=0.05), analysis())
    first, second = comparison.order
    expected = np.round((values[:, first] - values[:, second]) / 0.05) * 0.05
    found = signed_rank(expected.round(2), 0.01, n_samples=500)
    assert [found.p_left, found.p_rope, found.p_right] == [
        getattr(comparison.posterior, region)[0] for region in REGIONS
    ]


def test_the_rope_must_be_given_outside_0_to_1(make):
    comparison = compare(make([[1.0, 20.0], [3.0, 4.0]], 1), Analysis(bayes=True, samples=10))
    with pytest.raises(UsageError, match="`rope`"):
        _ = comparison.posterior
    inside = compare(make([[0.1, 0.2], [0.3, 0.4]], 1), Analysis(bayes=True, samples=10))
    assert inside.rope == 0.01
    assert any("rope" in note for note in inside.notes)


def test_statistics_show_the_posterior_when_asked(make):
    scores = make(np.random.default_rng(1).random((6, 3)).round(2), 2)
    shown = json.loads(to_json(compare(scores, analysis())))
    assert list(shown["pairs"][0]["posterior"]) == list(REGIONS)
    assert sum(shown["pairs"][0]["posterior"].values()) == pytest.approx(1)
    assert shown["settings"]["rope"] == 0.01
    assert "p_left,p_rope,p_right" in "".join(dict(csv_parts(compare(scores, analysis())))["pairs.csv"])
    assert "posterior" not in as_dict(compare(scores))["pairs"][0]
    assert list(compare(scores, analysis()).pairs.columns[-3:]) == list(REGIONS)


@pytest.mark.parametrize("settings", [{"rope": -1.0}, {"rope": float("nan")}, {"samples": 0}, {"seed": -1}])
def test_settings_that_cannot_be_are_refused(settings):
    with pytest.raises(UsageError):
        Analysis(**settings)


@pytest.mark.parametrize("test", ["signed-rank", "sign"])
def test_some_against_some_are_the_same_numbers_whether_all_are_known_or_not(test):
    rng = np.random.default_rng(2)
    table = (
        np.round(rng.uniform(size=(12, 6)), 2),
        [f"c{i}" for i in range(6)],
        [f"t{k}" for k in range(12)],
    )
    alone, known = (compare(read(table), bayes_test=test, samples=2000) for _ in range(2))
    rows, columns = (4, 1), (1, 5, 0)
    expected = np.stack([known.square(name)[np.ix_(rows, columns)] for name in REGIONS])
    np.testing.assert_array_equal(alone.posteriors_between(rows, columns), expected)
    assert "posterior" not in vars(alone) and "posterior" in vars(known)
    np.testing.assert_array_equal(known.posteriors_between(rows, columns), expected)


@BOTH
def test_progress_grows_to_the_total(bayes_test, make, monkeypatch):
    comparison, seen = compare(make(np.random.default_rng(3).random((9, 13)).round(2), 2, "abcdefghijklm")), []

    @contextmanager
    def step(what, total):
        yield lambda done: seen.append((done, total))

    monkeypatch.setattr("comparatex.inference.bayes.pairs.progress.step", step)
    posteriors(comparison.scores, analysis(bayes_test=bayes_test), *comparison.in_table)
    assert seen == [(64, 78), (78, 78)]
