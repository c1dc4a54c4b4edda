r"""The numbers of a comparison by keys that read as English, for ``\comparatex{wins of A against B}``."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from comparatex.inference.comparison import Comparison
from comparatex.layout import prose_facts, prose_keys
from comparatex.layout.numbers import MINUS, UNDEFINED, fixed, pvalue
from comparatex.layout.prose_facts import typed

_Format = Literal["count", "score", "sum", "effect", "pvalue"]

# Key; statistic; how it is printed; the key that holds it from the other side, "-" where its sign changes,
# "own" where it may be any other number, nothing where it stays the same.
_PAIR: tuple[tuple[str, str, _Format, str], ...] = (
    ("tasks", "n_tasks", "count", ""),
    ("wins", "wins", "count", "losses"),
    ("ties", "ties", "count", ""),
    ("losses", "losses", "count", "wins"),
    ("mean difference", "mean_difference", "score", "-"),
    ("median difference", "median_difference", "score", "-"),
    ("positive rank sum", "w_plus", "sum", "negative rank sum"),
    ("negative rank sum", "w_minus", "sum", "positive rank sum"),
    ("statistic", "statistic", "sum", ""),
    ("p", "pvalue", "pvalue", "own"),
    ("adjusted p", "adjusted_pvalue", "pvalue", "own"),
    ("sign p", "sign_pvalue", "pvalue", "own"),
    ("Nemenyi p", "nemenyi_pvalue", "pvalue", ""),
    ("rank-biserial effect", "rank_biserial", "effect", "-"),
)
_EQUATION = " equation"


@dataclass(frozen=True)
class Field:
    """Where a key finds its number in the record of a pair, from either side; positions count from 1.

    Parameters
    ----------
    name : str
        What stands before the first " of " in a key.
    position, reverse : int
        Of the number in the record, from the side of the first comparate and of the second.
    negated : bool
        From the other side the number has the opposite sign.
    equation : bool
        Print it as p = …, or p < … below the last digit.
    """

    name: str
    position: int
    reverse: int
    negated: bool = False
    equation: bool = False

    def text(self, record: tuple[str, ...], reverse: bool = False) -> str:
        """Return what is printed for a record."""
        value = record[(self.reverse if reverse else self.position) - 1]
        if reverse and self.negated:
            return _opposite(value)
        return equation(value) if self.equation else value


@dataclass(frozen=True)
class Record:
    """The numbers of a comparate, or of a pair, as they are printed; `keys` are the names in its keys."""

    keys: tuple[str, ...]
    values: tuple[str, ...]

    @property
    def source(self) -> str:
        """The numbers as TeX reads them: with the characters of a keyboard, separated by commas."""
        return ",".join(map(typed, self.values))


@dataclass(frozen=True)
class Numbers:
    """All numbers for prose.

    Parameters
    ----------
    title : str
        What they are numbers of.
    facts : tuple of prose_facts.Fact
        Numbers and words of the whole table.
    comparate_fields, pair_fields : tuple of Field
        What there is to know of each comparate, and of each pair.
    comparates, pairs : tuple of Record
        Comparates best mean score first; every pair once.
    """

    title: str
    facts: tuple[prose_facts.Fact, ...]
    comparate_fields: tuple[Field, ...]
    pair_fields: tuple[Field, ...]
    comparates: tuple[Record, ...]
    pairs: tuple[Record, ...]

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """What there are numbers of, and which."""
        facts = tuple(fact.key for fact in self.facts)
        comparate, pair = (
            tuple(field.name for field in fields if not field.equation)
            for fields in (self.comparate_fields, self.pair_fields)
        )
        return (
            ("the table", ", ".join(facts)),
            ("a comparate", ", ".join(comparate)),
            ("a pair", ", ".join(pair)),
        )

    def items(self) -> Iterator[tuple[str, str]]:
        r"""Yield every key of ``\comparatex`` with what it prints."""
        for fact in self.facts:
            yield fact.key, fact.value
            if fact.kind == "pvalue":
                yield f"{fact.key}{_EQUATION}", equation(fact.value)
        for record in self.comparates:
            for field in self.comparate_fields:
                yield f"{field.name} of {record.keys[0]}", field.text(record.values)
        for record in self.pairs:
            for reverse in (False, True):
                pair = prose_keys.AGAINST.join(record.keys[::-1] if reverse else record.keys)
                for field in self.pair_fields:
                    yield f"{field.name} of {pair}", field.text(record.values, reverse)


def numbers(comparison: Comparison, precision: int = 4) -> Numbers:
    """Return the numbers for prose.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    precision : int
        Decimals of scores and their differences; p-values have four, mean ranks and effects two.
    """
    typed_names = prose_keys.keys(comparison.names)
    fields, columns = _pair_columns(comparison, precision)
    statistics = comparison.pair_statistics
    ends = zip(statistics.row.tolist(), statistics.column.tolist(), strict=True)
    pairs = (
        Record((typed_names[i], typed_names[j]), values)
        for (i, j), values in zip(ends, zip(*columns, strict=True), strict=True)
    )
    names, own = prose_facts.of_comparates(comparison, precision)
    return Numbers(
        f"Numbers for prose, of {len(typed_names)} comparates on {comparison.scores.n_tasks} tasks",
        prose_facts.facts(comparison),
        tuple(Field(name, k, k) for k, name in enumerate(names, 1)),
        fields,
        tuple(Record((name,), values) for name, values in zip(typed_names, own, strict=True)),
        tuple(pairs),
    )


def equation(value: str) -> str:
    """Return a p-value with its sign of relation.

    >>> equation("0.0123"), equation("<0.0001")
    ('p = 0.0123', 'p < 0.0001')
    """
    return f"p < {value[1:]}" if value.startswith("<") else f"p = {value}"


def _opposite(value: str) -> str:
    """Return a printed number with the other sign; a zero has none."""
    if value == UNDEFINED or not value.strip("0."):
        return value
    return value.removeprefix(MINUS) if value.startswith(MINUS) else MINUS + value


def _pair_columns(comparison: Comparison, precision: int) -> tuple[tuple[Field, ...], list[list[str]]]:
    """Return the fields of a pair's record, and its numbers, one list per position."""
    pairs = comparison.pair_statistics
    one_sided = comparison.analysis.sides in ("row", "column")
    place = {name: k for k, (name, *_) in enumerate(_PAIR, 1)}
    columns: list[list[str]] = []
    reversed_columns: list[list[str]] = []
    fields: list[Field] = []
    for name, statistic, form, other in _PAIR:
        matrix = comparison.matrix(statistic)
        columns.append(_printed(matrix[pairs.row, pairs.column].tolist(), form, precision))
        reverse = place.get(other, place[name])
        if other == "own" and one_sided:
            reversed_columns.append(_printed(matrix[pairs.column, pairs.row].tolist(), form, precision))
            reverse = len(_PAIR) + len(reversed_columns)
        fields.append(Field(name, place[name], reverse, negated=other == "-"))
        if form == "pvalue":
            fields.append(Field(f"{name}{_EQUATION}", place[name], reverse, equation=True))
    return tuple(fields), columns + reversed_columns


def _printed(values: list[float], form: _Format, precision: int) -> list[str]:
    """Return numbers as they are printed."""
    if form == "count":
        return [str(int(value)) for value in values]
    if form == "pvalue":
        return [pvalue(value) for value in values]
    if form == "sum":  # halves at most, unless it is a difference of mean ranks
        return [
            fixed(value, 4).rstrip("0").rstrip(".") if math.isfinite(value) else UNDEFINED for value in values
        ]
    return [fixed(value, precision if form == "score" else 2) for value in values]
