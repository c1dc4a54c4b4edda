"""Hand-typed numbers in a paper that disagree with the data."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any, Literal

from comparatex.inference.comparison import Comparison
from comparatex.stats import as_dict

_NEAR = 30
"""Characters within which a word says what a number is."""

_KIND_WORDS: tuple[tuple[Kind, str], ...] = (
    ("rank", r"ranks?\b"),
    ("p", r"\bp\b|\$p|p-values?"),
    ("wins", r"\b(?:wins?|won)\b|better on"),
    ("losses", r"\b(?:loss(?:es)?|los(?:t|es))\b|worse on"),
    ("ties", r"\b(?:ties?|tied|draws?)\b"),
    ("difference", r"\b(?:differ(?:s|ences?)?|gains?|improve[a-z]*|by)\b"),
    ("score", r"\b(?:mean|average|averages|median|accurac(?:y|ies)|scores?|errors?)\b"),
)

_COUNTS = ("wins", "losses", "ties")

Kind = Literal["score", "difference", "rank", "p", "wins", "ties", "losses", "tasks", "table", "other"]

_KINDS: Mapping[str, Kind] = {
    "mean": "score",
    "median": "score",
    "mean_rank": "rank",
    "mean_difference": "difference",
    "median_difference": "difference",
    "n_tasks": "tasks",
    "wins": "wins",
    "ties": "ties",
    "losses": "losses",
    "pvalue": "p",
    "adjusted_pvalue": "p",
    "sign_pvalue": "p",
    "nemenyi_pvalue": "p",
}

_OTHER_SIDE = {"wins": "losses", "losses": "wins"}
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")

_NO_PROSE = re.compile(
    r"\\begin\{(verbatim\*?|lstlisting|minted|tikzpicture|equation\*?|align\*?)\}.*?\\end\{\1\}"
    r"|\\comparatex(?:value)?\s*\{[^{}]*\}"
    r"|\\(?:[a-zA-Z]*(?:ref|cite[a-z]*)|label|input|include[a-z]*|bibliography[a-z]*|url|href|hspace|vspace|setlength"
    r"|usepackage|documentclass|begin|end|rule|includegraphics)\*?(?:\s*\[[^\]]*\])*(?:\s*\{[^{}]*\})+",
    re.DOTALL,
)

_END = re.compile(r"[.!?:;](?=[\s}])|\n[ \t]*\n|\\\\|\\item\b|\\par\b|\\(?:sub)*section\b|\\caption\b")

_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d*\.\d+|\d+)(?!\w|\.\d|,\d|\s*(?:pt|mm|cm|em|ex|in|bp|GB|MB|h|s|ms)\b|\s*\\\w*(?:width|height))"
    r"(?:(?P<percent>(?:\\,|[\s~$])*\\?%)|(?:\\,|[\s~$])*\\(?:times|cdot)\s*10\s*\^\s*\{?(?P<exponent>-?\d+)\}?)?"
)

_BOUND = re.compile(r"(?:<|>|\\leq?|\\geq?|\\ll)[\s${]*$")


@dataclass(frozen=True)
class Candidate:
    """A hand-typed number to which none of the numbers of the comparates beside it rounds."""

    line: int
    typed: str
    names: tuple[str, ...]
    nearest: Known

    def __str__(self) -> str:
        """Return what was typed, and what the data has."""
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
        The numbers known for each comparate.
    measure : str
        What the scores measure: a word that marks a number beside it as a score.
    """
    words = (*_KIND_WORDS, ("score", re.escape(measure))) if measure else _KIND_WORDS
    text = prose(tex)
    for start, sentence in sentences(text):
        names = tuple(_names(sentence, known))
        for number in typed_numbers(_without(sentence, names)) if names else ():
            kind = _kind(sentence, number, words)
            nearest = _disagreeing(number, kind, list(_possible(names, kind, known)))
            if nearest:
                line = tex.count("\n", 0, start + number.start) + 1
                typed = number.digits + (" %" if number.percent else "")
                yield Candidate(line, typed, names, nearest)


def _names(sentence: str, known: Iterable[str]) -> Iterator[str]:
    """Yield the comparates named in a sentence, a long name before those that are part of it."""
    for name in sorted(known, key=len, reverse=True):
        pattern = _pattern(name)
        if pattern.search(sentence):
            yield name
            sentence = pattern.sub(lambda found: " " * len(found[0]), sentence)


def _pattern(name: str) -> re.Pattern[str]:
    """Return a pattern of a name in TeX: special characters with or without a backslash, ~ for spaces."""
    letters = (r"(?:\s+|~)" if letter == " " else rf"\\?{re.escape(letter)}" for letter in name)
    return re.compile(rf"(?<![\w-]){''.join(letters)}(?![\w-])")


def _without(sentence: str, names: Iterable[str]) -> str:
    """Return a sentence with names blanked out, because a number in a name does not count."""
    for name in names:
        sentence = _pattern(name).sub(lambda found: "#" * len(found[0]), sentence)
    return sentence


def _kind(sentence: str, number: Number, words: Iterable[tuple[Kind, str]]) -> Kind | None:
    """Return the kind of a number according to the nearest word."""
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
    """Yield the numbers that could appear in a sentence about some comparates, including those of their pairs."""
    for name in names:
        for value in known[name]:
            among = len(names) == 1 or not value.rival or value.rival in names
            always = "tasks" if kind in _COUNTS else "table"  # wins on 3 of 4 tasks, or the level of a test
            if among and (kind in (None, value.kind) or value.kind == always):
                yield value


def _disagreeing(number: Number, kind: Kind | None, possible: Sequence[Known]) -> Known | None:
    """Return the nearest known number if none rounds to the typed one; bounds and bare counts pass."""
    counts = kind in _COUNTS
    if number.bound or not possible or ("." not in number.digits and not counts and not number.percent):
        return None
    typed = Decimal(number.digits)
    half = Decimal((0, (5,), -len(number.digits.partition(".")[2]) - 1))
    scales = (Decimal(1),) if counts else (Decimal(100),) if number.percent else (Decimal(1), Decimal(100))
    if number.exponent:
        scales = (Decimal(1).scaleb(-number.exponent),)
    if any(abs(value.size * scale - typed) <= half for value in possible for scale in scales):
        return None
    keyed = [value for value in possible if not value.task and value.kind != "table"] or possible
    return min(keyed, key=lambda value: min(abs(value.size * scale - typed) for scale in scales))


@dataclass(frozen=True)
class Known:
    """A number of a comparate.

    Parameters
    ----------
    kind : str
        What it is a number of.
    key : str
        Its key in prose, or a description.
    size : Decimal
        The absolute value, because the sign depends on the point of view.
    rival : str
        For a number of a pair, the other comparate.
    task : bool
        Whether it is a score on a single task, for which there is no key.
    """

    kind: Kind
    key: str
    size: Decimal
    rival: str = ""
    task: bool = False


def known_numbers(comparison: Comparison) -> dict[str, tuple[Known, ...]]:
    """Return the known numbers of each comparate, by name."""
    found: dict[str, list[Known]] = {name: [] for name in comparison.names}
    content = as_dict(comparison)
    for row in content["summary"]:
        found[row["comparate"]] += _numbers_in(row, f"comparate/{row['comparate']}/")
    for pair in content["pairs"]:
        row, column = pair["row"], pair["column"]
        numbers = {**pair, **pair["effects"], **pair.get("posterior", {})}
        found[row] += _numbers_in(numbers, f"pair/{row}/{column}/", column)
        mirrored = {_OTHER_SIDE.get(key, key): value for key, value in numbers.items()}
        found[column] += _numbers_in(mirrored, f"pair/{column}/{row}/", row)
    for name, scores in zip(
        comparison.names, comparison.scores.values[:, comparison.order].T.tolist(), strict=True
    ):
        found[name] += _scores_on_tasks(comparison.scores.tasks, scores)
    whole = tuple(_numbers_of_table(content))
    return {name: (*values, *whole) for name, values in found.items()}


def _numbers_in(numbers: Mapping[str, Any], prefix: str, rival: str = "") -> Iterator[Known]:
    """Yield the numbers among the statistics of a comparate or a pair."""
    for key, value in numbers.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield Known(_KINDS.get(key, "other"), f"{prefix}{key}", Decimal(repr(abs(value))), rival)


def _numbers_of_table(content: Mapping[str, Any]) -> Iterator[Known]:
    """Yield the level and the tests of all comparates, which may appear beside any of them."""
    for test in ("friedman", "iman_davenport", "nemenyi"):
        for found in _numbers_in(content[test], f"{test}/"):
            yield replace(found, kind="table")


def _scores_on_tasks(tasks: tuple[str, ...], scores: list[Any]) -> Iterator[Known]:
    for task, value in zip(tasks, scores, strict=True):
        if math.isfinite(value):
            yield Known("score", f"the score on {task}", Decimal(repr(abs(value))), task=True)


@dataclass(frozen=True)
class Number:
    """A number as typed: the characters, their position, whether it is a bound or in percent, its power of ten."""

    digits: str
    start: int
    end: int
    bound: bool
    percent: bool
    exponent: int = 0


def prose(tex: str) -> str:
    r"""Return TeX with spaces in place of all that is not prose; every character keeps its position.

    >>> prose(r"A\cite{b} is 0.5.% never")
    'A         is 0.5.       '
    """
    return _NO_PROSE.sub(
        _blank, _COMMENT.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), tex)
    )


def _blank(found: re.Match[str]) -> str:
    """Return spaces in place of a match, keeping its line ends."""
    return re.sub(r"[^\n]", " ", found[0])


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the start of each sentence, and the sentence."""
    start = 0
    for end in _END.finditer(text):
        yield start, text[start : end.start()]
        start = end.end()
    yield start, text[start:]


def typed_numbers(sentence: str) -> Iterator[Number]:
    """Yield the numbers of a sentence."""
    for found in _NUMBER.finditer(sentence):
        bound = bool(_BOUND.search(sentence, 0, found.start()))
        exponent = int(found["exponent"] or 0)
        yield Number(found["digits"], *found.span("digits"), bound, bool(found["percent"]), exponent)
