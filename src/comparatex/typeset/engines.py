"""The TeX engines that are installed."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from comparatex.errors import UsageError
from comparatex.names import hint

Kind = Literal["pdftex", "luatex", "xetex"]

ENGINES: dict[str, Kind] = {"pdflatex": "pdftex", "lualatex": "luatex", "xelatex": "xetex", "tectonic": "xetex"}
"""Names of the engines, in the order in which they are looked for."""

_FONT = re.compile(r"[\w .+-]*")

HOW_TO_GET_TEX = (
    "To get TeX: on Debian and Ubuntu, apt-get install lmodern texlive-latex-recommended "
    "texlive-pictures; on macOS install MacTeX, elsewhere TeX Live."
)


@dataclass(frozen=True)
class Engine:
    """A TeX engine with the LaTeX format."""

    name: str  # name on the command line, such as ``pdflatex``
    path: Path  # the program
    kind: Kind  # the family, which determines fonts and encodings
    font: str = ""  # the font of the documents that we write; empty for Latin Modern


def find(preferred: str | None = None, font: str = "") -> Engine | None:
    """Return the preferred engine, or the first one that is installed, or None when there is no TeX."""
    if not _FONT.fullmatch(font):
        raise UsageError(f"{font!r} is not the name of a font: such a name has letters, digits, spaces and - . + only.")
    if preferred in (None, "auto"):
        able = (name for name, kind in ENGINES.items() if not font or kind != "pdftex")
        first = next((engine for engine in map(_look_up, able) if engine), None)
        return replace(first, font=font) if first else None
    if preferred not in ENGINES:
        raise UsageError(f"No TeX engine is called {preferred!r}{hint(preferred, ('auto', *ENGINES))}")
    if font and ENGINES[preferred] == "pdftex":
        raise UsageError(f'{preferred} cannot use the font {font}: use `engine="lualatex"` with `font`.')
    engine = _look_up(preferred)
    if engine is None:
        raise UsageError(
            f'The TeX engine {preferred} is not installed: use `engine="auto"`, or install it. {HOW_TO_GET_TEX}'
        )
    return replace(engine, font=font)


def _look_up(name: str) -> Engine | None:
    path = shutil.which(name)
    return Engine(name, Path(path), ENGINES[name]) if path else None
