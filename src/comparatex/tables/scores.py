"""Tables of scores: by task, in repeats and runs, and of pairs on the same items."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from comparatex.artefacts import PAIRS, Limit, declare
from comparatex.data.scores import group_names
from comparatex.errors import DataError, UsageError
from comparatex.layout import selection
from comparatex.layout.facts import Study, word
from comparatex.layout.numbers import MINUS, UNDEFINED, Notation, equation, fixed, level
from comparatex.layout.options import ACROSS, MAX_ROWS, PER_TASK, WITHIN, Choosing, PairOptions, Showing
from comparatex.layout.runs import RunsOptions, about, computed
from comparatex.layout.selection import positions
from comparatex.layout.selection import shown as chosen
from comparatex.layout.tables.booktabs import (
    EASY,
    Column,
    Entry,
    Line,
    Mark,
    Part,
    Table,
    folded,
    hardness,
    headed,
    parts,
    spaced,
)
from comparatex.layout.tables.sheet import Field, Sheet, column, comparates, ends, known_of, pairs_shown, told
from comparatex.layout.widths import room
from comparatex.names import quoted, require
from comparatex.settings import setting
from comparatex.tables.within import counted

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats, Integers
    from comparatex.inference.best import AgainstBest
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.items import ItemComparison
    from comparatex.inference.repeats import Spread
    from comparatex.inference.runs import Estimate, Runs
    from comparatex.inference.within import Within


IMPUTED = "†"  # behind a score that takes the place of a missing one
_STRONGEST = 50  # shade of a best score: numbers are easier to read on light colours
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
class SummingOptions(Choosing):
    """Settings that tables of one measure or several share."""

    across: int = setting(0, **ACROSS)
    summary: tuple[str, ...] = setting(
        (),
        metavar="LINES",
        help=f"Lines that sum up the tasks: some of {', '.join(SUMMARIES)}; by default mean and rank.",
    )
    parts: tuple[tuple[str, Comparison], ...] = ()
    """Comparisons of the same comparates to show side by side instead, by the names of their measures."""
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Weights of tasks in means, by their names."""
    shade_cells: Literal["none", "tasks", "methods"] = setting(
        "none",
        help="Tables of scores and measures: colour cells, from the worst to the best of each task (or measure), or of "
        "each method.",
    )


@dataclass(frozen=True, kw_only=True)
class ScoresOptions(SummingOptions):
    """Settings of the table of scores."""

    max_rows: int = setting(0, **MAX_ROWS)
    methods_in: Literal["auto", "columns", "rows"] = setting(
        "auto",
        common=True,
        help="Whether methods head columns or rows; auto: columns, unless these do not fit and rows do.",
    )
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    spread_as: Literal["auto", "each", "median"] = setting(
        "auto",
        help="Standard deviations behind each mean, or the median of each task; auto: the median from 8 methods on, "
        "or where it keeps the table whole.",
    )
    significant: int = setting(
        0,
        minimum=0,
        maximum=12,
        help="Significant digits of every score; 0: decimals that the scores of its task need.",
    )
    marks: Literal["best", "significant", "not-worse"] = setting(
        "best",
        help="Table scores: mark the best and the second of each task; or also, by *, where the best is "
        "significantly better than the second by its repeats; or all that are not significantly worse than the "
        "best.",
    )
    within: Literal["rank-sum", "welch", "paired"] = setting("rank-sum", **WITHIN)


@declare("scores by task, the best marked", limit=Limit(300, "would fill dozens of pages"), one_task="shown")
def scores(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out: tasks in the lines, comparates in the columns, or the other way round.

    The best score of each task is marked, and the second best; those that are equal in the data share the mark. Each
    task has the digits that tell its marked scores, and all that differ by a twentieth, apart. With repeats, the
    standard deviation (of a sample) follows each mean, or the median of a task's ends its line. Tasks that are in
    groups stand in blocks, each with its mean. Several measures stand side by side, each with its own marks and digits.
    """
    import numpy as np

    chosen, measured = _measured(comparison, options)
    _require_same_tasks(part.comparison for part in measured)
    comparison, blocks = measured[0].comparison, _blocks(measured[0].comparison, options.max_rows)
    spread = [
        _deviations(part.comparison, part.comparison.order[part.shown], spread=options.spread) for part in measured
    ]
    deviate = any(not np.isnan(each).all() for each in spread)
    typical = deviate and (options.spread_as == "median" or (options.spread_as == "auto" and len(chosen) >= _MANY))
    for part, deviations in zip(measured, spread, strict=True):
        _test_within_tasks(part, options)
        part.by_task = dict(_task_lines(part, options, deviations, typical=typical))
        if options.shade_cells == "methods":
            part.by_task = _shaded_by_method(part)
    _sheets("scores", measured, options, {})  # whose headings are the names of lines
    for part in measured:
        part.lines = list(_in_blocks(part, blocks))
        if any(each.ours for each in measured):
            part.lines.append(counted(part.ours, part.shown) if part.ours else Line((Entry(f"+/=/{MINUS}"),)))
    facts = _about_scores(measured, [t for block in blocks.values() for t in block], options, typical=typical)
    sheet = _sheets("scores", measured, options, facts)
    also = _further(sheet, options, chosen)
    upright, turned = _laid_out(sheet, chosen, measured, also, methods_in=options.methods_in, typical=typical)
    behind = facts["spread"] and not (turned or options.across)
    if options.spread_as == "auto" and behind and len(upright) > 1:
        return scores(comparison, replace(options, spread_as="median"))
    if turned:
        return replace(sheet.table(turned), data=upright if options.methods_in == "auto" else ())
    beside = [folded(part, room(options.width).width) for part in upright] if len(upright) == 1 else upright
    return replace(sheet.table(beside), unfolded=upright)


def _about_scores(
    measured: Sequence[_Measured], tasks: Sequence[int], options: ScoresOptions, *, typical: bool
) -> dict[str, Any]:
    """Return what the texts of the table of scores ask for, of the tasks that it shows."""
    import numpy as np

    from comparatex.inference.leaderboard import summary_of
    from comparatex.layout.notation import notations, printed_means

    comparison, chosen = measured[0].comparison, measured[0].shown
    tables = [part.comparison.scores for part in measured]
    lines = [part.by_task[t].entries[1:] for part in measured for t in tasks]
    tests, of_ours = [part.tests for part in measured if part.tests], [part.ours for part in measured if part.ours]
    geometric = tables[0].scale in ("log", "ratio")
    means = summary_of(comparison, "geometric-mean" if geometric else "mean", options.weights)
    sign = 1 if tables[0].higher_is_better else -1
    best = max(chosen, key=lambda i: sign * means[i]) if options.weights else min(chosen)
    return {
        "n_shown": len(chosen),
        "n_lines": len(tasks),
        "n_repeats": max(table.numbers_of_repeats[1] for table in tables),
        "spread": options.spread and not typical and any(table.repeats is not None for table in tables),
        "typical": typical,
        "missing": any(bool(np.isnan(table.values).any()) for table in tables),
        "marks_of": options.marks,
        "marked": _marks(measured),
        "test": options.within,
        "n_tests": max((test.n_tests for test in tests), default=0),
        "correction": tests[0].correction if tests else "",
        "starred": any(entry.text.endswith("*") for line in lines for entry in line),
        "ours": options.ours[0] if of_ours else "",
        "of_ours": (max(each.pvalue.size for each in of_ours), of_ours[0].correction) if of_ours else (),
        "hopeless": any(test.least > comparison.analysis.alpha for test in tests),
        "alike": options.marks != "not-worse" and any(map(_is_coarse, lines)),
        "n_shared": sum(len([entry for entry in line if entry.mark == "best"]) > 1 for line in lines),
        "imputed": any(entry.text.endswith(IMPUTED) for line in lines for entry in line),
        "best": comparison.names[best],
        "geometric": geometric,
        "mean": printed_means(comparison, notations(comparison, options))[1].fixed(float(means[best])),
        "weighted": bool(options.weights),
        "kinds": options.summary,
    }


def _marks(measured: Sequence[_Measured]) -> set[Mark]:
    return {entry.mark for part in measured for line in part.lines for entry in line.entries}


def _test_within_tasks(part: _Measured, options: ScoresOptions) -> None:
    """Test the best of each task, where marks ask for it, and the first of ours, where runs allow it."""
    from comparatex.inference.best import against_best
    from comparatex.inference.within import within

    comparison, table = part.comparison, part.comparison.scores
    if options.marks != "best":
        part.tests = against_best(comparison, part.shown, options.within, second=options.marks == "significant")
    independent = table.repeats is not None and table.repeats_are and not table.share_data
    if options.ours and len(part.shown) > 1 and independent:
        against = positions(comparison, options.ours[:1])[0]
        part.ours = within(comparison, against, [i for i in part.shown if i != against], options.within)


@declare("means and mean ranks by measure", limit=Limit(300, "would fill dozens of pages"))
def measures(comparison: Comparison, options: SummingOptions = SummingOptions()) -> Table:
    """Lay out what sums the tasks up by each measure: a line for each comparate, the best and the second best marked.

    Without a choice of summaries these are the mean, of logarithms and ratios the geometric one, and the mean rank.
    """
    chosen, measured = _measured(comparison, options)
    comparison = measured[0].comparison
    kinds = options.summary or (_centre(comparison), "rank")
    bests, names = list[tuple[str, str]](), [comparison.names[i] for i in chosen]
    _sheets("measures", measured, options, {})  # whose headings are the names of lines
    for part in measured:
        part.lines = list(_sums(part, kinds))
        marks = [entry.mark for entry in part.lines[0].entries[1:]]
        bests += [
            (Study(part.comparison).measure, name) for name, mark in zip(names, marks, strict=True) if mark == "best"
        ]
    tables = [part.comparison.scores for part in measured]
    facts = {
        "n_shown": len(chosen),
        "marked": _marks(measured),
        "weighted": bool(options.weights),
        "kinds": kinds,
        "first": measured[0].lines[0].entries[0].text,
        "bests": bests,
        "uneven": len({table.n_tasks for table in tables}) > 1,
        "partial": not all(table.complete.all() for table in tables),
    }
    sheet = _sheets("measures", measured, options, facts)
    return sheet.table(_laid_out(sheet, chosen, measured, _further(sheet, options, chosen), methods_in="rows")[1])


@dataclass(eq=False)
class _Measured:
    """The columns of one measure in the making."""

    comparison: Comparison
    shown: list[int]  # the comparates in the order of the table, by their positions in the summary order
    sheet: Sheet = field(init=False)
    by_task: Mapping[int, Line] = field(init=False)  # the lines of tasks, by their numbers
    lines: list[Line] = field(init=False)  # all lines
    tests: AgainstBest | None = None  # of others against the best of each task
    ours: Within | None = None  # of others against ours on each task


def _measured(comparison: Comparison, options: SummingOptions) -> tuple[list[int], list[_Measured]]:
    """Return the comparates that are shown, and each measure with them in the same order."""
    import numpy as np

    from comparatex.inference.scale import in_ratios

    require(options.summary, tuple(SUMMARIES), "summary", "`summary`")
    measured, names = list[_Measured](), [part.scores.measure for _, part in options.parts]
    if len(names) > 1 and len({*names} - {""}) < len(names):
        raise UsageError("Several measures side by side need names of their own: read each with `measure_name`.")
    for _, part in options.parts or (("", comparison),):
        if {*part.names} != {*comparison.names}:
            raise UsageError(
                f"The methods with {quoted(part.scores.measure)} differ from those with "
                f"{quoted(comparison.scores.measure)}: choose those of both with `include`, or show one measure."
            )
        if (table := in_ratios(part.scores)) is not part.scores:
            part = replace(part, scores=table, mean=np.nanmean(table.values[:, part.order], axis=0))
        measured.append(_Measured(part, []))
    chosen = selection.shown(measured[0].comparison, options)
    for measure in measured:
        measure.shown = [measure.comparison.names.index(comparison.names[i]) for i in chosen]
    return chosen, measured


def _require_same_tasks(several: Iterable[Comparison]) -> None:
    """Refuse measures whose scores cannot stand in the same lines."""
    first, *others = several
    for other in others:
        if other.scores.tasks != first.scores.tasks:
            raise UsageError(
                f"The tasks with {quoted(other.scores.measure)} differ from those with "
                f"{quoted(first.scores.measure)}: choose those of both with `tasks`, or write the table measures."
            )


def _sheets(kind: str, measured: Sequence[_Measured], options: Showing, facts: Mapping[str, Any]) -> Sheet:
    """Give each measure a sheet, and return that of the first, whose texts are those of the table."""
    several = [Study(part.comparison) for part in measured] if len(measured) > 1 or kind == "measures" else []
    for part in measured:
        part.sheet = Sheet(kind, part.comparison, options, measures=several, **facts)
    return measured[0].sheet


def _further(sheet: Sheet, options: SummingOptions, shown: Sequence[int]) -> list[Line]:
    """Return a line of what else is known of comparates for each heading."""
    columns = {heading: known_of(sheet.comparison, options.extra, heading) for heading in options.extra}
    return [
        Line((Entry(heading), *(Entry(told(about[i]), loose=True, values=(about[i],)) for i in shown)))
        for heading, about in columns.items()
    ]


def _laid_out(
    sheet: Sheet,
    shown: Sequence[int],
    measured: Sequence[_Measured],
    further: Sequence[Line],
    *,
    methods_in: str,
    typical: bool = False,
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the parts with comparates in columns, and those with comparates in rows.

    The latter are there if they are asked for, or if they fit the width and the former do not.
    """
    last, wide = [sheet.headings["typical"]] if typical else [], sheet.wide
    size, blank = len(shown) + len(last) + 1, Entry("")
    whole = [[_filled(line, size) for line in part.lines] for part in measured]
    heads = [Column(sheet.words.stub(by_method=False), "l")]
    for part, lines in zip(measured, whole, strict=True):
        heads += [part.sheet.under(head, *lines) for head in map(sheet.head, shown)]
        heads += [part.sheet.under(Column(heading)) for heading in last]
    beside = (Line((*line.entries, *[blank] * (len(heads) - len(line.entries)))) for line in further)
    joined = [
        replace(line, entries=(line.entries[0], *(entry for lines in whole for entry in lines[k].entries[1:])))
        for k, line in enumerate(whole[0])
    ]
    columns, lines = tuple(heads), _aligned([*joined, *beside], [size - 1] * len(whole))
    upright = tuple(parts(headed(columns, lines, **wide), lines, **wide))
    line = room(wide["made_for"], landscape=wide["landscape"]).width
    hard = hardness(upright, line)
    if methods_in == "columns" or (methods_in == "auto" and hard == EASY):
        return upright, ()
    heads = [Column(sheet.words.stub(by_method=True), "l")]
    for part, lines in zip(measured, whole, strict=True):
        heads += [part.sheet.under(Column(line.entries[0].text), line) for line in lines]
    heads += [Column(line.entries[0].text) for line in further]
    across = [*(line for lines in whole for line in lines), *(_filled(line, size) for line in further)]
    rows = [Line((sheet.name(i), *(line.entries[j] for line in across))) for j, i in enumerate(shown, 1)]
    if typical:
        rows.append(Line((Entry(last[0]), *(line.entries[-1] for line in across)), rule=True, sums=True))
    columns = headed(heads, rows, **wide)
    lying = tuple(parts(columns, _aligned(spaced(rows), [*map(len, whole)]), **wide))
    return upright, lying if methods_in == "rows" or (len(lying) == 1 and hardness(lying, line) < hard) else ()


def _filled(line: Line, size: int) -> Line:
    """Return a line with as many entries as there are columns."""
    return replace(line, entries=(*line.entries, *[Entry("")] * (size - len(line.entries))))


def _blocks(comparison: Comparison, most: int) -> dict[str, list[int]]:
    """Return the tasks that are shown, by group, where several groups have several; else all in one."""
    table, numbers = comparison.scores, list(range(comparison.scores.n_tasks))[: most or None]
    groups = group_names(table)
    of = [table.task_groups.get(task, "") for task in table.tasks]
    if len(groups) < 2 or len(groups) == len(of):
        return {"": numbers}
    return {group: found for group in groups if (found := [t for t in numbers if of[t] == group])}


def _task_lines(
    part: _Measured, options: ScoresOptions, deviations: Floats, *, typical: bool
) -> Iterator[tuple[int, Line]]:
    """Yield the line of each task by its number, and at its end, where these are typical, the median deviation."""
    import numpy as np

    from comparatex.inference.scale import compared
    from comparatex.layout.notation import notations, of_tasks

    comparison, shown = part.comparison, part.shown
    table, columns = comparison.scores, comparison.order[shown]
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
        line = _shaded(line, options, higher=table.higher_is_better)
        if typical:
            median = float(np.nanmedian(deviations[t])) if not np.isnan(deviations[t]).all() else math.nan
            bare = (replace(entry, spread="") for entry in line.entries)
            printed = Entry(digits[t][0].spread_of(values[t][0]).fixed(median), values=(median,))
            line = replace(line, entries=(*bare, printed))
        yield t, _tested(line, part.tests.worse[t].tolist(), options.marks) if part.tests else line


def _in_blocks(part: _Measured, blocks: Mapping[str, Sequence[int]]) -> Iterator[Line]:
    """Yield the lines of the tasks by blocks, each with its mean, and those that sum all tasks up."""
    from comparatex.inference.leaderboard import group_means

    sheet, options = part.sheet, part.sheet.options
    assert isinstance(options, ScoresOptions)
    grouped, means = len(blocks) > 1, group_means(part.comparison, options.weights)
    for number, (group, tasks) in enumerate(blocks.items()):
        lines = spaced([part.by_task[t] for t in tasks])
        yield from (replace(line, rule=number > 0 and k == 0) for k, line in enumerate(lines))
        if grouped and len(tasks) > 1:
            higher, name = part.comparison.scores.higher_is_better, f"{sheet.headings['mean']}, {group}"
            line = _sum(name, means[group][part.shown], _of_means(part), higher=higher)
            yield _shaded(line, options, higher=higher)
    usually = [_centre(part.comparison), *(["group-mean"] if grouped else []), "rank"]
    for number, line in enumerate(_sums(part, options.summary or usually)):
        yield replace(line, rule=number == 0, sums=number == 0)


def _centre(comparison: Comparison) -> str:
    """Return what sums tasks up where nothing else is asked for."""
    return {"log": "geometric-mean", "ratio": "geometric-mean", "normalised": "iqm"}.get(
        comparison.scores.scale or "", "mean"
    )


def _of_means(part: _Measured) -> Notation:
    """Return how means are printed."""
    from comparatex.layout.notation import differs_in_scale, for_size, notations

    comparison, options = part.comparison, part.sheet.options
    printed = notations(comparison, options)
    if differs_in_scale(comparison.scores) and options.precision is None:
        return for_size(comparison.mean, printed.means)
    return printed.scores


def _sums(part: _Measured, kinds: Sequence[str]) -> Iterator[Line]:
    """Yield a line for each summary of all tasks."""
    from comparatex.inference.leaderboard import summary_of
    from comparatex.layout.notation import geometric

    usual, options = _of_means(part), part.sheet.options
    assert isinstance(options, SummingOptions)
    notation = {"rank": Notation(2), "win-rate": Notation(1), "best-on": Notation(0)}
    for kind in kinds:
        better = {"rank": False, "win-rate": True, "best-on": True}.get(kind, part.comparison.scores.higher_is_better)
        values = summary_of(part.comparison, kind, options.weights)[part.shown]
        how = geometric(part.comparison, values) if kind == "geometric-mean" else notation.get(kind, usual)
        line = _sum(part.sheet.headings[SUMMARIES[kind]], values, how, higher=better)
        yield _shaded(line, options, higher=better)


def _sum(name: str, values: Floats, notation: Notation, *, higher: bool) -> Line:
    """Return a line that sums all tasks up, in digits that tell its marked numbers apart."""
    from comparatex.inference.scale import alike
    from comparatex.layout.notation import clear, first_of_ties

    unlike = alike(values)
    digits = clear(first_of_ties(values, unlike), notation, higher=higher)
    return _marked_line(name, values.tolist(), unlike.tolist(), digits, higher=higher)


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

    None are marked where all are equal. What is compared is equal where the data are but for a computer's rounding.
    """
    unlike = sorted({value for value in compared if value == value}, reverse=higher)
    marks: dict[float, Mark] = {unlike[0]: "best"} if len(unlike) > 1 else {}
    if len(values) > 2 and marks and compared.count(unlike[0]) == 1:
        marks[unlike[1]] = "second"
    entries = (
        Entry(
            f"{notation.fixed(value)}{IMPUTED if replaced else ''}",
            marks.get(place, ""),
            "" if math.isnan(spread) else notation.spread_of(value).fixed(spread),
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


def _shaded(line: Line, options: SummingOptions, *, higher: bool) -> Line:
    """Return a line whose scores are coloured from the worst to the best, where that is asked for."""
    if options.shade_cells != "tasks":
        return line
    return replace(line, entries=(line.entries[0], *_with_shades(line.entries[1:], higher=higher)))


def _shaded_by_method(part: _Measured) -> dict[int, Line]:
    """Return the lines of tasks with the scores of each comparate coloured from its worst to its best."""
    columns = [*zip(*(line.entries for line in part.by_task.values()), strict=True)]
    for j in range(1, len(part.shown) + 1):
        columns[j] = _with_shades(columns[j], higher=part.comparison.scores.higher_is_better)
    lines = zip(part.by_task.items(), zip(*columns, strict=True), strict=True)
    return {t: replace(line, entries=entries) for (t, line), entries in lines}


def _with_shades(entries: Sequence[Entry], *, higher: bool) -> tuple[Entry, ...]:
    """Return entries with light colours between those of the worst and the best, outliers aside.

    What is missing or imputed has none, nor has any where all are equal.
    """
    import numpy as np

    from comparatex.layout.mcm import usual_ends

    given = [math.nan if entry.text.endswith(IMPUTED) else float(entry.values[0]) for entry in entries]
    values = np.array(given) if higher else -np.array(given)
    least, most = np.nanmin(values, initial=np.inf), np.nanmax(values, initial=-np.inf)
    low, high = np.clip(usual_ends(values), least, most)
    low, high = (low, high) if low < high else (least, most)
    if not low < high:
        return tuple(entries)
    shades = _STRONGEST * (np.clip(values, low, high) - low) / (high - low)
    shaded = zip(entries, shades.tolist(), strict=True)
    return tuple(replace(entry, shade=None if math.isnan(shade) else round(shade)) for entry, shade in shaded)


def _tested(line: Line, worse: Sequence[bool], marks: str) -> Line:
    """Return the line of a task with the marks of tests against the best, unless all scores are equal."""
    name, scores, last = line.entries[0], line.entries[1 : len(worse) + 1], line.entries[len(worse) + 1 :]
    if not any(entry.mark for entry in scores):
        return line
    if marks == "significant":
        star = "*" if any(worse) else ""
        scores = tuple(replace(each, text=each.text + star) if each.mark == "best" else each for each in scores)
    else:
        kept = zip(scores, worse, strict=True)
        scores = tuple(replace(each, mark="" if lost or each.text == UNDEFINED else "best") for each, lost in kept)
    return replace(line, entries=(name, *scores, *last))


def _is_coarse(scores: Iterable[Entry]) -> bool:
    """Whether a marked score is printed as one that differs."""
    texts = [(entry.text, entry.mark) for entry in scores]
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


def _aligned(lines: Sequence[Line], sizes: Sequence[int]) -> list[Line]:
    """Return lines whose means stand below each other, also where no standard deviation follows.

    The room for these is that of the measure, by how many columns each has.
    """
    starts = accumulate(sizes[:-1], initial=1)
    under = [slice(start, end) for start, end in pairwise([*starts, None])]
    rooms = [max((entry.spread for line in lines for entry in line.entries[some]), key=len) for some in under]

    def spaced(entry: Entry, room: str) -> Entry:
        return entry if entry.spread or not room else replace(entry, spread=room, bare=True)

    return [
        replace(
            line,
            entries=(
                line.entries[0],
                *(spaced(entry, room) for some, room in zip(under, rooms, strict=True) for entry in line.entries[some]),
            ),
        )
        for line in lines
    ]


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


# --------------------------------------------------------------------------------------------------------------- items
@dataclass(frozen=True, kw_only=True)
class ItemsOptions(PairOptions):
    """Settings of the table of comparisons on the same items."""

    clusters: bool | None = setting(
        None,
        off="--no-clusters",
        after="discordant",
        help="Table items: groups of items are a sample, and items of a group may depend on each other; where groups"
        " are few, say which holds.",
    )
    fixed_groups: bool = setting(
        False,
        off="--no-fixed-groups",
        help="Table items: groups are fixed, such as these benchmarks and no others, and no sample.",
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
    verdicts = items.verdicts(comparison.analysis.alpha, higher_is_better=comparison.scores.higher_is_better)
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
        *([column("verdict", "words", list(map(word, verdicts)))] if items.margin else ()),
    )
    return sheet.table(sheet.parts(fields, listed, stub=2, turns=True))


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
