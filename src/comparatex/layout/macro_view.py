r"""The view model of the number macros: keys as they are typed, records, and where a key finds its number in them.

Beside the keys that read as English there are those with slashes, ``\comparatex{pair/A/B/pvalue}``. Their last parts
are the names of `stats.json`. A comparate with a slash in its name has its English keys alone.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations
from typing import Literal, NamedTuple

from comparatex.layout.numbers import MINUS, UNDEFINED, is_zero
from comparatex.text import NBSP

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


@lru_cache(maxsize=1 << 16)  # the numbers of many pairs are alike
def typed(value: str) -> str:
    r"""Return a number with the characters of a keyboard, a point, and its unit as a power of ten.

    Thousands are set apart by ``'``; ``e-2`` is percent, ``E-2`` percentage points, two hyphens an undefined number.

    >>> typed("−0.5"), typed("−0,5"), typed("–"), typed("1.2×10⁻⁹"), typed("84.6\xa0%"), typed("12\u202f345")
    ('-0.5', '-0.5', '--', '1.2e-9', '84.6e-2', "12'345")
    """
    if value == UNDEFINED:
        return "--"
    number, unit = _parted(value)
    number = number.replace(MINUS, "-").replace(",", ".").replace(_GROUP, "'")
    if unit.startswith(_POWER):
        return f"{number}e{unit.removeprefix(_POWER).translate(_EXPONENT)}"
    return f"{number}{'e' if unit.endswith('%') else 'E'}-2" if unit else number


_POWER, _GROUP = "×10", "\N{NARROW NO-BREAK SPACE}"
_EXPONENT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


def _parted(value: str) -> tuple[str, str]:
    """Return a printed number and what is behind it."""
    end = next((k for k, char in enumerate(value) if char in f"×{NBSP}"), len(value))
    return value[:end], value[end:]


def equation(value: str) -> str:
    """Return a p-value with its sign of relation.

    >>> equation("0.0123"), equation("<0.0001"), equation(">0.0500")
    ('p = 0.0123', 'p < 0.0001', 'p > 0.0500')
    """
    return f"p {value[0]} {value[1:]}" if value[0] in "<>" else f"p = {value}"


@dataclass(frozen=True)
class Fact:
    """Something about the whole table: `kind` says whether it is a number, a p-value or words."""

    statistic: Key
    value: str
    kind: Literal["number", "pvalue", "words"] = "number"

    @property
    def key(self) -> str:
        """What is typed in English."""
        return self.statistic.english

    @property
    def source(self) -> str:
        """The number as TeX reads it."""
        return typed(self.value)


@dataclass(frozen=True)
class Field:
    """Where a key finds its number in the record of a pair, from either side; positions count from 1.

    Parameters
    ----------
    statistic : Key
        What it is.
    position, reverse : int
        Of the number in the record, from the side of the first comparate and of the second.
    negated : bool
        From the other side the number has the opposite sign.
    equation : bool
        Print it as p = …, or p < … below the last digit, or beside the level.
    signed : bool
        Print a plus where it is positive.
    """

    statistic: Key
    position: int
    reverse: int
    negated: bool = False
    equation: bool = False
    signed: bool = False

    @property
    def name(self) -> str:
        """What stands before the first " of " in an English key."""
        return self.statistic.english

    def text(self, record: tuple[str, ...], reverse: bool = False) -> str:
        """Return what is printed for a record."""
        value = record[(self.reverse if reverse else self.position) - 1]
        if reverse and self.negated:
            value = _opposite(value)
        if self.signed:
            return _with_plus(value)
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
class Aliases:
    """For each English key of the table, of a comparate and of a pair (English key, part after the slash)."""

    facts: tuple[tuple[str, str], ...]
    comparates: tuple[tuple[str, str], ...]
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Numbers:
    """All numbers for prose.

    Parameters
    ----------
    title : str
        What they are numbers of.
    facts : tuple of Fact
        Numbers and words of the whole table.
    comparate_fields, pair_fields : tuple of Field
        What there is to know of each comparate, and of each pair.
    comparates, pairs : tuple of Record
        Comparates best mean score first; every pair once, of very many those with one of the best.
    units : tuple of str
        What percent and percentage points are called; empty where no number is in them.
    """

    title: str
    facts: tuple[Fact, ...]
    comparate_fields: tuple[Field, ...]
    pair_fields: tuple[Field, ...]
    comparates: tuple[Record, ...]
    pairs: tuple[Record, ...]
    units: tuple[str, ...] = ()

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
            yield of_table(fact.statistic), fact.value
            if fact.kind == "pvalue":
                yield of_table(fact.statistic.ending(EQUATION)), equation(fact.value)
        for record in self.comparates:
            for field in self.comparate_fields:
                yield of_record(field.statistic, record.keys), field.text(record.values)
        for record in self.pairs:
            for reverse in (False, True):
                names = record.keys[::-1] if reverse else record.keys
                for field in self.pair_fields:
                    yield of_record(field.statistic, names), field.text(record.values, reverse)


def _no_slash(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records of comparates without a slash in their names."""
    return tuple(record for record in records if not any("/" in key for key in record.keys))


def _with_plus(value: str) -> str:
    """Return a printed number with a plus where it is positive."""
    return (
        value if value == UNDEFINED or value.startswith(MINUS) or is_zero(_parted(value)[0]) else f"+{value}"
    )


def _opposite(value: str) -> str:
    """Return a printed number with the other sign; a zero has none."""
    if value == UNDEFINED or is_zero(_parted(value)[0]):
        return value
    return value.removeprefix(MINUS) if value.startswith(MINUS) else MINUS + value
