"""What was made from data that have changed since is never called fresh, even if they change during a command."""

import random
import shutil
import sys
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import CliRunner

from comparatex import files, provenance
from comparatex.cli import main
from comparatex.data.read import read
from comparatex.files import TEMPLATES
from comparatex.inference.compare import compare

SOURCES = str(Path(provenance.__file__).parent)
TASKS = ("Beef", "BME", "Car", "CBF", "Crop", "Fish")
TABLE = "\n".join(["task,A,B,C", *(f"{task},0.9{k},0.8{k},0.7{9 - k}" for k, task in enumerate(TASKS))])
OTHER = TABLE.replace("0.92", "0.12").replace("0.94", "0.14")
TEMPLATE = (TEMPLATES / "table.tex.jinja").read_text(encoding="utf-8")
FILES = {
    "results.csv": (TABLE, OTHER),
    "folder/a.csv": (TABLE, OTHER),
    "groups.csv": (
        "\n".join(["task,kind", *(f"{task},{'one' if k < 3 else 'two'}" for k, task in enumerate(TASKS))]),
        "\n".join(["task,kind", *(f"{task},{'one' if k < 4 else 'two'}" for k, task in enumerate(TASKS))]),
    ),
    "tasks.txt": ("\n".join(TASKS), "\n".join(TASKS[1:])),
    "costs.csv": ("name,cost\nA,3\nB,2\nC,1\n", "name,cost\nA,1\nB,2\nC,1\n"),
    "comparatex.toml": ('[names]\nA = "Alpha"\n', '[names]\nA = "Aleph"\n'),
    "own/table.tex.jinja": (TEMPLATE, TEMPLATE + "% new\n"),
}
REPORT = ("report", "-o", "out", "--no-pdf", "--no-previews", "--artefacts", "cdd,ranks")
CALLS = {
    "results.csv": ("results.csv",),
    "folder/a.csv": ("folder",),
    "groups.csv": ("results.csv", "--task-groups", "groups.csv"),
    "tasks.txt": ("results.csv", "--tasks", "tasks.txt"),
    "costs.csv": ("results.csv", "--costs", "costs.csv"),
    "comparatex.toml": ("results.csv", "--alpha", "0.05"),
    "own/table.tex.jinja": ("results.csv", "--templates", "own"),
}


def run(*arguments):
    result = CliRunner().invoke(main, list(arguments))
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def n_moments(request):
    """Return at how many moments of a command each of its inputs changes."""
    return request.config.getoption("--changes")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, (text, _) in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@contextmanager
def at_call(number, action):
    """Do something at a call of a function of the package, counted from 1; yield how many there were until then."""
    count = [0]

    def profile(frame, event, _):
        if event == "call" and frame.f_code.co_filename.startswith(SOURCES):
            count[0] += 1
            if count[0] == number:
                sys.setprofile(None)  # which is slow, and how many calls follow is of no interest
                action()

    sys.setprofile(profile)
    try:
        yield count
    finally:
        sys.setprofile(None)
    if count[0] < number:
        action()


def contents(place):
    """Return what a report says: its files but the manifest."""
    return {
        str(path.relative_to(place)): path.read_bytes()
        for path in sorted(Path(place).rglob("*"))
        if path.is_file() and path.name != "manifest.json"
    }


def replaced(name):
    """Replace a file by another one, at once, as editors do."""

    def action():
        Path("new").write_text(FILES[name][1], encoding="utf-8")
        Path("new").replace(name)

    return action


def moments(arguments, n):
    """Return random moments of a command, as numbers of calls."""
    return sorted(random.Random(str(arguments)).sample(range(1, n_calls(arguments) + 1), n))


@cache
def n_calls(arguments, known=set()):  # noqa: B006  (which commands have run, and so have imported all they need)
    for _ in range(1 if arguments[0] in known else 2):
        shutil.rmtree("out", ignore_errors=True)
        with at_call(0, lambda: None) as count:
            assert run(*arguments).exit_code == 0
    known.add(arguments[0])
    return count[0]


@cache
def fresh_of(arguments):
    """Return what a report says that is built from what the files of these arguments hold in the end."""
    shutil.rmtree("out", ignore_errors=True)
    assert run(*arguments).exit_code == 0
    return contents("out")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.thorough] if k > 1 else []) for k, name in enumerate(CALLS)]
)
def test_a_report_of_data_that_change_during_its_build_is_stale(folder, n_moments, name):
    arguments = (*REPORT, *CALLS[name])
    moment = moments(arguments, n_moments)
    replaced(name)()
    new = fresh_of(arguments)
    for number in moment:
        (folder / name).write_text(FILES[name][0], encoding="utf-8")
        shutil.rmtree("out", ignore_errors=True)
        with at_call(number, replaced(name)):
            run(*arguments)
        assert (folder / name).read_text(encoding="utf-8") == FILES[name][1]
        if contents("out") != new:
            assert run(*arguments, "--check").exit_code == 1, number
            if not name.startswith("own"):  # of data, and not of what makes them a page
                assert run("verify", "out").exit_code == 1, number
        assert run(*arguments).exit_code == 0
        assert contents("out") == new, number
        assert run(*arguments, "--check").exit_code == 0


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.thorough
def test_watching_loses_no_change(folder, n_moments, name, monkeypatch):
    arguments = (*REPORT, *CALLS[name])
    moment = moments(arguments, (n_moments + 1) // 2)
    replaced(name)()
    new = fresh_of(arguments)
    for number in moment:
        (folder / name).write_text(FILES[name][0], encoding="utf-8")
        shutil.rmtree("out", ignore_errors=True)
        waits = iter([None] * 3)

        def wait(_, waits=waits):
            if next(waits, SystemExit):
                raise SystemExit(0)

        monkeypatch.setattr("comparatex.provenance.watch.__defaults__", (wait, 0.5))
        with at_call(number, replaced(name)):
            assert run(*arguments, "--watch").exit_code == 0
        assert contents("out") == new, number


@pytest.mark.parametrize("command", ["cdd", "table ranks", "mcm"])
def test_a_fragment_states_the_data_that_it_shows(folder, n_moments, command):
    def arguments(path):
        return (*command.split(), "results.csv", "-o", path)

    hashes = {sha256(text.encode()).hexdigest()[:16]: text for text in FILES["results.csv"]}
    shown = {}
    for text in FILES["results.csv"]:
        (folder / "results.csv").write_text(text, encoding="utf-8")
        run(*arguments("known.tex"))
        shown[text] = (folder / "known.tex").read_text(encoding="utf-8")
    for number in moments(arguments("known.tex"), 2 * n_moments):
        (folder / "results.csv").write_text(TABLE, encoding="utf-8")
        with at_call(number, replaced("results.csv")):
            run(*arguments("new.tex"))
        made = (folder / "new.tex").read_text(encoding="utf-8")
        stated = [text for known, text in hashes.items() if f":{known}}}" in made]
        assert [made] == [shown[text] for text in stated] or ":-}" in made, number  # read twice, and differently


@pytest.mark.parametrize(
    "arguments",
    [("--alpha", "2"), ("--alpha", "0.1", "--alpha", "0.2"), ("--force", "--unknown"), ("--help",)],
)
def test_nothing_of_a_command_is_left_that_could_not_be_read(folder, arguments):
    before = files.whole_record()
    run("mcm", "results.csv", "-o", "m.tex", *arguments)
    assert files.whole_record().files == before.files == {}
    assert not files.forced()


def test_a_comparison_knows_what_was_read_for_it(folder):
    first, report = compare(read("results.csv")), folder / "library"
    replaced("results.csv")()
    second = compare(read("results.csv"))
    from comparatex.report import write_report
    from comparatex.verify import verify

    write_report(first, report, sources=(folder / "results.csv",), pdf=False, previews=False)
    assert verify(report) == (f"{report} is stale. Changed: results.csv.",)
    write_report(second, report, sources=(folder / "results.csv",), pdf=False, previews=False)
    assert not verify(report)


@pytest.mark.parametrize("named", ["folder", "folder/*.csv"])
def test_a_new_file_in_a_folder_or_of_a_pattern_is_stale(folder, named):
    assert run(*REPORT, named).exit_code == 0
    assert run("verify", "out").exit_code == run(*REPORT, named, "--check").exit_code == 0
    (folder / "folder/b.csv").write_text(TABLE.replace("A,B,C", "D,E,F"), encoding="utf-8")
    assert run(*REPORT, named, "--check").exit_code == 1
    result = run("verify", "out")
    assert (result.exit_code, result.stderr) == (
        1, f"Error: out is stale. Other files than before are in {named}.\n",
    )  # fmt: skip


def test_a_link_to_another_table_is_stale(folder):
    (folder / "other.csv").write_text(OTHER, encoding="utf-8")
    link = folder / "link.csv"
    link.symlink_to("results.csv")
    assert run(*REPORT, "link.csv").exit_code == 0
    link.unlink()
    link.symlink_to("other.csv")
    assert run(*REPORT, "link.csv", "--check").exit_code == run("verify", "out").exit_code == 1


def test_make_takes_a_table_that_changes_during_a_build_for_newer(folder):
    number = moments((*REPORT, "results.csv"), 1)[0]
    shutil.rmtree("out", ignore_errors=True)
    with at_call(number, replaced("results.csv")):
        run(*REPORT, "results.csv", "--depfile", "out.d")
    assert (folder / "out/manifest.json").stat().st_mtime_ns < (folder / "results.csv").stat().st_mtime_ns
