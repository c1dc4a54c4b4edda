"""Tables as TeX: readable source, and pages that hold every entry within the line."""

import re

import numpy as np
import pytest

from comparatex.artefacts import fragment
from comparatex.data.read import read
from comparatex.inference.compare import compare

KINDS = (
    "scores", "ranks", "pairwise", "friedman", "holm", "intervals", "effects", "control", "critical", "conventions",
    "proportions", "verdicts", "ablation",
)  # fmt: skip


def options(kind, comparison):
    """Return the options without which there is no such table."""
    tasks = comparison.scores.tasks
    needed = {
        "control": {"control": comparison.names[0]},
        "ablation": {
            "full": comparison.names[0],
            "costs": {name: 7.0 - k for k, name in enumerate(comparison.names)},
        },
        "verdicts": {
            "control": comparison.names[1],
            "costs": {name: 7.0 - k for k, name in enumerate(comparison.names)},
        },
        "proportions": {"sizes": dict.fromkeys(tasks, 150)},
    }
    return needed.get(kind, {})


@pytest.fixture(scope="module")
def tutorial(pytestconfig):
    return compare(read(pytestconfig.rootpath / "examples" / "friedman-tutorial" / "results.csv"))


@pytest.fixture(scope="module")
def large():
    rng = np.random.default_rng(5)
    values = np.round(rng.uniform(0.5, 1, (60, 20)), 4)
    names = tuple(f"method_{i} & co" for i in range(20))
    return compare(read((values, names, tuple(f"Task number {t}" for t in range(60)))))


@pytest.mark.parametrize("kind", KINDS)
def test_the_source_is_golden(tutorial, golden, kind):
    golden(fragment(tutorial, kind, **options(kind, tutorial)), f"{kind}.tex")


def test_the_source_of_repeats_is_golden(pytestconfig, golden):
    path = pytestconfig.rootpath / "examples" / "classifiers" / "results.csv"
    comparison = compare(read(path, include=("MLP", "LDA", "1-NN")))
    golden(fragment(comparison, "repeats"), "repeats.tex")


def float_of(tex):
    return f"\\begin{{table}}\\caption{{Short}}{tex}\\end{{table}}"


@pytest.mark.latex
@pytest.mark.parametrize("kind", KINDS)
def test_every_number_is_on_the_page(tutorial, fragment_compiler, kind):
    few = {"across": 4} if kind == "control" else {}
    tex = fragment(tutorial, kind, **options(kind, tutorial), **few)
    done = fragment_compiler(float_of(tex))
    assert done.findings == []
    body = tex.split("}\n\n")[-1] if "\n\n" in tex else tex
    for number in re.findall(r"\d+\.\d{2,4}(?![}\d])", body):
        if set(number) - set("0."):
            assert number in done.text


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex", "xelatex"])
def test_a_long_table_breaks_across_pages_under_one_number(large, fragment_compiler, engine):
    tex = fragment(large, "scores")
    assert tex.count(r"\begin{comparatexlongtable}") > 1
    done = fragment_compiler(tex + float_of("x"), engine=engine, preamble=r"\usepackage{hyperref}")
    assert done.findings == []
    assert "Table 1, continued" in done.text
    assert "Table 2: Short" in done.text
    for value in large.scores.values[:, 3]:
        assert f"{value:.4f}" in done.text


@pytest.mark.latex
@pytest.mark.parametrize("width", ["16cm", "8.5cm"])
def test_no_table_is_wider_than_the_line(tutorial, fragment_compiler, width):
    page = rf"\usepackage[textwidth={width}]{{geometry}}"
    kinds = KINDS if width == "16cm" else (*KINDS[:5], "effects", "control")
    few = {"control": {"across": 2}} if width != "16cm" else {}
    tex = (fragment(tutorial, kind, **options(kind, tutorial), **few.get(kind, {})) for kind in kinds)
    done = fragment_compiler("\n".join(map(float_of, tex)), preamble=page)
    assert done.findings == []


@pytest.mark.latex
def test_a_caption_of_your_own_replaces_that_of_a_long_table(large, fragment_compiler):
    done = fragment_compiler(r"\comparatexnextcaption{Mine alone.}" + fragment(large, "pairwise"))
    assert "Mine alone." in done.text
    assert "Pairwise results" not in done.text


@pytest.mark.latex
def test_no_part_of_a_long_table_is_headed_twice_at_a_pages_end(large, fragment_compiler):
    parts = fragment(large, "scores", max_rows=22).split(r"\par\comparatexpartskip")
    assert len(parts) > 1
    part = parts[1].replace(r"\end{comparatexlongtable}%", r"\end{comparatexlongtable}")
    places = range(300, 600, 12)  # points above the part: it begins everywhere on the lower half of a page
    body = "\n".join(rf"\newpage\leavevmode\par\vspace*{{{above}pt}}{part}" for above in places)
    pages = fragment_compiler(body).text.split("\f")
    headed = [page for page in pages if ", continued" in page]
    assert len(headed) >= len(places)
    for page in headed:
        assert page.count(", continued") == 1
        assert page.count("Task number") >= 5
