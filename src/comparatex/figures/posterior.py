"""Draw the Bayesian posterior of a pair in a triangle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.errors import DataError
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Described
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed
from comparatex.layout.options import Showing
from comparatex.layout.selection import chosen_pair, highlights
from comparatex.layout.widths import SIZE, broken, latin_modern
from comparatex.settings import setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.arithmetic import Floats, Integers
    from comparatex.inference.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class PosteriorOptions(Showing):
    """Settings of the posterior of one pair."""

    row: str = setting(
        "",
        common=True,
        names="comparates",
        own=True,
        help="Method on the left; by default the first of --focus or --ours, or the best.",
    )
    column: str = setting(
        "", common=True, names="comparates", own=True, help="Method on the right; by default the best of the others."
    )
    cells: int = setting(40, minimum=5, maximum=100, own=True, help="Hexagons along a side.")


@dataclass(frozen=True)
class Corner:
    """A corner: what its region says, in one line or two, and its probability."""

    lines: tuple[str, ...]
    text: str
    ours: bool = False
    colour: str = ""


@dataclass(frozen=True)
class HexRow:
    """Hexagons side by side: the row from below, the first one from the left side, a level from 0 to 9 each.

    The i-th hexagon of row j, both counted from 0, of n along a side is around (i + j/2, j √3/2)/n.
    """

    row: int
    first: int
    levels: str


@dataclass(frozen=True, kw_only=True)
class Triangle(Described):
    """The posterior of one pair, its sides of length 1."""

    left: Corner  # left, top, right: the row is better; neither is, by more than the rope; the column is better
    top: Corner
    right: Corner
    cells: int  # hexagons along a side
    rows: tuple[HexRow, ...]  # the hexagons that hold draws

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, on a line of 16 cm of a document of 10 pt."""
        widest = max(latin_modern(line) for corner in (self.left, self.right) for line in corner.lines)
        return SIZE * min(1.0, _NAME * _SIDE / widest)


_LEVELS = 9
_SIDE = 213.4  # of the triangle, in points, as in the style file
_NAME = 0.48
"""Share of a side that the name of a corner may fill, in two lines if need be; a wider one is set smaller."""


_SMALLEST = 0.001  # probability below which, and by which short of 1, it is a bound


def _probability(share: float) -> str:
    """Return a probability, which is no p-value and neither 0 nor 1."""
    if _SMALLEST <= share <= 1 - _SMALLEST:
        return f"P = {fixed(share, 3)}"
    return f"P < {fixed(_SMALLEST, 3)}" if share < _SMALLEST else f"P > {fixed(1 - _SMALLEST, 3)}"


@declare("Draw the Bayesian posterior of two methods in a triangle of three probabilities.", limit=ANY_NUMBER)
def lay_out(comparison: Comparison, options: PosteriorOptions = PosteriorOptions()) -> Triangle:
    """Return the posterior of one pair."""
    pair = chosen_pair(comparison, options.row, options.column, options.own)
    posterior = comparison.posterior_of(*pair)
    row, column = (comparison.names[i] for i in pair)
    if posterior.samples is None:
        raise DataError(f"{row} and {column} have no task in common.")
    colours = highlights(comparison, options)
    left, right = (
        Corner(broken(name, _NAME * _SIDE, latin_modern), _probability(p), name in options.ours, colours.get(name, ""))
        for name, p in ((row, posterior.p_left), (column, posterior.p_right))
    )
    words = text(
        "posterior",
        comparison,
        row=row,
        column=column,
        left=fixed(posterior.p_left, 3),
        equal=fixed(posterior.p_rope, 3),
        right=fixed(posterior.p_right, 3),
    )
    return Triangle(
        **words.about(),
        left=left,
        top=Corner((words.practically_equal(),), _probability(posterior.p_rope)),
        right=right,
        cells=options.cells,
        rows=_rows(hexagons(posterior.samples, options.cells), options.cells),
    )


def hexagons(samples: Floats, cells: int) -> Integers:
    """Return the nearest points of a triangular grid: three whole numbers each that add up to `cells`.

    Each part is rounded; where the sum then differs, the part that was rounded most makes up for it.

    >>> import numpy as np
    >>> hexagons(np.array([[0.26, 0.37, 0.37]]), 10).tolist()
    [[2, 4, 4]]
    """
    import numpy as np

    scaled = samples * cells
    rounded = np.rint(scaled)
    errors = rounded - scaled
    excess = rounded.sum(axis=1) - cells
    worst = np.argmax(np.where(excess[:, None] > 0, errors, -errors), axis=1)
    rounded[np.arange(len(rounded)), worst] -= excess
    return np.asarray(rounded, dtype=np.int64)


def _rows(nearest: Integers, cells: int) -> tuple[HexRow, ...]:
    """Return the rows that hold draws, by the nearest points; levels go with the square root of their number."""
    import numpy as np

    counts = np.zeros((cells + 1, cells + 1), dtype=np.int64)
    np.add.at(counts, (nearest[:, 1], nearest[:, 2]), 1)
    levels = np.ceil(_LEVELS * np.sqrt(counts / counts.max())).astype(np.int64)
    lines = ["".join(map(str, line)).rstrip("0") for line in levels.tolist()]
    firsts = [len(line) - len(line.lstrip("0")) for line in lines]
    return tuple(
        HexRow(j, first, line[first:]) for j, (first, line) in enumerate(zip(firsts, lines, strict=True)) if line
    )


# -------------------------------------------------------------------------------------------------- pictures
_TOP = 0.75**0.5  # height of the triangle
_NAMES = 24.0  # points above and below the triangle that names take
_OVERLAP = 1.03  # hexagons are so much larger that no gap is seen between them


def draw(view: Triangle, ax: Axes | None = None) -> Figure:
    """Draw the posterior: x and y are in units of a side, from the left corner."""
    import numpy as np
    from matplotlib.collections import PolyCollection
    from matplotlib.patches import Polygon

    from comparatex.drawing.output import text_width

    ax = pictures.axes(ax, _SIDE + _NAMES, _SIDE)
    ax.set(xlim=(0, 1), ylim=(0, _TOP))
    ax.set_aspect("equal")
    ax.set(xticks=[], yticks=[], frame_on=False)
    turns = np.pi * (np.arange(6) / 3 + 0.5)
    hexagon = _OVERLAP / (view.cells * 3**0.5) * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    middles, colours = [], []
    for row in view.rows:
        for i, level in enumerate(row.levels, row.first):
            if level != "0":
                middles.append(((i + row.row / 2) / view.cells, row.row * _TOP / view.cells))
                colours.append(pictures.COLOURS[f"posterior{level}"])
    sides = Polygon(
        [(0, 0), (1, 0), (0.5, _TOP)], facecolor="none", edgecolor=pictures.COLOURS["plotrule"], lw=0.6, clip_on=False
    )
    ax.add_patch(sides)
    draws = PolyCollection([hexagon + middle for middle in middles], facecolors=colours, edgecolors="none")
    ax.add_collection(draws, autolim=False)
    draws.set_clip_path(sides)
    for x, y in ((0.5, 0), (0.25, _TOP / 2), (0.75, _TOP / 2)):
        ax.plot([0.5, x], [_TOP / 3, y], color="black", lw=0.5, dashes=(5, 3))
    widest = max(text_width(line, pictures.SIZE) for corner in (view.left, view.right) for line in corner.lines)
    size = pictures.SIZE * min(1.0, _NAME * _SIDE / widest)
    for corner, at, across in ((view.left, 0, "left"), (view.right, 1, "right")):
        _name(ax, corner, (at, 0), (0, -3), size, ha=across, va="top")
    _name(ax, view.top, (0.5, _TOP), (0, 3), size, ha="center", va="bottom")
    return pictures.figure_of(ax)


def _name(
    ax: Axes, corner: Corner, at: tuple[float, float], offset: tuple[float, float], size: float, **place: str
) -> None:
    """Write what a corner means, and below it its probability."""
    lines = [*corner.lines, corner.text]
    down = (0, -size * 1.3)
    if place["va"] == "bottom":
        lines, down = lines[::-1], (0, size * 1.3)
    for k, line in enumerate(lines):
        named = line != corner.text
        pictures.text(
            ax,
            line,
            at,
            (offset[0] + k * down[0], offset[1] + k * down[1]),
            fontweight="bold" if corner.ours and named else "normal",
            color=f"#{corner.colour}" if corner.colour and named else "black",
            fontsize=size,
            **place,
        )
