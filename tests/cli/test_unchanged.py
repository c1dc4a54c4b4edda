"""A report remembers the command that built it: that command keeps it without reading options, and only then."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from comparatex.unchanged import Call, keep

REPORT = ("report", "results.csv", "--no-pdf", "--no-previews")


@pytest.fixture
def looked(monkeypatch):
    """How often a command looked for itself whether the report is stale."""
    from comparatex import incremental

    why_stale, calls = incremental.why_stale, []

    def counted(*arguments):
        calls.append(arguments)
        return why_stale(*arguments)

    monkeypatch.setattr(incremental, "why_stale", counted)
    return calls


@pytest.fixture
def built(run, folder, looked):
    assert run(*REPORT).exit_code == 0
    looked.clear()
    return folder / "report"


def test_the_same_command_says_the_same_and_reads_no_options(run, built, looked):
    long_ago = 1_000_000_000
    os.utime(built / "manifest.json", (long_ago, long_ago))
    kept = run(*REPORT)
    assert (kept.exit_code, kept.stdout, kept.stderr) == (
        0,
        "report\n",
        "Nothing has changed.\n",
    ) and not looked
    assert (built / "manifest.json").stat().st_mtime > long_ago  # make takes it for the time of the report
    other = run(*REPORT, "--alpha", "0.05")
    assert (other.stdout, other.stderr) == (kept.stdout, kept.stderr) and looked
    looked.clear()
    assert run(*REPORT, "--alpha", "0.05").exit_code == 0 and not looked  # the last one counts
    assert run(*REPORT).exit_code == 0 and looked


@pytest.mark.parametrize("more", [["--html"], []])
def test_it_names_what_the_command_names(run, built, looked, more):
    first = run(*REPORT, *more, "-o", "page")
    looked.clear()
    kept = run(*REPORT, *more, "-o", "page")
    assert kept.stdout == first.stdout and not looked


def test_it_imports_next_to_nothing(run, built):
    code = (
        "import sys; sys.argv = ['comparatex', *sys.argv[1:]]\nfrom comparatex.__main__ import main\n"
        "try: main()\nexcept SystemExit: pass\nprint(' '.join(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code, *REPORT], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("report\n") and "comparatex.cli.report" not in done.stdout
    assert not {"tomllib", "numpy", "click"} & set(done.stdout.split())


def test_where_it_cannot_be_printed_that_nothing_has_changed_the_command_says_why(built):
    code = "import sys; sys.stdout = None\nfrom comparatex.__main__ import main\nmain()"
    done = subprocess.run([sys.executable, "-c", code, *REPORT], capture_output=True, text=True)
    assert done.returncode and "Standard output is closed" in done.stderr


@pytest.mark.parametrize("change", ["table", "output", "missing", "new config", "code", "manifest"])
def test_whatever_changes_is_looked_at(run, folder, built, looked, monkeypatch, change):
    if change == "table":
        table = folder / "results.csv"
        table.write_text(table.read_text(encoding="utf-8").replace("0.632", "0.633"), encoding="utf-8")
    elif change == "output":
        (built / "numbers.tex").write_text("mine", encoding="utf-8")
    elif change == "missing":
        (built / "stats.json").unlink()
    elif change == "new config":
        (folder / "comparatex.toml").write_text("alpha = 0.01\n", encoding="utf-8")
    elif change == "code":
        monkeypatch.setattr("comparatex.provenance.of_code", lambda *_, **__: "other")
    else:
        (built / "manifest.json").write_text("{}", encoding="utf-8")
    assert run(*REPORT).stderr != "Nothing has changed.\n" and looked


def test_files_of_settings_and_names_count(run, folder, looked):
    (folder / "comparatex.toml").write_text('[report]\noutput = "out"\npdf = false\n', encoding="utf-8")
    (folder / "tasks.txt").write_text("Beef\nBME\nCar\nCBF\nCrop\n", encoding="utf-8")
    (folder / "costs.csv").write_text("name,cost\nrocket,1\nboss,2\n", encoding="utf-8")
    command = ("report", "results.csv", "--no-previews", "--tasks", "tasks.txt", "--costs", "costs.csv")
    assert run(*command).exit_code == 0 and (folder / "out" / "manifest.json").is_file()
    for name in ("comparatex.toml", "tasks.txt", "costs.csv"):
        looked.clear()
        assert run(*command).stdout == "out\n" and not looked
        path = folder / name
        text = path.read_text(encoding="utf-8")
        path.write_text(
            f"alpha = 0.01\n{text}" if "toml" in name else text.replace("5", "6") + "\n", encoding="utf-8"
        )
        assert run(*command).exit_code == 0 and looked, name


def test_what_can_change_otherwise_is_not_remembered(run, folder, tmp_path):
    (folder / "tables").mkdir()
    shutil.copy("results.csv", "tables")
    groups = "".join(
        f"{task},{'ab'[k % 2]}\n" for k, task in enumerate(("Beef", "BME", "Car", "CBF", "Crop", "Fish"))
    )
    (folder / "kinds.csv").write_text(f"task,kind\n{groups}", encoding="utf-8")
    for arguments in (
        ["tables"],
        ["results.csv", "--tasks", "Beef,BME,Car,CBF,Crop,Fish", "--task-groups", "kinds.csv"],
        ["results.csv", "--quiet=", ""],
        ["results.csv", "-qo", "elsewhere"],
    ):
        shutil.rmtree("report", ignore_errors=True)
        run("report", *arguments, "--no-pdf", "--no-previews")
        for path in folder.glob("*/manifest.json"):
            assert "call" not in json.loads(path.read_text(encoding="utf-8")), arguments


def test_without_tex_it_is_looked_for_each_time(run, looked, no_tex):
    assert run("report", "results.csv", "--no-previews").exit_code == 0
    looked.clear()
    assert run("report", "results.csv", "--no-previews").exit_code == 0 and looked


def test_options_that_do_more_are_not_skipped(run, built, looked):
    for more in (["--check"], ["--depfile", "r.d"]):
        looked.clear()
        assert run(*REPORT, *more).exit_code == 0 and looked, more
    assert Path("r.d").is_file()
    assert "Usage" in run("report", "results.csv", "--help").stdout
    assert run(*REPORT, "-q").output == "" and run(*REPORT, "-q").output == ""


def test_the_folder_is_where_the_command_writes():
    def folder(*arguments):
        call = Call.of(arguments)
        return call and (call.folder.as_posix(), call.words)

    assert folder("r.csv") == ("report", ("r.csv",))
    assert folder("-o", "a", "r.csv") == folder("r.csv", "--output", "a") == ("a", ("r.csv",))
    assert folder("r.csv", "--output=a=b", "-q") == ("a=b", ("r.csv", "-q"))
    assert folder("r.csv", "-oa") is folder("r.csv", "-qoa") is folder("r.csv", "--seed", "-1") is None


def test_a_value_that_looks_like_the_option_writes_into_no_other_report(run, built, folder):
    before = (built / "manifest.json").read_bytes()
    assert run(*REPORT, "-o", "other", "--title", "-o").exit_code == 0
    assert run(*REPORT, "--output", "other", "--title", "--output").exit_code == 0
    assert (built / "manifest.json").read_bytes() == before


def test_the_same_layout_elsewhere_gives_the_same_manifest(run, folder, built, monkeypatch):
    (folder / "moved").mkdir()
    shutil.copy("results.csv", "moved")
    monkeypatch.chdir(folder / "moved")
    assert run(*REPORT, "-o", "report").exit_code == 0
    assert (folder / "moved/report/manifest.json").read_bytes() == (built / "manifest.json").read_bytes()
    monkeypatch.chdir(folder)
    shutil.move("moved", "again")
    monkeypatch.chdir(folder / "again")
    assert keep(REPORT[1:])


@pytest.mark.parametrize("call", [{"files": 3}, {"files": ["a\0b"]}, [], {"files": [], "stamp": 1}])
def test_a_damaged_memory_is_no_reason_to_keep(run, built, looked, call):
    path = built / "manifest.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(content | {"call": call}), encoding="utf-8")
    assert run(*REPORT).exit_code == 0 and looked
