"""The help of every command: its arguments, every option, and an example that runs as it stands."""

import ast
import re
import shlex
import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from comparatex.cli import COMMANDS, FORMS, main
from comparatex.typeset import engines

TABLE = """task,ROCKET,BOSS,Catch22,WEASEL,Arsenal
Beef,0.760,0.612,0.473,0.939,0.616
Car,0.912,0.848,0.746,0.854,0.630
CBF,0.996,0.999,0.954,0.803,0.606
Crop,0.752,0.686,0.653,0.707,0.669
Fish,0.974,0.970,0.773,0.722,0.924
"""


@pytest.fixture
def study(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text(TABLE, encoding="utf-8")
    groups = "Beef,a\nCar,b\nCBF,b\nCrop,a\nFish,a\n"
    (tmp_path / "tasks.csv").write_text(f"task,kind\n{groups}", encoding="utf-8")
    (tmp_path / "costs.csv").write_text(
        "comparate,cost\nROCKET,3\nBOSS,9\nCatch22,1\nWEASEL,2\nArsenal,4\n", encoding="utf-8"
    )
    (tmp_path / "providers.csv").write_text("comparate,provider\nROCKET,Ours\nBOSS,Theirs\n", encoding="utf-8")
    items = "".join(f"q{k},{'xy'[k % 2]},{k % 2},{k % 3 // 2}\n" for k in range(12))
    (tmp_path / "samples.csv").write_text(f"item,benchmark,ROCKET,BOSS\n{items}", encoding="utf-8")
    (tmp_path / "paper.tex").write_text("ROCKET wins on 5 tasks against Catch22.\n", encoding="utf-8")
    return tmp_path


def test_there_is_an_example_of_every_command():
    assert all(command.example for command in main.commands.values())


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.latex] if name == "bundle" else []) for name in main.commands]
)
def test_the_example_runs(study, name, monkeypatch):
    if name == "bundle":
        (study / "report").mkdir()
        paper = r"\documentclass{article}\begin{document}Words.\end{document}"
        (study / "report" / "document.tex").write_text(paper, encoding="utf-8")
    else:
        monkeypatch.setattr(engines, "find", lambda *_, **__: None)
    if name == "run-intervals":
        runs = [
            f"{task},{m},{k},0.{k}{len(task)}{'AB'.index(m)}" for task in ("s", "tt") for m in "AB" for k in range(3)
        ]
        (study / "results.csv").write_text("\n".join(["task,method,seed,score", *runs, ""]), encoding="utf-8")
    if name == "verify":
        little = ("--no-previews", "--artefacts", "mcm")
        assert CliRunner().invoke(main, ["report", "results.csv", *little]).exit_code == 0
    text = shown(name, "--help")
    example = " ".join(text[text.index("Example: ") :].split()).removeprefix("Example: comparatex ")
    little = ["--no-previews"] if name == "report" else []
    result = CliRunner().invoke(main, [*shlex.split(example), *little])
    assert result.exit_code == 0, result.output
    if "-o" in example.split():
        assert (study / example.split("-o ")[1].split()[0]).exists()


def shown(*arguments, width=80):
    result = CliRunner().invoke(main, list(arguments), terminal_width=width)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("name", main.commands)
def test_help_describes_arguments_and_options(name):
    command = main.commands[name]
    every = "--help-all" if "--help-all" in shown(name, "--help") else "--help"
    text = " ".join(shown(name, every, width=100).split())
    for param in command.params:
        if isinstance(param, click.Option):
            if param.hidden:  # it says why there is none
                continue
            assert param.help and len(param.help) > 5, param.opts
            assert all(option in text for option in param.opts)
            assert param.help.endswith((".", ")")), param.opts
        else:
            known = re.findall("[A-Z]+", str(param.metavar or param.make_metavar(click.Context(command))))
            assert known and all(text.count(word) > 1 for word in known), known


def flags_in(text):
    return {word.rstrip(",") for word in re.findall(r"^  (?:-\w, )?(--[\w-]+)", text, re.MULTILINE)}


def test_the_help_of_all_lists_whole_sentences_under_headings():
    text = shown("--help")
    lines = text.splitlines()
    for heading, listed in COMMANDS.items():
        start = lines.index(f"{heading}:")
        for name, line in zip(listed, lines[start + 1 :], strict=False):
            assert line.split()[0] == name and line.endswith(f"  {listed[name][1]}"), line
    assert "..." not in text.partition("\n")[2]
    assert all(len(line) <= 80 for line in lines)


@pytest.mark.parametrize("name", ["mcm", "cdd", "table", "report", "audit", "stats"])
def test_the_common_options_come_first_and_the_others_on_request(name):
    few, every = shown(name, "-h"), shown(name, "--help-all")
    assert 10 < len(flags_in(few)) < 0.7 * len(flags_in(every)) and flags_in(few) < flags_in(every)
    assert f"Show all {len(flags_in(every))} options and exit." in few
    headings = re.findall(r"^(\w[\w ]*):$", every, re.MULTILINE)
    assert headings.index("Input") < headings.index("Analysis") < headings.index("Output")
    assert headings[-1] == "General"
    for heading in headings:
        part = every.partition(f"\n{heading}:\n")[2].partition("\n\n")[0]
        common = [flag in flags_in(few) for flag in re.findall(r"^  (?:-\w, )?(--[\w-]+)", part, re.MULTILINE)]
        assert common == sorted(common, reverse=True), heading
    assert all(len(line) <= 80 for line in every.splitlines())


def test_an_option_says_where_the_help_lists_it():
    assert "--label TEXT" in shown("mcm", "-h").partition("\nOutput:")[2]
    assert "--rows NAMES" in shown("mcm", "--help-all").partition("\nFigure:")[2].partition("\n\n")[0]
    assert "--rope" in shown("stats", "--help-all").partition("\nBayesian tests:")[2].partition("\n\n")[0]
    assert "--rope" in shown("stats", "-h").partition("\nAnalysis:")[2].partition("\n\n")[0]
    assert "--max-rows" in shown("table", "--help-all").partition("\nTable:")[2].partition("\n\n")[0]
    assert "--seed" not in shown("mcm", "-h") and "--seed" in shown("mcm", "--help-all")


SCREEN = 60  # lines: what is longer scrolls away what stands first


@pytest.mark.parametrize("name", main.commands)
def test_the_short_help_is_one_screen(name):
    lines = shown(name, "-h").splitlines()
    assert len(lines) <= SCREEN, (
        f"the help of {name} has {len(lines)} lines: shorten the first clauses of its settings, or make some uncommon"
    )


@pytest.mark.parametrize("name", main.commands)
def test_the_short_help_names_what_errors_ask_for(name):
    if any(param.name == "input_format" for param in main.commands[name].params):
        assert {"--paths", "--sheet", "--transpose", "--tasks", "--repeat"} <= flags_in(shown(name, "-h"))


def test_there_are_few_commands_and_each_other_figure_is_a_form_of_one():
    listed = [name for commands in COMMANDS.values() for name in commands]
    assert len(listed) <= 24 and {*listed}.isdisjoint(FORMS) and {*listed, *FORMS} == {*main.commands}
    assert {of for of, _, _ in FORMS.values()} <= {*listed}


@pytest.mark.parametrize(("name", "form"), FORMS.items(), ids=FORMS)
def test_a_form_has_the_help_and_the_options_of_what_was_a_command(name, form):
    of, flag, words = form
    assert flag in flags_in(shown(of, "-h"))
    for word in words:
        was, now = shown(name, "-h"), shown(of, flag, word, "-h")
        assert now == was.replace(f"comparatex {name} ", f"comparatex {of} {flag} {word} ").replace(
            "main " + name, f"main {of} {flag} {word}"
        )


def test_a_form_draws_what_the_command_drew_and_names_itself(study):
    def drawn(*arguments):
        result = CliRunner().invoke(main, [*arguments, "results.csv", "-o", "-"])
        assert result.exit_code == 0, result.output
        return result.stdout, result.stderr

    new, old = drawn("mcm", "--form", "map"), drawn("heatmap")
    assert new[0] == old[0] == drawn("mcm", "--form=map")[0] and 'Run "comparatex mcm --form map"' in new[0]
    assert "Note: comparatex heatmap is now comparatex mcm --form map.\n" in old[1] and "is now" not in new[1]
    assert "is now" not in drawn("heatmap", "-q")[1]


def test_an_unknown_form_is_refused_with_those_that_there_are(study):
    result = CliRunner().invoke(main, ["mcm", "--form", "square", "results.csv", "-o", "-"])
    assert result.exit_code == 2 and "'square' is not 'map'." in result.stderr


def test_a_command_of_few_options_has_one_help():
    assert "--help-all" not in shown("templates", "-h")
    assert CliRunner().invoke(main, ["templates", "--help-all"]).exit_code == 2


def test_long_choices_are_listed_in_the_description_and_no_word_breaks():
    text = shown("mcm", "--help-all")
    assert "--convention WORD" in text and "aeon-\n" not in text
    assert "sk-posthocs or statds." in " ".join(text.split())
    assert "None]" not in shown("audit", "-h")


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
def test_what_needs_no_command_imports_none(arguments):
    code = (
        "import sys, runpy; sys.argv = ['comparatex', *sys.argv[1:]]\n"
        "try: runpy.run_module('comparatex', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "print(sorted(name for name in sys.modules if name.startswith(('comparatex.', 'numpy'))))"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    loaded = ast.literal_eval(done.stdout.splitlines()[-1])
    assert {"comparatex.cli", "comparatex.version"} <= set(loaded) and len(loaded) < 8, loaded


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("posterior-matrix", "draw mcm with --cells-show posterior"),
        ("mcm --form posterior", "draw mcm with --cells-show posterior"),
        ("table conventions", "comparatex conventions says where"),
        ("table critical", "tables of tests have p-values"),
        ("table holm", "pairwise, with --correction holm, has the adjusted p-values"),
        ("init --latexmkrc", "builds the report before the paper"),
    ],
)
def test_a_command_that_is_gone_says_what_takes_its_place(former, now):
    result = CliRunner().invoke(main, [*former.split(), "results.csv", "-o", "x.tex"])
    assert result.exit_code == 2
    assert now in result.stderr
