"""The table of scores: tasks in the lines, comparates in the columns, the best of each line marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed
from comparatex.layout.options import ScoresOptions
from comparatex.layout.table import LINES, Entry, Line, Mark, Table, parts
from comparatex.layout.tables.columns import chosen, headings


def scores(comparison: Comparison, options: ScoresOptions = ScoresOptions()) -> Table:
    """Lay the table of scores out.

    The best score of each task is marked, and the second best; equal ones share the mark. With repeats,
    the standard deviation (of a sample) follows each mean.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    shown = chosen(comparison, options.include, options)
    lines = _aligned([*_tasks(comparison, shown, options), *_summary(comparison, shown, options)])
    columns = headings(comparison, say("Task"), shown, lines, options, options.across)
    split = tuple(parts(columns, lines, limit=options.across, turned=options.landscape))
    return Table(
        say("Scores"),
        _caption(comparison, shown, options),
        _alt(comparison, shown, options),
        options.label,
        split,
        len(split) * len(lines) > LINES,
    )


def _tasks(comparison: Comparison, shown: tuple[int, ...], options: ScoresOptions) -> Iterator[Line]:
    """Yield a line for each task."""
    order = comparison.order[list(shown)]
    values = comparison.scores.values[:, order]
    deviations = _deviations(comparison, order, options)
    for t, name in list(enumerate(comparison.scores.tasks))[: options.max_rows or None]:
        marks = _marks(values[t], comparison.scores.higher_is_better)
        entries = [
            Entry(fixed(float(value), options.precision), mark, deviation)
            for value, mark, deviation in zip(values[t], marks, deviations[t], strict=True)
        ]
        yield Line((Entry(name), *entries))


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


def _marks(values: Floats, higher: bool) -> list[Mark]:
    """Return which scores of a line are the best and the second best; none where all are equal."""
    distinct = np.unique(values[~np.isnan(values)])[:: -1 if higher else 1]
    names: dict[float, Mark] = {}
    if len(distinct) > 1:
        names = {float(distinct[0]): "best", float(distinct[1]): "second"}
    return [names.get(float(value), "") for value in values]


def _summary(comparison: Comparison, shown: tuple[int, ...], options: ScoresOptions) -> Iterator[Line]:
    """Yield the lines of mean scores and mean ranks."""
    places = list(shown)
    for label, values, higher, precision in (
        (say("Mean"), comparison.mean[places], comparison.scores.higher_is_better, options.precision),
        (say("Mean rank"), comparison.mean_rank[places], False, 2),
    ):
        marks = _marks(values, higher)
        entries = (Entry(fixed(float(x), precision), mark) for x, mark in zip(values, marks, strict=True))
        yield Line((Entry(label), *entries), rule=label == say("Mean"))


def _aligned(lines: Sequence[Line]) -> list[Line]:
    """Return lines whose means stand below each other, also where no standard deviation follows."""
    room = max((entry.spread for line in lines for entry in line.entries), key=len)

    def spaced(entry: Entry) -> Entry:
        return entry if entry.spread or not room else replace(entry, spread=room, bare=True)

    return [Line((line.entries[0], *map(spaced, line.entries[1:])), line.rule) for line in lines]


def _caption(comparison: Comparison, shown: tuple[int, ...], options: ScoresOptions) -> str:
    """Return what is shown, and what the marks mean."""
    table = comparison.scores
    some = len(shown) < table.n_comparates
    drawn, kind = words.some_of(comparison, len(shown)), words.kind(comparison)
    sentences = [say("Scores of {size} ({kind}).", size=drawn, kind=kind)]
    if options.max_rows and options.max_rows < table.n_tasks:
        sentences.append(
            say(
                "The first {n} of {n_tasks} tasks; scores.csv has them all.",
                n=options.max_rows,
                n_tasks=table.n_tasks,
            )
        )
    if some:
        sentences.append(say("Ranks are among all comparates; scores.csv has the others' scores."))
    if table.repeats is not None:
        sentences.append(
            say(
                "Mean ± standard deviation of up to {repeats}."
                if options.spread
                else "Mean of up to {repeats}.",
                repeats=words.count(table.repeats.shape[2], "repeat"),
            )
        )
    sentences.append(
        say(
            "Bold: the best shown; underlined: the second best."
            if some
            else "Bold: the best; underlined: the second best."
        )
    )
    if np.isnan(table.values).any():
        sentences.append(say("A dash is a missing score; means are over the tasks that a comparate has."))
    return " ".join(sentences)


def _alt(comparison: Comparison, shown: tuple[int, ...], options: ScoresOptions) -> str:
    """Return which comparate has the best mean score."""
    best = min(shown)
    mean = fixed(float(comparison.mean[best]), options.precision)
    return say(
        "Scores of {size}; the best mean score is {mean}, of {best}.",
        size=words.size(comparison),
        mean=mean,
        best=comparison.names[best],
    )
