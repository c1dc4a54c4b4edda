"""What autorank makes of the stored tables; writes ``autorank.json``.

Run it in an environment of its own::

    python -m venv autorank && autorank/bin/pip install autorank==1.3.0 scipy==1.17.1
    autorank/bin/python tests/reference/make_autorank.py
"""

from __future__ import annotations

import contextlib
import io
import warnings
from importlib.metadata import version

import numpy as np
from autorank import autorank
from autorank._util import get_sorted_rank_groups
from pandas import DataFrame
from tables import stored, write

warnings.simplefilter("ignore")


def row(scores: np.ndarray) -> dict[str, object]:
    """Return the omnibus p-value, the critical difference, mean ranks by column, and the bars of the diagram."""
    with contextlib.redirect_stdout(io.StringIO()):
        found = autorank(DataFrame(scores), alpha=0.05, force_mode="nonparametric", approach="frequentist")
    frame = found.rankdf.sort_values(by="meanrank")  # as its diagram does
    _, names, bars = get_sorted_rank_groups(found._replace(rankdf=frame), False)
    return {
        "omnibus": float(f"{found.pvalue:.12g}"),
        "cd": float(f"{found.cd:.12g}"),
        "mean_rank": [float(f"{rank:.12g}") for rank in found.rankdf.meanrank.sort_index()],
        "groups": [sorted(int(name) for name in names[i : j + 1]) for i, j in bars],
    }


if __name__ == "__main__":
    write(
        "autorank",
        [row(scores) for scores in stored()],
        autorank=version("autorank"),
        scipy=version("scipy"),
    )
