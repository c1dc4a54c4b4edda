"""Options that a table does not have are refused, not ignored."""

import pytest
from click.testing import CliRunner

from comparatex.cli import main

TABLE = "task,A,B,C\n" + "".join(f"t{i},0.{i}1,0.{i}2,0.{9 - i}3\n" for i in range(1, 9))


@pytest.mark.parametrize(
    ("kind", "option"),
    [
        ("ablation", "--only=A,B"),
        ("critical", "--max-rows=3"),
        ("holm", "--per-task"),
        ("scores", "--interval=normal"),
    ],
)
def test_a_table_without_an_option_says_so(kind, option):
    full = ["--full", "A"] if kind == "ablation" else []
    made = CliRunner().invoke(main, ["table", kind, "-", option, "-o", "-", *full], input=TABLE)
    assert made.exit_code == 2
    assert f"Table {kind} has no {option.partition('=')[0]}." in made.stderr


def test_a_table_with_the_option_follows_it():
    made = CliRunner().invoke(main, ["table", "scores", "-", "--max-rows=3", "-o", "-"], input=TABLE)
    assert made.exit_code == 0
    assert "t3 &" in made.stdout
    assert "t4 &" not in made.stdout
