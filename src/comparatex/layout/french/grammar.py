"""What French needs beyond sentences: numerals and nouns with their gender, and words elided before vowels."""

from __future__ import annotations

import re
import unicodedata
from string import Formatter
from typing import Any

NUMERALS = ("", "", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze")

NOUNS = {
    "task": ("tâche", "tâches", "f"),
    "comparate": ("méthode", "méthodes", "f"),
    "comparison": ("comparaison", "comparaisons", "f"),
    "repeat": ("répétition", "répétitions", "f"),
    "hypothesis": ("hypothèse", "hypothèses", "f"),
    "different set": ("ensemble différent", "ensembles différents", "m"),
    "rival": ("rivale", "rivales", "f"),
    "measure": ("mesure", "mesures", "f"),
    "reduced form": ("forme réduite", "formes réduites", "f"),
    "pair": ("paire", "paires", "f"),
    "clique": ("clique", "cliques", "f"),
    "test": ("test", "tests", "m"),
    "row": ("ligne", "lignes", "f"),
    "set": ("ensemble", "ensembles", "m"),
    "draw": ("tirage", "tirages", "m"),
    "verdict": ("verdict", "verdicts", "m"),
    "pattern": ("configuration", "configurations", "f"),
    "rarer pattern": ("configuration plus rare", "configurations plus rares", "f"),
    "more": ("autre", "autres", "f"),
    "other": ("autre", "autres", "f"),
    "other comparate": ("autre méthode", "autres méthodes", "f"),
    "other pair": ("autre paire", "autres paires", "f"),
    "largest gain": ("plus grand gain", "plus grands gains", "m"),
}
"""Of an English noun: the French one, its plural, its gender."""

_ELIDED = {"de": "d’", "que": "qu’", "le": "l’", "la": "l’"}


def bound(text: str) -> str:
    r"""Return a text whose high punctuation, guillemets and percent signs no line end parts from their words.

    >>> bound("« A » : 5 % ; non ?").count("\N{NO-BREAK SPACE}")
    6
    """
    return re.sub(r" (?=[;:!?»%])|(?<=«) ", "\N{NO-BREAK SPACE}", text)


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

    >>> elided("de", "Arsenal"), elided("que", "ROCKET"), elided("de", "onze tâches")
    ('d’Arsenal', 'que ROCKET', 'de onze tâches')
    """
    first = unicodedata.normalize("NFD", following[:1]).lower()[:1]
    if following.startswith("onze "):
        return f"{word} {following}"
    vowel = bool(first) and first in "aeiouœæ" and not following.startswith("onze ")
    return f"{_ELIDED[word]}{following}" if vowel else f"{word} {following}"


class Elision(Formatter):
    """Fills in ``{name:de}`` as *de* with the name, elided where French elides it; so with que, le and la."""

    def format_field(self, value: Any, format_spec: str) -> str:
        """Return one part."""
        return elided(format_spec, str(value)) if format_spec in _ELIDED else str(value)
