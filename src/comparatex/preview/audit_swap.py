"""A swap of mean ranks drawn with matplotlib: the diagram before the change above the one after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.preview.cdd import stack

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.layout.audit.figures import Swap


def draw(view: Swap, ax: Axes | None = None) -> Figure:
    """Draw both diagrams of a swap, on given axes or a figure of their size."""
    return stack(view.diagrams, view.stages, ax)
