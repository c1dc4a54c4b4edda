"""All sentences in French, from the catalogues of the parts of the document.

Catalogues are written with plain spaces; those before high punctuation and within guillemets are bound here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from comparatex.layout.french.grammar import bound

_PARTS = (
    "boxes",
    "chapter",
    "mcm",
    "numbers",
    "pareto",
    "results",
    "statistics",
    "tables",
    "words",
)  # fmt: skip

SENTENCES: Mapping[str, str] = {
    english: bound(french)
    for part in _PARTS
    for english, french in import_module(f"comparatex.layout.french.{part}").SENTENCES.items()
}
