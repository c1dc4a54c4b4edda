import pytest

from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 1.5, float("nan"), "0.05", True])
def test_alpha_lies_between_0_and_1(alpha):
    with pytest.raises(UsageError, match="`alpha` must be a number above 0 and below 1, not "):
        Analysis(alpha=alpha)


@pytest.mark.parametrize("field", ["test", "zero_method", "pvalue_method", "sides", "correction"])
def test_unknown_words_are_refused_with_the_known_ones(field):
    with pytest.raises(UsageError, match=f"There is no `{field}` 'guess': there are '"):
        Analysis(**{field: "guess"})


def test_nemenyi_has_two_sides():
    with pytest.raises(UsageError, match="two-sided"):
        Analysis(test="nemenyi", sides="row")
