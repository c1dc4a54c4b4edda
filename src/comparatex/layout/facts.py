"""Facts of a study that every text may speak of: sizes, names, settings, what is fragile; words are in templates."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from comparatex.data.headings import words
from comparatex.data.measures import unit_of, without_unit
from comparatex.data.reading import IMPUTE
from comparatex.inference.analysis import (
    CLUSTERED,
    OURS,
    RANK_TESTS,
    SIGNED_RANK,
    TESTS,
    Analysis,
)
from comparatex.inference.convention_profiles import find
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.numbers import Notation, equation, fixed, level, pvalue, star_levels
from comparatex.layout.options import Showing
from comparatex.text import LANGUAGES, Text, Writing

if TYPE_CHECKING:
    from comparatex.data.scores import Scores
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.verdicts import Verdict

_TIMES = {"ns", "µs", "ms", "s", "min", "h"} | {*words("time runtime walltime duration latency seconds minutes hours")}
"""Units and words of times."""
_NAMED_SETTINGS = (
    "alpha",
    "test",
    "zero_method",
    "sign_ties",
    "pvalue_method",
    "sides",
    "correction",
    "family",
)
"""Settings that are named where they are other than those of our own convention."""


T = TypeVar("T")


def _fact(compute: Callable[[Study], T]) -> cached_property[T]:
    """Return what is computed or formatted when a text speaks of it."""
    return cached_property(compute)


class Study:
    """The facts of one comparison; what needs formatting is text here."""

    def __init__(self, comparison: Comparison) -> None:
        """Keep the statistics, and what they have by these names."""
        scores = comparison.scores
        self.comparison, self.scores = comparison, scores
        self.analysis = comparison.analysis  # the settings, by name; `level` and the like format its numbers
        self.names = comparison.names  # in the order of the summary, best mean score first
        self.n_comparates, self.n_tasks = scores.n_comparates, scores.n_tasks
        self.higher = scores.higher_is_better
        self.scales = scores.scales  # the measures of which each task has one; empty where all have the same
        self.group = scores.task_group  # of tasks, which the results are of; empty for the whole table
        self.ours = self.analysis.convention == OURS  # whether the convention is our own
        self.procedures = CORRECTIONS  # with what each bounds under which condition

    n_complete = _fact(lambda s: len(s.comparison.ranks))  # tasks on which all have a score: those of the ranks
    n_pairs = _fact(lambda s: len(s.comparison.pair_statistics.row))
    n_family = _fact(lambda s: s.comparison.n_family)  # tests that the correction counts
    n_significant = _fact(lambda s: int(s.comparison.significant.sum()))  # pairs that differ after correction

    # ---------------------------------------------------------------------------------------------- the table
    measure = _fact(lambda s: without_unit(s.scores.measure))  # without its unit, which numbers have; may be empty
    unscaled = _fact(lambda s: without_unit(s.scores.unscaled))  # the same before scores were put on a scale
    repeat = _fact(lambda s: s.scores.repeat_noun or "repeat")  # what one is called in English
    scale = _fact(lambda s: s.scores.scale or "")  # see `Scores.scale`; empty for that of the table
    # the comparates that it refers to, if any
    references = _fact(lambda s: s.analysis.between or tuple(filter(None, [s.analysis.relative_to])))
    # clusters of tasks that are stated; 0 without any
    n_clusters = _fact(lambda s: len({s.scores.clusters[task] for task in s.scores.tasks}) if s.scores.clusters else 0)
    # whose scores take the place of missing ones: ``worst``, or a comparate; empty where nothing is imputed
    imputed_from = _fact(lambda s: s.scores.missing.removeprefix(IMPUTE) if s.scores.imputed else "")

    @property
    def lasting(self) -> bool:
        """Whether what scores measured before they were put on a scale is a time."""
        heading = self.scores.unscaled
        return unit_of(heading) in _TIMES or not _TIMES.isdisjoint(words(heading))

    @property
    def fewer_repeats(self) -> bool:
        """Whether some scores are the mean of fewer."""
        import numpy as np

        repeats = self.scores.repeats
        return repeats is not None and bool(np.isnan(repeats[~np.isnan(repeats).all(axis=2)]).any())

    # ---------------------------------------------------------------------------------------------- the tests
    convention = _fact(lambda s: find(s.analysis.convention))
    rank_test = _fact(lambda s: s.analysis.test in RANK_TESTS)  # whether tests are of mean ranks: all comparates count
    _test = _fact(lambda s: s.analysis.test if s.ours else s.convention.test)
    # whether p-values hold only where all comparates perform alike, so that no correction bounds more
    complete_null = _fact(lambda s: TESTS[s._test].null == "complete" and s.n_comparates > 2)
    normal = _fact(lambda s: TESTS[s._test].null == "normal")  # whether p-values hold only for normal differences
    signed_rank = _fact(lambda s: s._test in SIGNED_RANK)  # whether the null hypothesis is one of symmetry
    clustered = _fact(lambda s: s._test in CLUSTERED)  # whether pairs are tested on clusters of tasks
    _sides = _fact(lambda s: s.analysis.sides if s.ours else s.convention.alternative)
    # whether the scores choose the side of a test, which can double its error
    chosen_side = _fact(lambda s: s._sides in ("better", "better-rank", "lower-tail"))
    level = _fact(lambda s: level(s.analysis.alpha))  # the significance level, as it was given
    star_levels = _fact(lambda s: star_levels())  # of one, two and three stars
    confidence = _fact(lambda s: level(100 * (1 - s.analysis.alpha)))  # the level of intervals in percent
    interval_method = _fact(lambda s: s.comparison.interval_method)  # how intervals of means are computed
    margin = _fact(lambda s: level(s.comparison.margin) if s.comparison.margin else "")  # of equivalence, if tested
    rope = _fact(lambda s: level(s.comparison.rope))  # the half-width of practical equivalence, as it was given
    test_share = _fact(lambda s: level(s.analysis.test_share or 0))  # correlation of repeats in Bayesian tests by them
    critical_difference = _fact(lambda s: fixed(s.comparison.critical_difference, 2))  # Nemenyi's, of mean ranks

    @property
    def both_ways(self) -> bool:
        """Whether pairs are tested on both sides, beside those of the comparate that is stated to be better."""
        from comparatex.inference.verdicts import in_family

        return bool((self.comparison.alternative[in_family(self.comparison)] == 0).any())

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
        """Whether the test of all comparates, more than two, rejects that they are alike."""
        test = self.friedman
        return self.n_comparates > 2 and bool(test["defined"] and test["p"] and test["rejects"])

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


def text(name: str, comparison: Comparison, **facts: Any) -> Text:
    """Return the texts of a template on a comparison: ``s`` has the facts of the study, others are its own."""
    return Text(name, s=Study(comparison), **facts)


def writing_of(showing: Showing, scores: Scores, templates: Sequence[Path] = (), *, several: bool = False) -> Writing:
    """Return how the texts of an artefact are written: its language, and the nouns of the field.

    Comparates, tasks and scores are called as `showing` says, or else by the headings and the measure of the table.
    """
    language = LANGUAGES.get(showing.language)
    plain = not (several or scores.scales) and scores.scale in (None, "log", "relative")  # the measure is a noun
    adopted = without_unit(scores.measure) if language and language.adopts and plain else ""
    return Writing(
        language=showing.language,
        comparate=showing.comparate_noun,
        task=showing.task_noun,
        score=showing.measure_noun or adopted,
        headings=(scores.comparate_noun, scores.task_noun),
        templates=tuple(templates),
        captions=showing.captions,
    )


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
