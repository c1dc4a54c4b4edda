"""What critdd makes of the stored tables; adds to ``critdd.json`` under the version of SciPy.

No package index has it. The source at commit 0d5422d of https://github.com/mirkobunse/critdd runs as it is; run
this with that folder in the path, once with each SciPy::

    python -m venv critdd && critdd/bin/pip install scipy==1.11.4 "numpy<2" networkx
    PYTHONPATH=clone critdd/bin/python tests/reference/make_critdd.py
    critdd/bin/pip install scipy==1.17.1
    PYTHONPATH=clone critdd/bin/python tests/reference/make_critdd.py
"""

from __future__ import annotations

import json
import warnings
from importlib.metadata import version

import numpy as np
from critdd import Diagram
from tables import HERE, stored, write

warnings.simplefilter("ignore")


def row(scores: np.ndarray) -> dict[str, object]:
    """Return the omnibus p-value, p-values of all pairs, and the bars as mean ranks of their ends."""
    found = Diagram(scores, maximize_outcome=True)
    ranks = np.asarray(found.average_ranks)
    lower = found.P.T[np.triu_indices(len(ranks), 1)]
    bars = [[float(f"{x:.9f}") for x in (ranks[g].min(), ranks[g].max())] for g in found.get_groups() if len(g) > 1]
    return {
        "omnibus": float(f"{found.r.pvalue:.12g}"),
        "pvalue": [float(f"{p:.12g}") for p in lower],
        "bars": sorted(bars),
    }


def main() -> None:
    """Add the results with the installed SciPy to those that are there."""
    path = HERE / "critdd.json"
    rows = json.loads(path.read_text(encoding="utf-8"))["tables"] if path.exists() else [{} for _ in stored()]
    for one, scores in zip(rows, stored(), strict=True):
        one[version("scipy")] = row(scores)
    write("critdd", rows, critdd="0d5422d")


if __name__ == "__main__":
    main()
