"""Running text on the comparates that the document proposes: the verdict against each rival."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import Rivals, rivals
from comparatex.layout import macro_view as prose_keys
from comparatex.layout import words
from comparatex.layout.chapter.text import Sentence, number, references, told
from comparatex.layout.chapter.view import Piece
from comparatex.layout.language import say
from comparatex.layout.showing import positions

_LISTED = 8
"""Rivals up to which they are named in the text; of more, the table has the names."""
_COST = "cost"
"""What costs are where nothing else is said."""


def ours(
    comparison: Comparison, names: tuple[str, ...], costs: Mapping[str, float], cost_name: str
) -> Iterator[tuple[Sentence, ...]]:
    """Yield a paragraph for each comparate that the document proposes.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    names : tuple of str
        The comparates.
    costs : mapping of str to float
        What comparates cost, if that is known.
    cost_name : str
        What costs are.
    """
    for own in positions(comparison, names):
        found = rivals(comparison, own, costs)
        yield (
            *_places(comparison, own),
            *_verdicts(comparison, found),
            *_simpler(comparison, found, cost_name),
        )


def shown(pieces: Sequence[Piece]) -> Iterator[Sentence]:
    """Yield where the verdicts are listed."""
    if len(pieces) == 1:
        yield told("{where} lists the verdicts.", where=references("Table", [pieces[0].label]))
    elif pieces:
        yield told("{where} list the verdicts.", where=references("Table", [piece.label for piece in pieces]))


def _places(comparison: Comparison, own: int) -> Iterator[Sentence]:
    """Yield where the comparate stands."""
    name, key = comparison.names[own], prose_keys.keys(comparison.names)[own]
    yield told(
        "{name} has the mean score {mean}, which is place {place} of {n}.",
        name=name,
        mean=number(f"mean of {key}"),
        place=number(f"place by mean of {key}"),
        n=number("comparates"),
    )


def _verdicts(comparison: Comparison, found: Rivals) -> Iterator[Sentence]:
    """Yield which rivals it is better than, worse than, and not distinguishable from."""
    name, n_judged = comparison.names[found.own], len(comparison.names) - 1 - len(found.unjudged)
    if not n_judged:
        yield told("The family of tests holds no pair with {name}, so there is no verdict on it.", name=name)
        return
    yield from _decided(comparison, found, n_judged)
    if found.undecided:
        yield told(
            "From {rivals}, {name} is not distinguishable at α = {level}: these tasks show neither that it is "
            "better or worse, nor that it performs alike.",
            name=name,
            level=words.level(comparison.analysis.alpha),
            rivals=_listed(comparison, found.undecided, n_judged),
        )
    if len(found.unjudged) == 1:
        yield told(
            "There is no verdict against {rival}: the family of tests leaves that pair out.",
            rival=_listed(comparison, found.unjudged),
        )
    elif found.unjudged:
        yield told(
            "There is no verdict against {rivals}: the family of tests leaves those pairs out.",
            rivals=_listed(comparison, found.unjudged),
        )


def _decided(comparison: Comparison, found: Rivals, n_judged: int) -> Iterator[Sentence]:
    """Yield which rivals it is better than, and worse than; of none only where all are judged."""
    parts = {"name": comparison.names[found.own], "level": words.level(comparison.analysis.alpha)}
    all_of_many = len(comparison.names) > 2 and not found.unjudged
    if all_of_many and not found.better and not found.worse:
        yield told(
            "At α = {level}, {name} is significantly better or worse than none of its rivals.", **parts
        )
        return
    if found.better:
        yield told(
            "At α = {level}, {name} is significantly better than {rivals}.",
            **parts,
            rivals=_listed(comparison, found.better, n_judged),
        )
    elif found.worse:
        yield told(
            "At α = {level}, {name} is significantly worse than {rivals}.",
            **parts,
            rivals=_listed(comparison, found.worse, n_judged),
        )
        if all_of_many and len(found.worse) < n_judged:
            yield told("It is significantly better than none of its rivals.")
        return
    if found.worse:
        yield told(
            "It is significantly worse than {rivals}.", rivals=_listed(comparison, found.worse, n_judged)
        )
    elif all_of_many and len(found.better) < n_judged:
        yield told("It is significantly worse than none of its rivals.")


def _simpler(comparison: Comparison, found: Rivals, cost_name: str) -> Iterator[Sentence]:
    """Yield the rivals that cost more and are not shown to be better."""
    if not found.simpler:
        return
    parts = {"rivals": _listed(comparison, found.simpler), "name": comparison.names[found.own]}
    if cost_name == _COST:
        yield told(
            "It costs less than {rivals}, and is significantly worse than none of these: where simplicity counts, "
            "that speaks for {name}.",
            **parts,
        )
    else:
        yield told(
            "It costs less in {cost} than {rivals}, and is significantly worse than none of these: where simplicity "
            "counts, that speaks for {name}.",
            **parts,
            cost=cost_name,
        )


def _listed(comparison: Comparison, members: tuple[int, ...], out_of: int = 0) -> str:
    """Return rivals by name, or how many they are out of those that are spoken of, or of all."""
    if len(members) <= _LISTED:
        return words.joined(tuple(comparison.names[i] for i in members))
    n_rivals = out_of or len(comparison.names) - 1
    rivals_in_all = words.count(n_rivals, "rival")
    if len(members) == n_rivals:
        return say("each of its {rivals}", rivals=rivals_in_all)
    n = str(len(members)) if rivals_in_all[0].isdigit() else words.numeral(len(members))
    return say("{n} of its {rivals}", n=n, rivals=rivals_in_all)
