"""What a report shows: its figures and tables, in the order of the chapter, and what an audit adds to them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from comparatex.artefacts import artefact, audited, checked, item_of, settings_of
from comparatex.errors import UsageError
from comparatex.figures.forest import ForestOptions
from comparatex.figures.heatmap import HeatmapOptions
from comparatex.figures.posterior import PosteriorOptions
from comparatex.figures.run_intervals import RunIntervalsOptions
from comparatex.figures.scatter import ScatterOptions
from comparatex.figures.sequence import SequenceOptions
from comparatex.figures.summary import SummaryOptions
from comparatex.files import is_reserved
from comparatex.inference.comparison import Comparison
from comparatex.layout import cdd, mcm
from comparatex.layout.chapter import ALL_PAIRS, POSTERIORS, ranked
from comparatex.layout.chapter_facts import WHOLE
from comparatex.layout.item import Item
from comparatex.layout.options import McmOptions, PairOptions, Showing
from comparatex.names import quoted
from comparatex.report_settings import Report
from comparatex.tables.pairs import VerdictsOptions
from comparatex.tables.ranks import RanksOptions
from comparatex.tables.scores import ScoresOptions, SummingOptions

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit

ARGUED = 3  # comparates of ours up to which each has a scatter and verdicts
_RIVALS = 40  # comparates beyond which figures with a row for each show the best so many
_TRIPLES = 16  # comparates up to which a report shows the Bayesian probabilities of all pairs
_BEST = 12
"""Comparates whose scores are shown where there are too many to show all, and up to which all pairs are listed."""
_BESIDE = 10  # columns of scores that stand side by side on a page; twelve would be two tables, of twice as many pages
_TASKS = 500  # lines beyond which a table is cut; the CSV beside it has them all
_MAP = 190  # comparates up to which names beside a map have type of 5 pt


_Shown = tuple[str, str, Showing]  # what a report shows: the artefact, the name of its file, and its settings


def lay_out(comparison: Comparison, settings: Report, audit: Audit | None = None) -> Iterator[Item]:
    """Yield everything that the report shows, in the order of the chapter; figures of an audit show the one given."""
    usual = list(_usual(comparison, settings))
    chosen = [
        item
        for kind in settings.artefacts  # as the report has them, or one with its defaults
        for item in [item for item in usual if item[0] == kind] or [(kind, kind, artefact(kind).options())]
    ] or usual
    listed = list(_listed(settings.figures))
    in_place_of = {kind for kind, _, _ in listed}
    plan = [(kind, name, options, dict[str, Any]()) for kind, name, options in chosen if kind not in in_place_of]
    plan += [(kind, name, artefact(kind).options(), own) for kind, name, own in listed]
    for kind, name, options, own in plan:
        form = artefact(kind)
        shared = {**settings.showing, "focus": ()} if kind == "mcm" else settings.showing
        options = replace(options, **{**shared, **settings.own.get(kind, {}), **own})
        source: Comparison | Audit = comparison
        if form.of == "audit":
            source = audit = audit or audited(comparison)  # one for all of them
        yield item_of(form, source, checked(options), settings.templates, name=name, prefix=settings.prefix)


def _listed(figures: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield kind, name and settings of the figures that were asked for one by one."""
    names: set[str] = set()
    for figure in figures:
        given = {key: tuple(value) if isinstance(value, list) else value for key, value in figure.items()}
        kind = artefact(str(given.pop("kind", "")))
        free = (_numbered(kind.name, k) for k in count(1))
        name = str(given.pop("name", "")) or next(text for text in free if text not in names)
        if name.casefold() in names or is_reserved(name) or not re.fullmatch(r"[\w-]+", name):
            raise UsageError(f"The figure {quoted(name)} needs a name of its own, of letters, digits and dashes.")
        names.add(name.casefold())
        settings_of(kind.name, given)
        label = "" if kind.folder == "figures" else f"tab-{name}"
        yield kind.name, name, {"label": label, **given}


def _usual(comparison: Comparison, settings: Report) -> Iterator[_Shown]:
    """Yield what suits the table; of two comparates, a scatter says all."""
    ours, names = settings.ours, comparison.names
    if comparison.scores.repeats_of:
        yield from _of_one_task(comparison, settings)
        return
    if len(names) > 2:
        yield from (("mcm", name, options) for name, options in mcm.report_options(comparison, ours, settings.focus))
        diagrams = cdd.report_options(comparison, ours, settings.own.get("cdd", {}))
        yield from (("cdd", name, options) for name, options in diagrams)
        if len(names) <= WHOLE:
            yield "ranks", "ranks", RanksOptions(ours=ours)
    yield from _of_ours(comparison, settings)
    if _has_runs(comparison):
        yield "run-intervals", "run-intervals", RunIntervalsOptions(ours=ours, include=_nearest(comparison, ours))
    if comparison.analysis.bayes:
        best = () if len(names) <= _TRIPLES else tuple(dict.fromkeys((*ours, *names[:_TRIPLES])))
        if comparison.basis.bayes != "supplied":  # of which there is no triangle
            yield "posterior", "posterior", PosteriorOptions(ours=ours)
        if "cells_show" not in settings.own.get("mcm", {}):
            yield "mcm", POSTERIORS, McmOptions(ours=ours, include=best, cells="full", cells_show="posterior")
    yield from _to_look_up(comparison, ours)


def _of_one_task(comparison: Comparison, settings: Report) -> Iterator[_Shown]:
    """Yield how ours, or the best, stand against all others, and all pairs, by the repeats of one task."""
    ours, names = settings.ours, comparison.names
    if len(names) > 2:
        yield "forest", "forest", ForestOptions(ours=ours)
        yield from (("mcm", name, options) for name, options in mcm.report_options(comparison, ours, settings.focus))
    best = () if len(names) <= _BEST else tuple(dict.fromkeys((*names[:_BEST], *ours)))
    kind = "folds" if comparison.scores.share_data else "pairwise"
    yield kind, kind, PairOptions(ours=ours, include=best)


def _of_ours(comparison: Comparison, settings: Report) -> Iterator[_Shown]:
    """Yield how ours stand against all others, and a scatter of each with the best of these; of none, the best two.

    Verdicts in words are a table where there are costs, which it alone has, or means on unlike scales say nothing.
    """
    ours, names = settings.ours, comparison.names
    listed = settings.costs or comparison.scores.scales
    of_each = ours[:ARGUED] if len(names) > 2 else ()
    near = _nearest(comparison, ours)
    for k, name in enumerate(() if listed else of_each, 1):
        yield "summary", _numbered("summary", k), SummaryOptions(ours=ours, against=name, include=near)
    for k, name in enumerate((ours or settings.focus)[:ARGUED] or [""], 1):
        yield "scatter", _numbered("scatter", k), ScatterOptions(ours=ours, y=name)
    for k, name in enumerate(of_each if listed else (), 1):
        label = _numbered("tab-verdicts", k)
        yield "verdicts", _numbered("verdicts", k), VerdictsOptions(
            ours=ours, control=name, costs=settings.costs, cost_name=settings.cost_name, label=label
        )  # fmt: skip


def _nearest(comparison: Comparison, ours: tuple[str, ...]) -> tuple[str, ...]:
    """Return the best, with ours, where there are too many for a row each; nothing where all are shown."""
    names = comparison.names
    return () if len(names) <= _RIVALS else tuple(dict.fromkeys((*names[:_RIVALS], *ours)))


def _has_runs(comparison: Comparison) -> bool:
    """Whether independent runs of several tasks say how much scores vary with them."""
    import numpy as np

    scores = comparison.scores
    if scores.repeats_are != "runs" or scores.repeats is None or scores.complete.sum() < 2:
        return False
    return bool((~np.isnan(scores.repeats[scores.complete])).sum(axis=2).max() > 1)


def _numbered(name: str, k: int) -> str:
    """Return a name, with its number from the second on."""
    return f"{name}-{k}" if k > 1 else name


def _to_look_up(comparison: Comparison, ours: tuple[str, ...]) -> Iterator[_Shown]:
    """Yield scores and pairs: scores of all up to 24 comparates, else of the best ten and of `ours`.

    Pairs are listed while a page holds them; more are a map. What follows from scores and p-values, such as ranks on
    every task and the steps of a correction, is there on request.
    """
    names = comparison.names
    best = () if len(names) <= WHOLE else tuple(dict.fromkeys((*names[:_BESIDE], *ours)))
    yield "scores", "scores", ScoresOptions(ours=ours, include=best, max_rows=_TASKS)
    if 2 < len(names) <= _BEST:
        yield "pairwise", "pairwise", PairOptions(ours=ours)
    elif _BEST < len(names) <= _MAP:
        yield "heatmap", ALL_PAIRS, HeatmapOptions(ours=ours)


def lay_out_measures(comparisons: Sequence[Comparison], settings: Report) -> Iterator[Item]:
    """Yield the table of all measures of the same comparates, and diagrams on one axis, where there can be any."""
    parts = tuple((comparison.scores.measure, comparison) for comparison in comparisons)
    same = len({frozenset(comparison.names) for comparison in comparisons}) == 1
    shown: dict[str, Showing] = {"measures": SummingOptions(parts=parts)} if same else {}
    if ranked(comparisons):
        shown["sequence"] = SequenceOptions(parts=parts)
    for kind, options in shown.items():
        options = replace(options, **settings.showing)
        yield item_of(artefact(kind), comparisons[0], options, settings.templates, prefix=settings.prefix)
