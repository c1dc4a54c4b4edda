"""Draw a multi-comparison matrix: the results of all pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from comparatex.artefacts import Limit, declare
from comparatex.layout.options import McmOptions

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from comparatex.inference.comparison import Comparison
    from comparatex.layout.mcm_view import Mcm


@declare(
    "Draw a multi-comparison matrix: pairwise results that no other method can change.",
    # Panels of a page each: 64 for 200, a fragment of 3.5 MB, which TeX sets in 10 s; 22 MB for 500.
    limit=Limit(200, "would fill dozens of pages", "`top` or `focus`"),
    stars=True,
    one_task="compared",
    example="--focus ROCKET",
)
def lay_out(comparison: Comparison, options: McmOptions = McmOptions()) -> Mcm:
    """Return the matrix."""
    from comparatex.layout.mcm import mcm

    return mcm(comparison, options)


def draw(view: Mcm, ax: Axes | None = None) -> Figure:
    """Draw a matrix; its cells are no axes of data."""
    from comparatex.drawing import matrix

    return matrix.draw(view, ax)
