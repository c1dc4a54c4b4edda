"""How marks of plots look, by name: the colours of ``comparatex.sty``, the widths and sizes of its lines and points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SIZE = 8.0
"""Type size in points."""

BETTER, WORSE = "#b2182b", "#2166ac"
"""The ends of ColorBrewer's RdBu: in all figures, the colours of who is better and who is worse."""
COLOURS: Mapping[str, str] = {
    "comparatexbetter": BETTER,
    "comparatexworse": WORSE,
    "mcmbetter": BETTER,
    "mcmbetterhalf": "#f4a582",
    "mcmneutral": "#f7f7f7",
    "mcmworsehalf": "#92c5de",
    "mcmworse": WORSE,
    "mcmdiagonal": "#e4e4e4",
    "plotbetter": BETTER,
    "plotworse": WORSE,
    "plotneutral": "#616161",
    "plotrule": "#737373",
    "plotgrid": "#e0e0e0",
    "plotcurve0": "#bfbfbf",  # curves without a name
    "plotcurve1": "#0072b2",  # Okabe and Ito
    "plotcurve2": "#d55e00",
    "plotcurve3": "#009e73",
    "plotcurve4": "#cc79a7",
    "plotcurve5": "#e69f00",
    "plotcurve6": "#56b4e9",
    "plotcurve7": "#000000",
    "heatmapA": "#fddbc7",  # ColorBrewer RdBu
    "heatmapB": "#f4a582",
    "heatmapC": BETTER,
    "heatmapa": "#d1e5f0",
    "heatmapb": "#92c5de",
    "heatmapc": WORSE,
    "heatmapneither": "#f7f7f7",
    "heatmapself": "#d9d9d9",
    "boxesfill": "#d9d9d9",
    "boxesline": "#616161",
    "posterior1": "#d6e6f4",  # ColorBrewer Blues from where a hexagon shows on white
    "posterior2": "#c2d9ee",
    "posterior3": "#a6cee4",
    "posterior4": "#7fb9da",
    "posterior5": "#57a0ce",
    "posterior6": "#3686c0",
    "posterior7": "#1b69af",
    "posterior8": "#084f99",
    "posterior9": "#08306b",
    "posteriortriplesrow": "#f4a582",
    "posteriortriplesequal": "#d9d9d9",
    "posteriortriplescolumn": "#4393c3",
    "cddbar": "#92c5de",
    "cddfragile": "#969696",
    "cddwithin": "#e8e8e8",
}
"""Colours by the names that they have in ``comparatex.sty``."""

LABELLED = 7
"""Curves that have a name and a colour of their own."""
DASHES: tuple[Any, ...] = (
    "-",
    "-",
    (0, (5, 1.5)),
    (0, (2.2, 1.1)),
    (0, (5, 1.1, 1.1, 1.1)),
    "-",
    (0, (5, 1.5)),
    (0, (0.9, 1.4)),
)
"""Of curves, by their number; with the colours they tell curves apart in grey, too. 0 is a grey one."""
