"""The named conventions in words, and where they differ on a table: as text for a terminal, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from comparatex.data.scores import Scores
from comparatex.inference.convention_profiles import CONVENTIONS, Convention, find
from comparatex.inference.convention_verdicts import Verdict, differing, verdict
from comparatex.layout.numbers import level
from comparatex.text import Text


def listed() -> str:
    """Return all conventions with their settings and known defects, for a terminal."""
    blocks = []
    for convention in CONVENTIONS.values():
        note = f"\n  Note: {convention.note}" if convention.note else ""
        blocks.append(f"{convention.name}: {convention.tool}\n  {in_words(convention)}{note}")
    return "\n".join(blocks) + "\n"


def in_words(convention: Convention) -> str:
    """Return the settings of a convention in one sentence."""
    return str(Text("conventions").in_words(convention, level(convention.alpha)))


def verdicts(scores: Scores, names: Sequence[str] = (), alpha: float | None = None) -> list[Verdict]:
    """Return what conventions make of a table: all of them, or those named."""
    return [verdict(scores, find(name), alpha) for name in names or CONVENTIONS]


def compared(scores: Scores, outcomes: Sequence[Verdict]) -> str:
    """Return where conventions differ on a table, for a terminal."""
    return "\n".join((*_summary(scores, outcomes), "", *_disagreements(scores, outcomes))) + "\n"


def _summary(scores: Scores, outcomes: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each convention: how many pairs differ, and its groups."""
    width = max(len(outcome.convention.name) for outcome in outcomes)
    n_pairs = len(outcomes[0].row)
    yield f"{'convention':{width}}  {'α':>5}  pairs that differ, of {n_pairs}; groups"
    for outcome in outcomes:
        convention = outcome.convention
        shown = " | ".join(", ".join(scores.comparates[i] for i in group) for group in outcome.groups)
        if outcome.stopped:
            shown = "stopped by the omnibus test" + (f": {shown}" if shown else "")
        count = int(outcome.significant.sum())
        yield f"{convention.name:{width}}  {convention.alpha:>5g}  {count:>3}; {shown or '–'}"


def _disagreements(scores: Scores, outcomes: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each pair on which conventions differ, and who draws the same groups."""
    where, names = differing(outcomes), [outcome.convention.name for outcome in outcomes]
    yield f"{len(where.pairs)} of {len(outcomes[0].row)} pairs depend on the convention."
    for pair in where.pairs.tolist():
        first, second = _pair(scores, outcomes[0], pair)
        yes = [name for name, says in zip(names, where.significant[:, pair], strict=True) if says]
        no = [name for name in names if name not in yes]
        yield f"  {first} and {second}: different for {', '.join(yes)}; not for {', '.join(no)}"
    yield f"{len(where.groups)} different sets of groups are drawn:"
    yield from (f"  {', '.join(names)}" for names in where.groups)


def _pair(scores: Scores, verdict: Verdict, pair: int) -> tuple[str, str]:
    return scores.comparates[int(verdict.row[pair])], scores.comparates[int(verdict.column[pair])]


def to_json(scores: Scores | None, outcomes: Sequence[Verdict]) -> str:
    """Return conventions, and what they make of a table, as strict JSON."""
    if scores is None:
        content: dict[str, Any] = {
            "conventions": [_described(convention) for convention in CONVENTIONS.values()]
        }
    else:
        where = differing(outcomes)
        content = {
            "conventions": [
                {**_described(outcome.convention), **_result(scores, outcome)} for outcome in outcomes
            ],
            "differing_pairs": [list(_pair(scores, outcomes[0], pair)) for pair in where.pairs.tolist()],
            "same_groups": [list(names) for names in where.groups],
        }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)


def _described(convention: Convention) -> dict[str, Any]:
    """Return the settings of a convention with their words."""
    return {**asdict(convention), "words": in_words(convention)}


def _result(scores: Scores, outcome: Verdict) -> dict[str, Any]:
    """Return what a convention makes of a table."""
    columns = (outcome.pvalue.tolist(), outcome.adjusted_pvalue.tolist(), outcome.significant.tolist())
    pairs = [
        {
            "first": _pair(scores, outcome, k)[0],
            "second": _pair(scores, outcome, k)[1],
            "pvalue": raw,
            "adjusted_pvalue": adjusted,
            "significant": significant,
        }
        for k, (raw, adjusted, significant) in enumerate(zip(*columns, strict=True))
    ]
    return {
        "omnibus_pvalue": None if np.isnan(outcome.omnibus_pvalue) else outcome.omnibus_pvalue,
        "stopped": outcome.stopped,
        "mean_rank": dict(zip(scores.comparates, outcome.mean_rank.tolist(), strict=True)),
        "pairs": pairs,
        "groups": [[scores.comparates[i] for i in group] for group in outcome.groups],
    }
