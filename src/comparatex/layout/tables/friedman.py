"""The table of the tests that any comparates differ, with their critical values."""

from __future__ import annotations

import math
from collections.abc import Iterator

from comparatex.inference.comparison import Comparison
from comparatex.inference.friedman import friedman_critical_value
from comparatex.layout import results, words
from comparatex.layout.language import message, say
from comparatex.layout.numbers import UNDEFINED, fixed, pvalue
from comparatex.layout.options import FriedmanOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import Column, Entry, Line, Table, parts


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
        Column(say("Test"), "l"),
        Column(say("Statistic")),
        Column(say("df"), "c"),
        Column(say("Critical value")),
        Column(say("p-value")),
    )
    return Table(
        say("Friedman test"),
        _caption(comparison),
        results.friedman_result(comparison),
        options.label,
        tuple(parts(columns, list(_lines(comparison)), stub=len(columns))),
        long=False,
    )


def _lines(comparison: Comparison) -> Iterator[Line]:
    """Yield a line for each statistic."""
    from scipy.special import chdtri, fdtri

    found, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    chi_square = float(chdtri(found.df, alpha))
    yield _line(message("χ², corrected for ties"), found.statistic, str(found.df), chi_square, found.pvalue)
    yield _line(
        message("χ², uncorrected"),
        found.uncorrected_statistic,
        str(found.df),
        chi_square,
        found.uncorrected_pvalue,
    )
    if found.exact_pvalue is not None:
        exact = friedman_critical_value(len(comparison.names), len(comparison.ranks), alpha)
        yield _line(
            message("χ², exact"),
            found.statistic,
            "",
            math.nan if exact is None else exact,
            found.exact_pvalue,
        )
    degrees = _degrees(refined.df)
    defined = refined.df[1] > 0 and not math.isnan(refined.statistic)
    limit = float(fdtri(*refined.df, 1 - alpha)) if defined else math.nan
    yield _line(message("F, corrected for ties"), refined.statistic, degrees, limit, refined.pvalue)
    yield _line(
        message("F, uncorrected"),
        refined.uncorrected_statistic,
        degrees,
        limit,
        refined.uncorrected_pvalue,
    )
    aligned, quade = comparison.aligned_ranks, comparison.quade
    yield _line(message("χ² of aligned ranks"), aligned.statistic, str(found.df), chi_square, aligned.pvalue)
    first, second = quade.df
    limit = float(fdtri(first, second, 1 - alpha)) if second > 0 else math.nan
    yield _line(message("Quade's F"), quade.statistic, _degrees(quade.df), limit, quade.pvalue)


def _degrees(df: tuple[int, ...]) -> str:
    """Return two degrees of freedom."""
    first, second = df
    return say("{df1}, {df2}", df1=first, df2=second)


def _line(name: str, statistic: float, df: str, limit: float, p: float) -> Line:
    """Return the line of a statistic."""
    texts = (fixed(statistic, 3), df or UNDEFINED, fixed(limit, 3), pvalue(p))
    return Line((Entry(say(name)), *map(Entry, texts)))


def _caption(comparison: Comparison) -> str:
    """Return what is tested, on which tasks."""
    n_complete, n_tasks = len(comparison.ranks), comparison.scores.n_tasks
    of_tasks = (
        words.count(n_tasks, "task")
        if n_complete == n_tasks
        else say(
            "the {n} of {n_tasks} tasks on which every comparate has a score", n=n_complete, n_tasks=n_tasks
        )
    )
    sentences = [
        say(
            "Tests that all of {comparates} perform alike, from their ranks on {tasks}; the alternative is that some "
            "differ. Friedman's χ², Iman and Davenport's F, their degrees of freedom (df) and critical values at "
            "α = {alpha}.",
            comparates=words.count(len(comparison.names), "comparate"),
            tasks=of_tasks,
            alpha=words.level(comparison.analysis.alpha),
        ),
        say(
            "Aligned ranks are those of scores less the mean of their task, over the whole table; Quade's F weights "
            "tasks by the range of their scores."
        ),
    ]
    if comparison.friedman.exact_pvalue is not None:
        sentences.append(
            say(
                "The exact p-value is over all orders of the scores within tasks, ties included; the exact critical "
                "value is that without ties."
            )
        )
    if not math.isnan(comparison.critical_difference):
        difference = fixed(comparison.critical_difference, 3)
        sentences.append(
            say("Nemenyi's critical difference of mean ranks is {difference}.", difference=difference)
        )
    return " ".join(sentences)
