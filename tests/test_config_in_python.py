"""What a config file says is the same to Python and to the command line."""

from pathlib import Path

import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.cli import main
from comparatex.stats import json_parts

TABLE = """\
task,raw,b,c,kind
Beef,0.63,0.76,0.61,x
BME,0.99,0.98,0.86,x
Car,0.87,0.91,0.84,x
CBF,0.99,0.98,0.97,y
Crop,0.76,0.75,0.68,y
Fish,0.98,0.97,0.96,y
Ham,0.80,0.85,0.83,y
"""
CONFIG = """\
scores = "data/r.csv"
exclude-tasks = "data/left-out.txt"
exclude = ["kind"]
ours = ["raw"]
alpha = 0.1
correction = "bonferroni"
family = "control"
templates = "own"
html = true
no-pdf = true
no-previews = true

[names]
raw = "Raw & ready"

[table]
control = "raw"
precision = 3

[forest]
pair = [["raw", "b"]]
highlight = { "raw" = "#FF0000" }

[stats]
control = "raw"

[cdd]
caption = "A diagram"
alpha = 0.2

[report]
title = "All of it"

[[figure]]
kind = "forest"
name = "ours-against-b"
pair = [["raw", "b"]]
"""


@pytest.fixture
def study(tmp_path, monkeypatch):
    """A study whose config file names files beside it; the current folder is another one."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data/r.csv").write_text(TABLE, encoding="utf-8")
    (tmp_path / "data/left-out.txt").write_text("Beef\n", encoding="utf-8")
    (tmp_path / "own").mkdir()
    (tmp_path / "own/forest.tex.jinja").write_text('% own\n%% extends "builtin/forest.tex.jinja"\n', encoding="utf-8")
    (tmp_path / "comparatex.toml").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path


def run(*arguments):
    result = CliRunner().invoke(main, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def compared(config):
    return cx.compare(cx.read(config.scores, **config.reading), **config.analysis)


def test_statistics_are_those_of_the_command(study):
    config = cx.read_config()
    assert config.path == study / "comparatex.toml"
    comparison = compared(config.of("stats"))
    assert "Raw & ready" in comparison.names and comparison.scores.n_tasks == 6
    assert comparison.analysis.control == "Raw & ready"
    assert "".join(json_parts(comparison)) == run("stats").strip()


@pytest.mark.parametrize("command", ["forest", "cdd", "table control", "table pairwise"])
def test_an_artefact_is_that_of_the_command(study, command):
    config, name = cx.read_config(study / "comparatex.toml"), command.split()[-1]
    cx.write(compared(config.of(name)), name, "python.tex", **config.artefact(name))
    run(*command.split(), "-o", "cli.tex")
    assert Path("python.tex").read_bytes() == Path("cli.tex").read_bytes()
    assert (b"% own" in Path("cli.tex").read_bytes()) == (name == "forest")


def test_a_report_is_that_of_the_command(study):
    config = cx.read_config()
    comparison = compared(config.of("report"))
    cx.write_report(comparison, "python/report", **config.report)
    run("report", "-o", "cli/report")
    homes = (Path("python/report"), Path("cli/report"))
    ours, theirs = ({str(p.relative_to(home)): p.read_bytes() for p in home.rglob("*.*")} for home in homes)
    assert ours.keys() == theirs.keys() >= {"figures/ours-against-b.tex", "report.html"}
    assert [name for name in ours if ours[name] != theirs[name]] == ["manifest.json"]
    assert b"own" in theirs["figures/ours-against-b.tex"] and b"All of it" in theirs["report.html"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alhpa = 1", "no option is called alhpa: did you mean alpha?"),
        ("[mcm]\nrwos = 1", "[mcm]: no option is called rwos: did you mean rows?"),
        ("intervals = true", "intervals does not mean the same to all commands: write it below [cdd] or [stats]."),
        ("alpha = 2", "alpha must be a number above 0 and below 1, not 2."),
        ("names = 3", "names must be a table of names and texts"),
        ("force = true", "force overwrites files, so it can be given on the command line only."),
        ("watch = true", "watch goes on until it is interrupted, so it can be given on the command line only."),
        ('convention = "aeon-mcm"\ntest = "sign"', "The convention aeon-mcm fixes `test`: leave it out"),
        ("pdf = true\nno-pdf = true", "pdf and no-pdf mean the same: leave one of them out."),
        ("figure = 3", "figure must be tables: write [[figure]]"),
        ('[plan]\nnumbers = "../n.tex"', "'../n.tex' is outside the folder of the file: give it on the command line."),
        ("alpha = ", "is not valid TOML"),
    ],
)
def test_errors_are_those_of_the_command(study, text, message):
    path = study / "comparatex.toml"
    path.write_text(f"scores = 'data/r.csv'\n{text}\n", encoding="utf-8")
    with pytest.raises(cx.errors.UsageError) as caught:
        config = cx.read_config()
        _ = config.reading, config.analysis, config.report, config.artefact("mcm"), config.artefact("plan")
    assert message in str(caught.value)
    plan = ("plan", "--effect", "0.1") if "plan" in text else ("report",)
    result = CliRunner().invoke(main, list(plan))
    assert result.exit_code == 2
    assert message.replace("`test`", "--test") in result.stderr


def test_outputs_start_from_the_folder_of_the_file(study):
    text = 'scores = "data/r.csv"\nexclude = ["kind"]\n[cdd]\noutput = "c.tex"\n'
    (study / "comparatex.toml").write_text(text, encoding="utf-8")
    run("cdd")
    assert (study / "c.tex").is_file() and not Path("c.tex").exists()


def test_a_file_of_clusters_starts_from_the_folder_of_the_file(study):
    tasks = [line.split(",")[0] for line in TABLE.splitlines()[1:]]
    lines = "\n".join(["task,cluster", *(f"{task},c{k % 4}" for k, task in enumerate(tasks))])
    (study / "data/clusters.csv").write_text(lines, encoding="utf-8")
    (study / "comparatex.toml").write_text(
        'scores = "data/r.csv"\nexclude = ["kind"]\ncluster = "data/clusters.csv"\n', encoding="utf-8"
    )
    assert '"test": "clustered-signed-rank"' in run("stats")
    assert compared(cx.read_config()).analysis.test == "clustered-signed-rank"
