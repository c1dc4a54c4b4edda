"""The words of a Multi-Comparison Matrix: legend, caption, and its result in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.fragile import meaning, percent
from comparatex.layout.mcm_cells import Matrix
from comparatex.layout.mcm_view import ColourBar
from comparatex.layout.numbers import MINUS, fixed
from comparatex.layout.posterior_words import which_test

_TIE = "\N{NO-BREAK SPACE}"
_TESTS = {
    "wilcoxon": "Wilcoxon",
    "sign": "sign test",
    "nemenyi": "Nemenyi",
    "t": "paired t",
    "friedman-z": "mean-rank",
    "conover": "Conover",
    "aligned-z": "aligned-rank",
    "quade-z": "Quade",
}
_NAMED = 3
"""Comparates up to which a caption names all of them."""
_ORDERS = {
    "mean": "by mean score",
    "rank": "by mean rank",
    "wins": "by number of wins",
    "median": "by median score",
    "given": "as given",
}


def legend(matrix: Matrix) -> tuple[str, ...]:
    """Return what the texts of a cell are."""
    difference = f"difference × {_factor(matrix)}" if matrix.scale.power else "mean difference"
    record = "wins\N{EN DASH}losses" if matrix.cells == "compact" else "wins/ties/losses"
    analysis = matrix.comparison.analysis
    corrected = f" ({words.CORRECTIONS[analysis.correction]})" if matrix.adjusted else ""
    test = (f"{_TESTS[analysis.test]} p{corrected}",) if matrix.shows_pvalues else ()
    posterior = ("% row/rope/column",) if matrix.shows_posteriors else ()
    return (difference, record, *test, *posterior)


def bold_legend(matrix: Matrix) -> str:
    """Return what bold means, as a condition on p, or on the probabilities where these stand alone."""
    return (
        _condition(matrix).replace("one probability", "one")
        if matrix.shows_pvalues or matrix.shows_posteriors
        else ""
    )


def fragile_legend(matrix: Matrix) -> str:
    """Return what a mark in the corner of a cell means."""
    share = matrix.options.fragile
    return f"robustness < {percent(share)}" if share > 0 else ""


def colour_bar(matrix: Matrix) -> ColourBar | None:
    """Return the mean differences of the strongest colours, as they are printed in the cells."""
    scale = matrix.scale
    if not matrix.options.colours or scale.limit == 0:
        return None
    size = scale.text(scale.limit)
    positive, negative = (f"≥ {size}", f"≤ {MINUS}{size}") if scale.clipped else (size, f"{MINUS}{size}")
    higher = matrix.comparison.scores.higher_is_better
    return ColourBar(*((negative, positive) if higher else (positive, negative)))


def title(matrix: Matrix) -> str:
    """Return what the figure is."""
    rows, columns = len(matrix.rows), len(matrix.columns)
    if matrix.square:
        return f"Multi-comparison matrix of {words.count(rows, 'comparate')}"
    return f"Multi-comparison matrix of {words.count(rows, 'comparate')} against {columns}"


def caption(matrix: Matrix) -> str:
    """Return the caption: what is shown, by which test, and what the figure depends on."""
    return " ".join(_sentences(matrix))


def _sentences(matrix: Matrix) -> Iterator[str]:
    """Yield the sentences of the caption."""
    options, higher = matrix.options, matrix.comparison.scores.higher_is_better
    comparisons = words.count(matrix.n_comparisons, "comparison")
    yield f"{_subject(matrix)} on {_tasks(matrix.comparison)} ({comparisons})."
    yield _contents(matrix)
    if matrix.shows_posteriors:
        yield _posteriors(matrix)
    if matrix.shows_pvalues:
        yield _significance(matrix)
    if options.colours and matrix.scale.limit > 0:
        yield _colours(matrix)
    elif not higher:
        yield "Lower scores are better, so a negative difference favours the row."
    if options.fragile > 0:
        yield f"A mark in the corner: the pair {meaning(options.fragile)}."
    yield f"Comparates are ordered {_ORDERS[options.order]}; mean scores stand beside the names."
    yield from _dependence(matrix)


def _subject(matrix: Matrix) -> str:
    """Return who is compared with whom."""
    names, chosen = matrix.comparison.names, len(matrix.rows)
    if not matrix.square:
        rows = _named(names, matrix.rows)
        first = rows if len(matrix.rows) <= _NAMED else rows[0].upper() + rows[1:]
        return f"{first} (rows) against {_named(names, matrix.columns)} (columns)"
    if chosen == len(names):
        return f"Every pair of {words.count(chosen, 'comparate')}"
    of_all = f"of {words.count(len(names), 'comparate')}"
    return f"Every pair of {words.count(chosen, of_all, of_all)}"


def _named(names: Sequence[str], chosen: Sequence[int]) -> str:
    """Return up to three comparates by name, more by number."""
    if len(chosen) <= _NAMED:
        return words.joined(tuple(names[i] for i in chosen))
    return words.count(len(chosen), "comparate")


def _tasks(comparison: Comparison) -> str:
    """Return on how many tasks the pairs are compared."""
    counts = comparison.pair_statistics.n_tasks
    if counts.min() == counts.max():
        return words.count(int(counts[0]), "task")
    return f"the {counts.min()} to {counts.max()} tasks that both of a pair have"


def _contents(matrix: Matrix) -> str:
    """Return what a cell holds."""
    times = f" times {_factor(matrix)}" if matrix.scale.power else ""
    compact = matrix.cells == "compact"
    record = "wins and losses" if compact else "wins, ties and losses"
    test = words.test(matrix.comparison.analysis)
    pvalue = f", and the p-value of the {test}" if matrix.shows_pvalues else ""
    return (
        f"A cell holds the mean difference row{_TIE}{MINUS}{_TIE}column{_measure(matrix.comparison)}{times}, "
        f"the {record} of the row{pvalue}."
    ).replace(",", " and", 1 if not matrix.shows_pvalues else 0)


def _posteriors(matrix: Matrix) -> str:
    """Return what the Bayesian probabilities are, and bold where it follows them."""
    place = "Below it, the" if matrix.shows_pvalues else "The last line holds the"
    bold = "" if matrix.shows_pvalues else f" Bold: {_condition(matrix)}."
    return (
        f"{place} percentages that the row is better, that both are practically equal, that the column is better: "
        f"{which_test(matrix.comparison)}.{bold}"
    )


def _measure(comparison: Comparison) -> str:
    """Return what the difference is one of."""
    return f" in {comparison.scores.measure}" if comparison.scores.measure else ""


def _factor(matrix: Matrix) -> str:
    """Return by what differences are multiplied."""
    return f"{10**matrix.scale.power:,}".replace(",", _TIE)


def _condition(matrix: Matrix) -> str:
    """Return the condition on p, or on the probabilities, that is judged by."""
    if not matrix.shows_pvalues and matrix.shows_posteriors:
        return f"one probability{_TIE}≥{_TIE}{100 * (1 - matrix.comparison.analysis.alpha):g}{_TIE}%"
    sign = "≤" if matrix.adjusted else "<"
    return f"p{_TIE}{sign}{_TIE}{matrix.comparison.analysis.alpha:g}"


def _significance(matrix: Matrix) -> str:
    """Return what bold means, and what was corrected."""
    analysis = matrix.comparison.analysis
    if matrix.adjusted:
        correction = words.correction(analysis, len(matrix.comparison.pair_statistics.row))
        return f"Bold: {_condition(matrix)} after {correction}."
    if analysis.test == "nemenyi":
        return f"Bold: {_condition(matrix)}, which allows for all pairs of comparates."
    return f"Bold: {_condition(matrix)}, without correction for multiple testing."


def _colours(matrix: Matrix) -> str:
    """Return what the colours mean."""
    scale = matrix.scale
    because = "" if matrix.comparison.scores.higher_is_better else " (lower is better)"
    beyond = f"; beyond {scale.text(scale.limit)} the colour stays the same" if scale.clipped else ""
    return f"Red: the row is better on average{because}; blue: the column is better{beyond}."


def _dependence(matrix: Matrix) -> Iterator[str]:
    """Yield a warning where what is shown of a pair depends on the other comparates."""
    nemenyi = matrix.comparison.analysis.test == "nemenyi"
    pvalues = matrix.shows_pvalues and (matrix.adjusted or nemenyi)
    order = matrix.options.order in ("rank", "wins")
    if pvalues or order:
        what = (
            "p-values and order depend"
            if pvalues and order
            else "p-values depend"
            if pvalues
            else "order depends"
        )
        yield f"This figure's {what} on the set of comparates."


def alt(matrix: Matrix) -> str:
    """Return the result in one or two sentences."""
    comparison, shown = matrix.comparison, sorted({*matrix.rows, *matrix.columns})
    best, score = comparison.names[shown[0]], fixed(comparison.mean[shown[0]], matrix.options.precision)
    result = f"{best} has the best mean score of {words.count(len(shown), 'comparate')}, {score}."
    if matrix.shows_posteriors and not matrix.shows_pvalues:
        return f"{result} {_n_significant(matrix)} of {matrix.n_comparisons} comparisons have {_condition(matrix)}."
    if not matrix.shows_pvalues:
        return result
    significant, condition = _n_significant(matrix), _condition(matrix)
    if matrix.n_comparisons == 1:
        return f"{result} The difference is {'' if significant else 'not '}significant ({condition})."
    return f"{result} {significant} of {matrix.n_comparisons} comparisons differ significantly ({condition})."


def _n_significant(matrix: Matrix) -> int:
    """Return how many of the comparisons are significant; from either side where both are shown."""
    if not matrix.square:
        return int(matrix.significant.sum())
    cells = [(matrix.rows[i], matrix.columns[j]) for i, j in zip(*matrix.significant.nonzero(), strict=True)]
    return len({frozenset(pair) for pair in cells})
