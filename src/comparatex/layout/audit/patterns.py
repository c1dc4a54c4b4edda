"""The pattern diagram: which pairs of a core are not significantly different, depending on who else is there."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import cos, pi, sin
from typing import Literal

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.patterns import Pattern
from comparatex.layout import words
from comparatex.layout.audit.families import grouped, procedure
from comparatex.layout.language import say, say_number
from comparatex.layout.numbers import fixed, place

SHOWN = 6
"""Patterns of a diagram; the caption counts the rarer ones."""
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi")
_FLAT = 0.42
"""Height of the ring of comparates, in units of its width."""


@dataclass(frozen=True)
class Node:
    """A comparate of the core: its number, name, place on the ring, and the side its name stands on."""

    number: int
    name: str
    x: Decimal
    y: Decimal
    side: Literal["left", "right", "above", "below"]


@dataclass(frozen=True)
class Row:
    """A pattern: how often it comes, which comparates it joins, and sets that produce it."""

    numeral: str
    count: str
    share: str
    joined: tuple[tuple[int, int], ...]
    examples: tuple[str, ...]


@dataclass(frozen=True)
class PatternDiagram:
    """The patterns of a core, ready to be drawn.

    Parameters
    ----------
    title, caption, alt, label : str
        What it is, what it shows, its result in a sentence, its name for cross-references.
    nodes : tuple of Node
        The core on a ring.
    rows : tuple of Row
        The patterns, most frequent first.
    """

    title: str
    caption: str
    alt: str
    label: str
    nodes: tuple[Node, ...]
    rows: tuple[Row, ...]


def patterns(audit: Audit, *, label: str = "fig-audit-patterns") -> PatternDiagram:
    """Lay the pattern diagram out."""
    found = audit.patterns
    names = [audit.comparison.names[i] for i in found.core]
    rows = tuple(_row(audit, k, pattern) for k, pattern in enumerate(found.patterns[:SHOWN]))
    title = say("Patterns of significance")
    return PatternDiagram(title, _caption(audit), _alt(audit), label, _ring(names), rows)


def _ring(names: list[str]) -> tuple[Node, ...]:
    """Return the comparates clockwise on a flat ring, the first at the upper left."""
    n = len(names)
    nodes = []
    for k, name in enumerate(names):
        angle = pi / 2 + pi / n - 2 * pi * k / n if n > 2 else pi * (1 - k)
        x, y = cos(angle), _FLAT * sin(angle)
        side: Literal["left", "right", "above", "below"] = "left" if x < 0 else "right"
        if abs(x) < 1e-9:
            side = "above" if y > 0 else "below"
        nodes.append(Node(k + 1, name, place(x, 3), place(y, 3), side))
    return tuple(nodes)


def _row(audit: Audit, k: int, pattern: Pattern) -> Row:
    """Return one pattern."""
    found, names = audit.patterns, audit.comparison.names
    spot = {i: number for number, i in enumerate(found.core, start=1)}
    share = 100 * pattern.count / found.n_sets
    return Row(
        _NUMERALS[k],
        say_number(pattern.count, "{n} set", "{n} sets", n=grouped(pattern.count)),
        say("{share} %", share=fixed(share, 1)),
        tuple((spot[a], spot[b]) for a, b in pattern.not_significant),
        tuple(", ".join(names[i] for i in example) or say("(nobody else)") for example in pattern.examples),
    )


def _extent(audit: Audit) -> str:
    """Return which sets were decided, in words."""
    found = audit.patterns
    sizes = found.sizes
    if found.n_possible == 1:
        return say("the one way to add {others}", others=words.count(sizes[0], "other comparate"))
    return say(
        {
            (True, True): "all {number} ways to add {others}",
            (True, False): "all {number} ways to add {low} to {high} other comparates",
            (False, True): "{drawn} of the {number} ways to add {others}, drawn at random (shares ± {margin} "
            "points, 95 %)",
            (
                False,
                False,
            ): "{drawn} of the {number} ways to add {low} to {high} other comparates, drawn at random "
            "(shares ± {margin} points, 95 %)",
        }[bool(found.exhaustive), len(sizes) == 1],
        number=grouped(found.n_possible),
        others=words.count(sizes[0], "other comparate"),
        low=sizes[0],
        high=sizes[-1],
        drawn=grouped(found.n_sets),
        margin=fixed(100 * found.margin, 1),
    )


def _caption(audit: Audit) -> str:
    """Return what is joined, over which sets, and what is left out."""
    found, analysis = audit.patterns, audit.comparison.analysis
    sentences = [
        say(
            "Which of {names} differ significantly depends on who else is compared: {patterns} over {sets}.",
            names=words.joined(tuple(audit.comparison.names[i] for i in found.core)),
            patterns=words.count(len(found.patterns), "pattern"),
            sets=_extent(audit),
        ),
        say(
            "Lines join pairs that are not significantly different at α = {alpha} by the {test}, corrected over "
            "all pairs of the set ({procedure}).",
            alpha=words.level(analysis.alpha),
            test=words.test(analysis),
            procedure=procedure(analysis),
        ),
        say(
            "Beside each pattern stand up to five of the sets that produce it, chosen by seed {seed}.",
            seed=audit.settings.seed,
        ),
    ]
    rest = found.patterns[SHOWN:]
    if rest:
        sentences.append(
            say_number(
                len(rest),
                "{patterns} of {sets} is not shown.",
                "{patterns} of {sets} are not shown.",
                patterns=words.capital(words.count(len(rest), "rarer pattern")),
                sets=words.count(sum(pattern.count for pattern in rest), "set"),
            )
        )
    if not audit.complete:
        sentences.append(say("The work was interrupted: counts cover the sets decided until then."))
    return " ".join(sentences)


def _alt(audit: Audit) -> str:
    """Return the result in a sentence."""
    found = audit.patterns
    return say(
        "{patterns} of significance within {comparates}; the most frequent comes in {share} % of the sets.",
        patterns=words.capital(words.count(len(found.patterns), "pattern")),
        comparates=words.count(len(found.core), "comparate"),
        share=fixed(100 * found.patterns[0].count / found.n_sets, 1),
    )
