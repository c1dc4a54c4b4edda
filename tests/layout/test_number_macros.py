"""Numbers for prose: keys for any name, both sides of every pair, and facts of the whole table."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from comparatex.data.read import read
from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.number_macros import AGAINST, keys, numbers
from comparatex.stats import as_dict

# By hand, A against B: differences 0.1, 0.2, 0.3, 0, -0.4; ranks with the zero are 2, 3, 4, (1), 5.
VALUES = np.array([[0.6, 0.5, 0.1], [0.7, 0.5, 0.2], [0.9, 0.6, 0.3], [0.5, 0.5, 0.5], [0.1, 0.5, 0.6]])


def made(values=VALUES, names="ABC", analysis=Analysis(), **table):
    decimals = np.full(values.shape, 1, np.int8)
    tasks = tuple(f"t{i}" for i in range(len(values)))
    return compare(Scores(values, decimals, tasks, tuple(names), **table), analysis)


def known(*given, **settings):
    return dict(numbers(made(*given, **settings)).items())


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tasks", "5"),
        ("comparates", "3"),
        ("pairs", "3"),
        ("alpha", "0.05"),
        ("best", "A"),
        ("best by mean rank", "A"),
        ("significant pairs", "0"),
        ("Friedman df", "2"),
        ("mean of A", "0.560"),
        ("median of A", "0.600"),
        ("mean rank of A", "1.60"),  # 1, 1, 1, 2, 3
        ("place by mean of C", "3"),
        ("wins of A against B", "3"),
        ("wins of B against A", "1"),
        ("losses of A against B", "1"),
        ("ties of B against A", "1"),
        ("mean difference of A against B", "0.040"),
        ("mean difference of B against A", "−0.040"),
        ("mean difference with sign of A against B", "+0.040"),
        ("mean difference with sign of B against A", "−0.040"),
        ("rank-biserial effect with sign of A against B", "+0.29"),
        ("median difference of A against B", "0.100"),
        ("positive rank sum of A against B", "9"),
        ("negative rank sum of A against B", "5"),
        ("positive rank sum of B against A", "5"),
        ("statistic of B against A", "5"),
        ("rank-biserial effect of B against A", "−0.29"),
        ("Cliff's delta of A against B", "0.32"),  # of 25 couples 14 above, 6 below
        ("Vargha-Delaney A of A against B", "0.66"),
        ("Vargha-Delaney A of B against A", "0.34"),
        ("sign p of A against B", "0.6250"),
        ("sign p equation of A against B", "p = 0.6250"),
    ],
)
def test_values_by_hand(key, value):
    assert known()[key] == value


@pytest.mark.parametrize("sides", ["two", "better", "ours"])
def test_both_sides_are_those_of_the_matrix(sides):
    comparison = made(analysis=Analysis(sides=sides, control="B", correction="none"))
    found = dict(numbers(comparison).items())
    fields = {"p": "pvalue", "sign p": "sign_pvalue", "adjusted p": "adjusted_pvalue", "wins": "wins"}
    for field, statistic in fields.items():
        matrix = comparison.square(statistic)
        for i, j in np.argwhere(~np.eye(3, dtype=bool)).tolist():
            text = found[f"{field} of {comparison.names[i]} against {comparison.names[j]}"]
            assert float(text) == pytest.approx(matrix[i, j], abs=5e-5), (field, i, j)


def test_a_small_p_is_an_inequality():
    values = np.column_stack([np.arange(1, 31) / 10 + 5, np.zeros(30)])
    found = known(values, "AB")
    assert found["p of A against B"] == "<0.0001"
    assert found["p equation of B against A"] == "p < 0.0001"
    assert found["significant wins of A"] == found["significant losses of B"] == "1"
    assert found["significant wins of B"] == found["significant losses of A"] == "0"


@pytest.mark.parametrize(
    ("n_tasks", "alpha", "digits"),
    [(6, 0.03122, "0.03125"), (10, 0.00196, "0.00195"), (5, 0.0625, "0.0625")],
)
def test_a_p_that_rounds_across_the_level_says_on_which_side_it_is(n_tasks, alpha, digits):
    """All tasks are won: p = 2/2ⁿ."""
    found = known(np.array([[0.6, 0.5]] * n_tasks), "AB", analysis=Analysis(alpha=alpha))
    assert found["p of A against B"] == digits
    assert found["p equation of A against B"] == f"p = {digits}"


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "nemenyi"])
def test_a_significant_pair_is_won_by_the_side_that_the_test_favours(test):
    values = np.tile([[0.5, 0.6]], (30, 1))
    values[0] = [90.0, 0.0]  # A has the better mean for one task alone
    found = known(values, "AB", analysis=Analysis(test=test))
    assert found["best"] == "A"
    assert found["significant wins of B"] == "1"


def test_equal_bests_share_their_place():
    found = known(np.array([[0.5, 0.5, 0.1], [0.7, 0.7, 0.2]]), "ABC")
    assert found["best"] == found["best by mean rank"] == "A and B"
    assert [found[f"place by mean of {name}"] for name in "ABC"] == ["1", "1", "3"]


def test_lower_is_better_turns_wins_but_not_differences():
    found = known(higher_is_better=False)
    assert found["best"] == "C"
    assert found["wins of C against A"] == "3"
    assert found["mean difference of C against A"] == "−0.220"


def test_what_is_undefined_is_a_dash():
    values = np.array([[0.5, np.nan, 0.1], [np.nan, 0.6, 0.2], [0.4, np.nan, 0.3]])
    found = known(values, "ABC", missing="pairwise")
    assert found["tasks of A against B"] == "0"
    for key in (
        "mean difference of A against B",
        "mean difference of B against A",
        "mean difference with sign of A against B",
        "mean difference with sign of B against A",
        "p of A against B",
        "mean rank of A",
        "place by mean rank of A",
        "Friedman statistic",
        "critical difference",
    ):
        assert found[key] == "–", key
    assert "best by mean rank" not in found


def test_of_very_many_pairs_those_with_the_best_are_kept(monkeypatch):
    monkeypatch.setattr("comparatex.layout.number_macros.MOST_PAIRS", 8)
    values = np.array([[0.5, 0.4, 0.3, 0.2, 0.1], [0.6, 0.5, 0.4, 0.3, 0.2]])
    view = numbers(made(values, "ABCDE"))
    assert [record.keys for record in view.pairs] == [(a, b) for a in "AB" for b in "ABCDE" if a < b]
    assert view.contents[-1][0] == "a pair with one of the best 2"
    assert numbers(made()).contents[-1][0] == "a pair"


def test_the_same_key_never_means_two_things():
    names = ("A", "B", "B against C", "A against B", "C")
    values = np.random.default_rng(1).integers(0, 99, (7, 5)) / 100
    items = list(numbers(made(values, names)).items())
    assert len(dict(items)) == len(items)


def test_names_keep_their_against_where_nothing_is_ambiguous():
    assert keys(["all against one", "B"]) == ("all against one", "B")


@given(st.lists(st.text("ab\\{}%#~^- 2", min_size=1), unique=True, min_size=2, max_size=6))
def test_keys_are_distinct_and_can_be_typed(names):
    found = keys(names)
    assert len(set(found)) == len(names)
    assert not set("".join(found)) & set("\\{}%#~^")
    plain = [name for name in names if not set(name) & set("\\{}%#~^")]
    assert all(key == name for name, key in zip(names, found, strict=True) if name in plain)


@given(st.lists(st.sampled_from("xyz"), min_size=1, max_size=3).map(AGAINST.join))
def test_pairs_of_keys_read_alike_only_for_one_pair(name):
    found = keys(list(dict.fromkeys(["x", "y", "z", name, "x against y"])))
    pairs = [f"{a}{AGAINST}{b}" for a in found for b in found if a != b]
    assert len(set(pairs)) == len(pairs)


def test_keys_with_slashes_are_the_same_numbers():
    view = numbers(made())
    english, slash = list(view.items()), list(view.slash_items())
    assert [value for _, value in slash] == [value for _, value in english]
    assert len(dict(slash)) == len(slash)
    found = dict(slash)
    assert found["pair/B/A/wins"] == "1"
    assert found["pair/A/B/w_plus"] == "9"
    assert found["comparate/A/mean_rank"] == "1.60"
    assert found["pair/A/B/sign_pvalue_equation"] == "p = 0.6250"
    assert found["pair/A/C/mean_difference_signed"] == "+0.220"
    assert found["friedman/df"] == "2"
    assert found["n_tasks"] == "5"


def test_last_parts_are_keys_of_stats_json():
    comparison = made()
    stats = as_dict(comparison)
    pair = {**stats["pairs"][0], **stats["pairs"][0]["effects"]}
    view = numbers(comparison)
    slashes = {field.statistic.slash for field in view.pair_fields}
    assert {name.removesuffix("_equation").removesuffix("_signed") for name in slashes} <= pair.keys()
    for _, key in view.fact_keys:
        test, slash, name = key.removesuffix("_equation").rpartition("/")
        if not slash:
            continue
        assert name.rstrip("12") in stats[test]


def test_a_name_with_a_slash_has_english_keys_only():
    view = numbers(made(names=("A/B", "C", "D")))
    assert "mean of A/B" in dict(view.items())
    assert not any("A/B" in key for key, _ in view.slash_items())


def test_small_errors_keep_their_size():
    errors = np.array([[3.1, 6.0], [2.9, 5.0], [3.9, 9.0], [3.3, 7.0], [3.3, 10.8]]) * 1e-5
    comparison = compare(read((errors, ("A", "B")), higher_is_better=False))
    view = numbers(comparison)
    assert dict(view.items())["mean of A"] == "33.0×10⁻⁶"
    assert view.comparates[0].source.split(",")[0] == "33.0e-6"
    assert "-42.6e-6" in view.pairs[0].source.split(",")
