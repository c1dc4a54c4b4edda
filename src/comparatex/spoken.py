"""Which language documents are made in: what is left to be moved to `comparatex.text`."""

from __future__ import annotations

from comparatex.text import LANGUAGES as _ALL
from comparatex.text import code, writing

Language = str
LANGUAGES = tuple(_ALL)
speaking = writing
spoken = code

__all__ = ["LANGUAGES", "Language", "speaking", "spoken"]
