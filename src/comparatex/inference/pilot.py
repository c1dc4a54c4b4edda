"""What studies of a plan are drawn from: a pilot's differences, or normal ones; and their tests.

A pilot tells how differences of pairs scatter; it is never asked how large they are. Its differences are centred, so
that no pair differs, units are drawn from it with replacement, all pairs from the same ones, and the stated effect is
added. Units are tasks, or clusters of tasks, drawn whole. Two draws of a task stand for two that are alike, so that
they count as different ranks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from comparatex.data.scores import Scores, clustering
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import CLUSTERED, OURS, SIGNED_RANK, Analysis
from comparatex.inference.arithmetic import HELD, Booleans, Floats, Integers, blocks
from comparatex.inference.clustered import ENUMERATED, of_values
from comparatex.inference.comparison import Comparison
from comparatex.inference.differences import of_scores
from comparatex.inference.hodges_lehmann import walsh_averages
from comparatex.inference.pair_tests import paired_t, sign_test_of
from comparatex.inference.runs import VarianceSplit, variance_split
from comparatex.inference.wilcoxon import exact_limit, of_keys, sorted_keys

MOST = 1_000
"""Most tasks that are simulated; beyond, power is extrapolated: its probit grows with the root of their number."""
FEW = 10
"""Units of a pilot below which its spread is hardly known."""
RESAMPLES = 60
"""Pilots that are drawn for an interval."""
_HELD = HELD // 4
"""Differences that are simulated at a time."""


def require_test(analysis: Analysis) -> None:
    """Refuse tests of which the differences of a pair do not tell the power."""
    if analysis.test not in ("wilcoxon", "sign", "t", *CLUSTERED) or analysis.convention != OURS:
        other = f"test {analysis.test!r}" if analysis.convention == OURS else f"convention {analysis.convention!r}"
        raise UsageError(
            "Power is simulated for the tests 'wilcoxon', 'sign' and 't', and for those of clusters, not for the "
            f"{other}, by which a pair may depend on the other methods."
        )


# ------------------------------------------------------------------------------------------------- what is drawn
@dataclass(frozen=True, eq=False)
class Pilot:
    """Differences of a pilot in units: centred and widened, but for ties, or those of outcomes as they are."""

    values: Floats  # of shape (n_pairs, n_units, most): NaN where a unit has fewer tasks than another
    decisive: Booleans  # of the same shape: where the two do not tie
    outcomes: bool  # whether they are of scores that are 0 or 1
    splits: tuple[VarianceSplit, ...]  # the variance of each pair; empty without runs
    analysis: Analysis

    @classmethod
    def of(cls, comparison: Comparison, row: Integers, column: Integers) -> Pilot:
        """Return the differences of some pairs on the complete tasks."""
        scores, order, analysis = comparison.scores, comparison.order, comparison.analysis
        require_test(analysis)
        if np.count_nonzero(scores.complete) < 2:
            raise DataError("A pilot needs at least two tasks on which every method has a score: use fewer methods.")
        gains = of_scores(scores).between(order[row], order[column])[:, scores.complete]
        outcomes = bool(np.isin(scores.values[scores.complete], (0.0, 1.0)).all())
        whole = analysis.test in CLUSTERED
        gains = _whole(gains, clustering(scores)[scores.complete]) if whole else gains[:, :, None]
        if gains.shape[1] < 2:
            raise DataError("A pilot needs at least two clusters that have tasks on which every method has a score.")
        decisive = np.nan_to_num(gains) != 0
        values = gains if outcomes else _centred(gains, decisive, analysis.test)
        return cls(values, decisive, outcomes, _splits(scores, order[row], order[column]), analysis)

    @property
    def n_units(self) -> int:
        """Units of the pilot."""
        return int(self.values.shape[1])

    @property
    def n_tasks(self) -> int:
        """Tasks of the pilot."""
        return int(np.count_nonzero(~np.isnan(self.values[0])))

    @property
    def most(self) -> int:
        """Most units that are simulated."""
        tasks = MOST // 10 if self.analysis.test == "datta-satten" else MOST
        return max(2 * FEW, tasks * self.n_units // self.n_tasks)

    @property
    def runs(self) -> float:
        """Runs of each score, as a harmonic mean; 0 without."""
        return self.splits[0].n_runs if self.splits else 0.0

    def with_runs(self, n_runs: float) -> Pilot:
        """Return the pilot as it would be with so many runs of each score."""
        now, then = (
            np.array([split.standard_error(1, n or split.n_runs, of_difference=True) for split in self.splits])
            for n in (0, n_runs)
        )
        wider = np.divide(then, now, out=np.ones_like(now), where=now > 0)
        values = self.values if self.outcomes else self.values * wider[:, None, None]
        return replace(self, values=values, splits=tuple(replace(split, n_runs=float(n_runs)) for split in self.splits))

    @property
    def spread(self) -> Floats:
        """Standard deviations, of what a unit adds to the mean."""
        size = self.n_tasks / self.n_units
        return np.asarray(np.sqrt(((np.nansum(self.values, axis=2) / size) ** 2).mean(axis=1)))

    @property
    def differing(self) -> Floats:
        """The shares of tasks on which pairs do not tie."""
        return np.asarray(self.decisive.sum(axis=(1, 2)) / self.n_tasks)

    def some(self, pairs: slice) -> Pilot:
        """Return some of the pairs."""
        return replace(self, values=self.values[pairs], decisive=self.decisive[pairs], splits=self.splits[pairs])

    def again(self, rng: np.random.Generator) -> Pilot:
        """Return pilots of one pair that this one might have been, drawn from it, as pairs."""
        units = rng.integers(self.n_units, size=(RESAMPLES, self.n_units))
        drawn, decisive = self.values[0, units], self.decisive[0, units]
        values = drawn if self.outcomes else _centred(drawn, decisive, self.analysis.test)
        return replace(self, values=values, decisive=decisive)

    def simulated(self, n: int, size: Floats, n_draws: int, *, equivalence: bool = False) -> Floats:
        """Return p-values of shape (n_pairs, n_draws) of simulated studies of n units: of effects, or of margins."""
        simulated, most = np.empty((len(size), n_draws)), self.values.shape[2]
        for block in blocks(len(size), n * most * n_draws, _HELD):
            effect = 0 * size[block] if equivalence else size[block]
            drawn = self.some(block)._drawn(n, effect, n_draws).reshape(-1, n * most)
            ties = self.outcomes or (equivalence and not self.decisive.all())
            tests = _Tests(self.analysis, ties, most)
            margins = np.repeat(size[block], n_draws) if equivalence else None
            simulated[block] = tests.pvalues(drawn, margins).reshape(-1, n_draws)
        return simulated

    def _drawn(self, n: int, effect: Floats, n_draws: int) -> Floats:
        """Return differences on drawn units, of shape (n_pairs, n_draws, n, most)."""
        rng = np.random.default_rng(self.analysis.seed)
        units = rng.integers(self.n_units, size=(n, n_draws)).T  # of more units, the first are the same
        share = self.differing
        each = np.divide(effect, share, out=np.ones_like(effect), where=share > 0)[:, None, None]
        if not self.outcomes:
            return np.asarray((self.values + each * self.decisive).astype(np.float32)[:, units])
        won = (1 + each[..., None]) / 2 > rng.random((n, n_draws, *self.values.shape[2:])).swapaxes(0, 1)
        signs = np.where(np.isnan(self.values), np.float32(np.nan), self.decisive)[:, units]
        return np.asarray(signs * np.where(won, np.float32(1), np.float32(-1)))


def _whole(gains: Floats, clusters: Integers) -> Floats:
    """Return the gains of pairs by clusters, of shape (n_pairs, n_clusters, most), padded with NaN."""
    of, size = np.unique(clusters, return_inverse=True, return_counts=True)[1:]
    order = np.argsort(of, kind="stable")
    place = np.arange(len(of)) - np.repeat(np.cumsum(size) - size, size)
    whole = np.full((len(gains), len(size), size.max()), np.nan)
    whole[:, of[order], place] = gains[:, order]
    return whole


def _splits(scores: Scores, row: Integers, column: Integers) -> tuple[VarianceSplit, ...]:
    """Return how the scores of each pair vary with tasks and runs; nothing where they are single, or share data."""
    if scores.repeats is None or scores.repeats_are in ("folds", "resamples"):
        return ()
    cube = scores.repeats[scores.complete]
    if (np.count_nonzero(~np.isnan(cube), axis=2) < 2).all():
        return ()
    pairs = zip(row.tolist(), column.tolist(), strict=True)
    return tuple(variance_split(cube[:, [first, second]], n_samples=1) for first, second in pairs)


@dataclass(frozen=True, eq=False)
class Normal:
    """Differences of normal scores: those of a subject less those of each rival."""

    n_rivals: int
    sd: float  # of a difference
    analysis: Analysis
    most = MOST

    @property
    def spread(self) -> Floats:
        """Standard deviations."""
        return np.full(self.n_rivals, self.sd)

    def simulated(self, n: int, size: Floats, n_draws: int, *, equivalence: bool = False) -> Floats:
        """Return p-values of shape (n_rivals, n_draws) of simulated studies of n tasks, whose pairs share a subject."""
        simulated, tests = np.empty((len(size), n_draws)), _Tests(self.analysis, ties=False, most=1)
        effect = 0 * size if equivalence else size
        for studies in blocks(n_draws, n * (len(size) + 1), _HELD):
            rng = np.random.default_rng((self.analysis.seed, studies.start))
            shape = n, simulated[:, studies].shape[1], self.n_rivals + 1
            scores = rng.standard_normal(shape, dtype=np.float32).T
            differences = (scores[:1] - scores[1:]) * np.float32(self.sd / np.sqrt(2)) + effect[:, None, None]
            for j, rival in enumerate(differences):
                margins = np.full(len(rival), size[j]) if equivalence else None
                simulated[j, studies] = tests.pvalues(rival, margins)
        return simulated


Source = Pilot | Normal


def _centred(differences: Floats, decisive: Booleans, test: str) -> Floats:
    """Return the differences of pairs less what the test judges, as wide as if it were known; ties stay ties."""
    centred = np.where(np.isnan(differences), np.nan, 0.0)
    for row, kept, pair in zip(centred, decisive, differences, strict=True):
        d, n = pair[kept], int(np.count_nonzero(kept))
        if n and test in SIGNED_RANK:
            count = n * (n + 1) // 2
            row[kept] = d - np.mean(walsh_averages(d, ((count - 1) // 2, count // 2)))
        elif n:
            row[kept] = d - (np.median(d) if test == "sign" else d.mean())
        units = int(np.count_nonzero(kept.any(axis=1)))
        row *= np.sqrt(units / max(units - 1, 1))
    return centred


# ------------------------------------------------------------------------------------------------- their tests
@dataclass(frozen=True)
class _Tests:
    """The test of simulated studies."""

    analysis: Analysis
    ties: bool  # whether equal differences are ties, and not two draws of one
    most: int  # tasks of a unit at most

    def pvalues(self, differences: Floats, margins: Floats | None) -> Floats:
        """Return p-values of rows of differences, which favour the rival above 0.5; of equivalence within margins."""
        if margins is not None:
            moved = margins[:, None].astype(differences.dtype)
            return np.maximum(self._one_sided(moved + differences), self._one_sided(moved - differences))
        row = self._one_sided(differences)
        return np.minimum(1.0, 2 * row) if self.analysis.sides == "two" else row

    def _one_sided(self, differences: Floats) -> Floats:
        count, n = differences.shape
        analysis = self.analysis
        if analysis.test == "t":
            return np.asarray(np.nan_to_num(paired_t(differences.astype(np.float64))[1], nan=1.0))
        if analysis.test == "sign":
            wins, losses = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
            return sign_test_of(wins, n - wins - losses, losses, analysis.sign_ties, 1)[1]
        if analysis.test in CLUSTERED:
            row, clusters = np.empty(count), np.repeat(np.arange(n // self.most), self.most)
            for studies in blocks(count, n, _HELD // 4):
                drawn = differences[studies].astype(np.float64)
                row[studies] = of_values(drawn, clusters, analysis, ENUMERATED, drawn=False)[1]
            return row
        keys, limit = sorted_keys(differences, None), exact_limit(analysis.pvalue_method, n)
        return of_keys(keys, np.full(count, n), analysis.zero_method, limit, ties=self.ties).row
