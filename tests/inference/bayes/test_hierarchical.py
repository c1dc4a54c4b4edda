import numpy as np
import pytest
from scipy import stats

from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.bayes.repeated import RATE, SHAPE, Chains, Tasks, hierarchical, sweep
from comparatex.inference.compare import compare


def from_prior(rng, n_chains, n_tasks):
    shape, rate = rng.uniform(*SHAPE, n_chains), rng.uniform(*RATE, n_chains)
    freedom = 1 + rng.gamma(shape, 1 / rate)
    centre, spread = rng.uniform(-1, 1, n_chains), rng.uniform(0, 1, n_chains)
    means = centre[:, None] + spread[:, None] * rng.standard_t(freedom[:, None], (n_chains, n_tasks))
    return Chains(means, rng.uniform(0, 1, means.shape), centre, spread, freedom, shape, rate)


def test_the_sampler_leaves_the_joint_distribution_alone():
    """Geweke (2004): parameters from the prior, then data | parameters and a sweep, 15 times over.

    Every parameter must still have its prior distribution: Kolmogorov–Smirnov test of 6,000 chains, p > 1e-4.
    """
    rng, n_chains, n_tasks, n, rho = np.random.default_rng(7), 6000, 4, 6, 0.2
    factor, count = np.full(n_tasks, (1 + (n - 1) * rho) / n), np.full(n_tasks, float(n))
    chains = from_prior(rng, n_chains, n_tasks)
    for _ in range(15):
        mean = chains.means + chains.noise * np.sqrt(factor) * rng.standard_normal(chains.means.shape)
        squares = chains.noise**2 * rng.chisquare(n - 1, chains.means.shape)
        sweep(chains, Tasks(mean, squares, count, factor, 1.0, 1.0, 1.0), rng)
    fresh = from_prior(rng, n_chains, n_tasks)
    for name in ("centre", "spread", "freedom", "shape", "rate"):
        assert stats.ks_2samp(getattr(chains, name), getattr(fresh, name)).pvalue > 1e-4, name
    for name in ("means", "noise"):
        assert stats.ks_2samp(getattr(chains, name)[:, 0], getattr(fresh, name)[:, 0]).pvalue > 1e-4, name


def study(centre, spread, n_tasks=30, n_repeats=20, seed=0):
    rng = np.random.default_rng(seed)
    means = rng.normal(centre, spread, n_tasks)
    shared = rng.normal(0, 0.02 * np.sqrt(0.1), n_tasks)
    return (means + shared)[:, None] + rng.normal(0, 0.02 * np.sqrt(0.9), (n_tasks, n_repeats))


@pytest.mark.parametrize(("centre", "winner"), [(0.05, "p_left"), (-0.05, "p_right"), (0.0, "p_rope")])
def test_finds_what_is_there(centre, winner):
    found = hierarchical(study(centre, 0.005), 0.01, 0.1, n_samples=5000)
    assert getattr(found, winner) > 0.95
    assert found.p_left + found.p_rope + found.p_right == pytest.approx(1)
    assert found.samples.shape == (5000, 3)
    np.testing.assert_allclose(found.samples.sum(axis=1), 1, atol=1e-12)


@pytest.mark.thorough
def test_many_precise_tasks_give_the_distribution_of_their_means():
    """200 tasks, hardly any noise: the probability of a new task above the rope is that of N(0.01, 0.02)."""
    found = hierarchical(study(0.01, 0.02, 200, 50, seed=2), 0.01, 0.0, n_samples=10_000)
    assert found.samples[:, 0].mean() == pytest.approx(stats.norm.sf(0.01, 0.01, 0.02), abs=0.06)


@pytest.mark.thorough
def test_draws_from_different_seeds_agree():
    """Five standard errors of 250 chains' means; a chain's draws are dependent."""
    z = study(0.012, 0.02)
    runs = [hierarchical(z, 0.01, 0.1, n_samples=20_000, seed=seed) for seed in range(2)]
    chains = np.array([run.samples.reshape(-1, 250, 3).mean(axis=0) for run in runs])
    error = np.sqrt(chains.var(axis=1).sum(axis=0) / 250)
    assert (np.abs(np.diff(chains.mean(axis=1), axis=0)[0]) < 5 * error).all()
    again = hierarchical(z, 0.01, 0.1, n_samples=20_000, seed=1)
    assert (again.samples == runs[1].samples).all()


def test_equal_repeats_on_some_tasks_and_missing_ones():
    z = study(0.05, 0.005)
    z[0], z[1, 3:], z[2, 1:] = 0.05, np.nan, np.nan
    assert hierarchical(z, 0.01, 0.1, n_samples=2000).p_left > 0.95


def test_what_cannot_be_is_refused():
    with pytest.raises(DataError, match="two tasks"):
        hierarchical(np.ones((1, 5)), 0.01, 0.1)
    with pytest.raises(DataError, match="same amount on every task"):
        hierarchical(np.ones((3, 5)), 0.01, 0.1)
    with pytest.raises(UsageError, match="correlation"):
        hierarchical(study(0, 1), 0.01, -0.1)


@pytest.mark.parametrize("constant", [True, False])
def test_a_note_tells_of_the_least_deviation(constant, make):
    """Where the repeats of a pair differ by the same on a task, their deviation is taken to be 0.01 of the average."""
    repeats = 0.8 + np.stack((study(0.02, 0.02, 6, 5), study(0.0, 0.02, 6, 5, seed=3)), axis=1)
    if constant:
        repeats[2, 0] = repeats[2, 1] + 0.05
    scores = make(repeats.mean(axis=2), repeats=repeats)
    settings = Analysis(bayes=True, bayes_test="hierarchical", test_share=0.2)
    assert any("hardly vary" in note for note in compare(scores, settings).notes) == constant
    assert not any("hardly vary" in note for note in compare(scores).notes)


def test_tasks_whose_repeats_do_not_vary_are_noise_within_the_rope_as_in_baycomp():
    """Half of the tasks differ by 0.05 in every repeat: by ours they count as better, by baycomp's as equal."""
    differences = study(0.05, 0.002, 20, 10)
    differences[::2] = 0.05
    ours = hierarchical(differences, 0.01, 0.1, n_samples=3000)
    theirs = hierarchical(differences, 0.01, 0.1, n_samples=3000, constant="baycomp")
    assert ours.samples[:, 0].mean() > 0.95
    assert 0.3 < theirs.samples[:, 0].mean() < 0.8
    varied = study(0.05, 0.002, 20, 10)
    plain, same = (hierarchical(varied, 0.01, 0.1, n_samples=500, constant=c) for c in ("floor", "baycomp"))
    assert plain.samples.tolist() == same.samples.tolist()
