"""What a chapter answers first: how its subject stands, against whom it is better or worse, which questions stay open.

The subject is a comparate that the document proposes or, where it proposes none, the best one by mean score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property
from typing import Any

import numpy as np

from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.scale import ratios
from comparatex.inference.verdicts import Rivals, Verdict, places, verdicts
from comparatex.layout.facts import fact
from comparatex.layout.notation import Notations, notations, quantity, ratios_of_means
from comparatex.layout.number_macros import AGAINST, keys, n_kept
from comparatex.layout.numbers import UNDEFINED, Notation, equation, fixed, in_prose

_CLOSE_SHARE = 4
"""Two comparates are often close where they are on every fourth task or more."""
SURE = 0.95
"""The probability from which on a Bayesian test counts as decided, as usual (Benavoli et al. 2017)."""


class Answers:
    """What the answers on a comparison have in common, computed once."""

    def __init__(self, comparison: Comparison) -> None:
        """Keep the statistics."""
        self.comparison = comparison

    names: tuple[str, ...] = fact(lambda a: a.comparison.names)
    sign: int = fact(lambda a: 1 if a.comparison.scores.higher_is_better else -1)
    keys: tuple[str, ...] = fact(lambda a: keys(a.names))
    notations: Notations = fact(lambda a: notations(a.comparison))
    verdicts = fact(lambda a: (verdicts(a.comparison), verdicts(a.comparison, of_columns=True)))
    logarithms: bool = fact(lambda a: a.comparison.basis.scale == "log")
    ratio: Notation = fact(lambda a: ratios_of_means(a.comparison))

    def quantity(self, value: float) -> str:
        """Return score(own) − score(rival) as prose has it; of logarithms, the ratio of the two."""
        if self.logarithms:
            return self.ratio.fixed(float(ratios(value)))
        return quantity(value, self.notations.differences, self.notations.in_prose)

    def factor(self, value: float) -> str:
        """Return a difference that is not negative as a remark has it: with all decimals, or as a factor."""
        return f"×{self.quantity(value)}" if self.logarithms else quantity(value, self.notations.differences)


def _of_pair(name: str, kind: type = float) -> Any:
    """Return the fact that a statistic of the pair is, the same from both sides."""
    return fact(lambda g: kind(getattr(g.pairs, name)[g.number]))


class Gap:
    """Two comparates, seen from one of them."""

    def __init__(self, answers: Answers, own: int, rival: int) -> None:
        """Keep who is set against whom, by positions in the summary order."""
        self.answers, self.positions, self.comparison = answers, (own, rival), answers.comparison
        self.pairs, self.number = self.comparison.pair_statistics, int(self.comparison.pair_numbers(own, rival))

    own: str = fact(lambda g: g.answers.names[g.positions[0]])
    rival: str = fact(lambda g: g.answers.names[g.positions[1]])
    of_row: bool = fact(lambda g: g.positions[0] < g.positions[1])
    seen: int = fact(lambda g: g.answers.sign if g.of_row else -g.answers.sign)
    n_tasks: int = _of_pair("n_tasks", int)  # tasks on which both have a score
    ties: int = _of_pair("ties", int)
    wins: int = fact(lambda g: int((g.pairs.wins if g.of_row else g.pairs.losses)[g.number]))
    losses: int = fact(lambda g: int((g.pairs.losses if g.of_row else g.pairs.wins)[g.number]))
    # mean and median of the differences, positive where `own` is better; 0.0 + takes the sign from -0.0
    ahead: float = fact(lambda g: 0.0 + g.seen * float(g.pairs.mean_difference[g.number]))
    median_ahead: float = fact(lambda g: 0.0 + g.seen * float(g.comparison.median_difference[g.number]))
    pvalue: float = _of_pair("pvalue")  # pvalue, adjusted: of the test of the pair, at the level alpha
    adjusted: float = _of_pair("adjusted_pvalue")
    alpha: float = fact(lambda g: g.comparison.analysis.alpha)
    _keys: tuple[str, str] = fact(lambda g: tuple(g.answers.keys[i] for i in g.positions))
    # names in the keys of numbers: as seen from `own`; such that the mean difference is not negative
    versus: str = fact(lambda g: AGAINST.join(g._keys))
    lead: str = fact(lambda g: AGAINST.join(g._keys if (g.ahead >= 0) == (g.answers.sign > 0) else g._keys[::-1]))
    # whether there are such keys, as there are of all pairs but of very many
    kept: bool = fact(lambda g: g.number < n_kept(g.pairs.row))
    verdict: Verdict = fact(lambda g: g.answers.verdicts[0 if g.of_row else 1][g.number])  # on `own`
    notation: Notation = fact(lambda g: g.answers.notations.differences)
    most: int = fact(lambda g: g.answers.notations.in_prose)

    @property
    def margin_pvalue(self) -> float:
        """Corrected, of equivalence or, where only that is shown, of being not worse; NaN without a margin."""
        within = self.comparison.equivalence
        if within is None:
            return math.nan
        not_worse = within.adjusted_row if self.of_row else within.adjusted_column
        return float((not_worse if self.verdict == "not worse" else within.adjusted_pvalue)[self.number])

    @cached_property
    def posterior(self) -> tuple[float, ...]:
        """Bayesian probabilities that `own` is better, that both are practically equal, that `rival` is, if wanted."""
        if not self.comparison.basis.bayes:
            return ()
        own, rival = self.positions
        return tuple(self.comparison.posteriors_between([own], [rival]).ravel().tolist())

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
            "ratio": self.answers.quantity(self.answers.sign * self.ahead),
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
    def median_difference(self) -> str:
        """The median of score(own) − score(rival), as the Hodges–Lehmann difference is."""
        return self.answers.quantity(0.0 + self.answers.sign * self.median_ahead)

    @property
    def bound(self) -> str:
        """What a difference that is printed as zero is at most: half a unit of the last decimal."""
        half = float(Decimal("0.5").scaleb(self.notation.exponent - self.notation.decimals))
        if self.answers.logarithms:
            return f"×{fixed(float(ratios(half)), self.notation.decimals + 1)}"
        return quantity(half, replace(self.notation, decimals=self.notation.decimals + 1))

    @property
    def identical(self) -> bool:
        """Whether they tie on every task."""
        return self.ties == self.n_tasks


class Typical:
    """The Hodges–Lehmann difference from a rival, as measured, and its uncorrected interval."""

    def __init__(self, gap: Gap) -> None:
        """Estimate it."""
        shift = gap.comparison.shifts(*np.array(gap.positions)[:, None])
        estimate, low, high = (float(ends[0]) for ends in shift)
        self.rival = gap.rival
        self.estimate = gap.answers.quantity(estimate) if math.isfinite(estimate) else UNDEFINED
        # empty where there is none: tasks, or clusters of them, are too few
        bounded, printed, most = math.isfinite(low), gap.notation, gap.most
        if gap.answers.logarithms:
            low, high, printed, most = float(ratios(low)), float(ratios(high)), gap.answers.ratio, 3
        self.interval = printed.interval(low, high, most) if bounded else ""


class Failing:
    """Where a comparate fails: on how many of its tasks no rival beats it, and where it is furthest behind."""

    def __init__(self, answers: Answers, own: int) -> None:
        """Compare it with the best rival on each task."""
        others = [other for other in range(len(answers.names)) if other != own]
        behind = -np.array([answers.comparison.by_task(own, other) for other in others])
        played = ~np.isnan(behind).all(axis=0)
        worst = np.max(np.where(np.isnan(behind), -np.inf, behind), axis=0)
        task = int(np.argmax(worst))
        most = float(worst[task])
        beaten = most > 0 and not answers.notations.differences.is_zero(most)
        self.n_unbeaten, self.n_tasks = int((worst[played] <= 0).sum()), int(played.sum())
        # the task, the best rival there, and the difference, or the ratio to its score; empty where there is none
        self.task = answers.comparison.scores.tasks[task] if beaten else ""
        self.rival = answers.names[others[int(np.nanargmax(behind[:, task]))]] if beaten else ""
        self.behind = answers.quantity(-answers.sign * most if answers.logarithms else most) if beaten else ""


class Group:
    """Rivals with the same verdict, at least one, in the order of their mean scores."""

    def __init__(self, gaps: Sequence[Gap]) -> None:
        """Keep them."""
        self.gaps = tuple(gaps)

    typical: Typical = fact(lambda g: Typical(g.nearest))
    names: tuple[str, ...] = fact(lambda g: tuple(gap.rival for gap in g.gaps))
    single: bool = fact(lambda g: len(g.gaps) == 1)
    # 0 where pairs differ in that
    n_tasks: int = fact(lambda g: g.gaps[0].n_tasks if len({gap.n_tasks for gap in g.gaps}) == 1 else 0)
    # the least and the greatest difference of means
    nearest: Gap = fact(lambda g: min(g.gaps, key=lambda gap: abs(gap.ahead)))
    furthest: Gap = fact(lambda g: max(g.gaps, key=lambda gap: abs(gap.ahead)))
    # whom it is furthest behind, or least ahead of; whom it is furthest ahead of, or least behind
    first: Gap = fact(lambda g: min(g.gaps, key=lambda gap: gap.ahead))
    last: Gap = fact(lambda g: max(g.gaps, key=lambda gap: gap.ahead))
    # the smallest and the largest p-value, corrected where it is; the largest of the tests against the margin
    strongest: Gap = fact(lambda g: min(g.gaps, key=lambda gap: (gap.adjusted, gap.pvalue)))
    weakest: Gap = fact(lambda g: max(g.gaps, key=lambda gap: (gap.adjusted, gap.pvalue)))
    furthest_within: Gap = fact(lambda g: max(g.gaps, key=lambda gap: gap.margin_pvalue))

    @property
    def one_mean(self) -> bool:
        """Whether least and greatest difference are printed alike."""
        least, most = (gap.printed["mean difference"] for gap in (self.nearest, self.furthest))
        return least == most

    @property
    def ratios(self) -> tuple[str, ...]:
        """The least and the greatest ratio of geometric means, on a logarithmic scale; one where they are alike."""
        return self._ends(gap.answers.sign * gap.ahead for gap in self.gaps)

    def _ends(self, values: Iterable[float]) -> tuple[str, ...]:
        """Return the least and the greatest as prose has them; one where they are alike."""
        ordered = sorted(values)
        return tuple(dict.fromkeys(map(self.nearest.answers.quantity, (ordered[0], ordered[-1]))))

    @property
    def one_pvalue(self) -> bool:
        """Whether the smallest and the largest p-value are printed alike."""
        least, most = (gap.printed["adjusted p equation"] for gap in (self.strongest, self.weakest))
        return least == most

    @property
    def least_mean(self) -> str:
        """The least difference of means where a greater one follows that ends in the unit of both; else empty."""
        return "" if self.one_mean else self._without_unit(abs(self.nearest.ahead))

    @cached_property
    def medians(self) -> tuple[str, ...]:
        """The least and the greatest median difference in the direction of the mean, or ratio; one where alike."""
        if self.nearest.answers.logarithms:
            return self._ends(gap.answers.sign * gap.median_ahead for gap in self.gaps)
        towards = [gap.median_ahead * (1 if gap.ahead >= 0 else -1) for gap in self.gaps]
        low, high = (quantity(end, self.nearest.notation, self.nearest.most) for end in (min(towards), max(towards)))
        return (high,) if low == high else (self._without_unit(min(towards)) or low, high)

    def _without_unit(self, value: float) -> str:
        """Return a difference without its unit; empty where it has none, or a power of ten."""
        notation = self.nearest.notation
        alone = notation.percent or (notation.unit and not notation.exponent)
        return notation.brief(value, self.nearest.most) if alone else ""

    @cached_property
    def wins(self) -> tuple[str, ...]:
        """The least and the greatest number of wins; one where they are alike. Percentages where tasks differ."""
        return self._counts(lambda gap: gap.wins)

    @cached_property
    def losses(self) -> tuple[str, ...]:
        """The same of losses."""
        return self._counts(lambda gap: gap.losses)

    def _counts(self, count: Callable[[Gap], int]) -> tuple[str, ...]:
        counts = [count(gap) if self.n_tasks else 100 * count(gap) / max(1, gap.n_tasks) for gap in self.gaps]
        return tuple(dict.fromkeys((fixed(min(counts), 0), fixed(max(counts), 0))))

    @property
    def tiny(self) -> bool:
        """Whether all p-values are below the last digit that is printed."""
        return in_prose(self.weakest.adjusted, self.weakest.alpha) == ("<", "0.001")


class Question:
    """A pair that stays open, and what its difference rests on."""

    def __init__(self, gap: Gap) -> None:
        """Keep the pair."""
        self.gap = gap

    typical: Typical = fact(lambda q: Typical(q.gap))
    decisive = fact(lambda q: q.gap.comparison.decisive(*q.gap.positions) if q.gap.side else None)
    # how many tasks, all of them outliers, the mean difference depends on: without these, the other comparate
    # would be better on average, or neither would; 0: it does not. Then the first of them, and the difference there
    drivers: int = fact(lambda q: len(q.decisive.tasks) if q.decisive else 0)
    task: str = fact(lambda q: q.gap.comparison.scores.tasks[q.decisive.tasks[0]] if q.decisive else "")
    largest: str = fact(lambda q: q.gap.answers.factor(q.decisive.largest[0]) if q.decisive else "")

    @property
    def n_close(self) -> int:
        """Tasks on which the two are within the margin, where there is one; 0 where these are few."""
        close = self.gap.comparison.n_close(*self.gap.positions)
        return close if _CLOSE_SHARE * close >= self.gap.n_tasks and not self.gap.identical else 0


class Subject:
    """The comparate that the answer is about."""

    def __init__(self, answers: Answers, own: int, standing: Rivals) -> None:
        """Keep the verdicts on it, by its position in the summary order, and its rivals."""
        self.answers, self.own, self.standing = answers, own, standing
        self.gaps = {i: Gap(answers, own, i) for i in range(len(answers.names)) if i != own}

    def having(self, *words: Verdict) -> list[Gap]:
        """Return the rivals with one of some verdicts."""
        return [self.gaps[i] for i in self.standing.of(*words)]

    name: str = fact(lambda s: s.answers.names[s.own])
    key: str = fact(lambda s: s.answers.keys[s.own])
    # its places by mean score and by mean rank, 1 for the best; 0 where there are no ranks
    place: int = fact(lambda s: _place(-s.answers.sign * s.answers.comparison.mean, s.own))
    place_by_rank: int = fact(lambda s: _place(s.answers.comparison.mean_rank, s.own))
    n_judged: int = fact(lambda s: len(s.gaps) - len(s.unjudged))  # rivals that it is judged against
    # rivals that it is significantly better, or worse, than, and that the means put on the same side
    better: Group | None = fact(lambda s: _group([gap for gap in s.having("better") if gap.side > 0]))
    worse: Group | None = fact(lambda s: _group([gap for gap in s.having("worse") if gap.side < 0]))
    # those that it is significantly better than although its mean is no better; and the reverse
    against_means: Group | None = fact(lambda s: _group([gap for gap in s.having("better") if gap.side <= 0]))
    for_means: Group | None = fact(lambda s: _group([gap for gap in s.having("worse") if gap.side >= 0]))
    # of the other rivals, those that it is equivalent to within the margin, or at least not worse than
    equivalent: Group | None = fact(lambda s: _group(s.having("equivalent")))
    not_worse: Group | None = fact(lambda s: _group(s.having("not worse")))
    # those that it is better or worse than, by less than the margin
    slight = fact(lambda s: s._named(i for i in s.standing.of("better", "worse") if i in s.standing.near))
    # the open questions that have a paragraph of their own: two, or one of more; other rivals with which one is open
    _alone: int = fact(lambda s: 2 if len(s.having("open")) == 2 else 1)
    questions: tuple[Question, ...] = fact(lambda s: tuple(map(Question, s.having("open")[: s._alone])))
    others: Group | None = fact(lambda s: _group(s.having("open")[s._alone :]))
    unjudged = fact(lambda s: s._named(s.standing.unjudged))  # rivals outside the family of tests
    # rivals that cost more: those with which the question is open, and those that it is shown not to be worse than
    cheaper = fact(lambda s: s._named(i for i in s.standing.of("open") if i in s.standing.dearer))

    @property
    def cheaper_not_worse(self) -> tuple[str, ...]:
        """Those that it is shown not to be worse than."""
        of = self.standing
        return self._named(i for i in of.within if i not in of.worse and i in of.dearer)

    @property
    def doubted(self) -> tuple[str, ...]:
        """Whom it is better or worse than, although equality is the most probable by the Bayesian test."""
        decided = (gap for gap in (*self.having("better"), *self.having("worse")) if gap.posterior)
        return tuple(gap.rival for gap in decided if gap.posterior[1] == max(gap.posterior))

    @cached_property
    def failing(self) -> Failing | None:
        """Where it fails; None where there is one rival, or scores have no common scale."""
        scores = self.answers.comparison.scores
        return Failing(self.answers, self.own) if scores.n_comparates > 2 and not scores.scales else None

    @cached_property
    def rests(self) -> Question | None:
        """What the smallest significant advantage rests on, where that is a few tasks."""
        smallest = Question(self.better.first) if self.better else None
        return smallest if smallest and smallest.drivers else None

    def _named(self, places: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.answers.names[i] for i in places)

    @property
    def open(self) -> int:
        """With how many rivals the question is open."""
        return len(self.undecided)

    @property
    def not_different(self) -> tuple[str, ...]:
        """The rivals that it is neither significantly better nor worse than."""
        groups = (group.names for group in (self.equivalent, self.not_worse) if group)
        return (*(name for names in groups for name in names), *self.undecided)

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
        """Those rivals with which the question is open."""
        return tuple(question.gap.rival for question in self.questions) + (self.others.names if self.others else ())


def _group(gaps: Sequence[Gap]) -> Group | None:
    return Group(gaps) if gaps else None


def _place(values: Floats, subject: int) -> int:
    place = float(places(values)[subject])
    return 0 if math.isnan(place) else int(place)
