"""Colours of comparates: from the config file and the settings, checked, as six hexadecimal digits."""

from __future__ import annotations

import re

from comparatex.errors import UsageError
from comparatex.inference.comparison import Comparison
from comparatex.layout.options import Showing
from comparatex.layout.showing import positions

_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def highlights(comparison: Comparison, options: Showing) -> dict[str, str]:
    """Return the colour, as ``RRGGBB``, of each comparate that has one; the settings win.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    positions(comparison, tuple(options.highlight))
    given = {**comparison.scores.colours, **options.highlight}
    return {name: _digits(colour) for name, colour in given.items()}


def _digits(colour: str) -> str:
    """Return a colour as six hexadecimal digits; HTML's names are understood."""
    if not _HEX.fullmatch(colour):
        from matplotlib.colors import to_hex

        try:
            colour = to_hex(colour)
        except ValueError:
            raise UsageError(f"{colour!r} is no colour: write #rrggbb, or a colour's name.") from None
    return colour[1:].upper()
