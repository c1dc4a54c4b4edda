"""Names in messages: tidied, quoted and listed, what was probably meant; and notes on many things, said once."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from comparatex.errors import UsageError, visible

Quote = Callable[[str], str]
FORMS = {
    "heatmap": "mcm --form map",
    "run-intervals": "boxes --form runs",
    "sequence": "cdd --by group",
    "audit-patterns": "audit --figure patterns",
    "audit-swap": "audit --figure swap",
    "audit-weakened": "audit --figure weakened",
}
"""The commands of figures that are a form of another one, by the names of the figures."""
GONE = {
    **dict.fromkeys(
        ("posterior-matrix", "mcm --form posterior"),
        'The matrix of probabilities is one of all pairs: draw mcm with `cells_show="posterior"`.',
    ),
    "table critical": (
        "There is no table of critical values any more: tables of tests have p-values, and cdd has its difference."
    ),
    "table conventions": (
        "There is no table of conventions any more: comparatex conventions says where their verdicts differ."
    ),
    "table holm": (
        'There is no table of Holm\'s steps any more: pairwise, with `correction="holm"`, has the adjusted p-values.'
    ),
    "init --latexmkrc": (
        "init writes no latexmkrc any more: the line system('comparatex', 'report') == 0 or die; in one of your own "
        "builds the report before the paper."
    ),
}
"""Figures, tables, commands and options of the version before this one, and what takes their place."""
_LISTED = 8
_LONGEST = 60
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_DROPPED = re.compile(
    "[\u202a-\u202e\u2066-\u2069\ufdd0-\ufdef"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
    + "]"
)
"""Marks of direction, which turn the text around a name, and what is no character, which no XML may have."""
_FORMULA = re.compile(r"'*[=+@-][^|(!]*[|(!]")
"""What a spreadsheet may run: a call or a reference to elsewhere, or the same with apostrophes before it."""


def tidy(name: object) -> str:
    """Return a name without outer blanks, with single inner blanks, in a normalised Unicode form."""
    if isinstance(name, float) and name.is_integer():  # as spreadsheets store whole numbers
        name = int(name)
    text = str(name)
    if text.isascii() and text.isprintable() and "  " not in text and text == text.strip():
        return text
    text = " ".join(_CONTROL.sub(" ", _DROPPED.sub("", text)).split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def are_tidy(names: Sequence[Any]) -> bool:
    """Whether `tidy` would leave all names as they are; asked of all at once, since they may be millions."""
    if {*map(type, names)} != {str}:
        return False
    text = "\n".join(["", *names, ""])
    return text.isascii() and "".join(names).isprintable() and not re.search("  |\n | \n", text)


def quoted(name: object) -> str:
    """Return a name or cell in quotes, on one line, cut where it would fill the screen."""
    text = visible(tidy(name).encode("utf-8", "backslashreplace").decode())  # half of a character cannot be printed
    return f"'{text if len(text) <= _LONGEST else text[:_LONGEST] + '…'}'"


def guarded(name: str) -> str:
    """Return a name for a CSV file, with an apostrophe first where a spreadsheet would run it."""
    return f"'{name}" if _FORMULA.match(name) else name


def unguarded(cell: str) -> str:
    """Return what `guarded` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def separated(names: Iterable[str]) -> str:
    """Return names as settings take several: with commas between them, and quotes around those that hold one."""
    return ",".join(f'"{name.replace(chr(34), chr(34) * 2)}"' if set(name) & set(',"') else name for name in names)


def setting(name: str) -> str:
    """Return the name of a setting as messages have it: the command line makes a flag of it."""
    return f"`{name}`"


def closest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known name that is most similar to a name, ignoring case; None if none is similar."""
    from difflib import get_close_matches

    folded: dict[str, str] = {}
    for other in known:
        folded.setdefault(other.casefold(), other)
    matches = get_close_matches(name.casefold(), list(folded), n=1, cutoff=cutoff)
    return folded[matches[0]] if matches else None


def hint(name: object, known: Sequence[str], quote: Quote = quoted, most: int = _LISTED) -> str:
    """Return the end of a sentence about an unknown name: the one probably meant, or those that exist.

    >>> hint("holmm", ["none", "holm"]), hint("x", ["none", "holm"]), hint("corection", ["correction"], setting)
    (": did you mean 'holm'?", ": there are 'none' and 'holm'.", ': did you mean `correction`?')
    """
    close = closest(str(name), known)
    if close is not None:
        return f": did you mean {quote(close)}?"
    if not known:
        return "."
    several = f"are {listed(known, most, quote)}" if len(known) > 1 else f"is only {quote(known[0])}"
    return f": there {several}."


def listed(names: Sequence[str], most: int = 3, quote: Quote = quoted) -> str:
    """Return names in prose, only the first few of many."""
    if len(names) > most + 1:
        shown, last = names[:most], f"{len(names) - most} more"
    else:
        shown, last = names[:-1], quote(names[-1])
    front = ", ".join(map(quote, shown))
    return f"{front} and {last}" if front else last


def require(names: Iterable[str], known: Sequence[str], what: str, setting: str) -> None:
    """Refuse a name that is not known."""
    every = set(known)
    for name in names:
        if name not in every:
            raise UsageError(f"No {what} is called {quoted(name)} ({setting}){hint(name, known)}")


# -------------------------------------------------------------------------------------------------- notes to the reader
_CASES = 3

_DETAIL = re.compile(r"'(?:[^']|(?<=\w)'(?=\w))*'|\d[\d.,]*(?: more)?")
"""A name in quotes or a number, in which notes of one kind differ."""
_DETAILS = re.compile(r"#(?:(?:, | and )#)*")


def by_kind(notes: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Return the notes on several things, those that differ only in names and numbers as one.

    >>> notes = [(f"{name}.csv", f"{name}.csv: the row {name!r} is a title.") for name in "ABCDE"]
    >>> by_kind([*notes, ("", "Scores are missing.")])
    ("A.csv: the row 'A' is a title. The same holds for B.csv, C.csv and 2 more.", 'Scores are missing.')
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
    return f"{note} The same holds for {rest}." if rest else note
