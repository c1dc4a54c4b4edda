"""Cell colours of tables: from the worst to the best of a task or a method, in every format that has colours."""

import io
import re
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import comparatex as cx
from comparatex.artefacts import view
from comparatex.drawing.matrix import ground, luminance
from comparatex.inference.analysis import Analysis
from comparatex.layout.tables.booktabs import Entry
from comparatex.table_files import markdown, page, typst, word
from comparatex.tables.scores import ScoresOptions, SummingOptions, _with_shades, measures, scores

TASKS = [f"t{k}" for k in range(6)]


def compared(rows, *, lower=False, **how):
    table = {f"m{j}": dict(zip(TASKS, column, strict=False)) for j, column in enumerate(np.transpose(rows).tolist())}
    return cx.compare(cx.read(table, higher_is_better=not lower, **how), Analysis(correction="none"))


def shades(table, name):
    """Return the shades of a line by the methods that head the columns."""
    (part,) = table.parts
    line = next(line for line in part.lines if line.entries[0].text == name)
    return {column.heading: entry.shade for column, entry in zip(part.columns[1:], line.entries[1:], strict=True)}


def test_the_best_is_strongest_and_ties_are_alike():
    rows = [[0.5, 0.9, 0.7, 0.7], [0.2, 0.2, 0.2, 0.2], [0.1, 0.4, 0.2, 0.3]]
    of = {lower: scores(compared(rows, lower=lower), ScoresOptions(shade_cells="tasks")) for lower in (False, True)}
    assert shades(of[False], "t0") == {"m0": 0, "m1": 50, "m2": 25, "m3": 25}
    assert shades(of[True], "t0") == {"m0": 50, "m1": 0, "m2": 25, "m3": 25}
    assert set(shades(of[False], "t1").values()) == {None}  # nothing to tell apart
    ranks = {lower: shades(table, "Mean rank") for lower, table in of.items()}
    assert ranks[False]["m1"] == ranks[True]["m0"] == 50  # a low rank is best whatever the direction
    assert shades(of[True], "Mean")["m0"] == 50


def test_what_is_missing_or_imputed_has_no_colour():
    rows = [[0.5, np.nan, 0.7], [0.2, 0.4, 0.3], [0.1, 0.2, 0.3]]
    open_ = scores(compared(rows, missing="pairwise"), ScoresOptions(shade_cells="tasks"))
    assert shades(open_, "t0") == {"m0": 0, "m1": None, "m2": 50}
    filled = scores(compared(rows, missing="impute=worst"), ScoresOptions(shade_cells="tasks"))
    assert shades(filled, "t0")["m1"] is None


def test_an_outlier_leaves_the_others_their_colours():
    table = scores(compared([[0.80, 0.82, 0.84, 0.86, 0.9, 0.001]] * 2), ScoresOptions(shade_cells="tasks"))
    assert shades(table, "t0") == {"m0": 0, "m1": 10, "m2": 20, "m3": 30, "m4": 50, "m5": 0}


def test_methods_are_coloured_over_their_tasks_and_measures_by_column():
    comparison = compared([[0.5, 0.9], [0.6, 0.1], [0.7, 0.5]])
    table = scores(comparison, ScoresOptions(shade_cells="methods"))
    assert [shades(table, task)["m0"] for task in TASKS[:3]] == [0, 25, 50]
    assert [shades(table, task)["m1"] for task in TASKS[:3]] == [50, 0, 25]
    assert set(shades(table, "Mean").values()) == {None}
    lines = measures(comparison, SummingOptions(shade_cells="tasks")).parts[0].lines
    assert {line.entries[0].text: line.entries[1].shade for line in lines} == {"m0": 50, "m1": 0}


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=20), st.booleans())
def test_colours_follow_the_order_of_scores(row, lower):
    found = _with_shades([Entry(str(value), values=(float(value),)) for value in row], higher=not lower)
    if len({*row}) == 1:
        assert all(entry.shade is None for entry in found)
        return
    order = sorted(zip(row, [entry.shade for entry in found], strict=True), reverse=lower)
    assert [shade for _, shade in order] == sorted(shade for _, shade in order)
    assert (order[0][1], order[-1][1]) == (0, 50)


def test_black_text_is_legible_on_all_and_stronger_is_darker():
    light = [luminance(ground(shade)) for shade in range(51)]
    assert light == sorted(light, reverse=True)
    assert min(light) + 0.05 >= 4.5 * 0.05


def test_every_format_with_colours_has_them():
    comparison = compared([[0.5, 0.9, 0.7], [0.6, 0.1, 0.3]])
    table = view(comparison, "scores", shade_cells="tasks")
    assert "F4A582" in page(table, "en") and "F4A582" in typst(table)
    with zipfile.ZipFile(io.BytesIO(word(table, "en"))) as file:
        assert 'w:fill="F4A582"' in file.read("word/document.xml").decode()
    tex = cx.latex(comparison, "scores", shade_cells="tasks")
    assert r"\comparatexshade{50}\comparatexbest{0.9}" in tex
    assert r"\usepackage{colortbl}" in tex.split("\n")[0]
    plain = cx.latex(comparison, "scores", shade_cells="tasks", plain=True, siunitx=True)
    assert r"\cellcolor[HTML]{F4A582}\color{black}\bfseries 0.9" in plain
    assert "comparatex" not in plain.split("\n", 2)[2]
    assert "Red" not in markdown(table)
    usual = view(comparison, "scores")
    assert "background:#" not in page(usual, "en") and "colortbl" not in cx.latex(comparison, "scores")
    figure = cx.draw(comparison, "scores", shade_cells="tasks")
    coloured = [entry for line in table.parts[0].lines for entry in line.entries if entry.shade is not None]
    assert len(figure.axes[0].patches) == len(coloured) == 9


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Red: the stronger, the better within each task."),
        ("fr", "En rouge : plus la teinte est forte, meilleur est le résultat, pour chaque tâche."),
        ("de", "Rot: je kräftiger, desto besser, je Aufgabe."),
        ("es", "Rojo: más intenso cuanto mejor, en cada tarea."),
    ],
)
def test_the_key_is_in_the_caption(language, said):
    caption = view(compared([[0.5, 0.9], [0.6, 0.1]]), "scores", shade_cells="tasks", language=language).caption
    assert re.sub(r"\s", " ", said) in re.sub(r"\s", " ", caption)


@pytest.mark.latex
def test_coloured_cells_are_set_and_missed_with_a_warning(fragment_compiler):
    tex = cx.latex(compared([[0.5, 0.9, 0.7], [0.6, 0.1, 0.3]]), "scores", shade_cells="tasks", long=True)
    done = fragment_compiler(tex, preamble=r"\usepackage{comparatex}\usepackage{colortbl}")
    assert done.findings == []
    without = fragment_compiler(tex)
    assert ["Cells are coloured with" in finding for finding in map(str, without.findings)].count(True) == 1
