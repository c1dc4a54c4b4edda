"""What cd-diagram makes of the stored tables; writes ``cd_diagram.json``.

It is one file, ``main.py`` at commit 07b9121 of https://github.com/hfawaz/cd-diagram, which draws when it is
imported; of it only the functions are run::

    python -m venv cd && cd/bin/pip install scipy==1.17.1 pandas networkx matplotlib
    cd/bin/python tests/reference/make_cd_diagram.py main.py
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings
from importlib.metadata import version
from itertools import combinations
from pathlib import Path

import numpy as np
from pandas import DataFrame
from tables import stored, write

warnings.simplefilter("ignore")


def row(scores: np.ndarray, functions: dict[str, object]) -> dict[str, object]:
    """Return p-values, verdicts and cliques; nothing where it stops at the omnibus test."""
    names = [f"c{k}" for k in range(scores.shape[1])]
    frame = DataFrame(scores, columns=names, index=[f"t{k:02}" for k in range(len(scores))])
    long = (
        frame.rename_axis("dataset_name")
        .reset_index()
        .melt("dataset_name", var_name="classifier_name", value_name="accuracy")
    )
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            pairs, ranks, _ = functions["wilcoxon_holm"](df_perf=long)
    except SystemExit:
        return {"pvalue": None}
    at = {frozenset(pair[:2]): pair[2:] for pair in pairs}
    ordered = [at[frozenset(pair)] for pair in combinations(names, 2)]
    cliques = functions["form_cliques"](pairs, ranks.keys())
    return {
        "pvalue": [float(f"{p:.12g}") for p, _ in ordered],
        "significant": [int(s) for _, s in ordered],
        "groups": sorted(sorted(int(ranks.index[i][1:]) for i in c) for c in cliques if len(c) > 1),
    }


if __name__ == "__main__":
    source = Path(sys.argv[1]).read_text(encoding="utf-8").split("\ndf_perf = pd.read_csv")[0]
    module: dict[str, object] = {}
    exec(compile(source, sys.argv[1], "exec"), module)
    write("cd_diagram", [row(s, module) for s in stored()], cd_diagram="07b9121", scipy=version("scipy"))
