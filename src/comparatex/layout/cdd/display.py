"""How cliques are shown: as bars where these can be read, else as letters, else not at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comparatex.inference.analysis import Analysis
from comparatex.layout.cdd import words as cdd_words
from comparatex.layout.cdd.view import CddOptions
from comparatex.layout.lanes import Members, essential, pack
from comparatex.layout.letters import ALPHABET

_REDUCIBLE = 1000
"""Most cliques among which the essential ones are searched for."""


@dataclass(frozen=True)
class Display:
    """How cliques are shown: as bars, as letters or not at all, and what to say about it."""

    bars: tuple[Members, ...] = ()
    letters: tuple[Members, ...] | None = None
    shows: Literal["bars", "letters", "nothing"] = "bars"
    note: str = ""


def display(cliques: tuple[Members, ...] | None, options: CddOptions) -> Display:
    """Decide how cliques are shown."""
    if cliques is None or (len(cliques) > _REDUCIBLE and options.bars != "bars"):
        return Display(shows="nothing", note=cdd_words.not_shown(-1 if cliques is None else len(cliques)))
    n_lanes = _n_lanes(cliques)
    if options.bars == "bars" or (options.bars == "auto" and n_lanes <= options.max_lanes):
        return Display(bars=cliques)
    needed = essential(cliques)
    if options.bars == "auto" and _n_lanes(needed) <= options.max_lanes:
        return Display(bars=needed, note=cdd_words.left_out(len(cliques) - len(needed), len(cliques)))
    if len(needed) > len(ALPHABET):
        return Display(shows="nothing", note=cdd_words.not_shown(len(cliques)))
    asked = options.bars == "letters"
    note = "" if asked else cdd_words.too_many_bars(len(needed), _n_lanes(needed), options.max_lanes)
    return Display(letters=needed, shows="letters", note=note)


def without_cliques(analysis: Analysis) -> Display:
    """Return that there are no cliques, for not all pairs that are drawn are tested."""
    return Display(shows="nothing", note=cdd_words.not_judged(analysis))


def _n_lanes(cliques: tuple[Members, ...]) -> int:
    """Return how many lanes the bars of cliques need."""
    return max(pack([(clique[0], clique[-1]) for clique in cliques]), default=0)
