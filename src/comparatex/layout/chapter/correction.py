"""Running text on the correction for multiple testing, or on what it means that there is none."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout import words
from comparatex.layout.chapter.families import family, which_judged
from comparatex.layout.chapter.text import Sentence, cite, told


def correction(comparison: Comparison) -> Iterator[Sentence]:
    """Yield how many tests there are and what is done about it."""
    analysis = comparison.analysis
    if analysis.test == "nemenyi" or comparison.verdict is not None:
        return
    n_tests = comparison.n_family
    level = words.level(analysis.alpha)
    if n_tests == 1:
        yield told(
            "A p-value of at most α = {level} is called significant; with one pair there is nothing to correct.",
            level=level,
        )
        yield from which_judged(comparison)
        return
    if analysis.correction == "none":
        yield _uncorrected(comparison, n_tests)
        yield from which_judged(comparison)
        return
    procedure, how = CORRECTIONS[analysis.correction], words.correction(analysis, n_tests, always=False)
    yield told(
        "The p-values are corrected for multiple testing: {how}{source}.",
        how=how,
        source=cite("holm1979") if analysis.correction == "holm" else "",
    )
    yield from which_judged(comparison)
    yield told("A corrected p-value of at most α = {level} is called significant.", level=level)
    if procedure.bounds == "family-wise error" and not how.endswith(")"):
        if family(comparison):
            yield told(
                "The correction bounds the probability of any false rejection in the family, however its tests "
                "depend on each other."
            )
            return
        yield told(
            "The correction bounds the probability of any false rejection, however the tests depend on each other."
        )


def _uncorrected(comparison: Comparison, n_tests: int) -> Sentence:
    """Return what it means that nothing is corrected."""
    alpha = comparison.analysis.alpha
    level = words.level(alpha)
    if alpha * n_tests >= 2:
        return told(
            "A p-value of at most α = {level} is called significant, without correction for multiple testing: if "
            "no comparates differed, up to about {some} of the {tests} would be expected to reject.",
            level=level,
            some=str(round(alpha * n_tests)),
            tests=words.count(n_tests, "test"),
        )
    return told(
        "A p-value of at most α = {level} is called significant, without correction for multiple testing: if no "
        "comparates differed, each test would reject with a probability of up to α.",
        level=level,
    )
