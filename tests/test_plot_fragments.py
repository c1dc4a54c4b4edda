"""Plots as TeX: readable source, and pages that hold every text within the line."""

import io
import re
from math import sqrt

import numpy as np
import pytest
from PIL import Image

from comparatex.artefacts import ARTEFACTS, latex, view, write
from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.numbers import MINUS
from documents import thorough
from hosts import with_runs

NARROW = r"\usepackage[textwidth=8.5cm]{geometry}\setlength\parindent{0pt}"
SMALL = "Text of this fragment is only"  # for names too long for a column, with the remedy
PLOTS = [name for name, found in ARTEFACTS.items() if found.folder == "figures" and name not in ("mcm", "cdd")]


@pytest.fixture(scope="module")
def large():
    rng = np.random.default_rng(5)
    values = np.round(rng.uniform(0.5, 1, (2100, 20)), 4)
    names = tuple(f"A rather long name of the method_{i} & co" for i in range(20))
    return compare(read((values, names, tuple(map(str, range(2100))))), Analysis(samples=1000))


def drawn(comparison, name, **options):
    """Return a plot; costs grow with the name."""
    comparison = with_runs(name, comparison)
    costs = {other: 1.5**i for i, other in enumerate(sorted(comparison.names))}
    needed = {"pareto": {"costs": costs, "cost_name": "time (s)"}, "plan": {"effect": 0.05, "draws": 100}}
    return latex(comparison, name, **needed.get(name, {}), **options)


@pytest.mark.parametrize("name", PLOTS)
def test_the_source_is_golden(tutorial, golden, name):
    golden(drawn(tutorial, name), f"{name}.tex")


@pytest.mark.latex
@pytest.mark.thorough
def test_large_plots_stay_within_the_line(large, fragment_compiler):
    done = fragment_compiler("\n\n".join(drawn(large, name, width="8.5cm") for name in PLOTS), NARROW)
    assert [found for found in done.findings if SMALL not in found] == []


@pytest.mark.latex
@pytest.mark.parametrize("kind", ["violin", "strip"])
@pytest.mark.thorough
def test_other_kinds_of_boxes_stay_within_the_line(tutorial, large, fragment_compiler, kind):
    tex = [latex(comparison, "boxes", kind=kind) for comparison in (tutorial, large)]
    assert fragment_compiler("\n\n".join(tex), r"\setlength\parindent{0pt}").findings == []


@pytest.fixture(
    scope="module",
    params=["french", *(thorough(name) for name in ("german", "spanish"))],
)
def in_language(request, tutorial, fragment_compiler):
    """All plots on pages of their own, in narrow lines of a language that makes characters active."""
    return fragment_compiler(
        "\n\\clearpage\n".join(drawn(tutorial, name, width="8.5cm") for name in PLOTS),
        rf"\usepackage[{request.param}]{{babel}}{NARROW}",
        engine="lualatex" if request.param == "german" else "pdflatex",
    )


@pytest.mark.latex
@pytest.mark.parametrize("name", PLOTS)
def test_plots_stay_within_the_line_and_active_characters_do_no_harm(tutorial, in_language, name):
    assert [found for found in in_language.findings if SMALL not in found] == []
    pages = in_language.text.removesuffix("\f").split("\f")
    assert len(pages) == len(PLOTS)
    source = drawn(tutorial, name, width="8.5cm")
    page = "".join(pages[PLOTS.index(name)].split()).replace(MINUS, "-").replace("…", "...")
    texts = re.findall(r"^ +\{(.*)\},?%$|[xy]label=\{((?:[^{}]|\{\})+)\}", source, re.MULTILINE)
    said = [*map("".join, texts), *(other for other in tutorial.names if f"{{{other}" in source)]
    assert said
    for text in said:
        assert re.sub(r"\\quad|[{}\s$\\]", "", text.replace(r"\ldots", "...").replace("--", "–")) in page, text


def test_the_posterior_is_small(large):
    assert len(latex(large, "posterior")) < 20_000


@pytest.mark.latex
@pytest.mark.parametrize("backend", ["tex", "matplotlib"])
def test_hexagons_of_a_posterior_are_regular_and_in_their_place(tmp_path, backend):
    values = np.stack([0.8 + np.linspace(-0.05, 0.05, 61), np.full(61, 0.8)], axis=1).round(4)
    comparison = compare(read((values, ("A", "B"))))
    triangle = view(comparison, "posterior")
    path = write(comparison, "posterior", tmp_path / "posterior.png", backend=backend)
    red, _, blue = np.asarray(Image.open(io.BytesIO(path.read_bytes())).convert("RGB")).T.astype(int)
    across, down = np.nonzero(blue > red + 15)  # the hexagons; the rest is grey
    lowest, highest = triangle.rows[0].row, triangle.rows[-1].row
    ends = [
        (row.first + i + row.row / 2) for row in triangle.rows for i, level in enumerate(row.levels) if level != "0"
    ]
    assert lowest > 1 and highest < 30  # within the sides
    height = (highest - lowest) * sqrt(3) / 2 + 2 / sqrt(3)
    width = max(ends) - min(ends) + 1
    assert np.ptp(down) / np.ptp(across) == pytest.approx(height / width, rel=0.03)
