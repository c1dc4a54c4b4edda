"""The words of a Multi-Comparison Matrix: legend, caption, and its result in a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from comparatex.inference.comparison import Comparison
from comparatex.layout import words
from comparatex.layout.fragile import meaning, percent
from comparatex.layout.language import message, say
from comparatex.layout.mcm import difference as mcm_difference
from comparatex.layout.mcm.cells import Matrix
from comparatex.layout.mcm.view import ColourBar
from comparatex.layout.numbers import MINUS, fixed, marked
from comparatex.layout.plots.posterior_words import which_test

_TIE = "\N{NO-BREAK SPACE}"
_TESTS = {
    "wilcoxon": message("Wilcoxon p"),
    "sign": message("sign test p"),
    "nemenyi": message("Nemenyi p"),
    "t": message("paired t p"),
    "friedman-z": message("mean-rank p"),
    "conover": message("Conover p"),
    "aligned-z": message("aligned-rank p"),
    "quade-z": message("Quade p"),
}
_NAMED = 3
"""Comparates up to which a caption names all of them."""
_ORDERS = {
    "mean": message("Comparates are ordered by mean score; mean scores stand beside the names."),
    "rank": message("Comparates are ordered by mean rank; mean scores stand beside the names."),
    "wins": message("Comparates are ordered by number of wins; mean scores stand beside the names."),
    "median": message("Comparates are ordered by median score; mean scores stand beside the names."),
    "given": message("Comparates are ordered as given; mean scores stand beside the names."),
}


def legend(matrix: Matrix) -> tuple[str, ...]:
    """Return what the texts of a cell are."""
    analysis = matrix.comparison.analysis
    kind = mcm_difference.legend(matrix.options)
    difference = say("difference × {factor}", factor=_factor(matrix)) if matrix.scale.power else kind
    record = say("wins–losses" if matrix.cells == "compact" else "wins/ties/losses")
    corrected = f" ({words.CORRECTIONS[analysis.correction]})" if matrix.adjusted else ""
    test = (f"{say(_TESTS[analysis.test])}{corrected}",) if matrix.shows_pvalues else ()
    posterior = (say("% row/rope/column"),) if matrix.shows_posteriors else ()
    return (difference, record, *test, *posterior)


def bold_legend(matrix: Matrix) -> str:
    """Return what bold means, as a condition on p, or on the probabilities where these stand alone."""
    if matrix.shows_pvalues:
        return _condition(matrix)
    return say("one{sure}", sure=_sure(matrix)) if matrix.shows_posteriors else ""


def fragile_legend(matrix: Matrix) -> str:
    """Return what a mark in the corner of a cell means."""
    share = matrix.options.fragile
    return say("robustness < {percent}", percent=percent(share)) if share > 0 else ""


def colour_bar(matrix: Matrix) -> ColourBar | None:
    """Return the mean differences of the strongest colours, as they are printed in the cells."""
    scale = matrix.scale
    if not matrix.options.colours or scale.limit == 0:
        return None
    positive, negative = scale.text(scale.limit), scale.text(-scale.limit)
    if scale.clipped:
        positive, negative = f"≥ {positive}", f"≤ {negative}"
    higher = matrix.comparison.scores.higher_is_better
    low, high = (negative, positive) if higher else (positive, negative)
    return ColourBar(low, high, (say("column better"), say("row better")), "1" if scale.ratio else "0")


def title(matrix: Matrix) -> str:
    """Return what the figure is."""
    rows = words.count(len(matrix.rows), "comparate")
    return say(
        "Multi-comparison matrix of {rows}"
        if matrix.square
        else "Multi-comparison matrix of {rows} against {columns}",
        rows=rows,
        columns=len(matrix.columns),
    )


def caption(matrix: Matrix) -> str:
    """Return the caption: what is shown, by which test, and what the figure depends on."""
    return " ".join(_sentences(matrix))


def _sentences(matrix: Matrix) -> Iterator[str]:
    """Yield the sentences of the caption."""
    options, higher = matrix.options, matrix.comparison.scores.higher_is_better
    comparisons = words.count(matrix.n_comparisons, "comparison")
    yield say(
        "{subject} on {tasks} ({comparisons}).",
        subject=_subject(matrix),
        tasks=_tasks(matrix.comparison),
        comparisons=comparisons,
    )
    yield _contents(matrix)
    if matrix.shows_posteriors:
        yield _posteriors(matrix)
    if matrix.shows_pvalues:
        yield _significance(matrix)
    if options.colours and matrix.scale.limit > 0:
        yield _colours(matrix)
    elif not higher:
        yield say("Lower scores are better, so a negative difference favours the row.")
    if options.fragile > 0:
        yield say("A mark in the corner: the pair {fragile}.", fragile=meaning(options.fragile))
    yield say(_ORDERS[options.order])
    yield from _dependence(matrix)


def _subject(matrix: Matrix) -> str:
    """Return who is compared with whom."""
    names, chosen = matrix.comparison.names, len(matrix.rows)
    if not matrix.square:
        rows = _named(names, matrix.rows)
        return say(
            "{rows} (rows) against {columns} (columns)",
            rows=rows if len(matrix.rows) <= _NAMED else words.capital(rows),
            columns=_named(names, matrix.columns),
        )
    if chosen == len(names):
        return say("Every pair of {comparates}", comparates=words.count(chosen, "comparate"))
    everyone = words.count(len(names), "comparate")
    return say("Every pair of {n} of {comparates}", n=words.numeral(chosen), comparates=everyone)


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
    return say("the {low} to {high} tasks that both of a pair have", low=counts.min(), high=counts.max())


_RECORDS = {
    (True, True): message("wins and losses of the row, and the p-value of the {test}"),
    (False, True): message("wins, ties and losses of the row, and the p-value of the {test}"),
    (True, False): message("wins and losses of the row"),
    (False, False): message("wins, ties and losses of the row"),
}


def _contents(matrix: Matrix) -> str:
    """Return what a cell holds."""
    record = _RECORDS[matrix.cells == "compact", matrix.shows_pvalues]
    if matrix.options.difference != "mean":
        unit = "" if matrix.options.difference in mcm_difference.RATIOS else _difference(matrix)
        return say(
            "A cell holds the {what}, the {record}."
            if matrix.shows_pvalues
            else "A cell holds the {what} and the {record}.",
            what=mcm_difference.meaning(matrix.comparison, matrix.options, unit),
            record=say(record, test=words.test(matrix.comparison.analysis)),
        )
    return say(
        "A cell holds the mean difference row{minus}column{difference}, the {record}."
        if matrix.shows_pvalues
        else "A cell holds the mean difference row{minus}column{difference} and the {record}.",
        minus=f"{_TIE}{MINUS}{_TIE}",
        difference=_difference(matrix),
        record=say(record, test=words.test(matrix.comparison.analysis)),
    )


def _posteriors(matrix: Matrix) -> str:
    """Return what the Bayesian probabilities are, and bold where it follows them."""
    said = say(
        "Below it, the percentages that the row is better, that both are practically equal, that the column is better: "
        "{test}."
        if matrix.shows_pvalues
        else "The last line holds the percentages that the row is better, that both are practically equal, that the "
        "column is better: {test}.",
        test=which_test(matrix.comparison),
    )
    return (
        said if matrix.shows_pvalues else f"{said} {say('Bold: {condition}.', condition=_condition(matrix))}"
    )


def _difference(matrix: Matrix) -> str:
    """Return what the difference is one of, and by what it is multiplied."""
    measure = matrix.comparison.scores.measure if matrix.options.difference != "relative" else ""
    within = say(" in {measure}", measure=measure) if measure else ""
    return within + (say(" times {factor}", factor=_factor(matrix)) if matrix.scale.power else "")


def _factor(matrix: Matrix) -> str:
    """Return by what differences are multiplied."""
    return f"{10**matrix.scale.power:,}".replace(",", _TIE)


def _condition(matrix: Matrix) -> str:
    """Return the condition on p, or on the probabilities, that is judged by."""
    if not matrix.shows_pvalues and matrix.shows_posteriors:
        return say(
            "one probability{sure}",
            sure=_sure(matrix),
        )
    sign = "≤" if matrix.adjusted else "<"
    return f"p{_TIE}{sign}{_TIE}{marked(f'{matrix.comparison.analysis.alpha:g}')}"


def _sure(matrix: Matrix) -> str:
    """Return from which percentage on a probability is set in bold."""
    return f"{_TIE}≥{_TIE}{marked(f'{100 * (1 - matrix.comparison.analysis.alpha):g}')}{_TIE}%"


def _significance(matrix: Matrix) -> str:
    """Return what bold means, and what was corrected."""
    analysis, condition = matrix.comparison.analysis, _condition(matrix)
    if matrix.adjusted:
        correction = words.correction(analysis, matrix.comparison.n_family)
        return say("Bold: {condition} after {correction}.", condition=condition, correction=correction)
    return say(
        "Bold: {condition}, which allows for all pairs of comparates."
        if analysis.test == "nemenyi"
        else "Bold: {condition}, without correction for multiple testing.",
        condition=condition,
    )


_COLOURS = {
    (True, False): message("Red: the row is better on average; blue: the column is better."),
    (False, False): message(
        "Red: the row is better on average (lower is better); blue: the column is better."
    ),
    (True, True): message(
        "Red: the row is better on average; blue: the column is better; beyond {limit} the colour stays the same."
    ),
    (False, True): message(
        "Red: the row is better on average (lower is better); blue: the column is better; beyond {limit} the colour "
        "stays the same."
    ),
}


def _colours(matrix: Matrix) -> str:
    """Return what the colours mean."""
    scale = matrix.scale
    which = matrix.comparison.scores.higher_is_better, scale.clipped
    return say(_COLOURS[which], limit=scale.text(scale.limit))


def _dependence(matrix: Matrix) -> Iterator[str]:
    """Yield a warning where what is shown of a pair depends on the other comparates."""
    nemenyi = matrix.comparison.analysis.test == "nemenyi"
    pvalues = matrix.shows_pvalues and (matrix.adjusted or nemenyi)
    order = matrix.options.order in ("rank", "wins")
    if pvalues and order:
        yield say("This figure's p-values and order depend on the set of comparates.")
    elif pvalues:
        yield say("This figure's p-values depend on the set of comparates.")
    elif order:
        yield say("This figure's order depends on the set of comparates.")


def alt(matrix: Matrix) -> str:
    """Return the result in one or two sentences."""
    comparison, shown = matrix.comparison, sorted({*matrix.rows, *matrix.columns})
    result = say(
        "{best} has the best mean score of {comparates}, {score}.",
        best=comparison.names[shown[0]],
        comparates=words.count(len(shown), "comparate"),
        score=fixed(comparison.mean[shown[0]], matrix.options.precision),
    )
    if not matrix.shows_pvalues and not matrix.shows_posteriors:
        return result
    return f"{result} {_verdicts(matrix)}"


def _verdicts(matrix: Matrix) -> str:
    """Return how many comparisons meet the condition, in a sentence."""
    n, n_all = _n_significant(matrix), matrix.n_comparisons
    found = {"n": n, "n_all": n_all, "condition": _condition(matrix)}
    if not matrix.shows_pvalues:
        return say("{n} of {n_all} comparisons have {condition}.", **found)
    if n_all == 1:
        return say(
            "The difference is significant ({condition})."
            if n
            else "The difference is not significant ({condition}).",
            **found,
        )
    return say("{n} of {n_all} comparisons differ significantly ({condition}).", **found)


def _n_significant(matrix: Matrix) -> int:
    """Return how many of the comparisons are significant; from either side where both are shown."""
    if not matrix.square:
        return int(matrix.significant.sum())
    cells = [(matrix.rows[i], matrix.columns[j]) for i, j in zip(*matrix.significant.nonzero(), strict=True)]
    return len({frozenset(pair) for pair in cells})
