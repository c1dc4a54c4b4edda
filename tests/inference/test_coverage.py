"""How often intervals of means contain the mean: what `comparatex.inference.bootstrap` says of each method.

A run of 8,000, as the table there has it: ``COMPARATEX_RUNS=400 pytest tests/inference/test_coverage.py``.
"""

import os

import numpy as np
import pytest
from scipy.stats import rankdata

from comparatex.data.read import read
from comparatex.inference.bootstrap import difference_intervals, mean_intervals
from comparatex.inference.compare import compare

pytestmark = pytest.mark.simulation
RUNS = 20 * int(os.environ.get("COMPARATEX_RUNS", "100"))
MEANS = {"normal": 0.0, "t3": 0.0, "exponential": 1.0}


def samples(name, n, n_samples=RUNS):
    rng = np.random.default_rng(n)
    size = (n, n_samples)
    draw = {
        "normal": rng.standard_normal,
        "t3": lambda s: rng.standard_t(3, s),
        "exponential": rng.standard_exponential,
    }
    return draw[name](size)


def coverage(found, mean):
    return float(((found.low <= mean) & (mean <= found.high)).mean())


def error(share, n_samples=RUNS):
    return 3 * (share * (1 - share) / n_samples) ** 0.5


@pytest.mark.parametrize("n", [8, pytest.param(10, marks=pytest.mark.thorough), 20])
@pytest.mark.parametrize("name", MEANS)
def test_studentized_intervals_contain_the_mean_about_as_often_as_their_level_says(name, n):
    values = samples(name, n)
    row, column = np.arange(RUNS), np.full(RUNS, RUNS)
    values = np.column_stack([values, np.zeros(n)])  # differences from a comparate that scores 0
    found = difference_intervals(values, row, column, n_samples=2_000)
    least = 0.92 if name == "t3" and n > 10 else 0.93
    assert least - error(least) < coverage(found, MEANS[name]) < 0.97


@pytest.mark.parametrize("name", MEANS)
def test_percentile_intervals_of_ten_tasks_do_not(name):
    found = mean_intervals(samples(name, 10), method="percentile", n_samples=2_000)
    assert coverage(found, MEANS[name]) < 0.91 + error(0.91)


def test_students_interval_is_right_for_normal_values_of_any_number():
    for n in (2, 3, 5, 30):
        found = mean_intervals(samples("normal", n), 0.9, method="student")
        assert coverage(found, 0.0) == pytest.approx(0.9, abs=error(0.9))


@pytest.mark.thorough
def test_intervals_of_mean_ranks_contain_the_mean_rank_of_the_population():
    """Five comparates, half a standard deviation apart; percentile intervals of the best fall short of theirs."""
    rng, steps = np.random.default_rng(1), np.arange(5) / 2
    population = rankdata(steps - rng.normal(size=(200_000, 5)), axis=1).mean(axis=0)
    n_tables, held = RUNS // 10, {"studentized": 0.0, "percentile": 0.0}
    for _ in range(n_tables):
        values = (rng.normal(size=(20, 5)) - steps).round(6)
        for method in held:
            comparison = compare(read((values, tuple("ABCDE"))), interval_method=method)
            found, true = comparison.rank_intervals(1_000), population[comparison.order]
            held[method] += coverage(found, true) / n_tables
    assert held["studentized"] > 0.95 - error(0.95, n_tables)
    assert held["percentile"] < held["studentized"]
