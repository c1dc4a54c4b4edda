"""The critical difference diagram: mean ranks on an axis, bars over what is not significantly different."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from math import inf
from types import MappingProxyType, SimpleNamespace
from typing import Literal

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic import Booleans
from comparatex.inference.audit.robustness import fragile
from comparatex.inference.cliques import maximal_cliques
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import in_family
from comparatex.layout.cdd_view import (
    CLOSEST,
    GOOD_AXIS,
    LEAST_AXIS,
    LEAST_SCALE,
    LONGEST,
    MOST_INTERVALS,
    MOST_ON_A_SIDE,
    Axis,
    Cdd,
    Clique,
    Display,
    Form,
    Label,
    Members,
    RankInterval,
    Ruler,
    Within,
    display,
    is_followed,
    labels_width,
    pack,
    passed_over,
    rank_axis,
    spread,
    thinned,
)
from comparatex.layout.facts import Study, share_text, text
from comparatex.layout.numbers import fixed, place
from comparatex.layout.options import CddOptions
from comparatex.layout.selection import highlights, included_in, positions
from comparatex.layout.widths import SIZE, Room, broken, latin_modern
from comparatex.text import Text

# ----------------------------------------------------------------------------------------- facts of its texts
_NAMED = 3  # comparates whose mean ranks an alternative text states


def critical_difference(comparison: Comparison) -> float:
    """Return how long a ruler is: Bonferroni and Dunn's in a family with a control, else Nemenyi's."""
    if comparison.analysis.family != "control":
        return comparison.critical_difference
    return comparison.control_difference


def words_of(comparison: Comparison, view: Cdd, shown: Display, options: CddOptions) -> Text:
    """Return the texts of a diagram."""
    rows, labels, intervals = view.form != "classic", view.labels, view.intervals
    ranked = [f"{label.name} ({label.rank_text})" if label.rank_text else label.name for label in labels]
    decimals = max((len(label.rank_text.partition(".")[2]) for label in labels), default=0) or 2
    ends = [tuple(fixed(float(end), decimals) for end in (span.low, span.high)) for span in intervals]
    marks = view.form == "bands" or any(clique.fragile for clique in view.cliques)
    facts = SimpleNamespace(
        n_drawn=len(labels),
        follows_tool=comparison.verdict is not None,
        ruler=fixed(critical_difference(comparison), 2),
        ruler_decides=_decided_by_difference(comparison),
        tells_of_tests=view.shows != "nothing" or not Study(comparison).friedman["rejects"],
        gaps=view.form == "classic" and any(clique.gaps for clique in view.cliques),
        # in less than which share of the variants a verdict survives that is marked
        fragile=share_text(options.fragile) if marks and options.fragile else "",
        rows=rows,
        bands=view.form == "bands",
        ours=any(label.ours for label in labels),
        best=tuple(ranked[:_NAMED]),
        last=ranked[-1] if len(labels) > _NAMED else "",
        first_interval=ends[0] if ends else (),
        last_interval=ends[-1] if ends else (),
        n_student=sum(interval.student for interval in intervals),
        too_many_intervals=options.intervals and not intervals,
        most_intervals=MOST_INTERVALS,
    )
    return text("cdd", comparison, f=facts, v=view, shown=shown)


# ------------------------------------------------------------------------------------------------ the diagram
_ROWS = 20  # comparates from which on each has a row: leaders and bars of more take the eye minutes
_BANDS = 41  # from which on each row has its own bar: columns of more take the eye minutes
_PAGE, _BEST = 130, 60  # comparates whose rows stand on a page, and those that a report draws of more
_APART = Decimal("0.03")  # of the axis, at least, between intervals in a lane


def cdd(comparison: Comparison, options: CddOptions = CddOptions()) -> Cdd:
    """Lay out the critical difference diagram."""
    chosen = _chosen(comparison, options)
    cliques, form, shown = _shown(comparison, chosen, options)
    labels = _labels(comparison, chosen, options)
    ends = _rank_intervals(comparison, chosen, options) if form != "classic" or len(chosen) <= MOST_INTERVALS else ()
    on_axis = [label.rank for label in labels] + [end for span in ends for end in (span.low, span.high)]
    axis = rank_axis(on_axis, len(comparison.names), options.best)
    left, right = sides(labels, axis, options.best)
    line = options.line.width
    both = labels_width(left) + labels_width(right)
    if options.labels == "one-sided" or (len(labels) <= MOST_ON_A_SIDE and both > (1 - GOOD_AXIS) * line):
        left, right = sides(labels, axis, options.best, one_sided=True)
    shared = _broken((left, right), line)
    long = min(LONGEST, max(LEAST_AXIS * line, line - sum(map(labels_width, shared))))
    left, right = _spread(shared, axis, long)
    cliques_shown = in_lanes(shown.bars, _weak(comparison, chosen, shown.bars, options))
    length = place(critical_difference(comparison))
    all_differ = not np.triu(comparison.joined[np.ix_(chosen, chosen)], 1).any()
    view = Cdd(
        title="",
        caption="",
        alt="",
        axis=thinned(axis, long),
        left=left,
        right=right,
        cliques=cliques_shown,
        n_lanes=max((clique.lane for clique in cliques_shown), default=0),
        n_cliques=(0 if all_differ else -1) if form == "bands" else -1 if cliques is None else len(cliques),
        shows=shown.shows,
        ruler=Ruler(length, "", length <= axis.span) if _is_ruled(comparison, options) else None,
        notes=(),
        intervals=ends,
        form=form,
        within=_within(comparison, labels, axis, options),
        line=options.line,
    )
    words = words_of(comparison, view, shown, options)
    return replace(
        view,
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        ruler=view.ruler and replace(view.ruler, text=words.ruler()),
        notes=words.notes().sentences,
        axis_title=words.axis(),
    )


def _shown(
    comparison: Comparison, chosen: list[int], options: CddOptions
) -> tuple[tuple[Members, ...] | None, Form, Display]:
    """Return the cliques of a diagram, its form, and how it shows them: bars that the eye cannot follow are columns."""
    # Some settings are of the classic form alone.
    free = options.form == "auto" and options.bars == "auto" and options.labels == "two-sided"
    tested, n = _tested(comparison, chosen), len(chosen)
    forms: tuple[Form, ...] = ("groups", "bands")
    cliques: tuple[Members, ...] | None = ()
    if options.form == "bands" or (free and n >= _BANDS):
        forms = ("bands",)
    else:
        cliques = _cliques(comparison, chosen, options)
        if options.form != "auto":
            forms = (options.form,)
        elif not free or (n < _ROWS and is_followed(cliques if tested else ())):
            forms = ("classic", *forms)
    if not tested:
        some = comparison.analysis.family == "drawn"
        return cliques, forms[0], Display(shows="nothing", reason="not all tested" if some else "untested")
    for form in forms:
        if shown := Display() if form == "bands" else _fitted(cliques, form, options):
            return cliques, form, shown
    kind, other = ("bars that can be read", "groups") if forms == ("classic",) else ("columns", "bands")
    raise UsageError(f'The groups of {n} methods are too many for {kind}: use `form="{other}"`.')


def report_options(
    comparison: Comparison, ours: tuple[str, ...] = (), own: Mapping[str, object] = MappingProxyType({})
) -> tuple[tuple[str, CddOptions], ...]:
    """Return the diagrams that a report shows, by name: of all comparates, or of the best of many.

    All comparates are drawn where a page holds them, else the best, and ours. None where mean ranks are undefined.
    Where settings of the diagram's own choose comparates or form, it has them.
    """
    if np.isnan(comparison.mean_rank).any():
        return ()
    if len(comparison.names) <= _PAGE or {"include", "form"} & own.keys():
        return (("cdd", CddOptions(ours=ours)),)
    ranked = [comparison.names[i] for i in np.argsort(comparison.mean_rank, kind="stable")]
    best = [name for name in ranked if name not in ours][: max(_BEST - len(ours), 1)]
    return (("cdd", CddOptions(ours=ours, include=(*best, *ours))),)


def _chosen(comparison: Comparison, options: CddOptions) -> list[int]:
    """Return the positions in the summary order of the comparates to draw, in rank order."""
    if np.isnan(comparison.mean_rank).any():
        raise DataError(
            f"The critical difference diagram needs mean ranks, which need two tasks on which every method "
            f"has a score; there are {len(comparison.ranks)}: exclude the methods that miss most scores."
        )
    chosen = included_in(comparison, options)
    if len(chosen) < 2:
        raise UsageError("A critical difference diagram needs at least two methods.")
    return [int(i) for i in np.argsort(comparison.mean_rank, kind="stable") if int(i) in chosen]


def _tested(comparison: Comparison, chosen: list[int]) -> bool:
    """Whether the family of tests holds all pairs of the chosen comparates."""
    pairs = comparison.pair_statistics
    return bool(in_family(comparison)[np.isin(pairs.row, chosen) & np.isin(pairs.column, chosen)].all())


def _cliques(comparison: Comparison, chosen: list[int], options: CddOptions) -> tuple[Members, ...] | None:
    """Return the cliques of the chosen comparates by positions from 1; None when too many to list."""
    try:
        return members_of(comparison.joined[np.ix_(chosen, chosen)])
    except DataError:
        if options.bars == "bars":
            raise
        return None


_LANES = 10  # of bars below an axis that can be read
_COLUMNS = 16  # of groups beside rows: more would leave the axis no room on a page, or need ones too close to tell


def _fitted(cliques: Sequence[Members] | None, form: Form, options: CddOptions) -> Display | None:
    """Return the cliques that are bars below an axis or columns beside rows; None where these have no room."""
    if form == "groups":
        return display(cliques, min(_COLUMNS, int(_GROUPS * options.line.width / CLOSEST)), "groups")
    return display(cliques, inf if options.bars == "bars" else _LANES, "bars")


def groups_of(comparison: Comparison, places: Sequence[int], line: Room) -> tuple[Clique, ...]:
    """Return the groups of comparates in rows that do not differ significantly from each other, by these rows."""
    cliques = members_of(comparison.joined[np.ix_(places, places)])
    shown = _fitted(cliques, "groups", CddOptions(width=line.name))
    if shown is None:
        raise UsageError(f"The groups of {len(places)} methods are too many for columns: leave out `groups`.")
    return in_lanes(shown.bars)


def members_of(joined: Booleans) -> tuple[Members, ...]:
    """Return the maximal cliques of comparates in a given order, by positions from 1."""
    cliques = maximal_cliques(joined, np.arange(len(joined), dtype=np.float64))
    return tuple(tuple(i + 1 for i in clique) for clique in cliques)


def in_lanes(bars: Sequence[Members], weak: Sequence[bool] = ()) -> tuple[Clique, ...]:
    """Return bars in lanes; some may be over fragile verdicts."""
    placed = zip(bars, pack(bars), weak or [False] * len(bars), strict=True)
    return tuple(Clique(bar[0], bar[-1], passed_over(bar), lane, is_weak) for bar, lane, is_weak in placed)


_GROUPS = 0.25  # share of a line that columns of groups may take


def _weak(comparison: Comparison, chosen: list[int], bars: tuple[Members, ...], options: CddOptions) -> list[bool]:
    """Return which bars join a pair whose verdict is fragile."""
    marked = fragile(comparison, options.fragile, adjusted=True)[np.ix_(chosen, chosen)]
    return [bool(marked[np.ix_(members, members)].any()) for members in (np.array(bar) - 1 for bar in bars)]


def _labels(comparison: Comparison, chosen: list[int], options: CddOptions) -> list[Label]:
    """Return the labels of the chosen comparates, best first."""
    colours = highlights(comparison, options)
    ours = {comparison.names[i] for i in positions(comparison, options.ours)}
    return [
        Label(
            position=position,
            name=name,
            rank=place(rank),
            rank_text=fixed(rank, options.rank_precision) if options.ranks else "",
            colour=colours.get(name, ""),
            ours=name in ours,
            foot=place(rank),
            lines=(name,),
        )
        for position, (name, rank) in enumerate(
            ((comparison.names[i], float(comparison.mean_rank[i])) for i in chosen), 1
        )
    ]


_NARROW, _SAVED = 40.0, 0.9
"""Points of a name that does not break; of the width of all labels, what broken names have to save."""
_LEADERS = 0.42  # least distance of leaders, in units of the type
_Sides = tuple[tuple[Label, ...], tuple[Label, ...]]


def _broken(shared: _Sides, line: float) -> _Sides:
    """Break names in two where they would else leave too little of a line to the axis, or shrink too much."""
    total = sum(map(labels_width, shared))
    if LEAST_SCALE * total <= (1 - LEAST_AXIS) * line:
        return shared
    left, right = (
        tuple(replace(label, lines=broken(label.name, _NARROW, latin_modern)) for label in side) for side in shared
    )
    return (left, right) if labels_width(left) + labels_width(right) < _SAVED * total else shared


def _spread(shared: _Sides, axis: Axis, long: float) -> _Sides:
    """Have leaders go down apart from each other, from an axis that is so many points long."""
    both = sorted((*shared[0], *shared[1]), key=lambda label: label.position, reverse=axis.left > axis.right)
    turn = (float(axis.right) - float(axis.left)) / long  # ranks for each point
    places = [(float(label.rank) - float(axis.left)) / turn for label in both]
    at = zip(both, places, spread(places, _LEADERS * SIZE, long), strict=True)
    feet = {
        label.position: label.rank if abs(foot - want) < _ALIKE else place(float(axis.left) + foot * turn)
        for label, want, foot in at
    }
    left, right = (tuple(replace(label, foot=feet[label.position]) for label in side) for side in shared)
    return left, right


_ALIKE = 1e-6  # points: leaders that move less go straight down


def _is_ruled(comparison: Comparison, options: CddOptions) -> bool:
    """Whether there is to be a ruler: where asked for, else where the test decides by it."""
    if options.ruler is not None:
        return options.ruler
    return comparison.analysis.test == "nemenyi" or _decided_by_difference(comparison)


def _decided_by_difference(comparison: Comparison) -> bool:
    """Whether Bonferroni and Dunn's difference decides who differs from a control."""
    analysis = comparison.analysis
    by_rank = analysis.test == "friedman-z" and analysis.correction == "bonferroni"
    return by_rank and analysis.family == "control"


def _within(comparison: Comparison, labels: Sequence[Label], axis: Axis, options: CddOptions) -> Within | None:
    """Return what is within the critical difference of the control, where that is drawn and ruled."""
    control = next((label for label in labels if label.name == comparison.analysis.control), None)
    if control is None or comparison.analysis.family != "control" or not _is_ruled(comparison, options):
        return None
    difference = place(critical_difference(comparison))
    low, high = sorted((axis.left, axis.right))
    return Within(max(control.rank - difference, low), min(control.rank + difference, high))


def sides(
    labels: Sequence[Label], axis: Axis, best: Literal["left", "right"], *, one_sided: bool = False
) -> tuple[tuple[Label, ...], tuple[Label, ...]]:
    """Share the labels, best first, between left and right, each from the outermost inwards.

    Of an odd number, the middle one stands on the side that its rank is nearer to.
    """
    if one_sided:
        return ((), tuple(labels)) if best == "right" else (tuple(labels), ())
    half = len(labels) // 2
    middle = labels[half].rank * 2 < axis.left + axis.right
    n_best = half + 1 if len(labels) % 2 and middle else half
    first, others = tuple(labels[:n_best]), tuple(labels[n_best:][::-1])
    return (others, first) if best == "right" else (first, others)


def _rank_intervals(comparison: Comparison, chosen: Sequence[int], options: CddOptions) -> tuple[RankInterval, ...]:
    """Return the intervals of mean ranks, best first."""
    if not options.intervals:
        return ()
    spans = comparison.rank_intervals()
    ends = [(place(float(spans.low[i])), place(float(spans.high[i]))) for i in chosen]
    lanes = _interval_lanes(ends)
    return tuple(
        RankInterval(position, *ends[k], lanes[k], student=bool(spans.student[i]))
        for k, (position, i) in enumerate(enumerate(chosen, 1))
    )


def _interval_lanes(ends: Sequence[tuple[Decimal, Decimal]]) -> list[int]:
    """Return a lane for each interval, the first that keeps it apart from all others there."""
    apart = _APART * (max(high for _, high in ends) - min(low for low, _ in ends))
    lanes: list[list[tuple[Decimal, Decimal]]] = []
    numbers = []
    for low, high in ends:
        free = (i for i, lane in enumerate(lanes) if all(low > b + apart or high < a - apart for a, b in lane))
        number = next(free, len(lanes))
        lanes[number : number + 1] = [[*(lanes[number] if number < len(lanes) else ()), (low, high)]]
        numbers.append(number + 1)
    return numbers
