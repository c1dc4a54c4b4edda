"""How many tasks a comparison needs: power of its test and correction for a stated effect, by simulation.

A pilot tells how differences of pairs scatter; it is never asked how large they are. Its differences are centred, so
that no pair differs, units are drawn from it with replacement, all pairs from the same ones, and the stated effect is
added. Units are tasks, or clusters of tasks, drawn whole. Two draws of a task stand for two that are alike, so that
they count as different ranks.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np

from comparatex import progress
from comparatex.data.scores import Scores, clustering
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import CLUSTERED, OURS, SIGNED_RANK, Analysis, require_of_analysis
from comparatex.inference.arithmetic import HELD, Booleans, Floats, Integers, blocks, records, rejects
from comparatex.inference.attainable import fewest_tasks, least_corrected, least_pvalue
from comparatex.inference.clustered import ENUMERATED, of_values
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS, adjust
from comparatex.inference.differences import of_scores
from comparatex.inference.hodges_lehmann import walsh_averages
from comparatex.inference.pair_tests import paired_t, sign_test_of
from comparatex.inference.runs import VarianceSplit, variance_split
from comparatex.inference.verdicts import in_family
from comparatex.inference.wilcoxon import exact_limit, of_keys, sorted_keys
from comparatex.names import hint, quoted
from comparatex.settings import require_settings

MOST = 1_000
"""Most tasks that are simulated; beyond, power is extrapolated: its probit grows with the root of their number."""
FARTHEST = 10 * MOST
"""Most units that are named."""
RUNS = (1, 2, 3, 5, 10, 20)
"""Numbers of runs for which a plan says how many units they take."""
_RESAMPLES, _WITHIN = 60, 20_000
"""Pilots that are drawn for an interval, and differences to draw from each: at most 100 studies, at least 20."""
_SIZES, _ROUNDS, _CLOSE = 14, 8, 0.01
"""Numbers of tasks of a curve; most steps towards a number of tasks, or an effect; the change that ends them."""
_HELD = HELD // 4
"""Differences that are simulated at a time."""
_FEW = 10
"""Units of a pilot below which its spread is hardly known."""


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
        return bool(self.names) and self.n_units < _FEW

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
    is monotone in the other p-values, as all but Li's are, the power cannot be less whatever the others are. Draws are
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
        raise UsageError(f"{draws} `draws` say nothing: ask for some hundreds.")
    if pilot is not None:
        if not isinstance(pilot, Comparison):
            from comparatex.inference.compare import compare

            pilot = compare(pilot, **overrides)
        return _from_pilot(pilot, effect, target, draws, subject, runs)
    if runs is not None:
        raise UsageError("How runs vary is known from a pilot alone: state `sd` of means of so many, without `runs`.")
    if sd is None:
        raise UsageError("State how differences scatter: by a pilot, or by their standard deviation as `sd`.")
    if tasks < 2 or comparates < 2:
        raise UsageError(
            f"A plan from numbers needs two `tasks` and two `comparates` at least, not {tasks} and {comparates}."
        )
    analysis = Analysis(**overrides)
    _require_test(analysis)
    if analysis.test in CLUSTERED:
        raise UsageError(f"How tasks of a cluster depend on each other is known from a pilot alone: {analysis.test!r}.")
    n_family = comparates - 1 if analysis.family == "control" else comparates * (comparates - 1) // 2
    source = _Normal(comparates - 1, sd, analysis)
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
    names, pairs, named = pilot.names, pilot.pair_statistics, subject or pilot.analysis.control
    if named and named not in names:
        raise UsageError(f"No method is called {quoted(named)}{hint(named, names)}")
    first = names.index(named) if named else 0
    places = np.flatnonzero(((pairs.row == first) | (pairs.column == first)) & in_family(pilot))
    if not len(places):
        raise UsageError(f"No pair with {quoted(names[first])} is in the family of tests.")
    others = np.where(pairs.row == first, pairs.column, pairs.row)[places]
    if pilot.analysis.sides == "ours" and names[first] != pilot.analysis.control:
        raise UsageError(f"With the sides 'ours', the method that is to be better is {quoted(pilot.analysis.control)}.")
    of_plan = tuple(names[i] for i in (first, *others))
    source = _Pilot.of(pilot, np.full(len(others), first), others)
    if runs and not source.splits:
        why = f"repeats that share data ({pilot.scores.repeats_are})" if pilot.scores.repeats_are else "no repeats"
        raise DataError(f"The pilot has {why}, so that it does not tell how `runs` vary.")
    return _planned(source, effect, target, draws, of_plan, source.n_units, len(names), pilot.n_family, runs)


def _require_test(analysis: Analysis) -> None:
    """Refuse tests of which the differences of a pair do not tell the power."""
    if analysis.test not in ("wilcoxon", "sign", "t", *CLUSTERED) or analysis.convention != OURS:
        other = f"test {analysis.test!r}" if analysis.convention == OURS else f"convention {analysis.convention!r}"
        raise UsageError(
            "Power is simulated of the tests 'wilcoxon', 'sign' and 't', and of those of clusters, not of the "
            f"{other}, by which a pair may depend on the other methods."
        )


# ------------------------------------------------------------------------------------------------- what is drawn
@dataclass(frozen=True, eq=False)
class _Pilot:
    """Differences of a pilot in units: centred and widened, but for ties, or those of outcomes as they are."""

    values: Floats  # of shape (n_pairs, n_units, most): NaN where a unit has fewer tasks than another
    decisive: Booleans  # of the same shape: where the two do not tie
    outcomes: bool  # whether they are of scores that are 0 or 1
    splits: tuple[VarianceSplit, ...]  # the variance of each pair; empty without runs
    analysis: Analysis

    @classmethod
    def of(cls, comparison: Comparison, row: Integers, column: Integers) -> _Pilot:
        """Return the differences of some pairs on the complete tasks."""
        scores, order, analysis = comparison.scores, comparison.order, comparison.analysis
        _require_test(analysis)
        if np.count_nonzero(scores.complete) < 2:
            raise DataError("A pilot needs at least two tasks on which every method has a score: use fewer methods.")
        gains = of_scores(scores).between(order[row], order[column])[:, scores.complete]
        outcomes = bool(np.isin(scores.values[scores.complete], (0.0, 1.0)).all())
        whole = analysis.test in CLUSTERED
        gains = _whole(gains, clustering(scores)[scores.complete]) if whole else gains[:, :, None]
        if gains.shape[1] < 2:
            raise DataError("A pilot needs at least two clusters that have tasks on which every method has a score.")
        decisive = np.nan_to_num(gains) != 0
        values = gains if outcomes else _centred(gains, decisive, analysis.test)
        return cls(values, decisive, outcomes, _splits(scores, order[row], order[column]), analysis)

    @property
    def n_units(self) -> int:
        """Units of the pilot."""
        return int(self.values.shape[1])

    @property
    def n_tasks(self) -> int:
        """Tasks of the pilot."""
        return int(np.count_nonzero(~np.isnan(self.values[0])))

    @property
    def most(self) -> int:
        """Most units that are simulated."""
        tasks = MOST // 10 if self.analysis.test == "datta-satten" else MOST
        return max(2 * _FEW, tasks * self.n_units // self.n_tasks)

    @property
    def runs(self) -> float:
        """Runs of each score, as a harmonic mean; 0 without."""
        return self.splits[0].n_runs if self.splits else 0.0

    def with_runs(self, n_runs: float) -> _Pilot:
        """Return the pilot as it would be with so many runs of each score."""
        now, then = (
            np.array([split.standard_error(1, n or split.n_runs, of_difference=True) for split in self.splits])
            for n in (0, n_runs)
        )
        wider = np.divide(then, now, out=np.ones_like(now), where=now > 0)
        values = self.values if self.outcomes else self.values * wider[:, None, None]
        return replace(self, values=values, splits=tuple(replace(split, n_runs=float(n_runs)) for split in self.splits))

    @property
    def spread(self) -> Floats:
        """Standard deviations, of what a unit adds to the mean."""
        size = self.n_tasks / self.n_units
        return np.asarray(np.sqrt(((np.nansum(self.values, axis=2) / size) ** 2).mean(axis=1)))

    @property
    def differing(self) -> Floats:
        """The shares of tasks on which pairs do not tie."""
        return np.asarray(self.decisive.sum(axis=(1, 2)) / self.n_tasks)

    def some(self, pairs: slice) -> _Pilot:
        """Return some of the pairs."""
        return replace(self, values=self.values[pairs], decisive=self.decisive[pairs], splits=self.splits[pairs])

    def again(self, rng: np.random.Generator) -> _Pilot:
        """Return pilots of one pair that this one might have been, drawn from it, as pairs."""
        units = rng.integers(self.n_units, size=(_RESAMPLES, self.n_units))
        drawn, decisive = self.values[0, units], self.decisive[0, units]
        values = drawn if self.outcomes else _centred(drawn, decisive, self.analysis.test)
        return replace(self, values=values, decisive=decisive)

    def simulated(self, n: int, size: Floats, n_draws: int, *, equivalence: bool = False) -> Floats:
        """Return p-values of shape (n_pairs, n_draws) of simulated studies of n units: of effects, or of margins."""
        simulated, most = np.empty((len(size), n_draws)), self.values.shape[2]
        for block in blocks(len(size), n * most * n_draws, _HELD):
            effect = 0 * size[block] if equivalence else size[block]
            drawn = self.some(block)._drawn(n, effect, n_draws).reshape(-1, n * most)
            ties = self.outcomes or (equivalence and not self.decisive.all())
            tests = _Tests(self.analysis, ties, most)
            margins = np.repeat(size[block], n_draws) if equivalence else None
            simulated[block] = tests.pvalues(drawn, margins).reshape(-1, n_draws)
        return simulated

    def _drawn(self, n: int, effect: Floats, n_draws: int) -> Floats:
        """Return differences on drawn units, of shape (n_pairs, n_draws, n, most)."""
        rng = np.random.default_rng(self.analysis.seed)
        units = rng.integers(self.n_units, size=(n, n_draws)).T  # of more units, the first are the same
        share = self.differing
        each = np.divide(effect, share, out=np.ones_like(effect), where=share > 0)[:, None, None]
        if not self.outcomes:
            return np.asarray((self.values + each * self.decisive).astype(np.float32)[:, units])
        won = (1 + each[..., None]) / 2 > rng.random((n, n_draws, *self.values.shape[2:])).swapaxes(0, 1)
        signs = np.where(np.isnan(self.values), np.float32(np.nan), self.decisive)[:, units]
        return np.asarray(signs * np.where(won, np.float32(1), np.float32(-1)))


def _whole(gains: Floats, clusters: Integers) -> Floats:
    """Return the gains of pairs by clusters, of shape (n_pairs, n_clusters, most), padded with NaN."""
    of, size = np.unique(clusters, return_inverse=True, return_counts=True)[1:]
    order = np.argsort(of, kind="stable")
    place = np.arange(len(of)) - np.repeat(np.cumsum(size) - size, size)
    whole = np.full((len(gains), len(size), size.max()), np.nan)
    whole[:, of[order], place] = gains[:, order]
    return whole


def _splits(scores: Scores, row: Integers, column: Integers) -> tuple[VarianceSplit, ...]:
    """Return how the scores of each pair vary with tasks and runs; nothing where they are single, or share data."""
    if scores.repeats is None or scores.repeats_are in ("folds", "resamples"):
        return ()
    cube = scores.repeats[scores.complete]
    if (np.count_nonzero(~np.isnan(cube), axis=2) < 2).all():
        return ()
    pairs = zip(row.tolist(), column.tolist(), strict=True)
    return tuple(variance_split(cube[:, [first, second]], n_samples=1) for first, second in pairs)


@dataclass(frozen=True, eq=False)
class _Normal:
    """Differences of normal scores: those of a subject less those of each rival."""

    n_rivals: int
    sd: float  # of a difference
    analysis: Analysis
    most = MOST

    @property
    def spread(self) -> Floats:
        """Standard deviations."""
        return np.full(self.n_rivals, self.sd)

    def simulated(self, n: int, size: Floats, n_draws: int, *, equivalence: bool = False) -> Floats:
        """Return p-values of shape (n_rivals, n_draws) of simulated studies of n tasks, whose pairs share a subject."""
        simulated, tests = np.empty((len(size), n_draws)), _Tests(self.analysis, ties=False, most=1)
        effect = 0 * size if equivalence else size
        for studies in blocks(n_draws, n * (len(size) + 1), _HELD):
            rng = np.random.default_rng((self.analysis.seed, studies.start))
            shape = n, simulated[:, studies].shape[1], self.n_rivals + 1
            scores = rng.standard_normal(shape, dtype=np.float32).T
            differences = (scores[:1] - scores[1:]) * np.float32(self.sd / np.sqrt(2)) + effect[:, None, None]
            for j, rival in enumerate(differences):
                margins = np.full(len(rival), size[j]) if equivalence else None
                simulated[j, studies] = tests.pvalues(rival, margins)
        return simulated


_Source = _Pilot | _Normal


def _centred(differences: Floats, decisive: Booleans, test: str) -> Floats:
    """Return the differences of pairs less what the test judges, as wide as if it were known; ties stay ties."""
    centred = np.where(np.isnan(differences), np.nan, 0.0)
    for row, kept, pair in zip(centred, decisive, differences, strict=True):
        d, n = pair[kept], int(np.count_nonzero(kept))
        if n and test in SIGNED_RANK:
            count = n * (n + 1) // 2
            row[kept] = d - np.mean(walsh_averages(d, ((count - 1) // 2, count // 2)))
        elif n:
            row[kept] = d - (np.median(d) if test == "sign" else d.mean())
        units = int(np.count_nonzero(kept.any(axis=1)))
        row *= np.sqrt(units / max(units - 1, 1))
    return centred


# ------------------------------------------------------------------------------------------------------- power
@dataclass(frozen=True)
class _Tests:
    """The test of simulated studies."""

    analysis: Analysis
    ties: bool  # whether equal differences are ties, and not two draws of one
    most: int  # tasks of a unit at most

    def pvalues(self, differences: Floats, margins: Floats | None) -> Floats:
        """Return p-values of rows of differences, which favour the rival above 0.5; of equivalence within margins."""
        if margins is not None:
            moved = margins[:, None].astype(differences.dtype)
            return np.maximum(self._one_sided(moved + differences), self._one_sided(moved - differences))
        row = self._one_sided(differences)
        return np.minimum(1.0, 2 * row) if self.analysis.sides == "two" else row

    def _one_sided(self, differences: Floats) -> Floats:
        count, n = differences.shape
        analysis = self.analysis
        if analysis.test == "t":
            return np.asarray(np.nan_to_num(paired_t(differences.astype(np.float64))[1], nan=1.0))
        if analysis.test == "sign":
            wins, losses = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
            return sign_test_of(wins, n - wins - losses, losses, analysis.sign_ties, 1)[1]
        if analysis.test in CLUSTERED:
            row, clusters = np.empty(count), np.repeat(np.arange(n // self.most), self.most)
            for studies in blocks(count, n, _HELD // 4):
                drawn = differences[studies].astype(np.float64)
                row[studies] = of_values(drawn, clusters, analysis, ENUMERATED, drawn=False)[1]
            return row
        keys, limit = sorted_keys(differences, None), exact_limit(analysis.pvalue_method, n)
        return of_keys(keys, np.full(count, n), analysis.zero_method, limit, ties=self.ties).row


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
            correction = "holm" if CORRECTIONS[analysis.correction].pairs else analysis.correction
            analysis = replace(analysis, sides="better", correction=correction)
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

    def studies(self, source: _Source, n: int, size: Floats, n_draws: int = 0) -> Booleans:
        """Return in which studies pairs are significant, of shape (n_pairs, n_draws)."""
        simulated = source.simulated(n, size, n_draws or self.n_draws, equivalence=self.equivalence)
        return rejects(simulated, self.threshold)

    def share(self, source: _Source, n: int, size: Floats, n_draws: int = 0) -> Floats:
        """Return the share of studies in which a pair is significant; the same for all pairs that are alike."""
        studies = self.studies(source, n, size, n_draws)
        return np.asarray(studies.mean(axis=1) if isinstance(source, _Pilot) else np.full(len(size), studies.mean()))

    def ratio(self, share: Any, n_draws: int) -> Floats:
        """Return how many times the standardized effect must be what it is."""
        return np.asarray(self.standardized / np.maximum(self.reached(share, n_draws), 0.1))

    def effects(self, source: _Source, n: int) -> Floats:
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

    def units(self, source: _Source, effect: float) -> tuple[float, int, float]:
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

    def interval(self, source: _Source, effect: float) -> tuple[float, float, float]:
        """Return how many units a pair needs, or pairs that are alike, with the ends of an interval."""
        effects, (n, tried, share) = np.full(len(source.spread), effect), self.units(source, effect)
        if n == np.inf:
            return n, n, n
        # log n is twice the logarithm of the ratio, of which one error is Monte Carlo's and the other the pilot's
        density = np.exp(-((self.reached(share, self.n_draws) - self.critical) ** 2) / 2) / np.sqrt(2 * np.pi)
        density *= 2 if self.equivalence else 1
        by_study = np.var(self.studies(source, tried, effects).mean(axis=0))  # pairs of a study share its subject
        variance = 4 * by_study / self.n_draws / (density * self.standardized) ** 2
        if isinstance(source, _Pilot):
            n_draws = int(np.clip(_WITHIN // tried, 20, 100))
            others = source.again(np.random.default_rng((source.analysis.seed, 1)))
            shares = self.share(others, tried, np.full(_RESAMPLES, effect), n_draws)
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
    source = _Pilot.of(comparison, pairs.row[places], pairs.column[places])
    with progress.step("Simulating studies"):
        goal = _Wanted.of(comparison.analysis, power, comparison.n_family, draws)
        return goal.effects(source, source.n_units)


def _planned(
    source: _Source,
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
    pilot = source if isinstance(source, _Pilot) else None
    if pilot and runs:
        source = pilot.with_runs(runs)
    goal, effects = _Wanted.of(analysis, target, n_family, draws), np.full(n_rivals, effect)
    n_steps = n_rivals * (2 if margin else 1) + _SIZES + (len(RUNS) if pilot and pilot.splits else 0)
    with progress.step("Simulating studies", n_steps) as advance:
        reach = _reach(goal, source, effect, n_units)
        advance(n_rivals)
        tasks = reach["needed"]
        most, curves = int(np.clip(1.5 * median(tasks), 2 * goal.fewest, source.most)), list[tuple[float, ...]]()
        steps = np.geomspace(goal.fewest, most, _SIZES).round().astype(np.int64)
        sizes = np.unique([*steps.tolist(), *([n_units] if goal.fewest < n_units < most else [])])
        for n in sizes.tolist():
            studies = source.simulated(n, effects, draws)
            together = _rejected(studies, analysis, n_family)
            each = (rejects(studies, p).mean(axis=1) for p in (analysis.alpha, goal.threshold))
            curves.append((*(-median(-power) for power in each), together.mean(), together.all(axis=0).mean()))
            advance(n_rivals + len(curves))
        by_runs = list[tuple[int, float]]()
        if pilot and pilot.splits:
            middle = int(np.argsort(tasks, kind="stable")[n_rivals // 2])
            alone = pilot.some(slice(middle, middle + 1))
            by_runs = [(n, float(np.ceil(goal.units(alone.with_runs(n), effect)[0] - 1e-9))) for n in RUNS]
        against = None
        if margin:
            showing = _Wanted.of(analysis, target, n_family, draws, equivalence=True)
            against = Reach(**_reach(showing, source, margin, n_units))
        advance(n_steps)
        raw, alone_, share, every = np.array(curves).T
        clustered = pilot is not None and analysis.test in CLUSTERED
        return Plan(
            names=names,
            analysis=analysis,
            effect=effect,
            target=target,
            sd=source.sd if isinstance(source, _Normal) else None,
            draws=draws,
            n_tasks=pilot.n_tasks if pilot else n_units,
            n_clusters=n_units if clustered else 0,
            runs=float(runs or (pilot.runs if pilot else 0)),
            by_runs=tuple(by_runs),
            paired_runs=paired_runs(alpha=analysis.alpha, power=target),
            n_comparates=n_comparates,
            n_family=n_family,
            least_pvalue=least_pvalue(analysis, n_units),
            least_adjusted_pvalue=least_corrected(analysis, n_units, n_comparates, n_family),
            fewest_tasks=fewest_tasks(analysis, n_family),
            tasks=sizes,
            most=source.most,
            tied=median(1 - pilot.differing) if pilot else 0.0,
            raw=raw,
            alone=alone_,
            share=share,
            every=every,
            margin=margin,
            equivalence=against,
            **reach,
        )


def _reach(goal: _Wanted, source: _Source, size: float, n_units: int) -> dict[str, Floats]:
    """Return the fields of a reach, of an effect or a margin of this size."""
    n_rivals = len(source.spread)
    if isinstance(source, _Normal):  # whose pairs are alike
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
