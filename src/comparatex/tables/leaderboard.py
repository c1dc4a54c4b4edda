"""Places that the tests leave open, mean scores with intervals, and tiers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.inference.analysis import DRAWS
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.facts import Study
from comparatex.layout.selection import included_in
from comparatex.layout.tables.sheet import further
from comparatex.tables import Choosing, Sheet, Table, column, setting, table

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


@table("places that the tests leave open, and tiers")
class LeaderboardOptions(Choosing):
    """Settings of the leaderboard."""

    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """Further columns, such as providers, by heading: of each comparate a text or a number."""
    draws: int = DRAWS  # bootstrap draws of tasks, for the intervals of mean scores and of places
    bootstrap_places: bool = setting(
        False,
        off="--no-bootstrap-places",
        help="Table leaderboard: add bootstrap intervals of places, which cover less than their level says.",
    )


def lay_out(comparison: Comparison, options: LeaderboardOptions = LeaderboardOptions()) -> Table:
    """Lay the leaderboard out: place, those left open, score with interval, tier, and the further columns asked for."""
    from comparatex.inference.leaderboard import leaderboard as ranked
    from comparatex.layout.notation import no_finer

    board = ranked(comparison, draws=options.draws, bootstrap=options.bootstrap_places)
    included = included_in(comparison, options)
    chosen = [k for k, i in enumerate(board.position.tolist()) if i in included]
    options = no_finer(comparison, options, (board.high - board.low) / 2)
    study, analysis = Study(comparison), comparison.analysis
    bounded = analysis.test == "nemenyi" or CORRECTIONS[analysis.correction].bounds == "family-wise error"
    starts = {int(tier): k for k, tier in reversed([*enumerate(board.tier)])}
    sheet = Sheet(
        "leaderboard",
        comparison,
        options,
        n_shown=len(chosen),
        n_tiers=int(board.tier.max()),
        n_first=int((board.tier == 1).sum()),
        leader=board.names[0],
        draws=options.draws if options.bootstrap_places else 0,
        joint=study.ours and not study.chosen_side and bounded,
        contrary=bool(((board.place < board.place_low) | (board.place > board.place_high)).any()),
    )
    fields = (
        column("place", "count", board.place),
        column("places", "span", board.place_low, board.place_high),
        *(
            ()
            if board.drawn_low is None or board.drawn_high is None
            else [column("drawn", "span", board.drawn_low, board.drawn_high)]
        ),
        column("comparate", "name", board.position),
        *(
            replace(extra, values=tuple([of[i] for i in board.position.tolist()] for of in extra.values))
            for extra in further(comparison, options.extra)
        ),
        column("mean_score", "score", board.score),
        column("interval", "interval", board.low, board.high),
        column("tier", "count", board.tier),
    )
    rules = [k for k in starts.values() if k and k in chosen]
    stub = 3 + options.bootstrap_places
    return sheet.table(sheet.parts(fields, chosen, stub=stub, rules=rules, turns=True))
