"""The examples that were printed elsewhere: what their sources say about them holds for the files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import comparatex as cx
from comparatex.data.scores import Scores

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def tutorial() -> Scores:
    return cx.read(EXAMPLES / "friedman-tutorial" / "results.csv")


@pytest.fixture
def errors() -> Scores:
    return cx.read(EXAMPLES / "lecture" / "errors.csv", higher_is_better=False)


@pytest.fixture
def folds() -> Scores:
    return cx.read(EXAMPLES / "lecture" / "folds.csv", repeat="fold", higher_is_better=False)


def test_tutorial_has_the_printed_table(tutorial: Scores) -> None:
    assert tutorial.comparates == ("ts-chief", "rocket", "boss", "weasel", "catch22")
    assert " ".join(tutorial.tasks) == "Beef BME Car CBF Crop Fish Ham Meat Rock UMD Wine Yoga"
    assert (tutorial.decimals == 3).all()
    assert tutorial.higher_is_better


def test_tutorial_ranks_as_printed_but_for_the_tie_it_breaks(tutorial: Scores) -> None:
    ranks = (tutorial.values[:, :, None] < tutorial.values[:, None, :]).sum(axis=2) + 1
    printed = ["31425", "21534", "21345", "23145", "12435", "12345"]
    printed += ["41235", "21345", "23415", "12345", "32415", "41235"]
    expected = np.array([[int(rank) for rank in row] for row in printed])
    expected[tutorial.tasks.index("UMD"), 1] = 1  # rocket is printed as second, behind an equal ts-chief
    np.testing.assert_array_equal(ranks, expected)


def test_errors_have_the_printed_means(errors: Scores) -> None:
    assert errors.comparates == ("M", "S")
    assert errors.tasks == tuple(str(problem) for problem in range(1, 13))
    assert [f"{mean:.2f}" for mean in errors.values.mean(axis=0)] == ["0.45", "0.49"]


def test_errors_have_the_printed_outcomes(errors: Scores) -> None:
    m, s = errors.values.T
    assert ((m < s).sum(), (m == s).sum(), (m > s).sum()) == (9, 1, 2)


def test_folds_have_the_printed_means_and_deviations(folds: Scores) -> None:
    assert folds.comparates == ("M0", "M1_A", "M1_B")
    assert (folds.tasks, folds.repeats.shape) == (("folds",), (1, 3, 10))
    assert [f"{mean:.2f}" for mean in folds.values[0]] == ["0.35", "0.30", "0.30"]
    deviations = folds.repeats[0].std(axis=1, ddof=1)
    assert [f"{deviation:.2f}" for deviation in deviations] == ["0.06", "0.03", "0.12"]


def test_folds_have_the_printed_outcomes(folds: Scores) -> None:
    m0, a, b = folds.repeats[0]
    assert (a < m0).sum() == 7
    assert (m0 < b).sum() == 6
    assert a.max() < m0.max() < b.max()
