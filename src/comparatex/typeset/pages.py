r"""Many fragments in one engine run: each fragment becomes a separate PDF, cropped to its content.

A run per figure would take five times as long. Every fragment begins a page of an ordinary article, so that even
a table that breaks across pages works; PDFium then measures what is on each page, crops and splits.
"""

from __future__ import annotations

import io
import math
import re
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from comparatex.errors import TypesetError, UsageError
from comparatex.files import TEMPLATES, workplace
from comparatex.letters import MissingLetters
from comparatex.names import quoted
from comparatex.stamps import STYLE, identify
from comparatex.tex_names import typeset as typeset_name
from comparatex.text import LANGUAGES
from comparatex.typeset.compile import RunError, Size, typeset
from comparatex.typeset.engines import Engine, find

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfDocument, PdfPage

_NAME = "fragments.tex"
_LENGTH = re.compile(r"\d+(?:\.\d+)?(?:pt|mm|cm|in|bp)")
_MARK = re.compile(r"^comparatex-fragment (\d+) page (\d+)$", re.MULTILINE)
_SIZE = re.compile(r"^comparatex-fragment (\d+) size ([\d.]+pt) ([\d.]+pt)$", re.MULTILINE)
_DATE = re.compile(rb"/CreationDate\(D:\d{14}")
_EPOCH = b"/CreationDate(D:19700101000000"
_FONTS = {"pdftex": r"\usepackage[T1]{fontenc}\usepackage{lmodern}"}  # the others use Latin Modern anyway
_LANGUAGE = re.compile(r"\\comparatexlanguage{(\w+)}")  # the language of a fragment, and so of its caption

_DOCUMENT = r"""\documentclass{article}
%(fonts)s
%(language)s
\usepackage{comparatex%(colours)s}
\setlength\textwidth{%(width)s}
\setlength\textheight{24cm}
\setlength\parindent{0pt}
\setlength\topskip{0pt}
\pagestyle{empty}
\raggedbottom
\newcommand\fragment[1]{%%
  \clearpage
  \typeout{comparatex-fragment #1 page \the\value{page}}%%
  \input{fragment-#1}%%
  \ifhmode \setbox0\lastbox \else \setbox0\hbox{\vrule height 0pt depth \dimexpr\pagetotal+\pagedepth\relax}\fi
  \typeout{comparatex-fragment #1 size \the\ht0 \space\the\dp0}%%
  \ifhmode \box0 \fi \par}
\begin{document}
%(fragments)s
\clearpage
\typeout{comparatex-fragment %(count)d page \the\value{page}}
\end{document}
"""

BORDER = 2  # points of white around what is on a page
_MOST_PIXELS = 4000


def compile_pages(
    sources: Mapping[str, str],
    engine: Engine,
    *,
    width: str = "16cm",
    trusted: bool = False,
    sizes: dict[str, Size] | None = None,
) -> dict[str, bytes]:
    r"""Typeset fragments in one run; return each as a cropped PDF, with several pages if needed.

    Their sizes as TeX has them go to `sizes`.
    """
    if not _LENGTH.fullmatch(width):
        raise UsageError(f"{width!r} is not a length: write a number with pt, mm, cm, in or bp, such as 16cm.")
    if not sources:
        return {}
    names = list(sources)
    with workplace() as place:
        try:
            done = typeset(_write(place, sources, engine, width), engine, trusted=trusted)
        except RunError as error:
            raise TypesetError(_with_place(error, names)) from error
        except MissingLetters as error:
            where = next((name for name in names if error.letter in sources[name]), error.place)
            raise MissingLetters(error.letter, error.by, where) from error
    if sizes is not None:
        sizes |= {names[int(index)]: (height, depth) for index, height, depth in _SIZE.findall(done.log)}
    starts = {int(index): int(page) - 1 for index, page in _MARK.findall(done.log)}
    from pypdfium2 import PdfDocument

    with PdfDocument(done.pdf) as document:
        return {name: _extract(document, name, range(starts[i], starts[i + 1])) for i, name in enumerate(names)}


@cache
def try_names(names: tuple[tuple[str, str], ...], engine: Engine | None) -> None:
    """Refuse TeX of names that an engine, or the one that is installed, cannot set; without any all is taken."""
    if not names:
        return
    engine = engine or find()
    sources = {f"The TeX of {quoted(name)}": f"\\hbox{{{typeset_name(tex)}}}" for name, tex in names}
    if engine:
        try:
            compile_pages(sources, engine, trusted=True)
        except MissingLetters:
            raise
        except TypesetError as error:
            raise UsageError(f"{engine.name} cannot set a name under [tex-names]. {error}") from error


def _write(folder: Path, sources: Mapping[str, str], engine: Engine, width: str) -> Path:
    """Write the fragments and the document around them; return the document."""
    shutil.copyfile(TEMPLATES / STYLE, folder / STYLE)
    for index, source in enumerate(sources.values()):
        (folder / f"fragment-{index}.tex").write_text(source, encoding="utf-8")
    document = folder / _NAME
    fragments = "\n".join(f"\\fragment{{{index}}}" for index in range(len(sources)))
    languages = dict.fromkeys(code for source in sources.values() for code in _LANGUAGE.findall(source))
    babel = ",".join(LANGUAGES[code].babel for code in languages if code in LANGUAGES)
    chosen = rf"\usepackage{{fontspec}}\setmainfont{{{engine.font}}}" if engine.font else ""
    content = {
        "fonts": chosen or _FONTS.get(engine.kind, ""),
        "language": rf"\usepackage[{babel}]{{babel}}" if babel else "",
        "colours": ",colortbl" if any(r"\comparatexshade{" in source for source in sources.values()) else "",
        "width": width,
        "fragments": fragments,
        "count": len(sources),
    }
    document.write_text(_DOCUMENT % content, encoding="utf-8")
    return document


def _with_place(error: RunError, names: Sequence[str]) -> str:
    """Return an error's message with the fragment in which it occurred: the last one begun."""
    begun = [int(index) for index, _ in _MARK.findall(error.log)]
    if not begun and error.cause:
        return error.cause.message
    if not begun or begun[-1] == len(names):
        return str(error)
    place, cause = names[begun[-1]], error.cause
    if cause is None:
        return f"{place}: {error}"
    file = Path(cause.file or _NAME).name
    if file == f"fragment-{begun[-1]}.tex":
        place += f", line {cause.line}"
    elif file != _NAME:
        place += f" ({file}, line {cause.line})"
    return f"{place}: {cause.message}"


def _extract(document: PdfDocument, name: str, numbers: range) -> bytes:
    """Return some pages as a PDF with the same bytes every time, because PDFium would write the date into it."""
    from pypdfium2 import PdfDocument

    if not numbers:
        raise TypesetError(f"{name}: the fragment has no pages, so there is nothing to typeset.")
    with PdfDocument.new() as part, io.BytesIO() as file:
        part.import_pages(document, list(numbers))
        if not all(crop(page) for page in part):
            raise TypesetError(f"{name}: a page of the fragment is empty, so there is nothing to see.")
        part.save(file)
        return identify(_DATE.sub(_EPOCH, file.getvalue()))


def crop(page: PdfPage) -> bool:
    """Crop a page to its ink and a border, in whole points; return whether there is any ink.

    The objects' bounds come first: they reach beyond the paper, but ignore clipping, which rendering respects.
    """
    drawn = [item.get_bounds() for item in page.get_objects(max_depth=1)]
    boxes = [box for box in drawn if box[2] > box[0] or box[3] > box[1]]
    if not boxes:
        return False
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    _set_size(page, min(lefts) - 1, min(bottoms) - 1, max(rights) + 1, max(tops) + 1)
    return _crop_to_ink(page)


def _crop_to_ink(page: PdfPage) -> bool:
    """Crop a page to the pixels that are not white."""
    left, _, _, top = page.get_mediabox()
    scale = min(2.0, _MOST_PIXELS / max(page.get_size()))
    ink = page.render(scale=scale, grayscale=True).to_numpy() < 255
    columns, rows = ink.any(axis=0).nonzero()[0], ink.any(axis=1).nonzero()[0]
    if columns.size == 0:
        return False
    bottom, right = top - (rows[-1] + 1) / scale, left + (columns[-1] + 1) / scale
    left, top = left + columns[0] / scale, top - rows[0] / scale
    _set_size(page, left - BORDER, bottom - BORDER, right + BORDER, top + BORDER)
    return True


def _set_size(page: PdfPage, left: float, bottom: float, right: float, top: float) -> None:
    """Give a page its size, rounded outwards to whole points."""
    box = (math.floor(left), math.floor(bottom), math.ceil(right), math.ceil(top))
    page.set_mediabox(*box)
    page.set_cropbox(*box)


def png(pdf: bytes, dpi: int = 300) -> bytes:
    """Return the pages of a PDF, one below the other on white, as a PNG: the same bytes for the same PDF."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        pages = [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    from PIL.PngImagePlugin import PngInfo

    about = PngInfo()
    about.add_text("Software", "comparatex")
    with io.BytesIO() as file:
        _stack_images(pages).save(file, "PNG", dpi=(dpi, dpi), pnginfo=about)
        return file.getvalue()


def _stack_images(pages: list[Image]) -> Image:
    from PIL import Image

    image = Image.new("RGB", (max(page.width for page in pages), sum(page.height for page in pages)), "white")
    top = 0
    for page in pages:
        image.paste(page, (0, top))
        top += page.height
    return image
