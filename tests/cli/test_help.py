"""The help of every command: its arguments, every option, and an example that runs as it stands."""

import re
import shlex

import click
import pytest
from click.testing import CliRunner

from comparatex.cli import main

TABLE = """task,ROCKET,BOSS,Catch22
Beef,0.760,0.612,0.473
Car,0.912,0.848,0.746
CBF,0.996,0.999,0.954
Crop,0.752,0.686,0.653
Fish,0.974,0.970,0.773
"""


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text(TABLE, encoding="utf-8")
    groups = "Beef,a\nCar,b\nCBF,b\nCrop,a\nFish,a\n"
    (tmp_path / "tasks.csv").write_text(f"task,kind\n{groups}", encoding="utf-8")
    (tmp_path / "costs.csv").write_text("comparate,cost\nROCKET,3\nBOSS,9\nCatch22,1\n", encoding="utf-8")
    (tmp_path / "providers.csv").write_text(
        "comparate,provider\nROCKET,Ours\nBOSS,Theirs\n", encoding="utf-8"
    )
    items = "".join(f"q{k},{'xy'[k % 2]},{k % 2},{k % 3 // 2}\n" for k in range(12))
    (tmp_path / "samples.csv").write_text(f"item,benchmark,ROCKET,BOSS\n{items}", encoding="utf-8")
    (tmp_path / "paper.tex").write_text("ROCKET wins on 5 tasks against Catch22.\n", encoding="utf-8")
    return tmp_path


def test_there_is_an_example_of_every_command():
    assert all(command.example for command in main.commands.values())


@pytest.mark.latex
@pytest.mark.parametrize("name", main.commands)
def test_the_example_runs(study, name):
    if name in ("verify", "bundle"):
        assert CliRunner().invoke(main, ["report", "results.csv", "--no-pdf"]).exit_code == 0
    text = CliRunner().invoke(main, [name, "--help"]).stdout
    example = " ".join(text[text.index("Example: ") :].split()).removeprefix("Example: comparatex ")
    result = CliRunner().invoke(main, shlex.split(example))
    assert result.exit_code == 0, result.output
    if "-o" in example.split():
        assert (study / example.split("-o ")[1].split()[0]).exists()


@pytest.mark.parametrize("name", main.commands)
def test_help_describes_arguments_and_options(name):
    text = " ".join(CliRunner().invoke(main, [name, "--help"], terminal_width=100).stdout.split())
    command = main.commands[name]
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help and len(param.help) > 5, param.opts
            assert all(option in text for option in param.opts)
            assert param.help.endswith((".", ")")), param.opts
        else:
            shown = str(param.metavar or param.make_metavar(click.Context(command)))
            assert all(text.count(word) > 1 for word in re.findall("[A-Z]+", shown)), shown
