"""Letters say who is joined to whom."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.layout.cdd_view import ALPHABET, letters

CLIQUES = st.lists(st.sets(st.integers(1, 9), min_size=2).map(lambda s: tuple(sorted(s))), max_size=len(ALPHABET))


def spelt_out(text):
    """Return the set of letters that a range such as a–d is short for."""
    return set(
        re.sub(
            "(.)–(.)",
            lambda found: ALPHABET[ALPHABET.index(found[1]) : ALPHABET.index(found[2]) + 1],
            text,
        )
    )


@given(CLIQUES)
def test_two_comparates_share_a_letter_when_they_share_a_clique(cliques):
    found = [spelt_out(text) for text in letters(cliques, 9)]
    for i in range(9):
        for j in range(9):
            assert bool(found[i] & found[j]) == any({i + 1, j + 1} <= set(clique) for clique in cliques)


@pytest.mark.parametrize(
    ("members", "text"),
    [
        ((), ""),
        ((0,), "a"),
        ((0, 1), "ab"),
        ((0, 1, 2), "a–c"),
        ((0, 2, 3, 4, 6), "ac–eg"),
        ((24, 25, 26), "y–A"),
    ],
)
def test_three_in_a_row_are_a_range(members, text):
    cliques = [(1, 2) if i in members else (2, 3) for i in range(27)]
    assert letters(cliques, 3)[0] == text
