"""What other competitors can do to mean ranks, computed exactly by sorting; and where mean scores disagree with them.

Mean ranks are additive: with ``B[c, i]`` the share of tasks on which c is better than i (a tie counts half),
the mean rank of i within a set S is ``1 + sum of B[c, i] over the other c in S``. The difference of two mean
ranks is therefore a linear function of the set, and every extreme of it is found by sorting the other
comparates' contributions. Counts are kept as integers, in half tasks, so that no decision depends on rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison

_ROUNDING = 1e-12
"""Of sums of differences, relative to their size."""


@dataclass(frozen=True)
class RankSwap:
    """What the choice of the other comparates can do to the order of two mean ranks."""

    # better, worse: The pair, named by their order in the baseline set (equal mean ranks: the first one first)
    better: int
    worse: int
    difference: float  # mean rank of `worse` minus mean rank of `better` in the baseline set; never negative
    reversible: bool  # whether some set that contains both puts `worse` strictly before `better`
    # add, remove: The smallest change of the baseline set that does so; empty when there is none. Among the changes of
    # that size, the one that reverses the order most.
    add: tuple[int, ...]
    remove: tuple[int, ...]
    # smallest, largest: The extremes of the difference over all sets of the table's comparates that contain both
    smallest: float
    largest: float


def half_wins(ranked_scores: Floats) -> Integers:
    """Return how often comparates beat each other, a win counting 2 and a tie 1."""
    m = ranked_scores.shape[1]
    counts = np.empty((m, m), np.int64)
    for c in range(m):
        mine = ranked_scores[:, c, None]
        counts[c] = 2 * (mine < ranked_scores).sum(axis=0) + (mine == ranked_scores).sum(axis=0)
    np.fill_diagonal(counts, 0)
    return counts


def mean_ranks(counts: Integers, members: Sequence[int], n_tasks: int) -> Floats:
    """Return the mean ranks of some comparates within their own set, in the order given."""
    chosen = np.asarray(members, int)
    return np.asarray(1 + counts[np.ix_(chosen, chosen)].sum(axis=0) / (2 * n_tasks))


def rank_swaps(counts: Integers, n_tasks: int, baseline: Sequence[int] | None = None) -> tuple[RankSwap, ...]:
    """Return for every pair of a baseline set whether other competitors can reverse its mean ranks.

    Each other comparate c moves the difference by ``B[c, worse] − B[c, better]`` when it is added, and by the
    opposite when it is removed. The smallest change that reverses the order takes these moves, starting with the
    most reversing, until the difference is negative; no smaller change can do it, because no set of k moves
    sums to less than the k most reversing ones.
    """
    base = tuple(range(len(counts))) if baseline is None else tuple(baseline)
    ranks = mean_ranks(counts, base, n_tasks)
    return tuple(
        _swap(counts, n_tasks, base, *((base[a], base[b]) if ranks[a] <= ranks[b] else (base[b], base[a])))
        for a, b in combinations(range(len(base)), 2)
    )


def _swap(counts: Integers, n_tasks: int, base: tuple[int, ...], better: int, worse: int) -> RankSwap:
    """Return what can happen to one pair; differences are integers, in units of ``1 / (2 n_tasks)``."""
    weight, duel = contributions(counts, better, worse)
    inside = np.zeros(len(counts), bool)
    inside[list(base)] = True
    every = np.arange(len(counts))
    others = every[(every != better) & (every != worse)]
    now = duel + int(weight[others[inside[others]]].sum())
    moves = np.where(inside[others], -weight[others], weight[others])
    ranked = others[np.argsort(moves, kind="stable")]
    sums = now + np.cumsum(np.sort(moves, kind="stable"))
    steps = int(np.argmax(sums < 0)) + 1 if (sums < 0).any() else 0
    change = sorted(int(c) for c in ranked[:steps])
    unit = 2 * n_tasks
    return RankSwap(
        better=better,
        worse=worse,
        difference=now / unit,
        reversible=steps > 0,
        add=tuple(c for c in change if not inside[c]),
        remove=tuple(c for c in change if inside[c]),
        smallest=(duel + int(np.minimum(weight[others], 0).sum())) / unit,
        largest=(duel + int(np.maximum(weight[others], 0).sum())) / unit,
    )


def contributions(counts: Integers, better: int, worse: int) -> tuple[Integers, int]:
    """Return what each other comparate adds to rank(worse) − rank(better), and the pair's own part."""
    weight = counts[:, worse] - counts[:, better]
    duel = int(counts[better, worse] - counts[worse, better])
    return weight, duel


@dataclass(frozen=True)
class Disagreement:
    """A pair in which one comparate has the better mean score and the other wins on more tasks."""

    better_mean: int  # better_mean, more_wins: the two, as positions in the summary order
    more_wins: int
    wins: int  # wins, ties, losses: of `better_mean`: fewer wins than losses
    ties: int
    losses: int
    mean_difference: float  # score of `better_mean` minus score of `more_wins`, as measured
    largest_gains: int  # the number of its largest gains with which `better_mean` outweighs all its losses


def disagreements(comparison: Comparison) -> tuple[Disagreement, ...]:
    """Return the pairs whose row, which has the better mean, loses on more tasks than it wins; the most lopsided first.

    Mean ranks, and in part the signed-rank test, follow the count; a reader who cares about gains follows the mean.
    """
    pairs = comparison.pair_statistics
    at = (pairs.wins < pairs.losses) & (pairs.mean_difference != 0)
    columns = (pairs.row, pairs.column, pairs.wins, pairs.ties, pairs.losses, pairs.mean_difference)
    disagreeing = (
        Disagreement(
            better_mean=row,
            more_wins=column,
            wins=wins,
            ties=ties,
            losses=losses,
            mean_difference=difference,
            largest_gains=_largest_gains(comparison, row, column),
        )
        for row, column, wins, ties, losses, difference in zip(*(of[at].tolist() for of in columns), strict=True)
    )
    return tuple(sorted(disagreeing, key=lambda pair: (pair.wins - pair.losses, pair.better_mean, pair.more_wins)))


def _largest_gains(comparison: Comparison, row: int, column: int) -> int:
    """Return how many of the row's largest gains outweigh all its losses."""
    values = comparison.scores.values[:, comparison.order]
    gains = (1.0 if comparison.scores.higher_is_better else -1.0) * (values[:, row] - values[:, column])
    gains = gains[~np.isnan(gains)]
    losses = -gains[gains < 0].sum()
    largest = np.cumsum(np.sort(gains[gains > 0])[::-1])
    outweighed = np.searchsorted(largest, losses * (1 + _ROUNDING), side="right")
    return min(int(outweighed) + 1, len(largest))
