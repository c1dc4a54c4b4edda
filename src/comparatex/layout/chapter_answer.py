"""What a chapter answers first: how its subject stands, against whom it is better or worse, which questions stay open.

The subject is a comparate that the document proposes or, where it proposes none, the best one by mean score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.arithmetic import Floats, rejects
from comparatex.inference.bayes.posterior import default_rope
from comparatex.inference.comparison import Comparison
from comparatex.inference.concentration import concentration, n_close, n_outlying
from comparatex.inference.differences import Differences, of_scores
from comparatex.inference.hodges_lehmann import hodges_lehmann
from comparatex.inference.scale import ratios
from comparatex.inference.verdicts import Rivals, Verdict, places, rivals, verdicts
from comparatex.layout.notation import notations, quantity
from comparatex.layout.number_macros import AGAINST, keys, n_kept
from comparatex.layout.numbers import UNDEFINED, Notation, equation, fixed, in_prose, level

_DRIVERS = 3
"""Tasks on which a difference may depend."""
_CLOSE_SHARE = 4
"""Two comparates are often close where they are on every fourth task or more."""
SURE = 0.95
"""The probability from which on a Bayesian test counts as decided, as usual (Benavoli et al. 2017)."""
_PERCENT = 0.01
"""The distance that counts as close where the measure has no scale of its own: relative to the scores."""


@dataclass(frozen=True, kw_only=True)
class Gap:
    """Two comparates, seen from one of them."""

    own: str  # own, rival: their names
    rival: str
    n_tasks: int
    """n_tasks, wins, ties, losses: Tasks on which both have a score; on which `own` is better, equal and worse."""
    wins: int
    ties: int
    losses: int
    ahead: float  # ahead, median_ahead: mean and median of the differences, positive where `own` is better
    median_ahead: float
    ratio: float  # geometric mean of score(own)/score(rival); NaN but on the log scale
    pvalue: float  # pvalue, adjusted: of the test of the pair, at the level alpha
    adjusted: float
    alpha: float
    versus: str
    """versus, lead, judged: Names in the keys of numbers: as seen from `own`; such that the mean difference is not
    negative; those of p-values, which are of the first of a pair where tests have a side."""
    lead: str
    judged: str
    kept: bool  # whether there are such keys, as there are of all pairs but of very many
    verdict: Verdict  # on `own`
    margin_pvalue: float
    """Corrected, of equivalence or, where only that is shown, of being not worse; NaN without a margin."""
    posterior: tuple[float, ...]
    """Bayesian probabilities that `own` is better, that both are practically equal, that `rival` is; empty unless
    they are asked for."""
    notation: Notation  # how differences are printed
    most: int  # with how many decimals at most

    @property
    def surely(self) -> int | None:
        """The region of the posterior that is sure: 0 `own`, 1 practical equality, 2 `rival`; None where none is."""
        return next((k for k, share in enumerate(self.posterior) if share >= SURE), None)

    @property
    def sure(self) -> str:
        """The largest of these probabilities, never printed as 1."""
        largest, most = max(self.posterior), fixed(0.99, 2)
        return f">{most}" if largest >= 0.995 else fixed(largest, 2)

    @property
    def margin_equation(self) -> str:
        """The p-value of the tests against the margin, as an equation."""
        return equation(self.margin_pvalue, self.alpha, brief=True)

    @property
    def printed(self) -> Mapping[str, str]:
        """Its numbers, for pairs that have no keys."""
        return {
            "mean difference": quantity(abs(self.ahead), self.notation, self.most),
            "ratio": fixed(self.ratio, 3),
            **{name: fixed(getattr(self, name), 0) for name in ("wins", "ties", "losses")},
            "p equation": equation(self.pvalue, self.alpha, brief=True),
            "adjusted p equation": equation(self.adjusted, self.alpha, brief=True),
        }

    @property
    def side(self) -> int:
        """1 where `own` is better on average, −1 where it is worse, 0 where the means are equal as printed."""
        return 0 if self.notation.is_zero(self.ahead) else int(np.sign(self.ahead))

    @property
    def median_side(self) -> int:
        """The same of the median: 1 where it goes with the mean, −1 where it goes against it, 0 where it is zero."""
        if self.notation.is_zero(self.median_ahead):
            return 0
        return 1 if (self.median_ahead > 0) == (self.ahead > 0) else -1

    @property
    def median_size(self) -> str:
        """The median difference without its sign."""
        return quantity(abs(self.median_ahead), self.notation, self.most)

    @property
    def bound(self) -> str:
        """What a difference that is printed as zero is at most: half a unit of the last decimal."""
        half = Decimal("0.5").scaleb(self.notation.exponent - self.notation.decimals)
        return quantity(float(half), replace(self.notation, decimals=self.notation.decimals + 1))

    @property
    def identical(self) -> bool:
        """Whether they tie on every task."""
        return self.ties == self.n_tasks


@dataclass(frozen=True)
class Typical:
    """The Hodges-Lehmann difference from a rival, as measured, and its uncorrected interval."""

    rival: str
    estimate: str
    interval: str


@dataclass(frozen=True)
class Failing:
    """Where a comparate fails: on how many of its tasks no rival beats it, and where it is furthest behind."""

    n_unbeaten: int
    n_tasks: int
    task: str  # task, rival, behind: the task, the best rival there, and the difference; empty where there is none
    rival: str
    behind: str


@dataclass(frozen=True)
class Group:
    """Rivals with the same verdict."""

    gaps: tuple[Gap, ...]  # one for each, in the order of the rivals' mean scores; at least one
    typical: Typical | None = None  # of the nearest

    @property
    def names(self) -> tuple[str, ...]:
        """The rivals."""
        return tuple(gap.rival for gap in self.gaps)

    @property
    def single(self) -> bool:
        """Whether it is one rival."""
        return len(self.gaps) == 1

    @cached_property
    def nearest(self) -> Gap:
        """The rival with the least difference of means."""
        return min(self.gaps, key=lambda gap: abs(gap.ahead))

    @cached_property
    def furthest(self) -> Gap:
        """The rival with the greatest difference of means."""
        return max(self.gaps, key=lambda gap: abs(gap.ahead))

    @cached_property
    def last(self) -> Gap:
        """The rival that `own` is furthest ahead of, or least behind."""
        return max(self.gaps, key=lambda gap: gap.ahead)

    @cached_property
    def first(self) -> Gap:
        """The rival that `own` is furthest behind, or least ahead of."""
        return min(self.gaps, key=lambda gap: gap.ahead)

    @property
    def one_mean(self) -> bool:
        """Whether least and greatest difference are printed alike."""
        least, most = (gap.printed["mean difference"] for gap in (self.nearest, self.furthest))
        return least == most

    @cached_property
    def medians(self) -> tuple[str, ...]:
        """The least and the greatest median difference in the direction of the mean; one where they are alike."""
        towards = [gap.median_ahead * (1 if gap.ahead >= 0 else -1) for gap in self.gaps]
        notation, most = self.gaps[0].notation, self.gaps[0].most
        return tuple(dict.fromkeys(quantity(end, notation, most) for end in (min(towards), max(towards))))

    @property
    def n_tasks(self) -> int:
        """Tasks of each pair; 0 where pairs differ in that."""
        return self.gaps[0].n_tasks if len({gap.n_tasks for gap in self.gaps}) == 1 else 0

    @cached_property
    def wins(self) -> tuple[str, ...]:
        """The least and the greatest number of wins; one where they are alike. Percentages where tasks differ."""
        return self._counts(lambda gap: gap.wins)

    @cached_property
    def losses(self) -> tuple[str, ...]:
        """The same of losses."""
        return self._counts(lambda gap: gap.losses)

    def _counts(self, count: Callable[[Gap], int]) -> tuple[str, ...]:
        found = [count(gap) if self.n_tasks else 100 * count(gap) / max(1, gap.n_tasks) for gap in self.gaps]
        return tuple(dict.fromkeys((fixed(min(found), 0), fixed(max(found), 0))))

    @cached_property
    def weakest(self) -> Gap:
        """The rival with the largest p-value, corrected where it is."""
        return max(self.gaps, key=lambda gap: (gap.adjusted, gap.pvalue))

    @cached_property
    def strongest(self) -> Gap:
        """The rival with the smallest one."""
        return min(self.gaps, key=lambda gap: (gap.adjusted, gap.pvalue))

    @cached_property
    def furthest_within(self) -> Gap:
        """The rival with the largest p-value of the tests against the margin."""
        return max(self.gaps, key=lambda gap: gap.margin_pvalue)

    @property
    def tiny(self) -> bool:
        """Whether all p-values are below the last digit that is printed."""
        return in_prose(self.weakest.adjusted, self.weakest.alpha) == ("<", "0.001")


@dataclass(frozen=True, kw_only=True)
class Question:
    """A pair that stays open, and what its difference rests on."""

    gap: Gap  # the pair
    drivers: int
    """How many tasks, all of them outliers, the mean difference depends on: without these, the other comparate would
    be better on average, or neither would; 0: it does not."""
    task: str  # task, largest: the first of them, and the difference there
    largest: str
    n_close: int  # tasks on which the two are close; 0 where there are few
    distance: str  # what counts as close: in the unit of the scores or, where `relative`, in percent
    relative: bool
    by_correction: bool  # the pair differs significantly by its own p-value, and no longer after correction
    typical: Typical


@dataclass(frozen=True, kw_only=True)
class Subject:
    """The comparate that the answer is about."""

    name: str  # name, key: its name, and that in the keys of numbers
    key: str
    place: int
    """place, place_by_rank: Its places by mean score and by mean rank, 1 for the best; 0 where there are no ranks."""
    place_by_rank: int
    n_judged: int  # rivals that it is judged against
    better: Group | None
    """better, worse: Rivals that it is significantly better, or worse, than, and that the means put on the same
    side."""
    worse: Group | None
    against_means: Group | None  # those that it is significantly better than although its mean is no better
    for_means: Group | None  # those that it is significantly worse than although its mean is no worse
    equivalent: Group | None
    """equivalent, not_worse: Of the other rivals, those that it is equivalent to within the margin, or at least not
    worse than."""
    not_worse: Group | None
    slight: tuple[str, ...]  # those that it is better or worse than, by less than the margin
    doubted: tuple[str, ...]
    """Those that it is better or worse than, although practical equality is the most probable by the Bayesian
    test."""
    failing: Failing | None  # where it fails; None where there is one rival, or scores have no common scale
    question: Question | None  # question, second: the open questions that have a paragraph of their own
    second: Question | None
    others: Group | None  # other rivals with which the question is open
    rests: Question | None  # what the smallest significant advantage rests on, where that is a few tasks
    unjudged: tuple[str, ...]  # rivals outside the family of tests
    cheaper: tuple[str, ...]
    """cheaper, cheaper_not_worse: Rivals that cost more: those with which the question is open, and those that it is
    shown not to be worse than by the margin."""
    cheaper_not_worse: tuple[str, ...]

    @property
    def open(self) -> int:
        """With how many rivals the question is open."""
        return sum(map(bool, (self.question, self.second))) + (len(self.others.gaps) if self.others else 0)

    @property
    def not_different(self) -> tuple[str, ...]:
        """The rivals that it is neither significantly better nor worse than."""
        shown = (group.names for group in (self.equivalent, self.not_worse) if group)
        return (*(name for names in shown for name in names), *self.undecided)

    @property
    def n_better(self) -> int:
        """How many rivals it is significantly better than."""
        return sum(len(group.gaps) for group in (self.better, self.against_means) if group)

    @property
    def n_worse(self) -> int:
        """How many rivals it is significantly worse than."""
        return sum(len(group.gaps) for group in (self.worse, self.for_means) if group)

    @property
    def undecided(self) -> tuple[str, ...]:
        """Those rivals."""
        own = tuple(found.gap.rival for found in (self.question, self.second) if found)
        return own + (self.others.names if self.others else ())


class Answers:
    """Makes the answers on a comparison."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._keys = keys(comparison.names)
        found = notations(comparison)
        self._notation, self._most = found.differences, found.in_prose

    def on(self, own: int, found: Rivals | None = None) -> Subject:
        """Return the answer on a comparate, by its position in the summary order."""
        comparison = self._comparison
        found = found or rivals(comparison, own)
        gaps = {i: self.gap(own, i) for i in range(len(comparison.names)) if i != own}
        better, worse = ([gaps[i] for i in side] for side in (found.better, found.worse))
        open_ = [gaps[i] for i in found.of("open")]
        alone = open_[: 2 if len(open_) == 2 else 1]
        questions = [self.question(gap) for gap in alone]
        ahead = [gap for gap in better if gap.side > 0]
        behind = [gap for gap in worse if gap.side < 0]
        return Subject(
            name=comparison.names[own],
            key=self._keys[own],
            place=_place(-comparison.mean if comparison.scores.higher_is_better else comparison.mean, own),
            place_by_rank=_place(comparison.mean_rank, own),
            n_judged=len(gaps) - len(found.unjudged),
            better=self._typically(ahead),
            worse=self._typically(behind),
            against_means=_group([gap for gap in better if gap.side <= 0]),
            for_means=_group([gap for gap in worse if gap.side >= 0]),
            equivalent=_group([gaps[i] for i in found.of("equivalent")]),
            not_worse=_group([gaps[i] for i in found.of("not worse")]),
            slight=tuple(gaps[i].rival for i in found.of("better", "worse") if i in found.near),
            doubted=tuple(
                gap.rival for gap in (*better, *worse) if gap.posterior and gap.posterior[1] == max(gap.posterior)
            ),
            failing=self._failing(own),
            question=questions[0] if questions else None,
            second=questions[1] if len(questions) > 1 else None,
            others=_group(open_[len(alone) :]),
            rests=self._rests(ahead),
            unjudged=tuple(comparison.names[i] for i in found.unjudged),
            cheaper=tuple(comparison.names[i] for i in found.of("open") if i in found.dearer),
            cheaper_not_worse=tuple(
                comparison.names[i] for i in found.within if i in found.dearer and i not in found.worse
            ),
        )

    def gap(self, own: int, rival: int) -> Gap:
        """Return what there is to say of two comparates."""
        comparison, pairs = self._comparison, self._comparison.pair_statistics
        first, second = sorted((own, rival))
        k = self._index(first, second)
        sign = (1 if own == first else -1) * (1 if comparison.scores.higher_is_better else -1)
        wins, losses = int(pairs.wins[k]), int(pairs.losses[k])
        # 0.0 + takes the sign from -0.0
        ahead = 0.0 + sign * float(pairs.mean_difference[k])
        known = self._keys[own], self._keys[rival]
        within, of_row = comparison.equivalence, own == first
        verdict: Verdict = (self._verdicts[0] if of_row else self._verdicts[1])[k]
        within_p = math.nan
        if within is not None:
            not_worse = within.adjusted_row if of_row else within.adjusted_column
            within_p = float((not_worse if verdict == "not worse" else within.adjusted_pvalue)[k])
        forward = (ahead >= 0) == comparison.scores.higher_is_better
        as_tested = of_row or comparison.analysis.sides in ("row", "column")
        return Gap(
            own=comparison.names[own],
            rival=comparison.names[rival],
            n_tasks=int(pairs.n_tasks[k]),
            wins=wins if own == first else losses,
            ties=int(pairs.ties[k]),
            losses=losses if own == first else wins,
            ahead=ahead,
            median_ahead=0.0 + sign * float(pairs.median_difference[k]),
            ratio=float(ratios(ahead if comparison.scores.higher_is_better else -ahead))
            if comparison.scores.scale == "log"
            else math.nan,
            pvalue=float((pairs.pvalue if as_tested else pairs.reverse_pvalue)[k]),
            adjusted=float((pairs.adjusted_pvalue if as_tested else pairs.reverse_adjusted_pvalue)[k]),
            versus=AGAINST.join(known),
            lead=AGAINST.join(known if forward else known[::-1]),
            judged=AGAINST.join(known if of_row or not as_tested else known[::-1]),
            kept=k < n_kept(pairs.row),
            verdict=verdict,
            margin_pvalue=within_p,
            posterior=tuple(comparison.posteriors_between([own], [rival]).ravel().tolist())
            if comparison.analysis.bayes
            else (),
            notation=self._notation,
            most=self._most,
            alpha=comparison.analysis.alpha,
        )

    def question(self, gap: Gap) -> Question:
        """Return what the difference of two comparates rests on."""
        comparison, names = self._comparison, self._comparison.names
        own, rival = names.index(gap.own), names.index(gap.rival)
        apart = self._differences(own, rival)
        outliers = n_outlying(apart, _DRIVERS) if gap.side else 0
        without = (concentration(apart, most) for most in range(1, outliers + 1))
        found = next((few for few in without if few.rest <= 0), None)
        rope = comparison.analysis.rope or default_rope(comparison.scores.values)
        values = comparison.scores.values[:, comparison.order[[own, rival]]]
        close = n_close(values[:, 0], values[:, 1], rope or _PERCENT, relative=not rope)
        alpha = comparison.analysis.alpha
        return Question(
            gap=gap,
            drivers=len(found.tasks) if found else 0,
            task=comparison.scores.tasks[found.tasks[0]] if found else "",
            largest=quantity(found.largest[0], gap.notation) if found else "",
            n_close=close if _CLOSE_SHARE * close >= gap.n_tasks and not gap.identical else 0,
            distance=level(rope) if rope else level(100 * _PERCENT),
            relative=not rope,
            by_correction=comparison.verdict is None
            and bool(rejects(gap.pvalue, alpha))
            and not rejects(gap.adjusted, alpha),
            typical=self._typical(gap),
        )

    def _typically(self, gaps: Sequence[Gap]) -> Group | None:
        """Return a group with the typical difference from its nearest rival."""
        group = _group(gaps)
        return group and replace(group, typical=self._typical(group.nearest))

    def _typical(self, gap: Gap) -> Typical:
        """Return the typical difference of two comparates, as measured."""
        names, higher = self._comparison.names, self._comparison.scores.higher_is_better
        apart = self._differences(names.index(gap.own), names.index(gap.rival)) * (1 if higher else -1)
        shift = hodges_lehmann(apart[None, :], 1 - self._comparison.analysis.alpha)
        estimate, low, high = (float(ends[0]) for ends in (shift.estimate, shift.low, shift.high))
        printed = quantity(estimate, gap.notation, gap.most) if math.isfinite(estimate) else UNDEFINED
        return Typical(gap.rival, printed, gap.notation.interval(low, high, gap.most))

    def _failing(self, own: int) -> Failing | None:
        """Return where a comparate fails."""
        scores = self._comparison.scores
        if scores.n_comparates < 3 or scores.scales:
            return None
        names = self._comparison.names
        behind = -np.array([self._differences(own, other) for other in range(len(names)) if other != own])
        rivals_of = [name for k, name in enumerate(names) if k != own]
        played = ~np.isnan(behind).all(axis=0)
        worst = np.max(np.where(np.isnan(behind), -np.inf, behind), axis=0)
        task = int(np.argmax(worst))
        beaten = float(worst[task]) > 0 and not self._notation.is_zero(float(worst[task]))
        return Failing(
            n_unbeaten=int((worst[played] <= 0).sum()),
            n_tasks=int(played.sum()),
            task=scores.tasks[task] if beaten else "",
            rival=rivals_of[int(np.nanargmax(behind[:, task]))] if beaten else "",
            behind=quantity(float(worst[task]), self._notation, self._most) if beaten else "",
        )

    def _rests(self, ahead: Sequence[Gap]) -> Question | None:
        """Return what the smallest significant advantage rests on; None unless that is a few tasks."""
        if not ahead:
            return None
        found = self.question(min(ahead, key=lambda gap: gap.ahead))
        return found if found.drivers else None

    def _differences(self, own: int, rival: int) -> Floats:
        """Return the differences of two comparates by task, positive where the first is better."""
        row, column = (self._comparison.order[[i]] for i in (own, rival))
        return np.asarray(self._all.between(row, column)[0])

    @cached_property
    def _verdicts(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return verdicts(self._comparison), verdicts(self._comparison, of_columns=True)

    @cached_property
    def _all(self) -> Differences:
        return of_scores(self._comparison.scores)

    def _index(self, first: int, second: int) -> int:
        """Return the position of a pair, which come row by row."""
        m = len(self._comparison.names)
        return first * m - first * (first + 1) // 2 + second - first - 1


def _group(gaps: Sequence[Gap]) -> Group | None:
    return Group(tuple(gaps)) if gaps else None


def _place(values: Floats, own: int) -> int:
    found = float(places(values)[own])
    return 0 if math.isnan(found) else int(found)
