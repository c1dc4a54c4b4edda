"""Stamps in the files that comparatex writes, by which it knows them again, and never overwrites those of others."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from comparatex.errors import DataError
from comparatex.files import (
    TEMPLATES,
    digest,
    forced,
    foreign,
    hashes_read,
    refuse_input,
    replacing,
    with_plain_lines,
    writable,
)

MAKER = "comparatex"
STYLE = "comparatex.sty"
_STAMPED = re.compile(
    r"^(?:% Stamp of what it shows: |\\comparatexfragment\{[^{}]*\}\{)([0-9a-f]{16})\S*\n", re.MULTILINE
)
_STAMP_OF_PAGE = re.compile(r'<meta name="comparatex" content="([0-9a-f]+)">')
_VERSION_OF_STYLE = re.compile(r"\\ProvidesPackage\{comparatex\}\[([^]]*)\]")
BEGIN, END = "<!-- comparatex: begin -->", "<!-- comparatex: end -->"
"""The lines of a Markdown file between which comparatex writes."""

# xdvipdfmx writes the identifier's bytes as text if most of them happen to be printable.
_PDF_STRING = rb"(?:<[0-9A-Fa-f]{32}>|\((?:[^()\\]|\\.)*\))"
_IDENTITY = re.compile(rb"(/ID ?\[ ?)%b( ?)%b( ?\])([^<>]*)" % (_PDF_STRING, _PDF_STRING), re.DOTALL)


def stamped(tex: str, name: str, data: str = "") -> str:
    r"""Return a fragment that says, on its second line, the hash of all that it shows; in a comment without a name.

    >>> print(stamped("% A\n1", "mcm", "ab"))
    % A
    \comparatexfragment{mcm}{b8229631288bc05e:ab}%
    1
    """
    first, end, rest = tex.partition("\n")
    stamp = f"{digest(tex)[:16]}{f':{data}' if data else ''}"
    line = f"\\comparatexfragment{{{name}}}{{{stamp}}}%" if name else f"% Stamp of what it shows: {stamp}"
    return f"{first}{end}{line}\n{rest}"


def stamp_in(tex: str) -> str:
    """Return the stamp of a fragment, or of its beginning; empty where it has none."""
    stamp = _STAMPED.search(tex)
    return stamp[1] if stamp else ""


def is_ours(tex: str) -> bool:
    r"""Whether a fragment is as comparatex wrote it.

    >>> ours = stamped("% A\n1", "mcm", "ab")
    >>> is_ours(ours), is_ours(ours.replace("A", "B")), is_ours(ours.replace("\n1", "\n2")), is_ours("% A")
    (True, False, False, False)
    """
    tex = tex.replace("\r\n", "\n")
    stamp = _STAMPED.search(tex)
    return stamp is not None and digest(tex[: stamp.start()] + tex[stamp.end() :])[:16] == stamp[1]


def of_data(paths: Sequence[Path], *records: Mapping[str, str]) -> str:
    """Return the shortened hashes of what was read from some tables, as fragments state them; empty if one is unknown.

    `records` are what `hashes_read` takes.
    """
    hashes = hashes_read(paths, *records)
    complete = all(map(hashes.get, paths))
    return "+".join(sorted({hash_[:16] for hash_ in hashes.values()})) if complete else ""


def stamps_of(pdf: Path) -> tuple[str, ...]:
    """Return the stamps of the reports and fragments in a PDF, or that in the page of a report."""
    if pdf.suffix.lower() == ".html":
        stamp = _STAMP_OF_PAGE.search(pdf.read_text(encoding="utf-8", errors="replace"))
        if not stamp or not is_marked(pdf):
            raise DataError(f"{pdf} is not the page of a report, or it was edited: build the report again.")
        return (stamp[1],)
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        with PdfDocument(pdf) as document:
            return tuple(document.get_metadata_value("comparatex").split())
    except PdfiumError as error:
        raise DataError(f"{pdf} cannot be read as a PDF: {error}") from error


# -------------------------------------------------------------------------------------------- whose file it is
def is_marked(path: Path) -> bool:
    """Whether a file itself shows that comparatex wrote it and, where that can be seen, that it is unchanged.

    Fragments, Markdown, HTML, Typst and documents of Word have a stamp, PDFs from TeX an identifier derived from their
    content; other pictures name their maker.
    """
    try:
        content = with_plain_lines(path.read_bytes())
    except OSError:
        return False
    text = content.decode("utf-8", errors="replace")
    match path.suffix.lower():
        case ".tex":
            return is_ours(text)
        case suffix if suffix in _COMMENTS:
            return text == commented(text.partition("\n")[2], suffix)
        case ".docx":
            return content == sealed(content)
        case ".sty":
            return _is_other_style(content)
        case ".pdf":
            by_tex = content.startswith(b"%PDF") and _IDENTITY.search(content) and identify(content) == content
            return bool(by_tex) or b"/Creator (comparatex)" in content
        case ".png":
            return b"tEXtSoftware\0comparatex" in content
        case ".svg":
            return b"<dc:title>comparatex</dc:title>" in content
    return False


_COMMENTS = {".md": "<!-- {} -->", ".html": "<!-- {} -->", ".typ": "// {}"}


def commented(text: str, suffix: str = ".md") -> str:
    """Return a text that says, in a comment on its first line, who made it and the hash of all that follows."""
    return f"{_COMMENTS[suffix].format(_made(text))}\n{text}"


def sealed(archive: bytes) -> bytes:
    """Return a ZIP archive with a comment that says who made it and the hash of the rest.

    One that it has is left out first, so that `archive == sealed(archive)` tells whether it is as it was written.
    """
    end = archive.rfind(b"PK\x05\x06") + 20  # where the length of the comment stands
    body = archive[:end] + len(_made(b"")).to_bytes(2, "little")
    return body + _made(body).encode()


_FENCE = re.compile(r" {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)")
"""A line that begins a block of code; one that ends it has no more than at least as many of the same marks."""


def between_marks(path: Path, markdown: str) -> bytes:
    """Return a Markdown file with a new text between the two marks; what is outside them stays as it is."""
    if not path.exists():
        raise DataError(f"There is no file {path}: make it, with the lines {BEGIN} and {END} around the place.")
    try:
        lines = path.read_bytes().decode("utf-8").splitlines(keepends=True)
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8, so nothing can be put into it.") from error
    prose = _outside_of_code(lines)
    marks = [[k for k in prose if lines[k].strip() == mark] for mark in (BEGIN, END)]
    if [len(places) for places in marks] != [1, 1] or marks[0] > marks[1]:
        raise DataError(f"{path} needs the line {BEGIN} once, and below it the line {END} once.")
    (begin,), (end,) = marks
    before = "".join(lines[begin + 1 : end]).replace("\r\n", "\n")
    if before.strip() and before != commented(before.partition("\n")[2]) and not forced():
        raise foreign(path)
    newline = "\r\n" if lines[begin].endswith("\r\n") else "\n"
    text = "".join(lines[: begin + 1]) + commented(markdown).replace("\n", newline) + "".join(lines[end:])
    return text.encode("utf-8")


def _outside_of_code(lines: Sequence[str]) -> list[int]:
    """Return which lines of a Markdown file are in no fenced block of code, where marks are shown and not meant."""
    fence, outside = "", []
    for k, line in enumerate(lines):
        mark = _FENCE.match(line)
        if not fence:
            outside.append(k)
            fence = mark[1] if mark else ""
        elif mark and mark[1].startswith(fence) and not mark[2].strip():
            fence = ""
    return outside


def _made(content: bytes | str) -> str:
    return f"Made by {MAKER}. Stamp: {digest(content)[:16]}"


def identify(pdf: bytes) -> bytes:
    """Make a PDF's identifier depend only on its content, because engines mix folder and time into it."""
    content = _identified(pdf, b"0" * 32)
    return _identified(content, hashlib.md5(content, usedforsecurity=False).hexdigest().upper().encode())


def _identified(pdf: bytes, identifier: bytes) -> bytes:
    """Return a PDF with an identifier; the rest of its dictionary is on one line, however it was broken."""
    both = rb"\g<1><%b>\g<2><%b>\g<3>" % (identifier, identifier)
    return _IDENTITY.sub(lambda identity: identity.expand(both) + identity[4].replace(b"\n", b" "), pdf)


def _is_other_style(content: bytes) -> bool:
    """Whether a style is ours, as it is now or of another version: edited, it is of this version and yet differs."""
    ours = with_plain_lines((TEMPLATES / STYLE).read_bytes())
    now, version = (_VERSION_OF_STYLE.search(text.decode("utf-8", errors="replace")) for text in (ours, content))
    return content == ours or (version is not None and now is not None and version[1] != now[1])


def require_ours(path: Path, ours: Callable[[Path], bool] = is_marked) -> None:
    """Refuse to overwrite a file that comparatex did not write, or that was edited since."""
    with writable(path):
        if path.is_file() and not forced() and not ours(path):
            raise foreign(path)


def write_own(path: Path, content: bytes, *, ours: Callable[[bytes], bool] | None = None) -> Path:
    """Write a file that is new, or that comparatex wrote before."""
    own = is_marked if ours is None else lambda path: ours(with_plain_lines(path.read_bytes()))
    return stream_own(path, lambda file: file.write(content), ours=own)


def stream_own(path: Path, write: Callable[[IO[bytes]], Any], *, ours: Callable[[Path], bool]) -> Path:
    """Write a file, perhaps too large to be held in memory, that is new, or that comparatex wrote before."""
    refuse_input(path)
    if not path.is_symlink() and path.exists() and not path.is_dir() and not path.is_file():
        with writable(path), path.open("wb") as file:  # a device or a pipe, such as /dev/stdout
            write(file)
        return path
    require_ours(path, ours)
    with replacing(path, keep=True) as file:
        write(file)
    return path


def write_style(folder: Path, say: Callable[[str], None]) -> None:
    """Put ``comparatex.sty`` beside a fragment; one that was edited stays."""
    path = folder / STYLE
    if path.is_file() and not forced() and not is_marked(path):
        say(f"Note: {path} was edited or is not comparatex's, so it is left as it is.")
        return
    write_own(path, (TEMPLATES / STYLE).read_bytes())
