"""Who is shown, in what order and in which colours, and which pair where only one is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any

from comparatex.errors import UsageError
from comparatex.layout.options import Choosing, Order, Showing
from comparatex.layout.widths import AT_ONCE
from comparatex.names import hint, quoted
from comparatex.text import Prose, Text

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


def positions(comparison: Comparison, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return where comparates stand in the summary order."""
    places = {name: i for i, name in enumerate(comparison.names)}
    for name in names:
        if name not in places:
            raise UsageError(f"No method is called {quoted(name)}{hint(name, comparison.names)}")
    return tuple(places[name] for name in names)


def ordered(comparison: Comparison, order: Order) -> tuple[int, ...]:
    """Return the positions of all comparates in the order asked for; ties keep the summary order."""
    everyone = range(len(comparison.names))
    sign, pairs = -1.0 if comparison.scores.higher_is_better else 1.0, comparison.pair_statistics
    keys: dict[Order, Callable[[int], float]] = {
        "mean": lambda i: 0.0,
        "median": lambda i: sign * comparison.median[i],
        "rank": lambda i: comparison.mean_rank[i],
        "wins": lambda i: -int(pairs.wins[pairs.row == i].sum() + pairs.losses[pairs.column == i].sum()),
        "given": lambda i: comparison.order[i],
    }
    return tuple(sorted(everyone, key=keys[order]))


def shown(comparison: Comparison, options: Any) -> list[int]:
    """Return the positions of the comparates to show, in the order asked for."""
    included = included_in(comparison, options)
    return [i for i in ordered(comparison, options.order) if i in included]


def included_in(comparison: Comparison, options: Any) -> set[int]:
    """Return the positions of the comparates that are asked for, by default of all."""
    return {*positions(comparison, options.include)} or {*range(len(comparison.names))}


def looks(comparison: Comparison, options: Showing) -> Callable[[str], dict[str, Any]]:
    """Return what a name looks like, by the fields of what it stands for: whether it is ours, and its colour."""
    colours = highlights(comparison, options)
    return lambda name: {"name": name, "ours": name in options.ours, "colour": colours.get(name, "")}


def chosen(comparison: Comparison, options: Showing) -> Showing:
    """Return settings in which the best that are asked for are named, with ours, among those to show.

    Where tasks have unlike scales, those by mean or median are by mean rank.
    """
    if comparison.scores.scales and getattr(options, "order", "") in ("mean", "median"):
        options = replace(options, order="rank")
    if comparison.scores.repeats_of and getattr(options, "order", "") == "rank":
        raise UsageError("Mean ranks are over tasks, and there is one: choose another `order`.")
    top = n_best(options)
    if not isinstance(options, Choosing) or not top:
        return options
    included = included_in(comparison, options)
    best = [i for i in ordered(comparison, options.best_by) if i in included][:top]
    proposed = included & {*positions(comparison, (*options.ours, *options.focus))}
    return replace(options, include=tuple(comparison.names[i] for i in sorted({*best, *proposed})))


def n_best(options: Showing) -> int:
    """Return how many of the best are to be shown; 0: all."""
    if not isinstance(options, Choosing):
        return 0
    return options.top or (0 if options.include else AT_ONCE.get(options.width, 0))


def caption(comparison: Comparison, options: Showing, usual: Prose, view: object = None) -> Prose:
    """Return a caption with what all have in common.

    That is which scores are imputed, which comparates are shown where only the best are, and which groups of them have
    which colours in a view.
    """
    from comparatex.layout.facts import Study

    words, study, groups = Text("words"), Study(comparison), families(comparison)
    drawn = {*_colours(view)} if groups else set()
    if shown_groups := [(group, f"#{colour}") for group, colour in groups.items() if colour in drawn]:
        usual = Prose.joined(usual, words.families(shown_groups))
    if comparison.scores.imputed:
        usual = Prose.joined(usual, words.imputed(study))
    if comparison.scores.repeats_of:
        usual = Prose.joined(usual, words.of_one_task(study))
    top = n_best(options)
    if not isinstance(options, Choosing) or not top:
        return usual
    included = chosen(comparison, options).include  # type: ignore[attr-defined]
    n_all = len(options.include or comparison.names)
    if len(included) == n_all:
        return usual
    return Prose.joined(usual, words.best_shown(top, n_all, options.best_by, len(included) > top))


def _colours(part: object) -> Iterator[str]:
    """Yield the colours of what a view is made of."""
    if isinstance(part, tuple | list):
        for each in part:
            yield from _colours(each)
    elif is_dataclass(part):
        yield getattr(part, "colour", "")
        yield from _colours([*vars(part).values()])


_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_OF_GROUPS = "0072B2", "C04A00", "007F5F", "A8327D", "7F6000", "5E4FA2"
"""Colours of groups of methods, as text legible on white, and apart for those who see few colours."""


def families(comparison: Comparison) -> dict[str, str]:
    """Return the colour of each group of the comparates: that given, or one of ours."""
    scores, ours = comparison.scores, iter(_OF_GROUPS)
    groups = dict.fromkeys(group for name, group in scores.groups.items() if name in comparison.names)
    without = [group for group in groups if group not in scores.colours]
    if len(without) > len(_OF_GROUPS):
        raise UsageError(
            f"There are {len(_OF_GROUPS)} colours for groups of methods, and {len(without)} groups: give some a colour "
            'under [colours], as "GROUP" = "#rrggbb".'
        )
    return {group: _digits(scores.colours[group]) if group in scores.colours else next(ours) for group in groups}


def highlights(comparison: Comparison, options: Showing) -> dict[str, str]:
    """Return the colour, as ``RRGGBB``, of each comparate that has one or whose group has; the settings win."""
    positions(comparison, tuple(options.highlight))
    groups = families(comparison)
    of_groups = {name: f"#{groups[group]}" for name, group in comparison.scores.groups.items() if group in groups}
    colours = {**of_groups, **comparison.scores.colours, **options.highlight}
    return {name: _digits(colour) for name, colour in colours.items()}


def _digits(colour: str) -> str:
    """Return a colour as six hexadecimal digits; HTML's names are understood."""
    if _HEX.fullmatch(colour):
        return colour[1:].upper()
    from matplotlib.colors import to_hex

    try:
        return to_hex(colour)[1:].upper()
    except ValueError:
        raise UsageError(f"{colour!r} is not a colour: write #rrggbb, or a colour's name.") from None


def chosen_pair(comparison: Comparison, first: str, second: str, ours: tuple[str, ...]) -> tuple[int, int]:
    """Return the positions of a pair: the names given; else ours, or the best one, and the best that is left."""
    everyone, proposed = range(len(comparison.names)), positions(comparison, ours)
    row, column = (positions(comparison, (name,))[0] if name else -1 for name in (first, second))
    if row < 0:
        row = next(i for i in (*proposed, *everyone) if i != column)
    if column < 0:
        others = [i for i in everyone if i != row]
        column = next((i for i in others if i not in proposed), others[0])
    if row == column:
        raise UsageError(f"A pair needs two methods; both are {comparison.names[row]}.")
    return row, column


def named(comparison: Comparison, name: str, ours: tuple[str, ...], missing: str) -> int:
    """Return the position of the comparate that a table is about: the one named, else the first of ours."""
    positions(comparison, ours)
    named = (name,) if name else ours[:1]
    if not named:
        raise UsageError(missing)
    return positions(comparison, named)[0]
