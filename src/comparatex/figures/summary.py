"""Draw one method against each other at a glance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

from comparatex.artefacts import Limit, declare
from comparatex.figures import forest
from comparatex.figures.common import pictures
from comparatex.figures.common.data import in_unit
from comparatex.figures.common.rows import ALL, GAP
from comparatex.figures.forest import Forest, ForestRow
from comparatex.layout.facts import text
from comparatex.layout.mcm_view import PAGE_HEIGHT
from comparatex.layout.numbers import CONTRARY, EQUIVALENT, NOT_WORSE, pvalue
from comparatex.layout.options import Choosing
from comparatex.layout.selection import positions
from comparatex.layout.widths import SIZE, latin_modern
from comparatex.settings import setting

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison


@dataclass(frozen=True, kw_only=True)
class SummaryOptions(Choosing):
    """Settings of the summary."""

    against: str = setting(
        "",
        common=True,
        names="comparates",
        help="Method that is compared; --focus, --ours, or the best one, by default.",
    )
    smallest: bool = setting(
        False, off="--no-smallest", help="Say which differences open verdicts could have shown with 80 % power."
    )


@dataclass(frozen=True, kw_only=True)
class SummaryRow(ForestRow):
    """A rival: its mean (the text), the difference from it, the corrected p, and the tasks won, tied and lost."""

    pvalue: str
    wins: int
    ties: int
    losses: int

    @property
    def is_open(self) -> bool:
        """Whether nobody is significantly better."""
        return self.result == "open"


@dataclass(frozen=True, kw_only=True)
class Summary(Forest):
    """Differences as in a forest, with the margin of equivalence, and beside them bars of all tasks.

    On a `narrow` line both have half of it. Means of rivals stand beside their names unless they would take the room
    of the differences; wins, losses and p-values always stand beside the bars.
    """

    most: ClassVar[int] = ALL  # bars stand beside the rows
    least_axis: ClassVar[float] = 0.0  # `lay_out` decides whether means stand beside the rows
    most_names: ClassVar[float] = 0.64
    least_numbers: ClassVar[float] = 30.0  # narrow ones have two numbers
    last_number: ClassVar[float] = 0.0  # bars follow
    margin: float
    n_tasks: int
    tasks: str
    heads: tuple[str, str, str]
    narrow: bool
    could_show: tuple[tuple[str, str], ...]  # the differences that could have been shown, by rivals with open verdicts

    @property
    def share(self) -> float:
        """Of the line, for the differences with the names of rivals."""
        return SHARES[self.narrow][0]

    @property
    def record_sizes(self) -> tuple[float, ...]:
        """Return what `sizes` says of differences, of the bars: names are wins, texts are losses and p-values."""
        n, high, size, *_ = self.sizes(self.rows)
        rows = self.summary_rows
        wins = max(latin_modern(str(row.wins)) for row in rows) / SIZE
        most = max(row.losses for row in rows)
        texts = max(latin_modern(f"{most}{text}") for text in (self.heads[2], *(row.pvalue for row in rows))) / SIZE + 1
        return n, high, size, round(size * wins, 3), round(size * texts + GAP / SIZE, 3)

    @property
    def summary_rows(self) -> Sequence[SummaryRow]:
        """The rows, as what they are."""
        return [row for row in self.rows if isinstance(row, SummaryRow)]


@declare(
    "Draw one method against each other: mean, typical difference, wins, ties and losses, and the corrected p.",
    # A row for each on one page: 6 pt at 62, 5 pt at 75.
    limit=Limit(75, "has type that is too small to read"),
)
def lay_out(comparison: Comparison, options: SummaryOptions = SummaryOptions()) -> Summary:
    """Return the summary."""
    from comparatex.inference.verdicts import rivals
    from comparatex.layout.notation import notations, printed_means

    shared = {field.name: getattr(options, field.name) for field in fields(options) if field.name != "smallest"}
    differences = forest.lay_out(comparison, forest.ForestOptions(**shared))
    named = (options.against,) if options.against else options.own[:1]
    subject = positions(comparison, named)[0] if named else 0
    others = positions(comparison, tuple(row.name for row in differences.rows))
    verdicts, printed = rivals(comparison, subject).verdicts, notations(comparison, options)
    values, of_means = printed_means(comparison, printed)
    means = [of_means.fixed(float(values[other])) for other in others]
    narrow = options.line.width < _NARROW
    line, names = SHARES[narrow][0] * options.line.width, [row.name for row in differences.rows]
    # Whether means have room beside names and an axis.
    beside = line - max(map(latin_modern, names)) - max(map(latin_modern, means)) > _AXIS * line
    rows = _rows(comparison, subject, others, differences.rows, means if beside else [""] * len(others))
    open_to = [other for other in others if verdicts[other] == "open"]
    smallest = _smallest(comparison, subject, open_to) if options.smallest and open_to else ()
    words = text(
        "summary",
        comparison,
        first=comparison.names[subject],
        mean=of_means.fixed(float(values[subject])),
        n=len(rows),
        better=sum(verdicts[other] == "better" for other in others),
        worse=sum(verdicts[other] == "worse" for other in others),
        contrary=any(CONTRARY in row.text for row in differences.rows),
        unbounded=any(math.isinf(row.low) for row in differences.rows),
        equivalent="equivalent" in {verdicts[other] for other in others},
        not_worse="not worse" in {verdicts[other] for other in others},
        notation=printed.differences,
        smallest=(*smallest[:1], *smallest[1:][-1:]),
    )
    return Summary(
        **{
            **vars(differences),
            "title": words.title(),
            "caption": words.caption(),
            "alt": words.alt(),
            "heading": words.means() if beside else "",
            "left": "",
            "right": "",
            "rows": rows,
        },
        margin=in_unit(comparison.margin, printed.differences) if comparison.margin else 0.0,
        n_tasks=max(row.wins + row.ties + row.losses for row in rows),
        tasks=words.half(),
        heads=(words.wins(), words.losses(), words.pvalue()),
        narrow=narrow,
        could_show=smallest,
    )


def _smallest(comparison: Comparison, subject: int, rivals: Sequence[int]) -> tuple[tuple[str, str], ...]:
    """Return rivals with the differences that could have been shown, the least first; none where one is infinite."""
    import numpy as np

    from comparatex.inference.plan import smallest_effects
    from comparatex.inference.scale import ratios
    from comparatex.layout.notation import notations, quantity
    from comparatex.layout.numbers import Notation

    effects = smallest_effects(comparison, comparison.pair_numbers(subject, np.array(rivals)))
    notation = notations(comparison).differences
    if comparison.basis.scale == "log":
        effects, notation = ratios(effects), Notation(3)
    order = np.argsort(effects, kind="stable").tolist() if np.isfinite(effects).all() else []
    return tuple((comparison.names[rivals[i]], quantity(float(effects[i]), notation)) for i in order)


def _rows(
    comparison: Comparison,
    subject: int,
    others: Sequence[int],
    differences: Sequence[ForestRow],
    means: Sequence[str],
) -> tuple[SummaryRow, ...]:
    """Return the rows of one against others: to each difference the mean, the tasks and the corrected p-value."""
    import numpy as np

    from comparatex.inference.verdicts import rivals

    counts = ("wins", "ties", "losses")
    wins, ties, losses = (comparison.between(field, [subject], others)[0].tolist() for field in counts)
    pvalues = comparison.pair_statistics.adjusted_pvalue
    adjusted = pvalues[comparison.pair_numbers(subject, np.array(others))].tolist()
    verdicts = rivals(comparison, subject).verdicts
    marks = {"equivalent": EQUIVALENT, "not worse": NOT_WORSE}
    return tuple(
        SummaryRow(
            **{**vars(row), "text": mean},
            pvalue=pvalue(p, 3, comparison.analysis.alpha)
            + (CONTRARY if CONTRARY in row.text else "")
            + marks.get(verdicts[other], ""),
            wins=int(won),
            ties=int(tied),
            losses=int(lost),
        )
        for row, other, mean, won, tied, lost, p in zip(
            differences, others, means, wins, ties, losses, adjusted, strict=True
        )
    )


SHARES = {False: (0.6, 0.36), True: (0.53, 0.44)}
"""Of the line, for differences and for tasks: on one that is not narrow, and on one that is."""
_NARROW = 340.0  # 12 cm: on less, numbers beside bars would leave them no room in the usual share
_AXIS = 0.42
"""Share of their part of the line that means leave to differences, as numbers beside other plots do."""


# -------------------------------------------------------------------------------------------------- pictures
_PARTS = ("plotbetter", "plotgrid", "plotworse")
_PALE, _DARK = 0.3, 0.85  # opacities of bars of open and of decided verdicts


def draw(view: Summary, ax: Axes | None = None) -> Figure:
    """Draw a summary: x is the difference and y the row; in a figure of its own, bars of all tasks stand beside it."""
    if ax is not None:
        axes, bars = ax, None
    else:
        page = pictures.new(min(13.0 * len(view.rows) + 50.0, PAGE_HEIGHT))
        axes, bars = page.subplots(1, 2, width_ratios=(1, 1) if view.narrow else (3, 2))
    if view.margin:
        axes.axvspan(-view.margin, view.margin, color=pictures.COLOURS["plotgrid"], zorder=0)
    forest.draw(view, axes)
    axes.tick_params(axis="x", labelsize=6)  # beside bars there is little room
    if bars is not None:
        _bars(bars, view)
    return pictures.figure_of(axes)


def _bars(ax: Axes, view: Summary) -> None:
    """Draw wins, ties and losses as parts of all tasks, with their numbers and the p-values."""
    ax.set(xlim=(0, view.n_tasks), ylim=(len(view.rows) + 0.5, 0.5), yticks=[], frame_on=False)
    ax.set_xticks([0, view.n_tasks / 2, view.n_tasks], ["", view.tasks, ""], fontsize=pictures.SIZE)
    ax.tick_params(length=0)
    for i, row in enumerate(view.summary_rows, 1):
        left = 0
        for part, colour in zip((row.wins, row.ties, row.losses), _PARTS, strict=True):
            opacity = _PALE if row.is_open else _DARK
            ax.barh(i, part, 0.6, left, color=pictures.COLOURS[colour], alpha=opacity, lw=0)
            left += part
        looks = {"va": "center", "fontsize": min(pictures.SIZE, view.least_type)}
        pictures.text(ax, str(row.wins), (0, i), (-3, 0), ha="right", **looks)
        pictures.text(ax, str(row.losses), (view.n_tasks, i), (3, 0), **looks)
        pictures.text(ax, row.pvalue, (view.n_tasks, i), (40, 0), **looks)
    ax.axvline(view.n_tasks / 2, color="white", lw=0.6)
    wins, losses, pvalue = view.heads
    for words, x, right, across in (
        (wins, 0, -3, "right"),
        (losses, view.n_tasks, 3, "left"),
        (pvalue, view.n_tasks, 40, "left"),
    ):
        pictures.text(ax, words, (x, 0.5), (right, 3), ha=across, va="bottom")
