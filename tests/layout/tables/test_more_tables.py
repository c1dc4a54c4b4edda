"""Tables of intervals, effects, a control, repeats and test-set sizes."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint, proportions_ztest

from comparatex.data.read import read
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.options import PairOptions
from comparatex.tables.pairs import (
    ControlOptions,
    IntervalsOptions,
    ProportionsOptions,
    control,
    effects,
    intervals,
    proportions,
)
from comparatex.tables.scores import RepeatsOptions, repeats


@pytest.fixture(scope="module")
def folds(pytestconfig):
    path = pytestconfig.rootpath / "examples" / "classifiers" / "results.csv"
    return compare(read(path, include=("MLP", "LDA", "1-NN")))


def texts(part):
    return [[entry.text for entry in line.entries] for line in part.lines]


def marked(part, column):
    return [line.entries[column].mark == "significant" for line in part.lines]


def number(text):
    return float(text.replace("−", "-"))


def ends(text):
    return [number(end) for end in text.strip("[]").split(", ")]


def test_intervals_of_pairs_are_those_of_the_differences(tutorial):
    part = intervals(tutorial).parts[0]
    frame = tutorial.scores.values
    place = {name: k for k, name in enumerate(tutorial.scores.comparates)}
    for row, column, mean, median, middle, span in texts(part):
        d = frame[:, place[row]] - frame[:, place[column]]
        i, j = np.triu_indices(len(d))
        assert number(mean) == pytest.approx(d.mean(), abs=5.1e-5)
        assert number(median) == pytest.approx(np.median(d), abs=5.1e-5)
        assert number(middle) == pytest.approx(np.median((d[i] + d[j]) / 2), abs=5.1e-5)
        low, high = ends(span)
        assert low <= number(middle) <= high
        shifted = [stats.wilcoxon(d - shift, method="exact").pvalue for shift in (low + 1e-9, low - 1e-9)]
        assert shifted[0] > 0.05 >= shifted[1]
    assert marked(part, 5) == [ends(line[5])[0] > 0 or ends(line[5])[1] < 0 for line in texts(part)]


@pytest.mark.usefixtures("full_captions")
def test_the_bootstrap_shares_sum_to_one_and_intervals_hold_their_means(tutorial):
    table = intervals(tutorial, IntervalsOptions(draws=500))
    lines = texts(table.parts[-1])
    for share in (3, 6):
        assert sum(float(line[share].removesuffix("%")) for line in lines) == pytest.approx(100, abs=0.3)
    for line in lines:
        assert ends(line[2])[0] <= float(line[1]) <= ends(line[2])[1]
        assert ends(line[5])[0] <= float(line[4]) <= ends(line[5])[1]
    assert "500 bootstrap draws" in table.caption
    assert lines[0][0] == "rocket"


def test_few_tasks_set_no_interval():
    few = compare(read((np.array([[0.1, 0.2], [0.3, 0.1], [0.5, 0.2]]), ("A", "B"))))
    table = intervals(few)
    assert texts(table.parts[0])[0][5] == "–"
    assert "No interval is shown where tasks are too few for a finite one at this level." in table.caption
    assert table.alt == "No pair has a finite interval."


@pytest.mark.parametrize("lay_out", [(intervals, IntervalsOptions), (effects, PairOptions)])
def test_a_cut_of_the_pairs_is_stated(tutorial, lay_out):
    table = lay_out[0](tutorial, lay_out[1](max_rows=3, ours=("catch22",)))
    assert "Three pairs of 10; pairs.csv has them all." in table.caption
    assert all("catch22" in line[:2] for line in texts(table.parts[0]))
    some = lay_out[0](tutorial, lay_out[1](include=("rocket", "boss")))
    assert [line[:2] for line in texts(some.parts[0])] == [["rocket", "boss"]]


@pytest.mark.usefixtures("full_captions")
def test_effects_follow_their_definitions(tutorial):
    table = effects(tutorial)
    values = tutorial.scores.values
    place = {name: k for k, name in enumerate(tutorial.scores.comparates)}
    for row, column, biserial, cohen, delta, a, ratio, *_ in texts(table.parts[0]):
        x, y = values[:, place[row]], values[:, place[column]]
        d = np.round(x - y, 3)
        ranks = stats.rankdata(np.abs(d))
        assert number(cohen) == pytest.approx(d.mean() / d.std(ddof=1), abs=5.1e-4)
        assert number(delta) == pytest.approx(np.sign(np.subtract.outer(x, y)).mean(), abs=5.1e-4)
        assert number(a) == pytest.approx((number(delta) + 1) / 2, abs=1.1e-3)
        assert number(ratio) == pytest.approx(stats.gmean(x / y), abs=5.1e-4)
        if (d != 0).all():
            assert number(biserial) == pytest.approx((ranks * np.sign(d)).sum() / ranks.sum(), abs=5.1e-4)
    assert "Ignoring which scores are of the same task" in table.caption
    negative = compare(read((np.array([[-1.0, 2.0], [1.0, -2.0], [1.0, 3.0]]), ("A", "B"))))
    assert "Ratio" not in [column.heading for column in effects(negative).parts[0].columns]


@pytest.mark.parametrize(
    ("column", "theirs"),
    [(3, "bonferroni"), (4, "holm"), (5, "simes-hochberg"), (6, "hommel"), (7, "holm-sidak")],
)
def test_a_control_is_a_family_of_its_own(tutorial, column, theirs):
    for name in ("rocket", "boss", "catch22"):
        table = control(tutorial, ControlOptions(control=name, every_correction=True))
        lines = texts(table.parts[0])
        pairs = tutorial.pairs
        mine = pairs[(pairs["row"] == name) | (pairs["column"] == name)]
        raw = np.sort(mine["pvalue"].to_numpy())
        assert len(lines) == 4
        shown = [line[column].replace("<", "") for line in lines]
        expected = multipletests(raw, method=theirs)[1]
        assert [float(text) for text in shown] == pytest.approx(np.maximum(expected, 1e-4).tolist(), abs=5.1e-5)
        assert marked(table.parts[0], column) == (expected <= 0.05).tolist()
        assert f"{name} against four other methods on twelve tasks" in table.caption


def test_differences_from_a_control_are_seen_from_it(tutorial):
    lines = texts(control(tutorial, ControlOptions(ours=("boss",))).parts[0])
    means = dict(zip(tutorial.names, tutorial.mean, strict=True))
    for line in lines:
        assert number(line[1]) == pytest.approx(means["boss"] - means[line[0]], abs=5.1e-5)


def test_one_sided_tests_are_seen_from_the_control(tutorial):
    stated = compare(tutorial.scores, Analysis(sides="ours", control="boss"))
    found = {line[0]: line[2] for line in texts(control(stated, ControlOptions(control="boss")).parts[0])}
    values = tutorial.scores.values
    place = {name: k for k, name in enumerate(tutorial.scores.comparates)}
    d = np.round(values[:, place["boss"]] - values[:, place["catch22"]], 3)
    expected = stats.wilcoxon(d, alternative="greater", method="exact").pvalue
    assert float(found["catch22"]) == pytest.approx(expected, abs=5.1e-5)


def test_a_control_must_be_named_and_have_a_test(tutorial):
    with pytest.raises(UsageError, match="`control`, `focus` or `ours`"):
        control(tutorial)
    with pytest.raises(UsageError, match="did you mean 'rocket'"):
        control(tutorial, ControlOptions(control="rokcet"))
    with pytest.raises(UsageError, match="friedman-z"):
        control(compare(tutorial.scores, Analysis(test="nemenyi")), ControlOptions(control="boss"))


def test_repeats_spread_and_compete(folds):
    table = repeats(folds)
    cube, names = folds.scores.repeats, folds.scores.comparates
    for name, mean, deviation, best, worst in texts(table.parts[0]):
        own = cube[:, names.index(name)]
        assert float(mean) == pytest.approx(own.mean(), abs=5.1e-5)
        assert float(deviation) == pytest.approx(own.std(axis=1, ddof=1).mean(), abs=5.1e-5)
        assert [float(best), float(worst)] == pytest.approx([own.max(), own.min()], abs=5.1e-5)
    for row, column, record, won in texts(table.parts[1]):
        one, other = cube[:, names.index(row)], cube[:, names.index(column)]
        wins, ties, losses = map(int, record.split("/"))
        assert (wins, ties, losses) == ((one > other).sum(), (one == other).sum(), (one < other).sum())
        assert won == f"{100 * wins / one.size:.1f}%"


def test_repeats_by_task(folds):
    lines = texts(repeats(folds, RepeatsOptions(per_task=True)).parts[0])
    assert len(lines) == 3 * folds.scores.n_tasks
    own = folds.scores.repeats[0, folds.scores.comparates.index(lines[0][1])]
    assert lines[0][2] == "5"
    assert float(lines[0][4]) == pytest.approx(own.std(ddof=1), abs=5.1e-5)


def test_lower_is_better_turns_best_and_worst():
    cube = np.array([[[0.1, 0.3], [0.2, 0.2]], [[0.5, 0.7], [0.6, 0.1]]])
    lower = compare(read((cube, ("A", "B")), higher_is_better=False))
    lines = {line[0]: line[3:] for line in texts(repeats(lower).parts[0])}
    assert lines["A"] == ["0.100", "0.700"]
    assert texts(repeats(lower).parts[1])[0][:3] == ["B", "A", "2/0/2"]


def test_the_deviation_that_is_named_is_that_of_the_table():
    """A has one repeat on the second task, which has no deviation and does not count."""
    cube = np.array([[[0.1, 0.3], [0.2, 0.3]], [[0.5, np.nan], [0.6, 0.7]]])
    table = repeats(compare(read((cube, ("A", "B")))))
    (deviation,) = (line[2] for line in texts(table.parts[0]) if line[0] == "A")
    assert f"Repeats of A vary most, with a mean standard deviation of {deviation}." in table.alt


def test_a_table_without_repeats_has_none_to_show(tutorial):
    with pytest.raises(DataError, match="no repeats"):
        repeats(tutorial)


def test_proportions_agree_with_statsmodels(tutorial):
    sizes = {task: 20 + 30 * k for k, task in enumerate(tutorial.scores.tasks)}
    options = ProportionsOptions(row="boss", column="rocket", sizes=sizes)
    place = [tutorial.scores.comparates.index(name) for name in ("boss", "rocket")]
    for line, values in zip(
        texts(proportions(tutorial, options).parts[0]), tutorial.scores.values[:, place], strict=True
    ):
        n = sizes[line[0]]
        counts = np.rint(values * n)
        assert line[1] == str(n)
        if counts[0] != counts[1]:
            z, p = proportions_ztest(counts, [n, n])
            assert number(line[6]) == pytest.approx(z, abs=5.1e-3)
            assert float(line[7].replace("<", "")) == pytest.approx(max(p, 1e-4), abs=5.1e-5)
        for column, count in ((3, counts[0]), (5, counts[1])):
            assert ends(line[column]) == pytest.approx(proportion_confint(count, n, method="wilson"), abs=5.1e-4)


@pytest.mark.parametrize(("method", "theirs"), [("normal", "normal"), ("clopper-pearson", "beta")])
def test_intervals_of_shares_by_method(tutorial, method, theirs):
    sizes = dict.fromkeys(tutorial.scores.tasks, 60)
    table = proportions(tutorial, ProportionsOptions(row="catch22", column="boss", sizes=sizes, method=method))
    first = texts(table.parts[0])[0]
    expected = proportion_confint(np.rint(0.473 * 60), 60, method=theirs)
    assert ends(first[3]) == pytest.approx(expected, abs=5.1e-4)


def test_outcomes_by_instance_allow_mcnemars_test():
    outcomes = np.random.default_rng(2).random((6, 2, 80)) < np.array([0.9, 0.7])[:, None]
    table = proportions(compare(read((outcomes.astype(float), ("A", "B")))))
    for t, line in enumerate(texts(table.parts[0])):
        a, b = outcomes[t]
        only = [int((a & ~b).sum()), int((~a & b).sum())]
        assert line[8] == f"{only[0]}/{only[1]}"
        expected = mcnemar([[0, only[0]], [only[1], 0]], exact=True).pvalue
        assert float(line[9].replace("<", "")) == pytest.approx(max(expected, 1e-4), abs=5.1e-5)
        assert (table.parts[0].lines[t].entries[9].mark == "significant") == (expected < 0.05)
        assert table.parts[0].lines[t].entries[7].mark == ""
    errors = compare(read((1 - outcomes.astype(float), ("A", "B")), higher_is_better=False))
    assert [line[8:] for line in texts(proportions(errors).parts[0])] == [line[8:] for line in texts(table.parts[0])]
    assert proportions(errors).alt == table.alt


def test_proportions_need_shares_and_sizes(tutorial):
    with pytest.raises(DataError, match="'Beef' is unknown: give `sizes="):
        proportions(tutorial)
    unbounded = compare(read((np.array([[1.5, 2.0], [0.5, 3.0]]), ("A", "B"))))
    with pytest.raises(DataError, match="between 0 and 1"):
        proportions(unbounded, ProportionsOptions(sizes={"1": 5, "2": 5}))


def test_intervals_are_computed_of_the_pairs_shown_alone(folds, monkeypatch):
    whole = intervals(folds, IntervalsOptions())
    some = compare(folds.scores)
    monkeypatch.setattr(type(some), "hodges_lehmann", property(lambda _: pytest.fail("all pairs")))
    found = intervals(some, IntervalsOptions(max_rows=2))
    assert texts(found.parts[0]) == texts(whole.parts[0])[:2]
    assert "of two pairs leave zero out" in found.alt
