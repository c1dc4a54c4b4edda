"""What every named convention makes of the table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from comparatex.inference.convention_profiles import CONVENTIONS
from comparatex.layout.numbers import UNDEFINED
from comparatex.tables import ACROSS, MAX_ROWS, Limit, Part, Sheet, Showing, Table, column, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.convention_verdicts import Verdict

_LONG = 90  # letters of a group that a line has no room for
DIFFERENT, ALIKE = "≠", "="  # the verdicts on a pair


@table("verdicts by named convention", limit=Limit(60, "takes minutes", "`exclude`"))
class ConventionsOptions(Showing):
    """Settings of the table of conventions."""

    max_rows: int = setting(0, **MAX_ROWS)
    across: int = setting(0, **ACROSS)


def lay_out(comparison: Comparison, options: ConventionsOptions = ConventionsOptions()) -> Table:
    """Lay out what every named convention makes of the table, at its own level, and where they disagree."""
    from comparatex.inference.convention_verdicts import differing, verdict

    verdicts = [verdict(comparison.scores, convention) for convention in CONVENTIONS.values()]
    where = differing(verdicts)
    pairs = where.pairs.tolist()[: options.max_rows or None]
    sheet = Sheet(
        "conventions",
        comparison,
        options,
        n_conventions=len(verdicts),
        n_differing=len(where.pairs),
        n_shown=len(pairs),
        n_sets=len(where.groups),
        any_stopped=any(judged.stopped for judged in verdicts),
        different=DIFFERENT,
        alike=ALIKE,
    )
    return sheet.table(
        _by_convention(sheet, verdicts, where.groups),
        _groups(sheet, verdicts, where.groups),
        _disputed(sheet, verdicts, pairs, options.across),
    )


def _by_convention(sheet: Sheet, verdicts: Sequence[Verdict], same: Sequence[Sequence[str]]) -> tuple[Part, ...]:
    """Return a line for each convention: its level, how many pairs differ, its groups, the letter of these."""
    letters = {name: letter(k) for k, names in enumerate(same) for name in names}
    profiles = [verdict.convention for verdict in verdicts]
    n_groups = [UNDEFINED if verdict.convention.cliques == "none" else str(len(verdict.groups)) for verdict in verdicts]
    stopped = [sheet.words.stopped() if verdict.stopped else "" for verdict in verdicts]
    fields = (
        column("number", "count", range(1, len(verdicts) + 1)),
        column("convention", "words", [profile.name for profile in profiles]),
        column("level", "level", [profile.alpha for profile in profiles], heading="α"),
        column("different", "count", [verdict.significant.sum() for verdict in verdicts]),
        column("groups", "words", [f"{n}{then}" for n, then in zip(n_groups, stopped, strict=True)], align="r"),
        column("which", "words", [letters.get(profile.name, UNDEFINED) for profile in profiles], align="c"),
    )
    return sheet.parts(fields, range(len(verdicts)), stub=len(fields))


def letter(k: int) -> str:
    """Return the letter of the k-th set of groups, doubled after Z.

    >>> letter(0), letter(27)
    ('A', 'BB')
    """
    return chr(ord("A") + k % 26) * (1 + k // 26)


def _groups(sheet: Sheet, verdicts: Sequence[Verdict], same: Sequence[Sequence[str]]) -> tuple[Part, ...]:
    """Return a line for each group of each different set, unless one is too long for a line."""
    names, by_name = sheet.comparison.scores.comparates, {verdict.convention.name: verdict for verdict in verdicts}
    letters: list[str] = []
    texts: list[str] = []
    for k, alike in enumerate(same):
        groups = by_name[alike[0]].groups
        texts += [", ".join(names[i] for i in group) for group in groups] or [UNDEFINED]
        letters += [letter(k), *[""] * (len(texts) - len(letters) - 1)]
    if max(map(len, texts), default=_LONG) >= _LONG:
        return ()
    fields = (column("which", "words", letters, align="c"), column("group", "words", texts))
    rules = [k for k, letter in enumerate(letters) if letter and k]
    return sheet.parts(fields, range(len(texts)), stub=2, rules=rules)


def _disputed(sheet: Sheet, verdicts: Sequence[Verdict], pairs: Sequence[int], across: int) -> tuple[Part, ...]:
    """Return a line for each pair on which conventions disagree, a column for each convention."""
    import numpy as np

    place = {int(position): i for i, position in enumerate(sheet.comparison.order)}
    both = {k: sorted((place[int(verdicts[0].row[k])], place[int(verdicts[0].column[k])])) for k in pairs}
    fields = [column(key, "name", {k: both[k][j] for k in pairs}) for j, key in enumerate(("row", "column"))]
    for number, verdict in enumerate(verdicts, 1):
        signs = np.where(verdict.significant, DIFFERENT, ALIKE)
        fields.append(column("", "words", signs, bold=verdict.significant, heading=str(number), align="c"))
    return sheet.parts(fields, pairs, stub=2, limit=across, turns=True)
