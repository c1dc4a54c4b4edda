"""INTERIM: replaced by the inference work; do not build on its inside, only on what it returns."""

from __future__ import annotations

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.comparison import Comparison, Pairs


def compare(scores: Scores, analysis: Analysis = Analysis()) -> Comparison:
    from scipy.stats import rankdata, wilcoxon

    sign = 1 if scores.higher_is_better else -1
    mean = np.nanmean(scores.values, axis=0)
    order = np.array(sorted(range(len(mean)), key=lambda i: (-sign * mean[i], scores.comparates[i])))
    values = scores.values[:, order]
    complete = values[scores.complete]
    ranks = rankdata(-sign * np.round(complete, 10), axis=1)
    row, column = np.triu_indices(len(order), 1)
    d = np.round(sign * (values[:, row] - values[:, column]), 10)
    p = np.array([wilcoxon(x[~np.isnan(x)], zero_method="zsplit").pvalue for x in d.T])
    rank = np.argsort(p, kind="stable")
    adjusted = np.empty_like(p)
    adjusted[rank] = np.minimum(1, np.maximum.accumulate(p[rank] * np.arange(len(p), 0, -1)))
    wins, losses = (d > 0).sum(axis=0), (d < 0).sum(axis=0)
    n = (~np.isnan(d)).sum(axis=0)
    pairs = Pairs(
        row, column, n, np.nanmean(sign * d, axis=0), np.nanmedian(sign * d, axis=0), wins, n - wins - losses,
        losses, wins * 1.0, losses * 1.0, np.minimum(wins, losses) * 1.0, p, adjusted, p, adjusted,
    )
    return Comparison(
        scores, analysis, order, mean[order], np.nanmedian(values, axis=0), ranks.mean(axis=0), ranks, pairs
    )
