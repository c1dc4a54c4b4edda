"""Results in words: what the tests found, in a sentence."""

from __future__ import annotations

from comparatex.inference.analysis import Analysis
from comparatex.inference.comparison import Comparison
from comparatex.layout.numbers import fixed
from comparatex.layout.words import correction, count, equation, level


def statistic(analysis: Analysis) -> str:
    """Return what heads a column of the test's statistic."""
    return {
        "wilcoxon": "W",
        "sign": "S",
        "t": "|t|",
        "nemenyi": "Rank difference",
        "friedman-z": "|z|",
        "conover": "|t|",
        "aligned-z": "|z|",
        "quade-z": "|z|",
    }[analysis.test]


def statistic_in_words(analysis: Analysis) -> str:
    """Return what the test's statistic is."""
    if analysis.test == "sign" and analysis.sign_ties != "drop":
        return {
            "split": "S is the smaller of wins and losses, half of the ties added to each",
            "count": "S is the smaller number of tasks that either does not win",
        }[analysis.sign_ties]
    return {
        "wilcoxon": "W is the smaller of the two rank sums",
        "sign": "S is the smaller of wins and losses",
        "t": "t is the mean difference over its standard error",
        "nemenyi": "The rank difference is that of mean ranks",
        "friedman-z": "z is the difference of mean ranks over its standard error",
        "conover": "t is the difference of rank sums over its standard error",
        "aligned-z": "z is the difference of mean aligned ranks over its standard error",
        "quade-z": "z is the difference of weighted mean ranks over its standard error",
    }[analysis.test]


def pairs_that_differ(comparison: Comparison) -> str:
    """Return how many pairs differ significantly, before and after correction."""
    analysis = comparison.analysis
    n_pairs = len(comparison.pair_statistics.row)
    raw, adjusted = int(comparison.significant.sum()), int(comparison.adjusted_significant.sum())
    verb = "differs" if n_pairs == 1 else "differ"
    found = f"{raw} of {count(n_pairs, 'pair')} {verb} significantly at α = {level(analysis.alpha)}"
    if analysis.test == "nemenyi" or analysis.correction == "none":
        return f"{found}."
    return f"{found}, {adjusted} after {correction(analysis, n_pairs)}."


def friedman_result(comparison: Comparison) -> str:
    """Return the results of the Friedman test and of Iman and Davenport's F."""
    found, refined = comparison.friedman, comparison.iman_davenport
    if found.statistic != found.statistic:
        return "The Friedman test needs at least two tasks on which every comparate has a score."
    exact = "" if found.exact_pvalue is None else f" (exact: {equation(found.exact_pvalue)})"
    first = (
        f"Friedman test, corrected for ties: χ²({found.df}) = {fixed(found.statistic, 2)}, "
        f"{equation(found.pvalue)}{exact}"
    )
    if refined.statistic != refined.statistic:
        return f"{first}."
    degrees = ", ".join(map(str, refined.df))
    return (
        f"{first}; Iman–Davenport F({degrees}) = {fixed(refined.statistic, 2)}, {equation(refined.pvalue)}."
    )
