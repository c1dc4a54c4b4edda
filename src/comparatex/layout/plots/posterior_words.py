"""The rope in words, for the chapter."""

from __future__ import annotations

from comparatex.inference.comparison import Comparison
from comparatex.layout.numbers import level


def rope(comparison: Comparison) -> str:
    """Return the half-width of the rope as it was given."""
    return level(comparison.rope)
