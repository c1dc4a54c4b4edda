"""A full pipeline against its reduced forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.layout.selection import named
from comparatex.tables import LINES, Sheet, Showing, Table, column, comparates, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


@table("a full pipeline against reduced forms", limit=replace(LINES, remedy="`exclude`"))
class AblationOptions(Showing):
    """Settings of the ablation table."""

    full: str = setting(
        "",
        common=True,
        metavar="NAME",
        after="column",
        help="Table ablation: the full pipeline; --control or the first of --ours else.",
    )
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Complexity of each form, such as its number of features: adds a column, and Occam's verdict."""
    cost_name: str = "cost"  # what the costs are


def lay_out(comparison: Comparison, options: AblationOptions = AblationOptions()) -> Table:
    """Lay a full pipeline out against its reduced forms, the one that loses most first."""
    import numpy as np

    from comparatex.inference.arithmetic import rejects
    from comparatex.inference.verdicts import ablation as against_full
    from comparatex.inference.verdicts import razor

    missing = "The table needs the full pipeline that the others are forms of: `full`, `focus` or `ours`."
    full = named(comparison, options.full, options.own, missing)
    forms, names, alpha = against_full(comparison, full), comparison.names, comparison.analysis.alpha
    better = 1 if comparison.scores.higher_is_better else -1
    order = np.argsort(-better * forms.difference, kind="stable")
    best, simplest = razor(comparison, options.costs) if options.costs else (None, None)
    sheet = Sheet(
        "ablation",
        comparison,
        options,
        own=names[full],
        n_forms=len(names) - 1,
        n_worse=int(forms.matters.sum()),
        cost_name=options.cost_name,
        best="" if best is None else names[best],
        simplest="" if simplest is None else names[simplest],
    )

    def form(values: Iterable[object]) -> dict[int, object]:
        """Return what each reduced form has, and nothing of the full one."""
        return {full: None, **dict(zip(forms.reduced.tolist(), values, strict=True))}

    counts = (comparison.between(what, [full], forms.reduced.tolist())[0] for what in ("wins", "ties", "losses"))
    record = (form(map(int, count)) for count in counts)
    fields = (
        comparates(comparison, "form"),
        *([column("cost", "cost", [options.costs.get(name, float("nan")) for name in names])] if options.costs else ()),
        column("mean", "score", comparison.mean),
        column("loss", "difference", form(forms.difference)),
        column("record", "record", *record),
        column("pvalue", "pvalue", form(forms.pvalue), bold=form(rejects(forms.pvalue, alpha))),
        column("adjusted", "pvalue", form(forms.adjusted_pvalue), bold=form(forms.matters)),
    )
    return sheet.table(sheet.parts(fields, [full, *forms.reduced[order].tolist()], turns=True))
