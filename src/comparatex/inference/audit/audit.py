"""The whole audit of one comparison: competitors, corrections, and the data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

from comparatex.errors import UsageError
from comparatex.hypertext import Displayed, Shown
from comparatex.inference.analysis import ADDED, RANK_TESTS, SUPPLIED, Analysis, AuditSettings
from comparatex.inference.audit.examples import SwapExample, swap_example, weakened_pair
from comparatex.inference.audit.flips import AUDITED, Flip, Kind, own_pvalues, smallest_flip
from comparatex.inference.audit.mean_ranks import RankSwap, half_wins, rank_swaps
from comparatex.inference.audit.patterns import Patterns, patterns, question
from comparatex.inference.audit.robustness import Robustness, robustness
from comparatex.inference.comparison import Comparison
from comparatex.text import counted

_FLIPS: dict[Kind, int] = {"add": 500_000, "remove": 200_000}
"""Sets to try for each pair at most: about a second."""


@dataclass(frozen=True, eq=False)
class Audit(Displayed):
    """The findings of an audit. Comparates are positions in the comparison's summary order."""

    comparison: Comparison  # what was audited
    settings: AuditSettings  # the settings, with defaults filled in
    patterns: Patterns  # which pairs of the core are significant, over the ways to add others
    rank_swaps: tuple[RankSwap, ...]
    """For every pair of the baseline, whether others can reverse the order of its mean ranks."""
    flips: dict[tuple[int, int], Flip]
    """For every pair of the core, the smallest addition to the core that flips its adjusted verdict."""
    removals: dict[tuple[int, int], Flip]
    """For every pair of the core in the baseline, the smallest removal from the baseline that does so."""
    robustness: Robustness  # how often each pair's verdict survives changes of the data

    @cached_property
    def swap_example(self) -> SwapExample | None:
        """A small set in which others, added or removed, reverse the order of two mean ranks; None if there is none."""
        return swap_example(self.comparison, self.rank_swaps, self.settings.baseline)

    @cached_property
    def weakened_example(self) -> SwapExample | None:
        """A small set in which weakened variants do; None if there is none."""
        return weakened_pair(self.comparison)

    def named(self, chosen: Iterable[int]) -> list[str]:
        """Return the names of comparates by their positions."""
        return [self.comparison.names[i] for i in chosen]

    def __repr__(self) -> str:
        return f"<Audit: {self._heading()}>"

    def _shown(self) -> Shown:
        counts, n = self.patterns, max(self.patterns.n_sets, 1)
        reversible = {(swap.better, swap.worse): swap.reversible for swap in self.rank_swaps}
        rows = []
        for pair, flip in self.flips.items():
            apart = n - sum(pattern.count for pattern in counts.patterns if pair in pattern.not_significant)
            swapped = reversible.get(pair, reversible.get(pair[::-1]))
            by = ", ".join(self.named(flip.change))
            rows.append(
                (
                    " – ".join(self.named(pair)),
                    f"{100 * apart / n:.1f} %",
                    by or (f"{flip.at_least} or more" if flip.possible else "none"),
                    "–" if swapped is None else "yes" if swapped else "no",
                )
            )
        head = ("", "significant in", "flipped by adding", "mean ranks can swap")
        return Shown(self._heading(), head, rows)

    def _heading(self) -> str:
        """Return what was asked, and how many verdicts and orders hold."""
        patterns, (smallest, _) = self.patterns, self.robustness.weakest()
        reversible = sum(swap.reversible for swap in self.rank_swaps)
        ways = counted(patterns.n_sets, "way")
        return (
            f"{counted(len(patterns.core), 'method')} in the core, {counted(len(patterns.patterns), 'pattern')} of "
            f"significance over {ways} to add others; {reversible:,} of "
            f"{counted(len(self.rank_swaps), 'order')} of mean ranks can be reversed; "
            f"{int((smallest == 1).sum()):,} of {counted(len(smallest), 'verdict')} hold in every variant of data and "
            "test."
        )


def audit(comparison: Comparison, settings: AuditSettings) -> Audit:
    """Audit a comparison."""
    comparison.scores.require_tasks()
    require_question(comparison.analysis)
    analysis, (core, added) = comparison.analysis, _core(comparison, settings)
    asked = question(
        own_pvalues(comparison),
        core,
        added,
        alpha=analysis.alpha,
        correction=analysis.correction,
        seed=settings.seed,
        sampled=settings.sampled,
    )
    baseline = settings.baseline or tuple(range(len(comparison.order)))
    swaps = rank_swaps(half_wins(comparison.ranks), max(len(comparison.ranks), 1), baseline)
    pairs = list(combinations(core, 2))

    def flip(members: tuple[int, ...], pair: tuple[int, int], kind: Kind) -> Flip:
        return smallest_flip(
            asked.pvalues,
            members,
            pair,
            kind,
            alpha=analysis.alpha,
            correction=analysis.correction,
            budget=min(settings.budget, _FLIPS[kind]),
        )

    inside = [pair for pair in pairs if set(pair) <= set(baseline)]
    shares = robustness(comparison, seed=settings.seed)
    return Audit(
        comparison=comparison,
        settings=replace(settings, core=core, added=added, baseline=baseline),
        patterns=patterns(asked, budget=settings.budget, jobs=settings.jobs),
        rank_swaps=swaps,
        flips={pair: flip(core, pair, "add") for pair in pairs},
        removals={pair: flip(baseline, pair, "remove") for pair in inside},
        robustness=shares,
    )


def require_question(analysis: Analysis) -> None:
    """Refuse an analysis about which no audit can ask."""
    if analysis.test == SUPPLIED:
        raise UsageError("An audit computes p-values anew, and these are supplied: leave out `pvalues`, or your test.")
    if analysis.test in RANK_TESTS:
        raise UsageError('The audit of corrections needs a pairwise test: use `test="wilcoxon"`, sign or t.')
    if analysis.family != "all":
        raise UsageError("The audit asks about all pairs: with it, `family` must be all.")
    if analysis.correction not in AUDITED:
        raise UsageError(
            f"The audit does not know the correction {analysis.correction}; it knows {', '.join(AUDITED)}."
        )


def _core(comparison: Comparison, settings: AuditSettings) -> tuple[tuple[int, ...], tuple[int, ...] | None]:
    """Return the core and the numbers to add, with defaults that fit the table."""
    m = len(comparison.order)
    core = settings.core or tuple(range(min(4, m)))
    added = settings.added
    if added is not None and max(added) > m - len(core):
        if settings.added != ADDED:
            raise UsageError(f"Only {m - len(core)} methods are outside the core, not {max(added)}.")
        added = None
    return core, added
