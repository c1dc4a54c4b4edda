"""Settings that every artefact shares: whose study it is, in what order, in how many digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

from comparatex.data.names import hint, quoted
from comparatex.errors import UsageError
from comparatex.spoken import Language

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

Order = Literal["mean", "rank", "wins", "median", "given"]


@dataclass(frozen=True, kw_only=True)
class Showing:
    """What all artefacts of one document have in common; each artefact adds its own settings.

    Parameters
    ----------
    ours : tuple of str
        The comparates that the document proposes: highlighted everywhere, rows of the focused matrix.
    order : {"mean", "rank", "wins", "median", "given"}
        Order of the comparates; ``rank`` and ``wins`` depend on the set of comparates.
    best : {"left", "right"}
        Side of the diagram on which the best comparate stands.
    precision : int
        Decimals of scores and differences.
    highlight : mapping of str to str
        Colour (``#rrggbb``) of comparates that are to stand out.
    language : {"en", "fr", "de"}
        Of all words and of the decimal mark.
    comparate_noun, task_noun, measure_noun : str
        What comparates, tasks and scores are called: ``classifier``, ``classifier/classifiers``, or with a gender
        (m, f, n) where the language needs one; empty: as the language calls them, scores by the measure's name.
    landscape : bool
        Have the fragment lie on its side, where there is more room; what breaks across pages does not.
    long : bool or None
        Have a table break across pages, or not; None: when it has more lines than a page.
    """

    ours: tuple[str, ...] = ()
    order: Order = "mean"
    best: Literal["left", "right"] = "right"
    precision: int = 4
    highlight: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    language: Language = "en"
    comparate_noun: str = ""
    task_noun: str = ""
    measure_noun: str = ""
    landscape: bool = False
    long: bool | None = None


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
