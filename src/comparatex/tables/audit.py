"""The pairs whose verdict does not survive every small change of data and convention, the most fragile first."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.errors import NothingToShow
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed, pvalue
from comparatex.layout.options import LABEL, Showing
from comparatex.layout.tables.booktabs import LINES, Column, Entry, Line, Table, parts
from comparatex.layout.widths import room
from comparatex.settings import setting
from comparatex.text import Text

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit


@dataclass(frozen=True, kw_only=True)
class RobustnessOptions(Showing):
    """Settings of the table: by which p-value verdicts are meant, and how many pairs it shows at most."""

    adjusted: bool = False
    max_rows: int = 20  # a page has room for them and for what is said of them
    label: str = setting("tab-robustness", **LABEL)


@declare("verdicts that small changes reverse", limit=ANY_NUMBER, of="audit")
def audit_robustness(audit: Audit, options: RobustnessOptions = RobustnessOptions()) -> Table:
    """Lay the pairs out whose verdict does not survive every change, the most fragile first."""
    import numpy as np

    from comparatex.layout.audit_section import families

    smallest, weakest = audit.robustness.weakest(options.adjusted)
    if smallest.min(initial=1.0) == 1:
        raise NothingToShow("Every verdict holds in every variant: there is no fragile pair to list.")
    fragile = [int(k) for k in np.argsort(smallest, kind="stable") if smallest[k] < 1]
    listed = fragile[: options.max_rows or None]
    words = text(
        "audit-robustness",
        audit.comparison,
        f=SimpleNamespace(
            adjusted=options.adjusted,
            n_pairs=audit.robustness.raw.shape[1],
            n_fragile=len(fragile),
            n_shown=len(listed),
            families=families(audit),
        ),
    )
    lines = [_line(audit, words, k, options, float(smallest[k]), weakest[k]) for k in listed]
    columns = tuple(
        Column(words.headings[name], "r" if name in ("pvalue", "robustness") else "l")
        for name in ("row", "column", "pvalue", "verdict", "robustness", "weakest")
    )
    return Table(
        **words.about(),
        label=options.label,
        parts=tuple(parts(columns, lines, stub=len(columns), made_for=options.width)),
        long=len(lines) > LINES,
        room=room(options.width).width,
    )


def _line(audit: Audit, words: Text, k: int, options: RobustnessOptions, share: float, weakest: str) -> Line:
    """Return the line of a pair, whose verdict holds in a share of the variants of its weakest family."""
    from comparatex.layout.audit_section import family_key

    comparison = audit.comparison
    pairs, names = comparison.pair_statistics, comparison.names
    pvalues = pairs.adjusted_pvalue if options.adjusted else pairs.pvalue
    judged = comparison.significant if options.adjusted else comparison.raw_significant
    significant, single = bool(judged[k]), audit.robustness.is_single(weakest)
    return Line(
        (
            Entry(names[pairs.row[k]]),
            Entry(names[pairs.column[k]]),
            Entry(pvalue(float(pvalues[k]), alpha=comparison.analysis.alpha), "significant" if significant else ""),
            Entry(words.verdict(significant)),
            Entry(words.none_of_one() if single else words.share(fixed(100 * share, 0))),
            Entry(words.family(family_key(weakest))),
        )
    )
