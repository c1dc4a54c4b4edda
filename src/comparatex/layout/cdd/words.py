"""Words of the critical difference diagram: its caption, its warnings, its alternative text."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from comparatex.inference.analysis import Analysis
from comparatex.inference.comparison import Comparison
from comparatex.inference.convention_profiles import find
from comparatex.layout import convention_words, words
from comparatex.layout.cdd import intervals as cdd_intervals
from comparatex.layout.fragile import meaning
from comparatex.layout.language import message, say, say_number
from comparatex.layout.numbers import fixed
from comparatex.layout.results import friedman_result
from comparatex.layout.words import level

if TYPE_CHECKING:
    from comparatex.layout.cdd.view import Cdd, CddOptions


def caption(comparison: Comparison, view: Cdd, options: CddOptions) -> str:
    """Return the caption: what is drawn, out of what, by which tests; it ends with the warnings."""
    return " ".join(
        (
            _subject(comparison, len(view.labels)),
            _ranks(comparison),
            friedman_result(comparison),
            *_cliques(comparison, view),
            *_marks(comparison, view, options),
            *view.notes,
        )
    )


def alt(comparison: Comparison, view: Cdd) -> str:
    """Return the result in words: who is best and worst, and how many cliques there are."""
    ranked = [f"{label.name} ({label.rank_text})" if label.rank_text else label.name for label in view.labels]
    first = say(
        "Mean ranks of {comparates} on {tasks}, best first: {best}; last is {last}."
        if len(ranked) > 3
        else "Mean ranks of {comparates} on {tasks}, best first: {best}.",
        comparates=words.count(len(ranked), "comparate"),
        tasks=words.count(len(comparison.ranks), "task"),
        best=words.joined(tuple(ranked[:3])),
        last=ranked[-1],
    )
    if view.intervals:
        precision = max((len(label.rank_text.partition(".")[2]) for label in view.labels), default=0) or 2
        first += " " + cdd_intervals.alternative(comparison, view.intervals, precision)
    if view.n_cliques < 0:
        return first
    cliques = words.capital(words.count(view.n_cliques, "clique"))
    return f"{first} " + say("{cliques} of comparates that are not significantly different.", cliques=cliques)


def undecided(comparison: Comparison) -> Iterator[str]:
    """Yield a warning when the Friedman test does not reject that all comparates perform alike."""
    found, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    best = found.exact_pvalue
    if best is None:
        best = found.pvalue if math.isnan(refined.pvalue) else refined.pvalue
    if best > alpha:
        yield say(
            "Warning: the Friedman test does not reject, at α = {alpha}, that all comparates perform alike, so "
            "differences between pairs have little support.",
            alpha=level(alpha),
        )


def too_many_bars(n_bars: int, n_lanes: int, max_lanes: int) -> str:
    """Return why cliques are letters instead of bars."""
    return say(
        "The {n_bars} bars would need {n_lanes} lanes, more than the {max_lanes} that can be read, so cliques are "
        "letters.",
        n_bars=n_bars,
        n_lanes=n_lanes,
        max_lanes=max_lanes,
    )


def left_out(n_out: int, n_all: int) -> str:
    """Return that bars are left out, and that nothing is lost."""
    return say_number(
        n_out,
        "Of {n_all} bars, one is left out that says nothing new: each pair of comparates under such a bar is also "
        "under another.",
        "Of {n_all} bars, {n} are left out that say nothing new: each pair of comparates under such a bar is also "
        "under another.",
        n_all=n_all,
        n=n_out,
    )


def not_judged(analysis: Analysis) -> str:
    """Return why no cliques are drawn, where the family of tests does not hold all pairs."""
    if analysis.family == "drawn":
        return say("The family of tests does not hold all of these pairs, so there are no bars.")
    return say(
        "Only comparisons with the control are tested, so there are no bars: see the table of all against it."
    )


def not_shown(n_cliques: int) -> str:
    """Return that cliques are not shown, and where to look instead."""
    return say(
        "The cliques are too many to be read as bars or letters and are not shown: draw fewer comparates, or see the "
        "matrix or table of pairwise results."
        if n_cliques < 0
        else "The {n} cliques are too many to be read as bars or letters and are not shown: draw fewer comparates, or "
        "see the matrix or table of pairwise results.",
        n=n_cliques,
    )


def _subject(comparison: Comparison, n_drawn: int) -> str:
    """Return what is drawn, out of which table."""
    scores = comparison.scores
    return say(
        "Critical difference diagram of {size} ({kind})."
        if n_drawn == scores.n_comparates
        else "Critical difference diagram of {n} of {size} ({kind}); ranks, tests and correction are those of all "
        "{n_all}.",
        size=words.size(comparison),
        kind=", ".join(filter(None, (scores.measure, words.direction(comparison)))),
        n=n_drawn,
        n_all=scores.n_comparates,
    )


def _ranks(comparison: Comparison) -> str:
    """Return what the axis shows, on which tasks."""
    n_complete, n_tasks = len(comparison.ranks), comparison.scores.n_tasks
    if n_complete == n_tasks:
        return say("The axis shows mean ranks, 1 is best.")
    return say(
        "The axis shows mean ranks, 1 is best, on the {n} of {n_tasks} tasks on which every comparate has a score.",
        n=n_complete,
        n_tasks=n_tasks,
    )


def _cliques(comparison: Comparison, view: Cdd) -> Iterator[str]:
    """Yield what a bar or a letter means, and by which test."""
    if view.shows == "nothing":
        return
    if comparison.verdict is not None:
        yield from _tool_cliques(comparison, view)
        return
    yield say(
        "Bars join comparates that are pairwise not significantly different {decision}."
        if view.shows == "bars"
        else "Comparates that share a letter are not significantly different {decision}.",
        decision=_decision(comparison),
    )
    if view.n_cliques == 0:
        yield say("All pairs are significantly different, so there are none.")
    elif view.shows == "letters" and any("–" in label.letters for label in view.labels):
        yield say("A range such as a–d is short for all letters from a to d.")


_GROUPS = {
    ("bars", True): message("Bars are the groups of the convention {name} ({tool}). {settings}"),
    ("letters", True): message("Letters stand for the groups of the convention {name} ({tool}). {settings}"),
    ("bars", False): message(
        "Bars are maximal groups that do not differ pairwise by the convention {name} ({tool}). {settings}"
    ),
    ("letters", False): message(
        "Letters stand for maximal groups that do not differ pairwise by the convention {name} ({tool}). {settings}"
    ),
}


def _tool_cliques(comparison: Comparison, view: Cdd) -> Iterator[str]:
    """Yield what a bar or a letter means under the convention of another tool."""
    convention = find(comparison.analysis.convention)
    yield say(
        _GROUPS[view.shows, convention.cliques != "none"],
        name=convention.name,
        tool=convention_words.tool(convention),
        settings=convention_words.in_words(replace(convention, alpha=comparison.analysis.alpha)),
    )
    if convention.note:
        yield convention_words.note(convention)


def _decision(comparison: Comparison) -> str:
    """Return the level, test and correction by which pairs are told apart."""
    analysis = comparison.analysis
    alpha = level(analysis.alpha)
    if analysis.test == "nemenyi":
        return say(
            "at α = {alpha} by the Nemenyi test: their mean ranks differ by at most the critical difference "
            "{difference}",
            alpha=alpha,
            difference=fixed(comparison.critical_difference, 2),
        )
    return say(
        "at α = {alpha} by the {test}, with {correction}",
        alpha=alpha,
        test=words.test(analysis),
        correction=words.correction(analysis, comparison.n_family),
    )


def _marks(comparison: Comparison, view: Cdd, options: CddOptions) -> Iterator[str]:
    """Yield what gaps, the ruler, bold names and colours mean."""
    if any(clique.gaps for clique in view.cliques):
        yield say(
            "Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member."
        )
    if any(clique.fragile for clique in view.cliques):
        yield say("Grey: a pair under the bar {fragile}.", fragile=meaning(options.fragile))
    if view.intervals:
        yield cdd_intervals.meaning(comparison)
    if view.ruler and comparison.analysis.test != "nemenyi":
        yield say("CD is the critical difference of the Nemenyi test, by which the bars do not go.")
    if any(label.ours for label in view.labels):
        yield say("Bold: ours.")
