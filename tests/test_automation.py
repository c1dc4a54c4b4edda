"""The hooks for pre-commit, and the action and workflows for GitHub: their commands do what they say."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from comparatex.cli import main
from comparatex.files import PACKAGE

yaml = pytest.importorskip("yaml")
HOME = Path(__file__).resolve().parents[1]
TABLE = """task,ROCKET,BOSS,Catch22
Beef,0.760,0.612,0.473
Car,0.912,0.848,0.746
CBF,0.996,0.999,0.954
Crop,0.752,0.686,0.653
Fish,0.974,0.970,0.773
"""


def load(name):
    return yaml.safe_load((HOME / name).read_text(encoding="utf-8"))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "results.csv").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ------------------------------------------------------------------------------------------------------------ hooks
HOOKS = {hook["id"]: hook for hook in load(".pre-commit-hooks.yaml")}


def hooked(name, *files):
    """Run a hook as pre-commit does, with the files of a commit that concern it."""
    hook = HOOKS[name]
    named = [file for file in files if re.search(hook.get("files", ""), file)]
    if not named and not hook.get("always_run"):
        return None
    program, *arguments = shlex.split(hook["entry"])
    assert program == "comparatex" and hook["language"] == "python"
    given = named if hook.get("pass_filenames", True) else []
    return CliRunner().invoke(main, [*arguments, *hook.get("args", ()), *given])


def test_the_hooks_fail_when_report_and_paper_do_not_match_the_data(folder):
    (folder / "comparatex.toml").write_text('scores = "results.csv"\n', encoding="utf-8")
    assert hooked("comparatex-report-check").exit_code == 1
    assert CliRunner().invoke(main, ["report", "--no-pdf", "--no-previews"]).exit_code == 0
    (folder / "comparatex.toml").write_text('scores = "results.csv"\npdf = false\npreviews = false\n', encoding="utf-8")
    assert CliRunner().invoke(main, ["report"]).exit_code == 0
    assert hooked("comparatex-report-check").exit_code == 0
    assert hooked("comparatex-verify").exit_code == 0
    (folder / "results.csv").write_text(TABLE.replace("0.974", "0.874"), encoding="utf-8")
    assert hooked("comparatex-report-check").exit_code == 1
    assert hooked("comparatex-verify").exit_code == 1


def test_the_hook_for_papers_gets_those_only_and_the_tables_of_the_study_file(folder):
    (folder / "comparatex.toml").write_text('scores = "results.csv"\n', encoding="utf-8")
    (folder / "paper.tex").write_text("ROCKET has a mean accuracy of 0.8788.\n", encoding="utf-8")
    assert hooked("comparatex-lint", "results.csv", "README.md") is None
    assert hooked("comparatex-lint", "paper.tex", "results.csv").exit_code == 0
    (folder / "paper.tex").write_text("ROCKET has a mean accuracy of 0.9300.\n", encoding="utf-8")
    result = hooked("comparatex-lint", "paper.tex")
    assert result.exit_code == 1 and "0.9300" in result.stdout


# ----------------------------------------------------------------------------------------------------------- action
ACTION = load("action.yml")
WORKFLOWS = [f".github/workflows/{path.name}" for path in sorted((HOME / ".github/workflows").iterdir())]
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"] if "name" in step}
GH = """#!/bin/sh
printf '%s\\n' "$*" >> "$CALLS"
case "$*" in *--paginate*) printf '%s' "$KNOWN" ;; esac
[ -z "$REFUSED" ]
"""


def filled(text, inputs):
    """Put values into a text as GitHub does."""
    known = {
        **{f"inputs.{name}": value for name, value in inputs.items()},
        "steps.leaderboard.outputs.file": inputs.get("file", ""),
        "github.repository": "someone/study",
        "github.event.pull_request.number": "7",
        "github.token": "secret",
    }
    return re.sub(r"\$\{\{ (.*?) \}\}", lambda found: known[found[1]], str(text))


@pytest.fixture
def step(folder):
    """Run the shell of a step of the action with inputs; what it returns has files that GitHub would read."""

    def run(name, **given):
        defaults = {name: one.get("default", "") for name, one in ACTION["inputs"].items()}
        inputs = defaults | {name.replace("_", "-"): value for name, value in given.items()}
        one = STEPS[name]
        assert one["shell"] == "bash"
        names = {
            "RUNNER_TEMP": folder / "temporary",
            "GITHUB_OUTPUT": folder / "output",
            "GITHUB_STEP_SUMMARY": folder / "summary.md",
            "GITHUB_ACTION_PATH": HOME,
            "PYTHONPATH": PACKAGE.parent,
            "PATH": f"{folder / 'bin'}{os.pathsep}{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "CALLS": folder / "calls",
        }
        (folder / "temporary").mkdir(exist_ok=True)
        (folder / "bin").mkdir(exist_ok=True)
        (folder / "bin" / "gh").write_text(GH, encoding="utf-8")
        (folder / "bin" / "gh").chmod(0o755)
        env = {key: filled(value, inputs) for key, value in one.get("env", {}).items()}
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", one["run"]]
        extra = {key: str(value) for key, value in names.items()} | env
        extra |= {key: inputs[key] for key in ("KNOWN", "REFUSED") if key in inputs}
        return subprocess.run(shell, env={**os.environ, **extra}, capture_output=True, text=True)

    return run


def test_the_action_declares_what_it_uses():
    assert all(one["description"].endswith(".") for one in (*ACTION["inputs"].values(), *ACTION["outputs"].values()))
    used = set(re.findall(r"inputs\.([\w-]+)", (HOME / "action.yml").read_text(encoding="utf-8")))
    assert used == ACTION["inputs"].keys()


@pytest.mark.parametrize("path", ["action.yml", *WORKFLOWS])
def test_no_shell_is_written_by_others(path):
    content = load(path)
    jobs = [content["runs"]] if "runs" in content else content["jobs"].values()
    steps = [step for job in jobs for step in job["steps"]]
    assert steps and not [step["run"] for step in steps if "${{" in step.get("run", "")]


@pytest.mark.skipif(sys.platform == "win32", reason="bash there is not that of the runner")
class TestSteps:
    def test_it_builds_the_report_and_the_leaderboard(self, step, folder):
        done = step("Build the report", scores="results.csv", arguments="--ours\nROCKET", output="out")
        assert done.returncode == 0, done.stderr
        assert (folder / "out" / "manifest.json").is_file() and not (folder / "out" / "report.pdf").exists()
        for _ in range(2):  # as in a job with two reports
            done = step("Write the leaderboard", scores="results.csv\n", leaderboard_arguments="--top=2\r\n")
            assert done.returncode == 0, done.stderr
        file = folder / "temporary" / "comparatex-leaderboard.md"
        assert (folder / "output").read_text(encoding="utf-8").splitlines() == [f"file={file}"] * 2
        summary = (folder / "summary.md").read_text(encoding="utf-8")
        assert summary.startswith("## Leaderboard\n\n") and "| ROCKET |" in summary and "Catch22" not in summary

    @pytest.mark.thorough
    def test_the_study_file_names_the_tables_where_no_input_does(self, step, folder):
        (folder / "comparatex.toml").write_text('scores = "results.csv"\n', encoding="utf-8")
        assert step("Build the report").returncode == 0
        assert step("Write the leaderboard").returncode == 0
        assert step("Build the report", scores="nowhere.csv").returncode == 1

    @pytest.mark.parametrize("name", ["Build the report", "Write the leaderboard"])
    def test_inputs_are_no_commands(self, step, folder, name):
        for hostile in ('"; $(touch pwned); "', "'; `touch pwned` #"):
            done = step(name, scores="results.csv", arguments=f"--ours={hostile}", output="a b")
            assert done.returncode == 2 and not (folder / "pwned").exists(), done

    def test_a_comment_is_made_once_and_then_updated(self, step, folder):
        step("Write the leaderboard", scores="results.csv")
        file = str(folder / "temporary" / "comparatex-leaderboard.md")
        assert step("Comment the leaderboard", file=file).returncode == 0
        made = (folder / "calls").read_text(encoding="utf-8").splitlines()[-1]
        assert made.startswith("api --silent --method POST repos/someone/study/issues/7/comments -F body=@")
        body = (folder / "temporary" / "comparatex-comment.md").read_text(encoding="utf-8")
        assert body.startswith("<!-- comparatex: leaderboard of report -->\n## Leaderboard\n") and "| BOSS |" in body
        assert step("Comment the leaderboard", file=file, KNOWN="https://api/1\nhttps://api/2\n").returncode == 0
        assert " --method PATCH https://api/1 -F" in (folder / "calls").read_text(encoding="utf-8").splitlines()[-1]

    def test_a_comment_that_is_refused_or_too_long_fails_no_job(self, step, folder):
        file = folder / "long.md"
        file.write_text("| row |\n" * 10_000, encoding="utf-8")
        done = step("Comment the leaderboard", file=str(file), REFUSED="yes")
        assert done.returncode == 0 and done.stdout.startswith("::warning::The leaderboard could not")
        body = (folder / "temporary" / "comparatex-comment.md").read_text(encoding="utf-8")
        assert "too long for a comment" in body and len(body) < 300
