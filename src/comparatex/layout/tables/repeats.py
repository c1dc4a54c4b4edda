"""The table of repeats: how scores spread over folds or seeds, and who wins repeat by repeat."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.repeats import Spread, competition, spread
from comparatex.layout import words
from comparatex.layout.language import message, say
from comparatex.layout.numbers import fixed
from comparatex.layout.options import RepeatsOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Part, Table, parts
from comparatex.layout.tables.columns import chosen, name_entry
from comparatex.layout.tables.pair_lines import chosen as chosen_pairs
from comparatex.layout.tables.pair_lines import heads, left_out, lines

_CASES = (message("Mean"), message("SD"), message("Best case"), message("Worst case"))


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
    cube = _cube(comparison)
    found = spread(cube, higher_is_better=comparison.scores.higher_is_better)
    shown = chosen_pairs(comparison, options)
    first = (
        _tasks(comparison, found, options) if options.per_task else _comparates(comparison, found, options)
    )
    both = (*first, *_competition(comparison, cube, shown, options))
    return Table(
        say("Repeats"),
        " ".join(_sentences(comparison, found, len(shown), options)),
        _alt(comparison, found),
        options.label,
        both,
        sum(len(part.lines) for part in both) > LINES,
    )


def _cases() -> tuple[Column, ...]:
    """Return the columns of the mean, the deviation and the extremes."""
    return tuple(Column(say(case)) for case in _CASES)


def _cube(comparison: Comparison) -> Floats:
    """Return the scores of all repeats, comparates in the summary order."""
    if comparison.scores.repeats is None:
        raise DataError("The table has one score per task and comparate: there are no repeats to show.")
    return comparison.scores.repeats[:, comparison.order]


def _comparates(comparison: Comparison, found: Spread, options: RepeatsOptions) -> tuple[Part, ...]:
    """Return a line for each comparate: its mean, its mean deviation, its best and worst repeat of all."""
    higher = comparison.scores.higher_is_better
    best, worst = (np.nanmax, np.nanmin) if higher else (np.nanmin, np.nanmax)
    rows = []
    for i in chosen(comparison, options.include, options):
        varied = found.deviation[:, i][found.count[:, i] > 1]
        deviation = float(varied.mean()) if len(varied) else float("nan")
        values = (
            float(comparison.mean[i]),
            deviation,
            float(best(found.best[:, i])),
            float(worst(found.worst[:, i])),
        )
        texts = (fixed(value, options.precision) for value in values)
        rows.append(Line((name_entry(comparison, i, options), *map(Entry, texts))))
    columns = (Column(say("Comparate"), "l"), *_cases())
    return tuple(parts(columns, rows))


def _tasks(comparison: Comparison, found: Spread, options: RepeatsOptions) -> tuple[Part, ...]:
    """Return a line for each task and comparate."""
    rows = []
    for t, task in enumerate(comparison.scores.tasks):
        for n, i in enumerate(chosen(comparison, options.include, options)):
            fields = (found.mean, found.deviation, found.best, found.worst)
            texts = [fixed(float(values[t, i]), options.precision) for values in fields]
            entries = (
                Entry(task if n == 0 else ""),
                name_entry(comparison, i, options),
                Entry(str(found.count[t, i])),
            )
            rows.append(Line((*entries, *map(Entry, texts)), rule=n == 0 and t > 0))
    columns = (Column(say("Task"), "l"), Column(say("Comparate"), "l"), Column(say("Repeats")), *_cases())
    return tuple(parts(columns, rows, stub=2))


def _competition(
    comparison: Comparison, cube: Floats, shown: list[int], options: RepeatsOptions
) -> tuple[Part, ...]:
    """Return in how many repeats of all tasks the row of each pair wins, ties and loses."""
    pairs = comparison.pair_statistics

    def entries(k: int) -> list[Entry]:
        first, second = cube[:, pairs.row[k]], cube[:, pairs.column[k]]
        counts = competition(first, second, higher_is_better=comparison.scores.higher_is_better)
        wins, ties, losses = (int(count.sum()) for count in counts)
        share = wins / max(wins + ties + losses, 1)
        return [Entry(f"{wins}/{ties}/{losses}"), Entry(f"{fixed(100 * share, 1)} %")]

    columns = (*heads(), Column(say("W/T/L"), "c"), Column(say("Won")))
    return tuple(parts(columns, lines(comparison, shown, options, entries), stub=2)) if shown else ()


def _sentences(comparison: Comparison, found: Spread, n_shown: int, options: RepeatsOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    low, high = int(found.count.min()), int(found.count.max())
    yield say(
        "{repeats} of each score of {size} ({kind})."
        if low == high
        else "{low} to {high} repeats of each score of {size} ({kind}).",
        repeats=words.capital(words.count(low, "repeat")),
        low=low,
        high=high,
        size=words.size(comparison),
        kind=words.direction(comparison),
    )
    yield say(
        "SD: standard deviation of the repeats of a task (divisor n − 1)."
        if options.per_task
        else "SD: standard deviation of the repeats of a task (divisor n − 1), averaged over tasks; best and worst "
        "case of all tasks and repeats."
    )
    yield say(
        "Competition, repeat by repeat: wins, ties and losses (W/T/L) of the row over all tasks, and the share that it "
        "wins. Folds of a cross-validation share training data: these are no independent trials, and no test."
    )
    yield from left_out(comparison, n_shown)


def _alt(comparison: Comparison, found: Spread) -> str:
    """Return the result in a sentence."""
    deviation = np.where(found.count > 1, found.deviation, 0.0).mean(axis=0)
    i = int(np.argmax(deviation))
    return say(
        "Repeats of {name} vary most, with a mean standard deviation of {size}.",
        name=comparison.names[i],
        size=fixed(float(deviation[i])),
    )
