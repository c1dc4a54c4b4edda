"""Verdicts on one comparate against each rival."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.layout.facts import word
from comparatex.layout.selection import included_in, named
from comparatex.layout.tables.sheet import amount
from comparatex.tables import Choosing, Sheet, Table, column, comparates, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_RIVAL = ("mean_difference", "wins", "ties", "losses", "pvalue", "adjusted_pvalue")


@table("better, worse or not distinguishable: --ours or --control against each rival")
class VerdictsOptions(Choosing):
    """Settings of the table of verdicts."""

    control: str = ""  # the comparate that the verdicts are on; empty: the first of `ours`
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """What comparates cost: then there are columns of costs."""
    cost_name: str = "cost"  # what costs are


def lay_out(comparison: Comparison, options: VerdictsOptions = VerdictsOptions()) -> Table:
    """Lay the verdicts on one comparate out: better, worse, or not distinguishable from each rival, best first."""
    from comparatex.inference.verdicts import contrary, rivals

    missing = "The table needs the comparate that the verdicts are on: `control`, `focus` or `ours`."
    subject = named(comparison, options.control, options.own, missing)
    standing, everyone, costs = rivals(comparison, subject, options.costs), range(len(comparison.names)), options.costs
    included = included_in(comparison, options)
    others, pairs = [i for i in everyone if i != subject], comparison.pair_statistics
    sheet = Sheet(
        "verdicts",
        comparison,
        options,
        own=comparison.names[subject],
        found=standing,
        contrary=bool(contrary(comparison)[(pairs.row == subject) | (pairs.column == subject)].any()),
        n_judged=len(others) - len(standing.unjudged),
        cost_name=options.cost_name,
        cost=amount(costs[comparison.names[subject]]) if comparison.names[subject] in costs else "",
    )
    of = {what: comparison.between(what, [subject], everyone)[0] for what in _RIVAL}
    # a test has the side of its pair, whoever is asked about
    if subject and comparison.analysis.sides in ("row", "column"):
        for what in ("pvalue", "adjusted_pvalue"):
            of[what][:subject] = comparison.between(what, everyone[:subject], [subject])[:, 0]
    decided = {*standing.better, *standing.worse}
    verdicts = {
        i: word(
            verdict,
            cheaper=i in standing.dearer and i in standing.undecided,
            within=i in standing.near and i in decided,
        )
        for i, verdict in standing.verdicts.items()
    }
    spent = [costs.get(name, float("nan")) for name in comparison.names]
    fields = (
        comparates(comparison, "rival"),
        column("difference", "difference", of["mean_difference"]),
        column("record", "record", of["wins"], of["ties"], of["losses"], align="r"),
        column("pvalue", "pvalue", of["pvalue"]),
        column("adjusted", "pvalue", of["adjusted_pvalue"]),
        *([column("cost", "amount", spent)] if costs else ()),
        column("verdict", "words", verdicts, bold={i: i in decided for i in others}),
    )
    return sheet.table(sheet.parts(fields, [i for i in others if i in included], turns=True))
