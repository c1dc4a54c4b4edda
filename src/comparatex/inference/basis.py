"""What numbers rest on: test and side, correction, what is drawn, who else is compared, gaps, repeats and scale."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Literal

from comparatex.data.reading import IMPUTE
from comparatex.data.scores import Scores
from comparatex.inference.analysis import CLUSTERED, OURS, RANK_TESTS, REPEATED, SIGNED_RANK, SUPPLIED, TESTS, Analysis
from comparatex.inference.convention_profiles import find
from comparatex.inference.corrections import CORRECTIONS

Others = Literal["", "unknown", "pvalues", "tasks", "numbers"]
"""What of a pair depends on which others are compared.

``numbers``: all, as scores are relative to the best of their task, or others stand in for missing ones; ``tasks``: all,
by the tasks that others lack; ``pvalues``: p-values alone, of tests of mean ranks or corrected ones; ``unknown``:
perhaps p-values alone, which are supplied.
"""
Kind = Literal["scores", "test", "verdict", "sign", "nemenyi", "shift", "interval", "margin", "margins", "bayes"]
"""What of the basis of a comparison a statistic of pairs rests on.

``scores``: those of the two alone; ``test``: the test of the pair; ``verdict``: that and the correction; ``sign`` and
``nemenyi``: these tests, whatever that of the analysis is; ``shift``: the tests that give Hodges–Lehmann intervals;
``interval``: draws of complete tasks; ``margin`` and ``margins``: tests against the margin, alone and corrected;
``bayes``: the Bayesian test.
"""
_SIDES: Mapping[str, Literal["stated", "data"]] = MappingProxyType(
    {"ours": "stated", "better": "data", "better-rank": "data", "lower-tail": "data"}
)


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What the numbers of a comparison rest on, or those of one statistic: see `Comparison.basis_of`.

    Attributes
    ----------
    test : str
        The test, a key of `TESTS`, or a Bayesian test; empty where nothing is tested, ``supplied`` where p-values are.
    supplied : str
        Who supplies the p-values, or the name of the function that is the test; empty where that is not said.
    side : {"both", "stated", "data"}
        Whether either side may be the better one, or one side is: of the comparate that was stated beforehand to be
        better, or the side that the scores favour, so that tests reject up to twice as often as their level says.
    stated : str
        The comparate that is stated to be better; empty where none is.
    both_ways : bool
        Whether some pairs of the family are tested on both sides.
    correction : str
        The correction for multiple testing; ``none`` also for Nemenyi's test, which needs none.
    n_family : int
        Number of tests that the correction counts.
    unit : {"task", "cluster", "repeat", ""}
        What is taken as drawn at random, repeats being those of one task; empty where that is not known of p-values
        that are supplied.
    share : float
        What any two of these are taken to correlate by: 0 where they are independent, and of repeats that share data,
        the share of it that each tests on.
    n_comparates, n_tasks, n_clusters : int
        Numbers of these in the whole table; no clusters where none are stated, whatever is drawn.
    others : {"", "unknown", "pvalues", "tasks", "numbers"}
        What of a pair depends on which others are compared, as far as that is known.
    imputed : str
        Whose scores take the place of missing ones: ``worst``, or a comparate; empty where none is imputed.
    n_imputed : int
        Number of scores that are.
    complete : bool
        Whether no score is missing, imputed ones included.
    repeats : {"", "folds", "resamples", "runs", "unknown"}
        What scores are means of: folds and random divisions of the data share it, independent runs do not; empty where
        each is one number.
    n_repeats : int
        The most repeats that a score is the mean of.
    bayes : str
        The Bayesian test that is asked for; empty without one, ``supplied`` where draws are.
    draws_by : str
        Who supplies posterior draws; empty where that is not said, or none are.
    scale : {"", "log", "relative", "ratio", "skill", "normalised"}
        The scale that scores were put on; empty for that of the table.

    Examples
    --------
    >>> import comparatex as cx
    >>> comparison = cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}})
    >>> comparison.basis.test, comparison.basis.side, comparison.basis.unit, comparison.basis.others
    ('wilcoxon', 'both', 'task', '')
    >>> comparison.basis_of("sign_pvalue").test, comparison.basis_of("mean_difference").test
    ('sign', '')
    """

    test: str
    supplied: str
    side: Literal["both", "stated", "data"]
    stated: str
    both_ways: bool
    correction: str
    n_family: int
    n_comparates: int
    unit: Literal["task", "cluster", "repeat", ""]
    share: float
    n_tasks: int
    n_clusters: int
    others: Others
    imputed: str
    n_imputed: int
    complete: bool
    repeats: str
    n_repeats: int
    bayes: str
    draws_by: str
    scale: str

    @property
    def _of_draws(self) -> Others:
        return "unknown" if self.bayes == SUPPLIED and self.n_comparates > 2 else ""

    @property
    def n_units(self) -> int:
        """Number of what is drawn."""
        return self.n_clusters if self.unit == "cluster" else self.n_tasks

    @property
    def by_repeats(self) -> bool:
        """Whether the Bayesian test sees the repeats, and not their means alone."""
        return self.bayes in REPEATED

    @property
    def is_supplied(self) -> bool:
        """Whether p-values are supplied, so that nothing is known of them but what their source says."""
        return self.test == SUPPLIED

    @property
    def rank_test(self) -> bool:
        """Whether tests are of mean ranks."""
        return self.test in RANK_TESTS

    @property
    def clustered(self) -> bool:
        """Whether pairs are tested on clusters of tasks."""
        return self.test in CLUSTERED

    @property
    def signed_rank(self) -> bool:
        """Whether the null hypothesis is one of symmetry."""
        return self.test in SIGNED_RANK

    @property
    def of_ratios(self) -> bool:
        """Whether tests are of log ratios, and not of what these have in common with scores: ranks and wins."""
        plain = self.test in TESTS and TESTS[self.test].function and TESTS[self.test].ranks == "plain"
        return self.scale == "log" and not plain and self.test not in ("", "sign", SUPPLIED)

    @property
    def normal(self) -> bool:
        """Whether p-values hold only for normal differences."""
        return self.test in TESTS and TESTS[self.test].null == "normal"

    @property
    def complete_null(self) -> bool:
        """Whether p-values hold only where all comparates perform alike, so that no correction bounds more."""
        return self.test in TESTS and TESTS[self.test].null == "complete" and self.n_comparates > 2

    @property
    def corrected(self) -> bool:
        """Whether p-values are corrected, so that there are verdicts before and after."""
        return self.correction != "none"

    @property
    def holds_always(self) -> bool:
        """Whether the correction bounds the family-wise error however the tests depend on each other."""
        correction = CORRECTIONS[self.correction]
        return (correction.bounds, correction.condition) == ("family-wise error", "any")

    def of(self, kind: Kind) -> Basis:
        """Return the basis of a statistic of pairs, as a part of this one, which is that of verdicts."""
        alone: Others = "" if self.others in ("pvalues", "unknown") else self.others
        unit = "repeat" if self.unit == "repeat" else "task"
        nobody: dict[str, Any] = {"supplied": "", "correction": "none", "unit": unit, "others": alone}
        untested = replace(self, test="", side="both", stated="", **nobody)
        drawn = replace(untested, unit="cluster") if self.n_clusters else untested
        gaps: Others = alone or ("" if self.complete or self.n_comparates == 2 else "tasks")
        family: Others = "numbers" if alone else "pvalues"  # corrected numbers depend on all of it
        family = family if self.corrected and self.n_family > 1 else self.others
        return {
            "scores": untested,
            "test": replace(self, correction="none"),
            "verdict": replace(self, others=family),
            "sign": replace(self, test="sign", **nobody),
            "nemenyi": replace(untested, test="nemenyi", others=alone or "pvalues" if self.n_comparates > 2 else ""),
            "shift": drawn,
            "interval": replace(drawn, others=gaps),
            "margin": replace(self, correction="none", side="stated", stated=""),
            "margins": replace(self, side="stated", stated="", others=family),
            "bayes": replace(untested, test=self.bayes, supplied=self.draws_by, others=alone or self._of_draws),
        }[kind]


def basis_of(scores: Scores, analysis: Analysis, n_family: int, *, both_ways: bool) -> Basis:
    """Return what the verdicts of a comparison rest on; both ways: see `Basis`."""
    convention, ours, kept = find(analysis.convention), analysis.convention == OURS, scores.numbers_of_repeats[1]
    test, sides = analysis.test, analysis.sides if ours else convention.alternative
    clusters = len({scores.clusters[task] for task in scores.tasks}) if scores.clusters else 0
    others: Others = "pvalues" if test in RANK_TESTS or sides == "better-rank" else ""
    others = "unknown" if test == SUPPLIED else others
    if scores.missing == "drop-tasks" and scores.dropped_tasks:
        others = "numbers" if others else "tasks"
    if scores.imputed or scores.scale in ("relative", "ratio", "skill"):
        others = "numbers"
    return Basis(
        test=test,
        supplied=analysis.pvalues.name if analysis.pvalues else "",
        side=_SIDES.get(sides, "both"),
        stated=analysis.control if sides == "ours" else "",
        both_ways=both_ways,
        correction="none" if test == "nemenyi" else analysis.correction,
        n_family=n_family,
        n_comparates=scores.n_comparates,
        unit="repeat" if scores.repeats_of else "" if test == SUPPLIED else "cluster" if test in CLUSTERED else "task",
        share=analysis.test_share or 0.0 if scores.repeats_of else 0.0,
        n_tasks=scores.n_tasks,
        n_clusters=clusters,
        others=others if scores.n_comparates > 2 else "",
        imputed=scores.missing.removeprefix(IMPUTE) if scores.imputed else "",
        n_imputed=len(scores.imputed),
        complete=bool(scores.complete.all()),
        repeats=scores.repeats_are or "unknown" if kept else "",
        n_repeats=kept,
        bayes=analysis.bayes_test if analysis.bayes else "",
        draws_by=analysis.posterior.name if analysis.posterior else "",
        scale=scores.scale or "",
    )
