"""Tables of scores that several tests use."""

from __future__ import annotations

import numpy as np
import pytest

from comparatex.data.scores import BINARY, Scores


def make_scores(values, decimals=BINARY, names=None, **fields):
    """Return scores of an array of shape (n_tasks, n_comparates), with names in the order of columns."""
    values = np.asarray(values, dtype=float)
    n, m = values.shape
    places = np.broadcast_to(np.asarray(decimals, dtype=np.int8), values.shape).copy()
    names = tuple(names or (f"c{k:03}" for k in range(m)))
    return Scores(values, places, tuple(f"t{k}" for k in range(n)), names, **fields)


# Accuracies of the worked example in a tutorial on the Friedman test: 5 comparates on 12 UCR tasks.
TUTORIAL_NAMES = ("ts-chief", "rocket", "boss", "weasel", "catch22")
TUTORIAL = [
    [0.632, 0.760, 0.612, 0.740, 0.473],
    [0.996, 0.997, 0.866, 0.948, 0.905],
    [0.879, 0.912, 0.848, 0.834, 0.746],
    [0.998, 0.996, 0.999, 0.980, 0.954],
    [0.762, 0.752, 0.686, 0.724, 0.653],
    [0.982, 0.974, 0.970, 0.951, 0.773],
    [0.805, 0.855, 0.837, 0.821, 0.694],
    [0.984, 0.989, 0.981, 0.977, 0.943],
    [0.832, 0.805, 0.803, 0.855, 0.705],
    [0.983, 0.983, 0.966, 0.932, 0.869],
    [0.898, 0.914, 0.893, 0.930, 0.700],
    [0.873, 0.914, 0.910, 0.892, 0.804],
]

# Error rates of two classifiers on 12 problems: Paulheim, lecture on model validation, Mannheim.
LECTURE = [
    [0.09, 0.11],
    [0.71, 0.72],
    [0.77, 0.69],
    [0.21, 0.44],
    [0.37, 0.37],
    [0.85, 0.92],
    [0.62, 0.65],
    [0.58, 0.55],
    [0.79, 0.89],
    [0.12, 0.16],
    [0.09, 0.15],
    [0.19, 0.24],
]


@pytest.fixture
def make():
    return make_scores


@pytest.fixture
def tutorial():
    return make_scores(TUTORIAL, 3, TUTORIAL_NAMES)


@pytest.fixture
def lecture():
    return make_scores(LECTURE, 2, ("M", "S"), higher_is_better=False)


@pytest.fixture
def accuracies():
    """Return a function that draws accuracies of m comparates on n tasks, rounded to some decimals."""

    def draw(m, n, decimals=None, seed=0, **fields):
        rng = np.random.default_rng(seed)
        logit = rng.normal(1, 1, (n, 1)) + rng.normal(0, 0.3, m) + rng.normal(0, 0.4, (n, m))
        values = 1 / (1 + np.exp(-logit))
        if decimals is None:
            return make_scores(values, **fields)
        return make_scores(np.round(values, decimals), decimals, **fields)

    return draw
