"""Draw the scores of two methods against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median_low
from typing import TYPE_CHECKING, ClassVar, Literal

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Axis, Described, Point, axis, in_unit, is_logarithmic
from comparatex.layout.facts import text
from comparatex.layout.numbers import equation
from comparatex.layout.options import AXIS, Showing
from comparatex.layout.selection import chosen_pair
from comparatex.settings import setting
from comparatex.text import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison
    from comparatex.inference.statistics import PairScores

Result = Literal["wins", "ties", "losses"]
Side = Literal["left", "right"]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True)
class ScatterOptions(Showing):
    """Settings of the scatter of one pair."""

    x: str = setting(
        "", common=True, names="comparates", help="Method on the horizontal axis; by default the best of the others."
    )
    y: str = setting(
        "",
        common=True,
        names="comparates",
        help="Method on the vertical axis; by default the first of --focus or --ours, or the best.",
    )
    means: bool = setting(True, off="--no-means", help="Mark the mean scores.")
    counts: bool = setting(True, off="--no-counts", help="Print on how many tasks each method is better.")
    axis: Literal["auto", "linear", "logarithmic"] = setting("auto", **AXIS)
    max_points: int = setting(1000, minimum=0, own=True, help="Tasks that have a mark each; more share marks.")


@dataclass(frozen=True)
class Label:
    """The name of a task beside its mark, on a side on which it lies over no mark."""

    at: Point
    side: Side


@dataclass(frozen=True)
class Count:
    """On how many tasks who is better, in the corner on that side of the diagonal, or above the axes."""

    corner: Literal["upper", "lower"]
    name: str
    lines: tuple[str, ...]  # below the name
    ours: bool


@dataclass(frozen=True, kw_only=True)
class Scatter(Described):
    """A scatter of one pair. Both axes have the same ends, so that the diagonal is where scores are equal."""

    half: ClassVar[bool] = True  # half of a page's width is enough
    x: Axis  # x, y: the axes
    y: Axis
    wins: tuple[Point, ...]
    """wins, ties, losses: Tasks on which the comparate of the y axis is better, equal, worse."""
    ties: tuple[Point, ...]
    losses: tuple[Point, ...]
    means: Point | None  # the mean scores
    labels: tuple[Label, ...]  # the tasks that lie farthest from the diagonal
    key: tuple[Count, ...]  # who is better on how many tasks
    above: bool  # whether that stands above the axes, since marks are in the corners
    least_type: float = 8.0

    @property
    def series(self) -> Iterator[tuple[Result, int, tuple[Point, ...]]]:
        """Marks of one result and of one size, those of wins last."""
        marks: dict[Result, tuple[Point, ...]] = {"ties": self.ties, "losses": self.losses, "wins": self.wins}
        for result, points in marks.items():
            for size in sorted({point.size for point in points}):
                yield result, size, tuple(point for point in points if point.size == size)


# ----------------------------------------------------------------------------------------------- view model
_GRID = 50
"""Cells along each axis on which the tasks of a large table are gathered: more could not be told apart."""
_SIZES = 5
_LETTER = 0.025  # width of a letter of a label, as a share of the axes: 8 pt on 6.6 cm, and a little room
_HIGH = 0.05  # height of a label, as such a share


@declare("Draw the scores of two methods against each other, a mark for each task.", limit=ANY_NUMBER)
def lay_out(comparison: Comparison, options: ScatterOptions = ScatterOptions()) -> Scatter:
    """Return the scatter of one pair."""
    from comparatex.inference.scale import ratios
    from comparatex.layout.notation import notations, printed_means

    y, x = chosen_pair(comparison, options.y, options.x, options.own)
    pair, (_, notation) = comparison.scores_of_pair(y, x), printed_means(comparison, notations(comparison, options))
    numbers, means = (pair.first, pair.second), [*reversed(pair.means)]
    if comparison.basis.scale == "log":
        numbers, means = (ratios(pair.first), ratios(pair.second)), [float(ratios(mean)) for mean in means]
    up, right = ([in_unit(v, notation) for v in scores.tolist()] for scores in numbers)
    logarithmic = is_logarithmic([*up, *right], options.axis, comparison.basis.scale)
    points = [Point(*place) for place in zip(right, up, pair.tasks, strict=True)]
    of_result = {
        sign: tuple(point for point, better in zip(points, pair.better.tolist(), strict=True) if better == sign)
        for sign in (1, 0, -1)
    }
    ends = axis("", [*up, *right], logarithmic=logarithmic)
    gathered = len(points) > options.max_points
    marks = {
        sign: gather(each, ends) if gathered else tuple(sorted(each, key=lambda point: (point.x, point.y)))
        for sign, each in of_result.items()
    }
    tested = comparison.pair_statistics.pvalue[comparison.pair_numbers(y, x)]
    words = text(
        "scatter",
        comparison,
        x=comparison.names[x],
        y=comparison.names[y],
        wins=pair.count(1),
        ties=pair.count(0),
        losses=pair.count(-1),
        pvalue=equation(float(tested), comparison.analysis.alpha),
        means=options.means,
        gathered=gathered,
        logarithmic=logarithmic,
        unit=notation,
    )
    key = _key(comparison, pair, (x, y), options, words)
    corners = [_corner(count) for count in key]
    above = any(_within(place, corner) for place in _shares(points, ends) for corner in corners)
    label_x, label_y = (
        words.axis(comparison.names[i], notation.fixed(mean)) for i, mean in zip((x, y), means, strict=True)
    )
    return Scatter(
        **words.about(),
        x=replace(ends, label=label_x),
        y=replace(ends, label=label_y),
        wins=marks[1],
        ties=marks[0],
        losses=marks[-1],
        means=Point(in_unit(means[0], notation), in_unit(means[1], notation)) if options.means else None,
        labels=()
        if gathered or comparison.scores.numbered
        else _labels(points, of_result, ends, () if above else corners),
        key=key,
        above=above,
    )


def _shares(points: Sequence[Point], ends: Axis) -> list[tuple[float, float]]:
    """Return where points are, as shares of the axes."""
    return [(ends.share(point.x), ends.share(point.y)) for point in points]


def gather(points: Sequence[Point], ends: Axis) -> tuple[Point, ...]:
    """Return one mark for all points near a crossing of a grid, its size the digits of their number in base 2.

    It is at the median coordinates of its points, one of theirs each, so that no number is made up.
    """
    near: dict[tuple[int, int], list[Point]] = {}
    for point, (x, y) in zip(points, _shares(points, ends), strict=True):
        near.setdefault((round(x * _GRID), round(y * _GRID)), []).append(point)
    return tuple(
        Point(
            median_low(point.x for point in shared),
            median_low(point.y for point in shared),
            size=min(len(shared).bit_length(), _SIZES),
        )
        for _, shared in sorted(near.items())
    )


def _corner(count: Count) -> Box:
    """Return the left, right, low and high of the corner that a count fills, as shares of the axes."""
    wide = _LETTER * max(map(len, (count.name, *count.lines)))
    high = _HIGH * (1.5 + len(count.lines))
    return (0.0, wide, 1 - high, 1.0) if count.corner == "upper" else (1 - wide, 1.0, 0.0, high)


def _within(place: tuple[float, float], box: Box) -> bool:
    left, right, low, high = box
    return left < place[0] < right and low < place[1] < high


def _labels(
    points: Sequence[Point], marks: dict[int, tuple[Point, ...]], ends: Axis, taken: Sequence[Box]
) -> tuple[Label, ...]:
    """Return the names of the win and of the loss that are farthest from the diagonal, where they have room."""
    places, labels = _shares(points, ends), []
    for sign in (1, -1):
        apart = [(abs(y - x), i) for i, (x, y) in enumerate(places) if points[i] in marks[sign]]
        if apart and max(apart)[0] >= 2 * _HIGH:
            i = max(apart)[1]
            both: tuple[Side, ...] = ("left", "right")
            sides = (side for side in both if _is_free(places[i], points[i].name, side, places, taken))
            labels += [Label(points[i], side) for side in [*sides][:1]]
    return tuple(labels)


def _is_free(
    place: tuple[float, float], name: str, side: Side, places: Sequence[tuple[float, float]], taken: Sequence[Box]
) -> bool:
    """Whether a name beside a mark lies within the axes, on no other mark, in no corner and not on the diagonal."""
    x, y = place
    wide, edge = _LETTER * (len(name) + 1), _HIGH / 4
    left, right = (x - wide, x) if side == "left" else (x, x + wide)
    low, high = y - _HIGH / 2, y + _HIGH / 2
    if left <= 0 or right >= 1 or not (high < left or low > right):
        return False
    if any(left < end and start < right and low < top and foot < high for start, end, foot, top in taken):
        return False
    around = left - edge, right + edge, low - edge, high + edge
    return not any(_within(other, around) for other in places if other != place)


def _key(
    comparison: Comparison, pair: PairScores, places: tuple[int, int], options: ScatterOptions, words: Text
) -> tuple[Count, ...]:
    """Return on how many tasks who is better: whose are the marks above the diagonal first."""
    if not options.counts:
        return ()
    x, y = (comparison.names[i] for i in places)
    ties = (words.equal(),) if pair.count(0) else ()
    upper, lower = ((y, 1), (x, -1)) if comparison.scores.higher_is_better else ((x, -1), (y, 1))
    return (
        Count("upper", upper[0], (words.better_on(pair.count(upper[1])),), upper[0] in options.ours),
        Count("lower", lower[0], (words.better_on(pair.count(lower[1])), *ties), lower[0] in options.ours),
    )


# -------------------------------------------------------------------------------------------------- pictures
_SIDE = 230.0  # width of a figure of its own, in points
_MARKS: dict[Result, tuple[str, str, float]] = {
    "wins": ("o", "plotbetter", 13.0),
    "losses": ("^", "plotworse", 17.0),
    "ties": ("s", "plotneutral", 11.0),
}
"""Shape, colour and area of a mark: shapes tell results apart in grey, too."""


def draw(view: Scatter, ax: Axes | None = None) -> Figure:
    """Draw a scatter: x and y are scores."""
    above = _above(view)
    ax = pictures.axes(ax, _SIDE + 1.3 * pictures.SIZE * len(above), _SIDE)
    pictures.dress(ax, view.x, view.y, box=True)
    ax.set_aspect("equal", adjustable="box")
    ax.plot(*[(view.x.low, view.x.high)] * 2, color=pictures.COLOURS["plotrule"], lw=0.5, zorder=1)
    for result, size, points in view.series:
        marker, colour, area = _MARKS[result]
        x, y = [p.x for p in points], [p.y for p in points]
        ax.scatter(
            x,
            y,
            s=area * (1 + 0.35 * (size - 1)) ** 2,
            marker=marker,
            color=pictures.COLOURS[colour],
            edgecolor="white",
            lw=0.3,
            zorder=3,
        )
    if view.means:
        ax.plot([view.means.x], [view.means.y], "+", color="black", ms=8, mew=0.8, zorder=5)
    for label in view.labels:
        away, side = (-4, "right") if label.side == "left" else (4, "left")
        pictures.text(ax, label.at.name, (label.at.x, label.at.y), (away, 0), ha=side, va="center_baseline")
    for words, bold, at, offset in _counts(view, above):
        looks = {"ha": "right" if at[0] else "left", "va": "bottom", "weight": "bold" if bold else "normal"}
        pictures.text(ax, words, at, offset, xycoords="axes fraction", **looks)
    return pictures.figure_of(ax)


def _above(view: Scatter) -> list[tuple[str, bool]]:
    """Return the lines above the axes, and whether they are of a method that the document proposes."""
    from comparatex.drawing.output import wrapped

    counts = ((f"{count.name} {', '.join(count.lines)}", count.ours) for count in view.key if view.above)
    return [(line, ours) for words, ours in counts for line in wrapped(words, 0.75 * _SIDE, pictures.SIZE).split("\n")]


def _counts(
    view: Scatter, above: Sequence[tuple[str, bool]]
) -> Iterator[tuple[str, bool, tuple[float, float], tuple[float, float]]]:
    """Yield the lines that say who is better: whether they are bold, their corner, and how far from it they are."""
    leading = 1.25 * pictures.SIZE
    for k, (line, bold) in enumerate(above[::-1]):
        yield line, bold, (0, 1), (0, 3 + k * leading)
    for count in view.key if not view.above else ():
        for k, line in enumerate((count.name, *count.lines)):
            bold = count.ours and not k
            if count.corner == "upper":
                yield line, bold, (0, 1), (4, -4 - (k + 1) * leading)
            else:
                yield line, bold, (1, 0), (-4, 3 + (len(count.lines) - k) * leading)
