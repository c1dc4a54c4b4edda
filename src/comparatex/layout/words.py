"""Words of captions: counts with their nouns, and the convention that was followed."""

from __future__ import annotations

from comparatex.inference.analysis import OURS, RANK_TESTS, Analysis
from comparatex.inference.comparison import Comparison
from comparatex.inference.conventions.profiles import find
from comparatex.inference.corrections.table import ANY_DEPENDENCE
from comparatex.inference.corrections.table import CORRECTIONS as PROCEDURES
from comparatex.layout import convention_words
from comparatex.layout.numbers import pvalue

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


def capital(sentence: str) -> str:
    """Return a sentence with a capital at its start.

    >>> capital("three tasks")
    'Three tasks'
    """
    return sentence[:1].upper() + sentence[1:]


def level(alpha: float) -> str:
    """Return a significance level as it was given.

    >>> level(0.05)
    '0.05'
    """
    return f"{alpha:.12g}"


def equation(value: float) -> str:
    """Return a p-value as an equation, or as an inequality below its last digit.

    >>> equation(0.0123), equation(1e-9)
    ('p = 0.0123', 'p < 0.0001')
    """
    text = pvalue(value)
    return f"p < {text[1:]}" if text.startswith("<") else f"p = {text}"


def size(comparison: Comparison) -> str:
    """Return the size of the study in words: comparates, tasks, and the group that these are of."""
    scores = comparison.scores
    return f"{count(scores.n_comparates, 'comparate')} on {count(scores.n_tasks, 'task')}{family(comparison)}"


def family(comparison: Comparison) -> str:
    """Return which group of tasks it is that the results are of; nothing for the whole table."""
    group = comparison.scores.family
    return (
        f" of the group \N{LEFT DOUBLE QUOTATION MARK}{group}\N{RIGHT DOUBLE QUOTATION MARK}" if group else ""
    )


def direction(comparison: Comparison) -> str:
    """Return which scores are better, in words."""
    return f"{comparison.scores.direction} is better"


_RANK_TESTS = {
    "nemenyi": "Nemenyi test of mean ranks",
    "friedman-z": "two-sided normal test of mean ranks",
    "conover": "two-sided Conover test of mean ranks",
    "aligned-z": "two-sided normal test of mean aligned ranks",
    "quade-z": "two-sided normal test of mean ranks weighted after Quade",
}


_SIGN_TIES = {
    "drop": "ties dropped",
    "split": "ties split evenly, one of an odd number dropped",
    "count": "ties counted as tasks that neither wins",
}


def test(analysis: Analysis) -> str:
    """Return the pairwise test with its variant, in words."""
    sides = {
        "two": "two-sided",
        "better": "one-sided (towards the better mean score)",
        "row": "one-sided (the row is better)",
        "column": "one-sided (the column is better)",
    }[analysis.sides]
    if analysis.convention != OURS:
        return f"{convention_words.test(find(analysis.convention))} of the convention {analysis.convention}"
    if analysis.test in _RANK_TESTS:
        return _RANK_TESTS[analysis.test]
    if analysis.test == "t":
        return f"{sides} paired t test"
    if analysis.test == "sign":
        return f"{sides} sign test ({_SIGN_TIES[analysis.sign_ties]})"
    zeros = {
        "pratt": "zeros ranked and dropped after Pratt",
        "wilcox": "zeros dropped",
        "zsplit": "zeros split evenly",
        "zsplit-drop-odd": "zeros split evenly, one of an odd number dropped",
    }[analysis.zero_method]
    return f"{sides} Wilcoxon signed-rank test ({zeros})"


CORRECTIONS = {
    "bonferroni": "Bonferroni",
    "sidak": "Šidák",
    "holm": "Holm",
    "holland": "Holland",
    "finner": "Finner",
    "hochberg": "Hochberg",
    "hommel": "Hommel",
    "rom": "Rom",
    "li": "Li",
    "shaffer": "Shaffer",
    "bergmann-hommel": "Bergmann–Hommel",
    "benjamini-hochberg": "Benjamini–Hochberg",
    "benjamini-yekutieli": "Benjamini–Yekutieli",
}
"""What corrections are called."""


def correction(analysis: Analysis, n_pairs: int) -> str:
    """Return the correction, its family and its condition, in words."""
    special = convention_words.rule(find(analysis.convention))
    if special:
        return f"the level {special}, over {count(n_pairs, 'pair')}"
    if analysis.correction == "none":
        return "no correction for multiple testing"
    name, kind = CORRECTIONS[analysis.correction], _KINDS.get(analysis.correction, "correction")
    possessive = name if "–" in name else f"{name}'s"
    return f"{possessive} {kind} over {count(n_pairs, 'pair')}{_condition(analysis)}"


_KINDS = {"holm": "step-down correction", "holland": "step-down correction", "shaffer": "static correction"}


def _condition(analysis: Analysis) -> str:
    """Return under which condition the correction bounds which error, if it does not do so always."""
    procedure = PROCEDURES[analysis.correction]
    if procedure.bounds == "family-wise error" and procedure.condition == ANY_DEPENDENCE:
        return ""
    lacking = (
        ", which those of this test are not" if procedure.pairs and analysis.test not in RANK_TESTS else ""
    )
    return f" (bounds the {procedure.bounds} {procedure.condition}{lacking})"
