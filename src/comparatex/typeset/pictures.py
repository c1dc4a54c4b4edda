"""Pictures of PDF pages."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image


def png(pdf: bytes, dpi: int = 200) -> bytes:
    """Return the pages of a PDF, one below the other on white, as a PNG: the same bytes for the same PDF."""
    from pypdfium2 import PdfDocument

    with PdfDocument(pdf) as document:
        pages = [page.render(scale=dpi / 72).to_pil().convert("RGB") for page in document]
    with io.BytesIO() as file:
        _stack(pages).save(file, "PNG", dpi=(dpi, dpi))
        return file.getvalue()


def _stack(pages: list[Image]) -> Image:
    """Put images below each other, left-aligned."""
    if len(pages) == 1:
        return pages[0]
    from PIL import Image

    whole = Image.new("RGB", (max(page.width for page in pages), sum(page.height for page in pages)), "white")
    top = 0
    for page in pages:
        whole.paste(page, (0, top))
        top += page.height
    return whole
