"""Tables too small to compare, missing cells, and data that look wrong without being impossible."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from comparatex.data.grid import Grid, subgrid
from comparatex.data.headings import words
from comparatex.data.measures import better_scores, in_unit, measure_in, unit_of
from comparatex.data.reading import COLUMNS, IMPUTE, WORST, Reading, name_filter
from comparatex.data.scores import BINARY
from comparatex.data.written_numbers import READ_AS_MISSING
from comparatex.errors import DataError
from comparatex.names import listed, quoted, require

_SHOWN, _FEWEST, _ENOUGH_TASKS, _ENOUGH_COMPARATES = 8, 2, 8, 4
_FAR = 1000  # least ratio of the scores of tasks for a note that they differ in scale
_UNLIKE_SCALES = "Scores of tasks differ in scale"  # which begins that note


def without_scales(notes: Iterable[str]) -> tuple[str, ...]:
    """Return notes without that on unlike scales, which scores on a scale without a unit have no longer."""
    return tuple(note for note in notes if not note.startswith(_UNLIKE_SCALES))


def check_size(grid: Grid, reading: Reading) -> None:
    """Refuse fewer than two comparates, or two tasks, of which one will do where that is said."""
    for kind, names, everything, filtered, least in (
        ("method", grid.comparates, grid.all_comparates, "`include` and `exclude`", 2),
        ("task", grid.tasks, grid.all_tasks, "`tasks` and `exclude_tasks`", 1 if reading.one_task else 2),
    ):
        if len(names) >= least:
            continue
        count = f"only one {kind}, {quoted(names[0])}" if names else f"no {kind}"
        if kind == "task" and names and grid.repeats is not None:
            continue  # see `Scores.require_tasks`
        if len(everything) >= 2:
            if kind == "method" or reading.tasks or reading.exclude_tasks or not reading.select_measure:
                raise DataError(f"{grid.name}: {filtered} leave {count}: keep at least two.")
            count += f", by {quoted(grid.measure)}"
        alone = "; if rows or files are folds or runs on it, name their column with `repeat`" if kind == "task" else ""
        stated = [f"`{role}`" for role in COLUMNS if getattr(reading, role)]
        usual = ["`layout`"] if reading.transpose else ["`layout`", "`transpose`"]
        settings = listed(stated or usual, quote=str)
        raise DataError(
            f"{grid.name} has {count}: a comparison needs at least two (if the table is laid out otherwise, "
            f"see {settings}{alone})."
        )


def direction_of(grid: Grid, reading: Reading) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    """Return whether higher is better, what of it is assumed, and a note unless it is stated or usual."""
    units = {*map(unit_of, grid.comparates)}
    measure = reading.measure_name or grid.measure or (in_unit(units.pop()) if len(units) == 1 else "")
    stem = Path(grid.name).name.split(".")[0]
    of_file, errors = measure_in(stem)
    shared = set.intersection(*(set(words(name)) for name in grid.comparates)) if grid.comparates else set()
    headings = " ".join(sorted(shared))  # not where it is of errors, as of methods that are called after their loss
    if not measure and better_scores(headings) == "higher":
        usual, source = "higher", f"headings, which all have {quoted(headings)}"
    else:  # words of a file's name may contradict each other
        usual = better_scores(measure or (better_scores(stem) and (of_file or errors)))
        source = f"measure {quoted(measure)}" if measure else f"name {quoted(stem)}"
    usual = "lower" if grid.lower else usual
    stated = reading.higher_is_better
    if stated is None and usual == "lower" and (grid.lower or measure or of_file):
        going = () if grid.lower else (f"Lower is better, going by the {source}: `higher_is_better` says otherwise.",)
        return False, (), going
    better = "higher" if stated in (None, True) else "lower"
    if usual in ("", better):
        assumed = ("higher is better",) if stated is None and not usual and not reading.errors else ()
        return better == "higher", assumed, ()
    if stated is None:
        meant = "is `higher_is_better=False` meant?"
        note = f"The {source} suggests that lower is better, but higher is taken as better: {meant}"
        return True, ("higher is better",), (note,)
    return stated, (), (f"The {source} suggests that {usual} is better; {better} is taken as better, as stated.",)


def suspicions(grid: Grid) -> Iterator[str]:
    """Yield notes on what looks wrong: constant or equal columns, a strange direction or unit, rows of means."""
    if grid.one_task:
        return
    lowest, highest = np.fmin.reduce(grid.values, axis=0), np.fmax.reduce(grid.values, axis=0)
    if len(grid.tasks) > 1 and (constant := np.flatnonzero(lowest == highest).tolist()):
        whole = [k for k in constant if lowest[k] in (1, 100) and np.nanmin(lowest) < lowest[k] < np.nanmax(highest)]
        base = ", as if the others were ratios to it: if it is no method, leave it out with `exclude`" if whole else ""
        yield f"The same score on every task: {listed([grid.comparates[k] for k in constant], _SHOWN)}{base}."
    identical: dict[bytes, list[str]] = {}
    for name, column in zip(grid.comparates, grid.values.T, strict=True):
        identical.setdefault(column.tobytes(), []).append(name)
    for names in identical.values():
        if len(names) > 1:
            yield f"Identical scores on all tasks: {listed(names, _SHOWN)}."
    yield from _contradicted_unit(grid)
    yield from _odd_units(grid) or _mixed(grid)
    yield from _unlike_scales(grid)


def _contradicted_unit(grid: Grid) -> Iterator[str]:
    """Yield a note if no score can be in the unit that the measure, or all headings, name."""
    units = {unit_of(grid.measure)} - {""} or {*map(unit_of, grid.comparates)}
    unit = units.pop() if len(units) == 1 else ""
    if unit == "%" and np.nanmax(np.abs(grid.values), initial=0) <= 1:
        yield "Scores are percentages, going by the heading, but none is above 1, as if they were fractions."
    if in_unit(unit) and np.nanmin(grid.values, initial=0) < 0:
        yield f"Scores are in {unit}, going by the heading, but some are below 0."


def _odd_units(grid: Grid) -> list[str]:
    """Return notes on comparates whose scores are in another unit or direction than those of most others."""
    if len(grid.comparates) < _ENOUGH_COMPARATES or len(grid.tasks) < _ENOUGH_TASKS:
        return []
    usual = _medians(grid.values)[:, np.newaxis]
    notes = []
    for mask, what in (
        (_hundredfold(grid.values, usual), "percentages where others have fractions"),
        (_hundredfold(usual, grid.values), "fractions where others have percentages"),
        (
            _opposed(grid.values, usual),
            "errors where others have accuracies, or the reverse, since they run against them",
        ),
    ):
        names = [grid.comparates[k] for k in np.flatnonzero(mask)]
        if names:
            notes.append(f"Scores look like {what}: {listed(names, _SHOWN)}.")
    return notes


def _medians(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the median score on each task, several times as fast as `np.nanmedian`: what is missing is sorted last."""
    rows, n, ordered = np.arange(len(values)), (~np.isnan(values)).sum(axis=1), np.sort(values, axis=1)
    return np.asarray((ordered[rows, (n - 1) // 2] + ordered[rows, n // 2]) / 2)


def _hundredfold(large: NDArray[np.float64], small: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which columns contain percentages (up to 100) where the others contain fractions (up to 1)."""
    large, small = np.broadcast_arrays(large, small)
    if not np.nanmax(large) > 1:
        return np.zeros(large.shape[1], dtype=np.bool_)
    both = ~(np.isnan(large) | np.isnan(small))
    factor = np.divide(large, small, out=np.ones(large.shape), where=both & (small > 0))
    clear = (factor > 30) & (factor < 300) & (large > 1) & (large <= 100) & (small <= 1)
    return np.asarray(clear.sum(axis=0) >= np.maximum(0.9 * both.sum(axis=0), 1))


def _opposed(values: NDArray[np.float64], usual: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which columns fall where the others rise; only for scores in [0, 1], where 1 − x is common."""
    if np.nanmin(values) < 0 or np.nanmax(values) > 1:
        return np.zeros(values.shape[1], dtype=np.bool_)
    scored = ~np.isnan(values)
    n = np.maximum(scored.sum(axis=0), 1)
    x, y = (
        np.where(scored, part - np.sum(part, axis=0, where=scored) / n, 0.0)
        for part in (values, np.broadcast_to(usual, values.shape))
    )
    size = np.sqrt((x**2).sum(axis=0) * (y**2).sum(axis=0))
    correlation = np.divide((x * y).sum(axis=0), size, out=np.zeros(len(size)), where=size > 1e-12)
    return np.asarray((correlation < -0.8) & (n >= _ENOUGH_TASKS))


def _mixed(grid: Grid) -> list[str]:
    """Return a note if a few scores are percentages among fractions, or the reverse; errors may be that small."""
    values = grid.values
    if not grid.higher_is_better or np.nanmin(values) < 0 or np.nanmax(values) > 100:
        return []
    small, large = (values > 0) & (values <= 1), values > 1
    if not small.any() or not large.any() or values[large].min() < 20:  # as percentages rarely are
        return []
    few, what = (large, "above") if 2 * large.sum() <= small.sum() + large.sum() else (small, "up to")
    row, column = np.argwhere(few)[0]
    place = f"{quoted(grid.comparates[column])} on {quoted(grid.tasks[row])}"
    are = f"{few.sum()} of {values.size} scores are {what} 1, first {values[row, column]:g} of {place}"
    return [f"Percentages and fractions seem to be mixed: {are}."]


def _unlike_scales(grid: Grid) -> list[str]:
    """Return a note on tasks whose scores are so much larger than those of others that these do not count."""
    sizes = np.sort(_medians(np.abs(grid.values)))
    sizes = sizes[sizes > 0]
    if grid.scales or not len(sizes) or sizes[-1] <= _FAR * sizes[0]:
        return []
    return [
        f"{_UNLIKE_SCALES}, from {_rounded(sizes[0])} to {_rounded(sizes[-1])} in the median: means, "
        "and as a rule the ranks of differences in Wilcoxon's test, depend most on the tasks with large scores. Mean "
        'ranks, `test="sign"` and `scale="log"` do not depend on the scale.'
    ]


def _rounded(size: float) -> str:
    """Return three digits of a number, without a power of ten."""
    return np.format_float_positional(float(f"{size:.3g}"), trim="-")


def apply_missing_policy(grid: Grid, reading: Reading, similar: tuple[str, ...] = ()) -> Grid:
    """Return the grid after applying the policy for missing cells."""
    policy = reading.missing
    absent = np.isnan(grid.values)
    if policy.startswith(IMPUTE):  # a comparate that stands in for others may be left out then
        grid = _impute(grid, absent, reading) if absent.any() else grid
        keep = name_filter(reading.replace(missing="error"), "comparate")
        kept = [k for k, name in enumerate(grid.comparates) if keep(name)]
        return grid if len(kept) == len(grid.comparates) else subgrid(grid, range(len(grid.tasks)), kept)
    if not absent.any():
        return grid
    if policy == "error":
        raise _refusal(grid, absent, similar)
    return {"drop-tasks": _drop_tasks, "drop-comparates": _drop_comparates, "pairwise": _pairwise}[policy](grid, absent)


def _refusal(grid: Grid, absent: NDArray[np.bool_], similar: tuple[str, ...]) -> DataError:
    task, comparate = map(int, np.argwhere(absent)[0])
    worst = int(absent.sum(axis=0).argmax())
    line = f" ({grid.unit} {grid.lines[task]})" if grid.lines else ""
    n_tasks, n_comparates = absent.shape
    verb = "is" if absent.sum() == 1 else "are"
    texts = [note.removeprefix(f"{grid.name}, ").rstrip(".") for note in grid.notes if READ_AS_MISSING in note]
    phrases = [*similar, *texts]
    hint = f"; {listed(phrases, 3, quote=str)}" if phrases else ""
    left = [int((~absent.any(axis=axis)).sum()) for axis in (1, 0)]
    blocks, remedies = _blocks(grid, absent) if max(left) < _FEWEST else ("", [])
    return DataError(
        f"{grid.name}: {absent.sum():,} of {absent.size:,} scores {verb} missing, first "
        f"{quoted(grid.comparates[comparate])} on {quoted(grid.tasks[task])}{line}, most of "
        f"{quoted(grid.comparates[worst])} ({absent[:, worst].sum()} of {n_tasks} tasks){hint}: fill them, "
        f'or use `missing="drop-tasks"` (leaves {left[0]} of {n_tasks} tasks), '
        f"drop-comparates (leaves {left[1]} of {n_comparates} methods) or pairwise.{blocks}",
        remedies,
    )


def _blocks(grid: Grid, absent: NDArray[np.bool_]) -> tuple[str, list[dict[str, str]]]:
    """Return the largest blocks without gaps, in a sentence and as remedies: of all comparates, one less each time.

    The comparate is left out without which most further tasks are complete, or else the one with most gaps.
    """
    kept = list(range(absent.shape[1]))
    blocks: list[tuple[int, int, list[int]]] = []
    while len(kept) >= _FEWEST:
        gaps = absent[:, kept]
        n_tasks = int((~gaps.any(axis=1)).sum())
        if n_tasks >= _FEWEST:
            blocks.append((n_tasks * len(kept), n_tasks, list(kept)))
        alone = (gaps & (gaps.sum(axis=1) == 1)[:, np.newaxis]).sum(axis=0)
        kept.pop(int(np.lexsort((gaps.sum(axis=0), alone))[-1]))
    best = sorted(blocks, reverse=True)[:3]
    if not best:
        return "", []
    sizes = listed([f"{len(names)} methods on {n} tasks" for _, n, names in best], quote=str)
    remedies = [
        {"include": ",".join(grid.comparates[k] for k in names), "missing": "drop-tasks"} for _, _, names in best
    ]
    return f" Without gaps are, at the most, {sizes}.", remedies


def _drop_tasks(grid: Grid, absent: NDArray[np.bool_]) -> Grid:
    """Keep the tasks on which every comparate has a score."""
    complete = ~absent.any(axis=1)
    counts = absent.sum(axis=0)
    costly = [k for k in np.argsort(-counts, kind="stable").tolist() if counts[k]]
    costs = listed([f"{quoted(grid.comparates[k])} lacks {counts[k]}" for k in costly], 3, quote=str)
    gain = [(int((absent[:, k] & (absent.sum(axis=1) == 1)).sum()), -k) for k in range(len(counts))]
    alone, best = max(gain)
    lacking = f"{alone} of these tasks {'lacks' if alone == 1 else 'lack'} only the score of"
    advice = f"; {lacking} {quoted(grid.comparates[-best])} and would stay without it" if alone else ""
    dropped = tuple(grid.tasks[k] for k in np.flatnonzero(~complete))
    if complete.sum() < _FEWEST:
        blocks, remedies = _blocks(grid, absent)
        raise DataError(
            f"{grid.name}: only {complete.sum()} of {len(grid.tasks)} tasks have a score of every method "
            f'({costs}): leave out methods with `exclude`, or use `missing="pairwise"`.{blocks}',
            remedies,
        )
    note = f"Dropped {len(dropped)} of {len(grid.tasks)} tasks because scores are missing: {costs}{advice}."
    left = subgrid(grid, np.flatnonzero(complete).tolist(), range(len(grid.comparates)))
    return replace(left, notes=(*grid.notes, note), dropped_tasks=dropped)


def _drop_comparates(grid: Grid, absent: NDArray[np.bool_]) -> Grid:
    """Keep the comparates that have a score on every task."""
    complete = ~absent.any(axis=0)
    dropped = tuple(grid.comparates[k] for k in np.flatnonzero(~complete))
    if complete.sum() < _FEWEST:
        task = int(absent.sum(axis=1).argmax())
        blocks, remedies = _blocks(grid, absent)
        raise DataError(
            f"{grid.name}: only {complete.sum()} of {len(grid.comparates)} methods have a score on every "
            f"task (most are missing on {quoted(grid.tasks[task])}, {absent[task].sum()}): leave out tasks "
            f'with `exclude_tasks`, or use `missing="drop-tasks"` or pairwise.{blocks}',
            remedies,
        )
    names = listed(dropped, 8)
    note = f"Dropped {len(dropped)} of {len(grid.comparates)} methods with missing scores: {names}."
    left = subgrid(grid, range(len(grid.tasks)), np.flatnonzero(complete).tolist())
    return replace(left, notes=(*grid.notes, note), dropped_comparates=dropped)


def _impute(grid: Grid, absent: NDArray[np.bool_], reading: Reading) -> Grid:
    """Give missing cells the score, with its repeats, of a named comparate, or one below the worst of their task."""
    source = reading.missing.removeprefix(IMPUTE)
    if source == WORST:
        goodness = grid.values if grid.higher_is_better else -grid.values
        donor = np.where(absent, np.inf, goodness).argmin(axis=1)
        lacking = "No method has a score"
    else:
        known = {reading.names.get(name, name): k for k, name in enumerate(grid.comparates)}
        known |= {name: k for k, name in enumerate(grid.comparates)}
        require([source], tuple(known), "method", "`missing`")
        donor = np.full(len(grid.tasks), known[source])
        lacking = f"{quoted(source)}, whose scores others take where theirs are missing, has no score"
    rows, columns = np.nonzero(absent)
    empty = [grid.tasks[row] for row in np.unique(rows) if absent[row, donor[row]]]
    if empty:
        raise DataError(f"{grid.name}: {lacking} on {listed(empty)}: leave such tasks out with `exclude_tasks`.")
    whose = "are put below all others of their task" if source == WORST else f"have the scores of {quoted(source)}"
    note = f"{absent.sum():,} of {absent.size:,} scores are missing and {whose}."
    own = np.arange(len(grid.tasks)), donor
    values, decimals, by = grid.values[own], grid.decimals[own], 0.0
    if source == WORST:
        values, decimals = _below(grid, values, reading.tie_tolerance or 0.0)
        by = (values - grid.values[own])[:, None, None]
    return replace(
        grid,
        values=np.where(absent, values[:, None], grid.values),
        decimals=np.where(absent, decimals[:, None], grid.decimals),
        repeats=None
        if grid.repeats is None
        else np.where(absent[:, :, None], grid.repeats[own][:, None] + by, grid.repeats),
        notes=(*grid.notes, note),
        imputed=tuple((grid.tasks[row], grid.comparates[k]) for row, k in zip(rows, columns, strict=True)),
    )


def _below(grid: Grid, worst: NDArray[np.float64], tolerance: float) -> tuple[NDArray[np.float64], NDArray[np.int8]]:
    """Return scores just below the worst of each task, and their decimals.

    They are lower by a unit of the task's last decimal, but not below 0, nor above 1 in a table of shares, if the
    others are not; half as large where that is less, so that positive scores stay positive.
    """
    present = ~np.isnan(grid.values)
    digits = np.where(present, grid.decimals, 0).max(axis=1).astype(np.int64)
    digits[(present & (grid.decimals == BINARY)).any(axis=1)] = BINARY
    largest = np.where(present, np.abs(grid.values), 0.0).max(axis=1)
    step = np.maximum(np.where(digits >= 0, 10.0**-digits, 1e-6 * np.where(largest > 0, largest, 1.0)), 2 * tolerance)
    lowest, highest = np.nanmin(grid.values), np.nanmax(grid.values)
    if not grid.higher_is_better:
        below = np.minimum(worst + step, 1.0) if lowest >= 0 and highest <= 1 else worst + step
    elif lowest <= 0:
        below = np.maximum(worst - step, 0.0) if lowest == 0 else worst - step
    else:
        below = np.where(worst > step, worst - step, worst / 2)
        digits[(worst <= step) & (digits >= 0)] += 1
    if tolerance:
        digits[:] = BINARY
    rounded = [score if k < 0 else round(score, k) for score, k in zip(below.tolist(), digits.tolist(), strict=True)]
    return np.array(rounded), digits.astype(np.int8)


def _pairwise(grid: Grid, absent: NDArray[np.bool_]) -> Grid:
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
    gone = f"; no method has a score on {listed(empty, 8)}" if empty else ""
    complete = int((~np.isnan(left.values).any(axis=1)).sum())
    of_pairs = common[np.triu_indices(len(common), 1)] if len(common) > 1 else common
    shared = " to ".join(map(str, dict.fromkeys((of_pairs.min(), of_pairs.max()))))
    note = (
        f"Scores are missing, so each pair is compared on the tasks that both have ({shared}), while "
        f"ranks use the {complete} complete of {len(left.tasks)} tasks{gone}."
    )
    return replace(left, notes=(*grid.notes, note), dropped_tasks=empty)
