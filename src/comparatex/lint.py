"""Hand-typed numbers in a paper that disagree with the data."""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, cached_property
from typing import Any, Literal

import numpy as np

from comparatex.inference.comparison import Comparison
from comparatex.pair_table import PairTable
from comparatex.stats import NOTHING, as_dict

_NEAR = 30  # characters within which a word says what a number is
Kind = Literal[
    "score", "mean", "median", "difference", "rank", "p", "wins", "ties", "losses", "tasks", "table", "other"
]

_KIND_WORDS: tuple[tuple[Kind, str], ...] = (
    ("rank", r"ranks?\b"),
    ("p", r"\bp\b|\$p|p-values?"),
    ("wins", r"\b(?:wins?|won)\b|better on"),
    ("losses", r"\b(?:loss(?:es)?|los(?:t|es))\b|worse on"),
    ("ties", r"\b(?:ties?|tied|draws?)\b"),
    ("difference", r"\b(?:differ(?:s|ences?)?|gains?|improve[a-z]*|by)\b"),
)
_SCORE = r"\b(?:accurac(?:y|ies)|scores?|errors?)\b"

_COUNTS = ("wins", "losses", "ties")
_OF_PAIRS = (*_COUNTS, "difference", "p")
_CENTRES = ("mean", "median")  # of scores: not the score on a task, unless the sentence names the task
_KINDS: Mapping[str, Kind] = {
    "mean": "mean", "median": "median", "mean_rank": "rank", "mean_difference": "difference",
    "median_difference": "difference", "n_tasks": "tasks", "wins": "wins", "ties": "ties", "losses": "losses",
    "pvalue": "p", "adjusted_pvalue": "p", "sign_pvalue": "p", "nemenyi_pvalue": "p",
}  # fmt: skip
_OTHER_SIDE = {"wins": "losses", "losses": "wins"}

_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%.*")
_BEGIN = re.compile(r"\\begin\{(verbatim\*?|lstlisting|minted|tikzpicture|equation\*?|align\*?)\}")
_NO_PROSE = re.compile(
    r"\\comparatex(?:value|\*)?\s*\{[^{}]*\}"
    r"|\\(?:[a-zA-Z]*(?:ref|cite[a-z]*)|label|input|include[a-z]*|bibliography[a-z]*|url|href|hspace|vspace|setlength"
    r"|usepackage|documentclass|begin|end|rule|includegraphics)\*?(?:\s*\[[^\]]{0,500}\])*(?:\s*\{[^{}]*\})+"
)
_END = re.compile(r"[.!?:;](?=[\s}])|\n[ \t]*\n|\\\\|\\item\b|\\par\b|\\(?:sub)*section\b|\\caption\b")
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<digits>\d*\.\d+|\d+)(?!\w|\.\d|,\d|\s*(?:pt|mm|cm|em|ex|in|bp|GB|MB|h|s|ms)\b|\s*\\\w*(?:width|height))"
    r"(?:(?:\\,|[\s~$])*(?:(?P<percent>\\?%)|\\(?:times|cdot)\s*10\s*\^\s*\{?(?P<exponent>-?\d{1,3})(?!\d)))?"
)
_SAME_PARAGRAPH = re.compile(r"[.!?:;]\s*")
_LONGEST = 2000  # characters of a sentence: what names and numbers mean is looked for throughout, again for each
_DIGIT = re.compile(r"\d")
_BOUND = re.compile(r"(?:<|>|\\leq?|\\geq?|\\ll)[\s${]*$")

_RIVAL = re.compile(r"\b(?:against|over|than|versus|vs\.?|from|to|beats|outperforms)\b[^#]*$")
"""What stands before a comparate that another is compared with, and not at once before."""
_RIVAL_AT_ONCE = re.compile(r"\b(?:against|over|than|versus|vs\.?|from|to|beats|outperforms)[\s~]+(?:that of[\s~]+)?$")
_ASIDE = re.compile(r"(?:\b(?:with|unlike|like|as)|[&/])[\s~]*$")
"""What stands before a comparate that the sentence is not about."""
_VERB = re.compile(
    r"[\s~]+(?:has|wins|loses|ties|reaches|achieves|attains|obtains|gets|scores|ranks|is|beats|outperforms)\b"
)
_OWNER_AFTER = re.compile(r"[\s~$%\\,]*(?:of|for|by)[\s~]+")
_OF = re.compile(r"[\s~]*\b(?:out[\s~]+)?of\b")
_AND_ON = re.compile(r"\band[\s~]+on[\s~]+$")
_ALL_OF = re.compile(r"\bof[\s~]+(?:the[\s~]+)?$")
_BRACKET = re.compile(r"[\s~]*\([^()\d]*")
_CLOSED = re.compile(r"[^()\d]*\)")


@dataclass(frozen=True)
class Candidate:
    """A hand-typed number to which none of the numbers that its sentence can mean rounds."""

    line: int
    typed: str
    names: tuple[str, ...]
    nearest: Known

    def __str__(self) -> str:
        """Return what was typed, and what the data has."""
        key = self.nearest.key
        what = key if self.nearest.task else f"\\comparatex{{{key}}}"
        return (
            f"{self.line}: {self.typed} beside {' and '.join(self.names)} is none of "
            f"{'their' if len(self.names) > 1 else 'its'} numbers; the nearest is {self.nearest.size:.4g}, {what}"
        )


@dataclass(frozen=True)
class Meaning:
    """What a number can be: its kind, whose numbers, and against whom; all of the sentence where it does not tell."""

    kind: Kind | None
    names: tuple[str, ...]
    owner: str = ""
    rivals: tuple[str, ...] = ()
    of_all: bool = False  # whether the number of tasks follows


@dataclass(frozen=True)
class Mention:
    """A comparate in a sentence: its name, and where it stands."""

    name: str
    start: int
    end: int


def check(tex: str, numbers: KnownNumbers, measure: str = "") -> Iterator[Candidate]:
    """Yield the numbers of a TeX source that disagree with the data."""
    words, spellings = _words(measure), numbers.spellings
    text, previous, end = prose(tex), "", 0
    line, counted = 1, 0
    for start, sentence in sentences(text):
        before = previous if _SAME_PARAGRAPH.fullmatch(text[end:start]) else ""
        previous, end, kind = sentence, start + len(sentence), None
        mentions = _mentions(sentence, spellings) if _DIGIT.search(sentence) else []
        names = _names(mentions)
        others = _names(_mentions(before, spellings)) if len(names) == 1 else ()
        for number in typed_numbers(_without(sentence, mentions)) if names else ():
            also = _AND_ON.search(sentence[: number.start])  # wins on 3 tasks against A and on 4 against B
            kind = _kind(sentence, number, words) or (kind if also else None)
            meaning = _meaning(sentence, number, mentions, kind, others)
            nearest = _disagreeing(number, meaning.kind, numbers.possible(meaning, sentence))
            if nearest:
                line += tex.count("\n", counted, start + number.start)
                counted = start + number.start
                typed = number.digits + (" %" if number.percent else "")
                yield Candidate(line, typed, meaning.names, nearest)


def _words(measure: str) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    """Return what the words beside a number say that it is; a mean score is a mean."""
    score = f"(?:{_SCORE}{f'|{re.escape(measure)}' if measure else ''})"
    words: tuple[tuple[Kind, str], ...] = (
        *_KIND_WORDS,
        ("median", rf"\bmedians?\b(?:\s+{score})?"),
        ("mean", rf"\b(?:means?|averages?)\b(?:\s+{score})?"),
        ("score", score),
    )
    return tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in words)


def _mentions(sentence: str, spellings: Iterable[tuple[str, re.Pattern[str], bool]]) -> list[Mention]:
    """Return the comparates named in a sentence in their order; in other letters only what is no usual word."""
    mentions = []
    for name, pattern, exact in spellings:
        for match in pattern.finditer(sentence):
            if exact or any(letter.isupper() for letter in match[0][1:]):
                mentions.append(Mention(name, *match.span()))
                sentence = f"{sentence[: match.start()]}{' ' * len(match[0])}{sentence[match.end() :]}"
    return sorted(mentions, key=lambda mention: mention.start)


def _names(mentions: Iterable[Mention]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mention.name for mention in mentions))


def _without(sentence: str, mentions: Iterable[Mention]) -> str:
    """Return a sentence with names blanked out, because a number in a name does not count."""
    for mention in mentions:
        hidden = "#" * (mention.end - mention.start)
        sentence = f"{sentence[: mention.start]}{hidden}{sentence[mention.end :]}"
    return sentence


def _meaning(
    sentence: str, number: Number, mentions: Sequence[Mention], kind: Kind | None, before: Sequence[str]
) -> Meaning:
    """Return what a number can be, given its kind by the nearest word and who was named in the sentence before."""
    names, of_all = _names(mentions), bool(_OF.match(sentence, number.end))
    if kind in _COUNTS and _ALL_OF.search(sentence[: number.start]):
        return Meaning("tasks", names)  # wins on 3 of the 4 tasks
    if "respectively" in sentence:
        return Meaning(kind, names, of_all=of_all)
    if kind not in _OF_PAIRS:
        return Meaning(kind, names, _owner(sentence, number, mentions))
    owner = _subject(sentence, number, mentions)
    after = next((mention for mention in mentions if mention.start >= number.end), None)
    if owner and after and _RIVAL_AT_ONCE.search(sentence[number.end : after.start]):
        return Meaning(kind, tuple(dict.fromkeys((owner, after.name))), owner, of_all=of_all)
    return Meaning(kind, names, owner, tuple(dict.fromkeys((*names, *before))), of_all)


def _subject(sentence: str, number: Number, mentions: Sequence[Mention]) -> str:
    """Return the comparate before a number that does something, with none but its rivals between; empty if none does.

    "A wins on 3 tasks against B and on 4 against C": both are wins of A.
    """
    for mention in reversed([mention for mention in mentions if mention.end <= number.start]):
        if not _RIVAL_AT_ONCE.search(sentence[: mention.start]):
            acts = _VERB.match(sentence, mention.end) and not _ASIDE.search(sentence[: mention.start])
            return mention.name if acts else ""
    return ""


def _owner(sentence: str, number: Number, mentions: Sequence[Mention]) -> str:
    """Return the comparate whose number it is: "A (.61)", ".61 for A", or "A has .61"; empty where none of these is."""
    after = next((mention for mention in mentions if mention.start >= number.end), None)
    if after and _OWNER_AFTER.fullmatch(sentence[number.end : after.start]):
        return after.name
    last = next((mention for mention in reversed(mentions) if mention.end <= number.start), None)
    if last is None:
        return ""
    between = sentence[last.end : number.start]
    if _BRACKET.fullmatch(between):
        return last.name if _CLOSED.match(sentence, number.end) else ""
    return "" if _DIGIT.search(between) or _RIVAL.search(between) else _subject(sentence, number, mentions)


def _kind(sentence: str, number: Number, words: Iterable[tuple[Kind, re.Pattern[str]]]) -> Kind | None:
    """Return the kind of a number according to the nearest word."""
    low = max(0, number.start - _NEAR)
    around = sentence[low : number.end + _NEAR]
    distances = [
        (min(abs(low + match.start() - number.end), abs(number.start - low - match.end())), kind)
        for kind, pattern in words
        for match in pattern.finditer(around)
    ]
    return min(distances, key=lambda pair: pair[0])[1] if distances else "score" if number.percent else None


def _may_be(value: Known, meaning: Meaning, tasks: Sequence[str]) -> bool:
    """Whether a number may be what a sentence calls so."""
    kind, rivals = meaning.kind, meaning.rivals or meaning.names
    if len(rivals) > 1 and value.rival and value.rival not in rivals:
        return False
    if kind in _CENTRES and value.kind == "score":
        return value.task in tasks
    if kind in (*_COUNTS, "tasks"):  # wins on 3 of 4 tasks: 3 is no number of tasks, but 4 may be
        return value.kind == kind or (value.kind == "tasks" and not meaning.of_all)
    centre = kind == "score" and value.kind in _CENTRES
    return kind in (None, value.kind) or value.kind == "table" or centre


def _nearest(values: Sequence[Known], typed: Decimal, scales: Iterable[Decimal]) -> tuple[Decimal, Known]:
    """Return the number that is nearest to a typed one, and how far it is."""
    distances = []
    for scale in scales:
        k = bisect_left(values, typed / scale, key=lambda value: value.size)
        distances += [(abs(value.size * scale - typed), value) for value in values[max(k - 1, 0) : k + 1]]
    return min(distances, key=lambda pair: pair[0])


def _disagreeing(number: Number, kind: Kind | None, possible: Sequence[Known]) -> Known | None:
    """Return the nearest known number if none rounds to the typed one; bounds and bare counts pass."""
    counts = kind in (*_COUNTS, "tasks")
    if number.bound or not possible or ("." not in number.digits and not counts and not number.percent):
        return None
    typed = Decimal(number.digits)
    half = Decimal((0, (5,), -len(number.digits.partition(".")[2]) - 1))
    scales = (Decimal(1),) if counts else (Decimal(100),) if number.percent else (Decimal(1), Decimal(100))
    if number.exponent:
        scales = (Decimal(1).scaleb(-number.exponent),)
    if _nearest(possible, typed, scales)[0] <= half:
        return None
    keyed = [value for value in possible if not value.task and value.kind != "table"]
    return _nearest(keyed or possible, typed, scales)[1]


@dataclass(frozen=True)
class Known:
    """A number of a comparate."""

    kind: Kind  # what it is a number of
    key: str  # its key in prose, or a description
    size: Decimal  # the absolute value, because the sign depends on the point of view
    rival: str = ""  # for a number of a pair, the other comparate
    task: str = ""  # for a score on a single task, which has no key: the task


class KnownNumbers:
    """The numbers of the comparates of a comparison, which are gathered when a paper names one."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self._numbers_of, self._in_order = cache(self._of), cache(self._sorted)  # papers repeat themselves

    def possible(self, meaning: Meaning, sentence: str) -> list[Known]:
        """Return the numbers that may stand in a sentence, including those of the pairs of its comparates, by size."""
        tasks = self.comparison.scores.tasks if meaning.kind in _CENTRES else ()
        return self._in_order(meaning, tuple(task for task in tasks if task in sentence))

    def _sorted(self, meaning: Meaning, tasks: tuple[str, ...]) -> list[Known]:
        names = (meaning.owner,) if meaning.owner else meaning.names
        values = (value for name in names for value in (*self._numbers_of(name), *self._of_table))
        return sorted((value for value in values if _may_be(value, meaning, tasks)), key=lambda value: value.size)

    @cached_property
    def spellings(self) -> list[tuple[str, re.Pattern[str], bool]]:
        """Patterns of names, a long one before those that are part of it, then those in other letters.

        MultiROCKET is MultiRocket where no other comparate is called so.
        """
        longest_first = sorted(self.comparison.names, key=len, reverse=True)
        folded = Counter(map(str.casefold, longest_first))
        loose = [name for name in longest_first if len(name) > 2 and folded[name.casefold()] == 1]
        return [(name, re.compile(_pattern(name)), True) for name in longest_first] + [
            (name, re.compile(_pattern(name), re.IGNORECASE), False) for name in loose
        ]

    @cached_property
    def _content(self) -> dict[str, Any]:
        return as_dict(self.comparison, pairs="none")

    @cached_property
    def _pairs(self) -> PairTable:
        return PairTable.of(self.comparison, NOTHING)

    @cached_property
    def _of_table(self) -> list[Known]:
        """The level and the tests of all comparates, which may appear beside any of them."""
        tests = ("friedman", "iman_davenport", "nemenyi")
        return [
            replace(number, kind="table") for test in tests for number in _numbers_in(self._content[test], f"{test}/")
        ]

    def _of(self, name: str) -> list[Known]:
        """Return the numbers of a comparate: its own, those of its pairs, and its scores."""
        comparison, place = self.comparison, self.comparison.names.index(name)
        numbers = [*_numbers_in(self._content["summary"][place], f"comparate/{name}/")]
        pairs = comparison.pair_statistics
        for pair in self._pairs.flat(np.flatnonzero((pairs.row == place) | (pairs.column == place))):
            row, column = pair["row"], pair["column"]
            if name == row:
                numbers += _numbers_in(pair, f"pair/{row}/{column}/", column)
            else:
                mirrored = {_OTHER_SIDE.get(key, key): value for key, value in pair.items()}
                numbers += _numbers_in(mirrored, f"pair/{column}/{row}/", row)
        scores = comparison.scores
        for task, value in zip(scores.tasks, scores.values[:, comparison.order[place]].tolist(), strict=True):
            if math.isfinite(value):
                numbers.append(Known("score", f"the score on {task}", Decimal(repr(abs(value))), task=task))
        return numbers


def _pattern(name: str) -> str:
    """Return the pattern of a name in TeX: special characters with or without a backslash, ~ for spaces."""
    letters = (r"(?:\s+|~)" if letter == " " else rf"\\?{re.escape(letter)}" for letter in name)
    return rf"(?<![\w-]){''.join(letters)}(?![\w-])"


def _numbers_in(numbers: Mapping[str, Any], prefix: str, rival: str = "") -> Iterator[Known]:
    """Yield the numbers among the statistics of a comparate or a pair."""
    for key, value in numbers.items():
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            yield Known(_KINDS.get(key, "other"), f"{prefix}{key}", Decimal(repr(abs(value))), rival)


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
    text = _COMMENT.sub(lambda match: match[1] + " " * (len(match[0]) - len(match[1])), tex)
    return _NO_PROSE.sub(lambda match: _blank(match[0]), "".join(_without_environments(text)))


def _without_environments(tex: str) -> Iterator[str]:
    """Yield the parts of TeX, those that are typed as they are, drawn or computed as spaces; look for no end twice."""
    start, endless = 0, set[str]()
    for begin in _BEGIN.finditer(tex):
        end = f"\\end{{{begin[1]}}}"
        if begin.start() < start or end in endless:
            continue
        place = tex.find(end, begin.end())
        if place < 0:
            endless.add(end)
            continue
        yield tex[start : begin.start()]
        start = place + len(end)
        yield _blank(tex[begin.start() : start])
    yield tex[start:]


def _blank(text: str) -> str:
    """Return spaces in place of a text, keeping its line ends."""
    return re.sub(r"[^\n]", " ", text)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield the start of each sentence, and the sentence; one that no prose has, in parts."""
    start = 0
    for stop, after in [*(end.span() for end in _END.finditer(text)), (len(text), len(text))]:
        for part in range(start, max(stop, start + 1), _LONGEST):
            yield part, text[part : min(stop, part + _LONGEST)]
        start = after


def typed_numbers(sentence: str) -> Iterator[Number]:
    """Yield the numbers of a sentence."""
    for match in _NUMBER.finditer(sentence):
        before = sentence[max(0, match.start() - _NEAR) : match.start()]
        bound = bool(_BOUND.search(before))
        exponent = int(match["exponent"] or 0)
        yield Number(match["digits"], *match.span("digits"), bound, bool(match["percent"]), exponent)
