"""The check: a number beside a comparate's name should be one of that comparate's numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from comparatex.lint.known import Kind, Known
from comparatex.lint.source import Number, numbers, prose, sentences

_NEAR = 30
"""Characters within which a word says what a number is."""

_WORDS: tuple[tuple[Kind, str], ...] = (
    ("rank", r"ranks?\b"),
    ("p", r"\bp\b|\$p|p-values?"),
    ("wins", r"\b(?:wins?|won)\b|better on"),
    ("losses", r"\b(?:loss(?:es)?|los(?:t|es))\b|worse on"),
    ("ties", r"\b(?:ties?|tied|draws?)\b"),
    ("difference", r"\b(?:differ(?:s|ences?)?|gains?|improve[a-z]*|by)\b"),
    ("score", r"\b(?:mean|average|averages|median|accurac(?:y|ies)|scores?|errors?)\b"),
)
_COUNTS = ("wins", "losses", "ties")


@dataclass(frozen=True)
class Candidate:
    """A hand-typed number that none of the numbers of the comparates beside it rounds to."""

    line: int
    typed: str
    names: tuple[str, ...]
    nearest: Known

    def __str__(self) -> str:
        """Say what was typed, and what the data has."""
        key = self.nearest.key
        what = key if self.nearest.task else f"\\comparatex{{{key}}}"
        return (
            f"{self.line}: {self.typed} beside {' and '.join(self.names)} is no number of "
            f"{'theirs' if len(self.names) > 1 else 'its'}; the nearest is {self.nearest.size:.4g}, {what}"
        )


def check(tex: str, known: Mapping[str, Sequence[Known]], measure: str = "") -> Iterator[Candidate]:
    """Yield the numbers of a TeX source that disagree with the data.

    Parameters
    ----------
    tex : str
        The source.
    known : mapping of str to sequence of Known
        What is known of each comparate.
    measure : str
        What the scores measure: a word that says of a number beside it that it is a score.
    """
    words = (*_WORDS, ("score", re.escape(measure))) if measure else _WORDS
    text = prose(tex)
    for start, sentence in sentences(text):
        names = tuple(_names(sentence, known))
        for number in numbers(_without(sentence, names)) if names else ():
            kind = _kind(sentence, number, words)
            nearest = _disagreeing(number, kind, list(_possible(names, kind, known)))
            if nearest:
                line = tex.count("\n", 0, start + number.start) + 1
                typed = number.digits + (" %" if number.percent else "")
                yield Candidate(line, typed, names, nearest)


def _names(sentence: str, known: Iterable[str]) -> Iterator[str]:
    """Yield the comparates that a sentence names, a long name before those that are part of it."""
    for name in sorted(known, key=len, reverse=True):
        pattern = _pattern(name)
        if pattern.search(sentence):
            yield name
            sentence = pattern.sub(lambda found: " " * len(found[0]), sentence)


def _pattern(name: str) -> re.Pattern[str]:
    """Return what a name looks like in TeX: special characters with or without a backslash, ~ for spaces."""
    letters = (r"(?:\s+|~)" if letter == " " else rf"\\?{re.escape(letter)}" for letter in name)
    return re.compile(rf"(?<![\w-]){''.join(letters)}(?![\w-])")


def _without(sentence: str, names: Iterable[str]) -> str:
    """Return a sentence with names blanked: a number in a name is none."""
    for name in names:
        sentence = _pattern(name).sub(lambda found: "#" * len(found[0]), sentence)
    return sentence


def _kind(sentence: str, number: Number, words: Iterable[tuple[Kind, str]]) -> Kind | None:
    """Return what the nearest word says that a number is."""
    low = max(0, number.start - _NEAR)
    around = sentence[low : number.end + _NEAR]
    found = [
        (min(abs(low + match.start() - number.end), abs(number.start - low - match.end())), kind)
        for kind, pattern in words
        for match in re.finditer(pattern, around, re.IGNORECASE)
    ]
    return min(found, key=lambda pair: pair[0])[1] if found else "score" if number.percent else None


def _possible(
    names: Sequence[str], kind: Kind | None, known: Mapping[str, Sequence[Known]]
) -> Iterator[Known]:
    """Yield the numbers that could stand in a sentence about some comparates: of pairs, those of theirs."""
    for name in names:
        for value in known[name]:
            among = len(names) == 1 or not value.rival or value.rival in names
            always = "tasks" if kind in _COUNTS else "table"  # wins on 3 of 4 tasks; the level of a test
            if among and (kind in (None, value.kind) or value.kind == always):
                yield value


def _disagreeing(number: Number, kind: Kind | None, possible: Sequence[Known]) -> Known | None:
    """Return the nearest known number when none rounds to what was typed; bounds and bare counts are let pass."""
    counts = kind in _COUNTS
    if number.bound or not possible or ("." not in number.digits and not counts and not number.percent):
        return None
    typed = Decimal(number.digits)
    half = Decimal((0, (5,), -len(number.digits.partition(".")[2]) - 1))
    scales = (Decimal(1),) if counts else (Decimal(100),) if number.percent else (Decimal(1), Decimal(100))
    if any(abs(value.size * scale - typed) <= half for value in possible for scale in scales):
        return None
    keyed = [value for value in possible if not value.task and value.kind != "table"] or possible
    return min(keyed, key=lambda value: min(abs(value.size * scale - typed) for scale in scales))
