"""With --quiet a command prints results and errors only."""

import json

import pytest


@pytest.fixture
def noted(folder):
    """A table whose scores look as if lower were better: commands note it."""
    (folder / "rmse.csv").write_text("task,A,B\nx,1,2\ny,2,3\nz,4,5\nv,1,4\n", encoding="utf-8")
    return "rmse.csv"


def test_results_are_printed_and_notes_are_not(run, noted):
    assert "Note: " in run("stats", noted).stderr
    quiet = run("stats", noted, "--quiet")
    assert quiet.exit_code == 0 and quiet.stderr == "" and json.loads(quiet.stdout)
    assert run("stats", noted, "-q").stdout == run("stats", noted).stdout


def test_names_of_files_written_are_not_printed(run, folder):
    for arguments in (
        ["report", "results.csv", "--no-pdf", "--no-previews"],
        ["report", "results.csv", "--no-pdf", "--no-previews"],  # unchanged
        ["init", "results.csv"],
        ["templates", "mine"],
        ["verify", "report"],
    ):
        result = run(*arguments, "--quiet")
        assert (result.exit_code, result.output) == (0, ""), arguments


def test_errors_are_printed(run):
    result = run("stats", "results.csv", "--ours", "nobody", "--quiet")
    assert result.exit_code == 2 and result.stderr
    result = run("stats", "nowhere.csv", "-q")
    assert result.exit_code == 1 and "nowhere.csv" in result.stderr


def test_the_config_file_can_ask_for_it(run, folder, noted):
    (folder / "comparatex.toml").write_text("quiet = true\n", encoding="utf-8")
    assert run("stats", noted).stderr == ""
    (folder / "comparatex.toml").write_text("[mcm]\nquiet = true\n", encoding="utf-8")
    assert "Note: " in run("stats", noted).stderr


def test_it_is_no_reason_to_build_a_report_again(run):
    report = ["report", "results.csv", "--no-pdf", "--no-previews"]
    assert run(*report).exit_code == 0
    assert run(*report, "--check", "--quiet").exit_code == 0
