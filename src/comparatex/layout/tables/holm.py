"""The steps of Holm's procedure: p-values in ascending order, each against its level."""

from __future__ import annotations

import numpy as np

from comparatex.inference.comparison import Comparison
from comparatex.inference.stepwise_corrections import holm as adjusted
from comparatex.layout import words
from comparatex.layout.language import say, say_number
from comparatex.layout.numbers import pvalue, significant
from comparatex.layout.options import HolmOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts
from comparatex.layout.tables.columns import name_entry


def holm(comparison: Comparison, options: HolmOptions = HolmOptions()) -> Table:
    """Lay Holm's steps out, whichever correction the analysis uses.

    The i-th smallest of n p-values is held against α/(n − i + 1); the first that is above its level ends
    the procedure, and no later hypothesis is rejected.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    positions(comparison, options.ours)
    pvalues = comparison.pair_statistics.pvalue
    family = np.flatnonzero(~np.isnan(pvalues))
    order = family[np.argsort(pvalues[family], kind="stable")]
    corrected = adjusted(pvalues)
    shown = order[: options.max_rows or None]
    lines = [
        _line(comparison, step, int(k), len(order), float(corrected[k]), options)
        for step, k in enumerate(shown, start=1)
    ]
    n_rejected = int(np.sum(corrected[order] <= comparison.analysis.alpha))
    columns = (
        Column(say("Step")),
        Column(say("Row"), "l"),
        Column(say("Column"), "l"),
        Column(say("p-value")),
        Column(say("Level")),
        Column(say("Adjusted p")),
        Column(say("Decision"), "l"),
    )
    return Table(
        say("Holm's steps"),
        _caption(comparison, len(lines), len(order), n_rejected),
        say(
            "Holm's procedure rejects {n} of {hypotheses}.",
            n=n_rejected,
            hypotheses=words.count(len(order), "hypothesis", "hypotheses"),
        ),
        options.label,
        tuple(parts(columns, lines, stub=len(columns))),
        len(lines) > LINES,
    )


def _line(
    comparison: Comparison, step: int, k: int, n_steps: int, corrected: float, options: HolmOptions
) -> Line:
    """Return one step: a pair, its p-value and the level it is held against."""
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    rejected = corrected <= alpha
    return Line(
        (
            Entry(str(step)),
            name_entry(comparison, int(pairs.row[k]), options),
            name_entry(comparison, int(pairs.column[k]), options),
            Entry(significant(float(pairs.pvalue[k]))),
            Entry(significant(alpha / (n_steps - step + 1))),
            Entry(pvalue(corrected), "significant" if rejected else ""),
            Entry(say("differ" if rejected else "not rejected")),
        )
    )


def _caption(comparison: Comparison, n_shown: int, n_steps: int, n_rejected: int) -> str:
    """Return the procedure, its family and where it stops."""
    analysis = comparison.analysis
    sentences = [
        say(
            "Holm's step-down procedure at α = {alpha} over the p-values of {pairs} ({test}): each is held against α "
            "divided by the number of hypotheses that are left.",
            alpha=words.level(analysis.alpha),
            pairs=words.count(n_steps, "pair"),
            test=words.test(analysis),
        ),
        say_number(
            n_rejected,
            "{hypotheses} is rejected.",
            "{hypotheses} are rejected.",
            hypotheses=words.capital(words.count(n_rejected, "hypothesis", "hypotheses")),
        ),
    ]
    if analysis.correction != "holm":
        sentences.append(say("The other results of this document do not use this procedure."))
    if n_shown < n_steps:
        sentences.append(
            say("The first {n} of {n_all} steps; pairs.csv has all pairs.", n=n_shown, n_all=n_steps)
        )
    return " ".join(sentences)
