"""What a named convention makes of a table: p-values with its zeros, ties and small samples, verdicts on pairs, groups.

And a comparison under it: its settings as an analysis, its verdicts on our pairs, and where conventions differ.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError
from comparatex.inference.analysis import OURS, Analysis
from comparatex.inference.arithmetic import Booleans, Floats, Integers, blocks, pair_numbers
from comparatex.inference.cliques import maximal_cliques
from comparatex.inference.convention_profiles import Cliques, Convention, Distribution, EqualRanks, Zeros, find
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.differences import canonical, of_scores
from comparatex.inference.friedman import friedman, iman_davenport
from comparatex.inference.nemenyi import critical_value, scale, survival
from comparatex.inference.pair_tests import Pairs
from comparatex.inference.rank_tests import doubled_midranks, doubled_ranks, friedman_z
from comparatex.inference.wilcoxon import of_signed_ranks, untied_cdf

Groups = tuple[tuple[int, ...], ...]


class Tails(NamedTuple):
    """P-values of one pair: the first is better, the second is better, they differ."""

    first: float
    second: float
    two: float


def tails(differences: Floats, zeros: Zeros, distribution: Distribution) -> Tails:
    """Return the p-values of the signed-rank test of one pair."""
    n_zero, unequal = int(np.count_nonzero(differences == 0)), differences[differences != 0]
    leading = 0 if zeros == "wilcox" else n_zero - n_zero % 2 if zeros == "zsplit-drop-odd" else n_zero
    order = np.argsort(np.abs(unequal), kind="stable")
    size = np.abs(unequal)[order]
    signed = np.sign(unequal[order]) * (doubled_midranks(size[None])[0] / 2 + leading)
    if not signed.any() and distribution != "exact-1.17":
        return Tails(math.nan, math.nan, math.nan)
    kind = _kind(len(signed), n_zero, bool((size[1:] == size[:-1]).any()), distribution)
    if kind == "conditional":
        first, second = (float(side[0]) for side in of_signed_ranks(signed[None]))
        return Tails(first, second, min(1.0, 2 * min(first, second)))
    split = leading * (leading + 1) / 4 if zeros.startswith("zsplit") else 0.0  # rank sum of zeros for either side
    plus = float(signed[signed > 0].sum()) + split
    if kind == "untied":
        return _untied(plus, leading + len(signed), up=distribution.endswith("1.17"))
    plain, continuity = distribution == "normal-plain", distribution == "julia"
    return _normal(plus, np.abs(signed), leading, plain=plain, split=split > 0, continuity=continuity)


def _kind(n_unequal: int, n_zero: int, tied: bool, distribution: Distribution) -> str:
    """Return which distribution a tool falls back on."""
    n = n_unequal + n_zero
    if distribution == "exact":
        return "conditional" if n_unequal <= 50 else "normal"
    if distribution == "julia":
        return "conditional" if n_unequal <= 15 or (n_unequal <= 50 and not tied) else "normal"
    if distribution == "exact-1.17":
        return "untied"
    if distribution == "exact-1.11" or (distribution == "scipy-1.11" and n <= 50):
        return "normal" if n_zero else "untied"
    if distribution == "scipy-1.17" and n <= 50:
        return "untied" if not (tied or n_zero) else "conditional" if n <= 13 else "normal"
    return "normal"


def _untied(plus: float, n: int, *, up: bool) -> Tails:
    """Return p-values from the distribution of n ranks without ties and zeros, with rank sums rounded as in SciPy."""
    half, total = untied_cdf(0, n), n * (n + 1) // 2

    def cdf(x: int) -> float:
        if x < 0:
            return 0.0
        return float(half[x]) if x < len(half) else 1.0 if x >= total else 1 - cdf(total - x - 1)

    below = math.floor(plus)
    first, second = cdf(total - below), cdf(math.ceil(plus) if up else below)
    return Tails(first, second, 1.0 if not up and below == total // 2 else min(1.0, 2 * min(first, second)))


def _normal(plus: float, ranks: Floats, leading: int, *, plain: bool, split: bool, continuity: bool) -> Tails:
    """Return p-values of the normal approximation, behind so many zeros; plain: corrected for neither ties nor them."""
    from scipy.special import ndtr

    n = leading + len(ranks)
    mean, variance = n * (n + 1) / 4, n * (n + 1) * (2 * n + 1) / 24
    if not plain:
        _, repeats = np.unique(ranks, return_counts=True)
        ties = float(np.sum(repeats.astype(np.float64) ** 3 - repeats))
        if split:
            ties += leading**3 - leading
        else:
            mean -= leading * (leading + 1) / 4
            variance -= leading * (leading + 1) * (2 * leading + 1) / 24
        variance -= ties / 48
    above, shift, deviation = plus - mean, 0.5 if continuity else 0.0, math.sqrt(variance)
    first, second = (float(ndtr((side * above + shift) / deviation)) for side in (-1, 1))
    return Tails(first, second, min(1.0, 2 * float(ndtr((shift - abs(above)) / deviation))))


def _wilcoxon(scores: Scores, convention: Convention, mean_rank: Floats, row: Integers, column: Integers) -> Floats:
    """Return the p-values of the signed-rank test on the complete tasks, 1 where the tool has none."""
    pvalues = np.empty(len(row))
    turn = 1.0 if scores.higher_is_better or convention.raw_scores else -1.0
    table, values = of_scores(scores), scores.values[scores.complete]
    for k, (first, second) in enumerate(zip(row.tolist(), column.tolist(), strict=True)):
        if convention.exact_differences:
            gap = table.between(np.array([first]), np.array([second]))[0, scores.complete]
        else:
            gap = (-1.0 if convention.later_first else turn) * (values[:, first] - values[:, second])
        tail = tails(gap, convention.zeros, convention.distribution)
        if convention.alternative == "better-rank":
            pvalues[k] = tail.first if mean_rank[first] <= mean_rank[second] else tail.second
        else:
            sides = {"two": tail.two, "lower-tail": min(tail.first, tail.second), "first-column": tail.first}
            pvalues[k] = sides[convention.alternative]
    return np.where(np.isnan(pvalues), 1.0, pvalues)


def convention_difference(n_comparates: int, n_tasks: int, convention: Convention, alpha: float) -> float:
    """Return the critical difference of mean ranks of a convention's Nemenyi test; see `critical_difference`."""
    size, df = n_comparates + convention.q_index, n_comparates * (n_tasks - 1)
    quantile = _finite_quantile(alpha, size, df) if convention.finite_df else critical_value(alpha, size)
    return quantile * scale(n_comparates, n_tasks)


@lru_cache(maxsize=64)
def _finite_quantile(alpha: float, size: int, df: int) -> float:
    """Return the quantile of the studentized range with finite degrees of freedom; takes about a second."""
    from scipy.stats import studentized_range

    return float(studentized_range.isf(alpha, size, df))


def groups(joined: Booleans, mean_rank: Floats, algorithm: Cliques, equal_ranks: EqualRanks = "as-tested") -> Groups:
    """Return groups of two or more, members and groups in the order of mean ranks."""
    if algorithm == "none":
        return ()
    equal = mean_rank[:, None] == mean_rank
    if equal_ranks == "apart":
        joined = joined & ~equal
    elif equal_ranks == "shared":
        near = joined & ~np.eye(len(joined), dtype=np.bool_)
        joined = np.asarray(joined | (equal @ near) | (near @ equal))
    order = np.argsort(mean_rank, kind="stable")
    ordered, rank = joined[np.ix_(order, order)], mean_rank[order]
    if algorithm.startswith("maximal"):
        cliques = list(maximal_cliques(ordered, np.arange(len(order), dtype=np.float64)))
        if algorithm != "maximal":
            cliques = _widest(cliques, rank, filled=algorithm == "maximal-filled")
    else:
        cliques = _from_rows(ordered, algorithm)
    return tuple(tuple(int(order[i]) for i in group) for group in cliques)


def _widest(cliques: Sequence[tuple[int, ...]], rank: Floats, *, filled: bool) -> list[tuple[int, ...]]:
    """Return cliques without those whose mean ranks are within the span of a wider one; filled with what lies between.

    One comparate that differs from all others is filled with those of its mean rank.
    """
    alone = set(range(len(rank))).difference(*cliques) if filled else ()
    spans = {clique: (rank[clique[0]], rank[clique[-1]]) for clique in sorted([*cliques, *((i,) for i in alone)])}
    widest = {
        clique: (low, high)
        for clique, (low, high) in spans.items()
        if not any(wide != (low, high) and wide[0] <= low and high <= wide[1] for wide in spans.values())
    }
    if not filled:
        return list(widest)
    between = (tuple(np.flatnonzero((low <= rank) & (rank <= high)).tolist()) for low, high in widest.values())
    return [group for group in dict.fromkeys(between) if len(group) > 1]


def _from_rows(joined: Booleans, algorithm: Cliques) -> list[tuple[int, ...]]:
    """Return groups that start at each comparate, without those inside an earlier one."""
    groups: list[tuple[int, ...]] = []
    for first in range(len(joined)):
        row = [j for j in range(first + 1, len(joined)) if joined[first, j]]
        if algorithm in ("prefix-run", "interval"):
            row = [j for j in row if joined[first, first + 1 : j + 1].all()]
        elif algorithm == "row-span" and row:
            row = list(range(first + 1, row[-1] + 1))
        group = (first, *row)
        if row and not any(set(group) <= set(other) for other in groups):
            groups.append(group)
    return groups


@dataclass(frozen=True, eq=False)
class Verdict:
    """What a convention says; comparates by their positions in the table."""

    convention: Convention  # the settings
    row: Integers  # row, column, of shape (n_pairs,): the pairs, in the order of ``numpy.triu_indices``
    column: Integers
    mean_rank: Floats  # of shape (n_comparates,): mean ranks on the complete tasks
    omnibus_pvalue: float  # of the test of the whole table; NaN when there is none
    # pvalue, adjusted_pvalue, of shape (n_pairs,): raw, and as the rule adjusts them (for rules without a stop, neither
    # monotone nor below 1)
    pvalue: Floats
    adjusted_pvalue: Floats
    significant: Booleans  # of shape (n_pairs,): which pairs differ
    groups: Groups  # groups that do not differ, in the order of mean ranks
    stopped: bool  # whether the omnibus test ended the analysis: there is no verdict, or one group


def verdict(scores: Scores, convention: Convention, alpha: float | None = None) -> Verdict:
    """Return what a convention makes of a table."""
    level, k = convention.alpha if alpha is None else alpha, scores.n_comparates
    if scores.complete.sum() < 2 or k < 2:
        raise DataError("Conventions need at least two methods and two complete tasks.")
    values = scores.values[scores.complete]
    if convention.exact_differences:
        values = canonical(values, scores.decimals[scores.complete], scores.tie_tolerance)
    doubled = doubled_ranks(-values if scores.higher_is_better else values)
    n, mean_rank = len(doubled), doubled.sum(axis=0) / (2 * len(doubled))
    row, column = (index.astype(np.int64) for index in np.triu_indices(k, 1))
    gap = np.abs(mean_rank[row] - mean_rank[column])
    if convention.test == "nemenyi":
        quantiles, size = gap / scale(k, n), k + convention.q_index
        finite = convention.finite_df and _studentized(tuple(quantiles.tolist()), size, k * (n - 1))
        pvalue = np.array(finite) if finite else survival(quantiles, size)
    elif convention.test == "friedman-z":
        pvalue = friedman_z(mean_rank, n, row, column)[1]
    else:
        pvalue = _wilcoxon(scores, convention, mean_rank, row, column)
    adjusted = _adjusted(pvalue, convention, k)
    with np.errstate(invalid="ignore"):
        if convention.test == "nemenyi":
            bound = convention_difference(k, n, convention, level)
            significant = gap >= bound if convention.at_level else gap > bound
        else:
            significant = adjusted <= level if convention.at_level else adjusted < level
    omnibus = _omnibus(doubled, convention)
    stopped = bool(omnibus >= level and convention.gate in ("one-clique", "refuse"))
    if stopped:
        significant = np.zeros(len(row), dtype=np.bool_)
    joined = np.ones((k, k), dtype=np.bool_)
    joined[row[significant], column[significant]] = joined[column[significant], row[significant]] = False
    refused = stopped and convention.gate == "refuse"
    cliques = () if refused else groups(joined, mean_rank, convention.cliques, convention.equal_ranks)
    return Verdict(convention, row, column, mean_rank, omnibus, pvalue, adjusted, significant, cliques, stopped)


@lru_cache(maxsize=16)  # takes longer than all else of a verdict, and is asked about again by table, text and numbers
def _studentized(quantiles: tuple[float, ...], k: int, df: int) -> tuple[float, ...]:
    """Return P(studentized range > q) of k normals with so many degrees of freedom."""
    from scipy.stats import studentized_range  # needed only here

    return tuple(np.atleast_1d(studentized_range.sf(quantiles, k, df)).tolist())


class Differing(NamedTuple):
    """Where conventions differ."""

    pairs: Integers  # pairs that some conventions call different and others do not
    groups: tuple[tuple[str, ...], ...]  # names of conventions, together when they form the same groups


def differing(verdicts: Sequence[Verdict]) -> Differing:
    """Return where verdicts on the same table differ."""
    significant = np.array([verdict.significant for verdict in verdicts], dtype=np.bool_)
    alike: dict[Groups, list[str]] = {}
    for verdict in verdicts:
        if verdict.convention.cliques != "none":
            alike.setdefault(verdict.groups, []).append(verdict.convention.name)
    differ = np.flatnonzero(significant.any(axis=0) & ~significant.all(axis=0))
    return Differing(differ, tuple(tuple(names) for names in alike.values()))


def _adjusted(pvalue: Floats, convention: Convention, k: int) -> Floats:
    """Return p-values that, compared with α, give the decisions of the rule."""
    if convention.rule == "alpha-over-k-1":
        return pvalue * (k - 1)
    if convention.rule == "holm-no-stop":
        adjusted, order = pvalue.copy(), np.argsort(pvalue, kind="stable")
        adjusted[order] *= np.arange(len(pvalue), 0, -1)
        return adjusted
    return CORRECTIONS[convention.rule].adjust(pvalue)


def _omnibus(doubled: Integers, convention: Convention) -> float:
    """Return the p-value of the test of the whole table."""
    if convention.omnibus == "none":
        return math.nan
    uncorrected = convention.omnibus.endswith("uncorrected")
    chi2 = convention.omnibus.startswith("friedman")
    test = friedman(doubled, exact=False) if chi2 else iman_davenport(doubled)
    pvalue = test.uncorrected_pvalue if uncorrected else test.pvalue
    return 0.0 if math.isnan(pvalue) and not chi2 else pvalue  # F of perfect agreement


def analysis_of(name: str, alpha: float | None = None) -> Analysis:
    """Return the analysis that follows a named convention.

    Its fields are the nearest equivalents; what a tool does beyond them (its p-values, its rule for many
    pairs, its groups) follows from the convention's name.

    >>> analysis = analysis_of("demsar2006", alpha=0.1)
    >>> analysis.test, analysis.correction, analysis.alpha
    ('nemenyi', 'none', 0.1)
    """
    convention = find(name)
    level = convention.alpha if alpha is None else alpha
    if name == OURS:
        return Analysis(alpha=level)
    return Analysis(
        alpha=level,
        test=convention.test,
        zero_method=convention.zeros,
        sides="two" if convention.alternative == "two" or convention.test != "wilcoxon" else "better",
        correction=convention.rule if convention.rule in CORRECTIONS else "none",
        convention=name,
    )


def with_verdict(scores: Scores, analysis: Analysis, pairs: Pairs, order: Integers) -> tuple[Pairs, Verdict]:
    """Return pairs with the p-values of the analysis' convention, and its verdict."""
    judged = verdict(scores, find(analysis.convention), analysis.alpha)
    at = pair_numbers(order[pairs.row], order[pairs.column], len(order))
    raw = np.minimum(1.0, judged.pvalue[at])
    adjusted = raw if analysis.test == "nemenyi" else np.minimum(1.0, judged.adjusted_pvalue[at])
    if judged.convention.float_counts:
        values = scores.values.T[order] * (1.0 if scores.higher_is_better else -1.0)
        wins, ties = np.empty_like(pairs.wins), np.empty_like(pairs.ties)
        for some in blocks(len(pairs.row), scores.n_tasks):
            first, second = values[pairs.row[some]], values[pairs.column[some]]
            wins[some], ties[some] = (first > second).sum(axis=1), (first == second).sum(axis=1)
        pairs = replace(pairs, wins=wins, ties=ties, losses=pairs.n_tasks - wins - ties)
    changed = replace(pairs, pvalue=raw, adjusted_pvalue=adjusted)
    return changed, judged


def remarks(verdict: Verdict) -> tuple[str, ...]:
    """Return what the reader of numbers under another tool's convention should know."""
    convention = verdict.convention
    follows = f"P-values, verdicts and groups follow the convention {convention.name}: {convention.tool}."
    stopped = "Its test of the whole table is not significant: it calls no pair different." if verdict.stopped else ""
    return tuple(filter(None, (follows, convention.note, stopped)))
