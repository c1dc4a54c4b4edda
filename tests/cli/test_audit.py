"""The audit from the command line."""

import json
import re
from pathlib import Path

import pytest

import comparatex as cx
from comparatex.cli import main

COMPARED = "5 comparates × 12 data sets (higher is better), from results.csv.\n"


def test_json_follows_the_contract(run):
    result = run("audit", "results.csv", "--core", "ts-chief,rocket,boss", "--add", "1", "--json")
    assert result.exit_code == 0
    assert result.stderr == COMPARED
    found = json.loads(result.stdout)
    assert found["core"] == ["ts-chief", "rocket", "boss"]
    assert (found["added"], found["n_sets"], found["exhaustive"], found["complete"]) == (1, 2, True, True)
    assert sum(pattern["count"] for pattern in found["patterns"]) == 2
    assert set(found["patterns"][0]) == {"count", "not_significant", "examples"}
    assert len(found["rank_swaps"]) == len(found["pairs"]) == 10
    assert set(found["rank_swaps"][0]) >= {"better", "worse", "reversible", "smallest_change"}
    assert {tuple(reach["pair"]) for reach in found["nemenyi"]} == {
        ("ts-chief", "rocket"), ("ts-chief", "boss"), ("rocket", "boss"),
    }  # fmt: skip
    assert found["nemenyi"][0]["sizes"] == [2, 3, 4, 5]
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
    assert r"\usepackage[french]{babel}" in (tmp_path / "document.tex").read_text("utf-8")
    assert "\\comparatexlanguage{fr}" in (tmp_path / "figures" / "audit-patterns.tex").read_text("utf-8")
    assert json.loads((tmp_path / "audit.json").read_text("utf-8"))["pairs"][0]["weakest"] in (
        "leave one task out", "subsamples", "fewer decimals", "levels", "zero rules",
    )  # fmt: skip


def test_processes_change_nothing(run, monkeypatch):
    monkeypatch.setattr("comparatex.inference.audit.patterns.BLOCK", 2)
    arguments = ("audit", "results.csv", "--core", "rocket,boss", "--all-supersets", "--json")
    assert run(*arguments, "--jobs", "2").stdout == run(*arguments).stdout


def test_an_interrupt_gives_the_library_a_partial_result(folder, monkeypatch):
    from comparatex.inference.audit import patterns

    tally = patterns.tally
    decided = []

    def interrupted(asked, block, everything):
        if decided:
            raise KeyboardInterrupt
        decided.append(block)
        return tally(asked, block, everything)

    monkeypatch.setattr("comparatex.inference.audit.patterns.BLOCK", 2)
    monkeypatch.setattr(patterns, "tally", interrupted)
    comparison = cx.compare(cx.read("results.csv"))
    found = cx.audit(comparison, core=comparison.names[:2], added=None)
    assert not found.complete and found.checkpoint
    assert (found.patterns.n_sets, found.patterns.exhaustive) == (2, False)


def test_an_interrupt_before_anything_is_decided_ends_it(run, folder, monkeypatch):
    from comparatex.inference.audit import patterns

    def interrupted(asked, block, everything):
        raise KeyboardInterrupt

    monkeypatch.setattr(patterns, "tally", interrupted)
    result = run("audit", "results.csv", "-o", "out", "--no-pdf")
    assert (result.exit_code, result.stderr) == (130, f"{COMPARED}Interrupted.\n")
    assert not (folder / "out").exists()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--core", "rocket,boss", "--add", "9"], "Only 3 comparates are outside the core, not 9."),
        (["--core", "rocket"], "A core has 2 to 11 comparates, not 1."),
        (["--core", "rocket,nobody"], "nobody"),
        (["--test", "nemenyi"], "pairwise test"),
    ],
)
def test_impossible_questions_are_wrong_usage(run, options, words):
    result = run("audit", "results.csv", *options)
    assert result.exit_code == 2
    assert words in result.stderr


def test_a_folder_gets_the_findings_and_what_is_left_of_an_interrupt(run, folder, monkeypatch):
    from comparatex.inference.audit import patterns

    tally = patterns.tally

    arguments = ("audit", "results.csv", "--core", "rocket,boss", "--add", "1-2", "-o", "out", "--no-pdf")
    with monkeypatch.context() as patch:
        patch.setattr("comparatex.inference.audit.patterns.BLOCK", 2)
        decided = []

        def once(asked, block, everything):
            if decided:
                raise KeyboardInterrupt
            decided.append(block)
            return tally(asked, block, everything)

        patch.setattr(patterns, "tally", once)
        result = run(*arguments)
    kept = (folder / "out" / "audit-checkpoint.json").relative_to(folder)
    sentence = f"Interrupted: the same command continues from {kept}.\n"
    assert (result.exit_code, result.stderr) == (130, COMPARED + sentence)
    assert [path.name for path in (folder / "out").iterdir()] == [kept.name]
    assert run(*arguments).exit_code == 0
    found = json.loads((folder / "out" / "audit.json").read_text(encoding="utf-8"))
    assert (found["complete"], found["added"], found["n_sets"]) == (True, [1, 2], 6)
    assert not (folder / "out" / "audit-checkpoint.json").exists()
    assert (folder / "out" / "figures" / "audit-patterns.tex").is_file()


@pytest.mark.parametrize("wrong", ["x", "5-2", "-1", "2-"])
def test_numbers_to_add_are_a_number_or_a_range(run, wrong):
    result = run("audit", "results.csv", f"--add={wrong}")
    assert result.exit_code == 2
    assert "range such as 2-5" in result.stderr


def test_the_command_is_listed():
    assert "audit" in main.commands


def test_a_file_in_the_place_of_the_checkpoint_is_kept(run, folder):
    (folder / "out").mkdir()
    (folder / "out" / "audit-checkpoint.json").write_bytes(b"\xff\x00")
    assert run("audit", "results.csv", "-o", "out", "--no-pdf").exit_code == 0
    assert (folder / "out" / "audit-checkpoint.json").read_bytes() == b"\xff\x00"


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
    assert result.exit_code == 2 and "found no change of a few comparates" in result.stderr
    assert not Path("t.tex").exists()
