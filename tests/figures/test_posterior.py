"""The posterior of a pair: probabilities as the Bayesian test has them, every draw in its hexagon."""

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.figures.posterior import PosteriorOptions, hexagons
from comparatex.figures.posterior import lay_out as posterior
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(3)
    values = np.round(rng.uniform(0.3, 0.8, (20, 1)) + np.array([0.03, 0.0, 0.012]) + rng.normal(0, 0.02, (20, 3)), 3)
    table = read((values, ("A", "B", "C"), tuple(map(str, range(20)))))
    return compare(table, Analysis(samples=5000))


@pytest.mark.usefixtures("full_captions")
def test_corners_say_what_the_test_finds(comparison):
    view = posterior(comparison, PosteriorOptions(row="A", column="B"))
    row, column = comparison.names.index("A"), comparison.names.index("B")
    found = comparison.posterior_of(row, column)
    texts = [corner.text for corner in (view.left, view.top, view.right)]
    shares = (found.p_left, found.p_rope, found.p_right)
    bounds = {True: "P < 0.001", False: "P > 0.999"}  # a probability is neither 0 nor 1, and no p-value
    assert texts == [f"P = {p:.3f}" if 0.001 <= p <= 0.999 else bounds[p < 0.5] for p in shares]
    assert (view.left.lines, view.right.lines) == (("A",), ("B",))
    assert "5000 draws" in view.caption.replace("\N{NARROW NO-BREAK SPACE}", "")
    assert "±0.01" in view.alt


def test_long_names_at_the_corners_are_set_in_smaller_type(comparison):
    values = comparison.scores.values[:, :2]
    sizes = [posterior(compare(read((values, ("A" * n, "B"))))).least_type for n in (3, 30, 60)]
    assert sizes[0] == 8 > sizes[1] > sizes[2] > 0
    assert sizes[1] == pytest.approx(2 * sizes[2])


def test_exchanging_the_pair_mirrors_the_triangle(comparison):
    view = posterior(comparison, PosteriorOptions(row="A", column="B", cells=20))
    other = posterior(comparison, PosteriorOptions(row="B", column="A", cells=20))

    def cells(triangle):
        return {
            (row.row, place): level
            for row in triangle.rows
            for place, level in enumerate(row.levels, row.first)
            if level != "0"
        }

    mirrored = {(j, 20 - j - i): level for (j, i), level in cells(view).items()}
    different = {cell for cell in cells(other) if mirrored.get(cell) != cells(other)[cell]}
    assert len(different) <= 2  # draws half way between two hexagons
    assert "9" in cells(view).values()


def test_draws_are_in_the_nearest_hexagon():
    rng = np.random.default_rng(5)
    samples = rng.dirichlet((1, 1, 1), 500)
    found = hexagons(samples, 12)
    assert (found.sum(axis=1) == 12).all()
    assert (found >= 0).all()
    grid = np.array([(12 - i - j, j, i) for j in range(13) for i in range(13 - j)])
    # in the plane, squared distances are proportional to those of the three parts
    apart = ((samples[:, None] * 12 - grid) ** 2).sum(axis=2)
    assert (((samples * 12 - found) ** 2).sum(axis=1) <= apart.min(axis=1) + 1e-9).all()


def test_by_default_ours_is_on_the_left(comparison):
    view = posterior(comparison, PosteriorOptions(ours=("B",)))
    assert view.left.ours
    assert view.left.lines == ("B",)
    assert view.right.lines[0] == comparison.names[0]
    with pytest.raises(UsageError, match="both are"):
        posterior(comparison, PosteriorOptions(row="A", column="A"))


def test_a_measure_without_default_rope_asks_for_one():
    values = np.array([[1.0, 2.0], [3.0, 5.0], [2.0, 2.5]])
    table = read((values, ("A", "B"), ("s", "t", "u")))
    with pytest.raises(UsageError, match="rope"):
        posterior(compare(table))
    flat = posterior(compare(table, Analysis(rope=0.0, samples=500)))
    assert [row.row for row in flat.rows] == [0]
    assert "on the base" in flat.caption
