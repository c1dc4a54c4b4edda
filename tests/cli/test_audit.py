"""The audit from the command line."""

import json
import re
from pathlib import Path

import pytest

from comparatex.cli import main
from comparatex.version import __version__

COMPARED = (
    "5 methods (ts-chief, rocket, …) × 12 data sets (Beef, BME, …) (higher is better, assumed), from results.csv.\n"
)


def test_json_follows_the_contract(run):
    result = run("audit", "results.csv", "--core", "ts-chief,rocket,boss", "--add", "1", "--json")
    assert result.exit_code == 0
    assert result.stderr == COMPARED
    found = json.loads(result.stdout)
    assert found["core"] == ["ts-chief", "rocket", "boss"]
    assert (found["added"], found["n_sets"], found["exhaustive"]) == (1, 2, True)
    assert sum(pattern["count"] for pattern in found["patterns"]) == 2
    assert set(found["patterns"][0]) == {"count", "not_significant", "examples"}
    assert len(found["rank_swaps"]) == len(found["pairs"]) == 10
    assert set(found["rank_swaps"][0]) >= {"better", "worse", "reversible", "smallest_change"}
    pair = found["pairs"][0]
    assert pair["robustness"] == min(pair["shares"].values()) == pair["shares"][pair["weakest"]]


def test_supersets_and_baseline(run):
    arguments = ("--core", "rocket,boss", "--all-supersets", "--baseline", "boss,rocket,weasel", "--json")
    found = json.loads(run("audit", "results.csv", *arguments).stdout)
    assert found["added"] is None
    assert found["n_sets"] == 8
    assert found["baseline"] == ["boss", "rocket", "weasel"]
    assert len(found["rank_swaps"]) == 3


def test_a_person_reads_what_the_section_says(run, folder):
    text = run("audit", "results.csv").stdout
    assert run("audit", "results.csv", "--no-pdf", "-o", "out").exit_code == 0
    section = " ".join((folder / "out" / "audit.tex").read_text("utf-8").split())
    paragraphs = text.strip().split("\n\n")
    assert len(paragraphs) >= 3
    assert all(" ".join(paragraph.split()[-4:]) in section for paragraph in paragraphs)
    assert "après correction" in run("audit", "results.csv", "--language", "fr").stdout


def test_a_folder_in_french(run, tmp_path):
    result = run("audit", "results.csv", "--language", "fr", "--no-pdf", "-o", str(tmp_path))
    assert result.exit_code == 0
    assert "Ce qui pourrait changer" in (tmp_path / "audit.tex").read_text("utf-8")
    document = (tmp_path / "document.tex").read_text("utf-8")
    assert r"\usepackage[french]{babel}" in document and f"comparatex {__version__}\\par" in document
    assert "\\comparatexlanguage{fr}" in (tmp_path / "figures" / "audit-patterns.tex").read_text("utf-8")
    assert json.loads((tmp_path / "audit.json").read_text("utf-8"))["pairs"][0]["weakest"] in (
        "leave one task out", "subsamples", "fewer decimals", "levels", "zero rules",
    )  # fmt: skip


def test_processes_change_nothing(run, monkeypatch):
    monkeypatch.setattr("comparatex.inference.audit.patterns.BLOCK", 2)
    arguments = ("audit", "results.csv", "--core", "rocket,boss", "--all-supersets", "--json")
    assert run(*arguments, "--jobs", "2").stdout == run(*arguments).stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--core", "rocket,boss", "--add", "9"], "Only 3 methods are outside the core, not 9."),
        (["--core", "rocket"], "A core has 2 to 11 methods, not 1."),
        (["--core", "rocket,nobody"], "nobody"),
        (["--test", "nemenyi"], "pairwise test"),
    ],
)
def test_impossible_questions_are_wrong_usage(run, options, words):
    result = run("audit", "results.csv", *options)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_folder_gets_the_findings(run, folder):
    assert run("audit", "results.csv", "--core", "rocket,boss", "--add", "1-2", "-o", "out", "--no-pdf").exit_code == 0
    found = json.loads((folder / "out" / "audit.json").read_text(encoding="utf-8"))
    assert (found["added"], found["n_sets"]) == ([1, 2], 6)
    assert (folder / "out" / "figures" / "audit-patterns.tex").is_file()


@pytest.mark.parametrize("wrong", ["x", "5-2", "-1", "2-"])
def test_numbers_to_add_are_a_number_or_a_range(run, wrong):
    result = run("audit", "results.csv", f"--add={wrong}")
    assert result.exit_code == 2
    assert "range such as 2-5" in result.stderr


def test_the_command_is_listed():
    assert "audit" in main.commands


@pytest.mark.parametrize("name", ["audit-patterns", "audit-swap", "audit-weakened", "table audit-robustness"])
def test_each_finding_can_be_written_alone(run, name):
    given = () if name.startswith("table") else ("--core", "rocket,boss,weasel", "--add", "1")
    result = run(*name.split(), "results.csv", *given, "-o", "-", "--language", "de")
    assert result.exit_code == 0, result.stderr
    assert f"\\comparatexfragment{{{name.split()[-1]}}}" in result.stdout
    assert "\\comparatexlanguage{de}" in result.stdout
    assert "rocket" in result.stdout


def test_the_core_is_that_of_the_command(run):
    drawn = run("audit-patterns", "results.csv", "--core", "boss,weasel", "--all-supersets", "-o", "-").stdout
    assert "xticklabels={{weasel}, {boss}}" in drawn
    assert sum(map(int, re.findall(r"\{\([iv]+\) (\d+) sets?\}", drawn))) == 8


def test_without_a_swap_nothing_is_written(run):
    Path("two.csv").write_text("task,A,B\nx,1,2\ny,3,1\nz,2,5\n", encoding="utf-8")
    result = run("audit-swap", "two.csv", "-o", "t.tex")
    assert result.exit_code == 2 and "found no change of a few methods" in result.stderr
    assert not Path("t.tex").exists()
