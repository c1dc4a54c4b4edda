"""The declarations of statistics hold together, and every number of a pair is there from both sides."""

import numpy as np
import pytest
from scipy import stats

from comparatex import artefacts
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.audit.robustness import decisions
from comparatex.inference.compare import compare
from comparatex.inference.fields import COMPARATE, PAIR, TABLE, OptionalStatistics, Source
from comparatex.inference.proportions import win_shares
from comparatex.stats import as_dict


@pytest.fixture(scope="module")
def comparison():
    values = np.random.default_rng(0).integers(1, 20, (9, 4)) / 20
    return compare(
        read((values, tuple("ABCD"))), Analysis(sides="ours", control="B", bayes=True, samples=50, rope=0.01)
    )


def test_names_and_keys_are_distinct():
    for fields in (tuple(PAIR.values()), COMPARATE, TABLE):
        names = [(field.group, field.name) for field in fields]
        keys = [key for field in fields for key, _ in field.keys]
        assert len(set(names)) == len(names)
        assert len(set(keys)) == len(keys)


def test_fields_that_are_exchanged_are_exchanged_both_ways():
    for field in PAIR.values():
        if isinstance(field.turned, str) and field.turned not in ("same", "negated", "complement"):
            other, minus = PAIR[field.turned.removeprefix("-")], "-" if field.turned[0] == "-" else ""
            assert other.turned == (minus + field.name if other.records else "same")


@pytest.mark.parametrize("name", [name for name, field in PAIR.items() if field.format != "words"])
def test_a_matrix_holds_the_declared_values(comparison, name):
    field, source = PAIR[name], Source(comparison)
    if field.optional and not field.when(source):
        with pytest.raises(UsageError, match="Pairs have no statistic"):
            comparison.square(name)
        sizes = dict.fromkeys(comparison.scores.tasks, 9)
        source = Source(comparison, OptionalStatistics(sizes, None, 20))
        if field.when(source):  # there are no repeats
            assert len(field.values(source)) == len(field.from_column(source)) == 6
        return
    matrix, pairs = comparison.square(name), comparison.pair_statistics
    np.testing.assert_array_equal(matrix[pairs.row, pairs.column], field.values(source))
    np.testing.assert_array_equal(matrix[pairs.column, pairs.row], field.from_column(source))
    some = ([3, 0, 2], [1, 2])
    np.testing.assert_array_equal(comparison.between(name, *some), matrix[np.ix_(*some)])


def test_records_have_the_declared_names_in_order(comparison):
    record = as_dict(comparison)["pairs"][0]
    source = Source(comparison)
    shown = [field for field in PAIR.values() if field.records and field.when(source)]
    assert list(record) == ["row", "column", *(f.name for f in shown if not f.group), "effects", "posterior"]
    assert list(record["effects"]) == [f.name for f in shown if f.group == "effects"]
    assert list(comparison.effects) == list(record["effects"])


def test_one_minus_the_share_of_wins_is_that_of_losses(comparison):
    shares = comparison.square("win_share")
    np.testing.assert_allclose((shares + shares.T)[np.triu_indices(4, 1)], 1)


FIVE_WINS = {
    "A": dict(zip("abcde", (0.9, 0.8, 0.7, 0.6, 0.5), strict=True)),
    "B": dict.fromkeys("abcde", 0.1),
}


def test_a_p_value_at_the_level_is_significant_wherever_that_is_said():
    """Five wins of five: p = 2/2^5, and the level is the same number."""
    comparison = compare(read(FIVE_WINS), Analysis(alpha=0.0625))
    assert comparison.pairs["pvalue"].tolist() == comparison.pairs["adjusted_pvalue"].tolist() == [0.0625]
    assert comparison.pairs[["raw_significant", "significant"]].to_numpy().all()
    assert comparison.unattainable(corrected=False) is comparison.unattainable(corrected=True) is None
    for adjusted in (False, True):
        assert decisions(comparison).verdicts(0.0625, adjusted=adjusted).tolist() == [1]
        assert [row.squares for row in artefacts.view(comparison, "heatmap", adjusted=adjusted).rows] == [
            "-A",
            "a-",
        ]
        matrix = artefacts.view(comparison, "mcm", adjusted=adjusted)
        assert matrix.rows[0].cells[1].bold
    below = compare(read(FIVE_WINS), Analysis(alpha=0.0624))
    assert not below.pairs[["raw_significant", "significant"]].to_numpy().any()


def test_the_former_name_of_verdicts_is_not_taken_for_that_of_raw_ones():
    with pytest.raises(UsageError, match="'adjusted_significant' any more: it is called 'significant'"):
        compare(read(FIVE_WINS)).matrix("adjusted_significant")


@pytest.mark.parametrize("n", [3, 6, 8])
def test_intervals_stay_within_the_range_of_the_measure(n):
    """Of accuracies near 1, on few tasks: 65 of 120 studentized intervals left it once at n = 6."""
    rng = np.random.default_rng(n)
    for _ in range(10):
        found = compare(read((rng.beta(0.8, 0.4, (n, 12)).round(3), tuple("ABCDEFGHIJKL"))), jobs=1)
        means, row = found.mean_intervals(200), np.array([0])
        assert (means.low >= 0).all() and (means.high <= 1).all() and (means.low <= found.mean).all()
        apart = found.difference_intervals(row, row + 11, 200)
        assert apart.low[0] >= -1 and apart.high[0] <= 1
        assert all(0 <= end <= 1 for share in (found.win_share, found.loss_share) for end in (*share.low, *share.high))
    wide = compare(read((rng.normal(0, 9, (n, 2)).round(2), ("A", "B"))), jobs=1)
    assert wide.mean_intervals(200).low.min() < -1


@pytest.mark.parametrize(("n", "p", "least"), [(6, 0.9, 0.98), (10, 0.9, 0.93), (10, 0.5, 0.97), (20, 0.7, 0.97)])
def test_intervals_of_shares_of_wins_cover_as_the_documentation_says(n, p, least):
    """By all counts of wins, with their binomial probabilities."""
    wins = np.arange(n + 1)
    shares = win_shares(wins, np.zeros(n + 1, np.int64), n - wins)
    covered = stats.binom.pmf(wins, n, p)[(shares.low <= p) & (p <= shares.high)].sum()
    assert covered == pytest.approx(least, abs=0.01)
