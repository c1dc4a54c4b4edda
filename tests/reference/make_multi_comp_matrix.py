"""What multi-comp-matrix makes of the stored tables; adds to ``multi_comp_matrix.json`` under the version of SciPy.

Run it in an environment of its own, which gets SciPy 1.11.4 by its pins, and again with a newer SciPy::

    python -m venv mcm && mcm/bin/pip install multi-comp-matrix==0.0.4
    mcm/bin/python tests/reference/make_multi_comp_matrix.py
    mcm/bin/pip install --no-deps scipy==1.17.1
    mcm/bin/python tests/reference/make_multi_comp_matrix.py
"""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from importlib.metadata import version

import numpy as np
from multi_comp_matrix import MCM
from pandas import DataFrame
from tables import HERE, stored, write

warnings.simplefilter("ignore")


def row(scores: np.ndarray) -> dict[str, object]:
    """Return p-values and verdicts of all pairs."""
    names = [f"c{k}" for k in range(scores.shape[1])]
    frame = DataFrame(scores, columns=names)
    with contextlib.redirect_stdout(io.StringIO()):
        found = MCM.get_analysis(frame, save_as_json=False)
    pairs = [found[f"{a}-vs-{b}"] for i, a in enumerate(names) for b in names[i + 1 :]]
    return {
        "pvalue": [float(f"{pair['pvalue']:.12g}") for pair in pairs],
        "significant": [int(pair["is-significant"]) for pair in pairs],
    }


def main() -> None:
    """Add the results with the installed SciPy to those that are there."""
    path = HERE / "multi_comp_matrix.json"
    rows = json.loads(path.read_text(encoding="utf-8"))["tables"] if path.exists() else [{} for _ in stored()]
    for one, scores in zip(rows, stored(), strict=True):
        one[version("scipy")] = row(scores)
    write("multi_comp_matrix", rows, multi_comp_matrix=version("multi-comp-matrix"))


if __name__ == "__main__":
    main()
