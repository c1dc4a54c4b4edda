"""Errors of the library name parameters; who runs a command reads its flags."""

import ast
import re

import click
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.cli import main
from comparatex.cli.messages import as_flags
from comparatex.files import PACKAGE

NAMED = re.compile(r"`([a-z_]+)(?:=\"[^`\"]*\")?`")


@pytest.fixture(scope="module")
def raised():
    """Return the file and the texts of every error that the library raises."""
    return [
        (path.name, part.value)
        for path in sorted(PACKAGE.rglob("*.py"))
        if "cli" not in path.relative_to(PACKAGE).parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise)
        for part in ast.walk(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
    ]


def printed(tree):
    """Yield the texts of a module but for docstrings and the help of settings."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "setting":
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            yield from printed(node)


@pytest.fixture(scope="module")
def context():
    return click.Context(main)


def test_no_error_of_the_library_names_a_flag(raised):
    assert not [(name, text) for name, text in raised if re.search(r"(?<![-\w])--[a-z]", text)]


def test_every_parameter_that_an_error_names_has_a_flag(raised, context):
    named = [text for _, text in raised if NAMED.search(text)]
    assert len(named) > 30
    for text in named:
        assert not NAMED.search(as_flags(text, context)), text


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("is `higher_is_better=False` meant?", "is --lower-is-better meant?"),
        ("is `higher_is_better=True` meant?", "is --higher-is-better meant?"),
        ('say `missing="drop-tasks"` or pairwise', "say --missing drop-tasks or pairwise"),
        ("choose one with `select_measure`.", "choose one with --select-measure."),
        ("'Q' (`include`)", "'Q' (--include)"),
        ('name one with `main="FILE"`.', "name one with --main FILE."),
        ("`nothing` of ours, '`rope`' of the table", "`nothing` of ours, '`rope`' of the table"),
    ],
)
def test_a_parameter_becomes_its_flag(context, message, said):
    assert as_flags(message, context) == said


@pytest.mark.parametrize("folder", ["data", "inference"])
def test_no_note_of_the_library_names_a_flag(folder):
    modules = sorted((PACKAGE / folder).rglob("*.py"))
    assert len(modules) > 20
    for path in modules:
        texts = list(printed(ast.parse(path.read_text(encoding="utf-8"))))
        assert not [text for text in texts if re.search(r"(?<![-\w])--[a-z]", text)], path


def test_notes_are_printed_with_flags(run, folder):
    (folder / "rmse.csv").write_text("task,A,B\nx,1,2\ny,2,3\nz,1.5,2.5\n", encoding="utf-8")
    notes = run("stats", "rmse.csv").stderr
    assert "--higher-is-better says otherwise" in notes


def test_the_library_speaks_of_parameters_and_the_command_line_of_flags(run, folder):
    (folder / "gaps.csv").write_text("task,A,B\nx,1,2\ny,,3\nz,4,5\n", encoding="utf-8")
    with pytest.raises(cx.errors.DataError, match='use `missing="drop-tasks"`'):
        cx.read("gaps.csv")
    assert "use --missing drop-tasks (leaves 2 of 3 tasks)" in run("stats", "gaps.csv").stderr


def test_an_option_with_a_value_is_given_once(run):
    result = run("stats", "results.csv", "--tasks", "Beef", "--tasks", "Car")
    assert result.exit_code == 2
    assert "--tasks is given twice: give it once; separate names by commas." in result.stderr
    result = run("stats", "results.csv", "--task", "dataset", "--task", "dataset")
    assert result.exit_code == 2
    assert "--task is given twice: give it once." in result.stderr
    assert run("stats", "results.csv", "--lower-is-better", "--higher-is-better").exit_code == 0


@pytest.mark.parametrize(
    ("command", "more", "said"),
    [
        ("audit", ["--test", "bonferroni-dunn"], "--test bonferroni-dunn needs a control, which this command does not"),
        ("audit", ["--sides", "ours"], "--sides ours needs a control, which this command does not have: leave it out."),
        ("stats", ["--test", "bonferroni-dunn"], "needs the method that the others are compared with: give --control"),
        ("stats", ["--test", "bonferroni-dunn", "--correction", "holm", "--control", "A"], "fixes --correction: leave"),
    ],
)
def test_a_test_against_a_control_names_only_flags_that_the_command_has(tmp_path, command, more, said):
    table = tmp_path / "scores.csv"
    table.write_text("task,A,B,C\n" + "".join(f"t{i},0.{i}1,0.{i}2,0.{9 - i}3\n" for i in range(9)))
    result = CliRunner().invoke(main, [command, str(table), *more])
    assert result.exit_code == 2 and said in result.stderr
