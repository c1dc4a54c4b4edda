"""What the commands do for a person, and what they say when they cannot."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import click
import numpy as np
import pytest

from comparatex.cli import main


def test_stats_prints_the_contract(run):
    result = run("stats", "results.csv")
    assert result.exit_code == 0
    assert (
        result.stderr
        == "5 methods (ts-chief, rocket, …) × 12 data sets (Beef, BME, …) (higher is better, assumed), from "
        "results.csv.\n"
    )
    numbers = json.loads(result.stdout)
    assert list(numbers) == [
        "version", "settings", "notes", "scores", "summary", "friedman", "iman_davenport", "nemenyi", "quade",
        "aligned_ranks", "pairs", "cliques",
    ]  # fmt: skip
    assert numbers["summary"][0]["comparate"] == "rocket"
    assert list(numbers["summary"][0]) == [
        "comparate", "mean", "median", "mean_rank", "mean_aligned_rank", "weighted_mean_rank",
    ]  # fmt: skip
    assert list(numbers["pairs"][0]) == [
        "row", "column", "n_tasks", "mean_difference", "median_difference", "skewness", "wins", "ties", "losses",
        "w_plus", "w_minus", "statistic", "pvalue", "adjusted_pvalue", "raw_significant", "significant", "verdict",
        "sign_pvalue", "nemenyi_pvalue", "win_share", "win_share_low", "win_share_high", "effects",
    ]  # fmt: skip
    assert len(numbers["pairs"]) == 10
    assert numbers["friedman"]["uncorrected_statistic"] == pytest.approx(29.25)


def test_stats_reads_standard_input_and_writes_csv(run, folder):
    text = (folder / "results.csv").read_text(encoding="utf-8")
    from_pipe = json.loads(run("stats", "-", stdin=text).stdout)
    assert from_pipe["pairs"] == json.loads(run("stats", "results.csv").stdout)["pairs"]
    assert run("stats", "results.csv", "--format", "csv", "-o", "tables").exit_code == 0
    assert {path.name for path in (folder / "tables").iterdir()} >= {"summary.csv", "pairs.csv"}


@pytest.mark.parametrize("command", [["mcm"], ["cdd"], *(["table", kind] for kind in ("scores", "ranks", "pairwise"))])
def test_a_fragment_goes_to_standard_output(run, folder, command):
    result = run(*command, "results.csv", "-o", "-")
    assert result.exit_code == 0
    assert result.stdout.startswith("% comparatex: ")
    assert result.stdout.endswith("%\n")
    assert "catch22" in result.stdout
    assert [path.name for path in folder.iterdir()] == ["results.csv"]


@pytest.mark.parametrize(("command", "kind"), [("init", "file"), ("report", "folder"), ("audit", "folder")])
def test_nothing_is_written_to_a_file_or_folder_named_dash(run, folder, command, kind):
    result = run(command, "results.csv", "-o", "-")
    assert result.exit_code == 2
    assert f"this cannot be written to standard output: name a {kind}." in result.stderr
    assert [path.name for path in folder.iterdir()] == ["results.csv"]


def test_a_fragment_comes_with_its_package(run, folder):
    assert run("mcm", "results.csv", "-o", "figures/mcm.tex").exit_code == 0
    assert {path.name for path in (folder / "figures").iterdir()} == {"mcm.tex", "comparatex.sty"}


@pytest.mark.parametrize("suffix", ["pdf", "png", "svg"])
def test_without_tex_pictures_come_from_matplotlib(run, folder, no_tex, suffix):
    result = run("cdd", "results.csv", "-o", f"cdd.{suffix}")
    assert result.exit_code == 0
    assert "matplotlib" in result.stderr
    magic = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}[suffix]
    first = (folder / f"cdd.{suffix}").read_bytes()
    assert first.startswith(magic)
    run("cdd", "results.csv", "-o", f"again.{suffix}")
    assert (folder / f"again.{suffix}").read_bytes() == first


@pytest.mark.latex
@pytest.mark.parametrize("suffix", ["pdf", "png"])
def test_with_tex_pictures_come_from_tex(run, folder, suffix):
    result = run("mcm", "results.csv", "-o", f"mcm.{suffix}", "--engine", "pdflatex")
    assert result.exit_code == 0
    assert "pdflatex" in result.stderr
    assert (folder / f"mcm.{suffix}").stat().st_size > 5000


def test_the_report_without_tex_has_everything_but_the_pdf(run, folder, no_tex):
    result = run("report", "results.csv", "-o", "out", "--artefacts", "mcm,cdd,ranks")
    assert result.exit_code == 0
    assert "apt" in result.stderr
    names = {str(path.relative_to(folder / "out")) for path in (folder / "out").rglob("*") if path.is_file()}
    assert names >= {
        "document.tex", "chapter.tex", "comparatex.sty", "numbers.tex", "references.bib", "stats.json",
        "manifest.json", "figures/mcm.tex", "figures/cdd.tex", "tables/ranks.tex", "previews/mcm.png",
        "previews/mcm.svg", "previews/cdd.pdf",
    }  # fmt: skip
    assert not any(name.endswith(".pdf") and "previews" not in name for name in names)


def test_the_report_can_leave_pdf_and_previews_out(run, folder):
    assert run("report", "results.csv", "-o", "out", "--no-pdf", "--no-previews").exit_code == 0
    assert not (folder / "out" / "previews").exists()
    assert not list((folder / "out").rglob("*.pdf"))


def test_the_same_report_has_the_same_bytes(run, folder):
    for out in ("one/report", "two/report"):
        assert run("report", "results.csv", "-o", out, "--no-pdf", "--chapter-path", "report").exit_code == 0
    first, second = (
        {path.relative_to(folder / out): path.read_bytes() for path in (folder / out).rglob("*") if path.is_file()}
        for out in ("one/report", "two/report")
    )
    assert first == second and len(first) > 10


@pytest.mark.latex
@pytest.mark.thorough
def test_the_report_compiles(run, folder):
    result = run("report", "results.csv", "-o", "out", "--ours", "rocket")
    assert result.exit_code == 0, result.stderr
    assert (folder / "out" / "report.pdf").read_bytes().startswith(b"%PDF")
    assert {path.name for path in (folder / "out" / "figures").glob("*.pdf")} >= {"mcm.pdf", "cdd.pdf"}
    assert not [path for path in (folder / "out").iterdir() if path.suffix in {".aux", ".log", ".fls"}]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (("table", "scores", "results.csv"), "Missing option '--output' / '-o'. Example: comparatex table pairwise"),
        (("bundle", "."), "Missing option '--output' / '-o'. Example: comparatex bundle report --arxiv -o report.zip"),
        (("mcm",), "Missing argument 'SCORES...'. Example: comparatex mcm results.csv -o mcm.tex"),
        (("mcm", "--form", "map"), "Missing argument 'SCORES...'. Example: comparatex mcm --form map results.csv"),
        (("mcm", "results.csv", "--ours", "-o", "x.tex"), "'--ours': a value is missing before -o."),
        (("leaderboard", "results.csv", "--into", "x.md"), "There is no file x.md: make it, with the lines <!-- "),
        (
            ("mcm", "results.csv", "-o", "x.pdf", "--font", "Fira"),
            "that could use the font Fira: leave out --font, or install one. To get TeX",
        ),
    ],
)
def test_what_is_missing_is_named_with_the_remedy(run, folder, no_tex, command, said):
    result = run(*command)
    assert result.exit_code and result.stdout == ""
    assert said in result.stderr.splitlines()[-1]


def test_numbers_are_listed(run):
    result = run("numbers", "results.csv", "--matching", "rocket against boss")
    assert result.exit_code == 0
    keys = dict(line.split("\t", 1) for line in result.stdout.splitlines())
    assert keys["wins of rocket against boss"] == "11"


def test_doctor_says_what_is_there(run):
    result = run("doctor", "results.csv")
    assert result.exit_code == 0
    assert "5 methods (ts-chief, rocket, …) × 12 data sets (Beef, BME, …) (higher is better, assumed)" in result.stderr
    assert "TeX" in result.stdout


def test_doctor_says_how_columns_are_understood(run, folder):
    result = run("doctor", "results.csv", "--exclude", "boss")
    assert "results.csv: wide, tasks in 12 rows\n  tasks: 'dataset', going by the heading\n" in result.stdout
    assert "  methods: 4 columns, 'ts-chief', 'rocket', 'weasel' and 'catch22'\n" in result.stdout
    assert "  left out: 'boss', stated by --exclude\n  first record: 'ts-chief' has " in result.stdout
    said = "  said explicitly: comparatex doctor results.csv --exclude boss --layout wide --task dataset\n"
    assert said in result.stdout
    (folder / "long.csv").write_text("model,dataset,seed,rmse,note\nA,x,1,2,u\nA,y,1,2,v\n", encoding="utf-8")
    result = run("doctor", "long.csv")
    assert result.exit_code == 1 and "said explicitly" not in result.stdout  # it would not be read so, either
    assert (
        "long.csv: long, one score in each of 2 rows\n  tasks: 'dataset', going by the heading\n  methods: 'model', "
        in result.stdout
    )
    assert (
        "  scores: 'rmse', going by the heading\n  repeats: 'seed', going by the heading\n"
        "  not used: 'note', no column of scores, and none that these need\n"
        "  first record: 'A' has '2' on 'x', seed 1\n" in result.stdout
    )
    (folder / "one.csv").write_text("Resamples:,0,1\nx,1,2\ny,1,2\n", encoding="utf-8")
    assert (
        "one.csv: the repeats of one method\n  tasks: 'Resamples:', names the rows\n" in run("doctor", "one.csv").stdout
    )


def test_the_first_record_that_doctor_shows_is_of_a_method(run, folder):
    rows = [f"t{k},{7000 + 13 * k * k},0.{k + 1}1,0.{9 - k}2" for k in range(8)]
    (folder / "sizes.csv").write_text("\n".join(["dataset,n_rows,A,B", *rows]), "utf-8")
    done = run("doctor", "sizes.csv")
    assert done.exit_code == 1 and "  no scores: 'n_rows', " in done.stdout
    assert "  first record: 'A' has '0.11' on 't0'\n" in done.stdout


def test_doctor_says_that_methods_stand_in_rows(run, folder):
    (folder / "turned.csv").write_text("model,x,y,z\nA,0.91,0.72,0.83\nB,0.82,0.63,0.74\nC,0.55,0.46,0.37\n", "utf-8")
    stdout = run("doctor", "turned.csv").stdout
    assert "turned.csv: wide, methods in 3 rows\n  tasks: 3 columns, 'x', 'y' and 'z'\n  methods: 'model', " in stdout
    assert "said explicitly: comparatex doctor turned.csv --transpose --comparate model\n" in stdout
    assert run("doctor", "turned.csv", "--transpose", "--comparate", "model").exit_code == 0


def test_doctor_lists_files_alike_together(run, folder):
    names = [f"{name}_acc.csv" for name in "ABCDEF"]
    for name in names:
        head, row = ("0,1,2", "1,2,3") if name == "F_acc.csv" else ("0,1", "1,2")
        (folder / name).write_text(f"Resamples:,{head}\nx,{row}\n", encoding="utf-8")
    stdout = run("doctor", *names).stdout
    assert "\nA_acc.csv, B_acc.csv, C_acc.csv and 2 more: aeon, the repeats of one method\n" in stdout
    assert "\nF_acc.csv: aeon, the repeats of one method\n" in stdout
    assert stdout.count("'Resamples:'") == 2


def test_doctor_says_how_columns_are_understood_before_it_stops(run, folder):
    (folder / "gaps.csv").write_text("id,name,seed,A,B\n1,x,7,1,2\n2,y,7,,3\n", encoding="utf-8")
    for result in (run("doctor", "gaps.csv"), run("doctor", "-", stdin=(folder / "gaps.csv").read_text())):
        assert result.exit_code == 1
        assert "1 of 4 scores is missing" in result.stderr
        assert "  tasks: 'name', names the rows\n  methods: 2 columns, 'A' and 'B'\n" in result.stdout
        assert "  repeats: 'seed', going by the heading\n  counter: 'id', numbers the rows\n" in result.stdout
    (folder / "unclear.csv").write_text("model,method,x\nA,B,2\nB,A,3\n", encoding="utf-8")
    result = run("doctor", "unclear.csv", "--layout", "long")
    assert result.exit_code == 1
    assert "unclear.csv: not understood\n  columns: 3 columns, 'model', 'method' and 'x'\n" in result.stdout
    (folder / "groups.csv").write_text("name,kind,A,B\nx,u,1,2\ny,v,3,2\n", encoding="utf-8")
    assert "  groups of tasks: 'kind', stated by --group\n" in run("doctor", "groups.csv", "--group", "kind").stdout


def test_doctor_says_by_which_numbers_columns_and_rows_are_no_scores(run, folder):
    values = np.round(np.random.default_rng(3).normal(np.linspace(0.4, 0.9, 8)[:, None], 0.05, (8, 4)), 3)
    cells = [",".join(map("{:.3f}".format, row)) for row in (*values, values.mean(axis=0))]
    lengths = 12, 4000, 70, 31000, 9, 800, 5, 22000
    rows = [f"d{k},{row},{length},u" for k, (row, length) in enumerate(zip(cells[:-1], lengths, strict=True))]
    (folder / "odd.csv").write_text("\n".join(["file,A,B,C,D,length,kind", *rows, f"all,{cells[-1]},,"]), "utf-8")
    asked = run("doctor", "odd.csv")
    assert asked.exit_code == 1 and "seem to hold no scores" in asked.stderr
    assert "  methods: 4 columns, 'A', 'B', 'C' and 'D'\n  no scores: 'kind', texts\n" in asked.stdout
    assert "  no scores: 'length', empty in the summaries of the others" in asked.stdout
    assert ": a property of the tasks\n" in asked.stdout
    assert "  row of no scores: 'all', the mean of the other rows: a summary\n" in asked.stdout
    said = run("doctor", "odd.csv", "--exclude", "length,kind", "--exclude-tasks", "all")
    assert said.exit_code == 0 and "no scores" not in said.stdout
    assert "  left out: 'length', stated by --exclude; property, empty in the summaries" in said.stdout
    assert "  left out: 'all', stated by --exclude-tasks; summary, the mean of the other rows\n" in said.stdout
    taken = run("doctor", "odd.csv", "--include", "A,B,length", "--exclude-tasks", "all")
    assert "  methods: 'length', stated, though its numbers are those of a property: empty in" in taken.stdout


def test_doctor_says_what_commands_do_with_several_measures(run, folder):
    rows = [f"{d},{m},0.{k}{n},0.{n}{k}" for k, d in enumerate(("iris", "wine", "zoo")) for n, m in enumerate("ABC")]
    (folder / "two.csv").write_text("dataset,method,accuracy,f1\n" + "\n".join(rows), "utf-8")
    done = run("doctor", "two.csv")
    assert done.exit_code == 0 and "not understood" not in done.stdout and "not used" not in done.stdout
    says = (
        "Scores of 2 measures, 'accuracy' and 'f1': a report has a section for each, the tables scores, measures and "
        "leaderboard show all; elsewhere, --select-measure takes"
    )
    assert says in done.stdout
    assert "  scores: 'accuracy', going by the heading\n  other measures: 'f1'\n" in done.stdout
    assert "  scores: 'f1', going by the heading\n  other measures: 'accuracy'\n" in done.stdout
    assert "measures" not in run("doctor", "two.csv", "--select-measure", "f1").stdout
    for words in (["table", "ranks"], ["cdd"], ["mcm"]):
        command = [*words, "two.csv", "-o", "-"]
        several = run(*command)
        assert (
            several.exit_code == 1
            and "2 measures, 'accuracy' and 'f1': choose one with --select-measure" in several.stderr
        )
        assert f"\n  comparatex {' '.join(command)} --select-measure f1\n" in several.stderr
        assert run(*command, "--select-measure", "f1").exit_code == 0
        lacking = run(*command, "--measures", "f1")
        assert lacking.exit_code == 2
        others = f"{words[0]} has no option --measures: report, table, leaderboard and sequence have it; of several"
        weighted = run(*words, "two.csv", "--weights", "w.csv").stderr
        assert words[0] == "table" or "weights are of means, and tests, ranks and audits of these weigh" in weighted
        assert ("Table ranks has no --measures." if words[0] == "table" else others) in lacking.stderr
    for words in (["table", "scores"], ["table", "measures"]):
        assert "{accuracy $" in run(*words, "two.csv", "-o", "-").stdout
    board = run("leaderboard", "two.csv", "-o", "-")
    assert board.exit_code == 0 and "accuracy" in board.stdout and "f1" in board.stdout
    each = run("sequence", "two.csv", "-o", "-")
    assert each.exit_code == 0 and "accuracy" in each.stdout and "f1" in each.stdout
    assert run("sequence", "two.csv", "-o", "-", "--select-measure", "f1").exit_code == 0


def test_an_option_that_no_command_has_gets_the_words_of_click(run):
    typo = run("stats", "results.csv", "--measrue", "f1")
    assert typo.exit_code == 2 and re.search(r"No such option.* '?--measrue.* '?--measure", typo.stderr)


def test_templates_are_copied_once(run, folder):
    assert run("templates", "own").exit_code == 0
    assert (folder / "own" / "mcm.tex.jinja").is_file()
    for language in ("en", "fr", "de", "es"):
        assert (folder / "own" / "text" / language / "chapter.jinja").is_file()
    again = run("templates", "own")
    assert again.exit_code == 1
    assert "exists already" in again.stderr


def test_own_templates_come_first(run, folder):
    (folder / "own").mkdir()
    (folder / "own" / "cdd.tex.jinja").write_text("mine: \\VAR{view.title}\n", encoding="utf-8")
    assert run("cdd", "results.csv", "-o", "-", "--templates", "own").stdout.startswith("mine: ")


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["mcm", "absent.csv", "-o", "-"], 1, "absent.csv"),
        (
            ["mcm", "results.csv", "-o", "mcm.doc"],
            2,
            "none of .tex, .pdf, .png and .svg",
        ),
        (["mcm", "results.csv", "-o", "-", "--rows", "nobody"], 2, "nobody"),
        (["mcm", "results.csv", "-o", "-", "--alpha", "2"], 2, "--alpha"),
        (["mcm", "results.csv", "-o", "-", "--highlight", "boss=red"], 2, "NAME=#rrggbb"),
        (["stats", "results.csv", "--format", "csv"], 2, "add -o DIR"),
        (["cdd", "results.csv", "-o", "x.svg", "--backend", "tex"], 2, "--backend matplotlib"),
        (["stats", "results.csv", "-o", "results.csv"], 2, "results.csv is read by this command"),
        (["report", "results.csv", "--check", "--watch"], 2, "give only one of them"),
        (["stats", "results.csv", "--control", "Bos"], 2, "did you mean 'boss'?"),
        (["stats", "results.csv", "--bayes-test", "sign"], 2, "--bayes-test is for Bayesian tests: add --bayes"),
        (["scatter", "results.csv", "-o", "-", "--x", "BOSS"], 2, "did you mean 'boss'?"),
        (["mcm", "results.csv", "-o", "-", "--rows", "BOSS"], 2, "did you mean 'boss'?"),
        (["stats", "results.csv", "--exclude", "boss,weasel,rocket,catch22"], 1, "one method"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(run, folder, arguments, status, words):
    result = run(*arguments)
    assert result.exit_code == status
    assert words in result.stderr
    assert "Traceback" not in result.stderr
    assert [path.name for path in folder.iterdir()] == ["results.csv"]


def test_a_config_file_fills_defaults_and_a_flag_wins(run, folder):
    (folder / "comparatex.toml").write_text(
        'alpha = 0.01\ncomparate-order = ["boss"]\n[names]\nrocket = "ROCKET"\n[stats]\ncorrection = "bonferroni"\n',
        encoding="utf-8",
    )
    numbers = json.loads(run("stats", "results.csv").stdout)
    assert numbers["settings"]["alpha"] == 0.01
    assert numbers["settings"]["correction"] == "bonferroni"
    assert numbers["summary"][0]["comparate"] == "ROCKET"
    assert numbers["scores"]["comparates"][0] == "boss"
    assert json.loads(run("stats", "results.csv", "--alpha", "0.1").stdout)["settings"]["alpha"] == 0.1


def test_an_unknown_key_in_the_config_file_is_wrong_usage(run, folder):
    (folder / "comparatex.toml").write_text("alhpa = 0.01\n", encoding="utf-8")
    result = run("stats", "results.csv")
    assert result.exit_code == 2
    assert "did you mean alpha?" in result.stderr


def _commands():
    return sorted(main.commands.items())


@pytest.mark.parametrize(("name", "command"), _commands())
def test_every_command_and_option_has_help(name, command):
    assert command.help
    for param in command.params:
        if isinstance(param, click.Option):
            assert param.help, f"{name} {param.opts}"


@pytest.mark.parametrize("name", ["mcm", "cdd", "table", "stats", "report"])
def test_shared_settings_are_options_of_every_command_that_uses_them(name):
    from dataclasses import fields

    from comparatex.inference.analysis import Analysis

    given = {param.name for param in main.commands[name].params}
    assert {field.name for field in fields(Analysis)} - {"convention", "drawn", "posterior"} <= given


def _modules_after(*commands):
    """Return which modules are there after each of several commands of a process."""
    code = (
        "import sys\nfrom comparatex.__main__ import main\nfor command in sys.argv[1:]:\n"
        "    sys.argv = ['comparatex', *command.split()]\n"
        "    try: main()\n    except SystemExit: pass\n"
        "    print('MODULES', *sys.modules, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *commands], capture_output=True, text=True, check=True)
    return [{*line.split()} for line in done.stderr.splitlines() if line.startswith("MODULES")]


def test_a_short_run_imports_little(folder):
    *short, stats = _modules_after("--version", "mcm --help", "stats results.csv")
    assert not {"numpy", "scipy", "pandas", "matplotlib", "jinja2"} & set().union(*short)
    assert not {"scipy.stats", "matplotlib", "pandas", "jinja2"} & stats
    mcm, report = _modules_after("mcm results.csv -o mcm.tex", "report results.csv -o out --no-pdf --no-previews")
    assert not {"scipy", "matplotlib", "pandas"} & mcm
    assert not {"scipy.stats", "matplotlib", "pandas"} & report
    assert Path("out/chapter.tex").is_file()
    (forest,) = _modules_after("forest results.csv -o forest.tex")
    others = ("chapter", "audit", "bayes", "items", "inference.plan", "runs", "tables", "figures.cdd", "report_items")
    assert not [name for name in forest if "comparatex." in name and any(other in name for other in others)]


def test_a_file_of_names_that_is_no_text_is_one_sentence(run, folder):
    (folder / "names.txt").write_bytes(b"\xff\xfe\x00\xd8")
    result = run("stats", "results.csv", "--tasks", "names.txt")
    assert result.exit_code == 2
    assert "'names.txt' cannot be read as a file of names: save it as UTF-8." in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="a shell")
def test_a_full_disk_behind_standard_output_and_closed_input_are_one_sentence(folder):
    for command, words in (
        ("stats results.csv > /dev/full", "No space left on device."),
        ("--help > /dev/full", "No space left on device."),
        ("--version > /dev/full", "No space left on device."),
        ("mcm --help-all > /dev/full", "No space left on device."),
        ("init --completion bash > /dev/full", "No space left on device."),
        ("stats - <&-", "Standard input is closed: name a file."),
    ):
        line = f"{sys.executable} -m comparatex {command}"
        result = subprocess.run(line, shell=True, capture_output=True, text=True, check=False)
        *before, error = result.stderr.splitlines()
        assert (result.returncode, error, len(before) <= command.startswith("stats")) == (1, f"Error: {words}", True)


def test_an_interruption_while_the_commands_are_loaded_is_no_traceback(folder):
    script = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # which the tests may have been started to ignore
class Late:
    def find_spec(self, name, *_):
        if name == "comparatex.cli":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Late())
from comparatex.__main__ import main
main()
"""
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "Interrupted.\n")


def test_what_was_not_drawn_is_not_told_to_be(run, folder):
    (folder / "emoji.csv").write_text("task,A,B😀\nx,1,2\ny,2,1\n", encoding="utf-8")
    result = run("mcm", "emoji.csv", "-o", "m.pdf")
    assert result.exit_code == 1
    assert "drawn with" not in result.stderr


def test_a_folder_without_templates_is_refused(run, folder):
    (folder / "own").mkdir()
    (folder / "own" / "mmc.tex.jinja").write_text("", encoding="utf-8")
    result = run("mcm", "results.csv", "-o", "-", "--templates", "own")
    assert result.exit_code == 2
    assert "own holds no template, such as mcm.tex.jinja" in result.stderr


@pytest.mark.parametrize("unit", ["e24", "e160", "e299"])
@pytest.mark.parametrize("words", ["mcm", "table scores", "report"])
def test_scores_of_any_size_are_laid_out(run, folder, unit, words):
    rows = [
        f"{task},{a}{unit},{b}{unit},{c}{unit}" for task, a, b, c in zip("wxyz", "1234", "7386", "2255", strict=True)
    ]
    (folder / "large.csv").write_text("\n".join(["dataset,A,B,C", *rows]) + "\n", encoding="utf-8")
    output = ["--no-pdf", "-o", "out"] if words == "report" else ["-o", "out.tex"]
    assert run(*words.split(), "large.csv", *output).exit_code == 0
