"""Facts of a study that every text may speak of: sizes, names, settings, what is fragile; words are in templates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    IntervalMethod,
)
from comparatex.inference.convention_profiles import find
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.numbers import Notation, equation, fixed, level, pvalue, star_levels
from comparatex.layout.options import Showing
from comparatex.text import LANGUAGES, Text, Writing

if TYPE_CHECKING:
    from comparatex.data.scores import Scores
    from comparatex.inference.arithmetic import Booleans
    from comparatex.inference.audit.robustness import Robustness
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


class Study:
    """The facts of one comparison; what needs formatting is text here."""

    def __init__(self, comparison: Comparison) -> None:
        """Gather what costs nothing; what is computed or formatted waits until a text speaks of it."""
        scores, analysis = comparison.scores, comparison.analysis
        self.comparison = comparison  # the statistics
        self.analysis = analysis  # the settings, by name; its numbers are formatted by `level` and the like
        self.n_comparates = scores.n_comparates
        self.n_tasks = scores.n_tasks
        self.names = comparison.names  # in the order of the summary, best mean score first
        self.measure = without_unit(scores.measure)  # without its unit, which numbers have; may be empty
        self.unscaled = without_unit(scores.unscaled)  # the same before scores were put on a scale
        self.scale = scores.scale or ""  # ``log`` or ``relative``; empty for that of the table
        self.scales = scores.scales  # the measures of which each task has one; empty where all have the same
        self.higher = scores.higher_is_better
        self.group = scores.task_group  # the group of tasks that the results are of; empty for the whole table
        # clusters of tasks that are stated; 0 without any
        self.n_clusters = len({scores.clusters[task] for task in scores.tasks}) if scores.clusters else 0
        # whose scores take the place of missing ones: ``worst``, or a comparate; empty where nothing is imputed
        self.imputed_from = scores.missing.removeprefix(IMPUTE) if scores.imputed else ""
        self.ours = analysis.convention == OURS  # whether the convention is our own
        self.convention = find(analysis.convention)
        self.rank_test = analysis.test in RANK_TESTS  # whether tests are of mean ranks, which depend on all comparates
        test = analysis.test if self.ours else self.convention.test
        # whether p-values hold only where all comparates perform alike, so that no correction bounds more
        self.complete_null = TESTS[test].null == "complete" and self.n_comparates > 2
        self.normal = TESTS[test].null == "normal"  # whether p-values hold only for normal differences
        self.signed_rank = test in SIGNED_RANK  # whether the null hypothesis is one of symmetry
        self.clustered = test in CLUSTERED  # whether pairs are tested on clusters of tasks
        # whether the scores choose the side of a test, which can double its error
        sides = analysis.sides if self.ours else self.convention.alternative
        self.chosen_side = sides in ("better", "better-rank", "lower-tail")
        self.procedures = CORRECTIONS  # with what each bounds under which condition

    @property
    def n_complete(self) -> int:
        """Tasks on which every comparate has a score: those of the ranks."""
        return len(self.comparison.ranks)

    @property
    def n_pairs(self) -> int:
        """Pairs of comparates."""
        return len(self.comparison.pair_statistics.row)

    @property
    def n_family(self) -> int:
        """Tests that the correction counts."""
        return self.comparison.n_family

    @property
    def n_significant(self) -> int:
        """Pairs that differ significantly after correction."""
        return int(self.comparison.significant.sum())

    @property
    def lasting(self) -> bool:
        """Whether what scores measured before they were put on a scale is a time."""
        heading = self.comparison.scores.unscaled
        return unit_of(heading) in _TIMES or not _TIMES.isdisjoint(words(heading))

    @property
    def fewer_repeats(self) -> bool:
        """Whether some scores are the mean of fewer."""
        import numpy as np

        repeats = self.comparison.scores.repeats
        return repeats is not None and bool(np.isnan(repeats[~np.isnan(repeats).all(axis=2)]).any())

    @property
    def level(self) -> str:
        """The significance level, as it was given."""
        return level(self.analysis.alpha)

    @property
    def confidence(self) -> str:
        """The level of intervals in percent."""
        return level(100 * (1 - self.analysis.alpha))

    @property
    def interval_method(self) -> IntervalMethod:
        """How intervals of means are computed: as asked for, but Student's for few tasks or clusters."""
        from comparatex.inference.bootstrap import FEWEST

        method = self.analysis.interval_method
        return "student" if method == "studentized" and self.comparison.n_units < FEWEST else method

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
    def star_levels(self) -> list[str]:
        """The levels of one, two and three stars."""
        return star_levels()

    @property
    def margin(self) -> str:
        """The margin of equivalence; empty where nothing is tested for it."""
        return level(self.comparison.margin) if self.comparison.margin else ""

    @property
    def rope(self) -> str:
        """The half-width of practical equivalence, as it was given."""
        return level(self.comparison.rope)

    @property
    def test_share(self) -> str:
        """The correlation of repeats that the Bayesian tests by repeats take."""
        return level(self.analysis.test_share or 0)

    @property
    def critical_difference(self) -> str:
        """Nemenyi's, of mean ranks."""
        return fixed(self.comparison.critical_difference, 2)

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
    adopted = without_unit(scores.measure) if language and language.adopts and not (several or scores.scales) else ""
    return Writing(
        language=showing.language,
        comparate=showing.comparate_noun,
        task=showing.task_noun,
        score=showing.measure_noun or adopted,
        headings=(scores.comparate_noun, scores.task_noun),
        templates=tuple(templates),
        captions=showing.captions,
    )


# ------------------------------------------------------------------------------------------- fragile verdicts
def fragile(comparison: Comparison, share: float, *, adjusted: bool) -> Booleans:
    """Return which pairs keep their verdict in less than a share of the variants of some family."""
    import numpy as np

    m = len(comparison.names)
    marked = np.zeros((m, m), np.bool_)
    if share > 0:
        smallest, _ = _robustness(comparison).weakest(adjusted)
        pairs = comparison.pair_statistics
        marked[pairs.row, pairs.column] = marked[pairs.column, pairs.row] = smallest < share
    return marked


@lru_cache(maxsize=1)  # of a diagram by rows, both layouts ask
def _robustness(comparison: Comparison) -> Robustness:
    from comparatex.inference.audit.robustness import robustness

    return robustness(comparison)


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
