"""Names as data: tidied when they come in, quoted in messages, looked up with their close matches."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from comparatex.errors import UsageError

_LONGEST = 60
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def tidy(name: object) -> str:
    r"""Return a name without outer blanks, inner runs of blanks as one, in one Unicode form.

    Whole numbers that a spreadsheet holds as floats lose their ``.0``.

    >>> tidy("  random\n forest "), tidy(3.0)
    ('random forest', '3')
    """
    if isinstance(name, float) and name.is_integer():
        name = int(name)
    text = " ".join(_CONTROL.sub(" ", str(name)).split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def quoted(name: object) -> str:
    """Return a name or cell in quotes, on one line, cut where it would fill the screen."""
    text = tidy(name)
    return f"'{text if len(text) <= _LONGEST else text[:_LONGEST] + '…'}'"


def listed(names: Sequence[str], most: int = 3, quote: bool = True) -> str:
    """Return names in prose, the first few of many.

    >>> listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C", "D", "E"])
    ("'A'", "'A' and 'B'", "'A', 'B', 'C' and 2 more")
    """
    if len(names) > most + 1:
        shown, last = names[:most], f"{len(names) - most} more"
    else:
        shown, last = names[:-1], quoted(names[-1]) if quote else names[-1]
    front = ", ".join(map(quoted, shown) if quote else shown)
    return f"{front} and {last}" if front else last


def closest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the known name that looks most like a name, whatever its case; None when none does."""
    from difflib import get_close_matches

    folded: dict[str, str] = {}
    for other in known:
        folded.setdefault(other.casefold(), other)
    matches = get_close_matches(name.casefold(), list(folded), n=1, cutoff=cutoff)
    return folded[matches[0]] if matches else None


def hint(name: str, known: Sequence[str]) -> str:
    """Return the end of a sentence about an unknown name: the one that was meant, or those there are."""
    close = closest(name, known)
    if close is not None:
        return f"; did you mean {quoted(close)}?"
    if not known:
        return "."
    return f"; there are {listed(known, 8)}." if len(known) > 1 else f"; there is only {quoted(known[0])}."


def require(names: Iterable[str], known: Sequence[str], what: str, setting: str) -> None:
    """Refuse a name that is not known.

    Parameters
    ----------
    names : iterable of str
        What the user wrote.
    known : sequence of str
        What there is.
    what : str
        What the names stand for, such as ``comparate``.
    setting : str
        Where the user wrote them.
    """
    there = set(known)
    for name in names:
        if name not in there:
            raise UsageError(f"No {what} is called {quoted(name)} ({setting}){hint(name, known)}")
