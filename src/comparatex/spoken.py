"""Which language documents are made in: what is left to be moved to `comparatex.text`."""

from __future__ import annotations

from comparatex.text import LANGUAGES, code, writing

Language = str
speaking = writing
spoken = code

__all__ = ["LANGUAGES", "Language", "speaking", "spoken"]
