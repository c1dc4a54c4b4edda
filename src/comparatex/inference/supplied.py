"""Numbers of pairs that are not ours: of a function of the scores of two comparates, or p-values of a table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import permutations
from typing import TYPE_CHECKING, Any

from comparatex import progress
from comparatex.errors import DataError, UsageError
from comparatex.names import listed, quoted
from comparatex.plugins import called, cause

if TYPE_CHECKING:
    from comparatex.data.raw_table import Table
    from comparatex.data.scores import Scores
    from comparatex.inference.arithmetic import Floats, Integers

Pair = tuple[str, str]
_HEADINGS = ("pvalue", "p", "pval")  # of a column of p-values, without blanks and marks


@dataclass(frozen=True, eq=False)
class Supplied:
    """A test, or p-values, that somebody else answers for; what is printed says so."""

    name: str = ""  # who supplies them; empty where that has no name
    function: Callable[..., Any] | None = None  # the test; None: p-values of a table
    of_columns: bool = False  # whether it takes the scores of both, and not their differences
    takes_side: bool = False  # whether it has the parameter ``alternative``, as tests of SciPy have
    pvalues: Mapping[Pair, float] = field(default_factory=dict)  # of pairs, either of the two first
    tasks: frozenset[str] = frozenset()  # the tasks of the comparison that a table of p-values was given for

    def bound(self, scores: Scores) -> Supplied:
        """Return p-values as those of a table of scores; refuse them for a part of its tasks, or for imputed scores."""
        if self.function:
            return self
        if scores.imputed:
            raise UsageError('Supplied p-values do not belong to imputed scores: use `missing="pairwise"`.')
        if self.tasks and self.tasks != {*scores.tasks}:
            raise UsageError(
                f"The p-values are supplied for {len(self.tasks):,} tasks together, and there are none for a part of "
                "them: leave out groups of tasks, and whatever else selects some."
            )
        return replace(self, tasks=frozenset(scores.tasks))

    def tested(
        self, scores: Scores, order: Integers, row: Integers, column: Integers, alternative: Integers, needed: Any
    ) -> tuple[Floats, Floats]:
        """Return statistics, NaN where there are none, and p-values of pairs by positions in an order of comparates.

        P-values of a table must be there where they are needed, by pair; others are NaN.
        """
        import numpy as np

        from comparatex.inference.differences import of_scores

        names = [scores.comparates[i] for i in order.tolist()]
        pairs = [(names[i], names[j]) for i, j in zip(row.tolist(), column.tolist(), strict=True)]
        if not self.function:
            lacking = [pair for pair, wanted in zip(pairs, needed.tolist(), strict=True) if wanted and pair not in self]
            if lacking:
                named = listed([f"{one} and {other}" for one, other in lacking], 6, quote=str)
                raise DataError(f"The p-values lack {len(lacking):,} of {len(pairs):,} pairs: {named}.")
            values = [self.pvalues.get(pair, self.pvalues.get(pair[::-1], math.nan)) for pair in pairs]
            return np.full(len(pairs), np.nan), np.array(values)
        found, differences = np.empty((len(pairs), 2)), of_scores(scores)
        with progress.step("Tests of pairs", len(pairs)) as advance:
            for k, ends in enumerate(zip(order[row].tolist(), order[column].tolist(), strict=True)):
                difference = differences.between(np.array(ends[:1]), np.array(ends[1:]))[0]
                found[k] = self._of_pair(scores, difference, ends, int(alternative[k]))
                advance(k + 1)
        return found[:, 0], found[:, 1]

    def __contains__(self, pair: Pair) -> bool:
        return pair in self.pvalues or pair[::-1] in self.pvalues

    def _of_pair(
        self, scores: Scores, difference: Floats, ends: tuple[int, int], alternative: int
    ) -> tuple[float, float]:
        """Return the statistic and the p-value of two comparates on the tasks that both have; NaN without any."""
        if not (difference == difference).any():  # which NaN is not
            return math.nan, math.nan
        if self.of_columns:
            alternative *= 1 if scores.higher_is_better else -1
        place = self._place("test", scores, difference, ends)
        if alternative and not self.takes_side:
            raise UsageError(
                f"{place} cannot be one-sided, as it has no parameter 'alternative': leave out `sides`, or give it one."
            )
        more = {"alternative": ("two-sided", "greater", "less")[alternative]} if self.takes_side else {}
        result = self._called(place, scores, difference, ends, **more)
        value = getattr(result, "pvalue", result)
        pvalue = _number(value)
        if not 0 <= pvalue <= 1:  # nor where it is NaN
            returned = f"{pvalue:g}" if isinstance(value, (int, float)) else quoted(value)
            raise UsageError(
                f"{place} returns {returned}: it must return a p-value from 0 to 1, or an object with one."
            )
        return abs(_number(getattr(result, "statistic", math.nan))), pvalue

    def _place(self, what: str, scores: Scores, difference: Floats, ends: tuple[int, int]) -> str:
        """Return what errors of the function begin with."""
        pair = " against ".join(scores.comparates[end] for end in ends)
        n_tasks = int((difference == difference).sum())
        return f"The {what}{f' {quoted(self.name)}' if self.name else ''} of {pair}, on {n_tasks:,} tasks,"

    def _called(self, place: str, scores: Scores, difference: Floats, ends: tuple[int, int], **more: str) -> Any:
        """Return what the function makes of the tasks that two comparates both have."""
        assert self.function is not None
        both = difference == difference
        given = [scores.values[both, end] for end in ends] if self.of_columns else [difference[both]]
        try:
            return self.function(*given, **more)
        except Exception as error:  # a function of others may raise anything
            raise UsageError(f"{place} fails: {cause(error)}.") from error

    def statistics(self, scores: Scores, order: Integers) -> Floats:
        """Return what the function gives for each against each other in an order of comparates; NaN without a task."""
        import numpy as np

        from comparatex.inference.differences import of_scores

        square, differences = np.full((len(order), len(order)), np.nan), of_scores(scores)
        for i, j in permutations(range(len(order)), 2):
            ends = int(order[i]), int(order[j])
            difference = differences.between(order[[i]], order[[j]])[0]
            if (difference == difference).any():
                place = self._place("statistic", scores, difference, ends)
                value = self._called(place, scores, difference, ends)
                square[i, j] = _number(value)
                if not (math.isfinite(square[i, j]) or (isinstance(value, float) and math.isnan(value))):
                    raise UsageError(f"{place} returns {quoted(value)}: it must return a number, or NaN for none.")
        return square


def _number(value: Any) -> float:
    """Return a single number, NaN for what is none."""
    try:
        return float(value)
    except (TypeError, ValueError):
        return math.nan


def of_function(function: Any, name: str = "", what: str = "test") -> Supplied:
    """Return a function as a test or statistic: of differences where it needs one argument, of two columns for two.

    Raises
    ------
    UsageError
        It is no function, or needs another number of arguments.
    """
    from inspect import Parameter, signature

    name = name or str(getattr(function, "__name__", type(function).__name__)).replace("<lambda>", "")
    try:
        parameters = signature(function).parameters.values()
    except (TypeError, ValueError):
        raise UsageError(
            f"A {what} must be given by its name, or as a function of differences or of two columns of scores, not "
            f"{quoted(function)}."
        ) from None
    optional = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    needed = [p for p in parameters if p.default is Parameter.empty and p.kind not in optional]
    needed = [p for p in needed if p.name != "alternative"]
    if len(needed) not in (1, 2) or any(p.kind is Parameter.KEYWORD_ONLY for p in needed):
        raise UsageError(
            f"A {what} gets the differences of a pair, or the scores of both, and {quoted(name or function)} needs "
            f"{len(needed)} arguments."
        )
    takes_side = any(p.name == "alternative" for p in parameters)
    return Supplied(name, function, of_columns=len(needed) == 2, takes_side=takes_side)


def of_table(source: Any, name: str = "") -> Supplied:
    """Return the p-values of a table.

    Parameters
    ----------
    source : path, data frame, mapping of pairs, or anything else that scores can be read from
        A square with names on both sides, of which one half may be empty, or a row for each pair: two columns of names
        and one called ``pvalue`` or ``p``, or three columns.
    name : str
        Who supplies them; by default the name of the file.

    Raises
    ------
    DataError
        It is no such table, a pair has two p-values, or one is no number from 0 to 1.
    """
    from pathlib import Path

    from comparatex.data.sources import load

    if isinstance(source, Mapping) and all(isinstance(key, tuple) and len(key) == 2 for key in source):
        source = [{"row": pair[0], "column": pair[1], "pvalue": value} for pair, value in source.items()]
    table = load(source, "the p-values")
    pvalues = dict[Pair, float]()
    for row, column, value, place in _cells(table):
        other = pvalues.get((column, row), pvalues.get((row, column), value))
        if row == column:
            continue
        if not math.isclose(value, other, rel_tol=1e-9):
            raise DataError(f"{place}: {row} and {column} have two p-values, {other:g} and {value:g}: give one.")
        pvalues[row, column] = value
    by = Path(source).name if isinstance(source, (str, Path)) else ""
    return Supplied(name or by, pvalues=pvalues)


def _cells(table: Table) -> Iterator[tuple[str, str, float, str]]:
    """Yield the names of each pair, its p-value, and the place where that stands."""
    from comparatex.data.raw_table import cell_name

    heads = [cell_name(head) for head in table.header]
    names = [[cell_name(cell) for cell in column] for column in table.columns[:2]]
    plain = ["".join(filter(str.isalnum, head)).lower() for head in heads]
    column = next((plain.index(head) for head in _HEADINGS if head in plain[2:]), 2 if len(heads) == 3 else 0)
    if not set(heads[1:]).isdisjoint(names[0]) or len(heads) == 2:
        column = 0
    elif not column:
        raise DataError(
            f"{table.name} has neither the same names on both sides nor a column 'pvalue' behind two columns of names."
        )
    for line in range(table.n_rows):
        for k in [column] if column else range(1, len(heads)):
            cell = table.columns[k][line]
            value = _number(cell)
            if cell_name(cell).lower() in ("", "nan", "na", "none", "–", "-", "<na>"):
                continue
            one, other = names[0][line], names[1][line] if column else heads[k]
            if one != other and not 0 <= value <= 1:
                raise DataError(f"{table.place(line, k)}: {quoted(cell)} is not a p-value: write a number from 0 to 1.")
            yield one, other, value, table.place(line, k)


def supplied(test: Any, pvalues: Any, name: str) -> Supplied | None:
    """Return what is supplied in place of a test that is known; None where nothing is."""
    if isinstance(pvalues, Supplied):
        return replace(pvalues, name=name or pvalues.name)
    if pvalues is not None:
        return of_table(pvalues, name)
    if not isinstance(test, str):
        return of_function(test, name)
    added = called("tests", test)
    return None if added is None else of_function(added, name or test)


@dataclass(frozen=True, eq=False)
class Draws:
    """Posterior draws of what comparates score, for which somebody else answers."""

    name: str  # who supplies them; empty where that is not said
    names: tuple[str, ...]  # the comparates of the columns; empty: those of the table of scores, in its order
    values: Floats  # of shape (n_draws, n_comparates)

    @property
    def n_draws(self) -> int:
        """Number of draws."""
        return len(self.values)

    def regions(self, scores: Scores, rope: float, row: Integers, column: Integers) -> Floats:
        """Return the shares of draws in which the row is better, neither is by more than the rope, the column is."""
        import numpy as np

        names = self.names or scores.comparates
        lacking = [name for name in scores.comparates if name not in names]
        if lacking or len(names) != self.values.shape[1]:
            named = f"of {listed(lacking, 6)}" if lacking else f"in {self.values.shape[1]} columns"
            raise DataError(
                f"Posterior draws are needed of {len(scores.comparates)} methods, and there are "
                f"{'none ' if lacking else ''}{named}."
            )
        at = np.array([names.index(name) for name in scores.comparates])
        sign = 1.0 if scores.higher_is_better else -1.0
        shares = np.empty((3, len(row)))
        for k, (i, j) in enumerate(zip(at[row].tolist(), at[column].tolist(), strict=True)):
            gap = sign * (self.values[:, i] - self.values[:, j])
            shares[:, k] = (gap > rope).mean(), (abs(gap) <= rope).mean(), (gap < -rope).mean()
        return shares


def draws_of(source: Any, name: str = "") -> Draws:
    """Return posterior draws.

    Parameters
    ----------
    source : data frame, mapping, array, or what ArviZ has
        See `Analysis`; of ArviZ the data with a group ``posterior``, that group, or one variable of it.
    name : str
        Who supplies them.

    Raises
    ------
    DataError
        It holds no draws, or several variables that may be them.
    """
    import numpy as np

    if isinstance(source, Draws):
        return replace(source, name=name or source.name)
    variable = _variable(getattr(source, "posterior", source))
    if variable is not None:
        names, values = variable
    elif hasattr(source, "columns") and hasattr(source, "to_numpy"):
        names, values = tuple(map(str, source.columns)), source.to_numpy()
    elif isinstance(source, Mapping):
        names, values = tuple(map(str, source)), np.column_stack([*map(np.ravel, source.values())])
    else:
        names, values = (), source
    try:
        drawn = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        drawn = np.empty(0)
    if drawn.ndim != 2 or not drawn.size or not np.isfinite(drawn).all():
        raise DataError(
            "Posterior draws are a finite number for each method in each draw: give a column of draws for each."
        )
    return Draws(name, names, drawn)


def _variable(source: Any) -> tuple[tuple[str, ...], Any] | None:
    """Return the comparates and the draws of a variable of xarray; None for what is none.

    It has the dimensions ``chain`` and ``draw``, and one more with names.
    """
    variables = [source[name] for name in source.data_vars] if hasattr(source, "data_vars") else [source]
    if not all(hasattr(one, "dims") and hasattr(one, "coords") for one in variables):
        return None
    fitting = [one for one in variables if len(one.dims) == 3 and {"chain", "draw"} < {*one.dims}]
    if len(fitting) != 1:
        named = listed([str(one.name) for one in fitting or variables], 6)
        raise DataError(f"Exactly one of the variables {named} must have a value for each method: give that one alone.")
    (variable,) = fitting
    (methods,) = {*variable.dims} - {"chain", "draw"}
    names = tuple(map(str, variable.coords[methods].values))
    return names, variable.transpose("chain", "draw", methods).values.reshape(-1, len(names))
