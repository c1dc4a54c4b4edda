"""The findings of an audit as JSON for scripts, and in sentences for a terminal."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.flips import Flip
from comparatex.text import Text
from comparatex.version import __version__


def to_json(audit: Audit) -> str:
    """Return the findings as strict JSON."""
    return json.dumps(as_dict(audit), indent=2, ensure_ascii=False, allow_nan=False)


def as_dict(audit: Audit) -> dict[str, Any]:
    """Return the findings as plain dictionaries and lists; the keys are a contract with scripts."""
    patterns, added = audit.patterns, audit.settings.added
    return {
        "version": __version__,
        "settings": _settings(audit),
        "core": _names(audit, patterns.core),
        "added": None if added is None else added[0] if len(added) == 1 else list(added),
        "baseline": _names(audit, audit.settings.baseline),
        "n_sets": patterns.n_sets,
        "n_possible": patterns.n_possible,
        "exhaustive": patterns.exhaustive,
        "at_random": patterns.at_random,
        "margin": patterns.margin,
        "complete": audit.complete,
        "patterns": [
            {
                "count": pattern.count,
                "not_significant": [_names(audit, pair) for pair in pattern.not_significant],
                "examples": [_names(audit, added) for added in pattern.examples],
            }
            for pattern in patterns.patterns
        ],
        "rank_swaps": [
            {
                "better": audit.comparison.names[swap.better],
                "worse": audit.comparison.names[swap.worse],
                "difference": swap.difference,
                "reversible": swap.reversible,
                "smallest_change": {"add": _names(audit, swap.add), "remove": _names(audit, swap.remove)},
                "smallest_difference": swap.smallest,
                "largest_difference": swap.largest,
            }
            for swap in audit.rank_swaps
        ],
        "flips": [
            {
                "pair": _names(audit, pair),
                "possible": flip.possible,
                "add": _names(audit, flip.change),
                "at_least": flip.at_least,
                "removal": _removal(audit, pair),
            }
            for pair, flip in audit.flips.items()
        ],
        "nemenyi": [{"pair": _names(audit, pair), **asdict(reach)} for pair, reach in audit.nemenyi.items()],
        "weakened": [
            {
                "pair": _names(audit, sweep.pair),
                "copied": audit.comparison.names[sweep.copied],
                "weaker": audit.comparison.names[sweep.weaker],
                "effects": [asdict(effect) for effect in sweep.effects],
            }
            for sweep in audit.weakened
        ],
        "pairs": list(_pairs(audit)),
    }


def _settings(audit: Audit) -> dict[str, Any]:
    """Return the settings of the analysis and of the search."""
    of_analysis = ("alpha", "test", "zero_method", "sides", "correction")
    return {name: getattr(audit.comparison.analysis, name) for name in of_analysis} | {
        name: getattr(audit.settings, name) for name in ("seed", "budget", "sampled")
    }


def _removal(audit: Audit, pair: tuple[int, int]) -> dict[str, Any] | None:
    """Return the smallest removal from the baseline that flips a pair, if the baseline holds it."""
    flip = audit.removals.get(pair)
    if flip is None:
        return None
    return {"possible": flip.possible, "remove": _names(audit, flip.change), "at_least": flip.at_least}


def _names(audit: Audit, positions: Iterable[int]) -> list[str]:
    return [audit.comparison.names[i] for i in positions]


def _pairs(audit: Audit) -> Iterator[dict[str, Any]]:
    """Yield how robust each pair's verdict is, by the raw p-value and by the adjusted one."""
    pairs, robustness = audit.comparison.pair_statistics, audit.robustness
    smallest, weakest = robustness.weakest()
    smallest_adjusted, weakest_adjusted = robustness.weakest(adjusted=True)
    names = audit.comparison.names
    for i in range(len(smallest)):
        yield {
            "row": names[pairs.row[i]],
            "column": names[pairs.column[i]],
            "robustness": float(smallest[i]),
            "weakest": weakest[i],
            "shares": dict(zip(robustness.families, robustness.raw[:, i].tolist(), strict=True)),
            "adjusted_robustness": float(smallest_adjusted[i]),
            "adjusted_weakest": weakest_adjusted[i],
            "adjusted_shares": dict(
                zip(robustness.families, robustness.adjusted[:, i].tolist(), strict=True)
            ),
        }


def in_words(audit: Audit) -> str:
    """Return the findings in a few sentences, one paragraph per question."""
    return "\n\n".join((_on_patterns(audit), _on_swaps(audit), _on_robustness(audit))) + "\n"


def _on_patterns(audit: Audit) -> str:
    """Say how often the verdicts inside the core change with the others."""
    patterns = audit.patterns
    words, which = Text("words"), audit.comparison.analysis.correction
    correction = "no correction for multiple testing" if which == "none" else words.correction_kind(which)
    if patterns.n_possible == 1:
        extent = "the one way"
    elif patterns.exhaustive:
        extent = f"all {patterns.n_sets:,} ways"
    else:
        extent = f"{patterns.n_sets:,} of {patterns.n_possible:,} ways"
    lines = [
        f"With {correction}, {words.joined(_names(audit, patterns.core))} show "
        f"{words.count(len(patterns.patterns), 'pattern')} of significance over {extent} to add others."
    ]
    if patterns.at_random:
        lines.append(f"Shares are within {100 * patterns.margin:.2g} percentage points (95 %).")
    if not audit.complete:
        lines.append("The work was interrupted: the counts cover what was decided until then.")
    for pattern in patterns.patterns:
        pairs = "; ".join(
            f"{a} and {b}" for a, b in (_names(audit, pair) for pair in pattern.not_significant)
        )
        share = 100 * pattern.count / patterns.n_sets
        sets = "set" if pattern.count == 1 else "sets"
        lines.append(f"  {pattern.count:>9,} {sets} ({share:.1f} %): not significant: {pairs or 'none'}")
    lines.extend(_flip_line(audit, pair, flip) for pair, flip in audit.flips.items() if flip.possible)
    return "\n".join(lines)


def _flip_line(audit: Audit, pair: tuple[int, int], flip: Flip) -> str:
    """Say what it takes to flip one pair."""
    a, b = _names(audit, pair)
    if flip.change:
        return (
            f"  Adding {Text('words').joined(_names(audit, flip.change))} to the core flips {a} against {b}."
        )
    return f"  Adding {flip.at_least} or more to the core flips {a} against {b}."


def _on_swaps(audit: Audit) -> str:
    """Say how many orders of mean ranks depend on the others."""
    swaps = audit.rank_swaps
    reversible = [swap for swap in swaps if swap.reversible]
    lines = [
        f"Other competitors can reverse the order of mean ranks of {len(reversible):,} of "
        f"{len(swaps):,} pairs."
    ]
    easiest = sorted(reversible, key=lambda swap: len(swap.add) + len(swap.remove))[:5]
    for swap in easiest:
        better, worse = _names(audit, (swap.better, swap.worse))
        steps = [
            f"{verb} {Text('words').joined(_names(audit, who))}"
            for verb, who in (("adding", swap.add), ("removing", swap.remove))
            if who
        ]
        change = " and ".join(steps)
        lines.append(f"  {change[0].upper()}{change[1:]} puts {worse} before {better}.")
    return "\n".join(lines)


def _on_robustness(audit: Audit) -> str:
    """Say which verdicts depend most on the data and the convention."""
    smallest, weakest = audit.robustness.weakest()
    pairs, names = audit.comparison.pair_statistics, audit.comparison.names
    certain = int((smallest == 1).sum())
    lines = [
        f"{certain:,} of {len(smallest):,} verdicts on pairs, uncorrected, {'holds' if certain == 1 else 'hold'} in "
        "every variant of the data and of the test that was tried."
    ]
    for i in smallest.argsort(kind="stable")[:5].tolist():
        if smallest[i] < 1:
            pair = f"{names[pairs.row[i]]} against {names[pairs.column[i]]}"
            single = audit.robustness.is_single(weakest[i])
            share = "0 of 1 variant" if single else f"{100 * smallest[i]:.0f} % of variants"
            lines.append(f"  {pair}: {share} ({weakest[i]})")
    return "\n".join(lines)
