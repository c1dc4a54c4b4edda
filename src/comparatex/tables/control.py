"""All comparates against one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from comparatex.errors import UsageError
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.numbers import fixed
from comparatex.layout.selection import named, positions
from comparatex.tables import ACROSS, Choosing, Sheet, Table, column, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_CONTROL: tuple[str, ...] = (
    "bonferroni", "holm", "hochberg", "hommel", "holland", "finner", "rom", "li",
)  # fmt: skip
"""The corrections for a family of comparisons with a control."""


@table("all against one")
class ControlOptions(Choosing):
    """Settings of the table of all against a control."""

    control: str = ""  # the comparate that the others are compared with; empty: the first of `ours`
    every_correction: bool = setting(
        False, off="--no-every-correction", help="Table control: eight corrections side by side."
    )
    across: int = setting(0, **ACROSS)


def lay_out(comparison: Comparison, options: ControlOptions = ControlOptions()) -> Table:
    """Lay the comparisons with a control out, smallest p-value first, corrected over this family.

    A correction that needs all pairs is replaced by Holm's.
    """
    import numpy as np

    from comparatex.inference.arithmetic import rejects
    from comparatex.inference.rank_tests import against_control, bonferroni_dunn_difference
    from comparatex.inference.verdicts import pvalues_seen_from

    missing = "The table needs the comparate that the others are compared with: `control`, `focus` or `ours`."
    subject = named(comparison, options.control, options.own, missing)
    if comparison.analysis.test == "nemenyi":
        raise UsageError('Nemenyi\'s test is one of all pairs: for a control, choose `test="friedman-z"` or another.')
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    raw = against_control(pvalues_seen_from(comparison, subject), pairs.row, pairs.column, subject)
    members = np.flatnonzero((pairs.row == subject) | (pairs.column == subject))
    order = members[np.argsort(raw[members], kind="stable")].tolist()
    own_correction = comparison.analysis.correction
    used = "holm" if CORRECTIONS[own_correction].pairs else own_correction
    corrections = _CONTROL if options.every_correction else () if used == "none" else (used,)
    adjusted = {name: CORRECTIONS[name].adjust(raw) for name in corrections}
    n_ranked, m = len(comparison.ranks), len(comparison.names)
    sheet = Sheet(
        "control",
        comparison,
        options,
        control=comparison.names[subject],
        n_others=len(order),
        n_apart=int(rejects(CORRECTIONS[used].adjust(raw)[order], alpha).sum()),
        used=used,
        bounded=_conditions(corrections),
        every_correction=options.every_correction,
        critical=fixed(bonferroni_dunn_difference(m, n_ranked, alpha), 3) if n_ranked >= 2 else "",
    )
    turned = pairs.row == subject
    chosen = positions(comparison, options.include)
    if chosen:
        order = [k for k in order if {int(pairs.row[k]), int(pairs.column[k])} - {subject} <= {*chosen}]
    fields = (
        column("comparate", "name", np.where(turned, pairs.column, pairs.row)),
        column("difference", "difference", np.where(turned, 1, -1) * pairs.mean_difference),
        column("pvalue", "pvalue", raw, bold=rejects(raw, alpha)),
        *(column(name, "pvalue", corrected, bold=rejects(corrected, alpha)) for name, corrected in adjusted.items()),
    )
    return sheet.table(sheet.parts(fields, order, stub=3, limit=options.across, heads="headed", turns=True))


def _conditions(corrections: Sequence[str]) -> Mapping[str, list[str]]:
    """Return the corrections under each condition on which they bound the family-wise error."""
    alike: dict[str, list[str]] = {}
    for name in corrections:
        if CORRECTIONS[name].bounds != "family-wise error":
            continue
        alike.setdefault(CORRECTIONS[name].condition, []).append(name)
    return alike
