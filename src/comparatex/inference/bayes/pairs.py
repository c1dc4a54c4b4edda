"""The Bayesian test of all pairs of a table, or of one."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from comparatex import progress
from comparatex.data.scores import Scores
from comparatex.errors import DataError, NothingToShow, UsageError
from comparatex.inference.analysis import REPEATED, Analysis
from comparatex.inference.arithmetic import Floats, Integers, blocks, scaled_to_unit
from comparatex.inference.bayes.posterior import Posterior, Posteriors, default_rope
from comparatex.inference.bayes.repeated import SMALLEST, correlated_t, hierarchical
from comparatex.inference.bayes.signed_rank import sign, sign_pairs, signed_rank, signed_rank_pairs
from comparatex.inference.differences import of_scores
from comparatex.inference.repeats import repeat_differences

REGIONS = ("p_left", "p_rope", "p_right")
"""What `posteriors` gives of every pair."""

_TOGETHER = 64
"""Pairs that share the weights drawn: enough to make drawing cheap, and few enough to say often how far it is."""


def rope_of(scores: Scores, analysis: Analysis) -> float:
    """Return the half-width of the rope: as given, or 0.01 for measures between 0 and 1; refuse clusters of tasks."""
    if scores.clusters and not analysis.posterior:
        raise UsageError(
            "The Bayesian tests treat tasks as independent, and these are in clusters: leave out `bayes`, or `cluster`."
        )
    if analysis.rope is not None:
        return analysis.rope
    if scores.scale == "log":
        raise UsageError(
            "The rope of logarithms has no default: give its half-width with `rope`, as 0.05 for ratios up to 1.05."
        )
    rope = default_rope(scores.values)
    if rope is None:
        raise UsageError(
            "Some scores lie outside 0 to 1, so there is no default for the rope: give its half-width with "
            "`rope`, in the unit of the scores."
        )
    return rope


def posteriors(scores: Scores, analysis: Analysis, row: Integers, column: Integers) -> Posteriors:
    """Return the Bayesian test of pairs of comparates, which no other comparate's scores change."""
    rope, repeated = rope_of(scores, analysis), analysis.bayes_test in REPEATED
    if analysis.posterior:
        return Posteriors(*analysis.posterior.regions(scores, rope, row, column))
    table, test = of_scores(scores), sign_pairs if analysis.bayes_test == "sign" else signed_rank_pairs
    if repeated:
        share_of(scores, analysis)
    parts: list[Posteriors] = []
    with progress.step("Bayesian tests of pairs", len(row)) as advance:
        for pairs in blocks(len(row), 1, 1 if repeated else _TOGETHER):
            if repeated:
                of_pairs = zip(row[pairs].tolist(), column[pairs].tolist(), strict=True)
                alone = [repeated_posterior(scores, analysis, rope, *pair) for pair in of_pairs]
                parts.append(Posteriors(*(np.array([getattr(pair, name) for pair in alone]) for name in REGIONS)))
            else:
                differences = table.between(row[pairs], column[pairs]).T
                parts.append(test(differences, rope, n_samples=analysis.samples, seed=analysis.seed))
            advance(min(pairs.stop, len(row)))
    return Posteriors(*np.concatenate(parts, axis=1))


def posterior(scores: Scores, analysis: Analysis, row: int, column: int) -> Posterior:
    """Return the Bayesian test of one pair with its samples."""
    rope = rope_of(scores, analysis)
    if analysis.posterior:
        raise NothingToShow(
            "Supplied draws are of scores, and give no three probabilities of a pair: show them in the matrix, with "
            '`cells_show="posterior"`.'
        )
    if analysis.bayes_test in REPEATED:
        return repeated_posterior(scores, analysis, rope, row, column)
    test = sign if analysis.bayes_test == "sign" else signed_rank
    of_pairs = of_scores(scores).between(np.array([row]), np.array([column]))[0]
    return test(of_pairs, rope, n_samples=analysis.samples, seed=analysis.seed)


def share_of(scores: Scores, analysis: Analysis) -> float:
    """Return the correlation of repeats: the share of the data that each tests on."""
    if scores.cube is None or scores.cube.shape[2] < 2:
        raise DataError(
            f"The Bayesian test {analysis.bayes_test!r} needs repeats (folds, resamples, seeds) of every score, and "
            "the table has one score per task and method: use the Bayesian test 'signed-rank'."
        )
    if analysis.test_share is None:
        raise UsageError(
            f"The Bayesian test {analysis.bayes_test!r} needs the share of the data that each repeat tests on: give "
            "`test_share`, 0.1 for ten folds, 0 for repeats that share no data."
        )
    return analysis.test_share


def repeated_posterior(scores: Scores, analysis: Analysis, rope: float, row: int, column: int) -> Posterior:
    """Return the Bayesian test of one pair by its repeats, with draws.

    Lacoste, Laviolette and Marchand (2012), Bayesian comparison of machine learning algorithms on single and
    multiple datasets, AISTATS. Corani, Benavoli, Demšar, Mangili & Zaffalon (2017), Statistical comparison of
    classifiers through Bayesian hierarchical modelling, Machine Learning 106.
    """
    share, of_tasks = share_of(scores, analysis), _differences(scores, row, column)
    if analysis.bayes_test == "hierarchical":
        draws = {"n_samples": analysis.samples, "seed": analysis.seed}
        return hierarchical(of_tasks, rope, share, **draws, constant=analysis.constant_repeats)
    masses = by_task(scores, analysis, rope, row, column)
    table = _counts(masses[~np.isnan(masses).any(axis=1)])
    n = len(table) - 1
    if n == 0:
        return Posterior(np.nan, np.nan, np.nan)
    rows, columns = np.nonzero(table)
    chances = table[rows, columns] / table.sum()
    shares = np.stack((rows, n - rows - columns, columns), axis=1) / n
    first = shares == shares.max(axis=1, keepdims=True)
    probabilities = chances @ (first / first.sum(axis=1, keepdims=True))
    drawn = np.random.default_rng((analysis.seed, n)).choice(len(chances), analysis.samples, p=chances)
    left, middle, right = probabilities.tolist()
    return Posterior(left, middle, right, shares[drawn])


def is_floored(scores: Scores) -> bool:
    """Whether repeats of some pair vary so little on a task that `hierarchical` replaces their deviation."""
    if scores.repeats is None:
        return False
    for row, column in combinations(range(scores.n_comparates), 2):
        repeats = _differences(scores, row, column)
        repeats = repeats[np.count_nonzero(~np.isnan(repeats), axis=1) >= 2]
        deviation = np.nanstd(scaled_to_unit(repeats.ravel())[0].reshape(repeats.shape), axis=1)
        if len(repeats) and (deviation < SMALLEST * deviation.mean()).any():
            return True
    return False


def by_task(scores: Scores, analysis: Analysis, rope: float, row: int, column: int) -> Floats:
    """Return the correlated t test on every task: P(row better), P(rope), P(column better).

    Corani and Benavoli (2015), A Bayesian approach for comparing cross-validated algorithms on multiple data
    sets, Machine Learning 100.
    """
    share = share_of(scores, analysis)
    tests = (correlated_t(line, rope, share) for line in _differences(scores, row, column))
    return np.array([(test.p_left, test.p_rope, test.p_right) for test in tests])


def _differences(scores: Scores, row: int, column: int) -> Floats:
    """Return the differences of all repeats, positive where the row is better."""
    if scores.cube is None:
        raise DataError("The table has no repeats.")
    difference = repeat_differences(scores.cube[:, row], scores.cube[:, column])
    return difference if scores.higher_is_better else 0.0 - difference


def _counts(masses: Floats) -> Floats:
    """Return the exact probabilities of i tasks on which the row is better and j on which the column is."""
    n = len(masses)
    table = np.zeros((n + 1, n + 1))
    table[0, 0] = 1.0
    for left, middle, right in masses:
        added = table * middle
        added[1:] += table[:-1] * left
        added[:, 1:] += table[:, :-1] * right
        table = added
    return table
