"""How marks of pictures look: the colours, which are those of ``comparatex.sty``, and the dashes of curves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from comparatex.files import TEMPLATES

SIZE = 8.0  # type size in points

_DEFINED = re.compile(r"\\(?:definecolor\{(\w+)\}\{RGB\}|colorlet\{(\w+)\})\{([\w!,]+)\}")


def _colours() -> dict[str, str]:
    """Return the colours that the style file defines before any document changes them, by name."""
    style = (TEMPLATES / "comparatex.sty").read_text("utf-8").partition("\\comparatex@section{")[0]
    lines = [line for line in style.splitlines() if line.startswith(("\\definecolor", "\\colorlet"))]
    shown = {"black": "#000000", "white": "#ffffff"}
    for defined, copied, value in _DEFINED.findall("\n".join(lines)):
        base, _, share = value.partition("!")
        if defined:
            shown[defined] = "#{:02x}{:02x}{:02x}".format(*map(int, value.split(",")))
        elif share.isdigit() and base == "black":
            shown[copied] = "#" + 3 * f"{int(255 * (1 - int(share) / 100) + 0.5):02x}"
        elif base in shown and not share:
            shown[copied] = shown[base]
    return shown


COLOURS: Mapping[str, str] = _colours()
"""Colours by the names that they have in ``comparatex.sty``, where they are defined."""

LABELLED = 7  # curves that have a name and a colour of their own
DASHES: tuple[Any, ...] = (
    "-",
    "-",
    (0, (5, 1.5)),
    (0, (2.2, 1.1)),
    (0, (5, 1.1, 1.1, 1.1)),
    "-",
    (0, (5, 1.5)),
    (0, (0.9, 1.4)),
)
"""Of curves, by their number; with the colours they tell curves apart in grey, too. 0 is a grey one."""
