"""Figures as bytes (the same picture gives the same bytes), and how wide texts are in them.

What needs matplotlib imports it when it is called, so that nothing waits for it that draws nothing.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

from comparatex.drawing.lettering import Family, all_truetype, family, refuse_missing

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties

_STYLE: dict[Any, Any] = {
    "svg.hashsalt": "comparatex",  # else element names are random
    "svg.fonttype": "none",  # text stays text: searchable, restylable
    "pdf.fonttype": 42,  # no Type 3 fonts, which journals refuse
}


def save(figure: Figure, suffix: str, *, title: str = "", alt: str = "", dpi: int = 200) -> bytes:
    """Return a figure as PDF, PNG or SVG, with its title and alternative text as metadata.

    Parameters
    ----------
    figure : Figure
        What to save.
    suffix : {"pdf", "png", "svg"}
        The format.
    title, alt : str
        What the figure is, and the sentence that states its result.
    dpi : int
        Dots per inch of a PNG.

    Raises
    ------
    MissingLetters
        No font has a letter of the figure.
    """
    import matplotlib as mpl

    metadata: dict[str, dict[str, Any]] = {
        "pdf": {
            "Title": title,
            "Subject": alt,
            "Creator": "comparatex",
            "CreationDate": None,
            "ModDate": None,
            "Producer": None,
        },
        "png": {"Title": title, "Description": alt, "Software": "comparatex"},
        "svg": {"Title": title, "Description": alt, "Creator": "comparatex", "Date": None},
    }
    refuse_missing(figure)
    buffer = BytesIO()
    style = _STYLE if suffix != "pdf" or all_truetype(figure) else {**_STYLE, "pdf.fonttype": 3}
    with mpl.rc_context(style):
        figure.savefig(
            buffer, format=suffix, dpi=dpi, bbox_inches="tight", pad_inches=0.02, metadata=metadata[suffix]
        )
    return buffer.getvalue()


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return how wide a text is in the fonts of the moment, in points."""
    return width_in(family(), text, size, bold)


@cache
def width_in(fonts: Family, text: str, size: float, bold: bool) -> float:
    """Return how wide a text is in some fonts, in points."""
    from matplotlib.textpath import text_to_path

    return float(text_to_path.get_text_width_height_descent(text, font(fonts, bold, size), ismath=False)[0])


@cache
def font(fonts: Family, bold: bool, size: float) -> FontProperties:
    """Return a font, for what it lacks with others."""
    from matplotlib.font_manager import FontProperties

    return FontProperties(family=list(fonts), size=size, weight="bold" if bold else "normal")
