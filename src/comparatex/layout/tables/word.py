"""Tables as documents of Word: Office Open XML, written without another program.

Names and numbers are text. Rules, bold and alignment are those of the LaTeX; the caption has Word's own style and
number, headings are repeated on each page, and a table that is too wide for an upright page lies on its side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from comparatex.layout.tables.booktabs import Column, Entry, Line, Part, Table, serif_width
from comparatex.text import Text, writing

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

_MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_CORE = "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_WORDS = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PACKAGE = "application/vnd.openxmlformats-package"
_TYPES = f"""{_HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="{_PACKAGE}.relationships+xml"/>
<Override PartName="/word/document.xml" ContentType="{_WORDS}.document.main+xml"/>
<Override PartName="/word/styles.xml" ContentType="{_WORDS}.styles+xml"/>
<Override PartName="/docProps/core.xml" ContentType="{_PACKAGE}.core-properties+xml"/>
</Types>
"""
_PARTS = f"""{_HEAD}<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>
<Relationship Id="rId2" Type="{_RELATIONS}/metadata/core-properties" Target="docProps/core.xml"/>
</Relationships>
"""
_OF_DOCUMENT = f"""{_HEAD}<Relationships xmlns="{_RELATIONS}">
<Relationship Id="rId1" Type="{_OFFICE}/styles" Target="styles.xml"/>
</Relationships>
"""


def document(table: Table, language: str) -> bytes:
    """Return a table as a document of Word; the same table gives the same bytes.

    Parameters
    ----------
    table : Table
        The view model.
    language : str
        Code of the language of its texts.
    """
    members = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": _PARTS,
        "docProps/core.xml": _properties(table, language),
        "word/_rels/document.xml.rels": _OF_DOCUMENT,
        "word/document.xml": _body(table, language),
        "word/styles.xml": _styles(language),
    }
    archive = BytesIO()
    with ZipFile(archive, "w") as file:
        for name, content in members.items():
            info = ZipInfo(name)  # of 1980, whenever it is written
            info.compress_type = ZIP_DEFLATED
            info.create_system = 0  # wherever, too
            file.writestr(info, content.encode("utf-8"))
    return archive.getvalue()


# ------------------------------------------------------------------------------------------------ how wide
@dataclass(frozen=True)
class _Sheet:
    """A part with the widths of its columns, in points, at its size of type."""

    part: Part
    widths: tuple[float, ...]
    size: float

    @classmethod
    def of(cls, part: Part, room: float) -> _Sheet:
        """Fit a part into some room: headings break first, then names, then type is smaller."""
        entries, words, whole = (list(found) for found in zip(*map(_needs, _columns(part)), strict=True))
        if sum(whole) <= room:
            return cls(part, tuple(whole), _SIZE)
        least = [max(both) for both in zip(entries, words, strict=True)]
        spare = room - sum(least)
        if spare >= 0:
            missing = [max(a - b, 0.0) for a, b in zip(whole, least, strict=True)]
            share = min(1.0, spare / (sum(missing) or 1.0))
            return cls(part, tuple(a + share * b for a, b in zip(least, missing, strict=True)), _SIZE)
        factor = room / sum(least)
        return cls(part, tuple(factor * width for width in least), _SIZE * factor)


def _columns(part: Part) -> Iterator[tuple[Column, list[Entry]]]:
    for j, column in enumerate(part.columns):
        yield column, [line.entries[j] for line in part.lines]


def _needs(found: tuple[Column, Sequence[Entry]]) -> tuple[float, float, float]:
    """Return the room of the entries of a column, of the longest word of its heading, and of all of that."""
    column, entries = found
    inside = _SIZE * _FRAME * max(map(_width, entries), default=0.0) + _ROOM
    if column.standing:
        return inside, 1.5 * _SIZE + _ROOM, max(inside, 1.5 * _SIZE + _ROOM)
    word, heading = (
        _SIZE * _FRAME * _BOLD * max(map(serif_width, words), default=0.0) + _ROOM
        for words in (column.heading.split(), [column.heading])
    )
    return inside, word, max(inside, heading)


def _width(entry: Entry) -> float:
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


# ------------------------------------------------------------------------------------------------ the text
def _body(table: Table, language: str) -> str:
    sheets, turned = _sheets(table)
    gap = '<w:p><w:pPr><w:pStyle w:val="TableText"/></w:pPr></w:p>'
    tables = f"\n{gap}\n".join(_table(sheet, table) for sheet in sheets)
    across, high = (16838, 11906) if turned else (11906, 16838)
    side = ' w:orient="landscape"' if turned else ""
    margins = " ".join(f'w:{edge}="1417"' for edge in ("top", "right", "bottom", "left"))
    return f"""{_HEAD}<w:document xmlns:w="{_MAIN}"><w:body>
{_caption(table, language)}
{tables}
{gap}
<w:sectPr><w:pgSz w:w="{across}" w:h="{high}"{side}/>
<w:pgMar {margins} w:header="708" w:footer="708" w:gutter="0"/></w:sectPr>
</w:body></w:document>
"""


def _caption(table: Table, language: str) -> str:
    """Return the caption, numbered by Word among those of its kind."""
    with writing(language):
        called = str(Text("words").floats["table"][0])
    called = called[:1].upper() + called[1:]
    field = f'<w:fldSimple w:instr=" SEQ {escape(called)} \\* ARABIC "><w:r><w:t>1</w:t></w:r></w:fldSimple>'
    start = f"{_run(f'{called} ')}{field}{_run('. ')}"
    return f'<w:p><w:pPr><w:pStyle w:val="Caption"/><w:keepNext/></w:pPr>{start}{_run(table.caption)}</w:p>'


def _table(sheet: _Sheet, table: Table) -> str:
    widths = [round(20 * width) for width in sheet.widths]
    grid = "".join(f'<w:gridCol w:w="{width}"/>' for width in widths)
    rules = "".join(f'<w:{side} w:val="single" w:sz="{_HEAVY}"/>' for side in ("top", "bottom"))
    rows = [_head(sheet, widths), *(_row(line, sheet, widths) for line in sheet.part.lines)]
    return "\n".join(
        [
            f'<w:tbl><w:tblPr><w:tblW w:w="{sum(widths)}" w:type="dxa"/><w:jc w:val="center"/>'
            f'<w:tblBorders>{rules}</w:tblBorders><w:tblLayout w:type="fixed"/>'
            '<w:tblCellMar><w:left w:w="70" w:type="dxa"/><w:right w:w="70" w:type="dxa"/></w:tblCellMar>'
            f'<w:tblLook w:val="0020" w:firstRow="1"/><w:tblCaption w:val="{_quoted(table.title)}"/>'
            f'<w:tblDescription w:val="{_quoted(table.alt)}"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>',
            *rows,
            "</w:tbl>",
        ]
    )


def _head(sheet: _Sheet, widths: Sequence[int]) -> str:
    """Return the headings, which every page repeats."""
    standing = [column.heading for column in sheet.part.columns if column.standing]
    high = round(20 * (_BOLD * sheet.size * max(map(serif_width, standing)) + _ROOM)) if standing else 0
    height = f'<w:trHeight w:val="{high}" w:hRule="atLeast"/>' if high else ""
    cells = (
        _cell(
            _run(column.heading, column, sheet.size),
            width,
            column.align,
            below=True,
            standing=column.standing,
        )
        for column, width in zip(sheet.part.columns, widths, strict=True)
    )
    return f"<w:tr><w:trPr><w:cantSplit/>{height}<w:tblHeader/></w:trPr>{''.join(cells)}</w:tr>"


def _row(line: Line, sheet: _Sheet, widths: Iterable[int]) -> str:
    cells = (
        _cell(_run(_said(entry), entry, sheet.size), width, column.align, above=line.rule)
        for entry, column, width in zip(line.entries, sheet.part.columns, widths, strict=True)
    )
    return f"<w:tr><w:trPr><w:cantSplit/></w:trPr>{''.join(cells)}</w:tr>"


def _said(entry: Entry) -> str:
    """Return what an entry says, with the room that its decimal mark needs on the right."""
    spread = f" ± {entry.spread}" if entry.spread and not entry.bare else ""
    return (
        entry.text.replace(" ± ", "\u00a0±\u00a0")
        + spread.replace(" ", "\u00a0")
        + entry.pad.translate(_SPACES)
    )


def _cell(
    run: str, width: int, align: str, *, above: bool = False, below: bool = False, standing: bool = False
) -> str:
    rules = "".join(
        f'<w:{side} w:val="single" w:sz="{_LIGHT}"/>'
        for side, there in (("top", above), ("bottom", below))
        if there
    )
    borders = f"<w:tcBorders>{rules}</w:tcBorders>" if rules else ""
    turned = '<w:textDirection w:val="btLr"/>' if standing else ""
    foot = '<w:vAlign w:val="bottom"/>' if below and not standing else ""
    side = "left" if standing else _SIDES[align]
    return (
        f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{borders}{turned}{foot}</w:tcPr>'
        f'<w:p><w:pPr><w:pStyle w:val="TableText"/><w:jc w:val="{side}"/></w:pPr>{run}</w:p></w:tc>'
    )


def _run(text: str, item: Column | Entry | None = None, size: float = _SIZE) -> str:
    """Return a text, bold, underlined or in its colour as in LaTeX."""
    if not text:
        return ""
    mark, colour = (item.mark, item.colour) if item else ("", "")
    looks = [
        "<w:b/>" if mark not in ("", "second") else "",
        f'<w:color w:val="{escape(colour)}"/>' if colour else "",
        _points(size) if size < _SIZE else "",
        '<w:u w:val="single"/>' if mark == "second" else "",
    ]
    given = "".join(looks)
    properties = f"<w:rPr>{given}</w:rPr>" if given else ""
    return f'<w:r>{properties}<w:t xml:space="preserve">{_quoted(text)}</w:t></w:r>'


def _quoted(text: str) -> str:
    return escape(_FORBIDDEN.sub("", " ".join(text.split("\n"))))


# ------------------------------------------------------------------------------------------------ the rest
def _styles(language: str) -> str:
    """Return the styles: of captions, which Word knows by this name, and of what stands in tables."""
    font = '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:cs="Times New Roman"/>'
    return f"""{_HEAD}<w:styles xmlns:w="{_MAIN}">
<w:docDefaults><w:rPrDefault><w:rPr>{font}{_points(11)}<w:lang w:val="{_locale(language)}"/></w:rPr></w:rPrDefault>
<w:pPrDefault/></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
<w:style w:type="paragraph" w:styleId="Caption"><w:name w:val="caption"/><w:basedOn w:val="Normal"/>
<w:next w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:before="0" w:after="120"/></w:pPr></w:style>
<w:style w:type="paragraph" w:customStyle="1" w:styleId="TableText"><w:name w:val="Table Text"/>
<w:basedOn w:val="Normal"/><w:qFormat/><w:pPr><w:spacing w:before="20" w:after="20"/></w:pPr>
<w:rPr>{_points(_SIZE)}</w:rPr></w:style>
</w:styles>
"""


def _points(size: float) -> str:
    half = round(2 * size)
    return f'<w:sz w:val="{half}"/><w:szCs w:val="{half}"/>'


def _locale(language: str) -> str:
    return escape(_LOCALES.get(language, language))


def _properties(table: Table, language: str) -> str:
    """Return what the document is, in its own words."""
    return f"""{_HEAD}<cp:coreProperties xmlns:cp="{_CORE}" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>{_quoted(table.title)}</dc:title>
<dc:description>{_quoted(table.alt)}</dc:description>
<dc:language>{_locale(language)}</dc:language>
</cp:coreProperties>
"""
