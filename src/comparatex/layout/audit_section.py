"""The findings of an audit as a section: paragraphs, then the figures and the table that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

import numpy as np

from comparatex.inference.arithmetic import Floats
from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.mean_ranks import Disagreement, RankSwap, disagreements
from comparatex.inference.audit.patterns import Patterns
from comparatex.inference.verdicts import in_family
from comparatex.layout.chapter_facts import Fragile, Piece, Section
from comparatex.layout.facts import text
from comparatex.layout.numbers import Notation, fixed
from comparatex.text import Prose, Text

_LABEL = "sec-stability"
_FRAGILE = 0.9
"""The share of variants up to which a verdict that holds in them counts as fragile."""


@dataclass(frozen=True, eq=False)
class PatternFacts:
    """What texts say of the patterns of a core, of which some are shown."""

    audit: Audit
    n_shown: int

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
        return Notation(0).fixed(self._patterns.n_possible)

    @property
    def drawn(self) -> str:
        """Sets that were decided."""
        return Notation(0).fixed(self._patterns.n_sets)

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
        return max(0, self.n_patterns - self.n_shown)

    @property
    def n_rare_sets(self) -> int:
        """Sets that produce these."""
        return sum(pattern.count for pattern in self._patterns.patterns[self.n_shown :])

    @property
    def complete(self) -> bool:
        """Whether the audit came to its end."""
        return self.audit.complete


def family_key(name: str) -> str:
    """Return the name of a family of variants to the texts.

    >>> family_key("zero rules")
    'zero-rules'
    """
    return name.replace(" ", "-")


def title(audit: Audit) -> str:
    """Return what the document of an audit is called."""
    return str(text("audit", audit.comparison).title())


SHOWN = ("audit-swap", "audit-weakened", "audit-patterns", "audit-robustness")
"""The figures and the table of the section, in the order in which it speaks of them."""


def section(audit: Audit, pieces: Sequence[Piece], about: tuple[str, ...] = ()) -> Section:
    """Lay the section out, with figures and a table of `SHOWN`; verdicts on `about` come first."""
    words = texts(audit, {piece.name: piece.label for piece in pieces}, about)
    return Section(words.heading(), _LABEL, tuple(_paragraphs(words)), tuple(pieces))


def texts(audit: Audit, shown: Mapping[str, str] = MappingProxyType({}), about: tuple[str, ...] = ()) -> Text:
    """Return the running text on the findings; `shown` has the labels of figures and table by name."""
    return text("audit", audit.comparison, f=Facts(audit, 0, shown, about))


def fragile(audit: Audit, about: tuple[str, ...], prefix: str = "") -> Fragile | None:
    """Return the corrected verdicts on some comparates that fall in every tenth variant of some kind, or more."""
    found = Endurance.of(audit, about)
    if not found.n_fragile or found.weakest is None:
        return None
    weakest = found.weakest
    return Fragile(
        n=found.n_fragile,
        first=weakest.first,
        second=weakest.second,
        share=weakest.share,
        single=weakest.single,
        label=prefix + _LABEL,
    )


@dataclass(frozen=True, kw_only=True)
class Weakest:
    """The verdict that holds in the smallest share of the variants of one kind, in percent."""

    first: str
    second: str
    share: str
    single: bool
    family: str


@dataclass(frozen=True, kw_only=True)
class Endurance:
    """How corrected verdicts on some comparates, or all, endure small changes of the data or the convention."""

    about: tuple[str, ...]  # the comparates; none where it is all verdicts
    n: int
    """n, n_holding, n_fragile: Verdicts; those that hold in every variant; those that fall in every tenth of some
    kind, or more."""
    n_holding: int
    n_fragile: int
    weakest: Weakest | None  # the one that holds least; None where all hold always
    families: tuple[tuple[str, int], ...]  # the kinds of variants that were tried, and how many of each

    @classmethod
    def of(cls, audit: Audit, about: tuple[str, ...]) -> Endurance:
        """Look at the verdicts of the family of tests."""
        comparison, found = audit.comparison, audit.robustness
        pairs, names = comparison.pair_statistics, comparison.names
        asked = [names.index(name) for name in about] or range(len(names))
        mine = in_family(comparison) & (np.isin(pairs.row, asked) | np.isin(pairs.column, asked))
        smallest, families = found.weakest(adjusted=True)
        own = smallest[mine]
        weakest = None
        if len(own) and own.min() < 1:
            k = int(np.flatnonzero(mine)[own.argmin()])
            row, column = names[pairs.row[k]], names[pairs.column[k]]
            first, second = (column, row) if column in about and row not in about else (row, column)
            weakest = Weakest(
                first=first,
                second=second,
                share=fixed(100 * float(smallest[k]), 0),
                single=found.is_single(families[k]),
                family=family_key(families[k]),
            )
        return cls(
            about=about,
            n=len(own),
            n_holding=int((own == 1).sum()),
            n_fragile=int((own <= _FRAGILE).sum()),
            weakest=weakest,
            families=tuple(zip(map(family_key, found.families), found.variants, strict=True)),
        )


def _paragraphs(words: Text) -> Iterator[Prose]:
    """Yield what was found, each finding with the figure or table that shows it."""
    yield Prose.joined(words.endurance(), words.robustness())
    yield words.mean_ranks()
    yield words.corrections_of_sets()
    magnitudes = words.magnitudes()
    if magnitudes:
        yield magnitudes


@dataclass(frozen=True, eq=False)
class Facts(PatternFacts):
    """What the running text is made of; names and numbers are text."""

    shown: Mapping[str, str]
    about: tuple[str, ...] = ()

    @cached_property
    def endurance(self) -> Endurance:
        """How the corrected verdicts on the comparates that the text is about endure."""
        return Endurance.of(self.audit, self.about)

    @cached_property
    def _reversible(self) -> list[RankSwap]:
        return [swap for swap in self.audit.rank_swaps if swap.reversible]

    @property
    def n_tried(self) -> int:
        """Pairs whose order of mean ranks was tried to be reversed."""
        return len(self.audit.rank_swaps)

    @property
    def n_reversible(self) -> int:
        """Those whose order can be reversed."""
        return len(self._reversible)

    @property
    def reversible_share(self) -> str:
        """The same in percent."""
        return fixed(100 * len(self._reversible) / len(self.audit.rank_swaps), 0)

    @property
    def n_by_one(self) -> int:
        """Those that one comparate more or less reverses."""
        return sum(len(swap.add) + len(swap.remove) == 1 for swap in self._reversible)

    @property
    def easiest(self) -> Mapping[str, object] | None:
        """The smallest change that reverses an order."""
        if not self._reversible:
            return None
        swap = min(self._reversible, key=lambda swap: len(swap.add) + len(swap.remove))
        names = self.audit.comparison.names
        return {
            "added": self._names(swap.add),
            "removed": self._names(swap.remove),
            "worse": names[swap.worse],
            "better": names[swap.better],
            "difference": fixed(swap.difference, 2),
        }

    def _names(self, chosen: Sequence[int]) -> list[str]:
        return [self.audit.comparison.names[i] for i in chosen]

    @property
    def weakened(self) -> Mapping[str, object] | None:
        """The pair that weakened variants of the two swap."""
        example = self.audit.weakened_example
        if example is None:
            return None
        names = example.comparison.names
        return {
            "rising": names[example.rising],
            "falling": names[example.falling],
            "verdict_changes": example.verdict_changes,
        }

    @property
    def flips(self) -> list[Mapping[str, object]]:
        """The smallest addition and the smallest removal that change a verdict within the core."""
        made: list[Mapping[str, object]] = []
        for adds, flips in ((True, self.audit.flips), (False, self.audit.removals)):
            changes = {pair: flip.change for pair, flip in flips.items() if flip.possible and flip.change}
            if changes:
                pair, change = min(changes.items(), key=lambda item: len(item[1]))
                first, second = self._names(pair)
                made.append({"adds": adds, "names": self._names(change), "first": first, "second": second})
        return made

    @cached_property
    def _smallest(self) -> tuple[Floats, tuple[str, ...]]:
        return self.audit.robustness.weakest()

    @property
    def n_verdicts(self) -> int:
        """Verdicts on pairs."""
        return len(self._smallest[0])

    @property
    def n_certain(self) -> int:
        """Those that survive every variant."""
        return int((self._smallest[0] == 1).sum())

    @property
    def weakest(self) -> Mapping[str, object] | None:
        """The verdict that survives the smallest share of the variants of a family."""
        if self.n_certain == self.n_verdicts:
            return None
        smallest, families = self._smallest
        k = int(smallest.argmin())
        pairs = self.audit.comparison.pair_statistics
        first, second = self._names((pairs.row[k], pairs.column[k]))
        return {
            "first": first,
            "second": second,
            "share": fixed(100 * float(smallest[k]), 0),
            "single": self.audit.robustness.is_single(families[k]),
            "family": family_key(families[k]),
        }

    @cached_property
    def _lopsided(self) -> tuple[Disagreement, ...]:
        return disagreements(self.audit.comparison)

    @property
    def n_lopsided(self) -> int:
        """Pairs whose mean scores and numbers of wins disagree."""
        return len(self._lopsided)

    @property
    def lopsided(self) -> Mapping[str, object] | None:
        """The pair where they disagree most."""
        if not self._lopsided:
            return None
        pair, names = self._lopsided[0], self.audit.comparison.names
        return {
            "better": names[pair.better_mean],
            "other": names[pair.more_wins],
            "wins": pair.wins,
            "losses": pair.losses,
            "gains": pair.largest_gains,
        }
