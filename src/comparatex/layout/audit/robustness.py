"""The table of pairs by how often their verdict survives small changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.inference.audit.audit import Audit
from comparatex.layout import words
from comparatex.layout.audit.families import family
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, pvalue
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts


@dataclass(frozen=True, kw_only=True)
class RobustnessOptions:
    """Settings of the table: by which p-value verdicts are meant, and how many pairs it shows at most."""

    adjusted: bool = False
    max_rows: int = 20
    label: str = "tab-robustness"


def robustness(audit: Audit, options: RobustnessOptions = RobustnessOptions()) -> Table:
    """Lay the pairs out whose verdict does not survive every change, the most fragile first."""
    smallest, weakest = audit.robustness.weakest(options.adjusted)
    fragile = [int(k) for k in np.argsort(smallest, kind="stable") if smallest[k] < 1]
    shown = fragile[: options.max_rows or None]
    lines = [_line(audit, k, options, float(smallest[k]), weakest[k]) for k in shown]
    columns = (
        Column(say("Row"), "l"),
        Column(say("Column"), "l"),
        Column(say("p-value")),
        Column(say("Verdict"), "l"),
        Column(say("Robustness")),
        Column(say("Weakest under"), "l"),
    )
    if not lines:
        lines = [Line((Entry(say("none")), *(Entry("") for _ in columns[1:])))]
    return Table(
        say("Robustness of verdicts"),
        _caption(audit, options, len(shown), len(fragile)),
        _alt(audit, len(fragile)),
        options.label,
        tuple(parts(columns, lines, stub=len(columns))),
        len(lines) > LINES,
    )


def _line(audit: Audit, k: int, options: RobustnessOptions, share: float, weakest: str) -> Line:
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
            Entry(say("differ" if significant else "not told apart")),
            Entry(say("{share} %", share=fixed(100 * share, 0))),
            Entry(family(weakest)),
        )
    )


def _caption(audit: Audit, options: RobustnessOptions, n_shown: int, n_fragile: int) -> str:
    """Return what robustness is, over which families of changes."""
    found, alpha = audit.robustness, audit.comparison.analysis.alpha
    families = words.joined(
        tuple(f"{family(name)} ({n})" for name, n in zip(found.families, found.variants, strict=True))
    )
    total = found.raw.shape[1]
    sentences = [
        say(
            "Robustness of a verdict: the smallest share of variants in which it stays the same, over families of "
            "variants (their number): {families}.",
            families=families,
        ),
        say(
            "Verdicts are by adjusted p-values at α = {alpha}."
            if options.adjusted
            else "Verdicts are by raw p-values at α = {alpha}.",
            alpha=words.level(alpha),
        ),
        say(
            "{pairs} of {total} keep theirs in every variant.",
            pairs=words.capital(words.count(total - n_fragile, "other pair")),
            total=total,
        ),
    ]
    if n_shown < n_fragile:
        sentences.append(
            say("The {shown} most fragile of {all}; audit.json has them all.", shown=n_shown, all=n_fragile)
        )
    return " ".join(sentences)


def _alt(audit: Audit, n_fragile: int) -> str:
    """Return how many verdicts are fragile."""
    total = audit.robustness.raw.shape[1]
    return say(
        "{number} of {verdicts} change in some variant of the data or the convention.",
        number=n_fragile,
        verdicts=words.count(total, "verdict"),
    )
