"""The table of critical values: of the sign and signed-rank test by tasks, of tests of ranks by comparates, and z."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.comparison import Comparison
from comparatex.inference.critical_values import (
    nemenyi_critical_value,
    sign_critical_value,
    wilcoxon_critical_value,
)
from comparatex.inference.friedman import friedman_critical_value
from comparatex.inference.nemenyi import critical_difference
from comparatex.inference.proportions import z_value
from comparatex.inference.rank_tests import bonferroni_dunn_value
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import UNDEFINED, fixed
from comparatex.layout.options import CriticalOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Mark, Part, Table, parts

_LEVELS = (0.10, 0.05, 0.01)
_TASKS, _COMPARATES = range(5, 31), range(2, 13)
_CONFIDENCE = (0.50, 0.68, 0.80, 0.90, 0.95, 0.98, 0.99)


def critical(comparison: Comparison, options: CriticalOptions = CriticalOptions()) -> Table:
    """Lay critical values out, computed: for usual sizes, those of the table itself included and marked.

    Raises
    ------
    UsageError
        A name is unknown.
    """
    positions(comparison, options.ours)
    levels = tuple(sorted({*_LEVELS, comparison.analysis.alpha}, reverse=True))
    found = (_by_tasks(comparison, levels), _by_comparates(comparison, levels), _of_normal())
    return Table(
        say("Critical values"),
        " ".join(_sentences(comparison)),
        _alt(comparison),
        options.label,
        found,
        sum(len(part.lines) for part in found) > LINES,
    )


def _by_tasks(comparison: Comparison, levels: tuple[float, ...]) -> Part:
    """Return the critical values of the sign test and the signed-rank test."""
    own = comparison.scores.n_tasks
    rows: list[Line] = []
    for n in sorted({*_TASKS, own}):
        found = [f(n, alpha) for f in (sign_critical_value, wilcoxon_critical_value) for alpha in levels]
        texts = (UNDEFINED if value is None else str(value) for value in found)
        rows.append(_line(str(n), texts, n == own, bool(rows) and n == own and n - 1 not in _TASKS))
    columns = [Column(f"{name}, {words.level(alpha)}") for name in (say("Sign"), "W") for alpha in levels]
    return next(parts((Column(say("Tasks")), *columns), rows, limit=len(columns)))


def _by_comparates(comparison: Comparison, levels: tuple[float, ...]) -> Part:
    """Return the critical values of tests of mean ranks."""
    own, n, alpha = len(comparison.names), max(len(comparison.ranks), 2), comparison.analysis.alpha
    rows: list[Line] = []
    for k in sorted({*_COMPARATES, own}):
        chi_square = friedman_critical_value(k, n, alpha)
        texts = (
            *(fixed(nemenyi_critical_value(k, level), 3) for level in levels),
            *(fixed(bonferroni_dunn_value(k, level), 3) for level in levels),
            UNDEFINED if chi_square is None else fixed(chi_square, 3),
            fixed(critical_difference(k, n, alpha), 3),
        )
        rows.append(_line(str(k), texts, k == own, bool(rows) and k == own and k - 1 not in _COMPARATES))
    heads = [f"{name}, {words.level(level)}" for name in ("q", "z") for level in levels]
    columns = (Column(say("Comparates")), *map(Column, heads), Column("χ²"), Column(say("CD")))
    return next(parts(columns, rows, limit=len(columns)))


def _of_normal() -> Part:
    """Return z_N, the half-width of N % intervals in standard errors."""
    heads = tuple(Column(f"{words.level(100 * level)} %") for level in _CONFIDENCE)
    line = Line((Entry("z"), *(Entry(fixed(z_value(level), 3)) for level in _CONFIDENCE)))
    return next(parts((Column(say("Confidence"), "l"), *heads), [line], limit=len(heads)))


def _line(first: str, texts: Iterator[str] | tuple[str, ...], own: bool, rule: bool) -> Line:
    """Return a line, marked where it is that of the table itself."""
    mark: Mark = "ours" if own else ""
    return Line(tuple(Entry(text, mark) for text in (first, *texts)), rule)


def _sentences(comparison: Comparison) -> Iterator[str]:
    """Yield the sentences of the caption."""
    yield say(
        "Critical values, computed, not copied; bold: those of this study, {size}.",
        size=words.size(comparison),
    )
    yield say(
        "By tasks that do not tie: the smallest number of wins with which the two-sided sign test rejects at the level "
        "of the column, and the largest smaller rank sum W with which the exact two-sided signed-rank test does; "
        "a dash: no outcome is rare enough."
    )
    yield say(
        "By comparates: q of the Nemenyi test (studentized range over √2), z of the Bonferroni–Dunn test against a "
        "control, and for {tasks} at α = {alpha} Friedman's χ² (exact without ties where that is feasible) and "
        "Nemenyi's critical difference (CD).",
        tasks=words.count(max(len(comparison.ranks), 2), "task"),
        alpha=words.level(comparison.analysis.alpha),
    )
    yield say(
        "z of the normal distribution: an interval of the confidence is the estimate ± z standard errors."
    )


def _alt(comparison: Comparison) -> str:
    """Return the values of this study in a sentence."""
    n, alpha = comparison.scores.n_tasks, comparison.analysis.alpha
    wins, smaller = sign_critical_value(n, alpha), wilcoxon_critical_value(n, alpha)
    return say(
        "On {tasks} no outcome is rare enough at α = {alpha}."
        if wins is None or smaller is None
        else "On {tasks} and at α = {alpha}, the sign test needs {wins} wins and the signed-rank test a smaller rank "
        "sum of at most {smaller}.",
        tasks=words.count(n, "task"),
        alpha=words.level(alpha),
        wins=wins,
        smaller=smaller,
    )
