"""How often each verdict survives small changes of the data or of the convention: one share per family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from comparatex import progress
from comparatex.data.scores import Scores, clustering, on_tasks
from comparatex.inference.analysis import OURS, SIGNED_RANK, Analysis, ZeroMethod
from comparatex.inference.arithmetic import Booleans, Floats, rejects
from comparatex.inference.compare import tested
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import favoured

Verdicts = NDArray[np.int8]

SUBSAMPLES = 100
SHARE_OF_TASKS = 0.8
ALPHAS = (0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1)
FEWEST_DECIMALS = 2


@dataclass(frozen=True, eq=False)
class Decisions:
    """What the verdicts on the pairs of a table depend on, each of shape (n_pairs,)."""

    # direction: 1 where the analysis' test favours the row, −1 where the column, 0 where neither; see `favoured`
    direction: Verdicts
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


def of_variant(comparison: Comparison, table: Scores, analysis: Analysis) -> Decisions:
    """Return the `Decisions` of another table or analysis, in the order and from the side of the comparison's pairs."""
    at_own_level = replace(analysis, alpha=comparison.analysis.alpha)
    if table is comparison.scores and at_own_level == comparison.analysis and analysis.convention == OURS:
        return decisions(comparison)  # p-values do not depend on the level
    changed = tested(table, analysis)
    row, column = (np.argsort(changed.order)[index] for index in comparison.in_table)
    decided, at = decisions(changed), changed.pair_numbers(row, column)
    direction = np.where(row < column, decided.direction[at], -decided.direction[at])
    return Decisions(direction, decided.pvalue[at], decided.adjusted_pvalue[at])


@dataclass(frozen=True, eq=False)
class Robustness:
    """Shares of variants in which a pair's verdict is the same as in the original table.

    A verdict is one of three: the row is significantly better, the column is, or neither is.
    """

    families: tuple[str, ...]  # names of the families of variants
    variants: tuple[int, ...]  # number of variants in each family
    # raw, adjusted, of shape (n_families, n_pairs): shares, for verdicts by the raw and by the adjusted p-value; pairs
    # in the order of `Pairs`
    raw: Floats
    adjusted: Floats

    def weakest(self, adjusted: bool = False) -> tuple[Floats, tuple[str, ...]]:
        """Return each pair's smallest share, and the first family that has it."""
        shares = self.adjusted if adjusted else self.raw
        place = shares.argmin(axis=0)
        return shares.min(axis=0), tuple(self.families[i] for i in place)

    def is_single(self, family: str) -> bool:
        """Whether a family has one variant only, of which a share in percent says too much."""
        return self.variants[self.families.index(family)] == 1


def robustness(comparison: Comparison, *, seed: int = 0) -> Robustness:
    """Return how often each pair's verdict survives.

    A share is descriptive: it says how far a verdict depends on choices that the reader cannot see, not how
    likely it is to be true.
    """
    families = tuple(_families(comparison, seed))
    names, sizes = tuple(name for name, _, _ in families), tuple(size for _, size, _ in families)
    before = decisions(comparison)
    shares = np.zeros((2, len(families), len(comparison.pair_statistics.row)))
    with progress.step("robustness", sum(sizes)) as advance:
        for family, (_, size, variants) in enumerate(families):
            for number, (table, analysis) in enumerate(variants, 1):
                changed = of_variant(comparison, table, analysis)
                for kind in (False, True):
                    verdicts = before.verdicts(comparison.analysis.alpha, adjusted=kind)
                    shares[int(kind), family] += changed.verdicts(analysis.alpha, adjusted=kind) == verdicts
                advance(sum(sizes[:family]) + number)
            shares[:, family] /= size
    return Robustness(names, sizes, *shares)


def fragile(comparison: Comparison, share: float, *, adjusted: bool) -> Booleans:
    """Return which pairs keep their verdict in less than a share of the variants of some family, as a matrix."""
    m, pairs = len(comparison.names), comparison.pair_statistics
    marked = np.zeros((m, m), np.bool_)
    if share > 0:
        smallest, _ = _robustness(comparison).weakest(adjusted)
        marked[pairs.row, pairs.column] = marked[pairs.column, pairs.row] = smallest < share
    return marked


_robustness = lru_cache(maxsize=1)(robustness)  # of a diagram by rows, both layouts ask


def _families(comparison: Comparison, seed: int) -> Iterator[tuple[str, int, Iterator[tuple[Scores, Analysis]]]]:
    """Yield the families: name, number of variants, and the variants one by one."""
    scores, analysis, n = comparison.scores, comparison.analysis, comparison.scores.n_tasks
    if n > 2:
        yield ("leave one task out", n, ((on_tasks(scores, np.delete(np.arange(n), t)), analysis) for t in range(n)))
    of = clustering(scores)
    if scores.clusters and (number := int(of.max()) + 1) > 2:
        without = (on_tasks(scores, np.flatnonzero(of != k)) for k in range(number))
        yield "leave one cluster out", number, ((table, analysis) for table in without)
    size = int(n * SHARE_OF_TASKS)
    if 2 <= size < n:
        rng = np.random.default_rng(seed)
        draws = (np.sort(rng.permutation(n)[:size]) for _ in range(SUBSAMPLES))
        yield "subsamples", SUBSAMPLES, ((on_tasks(scores, tasks), analysis) for tasks in draws)
    written = 6 if (scores.decimals < 0).any() else int(scores.decimals.max(initial=0))  # as they are shown

    def rounded(places: int) -> Scores:
        values, decimals = np.round(scores.values, places), np.full(scores.decimals.shape, places, np.int8)
        return replace(scores, values=values, decimals=decimals, repeats=None)

    if decimals := range(FEWEST_DECIMALS, written):
        yield "fewer decimals", len(decimals), ((rounded(places), analysis) for places in decimals)
    # One-sided tests are no family: towards the side that the data favour, they are tests at twice the level.
    changes: dict[str, list[dict[str, Any]]] = {"levels": [{"alpha": alpha} for alpha in ALPHAS]}
    if analysis.test in SIGNED_RANK:
        changes["zero rules"] = [{"zero_method": rule} for rule in get_args(ZeroMethod)]
    for name, settings in changes.items():
        yield name, len(settings), iter([(scores, replace(analysis, **setting)) for setting in settings])
