"""Tables of ranks: mean ranks, places, and tests of the whole table."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.errors import UsageError
from comparatex.inference.analysis import DRAWS
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout import selection
from comparatex.layout.facts import Study
from comparatex.layout.numbers import UNDEFINED, Notation, fixed, marked
from comparatex.layout.options import ACROSS, MAX_ROWS, PER_TASK, Choosing, Order, Showing
from comparatex.layout.selection import included_in
from comparatex.layout.tables.booktabs import Align, Column, Entry, Line, Table, headed, parts
from comparatex.layout.tables.sheet import Field, Sheet, column, comparates, further
from comparatex.layout.widths import room
from comparatex.names import quoted
from comparatex.settings import setting
from comparatex.text import Text

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Integers
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.leaderboard import Leaderboard


# --------------------------------------------------------------------------------------------------------------- ranks
@dataclass(frozen=True, kw_only=True)
class RanksOptions(Choosing):
    """Settings of the table of ranks."""

    order: Order = "rank"  # order of the comparates
    per_task: bool = setting(False, **PER_TASK)
    across: int = setting(0, **ACROSS)
    max_rows: int = setting(0, **MAX_ROWS)
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""


@declare("mean ranks, or ranks by task")
def ranks(comparison: Comparison, options: RanksOptions = RanksOptions()) -> Table:
    """Lay the table of ranks out: each comparate's mean rank and scores, or its rank on every task.

    Ranks are among all comparates on the complete tasks, 1 is best, ties averaged.
    """
    import numpy as np

    chosen, mean_rank = selection.shown(comparison, options), comparison.mean_rank
    n_lines = len(comparison.ranks) if options.per_task else len(chosen)
    defined = not np.isnan(mean_rank).any()
    best = int(np.argmin(mean_rank)) if defined else 0
    sheet = Sheet(
        "ranks",
        comparison,
        options,
        n_shown=len(chosen),
        n_lines=n_lines,
        n_lines_shown=min(options.max_rows or n_lines, n_lines),
        per_task=options.per_task,
        best=comparison.names[best] if defined else "",
        rank=fixed(float(mean_rank[best]), 2),
    )
    if options.per_task:
        lines = list(_ranks_by_task(sheet, chosen, options.max_rows))
        columns = headed((Column(sheet.headings["task"], "l"), *map(sheet.head, chosen)), lines, **sheet.wide)
        return sheet.table(parts(columns, lines, **sheet.wide))
    best_on, worst_on = _extremes(comparison)
    fields = (
        comparates(comparison),
        column("mean_rank", "rank", mean_rank),
        column("best_on", "count", best_on),
        column("worst_on", "count", worst_on),
        column("mean_score", "score", comparison.mean),
        column("median_score", "score", comparison.median, spare=True),
        *further(comparison, options.extra),
    )
    return sheet.table(sheet.parts(fields, chosen[: options.max_rows or None], turns=True))


def _extremes(comparison: Comparison) -> tuple[Integers, Integers]:
    """Return on how many tasks each comparate is the best and the worst; equal ones count alike."""
    import numpy as np

    table, ends = comparison.ranks, (1, len(comparison.names))
    if len(table):
        ends = (table.min(axis=1, keepdims=True), table.max(axis=1, keepdims=True))
    best, worst = (np.sum(table == end, axis=0) for end in ends)
    return best, worst


def _ranks_by_task(sheet: Sheet, shown: Sequence[int], max_rows: int) -> Iterator[Line]:
    """Yield a line for each complete task, ranks with one decimal, for halves exist; and one for the mean."""
    table, ranks = sheet.comparison.scores, sheet.comparison.ranks
    complete = [task for task, there in zip(table.tasks, table.complete, strict=True) if there]
    for task, row in list(zip(complete, ranks, strict=True))[: max_rows or None]:
        best = row.min()
        yield Line(
            (
                Entry(task),
                *(
                    Entry(marked(f"{row[i]:.1f}"), "best" if row[i] == best else "", values=(float(row[i]),))
                    for i in shown
                ),
            )
        )
    mean = sheet.comparison.mean_rank.tolist()
    means = (Entry(fixed(mean[i], 2), values=(mean[i],)) for i in shown)
    yield Line((Entry(sheet.headings["mean"]), *means), rule=True, sums=True)


# --------------------------------------------------------------------------------------------------------- leaderboard
@dataclass(frozen=True, kw_only=True)
class LeaderboardOptions(Choosing):
    """Settings of the leaderboard.

    Notes
    -----
    Places are by mean score, of logarithms by the geometric one; by mean rank with ``order="rank"``, by win
    rate with ``order="wins"``; ``given`` is the same as ``mean``, and there are none by the median.
    """

    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """Further columns, such as providers, by heading: of each comparate a text or a number."""
    weights: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Weights of tasks in mean scores, by their names."""
    parts: tuple[tuple[str, Comparison], ...] | None = None
    """Comparisons of the same comparates, by the names of their measures: by the first is the board, and the mean and
    the place by the others stand beside it."""
    draws: int = DRAWS  # bootstrap draws of tasks, for the intervals of mean scores and of places
    bootstrap_places: bool = setting(
        False,
        off="--no-bootstrap-places",
        help="Table leaderboard: add bootstrap intervals of places, which cover less than their level says.",
    )
    simultaneous: bool = setting(
        False,
        off="--no-simultaneous",
        help="Table leaderboard: widen intervals so that all of them hold at once, instead of each by itself.",
    )

    @property
    def of_board(self) -> dict[str, Any]:
        """What `comparatex.inference.leaderboard.leaderboard` is asked for."""
        return {
            "draws": self.draws,
            "bootstrap": self.bootstrap_places,
            "order": self.best_by,
            "weights": self.weights,
            "simultaneous": self.simultaneous,
        }


_ROOM = 3.0  # points on either side of a column, where a board has bars
_CENTRES = {"mean": "mean_score", "rank": "mean_rank", "wins": "win_rate", "geometric": "geometric_mean"}
"""The heading of what places are by."""


@declare("places that the tests leave open, and tiers", one_task="compared", suffixes=(".json",))
def leaderboard(comparison: Comparison, options: LeaderboardOptions = LeaderboardOptions()) -> Table:
    """Lay the leaderboard out: place, those left open, mean with interval, tier, and the further columns asked for."""
    from comparatex.inference.leaderboard import leaderboard as ranked
    from comparatex.layout.notation import geometric, no_finer, told_apart

    others = (options.parts or ())[1:]
    board = ranked(comparison, **options.of_board)
    included = included_in(comparison, options)
    chosen = [k for k, i in enumerate(board.position.tolist()) if i in included]
    places: int | Notation | None = {"rank": 2, "wins": 1}.get(board.centre)
    if board.centre == "mean":
        options = no_finer(comparison, options, (board.high - board.low) / 2, board.score)
    elif board.centre == "geometric":
        usual = replace(geometric(comparison), unit="")
        told = usual if usual.significant else told_apart(board.score, Notation(2), max(usual.decimals, 2))
        places = told if options.precision is None else options.precision
    study, analysis = Study(comparison), comparison.analysis
    bounded = analysis.test == "nemenyi" or CORRECTIONS[analysis.correction].bounds == "family-wise error"
    sheet = Sheet(
        "leaderboard",
        comparison,
        options,
        n_shown=len(chosen),
        n_tiers=int(board.tier.max()),
        n_first=int((board.tier == 1).sum()),
        leader=board.names[0],
        weighted=bool(options.weights),
        placed_by=board.centre,
        measures=[Study(part).measure for _, part in others],
        simultaneous=board.simultaneous,
        draws=options.draws if options.bootstrap_places else 0,
        joint=study.ours and study.basis.side != "data" and bounded,
        contrary=bool(((board.place < board.place_low) | (board.place > board.place_high)).any()),
    )
    starts = [k for before, k in pairwise(chosen) if board.tier[before] != board.tier[k]]
    rules = starts if 2 * (len(starts) + 1) <= len(chosen) else ()  # else most tiers are one line
    how: dict[str, Any] = {"stub": 3 + options.bootstrap_places, "rules": rules, "turns": True}
    how |= {"heads": "narrowed"} if others else {}
    fields = tuple(_of_board(sheet, board, options, _bars(board, chosen), places))
    whole = sheet.parts(fields, chosen, **how)
    line = room(options.width, landscape=options.landscape).width
    if len(whole) > 1 or not whole or whole[0].fit("", _ROOM, wraps=False, line=line) is None:
        whole = sheet.parts([replace(each, bars=None) for each in fields], chosen, **how)
    return sheet.table(whole)


def _of_board(
    sheet: Sheet,
    board: Leaderboard,
    options: LeaderboardOptions,
    bars: list[tuple[float, ...]] | None,
    places: int | Notation | None,
) -> Iterator[Field]:
    """Yield the columns of a board, and of the scores by other measures and the further ones beside it."""
    comparison, others = sheet.comparison, (options.parts or ())[1:]
    over = str(Text("tables").over(Study(comparison), sheet.notations.scores)) if others else ""
    yield column("place", "count", board.place)
    yield column("places", "span", board.place_low, board.place_high)
    if board.drawn_low is not None and board.drawn_high is not None:
        yield column("drawn", "span", board.drawn_low, board.drawn_high)
    yield column("comparate", "name", board.position)
    yield column(_CENTRES[board.centre], "score", board.score, places=places, span=over)
    side: Align | None = "r" if bars else None
    yield column("interval", "interval", board.low, board.high, places=places, bars=bars, align=side, span=over)
    for _, other in others:
        yield from _by_another(board, other, options)
    yield column("tier", "count", board.tier)
    for extra in further(comparison, options.extra):
        yield replace(extra, values=tuple([of[i] for i in board.position.tolist()] for of in extra.values))


def _by_another(board: Leaderboard, comparison: Comparison, options: LeaderboardOptions) -> Iterator[Field]:
    """Yield the columns of the scores and the places by another measure, in the order of a board."""
    from comparatex.inference.leaderboard import leaderboard as ranked
    from comparatex.layout.notation import clear, for_size, geometric, notations

    if {*comparison.names} != {*board.names}:
        raise UsageError(
            f"The methods with {quoted(comparison.scores.measure)} differ from those of the leaderboard: choose "
            "those of both with `include`."
        )
    other, study = ranked(comparison, **{**options.of_board, "draws": 1, "bootstrap": False}), Study(comparison)
    rows = [other.names.index(name) for name in board.names]
    means = notations(comparison, options).means
    if options.precision is None:
        means = for_size(other.score, means, means.decimals)
    usual = {"rank": Notation(2), "wins": Notation(1), "mean": means}
    digits = clear(other.score, usual.get(other.centre) or geometric(comparison))
    over = str(Text("tables").over(study, notations(comparison, options).scores))
    score, key = other.score[rows].tolist(), _CENTRES[other.centre]
    yield column(
        key, "score", score, digits=[digits[k] for k in rows], bold=_best(other.place[rows]), places=0, span=over
    )
    yield column("place", "count", other.place[rows].tolist(), bold=_best(other.place[rows]), span=over)


def _best(place: Integers) -> list[bool]:
    return [bool(each == 1) for each in place]


def _bars(board: Leaderboard, chosen: Sequence[int]) -> list[tuple[float, ...]] | None:
    """Return each interval and its score on one scale from the least end of those shown, 0, to the greatest, 1."""
    import numpy as np

    ends = np.array([board.low, board.score, board.high]).T
    finite = ends[chosen][np.isfinite(ends[chosen]).all(axis=1)]
    low, high = finite.min(initial=np.inf), finite.max(initial=-np.inf)
    if not low < high:
        return None
    shares = np.clip((ends - low) / (high - low), 0, 1)
    return [tuple(share) if np.isfinite(share).all() else () for share in shares]


# ------------------------------------------------------------------------------------------------------------ friedman
@dataclass(frozen=True, kw_only=True)
class FriedmanOptions(Showing):
    """Settings of the table of the Friedman test."""

    every_test: bool = setting(
        False, off="--no-every-test", help="Table friedman: every test of the whole table, not only the one used."
    )


@declare("the test of the whole table", limit=ANY_NUMBER)
def friedman(comparison: Comparison, options: FriedmanOptions = FriedmanOptions()) -> Table:
    """Lay the test of all comparates out, and its relatives where asked for: by χ², F, aligned ranks and Quade's."""
    from comparatex.inference.critical import tests_of_all

    difference = comparison.critical_difference
    sheet = Sheet(
        "friedman",
        comparison,
        options,
        exact=comparison.friedman.exact_pvalue is not None,
        difference="" if math.isnan(difference) else fixed(difference, 3),
        every_test=options.every_test,
    )
    rows = [row for row in tests_of_all(comparison) if options.every_test or row[0] == comparison.omnibus]
    tests, degrees, limits, statistics, pvalues = zip(*rows, strict=True)
    words = sheet.words
    fields = (
        column("test", "words", [words.tests[key] for key in tests]),
        column("statistic", "effect", statistics),
        column("df", "words", [words.degrees(df) if df else UNDEFINED for df in degrees], align="c"),
        column("critical", "effect", limits, spare=options.every_test),
        column("pvalue", "pvalue", pvalues),
    )
    whole = sheet.parts(fields, range(len(tests)), stub=len(fields))
    if options.every_test:
        return sheet.table(whole)
    (heading, *headings), (test, *numbers) = whole[0].columns, whole[0].lines[0].entries
    lines = [Line((Entry(each.heading), number)) for each, number in zip(headings, numbers, strict=True)]
    table = sheet.table(parts((heading, Column(test.text)), lines, made_for=options.width))
    return replace(table, data=whole)
