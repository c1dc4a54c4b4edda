"""Bars never run into each other, and leaving some out loses no pair."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from comparatex.layout.cdd_view import essential, pack, passed_over

SPANS = st.lists(
    st.tuples(st.integers(1, 15), st.integers(1, 15)).filter(lambda span: span[0] < span[1]), max_size=20
).map(sorted)
CLIQUES = st.sets(
    st.frozensets(st.integers(1, 9), min_size=2, max_size=6).map(lambda clique: tuple(sorted(clique))),
    max_size=12,
).map(sorted)


def pairs(cliques):
    return {pair for clique in cliques for pair in combinations(clique, 2)}


@given(SPANS)
def test_bars_of_a_lane_have_a_comparate_between_them(spans):
    placed = list(zip(spans, pack(spans), strict=True))
    for (one, lane), (other, other_lane) in combinations(placed, 2):
        assert lane != other_lane or other[0] - one[1] > 1


@given(SPANS)
def test_lanes_are_as_few_as_can_be(spans):
    # Bars that cover a place, or end just before it, need a lane each.
    needed = max((sum(a <= place <= b + 1 for a, b in spans) for place in range(1, 17)), default=0)
    assert max(pack(spans), default=0) == needed


@given(CLIQUES)
def test_essential_cliques_share_the_same_pairs(cliques):
    kept = essential(cliques)
    assert pairs(kept) == pairs(cliques)
    assert list(kept) == [clique for clique in cliques if clique in kept]


@given(CLIQUES)
def test_none_of_the_essential_cliques_can_be_left_out(cliques):
    kept = essential(cliques)
    for clique in kept:
        assert pairs(set(kept) - {clique}) < pairs(kept)


@given(CLIQUES)
def test_a_bar_passes_over_what_is_no_member(cliques):
    for clique in cliques:
        assert sorted((*clique, *passed_over(clique))) == list(range(clique[0], clique[-1] + 1))


def test_a_clique_within_others_is_left_out():
    triangle = ((1, 2, 3), (2, 4, 5), (3, 5, 6))
    assert essential((*triangle, (2, 3, 5))) == triangle
    assert essential(triangle) == triangle
