"""The findings of an audit in paragraphs, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.examples import SwapExample
from comparatex.inference.audit.mean_ranks import Disagreement, RankSwap
from comparatex.layout import words
from comparatex.layout.audit.families import family, grouped
from comparatex.layout.language import say, say_number
from comparatex.layout.numbers import fixed


def on_mean_ranks(audit: Audit) -> str:
    """Return how many orders of mean ranks depend on who else is compared."""
    swaps = audit.rank_swaps
    reversible = [swap for swap in swaps if swap.reversible]
    tried = words.count(len(swaps), "pair")
    if not reversible:
        return say(
            "Mean ranks depend on the set of comparates. Of {pairs}, none can be put in the reverse order by "
            "another choice of the others in this table.",
            pairs=tried,
        )
    easiest = min(reversible, key=lambda swap: len(swap.add) + len(swap.remove))
    found = say_number(
        len(reversible),
        "Mean ranks depend on the set of comparates. Of {pairs}, {number} ({share} %) can be put in the reverse "
        "order by another choice of the others in this table; {only} of these needs only one comparate more or "
        "less.",
        "Mean ranks depend on the set of comparates. Of {pairs}, {number} ({share} %) can be put in the reverse "
        "order by another choice of the others in this table; {only} of these need only one comparate more or "
        "less.",
        pairs=tried,
        number=len(reversible),
        share=fixed(100 * len(reversible) / len(swaps), 0),
        only=sum(len(swap.add) + len(swap.remove) == 1 for swap in reversible),
    )
    return f"{found} {_smallest(audit, easiest)}"


def _smallest(audit: Audit, swap: RankSwap) -> str:
    """Return the smallest change that reverses an order."""
    names = audit.comparison.names
    return say(
        {
            (
                True,
                True,
            ): "For example, adding {added} and removing {removed} puts {worse} before {better}, whose "
            "mean ranks differ by {difference}.",
            (
                True,
                False,
            ): "For example, adding {added} puts {worse} before {better}, whose mean ranks differ by "
            "{difference}.",
            (
                False,
                True,
            ): "For example, removing {removed} puts {worse} before {better}, whose mean ranks differ "
            "by {difference}.",
        }[bool(swap.add), bool(swap.remove)],
        added=words.joined(tuple(names[i] for i in swap.add)),
        removed=words.joined(tuple(names[i] for i in swap.remove)),
        worse=names[swap.worse],
        better=names[swap.better],
        difference=fixed(swap.difference, 2),
    )


def on_weakened(example: SwapExample | None) -> str:
    """Return what weakened variants can do."""
    if example is None:
        return say(
            "No pair of similar mean ranks could be swapped by exchanging weakened variants of the two."
        )
    names = example.comparison.names
    return say(
        "Variants suffice for that: {rising} overtakes {falling} in mean rank when a weakened variant of {rising} "
        "takes the place of one of {falling}, and the significance of their difference changes. A weakened "
        "variant is a weighted average of a comparate's scores and those of a weaker one, and is marked by an "
        "asterisk."
        if example.verdict_changes
        else "Variants suffice for that: {rising} overtakes {falling} in mean rank when a weakened variant of "
        "{rising} takes the place of one of {falling}, while the significance of their difference stays the same. "
        "A weakened variant is a weighted average of a comparate's scores and those of a weaker one, and is "
        "marked by an asterisk.",
        rising=names[example.rising],
        falling=names[example.falling],
    )


def on_corrections(audit: Audit) -> str:
    """Return how verdicts inside the core change with who else is compared."""
    return " ".join((*_patterns(audit), *_flips(audit)))


def _patterns(audit: Audit) -> Iterator[str]:
    """Yield how many patterns of significance there are."""
    found, names = audit.patterns, audit.comparison.names
    yield say(
        {
            (
                True,
                True,
            ): "Corrected for multiple testing over all pairs of a set, the verdicts within {core} are "
            "the same in all {sets} sets that add others to these.",
            (
                True,
                False,
            ): "Corrected for multiple testing over all pairs of a set, the verdicts within {core} are "
            "the same in a random sample of {sets} sets that add others to these.",
            (
                False,
                True,
            ): "Corrected for multiple testing over all pairs of a set, the verdicts within {core} "
            "depend on who else is compared: all {sets} sets that add others to these show {patterns} of "
            "significance, the most frequent one in {share} % of them.",
            (
                False,
                False,
            ): "Corrected for multiple testing over all pairs of a set, the verdicts within {core} "
            "depend on who else is compared: a random sample of {sets} sets that add others to these show "
            "{patterns} of significance, the most frequent one in {share} % of them.",
        }[len(found.patterns) == 1, bool(found.exhaustive)],
        core=words.joined(tuple(names[i] for i in found.core)),
        sets=grouped(found.n_sets),
        patterns=words.count(len(found.patterns), "pattern"),
        share=fixed(100 * found.patterns[0].count / found.n_sets, 1),
    )
    if not audit.complete:
        yield say("The work was interrupted, so these counts cover only the sets decided until then.")


def _flips(audit: Audit) -> Iterator[str]:
    """Yield the smallest addition and the smallest removal that change a verdict within the core."""
    names = audit.comparison.names
    for kind, flips in (("addition", audit.flips), ("removal", audit.removals)):
        possible = {pair: flip for pair, flip in flips.items() if flip.possible and flip.change}
        if possible:
            pair, flip = min(possible.items(), key=lambda item: len(item[1].change))
            yield say(
                "The smallest addition to these that flips a verdict: {names}, for {first} against {second}."
                if kind == "addition"
                else "The smallest removal from the table that flips a verdict: {names}, for {first} against "
                "{second}.",
                names=words.joined(tuple(names[i] for i in flip.change)),
                first=names[pair[0]],
                second=names[pair[1]],
            )


def on_robustness(audit: Audit) -> str:
    """Return how many verdicts survive small changes of the data and of the convention."""
    smallest, weakest = audit.robustness.weakest()
    pairs, names = audit.comparison.pair_statistics, audit.comparison.names
    n_certain, total = int((smallest == 1).sum()), len(smallest)
    first = say(
        "Pairwise verdicts by the raw p-value do not depend on other comparates, but on the data and the "
        "convention: {number} of {total} survive every variant that was tried.",
        number=n_certain,
        total=total,
    )
    if n_certain == total:
        return first
    k = int(smallest.argmin())
    second = say(
        "The most fragile one, {first} against {second}, keeps its verdict in {share} % of the variants of one "
        "family ({family}).",
        first=names[pairs.row[k]],
        second=names[pairs.column[k]],
        share=fixed(100 * float(smallest[k]), 0),
        family=family(weakest[k]),
    )
    return f"{first} {second}"


def on_magnitudes(audit: Audit, found: tuple[Disagreement, ...]) -> str:
    """Return the pair whose mean and count of wins disagree most; nothing where none do."""
    if not found:
        return ""
    names, pair = audit.comparison.names, found[0]
    return say_number(
        pair.largest_gains,
        "Counting tasks hides magnitudes. In {pairs} the comparate with the better mean score loses on more tasks "
        "than it wins: {better} beats {other} on {wins} tasks and loses on {losses}, yet its largest gain "
        "outweighs all of these losses together.",
        "Counting tasks hides magnitudes. In {pairs} the comparate with the better mean score loses on more tasks "
        "than it wins: {better} beats {other} on {wins} tasks and loses on {losses}, yet its {gains} outweigh all "
        "of these losses together.",
        pairs=words.count(len(found), "pair"),
        better=names[pair.better_mean],
        other=names[pair.more_wins],
        wins=pair.wins,
        losses=pair.losses,
        gains=words.count(pair.largest_gains, "largest gain"),
    )
