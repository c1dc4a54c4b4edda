"""The Bayesian tests that use repeats: the correlated t test on every task, and the hierarchical model of all."""

from __future__ import annotations

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.bayes.correlated_t import correlated_t
from comparatex.inference.bayes.hierarchical import hierarchical
from comparatex.inference.bayes.posterior import Posterior
from comparatex.inference.repeats import repeat_differences


def share_of(scores: Scores, analysis: Analysis) -> float:
    """Return the correlation of repeats: the share of the data that each tests on.

    Parameters
    ----------
    scores : Scores
        The table, with repeats.
    analysis : Analysis
        Its ``test_share`` is asked for.

    Returns
    -------
    float
        The ρ of `correlated_t` and `hierarchical`: 1/10 for ten folds.

    Raises
    ------
    DataError
        The table has no repeats.
    UsageError
        The share was not given.
    """
    if scores.repeats is None or scores.repeats.shape[2] < 2:
        raise DataError(
            f"The Bayesian test {analysis.bayes_test!r} needs repeats (folds, resamples, seeds) of every score, and "
            "the table has one score per task and comparate: use the Bayesian test 'signed-rank'."
        )
    if analysis.test_share is None:
        raise UsageError(
            f"The Bayesian test {analysis.bayes_test!r} needs the share of the data that each repeat tests on: give "
            "`test_share`, 0.1 for ten folds, 0 for repeats that share no data."
        )
    return analysis.test_share


def repeated_posterior(scores: Scores, analysis: Analysis, rope: float, row: int, column: int) -> Posterior:
    """Return the Bayesian test of one pair by its repeats, with draws.

    Parameters
    ----------
    scores : Scores
        The table, with repeats.
    analysis : Analysis
        ``hierarchical``, or ``correlated-t``: then a draw holds the shares of tasks on which the row is better,
        neither is, and the column is, tasks being independent.
    rope : float
        Half-width of the region of practical equivalence.
    row, column : int
        Positions in the table.

    Returns
    -------
    Posterior
        As of `hierarchical`; of ``correlated-t``, the probabilities that each of the three shares of tasks is
        the largest, from the exact distribution of the shares, and its draws. NaN for ``correlated-t`` where
        no task has two repeats of both.

    Raises
    ------
    DataError
        The table has no repeats, or a difference is infinite; for ``hierarchical``, fewer than two tasks have
        two repeats of both, or the repeats differ nowhere.
    UsageError
        The share of the data that repeats test on was not given.

    References
    ----------
    Lacoste, Laviolette and Marchand (2012), Bayesian comparison of machine learning algorithms on single and
    multiple datasets, AISTATS. Corani, Benavoli, Demšar, Mangili & Zaffalon (2017), Statistical comparison of
    classifiers through Bayesian hierarchical modelling, Machine Learning 106.
    """
    share, taken = share_of(scores, analysis), differences(scores, row, column)
    if analysis.bayes_test == "hierarchical":
        return hierarchical(taken, rope, share, n_samples=analysis.samples, seed=analysis.seed)
    masses = by_task(scores, analysis, rope, row, column)
    table = _counts(masses[~np.isnan(masses).any(axis=1)])
    n = len(table) - 1
    if n == 0:
        return Posterior(float("nan"), float("nan"), float("nan"))
    rows, columns = np.nonzero(table)
    chances = table[rows, columns] / table.sum()
    shares = np.stack((rows, n - rows - columns, columns), axis=1) / n
    first = shares == shares.max(axis=1, keepdims=True)
    probabilities = chances @ (first / first.sum(axis=1, keepdims=True))
    drawn = np.random.default_rng((analysis.seed, n)).choice(len(chances), analysis.samples, p=chances)
    left, middle, right = probabilities.tolist()
    return Posterior(left, middle, right, shares[drawn])


def by_task(scores: Scores, analysis: Analysis, rope: float, row: int, column: int) -> Floats:
    """Return the correlated t test on every task: P(row better), P(rope), P(column better).

    Parameters
    ----------
    scores : Scores
        The table, with repeats.
    analysis : Analysis
        The share of the data that each repeat tests on.
    rope : float
        Half-width of the region of practical equivalence.
    row, column : int
        Positions in the table.

    Returns
    -------
    ndarray of shape (n_tasks, 3)
        Probabilities; NaN on tasks without two repeats of both.

    Raises
    ------
    DataError
        The table has no repeats, or a difference is infinite.
    UsageError
        The share of the data that repeats test on was not given, or the rope is negative.

    References
    ----------
    Corani and Benavoli (2015), A Bayesian approach for comparing cross-validated algorithms on multiple data
    sets, Machine Learning 100.
    """
    share = share_of(scores, analysis)
    found = (correlated_t(line, rope, share) for line in differences(scores, row, column))
    return np.array([(one.p_left, one.p_rope, one.p_right) for one in found])


def differences(scores: Scores, row: int, column: int) -> Floats:
    """Return the differences of all repeats, positive where the row is better.

    Parameters
    ----------
    scores : Scores
        The table, with repeats.
    row, column : int
        Positions in the table.

    Returns
    -------
    ndarray of shape (n_tasks, n_repeats)
        In the unit of the scores; NaN where either lacks the repeat.

    Raises
    ------
    DataError
        The table has no repeats.
    """
    if scores.repeats is None:
        raise DataError("The table has no repeats.")
    apart = repeat_differences(scores.repeats[:, row], scores.repeats[:, column])
    return apart if scores.higher_is_better else 0.0 - apart


def _counts(masses: Floats) -> Floats:
    """Return the probability of i tasks on which the row is better and j on which the column is, exactly."""
    n = len(masses)
    table = np.zeros((n + 1, n + 1))
    table[0, 0] = 1.0
    for left, middle, right in masses:
        added = table * middle
        added[1:] += table[:-1] * left
        added[:, 1:] += table[:, :-1] * right
        table = added
    return table
