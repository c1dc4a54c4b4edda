"""The figure of runs: rliable's formulas, in SciPy, on one file; what has room; how runs are called."""

import re
from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

import comparatex as cx
from comparatex.artefacts import view
from comparatex.layout.widths import latin_modern, shrunk

COLUMNS = ("iqm", "median", "mean", "gap", "improvement")
NARROW = ("iqm", "median", "gap", "improvement")  # beside short names


@pytest.fixture(scope="module")
def returns(tmp_path_factory):
    """A file of five agents, six environments and ten seeds, and its cube."""
    rng = np.random.default_rng(1)
    cube = (rng.normal(0.6, 0.15, (6, 5, 10)) + np.array([0.12, 0.08, 0.0, -0.03, -0.1])[:, None]).round(6)
    path = tmp_path_factory.mktemp("runs") / "returns.csv"
    rows = [f"E{t},{'PQRST'[a]},{s},{cube[t, a, s]}" for t in range(6) for a in range(5) for s in range(10)]
    path.write_text("\n".join(["environment,agent,seed,return", *rows, ""]), encoding="utf-8")
    return cx.compare(cx.read(path, higher_is_better=True)), {name: cube[:, a] for a, name in enumerate("PQRST")}


def estimates(shown):
    """Return the numbers of each column by row."""
    return {
        plot.name: {int(i): numbers for (marks,) in [plot.marks] for i, *numbers in marks.rows} for plot in shown.plots
    }


@pytest.mark.parametrize("ours", [(), ("S",)])
def test_every_column_is_an_aggregate_of_rliable(returns, ours):
    """Interquartile mean, median, mean, optimality gap and probability of improvement, to 1e-12."""
    comparison, cubes = returns
    shown = view(comparison, "run-intervals", ours=ours, target=1.0)
    numbers = estimates(shown)
    assert tuple(numbers) == COLUMNS
    own = cubes[ours[0] if ours else comparison.names[0]]
    for i, row in enumerate(shown.rows, 1):
        runs = cubes[row.name]
        wanted = {
            "iqm": stats.trim_mean(runs, 0.25, axis=None),
            "median": np.median(runs.mean(axis=1)),
            "mean": runs.mean(axis=1).mean(),
            "gap": 1.0 - np.minimum(runs, 1.0).mean(),
        }
        for name, value in wanted.items():
            assert numbers[name][i][0] == pytest.approx(value, abs=1e-12)
        if runs is own:
            assert i not in numbers["improvement"]
        else:
            wins = [stats.mannwhitneyu(x, y).statistic / 100 for x, y in zip(own, runs, strict=True)]
            assert numbers["improvement"][i][0] == pytest.approx(np.mean(wins), abs=1e-12)
    assert all(low <= value <= high for rows in numbers.values() for value, low, high in rows.values())


@pytest.mark.parametrize("width", ["page", "345pt", "8.5cm"])
@pytest.mark.parametrize("columns", [(), COLUMNS])
def test_numbers_of_axes_have_room(returns, width, columns):
    """None reaches beyond its axis, or touches the next; on a narrow line the columns that say most are left."""
    comparison, _ = returns
    shown = view(comparison, "run-intervals", width=width, columns=columns, target=1.0)
    narrow = width == "8.5cm" and not columns
    assert [plot.name for plot in shown.plots] == [name for name in COLUMNS if not narrow or name in NARROW]
    size = shown.least_type
    across = (shown.across - shown.taken(size)) / len(shown.plots)
    for plot in shown.plots:
        ends = [
            (across * plot.x.share(at) - wide / 2, across * plot.x.share(at) + wide / 2)
            for at, words in plot.ticks
            for wide in [shrunk(size) * latin_modern(words)]
        ]
        assert len(ends) > 1 and ends[0][0] >= -1e-9 and ends[-1][1] <= across + 1e-9
        assert all(one[1] < other[0] for one, other in pairwise(ends))
        assert all(float(words) == at for at, words in plot.ticks)


@pytest.mark.parametrize(
    ("language", "caption", "improves"),
    [
        ("en", "Ten seeds of five agents on six environments", "P(improves)"),
        ("de", "10 Startwerte von fünf Verfahren auf sechs Umgebungen", "P(besser)"),
        ("fr", "10 graines de cinq méthodes sur six environnements", "P(mieux)"),
        ("es", "10 semillas de cinco métodos en seis entornos", "P(mejora)"),
    ],
)
def test_captions_call_runs_what_they_are(returns, language, caption, improves):
    comparison, _ = returns
    for length in ("short", "full"):
        shown = view(comparison, "run-intervals", language=language, target=1.0, captions=length)
        assert str(shown.caption).startswith(caption)
        assert "99" in str(shown.caption)  # of the coverage of intervals from few runs
        assert not re.search(r"\bruns\b" if length == "short" else r"\bdraws of runs\b", str(shown.caption))
        assert shown.plots[-1].heading.strip() == improves and shown.plots[-1].zero == 0.5


def test_columns_are_chosen_and_refused(returns):
    comparison, _ = returns
    shown = view(comparison, "run-intervals", columns=("improvement", "iqm"))
    assert [plot.name for plot in shown.plots] == ["improvement", "iqm"]
    assert "median" not in str(shown.caption)
    with pytest.raises(cx.errors.UsageError, match="No column is called 'iqr'"):
        view(comparison, "run-intervals", columns=("iqr",))
    with pytest.raises(cx.errors.UsageError, match="give `target`"):
        view(
            cx.compare(cx.read({"A": {"t": [3, 4], "u": [5, 6]}, "B": {"t": [1, 2], "u": [3, 1]}})),
            "run-intervals",
            columns=("gap",),
        )


def test_folds_are_said_to_share_data_and_runs_are_not(returns):
    comparison, cubes = returns
    lists = {name: {f"E{t}": runs.tolist() for t, runs in enumerate(cube)} for name, cube in cubes.items()}
    folds = cx.compare(cx.read(lists, repeats_are="folds"))
    assert "share training data" in str(view(folds, "runs").caption) and "share training data" in str(
        view(folds, "run-intervals").caption
    )
    assert "share" not in str(view(comparison, "runs").caption)


def test_reports_show_them_where_there_are_runs(returns, tmp_path):
    _, cubes = returns
    settings = cx.Report(pdf=False)
    lists = {name: {f"E{t}": runs.tolist() for t, runs in enumerate(cube)} for name, cube in cubes.items()}
    for kind, expected in (("runs", True), ("folds", False), (None, False)):
        more = {} if kind is None else {"repeats_are": kind}
        cx.write_report(cx.compare(cx.read(lists, **more)), tmp_path / str(kind), settings)
        assert (tmp_path / str(kind) / "figures/run-intervals.tex").is_file() == expected
    chapter = (tmp_path / "runs/chapter.tex").read_text(encoding="utf-8")
    assert "has the best interquartile mean of five methods" in chapter


def test_a_table_without_runs_is_refused():
    comparison = cx.compare({"A": {"t": 1, "u": 2}, "B": {"t": 2, "u": 1}})
    with pytest.raises(cx.errors.ComparatexError, match="repeat"):
        view(comparison, "run-intervals")
