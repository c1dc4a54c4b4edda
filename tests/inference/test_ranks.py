import numpy as np
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from comparatex.inference.ranks import doubled_ranks


@given(arrays(float, st.tuples(st.integers(1, 6), st.integers(1, 8)), elements=st.integers(0, 5).map(float)))
@settings(deadline=None, max_examples=60)
def test_ranks_agree_with_scipy(values):
    assert (doubled_ranks(values) / 2 == scipy.stats.rankdata(values, axis=1)).all()


def test_tutorial_ranks(tutorial):
    """The two equal scores on UMD share ranks 1 and 2, which the tutorial's printed ranks do not."""
    ranks = doubled_ranks(-tutorial.values) / 2
    assert ranks[9].tolist() == [1.5, 1.5, 3, 4, 5]
    assert np.round(ranks.mean(axis=0), 3).tolist() == [2.292, 1.625, 3.167, 3, 4.917]
