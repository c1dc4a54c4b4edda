"""Effect sizes of pairs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from comparatex.layout.numbers import fixed
from comparatex.tables import PAIRS, PairOptions, Sheet, Table, column, ends, pairs_shown, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


@table("effect sizes of pairs", limit=PAIRS)
class EffectsOptions(PairOptions):
    """Settings of the table of effect sizes."""


def lay_out(comparison: Comparison, options: EffectsOptions = EffectsOptions()) -> Table:
    """Lay the effect sizes of pairs out: those of the differences, then those that ignore the pairing by tasks."""
    import numpy as np

    listed, effects, won = pairs_shown(comparison, options), comparison.effects, comparison.win_share
    pairs, sizes, logarithms = comparison.pair_statistics, effects["rank_biserial"], effects["log_ratio"]
    adjusted = comparison.analysis.correction != "none" and comparison.analysis.test != "nemenyi"
    defined, ratios = bool(np.isfinite(sizes).any()), bool(np.isfinite(logarithms).any())
    k = int(np.nanargmax(np.abs(sizes))) if defined else 0
    sheet = Sheet(
        "effects",
        comparison,
        options,
        n_shown=len(listed),
        ratios=ratios,
        adjusted=adjusted,
        largest=fixed(float(sizes[k]), 3) if defined else "",
        row=comparison.names[int(pairs.row[k])],
        column=comparison.names[int(pairs.column[k])],
    )
    means = [math.exp(x) if abs(x) < 700 else math.nan for x in logarithms.tolist()]
    fields = (
        *ends(comparison),
        column("rank_biserial", "effect", sizes, stars=pairs.adjusted_pvalue if adjusted else pairs.pvalue),
        *(column(name, "effect", effects[name]) for name in ("cohens_d", "cliffs_delta")),
        column("vargha_delaney", "effect", effects["vargha_delaney"], heading="A"),
        *([column("ratio", "effect", means)] if ratios else ()),
        column("won", "share", won.estimate),
        column("interval", "interval", won.low, won.high, places=2),
    )
    return sheet.table(sheet.parts(fields, listed, stub=2, heads="narrowed", turns=True))
