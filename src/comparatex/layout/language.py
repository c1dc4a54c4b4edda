"""The language of a document's words: English as it stands in the code, or a translation of it.

Code says whole sentences in English, with named parts in braces; `say` returns them in the language that is
spoken. Translations are catalogues from the English sentence to the other one, one module for each part of the
document, such as ``french/cdd.py``; the tests hold that they are complete. Running text with citations,
references and numbers in it is `chapter_text.told`, from the same catalogues.

Which language is spoken is ambient, as the precision of decimals is: every artefact and the whole report set it
once, and no layout passes it on.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any

from comparatex.spoken import spoken


def say(message: str, /, **parts: Any) -> str:
    """Return a message in the language spoken, its parts filled in.

    Parameters
    ----------
    message : str
        In English, a literal of the code; ``{name}`` is a part.
    **parts
        What stands in the places of the parts: data or words that are said already.

    Raises
    ------
    KeyError
        There is no translation.

    >>> say("{name} is best.", name="A")
    'A is best.'
    """
    return formatter().vformat(translated(message), (), parts)


def message(text: str, /) -> str:
    """Return a message as it is: for tables of messages that `say` is given later.

    >>> message("higher is better")
    'higher is better'
    """
    return text


def say_number(number: int, one: str, several: str, /, **parts: Any) -> str:
    """Return the first message for one of something, the second for several, by the rules of the language.

    >>> say_number(1, "{n} bar is left out.", "{n} bars are left out.", n=1)
    '1 bar is left out.'
    """
    return say(one if singular(number) else several, **parts)


def singular(number: int) -> bool:
    """Tell whether so many of something are in the singular: in French, none of it is, too."""
    return number == 1 or (number == 0 and spoken() == "fr")


def translated(message: str) -> str:
    """Return a message in the language spoken, with its parts still open."""
    return message if spoken() != "fr" else _catalogue()[message]


def formatter() -> Formatter:
    """Return what fills in parts: in French it joins them to words that are elided before a vowel."""
    if spoken() != "fr":
        return _PLAIN
    from comparatex.layout.french.grammar import Elision

    return Elision()


_PLAIN = Formatter()


def _catalogue() -> Mapping[str, str]:
    """Return the translations."""
    from comparatex.layout.french.catalogue import SENTENCES

    return SENTENCES
