"""Words of audits: families of variants, corrections whatever the number of pairs, large numbers."""

from __future__ import annotations

from comparatex.inference.analysis import Analysis
from comparatex.inference.convention_profiles import find
from comparatex.layout import convention_words, words
from comparatex.layout.language import message, say

_FAMILIES = {
    "leave one task out": message("leave one task out"),
    "subsamples": message("subsamples"),
    "fewer decimals": message("fewer decimals"),
    "levels": message("levels"),
    "zero rules": message("zero rules"),
    "sides": message("sides"),
}
_PROCEDURES = {
    "holm": message("{name}'s step-down correction"),
    "holland": message("{name}'s step-down correction"),
    "shaffer": message("{name}'s static correction"),
}


def family(name: str) -> str:
    """Return what a family of variants is called in the language spoken.

    >>> family("levels")
    'levels'
    """
    return say(_FAMILIES[name])


def procedure(analysis: Analysis) -> str:
    """Return the correction without its number of pairs.

    >>> procedure(Analysis())
    "Holm's step-down correction"
    """
    special = convention_words.rule(find(analysis.convention))
    if special:
        return say("the level {rule}", rule=special)
    if analysis.correction == "none":
        return say("no correction for multiple testing")
    name = words.CORRECTIONS[analysis.correction]
    if analysis.correction in _PROCEDURES:
        return say(_PROCEDURES[analysis.correction], name=name)
    return say("{name} correction" if "–" in name else "{name}'s correction", name=name)


def grouped(number: int) -> str:
    r"""Return a whole number, its thousands set apart.

    >>> grouped(12000)
    '12\xa0000'
    """
    return f"{number:,}".replace(",", "\N{NO-BREAK SPACE}")
