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
    "posteriortriplescolumn": "#92c5de",
    "sequencegrey": "#616161",
    "auditline": "#000000",
}
"""Colours by the names that they have in ``comparatex.sty``."""

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
_SHAPES = ("o", "o", "s", "^", "d", "p", "v", "D")
"""Of the marks of a sequence, by their number."""


def _named(colour: str, **more: Any) -> dict[str, Any]:
    return {"color": COLOURS[colour], **more}


def _curve(number: int, width: float) -> dict[str, Any]:
    look = _named(f"plotcurve{number}", linestyle=DASHES[number], linewidth=width)
    return {**look, "zorder": 2 if number else 1}


def _sequence_mark(number: int) -> dict[str, Any]:
    look = {"marker": _SHAPES[number], "markersize": 4.6, "zorder": 4 if number else 3}
    return _named(f"plotcurve{number}", **look, markeredgecolor="white", markeredgewidth=0.3)


STYLES: Mapping[str, Mapping[str, Any]] = {
    # Lines
    "grid": _named("plotgrid", linewidth=0.5, zorder=0),
    **{f"sequence trail {k}": _named(f"plotcurve{k}", linewidth=0.5, zorder=1) for k in range(8)},
    "sequence thin": {"color": "black", "linewidth": 0.4},
    "sequence bar": {"color": "black", "linewidth": 1.6},
    "posterior border": {"color": "black", "linewidth": 0.5, "dashes": (5, 3)},
    "heatmap dash": {"linewidths": 0.9},
    "heatmap lead": _named("plotrule", linewidth=0.15, zorder=1),
    "patterns rule": {"color": "black", "linewidth": 0.5},
    "patterns edge": {"color": "black", "linewidth": 0.9},
    "patterns joined": _named("auditline", linewidth=1.4, solid_capstyle="round"),
    # Points
    **{f"sequence mark {k}": _sequence_mark(k) for k in range(8)},
    "sequence gap": {
        "marker": "o",
        "color": "black",
        "markerfacecolor": "white",
        "markeredgewidth": 0.4,
        "markersize": 2.5,
        "zorder": 5,
    },
    "patterns node": {"color": "black", "marker": "o", "markersize": 2.6},
    # Areas
    "posterior triples": {"edgecolors": "none"},
    "heatmap square": {"edgecolors": "none"},
    "posterior hexagon": {"edgecolors": "none"},
    "posterior frame": {"facecolor": "none", "edgecolor": COLOURS["plotrule"], "linewidth": 0.6},
    **{name: {"facecolor": COLOURS[name]} for name in COLOURS if name.startswith("heatmap")},
    **{
        name: {"facecolor": COLOURS[name], "linewidth": 0}
        for name in COLOURS
        if name.startswith("posteriortriples")
    },
}
"""What marks are drawn with, in matplotlib's words; ``area`` is that of a point, in square points."""
