"""What a convention makes of a table: p-values, verdicts on pairs, groups; and where conventions differ."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError
from comparatex.inference.arithmetic import Booleans, Floats, Integers
from comparatex.inference.cliques import maximal_cliques
from comparatex.inference.convention_profiles import Cliques, Convention, EqualRanks
from comparatex.inference.convention_tests import nemenyi_test, wilcoxon_test
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.differences import canonical
from comparatex.inference.friedman import friedman, iman_davenport
from comparatex.inference.rank_tests import conover, friedman_z
from comparatex.inference.ranks import doubled_ranks

Groups = tuple[tuple[int, ...], ...]


def groups(
    joined: Booleans, mean_rank: Floats, algorithm: Cliques, equal_ranks: EqualRanks = "as-tested"
) -> Groups:
    """Return groups of two or more, members and groups in the order of mean ranks."""
    equal = mean_rank[:, None] == mean_rank
    if equal_ranks != "as-tested":
        joined = _shared(joined, equal) if equal_ranks == "shared" else joined & ~equal
    order = np.argsort(mean_rank, kind="stable")
    sorted_joined = joined[np.ix_(order, order)]
    if algorithm == "none":
        return ()
    if algorithm.startswith("maximal"):
        cliques = list(maximal_cliques(sorted_joined, np.arange(len(order), dtype=np.float64)))
        if algorithm == "maximal-filled":  # one that differs from all is joined to those of its mean rank
            cliques = sorted(
                [*cliques, *((i,) for i in range(len(order)) if not any(i in group for group in cliques))]
            )
        if algorithm != "maximal":
            cliques = _widest(cliques, mean_rank[order])
        if algorithm == "maximal-filled":
            cliques = _filled(cliques, mean_rank[order])
    else:
        cliques = _from_rows(sorted_joined, algorithm)
    return tuple(tuple(int(order[i]) for i in group) for group in cliques)


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


def _shared(joined: Booleans, equal: Booleans) -> Booleans:
    """Return which pairs are joined when comparates with equal mean ranks share what they are joined to."""
    near = joined & ~np.eye(len(joined), dtype=np.bool_)
    return np.asarray(joined | (equal @ near) | (near @ equal))


def _widest(cliques: list[tuple[int, ...]], rank: Floats) -> list[tuple[int, ...]]:
    """Return the cliques whose span of mean ranks is not within that of a wider one."""
    spans = [(rank[clique[0]], rank[clique[-1]]) for clique in cliques]

    def within(span: tuple[float, float]) -> bool:
        """Return whether another span contains this one."""
        return any(wider != span and wider[0] <= span[0] and span[1] <= wider[1] for wider in spans)

    return [clique for clique, span in zip(cliques, spans, strict=True) if not within(span)]


def _filled(cliques: list[tuple[int, ...]], rank: Floats) -> list[tuple[int, ...]]:
    """Return each clique once, with all that rank between its ends; none of a single member."""
    spans = [(rank[clique[0]], rank[clique[-1]]) for clique in cliques]
    groups = [tuple(np.flatnonzero((low <= rank) & (rank <= high)).tolist()) for low, high in spans]
    return [group for group in dict.fromkeys(groups) if len(group) > 1]


@dataclass(frozen=True, eq=False)
class Verdict:
    """What a convention says; comparates by their positions in the table."""

    convention: Convention  # the settings
    row: Integers  # row, column, of shape (n_pairs,): the pairs, in the order of ``numpy.triu_indices``
    column: Integers
    mean_rank: Floats  # of shape (n_comparates,): mean ranks on the complete tasks
    omnibus_pvalue: float  # of the test of the whole table; NaN when there is none
    pvalue: Floats
    """pvalue, adjusted_pvalue, of shape (n_pairs,): raw, and as the rule adjusts them (for rules without a stop,
    neither monotone nor below 1)."""
    adjusted_pvalue: Floats
    significant: Booleans  # of shape (n_pairs,): which pairs differ
    groups: Groups  # groups that do not differ, in the order of mean ranks
    stopped: bool  # whether the omnibus test ended the analysis: there is no verdict, or one group


def verdict(scores: Scores, convention: Convention, alpha: float | None = None) -> Verdict:
    """Return what a convention makes of a table."""
    level = convention.alpha if alpha is None else alpha
    complete = scores.complete
    if complete.sum() < 2 or scores.n_comparates < 2:
        raise DataError("Conventions need at least two comparates and two complete tasks.")
    doubled = _doubled_ranks(scores, convention)
    mean_rank = doubled.sum(axis=0) / (2 * len(doubled))
    row, column = (index.astype(np.int64) for index in np.triu_indices(scores.n_comparates, 1))
    pvalue = _pvalues(scores, convention, doubled, row, column)
    adjusted = _adjusted(pvalue, convention, scores.n_comparates)
    if convention.test == "nemenyi":
        significant = nemenyi_test(mean_rank, len(doubled), convention, level, row, column)[1]
    else:
        with np.errstate(invalid="ignore"):
            significant = adjusted <= level if convention.at_level else adjusted < level
    omnibus = _omnibus(doubled, convention)
    stopped = omnibus >= level and convention.gate in ("one-clique", "refuse")
    joined = np.ones((scores.n_comparates,) * 2, dtype=np.bool_)
    if stopped:
        significant = np.zeros(len(row), dtype=np.bool_)
    joined[row[significant], column[significant]] = joined[column[significant], row[significant]] = False
    cliques = groups(joined, mean_rank, convention.cliques, convention.equal_ranks)
    if stopped and convention.gate == "refuse":
        cliques = ()
    return Verdict(
        convention=convention,
        row=row,
        column=column,
        mean_rank=mean_rank,
        omnibus_pvalue=omnibus,
        pvalue=pvalue,
        adjusted_pvalue=adjusted,
        significant=significant,
        groups=cliques,
        stopped=bool(stopped),
    )


@dataclass(frozen=True, eq=False)
class Differing:
    """Where conventions differ."""

    pairs: Integers  # pairs that some conventions call different and others do not
    significant: Booleans  # of shape (n_conventions, n_pairs): what each convention says of every pair
    groups: tuple[tuple[str, ...], ...]  # names of conventions, together when they form the same groups


def differing(verdicts: Sequence[Verdict]) -> Differing:
    """Return where verdicts on the same table differ."""
    significant = np.array([verdict.significant for verdict in verdicts], dtype=np.bool_)
    some, every = significant.any(axis=0), significant.all(axis=0)
    alike: dict[Groups, list[str]] = {}
    for verdict in verdicts:
        if verdict.convention.cliques != "none":
            alike.setdefault(verdict.groups, []).append(verdict.convention.name)
    return Differing(
        np.flatnonzero(some & ~every), significant, tuple(tuple(names) for names in alike.values())
    )


def _doubled_ranks(scores: Scores, convention: Convention) -> Integers:
    values, decimals = scores.values[scores.complete], scores.decimals[scores.complete]
    if convention.exact_differences:
        values = canonical(values, decimals, scores.tie_tolerance)
    return doubled_ranks(-values if scores.higher_is_better else values)


def _pvalues(
    scores: Scores, convention: Convention, doubled: Integers, row: Integers, column: Integers
) -> Floats:
    mean_rank = doubled.sum(axis=0) / (2 * len(doubled))
    if convention.test == "nemenyi":
        return nemenyi_test(mean_rank, len(doubled), convention, convention.alpha, row, column)[0]
    if convention.test == "friedman-z":
        return friedman_z(mean_rank, len(doubled), row, column)[1]
    if convention.test == "conover":
        return conover(doubled / 2, row, column)[1]
    return wilcoxon_test(scores, convention, mean_rank, row, column)


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
    if convention.omnibus.startswith("friedman"):
        chi2 = friedman(doubled, exact=False)
        return chi2.uncorrected_pvalue if uncorrected else chi2.pvalue
    f = iman_davenport(doubled)
    pvalue = f.uncorrected_pvalue if uncorrected else f.pvalue
    return 0.0 if math.isnan(pvalue) else pvalue  # perfect agreement
