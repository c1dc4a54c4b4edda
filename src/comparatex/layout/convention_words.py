"""The settings of a convention in words."""

from __future__ import annotations

from comparatex.inference.conventions.settings import Convention

_OMNIBUS = {
    "friedman": "Friedman's χ² corrected for ties",
    "friedman-uncorrected": "Friedman's χ² not corrected for ties",
    "iman-davenport": "Iman and Davenport's F corrected for ties",
    "iman-davenport-uncorrected": "Iman and Davenport's F not corrected for ties",
}
_GATES = {
    "none": "whatever it says",
    "warn": "with a remark when it is not significant",
    "one-clique": "one group of all when it is not significant",
    "refuse": "no result when it is not significant",
}
_TESTS = {"nemenyi": "Nemenyi test", "friedman-z": "normal test of mean ranks", "conover": "Conover's test"}
_SIDES = {
    "two": "two-sided",
    "better-rank": "one-sided (towards the better mean rank)",
    "first-column": "one-sided (for the comparate that comes first in the table)",
    "lower-tail": "one-sided (lower tail of the smaller rank sum)",
}
_ZEROS = {
    "pratt": "zeros after Pratt",
    "wilcox": "zeros dropped",
    "zsplit": "zeros split",
    "zsplit-drop-odd": "zeros split, one of an odd number dropped",
}
_DISTRIBUTIONS = {
    "exact": "exact with ties and zeros up to 50 non-zero differences, else normal",
    "scipy-1.11": "p as SciPy 1.11",
    "scipy-1.17": "p as SciPy 1.17",
    "exact-1.11": "exact p ignoring ties, normal with zeros",
    "exact-1.17": "exact p ignoring ties and zeros",
    "julia": "exact p up to 15, or 50 without ties, else normal with continuity correction",
    "normal-plain": "normal p corrected for nothing",
}
_RULES = {
    "none": "no correction",
    "holm": "Holm over all pairs",
    "holm-no-stop": "α/(m − i + 1) for the i-th p, without a stop",
    "alpha-over-k-1": "α/(k − 1) for every pair",
    "finner": "Finner over all pairs",
}
_CLIQUES = {
    "none": "no groups",
    "interval": "groups within the critical difference",
    "prefix-run": "groups by runs from each comparate",
    "row-gaps": "groups of all joined to a comparate",
    "row-span": "groups to the last joined to a comparate",
    "maximal": "maximal groups of pairwise joined comparates",
    "maximal-filled": "maximal groups, filled by rank",
}


def in_words(convention: Convention) -> str:
    """Return the settings of a convention in one sentence."""
    parts = [test(convention)]
    if convention.test != "nemenyi":
        parts.append(_RULES[convention.rule])
    parts += [f"α = {convention.alpha:g}", _CLIQUES[convention.cliques]]
    if convention.omnibus != "none":
        parts.append(f"{_OMNIBUS[convention.omnibus]} ({_GATES[convention.gate]})")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def test(convention: Convention) -> str:
    """Return the test of a pair in words."""
    if convention.test != "wilcoxon":
        return _TESTS[convention.test]
    floats = "" if convention.exact_differences else ", differences as binary floats"
    return (
        f"{_SIDES[convention.alternative]} Wilcoxon signed-rank test ({_ZEROS[convention.zeros]}, "
        f"{_DISTRIBUTIONS[convention.distribution]}{floats})"
    )


def rule(convention: Convention) -> str:
    """Return what is no correction by a procedure of its own name, in words; empty for all others."""
    return _RULES[convention.rule] if convention.rule in ("holm-no-stop", "alpha-over-k-1") else ""
