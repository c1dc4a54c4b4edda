"""Small sets of comparates that show a swap of mean ranks, and the attack by a weakened variant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, islice

import numpy as np

from comparatex.data.scores import BINARY, Scores
from comparatex.inference.arithmetic import Booleans
from comparatex.inference.audit.flips import own_pvalues, rejected
from comparatex.inference.audit.mean_ranks import RankSwap, contributions, half_wins, mean_ranks
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison

MARK = "*"
LARGEST = 6
"""Comparates of a set that a reader takes in at a glance."""
WEIGHTS = (0.9, 0.8, 0.7, 0.6, 0.5)
_NEIGHBOURS = 14
_SWAPS = 60
_PAIRS = 8


def weaken(scores: Scores, copied: int, weaker: int, weight: float) -> Scores:
    """Return the table with one more comparate, a weakened variant of one, marked with an asterisk.

    The variant's score on each task is ``weight × copied + (1 − weight) × weaker``, as in Figure 3 of the paper that
    introduced the multi-comparison matrix; a weight of 1 is an exact copy.
    """
    if not 0 <= weight <= 1:
        raise ValueError(f"A weight lies between 0 and 1, not at {weight}.")
    mixed = weight * scores.values[:, copied] + (1 - weight) * scores.values[:, weaker]
    name = scores.comparates[copied] + MARK
    while name in scores.comparates:
        name += MARK
    return replace(
        scores,
        values=np.column_stack([scores.values, mixed]),
        decimals=np.column_stack([scores.decimals, np.full(len(mixed), BINARY, np.int8)]),
        comparates=(*scores.comparates, name),
        repeats=None,
    )


@dataclass(frozen=True)
class Standing:
    """The ranking of a set of comparates on its own."""

    members: tuple[int, ...]  # the set in the order of its mean ranks, best first
    ranks: tuple[float, ...]  # their mean ranks within the set
    significant: bool  # whether the pair in question differs significantly, corrected over all pairs of the set


@dataclass(frozen=True, eq=False)
class SwapExample:
    """A change of a small set that swaps two comparates."""

    comparison: Comparison  # the table to which the positions refer; for weakened variants, one that contains them
    # rising, falling: The comparate with the worse mean rank before and the better one after, and the other of the pair
    rising: int
    falling: int
    removed: tuple[int, ...]  # removed, added: the change
    added: tuple[int, ...]
    before: Standing  # before, after: the set before and after it
    after: Standing

    @property
    def verdict_changes(self) -> bool:
        """Whether the significance of the pair changes too."""
        return self.before.significant != self.after.significant


def swap_example(comparison: Comparison, swaps: Sequence[RankSwap], baseline: Sequence[int]) -> SwapExample | None:
    """Return a small set that shows a rank swap, or None when no swap fits into one.

    The set consists of the pair, the change, and as many others as fit, from those nearest in mean rank: fewer
    only when no larger set shows the swap. The first in that order is chosen.
    """
    sets, reversible = _Sets(comparison), sorted((swap for swap in swaps if swap.reversible), key=_size)
    for _, alike in groupby(reversible[:_SWAPS], key=_size):
        examples = (sets.example(swap.worse, swap.better, swap.remove, swap.add, baseline) for swap in alike)
        if best := _clearest(examples):
            return best
    return None


def _size(swap: RankSwap) -> int:
    return len(swap.add + swap.remove)


def _clearest(examples: Iterable[SwapExample | None]) -> SwapExample | None:
    """Return the first example in which the verdict changes, too, or else the first of all."""
    best = None
    for example in examples:
        if example is not None and example.verdict_changes:
            return example
        best = best or example
    return best


def weakened_pair(comparison: Comparison) -> SwapExample | None:
    """Return two comparates that swap when a weakened variant of one replaces one of the other.

    Of the pairs with the most similar mean ranks, mixed with the worst of all.
    """
    ranks = comparison.mean_rank
    worst = int(np.argmax(ranks))
    able = [i for i in range(len(ranks)) if ranks[i] < ranks[worst]]
    pairs = sorted(combinations(able, 2), key=lambda pair: (abs(ranks[pair[0]] - ranks[pair[1]]), pair))
    near = ((pair, _nearest(comparison, pair, range(len(comparison.order)))[:_NEIGHBOURS]) for pair in pairs[:_PAIRS])
    sets = (tuple(dict.fromkeys((*pair, worst, *others))) for pair, others in near)
    return _clearest(_with_variants(comparison, chosen, weight) for chosen in sets for weight in WEIGHTS)


def _with_variants(comparison: Comparison, chosen: tuple[int, ...], weight: float) -> SwapExample | None:
    """Return an example from some comparates; the first two get variants mixed with the third."""
    table = _columns(comparison, chosen)
    for copied in (0, 1):
        table = weaken(table, copied, 2, weight)
    sets = _Sets(compare(table, comparison.analysis))
    place = np.argsort(sets.comparison.order).tolist()
    first, second, variant, rival = place[0], place[1], place[len(chosen)], place[len(chosen) + 1]
    example = sets.example(first, second, (rival,), (variant,), place[: len(chosen)])
    if example is not None and example.verdict_changes:
        return example
    return sets.example(second, first, (variant,), (rival,), place[: len(chosen)]) or example


def _columns(comparison: Comparison, chosen: Sequence[int]) -> Scores:
    """Return the table of some comparates, in the order given."""
    scores, columns = comparison.scores, comparison.order[list(chosen)]
    return replace(
        scores,
        values=scores.values[:, columns],
        decimals=scores.decimals[:, columns],
        comparates=tuple(scores.comparates[c] for c in columns),
        repeats=None,
    )


class _Sets:
    """What decides on every set of a table's comparates: counts of wins, and p-values."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.counts, self.pvalues = half_wins(comparison.ranks), own_pvalues(comparison)

    def example(
        self, rising: int, falling: int, removed: tuple[int, ...], added: tuple[int, ...], baseline: Sequence[int]
    ) -> SwapExample | None:
        """Return a set in which a change swaps a pair and, if possible, changes its significance."""
        pair = rising, falling
        near = [c for c in _nearest(self.comparison, pair, baseline) if c not in (*removed, *added)]
        candidates = list(self._swapping(pair, removed, added, near[:_NEIGHBOURS]))
        if not candidates:
            return None
        sets = [[(*pair, *change, *others) for others in candidates] for change in (removed, added)]
        before, after = (self._significant(pair, members) for members in sets)
        k = int(np.argmax(before != after))  # the first that changes the verdict, else the first of all
        standings = (
            self._standing(members[k], bool(verdicts[k]))
            for members, verdicts in zip(sets, (before, after), strict=True)
        )
        return SwapExample(self.comparison, rising, falling, removed, added, *standings)

    def _significant(self, pair: tuple[int, int], sets: Sequence[tuple[int, ...]]) -> Booleans:
        """Return in which sets a pair differs significantly, corrected over all pairs of the set."""
        analysis = self.comparison.analysis
        masks = np.zeros((len(sets), len(self.counts)), np.bool_)
        for mask, members in zip(masks, sets, strict=True):
            mask[list(members)] = True
        return rejected(self.pvalues, pair, masks, alpha=analysis.alpha, correction=analysis.correction)[:, 0]

    def _swapping(
        self, pair: tuple[int, int], removed: tuple[int, ...], added: tuple[int, ...], near: Sequence[int]
    ) -> Iterator[tuple[int, ...]]:
        """Yield sets of others, the largest first, in which the change swaps the pair strictly."""
        weight, duel = contributions(self.counts, pair[1], pair[0])
        without, with_ = (duel + int(weight[list(change)].sum()) for change in (removed, added))
        for size in range(LARGEST - 2 - max(len(removed), len(added)), -1, -1):
            swaps = (
                others
                for others in combinations(near, size)
                if without + (moved := sum(int(weight[c]) for c in others)) > 0 > with_ + moved
            )
            yield from islice(swaps, _SWAPS)

    def _standing(self, members: tuple[int, ...], significant: bool) -> Standing:
        """Return the ranking of some comparates on their own."""
        ranks = mean_ranks(self.counts, members, len(self.comparison.ranks))
        order = np.lexsort((np.array(members), ranks)).tolist()
        return Standing(tuple(members[i] for i in order), tuple(float(ranks[i]) for i in order), significant)


def _nearest(comparison: Comparison, pair: tuple[int, int], among: Sequence[int]) -> list[int]:
    """Return the other comparates in the order of their distance in mean rank from a pair."""
    ranks = comparison.mean_rank
    middle = (ranks[pair[0]] + ranks[pair[1]]) / 2
    return sorted((c for c in among if c not in pair), key=lambda c: (abs(float(ranks[c] - middle)), c))
