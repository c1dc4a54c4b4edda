"""Tables in HTML, Markdown, Typst and Word, by templates as LaTeX is, and as CSV; what comes from data is escaped."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import chain, groupby
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from markupsafe import Markup

from comparatex import hypertext
from comparatex.drawing.matrix import digits
from comparatex.errors import DataError, TemplateError
from comparatex.files import TEMPLATES
from comparatex.hypertext import breakable, html
from comparatex.layout.numbers import UNDEFINED
from comparatex.layout.tables.booktabs import Column, Entry, Part, Table, Value
from comparatex.layout.widths import serif_width
from comparatex.names import guarded
from comparatex.render import render_html
from comparatex.stamps import commented, sealed
from comparatex.text import Inline, Prose, Text, writing

STYLE = "report.css"  # the template with the look of tables and pages
_SANS, _PADDING = 1.05, 1.0  # how wide a sans-serif type is beside a serif one, and the room around an entry


# ------------------------------------------------------------------------------------------------------- HTML
def page(table: Table, language: str, templates: Sequence[Path] = ()) -> str:
    """Return a table as a page, its caption below."""
    look = {"language": language, "style": Markup((TEMPLATES / STYLE).read_text(encoding="utf-8"))}
    return render_html("table-page.html.jinja", templates, table=table, kind="", **look, **_OF_TABLES)


def notebook(table: Table, language: str) -> str:
    """Return a table as a part of a page, for notebooks: without a title, and with the notebook's own look."""
    return f'<div lang="{escape(language)}">\n{body(table, "table")}\n<p>{html(table.caption)}</p>\n</div>'


def body(table: Table, kind: str = "") -> Markup:
    """Return a table as an element, or those below each other."""
    return Markup(render_html("table.html.jinja", table=table, kind=kind, **_OF_TABLES).rstrip("\n"))


def _entry(text: str, *, names: bool) -> Markup:
    """Return the text of an entry: names may break, and addresses are links, called as their sites are."""
    if isinstance(text, (Prose, Markup)):
        return html(text)
    address = None if names else _ADDRESS.fullmatch(text)
    link = Markup('<a href="{}">{}</a>')
    return link.format(address[0], address[1]) if address else (breakable if names else html)(text)


_ADDRESS = re.compile(r"https?://(?:www\.)?([^/\s]+)\S*")
_OF_TABLES: Mapping[str, Any] = {"html": html, "written": _entry, "ground": digits}


def extent(table: Table) -> tuple[float, int]:
    """Return about how wide a table is, in units of its type size, and how many rows it has."""
    return max(map(_width, table.wholes)), sum(len(part.lines) for part in table.wholes)


def _width(part: Part) -> float:
    rows = [[serif_width(_ADDRESS.sub(r"\1", entry.full)) for entry in line.entries] for line in part.lines]
    columns: list[float] = [max(widths) for widths in zip(*rows, strict=True)] or [0.0] * len(part.columns)
    least = (max(map(serif_width, column.heading.split() or [""])) for column in part.columns)
    return sum(_SANS * max(both) + _PADDING for both in zip(columns, least, strict=True))


# --------------------------------------------------------------------------------------------------- Markdown


def markdown(table: Table, templates: Sequence[Path] = ()) -> str:
    """Return a table in Markdown, its caption below; there are no colours, and no sentence on these."""
    if isinstance(table.caption, Prose):
        table = replace(table, caption=table.caption.colourless)
    return render_html("table.md.jinja", templates, table=table, text=hypertext.markdown)


# ------------------------------------------------------------------------------------------------------ Typst
def typst(table: Table, templates: Sequence[Path] = ()) -> str:
    """Return a table in Typst, to be used with ``#include``."""
    return render_html("table.typ.jinja", templates, table=table, text=string, ground=digits, runs=_runs)


def _runs(text: str) -> list[tuple[str, str]]:
    """Return a text in parts, each with the colour that it is set in, or none."""
    if not isinstance(text, Prose):
        return [(text, "")]
    parts = [Inline("", part) if isinstance(part, str) else part for part in text.parts]
    coloured = groupby(parts, key=lambda part: part.detail if part.detail.startswith("#") else "")
    return [("".join(part.plain for part in some), colour) for colour, some in coloured]


def string(text: str) -> Markup:
    r"""Return a text as a string of Typst's code, in which only quotation marks and backslashes mean anything.

    >>> print(string('a "b" \\ #c'), string("two\nlines"))
    "a \"b\" \\ #c" "two lines"
    """
    marked = " ".join(text.split("\n")).replace("\\", "\\\\").replace('"', '\\"')
    return Markup(f'"{marked}"')


def data(table: Table) -> str:
    """Return a table as CSV, without marks and caption.

    Columns that are side by side on no page are here; tables below each other have an empty line between them. An
    interval, or a record of wins, ties and losses, takes a column for each of its numbers.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, part in enumerate(table.of_data):
        text.write("\n" if number else "")
        writer.writerow(map(_cell, chain.from_iterable(map(_headings, part.columns))))
        for line in part.lines:
            writer.writerow(map(_cell, chain.from_iterable(map(_values, part.columns, line.entries))))
    return text.getvalue()


def _headings(column: Column) -> tuple[str, ...]:
    return column.values or (column.heading,)


def _values(column: Column, entry: Entry) -> list[Value]:
    """Return the values of an entry, as many as its column has headings."""
    n = len(_headings(column))
    values = [*(entry.values or (entry.text,))][:n]
    return [*values, *[""] * (n - len(values))]


def _cell(value: Value) -> Value:
    """Return what a cell says: names guarded against spreadsheets, nothing for what is undefined."""
    if isinstance(value, str):
        return "" if value == UNDEFINED else guarded(value)
    return value if math.isfinite(value) else ""


# ----------------------------------------------------------------------------------------------------------------- Word
_WORD = "table.docx.jinja"
_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_LOCALES = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE", "es": "es-ES"}
_SPACES = str.maketrans({"0": "\N{FIGURE SPACE}", ".": "\N{PUNCTUATION SPACE}", ",": "\N{PUNCTUATION SPACE}"})
"""Spaces as wide as what a number lacks on its right."""
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # characters that XML cannot hold
_TYPE, _SMALL, _LEAST, _ROOM = 9.0, 7.5, 6.0, 9.0
"""Points: the type, its least size before a table lies on its side and before it is split, the room around entries."""
_BOLD, _FRAME = 1.08, 1.04  # how much wider bold type is; what other fonts may be wider than that of the estimate
_UPRIGHT, _TURNED = 453.0, 700.0  # points: the width of the text on a sheet of A4, upright and on its side


def word(table: Table, language: str, templates: Sequence[Path] = ()) -> bytes:
    """Return a table as a document of Word, in a language by its code; the same table gives the same bytes.

    Rules, bold and alignment are those of the LaTeX; the caption has Word's own style and number, headings are repeated
    on each page, and a table that is too wide for an upright page lies on its side. Names and numbers are text.
    """
    try:
        from docx import Document
        from docx.oxml import parse_xml
        from docx.shared import RGBColor
    except ImportError as error:
        raise DataError(
            "Word documents need python-docx: run pip install 'comparatex[word]', or write .html."
        ) from error
    sheets, turned = _sheets(table)
    file = Document()
    _set_up(file, table, _LOCALES.get(language, language), turned)
    with writing(language):
        name = str(Text("words").floats["table"][0]).capitalize()
    caption = file.add_paragraph(f"{name} ", "Caption")
    caption.paragraph_format.keep_with_next = True
    instruction = f'xmlns:w="{_MAIN}" w:instr=" SEQ {escape(name)} \\* ARABIC "'
    caption._p.append(parse_xml(f"<w:fldSimple {instruction}><w:r><w:t>1</w:t></w:r></w:fldSimple>"))
    for text, colour in [(". ", ""), *_runs(table.caption)]:
        caption.add_run(_clean(text)).font.color.rgb = RGBColor.from_string(colour[1:]) if colour else None
    for sheet in sheets:
        xml = render_html(_WORD, templates, sheet=sheet, table=table, text=_clean, full=_full_text, ground=digits)
        try:
            file.add_paragraph(style="Table Text")._p.addprevious(parse_xml(xml))
        except SyntaxError as error:  # lxml's
            raise TemplateError(f"{_WORD} makes no XML: {error}. Mend it, or leave it out.") from error
    return _packed(file)


def _set_up(file: Any, table: Table, locale: str, turned: bool) -> None:
    """Set the page, the styles and what the document says of itself."""
    from docx.enum.section import WD_ORIENT
    from docx.enum.style import WD_STYLE_TYPE
    from docx.oxml.ns import qn
    from docx.shared import Pt, Twips

    section = file.sections[0]
    section.page_width, section.page_height = map(Twips, (16838, 11906) if turned else (11906, 16838))
    if turned:
        section.orientation = WD_ORIENT.LANDSCAPE
    for edge in ("top", "right", "bottom", "left"):
        setattr(section, f"{edge}_margin", Twips(1417))
    normal, caption = file.styles["Normal"], file.styles["Caption"]
    text = file.styles.add_style("Table Text", WD_STYLE_TYPE.PARAGRAPH)
    text.base_style = normal
    caption.font.bold = caption.font.color.rgb = None
    for style, size, before, behind in ((normal, 11, 0, 0), (caption, 11, 0, 6), (text, _TYPE, 1, 1)):
        style.font.name, style.font.size = "Times New Roman", Pt(size)
        form = style.paragraph_format
        form.space_before, form.space_after, form.line_spacing = Pt(before), Pt(behind), 1.0
    for language in file.styles.element.iter(qn("w:lang")):
        language.attrib.clear()
        language.set(qn("w:val"), locale)
    about = file.core_properties
    about._element[:] = []  # the author of the template, and when it was made
    about.title, about.comments, about.language = _clean(table.title)[:255], _clean(table.alt)[:255], locale


@dataclass(frozen=True)
class Sheet:
    """A part with the widths of its columns, in points, at its size of type."""

    part: Part
    widths: tuple[float, ...]
    size: float

    @property
    def twips(self) -> list[int]:
        """The widths in twentieths of a point."""
        return [round(20 * width) for width in self.widths]

    @property
    def halves(self) -> int:
        """The size of its type in halves of a point, where it is smaller than that of tables; else 0."""
        return round(2 * self.size) if self.size < _TYPE else 0

    @property
    def high(self) -> int:
        """The height of standing headings, in twentieths of a point; 0 without."""
        standing = [serif_width(column.heading) for column in self.part.columns if column.standing]
        return round(20 * (_BOLD * self.size * max(standing) + _ROOM)) if standing else 0

    @classmethod
    def of(cls, part: Part, room: float) -> Sheet:
        """Fit a part into some room: headings break first, then names, then type is smaller."""
        needs = [_needs(column, [line.entries[j] for line in part.lines]) for j, column in enumerate(part.columns)]
        least, most = ([need[k] for need in needs] for k in (0, 1))
        if sum(least) > room:
            factor = room / sum(least)
            return cls(part, tuple(factor * width for width in least), _TYPE * factor)
        share = min(1.0, (room - sum(least)) / (sum(most) - sum(least) or 1.0))
        return cls(part, tuple(a + share * (b - a) for a, b in needs), _TYPE)


def _needs(column: Column, entries: Sequence[Entry]) -> tuple[float, float]:
    """Return the room of a column whose heading breaks between words, and of one whose heading does not."""
    inside = _TYPE * _FRAME * max(map(_entry_width, entries), default=0.0) + _ROOM
    if column.standing:
        return (max(inside, 1.5 * _TYPE + _ROOM),) * 2
    word, heading = (
        _TYPE * _FRAME * _BOLD * max(map(serif_width, words), default=0.0) + _ROOM
        for words in (column.heading.split(), [column.heading])
    )
    return max(inside, word), max(inside, heading)


def _entry_width(entry: Entry) -> float:
    """Return the width of an entry, in sizes of its type."""
    spread = serif_width(f" ± {entry.spread}") if entry.spread else 0.0  # room for it, even where there is none
    return (_BOLD if entry.mark else 1.0) * (serif_width(entry.text + entry.pad) + spread)


def _sheets(table: Table) -> tuple[list[Sheet], bool]:
    """Return what stands below each other, and whether the pages lie on their sides: as whole as can be read."""
    for parts, room, least in (
        (table.wholes, _UPRIGHT, _SMALL),
        (table.wholes, _TURNED, _LEAST),
        (table.parts, _UPRIGHT, _LEAST),
        (table.parts, _TURNED, 0.0),
    ):
        sheets = [Sheet.of(part, room) for part in parts]
        if all(sheet.size >= least for sheet in sheets):
            break
    return sheets, room == _TURNED


def _full_text(entry: Entry) -> str:
    """Return what an entry says, with the room that its decimal mark needs on the right."""
    text = entry.full.replace(" ± ", "\u00a0±\u00a0")
    return _clean(text + entry.pad.translate(_SPACES))


def _clean(text: str) -> str:
    """Return a text in one line, without what XML cannot hold."""
    return _FORBIDDEN.sub("", " ".join(text.split("\n")))


def _packed(file: Any) -> bytes:
    """Return a document as it would be at any time and on any system, without what its template has of its own."""
    for relations in (file.part.package.rels, file.part.rels):
        for key, relation in list(relations.items()):
            if relation.reltype.endswith(("/thumbnail", "/customXml", "/extended-properties")):
                del relations[key]
    written, archive = io.BytesIO(), io.BytesIO()
    file.save(written)
    with ZipFile(written) as source, ZipFile(archive, "w") as target:
        for name in source.namelist():
            info = ZipInfo(name)  # of 1980, whenever it is written
            info.compress_type = ZIP_DEFLATED
            info.create_system = 0  # wherever, too
            target.writestr(info, source.read(name))
    return archive.getvalue()


# ------------------------------------------------------------------------------------------------------- files
WRITERS: Mapping[str, Callable[[Table, str, Sequence[Path]], bytes]] = {
    "md": lambda table, _, templates: commented(markdown(table, templates)).encode(),
    "html": lambda table, *how: commented(page(table, *how), ".html").encode(),
    "typ": lambda table, _, templates: commented(typst(table, templates), ".typ").encode(),
    "docx": lambda table, *how: sealed(word(table, *how)),
    "csv": lambda table, *_: data(table).encode(),
}
"""What makes files of tables, by suffix, from the view model, the language and the folders of the user's templates."""
