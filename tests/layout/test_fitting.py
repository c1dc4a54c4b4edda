"""How maps of names fit a page, and axes on which a few scores would push the others into a corner."""

import numpy as np
import pytest

from comparatex.artefacts import view
from comparatex.data.read import read
from comparatex.figures.common.label_placement import SIDES, are_clear, boxes, front_boxes, labels
from comparatex.figures.heatmap import cells
from comparatex.inference.compare import compare


@pytest.mark.parametrize("m", [5, 12, 24, 40, 121])
def test_names_of_any_number_are_legible(m):
    names = [f"InceptionTime_{k}" for k in range(m)]
    assert cells(names).size >= 6


@pytest.mark.parametrize("name", ["boxes", "pareto"])
@pytest.mark.thorough
def test_axes_are_logarithmic_where_few_scores_dwarf_the_others(name):
    values = np.random.default_rng(5).uniform(0.5, 2, (20, 30)).round(3)
    values[:, 0] *= 1000
    comparison = compare(read((values, [f"M{k}" for k in range(30)]), higher_is_better=False))
    costs = {"costs": dict.fromkeys(comparison.names, 1.0)} if name == "pareto" else {}
    found = view(comparison, name, **costs)
    axis = found.x if name == "boxes" else found.y
    assert axis.logarithmic
    assert axis.label.endswith("(logarithmic)")


def test_names_keep_off_the_front():
    marks = {"1NN-DTW": (700, 2200), "Arsenal": (1100, 8000)}
    steps = [*marks.values()]
    for name, label in labels(marks, steps, important=marks).items():
        box = boxes(name, np.array([label.lead or marks[name]]), [[*SIDES].index(label.side)])
        assert are_clear(box, front_boxes(steps)).all()
