"""The findings of an audit as a section: paragraphs, then the figures and the table that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

import numpy as np

from comparatex.inference.arithmetic import Integers
from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.mean_ranks import Disagreement, RankSwap, disagreements
from comparatex.inference.verdicts import in_family
from comparatex.layout.chapter_facts import Fragile, Section, Weakest
from comparatex.layout.facts import text
from comparatex.layout.item import Item
from comparatex.layout.numbers import Notation, fixed
from comparatex.text import Prose, Text

_LABEL = "sec-stability"
_FRAGILE = 0.9  # the share of variants up to which a verdict that holds in them counts as fragile


def pattern_facts(audit: Audit, n_shown: int = 0) -> dict[str, object]:
    """Return what texts say of the patterns of a core, of which some are shown."""
    patterns = audit.patterns
    rare = patterns.patterns[n_shown:]
    return {
        "core": audit.named(patterns.core),
        "n_patterns": len(patterns.patterns),
        "most_frequent": fixed(100 * patterns.patterns[0].count / patterns.n_sets, 1),
        "exhaustive": bool(patterns.exhaustive),
        "at_random": bool(patterns.at_random),
        "n_possible": patterns.n_possible,
        "possible": Notation(0).fixed(patterns.n_possible),
        "drawn": Notation(0).fixed(patterns.n_sets),
        "margin": fixed(100 * patterns.margin, 1),  # the error of the shares, in points
        "fewest": patterns.sizes[0],  # others that are added
        "most": patterns.sizes[-1],
        "seed": audit.settings.seed,
        "n_rare": len(rare),
        "n_rare_sets": sum(pattern.count for pattern in rare),
    }


def family_key(name: str) -> str:
    """Return the name of a family of variants to the texts.

    >>> family_key("zero rules")
    'zero-rules'
    """
    return name.replace(" ", "-")


def families(audit: Audit) -> tuple[tuple[str, int], ...]:
    """Return the kinds of variants that were tried, and how many there are of each."""
    tried = audit.robustness
    return tuple((family_key(name), int(n)) for name, n in zip(tried.families, tried.variants, strict=True))


def title(audit: Audit) -> str:
    """Return what the document of an audit is called."""
    return str(text("audit", audit.comparison).title())


SHOWN = ("audit-swap", "audit-weakened", "audit-patterns", "audit-robustness")
"""The figures and the table of the section, in the order in which it speaks of them."""


def section(audit: Audit, pieces: Sequence[Item], about: tuple[str, ...] = ()) -> Section:
    """Lay the section out, with figures and a table of `SHOWN`; verdicts on `about` come first."""
    words = texts(audit, {piece.name: piece.label for piece in pieces}, about)
    first = Prose.joined(words.endurance(), words.robustness())
    findings = (first, words.mean_ranks(), words.corrections_of_sets(), words.magnitudes())
    return Section(words.heading(), _LABEL, tuple(filter(None, findings)), tuple(pieces))


def texts(audit: Audit, shown: Mapping[str, str] = MappingProxyType({}), about: tuple[str, ...] = ()) -> Text:
    """Return the running text on the findings; `shown` has the labels of figures and table by name."""
    more = {"shown": shown, "endurance": Endurance(audit, about)}
    return text("audit", audit.comparison, f={**pattern_facts(audit), **_facts(audit), **more})


def fragile(audit: Audit, about: tuple[str, ...], prefix: str = "") -> Fragile | None:
    """Return the corrected verdicts on some comparates that fall in every tenth variant of some kind, or more."""
    endurance = Endurance(audit, about)
    weakest = endurance.weakest
    if not endurance.n_fragile or weakest is None:
        return None
    return Fragile(**vars(weakest), n=endurance.n_fragile, label=prefix + _LABEL)


class Endurance:
    """How corrected verdicts on some comparates, or all, endure small changes of the data or the convention."""

    def __init__(self, audit: Audit, about: tuple[str, ...]) -> None:
        """Look at the verdicts of the family of tests."""
        comparison, robustness = audit.comparison, audit.robustness
        pairs, names = comparison.pair_statistics, comparison.names
        chosen = [names.index(name) for name in about] or range(len(names))
        judged = in_family(comparison) & (np.isin(pairs.row, chosen) | np.isin(pairs.column, chosen))
        smallest = robustness.weakest(adjusted=True)[0][judged]
        self.about = about  # the comparates; none where it is all verdicts
        self.n = len(smallest)
        self.n_holding = int((smallest == 1).sum())  # verdicts that hold in every variant
        self.n_fragile = int((smallest <= _FRAGILE).sum())  # those that fall in every tenth of some kind, or more
        self.weakest = _weakest(audit, np.flatnonzero(judged), about, adjusted=True)  # None where all hold always
        self.families = families(audit)


def _weakest(audit: Audit, chosen: Integers, about: tuple[str, ...], *, adjusted: bool) -> Weakest | None:
    """Return the verdict among those of some pairs that survives the smallest share of the variants of a family."""
    smallest, families = audit.robustness.weakest(adjusted)
    if not len(chosen) or smallest[chosen].min() == 1:
        return None
    pairs, k = audit.comparison.pair_statistics, int(chosen[smallest[chosen].argmin()])
    row, column = audit.named((pairs.row[k], pairs.column[k]))
    first, second = (column, row) if column in about and row not in about else (row, column)
    return Weakest(
        first=first,
        second=second,
        share=fixed(100 * float(smallest[k]), 0),
        single=audit.robustness.is_single(families[k]),
        family=family_key(families[k]),
    )


def _facts(audit: Audit) -> dict[str, object]:
    """Return what the running text is made of; names and numbers are text."""
    swaps = audit.rank_swaps
    reversible = [swap for swap in swaps if swap.reversible]
    smallest, _ = audit.robustness.weakest()
    lopsided = disagreements(audit.comparison)
    return {
        "n_tried": len(swaps),  # pairs whose order of mean ranks was tried to be reversed
        "n_reversible": len(reversible),
        "reversible_share": fixed(100 * len(reversible) / len(swaps), 0) if swaps else "",
        "n_by_one": sum(len(swap.add) + len(swap.remove) == 1 for swap in reversible),
        "easiest": _easiest(audit, reversible),
        "weakened": _weakened(audit),
        "flips": list(_flips(audit)),
        "n_verdicts": len(smallest),
        "n_certain": int((smallest == 1).sum()),
        "weakest": _weakest(audit, np.arange(len(smallest)), (), adjusted=False),
        "n_lopsided": len(lopsided),  # pairs whose mean scores and numbers of wins disagree
        "lopsided": _lopsided(audit, lopsided[0]) if lopsided else None,
    }


def _easiest(audit: Audit, reversible: Sequence[RankSwap]) -> dict[str, object] | None:
    """Return the smallest change that reverses an order of mean ranks."""
    if not reversible:
        return None
    swap = min(reversible, key=lambda swap: len(swap.add) + len(swap.remove))
    worse, better = audit.named((swap.worse, swap.better))
    added, removed = audit.named(swap.add), audit.named(swap.remove)
    difference = fixed(swap.difference, 2)
    return {"added": added, "removed": removed, "worse": worse, "better": better, "difference": difference}


def _weakened(audit: Audit) -> dict[str, object] | None:
    """Return the pair that weakened variants of the two swap."""
    example = audit.weakened_example
    if example is None:
        return None
    rising, falling = (example.comparison.names[i] for i in (example.rising, example.falling))
    return {"rising": rising, "falling": falling, "verdict_changes": example.verdict_changes}


def _flips(audit: Audit) -> Iterator[dict[str, object]]:
    """Yield the smallest addition and the smallest removal that change a verdict within the core."""
    for adds, flips in ((True, audit.flips), (False, audit.removals)):
        changes = {pair: flip.change for pair, flip in flips.items() if flip.possible and flip.change}
        if changes:
            pair, change = min(changes.items(), key=lambda item: len(item[1]))
            first, second = audit.named(pair)
            yield {"adds": adds, "names": audit.named(change), "first": first, "second": second}


def _lopsided(audit: Audit, pair: Disagreement) -> dict[str, object]:
    """Return a pair whose mean scores and numbers of wins disagree."""
    better, other = audit.named((pair.better_mean, pair.more_wins))
    record = {"wins": pair.wins, "losses": pair.losses, "gains": pair.largest_gains}
    return {"better": better, "other": other, **record}
