"""The figures of an audit: mean ranks before and after a change that swaps two, and the patterns of significance."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import cos, pi, sin
from typing import Literal

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.examples import Standing, SwapExample
from comparatex.inference.audit.patterns import Pattern, Patterns
from comparatex.layout.cdd.diagram import sides
from comparatex.layout.cdd.view import Cdd, Clique, Label
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed, place
from comparatex.layout.rank_axis import Axis, rank_axis
from comparatex.text import NBSP, Text

RISING, FALLING, CHANGED = "B2182B", "2166AC", "6B6B6B"
"""Colours of the comparate that overtakes, of the one overtaken, and of those exchanged."""

SHOWN = 6
"""Patterns of a diagram; the caption counts the rarer ones."""
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi")
_FLAT = 0.42
"""Height of the ring of comparates, in units of its width."""


@dataclass(frozen=True)
class Swap:
    """A swap of mean ranks, ready to be drawn.

    Parameters
    ----------
    title, caption, alt, label : str
        What it is, what it shows, its result in a sentence, its name for cross-references.
    before, after : Cdd
        The diagrams of the two sets, on the same axis; the only bar joins the swapping pair.
    stages : tuple of str
        What stands above the two.
    """

    title: str
    caption: str
    alt: str
    label: str
    before: Cdd
    after: Cdd
    stages: tuple[str, str]

    @property
    def diagrams(self) -> tuple[Cdd, Cdd]:
        """Both, in their order."""
        return self.before, self.after


def swap(example: SwapExample, *, label: str, best: Literal["left", "right"] = "right") -> Swap:
    """Lay the two diagrams of a swap out.

    Parameters
    ----------
    example : SwapExample
        The change, and how the comparates stand before and after it.
    label : str
        Name of the figure for cross-references.
    best : {"left", "right"}
        Side of the best comparate.
    """
    ranks = [place(rank) for standing in (example.before, example.after) for rank in standing.ranks]
    axis = rank_axis(ranks, max(len(example.before.members), len(example.after.members)), best)
    before, after = (_diagram(example, standing, axis, best) for standing in (example.before, example.after))
    words = _swap_words(example)
    return Swap(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        label=label,
        before=before,
        after=after,
        stages=(words.before(), words.after()),
    )


def _swap_words(example: SwapExample) -> Text:
    """Return the texts of a swap."""
    names = example.comparison.names
    n_before, n_after = (len(standing.members) for standing in (example.before, example.after))
    return text(
        "audit-swap",
        example.comparison,
        added=[names[i] for i in example.added],
        removed=[names[i] for i in example.removed],
        rising=names[example.rising],
        falling=names[example.falling],
        significant_before=bool(example.before.significant),
        significant_after=bool(example.after.significant),
        n_pairs=n_before * (n_before - 1) // 2 if n_before == n_after else 0,
    )


def _diagram(example: SwapExample, standing: Standing, axis: Axis, best: Literal["left", "right"]) -> Cdd:
    """Return the diagram of one of the two sets."""
    labels = [
        Label(
            position,
            example.comparison.names[i],
            place(rank),
            fixed(rank, 2),
            "",
            _colour(example, i),
            ours=False,
        )
        for position, (i, rank) in enumerate(zip(standing.members, standing.ranks, strict=True), start=1)
    ]
    left, right = sides(labels, axis, best)
    bars = () if standing.significant else (_bar(example, standing),)
    return Cdd(
        title="",
        caption="",
        alt="",
        axis=axis,
        left=left,
        right=right,
        cliques=bars,
        n_lanes=len(bars),
        n_cliques=len(bars),
        shows="bars",
        ruler=None,
        notes=(),
    )


def _bar(example: SwapExample, standing: Standing) -> Clique:
    """Return the bar that joins the pair; others between them are no members."""
    first, last = sorted(standing.members.index(i) + 1 for i in (example.rising, example.falling))
    return Clique(first, last, tuple(range(first + 1, last)), 1)


def _colour(example: SwapExample, i: int) -> str:
    """Return the colour of a comparate; those that only stand by have none."""
    if i in (*example.removed, *example.added):
        return CHANGED
    return {example.rising: RISING, example.falling: FALLING}.get(i, "")


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
    words = text("audit-patterns", audit.comparison, f=PatternFacts(audit))
    return PatternDiagram(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        label=label,
        nodes=_ring(names),
        rows=tuple(_row(audit, words, k, pattern) for k, pattern in enumerate(found.patterns[:SHOWN])),
    )


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


def _row(audit: Audit, words: Text, k: int, pattern: Pattern) -> Row:
    """Return one pattern."""
    found, names = audit.patterns, audit.comparison.names
    spot = {i: number for number, i in enumerate(found.core, start=1)}
    share = 100 * pattern.count / found.n_sets
    return Row(
        _NUMERALS[k],
        words.sets(pattern.count, grouped(pattern.count)),
        words.share(fixed(share, 1)),
        tuple((spot[a], spot[b]) for a, b in pattern.not_significant),
        tuple(", ".join(names[i] for i in example) or words.nobody() for example in pattern.examples),
    )


@dataclass(frozen=True, eq=False)
class PatternFacts:
    """What texts say of the patterns of a core."""

    audit: Audit

    @property
    def _found(self) -> Patterns:
        return self.audit.patterns

    @property
    def core(self) -> list[str]:
        """The comparates between which verdicts are followed."""
        return [self.audit.comparison.names[i] for i in self._found.core]

    @property
    def n_patterns(self) -> int:
        """Different patterns."""
        return len(self._found.patterns)

    @property
    def most_frequent(self) -> str:
        """The share of the most frequent one, in percent."""
        return fixed(100 * self._found.patterns[0].count / self._found.n_sets, 1)

    @property
    def exhaustive(self) -> bool:
        """Whether all sets were decided."""
        return bool(self._found.exhaustive)

    @property
    def n_possible(self) -> int:
        """Ways to add others."""
        return self._found.n_possible

    @property
    def possible(self) -> str:
        """The same as text."""
        return grouped(self._found.n_possible)

    @property
    def drawn(self) -> str:
        """Sets that were decided."""
        return grouped(self._found.n_sets)

    @property
    def margin(self) -> str:
        """The error of the shares in points, where sets were drawn."""
        return fixed(100 * self._found.margin, 1)

    @property
    def fewest(self) -> int:
        """Others that are added, at least."""
        return self._found.sizes[0]

    @property
    def most(self) -> int:
        """Others that are added, at most."""
        return self._found.sizes[-1]

    @property
    def seed(self) -> int:
        """What chooses the examples."""
        return self.audit.settings.seed

    @property
    def n_rare(self) -> int:
        """Patterns that are not shown."""
        return len(self._found.patterns[SHOWN:])

    @property
    def n_rare_sets(self) -> int:
        """Sets that produce these."""
        return sum(pattern.count for pattern in self._found.patterns[SHOWN:])

    @property
    def complete(self) -> bool:
        """Whether the audit came to its end."""
        return self.audit.complete


def grouped(number: int) -> str:
    r"""Return a whole number, its thousands set apart.

    >>> grouped(12000)
    '12\\xa0000'
    """
    return f"{number:,}".replace(",", NBSP)
