"""Two diagrams of mean ranks, before and after a change of a few comparates that swaps two others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from comparatex.inference.audit.examples import Standing, SwapExample
from comparatex.layout import words
from comparatex.layout.cdd.diagram import sides
from comparatex.layout.cdd.view import Cdd, Clique, Label
from comparatex.layout.language import say, say_number
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
    stages : tuple of str
        What stands above the two.
    """

    title: str
    caption: str
    alt: str
    label: str
    before: Cdd
    after: Cdd
    stages: tuple[str, str]

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
    title, stages = say("A swap of mean ranks"), (say("before"), say("after"))
    return Swap(title, _caption(example), _alt(example), label, before, after, stages)


def _diagram(example: SwapExample, standing: Standing, axis: Axis, best: Literal["left", "right"]) -> Cdd:
    """Return the diagram of one of the two sets."""
    labels = [
        Label(position, _name(example, i), place(rank), fixed(rank, 2), "", _colour(example, i), ours=False)
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
    added, removed = _names(example, example.added), _names(example, example.removed)
    if added and removed:
        return say_number(
            len(example.added),
            "{added} replaces {removed}",
            "{added} replace {removed}",
            added=added,
            removed=removed,
        )
    if added:
        return say_number(len(example.added), "{names} is added", "{names} are added", names=added)
    return say_number(len(example.removed), "{names} is removed", "{names} are removed", names=removed)


def _verdicts(example: SwapExample) -> str:
    """Return what becomes of the significance of the pair."""
    return say(
        {
            (True, True): "their difference is significant in both sets",
            (True, False): "their difference becomes not significant",
            (False, True): "their difference becomes significant",
            (False, False): "their difference is not significant in both sets",
        }[bool(example.before.significant), bool(example.after.significant)]
    )


def _caption(example: SwapExample) -> str:
    """Return what changes, and what that does."""
    analysis = example.comparison.analysis
    n_before, n_after = (len(standing.members) for standing in (example.before, example.after))
    pairs = n_before * (n_before - 1) // 2 if n_before == n_after else say("all pairs of the set")
    return say(
        "Mean ranks before (top) and after (bottom) {change}: {rising} overtakes {falling}, and {verdicts}, though "
        "no score of either has changed. A bar joins the two where they do not differ significantly at α = {alpha} "
        "by the {test}, with {correction}; no other bars are drawn.",
        change=_change(example),
        rising=_name(example, example.rising),
        falling=_name(example, example.falling),
        verdicts=_verdicts(example),
        alpha=words.level(analysis.alpha),
        test=words.test(analysis),
        correction=words.correction(analysis, pairs),
    )


def _alt(example: SwapExample) -> str:
    """Return the result in a sentence."""
    return say(
        "When {change}, {rising} gets a better mean rank than {falling}; {verdicts}.",
        change=_change(example),
        rising=_name(example, example.rising),
        falling=_name(example, example.falling),
        verdicts=_verdicts(example),
    )
