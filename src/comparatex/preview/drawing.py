"""The figure of a preview: a figure of matplotlib that notebooks show, whatever its backend."""

from __future__ import annotations

from matplotlib.figure import Figure

from comparatex.preview.save import save

_DPI = 110


class Drawing(Figure):
    """A figure that is not one of pyplot's, and so needs no closing."""

    def _repr_png_(self) -> bytes:
        """Return the picture for notebooks."""
        return save(self, "png", dpi=_DPI)
