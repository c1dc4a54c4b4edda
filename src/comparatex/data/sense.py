"""What the columns and rows of a wide table cannot be, by its numbers: evidence in any language.

A method follows the tasks as the other methods do, on their scale. A property of the tasks does not; a summary equals
a statistic of the others to its printed digits, which is improbable for scores; a spread is small beside its neighbour.
"""

from __future__ import annotations

import math
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import combinations, compress, pairwise, product
from operator import itemgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from comparatex.data.scores import BINARY, Evidence
from comparatex.names import quoted

Array = NDArray[np.float64]

_IMPROBABLE = 3e-3
"""Chance below which scores would agree with a statistic of the others, over all statistics that are tried."""
_USUAL, _DOUBTED = 0.2, 0.01
"""What of the tries counts for means, the usual summaries; what of that chance one may have that stands within."""
_ENOUGH, _LAST, _PARTS = 4, 6, 300
"""Rows that evidence of scales needs; rows or columns at an end that may be summaries; rows whose parts are tried."""
_FEW, _RARE = 0.1, 1e-4
"""Share of whole numbers up to which a row of nothing else is rare, and how rare."""
_MOST_DECIMALS = 9
_FAR, _ABOVE, _MOST = 1000, 30, 1e9
_NOTHING, _LARGEST = -99.0, 100.0  # decades of zero, and of numbers that have squares
_LOOSE, _FOLLOWING, _CLOSE, _ALIKE = 0.4, 0.6, 0.8, 0.9
"""Rank correlation below which a column does not follow the others, from which most follow each other, and above which
it does, or all do alike."""


@dataclass(frozen=True, eq=False)
class Block:
    """The scores of a wide table as they stand: values, decimals, the headings of columns and the names of rows."""

    values: Array
    decimals: NDArray[np.integer]
    heads: tuple[str, ...]
    names: tuple[str, ...]
    turned: bool = False

    @cached_property
    def _content(self) -> tuple[object, ...]:
        return self.values.tobytes(), self.decimals.tobytes(), self.heads, self.names, self.turned

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Block) and self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def of(self, columns: Places) -> Block:
        """Return some columns."""
        places, heads = np.asarray(columns, dtype=np.intp), tuple(self.heads[k] for k in columns)
        return Block(self.values[:, places], self.decimals[:, places], heads, self.names, self.turned)

    @property
    def across(self) -> Block:
        """The same with rows as columns."""
        return Block(self.values.T, self.decimals.T, self.names, self.heads, not self.turned)

    @property
    def written(self) -> Block:
        """The same with decimals as written, or as few as the numbers have that nobody wrote."""
        decimals, unknown = self.decimals.astype(np.int64), self.decimals == BINARY
        if unknown.any():
            values = np.nan_to_num(self.values[unknown])
            few = np.full(len(values), _MOST_DECIMALS)
            for places in range(_MOST_DECIMALS - 1, -1, -1):
                with np.errstate(over="ignore", invalid="ignore"):
                    scaled = values * 10.0**places
                    few[np.abs(scaled - np.rint(scaled)) < 1e-9 * np.maximum(np.abs(scaled), 1)] = places
            decimals[unknown] = few
        return replace(self, decimals=decimals)

    @property
    def moderate(self) -> Block:
        """The same in another unit where squares of the scores would overflow, or vanish."""
        decades = np.log10(np.nanmax(np.abs(self.values), initial=0.0) or 1.0)
        shift = int(np.clip(decades, -_LARGEST, _LARGEST) - decades)
        return replace(self, values=self.values * 10.0**shift, decimals=self.decimals - shift) if shift else self


Places = Sequence[int]
Kinds = Mapping[int, tuple[str, str]]
"""By place, what a column or row is, and why."""


@contextmanager
def _quiet() -> Iterator[None]:
    """Do not warn of columns that hold no score, or none but zero."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


@lru_cache(maxsize=16)  # a table is read again with what a command or its user says of it
@_quiet()
def evidence(block: Block, trusted: frozenset[str] = frozenset(), *, told: bool = False) -> list[Evidence]:
    """Return what of a table is no scores, each column and row once; what is left raises no further objection.

    Once best known results are `told`, what reaches them is a method.
    """
    objections: list[Evidence] = []
    block = block.written.moderate
    while min(block.values.shape) > 1:
        told = told or any(map(is_best_known, objections))
        for look, row in _LOOKS:
            if told and look is _optima:
                continue
            names = block.names if row else block.heads
            kinds = look(block.across if row else block)
            alike = {name for k, name in enumerate(names) if row and name and k not in kinds}  # not told apart
            kinds = {k: kind for k, kind in kinds.items() if names[k] not in trusted | alike}
            stems = {_stem(names[k]) for k, (what, _) in kinds.items() if what == "summary"}
            called = [k for k, name in enumerate(names) if _stem(name) in stems]  # of other blocks, numbered
            if 2 * len(called) < len(names):
                again = [k for k in called if k not in kinds and names[k] not in trusted]
                kinds |= dict.fromkeys(again, ("summary", "called like another summary, but for a number"))
            if kinds:
                break
        else:
            break
        objections += [Evidence(names[k], *kind, row) for k, kind in kinds.items()]
        part = block.across if row else block
        summed = look in (_summary_rows, _summary_columns)
        blank = [k for k in _blank_in(part, [*kinds]) if part.names[k] not in trusted] if summed else []
        objections += [Evidence(part.names[k], "property", _NOT_SUMMED, not row) for k in blank]
        part = part.of([k for k in range(len(names)) if k not in kinds])
        part = part.across.of([k for k in range(len(part.names)) if k not in blank]).across
        block = part.across if row else part
    return objections


def _stem(name: str) -> str:
    return re.sub(r"[ ._-]\d+$", "", name)


def is_best_known(entry: Evidence) -> bool:
    """Whether a column or row holds the best of the others."""
    return entry.what == "summary" and entry.why.startswith(("the smallest", "the largest", _SURPASSED))


_NOT_SUMMED = "empty in the summaries of the others"


def _blank_in(part: Block, columns: Places) -> list[int]:
    """Return the rows, less than half, that are empty in some columns, and nowhere else."""
    empty = np.isnan(part.values)
    blank = empty[:, columns].all(axis=1) & ~np.delete(empty, columns, axis=1).any(axis=1)
    return np.flatnonzero(blank).tolist() if 2 * blank.sum() < len(part.names) else []


@_quiet()
def code_of_missing(block: Block) -> float | None:
    """Return the number that stands for missing scores: the only one below 0, or all nines far above the others.

    It is whole where scores have decimals, as ``-1``, or as ``-1.0`` among others with more, and stands in several
    cells.
    """
    block = block.written
    few = np.minimum(block.decimals.max(initial=0) - 1, 1)
    whole = (block.values == np.rint(block.values)) & (block.decimals <= few) & ~np.isin(block.values, (0, 1))
    for code in np.unique(block.values[whole]).tolist() if whole.mean() < _SOME else ():
        others = block.values[block.values != code]
        if (block.values == code).sum() < 2 or len(np.unique(others)) < _CELLS:
            continue
        if code < 0 <= np.nanmin(others) or ({*f"{code:.0f}"} == {"9"} and code > 9 and 5 * np.nanmax(others) < code):
            return float(code)
    return None


# ----------------------------------------------------------------------------------------------------------- summaries
def _summary_rows(across: Block) -> Kinds:
    """Return the rows at an end that hold statistics of the rows before them, and those of parts above them."""
    part = across.across
    return _summaries(part, "rows") or _of_parts(part, "rows") or _of_families(part, "rows") or _weighted(part)


def _summary_columns(part: Block) -> Kinds:
    """Return the columns at an end that hold statistics of the other columns, and those of parts before them."""
    n = len(part.values)
    some = part.across.of(range(0, n, max(n // _MANY, 1)))
    if n < _ENOUGH - 1:
        return {}
    return _summaries(some, "columns") or _of_parts(some, "columns") or _of_families(some, "columns")


def _summaries(part: Block, kind: str) -> Kinds:
    """Return as many rows at the end, or else the first one, as are all statistics of the others.

    Different ones at the very end are evidence together; one before rows that are none needs more than another.
    """
    n = len(part.values)
    longest: dict[int, str] = {}
    repeated = len({*part.names}) < n  # of a method, whose runs may be the best ones
    for number in range(1, min(_LAST, n - 2) + 1):
        others = _Statistics(part.values[: n - number], part.decimals[: n - number], repeated=repeated)
        at, *beyond = range(n - number, n)
        first = others.closest(part.values[at], part.decimals[at])
        if (first[1] == 1 and part.values.size > _MANY) or (at == 2 and _is_bounded(part, at)):
            continue
        behind = [others.closest(part.values[k], part.decimals[k]) for k in beyond]
        if first[1] == 1:  # a row that the mean or sum, and more, behind it leaves out is none of its rows
            sure = [name for name, chance in behind if chance < _IMPROBABLE]
            if len(sure) < 2 or not {"mean", "sum"}.intersection(sure):
                continue
            first = ("", 0.0)
        least = _IMPROBABLE * (1.0 if not behind or any(chance < _IMPROBABLE for _, chance in behind) else _DOUBTED)
        together = {name: chance for name, chance in (first, *behind) if chance < 1}
        if len(together) == number and math.prod(together.values()) < _IMPROBABLE:
            held = dict(zip(range(at, n), together, strict=True))
        elif first[1] < least:
            named = zip(range(at, n), (first, *behind), strict=True)
            held = {k: name for k, (name, chance) in named if k == at or chance < _IMPROBABLE}
        else:
            continue
        longest = held if len(held) > len(longest) else longest
    if n - 1 not in longest and n > 2:  # what is within may only equal a summary in front
        for stop in (n, n - 1):  # where another kind stands last, too
            others = _Statistics(part.values[1:stop], part.decimals[1:stop], repeated=repeated)
            statistic, chance = others.closest(part.values[0], part.decimals[0])
            if chance < _IMPROBABLE * (1.0 if stop == n else _DOUBTED):
                longest = {2: "difference"} if n == 3 and statistic == "sum" else {0: statistic}
                break
    summaries = {
        k: ("summary", f"the {name} of the other {kind}" if name else "left out by the summaries behind it")
        for k, name in longest.items()
    }
    if longest and min(longest):  # deviations, say, stand behind a mean
        rest, before = part.values[(last := max(longest)) + 1 :], part.values[: min(longest)]
        beyond = (rest < np.nanmin(before, axis=0)) | (rest > np.nanmax(before, axis=0)) | np.isnan(rest)
        if len(before) >= _ENOUGH and beyond.all():
            summaries |= dict.fromkeys(range(last + 1, n), ("summary", "stands behind a summary, beyond all scores"))
    between = range(min(longest), n) if n - 1 in longest else ()
    return summaries | {k: ("summary", "stands between summaries") for k in between if k not in longest}


def _is_bounded(part: Block, row: int) -> bool:
    """Whether the two rows before one are bounds of it: called like it, or finer, and one nowhere above the other."""
    low, high = part.values[row - 2 : row]
    finer = part.decimals[row - 2 : row].max() > part.decimals[row].max()  # as the numbers of a mean are not
    called = finer or _share_a_name(part.names[row - 2 : row + 1])
    return called and bool((low <= high).all() or (low >= high).all())


def _of_parts(part: Block, kind: str) -> Kinds:
    """Return the rows within that are means, or sums, of some rows before them, or else of some behind them."""
    if before := _of_those_before(part, kind):
        return before
    last = len(part.values) - 1
    behind = _of_those_before(part.across.of(range(last, -1, -1)).across, kind)
    kinds = {}
    for k, (what, why) in ((last - k, kind) for k, kind in behind.items()):
        if why.startswith("the sum of the 2 "):  # of which the last is how the others differ
            kinds[k + 2] = what, f"{quoted(part.names[k])} less {quoted(part.names[k + 1])}"
        else:
            kinds[k] = what, why.replace("before it", "behind it")
    return kinds


def _of_those_before(part: Block, kind: str) -> Kinds:
    n = len(part.values)
    if not _ENOUGH <= n <= _PARTS or part.values.shape[1] < 3:
        return {}
    none = np.zeros(part.values.shape[1])
    sums = np.vstack([none, np.nancumsum(part.values, axis=0)])
    counts = np.vstack([none, np.cumsum(~np.isnan(part.values), axis=0)])
    # Of columns as narrow as their step, as of right and wrong, no agreement is beyond chance: 0.8 × 0.51 is the least
    # share of a step, and what varies less than a column makes chance greater.
    span = np.nanmax(part.values, axis=0) - np.nanmin(part.values, axis=0)
    tries = n * n * _USUAL * (_RARE if part.decimals.any() else 1.0)
    summaries: dict[int, tuple[str, str]] = {}
    for row in range(2, n):
        if tries * float(np.prod(np.minimum(1.0, 0.4 * 10.0 ** -part.decimals[row] / span))) >= _IMPROBABLE:
            continue
        there = np.flatnonzero(~np.isnan(part.values[row]))
        if len(there) < 2:
            continue
        starts = np.arange(row - 1)
        for some in (there[:3], there):  # three columns rule out nearly all
            total = sums[row, some] - sums[np.ix_(starts, some)]
            mean = total / (counts[row, some] - counts[np.ix_(starts, some)])
            value, step = part.values[row, some], 10.0 ** -part.decimals[row, some]
            near = [np.abs(stated - value) <= 0.51 * step + 1e-9 * np.abs(stated) for stated in (mean, total)]
            starts = starts[near[0].all(axis=1) | near[1].all(axis=1)]
        for start in starts.tolist():
            if _is_bounded(part, row):
                continue
            above = _Statistics(part.values[start:row], part.decimals[start:row])
            statistic, chance = above.closest(part.values[row], part.decimals[row], n * n)
            if chance < _IMPROBABLE:
                summaries[row] = ("summary", f"the {statistic} of the {row - start} {kind} before it")
                break
    return summaries


def _of_families(part: Block, kind: str) -> Kinds:
    """Return the rows that are means, or sums, each of the others whose names share a part, if all such parts have."""
    for ends in _ends(part.names) if len(part.names) <= _PARTS else ():
        summaries: dict[int, tuple[str, str]] = {}
        families = {end: sorted(of.values()) for end, of in ends.items() if end and len(of) >= _ENOUGH}
        for end, places in families.items() if len(families) > 1 else ():
            held = _summaries(part.across.of(places).across, f"{kind} of {quoted(end)}")
            usual = "the mean of", "the sum of"
            summaries |= {places[k]: summary for k, summary in held.items() if summary[1].startswith(usual)}
        if len(summaries) == len(families) > 1:
            return summaries
    return {}


def _weighted(part: Block) -> Kinds:
    """Return the row at an end that is the mean of the other rows by a column of sizes."""
    n = len(part.values)
    for row, rest in ((n - 1, slice(n - 1)), (0, slice(1, n))) if n >= _ENOUGH else ():
        whole = (part.decimals[rest] == 0).all(axis=0) & (part.values[rest] > 0).all(axis=0)
        scores = np.flatnonzero(~whole & ~np.isnan(part.values[row]))
        for k in np.flatnonzero(whole & (np.ptp(part.values[rest], axis=0) > 0)).tolist() if len(scores) > 1 else ():
            block, held = part.values[rest][:, scores], part.values[row, scores]
            others = _Statistics(block, part.decimals[rest][:, scores])
            stated = np.average(block, axis=0, weights=part.values[rest, k])
            step = 10.0 ** -part.decimals[row, scores].astype(float)
            if _chance(held, stated, others.noise, step, block) * 2 * whole.sum() < _IMPROBABLE:
                return {row: ("summary", f"the mean of the other rows by {quoted(part.heads[k])}")}
    return {}


def _over(name: str, block: Array, **how: Any) -> Array:
    """Return what a function of NumPy makes of the scores that are there: quicker where all are."""
    return np.asarray(getattr(np, f"nan{name}" if np.isnan(block).any() else name)(block, **how))


_REDUCED: Mapping[str, Callable[[Array], Any]] = {
    "mean": partial(_over, "mean", axis=0),
    "median": partial(_over, "median", axis=0),
    "sum": partial(_over, "sum", axis=0),
    "geometric mean": lambda block: np.exp(_over("mean", np.log(np.where(block > 0, block, np.nan)), axis=0)),
    "standard deviation": partial(_over, "std", axis=0, ddof=1),
    "largest": partial(_over, "max", axis=0),
    "smallest": partial(_over, "min", axis=0),
    "second largest": lambda block: -np.partition(-block, 1, axis=0)[1],  # which puts what is missing last
    "second smallest": lambda block: np.partition(block, 1, axis=0)[1],
    "range": partial(np.ptp, axis=0),
    "mean size": lambda block: np.nanmean(np.abs(block), axis=0),
    "root mean square": lambda block: np.sqrt(np.nanmean(block**2, axis=0)),
    "largest size": lambda block: np.nanmax(np.abs(block), axis=0),
}
"""What may sum columns up."""
_EXTREMES = ("largest", "smallest", "second largest", "second smallest", "range")


class _Statistics:
    """Statistics of each column of some rows, each computed when it is asked for."""

    def __init__(self, block: Array, decimals: NDArray[np.integer], *, repeated: bool = False) -> None:
        self._block, self._decimals, self._repeated = block, decimals, repeated
        self._known: dict[tuple[str, bytes], Array] = {}

    @cached_property
    def _whole(self) -> float:
        return float((self._decimals == 0).mean())

    def closest(self, row: Array, decimals: NDArray[np.integer], tries: float = 10) -> tuple[str, float]:
        """Return the statistic that a row holds to its printed digits, and the chance of that; 1 if it holds none."""
        there = ~np.isnan(row)
        if there.sum() < 2 or len(self._block) < 2 or np.ptp(row[there]) == 0:  # equal numbers sum nothing up
            return "", 1.0
        step = 10.0 ** -decimals[there].astype(float)
        if not decimals[there].any() and self._whole < _FEW:
            tries *= _RARE  # whole numbers where no other row has them
        few = there & (np.cumsum(there) <= there.sum() // 8 + 1)
        names: tuple[str, ...] = ("mean", "median", "sum", "geometric mean")
        names += ("standard deviation",) if len(self._block) > 2 else ()
        extremes = _EXTREMES if there.sum() >= _ENOUGH else ("range",)
        names += extremes if len(self._block) > 2 and not self._repeated else ()
        names += ("mean size", "root mean square", "largest size") if (self._block < 0).any() else ()  # of errors
        if len(self._block) > _MANY:  # of which nobody looks for the second best
            names = tuple(name for name in names if not name.startswith("second"))
        best = ("", 1.0)
        finer = decimals[there] > self._decimals.max(axis=0)[there]
        if not finer.any():  # all at once, as hardly any is near
            stated = np.array([self._of(name, few) for name in names])
            apart = np.abs(row[few] - stated) > 1.01 * step[: stated.shape[1]] + 1e-9 * np.abs(stated)
            names = tuple(compress(names, apart.sum(axis=1) <= 0.1 * len(step)))
        for name, rounded in product(names, (False, True) if finer.any() else (False,)):
            reach = np.where(finer, np.maximum(step, self._rounding(name)[there]), step) if rounded else step
            stated = self._of(name, few)
            apart = np.abs(row[few] - stated) > 1.01 * reach[: len(stated)] + 1e-9 * np.abs(stated)
            if apart.sum() > 0.1 * len(step):
                continue  # before anything slow
            if name == "range" and not any(np.ptp(ends) for ends in (self._block.argmax(0), self._block.argmin(0))):
                continue  # a difference of two
            stated = self._of(name)[there]
            if (np.abs(row[there] - stated) <= 1.01 * reach + 1e-9 * np.abs(stated)).mean() < 0.9:
                continue
            usual = tries * (_USUAL if name == "mean" else 1 / _RARE if name.startswith("second") else 1.0)
            if name == "sum" and len(step) > 3:  # which is beyond the scores, as hardly any score is
                usual *= min(1.0, float(np.median(self.noise[there]) / np.median(np.abs(stated))))
            chance = _chance(row[there], stated, self.noise[there], reach, self._block[:, there], name)
            best = min(best, (name, usual * chance), key=itemgetter(1))
        return min(best, self._of_all(row, there, step, tries), key=itemgetter(1))

    def _rounding(self, name: str) -> Array:
        """Return how far a statistic of each column may be from that of the scores before these were rounded."""
        steps = 10.0 ** -_with_zeros(Block(self._block, self._decimals, (), ()))
        if name == "median" or name in _EXTREMES or name == "largest size":
            gaps = np.abs(np.abs(self._block) - np.abs(self._of(name)))
            own = (gaps <= 1.01 * np.nanmin(gaps, axis=0)) | (name == "range")  # the scores that it is, or lies between
            return np.asarray(np.nanmax(np.where(own, steps, np.nan), axis=0) / (2 if name == "median" else 1))
        return np.asarray(np.sqrt(np.nansum(steps**2, axis=0)) / (1 if name == "sum" else len(steps)))

    def _of_all(self, row: Array, there: NDArray[np.bool_], step: Array, tries: float) -> tuple[str, float]:
        """Return the statistic of columns that needs the whole table: the mean rank, or the number of wins."""
        held, (n, m) = row[there], (len(self._block), int(there.sum()))
        ranked = bool((step < 1).any() or self._whole < _FEW)  # whole ranks are those of any sorted table
        ranked = ranked and abs(held.mean() - (m + 1) / 2) <= step.mean() and held.min() >= 1 and held.max() <= m
        won = bool((held % 1 == 0).all()) and held.min() >= 0 and held.max() <= n <= 2 * held.sum() <= 4 * n
        whole = 100.0 if held.sum() > 2 else 1.0
        shared = bool((step < 1).any()) and abs(held.sum() - whole) <= step.sum()
        best = ("", 1.0)
        if m < 3 or not (ranked or won or shared) or np.isnan(self._block[:, there]).any():
            return best
        for signed in (self._block[:, there], -self._block[:, there]):
            first = signed == signed.min(axis=1, keepdims=True)
            alone = first & (first.sum(axis=1, keepdims=True) == 1)
            for name, fits, stated in (
                ("mean rank", ranked, _ranks(signed.T).mean(axis=1) if ranked else held),
                ("number of wins", won, first.sum(axis=0).astype(float)),
                ("number of wins", won, alone.sum(axis=0).astype(float)),
                ("share of wins", shared, whole * first.mean(axis=0)),
            ):
                if fits and np.ptp(stated) > 0:
                    chance = _chance(held, stated, np.full(m, np.std(stated)), step)
                    best = min(best, (name, tries * chance), key=itemgetter(1))
        return best

    @cached_property
    def noise(self) -> Array:
        """How far scores of each column are from what row and column let expect."""
        block = self._block
        rest, own = block - self._of("mean"), np.nan_to_num(_over("std", block, axis=0))
        level = _over("median", rest, axis=1, keepdims=True)
        usual = np.nan_to_num(np.sqrt(_over("mean", (rest - level if block.shape[1] > 2 else rest) ** 2, axis=0)))
        usual = np.minimum(usual, own)
        least = int(usual.argmin())
        usual[least] = own[least]  # that of the level of the row
        return np.asarray(usual)

    def _of(self, name: str, some: NDArray[np.bool_] | None = None) -> Array:
        key = name, b"" if some is None else some.tobytes()
        if key not in self._known:
            self._known[key] = np.asarray(_REDUCED[name](self._block if some is None else self._block[:, some]))
        return self._known[key]


def _chance(held: Array, stated: Array, noise: Array, step: Array, block: Array | None = None, of: str = "") -> float:
    """Return how likely values agree by chance with a statistic to their digits as these do; infinity if not.

    They often do where more rows of the block do than the statistic has of its own, as a median has one. The least and
    the largest extremes count only where they stand once, since scores may reach a bound together.
    """
    copied = of in _EXTREMES and of != "range"
    own = int(copied or of in ("median", "largest size"))
    least = math.inf
    gaps = np.abs(held - stated) - 1e-9 * np.abs(stated)
    for reach in (0.51,) if copied else (0.51, 1.01):
        near = gaps <= reach * step
        if near.mean() < 0.9 or near.sum() < 2:
            continue
        chances = np.minimum(1.0, np.where(noise > 0, 0.8 * reach * step / noise, 1.0))
        if of in _EXTREMES:
            for bound in (stated.min(), stated.max()):
                near &= (stated != bound) | ((stated == bound).sum() == 1)
            if near.sum() < 2:
                continue
        if block is not None:
            alike = np.abs(block - stated) <= reach * step
            often = alike.sum(axis=0)
            chances = np.maximum(chances, np.where(often > 1, often / len(block), 0.0))
            if (alike.mean(axis=1) >= near.mean()).sum() > own:
                continue
        least = min(least, float(np.prod(chances[near])))
    return least


def _ranks(values: Array) -> Array:
    """Return the ranks in each column, of equal values their mean, and NaN where a value is missing."""
    ranks = np.full(values.shape, np.nan)
    for k, column in enumerate(values.T):
        order = np.argsort(column)[: np.count_nonzero(~np.isnan(column))]  # NaN comes last
        first = np.flatnonzero(np.diff(column[order], prepend=np.nan))  # of each different value
        counts = np.diff(first, append=len(order))
        ranks[order, k] = np.repeat(first + (counts + 1) / 2, counts)
    return ranks


# ------------------------------------------------------------------------------------------------------------- columns
def _complements(part: Block) -> Kinds:
    """Return the columns that are 1 or 100 less another one, whose heading they share or with which they rise."""
    values, complements = part.values, {}
    if len(values) < _ENOUGH:
        return {}
    centres = _over("median", _some(values), axis=0)
    for whole in (1.0, 100.0):
        near = np.abs(centres[:, None] + centres - whole) < 0.2 * whole
        for row in values[:_ENOUGH]:  # which rule out nearly all pairs
            near &= ~(np.abs(row[:, None] + row - whole) > 0.06 * whole)
        for left, right in np.argwhere(np.triu(near, 1)).tolist():
            total = values[:, left] + values[:, right]
            total = total[~np.isnan(total)]
            step = 10.0 ** -min(part.decimals[:, left].max(), part.decimals[:, right].max())
            if len(total) < _ENOUGH or np.abs(total - whole).max() > 0.51 * step + 1e-9:
                continue
            if min(np.nanstd(values[:, left]), np.nanstd(values[:, right])) < 3 * step:
                continue
            usual, heads = np.nanmedian(centres), part.heads
            complement = right if abs(centres[right] - usual) >= abs(centres[left] - usual) else left
            for longer, other in ((left, right), (right, left)):  # called like the other with something more
                if heads[longer].startswith(heads[other]) or heads[longer].endswith(heads[other]):
                    complement = longer
            why = f"{whole:g} less {quoted(heads[left + right - complement])} in every row"
            complements[complement] = ("complement", why)
    return complements


def _share(a: Array, b: Array, of_a: Array, of_b: Array) -> tuple[Array, Array]:
    share = np.where(a == 0, np.nan, b / a)  # of nothing there is none
    return share, np.abs(share) * (of_a / np.abs(a) + of_b / np.abs(b)) / 2


_CHANGES: Mapping[str, Callable[[Array, Array, Array, Array], tuple[Array, Array]]] = {
    "{1} less {0}": lambda a, b, of_a, of_b: (b - a, (of_a + of_b) / 2),
    "{1} divided by {0}": _share,
    "by which share {1} is above {0}": lambda *of: (_share(*of)[0] - 1, _share(*of)[1]),
    "by how many percent {1} is above {0}": lambda *of: (100 * (_share(*of)[0] - 1), 100 * _share(*of)[1]),
}
"""How a column may differ from another: what that is, and by how much rounding may change it."""


def _changes(part: Block) -> Kinds:
    """Return the columns that hold how two before them differ, as a difference or a ratio, to the printed digits."""
    values, (n, m) = _some(part.values), part.values.shape
    columns = np.flatnonzero(np.ptp(values, axis=0) > 0).tolist()  # a constant changes nothing
    if n < _ENOUGH or not 2 < m <= _MOST_COMPARED or len(columns) < 2:
        return {}
    pairs = np.array([pair for i, j in combinations(columns, 2) for pair in ((i, j), (j, i))])
    before = pairs.max(axis=1)[:, None] < np.arange(m)
    steps, changes = 10.0 ** -_some(_with_zeros(part)), {}
    for how, of in _CHANGES.items():
        stated, noise = of(*values[0, pairs].T, *steps[0, pairs].T)
        near = np.abs(stated[:, None] - values[0]) <= 0.51 * steps[0] + noise[:, None]
        pair, column = np.nonzero(near & before)
        old, new = pairs[pair].T
        for held, step in zip(values[1:], steps[1:], strict=True):  # of which a few rule out nearly all
            stated, noise = of(held[old], held[new], step[old], step[new])
            near = np.abs(stated - held[column]) <= 0.51 * step[column] + noise
            old, new, column = old[near], new[near], column[near]
            if not len(old):
                break
        for a, b, k in zip(old.tolist(), new.tolist(), column.tolist(), strict=True):
            _, once = np.unique(values[:, k], return_index=True)  # what is repeated says nothing more
            stated, noise = of(values[:, a], values[:, b], steps[:, a], steps[:, b])
            if (np.abs(stated - values[:, k]) <= 0.51 * steps[:, k]).all():  # made of numbers as they are printed
                noise = np.zeros_like(noise)
            spread = float(np.nanstd(values[:, k]))
            reach = (0.51 * steps[:, k] + noise)[once]
            chance = np.prod(np.minimum(1.0, 0.8 * reach / spread)) if 2 * np.median(reach) < spread else 1.0
            sure = len(once) >= _ENOUGH and 4 * before[:, k].sum() * chance < _IMPROBABLE
            if sure and not all(_is_linear(values[:, k], values[:, j], steps[:, k]) for j in (a, b)):  # by a rule
                changes[k] = ("summary", how.format(quoted(part.heads[a]), quoted(part.heads[b])))
    same = [k for k in range(m) if np.ptp(values[:, k]) == 0 and values[0, k] in (0, 1, 100)]
    return dict(sorted(changes.items())) | dict.fromkeys(same if changes else (), ("summary", "a column beside itself"))


def _with_zeros(part: Block) -> Array:
    """Return decimals with the zeros behind, which numbers that nobody wrote lack: as many as their columns' digits."""
    if len(part.values) > _MANY:  # of which hardly any number ends in zeros only
        return part.decimals.astype(float)
    before = np.floor(np.log10(np.abs(np.where(part.values == 0, np.nan, part.values))))
    usual = np.nanmax(before + part.decimals, axis=0) - before
    return np.asarray(np.fmin(np.fmax(part.decimals, usual), part.decimals.max(axis=0)))


def _is_linear(column: Array, other: Array, step: Array) -> bool:
    """Whether one column follows from another by a factor and a constant; one with gaps is not looked at."""
    x, y = (other - other.mean()) / np.ptp(other), column - column.mean()
    return bool((np.abs(x * (x @ y) / (x @ x) - y) <= step).all())


_PIECE = re.compile(r"[^\W_]+|[\W_]+")


def _spreads(part: Block) -> Kinds:
    """Return the columns of a family of headings that are small and positive beside another of the same name."""
    values = part.values
    if len(part.heads) > _MANY:
        return {}
    for ends in _ends(part.heads):
        families = [(end, names) for end, names in ends.items() if len(names) > 1]
        for end, names in families:
            for other, main in families:
                shared = [name for name in names if name in main and names[name] != main[name]]
                if end == other or len(shared) < 2 or 4 * len(shared) < len(part.heads) or len(shared) < len(names):
                    continue
                few, many = values[:, [names[n] for n in shared]], np.abs(values[:, [main[n] for n in shared]])
                both = ~np.isnan(few + many)
                small = both & (few >= 0) & (few < 0.34 * many)
                if both.sum() < 4 or (few[both] < 0).any() or not (few[both] > 0).any():
                    continue
                if 2 * _steps(few) < _steps(many):  # as shares beside times: a spread varies more than its scores
                    continue
                follow = float(np.median([_correlation(few[:, j], many[:, j]) for j in range(len(shared))]))
                if small.sum() < 0.95 * both.sum() or (part.turned and end.isdecimal()):
                    continue
                if len(values) >= 5 and follow > (_CLOSE if len(values) >= _CELLS else 0.95):
                    continue
                return {names[n]: ("spread", f"small beside {quoted(part.heads[main[n]])}") for n in shared}
    return {}


def _bounds(part: Block) -> Kinds:
    """Return two columns between which a third one always is, half way, or with the same noise as both.

    This says nothing where many of the other columns stand in one order in all rows, too, as good and bad methods do.
    """
    values, (n, m) = _some(part.values), part.values.shape
    if n < _CELLS or not 3 < m <= _MOST_COMPARED or families_of_measures(part)[1]:
        return {}
    below = np.array([(values < column[:, None]).all(axis=0) for column in values.T])
    own, finest = np.log(values) if (values > 0).all() else values, part.decimals.max(axis=0).astype(float)
    for main in range(m):
        for low, high in product(np.flatnonzero(below[main]).tolist(), np.flatnonzero(below[:, main]).tolist()):
            rest = np.delete(np.arange(m), [low, main, high])
            middle = np.abs(values[:, [low, high]].mean(axis=1) - values[:, main]) <= 1.01 * 10.0 ** -finest[main]
            finer = min(finest[low], finest[high]) > finest[main]  # to a digit that the one between does not have
            if finer and middle.mean() > _SURE:
                return {k: ("spread", f"a bound of {quoted(part.heads[main])}") for k in (low, high)}
            if len(rest) > 3 and below[np.ix_(rest, rest)].sum() > _IN_ORDER * len(rest) * (len(rest) - 1) / 2:
                continue
            width = values[:, high] - values[:, low]
            aside = np.abs((values[:, main] - values[:, low]) / width - 0.5)
            if np.mean((aside <= _MIDDLE) & (width < _NEAR * np.abs(values[:, main]))) < 0.9:
                continue
            noise = own - _over("median", np.delete(own, [low, main, high], axis=1), axis=1, keepdims=True)
            alike = [_correlation(noise[:, main], column) for column in noise.T]
            half_way = np.mean(aside <= _HALF_WAY) > 0.9 and np.ptp(width) > _HALF_WAY * np.median(width)
            both = _correlation(noise[:, main], noise[:, [low, high]].mean(axis=1)) if half_way else 0.0
            follow = max(both, min(alike[low], alike[high]))
            if (
                (half_way or _share_a_name(part.heads[k] for k in (low, main, high)))
                and follow > _CLOSE
                and _more_alike(follow, max(alike[k] for k in rest), n) > _BY_ITSELF
            ):
                return {k: ("spread", f"a bound of {quoted(part.heads[main])}") for k in (low, high)}
    return {}


_CELLS, _MIDDLE, _HALF_WAY, _NEAR, _IN_ORDER, _SURE = 8, 0.35, 0.1, 0.3, 0.4, 0.8
"""Scores between two others that are no accident; how far from half way they are where noise says more, and where it
does not; how near these two are; the share of pairs in one order beside which it is one; and the share of scores that
are half way to the digit."""


@_quiet()
def families_of_measures(block: Block, *, ordered: bool = True) -> tuple[str, dict[str, tuple[str, ...]]]:
    """Return headings by what they share, where all names have several measures, and what says that they are.

    These are on scales of their own, or do not rise and fall together, or are `ordered`: those of one are nowhere above
    the next one, as least and mean ones. Families of one measure, as of small and large models, are on one scale, or
    rise and fall together. Those before a colon (``accuracy: A``), each of the same names, are always asked about.
    """
    part = block.written
    parts = [head.rpartition(": ")[::2] for head in part.heads]
    fronts: dict[str, list[str]] = {}
    for front, name in parts:
        fronts.setdefault(front, []).append(name)
    same = "" not in fronts and len({*map(frozenset, fronts.values())}) == 1
    if same and 1 < len(fronts) < len(parts):
        return "before a colon", {front: tuple(f"{front}: {name}" for name in names) for front, names in fronts.items()}
    if len(part.values) < (_ENOUGH if len(part.heads) < _CELLS else 2) or len(part.heads) < 2:
        return "", {}
    above: tuple[str, dict[str, tuple[str, ...]]] = "", {}
    groups: list[tuple[frozenset[str], list[str], dict[str, dict[str, int]]]] = []
    for ends in _ends(part.heads):
        of_names: dict[frozenset[str], list[str]] = {}
        for end, named in ends.items():
            of_names.setdefault(frozenset(named), []).append(end)
        for names, alike in of_names.items():
            bare = [""] if "" not in alike and names <= ends[""].keys() else []
            if len(names) > 1 and 3 * len(names) * len(bare + alike) >= 2 * len(part.heads) and len(bare + alike) > 1:
                groups.append((names, [*bare, *alike], ends))
    sizes, reach = _sizes(part.values) if groups else (part.values[0], part.values[0])
    for names, alike, ends in sorted(groups, key=lambda group: -len(group[0]) * len(group[1])):
        places = [[ends[end][name] for name in sorted(names)] for end in alike]
        families = {end: tuple(part.heads[k] for k in of) for end, of in zip(alike, places, strict=True)}
        if "" in families:  # with those that have no other
            others = {head for end, those in families.items() if end for head in those}
            families[""] = tuple(head for head in part.heads if head not in others)
        pairs = combinations(places, 2)
        why = next(filter(None, (_how_unlike(part.values, sizes, reach, *pair) for pair in pairs)), "")
        headings, before = (sum(map(len, of.values())) for of in (families, above[1]))
        if why and headings >= before:
            return why, families
        places = sorted(places, key=lambda of: float(np.nanmedian(part.values[:, of])))
        steps = np.array([part.values[:, high] - part.values[:, low] for low, high in pairwise(places)])
        if ordered and (steps >= 0).all() and (steps > 0).mean() > 0.8 and steps.size >= 20 and headings > before:
            above = "each nowhere above the next one", families
    return above


def _ends(heads: Sequence[str]) -> Iterator[dict[str, dict[str, int]]]:
    """Yield places of headings by what stands behind a name, then by what stands in front, and by the name."""
    for behind in (True, False):
        ends: dict[str, dict[str, int]] = {}
        for k, head in enumerate(heads):
            for name, end in _cuts(head, behind=behind):
                ends.setdefault(end, {})[name] = k
        yield ends


def _how_unlike(values: Array, sizes: Array, reach: Array, one: Places, other: Places) -> str:
    """Return how two families that do not rise and fall together differ: in scale, or each does so by itself."""
    both = values[:, [*one]], values[:, [*other]]
    follow = float(np.median([_correlation(a, b) for a, b in zip(both[0].T, both[1].T, strict=True)]))
    apart = max(sizes[[*other]].min() - sizes[[*one]].max(), sizes[[*one]].min() - sizes[[*other]].max())
    wider = abs(float(np.median(reach[[*other]]) - np.median(reach[[*one]])))
    within = [np.nanmax(of) <= 1 for of in both]  # as shares are, beside what is none
    beyond = [np.nanmin(of) >= 0 and np.nanmean(of > 1) > _FEW for of in both]
    if any(np.nanmax(a) < 0 < np.nanmin(b) for a, b in (both, both[::-1])):
        return "on scales of their own"
    if apart > _APART or wider > _WIDER or (within[0] and beyond[1]) or (within[1] and beyond[0]):
        clear = follow < _CLOSE or apart > _FAR_APART or wider > 2 * _WIDER
        return "on scales of their own" if clear else ""
    enough = len(values) > _ENOUGH and follow < _LOOSE
    rows = 3 + (len(values) - 3) * max(len(one) / 2, 1)  # each further name says as much as rows do
    enough = enough and _more_alike(max(map(_alike, both)), max(follow, 0.0), rows) > _BY_ITSELF
    return "which do not rise and fall together" if enough else ""


_APART, _FAR_APART, _WIDER, _BY_ITSELF = 0.3, 0.7, 0.5, 2
"""Decades that lie between all columns of a measure and all of another, also where they rise and fall together; by
which more another spreads over tasks; by how many standard errors columns of one are more alike than those of two."""


def _steps(columns: Array) -> float:
    """Return by how much the numbers of a column vary, in decades, in the median of the columns."""
    return float(np.nanmedian(np.nanstd(np.log10(np.where(columns > 0, columns, np.nan)), axis=0)))


def _alike(columns: Array) -> float:
    """Return how columns follow each other."""
    return float(np.median(_correlations(columns)[np.triu_indices(columns.shape[1], 1)]))


def _more_alike(one: float, other: float, n: float) -> float:
    """Return by how many standard errors a correlation of n rows is above another."""
    gap = np.arctanh(min(one, 0.999)) - np.arctanh(np.clip(other, -0.999, 0.999))
    return float(gap * np.sqrt(max(n - 3, 1)))


def _cuts(head: str, *, behind: bool) -> Iterator[tuple[str, str]]:
    """Yield a heading as a name and what stands behind it, or in front, first without any."""
    yield head, ""
    for piece in _PIECE.finditer(head):
        place = piece.start()
        if place:
            name, end = (head[:place], head[place:]) if behind else (head[place:], head[:place])
            marks = name[-1:] if behind else end[-1:]
            if not behind and end[-1:] + name[-1:] in ("()", "[]", "{}"):  # around the name
                name = name[:-1]
            name, end = name.strip(" _.-"), end.strip(" _.-")
            if name and end and (marks in " _.-/|" or not end.isalnum() or not marks.isalnum()):
                yield name, end


def _share_a_name(heads: Iterable[str]) -> bool:
    """Whether headings are one name with something more."""
    return bool(
        set.intersection(
            *({name for behind in (True, False) for name, _ in _cuts(head, behind=behind)} for head in heads)
        )
    )


def _correlation(column: Array, other: Array) -> float:
    """Return the rank correlation of two columns where both have values."""
    both = ~np.isnan(column + other)
    return float(_correlations(np.column_stack([column[both], other[both]]))[0, 1]) if both.sum() > 2 else 0.0


def _correlations(values: Array) -> Array:
    """Return the rank correlations of all columns, the same on any machine; zero with one that is constant."""
    standard = _standard_ranks(values)
    return np.asarray(np.round(standard.T @ standard / max(len(values), 1), 9))


def _standard_ranks(values: Array) -> Array:
    """Return ranks of mean 0 and variance 1, and 0 where a value is missing, or all are equal."""
    ranks = _ranks(values)
    return np.asarray(np.nan_to_num((ranks - np.nanmean(ranks, axis=0)) / np.maximum(np.nanstd(ranks, axis=0), 1e-9)))


def _properties(part: Block) -> Kinds:
    """Return the columns of another kind or scale than the others that do not follow the rows as these do."""
    values = part.values
    n, m = values.shape
    properties: dict[int, tuple[str, str]] = {}
    if m < 3:
        return properties
    if far := _far_above(part):
        return far
    if n < _ENOUGH:
        return properties
    rest = list(range(m))
    while len(rest) > 2:
        kinds = _Kinds(part.of(rest))
        odd = {k: ("property", why) for j, k in enumerate(rest) if (why := kinds.objection(j))}
        if not odd or len(odd) == len(rest):
            break
        properties |= odd
        rest = [k for k in rest if k not in odd]
    if not properties or len(rest) < 3:
        return properties if rest[1:] or not part.turned else {}
    # What stands beside such columns, or between them and the end of the table, and does not follow where others do.
    place = {k: j for j, k in enumerate(rest)}
    alike = kinds.usual >= _FOLLOWING
    loose = {k for k, j in place.items() if (kinds.loose(j) if alike else kinds.wide[j])}
    for step in (1, -1):
        for k in list(properties):
            beyond = range(k + step, m if step > 0 else -1, step)
            at_end = loose.union(properties).issuperset(beyond)
            for j in beyond if n >= _CELLS or at_end else ():
                if j in properties or j not in loose:
                    break
                unlike = alike and (kinds.far[place[j]] or kinds.odd[place[j]] or kinds.wide[place[j]])
                how = "does not rise and fall with the others" if alike else "varies more than the others"
                why = f"beside {quoted(part.heads[k])}, and {how}"
                properties[j] = ("property" if unlike else "neighbour", why)
    places = sorted(properties)
    for left, right in pairwise(places):
        for k in range(left + 1, right) if right - left <= _BETWEEN else ():
            if k in place and kinds.follow[place[k]] < _CLOSE:
                properties[k] = ("neighbour", f"between {quoted(part.heads[left])} and {quoted(part.heads[right])}")
    return properties if len(properties) <= m - 2 or not part.turned else {}


def _counting_rows(across: Block) -> Kinds:
    """Return the row that counts the columns."""
    values, whole = across.values.T, (across.decimals == 0).all(axis=0)
    m = values.shape[1]
    enough = m >= (_ENOUGH if 2 * whole.sum() < len(whole) else _CELLS)
    if not enough or (across.turned and len(values) > _MANY):  # years, say, stand above the scores of a few tasks
        return {}
    from_start = whole & np.isin(values.min(axis=1), (0, 1))
    counts = [k for k in np.flatnonzero(from_start).tolist() if np.ptp(values[k]) == m - 1 == len({*values[k]}) - 1]
    alone = len(counts) == 1 and (np.diff(values[counts[0]]) == 1).all()
    return {counts[0]: ("property", "counts the columns")} if alone else {}


def _property_rows(across: Block) -> Kinds:
    """Return the rows of whole numbers among others, or over decades as no other row."""
    if not across.turned:
        return _properties(across)
    values, whole = across.values.T, (across.decimals == 0).all(axis=0)
    m = values.shape[1]
    if m < 3 or len(values) > _MANY:
        return {}
    for odd, why in _odd_rows(values, whole):
        if odd.any():
            return dict.fromkeys(np.flatnonzero(odd).tolist(), ("property", why))
    return _whole_rows(values, across.decimals.T) if m > _ENOUGH else {}


def _odd_rows(values: Array, whole: NDArray[np.bool_]) -> Iterator[tuple[NDArray[np.bool_], str]]:
    """Yield which rows are unlike all others, and how."""
    lowest, highest = np.nanmin(values, axis=1), np.nanmax(values, axis=1)
    yield whole & (lowest == highest) & (highest > 1) & (whole.mean() < _SOME), "the same whole number everywhere"
    yield _are_years(lowest, highest, whole), _AS_YEARS
    ends = np.log10(np.sort(values, axis=1))
    least = np.nan_to_num(np.fmin(ends[:, -2] - ends[:, 0], ends[:, -1] - ends[:, 1]))
    for bound in (1, 100):
        beyond = highest > bound
        few = _ENOUGH if values.shape[1] < _CELLS else 2
        if 0 < beyond.sum() < _ENOUGH - 1 and (~beyond).sum() >= few and lowest[~beyond].min() >= -bound:
            span = np.log10(highest / lowest)
            wide = (span > 1) & (span > 4 * np.median(span)) & (np.nanmedian(values, axis=1) > bound)
            if bound == 100 and beyond.sum() == 1 and (beyond[0] or beyond[-1]):
                wide |= least > max(1, 4 * np.median(span))  # whichever number is left out, as of a method that fails
            ranks = np.abs(values.mean(axis=1) - (values.shape[1] + 1) / 2) <= _RANKED
            on_one_scale = np.ptp(_sizes(values[~beyond].T)[0]) <= 1  # of others, some are whole by their few digits
            odd = wide | ranks | (whole & (whole[~beyond].mean() < _FEW) & on_one_scale)
            yield beyond & odd, "beyond the bound of all other rows"
    reach = _sizes(values.T)[1]
    far = (reach > _DECADES) & (reach > 4 * np.median(reach))
    clear = lowest.min() > 0 and 0 < far.sum() < _ENOUGH - 1 and 2 * reach[~far].max() < reach[far].min()
    yield far & (clear and values.shape[1] >= _CELLS), "over far more decades than any other row"


def _are_years(lowest: Array, highest: Array, whole: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which rows, or columns, hold whole numbers like years, if there are others and none of these is as large.

    Ratings may all be about 2,000.
    """
    years = whole & (lowest >= _YEARS[0]) & (highest <= _YEARS[1])
    return years & bool(not years.all() and highest[~years].max() <= 100)


_YEARS = 1900, 2100
_AS_YEARS = "years, where no other number is above 100"


def _whole_rows(values: Array, decimals: NDArray[np.integer]) -> Kinds:
    """Return the rows at an end of whole numbers, where others as large have decimals, or where none has more digits.

    Scores of a task may all be whole where those of others are rounded to as many digits.
    """
    whole, sizes = decimals == 0, np.abs(values)
    digits = np.floor(np.log10(np.where(sizes > 0, sizes, 1))) + 1 + decimals
    rows, n = {}, len(values)
    for row in {*range(min(_BETWEEN, n)), *range(max(n - _BETWEEN, 0), n)} if whole.mean() < _SOME else ():
        others = ~whole.all(axis=1)
        highest, lowest = np.nanmax(sizes[others], initial=0.0), np.nanmin(sizes[row])
        few = 2 if highest <= 1 < lowest or 100 * highest < lowest else _ENOUGH
        if not whole[row].all() or np.ptp(values[row]) == 0 or others.sum() < few:
            continue
        large = others[:, None] & (sizes >= np.median(sizes[row]) / 2)
        own = max(len(f"{value:.0f}".rstrip("0")) for value in values[row].tolist())
        more = own - digits[others].max()  # large numbers may have one more than others are rounded to
        if whole[large].mean() < _FEW / 2 if large.sum() > _ENOUGH else more > (0 if few == 2 else 1):
            rows[row] = ("property", "whole numbers, as no other row")
    return rows


_FEW_VALUES, _BETWEEN, _SOME, _RANKED, _DECADES = 3, 3, 0.3, 0.01, 1.5
"""Different numbers of a column that hardly varies; distance of two columns of properties that what stands between them
is one, too; a share that is no exception; by how much the mean of ranks differs by rounding; over how many decades most
of a row's numbers spread that is unlike all others."""


def _far_above(part: Block) -> Kinds:
    """Return the column of which all numbers are thousands of times those of the others, or are large counts."""
    sizes = np.abs(part.values)
    highest, lowest = np.nan_to_num(np.nanmax(sizes, axis=0)), np.nan_to_num(np.nanmin(sizes, axis=0))
    if len(sizes) < 2:
        return {}
    whole = (part.decimals == 0).all(axis=0)
    if (years := _are_years(lowest, highest, whole)).any():
        return dict.fromkeys(np.flatnonzero(years).tolist(), ("property", _AS_YEARS))
    k = int(highest.argmax())
    others = float(np.delete(highest, k).max())
    # Tasks of one measure may be on scales of their own, but not where those of all others are on one.
    bound = 100 if not part.turned else 1 if np.ptp(np.delete(_sizes(sizes)[0], k)) <= 1 else 0
    if lowest[k] >= _FAR and others <= bound and whole[k] and not whole.all():
        return {k: ("scale", "large whole numbers, where no other score is above 100")}
    if len(highest) > _CELLS and others <= 1 < lowest[k] and lowest[k] > _SHARES * others:
        return {k: ("scale", "all of them above 1, where all others are at most 1")}
    if len(sizes) >= _ENOUGH and lowest[k] > _FAR * others > 0 and not part.turned:
        return {k: ("scale", f"all of them more than {_FAR:,} times as large as those of all others")}
    return {}


_SHARES = 5  # how many times as large as all shares of many columns what is none is in every row
_MANY = 1000  # rows of which no more are needed to tell scales


def _some(values: Array) -> Array:
    return values[:: max(len(values) // _MANY, 1)]


def _sizes(values: Array) -> tuple[Array, Array]:
    """Return decades of each column in the median, and over how many its numbers spread."""
    some = _some(values)
    logs = np.log10(np.abs(np.where(some == 0, np.nan, some)))
    percentile = np.nanpercentile if np.isnan(logs).any() else np.percentile  # ten times as fast
    shares = (85, 50, 15) if len(logs) >= _CELLS else (100, 50, 0)
    high, middle, low = percentile(logs, shares, axis=0) if len(logs) else np.full((3, logs.shape[1]), np.nan)
    return np.nan_to_num(middle, nan=_NOTHING), np.nan_to_num(high - low)


NOTHING_ELSE = "does not rise and fall with the others"
"""Why something seems to be no scores if it is on their scale."""


class _Kinds:
    """How each column of a table differs from most."""

    def __init__(self, part: Block) -> None:
        values, self._part = part.values, part
        m = values.shape[1]
        self.size, self.reach = _sizes(values)
        self.low, self.high = np.nanmin(values, axis=0), np.nanmax(values, axis=0)
        self.whole = (part.decimals == 0).all(axis=0) & (np.nanmax(np.abs(values), axis=0, initial=0) >= 1)
        partly = np.isnan(values) | (part.decimals > 0)
        significant, others = _digits(part), ~self.whole
        most = significant[others].max(initial=0.0)  # of as few digits, large numbers are whole
        alike = (significant[others] == most).sum() > max(others.sum() / 2, 1) and np.ptp(self.size[others]) > 1
        few = (significant <= most) & alike
        self.odd = self.whole & (partly.mean(axis=1).mean() > 0.3) & (self.whole.mean() < 0.67) & ~few
        count = np.nan_to_num(values)
        self.counts = np.array([bool(self.whole[k] and (np.diff(count[:, k]) == 1).all()) for k in range(m)])
        self.constant = self.low == self.high
        digits = part.decimals.max(axis=0, initial=0)
        usual_digits, number = np.unique(digits, return_counts=True)
        self.digits = (digits != usual_digits[number.argmax()]) & (digits > 0) & (number.max() == m - 1 > 1)
        centre = np.median(self.size)
        mad = np.median(np.abs(self.size - centre))
        self.apart, self.far = (np.abs(self.size - centre) > max(least, 6 * mad) for least in (_APART, 0.7))
        self.apart &= not (np.nanmin(values) < 0 < np.nanmax(values))  # sizes of differences from 0 say little
        usual = np.median(self.reach)
        self.wide = (self.reach > 0.5) & (self.reach > 4 * max(usual, 0.02))
        few = np.array([len(np.unique(column)) for column in _some(values).T]) <= _FEW_VALUES
        self.narrow = few & (usual > 1) & (4 * self.reach < usual)  # more values may be times of a fixed cost
        core = ~(self.odd | self.far | self.wide | self.constant | self.counts)
        self.core = core if core.sum() >= 2 else ~self.constant
        ranks = _standard_ranks(_some(values))
        others = ranks[:, self.core].sum(axis=1, keepdims=True) - ranks * self.core
        others -= others.mean(axis=0)
        size = np.sqrt((ranks**2).mean(axis=0) * (others**2).mean(axis=0))
        self.follow = np.round((ranks * others).mean(axis=0) / np.maximum(size, 1e-9), 9)
        of_core = self.follow[self.core]
        self.usual = float(np.median(of_core)) if len(of_core) else 0.0
        low, high = (self.low[self.core].min(), self.high[self.core].max()) if self.core.any() else (0.0, 0.0)
        self.bound = 1.0 if low >= 0 and high <= 1 else 100.0 if low >= 0 and high <= 100 else np.inf
        same = (digits == usual_digits[number.argmax()]) & (digits > 0)
        self._within = part.turned & same & (self.low >= 0) & (self.high <= self.bound) & (self.bound < np.inf)

    def loose(self, k: int) -> bool:
        """Whether a column does not follow the others; where it is far from them and wider, less of that will do.

        A task within the bounds of the others and of their digits may be so by accident, where few methods are in rows.
        """
        if self.usual < _LOOSE:
            return not self._within[k]
        clear = 2 if self.far[k] and self.wide[k] else 3
        more = _more_alike(self.usual, self.follow[k], len(_some(self._part.values)))
        return bool((self.follow[k] < _LOOSE and not (self._within[k] and more < _BY_ITSELF)) or more > clear)

    def objection(self, k: int) -> str:
        """Return what a column has that no score of its table has; empty if nothing."""
        if self.counts[k] and self.odd[k]:
            return "counts the rows"
        beyond = 0.0 if self.core[k] else float(np.nanmean(self._part.values[:, k] > self.bound))
        above = beyond > 0.5
        percent = self.bound == 1 and self.high[k] <= 100 and self.follow[k] > _CLOSE
        if self.constant[k]:
            others = self._part.values[:, self.core]
            outside = others.size and not np.nanmin(others) <= self.low[k] <= np.nanmax(others)
            guessed = self.bound == 1 or self.low[k] in (0, 1, 50, 100)  # or that to which the others are ratios
            elsewhere = not guessed and len(self._part.values) >= _CELLS
            return "the same number in every row" if elsewhere or (outside and (above or self.odd[k])) else ""
        # A method that fails on some tasks has scores over a decade or so, too, but none beyond the bound of a task.
        of_tasks = self._part.turned or self.usual < _LOOSE
        wide = self.wide[k] and (self.reach[k] > 1.5 or beyond > (0.0 if of_tasks else _SOME))
        unlike = self.follow[k] < _LOOSE and self.usual > _CLOSE and len(self._part.values) >= _CELLS
        alone = unlike and (self.apart[k] or (self.usual > _ALIKE and len(self.follow) > 3))
        digits = unlike and self.digits[k] and not self._part.turned
        narrow = self.narrow[k] and not self._part.turned and len(self._part.values) >= _CELLS
        highest = float(self.high[self.core].max(initial=0.0)) * _ABOVE if self.bound == 100 else np.inf
        if not (self.far[k] or self.odd[k] or wide or narrow or alone or digits) or not (
            self.loose(k)
            or (self._part.turned and wide and beyond)
            or (above and not percent and (self.bound == 1 or self.odd[k] or self.wide[k] or self.low[k] > highest))
        ):
            return ""
        if np.isnan(self._part.values[:, k]).all():
            return "no numbers"
        scale = 10.0 ** (self.size[k] - np.median(self.size[self.core]))
        parts = []
        if self.odd[k]:
            parts.append("whole numbers")
        if (alone and self.apart[k]) or self.far[k] or scale > 3 or scale < 1 / 3:
            times = scale if scale >= 1 else 1 / scale
            factor = f"{float(f'{min(times, _MOST):.1g}'):,.0f}" if times >= 10 else f"{times:.1f}"
            parts.append(f"{factor} times {'as large as' if scale >= 1 else 'smaller than'} the others")
        if self.wide[k]:
            parts.append("over more decades than the others")
        if narrow:
            parts.append("hardly varies where the others do by decades")
        if digits and not parts:
            parts.append("with other digits than all others")
        if not parts:
            return NOTHING_ELSE
        apart = self.usual > _LOOSE and self.loose(k)
        return ", ".join(parts) + (", and does not rise and fall with them" if apart else "")


def _optima(part: Block) -> Kinds:
    """Return the column that no other ever surpasses, as best known results.

    It is called so, or is whole where the others have decimals, as means of runs, or these reach it too often for one
    that is only better; of shares the lowest may be those of a guess.
    """
    values, (n, m) = part.values, part.values.shape
    if n < _CELLS or m < 3:
        return {}
    for signed in (-values, values):
        ends = signed == np.nanmin(signed, axis=1, keepdims=True)
        for k in np.flatnonzero(ends.all(axis=0) & (np.ptp(values, axis=0) > 0)).tolist():
            others, decimals = np.delete(ends, k, axis=1), np.delete(part.decimals, k, axis=1)
            reached = others.any(axis=1)
            # Others reach one that is better in few different scores, and are not equal to it by rounding elsewhere.
            often = len(np.unique(values[reached, k])) > 3 and others.any(axis=0).sum() > 2
            often &= not reached.all() and 2 * others.sum(axis=0).max() <= n
            gaps = np.nanmin(np.delete(signed, k, axis=1), axis=1) - signed[:, k]
            often &= bool(np.median(gaps[~reached]) > 4 * 10.0 ** -part.decimals[:, k].max())
            whole = not part.decimals[:, k].any() and bool((decimals > 0).any(axis=1).all())
            if re.search(_BEST_KNOWN, part.heads[k].casefold()) or (
                not part.turned and (often or whole) and (signed is not values or np.nanmax(values) > 100)
            ):
                return {k: ("summary", f"{_SURPASSED} in any row, as best known results are")}
    return {}


_SURPASSED = "surpassed by no other"
_BEST_KNOWN = r"[oó]ptim|^opt$|best|bks|orac|orác|bound|^[lu]b$|sota|ideal|^z\*$"
"""What headings of best known results hold, and those of methods that nothing surpasses hardly ever do."""
_NARROW = 0.25  # decades over which scores of one task hardly spread
_MOST_MEASURES = 8  # more columns are hardly a measure each
UNIT = re.compile(r"[(\[]\s*([^()\[\]]{1,8}?)\s*[)\]]$")
"""What stands in brackets at the end of a heading, as units do."""


@_quiet()
def different_measures(block: Block, places: Places, *, rows: bool = False, strict: bool = False) -> str:
    """Return what says that columns, or rows, are each a measure of its own rather than scores of one."""
    whole = block.across if rows else block
    if len(whole.values) < 3 or not 2 <= len(places) <= (_MOST_MEASURES if rows else _MOST_COMPARED):
        return ""
    part = whole.of(places).written
    sizes, _ = _sizes(part.values)
    sizes = sizes[(part.values != 0).mean(axis=0) > 0.5]  # of zeros nothing is known
    units = [unit[1] for head in part.heads if (unit := UNIT.search(head))]
    if len(sizes) < 2 or np.ptp(sizes) <= 1.0:
        return ""
    if 2 * len(units) > len(places) and len(set(units)) == len(units) > 1:
        return "are on scales and in units of their own"
    if len(whole.heads) > 2 and (opposed := _opposed(part.values)):
        falling, rising = (quoted(part.heads[k]) for k in opposed)
        return f"are on scales of their own, and {falling} falls where {rising} rises"
    if strict or len(part.values) < _ENOUGH or len(whole.heads) < 3 or len(places) > _MOST_MEASURES:
        return ""
    kinds = _Kinds(part)
    alike = _alike_in_form(part, kinds.reach)
    if np.median(kinds.follow) < _FOLLOWING and not alike:
        return "are on scales of their own and do not rise and fall together"
    if kinds.reach.min() < _NARROW and np.ptp(kinds.reach) > 0.7 and not (alike and len(places) > _FEW_MEASURES):
        return "are on scales of their own, some over decades and some not"
    return ""


def _digits(part: Block) -> Array:
    """Return how many significant digits the numbers of each column have at the most."""
    sizes = np.abs(np.where(part.values == 0, np.nan, part.values))
    return np.asarray(np.nanmax(np.floor(np.log10(sizes)) + 1 + part.decimals, axis=0))


def _alike_in_form(part: Block, reach: Array) -> bool:
    """Whether all columns have as many decimals, or digits, and spread alike, as errors of tasks of all sizes do."""
    usual = _digits(part.of(np.flatnonzero((part.decimals > 0).any(axis=0)).tolist()))  # whole numbers may have more
    alike = np.nanmax(usual, initial=0.0) == np.nanmin(usual, initial=np.inf) or np.ptp(part.decimals.max(axis=0)) == 0
    if part.values.shape[1] > _FEW_MEASURES and (alike or not part.decimals.any()):
        return True
    return bool(alike and part.decimals.any() and reach.max() < _EVEN * max(float(reach.min()), _LEAST_REACH))


_EVEN, _LEAST_REACH, _FEW_MEASURES = 3, 0.1, 5
"""How much more columns of one measure spread than others, at the most, and decades below which none says more; columns
above which measures of their own hardly ever all have one form."""


def _opposed(values: Array) -> tuple[int, int] | None:
    """Return the two columns that run against each other most, if hardly any would do so by chance."""
    follow = _correlations(_some(values))
    n, m = len(_some(values)), len(follow)
    if n <= _ENOUGH:
        return None
    falling, rising = map(int, np.unravel_index(follow.argmin(), follow.shape))
    least = max(float(follow[falling, rising]), -1.0)
    chance = math.erfc(-least * math.sqrt((n - 2) / max(1 - least**2, 1e-9) / 2)) / 2 if least > -0.9999 else 0.0
    chance = max(chance, 1 / math.factorial(min(n, 20)))
    return (falling, rising) if least < -_CLOSE and m * (m - 1) / 2 * chance < _SELDOM else None


_MOST_COMPARED, _SELDOM = 30, 0.03
"""Columns of which all pairs are compared; chance up to which two that run against each other are no accident."""


_LOOKS: Sequence[tuple[Callable[[Block], Kinds], bool]] = (
    (_spreads, False),
    (_spreads, True),
    (_summary_rows, True),
    (_changes, False),
    (_changes, True),
    (_summary_columns, False),
    (_complements, False),
    (_counting_rows, True),
    (_properties, False),
    (_property_rows, True),
    (_bounds, False),
    (_bounds, True),
    (_optima, False),
    (_optima, True),
)
"""What looks for columns, and whether instead for rows, which are the columns of the block across."""


_FACTOR, _REPEATED = 0.5, 30
"""Decades by which repeats of a score hardly ever differ; scores that rise together where they are repeats."""


@_quiet()
def may_be_repeats(parts: Sequence[Array], *, scaled: bool = False) -> bool:
    """Whether the same scores may stand in each of some arrays: they differ by a factor at most, and rise together.

    Those of groups are `scaled`: each may be on a scale of its own, and rise by itself.
    """
    sizes = [np.log10(np.abs(np.where(part == 0, np.nan, part))) for part in parts]
    if len(parts) < 2 or len({part.shape for part in parts}) > 1:
        return True
    sizes = [size - scaled * np.nan_to_num(np.nanmedian(size)) for size in sizes]
    apart = any(np.nanmedian(np.abs(size - sizes[0])) > _FACTOR for size in sizes)
    many = sizes[0].size >= _REPEATED and not scaled
    return not (apart or (many and any(_correlation(size, sizes[0]) < _LOOSE / 2 for size in sizes[1:])))


@_quiet()
def is_far_above(block: Block) -> bool:
    """Whether a column or row of a table, as it stands, is on a scale far above the others."""
    return any(part.values.shape[1] > 2 and bool(_far_above(part)) for part in (block, block.across))


@_quiet()
def doubtful(block: Block, columns: Sequence[int]) -> bool:
    """Whether columns beside others that are no scores may be none either, though less clearly."""
    if len(columns) < 3:
        return False
    part = block.of(columns).written
    if len(part.values) < _ENOUGH:  # where only scales tell
        return bool(np.ptp(_sizes(part.values)[0]) > 1.0)
    kinds = _Kinds(part)
    wide = kinds.reach > np.maximum(4 * np.median(kinds.reach), _NARROW)
    apart = kinds.usual < _LOOSE and kinds.reach.max() > _WIDER
    return bool((kinds.far | kinds.odd | wide | (kinds.follow < -_CLOSE)).any() or apart)


@_quiet()
def scales_differ(block: Block) -> bool:
    """Whether each column is on a scale of its own, as tasks are and methods are not."""
    values = block.values
    if values.shape[1] < 3 or len(values) < 3:
        return False
    logs = np.log10(np.abs(np.where(values == 0, np.nan, values)))
    middle = np.nanmedian(logs, axis=0)
    within = float(np.nanmedian(np.nanstd(logs, axis=0)))
    rows = float(np.nanmedian(np.nanstd(logs, axis=1)))
    return bool(np.nanstd(middle) > 0.6 and rows > 5 * max(within, 0.02))
