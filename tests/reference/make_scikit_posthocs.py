"""What scikit-posthocs makes of the stored tables; writes ``scikit_posthocs.json``.

Run it in an environment of its own::

    python -m venv posthocs && posthocs/bin/pip install scikit-posthocs==0.17.1 scipy==1.17.1
    posthocs/bin/python tests/reference/make_scikit_posthocs.py
"""

from __future__ import annotations

import warnings
from importlib.metadata import version

import matplotlib as mpl
import numpy as np
import scikit_posthocs as sp
from matplotlib import pyplot
from pandas import DataFrame
from tables import stored, write

mpl.use("Agg")
warnings.simplefilter("ignore")


def row(scores: np.ndarray) -> dict[str, object]:
    """Return p-values, and what the crossbars of the diagram join."""
    frame = DataFrame(scores)
    adjusted = sp.posthoc_wilcoxon(frame.melt(), val_col="value", group_col="variable", p_adjust="holm")
    ranks = frame.rank(axis=1, ascending=False).mean()
    bars = sp.critical_difference_diagram(ranks, adjusted)["crossbars"]
    pyplot.close("all")
    return {
        "sk-posthocs": {
            "adjusted": above(adjusted),
            "significant": [int(p < 0.05) for p in above(adjusted)],
            # A bar's line goes through its members' mean ranks; equal ones cannot be told apart.
            "bars": [sorted(float(f"{x:.9f}") for x in bar[0].get_xdata()) for bar in bars],
        },
        "nemenyi": above(sp.posthoc_nemenyi_friedman(scores)),
        "conover": above(sp.posthoc_conover_friedman(scores)),
        "siegel": above(sp.posthoc_siegel_friedman(scores)),
    }


def above(matrix: DataFrame) -> list[float]:
    """Return the entries above the diagonal."""
    values = matrix.to_numpy()
    return [float(f"{p:.12g}") for p in values[np.triu_indices(len(values), 1)]]


if __name__ == "__main__":
    write(
        "scikit_posthocs",
        [row(scores) for scores in stored()],
        scikit_posthocs=version("scikit-posthocs"),
        scipy=version("scipy"),
    )
