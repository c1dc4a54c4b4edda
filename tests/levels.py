"""Level and coverage by simulation: the tables in the documentation, and what tests hold them to.

``python tests/levels.py [RUNS]`` prints the tables; each share is given with its Monte-Carlo error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison
from comparatex.inference.leaderboard import leaderboard

ALPHA = 0.05


@dataclass(frozen=True)
class Share:
    """In what share of the runs something happened."""

    n: int
    runs: int

    @property
    def value(self) -> float:
        return self.n / self.runs

    @property
    def error(self) -> float:
        """Monte-Carlo standard error; for none and for all, that of one more or less."""
        share = min(max(self.value, 1 / self.runs), 1 - 1 / self.runs)
        return float((share * (1 - share) / self.runs) ** 0.5)

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f}"

    def at_most(self, bound: float) -> bool:
        """Whether the share is no larger than a bound, up to three times the error of that bound."""
        return self.value <= bound + 3 * (bound * (1 - bound) / self.runs) ** 0.5


def of_runs(happens: Callable[[np.random.Generator], bool], runs: int, seed: int = 1) -> Share:
    """Return how often something happens, each run by a generator of its own."""
    draws = (np.random.default_rng((seed, run)) for run in range(runs))
    return Share(sum(bool(happens(rng)) for rng in draws), runs)


def table_of(values: np.ndarray, **settings: object) -> Comparison:
    """Compare columns named in their order."""
    names = tuple(f"M{j:03}" for j in range(values.shape[1]))
    return compare(read((values.round(6), names)), alpha=ALPHA, **settings)


# ----------------------------------------------------------------------------------------- tiers and places
def first_tier_ends(k: int, runs: int, n: int = 30) -> Share:
    """Return in what share of tables without any difference the first tier ends."""

    def happens(rng: np.random.Generator) -> bool:
        board = leaderboard(table_of(rng.normal(size=(n, k))), draws=2)
        return bool(board.tier[-1] > 1)

    return of_runs(happens, runs)


@dataclass(frozen=True)
class Places:
    """Coverage of true places: by sets, all at once; by bootstrap, all at once and the worst covered alone."""

    sets: Share
    drawn: Share
    worst: Share


def places_covered(k: int, n: int, spacing: float, runs: int) -> Places:
    """Return the coverage of places of normal scores whose means are so many standard deviations apart."""
    true = np.arange(1, k + 1)
    sets, drawn, alone = 0, 0, np.zeros(k, dtype=int)
    for run in range(runs):
        rng = np.random.default_rng((2, run))
        board = leaderboard(
            table_of(rng.normal(size=(n, k)) - spacing * np.arange(k)), draws=500, bootstrap=True
        )
        assert board.drawn_low is not None and board.drawn_high is not None
        place = true[[int(name[1:]) for name in board.names]]
        sets += bool(((board.place_low <= place) & (place <= board.place_high)).all())
        inside = (board.drawn_low <= place) & (place <= board.drawn_high)
        drawn += bool(inside.all())
        alone[place - 1] += inside
    return Places(Share(sets, runs), Share(drawn, runs), Share(int(alone.min()), runs))


# ------------------------------------------------------------------------------------------------ the tables
def _markdown(head: str, rows: Iterator[tuple[object, ...]]) -> str:
    columns = head.count("|") + 1
    lines = [head, "|".join(["--"] * columns), *(" | ".join(map(str, row)) for row in rows)]
    return "\n".join(f"| {line} |" for line in lines) + "\n"


def tiers_table(runs: int) -> str:
    """Return how often the first tier ends without any difference."""
    return _markdown("Methods | First tier ends", ((k, first_tier_ends(k, runs)) for k in (5, 10, 20, 50)))


def places_table(runs: int) -> str:
    """Return the coverage of places."""
    cases = [(10, 10, 0.02), (10, 30, 0.02), (10, 30, 0.2), (20, 30, 0.1)]
    rows = ((*case, places_covered(*case, runs)) for case in cases)
    return _markdown(
        "Methods | Data sets | Apart (SD) | Sets, all at once | Bootstrap, all at once | Bootstrap, the worst place",
        ((k, n, gap, found.sets, found.drawn, found.worst) for k, n, gap, found in rows),
    )


TABLES = {"tiers": tiers_table, "places": places_table}


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for title, table in TABLES.items():
        print(f"{title}, {size} runs\n\n{table(size)}", flush=True)
