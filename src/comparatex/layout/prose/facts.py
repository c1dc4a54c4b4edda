"""The numbers for prose of the whole table, and those of each comparate."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from comparatex.inference.arithmetic.arrays import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import sides
from comparatex.layout import words
from comparatex.layout.language import message, say
from comparatex.layout.numbers import MINUS, UNDEFINED, fixed, pvalue

EQUATION = " equation"
"""Ends the keys of p-values with their sign of relation."""

_DIRECTIONS = {"higher": message("higher"), "lower": message("lower")}

SIGNED = " with sign"
"""Ends the keys of differences and effects that have a plus where they are positive."""

_OF_COMPARATES = (
    "mean",
    "median",
    "mean rank",
    "place by mean",
    "place by mean rank",
    "significant wins",
    "significant losses",
)


@dataclass(frozen=True)
class Fact:
    """Something about the whole table: `kind` says whether it is a number, a p-value or words."""

    key: str
    value: str
    kind: Literal["number", "pvalue", "words"] = "number"

    @property
    def source(self) -> str:
        """The number as TeX reads it."""
        return typed(self.value)


def typed(value: str) -> str:
    """Return a number with the characters of a keyboard, and a point; an undefined one is two hyphens.

    >>> typed("−0.5"), typed("−0,5"), typed("–")
    ('-0.5', '-0.5', '--')
    """
    return "--" if value == UNDEFINED else value.replace(MINUS, "-").replace(",", ".")


def equation(value: str) -> str:
    """Return a p-value with its sign of relation.

    >>> equation("0.0123"), equation("<0.0001")
    ('p = 0.0123', 'p < 0.0001')
    """
    return f"p < {value[1:]}" if value.startswith("<") else f"p = {value}"


def facts(comparison: Comparison) -> tuple[Fact, ...]:
    """Return what there is to say of the whole table."""
    return (*_of_table(comparison), *_of_winners(comparison), *_of_tests(comparison))


def of_comparates(
    comparison: Comparison, precision: int
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Return the names of what is known of each comparate, and the values, one tuple per comparate."""
    better = 1.0 if comparison.scores.higher_is_better else -1.0
    better_in, worse_in = verdicts(comparison)
    columns = (
        [fixed(value, precision) for value in comparison.mean.tolist()],
        [fixed(value, precision) for value in comparison.median.tolist()],
        [fixed(value, 2) for value in comparison.mean_rank.tolist()],
        _places(-better * comparison.mean),
        _places(comparison.mean_rank),
        [str(number) for number in better_in.tolist()],
        [str(number) for number in worse_in.tolist()],
    )
    return _OF_COMPARATES, tuple(zip(*columns, strict=True))


def verdicts(comparison: Comparison) -> tuple[Integers, Integers]:
    """Return in how many pairs each comparate is significantly better, and worse."""
    pairs, m = comparison.pair_statistics, len(comparison.names)
    found = sides(comparison)
    first, second = found > 0, found < 0
    rows, columns = (
        np.bincount(index[first], minlength=m) + np.bincount(other[second], minlength=m)
        for index, other in ((pairs.row, pairs.column), (pairs.column, pairs.row))
    )
    return rows, columns


def best(comparison: Comparison, values: Floats) -> str:
    """Return the names of those with the smallest value; nothing when that is undefined."""
    if np.isnan(values).any():
        return ""
    return words.joined(tuple(comparison.names[i] for i in np.flatnonzero(values == values.min())))


def _places(values: Floats) -> list[str]:
    """Return the place of each value, 1 for the smallest, the same for equal ones."""
    if np.isnan(values).any():
        return [UNDEFINED] * len(values)
    return [str(1 + int(np.sum(values < value))) for value in values.tolist()]


def _of_table(comparison: Comparison) -> Iterator[Fact]:
    """Yield the size of the study and what its words are."""
    scores, analysis = comparison.scores, comparison.analysis
    n_pairs = len(comparison.pair_statistics.row)
    yield Fact("tasks", str(scores.n_tasks))
    yield Fact("complete tasks", str(len(comparison.ranks)))
    yield Fact("comparates", str(scores.n_comparates))
    yield Fact("pairs", str(n_pairs))
    yield Fact("alpha", words.level(analysis.alpha))
    if scores.measure:
        yield Fact("measure", scores.measure, "words")
    yield Fact("direction", say(_DIRECTIONS[scores.direction]), "words")
    yield Fact("test", words.test(analysis), "words")
    if analysis.test != "nemenyi":
        yield Fact("correction", words.correction(analysis, comparison.n_family), "words")


def _of_winners(comparison: Comparison) -> Iterator[Fact]:
    """Yield who is best."""
    better = 1.0 if comparison.scores.higher_is_better else -1.0
    yield Fact("best", best(comparison, -better * comparison.mean), "words")
    by_rank = best(comparison, comparison.mean_rank)
    if by_rank:
        yield Fact("best by mean rank", by_rank, "words")


def _of_tests(comparison: Comparison) -> Iterator[Fact]:
    """Yield the tests of all comparates together, and how many pairs differ."""
    pairs = comparison.pair_statistics
    apart = ~comparison.joined[pairs.row, pairs.column]
    yield Fact("significant pairs", str(int(apart.sum())))
    yield Fact("significant pairs without correction", str(int(comparison.significant.sum())))
    test, refined = comparison.friedman, comparison.iman_davenport
    yield Fact("Friedman statistic", fixed(test.statistic, 2))
    yield Fact("Friedman df", str(test.df))
    yield Fact("Friedman p", pvalue(test.pvalue), "pvalue")
    if test.exact_pvalue is not None:
        yield Fact("Friedman exact p", pvalue(test.exact_pvalue), "pvalue")
    if math.isfinite(refined.statistic):
        yield Fact("Iman-Davenport statistic", fixed(refined.statistic, 2))
        yield Fact("Iman-Davenport df1", str(refined.df[0]))
        yield Fact("Iman-Davenport df2", str(refined.df[1]))
        yield Fact("Iman-Davenport p", pvalue(refined.pvalue), "pvalue")
    yield Fact("critical difference", fixed(comparison.critical_difference, 2))
