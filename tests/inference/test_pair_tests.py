"""Every test of an analysis in a comparison: oracles, antisymmetry, words."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from comparatex.data.scores import BINARY
from comparatex.errors import UsageError
from comparatex.inference.analysis import CLUSTERED, RANK_TESTS, SUPPLIED, TESTS, Analysis
from comparatex.inference.compare import compare
from comparatex.inference.rank_tests import conover, friedman_z
from comparatex.layout.facts import Study
from comparatex.text import Text

OURS = tuple(name for name in TESTS if name != SUPPLIED)


def test_t_agrees_with_scipy_in_both_directions(accuracies):
    """To 1e-9: differences are on a grid of 1e-10, the oracle's are floats."""
    scores = accuracies(4, 25, seed=3)
    for i, name in enumerate(compare(scores).names):
        comparison = compare(scores, Analysis(test="t", sides="ours", control=name, correction="none"))
        p = comparison.square("pvalue")
        for j in range(4):
            if i != j:
                x, y = (scores.values[:, comparison.order[c]] for c in (i, j))
                oracle = stats.ttest_rel(x, y, alternative="greater")
                assert p[i, j] == pytest.approx(oracle.pvalue, rel=1e-6, abs=1e-12)
                assert comparison.square("statistic")[i, j] == pytest.approx(abs(oracle.statistic), rel=1e-6)


@pytest.mark.parametrize(("test", "function"), [("friedman-z", friedman_z), ("conover", conover)])
def test_tests_of_mean_ranks(test, function, accuracies):
    comparison = compare(accuracies(5, 20, decimals=2, seed=4), Analysis(test=test))
    pairs, ranks = comparison.pair_statistics, comparison.ranks
    given = (ranks.mean(axis=0), len(ranks)) if test == "friedman-z" else (ranks,)
    statistic, pvalue = function(*given, pairs.row, pairs.column)
    np.testing.assert_allclose(pairs.pvalue, pvalue, rtol=1e-12)
    np.testing.assert_allclose(pairs.statistic, np.abs(statistic), rtol=1e-12)
    assert (comparison.joined == comparison.joined.T).all()


def fitting(scores, test):
    """Return scores whose tasks are in clusters of two, or are folds of one, where the test is of these."""
    if test == "corrected-t":
        folds = {"repeats": scores.values.T[None], "values": scores.values.mean(axis=0)[None], "tasks": ("iris",)}
        about = {"decimals": np.full((1, scores.n_comparates), BINARY, np.int8), "repeats_are": "folds"}
        return replace(scores, **folds, **about, repeat_noun="fold", splits=(0,) * scores.n_tasks)
    clusters = {task: f"c{k // 2}" for k, task in enumerate(scores.tasks)}
    return replace(scores, clusters=clusters) if test in CLUSTERED else scores


@pytest.mark.parametrize("test", OURS)
def test_every_test_treats_comparates_alike(test, make):
    """Order of columns, and errors for accuracies, change nothing."""
    values = np.random.default_rng(6).integers(0, 40, (15, 4)) / 64
    names = list("abcd")
    errors = make(1 - values[:, ::-1], 6, names[::-1], higher_is_better=False)
    whole, turned = (compare(fitting(table, test), Analysis(test=test)) for table in (make(values, 6, names), errors))
    assert whole.names == turned.names
    np.testing.assert_allclose(whole.pair_statistics.pvalue, turned.pair_statistics.pvalue, rtol=1e-9)
    np.testing.assert_allclose(whole.pair_statistics.statistic, turned.pair_statistics.statistic, rtol=1e-9)


@pytest.mark.parametrize("test", OURS)
def test_every_test_where_it_is_undefined_or_nothing_differs(test, make):
    if test != "corrected-t":  # of one fold there is none
        one = compare(fitting(make([[0.1, 0.2, 0.3]], 1), test), Analysis(test=test))
        assert np.isnan(one.pair_statistics.pvalue).all() == (test in (*RANK_TESTS, "t"))
    same = compare(fitting(make(np.ones((6, 3)), 0), test), Analysis(test=test))
    assert same.pair_statistics.pvalue.tolist() == pytest.approx([1, 1, 1], abs=1e-12)


def test_t_with_missing_scores(make):
    values = np.array([[0.1, 0.3], [np.nan, 0.2], [0.4, 0.5], [0.2, 0.6], [0.9, np.nan]])
    comparison = compare(make(values, 1, missing="pairwise"), Analysis(test="t"))
    rows = [0, 2, 3]
    assert comparison.pair_statistics.pvalue[0] == pytest.approx(
        stats.ttest_rel(values[rows, 0], values[rows, 1]).pvalue
    )


@pytest.mark.parametrize("test", OURS)
def test_every_test_has_words_of_its_own(test, accuracies):
    table = accuracies(3, 8)
    studies = {name: Study(compare(fitting(table, name), Analysis(test=name))) for name in OURS}
    said = {name: Text("words").test(study) for name, study in studies.items()}
    assert said.pop(test) not in said.values()
    assert Text("results").statistic(studies[test])
    assert Text("results").statistic_in_words(studies[test])


@pytest.mark.parametrize("test", RANK_TESTS)
def test_tests_of_ranks_have_two_sides_and_transitive_hypotheses(test, accuracies):
    with pytest.raises(UsageError, match="two-sided"):
        Analysis(test=test, sides="better")
    if test != "nemenyi":
        comparison = compare(accuracies(5, 8), Analysis(test=test, correction="shaffer"))
        correction = Text("words").correction(Study(comparison))
        assert "when all methods perform alike" in correction
        assert "are not" not in correction
