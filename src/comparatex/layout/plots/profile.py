"""The performance profile: on what share of tasks a comparate is within a factor of the best, or a difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.layout.facts import text
from comparatex.layout.mcm_size import SIZE
from comparatex.layout.notation import notations
from comparatex.layout.numbers import Notation, place
from comparatex.layout.options.figures import LABELLED, ProfileOptions
from comparatex.layout.plots.axes import SKEWED, PlotAxis, Point, Scale
from comparatex.layout.selection import highlights, positions

_SHARE = 0.9
_FINE, _COARSE = Decimal("0.25"), Decimal(1)
"""Least distance of two rises of a curve with a name, and of a grey one, in percent of the axis."""
_PERCENT = Scale(Decimal(0), Decimal(100))


@dataclass(frozen=True)
class Curve:
    """A curve: steps from each point to the right, then up or down to the next.

    `style` numbers the curves with a name from 1; 0 is a grey one.
    """

    style: int
    name: str
    steps: tuple[Point, ...]
    ours: bool
    colour: str


@dataclass(frozen=True)
class Profile:
    """A performance profile.

    Parameters
    ----------
    title, caption, alt : str
        What it is, what it shows, its result in a sentence.
    x, y : PlotAxis
        Ratio to the best or difference from it; percent of the tasks.
    curves : tuple of Curve
        Grey ones first, then those with a name, the highest first.
    """

    title: str
    caption: str
    alt: str
    x: PlotAxis
    y: PlotAxis
    curves: tuple[Curve, ...]

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, in a document of 10 pt."""
        return SIZE


def profile(comparison: Comparison, options: ProfileOptions = ProfileOptions()) -> Profile:
    """Lay the performance profile out.

    Raises
    ------
    UsageError
        A name is unknown, ratios of scores that are not positive are asked for, or the limit is none.
    DataError
        There is no task on which every comparate has a score.
    """
    values = comparison.scores.values[comparison.scores.complete][:, comparison.order]
    if not len(values):
        raise DataError("A profile needs a task on which every comparate has a score; there is none.")
    ratio = _is_ratio(comparison, values, options)
    distances = _distances(values, comparison.scores.higher_is_better, ratio)
    wanted = {*positions(comparison, options.include)} or {*range(len(comparison.names))}
    named, grey = _chosen(comparison, distances, sorted(wanted), options, ratio)
    measure = _scale(distances[:, named], ratio, options.limit)
    colours, first = highlights(comparison, options), (distances == (1.0 if ratio else 0.0)).mean(axis=0)
    curves = [
        Curve(
            style,
            comparison.names[i],
            _steps(distances[:, i], measure, _FINE if style else _COARSE),
            comparison.names[i] in options.ours,
            colours.get(comparison.names[i], "") if style else "",
        )
        for style, i in [*((0, i) for i in grey), *enumerate(named, 1)]
    ]
    notation = Notation() if ratio else notations(comparison, options).differences
    words = text(
        "profile",
        comparison,
        ratio=ratio,
        notation=notation,
        n_grey=len(grey),
        n_tasks=len(values),
        best=[(comparison.names[i], f"{100 * float(first[i]):.0f}") for i in named[:3]],
    )
    return Profile(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        x=measure.axis(words.across(), notation),
        y=_PERCENT.axis(words.upwards()),
        curves=tuple(curves),
    )


def _is_ratio(comparison: Comparison, values: Floats, options: ProfileOptions) -> bool:
    """Whether ratios to the best are shown."""
    positive = bool((values > 0).all())
    if options.by == "ratio" and not positive:
        raise UsageError('Ratios to the best need positive scores: show differences, with `by="difference"`.')
    if options.by == "auto":
        collapses = positive and float(values.max()) >= SKEWED * float(np.median(values))
        return positive and (collapses or not comparison.scores.higher_is_better)
    return options.by == "ratio"


def _distances(values: Floats, higher: bool, ratio: bool) -> Floats:
    """Return how far each score is from the best of its task: 1 or 0 for the best, else more."""
    best = (values.max if higher else values.min)(axis=1)[:, None]
    if ratio:
        return np.asarray(best / values if higher else values / best)
    return np.asarray(np.abs(values - best))


def _chosen(
    comparison: Comparison, distances: Floats, wanted: Sequence[int], options: ProfileOptions, ratio: bool
) -> tuple[list[int], list[int]]:
    """Return the comparates with a name, the highest curve first, and the others."""
    if not 1 <= options.max_curves <= LABELLED:
        raise UsageError(f"A profile has 1 to {LABELLED} curves with a name, not {options.max_curves}.")
    height = np.log(distances).mean(axis=0) if ratio else distances.mean(axis=0)
    order = sorted(wanted, key=lambda i: float(height[i]))
    ours = [i for i in order if comparison.names[i] in options.ours]
    others = [i for i in order if i not in ours]
    named = {*ours[: options.max_curves], *others[: max(0, options.max_curves - len(ours))]}
    return [i for i in order if i in named], [i for i in order if i not in named]


def _scale(distances: Floats, ratio: bool, limit: float | None) -> Scale:
    """Return the axis, from the best to the limit."""
    start = 1.0 if ratio else 0.0
    if limit is None:
        reached = np.quantile(distances, _SHARE, axis=0, method="inverted_cdf")
        limit = float(reached.max())
        limit = limit + 0.04 * (limit - start) if limit > start else start + 1.0
    if not limit > start:
        raise UsageError(f"The axis of a profile begins at {start:g}: its limit must be more, not {limit:g}.")
    high = place(float(np.log10(limit)), 9) if ratio else Decimal(f"{limit:.12g}")
    return Scale(Decimal(0), high, logarithmic=ratio)


def _steps(distances: Floats, measure: Scale, grid: Decimal) -> tuple[Point, ...]:
    """Return where a curve rises, by places on a grid, and its right end."""
    ordered = np.sort(distances).tolist()
    n, end = len(ordered), float(measure.high)
    rises: dict[Decimal, Decimal] = {Decimal("0.00"): Decimal("0.00")}
    for done, distance in enumerate(ordered, 1):
        if (np.log10(distance) if measure.logarithmic else distance) > end:
            break
        at = measure.at(distance)
        near = (at / grid).to_integral("ROUND_CEILING") * grid
        rises[near] = (Decimal(100 * done) / n).quantize(Decimal("0.01"))
    rises.setdefault(Decimal("100.00"), list(rises.values())[-1])
    return tuple(Point(x, y) for x, y in rises.items())
