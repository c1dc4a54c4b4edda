"""How time and memory grow with the table: a figure and a table from what ``tests/benchmarks/growth.py`` measured."""

from __future__ import annotations

import csv
import html
import math
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MEASURED = Path(__file__).resolve().parents[1] / "growth.csv"
NAME = "growth.svg"
_STYLES = {
    "comparatex": ("#0072B2", "o"),
    "SciPy": ("#009E73", "s"),
    "aeon": ("#D55E00", "^"),
    "multi-comp-matrix": ("#CC79A7", "D"),
}
_SIDES = {"comparates": "methods, on 100 data sets", "tasks": "data sets, for 20 methods"}
_LEAST_SECONDS = 0.02
"""What is less is the overhead of a call, which does not grow."""

_LARGEST_POINTS = 4


class Points(NamedTuple):
    """What was measured of a tool along one side of the table, by size."""

    sizes: np.ndarray
    seconds: np.ndarray
    megabytes: np.ndarray


def points(path: Path = MEASURED) -> dict[tuple[str, str], Points]:
    """Return what was measured, by tool and side."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        key: Points(*(np.array([float(row[name]) for row in own]) for name in (key[1], "seconds", "megabytes")))
        for key in dict.fromkeys((row["tool"], row["along"]) for row in rows)
        for own in [[row for row in rows if (row["tool"], row["along"]) == key]]
    }


def exponent(sizes: np.ndarray, costs: np.ndarray, least: float) -> float:
    """Return the exponent of the growth over the largest sizes, by least squares of logarithms; NaN if it is overhead.

    >>> round(exponent(np.array([10, 100, 1000]), np.array([0.1, 10, 1000]), 0.02), 6)
    2.0
    """
    kept = np.flatnonzero(costs >= least)[-_LARGEST_POINTS:]
    if len(kept) < 2:
        return math.nan
    return float(np.polyfit(np.log(sizes[kept]), np.log(costs[kept]), 1)[0])


def draw(file: Path, path: Path = MEASURED) -> None:
    """Draw time and memory against both sides of the table."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context({"svg.hashsalt": "growth", "svg.fonttype": "none", "font.size": 10}):
        figure = Figure(figsize=(9, 6.5), layout="constrained")
        panels = figure.subplots(2, 2, sharex="col", sharey="row")
        for (tool, side), found in points(path).items():
            for row, costs in enumerate((found.seconds, found.megabytes)):
                colour, marker = _STYLES[tool]
                shown = costs > 0
                panels[row, list(_SIDES).index(side)].plot(
                    found.sizes[shown], costs[shown], color=colour, marker=marker, markersize=5, label=tool
                )
        for row, title in enumerate(("seconds of CPU", "megabytes at the peak")):
            for column, side in enumerate(_SIDES.values()):
                _axes(panels[row, column], side if row else "", "" if column else title)
        panels[0, 0].legend(frameon=False)
        figure.savefig(file, metadata={"Date": None})


def _axes(axes: Axes, below: str, beside: str) -> None:
    """Make both scales logarithmic, with what they count."""
    axes.set(xscale="log", yscale="log", xlabel=below, ylabel=beside)
    axes.grid(color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def page() -> str:
    """Return the figure and a table of the exponents for a page in a folder of pages."""
    image = (
        f'<figure class="drawn"><a href="../gallery/{NAME}"><img src="../gallery/{NAME}" alt="{html.escape(_alt())}" '
        'loading="lazy"></a></figure>'
    )
    return "\n".join([image, "", *_table("comparates", "methods"), "", *_table("tasks", "data sets")])


def _alt() -> str:
    """Return what the figure shows, in words."""
    said = [
        f"{tool} takes {_number(found.seconds[-1])} s for {found.sizes[-1]:,.0f}"
        for (tool, side), found in points().items()
        if side == "comparates"
    ]
    return f"Time and memory against the number of methods and of data sets. With 100 data sets, {'; '.join(said)}."


def _table(side: str, plural: str) -> list[str]:
    """Return a table of the largest tables and of the exponents along a side, in Markdown."""
    lines = [f"| | most {plural} | seconds | MB | exponent of time |", "|---|--:|--:|--:|--:|"]
    for (tool, along), found in points().items():
        if along == side:
            slope = exponent(found.sizes, found.seconds, _LEAST_SECONDS)
            cells = (
                tool,
                f"{found.sizes[-1]:,.0f}",
                _number(found.seconds[-1]),
                f"{found.megabytes[-1]:,.0f}",
                "–" if math.isnan(slope) else f"{slope:.1f}",
            )
            lines.append(f"| {' | '.join(cells)} |")
    return lines


def _number(value: float) -> str:
    """Return a number with two significant digits."""
    return f"{value:.2g}" if value < 10 else f"{value:,.0f}"
