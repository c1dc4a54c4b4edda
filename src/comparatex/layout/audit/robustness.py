"""The table of pairs by how often their verdict survives small changes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from comparatex.inference.audit.audit import Audit
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed, pvalue
from comparatex.layout.options import RobustnessOptions
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts
from comparatex.text import Text


def robustness(audit: Audit, options: RobustnessOptions = RobustnessOptions()) -> Table:
    """Lay the pairs out whose verdict does not survive every change, the most fragile first."""
    smallest, weakest = audit.robustness.weakest(options.adjusted)
    fragile = [int(k) for k in np.argsort(smallest, kind="stable") if smallest[k] < 1]
    shown = fragile[: options.max_rows or None]
    n_pairs = audit.robustness.raw.shape[1]
    words = text(
        "audit-robustness",
        audit.comparison,
        f=Facts(audit, options.adjusted, n_pairs, len(fragile), len(shown)),
    )
    lines = [_line(audit, words, k, options, float(smallest[k]), weakest[k]) for k in shown]
    columns = tuple(
        Column(words.headings[name], "r" if name in ("pvalue", "robustness") else "l")
        for name in ("row", "column", "pvalue", "verdict", "robustness", "weakest")
    )
    if not lines:
        lines = [Line((Entry(words.no_pair()), *(Entry("") for _ in columns[1:])))]
    return Table(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        label=options.label,
        parts=tuple(parts(columns, lines, stub=len(columns))),
        long=len(lines) > LINES,
    )


def _line(audit: Audit, words: Text, k: int, options: RobustnessOptions, share: float, weakest: str) -> Line:
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
            Entry(words.verdict(significant)),
            Entry(words.share(fixed(100 * share, 0))),
            Entry(words.family(family_key(weakest))),
        )
    )


@dataclass(frozen=True, eq=False)
class Facts:
    """What the texts of the table are made of."""

    audit: Audit
    adjusted: bool
    n_pairs: int
    n_fragile: int
    n_shown: int

    @property
    def families(self) -> list[tuple[str, int]]:
        """Families of variants, and how many variants each has."""
        found = self.audit.robustness
        return [(family_key(name), int(n)) for name, n in zip(found.families, found.variants, strict=True)]


def family_key(name: str) -> str:
    """Return the name of a family of variants to the texts.

    >>> family_key("zero rules")
    'zero-rules'
    """
    return name.replace(" ", "-")
