"""How wide texts are, about: for deciding what fits; TeX and matplotlib measure what they set."""

from __future__ import annotations

_WIDTHS = {
    **dict.fromkeys("ijl.,:;'|! I", 36),
    **dict.fromkeys("frst()[]/-", 44),
    **dict.fromkeys("mwMW@%", 100),
}
_ALPHABETS = 0x2E80
"""From here on characters are as wide as high."""


def hundredths(text: str) -> int:
    """Return about how wide a text is, in hundredths of the type size.

    >>> hundredths("Will")
    208
    """
    return sum(map(_of_character, text))


def _of_character(char: str) -> int:
    """Return about how wide a character is, in hundredths of the type size."""
    if char in _WIDTHS:
        return _WIDTHS[char]
    return 80 if char.isupper() else 54 if ord(char) < _ALPHABETS else 100
