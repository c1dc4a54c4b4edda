"""What baycomp makes of the first two comparates of the stored tables; writes ``baycomp.json``.

Run it in an environment of its own::

    python -m venv baycomp && baycomp/bin/pip install baycomp==1.0.3
    baycomp/bin/python tests/reference/make_baycomp.py

The rope of 0.0125 has no difference of hundredths, nor a mean of two, on its edge. Its hierarchical test needs Stan,
and is not run.
"""

from __future__ import annotations

import warnings
from importlib.metadata import version

import numpy as np
from baycomp import SignedRankTest, SignTest
from baycomp.single import CorrelatedTTest
from tables import stored, write

warnings.simplefilter("ignore")
ROPE, SEEDS, SAMPLES = 0.0125, 4, 20_000


def mean(test: object, x: np.ndarray, y: np.ndarray, rope: float) -> list[float]:
    """Return the probabilities for the first, neither and the second, over some seeds."""
    found = []
    for seed in range(SEEDS):
        draws = test.sample(x, y, rope, nsamples=SAMPLES, random_state=seed)
        winner = draws.argmax(axis=1)
        found.append(np.bincount(winner, minlength=3) / SAMPLES)
    return [float(f"{p:.8g}") for p in np.mean(found, axis=0)]


def row(scores: np.ndarray) -> dict[str, object]:
    """Return the three tests, baycomp's left being the first comparate."""
    x, y = scores[:, 0], scores[:, 1]
    return {
        "signed-rank": mean(SignedRankTest, x, y, ROPE),
        "sign": mean(SignTest, x, y, ROPE),
        "t": [float(f"{p:.14g}") for p in CorrelatedTTest.probs(x, y, ROPE)],
    }


if __name__ == "__main__":
    write("baycomp", [row(s) for s in stored()], baycomp=version("baycomp"), rope=ROPE, samples=SEEDS * SAMPLES)
