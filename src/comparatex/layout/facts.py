"""Facts of a study that every text may speak of: sizes, names, settings, what is fragile; words are in templates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comparatex.data.headings import says
from comparatex.data.measures import without_unit
from comparatex.inference.analysis import OURS, Analysis
from comparatex.inference.convention_profiles import find
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.numbers import Notation, equation, fixed, level, pvalue, star_levels
from comparatex.layout.options import Showing
from comparatex.text import LANGUAGES, Text, Writing

if TYPE_CHECKING:
    from comparatex.data.scores import Scores
    from comparatex.inference.basis import Basis
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.verdicts import Verdict

_NAMED_SETTINGS = ("alpha", "test", "zero_method", "sign_ties", "pvalue_method", "sides", "correction", "family")
"""Settings that are named where they are other than those of our own convention."""


def fact(compute: Callable[[Any], Any]) -> Any:
    """Return what is computed or formatted when a text speaks of it."""
    return cached_property(compute)


class Study:
    """The facts of one comparison; what needs formatting is text here."""

    def __init__(self, comparison: Comparison) -> None:
        """Keep the statistics, which have them all."""
        self.comparison = comparison

    scores: Scores = fact(lambda s: s.comparison.scores)
    analysis: Analysis = fact(lambda s: s.comparison.analysis)  # the settings, by name; `level` formats that number
    basis: Basis = fact(lambda s: s.comparison.basis)  # what verdicts rest on
    names: tuple[str, ...] = fact(lambda s: s.comparison.names)  # in the order of the summary, best mean score first
    n_comparates: int = fact(lambda s: s.scores.n_comparates)
    n_tasks: int = fact(lambda s: s.scores.n_tasks)
    higher: bool = fact(lambda s: s.scores.higher_is_better)
    # whether nothing says which scores are better, and whether comparates are in columns
    assumes_direction: bool = fact(lambda s: any("better" in part for part in s.scores.assumed))
    assumes_columns: bool = fact(lambda s: any("columns" in part for part in s.scores.assumed))
    scales: tuple[str, ...] = fact(lambda s: s.scores.scales)  # measures of which each task has one; empty for one
    group: str = fact(lambda s: s.scores.task_group)  # of tasks, which the results are of; empty for the whole table
    ours: bool = fact(lambda s: s.analysis.convention == OURS)  # whether the convention is our own
    procedures = CORRECTIONS  # with what each bounds under which condition
    n_complete = fact(lambda s: int(s.scores.complete.sum()))  # tasks on which all have a score
    n_pairs = fact(lambda s: len(s.comparison.pair_statistics.row))
    n_family = fact(lambda s: s.comparison.n_family)  # tests that the correction counts
    n_significant = fact(lambda s: int(s.comparison.significant.sum()))  # pairs that differ after correction

    # ---------------------------------------------------------------------------------------------- the table
    measure = fact(lambda s: _measure(s.scores))  # without its unit, which numbers have; may be empty
    unscaled = fact(lambda s: without_unit(s.scores.unscaled))  # the same before scores were put on a scale
    on = fact(lambda s: "" if says(s.scores.repeats_of, "repeat") else s.scores.repeats_of)  # the task, if there is one
    # what this is called, by the heading of its column, or what repeats are of; a key of the nouns of a language
    whole = fact(lambda s: s.scores.whole.task_noun or ("data set" if s.scores.share_data else "whole"))
    repeat = fact(lambda s: s.scores.repeat_noun or "repeat")  # what one is called in English
    # the comparates that the scale refers to, if any
    references = fact(lambda s: s.scores.references)

    @property
    def fewer_repeats(self) -> bool:
        """Whether some scores are the mean of fewer."""
        fewest, most = self.scores.numbers_of_repeats
        return fewest < most

    # ---------------------------------------------------------------------------------------------- the tests
    convention = fact(lambda s: find(s.analysis.convention))
    level = fact(lambda s: level(s.analysis.alpha))  # the significance level, as it was given
    star_levels = fact(lambda s: star_levels())  # of one, two and three stars
    confidence = fact(lambda s: level(100 * (1 - s.analysis.alpha)))  # the level of intervals in percent
    interval_method = fact(lambda s: s.comparison.interval_method)  # how intervals of means are computed
    margin = fact(lambda s: _width(s.comparison, s.comparison.margin) if s.comparison.margin else "")  # if tested
    rope = fact(lambda s: _width(s.comparison, s.comparison.rope))  # the half-width of practical equivalence
    test_share = fact(lambda s: level(round(s.analysis.test_share or 0, 4)))  # correlation of repeats in tests by them
    critical_difference = fact(lambda s: fixed(s.comparison.critical_difference, 2))  # Nemenyi's, of mean ranks

    @property
    def other_settings(self) -> tuple[str, ...]:
        """Names of the settings that are other than those of our own convention."""
        defaults = {field.name: field.default for field in fields(Analysis)}
        return tuple(name for name in _NAMED_SETTINGS if getattr(self.analysis, name) != defaults[name])

    def unattainable(self, *, corrected: bool = True) -> dict[str, Any] | None:
        """Why no outcome could be significant: the least p-value that the tasks allow; None where one could."""
        least = self.comparison.unattainable(corrected=corrected)
        return {**vars(least), "pvalue": pvalue(least.pvalue, alpha=self.analysis.alpha)} if least else None

    @property
    def any_differs(self) -> bool:
        """Whether the test of all comparates, more than two, rejects that they are alike; it knows of no clusters."""
        test, clustered = self.friedman, 0 < self.basis.n_clusters < self.n_tasks
        return self.n_comparates > 2 and not clustered and bool(test["defined"] and test["p"] and test["rejects"])

    @cached_property
    def friedman(self) -> dict[str, Any]:
        """The test of all comparates that decides: its name, its numbers, formatted, and whether it rejects."""
        from comparatex.inference.arithmetic import rejects

        comparison, test = self.comparison, self.comparison.omnibus
        plain, refined, gappy = comparison.friedman, comparison.iman_davenport, comparison.skillings_mack
        p = {"exact": plain.exact_pvalue, "f": refined.pvalue, "chi-square": plain.pvalue}.get(test)
        df: tuple[int, ...] = refined.df if test == "f" else (plain.df,)
        statistic = refined.statistic if test == "f" else plain.statistic
        if test == "skillings-mack" and gappy is not None:
            df, statistic, p = gappy.df, gappy.statistic, gappy.pvalue
        undefined = math.isnan(statistic)
        return {
            "defined": not undefined,
            "test": test,
            "df": df,
            "statistic": fixed(statistic, 2),
            "p": "" if p is None else equation(p, self.analysis.alpha),
            "rejects": undefined or p is None or bool(rejects(p, self.analysis.alpha)),
        }


def _measure(scores: Scores) -> str:
    """Return what scores measure, without its unit; of logarithms, what these are taken of."""
    return without_unit(scores.unscaled if scores.scale == "log" else scores.measure)


def _width(comparison: Comparison, value: float) -> str:
    """Return a width as it was given, with what it is of; where scores are percentages, in points."""
    from comparatex.layout.notation import notations

    printed = notations(comparison).differences
    if comparison.basis.scale == "log":
        return f"{level(value)} (log)"
    return str(Text("words").quantity(level(round(100 * value, 9)), printed)) if printed.points else level(value)


def text(name: str, comparison: Comparison, **facts: Any) -> Text:
    """Return the texts of a template on a comparison: ``s`` has the facts of the study, others are its own."""
    return Text(name, s=Study(comparison), **facts)


def writing_of(showing: Showing, scores: Scores, templates: Sequence[Path] = (), *, several: bool = False) -> Writing:
    """Return how the texts of an artefact are written: its language, and the nouns of the field.

    Comparates, tasks and scores are called as `showing` says, or else by the headings and the measure of the table.
    """
    language = LANGUAGES.get(showing.language)
    plain = not (several or scores.scales or scores.references)  # the measure is a noun
    adopted = _measure(scores) if language and language.adopts and plain else ""
    return Writing(
        language=showing.language,
        comparate=showing.comparate_noun,
        task=showing.task_noun,
        score=showing.measure_noun or adopted,
        headings=(scores.comparate_noun, scores.task_noun),
        templates=tuple(templates),
        captions=showing.captions,
        tex_names=_tex_names(scores),
    )


def _tex_names(scores: Scores) -> tuple[tuple[str, str], ...]:
    """Return the TeX of names, the longest first; empty for names that hold one of these."""
    tex = scores.tex_names
    every = (*scores.comparates, *scores.tasks) if tex else ()
    tex_of = {name: tex.get(name, "") for name in every if any(part in name for part in tex)}
    return tuple(sorted(tex_of.items(), key=lambda item: -len(item[0])))


def share_text(share: float) -> str:
    """Return a share in percent, without a decimal where that is zero.

    >>> share_text(0.9), share_text(0.995)
    ('90', '99.5')
    """
    return Notation(1, stripped=True).fixed(100 * share)


def word(verdict: Verdict, *, cheaper: bool = False, within: bool = False) -> str:
    """Return a verdict in words: whether the comparate is cheaper, too, or the difference within the margin.

    >>> word("open"), word("open", cheaper=True), word("not worse", cheaper=True), word("better", within=True)
    ('not distinguishable', 'cheaper; not distinguishable', 'cheaper, not worse', 'better, within margin')
    """
    return str(Text("words").verdict(verdict, cheaper, within))
