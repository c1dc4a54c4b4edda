"""Draw a change of rivals that swaps the mean ranks of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.errors import NothingToShow
from comparatex.figures.common import pictures
from comparatex.figures.common.data import axis
from comparatex.figures.common.rows import ALL, LOOKS, Plot, Row, RowPlot, Texts, draw_rows, fitted, series
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed
from comparatex.layout.options import Showing
from comparatex.layout.widths import room
from comparatex.text import Text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.audit.audit import Audit
    from comparatex.inference.audit.examples import Standing, SwapExample

Role = Literal["rising", "falling", "exchanged", "bystander", "stage"]


@dataclass(frozen=True, kw_only=True)
class AuditSwapOptions(Showing):
    """Settings of the swap of mean ranks."""


@dataclass(frozen=True, kw_only=True)
class SwapRow(Row):
    """A comparate of one of the two sets, or what the set below is called."""

    role: Role  # its part in the swap
    rank: float = 0.0  # its mean rank in the set
    bar: tuple[float, float] | None = None  # mean ranks of the two, where they do not differ significantly


@dataclass(frozen=True, kw_only=True)
class Swap(RowPlot[SwapRow]):
    """Mean ranks of two sets on one axis: first of the set before, then of that after a change."""

    most: ClassVar[int] = ALL  # the two sets stand below each other


@declare(
    "Draw mean ranks before and after others are added or removed, which swaps two methods.",
    limit=ANY_NUMBER,
    of="audit",
)
def lay_out(audit: Audit, options: AuditSwapOptions = AuditSwapOptions()) -> Swap:
    """Return the swap by which others, added or removed, reverse the order of two mean ranks."""
    return swap_of(audit.swap_example, options)


def swap_of(example: SwapExample | None, options: Showing) -> Swap:
    """Return both sets of an example."""
    if example is None:
        raise NothingToShow("The audit found no change of a few methods that swaps the mean ranks of two.")
    words = _words(example)
    ranks = (*example.before.ranks, *example.after.ranks)
    past = _PAST * (max(ranks) - min(ranks))
    stages = ((words.before(), example.before), (words.after(), example.after))
    rows = tuple(row for name, standing in stages for row in _rows(example, name, standing, past, options))
    placed = list(enumerate(rows, 1))
    others = text("sequence", example.comparison)
    plot = Plot(
        name="ranks",
        x=axis(others.axis(), ranks),
        reverse=options.best == "right",
        marks=(
            *series("bar", ((i, *row.bar) for i, row in placed if row.bar)),
            *(
                marks
                for role in _MARKED
                for marks in series(role, ((i, row.rank) for i, row in placed if row.role == role))
            ),
        ),
    )
    texts = Texts(heading="", texts=tuple("" if row.role == "stage" else fixed(row.rank, 2) for row in rows), spare=1)
    line = room(options.width, landscape=options.landscape)
    return fitted(Swap(**words.about(), columns=(plot, texts), rows=rows, line=line))


_MARKED: Sequence[Role] = ("bystander", "exchanged", "falling", "rising")  # the most telling last
_PAST = 0.02
"""Of all ranks: bars go so far beyond those of the two, so that they are seen where these are alike."""


def _rows(example: SwapExample, stage: str, standing: Standing, past: float, options: Showing) -> Iterator[SwapRow]:
    """Yield what a set is called, then its comparates by mean rank."""
    ranks = dict(zip(standing.members, standing.ranks, strict=True))
    pair = sorted((ranks[example.rising], ranks[example.falling]))
    roles: Mapping[int, Role] = {
        **dict.fromkeys((*example.removed, *example.added), "exchanged"),
        example.rising: "rising",
        example.falling: "falling",
    }
    yield SwapRow(name=stage, role="stage")
    for i, rank in ranks.items():
        name, role = example.comparison.names[i], roles.get(i, "bystander")
        joined = role in ("rising", "falling") and not standing.significant
        yield SwapRow(
            name=name,
            ours=name in options.ours,
            role=role,
            rank=round(rank, 4),
            bar=(round(pair[0] - past, 4), round(pair[1] + past, 4)) if joined else None,
        )


def _words(example: SwapExample) -> Text:
    """Return the texts of an example."""
    names = example.comparison.names
    n_before, n_after = (len(standing.members) for standing in (example.before, example.after))
    return text(
        "audit-swap",
        example.comparison,
        added=[names[i] for i in example.added],
        removed=[names[i] for i in example.removed],
        rising=names[example.rising],
        falling=names[example.falling],
        significant_before=bool(example.before.significant),
        significant_after=bool(example.after.significant),
        favoured=_favoured(example),
        n_pairs=n_before * (n_before - 1) // 2 if n_before == n_after else 0,
    )


def _favoured(example: SwapExample) -> str:
    """Return whom the test of the pair favours where it is significant; tests of mean ranks follow the ranks."""
    from comparatex.inference.analysis import RANK_TESTS

    comparison, (first, second) = example.comparison, (example.rising, example.falling)
    if comparison.analysis.test in RANK_TESTS or not (example.before.significant or example.after.significant):
        return ""
    side = comparison.square("favoured")[first, second]
    return comparison.names[first if side > 0 else second] if side else ""


# -------------------------------------------------------------------------------------------------- pictures
def draw(view: Swap, ax: Axes | None = None) -> Figure:
    """Draw a swap of mean ranks: x is the mean rank, y the row."""
    figure = draw_rows(view, ax)
    for label, row in zip((ax or figure.axes[0]).get_yticklabels(), view.rows, strict=True):
        label.set_fontstyle("italic" if row.role == "stage" else "normal")
        if row.role in _MARKED[1:]:
            label.set_color(pictures.COLOURS[LOOKS[row.role][1]])
    return figure
