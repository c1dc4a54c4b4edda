"""Names of comparates as they are typed in the keys of the numbers for prose."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

AGAINST = " against "

_UNTYPABLE = frozenset("\\{}%#~^")


def keys(names: Sequence[str]) -> tuple[str, ...]:
    r"""Return what to type for each name: the name, with hyphens for what TeX cannot read in an argument.

    Names that become alike are numbered, names that TeX can read as they are first keep theirs.

    >>> keys(["A_1", "50%", "50#", "50-"])
    ('A_1', '50--2', '50--3', '50-')
    """
    found = _distinct(names, [_typable(name) for name in names])
    if not any(AGAINST in key for key in found) or not _ambiguous(found):
        return found
    return _distinct(names, [key.replace(AGAINST, "-against-") for key in found])


def _typable(name: str) -> str:
    """Return a name without what TeX cannot read in an argument."""
    return "".join("-" if char in _UNTYPABLE or unicodedata.category(char) == "Cc" else char for char in name)


def _distinct(names: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """Return the wanted keys, numbered from -2 where a key is taken."""
    taken = {name for name, key in zip(names, wanted, strict=True) if name == key}
    return tuple(key if key == name else _free(key, taken) for name, key in zip(names, wanted, strict=True))


def _free(key: str, taken: set[str]) -> str:
    """Return a key that nobody has, and take it."""
    number, free = 1, key
    while free in taken:
        number += 1
        free = f"{key}-{number}"
    taken.add(free)
    return free


def _ambiguous(found: Iterable[str]) -> bool:
    """Tell whether two pairs would read alike: A against (B against C), (A against B) against C."""
    return max(Counter(map(AGAINST.join, permutations(found, 2))).values()) > 1
