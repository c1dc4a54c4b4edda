"""Figures as bytes (the same picture gives the same bytes), how wide texts are in them, and their fonts.

Fonts are those that have the letters, as far as any is installed; a letter that none has is refused. What needs
matplotlib imports it when it is called, so that nothing waits for it that draws nothing.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from html import escape
from io import BytesIO
from itertools import chain
from typing import TYPE_CHECKING, Any
from zlib import crc32

from comparatex.files import TEMPLATES
from comparatex.layout.tables.booktabs import pieces
from comparatex.letters import MissingLetters, is_seen
from comparatex.stamps import STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties


Family = tuple[str, ...]

_WORD_ENDS = re.compile(r"(?<=[ _-])")
_LIST = re.compile(r"fallbackfonts=\{([^{}]*)\}")


@contextmanager
def lettering(text: str) -> Iterator[None]:
    """Draw with fonts that have the letters of a text: besides matplotlib's own those that `comparatex.sty` lists."""
    import matplotlib as mpl

    fonts = family()
    more = _more(fonts, frozenset(filter(_is_rare, set(text))))
    with warnings.catch_warnings(), mpl.rc_context({"font.family": [*fonts, *more]} if more else {}):
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
def _more(fonts: Family, rare: frozenset[str]) -> Family:
    """Return the fonts besides those of a family that have what it lacks; fonts may be newer than matplotlib's list."""
    missing = set(rare) - _known(fonts)
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
            covered = missing & _known((name,))
            missing -= covered
            chosen += [name] if covered else []
    return chosen


@cache
def _listed() -> Sequence[str]:
    """Return the fonts that `comparatex.sty` lists."""
    listing = _LIST.search((TEMPLATES / STYLE).read_text(encoding="utf-8"))
    return [" ".join(name.split()) for name in listing[1].split(",")] if listing else []


@cache
def _known(fonts: Family) -> frozenset[str]:
    """Return the characters that the fonts of a family have."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    return frozenset(
        chr(number) for name in fonts for number in get_font(findfont(FontProperties(family=[name]))).get_charmap()
    )


@cache
def _list_new_fonts() -> None:
    """Add the fonts to matplotlib's list that were installed after it was made."""
    from matplotlib.font_manager import findSystemFonts, fontManager

    listed = {entry.fname for entry in fontManager.ttflist}
    for path in sorted(set(findSystemFonts()) - listed):
        with suppress(OSError, RuntimeError, ValueError):
            fontManager.addfont(path)


_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "comparatex",  # else element names are random
    "svg.fonttype": "none",  # text stays text: searchable, restylable
    "pdf.fonttype": 42,  # no Type 3 fonts, which journals refuse
}
_MARGIN = 0.02  # inches around a picture
_ROOT = re.compile(r"(<svg\b[^>]*)>")
_FOR_FILES = re.compile(r"\s*<metadata>.*?</metadata>|\s*<defs>\s*<style.*?</style>\s*</defs>|<!--.*?-->", re.DOTALL)
"""What a file has and an element of a page has not; the style would be that of the whole page."""
_USED = re.compile(r'href="#([^"]+)"|url\(#([^)]+)\)')
_ID = re.compile(r' id="([^"]+)"')
_LINK = re.compile(r'((?:href="|url\()#)([^")]+)')
_SIZE = re.compile(r' width="([^"]*)" height="[^"]*"')
NAMED = "named:"
"""What the address of a mark begins with that stands for a name, which is shown where one points at the mark."""
_NAMED = re.compile(rf"""<a xlink:href=(["']){NAMED}(.*?)\1[^>]*>(.*?)</a>""", re.DOTALL)
_RECTANGLE = re.compile(r"M (\S+) (\S+) L (\S+) \2 L \3 (\S+) L \1 \4 (?:L \1 \2|z)")
_COMMAND = re.compile(r"(?<!d=) *\b([MLHVQCZz])\b *")
_LOOK = re.compile(r'(?: clip-path="url\(#[^"]*\)")? style="[^"]*"')
_PARTS = re.compile(r'(?: clip-path="(.*?)")? style="(.*)"')
"""A path around a rectangle, the commands of a path, and what an element looks like."""
_GAP, _PLACES, _LONG = (
    re.compile(r">\s+<"),
    re.compile(r' (?:d|x|y)="[^"]*"|(?:translate|rotate)\([^)]*\)'),
    re.compile(r"(\.\d\d)\d+"),
)
"""What is between elements, where a line or a text is, and more digits of a place than can be seen."""
_GROUP = re.compile(r"(</?g\b[^>]*(?<!/)>)")
_OF_FILE = re.compile(r' transform="rotate\(-?0 [^)]*\)"|font-family: [^;"]*; ')
"""Where a group begins or ends; turns by nothing, and fonts, which are the page's."""
_LINES = re.compile(r' d="([^"]*)"')
_RUN = re.compile(r'<path d="[^"]*" class="([^"]*)"/>(?:<path d="[^"]*" class="\1"/>)+')
"""The lines of a path, and paths in a row that look the same."""


def save(figure: Figure, suffix: str, *, title: str = "", alt: str = "", dpi: int = 300) -> bytes:
    """Return a figure as PDF, PNG or SVG, with its title and alternative text as metadata."""
    import matplotlib as mpl

    metadata: dict[str, dict[str, Any]] = {
        "pdf": {
            "Title": title,
            "Subject": alt,
            "Creator": "comparatex",
            "CreationDate": None,
            "ModDate": None,
            "Producer": None,
        },
        "png": {"Title": title, "Description": alt, "Software": "comparatex"},
        "svg": {"Title": title, "Description": alt, "Creator": "comparatex", "Date": None},
    }
    refuse_missing(figure)
    buffer = BytesIO()
    style = _STYLE if suffix != "pdf" or all_truetype(figure) else {**_STYLE, "pdf.fonttype": 3}
    with mpl.rc_context(style):
        figure.savefig(
            buffer, format=suffix, dpi=dpi, bbox_inches="tight", pad_inches=_MARGIN, metadata=metadata[suffix]
        )
    content = buffer.getvalue()
    if suffix != "svg":
        return content
    prefix = f"comparatex-{crc32(f'{title} {alt}'.encode()):08x}-"  # two of them may go into one page
    return _described(content.decode("utf-8"), title, alt, prefix).encode("utf-8")


def _described(svg: str, title: str, alt: str, prefix: str) -> str:
    """Return an SVG that is one image with a name and a description to those who cannot see it."""
    words = {"title": title, "desc": alt}
    named = " ".join(f"{prefix}{tag}" for tag, text in words.items() if text)
    inside = "".join(f'\n <{tag} id="{prefix}{tag}">{escape(text)}</{tag}>' for tag, text in words.items() if text)
    role = f' role="img" aria-labelledby="{named}"' if named else ' role="img"'
    return _ROOT.sub(lambda root: f"{root[1]}{role}>{inside}", svg, count=1)


def inline(figure: Figure, name: str, *, title: str, alt: str) -> str:
    """Return a figure as the SVG element of a page that has others, whose type its texts are in."""
    import matplotlib as mpl

    buffer = BytesIO()
    with mpl.rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        figure.savefig(
            buffer, format="svg", bbox_inches="tight", pad_inches=_MARGIN, metadata={"Date": None}, transparent=True
        )
    svg = buffer.getvalue().decode("utf-8")
    svg = _OF_FILE.sub("", _FOR_FILES.sub("", svg[svg.index("<svg") :]))
    used = dict.fromkeys(link or place for link, place in _USED.findall(svg))
    prefix = f"s{crc32(name.encode()):x}_"
    short = {given: f"{prefix}{k}" for k, given in enumerate(used)}
    svg = _ID.sub(lambda match: f' id="{short[match[1]]}"' if match[1] in short else "", svg)
    svg = _NAMED.sub(r"<g><title>\2</title>\3</g>", _flat(_GAP.sub("><", svg).replace("<g/>", "")))
    svg = _LINK.sub(lambda match: f"{match[1]}{short[match[2]]}", svg).replace("xlink:href", "href")
    svg = _SIZE.sub(r' style="--width: \1"', svg, count=1)
    svg = _PLACES.sub(lambda match: _LONG.sub(r"\1", match[0]), svg)
    svg = _RECTANGLE.sub(r"M \1 \2 H \3 V \4 H \1 z", svg.replace(" \n", "\n").replace("\n", " "))
    svg = _PLACES.sub(lambda match: _COMMAND.sub(r"\1", match[0]), svg)
    svg = _with_classes(svg, prefix)
    return _described(svg, title, alt, f"{name}-").strip()


def _flat(svg: str) -> str:
    """Return an SVG without groups of which nothing is said."""
    kept, open_ = list[str](), list[bool]()
    for part in _GROUP.split(svg):
        if part.startswith("<g"):
            open_.append(part != "<g>")
        if part != "<g>" and (part != "</g>" or open_.pop()):
            kept.append(part)
    return "".join(kept)


def _with_classes(svg: str, prefix: str) -> str:
    """Return an SVG in which what many elements look like is said once, and those in a row are one."""
    looks = {look: f"{prefix}c{k}" for k, (look, n) in enumerate(Counter(_LOOK.findall(svg)).items()) if n > 3}
    svg = _LOOK.sub(lambda look: f' class="{looks[look[0]]}"' if look[0] in looks else look[0], svg)
    rules = []
    for look, name in looks.items():
        clipped, style = _PARTS.fullmatch(look).groups("")  # type: ignore[union-attr]
        # Twice the class counts for more than what the page says of pictures.
        rules.append(f".{name}.{name}{{{clipped and f'clip-path: {clipped}; '}{style}}}")
    svg = _RUN.sub(lambda run: f'<path d="{"".join(_LINES.findall(run[0]))}" class="{run[1]}"/>', svg)
    return svg.replace(">", f"><style>{''.join(rules)}</style>", 1) if rules else svg


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is in the fonts of the moment, in points."""
    return width_in(family(), text, size, bold)


def wrapped(text: str, width: float, size: float) -> str:
    """Return a text in lines of a width in points, broken between words, after hyphens, and in words too wide."""
    lines, words = [""], _WORD_ENDS.split(text)
    for part in chain(*(pieces(word) if text_width(word, size) > width else [word] for word in words)):
        if lines[-1] and text_width((lines[-1] + part).rstrip(), size) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


@cache
def width_in(fonts: Family, text: str, size: float, bold: bool) -> float:
    """Return how wide a text is in some fonts, in points."""
    from matplotlib.textpath import text_to_path

    return float(text_to_path.get_text_width_height_descent(text, font(fonts, bold, size), ismath=False)[0])


@cache
def font(fonts: Family, bold: bool, size: float) -> FontProperties:
    """Return a font, for what it lacks with others."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(family=list(fonts), size=size, weight="bold" if bold else "normal")
