"""Running text on mean ranks: who is best by them, the Friedman test, the critical difference diagram."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.chapter import families
from comparatex.layout.chapter.best import best_by_rank, disagree
from comparatex.layout.chapter.text import Sentence, cite, number, references, told
from comparatex.layout.chapter.view import Piece
from comparatex.layout.language import message


def ranks(comparison: Comparison, listed: Sequence[str]) -> Iterator[Sentence]:
    """Yield what ranks are, and who is best by them."""
    if listed:
        yield told(
            "On each task the comparates are ranked ({where}), 1 being the best, and those that tie share the "
            "mean of their ranks; a mean rank says how a comparate places among these others, and not by how "
            "much.",
            where=references("Table", listed),
        )
    else:
        yield told(
            "On each task the comparates are ranked, 1 being the best, and those that tie share the mean of "
            "their ranks; a mean rank says how a comparate places among these others, and not by how much."
        )
    if math.isnan(comparison.friedman.statistic):
        return
    yield best_by_rank(comparison)
    if not disagree(comparison):
        return
    if comparison.scores.complete.all():
        yield told(
            "Mean scores and mean ranks disagree on who is best: a mean score is moved by large differences on "
            "few tasks, a mean rank by small ones on many."
        )
    else:
        yield told(
            "Mean scores and mean ranks disagree on who is best: a mean score is moved by large differences on "
            "few tasks, a mean rank by small ones on many; and here they are not of the same tasks."
        )


def friedman(comparison: Comparison, listed: Sequence[str]) -> Iterator[Sentence]:
    """Yield the Friedman test and its verdict."""
    found = comparison.friedman
    source = cite("friedman1937")
    if math.isnan(found.statistic):
        yield told(
            "The Friedman test{source} and mean ranks are undefined here: they need two tasks on which every "
            "comparate has a score.",
            source=source,
        )
        return
    parts = {
        "source": source,
        "df": number("Friedman df"),
        "statistic": number("Friedman statistic"),
        "p": number("Friedman p equation"),
        "where": _see(listed),
    }
    if found.exact_pvalue is None:
        yield told(
            "The Friedman test{source} of all comparates together, corrected for ties, gives "
            "χ²({df}) = {statistic}, {p}{where}.",
            **parts,
        )
    else:
        yield told(
            "The Friedman test{source} of all comparates together, corrected for ties, gives "
            "χ²({df}) = {statistic}, {p} (exactly {exact}){where}.",
            **parts,
            exact=number("Friedman exact p equation"),
        )
    yield from _refined(comparison)
    yield verdict(comparison)
    if len(comparison.names) > 2:
        yield told("It does not say which of them differ.")


def verdict(comparison: Comparison) -> Sentence:
    """Return whether the Friedman test rejects, by the best of its p-values."""
    found, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    best, level = found.exact_pvalue, words.level(alpha)
    if best is None:
        best = found.pvalue if math.isnan(refined.pvalue) else refined.pvalue
    if len(comparison.names) == 2:
        return (
            told("The Friedman test does not reject, at α = {level}, that both perform alike.", level=level)
            if best > alpha
            else told("The Friedman test rejects, at α = {level}, that both perform alike.", level=level)
        )
    if best > alpha:
        return told(
            "The Friedman test does not reject, at α = {level}, that all comparates perform alike, so that "
            "differences between pairs have little support.",
            level=level,
        )
    return told(
        "The Friedman test rejects, at α = {level}, that all comparates perform alike.",
        level=level,
    )


def diagram(comparison: Comparison, shown: Sequence[Piece]) -> Iterator[Sentence]:
    """Yield what the critical difference diagram shows, and what its bars mean."""
    if not shown:
        return
    where, source = references("Figure", [piece.label for piece in shown]), cite("demsar2006")
    if len(shown) == 1:
        yield told(
            "{where} shows the mean ranks on an axis, as a critical difference diagram{source}.",
            where=where,
            source=source,
        )
    else:
        yield told(
            "{where} show the mean ranks on an axis, as critical difference diagrams{source}.",
            where=where,
            source=source,
        )
    if _groups_of_another(comparison):
        yield from _groups(comparison, {piece.view.shows for piece in shown})
        return
    family = families.family(comparison)
    for meaning in dict.fromkeys(_marks(piece.view, all_judged=family is None) for piece in shown):
        yield told(meaning)
    if comparison.verdict is not None or comparison.analysis.test == "nemenyi":
        return
    if not any(piece.view.n_cliques for piece in shown):
        return
    if comparison.analysis.correction == "none" or len(comparison.names) == 2:
        yield told(
            "Which pairs differ is not read off the distance of their mean ranks, which depends on all the other "
            "comparates{source}, but decided by the test of the pair itself.",
            source=cite("benavoli2016"),
        )
    elif family is not None:
        yield told(
            "Which pairs differ is not read off the distance of their mean ranks, which depends on all the other "
            "comparates{source}, but decided by the test of the pair itself, corrected for the number of pairs in "
            "the family.",
            source=cite("benavoli2016"),
        )
    else:
        yield told(
            "Which pairs differ is not read off the distance of their mean ranks, which depends on all the other "
            "comparates{source}, but decided by the test of the pair itself, corrected for the number of pairs.",
            source=cite("benavoli2016"),
        )


def _refined(comparison: Comparison) -> Iterator[Sentence]:
    """Yield the F of Iman and Davenport, where it is defined."""
    if math.isfinite(comparison.iman_davenport.statistic):
        yield told(
            "The less conservative F of Iman and Davenport{source} is F({df1}, {df2}) = {statistic}, {p}.",
            source=cite("imandavenport1980"),
            df1=number("Iman-Davenport df1"),
            df2=number("Iman-Davenport df2"),
            statistic=number("Iman-Davenport statistic"),
            p=number("Iman-Davenport p equation"),
        )


def _see(listed: Sequence[str]) -> Sentence | str:
    """Return where to see more, or nothing."""
    return told(", see {where}", where=references("Table", listed)) if listed else ""


def _groups_of_another(comparison: Comparison) -> bool:
    """Tell whether the groups of the diagram are those that another tool forms, by rules of its own."""
    return comparison.verdict is not None and comparison.verdict.convention.cliques != "none"


def _groups(comparison: Comparison, shows: set[str]) -> Iterator[Sentence]:
    """Yield what bars or letters are in the diagram of another tool: its groups, in which pairs may differ."""
    name = comparison.analysis.convention
    if "bars" in shows:
        yield told(
            "A bar joins a group as the convention {name} forms it, which need not be one no pair of which differs "
            "significantly.",
            name=name,
        )
    if "letters" in shows:
        yield told(
            "A letter marks a group as the convention {name} forms it, which need not be one no pair of which differs "
            "significantly.",
            name=name,
        )


def _marks(view: Any, *, all_judged: bool) -> str:
    """Return what the bars or letters of a diagram mean, to be translated."""
    if view.shows == "nothing" and not all_judged:
        return message(
            "The diagram does not show which pairs differ, for the family of tests leaves pairs out."
        )
    if view.n_cliques == 0:
        return message("There are no bars, for all pairs in the diagram differ significantly.")
    return {
        "bars": message("A bar joins comparates no pair of which differs significantly."),
        "letters": message("Two comparates differ significantly unless they share a letter."),
        "nothing": message(
            "The diagram does not show which pairs differ, for there are too many groups to be drawn."
        ),
    }[str(view.shows)]
