"""What limits the conclusions from one table of scores: only what these data show, each with its number."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np

from comparatex.data.headings import name_families
from comparatex.inference.compare import imputation
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import changed_at
from comparatex.layout.numbers import fixed, level, pvalue

_FEW_TASKS = 15  # tasks up to which the least p-value that they allow is worth a sentence
_SMALL = 20  # it is not, where it is so many times smaller than the level
_TIES = 0.05  # share of ties from which on they are worth one, unless nothing but ties is there
_NAMED = 3  # families that are named


class Limits:
    """What limits the conclusions; None, or 0, where these data have no such limit."""

    def __init__(self, comparison: Comparison) -> None:
        """Look for them."""
        self.few = _few(comparison)  # so few tasks allow no small p-value
        self.ties = _ties(comparison)  # scores tie often
        self.dominated = _dominated(comparison)  # the differences on a few tasks are much larger than all others
        self.families = families(comparison.scores.tasks)  # tasks may depend on each other
        self.imputed = imputation(comparison)  # scores take the place of missing ones
        self.levels = _levels(comparison)  # half and twice the level, with how many verdicts these would change


def _few(comparison: Comparison) -> SimpleNamespace | None:
    """Return how small a p-value so few tasks, or clusters of them, allow, of a comparate that wins on all of them.

    None where there are many tasks, or no outcome could be significant at all.
    """
    n, tested = comparison.most_units, comparison.verdict is None and comparison.n_family > 0
    if n > _FEW_TASKS or not tested or comparison.unattainable() is not None:
        return None
    alone, corrected = comparison.least_pvalues()
    if corrected < comparison.analysis.alpha / _SMALL:
        return None
    printed = "" if pvalue(corrected) == pvalue(alone) else pvalue(corrected)
    return SimpleNamespace(least=pvalue(alone), corrected=printed, n=n)


def _ties(comparison: Comparison) -> SimpleNamespace | None:
    """Return how many scores tie, in percent over all pairs, and the pair with the most of them."""
    pairs = comparison.pair_statistics
    share = float(pairs.ties.sum()) / max(1, int(pairs.n_tasks.sum()))
    if not _TIES <= share < 1:
        return None
    k = int(np.argmax(pairs.ties))
    return SimpleNamespace(
        share=fixed(100 * share, 0),
        first=comparison.names[pairs.row[k]],
        second=comparison.names[pairs.column[k]],
        most=int(pairs.ties[k]),
        n_tasks=int(pairs.n_tasks[k]),
    )


def _dominated(comparison: Comparison) -> SimpleNamespace | None:
    """Return the tasks whose differences outweigh all others, if the measure has no bounds: how many, the largest."""
    dominating = comparison.dominating
    if dominating is None:
        return None
    tasks, share = dominating
    printed = fixed(100 * share, 0)
    first = comparison.scores.tasks[tasks[0]]
    return SimpleNamespace(n=len(tasks), task=first, share="> 99" if printed == "100" else printed)


def _levels(comparison: Comparison) -> tuple[tuple[str, int], ...]:
    """Return half the level and twice, each with the number of verdicts that it would change, one that does first."""
    others = [share * comparison.analysis.alpha for share in (0.5, 2.0)]
    changed = [(level(other), changed_at(comparison, other)) for other in others]
    changed.sort(key=lambda pair: pair[1] == 0)
    return tuple(changed) if changed[0][1] else ()


def families(tasks: Sequence[str]) -> SimpleNamespace | None:
    """Return the families of tasks whose names suggest a common source, the largest named; None without any."""
    sizes = {start: len(members) for start, members in name_families(tasks).items()}
    largest = sorted(sizes.items(), key=lambda family: -family[1])[:_NAMED]
    return SimpleNamespace(n=len(sizes), n_tasks=sum(sizes.values()), named=tuple(largest)) if sizes else None
