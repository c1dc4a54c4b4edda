"""What a comparison notes on its table."""

import numpy as np
import pytest

import comparatex as cx

NOTE = "No two scores differ by more than what counts as equal: set a smaller `tie_tolerance`."


@pytest.mark.parametrize(
    ("step", "tolerance", "noted"),
    [(0.0, None, False), (1e-14, None, True), (1e-3, None, False), (1e-3, 0.1, True), (1e-3, 1e-4, False)],
)
def test_scores_that_differ_but_all_tie_are_noted(step, tolerance, noted):
    values = 0.5 + step * np.arange(12.0).reshape(4, 3)[:, ::-1]
    table = cx.read((values, ["A", "B", "C"]), tie_tolerance=tolerance)
    assert (NOTE in cx.compare(table).notes) == noted
    assert (NOTE in cx.compare(cx.read((-values, ["A", "B", "C"]), tie_tolerance=tolerance)).notes) == noted
