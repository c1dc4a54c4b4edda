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
from comparatex.inference.plan import _Normal, _Pilot, _rejected, _Wanted, plan, smallest_effects

CORRECTIONS = ["none", "bonferroni", "holm", "hochberg", "hommel", "rom", "benjamini-hochberg", "shaffer"]


def within(share, expected, runs, errors=4):
    """Whether a simulated share is as expected, up to so many Monte-Carlo errors."""
    return abs(share - expected) <= errors * np.sqrt(expected * (1 - expected) / runs) + 1e-9


def power(n, effect, analysis, draws=4000, sd=1.0):
    """Return our power of one pair with n tasks."""
    studies = _Normal(1, sd, analysis).simulated(n, np.array([effect]), draws)
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
    source = _Pilot.of(cx.compare(pilot.scores, analysis), np.zeros(3, dtype=int), others)
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
    comparison = cx.compare(cx.read((values, tuple("ABCD"))), alpha=0.01, sides="row", correction="hochberg")
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
        ({"effect": 1, "sd": 1, "tasks": 9, "test": "nemenyi"}, "not of the test 'nemenyi'"),
        ({"effect": 1, "sd": 1, "tasks": 9, "alfa": 1}, "did you mean `alpha`"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_a_sentence(given, message):
    with pytest.raises(UsageError, match=message):
        plan(**given)


def test_a_pilot_of_one_task_is_refused():
    scores = {"A": {"a": 1, "b": 2, "c": 3, "d": 4}, "B": {"a": 2, "b": 1, "e": 5, "f": 6}}
    table = cx.read({**scores, "C": {"c": 2, "d": 1, "e": 5, "f": 7}}, missing="pairwise")
    with pytest.raises(DataError, match="at least two tasks on which every comparate has a score"):
        plan(table, effect=1)
