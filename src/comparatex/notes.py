"""Notes to the reader, one for each kind: what holds of many files is said once, with the first of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from comparatex.names import listed

_CASES = 3

_DETAIL = re.compile(r"'(?:[^']|(?<=\w)'(?=\w))*'|\d[\d.,]*(?: more)?")
"""A name in quotes or a number, in which notes of one kind differ."""
_DETAILS = re.compile(r"#(?:(?:, | and )#)*")


def by_kind(notes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the notes on several things, those that differ only in names and numbers as one.

    >>> notes = [(f"{name}.csv", f"{name}.csv: the row {name!r} is a title.") for name in "ABCDE"]
    >>> by_kind([*notes, ("", "Scores are missing.")])
    ("A.csv: the row 'A' is a title. The same holds of B.csv, C.csv and 2 more.", 'Scores are missing.')
    """
    kinds: dict[str, dict[str, str]] = {}
    for subject, note in notes:
        kind = _DETAILS.sub("#", _DETAIL.sub("#", note.replace(subject, "") if subject else note))
        kinds.setdefault(kind if subject else note, {}).setdefault(subject, note)
    return tuple(_merged(cases) for cases in kinds.values())


def _merged(cases: dict[str, str]) -> str:
    """Return the note on the first of some cases, and what else it holds of."""
    (_, note), *others = cases.items()
    rest = listed([subject for subject, _ in others], _CASES - 1, str) if others else ""
    return f"{note} The same holds of {rest}." if rest else note
