"""Words for colours in captions: macros, for a palette of the document has other colours.

Captions are plain text and name the colours as they are by default. Here are the places where they do, in every
language; `comparatex.sty` has the words of its palettes.
"""

from __future__ import annotations

import re

from comparatex.render.escape import TeX, escape
from comparatex.spoken import spoken
from comparatex.text import Prose

_SPACE = r"[\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]*"
_WORDS = {
    "en": {
        "mcmbetter": r"Red(?=: the row is better on average)",
        "mcmworse": r"blue(?=: the column is better)",
        "heatmapbetter": r"Red(?=: the row is better;)",
        "heatmapworse": r"blue(?=, with a dash: the column is better)",
    },
    "fr": {
        "mcmbetter": rf"(?<=En )rouge(?={_SPACE}: la ligne est meilleure en moyenne)",
        "mcmworse": rf"(?<=en )bleu(?={_SPACE}: la colonne est meilleure)",
        "heatmapbetter": rf"Rouge(?={_SPACE}: la ligne est meilleure{_SPACE};)",
        "heatmapworse": rf"bleu(?=, avec un tiret{_SPACE}: la colonne est meilleure)",
    },
}
_PATTERNS = {
    language: re.compile("|".join(f"(?P<{name}>{word})" for name, word in words.items()))
    for language, words in _WORDS.items()
}


def colour_words(text: str) -> TeX:
    r"""Return a caption as TeX that names the colours of the document's palette.

    >>> print(colour_words("Red: the row is better on average; blue: the column is better."))
    \comparatexcolourword{mcmbetter}{Red}{en}: the row is better on average; \comparatexcolourword{mcmworse}{blue}{en}: the column is better.
    """  # noqa: E501  (a doctest's output is one line)
    if isinstance(text, Prose):
        return escape(text)
    parts, end = [], 0
    for found in _PATTERNS.get(spoken(), _PATTERNS["en"]).finditer(text):
        parts += [escape(text[end : found.start()])]
        parts += [TeX(rf"\comparatexcolourword{{{found.lastgroup}}}{{{found[0]}}}{{{spoken()}}}")]
        end = found.end()
    return TeX("").join([*parts, escape(text[end:])])
