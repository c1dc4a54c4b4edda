"""Which pairs of a core are significant, and how often, over the ways to add other comparates.

Sets of added comparates are numbered, so that any block of them can be decided separately, in any order, by whoever
works.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from comparatex import progress
from comparatex.errors import UsageError
from comparatex.inference.analysis import SAMPLED
from comparatex.inference.arithmetic import Booleans, Floats, Integers
from comparatex.inference.audit.flips import rejected
from comparatex.inference.workers import each

Block = tuple[int, int]
"""First number of a set, and the one after the last."""
LARGEST = 2**62
"""Families of more sets cannot be numbered; they are sampled."""
EXAMPLES = 5
"""Example sets that are kept per pattern, as in the figure that shows them."""
BLOCK = 1 << 17
_DRAWN = 1 << 10
"""Sets that are drawn at once, so that their random numbers stay in the cache."""
_LARGEST_CORE = 11
_Z95 = 1.959963984540054


@dataclass(frozen=True)
class Family:
    """All ways to add comparates to a core."""

    others: int  # number of comparates outside the core
    sizes: tuple[int, ...]  # how many of them may be added, ascending

    @property
    def n_sets(self) -> int:
        """Number of sets."""
        return sum(comb(self.others, size) for size in self.sizes)


def numbered_sets(family: Family, numbers: Integers) -> Booleans:
    """Return the sets with these numbers, as a mask of shape (n_numbers, others).

    Numbers run from 0. With every size allowed, bit c of a number says whether comparate c is added;
    otherwise sets come size by size, each size in colexicographic order.
    """
    if family.sizes == tuple(range(family.others + 1)):
        return np.asarray((numbers[:, None] >> np.arange(family.others)) & 1, bool)
    chosen = np.zeros((len(numbers), family.others), bool)
    start = 0
    for size in family.sizes:
        count = comb(family.others, size)
        here = np.flatnonzero((numbers >= start) & (numbers < start + count))
        if here.size:
            chosen[here] = _combinations(family.others, size, numbers[here] - start)
        start += count
    return chosen


def _combinations(n: int, size: int, numbers: Integers) -> Booleans:
    """Return the combinations with these colexicographic numbers (combinatorial number system)."""
    mask = np.zeros((len(numbers), n), bool)
    remaining = numbers.copy()
    rows = np.arange(len(numbers))
    for number in range(size, 0, -1):
        table = np.array([min(comb(c, number), LARGEST) for c in range(n)], np.int64)
        element = np.searchsorted(table, remaining, side="right") - 1
        mask[rows, element] = True
        remaining = remaining - table[element]
    return mask


def sample(family: Family, n_samples: int, seed: int) -> Booleans:
    """Return sets drawn uniformly with replacement, whatever their number.

    The size is drawn in proportion to the number of sets that have it, then the members.
    """
    rng = np.random.default_rng(seed)
    weights = np.array([float(comb(family.others, size)) for size in family.sizes])
    sizes = rng.choice(family.sizes, size=n_samples, p=weights / weights.sum())
    chosen = np.empty((n_samples, family.others), bool)
    # The members are those with the smallest random numbers: all below the next smallest.
    places = [size for size in family.sizes if size < family.others]
    for start in range(0, n_samples, _DRAWN):
        part = slice(start, start + _DRAWN)
        drawn = rng.random(chosen[part].shape)
        parted = np.partition(drawn, places, axis=1) if places else drawn
        beyond = parted[np.arange(len(drawn)), np.minimum(sizes[part], max(family.others - 1, 0))]
        chosen[part] = drawn < np.where(sizes[part] < family.others, beyond, 1.0)[:, None]
    return chosen


@dataclass(frozen=True)
class Pattern:
    """One pattern of significance inside the core."""

    count: int  # number of sets that produce it
    not_significant: tuple[tuple[int, int], ...]
    """Pairs of the core whose difference is not significant in these sets."""
    examples: tuple[tuple[int, ...], ...]  # up to five of the added sets, chosen by the seed


@dataclass(frozen=True)
class Patterns:
    """All patterns of a core, most frequent first."""

    core: tuple[int, ...]  # the comparates whose pairs are followed
    sizes: tuple[int, ...]  # how many comparates were added
    n_sets: int  # number of sets decided
    n_possible: int  # number of possible sets
    exhaustive: bool  # whether every set was decided
    at_random: bool
    """Whether the sets were drawn at random, so that shares of patterns are estimates."""
    margin: float
    """Half-width of a 95 % interval of a pattern's share, at most; 0 where sets were not drawn at random."""
    patterns: tuple[Pattern, ...]  # the patterns


@dataclass(frozen=True)
class Question:
    """The question asked of every set: all that is needed to decide a block of them in any process."""

    pvalues: Floats  # raw p-values, symmetric
    core: tuple[int, ...]  # the core
    family: Family  # the ways to add the others, which are in ascending order
    alpha: float = 0.05  # level
    correction: str = "holm"  # name of the procedure
    seed: int = 0  # chooses the examples, and the sets when they are sampled
    sampled: int = SAMPLED  # sets to draw when there are too many to decide all


@dataclass
class Tally:
    """Counts and examples per pattern; tallies of disjoint blocks have the same sum in any order."""

    counts: dict[int, int] = field(default_factory=dict)
    """Sets per pattern; a pattern's bits are the significant pairs of the core."""
    examples: dict[int, list[tuple[int, tuple[int, ...]]]] = field(default_factory=dict)
    """For each pattern, the sets of smallest priority, which is a hash of number and seed."""

    def add(self, other: Tally) -> None:
        """Add another block's tally."""
        for code, count in other.counts.items():
            self.counts[code] = self.counts.get(code, 0) + count
            self.examples[code] = sorted(self.examples.get(code, []) + other.examples[code])[:EXAMPLES]

    @property
    def n_sets(self) -> int:
        """Number of sets decided."""
        return sum(self.counts.values())


def question(
    pvalues: Floats,
    core: Iterable[int],
    sizes: Iterable[int] | None = None,
    *,
    alpha: float = 0.05,
    correction: str = "holm",
    seed: int = 0,
    sampled: int = SAMPLED,
) -> Question:
    """Return the question of which pairs of a core stay significant; over all supersets when no sizes are given."""
    chosen = tuple(core)
    others = len(pvalues) - len(chosen)
    if not 2 <= len(chosen) <= _LARGEST_CORE:
        raise UsageError(f"A core has 2 to {_LARGEST_CORE} methods, not {len(chosen)}.")
    possible = tuple(range(others + 1) if sizes is None else (k for k in sorted({*sizes}) if 0 <= k <= others))
    if not possible:
        raise UsageError(f"Only {others} methods are outside the core.")
    return Question(pvalues, chosen, Family(others, possible), alpha, correction, seed, sampled)


def blocks(question: Question, budget: int) -> list[Block]:
    """Return the ranges of set numbers to decide, or of sample numbers if the family exceeds the budget."""
    total = question.family.n_sets if exhaustive(question, budget) else min(budget, question.sampled)
    return [(start, min(start + BLOCK, total)) for start in range(0, total, BLOCK)]


def exhaustive(question: Question, budget: int) -> bool:
    """Whether every set can be decided within the budget."""
    return question.family.n_sets <= min(budget, LARGEST)


def tally(question: Question, block: Block, everything: bool) -> Tally:
    """Decide one block of sets."""
    numbers = np.arange(*block, dtype=np.int64)
    # Every block of a sample has its own random stream, so that blocks can be drawn in any process.
    seed = question.seed + block[0]
    added = numbered_sets(question.family, numbers) if everything else sample(question.family, len(numbers), seed)
    sets = np.zeros((len(numbers), len(question.pvalues)), bool)
    sets[:, [c for c in range(len(question.pvalues)) if c not in question.core]] = added
    decisions = rejected(question.pvalues, question.core, sets, alpha=question.alpha, correction=question.correction)
    codes = decisions @ (1 << np.arange(decisions.shape[1], dtype=np.int64))
    sets[:, list(question.core)] = False  # examples name those that are added
    priorities, counted = _priorities(numbers, question.seed), Tally()
    for code in np.unique(codes).tolist():
        here = np.flatnonzero(codes == code)
        counted.counts[code] = len(here)
        first = here[np.argsort(priorities[here], kind="stable")[:EXAMPLES]]
        counted.examples[code] = [(int(priorities[i]), tuple(np.flatnonzero(sets[i]).tolist())) for i in first]
    return counted


def _priorities(numbers: Integers, seed: int) -> NDArray[np.uint64]:
    """Return a pseudo-random order of sets that depends only on number and seed (SplitMix64)."""
    x = numbers.astype(np.uint64) + np.uint64((seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) % 2**64)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return np.asarray(x ^ (x >> np.uint64(31)))


def patterns(question: Question, *, budget: int = 1 << 22, jobs: int = 1) -> Patterns:
    """Return the patterns of significance inside a core over the ways to add other comparates."""
    everything, planned, total = exhaustive(question, budget), blocks(question, budget), Tally()
    with progress.step("patterns", planned[-1][1]) as advance:
        for part in each(partial(tally, question, everything=everything), planned, jobs):
            total.add(part)
            advance(total.n_sets)
    pairs = list(combinations(question.core, 2))
    by_count = sorted(total.counts.items(), key=lambda item: (-item[1], -item[0]))
    return Patterns(
        core=question.core,
        sizes=question.family.sizes,
        n_sets=total.n_sets,
        n_possible=question.family.n_sets,
        exhaustive=everything and total.n_sets == question.family.n_sets,
        at_random=not everything,
        margin=0.0 if everything else _Z95 * 0.5 / sqrt(max(total.n_sets, 1)),
        patterns=tuple(
            Pattern(
                count,
                tuple(pair for i, pair in enumerate(pairs) if not code >> i & 1),
                tuple(chosen for _, chosen in total.examples[code]),
            )
            for code, count in by_count
        ),
    )
