"""Missing cells: stop, drop tasks, drop comparates, or leave them out pair by pair."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from comparatex.data.grid import Grid, subgrid
from comparatex.data.names import listed, quoted
from comparatex.data.reading import Missing
from comparatex.errors import DataError

_FEWEST = 2


@dataclass(frozen=True, eq=False)
class Treated:
    """A grid after the policy for missing cells, with the names that the policy removed."""

    grid: Grid
    tasks: tuple[str, ...] = ()
    comparates: tuple[str, ...] = ()


def apply_missing_policy(grid: Grid, policy: Missing, similar: tuple[str, ...] = ()) -> Treated:
    """Return the grid after applying the policy for missing cells."""
    absent = np.isnan(grid.values)
    if not absent.any():
        return Treated(grid)
    if policy == "error":
        raise _refusal(grid, absent, similar)
    return {"drop-tasks": _drop_tasks, "drop-comparates": _drop_comparates, "pairwise": _pairwise}[policy](
        grid, absent
    )


def _refusal(grid: Grid, absent: NDArray[np.bool_], similar: tuple[str, ...]) -> DataError:
    """Return the error about missing cells: how many, where the first is, who has most, and the remedies."""
    task, comparate = map(int, np.argwhere(absent)[0])
    worst = int(absent.sum(axis=0).argmax())
    line = f" ({grid.unit} {grid.lines[task]})" if grid.lines[task] else ""
    n_tasks, n_comparates = absent.shape
    verb = "is" if absent.sum() == 1 else "are"
    hint = f"; {listed(similar, 3, quote=False)}" if similar else ""
    return DataError(
        f"{grid.name}: {absent.sum():,} of {absent.size:,} scores {verb} missing, first "
        f"{quoted(grid.comparates[comparate])} on {quoted(grid.tasks[task])}{line}, most of "
        f"{quoted(grid.comparates[worst])} ({absent[:, worst].sum()} of {n_tasks} tasks){hint}: fill them, "
        f'or say `missing="drop-tasks"` (leaves {(~absent.any(axis=1)).sum()} of {n_tasks} tasks), '
        f"drop-comparates (leaves {(~absent.any(axis=0)).sum()} of {n_comparates} comparates) or pairwise."
    )


def _drop_tasks(grid: Grid, absent: NDArray[np.bool_]) -> Treated:
    """Keep the tasks on which every comparate has a score."""
    complete = ~absent.any(axis=1)
    counts = absent.sum(axis=0)
    costly = [k for k in np.argsort(-counts, kind="stable").tolist() if counts[k]]
    costs = listed([f"{quoted(grid.comparates[k])} lacks {counts[k]}" for k in costly], 3, quote=False)
    gain = [(int((absent[:, k] & (absent.sum(axis=1) == 1)).sum()), -k) for k in range(len(counts))]
    alone, best = max(gain)
    lacking = f"{alone} of these tasks {'lacks' if alone == 1 else 'lack'} only the score of"
    advice = f"; {lacking} {quoted(grid.comparates[-best])} and would stay without it" if alone else ""
    dropped = tuple(grid.tasks[k] for k in np.flatnonzero(~complete))
    if complete.sum() < _FEWEST:
        raise DataError(
            f"{grid.name}: only {complete.sum()} of {len(grid.tasks)} tasks have a score of every comparate "
            f'({costs}): leave out comparates with `exclude`, or say `missing="pairwise"`.'
        )
    note = f"Dropped {len(dropped)} of {len(grid.tasks)} tasks because scores are missing: {costs}{advice}."
    left = subgrid(grid, np.flatnonzero(complete).tolist(), range(len(grid.comparates)))
    return Treated(replace(left, notes=(*grid.notes, note)), tasks=dropped)


def _drop_comparates(grid: Grid, absent: NDArray[np.bool_]) -> Treated:
    """Keep the comparates that have a score on every task."""
    complete = ~absent.any(axis=0)
    dropped = tuple(grid.comparates[k] for k in np.flatnonzero(~complete))
    if complete.sum() < _FEWEST:
        task = int(absent.sum(axis=1).argmax())
        raise DataError(
            f"{grid.name}: only {complete.sum()} of {len(grid.comparates)} comparates have a score on every "
            f"task (most are missing on {quoted(grid.tasks[task])}, {absent[task].sum()}): leave out tasks "
            'with `exclude_tasks`, or say `missing="drop-tasks"` or pairwise.'
        )
    names = listed(dropped, 8)
    note = f"Dropped {len(dropped)} of {len(grid.comparates)} comparates with missing scores: {names}."
    left = subgrid(grid, range(len(grid.tasks)), np.flatnonzero(complete).tolist())
    return Treated(replace(left, notes=(*grid.notes, note)), comparates=dropped)


def _pairwise(grid: Grid, absent: NDArray[np.bool_]) -> Treated:
    """Keep all cells; every pair must have tasks in common."""
    scored = ~absent.all(axis=1)
    left = subgrid(grid, np.flatnonzero(scored).tolist(), range(len(grid.comparates)))
    scores = (~np.isnan(left.values)).astype(np.int64)
    common = scores.T @ scores
    few = np.argwhere(np.triu(common < _FEWEST, 1))
    if len(few):
        row, column = map(int, few[0])
        raise DataError(
            f"{grid.name}: {quoted(grid.comparates[row])} and {quoted(grid.comparates[column])} have fewer "
            f"than {_FEWEST} tasks in common ({common[row, column]}): leave one of them out with `exclude`."
        )
    empty = tuple(grid.tasks[k] for k in np.flatnonzero(~scored))
    gone = f"; no comparate has a score on {listed(empty, 8)}" if empty else ""
    complete = int((~np.isnan(left.values).any(axis=1)).sum())
    fewest = common[np.triu_indices(len(common), 1)].min(initial=common.max())
    note = (
        f"Scores are missing, so each pair is compared on the tasks that both have ({fewest} to {common.max()}), while "
        f"ranks use the {complete} complete of {len(left.tasks)} tasks{gone}."
    )
    return Treated(replace(left, notes=(*grid.notes, note)), tasks=empty)
