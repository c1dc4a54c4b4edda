"""Errors in place of fractions: exact in decimals, turned round, with the same verdicts."""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.data.read import read
from comparatex.data.scores import BINARY
from comparatex.errors import DataError
from comparatex.inference.compare import compare


def table(cells):
    tasks = {f"t{k}": row for k, row in enumerate(cells)}
    return {f"c{j}": {task: row[j] for task, row in tasks.items()} for j in range(len(cells[0]))}


@given(st.integers(1, 12), st.data())
def test_errors_are_what_their_decimals_name(places, data):
    score = st.integers(0, 10**places).map(lambda n: f"{Decimal(n).scaleb(-places):f}")
    cells = data.draw(st.lists(st.lists(score, min_size=2, max_size=2), min_size=2, max_size=6))
    names = [f"t{k}" for k in range(len(cells))]  # stated: a row of a few random numbers may seem to sum others up
    scores = read(table(cells), errors=True, tasks=names)
    wanted = [[float(1 - Decimal(cell)) for cell in row] for row in cells]
    np.testing.assert_array_equal(scores.values, wanted)


@pytest.mark.parametrize("form", ["{:.3f}".format, repr])
@pytest.mark.parametrize("higher", [True, False])
def test_verdicts_are_the_same_as_before(form, higher):
    values = np.round(np.random.default_rng(1).beta(8, 2, (20, 5)), 3) ** (1 if form != repr else 0.9)
    cells = table([[form(float(x)) for x in row] for row in values])
    before, after = (compare(read(cells, higher_is_better=higher, errors=errors)) for errors in (False, True))
    assert after.scores.higher_is_better is not higher
    assert after.names == before.names
    for name in ("pvalue", "adjusted_pvalue", "wins", "ties", "losses"):
        np.testing.assert_array_equal(getattr(after.pair_statistics, name), getattr(before.pair_statistics, name))
    np.testing.assert_allclose(after.mean, 1 - before.mean, rtol=1e-12)
    np.testing.assert_array_equal(after.mean_rank, before.mean_rank)


def test_repeats_and_the_measure_turn_too():
    rows = [
        {"task": f"t{t}", "comparate": f"c{c}", "fold": r, "accuracy": 0.5 + 0.1 * t + 0.05 * c + 0.01 * r}
        for t in range(3)
        for c in range(2)
        for r in range(2)
    ]
    scores = read(rows, errors=True)
    assert (scores.measure, scores.direction) == ("1 − accuracy", "lower")
    np.testing.assert_allclose(scores.repeats.mean(axis=2), scores.values, rtol=1e-12)


def test_a_score_beyond_every_decimal_is_compared_on_the_grid():
    scores = read(table([["0.00000000000000000001", "0.5"], ["0.25", "0.125"]]), errors=True)
    assert scores.decimals[0, 0] == BINARY and scores.values[0, 0] == 1.0


@pytest.mark.parametrize("score", ["61.8", "-0.1", "1.01"])
def test_other_scores_are_refused(score):
    with pytest.raises(DataError, match=r"'c1' on 't1' is .* and `errors` needs scores from 0 to 1"):
        read(table([["0.5", "0.25"], ["0.75", score]]), errors=True)
