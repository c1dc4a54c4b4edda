"""Corrections of p-values for multiple testing, one function each. Undefined p-values are no members."""

from comparatex.inference.corrections.discovery import benjamini_hochberg, benjamini_yekutieli
from comparatex.inference.corrections.exhaustive import bergmann_hommel
from comparatex.inference.corrections.logical import shaffer
from comparatex.inference.corrections.rom import rom
from comparatex.inference.corrections.single_step import bonferroni, none, sidak
from comparatex.inference.corrections.step_down import finner, holland, holm, li
from comparatex.inference.corrections.step_up import hochberg, hommel
from comparatex.inference.corrections.table import CORRECTIONS, Procedure, adjust

__all__ = [
    "CORRECTIONS",
    "Procedure",
    "adjust",
    "benjamini_hochberg",
    "benjamini_yekutieli",
    "bergmann_hommel",
    "bonferroni",
    "finner",
    "hochberg",
    "holland",
    "holm",
    "hommel",
    "li",
    "none",
    "rom",
    "shaffer",
    "sidak",
]
