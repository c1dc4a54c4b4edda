"""The report: names of every kind, what an earlier report left, and what may not be typeset."""

import csv
import json
import re
import subprocess
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from comparatex import files
from comparatex.data.read import read
from comparatex.errors import TypesetError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.report import write_report
from comparatex.report_settings import Report
from comparatex.typeset import engines

SPECIAL = (
    "A_1", "50%", "x & y", "#1", "$x$", "a~b", "a^b", r"back\slash", "{brace}", "[x] *", "*", "é", "β", "χ²",
    r"\input{evil}", "don't", 'so "quoted"', "a--b",
)  # fmt: skip
PLAIN = Report(pdf=False, previews=False)


def comparison(names, n_tasks=12, seed=0, tasks=None, **analysis):
    values = np.random.default_rng(seed).integers(500, 1000, (n_tasks, len(names))) / 1000
    tasks = tasks or tuple(f"task {i}" for i in range(n_tasks))
    return compare(read((values, tuple(names), tuple(tasks))), Analysis(**analysis))


def text_of(pdf):
    command = ["pdftotext", "-enc", "UTF-8", str(pdf), "-"]
    return subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")


@pytest.mark.latex
@pytest.mark.thorough
def test_names_that_tex_treats_specially_are_on_the_page(tmp_path):
    written = write_report(comparison(SPECIAL, tasks=SPECIAL[:12]), tmp_path / "out")
    words = " ".join(text_of(written).split())
    for name in SPECIAL:
        shown = {"χ²": "χ2", "don't": "don’t", 'so "quoted"': "so ”quoted”"}.get(name, name)
        assert shown in words, name
    assert "/etc" not in words


@pytest.mark.latex
@pytest.mark.parametrize(
    ("n_names", "analysis"),
    [
        (5, {}),
        (30, {"test": "nemenyi"}),
        (2, {"test": "sign", "correction": "none"}),
    ],
)
def test_reports_of_all_sizes_have_no_findings(settle, tmp_path, n_names, analysis):
    names = [f"method {i}" for i in range(n_names)]
    folder = tmp_path / "out"
    write_report(comparison(names, **analysis), folder, PLAIN)
    assert settle(folder / "document.tex").findings == []


def test_what_an_earlier_report_left_goes_unless_it_was_changed(tmp_path):
    many, few = comparison([f"m{i}" for i in range(30)]), comparison(["A", "B", "C"])
    write_report(many, tmp_path, PLAIN)
    left = {path.name for path in (tmp_path / "figures").iterdir()}
    assert "mcm-focus.tex" in left
    write_report(few, tmp_path, PLAIN)
    assert {path.stem for path in (tmp_path / "figures").iterdir()} == {"mcm", "scatter", "cdd"}
    write_report(many, tmp_path, PLAIN)
    edited = tmp_path / "figures" / "mcm-focus.tex"
    edited.write_text("mine", encoding="utf-8")
    write_report(few, tmp_path, PLAIN)
    assert edited.read_text(encoding="utf-8") == "mine"


def test_a_manifest_cannot_remove_files_elsewhere(tmp_path):
    write_report(comparison("AB"), tmp_path / "out", PLAIN)
    outside = tmp_path / "outside.txt"
    outside.write_text("kept", encoding="utf-8")
    path = tmp_path / "out" / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    import hashlib

    manifest["outputs"]["../outside.txt"] = hashlib.sha256(b"kept").hexdigest()
    path.write_text(json.dumps(manifest), encoding="utf-8")
    write_report(comparison("AB"), tmp_path / "out", PLAIN)
    assert outside.read_text(encoding="utf-8") == "kept"


def test_csv_tables_hold_what_the_report_cuts(tmp_path):
    write_report(comparison([f"m{i}" for i in range(30)]), tmp_path, PLAIN)
    with (tmp_path / "tables" / "pairs.csv").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.DictReader(file))) == 435
    assert not (tmp_path / "tables" / "pairwise.tex").exists()
    assert rf"\input{{{tmp_path.name}/figures/pairs}}" in (tmp_path / "chapter.tex").read_text(encoding="utf-8")


@pytest.mark.latex
def test_a_script_without_letters_is_refused_after_the_fragments_are_written(tmp_path):
    with pytest.raises(TypesetError, match=r"pdflatex has no font with 模 \(U\+6A21\) in the name 模型: give"):
        write_report(comparison(["模型", "B"]), tmp_path / "out", Report(engine="pdflatex"))
    assert (tmp_path / "out" / "chapter.tex").is_file()
    assert not (tmp_path / "out" / "report.pdf").exists()


def test_an_audit_adds_a_section_and_goes_when_it_is_not_asked_for(tmp_path):
    from comparatex.inference.analysis import AuditSettings
    from comparatex.inference.audit.audit import audit

    compared = comparison([f"m{i}" for i in range(8)], n_tasks=30)
    write_report(compared, tmp_path, PLAIN, audit=audit(compared, AuditSettings(added=(2,))))
    chapter = (tmp_path / "chapter.tex").read_text(encoding="utf-8")
    assert r"\comparatexsection{What could change these conclusions}" in chapter
    for name in ("figures/audit-swap", "figures/audit-patterns", "tables/audit-robustness"):
        assert rf"\input{{{tmp_path.name}/{name}}}" in chapter
        assert (tmp_path / f"{name}.tex").is_file()
    assert json.loads((tmp_path / "audit.json").read_text(encoding="utf-8"))["n_sets"] == 6
    write_report(compared, tmp_path, PLAIN)
    assert not (tmp_path / "audit.json").exists()
    assert "What could change" not in (tmp_path / "chapter.tex").read_text(encoding="utf-8")


def test_one_failed_comparate_does_not_shrink_the_matrix_to_dust():
    from comparatex.layout.mcm import report_options

    values = np.random.default_rng(1).integers(500, 1000, (20, 23)) / 1000
    table = (values, tuple(f"m{i}" for i in range(23)), tuple(f"t{i}" for i in range(20)))
    assert [name for name, _ in report_options(compare(read(table)))] == ["mcm"]
    values[0, 0] = -1e11
    names = [name for name, _ in report_options(compare(read(table)))]
    assert names == ["mcm", "mcm-focus"]


def test_a_report_says_what_would_be_too_small_to_read(tmp_path):
    many = comparison([f"a long name of method {i}" for i in range(80)])
    found = []
    write_report(many, tmp_path / "out", replace(PLAIN, own={"heatmap": {"width": "4cm"}}), say=found.append)
    assert any(note.startswith("The smallest type of pairs is only about") and "`top`" in note for note in found)


def test_figures_are_referred_to_in_their_order(tmp_path):
    write_report(comparison("ABCDE"), tmp_path / "out", replace(PLAIN, showing={"ours": ("C",)}))
    chapter = (tmp_path / "out" / "chapter.tex").read_text("utf-8")
    placed = re.findall(r"\\label\{(out-fig-\w+)\}", chapter)
    assert list(dict.fromkeys(re.findall(r"\\ref\{(out-fig-\w+)\}", chapter))) == placed
    assert len(placed) == 4


def test_a_report_of_two_is_a_scatter_and_the_scores(tmp_path):
    write_report(comparison("AB"), tmp_path, PLAIN)
    shown = {path.stem for folder in ("figures", "tables") for path in (tmp_path / folder).glob("*.tex")}
    assert shown == {"scatter", "scores"}
    chapter = (tmp_path / "chapter.tex").read_text(encoding="utf-8")
    assert "Friedman" not in chapter
    assert "mean rank" not in chapter


def test_the_title_that_is_given_is_the_heading_of_the_chapter(tmp_path):
    write_report(comparison("ABC"), tmp_path, replace(PLAIN, title="Study of 50% & more"))
    assert r"\comparatexchapter{Study of 50\% \& more}" in (tmp_path / "chapter.tex").read_text(encoding="utf-8")
    assert r"\title{Study of 50\% \& more}" in (tmp_path / "document.tex").read_text(encoding="utf-8")


def test_a_report_with_runs_says_what_they_say_and_has_their_numbers(tmp_path):
    rng = np.random.default_rng(3)
    runs = rng.uniform(0.4, 0.6, (9, 1, 1)) + np.array([0.0, 0.05, 0.1])[:, None]
    runs = np.round(runs + rng.normal(0, 0.02, (9, 3, 5)), 4)
    many = compare(read((runs, ["A", "B", "C"])))
    write_report(many, tmp_path / "out", Report(pdf=False, previews=False, artefacts=("runs",)))
    numbers = dict(
        re.findall(r"\\comparatexnumber\{(.+?)\}\{([^|}]+)", (tmp_path / "out" / "numbers.tex").read_text("utf-8"))
    )
    middle = {name: stats.trim_mean(runs[:, k].ravel(), 0.25) for k, name in enumerate("ABC")}
    improves = {
        k: np.mean([(task[2][:, None] > task[k]).mean() + (task[2][:, None] == task[k]).mean() / 2 for task in runs])
        for k in (0, 1)
    }
    for name, value in middle.items():
        assert float(numbers[f"IQM of {name}"]) == pytest.approx(value, abs=5.1e-5)
    assert float(numbers["probability of improvement of C against A"]) == pytest.approx(improves[0], abs=5.1e-3)
    text = (tmp_path / "out" / "chapter.tex").read_text("utf-8")
    assert f"C has the best interquartile mean of three methods, {middle['C']:.4f}." in text
    low, high = sorted(improves.values())
    between = f"{low:.2f} to {high:.2f}" if f"{low:.2f}" != f"{high:.2f}" else f"{low:.2f}"
    assert f"A repeat of C is better than one of another method with probability {between}," in text
    usual = tmp_path / "usual"
    write_report(many, usual, Report(pdf=False, previews=False))
    assert "interquartile" not in (usual / "chapter.tex").read_text("utf-8")
    assert "IQM" not in (usual / "numbers.tex").read_text("utf-8")


@pytest.mark.parametrize("any_size", [False, True])
def test_limits_hold_for_all_runs_of_tex_or_for_none(tmp_path, monkeypatch, any_size):
    runs = []

    def compile_pages(sources, *_, **__):
        runs.append(files.limited())
        return dict.fromkeys(sources, b"%PDF")

    def pdf(*_):
        runs.append(files.limited())
        return b"%PDF"

    monkeypatch.setattr(engines, "find", lambda *_: engines.Engine("pdflatex", tmp_path, "pdftex"))
    monkeypatch.setattr("comparatex.typeset.pages.compile_pages", compile_pages)
    monkeypatch.setattr("comparatex.typeset.compile.Document.pdf", pdf)
    with files.without_limits(any_size):
        write_report(comparison("ABC"), tmp_path / "out", replace(PLAIN, pdf=True))
    assert runs == [not any_size] * 2
