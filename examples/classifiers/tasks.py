"""The tasks: scikit-learn's bundled data, harder variants of them, and generated problems.

A task is a function of a `RandomState` (whose stream NumPy keeps for ever) that returns features of shape
(n_samples, n_features) and integer labels of shape (n_samples,).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.random import RandomState
from numpy.typing import NDArray
from sklearn import datasets
from sklearn.datasets import make_blobs, make_circles, make_classification, make_moons
from sklearn.model_selection import train_test_split

Data = tuple[NDArray[np.float64], NDArray[np.int64]]
Task = Callable[[RandomState], Data]

# Bundled data ------------------------------------------------------------------------------------------------


def iris(random: RandomState) -> Data:
    return datasets.load_iris(return_X_y=True)


def wine(random: RandomState) -> Data:
    return datasets.load_wine(return_X_y=True)


def breast_cancer(random: RandomState) -> Data:
    return datasets.load_breast_cancer(return_X_y=True)


def digits(random: RandomState, n_samples: int = 600) -> Data:
    x, y = datasets.load_digits(return_X_y=True)
    chosen, _ = train_test_split(np.arange(len(y)), train_size=n_samples, stratify=y, random_state=random)
    return x[chosen], y[chosen]


def diabetes(random: RandomState) -> Data:
    """Tell whether the disease progresses faster than in the median patient."""
    x, progression = datasets.load_diabetes(return_X_y=True)
    return x, _above_median(progression)


# Variants ----------------------------------------------------------------------------------------------------


def label_noise(task: Task, share: float, random: RandomState) -> Data:
    """Replace a share of the labels by any label."""
    x, y = task(random)
    noisy = random.uniform(size=len(y)) < share
    return x, np.where(noisy, random.choice(np.unique(y), size=len(y)), y)


def noise_features(task: Task, count: int, random: RandomState) -> Data:
    """Add features that say nothing."""
    x, y = task(random)
    return np.hstack([x, random.normal(size=(len(x), count))]), y


def feature_noise(task: Task, scale: float, random: RandomState) -> Data:
    """Add noise to every feature, as a multiple of its standard deviation."""
    x, y = task(random)
    return x + scale * x.std(axis=0) * random.normal(size=x.shape), y


def some_features(task: Task, chosen: slice, random: RandomState) -> Data:
    """Keep some features."""
    x, y = task(random)
    return x[:, chosen], y


def coarse_digits(random: RandomState) -> Data:
    """Reduce digits to 4 by 4 pixels."""
    x, y = digits(random)
    return x.reshape(-1, 4, 2, 4, 2).mean(axis=(2, 4)).reshape(len(x), -1), y


def even_digits(random: RandomState) -> Data:
    """Tell even digits from odd ones."""
    x, y = digits(random)
    return x, (y % 2 == 0).astype(np.int64)


# Generated data ----------------------------------------------------------------------------------------------


def classification(random: RandomState, n_samples: int = 500, **settings: object) -> Data:
    return make_classification(n_samples, random_state=random, **settings)


def moons(random: RandomState, noise: float) -> Data:
    return make_moons(400, noise=noise, random_state=random)


def circles(random: RandomState, noise: float) -> Data:
    return make_circles(400, noise=noise, factor=0.5, random_state=random)


def blobs(random: RandomState, **settings: object) -> Data:
    return make_blobs(400, random_state=random, **settings)


def stretched_blobs(random: RandomState) -> Data:
    """Stretch clusters, so that they lie side by side."""
    x, y = blobs(random, centers=[[-6, 0], [0, 0], [6, 0]])
    return x @ np.array([[0.6, -0.6], [-0.4, 0.8]]), y


def gaussian_quantiles(random: RandomState, n_features: int, n_classes: int) -> Data:
    """Nest shells of equal probability."""
    return datasets.make_gaussian_quantiles(
        n_samples=500, n_features=n_features, n_classes=n_classes, random_state=random
    )


def hastie(random: RandomState) -> Data:
    """Tell whether the squared norm is above its median (Hastie et al., example 10.2)."""
    x, y = datasets.make_hastie_10_2(800, random_state=random)
    return x, (y > 0).astype(np.int64)


def friedman(random: RandomState) -> Data:
    """Tell whether Friedman's function of five features, among ten, is above its median."""
    x, value = datasets.make_friedman1(500, n_features=10, noise=1.0, random_state=random)
    return x, _above_median(value)


def checkerboard(random: RandomState, n_fields: int) -> Data:
    """Colour the fields of a board black and white; 2 by 2 fields are the exclusive or."""
    x = random.uniform(0, n_fields, size=(600, 2))
    return x, np.floor(x).sum(axis=1).astype(np.int64) % 2


def spirals(random: RandomState, n_arms: int) -> Data:
    """Wind arms around each other."""
    y = np.arange(500) % n_arms
    angle = 3 * np.pi * np.sqrt(random.uniform(0.02, 1, size=500))
    turned = angle + 2 * np.pi * y / n_arms
    x = (angle * np.array([np.cos(turned), np.sin(turned)])).T
    return x + random.normal(scale=0.35, size=x.shape), y


def parity(random: RandomState, n_bits: int) -> Data:
    """Tell the parity of the first bits, among eight."""
    bits = random.randint(2, size=(500, 8))
    return bits.astype(np.float64), bits[:, :n_bits].sum(axis=1) % 2


def rules(random: RandomState) -> Data:
    """Tell whether two discrete features are equal or a third has one value (the first of the monk's problems)."""
    x = random.randint(1, 4, size=(400, 6))
    return x.astype(np.float64), ((x[:, 0] == x[:, 1]) | (x[:, 4] == 1)).astype(np.int64)


def twonorm(random: RandomState) -> Data:
    """Put two normal distributions side by side, in 20 dimensions (Breiman)."""
    y = np.arange(400) % 2
    return random.normal(size=(400, 20)) + np.where(y, 1, -1)[:, None] * 2 / np.sqrt(20), y


def ringnorm(random: RandomState) -> Data:
    """Put a normal distribution inside a wider one, in 20 dimensions (Breiman)."""
    y = np.arange(400) % 2
    x = random.normal(size=(400, 20))
    return np.where(y[:, None], x + 1 / np.sqrt(20), 2 * x), y


def waveform(random: RandomState) -> Data:
    """Mix two of three triangular waves, with noise (Breiman et al.)."""
    y = np.arange(500) % 3
    t = np.arange(21)
    waves = np.maximum(6 - np.abs(t - np.array([[6], [14], [10]])), 0)
    share = random.uniform(size=(500, 1))
    x = share * waves[y] + (1 - share) * waves[(y + 1) % 3]
    return x + random.normal(size=x.shape), y


def led(random: RandomState) -> Data:
    """Show digits by seven segments, each of which fails one time in ten (Breiman et al.)."""
    segments = ["1110111", "0010010", "1011101", "1011011", "0111010"]
    segments += ["1101011", "1101111", "1010010", "1111111", "1111011"]
    y = np.arange(600) % 10
    lit = np.array([[bit == "1" for bit in digit] for digit in segments])[y]
    return (lit ^ (random.uniform(size=lit.shape) < 0.1)).astype(np.float64), y


def _above_median(value: NDArray[np.float64]) -> NDArray[np.int64]:
    return (value > np.median(value)).astype(np.int64)


TASKS: dict[str, Task] = {
    "Iris": iris,
    "IrisSepals": partial(some_features, iris, slice(0, 2)),
    "IrisNoisyLabels": partial(label_noise, iris, 0.2),
    "Wine": wine,
    "WineFourFeatures": partial(some_features, wine, slice(0, 4)),
    "WineNoiseFeatures": partial(noise_features, wine, 40),
    "BreastCancer": breast_cancer,
    "BreastCancerErrors": partial(some_features, breast_cancer, slice(10, 20)),
    "BreastCancerNoisyLabels": partial(label_noise, breast_cancer, 0.2),
    "Diabetes": diabetes,
    "Digits": digits,
    "DigitsCoarse": coarse_digits,
    "DigitsEven": even_digits,
    "DigitsNoisyPixels": partial(feature_noise, digits, 1.0),
    "LinearNarrow": partial(
        classification, n_features=10, n_informative=5, n_redundant=0, n_clusters_per_class=1, class_sep=0.6
    ),
    "LinearRedundant": partial(classification, n_features=30, n_informative=5, n_redundant=20),
    "LinearWide": partial(classification, n_samples=160, n_features=100, n_informative=10, n_redundant=0),
    "ClustersDense": partial(
        classification, n_features=8, n_informative=8, n_redundant=0, n_clusters_per_class=8, class_sep=1.5
    ),
    "ClustersImbalanced": partial(classification, n_features=12, n_informative=6, weights=[0.85]),
    "ClustersFourClasses": partial(classification, n_features=15, n_informative=8, n_classes=4),
    "ClustersNoisyLabels": partial(classification, n_features=15, n_informative=8, flip_y=0.3),
    "Moons": partial(moons, noise=0.15),
    "MoonsNoisy": partial(moons, noise=0.4),
    "MoonsNoiseFeatures": partial(noise_features, partial(moons, noise=0.2), 10),
    "Circles": partial(circles, noise=0.1),
    "CirclesNoisy": partial(circles, noise=0.25),
    "Blobs": partial(blobs, centers=5, n_features=6, cluster_std=2.5),
    "BlobsOverlapping": partial(blobs, centers=8, n_features=3, cluster_std=3.0),
    "BlobsStretched": stretched_blobs,
    "ShellsFlat": partial(gaussian_quantiles, n_features=2, n_classes=3),
    "ShellsDeep": partial(gaussian_quantiles, n_features=8, n_classes=2),
    "Hastie": hastie,
    "Friedman": friedman,
    "Xor": partial(checkerboard, n_fields=2),
    "XorNoiseFeatures": partial(noise_features, partial(checkerboard, n_fields=2), 6),
    "Checkerboard": partial(checkerboard, n_fields=4),
    "SpiralsTwo": partial(spirals, n_arms=2),
    "SpiralsThree": partial(spirals, n_arms=3),
    "Parity": partial(parity, n_bits=3),
    "Rules": rules,
    "Twonorm": twonorm,
    "Ringnorm": ringnorm,
    "Waveform": waveform,
    "SevenSegments": led,
}
