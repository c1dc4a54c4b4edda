"""Widths of letters, to tell which text of a column is the widest, and where its long words may break."""

from __future__ import annotations

import re
from itertools import pairwise

_WIDTHS = {
    **dict.fromkeys("ijlI.,:;'!|", 0.29),
    **dict.fromkeys("frst()[]-`", 0.38),
    **dict.fromkeys("acegkoqvxyz/", 0.49),
    **dict.fromkeys("bdhnpu", 0.556),
    **dict.fromkeys("mw", 0.8),
    **dict.fromkeys("SJLFEP", 0.62),
    **dict.fromkeys("ABCDGHKNOQRTUVXYZ", 0.75),
    **dict.fromkeys("MW", 0.97),
    **dict.fromkeys("+−<>=&%±", 0.78),
    " ": 0.333,
}
"""Those of Computer Modern, nearly, in units of the type size."""
_DIGIT, _OTHER = 0.5, 0.6


def text_width(text: str) -> float:
    """Return how wide a text is in a serif type, in units of the type size.

    >>> text_width("MMM") > 3 * text_width("i")
    True
    """
    return sum(_WIDTHS.get(char, _DIGIT if char.isdigit() else _OTHER) for char in text)


_LONG = re.compile(r"[^\W_]{13,}")
_SEAM = re.compile(r"(?<=[^\W\dA-Z_])(?=[A-Z\d])|(?<=\d)(?=[^\W\d_])")
_LONGEST, _CUT = 20, 10
"""Letters of a piece: longer ones are cut, for there may be no other way to set them."""


def pieces(text: str) -> tuple[str, ...]:
    """Return a text in pieces: long words part where a capital or a number begins.

    >>> pieces("Ridge with ConvolutionalKernels500")
    ('Ridge with Convolutional', 'Kernels', '500')
    >>> pieces("Ridge classifier")
    ('Ridge classifier',)
    """
    places = [0, len(text)]
    for word in _LONG.finditer(text):
        seams = [found.start() for found in _SEAM.finditer(text, word.start() + 1, word.end())]
        ends = [word.start(), *seams, word.end()]
        places += seams
        for start, end in pairwise(ends):
            places += range(start + _CUT, end, _CUT) if end - start > _LONGEST else ()
    ends = sorted(set(places))
    return tuple(text[start:end] for start, end in pairwise(ends))
