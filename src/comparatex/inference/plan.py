"""How many tasks a comparison needs: power of its test and correction for a stated effect, by simulation.

A pilot tells how differences of pairs scatter; it is never asked how large they are. Its differences are centred, so
that no pair differs, tasks are drawn from it with replacement, all pairs from the same ones, and the stated effect is
added. Two draws of a task stand for two that are alike, so that they count as different ranks.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any

import numpy as np

from comparatex import progress
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import CLUSTERED, OURS, Analysis
from comparatex.inference.arithmetic import HELD, Booleans, Floats, Integers, blocks, records, rejects
from comparatex.inference.attainable import fewest_tasks, least_corrected, least_pvalue
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS, adjust
from comparatex.inference.differences import of_scores
from comparatex.inference.hodges_lehmann import walsh_averages
from comparatex.inference.pair_tests import paired_t, sign_test_of
from comparatex.inference.verdicts import in_family
from comparatex.inference.wilcoxon import exact_limit, of_keys, sorted_keys
from comparatex.names import hint, quoted
from comparatex.settings import require_settings

MOST = 1_000
"""Most tasks that are simulated; beyond, power is extrapolated: its probit grows with the root of their number."""
FARTHEST = 10 * MOST
"""Most tasks that are named."""
_RESAMPLES, _WITHIN = 60, 20_000
"""Pilots that are drawn for an interval, and differences to draw from each: at most 100 studies, at least 20."""
_SIZES, _ROUNDS, _CLOSE = 14, 8, 0.01
"""Numbers of tasks of a curve; most steps towards a number of tasks, or an effect; the change that ends them."""
_HELD = HELD // 4
"""Differences that are simulated at a time."""
_FEW = 10
"""Tasks of a pilot below which its spread is hardly known."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Plan:
    """What a number of tasks can show of one comparate, the subject, against its rivals.

    Power of a pair is the probability that it is significant, the subject better, where the subject is better by the
    effect. A pair is alone where no other differs; the subject is ahead where it is better than all rivals by as much.
    """

    names: tuple[str, ...]  # subject, rivals; none in a plan from numbers
    analysis: Analysis
    effect: float  # in the unit of the scores
    target: float  # the power asked for
    sd: float | None  # of differences, in a plan from numbers
    draws: int  # simulated studies for each number of tasks
    n_tasks: int  # of the pilot, or as asked for
    n_comparates: int
    n_family: int  # pairs that the correction counts
    # least_pvalue, least_adjusted_pvalue: on so many tasks, raw and corrected; 0 where the test has no least one
    least_pvalue: float
    least_adjusted_pvalue: float
    fewest_tasks: int  # with fewer, no outcome is significant after correction
    # tasks, of shape (n_sizes,): numbers of tasks; raw, alone, share, every: power with so many: of the median pair
    # without correction, and corrected and alone; of the subject ahead: the expected share of pairs that are
    # significant, and the probability that all are
    tasks: Integers
    raw: Floats
    alone: Floats
    share: Floats
    every: Floats
    tied: float  # share of tasks of the pilot on which the median pair ties, as it does in the simulated studies
    power: Floats  # of shape (n_rivals,): of each pair alone, with `n_tasks`
    # needed, needed_low, needed_high, of shape (n_rivals,): tasks for the power asked for, alone, with a 95 % interval;
    # infinite above 10,000
    needed: Floats
    needed_low: Floats
    needed_high: Floats
    smallest: Floats  # of shape (n_rivals,): the effect that has this power with `n_tasks`; infinite if none has

    @property
    def few(self) -> bool:
        """Whether the pilot has so few tasks that it hardly tells how differences scatter."""
        return bool(self.names) and self.n_tasks < _FEW

    def record(self) -> dict[str, Any]:
        """Return all numbers for JSON; None where infinite."""
        of_table = (
            "n_tasks",
            "n_comparates",
            "n_family",
            "tied",
            "least_pvalue",
            "least_adjusted_pvalue",
            "fewest_tasks",
        )
        rivals = zip(
            self.names[1:] or [""] * len(self.power),
            self._rows("power", "needed", "needed_low", "needed_high", "smallest"),
            strict=True,
        )
        return {
            **{name: getattr(self.analysis, name) for name in ("test", "sides", "correction", "alpha", "seed")},
            **{name: getattr(self, name) for name in of_table},
            "subject": self.names[0] if self.names else "",
            "curve": self._rows("tasks", "raw", "alone", "share", "every"),
            "rivals": [{"rival": name, **row} for name, row in rivals],
        }

    def _rows(self, *names: str) -> list[dict[str, Any]]:
        return records({name: getattr(self, name) for name in names})

    def __repr__(self) -> str:
        return f"<Plan for an effect of {self.effect:g}: {len(self.power)} pairs, {self.n_tasks} tasks>"


def plan(
    pilot: Any = None,
    *,
    effect: float | None = None,
    target: float = 0.8,
    sd: float | None = None,
    draws: int = 500,
    subject: str = "",
    tasks: int = 0,
    comparates: int = 2,
    **overrides: Any,
) -> Plan:
    """Return how many tasks it takes to show a stated effect, and what so many can show.

    Power is that of the test and correction of the analysis. The differences of a pair in the pilot are centred at
    the estimate that the test judges (Hodges–Lehmann for Wilcoxon's, median for the sign test, mean for t), widened by
    √(N/(N − 1)) for N tasks, because centring takes from their spread, drawn n at a time with replacement, by task and
    so jointly over all pairs, and shifted by the effect δ. Tasks on which the two tie stay ties: where they differ on a
    share d of the N tasks, the others' differences alone are centred and widened, and shifted by δ/d, so that the mean
    shifts by δ. Where every score is 0 or 1, what is drawn is which items decide between the two, and each favours the
    subject with the probability (1 + δ/d)/2. Without a pilot, scores are normal and independent, with the standard
    deviation `sd` of differences.

    Parameters
    ----------
    pilot : Comparison, Scores, or anything that `read` accepts; None
        Its complete tasks count.
    effect : float
        The smallest difference that would matter, in the unit of the scores.
    target : float
        The power that is wanted.
    sd : float
        Without a pilot: the standard deviation of the differences of two comparates over tasks.
    draws : int
        Simulated studies for each number of tasks.
    subject : str
        The comparate that is to be better than its rivals: by default the control, or the best by mean score.
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
    (1988), Estimating the power of the two-sample Wilcoxon test for location shift, Biometrics 44. Divine, Norton, Hunt
    and Dienemann (2013), A review of analysis and sample size calculation considerations for Wilcoxon tests, Anesthesia
    & Analgesia 117. Hoenig and Heisey (2001), The abuse of power, American Statistician 55, on power at what was seen.

    Examples
    --------
    >>> planned = plan(effect=0.01, sd=0.03, tasks=30, comparates=8)
    >>> planned.n_family, planned.fewest_tasks, planned.least_pvalue < 1e-8
    (28, 11, True)
    """
    if effect is None:
        raise UsageError(
            "State the smallest difference that would matter, as `effect`, in the unit of the scores: power at the "
            "difference that was observed says no more than its p-value."
        )
    for name, size in (("effect", effect), ("sd", sd)):
        if size is not None and not 0 < size < np.inf:
            raise UsageError(f"The `{name}` must be a positive number in the unit of the scores, not {size:g}.")
    if not 0 < target < 1:
        raise UsageError(f"The `target` is a power between 0 and 1, not {target:g}.")
    if draws < 1:
        raise UsageError(f"{draws} `draws` say nothing: ask for some hundreds.")
    require_settings(overrides, [] if isinstance(pilot, Comparison) else [item.name for item in fields(Analysis)])
    if pilot is not None:
        if not isinstance(pilot, Comparison):
            from comparatex.inference.compare import compare

            pilot = compare(pilot, **overrides)
        return _from_pilot(pilot, effect, target, draws, subject)
    if sd is None:
        raise UsageError("State how differences scatter: by a pilot, or by their standard deviation as `sd`.")
    if tasks < 2 or comparates < 2:
        raise UsageError(
            f"A plan from numbers needs two `tasks` and two `comparates` at least, not {tasks} and {comparates}."
        )
    analysis = Analysis(**overrides)
    _require_test(analysis)
    n_family = comparates - 1 if analysis.family == "control" else comparates * (comparates - 1) // 2
    source = _Normal(comparates - 1, sd, analysis)
    return _planned(source, effect, target, draws, (), tasks, comparates, n_family)


@lru_cache(maxsize=4)
def _from_pilot(pilot: Comparison, effect: float, target: float, draws: int, subject: str) -> Plan:
    """Return the plan for a subject and its rivals in the family."""
    names, pairs, named = pilot.names, pilot.pair_statistics, subject or pilot.analysis.control
    if named and named not in names:
        raise UsageError(f"No method is called {quoted(named)}{hint(named, names)}")
    first = names.index(named) if named else 0
    places = np.flatnonzero(((pairs.row == first) | (pairs.column == first)) & in_family(pilot))
    if not len(places):
        raise UsageError(f"No pair with {quoted(names[first])} is in the family of tests.")
    others = np.where(pairs.row == first, pairs.column, pairs.row)[places]
    source, of_plan = _Pilot.of(pilot, np.full(len(others), first), others), tuple(names[i] for i in (first, *others))
    return _planned(source, effect, target, draws, of_plan, source.n_tasks, len(names), pilot.n_family)


def _require_test(analysis: Analysis) -> None:
    """Refuse tests of which the differences of a pair do not tell the power."""
    if analysis.test not in ("wilcoxon", "sign", "t") or analysis.convention != OURS:
        other = f"test {analysis.test!r}" if analysis.convention == OURS else f"convention {analysis.convention!r}"
        why = (
            "whose clusters say nothing of further tasks: leave out `cluster`"
            if analysis.test in CLUSTERED
            else "by which a pair may depend on the other methods"
        )
        raise UsageError(f"Power is simulated of the tests 'wilcoxon', 'sign' and 't', not of the {other}, {why}.")


# ------------------------------------------------------------------------------------------------- what is drawn
@dataclass(frozen=True, eq=False)
class _Pilot:
    """Differences of a pilot: centred and widened, but for ties, or those of outcomes as they are."""

    values: Floats  # of shape (n_pairs, n_tasks)
    decisive: Booleans  # of the same shape: where the two do not tie
    outcomes: bool  # whether they are of scores that are 0 or 1
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
        decisive = gains != 0
        return cls(gains if outcomes else _centred(gains, decisive, analysis.test), decisive, outcomes, analysis)

    @property
    def n_tasks(self) -> int:
        """Tasks of the pilot."""
        return int(self.values.shape[1])

    @property
    def spread(self) -> Floats:
        """Standard deviations."""
        return np.asarray(np.sqrt((self.values**2).mean(axis=1)))

    def some(self, pairs: slice) -> _Pilot:
        """Return some of the pairs."""
        return replace(self, values=self.values[pairs], decisive=self.decisive[pairs])

    def again(self, rng: np.random.Generator) -> _Pilot:
        """Return pilots of one pair that this one might have been, drawn from it, as pairs."""
        tasks = rng.integers(self.n_tasks, size=(_RESAMPLES, self.n_tasks))
        drawn, decisive = self.values[0, tasks], self.decisive[0, tasks]
        values = drawn if self.outcomes else _centred(drawn, decisive, self.analysis.test)
        return replace(self, values=values, decisive=decisive)

    def simulated(self, n: int, effect: Floats, n_draws: int) -> Floats:
        """Return p-values of shape (n_pairs, n_draws) of so many simulated studies of n tasks."""
        simulated = np.empty((len(effect), n_draws))
        for block in blocks(len(effect), n * n_draws, _HELD):
            drawn = self.some(block)._drawn(n, effect[block], n_draws).reshape(-1, n)
            simulated[block] = _pvalues(drawn, self.analysis, outcomes=self.outcomes).reshape(-1, n_draws)
        return simulated

    def _drawn(self, n: int, effect: Floats, n_draws: int) -> Floats:
        """Return differences on drawn tasks, of shape (n_pairs, n_draws, n)."""
        rng = np.random.default_rng(self.analysis.seed)
        tasks = rng.integers(self.n_tasks, size=(n, n_draws)).T  # of more tasks, the first are the same
        share = self.decisive.mean(axis=1)
        each = np.divide(effect, share, out=np.ones_like(effect), where=share > 0)
        if not self.outcomes:
            return np.asarray((self.values + each[:, None] * self.decisive).astype(np.float32)[:, tasks])
        won = (1 + each[:, None, None]) / 2 > rng.random((n, n_draws)).T
        return np.asarray(self.decisive[:, tasks] * np.where(won, np.float32(1), np.float32(-1)))


@dataclass(frozen=True, eq=False)
class _Normal:
    """Differences of normal scores: those of a subject less those of each rival."""

    n_rivals: int
    sd: float  # of a difference
    analysis: Analysis

    @property
    def spread(self) -> Floats:
        """Standard deviations."""
        return np.full(self.n_rivals, self.sd)

    def simulated(self, n: int, effect: Floats, n_draws: int) -> Floats:
        """Return p-values of shape (n_rivals, n_draws) of simulated studies of n tasks, whose pairs share a subject."""
        simulated = np.empty((len(effect), n_draws))
        for studies in blocks(n_draws, n * (len(effect) + 1), _HELD):
            rng = np.random.default_rng((self.analysis.seed, studies.start))
            size = n, simulated[:, studies].shape[1], self.n_rivals + 1
            scores = rng.standard_normal(size, dtype=np.float32).T
            differences = (scores[:1] - scores[1:]) * np.float32(self.sd / np.sqrt(2)) + effect[:, None, None]
            for j, rival in enumerate(differences):
                simulated[j, studies] = _pvalues(rival, self.analysis, outcomes=False)
        return simulated


_Source = _Pilot | _Normal


def _centred(differences: Floats, decisive: Booleans, test: str) -> Floats:
    """Return the differences of pairs less what the test judges, as wide as if it were known; ties stay ties."""
    centred = np.zeros_like(differences)
    for row, kept, pair in zip(centred, decisive, differences, strict=True):
        d, n = pair[kept], int(np.count_nonzero(kept))
        if n and test == "wilcoxon":
            count = n * (n + 1) // 2
            row[kept] = d - np.mean(walsh_averages(d, ((count - 1) // 2, count // 2)))
        elif n:
            row[kept] = d - (np.median(d) if test == "sign" else d.mean())
        row *= np.sqrt(n / max(n - 1, 1))
    return centred


# ------------------------------------------------------------------------------------------------------- power
def _pvalues(differences: Floats, analysis: Analysis, *, outcomes: bool) -> Floats:
    """Return p-values of rows of differences; those that favour the rival are above 0.5."""
    count, n = differences.shape
    if analysis.test == "t":
        row = np.nan_to_num(paired_t(differences.astype(np.float64))[1], nan=1.0)
    elif analysis.test == "sign":
        wins, losses = (differences > 0).sum(axis=1), (differences < 0).sum(axis=1)
        row = sign_test_of(wins, n - wins - losses, losses, analysis.sign_ties, 1)[1]
    else:
        keys, limit = sorted_keys(differences, None), exact_limit(analysis.pvalue_method, n)
        row = of_keys(keys, np.full(count, n), analysis.zero_method, limit, ties=outcomes).row
    return np.minimum(1.0, 2 * row) if analysis.sides == "two" else row


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
    """The power that is wanted of a pair alone.

    The probit of power is about e − c, where the standardized effect e grows with the effect and with the root of the
    number of tasks, so that each simulation tells how far off they are.
    """

    power: float
    threshold: float  # the largest p-value that the correction rejects where all others are 1
    critical: float  # c, as a normal quantile
    n_draws: int
    fewest: int  # tasks with which a pair alone can be significant

    @classmethod
    def of(cls, analysis: Analysis, power: float, n_family: int, n_draws: int) -> _Wanted:
        """Return what the correction over a family asks of a pair."""
        from scipy.special import ndtri

        family, low, high = np.ones(n_family), 0.0, 1.0
        for _ in range(60):
            family[0] = middle = (low + high) / 2
            passes = rejects(adjust(family, analysis.correction)[0], analysis.alpha)
            low, high = (middle, high) if passes else (low, middle)
        critical = -float(ndtri(low / 2 if analysis.sides == "two" else low))
        sizes = range(2, MOST)
        fewest = next((n for n in sizes if rejects(least_pvalue(analysis, n), low)), MOST)
        return cls(power, low, critical, n_draws, fewest)

    @property
    def standardized(self) -> float:
        """The standardized effect that has the power."""
        return float(_probit(self.power, 1_000_000)) + self.critical

    def share(self, source: _Source, n: int, effect: Floats, n_draws: int = 0) -> Floats:
        """Return the share of studies in which a pair is significant; the same for all pairs that are alike."""
        studies = rejects(source.simulated(n, effect, n_draws or self.n_draws), self.threshold)
        return np.asarray(studies.mean(axis=1) if isinstance(source, _Pilot) else np.full(len(effect), studies.mean()))

    def ratio(self, share: Any, n_draws: int) -> Floats:
        """Return how many times the standardized effect must be what it is."""
        return np.asarray(self.standardized / np.maximum(_probit(share, n_draws) + self.critical, 0.1))

    def effects(self, source: _Source, n: int) -> Floats:
        """Return the least effect of each pair that n tasks show with this power or more; infinite where none is."""
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

    def tasks(self, source: _Source, effect: float) -> tuple[float, float, float]:
        """Return how many tasks a pair needs, or pairs that are alike, with the ends of an interval."""
        effects = np.full(len(source.spread), effect)
        n, low, high = (float(source.spread[0]) / effect * self.standardized) ** 2, self.fewest - 1.0, np.inf
        tried, share = 0, 0.0
        for _ in range(_ROUNDS):
            tried = int(np.clip(round(n), self.fewest, MOST))
            share = float(self.share(source, tried, effects)[0])
            low, high = (low, min(high, tried)) if share >= self.power else (max(low, tried), high)
            n = tried * float(np.clip(self.ratio(share, self.n_draws), 0.25, 4)) ** 2
            if not low < n <= high:  # power is no smooth function of a few tasks
                n = max(low + 1, np.sqrt(low * high)) if high < np.inf else low + 1
            if high - low <= 1 or abs(n / tried - 1) < _CLOSE:
                break
        if n > FARTHEST:
            return np.inf, np.inf, np.inf
        # log n is twice the logarithm of the ratio, of which one error is Monte Carlo's and the other the pilot's
        density = np.exp(-(_probit(share, self.n_draws) ** 2) / 2) / np.sqrt(2 * np.pi)
        pairs = rejects(source.simulated(tried, effects, self.n_draws), self.threshold)
        by_study = np.var(pairs.mean(axis=0))  # pairs of a study share its subject
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
        return goal.effects(source, source.n_tasks)


def _planned(
    source: _Source,
    effect: float,
    target: float,
    draws: int,
    names: tuple[str, ...],
    n_tasks: int,
    n_comparates: int,
    n_family: int,
) -> Plan:
    """Return the plan for a subject and its rivals."""
    analysis, n_rivals = source.analysis, len(source.spread)
    goal, effects = _Wanted.of(analysis, target, n_family, draws), np.full(n_rivals, effect)
    needed = list[tuple[float, float, float]]()
    with progress.step("Simulating studies", n_rivals + _SIZES) as advance:
        if isinstance(source, _Normal):  # whose pairs are alike
            needed = [goal.tasks(source, effect)] * n_rivals
        else:
            for j in range(n_rivals):
                needed.append(goal.tasks(source.some(slice(j, j + 1)), effect))
                advance(j)
        tasks, low, high = np.array(needed).T
        most, curves = int(np.clip(1.5 * median(tasks), 2 * goal.fewest, MOST)), list[tuple[float, ...]]()
        steps = np.geomspace(goal.fewest, most, _SIZES).round().astype(np.int64)
        sizes = np.unique([*steps.tolist(), *([n_tasks] if goal.fewest < n_tasks < most else [])])
        for n in sizes.tolist():
            studies = source.simulated(n, effects, draws)
            together = _rejected(studies, analysis, n_family)
            each = (rejects(studies, p).mean(axis=1) for p in (analysis.alpha, goal.threshold))
            curves.append((*(-median(-power) for power in each), together.mean(), together.all(axis=0).mean()))
            advance(n_rivals + len(curves))
        raw, alone, share, every = np.array(curves).T
        return Plan(
            names=names,
            analysis=analysis,
            effect=effect,
            target=target,
            sd=source.sd if isinstance(source, _Normal) else None,
            draws=draws,
            n_tasks=n_tasks,
            n_comparates=n_comparates,
            n_family=n_family,
            least_pvalue=least_pvalue(analysis, n_tasks),
            least_adjusted_pvalue=least_corrected(analysis, n_tasks, n_comparates, n_family),
            fewest_tasks=fewest_tasks(analysis, n_family),
            tasks=sizes,
            tied=median(1 - source.decisive.mean(axis=1)) if isinstance(source, _Pilot) else 0.0,
            raw=raw,
            alone=alone,
            share=share,
            every=every,
            power=goal.share(source, n_tasks, effects),
            needed=tasks,
            needed_low=low,
            needed_high=high,
            smallest=goal.effects(source, n_tasks),
        )


def median(values: Floats) -> float:
    """Return the median, the upper one of an even number: that of the negative of power is of the same pair."""
    return float(np.sort(values)[len(values) // 2])
