"""The words by which headings say what their columns hold."""

from __future__ import annotations

import re

TASK = frozenset(
    [
        "task",
        "dataset",
        "data",
        "set",
        "problem",
        "benchmark",
        "instance",
        "database",
        "domain",
        "ds",
        "series",
        "collection",
        "corpus",
    ]
    + ["data set"]
)
COMPARATE = frozenset(
    [
        "comparate",
        "method",
        "classifier",
        "regressor",
        "model",
        "algorithm",
        "estimator",
        "learner",
        "approach",
        "system",
        "technique",
        "forecaster",
        "detector",
        "clusterer",
        "clustering",
        "solver",
        "optimizer",
        "optimiser",
        "strategy",
        "alg",
        "algo",
        "clf",
        "treatment",
        "competitor",
        "agent",
        "predictor",
    ]
)
REPEAT = frozenset(
    [
        "repeat",
        "repetition",
        "rep",
        "resample",
        "fold",
        "seed",
        "run",
        "split",
        "trial",
        "replicate",
        "replication",
        "iteration",
        "iter",
    ]
    + ["cv fold", "random state", "random seed", "fold number"]
)
MEASURE = frozenset(
    ["measure", "metric", "criterion", "performance measure", "performance metric", "evaluation measure"]
    + ["evaluation metric", "score type", "metric type"]
)
SCORE = frozenset(
    ["score", "value", "result", "performance", "measurement", "metric value", "test score", "mean"]
)
"""Headings that say that a column holds scores, but not of which measure."""

LOWER = frozenset(
    [
        "error",
        "err",
        "loss",
        "rmse",
        "mse",
        "mae",
        "mape",
        "smape",
        "mase",
        "rmsse",
        "crps",
        "nll",
        "logloss",
        "brier",
        "perplexity",
        "wql",
        "msis",
        "regret",
        "hinge",
        "deviance",
        "misclassification",
        "ece",
        "rmsle",
        "runtime",
        "seconds",
        "latency",
        "cost",
        "wer",
        "cer",
        "fid",
    ]
)
HIGHER = frozenset(
    [
        "accuracy",
        "acc",
        "auc",
        "auroc",
        "auprc",
        "roc",
        "f1",
        "precision",
        "recall",
        "r2",
        "kappa",
        "mcc",
        "gmean",
        "ari",
        "nmi",
        "ami",
        "bleu",
        "rouge",
        "ndcg",
        "sensitivity",
        "specificity",
        "iou",
        "dice",
        "silhouette",
        "map",
    ]
)
NUMBERING = frozenset(["", "id", "index", "no", "nr", "number", "row", "unnamed 0", "unnamed", "level 0"])
SUMMARY = frozenset(
    ["mean", "average", "avg", "median", "rank", "total", "sum", "wins", "std", "overall"]
    + [
        "mean rank",
        "average rank",
        "avg rank",
        "mean score",
        "average score",
        "avg",
        "avg score",
        "mean accuracy",
    ]
    + ["average accuracy", "win tie loss", "w t l", "mean std"]
)
SUBSETS = frozenset(["train", "training", "test", "testing", "valid", "validation", "val", "dev"])

_BREAK = re.compile(r"[^0-9a-zA-Z]+|(?<=[a-z])(?=[A-Z])")
_PLAIN_PLURAL = re.compile(r"(?<=[a-z]{3})(?<!s)s$")


def words(text: str) -> tuple[str, ...]:
    """Return the words of a heading in lower case.

    >>> words("DatasetName"), words("test_RMSE")
    (('dataset', 'name'), ('test', 'rmse'))
    """
    return tuple(word.lower() for word in _BREAK.split(text) if word)


def means(heading: str, vocabulary: frozenset[str]) -> bool:
    """Tell whether a heading is a word of a vocabulary, apart from a plural or a trailing "name" or "id".

    >>> means("Dataset_Name", TASK), means("classifiers", COMPARATE), means("Model A", COMPARATE)
    (True, True, False)
    """
    parts = words(heading)
    if len(parts) > 1 and parts[-1] in ("name", "id"):
        parts = parts[:-1]
    text = " ".join(parts)
    return text in vocabulary or _PLAIN_PLURAL.sub("", text) in vocabulary


def better(text: str) -> str:
    """Return which scores of a measure are better, ``higher`` or ``lower``, as far as its words tell; else nothing.

    >>> better("test RMSE"), better("accuracy"), better("score")
    ('lower', 'higher', '')
    """
    parts = set(words(text))
    lower, higher = bool(parts & LOWER), bool(parts & HIGHER)
    return "" if lower == higher else "lower" if lower else "higher"
