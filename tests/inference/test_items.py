"""Comparates on the same items: McNemar's test, Newcombe's interval, and errors robust to clusters."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, nan, prod

import numpy as np
import pytest
from scipy import optimize, stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.contingency_tables import StratifiedTable, mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep
from statsmodels.stats.weightstats import ttost_paired

from comparatex.data.read import read
from comparatex.errors import DataError, UsageError
from comparatex.inference import items
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.items import (
    clustered_difference,
    compare_items,
    paired_interval,
    score_test,
    stratified_difference,
)


def reported(estimate):
    """Return what an estimate says: the difference, its interval, t, degrees of freedom and p."""
    numbers = np.array(estimate, dtype=np.float64)[:, None]
    parts = (*items._interval(numbers, 0.95), *items._t_test(numbers))
    return estimate.difference, *(float(part[0]) for part in parts)


def outcomes(n=200, comparates=3, seed=0):
    rng = np.random.default_rng(seed)
    ease = rng.normal(size=(n, 1))
    right = ease + rng.normal(size=(n, comparates)) + np.linspace(0.6, 0.0, comparates) > 0
    return right.astype(float)


def table(values, **settings):
    names = tuple("ABCDEFGH"[: values.shape[1]])
    return compare(read((values, names, tuple(map(str, range(len(values))))), **settings))


def grouped(values, groups):
    tasks = [str(k) for k in range(len(values))]
    return table(values, task_groups=dict(zip(tasks, map(str, groups), strict=True)))


@pytest.mark.thorough
def test_outcomes_are_tested_as_in_statsmodels_and_corrected_by_holm():
    comparison = table(outcomes())
    found = compare_items(comparison)
    assert found.test == "mcnemar"
    values = comparison.scores.values[:, comparison.order]
    for k, (i, j) in enumerate(zip(found.row, found.column, strict=True)):
        counts = [[np.sum((values[:, i] == a) & (values[:, j] == b)) for b in (1, 0)] for a in (1, 0)]
        assert (found.wins[k], found.losses[k]) == (counts[0][1], counts[1][0])
        assert found.pvalue[k] == pytest.approx(mcnemar(counts, exact=True).pvalue, rel=1e-12)
        assert found.difference[k] == pytest.approx(values[:, i].mean() - values[:, j].mean(), abs=1e-15)
    assert found.adjusted_pvalue == pytest.approx(multipletests(found.pvalue, method="holm")[1], rel=1e-12)


def test_the_exact_p_value_is_a_binomial_tail():
    values = np.array([[1.0, 0]] * 9 + [[0.0, 1]] * 2 + [[1.0, 1]] * 5)
    tail = Fraction(sum(comb(11, k) for k in range(3)), 2**11)
    assert compare_items(table(values)).pvalue[0] == float(2 * tail)


@pytest.mark.parametrize(
    ("cells", "published"),
    [
        ((36, 12, 2, 0), (0.0569, 0.3404)),
        ((0, 0, 0, 50), (-0.0713, 0.0713)),
        ((54, 0, 0, 0), (-0.0664, 0.0664)),
    ],
)
def test_newcombes_interval(cells, published):
    assert paired_interval(*cells) == pytest.approx(published, abs=5.1e-5)


def test_newcombes_interval_of_uncorrelated_outcomes_is_that_of_independent_samples():
    independent = confint_proportions_2indep(60, 100, 40, 100, method="newcomb", compare="diff")
    assert paired_interval(24, 36, 16, 24) == pytest.approx(independent, rel=1e-12)


def test_graded_scores_have_the_paired_t_test():
    rng = np.random.default_rng(1)
    values = rng.uniform(size=(50, 2))
    found = compare_items(table(values))
    difference = values[:, 0] - values[:, 1]
    sign = 1 if difference.mean() > 0 else -1
    expected = stats.ttest_1samp(sign * difference, 0)
    assert found.test == "t"
    assert found.statistic[0] == pytest.approx(expected.statistic, rel=1e-8)
    assert found.pvalue[0] == pytest.approx(expected.pvalue, rel=1e-8)
    ends = expected.confidence_interval(0.95)
    assert (found.low[0], found.high[0]) == pytest.approx((ends.low, ends.high), rel=1e-8)


def test_equal_clusters_are_tested_by_their_means():
    rng = np.random.default_rng(2)
    differences, clusters = rng.normal(size=60) + 0.3, np.tile(np.arange(12), 5)
    means = np.array([differences[clusters == c].mean() for c in range(12)])
    expected = stats.ttest_1samp(means, 0)
    _, low, high, t, df, p = reported(clustered_difference(differences, clusters))
    assert (t, df, p) == pytest.approx((expected.statistic, 11, expected.pvalue), rel=1e-10)
    assert (low, high) == pytest.approx(tuple(expected.confidence_interval()), rel=1e-10)


def test_the_variance_and_degrees_of_freedom_by_matrices():
    """CR2 as it is defined, with the adjustment matrix of each cluster, and Satterthwaite's moments."""
    rng = np.random.default_rng(3)
    sizes = [1, 2, 5, 9, 20]
    clusters, n = np.repeat(np.arange(5), sizes), sum(sizes)
    differences = rng.normal(size=n) + rng.normal(size=5)[clusters]
    residual = np.eye(n) - np.ones((n, n)) / n
    columns = []
    for c in range(5):
        own = residual[np.ix_(clusters == c, clusters == c)]
        values, vectors = np.linalg.eigh(own)
        adjustment = vectors @ np.diag(np.maximum(values, 1e-12) ** -0.5) @ vectors.T
        columns.append(residual[clusters == c].T @ adjustment @ np.ones(sizes[c]) / n)
    forms = np.array(columns)
    variance = np.sum((forms @ differences) ** 2)
    shared = (clusters[:, None] == clusters[None, :]).astype(float)
    moments = forms @ shared @ forms.T
    _, low, high, t, df, _ = reported(clustered_difference(differences, clusters))
    assert t == pytest.approx(differences.mean() / np.sqrt(variance), rel=1e-9)
    assert df == pytest.approx(np.trace(moments) ** 2 / np.trace(moments @ moments), rel=1e-7)
    assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, df) * np.sqrt(variance), rel=1e-7)


def test_many_clusters_agree_with_the_sandwich_of_statsmodels():
    rng = np.random.default_rng(4)
    clusters = np.repeat(np.arange(2000), 3)
    differences = rng.normal(size=6000) + rng.normal(size=2000)[clusters] + 0.05
    fit = OLS(differences, np.ones(6000)).fit(cov_type="cluster", cov_kwds={"groups": clusters})
    _, _, _, t, _, _ = reported(clustered_difference(differences, clusters))
    assert t == pytest.approx(float(fit.tvalues[0]), rel=2e-4)


def test_items_in_groups_are_clusters_for_outcomes_too():
    values = outcomes(120, 2)
    clustered = compare_items(grouped(values, np.arange(120) % 8), clusters=True)
    assert (clustered.test, clustered.n_items[0], clustered.n_clusters[0]) == ("clustered", 120, 8)
    alone = compare_items(grouped(values, np.arange(120) % 8), clusters=False)
    assert alone.test == "mcnemar"
    assert alone.pvalue[0] == compare_items(table(values)).pvalue[0]
    with pytest.raises(DataError, match="All items are in one cluster, 'one'"):
        compare_items(grouped(values, ["one"] * 120))


@pytest.mark.parametrize("average", ["items", "benchmarks"])
def test_clusters_within_strata_are_drawn_within_each(average):
    rng = np.random.default_rng(5)
    strata, clusters = np.repeat([0, 1, 2], [30, 18, 12]), np.arange(60) // 3
    values = np.round(rng.normal(size=(60, 2)) + rng.normal(size=(20, 1))[clusters] * [1, -1] + strata[:, None], 2)
    comparison = nested(values, strata, clusters)
    found = compare_items(comparison, fixed_groups=True, average=average)
    gains = values[:, comparison.order[0]] - values[:, comparison.order[1]]
    share = np.array([0.5, 0.3, 0.2] if average == "items" else [1 / 3] * 3)
    variances, df = [], []
    for stratum in range(3):
        means = np.array([gains[clusters == k].mean() for k in np.unique(clusters[strata == stratum])])
        variances.append(means.var(ddof=1) / len(means))  # of clusters of equal size
        df.append(len(means) - 1)
    parts = share**2 * np.array(variances)
    t = sum(share[k] * gains[strata == k].mean() for k in range(3)) / np.sqrt(parts.sum())
    freedom = parts.sum() ** 2 / (parts**2 / df).sum()
    assert (found.test, found.groups, found.n_clusters[0]) == ("stratified", "nested", 20)
    assert (found.statistic[0], found.df[0]) == (pytest.approx(t, rel=1e-10), pytest.approx(freedom, rel=1e-8))
    assert found.pvalue[0] == pytest.approx(2 * stats.t.sf(abs(t), freedom), rel=1e-8)
    assert compare_items(nested(values, strata, clusters), clusters=False, fixed_groups=True).groups == "fixed"


def nested(values, strata, clusters):
    scores = grouped(values, strata).scores
    return compare(replace(scores, clusters={task: f"c{k}" for task, k in zip(scores.tasks, clusters, strict=True)}))


def test_clusters_of_a_table_are_those_of_its_items():
    values, clusters = outcomes(120, 2), np.arange(120) % 40
    alone = nested(values, ["x"] * 120, clusters).scores
    found = compare_items(compare(replace(alone, task_groups={})))
    assert found.pvalue[0] == compare_items(grouped(values, clusters)).pvalue[0]
    with pytest.raises(DataError, match="take the groups as fixed"):
        compare_items(nested(values, np.arange(120) // 30, np.arange(120) // 3))
    with pytest.raises(DataError, match="A cluster of items is in several groups"):
        compare_items(nested(values, np.arange(120) // 30, clusters), fixed_groups=True)


def test_few_groups_are_asked_about_and_many_are_a_sample():
    values = outcomes(120, 2)
    with pytest.raises(DataError, match="Items are in 8 groups, too few to stand for all groups") as error:
        compare_items(grouped(values, np.arange(120) % 8))
    assert len(error.value.remedies) == 4
    assert compare_items(grouped(values, np.arange(120) % 8), average="benchmarks").test == "clustered"
    assert compare_items(grouped(values, np.arange(120) % 12)).test == "clustered"


def test_intervals_of_shares_stay_within_one():
    """Of few and unequal groups, t intervals leave the range of a difference of shares."""
    values = outcomes(60, 3)
    groups = np.repeat([0, 1, 2], [50, 5, 5])
    found = compare_items(grouped(values, groups), clusters=True)
    assert ((found.low >= -1) & (found.high <= 1)).all()
    assert (found.low == -1).any() or (found.high == 1).any()


def test_repeats_are_averaged_within_their_item(tmp_path):
    values = outcomes(60, 2)
    path = tmp_path / "long.csv"
    path.write_text(
        "benchmark,item,model,correct\n"
        + "".join(f"b{t % 6},{t // 6},{'AB'[k]},{int(values[t, k])}\n" for t in range(60) for k in range(2))
    )
    scores = read(path, task="benchmark", repeat="item", comparate="model", score="correct")
    found, same = compare_items(compare(scores)), compare_items(grouped(values, np.arange(60) % 6), clusters=True)
    assert (found.test, found.n_items[0]) == ("t", 6)
    assert found.pvalue[0] == pytest.approx(same.pvalue[0], rel=1e-9)  # of equal clusters


def test_items_count_alike_however_many_repeats_they_have(tmp_path):
    lines = [f"q0,{k},{m},{int(m == 'A')}" for k in range(20) for m in "AB"]
    lines += [f"q{t},0,{m},{int((m == 'B') == (t < 9))}" for t in range(1, 12) for m in "AB"]
    (tmp_path / "uneven.csv").write_text("task,rep,model,score\n" + "\n".join(lines))
    found = compare_items(compare(read(tmp_path / "uneven.csv", repeat="rep")))
    assert found.names == ("B", "A") and found.difference[0] == pytest.approx(4 / 12)
    assert found.pvalue[0] == pytest.approx(stats.binomtest(8, 12).pvalue)  # averages are outcomes here


def test_lower_is_better_turns_wins_and_keeps_p():
    values = outcomes(80, 2)
    right, wrong = compare_items(table(values)), compare_items(table(1 - values, higher_is_better=False))
    assert right.wins[0] == wrong.wins[0] and right.pvalue[0] == wrong.pvalue[0]
    assert wrong.difference[0] == -right.difference[0]
    assert (wrong.low[0], wrong.high[0]) == pytest.approx((-right.high[0], -right.low[0]), abs=1e-12)


def test_pairs_use_the_items_that_both_have():
    values = outcomes(40, 3)
    values[:10, 2] = nan
    comparison = table(values, missing="pairwise")
    found = compare_items(comparison)
    size = {frozenset((i, j)): n for i, j, n in zip(found.row, found.column, found.n_items, strict=True)}
    third = comparison.names.index("C")
    assert {n for pair, n in size.items() if third in pair} == {30}
    assert {n for pair, n in size.items() if third not in pair} == {40}


@pytest.mark.parametrize(
    ("differences", "clusters", "expected"),
    [
        ([0.0] * 6, [0, 0, 1, 1, 2, 2], (0.0, 1.0)),
        ([0.1] * 6, [0, 0, 1, 1, 2, 2], (nan, nan)),
        ([0.1] * 20, None, (np.inf, 0.0)),
        ([0.4] * 2, None, (nan, nan)),
        ([1e300, 1e300, -1e300, 1e300], None, (1.0, 0.3910022189557705)),
        ([0.3, 0.1], [0, 0], (nan, nan)),
        ([], None, (nan, nan)),
    ],
)
def test_extreme_differences(differences, clusters, expected):
    groups = None if clusters is None else np.array(clusters)
    _, _, _, t, _, p = reported(clustered_difference(np.array(differences), groups))
    assert (t, p) == pytest.approx(expected, nan_ok=True)


def test_records_and_frames_have_every_number():
    found = compare_items(table(outcomes(30, 3)))
    assert len(found.pairs) == len(found.records()) == 3
    assert found.records()[0]["statistic"] is None
    assert list(found.pairs.columns)[:4] == ["row", "column", "n_items", "n_clusters"]


def test_an_item_without_a_group_is_refused(tmp_path):
    from dataclasses import replace

    comparison = grouped(outcomes(20, 2), np.arange(20) % 4)
    groups = dict(comparison.scores.task_groups) | {"7": ""}
    with pytest.raises(DataError, match="'7' has no group"):
        compare_items(compare(replace(comparison.scores, task_groups=groups), Analysis()))


@pytest.mark.parametrize("average", ["items", "benchmarks"])
def test_two_strata_have_the_test_of_welch(average):
    """The sum of two means, against the difference of one from the other turned round."""
    rng = np.random.default_rng(5)
    sizes = (12, 12) if average == "items" else (12, 31)
    x, y = rng.normal(0.3, 1, sizes[0]), rng.normal(0.1, 3, sizes[1])
    welch = stats.ttest_ind(x, -y, equal_var=False)
    found = reported(stratified_difference(np.concatenate([x, y]), np.repeat([0, 1], sizes), average=average))
    assert found[0] == pytest.approx((x.mean() + y.mean()) / 2)
    assert found[3:] == pytest.approx((welch.statistic, welch.df, welch.pvalue), rel=1e-10)
    ends = welch.confidence_interval()
    assert found[1:3] == pytest.approx((ends.low / 2, ends.high / 2), rel=1e-10)


def test_a_stratum_of_one_item_or_without_variation_has_no_test():
    assert np.isnan(reported(stratified_difference(np.array([1.0, 2.0, 3.0]), np.array([0, 0, 1])))[1:]).all()
    assert np.isnan(reported(stratified_difference(np.array([1.0, 1.0, 0.0, 0.0]), np.array([0, 0, 1, 1])))[5])


def test_outcomes_in_strata_by_enumeration_and_as_mantel_and_haenszel():
    """Under H0, each stratum's wins are binomial: p is the tail of their sum, over all outcomes of all strata."""
    values, strata = outcomes(30, 2, seed=3), np.repeat([0, 1, 2], 10)
    found = compare_items(grouped(values, strata), fixed_groups=True)
    gains = values[:, 0] - values[:, 1]
    discordant = [int((gains[strata == k] != 0).sum()) for k in range(3)]
    observed = abs(gains.sum())
    p = sum(
        Fraction(prod(comb(n, w) for n, w in zip(discordant, wins, strict=True)), 2 ** sum(discordant))
        for wins in product(*(range(n + 1) for n in discordant))
        if abs(2 * sum(wins) - sum(discordant)) >= observed
    )
    assert (found.test, found.groups, found.n_clusters[0]) == ("mcnemar", "fixed", 3)
    assert found.pvalue[0] == pytest.approx(float(p), rel=1e-12)
    tables = [np.array([[a, 1 - a], [b, 1 - b]]) for a, b in values]
    (b,), (c,) = found.wins, found.losses
    assert (b - c) ** 2 / (b + c) == pytest.approx(StratifiedTable(tables).test_null_odds().statistic, rel=1e-10)


def test_benchmarks_count_alike_where_that_is_asked_for():
    values, groups = outcomes(100, 2), np.repeat([0, 1, 2, 3], [70, 10, 10, 10])
    comparison = grouped(values, groups)
    first, second = comparison.order
    means = np.array([(values[groups == g, first] - values[groups == g, second]).mean() for g in range(4)])
    expected = stats.ttest_1samp(means, 0)
    found = compare_items(comparison, average="benchmarks")
    assert (found.difference[0], found.df[0]) == (pytest.approx(means.mean()), 3)
    assert found.pvalue[0] == pytest.approx(expected.pvalue, rel=1e-10)
    fixed = compare_items(comparison, average="benchmarks", fixed_groups=True)
    assert fixed.test == "stratified" and fixed.difference[0] == pytest.approx(means.mean())
    with pytest.raises(UsageError, match="needs groups"):
        compare_items(table(values), average="benchmarks")


@pytest.mark.parametrize("correction", ["bonferroni", "none"])
def test_intervals_agree_with_verdicts(correction):
    rng = np.random.default_rng(7)
    for k in range(20):
        values = rng.normal(size=(40, 4)) + rng.normal(size=(8, 4))[np.arange(40) % 8] + np.arange(4) / 2
        comparison = compare(grouped(values.round(4), np.arange(40) % 8).scores, correction=correction)
        found = compare_items(comparison, clusters=True, fixed_groups=bool(k % 2))
        outside = (found.low > 0) | (found.high < 0)
        assert outside.tolist() == (found.adjusted_pvalue <= 0.05).tolist()
        assert found.level == 1 - 0.05 / (6 if correction == "bonferroni" else 1)
        if correction == "bonferroni":
            expected = multipletests(found.pvalue, method="bonferroni")[1]
            assert found.adjusted_pvalue == pytest.approx(expected, rel=1e-12)


def test_mid_p_is_that_of_statsmodels_formula_and_only_for_counts():
    found = compare_items(table(outcomes(60, 2)), mid_p=True)
    b, c = int(found.wins[0]), int(found.losses[0])
    tail = 2 * stats.binom.cdf(min(b, c), b + c, 0.5) - stats.binom.pmf(min(b, c), b + c, 0.5)
    assert found.pvalue[0] == pytest.approx(tail, rel=1e-12) and found.mid_p
    with pytest.raises(UsageError, match="mid_p"):
        compare_items(table(np.random.default_rng(0).uniform(size=(9, 2))), mid_p=True)


# ------------------------------------------------------------------------------------- against a margin
@pytest.mark.parametrize(("b", "c", "n"), [(4, 6, 100), (0, 3, 40), (5, 0, 12), (0, 0, 30), (17, 29, 60)])
@pytest.mark.parametrize("margin", [0.01, 0.1, 0.3])
def test_the_score_test_by_numerical_likelihood(b, c, n, margin):
    """The restricted estimate by maximizing the likelihood of the four counts, the variance by its definition."""

    def negative(q):
        chances = np.array([q - margin, q, 1 - 2 * q + margin])
        counts = np.array([b, c, n - b - c])
        return -np.sum(counts[counts > 0] * np.log(chances[counts > 0]))

    ends = margin, (1 + margin) / 2
    q = optimize.minimize_scalar(negative, bounds=ends, method="bounded", options={"xatol": 1e-12}).x
    variance = n * ((q - margin) + q - margin**2)
    expected = stats.norm.sf((b - c + n * margin) / np.sqrt(variance))
    found = score_test(np.array([b]), np.array([c]), np.array([n]), margin)[0]
    assert found == pytest.approx(expected, abs=2e-5)


def test_without_a_margin_the_score_test_is_mcnemars_chi2():
    for b, c in [(9, 2), (30, 41), (5, 5)]:
        chi2 = mcnemar([[20, b], [c, 30]], exact=False, correction=False).statistic
        one_sided = stats.norm.sf(np.sign(b - c) * np.sqrt(chi2))
        assert score_test(np.array([b]), np.array([c]), np.array([99]), 0.0)[0] == pytest.approx(one_sided)


@pytest.mark.parametrize(("n", "most"), [(20, 0.07), (50, 0.058), (100, 0.058)])
@pytest.mark.parametrize("margin", [0.02, 0.05, 0.1, 0.2])
def test_the_level_of_the_score_test_by_enumeration(n, most, margin):
    """Over all outcomes, at the edge of the hypothesis, for many shares of items on which the two differ."""
    b, c = (grid.ravel() for grid in np.meshgrid(np.arange(n + 1), np.arange(n + 1)))
    b, c = b[b + c <= n], c[b + c <= n]
    rejected = score_test(b, c, np.full(len(b), n), margin) <= 0.05
    b, discordant = b[rejected], (b + c)[rejected]
    levels = [
        (stats.binom.pmf(discordant, n, share) * stats.binom.pmf(b, discordant, (share - margin) / 2 / share)).sum()
        for share in np.linspace(margin * 1.0001, 0.9, 25)
    ]
    assert 0.04 < max(levels) <= most


def test_graded_items_are_set_against_a_margin_by_t_tests():
    rng = np.random.default_rng(11)
    values = (rng.uniform(size=(40, 1)) + 0.1 * rng.normal(size=(40, 3)) - [0, 0.02, 0.09]).round(4)
    for lower in (False, True):
        scores = read((values, tuple("ABC"), tuple(map(str, range(40)))), higher_is_better=not lower)
        comparison = compare(scores, rope=0.07, correction="bonferroni")
        found = compare_items(comparison)
        for k, (i, j) in enumerate(zip(found.row.tolist(), found.column.tolist(), strict=True)):
            x, y = (scores.values[:, scores.comparates.index(comparison.names[end])] for end in (i, j))
            both, (_, above, _), (_, below, _) = ttost_paired(x, y, -0.07, 0.07)
            assert found.equivalence.pvalue[k] == pytest.approx(both, rel=1e-9)
            row, column = (below, above) if lower else (above, below)
            assert found.equivalence.row[k] == pytest.approx(row, rel=1e-9)
            assert found.equivalence.column[k] == pytest.approx(column, rel=1e-9)
        for record, verdict in zip(found.records(), found.verdicts(0.05, higher_is_better=not lower), strict=True):
            better = record["difference"] < 0 if lower else record["difference"] > 0
            expected = (
                ("better" if better else "worse")
                if record["adjusted_pvalue"] <= 0.05
                else "equivalent"
                if record["adjusted_equivalence_pvalue"] <= 0.05
                else "not worse"
                if record["adjusted_not_worse_pvalue"] <= 0.05
                else "open"
            )
            assert verdict == expected


def test_outcomes_are_set_against_a_margin_by_the_score_test_or_within_strata_by_t():
    values = outcomes(120, 2)
    alone = compare_items(compare(table(values).scores, rope=0.1))
    b, c = alone.wins, alone.losses
    assert alone.equivalence.row == pytest.approx(score_test(b, c, np.array([120]), 0.1))
    assert alone.equivalence.column == pytest.approx(score_test(c, b, np.array([120]), 0.1))
    comparison = compare(grouped(values, np.arange(120) % 3).scores, rope=0.1)
    found = compare_items(comparison, fixed_groups=True)
    first, second = comparison.order.tolist()
    mean, _, _, t, df, _ = reported(stratified_difference(values[:, first] - values[:, second], np.arange(120) % 3))
    assert found.test == "mcnemar"
    assert found.equivalence.row[0] == pytest.approx(stats.t.sf((mean + 0.1) * t / mean, df))
    assert compare_items(table(values)).equivalence is None


@pytest.mark.simulation
@pytest.mark.thorough
def test_the_level_of_non_inferiority_in_clusters():
    """At the edge of the hypothesis, equal clusters of normal effects; corrected over the family of one pair."""
    rejected = 0
    for run in range(400):
        rng = np.random.default_rng((12, run))
        effects = rng.normal(0, 0.05, 12)[np.arange(96) % 12]
        score = rng.normal(0.5, 0.1, 96)
        values = np.column_stack([score, score - 0.05 + effects + rng.normal(0, 0.05, 96)])
        comparison = compare(grouped(values, np.arange(96) % 12).scores, rope=0.05)
        found = compare_items(comparison)
        worse = found.equivalence.row if comparison.names == ("B", "A") else found.equivalence.column
        rejected += worse[0] <= 0.05
    assert abs(rejected / 400 - 0.05) <= 3 * np.sqrt(0.05 * 0.95 / 400)


def test_pairs_in_one_cluster_are_not_tested():
    values = outcomes(30, 3) + np.linspace(0, 0.01, 30)[:, None]
    values[10:, 2] = nan
    groups = np.repeat([0, 1, 2], 10)
    scores = read(
        (values, tuple("ABC"), tuple(map(str, range(30)))),
        missing="pairwise",
        task_groups={str(k): str(g) for k, g in enumerate(groups)},
    )
    found = compare_items(compare(scores, correction="bonferroni"), clusters=True)
    third = found.names.index("C")
    untested = (found.row == third) | (found.column == third)
    assert np.isnan(found.pvalue).tolist() == untested.tolist()
    assert found.level == 0.95  # one test is made


@pytest.mark.simulation
@pytest.mark.parametrize("sizes", [[20] * 8, [10] * 30, [5] * 8 + [60] * 4])
def test_the_error_under_clustering(sizes):
    """No more rejections than the level promises, where McNemar's and the t test reject several times as often."""
    rng = np.random.default_rng(6)
    clusters, runs = np.repeat(np.arange(len(sizes)), sizes), 800
    robust = naive = 0
    for _ in range(runs):
        latent = np.sqrt(0.4) * rng.normal(size=len(sizes))[clusters] + np.sqrt(0.6) * rng.normal(size=len(clusters))
        differences = np.where(latent > 1, 1.0, np.where(latent < -1, -1.0, 0.0))
        robust += reported(clustered_difference(differences, clusters))[-1] < 0.05
        naive += stats.binomtest(int((differences > 0).sum()), int((differences != 0).sum())).pvalue < 0.05
    assert robust / runs < 0.05 + 3 * np.sqrt(0.05 * 0.95 / runs)
    assert naive / runs > 0.15


@pytest.mark.parametrize(
    ("correction", "share"), [("holm", 3), ("bonferroni", 3), ("none", 1), ("benjamini-hochberg", 1)]
)
def test_intervals_are_simultaneous_where_the_correction_bounds_any_error(correction, share):
    for comparates, parts in ((3, share), (2, 1)):
        scores = table(outcomes(comparates=comparates)).scores
        found = compare_items(compare(scores, Analysis(correction=correction)))
        assert found.level == pytest.approx(1 - 0.05 / parts)
