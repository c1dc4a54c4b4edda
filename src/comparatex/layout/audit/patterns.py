"""The pattern diagram: which pairs of a core are not significantly different, depending on who else is there."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import cos, pi, sin
from typing import Literal

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.patterns import Pattern
from comparatex.layout import words
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
    return PatternDiagram("Patterns of significance", _caption(audit), _alt(audit), label, _ring(names), rows)


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
        words.count(pattern.count, "set")
        if pattern.count > 12
        else f"{pattern.count} {_sets(pattern.count)}",
        f"{fixed(share, 1)} %",
        tuple((spot[a], spot[b]) for a, b in pattern.not_significant),
        tuple(", ".join(names[i] for i in example) or "(nobody else)" for example in pattern.examples),
    )


def _sets(number: int) -> str:
    """Return the noun."""
    return "set" if number == 1 else "sets"


def _extent(audit: Audit) -> str:
    """Return which sets were decided, in words."""
    found = audit.patterns
    sizes = found.sizes
    number = f"{found.n_possible:,}".replace(",", "\N{NO-BREAK SPACE}")
    if len(sizes) == 1:
        ways = f"{number} ways to add {words.count(sizes[0], 'other comparate')}"
    else:
        ways = f"{number} ways to add {sizes[0]} to {sizes[-1]} other comparates"
    if found.exhaustive:
        return f"all {ways}"
    drawn = f"{found.n_sets:,}".replace(",", "\N{NO-BREAK SPACE}")
    return f"{drawn} of the {ways}, drawn at random (shares ± {fixed(100 * found.margin, 1)} points, 95 %)"


def _caption(audit: Audit) -> str:
    """Return what is joined, over which sets, and what is left out."""
    found, analysis = audit.patterns, audit.comparison.analysis
    names = words.joined(tuple(audit.comparison.names[i] for i in found.core))
    sentences = [
        f"Which of {names} differ significantly depends on who else is compared: "
        f"{words.count(len(found.patterns), 'pattern')} over {_extent(audit)}.",
        f"Lines join pairs that are not significantly different at α = {words.level(analysis.alpha)} by the "
        f"{words.test(analysis)}, corrected over all pairs of the set ({_procedure(audit)}).",
        f"Beside each pattern stand up to five of the sets that produce it, chosen by seed {audit.settings.seed}.",
    ]
    rest = found.patterns[SHOWN:]
    if rest:
        sentences.append(
            f"{words.capital(words.count(len(rest), 'rarer pattern'))} of "
            f"{words.count(sum(pattern.count for pattern in rest), 'set')} "
            f"{'is' if len(rest) == 1 else 'are'} not shown."
        )
    if not audit.complete:
        sentences.append("The work was interrupted: counts cover the sets decided until then.")
    return " ".join(sentences)


def _procedure(audit: Audit) -> str:
    """Return the name of the correction."""
    return words.correction(audit.comparison.analysis, 2).rsplit(" over ", 1)[0]


def _alt(audit: Audit) -> str:
    """Return the result in a sentence."""
    found = audit.patterns
    most = fixed(100 * found.patterns[0].count / found.n_sets, 1)
    return (
        f"{words.capital(words.count(len(found.patterns), 'pattern'))} of significance within "
        f"{words.count(len(found.core), 'comparate')}; the most frequent comes in {most} % of the sets."
    )
