"""The chapter of several measures: what they share, then a part for each, written beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.chapter import sections as chapter_sections
from comparatex.layout.chapter.best import best_by_mean
from comparatex.layout.chapter.proposed import proposed
from comparatex.layout.chapter.text import Sentence, paragraph, references, told
from comparatex.layout.chapter.view import Chapter, Piece, Section
from comparatex.layout.language import say


def measures(
    comparisons: Sequence[Comparison],
    folders: Sequence[str],
    sequence: Sequence[Piece] = (),
    ours: tuple[str, ...] = (),
) -> Chapter:
    """Lay the chapter of several measures out.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One for each measure.
    folders : sequence of str
        The names of the folders with their parts, which tell their numbers apart too.
    sequence : sequence of Piece
        The diagrams of all measures on one axis, if they can be drawn.
    ours : tuple of str
        The comparates that the document proposes.
    """
    names = words.joined(tuple(comparison.scores.measure for comparison in comparisons))
    first = comparisons[0]
    n_measures = words.count(len(comparisons), "measure")
    alike = all(set(other.names) == set(first.names) for other in comparisons)
    title = (
        say(
            "Comparison of {comparates} by {names}",
            comparates=words.count(len(first.names), "comparate"),
            names=names,
        )
        if alike
        else say("Comparison by {names}", names=names)
    )
    opening = told("This chapter has the results by {n}: {names}.", n=n_measures, names=names)
    bests = paragraph(_bests(comparisons, folders, ours))
    overview = Section(
        say("Overview"),
        "sec-overview",
        (
            paragraph((opening, *_side_by_side(sequence))),
            bests + (() if tested_alike(comparisons) else (_by_itself(),)),
        ),
        tuple(sequence),
    )
    return Chapter(
        title,
        say("Benchmark results"),
        (told("This report has the results by {n}: {names}.", n=n_measures, names=names), *bests),
        (overview, *_tests(comparisons), chapter_sections.limits(_most(comparisons))),
        parts=tuple(folders),
    )


def tested_alike(comparisons: Sequence[Comparison]) -> bool:
    """Tell whether all that is to be said of how pairs are tested is the same for all measures."""
    return len({chapter_sections.tested(comparison) for comparison in comparisons}) == 1


def _tests(comparisons: Sequence[Comparison]) -> Iterator[Section]:
    """Yield how pairs are tested, where that is the same for all measures; else each part says it."""
    if tested_alike(comparisons):
        yield Section(say("Tests"), "sec-tests", ((*chapter_sections.tested(comparisons[0]), _by_itself()),))


def _by_itself() -> Sentence:
    """Return what no correction counts: the measures."""
    return told("Each measure is tested by itself; no correction counts the measures.")


def _most(comparisons: Sequence[Comparison]) -> Comparison:
    """Return the comparison with the most tasks: the limits of all are at least its limits."""
    return max(comparisons, key=lambda comparison: comparison.scores.n_tasks)


def _side_by_side(sequence: Sequence[Piece]) -> Iterator[Sentence]:
    """Yield what shows all measures."""
    if sequence:
        yield told(
            "{where} shows the mean ranks by each of them on one axis: where the lines cross, the measures "
            "disagree.",
            where=references("Figure", [piece.label for piece in sequence]),
        )


def _bests(
    comparisons: Sequence[Comparison], folders: Sequence[str], ours: tuple[str, ...]
) -> Iterator[Sentence]:
    """Yield who is best by each measure, and than how many rivals ours are better by it."""
    for comparison, folder in zip(comparisons, folders, strict=True):
        measure = comparison.scores.measure
        best = _of_study(best_by_mean(comparison), folder)
        if comparison.scores.higher_is_better:
            yield told("By {measure} (higher is better): {best}", measure=measure, best=best)
        else:
            yield told("By {measure} (lower is better): {best}", measure=measure, best=best)
        yield from proposed(comparison, tuple(name for name in ours if name in comparison.names))


def _of_study(sentence: Sentence, study: str) -> Sentence:
    """Return a sentence with the numbers of one measure."""
    return tuple(replace(part, study=study) if part.kind == "number" else part for part in sentence)


def ranked(comparisons: Sequence[Comparison]) -> bool:
    """Tell whether the mean ranks of all can stand on one axis: of the same comparates, and defined."""
    names = {frozenset(comparison.names) for comparison in comparisons}
    return len(names) == 1 and not any(math.isnan(other.friedman.statistic) for other in comparisons)
