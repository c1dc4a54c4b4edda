"""The report's command, run again; and verify."""

import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest

PLAIN = ("report", "results.csv", "-o", "out", "--no-pdf")


def test_a_report_that_is_as_before_is_left_alone(run, folder):
    first = run(*PLAIN)
    assert "Nothing has changed" not in first.stderr
    again = run(*PLAIN)
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert again.stderr == "Nothing has changed.\n"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("--alpha", "0.1"), "Other settings: alpha."),
        (("--ours", "boss"), "Other settings: ours."),
        ("results.csv", "Changed: results.csv."),
        ("comparatex.toml", "Other settings: alpha, naming."),
        ("out/figures/mcm.tex", "Not as built: figures/mcm.tex."),
        ("gone", "Missing: figures/cdd.tex."),
    ],
)
def test_check_says_what_is_stale(run, folder, change, why):
    assert run(*PLAIN, "--check").exit_code == 1  # nothing is built yet
    assert not (folder / "out").exists()
    run(*PLAIN)
    assert run(*PLAIN, "--check").exit_code == 0
    if change == "comparatex.toml":
        (folder / change).write_text('alpha = 0.1\n[names]\nboss = "BOSS"\n', encoding="utf-8")
    elif change == "gone":
        (folder / "out/figures/cdd.tex").unlink()
    elif isinstance(change, str):
        with (folder / change).open("a", encoding="utf-8") as file:
            file.write("Zoo,1,1,1,1,1\n")
    more = change if isinstance(change, tuple) else ()
    before = (folder / "out/manifest.json").read_bytes()
    result = run(*PLAIN, "--check", *more)
    assert (result.exit_code, result.stderr) == (1, f"Error: out is stale. {why}\n")
    assert (folder / "out/manifest.json").read_bytes() == before
    assert run(*PLAIN, *more).exit_code == 0
    assert run(*PLAIN, *more, "--check").exit_code == 0


@pytest.mark.parametrize("change", ["added", "changed", "gone", "edited"])
def test_check_and_verify_say_the_same(run, folder, change):
    for name in ("A", "B", "C"):
        lines = [f"t{i},0.{(7 * i + ord(name)) % 89 + 10}" for i in range(8)]
        (folder / "runs").mkdir(exist_ok=True)
        (folder / f"runs/{name}.csv").write_text("\n".join(["dataset,accuracy", *lines]) + "\n", encoding="utf-8")
    command = ("report", "runs", "--paths", "{comparate}.csv", "-o", "out", "--no-pdf")
    assert run(*command).exit_code == 0
    one = folder / ("out/figures/mcm.tex" if change == "edited" else "runs/A.csv")
    if change == "added":
        (folder / "runs/D.csv").write_bytes(one.read_bytes())
    elif change == "gone":
        one.unlink()
    else:
        one.write_bytes(one.read_bytes() + b"\n")
    checked, verified = run(*command, "--check"), run("verify", "out")
    assert (checked.exit_code, verified.exit_code) == (1, 1)
    assert checked.stderr == verified.stderr and checked.stderr.startswith("Error: out is stale. ")


def test_a_report_is_built_when_tex_has_come(run, folder, monkeypatch):
    monkeypatch.setattr("comparatex.typeset.engines.find", lambda *_: None)
    command = ("report", "results.csv", "-o", "out", "--no-previews")
    run(*command)
    assert "Nothing has changed" in run(*command).stderr
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    result = run(*command, "--check")
    assert result.exit_code == 0  # what is there is right


def test_standard_input_is_built_every_time(run, folder):
    text = (folder / "results.csv").read_text(encoding="utf-8")
    for _ in range(2):
        result = run("report", "-", "-o", "out", "--no-pdf", stdin=text)
        assert (result.exit_code, "Nothing" in result.stderr) == (0, False)
    assert run("report", "-", "--check", stdin=text).exit_code == 2


def test_the_depfile_names_tables_and_config(run, folder):
    (folder / "comparatex.toml").write_text("alpha = 0.1\n", encoding="utf-8")
    run(*PLAIN, "--depfile", "out/report.d")
    first = (folder / "out/report.d").read_text(encoding="utf-8").splitlines()[0]
    assert first == "out/manifest.json: results.csv comparatex.toml"


@pytest.fixture
def every_file(folder):
    """A study that names a file in every way; return the files that its report depends on, and its options."""
    tasks = ("Beef", "BME", "Car", "CBF", "Crop", "Fish", "Ham", "Meat", "Rock", "UMD", "Wine", "Yoga")
    (folder / "used.txt").write_text("\n".join(tasks[:11]), encoding="utf-8")
    (folder / "unused.txt").write_text(tasks[0], encoding="utf-8")
    groups = "\n".join(f"{task},{'one' if k < 6 else 'two'}" for k, task in enumerate(tasks))
    (folder / "groups.csv").write_text(f"task,kind\n{groups}", encoding="utf-8")
    (folder / "own").mkdir()
    template = '%% extends "builtin/table.tex.jinja"\n'
    (folder / "own/table.tex.jinja").write_text(template, encoding="utf-8")
    (folder / "comparatex.toml").write_text('exclude-tasks = "unused.txt"\n', encoding="utf-8")
    options = ("--tasks", "used.txt", "--task-groups", "groups.csv", "--templates", "own")
    files = ("results.csv", "groups.csv", "used.txt", "unused.txt", "comparatex.toml", "own/table.tex.jinja")
    return files, options


def test_the_depfile_names_every_file_that_is_read(run, folder, every_file):
    files, options = every_file
    result = run(*PLAIN, *options, "--depfile", "report.d")
    assert result.exit_code == 0, result.output
    first = (folder / "report.d").read_text(encoding="utf-8").splitlines()[0]
    target, _, needed = first.partition(": ")
    assert target == "out/manifest.json"
    assert {(folder / name).resolve() for name in needed.split()} == {folder / name for name in files}


def test_a_change_of_any_file_that_is_read_makes_a_report_stale(run, folder, every_file):
    files, options = every_file
    assert run(*PLAIN, *options).exit_code == 0
    changes = {
        "results.csv": lambda text: text.replace("0.9", "0.8", 1),
        "groups.csv": lambda text: text.replace("Car,one", "Car,two"),
        "used.txt": lambda text: text.replace("Wine", "Yoga"),
        "unused.txt": lambda text: "BME",
        "comparatex.toml": lambda text: f"alpha = 0.1\n{text}",
        "own/table.tex.jinja": lambda text: f"{text}\n",
    }
    assert changes.keys() == set(files)
    for name, change in changes.items():
        path = folder / name
        before = path.read_text(encoding="utf-8")
        path.write_text(change(before), encoding="utf-8")
        assert path.read_text(encoding="utf-8") != before, name
        assert run(*PLAIN, *options, "--check").exit_code == 1, name
        path.write_text(before, encoding="utf-8")
        assert run(*PLAIN, *options, "--check").exit_code == 0, name


def test_watch_looks_at_every_file_that_is_read(run, folder, every_file, monkeypatch):
    files, options = every_file
    seen = []

    monkeypatch.setattr("comparatex.provenance.watch", lambda files, *_: seen.extend(files))
    for _ in ("built", "kept"):
        assert run(*PLAIN, *options, "--watch").exit_code == 0
        assert {Path(path).resolve() for path in seen} == {folder / name for name in files}
        seen.clear()


def test_watch_builds_again_with_the_config_of_now(run, folder, monkeypatch):
    config = folder / "comparatex.toml"
    config.write_text("alpha = 0.1\n", encoding="utf-8")
    texts = iter(["alpha = 0.2\n", "alpha = nonsense\n", "alpha = 0.3\n"])

    def wait(seconds):
        try:
            config.write_text(next(texts), encoding="utf-8")
        except StopIteration:
            raise SystemExit(0) from None

    monkeypatch.setattr("comparatex.provenance.watch.__defaults__", (wait, 0.5))
    result = run(*PLAIN, "--watch")
    assert result.exit_code == 0
    assert "is not valid TOML" in result.stderr
    manifest = json.loads((folder / "out/manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["alpha"] == 0.3


def test_verify_tells_data_that_changed(run, folder):
    run(*PLAIN)
    result = run("verify", "out")
    assert (result.exit_code, result.stdout) == (0, "out matches the data.\n")
    with (folder / "results.csv").open("a", encoding="utf-8") as file:
        file.write("Zoo,1,1,1,1,1\n")
    result = run("verify", "out")
    assert result.exit_code == 1
    assert result.stderr == "Error: out is stale. Changed: results.csv.\n"
    (folder / "results.csv").unlink()
    assert run("verify", "out").stderr == "Error: out is stale. Gone: results.csv.\n"


def test_a_report_shows_the_artefacts_that_are_asked_for(run, folder):
    assert run(*PLAIN, "--artefacts", "mcm,forest,ranks").exit_code == 0
    names = {path.name for path in folder.glob("out/*/*.tex")}
    assert names == {"mcm.tex", "forest.tex", "ranks.tex"}
    chapter = (folder / "out/chapter.tex").read_text(encoding="utf-8")
    assert all(f"/{name}" in chapter for name in ("mcm", "forest", "ranks"))
    assert run(*PLAIN, "--artefacts", "mcm,frest").exit_code == 2


def _shown(fragment):
    """Return the lines of a fragment without those that say what made it."""
    return [line for line in fragment.splitlines() if not re.match(r"% comparatex|\\comparatexfragment", line)]


def test_tables_of_the_study_file_are_settings_of_the_report(run, folder):
    (folder / "comparatex.toml").write_text(
        'best = "left"\n[mcm]\nno-pvalues = true\n[cdd]\nrank-precision = 4\nonly = "boss, rocket"\n'
        "[table]\nmax-rows = 2\n[report]\nartefacts = ['mcm', 'cdd', 'ranks', 'pairwise']\n",
        encoding="utf-8",
    )
    assert run(*PLAIN).exit_code == 0
    for name, command in (
        ("figures/mcm", "mcm"),
        ("figures/cdd", "cdd"),
        ("tables/pairwise", "table pairwise"),
    ):
        alone = run(*command.split(), "results.csv", "-o", "-").stdout
        reported = (folder / f"out/{name}.tex").read_text(encoding="utf-8")
        assert _shown(reported) == _shown(alone)
    assert run(*PLAIN, "--check").exit_code == 0
    toml = folder / "comparatex.toml"
    toml.write_text(toml.read_text(encoding="utf-8").replace("no-pvalues = true", ""), encoding="utf-8")
    assert "Other settings: own." in run(*PLAIN, "--check").stderr
    toml.write_text("[mcm]\npvalues = false\n", encoding="utf-8")
    assert "whether cells of a matrix have p-values is --show-pvalues" in run("mcm", "results.csv", "-o", "-").stderr


def test_verify_looks_at_the_reports_of_groups_too(run, folder):
    tasks = ("Beef", "BME", "Car", "CBF", "Crop", "Fish", "Ham", "Meat", "Rock", "UMD", "Wine", "Yoga")
    lines = [f"{task},{'one' if k < 6 else 'two'}" for k, task in enumerate(tasks)]
    (folder / "tasks.csv").write_text("\n".join(["task,kind", *lines]), encoding="utf-8")
    run(*PLAIN, "--task-groups", "tasks.csv")
    refused = run("verify", "out", "results.csv")
    assert refused.exit_code == 2 and "reports alone, which know their own tables: leave out" in refused.stderr
    assert run("verify", "out").exit_code == 0
    path = folder / "out/groups/two/figures/mcm.tex"
    path.write_text("mine", encoding="utf-8")
    result = run("verify", "out")
    assert (result.exit_code, result.stderr) == (
        1,
        "Error: out is stale. groups/two: Not as built: figures/mcm.tex.\n",
    )


@pytest.mark.parametrize("arguments", [("report", "--no-pdf"), ("audit", "--no-pdf")])
def test_files_of_others_in_the_folder_are_refused_and_kept(run, folder, arguments):
    paper = folder / "paper"
    paper.mkdir()
    (paper / "document.tex").write_text("My thesis", encoding="utf-8")
    result = run(*arguments, "results.csv", "-o", "paper")
    assert result.exit_code == 1
    assert result.stderr.splitlines()[-1] == (
        "Error: paper/document.tex was not written by comparatex, or has been edited since: move it away, write "
        "elsewhere, or overwrite it with --force."
    )
    assert [path.name for path in paper.iterdir()] == ["document.tex"]


def test_a_report_that_was_cut_off_is_told_and_finished(run, folder, monkeypatch):
    monkeypatch.setattr("comparatex.provenance.Build.finish", Mock(side_effect=SystemExit(130)))
    assert run("report", "results.csv", "--no-pdf").exit_code == 130
    monkeypatch.undo()
    monkeypatch.chdir(folder)
    verified, checked = run("verify", "report"), run("report", "results.csv", "--no-pdf", "--check")
    assert verified.stderr == checked.stderr and verified.stderr.startswith("Error: report was not finished")
    assert run("report", "results.csv", "--no-pdf").exit_code == 0
    assert run("verify", "report").exit_code == 0


def test_a_damaged_manifest_is_told(run, folder):
    run("report", "results.csv", "--no-pdf")
    (folder / "report" / "manifest.json").write_text("{", encoding="utf-8")
    assert "manifest.json is damaged: build it again." in run("verify", "report").stderr
    assert "--force" in run("report", "results.csv", "--no-pdf").stderr
    assert run("report", "results.csv", "--no-pdf", "--force").exit_code == 0


@pytest.mark.parametrize("stated", [("--width", "column"), ()])
def test_a_report_is_made_for_a_width(run, folder, stated):
    if not stated:
        (folder / "comparatex.toml").write_text('width = "column"\n', encoding="utf-8")
    run(*PLAIN, *stated)
    assert r"\comparatexmadefor{8.5cm}{mcm}" in (folder / "out" / "figures" / "mcm.tex").read_text(encoding="utf-8")
