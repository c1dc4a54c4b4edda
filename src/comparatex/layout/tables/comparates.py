"""Tables of comparates: scores and ranks, the spread of repeats, and one comparate against the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Correction
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.occam import ablation as against_full
from comparatex.inference.occam import razor, turned_pvalues
from comparatex.inference.rank_tests import against_control, bonferroni_dunn_difference
from comparatex.inference.repeats import Spread, competition, spread
from comparatex.inference.verdicts import rivals
from comparatex.layout.numbers import fixed, marked
from comparatex.layout.showing import positions
from comparatex.layout.table import Entry, Line, Mark, Part, Table, headed, parts
from comparatex.layout.tables.ablation import AblationOptions
from comparatex.layout.tables.control import ControlOptions
from comparatex.layout.tables.ranks import RanksOptions
from comparatex.layout.tables.repeats import RepeatsOptions
from comparatex.layout.tables.scores import ScoresOptions
from comparatex.layout.tables.sheet import (
    Field,
    Sheet,
    amount,
    comparates,
    comparates_shown,
    ends,
    field,
    pairs_shown,
)
from comparatex.layout.tables.verdicts import VerdictsOptions, word

_CONTROL: tuple[Correction, ...] = (
    "bonferroni", "holm", "hochberg", "hommel", "holland", "finner", "rom", "li",
)  # fmt: skip
"""The corrections for a family of comparisons with a control."""


# --------------------------------------------------------------------------------------------- scores and ranks
def scores(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out: tasks in the lines, comparates in the columns, the best of each line marked.

    The best score of each task is marked, and the second best; equal ones share the mark. With repeats,
    the standard deviation (of a sample) follows each mean.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    table, shown = comparison.scores, list(comparates_shown(comparison, options.include, options))
    sheet = Sheet.of(
        "scores",
        comparison,
        options,
        n_shown=len(shown),
        n_lines=min(options.max_rows or table.n_tasks, table.n_tasks),
        n_repeats=0 if table.repeats is None else table.repeats.shape[2],
        spread=options.spread,
        missing=bool(np.isnan(table.values).any()),
        best=comparison.names[min(shown)],
        mean=fixed(float(comparison.mean[min(shown)]), options.precision),
    )
    deviations = _deviations(comparison, comparison.order[shown], options)
    values, higher = table.values[:, comparison.order[shown]], table.higher_is_better
    lines = [
        _marked_line(Entry(name), values[t], higher, options.precision, deviations[t])
        for t, name in list(enumerate(table.tasks))[: options.max_rows or None]
    ]
    means, ranks = comparison.mean[shown], comparison.mean_rank[shown]
    lines.append(_marked_line(Entry(sheet.headings["mean"]), means, higher, options.precision, rule=True))
    lines.append(_marked_line(Entry(sheet.headings["mean_rank"]), ranks, higher=False, places=2))
    return sheet.table(options.label, _across(sheet, shown, _aligned(lines), options.across))


def _across(sheet: Sheet, shown: Sequence[int], lines: Sequence[Line], limit: int) -> Iterator[Part]:
    """Yield the parts of a table with tasks in the lines and comparates in the columns."""
    turned = sheet.options.landscape
    columns = (sheet.column(field("task", "text")), *map(sheet.head, shown))
    yield from parts(headed(columns, lines, limit=limit, turned=turned), lines, limit=limit, turned=turned)


def _marked_line(
    first: Entry,
    values: Floats,
    higher: bool,
    places: int,
    deviations: Sequence[str] = (),
    *,
    rule: bool = False,
) -> Line:
    """Return a line of scores whose best and second best are marked; none are where all are equal."""
    distinct = np.unique(values[~np.isnan(values)])[:: -1 if higher else 1]
    names: dict[float, Mark] = {}
    if len(distinct) > 1:
        names = {float(distinct[0]): "best", float(distinct[1]): "second"}
    entries = (
        Entry(fixed(value, places), names.get(value, ""), deviation)
        for value, deviation in zip(values.tolist(), deviations or [""] * len(values), strict=True)
    )
    return Line((first, *entries), rule)


def _deviations(comparison: Comparison, order: Integers, options: ScoresOptions) -> Sequence[Sequence[str]]:
    """Return the standard deviations as text; empty where there is none to print."""
    repeats = comparison.scores.repeats
    if repeats is None or not options.spread:
        return [[""] * len(order)] * comparison.scores.n_tasks
    cells = repeats[:, order]
    several = np.sum(~np.isnan(cells), axis=2) > 1
    found = np.full(several.shape, np.nan)
    found[several] = np.nanstd(cells[several], axis=1, ddof=1)
    return [[fixed(x, options.precision) if x == x else "" for x in row] for row in found.tolist()]


def _aligned(lines: Sequence[Line]) -> list[Line]:
    """Return lines whose means stand below each other, also where no standard deviation follows."""
    room = max((entry.spread for line in lines for entry in line.entries), key=len)

    def spaced(entry: Entry) -> Entry:
        return entry if entry.spread or not room else replace(entry, spread=room, bare=True)

    return [Line((line.entries[0], *map(spaced, line.entries[1:])), line.rule) for line in lines]


def ranks(comparison: Comparison, options: RanksOptions = RanksOptions()) -> Table:
    """Lay the table of ranks out: each comparate's mean rank and scores, or its rank on every task.

    Ranks are among all comparates on the complete tasks, 1 is best, ties averaged.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    shown, mean_rank = comparates_shown(comparison, options.include, options), comparison.mean_rank
    n_lines = len(comparison.ranks) if options.per_task else len(shown)
    defined = not np.isnan(mean_rank).any()
    best = int(np.argmin(mean_rank)) if defined else 0
    sheet = Sheet.of(
        "ranks",
        comparison,
        options,
        n_shown=len(shown),
        n_lines=n_lines,
        n_lines_shown=min(options.max_rows or n_lines, n_lines),
        per_task=options.per_task,
        best=comparison.names[best] if defined else "",
        rank=fixed(float(mean_rank[best]), 2),
    )
    if options.per_task:
        lines = list(_ranks_by_task(sheet, shown, options.max_rows))
        return sheet.table(options.label, _across(sheet, shown, lines, options.across))
    best_on, worst_on = _extremes(comparison)
    fields = (
        comparates(comparison),
        field("mean_rank", "rank", mean_rank),
        field("best_on", "count", best_on),
        field("worst_on", "count", worst_on),
        field("mean_score", "score", comparison.mean),
        field("median_score", "score", comparison.median),
    )
    return sheet.table(options.label, sheet.parts(fields, shown[: options.max_rows or None], turned=True))


def _extremes(comparison: Comparison) -> tuple[Integers, Integers]:
    """Return on how many tasks each comparate is the best and the worst; equal ones count alike."""
    table, ends = comparison.ranks, (1, len(comparison.names))
    if len(table):
        ends = (table.min(axis=1, keepdims=True), table.max(axis=1, keepdims=True))
    best, worst = (np.sum(table == end, axis=0) for end in ends)
    return best, worst


def _ranks_by_task(sheet: Sheet, shown: Sequence[int], max_rows: int) -> Iterator[Line]:
    """Yield a line for each complete task, ranks with one decimal, for halves exist; and one for the mean."""
    table, found = sheet.comparison.scores, sheet.comparison.ranks
    complete = [task for task, there in zip(table.tasks, table.complete, strict=True) if there]
    for task, row in list(zip(complete, found, strict=True))[: max_rows or None]:
        best = row.min()
        yield Line(
            (Entry(task), *(Entry(marked(f"{row[i]:.1f}"), "best" if row[i] == best else "") for i in shown))
        )
    means = (Entry(fixed(float(sheet.comparison.mean_rank[i]), 2)) for i in shown)
    yield Line((Entry(sheet.headings["mean"]), *means), rule=True)


# ------------------------------------------------------------------------------------------------------ repeats
def repeats(comparison: Comparison, options: RepeatsOptions = RepeatsOptions()) -> Table:
    """Lay the repeats out: mean, standard deviation, best and worst case, and the competition of every pair.

    Raises
    ------
    DataError
        There are no repeats.
    UsageError
        A name is unknown.
    """
    positions(comparison, options.ours)
    if comparison.scores.repeats is None:
        raise DataError("The table has one score per task and comparate: there are no repeats to show.")
    cube = comparison.scores.repeats[:, comparison.order]
    found = spread(cube, higher_is_better=comparison.scores.higher_is_better)
    deviations = np.where(found.count > 1, found.deviation, 0.0).mean(axis=0)
    most, shown = int(np.argmax(deviations)), pairs_shown(comparison, options)
    sheet = Sheet.of(
        "repeats",
        comparison,
        options,
        low=int(found.count.min()),
        high=int(found.count.max()),
        n_shown=len(shown),
        per_task=options.per_task,
        own=comparison.names[most],
        deviation=fixed(float(deviations[most])),
    )
    everyone = comparates_shown(comparison, options.include, options)
    first = _spread_by_task(sheet, found, everyone) if options.per_task else _spread(sheet, found, everyone)
    return sheet.table(options.label, first, _competition(sheet, cube, shown))


def _cases(*values: Floats | Sequence[float]) -> Iterator[Field]:
    """Yield the columns of the mean, the deviation and the extremes."""
    for key, of in zip(("mean", "deviation", "best_case", "worst_case"), values, strict=True):
        yield field(key, "score", of)


def _spread(sheet: Sheet, found: Spread, shown: Sequence[int]) -> tuple[Part, ...]:
    """Return a line for each comparate: its mean, its mean deviation, its best and worst repeat of all."""
    comparison = sheet.comparison
    best, worst = (np.nanmax, np.nanmin) if comparison.scores.higher_is_better else (np.nanmin, np.nanmax)
    varied = [found.deviation[:, i][found.count[:, i] > 1] for i in range(len(comparison.names))]
    deviation = [float(some.mean()) if len(some) else float("nan") for some in varied]
    fields = _cases(comparison.mean, deviation, best(found.best, axis=0), worst(found.worst, axis=0))
    return sheet.parts((comparates(comparison), *fields), shown)


def _spread_by_task(sheet: Sheet, found: Spread, shown: Sequence[int]) -> tuple[Part, ...]:
    """Return a line for each task and comparate, numbered task by task."""
    comparison, m = sheet.comparison, len(sheet.comparison.names)
    tasks = comparison.scores.tasks
    heads = {t * m + shown[0]: task for t, task in enumerate(tasks)}
    cells = (found.mean, found.deviation, found.best, found.worst)
    lines = [t * m + i for t in range(len(tasks)) for i in shown]
    fields = (
        field("task", "text", {k: heads.get(k) for k in lines}),
        field("comparate", "name", [k % m for k in range(len(tasks) * m)]),
        field("repeats", "count", found.count.ravel()),
        *_cases(*(cell.ravel() for cell in cells)),
    )
    return sheet.parts(fields, lines, stub=2, rules=list(heads)[1:])


def _competition(sheet: Sheet, cube: Floats, shown: Sequence[int]) -> tuple[Part, ...]:
    """Return in how many repeats of all tasks the row of each pair wins, ties and loses."""
    comparison, pairs = sheet.comparison, sheet.comparison.pair_statistics
    higher = comparison.scores.higher_is_better
    records = {}
    for k in shown:
        counts = competition(cube[:, pairs.row[k]], cube[:, pairs.column[k]], higher_is_better=higher)
        records[k] = [int(count.sum()) for count in counts]
    wins, ties, losses = ({k: record[j] for k, record in records.items()} for j in range(3))
    fields = (
        *ends(comparison),
        field("record", "record", wins, ties, losses),
        field("won", "percent", {k: record[0] / max(sum(record), 1) for k, record in records.items()}),
    )
    return sheet.parts(fields, shown, stub=2)


# ------------------------------------------------------------------------------------- one against the others
def _named(comparison: Comparison, name: str, ours: tuple[str, ...], missing: str) -> int:
    """Return the position of the comparate that a table is about: the one named, else the first of ours.

    Raises
    ------
    UsageError
        None is named, or the name is unknown.
    """
    positions(comparison, ours)
    named = (name,) if name else ours[:1]
    if not named:
        raise UsageError(missing)
    return positions(comparison, named)[0]


def control(comparison: Comparison, options: ControlOptions = ControlOptions()) -> Table:
    """Lay the comparisons with a control out under the corrections for such a family, smallest p-value first.

    Raises
    ------
    UsageError
        No control is named, a name is unknown, or the test is Nemenyi's, which is one of all pairs.
    """
    missing = "The table needs the comparate that the others are compared with: `control` or `ours`."
    own = _named(comparison, options.control, options.ours, missing)
    if comparison.analysis.test == "nemenyi":
        raise UsageError(
            'Nemenyi\'s test is one of all pairs: for a control, choose `test="friedman-z"` or another.'
        )
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    raw = against_control(turned_pvalues(comparison, own), pairs.row, pairs.column, own)
    members = np.flatnonzero((pairs.row == own) | (pairs.column == own))
    order = members[np.argsort(raw[members], kind="stable")].tolist()
    adjusted = {name: CORRECTIONS[name].adjust(raw) for name in _CONTROL}
    n_ranked, m = len(comparison.ranks), len(comparison.names)
    sheet = Sheet.of(
        "control",
        comparison,
        options,
        control=comparison.names[own],
        n_others=len(order),
        n_apart=int(np.sum(adjusted["holm"][order] <= alpha)),
        bounded=_conditions(),
        critical=fixed(bonferroni_dunn_difference(m, n_ranked, alpha), 3) if n_ranked >= 2 else "",
    )
    turned = pairs.row == own
    fields = (
        field("comparate", "name", np.where(turned, pairs.column, pairs.row)),
        field("difference", "score", np.where(turned, 1, -1) * pairs.mean_difference),
        field("pvalue", "pvalue", raw, bold=raw < alpha),
        *(field(name, "pvalue", found, bold=found <= alpha) for name, found in adjusted.items()),
    )
    return sheet.table(
        options.label,
        sheet.parts(fields, order, stub=3, limit=options.across, heads="headed", turned=True),
    )


def _conditions() -> Mapping[str, list[Correction]]:
    """Return the corrections under each condition on which they bound the family-wise error."""
    alike: dict[str, list[Correction]] = {}
    for name in _CONTROL:
        alike.setdefault(CORRECTIONS[name].condition, []).append(name)
    return alike


def verdicts(comparison: Comparison, options: VerdictsOptions = VerdictsOptions()) -> Table:
    """Lay the verdicts on one comparate out: better, worse, or not distinguishable from each rival, best first.

    Raises
    ------
    UsageError
        No comparate is named, or a name is unknown.
    """
    missing = "The table needs the comparate that the verdicts are on: `control` or `ours`."
    own = _named(comparison, options.control, options.ours, missing)
    found, everyone, costs = (
        rivals(comparison, own, options.costs),
        range(len(comparison.names)),
        options.costs,
    )
    others = [i for i in everyone if i != own]
    sheet = Sheet.of(
        "verdicts",
        comparison,
        options,
        own=comparison.names[own],
        found=found,
        n_judged=len(others) - len(found.unjudged),
        cost_name=options.cost_name,
        cost=amount(costs[comparison.names[own]]) if comparison.names[own] in costs else "",
    )
    of = {what: comparison.matrix(what)[own] for what in _RIVAL}
    sides = {i: found.of(i) for i in others}
    said = {i: word(side, simpler=i in found.simpler) for i, side in sides.items()}
    spent = [costs.get(name, float("nan")) for name in comparison.names]
    fields = (
        comparates(comparison, "rival"),
        field("difference", "score", of["mean_difference"]),
        field("record", "record", of["wins"], of["ties"], of["losses"], align="r"),
        field("pvalue", "pvalue", of["pvalue"]),
        field("adjusted", "pvalue", of["adjusted_pvalue"]),
        *([field("cost", "amount", spent)] if costs else ()),
        field("verdict", "text", said, bold=sides),
    )
    return sheet.table(options.label, sheet.parts(fields, others, turned=True))


_RIVAL = ("mean_difference", "wins", "ties", "losses", "pvalue", "adjusted_pvalue")


def ablation(comparison: Comparison, options: AblationOptions = AblationOptions()) -> Table:
    """Lay a full pipeline out against its reduced forms, the one that loses most first.

    Raises
    ------
    UsageError
        No full pipeline is named, or a name is unknown.
    DataError
        Costs are given, but of none of the forms.
    """
    missing = "The table needs the full pipeline that the others are forms of: `full` or `ours`."
    full = _named(comparison, options.full, options.ours, missing)
    found, names, alpha = against_full(comparison, full), comparison.names, comparison.analysis.alpha
    better = 1 if comparison.scores.higher_is_better else -1
    order = np.argsort(-better * found.difference, kind="stable")
    best, simplest = razor(comparison, options.costs) if options.costs else (None, None)
    sheet = Sheet.of(
        "ablation",
        comparison,
        options,
        own=names[full],
        n_forms=len(names) - 1,
        n_worse=int(found.matters.sum()),
        cost_name=options.cost_name,
        best="" if best is None else names[best],
        simplest="" if simplest is None else names[simplest],
    )

    def form(values: Iterable[object]) -> dict[int, object]:
        """Return what each reduced form has, and nothing of the full one."""
        return {full: None, **dict(zip(found.reduced.tolist(), values, strict=True))}

    record = (form([int(comparison.matrix(what)[full, i]) for i in found.reduced]) for what in _RIVAL[1:4])
    fields = (
        comparates(comparison, "form"),
        *(
            [field("cost", "cost", [options.costs.get(name, float("nan")) for name in names])]
            if options.costs
            else ()
        ),
        field("mean", "score", comparison.mean),
        field("loss", "score", form(found.difference)),
        field("record", "record", *record),
        field("pvalue", "pvalue", form(found.pvalue), bold=form(found.pvalue < alpha)),
        field("adjusted", "pvalue", form(found.adjusted_pvalue), bold=form(found.matters)),
    )
    return sheet.table(
        options.label, sheet.parts(fields, [full, *found.reduced[order].tolist()], turned=True)
    )
