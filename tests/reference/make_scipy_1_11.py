"""Signed-rank tests of all pairs of the stored tables by SciPy 1.11.4; writes ``scipy_1_11.json``.

Run it in an environment of its own (Python 3.9 to 3.12)::

    python -m venv old && old/bin/pip install scipy==1.11.4 "numpy<2"
    old/bin/python tests/reference/make_scipy_1_11.py
"""

from __future__ import annotations

import warnings
from itertools import combinations
from importlib.metadata import version

import numpy as np
from scipy.stats import wilcoxon
from tables import stored, write

warnings.simplefilter("ignore")


def row(scores: np.ndarray) -> dict[str, object]:
    """Return the p-values of Pratt's test, automatic and with the exact distribution asked for."""
    return {
        method: [
            float(f"{wilcoxon(a, b, zero_method='pratt', method=method).pvalue:.12g}")
            for a, b in combinations(scores.T, 2)
        ]
        for method in ("auto", "exact")
    }


if __name__ == "__main__":
    write("scipy_1_11", [row(scores) for scores in stored()], scipy=version("scipy"))
