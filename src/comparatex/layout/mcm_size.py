"""How a matrix is laid out for a width: the kind of its cells, its panels and their names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from comparatex.layout.widths import PAGE, SIZE, Room, broken, latin_modern

Cells = Literal["full", "compact", "brief", "line"]
PAGE_WIDTH, PAGE_HEIGHT = PAGE.width, PAGE.height
LEADING, NAME_LEADING = 1.16 * SIZE, 1.15 * SIZE
GAP, BESIDE, BELOW = 0.5, 12.0, 10.0  # between cells, between panels side by side, and below each other
SEP, HEAD_SEP, BAR_SEP, BAR_WIDTH = 4.0, 2.5, 6.0, 110.0
"""Beside names, below heads, above the colour bar; and how wide that is."""
_NAME_WIDTH, _NARROWER = 80.0, 0.65
"""Of a name that does not break in two, and which part of it beside compact cells."""
LEAST_TYPE = 5.0  # points: smaller type is hard to read; the style warns of it, too
_LEAST, _GOOD, _ROOMY = (share * LEAST_TYPE / SIZE for share in (1.03, 1.12, 1.28))
"""Scales: of legible type, a little more as widths are estimates; of full cells where there is a choice; of blocks
of lines side by side."""
_FEW_ROWS, _FEW_COLUMNS, _MANY_ROWS = 6, 5, 14
_MOST_PARTS, _MOST_BLOCKS = 24, 12


# ------------------------------------------------------------------------------------------ sizes of a matrix
class Width(Protocol):
    """How wide a text is in points."""

    def __call__(self, text: str, *, bold: bool = False) -> float:
        """Return it, of a regular or a bold text."""


@dataclass(frozen=True)
class Contents:
    """What the texts of a kind of cells need."""

    cells: Cells  # the kind
    texts: tuple[str, ...]  # the widest text of each line
    rows: tuple[tuple[str, str, bool], ...]
    """rows, columns: Names and means of the comparates, and whether a name is bold."""
    columns: tuple[tuple[str, str, bool], ...]
    keys: tuple[str, ...]  # the legend without its last line, which says what the means are
    bold_keys: tuple[str, ...]  # which of them are bold
    mean_key: str  # that line
    bar: float  # width of the words beside the colour bar; 0 without one


@dataclass(frozen=True)
class Sizes:
    """Sizes in points, before anything is scaled."""

    texts: tuple[float, ...]  # widths of the widest texts of a cell
    cell_width: float  # cell_width, cell_height: of a cell
    cell_height: float
    labels: float  # labels, heads: width of the names beside the rows, height of those above the columns
    heads: float
    standing: bool  # the names above the columns are turned
    bar_width: float  # bar_width, bar_height: of the colour bar with its words; 0 without one
    bar_height: float

    @classmethod
    def of(cls, what: Contents, width: Width = latin_modern, decided: Sizes | None = None) -> Sizes:
        """Measure the texts of a matrix, its names in the lines that other sizes have decided, or these themselves."""
        texts = tuple(width(text, bold=not i) for i, text in enumerate(what.texts))
        line = what.cells == "line"
        across = sum(texts) + (22 if len(texts) > 2 else 15) if line else max(texts)
        across += {"full": 5.0, "compact": 0.6, "brief": 0.6, "line": 0.0}[what.cells]
        high = LEADING * (1 if line else len(texts))
        high += {"full": 3.0, "compact": 2.0, "brief": 1.0, "line": 2.4}[what.cells]
        at, row = (decided.cell_width, decided.cell_height) if decided else (across, high)
        lying = [head_lines(head, at, standing=False) for head in what.columns]
        bold = [head[2] for head in what.columns]
        lie = max(_widest(lines, ours, width) for lines, ours in zip(lying, bold, strict=True))
        standing = decided.standing if decided else lie > across
        keys = legend(what, standing)
        if standing:
            lines_of = [head_lines(head, at, standing=True) for head in what.columns]
            deep = max(_widest(lines, ours, width) for lines, ours in zip(lines_of, bold, strict=True))
        else:
            deep = NAME_LEADING * max(map(len, lying))
        names = max(_widest(row_lines(head, what.cells, row), head[2], width) for head in what.rows)
        labels = max([names, *(width(key, bold=False) for key in keys)]) + SEP
        heads = max(deep, LEADING * len(keys)) + HEAD_SEP
        bar = what.bar + BAR_WIDTH + 2 * SEP if what.bar else 0.0
        return cls(
            texts=texts,
            cell_width=across,
            cell_height=high,
            labels=labels,
            heads=heads,
            standing=standing,
            bar_width=bar,
            bar_height=BAR_SEP + SIZE + 1.1 * LEADING if what.bar else 0.0,
        )

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


def row_lines(row: tuple[str, str, bool], cells: Cells, room: float) -> tuple[str, ...]:
    """Return what stands beside a row: the name, in two lines where it is long, and the mean below or beside it.

    Where cells hold the difference alone, means stand above the columns only.
    """
    name, mean, ours = row
    if cells in ("brief", "line"):
        return (name,) if cells == "brief" else (f"{name} {mean}",)
    narrow = _NAME_WIDTH if room >= 3 * NAME_LEADING else float("inf")
    if cells == "compact":
        narrow *= _NARROWER
    return *broken(name, narrow, lambda text: latin_modern(text, bold=ours)), mean


def head_lines(head: tuple[str, str, bool], across: float, *, standing: bool) -> tuple[str, ...]:
    """Return what stands above a column, lying or turned."""
    name, mean, ours = head
    narrow = across
    if standing:
        narrow = _NAME_WIDTH if across >= 3 * NAME_LEADING else float("inf")
    lines = broken(name, narrow, lambda text: latin_modern(text, bold=ours))
    return *lines, mean


def _widest(lines: Sequence[str], ours: bool, width: Width) -> float:
    return max(width(line, bold=ours and (i < len(lines) - 1 or len(lines) == 1)) for i, line in enumerate(lines))


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


def choose(
    kinds: dict[Cells, Sizes],
    shape: tuple[int, int],
    asked: str = "auto",
    panel: tuple[int, int] = (0, 0),
    room: Room = PAGE,
) -> Layout:
    """Return the layout of one figure; where none is legible, that of panels that break across pages."""
    best: list[Layout] = []
    for breaks in (False, True):
        for layout, least in _candidates(kinds, shape, asked, panel, room, breaks=breaks):
            if layout.scale >= least:
                return layout
            best.append(layout)
    return max(best, key=lambda layout: layout.scale)


def _candidates(
    kinds: dict[Cells, Sizes],
    shape: tuple[int, int],
    asked: str,
    panel: tuple[int, int],
    room: Room,
    *,
    breaks: bool,
) -> Iterator[tuple[Layout, float]]:
    """Yield layouts in the order of preference, each with the scale that makes it acceptable."""
    rows, columns = shape
    given = panel, room, breaks
    for kind in [kind for kind in kinds if asked in ("auto", kind)]:
        least = _GOOD if asked == "auto" and kind in ("full", "line") else _LEAST
        auto = asked == "auto"
        if kind == "line" and auto and not (columns <= _FEW_COLUMNS and rows > _MANY_ROWS):
            continue
        if kind == "line":
            for blocks in range(8, 1, -1):
                if blocks < round(rows / 5) + 1:
                    yield _tried(kind, kinds[kind], shape, (blocks, 1), *given, least=blocks), _ROOMY
        parts = not (kind == "full" and auto) or (rows <= _FEW_ROWS and rows < columns)
        yield _tried(kind, kinds[kind], shape, (1, 1), *given), least
        if not parts:
            continue
        for across in range(1, min(_MOST_PARTS, columns) + 1):
            for blocks in range(1, min(_MOST_BLOCKS, rows) + 1 if breaks else 2):
                yield _tried(kind, kinds[kind], shape, (blocks, across), *given), least


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
    rows, columns = (asked or -(-size // part) for asked, size, part in zip(panel, shape, parts, strict=True))
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
    return int((room.width / _GOOD + BESIDE) / (width + BESIDE))
