"""Results in words: what the tests found, in a sentence."""

from __future__ import annotations

from comparatex.inference.analysis import Analysis
from comparatex.inference.comparison import Comparison
from comparatex.layout.language import message, say, say_number
from comparatex.layout.numbers import fixed
from comparatex.layout.words import correction, count, equation, level


def statistic(analysis: Analysis) -> str:
    """Return what heads a column of the test's statistic."""
    heads = {
        "wilcoxon": "W",
        "sign": "S",
        "t": "|t|",
        "friedman-z": "|z|",
        "conover": "|t|",
        "aligned-z": "|z|",
        "quade-z": "|z|",
    }
    return say("Rank difference") if analysis.test == "nemenyi" else heads[analysis.test]


def statistic_in_words(analysis: Analysis) -> str:
    """Return what the test's statistic is."""
    if analysis.test == "sign":
        return say(_SIGN[analysis.sign_ties])
    return say(_STATISTICS[analysis.test])


_SIGN = {
    "drop": message("S is the smaller of wins and losses"),
    "split": message("S is the smaller of wins and losses, half of the ties added to each"),
    "count": message("S is the smaller number of tasks that either does not win"),
}
_STATISTICS = {
    "wilcoxon": message("W is the smaller of the two rank sums"),
    "t": message("t is the mean difference over its standard error"),
    "nemenyi": message("The rank difference is that of mean ranks"),
    "friedman-z": message("z is the difference of mean ranks over its standard error"),
    "conover": message("t is the difference of rank sums over its standard error"),
    "aligned-z": message("z is the difference of mean aligned ranks over its standard error"),
    "quade-z": message("z is the difference of weighted mean ranks over its standard error"),
}


def pairs_that_differ(comparison: Comparison) -> str:
    """Return how many pairs differ significantly, before and after correction."""
    analysis = comparison.analysis
    n_pairs = len(comparison.pair_statistics.row)
    found = {
        "n": int(comparison.significant.sum()),
        "pairs": count(n_pairs, "pair"),
        "alpha": level(analysis.alpha),
    }
    if analysis.test == "nemenyi" or analysis.correction == "none":
        return say_number(
            n_pairs,
            "{n} of {pairs} differs significantly at α = {alpha}.",
            "{n} of {pairs} differ significantly at α = {alpha}.",
            **found,
        )
    return say_number(
        n_pairs,
        "{n} of {pairs} differs significantly at α = {alpha}, {left} after {correction}.",
        "{n} of {pairs} differ significantly at α = {alpha}, {left} after {correction}.",
        left=int(comparison.adjusted_significant.sum()),
        correction=correction(analysis, comparison.n_family),
        **found,
    )


def friedman_result(comparison: Comparison) -> str:
    """Return the results of the Friedman test and of Iman and Davenport's F."""
    found, refined = comparison.friedman, comparison.iman_davenport
    if found.statistic != found.statistic:
        return say("The Friedman test needs at least two tasks on which every comparate has a score.")
    chi_square = {"df": found.df, "statistic": fixed(found.statistic, 2), "p": equation(found.pvalue)}
    first = (
        say("Friedman test, corrected for ties: χ²({df}) = {statistic}, {p}", **chi_square)
        if found.exact_pvalue is None
        else say(
            "Friedman test, corrected for ties: χ²({df}) = {statistic}, {p} (exact: {exact})",
            exact=equation(found.exact_pvalue),
            **chi_square,
        )
    )
    if refined.statistic != refined.statistic:
        return f"{first}."
    return say(
        "{first}; Iman–Davenport F({df1}, {df2}) = {statistic}, {p}.",
        first=first,
        df1=refined.df[0],
        df2=refined.df[1],
        statistic=fixed(refined.statistic, 2),
        p=equation(refined.pvalue),
    )
