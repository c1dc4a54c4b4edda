"""Templates read as LaTeX; what they print is escaped; a broken one names its line."""

import os
import stat
import sys

import pytest
from jinja2 import Environment

from comparatex import text
from comparatex.errors import TemplateError
from comparatex.render import TEMPLATES, _environment, environment, render


@pytest.fixture
def folder(tmp_path):
    def write(text, name="own.tex.jinja"):
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_values_and_constants_are_escaped(folder):
    own = folder('\\VAR{name} \\VAR{"A & B"}\n%% for x in [1, 2]\n\\item \\VAR{x}\n%% endfor\n')
    assert render("own.tex.jinja", [own], name="50 %") == "50 \\% A \\& B\n\\item 1\n\\item 2\n"


def test_a_float_must_not_reach_a_template(folder):
    with pytest.raises(TemplateError, match=r"own\.tex\.jinja, line 1.*0\.5 reached a template"):
        render("own.tex.jinja", [folder("\\VAR{value}")], value=0.5)


def test_a_missing_value_names_file_and_line(folder):
    with pytest.raises(TemplateError, match=r"own\.tex\.jinja, line 2: 'nothing' is undefined"):
        render("own.tex.jinja", [folder("x\n\\VAR{nothing}")])


def test_a_syntax_error_names_file_and_line(folder):
    with pytest.raises(TemplateError, match=r"own\.tex\.jinja, line 2: "):
        render("own.tex.jinja", [folder("x\n%% for\n")])


def test_a_syntax_error_ends_with_one_full_stop(folder):
    with pytest.raises(TemplateError, match=r"own\.tex\.jinja, line 1: .*[^.]\.$"):
        render("own.tex.jinja", [folder("%% block open\n")])


@pytest.mark.parametrize("statement", ["include", "extends", "import"])
def test_a_missing_part_names_file_and_line_that_ask_for_it(folder, statement):
    text = f'\\NOTE{{mine}}\n%% {statement} "gone.tex"{" as it" * (statement == "import")}\n'
    with pytest.raises(TemplateError, match=r"own\.tex\.jinja, line 2: no template is called gone\.tex\.$"):
        render("own.tex.jinja", [folder(text)])


@pytest.mark.parametrize("expression", ["1 // 0", "[1, 2] | map(attribute='a') | sum", "'a' | round"])
def test_an_error_of_an_expression_names_file_and_line(folder, expression):
    with pytest.raises(TemplateError, match=r"own\.tex\.jinja, line 3: "):
        render("own.tex.jinja", [folder(f"x\ny\n\\VAR{{{expression}}}")])


def test_a_missing_template_is_named():
    with pytest.raises(TemplateError, match="absent"):
        render("absent.tex.jinja")


def test_an_override_can_extend_the_built_in(folder):
    own = folder('%% extends "builtin/fragment.tex.jinja"\n%% block body\nmine\n%% endblock\n', "fragment.tex.jinja")

    class View:
        title = "Test"

    text = render("fragment.tex.jinja", [own], view=View())
    assert text.startswith("% comparatex: Test.")
    assert text.endswith("mine\n")


def test_every_built_in_template_says_what_it_is_and_compiles_to_jinja():
    templates = sorted(TEMPLATES.glob("*.jinja"))
    assert templates
    for path in templates:
        assert path.read_text(encoding="utf-8").startswith(r"\NOTE{"), path.name
        environment().get_template(path.name)


def test_a_template_that_is_added_later_is_used(tmp_path):
    view = {"view": {"title": "T"}}
    (tmp_path / "other.tex.jinja").write_text("x")
    first = render("stamp.tex.jinja", [tmp_path], stamp="0")
    (tmp_path / "stamp.tex.jinja").write_text("mine")
    assert render("stamp.tex.jinja", [tmp_path], stamp="0", **view) == "mine" != first


def test_a_template_that_includes_itself_is_one_sentence(folder):
    with pytest.raises(TemplateError, match=r"includes or extends itself; the built-in one is builtin/own\.tex"):
        render("own.tex.jinja", [folder('%% include "own.tex.jinja"\n')])


def test_a_template_that_is_not_in_utf_8_is_one_sentence(tmp_path):
    (tmp_path / "own.tex.jinja").write_bytes(b"\xff")
    with pytest.raises(TemplateError, match=r"own\.tex\.jinja, or what it names, is not in UTF-8: save it as UTF-8\.$"):
        render("own.tex.jinja", [tmp_path])


# ------------------------------------------------------------------------------------------------ compiled templates
@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Render where nothing may be kept beside the templates; return the folder of the user's caches."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    yield tmp_path / "cache"
    _environment.cache_clear()


def rendered(monkeypatch):
    """Render a template in a new environment; return the names of those that are compiled for it."""
    names, original = [], Environment.compile

    def compile_(self, source, name=None, *given, **more):
        names.append(name)
        return original(self, source, name, *given, **more)

    _environment.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(Environment, "compile", compile_)
        assert "0123" in render("stamp.tex.jinja", stamp="0123")
    return names


def test_compiled_templates_are_kept_in_the_users_folder_where_python_may_not_write_any(elsewhere, monkeypatch):
    assert rendered(monkeypatch) != []
    folder = elsewhere / "comparatex"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert list(folder.iterdir()) != []
    assert rendered(monkeypatch) == []


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_what_is_damaged_is_compiled_again(elsewhere, monkeypatch, damage):
    names = rendered(monkeypatch)
    for path in (elsewhere / "comparatex").iterdir():
        path.write_bytes(path.read_bytes()[:40] if damage is None else damage)
    assert rendered(monkeypatch) == names
    assert rendered(monkeypatch) == []


def _open_to_all(folder):
    folder.mkdir(parents=True)
    folder.chmod(0o777)


def _open_to_the_group(folder):
    folder.mkdir(parents=True)
    folder.chmod(0o770)


def _in_a_folder_that_is_open(folder):
    folder.mkdir(parents=True, mode=0o700)
    folder.parent.chmod(0o777)


def _a_link(folder):
    (folder.parent / "other").mkdir(parents=True)
    folder.symlink_to(folder.parent / "other")


def _a_file(folder):
    folder.parent.mkdir()
    folder.touch()


@pytest.mark.skipif(os.name != "posix", reason="modes and owners")
@pytest.mark.parametrize(
    "made",
    [_open_to_all, _open_to_the_group, _in_a_folder_that_is_open, _a_link, _a_file],
    ids=lambda made: made.__name__,
)
def test_nothing_is_kept_where_others_may_write(elsewhere, monkeypatch, made):
    made(elsewhere / "comparatex")
    before = {path: path.lstat().st_mtime_ns for path in elsewhere.rglob("*")}
    assert rendered(monkeypatch) != []
    assert rendered(monkeypatch) != []
    assert {path: path.lstat().st_mtime_ns for path in elsewhere.rglob("*")} == before


@pytest.mark.skipif(os.name != "posix", reason="owners")
def test_nothing_is_kept_in_a_folder_of_somebody_else(elsewhere, monkeypatch):
    (elsewhere / "comparatex").mkdir(parents=True, mode=0o700)
    someone = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: someone)
    assert rendered(monkeypatch) != []
    assert list((elsewhere / "comparatex").iterdir()) == []


def test_without_a_home_nothing_is_kept(elsewhere, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(elsewhere / "nowhere" / "home"))
    assert rendered(monkeypatch) != []
    assert not elsewhere.exists()


def test_a_cache_of_templates_is_that_of_this_code(monkeypatch):
    used = text.compiled("tex").pattern
    assert used == text.compiled("tex").pattern != text.compiled("html").pattern
    monkeypatch.setattr(text, "__file__", __file__)
    assert text.compiled("tex").pattern != used
