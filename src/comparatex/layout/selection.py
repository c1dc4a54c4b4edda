"""Who is shown, in what order and in which colours, and which pair where only one is."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from comparatex.errors import UsageError
from comparatex.layout.options.shared import Choosing, Order, Showing
from comparatex.layout.widths import AT_ONCE
from comparatex.names import hint, quoted
from comparatex.text import Prose, Text

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


def positions(comparison: Comparison, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return where comparates stand in the summary order."""
    known = {name: i for i, name in enumerate(comparison.names)}
    for name in names:
        if name not in known:
            raise UsageError(f"No comparate is called {quoted(name)}{hint(name, comparison.names)}")
    return tuple(known[name] for name in names)


def ordered(comparison: Comparison, order: Order) -> tuple[int, ...]:
    """Return the positions of all comparates in the order asked for; ties keep the summary order."""
    everyone = range(len(comparison.names))
    sign = -1.0 if comparison.scores.higher_is_better else 1.0
    keys: dict[Order, Callable[[int], float]] = {
        "mean": lambda i: 0.0,
        "median": lambda i: sign * comparison.median[i],
        "rank": lambda i: comparison.mean_rank[i],
        "wins": lambda i: -_total_wins(comparison, i),
        "given": lambda i: comparison.order[i],
    }
    return tuple(sorted(everyone, key=keys[order]))


def _total_wins(comparison: Comparison, i: int) -> int:
    """Return the number of (task, rival) on which comparate i is better."""
    pairs = comparison.pair_statistics
    return int(pairs.wins[pairs.row == i].sum() + pairs.losses[pairs.column == i].sum())


def chosen(comparison: Comparison, options: Showing) -> Showing:
    """Return settings in which the best that are asked for are named, with ours, among those to show.

    Where tasks have unlike scales, those by mean or median are by mean rank.
    """
    if comparison.scores.scales and getattr(options, "order", "") in ("mean", "median"):
        options = replace(options, order="rank")
    top = n_best(options)
    if not isinstance(options, Choosing) or not top:
        return options
    wanted = {*positions(comparison, options.include)} or {*range(len(comparison.names))}
    best = [i for i in ordered(comparison, options.best_by) if i in wanted][:top]
    kept = {*best, *(wanted & {*positions(comparison, (*options.ours, *options.focus))})}
    return replace(options, include=tuple(comparison.names[i] for i in sorted(kept)))


def n_best(options: Showing) -> int:
    """Return how many of the best are to be shown; 0: all."""
    if not isinstance(options, Choosing):
        return 0
    return options.top or (0 if options.include else AT_ONCE.get(options.width, 0))


def caption(comparison: Comparison, options: Showing, said: Prose) -> Prose:
    """Return a caption that says which comparates are shown, where only the best are."""
    top = n_best(options)
    if not isinstance(options, Choosing) or not top:
        return said
    shown = chosen(comparison, options).include  # type: ignore[attr-defined]
    n_all = len(options.include or comparison.names)
    if len(shown) == n_all:
        return said
    ours = len(shown) > top
    best = Text("words").best_shown(top, n_all, options.best_by, ours)
    return Prose.joined(said, best)


_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def highlights(comparison: Comparison, options: Showing) -> dict[str, str]:
    """Return the colour, as ``RRGGBB``, of each comparate that has one; the settings win."""
    positions(comparison, tuple(options.highlight))
    given = {**comparison.scores.colours, **options.highlight}
    return {name: _digits(colour) for name, colour in given.items()}


def _digits(colour: str) -> str:
    """Return a colour as six hexadecimal digits; HTML's names are understood."""
    if not _HEX.fullmatch(colour):
        from matplotlib.colors import to_hex

        try:
            colour = to_hex(colour)
        except ValueError:
            raise UsageError(f"{colour!r} is no colour: write #rrggbb, or a colour's name.") from None
    return colour[1:].upper()


def chosen_pair(comparison: Comparison, first: str, second: str, ours: tuple[str, ...]) -> tuple[int, int]:
    """Return the positions of a pair: the names given; else ours, or the best one, and the best that is left."""
    everyone, own = range(len(comparison.names)), positions(comparison, ours)
    one, other = (positions(comparison, (name,))[0] if name else -1 for name in (first, second))
    if one < 0:
        one = next(i for i in (*own, *everyone) if i != other)
    if other < 0:
        others = [i for i in everyone if i != one]
        other = next((i for i in others if i not in own), others[0])
    if one == other:
        raise UsageError(f"A pair needs two comparates; both are {comparison.names[one]}.")
    return one, other


def named(comparison: Comparison, name: str, ours: tuple[str, ...], missing: str) -> int:
    """Return the position of the comparate that a table is about: the one named, else the first of ours."""
    positions(comparison, ours)
    named = (name,) if name else ours[:1]
    if not named:
        raise UsageError(missing)
    return positions(comparison, named)[0]
