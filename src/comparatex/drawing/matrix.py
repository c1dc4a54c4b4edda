"""The Multi-Comparison Matrix drawn with matplotlib: as TeX sets it where there are 16 cm of text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from comparatex.drawing.canvas import COLOURS, figure_of, stage
from comparatex.drawing.output import text_width
from comparatex.layout import mcm_view
from comparatex.layout.mcm_view import (
    BAR_SEP,
    BAR_WIDTH,
    BELOW,
    BESIDE,
    GAP,
    HEAD_SEP,
    LEADING,
    NAME_LEADING,
    SEP,
    ColourBar,
    Contents,
    Head,
    Mcm,
    Panel,
    Row,
)
from comparatex.layout.widths import SIZE as TYPE
from comparatex.layout.widths import latin_modern

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.drawing.artists import ShortText

Colour = tuple[float, float, float]
_STRIPS = 51

_Rectangle = list[tuple[float, float]]
_FACE = 0.83  # DejaVu Sans is wider and higher than TeX's type: at this part of its size it looks as large
SIZE = _FACE * TYPE
MARK = 2.2  # side of the mark of a fragile verdict
BAR_HEIGHT = 5.5
_LINE_PADDING = 4.0
_HINTED = 1.03
_POINT = 72 / 72.27  # TeX's point, in those of matplotlib


def _colour(name: str) -> tuple[int, int, int]:
    red, green, blue = (int(COLOURS[name][i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue


_BETTER, _BETTER_HALF, _NEUTRAL, _WORSE_HALF, _WORSE = (
    _colour(f"mcm{role}") for role in ("better", "betterhalf", "neutral", "worsehalf", "worse")
)
DIAGONAL = COLOURS["mcmdiagonal"]  # ground of the cells where a comparate meets itself
_MIDDLE = 0.179  # relative luminance on which black and white text have the same contrast, 4.58 to 1


def draw(view: Mcm, ax: Axes | None = None) -> Figure:
    """Draw a matrix with its panels as TeX sets them in 16 cm, or on given axes."""
    from comparatex.drawing.artists import ManyTexts

    plan = Plan.of(view)
    with stage(plan.width, plan.height, ax, downwards=True, scale=plan.scale) as axes:
        texts: list[ShortText] = []
        for panel, (left, top) in zip(view.panels, plan.places, strict=True):
            _draw_panel(axes, plan, panel, left, top, first=(left, top) == (0.0, 0.0))
            texts += _texts(plan, panel, left, top)
        if view.colour_bar:
            left, top = plan.places[-1]
            below = top + plan.sizes.panel(len(view.panels[-1].rows), 0)[1] + BAR_SEP
            _draw_colour_bar(axes, view.colour_bar, left + plan.sizes.labels, below)
        axes.add_artist(ManyTexts(texts, SIZE))
    return figure_of(axes)


@dataclass(frozen=True)
class Plan:
    """Where the panels stand, before they are scaled."""

    view: Mcm  # what is drawn
    contents: Contents  # what the texts are
    sizes: mcm_view.Sizes  # of cells, names and legend
    places: tuple[tuple[float, float], ...]  # left and top of each panel
    width: float  # width, height, scale: of all, and the factor that makes it as wide as 16 cm at most
    height: float
    scale: float

    @classmethod
    def of(cls, view: Mcm) -> Plan:
        """Place the panels of a matrix."""
        contents = view.contents(view.cells)
        sizes = mcm_view.Sizes(contents, _width, view.sizes)
        across = min(view.layout.across, len(view.panels))
        places, right, top = [], 0.0, 0.0
        for start in range(0, len(view.panels), across):
            line, left = view.panels[start : start + across], 0.0
            for panel in line:
                places.append((left, top))
                left += sizes.panel(0, len(panel.columns))[0] + BESIDE
            right = max(right, left - BESIDE)
            top += max(sizes.panel(len(panel.rows), 0)[1] for panel in line) + BELOW
        width = max(right, places[-1][0] + sizes.labels + sizes.bar_width)
        return cls(
            view=view,
            contents=contents,
            sizes=sizes,
            places=tuple(places),
            width=width,
            height=top - BELOW + sizes.bar_height,
            scale=_POINT * min(view.layout.scale, view.line.width / width),
        )


def _write(axes: Axes, x: float, y: float, text: str, **style: str | float) -> None:
    """Write a text as it stands, at the middle of its height unless `style` says otherwise."""
    properties: dict[str, Any] = {"ha": "left", "va": "center_baseline", "fontsize": SIZE, **style}
    axes.text(x, y, text, parse_math=False, **properties)


def _fill(axes: Axes, places: Sequence[_Rectangle], colours: Sequence[Colour | str]) -> None:
    """Fill rectangles with colours."""
    from matplotlib.collections import PolyCollection

    axes.add_collection(PolyCollection(places, facecolors=colours, edgecolors="none"), autolim=False)


def _draw_panel(axes: Axes, plan: Plan, panel: Panel, left: float, top: float, *, first: bool) -> None:
    sizes = plan.sizes
    body, cells = top + sizes.heads, left + sizes.labels
    for i, text in enumerate(reversed(mcm_view.legend(plan.contents, sizes.standing)) if first else ()):
        weight = "bold" if text in plan.contents.bold_keys else "normal"
        _write(axes, cells - SEP, body - HEAD_SEP - (i + 0.5) * LEADING, text, ha="right", weight=weight)
    for j, head in enumerate(panel.columns):
        middle = cells + j * (sizes.cell_width + GAP) + sizes.cell_width / 2
        _column(axes, plan, head, middle, body - HEAD_SEP)
    _grounds(axes, plan, panel.rows, cells, body)
    for i, row in enumerate(panel.rows):
        middle = body + i * (sizes.cell_height + GAP) + sizes.cell_height / 2
        _label(axes, plan, row.head, cells - SEP, middle)


def _draw_colour_bar(axes: Axes, bar: ColourBar, left: float, top: float) -> None:
    start, middle = left + _width(bar.ends[0]) + SEP, top + BAR_HEIGHT / 2
    step = BAR_WIDTH / _STRIPS
    # A little wider than a strip, so that no gap shows between them.
    strips = [_rectangle(start + i * step, top, step * 1.1, BAR_HEIGHT) for i in range(_STRIPS)]
    _fill(axes, strips, [ground(4 * i - 100) for i in range(_STRIPS)])
    _write(axes, start - SEP, middle, bar.ends[0], ha="right")
    _write(axes, start + BAR_WIDTH + SEP, middle, bar.ends[1])
    below = top + BAR_HEIGHT + 1 + LEADING / 2
    _write(axes, start, below, bar.column_better)
    _write(axes, start + BAR_WIDTH / 2, below, bar.middle, ha="center")
    _write(axes, start + BAR_WIDTH, below, bar.row_better, ha="right")


def _column(axes: Axes, plan: Plan, head: Head, middle: float, bottom: float) -> None:
    """Write a comparate above its column, standing where names are wide."""
    standing = plan.sizes.standing
    lines = (*plan.view.head_lines(head), head.mean)
    for i, line in enumerate(lines):
        is_name = i < len(lines) - 1
        if standing:
            across = middle + (i - (len(lines) - 1) / 2) * NAME_LEADING
            _name(axes, head, line, across, bottom, is_name=is_name, rotation=90, ha="center", va="bottom")
        else:
            up = bottom - (len(lines) - i - 0.5) * NAME_LEADING
            _name(axes, head, line, middle, up, is_name=is_name, ha="center")


def _label(axes: Axes, plan: Plan, head: Head, right: float, middle: float) -> None:
    """Write a comparate beside its row."""
    if plan.contents.cells == "line":
        _name(axes, head, head.mean, right, middle, ha="right")
        _name(axes, head, head.name, right - _width(f" {head.mean}"), middle, is_name=True, ha="right")
        return
    lines = (*plan.view.row_lines(head), *([head.mean] if plan.contents.cells != "halves" else []))
    for i, line in enumerate(lines):
        place = middle + (i - (len(lines) - 1) / 2) * NAME_LEADING
        is_name = i < len(lines) - 1 or plan.contents.cells == "halves"
        _name(axes, head, line, right, place, is_name=is_name, ha="right")


def _name(
    axes: Axes, head: Head, line: str, x: float, y: float, *, is_name: bool = False, **style: str | float
) -> None:
    """Write a line of a comparate's name in its look, or its mean."""
    if is_name:
        style |= {"weight": "bold" if head.ours else "normal"}
        style |= {"color": f"#{head.colour}"} if head.colour else {}
    _write(axes, x, y, line, **style)


def _grounds(axes: Axes, plan: Plan, rows: Sequence[Row], left: float, top: float) -> None:
    """Colour the cells, and mark those with a fragile verdict in their upper right corner."""
    sizes = plan.sizes
    grounds: list[tuple[_Rectangle, Colour | str]] = []
    marks: list[tuple[_Rectangle, Colour | str]] = []
    for i, row in enumerate(rows):
        for j, cell in enumerate(row.cells):
            x, y = left + j * (sizes.cell_width + GAP), top + i * (sizes.cell_height + GAP)
            if cell.kind != "hidden":
                colour = DIAGONAL if cell.kind == "self" else ground(cell.shade)
                grounds.append((_rectangle(x, y, sizes.cell_width, sizes.cell_height), colour))
            if cell.fragile:
                corner = _rectangle(x + sizes.cell_width - MARK - 1, y + 1, MARK, MARK)
                marks.append((corner, ink(cell.shade)))
    for filled in (grounds, marks):
        _fill(axes, [place for place, _ in filled], [colour for _, colour in filled])


def _rectangle(x: float, y: float, width: float, height: float) -> _Rectangle:
    """Return the corners of a rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _texts(plan: Plan, panel: Panel, left: float, top: float) -> Iterator[ShortText]:
    """Yield the texts of the cells of a panel, which are written all at once."""
    from comparatex.drawing.artists import ShortText

    sizes, places = plan.sizes, tuple(_places(plan))
    for i, row in enumerate(panel.rows):
        middle = top + sizes.heads + i * (sizes.cell_height + GAP) + sizes.cell_height / 2
        for j, cell in enumerate(row.cells):
            start = left + sizes.labels + j * (sizes.cell_width + GAP)
            for k, (text, (across, down)) in enumerate(zip(cell.texts, places, strict=False)):
                yield ShortText(start + across, middle + down, text, cell.bold and not k, ink(cell.shade))


def _places(plan: Plan) -> Iterator[tuple[float, float]]:
    """Yield the middles of a cell's texts, from the middle of its left side."""
    sizes = plan.sizes
    between = (sizes.cell_width - sum(sizes.texts) - 2 * _LINE_PADDING) / max(1, len(sizes.texts) - 1)
    across = _LINE_PADDING
    for i, width in enumerate(sizes.texts):
        if plan.contents.cells == "line":
            yield across + width / 2, 0.0
            across += width + between
        else:
            yield sizes.cell_width / 2, (i - (len(sizes.texts) - 1) / 2) * LEADING


@cache
def ground(shade: int) -> Colour:
    """Return the colour of a shade from −100 (column better) to 100 (row better), as parts of red, green, blue.

    >>> [round(255 * part) for part in ground(-100)], [round(255 * part) for part in ground(25)]
    ([33, 102, 172], [246, 206, 188])
    """
    end, half = (_WORSE, _WORSE_HALF) if shade < 0 else (_BETTER, _BETTER_HALF)
    size = abs(shade)
    return _mix(half, end, 2 * size - 100) if size > 50 else _mix(_NEUTRAL, half, 2 * size)


def digits(shade: int | None) -> str:
    """Return the colour of a shade as RRGGBB; None is where a comparate meets itself.

    >>> digits(100), digits(None)
    ('B2182B', 'E4E4E4')
    """
    if shade is None:
        return DIAGONAL.removeprefix("#").upper()
    return "".join(f"{round(255 * part):02X}" for part in ground(shade))


def _mix(start: tuple[int, int, int], end: tuple[int, int, int], percent: int) -> Colour:
    red, green, blue = (a / 255 + (b - a) / 255 * percent / 100 for a, b in zip(start, end, strict=True))
    return red, green, blue


@cache
def ink(shade: int) -> str:
    """Return black or white, whichever has more contrast on a shade: at least 4.5 to 1.

    >>> ink(0), ink(100), ink(-50)
    ('black', 'white', 'black')
    """
    return "black" if luminance(ground(shade)) > _MIDDLE else "white"


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2.1), its power of 2.4 a cubic as in ``comparatex.sty``.

    The cubic is 0.002 off at most.

    >>> luminance((0.0, 0.0, 0.0)), round(luminance((1.0, 1.0, 1.0)), 9)
    (0.0, 1.0)
    """
    parts = (part * (0.012523 + part * (0.682171 + part * 0.305306)) for part in colour)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))


def _width(text: str, *, bold: bool = False) -> float:
    """Return how wide a text is at most, in TeX's type or the picture's, which pixels widen."""
    return max(latin_modern(text, bold=bold), _HINTED * text_width(text, SIZE, bold=bold))
