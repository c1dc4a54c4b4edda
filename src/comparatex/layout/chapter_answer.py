"""What a chapter answers first: how its subject stands, against whom it is better or worse, which questions stay open.

The subject is a comparate that the document proposes or, where it proposes none, the best one by mean score.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import cached_property

import numpy as np

from comparatex.inference.arithmetic import Floats, rejects
from comparatex.inference.comparison import Comparison
from comparatex.inference.scale import ratios
from comparatex.inference.verdicts import Rivals, Verdict, places, verdicts
from comparatex.layout.notation import notations, quantity
from comparatex.layout.number_macros import AGAINST, keys, n_kept
from comparatex.layout.numbers import UNDEFINED, equation, fixed, in_prose

_CLOSE_SHARE = 4
"""Two comparates are often close where they are on every fourth task or more."""
SURE = 0.95
"""The probability from which on a Bayesian test counts as decided, as usual (Benavoli et al. 2017)."""


class Answers:
    """What the answers on a comparison have in common, computed once."""

    def __init__(self, comparison: Comparison) -> None:
        """Look at all pairs."""
        self.comparison, self.names = comparison, comparison.names
        self.higher, self.sign = comparison.scores.higher_is_better, 1 if comparison.scores.higher_is_better else -1
        self.keys = keys(comparison.names)
        self.notations = notations(comparison)
        self.verdicts = verdicts(comparison), verdicts(comparison, of_columns=True)

    def quantity(self, value: float) -> str:
        """Return a difference as prose has it."""
        return quantity(value, self.notations.differences, self.notations.in_prose)


class Gap:
    """Two comparates, seen from one of them."""

    def __init__(self, answers: Answers, own: int, rival: int) -> None:
        """Look at a pair."""
        comparison, pairs, sign = answers.comparison, answers.comparison.pair_statistics, answers.sign
        of_row, k = own < rival, int(comparison.pair_numbers(own, rival))
        seen = sign if of_row else -sign
        self.own, self.rival = answers.names[own], answers.names[rival]
        self.positions = own, rival
        self.n_tasks, self.ties = int(pairs.n_tasks[k]), int(pairs.ties[k])  # tasks on which both have a score
        wins, losses = int(pairs.wins[k]), int(pairs.losses[k])
        self.wins, self.losses = (wins, losses) if of_row else (losses, wins)
        # mean and median of the differences, positive where `own` is better; 0.0 + takes the sign from -0.0
        self.ahead = 0.0 + seen * float(pairs.mean_difference[k])
        self.median_ahead = 0.0 + seen * float(comparison.median_difference[k])
        # the geometric mean of score(own)/score(rival); NaN but on the log scale
        self.ratio = float(ratios(sign * self.ahead)) if comparison.scores.scale == "log" else math.nan
        # of the test of the pair, at the level alpha
        self.pvalue, self.adjusted = float(pairs.pvalue[k]), float(pairs.adjusted_pvalue[k])
        self.alpha = comparison.analysis.alpha
        # names in the keys of numbers: as seen from `own`; such that the mean difference is not negative
        names = answers.keys[own], answers.keys[rival]
        self.versus = AGAINST.join(names)
        self.lead = AGAINST.join(names if (self.ahead >= 0) == answers.higher else names[::-1])
        self.kept = k < n_kept(pairs.row)  # whether there are such keys, as there are of all pairs but of very many
        self.verdict: Verdict = answers.verdicts[0 if of_row else 1][k]  # on `own`
        # corrected, of equivalence or, where only that is shown, of being not worse; NaN without a margin
        self.margin_pvalue = math.nan
        if (within := comparison.equivalence) is not None:
            not_worse = within.adjusted_row if of_row else within.adjusted_column
            self.margin_pvalue = float((not_worse if self.verdict == "not worse" else within.adjusted_pvalue)[k])
        # Bayesian probabilities that `own` is better, that both are practically equal, that `rival` is; empty
        # unless they are asked for
        bayes = comparison.analysis.bayes
        self.posterior = tuple(comparison.posteriors_between([own], [rival]).ravel().tolist()) if bayes else ()
        self.notation, self.most = answers.notations.differences, answers.notations.in_prose

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


class Typical:
    """The Hodges–Lehmann difference from a rival, as measured, and its uncorrected interval."""

    def __init__(self, answers: Answers, gap: Gap) -> None:
        """Estimate it."""
        shift = answers.comparison.shifts(*np.array(gap.positions)[:, None])
        estimate, low, high = (float(ends[0]) for ends in shift)
        self.rival = gap.rival
        self.estimate = answers.quantity(estimate) if math.isfinite(estimate) else UNDEFINED
        # empty where there is none: tasks, or clusters of them, are too few
        self.interval = "" if math.isinf(low) and math.isinf(high) else gap.notation.interval(low, high, gap.most)


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
        # the task, the best rival there, and the difference; empty where there is none
        self.task = answers.comparison.scores.tasks[task] if beaten else ""
        self.rival = answers.names[others[int(np.nanargmax(behind[:, task]))]] if beaten else ""
        self.behind = answers.quantity(most) if beaten else ""


class Group:
    """Rivals with the same verdict, at least one, in the order of their mean scores."""

    def __init__(self, gaps: Sequence[Gap], typical: Typical | None = None) -> None:
        """Find the rivals that are spoken of."""
        self.gaps, self.typical = tuple(gaps), typical  # the typical difference is that from the nearest
        self.names = tuple(gap.rival for gap in gaps)
        self.single = len(gaps) == 1
        self.n_tasks = gaps[0].n_tasks if len({gap.n_tasks for gap in gaps}) == 1 else 0  # 0 where pairs differ in that
        # the least and the greatest difference of means
        self.nearest, self.furthest = _nearest(gaps), max(gaps, key=lambda gap: abs(gap.ahead))
        # whom it is furthest behind, or least ahead of; whom it is furthest ahead of, or least behind
        self.first, self.last = (end(gaps, key=lambda gap: gap.ahead) for end in (min, max))
        # the smallest and the largest p-value, corrected where it is; the largest of the tests against the margin
        self.strongest, self.weakest = (end(gaps, key=lambda gap: (gap.adjusted, gap.pvalue)) for end in (min, max))
        self.furthest_within = max(gaps, key=lambda gap: gap.margin_pvalue)

    @property
    def one_mean(self) -> bool:
        """Whether least and greatest difference are printed alike."""
        least, most = (gap.printed["mean difference"] for gap in (self.nearest, self.furthest))
        return least == most

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
        """The least and the greatest median difference in the direction of the mean; one where they are alike."""
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

    def __init__(self, answers: Answers, gap: Gap) -> None:
        """Look at the pair task by task."""
        comparison, scores = answers.comparison, answers.comparison.scores
        decisive = comparison.decisive(*gap.positions) if gap.side else None
        self.gap = gap
        # how many tasks, all of them outliers, the mean difference depends on: without these, the other comparate
        # would be better on average, or neither would; 0: it does not. Then the first of them, and the difference there
        self.drivers = len(decisive.tasks) if decisive else 0
        self.task = scores.tasks[decisive.tasks[0]] if decisive else ""
        self.largest = quantity(decisive.largest[0], gap.notation) if decisive else ""
        # tasks on which the two are within the margin, where there is one; 0 where these are few
        close = comparison.n_close(*gap.positions)
        self.n_close = close if _CLOSE_SHARE * close >= gap.n_tasks and not gap.identical else 0
        # whether the pair differs significantly by its own p-value, and no longer after correction
        alone, corrected = (bool(rejects(p, gap.alpha)) for p in (gap.pvalue, gap.adjusted))
        self.by_correction = comparison.verdict is None and alone and not corrected
        self.typical = Typical(answers, gap)


class Subject:
    """The comparate that the answer is about."""

    def __init__(self, answers: Answers, own: int, standing: Rivals) -> None:
        """Gather its rivals by the verdicts on it, by its position in the summary order."""
        comparison, names = answers.comparison, answers.names
        gaps = {i: Gap(answers, own, i) for i in range(len(names)) if i != own}
        better, worse = ([gaps[i] for i in side] for side in (standing.better, standing.worse))
        ahead, behind = [gap for gap in better if gap.side > 0], [gap for gap in worse if gap.side < 0]
        self.name, self.key = names[own], answers.keys[own]
        # its places by mean score and by mean rank, 1 for the best; 0 where there are no ranks
        self.place = _place(-answers.sign * comparison.mean, own)
        self.place_by_rank = _place(comparison.mean_rank, own)
        self.n_judged = len(gaps) - len(standing.unjudged)  # rivals that it is judged against
        # rivals that it is significantly better, or worse, than, and that the means put on the same side
        self.better, self.worse = (
            _group(side, Typical(answers, _nearest(side)) if side else None) for side in (ahead, behind)
        )
        # those that it is significantly better than although its mean is no better; and the reverse
        self.against_means = _group([gap for gap in better if gap.side <= 0])
        self.for_means = _group([gap for gap in worse if gap.side >= 0])
        # of the other rivals, those that it is equivalent to within the margin, or at least not worse than
        self.equivalent = _group([gaps[i] for i in standing.of("equivalent")])
        self.not_worse = _group([gaps[i] for i in standing.of("not worse")])
        # those that it is better or worse than, by less than the margin
        self.slight = tuple(names[i] for i in standing.of("better", "worse") if i in standing.near)
        # those that it is better or worse than, although practical equality is the most probable by the Bayesian test
        self.doubted = tuple(
            gap.rival for gap in (*better, *worse) if gap.posterior and gap.posterior[1] == max(gap.posterior)
        )
        # where it fails; None where there is one rival, or scores have no common scale
        fails = comparison.scores.n_comparates > 2 and not comparison.scores.scales
        self.failing = Failing(answers, own) if fails else None
        # the open questions that have a paragraph of their own; other rivals with which the question is open
        undecided = [gaps[i] for i in standing.of("open")]
        n_alone = 2 if len(undecided) == 2 else 1
        self.questions = tuple(Question(answers, gap) for gap in undecided[:n_alone])
        self.others = _group(undecided[n_alone:])
        # what the smallest significant advantage rests on, where that is a few tasks
        smallest = Question(answers, min(ahead, key=lambda gap: gap.ahead)) if ahead else None
        self.rests = smallest if smallest and smallest.drivers else None
        self.unjudged = tuple(names[i] for i in standing.unjudged)  # rivals outside the family of tests
        # rivals that cost more: those with which the question is open, and those that it is shown not to be worse than
        dearer, not_worse = standing.dearer, (i for i in standing.within if i not in standing.worse)
        self.cheaper = tuple(names[i] for i in standing.of("open") if i in dearer)
        self.cheaper_not_worse = tuple(names[i] for i in not_worse if i in dearer)

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


def _group(gaps: Sequence[Gap], typical: Typical | None = None) -> Group | None:
    return Group(gaps, typical) if gaps else None


def _nearest(gaps: Sequence[Gap]) -> Gap:
    """Return the rival with the least difference of means."""
    return min(gaps, key=lambda gap: abs(gap.ahead))


def _place(values: Floats, subject: int) -> int:
    place = float(places(values)[subject])
    return 0 if math.isnan(place) else int(place)
