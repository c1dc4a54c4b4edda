"""Commands that write an artefact: every kind of table, options that only some have, comparates that are drawn."""

import re

import pytest
from click.testing import CliRunner

from comparatex.artefacts import ARTEFACTS, FINDINGS, artefact, options_of
from comparatex.cli import main
from comparatex.table_files import WRITERS

SIZES = "dataset,size\n" + "".join(
    f"{task},{size}\n"
    for task, size in zip(
        ("Beef", "BME", "Car", "CBF", "Crop", "Fish", "Ham", "Meat", "Rock", "UMD", "Wine", "Yoga"),
        range(30, 270, 20),
        strict=True,
    )
)


def test_the_command_knows_every_table():
    every = {**ARTEFACTS, **FINDINGS}
    assert {name for name, kind in every.items() if kind.folder == "tables"} == set(options_of("tables"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["intervals"], ["effects", "--only", "rocket,boss"], ["control", "--control", "boss"],
        ["control", "--ours", "boss"], ["intervals", "--max-rows", "2"],
    ],
)  # fmt: skip
def test_tables_go_to_standard_output(run, arguments):
    result = run("table", arguments[0], "results.csv", *arguments[1:], "-o", "-")
    assert result.exit_code == 0
    assert r"\begin{comparatextable}" in result.stdout


def test_sizes_come_from_a_table_or_a_column(run, folder):
    (folder / "sizes.csv").write_text(SIZES, encoding="utf-8")
    pair = ("--row", "rocket", "--column", "catch22", "-o", "-")
    from_file = run("table", "proportions", "results.csv", "--sizes", "sizes.csv", *pair)
    assert from_file.exit_code == 0
    scores = (folder / "results.csv").read_text(encoding="utf-8").splitlines()
    joined = [f"{line},{size.split(',')[1]}" for line, size in zip(scores, SIZES.splitlines(), strict=True)]
    (folder / "joined.csv").write_text("\n".join(joined), encoding="utf-8")
    from_column = run("table", "proportions", "joined.csv", "--size", "size", *pair)
    assert from_column.stdout.splitlines()[3:] == from_file.stdout.splitlines()[3:]  # below the stamps
    grouped = run("table", "proportions", "joined.csv", "--size", "size", "--group", "size", *pair)
    assert grouped.exit_code == 2
    assert "--sizes FILE" in grouped.stderr


def test_intervals_of_proportions_can_be_chosen(run, folder):
    (folder / "sizes.csv").write_text(SIZES, encoding="utf-8")
    said = {
        method: run(
            "table", "proportions", "results.csv", "--sizes", "sizes.csv", "--interval", method, "-o", "-"
        ).stdout
        for method in ("wilson", "normal", "clopper-pearson", "count")
    }
    assert len(set(said.values())) == 4


def test_what_is_no_size_is_named(run, folder):
    (folder / "sizes.csv").write_text(SIZES.replace("Car,70", "Car,many"), encoding="utf-8")
    result = run("table", "proportions", "results.csv", "--sizes", "sizes.csv", "-o", "-")
    assert result.exit_code == 1
    assert "'Car' must be a whole number above 0, not 'many'" in result.stderr


def test_shares_of_one_test_set_are_compared(run, folder):
    """Mitchell (1997), section 5.2: an error of 0.30 on 40 instances has the interval 0.30 ± 0.14."""
    (folder / "one.csv").write_text("task,A,B\nt,0.30,0.40\n", encoding="utf-8")
    (folder / "forty.csv").write_text("task,size\nt,40\n", encoding="utf-8")
    done = run("table", "proportions", "one.csv", "--sizes", "forty.csv", "--interval", "normal", "-o", "-")
    assert done.exit_code == 0 and "[}0.158, 0.442{]}" in done.stdout
    assert "Note" not in done.stderr
    assert run("table", "pairwise", "one.csv", "-o", "-").exit_code == 1
    (folder / "answers.csv").write_text(
        "task,instance,A,B\n" + "".join(f"t,{i},{i % 2},{int(i % 3 > 0)}\n" for i in range(12)), encoding="utf-8"
    )
    assert "McNemar" in run("table", "proportions", "answers.csv", "--repeat", "instance", "-o", "-").stdout


def test_repeats_by_instance_and_without(run, folder):
    assert "no repeats" in run("table", "repeats", "results.csv", "-o", "-").stderr
    lines = ["task,instance,A,B"] + [f"t{t},{i},{(i + t) % 2},{i % 3 % 2}" for t in range(3) for i in range(12)]
    (folder / "outcomes.csv").write_text("\n".join(lines), encoding="utf-8")
    outcomes = ("outcomes.csv", "--repeat", "instance", "-o", "-")
    assert "McNemar" in run("table", "proportions", *outcomes).stdout
    refused = run("table", "proportions", *outcomes, "--sides", "better")
    assert refused.exit_code != 0 and "two-sided: leave out --sides" in refused.stderr
    assert "W/T/L" in run("table", "repeats", *outcomes).stdout
    assert "t2" in run("table", "repeats", *outcomes, "--per-task").stdout


@pytest.mark.parametrize(("show", "wanted"), [("pvalue", (1, 0)), ("posterior", (0, 1)), ("both", (1, 1))])
def test_the_matrix_shows_pvalues_posteriors_or_both(run, show, wanted):
    text = run("mcm", "results.csv", "--cells-show", show, "--samples", "500", "-o", "-").stdout
    assert (
        text.count(r"\comparatexmcmkey{Wilcoxon $p$}"),
        text.count(r"\comparatexmcmkey{\% row/rope/column}"),
    ) == wanted


def test_ranks_are_those_of_the_whole_table(run):
    whole = run("cdd", "results.csv", "-o", "-").stdout
    some = run("cdd", "results.csv", "-o", "-", "--only", "boss,rocket").stdout
    alone = run("cdd", "results.csv", "-o", "-", "--include", "boss,rocket").stdout

    def ranks(tex):
        return {
            name: rank
            for rank, name in re.findall(r"\\comparatexcddlabel\{-?\d+\}\{([\d.]+)\}\{[\d.]+\}\{(\w+)\}", tex)
        }

    assert ranks(some) == {name: ranks(whole)[name] for name in ("boss", "rocket")}
    assert ranks(alone) != ranks(some)


@pytest.mark.parametrize("command", ["cdd", "table scores", "table ranks", "heatmap", "forest", "boxes"])
def test_both_options_may_be_given(run, command):
    result = run(*command.split(), "results.csv", "-o", "-", "--exclude", "weasel", "--only", "boss,rocket,catch22")
    assert result.exit_code == 0
    for name, there in (("boss", True), ("catch22", True), ("weasel", False), ("ts-chief", False)):
        assert (name in result.stdout) is there, name


TABLE = "task,A,B,C\n" + "".join(f"t{i},0.{i}1,0.{i}2,0.{9 - i}3\n" for i in range(1, 9))


@pytest.mark.parametrize(
    ("kind", "option"),
    [
        ("ablation", "--only=A,B"),
        ("friedman", "--max-rows=3"),
        ("pairwise", "--per-task"),
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


ABOUT = "name,provider,params\nA,R & D,12000000\nB,_me_,2.5\n"


@pytest.mark.parametrize("kind", ["ranks", "scores"])
def test_further_columns_on_comparates(run, tmp_path, kind):
    long = tmp_path / "long.csv"
    long.write_text(
        "method,task,accuracy,params\nA,d1,.91,12\nA,d2,.8,12\nB,d1,.9,3\nB,d2,.7,4\nC,d1,.5,5\nC,d2,.5,6\n"
    )
    about = tmp_path / "about.csv"
    about.write_text(ABOUT)
    common = ("table", kind, str(long), "--score", "accuracy", "-o", "-")
    of_column = run(*common, "--extra", "params").stdout
    assert "params" in of_column and "12" in of_column and "3.5" in of_column
    found = run(*common, "--extra-table", str(about)).stdout
    for text in ("provider", r"R \& D", r"\_me\_", "12000000", "--"):
        assert text in found
    assert "provider" not in run(*common, "--extra-table", str(about), "--extra", "params").stdout
    assert "did you mean 'provider'" in run(*common, "--extra-table", str(about), "--extra", "provder").output
    about.write_text("name,provider\nX,Y\n")
    assert "its names must be those of the scores" in run(*common, "--extra-table", str(about)).output


def test_tables_without_room_for_further_columns(run):
    assert "Table pairwise has no --extra." in run("table", "pairwise", "results.csv", "--extra", "x", "-o", "-").output


@pytest.mark.parametrize("command", ["table", "leaderboard", "items"])
def test_the_help_names_every_format_that_tables_can_have(command):
    said = CliRunner().invoke(main, [command, "--help-all"]).output
    assert [suffix for suffix in WRITERS if f".{suffix}" not in said] == []


def test_the_help_says_of_every_table_what_it_holds():
    said = " ".join(CliRunner().invoke(main, ["table", "--help-all"]).output.split())
    for name in options_of("tables"):
        about = artefact(name).help
        assert about and f"{name} {about}" in said, name
