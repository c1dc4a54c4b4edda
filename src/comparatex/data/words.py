"""The words by which headings say what their columns hold."""

from __future__ import annotations

import re


def vocabulary(text: str) -> frozenset[str]:
    """Return the entries of a list with commas."""
    return frozenset(entry.strip() for entry in text.split(","))


TASK = vocabulary(
    "task, dataset, data set, problem, benchmark, instance, database, domain, ds, series, corpus"
)
COMPARATE = vocabulary(
    "comparate, method, classifier, regressor, model, algorithm, estimator, learner, approach, system, "
    "technique, forecaster, detector, clusterer, solver, optimizer, optimiser, strategy, alg, algo, clf, "
    "treatment, competitor, agent, predictor"
)
REPEAT = vocabulary(
    "repeat, repetition, rep, resample, fold, seed, run, split, trial, replicate, replication, iteration, "
    "iter, cv fold, random state, random seed"
)
MEASURE = vocabulary(
    "measure, metric, criterion, performance measure, performance metric, evaluation measure, evaluation "
    "metric, score type, metric type"
)
SCORE = vocabulary("score, value, result, performance, measurement, metric value, mean")
"""Headings that say that a column holds scores, but not of which measure."""

LOWER = vocabulary(
    "error, err, loss, rmse, mse, mae, mape, smape, mase, rmsse, rmsle, crps, nll, logloss, brier, "
    "perplexity, wql, msis, regret, deviance, misclassification, ece, runtime, seconds, latency, wer, cer"
)
HIGHER = vocabulary(
    "accuracy, acc, auc, auroc, auprc, f1, precision, recall, r2, kappa, mcc, ari, nmi, ami, bleu, rouge, "
    "ndcg, sensitivity, specificity, iou, dice, silhouette"
)
NUMBERING = vocabulary(", id, index, no, nr, number, row, unnamed, unnamed 0, level 0")
SUBSETS = vocabulary("train, training, test, testing, valid, validation, val, dev")
"""Values by which a column tells parts of the data, which are no repeats of each other."""

_BREAK = re.compile(r"[^0-9a-zA-Z]+|(?<=[a-z])(?=[A-Z])")
_PLURAL = re.compile(r"(?<=[a-z]{3})(?<!s)s$")


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
    return text in vocabulary or _PLURAL.sub("", text) in vocabulary


def better(text: str) -> str:
    """Return which scores of a measure are better as far as its words tell: higher, lower or an empty text.

    >>> better("test RMSE"), better("accuracy"), better("score")
    ('lower', 'higher', '')
    """
    parts = set(words(text))
    lower, higher = bool(parts & LOWER), bool(parts & HIGHER)
    return "" if lower == higher else "lower" if lower else "higher"
