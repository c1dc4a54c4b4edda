"""How often the one true hypothesis is rejected when all others are false: what a correction is said to bound.

Two comparates, equal and noisy, have all others between them on some tasks and outside of them on others. A run of
600, as the numbers in the documentation have it: ``COMPARATEX_RUNS=600 pytest -m simulation``.
"""

import os
from dataclasses import replace

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.compare import compare

pytestmark = pytest.mark.simulation
RUNS = int(os.environ.get("COMPARATEX_RUNS", "100"))
N_TASKS, ALPHA = 20, 0.05


def rejections(n_comparates: int, *tests: str) -> dict[str, float]:
    """Return in which share of the runs each test, with Holm's correction, tells the two equal ones apart."""
    rng = np.random.default_rng(20_200_101 + n_comparates)
    found = dict.fromkeys(tests, 0)
    names = ("A", "B", *(f"C{i:02}" for i in range(n_comparates - 2)))
    first = read((np.eye(N_TASKS, n_comparates).round(6), names))  # which takes longer than the tests
    others = np.linspace(-1, 1, n_comparates - 2)
    for _ in range(RUNS):
        equal = rng.normal(0, 20, (N_TASKS, 2))
        between = others + rng.normal(0, 0.05, (N_TASKS, n_comparates - 2))
        scores = np.hstack([equal, between]).round(6)
        table = replace(first, values=scores)
        for test in tests:
            comparison = compare(table, test=test, correction="holm", alpha=ALPHA)
            a, b = comparison.names.index("A"), comparison.names.index("B")
            found[test] += comparison.square("adjusted_pvalue")[a, b] <= ALPHA
    return {test: n / RUNS for test, n in found.items()}


@pytest.mark.parametrize("n_comparates", [10, pytest.param(20, marks=pytest.mark.thorough)])
def test_only_pvalues_that_are_valid_for_a_single_pair_bound_the_error_when_others_differ(n_comparates):
    share = rejections(n_comparates, "conover", "wilcoxon")
    error = 3 * (ALPHA * (1 - ALPHA) / RUNS) ** 0.5
    assert share["conover"] > ALPHA + error
    assert share["wilcoxon"] <= ALPHA
