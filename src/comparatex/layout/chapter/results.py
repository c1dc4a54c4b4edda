"""Running text on results: how many pairs differ, what the matrix, the scatters and the posteriors show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.chapter import families
from comparatex.layout.chapter import ranks as chapter_ranks
from comparatex.layout.chapter.bayes import bayesian
from comparatex.layout.chapter.best import best_by_mean, best_by_rank, followers
from comparatex.layout.chapter.text import Sentence, cite, number, references, told
from comparatex.layout.chapter.view import Piece

_HIGH = 0.95
"""A probability from which on a Bayesian test counts as decided."""


def summary(comparison: Comparison) -> Iterator[Sentence]:
    """Yield the results in short."""
    kind = ", ".join(filter(None, (comparison.scores.measure, words.direction(comparison))))
    yield told("This report compares {size} ({kind}).", size=words.size(comparison), kind=kind)
    yield best_by_mean(comparison)
    yield n_different(comparison)
    if not math.isnan(comparison.friedman.statistic):
        yield best_by_rank(comparison)
        yield chapter_ranks.verdict(comparison)


def means(comparison: Comparison) -> Iterator[Sentence]:
    """Yield who is best by mean score."""
    yield best_by_mean(comparison)
    yield from followers(comparison)
    if not comparison.scores.complete.all():
        yield told(
            "Where scores are missing, these means are of different tasks; the pairs, which are compared on the "
            "tasks that both have, say more."
        )


def matrix(comparison: Comparison, shown: Sequence[Piece]) -> Iterator[Sentence]:
    """Yield what the Multi-Comparison Matrix shows and what it does not depend on."""
    if not shown:
        return
    view = shown[0].view
    yield told(
        "{where} is a Multi-Comparison Matrix{source}, with a cell for each pair.",
        where=references("Figure", [shown[0].label]),
        source=cite("ismailfawaz2023"),
    )
    yield _independence(comparison, view.legend)
    if len(view.panels) > 1:
        yield told("The matrix is in parts, to be read as one.")
    if len(shown) > 1:
        yield _focus(shown)


def _independence(comparison: Comparison, legend: Sequence[str]) -> Sentence:
    """Return what a cell of the matrix does not depend on."""
    if comparison.analysis.test == "nemenyi" or any("(" in text for text in legend):
        return told(
            "Differences and counts in a cell come from the scores of its two comparates alone; "
            "its p-value depends on all the others too."
        )
    if comparison.scores.missing == "drop-tasks":
        return told(
            "All that a cell says comes from the scores of its two comparates alone, without correction for the "
            "number of pairs: other comparates could join or leave the study and none of it would change, as "
            "long as the tasks stay the same."
        )
    return told(
        "All that a cell says comes from the scores of its two comparates alone, without correction for the "
        "number of pairs: other comparates could join or leave the study and none of it would change."
    )


def pairs(comparison: Comparison) -> Iterator[Sentence]:
    """Yield how many pairs differ."""
    yield n_different(comparison)


def tasks_apart(shown: Sequence[str]) -> Iterator[Sentence]:
    """Yield what shows single tasks, which a mean and a count hide."""
    if len(shown) == 1:
        yield told(
            "{where} sets two comparates against each other task by task: a mean and a count hide how far apart "
            "they are, and where.",
            where=references("Figure", shown),
        )
    elif shown:
        yield told(
            "{where} each set two comparates against each other task by task: a mean and a count hide how far "
            "apart they are, and where.",
            where=references("Figure", shown),
        )


def posteriors(
    comparison: Comparison, triangles: Sequence[Piece], matrices: Sequence[Piece]
) -> Iterator[Sentence]:
    """Yield what the Bayesian test says, and where."""
    yield from bayesian(comparison)
    yield told("They come from the scores of the two comparates alone.")
    yield from _decided(comparison)
    if triangles:
        yield told(
            "{where} shows the posterior of one pair, draw by draw.",
            where=references("Figure", [piece.label for piece in triangles]),
        )
    if matrices:
        yield told(
            "{where} has the three probabilities of every pair that it shows.",
            where=references("Figure", [piece.label for piece in matrices]),
        )


def _decided(comparison: Comparison) -> Iterator[Sentence]:
    """Yield in how many of several pairs a probability is high."""
    found = comparison.posterior
    if len(found.p_left) > 1:
        yield told(
            "The probability for one of the two comparates is at least {high} in {sided} of the {pairs} pairs, and "
            "that for practical equality in {equal}.",
            sided=str(int(((found.p_left >= _HIGH) | (found.p_right >= _HIGH)).sum())),
            equal=str(int((found.p_rope >= _HIGH).sum())),
            pairs=number("pairs"),
            high=words.level(_HIGH),
        )


def n_different(comparison: Comparison) -> Sentence:
    """Return how many pairs differ significantly, with and without correction."""
    family = families.family(comparison)
    if family is not None:
        return families.n_different(comparison, family)
    analysis, n_pairs = comparison.analysis, len(comparison.pair_statistics.row)
    level = words.level(analysis.alpha)
    pairs = comparison.pair_statistics
    n_apart = int((~comparison.joined[pairs.row, pairs.column]).sum())
    if n_pairs == 1:
        if n_apart:
            return told("The two comparates differ significantly at α = {level}.", level=level)
        return told("The two comparates do not differ significantly at α = {level}.", level=level)
    parts = {"pairs": number("pairs"), "apart": number("significant pairs"), "level": level}
    if n_apart == 0:
        return _none_different(comparison, parts)
    if analysis.correction == "none" or analysis.test == "nemenyi":
        if n_apart == 1:
            return told("Of the {pairs} pairs, only one differs significantly at α = {level}.", **parts)
        return told("Of the {pairs} pairs, {apart} differ significantly at α = {level}.", **parts)
    parts["raw"] = number("significant pairs without correction")
    if n_apart == 1:
        return told(
            "Of the {pairs} pairs, only one differs significantly at α = {level} after correction; {raw} would "
            "without it.",
            **parts,
        )
    return told(
        "Of the {pairs} pairs, {apart} differ significantly at α = {level} after correction; {raw} would "
        "without it.",
        **parts,
    )


def _none_different(comparison: Comparison, parts: dict[str, Any]) -> Sentence:
    """Return that no pair differs significantly, and how many would without correction."""
    analysis = comparison.analysis
    if analysis.correction == "none" or analysis.test == "nemenyi":
        return told("None of the {pairs} pairs differs significantly at α = {level}.", **parts)
    if not comparison.significant.any():
        return told(
            "None of the {pairs} pairs differs significantly at α = {level}, with correction or without.",
            **parts,
        )
    return told(
        "None of the {pairs} pairs differs significantly at α = {level} after correction; {raw} would without it.",
        **parts,
        raw=number("significant pairs without correction"),
    )


def _focus(shown: Sequence[Piece]) -> Sentence:
    """Return why there are further matrices."""
    others = references("Figure", [piece.label for piece in shown[1:]])
    if len(shown) == 2:
        return told(
            "As a matrix of all comparates would not be legible, it shows the best; {where} sets all others "
            "against a few.",
            where=others,
        )
    return told(
        "As a matrix of all comparates would not be legible, it shows the best; {where} set all others against a "
        "few.",
        where=others,
    )
