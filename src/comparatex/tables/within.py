"""Tables of repeats: tests of runs within every task, and of folds on one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from comparatex.artefacts import PAIRS, Limit, declare
from comparatex.errors import DataError, UsageError
from comparatex.layout import selection
from comparatex.layout.numbers import MINUS, UNDEFINED, Notation, equation, level, marked
from comparatex.layout.options import ACROSS, WITHIN, Choosing, PairOptions
from comparatex.layout.selection import positions
from comparatex.layout.tables.booktabs import Column, Entry, Line, Table, headed, parts
from comparatex.layout.tables.sheet import Sheet, column, comparates, ends, pairs_shown
from comparatex.settings import setting

if TYPE_CHECKING:
    from comparatex.inference.arithmetic import Floats
    from comparatex.inference.comparison import Comparison
    from comparatex.inference.within import Within

SYMBOLS = {1: "+", 0: "=", -1: MINUS}
"""Behind a rival: it is significantly better, neither is, or it is worse."""
_LEAST, _MOST, _DIGITS = -3, 6, 5
"""Powers of ten of leading digits, and digits before those of the spread, of lines that are written out."""


@dataclass(frozen=True, kw_only=True)
class WithinOptions(Choosing):
    """Settings of the table of tests within tasks."""

    across: int = setting(0, **ACROSS)
    within: Literal["rank-sum", "welch", "paired"] = setting("rank-sum", **WITHIN)
    centre: Literal["median", "mean"] = setting(
        "median", help="Table within: medians with interquartile ranges, or means with standard deviations."
    )


@declare(
    "tests within every task over its runs, as +, = and −",
    limit=Limit(100, "would fill dozens of pages"),
    one_task="shown",
)
def within(comparison: Comparison, options: WithinOptions = WithinOptions()) -> Table:
    """Lay runs out: tasks in the lines, centre and spread of each comparate, and behind each rival of ours a symbol.

    The rivals of the first of ours, or of the best by mean score without one, are tested on every task; the last line
    counts how often each is significantly better, neither, and worse.
    """
    from comparatex.inference.within import runs_by_task
    from comparatex.inference.within import within as tested

    against = positions(comparison, options.ours[:1])[0] if options.ours else 0
    rivals = [i for i in selection.shown(comparison, options) if i != against]
    if not rivals:
        raise UsageError("There is no rival to test: include other methods.")
    found, (tasks, cube) = tested(comparison, against, rivals, options.within), runs_by_task(comparison)
    shown, totals = [against, *rivals], _totals(found)
    sheet = Sheet(
        "within",
        comparison,
        options,
        ours=comparison.names[against],
        n_rivals=len(rivals),
        n_tasks=len(tasks),
        low=int((cube == cube).sum(axis=2).min()),
        high=cube.shape[2],
        test=options.within,
        centre=options.centre,
        correction=found.correction,
        n_tests=found.pvalue.size,
        n_better=sum(worse for _, _, worse in totals),
        n_worse=sum(better for better, _, _ in totals),
    )
    lines = [
        _line(task, cube[t, shown], found, t, mean=options.centre == "mean", higher=comparison.scores.higher_is_better)
        for t, task in enumerate(tasks)
    ]
    lines.append(replace(counted(found, shown), rule=True, sums=True))
    said = [sheet.headings[key] for key in (options.centre, "spread", "pvalue", "adjusted", "symbol")]
    columns = [Column(sheet.headings["task"], "l")]
    for i in shown:
        head, kinds = sheet.head(i), said[:2] if i == against else said
        columns.append(replace(head, values=tuple(f"{head.heading}: {kind}" for kind in kinds)))
    return sheet.table(parts(headed(columns, lines, **sheet.wide), lines, stub=2, **sheet.wide))


def counted(found: Within, shown: Sequence[int]) -> Line:
    """Return the line that counts the symbols of each rival among the comparates shown."""
    counts = dict(zip(found.rivals, _totals(found), strict=True))
    entries = (Entry("/".join(map(str, counts.get(i, ()))), loose=True) for i in shown)
    return Line((Entry(f"+/=/{MINUS}"), *entries))


def _totals(found: Within) -> list[tuple[int, int, int]]:
    """Return of each rival on how many tasks it is significantly better, neither, and worse."""
    return [tuple(int((column == side).sum()) for side in SYMBOLS) for column in found.better.T]  # type: ignore[misc]


def _line(task: str, runs: Floats, found: Within, t: int, *, mean: bool, higher: bool) -> Line:
    """Return the line of a task: centre and spread of the runs of ours and of each rival, and the rivals' symbols.

    The best centre is marked, and those that are printed alike.
    """
    import numpy as np

    centres, spreads = np.full((2, len(runs)), np.nan)
    for k, values in enumerate(runs):
        present = values[~np.isnan(values)]
        if len(present):
            centres[k] = present.mean() if mean else np.median(present)
        if len(present) > 1:
            low, high = (0.0, present.std(ddof=1)) if mean else np.quantile(present, [0.25, 0.75])
            spreads[k] = high - low
    text = _printer(centres, spreads)
    best = text(np.nanmax(centres) if higher else np.nanmin(centres)) if not np.isnan(centres).all() else ""
    untested, pvalues = np.isnan(found.adjusted_pvalue[t]), (found.pvalue[t], found.adjusted_pvalue[t])
    symbols = ["", *(UNDEFINED if no else SYMBOLS[int(k)] for no, k in zip(untested, found.better[t], strict=True))]
    entries = []
    for k, symbol in enumerate(symbols):
        said = f"{text(spreads[k])} {symbol}".rstrip()
        tested = (*(float(p[k - 1]) for p in pvalues), symbol) if k else ()
        values = (float(centres[k]), float(spreads[k]), *tested)
        entries.append(Entry(text(centres[k]), "best" if text(centres[k]) == best else "", said, values=values))
    return Line((Entry(task), *entries))


def _printer(centres: Floats, spreads: Floats) -> Callable[[float], str]:
    """Return how the numbers of a task are printed: to two digits of the usual spread, or by powers of ten."""
    import numpy as np

    sizes = np.abs(centres[np.isfinite(centres) & (centres != 0)])
    usual = spreads[spreads > 0] if (spreads > 0).any() else sizes / 100
    if not sizes.size:
        return Notation(0).fixed
    leading = [math.floor(math.log10(float(np.median(each)))) for each in (sizes, usual)]
    if _LEAST <= leading[0] <= _MOST and leading[1] >= leading[0] - _DIGITS:
        return Notation(max(1 - leading[1], 0)).fixed
    return _scientific


def _scientific(value: float) -> str:
    """Return a number with three digits and a power of ten.

    >>> _scientific(-6.1e-9), _scientific(0.0)
    ('−6.10e−9', '0.00e0')
    """
    if not math.isfinite(value):
        return UNDEFINED
    digits, _, power = f"{value:.2e}".partition("e")
    return marked(f"{digits}e{int(power)}".replace("-", MINUS))


# --------------------------------------------------------------------------------------------------------------- folds
@declare("pairs on one task by its folds or resamples", limit=PAIRS, stars=True, one_task="compared")
def folds(comparison: Comparison, options: PairOptions = PairOptions()) -> Table:
    """Lay the comparison on one task out: mean and spread of each comparate, then differences and tests of pairs.

    The test is the corrected resampled t test, beside which stand the 5 × 2 cv F test of five divisions in halves, and
    the Bayesian correlated t test where the analysis asks for Bayesian tests.
    """
    import numpy as np

    from comparatex.inference.fields import comparate_repeats
    from comparatex.inference.folds import alpaydin, require_repeats

    require_repeats(comparison.scores)  # of several tasks, too
    scores, pairs = comparison.scores, comparison.pair_statistics
    if not scores.share_data:
        raise DataError(
            f"The {scores.repeat_noun}s are independent of each other, and the correction is for folds that share "
            "data: the table within tests them."
        )
    listed, cases, basis = pairs_shown(comparison, options), comparate_repeats(comparison), comparison.basis
    ends_of, halves = (comparison.difference_intervals(pairs.row, pairs.column), alpaydin(scores, *comparison.in_table))
    corrected = basis.corrected and comparison.n_family > 1
    apart, first, bayes = comparison.significant, listed[0], comparison.analysis.bayes
    sheet = Sheet(
        "folds",
        comparison,
        options,
        n_shown=len(listed),
        fewest=int(pairs.n_tasks.min()),
        corrected=corrected,
        halves=halves is not None,
        bayes=bayes,
        rope=level(comparison.rope) if bayes else "",
        n_apart=int(apart.sum()),
        pair=[comparison.names[int(end[first])] for end in (pairs.row, pairs.column)],
        better=bool(apart[first]),
        p=equation(float(pairs.adjusted_pvalue[first]), comparison.analysis.alpha),
    )
    of_f = zip(("f", "f_p"), ("statistic", "pvalue"), halves or (), strict=False)
    posterior = comparison.posterior if bayes else None
    fields = (
        *ends(comparison),
        column("difference", "difference", pairs.mean_difference, stars=pairs.adjusted_pvalue),
        column("interval", "interval of differences", ends_of.low, ends_of.high),
        column("record", "record", pairs.wins, pairs.ties, pairs.losses),
        column("t", "statistic", np.abs(pairs.statistic)),
        column("pvalue", "pvalue", pairs.pvalue, bold=None if corrected else apart),
        *([column("adjusted", "pvalue", pairs.adjusted_pvalue, bold=apart)] if corrected else ()),
        *(column(key, kind, of) for key, kind, of in of_f),
        *(() if posterior is None else (column(key, "share", of) for key, of in posterior._asdict().items())),
    )
    of_each = (
        comparates(comparison),
        column("mean", "score", comparison.mean),
        column("deviation", "score", cases["repeat_deviation"]),
    )
    everyone = selection.shown(comparison, options)
    return sheet.table(sheet.parts(of_each, everyone), sheet.parts(fields, listed, stub=2, turns=True))
