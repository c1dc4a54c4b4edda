"""The table of the tests that any comparates differ, with their critical values."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.inference.friedman_exact import friedman_critical_value
from comparatex.layout import results, words
from comparatex.layout.numbers import UNDEFINED, fixed, pvalue
from comparatex.layout.showing import Showing, positions
from comparatex.layout.table import Column, Entry, Line, Table, parts


@dataclass(frozen=True, kw_only=True)
class FriedmanOptions(Showing):
    """Settings of the table of the Friedman test.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    label: str = "tab-friedman"


def friedman(
    comparison: Comparison,
    options: FriedmanOptions = FriedmanOptions(),
) -> Table:
    """Lay the Friedman test and its relatives out: χ² and F with and without tie correction, aligned ranks, Quade.

    Raises
    ------
    UsageError
        A name is unknown.
    """
    positions(comparison, options.ours)
    columns = (
        Column("Test", "l"),
        Column("Statistic"),
        Column("df", "c"),
        Column("Critical value"),
        Column("p-value"),
    )
    return Table(
        "Friedman test",
        _caption(comparison),
        results.friedman_result(comparison),
        options.label,
        tuple(parts(columns, list(_lines(comparison)), stub=len(columns))),
        False,
    )


def _lines(comparison: Comparison) -> Iterator[Line]:
    """Yield a line for each statistic."""
    from scipy.special import chdtri, fdtri

    found, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    chi_square = float(chdtri(found.df, alpha))
    yield _line("χ², corrected for ties", found.statistic, str(found.df), chi_square, found.pvalue)
    yield _line(
        "χ², uncorrected",
        found.uncorrected_statistic,
        str(found.df),
        chi_square,
        found.uncorrected_pvalue,
    )
    if found.exact_pvalue is not None:
        exact = friedman_critical_value(len(comparison.names), len(comparison.ranks), alpha)
        yield _line(
            "χ², exact", found.statistic, "", math.nan if exact is None else exact, found.exact_pvalue
        )
    degrees = ", ".join(map(str, refined.df))
    defined = refined.df[1] > 0 and not math.isnan(refined.statistic)
    limit = float(fdtri(*refined.df, 1 - alpha)) if defined else math.nan
    yield _line("F, corrected for ties", refined.statistic, degrees, limit, refined.pvalue)
    yield _line(
        "F, uncorrected",
        refined.uncorrected_statistic,
        degrees,
        limit,
        refined.uncorrected_pvalue,
    )
    aligned, quade = comparison.aligned_ranks, comparison.quade
    yield _line("χ² of aligned ranks", aligned.statistic, str(found.df), chi_square, aligned.pvalue)
    first, second = quade.df
    limit = float(fdtri(first, second, 1 - alpha)) if second > 0 else math.nan
    yield _line("Quade's F", quade.statistic, ", ".join(map(str, quade.df)), limit, quade.pvalue)


def _line(name: str, statistic: float, df: str, limit: float, p: float) -> Line:
    """Return the line of a statistic."""
    texts = (fixed(statistic, 3), df or UNDEFINED, fixed(limit, 3), pvalue(p))
    return Line((Entry(name), *map(Entry, texts)))


def _caption(comparison: Comparison) -> str:
    """Return what is tested, on which tasks."""
    n_complete, n_tasks = len(comparison.ranks), comparison.scores.n_tasks
    of_tasks = words.count(n_tasks, "task")
    if n_complete < n_tasks:
        of_tasks = f"the {n_complete} of {n_tasks} tasks on which every comparate has a score"
    sentences = [
        f"Tests that all of {words.count(len(comparison.names), 'comparate')} perform alike, from their ranks "
        f"on {of_tasks}; the alternative is that some differ. Friedman's χ², Iman and Davenport's F, their degrees "
        f"of freedom (df) and critical values at α = {words.level(comparison.analysis.alpha)}.",
        "Aligned ranks are those of scores less the mean of their task, over the whole table; Quade's F weights "
        "tasks by the range of their scores.",
    ]
    if comparison.friedman.exact_pvalue is not None:
        sentences.append(
            "The exact p-value is over all orders of the scores within tasks, ties included; the exact "
            "critical value is that without ties."
        )
    if not math.isnan(comparison.critical_difference):
        sentences.append(
            f"Nemenyi's critical difference of mean ranks is {fixed(comparison.critical_difference, 3)}."
        )
    return " ".join(sentences)
