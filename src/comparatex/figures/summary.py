"""Draw one method against all others at a glance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from comparatex.artefacts import Limit, declare
from comparatex.errors import UsageError
from comparatex.figures.common.rows import ALL, NARROW, Column, Plot, draw_rows, fitted, numbered
from comparatex.figures.forest import COLUMNS, OF_EACH, Against, ForestOptions, Rivals, against, mean_of
from comparatex.layout.facts import text
from comparatex.layout.numbers import CONTRARY
from comparatex.layout.options import AGAINST, Choosing
from comparatex.names import require
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison
    from comparatex.layout.numbers import Notation

_USUAL = ("mean", "difference", "wins", "p")


@dataclass(frozen=True, kw_only=True)
class SummaryOptions(Choosing):
    """Settings of the summary."""

    against: str = setting("", **AGAINST)
    columns: tuple[str, ...] = setting(
        (),
        common=True,
        own=True,
        metavar="COLUMNS",
        help=f"Columns beside the names, in the order given, of {', '.join(COLUMNS)}; by default {', '.join(_USUAL)}.",
    )
    smallest: bool = setting(
        False,
        off="--no-smallest",
        help="Where a verdict is open, say which difference would have been shown with 80 % power.",
    )


@dataclass(frozen=True, kw_only=True)
class Summary(Rivals):
    """One comparate against others at a glance."""

    most = ALL  # bars stand beside the rows
    could_show: tuple[tuple[str, str], ...]  # the differences that could have been shown, by rivals with open verdicts


@declare(
    "Draw one method against all others: mean, typical difference, wins, ties and losses, and the adjusted p.",
    # A row for each on one page: 6 pt at 62, 5 pt at 75.
    limit=Limit(75, "has type that is too small to read"),
)
def lay_out(comparison: Comparison, options: SummaryOptions = SummaryOptions()) -> Summary:
    """Return the summary."""
    chosen = tuple(name for name in dict.fromkeys(options.columns) if name != "name") or _USUAL
    require(chosen, tuple(COLUMNS), "column", "`columns`")
    shared = {field.name: getattr(options, field.name) for field in fields(Choosing)}
    forest = ForestOptions(**shared, against=options.against)
    narrow = options.line.width < NARROW
    chosen = chosen if options.columns or not narrow else tuple(name for name in chosen if name != "mean")
    found = against(comparison, forest, itself=bool(OF_EACH.intersection(chosen)))
    columns = _columns(found, chosen)
    if not any(isinstance(column, Plot) for column in columns):
        drawn = "difference, wins (from 12 cm on) or groups"
        raise UsageError(f"Columns of texts alone are a table: add one that is drawn to `columns`, {drawn}.")
    rivals = [row for row in found.rows if row.result]
    first, verdicts = found.first, [row.verdict for row in rivals]
    open_to = [row.place for row in rivals if row.verdict == "open"]
    smallest: tuple[tuple[str, str], ...] = ()
    if options.smallest and open_to:
        smallest = _smallest(comparison, comparison.names.index(first), open_to, found.printed.differences)
    words = text(
        "summary",
        comparison,
        first=first,
        mean=mean_of(comparison, forest)(comparison.names.index(first)),
        n=len(rivals),
        better=verdicts.count("better"),
        worse=verdicts.count("worse"),
        contrary=any(CONTRARY in row.text for row in rivals),
        notation=found.printed.differences,
        equivalent="equivalent" in verdicts,
        not_worse="not worse" in verdicts,
        unbounded=any(math.isinf(row.high) for row in rivals),
        smallest=(*smallest[:1], *smallest[1:][-1:]),
        columns=chosen,
        board=OF_EACH.issuperset(chosen),  # it sets nobody against the others
    )
    view = Summary(**words.about(), rows=found.rows, columns=columns, line=options.line, could_show=smallest)
    return numbered(view) if options.columns else fitted(view)


def _columns(found: Against, chosen: Sequence[str]) -> tuple[Column, ...]:
    """Return the columns of these names."""
    made = (COLUMNS[name](found) for name in chosen)
    return tuple(column for some in made for column in ((some,) if isinstance(some, Column) else some))


def _smallest(
    comparison: Comparison, subject: int, rivals: Sequence[int], notation: Notation
) -> tuple[tuple[str, str], ...]:
    """Return rivals with the differences that could have been shown, the least first; none where one is infinite."""
    import numpy as np

    from comparatex.inference.plan import smallest_effects
    from comparatex.inference.scale import ratios
    from comparatex.layout.notation import quantity

    effects = smallest_effects(comparison, comparison.pair_numbers(subject, np.array(rivals)))
    if comparison.basis.scale == "log":
        effects = ratios(effects)
    order = np.argsort(effects, kind="stable").tolist() if np.isfinite(effects).all() else []
    return tuple((comparison.names[rivals[i]], quantity(float(effects[i]), notation)) for i in order)


draw = draw_rows
