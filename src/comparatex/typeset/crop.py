"""Cropping a PDF page to what is seen on it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

BORDER = 2
"""Points of white around what is on a page."""

_MOST_PIXELS = 4000


def crop(page: PdfPage) -> bool:
    """Crop a page to its ink and a border, in whole points; say whether there is any.

    The objects' bounds come first: they reach beyond the paper, but take no notice of clipping; rendering does.
    """
    drawn = [item.get_bounds() for item in page.get_objects(max_depth=1)]
    boxes = [box for box in drawn if box[2] > box[0] or box[3] > box[1]]
    if not boxes:
        return False
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    _set(page, min(lefts) - 1, min(bottoms) - 1, max(rights) + 1, max(tops) + 1)
    return _crop_to_ink(page)


def _crop_to_ink(page: PdfPage) -> bool:
    """Crop a page to the pixels that are not white."""
    left, _, _, top = page.get_mediabox()
    scale = min(2.0, _MOST_PIXELS / max(page.get_size()))
    ink = page.render(scale=scale, grayscale=True).to_numpy() < 255
    columns, rows = ink.any(axis=0).nonzero()[0], ink.any(axis=1).nonzero()[0]
    if columns.size == 0:
        return False
    _set(
        page,
        left + columns[0] / scale - BORDER,
        top - (rows[-1] + 1) / scale - BORDER,
        left + (columns[-1] + 1) / scale + BORDER,
        top - rows[0] / scale + BORDER,
    )
    return True


def _set(page: PdfPage, left: float, bottom: float, right: float, top: float) -> None:
    """Give a page its size, rounded outwards to whole points."""
    box = (math.floor(left), math.floor(bottom), math.ceil(right), math.ceil(top))
    page.set_mediabox(*box)
    page.set_cropbox(*box)
