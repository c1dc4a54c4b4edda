"""Statistics as pandas data frames."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from comparatex.inference.bayes.pairs import REGIONS
from comparatex.inference.pairs import STATISTICS
from comparatex.inference.statistics import Statistics

if TYPE_CHECKING:
    import pandas as pd


def pairs(found: Statistics) -> pd.DataFrame:
    """Return the statistics of every pair, one per row, with names."""
    import pandas as pd

    statistics = found.pair_statistics
    names = np.array(found.names, dtype=object)
    columns = {name: getattr(statistics, name) for name in STATISTICS}
    columns["row"], columns["column"] = names[statistics.row], names[statistics.column]
    columns["significant"] = found.significant
    columns["adjusted_significant"] = found.adjusted_significant
    columns["sign_pvalue"] = found.sign_pvalue
    columns["nemenyi_pvalue"] = found.nemenyi_pvalue
    columns["win_share"] = found.win_share.share
    columns |= found.effects
    if found.analysis.bayes:
        columns |= {name: getattr(found.posterior, name) for name in REGIONS}
    return pd.DataFrame(columns)


def summary(found: Statistics) -> pd.DataFrame:
    """Return mean, median and mean rank of every comparate, best mean first."""
    import pandas as pd

    columns = {"mean": found.mean, "median": found.median, "mean_rank": found.mean_rank}
    return pd.DataFrame(columns, index=pd.Index(found.names, name="comparate"))


def rank_table(found: Statistics) -> pd.DataFrame:
    """Return the ranks on the complete tasks, tasks in rows and comparates in summary order."""
    import pandas as pd

    scores = found.scores
    tasks = [task for task, there in zip(scores.tasks, scores.complete, strict=True) if there]
    return pd.DataFrame(
        found.ranks,
        index=pd.Index(tasks, name="task"),
        columns=pd.Index(found.names, name="comparate"),
    )
