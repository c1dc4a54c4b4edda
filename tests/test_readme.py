"""What the README shows runs, compiles, and is all that there is."""

import os
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from comparatex.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(language, start):
    """Return the code block of a language that begins with a text."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    (code,) = (code for code in found if code.startswith(start))
    return code


def shell(code, folder):
    """Run code in a folder, with our command on the path."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euc", code], cwd=folder, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The folder in which the README's ten lines were run."""
    folder = tmp_path_factory.mktemp("readme")
    shell(block("sh", "cat > results.csv"), folder)
    return folder


@pytest.mark.latex
def test_ten_lines_make_a_matrix_and_a_report(study):
    assert (study / "mcm.pdf").read_bytes().startswith(b"%PDF")
    assert (study / "report" / "report.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.latex
def test_the_same_in_python(study, monkeypatch):
    monkeypatch.chdir(study)
    names = {}
    exec(block("python", "import comparatex"), names)
    assert (study / "mcm.tex").is_file()
    assert len(names["comparison"].pairs) == 3
    assert (study / "report" / "audit.json").is_file()


@pytest.mark.latex
def test_prose_with_numbers_compiles_and_says_what_the_table_says(study, fragment_compiler):
    numbers = (study / "report" / "numbers.tex").read_text(encoding="utf-8")
    compiled = fragment_compiler(numbers + block("latex", "ROCKET wins on"))
    assert "ROCKET wins on 4 of 5 tasks" in " ".join(compiled.text.split())


@pytest.mark.latex
def test_the_paper_around_a_fragment_compiles(study):
    preamble, _, body = block("latex", r"\usepackage{comparatex}").partition("...\n")
    setup = block("latex", r"\comparatexsetup")
    (study / "paper.tex").write_text(
        rf"\documentclass{{article}}{preamble}{setup}\begin{{document}}{body}\end{{document}}",
        encoding="utf-8",
    )
    style = (study / "report" / "comparatex.sty").read_bytes()
    (study / "comparatex.sty").write_bytes(style)
    shell("pdflatex -interaction=batchmode -halt-on-error paper.tex", study)


def test_every_code_block_is_run():
    languages = re.findall(r"^```(\w+)$", README, re.MULTILINE)
    blocks = re.findall(r"^```\w+\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert len(languages) == len(blocks)
    starts = (
        "cat > results.csv",
        "import comparatex",
        r"\usepackage",
        "ROCKET wins",
        r"\comparatexsetup",
        "scores =",
        "%% macro",
    )
    builds = ("bash examples/build\n", "bash tests/run\n")  # the gallery and these tests
    assert all(code.startswith(starts) or code in builds for code in blocks)


def test_the_config_file_is_accepted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "comparatex.toml").write_text(block("toml", "scores ="), encoding="utf-8")
    (tmp_path / "results.csv").write_text(
        "task,hive_cote_2,ROCKET,BOSS\na,1,2,4\nb,2,3,5\nc,3,5,6\nd,4,3,5\n", encoding="utf-8"
    )
    result = CliRunner().invoke(main, ["report", "--no-pdf"])
    assert result.exit_code == 0, result.output
    names = {path.name for path in tmp_path.glob("report/*/*.tex")}
    assert {"mcm.tex", "cdd.tex", "forest.tex", "scores.tex"} <= names
    assert "HC2" in (tmp_path / "report" / "chapter.tex").read_text(encoding="utf-8")


STAMPS = ("% Stamp", r"\ifdefined\comparatexstamped")


def test_a_paragraph_is_changed_by_one_macro(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text(
        "task,A,B,C\na,1,2,4\nb,2,3,5\nc,3,5,6\nd,4,3,5\n", encoding="utf-8"
    )
    own = tmp_path / "own" / "text" / "en"
    own.mkdir(parents=True)
    (own / "chapter-methods.jinja").write_text(block("jinja", "%% macro"), encoding="utf-8")
    for folder in (("report",), ("own-report", "--templates", "own", "--label-prefix", "")):
        result = CliRunner().invoke(main, ["report", "results.csv", "--no-pdf", "-o", *folder])
        assert result.exit_code == 0, result.output
    before, after = (
        {*(tmp_path / name / "chapter.tex").read_text(encoding="utf-8").splitlines()}
        for name in ("report", "own-report")
    )
    (line,) = (line for line in before - after if not line.startswith(STAMPS))
    assert line.startswith("All tests assume that the tasks are independent draws")
    assert {line for line in after - before if not line.startswith(STAMPS)} == {
        r"The 4 tasks were chosen before any comparate was run~\comparatexcite{demsar2006}.",
        "C was tuned on none of them.",
    }


def test_every_command_is_described():
    code = re.findall(r"comparatex ([a-z|\\-]+)", README)
    described = {name.strip("\\") for names in code for name in names.split("|")}
    assert main.commands.keys() <= described


def test_help_says_what_every_option_does():
    for name, command in main.commands.items():
        assert command.help, name
        for param in command.params:
            assert not isinstance(param, click.Option) or param.help, (name, param.opts)
