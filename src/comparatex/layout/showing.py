"""Settings that every artefact shares: whose study it is, in what order, in how many digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from comparatex.data.names import hint, quoted
from comparatex.errors import UsageError
from comparatex.settings import setting
from comparatex.text import LANGUAGES

if TYPE_CHECKING:
    from comparatex.inference.comparison import Comparison

_NAMES = [known.name for known in LANGUAGES.values()]
_LANGUAGES = f"{', '.join(_NAMES[:-1])} or {_NAMES[-1]}"

Order = Literal["mean", "rank", "wins", "median", "given"]

# What several artefacts say of a setting that they have
ONLY: dict[str, Any] = {"flag": "--only", "help": "Draw only these comparates."}
ONLY_SHOWN: dict[str, Any] = {"flag": "--only", "help": "Show only these comparates."}
AXIS: dict[str, Any] = {"help": "Axis of the costs, or both axes of a scatter."}
FRAGILE: dict[str, Any] = {
    "flag": "--mark-fragile",
    "metavar": "SHARE",
    "minimum": 0,
    "maximum": 1,
    "shown": False,
    "help": "Mark what survives in less than this share of small changes of the data, such as 0.9.",
}
MAX_ROWS: dict[str, Any] = {"minimum": 0, "shown": False, "help": "Rows to print at most; 0: all."}
ACROSS: dict[str, Any] = {
    "minimum": 0,
    "shown": False,
    "help": "Columns of comparates, corrections or conventions side by side; 0: what fits 16 cm, or the page on its "
    "side.",
}
PER_TASK: dict[str, Any] = {"after": "long", "help": "Ranks or repeats on every task instead of a summary."}


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
    comparate_noun, task_noun : str
        What comparates and tasks are called: one word, or singular and plural as in ``"classifier/classifiers"``,
        with the gender where a language needs it, as in ``"classifieur/classifieurs/m"``. Empty: the language's own
        word.
    measure_noun : str
        What the measure is called, in the same forms; empty: its name.
    landscape : bool
        Have the fragment lie on its side, where there is more room; what breaks across pages does not.
    long : bool or None
        Have a table break across pages, or not; None: when it has more lines than a page.
    """

    ours: tuple[str, ...] = setting(
        (), help="The comparates that the document proposes: highlighted everywhere."
    )
    order: Order = setting(
        "mean",
        unset=True,
        help="Order of the comparates; by mean score where none is given, ranks by mean rank.",
    )
    best: Literal["left", "right"] = setting(
        "right", help="Side of the diagram on which the best comparate stands."
    )
    precision: int = setting(4, minimum=0, maximum=12, help="Decimals of scores.")
    highlight: Mapping[str, str] = setting(
        MappingProxyType({}), kind="colours", help="Colour of a comparate; repeatable."
    )
    language: str = setting(
        "en",
        choices=tuple(LANGUAGES),
        group="words",
        help=f"Of all words, and of the decimal mark: {_LANGUAGES}.",
    )
    comparate_noun: str = setting(
        "",
        metavar="NOUN",
        group="words",
        help="What comparates are called in all texts: singular, or singular/plural, such as classifier/classifiers.",
    )
    task_noun: str = setting(
        "", metavar="NOUN", group="words", help="What tasks are called, such as 'data set/data sets'."
    )
    measure_noun: str = setting(
        "",
        metavar="NOUN",
        group="words",
        help="What scores are called, such as accuracy; by default by the measure.",
    )
    landscape: bool = setting(
        False, group="artefact", help="Have the .tex lie on its side in its float, where there is more room."
    )
    long: bool | None = setting(
        None,
        off="--no-long",
        group="table",
        after="across",
        help="Break across pages, without a float; by default when it has more lines than a page.",
    )


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
