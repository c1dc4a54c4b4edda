"""Draw on how many tasks a method is close to the best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from comparatex.artefacts import Limit, declare
from comparatex.drawing.canvas import DASHES, LABELLED
from comparatex.errors import DataError, UsageError
from comparatex.figures.common import pictures
from comparatex.figures.common.data import SKEWED, Axis, Described, Named, Point, in_unit
from comparatex.layout.facts import text
from comparatex.layout.numbers import Notation
from comparatex.layout.options import Choosing
from comparatex.layout.selection import included_in, looks
from comparatex.layout.widths import PAGE
from comparatex.settings import setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.arithmetic import Floats
    from comparatex.inference.comparison import Comparison

By = Literal["auto", "ratio", "difference"]


@dataclass(frozen=True, kw_only=True)
class ProfileOptions(Choosing):
    """Settings of the performance profile."""

    by: By = setting(
        "auto",
        common=True,
        help="Ratio to the best score or difference from it; ratios where lower is better and scores are positive.",
    )
    limit: float | None = setting(
        None, common=True, help="End of the axis; by default where the named curves are high."
    )
    max_curves: int = setting(LABELLED, minimum=1, maximum=LABELLED, help="Curves with a name; others are grey.")


@dataclass(frozen=True, kw_only=True)
class Curve(Named):
    """A curve of steps: it stays at the height of each point until the next."""

    style: int  # numbers the curves with a name from 1; 0 is a grey one
    steps: tuple[Point, ...]


@dataclass(frozen=True, kw_only=True)
class Profile(Described):
    """A performance profile."""

    x: Axis  # x, y: ratio to the best or difference from it; percent of the tasks
    y: Axis
    curves: tuple[Curve, ...]  # grey ones first, then those with a name, the highest first
    across: float = PAGE.width  # of the line that it is made for, in points
    least_type: float = 8.0


_WIDE = 370.0  # 13 cm, as in the style file: on less, names are not beside the axes
_SHARE = 0.9  # of the tasks that every curve with a name reaches within the axis
_FINE, _COARSE = 400, 100
"""Places along the axis at which curves with a name, and grey ones, may rise: closer ones are not seen on 10 cm."""


@declare(
    "Draw a performance profile: on what share of the tasks a method is close to the best.",
    limit=Limit(3000, "would be one grey area"),
)
def lay_out(comparison: Comparison, options: ProfileOptions = ProfileOptions()) -> Profile:
    """Return the performance profile."""
    from comparatex.inference.scale import in_ratios
    from comparatex.layout.notation import notations

    values = in_ratios(comparison.scores).values[comparison.scores.complete][:, comparison.order]
    if not len(values):
        raise DataError("A profile needs a task on which every method has a score; there is none.")
    ratio = _is_ratio(comparison, values, options)
    distances = _distances(values, comparison.scores.higher_is_better, ratio)
    included = sorted(included_in(comparison, options))
    named, grey = _chosen(comparison, distances, included, options, ratio)
    notation = Notation() if ratio else notations(comparison, options).differences
    limit = in_unit(_limit(distances[:, named], ratio, options.limit), notation)
    x = Axis("", 1.0 if ratio else 0.0, limit, logarithmic=ratio)
    first = (distances == (1.0 if ratio else 0.0)).mean(axis=0)
    look = looks(comparison, options)
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
        **words.about(),
        x=replace(x, label=words.across()),
        y=Axis(words.upwards(), 0.0, 100.0),
        across=options.line.width,
        curves=tuple(
            Curve(
                **look(comparison.names[i]) | ({} if style else {"colour": ""}),
                style=style,
                steps=_steps([in_unit(d, notation) for d in distances[:, i].tolist()], x, _FINE if style else _COARSE),
            )
            for style, i in [*((0, i) for i in grey), *enumerate(named, 1)]
        ),
    )


def _is_ratio(comparison: Comparison, values: Floats, options: ProfileOptions) -> bool:
    """Whether ratios to the best are shown."""
    import numpy as np

    positive = bool((values > 0).all())
    if options.by == "ratio" and not positive:
        raise UsageError('Ratios to the best need positive scores: show differences, with `by="difference"`.')
    if options.by == "auto":
        collapses = positive and float(values.max()) >= SKEWED * float(np.median(values))
        logarithms = comparison.scores.scale == "log"
        return positive and (collapses or logarithms or not comparison.scores.higher_is_better)
    return options.by == "ratio"


def _distances(values: Floats, higher: bool, ratio: bool) -> Floats:
    """Return how far each score is from the best of its task: 1 or 0 for the best, else more."""
    import numpy as np

    best = (values.max if higher else values.min)(axis=1)[:, None]
    if ratio:
        return np.asarray(best / values if higher else values / best)
    return np.asarray(np.abs(values - best))


def _chosen(
    comparison: Comparison, distances: Floats, included: Sequence[int], options: ProfileOptions, ratio: bool
) -> tuple[list[int], list[int]]:
    """Return the comparates with a name, the highest curve first, and the others."""
    import numpy as np

    height = np.log(distances).mean(axis=0) if ratio else distances.mean(axis=0)
    order = sorted(included, key=lambda i: float(height[i]))
    ours = [i for i in order if comparison.names[i] in options.ours]
    others = [i for i in order if i not in ours]
    named = {*ours[: options.max_curves], *others[: max(0, options.max_curves - len(ours))]}
    return [i for i in order if i in named], [i for i in order if i not in named]


def _limit(distances: Floats, ratio: bool, limit: float | None) -> float:
    """Return the end of the axis."""
    import numpy as np

    start = 1.0 if ratio else 0.0
    if limit is None:
        reached = np.quantile(distances, _SHARE, axis=0, method="inverted_cdf")
        limit = float(reached.max())
        limit = limit + 0.04 * (limit - start) if limit > start else start + 1.0
    if not limit > start:
        raise UsageError(f"The axis of a profile begins at {start:g}: its limit must be larger, not {limit:g}.")
    return float(f"{limit:.12g}")


def _steps(distances: Sequence[float], x: Axis, places: int) -> tuple[Point, ...]:
    """Return where a curve rises, and its right end; rises that are too close to be told apart are the last of them."""
    n, rises = len(distances), {0: Point(x.low, 0.0)}
    for done, distance in enumerate(sorted(distances), 1):
        if distance > x.high:
            break
        rises[math.ceil(x.share(distance) * places)] = Point(distance, round(100 * done / n, 2))
    rises.setdefault(places, Point(x.high, [*rises.values()][-1].y))
    return tuple(rises.values())


# -------------------------------------------------------------------------------------------------- pictures
_HEIGHT = 215.0  # of a figure of its own, in points


def draw(view: Profile, ax: Axes | None = None) -> Figure:
    """Draw a profile: x is the distance from the best, y percent of the tasks."""
    named, beside = [], view.across >= _WIDE
    n_above = 0 if beside else sum(curve.style > 0 for curve in view.curves)
    ax = pictures.axes(ax, _HEIGHT + 1.6 * pictures.SIZE * n_above, view.across)
    pictures.dress(ax, view.x, view.y, grid="y")
    for curve in view.curves:
        (line,) = ax.step(
            [step.x for step in curve.steps],
            [step.y for step in curve.steps],
            where="post",
            color=pictures.COLOURS[f"plotcurve{curve.style}"],
            ls=DASHES[curve.style],
            lw=0.5 if not curve.style else 1.6 if curve.ours else 1.0,
            zorder=2 if curve.style else 1,
        )
        if curve.style:
            named.append((curve, line))
    pictures.key(ax, named, beside=beside)
    return pictures.figure_of(ax)
