"""Whether comparates differ by less than a margin: non-inferiority and equivalence of pairs, by the test in use.

Where the margin δ > 0 is added to all differences d of a pair, the hypothesis that the row is worse by δ or more
becomes the hypothesis of the usual one-sided test, that it is worse or equal. The margin is added to the scores, not to
the differences, so that shifted differences of decimals are exact and tie where they are equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

import numpy as np

from comparatex.data.scores import BINARY, Scores, clustering
from comparatex.inference.analysis import ALONE, RANK_TESTS, Analysis, Running
from comparatex.inference.arithmetic import Booleans, Floats, Integers
from comparatex.inference.corrections import adjust, for_some, holm
from comparatex.inference.differences import EXACT, Differences, differences
from comparatex.inference.pair_tests import apply_test
from comparatex.inference.wilcoxon import wilcoxon

_DIGITS = 12
"""Most digits of a margin that is taken as the decimal number that was written, as of scores."""


@dataclass(frozen=True, eq=False)
class Equivalence:
    """Tests of pairs against a margin, each field of shape (n_pairs,); NaN where there is no test."""

    row: Floats  # row, column: one-sided p-values of non-inferiority: that side is not worse by the margin or more
    column: Floats
    pvalue: Floats  # of equivalence, by two one-sided tests: the larger of these two
    adjusted_row: Floats  # adjusted_row, adjusted_column, adjusted_pvalue: the same, corrected over the family of pairs
    adjusted_column: Floats
    adjusted_pvalue: Floats

    @classmethod
    def of(cls, row: Floats, column: Floats, analysis: Analysis) -> Equivalence:
        """Return one-sided p-values of a family of pairs with those of equivalence, raw and adjusted."""
        return cls(row, column, np.maximum(row, column), *adjusted(row, column, analysis))


AGAINST_MARGIN = {
    "not_worse_pvalue": "row",
    "adjusted_not_worse_pvalue": "adjusted_row",
    "reverse_not_worse_pvalue": "column",
    "reverse_adjusted_not_worse_pvalue": "adjusted_column",
    "equivalence_pvalue": "pvalue",
    "adjusted_equivalence_pvalue": "adjusted_pvalue",
}
"""What each of these fields is called in outputs."""


def equivalence(
    scores: Scores,
    analysis: Analysis,
    margin: float,
    row: Integers,
    column: Integers,
    inside: Booleans,
    running: Running = ALONE,
) -> Equivalence:
    """Test pairs for non-inferiority and equivalence within a margin, by the test of an analysis.

    With θ, the location of the differences row less column, positive where the row is better, H0 of the row's
    non-inferiority is θ ≤ −δ, that of the column's θ ≥ δ, and that of equivalence that either holds. Each is tested
    one-sided at α; equivalence is found where both are rejected (two one-sided tests, TOST). θ is that of the test:
    the centre of symmetry for tests of signed ranks and of
    clusters, the mean of normal differences for ``t``, the median for ``sign``.

    Parameters
    ----------
    scores : Scores
        The table.
    analysis : Analysis
        Its test, with the rules for zeros and ties, which are those of shifted differences here; its correction.
    margin : float
        δ, above 0, in the unit of the scores.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions in the table.
    inside : ndarray of bool, of shape (n_pairs,)
        Which pairs are in the family.
    running : Running
        Who works.

    Returns
    -------
    Equivalence
        For tests of mean ranks, whose scale has no margin in the unit of the scores, all NaN.

    Notes
    -----
    The signed-rank test of d + δ is significant where the one-sided Hodges–Lehmann bound of θ, at level 1 − α, lies
    above −δ. Up to 50 non-zero shifted differences it is exact, with ties; with ``zero_method="pratt"`` zeros, which
    are differences on the margin, speak for neither side. A tie tolerance rounds the shifted differences.

    References
    ----------
    Schuirmann (1987), A comparison of the two one-sided tests procedure and the power approach, Journal of
    Pharmacokinetics and Biopharmaceutics 15. Wellek (2010), Testing statistical hypotheses of equivalence and
    noninferiority, 2nd edition, sections 3 and 5. Lakens (2017), Equivalence tests, Social Psychological and
    Personality Science 8. Hodges and Lehmann (1963), Annals of Mathematical Statistics 34.

    Examples
    --------
    >>> from comparatex.data.read import read
    >>> table = read((np.array([[7, 7], [8, 9], [6, 5], [9, 9], [5, 5], [7, 7]]) / 10, ("A", "B")))
    >>> pair = np.array([0]), np.array([1]), np.array([True])
    >>> tests = equivalence(table, Analysis(), 0.2, *pair)
    >>> tests.row, tests.pvalue  # 1/64: all six shifted differences have one sign
    (array([0.015625]), array([0.015625]))
    """
    if analysis.test in RANK_TESTS:
        nothing = np.full(len(row), np.nan)
        return Equivalence(*[nothing] * 6)
    moved, m = shifted(scores, margin), scores.n_comparates

    def tested(first: Integers, second: Integers, alternative: Literal[-1, 1]) -> Floats:
        ranks = wilcoxon(moved, first, second, analysis.zero_method, analysis.pvalue_method, running)
        table = np.empty(0), first, second, running, clustering(scores)
        return np.where(inside, apply_test(ranks, analysis, moved, *table, alternative=alternative)[1], np.nan)

    lower, upper = tested(row + m, column, 1), tested(row, column + m, -1)
    return Equivalence.of(lower, upper, analysis)


def shifted(scores: Scores, margin: float) -> Differences:
    """Return the differences of a table whose comparates come twice: as they are, then better by a margin.

    >>> from comparatex.data.read import read
    >>> moved = shifted(read({"A": {"s": 0.1, "t": 0.7}, "B": {"s": 0.3, "t": 0.9}}), 0.2)
    >>> moved.between(np.array([2]), np.array([1]))  # ties, as 0.1 + 0.2 and 0.3 are no ties of floats
    array([[0., 0.]])
    """
    written = Decimal(repr(float(margin))).normalize().as_tuple()
    digits = max(0, -int(written.exponent)) if len(written.digits) <= _DIGITS else BINARY
    places = np.where((scores.decimals >= 0) & (digits >= 0), np.maximum(scores.decimals, digits), np.int8(BINARY))
    towards = margin if scores.higher_is_better else -margin
    unit = 10.0 ** np.maximum(places, 0)
    integers = np.rint(scores.values * unit) + np.rint(towards * unit)
    exact = (places >= 0) & (np.abs(integers) <= EXACT)
    return differences(
        np.hstack([scores.values, np.where(exact, integers / unit, scores.values + towards)]),
        np.hstack([scores.decimals, np.where(exact, places, BINARY).astype(scores.decimals.dtype)]),
        higher_is_better=scores.higher_is_better,
        tolerance=scores.tie_tolerance,
    )


def adjusted(row: Floats, column: Floats, analysis: Analysis) -> tuple[Floats, Floats, Floats]:
    """Return p-values of non-inferiority and of equivalence, corrected over the family of pairs.

    Those of equivalence by the analysis' correction over the n pairs; corrections that work from equalities between
    comparates give way to Holm's. Of a pair's two hypotheses of inferiority at most one is true, so that of all 2n at
    most as many are true as there are pairs not yet found equivalent: the p-values of non-inferiority, in ascending
    order, are multiplied by that number (Shaffer's use of logical constraints in Holm's procedure), with
    ``bonferroni`` by n. With ``holm``, ``bonferroni`` and those that give way, the probability of any false claim, of
    non-inferiority or of equivalence, is at most α under any dependence; with others, a claim of equivalence has the
    guarantee of that correction, and that of non-inferiority follows from it or from Holm's procedure.

    Holm (1979), Scandinavian Journal of Statistics 6. Shaffer (1986), Modified sequentially rejective multiple test
    procedures, JASA 81.

    >>> corrected = adjusted(np.array([0.01, 0.02]), np.array([0.01, 0.6]), Analysis())
    >>> [pvalues.tolist() for pvalues in corrected]
    [[0.02, 0.02], [0.02, 0.6], [0.02, 0.6]]
    """
    larger = np.maximum(row, column)
    both = adjust(larger, for_some(analysis.correction))
    if analysis.correction == "none":
        return row, column, both
    ordered = np.sort(larger[~np.isnan(larger)])
    reached = np.concatenate([[0.0], np.sort(holm(ordered))])

    def stepped(pvalues: Floats) -> Floats:
        passed = 0 if analysis.correction == "bonferroni" else np.searchsorted(ordered, pvalues)
        steps = np.maximum(pvalues * (len(ordered) - passed), reached[passed])
        return np.asarray(np.minimum(steps, both))

    return stepped(row), stepped(column), both
