"""How often each verdict survives small changes of the data or of the convention: one share per family.

For each variant, only what its verdicts need is computed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from comparatex.data.scores import Scores, clustering, on_tasks
from comparatex.inference.analysis import OURS, RANK_TESTS, SIGNED_RANK, Analysis, ZeroMethod
from comparatex.inference.arithmetic import Booleans, Floats, Progress, rejects
from comparatex.inference.compare import compare, summary_order
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.differences import differences, mean_scores
from comparatex.inference.pair_tests import adjusted, apply_test, family_members
from comparatex.inference.verdicts import favoured
from comparatex.inference.wilcoxon import SignedRankTest, wilcoxon

Verdicts = NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class Decisions:
    """What the verdicts on the pairs of a table depend on, each of shape (n_pairs,)."""

    direction: Verdicts
    """1 where the analysis' test favours the row, −1 where the column, 0 where neither; see `favoured`."""
    pvalue: Floats  # pvalue, adjusted_pvalue: of the analysis' test
    adjusted_pvalue: Floats

    def verdicts(self, alpha: float, *, adjusted: bool) -> Verdicts:
        """Return 1 where the row is significantly better, −1 where the column is, 0 where neither is."""
        pvalues = self.adjusted_pvalue if adjusted else self.pvalue
        return np.where(rejects(pvalues, alpha), self.direction, 0).astype(np.int8)


def decisions(comparison: Comparison) -> Decisions:
    """Return the `Decisions` of a comparison."""
    pairs = comparison.pair_statistics
    return Decisions(favoured(comparison).astype(np.int8), pairs.pvalue, pairs.adjusted_pvalue)


def of_tables(comparison: Comparison, tables: Iterable[Scores]) -> Iterator[Decisions]:
    """Yield the `Decisions` for other tables of the same comparates."""
    for table in tables:
        yield _of_table(comparison, table, comparison.analysis)


def of_analyses(comparison: Comparison, analyses: Sequence[Analysis]) -> Iterator[Decisions]:
    """Yield the `Decisions` for the table under other analyses."""
    for analysis in analyses:
        yield _of_table(comparison, comparison.scores, analysis)


def of_tasks(comparison: Comparison, subsets: Sequence[NDArray[np.intp]]) -> Iterator[Decisions]:
    """Yield the `Decisions` for subsets of the tasks."""
    return of_tables(comparison, (on_tasks(comparison.scores, tasks) for tasks in subsets))


def _by_signed_ranks(analysis: Analysis) -> bool:
    """Whether verdicts follow only from the signed ranks of a pair."""
    return analysis.convention == OURS and analysis.test in ("wilcoxon", "sign")


def _of_table(comparison: Comparison, table: Scores, analysis: Analysis) -> Decisions:
    """Return the `Decisions` of a table, in the order and from the side of the comparison's pairs."""
    if not _by_signed_ranks(analysis):
        return _matched(compare(table, analysis), comparison)
    pairs, order = comparison.pair_statistics, comparison.order
    pair_differences = differences(
        table.values[:, order],
        table.decimals[:, order],
        higher_is_better=table.higher_is_better,
        tolerance=table.tie_tolerance,
    )
    test = wilcoxon(pair_differences, pairs.row, pairs.column, analysis.zero_method, analysis.pvalue_method)
    gain = test.wins - test.losses if analysis.test == "sign" else test.w_plus - test.w_minus
    direction = np.sign(gain).astype(np.int8)
    if analysis.sides != "two":  # the side that is tested depends on the table's own order
        place = np.argsort(summary_order(table, mean_scores(table.values, table.decimals)))
        row, column = (order[index] for index in (pairs.row, pairs.column))
        test = _exchanged(test, place[row] > place[column])
    _, pvalue, _ = apply_test(test, analysis, pair_differences, comparison.ranks, pairs.row, pairs.column)
    inside = family_members(analysis, comparison.names, pairs.row, pairs.column)
    return Decisions(direction, pvalue, adjusted(pvalue, analysis, inside))


def _exchanged(test: SignedRankTest, where: Booleans) -> SignedRankTest:
    """Return the tests with row and column exchanged in some pairs."""
    fields = {"wins": "losses", "w_plus": "w_minus", "row": "column"}
    changed: dict[str, Any] = {}
    for side, opposite in fields.items():
        first, second = getattr(test, side), getattr(test, opposite)
        changed[side], changed[opposite] = np.where(where, second, first), np.where(where, first, second)
    return replace(test, **changed)


def _matched(changed: Comparison, original: Comparison) -> Decisions:
    """Return the `Decisions` of a variant in the order, and from the side, of the original's pairs."""
    decided, m = decisions(changed), len(original.order)
    row, column = (
        changed.order[index] for index in (changed.pair_statistics.row, changed.pair_statistics.column)
    )
    direction, pvalue, corrected = np.zeros((m, m), np.int8), np.ones((m, m)), np.ones((m, m))
    direction[row, column], direction[column, row] = decided.direction, -decided.direction
    pvalue[row, column] = pvalue[column, row] = decided.pvalue
    corrected[row, column] = corrected[column, row] = decided.adjusted_pvalue
    pairs = original.pair_statistics
    at = original.order[pairs.row], original.order[pairs.column]
    return Decisions(direction[at], pvalue[at], corrected[at])


SUBSAMPLES = 100
SHARE_OF_TASKS = 0.8
ALPHAS = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1)
FEWEST_DECIMALS = 2


@dataclass(frozen=True, eq=False)
class Robustness:
    """Shares of variants in which a pair's verdict is the same as in the original table.

    A verdict is one of three: the row is significantly better, the column is, or neither is.
    """

    families: tuple[str, ...]  # names of the families of variants
    variants: tuple[int, ...]  # number of variants in each family
    raw: Floats
    """raw, adjusted, of shape (n_families, n_pairs): shares, for verdicts by the raw and by the adjusted p-value;
    pairs in the order of `Pairs`."""
    adjusted: Floats

    def weakest(self, adjusted: bool = False) -> tuple[Floats, tuple[str, ...]]:
        """Return each pair's smallest share, and the first family that has it."""
        shares = self.adjusted if adjusted else self.raw
        place = shares.argmin(axis=0)
        return shares.min(axis=0), tuple(self.families[i] for i in place)

    def is_single(self, family: str) -> bool:
        """Whether a family has one variant only, of which a share in percent says too much."""
        return self.variants[self.families.index(family)] == 1


def robustness(comparison: Comparison, *, seed: int = 0, progress: Progress | None = None) -> Robustness:
    """Return how often each pair's verdict survives.

    A share is descriptive: it says how far a verdict depends on choices that the reader cannot see, not how
    likely it is to be true.
    """
    families = tuple(_families(comparison, seed))
    total = sum(family.size for family in families)
    as_it_is = _both(decisions(comparison), comparison.analysis.alpha)
    shares, done = np.zeros((len(families), 2, len(comparison.pair_statistics.row))), 0
    for share, family in zip(shares, families, strict=True):
        for changed in family.verdicts:
            share += [verdict == before for verdict, before in zip(changed, as_it_is, strict=True)]
            done += 1
            if progress is not None:
                progress(done, total)
        share /= family.size
    names, sizes = tuple(family.name for family in families), tuple(family.size for family in families)
    return Robustness(names, sizes, shares[:, 0], shares[:, 1])


@dataclass(frozen=True, eq=False)
class _Family:
    """Variants of one kind: their number, and raw and adjusted verdicts in each, computed on demand."""

    name: str
    size: int
    verdicts: Iterator[tuple[Verdicts, Verdicts]]


def _families(comparison: Comparison, seed: int) -> Iterator[_Family]:
    scores, analysis = comparison.scores, comparison.analysis
    yield from _fewer_tasks(comparison, seed)
    decimals = range(FEWEST_DECIMALS, _decimals(scores))
    if decimals:
        rounded = [_rounded(scores, places) for places in decimals]
        yield _family("fewer decimals", analysis, len(rounded), of_tables(comparison, rounded))
    yield _levels(comparison)
    if analysis.test in SIGNED_RANK:
        rules = [replace(analysis, zero_method=rule) for rule in get_args(ZeroMethod)]
        yield _family("zero rules", analysis, len(rules), of_analyses(comparison, rules))
    if (
        analysis.sides == "two"
        and analysis.test not in RANK_TESTS
        and not CORRECTIONS[analysis.correction].pairs
    ):
        one_sided = [replace(analysis, sides="better")]
        yield _family("sides", analysis, 1, of_analyses(comparison, one_sided))


def _fewer_tasks(comparison: Comparison, seed: int) -> Iterator[_Family]:
    """Yield the families that leave tasks out."""
    analysis, n = comparison.analysis, comparison.scores.n_tasks
    if n > 2:
        without = [np.delete(np.arange(n), t) for t in range(n)]
        yield _family("leave one task out", analysis, n, of_tasks(comparison, without))
    of = clustering(comparison.scores)
    if comparison.scores.clusters and (number := int(of.max()) + 1) > 2:
        others = [np.flatnonzero(of != k) for k in range(number)]
        yield _family("leave one cluster out", analysis, number, of_tasks(comparison, others))
    size = int(n * SHARE_OF_TASKS)
    if 2 <= size < n:
        rng = np.random.default_rng(seed)
        draws = [np.sort(rng.permutation(n)[:size]) for _ in range(SUBSAMPLES)]
        yield _family("subsamples", analysis, SUBSAMPLES, of_tasks(comparison, draws))


def _levels(comparison: Comparison) -> _Family:
    """Return the family of levels; p-values depend on the level only under another tool's convention."""
    analysis = comparison.analysis
    if analysis.convention == OURS:
        variants: Iterable[Decisions] = (decisions(comparison) for _ in ALPHAS)
    else:
        variants = of_analyses(comparison, [replace(analysis, alpha=alpha) for alpha in ALPHAS])
    return _Family("levels", len(ALPHAS), map(_both, variants, ALPHAS))


def _family(name: str, analysis: Analysis, size: int, variants: Iterator[Decisions]) -> _Family:
    """Return a family of variants at the analysis' own level."""
    return _Family(name, size, (_both(decided, analysis.alpha) for decided in variants))


def _both(decided: Decisions, alpha: float) -> tuple[Verdicts, Verdicts]:
    """Return raw and adjusted verdicts at a level."""
    return decided.verdicts(alpha, adjusted=False), decided.verdicts(alpha, adjusted=True)


def _rounded(scores: Scores, places: int) -> Scores:
    return replace(
        scores,
        values=np.round(scores.values, places),
        decimals=np.full(scores.decimals.shape, places, np.int8),
        repeats=None,
    )


def _decimals(scores: Scores) -> int:
    """Return the number of decimals with which scores are shown: as written, or six for binary ones."""
    written = int(scores.decimals.max(initial=0))
    return 6 if (scores.decimals < 0).any() else written
