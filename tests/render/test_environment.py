"""Templates read as LaTeX; what they print is escaped; a broken one names its line."""

import pytest

from comparatex.errors import TemplateError
from comparatex.render import TEMPLATES, environment, render


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
