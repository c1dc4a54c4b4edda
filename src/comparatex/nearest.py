"""How messages end on a name that does not exist: with the one that was probably meant, or those that there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Quote = Callable[[str], str]
_LISTED = 8


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


def hint(name: object, known: Sequence[str], quote: Quote = repr, most: int = _LISTED) -> str:
    """Return the end of a sentence about an unknown name: the one probably meant, or those that exist.

    >>> hint("holmm", ["none", "holm"]), hint("x", ["none", "holm"]), hint("corection", ["correction"], setting)
    (": did you mean 'holm'?", ": there are 'none' and 'holm'.", ': did you mean `correction`?')
    """
    close = closest(str(name), known)
    if close is not None:
        return f": did you mean {quote(close)}?"
    if not known:
        return "."
    return (
        f": there are {listed(known, quote, most)}."
        if len(known) > 1
        else f": there is only {quote(known[0])}."
    )


def listed(names: Sequence[str], quote: Quote, most: int) -> str:
    """Return names in prose, only the first few of many."""
    if len(names) > most + 1:
        shown, last = names[:most], f"{len(names) - most} more"
    else:
        shown, last = names[:-1], quote(names[-1])
    front = ", ".join(map(quote, shown))
    return f"{front} and {last}" if front else last
