"""Tables of scores: by task, in repeats and runs, and of pairs on the same items."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from comparatex.artefacts import PAIRS, Limit, declare
from comparatex.errors import DataError
from comparatex.layout import selection
from comparatex.layout.facts import word
from comparatex.layout.numbers import Notation, equation, fixed, level
from comparatex.layout.options import ACROSS, MAX_ROWS, PER_TASK, Choosing, PairOptions
from comparatex.layout.selection import positions
from comparatex.layout.selection import shown as chosen
from comparatex.layout.tables.booktabs import Entry, Line, Mark, Part, Table
from comparatex.layout.tables.sheet import Field, Sheet, column, comparates, ends, known_of, pairs_shown, told
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats, Integers
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.items import ItemComparison
    from comparatex.inference.repeats import Spread
    from comparatex.inference.runs import Estimate, Runs
    from comparatex.inference.verdicts import Verdict


IMPUTED = "†"  # behind a score that takes the place of a missing one


# -------------------------------------------------------------------------------------------------------------- scores
@dataclass(frozen=True, kw_only=True)
class ScoresOptions(Choosing):
    """Settings of the table of scores."""

    max_rows: int = setting(0, **MAX_ROWS)
    across: int = setting(0, **ACROSS)
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    significant: int = setting(
        0,
        common=True,
        minimum=0,
        maximum=12,
        help="Significant digits of every score; 0: decimals that the scores of its task need.",
    )
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""


@declare("scores by task, the best marked", limit=Limit(300, "would fill dozens of pages"))
def scores(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out: tasks in the lines, comparates in the columns, the best of each line marked.

    The best score of each task is marked, and the second best; those that are equal in the data share the mark. Each
    line has the digits that tell its marked scores, and all that differ by a twentieth, apart. With repeats, the
    standard deviation (of a sample) follows each mean.
    """
    import numpy as np

    from comparatex.inference.scale import compared, ratios
    from comparatex.layout.notation import (
        differs_in_scale,
        for_size,
        geometric,
        notations,
        of_tasks,
        told_apart,
    )

    table, chosen = comparison.scores, selection.shown(comparison, options)
    printed, higher = notations(comparison, options), table.higher_is_better
    columns = comparison.order[chosen]
    values, unlike = table.values[:, columns].tolist(), compared(table)[:, columns].tolist()
    spreads = _deviations(comparison, columns, spread=options.spread).tolist()
    usual = replace(printed.scores, significant=options.significant)
    digits = of_tasks(comparison, usual, chosen, exactly=options.significant > 0 or options.precision is not None)
    names, imputed = [comparison.names[i] for i in chosen], {*table.imputed}
    lines = [
        _marked_line(
            name,
            values[t],
            unlike[t],
            digits[t],
            spreads[t],
            [(name, each) in imputed for each in names],
            higher=higher,
        )
        for t, name in list(enumerate(table.tasks))[: options.max_rows or None]
    ]
    sheet = Sheet(
        "scores",
        comparison,
        options,
        n_shown=len(chosen),
        n_lines=len(lines),
        n_repeats=0 if table.repeats is None else table.repeats.shape[2],
        spread=options.spread,
        missing=bool(np.isnan(table.values).any()),
        alike=any(map(_is_coarse, lines)),
        n_shared=sum(len([entry for entry in line.entries if entry.mark == "best"]) > 1 for line in lines),
        imputed=any(entry.text.endswith(IMPUTED) for line in lines for entry in line.entries[1:]),
        best=comparison.names[min(chosen)],
        mean=printed.means.fixed(float(comparison.mean[min(chosen)])),
    )
    of_means = told_apart(comparison.mean, printed.scores, printed.means.decimals)
    if differs_in_scale(table) and options.precision is None:
        of_means = for_size(comparison.mean, printed.means)
    lines.append(
        replace(
            _sum(sheet.headings["mean"], comparison.mean[chosen], of_means, higher=higher),
            rule=True,
            sums=True,
        )
    )
    if table.scale == "log":
        name = sheet.headings["geometric_mean"]
        lines.append(_sum(name, ratios(comparison.mean[chosen]), geometric(comparison), higher=higher))
    lines.append(_sum(sheet.headings["mean_rank"], comparison.mean_rank[chosen], Notation(2), higher=False))
    for heading in options.extra:
        about = known_of(comparison, options.extra, heading)
        lines.append(Line((Entry(heading), *(Entry(told(about[i]), loose=True, values=(about[i],)) for i in chosen))))
    return sheet.table(sheet.by_task(chosen, _aligned(lines), sheet.words.stub(), options.across))


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


@declare("spread and competition of folds or seeds", limit=PAIRS)
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
