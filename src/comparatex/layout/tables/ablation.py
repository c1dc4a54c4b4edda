"""The ablation table: a full pipeline against its reduced forms."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.occam import Ablation
from comparatex.inference.occam import ablation as against_full
from comparatex.layout import occam_words, words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, marked, pvalue
from comparatex.layout.options import AblationOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts
from comparatex.layout.tables.columns import name_entry


def ablation(comparison: Comparison, options: AblationOptions = AblationOptions()) -> Table:
    """Lay a full pipeline out against its reduced forms, the one that loses most first.

    Raises
    ------
    UsageError
        No full pipeline is named, or a name is unknown.
    DataError
        Costs are given, but not of all forms.
    """
    positions(comparison, options.ours)
    named = (options.full,) if options.full else options.ours[:1]
    if not named:
        raise UsageError("The table needs the full pipeline that the others are forms of: `full` or `ours`.")
    full = positions(comparison, named)[0]
    found = against_full(comparison, full)
    better = 1 if comparison.scores.higher_is_better else -1
    order = np.argsort(-better * found.difference, kind="stable")
    whole = _line(comparison, full, None, 0, options)
    rows = [whole, *(_line(comparison, full, found, int(k), options) for k in order)]
    return Table(
        say("Ablation of {name}", name=comparison.names[full]),
        " ".join(_sentences(comparison, full, options)),
        _alt(comparison, full, found),
        options.label,
        tuple(parts(_columns(options), rows, stub=1, turned=options.landscape)),
        len(rows) > LINES,
    )


def _columns(options: AblationOptions) -> tuple[Column, ...]:
    """Return the columns."""
    heads = (say("Mean"), say("Loss"), say("W/T/L"), say("p-value"), say("Adjusted p"))
    cost = (Column(words.capital(options.cost_name)),) if options.costs else ()
    columns = (Column(head, "c" if head == say("W/T/L") else "r") for head in heads)
    return (Column(say("Form"), "l"), *cost, *columns)


def _line(
    comparison: Comparison, full: int, found: Ablation | None, k: int, options: AblationOptions
) -> Line:
    """Return the line of a reduced form, or of the full pipeline."""
    i = full if found is None else int(found.reduced[k])
    cost = (Entry(marked(f"{options.costs[comparison.names[i]]:.6g}")),) if options.costs else ()
    first = (
        name_entry(comparison, i, options),
        *cost,
        Entry(fixed(float(comparison.mean[i]), options.precision)),
    )
    if found is None:
        return Line((*first, *(Entry("") for _ in range(4))))
    record = [int(comparison.matrix(name)[full, i]) for name in ("wins", "ties", "losses")]
    alpha = comparison.analysis.alpha
    raw, adjusted = float(found.pvalue[k]), float(found.adjusted_pvalue[k])
    return Line(
        (
            *first,
            Entry(fixed(float(found.difference[k]), options.precision)),
            Entry("/".join(map(str, record))),
            Entry(pvalue(raw), "significant" if raw < alpha else ""),
            Entry(pvalue(adjusted), "significant" if found.matters[k] else ""),
        )
    )


def _sentences(comparison: Comparison, full: int, options: AblationOptions) -> Iterator[str]:
    """Yield the sentences of the caption."""
    analysis, name = comparison.analysis, comparison.names[full]
    yield say(
        "{name} and its reduced forms on {tasks} ({kind}), the one that loses most first.",
        name=name,
        tasks=f"{words.count(comparison.scores.n_tasks, 'task')}{words.task_group(comparison)}",
        kind=words.direction(comparison),
    )
    yield say(
        "Loss: mean score of {name} less that of the form; wins, ties and losses (W/T/L) are those of {name}; p-values "
        "of the {test}.",
        name=name,
        test=words.test(analysis),
    )
    yield _corrected(comparison)
    yield say(
        "Bold: significant at α = {alpha}; an adjusted p-value only where {name} is better, so that what the form "
        "leaves out matters. Where it is not, the simpler form may do: that has not been shown to be as good.",
        alpha=words.level(analysis.alpha),
        name=name,
    )
    if options.costs:
        yield occam_words.verdict(comparison, options.costs, options.cost_name)


def _corrected(comparison: Comparison) -> str:
    """Return how p-values are corrected over the comparisons with the full pipeline."""
    analysis, n = comparison.analysis, len(comparison.names) - 1
    if analysis.test == "nemenyi":
        return say("Nemenyi's test allows for all pairs: p-values are adjusted already.")
    correction = "holm" if CORRECTIONS[analysis.correction].pairs else analysis.correction
    over = say("{comparisons} with the full form", comparisons=words.count(n, "comparison"))
    return say("Adjusted p-values: {correction}.", correction=words.correction_of(correction, over, analysis))


def _alt(comparison: Comparison, full: int, found: Ablation) -> str:
    """Return the result in a sentence."""
    return say(
        "{name} is significantly better than {n} of {forms}.",
        name=comparison.names[full],
        n=int(found.matters.sum()),
        forms=words.count(len(found.reduced), "comparate"),
    )
