"""Cells to numbers, with the decimals with which they were written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace
from decimal import Decimal
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.raw_table import Cells, Column, Table, distinct_cells
from comparatex.data.scores import BINARY, LARGEST
from comparatex.errors import DataError
from comparatex.names import listed, quoted

Numbers = tuple[NDArray[np.float64], NDArray[np.int8]]
TOO_LARGE = "the score is larger than 1e300, where sums overflow: divide all scores by a power of ten."
MISSING = frozenset({"", "na", "nan", "n/a", "#n/a", "null", "none", "-", "--", "---", "–", "—", "?"})
"""What a missing score is written as, in lower case."""
_ANSWERS = {"true": True, "false": False}  # as of items that are solved

SIGNIFICANT = 12
"""Scores with more significant digits are not short decimal numbers: they print a binary float."""

LARGEST_WHOLE = 2**53  # all whole numbers up to this one are floats
TOO_MANY_DIGITS = (
    "has more digits than a floating-point number holds (whole numbers are exact up to 2^53): subtract a constant "
    "from all scores of the task, or write fewer digits."
)

_MOST_DECIMALS = int(np.iinfo(np.int8).max)

_GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(?:([,. '])\d{3})(\1\d{3})*(?:(?!\1)([.,])\d*)?")
"""A number in groups of three digits, perhaps with decimals: what parts them, further groups, and the decimal mark."""

_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?")
_DECIMAL = re.compile(r"[+-]?\d*([.,])\d*(?:[eE][+-]?\d+)?")
_NO_VERSION = r"(?!(?!\d{1,3}(?:\.\d{3})+$)\d+(?:\.\d+){2,}$)"  # as 1.10.2 is, and 2024.05.17, but not 1.234.567
_MAYBE_NUMBER = re.compile(
    rf"{_NO_VERSION}[+-]?[\d.,' ]*\d[\d.,' ]*([eE][+-]?\d+)?\s*%?|[+-]?inf(inity)?", re.IGNORECASE
)

_SPREAD = re.compile(r"\$?[+-]?[\d.,]+\s*(±|\+/?-|\+-|\$?\s*\\pm\s*\$?|[(\[/;])\s*[+-]?[\d.,]+.*", re.IGNORECASE)

_MARKED = re.compile(
    r"\W*(\\(textbf|textit|underline|mathbf|emph|bfseries)\W*)+[\d.,]+\W*$"
    rf"|{_NO_VERSION}['*†‡$ ]*[+-]?[\d.,]+\s*(\\?%|['*†‡$• ])*$"
)

SEAM, RAISED, LEVEL = "\x01", "\x02", "\x03"
"""Marks in the text of a document's cell: where a tag, a group or a command begins or ends, and where raised or
lowered text does."""

_MARKS = re.compile(f"[{SEAM}{RAISED}{LEVEL}]+")
_RAISED_MARK = re.compile(rf"{RAISED}[{SEAM}\sA-Za-z*∗†‡§¶•#,;()\[\]+]*{LEVEL}")
"""Raised or lowered text that is a mark beside a number: no digit, no sign of percent or minus."""

_WITHIN_NUMBER = re.compile(rf"(?<=[\d.,eE]){_MARKS.pattern}(?=[\d.,eE+−-])")
_BOUNDS = "<>≤≥= "
_SEVERAL = re.compile(r"[+-]?[\d.,]+(\s+[+-]?[\d.,]+)+")


class Unstyled(str):
    """A text of whose parts nobody knows the styles, so that small print in it may have joined a score."""

    __slots__ = ()


def parse_numbers(columns: Sequence[Cells], place: Callable[[int, int], str]) -> Numbers:
    """Return values, NaN where a cell is missing, and decimals of columns; `place` names a cell by row and column."""
    shape = (len(columns[0]) if columns else 0, len(columns))
    values, decimals = np.empty(shape), np.full(shape, BINARY, dtype=np.int8)
    rest: list[int] = []
    pointed: list[int] = []
    for k, cells in enumerate(columns):
        if isinstance(cells, np.ndarray):
            values[:, k], decimals[:, k] = widened(cells), 0 if cells.dtype.kind in "iu" else BINARY
        elif numbers := cells.numbers if isinstance(cells, Column) and holds_numbers(cells) else _if_plain(cells):
            values[:, k], decimals[:, k] = _of_cells(cells, numbers)
            pointed.append(k)
        else:
            rest.append(k)
    texts = (_plain_text(cell) for k in rest for cell in distinct_cells(columns[k]) if isinstance(cell, str))
    comma = any(_DECIMAL_COMMA.fullmatch(text) and not _GROUPED.fullmatch(text) for text in texts)  # 1,234 is open
    rest += pointed if comma else []  # where a point separates thousands, or nobody knows what it is
    for k in rest:
        cells, rows = columns[k], np.arange(len(values))
        if isinstance(cells, Column):  # a content that is refused is so where it first appears
            _, rows = np.unique(cells.distinct[0], return_index=True)
        contents = [cells[row] for row in rows.tolist()]
        if all(is_missing(cell) or str(cell).strip().casefold() in _ANSWERS for cell in contents):
            contents = [cell if is_missing(cell) else int(_ANSWERS[str(cell).strip().casefold()]) for cell in contents]
        parsed = [_parse_cell(cell, comma, row, k, place) for cell, row in zip(contents, rows.tolist(), strict=True)]
        numbers = np.array([value for value, _ in parsed]), np.array([places for _, places in parsed], np.int8)
        values[:, k], decimals[:, k] = _of_cells(cells, numbers)
    largest = max(values.max(initial=0), -values.min(initial=0))
    if not largest < LARGEST_WHOLE:  # or one is NaN
        _refuse_large(columns, values, place)
    values += 0.0  # which takes the sign from -0.0
    return values, decimals


def _refuse_large(columns: Sequence[Cells], values: NDArray[np.float64], place: Callable[[int, int], str]) -> None:
    """Refuse scores that are infinite, so large that sums overflow, or equal to other whole numbers when rounded."""
    for large, why in (
        (np.isinf(values), "the score is infinite; leave the cell empty if it is missing."),
        (np.abs(values) > LARGEST, TOO_LARGE),
    ):
        if large.any():
            raise DataError(f"{place(*map(int, np.argwhere(large)[0]))}: {why}")
    for row, column in np.argwhere(np.abs(values) >= LARGEST_WHOLE).tolist():
        cell = columns[column][row]
        text = _plain_text(str(cell))
        if text.lstrip("+-").isdecimal() and int(text) != int(values[row, column]):
            raise DataError(f"{place(row, column)}: {quoted(str(cell))} {TOO_MANY_DIGITS}")


def decimals_of(text: str) -> int:
    """Return the number of decimals in which a number is written.

    `BINARY` above 12 significant digits, but for whole numbers up to 2^53.

    >>> decimals_of("0.950"), decimals_of("1e-3"), decimals_of("12"), decimals_of("0.8480000000000001")
    (3, 3, 0, -1)
    """
    _, _, fraction = text.strip().partition(".")
    if len(text) <= SIGNIFICANT and fraction.isdecimal():  # nearly always
        return len(fraction)
    mantissa, _, power = text.strip().lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    if len(text) > SIGNIFICANT and len((whole + fraction).lstrip("+-0")) > SIGNIFICANT:
        digits = text.strip().lstrip("+-")
        return 0 if digits.isdecimal() and int(digits) <= LARGEST_WHOLE else BINARY
    places = len(fraction) - int(power or 0)
    return BINARY if places > _MOST_DECIMALS else max(places, 0)


def holds_numbers(cells: Cells) -> bool:
    """Whether a column contains scores: at least half of its distinct texts look like numbers.

    Half, not all, because a typing error among scores must not turn them into a column of names.
    """
    if isinstance(cells, np.ndarray):
        return True
    if not isinstance(cells, Column):
        return _are_numbers(cells)
    if cells.holds_numbers is None:
        cells.numbers = _if_plain(cells.distinct[1])
        cells.holds_numbers = cells.numbers is not None or _are_numbers(cells.distinct[1])
    return cells.holds_numbers


def _are_numbers(cells: Sequence[Any]) -> bool:
    try:
        list(map(float, cells))
        return True
    except (TypeError, ValueError, OverflowError):
        some = (cells[k] for k in range(0, len(cells), len(cells) // 1000 + 1))  # of many names
        held = [cell for cell in dict.fromkeys(some) if not is_missing(cell)]
        return 2 * sum(map(_looks_numeric, held)) >= len(held)


def is_missing(cell: Any) -> bool:
    """Whether a cell denotes a missing score."""
    return cell is None or (cell.strip().lower() in MISSING if isinstance(cell, str) else cell != cell)


def _looks_numeric(cell: Any) -> bool:
    """Whether a cell is meant to be a number, even one that will be refused."""
    if not isinstance(cell, str):
        return isinstance(cell, (int, float))
    return _MAYBE_NUMBER.fullmatch(_plain_text(cell)) is not None


def widened(numbers: NDArray[np.generic]) -> NDArray[np.float64]:
    """Return numbers as floats of 64 bits: shorter floats become the shortest decimals that they stand for.

    Otherwise 0.3 − 0.2 and 0.2 − 0.1, each rounded to 32 bits, would differ by far more than the grid of ties.

    >>> widened(np.array([0.1, 2e-9, 16777216], dtype=np.float32)).tolist()
    [0.1, 2e-09, 16777216.0]
    """
    wide = numbers.astype(np.float64)
    if numbers.dtype.kind != "f" or numbers.dtype.itemsize >= wide.dtype.itemsize:
        return wide
    return np.where(wide == np.rint(wide), wide, numbers.astype(str).astype(np.float64))  # whole ones have all digits


def _of_cells(cells: Cells, numbers: Numbers) -> Numbers:
    values, decimals = numbers
    return (values[cells.distinct[0]], decimals[cells.distinct[0]]) if isinstance(cells, Column) else numbers


def _if_plain(cells: Sequence[Any]) -> Numbers | None:
    """Return values and decimals of texts that are plain numbers or missing, and of floats; None for others; fast."""
    kinds = {*map(type, cells)}
    if kinds == {float}:  # as workbooks have them
        return np.array(cells), np.full(len(cells), BINARY)
    if kinds != {str} or "_" in "".join(cells):  # float() accepts 1_000
        return None
    try:
        values = np.array(list(map(float, cells)))
    except ValueError:
        if not (is_missing(cells[0]) or _looks_numeric(cells[0])):  # as of a column of names
            return None
        values = np.full(1, np.nan)
    if np.isnan(values).any():
        there = [not is_missing(cell) for cell in cells]
        plain = None if all(there) else _if_plain([cells[k] for k in np.flatnonzero(there).tolist()])
        if plain is None:
            return None
        values, decimals = np.full(len(cells), np.nan), np.full(len(cells), BINARY, np.int8)
        values[there], decimals[there] = plain
        return values, decimals
    if any(vanishes(cells[k]) for k in np.flatnonzero(values == 0).tolist()):
        return None
    return values, np.array(list(map(decimals_of, cells)), np.int8)


def decimals_in(data: bytes, separators: bytes) -> tuple[NDArray[np.intp], NDArray[np.int8], NDArray[np.bool_]]:
    """Return where the cells of a text end, what `decimals_of` does of those that hold numbers, and which may not.

    These have other signs than digits, points, plus and minus, or are whole and longer than most numbers.
    """
    signs, others = (np.frombuffer(part, np.uint8) for part in (data, data.translate(None, b"+-.0123456789")))
    marks = np.flatnonzero(_among(signs, separators + b"."))
    pointed = signs[marks] == ord(".")
    at = np.flatnonzero(~pointed)
    ends, whole = marks[at], ~pointed[at - 1]
    unusual = np.diff(np.flatnonzero(_among(others, separators)), prepend=-1) > 1
    decimals = np.where(whole, 0, ends - marks[at - 1] - 1)
    long = np.flatnonzero(np.diff(ends, prepend=-1) > SIGNIFICANT + 1)
    first = np.where(long, ends[long - 1] + 1, 0)  # significant digit, once it is found
    left = np.arange(len(long))
    while len(left := left[_among(signs[first[left]], b"+-.0")]):
        first[left] += 1
    significant = ends[long] - first - (~whole[long] & (ends[long] - decimals[long] > first))
    decimals[decimals > _MOST_DECIMALS] = BINARY
    decimals[long[significant > SIGNIFICANT]] = BINARY
    unusual[long[(significant > SIGNIFICANT) & whole[long]]] = True
    return ends, decimals.astype(np.int8), unusual


def _among(signs: NDArray[np.uint8], some: bytes) -> NDArray[np.bool_]:
    equal: NDArray[np.bool_] = signs == some[0]
    for sign in some[1:]:
        equal |= signs == sign
    return equal


def _parse_cell(cell: Any, comma: bool, row: int, column: int, place: Callable[[int, int], str]) -> tuple[float, int]:
    if is_missing(cell):
        return np.nan, BINARY
    if isinstance(cell, (int, float)) and not isinstance(cell, bool):
        if abs(cell) > LARGEST:  # a whole number may be larger than any float
            raise DataError(f"{place(row, column)}: {TOO_LARGE}")
        return float(cell), 0 if isinstance(cell, int) else BINARY
    if isinstance(cell, Unstyled) and _looks_numeric(cell):
        raise DataError(
            f"{place(row, column)}: {quoted(cell)} is a text, whose raised, lowered and struck parts are not told from "
            "its number in such files: make it a number, or save the table as .xlsx."
        )
    text = _plain_text(str(cell))
    if comma and _DECIMAL_COMMA.fullmatch(text):
        text = text.replace(",", ".")
    elif comma and "." in text and "," not in text and _looks_numeric(text):
        grouped = _GROUPED.fullmatch(text) is not None
        raise DataError(
            f"{place(row, column)}: {quoted(cell)} has a decimal point but other scores have decimal commas: use points"
            f"{', or say with `decimal_mark` that points part thousands' if grouped else ''}.",
            _POINT_OR_COMMA[1:] if grouped else (),
        )
    try:
        if "_" in text:
            raise ValueError(text)
        value, decimals = float(text), decimals_of(text)
    except ValueError:
        remedies = _POINT_OR_COMMA if _GROUPED.fullmatch(text) else [{"marked_cells": ""}] * is_bound(text)
        raise DataError(f"{place(row, column)}: {quoted(cell)} {what_is_wrong(cell)}", remedies) from None
    if value == 0 and vanishes(text):
        raise DataError(
            f"{place(row, column)}: {quoted(cell)} is closer to zero than a number can be here: multiply all "
            "scores by a power of ten, or write 0."
        )
    return value, decimals


def what_is_wrong(cell: Any) -> str:
    """Return what is wrong with a cell that is not a number, and the remedy."""
    text = _plain_text(str(cell))
    does = "" if number_in(cell) is None else " (`marked_cells` does)"
    if text.endswith("%"):
        return f"has a percent sign: delete the signs{does}, so that all scores are plain percentages."
    if _GROUPED.fullmatch(text):
        return (
            "may have a thousands separator or a decimal comma: say what stands before decimals with `decimal_mark`, "
            "or write plain numbers with a decimal point."
        )
    if _SEVERAL.fullmatch(text):
        return "holds more than a score, as a footnote or a second line is: keep the score alone."
    if _SPREAD.fullmatch(text):
        return f"holds more than a score: keep the score alone{does}, or write a row per repeat."
    if is_bound(text):
        return (
            "is a bound and no score: write the score that counts in its place, as the limit (`marked_cells` takes "
            "it), or leave it empty."
        )
    if measured(cell)[1]:
        return "has a unit: write all scores in one unit, without it."
    if _MARKED.match(text) or does:
        return f"has a mark beside its number: delete it{does}."
    return "is not a number: correct it, or leave the cell empty if the score is missing."


def is_bound(text: str) -> bool:
    """Whether a text is a bound, such as ``>3600``."""
    rest = text.lstrip(_BOUNDS)
    return text[:1] in ("<", ">", "≤", "≥") and (number_in(rest) is not None or bool(measured(rest)[1]))


def is_marked_number(cell: Any) -> bool:
    r"""Whether a cell is a number with something added: a spread, a percent sign, a mark.

    >>> [is_marked_number(cell) for cell in ("0.91 ± 0.02", r"\textbf{0.91}", "0.91 (3)", "3 layers")]
    [True, True, True, False]
    """
    text = _plain_text(str(cell))
    return bool(_SPREAD.fullmatch(text) or _MARKED.match(text) or number_in(cell) is not None)


_GROUPS = r"\d{1,3}(?:,\d{3})+\.\d*|\d{1,3}(?:\.\d{3})+,\d*"  # with decimals, so that nothing is ambiguous
_NUMBER = rf"(?:{_GROUPS}|\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?"
_AMOUNT = rf"[-+−±↑↓]?\s*{_NUMBER}\s*(?:\\?%|[^\W\d_]{{1,3}})?"
"""A number with a sign and a unit of few letters, as for a time."""
_LETTER = r"(?:[^\W\d_]{1,3}\s*=?\s*)?"  # n=5, SD 0.2
_ADDED = (
    rf"(?:_?(?:±|\+/?-|\\pm|\+)|_[-−]|[↑↓])\s*\$?\s*{_NUMBER}\s*(?:\\?%)?"  # a spread or a gain
    rf"|[(\[]\s*{_LETTER}{_AMOUNT}(?:\s*[,;±–-]\s*{_AMOUNT})*\s*[)\]]"  # in brackets: a spread, interval, time, rank
    r"|[\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f300-\U0001faff]"  # a medal, a star
    r"|\\?%|[\s$€£¥'*∗†‡§¶•+=≈~↑↓]|(?<=[\s)])(?:[-−](?!\s*[\d.])|v(?!\w))"  # a mark, also of tests: +, =, − or Weka's v
)
_NUMBER_FIRST = re.compile(rf"[\s$€£¥'*∗†‡]*([-+−]?{_NUMBER})(?:{_ADDED})*")


def number_in(cell: Any) -> str | None:
    r"""Return the number that comes first in a cell with a spread, a time, a percent sign or a mark; else None.

    >>> [number_in(cell) for cell in ("0.76 ± 0.01", "76.0 %", "0.91*", "3 layers", "0.5 (0.1)", "7±1 % (n=5)")]
    ['0.76', '76.0', '0.91', None, '0.5', '7']
    >>> [number_in(cell) for cell in ("0.94±0.00 (41s)", "0.27 (±0.01) (+1.20%)", "0.9 [0.8, 1.0] +", "0.9-1.0")]
    ['0.94', '0.27', '0.9', None]
    """
    number = _NUMBER_FIRST.fullmatch(cell) if type(cell) is str else None
    return number[1] if number else None


_UNIT = r"(?!v\b)[^\W\d_°]+(?:/[^\W\d_]+)?|×|°C"
_MEASURED = re.compile(
    rf"[(\[]?\s*([-+−]?{_NUMBER})\s*(?P<unit>{_UNIT})?(?:{_ADDED}|(?:±|\+/?-|\\pm)\s*{_NUMBER}\s*(?P<last>{_UNIT}))*\s*[)\]]?"
)
_DURATION = re.compile(
    r"(?:(\d+)d\s*)?(?:(\d+)h\s*)?(?:(\d+)m(?:in)?\s*)?(?:(\d+(?:\.\d+)?)s)?"
    r"|(?:(\d+) days?, )?(\d+):([0-5]\d):([0-5]\d(?:\.\d+)?)|()()(\d+):([0-5]\d\.\d+)"
)


def measured(cell: Any, *, bounds: bool = False, durations: bool = False) -> tuple[str, str]:
    """Return the number that comes first in a cell with a unit, perhaps of a bound, and the unit, or empty texts.

    Durations of several units are in seconds, and of one unit if all are `durations`.

    >>> [measured(cell) for cell in ("1.22s", "(41 ms)", "2.4 ± 0.2 GB", "0.7 (7s)", "120 req/s", "3")]
    [('1.22', 's'), ('41', 'ms'), ('2.4', 'GB'), ('', ''), ('120', 'req/s'), ('', '')]
    >>> [measured(cell) for cell in ("4m11s", "1h2m", "00:04:11.5", "4:11", "4:11.5")]
    [('251', 's'), ('3720', 's'), ('251.5', 's'), ('', ''), ('251.5', 's')]
    """
    if type(cell) is not str:
        return "", ""
    text = cell.strip().lstrip(_BOUNDS * bounds)
    numbers = duration.groups() if (duration := _DURATION.fullmatch(text)) else ()
    if sum(map(bool, numbers)) >= (1 if durations else 2):
        units = zip(numbers, 3 * (86400, 3600, 60, 1), strict=True)
        return str(sum(Decimal(number) * unit for number, unit in units if number)), "s"
    parts = _MEASURED.fullmatch(text)
    unit = parts and (parts["last"] or parts["unit"])
    return (parts[1], unit) if parts and unit else ("", "")


def without_marks(cells: Cells, *, all_of_them: bool) -> tuple[Cells, dict[str, str]]:
    """Return a column with the numbers in front of cells, and these by the texts of the cells that hold more.

    There are none where all cells are plain numbers, or, if all are to be numbers, where one is not.
    """
    if isinstance(cells, np.ndarray) or (isinstance(cells, Column) and holds_numbers(cells) and cells.numbers):
        return cells, {}
    contents: Sequence[Any] = cells.distinct[1] if isinstance(cells, Column) else cells
    if str not in {*map(type, contents)}:
        return cells, {}
    numbers: dict[str, str] = {}
    for cell in contents:
        if (number := number_in(cell if all_of_them or type(cell) is not str else cell.lstrip(_BOUNDS))) is not None:
            numbers[cell] = number
        elif all_of_them and not is_missing(cell) and (isinstance(cell, (str, bool)) or not _looks_numeric(cell)):
            return cells, {}
    marked = {cell: number for cell, number in numbers.items() if _plain_text(cell) != _plain_text(number)}
    if not marked:
        return cells, {}
    return with_texts(cells, numbers), marked


def without_seams(text: str) -> str:
    r"""Return the text of a document's cell without the marks in it; a number has a blank where one is within it.

    >>> without_seams("\x010.95\x01"), without_seams("0.95\x02a\x03"), without_seams("0.95\x021\x03")
    ('0.95', '0.95', '0.95 1')
    >>> without_seams("H\x022\x03O")
    'H2O'
    """
    text = text.strip(f" {SEAM}")  # as most cells have them, around their numbers
    if not _MARKS.search(text):
        return " ".join(text.split())
    bare = _RAISED_MARK.sub(SEAM, text)
    number = _MARKS.sub("", bare)
    if not (_looks_numeric(number) or is_marked_number(number)):
        return " ".join(_MARKS.sub("", text).split())
    return " ".join(_MARKS.sub("", _WITHIN_NUMBER.sub(" ", bare)).split())


def vanishes(text: str) -> bool:
    """Whether a number that reads as zero is written as another one, such as 1e-400."""
    return re.search("[1-9]", text.lower().partition("e")[0]) is not None


_TYPED = str.maketrans("−’\u00a0\u2007\u2009\u202f", "-'    ")
_RAISED = str.maketrans("⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹", "-+0123456789")
_POWER = re.compile(
    r"\s*(?:[×x·*]|\\times|\\cdot)\s*10\s*(?:\^\s*[{(]?\s*([-+]?\d+)[)}]?|([-+]\d+)|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+))"
)
"""A power of ten behind a number."""


def _plain_text(text: str) -> str:
    """Return a cell without outer blanks and with the signs of a keyboard, powers of ten as programs write them."""
    text = text.strip().translate(_TYPED)
    power = _POWER.search(text) if "10" in text else None
    if power is None:
        return text
    exponent = power[power.lastindex or 1].translate(_RAISED)
    return f"{text[: power.start()]}e{exponent}{text[power.end() :]}"


# --------------------------------------------------------------------------- separators of thousands, and texts
READ_AS_MISSING = "read as missing"
_POINT_OR_COMMA = [{"decimal_mark": "point"}, {"decimal_mark": "comma"}]
_MARK = {"point": ".", "comma": ","}
_ENOUGH_GROUPED, _FIRST = 3, 100  # numbers of a column, of which the first nearly always tell that it has decimals
_MOST_TEXTS, _LONGEST_TEXT = 6, 20
"""Different texts in place of scores, and characters of each, that say why there is none; others are a mistake."""


class _Marks:
    """What the numbers of a column show of the marks in them."""

    def __init__(self, cells: Iterable[str]) -> None:
        self.parting, self.decimal = set[str](), set[str]()  # what parts thousands, and decimals
        self.either = Counter[str]()  # numbers such as 1,234, by their mark
        self.digits = 0  # most of whole numbers without a mark, but 0, 1 and 100
        for text in map(_plain_text, cells):
            if number := _GROUPED.fullmatch(text):
                self.decimal |= {number[3]} - {None}
                if number[1] == "'" or (number[1] != " " and (number[2] or number[3])):
                    self.parting.add(number[1])
                else:
                    self.either[number[1]] += 1
            elif number := _DECIMAL.fullmatch(text):
                self.decimal.add(number[1])
            elif text.isdecimal() and text not in ("0", "1", "100"):
                self.digits = max(self.digits, len(text))


def with_plain_scores(table: Table, scores: Sequence[int], stated: str | None) -> Table:
    """Return a table whose scores have plain numbers: without separators of thousands, and missing where texts stand.

    The decimal mark is stated, or shown by the numbers beyond doubt.
    """
    if not stated and all(_has_clear_decimals(table.columns[k]) for k in scores):
        return table
    texts = {k: cells for k in scores if (cells := _texts(table.columns[k], stated))}
    marks = {} if stated else {k: _Marks(cells) for k, cells in texts.items()}
    decimal = _MARK[stated] if stated else _decimal_mark(table, texts, marks)
    read: dict[int, dict[str, str]] = {k: {} for k in texts}
    none: set[tuple[int, str]] = set()
    for k, cell in ((k, cell) for k, cells in texts.items() for cell in cells):
        text = _plain_text(cell)
        number = _plain_number(text, decimal) if decimal else None
        known = _looks_numeric(cell) or text.casefold() in _ANSWERS or any(map(str.isdigit, text))
        if number is not None:
            read[k][cell] = number
        elif stated and re.fullmatch(r"[+-]?[\d.,]+", text):
            raise DataError(
                f"{_place(table, k, cell)} has another mark than a decimal {stated} (`decimal_mark`): correct it."
            )
        elif not known and len(text) <= _LONGEST_TEXT:
            none.add((k, cell))
    notes = [
        f"{table.name}: {quoted(cell)} is read as {number}, with a separator of thousands."
        for cells in read.values()
        for cell, number in cells.items()
        if sum(map(str.isdigit, number)) < len(cell.strip("+-− ")) - ("." in number)
    ][:1]
    if marks and not decimal and table.separator == ";" and all(map(_is_of_groups, marks.values())):
        cell = next(cell for cell in chain(*texts.values()) if "." in cell)
        notes.append(
            f"{table.name}: {quoted(cell)} is taken to have a decimal point, though a semicolon parts columns: if its "
            'point parts thousands, use `decimal_mark="comma"`.'
        )
    columns = tuple(with_texts(cells, read.get(k, {})) for k, cells in enumerate(table.columns))
    table = replace(table, columns=columns, notes=(*table.notes, *notes))
    return _without_texts(table, none, [k for k in scores if holds_numbers(table.columns[k])]) if none else table


def _without_texts(table: Table, none: Set[tuple[int, str]], columns: Sequence[int]) -> Table:
    """Return a table in which some texts in columns of scores are missing ones.

    Those of rows of texts alone stay, unless all of them stand beside scores elsewhere, as of solvers that time out.
    """
    places = [
        (row, k, cell) for k in {k for k, _ in none} for row, cell in enumerate(table.columns[k]) if (k, cell) in none
    ]
    several = {row for row, n in Counter(row for row, *_ in places).items() if n > 1}
    scored = {
        row
        for row in several
        if any((k, cell) not in none and not is_missing(cell) for k in columns for cell in [table.columns[k][row]])
    }
    beside = {cell.strip() for row, _, cell in places if row in scored or row not in several}
    scored |= several.difference(row for row, _, cell in places if cell.strip() not in beside)
    places = sorted(place for place in places if place[0] in scored or place[0] not in several)
    kinds = list(dict.fromkeys(cell.strip() for *_, cell in places))
    if not 0 < len(kinds) <= _MOST_TEXTS:
        return table
    cells = {k: list(table.columns[k]) for _, k, _ in places}
    for row, k, _ in places:
        cells[k][row] = ""
    row, k, _ = places[0]
    note = f"{table.place(row, k)}: {listed(kinds, 4)} {'is' if len(kinds) == 1 else 'are'} {READ_AS_MISSING}."
    kept = tuple(cells.get(k, column) for k, column in enumerate(table.columns))
    return replace(table, columns=kept, notes=(*table.notes, note))


def _has_clear_decimals(cells: Cells) -> bool:
    """Whether a column is of plain numbers with other decimals than the three that may be a group of thousands."""
    if isinstance(cells, Column) and holds_numbers(cells) and cells.numbers:
        return not {*cells.numbers[1][:_FIRST].tolist()} <= {0, 3, BINARY}
    return isinstance(cells, np.ndarray)


def _texts(cells: Cells, stated: str | None) -> list[str]:
    """Return the different texts in a column of scores; the first ones, if these are plain numbers beyond doubt."""
    if isinstance(cells, np.ndarray) or not holds_numbers(cells):
        return []
    contents = distinct_cells(cells)
    if isinstance(cells, Column) and cells.numbers and stated != "comma":
        places = {*cells.numbers[1][:_FIRST].tolist()}
        places |= {*cells.numbers[1].tolist()} if places <= {0, 3, BINARY} else set()
        if not {0, 3} <= places <= {0, 3, BINARY}:
            contents = [contents[k] for k in range(min(_FIRST, len(contents)))]
    return [cell for cell in dict.fromkeys(contents) if type(cell) is str and not is_missing(cell)]


def _is_of_groups(marks: _Marks) -> bool:
    """Whether all numbers of a column have a point before three digits, and nothing tells what it is."""
    return bool(marks.either["."]) and not (marks.decimal or marks.parting or marks.digits)


def _decimal_mark(table: Table, texts: Mapping[int, Sequence[str]], marks: Mapping[int, _Marks]) -> str | None:
    """Return the decimal mark of a table whose thousands are parted; None of one without, or where that is open."""
    either = sum((column.either for column in marks.values()), Counter[str]())
    decimal = set().union(*(column.decimal for column in marks.values()))
    parting = set().union(*(column.parting for column in marks.values()))
    small = max((column.digits for column in marks.values()), default=0) < len("1000")
    if small and either.pop(" ", 0) >= _ENOUGH_GROUPED:  # of which one or two may be marks behind numbers
        parting.add(" ")
    parting |= {
        sign for column in marks.values() for sign in column.either if sign in either and column.decimal - {sign}
    }
    counts = any(column.digits > 1 for column in marks.values())
    if small and counts and not decimal | parting and either[","] >= _ENOUGH_GROUPED:
        parting = {","}
    if len(decimal) > 1 or decimal & parting or {",", "."} <= parting:
        return None
    if parting:
        known = decimal or {*either} - parting or {"," if "." in parting else "."}
        return known.pop() if len(known) == 1 else None
    for k, column in marks.items():
        if not decimal and column.either["."] > 1 < column.digits < len("1000"):
            cell = next(cell for cell in texts[k] if _GROUPED.fullmatch(_plain_text(cell)))
            other = next(cell for cell in texts[k] if len(cell.strip()) > 1 and cell.strip().isdecimal())
            raise DataError(
                f"{_place(table, k, cell)} beside {quoted(other)} may have a decimal point or a point that parts "
                "thousands: say what stands before decimals with `decimal_mark`.",
                _POINT_OR_COMMA,
            )
    return None


def _plain_number(text: str, decimal: str) -> str | None:
    """Return a number as programs write it; None for what is no number with such a decimal mark."""
    number = _GROUPED.fullmatch(text)
    if number and number[1] != decimal and number[3] in (None, decimal):
        text = text.replace(number[1], "")
    plain = _DECIMAL.fullmatch(text)
    return text.replace(decimal, ".") if text.isdecimal() or (plain and plain[1] == decimal) else None


def with_truths(cells: Cells) -> Cells:
    """Return a column of truth values in place of their texts, if it holds no other."""
    contents = [] if isinstance(cells, np.ndarray) else distinct_cells(cells)
    held = (cell for cell in contents if not is_missing(cell))
    first = next(held, None)  # most columns are known by it
    if not all(isinstance(cell, str) and cell.strip().casefold() in _ANSWERS for cell in chain([first], held)):
        return cells
    truths = [_ANSWERS.get(str(cell).strip().casefold(), cell) for cell in contents]
    return Column(cells.distinct[0], truths) if isinstance(cells, Column) else truths


def with_texts(cells: Cells, texts: Mapping[str, str]) -> Cells:
    """Return a column with other texts in place of some."""
    if not texts:
        return cells
    plain = [texts.get(cell, cell) if type(cell) is str else cell for cell in distinct_cells(cells)]
    return Column(cells.distinct[0], plain) if isinstance(cells, Column) else plain


def _place(table: Table, column: int, text: str) -> str:
    """Return the place of the first cell of a column with a text, and the text."""
    return f"{table.place(list(table.columns[column]).index(text), column)}: {quoted(text)}"
