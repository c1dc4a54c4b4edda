"""Tables of pairs: their effects, tests, intervals and verdicts, against one of them, and two task by task."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.artefacts import ANY_NUMBER, LINES, PAIRS, declare
from comparatex.errors import UsageError
from comparatex.inference.analysis import DRAWS, ShareMethod
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout import selection
from comparatex.layout.facts import word
from comparatex.layout.numbers import equation, fixed
from comparatex.layout.options import ACROSS, Choosing, PairOptions, Showing
from comparatex.layout.selection import chosen_pair, included_in, named, positions
from comparatex.layout.tables.booktabs import Part, Table
from comparatex.layout.tables.sheet import Sheet, amount, column, comparates, ends, pairs_shown
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Estimates, Interval
    from comparatex.inference.comparison import Comparison


# ------------------------------------------------------------------------------------------------------------- effects
@declare("effect sizes of pairs", limit=PAIRS, stars=True)
def effects(comparison: Comparison, options: PairOptions = PairOptions()) -> Table:
    """Lay the effect sizes of pairs out: those of the differences, then those that ignore the pairing by tasks."""
    import numpy as np

    from comparatex.layout.notation import for_ratios

    listed, effects, won = pairs_shown(comparison, options), comparison.effects, comparison.win_share
    pairs, sizes, logarithms = comparison.pair_statistics, effects["rank_biserial"], effects["log_ratio"]
    adjusted = comparison.basis.corrected
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
    of_ratios = for_ratios(max((max(mean, 1 / mean) for mean in means if mean > 0), default=1.0))
    fields = (
        *ends(comparison),
        column("rank_biserial", "effect", sizes, stars=pairs.adjusted_pvalue if adjusted else pairs.pvalue),
        *(column(name, "effect", effects[name]) for name in ("cohens_d", "cliffs_delta")),
        column("vargha_delaney", "effect", effects["vargha_delaney"], heading="A"),
        *([column("ratio", "effect", means, places=of_ratios)] if ratios else ()),
        column("won", "share", won.estimate),
        column("interval", "interval", won.low, won.high, places=2),
    )
    return sheet.table(sheet.parts(fields, listed, stub=2, heads="narrowed", turns=True))


# ------------------------------------------------------------------------------------------------------------ pairwise
@declare("pairs with their tests", limit=PAIRS, stars=True, one_task="compared")
def pairwise(comparison: Comparison, options: PairOptions = PairOptions()) -> Table:
    """Lay the table of pairs out: for each its difference, its record and its test.

    Each pair stands once, the comparate with the better mean score first. With `ours`, their pairs come
    first, so that a cut leaves them whole.
    """
    pairs, analysis = comparison.pair_statistics, comparison.analysis
    wanted = pairs_shown(comparison, replace(options, max_rows=0))
    shown = wanted[: options.max_rows or None]
    adjusted = comparison.basis.corrected
    statistic = "sum" if analysis.test in ("wilcoxon", "sign") else "statistic"
    fields = [
        *ends(comparison),
        column("difference", "difference", pairs.mean_difference),
        column("record", "record", pairs.wins, pairs.ties, pairs.losses),
        column("statistic", statistic, pairs.statistic, spare=True),
        column("pvalue", "pvalue", pairs.pvalue, bold=comparison.raw_significant),
    ]
    if adjusted:
        fields.append(column("adjusted", "pvalue", pairs.adjusted_pvalue, bold=comparison.significant))
    sheet = Sheet(
        "pairwise",
        comparison,
        options,
        adjusted=adjusted,
        n_shown=len(shown),
        n_chosen=len(wanted),
        n_included=len(set(options.include)),
        ours=bool(options.ours),
    )
    return sheet.table(sheet.parts(fields, shown, stub=len(fields)))


# ------------------------------------------------------------------------------------------------------------ verdicts
@dataclass(frozen=True, kw_only=True)
class VerdictsOptions(Choosing):
    """Settings of the table of verdicts."""

    control: str = ""  # the comparate that the verdicts are on; empty: the first of `ours`
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """What comparates cost: then there are columns of costs."""
    cost_name: str = "cost"  # what costs are


@declare("better, worse or not distinguishable: --ours or --control against each rival", stars=True)
def verdicts(comparison: Comparison, options: VerdictsOptions = VerdictsOptions()) -> Table:
    """Lay the verdicts on one comparate out: better, worse, or not distinguishable from each rival, best first."""
    import numpy as np

    from comparatex.inference.verdicts import contrary, rivals

    missing = "The table needs the method that the verdicts are on: `control`, `focus` or `ours`."
    subject = named(comparison, options.control, options.own, missing)
    standing, everyone, costs = rivals(comparison, subject, options.costs), range(len(comparison.names)), options.costs
    included = included_in(comparison, options)
    others, pairs = [i for i in everyone if i != subject], comparison.pair_statistics
    sheet = Sheet(
        "verdicts",
        comparison,
        options,
        own=comparison.names[subject],
        standing=standing,
        contrary=bool(contrary(comparison)[(pairs.row == subject) | (pairs.column == subject)].any()),
        n_judged=len(others) - len(standing.unjudged),
        cost_name=options.cost_name,
        cost=amount(costs[comparison.names[subject]]) if comparison.names[subject] in costs else "",
    )
    statistics = ("mean_difference", "wins", "ties", "losses")
    difference, *record = (comparison.between(what, [subject], everyone)[0] for what in statistics)
    numbers = comparison.pair_numbers(subject, np.array(others))
    pvalue, adjusted = (
        dict(zip(others, of[numbers].tolist(), strict=True)) for of in (pairs.pvalue, pairs.adjusted_pvalue)
    )
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
        column("difference", "difference", difference),
        column("record", "record", *record, align="r"),
        column("pvalue", "pvalue", pvalue),
        column("adjusted", "pvalue", adjusted, stars=adjusted),
        *([column("cost", "amount", spent)] if costs else ()),
        column("verdict", "words", verdicts, bold={i: i in decided for i in others}),
    )
    return sheet.table(sheet.parts(fields, [i for i in others if i in included], turns=True))


# ------------------------------------------------------------------------------------------------------------- control
_CONTROL = ("bonferroni", "holm", "hochberg", "hommel", "holland", "rom")
"""The corrections for a family of comparisons with a control."""


@dataclass(frozen=True, kw_only=True)
class ControlOptions(Choosing):
    """Settings of the table of all against a control."""

    control: str = ""  # the comparate that the others are compared with; empty: the first of `ours`
    every_correction: bool = setting(
        False, off="--no-every-correction", help="Table control: six corrections side by side."
    )
    across: int = setting(0, **ACROSS)


@declare("all against one", stars=True)
def control(comparison: Comparison, options: ControlOptions = ControlOptions()) -> Table:
    """Lay the comparisons with a control out, smallest p-value first, corrected over this family.

    A correction that needs all pairs is replaced by Holm's.
    """
    import numpy as np

    from comparatex.inference.arithmetic import rejects
    from comparatex.inference.corrections import for_some
    from comparatex.inference.verdicts import against

    missing = "The table needs the method that the others are compared with: `control`, `focus` or `ours`."
    subject = named(comparison, options.control, options.own, missing)
    if comparison.analysis.test == "nemenyi":
        raise UsageError('Nemenyi\'s test is one of all pairs: for a control, choose `test="friedman-z"` or another.')
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    raw = against(comparison, subject, "none")
    members = np.flatnonzero((pairs.row == subject) | (pairs.column == subject))
    order = members[np.argsort(raw[members], kind="stable")].tolist()
    used = for_some(comparison.analysis.correction)
    corrections = _CONTROL if options.every_correction else () if used == "none" else (used,)
    adjusted = {name: against(comparison, subject, name) for name in corrections}
    difference = comparison.control_difference
    sheet = Sheet(
        "control",
        comparison,
        options,
        control=comparison.names[subject],
        n_others=len(order),
        n_apart=int(rejects(against(comparison, subject, used)[order], alpha).sum()),
        used=used,
        bounded=_conditions(corrections),
        every_correction=options.every_correction,
        critical="" if math.isnan(difference) else fixed(difference, 3),
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


# ------------------------------------------------------------------------------------------------------------ ablation
@dataclass(frozen=True, kw_only=True)
class AblationOptions(Showing):
    """Settings of the ablation table."""

    full: str = setting(
        "",
        names="comparates",
        after="column",
        help="Table ablation: the full pipeline; by default --control, or the first of --ours.",
    )
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Complexity of each form, such as its number of features: adds a column, and Occam's verdict."""
    cost_name: str = "cost"  # what the costs are


@declare("a full pipeline against reduced forms", limit=replace(LINES, remedy="`exclude`"), stars=True)
def ablation(comparison: Comparison, options: AblationOptions = AblationOptions()) -> Table:
    """Lay a full pipeline out against its reduced forms, the one that loses most first."""
    import numpy as np

    from comparatex.inference.arithmetic import rejects
    from comparatex.inference.verdicts import ablation as against_full
    from comparatex.inference.verdicts import razor_in_words

    missing = "The table needs the full pipeline that the others are forms of: `full`, `focus` or `ours`."
    full = named(comparison, options.full, options.own, missing)
    forms, names, alpha = against_full(comparison, full), comparison.names, comparison.analysis.alpha
    better = 1 if comparison.scores.higher_is_better else -1
    order = np.argsort(-better * forms.difference, kind="stable")
    best, simplest = razor_in_words(comparison, options.costs) if options.costs else ("", "")
    sheet = Sheet(
        "ablation",
        comparison,
        options,
        own=names[full],
        n_forms=len(names) - 1,
        n_worse=int(forms.matters.sum()),
        cost_name=options.cost_name,
        best=best,
        simplest=simplest,
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


# ----------------------------------------------------------------------------------------------------------- intervals
@dataclass(frozen=True, kw_only=True)
class IntervalsOptions(PairOptions):
    """Settings of the table of intervals."""

    draws: int = DRAWS  # bootstrap samples of tasks


@declare("differences with intervals, by bootstrap", limit=PAIRS)
def intervals(comparison: Comparison, options: IntervalsOptions = IntervalsOptions()) -> Table:
    """Lay the intervals out: of the differences of all pairs, then of each comparate's mean and mean rank."""
    pairs, listed = comparison.pair_statistics, pairs_shown(comparison, options)
    shift = _shifts(comparison, listed)
    apart = (shift.low > 0) | (shift.high < 0)
    ranked = len(comparison.ranks) > 1
    of_all = (comparison.mean_intervals(options.draws), comparison.rank_intervals(options.draws)) if ranked else ()
    sheet = Sheet(
        "intervals",
        comparison,
        options,
        n_shown=len(listed),
        draws=options.draws,
        n_apart=int(apart.sum()),
        n_finite=sum(math.isfinite(shift.low[k]) for k in listed),
        n_student=sum(int(intervals.student.sum()) for intervals in of_all),
    )
    fields = (
        *ends(comparison),
        column("mean", "difference", pairs.mean_difference),
        column("median", "difference", comparison.median_difference, spare=True),
        column("hodges_lehmann", "difference", shift.estimate, heading="HL"),
        column("shift", "interval of differences", shift.low, shift.high, bold=apart),
    )
    return sheet.table(sheet.parts(fields, listed, stub=2), _of_comparates(sheet, options, *of_all) if of_all else ())


def _shifts(comparison: Comparison, listed: list[int]) -> Estimates:
    """Return the Hodges–Lehmann differences of the pairs shown, which take milliseconds each; NaN for the others."""
    import numpy as np

    from comparatex.inference.arithmetic import Estimates

    pairs = comparison.pair_statistics
    if not 0 < len(listed) < len(pairs.row):
        return comparison.hodges_lehmann
    spread = np.full((3, len(pairs.row)), np.nan)
    spread[:, listed] = comparison.shifts(pairs.row[listed], pairs.column[listed])
    return Estimates(*spread)


def _of_comparates(sheet: Sheet, options: IntervalsOptions, means: Interval, ranks: Interval) -> tuple[Part, ...]:
    """Return means, mean ranks and how often each comparate is first."""
    comparison = sheet.comparison
    first, first_by_rank = comparison.first_frequencies(options.draws)
    fields = (
        comparates(comparison),
        column("mean", "score", comparison.complete_values.mean(axis=0)),
        column("interval", "interval", means.low, means.high),
        column("first", "percent", first),
        column("mean_rank", "rank", comparison.mean_rank),
        column("interval", "interval", ranks.low, ranks.high, places=2),
        column("first", "percent", first_by_rank),
    )
    return sheet.parts(fields, selection.shown(comparison, options))


# --------------------------------------------------------------------------------------------------------- proportions
@dataclass(frozen=True, kw_only=True)
class ProportionsOptions(Showing):
    """Settings of the table of tests from test-set sizes."""

    row: str = setting(
        "",
        names="comparates",
        own=True,
        after="spread",
        help="Table proportions: the first method; by default the first of --ours, or the best.",
    )
    column: str = setting(
        "",
        names="comparates",
        own=True,
        after="row",
        help="Table proportions: the second method; by default the best one that is left.",
    )
    sizes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Size of the test set of every task; not needed where the repeats are outcomes of instances, 1 or 0."""
    discordant: Mapping[str, tuple[int, int]] = setting(
        MappingProxyType({}),
        kind="file",
        after="sizes",
        help="Table proportions: file of tasks with the numbers of instances that only one of the two methods gets "
        "right.",
    )
    method: ShareMethod = setting(
        "wilson", flag="--interval", after="discordant", help="Table proportions: how intervals are computed."
    )
    sign_test: bool = setting(
        False, off="--no-sign-test", help="Table proportions: add the sign test of the significant wins alone."
    )


@declare("two methods by test-set sizes", limit=ANY_NUMBER, stars=True, one_task="shown")
def proportions(comparison: Comparison, options: ProportionsOptions = ProportionsOptions()) -> Table:
    """Lay two comparates out task by task: shares with intervals, the two-proportion z test, McNemar's test."""
    from comparatex.inference.arithmetic import rejects
    from comparatex.inference.proportions import instance_counts, share_interval, sign_pvalue

    table, analysis = comparison.scores, comparison.analysis
    if analysis.sides != "two":
        raise UsageError("The tests of a task by its test set are two-sided: leave out `sides`, or this table.")
    pair = chosen_pair(comparison, options.row, options.column, options.own)
    first, second = (comparison.names[i] for i in pair)
    columns = int(comparison.order[pair[0]]), int(comparison.order[pair[1]])
    shares = instance_counts(table, columns, options.sizes, options.discordant)
    z, p, paired = shares.tested()
    apart = rejects(p if paired is None else paired, analysis.alpha)
    record = shares.record(analysis.alpha, higher_is_better=table.higher_is_better)
    sheet = Sheet(
        "proportions",
        comparison,
        options,
        first=first,
        second=second,
        wins=record[0],
        losses=record[2],
        paired=paired is not None,
        method=options.method,
        sign_test=equation(sign_pvalue(record, analysis.sign_ties), analysis.alpha) if options.sign_test else "",
    )
    fields = [
        column("task", "words", [table.tasks[t] for t in shares.tasks]),
        column("size", "count", shares.sizes, heading="n"),
    ]
    for name, count in ((first, shares.first), (second, shares.second)):
        low, high = share_interval(count, shares.sizes, 1 - analysis.alpha, options.method)
        share = [won / n if n else math.nan for won, n in zip(count.tolist(), shares.sizes.tolist(), strict=True)]
        fields.append(column("share", "score", share, heading=name))
        fields.append(column("interval", "interval", low, high, places=3))
    fields.append(column("z", "statistic", z, heading="z"))
    fields.append(column("p", "pvalue", p, bold=apart if paired is None else None, heading="p"))
    if paired is not None and shares.only is not None:
        discordant = [f"{b}/{c}" for b, c in shares.only.T]
        fields.append(column("discordant", "words", discordant, heading="b/c", align="c"))
        fields.append(column("mcnemar", "pvalue", paired, bold=apart))
    return sheet.table(sheet.parts(fields, range(len(shares.tasks)), stub=2))
