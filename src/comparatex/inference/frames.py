"""Statistics as pandas data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from comparatex.inference.bayes.pairs import REGIONS
from comparatex.inference.pairs import STATISTICS

if TYPE_CHECKING:
    import pandas as pd

    from comparatex.inference.comparison import Comparison


def pairs(comparison: Comparison) -> pd.DataFrame:
    """Return the statistics of every pair, one per row, with names."""
    import pandas as pd

    statistics = comparison.pair_statistics
    names = np.array(comparison.names, dtype=object)
    columns = {name: getattr(statistics, name) for name in STATISTICS}
    columns["row"], columns["column"] = names[statistics.row], names[statistics.column]
    columns["significant"] = comparison.significant
    columns["adjusted_significant"] = comparison.adjusted_significant
    columns["sign_pvalue"] = comparison.sign_pvalue
    columns["nemenyi_pvalue"] = comparison.nemenyi_pvalue
    columns["win_share"] = comparison.win_share.share
    columns |= comparison.effects
    if comparison.analysis.bayes:
        columns |= {name: getattr(comparison.posterior, name) for name in REGIONS}
    return pd.DataFrame(columns)


def summary(comparison: Comparison) -> pd.DataFrame:
    """Return mean, median and mean rank of every comparate, best mean first."""
    import pandas as pd

    columns = {"mean": comparison.mean, "median": comparison.median, "mean_rank": comparison.mean_rank}
    return pd.DataFrame(columns, index=pd.Index(comparison.names, name="comparate"))


def rank_table(comparison: Comparison) -> pd.DataFrame:
    """Return the ranks on the complete tasks, tasks in rows and comparates in summary order."""
    import pandas as pd

    scores = comparison.scores
    tasks = [task for task, there in zip(scores.tasks, scores.complete, strict=True) if there]
    return pd.DataFrame(
        comparison.ranks,
        index=pd.Index(tasks, name="task"),
        columns=pd.Index(comparison.names, name="comparate"),
    )
