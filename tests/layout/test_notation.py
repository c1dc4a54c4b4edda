"""How numbers are printed at any scale: as the data have or need them, alike in every artefact."""

import re
from functools import cache

import numpy as np
import pytest

from comparatex import artefacts
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.layout.notation import notations
from comparatex.layout.number_macros import numbers
from comparatex.layout.options import Showing
from comparatex.text import writing

THIN = "\N{NARROW NO-BREAK SPACE}"
RNG = np.random.default_rng(3)
FRACTIONS = np.sort(RNG.uniform(0.8, 0.95, (15, 4)), axis=1)[:, ::-1]
NAMES = ("ours", "next", "other", "last")


def compared(cells, **reading):
    """Compare a table of written scores."""
    tasks = {f"t{k}": row for k, row in enumerate(cells)}
    table = {name: {task: row[j] for task, row in tasks.items()} for j, name in enumerate(NAMES)}
    return compare(read(table, **reading))


@cache
def scaled(factor, form=repr):
    return compared([[form(float(x) * factor) for x in row] for row in FRACTIONS])


def whole(x):
    return str(round(x))


@pytest.mark.parametrize(
    ("factor", "form", "scores", "means"),
    [
        (1, "{:.3f}".format, (3, 0), (4, 0)),  # means have a decimal more than scores
        (1, "{:.6f}".format, (3, 0), (4, 0)),  # scores have no more than tell them apart
        (1, repr, (3, 0), (4, 0)),
        (100, repr, (1, 0), (2, 0)),
        (1e-9, repr, (0, -12), (1, -12)),  # one to three digits before the point
        (1e-8, repr, (2, -9), (3, -9)),
        (1e9, repr, (0, 6), (1, 6)),
        (5e9, repr, (2, 9), (3, 9)),
        (1500, whole, (0, 0), (1, 0)),
        (3e6, whole, (0, 0), (0, 0)),
        (1e-300, repr, (0, -303), (1, -303)),
        (1e299, repr, (1, 297), (2, 297)),
    ],
)
def test_decimals_and_power_follow_the_data(factor, form, scores, means):
    found = notations(scaled(factor, form), Showing())
    assert [(n.decimals, n.exponent) for n in (found.scores, found.means)] == [scores, means]


def test_a_frame_of_short_decimals_prints_as_its_file():
    values = np.round(FRACTIONS, 3)
    frame = compare(read((values, NAMES, [f"t{k}" for k in range(15)])))
    assert notations(frame, Showing()) == notations(scaled(1, "{:.3f}".format), Showing())


def test_differences_that_vanish_beside_scores_have_a_power_of_their_own():
    shifted = compared([[repr(1 + float(x) * 1e-9) for x in row] for row in FRACTIONS])
    found = notations(shifted, Showing())
    assert found.means.exponent == 0 and found.differences.exponent < -8
    assert found.differences.fixed(float(shifted.pair_statistics.mean_difference[0])).strip("0.")


def test_one_failure_does_not_hide_the_others():
    """Most scores are about 0.7, one is 1e9: they share no power of ten."""
    cells = [[repr(float(x)) for x in row] for row in FRACTIONS]
    cells[0][3] = "1e9"
    found = notations(compared(cells), Showing())
    assert found.scores.exponent == 0 and found.scores.decimals >= 3


def test_precision_overrules_decimals_alone():
    found = notations(scaled(1e-8), Showing(precision=2))
    assert {(n.decimals, n.exponent) for n in (found.scores, found.means, found.differences)} == {(2, -9)}


def test_percentages():
    comparison = scaled(1)
    view = artefacts.view(comparison, "pairwise", percent=True)
    assert "Difference (pp)" in [column.heading for column in view.parts[0].columns]
    table = artefacts.view(comparison, "scores", percent=True)
    assert table.parts[0].columns[0].heading == "Task, score (%)"
    assert table.parts[0].lines[-2].entries[1].text == f"{100 * comparison.mean[0]:.1f}"
    printed = dict(numbers(comparison, Showing(percent=True)).items())
    assert printed["mean of ours"] == f"{100 * comparison.mean[0]:.2f}%"
    assert printed["mean difference of last against ours"].endswith("\N{NO-BREAK SPACE}percentage points")
    with pytest.raises(UsageError, match=r"scores are from .* to .*: leave it out"):
        artefacts.view(scaled(100), "mcm", percent=True)


def test_other_languages_group_and_mark_percent():
    with writing("fr"):
        printed = dict(numbers(scaled(1), Showing(percent=True, language="fr")).items())
        assert re.fullmatch(f"\\d\\d,\\d\\d{THIN}%", printed["mean of ours"])
        assert re.fullmatch(
            f"\\d{THIN}\\d\\d\\d{THIN}\\d\\d\\d", dict(numbers(scaled(3e6, whole)).items())["mean of ours"]
        )
    with writing("de"):
        printed = dict(numbers(scaled(1), Showing(percent=True, language="de")).items())
        assert printed["mean difference of ours against last"].endswith("\N{NO-BREAK SPACE}Prozentpunkte")


@pytest.mark.parametrize("factor", [1e-8, 1e10])
@pytest.mark.parametrize("name", ["mcm", "scores", "ranks", "pairwise", "intervals", "forest", "boxes"])
def test_no_artefact_is_full_of_zeros_or_of_digits(name, factor):
    view = artefacts.view(scaled(factor), name)
    if name in ("forest", "boxes"):
        texts = [row.text for row in view.rows]
    elif name == "mcm":
        texts = [cell.difference for row in view.panels[0].rows for cell in row.cells if cell.kind == "pair"]
    else:
        texts = [entry.text for part in view.parts for line in part.lines for entry in line.entries]
    found = [number for text in texts for number in re.findall(r"\d+\.\d{2,}", text)]
    assert len(found) >= 3 and sum(float(number) == 0 for number in found) < len(found) / 4
    assert max(map(len, found)) <= 7
    told = view.x.label if name in ("forest", "boxes") else str(view)
    assert f"×10{'⁻⁹' if factor < 1 else '⁹'}" in told


@pytest.mark.parametrize("name", ["mcm", "scores", "pairwise", "forest", "boxes"])
def test_a_mean_looks_alike_everywhere(name):
    comparison = scaled(1e-8)
    printed = dict(numbers(comparison).items())
    number = printed["mean of ours"].partition("×")[0]
    difference = printed["mean difference of ours against last"].partition("×")[0]
    tex = artefacts.latex(comparison, name)
    mean = f"{round(float(number), 1):.2f}"  # in the table of scores with the digits of scores, where these tell
    assert {"mcm": number, "scores": mean, "pairwise": difference}.get(name, "") in tex
    assert printed["mean of ours"].endswith("×10⁻⁹")


def test_axes_are_in_the_unit_of_the_numbers():
    view = artefacts.view(scaled(1e-8), "boxes")
    assert view.x.label.endswith("(×10⁻⁹)")
    assert 4 <= view.rows[-1].low < view.rows[0].high <= 10
    percent = artefacts.view(scaled(1), "boxes", percent=True)
    assert percent.x.label == "score (%)" and 40 <= percent.rows[-1].low < percent.rows[0].high <= 100


def test_stars():
    comparison = scaled(1)
    table = artefacts.view(comparison, "pairwise", stars=True)
    texts = {entry.text for line in table.parts[0].lines for entry in line.entries}
    assert any(re.fullmatch(r"<?[\d.]+\*\*\*", text) for text in texts)
    assert "* p ≤ 0.05, ** p ≤ 0.01, *** p ≤ 0.001." in table.caption.replace("\N{NO-BREAK SPACE}", " ")
    assert "*" not in artefacts.view(comparison, "pairwise").caption
    for name in ("mcm", "effects", "control"):
        view = artefacts.view(comparison, name, stars=True, **({"control": "ours"} if name == "control" else {}))
        assert "*** p" in view.caption.replace("\N{NO-BREAK SPACE}", " ")
        tex = artefacts.latex(comparison, name, stars=True, **({"control": "ours"} if name == "control" else {}))
        assert "{*}{*}{*}" in tex


def test_thousands_are_set_apart_in_tables_the_matrix_and_on_axes():
    comparison = scaled(3e6, whole)
    scores = artefacts.view(comparison, "scores").parts[0].lines[0].entries[1:]
    assert all(entry.text.count(THIN) == 2 for entry in scores)
    assert r"\," in artefacts.latex(comparison, "scores")
    assert all(head.mean.count(THIN) == 2 for head in artefacts.view(comparison, "mcm").panels[0].columns)
    figure = artefacts.draw(comparison, "boxes")
    figure.draw_without_rendering()
    assert any(THIN in label.get_text() for label in figure.axes[0].get_xticklabels())


def test_what_rounding_left_of_a_difference_decides_no_decimals():
    found = notations(compare(read((np.array([[0.1 + 0.2, 0.3], [0.7, 0.7], [0.5, 0.5]]), ["A", "B"]))), Showing())
    assert found.differences.exponent == 0
    assert found.differences.fixed(float(np.float64(0.1 + 0.2) - 0.3)).strip("0.") == ""
