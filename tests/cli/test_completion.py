"""What a shell completes, and the scripts by which it does."""

import os
import shutil
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete

from comparatex.cli import main
from comparatex.files import PACKAGE


@pytest.fixture
def complete(folder):
    """The values that complete a line whose last word is begun."""

    def call(*words):
        *given, begun = words
        shell = ShellComplete(main, {}, "comparatex", "_COMPARATEX_COMPLETE")
        return [(item.value, item.type) for item in shell.get_completions(given, begun)]

    return call


def plain(*values):
    return [(value, "plain") for value in values]


def test_commands_and_options_are_completed(complete):
    assert complete("posterior") == plain("posterior")
    assert complete("mcm", "--focu") == plain("--focus")
    assert ("--help-all", "plain") in complete("cdd", "--help")
    assert complete("mcm", "results.csv", "--difference", "r") == plain("ratio", "relative")
    assert complete("table", "fr") == plain("friedman")
    assert complete("completion", "z") == plain("zsh")


def test_files_and_folders_are_left_to_the_shell(complete):
    assert complete("mcm", "res") == [("res", "file")]
    assert complete("mcm", "results.csv", "-o", "m") == [("m", "file")]
    assert complete("report", "results.csv", "-o", "r") == [("r", "dir")]
    assert complete("lint", "pap") == complete("doctor", "pap") == [("pap", "file")]


def test_comparates_and_columns_are_those_of_the_table_on_the_line(complete):
    assert complete("mcm", "results.csv", "--focus", "RO") == plain("rocket")
    assert complete("mcm", "results.csv", "--ours", "rocket,b") == plain("rocket,boss")
    assert complete("stats", "results.csv", "--exclude", "w") == plain("weasel")
    assert complete("mcm", "results.csv", "--task", "") == plain(
        "dataset", "ts-chief", "rocket", "boss", "weasel", "catch22"
    )


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b'"open'])
def test_a_table_that_cannot_be_read_completes_nothing(folder, complete, content):
    (folder / "odd.csv").write_bytes(content)
    assert complete("mcm", "odd.csv", "--focus", "zz") == []
    assert complete("mcm", "nowhere.csv", "--focus", "") == complete("mcm", "--focus", "") == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_has_its_script(run, shell):
    result = run("completion", shell)
    assert result.exit_code == 0 and f"_COMPARATEX_COMPLETE={shell}_complete" in result.stdout
    done = shutil.which(shell)
    if done:
        assert subprocess.run([done, "-n"], input=result.stdout, text=True, capture_output=True).stderr == ""


@pytest.mark.skipif(os.name != "posix" or not shutil.which("bash"), reason="needs bash")
def test_bash_completes(run, folder):
    (folder / "script").write_text(run("completion", "bash").stdout, encoding="utf-8")
    program = folder / "comparatex"
    program.write_text(f"#!{sys.executable}\nfrom comparatex.__main__ import main\nmain()\n", encoding="utf-8")
    program.chmod(0o755)
    paths = {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(PACKAGE.parent)}
    text = (
        "source script; COMP_WORDS=(comparatex mcm results.csv --focus we); COMP_CWORD=4; "
        '_comparatex_completion comparatex; echo "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", text], env={**os.environ, **paths}, capture_output=True, text=True)
    assert done.stdout.strip() == "weasel", done.stderr


@pytest.mark.skipif(not shutil.which("bash"), reason="bash")
def test_bash_runs_nothing_of_a_name(run, folder):
    name = "B;touch X $(touch Y) `touch Z` 'q"
    (folder / "t.csv").write_text(f'task,A,"{name}"\nt1,1,2\nt2,2,3\n', encoding="utf-8")
    script = folder / "complete.sh"
    script.write_text(run("completion", "bash").stdout, encoding="utf-8")
    commands = f"""
comparatex() {{ {sys.executable} -m comparatex "$@"; }}
source {script}
COMP_WORDS=(comparatex mcm t.csv --ours B); COMP_CWORD=4
_comparatex_completion comparatex
eval "printf '%s' ${{COMPREPLY[0]}}"
"""
    done = subprocess.run(["bash", "-c", commands], cwd=folder, capture_output=True, text=True)
    assert done.stdout == name, done.stderr
    assert not {"X", "Y", "Z"} & {path.name for path in folder.iterdir()}
