"""Words of the critical difference diagram: its caption, its warnings, its alternative text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from comparatex.inference.comparison import Comparison
from comparatex.inference.conventions.profiles import find
from comparatex.layout import convention_words, words
from comparatex.layout.fragile import meaning
from comparatex.layout.numbers import fixed, pvalue

if TYPE_CHECKING:
    from comparatex.layout.cdd_view import Cdd, CddOptions


def caption(comparison: Comparison, view: Cdd, options: CddOptions) -> str:
    """Return the caption: what is drawn, out of what, by which tests; it ends with the warnings."""
    return " ".join(
        (
            _subject(comparison, len(view.labels)),
            _ranks(comparison),
            _omnibus(comparison),
            *_cliques(comparison, view),
            *_marks(comparison, view, options),
            *view.notes,
        )
    )


def alt(comparison: Comparison, view: Cdd) -> str:
    """Return the result in words: who is best and worst, and how many cliques there are."""
    ranked = [f"{label.name} ({label.rank_text})" if label.rank_text else label.name for label in view.labels]
    drawn = words.count(len(ranked), "comparate")
    n_tasks = words.count(len(comparison.ranks), "task")
    best = f"Mean ranks of {drawn} on {n_tasks}, best first: {words.joined(tuple(ranked[:3]))}"
    worst = f"; last is {ranked[-1]}." if len(ranked) > 3 else "."
    cliques = f"{words.count(view.n_cliques, 'clique')} of comparates that are not significantly different."
    return best + worst + (f" {cliques[0].upper()}{cliques[1:]}" if view.n_cliques >= 0 else "")


def undecided(comparison: Comparison) -> Iterator[str]:
    """Yield a warning when the Friedman test does not reject that all comparates perform alike."""
    found, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    best = found.exact_pvalue
    if best is None:
        best = found.pvalue if math.isnan(refined.pvalue) else refined.pvalue
    if best > alpha:
        yield (
            f"Warning: the Friedman test does not reject, at α = {_level(alpha)}, that all comparates perform "
            "alike, so differences between pairs have little support."
        )


def too_many_bars(n_bars: int, n_lanes: int, max_lanes: int) -> str:
    """Return why cliques are letters instead of bars."""
    return (
        f"The {n_bars} bars would need {n_lanes} lanes, more than the {max_lanes} that can be read, so "
        "cliques are letters."
    )


def left_out(n_out: int, n_all: int) -> str:
    """Return that bars are left out, and that nothing is lost."""
    few = "one is left out that says" if n_out == 1 else f"{n_out} are left out that say"
    return (
        f"Of {n_all} bars, {few} nothing new: each pair of comparates under such a bar is also under another."
    )


def not_shown(n_cliques: int) -> str:
    """Return that cliques are not shown, and where to look instead."""
    number = f"The {n_cliques}" if n_cliques >= 0 else "The"
    return (
        f"{number} cliques are too many to be read as bars or letters and are not shown: draw fewer "
        "comparates, or see the matrix or table of pairwise results."
    )


def _subject(comparison: Comparison, n_drawn: int) -> str:
    """Return what is drawn, out of which table."""
    scores = comparison.scores
    kind = ", ".join(filter(None, (scores.measure, words.direction(comparison))))
    size = words.size(comparison)
    if n_drawn == scores.n_comparates:
        return f"Critical difference diagram of {size} ({kind})."
    return (
        f"Critical difference diagram of {n_drawn} of {size} ({kind}); ranks, tests and correction are those "
        f"of all {scores.n_comparates}."
    )


def _ranks(comparison: Comparison) -> str:
    """Return what the axis shows, on which tasks."""
    n_complete, n_tasks = len(comparison.ranks), comparison.scores.n_tasks
    if n_complete == n_tasks:
        return "The axis shows mean ranks, 1 is best."
    return (
        f"The axis shows mean ranks, 1 is best, on the {n_complete} of {n_tasks} tasks on which every "
        "comparate has a score."
    )


def _omnibus(comparison: Comparison) -> str:
    """Return the results of the Friedman test and of Iman and Davenport's F."""
    found, refined = comparison.friedman, comparison.iman_davenport
    exact = "" if found.exact_pvalue is None else f" (exact: {_p(found.exact_pvalue)})"
    first = (
        f"Friedman test, corrected for ties: χ²({found.df}) = {fixed(found.statistic, 2)}, "
        f"{_p(found.pvalue)}{exact}"
    )
    if math.isnan(refined.statistic):
        return f"{first}."
    degrees = ", ".join(map(str, refined.df))
    return f"{first}; Iman–Davenport F({degrees}) = {fixed(refined.statistic, 2)}, {_p(refined.pvalue)}."


def _cliques(comparison: Comparison, view: Cdd) -> Iterator[str]:
    """Yield what a bar or a letter means, and by which test."""
    if view.shows == "nothing":
        return
    means = {
        "bars": "Bars join comparates that are pairwise not significantly different",
        "letters": "Comparates that share a letter are not significantly different",
    }[view.shows]
    if comparison.verdict is not None:
        yield from _tool_cliques(comparison, view)
        return
    yield f"{means} {_decision(comparison)}."
    if view.n_cliques == 0:
        yield "All pairs are significantly different, so there are none."
    elif view.shows == "letters" and any("–" in label.letters for label in view.labels):
        yield "A range such as a–d is short for all letters from a to d."


def _tool_cliques(comparison: Comparison, view: Cdd) -> Iterator[str]:
    """Yield what a bar or a letter means under the convention of another tool."""
    convention = find(comparison.analysis.convention)
    settings = convention_words.in_words(replace(convention, alpha=comparison.analysis.alpha))
    mark = "Bars are" if view.shows == "bars" else "Letters stand for"
    groups = (
        "the groups of" if convention.cliques != "none" else "maximal groups that do not differ pairwise by"
    )
    yield f"{mark} {groups} the convention {convention.name} ({convention.tool}). {settings}"
    if convention.note:
        yield convention.note


def _decision(comparison: Comparison) -> str:
    """Return the level, test and correction by which pairs are told apart."""
    analysis = comparison.analysis
    level = f"at α = {_level(analysis.alpha)} by the"
    if analysis.test == "nemenyi":
        difference = fixed(comparison.critical_difference, 2)
        return (
            f"{level} Nemenyi test: their mean ranks differ by at most the critical difference {difference}"
        )
    n_pairs = len(comparison.pair_statistics.row)
    return f"{level} {words.test(analysis)}, with {words.correction(analysis, n_pairs)}"


def _marks(comparison: Comparison, view: Cdd, options: CddOptions) -> Iterator[str]:
    """Yield what gaps, the ruler, bold names and colours mean."""
    if any(clique.gaps for clique in view.cliques):
        yield "Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member."
    if any(clique.fragile for clique in view.cliques):
        yield f"Grey: a pair under the bar {meaning(options.fragile)}."
    if view.ruler and comparison.analysis.test != "nemenyi":
        yield "CD is the critical difference of the Nemenyi test, by which the bars do not go."
    if any(label.ours for label in view.labels):
        yield "Bold: ours."


def _p(value: float) -> str:
    """Return a p-value as an equation, or an inequality below its last digit."""
    text = pvalue(value)
    return f"p < {text[1:]}" if text.startswith("<") else f"p = {text}"


def _level(alpha: float) -> str:
    """Return a significance level as it was given."""
    return repr(alpha)
