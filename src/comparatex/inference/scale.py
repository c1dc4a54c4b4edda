"""The scale on which scores are compared: logarithms, or relative to the best of each task or to references."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from comparatex.data.checks import without_scales
from comparatex.data.measures import without_unit
from comparatex.data.scores import BINARY, Scores, frozen
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic import Booleans, Floats
from comparatex.inference.differences import canonical
from comparatex.names import quoted, require

_APART = 1.5
"""Steps of the grid by which scores that differ stay apart: one is left after rounding."""


def on_scale(scores: Scores, analysis: Analysis) -> Scores:
    """Return scores on another scale, with the order and the ties that they have on every task.

    Statistics of the result are those of transformed scores: differences, signed ranks, means and intervals are others,
    while ranks, wins, ties, and what follows from them alone, stay.

    - ``log``: ln x. The difference of two comparates on a task is ln(x/y), the logarithm of their ratio; the mean of a
      comparate is the logarithm of its geometric mean. Swapping two comparates changes the sign and nothing else. For
      positive scores whose size differs from task to task, such as errors and times, a task counts by how many times
      better a comparate is there, not by its unit.
    - ``relative``: x/b, with the best score b of the task among all comparates of the table. A difference, (x − y)/b,
      changes its sign with the order of the two. It depends on the comparate that is best.
    - ``log`` with `relative_to`, or this alone: ln(x/r), with the score r of a reference, which has 0 itself.
      Differences are those without a reference, and means the logarithms of geometric mean ratios.
    - ``ratio``, which is ``relative`` with `relative_to`: x/r itself.
    - ``skill``: by what share of the reference's score another is better: 1 − x/r where lower is better, and x/r − 1
      where higher is. Higher is better.
    - ``normalised``: (x − l)/(h − l), with the scores l and h of the two comparates of `between`, which have 0 and 1
      themselves and are left out, such as random and expert play. Higher is better.

    Parameters
    ----------
    scores : Scores
        As they were read; those that are on a scale already are returned as they are.
    analysis : Analysis
        Its `scale`, and whom this is relative to.

    Returns
    -------
    Scores
        Dimensionless; `Scores.unscaled` keeps the name of the measure. Logarithms
        have no repeats: the mean of the logarithms of these is not the logarithm of their mean.

    Raises
    ------
    DataError
        A score, or with ``relative`` the best score of a task, is not positive; a reference has no score, none that is
        positive, or that of `between` is not the better one.
    UsageError
        There is no such reference.

    Notes
    -----
    Scores that are equal as they are compared (see `canonical`) become equal numbers, and those that differ keep
    1.5e-10 between them: relative differences below that are as large as it. A tie tolerance is a step on the new
    scale.

    References
    ----------
    Fleming and Wallace (1986), How not to lie with statistics: the correct way to summarize benchmark results,
    Communications of the ACM 29 (geometric means of ratios to a reference). Dolan and Moré (2002), Benchmarking
    optimization software with performance profiles, Mathematical Programming 91 (ratios to the best).

    Examples
    --------
    >>> import comparatex as cx
    >>> times = cx.read({"A": {"u": 1, "v": 20}, "B": {"u": 2, "v": 10}}, higher_is_better=False, measure_name="time")
    >>> on_scale(times, Analysis(scale="relative")).values.tolist(), on_scale(times, Analysis(scale="log")).measure
    ([[1.0, 2.0], [2.0, 1.0]], 'log time')
    >>> to_a = on_scale(times, Analysis(scale="relative", relative_to="A"))
    >>> to_a.values.tolist(), to_a.measure
    ([[1.0, 2.0], [1.0, 0.5]], 'time relative to A')
    """
    scale = analysis.on
    if scale is None or scores.scale:
        return scores
    values, measure, kept = scores.values, without_unit(scores.measure) or "score", np.arange(scores.n_comparates)
    zero, one = (np.full((len(values), 1), number) for number in (0.0, 1.0))
    better, unscaled = 1.0, scores.measure
    if analysis.between:
        low, high = (_reference(scores, name) for name in analysis.between)
        zero, one, kept = low, high - low, np.flatnonzero(~np.isin(scores.comparates, analysis.between))
        better = 1.0 if scores.higher_is_better else -1.0
        _require_better(scores, better * one)
        if len(kept) < 2:
            raise UsageError("`between` leaves fewer than two methods to compare: name others.")
        measure += " from 0 for {} to 1 for {}".format(*analysis.between)
    elif analysis.relative_to:
        one = _reference(scores, analysis.relative_to)
        positive = np.ones(values.shape, dtype=np.bool_)
        positive[:, scores.comparates.index(analysis.relative_to)] = one[:, 0] > 0
        _require_positive(scores, positive, "ratio")
        measure = unscaled = f"{measure} relative to {analysis.relative_to}"
    elif scale == "relative":
        one = (np.nanmax if scores.higher_is_better else np.nanmin)(values, axis=1, keepdims=True)
        _require_positive(scores, (one > 0) | (values != one), "relative")
    with np.errstate(over="ignore"):
        values = (values - zero) / one
        repeats = None if scores.repeats is None else (scores.repeats - zero[..., None]) / one[..., None]
    if scale == "log":
        _require_positive(scores, values > 0, "log")
        values, repeats = np.log(values), None
    elif scale == "skill":
        better = 1.0 if scores.higher_is_better else -1.0
        values, repeats = better * (values - 1), None if repeats is None else better * (repeats - 1)
    higher = scores.higher_is_better if scale in ("log", "relative", "ratio") else True
    values = better * _apart(better * values, canonical(scores.values, scores.decimals))
    names = tuple(scores.comparates[k] for k in kept.tolist())
    imputed = tuple((task, name) for task, name in scores.imputed if name in names)
    return replace(
        scores,
        values=frozen(values[:, kept]),
        decimals=frozen(np.where(np.isnan(values[:, kept]), 0, BINARY).astype(np.int8)),
        repeats=None if repeats is None else frozen(repeats[:, kept]),
        comparates=names,
        imputed=imputed,
        higher_is_better=higher,
        measure=measure if scale in ("ratio", "normalised") else f"{scale} {measure}",
        logged_repeats=scores.numbers_of_repeats if scale == "log" else (0, 0),
        scale=scale,
        unscaled=unscaled,
        references=analysis.between or tuple(filter(None, [analysis.relative_to])),
        notes=without_scales(scores.notes),
    )


def _reference(scores: Scores, name: str) -> Floats:
    """Return the scores of a reference, of shape (n_tasks, 1); it has one on every task that others have one on."""
    require([name], scores.comparates, "method", "`relative_to` or `between`")
    column = scores.values[:, [scores.comparates.index(name)]]
    lost = np.flatnonzero(np.isnan(column[:, 0]) & ~np.isnan(scores.values).all(axis=1))
    if len(lost):
        raise DataError(
            f"{quoted(name)}, which others are set against, has no score on {quoted(scores.tasks[lost[0]])}"
            f"{f' and {len(lost) - 1} more' if len(lost) > 1 else ''}: leave these out with `exclude_tasks`."
        )
    return column


def _require_better(scores: Scores, gain: Floats) -> None:
    """Refuse tasks on which the second reference is not better than the first."""
    outside = np.flatnonzero(gain[:, 0] <= 0)
    if len(outside):
        raise DataError(
            f"On {quoted(scores.tasks[outside[0]])} the second method of `between` is not better than the first: name "
            "the worse one first, or leave the task out with `exclude_tasks`."
        )


def in_ratios(scores: Scores) -> Scores:
    """Return the scores, or ratios to a reference, whose logarithms scores are; other scores stay."""
    if scores.scale != "log":
        return scores
    return replace(scores, values=frozen(np.exp(scores.values)), measure=scores.unscaled, scale="ratio")


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
    what = {"log": "positive scores", "relative": "a best score of each task that is positive"}.get(
        scale, "a reference whose scores are positive"
    )
    asked = "`relative_to`" if scale not in ("log", "relative") else f'`scale="{scale}"`'
    more = f", as are {len(outside) - 1} more" if len(outside) > 1 else ""
    raise DataError(
        f"The score of {quoted(scores.comparates[comparate])} on {quoted(scores.tasks[task])} is "
        f"{scores.values[task, comparate]:g}{more}, and {asked} needs {what}: leave the task out with "
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
