"""The table of pairs: for each its difference, its record and its test."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from comparatex.inference.comparison import Comparison
from comparatex.layout import results, words
from comparatex.layout.language import say
from comparatex.layout.numbers import fixed, pvalue
from comparatex.layout.options import PairwiseOptions
from comparatex.layout.table import LINES, Column, Entry, Line, Table, parts
from comparatex.layout.tables.columns import name_entry
from comparatex.layout.tables.pair_lines import chosen


def pairwise(
    comparison: Comparison,
    options: PairwiseOptions = PairwiseOptions(),
) -> Table:
    """Lay the table of pairs out.

    Each pair stands once, the comparate with the better mean score first. With `ours`, their pairs come
    first, so that a cut leaves them whole.

    Raises
    ------
    UsageError
        A name is unknown, or a colour is none.
    """
    wanted = chosen(comparison, replace(options, max_rows=0))
    shown = wanted[: options.max_rows or None]
    lines = [_line(comparison, int(k), options) for k in shown]
    columns = tuple(_columns(comparison))
    return Table(
        say("Pairwise results"),
        _caption(comparison, len(shown), len(wanted), options),
        results.pairs_that_differ(comparison),
        options.label,
        tuple(parts(columns, lines, stub=len(columns))),
        len(lines) > LINES,
    )


def _columns(comparison: Comparison) -> Iterator[Column]:
    """Yield the columns; a statistic's name follows the test."""
    yield Column(say("Row"), "l")
    yield Column(say("Column"), "l")
    yield Column(say("Difference"))
    yield Column(say("W/T/L"), "c")
    yield Column(results.statistic(comparison.analysis))
    yield Column(say("p-value"))
    if comparison.analysis.correction != "none" and comparison.analysis.test != "nemenyi":
        yield Column(say("Adjusted p"))


def _line(comparison: Comparison, k: int, options: PairwiseOptions) -> Line:
    """Return the line of a pair."""
    pairs, analysis = comparison.pair_statistics, comparison.analysis
    decimals = (
        2 if analysis.test not in ("wilcoxon", "sign") else 0 if float(pairs.statistic[k]).is_integer() else 1
    )
    record = f"{pairs.wins[k]}/{pairs.ties[k]}/{pairs.losses[k]}"
    raw, adjusted = float(pairs.pvalue[k]), float(pairs.adjusted_pvalue[k])
    entries = [
        name_entry(comparison, int(pairs.row[k]), options),
        name_entry(comparison, int(pairs.column[k]), options),
        Entry(fixed(float(pairs.mean_difference[k]), options.precision)),
        Entry(record),
        Entry(fixed(float(pairs.statistic[k]), decimals)),
        Entry(pvalue(raw), "significant" if comparison.significant[k] else ""),
    ]
    if analysis.correction != "none" and analysis.test != "nemenyi":
        entries.append(Entry(pvalue(adjusted), "significant" if comparison.adjusted_significant[k] else ""))
    return Line(tuple(entries))


def _caption(comparison: Comparison, n_shown: int, n_pairs: int, options: PairwiseOptions) -> str:
    """Return what is shown, by which test, under which correction."""
    analysis = comparison.analysis
    sentences = [
        say(
            "Pairwise results of {size} ({kind}).",
            size=words.size(comparison),
            kind=words.direction(comparison),
        ),
        say(
            "Difference: mean score of the row less that of the column; wins, ties and losses (W/T/L) are the row's."
        ),
        say(
            "{statistic}; p-values of the {test}.",
            statistic=results.statistic_in_words(analysis),
            test=words.test(analysis),
        ),
    ]
    if analysis.correction != "none" and analysis.test != "nemenyi":
        correction = words.correction(analysis, comparison.n_family)
        sentences.append(say("Adjusted p-values: {correction}.", correction=correction))
    sentences.append(say("Bold: significant at α = {alpha}.", alpha=words.level(analysis.alpha)))
    sentences += _left_out(comparison, n_shown, n_pairs, options)
    return " ".join(sentences)


def _left_out(comparison: Comparison, n_shown: int, n_pairs: int, options: PairwiseOptions) -> Iterator[str]:
    """Yield what is not shown, and where it is."""
    n_all = len(comparison.pair_statistics.row)
    if n_pairs < n_all:
        yield say(
            "The pairs of {comparates} are shown, {n} of {n_all}; pairs.csv has them all.",
            comparates=words.count(len(set(options.include)), "comparate"),
            n=n_pairs,
            n_all=n_all,
        )
    if n_shown < n_pairs:
        yield say(
            "The first {n} of {n_all} pairs, ours first; pairs.csv has them all."
            if options.ours
            else "The first {n} of {n_all} pairs; pairs.csv has them all.",
            n=n_shown,
            n_all=n_pairs,
        )
