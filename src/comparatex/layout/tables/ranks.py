"""The table of ranks: each comparate's mean rank and scores, or its rank on every task."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, marked
from comparatex.layout.options import RanksOptions
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts
from comparatex.layout.tables.columns import chosen, headings, name_entry


def ranks(comparison: Comparison, options: RanksOptions = RanksOptions()) -> Table:
    """Lay the table of ranks out.

    Ranks are among all comparates on the complete tasks, 1 is best, ties averaged.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    shown = chosen(comparison, options.include, options)
    if options.per_task:
        lines = list(_tasks(comparison, shown, options))
        columns = headings(comparison, say("Task"), shown, lines, options, options.across)
    else:
        lines = list(_summary(comparison, shown[: options.max_rows or None], options))
        columns = _headings()
    split = tuple(
        parts(columns, lines, limit=options.across if options.per_task else 0, turned=options.landscape)
    )
    return Table(
        say("Ranks"),
        _caption(comparison, shown, options),
        _alt(comparison),
        options.label,
        split,
        len(split) * len(lines) > LINES,
    )


def _headings() -> tuple[Column, ...]:
    """Return the columns of the summary."""
    numbers = (say("Mean rank"), say("Best on"), say("Worst on"), say("Mean score"), say("Median score"))
    return Column(say("Comparate"), "l"), *map(Column, numbers)


def _summary(comparison: Comparison, shown: tuple[int, ...], options: RanksOptions) -> Iterator[Line]:
    """Yield a line for each comparate."""
    best, worst = _extremes(comparison)
    for i in shown:
        yield Line(
            (
                name_entry(comparison, i, options),
                Entry(fixed(float(comparison.mean_rank[i]), 2)),
                Entry(str(best[i])),
                Entry(str(worst[i])),
                Entry(fixed(float(comparison.mean[i]), options.precision)),
                Entry(fixed(float(comparison.median[i]), options.precision)),
            )
        )


def _extremes(comparison: Comparison) -> tuple[list[int], list[int]]:
    """Return on how many tasks each comparate is the best and the worst; equal ones count alike."""
    table = comparison.ranks
    if not len(table):
        return [0] * len(comparison.names), [0] * len(comparison.names)
    best = table == table.min(axis=1, keepdims=True)
    worst = table == table.max(axis=1, keepdims=True)
    return np.sum(best, axis=0).tolist(), np.sum(worst, axis=0).tolist()


def _tasks(comparison: Comparison, shown: tuple[int, ...], options: RanksOptions) -> Iterator[Line]:
    """Yield a line for each complete task, and one for the mean."""
    complete = [
        t for t, there in zip(comparison.scores.tasks, comparison.scores.complete, strict=True) if there
    ]
    limit = options.max_rows or len(complete)
    for task, found in list(zip(complete, comparison.ranks, strict=True))[:limit]:
        best = found.min()
        entries = (Entry(_rank(found[i]), "best" if found[i] == best else "") for i in shown)
        yield Line((Entry(task), *entries))
    means = (Entry(fixed(float(comparison.mean_rank[i]), 2)) for i in shown)
    yield Line((Entry(say("Mean")), *means), rule=True)


def _rank(value: float) -> str:
    """Return a rank with one decimal, for halves exist.

    >>> _rank(2.5), _rank(3.0)
    ('2.5', '3.0')
    """
    return marked(f"{value:.1f}")


def _caption(comparison: Comparison, shown: tuple[int, ...], options: RanksOptions) -> str:
    """Return what is shown, on which tasks."""
    scores, n_complete = comparison.scores, len(comparison.ranks)
    drawn, kind = words.some_of(comparison, len(shown)), words.kind(comparison)
    sentences = [
        say("Ranks of {size} ({kind}); 1 is the best rank, ties are averaged.", size=drawn, kind=kind)
    ]
    if n_complete < scores.n_tasks:
        sentences.append(
            say(
                "Ranks are from the {n} of {n_tasks} tasks on which every comparate has a score.",
                n=n_complete,
                n_tasks=scores.n_tasks,
            )
        )
    if len(shown) < scores.n_comparates:
        sentences.append(say("Ranks are among all comparates."))
    total = n_complete if options.per_task else len(shown)
    if options.max_rows and options.max_rows < total:
        sentences.append(
            say("The first {n} of {n_all} lines; ranks.csv has them all.", n=options.max_rows, n_all=total)
        )
    if not options.per_task:
        sentences.append(say("Best on and worst on count tasks, equal scores for each of the comparates."))
    return " ".join(sentences)


def _alt(comparison: Comparison) -> str:
    """Return which comparate has the best mean rank."""
    size = words.size(comparison)
    if np.isnan(comparison.mean_rank).any():
        return say("Scores of {size}; mean ranks are undefined.", size=size)
    best = int(np.argmin(comparison.mean_rank))
    return say(
        "Ranks of {size}; the best mean rank is {rank}, of {best}.",
        size=size,
        rank=fixed(float(comparison.mean_rank[best]), 2),
        best=comparison.names[best],
    )
