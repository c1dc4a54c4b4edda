"""The settings of a convention in words."""

from __future__ import annotations

from comparatex.inference.convention_profiles import Convention
from comparatex.layout.language import message, say
from comparatex.layout.numbers import marked

_OMNIBUS = {
    "friedman": message("Friedman's χ² corrected for ties"),
    "friedman-uncorrected": message("Friedman's χ² not corrected for ties"),
    "iman-davenport": message("Iman and Davenport's F corrected for ties"),
    "iman-davenport-uncorrected": message("Iman and Davenport's F not corrected for ties"),
}
_GATES = {
    "none": message("whatever it says"),
    "warn": message("with a remark when it is not significant"),
    "one-clique": message("one group of all when it is not significant"),
    "refuse": message("no result when it is not significant"),
}
_TESTS = {
    "nemenyi": message("Nemenyi test"),
    "friedman-z": message("normal test of mean ranks"),
    "conover": message("Conover's test"),
}
_SIDES = {
    "two": message("two-sided"),
    "better-rank": message("one-sided (towards the better mean rank)"),
    "first-column": message("one-sided (for the comparate that comes first in the table)"),
    "lower-tail": message("one-sided (lower tail of the smaller rank sum)"),
}
_ZEROS = {
    "pratt": message("zeros after Pratt"),
    "wilcox": message("zeros dropped"),
    "zsplit": message("zeros split"),
    "zsplit-drop-odd": message("zeros split, one of an odd number dropped"),
}
_DISTRIBUTIONS = {
    "exact": message("exact with ties and zeros up to 50 non-zero differences, else normal"),
    "scipy-1.11": message("p as SciPy 1.11"),
    "scipy-1.17": message("p as SciPy 1.17"),
    "exact-1.11": message("exact p ignoring ties, normal with zeros"),
    "exact-1.17": message("exact p ignoring ties and zeros"),
    "julia": message("exact p up to 15, or 50 without ties, else normal with continuity correction"),
    "normal-plain": message("normal p corrected for nothing"),
}
_RULES = {
    "none": message("no correction"),
    "holm": message("Holm over all pairs"),
    "holm-no-stop": message("α/(m − i + 1) for the i-th p, without a stop"),
    "alpha-over-k-1": message("α/(k − 1) for every pair"),
    "finner": message("Finner over all pairs"),
}
_CLIQUES = {
    "none": message("no groups"),
    "interval": message("groups within the critical difference"),
    "prefix-run": message("groups by runs from each comparate"),
    "row-gaps": message("groups of all joined to a comparate"),
    "row-span": message("groups to the last joined to a comparate"),
    "maximal": message("maximal groups of pairwise joined comparates"),
    "maximal-widest": message("maximal groups that do not rank within a wider one"),
    "maximal-filled": message("maximal groups, filled by rank"),
}


def in_words(convention: Convention) -> str:
    """Return the settings of a convention in one sentence."""
    parts = [test(convention)]
    if convention.test != "nemenyi":
        parts.append(say(_RULES[convention.rule]))
    parts += [f"α = {marked(f'{convention.alpha:g}')}", say(_CLIQUES[convention.cliques])]
    if convention.omnibus != "none":
        omnibus, gate = say(_OMNIBUS[convention.omnibus]), say(_GATES[convention.gate])
        parts.append(say("{test} ({gate})", test=omnibus, gate=gate))
    text = say("; ").join(parts)
    return f"{text[0].upper()}{text[1:]}."


def tool(convention: Convention) -> str:
    """Return whose convention it is."""
    return say(convention.tool)


def note(convention: Convention) -> str:
    """Return what is to be known of a convention; empty where there is nothing."""
    return say(convention.note) if convention.note else ""


def test(convention: Convention) -> str:
    """Return the test of a pair in words."""
    if convention.test != "wilcoxon":
        return say(_TESTS[convention.test])
    return say(
        "{sides} Wilcoxon signed-rank test ({zeros}, {distribution})"
        if convention.exact_differences
        else "{sides} Wilcoxon signed-rank test ({zeros}, {distribution}, differences as binary floats)",
        sides=say(_SIDES[convention.alternative]),
        zeros=say(_ZEROS[convention.zeros]),
        distribution=say(_DISTRIBUTIONS[convention.distribution]),
    )


def rule(convention: Convention) -> str:
    """Return what is no correction by a procedure of its own name, in words; empty for all others."""
    return say(_RULES[convention.rule]) if convention.rule in ("holm-no-stop", "alpha-over-k-1") else ""
