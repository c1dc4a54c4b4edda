"""What an audit shows: two diagrams of mean ranks, the patterns of a core, the table of fragile pairs."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from math import cos, pi, sin
from typing import Literal

import numpy as np

from comparatex.inference.analysis import RANK_TESTS
from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.examples import Standing, SwapExample
from comparatex.inference.audit.patterns import Pattern, Patterns
from comparatex.layout.cdd import sides
from comparatex.layout.cdd_view import Axis, Cdd, Clique, Label, rank_axis
from comparatex.layout.facts import text
from comparatex.layout.numbers import fixed, place, pvalue
from comparatex.layout.tables.booktabs import LINES, Column, Entry, Line, Table, parts
from comparatex.text import NBSP, Text

RISING, FALLING, CHANGED = "B2182B", "2166AC", "6B6B6B"
"""Colours of the comparate that overtakes, of the one overtaken, and of those exchanged."""

SHOWN = 6
"""Patterns of a diagram; the caption counts the rarer ones."""
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi")
_FLAT = 0.42
"""Height of the ring of comparates, in units of its width."""


# ---------------------------------------------------------------------------------------- swaps of mean ranks
@dataclass(frozen=True)
class Swap:
    """A swap of mean ranks, ready to be drawn."""

    title: str
    """title, caption, alt, label: What it is, what it shows, its result in a sentence, its name for cross-
    references."""
    caption: str
    alt: str
    label: str
    before: Cdd
    """before, after: The diagrams of the two sets, on the same axis; the only bar joins the swapping pair."""
    after: Cdd
    stages: tuple[str, str]  # what stands above the two

    @property
    def diagrams(self) -> tuple[Cdd, Cdd]:
        """Both, in their order."""
        return self.before, self.after

    @property
    def least_type(self) -> float:
        """About how high the smallest type is, in points, on a line of 16 cm of a document of 10 pt."""
        return min(diagram.least_type for diagram in self.diagrams)


def swap(example: SwapExample, *, label: str, best: Literal["left", "right"] = "right") -> Swap:
    """Lay the two diagrams of a swap out."""
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
        favoured=_favoured(example),
        n_pairs=n_before * (n_before - 1) // 2 if n_before == n_after else 0,
    )


def _favoured(example: SwapExample) -> str:
    """Return whom the test of the pair favours where it is significant; tests of mean ranks follow the ranks."""
    comparison, (first, second) = example.comparison, (example.rising, example.falling)
    if comparison.analysis.test in RANK_TESTS or not (
        example.before.significant or example.after.significant
    ):
        return ""
    side = comparison.square("favoured")[first, second]
    return comparison.names[first if side > 0 else second] if side else ""


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


# ----------------------------------------------------------------------------------- patterns of significance
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
    """The patterns of a core, ready to be drawn."""

    title: str
    """title, caption, alt, label: What it is, what it shows, its result in a sentence, its name for cross-
    references."""
    caption: str
    alt: str
    label: str
    nodes: tuple[Node, ...]  # the core on a ring
    rows: tuple[Row, ...]  # the patterns, most frequent first

    @property
    def least_type(self) -> float:
        """Size of the smallest type, in points, in a document of 10 pt."""
        return SMALL


SMALL = 7.0
"""Size of names and examples, in points."""


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
    def _patterns(self) -> Patterns:
        return self.audit.patterns

    @property
    def core(self) -> list[str]:
        """The comparates between which verdicts are followed."""
        return [self.audit.comparison.names[i] for i in self._patterns.core]

    @property
    def n_patterns(self) -> int:
        """Different patterns."""
        return len(self._patterns.patterns)

    @property
    def most_frequent(self) -> str:
        """The share of the most frequent one, in percent."""
        return fixed(100 * self._patterns.patterns[0].count / self._patterns.n_sets, 1)

    @property
    def exhaustive(self) -> bool:
        """Whether all sets were decided."""
        return bool(self._patterns.exhaustive)

    @property
    def at_random(self) -> bool:
        """Whether sets were drawn at random."""
        return bool(self._patterns.at_random)

    @property
    def n_possible(self) -> int:
        """Ways to add others."""
        return self._patterns.n_possible

    @property
    def possible(self) -> str:
        """The same as text."""
        return grouped(self._patterns.n_possible)

    @property
    def drawn(self) -> str:
        """Sets that were decided."""
        return grouped(self._patterns.n_sets)

    @property
    def margin(self) -> str:
        """The error of the shares in points, where sets were drawn."""
        return fixed(100 * self._patterns.margin, 1)

    @property
    def fewest(self) -> int:
        """Others that are added, at least."""
        return self._patterns.sizes[0]

    @property
    def most(self) -> int:
        """Others that are added, at most."""
        return self._patterns.sizes[-1]

    @property
    def seed(self) -> int:
        """What chooses the examples."""
        return self.audit.settings.seed

    @property
    def n_rare(self) -> int:
        """Patterns that are not shown."""
        return len(self._patterns.patterns[SHOWN:])

    @property
    def n_rare_sets(self) -> int:
        """Sets that produce these."""
        return sum(pattern.count for pattern in self._patterns.patterns[SHOWN:])

    @property
    def complete(self) -> bool:
        """Whether the audit came to its end."""
        return self.audit.complete


def grouped(number: int) -> str:
    r"""Return a whole number, its thousands set apart.

    >>> grouped(12000)
    '12\xa0000'
    """
    return f"{number:,}".replace(",", NBSP)


# ---------------------------------------------------------------------------------------------- fragile pairs
_FRAGILE_SHOWN = 20
"""Fragile pairs that the table lists: a page has room for them and for what is said of them."""


def robustness(audit: Audit, *, adjusted: bool = False, max_rows: int = _FRAGILE_SHOWN) -> Table:
    """Lay the pairs out whose verdict does not survive every change, the most fragile first."""
    smallest, weakest = audit.robustness.weakest(adjusted)
    fragile = [int(k) for k in np.argsort(smallest, kind="stable") if smallest[k] < 1]
    shown = fragile[: max_rows or None]
    n_pairs = audit.robustness.raw.shape[1]
    words = text(
        "audit-robustness",
        audit.comparison,
        f=RobustnessFacts(audit, adjusted, n_pairs, len(fragile), len(shown)),
    )
    lines = [_line(audit, words, k, adjusted, float(smallest[k]), weakest[k]) for k in shown]
    columns = tuple(
        Column(words.headings[name], "r" if name in ("pvalue", "robustness") else "l")
        for name in ("row", "column", "pvalue", "verdict", "robustness", "weakest")
    )
    if not lines:
        lines = [Line((Entry(words.no_pair()), *(Entry("") for _ in columns[1:])))]
    return Table(
        title=words.title(),
        caption=words.caption(),
        alt=words.alt(),
        label="tab-robustness",
        parts=tuple(parts(columns, lines, stub=len(columns))),
        long=len(lines) > LINES,
    )


def _line(audit: Audit, words: Text, k: int, adjusted: bool, share: float, weakest: str) -> Line:
    comparison = audit.comparison
    pairs, names = comparison.pair_statistics, comparison.names
    found = pairs.adjusted_pvalue if adjusted else pairs.pvalue
    judged = comparison.significant if adjusted else comparison.raw_significant
    significant, single = bool(judged[k]), audit.robustness.is_single(weakest)
    return Line(
        (
            Entry(names[pairs.row[k]]),
            Entry(names[pairs.column[k]]),
            Entry(
                pvalue(float(found[k]), alpha=comparison.analysis.alpha), "significant" if significant else ""
            ),
            Entry(words.verdict(significant)),
            Entry(words.none_of_one() if single else words.share(fixed(100 * share, 0))),
            Entry(words.family(family_key(weakest))),
        )
    )


@dataclass(frozen=True, eq=False)
class RobustnessFacts:
    """What the texts of the table are made of."""

    audit: Audit
    adjusted: bool
    n_pairs: int
    n_fragile: int
    n_shown: int

    @property
    def families(self) -> list[tuple[str, int]]:
        """Families of variants, and how many variants each has."""
        found = self.audit.robustness
        return [(family_key(name), int(n)) for name, n in zip(found.families, found.variants, strict=True)]


def family_key(name: str) -> str:
    """Return the name of a family of variants to the texts.

    >>> family_key("zero rules")
    'zero-rules'
    """
    return name.replace(" ", "-")
