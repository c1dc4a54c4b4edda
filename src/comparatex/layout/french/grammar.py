"""What French needs beyond sentences: numerals and nouns with their gender, and words elided before vowels."""

from __future__ import annotations

import unicodedata
from string import Formatter
from typing import Any

NUMERALS = ("", "", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze")

NOUNS = {
    "task": ("tâche", "tâches", "f"),
    "comparate": ("méthode", "méthodes", "f"),
    "pair": ("paire", "paires", "f"),
    "clique": ("clique", "cliques", "f"),
    "test": ("test", "tests", "m"),
}
"""Of an English noun: the French one, its plural, its gender."""

_ELIDED = {"de": "d’", "que": "qu’", "le": "l’", "la": "l’"}


def count(number: int, noun: str) -> str:
    """Return a number and its noun, in words up to twelve.

    >>> count(1, "task"), count(3, "test"), count(0, "pair")
    ('une tâche', 'trois tests', 'aucune paire')
    """
    one, many, gender = NOUNS[noun]
    if number < 2:
        numeral = {0: "aucun", 1: "un"}[number] + ("e" if gender == "f" else "")
        return f"{numeral} {one}"
    numeral = (
        NUMERALS[number]
        if number < len(NUMERALS)
        else f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    )
    return f"{numeral} {many}"


def elided(word: str, following: str) -> str:
    """Return a word and what follows it; before a vowel the word loses its own.

    >>> elided("de", "Arsenal"), elided("que", "ROCKET")
    ('d’Arsenal', 'que ROCKET')
    """
    first = unicodedata.normalize("NFD", following[:1]).lower()[:1]
    return f"{_ELIDED[word]}{following}" if first and first in "aeiouœæ" else f"{word} {following}"


class Elision(Formatter):
    """Fills in ``{name:de}`` as *de* with the name, elided where French elides it; so with que, le and la."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return one part."""
        return elided(format_spec, str(value)) if format_spec in _ELIDED else str(value)
