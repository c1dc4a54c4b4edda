"""The findings of an audit in paragraphs, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.examples import SwapExample
from comparatex.inference.audit.flips import Flip
from comparatex.inference.audit.magnitudes import Disagreement
from comparatex.inference.audit.mean_ranks import RankSwap
from comparatex.layout import words
from comparatex.layout.numbers import fixed


def on_mean_ranks(audit: Audit) -> str:
    """Return how many orders of mean ranks depend on who else is compared."""
    swaps = audit.rank_swaps
    reversible = [swap for swap in swaps if swap.reversible]
    tried = words.count(len(swaps), "pair")
    if not reversible:
        return (
            f"Mean ranks depend on the set of comparates. Of {tried}, none can be put in the reverse order by "
            "another choice of the others in this table."
        )
    easiest = min(reversible, key=lambda swap: len(swap.add) + len(swap.remove))
    share = fixed(100 * len(reversible) / len(swaps), 0)
    verb = "needs" if len(reversible) == 1 else "need"
    only = sum(len(swap.add) + len(swap.remove) == 1 for swap in reversible)
    return (
        f"Mean ranks depend on the set of comparates. Of {tried}, {len(reversible)} ({share} %) can be put in "
        f"the reverse order by another choice of the others in this table; {only} of these {verb} only one "
        f"comparate more or less. {_smallest(audit, easiest)}"
    )


def _smallest(audit: Audit, swap: RankSwap) -> str:
    """Return the smallest change that reverses an order."""
    names = audit.comparison.names
    steps = [
        f"{verb} {words.joined(tuple(names[i] for i in who))}"
        for verb, who in (("adding", swap.add), ("removing", swap.remove))
        if who
    ]
    return (
        f"For example, {' and '.join(steps)} puts {names[swap.worse]} before {names[swap.better]}, whose mean "
        f"ranks differ by {fixed(swap.difference, 2)}."
    )


def on_weakened(example: SwapExample | None) -> str:
    """Return what weakened variants can do."""
    if example is None:
        return "No pair of similar mean ranks could be swapped by exchanging weakened variants of the two."
    names = example.comparison.names
    rising, falling = names[example.rising], names[example.falling]
    verdict = (
        "and the significance of their difference changes"
        if example.verdict_changes
        else ("while the significance of their difference stays the same")
    )
    return (
        f"Variants suffice for that: {rising} overtakes {falling} in mean rank when a weakened variant of "
        f"{rising} takes the place of one of {falling}, {verdict}. A weakened variant is a weighted average of "
        "a comparate's scores and those of a weaker one, and is marked by an asterisk."
    )


def on_corrections(audit: Audit) -> str:
    """Return how verdicts inside the core change with who else is compared."""
    return " ".join((*_patterns(audit), *_flips(audit)))


def _patterns(audit: Audit) -> Iterator[str]:
    """Yield how many patterns of significance there are."""
    found, names = audit.patterns, audit.comparison.names
    core = words.joined(tuple(names[i] for i in found.core))
    n_sets = f"{found.n_sets:,}".replace(",", "\N{NO-BREAK SPACE}")
    how = "all" if found.exhaustive else "a random sample of"
    if len(found.patterns) == 1:
        yield (
            f"Corrected for multiple testing over all pairs of a set, the verdicts within {core} are the same "
            f"in {how} {n_sets} sets that add others to these."
        )
    else:
        most = fixed(100 * found.patterns[0].count / found.n_sets, 1)
        yield (
            f"Corrected for multiple testing over all pairs of a set, the verdicts within {core} depend on who "
            f"else is compared: {how} {n_sets} sets that add others to these show "
            f"{words.count(len(found.patterns), 'pattern')} of significance, the most frequent one in {most} % "
            "of them."
        )
    if not audit.complete:
        yield "The work was interrupted, so these counts cover only the sets decided until then."


def _flips(audit: Audit) -> Iterator[str]:
    """Yield the smallest addition and the smallest removal that change a verdict within the core."""
    for kind, flips in (("addition to these", audit.flips), ("removal from the table", audit.removals)):
        possible = {pair: flip for pair, flip in flips.items() if flip.possible and flip.change}
        if possible:
            pair, flip = min(possible.items(), key=lambda item: len(item[1].change))
            yield f"The smallest {kind} that flips a verdict: {_flip(audit, pair, flip)}."


def _flip(audit: Audit, pair: tuple[int, int], flip: Flip) -> str:
    """Return what flips one pair."""
    names = audit.comparison.names
    added = words.joined(tuple(names[i] for i in flip.change))
    return f"{added}, for {names[pair[0]]} against {names[pair[1]]}"


def on_robustness(audit: Audit) -> str:
    """Return how many verdicts survive small changes of the data and of the convention."""
    smallest, weakest = audit.robustness.weakest()
    pairs, names = audit.comparison.pair_statistics, audit.comparison.names
    n_certain, total = int((smallest == 1).sum()), len(smallest)
    first = (
        f"Pairwise verdicts by the raw p-value do not depend on other comparates, but on the data and the "
        f"convention: {n_certain} of {total} survive every variant that was tried."
    )
    if n_certain == total:
        return first
    k = int(smallest.argmin())
    return (
        f"{first} The most fragile one, {names[pairs.row[k]]} against {names[pairs.column[k]]}, keeps its "
        f"verdict in {fixed(100 * float(smallest[k]), 0)} % of the variants of one family ({weakest[k]})."
    )


def on_magnitudes(audit: Audit, found: tuple[Disagreement, ...]) -> str:
    """Return the pair whose mean and count of wins disagree most; nothing where none do."""
    if not found:
        return ""
    names, pair = audit.comparison.names, found[0]
    better, other = names[pair.better_mean], names[pair.more_wins]
    gains = (
        "its largest gain outweighs"
        if pair.largest_gains == 1
        else (f"its {words.count(pair.largest_gains, 'largest gain')} outweigh")
    )
    return (
        f"Counting tasks hides magnitudes. In {words.count(len(found), 'pair')} the comparate with the better "
        f"mean score loses on more tasks than it wins: {better} beats {other} on {pair.wins} tasks and loses "
        f"on {pair.losses}, yet {gains} all of these losses together."
    )
