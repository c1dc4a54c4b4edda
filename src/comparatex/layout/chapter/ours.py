"""Running text on the comparates that the document proposes: the verdict against each rival."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import Rivals, rivals
from comparatex.layout import words
from comparatex.layout.chapter.text import Sentence, number, references, told
from comparatex.layout.chapter.view import Piece
from comparatex.layout.prose import keys as prose_keys
from comparatex.layout.showing import positions

_LISTED = 8
"""Rivals up to which they are named in the text; of more, the table has the names."""


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
    parts, n = {"name": name, "level": words.level(comparison.analysis.alpha)}, words.count(n_judged, "rival")
    if not n_judged:
        yield told("The family of tests holds no pair with {name}, so there is no verdict on it.", name=name)
        return
    yield from _decided(comparison, found, n)
    if found.undecided:
        yield told(
            "From {rivals}, {name} is not distinguishable at α = {level}: these tasks show neither that it is "
            "better or worse, nor that it performs alike.",
            **parts,
            rivals=_listed(comparison, found.undecided, n),
        )
    if found.unjudged:
        rivals_left = words.count(len(comparison.names) - 1, "rival")
        left_out = _listed(comparison, found.unjudged, rivals_left)
        yield (
            told(
                "There is no verdict against {rival}: the family of tests leaves that pair out.",
                rival=left_out,
            )
            if len(found.unjudged) == 1
            else told(
                "There is no verdict against {rivals}: the family of tests leaves those pairs out.",
                rivals=left_out,
            )
        )


def _decided(comparison: Comparison, found: Rivals, n: str) -> Iterator[Sentence]:
    """Yield which of the n rivals it is better than, and worse than; of none only where all are judged."""
    parts = {"name": comparison.names[found.own], "level": words.level(comparison.analysis.alpha)}
    all_of_many = len(comparison.names) > 2 and not found.unjudged
    if found.better:
        yield told(
            "At α = {level}, {name} is significantly better than {rivals}.",
            **parts,
            rivals=_listed(comparison, found.better, n),
        )
    elif found.worse or all_of_many:
        yield told("At α = {level}, {name} is significantly better than none of its rivals.", **parts)
    if found.worse:
        yield told("It is significantly worse than {rivals}.", rivals=_listed(comparison, found.worse, n))
    elif all_of_many:
        yield told("It is significantly worse than none of them.")


def _simpler(comparison: Comparison, found: Rivals, cost_name: str) -> Iterator[Sentence]:
    """Yield the rivals that cost more and are not shown to be better."""
    if found.simpler:
        yield told(
            "It costs less ({cost}) than {rivals}, and is significantly worse than none of these: where simplicity "
            "counts, that speaks for {name}.",
            cost=cost_name,
            rivals=_listed(comparison, found.simpler, words.count(len(comparison.names) - 1, "rival")),
            name=comparison.names[found.own],
        )


def _listed(comparison: Comparison, members: tuple[int, ...], n_rivals: str) -> str | Sentence:
    """Return rivals by name, or how many they are."""
    if len(members) <= _LISTED:
        return words.joined(tuple(comparison.names[i] for i in members))
    return told("{n} of its {rivals}", n=str(len(members)), rivals=n_rivals)
