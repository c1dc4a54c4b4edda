"""What the README shows runs; it is short, and can be read elsewhere."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from comparatex.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
MOST_WORDS = 850
INSTALL = "pip install .\n"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def block(language, start):
    """Return the code block of a language that begins with a text."""
    (code,) = (code for code in blocks(language) if code.startswith(start))
    return code


def test_it_is_short():
    assert len(README.split()) <= MOST_WORDS


def test_every_block_of_commands_is_known():
    """Those that install or build are what continuous integration does."""
    site = "pip install -U pip && pip install --group docs . && python -m sphinx docs docs/build\n"
    elsewhere = {"bash examples/build\nbash tests/run\n", site}
    assert {*blocks("sh")} - elsewhere == {block("sh", INSTALL), block("sh", "cat > scores.csv")}


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A folder with result files as aeon writes them, in which the README's commands were run."""
    folder = tmp_path_factory.mktemp("readme")
    results = folder / "results"
    results.mkdir()
    for k, name in enumerate(("ROCKET", "BOSS", "Catch22")):
        rows = "".join(f"data{i},{0.9 - 0.01 * i * k:.3f},{0.91 - 0.02 * k:.3f}\n" for i in range(8))
        (results / f"{name}_accuracy.csv").write_text(f"Resamples:,0,1\n{rows}", encoding="utf-8")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    code = "".join(block("sh", start) for start in (INSTALL, "cat > scores.csv")).removeprefix(INSTALL)
    command = f"comparatex() {{ '{sys.executable}' -m comparatex \"$@\"; }}\n{code}"
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.latex
def test_one_command_makes_a_pdf_and_a_page(study):
    assert (study / "report" / "report.pdf").read_bytes().startswith(b"%PDF")
    assert "<html" in (study / "report" / "report.html").read_text(encoding="utf-8")


@pytest.mark.latex
def test_ten_lines_make_a_fragment_and_a_picture(study, fragment_compiler):
    assert (study / "cdd.pdf").read_bytes().startswith(b"%PDF")
    compiled = fragment_compiler((study / "mcm.tex").read_text(encoding="utf-8"))
    assert "ROCKET" in compiled.text
    assert (study / "comparatex.sty").is_file()


@pytest.mark.latex
def test_the_same_in_python(study, monkeypatch):
    monkeypatch.chdir(study)
    (study / "mcm.tex").unlink()
    names = {}
    exec(block("python", "import comparatex"), names)
    assert (study / "mcm.tex").is_file()
    assert len(names["comparison"].pairs) == 3


def test_files_that_it_names_exist():
    named = re.findall(r"\]\(((?!https:)[^)]+)\)", README)
    assert named and [target for target in named if not (ROOT / target).is_file()] == []


def test_elsewhere_it_links_to_nothing_that_is_not_there():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    text = README
    for one in project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(one["pattern"], one["replacement"], text)
    assert re.findall(r"\]\((?!https:)[^)]*\)", text) == []
    assert "`CITATION.cff` says how to cite" in text
    assert "conventions (`docs/statistics/conventions.md`)" in text
    assert "[aeon](https:" in text


def test_help_says_what_every_option_does():
    for name, command in main.commands.items():
        assert command.help, name
        for param in command.params:
            assert not isinstance(param, click.Option) or param.help, (name, param.opts)
