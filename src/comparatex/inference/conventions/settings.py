"""The settings of a convention, wide enough to hold every tool of the field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Omnibus = Literal["none", "friedman", "friedman-uncorrected", "iman-davenport", "iman-davenport-uncorrected"]
Gate = Literal["none", "warn", "one-clique", "refuse"]
PairTest = Literal["wilcoxon", "nemenyi", "friedman-z", "conover"]
Zeros = Literal["pratt", "wilcox", "zsplit", "zsplit-drop-odd"]
Alternative = Literal["two", "better-rank", "first-column", "lower-tail"]
Distribution = Literal[
    "exact", "scipy-1.11", "scipy-1.17", "exact-1.11", "exact-1.17", "julia", "normal-plain"
]
Rule = Literal[
    "none", "bonferroni", "holm", "holm-no-stop", "alpha-over-k-1", "finner", "shaffer", "bergmann-hommel"
]
EqualRanks = Literal["as-tested", "shared", "apart"]
Cliques = Literal[
    "none", "interval", "prefix-run", "row-gaps", "row-span", "maximal", "maximal-widest", "maximal-filled"
]


@dataclass(frozen=True)
class Convention:
    """How one tool goes from scores to verdicts on pairs, and to groups of comparates.

    Parameters
    ----------
    name : str
        Its name.
    tool : str
        Whose it is, and which of its functions.
    omnibus : str
        The test of the whole table: ``friedman`` (χ² corrected for ties), ``iman-davenport`` (F from it), or
        either ``-uncorrected``.
    gate : {"none", "warn", "one-clique", "refuse"}
        What a p-value of the omnibus test of at least α does: nothing; a remark; all comparates form one
        group; there is no result.
    test : {"wilcoxon", "nemenyi", "friedman-z", "conover"}
        The test of a pair.
    zeros : {"pratt", "wilcox", "zsplit", "zsplit-drop-odd"}
        What the Wilcoxon test does with differences of zero.
    alternative : {"two", "better-rank", "first-column", "lower-tail"}
        Two-sided; the comparate with the better mean rank is better; the comparate that comes first in the
        table is better; the lower tail of the smaller rank sum, which is half the two-sided p-value.
    distribution : str
        Of the rank sum. ``exact``: given ties and zeros, up to 50 non-zero differences, else normal.
        ``scipy-1.11``: exact up to 50 differences unless there are zeros, ties ignored; else normal.
        ``scipy-1.17``: exact up to 50 without zeros and ties; with them by permutation up to 13, else
        normal. ``exact-1.11`` and ``exact-1.17``: what these make of a demand for the exact one (normal when
        there are zeros; the distribution without ties and zeros whatever there is). ``julia``: exact up to 15
        non-zero differences, up to 50 without ties, else normal with continuity correction.
        ``normal-plain``: normal, corrected for nothing.
    later_first : bool
        Whether the comparate that stands first in the table is taken from the other, whatever the direction of
        the measure. Only the exact distributions that ignore ties and zeros tell the difference.
    exact_differences : bool
        Differences of decimal scores are taken exactly, so that ties tie; otherwise as binary floats.
    rule : str
        The correction over all pairs. ``holm-no-stop``: each p-value is compared with its own α/(m − i + 1),
        whether or not a smaller one failed. ``alpha-over-k-1``: all with α/(k − 1).
    at_level : bool
        Whether a p-value equal to the level is significant.
    q_index : {0, 1}
        The Nemenyi test takes the studentized range of k comparates, or of one more.
    finite_df : bool
        Whether that has k(N − 1) degrees of freedom instead of infinitely many.
    cliques : str
        How groups are made from the pairs that do not differ. ``maximal``: maximal sets that are pairwise
        joined. ``maximal-widest``: without those that rank within a wider one. ``maximal-filled``: these with all
        that rank between their members. ``interval``: runs of ranks
        within the critical difference. ``prefix-run``: from each comparate on while joined to it.
        ``row-gaps``: all joined to a comparate, gaps and all. ``row-span``: from each comparate to the last
        that is joined to it.
    equal_ranks : {"as-tested", "shared", "apart"}
        Whether comparates of equal mean ranks share what they are joined to, or are kept apart, before groups
        are made.
    alpha : float
        Significance level.
    note : str
        Known defects that are reproduced; empty when there are none.
    """

    name: str
    tool: str
    omnibus: Omnibus = "none"
    gate: Gate = "none"
    test: PairTest = "wilcoxon"
    zeros: Zeros = "pratt"
    alternative: Alternative = "two"
    distribution: Distribution = "scipy-1.17"
    later_first: bool = False
    exact_differences: bool = False
    rule: Rule = "none"
    at_level: bool = False
    q_index: Literal[0, 1] = 0
    finite_df: bool = False
    cliques: Cliques = "maximal"
    equal_ranks: EqualRanks = "as-tested"
    alpha: float = 0.05
    note: str = ""
