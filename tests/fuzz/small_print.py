# ruff: noqa: E501 (patterns of cells)
"""Scores with small print beside them, in documents and workbooks."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Mapping, Sequence
from typing import Any

HTML = (
    "{score}<sup>{other}</sup>", "{score}<sub>{other}</sub>", "<sup>{other}</sup>{score}", "{score}<small>{other}</small>",
    "{score}<br>{other}", "{other}<br/>{score}", "{score}<p>{other}</p>", "<div>{score}</div>{other}",
    "<b>{score}</b>{other}", "{other}<i>{score}</i>", "{score}<a href='#{other}'>{other}</a>", "<b>{score}</b>",
    "<span style='display:none'>{other}</span>{score}", "{score}<span hidden>{other}<span>{other}</span>{other}</span>",
    "{score}<s>{other}</s>", "<del>{other}</del>{score}", "{score}<script>{other}</script>", "<style>{other}</style>{score}",
    "{score}<sup>a</sup>", "{score}<sup>*,b</sup>", "{score}<sup>.</sup>{other}", "{score}<sub>e</sub>{other}",
    "{score}<sup>%</sup>{other}", "{score}<span>,</span>{other}", "{score}e<sub>{other}</sub>", "{score}<o:p></o:p>",
    "<font size=1>{score}</font><wbr>{other}", "{score}<sub>±{other}</sub>", "{score}<sup>({other})</sup>",
)  # fmt: skip
MARKDOWN = (
    *(text for text in HTML if "|" not in text), "{score}[^{other}]", "{score}[{other}](x)", "**{score}**{other}",
    "**{score}**", "`{score}`", "~~{other}~~{score}", "{score}~~{other}~~", "__{score}__[{other}](u)", "_{score}_",
)  # fmt: skip
LATEX = (
    r"{score}\textsuperscript{{{other}}}", r"{score}\textsubscript{{{other}}}", r"{score}\std{{{other}}}", r"\gain{{{other}}}{score}",
    r"{score}{{\scriptsize {other}}}", r"{score}\rank{{{other}}}", r"{{\tiny {other}}}{score}", r"\textbf{{{score}}}{other}",
    r"{score}$_{{{other}}}$", r"{score}$^{{{other}}}$", r"{score}$^{other}$", r"${score}${other}", r"${score}$$_{other}$",
    r"{score}\footnote{{{other}}}", r"{score}\footnotemark[{other}]", r"{score}\tnote{{{other}}}", r"{score}\cite{{{other}}}",
    r"\phantom{{{other}}}{score}", r"{score}\phantom{{{other}}}", r"\textbf{{{score}}}", r"\cellcolor{{gray!20}}\textbf{{{score}}}",
    r"{score}\,{other}", r"{score}\tiny{other}", r"{score}\unknown {other}", r"{score}\unknown{{{other}}}", r"\sout{{{other}}}{score}",
    r"\makecell{{{score}\\{other}}}", r"{score}\textcolor{{white}}{{{other}}}", r"{score}$\pm${other}",
    r"{score}\raisebox{{1ex}}{{{other}}}", r"{score}\hspace{{1em}}{other}", r"\mbox{{{score}}}\mbox{{{other}}}", r"{score}{{{{{other}}}}}",
    r"\textbf{{\small {score}}}{{\tiny\textit{{{other}}}}}", r"{score}\footnote{{see \textbf{{{other}}}}}",
)  # fmt: skip
EXCEL = ("superscript", "subscript", "struck", "bold")


def document(kind: str, rows: Sequence[Sequence[str]]) -> bytes:
    """Return rows of cells as a document in HTML, Markdown or LaTeX."""
    if kind == "html":
        text = "".join("<tr>" + "".join(f"<td>{text}</td>" for text in row) + "</tr>" for row in rows)
        return f"<table>{text}</table>".encode()
    if kind == "md":
        return "\n".join("|".join(["", *row, ""]) for row in [rows[0], ["---"] * len(rows[0]), *rows[1:]]).encode()
    text = "\\\\\n".join(" & ".join(row) for row in rows)
    return f"\\begin{{tabular}}{{{'c' * len(rows[0])}}}\n{text}\n\\end{{tabular}}\n".encode()


def styled(score: str, other: str, style: str, before: bool) -> Any:
    """Return a cell of a workbook in which another text stands beside a score, in a style of its own."""
    from openpyxl.cell.rich_text import CellRichText, TextBlock
    from openpyxl.cell.text import InlineFont

    font = {"struck": InlineFont(strike=True), "bold": InlineFont(b=True)}.get(style)
    part = TextBlock(font or InlineFont(vertAlign=style), other)
    return CellRichText(part, score) if before else CellRichText(score, part)


def workbook(rows: Sequence[Sequence[Any]], far: Sequence[str] = (), hidden: Sequence[int] = ()) -> bytes:
    """Return rows as a workbook, perhaps with cells far from them, and with hidden rows."""
    import openpyxl

    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for place in far:
        book.active[place] = "stray"
    for number in hidden:
        book.active.row_dimensions[number].hidden = True
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


_CONTENT = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:spreadsheet>
{sheets}</office:spreadsheet></office:body></office:document-content>"""
_MANIFEST = (
    '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
)
OPEN_DOCUMENT = (
    "{score}<text:span>{other}</text:span>", "<text:span>{other}</text:span>{score}", "{score}</text:p><text:p>{other}",
    "{score}<text:line-break/>{other}", "{score}<text:s/>{other}", "<text:span>{score}</text:span>",
    "{score}<text:a>{other}</text:a>", "{score}<text:note>{other}</text:note>",
)  # fmt: skip


def open_document(sheets: Mapping[str, Sequence[Sequence[Any]]], far: str = "") -> bytes:
    """Return an OpenDocument spreadsheet of texts and floats, perhaps with rows behind them."""

    def cell(value: Any) -> str:
        kind = f'"float" office:value="{value}"' if isinstance(value, float) else '"string"'
        return f"<table:table-cell office:value-type={kind}><text:p>{value}</text:p></table:table-cell>"

    content = "".join(
        f'<table:table table:name="{name}">'
        + "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
        + far
        + "</table:table>"
        for name, rows in sheets.items()
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", _CONTENT.format(sheets=content))
        archive.writestr("META-INF/manifest.xml", _MANIFEST)
    return file.getvalue()


def binary_workbook(cells: Mapping[tuple[int, int], str | float]) -> bytes:
    """Return the cells of a sheet, by row and column from 0 on and in this order, as a binary workbook (.xlsb)."""

    def record(kind: int, content: bytes = b"") -> bytes:
        kinds = bytes([kind]) if kind < 128 else bytes([kind & 127 | 128, kind >> 7])
        return kinds + bytes([len(content)]) + content

    def text(string: str) -> bytes:
        return struct.pack("<I", len(string)) + string.encode("utf-16-le")

    rows, columns = zip(*cells, strict=True)
    sheet = record(129) + record(148, struct.pack("<4I", 0, max(rows), 0, max(columns))) + record(145)
    for row in dict.fromkeys(rows):
        sheet += record(0, struct.pack("<I", row) + bytes(13))
        for (_, column), value in (item for item in cells.items() if item[0][0] == row):
            is_text = isinstance(value, str)
            content = text(value) if is_text else struct.pack("<d", value)
            sheet += record(6 if is_text else 5, struct.pack("<II", column, 0) + content)
    sheets = struct.pack("<II", 0, 1) + text("rId1") + text("scores")
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(
            "xl/_rels/workbook.bin.rels",
            '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship '
            f'Id="rId1" Type="{office}/worksheet" Target="worksheets/sheet1.bin"/></Relationships>',
        )
        book = record(131) + record(143) + record(156, sheets) + record(144) + record(132)
        archive.writestr("xl/workbook.bin", book)
        archive.writestr("xl/worksheets/sheet1.bin", sheet + record(146) + record(130))
    return file.getvalue()
