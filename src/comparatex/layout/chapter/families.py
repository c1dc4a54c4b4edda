"""Running text on the family of tests, where it leaves pairs out: which are judged, and what becomes of the others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from comparatex.inference.arithmetic import Booleans
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import in_family
from comparatex.layout import words
from comparatex.layout.chapter.text import Sentence, told
from comparatex.layout.language import say

_LISTED = 8
"""Names up to which the pairs that are drawn are listed by them."""
_DIGITS = 13
"""Numbers from here on are in digits."""


@dataclass(frozen=True, eq=False)
class Family:
    """A family that leaves pairs out.

    Parameters
    ----------
    inside : ndarray of bool, of shape (n_pairs,)
        Which pairs it holds.
    which : str
        What these are, with their number: "five comparisons with A".
    named : bool
        They are drawn pairs that `which` names.
    """

    inside: Booleans
    which: str
    named: bool = False

    @property
    def judged(self) -> int:
        """How many pairs it holds."""
        return int(self.inside.sum())

    @property
    def others(self) -> int:
        """How many it leaves out."""
        return len(self.inside) - self.judged


def family(comparison: Comparison) -> Family | None:
    """Return the family of tests, or None where it holds all pairs."""
    inside, analysis = in_family(comparison), comparison.analysis
    if inside.all():
        return None
    n_inside = int(inside.sum())
    if analysis.family == "control":
        comparisons = words.count(n_inside, "comparison")
        return Family(
            inside, say("{comparisons} with {control}", comparisons=comparisons, control=analysis.control)
        )
    pairs, statistics = words.count(n_inside, "pair"), comparison.pair_statistics
    if n_inside == 1:
        (own,) = np.flatnonzero(inside)
        one, other = comparison.names[statistics.row[own]], comparison.names[statistics.column[own]]
        return Family(inside, say("the pair of {one} and {other}", one=one, other=other), named=True)
    rows, columns = (tuple(side or comparison.names) for side in analysis.drawn)
    if set(rows) == set(columns) and len(rows) <= _LISTED:
        return Family(inside, say("{pairs} among {names}", pairs=pairs, names=words.joined(rows)), named=True)
    if len(rows) + len(columns) <= _LISTED:
        parts = {"rows": words.joined(rows), "columns": words.joined(columns)}
        return Family(inside, say("{pairs} of {rows} with {columns}", pairs=pairs, **parts), named=True)
    return Family(inside, say("{pairs} that are drawn", pairs=pairs))


def which_judged(comparison: Comparison) -> Iterator[Sentence]:
    """Yield which pairs are judged, what the correction is good for then, and what becomes of other pairs."""
    found = family(comparison)
    if found is None:
        return
    if comparison.analysis.correction == "none" or found.judged == 1:
        yield (
            told(
                "Only {which} is judged, a choice to be made before the results are seen.", which=found.which
            )
            if found.judged == 1
            else told(
                "Only the {which} are judged, a choice to be made before the results are seen.",
                which=found.which,
            )
        )
    elif found.named:
        yield told(
            "These are the {which}: a family to be declared before the results are seen, and what the correction "
            "promises holds for it alone.",
            which=found.which,
        )
    else:
        yield told(
            "This family is to be declared before the results are seen, and what the correction promises holds for "
            "it alone."
        )
    yield (
        told("There is no verdict on the other pair: where its p-value is shown, it is not corrected.")
        if found.others == 1
        else told(
            "There is no verdict on the {pairs}: where their p-values are shown, they are not corrected.",
            pairs=words.count(found.others, "other pair"),
        )
    )


def _counted(number: int, found: Family) -> str:
    """Return how many of the family, in words or digits as the family itself."""
    if number == 0:
        return say("none")
    return words.numeral(number) if found.judged < _DIGITS else str(number)


def n_different(comparison: Comparison, found: Family) -> Sentence:
    """Return how many pairs of the family differ significantly, with and without correction."""
    analysis, pairs = comparison.analysis, comparison.pair_statistics
    apart = int((~comparison.joined[pairs.row, pairs.column])[found.inside].sum())
    parts = {
        "which": found.which,
        "apart": _counted(apart, found),
        "level": words.level(analysis.alpha),
        "raw": _counted(int(comparison.significant[found.inside].sum()), found),
    }
    if found.judged == 1:
        which = words.capital(found.which)
        return (
            told("{which} shows a significant difference at α = {level}.", which=which, level=parts["level"])
            if apart
            else told(
                "{which} shows no significant difference at α = {level}.", which=which, level=parts["level"]
            )
        )
    if apart == 0:
        return (
            told("None of the {which} shows a significant difference at α = {level}.", **parts)
            if analysis.correction == "none"
            else told(
                "None of the {which} shows a significant difference at α = {level} after correction; {raw} would "
                "without it.",
                **parts,
            )
        )
    if analysis.correction == "none":
        return (
            told("Of the {which}, only one shows a significant difference at α = {level}.", **parts)
            if apart == 1
            else told("Of the {which}, {apart} show a significant difference at α = {level}.", **parts)
        )
    if apart == 1:
        return told(
            "Of the {which}, only one shows a significant difference at α = {level} after correction; {raw} would "
            "without it.",
            **parts,
        )
    return told(
        "Of the {which}, {apart} show a significant difference at α = {level} after correction; {raw} would "
        "without it.",
        **parts,
    )
