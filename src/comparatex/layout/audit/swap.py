"""Two diagrams of mean ranks, before and after a change of a few comparates that swaps two others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comparatex.inference.audit.examples import Standing, SwapExample
from comparatex.layout import words
from comparatex.layout.cdd_sides import sides
from comparatex.layout.cdd_view import Cdd, Clique, Label
from comparatex.layout.numbers import fixed, place
from comparatex.layout.rank_axis import Axis, rank_axis

RISING, FALLING, CHANGED = "B2182B", "2166AC", "6B6B6B"
"""Colours of the comparate that overtakes, of the one overtaken, and of those exchanged."""


@dataclass(frozen=True)
class Swap:
    """A swap of mean ranks, ready to be drawn.

    Parameters
    ----------
    title, caption, alt, label : str
        What it is, what it shows, its result in a sentence, its name for cross-references.
    before, after : Cdd
        The diagrams of the two sets, on the same axis; the only bar joins the swapping pair.
    """

    title: str
    caption: str
    alt: str
    label: str
    before: Cdd
    after: Cdd

    @property
    def diagrams(self) -> tuple[Cdd, Cdd]:
        """Both, in their order."""
        return self.before, self.after


def swap(example: SwapExample, *, label: str, best: Literal["left", "right"] = "right") -> Swap:
    """Lay the two diagrams of a swap out.

    Parameters
    ----------
    example : SwapExample
        The change, and how the comparates stand before and after it.
    label : str
        Name of the figure for cross-references.
    best : {"left", "right"}
        Side of the best comparate.
    """
    ranks = [place(rank) for standing in (example.before, example.after) for rank in standing.ranks]
    axis = rank_axis(ranks, max(len(example.before.members), len(example.after.members)), best)
    before, after = (_diagram(example, standing, axis, best) for standing in (example.before, example.after))
    return Swap("A swap of mean ranks", _caption(example), _alt(example), label, before, after)


def _diagram(example: SwapExample, standing: Standing, axis: Axis, best: Literal["left", "right"]) -> Cdd:
    """Return the diagram of one of the two sets."""
    labels = [
        Label(position, _name(example, i), place(rank), fixed(rank, 2), "", _colour(example, i), False)
        for position, (i, rank) in enumerate(zip(standing.members, standing.ranks, strict=True), start=1)
    ]
    left, right = sides(labels, axis, best)
    bars = () if standing.significant else (_bar(example, standing),)
    return Cdd(
        title="",
        caption="",
        alt="",
        axis=axis,
        left=left,
        right=right,
        cliques=bars,
        n_lanes=len(bars),
        n_cliques=len(bars),
        shows="bars",
        ruler=None,
        notes=(),
    )


def _bar(example: SwapExample, standing: Standing) -> Clique:
    """Return the bar that joins the pair; others between them are no members."""
    first, last = sorted(standing.members.index(i) + 1 for i in (example.rising, example.falling))
    return Clique(first, last, tuple(range(first + 1, last)), 1)


def _colour(example: SwapExample, i: int) -> str:
    """Return the colour of a comparate; those that only stand by have none."""
    if i in (*example.removed, *example.added):
        return CHANGED
    return {example.rising: RISING, example.falling: FALLING}.get(i, "")


def _name(example: SwapExample, i: int) -> str:
    """Return the name of a comparate."""
    return example.comparison.names[i]


def _names(example: SwapExample, members: tuple[int, ...]) -> str:
    """Return the names of some comparates in prose."""
    return words.joined(tuple(_name(example, i) for i in members))


def _change(example: SwapExample) -> str:
    """Return what is done to the set, in words."""
    if example.removed and example.added:
        verb = "replaces" if len(example.added) == 1 else "replace"
        return f"{_names(example, example.added)} {verb} {_names(example, example.removed)}"
    verb, members = ("added", example.added) if example.added else ("removed", example.removed)
    return f"{_names(example, members)} {'is' if len(members) == 1 else 'are'} {verb}"


def _verdicts(example: SwapExample) -> str:
    """Return what becomes of the significance of the pair."""
    before, after = example.before.significant, example.after.significant
    if before == after:
        return f"their difference is {'' if before else 'not '}significant in both sets"
    return f"their difference becomes {'not ' if before else ''}significant"


def _caption(example: SwapExample) -> str:
    """Return what changes, and what that does."""
    analysis = example.comparison.analysis
    rising, falling = _name(example, example.rising), _name(example, example.falling)
    bars = "A bar joins the two where they do not differ significantly"
    decided = f"at α = {words.level(analysis.alpha)} by the {words.test(analysis)}"
    n_before, n_after = (len(standing.members) for standing in (example.before, example.after))
    n_pairs = n_before * (n_before - 1) // 2
    family = words.correction(analysis, n_pairs) if n_before == n_after else words.correction(analysis, 0)
    if n_before != n_after:
        family = family.replace(words.count(0, "pair"), "all pairs of the set")
    return (
        f"Mean ranks before (top) and after (bottom) {_change(example)}: {rising} overtakes {falling}, and "
        f"{_verdicts(example)}, though no score of either has changed. {bars} {decided}, with {family}; no "
        "other bars are drawn."
    )


def _alt(example: SwapExample) -> str:
    """Return the result in a sentence."""
    rising, falling = _name(example, example.rising), _name(example, example.falling)
    return f"When {_change(example)}, {rising} gets a better mean rank than {falling}; {_verdicts(example)}."
