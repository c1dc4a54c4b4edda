"""Shares of variants that keep a verdict, against variants made by hand; and the weakened variant."""

from contextlib import contextmanager
from dataclasses import replace

import numpy as np
import pytest

from comparatex.data.scores import Scores, on_tasks
from comparatex.inference.analysis import Analysis
from comparatex.inference.audit.examples import weaken
from comparatex.inference.audit.robustness import decisions, of_variant, robustness
from comparatex.inference.compare import compare


def _scores(seed=0, n_tasks=12, m=4, decimals=3):
    rng = np.random.default_rng(seed)
    values = np.round(0.7 + 0.02 * np.arange(m) + 0.03 * rng.standard_normal((n_tasks, m)), decimals)
    return Scores(
        values,
        np.full(values.shape, decimals, np.int8),
        tuple(f"task {t}" for t in range(n_tasks)),
        tuple("ABCDEFG"[:m]),
    )


def _matrix(comparison, adjusted=False):
    """Verdicts by name: which of the two is significantly better."""
    pairs, alpha = comparison.pair_statistics, comparison.analysis.alpha
    found = {}
    for i, verdict in enumerate(decisions(comparison).verdicts(alpha, adjusted=adjusted).tolist()):
        row, column = comparison.names[pairs.row[i]], comparison.names[pairs.column[i]]
        found[frozenset((row, column))] = {1: row, -1: column, 0: None}[verdict]
    return found


@pytest.mark.parametrize("adjusted", [False, True])
def test_leaving_one_task_out_by_hand(adjusted):
    scores = _scores()
    comparison = compare(scores)
    shares = robustness(comparison)
    place = shares.families.index("leave one task out")
    as_it_is = _matrix(comparison, adjusted)
    kept = dict.fromkeys(as_it_is, 0)
    for t in range(12):
        rows = np.delete(np.arange(12), t)
        fewer = replace(
            scores,
            values=scores.values[rows],
            decimals=scores.decimals[rows],
            tasks=tuple(scores.tasks[i] for i in rows),
        )
        for pair, verdict in _matrix(compare(fewer), adjusted).items():
            kept[pair] += verdict == as_it_is[pair]
    found = (shares.adjusted if adjusted else shares.raw)[place]
    pairs = comparison.pair_statistics
    for i, share in enumerate(found.tolist()):
        pair = frozenset((comparison.names[pairs.row[i]], comparison.names[pairs.column[i]]))
        assert share == pytest.approx(kept[pair] / 12)
    assert shares.variants[place] == 12
    assert 0 < min(kept.values()) < 12


def test_levels_by_hand():
    comparison = compare(_scores(3))
    shares = robustness(comparison)
    p = comparison.pair_statistics.pvalue
    expected = [np.mean([(value < a / 100) == (value < 0.05) for a in range(1, 11)]) for value in p.tolist()]
    assert shares.raw[shares.families.index("levels")] == pytest.approx(expected)


def test_the_weakest_family_is_named():
    shares = robustness(compare(_scores(1)))
    smallest, names = shares.weakest()
    for i, (value, name) in enumerate(zip(smallest.tolist(), names, strict=True)):
        assert value == shares.raw[:, i].min() == shares.raw[shares.families.index(name), i]


def test_a_clear_difference_survives_everything():
    values = np.column_stack([np.linspace(0.9, 0.99, 30), np.linspace(0.5, 0.65, 30)]).round(3)
    scores = Scores(values, np.full(values.shape, 3, np.int8), tuple(map(str, range(30))), ("good", "bad"))
    assert robustness(compare(scores)).weakest()[0].tolist() == [1.0]


def test_subsamples_follow_the_seed():
    comparison = compare(_scores(5))
    first, again, other = (robustness(comparison, seed=seed) for seed in (0, 0, 1))
    assert (first.raw == again.raw).all()
    assert (first.raw != other.raw).any()


def test_a_test_of_ranks_has_no_zero_rules():
    shares = robustness(compare(_scores(), Analysis(test="nemenyi")))
    assert shares.families == ("leave one task out", "subsamples", "fewer decimals", "levels")


def test_progress_counts_every_variant(monkeypatch):
    seen = []

    @contextmanager
    def step(what, total):
        yield lambda done: seen.append((done, total))

    monkeypatch.setattr("comparatex.inference.audit.robustness.progress.step", step)
    shares = robustness(compare(_scores()))
    assert seen[-1] == (sum(shares.variants),) * 2 == (12 + 100 + 1 + 10 + 4,) * 2


def test_a_weakened_variant_is_a_weighted_average_with_an_asterisk():
    scores = _scores()
    weaker = weaken(scores, 3, 0, 0.75)
    assert weaker.comparates == ("A", "B", "C", "D", "D*")
    np.testing.assert_allclose(weaker.values[:, 4], 0.75 * scores.values[:, 3] + 0.25 * scores.values[:, 0])
    assert weaken(weaker, 3, 0, 0.5).comparates[-1] == "D**"
    with pytest.raises(ValueError, match="between 0 and 1"):
        weaken(scores, 0, 1, 1.5)


def test_other_comparates_change_no_raw_verdict():
    scores = _scores(8, m=4)
    weaker = compare(weaken(scores, 3, 0, 0.9))
    both = _matrix(weaker)
    assert {pair: both[pair] for pair in _matrix(compare(scores))} == _matrix(compare(scores))


@pytest.mark.parametrize(
    "analysis", [Analysis(sides="better"), Analysis(test="sign", sides="ours", control="C", sign_ties="split")]
)
@pytest.mark.parametrize("missing", [False, True])
def test_variants_are_judged_as_whole_comparisons_of_them(analysis, missing):
    scores = _scores(2, n_tasks=20, m=5, decimals=2)
    values = scores.values.copy()
    if missing:
        values[::4, 1] = values[1::5, 3] = np.nan
    scores = replace(scores, values=values)
    comparison = compare(scores, analysis)
    subsets = [np.array(tasks) for tasks in ([0, 1, 2, 3, 4, 9], range(3, 19), [5, 11], [2])]
    found = [of_variant(comparison, on_tasks(comparison.scores, tasks), comparison.analysis) for tasks in subsets]
    for tasks, one in zip(subsets, found, strict=True):
        table = replace(scores, values=values[tasks], decimals=scores.decimals[tasks], tasks=tuple(map(str, tasks)))
        variant = compare(table, analysis)
        place = np.argsort(variant.order)[comparison.order]
        pairs = comparison.pair_statistics
        for field, own in (("pvalue", one.pvalue), ("adjusted_pvalue", one.adjusted_pvalue)):
            first, second = np.sort([place[pairs.row], place[pairs.column]], axis=0)
            np.testing.assert_array_equal(own, variant.square(field)[first, second])
        for_row, for_column = {"sign": ("wins", "losses")}.get(analysis.test, ("w_plus", "w_minus"))
        better = variant.square(for_row) - variant.square(for_column)
        if analysis.test == "t":
            better = variant.square("mean_difference")
        np.testing.assert_array_equal(one.direction, np.sign(better[place[pairs.row], place[pairs.column]]))


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "t"])
@pytest.mark.parametrize(
    "family",
    [{}, {"family": "control", "control": "C"}, {"family": "drawn", "drawn": (("A",), ("C", "D"))}],
)
def test_a_variant_with_all_tasks_has_the_verdicts_of_the_table_in_any_family(test, family):
    comparison = compare(_scores(), Analysis(test=test, **family))
    found = decisions(comparison)
    whole = on_tasks(comparison.scores, np.arange(comparison.scores.n_tasks))
    variant = of_variant(comparison, whole, comparison.analysis)
    np.testing.assert_allclose(variant.adjusted_pvalue, found.adjusted_pvalue)
    assert variant.verdicts(0.05, adjusted=True).tolist() == found.verdicts(0.05, adjusted=True).tolist()
