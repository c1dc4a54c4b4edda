"""Tests of the best of each task against others, against SciPy and statsmodels."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

import comparatex as cx
from comparatex.artefacts import view
from comparatex.errors import DataError, UsageError
from comparatex.inference.best import against_best
from comparatex.inference.within import within

NAMES, TASKS = list("ABCD"), [f"t{k}" for k in range(7)]


def runs(n=8, seed=3):
    rng = np.random.default_rng(seed)
    better = np.array([0, 0.8, 2, 5])[None, :, None] * np.linspace(0.1, 1.5, 7)[:, None, None]
    return np.round(rng.normal(0, 1, (7, 4, n)) + better, 2)


def compared(cube, **analysis):
    higher = analysis.pop("higher_is_better", True)
    cells = {name: {t: cube[i, k].tolist() for i, t in enumerate(TASKS)} for k, name in enumerate(NAMES)}
    table = cx.read(cells, repeats_are=analysis.pop("repeats_are", "runs"), higher_is_better=higher)
    return cx.compare(table, **analysis)


def pvalue(test, first, second):
    if test == "welch":
        return stats.ttest_ind(first, second, equal_var=False).pvalue
    return stats.mannwhitneyu(first, second, method=stats.PermutationMethod(n_resamples=np.inf)).pvalue


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize(("correction", "method"), [("holm", "holm"), ("benjamini-hochberg", "fdr_bh")])
def test_all_others_are_tested_against_the_best_of_their_task(higher, correction, method):
    cube = runs(5)
    comparison = compared(cube, higher_is_better=higher, correction=correction)
    found = against_best(comparison, range(4), "welch")
    order, means = [NAMES.index(name) for name in comparison.names], cube.mean(axis=2)
    raw, cells = [], []
    for t, task in enumerate(cube):
        best = int(means[t].argmax() if higher else means[t].argmin())
        for k in (k for k in range(4) if k != best):
            raw.append(pvalue("welch", task[k], task[best]))
            cells.append((t, order.index(k)))
    adjusted = multipletests(raw, 0.05, method)[1]
    assert [found.pvalue[cell] for cell in cells] == pytest.approx(raw)
    assert [found.adjusted_pvalue[cell] for cell in cells] == pytest.approx(adjusted)
    assert [bool(found.worse[cell]) for cell in cells] == (adjusted <= 0.05).tolist()
    assert found.n_tests == len(raw) == np.isfinite(found.pvalue).sum()
    assert 0 < found.worse.sum() < len(raw)


def test_the_second_alone_is_tested_where_there_is_one():
    cube = runs(5)
    cube[0, 1] = cube[0, 0] = cube[0].max() + np.arange(5)  # two share the best
    cube[1, 3], cube[1, 2] = cube[1].max() + 2 + np.arange(5), cube[1].max() + np.arange(5)
    cube[1, 1] = cube[1, 2]  # two share the second place
    found = against_best(compared(cube), range(4), second=True)
    assert np.isnan(found.pvalue[:2]).all()
    assert np.isfinite(found.pvalue[2:]).sum(axis=1).tolist() == [1] * 5
    assert found.n_tests == 5
    for t in range(2, 7):
        second, best = np.argsort(cube[t].mean(axis=1))[-2:]
        expected = pvalue("rank-sum", cube[t, second], cube[t, best])
        assert np.nanmin(found.pvalue[t]) == pytest.approx(expected)


def test_one_that_has_larger_ranks_and_a_smaller_mean_is_not_worse():
    cube = np.tile(np.arange(10.0), (7, 4, 1))
    cube[:, 0] = np.r_[np.zeros(9), 10_000]  # the best mean, by one run
    cube[:, 1] = np.arange(1, 11)
    found = against_best(compared(cube, correction="none"), range(4))
    assert (np.nanmin(found.adjusted_pvalue, axis=1) < 0.05).all()
    assert not found.worse.any()


def test_marks_in_the_table_are_those_of_the_tests():
    comparison = compared(runs(12), correction="benjamini-hochberg")
    shown = range(4)
    for marks in ("significant", "not-worse"):
        table = view(comparison, "scores", marks=marks, order="mean")
        found = against_best(comparison, shown, second=marks == "significant")
        for worse, line in zip(found.worse, table.parts[0].lines[:7], strict=True):
            entries = line.entries[1:]
            if marks == "significant":
                starred = [entry.text.endswith("*") for entry in entries]
                assert starred == [entry.mark == "best" and worse.any() for entry in entries]
                assert sum(entry.mark == "second" for entry in entries) == 1
            else:
                assert [entry.mark == "best" for entry in entries] == (~worse).tolist()
        number = {"significant": "seven", "not-worse": "21"}[marks]
        assert f"Wilcoxon's rank-sum test, Benjamini–Hochberg over {number} tests" in str(table.caption)
    assert 0 < found.worse.sum() < 21
    plain = view(comparison, "scores")
    assert plain.parts[0].lines[0].entries != table.parts[0].lines[0].entries
    assert "rank-sum" not in str(plain.caption)


def test_few_runs_cannot_be_significant_after_a_correction_over_many_tests():
    with_few, enough = compared(runs(4)), compared(runs(12))
    assert against_best(with_few, range(4)).least == pytest.approx(21 * 2 / 70)
    assert against_best(with_few, range(4), "paired").least == 1.0
    text = "With four runs each, none of so many tests can be significant."
    assert text in str(view(with_few, "scores", marks="not-worse").caption)
    assert text not in str(view(enough, "scores", marks="not-worse").caption)


@pytest.mark.parametrize(
    ("language", "key", "none"),
    [
        ("en", "*: significantly better than the second", "On no task is the best significantly better than"),
        ("de", "*: signifikant besser als", "Auf keiner Aufgabe ist"),
        ("es", "*: significativamente mejor que", "En ninguna tarea es"),
        ("fr", "* : significativement meilleur", "Sur aucune tâche, le meilleur n’est"),
    ],
)
def test_the_key_of_the_star_stands_where_a_cell_has_one(language, key, none):
    for comparison, some in ((compared(runs(12)), True), (compared(runs(3)), False)):
        table = view(comparison, "scores", marks="significant", language=language)
        stars = [entry for line in table.parts[0].lines for entry in line.entries if entry.text.endswith("*")]
        caption = str(table.caption).replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
        assert (bool(stars), key in caption, none in caption) == (some, some, not some)


def test_what_cannot_be_tested_is_refused():
    scores = cx.read({name: dict(zip(TASKS, runs()[:, k, 0].tolist(), strict=True)) for k, name in enumerate(NAMES)})
    with pytest.raises(DataError, match="one score per task and method"):
        view(cx.compare(scores), "scores", marks="significant")
    with pytest.raises(DataError, match="share data"):
        view(compared(runs(), repeats_are="folds"), "scores", marks="not-worse")
    with pytest.raises(UsageError, match="what its repeats are"):
        view(compared(runs(), repeats_are=None), "scores", marks="not-worse")


@pytest.mark.parametrize("methods_in", ["columns", "rows"])
def test_the_last_line_of_scores_counts_who_is_better_and_worse_than_ours(methods_in):
    comparison = compared(runs(12))
    table = view(comparison, "scores", ours=("B",), methods_in=methods_in)
    lines = table.parts[-1].lines
    cells = [line.entries[-1] for line in lines] if methods_in == "rows" else lines[-1].entries[1:]
    found = within(comparison, comparison.names.index("B"))
    by_hand = {comparison.names[i]: column for i, column in zip(found.rivals, found.better.T, strict=True)}
    expected = [
        "/".join(str((by_hand[a] == side).sum()) for side in (1, 0, -1)) if a != "B" else "" for a in comparison.names
    ]
    assert [cell.text for cell in cells] == expected and "6/1/0" in expected
    last = table.parts[-1].columns[-1].heading if methods_in == "rows" else lines[-1].entries[0].text
    assert last == "+/=/−"
    assert (
        "significantly better than B, neither, worse (Wilcoxon's rank-sum test, Holm over 21 tests"
        in table.caption.replace("\N{NO-BREAK SPACE}", " ")
    )


def test_no_line_counts_where_nothing_is_tested():
    for options, repeats_are in (({}, "runs"), ({"ours": ("B",)}, "folds"), ({"ours": ("B",)}, None)):
        table = view(compared(runs(12), repeats_are=repeats_are), "scores", **options)
        assert "+/=/" not in table.parts[0].lines[-1].entries[0].text and "+/=/" not in table.caption
