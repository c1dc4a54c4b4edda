"""The settings of an analysis: which test, which level, which correction; of who works on it; and of an audit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal

from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.inference.convention_profiles import CONVENTIONS
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.supplied import draws_of, supplied
from comparatex.settings import Settings, headed, require_settings, setting


@dataclass(frozen=True)
class PairTest:
    """What is declared of a test of pairs; what it is called is in ``words.jinja`` of each language."""

    null: Literal["pair", "normal", "complete"] = "pair"
    """Where its p-values hold: where the two comparates perform alike; the same, if differences are normal; where
    all comparates perform alike."""
    function: str = ""
    """Of a test of mean ranks: its function in `comparatex.inference.rank_tests`, imported on first use. It takes
    complete scores, smaller is better, and the pairs, and returns statistics and two-sided p-values."""
    ranks: Literal["plain", "aligned", "weighted"] = "plain"  # the mean ranks that such a test compares
    clustered: bool = False  # whether it tests clusters of tasks; see `comparatex.inference.clustered`


TESTS: Mapping[str, PairTest] = MappingProxyType(
    {
        "wilcoxon": PairTest(),
        "sign": PairTest(),
        "t": PairTest("normal"),
        "corrected-t": PairTest("normal"),
        "nemenyi": PairTest("complete", "nemenyi"),
        "friedman-z": PairTest("complete", "friedman_z_of"),
        "conover": PairTest("complete", "conover"),
        "aligned-z": PairTest("complete", "aligned_z", "aligned"),
        "quade-z": PairTest("complete", "quade_z", "weighted"),
        "clustered-signed-rank": PairTest(clustered=True),
        "datta-satten": PairTest(clustered=True),
        "cluster-sign-flip": PairTest(clustered=True),
    }
)
SUPPLIED = "supplied"
"""The test that is a function of the user's, or p-values from elsewhere."""
SHORT = {"bonferroni-dunn": {"correction": "bonferroni", "family": "control", "test": "friedman-z"}}
"""Names of tests that are another with settings: Dunn's (1961) of mean ranks, each against a control."""
RANK_TESTS = tuple(name for name, test in TESTS.items() if test.function)
"""Tests of mean ranks: what they say of a pair depends on the other comparates."""
CLUSTERED = tuple(name for name, test in TESTS.items() if test.clustered)
"""Tests of clusters of tasks: tasks of one may depend on each other."""
SIGNED_RANK = ("wilcoxon", "clustered-signed-rank", "datta-satten")
"""Tests of signed ranks, whose hypothesis is one of symmetry."""


class _Default(str):
    """A default that tells itself from the same word when that is stated."""


ZeroMethod = Literal["pratt", "wilcox", "zsplit", "zsplit-drop-odd"]
SignTies = Literal["drop", "split", "count"]
PvalueMethod = Literal["auto", "exact", "asymptotic"]
Sides = Literal["two", "better", "ours"]
Family = Literal["all", "control", "drawn"]
ShareMethod = Literal["wilson", "normal", "clopper-pearson", "count"]
"""Intervals of a share, as in `comparatex.inference.proportions.share_interval`."""
IntervalMethod = Literal["studentized", "percentile", "student"]
"""Intervals of means: the bootstrap of t, the bootstrap's percentiles, and Student's."""
DRAWS = 10_000
"""Draws of tasks for these intervals, where no other number is asked for."""
OURS = "comparatex"
"""The convention of this package."""

Scale = Literal["log", "relative", "skill"] | None
"""The scale on which scores are compared; None: that of the table, or of references."""

BayesTest = Literal["signed-rank", "sign", "correlated-t", "hierarchical", "supplied"]
REPEATED = ("correlated-t", "hierarchical")
"""Bayesian tests that use the repeats of every score."""

ConstantRepeats = Literal["floor", "baycomp"]
"""What the hierarchical test does with tasks on which all repeats of a pair differ by the same."""


@headed("Analysis", family="Analysis", supplied="Analysis", bayes="Bayesian tests")
@dataclass(frozen=True)
class Analysis(Settings):
    """Settings of an analysis; the defaults are the convention ``comparatex``.

    {settings}
    drawn : pair of tuple of str
        Comparates in rows and in columns, whose pairs are drawn; empty: all.
    posterior : posterior draws, optional
        Draws of what the comparates score, in place of a Bayesian test: a data frame or mapping with a column for each,
        an array in the order of the table, or what ArviZ has, of which one variable has the comparates as coordinates.

    Raises
    ------
    UsageError
        A setting has an unknown value, or two settings contradict each other.

    Notes
    -----
    Tests are the keys of `TESTS`, corrections those of `comparatex.inference.corrections.CORRECTIONS`, which states the
    condition of each; Nemenyi's test allows for all pairs, so that no correction follows. On a table whose tasks are in
    clusters, ``wilcoxon`` becomes ``clustered-signed-rank``. `wilcoxon` says what its zero
    methods do; ``auto`` p-values are exact up to 50 non-zero differences, and the normal approximation above. With the
    sides ``ours``, the alternative is that the control is better than each other comparate, which must be stated before
    the results are seen; pairs of others are tested on both sides. With ``better`` it is that the comparate with the
    better mean score is better, so that tests of equal comparates may reject twice as often as their level says.

    A family must be declared before the results are seen; other pairs have no adjusted p-value. With the convention of
    another tool, its p-values, verdicts and groups replace ours; see `comparatex.analysis_of`.

    The rope, in the unit of the scores, is the margin of the tests of equivalence, of which there are none without it.
    Repeats correlate by the share of the data that each tests on: 0.1 for ten folds, 0 for repeats that share none.
    Where all repeats of a task differ by the same, ``floor`` takes their standard deviation to be 0.01 of the average,
    and ``baycomp`` replaces them by noise within the rope, as that package does. Student's intervals replace
    studentized ones on fewer than 8 tasks.

    Examples
    --------
    >>> Analysis(test="sign", correction="bonferroni").alpha
    0.05
    >>> Analysis(alpha=5)
    Traceback (most recent call last):
    comparatex.errors.UsageError: `alpha` must be a number above 0 and below 1, not 5.
    """

    alpha: float = setting(
        0.05, common=True, minimum=0, maximum=1, open_min=True, open_max=True, help="Significance level."
    )
    test: str = setting(
        "wilcoxon",
        common=True,
        choices=(*TESTS, *SHORT),
        plugins="tests",
        by_convention=True,
        help="Test of each pair.",
    )
    pvalues: Any = setting(
        None,
        kind="file",
        group="supplied",
        metavar="FILE",
        by_convention=True,
        retired=(False, True),
        instead="whether cells of a matrix have p-values is `show_pvalues`",
        help="P-values of pairs from elsewhere, in place of a test: a square with names on both sides, or two columns "
        "of names and one called pvalue.",
    )
    supplied_by: str = setting(
        "",
        group="supplied",
        by_convention=True,
        help="Who supplies these p-values, or a test of your own, as texts name the source.",
    )
    zero_method: ZeroMethod = setting(
        "pratt", by_convention=True, help="Wilcoxon test: what becomes of zero differences."
    )
    pvalue_method: PvalueMethod = setting(
        "auto", by_convention=True, help="Exact distribution or normal approximation."
    )
    sides: Sides = setting(
        "two",
        by_convention=True,
        help="Alternative hypothesis: two that differ; the one with the better mean is better; or ours is better than "
        "each rival, as stated before the results were seen.",
        retired=("row", "column"),
        instead="say 'ours', with `control` or `ours`, for a hypothesis that was stated before the results were seen",
    )
    correction: str = setting(
        _Default("holm"),
        common=True,
        choices=tuple(name for name, correction in CORRECTIONS.items() if correction.choice),
        plugins="corrections",
        by_convention=True,
        retired=("finner", "li"),
        instead="'holm' bounds the family-wise error under any dependence of the tests",
        help="Correction over the family.",
    )
    bayes: bool = setting(False, common=True, group="bayes", help="Add the Bayesian test of every pair.")
    bayes_test: BayesTest = setting(
        "signed-rank",
        choices=("signed-rank", "sign", "correlated-t", "hierarchical"),
        group="bayes",
        needs="bayes",
        help="The Bayesian test.",
    )
    rope: float | None = setting(
        None,
        common=True,
        group="bayes",
        metavar="WIDTH",
        minimum=0,
        help="Half-width of practical equivalence, which is tested where it is given; --bayes takes 0.01 for measures "
        "in [0, 1].",
    )
    samples: int = setting(50_000, group="bayes", needs="bayes", minimum=1, help="Draws per pair.")
    seed: int = setting(0, group="bayes", minimum=0, help="Seed of the draws.")
    convention: str = setting(
        OURS,
        choices=tuple(CONVENTIONS),
        after="alpha",
        help="Tool or paper whose settings to follow, of those that comparatex conventions lists; those of others "
        "fix all but --alpha.",
    )
    sign_ties: SignTies = setting(
        "drop",
        after="zero_method",
        help="Sign test: ties are left out, split between both, or counted as tasks that neither wins.",
    )
    family: Family = setting(
        _Default("all"),
        group="family",
        help="Pairs that the correction counts: all, those with --control, or those that are drawn.",
    )
    control: str = setting(
        "",
        names="comparates",
        group="family",
        help="The method that the others are compared with; the first of --ours where none is named.",
    )
    drawn: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    posterior: Any = None
    test_share: float | None = setting(
        None,
        group="bayes",
        needs="bayes",
        metavar="SHARE",
        minimum=0,
        maximum=1,
        open_max=True,
        after="rope",
        help="Share of the data that each repeat tests on, for tests correlated-t and hierarchical, and on one task.",
    )
    interval_method: IntervalMethod = setting(
        "studentized",
        after="control",
        help="Intervals of means, mean ranks and runs: studentized bootstrap, its percentiles, or Student's.",
    )
    constant_repeats: ConstantRepeats = setting(
        "floor",
        group="bayes",
        needs="bayes",
        after="test_share",
        help="Hierarchical test, tasks whose repeats do not vary: a least deviation, or noise as in baycomp.",
    )
    scale: Scale = setting(
        None,
        after="test",
        choices=("log", "relative", "skill"),
        help="Compare logarithms of scores, whose differences are ratios; ratios to the best score of each task; or, "
        "with --relative-to, by what share scores are better than the reference (skill).",
    )
    relative_to: str = setting(
        "",
        names="comparates",
        after="scale",
        help="Compare ratios of scores to those of this method, by their logarithms, so that means are geometric; with "
        "--scale relative as they are, with --scale skill 1 − ratio, or ratio − 1 where higher is better.",
    )
    between: tuple[str, ...] = setting(
        (),
        names="comparates",
        metavar="LOW,HIGH",
        after="relative_to",
        help="Compare scores on a scale from 0, the score of one method, such as random, to 1, that of another, such"
        " as expert.",
    )

    def __post_init__(self) -> None:
        """Refuse invalid and contradictory settings, and read what is supplied in place of a test."""
        for name, value in SHORT.get(self.test, {}).items() if isinstance(self.test, str) else ():
            if name != "test" and getattr(self, name) != value and not isinstance(getattr(self, name), _Default):
                raise UsageError(f"The test {self.test!r} fixes `{name}`: leave it out, or choose another test.")
            object.__setattr__(self, name, value)
        if self.pvalues is not None and self.test not in ("wilcoxon", SUPPLIED):
            raise UsageError("`pvalues` take the place of a test: leave out `test`.")
        if self.pvalues is not None or not (isinstance(self.test, str) and self.test in TESTS):
            object.__setattr__(self, "pvalues", supplied(self.test, self.pvalues, self.supplied_by))
        if self.posterior is not None:
            object.__setattr__(self, "posterior", draws_of(self.posterior, self.supplied_by))
        ours = {"test": "wilcoxon"} if self.pvalues is not None else {}
        ours |= {"bayes_test": "signed-rank"} if self.posterior is not None else {}
        theirs = dict.fromkeys(ours, SUPPLIED)
        convention = CONVENTIONS.get(self.convention)
        if convention is not None and convention.rule == self.correction:  # which may be no choice of one's own
            ours["correction"], theirs["correction"] = "holm", self.correction
        for name, word in ours.items():  # so that words that are none are refused
            object.__setattr__(self, name, word)
        super().__post_init__()
        for name, word in theirs.items():
            object.__setattr__(self, name, word)
        if self.posterior is not None:
            for name, value in {"bayes": True, "samples": self.posterior.n_draws}.items():
                object.__setattr__(self, name, value)
        if self.test in RANK_TESTS and self.sides != "two":
            raise UsageError(
                f"The test {self.test!r} is two-sided: with it, `sides` must be 'two', not {self.sides!r}."
            )
        if CORRECTIONS[self.correction].pairs and self.sides != "two":
            raise UsageError(
                f"The correction {self.correction!r} works from equalities: with it, `sides` must be 'two', not "
                f"{self.sides!r}."
            )
        self._check_family()
        self._check_scale()
        if self.sides == "ours" and not self.control:
            raise UsageError("The side 'ours' needs the method that is claimed to be better: give `control` or `ours`.")

    def record(self) -> dict[str, Any]:
        """Return the settings by name, as JSON has them; of what is supplied, whether a function or a table is."""
        settings = {item.name: getattr(self, item.name) for item in fields(self)}
        supplies, _, _ = (settings.pop(name) for name in ("pvalues", "supplied_by", "posterior"))
        if supplies:
            settings |= {"pvalues": "function" if supplies.function else "table", "supplied_by": supplies.name}
        elif self.posterior:
            settings["supplied_by"] = self.posterior.name
        return settings

    @property
    def on(self) -> Literal["log", "relative", "skill", "ratio", "normalised"] | None:
        """The scale that scores are put on; None: that of the table."""
        if self.between or not self.relative_to:
            return "normalised" if self.between else self.scale
        return {None: "log", "relative": "ratio"}.get(self.scale, self.scale)  # type: ignore[return-value]

    def _check_scale(self) -> None:
        """Refuse scales that contradict each other."""
        if self.between and (len(self.between) != 2 or len({*self.between}) != 2):
            raise UsageError("`between` names two methods: the one that has 0, such as random, and the one that has 1.")
        if self.between and (self.scale or self.relative_to):
            raise UsageError("`between` is a scale of its own: leave out `scale` and `relative_to`.")
        if self.scale == "skill" and not self.relative_to:
            raise UsageError('`scale="skill"` needs the method that the others are set against: give `relative_to`.')

    def _check_family(self) -> None:
        """Refuse families that do not fit the test or the correction."""
        if self.family == "all":
            return
        if self.family == "control" and not self.control:
            raise UsageError(
                "The family 'control' needs the method that the others are compared with: give `control` or `ours`."
            )
        if self.family == "control" and CORRECTIONS[self.correction].pairs:
            raise UsageError(
                f"The correction {self.correction!r} needs all pairs, not those with a control: choose another one."
            )
        if self.test == "nemenyi":
            raise UsageError("Nemenyi's test allows for all pairs and has no other family: leave out `family`.")
        if self.convention != OURS:
            raise UsageError(f"The convention {self.convention!r} fixes the family: leave out `family`.")


def require_of_analysis(given: Iterable[str], more: Iterable[str] = ()) -> None:
    """Refuse settings that are none of an analysis; those of reading belong into a call of `read`."""
    known = [*Analysis.__dataclass_fields__, *more]
    for name in given:
        if name not in known and name in Reading.__dataclass_fields__:
            raise UsageError(f"`{name}` is a setting of cx.read: give cx.read(scores, {name}=...) for the scores.")
    require_settings(given, known)


@headed("Analysis")
@dataclass(frozen=True, kw_only=True)
class Running(Settings):
    """Who works on an analysis, on which its results do not depend."""

    jobs: int = setting(-1, own=True, help="Threads that compare pairs; -1: one for each processor allotted.")

    def __post_init__(self) -> None:
        """Refuse words that are unknown, and a number of threads that is none."""
        super().__post_init__()
        if self.jobs != -1 and self.jobs < 1:
            raise UsageError(f"`jobs` is {self.jobs}: give a number of threads, or -1 for all processors.")


ALONE = Running(jobs=1)
"""One thread of this process."""


ADDED = (4,)
"""How many others are added by default; every number where a table has fewer."""
SAMPLED = 1 << 20
"""Sets of a sample: shares are then within 0.1 percentage points (95 %)."""


@headed()
@dataclass(frozen=True, kw_only=True)
class AuditSettings(Settings):
    """Settings of an audit; comparates are positions in the summary order.

    {settings}
    """

    core: tuple[int, ...] = setting(
        (),
        common=True,
        names="comparates",
        help="Methods whose mutual verdicts are followed; the best four by default.",
    )
    added: tuple[int, ...] | None = setting(
        ADDED, common=True, flag="--add", kind="numbers", help="How many others to add; a range such as 2-5."
    )
    baseline: tuple[int, ...] = setting(
        (),
        common=True,
        names="comparates",
        own=True,
        help="Methods whose conclusion is in question; by default all.",
    )
    jobs: int = setting(
        1,
        common=True,
        group="processes",
        own=True,
        help="Processes that work side by side; -1: one for each processor.",
    )
    seed: int = setting(0, minimum=0, help="Seed of the examples and samples.")
    budget: int = setting(1 << 22, minimum=1, help="Number of sets that are decided at most.")
    sampled: int = setting(SAMPLED, minimum=1, help="Sets to draw where there are more than the budget.")
