"""Compare 121 configurations of scikit-learn's classifiers by their error rates; write the results as a wide table.

    pip install "scikit-learn>=1.8"
    python examples/configurations/run.py --output examples/configurations/results.csv

It takes some minutes. The tasks are those of `examples/classifiers`, each split once, stratified, into halves for
training and testing. An error rate depends on its task, configuration and the seed alone.
"""

from __future__ import annotations

import argparse
import csv
import sys
import warnings
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from zlib import crc32

import numpy as np
from joblib import Parallel, delayed
from numpy.random import MT19937, RandomState, SeedSequence
from sklearn.base import ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression, Perceptron, RidgeClassifier
from sklearn.model_selection import train_test_split
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "classifiers"))
from tasks import TASKS


def configurations(seed: int) -> Iterator[tuple[str, ClassifierMixin]]:
    """Yield 121 names and classifiers."""
    for k, weights in product((1, 3, 5, 7, 9, 15, 25), ("uniform", "distance")):
        yield f"{k}-NN {weights}", KNeighborsClassifier(k, weights=weights)
    for c, gamma in product((0.01, 0.1, 1, 10, 100, 1000), (0.001, 0.01, 0.1, 1)):
        yield f"RBF C={c:g} g={gamma:g}", SVC(C=c, gamma=gamma)
    for c in (0.001, 0.01, 0.1, 1, 10, 100):
        yield f"Linear C={c:g}", SVC(kernel="linear", C=c)
    for c in (0.001, 0.01, 0.1, 1, 10, 100, 1000):
        yield f"Logistic C={c:g}", LogisticRegression(C=c, max_iter=2000)
    for share in (0, 0.1, 0.25, 0.5, 0.75, 0.9):
        yield f"LDA s={share:g}", LinearDiscriminantAnalysis(solver="lsqr", shrinkage=share or 1e-3)
    for share in (0.001, 0.01, 0.1, 0.5, 0.9):
        yield f"QDA s={share:g}", QuadraticDiscriminantAnalysis(solver="eigen", shrinkage=share)
    for share in (1e-9, 1e-3, 1e-1):
        yield f"Gaussian NB s={share:g}", GaussianNB(var_smoothing=share)
    for alpha in (0.1, 1, 10):
        yield f"Ridge a={alpha:g}", RidgeClassifier(alpha=alpha)
    yield "Perceptron", Perceptron(random_state=seed)
    yield from _trees(seed)
    for units, alpha in product((8, 32), (0.001, 0.1, 1)):
        yield (
            f"MLP {units} a={alpha:g}",
            MLPClassifier((units,), solver="lbfgs", alpha=alpha, max_iter=300, random_state=seed),
        )


def _trees(seed: int) -> Iterator[tuple[str, ClassifierMixin]]:
    for depth, leaf in product((1, 2, 3, 5, 8, None), (1, 5)):
        yield (
            f"Tree d={depth or 'all'} l={leaf}",
            DecisionTreeClassifier(max_depth=depth, min_samples_leaf=leaf, random_state=seed),
        )
    for name, kind in (("Forest", RandomForestClassifier), ("Extra trees", ExtraTreesClassifier)):
        for size, share, depth in product((10, 30), ("sqrt", 0.5, None), (5, None)):
            yield (
                f"{name} n={size} f={share or 'all'} d={depth or 'all'}",
                kind(n_estimators=size, max_features=share, max_depth=depth, random_state=seed),
            )
    for rate, size in product((0.03, 0.1, 0.3), (20, 50)):
        yield (
            f"Boosting r={rate:g} n={size}",
            HistGradientBoostingClassifier(learning_rate=rate, max_iter=size, min_samples_leaf=5, random_state=seed),
        )
    for depth, size in product((1, 2), (10, 50)):
        yield (
            f"AdaBoost d={depth} n={size}",
            AdaBoostClassifier(DecisionTreeClassifier(max_depth=depth), n_estimators=size, random_state=seed),
        )


def errors(task: str, seed: int) -> list[str]:
    """Return the error rates of all configurations on a task."""
    source = RandomState(MT19937(SeedSequence([seed, crc32(task.encode())])))
    features, labels = TASKS[task](source)
    parts = train_test_split(features, labels, test_size=0.5, stratify=labels, random_state=source)
    train, test, train_labels, test_labels = parts
    found = []
    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")  # a configuration that does not converge is one like the others
        for _, classifier in configurations(seed):
            fitted = make_pipeline(StandardScaler(), classifier).fit(train, train_labels)
            found.append(f"{np.mean(fitted.predict(test) != test_labels):.4f}")
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Error rates of 121 configurations, as CSV.")
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=-1)
    options = parser.parse_args(arguments)
    rows = Parallel(n_jobs=options.jobs)(delayed(errors)(task, options.seed) for task in TASKS)
    with options.output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["task", *(name for name, _ in configurations(0))])
        writer.writerows([task, *row] for task, row in zip(TASKS, rows, strict=True))


if __name__ == "__main__":
    main()
