"""The unit that a measure's name states: with every number of its scores, and not in the name."""

import re
import subprocess

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import view
from comparatex.data.measures import without_unit
from comparatex.figures.sequence import SequenceOptions, lay_out
from comparatex.layout.notation import notations, quantity
from comparatex.layout.number_macros import numbers
from comparatex.text import LANGUAGES, NBSP, Text, writing
from documents import thorough

RUNS = "dataset,model,duration_s\n" + "".join(
    f"{task},{model},{10 * k + j}.5\n" for k, task in enumerate("abcdef") for j, model in enumerate(("A", "B"))
)


@pytest.fixture
def comparison(tmp_path):
    (tmp_path / "runs.csv").write_text(RUNS)
    return cx.compare(tmp_path / "runs.csv")


def test_scores_means_and_differences_are_in_the_unit_of_the_measure(comparison):
    assert comparison.scores.measure == "duration_s"
    printed = notations(comparison)
    assert {printed.scores.unit, printed.means.unit, printed.differences.unit} == {"s"}
    assert quantity(12.25, printed.means) == "12.25\xa0s"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_heading_of_scores_states_the_unit(comparison, language):
    with writing(language):
        assert str(Text("words").in_unit(notations(comparison).scores)) == "(s)"


def test_the_report_names_the_measure_without_its_unit(comparison, tmp_path):
    cx.write_report(comparison, tmp_path / "report", pdf=False, previews=False)
    chapter = (tmp_path / "report" / "chapter.tex").read_text()
    assert "mean duration" in chapter and "duration\\_s" not in chapter
    assert "duration (s)" in (tmp_path / "report" / "tables" / "scores.tex").read_text()


def test_geometric_means_are_in_the_unit_of_the_measure_in_prose_too(comparison):
    times = cx.compare(comparison.scores, scale="log")
    assert numbers(times).units == (f"{NBSP}s", "")


def test_times_over_decades_have_four_digits_each_and_their_ratios_three():
    rng = np.random.default_rng(3)
    times = rng.lognormal(0, 1, (12, 1)) * rng.lognormal(0, 0.2, (12, 3)) * [9, 90, 9000]
    table = cx.read((times.round(2), tuple("ABC")), higher_is_better=False, measure_name="time (s)")
    slow = cx.compare(table, scale="log")
    printed = dict(numbers(slow).items())
    means = [printed[f"geometric mean of {name}"] for name in "ABC"]
    assert [len(re.sub(r"\D", "", mean)) for mean in means] == [4, 4, 4]
    assert printed["ratio of A against C"].startswith("0.000") and len(printed["ratio of A against C"]) == 8
    for kind in ("leaderboard", "ranks", "scores"):
        texts = {entry.text for part in view(slow, kind).parts for line in part.lines for entry in line.entries}
        assert {mean.removesuffix(f"{NBSP}s") for mean in means} <= texts


def test_geometric_means_too_small_for_six_decimals_have_four_digits_each():
    tiny = 1e-9 * np.random.default_rng(3).lognormal(0, 1, (12, 3))
    table = cx.read((tiny, tuple("ABC")), higher_is_better=False, measure_name="mse")
    view_of = view(cx.compare(table, scale="log"), "leaderboard")
    texts = [entry.full for part in view_of.parts for line in part.lines for entry in line.entries]
    assert sum("e−" in text for text in texts) == 6 and not any("0.000000" in text for text in texts)


def test_a_diagram_of_measures_names_them_without_their_units(comparison):
    view = lay_out(comparison, SequenceOptions(parts=(("duration_s", comparison), ("accuracy", comparison))))
    assert [stage.name for stage in view.stages] == ["duration", "accuracy"]


def test_a_measure_without_a_unit_has_none(tmp_path):
    (tmp_path / "runs.csv").write_text(RUNS.replace("duration_s", "accuracy"))
    assert notations(cx.compare(tmp_path / "runs.csv")).means.unit == ""
    assert without_unit("accuracy") == "accuracy"


@pytest.mark.latex
@pytest.mark.parametrize(
    ("measure", "percent", "unit"),
    [thorough("duration_s", False, "s"), ("accuracy", True, "%")],
)
def test_every_number_of_the_document_has_its_unit(tmp_path, measure, percent, unit):
    """In the abstract, too, which stands before the chapter."""
    rows = RUNS.replace("duration_s", measure)
    (tmp_path / "runs.csv").write_text(re.sub(r",(\d+)\.5", r",0.\g<1>5", rows) if percent else rows)
    few = {"artefacts": ("scores",), "previews": False}
    cx.write_report(cx.compare(tmp_path / "runs.csv"), tmp_path / "report", percent=percent, **few)
    found = subprocess.run(["pdftotext", tmp_path / "report" / "report.pdf", "-"], capture_output=True, check=True)
    text = found.stdout.decode()
    abstract = " ".join(text[text.index("Abstract") : text.index("Results")].split())
    assert re.search(rf"over the six data sets, [\d.]+ ?{unit} against", abstract), abstract
