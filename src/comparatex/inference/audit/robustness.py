"""How often each verdict survives small changes of the data or of the convention: one share per family."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import get_args

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic.arrays import Floats
from comparatex.inference.audit.variants import Judged, Verdicts, judged, of_analyses, of_tables, of_tasks
from comparatex.inference.choices import LOGICAL, OURS, RANK_TESTS, ZeroMethod
from comparatex.inference.comparison import Comparison

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
    raw: Floats
    adjusted: Floats

    def weakest(self, adjusted: bool = False) -> tuple[Floats, tuple[str, ...]]:
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
    families = tuple(_families(comparison, seed))
    total = sum(family.size for family in families)
    as_it_is = _both(judged(comparison.pair_statistics), comparison.analysis.alpha)
    shares, done = np.zeros((len(families), 2, len(comparison.pair_statistics.row))), 0
    for share, family in zip(shares, families, strict=True):
        for changed in family.verdicts:
            share += [found == before for found, before in zip(changed, as_it_is, strict=True)]
            done += 1
            if progress is not None:
                progress(done, total)
        share /= family.size
    names, sizes = tuple(family.name for family in families), tuple(family.size for family in families)
    return Robustness(names, sizes, shares[:, 0], shares[:, 1])


@dataclass(frozen=True, eq=False)
class _Family:
    """Variants of one kind: their number, and raw and adjusted verdicts in each, made as they are asked for."""

    name: str
    size: int
    verdicts: Iterator[tuple[Verdicts, Verdicts]]


def _families(comparison: Comparison, seed: int) -> Iterator[_Family]:
    """Yield every family that has variants."""
    scores, analysis = comparison.scores, comparison.analysis
    yield from _fewer_tasks(comparison, seed)
    decimals = range(FEWEST_DECIMALS, _decimals(scores))
    if decimals:
        rounded = [_rounded(scores, places) for places in decimals]
        yield _family("fewer decimals", analysis, len(rounded), of_tables(comparison, rounded))
    yield _levels(comparison)
    if analysis.test == "wilcoxon":
        rules = [replace(analysis, zero_method=rule) for rule in get_args(ZeroMethod)]
        yield _family("zero rules", analysis, len(rules), of_analyses(comparison, rules))
    if analysis.sides == "two" and analysis.test not in RANK_TESTS and analysis.correction not in LOGICAL:
        one_sided = [replace(analysis, sides="better")]
        yield _family("sides", analysis, 1, of_analyses(comparison, one_sided))


def _fewer_tasks(comparison: Comparison, seed: int) -> Iterator[_Family]:
    """Yield the families that leave tasks out."""
    analysis, n = comparison.analysis, comparison.scores.n_tasks
    if n > 2:
        without = [np.delete(np.arange(n), t) for t in range(n)]
        yield _family("leave one task out", analysis, n, of_tasks(comparison, without))
    size = int(n * SHARE_OF_TASKS)
    if 2 <= size < n:
        rng = np.random.default_rng(seed)
        draws = [np.sort(rng.permutation(n)[:size]) for _ in range(SUBSAMPLES)]
        yield _family("subsamples", analysis, SUBSAMPLES, of_tasks(comparison, draws))


def _levels(comparison: Comparison) -> _Family:
    """Return the family of levels; only under another tool's convention do p-values depend on the level."""
    analysis = comparison.analysis
    if analysis.convention == OURS:
        found: Iterable[Judged] = (judged(comparison.pair_statistics) for _ in ALPHAS)
    else:
        found = of_analyses(comparison, [replace(analysis, alpha=alpha) for alpha in ALPHAS])
    return _Family("levels", len(ALPHAS), map(_both, found, ALPHAS))


def _family(name: str, analysis: Analysis, size: int, found: Iterator[Judged]) -> _Family:
    """Return a family of variants at the analysis' own level."""
    return _Family(name, size, (_both(one, analysis.alpha) for one in found))


def _both(found: Judged, alpha: float) -> tuple[Verdicts, Verdicts]:
    """Return raw and adjusted verdicts at a level."""
    return found.verdicts(alpha, adjusted=False), found.verdicts(alpha, adjusted=True)


def _rounded(scores: Scores, places: int) -> Scores:
    """Return the scores rounded to some decimals."""
    return replace(
        scores,
        values=np.round(scores.values, places),
        decimals=np.full(scores.decimals.shape, places, np.int8),
        repeats=None,
    )


def _decimals(scores: Scores) -> int:
    """Return the number of decimals that scores are shown with: as written, and six for binary ones."""
    written = int(scores.decimals.max(initial=0))
    return 6 if (scores.decimals < 0).any() else written
