"""Who is shown, and in what order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from comparatex.data.names import hint, quoted
from comparatex.errors import UsageError
from comparatex.layout.options import Order

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison


def positions(comparison: Comparison, names: tuple[str, ...]) -> tuple[int, ...]:
    """Return where comparates stand in the summary order.

    Raises
    ------
    UsageError
        A name is unknown; the message offers the nearest one.
    """
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
