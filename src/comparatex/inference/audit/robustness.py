"""How often each verdict survives small changes of the data or of the convention: one share per family."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from comparatex.data.scores import Scores
from comparatex.inference.analysis import LOGICAL, RANK_TESTS, Analysis, ZeroMethod
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison

Booleans = NDArray[np.bool_]
Verdicts = NDArray[np.int8]
Progress = Callable[[int, int], None]

SUBSAMPLES = 100
SHARE_OF_TASKS = 0.8
ALPHAS = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1)
FEWEST_DECIMALS = 2


@dataclass(frozen=True, eq=False)
class Robustness:
    """Shares of variants in which a pair's verdict is the same as in the table as it is.

    A verdict is one of three: the row is significantly better, the column is, or neither is.

    Parameters
    ----------
    families : tuple of str
        Names of the families of variants.
    variants : tuple of int
        Number of variants in each family.
    raw, adjusted : ndarray of shape (n_families, n_pairs)
        Shares, for verdicts by the raw and by the adjusted p-value; pairs in the order of `Pairs`.
    """

    families: tuple[str, ...]
    variants: tuple[int, ...]
    raw: NDArray[np.float64]
    adjusted: NDArray[np.float64]

    def weakest(self, adjusted: bool = False) -> tuple[NDArray[np.float64], tuple[str, ...]]:
        """Return each pair's smallest share, and the first family that has it."""
        shares = self.adjusted if adjusted else self.raw
        place = shares.argmin(axis=0)
        return shares.min(axis=0), tuple(self.families[i] for i in place)


def robustness(comparison: Comparison, *, seed: int = 0, progress: Progress | None = None) -> Robustness:
    """Return how often each pair's verdict survives.

    Parameters
    ----------
    comparison : Comparison
        The table as it is, and its analysis.
    seed : int
        Of the subsamples.
    progress : callable, optional
        Told how many variants are done, and of how many.

    Returns
    -------
    Robustness
        Families, each with the analysis otherwise unchanged:

        ``leave one task out``: every task left out in turn.
        ``subsamples``: 100 times 80 % of the tasks, drawn without replacement. (Drawing with replacement
        would repeat tasks, which makes ties and inflates significance.)
        ``fewer decimals``: scores rounded to each number of decimals from two to one less than they have.
        ``levels``: the level at 0.01, 0.02, …, 0.10.
        ``zero rules``: each treatment of zero differences (Wilcoxon only).
        ``sides``: the one-sided test towards the better mean score in place of the two-sided one.

    Notes
    -----
    A share is descriptive: it says how far a verdict depends on choices that the reader cannot see, not how
    likely it is to be true.
    """
    families = dict(_families(comparison, seed))
    total = sum(len(variants) for variants in families.values())
    as_it_is = (verdicts(comparison, False), verdicts(comparison, True))
    shares, done = [], 0
    for variants in families.values():
        same = np.zeros((2, len(as_it_is[0])))
        for variant in variants:
            changed = variant()
            for i, adjusted in enumerate((False, True)):
                same[i] += _in_order(changed, comparison, adjusted) == as_it_is[i]
            done += 1
            if progress is not None:
                progress(done, total)
        shares.append(same / len(variants))
    stacked = np.stack(shares)
    return Robustness(tuple(families), tuple(map(len, families.values())), stacked[:, 0], stacked[:, 1])


def verdicts(comparison: Comparison, adjusted: bool) -> Verdicts:
    """Return 1 where the row is significantly better, −1 where the column is, 0 where neither is.

    Which of the two is better follows the rank sums of the test, and for one-sided tests the side asked for.
    """
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    significant = pairs.adjusted_pvalue <= alpha if adjusted else pairs.pvalue < alpha
    return np.where(significant, np.sign(pairs.w_plus - pairs.w_minus), 0).astype(np.int8)


def _in_order(changed: Comparison, original: Comparison, adjusted: bool) -> Verdicts:
    """Return a variant's verdicts in the order, and seen from the side, of the original's pairs."""
    m = len(original.order)
    matrix = np.zeros((m, m), np.int8)
    found = verdicts(changed, adjusted)
    row, column = (
        changed.order[index] for index in (changed.pair_statistics.row, changed.pair_statistics.column)
    )
    matrix[row, column], matrix[column, row] = found, -found
    pairs = original.pair_statistics
    return np.asarray(matrix[original.order[pairs.row], original.order[pairs.column]])


def _families(
    comparison: Comparison, seed: int
) -> Iterator[tuple[str, tuple[Callable[[], Comparison], ...]]]:
    """Yield every family that has variants, as calls that compute them."""
    scores, analysis = comparison.scores, comparison.analysis
    n = scores.n_tasks
    if n > 2:
        yield (
            "leave one task out",
            tuple(_tasks(scores, analysis, np.delete(np.arange(n), t)) for t in range(n)),
        )
    size = int(n * SHARE_OF_TASKS)
    if 2 <= size < n:
        rng = np.random.default_rng(seed)
        draws = (np.sort(rng.permutation(n)[:size]) for _ in range(SUBSAMPLES))
        yield "subsamples", tuple(_tasks(scores, analysis, rows) for rows in draws)
    decimals = range(FEWEST_DECIMALS, _decimals(scores))
    if decimals:
        yield "fewer decimals", tuple(_rounded(scores, analysis, places) for places in decimals)
    yield "levels", tuple(_under(scores, replace(analysis, alpha=alpha)) for alpha in ALPHAS)
    if analysis.test == "wilcoxon":
        rules = get_args(ZeroMethod)
        yield "zero rules", tuple(_under(scores, replace(analysis, zero_method=rule)) for rule in rules)
    if analysis.sides == "two" and analysis.test not in RANK_TESTS and analysis.correction not in LOGICAL:
        yield "sides", (_under(scores, replace(analysis, sides="better")),)


def _under(scores: Scores, analysis: Analysis) -> Callable[[], Comparison]:
    """Return the call that compares under another analysis."""
    return lambda: compare(scores, analysis)


def _tasks(scores: Scores, analysis: Analysis, rows: NDArray[np.intp]) -> Callable[[], Comparison]:
    """Return the call that compares on some tasks."""
    fewer = replace(
        scores,
        values=scores.values[rows],
        decimals=scores.decimals[rows],
        tasks=tuple(scores.tasks[t] for t in rows),
        repeats=None,
    )
    return lambda: compare(fewer, analysis)


def _rounded(scores: Scores, analysis: Analysis, places: int) -> Callable[[], Comparison]:
    """Return the call that compares scores rounded to some decimals."""
    rounded = replace(
        scores,
        values=np.round(scores.values, places),
        decimals=np.full(scores.decimals.shape, places, np.int8),
        repeats=None,
    )
    return lambda: compare(rounded, analysis)


def _decimals(scores: Scores) -> int:
    """Return the number of decimals that scores are shown with: as written, and six for binary ones."""
    written = int(scores.decimals.max(initial=0))
    return 6 if (scores.decimals < 0).any() else written
