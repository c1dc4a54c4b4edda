"""Which pairs a correction counts as its family: all, those with a control, or those that are drawn."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from comparatex.data.names import hint, quoted
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic.arrays import Booleans, Floats, Integers
from comparatex.inference.corrections import CORRECTIONS, adjust


def members(analysis: Analysis, names: Sequence[str], row: Integers, column: Integers) -> Booleans:
    """Return which pairs belong to the declared family.

    Parameters
    ----------
    analysis : Analysis
        Its family, with the control or the rows and columns that are drawn.
    names : sequence of str
        The comparates.
    row, column : ndarray of int, of shape (n_pairs,)
        Positions of each pair in `names`.

    Returns
    -------
    ndarray of bool, of shape (n_pairs,)
        True for pairs that are counted, and corrected for.

    Raises
    ------
    UsageError
        A name is unknown, no pair is in the family, or the correction needs all pairs of some comparates and
        these are not.
    """
    if analysis.family == "all":
        return np.ones(len(row), dtype=np.bool_)
    if analysis.family == "control":
        control = _places((analysis.control,), names)
        return np.asarray(np.isin(row, control) | np.isin(column, control))
    rows, columns = (_places(given, names) if given else np.arange(len(names)) for given in analysis.drawn)
    found = (np.isin(row, rows) & np.isin(column, columns)) | (np.isin(row, columns) & np.isin(column, rows))
    if not found.any():
        raise UsageError("No pair of two comparates is drawn, so the family of tests is empty.")
    if CORRECTIONS[analysis.correction].pairs:
        k = len(np.union1d(row[found], column[found]))
        if found.sum() != k * (k - 1) // 2:
            raise UsageError(
                f"The correction {analysis.correction!r} needs all pairs of the comparates that are drawn."
            )
    return np.asarray(found)


def adjusted(pvalues: Floats, analysis: Analysis, inside: Booleans) -> Floats:
    """Return p-values corrected within the family; NaN for pairs outside of it.

    Parameters
    ----------
    pvalues : ndarray of shape (n_pairs,)
        Raw p-values of all pairs.
    analysis : Analysis
        Its correction.
    inside : ndarray of bool, of shape (n_pairs,)
        Which pairs belong to the family, as `members` has it.

    Returns
    -------
    ndarray of shape (n_pairs,)
        Adjusted p-values in the same order, at most 1.

    Raises
    ------
    UsageError
        The correction does not take these p-values; see `adjust`.
    """
    found = np.full(len(pvalues), np.nan)
    found[inside] = adjust(pvalues[inside], analysis.correction)
    return found


def _places(given: Sequence[str], names: Sequence[str]) -> Integers:
    """Return the positions of names."""
    unknown = [name for name in given if name not in names]
    if unknown:
        raise UsageError(f"No comparate is called {quoted(unknown[0])}{hint(unknown[0], names)}")
    return np.array([names.index(name) for name in given], dtype=np.int64)
