"""Tables of scores: by task, in repeats and runs, and of pairs on the same items."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from comparatex.artefacts import PAIRS, Limit, declare
from comparatex.data.scores import group_names
from comparatex.errors import DataError
from comparatex.layout import selection
from comparatex.layout.facts import word
from comparatex.layout.numbers import Notation, equation, fixed, level
from comparatex.layout.options import ACROSS, MAX_ROWS, PER_TASK, Choosing, PairOptions
from comparatex.layout.selection import positions
from comparatex.layout.selection import shown as chosen
from comparatex.layout.tables.booktabs import Column, Entry, Line, Mark, Part, Table, headed, parts, spaced
from comparatex.layout.tables.sheet import Field, Sheet, column, comparates, ends, known_of, pairs_shown, told
from comparatex.names import require
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats, Integers
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.items import ItemComparison
    from comparatex.inference.repeats import Spread
    from comparatex.inference.runs import Estimate, Runs
    from comparatex.inference.verdicts import Verdict


IMPUTED = "†"  # behind a score that takes the place of a missing one
_MANY = 8  # comparates from which on standard deviations are one column
SUMMARIES: Mapping[str, str] = MappingProxyType(
    {
        "mean": "mean",
        "median": "median",
        "geometric-mean": "geometric_mean",
        "iqm": "iqm",
        "group-mean": "group_mean",
        "rank": "mean_rank",
        "win-rate": "win_rate",
        "best-on": "best_on",
    }
)
"""What may sum all tasks up, and the key of its heading."""


# -------------------------------------------------------------------------------------------------------------- scores
@dataclass(frozen=True, kw_only=True)
class ScoresOptions(Choosing):
    """Settings of the table of scores."""

    max_rows: int = setting(0, **MAX_ROWS)
    across: int = setting(0, **ACROSS)
    methods_in: Literal["auto", "columns", "rows"] = setting(
        "auto",
        common=True,
        help="Whether methods head columns or rows; auto: columns, unless these do not fit and rows do.",
    )
    summary: tuple[str, ...] = setting(
        (),
        common=True,
        metavar="LINES",
        help=f"Lines that sum up the tasks: some of {', '.join(SUMMARIES)}; by default mean and rank.",
    )
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    spread_as: Literal["auto", "each", "median"] = setting(
        "auto",
        help="Standard deviations behind each mean, or the median of each task; auto: that from 8 methods on, "
        "or where it keeps the table whole.",
    )
    significant: int = setting(
        0,
        minimum=0,
        maximum=12,
        help="Significant digits of every score; 0: decimals that the scores of its task need.",
    )
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""


@declare("scores by task, the best marked", limit=Limit(300, "would fill dozens of pages"), one_task="shown")
def scores(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out: tasks in the lines, comparates in the columns, or the other way round.

    The best score of each task is marked, and the second best; those that are equal in the data share the mark. Each
    task has the digits that tell its marked scores, and all that differ by a twentieth, apart. With repeats, the
    standard deviation (of a sample) follows each mean, or the median of a task's ends its line. Tasks that are in
    groups stand in blocks, each with its mean.
    """
    import numpy as np

    from comparatex.inference.leaderboard import summary_of
    from comparatex.inference.scale import in_ratios
    from comparatex.layout.notation import notations, printed_means

    if (table := in_ratios(comparison.scores)) is not comparison.scores:
        comparison = replace(comparison, scores=table, mean=np.nanmean(table.values[:, comparison.order], axis=0))
    chosen = selection.shown(comparison, options)
    require(options.summary, tuple(SUMMARIES), "summary", "`summary`")
    deviations = _deviations(comparison, comparison.order[chosen], spread=options.spread)
    typical = options.spread_as == "median" or (options.spread_as == "auto" and len(chosen) >= _MANY)
    typical = typical and not np.isnan(deviations).all()
    blocks = _blocks(comparison, options.max_rows)
    by_task = dict(_task_lines(comparison, options, chosen, deviations, typical=typical))
    geometric = table.scale in ("log", "ratio")
    means = printed_means(comparison, notations(comparison, options))[1]
    best, n_repeats = min(chosen), 0 if table.repeats is None else table.repeats.shape[2]
    lines = [by_task[t] for block in blocks.values() for t in block]
    sheet = Sheet(
        "scores",
        comparison,
        options,
        n_shown=len(chosen),
        n_lines=len(lines),
        n_repeats=n_repeats,
        spread=options.spread and not typical,
        typical=typical,
        missing=bool(np.isnan(table.values).any()),
        alike=any(map(_is_coarse, lines)),
        n_shared=sum(len([entry for entry in line.entries if entry.mark == "best"]) > 1 for line in lines),
        imputed=any(entry.text.endswith(IMPUTED) for line in lines for entry in line.entries[1:]),
        best=comparison.names[best],
        geometric=geometric,
        mean=means.fixed(float(summary_of(comparison, "geometric-mean" if geometric else "mean")[best])),
    )
    lines = list(_in_blocks(sheet, chosen, blocks, by_task))
    for heading in options.extra:
        about = known_of(comparison, options.extra, heading)
        lines.append(Line((Entry(heading), *(Entry(told(about[i]), loose=True, values=(about[i],)) for i in chosen))))
    upright, turned = _laid_out(sheet, chosen, lines, typical=typical)
    deviates = n_repeats and options.spread and not (typical or turned or options.across)
    if options.spread_as == "auto" and deviates and len(upright) > 1:
        return scores(comparison, replace(options, spread_as="median"))
    if options.methods_in == "auto" and turned:
        return replace(sheet.table(turned), data=upright)
    return sheet.table(turned or upright)


def _laid_out(
    sheet: Sheet, shown: Sequence[int], lines: Sequence[Line], *, typical: bool
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the parts with comparates in columns, and those with comparates in rows.

    The latter are there if they are asked for, or if they fit the width and the former do not.
    """
    options, last = sheet.options, [sheet.headings["typical"]] if typical else []
    assert isinstance(options, ScoresOptions)
    whole = [
        replace(line, entries=(*line.entries, *[Entry("")] * (len(shown) + len(last) - len(line.entries) + 1)))
        for line in lines
    ]
    upright = tuple(
        sheet.by_task(shown, _aligned(whole), sheet.words.stub(by_method=False), options.across, [*map(Column, last)])
    )
    if options.methods_in == "columns" or (options.methods_in == "auto" and len(upright) == 1):
        return upright, ()
    heads = [Column(line.entries[0].text, values=sheet.headings_of(line.entries[0].text, line)) for line in lines]
    rows = [Line((sheet.name(i), *(line.entries[j] for line in whole))) for j, i in enumerate(shown, 1)]
    if typical:
        rows.append(Line((Entry(last[0]), *(line.entries[-1] for line in whole)), rule=True, sums=True))
    columns, limit, made_for = (Column(sheet.words.stub(by_method=True), "l"), *heads), options.across, options.width
    columns = headed(columns, rows, limit=limit, made_for=made_for, landscape=options.landscape)
    lying = tuple(parts(columns, _aligned(spaced(rows)), limit=limit, made_for=made_for, landscape=options.landscape))
    return upright, lying if options.methods_in == "rows" or len(lying) == 1 else ()


def _blocks(comparison: Comparison, most: int) -> dict[str, list[int]]:
    """Return the tasks that are shown, by group, where several groups have several; else all in one."""
    table, numbers = comparison.scores, list(range(comparison.scores.n_tasks))[: most or None]
    groups = group_names(table)
    of = [table.task_groups.get(task, "") for task in table.tasks]
    if len(groups) < 2 or len(groups) == len(of):
        return {"": numbers}
    return {group: found for group in groups if (found := [t for t in numbers if of[t] == group])}


def _task_lines(
    comparison: Comparison, options: ScoresOptions, shown: Sequence[int], deviations: Floats, *, typical: bool
) -> Iterator[tuple[int, Line]]:
    """Yield the line of each task by its number, and at its end, where these are typical, the median deviation."""
    import numpy as np

    from comparatex.inference.scale import compared
    from comparatex.layout.notation import notations, of_tasks

    table, columns = comparison.scores, comparison.order[list(shown)]
    values, unlike = table.values[:, columns].tolist(), compared(table)[:, columns].tolist()
    names, imputed = [comparison.names[i] for i in shown], {*table.imputed}
    usual = replace(notations(comparison, options).scores, significant=options.significant)
    exactly = options.significant > 0 or options.precision is not None
    digits = of_tasks(comparison, usual, shown, exactly=exactly)
    for t, name in enumerate(table.tasks):
        line = _marked_line(
            name,
            values[t],
            unlike[t],
            digits[t],
            deviations[t].tolist(),
            [(name, each) in imputed for each in names],
            higher=table.higher_is_better,
        )
        if typical:
            median = float(np.nanmedian(deviations[t])) if not np.isnan(deviations[t]).all() else math.nan
            bare = (replace(entry, spread="") for entry in line.entries)
            printed = Entry(digits[t][0].spread_of(values[t][0]).fixed(median), values=(median,))
            line = replace(line, entries=(*bare, printed))
        yield t, line


def _in_blocks(
    sheet: Sheet, shown: Sequence[int], blocks: Mapping[str, Sequence[int]], by_task: Mapping[int, Line]
) -> Iterator[Line]:
    """Yield the lines of the tasks by blocks, each with its mean, and those that sum all tasks up."""
    from comparatex.inference.leaderboard import group_means, summary_of
    from comparatex.layout.notation import differs_in_scale, for_size, geometric, notations

    comparison, options = sheet.comparison, sheet.options
    assert isinstance(options, ScoresOptions)
    higher, printed = comparison.scores.higher_is_better, notations(comparison, options)
    usual, grouped = printed.scores, len(blocks) > 1
    if differs_in_scale(comparison.scores) and options.precision is None:
        usual = for_size(comparison.mean, printed.means)
    means = group_means(comparison)
    for number, (group, tasks) in enumerate(blocks.items()):
        lines = spaced([by_task[t] for t in tasks])
        yield from (replace(line, rule=number > 0 and k == 0) for k, line in enumerate(lines))
        if grouped and len(tasks) > 1:
            yield _sum(f"{sheet.headings['mean']}, {group}", means[group][shown], usual, higher=higher)
    notation = {
        "rank": Notation(2),
        "win-rate": Notation(1),
        "best-on": Notation(0),
        "geometric-mean": geometric(comparison),
    }
    scale = comparison.scores.scale
    centres = {"log": ["geometric-mean"], "ratio": ["geometric-mean"], "normalised": ["iqm"]}.get(scale or "", ["mean"])
    usually = [*centres, *(["group-mean"] if grouped else []), "rank"]
    for number, kind in enumerate(options.summary or usually):
        better = {"rank": False, "win-rate": True, "best-on": True}.get(kind, higher)
        values = summary_of(comparison, kind)[shown]
        line = _sum(sheet.headings[SUMMARIES[kind]], values, notation.get(kind, usual), higher=better)
        yield replace(line, rule=number == 0, sums=number == 0)


def _sum(name: str, values: Floats, notation: Notation, *, higher: bool) -> Line:
    """Return a line that sums all tasks up, in digits that tell its marked numbers apart."""
    from comparatex.inference.scale import alike
    from comparatex.layout.notation import clear

    unlike = alike(values)
    return _marked_line(name, values.tolist(), unlike.tolist(), clear(unlike, notation, higher=higher), higher=higher)


def _marked_line(
    name: str,
    values: Sequence[float],
    compared: Sequence[float],
    notations: Sequence[Notation],
    spreads: Sequence[float] = (),
    imputed: Sequence[bool] = (),
    *,
    higher: bool,
) -> Line:
    """Return a line of scores whose best are marked, and of three or more the second, if one is best.

    None are marked where all are equal. What is compared, and printed, are the same numbers, equal where data are.
    """
    unlike = sorted({value for value in compared if value == value}, reverse=higher)
    marks: dict[float, Mark] = {unlike[0]: "best"} if len(unlike) > 1 else {}
    if len(values) > 2 and marks and compared.count(unlike[0]) == 1:
        marks[unlike[1]] = "second"
    entries = (
        Entry(
            f"{notation.fixed(place)}{IMPUTED if replaced else ''}",
            marks.get(place, ""),
            "" if math.isnan(spread) else notation.spread_of(place).fixed(spread),
            values=(value, spread),
        )
        for value, place, notation, spread, replaced in zip(
            values,
            compared,
            notations,
            spreads or [math.nan] * len(values),
            imputed or [False] * len(values),
            strict=True,
        )
    )
    return Line((Entry(name), *entries))


def _is_coarse(line: Line) -> bool:
    """Whether a marked score is printed as one that differs."""
    texts = [(entry.text, entry.mark) for entry in line.entries[1:]]
    marked = {text: mark for text, mark in texts if mark}
    return any(marked.get(text, mark) != mark for text, mark in texts)


def _deviations(comparison: Comparison, order: Integers, *, spread: bool) -> Floats:
    """Return the standard deviations of the repeats of every score that are printed; NaN where there is none."""
    import numpy as np

    repeats = comparison.scores.repeats
    deviations = np.full((comparison.scores.n_tasks, len(order)), np.nan)
    if spread and repeats is not None:
        cells = repeats[:, order]
        several = np.sum(~np.isnan(cells), axis=2) > 1
        deviations[several] = np.nanstd(cells[several], axis=1, ddof=1)
    return deviations


def _aligned(lines: Sequence[Line]) -> list[Line]:
    """Return lines whose means stand below each other, also where no standard deviation follows."""
    room = max((entry.spread for line in lines for entry in line.entries), key=len)

    def spaced(entry: Entry) -> Entry:
        return entry if entry.spread or not room else replace(entry, spread=room, bare=True)

    return [replace(line, entries=(line.entries[0], *map(spaced, line.entries[1:]))) for line in lines]


# ------------------------------------------------------------------------------------------------------------- repeats
@dataclass(frozen=True, kw_only=True)
class RepeatsOptions(PairOptions):
    """Settings of the table of repeats."""

    per_task: bool = setting(False, **PER_TASK)


@declare("spread and competition of folds or seeds", limit=PAIRS, one_task="shown")
def repeats(comparison: Comparison, options: RepeatsOptions = RepeatsOptions()) -> Table:
    """Lay the repeats out: mean, standard deviation, best and worst case, and the competition of every pair."""
    import numpy as np

    from comparatex.inference.fields import comparate_repeats
    from comparatex.inference.repeats import spread
    from comparatex.layout.notation import notations

    if comparison.scores.repeats is None:
        raise DataError("The table has one score per task and method: there are no repeats to show.")
    cube = comparison.scores.repeats[:, comparison.order]
    spreads = spread(cube, higher_is_better=comparison.scores.higher_is_better)
    cases = comparate_repeats(comparison)
    deviations = np.nan_to_num(cases["repeat_deviation"])
    most, pairs = int(np.argmax(deviations)), pairs_shown(comparison, options)
    sheet = Sheet(
        "repeats",
        comparison,
        options,
        low=int(spreads.count.min()),
        high=int(spreads.count.max()),
        n_shown=len(pairs),
        per_task=options.per_task,
        own=comparison.names[most],
        deviation=notations(comparison, options).means.fixed(float(deviations[most])),
    )
    everyone = selection.shown(comparison, options)
    if options.per_task:
        first = _spread_by_task(sheet, spreads, everyone)
    else:
        first = sheet.parts((comparates(comparison), *_cases(comparison.mean, *cases.values())), everyone)
    return sheet.table(first, _competition(sheet, cube, pairs))


def _cases(*values: Floats | Sequence[float], **about: Any) -> Iterator[Field]:
    """Yield the columns of the mean, the deviation and the extremes."""
    for key, of in zip(("mean", "deviation", "best_case", "worst_case"), values, strict=True):
        yield column(key, "deviation" if key == "deviation" else "score", of, **about)


def _spread_by_task(sheet: Sheet, spreads: Spread, pairs: Sequence[int]) -> tuple[Part, ...]:
    """Return a line for each task and comparate, numbered task by task."""
    from comparatex.layout.notation import of_tasks

    comparison, m = sheet.comparison, len(sheet.comparison.names)
    tasks, usual = comparison.scores.tasks, sheet.notations.means
    digits = of_tasks(comparison, usual, range(m), exactly=sheet.options.precision is not None)
    heads = {t * m + pairs[0]: task for t, task in enumerate(tasks)}
    cells = (spreads.mean, spreads.deviation, spreads.best, spreads.worst)
    lines = [t * m + i for t in range(len(tasks)) for i in pairs]
    fields = (
        column("task", "words", {k: heads.get(k) for k in lines}),
        column("comparate", "name", [k % m for k in range(len(tasks) * m)]),
        column("repeats", "count", spreads.count.ravel()),
        *_cases(*(cell.ravel() for cell in cells), digits=[each for task in digits for each in task]),
    )
    return sheet.parts(fields, lines, stub=2, rules=list(heads)[1:])


def _competition(sheet: Sheet, cube: Floats, shown: Sequence[int]) -> tuple[Part, ...]:
    """Return in how many repeats of all tasks the row of each pair wins, ties and loses."""
    from comparatex.inference.repeats import repeat_record

    comparison, pairs = sheet.comparison, sheet.comparison.pair_statistics
    higher = comparison.scores.higher_is_better
    records = {}
    for k in shown:
        counts = repeat_record(cube[:, pairs.row[k]], cube[:, pairs.column[k]], higher_is_better=higher)
        records[k] = [int(count.sum()) for count in counts]
    wins, ties, losses = ({k: record[j] for k, record in records.items()} for j in range(3))
    fields = (
        *ends(comparison),
        column("record", "record", wins, ties, losses),
        column("won", "percent", {k: record[0] / max(sum(record), 1) for k, record in records.items()}),
    )
    return sheet.parts(fields, shown, stub=2)


# ---------------------------------------------------------------------------------------------------------------- runs
TARGET = {
    "metavar": "SCORE",
    "own": True,
    "help": "Score that leaves no optimality gap; by default the best of a measure between 0 and 1.",
}


@dataclass(frozen=True, kw_only=True)
class RunsOptions(Choosing):
    """Settings of the table of runs."""

    target: float | None = setting(None, **TARGET)


@lru_cache(maxsize=2)
def computed(comparison: Comparison, ours: tuple[str, ...], target: float | None) -> Runs:
    """Return what runs say of a comparison, the first of ours, or the best, against the others."""
    from comparatex.inference.runs import runs_of

    return runs_of(comparison, positions(comparison, ours[:1])[0] if ours else 0, target)


@declare("aggregate metrics of runs or seeds, and sources of variance", limit=Limit(300, "would fill dozens of pages"))
def runs(comparison: Comparison, options: RunsOptions = RunsOptions()) -> Table:
    """Lay aggregate metrics of all comparates out, with intervals, and below them what varies."""
    import numpy as np

    from comparatex.layout.notation import no_finer

    runs = computed(comparison, options.ours, options.target)
    widths = np.array([of["iqm"].high - of["iqm"].low for of in runs.metrics])
    middles = np.array([of["iqm"].value for of in runs.metrics])
    options = no_finer(comparison, options, widths / 2, middles)
    places = chosen(comparison, options)
    sheet = Sheet("runs", comparison, options, n_shown=len(places), **about(comparison, runs))
    of = {name: [metrics[name] for metrics in runs.metrics] for name in runs.metrics[0]}
    centres = [
        field for name in ("iqm", "median", "mean") for field in _of_estimates(of[name], name, spare=name == "mean")
    ]
    gaps = () if runs.target is None else _of_estimates(of["gap"], "gap")
    improvement = _of_estimates(runs.improvement, "improvement", form="share", places=2)
    names = comparates(comparison)
    table = sheet.table(
        sheet.parts((names, *centres), places), sheet.parts((names, *gaps, *improvement), places), _sources(sheet, runs)
    )
    return replace(table, remark=sheet.words.remark())


def _of_estimates(estimates: Sequence[Estimate], key: str, form: str = "score", **about: Any) -> Iterator[Field]:
    """Yield the columns of estimates and their intervals."""
    yield column(key, form, [each.value for each in estimates], **about)
    yield column("interval", "interval", [each.low for each in estimates], [each.high for each in estimates], **about)


def _sources(sheet: Sheet, runs: Runs) -> tuple[Part, ...]:
    """Return the sources of variance: their standard deviations and shares."""
    split = runs.split
    parts = split.tasks, split.interaction, split.runs
    fields = (
        column("source", "words", [sheet.words.sources[key] for key in ("tasks", "interaction", "runs")]),
        column("deviation", "deviation", [variance**0.5 for variance in parts]),
        column("variance", "percent", split.shares),
    )
    return sheet.parts(fields, range(3))


def about(comparison: Comparison, runs: Runs) -> dict[str, object]:
    """Return the facts of the texts on runs."""
    from comparatex.layout.notation import notations
    from comparatex.layout.numbers import Notation

    best = max if comparison.scores.higher_is_better else min
    iqms = [of["iqm"].value for of in runs.metrics]
    leader = iqms.index(best(iqms))
    shares = [share for share in (other.value for other in runs.improvement) if not math.isnan(share)]
    return {
        "low": runs.fewest,
        "high": runs.most,
        "draws": runs.n_samples,
        "seed": comparison.analysis.seed,
        "target": "" if runs.target is None else f"{runs.target:g}",
        "against": comparison.names[runs.against],
        "leader": comparison.names[leader],
        "iqm": notations(comparison).means.fixed(iqms[leader]),
        "improves": [Notation(2).fixed(share) for share in (min(shares), max(shares))],
        "variance": Notation(0).fixed(100 * runs.split.shares[2]),
        "enough": enough(runs.split.runs_for_difference),
        "zeros": not (runs.split.tasks and runs.split.runs),
        "widened": comparison.analysis.interval_method != "percentile",
    }


def enough(estimate: Estimate) -> tuple[str, ...]:
    """Return from how many runs on tasks help more, with the interval, as whole numbers; empty where none is enough."""
    numbers = estimate.value, estimate.low, estimate.high
    return tuple(f"{max(math.ceil(x - 1e-9), 1)}" if math.isfinite(x) else "" for x in numbers)


# --------------------------------------------------------------------------------------------------------------- items
@dataclass(frozen=True, kw_only=True)
class ItemsOptions(PairOptions):
    """Settings of the table of comparisons on the same items."""

    clusters: bool | None = setting(
        None,
        off="--no-clusters",
        after="discordant",
        help="Table items: groups of items are a sample, so that items of one may depend on each other; asked where "
        "they are few.",
    )
    fixed_groups: bool = setting(
        False,
        off="--no-fixed-groups",
        help="Table items: groups are fixed instead, such as these benchmarks and no others.",
    )
    average: Literal["items", "benchmarks"] = setting(
        "items", help="Table items: whether every item counts alike, or every group of items."
    )
    mid_p: bool = setting(False, off="--no-mid-p", help="Table items: McNemar's mid-p, which is less conservative.")


@declare("pairs on the same items", limit=PAIRS, stars=True, suffixes=(".csv", ".json"))
def items(comparison: Comparison, options: ItemsOptions = ItemsOptions()) -> Table:
    """Lay out the comparison of pairs on the same items: differences with intervals, counts of items, tests."""
    from comparatex.inference.arithmetic import rejects

    items, listed = items_compared(comparison, options), pairs_shown(comparison, options)
    sheet, varied = _of_items(comparison, options, items, len(listed)), len({*items.n_items.tolist()}) > 1
    corrected = items.correction != "none" and len(items.row) > 1
    different = rejects(items.adjusted_pvalue, comparison.analysis.alpha)
    fields = (
        *ends(comparison),
        *([column("items", "count", items.n_items)] if varied else ()),
        *([column("clusters", "count", items.n_clusters)] if varied and items.groups else ()),
        column("difference", "difference", items.difference, stars=items.adjusted_pvalue),
        column("interval", "interval of differences", items.low, items.high),
        column("record", "record", items.wins, items.ties, items.losses),
        *(
            ()
            if items.test == "mcnemar"
            else [
                column("t", "statistic", items.statistic, heading="t"),
                column("df", "statistic", items.df, places=1, heading="df"),
            ]
        ),
        column("pvalue", "pvalue", items.pvalue, bold=None if corrected else different),
        *([column("adjusted", "pvalue", items.adjusted_pvalue, bold=different)] if corrected else ()),
        *([column("verdict", "words", list(map(word, _verdicts(comparison, items))))] if items.margin else ()),
    )
    return sheet.table(sheet.parts(fields, listed, stub=2, turns=True))


def _verdicts(comparison: Comparison, items: ItemComparison) -> list[Verdict]:
    """Return the verdicts on the rows of comparisons on the same items."""
    return items.verdicts(comparison.analysis.alpha, higher_is_better=comparison.scores.higher_is_better)


def items_compared(comparison: Comparison, options: ItemsOptions) -> ItemComparison:
    """Return the comparison on the same items that the settings ask for."""
    from comparatex.inference.items import compare_items

    return compare_items(
        comparison,
        clusters=options.clusters,
        fixed_groups=options.fixed_groups,
        average=options.average,
        mid_p=options.mid_p,
    )


def sentences_on_items(
    comparison: Comparison, items: ItemComparison, options: ItemsOptions = ItemsOptions()
) -> list[str]:
    """Return a sentence on each pair that the table shows: who is better on the same items, by how much, and p."""
    from comparatex.inference.arithmetic import rejects
    from comparatex.layout.notation import notations

    notation, alpha = notations(comparison, options).differences, comparison.analysis.alpha
    listed = pairs_shown(comparison, options)
    words = _of_items(comparison, options, items, len(listed)).words
    sign, pairs = 1 if comparison.scores.higher_is_better else -1, items.records()
    return [
        str(
            words.sentence(
                {
                    **pairs[k],
                    "difference": notation.fixed(float(items.difference[k])),
                    "interval": notation.interval(float(items.low[k]), float(items.high[k])),
                    "tested": pairs[k]["pvalue"] is not None,
                    "p": equation(float(items.adjusted_pvalue[k]), alpha),
                    "t": fixed(float(items.statistic[k]), 2),
                    "df": fixed(float(items.df[k]), 1),
                    "differ": bool(rejects(items.adjusted_pvalue[k], alpha)),
                    "better": bool(sign * items.difference[k] > 0),
                    **_within_margin(items, k, alpha),
                    "few": bool(items.few[k]),
                    "at_odds": bool(items.at_odds(alpha)[k]),
                }
            )
        )
        for k in listed
    ]


def _within_margin(items: ItemComparison, k: int, alpha: float) -> dict[str, Any]:
    """Return whether a pair is equivalent, else who is not worse than whom by the margin, and p; nothing without."""
    from comparatex.inference.arithmetic import rejects

    tests, differ = items.equivalence, bool(rejects(items.adjusted_pvalue[k], alpha))
    if tests is None or differ:
        return {"equivalent": False, "not_worse": (), "margin_p": ""}
    names = items.names[int(items.row[k])], items.names[int(items.column[k])]
    both, row, column = (float(p[k]) for p in (tests.adjusted_pvalue, tests.adjusted_row, tests.adjusted_column))
    equivalent, least = bool(rejects(both, alpha)), min(row, column)
    return {
        "equivalent": equivalent,
        "not_worse": (names if row <= column else names[::-1]) if rejects(least, alpha) else (),
        "margin_p": equation(both if equivalent else least, alpha) if rejects(least, alpha) else "",
    }


def _of_items(comparison: Comparison, options: ItemsOptions, items: ItemComparison, n_shown: int) -> Sheet:
    """Return the sheet of comparisons on the same items."""
    import numpy as np

    from comparatex.inference.arithmetic import rejects

    return Sheet(
        "items",
        comparison,
        options,
        compared=items,
        n_shown=n_shown,
        n_items=int(items.n_items.max()),
        fewest_items=int(items.n_items.min()),
        n_clusters=int(items.n_clusters.max()),
        few=bool(items.few.any()),
        margin=level(items.margin) if items.margin else "",
        at_odds=bool(items.at_odds(comparison.analysis.alpha).any()),
        n_untested=int(np.isnan(items.pvalue).sum()),
        simultaneous=items.level > 1 - comparison.analysis.alpha,
        n_different=int(rejects(items.adjusted_pvalue, comparison.analysis.alpha).sum()),
    )
