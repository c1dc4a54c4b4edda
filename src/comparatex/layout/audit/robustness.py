"""The table of pairs by how often their verdict survives small changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.inference.audit.audit import Audit
from comparatex.layout import words
from comparatex.layout.numbers import fixed, pvalue
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts


@dataclass(frozen=True, kw_only=True)
class RobustnessOptions:
    """Settings of the table: by which p-value verdicts are meant, and how many pairs it shows at most."""

    adjusted: bool = False
    max_rows: int = 40
    label: str = "tab-robustness"


def robustness(audit: Audit, options: RobustnessOptions = RobustnessOptions()) -> Table:
    """Lay the pairs out whose verdict does not survive every change, the most fragile first."""
    smallest, weakest = audit.robustness.weakest(options.adjusted)
    fragile = [int(k) for k in np.argsort(smallest, kind="stable") if smallest[k] < 1]
    shown = fragile[: options.max_rows or None]
    lines = [_line(audit, k, options, float(smallest[k]), weakest[k]) for k in shown]
    columns = (
        Column("Row", "l"),
        Column("Column", "l"),
        Column("p-value"),
        Column("Verdict", "l"),
        Column("Robustness"),
        Column("Weakest under", "l"),
    )
    if not lines:
        lines = [Line((Entry("none"), *(Entry("") for _ in columns[1:])))]
    return Table(
        "Robustness of verdicts",
        _caption(audit, options, len(shown), len(fragile)),
        _alt(audit, len(fragile)),
        options.label,
        tuple(parts(columns, lines, stub=len(columns))),
        len(lines) > LINES,
    )


def _line(audit: Audit, k: int, options: RobustnessOptions, share: float, family: str) -> Line:
    """Return the line of a pair."""
    comparison = audit.comparison
    pairs, names = comparison.pair_statistics, comparison.names
    found = pairs.adjusted_pvalue if options.adjusted else pairs.pvalue
    judged = comparison.adjusted_significant if options.adjusted else comparison.significant
    significant = bool(judged[k])
    return Line(
        (
            Entry(names[pairs.row[k]]),
            Entry(names[pairs.column[k]]),
            Entry(pvalue(float(found[k])), "significant" if significant else ""),
            Entry("differ" if significant else "not told apart"),
            Entry(f"{fixed(100 * share, 0)} %"),
            Entry(family),
        )
    )


def _caption(audit: Audit, options: RobustnessOptions, n_shown: int, n_fragile: int) -> str:
    """Return what robustness is, over which families of changes."""
    found, alpha = audit.robustness, audit.comparison.analysis.alpha
    families = words.joined(
        tuple(f"{family} ({n})" for family, n in zip(found.families, found.variants, strict=True))
    )
    which = "adjusted p-values" if options.adjusted else "raw p-values"
    sentences = [
        "Robustness of a verdict: the smallest share of variants in which it stays the same, over families of "
        f"variants (their number): {families}.",
        f"Verdicts are by {which} at α = {words.level(alpha)}.",
        f"{words.capital(words.count(found.raw.shape[1] - n_fragile, 'other pair'))} of "
        f"{found.raw.shape[1]} keep theirs in every variant.",
    ]
    if n_shown < n_fragile:
        sentences.append(f"The {n_shown} most fragile of {n_fragile}; audit.json has them all.")
    return " ".join(sentences)


def _alt(audit: Audit, n_fragile: int) -> str:
    """Return how many verdicts are fragile."""
    total = audit.robustness.raw.shape[1]
    return f"{n_fragile} of {words.count(total, 'verdict')} change in some variant of the data or the convention."
