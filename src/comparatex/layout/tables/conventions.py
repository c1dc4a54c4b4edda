"""The table of conventions: how many pairs differ under each, and on which pairs they disagree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.inference.convention_profiles import CONVENTIONS
from comparatex.inference.convention_verdicts import Verdict, differing, verdict
from comparatex.layout import words
from comparatex.layout.language import say
from comparatex.layout.numbers import UNDEFINED
from comparatex.layout.options import ConventionsOptions
from comparatex.layout.showing import positions
from comparatex.layout.table import LINES, Column, Entry, Line, Part, Table, parts
from comparatex.layout.tables.columns import name_entry

_LONG = 90
"""Letters of a group that a line has no room for."""

_DIFFERENT, _ALIKE = "≠", "="


def conventions(comparison: Comparison, options: ConventionsOptions = ConventionsOptions()) -> Table:
    """Lay out what every named convention makes of the table, at its own level, and where they disagree.

    Raises
    ------
    DataError
        There are fewer than two complete tasks.
    UsageError
        A name is unknown.
    """
    positions(comparison, options.ours)
    found = [verdict(comparison.scores, one) for one in CONVENTIONS.values()]
    where = differing(found)
    shown = where.pairs.tolist()[: options.max_rows or None]
    both = (_summary(found, where.groups), *_groups(comparison, found, where.groups))
    both = (*both, *_pairs(comparison, found, shown, options))
    return Table(
        say("Verdicts by convention"),
        " ".join(_sentences(comparison, found, len(shown), len(where.pairs), len(where.groups))),
        _alt(comparison, len(where.pairs), len(found)),
        options.label,
        both,
        sum(len(part.lines) for part in both) > LINES,
    )


def _summary(found: Sequence[Verdict], same: Sequence[Sequence[str]]) -> Part:
    """Return a line for each convention: its level, how many pairs differ, its groups, the letter of these."""
    letters = {name: _letter(k) for k, names in enumerate(same) for name in names}
    rows = []
    for k, one in enumerate(found, 1):
        groups = UNDEFINED if one.convention.cliques == "none" else str(len(one.groups))
        groups += say(", stopped") if one.stopped else ""
        cells = (
            str(k),
            one.convention.name,
            words.level(one.convention.alpha),
            str(int(one.significant.sum())),
        )
        rows.append(Line(tuple(map(Entry, (*cells, groups, letters.get(one.convention.name, UNDEFINED))))))
    heads = (
        Column(say("No.")),
        Column(say("Convention"), "l"),
        Column("α"),
        Column(say("Pairs that differ")),
        Column(say("Groups")),
        Column(say("Which"), "c"),
    )
    return next(parts(heads, rows, stub=len(heads)))


def _letter(k: int) -> str:
    """Return the letter of the k-th set of groups, doubled after Z.

    >>> _letter(0), _letter(27)
    ('A', 'BB')
    """
    return chr(ord("A") + k % 26) * (1 + k // 26)


def _groups(
    comparison: Comparison, found: Sequence[Verdict], same: Sequence[Sequence[str]]
) -> tuple[Part, ...]:
    """Return a line for each group of each different set, unless one is too long for a line."""
    by_name = {one.convention.name: one for one in found}
    rows = []
    for k, names in enumerate(same):
        groups = by_name[names[0]].groups
        texts = [", ".join(comparison.scores.comparates[i] for i in group) for group in groups] or [UNDEFINED]
        for n, text in enumerate(texts):
            rows.append(Line((Entry("" if n else _letter(k)), Entry(text)), rule=n == 0 and k > 0))
    if max((len(line.entries[1].text) for line in rows), default=_LONG) >= _LONG:
        return ()
    return tuple(parts((Column(say("Which"), "c"), Column(say("Group"), "l")), rows, stub=2))


def _pairs(
    comparison: Comparison, found: Sequence[Verdict], shown: Sequence[int], options: ConventionsOptions
) -> tuple[Part, ...]:
    """Return a line for each pair on which conventions disagree, a column for each convention."""
    place = {int(position): i for i, position in enumerate(comparison.order)}
    rows = []
    for k in shown:
        ends = (place[int(found[0].row[k])], place[int(found[0].column[k])])
        names = (name_entry(comparison, i, options) for i in sorted(ends))
        says = (bool(one.significant[k]) for one in found)
        marks = (Entry(_DIFFERENT, "significant") if apart else Entry(_ALIKE) for apart in says)
        rows.append(Line((*names, *marks)))
    heads = (Column(str(k), "c") for k in range(1, len(found) + 1))
    columns = (Column(say("Row"), "l"), Column(say("Column"), "l"), *heads)
    return tuple(parts(columns, rows, stub=2, limit=options.across, turned=options.landscape)) if rows else ()


def _sentences(
    comparison: Comparison, found: Sequence[Verdict], n_shown: int, n_pairs: int, n_groups: int
) -> Iterator[str]:
    """Yield the sentences of the caption."""
    yield say(
        "Verdicts on {size} ({kind}) under every named convention, each at its own α; what each does, the command "
        "conventions lists.",
        size=words.size(comparison),
        kind=words.direction(comparison),
    )
    depend = say(
        "{pairs} of {n_all} depend on the convention: the two differ ({different}, bold) or do not ({alike}), by the "
        "number of the convention."
        if n_pairs
        else "{pairs} of {n_all} depend on the convention.",
        pairs=words.count(n_pairs, "pair"),
        n_all=len(comparison.pair_statistics.row),
        different=_DIFFERENT,
        alike=_ALIKE,
    )
    yield words.capital(depend)
    if n_shown < n_pairs:
        yield say("The first {n} of them are shown.", n=n_shown)
    if n_groups > 1:
        yield say("Which: conventions with the same letter make the same groups.")
    if any(one.stopped for one in found):
        yield say("Stopped: the omnibus test of the convention was not significant, and no pair differs.")
    groups = say(
        "All conventions that make groups make the same ones."
        if n_groups == 1
        else "{sets} of groups are drawn.",
        sets=words.count(n_groups, "different set"),
    )
    yield words.capital(groups)


def _alt(comparison: Comparison, n_pairs: int, n_conventions: int) -> str:
    """Return the result in a sentence."""
    return say(
        "{n} of {pairs} depend on which of {n_conventions} conventions is followed.",
        n=n_pairs,
        pairs=words.count(len(comparison.pair_statistics.row), "pair"),
        n_conventions=n_conventions,
    )
