r"""The number macros: a comparison's numbers by keys that read as English, ``\comparatex{wins of A against B}``.

Which there are, and by which keys, is declared in `comparatex.inference.fields`. Beside the keys that read as English
there are those with slashes, ``\comparatex{pair/A/B/pvalue}``. Their last parts are the names of `stats.json`. A
comparate with a slash in its name has its English keys alone.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import permutations
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.comparison import Comparison
from comparatex.inference.fields import COMPARATE, PAIR, TABLE, Format, Source
from comparatex.inference.items import ItemComparison
from comparatex.inference.plan import Plan, Reach
from comparatex.inference.runs import Estimate, Runs
from comparatex.inference.verdicts import VERDICTS
from comparatex.layout.facts import text, word
from comparatex.layout.notation import geometric, notations, ratios_of_means
from comparatex.layout.numbers import UNDEFINED, Notation, compared, in_prose, level, marked
from comparatex.layout.options import Showing
from comparatex.text import NBSP, Text

AGAINST = " against "

_UNTYPABLE = frozenset("\\{}%#~^")


def keys(names: Sequence[str]) -> tuple[str, ...]:
    r"""Return what to type for each name: the name, with hyphens for what TeX cannot read in an argument.

    Names that become alike are numbered, names that TeX can read as they are first keep theirs.

    >>> keys(["A_1", "50%", "50#", "50-"])
    ('A_1', '50--2', '50--3', '50-')
    """
    keys = _distinct(names, [_typable(name) for name in names])
    if not any(AGAINST in key for key in keys):
        return keys
    pairs = list(map(AGAINST.join, permutations(keys, 2)))
    if len({*pairs}) == len(pairs):  # no A against (B against C) reads like another (A against B) against C
        return keys
    return _distinct(names, [key.replace(AGAINST, "-against-") for key in keys])


def _typable(name: str) -> str:
    """Return a name without what TeX cannot read in an argument."""
    return "".join("-" if char in _UNTYPABLE or unicodedata.category(char) == "Cc" else char for char in name)


def _distinct(names: Sequence[str], candidates: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted keys, numbered from -2 where a key is taken."""
    taken = {name for name, key in zip(names, candidates, strict=True) if name == key}
    keys = []
    for name, key in zip(names, candidates, strict=True):
        free, number = key, 1
        while key != name and free in taken:
            number += 1
            free = f"{key}-{number}"
        taken.add(free)
        keys.append(free)
    return tuple(keys)


class Key(NamedTuple):
    """What names a statistic in English keys, and in those with slashes."""

    english: str
    slash: str

    def ending(self, ending: Key) -> Key:
        """Return the key of another form of the statistic."""
        return Key(self.english + ending.english, self.slash + ending.slash)


EQUATION = Key(" equation", "_equation")  # ends the keys of p-values with their sign of relation

SIGNED = Key(" with sign", "_signed")
"""Ends the keys of differences and effects that have a plus where they are positive."""


@dataclass(frozen=True)
class Style:
    """How the numbers of one kind are printed: they are numbers until a reader or TeX reads them."""

    text: Callable[[Any], str]  # as it is printed in the language
    typed: Callable[[Any], str]  # as TeX reads it
    signed: Callable[[Any], str] | None = None  # with a plus where it is positive
    equation: Callable[[Any], str] | None = None  # with its sign of relation
    kind: Literal["number", "pvalue", "words"] = "number"
    rounded: Style | None = None  # as prose has it


ROUNDED = "*"  # begins the keys of numbers as prose has them


def in_units(notation: Notation, unit: str = "", *, most: int = 3, of_differences: bool = False) -> Style:
    r"""Return the style of a notation, with a unit, which what is undefined has not; `most` decimals are for prose.

    TeX reads the power of ten, with a letter of its own where the unit of differences may be another.

    >>> style = in_units(Notation(1, -2, percent=True), "%")
    >>> style.signed(0.5), style.typed(0.5)
    ('+50.0%', '50.0e-2')
    """

    def typed(value: Any) -> str:
        text = both_forms(notation.typed(value), notation.for_prose(value, most).typed(value))
        return text.replace("e", "E") if of_differences and notation.unit else text

    def brief(value: Any) -> str:
        return notation.brief(value, most)

    def plus(value: Any) -> str:
        return f"{'+' if value > 0 and not notation.is_zero(value) else ''}{brief(value)}"

    text, signed, rounded, rounded_signed = (
        lambda value, form=form: f"{form(value)}{unit}" if math.isfinite(value) else UNDEFINED
        for form in (notation.fixed, notation.signed, brief, plus)
    )
    return Style(text, typed, signed, rounded=Style(rounded, typed, rounded_signed))


def both_forms(full: str, prose: str) -> str:
    """Return a number as TeX reads it, and behind ``|`` as prose has it, where that is another.

    >>> both_forms("0.8715", "0.871"), both_forms("0.0125", "0.0125")
    ('0.8715|0.871', '0.0125')
    """
    return full if prose == full else f"{full}|{prose}"


def pvalues(alpha: float) -> Style:
    """Return the style of p-values, on the same side of a level as they are.

    >>> style = pvalues(0.05)
    >>> style.text(1e-9), style.equation(1e-9), style.equation(0.0123)
    ('<0.0001', 'p < 0.0001', 'p = 0.0123')
    """

    def style(relation: Callable[[Any], tuple[str, str]], rounded: Style | None = None) -> Style:
        def text(value: Any) -> str:
            return marked("".join(relation(value)))

        def equation(value: Any) -> str:
            sign, number = relation(value)
            return f"p {sign or '='} {marked(number)}"

        return Style(text, typed, equation=equation, kind="pvalue", rounded=rounded)

    def typed(value: Any) -> str:
        full = "".join(compared(value, 4, alpha))
        return "--" if full == UNDEFINED else both_forms(full, "".join(in_prose(value, alpha)))

    return style(lambda p: compared(p, 4, alpha), style(lambda p: in_prose(p, alpha)))


LEVELS = Style(level, "{:.12g}".format)
"""Of levels of significance, which are printed as they were given, in prose too."""
WORDS = Style(str, str, kind="words")  # of what is said in words, the same for all readers


@dataclass(frozen=True)
class Fact:
    """Something about the whole table: a number, a p-value or words."""

    statistic: Key
    value: Any
    style: Style

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
    kind: Literal["number", "negated", "signed", "pvalue", "equation"] = "number"
    """Negated and signed numbers have the opposite sign from the other side, the latter a plus where they are positive;
    an equation is p = …, or p < … below the last digit, or beside the level."""

    def text(self, record: Record, reverse: bool = False) -> str:
        """Return what is printed for a record."""
        k = (self.reverse if reverse else self.position) - 1
        style, value = record.styles[k], record.values[k]
        printed = {"signed": style.signed, "equation": style.equation}.get(self.kind) or style.text
        return printed(-value if reverse and self.kind in ("negated", "signed") else value)


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


_Items: TypeAlias = Iterator[tuple[str, Callable[[], str]]]
"""Keys, and what returns what they print."""


@dataclass(frozen=True)
class Numbers:
    """All numbers for prose."""

    title: str  # what they are numbers of
    facts: tuple[Fact, ...]  # numbers and words of the whole table
    comparate_fields: tuple[Field, ...] = ()
    """comparate_fields, pair_fields: What there is to know of each comparate, and of each pair."""
    pair_fields: tuple[Field, ...] = ()
    comparates: tuple[Record, ...] = ()
    """comparates, pairs: Comparates best mean score first; every pair once, of very many those with one of the
    best."""
    pairs: tuple[Record, ...] = ()
    units: tuple[str, ...] = ()
    """What percent and percentage points are called; empty where no number is in them."""

    @property
    def contents(self) -> tuple[tuple[str, str], ...]:
        """What there are numbers of, and which."""
        facts = tuple(fact.statistic.english for fact in self.facts)
        comparate, pair = (
            tuple(field.statistic.english for field in fields if field.kind not in ("signed", "equation"))
            for fields in (self.comparate_fields, self.pair_fields)
        )
        rows = len({record.keys[0] for record in self.pairs})
        which = "" if rows + 1 == len(self.comparates) else f" with one of the best {rows}"
        return (
            ("the table", ", ".join(facts)),
            ("a method", ", ".join(comparate)),
            (f"a pair{which}", ", ".join(pair)),
        )

    @property
    def fact_keys(self) -> tuple[Key, ...]:
        """The keys of the table for which there is one with slashes."""
        facts = [fact.statistic for fact in self.facts]
        facts += [fact.statistic.ending(EQUATION) for fact in self.facts if fact.style.kind == "pvalue"]
        return tuple(key for key in facts if key.slash != key.english)

    def items(self) -> Iterator[tuple[str, str]]:
        r"""Yield every key of ``\comparatex`` that reads as English with what it prints."""
        return ((key, printed()) for key, printed in self._english())

    def lookup(self) -> dict[str, Callable[[], str]]:
        """Return what prints each of these keys, and those of numbers for prose: few of many thousands are printed."""
        facts = tuple(replace(fact, style=fact.style.rounded or fact.style) for fact in self.facts)
        comparates, pairs = (
            tuple(replace(r, styles=tuple(style.rounded or style for style in r.styles)) for r in records)
            for records in (self.comparates, self.pairs)
        )
        rounded = replace(self, facts=facts, comparates=comparates, pairs=pairs)
        return dict(self._english()) | {ROUNDED + key: printed for key, printed in rounded._english()}

    def slash_items(self) -> Iterator[tuple[str, str]]:
        r"""Yield every key of ``\comparatex`` with slashes with what it prints."""
        without_slash = replace(self, comparates=_no_slash(self.comparates), pairs=_no_slash(self.pairs))
        items = without_slash._items(
            lambda key: key.slash,
            lambda key, names: "/".join(("comparate" if len(names) == 1 else "pair", *names, key.slash)),
        )
        return ((key, printed()) for key, printed in items)

    def _english(self) -> _Items:
        return self._items(lambda key: key.english, lambda key, names: f"{key.english} of {AGAINST.join(names)}")

    def _items(self, of_table: Callable[[Key], str], of_record: Callable[[Key, tuple[str, ...]], str]) -> _Items:
        """Yield the keys that the two functions make with what they print; those of pairs both ways round."""
        for fact in self.facts:
            yield of_table(fact.statistic), partial(fact.style.text, fact.value)
            if fact.style.equation:
                yield of_table(fact.statistic.ending(EQUATION)), partial(fact.style.equation, fact.value)
        for record in self.comparates:
            for field in self.comparate_fields:
                yield of_record(field.statistic, record.keys), partial(field.text, record)
        for record in self.pairs:
            for reverse in (False, True):
                names = record.keys[::-1] if reverse else record.keys
                for field in self.pair_fields:
                    yield of_record(field.statistic, names), partial(field.text, record, reverse)


def _no_slash(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records of comparates without a slash in their names."""
    return tuple(record for record in records if not any("/" in key for key in record.keys))


MOST_PAIRS = 20_000
"""Pairs of which pdfLaTeX holds the numbers beside a document; of more, those with the best comparates."""


def numbers(comparison: Comparison, showing: Showing | None = None, *, pairs: bool = True) -> Numbers:
    """Return the numbers for prose."""
    names, source = keys(comparison.names), Source(comparison)
    printed = _Printed(comparison, showing)
    pair_fields, of_pairs = _pairs(source, names, printed) if pairs else ((), ())
    comparate_fields, comparates = _comparates(source, names, printed)
    return Numbers(
        title=text("numbers", comparison).title(),
        facts=tuple(_facts(source, comparison, printed)),
        comparate_fields=comparate_fields,
        pair_fields=pair_fields,
        comparates=comparates,
        pairs=of_pairs,
        units=printed.units,
    )


def numbers_of_items(comparison: Comparison, items: ItemComparison, showing: Showing | None = None) -> Numbers:
    """Return the numbers of comparisons on the same items, such as ``item p of A against B``.

    They have keys of their own, so that a document can have those of the whole comparison beside them.
    """
    names, printed = keys(comparison.names), _Printed(comparison, showing)
    facts: list[Fact] = []
    for turned in (False, True):
        first, second = (items.column, items.row) if turned else (items.row, items.column)
        against = [(names[i], names[j]) for i, j in zip(first.tolist(), second.tolist(), strict=True)]
        for (english, slash), form, values in _of_items(items, turned=turned):
            for (a, b), value in zip(against, values.tolist(), strict=True):
                key = Key(f"{english} of {a}{AGAINST}{b}", f"pair/{a}/{b}/{slash}")
                facts.append(Fact(key, value, printed.style(form)))
    return Numbers(text("items", comparison, compared=items).title(), tuple(facts), units=printed.units)


def numbers_of_plan(comparison: Comparison, plan: Plan, showing: Showing | None = None) -> Numbers:
    """Return the numbers of a plan, such as ``needed tasks of A against B``, of the subject against each rival."""
    printed, (subject, *rivals) = _Printed(comparison, showing), plan.names
    typed = dict(zip(comparison.names, keys(comparison.names), strict=True))
    facts = [
        Fact(Key("planned difference", "plan/effect"), plan.effect, printed.style("difference")),
        Fact(Key("planned power", "plan/target"), plan.target, printed.style("effect")),
        Fact(Key("fewest tasks", "plan/fewest_tasks"), plan.fewest_tasks, printed.style("count")),
    ]
    unit = "clusters" if plan.n_clusters else "tasks"
    of_rivals: dict[tuple[str, str], Format] = {
        ("power", "power"): "effect",
        (f"needed {unit}", "needed"): "count",
        (f"needed {unit} low", "needed_low"): "count",
        (f"needed {unit} high", "needed_high"): "count",
        ("smallest difference", "smallest"): "difference",
    }
    parts: list[tuple[str, str, Reach]] = [("", "", plan)]
    if plan.equivalence:
        facts.append(Fact(Key("planned margin", "plan/margin"), plan.margin, printed.style("difference")))
        parts.append(("equivalence ", "equivalence_", plan.equivalence))
    for words, slash, reach in parts:
        for (english, name), form in of_rivals.items():
            for rival, value in zip(rivals, getattr(reach, name).tolist(), strict=True):
                pair = typed[subject], typed[rival]
                said = "smallest margin" if words and name == "smallest" else f"{words}{english}"
                key = Key(f"{said} of {pair[0]}{AGAINST}{pair[1]}", f"pair/{pair[0]}/{pair[1]}/{slash}{name}")
                facts.append(Fact(key, value, printed.style(form)))
    return Numbers(text("numbers", comparison).title(), tuple(facts), units=printed.units)


def facts_of_runs(comparison: Comparison, runs: Runs) -> Iterator[Fact]:
    """Yield the numbers that runs add, such as ``IQM of A`` and ``probability of improvement of A against B``."""
    printed, names = _Printed(comparison, None), keys(comparison.names)
    first = names[runs.against]
    for name, metrics, improvement in zip(names, runs.metrics, runs.improvement, strict=True):
        of_name: list[tuple[str, str, str, Estimate, Format]] = [
            ("IQM", f"comparate/{name}/iqm", f"of {name}", metrics["iqm"], "score"),
            ("optimality gap", f"comparate/{name}/gap", f"of {name}", metrics["gap"], "score"),
            ("probability of improvement", f"pair/{first}/{name}/improvement", f"of {first}{AGAINST}{name}",
             improvement, "effect"),
        ]  # fmt: skip
        for english, slash, whose, estimate, form in of_name:
            if not math.isnan(estimate.value):  # a gap without a target, a comparate against itself
                for end in ("value", "low", "high"):
                    words, suffix = ("", "") if end == "value" else (f" {end}", f"_{end}")
                    key = Key(f"{english}{words} {whose}", f"{slash}{suffix}")
                    yield Fact(key, getattr(estimate, end), printed.style(form))
    for source, share in zip(("tasks", "interaction", "runs"), runs.split.shares, strict=True):
        yield Fact(Key(f"variance share of {source}", f"variance/{source}"), share, printed.style("effect"))


def _of_items(items: ItemComparison, *, turned: bool) -> Iterator[tuple[tuple[str, str], Format, NDArray[Any]]]:
    """Yield key, format and values of each number of comparisons on items, or of the same pairs turned round."""
    wins, losses = (items.losses, items.wins) if turned else (items.wins, items.losses)
    low, high = (-items.high, -items.low) if turned else (items.low, items.high)
    yield ("items", "items"), "count", items.n_items
    yield ("item difference", "item_difference"), "difference", (-1 if turned else 1) * items.difference
    yield ("item low", "item_low"), "difference", low
    yield ("item high", "item_high"), "difference", high
    yield ("item wins", "item_wins"), "count", wins
    yield ("item ties", "item_ties"), "count", items.ties
    yield ("item losses", "item_losses"), "count", losses
    if items.test != "mcnemar":
        yield ("item t", "item_statistic"), "effect", (-1 if turned else 1) * items.statistic
        yield ("item df", "item_df"), "effect", items.df
    yield ("item p", "item_pvalue"), "pvalue", items.pvalue
    yield ("adjusted item p", "item_adjusted_pvalue"), "pvalue", items.adjusted_pvalue


def _facts(source: Source, comparison: Comparison, printed: _Printed) -> Iterator[Fact]:
    """Yield what there is to say of the whole table."""
    for field in TABLE:
        if not (field.key and field.when(source) and field.printed(source)):
            continue
        if field.format == "words":
            yield Fact(Key(*field.keys[0]), _words(field.name, comparison, field.value(source)), WORDS)
            continue
        value = field.value(source)
        for key, number in zip(field.keys, value if isinstance(value, tuple) else [value], strict=True):
            yield Fact(Key(*key), number, printed.style(field.format))


def _words(name: str, comparison: Comparison, value: Any) -> str:
    """Return what is said in words of the whole table."""
    words = text("numbers", comparison)
    if name == "direction":
        return str(words.directions[value])
    if name in ("test", "correction"):
        return str(words.test_name() if name == "test" else words.correction_name())
    return value if isinstance(value, str) else str(words.listed(value)) if value else ""


def _comparates(
    source: Source, names: Sequence[str], printed: _Printed
) -> tuple[tuple[Field, ...], tuple[Record, ...]]:
    """Return the fields of a comparate's record, and the records."""
    declared = [field for field in COMPARATE if field.key and field.when(source)]
    columns = [field.values(source).tolist() for field in declared]
    styles = tuple(printed.style(field.format) for field in declared)
    records = zip(names, zip(*columns, strict=True), strict=True)
    return (
        tuple(Field(Key(*field.keys[0]), k, k) for k, field in enumerate(declared, 1)),
        tuple(Record((name,), values, styles) for name, values in records),
    )


def _pairs(source: Source, names: Sequence[str], printed: _Printed) -> tuple[tuple[Field, ...], tuple[Record, ...]]:
    """Return the fields of a pair's record, and the records: counts come first, words last.

    Numbers are as seen from the row, and then, where these do not follow from others, from the column.
    """
    declared = sorted(
        (field for field in PAIR.values() if field.key and field.when(source)),
        key=lambda field: (field.format == "words", field.format != "count"),
    )
    turned = [field for field in declared if field.differs_from_column]
    columns = [(field, from_column) for from_column, some in ((False, declared), (True, turned)) for field in some]
    columns.sort(key=lambda column: column[0].format == "words")
    place: dict[tuple[Any, bool], int] = {
        (field.name, from_column): k for k, (field, from_column) in enumerate(columns, 1)
    }
    fields: list[Field] = []
    for field in declared:
        key, position = Key(*field.keys[0]), place[field.name, False]
        reverse = place.get((field.name, True)) or place.get((field.turned, False), position)
        if field.turned == "negated":
            fields.append(Field(key, position, reverse, "negated"))
            fields.append(Field(key.ending(SIGNED), position, reverse, "signed"))
        elif field.format == "pvalue":
            fields.append(Field(key, position, reverse, "pvalue"))
            fields.append(Field(key.ending(EQUATION), position, reverse, "equation"))
        else:
            fields.append(Field(key, position, reverse))
    n_pairs = n_kept(source.pairs.row)
    numbers = (field.from_column(source) if from_column else field.values(source) for field, from_column in columns)
    styles = tuple(printed.style(field.format) for field, _ in columns)
    ends = zip(source.pairs.row[:n_pairs].tolist(), source.pairs.column[:n_pairs].tolist(), strict=True)
    records = zip(ends, zip(*(of_pairs[:n_pairs].tolist() for of_pairs in numbers), strict=True), strict=True)
    return tuple(fields), tuple(Record((names[i], names[j]), values, styles) for (i, j), values in records)


def n_kept(row: NDArray[Any]) -> int:
    """Return of how many pairs the numbers are kept: all those of the first comparates."""
    return len(row) if len(row) <= MOST_PAIRS else int(np.searchsorted(row, row[MOST_PAIRS]))


class _Printed:
    """How the statistics of a comparison are printed."""

    def __init__(self, comparison: Comparison, showing: Showing | None) -> None:
        """Look at the scores."""
        printed = notations(comparison, showing)
        self.notations: dict[Format, Notation] = {
            "score": printed.means,
            "difference": printed.differences,
        }
        if comparison.scores.scale == "log":
            self.notations["ratio"] = ratios_of_means(comparison)
            self.notations["geometric"] = geometric(comparison)
        self.alpha, self.decimals = comparison.analysis.alpha, printed.in_prose  # decimals of prose
        self.style = cache(self._style)

    @property
    def units(self) -> tuple[str, ...]:
        """Return the units of scores and differences where numbers are in percent or in the unit of the measure."""
        form: Format = "geometric" if "geometric" in self.notations else "score"
        scores = self.notations[form]
        return (self.unit(form), self.unit("difference")) if scores.percent or scores.unit else ()

    def unit(self, form: Format) -> str:
        """Return the unit of numbers of a kind such that no line ends before it."""
        unit = str(Text("words").quantity("", self.notations[form]))
        return f"{NBSP}{unit[1:]}" if unit[:1] == " " else unit

    def _style(self, form: Format) -> Style:
        """Return how numbers of a kind are printed."""
        if form in self.notations:
            return in_units(
                self.notations[form], self.unit(form), most=self.decimals, of_differences=form == "difference"
            )
        if form == "words":
            verdicts = {verdict: word(verdict) for verdict in VERDICTS}
            return Style(verdicts.__getitem__, verdicts.__getitem__, kind="words")
        styles: dict[Format, Style] = {
            "sum": in_units(Notation(4, stripped=True), most=self.decimals),  # halves, unless of mean ranks
            "count": in_units(Notation(0)),
            "pvalue": pvalues(self.alpha),
            "level": LEVELS,
        }
        return styles.get(form, in_units(Notation(2), most=self.decimals))
