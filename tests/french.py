"""What tests of French share: words that are English, and all texts of a view model."""

from __future__ import annotations

import re
from typing import Any

ENGLISH = re.compile(
    r"\b(the|of|and|is|are|with|by|better|worse|best|worst|each|other|others|mean|median|rank|ranks|task|tasks|"
    r"method|methods|pair|pairs|row|column|first|second|draws|score of|all|set|sets|equal|before|after|which|"
    r"where|numbers|significant|differ|not|does|more|than|nobody|none|from|to|cost|line|lines|seed|under|value|bold|"
    r"wins|ties|losses|higher|lower|rejected|corrected|dropped|split|exact with|sided|level|shown|drawn|difference|"
    r"continued)\b",
    re.IGNORECASE,
)


def texts(made: Any) -> list[str]:
    """Return the strings of a view model, however deep."""
    if isinstance(made, str):
        return [made]
    if isinstance(made, (tuple, list)):
        return [text for item in made for text in texts(item)]
    return [text for item in getattr(made, "__dict__", {}).values() for text in texts(item)]
