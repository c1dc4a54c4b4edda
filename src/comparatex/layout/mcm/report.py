"""Which matrices a report shows: all comparates where that is legible, else the best and a focus."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from comparatex.inference.comparison import Comparison
from comparatex.layout.mcm import size as mcm_size
from comparatex.layout.numbers import MINUS
from comparatex.layout.options import McmOptions
from comparatex.layout.parts import even
from comparatex.layout.showing import positions

_WHOLE = 24
"""Comparates up to which one matrix holds all of them."""
_BEST, _FOCUS = 12, 3
_HUGE = 1000.0
_WIDEST = ("−0.0000", "000/00/000", "<0.0000")


def report_options(comparison: Comparison, ours: tuple[str, ...] = ()) -> tuple[tuple[str, McmOptions], ...]:
    """Return names and settings of the matrices in a report.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    ours : tuple of str
        The comparates that the document proposes.

    Returns
    -------
    tuple of (str, McmOptions)
        The full matrix of up to 24 comparates, where huge differences do not make it illegible. Else the matrix
        of the best twelve, and of `ours` if they are not among them; then `ours`, or the best three, against all
        others, as many on a page as fit.
    """
    everyone = comparison.names
    if len(everyone) <= _WHOLE and _fit(comparison):
        return (("mcm", McmOptions(ours=ours)),)
    best = {*everyone[:_BEST], *ours}
    shown = tuple(name for name in everyone if name in best)
    focused = _focused(comparison, ours or everyone[:_FOCUS], ours)
    return (("mcm", McmOptions(rows=shown, columns=shown, ours=ours)), *focused)


def _fit(comparison: Comparison) -> bool:
    """Return whether the differences, which a failed comparate can make huge, fit side by side."""
    largest = np.nanmax(np.abs(comparison.pair_statistics.mean_difference), initial=0.0)
    widest = (f"{MINUS}{largest:.0f}", "00–00", "<.000")
    return largest < _HUGE or len(comparison.names) <= mcm_size.capacity(comparison.names, widest, "compact")


def _focused(
    comparison: Comparison, focus: tuple[str, ...], ours: tuple[str, ...]
) -> Iterator[tuple[str, McmOptions]]:
    """Yield pages of all others in the rows against a few in the columns."""
    positions(comparison, focus)
    others = tuple(name for name in comparison.names if name not in focus)
    page = even(len(others), mcm_size.lines_per_page(others, _WIDEST, len(focus)))
    pages = [others[start : start + page] for start in range(0, len(others), page)]
    for number, rows in enumerate(pages, start=1):
        name = "mcm-focus" if len(pages) == 1 else f"mcm-focus-{number}"
        yield name, McmOptions(rows=rows, columns=focus, ours=ours, cells="line", label=f"fig-{name}")
