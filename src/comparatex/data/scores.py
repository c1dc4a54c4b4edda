"""The result of reading: scores of comparates on tasks, with their names and direction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from comparatex.errors import DataError, UsageError
from comparatex.hypertext import Displayed, Shown
from comparatex.names import quoted, require
from comparatex.text import counted

BINARY = -1
"""In `Scores.decimals`: this score is not a short decimal number; differences are taken on a grid."""

LARGEST = 1e300
"""Largest absolute score that is compared: sums over tasks must not overflow."""

_nothing: Callable[[], Mapping[str, str]] = partial(MappingProxyType, {})
_EXACT = 15  # decimals up to which a fraction is a ratio of whole numbers that floats hold


@dataclass(frozen=True)
class Evidence:
    """What a column, or a row, of a table was taken for, and what says so.

    Parameters
    ----------
    name : str
        Its heading, or the name of the row.
    what : str
        ``task``, ``method``, ``score``, ``measure``, ``repeat``, ``item``, ``group`` or ``cluster``; a column or row
        that is no scores is a ``property``, perhaps one as its ``neighbour``, a ``summary``, ``spread``,
        ``complement``, ``description``, ``counter`` or ``text``, is on a ``scale`` of its own, or is ``left out`` by
        a setting or ``not used``.
    why : str
        What of its heading, its numbers or the settings says so.
    row : bool
        Whether it is a row.

    Examples
    --------
    >>> print(Evidence("ts_len", "property", "whole numbers, 1,000 times as large as the others"))
    'ts_len' (whole numbers, 1,000 times as large as the others)
    """

    name: str
    what: str
    why: str
    row: bool = False

    def __str__(self) -> str:
        return f"{quoted(self.name)} ({self.why})"


@dataclass(frozen=True, eq=False)
class Scores(Displayed):
    """Scores of comparates on tasks.

    Parameters
    ----------
    values : ndarray of shape (n_tasks, n_comparates)
        One score per task and comparate: as written, or the mean of its repeats. NaN where missing, which
        is only possible with ``missing="pairwise"``.
    decimals : ndarray of int8, of shape (n_tasks, n_comparates)
        Number of decimals with which the score was written, or `BINARY` where the score has more than 12
        significant digits, comes from a binary source or is a mean of repeats.
    tasks, comparates : tuple of str
        Names, distinct; display names where the config file gives them.
    higher_is_better : bool
        Direction of the measure.
    measure : str
        What was measured; empty if unknown.
    repeats : ndarray of shape (n_tasks, n_comparates, n_repeats) or None
        The scores behind the means, NaN where a repeat is missing.
    tie_tolerance : float or None
        Grid on which scores and differences are compared, if the user requested one.
    numbered : bool
        Whether the table names no tasks, so that they are numbered from 1.
    missing : str
        The policy for missing cells.
    dropped_tasks, dropped_comparates : tuple of str
        What that policy removed.
    imputed : tuple of (str, str)
        Tasks and comparates whose missing scores it replaced, as `missing` says.
    task_groups : mapping of str to str
        Group of every task, if tasks are grouped.
    task_group : str
        The group whose tasks these are; empty for the whole table.
    clusters : mapping of str to str
        Cluster of every task, if some may depend on each other; clusters are independent.
    tex_names : mapping of str to str
        TeX of comparates and tasks for LaTeX, from the config file.
    groups, colours : mapping of str to str
        Group and colour (``#rrggbb``) of comparates, from the config file.
    task_noun, comparate_noun : str
        What the headings of the table call tasks and comparates, in English and the singular, such as ``data set`` and
        ``classifier``; empty where they have no word for them.
    repeats_are : {"folds", "resamples", "runs", ""}
        What repeats are: folds, random divisions of the data, or independent runs; empty where nobody says so.
    repeat_noun : str
        What the headings of the table call a repeat, such as ``seed``; empty where they do not say what it is.
    splits : tuple of int
        Of folds, the number of the division of the data that each is a part of, as in repeated cross-validations.
    one_task : bool
        Whether the table is of one task alone, so that only its repeats can be compared.
    whole : Scores or None
        The scores of that task, where its repeats stand in the place of tasks, as `compare` has them.
    scales : tuple of str
        The measures of which each task has one on a scale of its own, if there are several, those that are negated
        with a minus sign: means over the tasks have no meaning then.
    scale : {"log", "relative", "ratio", "skill", "normalised"} or None
        The scale that the scores are on, where it is not that of the table.
    unscaled : str
        What was measured, before scores were put on that scale.
    references : tuple of str
        The comparates that this scale refers to, if any.
    logged_repeats : (int, int)
        Fewest and most repeats of the means that logarithms were taken of; these have none themselves.
    failed : (int, int)
        Runs that failed, which have no score, and all runs, where the format of the files states these.
    assumed : tuple of str
        What nothing in the table says and is taken as usual: ``methods in columns, tasks in rows`` and
        ``higher is better``.
    sense : tuple of Evidence
        What every column of the table was taken for, and each row that is not what most are, and why; of several
        tables, each column once.
    notes : tuple of str
        Warnings, one sentence or a few for each kind.
    files : mapping of str to str
        The hash of what was read from each file, by whole path.

    Examples
    --------
    >>> import comparatex as cx
    >>> scores = cx.read({"A": {"iris": 1.9, "wine": 0.8}, "B": {"iris": 2, "wine": 0.8}}, higher_is_better=False)
    >>> scores.n_tasks, scores.n_comparates, scores.direction, scores.complete.tolist()
    (2, 2, 'lower', [True, True])
    >>> [(one.name, one.what) for one in scores.sense]
    [('', 'task'), ('A', 'method'), ('B', 'method')]
    """

    values: NDArray[np.float64]
    decimals: NDArray[np.int8]
    tasks: tuple[str, ...]
    comparates: tuple[str, ...]
    higher_is_better: bool = True
    measure: str = ""
    repeats: NDArray[np.float64] | None = None
    tie_tolerance: float | None = None
    numbered: bool = False
    missing: str = "error"
    dropped_tasks: tuple[str, ...] = ()
    dropped_comparates: tuple[str, ...] = ()
    imputed: tuple[tuple[str, str], ...] = ()
    task_groups: Mapping[str, str] = field(default_factory=_nothing)
    task_group: str = ""
    clusters: Mapping[str, str] = field(default_factory=_nothing)
    tex_names: Mapping[str, str] = field(default_factory=_nothing)
    groups: Mapping[str, str] = field(default_factory=_nothing)
    colours: Mapping[str, str] = field(default_factory=_nothing)
    task_noun: str = ""
    comparate_noun: str = ""
    repeats_are: str = ""
    repeat_noun: str = ""
    splits: tuple[int, ...] = ()
    one_task: bool = False
    whole: Scores | None = field(default=None, repr=False)
    scales: tuple[str, ...] = ()
    scale: Literal["log", "relative", "ratio", "skill", "normalised"] | None = None
    unscaled: str = ""
    references: tuple[str, ...] = ()
    logged_repeats: tuple[int, int] = (0, 0)
    failed: tuple[int, int] = (0, 0)
    assumed: tuple[str, ...] = ()
    sense: tuple[Evidence, ...] = ()
    notes: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=_nothing, repr=False)

    @property
    def n_tasks(self) -> int:
        """Number of tasks."""
        return len(self.tasks)

    @property
    def n_comparates(self) -> int:
        """Number of comparates."""
        return len(self.comparates)

    @property
    def direction(self) -> Literal["higher", "lower"]:
        """Which scores are better."""
        return "higher" if self.higher_is_better else "lower"

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Mask of the tasks on which every comparate has a score, of shape (n_tasks,)."""
        return np.asarray(~np.isnan(self.values).any(axis=1))

    @property
    def repeats_of(self) -> str:
        """The name of the one task whose repeats stand in the place of tasks; empty for tasks."""
        return self.whole.tasks[0] if self.whole else ""

    @property
    def cube(self) -> NDArray[np.float64] | None:
        """The repeats, of shape (n_tasks, n_comparates, n_repeats), also where they stand in the place of tasks."""
        return self.values.T[None] if self.repeats_of else self.repeats

    @property
    def numbers_of_repeats(self) -> tuple[int, int]:
        """The fewest and the most repeats that a score is the mean of, or the logarithm of the mean; 0 without any."""
        if self.repeats is None:
            return self.logged_repeats
        kept = np.count_nonzero(~np.isnan(self.repeats), axis=2)
        return int(kept.min(where=kept > 0, initial=self.repeats.shape[2])), self.repeats.shape[2]

    @property
    def share_data(self) -> bool:
        """Whether repeats are known to share training data, so that they depend on each other."""
        return self.repeats_are in ("folds", "resamples")

    @property
    def extent(self) -> str:
        """What is compared: how many comparates and tasks, by which measure, and which scores are better.

        Examples
        --------
        >>> import comparatex as cx
        >>> cx.read({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}}).extent
        '2 methods × 2 tasks (higher is better)'
        """
        return self._in_words(f"{self.direction} is better")

    @property
    def introduction(self) -> str:
        """What is compared, as `extent` says, with the first names and with what is assumed.

        Examples
        --------
        >>> import comparatex as cx
        >>> cx.read({"A": {"iris": 0.9, "zoo": 0.8}, "B": {"iris": 0.7, "zoo": 0.8}}).introduction
        '2 methods (A, B) × 2 tasks (iris, zoo) (higher is better, assumed; methods in columns, tasks in rows, assumed)'
        """
        said = dict.fromkeys((f"{self.direction} is better", *self.assumed))
        how = "; ".join(f"{part}, assumed" if part in self.assumed else part for part in said)
        return self._in_words(how, f" ({_first(self.comparates)})", f" ({_first(self.tasks)})")

    def _in_words(self, how: str, comparates: str = "", tasks: str = "") -> str:
        """Return what is compared, with what is said of the direction and layout, and behind the numbers of names."""
        comparates = f"{counted(self.n_comparates, self.comparate_noun or 'method')}{comparates}"
        tasks = f"{counted(self.n_tasks, self.task_noun or 'task')}{tasks}"
        group = f" of {self.task_group}" if self.task_group else ""
        measure = f" by {self.measure}" if self.measure else ""
        group = f" of {self.repeats_of}" if self.repeats_of else group
        return f"{comparates} × {tasks}{group}{measure} ({how}){self._repeated}"

    @property
    def _repeated(self) -> str:
        """How many repeats each score is a mean of, in words; empty without repeats."""
        if self.repeats is None:
            return ""
        number = (~np.isnan(self.repeats)).sum(axis=2)[~np.isnan(self.values)]
        fewest, most = int(number.min(initial=number.max(initial=1))), int(number.max(initial=1))
        each = counted(most, self.repeat_noun or "repeat")
        return f", {each} each" if fewest == most else f", {fewest} to {each} each"

    def require_tasks(self) -> None:
        """Refuse what is of many tasks where there are repeats of one, and say what shows these."""
        if self.one_task:
            raise DataError(
                f"There is only one task, {quoted(self.repeats_of or self.tasks[0])}, so that nothing can be said of "
                f"others: mcm, forest, the tables {'within' if self.repeats_are == 'runs' else 'folds'}, pairwise and "
                f"leaderboard, and report compare the methods by its {self.repeat_noun or 'repeat'}s, and the table "
                "repeats shows how these vary."
            )

    def __repr__(self) -> str:
        return f"<Scores: {self.extent}>"

    def _shown(self) -> Shown:
        """Return the head of the table for notebooks."""
        head = self.comparates[:8]
        rows = [
            (task, *(_as_written(self.values[t, c], self.decimals[t, c]) for c in range(len(head))))
            for t, task in enumerate(self.tasks[:10])
        ]
        left = {"more task": self.n_tasks - len(rows), "more method": self.n_comparates - len(head)}
        return Shown(self.extent, ("", *head), rows, [counted(n, noun) for noun, n in left.items() if n > 0])


def _first(names: Sequence[str]) -> str:
    return ", ".join((*names[:2], *(("…",) if len(names) > 2 else ())))


def on_tasks(scores: Scores, tasks: Sequence[int] | NDArray[np.intp]) -> Scores:
    """Return the scores on some tasks, given by position."""
    rows = np.asarray(tasks, dtype=np.intp)
    names = tuple(scores.tasks[row] for row in rows.tolist())
    kept = set(names)
    return replace(
        scores,
        values=frozen(scores.values[rows]),
        decimals=frozen(scores.decimals[rows]),
        tasks=names,
        repeats=None if scores.repeats is None else frozen(scores.repeats[rows]),
        imputed=tuple((task, comparate) for task, comparate in scores.imputed if task in kept),
    )


def by_repeats(scores: Scores) -> Scores:
    """Return the scores of one task with its repeats in the place of tasks.

    >>> import comparatex as cx
    >>> scores = cx.read({"A": {"iris": [0.9, 0.8]}, "B": {"iris": [0.7, 0.8]}}, repeats_are="folds")
    >>> folds = by_repeats(scores)
    >>> folds.tasks, folds.values.tolist(), folds.repeats_of
    (('1', '2'), [[0.9, 0.7], [0.8, 0.8]], 'iris')
    """
    assert scores.repeats is not None
    values = frozen(scores.repeats[0].T)
    return replace(
        scores,
        values=values,
        decimals=frozen(np.full(values.shape, BINARY, np.int8)),
        tasks=tuple(str(k) for k in range(1, len(values) + 1)),
        task_noun=scores.repeat_noun,
        repeats=None,
        numbered=True,
        missing="pairwise" if np.isnan(values).any() else scores.missing,
        one_task=True,
        whole=scores,
        task_groups=_nothing(),
        clusters=_nothing(),
    )


def as_errors(scores: Scores) -> Scores:
    """Return 1 − score in place of each score, exact where it was written in decimals; refuse scores beyond 0 and 1."""
    outside = np.argwhere((scores.values < 0) | (scores.values > 1))
    if len(outside):
        task, comparate = map(int, outside[0])
        raise DataError(
            f"The score of {quoted(scores.comparates[comparate])} on {quoted(scores.tasks[task])} is "
            f"{scores.values[task, comparate]:g}, and `errors` needs scores from 0 to 1: leave it out, or divide the "
            "scores so that the best possible one is 1."
        )
    return replace(
        scores,
        values=frozen(_complement(scores.values, scores.decimals)),
        decimals=frozen(np.where(scores.decimals > _EXACT, BINARY, scores.decimals).astype(np.int8)),
        higher_is_better=not scores.higher_is_better,
        measure=f"1 − {scores.measure}" if scores.measure else "error",
        repeats=None if scores.repeats is None else frozen(1.0 - scores.repeats),
    )


def _complement(values: NDArray[np.float64], decimals: NDArray[np.int8]) -> NDArray[np.float64]:
    """Return 1 − x: decimals by whole numbers, so that the result is the float that its decimals name."""
    written = (decimals != BINARY) & (decimals <= _EXACT)
    unit = np.array([10.0**places for places in range(_EXACT + 1)])[np.where(written, decimals, 0)]
    return np.where(written, (unit - np.rint(values * unit)) / unit, 1.0 - values)


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array that cannot be modified by accident."""
    array = np.ascontiguousarray(array)
    array.setflags(write=False)
    return array


def _as_written(value: float, decimals: int) -> str:
    if value != value:
        return "–"
    return f"{value:.6g}" if decimals == BINARY else f"{value:.{decimals}f}"


def remedies_for_repeats() -> list[dict[str, str]]:
    """Return the settings that say what repeats are."""
    return [{"repeats_are": kind} for kind in ("runs", "folds", "resamples")]


def asked_what_repeats_are() -> UsageError:
    """Return the question what repeats are, where nobody says so and a test depends on it."""
    return UsageError(
        "The table does not say what its repeats are: give `repeats_are`, which is runs if they are independent of "
        "each other, as runs with other seeds are, or else folds or resamples of the data.",
        remedies_for_repeats(),
    )


def clustering(scores: Scores) -> NDArray[np.int64]:
    """Return the number of every task's cluster, of shape (n_tasks,); each is one of its own where none are stated."""
    numbers: dict[str, int] = {}
    names = (scores.clusters[task] for task in scores.tasks) if scores.clusters else scores.tasks
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.int64)


def group_names(scores: Scores) -> tuple[str, ...]:
    """Return the groups of tasks, in the order of their first tasks."""
    return tuple(dict.fromkeys(scores.task_groups.get(task, "") for task in scores.tasks if scores.task_groups))


def in_group(scores: Scores, group: str) -> Scores:
    """Return the scores on the tasks of one group."""
    known = group_names(scores)
    if not known:
        raise UsageError(f"The tasks have no groups, so none is called {quoted(group)}: give them with `group`.")
    require([group], known, "group of tasks", "`in_group`")
    return replace(
        on_tasks(scores, [t for t, task in enumerate(scores.tasks) if scores.task_groups[task] == group]),
        dropped_tasks=tuple(task for task in scores.dropped_tasks if scores.task_groups.get(task) == group),
        task_group=group,
        failed=(0, 0),
        notes=(),
    )
