"""The effect sizes of all pairs of a table, each computed when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.arithmetic.blocks import blocks
from comparatex.inference.arithmetic.differences import canonical, of_scores
from comparatex.inference.effects.hodges_lehmann import Shifts, hodges_lehmann
from comparatex.inference.effects.paired import cohens_d, log_ratios, rank_biserial
from comparatex.inference.effects.unpaired import cliffs_delta, vargha_delaney

NAMES = ("rank_biserial", "cohens_d", "cliffs_delta", "vargha_delaney", "log_ratio")
_HELD = 4_000_000
"""Differences held at a time."""


@dataclass(frozen=True, eq=False)
class Effects(Mapping[str, Floats]):
    """Effect sizes by name, positive where the row is better; Vargha and Delaney's A is then above 1/2.

    Parameters
    ----------
    scores : Scores
        The table.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions in the table.
    w_plus, w_minus : ndarray of shape (n_pairs,)
        Rank sums of the tasks where the row is better, and worse.
    n_tasks : ndarray of int, of shape (n_pairs,)
        Tasks on which both have a score.
    """

    scores: Scores
    row: Integers
    column: Integers
    w_plus: Floats
    w_minus: Floats
    n_tasks: Integers
    _found: dict[str, Floats] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Floats:
        """Return an effect size of every pair."""
        if name not in NAMES:
            raise KeyError(name)
        if name not in self._found:
            self._found[name] = self._compute(name)
        return self._found[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(NAMES)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(NAMES)

    def _compute(self, name: str) -> Floats:
        """Return an effect size that is not known yet."""
        if name == "rank_biserial":
            return rank_biserial(self.w_plus, self.w_minus, self.n_tasks)
        if name == "vargha_delaney":
            return vargha_delaney(self["cliffs_delta"])
        scores = self.scores
        if name == "log_ratio":
            return log_ratios(scores.values, self.row, self.column, higher_is_better=scores.higher_is_better)
        if name == "cliffs_delta":
            compared = canonical(scores.values, scores.decimals, scores.tie_tolerance)
            return cliffs_delta(compared if scores.higher_is_better else -compared, self.row, self.column)
        table = of_scores(scores)
        some = blocks(len(self.row), scores.n_tasks, _HELD)
        return np.concatenate(
            [cohens_d(table.settled(self.row[pairs], self.column[pairs])) for pairs in some]
        )


def shifts(scores: Scores, row: Integers, column: Integers, level: float) -> Shifts:
    """Return the Hodges–Lehmann differences of pairs, score(row) − score(column), with intervals.

    Parameters
    ----------
    scores : Scores
        The table.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions in the table.
    level : float
        Confidence level, between 0 and 1.

    Returns
    -------
    Shifts
        In the unit of the scores, as measured: where lower is better, a better row has a negative one. NaN
        for pairs without a task.

    Raises
    ------
    UsageError
        The level is not between 0 and 1.

    References
    ----------
    Hodges and Lehmann (1963), Estimates of location based on rank tests, Annals of Mathematical Statistics
    34.
    """
    if not 0 < level < 1:
        raise UsageError(f"The confidence level must lie between 0 and 1, not {level!r}.")
    table = of_scores(scores)
    some = blocks(len(row), scores.n_tasks, _HELD)
    parts = [hodges_lehmann(table.settled(row[pairs], column[pairs]), level) for pairs in some]
    estimate, low, high = (
        np.concatenate([getattr(p, name) for p in parts]) for name in ("estimate", "low", "high")
    )
    if scores.higher_is_better:
        return Shifts(estimate, low, high)
    return Shifts(0.0 - estimate, 0.0 - high, 0.0 - low)
