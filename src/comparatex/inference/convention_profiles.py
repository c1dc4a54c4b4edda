"""The named conventions, as frozen settings broad enough to describe every tool in the field.

Each reproduces the published behaviour of its tool; none shares code with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Literal

from comparatex.errors import UsageError
from comparatex.names import hint

Omnibus = Literal["none", "friedman", "friedman-uncorrected", "iman-davenport", "iman-davenport-uncorrected"]
Gate = Literal["none", "warn", "one-clique", "refuse"]
PairTest = Literal["wilcoxon", "nemenyi", "friedman-z"]
Zeros = Literal["pratt", "wilcox", "zsplit", "zsplit-drop-odd"]
Alternative = Literal["two", "better-rank", "first-column", "lower-tail"]
Distribution = Literal["exact", "scipy-1.11", "scipy-1.17", "exact-1.11", "exact-1.17", "julia", "normal-plain"]
Rule = Literal["none", "bonferroni", "holm", "holm-no-stop", "alpha-over-k-1", "finner", "shaffer", "bergmann-hommel"]
EqualRanks = Literal["as-tested", "shared", "apart"]
Cliques = Literal[
    "none", "interval", "prefix-run", "row-gaps", "row-span", "maximal", "maximal-widest", "maximal-filled"
]


@dataclass(frozen=True)
class Convention:
    """How one tool goes from scores to verdicts on pairs, and to groups of comparates."""

    name: str  # its name
    tool: str  # the tool, and which of its functions
    # omnibus: the test of the whole table: ``friedman`` (χ² corrected for ties), ``iman-davenport`` (F from it), or
    # either ``-uncorrected``
    omnibus: Omnibus = "none"
    # gate: what follows when the p-value of the omnibus test is at least α: nothing; a remark; all comparates form one
    # group; there is no result
    gate: Gate = "none"
    test: PairTest = "wilcoxon"  # the test of a pair
    zeros: Zeros = "pratt"  # what the Wilcoxon test does with differences of zero
    # alternative: two-sided; the comparate with the better mean rank is better; the comparate that comes first in the
    # table is better; the lower tail of the smaller rank sum, which is half the two-sided p-value
    alternative: Alternative = "two"
    # distribution: of the rank sum. ``exact``: conditional on ties and zeros, up to 50 non-zero differences, else
    # normal. ``scipy-1.11``: exact up to 50 differences unless there are zeros, ties ignored; else normal.
    # ``scipy-1.17``: exact up to 50 without zeros and ties; with them by permutation up to 13, else normal.
    # ``exact-1.11`` and ``exact-1.17``: what these do when asked for the exact one (normal when there are zeros; the
    # distribution for data without ties and zeros, whatever the data). ``julia``: exact up to 15 non-zero differences,
    # up to 50 without ties, else normal with continuity correction. ``normal-plain``: normal without corrections.
    distribution: Distribution = "scipy-1.17"
    # later_first: whether the comparate that comes first in the table is subtracted from the other, whatever the
    # direction of the measure. This only matters for the exact distributions that ignore ties and zeros.
    later_first: bool = False
    # exact_differences: differences of decimal scores are taken exactly, so that ties are found; otherwise as binary
    # floats
    exact_differences: bool = False
    # raw_scores: the first comparate of a one-sided test is better where its scores are higher, whatever the direction
    # of the measure
    raw_scores: bool = False
    float_counts: bool = False  # wins, ties and losses are counted by comparing scores as binary floats
    # rule: the correction over all pairs. ``holm-no-stop``: each p-value is compared with its own α/(m − i + 1),
    # whether or not a smaller one failed. ``alpha-over-k-1``: each is compared with α/(k − 1).
    rule: Rule = "none"
    at_level: bool = False  # whether a p-value equal to the level is significant
    # q_index: whether the Nemenyi test takes the studentized range of k comparates (0) or of one more (1)
    q_index: Literal[0, 1] = 0
    finite_df: bool = False  # whether that range has k(N − 1) degrees of freedom instead of infinitely many
    # cliques: how groups are made from the pairs that do not differ. ``maximal``: maximal sets that are pairwise
    # joined. ``maximal-widest``: the same without those that rank within a wider one. ``maximal-filled``: the latter
    # with all that rank between their members. ``interval``: runs of ranks within the critical difference.
    # ``prefix-run``: from each comparate on, as far as all are joined to it. ``row-gaps``: all that are joined to a
    # comparate, gaps included. ``row-span``: from each comparate to the last one joined to it.
    cliques: Cliques = "maximal"
    # equal_ranks: whether comparates with equal mean ranks share what they are joined to, or are kept apart, before
    # groups are formed
    equal_ranks: EqualRanks = "as-tested"
    alpha: float = 0.05  # significance level
    note: str = ""  # known defects that are reproduced; empty when there are none


_RUN = (
    "A bar reaches from each method on while the next does not differ from it: whether its other members "
    "differ from each other is not looked at."
)
_FILLED = (
    "Groups are filled with what ranks between their members, even if it differs from some of them, and single "
    "methods with those of the same mean rank."
)
_SPAN = "A bar spans from each method to the last that does not differ from it, over those that do."
_FLOATS = "The test depends on the version of SciPy."
_ONE_SIDED = "Tests are one-sided in the direction that the data show, each at α/(k − 1), called Holm"

# fmt: off
_CRITDD = Convention(
    "critdd", "critdd with SciPy up to 1.14, as meant", omnibus="iman-davenport-uncorrected", gate="one-clique",
    distribution="exact-1.11", later_first=True, rule="holm", cliques="maximal-filled",
    note=_FILLED + " Exact p-values ignore ties.",
)
_AEON = Convention(
    "aeon-cdd", "aeon plot_critical_difference", omnibus="friedman", gate="one-clique", zeros="wilcox",
    alternative="better-rank", rule="alpha-over-k-1", at_level=True, cliques="prefix-run", alpha=0.1,
    note=f"{_ONE_SIDED}; there are k(k − 1)/2 of them. {_RUN}",
)
_ALL = (
    Convention(
        "comparatex", "this package", omnibus="friedman", gate="warn", distribution="exact", exact_differences=True,
        rule="holm", at_level=True,
    ),
    Convention(
        "hfawaz", "cd-diagram (Ismail Fawaz et al. 2019)", omnibus="friedman", gate="refuse", rule="holm",
        at_level=True, note="Bars extend over methods that are not members of the group. " + _FLOATS,
    ),
    _CRITDD,
    replace(
        _CRITDD, name="critdd-new-scipy", tool="critdd with SciPy from 1.15 on", distribution="exact-1.17",
        note=_FILLED + " Exact p-values ignore ties and zeros: with many zeros they are far too small, 0.04 for 3 "
        "wins, 2 losses and 15 ties, and 2/2^n for n tasks that all tie; and with zeros the order of columns decides "
        "them too.",
    ),
    Convention(
        "critdd-julia", "CriticalDifferenceDiagrams.jl", omnibus="iman-davenport-uncorrected", gate="one-clique",
        zeros="wilcox", distribution="julia", rule="holm", cliques="maximal-widest", equal_ranks="shared",
        note="What does not differ from a method is joined to all of the same mean rank. Groups that rank within a "
        "wider one are left out, even if they have other members.",
    ),
    _AEON,
    Convention(
        "aeon-nemenyi", "aeon plot_critical_difference with the Nemenyi test", omnibus="friedman", gate="one-clique",
        test="nemenyi", at_level=True, q_index=1, cliques="prefix-run", alpha=0.1,
        note="The critical difference is that of one method more.",
    ),
    replace(
        _AEON, name="aeon-significance", tool="aeon plot_significance", cliques="row-gaps",
        note=f"{_ONE_SIDED}. Members of a group may differ from each other.",
    ),
    Convention(
        "mcm-2023", "Multi_Comparison_Matrix (Ismail-Fawaz et al. 2023), tsml-eval", float_counts=True, cliques="none",
        note=_FLOATS,
    ),
    Convention(
        "aeon-mcm", "aeon create_multi_comparison_matrix", alternative="first-column", raw_scores=True,
        float_counts=True, rule="holm-no-stop", cliques="none",
        note="Only to reproduce: tests are one-sided for whichever method stands first in the table, so that the "
        "order of its columns decides verdicts; and each p-value has its own level, without Holm's stop. The tests "
        "ask for higher scores even where lower is better.",
    ),
    Convention(
        "demsar2006", "Demšar (2006)", omnibus="iman-davenport-uncorrected", gate="refuse", test="nemenyi",
        cliques="interval",
    ),
    Convention(
        "autorank-np", "autorank, nonparametric", omnibus="friedman", gate="refuse", test="nemenyi", cliques="interval",
    ),
    Convention("orange", "Orange graph_ranks", test="nemenyi", cliques="interval"),
    Convention(
        "scmamp-cd", "scmamp plotCD (R)", test="nemenyi", at_level=True, finite_df=True, cliques="row-span",
        equal_ranks="apart",
        note="Two methods with equal mean ranks are not joined unless a bar spans them. The studentized range has "
        "k(N − 1) degrees of freedom. " + _SPAN,
    ),
    Convention(
        "scmamp-posthoc", "scmamp postHocTest with plotRanking (R)", test="friedman-z", rule="finner", at_level=True,
        cliques="row-span", note=_SPAN,
    ),
    Convention(
        "scmamp-wilcoxon", "scmamp wilcoxonSignedTest (R)", zeros="zsplit", alternative="lower-tail",
        distribution="normal-plain", rule="finner", at_level=True, cliques="row-span",
        note="P-values are half the two-sided ones, and not corrected for ties. " + _SPAN,
    ),
    Convention(
        "exreport", "exreport testMultiple (R)", omnibus="friedman-uncorrected", gate="warn", test="friedman-z",
        rule="holm", cliques="none", note="What it calls Shaffer's correction is Holm's.",
    ),
    Convention(
        "sk-posthocs", "scikit-posthocs posthoc_wilcoxon with Holm, critical_difference_diagram", zeros="wilcox",
        rule="holm", note="Bars extend over methods that are not members of the group. " + _FLOATS,
    ),
    Convention(
        "statds", "StaTDS", omnibus="friedman", test="friedman-z", rule="holm-no-stop", at_level=True, cliques="none",
        note="Each p-value is compared with its own level, without Holm's stop.",
    ),
)
# fmt: on

CONVENTIONS: Mapping[str, Convention] = MappingProxyType({convention.name: convention for convention in _ALL})


def find(name: str) -> Convention:
    """Return a convention by name."""
    if name not in CONVENTIONS:
        names = hint(name, tuple(CONVENTIONS), most=len(CONVENTIONS))
        raise UsageError(f"There is no convention {name!r}{names}")
    return CONVENTIONS[name]
