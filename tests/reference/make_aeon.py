"""What aeon makes of the stored tables; writes ``aeon.json``.

Run it in an environment of its own::

    python -m venv aeon && aeon/bin/pip install aeon==1.6.0 scipy==1.17.1 matplotlib
    aeon/bin/python tests/reference/make_aeon.py

Groups are read off the figures of ``plot_critical_difference`` and ``plot_significance`` by asking the functions
that find them, pairs of the comparison matrix out of its JSON file.
"""

from __future__ import annotations

import json
import tempfile
import warnings
from importlib.metadata import version
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pandas as pd
from scipy.stats import rankdata
from tables import stored, write

mpl.use("Agg")
warnings.simplefilter("ignore")

from aeon.visualisation import (  # noqa: E402
    create_multi_comparison_matrix,
    plot_critical_difference,
    plot_significance,
)
from aeon.visualisation.results import _critical_difference, _significance  # noqa: E402


def groups(module: object, plot: object, scores: np.ndarray, **options: object) -> dict[str, object]:
    """Return the p-values that a plot returns and the groups that it draws, by columns of the table."""
    names = [str(k) for k in range(scores.shape[1])]
    drawn: list[np.ndarray] = []
    build, test = module._build_cliques, module.wilcoxon_test
    order = np.argsort(rankdata(-scores, axis=1).mean(axis=0))

    def spy(matrix: np.ndarray) -> np.ndarray:
        """Remember what the figure is drawn from."""
        drawn.append(build(matrix).copy())
        return drawn[-1].copy()

    def order_of(results: np.ndarray, labels: np.ndarray, lower_better: bool) -> np.ndarray:
        """Remember the order of columns, which is a matter of luck between equal mean ranks."""
        order[:] = [int(label) for label in labels]
        return test(results, labels, lower_better)

    module._build_cliques, module.wilcoxon_test = spy, order_of
    try:
        figure = plot(scores, names, return_p_values="test" not in options, **options)
    finally:
        module._build_cliques, module.wilcoxon_test = build, test
    mpl.pyplot.close("all")
    pvalues = figure[2] if len(figure) > 2 else None
    found = drawn[0] if drawn else np.ones((1, len(names)), dtype=bool)
    members = [sorted(int(order[i]) for i in np.flatnonzero(row)) for row in found]
    matrix = None
    if pvalues is not None:
        matrix = np.ones((len(names), len(names)))
        upper = np.triu_indices(len(names), 1)
        matrix[order[upper[0]], order[upper[1]]] = matrix[order[upper[1]], order[upper[0]]] = pvalues[upper]
    return {"groups": members, "pvalue": None if matrix is None else above(matrix)}


def above(matrix: np.ndarray) -> list[float]:
    """Return the entries above the diagonal."""
    return [float(f"{p:.12g}") for p in matrix[np.triu_indices(len(matrix), 1)]]


def matrix_of(scores: np.ndarray) -> dict[str, object]:
    """Return p-values and verdicts of the multi-comparison matrix with its defaults."""
    names = [f"c{k}" for k in range(scores.shape[1])]
    with tempfile.TemporaryDirectory() as folder:
        create_multi_comparison_matrix(pd.DataFrame(scores, columns=names), save_path=f"{folder}/m", formats=("json",))
        found = json.loads(Path(folder, "m_analysis.json").read_text())
    mpl.pyplot.close("all")
    pairs = [found[f"{a}-vs-{b}"] for i, a in enumerate(names) for b in names[i + 1 :]]
    return {
        "pvalue": [float(f"{pair['pvalue']:.12g}") for pair in pairs],
        "significant": [int(pair["is-significant"]) for pair in pairs],
    }


def main() -> None:
    """Write one row a table."""
    rows = [
        {
            "aeon-cdd": groups(_critical_difference, plot_critical_difference, scores),
            "aeon-nemenyi": groups(_critical_difference, plot_critical_difference, scores, test="nemenyi"),
            "aeon-significance": groups(_significance, plot_significance, scores),
            "aeon-mcm": matrix_of(scores),
        }
        for scores in stored()
    ]
    write("aeon", rows, aeon=version("aeon"), scipy=version("scipy"))


if __name__ == "__main__":
    main()
