r"""The number macros: a comparison's numbers by keys that read as English, ``\comparatex{wins of A against B}``.

Which there are, and by which keys, is declared in `comparatex.inference.fields`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.comparison import Comparison
from comparatex.inference.fields import COMPARATE, PAIR, TABLE, Format, PairField
from comparatex.inference.items import ItemComparison
from comparatex.inference.optional import Source
from comparatex.inference.verdicts import VERDICTS
from comparatex.layout.facts import text, word
from comparatex.layout.macro_view import (
    AGAINST,
    EQUATION,
    SIGNED,
    Fact,
    Field,
    InUnits,
    Key,
    Levels,
    Numbers,
    PValues,
    Record,
    Style,
    Words,
    keys,
)
from comparatex.layout.notation import notations
from comparatex.layout.numbers import Notation
from comparatex.layout.options.shared import Showing
from comparatex.text import NBSP, Text

MOST_PAIRS = 20_000
"""Pairs of which pdfLaTeX holds the numbers beside a document; of more, those with the best comparates."""


def numbers(comparison: Comparison, showing: Showing | None = None, *, pairs: bool = True) -> Numbers:
    """Return the numbers for prose."""
    names, source = keys(comparison.names), Source(comparison)
    printed = _Printed.of(comparison, showing)
    pair_fields, of_pairs = _pairs(source, names, printed) if pairs else ((), ())
    comparate_fields, comparates = _comparates(source, names, printed)
    return Numbers(
        title=text("numbers", comparison).title(),
        facts=tuple(_facts(source, comparison, printed)),
        comparate_fields=comparate_fields,
        pair_fields=pair_fields,
        comparates=comparates,
        pairs=of_pairs,
        units=(printed.unit("score"), printed.unit("difference")) if printed.has_units else (),
    )


def numbers_of_items(
    comparison: Comparison, found: ItemComparison, showing: Showing | None = None
) -> Numbers:
    """Return the numbers of comparisons on the same items, such as ``item p of A against B``.

    They have keys of their own, so that a document can have those of the whole comparison beside them.
    """
    names, printed = keys(comparison.names), _Printed.of(comparison, showing)
    facts: list[Fact] = []
    for turned in (False, True):
        first, second = (found.column, found.row) if turned else (found.row, found.column)
        against = [(names[i], names[j]) for i, j in zip(first.tolist(), second.tolist(), strict=True)]
        for (english, slash), form, values in _of_items(found, turned=turned):
            for (a, b), value in zip(against, values.tolist(), strict=True):
                key = Key(f"{english} of {a}{AGAINST}{b}", f"pair/{a}/{b}/{slash}")
                facts.append(Fact(key, value, printed.style(form)))
    return Numbers(
        title=text("items", comparison, found=found).title(),
        facts=tuple(facts),
        comparate_fields=(),
        pair_fields=(),
        comparates=(),
        pairs=(),
        units=(printed.unit("score"), printed.unit("difference")) if printed.has_units else (),
    )


def _of_items(
    found: ItemComparison, *, turned: bool
) -> Iterator[tuple[tuple[str, str], Format, NDArray[Any]]]:
    """Yield key, format and values of each number of comparisons on items, or of the same pairs turned round."""
    wins, losses = (found.losses, found.wins) if turned else (found.wins, found.losses)
    low, high = (-found.high, -found.low) if turned else (found.low, found.high)
    yield ("items", "items"), "count", found.n_items
    yield ("item difference", "item_difference"), "difference", (-1 if turned else 1) * found.difference
    yield ("item low", "item_low"), "difference", low
    yield ("item high", "item_high"), "difference", high
    yield ("item wins", "item_wins"), "count", wins
    yield ("item ties", "item_ties"), "count", found.ties
    yield ("item losses", "item_losses"), "count", losses
    if found.test != "mcnemar":
        yield ("item t", "item_statistic"), "effect", (-1 if turned else 1) * found.statistic
        yield ("item df", "item_df"), "effect", found.df
    yield ("item p", "item_pvalue"), "pvalue", found.pvalue
    yield ("adjusted item p", "item_adjusted_pvalue"), "pvalue", found.adjusted_pvalue


def _facts(source: Source, comparison: Comparison, printed: _Printed) -> Iterator[Fact]:
    """Yield what there is to say of the whole table."""
    for field in TABLE:
        if not (field.key and field.when(source) and field.printed(source)):
            continue
        if field.format == "words":
            yield Fact(Key(*field.keys[0]), _words(field.name, comparison, field.value(source)), Words())
            continue
        value = field.value(source)
        for key, number in zip(field.keys, value if isinstance(value, tuple) else [value], strict=True):
            yield Fact(Key(*key), number, printed.style(field.format))


def _words(name: str, comparison: Comparison, value: Any) -> str:
    """Return what is said in words of the whole table."""
    words = text("numbers", comparison)
    if name == "direction":
        return str(words.directions[value])
    if name == "test":
        return str(words.test_name())
    if name == "correction":
        return str(words.correction_name())
    return value if isinstance(value, str) else str(words.listed(value)) if value else ""


def _comparates(
    source: Source, names: Sequence[str], printed: _Printed
) -> tuple[tuple[Field, ...], tuple[Record, ...]]:
    """Return the fields of a comparate's record, and the records."""
    declared = [field for field in COMPARATE if field.key]
    columns = [field.values(source).tolist() for field in declared]
    styles = tuple(printed.style(field.format) for field in declared)
    records = zip(names, zip(*columns, strict=True), strict=True)
    return (
        tuple(Field(Key(*field.keys[0]), k, k) for k, field in enumerate(declared, 1)),
        tuple(Record((name,), values, styles) for name, values in records),
    )


def _pairs(
    source: Source, names: Sequence[str], printed: _Printed
) -> tuple[tuple[Field, ...], tuple[Record, ...]]:
    """Return the fields of a pair's record, and the records: counts come first, words last."""
    keyed = sorted(
        (field for field in PAIR.values() if field.key and field.when(source)),
        key=lambda field: field.format != "count",
    )
    fields: list[Field] = []
    columns: list[tuple[Format, list[Any]]] = []
    for last in (False, True):
        _add_fields([f for f in keyed if (f.format == "words") is last], source, fields, columns)
    styles = tuple(printed.style(form) for form, _ in columns)
    ends = zip(source.pairs.row.tolist(), source.pairs.column.tolist(), strict=False)
    records = zip(ends, zip(*(of for _, of in columns), strict=True), strict=False)  # those that are kept
    return tuple(fields), tuple(Record((names[i], names[j]), values, styles) for (i, j), values in records)


def _add_fields(
    declared: Sequence[PairField],
    source: Source,
    fields: list[Field],
    columns: list[tuple[Format, list[Any]]],
) -> None:
    """Add fields to those of a pair's record, and their numbers: from the row, then others from the column."""
    kept = n_kept(source.pairs.row)
    place = {field.name: k for k, field in enumerate(declared, len(columns) + 1)}
    columns += [(f.format, f.values(source)[:kept].tolist()) for f in declared]
    for field in declared:
        position = reverse = place[field.name]
        if isinstance(field.turned, str):
            reverse = place.get(field.turned, position)
        if field.differs_from_column(source.analysis.sides):
            columns.append((field.format, field.from_column(source)[:kept].tolist()))
            reverse = len(columns)
        negated, key = field.turned == "negated", Key(*field.keys[0])
        fields.append(Field(key, position, reverse, negated=negated))
        if negated:
            fields.append(Field(key.ending(SIGNED), position, reverse, negated=True, signed=True))
        if field.format == "pvalue":
            fields.append(Field(key.ending(EQUATION), position, reverse, equation=True))


def n_kept(row: NDArray[Any]) -> int:
    """Return of how many pairs the numbers are kept: all those of the first comparates."""
    return len(row) if len(row) <= MOST_PAIRS else int(np.searchsorted(row, row[MOST_PAIRS]))


@dataclass(frozen=True)
class _Printed:
    """How the statistics of a comparison are printed."""

    notations: Mapping[Format, Notation]
    alpha: float

    @classmethod
    def of(cls, comparison: Comparison, showing: Showing | None) -> _Printed:
        """Return how the numbers of a comparison are printed."""
        found = notations(comparison, showing)
        of: dict[Format, Notation] = {"score": found.means, "difference": found.differences}
        return cls(of, comparison.analysis.alpha)

    @property
    def has_units(self) -> bool:
        """Whether numbers are in percent or in the unit of the measure."""
        return self.notations["score"].percent or bool(self.notations["score"].unit)

    def unit(self, form: Format) -> str:
        """Return the unit of numbers of a kind such that no line ends before it."""
        unit = str(Text("words").quantity("", self.notations[form]))
        return f"{NBSP}{unit[1:]}" if unit[:1] == " " else unit

    def style(self, form: Format) -> Style:
        """Return how numbers of a kind are printed."""
        if form in self.notations:
            return InUnits(self.notations[form], self.unit(form), form == "difference")
        if form == "words":
            return Words({verdict: word(verdict) for verdict in VERDICTS})
        if form == "sum":  # halves at most, unless it is a difference of mean ranks
            return InUnits(Notation(4, stripped=True))
        own: dict[Format, Style] = {
            "count": InUnits(Notation(0)),
            "pvalue": PValues(self.alpha),
            "level": Levels(),
        }
        return own.get(form, InUnits(Notation(2)))
