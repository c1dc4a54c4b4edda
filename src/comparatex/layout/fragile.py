"""Fragile verdicts: those that too few small changes of the data or of the convention leave as they are."""

from __future__ import annotations

import numpy as np

from comparatex.inference.arithmetic import Booleans
from comparatex.inference.audit.robustness import robustness
from comparatex.inference.comparison import Comparison
from comparatex.layout.numbers import fixed, mark


def fragile(comparison: Comparison, share: float, *, adjusted: bool) -> Booleans:
    """Return which pairs keep their verdict in less than a share of the variants of some family.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    share : float
        From 0, which marks no pair, to 1, which marks all that ever change.
    adjusted : bool
        Verdicts are by adjusted p-values.

    Returns
    -------
    ndarray of bool, of shape (n_comparates, n_comparates)
        Symmetric, in the summary order.
    """
    m = len(comparison.names)
    marked = np.zeros((m, m), np.bool_)
    if share > 0:
        smallest, _ = robustness(comparison).weakest(adjusted)
        pairs = comparison.pair_statistics
        marked[pairs.row, pairs.column] = marked[pairs.column, pairs.row] = smallest < share
    return marked


def share_text(share: float) -> str:
    """Return a share in percent, without a decimal where that is zero.

    >>> share_text(0.9), share_text(0.995)
    ('90', '99.5')
    """
    return fixed(100 * share, 1).removesuffix(f"{mark()}0")
