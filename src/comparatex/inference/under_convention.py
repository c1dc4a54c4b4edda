"""A comparison under another tool's convention: its settings as an analysis, its verdicts on our pairs."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.analysis import OURS, Analysis, Sides
from comparatex.inference.arithmetic import Floats, Integers, blocks
from comparatex.inference.convention_profiles import find
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.pair_tests import Pairs

if TYPE_CHECKING:
    from comparatex.inference.convention_verdicts import Verdict


def analysis_of(name: str, alpha: float | None = None) -> Analysis:
    """Return the analysis that follows a named convention.

    Its fields are the nearest equivalents; what a tool does beyond them (its p-values, its rule for many
    pairs, its groups) follows from the convention's name.

    >>> found = analysis_of("demsar2006", alpha=0.1)
    >>> found.test, found.correction, found.alpha
    ('nemenyi', 'none', 0.1)
    """
    convention = find(name)
    level = convention.alpha if alpha is None else alpha
    if name == OURS:
        return Analysis(alpha=level)
    sides: Sides = "two" if convention.alternative == "two" or convention.test != "wilcoxon" else "better"
    correction = convention.rule if convention.rule in CORRECTIONS else "none"
    return Analysis(
        alpha=level,
        test=convention.test,
        zero_method=convention.zeros,
        sides=sides,
        correction=correction,
        convention=name,
    )


def with_verdict(
    scores: Scores, analysis: Analysis, pairs: Pairs, order: Integers
) -> tuple[Pairs, Verdict | None]:
    """Return pairs with the p-values of the analysis' convention, and its verdict; our own convention has none."""
    if analysis.convention == OURS:
        return pairs, None
    from comparatex.inference.convention_verdicts import verdict

    judged = verdict(scores, find(analysis.convention), analysis.alpha)
    at = pair_numbers(judged, len(order))[order[pairs.row], order[pairs.column]]
    raw = _bounded(judged.pvalue[at])
    adjusted = raw if analysis.test == "nemenyi" else _bounded(judged.adjusted_pvalue[at])
    if judged.convention.float_counts:
        pairs = _counted_as_floats(scores, pairs, order)
    changed = replace(
        pairs,
        pvalue=raw,
        adjusted_pvalue=adjusted,
        reverse_pvalue=raw,
        reverse_adjusted_pvalue=adjusted,
    )
    return changed, judged


def _counted_as_floats(scores: Scores, pairs: Pairs, order: Integers) -> Pairs:
    """Return pairs with wins, ties and losses counted on scores as they are."""
    values = scores.values.T[order] * (1.0 if scores.higher_is_better else -1.0)
    wins, ties = np.empty_like(pairs.wins), np.empty_like(pairs.ties)
    for some in blocks(len(pairs.row), scores.n_tasks):
        first, second = values[pairs.row[some]], values[pairs.column[some]]
        wins[some], ties[some] = (first > second).sum(axis=1), (first == second).sum(axis=1)
    return replace(pairs, wins=wins, ties=ties, losses=pairs.n_tasks - wins - ties)


def remarks(verdict: Verdict | None) -> tuple[str, ...]:
    """Return what the reader of numbers under another tool's convention should know."""
    if verdict is None:
        return ()
    convention = verdict.convention
    sentences = [f"P-values, verdicts and groups follow the convention {convention.name}: {convention.tool}."]
    if convention.note:
        sentences.append(convention.note)
    if verdict.stopped:
        sentences.append("Its test of the whole table is not significant: it calls no pair different.")
    return tuple(sentences)


def pair_numbers(verdict: Verdict, n_comparates: int) -> Integers:
    """Return the position of every two comparates among the pairs of a verdict, as a symmetric matrix."""
    where = np.zeros((n_comparates, n_comparates), dtype=np.int64)
    where[verdict.row, verdict.column] = where[verdict.column, verdict.row] = np.arange(len(verdict.row))
    return where


def _bounded(pvalues: Floats) -> Floats:
    return np.minimum(1.0, pvalues)
