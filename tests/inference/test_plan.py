"""Plans against enumeration, formulas and simulations of other people's."""

from itertools import product

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

import comparatex as cx
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.attainable import fewest_tasks, least_corrected
from comparatex.inference.corrections import adjust
from comparatex.inference.pilot import Normal, Pilot
from comparatex.inference.plan import _rejected, _Wanted, paired_runs, plan, smallest_effects
from comparatex.inference.runs import variance_split

CORRECTIONS = ["none", "bonferroni", "holm", "hochberg", "hommel", "rom", "benjamini-hochberg", "shaffer"]


def within(share, expected, runs, errors=4):
    """Whether a simulated share is as expected, up to so many Monte-Carlo errors."""
    return abs(share - expected) <= errors * np.sqrt(expected * (1 - expected) / runs) + 1e-9


def power(n, effect, analysis, draws=4000, sd=1.0):
    """Return our power of one pair with n tasks."""
    studies = Normal(1, sd, analysis).simulated(n, np.array([effect]), draws)
    return float((studies <= analysis.alpha).mean())


@pytest.fixture(scope="module")
def pilot():
    rng = np.random.default_rng(5)
    values = rng.normal(0, 1, (25, 1)) + rng.standard_t(5, (25, 4)) * [0.5, 1, 2, 1] + [0.3, 0, 0, 0.1]
    return cx.compare(cx.read((values.round(4), tuple("ABCD"))))


# --------------------------------------------------------------------------------------------- what n can show
@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
@pytest.mark.parametrize("n", [3, 6, 9])
def test_the_least_p_is_that_of_all_outcomes(test, n):
    """Of all signs of n differences, none has a smaller p-value, by SciPy."""
    size = np.arange(1.0, n + 1)
    least = min(
        stats.wilcoxon(size * signs, method="exact").pvalue
        if test == "wilcoxon"
        else stats.binomtest(int((np.array(signs) > 0).sum()), n).pvalue
        for signs in product((-1, 1), repeat=n)
    )
    found = plan(effect=1, sd=1, tasks=n, comparates=4, test=test, draws=100)
    assert found.least_pvalue == pytest.approx(least) == pytest.approx(2 / 2**n)
    assert found.least_adjusted_pvalue == pytest.approx(min(1.0, 6 * least))
    assert plan(effect=1, sd=1, tasks=12, comparates=5, draws=100).least_adjusted_pvalue == 20 / 2**12


def test_below_the_fewest_tasks_nothing_is_significant():
    for n_family, correction in product((1, 3, 28), CORRECTIONS):
        analysis = Analysis(correction=correction)
        k = {1: 2, 3: 3, 28: 8}[n_family]
        fewest = fewest_tasks(analysis, n_family, k)
        assert (
            least_corrected(analysis, fewest, k, n_family) <= 0.05 < least_corrected(analysis, fewest - 1, k, n_family)
        )
    found = plan(effect=5, sd=1, tasks=8, comparates=6, draws=100)
    assert found.fewest_tasks == 10
    assert (found.power == 0).all()
    assert np.isinf(found.smallest).all()
    assert (found.tasks >= 10).all()


# ------------------------------------------------------------------------------------------------------- power
@pytest.mark.parametrize(("n", "effect"), [(10, 1.0), (20, 0.5), (60, 0.4)])
@pytest.mark.parametrize("sides", ["two", "better"])
def test_power_of_the_t_test_is_that_of_statsmodels(n, effect, sides):
    analysis = Analysis(test="t", sides=sides)
    alternative = "two-sided" if sides == "two" else "larger"
    expected = TTestPower().power(effect, n, 0.05, alternative=alternative)
    assert within(power(n, effect, analysis), expected, 4000)


@pytest.mark.parametrize(("n", "effect"), [(8, 1.0), (25, 0.5), (80, 0.3)])
@pytest.mark.parametrize("test", ["wilcoxon", "sign"])
def test_power_is_that_of_scipy_on_other_draws(n, effect, test):
    rng = np.random.default_rng(11)
    draws = rng.normal(effect, 1, (600, n))
    if test == "wilcoxon":
        method = "exact" if n <= 50 else "asymptotic"
        pvalues = [stats.wilcoxon(row, method=method, correction=False).pvalue for row in draws]
    else:
        pvalues = [stats.binomtest(int((row > 0).sum()), n).pvalue for row in draws]
    expected = float(np.mean((np.array(pvalues) <= 0.05) & (np.median(draws, axis=1) > 0)))
    assert abs(power(n, effect, Analysis(test=test)) - expected) < 4 * np.sqrt(0.25 / 600 + 0.25 / 4000)


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "t"])
@pytest.mark.parametrize("correction", ["none", "holm", "hochberg", "hommel"])
def test_without_an_effect_significance_is_as_rare_as_the_level(test, correction, pilot):
    analysis = Analysis(test=test, correction=correction)
    others = np.arange(1, 4)
    source = Pilot.of(cx.compare(pilot.scores, analysis), np.zeros(3, dtype=int), others)
    for n in (12, 40):
        studies = source.simulated(n, np.zeros(3), 2000)
        assert ((studies <= 0.05).mean(axis=1) <= 0.05 + 3 * np.sqrt(0.05 / 2000)).all()


def test_noether_s_formula_is_close():
    """n = (z + z)²/(3 (p − 1/2)²), with p the probability that two differences have a positive sum."""
    effect = 0.4
    p = stats.norm.cdf(effect * np.sqrt(2))
    expected = (stats.norm.ppf(0.975) + stats.norm.ppf(0.8)) ** 2 / (3 * (p - 0.5) ** 2)
    found = plan(effect=effect, sd=1, tasks=30, comparates=2, draws=2000)
    assert found.needed[0] == pytest.approx(expected, rel=0.12)


def test_the_number_of_tasks_inverts_power():
    for test in ("wilcoxon", "t"):
        found = plan(effect=0.5, sd=1, tasks=30, comparates=2, test=test, draws=2000, target=0.9)
        assert power(int(found.needed[0]), 0.5, Analysis(test=test), 8000) == pytest.approx(0.9, abs=0.02)
        assert found.needed_low[0] <= found.needed[0] <= found.needed_high[0]
        assert power(30, float(found.smallest[0]), Analysis(test=test), 8000) == pytest.approx(0.9, abs=0.02)
    exact = TTestPower().solve_power(0.5, power=0.9, alpha=0.05)
    assert found.needed[0] == pytest.approx(exact, rel=0.08)


@pytest.mark.thorough
def test_the_interval_of_a_plan_from_numbers_holds_its_monte_carlo_error():
    """Pairs that share a subject are no independent studies."""
    found = [plan(effect=1, sd=1, tasks=30, comparates=8, draws=200, seed=seed) for seed in range(15)]
    true = plan(effect=1, sd=1, tasks=30, comparates=8, draws=8_000).needed[0]
    inside = [one.needed_low[0] <= true <= one.needed_high[0] for one in found]
    assert np.mean(inside) >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / 15)


@pytest.mark.thorough
def test_a_pilot_with_many_tasks_tells_what_its_numbers_would():
    rng = np.random.default_rng(3)
    values = rng.normal(0, 1 / np.sqrt(2), (900, 3))
    comparison = cx.compare(cx.read((values, tuple("ABC"))))
    found, expected = (
        plan(comparison, effect=0.4),
        plan(effect=0.4, sd=1, tasks=900, comparates=3, draws=2000),
    )
    assert found.needed == pytest.approx(expected.needed, rel=0.15)
    assert found.smallest == pytest.approx(expected.smallest, rel=0.15)
    assert (found.needed_low <= expected.needed).all()
    assert (found.needed_high >= expected.needed).all()


def test_outcomes_have_the_power_of_mcnemar_s_test():
    rng = np.random.default_rng(4)
    values = (rng.random((400, 2)) < 0.5).astype(float)
    comparison = cx.compare(cx.read((values, ("A", "B"))), test="sign")
    decisive = float((values[:, 0] != values[:, 1]).mean())
    found = plan(comparison, effect=0.15, draws=2000)
    differ = rng.binomial(400, decisive, 1000)
    won = rng.binomial(differ, (1 + 0.15 / decisive) / 2)
    pvalues = np.array([stats.binomtest(int(w), int(n)).pvalue for w, n in zip(won, differ, strict=True)])
    assert found.power[0] == pytest.approx((pvalues <= 0.05).mean(), abs=0.05)


def test_what_the_pilot_shows_does_not_matter(pilot):
    """Centred differences are the same wherever they were; only their spread counts."""
    moved = cx.compare(cx.read((pilot.scores.values + np.array([5.0, 0, 0, 0]), tuple("ABCD"))))
    first, second = plan(pilot, effect=0.5, subject="A"), plan(moved, effect=0.5)
    assert first.names[0] == second.names[0] == "A"
    by_name = dict(zip(second.names[1:], second.needed.tolist(), strict=True))
    for name, needed in zip(first.names[1:], first.needed.tolist(), strict=True):
        assert by_name[name] == pytest.approx(needed, rel=0.1)


@pytest.mark.parametrize("correction", CORRECTIONS)
def test_together_no_pair_is_less_significant_than_alone(correction):
    """And both are as the correction has it, study by study, with p = 1 for the other pairs."""
    analysis, rng = Analysis(correction=correction), np.random.default_rng(6)
    pvalues = np.concatenate([rng.random((3, 40)) ** 4, np.array([[0.05 / 6], [0.05], [0.05 / 3]])], axis=1)
    together = _rejected(pvalues, analysis, 6)
    threshold = _Wanted.of(analysis, 0.8, 6, 100).threshold
    assert (together >= (pvalues <= threshold)).all()
    for study, rejected in zip(pvalues.T, together.T, strict=True):
        family = np.concatenate([study, np.ones(3)])
        assert (rejected == (adjust(family, correction)[:3] <= 0.05)).all()
        alone = np.array([adjust(np.array([p, *np.ones(5)]), correction)[0] <= 0.05 for p in study])
        assert (alone == (study <= threshold)).all()


def test_the_same_seed_gives_the_same_plan(pilot):
    first, second = plan(pilot, effect=0.5), plan(pilot, effect=0.5)
    assert first.record() == second.record()
    other = plan(cx.compare(pilot.scores, seed=1), effect=0.5)
    assert other.record()["seed"] == 1
    assert other.record()["curve"] != first.record()["curve"]


def test_a_pair_alone_may_need_more_tasks_than_all_pairs_together():
    """By Hochberg's correction, six p-values of 1/2^9 are significant at once, and one of them alone is not."""
    values = np.random.default_rng(8).normal(size=(9, 4)).round(3)
    comparison = cx.compare(cx.read((values, tuple("ABCD"))), alpha=0.01, sides="better", correction="hochberg")
    assert comparison.unattainable() is None
    assert np.isinf(smallest_effects(comparison, np.arange(6))).all()


def test_smallest_effects_are_those_of_the_plan(pilot):
    found = plan(pilot, effect=0.5, draws=2000)
    places = np.flatnonzero(pilot.pair_statistics.row == 0)
    assert smallest_effects(pilot, places, draws=2000) == pytest.approx(found.smallest)


# ------------------------------------------------------------------------------------------------------ errors
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sd": 1, "tasks": 9}, "State the smallest difference that would matter"),
        ({"effect": 0, "sd": 1, "tasks": 9}, "The `effect` must be a positive number"),
        ({"effect": 1, "tasks": 9}, "State how differences scatter"),
        ({"effect": 1, "sd": 0, "tasks": 9}, "The `sd` must be a positive number"),
        ({"effect": 1, "sd": 1, "tasks": 1}, "two `tasks`"),
        ({"effect": 1, "sd": 1, "tasks": 9, "comparates": 1}, "two `comparates`"),
        ({"effect": 1, "sd": 1, "tasks": 9, "target": 1}, "a power between 0 and 1"),
        ({"effect": 1, "sd": 1, "tasks": 9, "test": "nemenyi"}, "not for the test 'nemenyi'"),
        ({"effect": 1, "sd": 1, "tasks": 9, "test": "datta-satten"}, "another test than 'datta-satten'"),
        ({"effect": 1, "sd": 1, "tasks": 9, "runs": 3}, "How runs vary is known only from a pilot"),
        ({"effect": 1, "sd": 1, "tasks": 9, "runs": 0}, "`runs` must be a positive number, not 0"),
        ({"effect": 1, "sd": 1, "tasks": 9, "alfa": 1}, "did you mean `alpha`"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_a_sentence(given, message):
    with pytest.raises(UsageError, match=message):
        plan(**given)


def test_a_pilot_of_one_task_is_refused():
    scores = {"A": {"a": 1, "b": 2, "c": 3, "d": 4}, "B": {"a": 2, "b": 1, "e": 5, "f": 6}}
    table = cx.read({**scores, "C": {"c": 2, "d": 1, "e": 5, "f": 7}}, missing="pairwise")
    with pytest.raises(DataError, match="at least two tasks on which every method has a score"):
        plan(table, effect=1)


def with_ties(n=30, share=0.5, seed=0):
    """Return a pilot of two comparates that tie on a share of the tasks, and their differences."""
    rng = np.random.default_rng(seed)
    values = rng.normal(0.5, 0.03, (n, 2)).round(3)
    values[: int(share * n), 1] = values[: int(share * n), 0]
    return cx.compare(cx.read((values, ("A", "B")))), values[:, 0] - values[:, 1]


def by_hand(d, n, effect, studies=600):
    """Return the power of SciPy's signed-rank test on n tasks of which the ties stay ties."""
    decided = d[d != 0]
    centre = np.median([(x + y) / 2 for i, x in enumerate(decided) for y in decided[i:]])
    shifted = (decided - centre) * np.sqrt(len(decided) / (len(decided) - 1)) + effect * len(d) / len(decided)
    moved = np.concatenate([shifted, np.zeros(len(d) - len(decided))])
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(studies):
        drawn = rng.choice(moved, n)
        if drawn.any():
            p = stats.wilcoxon(drawn, zero_method="pratt", method="approx", correction=False).pvalue
            found += p <= 0.05 and drawn.sum() > 0
    return found / studies


@pytest.mark.parametrize("share", [0.5, 0.8])
def test_ties_of_a_pilot_stay_ties(share):
    """Against SciPy's own test of differences of which half, or more, are ties: within four standard errors."""
    pilot, d = with_ties(60, share)
    found = plan(pilot, effect=0.008, subject="A", draws=600)
    assert found.tied == pytest.approx(share, abs=0.02)
    for n in (60, 120):
        power = found.power[0] if n == 60 else np.interp(n, found.tasks, found.alone)
        assert abs(power - by_hand(d, n, 0.008)) < 0.08


def test_a_tiny_effect_wins_nothing_however_many_tie():
    """A difference of a tenth of the last decimal: ties that became wins would show it with certainty."""
    for test in ("wilcoxon", "sign", "t"):
        pilot, _ = with_ties(40, 0.75)
        found = plan(cx.compare(pilot.scores, test=test), effect=0.0001, subject="A")
        assert found.power[0] < 0.1
        assert found.needed[0] > 1000


def test_the_smallest_effect_has_the_power_that_is_asked_for():
    for share, target in [(0, 0.8), (0.5, 0.8), (0.5, 0.9), (0.75, 0.6)]:
        pilot, _ = with_ties(40, share, seed=3)
        (smallest,) = plan(pilot, effect=0.01, target=target).smallest
        power = plan(pilot, effect=float(smallest), target=target).power[0]
        assert target <= power < target + 0.06


def test_comparates_that_always_tie_show_no_effect():
    values = np.random.default_rng(0).normal(size=(12, 2)).round(2)
    pilot = cx.compare(cx.read((np.column_stack([values, values[:, 0]]), tuple("ABC"))))
    found = plan(pilot, effect=0.5, subject="A")
    same = found.names[1:].index("C")
    assert (found.power[same], found.needed[same], found.smallest[same]) == (0, np.inf, np.inf)


# ---------------------------------------------------------------------------------------------------- clusters
def in_clusters(sizes, seed=0, tied=0.5):
    """Return a pilot of two comparates on clusters that share an effect, half of its differences ties, and these."""
    rng = np.random.default_rng(seed)
    of = np.repeat(np.arange(len(sizes)), sizes)
    d = (0.02 * (rng.normal(size=len(sizes))[of] + rng.normal(size=len(of)))).round(4)
    d[rng.random(len(of)) < tied] = 0
    values = np.column_stack([0.5 + d, np.full(len(of), 0.5)])
    table = cx.read((values, ("A", "B")), cluster={str(k): str(c) for k, c in enumerate(of, 1)})
    return table, (values[:, 0] - values[:, 1]).round(4), of


def signs_of(k):
    return np.array(list(product((-1.0, 1.0), repeat=k)))


def by_hand_of_clusters(d, of, n, effect, studies, signs):
    """Return the power of signed ranks by clusters, all signs of n clusters that are drawn whole being counted."""
    decided = d != 0
    centre = np.median([(x + y) / 2 for i, x in enumerate(d[decided]) for y in d[decided][i:]])
    k = len(np.unique(of[decided]))
    moved = np.where(decided, (d - centre) * np.sqrt(k / (k - 1)) + effect / decided.mean(), 0.0)
    clusters, rng, found = [moved[of == c] for c in range(of.max() + 1)], np.random.default_rng(7), 0
    for _ in range(studies):
        drawn = [clusters[c] for c in rng.integers(len(clusters), size=n)]
        whole = np.concatenate(drawn)
        ranks = np.split(np.sign(whole) * stats.rankdata(np.abs(whole)), np.cumsum([len(c) for c in drawn])[:-1])
        sums = np.array([c.sum() for c in ranks])
        found += 2 * (signs @ np.abs(sums) >= sums.sum() - 1e-9).mean() <= 0.05
    return found / studies


def test_clusters_are_drawn_whole_and_tested_by_all_their_signs():
    """Against enumeration, half of the differences ties: within four Monte-Carlo errors of 300 and 1,000 studies."""
    table, d, of = in_clusters(1 + np.arange(12) % 4)
    found = plan(cx.compare(table), effect=0.008, subject="A", draws=1000)
    assert (found.n_tasks, found.n_clusters, found.n_units) == (len(d), 12, 12)
    expected = by_hand_of_clusters(d, of, 12, 0.008, 300, signs_of(12))
    error = np.sqrt(expected * (1 - expected) * (1 / 300 + 1 / 1000))
    assert abs(found.power[0] - expected) <= 4 * error
    alone = plan(cx.compare(cx.read((table.values, ("A", "B")))), effect=0.008, subject="A")
    assert alone.power[0] > found.power[0] + 0.1  # as if tasks were independent


@pytest.mark.parametrize("test", ["clustered-signed-rank", "datta-satten", "cluster-sign-flip"])
def test_a_plan_by_clusters_agrees_with_itself(test):
    table, _, _ = in_clusters(1 + np.arange(14) % 3, seed=2, tied=0.3)
    comparison = cx.compare(table, test=test)
    found = plan(comparison, effect=0.01, subject="A", draws=400)
    source = Pilot.of(comparison, np.array([comparison.names.index("A")]), np.array([comparison.names.index("B")]))
    for n, effect in ((14, float(found.smallest[0])), (int(found.needed[0]), 0.01)):
        power = (source.simulated(n, np.array([effect]), 400) <= 0.05).mean()
        assert within(power, 0.8, 400), (n, effect)


def test_clusters_of_one_task_each_are_tasks():
    rng = np.random.default_rng(3)
    values = rng.normal(size=(15, 2)).round(3)
    alone = {str(k): f"c{k}" for k in range(1, 16)}
    by_tasks = plan(cx.compare(cx.read((values, ("A", "B")))), effect=0.7, subject="A")
    by_clusters = plan(cx.compare(cx.read((values, ("A", "B")), cluster=alone)), effect=0.7, subject="A")
    assert by_clusters.power[0] == pytest.approx(by_tasks.power[0], abs=0.04)  # ties of equal draws are averaged
    assert by_clusters.needed[0] == pytest.approx(by_tasks.needed[0], rel=0.15)


# -------------------------------------------------------------------------------------------------------- runs
def with_runs(n_tasks, n_runs, seed=0, interaction=1.0, runs=4.0):
    rng = np.random.default_rng(seed)
    shape = (n_tasks, 2, n_runs)
    cube = rng.normal(size=(n_tasks, 1, 1)) + np.sqrt(interaction) * rng.normal(size=(n_tasks, 2, 1))
    cube = cube + np.sqrt(runs) * rng.normal(size=shape)
    return [
        {"task": f"t{t}", "method": "AB"[c], "seed": r, "score": round(float(x), 3)}
        for (t, c, r), x in np.ndenumerate(cube)
    ]


def test_runs_change_the_width_as_the_split_of_variance_has_it():
    """By statsmodels' power of t at the standard error of the split, which is that of many tasks."""
    comparison = cx.compare(cx.read(with_runs(150, 3)), test="t")
    split = variance_split(comparison.scores.repeats, n_samples=1)
    for runs in (1, 3, 12):
        found = plan(comparison, effect=0.5, subject="A", runs=runs, draws=1000)
        effect = 0.5 / split.standard_error(1, runs, of_difference=True)
        assert within(found.power[0], TTestPower().power(effect, 150, 0.05), 1000, errors=5)
        assert found.runs == runs
    by_runs = dict(found.by_runs)
    for runs in (1, 20):
        expected = TTestPower().solve_power(
            0.5 / split.standard_error(1, runs, of_difference=True), power=0.8, alpha=0.05
        )
        assert by_runs[runs] == pytest.approx(expected, rel=0.15)
    assert plan(comparison, effect=0.5, subject="A").runs == 3


def test_a_pilot_without_runs_says_nothing_of_runs(pilot):
    found = plan(pilot, effect=0.5)
    assert (found.runs, found.by_runs) == (0, ())
    with pytest.raises(DataError, match="no repeats, so that it does not tell how `runs` vary"):
        plan(pilot, effect=0.5, runs=3)
    folds = cx.compare(cx.read(with_runs(12, 3), repeats_are="folds"))
    assert plan(folds, effect=0.5).by_runs == ()
    with pytest.raises(DataError, match=r"repeats that share data \(folds\), so that"):
        plan(folds, effect=0.5, runs=3)


def test_paired_runs_are_those_of_bouthillier():
    """N = 29 for a probability of improvement of 0.75; Mann–Whitney's test has the power that is said."""
    assert paired_runs() == 29
    shift = np.sqrt(2) * stats.norm.ppf(0.75)
    for power in (0.8, 0.95):
        n = paired_runs(power=power)
        rng = np.random.default_rng(1)
        p = stats.mannwhitneyu(
            rng.normal(shift, 1, (1500, n)), rng.normal(size=(1500, n)), axis=1, alternative="greater"
        ).pvalue
        assert power - 0.02 < (p <= 0.05).mean() < power + 0.06
    with pytest.raises(UsageError, match=r"between 0\.5 and 1"):
        paired_runs(0.4)


# ------------------------------------------------------------------------------------------------- equivalence
def test_power_of_equivalence_is_that_of_two_one_sided_tests():
    """Of t on other draws, by SciPy: within four Monte-Carlo errors."""
    found = plan(effect=0.5, sd=1, tasks=40, comparates=2, rope=0.5, test="t", draws=2000)
    draws = np.random.default_rng(2).normal(size=(4000, 40))
    above = stats.ttest_1samp(draws, -0.5, axis=1, alternative="greater").pvalue
    below = stats.ttest_1samp(draws, 0.5, axis=1, alternative="less").pvalue
    expected = (np.maximum(above, below) <= 0.05).mean()
    assert abs(found.equivalence.power[0] - expected) <= 4 * np.sqrt(expected * (1 - expected) * (1 / 2000 + 1 / 4000))
    z = stats.norm.ppf(0.95) + stats.norm.ppf(0.9)
    assert found.equivalence.needed[0] == pytest.approx((z / 0.5) ** 2, rel=0.1)  # n = ((z + z)σ/δ)²
    assert found.equivalence.smallest[0] == pytest.approx(z / np.sqrt(40), rel=0.06)


def test_equivalence_keeps_ties_and_agrees_with_itself():
    """Half of the differences are ties: SciPy's signed-rank tests of shifted draws, within four errors."""
    pilot, d = with_ties(40, 0.5, seed=3)
    comparison = cx.compare(pilot.scores, rope=0.012)
    found = plan(comparison, subject="A", draws=300)
    assert found.effect == found.margin == 0.012
    decided = d[d != 0].round(6)
    centre = np.median([(x + y) / 2 for i, x in enumerate(decided) for y in decided[i:]])
    centred = np.concatenate([(decided - centre) * np.sqrt(20 / 19), np.zeros(20)])
    drawn = np.random.default_rng(5).choice(centred, (500, 40))
    pvalues = [
        stats.wilcoxon(side, axis=1, alternative="greater", method="asymptotic", correction=False).pvalue
        for side in (drawn + 0.012, 0.012 - drawn)
    ]
    expected = (np.maximum(*pvalues) <= 0.05).mean()
    assert abs(found.equivalence.power[0] - expected) <= 4 * np.sqrt(0.25 * (1 / 500 + 1 / 300))
    source = Pilot.of(comparison, np.array([0]), np.array([1]))
    drawn = source.simulated(40, found.equivalence.smallest, 300, equivalence=True)
    assert 0.8 <= (drawn <= 0.05).mean() < 0.87
