"""What the settings of an analysis can be: tests, corrections, sides and the like, by the words that users write."""

from __future__ import annotations

from typing import Literal

Test = Literal["wilcoxon", "sign", "t", "nemenyi", "friedman-z", "conover", "aligned-z", "quade-z"]
RANK_TESTS = ("nemenyi", "friedman-z", "conover", "aligned-z", "quade-z")
"""Tests of mean ranks: what they say of a pair depends on the other comparates."""

ZeroMethod = Literal["pratt", "wilcox", "zsplit", "zsplit-drop-odd"]
SignTies = Literal["drop", "split", "count"]
PvalueMethod = Literal["auto", "exact", "asymptotic"]
Sides = Literal["two", "better", "row", "column"]
Correction = Literal[
    "none",
    "bonferroni",
    "sidak",
    "holm",
    "holland",
    "finner",
    "hochberg",
    "hommel",
    "rom",
    "li",
    "shaffer",
    "bergmann-hommel",
    "benjamini-hochberg",
    "benjamini-yekutieli",
]
Family = Literal["all", "control", "drawn"]
OURS = "comparatex"
"""The convention of this package."""

BayesTest = Literal["signed-rank", "sign", "correlated-t", "hierarchical"]
REPEATED = ("correlated-t", "hierarchical")
"""Bayesian tests that use the repeats of every score."""

LOGICAL = ("shaffer", "bergmann-hommel")
"""Corrections that use the logic of equality between comparates."""
