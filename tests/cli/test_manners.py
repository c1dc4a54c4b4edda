"""Odd arguments and surroundings: one sentence, the right status, nothing half done."""

import csv
import os
import re
import subprocess
import sys
from dataclasses import fields, replace

import pytest

import comparatex as cx
from comparatex import artefacts, provenance
from comparatex.artefacts import ANY_NUMBER, ARTEFACTS, FINDINGS, Limit, artefact
from comparatex.files import workplace
from comparatex.stats import folder_names

SHELL = f"{sys.executable} -m comparatex"


def shell(line, folder, **variables):
    return subprocess.run(
        ["bash", "-c", line], cwd=folder, env={**os.environ, **variables}, capture_output=True, check=False, timeout=120
    )  # fmt: skip


def error(done):
    lines = done.stderr.decode(errors="replace").splitlines()
    assert not any("Traceback" in line or "Warning" in line for line in lines), lines
    return [line for line in lines if line.startswith("Error: ")]


# -------------------------------------------------------------------------------------------------- surroundings
@pytest.mark.skipif(os.name != "posix", reason="a shell")
@pytest.mark.parametrize("redirect", ["2>&-", "2>/dev/full", ">&- 2>&-"])
def test_a_closed_or_full_standard_error_changes_no_status(folder, redirect):
    if redirect != ">&- 2>&-":  # which says 1 by itself
        assert shell(f"{SHELL} stats none.csv {redirect}", folder).returncode == 1
    done = shell(f"{SHELL} stats results.csv {redirect}", folder)
    assert done.returncode == (">&- 2" in redirect) and not done.stderr


def test_letters_that_the_output_lacks_are_one_sentence(folder):
    (folder / "greek.csv").write_text("task,A,β\nx,1,2\ny,3,4\n", encoding="utf-8")
    done = shell(f"{SHELL} stats greek.csv", folder, PYTHONIOENCODING="latin-1")
    assert (done.returncode, done.stdout) == (1, b"")
    (sentence,) = error(done)
    assert sentence.endswith("lacks: set PYTHONIOENCODING=utf-8, or write to a file with -o.")
    assert shell(f"{SHELL} stats greek.csv", folder, PYTHONIOENCODING="utf-8").returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="limits of files")
@pytest.mark.parametrize("command", ["stats results.csv -o s.json", "report results.csv --no-pdf -o out"])
def test_a_file_that_outgrows_its_limit_is_one_sentence_and_not_there(folder, command):
    done = shell(f"ulimit -f 4; {SHELL} {command}", folder)
    assert done.returncode == 1
    (sentence,) = error(done)
    assert sentence.startswith("Error: Cannot write ") and sentence.endswith("File too large.")
    assert not [path for path in folder.rglob("*") if "part" in path.name or path.name == "s.json"]


@pytest.mark.skipif(os.name != "posix", reason="permissions")
@pytest.mark.parametrize("command", ["stats -o", "mcm -o", "report --no-pdf -o", "init -o"])
def test_a_folder_that_cannot_be_written_to_is_one_sentence(folder, command):
    # root may write everywhere, unless it gives that up
    humbly = "setpriv --bounding-set -dac_override -- " if os.geteuid() == 0 else ""
    (folder / "ro").mkdir(mode=0o500)
    done = shell(f"{humbly}{SHELL} {command} ro/x.tex results.csv", folder)
    assert done.returncode == 1
    assert "Cannot write" in error(done)[-1] and "Permission denied; choose a folder" in error(done)[-1]
    assert not list((folder / "ro").iterdir())


def test_a_full_folder_of_temporary_files_is_named(tmp_path):
    with pytest.raises(cx.errors.ComparatexError, match="is full: make room, or set TMPDIR"), workplace():
        raise OSError(28, "No space left on device", "a.tex")


def test_too_little_memory_is_said_in_a_sentence(run, monkeypatch):
    def fails(*_, **__):
        raise MemoryError("Unable to allocate 37.3 GiB")

    monkeypatch.setattr("comparatex.inference.compare._pairs", fails)
    result = run("stats", "results.csv")
    assert result.exit_code == 1
    assert result.stderr.endswith(
        "Error: There is not enough memory (Unable to allocate 37.3 GiB): use fewer methods or tasks.\n"
    )


# ----------------------------------------------------------------------------------------------------- arguments
@pytest.mark.parametrize("option", ["--tasks", "--exclude-tasks"])
def test_many_names_are_no_name_of_a_file(run, option):
    names = ",".join(f"task number {k}" for k in range(60))
    result = run("stats", "results.csv", option, names)
    assert result.exit_code == 2 and "No task is called 'task number 0'" in result.stderr


def test_names_on_several_lines_are_several_names(run):
    assert run("stats", "results.csv", "--include", "boss\nrocket").exit_code == 0


def test_no_file_is_called_like_this(run, folder):
    (folder / "comparatex.toml").write_text('task-groups = "a\\u0000b"\n', encoding="utf-8")
    result = run("stats", "results.csv")
    assert result.exit_code == 2 and "cannot be the name of a file" in result.stderr
    (folder / "comparatex.toml").unlink()
    result = run("stats", "a\0b")
    assert result.exit_code == 1 and result.stderr == "Error: Cannot read a\\x00b: no file can have that name.\n"


def test_a_config_file_of_brackets_is_one_sentence(run, folder):
    (folder / "comparatex.toml").write_text("ours = " + "[" * 100_000, encoding="utf-8")
    result = run("stats", "results.csv")
    assert result.exit_code == 2 and "comparatex.toml is not valid TOML: it is nested too deeply." in result.stderr


def test_messages_steer_no_terminal(run):
    result = run("stats", "\x1b[2J\u202e.csv")
    assert "\\x1b[2J\\u202e.csv" in result.stderr


def test_the_help_of_stats_lists_its_tables(run):
    help_ = run("stats", "--help-all").stdout
    assert "\\b" not in help_ and "\n    summary, pairs    every method, every pair\n" in help_


@pytest.mark.parametrize(
    "command",
    [
        "mcm -o -", "mcm --rows ts-chief -o -", "cdd -o -", "table scores --ours rocket -o -",
        "scatter --y rocket -o -",
        "table verdicts --control rocket -o -", "boxes --only rocket,boss -o -", "forest --pair rocket boss -o -",
        "mcm --highlight rocket=#ff0000 -o -", "mcm --family control --control rocket -o -", "report --no-pdf -o out",
        "audit --core rocket,boss --add 1", "table control --control Rocket -o -",
    ],
)  # fmt: skip
def test_comparates_go_by_either_name(run, folder, command):
    (folder / "comparatex.toml").write_text(
        'scores = "results.csv"\nours = ["rocket"]\n[names]\n"rocket" = "Rocket"\n[mcm]\nrows = ["rocket", "boss"]\n',
        encoding="utf-8",
    )
    result = run(*command.split())
    assert result.exit_code == 0, result.stderr


def test_a_group_with_a_name_of_400_letters(run, folder):
    rows = [f"t{k},{'G' * 400 if k % 2 else 'other'},{k % 5},{k % 3}" for k in range(12)]
    (folder / "g.csv").write_text("\n".join(["task,group,A,B", *rows]) + "\n", encoding="utf-8")
    assert run("report", "g.csv", "--group", "group", "--no-pdf", "-o", "out").exit_code == 0
    assert run("stats", "g.csv", "--group", "group", "--format", "csv", "-o", "csv").exit_code == 0
    first, second = folder_names(["β" * 400, "β" * 401])
    assert first != second and len(second.encode()) < 255


# ------------------------------------------------------------------------------------------------------ CSV files
def test_a_spreadsheet_runs_no_name_and_we_read_each_as_it_was(run, folder):
    names = ["=cmd|' /C calc'!A0", "@SUM(1)", "-Drop", "+x", '\'=HYPERLINK("x")', "'quoted", "=plain"]
    with (folder / "names.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["task", *names], *([f"=f({k})", *range(k, k + 7)] for k in range(6))])
    read = cx.read(folder / "names.csv")
    assert run("stats", "names.csv", "--format", "csv", "-o", "out").exit_code == 0
    again = cx.read(folder / "out" / "scores.csv")
    assert sorted(again.comparates) == sorted(read.comparates) and again.tasks == read.tasks
    tables = list((folder / "out").glob("*.csv"))
    assert len(tables) > 2
    for path in tables:
        with path.open(encoding="utf-8", newline="") as file:
            cells = [cell for row in csv.reader(file) for cell in row]
        assert not [cell for cell in cells if cell[:1] in "=+-@" and set("|(!") & set(cell)]
        assert not {"'-Drop", "'+x", "'=plain"} & set(cells)


# --------------------------------------------------------------------------------------------------------- limits
def limit(monkeypatch, name, few):
    """Let an artefact take few comparates."""
    monkeypatch.setitem(artefacts._DECLARED, name, replace(artefact(name), limit=few))


@pytest.mark.parametrize("command", ["mcm", "heatmap", "table pairwise"])
def test_what_no_page_holds_is_refused_and_drawn_on_request(run, command, monkeypatch):
    limit(monkeypatch, command.split()[-1], Limit(4, "is too much"))
    with monkeypatch.context() as before:
        before.setattr("comparatex.inference.compare._compare", None)  # nothing is computed
        result = run(*command.split(), "results.csv", "-o", "x.tex")
    assert result.exit_code == 2
    said = "of 5 methods is too much, and it takes 4 at most: show fewer by --top, or give --no-limits."
    assert said in result.stderr
    assert run(*command.split(), "results.csv", "-o", "y.tex", "--top", "4").exit_code == 0
    assert run(*command.split(), "results.csv", "-o", "x.tex", "--no-limits").exit_code == 0


def test_a_part_of_many_comparates_is_drawn(run, monkeypatch):
    limit(monkeypatch, "mcm", Limit(3, "is too much"))
    limit(monkeypatch, "heatmap", Limit(3, "is too much"))
    assert run("mcm", "results.csv", "--rows", "rocket", "-o", "x.tex").exit_code == 0
    assert run("heatmap", "results.csv", "--only", "rocket,boss", "-o", "y.tex").exit_code == 0


def test_a_report_refuses_what_it_is_asked_for_and_no_page_holds(run, monkeypatch):
    limit(monkeypatch, "boxes", Limit(4, "is too much"))
    command = ("report", "results.csv", "--no-pdf", "--no-previews", "-o", "r")
    assert run(*command).exit_code == 0
    result = run(*command, "--artefacts", "cdd,boxes")
    assert result.exit_code == 2 and "boxes of 5 methods is too much, and it takes 4" in result.stderr


def test_limits_are_of_artefacts_and_their_settings_remedy_them():
    for name, kind in {**ARTEFACTS, **FINDINGS}.items():
        known = {one.name for one in fields(kind.options)} | {"exclude"}
        remedies = {*re.findall("`([a-z_]+)`", artefact(name).limit.remedy)}
        assert remedies <= known, name
        assert remedies or artefact(name).limit is ANY_NUMBER, name


def test_a_table_of_pairs_that_prints_few_takes_any_number(run, monkeypatch):
    few = Limit(3, "would fill hundreds of pages", of_pairs=True)
    limit(monkeypatch, "pairwise", few)
    assert run("table", "pairwise", "results.csv", "-o", "x.tex", "--max-rows", "2").exit_code == 0
    assert run("table", "pairwise", "results.csv", "-o", "y.tex").exit_code == 2


@pytest.mark.parametrize("name", ["r.csv", "r.xlsx", "r.parquet"])
def test_rows_and_bytes_are_limited(run, folder, name, monkeypatch):
    frame = __import__("pandas").DataFrame({"task": [f"t{k}" for k in range(400)], "A": range(400), "B": range(400)})
    {"csv": frame.to_csv, "xlsx": frame.to_excel, "parquet": frame.to_parquet}[name[2:]](folder / name, index=False)
    monkeypatch.setattr("comparatex.data.raw_table.MOST_ROWS", 399)
    result = run("doctor", name)
    assert result.exit_code == 1
    assert result.stderr == f"Error: {name} holds 400 rows: give --no-limits if you mean it.\n"
    assert run("doctor", name, "--no-limits").exit_code == 0
    assert cx.read(folder / name, no_limits=True).n_tasks == 400
    monkeypatch.setattr("comparatex.data.raw_table.MOST_ROWS", 400)
    monkeypatch.setattr("comparatex.data.sources.LARGEST_FILE", 2000)
    result = run("stats", name)
    if name != "r.parquet" or (folder / name).stat().st_size > 2000:
        assert result.exit_code == 1 and "holds more than 0 MB: give --no-limits" in result.stderr


# ---------------------------------------------------------------------------------------------------- whose files
def test_the_library_overwrites_what_is_not_ours_on_request_only(folder):
    comparison = cx.compare(cx.read("results.csv"))
    (folder / "m.tex").write_text("mine", encoding="utf-8")
    with pytest.raises(cx.errors.ComparatexError, match="not written by comparatex"):
        cx.write(comparison, "mcm", "m.tex")
    assert (folder / "m.tex").read_text(encoding="utf-8") == "mine"
    assert "mine" not in cx.write(comparison, "mcm", "m.tex", force=True).read_text(encoding="utf-8")
    (folder / "out").mkdir()
    (folder / "out" / "chapter.tex").write_text("mine", encoding="utf-8")
    plain = {"pdf": False, "previews": False, "artefacts": ["cdd"]}
    with pytest.raises(cx.errors.ComparatexError, match="not written by comparatex"):
        cx.write_report(comparison, "out", **plain)
    cx.write_report(comparison, "out", force=True, **plain)
    assert (folder / "out" / "chapter.tex").read_text(encoding="utf-8") != "mine"


def test_every_stamp_in_a_pdf_is_known_or_named(run, folder, monkeypatch):
    assert run("report", "results.csv", "--no-pdf", "-o", "report").exit_code == 0
    known = provenance.load(folder / "report").stamp
    (folder / "paper.pdf").write_bytes(b"%PDF")
    monkeypatch.setattr("comparatex.verify.stamps_of", lambda _: (known,))
    assert run("verify", "paper.pdf").exit_code == 0
    monkeypatch.setattr("comparatex.verify.stamps_of", lambda _: (known, "ab" * 32))
    result = run("verify", "paper.pdf")
    assert result.exit_code == 1 and "a report with the stamp abababababab" in result.stderr


# ---------------------------------------------------------------------------------- before anything is compared
EARLY = {
    "table ranks results.csv -o x.foo": "ends with none of",
    "mcm results.csv -o x.md": "mcm is a figure",
    "cdd results.csv -o x.jpg": "x.jpg ends with none of .tex, .pdf, .png and .svg, so",
    "results.csv --ours rocket": "A command stands in front of a file: comparatex report results.csv --ours rocket",
    "none.csv": "A command stands in front of a file: comparatex report none.csv",
    "mcm results.csv -o x.svg --backend tex": "TeX draws no .svg",
    "cdd results.csv -o results.csv/x.tex": "Cannot write results.csv/x.tex: Not a directory; choose another folder.",
    "cdd results.csv -o own.tex": "own.tex was not written by comparatex",
    "cdd results.csv -o out.tex --label a%b": "would be read as TeX",
    "leaderboard results.csv --into own.tex": "own.tex",
    "leaderboard results.csv -o results.csv/x.json": "Not a directory; choose another folder.",
    "items results.csv -o x.foo": ".csv and .json, so",
    "leaderboard results.csv -o x.foo": ".csv and .json, so",
    "mcm results.csv -o x.tex --focus nobody": "No method is called 'nobody' (--focus)",
    "forest results.csv -o x.tex --pair rocket nobody": "No method is called 'nobody' (--pair)",
    "audit results.csv --core rocket,nobody": "No method is called 'nobody' (--core)",
    "audit results.csv --test nemenyi": "needs a pairwise test",
    "audit results.csv -o results.csv/x": "Not a directory; choose another folder.",
    "stats results.csv -o results.csv/x.json": "Not a directory; choose another folder.",
    "report results.csv -o results.csv/x": "Not a directory; choose another folder.",
    "report results.csv -o out --ours nobody": "No method is called 'nobody' (--ours)",
}


@pytest.mark.parametrize("line", EARLY)
def test_what_cannot_be_is_refused_before_anything_is_compared(run, folder, monkeypatch, line):
    (folder / "own.tex").write_text("mine", encoding="utf-8")
    monkeypatch.setattr("comparatex.inference.compare._compare", lambda *_, **__: pytest.fail("compared"))
    result = run(*line.split())
    assert result.exit_code in (1, 2) and EARLY[line] in result.stderr
    assert {path.name for path in folder.iterdir()} == {"results.csv", "own.tex"}


def test_doctor_repeats_no_option_in_what_says_the_same(run, folder):
    heads, rows = "dataset,method,accuracy,f1", [f"{d},{m},0.{k}5,0.{k}7" for k, d in enumerate("xyz") for m in "AB"]
    (folder / "long.csv").write_text("\n".join([heads, *rows]), encoding="utf-8")
    for options in ((), ("--score", "f1"), ("--select-measure", "f1")):
        done = run("doctor", "long.csv", *options)
        (line,) = [line for line in done.stdout.splitlines() if "said explicitly" in line]
        words = line.split("comparatex ")[1].split()
        flags = [word for word in words if word.startswith("--")]
        assert len(flags) == len(set(flags)) > 1, line
        assert run(*words).exit_code == 0, line
    whole = run("doctor", "long.csv").stdout
    assert (
        "'accuracy'" in whole and "first record: 'A' has '0.07' on 'x'" in whole and whole.count("Scores are from") == 2
    )
