"""The classifiers that are compared: scikit-learn's, small enough for tasks of a few hundred samples."""

from __future__ import annotations

from collections.abc import Callable

from sklearn.base import ClassifierMixin
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis, QuadraticDiscriminantAnalysis
from sklearn.ensemble import (
    AdaBoostClassifier,
    ExtraTreesClassifier,
    HistGradientBoostingClassifier,
    RandomForestClassifier,
)
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.neural_network import MLPClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

# A setting differs from scikit-learn's default where that does not suit a few hundred samples or many classes:
# iterations until convergence, covariances that can be inverted, leaves smaller than a class, trees that boost.
_CLASSIFIERS: dict[str, Callable[[int], ClassifierMixin]] = {
    "Logistic regression": lambda seed: LogisticRegression(max_iter=2000),
    "LDA": lambda seed: LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto"),
    "QDA": lambda seed: QuadraticDiscriminantAnalysis(solver="eigen", shrinkage="auto"),
    "Gaussian NB": lambda seed: GaussianNB(var_smoothing=1e-3),
    "1-NN": lambda seed: KNeighborsClassifier(n_neighbors=1),
    "5-NN": lambda seed: KNeighborsClassifier(n_neighbors=5),
    "Linear SVM": lambda seed: SVC(kernel="linear"),
    "RBF SVM": lambda seed: SVC(kernel="rbf"),
    "Decision tree": lambda seed: DecisionTreeClassifier(random_state=seed),
    "Random forest": lambda seed: RandomForestClassifier(n_estimators=100, random_state=seed),
    "Extra trees": lambda seed: ExtraTreesClassifier(n_estimators=100, random_state=seed),
    "Gradient boosting": lambda seed: HistGradientBoostingClassifier(min_samples_leaf=5, random_state=seed),
    "AdaBoost": lambda seed: AdaBoostClassifier(
        DecisionTreeClassifier(max_depth=2), n_estimators=100, random_state=seed
    ),
    "MLP": lambda seed: MLPClassifier((32,), solver="lbfgs", alpha=0.1, max_iter=5000, random_state=seed),
}

NAMES = tuple(_CLASSIFIERS)


def make_classifier(name: str, seed: int) -> ClassifierMixin:
    """Return a new classifier on standardised features.

    Parameters
    ----------
    name : str
        One of `NAMES`.
    seed : int
        Its source of randomness, where it has one.
    """
    return make_pipeline(StandardScaler(), _CLASSIFIERS[name](seed))
