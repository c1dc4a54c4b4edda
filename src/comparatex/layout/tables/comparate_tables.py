"""Tables of comparates: the spread of their repeats, one of them against the others, and the leaderboard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from comparatex.errors import DataError, UsageError
from comparatex.inference.arithmetic import Floats, rejects
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.leaderboard import leaderboard as ranked
from comparatex.inference.occam import ablation as against_full
from comparatex.inference.occam import pvalues_seen_from, razor
from comparatex.inference.optional import comparate_repeats
from comparatex.inference.rank_tests import against_control, bonferroni_dunn_difference
from comparatex.inference.repeats import Spread, repeat_record, spread
from comparatex.inference.verdicts import Verdict, contrary, rivals
from comparatex.layout.facts import Study
from comparatex.layout.notation import notations
from comparatex.layout.numbers import fixed
from comparatex.layout.options.tables import (
    AblationOptions,
    ControlOptions,
    LeaderboardOptions,
    RepeatsOptions,
    VerdictsOptions,
)
from comparatex.layout.selection import positions
from comparatex.layout.tables.booktabs import Part, Table
from comparatex.layout.tables.sheet import (
    Field,
    Sheet,
    amount,
    comparates,
    comparates_shown,
    ends,
    field,
    further,
    pairs_shown,
)
from comparatex.text import Text

_CONTROL: tuple[str, ...] = (
    "bonferroni", "holm", "hochberg", "hommel", "holland", "finner", "rom", "li",
)  # fmt: skip
"""The corrections for a family of comparisons with a control."""


# ------------------------------------------------------------------------------------------------------ repeats


def repeats(comparison: Comparison, options: RepeatsOptions = RepeatsOptions()) -> Table:
    """Lay the repeats out: mean, standard deviation, best and worst case, and the competition of every pair."""
    positions(comparison, options.ours)
    if comparison.scores.repeats is None:
        raise DataError("The table has one score per task and comparate: there are no repeats to show.")
    cube = comparison.scores.repeats[:, comparison.order]
    found = spread(cube, higher_is_better=comparison.scores.higher_is_better)
    cases = comparate_repeats(comparison)
    deviations = np.nan_to_num(cases["repeat_deviation"])
    most, shown = int(np.argmax(deviations)), pairs_shown(comparison, options)
    sheet = Sheet.of(
        "repeats",
        comparison,
        options,
        low=int(found.count.min()),
        high=int(found.count.max()),
        n_shown=len(shown),
        per_task=options.per_task,
        own=comparison.names[most],
        deviation=notations(comparison, options).means.fixed(float(deviations[most])),
    )
    everyone = comparates_shown(comparison, options.include, options)
    first = _spread_by_task(sheet, found, everyone) if options.per_task else _spread(sheet, cases, everyone)
    return sheet.table(options.label, first, _competition(sheet, cube, shown))


def _cases(*values: Floats | Sequence[float]) -> Iterator[Field]:
    """Yield the columns of the mean, the deviation and the extremes."""
    for key, of in zip(("mean", "deviation", "best_case", "worst_case"), values, strict=True):
        yield field(key, "score", of)


def _spread(sheet: Sheet, cases: Mapping[str, Floats], shown: Sequence[int]) -> tuple[Part, ...]:
    """Return a line for each comparate: its mean, its mean deviation, its best and worst repeat of all."""
    fields = _cases(sheet.comparison.mean, *cases.values())
    return sheet.parts((comparates(sheet.comparison), *fields), shown)


def _spread_by_task(sheet: Sheet, found: Spread, shown: Sequence[int]) -> tuple[Part, ...]:
    """Return a line for each task and comparate, numbered task by task."""
    comparison, m = sheet.comparison, len(sheet.comparison.names)
    tasks = comparison.scores.tasks
    heads = {t * m + shown[0]: task for t, task in enumerate(tasks)}
    cells = (found.mean, found.deviation, found.best, found.worst)
    lines = [t * m + i for t in range(len(tasks)) for i in shown]
    fields = (
        field("task", "words", {k: heads.get(k) for k in lines}),
        field("comparate", "name", [k % m for k in range(len(tasks) * m)]),
        field("repeats", "count", found.count.ravel()),
        *_cases(*(cell.ravel() for cell in cells)),
    )
    return sheet.parts(fields, lines, stub=2, rules=list(heads)[1:])


def _competition(sheet: Sheet, cube: Floats, shown: Sequence[int]) -> tuple[Part, ...]:
    """Return in how many repeats of all tasks the row of each pair wins, ties and loses."""
    comparison, pairs = sheet.comparison, sheet.comparison.pair_statistics
    higher = comparison.scores.higher_is_better
    records = {}
    for k in shown:
        counts = repeat_record(cube[:, pairs.row[k]], cube[:, pairs.column[k]], higher_is_better=higher)
        records[k] = [int(count.sum()) for count in counts]
    wins, ties, losses = ({k: record[j] for k, record in records.items()} for j in range(3))
    fields = (
        *ends(comparison),
        field("record", "record", wins, ties, losses),
        field("won", "percent", {k: record[0] / max(sum(record), 1) for k, record in records.items()}),
    )
    return sheet.parts(fields, shown, stub=2)


# ------------------------------------------------------------------------------------- one against the others
def _named(comparison: Comparison, name: str, ours: tuple[str, ...], missing: str) -> int:
    """Return the position of the comparate that a table is about: the one named, else the first of ours."""
    positions(comparison, ours)
    named = (name,) if name else ours[:1]
    if not named:
        raise UsageError(missing)
    return positions(comparison, named)[0]


def control(comparison: Comparison, options: ControlOptions = ControlOptions()) -> Table:
    """Lay the comparisons with a control out, smallest p-value first, corrected over this family.

    A correction that needs all pairs is replaced by Holm's.
    """
    missing = "The table needs the comparate that the others are compared with: `control`, `focus` or `ours`."
    own = _named(comparison, options.control, options.own, missing)
    if comparison.analysis.test == "nemenyi":
        raise UsageError(
            'Nemenyi\'s test is one of all pairs: for a control, choose `test="friedman-z"` or another.'
        )
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    raw = against_control(pvalues_seen_from(comparison, own), pairs.row, pairs.column, own)
    members = np.flatnonzero((pairs.row == own) | (pairs.column == own))
    order = members[np.argsort(raw[members], kind="stable")].tolist()
    own_correction = comparison.analysis.correction
    used = "holm" if CORRECTIONS[own_correction].pairs else own_correction
    shown = _CONTROL if options.every_correction else () if used == "none" else (used,)
    adjusted = {name: CORRECTIONS[name].adjust(raw) for name in shown}
    n_ranked, m = len(comparison.ranks), len(comparison.names)
    sheet = Sheet.of(
        "control",
        comparison,
        options,
        control=comparison.names[own],
        n_others=len(order),
        n_apart=int(rejects(CORRECTIONS[used].adjust(raw)[order], alpha).sum()),
        used=used,
        bounded=_conditions(shown),
        every_correction=options.every_correction,
        critical=fixed(bonferroni_dunn_difference(m, n_ranked, alpha), 3) if n_ranked >= 2 else "",
    )
    turned = pairs.row == own
    chosen = positions(comparison, options.include)
    if chosen:
        order = [k for k in order if {int(pairs.row[k]), int(pairs.column[k])} - {own} <= {*chosen}]
    fields = (
        field("comparate", "name", np.where(turned, pairs.column, pairs.row)),
        field("difference", "difference", np.where(turned, 1, -1) * pairs.mean_difference),
        field("pvalue", "pvalue", raw, bold=rejects(raw, alpha)),
        *(field(name, "pvalue", found, bold=rejects(found, alpha)) for name, found in adjusted.items()),
    )
    return sheet.table(
        options.label,
        sheet.parts(fields, order, stub=3, limit=options.across, heads="headed", turns=True),
    )


def _conditions(shown: Sequence[str]) -> Mapping[str, list[str]]:
    """Return the corrections under each condition on which they bound the family-wise error."""
    alike: dict[str, list[str]] = {}
    for name in shown:
        if CORRECTIONS[name].bounds != "family-wise error":
            continue
        alike.setdefault(CORRECTIONS[name].condition, []).append(name)
    return alike


def word(verdict: Verdict, *, cheaper: bool = False, within: bool = False) -> str:
    """Return a verdict in words: whether the comparate is cheaper, too, or the difference within the margin.

    >>> word("open"), word("open", cheaper=True), word("not worse", cheaper=True), word("better", within=True)
    ('not distinguishable', 'cheaper; not distinguishable', 'cheaper, not worse', 'better, within margin')
    """
    return str(Text("words").verdict(verdict, cheaper, within))


def verdicts(comparison: Comparison, options: VerdictsOptions = VerdictsOptions()) -> Table:
    """Lay the verdicts on one comparate out: better, worse, or not distinguishable from each rival, best first."""
    missing = "The table needs the comparate that the verdicts are on: `control`, `focus` or `ours`."
    own = _named(comparison, options.control, options.own, missing)
    found, everyone, costs = (
        rivals(comparison, own, options.costs),
        range(len(comparison.names)),
        options.costs,
    )
    shown = {*positions(comparison, options.include)} or {*everyone}
    others, pairs = [i for i in everyone if i != own], comparison.pair_statistics
    sheet = Sheet.of(
        "verdicts",
        comparison,
        options,
        own=comparison.names[own],
        found=found,
        contrary=bool(contrary(comparison)[(pairs.row == own) | (pairs.column == own)].any()),
        n_judged=len(others) - len(found.unjudged),
        cost_name=options.cost_name,
        cost=amount(costs[comparison.names[own]]) if comparison.names[own] in costs else "",
    )
    of = {what: comparison.between(what, [own], everyone)[0] for what in _RIVAL}
    # a test has the side of its pair, whoever is asked about
    if own and comparison.analysis.sides in ("row", "column"):
        for what in ("pvalue", "adjusted_pvalue"):
            of[what][:own] = comparison.between(what, everyone[:own], [own])[:, 0]
    decided = {*found.better, *found.worse}
    said = {
        i: word(
            verdict,
            cheaper=i in found.dearer and i in found.undecided,
            within=i in found.near and i in decided,
        )
        for i, verdict in found.verdicts.items()
    }
    spent = [costs.get(name, float("nan")) for name in comparison.names]
    fields = (
        comparates(comparison, "rival"),
        field("difference", "difference", of["mean_difference"]),
        field("record", "record", of["wins"], of["ties"], of["losses"], align="r"),
        field("pvalue", "pvalue", of["pvalue"]),
        field("adjusted", "pvalue", of["adjusted_pvalue"]),
        *([field("cost", "amount", spent)] if costs else ()),
        field("verdict", "words", said, bold={i: i in decided for i in others}),
    )
    return sheet.table(options.label, sheet.parts(fields, [i for i in others if i in shown], turns=True))


_RIVAL = ("mean_difference", "wins", "ties", "losses", "pvalue", "adjusted_pvalue")


def ablation(comparison: Comparison, options: AblationOptions = AblationOptions()) -> Table:
    """Lay a full pipeline out against its reduced forms, the one that loses most first."""
    missing = "The table needs the full pipeline that the others are forms of: `full`, `focus` or `ours`."
    full = _named(comparison, options.full, options.own, missing)
    found, names, alpha = against_full(comparison, full), comparison.names, comparison.analysis.alpha
    better = 1 if comparison.scores.higher_is_better else -1
    order = np.argsort(-better * found.difference, kind="stable")
    best, simplest = razor(comparison, options.costs) if options.costs else (None, None)
    sheet = Sheet.of(
        "ablation",
        comparison,
        options,
        own=names[full],
        n_forms=len(names) - 1,
        n_worse=int(found.matters.sum()),
        cost_name=options.cost_name,
        best="" if best is None else names[best],
        simplest="" if simplest is None else names[simplest],
    )

    def form(values: Iterable[object]) -> dict[int, object]:
        """Return what each reduced form has, and nothing of the full one."""
        return {full: None, **dict(zip(found.reduced.tolist(), values, strict=True))}

    counts = (comparison.between(what, [full], found.reduced.tolist())[0] for what in _RIVAL[1:4])
    record = (form(map(int, count)) for count in counts)
    fields = (
        comparates(comparison, "form"),
        *(
            [field("cost", "cost", [options.costs.get(name, float("nan")) for name in names])]
            if options.costs
            else ()
        ),
        field("mean", "score", comparison.mean),
        field("loss", "difference", form(found.difference)),
        field("record", "record", *record),
        field("pvalue", "pvalue", form(found.pvalue), bold=form(rejects(found.pvalue, alpha))),
        field("adjusted", "pvalue", form(found.adjusted_pvalue), bold=form(found.matters)),
    )
    return sheet.table(options.label, sheet.parts(fields, [full, *found.reduced[order].tolist()], turns=True))


# -------------------------------------------------------------------------------------------------- leaderboard
def leaderboard(comparison: Comparison, options: LeaderboardOptions = LeaderboardOptions()) -> Table:
    """Lay the leaderboard out: place, those left open, score with interval, tier, and the further columns asked for."""
    found = ranked(comparison, draws=options.draws, bootstrap=options.bootstrap_places)
    wanted = {*positions(comparison, options.include)} or {*range(len(comparison.names))}
    shown = [k for k, i in enumerate(found.position.tolist()) if i in wanted]
    starts = {int(tier): k for k, tier in reversed([*enumerate(found.tier)])}
    sheet = Sheet.of(
        "leaderboard",
        comparison,
        options,
        n_shown=len(shown),
        n_tiers=int(found.tier.max()),
        n_first=int((found.tier == 1).sum()),
        leader=found.names[0],
        draws=options.draws if options.bootstrap_places else 0,
        joint=Study(comparison).bounds_family,
        contrary=bool(((found.place < found.place_low) | (found.place > found.place_high)).any()),
    )
    fields = (
        field("place", "count", found.place),
        field("places", "span", found.place_low, found.place_high),
        *(
            ()
            if found.drawn_low is None or found.drawn_high is None
            else [field("drawn", "span", found.drawn_low, found.drawn_high)]
        ),
        field("comparate", "name", found.position),
        *(
            replace(one, values=tuple([of[i] for i in found.position.tolist()] for of in one.values))
            for one in further(comparison, options.extra)
        ),
        field("mean_score", "score", found.score),
        field("interval", "interval", found.low, found.high),
        field("tier", "count", found.tier),
    )
    rules = [k for k in starts.values() if k and k in shown]
    stub = 3 + options.bootstrap_places
    return sheet.table(options.label, sheet.parts(fields, shown, stub=stub, rules=rules, turns=True))
