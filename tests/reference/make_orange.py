"""What Orange's ``graph_ranks`` makes of the stored tables; writes ``orange.json``.

Orange 3.33.0 is the last release with the function, and has wheels for Python 3.8 to 3.10. Its module of scores
runs alone under newer releases::

    python -m venv orange && orange/bin/pip install Orange3==3.40.0
    orange/bin/pip download --no-deps --python-version 3.9 --only-binary :all: Orange3==3.33.0
    unzip Orange3-3.33.0-*.whl Orange/evaluation/scoring.py -d old
    orange/bin/python tests/reference/make_orange.py old/Orange/evaluation/scoring.py
"""

from __future__ import annotations

import runpy
import sys
import warnings

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot
from scipy.stats import rankdata
from tables import stored, write

mpl.use("Agg")
warnings.simplefilter("ignore")


def row(scores: np.ndarray, module: dict[str, object]) -> dict[str, object]:
    """Return the critical difference, and the ends of the thick bars as mean ranks."""
    ranks = rankdata(-scores, axis=1).mean(axis=0)
    k = len(ranks)
    difference = module["compute_CD"](ranks.tolist(), len(scores), alpha="0.05")
    module["graph_ranks"](ranks.tolist(), [str(j) for j in range(k)], cd=difference, width=6, textspace=1)
    thick = [line.get_xdata() for line in pyplot.gca().lines if line.get_linewidth() == 2.5]
    pyplot.close("all")
    # Bars reach 0.05 beyond their ends; ranks 1 to k lie from 1 to 5 of a width of 6.
    ends = [(6 * low + 0.05, 6 * high - 0.05) for low, high in thick]
    bars = [[float(f"{(x - 1) * (k - 1) / 4 + 1:.9f}") for x in bar] for bar in ends]
    return {"cd": float(f"{difference:.12g}"), "bars": bars}


if __name__ == "__main__":
    scoring = runpy.run_path(sys.argv[1])
    write("orange", [row(scores, scoring) for scores in stored()], orange="3.33.0")
