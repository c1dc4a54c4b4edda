"""Tasks whose names suggest a common source."""

from __future__ import annotations

import re
from collections.abc import Sequence
from os.path import commonprefix

_MEMBERS, _LETTERS = 3, 3
"""Tasks that a family of names has, and letters of what they share, at least."""
_TOKEN = re.compile(r"[A-Z]*[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+")


def name_families(tasks: Sequence[str]) -> dict[str, list[str]]:
    """Return the tasks whose names begin with the same word, by what they share.

    What all names begin with is no family, nor is what more than half of them do.

    >>> name_families(["PigArt", "PigCVP", "PigAirway", "Beef", "Car", "Coffee", "Fish"])
    {'Pig': ['PigArt', 'PigCVP', 'PigAirway']}
    """
    shared = len(_shared(tasks))
    words: dict[str, list[str]] = {}
    for task in tasks:
        word = _TOKEN.match(task, shared)
        if word and sum(map(str.isalpha, word[0])) >= _LETTERS:
            words.setdefault(word[0], []).append(task)
    return {
        _shared([task[shared:] for task in members]).rstrip("-_ /:."): members
        for members in words.values()
        if len(members) >= _MEMBERS and 2 * len(members) <= len(tasks)
    }


def _shared(names: Sequence[str]) -> str:
    """Return the whole words that all names begin with."""
    prefix = commonprefix(list(names))  # noqa: RUF071  (of letters, not of folders)
    ends = (k for k in range(len(prefix), 0, -1) if all(_boundary(name, k) for name in names))
    return prefix[: next(ends, 0)]


def _boundary(text: str, place: int) -> bool:
    """Whether a word begins at a place."""
    return place == len(text) or any(found.start() == place for found in _TOKEN.finditer(text))
