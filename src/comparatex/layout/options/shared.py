"""The settings that all figures and tables have, or that several have in common.

Each is a field with what the command line, the config file and the schema say of it. Nothing here computes, so that
commands know their options without importing what draws.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Literal

from comparatex.settings import Settings, headed, setting
from comparatex.text import LANGUAGES, Length

Order = Literal["mean", "rank", "wins", "median", "given"]

_NAMES = [known.name for known in LANGUAGES.values()]
_LANGUAGES = f"{', '.join(_NAMES[:-1])} or {_NAMES[-1]}"

FLOATS = tuple(
    f"{turned}{kind}{star}"
    for turned in ("", "sideways")
    for star in ("", "*")
    for kind in ("figure", "table")
)
LABEL: dict[str, Any] = {
    "common": True,
    "group": "artefact",
    "metavar": "TEXT",
    "unset": True,
    "help": "Name for cross-references, such as fig:mcm.",
}


@headed(words="Words", artefact="Output")
@dataclass(frozen=True, kw_only=True)
class Showing(Settings):
    """What all artefacts of one document have in common; each artefact adds its own settings.

    Parameters
    ----------
    ours : tuple of str
        The comparates that the document proposes: highlighted everywhere.
    focus : tuple of str
        The comparates that are looked at: rows of a matrix, and of what is about one comparate or a pair, by default
        that one; of `ours` where empty.
    order : {"mean", "rank", "wins", "median", "given"}
        Order of the comparates; ``rank`` and ``wins`` depend on the set of comparates.
    best : {"left", "right"}
        Side of the diagram on which the best comparate stands.
    precision : int or None
        Decimals of scores, means and differences; None: as many as scores were written with or, at full precision
        and for what is derived from scores, as their differences need (see `comparatex.layout.notation`).
    percent : bool
        Show fractions as percentages, and their differences in percentage points.
    stars : bool
        Mark significant p-values by stars.
    highlight : mapping of str to str
        Colour (``#rrggbb``) of comparates that are to stand out.
    language : str
        A key of `comparatex.text.LANGUAGES`: that of all words, and of the decimal mark.
    comparate_noun, task_noun : str
        What comparates and tasks are called: one word, or singular and plural as in ``"classifier/classifiers"``,
        with the gender where a language needs it, as in ``"classifieur/classifieurs/m"``. Empty: the language's own
        word.
    measure_noun : str
        What the measure is called, in the same forms; empty: its name.
    captions : {"short", "full"}
        Captions of at most 45 words, as a rule, or with the whole convention.
    landscape : bool
        Have the fragment lie on its side, where there is more room; what breaks across pages does not.
    float : str
        Have the fragment be a whole float of this environment, with caption and label; a table in it does not break
        across pages. Empty: only what a float holds.
    caption : str
        The text of the caption, in which no character is TeX; ``auto``: the one that the artefact has.
    label : str
        Name for cross-references; empty: one by the artefact's name.
    long : bool or None
        Have a table break across pages, or not; None: when it has more lines than a page.
    """

    about: ClassVar[str] = ""
    """What a table holds, in a line of the help."""

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
    best: Literal["left", "right"] = setting(
        "right", help="Side of the diagram on which the best comparate stands."
    )
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
    def own(self) -> tuple[str, ...]:
        """The comparates that are looked at, or else those that the document proposes."""
        return self.focus or self.ours


@dataclass(frozen=True, kw_only=True)
class Choosing(Showing):
    """What artefacts have in common that can show some of the comparates; the statistics stay those of all.

    Parameters
    ----------
    include : tuple of str
        Comparates to show; empty: all.
    top : int
        Of these, the best so many, and `ours` and `focus` whatever their place; 0: all. The caption says so.
    """

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
