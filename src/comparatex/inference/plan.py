"""How many tasks a comparison needs: power of its test and correction for a stated effect, by simulation.

What studies are drawn from, and their tests, is in `pilot`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np

from comparatex import progress
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import CLUSTERED, Analysis, require_of_analysis
from comparatex.inference.arithmetic import Booleans, Floats, Integers, records, rejects
from comparatex.inference.attainable import fewest_tasks, least_corrected, least_pvalue
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS, adjust, for_some
from comparatex.inference.pilot import FEW, MOST, RESAMPLES, Normal, Pilot, Source, require_test
from comparatex.inference.verdicts import in_family
from comparatex.names import hint, quoted
from comparatex.settings import require_settings

FARTHEST = 10 * MOST
"""Most units that are named."""
RUNS = (1, 2, 3, 5, 10, 20)
"""Numbers of runs for which a plan says how many units they take."""
_WITHIN = 20_000
"""Differences to draw from each pilot of an interval: at most 100 studies, at least 20."""
_SIZES, _ROUNDS, _CLOSE = 14, 8, 0.01
"""Numbers of tasks of a curve; most steps towards a number of tasks, or an effect; the change that ends them."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Reach:
    """What a number of units shows of each pair alone, and how many it takes; each field of shape (n_rivals,)."""

    power: Floats  # with the units of the plan
    # needed, needed_low, needed_high: units for the power asked for, with a 95 % interval; infinite above 10,000
    needed: Floats
    needed_low: Floats
    needed_high: Floats
    smallest: Floats  # the effect, or margin, that has this power with the units of the plan; infinite if none has


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan(Reach):
    """What a number of units can show of one comparate, the subject, against its rivals.

    Units are the tasks, or the clusters where the pilot has some. Power of a pair is the probability that it is
    significant, the subject better, where the subject is better by the effect. A pair is alone where no other differs;
    the subject is ahead where it is better than all rivals by as much. Power of equivalence is the probability that
    both are shown to differ by less than the margin, where they do not differ.
    """

    names: tuple[str, ...]  # subject, rivals; none in a plan from numbers
    analysis: Analysis
    effect: float  # in the unit of the scores
    target: float  # the power asked for
    sd: float | None  # of differences, in a plan from numbers
    draws: int  # simulated studies for each number of tasks
    n_tasks: int  # of the pilot, or as asked for
    n_clusters: int  # of the pilot; 0 where tasks are independent
    runs: float  # of each score in the simulated studies; 0 where scores are single ones
    # by_runs: numbers of runs of each score, and of units that the median pair then takes; empty without runs
    by_runs: tuple[tuple[int, float], ...]
    paired_runs: int  # see `paired_runs`: for a probability of improvement of 0.75, with the power asked for
    n_comparates: int
    n_family: int  # pairs that the correction counts
    # least_pvalue, least_adjusted_pvalue: on so many units, raw and corrected; 0 where the test has no least one
    least_pvalue: float
    least_adjusted_pvalue: float
    fewest_tasks: int  # with fewer, no outcome is significant after correction
    # tasks, of shape (n_sizes,): numbers of units; raw, alone, share, every: power with so many: of the median pair
    # without correction, and corrected and alone; of the subject ahead: the expected share of pairs that are
    # significant, and the probability that all are
    tasks: Integers
    raw: Floats
    alone: Floats
    share: Floats
    every: Floats
    most: int  # units up to which studies are simulated, and not extrapolated
    tied: float  # share of tasks of the pilot on which the median pair ties, as it does in the simulated studies
    margin: float  # of equivalence; 0 where none is stated
    equivalence: Reach | None  # where no pair differs; its `smallest` are margins

    @property
    def n_units(self) -> int:
        """Clusters where there are some, else tasks."""
        return self.n_clusters or self.n_tasks

    @property
    def few(self) -> bool:
        """Whether the pilot has so few units that it hardly tells how differences scatter."""
        return bool(self.names) and self.n_units < FEW

    def record(self) -> dict[str, Any]:
        """Return all numbers for JSON; None where infinite."""
        of_table = (
            "n_tasks",
            "n_clusters",
            "n_comparates",
            "n_family",
            "tied",
            "least_pvalue",
            "least_adjusted_pvalue",
            "fewest_tasks",
            "runs",
            "paired_runs",
            "margin",
        )
        return {
            **{name: getattr(self.analysis, name) for name in ("test", "sides", "correction", "alpha", "seed")},
            **{name: getattr(self, name) for name in of_table},
            "subject": self.names[0] if self.names else "",
            "curve": records({name: getattr(self, name) for name in ("tasks", "raw", "alone", "share", "every")}),
            "by_runs": records(dict(zip(("runs", "needed"), zip(*self.by_runs, strict=True), strict=False))),
            "rivals": self._rivals(self),
            "equivalence": self._rivals(self.equivalence) if self.equivalence else [],
        }

    def _rivals(self, reach: Reach) -> list[dict[str, Any]]:
        """Return a reach by rivals."""
        names = self.names[1:] or [""] * len(reach.power)
        numbers = records({each.name: getattr(reach, each.name) for each in fields(Reach)})
        return [{"rival": name, **row} for name, row in zip(names, numbers, strict=True)]

    def __repr__(self) -> str:
        units = f"{self.n_tasks} tasks" + (f" in {self.n_clusters} clusters" if self.n_clusters else "")
        return f"<Plan for an effect of {self.effect:g}: {len(self.power)} pairs, {units}>"


def plan(
    pilot: Any = None,
    *,
    effect: float | None = None,
    target: float = 0.8,
    sd: float | None = None,
    draws: int = 500,
    subject: str = "",
    runs: int | None = None,
    tasks: int = 0,
    comparates: int = 2,
    **overrides: Any,
) -> Plan:
    """Return how many tasks it takes to show a stated effect, and what so many can show.

    Power is that of the test and correction of the analysis. The differences of a pair in the pilot are centred at
    the estimate that the test judges (Hodges–Lehmann for signed ranks, median for the sign test, mean for t and sign
    flips), widened by √(N/(N − 1)) for N tasks, because centring takes from their spread, drawn n at a time with
    replacement, by task and so jointly over all pairs, and shifted by the effect δ. Tasks on which the two tie stay
    ties: where they differ on a share d of the N tasks, the others' differences alone are centred and widened, and
    shifted by δ/d, so that the mean shifts by δ. Where every score is 0 or 1, what is drawn is which items decide
    between the two, and each favours the subject with the probability (1 + δ/d)/2. Without a pilot, scores are normal
    and independent, with the standard deviation `sd` of differences.

    Tasks in clusters are drawn cluster by cluster, all tasks of one together, and tested by the test of clusters of
    the analysis, which is exact here up to 20 clusters and normal above; numbers are then numbers of clusters.

    A pilot of several runs of each score tells what more or fewer runs would do: the variance of a pair's differences
    is 2(σ²_TC + σ²_R/r) with r runs, by the split of variance of the two (`variance_split`), and the pilot's
    differences are made as wide as with `runs` runs of each.

    With a margin of equivalence, `rope`, the power of two one-sided tests (`equivalence`), corrected likewise, is that
    of differences which are centred and not shifted: of showing that two do not differ by the margin when they do not
    differ at all.

    Parameters
    ----------
    pilot : Comparison, Scores, or anything that `read` accepts; None
        Its complete tasks count.
    effect : float
        The smallest difference that would matter, in the unit of the scores; the rope where that alone is given.
    target : float
        The power that is wanted.
    sd : float
        Without a pilot: the standard deviation of the differences of two comparates over tasks.
    draws : int
        Simulated studies for each number of tasks.
    subject : str
        The comparate that is to be better than its rivals: by default the control, or the best by mean score.
    runs : int
        Of each score in the studies that are planned; those of the pilot by default.
    tasks, comparates : int
        How many there are to be, without a pilot.
    **overrides
        Fields of `Analysis`, unless a comparison is given.

    Returns
    -------
    Plan
        With intervals of 95 %: the number of tasks is found anew from 60 pilots that are drawn from the pilot, and is
        taken to be log-normal; without a pilot, they hold the Monte-Carlo error alone.

    Raises
    ------
    DataError
        The pilot has fewer than two complete tasks.
    UsageError
        No effect is stated, a number is out of its range, or the test is of mean ranks.

    Notes
    -----
    Alone, a pair is significant where the correction would reject it with p = 1 for all others. Where the correction
    is monotone in the other p-values, as all of these are, the power cannot be less whatever the others are. Draws are
    those of the analysis' seed, the same for every number of tasks and every effect, so that curves do not jump.

    References
    ----------
    Noether (1987), Sample size determination for some common nonparametric tests, JASA 82. Collings and Hamilton
    (1988), Estimating the power of the two-sample Wilcoxon test for location shift, Biometrics 44. Schuirmann (1987),
    on power of two one-sided tests, Journal of Pharmacokinetics and Biopharmaceutics 15. Bouthillier et al. (2021),
    Accounting for variance in machine learning benchmarks, MLSys 3, on runs. Divine, Norton, Hunt
    and Dienemann (2013), A review of analysis and sample size calculation considerations for Wilcoxon tests, Anesthesia
    & Analgesia 117. Hoenig and Heisey (2001), The abuse of power, American Statistician 55, on power at what was seen.

    Examples
    --------
    >>> planned = plan(effect=0.01, sd=0.03, tasks=30, comparates=8)
    >>> planned.n_family, planned.fewest_tasks, planned.least_pvalue < 1e-8
    (28, 11, True)
    """
    if isinstance(pilot, Comparison):
        require_settings(overrides, [])
    require_of_analysis(overrides)
    rope = pilot.analysis.rope if isinstance(pilot, Comparison) else overrides.get("rope")
    effect = rope if effect is None else effect
    if effect is None:
        raise UsageError(
            "State the smallest difference that would matter, as `effect`, in the unit of the scores: power at the "
            "difference that was observed says no more than its p-value."
        )
    for name, size in (("effect", effect), ("sd", sd), ("runs", runs)):
        if size is not None and not 0 < size < np.inf:
            unit = "" if name == "runs" else " in the unit of the scores"
            raise UsageError(f"The `{name}` must be a positive number{unit}, not {size:g}.")
    if not 0 < target < 1:
        raise UsageError(f"The `target` is a power between 0 and 1, not {target:g}.")
    if draws < 1:
        raise UsageError(f"{draws} `draws` are too few: ask for some hundreds.")
    if pilot is not None:
        if not isinstance(pilot, Comparison):
            from comparatex.inference.compare import compare

            pilot = compare(pilot, **overrides)
        return _from_pilot(pilot, effect, target, draws, subject, runs)
    if runs is not None:
        raise UsageError(
            "How runs vary is known only from a pilot: leave out `runs`, and give the `sd` of means of that many runs."
        )
    if sd is None:
        raise UsageError("State how differences scatter: by a pilot, or by their standard deviation as `sd`.")
    if tasks < 2 or comparates < 2:
        raise UsageError(
            f"A plan from numbers needs two `tasks` and two `comparates` at least, not {tasks} and {comparates}."
        )
    analysis = Analysis(**overrides)
    require_test(analysis)
    if analysis.test in CLUSTERED:
        raise UsageError(
            "How tasks of a cluster depend on each other is known only from a pilot: give one, or another test than "
            f"{analysis.test!r}."
        )
    n_family = comparates - 1 if analysis.family == "control" else comparates * (comparates - 1) // 2
    source = Normal(comparates - 1, sd, analysis)
    return _planned(source, effect, target, draws, (), tasks, comparates, n_family)


def paired_runs(probability: float = 0.75, *, alpha: float = 0.05, power: float = 0.95) -> int:
    """Return how many runs of each of two comparates tell a probability of improvement from one half.

    H0: P(A > B) = 1/2, one-sided at α. By Noether's formula, N = ((z₁₋α + z_power)/(√6 (γ − 1/2)))² where P(A > B) = γ,
    for the Mann–Whitney test of N runs of each, by which `probability_of_improvement` is estimated.

    Parameters
    ----------
    probability : float
        γ, above 1/2 and below 1.
    alpha, power : float
        Level of the test, and the power that is wanted.

    Returns
    -------
    int
        Runs of each, on one task.

    Raises
    ------
    UsageError
        A probability is out of its range.

    References
    ----------
    Noether (1987), Sample size determination for some common nonparametric tests, JASA 82. Bouthillier et al. (2021),
    Accounting for variance in machine learning benchmarks, MLSys 3, appendix C, recommend N = 29 for γ = 0.75.

    Examples
    --------
    >>> paired_runs()
    29
    """
    from scipy.special import ndtri

    if not (0.5 < probability < 1 and 0 < alpha < 1 and 0 < power < 1):
        raise UsageError("A probability of improvement lies between 0.5 and 1, level and power between 0 and 1.")
    return int(np.ceil(((ndtri(1 - alpha) + ndtri(power)) / (np.sqrt(6) * (probability - 0.5))) ** 2 - 1e-9))


@lru_cache(maxsize=4)
def _from_pilot(pilot: Comparison, effect: float, target: float, draws: int, subject: str, runs: int | None) -> Plan:
    """Return the plan for a subject and its rivals in the family."""
    names, named = pilot.names, subject or pilot.analysis.control
    if named and named not in names:
        raise UsageError(f"No method is called {quoted(named)}{hint(named, names)}")
    first = names.index(named) if named else 0
    others = np.delete(np.arange(len(names)), first)
    others = others[in_family(pilot)[pilot.pair_numbers(first, others)]]
    if not len(others):
        raise UsageError(f"No pair with {quoted(names[first])} is in the family of tests.")
    if pilot.analysis.sides == "ours" and names[first] != pilot.analysis.control:
        raise UsageError(f"With the sides 'ours', the method that is to be better is {quoted(pilot.analysis.control)}.")
    of_plan = tuple(names[i] for i in (first, *others))
    source = Pilot.of(pilot, np.full(len(others), first), others)
    if runs and not source.splits:
        why = f"repeats that share data ({pilot.scores.repeats_are})" if pilot.scores.repeats_are else "no repeats"
        raise DataError(f"The pilot has {why}, so that it does not tell how `runs` vary.")
    return _planned(source, effect, target, draws, of_plan, source.n_units, len(names), pilot.n_family, runs)


# ------------------------------------------------------------------------------------------------------- power
def _rejected(pvalues: Floats, analysis: Analysis, n_family: int) -> Booleans:
    """Return which pairs are significant, of shape (n_pairs, n_draws), where the others of the family have p = 1."""
    correction, n_pairs = CORRECTIONS[analysis.correction], len(pvalues)
    if correction.step is None:
        family = np.ones((pvalues.shape[1], n_family))
        family[:, :n_pairs] = pvalues.T
        adjusted = np.array([adjust(study, analysis.correction)[:n_pairs] for study in family])
        return np.asarray(rejects(adjusted.T, analysis.alpha))
    critical = correction.critical_values(analysis.alpha, n_family)[:n_pairs, None]
    order = np.argsort(pvalues, axis=0)
    passed = np.take_along_axis(pvalues, order, axis=0) <= critical
    if correction.step == "down":
        passed = np.logical_and.accumulate(passed)
    elif correction.step == "up":
        passed = np.logical_or.accumulate(passed[::-1])[::-1]
    rejected = np.empty_like(passed)
    np.put_along_axis(rejected, order, passed, axis=0)
    return np.asarray(rejected)


def _probit(share: Any, n_draws: int) -> Floats:
    """Return the normal quantile of a share of studies, finite whatever it is."""
    from scipy.special import ndtri

    return np.asarray(ndtri(np.clip(share, 0.5 / n_draws, 1 - 0.5 / n_draws)))


@dataclass(frozen=True)
class _Wanted:
    """The power that is wanted of a pair alone: of an effect, or of equivalence within a margin where none differ.

    The probit of power, or of the middle between it and 1 where it is of two one-sided tests, is about e − c, where the
    standardized effect e grows with the effect, or margin, and with the root of the number of units, so that each
    simulation tells how far off they are.
    """

    power: float
    threshold: float  # the largest p-value that the correction rejects where all others are 1
    critical: float  # c, as a normal quantile
    n_draws: int
    fewest: int  # units with which a pair alone can be significant
    equivalence: bool

    @classmethod
    def of(cls, analysis: Analysis, power: float, n_family: int, n_draws: int, *, equivalence: bool = False) -> _Wanted:
        """Return what the correction over a family asks of a pair."""
        from scipy.special import ndtri

        if equivalence:  # as `equivalence.adjusted` has it
            analysis = replace(analysis, sides="better", correction=for_some(analysis.correction))
        family, low, high = np.ones(n_family), 0.0, 1.0
        for _ in range(60):
            family[0] = middle = (low + high) / 2
            passes = rejects(adjust(family, analysis.correction)[0], analysis.alpha)
            low, high = (middle, high) if passes else (low, middle)
        critical = -float(ndtri(low / 2 if analysis.sides == "two" else low))
        sizes = range(2, MOST)
        fewest = next((n for n in sizes if rejects(least_pvalue(analysis, n), low)), MOST)
        return cls(power, low, critical, n_draws, fewest, equivalence)

    def reached(self, share: Any, n_draws: int) -> Floats:
        """Return the standardized effect that has this power."""
        return _probit((1 + np.asarray(share)) / 2 if self.equivalence else share, n_draws) + self.critical

    @property
    def standardized(self) -> float:
        """The standardized effect that has the power."""
        return float(self.reached(self.power, 1_000_000))

    def studies(self, source: Source, n: int, size: Floats, n_draws: int = 0) -> Booleans:
        """Return in which studies pairs are significant, of shape (n_pairs, n_draws)."""
        simulated = source.simulated(n, size, n_draws or self.n_draws, equivalence=self.equivalence)
        return rejects(simulated, self.threshold)

    def share(self, source: Source, n: int, size: Floats, n_draws: int = 0) -> Floats:
        """Return the share of studies in which a pair is significant; the same for all pairs that are alike."""
        studies = self.studies(source, n, size, n_draws)
        return np.asarray(studies.mean(axis=1) if isinstance(source, Pilot) else np.full(len(size), studies.mean()))

    def ratio(self, share: Any, n_draws: int) -> Floats:
        """Return how many times the standardized effect must be what it is."""
        return np.asarray(self.standardized / np.maximum(self.reached(share, n_draws), 0.1))

    def effects(self, source: Source, n: int) -> Floats:
        """Return the least effect of each pair that n units show with this power or more; infinite where none is."""
        if n < self.fewest:
            return np.full(len(source.spread), np.inf)
        effect = source.spread / np.sqrt(n) * self.standardized
        low, high = np.zeros(len(effect)), np.full(len(effect), np.inf)
        for _ in range(_ROUNDS):
            share = self.share(source, n, effect)
            low, high = np.where(share < self.power, effect, low), np.where(share < self.power, high, effect)
            effect = effect * np.clip(self.ratio(share, self.n_draws), 0.25, 4)
            # power is a step function: a step of a tenth at least until the effect is enough, then between the two
            beyond = (effect <= 1.1 * low) | (effect >= high)
            effect = np.where(beyond, np.where(high < np.inf, (low + high) / 2, 1.1 * low), effect)
        return np.where(source.spread > 0, high, np.inf)

    def units(self, source: Source, effect: float) -> tuple[float, int, float]:
        """Return how many units a pair needs, or pairs that are alike; the last number tried, and its power."""
        effects = np.full(len(source.spread), effect)
        n, low, high = (float(source.spread[0]) / effect * self.standardized) ** 2, self.fewest - 1.0, np.inf
        tried, share = 0, 0.0
        for _ in range(_ROUNDS):
            tried = int(np.clip(round(n), self.fewest, max(source.most, self.fewest)))
            share = float(self.share(source, tried, effects)[0])
            low, high = (low, min(high, tried)) if share >= self.power else (max(low, tried), high)
            n = tried * float(np.clip(self.ratio(share, self.n_draws), 0.25, 4)) ** 2
            if not low < n <= high:  # power is no smooth function of a few tasks
                n = max(low + 1, np.sqrt(low * high)) if high < np.inf else low + 1
            if high - low <= 1 or abs(n / tried - 1) < _CLOSE:
                break
        return n if n <= FARTHEST else np.inf, tried, share

    def interval(self, source: Source, effect: float) -> tuple[float, float, float]:
        """Return how many units a pair needs, or pairs that are alike, with the ends of an interval."""
        effects, (n, tried, share) = np.full(len(source.spread), effect), self.units(source, effect)
        if n == np.inf:
            return n, n, n
        # log n is twice the logarithm of the ratio, of which one error is Monte Carlo's and the other the pilot's
        density = np.exp(-((self.reached(share, self.n_draws) - self.critical) ** 2) / 2) / np.sqrt(2 * np.pi)
        density *= 2 if self.equivalence else 1
        by_study = np.var(self.studies(source, tried, effects).mean(axis=0))  # pairs of a study share its subject
        variance = 4 * by_study / self.n_draws / (density * self.standardized) ** 2
        if isinstance(source, Pilot):
            n_draws = int(np.clip(_WITHIN // tried, 20, 100))
            others = source.again(np.random.default_rng((source.analysis.seed, 1)))
            shares = self.share(others, tried, np.full(RESAMPLES, effect), n_draws)
            variance += np.var(2 * np.log(self.ratio(shares, n_draws)), ddof=1)
        room = float(np.exp(1.96 * np.sqrt(variance)))
        return float(np.ceil(n - 1e-9)), float(np.floor(max(n / room, self.fewest))), float(np.ceil(n * room))


def smallest_effects(comparison: Comparison, places: Integers, *, power: float = 0.8, draws: int = 400) -> Floats:
    """Return the smallest effects that these data could have shown, of some pairs.

    That is the difference, in favour of the row, with which the pair would have been significant with the probability
    `power` on the tasks of the table, by the test and correction of the analysis, where no other pair differs; see
    `plan` for the model. It says what the data can show, whatever they have shown, and is no power at what they have.

    Parameters
    ----------
    comparison : Comparison
        Its complete tasks count.
    places : ndarray of int, of shape (n_places,)
        Of the pairs among those of the comparison.
    power : float
        The probability.
    draws : int
        Simulated studies.

    Returns
    -------
    ndarray of shape (n_places,)
        In the unit of the scores; infinite where no outcome on so many tasks would be significant.

    References
    ----------
    Hoenig and Heisey (2001), The abuse of power, American Statistician 55. See `plan` for the others.
    """
    pairs = comparison.pair_statistics
    source = Pilot.of(comparison, pairs.row[places], pairs.column[places])
    with progress.step("Simulating studies"):
        goal = _Wanted.of(comparison.analysis, power, comparison.n_family, draws)
        return goal.effects(source, source.n_units)


def _planned(
    source: Source,
    effect: float,
    target: float,
    draws: int,
    names: tuple[str, ...],
    n_units: int,
    n_comparates: int,
    n_family: int,
    runs: int | None = None,
) -> Plan:
    """Return the plan for a subject and its rivals."""
    analysis, n_rivals, margin = source.analysis, len(source.spread), source.analysis.rope or 0.0
    pilot = source if isinstance(source, Pilot) else None
    if pilot and runs:
        source = pilot.with_runs(runs)
    goal, effects = _Wanted.of(analysis, target, n_family, draws), np.full(n_rivals, effect)
    n_steps = n_rivals * (2 if margin else 1) + _SIZES + (len(RUNS) if pilot and pilot.splits else 0)
    with progress.step("Simulating studies", n_steps) as advance:
        reach = _reach(goal, source, effect, n_units)
        advance(n_rivals)
        tasks = reach["needed"]
        most = int(np.clip(1.5 * median(tasks), 2 * goal.fewest, source.most))
        steps = np.geomspace(goal.fewest, most, _SIZES).round().astype(np.int64)
        sizes = np.unique([*steps.tolist(), *([n_units] if goal.fewest < n_units < most else [])])
        curves = _curves(goal, source, effects, sizes, n_family, advance)
        by_runs = _by_runs(goal, pilot, effect, tasks) if pilot and pilot.splits else ()
        against = None
        if margin:
            showing = _Wanted.of(analysis, target, n_family, draws, equivalence=True)
            against = Reach(**_reach(showing, source, margin, n_units))
        advance(n_steps)
        return Plan(
            names=names,
            analysis=analysis,
            effect=effect,
            target=target,
            sd=source.sd if isinstance(source, Normal) else None,
            draws=draws,
            n_tasks=pilot.n_tasks if pilot else n_units,
            n_clusters=n_units if pilot and analysis.test in CLUSTERED else 0,
            runs=float(runs or (pilot.runs if pilot else 0)),
            by_runs=by_runs,
            paired_runs=paired_runs(alpha=analysis.alpha, power=target),
            n_comparates=n_comparates,
            n_family=n_family,
            least_pvalue=least_pvalue(analysis, n_units),
            least_adjusted_pvalue=least_corrected(analysis, n_units, n_comparates, n_family),
            fewest_tasks=fewest_tasks(analysis, n_family, n_comparates),
            tasks=sizes,
            most=source.most,
            tied=median(1 - pilot.differing) if pilot else 0.0,
            margin=margin,
            equivalence=against,
            **(curves | reach),
        )


def _by_runs(goal: _Wanted, pilot: Pilot, effect: float, needed: Floats) -> tuple[tuple[int, float], ...]:
    """Return how many units the middle one of the rivals takes, by the number of runs."""
    middle = int(np.argsort(needed, kind="stable")[len(needed) // 2])
    alone = pilot.some(slice(middle, middle + 1))
    return tuple((n, float(np.ceil(goal.units(alone.with_runs(n), effect)[0] - 1e-9))) for n in RUNS)


def _curves(
    goal: _Wanted, source: Source, effects: Floats, sizes: Integers, n_family: int, advance: Callable[[int], None]
) -> dict[str, Floats]:
    """Return the fields of a plan that hold a share of studies for each number of units."""
    curves: list[tuple[float, ...]] = []
    for n in sizes.tolist():
        studies = source.simulated(n, effects, goal.n_draws)
        together = _rejected(studies, source.analysis, n_family)
        each = (rejects(studies, p).mean(axis=1) for p in (source.analysis.alpha, goal.threshold))
        curves.append((*(-median(-power) for power in each), together.mean(), together.all(axis=0).mean()))
        advance(len(effects) + len(curves))
    return dict(zip(("raw", "alone", "share", "every"), np.array(curves).T, strict=True))


def _reach(goal: _Wanted, source: Source, size: float, n_units: int) -> dict[str, Floats]:
    """Return the fields of a reach, of an effect or a margin of this size."""
    n_rivals = len(source.spread)
    if isinstance(source, Normal):  # whose pairs are alike
        needed = [goal.interval(source, size)] * n_rivals
    else:
        needed = [goal.interval(source.some(slice(j, j + 1)), size) for j in range(n_rivals)]
    tasks, low, high = np.array(needed).T
    return {
        "power": goal.share(source, n_units, np.full(n_rivals, size)),
        "needed": tasks,
        "needed_low": low,
        "needed_high": high,
        "smallest": goal.effects(source, n_units),
    }


def median(values: Floats) -> float:
    """Return the median, the upper one of an even number: that of the negative of power is of the same pair."""
    return float(np.sort(values)[len(values) // 2])
