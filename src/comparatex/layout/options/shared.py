"""The settings that all figures and tables have, or that several have in common.

Each is a field with what the command line, the config file and the schema say of it. Nothing here computes, so that
commands know their options without importing what draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from comparatex.layout.widths import Room, room
from comparatex.settings import Settings, headed, setting
from comparatex.text import LANGUAGES, Length

Order = Literal["mean", "rank", "wins", "median", "given"]

_NAMES = [known.name for known in LANGUAGES.values()]
_LANGUAGES = f"{', '.join(_NAMES[:-1])} or {_NAMES[-1]}"

FLOATS = tuple(
    f"{turned}{kind}{star}" for turned in ("", "sideways") for star in ("", "*") for kind in ("figure", "table")
)
LABEL: dict[str, Any] = {
    "common": True,
    "group": "artefact",
    "metavar": "TEXT",
    "unset": True,
    "help": "Name for cross-references, such as fig:mcm.",
}


MAX_ROWS: dict[str, Any] = {
    "common": True,
    "minimum": 0,
    "shown": False,
    "help": "Rows to print at most; 0: all.",
}
ACROSS: dict[str, Any] = {
    "minimum": 0,
    "shown": False,
    "help": "Columns of comparates, corrections or conventions side by side; 0: what fits 16 cm, or the page on its "
    "side.",
}
PER_TASK: dict[str, Any] = {
    "common": True,
    "after": "long",
    "help": "Ranks or repeats on every task instead of a summary.",
}


@headed(words="Words", width="Output", artefact="Output")
@dataclass(frozen=True, kw_only=True)
class Showing(Settings):
    """What all artefacts of one document have in common; each artefact adds its own settings."""

    ours: tuple[str, ...] = setting(
        (), common=True, help="The comparates that the document proposes: highlighted everywhere."
    )
    focus: tuple[str, ...] = setting(
        (),
        common=True,
        help="Comparates that are set against all others: rows of a matrix; what is about one comparate takes the "
        "first, or else the first of --ours.",
    )
    order: Order = setting(
        "mean",
        common=True,
        unset=True,
        help="Order of the comparates; by mean score where none is given, ranks by mean rank.",
    )
    best: Literal["left", "right"] = setting("right", help="Side of the diagram on which the best comparate stands.")
    precision: int | None = setting(
        None,
        common=True,
        minimum=0,
        maximum=12,
        help="Decimals of scores and differences; by default as the data have or need.",
    )
    percent: bool = setting(False, common=True, help="Show scores from 0 to 1 as percentages.")
    stars: bool = setting(False, help="Mark p-values by stars: * below .05, ** below .01, *** below .001.")
    highlight: Mapping[str, str] = setting(
        MappingProxyType({}), kind="colours", help="Colour of a comparate; repeatable."
    )
    language: str = setting(
        "en",
        common=True,
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
    captions: Length = setting(
        "short",
        group="words",
        help="Captions that say what is seen and how to read it, or the whole convention, too.",
    )
    width: str = setting(
        "page",
        common=True,
        metavar="LENGTH",
        group="width",
        help="Width that it is made for, such as 16cm or 86mm; or page, column, slide or poster: a slide has the best "
        "eight comparates, a poster the best twelve, unless --top or --only say which.",
    )
    landscape: bool = setting(
        False, group="artefact", help="Have the .tex lie on its side in its float, where there is more room."
    )
    float: str = setting(
        "",
        common=True,
        choices=FLOATS,
        unset=True,
        group="artefact",
        help="Have the .tex be a whole float, with caption and label; those on their sides need rotating.",
    )
    caption: str = setting(
        "auto",
        common=True,
        metavar="TEXT",
        group="artefact",
        help="Caption, in which no character is TeX; auto: the one that comparatex writes.",
    )
    label: str = setting("", **LABEL)
    long: bool | None = setting(
        None,
        off="--no-long",
        group="table",
        after="across",
        help="Break across pages, without a float; by default when it has more lines than a page.",
    )

    @property
    def line(self) -> Room:
        """What it is made for."""
        return room(self.width, landscape=self.landscape)

    @property
    def own(self) -> tuple[str, ...]:
        """The comparates that are looked at, or else those that the document proposes."""
        return self.focus or self.ours


@dataclass(frozen=True, kw_only=True)
class Choosing(Showing):
    """What artefacts have in common that can show some of the comparates; the statistics stay those of all."""

    include: tuple[str, ...] = setting(
        (),
        common=True,
        flag="--only",
        help="Show only these comparates; ranks, tests and corrections stay those of all.",
    )
    top: int = setting(
        0,
        common=True,
        minimum=0,
        shown=False,
        metavar="K",
        help="Show only the best K comparates, and --ours; ranks, tests and corrections stay those of all.",
    )

    @property
    def best_by(self) -> Order:
        """The order that says which are the best."""
        return "mean" if self.order == "given" else self.order


@dataclass(frozen=True, kw_only=True)
class PairOptions(Choosing):
    """Settings that tables of pairs share."""

    max_rows: int = setting(0, **MAX_ROWS)
