"""The summary: each rival's difference is the forest's, its bar has all tasks, and its p is the corrected one."""

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import view


def test_rows_are_those_of_the_comparison():
    rng = np.random.default_rng(1)
    values = np.round(
        rng.uniform(0.3, 0.8, (20, 1)) + np.array([0.05, 0, 0.045]) + rng.normal(0, 0.02, (20, 3)), 2
    )
    comparison = cx.compare(cx.read((values, ("A", "B", "C"))))
    summary = view(comparison, "summary", ours=("A",))
    forest = view(comparison, "forest", ours=("A",))
    assert [(r.name, r.estimate, r.result) for r in summary.rows] == [
        (r.name, r.estimate, r.result) for r in forest.rows
    ]
    for row in summary.rows:
        wins = int((values[:, 0] > values[:, "ABC".index(row.name)]).sum())
        losses = int((values[:, 0] < values[:, "ABC".index(row.name)]).sum())
        assert (row.wins, row.ties, row.losses) == (wins, 20 - wins - losses, losses)
        i, j = comparison.names.index("A"), comparison.names.index(row.name)
        adjusted = comparison.square("adjusted_pvalue")[i, j]
        shown = float(row.pvalue.strip("<"))
        assert shown == pytest.approx(adjusted, abs=5e-4) or (row.pvalue == "<0.001" and adjusted < 1e-3)
        assert row.is_open == (adjusted > 0.05)
    assert "A is significantly better in" in summary.caption
