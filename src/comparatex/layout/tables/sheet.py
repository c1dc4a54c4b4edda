"""Tables from columns: what each says of every line, and in which format; the words are in templates of text.

A table is a list of fields over lines. A line is a number (of a pair, a comparate, a task, a setting), and a field
has a value for it. A table of a new kind is a function that lists its fields, and a template with its texts::

    def gains(comparison: Comparison, options: GainsOptions) -> Table:
        sheet = Sheet("gains", comparison, options)
        gain = column("gain", "score", comparison.pair_statistics.mean_difference)
        shown = pairs_shown(comparison, options)
        return sheet.table(sheet.parts((*ends(comparison), gain), shown, stub=2))
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Protocol

from comparatex.errors import UsageError
from comparatex.layout.facts import Study, text
from comparatex.layout.numbers import UNDEFINED, Notation, level, mark, marked, pvalue, stars_of
from comparatex.layout.options import PairOptions, Showing
from comparatex.layout.selection import highlights, positions
from comparatex.layout.tables.booktabs import (
    LINES,
    Align,
    Column,
    Entry,
    Line,
    Mark,
    Part,
    Table,
    Value,
    headed,
    named,
    narrowed,
    parts,
    spared,
)
from comparatex.layout.widths import room
from comparatex.text import Prose, Text, language

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


# ---------------------------------------------------------------------------------------------------- formats
def amount(cost: float) -> str:
    """Return a cost as it is printed.

    >>> amount(50000.0), amount(0.12345), amount(math.nan)
    ('50000', '0.1235', '–')
    """
    if math.isnan(cost):
        return UNDEFINED
    return marked(f"{cost:.0f}" if cost >= 1000 else f"{cost:.4g}")


def told(value: str | float) -> str:
    """Return a cost or a text as cells have it; a dash where there is none."""
    return (amount(value) if isinstance(value, float) else value) or UNDEFINED


@dataclass(frozen=True)
class Form:
    """How values of a kind are printed."""

    text: Callable[..., str]  # the text of a notation and of the values
    align: Align = "r"  # the side that entries keep to
    places: int | None = None
    """Decimals; None: the notation is that of the comparison, for numbers of this `kind`."""
    kind: Literal["means", "differences"] = "means"  # see `Notations`
    parts: tuple[str, ...] = ()  # keys of the headings of its values, where it has several


FORMS: Mapping[str, Form] = {
    "words": Form(lambda _, words: words if isinstance(words, str) else str(words), "l", 0),
    "count": Form(lambda n, number: n.fixed(float(number)), places=0),
    "record": Form(
        lambda n, *counts: "/".join(n.fixed(float(count)) for count in counts), "c", 0, parts=("wins", "ties", "losses")
    ),
    "span": Form(lambda _, low, high: f"{low}–{high}" if low < high else f"{low}", "c", 0, parts=("low", "high")),
    "sum": Form(lambda n, ranks: (Notation(0) if float(ranks).is_integer() else n).fixed(ranks), places=1),
    "score": Form(Notation.fixed),
    "deviation": Form(Notation.fixed),
    "difference": Form(Notation.fixed, kind="differences"),
    "rank": Form(Notation.fixed, places=2),
    "statistic": Form(Notation.fixed, places=2),
    "effect": Form(Notation.fixed, places=3),
    "pvalue": Form(lambda n, p: pvalue(p, n.decimals), places=4),
    "level": Form(lambda _, alpha: level(alpha), places=0),
    "share": Form(Notation.fixed, places=2),
    "percent": Form(lambda n, share: f"{n.fixed(100 * share)}{language().percent}", places=1),
    "interval": Form(Notation.interval, "c", parts=("low", "high")),
    "interval of differences": Form(Notation.interval, "c", kind="differences", parts=("low", "high")),
    "cost": Form(lambda _, cost: UNDEFINED if math.isnan(cost) else marked(f"{cost:.6g}"), places=0),
    "amount": Form(lambda _, cost: amount(cost), places=0),
    "known": Form(lambda _, known: told(known), "l", 0),
}
"""How columns print their values, by name: those of `comparatex.inference.fields`, and some of tables alone."""


# ---------------------------------------------------------------------------------------------------- columns
def plain(value: object) -> Value:
    """Return a value as a number or a text of Python.

    >>> import numpy as np
    >>> plain(np.float64(0.5)), plain(np.int64(3)), plain("A")
    (0.5, 3, 'A')
    """
    item = getattr(value, "item", None)
    simple = item() if item else value
    return simple if isinstance(simple, (str, int, float)) else str(simple)


class Lookup(Protocol):
    """Values by the number of their line: a sequence, an array, a mapping."""

    def __getitem__(self, line: int, /) -> object:
        """Return what a line has; None: nothing."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Field:
    """A column: see `column`."""

    key: str
    form: str
    values: tuple[Lookup, ...]
    bold: Lookup | None = None
    stars: Lookup | None = None
    digits: Lookup | None = None
    bars: Lookup | None = None
    heading: str = ""
    span: str = ""
    places: int | Notation | None = None
    align: Align | None = None
    spare: bool = False
    once: bool = False


def column(key: str, form: str, *values: Lookup, **about: Any) -> Field:
    """Return a column, whose heading has a key among the ``headings`` of the table's template or of ``tables.jinja``.

    `form` is a key of `FORMS`, or ``name``: the values are positions of comparates, which are named. `values` are what
    it prints of each line, by the line's number; where the first is None, it prints nothing. `bold` are the lines whose
    entry is significant, `stars` the p-values that stars are for, if these are not its own, `digits` the notation of
    each line, where lines have their own, `bars` what intervals look like.
    `span` stands over it and its neighbours. `heading`, `places` and `align` overrule those of key and form. A `spare`
    field is left out of a table that is made for a narrow column of a page and has no room for it. The first field may
    be printed `once` where lines that follow each other have the same value.
    """
    return Field(key=key, form=form, values=values, **about)


def ends(comparison: Comparison) -> tuple[Field, Field]:
    """Return the columns of the names of a pair."""
    pairs = comparison.pair_statistics
    return column("row", "name", pairs.row, once=True), column("column", "name", pairs.column)


def comparates(comparison: Comparison, key: str = "comparate") -> Field:
    """Return the column of the names of comparates."""
    return column(key, "name", range(len(comparison.names)))


Extra = Mapping[str, Mapping[str, str | float]]  # what else is known of comparates, by heading and name


def known_of(comparison: Comparison, extra: Extra, heading: str) -> tuple[str | float, ...]:
    """Return what is known of each comparate under a heading; an empty text where nothing is."""
    column = extra[heading]
    if not any(name in column for name in comparison.names):
        raise UsageError(f"`extra` says nothing of {heading!r} for any method: its names must be those of the scores.")
    return tuple(column.get(name, "") for name in comparison.names)


def further(comparison: Comparison, extra: Extra) -> tuple[Field, ...]:
    """Return the columns of what else is known of comparates, numbers to the right."""
    columns = ((heading, known_of(comparison, extra, heading)) for heading in extra)
    return tuple(
        column(heading, "known", values, heading=heading, align="r" if all(map(_is_number, values)) else "l")
        for heading, values in columns
    )


def _is_number(value: str | float) -> bool:
    return isinstance(value, float) or not value or value.lstrip("-").replace(mark(), "", 1).isdecimal()


# ------------------------------------------------------------------------------------------------------ lines


def pairs_shown(comparison: Comparison, options: PairOptions) -> list[int]:
    """Return the numbers of the pairs to show, those of ours first."""
    import numpy as np

    pairs = comparison.pair_statistics
    ours = np.array(positions(comparison, options.ours), dtype=np.int64)
    included = np.array(positions(comparison, options.include), dtype=np.int64)
    keep = np.ones(len(pairs.row), dtype=np.bool_)
    if len(included):
        keep = np.isin(pairs.row, included) & np.isin(pairs.column, included)
    first = np.isin(pairs.row, ours) | np.isin(pairs.column, ours)
    numbers = np.flatnonzero(keep)
    return [int(k) for k in numbers[np.argsort(~first[numbers], kind="stable")]][: options.max_rows or None]


def _starred(field: Field) -> Lookup | None:
    """Return the p-values that stars mark in a column, by line."""
    return field.values[0] if field.form == "pvalue" and field.bold is not None else field.stars


# ------------------------------------------------------------------------------------------------------ table
_GEOMETRIC = {"mean": "geometric_mean", "mean_score": "geometric_mean", "median_score": "median"}
"""The headings of columns where logarithms are compared."""


class Sheet:
    """A table in the making, whose template speaks of some facts."""

    def __init__(self, kind: str, comparison: Comparison, options: Showing, **facts: object) -> None:
        """Gather what the columns of a kind of table need."""
        from comparatex.layout.notation import notations

        positions(comparison, options.ours)
        self.kind, self.comparison, self.options = kind, comparison, options
        self.notations = notations(comparison, options)  # how scores and differences are printed
        self.spared: dict[str, str] = {}  # headings of the columns for which there is no room, by key
        self._told: dict[Notation, Notation] = {}  # the notations that tell unlike numbers of columns apart
        self.starred = False  # whether stars mark any of its numbers
        self.one_of_several = bool(facts.get("measures"))
        looks = {"notations": self.notations, "stars": options.stars, "spared": self.spared}
        self.words = text(kind, comparison, **looks, **facts)
        self.headings = {**Text("tables").headings, **self.words.headings}  # of columns, by their keys

    @cached_property
    def _colours(self) -> Mapping[str, str]:
        return highlights(self.comparison, self.options)

    def notation(self, field: Field) -> Notation:
        """Return how the numbers of a column are printed: in any other decimals where unlike ones would look alike."""
        form = FORMS[field.form]
        places = form.places if field.places is None else field.places
        if places is not None:
            return places if isinstance(places, Notation) else Notation(places)
        notation: Notation = getattr(self.notations, form.kind)
        return self._told.get(notation, notation)

    def _tell_apart(self, fields: Sequence[Field], lines: Sequence[int]) -> None:
        """Find the decimals of scores that tell those of a column apart."""
        import numpy as np

        from comparatex.layout.notation import clear

        for field in fields:
            if field.form == "score" and field.places is None and self.options.precision is None:
                values = [value for k in lines if isinstance(value := field.values[0][k], float)]
                told = clear(np.array(values), self.notation(field))
                self._told.update({self.notations.means: told[0]} if told else {})

    def _of_logarithms(self, field: Field, lines: Sequence[int]) -> Field:
        """Return a column of mean logarithms and their differences as one of geometric means and ratios."""
        from comparatex.inference.scale import ratios
        from comparatex.layout.notation import geometric, ratios_of_means

        if field.places is not None or field.form not in ("score", "interval", "difference", "interval of differences"):
            return field
        apart = FORMS[field.form].kind == "differences"
        heading = "ratio" if field.key in ("difference", "loss") else _GEOMETRIC.get(field.key, field.key)
        places = ratios_of_means(self.comparison) if apart else replace(geometric(self.comparison), unit="")
        values = tuple({k: None if of[k] is None else float(ratios(of[k])) for k in lines} for of in field.values)  # type: ignore[arg-type]
        return replace(field, key=heading, values=values, places=places)

    def name(self, i: int) -> Entry:
        """Return the entry that names a comparate."""
        name = self.comparison.names[i]
        mark: Mark = "ours" if name in self.options.ours else ""
        return Entry(name, mark, colour=self._colours.get(name, ""), values=(name,))

    def parts(
        self,
        fields: Sequence[Field],
        lines: Iterable[int],
        *,
        stub: int = 1,
        limit: int = 0,
        heads: Literal["plain", "narrowed", "headed"] = "plain",
        turns: bool = False,
        rules: Collection[int] = (),
    ) -> tuple[Part, ...]:
        """Return the parts of columns over lines; none without a line."""
        self.starred = self.starred or any(_starred(field) is not None for field in fields)
        lines = [*lines]
        if self.comparison.basis.scale == "log":
            fields = [self._of_logarithms(field, lines) for field in fields]
        self._tell_apart(fields, lines)
        first = [fields[0].values[0][k] if fields[0].once else k for k in lines]
        rows = [
            Line(tuple(self._entry(field, k) for field in fields), rule=k in rules, again=i > 0 and one == first[i - 1])
            for i, (k, one) in enumerate(zip(lines, first, strict=True))
        ]
        columns = tuple(self.column(field) for field in fields)
        landscape, made_for = turns and self.options.landscape, self.options.width
        kept = spared(columns, rows, [j for j, field in enumerate(fields) if field.spare], made_for)
        if len(kept) < len(columns):
            self.spared.update((fields[j].key, columns[j].heading) for j in range(len(columns)) if j not in kept)
            columns = tuple(columns[j] for j in kept)
            rows = [replace(row, entries=tuple(row.entries[j] for j in kept)) for row in rows]
            stub = min(stub, len(columns))
        if heads == "narrowed":
            columns = narrowed(columns, rows)
        elif heads == "headed":
            columns = headed(columns, rows)
        in_parts = parts(columns, rows, stub=stub, limit=limit, made_for=made_for, landscape=landscape)
        return tuple(in_parts) if rows else ()

    def table(self, *blocks: Iterable[Part]) -> Table:
        """Return the table of some parts, with its title, caption and alternative text."""
        parts = tuple(part for block in blocks for part in block)
        if not parts:
            raise UsageError("The table has no line to show: include other methods.")
        words, n_lines = self.words, sum(len(part.lines) for part in parts)
        lies = self.options.landscape and len(parts) == 1 and n_lines <= LINES
        table = Table(
            title=words.title(),
            caption=Prose.joined(
                words.caption(),
                *([Text("words").star_key(Study(self.comparison))] if self.options.stars and self.starred else []),
                Text("tables").without(tuple(self.spared.values())),
                *([Text("tables").shading(self.kind, self.options)] if any(part.shaded for part in parts) else []),
            ),
            alt=words.alt(),
            label=self.options.label or f"tab-{self.kind}",
            parts=parts,
            long=n_lines > LINES,
            room=room(self.options.width, landscape=lies).width,
        )
        long = table.height > LINES and not lies
        return replace(table, long=long, parts=tuple(named(part, long=long) for part in parts))

    @property
    def wide(self) -> dict[str, Any]:
        """How wide its parts may be."""
        options = self.options
        return {"limit": getattr(options, "across", 0), "made_for": options.width, "landscape": options.landscape}

    def under(self, column: Column, *lines: Line) -> Column:
        """Return a column with the headings of its data; below that of its measure, where there are several."""
        if not self.one_of_several:
            return replace(column, values=self.headings_of(column.heading, *lines))
        said = f"{self.comparison.scores.measure}: {column.heading}".removeprefix(": ")
        over = Text("tables").over(Study(self.comparison), self.notations.scores)
        return replace(column, span=str(over), values=self.headings_of(said, *lines) or (said,))

    def headings_of(self, heading: str, *lines: Line) -> tuple[str, ...]:
        """Return the headings of a column in files of data: that of deviations follows, where lines have any."""
        pairs = (entry.values for line in lines for entry in line.entries if len(entry.values) == 2)
        deviate = any(isinstance(of, float) and not math.isnan(of) for _, of in pairs)
        return (heading, f"{heading}: {self.headings['deviation']}") if deviate else ()

    def head(self, i: int) -> Column:
        """Return the column of a comparate."""
        entry = self.name(i)
        return Column(entry.text, mark=entry.mark, colour=entry.colour)

    def column(self, field: Field) -> Column:
        """Return a column's heading."""
        heading = field.heading or self.headings[field.key]
        if field.form == "name":
            return Column(heading, field.align or "l", values=(heading,))
        form, unit = FORMS[field.form], Text("words").in_unit(self.notation(field))
        said = f"{field.span}: {heading}" if field.span else heading
        values = tuple(f"{said}: {self.headings[part]}" for part in form.parts) or (said,)
        shown = f"{heading} {unit}" if unit else heading
        return Column(shown, field.align or form.align, values=values, span=field.span)

    def _entry(self, field: Field, k: int) -> Entry:
        values = [of[k] for of in field.values]
        if values[0] is None:
            return Entry("")
        if field.form == "name":
            return self.name(int(values[0]))  # type: ignore[call-overload]
        printed = (
            pvalue(float(values[0]), self.notation(field).decimals, self.comparison.analysis.alpha)  # type: ignore[arg-type]
            if field.form == "pvalue"
            else FORMS[field.form].text(field.digits[k] if field.digits else self.notation(field), *values)
        )
        if self.options.stars and (stars := _starred(field)) is not None:
            printed += stars_of(float(stars[k]))  # type: ignore[arg-type]
        bold = field.bold is not None and bool(field.bold[k])
        verdict = field.form == "words" and (field.align or "l") == "l"
        mark: Mark = "" if not bold else "decided" if verdict else "significant"
        bar: Any = field.bars[k] if field.bars else ()
        return Entry(printed, mark, bar=bar, values=tuple(map(plain, values)))
