r"""The numbers of a comparison by keys that read as English, for ``\comparatex{wins of A against B}``."""

from __future__ import annotations

import math
from typing import Literal

import numpy as np

from comparatex.inference.arithmetic.arrays import Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import judged, sides
from comparatex.layout.language import say
from comparatex.layout.numbers import UNDEFINED, fixed, mark, pvalue
from comparatex.layout.prose import facts as prose_facts
from comparatex.layout.prose import keys as prose_keys
from comparatex.layout.prose.facts import EQUATION, SIGNED
from comparatex.layout.prose.view import Field, Numbers, Record
from comparatex.layout.tables.verdicts import word

_Format = Literal["count", "score", "sum", "effect", "pvalue"]

# Key; statistic; how it is printed; the key that holds it from the other side, "-" where its sign changes,
# "sided" where it may be any other for a one-sided test, "always" where it is another, else nothing.
_PAIR: tuple[tuple[str, str, _Format, str], ...] = (
    ("tasks", "n_tasks", "count", ""),
    ("wins", "wins", "count", "losses"),
    ("ties", "ties", "count", ""),
    ("losses", "losses", "count", "wins"),
    ("mean difference", "mean_difference", "score", "-"),
    ("median difference", "median_difference", "score", "-"),
    ("positive rank sum", "w_plus", "sum", "negative rank sum"),
    ("negative rank sum", "w_minus", "sum", "positive rank sum"),
    ("statistic", "statistic", "sum", ""),
    ("p", "pvalue", "pvalue", "sided"),
    ("adjusted p", "adjusted_pvalue", "pvalue", "sided"),
    ("sign p", "sign_pvalue", "pvalue", "sided"),
    ("Nemenyi p", "nemenyi_pvalue", "pvalue", ""),
    ("rank-biserial effect", "rank_biserial", "effect", "-"),
    ("Cohen's d", "cohens_d", "effect", "-"),
    ("Cliff's delta", "cliffs_delta", "effect", "-"),
    ("Vargha-Delaney A", "vargha_delaney", "effect", "always"),
)

MOST_PAIRS = 20_000
"""Pairs of which pdfLaTeX holds the numbers beside a document; of more, those with the best comparates."""


def numbers(comparison: Comparison, precision: int = 4) -> Numbers:
    """Return the numbers for prose.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    precision : int
        Decimals of scores and their differences; p-values have four, mean ranks and effects two.
    """
    typed_names = prose_keys.keys(comparison.names)
    fields, columns = _pair_columns(comparison, precision)
    row, column = _kept(comparison)
    ends = zip(row.tolist(), column.tolist(), strict=True)
    pairs = (
        Record((typed_names[i], typed_names[j]), values)
        for (i, j), values in zip(ends, zip(*columns, strict=True), strict=True)
    )
    names, own = prose_facts.of_comparates(comparison, precision)
    return Numbers(
        say(
            "Numbers for prose, of {n} comparates on {n_tasks} tasks",
            n=len(typed_names),
            n_tasks=comparison.scores.n_tasks,
        ),
        prose_facts.facts(comparison),
        tuple(Field(name, k, k) for k, name in enumerate(names, 1)),
        fields,
        tuple(Record((name,), values) for name, values in zip(typed_names, own, strict=True)),
        tuple(pairs),
    )


def _kept(comparison: Comparison) -> tuple[Integers, Integers]:
    """Return rows and columns of the pairs whose numbers are kept."""
    pairs = comparison.pair_statistics
    all_rows = pairs.row
    end = (
        len(all_rows) if len(all_rows) <= MOST_PAIRS else int(np.searchsorted(all_rows, all_rows[MOST_PAIRS]))
    )
    return all_rows[:end], pairs.column[:end]


def _pair_columns(comparison: Comparison, precision: int) -> tuple[tuple[Field, ...], list[list[str]]]:
    """Return the fields of a pair's record, and its numbers, one list per position."""
    row, column = _kept(comparison)
    own = {"always", "sided"} if comparison.analysis.sides in ("row", "column") else {"always"}
    place = {name: k for k, (name, *_) in enumerate(_PAIR, 1)}
    columns: list[list[str]] = []
    reversed_columns: list[list[str]] = []
    fields: list[Field] = []
    for name, statistic, form, other in _PAIR:
        matrix = comparison.matrix(statistic)
        columns.append(_printed(matrix[row, column].tolist(), form, precision))
        reverse = place.get(other, place[name])
        if other in own:
            reversed_columns.append(_printed(matrix[column, row].tolist(), form, precision))
            reverse = len(_PAIR) + len(reversed_columns)
        fields.append(Field(name, place[name], reverse, negated=other == "-"))
        if other == "-":
            fields.append(Field(f"{name}{SIGNED}", place[name], reverse, negated=True, signed=True))
        if form == "pvalue":
            fields.append(Field(f"{name}{EQUATION}", place[name], reverse, equation=True))
    verdicts = _verdicts(comparison)
    fields.append(Field("verdict", len(columns + reversed_columns) + 1, len(columns + reversed_columns) + 2))
    return tuple(fields), [*columns, *reversed_columns, *verdicts]


def _verdicts(comparison: Comparison) -> list[list[str]]:
    """Return the verdict on the first comparate of every pair that is kept, and on the second, in words."""
    n_kept, words = len(_kept(comparison)[0]), {side: word(side) for side in (-1, 0, 1)}
    found = list(zip(sides(comparison).tolist(), judged(comparison).tolist(), strict=True))[:n_kept]
    return [[words[sign * side] if inside else word(None) for side, inside in found] for sign in (1, -1)]


def _printed(values: list[float], form: _Format, precision: int) -> list[str]:
    """Return numbers as they are printed."""
    if form == "count":
        return [str(int(value)) for value in values]
    if form == "pvalue":
        return [pvalue(value) for value in values]
    if form == "sum":  # halves at most, unless it is a difference of mean ranks
        return [
            fixed(value, 4).rstrip("0").rstrip(mark()) if math.isfinite(value) else UNDEFINED
            for value in values
        ]
    return [fixed(value, precision if form == "score" else 2) for value in values]
