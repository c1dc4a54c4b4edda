"""Whose file it is: nothing of anybody else's is lost, and nothing that was edited."""

import gzip
import os
import shutil
import subprocess
import sys
import threading

import numpy as np
import pytest
from click.testing import CliRunner

from comparatex import files, provenance
from comparatex.cli import config, main
from comparatex.data.read import read
from comparatex.errors import ComparatexError
from comparatex.inference.compare import compare
from comparatex.provenance import new_name
from comparatex.report import write_report
from comparatex.report_settings import Report
from comparatex.verify import verify

PLAIN = Report(pdf=False, previews=False)
TABLE = "task,A,B,C\n" + "".join(f"t{i},0.{50 + i},0.{40 + i},0.{30 + 2 * i}\n" for i in range(12))


def comparison(change=0.0):
    values = np.random.default_rng(1).integers(500, 1000, (9, 3)) / 1000
    values[0, 0] += change
    return compare(read((values, ("A", "B", "C"), tuple("abcdefghi"))))


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / ".git").mkdir()
    (tmp_path / "r.csv").write_text(TABLE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments, **more):
    return CliRunner().invoke(main, arguments, **more)


# ------------------------------------------------------------------------------------------------ edited files
def test_an_edited_chapter_stays_and_what_is_new_stands_beside_it(tmp_path):
    write_report(comparison(), tmp_path, PLAIN)
    chapter, beside, said = tmp_path / "chapter.tex", tmp_path / "chapter.new.tex", []
    mine = chapter.read_text(encoding="utf-8") + "% mine\n"
    chapter.write_text(mine, encoding="utf-8")
    write_report(comparison(), tmp_path, PLAIN, say=said.append)
    assert chapter.read_text(encoding="utf-8") == mine and not beside.exists() and not said
    write_report(comparison(0.1), tmp_path, PLAIN, say=said.append)
    assert chapter.read_text(encoding="utf-8") == mine
    assert beside.is_file() and [note for note in said if "was edited, so it is kept" in note]
    manifest = provenance.load(tmp_path)
    assert manifest.stamp and "chapter.tex" in manifest.kept
    assert any("take over what is new" in wrong for wrong in verify(tmp_path))
    beside.unlink()  # taken over
    said.clear()
    write_report(comparison(0.1), tmp_path, PLAIN, say=said.append)
    assert not beside.exists() and not said
    assert not any("take over" in wrong for wrong in verify(tmp_path))


def test_an_edited_chapter_that_became_what_it_would_be_is_ours_again(tmp_path):
    write_report(comparison(), tmp_path, PLAIN)
    chapter, beside = tmp_path / "chapter.tex", tmp_path / "chapter.new.tex"
    chapter.write_text("mine", encoding="utf-8")
    write_report(comparison(0.1), tmp_path, PLAIN)
    chapter.write_bytes(beside.read_bytes())
    write_report(comparison(0.1), tmp_path, PLAIN)
    assert not beside.exists() and not provenance.load(tmp_path).kept


@pytest.mark.parametrize("name", ["chapter.tex", "comparatex.sty", "figures/mcm.tex", "stats.json", "tables/pairs.csv"])
def test_every_edited_output_stays(tmp_path, name):
    write_report(comparison(), tmp_path, PLAIN)
    (tmp_path / name).write_text("mine", encoding="utf-8")
    write_report(comparison(0.1), tmp_path, PLAIN)
    assert (tmp_path / name).read_text(encoding="utf-8") == "mine"
    assert (tmp_path / new_name(name)).is_file() or name == "comparatex.sty"
    with files.overwriting():
        write_report(comparison(0.1), tmp_path, PLAIN)
    assert (tmp_path / name).read_text(encoding="utf-8") != "mine"
    assert not (tmp_path / new_name(name)).exists()


# ---------------------------------------------------------------------------------------------- files of others
FOREIGN = (
    "chapter.tex",
    "comparatex.sty",
    "figures/mcm.tex",
    "manifest.json",
    "stamp.tex",
    "references.bib",
    "previews/cdd.png",
)


@pytest.mark.parametrize("name", FOREIGN)
def test_a_report_stops_at_a_file_of_somebody_else(tmp_path, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text('{"name": "app"}', encoding="utf-8")
    with pytest.raises(ComparatexError, match=rf"{path.name} was not written by comparatex"):
        write_report(comparison(), tmp_path, Report(pdf=False, previews=True))
    assert path.read_text(encoding="utf-8") == '{"name": "app"}'
    assert [found for found in tmp_path.rglob("*") if found.is_file()] == [path]


def test_marks_of_others_do_not_make_a_folder_ours(tmp_path):
    for name, text in (
        ("manifest.json", '{"outputs": {"chapter.tex": "00"}}'),
        ("stamp.tex", "x"),
        ("chapter.tex", "my"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(ComparatexError):
        write_report(comparison(), tmp_path, PLAIN)
    assert (tmp_path / "chapter.tex").read_text(encoding="utf-8") == "my"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "figures").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ComparatexError):
        write_report(comparison(), tmp_path / "out", PLAIN)
    assert not any((tmp_path / "elsewhere").iterdir())


def test_a_cut_off_build_is_finished_and_what_was_edited_since_stays(tmp_path, monkeypatch):
    write_report(comparison(0.1), tmp_path / "reference" / "out", PLAIN)
    written = []

    def once(path, content, write=files.write_bytes):
        written.append(path)
        if len(written) == 9:
            raise KeyboardInterrupt
        return write(path, content)

    monkeypatch.setattr("comparatex.provenance.write_bytes", once)
    with pytest.raises(KeyboardInterrupt):
        write_report(comparison(0.1), tmp_path / "out", PLAIN)
    monkeypatch.undo()
    write_report(comparison(0.1), tmp_path / "out", PLAIN)
    assert contents(tmp_path / "out") == contents(tmp_path / "reference" / "out")


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


@pytest.mark.parametrize("suffix", ["tex", "png", "svg", "pdf"])
@pytest.mark.thorough
def test_single_files_are_written_again_but_not_over_others(folder, suffix):
    name, more = f"mcm.{suffix}", ("--backend", "matplotlib")
    assert run("mcm", "r.csv", "-o", name, *more).exit_code == 0
    assert run("mcm", "r.csv", "-o", name, "--precision", "2", *more).exit_code == 0
    (folder / name).write_bytes(b"mine")
    result = run("mcm", "r.csv", "-o", name, *more)
    assert (result.exit_code, (folder / name).read_bytes()) == (1, b"mine")
    assert result.stderr.splitlines()[-1].startswith(f"Error: {name} was not written by comparatex")
    assert run("mcm", "r.csv", "-o", name, "--force", *more).exit_code == 0
    assert (folder / name).read_bytes() != b"mine"


def test_a_fragment_that_was_edited_is_not_overwritten(folder):
    run("mcm", "r.csv", "-o", "mcm.tex")
    with (folder / "mcm.tex").open("a", encoding="utf-8") as file:
        file.write("% mine\n")
    assert run("mcm", "r.csv", "-o", "mcm.tex").exit_code == 1


def test_a_style_that_was_edited_stays_beside_a_fragment(folder):
    run("mcm", "r.csv", "-o", "mcm.tex")
    with (folder / "comparatex.sty").open("a", encoding="utf-8") as file:
        file.write("% mine\n")
    result = run("cdd", "r.csv", "-o", "cdd.tex")
    assert result.exit_code == 0 and "left as it is" in result.stderr
    assert (folder / "comparatex.sty").read_text(encoding="utf-8").endswith("% mine\n")


def test_numbers_are_not_written_over_other_files(folder):
    for arguments, name in ((("-o", "s.json"), "s.json"), (("--format", "csv", "-o", "t"), "t/pairs.csv")):
        assert run("stats", "r.csv", *arguments).exit_code == 0
        assert run("stats", "r.csv", "--alpha", "0.1", *arguments).exit_code == 0
        (folder / name).write_text("mine", encoding="utf-8")
        assert run("stats", "r.csv", *arguments).exit_code == 1
        assert (folder / name).read_text(encoding="utf-8") == "mine"


def test_a_schema_of_somebody_else_is_kept(folder):
    (folder / "comparatex.schema.json").write_text("{}", encoding="utf-8")
    assert run("init", "r.csv", "--schema").exit_code == 1
    assert (folder / "comparatex.schema.json").read_text(encoding="utf-8") == "{}"


def test_an_audit_and_a_report_do_not_share_a_folder(folder):
    assert run("report", "r.csv", "--no-pdf", "-o", "out").exit_code == 0
    result = run("audit", "r.csv", "--no-pdf", "-o", "out")
    assert result.exit_code == 1 and result.stderr.endswith("Error: out holds a report: name another folder.\n")


# -------------------------------------------------------------------------------------------- two at one time
def test_a_second_run_is_told_to_come_back(tmp_path):
    with (
        files.locked(tmp_path),
        pytest.raises(ComparatexError, match=r"is writing to .*: wait for it to end"),
        files.locked(tmp_path),
    ):
        pass
    with files.locked(tmp_path):
        pass


@pytest.mark.thorough
def test_two_reports_at_once_give_one_of_them(folder):
    command = [sys.executable, "-m", "comparatex", "report", "r.csv", "--no-pdf", "-o", "out"]
    both = [
        subprocess.Popen([*command, "--precision", str(n)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for n in (2, 5)
    ]
    said = [process.communicate()[1] for process in both]
    assert 0 in [process.returncode for process in both], said
    assert not verify(folder / "out")


# --------------------------------------------------------------------------------------- files of strangers
def test_config_files_are_looked_for_up_to_the_repository(tmp_path, monkeypatch):
    (tmp_path / "comparatex.toml").write_text("", encoding="utf-8")
    below = tmp_path / "repository" / "paper"
    below.mkdir(parents=True)
    assert config.find(below) == tmp_path / "comparatex.toml"
    (tmp_path / "repository" / ".git").mkdir()
    assert config.find(below) is None
    (tmp_path / "repository" / ".git").rmdir()
    monkeypatch.setattr("pathlib.Path.home", lambda: tmp_path / "repository")
    assert config.find(below) is None


def test_a_config_of_another_user_is_named_and_not_used(tmp_path, monkeypatch):
    (tmp_path / "comparatex.toml").write_text("", encoding="utf-8")
    monkeypatch.setattr("comparatex.cli.config._is_of_this_user", lambda path: path.name != "comparatex.toml")
    said = []
    assert config.find(tmp_path, said.append) is None
    assert said == [
        f"Note: {tmp_path}/comparatex.toml belongs to another user and is not used; "
        f"--config {tmp_path}/comparatex.toml would use it."
    ]


@pytest.mark.parametrize(
    "text",
    [
        '[mcm]\noutput = "/tmp/away.tex"', '[mcm]\noutput = "../away.tex"', "[mcm]\nforce = true",
        "[mcm]\nno-limits = true",
        '[report]\noutput = "../away"', '[report]\ndepfile = "/tmp/away.d"',
    ],
)  # fmt: skip
def test_a_config_writes_nothing_elsewhere(folder, text):
    (folder / "comparatex.toml").write_text(text, encoding="utf-8")
    result = run(text[1:].partition("]")[0], "r.csv")
    assert result.exit_code == 2 and "command line" in result.stderr


@pytest.mark.parametrize(
    "attack",
    [
        r"\VAR{view.__class__.__mro__}", r"\VAR{''.__class__.__mro__[1].__subclasses__()}",
        r"\VAR{language.__globals__}",
        r"\VAR{cycler.__init__.__globals__.os.popen('id').read()}", r"\VAR{self._TemplateReference__context}",
        r"\VAR{'%s'|format(view.__init__.__globals__)}", r"\VAR{'{0.__class__.__init__.__globals__}'.format(view)}",
        r"\VAR{view|attr('__class__')}", r"\VAR{(view|map(attribute='__class__'))|list}",
        r"\BLOCK{include '../../../r.csv'}",
    ],
)  # fmt: skip
@pytest.mark.parametrize("place", ["mcm.tex.jinja", "text/en/mcm.jinja"])
def test_templates_of_strangers_reach_nothing_of_python(folder, attack, place):
    path = folder / "evil" / place
    path.parent.mkdir(parents=True)
    (folder / "evil" / "cdd.tex.jinja").write_text("", encoding="utf-8")
    text = (
        attack
        if "/" not in place
        else f"%% macro caption()\n{attack}\n%% endmacro\n%% macro title()\n{attack}\n%% endmacro\n"
    )
    path.write_text(text, encoding="utf-8")
    result = run("mcm", "r.csv", "--templates", "evil", "-o", "-")
    assert "class" not in result.stdout and "uid=" not in result.stdout and "os" not in result.stdout.split()
    assert result.exit_code == 1, result.stdout


# ------------------------------------------------------------------------------------------------------ limits
def test_a_bomb_is_not_unpacked(folder, monkeypatch):
    monkeypatch.setattr("comparatex.data.sources.LARGEST_FILE", 1 << 20)
    (folder / "bomb.csv.gz").write_bytes(gzip.compress(b"0" * (3 << 20)))
    result = run("doctor", "bomb.csv.gz")
    assert result.exit_code == 1 and "holds more than 1 MB: give --no-limits" in result.stderr


@pytest.mark.skipif(os.name != "posix", reason="no pipes in folders")
def test_pipes_devices_and_loops_end_with_one_sentence(folder, monkeypatch):
    monkeypatch.setattr("comparatex.data.sources.LARGEST_FILE", 1 << 22)
    monkeypatch.setattr("comparatex.data.sources._PATIENCE", 0.2)
    os.mkfifo(folder / "pipe")
    (folder / "loop.csv").symlink_to(folder / "loop.csv")
    for name, words in (
        ("pipe", "Nothing writes to pipe"),
        ("/dev/zero", "holds more than"),
        ("loop.csv", "loop.csv"),
    ):
        result = run("doctor", name)
        assert result.exit_code == 1 and words in result.stderr and result.stderr.count("\n") == 1, name
    os.mkfifo(folder / "paper.tex")
    result = run("lint", "paper.tex", "results.csv")
    assert result.exit_code == 1 and "Nothing writes to paper.tex" in result.stderr
    writer = threading.Thread(target=lambda: (folder / "pipe").write_text(TABLE, encoding="utf-8"))
    writer.start()
    monkeypatch.setattr("comparatex.data.sources._PATIENCE", 5)
    assert run("mcm", "pipe", "-o", "-").exit_code == 0
    writer.join()


def test_a_manifest_with_a_zero_byte_is_no_manifest(folder):
    run("report", "r.csv", "--no-pdf", "-o", "out")
    path = folder / "out" / "manifest.json"
    path.write_text(path.read_text(encoding="utf-8").replace("chapter.tex", "a\\u0000b"), encoding="utf-8")
    assert run("verify", "out").stderr.startswith("Error: out was not finished, or its manifest.json is damaged")


# ---------------------------------------------------------------------------------------- surroundings at fault
def process(*arguments, folder, **more):
    command = [sys.executable, "-m", "comparatex", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120, **more)


@pytest.mark.skipif(os.name != "posix", reason="a shell")
def test_a_closed_output_is_an_error_and_a_broken_pipe_is_none(folder):
    shell = f"{sys.executable} -m comparatex stats r.csv"
    for redirect, status in (
        (">&-", 1),
        ("| head -c 5 > /dev/null; exit ${PIPESTATUS[0]}", 0),
    ):
        done = subprocess.run(
            ["bash", "-c", f"{shell} {redirect}"], cwd=folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, (redirect, done.stderr)
        compared, *error = done.stderr.splitlines()
        assert compared == "3 methods (A, B, …) × 12 tasks (t0, t1, …) (higher is better, assumed), from r.csv."
        assert len(error) == status and all(line.startswith("Error: ") for line in error), done.stderr


def test_without_home_tmpdir_and_letters(folder):
    bare = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
        "LC_ALL": "C",
        "TMPDIR": "/nowhere",
    }
    done = process("report", "r.csv", "--no-pdf", "-o", "out", folder=folder, env=bare)
    assert (done.returncode, done.stdout) == (0, "out\n"), done.stderr


def test_a_full_disk_is_one_sentence_and_leaves_nothing(folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    result = run("report", "r.csv", "--no-pdf", "-o", "out")
    assert result.exit_code == 1
    assert (
        result.stderr.splitlines()[-1]
        == "Error: Cannot write out/manifest.json: No space left on device; make room, or choose another disk."
    )
    assert not (folder / "out").exists()


def test_an_unchanged_report_that_cannot_be_touched_is_left_alone(folder, monkeypatch):
    run("report", "r.csv", "--no-pdf", "-o", "out")

    def refuse(*_, **__):
        raise PermissionError(30, "Read-only file system")

    monkeypatch.setattr("pathlib.Path.touch", refuse)
    result = run("report", "r.csv", "--no-pdf", "-o", "out")
    assert (result.exit_code, result.stderr) == (0, "Nothing has changed.\n")


# --------------------------------------------------------------------------------------------------- transport
def git(*words, cwd):
    """Run git as somebody without settings of their own."""
    names = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
    nobody = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    subprocess.run(["git", *names, *words], cwd=cwd, check=True, capture_output=True, env=nobody)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_clone_with_other_ends_of_lines_is_as_it_was_built(tmp_path, monkeypatch):
    home, clone = tmp_path / "home", tmp_path / "clone"
    home.mkdir()
    monkeypatch.chdir(home)
    (home / "r.csv").write_text(TABLE, encoding="utf-8")
    pieces = [("table", "scores", "r.csv", "-o", f"own.{kind}") for kind in ("csv", "md", "html", "tex", "typ", "docx")]
    report = ("report", "r.csv", "-o", "report", "--no-pdf", "--no-previews")
    stats = [("stats", "r.csv", "-o", name) for name in ("stats.json", "tables")]
    for command in (report, *pieces, *stats):
        done = run(*command)
        assert done.exit_code == 0, done.output
    git("init", cwd=home)
    git("add", ".", cwd=home)
    git("commit", "-m", "all", cwd=home)
    git("-c", "core.autocrlf=true", "clone", str(home), str(clone), cwd=tmp_path)
    assert b"\r\n" in (clone / "report/chapter.tex").read_bytes() and b"\r\n" in (clone / "own.csv").read_bytes()
    monkeypatch.chdir(clone)
    for command in (("verify", "report"), (*report, "--check"), *pieces, *stats):
        done = run(*command)
        assert done.exit_code == 0, (command, done.output)
    assert not verify(clone / "report")
    (clone / "r.csv").write_text(TABLE.replace("0.50", "0.51"), encoding="utf-8")
    assert any("Changed" in wrong for wrong in verify(clone / "report"))


def test_a_table_of_ours_takes_a_further_comparate_and_one_of_others_stays(folder):
    fewer = "\n".join(line.rpartition(",")[0] for line in TABLE.splitlines())
    (folder / "fewer.csv").write_text(fewer, encoding="utf-8")
    for source in ("fewer.csv", "r.csv", "fewer.csv"):
        assert run("table", "scores", source, "-o", "own.csv").exit_code == 0
    for name, content in (("theirs", "Task,Z\nt0,1\nt11,2\n"), ("others", "Case,Z\nMean,1\nMean rank,2\n")):
        (folder / f"{name}.csv").write_text(content, encoding="utf-8")
        assert "was not written by comparatex" in run("table", "scores", "r.csv", "-o", f"{name}.csv").output
        assert (folder / f"{name}.csv").read_text(encoding="utf-8") == content
