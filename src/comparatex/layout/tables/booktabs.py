"""Booktabs tables as view models: parts that fit a page's width, made of lines of entries.

Widths are estimates, from those of letters: they decide how a table is split and how tightly it is set. TeX scales what
is too wide after all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, groupby, pairwise
from typing import Any, Literal

from comparatex.layout.widths import PAGE, SIZE, room, serif_width
from comparatex.text import Prose

_LONG = re.compile(r"[^\W_]{13,}")
_SEAM = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z\d])|(?<=\d)(?=[^\W\d_])")
_LONGEST, _CUT = 20, 10
"""Letters of a piece: longer ones are cut, because there may be no other way to set them."""


def pieces(text: str) -> tuple[str, ...]:
    """Return a text in pieces: long words part where a capital or a number begins.

    >>> pieces("Ridge with ConvolutionalKernels500")
    ('Ridge with Convolutional', 'Kernels', '500')
    >>> pieces("Ridge classifier")
    ('Ridge classifier',)
    """
    places = [0, len(text)]
    for word in _LONG.finditer(text):
        seams = [seam.start() for seam in _SEAM.finditer(text, word.start() + 1, word.end())]
        ends = [word.start(), *seams, word.end()]
        places += seams
        for start, end in pairwise(ends):
            places += range(start + _CUT, end, _CUT) if end - start > _LONGEST else ()
    ends = sorted(set(places))
    return tuple(text[start:end] for start, end in pairwise(ends))


def even(number: int, limit: int) -> int:
    """Return the size of the fewest parts of about equal size that keep a limit.

    >>> even(121, 24), even(12, 24), even(25, 24)
    (21, 12, 13)
    """
    return math.ceil(number / math.ceil(number / limit))


# --------------------------------------------------------------------------------------------- the view model
Mark = Literal["", "best", "second", "significant", "decided", "ours"]
Value = str | int | float
Align = Literal["l", "r", "c"]

LINES = 46
"""Lines of a table that one page holds; a longer table breaks across pages."""
_LONG_PAGE = 58  # lines of one that breaks across pages, where it begins at the top of a page
_TAIL = 4  # lines of a long table that are not parted from each other at its end
_FIVE = 5
"""Lines that the eye keeps apart."""
_FONT = 8.48
"""Points: the type of tables; letters of 8 points are rather wide for their height."""
_NAMES = 0.4
"""Share of the line that names take at most, where a table is split."""
_FITS: tuple[tuple[Size, float, bool], ...] = (
    ("", 1.8, False),
    ("small", 2.5, False),
    ("small", 1.5, False),
    ("", 3.0, True),
    ("small", 3.0, True),
    ("small", 1.5, True),
    ("tiny", 1.5, False),
    ("tiny", 1.5, True),
)
"""Ways to set a table, that easiest to read first: its type, least room on either side of a column, and whether names
wrap."""
_EASY, _WHOLE, _LEGIBLE = 1, 2, 6
"""The last way that needs no other headings, the last in which names are whole, and that before which a table is not
split. The others are for tables that break across pages, which TeX cannot scale."""
_LOOSE, _CLOSE, _TIGHT = 5.0, 2.5, 1.5
_HEIGHTS: Mapping[Size, float] = {"": SIZE, "small": 7.0, "tiny": 5.0}
_WIDTHS: Mapping[Size, float] = {"": 1.0, "small": 0.94, "tiny": 0.8}
"""How high type is, in points, and how wide beside usual type: small letters are wide for their height."""
_SURE = 0.985
"""Share of the line that a table may fill by estimate; TeX's own widths are up to a hundredth off."""
_LEAST_NAME, _CLOSEST_NAME = 5.0, 4.5
"""Ems: of a column of names that wrap, also where columns are closest."""
_BOLD_DIGIT = 0.04
"""Ems by which half of a bold digit is wider."""
_WIDENED = 10.0
"""Points by which a table becomes wider, at most, to have decimal marks below each other."""
_NUMBER = re.compile(r"[<>+−]?\d[\d\u202f]*((?:[.,]\d+)?[*†]*)")
BAR = 6.0
"""Ems of a bar and the room beside it."""
_UPRIGHT = 3.0
"""Headings stand when they are so much wider than what is below them, else only to keep a table whole."""


@dataclass(frozen=True)
class Column:
    """A column: its heading, which side its entries keep to, and how the heading is set."""

    heading: str
    align: Align = "r"
    standing: bool = False
    mark: Mark = ""
    colour: str = ""
    stack: tuple[str, ...] = ()  # the lines of a heading that is broken in two
    values: tuple[str, ...] = ()
    """Headings of what entries say where they are data: without units, and several where an entry has several."""
    span: str = ""  # a heading over it and its neighbours that have the same

    @property
    def full(self) -> str:
        """The heading with that over it, where there is one line for both."""
        return f"{self.span}: {self.heading}" if self.span else self.heading


@dataclass(frozen=True)
class Entry:
    """One entry."""

    text: str
    mark: Mark = ""
    spread: str = ""  # its standard deviation where there are repeats
    colour: str = ""
    bare: bool = False  # only room is left for a standard deviation, as wide as `spread`
    pad: str = ""  # what a number lacks on its right to have its decimal mark below those of its column
    loose: bool = False  # it is no number of its column's kind
    shade: int | None = None  # of its cell, from 0 (worst) to 100 (best); None: it has none
    bar: tuple[float, ...] = ()  # what an interval looks like: its low end, its middle and its high end, from 0 to 1
    values: tuple[Value, ...] = field(default=(), compare=False, repr=False)
    """What the text says, unrounded, for files of data; empty: the text itself."""

    @property
    def full(self) -> str:
        """The text with its standard deviation."""
        return f"{self.text} ± {self.spread}" if self.spread and not self.bare else self.text

    @property
    def pieces(self) -> tuple[str, ...]:
        """The text in pieces, between which a long word may break where there is no room for it."""
        return pieces(self.text)


@dataclass(frozen=True)
class Line:
    """A line of entries; `rule` begins a group of lines, and one that `sums` is the first of those on all above.

    One that is `apart` has a little room above, for the eye to keep to its line. The first entry of one that goes on
    `again` with the name of the line above is not printed.
    """

    entries: tuple[Entry, ...]
    rule: bool = False
    sums: bool = False
    apart: bool = False
    again: bool = False


@dataclass(frozen=True)
class Part:
    """Columns that stand side by side."""

    columns: tuple[Column, ...]  # the columns
    lines: tuple[Line, ...]  # the lines below the headings
    widest: tuple[Entry, ...]
    """The widest entry of each column, its digits 0, by which TeX measures a table that breaks across pages."""
    repeated: int = 0
    """Of a part that has further columns of the same lines as the part before: its first columns, which are in
    both."""

    @property
    def spans(self) -> list[tuple[str, int, int]]:
        """The headings over several columns, or nothing over some, each with its first and last, from 1; or none."""
        over = [(span, len([*some])) for span, some in groupby(self.columns, key=lambda column: column.span)]
        ends = [sum(n for _, n in over[: k + 1]) for k in range(len(over))]
        spans = [(span, end - n + 1, end) for (span, n), end in zip(over, ends, strict=True)]
        return spans if any(span for span, _ in over) else []

    @property
    def groups(self) -> list[list[Line]]:
        """The lines between rules."""
        starts = [k for k, line in enumerate(self.lines) if line.rule and k]
        return [list(self.lines[a:b]) for a, b in pairwise((0, *starts, len(self.lines)))]

    @property
    def shaded(self) -> bool:
        """Whether some of its cells are coloured."""
        return any(entry.shade is not None for line in self.lines for entry in line.entries)

    @property
    def tail(self) -> int:
        """How many lines at the end stay on one page: four, and those behind them that sum all up."""
        sums = [k for k, line in enumerate(self.lines) if line.sums]
        return _TAIL + (len(self.lines) - sums[0] if sums else 0)

    @property
    def edge(self) -> float:
        """Room at the right end, in ems: bold numbers are as wide as others, half of what they lack sticks out."""
        last = (line.entries[-1] for line in self.lines)
        return max(
            (
                _BOLD_DIGIT * len(entry.text)
                for entry in last
                if entry.mark in ("best", "significant") and not (entry.pad or entry.spread)
            ),
            default=0.0,
        )

    @cached_property
    def widths(self) -> list[float]:
        """About how wide the columns are, in points."""
        return _widths(self.columns, self.lines)

    @property
    def whole(self) -> float:
        """How wide the widest part of a name is that does not break, in ems."""
        names = [j for j, column in enumerate(self.columns) if column.align == "l"]
        texts = (piece for line in self.lines for j in names for piece in line.entries[j].pieces)
        return max((serif_width(word) for text in texts for word in re.findall("[^ _-]+[_-]?", text)), default=0.0)

    @property
    def ems(self) -> list[float]:
        """The same in ems."""
        return [wide / _FONT for wide in self.widths]

    def fit(self, size: Size, least: float, wraps: bool, line: float) -> Fit | None:
        """Return how it is set in a type with this least room between columns; None where that is too wide."""
        em, gaps = _WIDTHS[size] * _FONT, max(2 * (len(self.columns) - 1), 1)
        across = _SURE * line - em * self.edge
        if not wraps:
            separation = (across - em * sum(self.ems)) / gaps
            return Fit(size, min(math.floor(10 * separation) / 10, _LOOSE)) if separation >= least else None
        names = [wide for wide, column in zip(self.ems, self.columns, strict=True) if column.align == "l"]
        share = shared(sorted(names), (across - least * gaps) / em - sum(self.ems) + sum(names))
        closest, longest = (size, least) == ("small", _TIGHT), max(names, default=0.0)
        half = 0.0 if size else longest / 2
        fewest = max(_CLOSEST_NAME, longest / 3) if closest else max(_LEAST_NAME, half, self.whole)
        return Fit(size, least, (share,)) if share >= fewest else None

    def way(self, line: float) -> int:
        """Return the number of the first way in which it fits a line, or of none that is legible."""
        return next((k for k, way in enumerate(_FITS[:_LEGIBLE]) if self.fit(*way, line)), _LEGIBLE)

    def types(self, share: float) -> list[tuple[str, float]]:
        """Return the side that each column keeps to, and how wide it is where its names wrap at a share of the line."""
        return [
            (column.align, share if column.align == "l" and wide > share else 0.0)
            for column, wide in zip(self.columns, self.ems, strict=True)
        ]


Size = Literal["", "small", "tiny"]


@dataclass(frozen=True)
class Fit:
    """How tightly a table is set."""

    size: Size = ""
    separation: float = 5.0  # the room on either side of a column, in points
    shares: tuple[float, ...] = ()  # where names wrap, how wide they are at most, in ems, in each part

    @property
    def is_tight(self) -> bool:
        """Whether it is tighter than tables usually are."""
        return bool(self.size or self.shares) or self.separation < _LOOSE


def shared(widths: Sequence[float], across: float) -> float:
    """Return how wide names are at most, the narrowest first, when they share some room; 0 without a name.

    >>> shared([4, 10, 20], 24), shared([4, 10], 24)
    (10.0, 20.0)
    """
    for k, wide in enumerate(widths):
        if wide * (len(widths) - k) > across:
            return across / (len(widths) - k)
        across -= wide
    return float(across + widths[-1]) if widths else 0.0


@dataclass(frozen=True)
class Table:
    """A table, ready to be set."""

    title: str
    """title, caption, alt, label: What it is, what it shows and how, its result in a sentence, its name for cross-
    references."""
    caption: str
    alt: str
    label: str
    parts: tuple[Part, ...]  # parts below each other, each as wide as a page at most
    long: bool  # it breaks across pages and carries its own caption, so it must not stand in a float
    room: float = PAGE.width  # points: the line that it is made for
    remark: Prose | None = None  # what a chapter says of its results
    data: tuple[Part, ...] = ()  # the parts of files of data, where the width alone turned the table
    unfolded: tuple[Part, ...] = ()  # the parts in media without pages, where lines stand side by side; see `folded`

    @property
    def wholes(self) -> tuple[Part, ...]:
        """The tables below each other, the parts of each side by side again, for media without pages."""
        return self._wholes(self.unfolded or self.parts)

    @property
    def of_data(self) -> tuple[Part, ...]:
        """The same for files of data, whose rows and columns are the same at any width."""
        return self._wholes(self.data) if self.data else self.wholes

    @staticmethod
    def _wholes(of: Sequence[Part]) -> tuple[Part, ...]:
        parts_: list[Part] = []
        for part in of:
            if part.repeated:
                part = _beside(parts_.pop(), part)
            parts_.append(part)
        return tuple(parts_)

    @property
    def shaded(self) -> bool:
        """Whether some of its cells are coloured."""
        return any(part.shaded for part in self.parts)

    @property
    def upright(self) -> bool:
        """Whether it stays upright on a page on its side, because parts below each other would not fit there."""
        return len(self.parts) > 1

    @cached_property
    def fit(self) -> Fit:
        """How tightly it is set: all parts alike, in the first way in which each fits the line."""
        for size, least, wraps in _FITS if self.long else _FITS[:_LEGIBLE]:
            fits = [part.fit(size, least, wraps, self.room) for part in self.parts]
            if all(fits):
                tightest = min(fit.separation for fit in fits if fit)
                return Fit(size, tightest, tuple(share for fit in fits if fit for share in fit.shares))
        return Fit("tiny", _TIGHT, (_LEAST_NAME,) * len(self.parts)) if self.long else Fit("small", _TIGHT)

    @property
    def height(self) -> int:
        """How many lines of text it has below its headings, where names wrap as they do."""
        shares = self.fit.shares or (math.inf,) * len(self.parts)
        return sum(
            max(math.ceil(serif_width(entry.text) / share) if column.align == "l" else 1 for column, entry in cells)
            for part, share in zip(self.parts, shares, strict=True)
            for cells in (zip(part.columns, line.entries, strict=True) for line in part.lines)
        )

    @property
    def least_type(self) -> float:
        """About how high the smallest type is, in points, where the document has type of 10 pt."""
        fit = self.fit
        if fit.shares:
            return _HEIGHTS[fit.size]
        across = (
            _WIDTHS[fit.size] * _FONT * sum(part.ems) + 2 * fit.separation * (len(part.columns) - 1)
            for part in self.parts
        )
        return _HEIGHTS[fit.size] * min(1.0, self.room / max(across))


def spaced(lines: Sequence[Line]) -> list[Line]:
    """Return lines with a little room after every five of them, if they are many."""
    many = len(lines) >= 2 * _FIVE
    return [replace(line, apart=many and k > 0 and k % _FIVE == 0) for k, line in enumerate(lines)]


def named(part: Part, *, long: bool) -> Part:
    """Return a part whose lines are in blocks under the same name; a long one names it again, since pages end."""
    if not any(line.again for line in part.lines):
        return part
    lines, n, many = list[Line](), 0, len(part.lines) >= 2 * _FIVE
    for line in part.lines:
        n = n + 1 if line.again and not (long and n + 1 == _FIVE) else 0
        lines.append(replace(line, again=n > 0, apart=many and n == 0 and bool(lines)))
    return replace(part, lines=tuple(lines))


def folded(part: Part, across: float) -> Part:
    """Return a part that is longer than a page with its lines side by side, if these fill one and are easy to read."""
    n_lines = next((k for k, line in enumerate(part.lines) if line.sums), len(part.lines))
    lines, sums = part.lines[:n_lines], part.lines[n_lines:]
    if len(part.lines) <= _LONG_PAGE or any(line.rule for line in lines):
        return part
    blank = (Entry(""),) * (len(part.columns) + 1)  # a block, and the room behind it
    for n in (2, 3):
        size = math.ceil(n_lines / n)
        blocks = [*((*line.entries, Entry("")) for line in lines), *[blank] * (n * size - n_lines)]
        beside = spaced([Line(tuple(chain(*blocks[k::size]))) for k in range(size)])
        below = [replace(line, entries=(*line.entries, *blank * n)) for line in sums]
        columns = (*part.columns, Column("", "c")) * n
        fold = _part(columns, [*beside, *below], range(len(columns) - 1))
        if len(fold.lines) <= _LONG_PAGE and fold.way(across) <= _EASY:
            return fold
    return part


def _beside(part: Part, other: Part) -> Part:
    """Return a part with the columns of the next one that it does not have, too."""
    n = other.repeated
    lines = (
        replace(line, entries=line.entries + more.entries[n:])
        for line, more in zip(part.lines, other.lines, strict=True)
    )
    return replace(
        part, columns=part.columns + other.columns[n:], lines=tuple(lines), widest=part.widest + other.widest[n:]
    )


def parts(
    columns: Sequence[Column],
    lines: Sequence[Line],
    *,
    stub: int = 1,
    limit: int = 0,
    made_for: str = "page",
    landscape: bool = False,
) -> Iterator[Part]:
    """Yield a table in parts: the first columns, which name the lines, with as many others as fit."""
    lines = _levelled(columns, lines)
    whole, data = _part(columns, lines, range(len(columns))), range(stub, len(columns))
    over = [[*some] for _, some in groupby(data, key=lambda j: columns[j].span)]
    across, turned = room(made_for).width, room(made_for, landscape=True).width
    fits = whole.way(turned if landscape and len(lines) <= LINES else across) < _LEGIBLE
    fitting = len(data) if fits or not data else _fitting(whole.widths, stub, across)
    for number, some in enumerate(_side_by_side(over, limit or fitting)):
        yield replace(_part(columns, lines, (*range(stub), *some)), repeated=stub if number else 0)


def hardness(of: Sequence[Part], across: float) -> tuple[int, int]:
    """Return in how many parts a table is, and how hard these are to read in some room."""
    return len(of), max(_EASY, *(part.way(across) for part in of))


EASY = 1, _EASY
"""The hardness of a table in one part that is easy to read."""


def _side_by_side(over: Sequence[Sequence[int]], most: int) -> Iterator[Sequence[int]]:
    """Yield the columns of each part, so many at most: those under one heading stay together where they fit."""
    widest = max(map(len, over), default=0)
    if len(over) > 1 and widest <= most:
        size = len(over) if sum(map(len, over)) <= most else even(len(over), most // widest)
        yield from ([*chain(*over[k : k + size])] for k in range(0, len(over), size))
        return
    for some in over or [()]:
        size = even(len(some), most) if some else 1
        yield from (some[k : k + size] for k in range(0, len(some) or 1, size))


def _widths(columns: Sequence[Column], lines: Sequence[Line]) -> list[float]:
    """Return about how wide columns are, in points; those under a heading that is wider are as wide together."""
    widths = [width(column, (line.entries[j] for line in lines)) for j, column in enumerate(columns)]
    for span, some in groupby(range(len(columns)), key=lambda j: columns[j].span):
        below = [*some]
        lack = _FONT * serif_width(span) - sum(widths[j] for j in below) if span else 0.0
        for j in below if lack > 0 else ():
            widths[j] += lack / len(below)
    return widths


def spared(columns: Sequence[Column], lines: Sequence[Line], spare: Sequence[int], made_for: str) -> Sequence[int]:
    """Return which columns stay where a table is made for less than a page: the spare ones go from the last on."""
    remaining, across = list(range(len(columns))), room(made_for).width
    for j in reversed(spare if across < PAGE.width else ()):
        if _part(columns, lines, remaining).way(across) > _WHOLE:
            remaining.remove(j)
    return remaining


def _fitting(widths: Sequence[float], stub: int, across: float) -> int:
    """Return how many columns stand beside the first ones where not all fit some room; long names wrap."""
    widest = _WIDTHS["small"] * max(widths[stub:]) + 2 * _CLOSE
    names = _WIDTHS["small"] * sum(widths[:stub]) + 2 * _CLOSE * (stub - 1)
    return max(int((across - min(names, _NAMES * across)) / widest), 1)


def _part(columns: Sequence[Column], lines: Sequence[Line], chosen: Sequence[int]) -> Part:
    cut = tuple(replace(line, entries=tuple(line.entries[j] for j in chosen)) for line in lines)
    heads = tuple(columns[j] for j in chosen)
    widest = tuple(_widest([line.entries[j] for line in lines]) for j in chosen)
    return Part(heads, cut, widest)


def _levelled(columns: Sequence[Column], lines: Sequence[Line]) -> list[Line]:
    """Return lines with the decimal marks of each column below each other, unless that costs much width."""
    before = [[line.entries[j] for line in lines] for j in range(len(columns))]
    first = next((i for i, line in enumerate(lines) if line.sums), len(lines))
    sums = [i >= first for i in range(len(lines))]
    after = [_level(column, cells, sums) for column, cells in zip(columns, before, strict=True)]
    widths = (sum(map(width, columns, entries)) for entries in (after, before))
    chosen = after if next(widths) - next(widths) < _WIDENED else before
    return [replace(line, entries=tuple(cells[i] for cells in chosen)) for i, line in enumerate(lines)]


def _level(column: Column, entries: Sequence[Entry], sums: Sequence[bool]) -> Sequence[Entry]:
    """Return the entries of a column with their decimal marks below each other, sums where that does not widen it."""
    tails = [None if entry.loose else _tail(entry.text) for entry in entries]
    longest = max((tail for tail in tails if tail is not None), key=len, default="")
    if column.align != "r" or not longest:
        return entries
    level = [
        entry if tail in (None, longest) else replace(entry, pad=longest[len(tail) :])
        for entry, tail in zip(entries, tails, strict=True)
    ]
    body = [width(column, [entry]) for entry, of_sums in zip(level, sums, strict=True) if not of_sums]
    room = max(body, default=math.inf)
    return [
        before if of_sums and width(column, [after]) > room else after
        for before, after, of_sums in zip(entries, level, sums, strict=True)
    ]


def _tail(text: str) -> str | None:
    """Return a number from its decimal mark on, stars included, with 0 for every digit; None for what is no number."""
    number = _NUMBER.fullmatch(text)
    return re.sub(r"\d", "0", number[1]) if number else None


def width(column: Column, entries: Iterable[Entry]) -> float:
    """Return about how wide a column is, in points."""
    inside = max(map(entry_width, entries), default=0.0)
    return inside if column.standing else max(inside, _head_width(column))


def headed(
    columns: Sequence[Column], lines: Sequence[Line], *, limit: int = 0, made_for: str = "page", landscape: bool = False
) -> tuple[Column, ...]:
    """Return the columns with their headings as they fit best.

    A heading that is wider than its column is broken in two lines; where the table would still be split into
    more parts than it must, all headings stand.
    """
    widest = max((entry_width(entry) for line in lines for entry in line.entries[1:]), default=0.0)
    broken = (columns[0], *(_broken(column, widest) for column in columns[1:]))
    upright = (columns[0], *(replace(column, standing=True) for column in columns[1:]))
    how: dict[str, Any] = {"limit": limit, "made_for": made_for, "landscape": landscape}
    across = room(made_for, landscape=landscape).width
    lying, other = (hardness([*parts(both, lines, **how)], across) for both in (broken, upright))
    heads = max(map(_head_width, broken[1:]), default=0.0)
    return upright if lying > other or heads > _UPRIGHT * widest else broken


def narrowed(columns: Sequence[Column], lines: Sequence[Line]) -> tuple[Column, ...]:
    """Return the columns with each heading that is wider than its column broken in two, at hyphens too."""
    widths = [max((entry_width(line.entries[j]) for line in lines), default=0.0) for j in range(len(columns))]
    return tuple(_broken(column, width, "[–-]") for column, width in zip(columns, widths, strict=True))


def _broken(column: Column, inside: float, dash: str = "–") -> Column:
    """Return a column with its heading, if wide, broken where it leaves the shorter lines.

    That is at a space, or behind a dash within a word, but not at a space behind a word's dash: whoever reads the lines
    knows which it was.
    """
    heading = column.heading
    ends = [gap.end() for gap in re.finditer(rf"(?<![–-]) |(?<= [–-]) |(?<=[^ –-]){dash}(?! )", heading)]
    if _head_width(column) <= inside or not ends:
        return column
    breaks = ((heading[:end].rstrip(), heading[end:]) for end in ends)
    return replace(column, stack=min(breaks, key=lambda both: max(map(len, both))))


def _head_width(column: Column) -> float:
    """Return about how wide the heading of a column is, in points."""
    return _FONT * max(map(serif_width, column.stack or (column.heading,)))


def entry_width(entry: Entry) -> float:
    """Return about how wide an entry is, in points."""
    spread = 1.1 + serif_width(entry.spread) if entry.spread else 0.0
    return _FONT * (serif_width(entry.text + entry.pad) + spread + bool(entry.bar) * BAR)


def _widest(entries: Sequence[Entry]) -> Entry:
    """Return the widest entry of a column, as bold as any, with 0 for every digit of a number."""
    shapes = {_shape(entry) for entry in entries}
    widest = max(
        sorted(shapes, key=lambda entry: (entry.pad, entry.text, entry.spread, entry.mark)), key=_typeset_width
    )
    bold = sorted({entry.mark for entry in entries} & {"best", "significant"})
    return replace(widest, mark=bold[0]) if bold and not _worded(widest) else widest


def _typeset_width(entry: Entry) -> float:
    """Return how wide an entry is, more exactly than it is laid out: nothing else makes up for what is missing."""
    spread = 0.9 * (1.1 + serif_width(entry.spread)) if entry.spread else 0.0
    return (1.15 if entry.mark else 1.0) * serif_width(entry.text + entry.pad) + spread + bool(entry.bar) * BAR


def _worded(entry: Entry) -> bool:
    """Whether an entry has letters, and so is no number."""
    return re.search(r"[^\W\d]", entry.text) is not None


def _shape(entry: Entry) -> Entry:
    """Return an entry with its numbers' digits 0."""
    if _worded(entry):
        return Entry(entry.text, "ours" if entry.mark == "ours" else "")
    return Entry(
        re.sub(r"\d", "0", entry.text),
        "",
        re.sub(r"\d", "0", entry.spread),
        pad=entry.pad,
        bar=entry.bar and (0.0,) * 3,
    )
