"""Every sentence of the code has a translation with the same parts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from comparatex.errors import UsageError
from comparatex.layout import language
from comparatex.layout.chapter.text import cite, number, told
from comparatex.layout.french import grammar
from comparatex.layout.french.catalogue import SENTENCES
from comparatex.layout.language import say, say_number
from comparatex.spoken import speaking, spoken

_SOURCES = Path(language.__file__).parent.parent
_POSITIONS = {"say": (0,), "told": (0,), "message": (0,), "say_number": (1, 2)}


def _messages() -> Iterator[tuple[str, str]]:
    """Yield every sentence that the code says, and where."""
    for path in sorted(_SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _POSITIONS:
                for position in _POSITIONS[node.func.id]:
                    if position < len(node.args) and path.name not in (
                        "language.py",
                        "artefacts.py",
                        "report.py",
                    ):
                        yield from (
                            (text, f"{path.name}:{node.lineno}") for text in _literals(node.args[position])
                        )


def _literals(node: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression can be: a literal, or a choice of literals by if or by key."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from (*_literals(node.body), *_literals(node.orelse))
    elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Dict):
        for value in node.value.values:
            yield from _literals(value)


def _parts(message: str) -> set[str]:
    """Return the names of the parts of a sentence."""
    return {name for _, name, _, _ in Formatter().parse(message) if name is not None}


def test_every_sentence_has_a_translation() -> None:
    missing = [f"{place}: {text}" for text, place in _messages() if text not in SENTENCES]
    assert not missing, "\n".join(missing)


@pytest.mark.parametrize(("english", "french"), SENTENCES.items())
def test_translations_have_the_parts_of_the_original(english: str, french: str) -> None:
    assert _parts(french) == _parts(english)


def test_language_is_ambient_and_ends_with_its_block() -> None:
    with speaking("fr"):
        assert spoken() == "fr"
        assert say("Rival") == SENTENCES["Rival"] != "Rival"
    assert say("Rival") == "Rival"


def test_a_missing_translation_is_an_error_and_not_english() -> None:
    with speaking("fr"), pytest.raises(KeyError):
        say("No catalogue has this.")


def test_a_language_that_there_is_none_of_is_an_error() -> None:
    with pytest.raises(UsageError, match="en, fr"), speaking("de"):  # type: ignore[arg-type]
        pass


def test_none_is_singular_in_french_only() -> None:
    one, several = " and ", " to "
    assert say_number(0, one, several) == several
    with speaking("fr"):
        assert say_number(0, one, several) == " et "


def test_names_are_data_also_when_they_have_braces() -> None:
    assert say("{name} wins", name="{x}") == "{x} wins"
    assert [part.text for part in told("{name} wins", name="{x}")] == ["{x}", " wins"]


def test_inline_parts_stand_where_the_language_puts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    french = {"{a} beats {b}{c}.": "Battue par {a:de}{c}\N{NO-BREAK SPACE}: {b}."}
    monkeypatch.setattr(language, "_catalogue", lambda: french)
    with speaking("fr"):
        made = told("{a} beats {b}{c}.", a="Arsenal", b=number("n"), c=cite("k"))
    assert [(part.kind, part.text) for part in made] == [
        ("text", "Battue par "), ("text", "d’Arsenal"), ("cite", "k"), ("text", "\N{NO-BREAK SPACE}: "),
        ("number", "n"), ("text", "."),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text"), [("Étude", "d’Étude"), ("HC2", "de HC2"), ("1-NN", "de 1-NN"), ("", "de ")]
)
def test_elision(name: str, text: str) -> None:
    assert grammar.elided("de", name) == text
