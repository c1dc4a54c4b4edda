"""What StaTDS makes of the stored tables; writes ``statds.json``.

Run it in an environment of its own::

    python -m venv statds && statds/bin/pip install statds==1.1.7
    statds/bin/python tests/reference/make_statds.py
"""

from __future__ import annotations

import warnings
from importlib.metadata import version

import matplotlib as mpl
import numpy as np
from matplotlib import pyplot
from pandas import DataFrame
from statds import no_parametrics
from tables import stored, write

mpl.use("Agg")
warnings.simplefilter("ignore")


def row(scores: np.ndarray) -> dict[str, object]:
    """Return the omnibus p-value, and p-values and verdicts of all pairs by Holm's procedure as it does it."""
    names = [f"c{k}" for k in range(scores.shape[1])]
    frame = DataFrame(scores, columns=names)
    frame.insert(0, "task", [f"t{k}" for k in range(len(scores))])
    ranks, _, omnibus, *_ = no_parametrics.friedman(frame, apply_correction=True)
    found, _ = no_parametrics.holm(ranks, len(scores))
    pyplot.close("all")
    return {
        "omnibus": float(f"{omnibus:.12g}"),
        "pvalue": [float(f"{p:.12g}") for p in found["p-value"]],
        "significant": [int(result.startswith("Reject")) for result in found["Results"]],
    }


if __name__ == "__main__":
    write("statds", [row(scores) for scores in stored()], statds=version("statds"))
