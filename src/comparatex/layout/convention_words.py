"""The settings of a convention in words, for what is not a template of text yet: the words are in conventions.jinja."""

from __future__ import annotations

from comparatex.inference.convention_profiles import Convention
from comparatex.layout.numbers import marked
from comparatex.text import Text


def in_words(convention: Convention) -> str:
    """Return the settings of a convention in one sentence."""
    return str(Text("conventions").in_words(convention, marked(f"{convention.alpha:g}")))


def tool(convention: Convention) -> str:
    """Return whose convention it is."""
    return str(Text("conventions").tool(convention))


def note(convention: Convention) -> str:
    """Return what is to be known of a convention; empty where there is nothing."""
    return str(Text("conventions").note(convention))


def test(convention: Convention) -> str:
    """Return the test of a pair in words."""
    return str(Text("conventions").test_of(convention))


def rule(convention: Convention) -> str:
    """Return what is no correction by a procedure of its own name, in words; empty for all others."""
    if convention.rule not in ("holm-no-stop", "alpha-over-k-1"):
        return ""
    return str(Text("conventions").rules[convention.rule])
