"""Artists of our own: figures that notebooks show, and thousands of short texts in one artist."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.artist import Artist
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.path import Path
from numpy.typing import NDArray

from comparatex.drawing.output import Family, family, font, save, width_in

if TYPE_CHECKING:
    from matplotlib.backend_bases import GraphicsContextBase, RendererBase

_HALF_DIGIT = 0.365  # half the height of a digit, in units of the type size
_CHUNK = 100  # texts in one path: Agg refuses paths that are too long
_DPI = 110


class Drawing(Figure):
    """A figure that is not one of pyplot's, and so needs no closing."""

    def _repr_png_(self) -> bytes:
        """Return the picture for notebooks."""
        return save(self, "png", dpi=_DPI)

    def _repr_svg_(self) -> str:
        """Return the picture for pages made of notebooks, sharp at every size."""
        return save(self, "svg").decode("utf-8")

    def _repr_pdf_(self) -> bytes:
        """Return the picture for LaTeX made of notebooks, which would ask Inkscape to convert the other one."""
        return save(self, "pdf")


@dataclass(frozen=True)
class ShortText:
    """A text around the middle (x, y), in points from the top left corner."""

    x: float
    y: float
    text: str
    bold: bool = False
    colour: str = "black"


class ManyTexts(Artist):
    """Texts of one size, on axes in points, text where the format has it: an artist for each would take ten seconds."""

    def __init__(self, texts: Sequence[ShortText], size: float) -> None:
        super().__init__()
        self.texts = tuple(sorted(texts, key=_look))
        self.size, self.family = size, family()
        self.set_in_layout(False)
        self.set_zorder(3)  # above the grounds

    def draw(self, renderer: RendererBase) -> None:
        """Draw the texts: pixels get outlines, which is faster."""
        gc = renderer.new_gc()
        for (_, colour), texts in groupby(self.texts, _look):
            gc.set_foreground(colour)
            if hasattr(renderer, "buffer_rgba"):
                self._fill(renderer, gc, tuple(texts), colour)
            else:
                self._write(renderer, gc, tuple(texts))
        gc.restore()

    def _fill(self, renderer: RendererBase, gc: GraphicsContextBase, texts: tuple[ShortText, ...], colour: str) -> None:
        """Fill the outlines of texts of one look."""
        gc.set_linewidth(0)
        for start in range(0, len(texts), _CHUNK):
            glyphs = [
                glyph for text in texts[start : start + _CHUNK] for glyph in _glyphs(text, self.family, self.size)
            ]
            if glyphs:
                outline = Path(
                    np.concatenate([points for points, _ in glyphs]), np.concatenate([codes for _, codes in glyphs])
                )
                renderer.draw_path(gc, outline, self.get_transform(), to_rgba(colour))

    def _write(self, renderer: RendererBase, gc: GraphicsContextBase, texts: tuple[ShortText, ...]) -> None:
        """Write texts of one look."""
        height = renderer.get_canvas_width_height()[1]
        starts = [
            (text.x - _width(text, self.family, self.size) / 2, text.y + _HALF_DIGIT * self.size) for text in texts
        ]
        size = self._size(renderer)
        places: NDArray[np.float64] = np.asarray(self.get_transform().transform(np.array(starts)), np.float64)
        for text, (x, y) in zip(texts, places, strict=True):
            down = height - float(y) if renderer.flipy() else float(y)
            renderer.draw_text(gc, float(x), down, text.text, font(self.family, text.bold, size), 0.0)

    def _size(self, renderer: RendererBase) -> float:
        """Return the type size on the page: axes that were given to draw on may have a smaller unit."""
        ends = np.asarray(self.get_transform().transform(np.array([(0.0, 0.0), (self.size, 0.0)])), np.float64)
        pixel = np.asarray(renderer.points_to_pixels(1.0), np.float64)
        return round(float(ends[1, 0] - ends[0, 0]) / float(pixel), 3)


def _look(text: ShortText) -> tuple[bool, str]:
    """Return what texts that are drawn together have in common."""
    return text.bold, text.colour


def _glyphs(text: ShortText, fonts: Family, size: float) -> Iterator[tuple[NDArray[np.float64], NDArray[np.uint8]]]:
    """Yield the outlines of the characters of a text, where they belong."""
    x, y = text.x - _width(text, fonts, size) / 2, text.y + _HALF_DIGIT * size
    for char in text.text:
        points, codes = _glyph(fonts, char, text.bold, size)
        if len(points):
            yield points + np.array((x, y)), codes
        x += width_in(fonts, char, size, text.bold)


@cache
def _glyph(fonts: Family, char: str, bold: bool, size: float) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    """Return the outline of a character: points, downwards as the axes are, and what joins them."""
    from matplotlib.textpath import TextPath

    outline = TextPath((0, 0), char, size=size, prop=font(fonts, bold, size))
    points, codes = np.asarray(outline.vertices, np.float64), np.asarray(outline.codes, np.uint8)
    return points.reshape(-1, 2) * (1.0, -1.0), codes


def _width(text: ShortText, fonts: Family, size: float) -> float:
    """Return how wide a text is whose characters are set one by one."""
    return sum(width_in(fonts, char, size, text.bold) for char in text.text)
