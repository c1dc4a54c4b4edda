"""Settings are declared once: what the command line and the config file know of them is on the field."""

import re
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Literal

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

import comparatex as cx
from comparatex.artefacts import ARTEFACTS
from comparatex.cli import main
from comparatex.cli import study as s
from comparatex.cli.commands import Command, command
from comparatex.cli.config import config_option
from comparatex.cli.options import Option, options, settings
from comparatex.figures.sequence import SequenceOptions
from comparatex.inference.analysis import AuditSettings
from comparatex.layout.options import Showing
from comparatex.settings import Setting, declared, setting, values


@dataclass(frozen=True, kw_only=True)
class Toy:
    share: float = setting(0.5, minimum=0, maximum=1, open_max=True, help="A share.")
    rows: int = setting(0, minimum=0, shown=False, help="Rows; 0: all.")
    side: Literal["left", "right"] = setting("left", help="A side.")
    marks: bool = setting(True, off="--plain", help="Marks.")
    who: str = setting("", metavar="NAME", after="share", help="Who.")
    names: tuple[str, ...] = setting((), flag="--only", help="Names.")
    quiet: int = 3


def toy() -> Command:
    made = command("x")(lambda **given: click.echo(Toy(**values(Toy, given))))
    made.params = [Option(one) for one in declared(Toy)]
    return made


def test_options_follow_from_fields():
    made = toy()
    assert [param.opts[0] for param in made.params] == [
        "--share",
        "--rows",
        "--side",
        "--marks",
        "--who",
        "--only",
    ]
    share, rows, side, marks, who, _ = made.params
    assert (share.setting.range, share.show_default) == ("0<=x<1", True)
    assert (rows.default, rows.show_default) == (0, False)
    assert side.setting.choices == ("left", "right")
    assert marks.secondary_opts == ["--plain"]
    assert who.default is None


def test_what_is_given_becomes_typed_settings():
    said = CliRunner().invoke(toy(), ["--share", "0.25", "--plain", "--only", "A,B"]).stdout
    assert said.strip() == str(Toy(share=0.25, marks=False, names=("A", "B")))
    assert CliRunner().invoke(toy(), []).stdout.strip() == str(Toy())
    assert CliRunner().invoke(toy(), ["--share", "1"]).exit_code == 2


@pytest.mark.parametrize(
    "kind",
    [
        cx.Reading,
        cx.Analysis,
        cx.Report,
        AuditSettings,
        *dict.fromkeys(one.options for one in ARTEFACTS.values()),
    ],
)
def test_defaults_of_declared_settings_are_those_of_the_class(kind):
    made = kind()
    for one in declared(kind):
        assert getattr(made, one.field) == one.default
        assert one.help.endswith(".")


def test_every_declared_setting_of_an_artefact_is_an_option_of_its_command():
    for name, made in ARTEFACTS.items():
        its = main.commands["table"] if made.folder == "tables" else main.commands[name]
        params = {param.name for param in its.params}
        own = {one.parameter for one in declared(made.options) if one.group not in ("table", "stars", "plain")}
        assert own <= params, name


def test_settings_of_one_flag_say_the_same_within_a_command():
    tables = [made.options for made in ARTEFACTS.values() if made.folder == "tables"]
    said = {}
    for one in (one for kind in tables for one in declared(kind)):
        declaration = replace(one, default=None)
        assert said.setdefault(one.parameter, declaration) == declaration, one.field


@pytest.mark.parametrize("name", ["comparate_noun", "task_noun", "measure_noun"])
def test_nouns_reach_the_settings(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert name in {field.name for field in fields(Showing)}
    assert all(hasattr(made.options(**{name: "a/b"}), name) for made in ARTEFACTS.values())
    (tmp_path / "t.csv").write_text("task,A,B\nx,1,2\ny,3,1\nz,2,5\n", encoding="utf-8")
    key = name.replace("_", "-")
    (tmp_path / "comparatex.toml").write_text(f'{key} = "one/many/m"\n', encoding="utf-8")
    assert tomllib.loads((tmp_path / "comparatex.toml").read_text(encoding="utf-8"))[key]
    assert CliRunner().invoke(main, ["report", "t.csv", "--no-pdf", "--no-previews"]).exit_code == 0
    manifest = (tmp_path / "report" / "manifest.json").read_text(encoding="utf-8")
    assert f'"{name}": "one/many/m"' in manifest


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda c: cx.compare(c, correcton="holm"), "There is no setting `correcton`: did you mean `correction`?"),
        (lambda c: cx.compare(c, correction="holmm"), "There is no `correction` 'holmm': did you mean 'holm'?"),
        (lambda c: cx.Analysis(convention="aeon-mmc"), "There is no `convention` 'aeon-mmc': did you mean 'aeon-mcm'?"),
        (lambda c: cx.read(c, mising="pairwise"), "There is no setting `mising`: did you mean `missing`?"),
        (lambda c: cx.audit(cx.compare(c), bugdet=3), "There is no setting `bugdet`: did you mean `budget`?"),
        (lambda c: cx.draw(cx.compare(c), "cdd", ordr="rank"), "cdd has no setting `ordr`: did you mean `order`?"),
        (lambda c: cx.draw(cx.compare(c), "mmc"), "No figure or table is called 'mmc': did you mean 'mcm'?"),
        (lambda c: cx.table(cx.compare(c), "ranks", order="meen"), "There is no `order` 'meen': did you mean 'mean'?"),
        (lambda c: cx.Report(engine="pdftex"), "There is no `engine` 'pdftex': did you mean 'pdflatex'?"),
    ],
)  # fmt: skip
def test_what_does_not_exist_is_answered_with_the_nearest_name(call, said):
    scores = {"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}}
    with pytest.raises(cx.errors.UsageError) as caught:
        call(scores)
    assert str(caught.value) == said


def test_the_command_line_offers_the_nearest_word(tmp_path):
    table = tmp_path / "r.csv"
    table.write_text("task,A,B\nx,1,2\ny,3,1\n")
    run = CliRunner().invoke
    result = run(main, ["cdd", str(table), "-o", "-", "--correction", "holmm"])
    assert result.exit_code == 2
    assert "Invalid value for '--correction': 'holmm' is unknown; did you mean 'holm'?" in result.stderr
    assert "'q' is not one of 'json'" in run(main, ["stats", str(table), "--format", "q"]).stderr


@dataclass(frozen=True)
class Rivals:
    versus: str = setting("", names="comparates", help="A rival.")
    rivals: tuple[tuple[str, str], ...] = setting((), kind="pairs", names="comparates", help="Pairs of rivals.")


@pytest.fixture
def rivals(tmp_path, monkeypatch):
    """A command with options that name comparates, which no list knows, and what it is given, in a study."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("task,kernel,tree\nx,1,2\ny,3,1\n", encoding="utf-8")
    (tmp_path / "comparatex.toml").write_text('versus = "kernel"\n[names]\nkernel = "KDE"\n', encoding="utf-8")

    @command("t.csv", "duel", help="A duel.")
    @options(s.scores, s.reading, s.analysis, settings(Rivals), config_option)
    def duel(**given):
        s.Study.of(given).comparison()
        click.echo(f"{given['versus']} {given['rivals']}")

    monkeypatch.setattr(main, "commands", {**main.commands, "duel": duel})
    return lambda *arguments: CliRunner().invoke(main, ["duel", "t.csv", *arguments])


def test_an_option_that_names_comparates_follows_the_file_and_is_checked(rivals):
    assert rivals().stdout == "KDE ()\n"
    assert rivals("--versus", "kernel").stdout == rivals("--versus", "KDE").stdout == "KDE ()\n"
    assert rivals("--versus", "tree", "--rivals", "tree", "kernel").stdout == "tree (('tree', 'KDE'),)\n"
    for option, *names in (("--versus", "tre"), ("--rivals", "KDE", "tre")):
        assert f"No method is called 'tre' ({option}): did you mean 'tree'?" in rivals(option, *names).stderr


def test_an_option_that_names_comparates_is_completed(rivals):
    shell = ShellComplete(main, {}, "comparatex", "_COMPARATEX_COMPLETE")
    assert [item.value for item in shell.get_completions(["duel", "t.csv", "--versus"], "k")] == ["kernel"]


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ({"low": 0, "high": 1}, (("low", ("0",)), ("high", ("1",)))),
        (["low=a,b", "high=c"], (("low", ("a", "b")), ("high", ("c",)))),
    ],
)
def test_groups_are_read_from_tables_and_from_texts(value, found):
    one = replace(declared(SequenceOptions)[-2], flag="--subset")
    assert one.form == "groups"
    if isinstance(value, dict):
        value = {name: [tasks] for name, tasks in value.items()}
    assert one.read(value) == found == one.read(one.read(value))


@pytest.mark.parametrize("kind", ["number", "whole", "text", "names", "word"])
@pytest.mark.parametrize("value", [{}, [[1]], True, 1e400, "9" * 400])
def test_a_value_of_another_kind_is_refused_or_read(kind, value):
    """Nothing but what is promised is returned, and nothing but the promised error raised."""
    about = {
        "number": {"type": float, "minimum": 0},
        "whole": {"type": int},
        "text": {"type": str},
        "names": {"type": tuple[str, ...]},
        "word": {"type": str, "choices": ("a", "b")},
    }[kind]
    one = Setting(help="X.", flag="--x", **about)
    kinds = {"number": float, "whole": int, "names": tuple}.get(kind, str)
    for folder in (None, Path()):
        try:
            assert type(one.read(value, folder)) is kinds
        except ValueError as error:
            assert re.match(r"must be .*, not .*\.$|'9+' is not one of 'a', 'b'\.$", str(error)), error


def test_a_number_beyond_its_bounds_is_refused_in_python_too():
    with pytest.raises(cx.errors.UsageError, match=r"^`top` must be a whole number of at least 0, not -1.$"):
        ARTEFACTS["mcm"].options(top=-1)
    with pytest.raises(cx.errors.UsageError, match=r"^`precision` must be a whole number .*, not '2'.$"):
        Showing(precision="2")
    with pytest.raises(cx.errors.UsageError, match=r"^`rope` must be a number of at least 0, not inf.$"):
        cx.Analysis(rope=float("inf"))
