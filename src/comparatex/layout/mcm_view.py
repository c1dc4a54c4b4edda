"""The view model of a Multi-Comparison Matrix, and how it is laid out for a width: its kind of cells, its panels."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from comparatex.layout.widths import LEAST_TYPE, SIZE, Room, broken, latin_modern, room

Cells = Literal["full", "halves", "line"]
LEADING, NAME_LEADING = 1.16 * SIZE, 1.15 * SIZE
GAP, BESIDE, BELOW = 0.5, 12.0, 10.0  # between cells, between panels side by side, and below each other
SEP, HEAD_SEP, BAR_SEP, BAR_WIDTH = 4.0, 2.5, 6.0, 110.0
"""Beside names, below heads, above the colour bar; and how wide that is."""
_NAME_WIDTH = 80.0  # of a name that does not break in two
_LEAST, _ROOMY = LEAST_TYPE / SIZE, 6.4 / SIZE
"""Scales of legible type, and of blocks of lines side by side."""
_FEW_COLUMNS, _MANY_ROWS = 5, 14
_MOST_PARTS, _MOST_BLOCKS = 24, 12


# --------------------------------------------------------------------------------------------- the view model
@dataclass(frozen=True)
class Head:
    """A comparate beside its row or above its column."""

    name: str
    mean: str  # its mean score
    ours: bool = False  # the document proposes it
    colour: str = ""  # of the name, as six hexadecimal digits, or empty


@dataclass(frozen=True)
class Cell:
    """What a row has to say about a column."""

    kind: Literal["pair", "self", "hidden"]  # a comparison, a comparate against itself, or shown elsewhere
    difference: str = ""
    record: str = ""  # wins/ties/losses of the row
    pvalue: str = ""  # empty where p-values are not shown
    shade: int = 0  # from −100 (column better) to 100 (row better)
    bold: bool = False  # the pair is significantly different
    fragile: bool = False  # small changes of the data or the convention change the verdict
    posterior: str = ""  # percentages: row better, both equal, column better; empty where not shown

    @property
    def texts(self) -> list[str]:
        """Its texts, from the top."""
        return [text for text in (self.difference, self.record, self.pvalue, self.posterior) if text]


@dataclass(frozen=True)
class Row:
    """A row of cells with its comparate."""

    head: Head
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Panel:
    """A part of the matrix that is legible on one page."""

    columns: tuple[Head, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class ColourBar:
    """The meaning of the colours: differences of the two strongest and of none, and in words who is better there."""

    column_better: str
    row_better: str
    ends: tuple[str, str]
    middle: str = "0"


@dataclass(frozen=True)
class Kind:
    """The rows with the texts of full cells or of halves, and what goes with these."""

    rows: tuple[Row, ...]
    legend: tuple[str, ...]  # what the texts of a cell are, in their order
    widest: tuple[str, str, str]  # the widest of each of the three texts, all digits 0
    colour_bar: ColourBar | None  # None where cells have no colour


@dataclass(frozen=True)
class Mcm:
    """A Multi-Comparison Matrix, ready to be drawn."""

    title: str  # title, caption, alt: what it is, what it shows and how, its result in a sentence
    caption: str
    page_caption: str  # the caption where cells have room for all of their texts, as on a page of HTML
    alt: str
    width: str  # the width that it is made for
    landscape: bool  # it lies on its side
    asked: Literal["auto", "full", "halves", "line"]  # the kind of cells that was asked for
    panel: tuple[int, int]  # the rows and columns of panels that were asked for; 0: what is legible
    columns: tuple[Head, ...]  # the comparates above the columns
    full: Kind  # the rows with full cells
    halves: Kind | None  # differences above the diagonal and wins and losses below it; None where there is none
    bold_mark: str  # what stands before the meaning of bold
    bold_legend: str  # bold_legend, fragile_legend: what bold and a mark in the corner mean; empty where there is none
    fragile_legend: str
    mean_legend: str  # what stands with the names
    widest_posterior: str = ""  # the widest posterior, all digits 0; empty where none is shown
    depends: str | None = ""  # what of the cells depends on other comparates; None: differences, on a baseline

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows, their cells in full."""
        return self.full.rows

    @property
    def line(self) -> Room:
        """What it is made for."""
        return room(self.width, landscape=self.landscape)

    @cached_property
    def layout(self) -> Layout:
        """The kind of cells, and the panels."""
        order: tuple[Cells, ...] = ("line", "full", "halves")  # of preference
        kinds = order if self.asked == "auto" else (self.asked,)
        if self.halves is None:
            kinds = tuple(cells for cells in kinds if cells != "halves")
        sizes = {cells: Sizes(self.contents(cells)) for cells in kinds}
        shape = len(self.rows), len(self.columns)
        return choose(sizes, shape, self.panel, self.line)

    @cached_property
    def sizes(self) -> Sizes:
        """Sizes of what is shown, about."""
        return Sizes(self.contents(self.cells))

    def row_lines(self, head: Head) -> tuple[str, ...]:
        """Return the lines of a name beside a row."""
        return row_lines(head, self.cells, self.sizes.cell_height)

    def head_lines(self, head: Head) -> tuple[str, ...]:
        """Return the lines of a name above a column."""
        return head_lines(head, self.sizes.cell_width, standing=self.sizes.standing)

    @property
    def cells(self) -> Cells:
        """The kind of cells."""
        return self.layout.cells

    @property
    def least_type(self) -> float:
        """Size of the type in a document set in 10 pt, in points."""
        return self.layout.least_type

    @property
    def note(self) -> str:
        """What the reader of many panels may want in their place."""
        n, rows = len(self.panels), {row.head for row in self.rows}
        if n == 1 or any(self.panel) or len(rows.difference(self.columns)) > 1:
            return ""
        return f"The matrix fills {n} panels in type of {LEAST_TYPE:g} pt or more; its form map shows all pairs in one."

    @property
    def colour_bar(self) -> ColourBar | None:
        """The meaning of the colours."""
        return self._kind(self.cells).colour_bar

    @property
    def widest(self) -> tuple[str, str, str]:
        """The widest of each of the texts of a cell, all digits 0."""
        widest = self._kind(self.cells).widest
        return (widest[0], "", "") if self.cells == "halves" else widest

    @property
    def legend(self) -> tuple[str, ...]:
        """What the texts of a cell are, in their order."""
        return self._kind(self.cells).legend

    def _kind(self, cells: Cells) -> Kind:
        if cells == "halves" and self.halves is not None:
            return self.halves
        return self.full

    def contents(self, cells: Cells) -> Contents:
        """Return what a kind of cells needs."""
        kind, halves = self._kind(cells), cells == "halves"
        texts = (kind.widest[0],) if halves else (*kind.widest, self.widest_posterior)
        bold = (f"{self.bold_mark} {self.bold_legend}",) if self.bold_legend else ()
        fragile = (f"▪ {self.fragile_legend}",) if self.fragile_legend else ()
        return Contents(
            cells=cells,
            other=kind.widest[1] if halves else "",
            texts=tuple(text for text in texts if text),
            rows=tuple(row.head for row in self.rows),
            columns=self.columns,
            keys=(*kind.legend, *bold, *fragile),
            bold_keys=bold,
            mean_key=self.mean_legend,
            bar=sum(map(latin_modern, kind.colour_bar.ends)) if kind.colour_bar else 0.0,
        )

    @cached_property
    def panels(self) -> tuple[Panel, ...]:
        """The matrix in the panels of that choice, its cells of one kind; those of halves have one text."""
        height, width, rows = self.layout.rows, self.layout.columns, self._kind(self.cells).rows
        if self.cells == "halves":
            rows = tuple(
                Row(
                    row.head,
                    tuple(replace(cell, difference=cell.difference or cell.record, record="") for cell in row.cells),
                )
                for row in rows
            )
        return tuple(
            Panel(
                self.columns[left : left + width],
                tuple(Row(row.head, row.cells[left : left + width]) for row in rows[top : top + height]),
            )
            for top in range(0, len(rows), height)
            for left in range(0, len(self.columns), width)
        )


# ------------------------------------------------------------------------------------------ sizes of a matrix
@dataclass(frozen=True)
class Contents:
    """What the texts of a kind of cells need."""

    cells: Cells  # the kind
    texts: tuple[str, ...]  # the widest text of each line
    other: str  # the widest of those that some cells have in place of the first; empty where there are none
    rows: tuple[Head, ...]
    columns: tuple[Head, ...]
    keys: tuple[str, ...]  # the legend without its last line, which says what the means are
    bold_keys: tuple[str, ...]  # which of them are bold
    mean_key: str  # that line
    bar: float  # width of the words beside the colour bar; 0 without one


class Sizes:
    """Sizes in points, before anything is scaled."""

    def __init__(
        self, what: Contents, width: Callable[..., float] = latin_modern, decided: Sizes | None = None
    ) -> None:
        """Measure the texts of a matrix, its names in the lines that other sizes have decided, or these themselves."""
        texts = tuple(width(text, bold=not i) for i, text in enumerate(what.texts))
        line = what.cells == "line"
        self.texts = texts  # widths of the widest texts of a cell
        across = max(*texts, width(what.other) + 1.2 if what.other else 0.0)  # records are as wide as their cells
        self.cell_width = sum(texts) + (22 if len(texts) > 2 else 15) if line else across
        self.cell_width += {"full": 5.0, "halves": 0.6, "line": 0.0}[what.cells]
        self.cell_height = LEADING * (1 if line else len(texts))
        self.cell_height += {"full": 3.0, "halves": 1.0, "line": 2.4}[what.cells]
        of = decided or self
        at, row = of.cell_width, of.cell_height

        def widest(head: Head, lines: Sequence[str]) -> float:
            return max(*(width(line, bold=head.ours) for line in lines), width(head.mean))

        lying = [head_lines(head, at, standing=False) for head in what.columns]
        lie = max(map(widest, what.columns, lying))
        self.standing: bool = decided.standing if decided else lie > self.cell_width  # names above columns are turned
        keys = legend(what, self.standing)
        deep = NAME_LEADING * (1 + max(map(len, lying)))
        if self.standing:
            deep = max(widest(head, head_lines(head, at, standing=True)) for head in what.columns)
        names = max(_beside(head, what.cells, row, width) for head in what.rows)
        self.labels = max([names, *map(width, keys)]) + SEP  # width of the names beside the rows
        self.heads = max(deep, LEADING * len(keys)) + HEAD_SEP  # height of those above the columns
        # of the colour bar with its words; 0 without one
        self.bar_width = what.bar + BAR_WIDTH + 2 * SEP if what.bar else 0.0
        self.bar_height = BAR_SEP + SIZE + 1.1 * LEADING if what.bar else 0.0

    @property
    def in_type(self) -> tuple[float, ...]:
        """Sizes of a cell, width beside rows and height above columns: in digits across, in units of the type else."""
        digit = latin_modern("0")
        return (
            round(self.cell_width / digit, 2),
            round(self.cell_height / SIZE, 2),
            round(self.labels / digit, 2),
            round(self.heads / SIZE, 2),
        )

    @property
    def side_by_side(self) -> tuple[float, ...]:
        """Widths of the three texts of a cell of one line, in digits; the last may be two, a little apart."""
        first, second, *others = (across / latin_modern("0") for across in self.texts)
        return round(first, 2), round(second, 2), round(sum(others) + max(len(others) - 1, 0), 2)

    def panel(self, rows: int, columns: int) -> tuple[float, float]:
        """Return width and height of a panel."""
        return (self.labels + columns * (self.cell_width + GAP), self.heads + rows * (self.cell_height + GAP))


def legend(what: Contents, standing: bool) -> tuple[str, ...]:
    """Return the lines of the legend: what the means are is left out where no line is level with them."""
    return (*what.keys, what.mean_key) if what.cells == "line" or not standing else what.keys


def row_lines(head: Head, cells: Cells, room: float) -> tuple[str, ...]:
    """Return the name beside a row, in two lines where it is long and means stand below it."""
    if cells != "full":
        return (head.name,)
    return _in_lines(head, _narrow(room))


def _narrow(room: float) -> float:
    """Return how wide a name may be before it has two lines, which need room."""
    return _NAME_WIDTH if room >= 3 * NAME_LEADING else float("inf")


def _in_lines(head: Head, narrow: float) -> tuple[str, ...]:
    return broken(head.name, narrow, lambda text: latin_modern(text, bold=head.ours))


def _beside(head: Head, cells: Cells, room: float, width: Callable[..., float]) -> float:
    """Return how wide a name is beside a row, with its mean below it, or beside it in a line.

    Beside halves, means stand above the columns only.
    """
    if cells == "line":
        return width(f"{head.name} {head.mean}", bold=head.ours)
    names = [width(line, bold=head.ours) for line in row_lines(head, cells, room)]
    return max([*names, *([] if cells == "halves" else [width(head.mean)])])


def head_lines(head: Head, across: float, *, standing: bool) -> tuple[str, ...]:
    """Return the lines of a name above a column, lying or turned."""
    return _in_lines(head, _narrow(across) if standing else across)


# ------------------------------------------------------------------------------------------------ the decision
@dataclass(frozen=True)
class Layout:
    """How a matrix is set: kind of cells, rows and columns of a panel, panels side by side, and the scale of it all."""

    cells: Cells
    rows: int
    columns: int
    across: int
    scale: float

    @property
    def least_type(self) -> float:
        """Size of the type, in points."""
        return SIZE * self.scale


def choose(kinds: dict[Cells, Sizes], shape: tuple[int, int], panel: tuple[int, int], room: Room) -> Layout:
    """Return the layout of one figure; where none is legible, that of panels that break across pages.

    There is one kind of cells where it was asked for, else all of them in the order of preference.
    """
    illegible: list[Layout] = []
    for breaks in (False, True):
        for layout, least in _candidates(kinds, shape, panel, room, breaks=breaks):
            if layout.scale >= least:
                return layout
            illegible.append(layout)
    return max(illegible, key=lambda layout: layout.scale)


def _candidates(
    kinds: dict[Cells, Sizes], shape: tuple[int, int], panel: tuple[int, int], room: Room, *, breaks: bool
) -> Iterator[tuple[Layout, float]]:
    """Yield layouts in the order of preference, each with the scale that makes it acceptable."""
    (rows, columns), auto, limits = shape, len(kinds) > 1, (panel, room, breaks)
    for kind, sizes in kinds.items():
        if kind == "line" and auto and not (columns <= _FEW_COLUMNS and rows > _MANY_ROWS):
            continue
        if kind == "line":
            for blocks in range(min(8, round(rows / 5)), 1, -1):
                yield _tried(kind, sizes, shape, (blocks, 1), *limits, least=blocks), _ROOMY
        yield _tried(kind, sizes, shape, (1, 1), *limits), _LEAST
        if kind == "full" and "halves" in kinds:
            continue
        for across in range(1, min(_MOST_PARTS, columns) + 1):
            for blocks in range(1, min(_MOST_BLOCKS, rows) + 1 if breaks else 2):
                yield _tried(kind, sizes, shape, (blocks, across), *limits), _LEAST


def _tried(
    kind: Cells,
    sizes: Sizes,
    shape: tuple[int, int],
    parts: tuple[int, int],
    panel: tuple[int, int],
    room: Room,
    breaks: bool,
    least: int = 1,
) -> Layout:
    """Return the largest layout with so many blocks of rows and columns, at least so many panels side by side."""
    rows, columns = (stated or -(-size // part) for stated, size, part in zip(panel, shape, parts, strict=True))
    number = -(-shape[0] // rows) * -(-shape[1] // columns)
    width, height = sizes.panel(rows, columns)
    best = Layout(kind, rows, columns, 1, 0.0)
    for across in range(min(least, number), number + 1):
        wide = max(width, sizes.labels + sizes.bar_width) + (across - 1) * (width + BESIDE)
        lines = 1 if breaks else -(-number // across)
        high = lines * (height + BELOW) - BELOW + sizes.bar_height
        scale = min(1.0, room.width / wide, room.height / high)
        if scale > best.scale:
            best = Layout(kind, rows, columns, across, scale)
    return best


def side_by_side(width: float, room: Room) -> int:
    """Return how many panels of a width are legible side by side."""
    return int((room.width / _LEAST + BESIDE) / (width + BESIDE))
