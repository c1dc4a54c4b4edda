"""Aggregate metrics of runs with intervals, probabilities of improvement, and where their variance is from."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from comparatex.layout.selection import positions
from comparatex.layout.selection import shown as chosen
from comparatex.tables import Choosing, Field, Limit, Part, Sheet, Table, column, comparates, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.runs import Estimate, Runs

TARGET = {
    "metavar": "SCORE",
    "help": "Score that leaves no optimality gap; by default the best of a measure between 0 and 1.",
}


@table(
    "aggregate metrics of runs or seeds, and sources of variance",
    limit=Limit(300, "would fill dozens of pages"),
)
class RunsOptions(Choosing):
    """Settings of the table of runs."""

    target: float | None = setting(None, **TARGET)


@lru_cache(maxsize=2)
def computed(comparison: Comparison, ours: tuple[str, ...], target: float | None) -> Runs:
    """Return what runs say of a comparison, the first of ours, or the best, against the others."""
    from comparatex.inference.runs import runs_of

    return runs_of(comparison, positions(comparison, ours[:1])[0] if ours else 0, target)


def lay_out(comparison: Comparison, options: RunsOptions = RunsOptions()) -> Table:
    """Lay aggregate metrics of all comparates out, with intervals, and below them what varies."""
    import numpy as np

    from comparatex.layout.notation import no_finer

    runs = computed(comparison, options.ours, options.target)
    widths = np.array([of["iqm"].high - of["iqm"].low for of in runs.metrics])
    options = no_finer(comparison, options, widths / 2)
    places = chosen(comparison, options)
    sheet = Sheet("runs", comparison, options, n_shown=len(places), **about(comparison, runs))
    of = {name: [metrics[name] for metrics in runs.metrics] for name in runs.metrics[0]}
    centres = [
        field for name in ("iqm", "median", "mean") for field in _of_estimates(of[name], name, spare=name == "mean")
    ]
    gaps = () if runs.target is None else _of_estimates(of["gap"], "gap")
    improvement = _of_estimates(runs.improvement, "improvement", form="share", places=2)
    names = comparates(comparison)
    table = sheet.table(
        sheet.parts((names, *centres), places),
        sheet.parts((names, *gaps, *improvement), places),
        _sources(sheet, runs),
    )
    return replace(table, remark=sheet.words.remark())


def _of_estimates(estimates: Sequence[Estimate], key: str, form: str = "score", **about: Any) -> Iterator[Field]:
    """Yield the columns of estimates and their intervals."""
    yield column(key, form, [each.value for each in estimates], **about)
    yield column("interval", "interval", [each.low for each in estimates], [each.high for each in estimates], **about)


def _sources(sheet: Sheet, runs: Runs) -> tuple[Part, ...]:
    """Return the sources of variance: their standard deviations and shares."""
    split = runs.split
    parts = split.tasks, split.interaction, split.runs
    fields = (
        column("source", "words", [sheet.words.sources[key] for key in ("tasks", "interaction", "runs")]),
        column("deviation", "score", [variance**0.5 for variance in parts]),
        column("variance", "percent", split.shares),
    )
    return sheet.parts(fields, range(3))


def about(comparison: Comparison, runs: Runs) -> dict[str, object]:
    """Return the facts of the texts on runs."""
    from comparatex.layout.notation import notations
    from comparatex.layout.numbers import Notation

    best = max if comparison.scores.higher_is_better else min
    iqms = [of["iqm"].value for of in runs.metrics]
    leader = iqms.index(best(iqms))
    shares = [share for share in (other.value for other in runs.improvement) if not math.isnan(share)]
    return {
        "low": runs.fewest,
        "high": runs.most,
        "draws": runs.n_samples,
        "seed": comparison.analysis.seed,
        "target": "" if runs.target is None else f"{runs.target:g}",
        "against": comparison.names[runs.against],
        "leader": comparison.names[leader],
        "iqm": notations(comparison).means.fixed(iqms[leader]),
        "improves": [Notation(2).fixed(share) for share in (min(shares), max(shares))],
        "variance": Notation(0).fixed(100 * runs.split.shares[2]),
        "enough": enough(runs.split.runs_for_difference),
    }


def enough(estimate: Estimate) -> tuple[str, ...]:
    """Return from how many runs on tasks help more, with the interval, as whole numbers; empty where none is enough."""
    numbers = estimate.value, estimate.low, estimate.high
    return tuple(f"{max(math.ceil(x - 1e-9), 1)}" if math.isfinite(x) else "" for x in numbers)
