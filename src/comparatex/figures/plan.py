"""Say how many tasks an effect takes to show; draw its power."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.drawing.canvas import DASHES
from comparatex.figures.common import pictures
from comparatex.figures.common.data import Axis, Described, Named, Point
from comparatex.layout.cdd_view import spread
from comparatex.layout.numbers import Notation, fixed, level, pvalue
from comparatex.layout.options import Showing
from comparatex.layout.widths import Room, latin_modern
from comparatex.settings import setting
from comparatex.text import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison
    from comparatex.inference.plan import Plan, Reach


@dataclass(frozen=True, kw_only=True)
class PlanOptions(Showing):
    """Settings of a plan."""

    effect: float | None = setting(
        None,
        common=True,
        metavar="SIZE",
        help="Smallest difference that would matter, of two methods, in the unit of the scores.",
    )
    target: float = setting(
        0.8,
        common=True,
        metavar="POWER",
        own=True,
        help="Probability with which such a difference is to be significant.",
    )
    draws: int = setting(500, minimum=1, own=True, help="Simulated studies for each number of tasks.")
    runs: int | None = setting(
        None, minimum=1, own=True, metavar="NUMBER", help="Runs of each score to plan for; those of SCORES by default."
    )


@dataclass(frozen=True, kw_only=True)
class PowerCurves(Described):
    """Power against the number of tasks, in percent."""

    x: Axis  # tasks
    y: Axis  # percent
    curves: Mapping[str, tuple[Point, ...]]  # by what they are
    target: float  # the power asked for, in percent
    line: Room  # what it is made for
    least_type: float = 8.0

    @property
    def beside(self) -> float:
        """What names at the ends of curves, and numbers before these, take of a line, in points."""
        return round(_NUMBERS + max(map(latin_modern, self.curves)), 1)

    @property
    def names(self) -> dict[str, float]:
        """Where the name of each curve stands beside its end, in percent; none where a line has no room for them."""
        if _LEAST + self.beside > self.line.width:
            return {}
        rising = sorted(self.curves, key=lambda name: [point.y for point in self.curves[name][::-1]])
        ends = [self.curves[name][-1].y for name in rising]
        return dict(zip(rising, spread(ends, _LEADING, 100.0), strict=True))


_APART = 0.02
"""Power from which on two curves can be told apart."""
_LEAST, _NUMBERS, _LEADING = 160.0, 44.0, 7.0
"""Points of the axis at least where names stand beside it, and of what is before it; percent from name to name."""


@declare(
    "Say how many tasks it takes to show a stated effect; with -o, draw how power grows with their number.",
    limit=ANY_NUMBER,
    example="--effect 0.01",
)
def lay_out(comparison: Comparison, options: PlanOptions = PlanOptions()) -> PowerCurves:
    """Return the curves of power of the comparate that is looked at, or else the best, against its rivals."""
    planned = plan_of(comparison, options)
    single, corrected = (len(planned.power) == 1, planned.n_family > 1 and planned.analysis.correction != "none")
    informative = {
        "raw": True,
        "alone": corrected,
        "share": corrected and not single and abs(planned.share - planned.alone).max() >= _APART,
        "every": not single,
    }
    powers = {name: getattr(planned, name) for name, is_informative in informative.items() if is_informative}
    nil = [name for name, power in powers.items() if name != "raw" and not power.any()]
    words = words_of(planned, comparison, options, nil)
    sizes = planned.tasks.tolist()
    return PowerCurves(
        **words.about(),
        x=Axis(words.across(), sizes[0], sizes[-1]),
        y=Axis(words.upwards(), 0.0, 100.0),
        curves={
            str(words.curves[name]): tuple(
                Point(n, round(100 * p, 2)) for n, p in zip(sizes, power.tolist(), strict=True)
            )
            for name, power in powers.items()
            if name not in nil
        },
        target=round(100 * planned.target, 6),
        line=options.line,
    )


def plan_of(comparison: Comparison, options: PlanOptions) -> Plan:
    """Return the plan that settings ask for."""
    from comparatex.inference.plan import plan

    subject = (*options.own, "")[0]
    stated = {name: getattr(options, name) for name in ("effect", "target", "draws", "runs")}
    return plan(comparison, subject=subject, **stated)


def words_of(planned: Plan, comparison: Comparison | None, options: PlanOptions, nil: Sequence[str] = ()) -> Text:
    """Return the texts on a plan, some curves of which are 0 throughout; one from numbers has no comparison."""
    from comparatex.inference.plan import median
    from comparatex.layout.facts import text
    from comparatex.layout.notation import notations, quantity

    digits = max(0, 2 - math.floor(math.log10(planned.effect)))
    notation = notations(comparison, options).differences if comparison else Notation(digits, stripped=True)
    facts = {
        "plan": planned,
        "nil": nil,
        "subject": (*planned.names, "")[0],
        "effect": quantity(planned.effect, notation),
        "margin": quantity(planned.margin, notation),
        "target": fixed(100 * planned.target, 0),
        "alpha": level(planned.analysis.alpha),
        "least": (pvalue(planned.least_pvalue), pvalue(planned.least_adjusted_pvalue)),
        "now": _powers(planned),
        "equal": _powers(planned.equivalence) if planned.equivalence else (),
        "middle": _count(median(planned.needed)),
        "rivals": _rivals(planned, planned, notation),
        "equals": _rivals(planned, planned.equivalence, notation) if planned.equivalence else [],
        "runs": [(n, _count(needed)) for n, needed in planned.by_runs],
    }
    return text("plan", comparison, **facts) if comparison else Text("plan", s=None, **facts)


def _powers(reach: Reach) -> list[str]:
    """Return the power of the median rival, the least and the most, in percent."""
    from comparatex.inference.plan import median

    power = (-median(-reach.power), reach.power.min(), reach.power.max())
    return [fixed(100 * float(share), 0) for share in power]


def _rivals(planned: Plan, reach: Reach, notation: Notation) -> list[tuple[str, int, int, int, int, str]]:
    """Return what each rival needs, and what it shows now, those that need fewest first."""
    from comparatex.layout.notation import quantity

    columns = (reach.needed, reach.needed_low, reach.needed_high, reach.smallest)
    rows = zip(planned.names[1:] or reach.power, *(values.tolist() for values in columns), strict=True)
    size = planned.n_tasks / planned.n_units
    return [
        (
            name,
            *map(_count, (needed, low, high, math.ceil(needed * size) if math.isfinite(needed) else needed)),
            quantity(smallest, notation) if math.isfinite(smallest) else "",
        )
        for name, needed, low, high, smallest in sorted(rows, key=lambda row: row[1])
    ]


def _count(tasks: float) -> int:
    """Return a number of tasks, 0 for one that is too large."""
    return int(tasks) if math.isfinite(tasks) else 0


def said(planned: Plan, comparison: Comparison | None, options: PlanOptions) -> list[str]:
    """Return what a plan says in sentences, one for each rival by name."""
    words = words_of(planned, comparison, options)
    rivals = range(len(planned.power) if comparison else 1)
    lines = [words.setting(), words.attainable(), words.at_hand(), *([words.needed()] if comparison else [])]
    lines += map(words.rival, rivals)
    if planned.equivalence:
        lines += [words.equivalence(), *(words.rival(i, equal=True) for i in rivals)]
    lines += [words.by_runs(), words.improvement(), words.ties(), words.few(), words.seed()]
    return [str(line) for line in lines if line]


# -------------------------------------------------------------------------------------------------- pictures
_HEIGHT = 215.0  # of a figure of its own, in points
_DARKER = 0.7  # colour of a name, as a share of that of its curve, which is too light for text


def draw(view: PowerCurves, ax: Axes | None = None) -> Figure:
    """Draw curves of power: x is the number of tasks, y percent."""
    from matplotlib.colors import to_rgb

    ax = pictures.axes(ax, _HEIGHT, view.line.width)
    pictures.dress(ax, view.x, view.y, grid="y")
    ax.axhline(view.target, color=pictures.COLOURS["plotrule"], ls=(0, (1, 1.5)), lw=0.8)
    names, entries = view.names, []
    for style, (name, points) in enumerate(view.curves.items(), 1):
        places = [[point.x for point in points], [point.y for point in points]]
        colour = pictures.COLOURS[f"plotcurve{style}"]
        (line,) = ax.plot(*places, color=colour, ls=DASHES[style], lw=1.0)
        if names:
            ink = [_DARKER * part for part in to_rgb(colour)]
            pictures.text(ax, name, (view.x.high, names[name]), (4, 0), va="center", color=ink)
        else:
            entries.append((Named(name=name, ours=False), line))
    if entries:
        pictures.key(ax, entries)
    return pictures.figure_of(ax)
