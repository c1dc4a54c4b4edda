"""The Multi-Comparison Matrix as a matplotlib figure, of the structure and the colours that TeX gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.preview.stage import figure_of, stage

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.layout.mcm.view import Mcm


def draw(view: Mcm, ax: Axes | None = None) -> Figure:
    """Draw a matrix, its panels below each other, as large as its texts need it, or on given axes."""
    from comparatex.preview.mcm_panel import draw_colour_bar, draw_panel  # they import matplotlib
    from comparatex.preview.mcm_sizes import APART, Sizes

    sizes = Sizes.of(view)
    width, height = sizes.figure(view)
    with stage(width, height, ax, downwards=True) as axes:
        top = sizes.margin
        for panel in view.panels:
            draw_panel(axes, view, sizes, panel, top)
            top += sizes.panel_height(panel) + APART
        if view.colour_bar:
            draw_colour_bar(axes, view.colour_bar, sizes.left, top - APART / 2)
    return figure_of(axes)
