"""The findings of an audit as JSON for scripts, and as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.flips import Flip
from comparatex.layout.audit_section import section
from comparatex.pair_table import as_json
from comparatex.version import __version__


def to_json(audit: Audit) -> str:
    """Return the findings as strict JSON."""
    return as_json(as_dict(audit))


def as_dict(audit: Audit) -> dict[str, Any]:
    """Return the findings as plain dictionaries and lists; the keys are a contract with scripts."""
    patterns, added = audit.patterns, audit.settings.added
    return {
        "version": __version__,
        "settings": _settings(audit),
        "core": audit.named(patterns.core),
        "added": None if added is None else added[0] if len(added) == 1 else list(added),
        "baseline": audit.named(audit.settings.baseline),
        "n_sets": patterns.n_sets,
        "n_possible": patterns.n_possible,
        "exhaustive": patterns.exhaustive,
        "at_random": patterns.at_random,
        "margin": patterns.margin,
        "patterns": [
            {
                "count": pattern.count,
                "not_significant": [audit.named(pair) for pair in pattern.not_significant],
                "examples": [audit.named(added) for added in pattern.examples],
            }
            for pattern in patterns.patterns
        ],
        "rank_swaps": [
            {
                "better": audit.comparison.names[swap.better],
                "worse": audit.comparison.names[swap.worse],
                "difference": swap.difference,
                "reversible": swap.reversible,
                "smallest_change": {"add": audit.named(swap.add), "remove": audit.named(swap.remove)},
                "smallest_difference": swap.smallest,
                "largest_difference": swap.largest,
            }
            for swap in audit.rank_swaps
        ],
        "flips": list(_flips(audit)),
        "pairs": list(_pairs(audit)),
    }


def _flips(audit: Audit) -> Iterator[dict[str, Any]]:
    """Yield for each pair what reverses its verdict: comparates that are added or, if the baseline has it, removed."""
    for pair, flip in audit.flips.items():
        removal = audit.removals.get(pair)
        yield {
            "pair": audit.named(pair),
            **_change(audit, flip, "add"),
            "removal": removal and _change(audit, removal, "remove"),
        }


def _change(audit: Audit, flip: Flip, kind: str) -> dict[str, Any]:
    return {"possible": flip.possible, kind: audit.named(flip.change), "at_least": flip.at_least}


def _settings(audit: Audit) -> dict[str, Any]:
    """Return the settings of the analysis and of the search."""
    of_analysis = ("alpha", "test", "zero_method", "sides", "correction")
    return {name: getattr(audit.comparison.analysis, name) for name in of_analysis} | {
        name: getattr(audit.settings, name) for name in ("seed", "budget", "sampled")
    }


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
            "adjusted_shares": dict(zip(robustness.families, robustness.adjusted[:, i].tolist(), strict=True)),
        }


def in_words(audit: Audit) -> str:
    """Return the running text on the findings, a paragraph for each kind of them."""
    return "\n\n".join(map(str, section(audit, ()).paragraphs)) + "\n"
