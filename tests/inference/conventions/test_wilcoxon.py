"""The signed-rank tests of other tools, against SciPy as installed and against numbers of SciPy 1.11.4."""

import warnings
from inspect import signature
from itertools import product
from types import SimpleNamespace
from unittest import mock

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.stats import wilcoxon

from comparatex.inference.convention_verdicts import tails

differences = st.lists(st.integers(-5, 7).map(lambda k: k / 4), min_size=1, max_size=60).filter(any)


def theirs(d, **settings):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return wilcoxon(d, **settings).pvalue


def all_signs(data, statistic, *, alternative, **_):
    """Return what SciPy's permutation test does for one sample, in one step: it takes seconds for 13 numbers."""
    (d,) = data
    along = {"axis": -1} if "axis" in signature(statistic).parameters else {}  # SciPy 1.18 asks for it
    drawn = statistic(np.array(list(product((1.0, -1.0), repeat=len(d)))) * d, **along)
    observed = statistic(d, **along)
    shares = {"less": np.mean(drawn <= observed), "greater": np.mean(drawn >= observed)}
    two = np.minimum(1.0, 2 * min(shares.values()))
    return SimpleNamespace(pvalue=shares.get(alternative, two))


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("zeros", ["pratt", "wilcox", "zsplit"])
def test_scipy_looks_at_all_signs(alternative, zeros):
    """With the step above instead of its own permutation test, which it asks up to 13 numbers with ties."""
    d, kind = np.array([0.25, -0.25, 0.5, 0, 1.5, 1.25]), {"zero_method": zeros, "alternative": alternative}
    itself = theirs(d, **kind)
    with mock.patch("scipy.stats.permutation_test", side_effect=all_signs) as asked:
        assert theirs(d, **kind) == pytest.approx(itself, rel=1e-12)
        theirs(np.arange(1.0, 14) // 2, **kind)
        assert asked.call_count == 2
        theirs(np.arange(1.0, 15) // 2, **kind)
        assert asked.call_count == 2


@pytest.mark.parametrize(("method", "ours"), [("auto", "scipy-1.17"), ("exact", "exact-1.17")])
@pytest.mark.parametrize("zeros", ["pratt", "wilcox", "zsplit"])
@given(d=differences)
@example(d=[0.25, -0.25, 0.5, 0, 1.5, 1.25, 0, 0, -1, 1, 0.75, 0.5, 1.5])
@example(d=[0.25, -0.25, 0.5, 0, 1.5, 1.25, 0, 0, -1, 1, 0.75, 0.5, 1.5, 1.5])
def test_agrees_with_new_scipy(method, ours, zeros, d):
    """To 1e-9 of the value, with any SciPy that `pyproject.toml` allows: it does so since 1.15."""
    d = np.array(d)
    found = tails(d, zeros, ours)
    with mock.patch("scipy.stats.permutation_test", all_signs):
        for alternative, p in (("two-sided", found.two), ("greater", found.first), ("less", found.second)):
            expected = theirs(d, zero_method=zeros, method=method, alternative=alternative)
            assert p == pytest.approx(expected, rel=1e-9, abs=1e-14)


SCIPY_1_11 = [
    [
        0.673166619273,
        0.336583309636,
        0.679119142153,
        0.339559571076,
        0.673166619273,
        0.336583309636,
        0.679119142153,
        0.339559571076,
        0.673166619273,
        0.336583309636,
        0.679119142153,
        0.339559571076,
    ],
    [
        0.248338028789,
        0.124169014394,
        0.248338028789,
        0.124169014394,
        0.248338028789,
        0.124169014394,
        0.248338028789,
        0.124169014394,
        0.248338028789,
        0.124169014394,
        0.248338028789,
        0.124169014394,
    ],
    [
        0.955149977919,
        0.477574988959,
        0.959244112149,
        0.479622056074,
        0.955149977919,
        0.477574988959,
        0.959244112149,
        0.479622056074,
        0.955149977919,
        0.477574988959,
        0.959244112149,
        0.479622056074,
    ],
    [
        0.752766138155,
        0.376383069077,
        0.752766138155,
        0.376383069077,
        0.711427814373,
        0.355713907187,
        0.711427814373,
        0.355713907187,
        0.752900553533,
        0.376450276767,
        0.752900553533,
        0.376450276767,
    ],
    [
        0.568300162311,
        0.719638810795,
        0.568300162311,
        0.719638810795,
        0.568300162311,
        0.719638810795,
        0.568300162311,
        0.719638810795,
        0.568300162311,
        0.719638810795,
        0.568300162311,
        0.719638810795,
    ],
    [
        0.585587737354,
        0.292793868677,
        0.585587737354,
        0.292793868677,
        0.585587737354,
        0.292793868677,
        0.585587737354,
        0.292793868677,
        0.585587737354,
        0.292793868677,
        0.585587737354,
        0.292793868677,
    ],
    [
        0.983833581209,
        0.491916790605,
        0.983833581209,
        0.491916790605,
        0.983833581209,
        0.491916790605,
        0.983833581209,
        0.491916790605,
        0.983833581209,
        0.491916790605,
        0.983833581209,
        0.491916790605,
    ],
    [
        0.0134582382324,
        0.00672911911619,
        0.0134582382324,
        0.00672911911619,
        0.011431292056,
        0.005715646028,
        0.011431292056,
        0.005715646028,
        0.0135413911598,
        0.0067706955799,
        0.0135413911598,
        0.0067706955799,
    ],
]


@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_old_scipy(seed):
    """pratt, wilcox, zsplit; within each auto and exact; within each two-sided and greater."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(6, 60))
    d = rng.integers(-4, 6, n) / 4 if seed % 2 else rng.permutation(np.arange(1, n + 1)) * rng.choice([-1.0, 1.0], n)
    if seed in (1, 5):
        d = d[d != 0]
    found = []
    for zeros in ("pratt", "wilcox", "zsplit"):
        for kind in ("scipy-1.11", "exact-1.11"):
            tail = tails(d, zeros, kind)
            found += [tail.two, tail.first]
    np.testing.assert_allclose(found, SCIPY_1_11[seed], rtol=1e-10, atol=1e-14)


def test_zeros_deceive_the_forced_exact_test():
    """15 zeros, 3 wins, 2 losses: 0.766 with SciPy 1.11, 0.044 with 1.17."""
    d = np.array([0.0] * 15 + [1, 2, 3, -4, -5])
    d[15:] = [5, 3, 4, -1, -2]
    new, old = tails(d, "pratt", "exact-1.17").two, tails(d, "pratt", "exact-1.11").two
    assert new < 0.1 < 0.2 < old


@given(differences)
def test_our_exact_test_is_the_permutation_test(d):
    """Up to 10 differences, by all signs."""
    d = np.array(d[:10])
    if not d.any():
        return
    size = np.abs(d)
    ranks = np.array([(np.sum(size < x) + (np.sum(size <= x) + 1)) / 2 for x in size])
    ranks[d == 0] = 0
    signs = np.array(np.meshgrid(*[[0, 1]] * len(d))).reshape(len(d), -1).T
    sums = signs @ ranks
    plus = ranks[d > 0].sum()
    found = tails(d, "pratt", "exact")
    assert found.first == pytest.approx(np.mean(sums >= plus), abs=1e-12)
    assert found.second == pytest.approx(np.mean(sums <= plus), abs=1e-12)


@given(differences)
def test_julia_drops_zeros_and_corrects_for_continuity(d):
    """Normal part against SciPy with continuity correction, two-sided."""
    d = np.array(d)
    kept = d[d != 0]
    tied = len(np.unique(np.abs(kept))) < len(kept)
    if len(kept) > 15 and tied:
        expected = theirs(kept, method="asymptotic", correction=True)
        assert tails(d, "wilcox", "julia").two == pytest.approx(expected, rel=1e-10)


@given(differences)
def test_plain_normal_is_the_textbook_formula(d):
    """z = (min(R⁺, R⁻) − n(n + 1)/4)/√(n(n + 1)(2n + 1)/24), zeros split."""
    from scipy.stats import norm, rankdata

    d = np.array(d)
    ranks, n = rankdata(np.abs(d)), len(d)
    halves = ranks[d == 0].sum() / 2
    smaller = min(ranks[d > 0].sum(), ranks[d < 0].sum()) + halves
    z = (smaller - n * (n + 1) / 4) / np.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    assert min(tails(d, "zsplit", "normal-plain")[:2]) == pytest.approx(norm.cdf(z), rel=1e-10)


def test_no_difference_has_no_pvalue():
    assert np.isnan(tails(np.zeros(5), "pratt", "scipy-1.17")).all()
