"""Tables as documents of Word, by python-docx.

Names and numbers are text. Rules, bold and alignment are those of the LaTeX; the caption has Word's own style and
number, headings are repeated on each page, and a table that is too wide for an upright page lies on its side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from comparatex.errors import DataError
from comparatex.layout.tables.booktabs import Column, Entry, Part, Table
from comparatex.layout.widths import serif_width
from comparatex.text import Text, writing

_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_SIDES = {"l": "left", "r": "right", "c": "center"}
_LOCALES = {"en": "en-GB", "fr": "fr-FR", "de": "de-DE", "es": "es-ES"}
_SPACES = str.maketrans({"0": "\N{FIGURE SPACE}", ".": "\N{PUNCTUATION SPACE}", ",": "\N{PUNCTUATION SPACE}"})
"""Spaces as wide as what a number lacks on its right."""
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML cannot hold."""
_SIZE, _SMALL, _LEAST, _ROOM = 9.0, 7.5, 6.0, 9.0
"""Points: the type, its least size before a table lies on its side and before it is split, the room around entries."""
_BOLD, _FRAME = 1.08, 1.04
"""How much wider bold type is; what other fonts may be wider than that of the estimate."""
_UPRIGHT, _TURNED = 453.0, 700.0
"""Points: the width of the text on a sheet of A4, upright and on its side."""
_HEAVY, _LIGHT = 8, 4
"""Eighths of a point: rules."""


def document(table: Table, language: str) -> bytes:
    """Return a table as a document of Word; the same table gives the same bytes.

    Parameters
    ----------
    table : Table
        The view model.
    language : str
        Code of the language of its texts.

    Raises
    ------
    DataError
        There is no python-docx.
    """
    try:
        from docx import Document
        from docx.oxml import parse_xml
    except ImportError as error:
        raise DataError(
            "Documents of Word need python-docx: run pip install 'comparatex[word]', or write .html."
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
    caption.add_run(f". {_clean(table.caption)}")
    for sheet in sheets:
        file.add_paragraph(style="Table Text")._p.addprevious(parse_xml(_xml(sheet, table)))
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
    for style, size, before, behind in ((normal, 11, 0, 0), (caption, 11, 0, 6), (text, _SIZE, 1, 1)):
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
class _Sheet:
    """A part with the widths of its columns, in points, at its size of type."""

    part: Part
    widths: tuple[float, ...]
    size: float

    @classmethod
    def of(cls, part: Part, room: float) -> _Sheet:
        """Fit a part into some room: headings break first, then names, then type is smaller."""
        needs = [
            _needs(column, [line.entries[j] for line in part.lines]) for j, column in enumerate(part.columns)
        ]
        least, most = ([need[k] for need in needs] for k in (0, 1))
        if sum(least) > room:
            factor = room / sum(least)
            return cls(part, tuple(factor * width for width in least), _SIZE * factor)
        share = min(1.0, (room - sum(least)) / (sum(most) - sum(least) or 1.0))
        return cls(part, tuple(a + share * (b - a) for a, b in needs), _SIZE)


def _needs(column: Column, entries: Sequence[Entry]) -> tuple[float, float]:
    """Return the room of a column whose heading breaks between words, and of one whose heading does not."""
    inside = _SIZE * _FRAME * max(map(_width, entries), default=0.0) + _ROOM
    if column.standing:
        return (max(inside, 1.5 * _SIZE + _ROOM),) * 2
    word, heading = (
        _SIZE * _FRAME * _BOLD * max(map(serif_width, words), default=0.0) + _ROOM
        for words in (column.heading.split(), [column.heading])
    )
    return max(inside, word), max(inside, heading)


def _width(entry: Entry) -> float:
    """Return the width of an entry, in sizes of its type."""
    spread = serif_width(f" ± {entry.spread}") if entry.spread else 0.0
    return (_BOLD if entry.mark else 1.0) * (serif_width(entry.text + entry.pad) + spread)


def _sheets(table: Table) -> tuple[list[_Sheet], bool]:
    """Return what stands below each other, and whether the pages lie on their sides: as whole as can be read."""
    for parts, room, least in (
        (table.wholes, _UPRIGHT, _SMALL),
        (table.wholes, _TURNED, _LEAST),
        (table.parts, _UPRIGHT, _LEAST),
        (table.parts, _TURNED, 0.0),
    ):
        sheets = [_Sheet.of(part, room) for part in parts]
        if all(sheet.size >= least for sheet in sheets):
            break
    return sheets, room == _TURNED


def _xml(sheet: _Sheet, table: Table) -> str:
    """Return a part of a table in WordprocessingML, with headings that every page repeats."""
    columns, widths = sheet.part.columns, [round(20 * width) for width in sheet.widths]
    rules = "".join(f'<w:{side} w:val="single" w:sz="{_HEAVY}"/>' for side in ("top", "bottom"))
    standing = [serif_width(column.heading) for column in columns if column.standing]
    high = round(20 * (_BOLD * sheet.size * max(standing) + _ROOM)) if standing else 0
    height = f'<w:trHeight w:val="{high}" w:hRule="atLeast"/>' if high else ""
    heads = [
        _cell(
            _run(column.heading, column, sheet.size),
            width,
            "l" if column.standing else column.align,
            "bottom",
            turn,
        )
        for column, width in zip(columns, widths, strict=True)
        for turn in ['<w:textDirection w:val="btLr"/>' if column.standing else '<w:vAlign w:val="bottom"/>']
    ]
    rows = [
        [
            _cell(_run(_text(entry), entry, sheet.size), width, column.align, "top" * line.rule)
            for entry, column, width in zip(line.entries, columns, widths, strict=True)
        ]
        for line in sheet.part.lines
    ]
    return "".join(
        (
            f'<w:tbl xmlns:w="{_MAIN}"><w:tblPr><w:tblW w:w="{sum(widths)}" w:type="dxa"/><w:jc w:val="center"/>'
            f'<w:tblBorders>{rules}</w:tblBorders><w:tblLayout w:type="fixed"/>'
            '<w:tblCellMar><w:left w:w="70" w:type="dxa"/><w:right w:w="70" w:type="dxa"/></w:tblCellMar>'
            f'<w:tblLook w:val="0020" w:firstRow="1"/><w:tblCaption w:val="{_quoted(table.title)}"/>'
            f'<w:tblDescription w:val="{_quoted(table.alt)}"/></w:tblPr>',
            *("<w:tblGrid>", *(f'<w:gridCol w:w="{width}"/>' for width in widths), "</w:tblGrid>"),
            f"<w:tr><w:trPr><w:cantSplit/>{height}<w:tblHeader/></w:trPr>{''.join(heads)}</w:tr>",
            *(f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{''.join(cells)}</w:tr>" for cells in rows),
            "</w:tbl>",
        )
    )


def _cell(run: str, width: int, align: str, ruled: str = "", turn: str = "") -> str:
    """Return a cell, with a rule on one side if that is named."""
    rule = f'<w:tcBorders><w:{ruled} w:val="single" w:sz="{_LIGHT}"/></w:tcBorders>' if ruled else ""
    return (
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{rule}{turn}</w:tcPr>'
        f'<w:p><w:pPr><w:pStyle w:val="TableText"/><w:jc w:val="{_SIDES[align]}"/></w:pPr>{run}</w:p></w:tc>'
    )


def _run(text: str, item: Column | Entry, size: float) -> str:
    """Return a text, bold, underlined or in its colour as in LaTeX."""
    half = round(2 * size)
    looks = "".join(
        (
            "<w:b/>" if item.mark not in ("", "second") else "",
            f'<w:color w:val="{escape(item.colour)}"/>' if item.colour else "",
            f'<w:sz w:val="{half}"/><w:szCs w:val="{half}"/>' if size < _SIZE else "",
            '<w:u w:val="single"/>' if item.mark == "second" else "",
        )
    )
    properties = f"<w:rPr>{looks}</w:rPr>" if looks else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{_quoted(text)}</w:t></w:r>' if text else ""


def _text(entry: Entry) -> str:
    """Return what an entry says, with the room that its decimal mark needs on the right."""
    spread = f" ± {entry.spread}" if entry.spread and not entry.bare else ""
    return (
        entry.text.replace(" ± ", "\u00a0±\u00a0")
        + spread.replace(" ", "\u00a0")
        + entry.pad.translate(_SPACES)
    )


def _clean(text: str) -> str:
    """Return a text in one line, without what XML cannot hold."""
    return _FORBIDDEN.sub("", " ".join(text.split("\n")))


def _quoted(text: str) -> str:
    """Return a text for XML."""
    return escape(_clean(text))


def _packed(file: Any) -> bytes:
    """Return a document as it would be at any time and on any system, without what its template has of its own."""
    for relations in (file.part.package.rels, file.part.rels):
        for key, relation in list(relations.items()):
            if relation.reltype.endswith(("/thumbnail", "/customXml", "/extended-properties")):
                del relations[key]
    written, archive = BytesIO(), BytesIO()
    file.save(written)
    with ZipFile(written) as source, ZipFile(archive, "w") as target:
        for name in source.namelist():
            info = ZipInfo(name)  # of 1980, whenever it is written
            info.compress_type = ZIP_DEFLATED
            info.create_system = 0  # wherever, too
            target.writestr(info, source.read(name))
    return archive.getvalue()
