"""The steps of Holm's procedure."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from comparatex.inference.corrections import holm as holm_adjusted
from comparatex.tables import MAX_ROWS, PAIRS, Sheet, Showing, Table, column, ends, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_PLACES = 4  # decimals of p-values at least; Holm's table has so many that his smallest level has two digits


@table("the steps of Holm's procedure", limit=replace(PAIRS, remedy="`max_rows`"))
class HolmOptions(Showing):
    """Settings of the table of Holm's steps."""

    max_rows: int = setting(0, **MAX_ROWS)


def lay_out(comparison: Comparison, options: HolmOptions = HolmOptions()) -> Table:
    """Lay the steps of Holm's procedure out, whichever correction the analysis uses.

    The i-th smallest of n p-values is held against α/(n − i + 1); the first that is above its level ends
    the procedure, and no later hypothesis is rejected.
    """
    import numpy as np

    from comparatex.inference.arithmetic import rejects

    pvalues, alpha = comparison.pair_statistics.pvalue, comparison.analysis.alpha
    order = np.argsort(pvalues, kind="stable")[: int(np.sum(~np.isnan(pvalues)))].tolist()
    step = {k: i for i, k in enumerate(order, 1)}
    levels = {k: alpha / (len(order) - i + 1) for k, i in step.items()}
    places = max(_PLACES, 1 - math.floor(math.log10(min(levels.values(), default=alpha))))
    corrected = holm_adjusted(pvalues)
    rejected = rejects(corrected, alpha)
    sheet = Sheet(
        "holm",
        comparison,
        options,
        n_steps=len(order),
        n_shown=min(len(order), options.max_rows or len(order)),
        n_rejected=int(rejected.sum()),
    )
    decisions = sheet.words.decisions
    fields = (
        column("step", "count", step),
        *ends(comparison),
        column("pvalue", "pvalue", pvalues, levels=levels, places=places),
        column("level", "effect", levels, places=places),
        column("adjusted", "pvalue", corrected, bold=rejected),
        column("decision", "words", [decisions["differ" if yes else "not rejected"] for yes in rejected]),
    )
    listed = order[: options.max_rows or None]
    return sheet.table(sheet.parts(fields, listed, stub=len(fields)))
