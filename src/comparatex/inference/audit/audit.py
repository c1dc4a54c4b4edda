"""The whole audit of one comparison: competitors, corrections, and the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

import numpy as np

from comparatex.errors import UsageError
from comparatex.inference.audit.flips import Flip, smallest_flip
from comparatex.inference.audit.mean_ranks import RankSwap, half_wins, rank_swaps
from comparatex.inference.audit.patterns import (
    Patterns,
    Question,
    Tally,
    blocks,
    exhaustive,
    patterns,
    question,
    tally,
)
from comparatex.inference.audit.robustness import Robustness, robustness
from comparatex.inference.audit.stepwise import PROCEDURES
from comparatex.inference.comparison import Comparison

Stage = Callable[[str, int, int], None]
"""Told the stage's name, how much of it is done, and of how much."""

Item = TypeVar("Item")
DEFAULT_ADDED = 4


@dataclass(frozen=True)
class AuditSettings:
    """What an audit asks.

    Parameters
    ----------
    core : tuple of int
        Comparates whose verdicts are followed, as positions in the summary order; empty: the best four.
    added : tuple of int or None
        How many others are added; None: every number.
    baseline : tuple of int
        The set whose conclusion is in question; empty: the whole table.
    seed : int
        Chooses examples, subsamples, and the sets where they are sampled.
    budget : int
        Sets to decide at most, for patterns and for each flip.
    jobs : int
        Processes; 1 works in this one, −1 takes all processors.
    """

    core: tuple[int, ...] = ()
    added: tuple[int, ...] | None = (DEFAULT_ADDED,)
    baseline: tuple[int, ...] = ()
    seed: int = 0
    budget: int = 1 << 22
    jobs: int = 1


@dataclass(frozen=True, eq=False)
class Audit:
    """The findings. Comparates are positions in the comparison's summary order.

    Parameters
    ----------
    comparison : Comparison
        What was audited.
    settings : AuditSettings
        What was asked, with defaults filled in.
    patterns : Patterns
        Which pairs of the core are significant, over the ways to add others.
    rank_swaps : tuple of RankSwap
        For every pair of the baseline, whether others can reverse the order of its mean ranks.
    flips : dict
        For every pair of the core, the smallest addition to the core that flips its adjusted verdict.
    robustness : Robustness
        How often each pair's verdict survives changes of the data.
    complete : bool
        False when the work was interrupted: patterns then cover the sets decided so far.
    """

    comparison: Comparison
    settings: AuditSettings
    patterns: Patterns
    rank_swaps: tuple[RankSwap, ...]
    flips: dict[tuple[int, int], Flip]
    robustness: Robustness
    complete: bool


def audit(comparison: Comparison, settings: AuditSettings, *, stage: Stage | None = None) -> Audit:
    """Audit a comparison.

    Parameters
    ----------
    comparison : Comparison
        The table and its analysis; the analysis' correction is applied to every set.
    settings : AuditSettings
        What to ask.
    stage : callable, optional
        Told how far the work is.

    Raises
    ------
    UsageError
        The correction does not work from p-values alone, or core and additions do not fit the table.
    """
    tell = stage or (lambda name, done, total: None)
    if comparison.analysis.test == "nemenyi":
        raise UsageError("The audit of corrections needs a pairwise test: use --test wilcoxon or sign.")
    core, added = _core(comparison, settings)
    asked = _question(comparison, core, added, settings)
    found, complete = _patterns(asked, settings, tell)
    counts = half_wins(comparison.ranks)
    baseline = settings.baseline or tuple(range(len(comparison.order)))
    return Audit(
        comparison,
        AuditSettings(core, added, baseline, settings.seed, settings.budget, settings.jobs),
        found,
        rank_swaps(counts, max(len(comparison.ranks), 1), baseline),
        {pair: _flip(asked, pair, settings.budget) for pair in combinations(core, 2)},
        robustness(
            comparison, seed=settings.seed, progress=lambda done, total: tell("robustness", done, total)
        ),
        complete,
    )


def _core(comparison: Comparison, settings: AuditSettings) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Return core and numbers to add, with defaults that fit the table."""
    m = len(comparison.order)
    core = settings.core or tuple(range(min(4, m)))
    added = settings.added
    if added is not None and max(added) > m - len(core):
        if settings.added != (DEFAULT_ADDED,):
            raise UsageError(f"Only {m - len(core)} comparates are outside the core, not {max(added)}.")
        added = None
    return core, added


def _question(
    comparison: Comparison, core: tuple[int, ...], added: tuple[int, ...] | None, settings: AuditSettings
) -> Question:
    """Return what is asked of every set."""
    analysis = comparison.analysis
    if analysis.correction not in PROCEDURES:
        raise UsageError(f"The audit knows no {analysis.correction}; it knows {', '.join(PROCEDURES)}.")
    pvalues = comparison.matrix("pvalue")
    np.fill_diagonal(pvalues, 1.0)
    try:
        return question(
            np.fmin(pvalues, pvalues.T),
            core,
            added,
            alpha=analysis.alpha,
            correction=analysis.correction,
            seed=settings.seed,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def _patterns(asked: Question, settings: AuditSettings, tell: Stage) -> tuple[Patterns, bool]:
    """Count patterns; an interrupt ends the counting and keeps what is there."""
    everything = exhaustive(asked, settings.budget)
    planned = blocks(asked, settings.budget)
    total = planned[-1][1]
    done: list[Tally] = []
    complete = True
    try:
        for part in _run(asked, planned, everything, settings.jobs):
            done.append(part)
            tell("patterns", sum(one.n_sets for one in done), total)
    except KeyboardInterrupt:
        complete = False
    return patterns(asked, budget=settings.budget, tallies=done), complete


def _run(asked: Question, planned: list[tuple[int, int]], everything: bool, jobs: int) -> Iterator[Tally]:
    """Yield the tallies of all blocks, from this process or from several."""
    if jobs == 1 or len(planned) == 1:
        return (tally(asked, block, everything) for block in planned)
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=jobs, return_as="generator_unordered")
    return iter(parallel(delayed(tally)(asked, block, everything) for block in planned))


def _flip(asked: Question, pair: tuple[int, int], budget: int) -> Flip:
    """Return the smallest addition to the core that flips a pair's verdict."""
    return smallest_flip(
        asked.pvalues,
        asked.core,
        pair,
        "add",
        alpha=asked.alpha,
        correction=asked.correction,
        budget=min(budget, 500_000),
    )
