r"""The view model of the number macros: keys as they are typed, records, and where a key finds its number in them.

Beside the keys that read as English there are those with slashes, ``\comparatex{pair/A/B/pvalue}``. Their last parts
are the names of `stats.json`. A comparate with a slash in its name has its English keys alone.
"""

from __future__ import annotations

import math
import unicodedata
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any, Literal, NamedTuple

from comparatex.layout.numbers import UNDEFINED, Notation, compared, level, marked, pvalue

AGAINST = " against "

_UNTYPABLE = frozenset("\\{}%#~^")


def keys(names: Sequence[str]) -> tuple[str, ...]:
    r"""Return what to type for each name: the name, with hyphens for what TeX cannot read in an argument.

    Names that become alike are numbered, names that TeX can read as they are first keep theirs.

    >>> keys(["A_1", "50%", "50#", "50-"])
    ('A_1', '50--2', '50--3', '50-')
    """
    found = _distinct(names, [_typable(name) for name in names])
    if not any(AGAINST in key for key in found) or not _ambiguous(found):
        return found
    return _distinct(names, [key.replace(AGAINST, "-against-") for key in found])


def _typable(name: str) -> str:
    """Return a name without what TeX cannot read in an argument."""
    return "".join("-" if char in _UNTYPABLE or unicodedata.category(char) == "Cc" else char for char in name)


def _distinct(names: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted keys, numbered from -2 where a key is taken."""
    taken = {name for name, key in zip(names, wanted, strict=True) if name == key}
    return tuple(key if key == name else _free(key, taken) for name, key in zip(names, wanted, strict=True))


def _free(key: str, taken: set[str]) -> str:
    """Return a key that nobody has, and take it."""
    number, free = 1, key
    while free in taken:
        number += 1
        free = f"{key}-{number}"
    taken.add(free)
    return free


def _ambiguous(found: Iterable[str]) -> bool:
    """Whether two pairs would read alike: A against (B against C), (A against B) against C."""
    return max(Counter(map(AGAINST.join, permutations(found, 2))).values()) > 1


class Key(NamedTuple):
    """What names a statistic in English keys, and in those with slashes."""

    english: str
    slash: str

    def ending(self, ending: Key) -> Key:
        """Return the key of another form of the statistic."""
        return Key(self.english + ending.english, self.slash + ending.slash)


EQUATION = Key(" equation", "_equation")
"""Ends the keys of p-values with their sign of relation."""

SIGNED = Key(" with sign", "_signed")
"""Ends the keys of differences and effects that have a plus where they are positive."""


class Style(ABC):
    """How the numbers of one kind are printed: they are numbers until a reader or TeX reads them."""

    @abstractmethod
    def text(self, value: Any) -> str:
        """Return a number as it is printed in the language."""

    @abstractmethod
    def typed(self, value: Any) -> str:
        """Return a number as TeX reads it."""

    def signed(self, value: Any) -> str:
        """Return a number with a plus where it is positive."""
        return self.text(value)

    def equation(self, value: Any) -> str:
        """Return a number with its sign of relation."""
        return self.text(value)


@dataclass(frozen=True)
class InUnits(Style):
    r"""Numbers of a notation, with their unit.

    >>> style = InUnits(Notation(1, -2, percent=True), "%")
    >>> style.signed(0.5), style.typed(0.5)
    ('+50.0%', '50.0e-2')
    """

    notation: Notation
    unit: str = ""
    of_differences: bool = False

    def text(self, value: Any) -> str:
        """Return the number and its unit; what is undefined has none."""
        return f"{self.notation.fixed(value)}{self.unit}" if math.isfinite(value) else UNDEFINED

    def typed(self, value: Any) -> str:
        """Return the number and its power of ten, with a letter of its own where the unit may be another."""
        text = self.notation.typed(value)
        return text.replace("e", "E") if self.of_differences and self.notation.unit else text

    def signed(self, value: Any) -> str:
        """Return the number with its sign, and its unit."""
        return f"{self.notation.signed(value)}{self.unit}" if math.isfinite(value) else UNDEFINED


@dataclass(frozen=True)
class PValues(Style):
    """P-values, on the same side of a level as they are.

    >>> PValues(0.05).text(1e-9), PValues(0.05).equation(1e-9), PValues(0.05).equation(0.0123)
    ('<0.0001', 'p < 0.0001', 'p = 0.0123')
    """

    alpha: float

    def text(self, value: Any) -> str:
        """Return the number, behind its sign of relation where that is no equality."""
        return pvalue(value, alpha=self.alpha)

    def typed(self, value: Any) -> str:
        """Return the same with a point."""
        return "".join(compared(value, 4, self.alpha)).replace(UNDEFINED, "--")

    def equation(self, value: Any) -> str:
        """Return the number behind the letter and its sign of relation."""
        sign, number = compared(value, 4, self.alpha)
        return f"p {sign or '='} {marked(number)}"


@dataclass(frozen=True)
class Levels(Style):
    """Levels of significance, as they were given."""

    def text(self, value: Any) -> str:
        """Return the level."""
        return level(value)

    def typed(self, value: Any) -> str:
        """Return it with a point."""
        return f"{value:.12g}"


@dataclass(frozen=True)
class Words(Style):
    """What is said in words, the same for all readers."""

    words: Mapping[Any, str] | None = None

    def text(self, value: Any) -> str:
        """Return the words for a value."""
        return self.words[value] if self.words else value

    def typed(self, value: Any) -> str:
        """Return the same."""
        return self.text(value)


@dataclass(frozen=True)
class Fact:
    """Something about the whole table: a number, a p-value or words."""

    statistic: Key
    value: Any
    style: Style

    @property
    def kind(self) -> Literal["number", "pvalue", "words"]:
        """What it is."""
        return {PValues: "pvalue", Words: "words"}.get(type(self.style), "number")  # type: ignore[return-value]

    @property
    def key(self) -> str:
        """What is typed in English."""
        return self.statistic.english

    @property
    def source(self) -> str:
        """The number as TeX reads it."""
        return self.style.typed(self.value)

    @property
    def text(self) -> str:
        """What is printed."""
        return self.style.text(self.value)


@dataclass(frozen=True)
class Field:
    """Where a key finds its number in the record of a pair, from either side; positions count from 1."""

    statistic: Key  # what it is
    position: int
    """position, reverse: Of the number in the record, from the side of the first comparate and of the second."""
    reverse: int
    negated: bool = False  # from the other side the number has the opposite sign
    equation: bool = False  # print it as p = …, or p < … below the last digit, or beside the level
    signed: bool = False  # print a plus where it is positive

    @property
    def name(self) -> str:
        """What stands before the first " of " in an English key."""
        return self.statistic.english

    def text(self, record: Record, reverse: bool = False) -> str:
        """Return what is printed for a record."""
        k = (self.reverse if reverse else self.position) - 1
        style, value = record.styles[k], record.values[k]
        printed = style.signed if self.signed else style.equation if self.equation else style.text
        return printed(-value if reverse and self.negated else value)


@dataclass(frozen=True)
class Record:
    """The numbers of a comparate, or of a pair, and how they are printed; `keys` are the names in its keys."""

    keys: tuple[str, ...]
    values: tuple[Any, ...]
    styles: tuple[Style, ...]

    @property
    def source(self) -> str:
        """The numbers as TeX reads them: with the characters of a keyboard, separated by commas."""
        return ",".join([style.typed(value) for style, value in zip(self.styles, self.values, strict=True)])


@dataclass(frozen=True)
class Aliases:
    """For each English key of the table, of a comparate and of a pair (English key, part after the slash)."""

    facts: tuple[tuple[str, str], ...]
    comparates: tuple[tuple[str, str], ...]
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Numbers:
    """All numbers for prose."""

    title: str  # what they are numbers of
    facts: tuple[Fact, ...]  # numbers and words of the whole table
    comparate_fields: tuple[Field, ...]
    """comparate_fields, pair_fields: What there is to know of each comparate, and of each pair."""
    pair_fields: tuple[Field, ...]
    comparates: tuple[Record, ...]
    """comparates, pairs: Comparates best mean score first; every pair once, of very many those with one of the
    best."""
    pairs: tuple[Record, ...]
    units: tuple[str, ...] = ()
    """What percent and percentage points are called; empty where no number is in them."""

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """What there are numbers of, and which."""
        facts = tuple(fact.key for fact in self.facts)
        comparate, pair = (
            tuple(field.name for field in fields if not (field.equation or field.signed))
            for fields in (self.comparate_fields, self.pair_fields)
        )
        rows = len({record.keys[0] for record in self.pairs})
        which = "" if rows + 1 == len(self.comparates) else f" with one of the best {rows}"
        return (
            ("the table", ", ".join(facts)),
            ("a comparate", ", ".join(comparate)),
            (f"a pair{which}", ", ".join(pair)),
        )

    @property
    def aliases(self) -> Aliases:
        """Keys with slashes for what there is."""
        facts = [fact.statistic for fact in self.facts]
        facts += [fact.statistic.ending(EQUATION) for fact in self.facts if fact.kind == "pvalue"]
        return Aliases(
            tuple(key for key in facts if key.slash != key.english),
            tuple(field.statistic for field in self.comparate_fields),
            tuple(field.statistic for field in self.pair_fields),
        )

    def items(self) -> Iterator[tuple[str, str]]:
        r"""Yield every key of ``\comparatex`` that reads as English with what it prints."""
        return self._items(
            lambda key: key.english, lambda key, names: f"{key.english} of {AGAINST.join(names)}"
        )

    def slash_items(self) -> Iterator[tuple[str, str]]:
        r"""Yield every key of ``\comparatex`` with slashes with what it prints."""
        without_slash = replace(self, comparates=_no_slash(self.comparates), pairs=_no_slash(self.pairs))
        return without_slash._items(
            lambda key: key.slash,
            lambda key, names: "/".join(("comparate" if len(names) == 1 else "pair", *names, key.slash)),
        )

    def _items(
        self, of_table: Callable[[Key], str], of_record: Callable[[Key, tuple[str, ...]], str]
    ) -> Iterator[tuple[str, str]]:
        """Yield the keys that the two functions make with what they print; those of pairs both ways round."""
        for fact in self.facts:
            yield of_table(fact.statistic), fact.text
            if fact.kind == "pvalue":
                yield of_table(fact.statistic.ending(EQUATION)), fact.style.equation(fact.value)
        for record in self.comparates:
            for field in self.comparate_fields:
                yield of_record(field.statistic, record.keys), field.text(record)
        for record in self.pairs:
            for reverse in (False, True):
                names = record.keys[::-1] if reverse else record.keys
                for field in self.pair_fields:
                    yield of_record(field.statistic, names), field.text(record, reverse)


def _no_slash(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records of comparates without a slash in their names."""
    return tuple(record for record in records if not any("/" in key for key in record.keys))
