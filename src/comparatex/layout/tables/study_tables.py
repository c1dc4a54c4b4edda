"""Tables of a whole study: tests of all comparates, critical values, conventions, two comparates task by task."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from comparatex.inference.arithmetic import rejects
from comparatex.inference.comparison import Comparison
from comparatex.inference.convention_profiles import CONVENTIONS
from comparatex.inference.convention_verdicts import Verdict, differing, verdict
from comparatex.inference.friedman import friedman_critical_value
from comparatex.inference.instances import (
    InstanceCounts,
    from_outcomes,
    from_sizes,
    has_outcomes,
    with_discordant,
)
from comparatex.inference.proportions import share_interval
from comparatex.inference.sign_test import sign_test_of
from comparatex.layout.numbers import UNDEFINED, equation, fixed
from comparatex.layout.options.tables import (
    ConventionsOptions,
    FriedmanOptions,
    ProportionsOptions,
)
from comparatex.layout.selection import chosen_pair
from comparatex.layout.tables.booktabs import Part, Table
from comparatex.layout.tables.sheet import Sheet, field

_LONG = 90
"""Letters of a group that a line has no room for."""
_DIFFERENT, _ALIKE = "≠", "="


# ------------------------------------------------------------------------------------- tests of all comparates


def friedman(comparison: Comparison, options: FriedmanOptions = FriedmanOptions()) -> Table:
    """Lay the test of all comparates out, and its relatives where asked for: by χ², F, aligned ranks and Quade's."""
    difference = comparison.critical_difference
    sheet = Sheet.of(
        "friedman",
        comparison,
        options,
        exact=comparison.friedman.exact_pvalue is not None,
        difference="" if math.isnan(difference) else fixed(difference, 3),
        every_test=options.every_test,
    )
    rows = [row for row in _tests(comparison) if options.every_test or row[0] == comparison.omnibus]
    tests, degrees, limits, statistics, pvalues = zip(*rows, strict=True)
    words = sheet.words
    fields = (
        field("test", "words", [words.tests[key] for key in tests]),
        field("statistic", "effect", statistics),
        field("df", "words", [words.degrees(df) if df else UNDEFINED for df in degrees], align="c"),
        field("critical", "effect", limits),
        field("pvalue", "pvalue", pvalues),
    )
    return sheet.table(options.label, sheet.parts(fields, range(len(tests)), stub=len(fields)))


def _tests(comparison: Comparison) -> Iterator[tuple[str, tuple[int, ...], float, float, float]]:
    """Yield key, degrees of freedom, critical value, statistic and p-value of each test."""
    from scipy.special import chdtri, fdtri

    found, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    aligned, quade = comparison.aligned_ranks, comparison.quade
    df, chi_square = (found.df,), float(chdtri(found.df, alpha))

    def f_limit(df: tuple[int, ...], statistic: float = 0.0) -> float:
        first, second = df
        return math.nan if math.isnan(statistic) or second <= 0 else float(fdtri(first, second, 1 - alpha))

    limit = f_limit(refined.df, refined.statistic)
    yield "chi-square", df, chi_square, found.statistic, found.pvalue
    yield "chi-square, uncorrected", df, chi_square, found.uncorrected_statistic, found.uncorrected_pvalue
    if found.exact_pvalue is not None:
        exact = friedman_critical_value(len(comparison.names), len(comparison.ranks), alpha)
        yield "exact", (), math.nan if exact is None else exact, found.statistic, found.exact_pvalue
    yield "f", refined.df, limit, refined.statistic, refined.pvalue
    yield "f, uncorrected", refined.df, limit, refined.uncorrected_statistic, refined.uncorrected_pvalue
    yield "aligned", df, chi_square, aligned.statistic, aligned.pvalue
    yield "quade", quade.df, f_limit(quade.df), quade.statistic, quade.pvalue


# ------------------------------------------------------------------------------------------------- conventions


def conventions(comparison: Comparison, options: ConventionsOptions = ConventionsOptions()) -> Table:
    """Lay out what every named convention makes of the table, at its own level, and where they disagree."""
    found = [verdict(comparison.scores, one) for one in CONVENTIONS.values()]
    where = differing(found)
    shown = where.pairs.tolist()[: options.max_rows or None]
    sheet = Sheet.of(
        "conventions",
        comparison,
        options,
        n_conventions=len(found),
        n_differing=len(where.pairs),
        n_shown=len(shown),
        n_sets=len(where.groups),
        any_stopped=any(one.stopped for one in found),
        different=_DIFFERENT,
        alike=_ALIKE,
    )
    return sheet.table(
        options.label,
        _by_convention(sheet, found, where.groups),
        _groups(sheet, found, where.groups),
        _disputed(sheet, found, shown, options.across),
    )


def _by_convention(sheet: Sheet, found: Sequence[Verdict], same: Sequence[Sequence[str]]) -> tuple[Part, ...]:
    """Return a line for each convention: its level, how many pairs differ, its groups, the letter of these."""
    letters = {name: _letter(k) for k, names in enumerate(same) for name in names}
    profiles = [one.convention for one in found]
    n_groups = [UNDEFINED if one.convention.cliques == "none" else str(len(one.groups)) for one in found]
    stopped = [sheet.words.stopped() if one.stopped else "" for one in found]
    fields = (
        field("number", "count", range(1, len(found) + 1)),
        field("convention", "words", [one.name for one in profiles]),
        field("level", "level", [one.alpha for one in profiles], heading="α"),
        field("different", "count", [one.significant.sum() for one in found]),
        field(
            "groups", "words", [f"{n}{then}" for n, then in zip(n_groups, stopped, strict=True)], align="r"
        ),
        field("which", "words", [letters.get(one.name, UNDEFINED) for one in profiles], align="c"),
    )
    return sheet.parts(fields, range(len(found)), stub=len(fields))


def _letter(k: int) -> str:
    """Return the letter of the k-th set of groups, doubled after Z.

    >>> _letter(0), _letter(27)
    ('A', 'BB')
    """
    return chr(ord("A") + k % 26) * (1 + k // 26)


def _groups(sheet: Sheet, found: Sequence[Verdict], same: Sequence[Sequence[str]]) -> tuple[Part, ...]:
    """Return a line for each group of each different set, unless one is too long for a line."""
    names, by_name = sheet.comparison.scores.comparates, {one.convention.name: one for one in found}
    letters: list[str] = []
    texts: list[str] = []
    for k, alike in enumerate(same):
        groups = by_name[alike[0]].groups
        texts += [", ".join(names[i] for i in group) for group in groups] or [UNDEFINED]
        letters += [_letter(k), *[""] * (len(texts) - len(letters) - 1)]
    if max(map(len, texts), default=_LONG) >= _LONG:
        return ()
    fields = (field("which", "words", letters, align="c"), field("group", "words", texts))
    rules = [k for k, letter in enumerate(letters) if letter and k]
    return sheet.parts(fields, range(len(texts)), stub=2, rules=rules)


def _disputed(sheet: Sheet, found: Sequence[Verdict], shown: Sequence[int], across: int) -> tuple[Part, ...]:
    """Return a line for each pair on which conventions disagree, a column for each convention."""
    place = {int(position): i for i, position in enumerate(sheet.comparison.order)}
    both = {k: sorted((place[int(found[0].row[k])], place[int(found[0].column[k])])) for k in shown}
    fields = [field(key, "name", {k: both[k][j] for k in shown}) for j, key in enumerate(("row", "column"))]
    for number, one in enumerate(found, 1):
        signs = np.where(one.significant, _DIFFERENT, _ALIKE)
        fields.append(field("", "words", signs, bold=one.significant, heading=str(number), align="c"))
    return sheet.parts(fields, shown, stub=2, limit=across, turns=True)


# ----------------------------------------------------------------------------------------- two, task by task


def proportions(comparison: Comparison, options: ProportionsOptions = ProportionsOptions()) -> Table:
    """Lay two comparates out task by task: shares with intervals, the two-proportion z test, McNemar's test."""
    table, analysis = comparison.scores, comparison.analysis
    pair = chosen_pair(comparison, options.row, options.column, options.own)
    shares = _shares(comparison, pair, options)
    z, p, paired = shares.tested()
    apart = rejects(p if paired is None else paired, analysis.alpha)
    record = shares.record(analysis.alpha, higher_is_better=table.higher_is_better)
    wins, ties, losses = (np.array([number]) for number in record)
    _, sign_p, _ = sign_test_of(wins, ties, losses, analysis.sign_ties)
    first, second = (comparison.names[i] for i in pair)
    sheet = Sheet.of(
        "proportions",
        comparison,
        options,
        first=first,
        second=second,
        wins=record[0],
        losses=record[2],
        paired=paired is not None,
        method=options.method,
        sign_test=equation(float(sign_p[0]), comparison.analysis.alpha) if options.sign_test else "",
    )
    fields = [
        field("task", "words", [table.tasks[t] for t in shares.tasks]),
        field("size", "count", shares.sizes, heading="n"),
    ]
    for name, count in ((first, shares.first), (second, shares.second)):
        low, high = share_interval(count, shares.sizes, 1 - analysis.alpha, options.method)
        share = [
            won / n if n else math.nan for won, n in zip(count.tolist(), shares.sizes.tolist(), strict=True)
        ]
        fields.append(field("share", "score", share, heading=name))
        fields.append(field("interval", "interval", low, high, places=3))
    fields.append(field("z", "statistic", z, heading="z"))
    fields.append(field("p", "pvalue", p, bold=apart if paired is None else None, heading="p"))
    if paired is not None and shares.only_first is not None and shares.only_second is not None:
        discordant = [f"{b}/{c}" for b, c in zip(shares.only_first, shares.only_second, strict=True)]
        fields.append(field("discordant", "words", discordant, heading="b/c", align="c"))
        fields.append(field("mcnemar", "pvalue", paired, bold=apart))
    return sheet.table(options.label, sheet.parts(fields, range(len(shares.tasks)), stub=2))


def _shares(comparison: Comparison, pair: tuple[int, int], options: ProportionsOptions) -> InstanceCounts:
    """Return the counts of the pair."""
    table, (first, second) = comparison.scores, comparison.order[list(pair)].tolist()
    if has_outcomes(table):
        return from_outcomes(table, first, second)
    found = from_sizes(table, first, second, options.sizes)
    return with_discordant(found, table, options.discordant) if options.discordant else found
