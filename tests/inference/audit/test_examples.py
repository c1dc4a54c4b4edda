"""Small sets that show a swap: both standings are those of the sets compared by themselves."""

from dataclasses import replace

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.audit.examples import LARGEST, swap_example, weakened_pair
from comparatex.inference.audit.mean_ranks import half_wins, rank_swaps
from comparatex.inference.compare import compare


def table(seed, m=10, n=40, spread=0.01):
    rng = np.random.default_rng(seed)
    values = rng.normal(0.7, 0.05, (n, 1)) + spread * rng.normal(size=m) + rng.normal(0, 0.03, (n, m))
    return compare(read((np.round(values, 3), tuple(f"m{i}" for i in range(m)), tuple(f"t{i}" for i in range(n)))))


def alone(comparison, members):
    """Compare some comparates of a table by themselves."""
    scores, columns = comparison.scores, comparison.order[list(members)]
    return compare(
        replace(
            scores,
            values=scores.values[:, columns],
            decimals=scores.decimals[:, columns],
            comparates=tuple(scores.comparates[c] for c in columns),
        ),
        comparison.analysis,
    )


def check(example):
    """Check a swap example against the comparison of each of its sets."""
    names = example.comparison.names
    for standing, change in ((example.before, example.removed), (example.after, example.added)):
        found = alone(example.comparison, standing.members)
        assert set(change) <= set(standing.members)
        assert len(standing.members) <= LARGEST
        ranks = dict(zip(found.names, found.mean_rank.tolist(), strict=True))
        assert [ranks[names[i]] for i in standing.members] == pytest.approx(list(standing.ranks), abs=1e-12)
        assert sorted(standing.ranks) == list(standing.ranks)
        frame = found.pairs.set_index(["row", "column"])["significant"]
        pair = (names[example.rising], names[example.falling])
        assert standing.significant == bool(frame.get(pair, frame.get(pair[::-1])))
    place = [standing.members.index for standing in (example.before, example.after)]
    assert place[0](example.falling) < place[0](example.rising)
    assert place[1](example.rising) < place[1](example.falling)


@pytest.mark.parametrize("seed", range(6))
def test_a_swap_is_real(seed):
    comparison = table(seed)
    swaps = rank_swaps(half_wins(comparison.ranks), len(comparison.ranks))
    example = swap_example(comparison, swaps, range(10))
    assert any(swap.reversible for swap in swaps)
    assert example is not None
    check(example)
    sizes = [len(swap.add) + len(swap.remove) for swap in swaps if swap.reversible]
    assert len(example.added) + len(example.removed) >= min(sizes)


@pytest.mark.parametrize("seed", range(4))
def test_weakened_variants_swap_a_pair(seed):
    example = weakened_pair(table(seed))
    assert example is not None
    check(example)
    (added,), (removed,) = example.added, example.removed
    assert example.comparison.names[added] == f"{example.comparison.names[example.rising]}*"
    assert example.comparison.names[removed] == f"{example.comparison.names[example.falling]}*"


def test_where_order_is_beyond_doubt_there_is_no_example():
    values = np.linspace(0.1, 0.9, 5)[None, :] + np.zeros((8, 1))
    comparison = compare(read((values, tuple("ABCDE"), tuple("tuvwxyza"))))
    swaps = rank_swaps(half_wins(comparison.ranks), 8)
    assert swap_example(comparison, swaps, range(5)) is None
