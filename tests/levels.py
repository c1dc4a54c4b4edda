"""Level and coverage by simulation: the tables in the documentation, and what tests hold them to.

``python tests/levels.py [RUNS [TABLE ...]]`` prints the tables; each share is given with its Monte-Carlo error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import stdtr

from comparatex.data.read import read
from comparatex.inference.analysis import CLUSTERED
from comparatex.inference.bootstrap import mean_intervals
from comparatex.inference.compare import compare
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import adjust
from comparatex.inference.items import clustered_difference
from comparatex.inference.leaderboard import leaderboard
from comparatex.inference.plan import Plan, plan
from comparatex.inference.runs import aggregate_metrics, probability_of_improvement

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
        board = leaderboard(table_of(rng.normal(size=(n, k)) - spacing * np.arange(k)), draws=500, bootstrap=True)
        assert board.drawn_low is not None and board.drawn_high is not None
        place = true[[int(name[1:]) for name in board.names]]
        sets += bool(((board.place_low <= place) & (place <= board.place_high)).all())
        inside = (board.drawn_low <= place) & (place <= board.drawn_high)
        drawn += bool(inside.all())
        alone[place - 1] += inside
    return Places(Share(sets, runs), Share(drawn, runs), Share(int(alone.min()), runs))


def boards_covered(values: str, k: int, n: int, runs: int) -> tuple[Share, Share]:
    """Return how often all intervals of a board hold at once: each by itself, and widened.

    Methods share a half of the variance of their scores, as data sets are harder or easier for all, or none.
    """
    draw = EFFECTS["exponential" if values == "exponential" else "normal"]

    def held(rng: np.random.Generator, simultaneous: bool) -> bool:
        common = 0.0 if values == "independent" else draw(rng, n)[:, None]
        table = table_of(np.stack([draw(rng, n) for _ in range(k)], axis=1) + common)
        board = leaderboard(table, draws=2_000, simultaneous=simultaneous)
        return bool(((board.low <= 0) & (board.high >= 0)).all())

    alone, at_once = (of_runs(lambda rng, s=s: held(rng, s), runs, seed=11) for s in (False, True))
    return alone, at_once


# ---------------------------------------------------------------------------------------- items in clusters
EFFECTS: dict[str, Callable[[np.random.Generator, int], np.ndarray]] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "exponential": lambda rng, n: rng.exponential(size=n) - 1,
}
SIZES: dict[str, Callable[[int], np.ndarray]] = {
    "20 each": lambda n: np.full(n, 20),
    "geometric": lambda n: np.ceil(200 * 0.8 ** np.arange(n)).astype(int),
    "one of 500": lambda n: np.array([500, *[20] * (n - 1)]),
}


def clusters_rejected(effects: str, sizes: str, n: int, runs: int) -> Share:
    """Return how often the test by clusters rejects, with half of the variance between clusters and no difference."""
    size = SIZES[sizes](n)
    of = np.repeat(np.arange(n), size)

    def happens(rng: np.random.Generator) -> bool:
        differences = EFFECTS[effects](rng, n)[of] + rng.normal(size=len(of))
        mean, error, df, _ = clustered_difference(differences, of)
        return bool(2 * stdtr(df, -abs(mean) / error) <= ALPHA)

    return of_runs(happens, runs, seed=3)


# ---------------------------------------------------------------------------------------- tasks in clusters
def clusters_of_pairs_rejected(test: str, n: int, runs: int) -> Share:
    """Return how often a test of equals rejects on n clusters of 1 to 5 tasks, half of the variance between them."""
    of = np.repeat(np.arange(n), 1 + np.arange(n) % 5)
    named = {str(k): str(cluster) for k, cluster in enumerate(of, 1)}

    def happens(rng: np.random.Generator) -> bool:
        differences = (rng.normal(size=n)[of] + rng.normal(size=len(of))).round(6)
        clusters = named if test in CLUSTERED else None
        table = read((np.column_stack([differences, 0 * differences]), ("A", "B")), cluster=clusters)
        return bool(compare(table, test=test).pair_statistics.pvalue[0] <= ALPHA)

    return of_runs(happens, runs, seed=7)


# ------------------------------------------------------------------------ pairs that share a comparate
CORRECTED = ("bonferroni", "holm", "hochberg", "hommel", "rom", "shaffer")


def false_rejections(test: str, k: int, n_shifted: int, runs: int, n: int = 30) -> dict[str, Share]:
    """Return how often any pair of equal methods differs, by correction, where some methods are shifted by 1 SD."""
    shift = np.where(np.arange(k) < n_shifted, 1.0 + np.arange(k), 0.0)
    wrong = dict.fromkeys(CORRECTED, 0)
    for run in range(runs):
        found = table_of(np.random.default_rng((4, run)).normal(size=(n, k)) + shift, test=test)
        pairs = found.pair_statistics
        level = shift[[int(name[1:]) for name in found.names]]
        equal = level[pairs.row] == level[pairs.column]
        for name in CORRECTED:
            wrong[name] += bool((adjust(pairs.pvalue, name)[equal] <= ALPHA).any())
    return {name: Share(count, runs) for name, count in wrong.items()}


# ---------------------------------------------------------------------------------------- intervals of runs
RUNS: dict[str, Callable[[np.random.Generator, tuple[int, int]], np.ndarray]] = {
    "normal": lambda rng, size: rng.normal(size=size),
    "lognormal": lambda rng, size: rng.lognormal(sigma=0.8, size=size),
}


@cache
def runs_covered(values: str, method: str, n_runs: int, runs: int, n_tasks: int = 10) -> dict[str, Share]:
    """Return how often intervals of runs hold what endless runs on the same tasks would show, by statistic."""
    held = dict.fromkeys(("mean", "median", "iqm", "improvement"), 0)
    for run in range(runs):
        rng, ends = np.random.default_rng((8, run)), {"method": method, "n_samples": 1000}
        levels, gaps = rng.normal(size=(2, n_tasks, 1))
        first, second = (level + RUNS[values](rng, (n_tasks, n_runs)) for level in (levels, levels + gaps / 2))
        endless = [level + np.sort(RUNS[values](rng, (n_tasks, 2000)), axis=1) for level in (levels, levels + gaps / 2)]
        cut = n_tasks * 2000 // 4
        true = {
            "mean": endless[0].mean(),
            "median": np.median(endless[0].mean(axis=1)),
            "iqm": np.sort(endless[0], axis=None)[cut:-cut].mean(),
            "improvement": np.mean([np.searchsorted(b, a).mean() / 2000 for a, b in zip(*endless, strict=True)]),
        }
        found = dict(aggregate_metrics(first, seed=run, **ends))
        found["improvement"] = probability_of_improvement(first, second, seed=run, **ends)
        for name in held:
            held[name] += found[name].low <= true[name] <= found[name].high
    return {name: Share(count, runs) for name, count in held.items()}


# ------------------------------------------------------------------------------------- intervals of means
def _outliers(rng: np.random.Generator, size: tuple[int, int]) -> np.ndarray:
    return np.where(rng.random(size) < 0.05, 10.0, 1.0) * rng.normal(size=size)


VALUES: dict[str, tuple[Callable[[np.random.Generator, tuple[int, int]], np.ndarray], float]] = {
    "normal": (lambda rng, size: rng.normal(size=size), 0.0),
    "t, 3 degrees of freedom": (lambda rng, size: rng.standard_t(3, size=size), 0.0),
    "exponential": (lambda rng, size: rng.exponential(size=size), 1.0),
    "lognormal": (lambda rng, size: rng.lognormal(size=size), float(np.exp(0.5))),
    "normal, 5 % with ten times the SD": (_outliers, 0.0),
    "normal, 60 % zeros": (lambda rng, size: rng.normal(size=size) * (rng.random(size) < 0.4), 0.0),
}


def mean_covered(values: str, n: int, runs: int, method: str = "studentized") -> Share:
    """Return how often an interval contains the mean of such values."""
    draw, mean = VALUES[values]
    found = mean_intervals(draw(np.random.default_rng((5, n)), (n, runs)), method=method, n_samples=1_000)
    return Share(int(((found.low <= mean) & (mean <= found.high)).sum()), runs)


LEADS = {
    "mean rank of a clear leader": np.array([2.0, 0, 0, 0, 0]),
    "mean rank of the first, 1 SD apart": -np.arange(5),
    "mean rank of the first, 0.5 SD apart": -np.arange(5) / 2,
}
"""The means of five methods in standard deviations of their scores."""


def first_covered(lead: np.ndarray, n: int, runs: int) -> Share:
    """Return how often the interval of a mean rank contains that of the first of five."""
    many = lead + np.random.default_rng(6).normal(size=(200_000, 5))
    true = 1 + (many[:, 1:] > many[:, :1]).sum(axis=1).mean()

    def happens(rng: np.random.Generator) -> bool:
        found = table_of(lead + rng.normal(size=(n, 5)))
        ends, first = found.rank_intervals(500), found.names.index("M000")
        return bool(ends.low[first] <= true <= ends.high[first])

    return of_runs(happens, runs, seed=6)


# ------------------------------------------------------------------------------------------------------ plans
DIFFERENCES = {name: VALUES[name] for name in ("normal", "t, 3 degrees of freedom", "exponential")}
OF_CLUSTERS = "normal, in clusters of three"


def in_threes(rng: np.random.Generator, n: int) -> np.ndarray:
    """Return normal differences of tasks in so many clusters, half of their variance being one between these."""
    return (rng.normal(size=(n, 1)) + rng.normal(size=(n, 3))).ravel() / np.sqrt(2)


def units_needed(kind: str, n: int, rng: np.random.Generator, effect: float, draws: int) -> Plan:
    """Return the plan of a pair by a pilot of so many tasks, or clusters, with such differences."""
    of_clusters = kind == OF_CLUSTERS
    values = in_threes(rng, n) if of_clusters else DIFFERENCES[kind][0](rng, (n, 1))[:, 0]
    clusters = {str(k + 1): str(k // 3) for k in range(len(values))} if of_clusters else None
    table = read((np.column_stack([values, np.zeros(len(values))]), ("A", "B")), cluster=clusters)
    return plan(compare(table), effect=effect, subject="A", draws=draws)


@cache
def truly_needed(values: str, effect: float) -> float:
    """Return how many tasks, or clusters, a pair needs by a large pilot."""
    size = 600 if values == OF_CLUSTERS else 2_000
    return float(units_needed(values, size, np.random.default_rng(8), effect, draws=2_000).needed[0])


def plans_covered(values: str, n: int, runs: int, effect: float = 0.5) -> Share:
    """Return how often the interval for 80 % power from a pilot contains the number that is needed."""
    true = truly_needed(values, effect)

    def happens(rng: np.random.Generator) -> bool:
        found = units_needed(values, n, rng, effect, draws=200)
        return bool(found.needed_low[0] <= true <= found.needed_high[0])

    return of_runs(happens, runs, seed=9)


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


def boards_table(runs: int) -> str:
    """Return the coverage of all intervals of a board at once."""
    sizes = [10, 30, 100]
    return _markdown(
        "Scores | Methods | " + " | ".join(f"{n} data sets, {how}" for n in sizes for how in ("alone", "at once")),
        (
            (values, k, *(share for n in sizes for share in boards_covered(values, k, n, runs)))
            for values in ("normal", "independent", "exponential")
            for k in (5, 20)
        ),
    )


def items_table(runs: int) -> str:
    """Return the level of the test by clusters."""
    sizes = [5, 10, 20, 40]
    return _markdown(
        "Effects of clusters | Items | " + " | ".join(f"{n} clusters" for n in sizes),
        (
            (effects, size, *(clusters_rejected(effects, size, n, runs) for n in sizes))
            for effects in EFFECTS
            for size in SIZES
        ),
    )


def clusters_table(runs: int) -> str:
    """Return the level of tests of pairs on tasks in clusters."""
    sizes = [8, 15, 30, 60]
    return _markdown(
        "Test | " + " | ".join(f"{n} clusters" for n in sizes),
        ((test, *(clusters_of_pairs_rejected(test, n, runs) for n in sizes)) for test in ("wilcoxon", "t", *CLUSTERED)),
    )


def corrections_table(runs: int) -> str:
    """Return family-wise errors."""
    cases = [(5, 0), (5, 2), (10, 0), (10, 5), (10, 8)]
    rows = (
        (test, k, shifted, *false_rejections(test, k, shifted, runs).values())
        for test in ("wilcoxon", "conover")
        for k, shifted in cases
    )
    return _markdown("Test | Methods | Others | " + " | ".join(CORRECTED), rows)


def means_table(runs: int) -> str:
    """Return the coverage of intervals of means, and of the mean rank of the first."""
    sizes = [10, 20, 50]
    rows = [
        (values, method, *(mean_covered(values, n, runs, method) for n in sizes))
        for values in VALUES
        for method in ("studentized", "percentile")
    ]
    rows += [(name, "studentized", *(first_covered(lead, n, runs) for n in sizes)) for name, lead in LEADS.items()]
    return _markdown("Values | Interval | " + " | ".join(f"{n} data sets" for n in sizes), iter(rows))


def runs_table(runs: int) -> str:
    """Return the coverage of intervals of runs."""
    sizes = [2, 3, 5, 10]
    names = {"mean": "mean", "median": "median", "iqm": "IQM", "improvement": "P(improves)"}
    return _markdown(
        "Runs are | Interval | Statistic | " + " | ".join(f"{n} runs" for n in sizes),
        (
            (values, printed, name, *(runs_covered(values, method, n, runs)[key] for n in sizes))
            for values in RUNS
            for method, printed in (("studentized", "widened"), ("percentile", "percentile"))
            for key, name in names.items()
        ),
    )


def plans_table(runs: int) -> str:
    """Return the coverage of intervals of the number of tasks that a plan names."""
    sizes = [10, 20, 50]
    return _markdown(
        "Differences | " + " | ".join(f"{n} data sets, or clusters" for n in sizes),
        ((values, *(plans_covered(values, n, runs) for n in sizes)) for values in (*DIFFERENCES, OF_CLUSTERS)),
    )


TABLES = {
    "tiers": tiers_table,
    "places": places_table,
    "boards": boards_table,
    "items": items_table,
    "clusters": clusters_table,
    "corrections": corrections_table,
    "means": means_table,
    "plans": plans_table,
    "runs": runs_table,
}


if __name__ == "__main__":
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for title, table in TABLES.items():
        if len(sys.argv) > 2 and title not in sys.argv[2:]:
            continue
        print(f"{title}, {size} runs\n\n{table(size)}", flush=True)
