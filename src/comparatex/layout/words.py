"""Words of captions: counts with their nouns, and the convention that was followed."""

from __future__ import annotations

from comparatex.inference.analysis import Analysis
from comparatex.inference.comparison import Comparison

_NUMERALS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number and its noun, in words up to twelve.

    >>> count(1, "task"), count(3, "task"), count(108, "task")
    ('one task', 'three tasks', '108 tasks')
    """
    numeral = (
        _NUMERALS[number]
        if 0 <= number < len(_NUMERALS)
        else f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")
    )
    return f"{numeral} {noun if number == 1 else plural or noun + 's'}"


def joined(items: tuple[str, ...]) -> str:
    """Return a list in prose.

    >>> joined(("A",)), joined(("A", "B")), joined(("A", "B", "C"))
    ('A', 'A and B', 'A, B and C')
    """
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def size(comparison: Comparison) -> str:
    """Return the size of the study in words: comparates, tasks, direction."""
    scores = comparison.scores
    return f"{count(scores.n_comparates, 'comparate')} on {count(scores.n_tasks, 'task')}"


def direction(comparison: Comparison) -> str:
    """Return which scores are better, in words."""
    return f"{comparison.scores.direction} is better"


def test(analysis: Analysis) -> str:
    """Return the pairwise test with its variant, in words."""
    sides = {
        "two": "two-sided",
        "better": "one-sided (towards the better mean score)",
        "row": "one-sided (the row is better)",
        "column": "one-sided (the column is better)",
    }[analysis.sides]
    if analysis.test == "nemenyi":
        return "Nemenyi test of mean ranks"
    if analysis.test == "sign":
        return f"{sides} sign test (ties dropped)"
    zeros = {
        "pratt": "zeros ranked and dropped after Pratt",
        "wilcox": "zeros dropped",
        "zsplit": "zeros split evenly",
        "zsplit-drop-odd": "zeros split evenly, one of an odd number dropped",
    }[analysis.zero_method]
    return f"{sides} Wilcoxon signed-rank test ({zeros})"


def correction(analysis: Analysis, n_pairs: int) -> str:
    """Return the correction and its family, in words."""
    family = f"over {count(n_pairs, 'pair')}"
    return {
        "none": "no correction for multiple testing",
        "bonferroni": f"Bonferroni's correction {family}",
        "holm": f"Holm's step-down correction {family}",
    }[analysis.correction]
