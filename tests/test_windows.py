"""What is different in Windows: drives, separators, names of devices, files that are open, and characters."""

import io
import json
import ntpath
import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex import bundle, files, provenance
from comparatex.__main__ import in_utf8
from comparatex.cli import main
from comparatex.data.formats.registry import FORMATS
from comparatex.files import PACKAGE, is_reserved, relative_to, write_bytes
from comparatex.stats import folder_names
from comparatex.typeset.compile import _kill

TABLE = "task,A,B\nx,1,2\ny,2,1\nz,3,4\n"


# ------------------------------------------------------------------------------------------------------------ drives
@pytest.mark.parametrize(
    ("path", "folder", "seen"),
    [
        (r"C:\paper\data\r.csv", r"C:\paper", "data/r.csv"),
        (r"C:\data\r.csv", r"c:\Paper\report", "../../data/r.csv"),
        (r"D:\data\my r.csv", r"C:\paper", "D:/data/my r.csv"),
        (r"\\server\share\r.csv", r"C:\paper", "//server/share/r.csv"),
        (r"\\server\share\a\r.csv", r"\\server\share\b", "../a/r.csv"),
    ],
)
def test_paths_are_relative_with_slashes_but_for_other_drives(path, folder, seen):
    assert relative_to(path, folder, ntpath) == seen


def test_paths_of_other_systems_keep_their_backslashes():
    assert relative_to("/a/b\\c", "/a", posixpath) == "b\\c"


@pytest.fixture
def drives(tmp_path, monkeypatch):
    """Two folders on two drives: from one there is no relative path to the other."""
    relpath = os.path.relpath

    def across(path, start=os.curdir):
        ends = [Path(one).absolute().is_relative_to(tmp_path / "D") for one in (path, start)]
        if ends[0] != ends[1]:
            raise ValueError("path is on mount 'D:', start on mount 'C:'")
        return relpath(path, start)

    for name in ("C", "D"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "C")
    monkeypatch.setattr("os.path.relpath", across)
    (tmp_path / "D" / "r.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def test_a_report_of_a_table_on_another_drive_is_built_and_verified(drives):
    table = drives / "D" / "r.csv"
    report = ("report", table, "-o", "out", "--no-pdf", "--no-previews", "--depfile", "out.d")
    assert run(*report).exit_code == 0
    manifest = json.loads((drives / "C" / "out" / "manifest.json").read_text(encoding="utf-8"))
    assert list(manifest["inputs"]) == [table.as_posix()]
    assert run(*report, "--check").exit_code == 0 and run("verify", "out").exit_code == 0
    table.write_text(TABLE.replace("4", "5"), encoding="utf-8")
    assert run(*report, "--check").exit_code == 1 and "r.csv" in run("verify", "out").stderr


def test_a_study_file_names_tables_and_folders_on_another_drive(drives):
    table = drives / "D" / "r.csv"
    assert run("init", table).exit_code == 0
    assert f'scores = ["{table.as_posix()}"]' in Path("comparatex.toml").read_text(encoding="utf-8")
    assert run("stats").exit_code == 0
    groups = drives / "D" / "groups.csv"
    groups.write_text("task,kind\nx,a\ny,a\nz,b\n", encoding="utf-8")
    Path("comparatex.toml").write_text(
        f'scores = "{table.as_posix()}"\ntask-groups = "{groups.as_posix()}"\n', encoding="utf-8"
    )
    assert '"groups"' in run("stats").stdout
    assert cx.read_config("comparatex.toml").scores == (table.as_posix(),)
    assert provenance.relative(table, Path()) == table.as_posix()


def test_what_tex_reads_from_another_drive_is_no_part_of_a_bundle(drives):
    for name in ("C/paper.tex", "D/shared.sty"):
        (drives / name).write_text("%", encoding="utf-8")
    read = (str(drives / "D" / "shared.sty"), "paper.tex", str(drives / "C" / "paper.tex"))
    done = bundle.Typeset(b"", "", read=read)
    assert list(bundle._files_read(drives / "C", done)) == ["paper.tex", "paper.tex"]


def test_a_depfile_has_slashes_and_drive_letters():
    text = provenance.depfile(PureWindowsPath(r"out\manifest.json"), [PureWindowsPath(r"D:\my data\r.csv")])
    assert text == "out/manifest.json: D:/my\\ data/r.csv\nD:/my\\ data/r.csv:\n"


def test_formats_know_their_files_by_any_separator(monkeypatch):
    monkeypatch.setattr("comparatex.data.formats.registry.PurePath", PureWindowsPath)
    place = "results/HC2/Predictions/Beef/testResample0.csv"
    names = [one.name for one in FORMATS if one.knows(place.replace("/", "\\"))]
    monkeypatch.undo()
    assert names and names == [
        one.name for one in FORMATS if one.knows("results/HC2/Predictions/Beef/testResample0.csv")
    ]


# ------------------------------------------------------------------------------------------------------------- names
def test_no_folder_and_no_figure_is_called_like_a_device(tmp_path, monkeypatch):
    assert folder_names(["Aux", "aux", "com1.x", "console"]) == [
        "group-Aux",
        "group-aux-2",
        "group-com1.x",
        "console",
    ]
    monkeypatch.chdir(tmp_path)
    Path("r.csv").write_text(TABLE, encoding="utf-8")
    for second in ("nul", "WINS"):
        figures = f'[[figure]]\nkind = "mcm"\nname = "wins"\n[[figure]]\nkind = "mcm"\nname = "{second}"\n'
        Path("comparatex.toml").write_text(figures, encoding="utf-8")
        result = run("report", "r.csv", "--no-pdf", "--no-previews")
        assert result.exit_code == 2 and f"The figure '{second}' needs a name of its own" in result.stderr


def test_no_file_of_ours_is_called_like_a_device(tmp_path):
    cx.write_report(cx.compare(cx.read({"A": {"x": 1, "y": 2}, "B": {"x": 2, "y": 4}})), tmp_path / "out", pdf=False)
    written = [path.relative_to(tmp_path) for path in (tmp_path / "out").rglob("*")]
    shipped = [path.relative_to(PACKAGE) for path in PACKAGE.rglob("*")]
    names = [part for path in (*written, *shipped) for part in path.parts]
    assert len(written) > 10 and not [name for name in names if is_reserved(name)]
    lower = [str(path).casefold() for path in (*written, *shipped)]
    assert len(set(lower)) == len(lower)


# ------------------------------------------------------------------------------------------------------ open files
@pytest.fixture
def windows(monkeypatch):
    monkeypatch.setattr(files, "_ON_WINDOWS", True)
    pauses = []
    monkeypatch.setattr("time.sleep", pauses.append)
    return pauses


def opened(monkeypatch, times):
    """Have a file be open in another program when it is replaced, so many times."""
    replace, left = Path.replace, [times]

    def refuse(self, target):
        left[0] -= 1
        if left[0] >= 0:
            raise PermissionError(13, "Access is denied")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)


def test_a_file_that_stays_open_is_left_as_it_was(tmp_path, monkeypatch, windows):
    opened(monkeypatch, 99)
    path = tmp_path / "report.pdf"
    path.write_bytes(b"old")
    with pytest.raises(cx.errors.ComparatexError, match="Access is denied; another program may have it open"):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path] and sum(windows) < 2


def test_a_tex_run_ends_with_the_programs_that_it_started(monkeypatch):
    class Process:
        pid, killed = 42, False

        def poll(self):
            return None

        def kill(self):
            self.killed = True

    ran, process = [], Process()
    monkeypatch.setattr(subprocess, "run", lambda command, **_: ran.append(command))
    _kill(process, "nt")
    assert ran == [["taskkill", "/F", "/T", "/PID", "42"]] and process.killed


# -------------------------------------------------------------------------------------------- modules and characters
def test_no_module_needs_another_system_to_be_imported():
    modules = "fcntl|resource|pwd|grp|termios|pty|msvcrt|winreg"
    names = r"os\.(?:getuid|geteuid|getgid|fork|mkfifo|uname)|signal\.(?:SIGKILL|SIGHUP)"
    imported = re.compile(rf"^(?:(?:import|from) (?:{modules})|\w.*\b(?:{names}))\b", re.MULTILINE)
    sources = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
    assert len(sources) > 100
    assert not [path for path, text in sources.items() if imported.search(text)]


@pytest.mark.thorough
def test_every_text_file_is_opened_with_its_encoding(tmp_path):
    (tmp_path / "r.csv").write_text(TABLE, encoding="utf-8")
    code = (
        "import sys, warnings\n"
        "warnings.filterwarnings('error', category=EncodingWarning, module='comparatex')\n"
        "from comparatex.cli import main; main()\n"
    )
    shell = [sys.executable, "-X", "warn_default_encoding", "-c", code]
    for arguments in (["init", "r.csv"], ["report", "--no-pdf"], ["report", "--no-pdf"]):
        done = subprocess.run([*shell, *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr


def test_what_goes_to_a_file_is_utf_8_with_the_line_ends_of_other_systems(monkeypatch):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252", newline="\r\n")
    in_utf8(stream)
    stream.write("1 − β ≤ 中\n")
    stream.flush()
    assert raw.getvalue() == "1 − β ≤ 中\n".encode()
    in_utf8(io.StringIO())
    in_utf8(None)


def test_help_and_results_are_written_to_a_pipe_of_windows(tmp_path):
    (tmp_path / "r.csv").write_text(TABLE.replace("A", "β"), encoding="utf-8")
    code = (
        "import sys; here, sys.platform = sys.platform, 'win32'\n"
        "sys.stdout.reconfigure(encoding='cp1252'); sys.argv = ['comparatex', *sys.argv[1:]]\n"
        "import comparatex.__main__ as m; m._open_outputs()\n"
        "sys.platform = here\n"
        "from comparatex.cli import main; main()\n"
    )
    env = {key: value for key, value in os.environ.items() if key != "PYTHONIOENCODING"}
    for arguments, word in ((["mcm", "--help-all"], "1 − score"), (["stats", "r.csv"], "β")):
        done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=tmp_path, env=env, capture_output=True)
        assert done.returncode == 0 and word.encode() in done.stdout, done.stderr
