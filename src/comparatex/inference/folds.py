"""Comparison on one task by its repeats: folds and resamples of its data, which share training data, and runs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from comparatex.data.scores import Scores, asked_what_repeats_are, by_repeats
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import OURS, SUPPLIED, Analysis
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.repeats import repeat_differences


def five_by_two_f(differences: Floats) -> tuple[float, float]:
    """Compare a pair on one task by five divisions of its data into halves: Alpaydin's combined 5 × 2 cv F test.

    H0: the two perform alike. Of each division, one half trains and the other tests, and then the other way round. With
    d_ij the difference in fold j of division i, and s_i² = (d_i1 − d_i2)²/2, F = Σ d_ij²/(2 Σ s_i²) has approximately
    an F distribution with 10 and 5 degrees of freedom. Dietterich's 5 × 2 cv t test takes d_11 alone.

    Parameters
    ----------
    differences : ndarray of shape (5, 2)
        Differences by division and fold.

    Returns
    -------
    statistic, pvalue : float
        F is infinite and p 0 where the folds of every division agree; without any difference, F is 0 and p 1.

    Raises
    ------
    DataError
        There are not five divisions in two folds.

    References
    ----------
    Dietterich (1998), Approximate statistical tests for comparing supervised classification learning algorithms, Neural
    Computation 10. Alpaydin (1999), Combined 5 × 2 cv F test for comparing supervised classification learning
    algorithms, Neural Computation 11.

    Examples
    --------
    >>> f, p = five_by_two_f(np.array([[0.1, 0.2], [0.1, 0.1], [0.3, 0.1], [0.2, 0.2], [0.1, 0.0]]))
    >>> round(f, 3), round(p, 4)
    (4.333, 0.0596)
    """
    from scipy.special import fdtrc

    if differences.shape != (5, 2):
        raise DataError("The 5 × 2 cv F test needs five divisions of the data, each into two folds.")
    within = float(((differences[:, 0] - differences[:, 1]) ** 2).sum())  # twice the sum of variances
    total = float((differences**2).sum())
    if within == 0:
        return (np.inf, 0.0) if total > 0 else (0.0, 1.0)
    return total / within, float(fdtrc(10, 5, total / within))


def share_of_repeats(scores: Scores, stated: float | None) -> float | None:
    """Return the share of the data that each repeat tests on: as stated, of k folds 1/k, of runs 0; None if unknown.

    >>> import comparatex as cx
    >>> scores = cx.read(((np.zeros((1, 2, 4))), ("A", "B")), repeats_are="folds")
    >>> share_of_repeats(scores, None), share_of_repeats(scores, 0.3)
    (0.25, 0.3)
    """
    if scores.repeats_are == "runs":
        return 0.0
    if stated is not None and scores.share_data:
        return stated
    if scores.repeats_are == "folds" and scores.splits:
        return len({*scores.splits}) / len(scores.splits)
    return None


def on_one_task(scores: Scores, analysis: Analysis) -> tuple[Scores, Analysis]:
    """Return the scores of one task by its repeats, and the analysis that these allow; all else as it is.

    Where it is not known what repeats are, or what share of the data they test on, the scores stay as they are, too:
    `require_repeats` asks.

    Raises
    ------
    UsageError
        The analysis has a test, or follows a convention, that does not fit.
    """
    if scores.repeats_of:
        return scores, analysis
    alone = scores.n_tasks == 1 and scores.repeats is not None and scores.repeats.shape[2] > 1
    share = share_of_repeats(scores, analysis.test_share) if alone else None
    if share is None:
        if analysis.test == "corrected-t":
            raise UsageError(
                "The test 'corrected-t' compares folds or resamples of one task: choose one with `tasks`, and say what "
                "its repeats are with `repeats_are`."
            )
        return scores, analysis
    fitting = "corrected-t" if scores.share_data else "t"
    if analysis.convention != OURS or analysis.test not in ("wilcoxon", fitting, SUPPLIED):
        other = "`test`" if analysis.convention == OURS else "`convention`"
        raise UsageError(
            f"There is one task, {scores.tasks[0]!r}, whose {scores.repeat_noun}s are compared by the test "
            f"{fitting!r}: leave out {other}, which is for several tasks."
        )
    tested = analysis.test if analysis.test == SUPPLIED else fitting
    of_bayes = "correlated-t" if analysis.bayes else analysis.bayes_test
    return by_repeats(scores), replace(analysis, test=tested, test_share=share, bayes_test=of_bayes)


def require_repeats(scores: Scores) -> None:
    """Ask for what is not known of the repeats of one task, or refuse a table without any.

    Raises
    ------
    DataError
        There are several tasks, or no repeats.
    UsageError
        Nobody says what the repeats are, or what share of the data resamples test on.
    """
    if scores.repeats_of:
        return
    if scores.repeats is None:
        raise DataError("The table has one score per task and method, and repeats are compared here: name their column "
                        "with `repeat`.")  # fmt: skip
    if scores.n_tasks > 1:
        raise DataError(
            f"There are {scores.n_tasks} tasks, and folds are compared on one: choose one with `tasks`; over all "
            "tasks, the means of their folds are compared."
        )
    if not scores.repeats_are:
        raise asked_what_repeats_are()
    raise UsageError(
        f"The share of the data that each {scores.repeat_noun} tests on is not known: give `test_share`, as 0.3 where "
        "30% are for testing."
    )


def alpaydin(scores: Scores, row: Integers, column: Integers) -> tuple[Floats, Floats] | None:
    """Return F and p of `five_by_two_f` of pairs, by positions; None but for five divisions in two folds."""
    if sorted(scores.splits) != [*np.repeat(range(5), 2)] or not scores.complete.all():
        return None
    first, second = (scores.values[np.argsort(scores.splits, kind="stable")][:, of].T for of in (row, column))
    tests = [five_by_two_f(differences.reshape(5, 2)) for differences in repeat_differences(first, second)]
    statistics, pvalues = np.array(tests).T
    return statistics, pvalues
