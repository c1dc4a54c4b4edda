"""The matrix of posteriors: percentages that add up, in the order of the comparates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.figures.posterior_matrix import PosteriorMatrixOptions
from comparatex.figures.posterior_matrix import lay_out as posterior_matrix
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.numbers import percentages


@given(st.lists(st.integers(0, 50_000), min_size=3, max_size=3).filter(any))
def test_percentages_are_whole_and_add_up(draws):
    shares = [number / sum(draws) for number in draws]
    found = percentages(*shares)
    numbers = (found.left, found.rope, found.right)
    assert sum(numbers) == 100
    assert all(abs(number - 100 * share) < 1 for number, share in zip(numbers, shares, strict=True))


def test_an_undefined_probability_has_no_bar():
    found = percentages(float("nan"), float("nan"), float("nan"))
    assert (found.left, found.rope, found.right) == (0, 0, 0)


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(3)
    values = np.round(rng.uniform(0.3, 0.8, (20, 1)) + np.array([0.03, 0, 0.012]) + rng.normal(0, 0.02, (20, 3)), 3)
    return compare(read((values, ("A", "B", "C"), tuple(map(str, range(20))))), Analysis(samples=2000))


@pytest.mark.parametrize("order", ["mean", "given"])
def test_cells_are_those_of_the_comparison(comparison, order):
    view = posterior_matrix(comparison, PosteriorMatrixOptions(order=order))
    names = [row.name for row in view.rows]
    assert names == (["A", "B", "C"] if order == "given" else list(comparison.names))
    assert [len(row.triples) for row in view.rows] == [2, 1, 0]
    left, right = comparison.square("p_left"), comparison.square("p_right")
    for i, row in enumerate(view.rows):
        for name, cell in zip(names[i + 1 :], row.triples, strict=True):
            place = comparison.names.index(row.name), comparison.names.index(name)
            assert abs(cell.left - 100 * left[place]) < 1
            assert abs(cell.right - 100 * right[place]) < 1


def test_many_have_bars_without_numbers(comparison):
    assert posterior_matrix(comparison).with_numbers
    values = np.random.default_rng(1).uniform(0.3, 0.8, (12, 30)).round(3)
    many = posterior_matrix(compare(read((values, tuple(f"M{k}" for k in range(30)))), Analysis(samples=50)))
    assert not many.with_numbers


def test_a_part_has_the_same_probabilities(comparison):
    whole = {row.name: row for row in posterior_matrix(comparison, PosteriorMatrixOptions(order="given")).rows}
    part = posterior_matrix(comparison, PosteriorMatrixOptions(order="given", include=("A", "C")))
    assert part.rows[0].triples == whole["A"].triples[1:]
    assert "2 of three methods" in part.caption
    with pytest.raises(UsageError, match="two methods"):
        posterior_matrix(comparison, PosteriorMatrixOptions(include=("A",)))
