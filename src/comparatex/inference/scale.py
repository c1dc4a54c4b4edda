"""The scale on which scores are compared: their logarithms, or their ratios to the best score of each task."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from comparatex.data.measures import without_unit
from comparatex.data.scores import BINARY, Scores, frozen
from comparatex.errors import DataError
from comparatex.inference.analysis import Scale
from comparatex.inference.arithmetic import Booleans, Floats
from comparatex.inference.differences import canonical
from comparatex.names import quoted

_APART = 1.5
"""Steps of the grid by which scores that differ stay apart: one is left after rounding."""


def on_scale(scores: Scores, scale: Scale) -> Scores:
    """Return scores on another scale, with the order and the ties that they have on every task.

    Statistics of the result are those of transformed scores: differences, signed ranks, means and intervals are others,
    while ranks, wins, ties, and what follows from them alone, stay.

    - ``log``: ln x. The difference of two comparates on a task is ln(x/y), the logarithm of their ratio; the mean of a
      comparate is the logarithm of its geometric mean. Swapping two comparates changes the sign and nothing else. For
      positive scores whose size differs from task to task, such as errors and times, a task counts by how many times
      better a comparate is there, not by its unit.
    - ``relative``: x/b, with the best score b of the task among all comparates of the table. A difference, (x − y)/b,
      changes its sign with the order of the two. It depends on the comparate that is best.

    Parameters
    ----------
    scores : Scores
        As they were read; those that are on a scale already are returned as they are.
    scale : {"log", "relative"} or None
        The scale; None for that of the table.

    Returns
    -------
    Scores
        Dimensionless; `Scores.unscaled` keeps the name of the measure. Logarithms
        have no repeats: the mean of the logarithms of these is not the logarithm of their mean.

    Raises
    ------
    DataError
        A score, or with ``relative`` the best score of a task, is not positive.

    Notes
    -----
    Scores that are equal as they are compared (see `canonical`) become equal numbers, and those that differ keep
    1.5e-10 between them: relative differences below that are as large as it. A tie tolerance is a step on the new
    scale.

    References
    ----------
    Fleming and Wallace (1986), How not to lie with statistics: the correct way to summarize benchmark results,
    Communications of the ACM 29. Dolan and Moré (2002), Benchmarking optimization software with performance profiles,
    Mathematical Programming 91 (ratios to the best).

    Examples
    --------
    >>> import comparatex as cx
    >>> times = cx.read({"A": {"u": 1, "v": 20}, "B": {"u": 2, "v": 10}}, higher_is_better=False, measure_name="time")
    >>> on_scale(times, "relative").values.tolist(), on_scale(times, "log").measure
    ([[1.0, 2.0], [2.0, 1.0]], 'log time')
    """
    if scale is None or scores.scale:
        return scores
    values = scores.values
    if scale == "log":
        _require_positive(scores, values > 0, "log")
        values, repeats = np.log(values), None
    else:
        best = (np.nanmax if scores.higher_is_better else np.nanmin)(values, axis=1, keepdims=True)
        _require_positive(scores, (best > 0) | (values != best), "relative")
        with np.errstate(over="ignore"):
            values = values / best
            repeats = None if scores.repeats is None else frozen(scores.repeats / best[..., None])
    measure = without_unit(scores.measure)
    return replace(
        scores,
        values=frozen(_apart(values, canonical(scores.values, scores.decimals))),
        decimals=frozen(np.where(np.isnan(values), 0, BINARY).astype(np.int8)),
        repeats=repeats,
        measure=f"{scale} {measure or 'score'}",
        scale=scale,
        unscaled=scores.measure,
    )


def ratios(logarithms: Floats | float) -> Floats:
    """Return the geometric mean ratios, or geometric means, that mean logarithms are of; infinite beyond floats."""
    with np.errstate(over="ignore"):
        return np.asarray(np.exp(logarithms))


def _require_positive(scores: Scores, positive: Booleans, scale: str) -> None:
    """Refuse scores that have no logarithm, or that others have no ratio to."""
    outside = np.argwhere(~positive & ~np.isnan(scores.values))
    if not len(outside):
        return
    task, comparate = map(int, outside[0])
    what = "positive scores" if scale == "log" else "a best score of each task that is positive"
    more = f", as are {len(outside) - 1} more" if len(outside) > 1 else ""
    raise DataError(
        f"The score of {quoted(scores.comparates[comparate])} on {quoted(scores.tasks[task])} is "
        f'{scores.values[task, comparate]:g}{more}, and `scale="{scale}"` needs {what}: leave the task out with '
        "`exclude_tasks`, or compare scores as they are."
    )


def _apart(values: Floats, compared: Floats) -> Floats:
    """Return values that are equal where scores are as they are compared, and else a step of the grid apart."""
    order = np.argsort(compared, axis=1, kind="stable")
    ascending, before = (np.take_along_axis(each, order, axis=1) for each in (values, compared))
    step = _APART * np.maximum(1e-10, 1e-12 * np.abs(ascending[:, 1:]))
    gap, differ = np.diff(ascending, axis=1), np.diff(before, axis=1) > 0
    spaced = values.copy()
    for t in np.flatnonzero((np.where(differ, gap < step, gap != 0)).any(axis=1)).tolist():
        line = ascending[t]
        for k in range(1, np.count_nonzero(~np.isnan(line))):
            line[k] = max(line[k], line[k - 1] + step[t, k - 1]) if differ[t, k - 1] else line[k - 1]
        spaced[t, order[t]] = line
    return spaced


def compared(scores: Scores) -> Floats:
    """Return scores such that those of a task that are equal in the data are equal numbers."""
    return canonical(scores.values, scores.decimals)


def alike(values: Floats) -> Floats:
    """Return computed numbers such that those that only rounding errors part are equal."""
    return np.asarray(canonical(values[None], np.full((1, len(values)), BINARY, np.int8))[0])
