"""Several measures side by side: each under a heading of its own, with its direction, digits and marks."""

import csv
import io
import json
import re
import zipfile
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from scipy.stats import gmean, rankdata

import comparatex as cx
from comparatex.artefacts import view
from comparatex.cli import main
from comparatex.errors import UsageError
from comparatex.layout.tables.booktabs import Column, Entry, Line, parts
from comparatex.table_files import data, markdown, page, typst, word

RNG = np.random.default_rng(8)
ACCURACY = np.round(RNG.uniform(0.5, 0.99, (6, 4)), 2)
SECONDS = np.round(np.exp(RNG.normal(3, 1, (6, 4))), 1)
TASKS, NAMES = [f"t{k}" for k in range(6)], list("ABCD")


def compared(values, names=NAMES, tasks=TASKS, **how):
    table = {name: dict(zip(tasks, column, strict=True)) for name, column in zip(names, values.T.tolist(), strict=True)}
    return cx.compare(cx.read(table, **how))


@pytest.fixture(scope="module")
def both():
    accuracy = compared(ACCURACY, measure_name="accuracy")
    seconds = compared(SECONDS, measure_name="time (s)", higher_is_better=False)
    return {"parts": (("accuracy", accuracy), ("time (s)", seconds))}, accuracy


def heads(part):
    return [(column.span, column.heading) for column in part.columns]


def test_means_and_ranks_by_measure_are_those_of_numpy(both):
    """The best of each column is bold by the direction of its own measure."""
    options, first = both
    (part,) = view(first, "measures", **options).parts
    assert part.spans == [("", 1, 1), ("accuracy ↑", 2, 3), ("time (s) ↓", 4, 5)]
    assert [heading for _, heading in heads(part)] == ["Method", "Mean", "Mean rank", "Mean", "Mean rank"]
    ranks = [rankdata(sign * values, axis=1).mean(axis=0) for sign, values in ((-1, ACCURACY), (1, SECONDS))]
    columns = [ACCURACY.mean(axis=0), ranks[0], SECONDS.mean(axis=0), ranks[1]]
    order = [NAMES.index(line.entries[0].text) for line in part.lines]
    assert order == sorted(range(4), key=lambda k: -columns[0][k])
    for j, (expected, best) in enumerate(zip(columns, (max, min, min, min), strict=True), 1):
        entries = [line.entries[j] for line in part.lines]
        assert [entry.values[0] for entry in entries] == pytest.approx(expected[order])
        assert [entry.mark == "best" for entry in entries] == (expected[order] == best(expected)).tolist()


def test_what_sums_up_is_chosen(both):
    options, first = both
    (part,) = view(first, "measures", summary=("geometric-mean",), **options).parts
    found = {line.entries[0].text: line.entries[2].values[0] for line in part.lines}
    assert found == pytest.approx(dict(zip(NAMES, gmean(SECONDS), strict=True)))


def test_scores_by_two_measures_have_the_digits_and_marks_of_each_alone(both):
    options, first = both
    (part,) = view(first, "scores", **options).parts
    alone = [view(comparison, "scores", order="given").parts[0] for _, comparison in options["parts"]]
    (given,) = view(first, "scores", order="given", **options).parts
    assert part.spans == [("", 1, 1), ("accuracy ↑", 2, 5), ("time (s) ↓", 6, 9)]
    for k, line in enumerate(given.lines):
        expected = [entry for own in alone for entry in own.lines[k].entries[1:]]
        assert [(entry.text, entry.mark) for entry in line.entries[1:]] == [(one.text, one.mark) for one in expected]


def test_methods_in_rows_by_two_measures(both):
    options, first = both
    (part,) = view(first, "scores", methods_in="rows", **options).parts
    sums = ["Mean", "Mean rank"]
    assert heads(part)[1:] == [(over, t) for over in ("accuracy ↑", "time (s) ↓") for t in [*TASKS, *sums]]
    d = next(line for line in part.lines if line.entries[0].text == "D")
    assert [entry.values[0] for entry in d.entries[1:7]] == ACCURACY[:, 3].tolist()
    assert [entry.values[0] for entry in d.entries[9:15]] == SECONDS[:, 3].tolist()


def test_the_room_of_deviations_is_that_of_each_measure():
    rng = np.random.default_rng(2)
    tables = []
    for scale, measure in ((1, "accuracy"), (100, "points")):
        cells = {n: {t: np.round(scale * rng.uniform(0.4, 0.9, 3), 3).tolist() for t in TASKS} for n in NAMES[:2]}
        tables.append((measure, cx.compare(cx.read(cells, measure_name=measure))))
    (part,) = view(tables[0][1], "scores", parts=tuple(tables)).parts
    rooms = [{entry.spread for entry in (part.lines[-1].entries[j],)} for j in (1, 3)]
    own = [max((line.entries[j].spread for line in part.lines[:-2] for j in js), key=len) for js in ((1, 2), (3, 4))]
    assert [len(*room) for room in rooms] == [len(text) for text in own]
    assert len(own[0]) < len(own[1]) or own[0] != own[1]


def test_methods_or_tasks_that_are_not_those_of_all_measures_are_refused(both):
    options, first = both
    three = compared(ACCURACY[:, :3], NAMES[:3], measure_name="F1")
    fewer = compared(ACCURACY[:5], tasks=TASKS[:5], measure_name="F1")
    with pytest.raises(UsageError, match="methods with 'F1' differ from those with 'accuracy'"):
        view(first, "measures", parts=(*options["parts"], ("F1", three)))
    with pytest.raises(UsageError, match=r"tasks with 'F1' differ .* write the table measures"):
        view(first, "scores", parts=(("accuracy", first), ("F1", fewer)))
    table = view(first, "measures", parts=(("accuracy", first), ("F1", fewer)))
    assert "Tasks by measure: 6 (accuracy), 5 (F1)." in str(table.caption)


def test_several_comparisons_are_shown_side_by_side(both, tmp_path):
    options, first = both
    comparisons = [comparison for _, comparison in options["parts"]]
    assert str(cx.table(comparisons, "measures")) == str(cx.table(first, "measures", **options))
    assert cx.latex(comparisons, "scores") == cx.latex(first, "scores", **options)
    written = [cx.write(one, "scores", tmp_path / f"{k}.csv") for k, one in enumerate((comparisons, first))]
    assert "time (s): A" in written[0].read_text("utf-8") and "time" not in written[1].read_text("utf-8")
    cx.draw(comparisons, "measures")
    with pytest.raises(UsageError, match="no setting `parts`"):
        cx.table(comparisons, "pairwise")
    with pytest.raises(UsageError, match="names of their own"):
        cx.table([compared(ACCURACY), compared(SECONDS)], "measures")


def test_captions_name_measures_and_directions(both):
    options, first = both
    by = "by accuracy and time (↑: higher is better; ↓: lower)"
    assert f"Four methods on six tasks {by}." in str(view(first, "measures", **options).caption)
    said = str(view(first, "scores", **options).caption)
    assert said.startswith(f"Scores of four methods on six tasks {by}.")
    only = (("accuracy", first), ("F1", compared(ACCURACY, measure_name="F1")))
    assert "by accuracy and F1 (↑: higher is better)." in str(view(first, "measures", parts=only).caption)
    for language, said in (
        ("de", "nach accuracy und time"),
        ("fr", "selon accuracy et time"),
        ("es", "según accuracy y time"),
    ):
        assert said in str(view(first, "measures", language=language, **options).caption)


def test_a_board_has_the_means_and_places_by_other_measures_beside_it(both):
    options, first = both
    (part,) = view(first, "leaderboard", draws=99, **options).parts
    assert [span for span, _, _ in part.spans] == ["", "accuracy ↑", "time (s) ↓", ""]
    assert [heading for _, heading in heads(part)][3:] == ["Mean score", "95% interval", "Mean score", "Place", "Tier"]
    means = SECONDS.mean(axis=0)
    for line in part.lines:
        k = NAMES.index(line.entries[2].text)
        score, place = line.entries[5:7]
        assert score.values[0] == pytest.approx(means[k])
        assert place.values == (int(rankdata(means, method="min")[k]),)
        assert (score.mark, place.mark) == (("significant",) * 2 if means[k] == means.min() else ("", ""))
    assert view(first, "leaderboard", draws=99, **options).caption.endswith("Beside it, mean and place by time.")
    ranks = rankdata(SECONDS, axis=1).mean(axis=0)
    (part,) = view(first, "leaderboard", draws=99, order="rank", **options).parts
    for line in part.lines:
        assert line.entries[5].values[0] == pytest.approx(ranks[NAMES.index(line.entries[2].text)])
    with pytest.raises(UsageError, match="differ from those of the leaderboard"):
        other = compared(SECONDS, list("ABCX"), measure_name="time (s)", higher_is_better=False)
        view(first, "leaderboard", parts=(("accuracy", first), ("time (s)", other)))


# ------------------------------------------------------------------------------------------------- as files
def test_headings_over_several_columns_in_every_format(both):
    options, first = both
    table = view(first, "measures", **options)
    tex = cx.latex(first, "measures", **options)
    assert r"& \multicolumn{2}{c}{accuracy $\uparrow$} & \multicolumn{2}{c}{time (s) $\downarrow$} \\" in tex
    assert r"\cmidrule(lr){2-3}\cmidrule(lr){4-5}" in tex
    plain = cx.latex(first, "measures", plain=True, **options)
    assert r"\cmidrule(lr){2-3}" in plain
    assert "comparatex" not in plain.split("\n", 2)[2]
    assert markdown(table).startswith("| Method | accuracy ↑: Mean | accuracy ↑: Mean rank | time (s) ↓: Mean |")
    assert re.search(
        r'<tr><td colspan="1"></td><th class="center" scope="colgroup" colspan="2">accuracy ↑', page(table, "en")
    )
    assert 'table.cell(colspan: 2, align: center, "accuracy ↑")' in typst(table)
    rows = list(csv.reader(io.StringIO(data(table))))
    assert rows[0] == ["Method", *(f"{m}: {kind}" for m in ("accuracy", "time (s)") for kind in ("Mean", "Mean rank"))]
    assert float(rows[1][1]) == pytest.approx(ACCURACY.mean(axis=0).max())
    w = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    with zipfile.ZipFile(io.BytesIO(word(table, "en"))) as file:
        root = ElementTree.fromstring(file.read("word/document.xml"))
    first_row = next(root.iter(f"{w}tr"))
    assert [span.get(f"{w}val") for span in first_row.iter(f"{w}gridSpan")] == ["1", "2", "2"]


def test_columns_that_fit_stay_whole_whatever_stands_over_them():
    columns = [Column("m", "l"), *(Column("h", span=span) for span in ("a", "a", "b", "b", ""))]
    (part,) = parts(columns, [Line(tuple(Entry("0.1") for _ in columns))])
    assert part.spans == [("", 1, 1), ("a", 2, 3), ("b", 4, 5), ("", 6, 6)]


def test_columns_of_a_measure_stay_together():
    columns = [Column("m", "l"), *(Column("wide heading", span=f"s{k // 3}") for k in range(12))]
    lines = [Line(tuple(Entry("0.123456") for _ in columns))]
    cut = list(parts(columns, lines))
    assert len(cut) > 1
    assert [[span for span, _, _ in part.spans if span] for part in cut] == [["s0", "s1"], ["s2", "s3"]]
    assert [part.repeated for part in cut] == [0, 1]
    (narrow, *_) = parts(columns, lines, limit=2)
    assert len(narrow.columns) == 3


def test_a_heading_that_is_wider_than_its_columns_has_room():
    columns, lines = [Column("m", "l"), *[Column("a", span="x" * 40)] * 2], [Line((Entry("m"), Entry("1"), Entry("2")))]
    (part,) = parts(columns, lines)
    assert sum(part.widths[1:]) > 100
    assert part.widths[1] == part.widths[2]


# ---------------------------------------------------------------------------------------------- as commands
@pytest.fixture
def long(tmp_path):
    lines = ["task,method,metric,value"]
    for t, a, s in zip(TASKS, ACCURACY, SECONDS, strict=True):
        for k, name in enumerate(NAMES):
            lines += [f"{t},{name},accuracy,{a[k]}", f"{t},{name},seconds,{s[k]}"]
    path = tmp_path / "long.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def run(*arguments):
    done = CliRunner().invoke(main, [str(text) for text in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def test_tables_of_a_file_with_several_measures(long, both):
    done = run("table", "measures", long, "-o", "-", "--measure", "metric", "-q")
    assert done.exit_code == 0, done.output
    assert r"{accuracy $\uparrow$}" in done.stdout
    assert r"{seconds (s) $\downarrow$}" in done.stdout or r"{seconds $\downarrow$}" in done.stdout
    one = run("table", "scores", long, "-o", "-", "--measure", "metric", "--select-measure", "accuracy", "-q")
    assert "multicolumn" not in one.stdout
    two = run("table", "scores", long, "-o", "-", "--measure", "metric", "-q")
    assert two.stdout.count("multicolumn{4}") == 2


def test_a_board_of_a_file_with_several_measures(long, tmp_path):
    given = (long, "--measure", "metric", "-q")
    assert run("leaderboard", *given, "-o", tmp_path / "b.json").exit_code == 0
    board = json.loads((tmp_path / "b.json").read_text())["comparates"]
    expected = dict(zip(NAMES, SECONDS.mean(axis=0), strict=True))
    for line in board:
        assert line["measures"]["seconds"]["score"] == pytest.approx(expected[line["comparate"]])
    tex = run("table", "leaderboard", *given, "-o", "-").stdout
    assert r"{\multicolumn{3}{c}{} & \multicolumn{2}{c}{accuracy $\uparrow$}" in tex
    one = run("leaderboard", *given, "-o", "-", "--select-measure", "accuracy").stdout
    assert "multicolumn" not in one


@pytest.mark.parametrize("option", [("--measures", "accuracy"), ("--lower", "seconds")])
def test_tables_of_one_measure_refuse_several(long, option):
    done = run("table", "pairwise", long, "-o", "-", "--measure", "metric", *option)
    assert done.exit_code == 2
    assert f"Table pairwise has no {option[0]}." in done.output


@pytest.mark.latex
def test_headings_over_columns_are_set(parts_compiler, both):
    options, first = both
    kinds = {"measures": {}, "scores": {"long": True}, "leaderboard": {}}
    found, done = parts_compiler({name: cx.latex(first, name, **more, **options) for name, more in kinds.items()})
    assert done.findings == []
    assert all("accuracy ↑" in part.text and "time (s) ↓" in part.text for part in found.values())


@pytest.mark.parametrize("kind", ["scores", "ranks", "intervals", "ablation"])
def test_no_table_prints_logarithms(kind):
    of_a = np.array([1.5, 20.0, 300.0, 8.0, 5.0, 60.0])
    comparison = cx.compare(
        cx.read((np.column_stack([of_a, 2 * of_a]), ["A", "B"]), higher_is_better=False), scale="log"
    )
    table = view(comparison, kind, **({"full": "A"} if kind == "ablation" else {}))
    values = [value for part in table.parts for line in part.lines for entry in line.entries for value in entry.values]
    numbers = {round(value, 9) for value in values if isinstance(value, float)}
    if kind != "scores":  # whose sums have their values as they are printed, too
        assert {round(gmean(of_a), 9), round(2 * gmean(of_a), 9)} <= numbers
    assert (0.5 in numbers) == (kind in ("intervals", "ablation"))
    assert (300.0 in numbers) == (kind == "scores")
    assert "log" not in f"{table.title} {[column.heading for part in table.parts for column in part.columns]}".lower()
