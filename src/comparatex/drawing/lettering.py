"""Fonts of pictures: those that have the letters, as far as any is installed, and a refusal where none has one."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

from comparatex.files import TEMPLATES
from comparatex.letters import MissingLetters, is_seen
from comparatex.provenance import STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Family = tuple[str, ...]

_LIST = re.compile(r"\\newcommand\*\\comparatexfallbackfonts\{([^{}]*)\}")


@contextmanager
def lettering(text: str) -> Iterator[None]:
    """Draw with fonts that have the letters of a text: besides matplotlib's own those that `comparatex.sty` lists."""
    import matplotlib as mpl

    own = family()
    more = _more(own, frozenset(filter(_is_rare, set(text))))
    with warnings.catch_warnings(), mpl.rc_context({"font.family": [*own, *more]} if more else {}):
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        yield


def family() -> Family:
    """Return the fonts of the moment."""
    import matplotlib as mpl

    return tuple(mpl.rcParams["font.family"])


def refuse_missing(figure: Figure) -> None:
    """Refuse a figure with a letter that none of its fonts has."""
    first: dict[tuple[str, Family], str] = {}
    for text, fonts in _texts(figure):
        if not text.isascii():
            for char in text:
                first.setdefault((char, fonts), text)
    for (char, fonts), text in first.items():
        if _is_rare(char) and char not in _known(fonts):
            raise MissingLetters(char, "matplotlib", f"the text {text}")


def all_truetype(figure: Figure) -> bool:
    """Whether all fonts of a figure are TrueType: matplotlib embeds others wrongly as such."""
    from matplotlib.font_manager import FontProperties, findfont

    fonts = {name for text, chosen in _texts(figure) if not text.isascii() for name in chosen}
    return all(findfont(FontProperties(family=[name])).lower().endswith(".ttf") for name in fonts)


def _texts(figure: Figure) -> Iterator[tuple[str, Family]]:
    """Yield the texts of a figure with the fonts of each."""
    from matplotlib.text import Text

    for artist in figure.findobj():
        if isinstance(artist, Text):
            yield artist.get_text(), tuple(artist.get_fontfamily())
        for text in getattr(artist, "texts", ()):
            if isinstance(getattr(text, "text", None), str):
                yield text.text, getattr(artist, "family", family())


def _is_rare(char: str) -> bool:
    """Whether a font may lack a character."""
    return not char.isascii() and not char.isspace() and is_seen(char)


@cache
def _more(own: Family, rare: frozenset[str]) -> Family:
    """Return the fonts besides those of a family that have what it lacks; fonts may be newer than matplotlib's list."""
    missing = set(rare) - _known(own)
    chosen = _cover(missing) if missing else []
    if missing:
        _list_new_fonts()
        chosen += [name for name in _cover(missing) if name not in chosen]
    return tuple(chosen)


def _cover(missing: set[str]) -> list[str]:
    """Return the installed fonts of the list that have letters, which are taken from the set."""
    from matplotlib.font_manager import fontManager

    installed = {entry.name for entry in fontManager.ttflist}
    chosen = []
    for name in _listed():
        if missing and name in installed:
            found = missing & _known((name,))
            missing -= found
            chosen += [name] if found else []
    return chosen


@cache
def _listed() -> Sequence[str]:
    """Return the fonts that `comparatex.sty` lists."""
    found = _LIST.search((TEMPLATES / STYLE).read_text(encoding="utf-8"))
    return [" ".join(name.split()) for name in found[1].split(",")] if found else []


@cache
def _known(fonts: Family) -> frozenset[str]:
    """Return the characters that the fonts of a family have."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return frozenset(
        chr(number)
        for name in fonts
        for number in get_font(findfont(FontProperties(family=[name]))).get_charmap()
    )


@cache
def _list_new_fonts() -> None:
    """Add the fonts to matplotlib's list that were installed after it was made."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    listed = {entry.fname for entry in fontManager.ttflist}
    for path in sorted(set(findSystemFonts()) - listed):
        with suppress(OSError, RuntimeError, ValueError):
            fontManager.addfont(path)
