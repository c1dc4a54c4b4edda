"""Two comparates task by task, by counts of correct instances: from sizes of test sets, outcomes, discordant counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import DataError
from comparatex.inference.arithmetic import Floats, Integers, rejects
from comparatex.inference.proportions import discordant, mcnemar, two_proportions


@dataclass(frozen=True, eq=False)
class InstanceCounts:
    """Counts of two comparates on their common tasks, and, where known, of instances that only one gets right."""

    tasks: Integers  # of shape (n_tasks,): positions of the tasks in the table
    sizes: Integers  # instances of each test set
    first: Integers
    """first, second: instances that the score counts: correct ones, or errors where lower is better."""
    second: Integers
    only_first: Integers | None = None
    """only_first, only_second: instances that only the first, and only the second, gets right."""
    only_second: Integers | None = None

    def tested(self) -> tuple[Floats, Floats, Floats | None]:
        """Return z and p-value of the two-proportion test, and McNemar's exact p-value where it is possible."""
        z, p = two_proportions(self.first, self.sizes, self.second, self.sizes)
        if self.only_first is None or self.only_second is None:
            return z, p, None
        return z, p, mcnemar(self.only_first, self.only_second)

    def record(self, alpha: float, *, higher_is_better: bool) -> tuple[int, int, int]:
        """Return on how many tasks the first is significantly better, neither is, and the second is.

        Uses McNemar's test where possible, else the two-proportion z test, each task at the level α.
        """
        _, p, paired = self.tested()
        different = rejects(p if paired is None else paired, alpha)
        if self.only_first is not None and self.only_second is not None:
            better = self.only_first > self.only_second
        else:
            better = self.first > self.second if higher_is_better else self.first < self.second
        wins, losses = int((different & better).sum()), int((different & ~better).sum())
        return wins, len(self.tasks) - wins - losses, losses


@dataclass(frozen=True, eq=False)
class SignificantWins:
    """Tasks on which the row of each pair is significantly better, neither is, and the column is."""

    wins: Integers  # wins, ties, losses, of shape (n_pairs,): numbers of tasks
    ties: Integers
    losses: Integers


def significant_wins(
    scores: Scores, row: Integers, column: Integers, alpha: float, sizes: Mapping[str, int]
) -> SignificantWins:
    """Return how often one of two comparates is significantly better on a single task, each at the level α uncorrected.

    H0 on a task: both get an instance right with the same probability. It is tested by `mcnemar` where outcomes
    (repeats of 1 and 0) show which instances only one gets right, else by `two_proportions`, from shares and the
    sizes of test sets. Demšar (2006), JMLR 7, section 3.1.4, on why to count all wins instead.
    """
    outcomes, records = has_outcomes(scores), []
    for first, second in zip(row.tolist(), column.tolist(), strict=True):
        shares = (
            from_outcomes(scores, first, second) if outcomes else from_sizes(scores, first, second, sizes)
        )
        records.append(shares.record(alpha, higher_is_better=scores.higher_is_better))
    counts = np.array(records, dtype=np.int64)
    return SignificantWins(counts[:, 0], counts[:, 1], counts[:, 2])


def has_outcomes(scores: Scores) -> bool:
    """Whether every repeat is the outcome of an instance, 1 or 0."""
    cube = scores.repeats
    return cube is not None and bool(np.isin(cube[~np.isnan(cube)], (0.0, 1.0)).all())


def from_outcomes(scores: Scores, first: int, second: int) -> InstanceCounts:
    """Return the counts of two comparates from the outcomes of the instances that both have."""
    if scores.repeats is None:
        raise DataError("The table has no outcomes of instances.")
    own, other = scores.repeats[:, first], scores.repeats[:, second]
    both = ~np.isnan(own) & ~np.isnan(other)
    right = (own, other) if scores.higher_is_better else (1 - own, 1 - other)  # else the scores are errors
    alone = [discordant(right[0][t][common], right[1][t][common]) for t, common in enumerate(both)]
    ones, others = (np.where(both, values, 0).sum(axis=1).astype(np.int64) for values in (own, other))
    only = np.array(alone, dtype=np.int64)
    return InstanceCounts(
        tasks=np.arange(scores.n_tasks),
        sizes=both.sum(axis=1),
        first=ones,
        second=others,
        only_first=only[:, 0],
        only_second=only[:, 1],
    )


def from_sizes(scores: Scores, first: int, second: int, sizes: Mapping[str, int]) -> InstanceCounts:
    """Return the counts of two comparates: scores times sizes of test sets, rounded."""
    unknown = [task for task in scores.tasks if not sizes.get(task)]
    if unknown:
        raise DataError(
            f'The size of the test set of {unknown[0]!r} is unknown: give `sizes="FILE"` or `size="COLUMN"`, or one '
            "outcome per instance as repeats of 1 and 0."
        )
    values = scores.values[:, [first, second]]
    common = np.flatnonzero(~np.isnan(values).any(axis=1))
    if ((values[common] < 0) | (values[common] > 1)).any():
        raise DataError("Scores must be shares between 0 and 1, such as accuracies or error rates.")
    n = np.array([sizes[scores.tasks[t]] for t in common], dtype=np.int64)
    counts = np.rint(values[common] * n[:, None]).astype(np.int64)
    return InstanceCounts(common, n, counts[:, 0], counts[:, 1])


def with_discordant(
    known: InstanceCounts, scores: Scores, discordant_counts: Mapping[str, tuple[int, int]]
) -> InstanceCounts:
    """Return the counts of two comparates, completed by those of instances that only one of the two gets right."""
    names = [scores.tasks[t] for t in known.tasks]
    unknown = [name for name in names if name not in discordant_counts]
    if unknown:
        raise DataError(f"The discordant counts of {unknown[0]!r} are missing.")
    counts = np.array([discordant_counts[name] for name in names], dtype=np.int64)
    better = (known.first - known.second) * (1 if scores.higher_is_better else -1)
    rounding = 10.0 ** -np.maximum(scores.decimals[known.tasks].max(axis=1), 0)
    lines = zip(names, counts.tolist(), known.sizes.tolist(), better.tolist(), rounding, strict=True)
    for name, (b, c), n, gap, step in lines:
        if min(b, c) < 0 or b + c > n:
            raise DataError(f"{name!r} has {b} and {c} discordant instances, but a test set of {n}.")
        if step < 1 and abs(b - c - gap) > 1 + n * step:
            raise DataError(
                f"On {name!r} the scores differ by {gap} instances of {n}, the discordant counts by {b - c}: they "
                "are not of the same test set."
            )
    return InstanceCounts(
        tasks=known.tasks,
        sizes=known.sizes,
        first=known.first,
        second=known.second,
        only_first=counts[:, 0],
        only_second=counts[:, 1],
    )
