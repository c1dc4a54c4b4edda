"""Sentences of the summary on the comparates that the document proposes: than how many rivals each is better."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import rivals
from comparatex.layout import words
from comparatex.layout.chapter.text import Sentence, told
from comparatex.layout.language import say
from comparatex.layout.showing import positions


def proposed(comparison: Comparison, names: tuple[str, ...]) -> Iterator[Sentence]:
    """Yield a sentence for each comparate that has two rivals or more that it is judged against."""
    for own in positions(comparison, names):
        found = rivals(comparison, own)
        n_judged = len(comparison.names) - 1 - len(found.unjudged)
        if n_judged > 1:
            yield _counted(comparison.names[own], len(found.better), len(found.worse), n_judged)


def _counted(name: str, better: int, worse: int, n_judged: int) -> Sentence:
    """Return how many rivals it is better than, and worse than."""
    in_all = words.count(n_judged, "rival")
    parts = {"name": name, "rivals": in_all, "better": _of(better, in_all), "worse": _of(worse, in_all)}
    if better == n_judged:
        return told("{name} is significantly better than each of its {rivals}.", name=name, rivals=in_all)
    if worse == n_judged:
        return told("{name} is significantly worse than each of its {rivals}.", name=name, rivals=in_all)
    if better and worse:
        return told(
            "{name} is significantly better than {better} of its {rivals} and significantly worse than {worse}.",
            **parts,
        )
    if better:
        return told(
            "{name} is significantly better than {better} of its {rivals} and significantly worse than none.",
            **parts,
        )
    if worse:
        return told(
            "{name} is significantly worse than {worse} of its {rivals} and significantly better than none.",
            **parts,
        )
    return told(
        "{name} is significantly better or worse than none of its {rivals}.", name=name, rivals=in_all
    )


def _of(number: int, in_all: str) -> str:
    """Return a number in words or digits, as that of all rivals is.

    >>> _of(9, "12 rivals"), _of(1, "two rivals")
    ('9', 'one')
    """
    if in_all[0].isdigit():
        return str(number)
    return say("one") if number == 1 else words.numeral(number)
