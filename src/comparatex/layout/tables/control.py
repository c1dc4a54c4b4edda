"""The table of all comparates against a control, under the corrections for such a family."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.analysis import Correction
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.occam import turned_pvalues
from comparatex.inference.rank_tests import against_control, bonferroni_dunn_difference
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, pvalue
from comparatex.layout.options import ControlOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Table, headed, parts
from comparatex.layout.tables.columns import name_entry

_SHOWN: tuple[Correction, ...] = (
    "bonferroni",
    "holm",
    "hochberg",
    "hommel",
    "holland",
    "finner",
    "rom",
    "li",
)
_HEADS = {"bonferroni": "Bonferroni–Dunn"}


def control(comparison: Comparison, options: ControlOptions = ControlOptions()) -> Table:
    """Lay the comparisons with a control out, smallest p-value first.

    Raises
    ------
    UsageError
        No control is named, a name is unknown, or the test is Nemenyi's, which is one of all pairs.
    """
    own, pairs = _control(comparison, options), comparison.pair_statistics
    raw = against_control(turned_pvalues(comparison, own), pairs.row, pairs.column, own)
    members = np.flatnonzero((pairs.row == own) | (pairs.column == own))
    order = members[np.argsort(raw[members], kind="stable")]
    adjusted = {name: CORRECTIONS[name].adjust(raw) for name in _SHOWN}
    rows = [_line(comparison, int(k), own, raw, adjusted, options) for k in order]
    heads = [_HEADS.get(name, words.CORRECTIONS[name]) for name in _SHOWN]
    columns = (
        Column(say("Comparate"), "l"),
        Column(say("Difference")),
        Column(say("p-value")),
        *map(Column, heads),
    )
    n_apart = int(np.sum(adjusted["holm"][order] <= comparison.analysis.alpha))
    return Table(
        say("All against a control"),
        " ".join(_sentences(comparison, own, len(order))),
        say(
            "{n} of {comparates} differ from {control} after Holm's correction.",
            n=n_apart,
            comparates=words.count(len(order), "comparate"),
            control=comparison.names[own],
        ),
        options.label,
        tuple(parts(headed(columns, rows), rows, stub=3, limit=options.across, turned=options.landscape)),
        len(rows) > LINES,
    )


def _control(comparison: Comparison, options: ControlOptions) -> int:
    """Return the position of the control."""
    named = (options.control,) if options.control else options.ours[:1]
    positions(comparison, options.ours)
    if not named:
        raise UsageError(
            "The table needs the comparate that the others are compared with: `control` or `ours`."
        )
    if comparison.analysis.test == "nemenyi":
        raise UsageError(
            'Nemenyi\'s test is one of all pairs: for a control, choose `test="friedman-z"` or another.'
        )
    return positions(comparison, named)[0]


def _line(
    comparison: Comparison,
    k: int,
    own: int,
    raw: Floats,
    adjusted: dict[Correction, Floats],
    options: ControlOptions,
) -> Line:
    """Return the line of a pair with the control."""
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    first = int(pairs.row[k]) == own
    difference = float(pairs.mean_difference[k]) * (1 if first else -1)
    marked = [(float(raw[k]), bool(raw[k] < alpha))]
    marked += [(float(found[k]), bool(found[k] <= alpha)) for found in adjusted.values()]
    return Line(
        (
            name_entry(comparison, int(pairs.column[k] if first else pairs.row[k]), options),
            Entry(fixed(difference, options.precision)),
            *(Entry(pvalue(p), "significant" if apart else "") for p, apart in marked),
        )
    )


def _sentences(comparison: Comparison, own: int, n_others: int) -> Iterator[str]:
    """Yield the sentences of the caption."""
    analysis, name = comparison.analysis, comparison.names[own]
    tasks = words.count(comparison.scores.n_tasks, "task")
    yield say(
        "{control} against {others} on {tasks} ({kind}).",
        control=name,
        others=words.count(n_others, "other comparate"),
        tasks=f"{tasks}{words.task_group(comparison)}",
        kind=words.direction(comparison),
    )
    yield say(
        "Difference: mean score of {control} less that of the other; p-values of the {test}.",
        control=name,
        test=words.test(analysis),
    )
    yield say(
        "Adjusted p-values over the family of {comparisons} with the control, which must be chosen before the results "
        "are seen; bold: significant at α = {alpha}.",
        comparisons=words.count(n_others, "comparison"),
        alpha=words.level(analysis.alpha),
    )
    yield from _conditions()
    if len(comparison.ranks) >= 2:
        apart = bonferroni_dunn_difference(len(comparison.names), len(comparison.ranks), analysis.alpha)
        yield say(
            "The Bonferroni–Dunn test of mean ranks has the critical difference {difference}.",
            difference=fixed(apart, 3),
        )


def _conditions() -> Iterator[str]:
    """Yield under which condition each correction bounds the family-wise error."""
    alike: dict[str, list[str]] = {}
    for name in _SHOWN:
        alike.setdefault(CORRECTIONS[name].condition, []).append(_HEADS.get(name, words.CORRECTIONS[name]))
    said = say("; ").join(
        f"{words.joined(tuple(names))} {words.condition(condition)}" for condition, names in alike.items()
    )
    yield say("They bound the family-wise error: {corrections}.", corrections=said)
