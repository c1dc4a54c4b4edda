from __future__ import annotations

import pytest

from comparatex.errors import UsageError
from comparatex.names import closest, hint, listed, quoted, require, tidy


@pytest.mark.parametrize(
    ("raw", "name"),
    [(" a  b\t", "a b"), (3.0, "3"), (0.5, "0.5"), (7, "7"), ("e\u0301", "\u00e9"), ("a\u00a0b", "a b")],
)
def test_names_are_tidied(raw, name):
    assert tidy(raw) == name


def test_long_names_are_cut():
    assert quoted("x" * 61) == "'" + "x" * 60 + "…'"
    assert quoted("x" * 60) == "'" + "x" * 60 + "'"


@pytest.mark.parametrize(
    ("n", "text"),
    [
        (1, "'0'"),
        (2, "'0' and '1'"),
        (3, "'0', '1' and '2'"),
        (4, "'0', '1', '2' and '3'"),
        (5, "'0', '1', '2' and 2 more"),
    ],
)
def test_lists_of_names_end(n, text):
    assert listed([str(k) for k in range(n)]) == text


def test_close_names_are_found_whatever_their_case():
    assert closest("rocket", ["ROCKET", "Racket"]) == "ROCKET"
    assert closest("xyz", ["ROCKET"]) is None


def test_hints_end_the_sentence():
    assert hint("a", ["A", "B"]) == ": did you mean 'A'?"
    assert hint("q", ["A", "B"]) == ": there are 'A' and 'B'."
    assert hint("q", ["A"]) == ": there is only 'A'."
    assert hint("q", []) == "."


def test_unknown_names_are_refused():
    require(["A"], ["A", "B"], "method", "`include`")
    with pytest.raises(UsageError, match=r"^No method is called 'C' \(`include`\)"):
        require(["A", "C"], ["A", "B"], "method", "`include`")


def test_control_characters_are_blanks():
    assert tidy("B\x07C\x1b[31m\x00\x85D\x7f") == "B C [31m D"
    assert quoted("\x1b[2J") == "'[2J'"
