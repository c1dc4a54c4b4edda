"""The named conventions in words, and where they differ on a table: as text for a terminal, and as JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from comparatex.data.scores import Scores
from comparatex.inference.arithmetic import records
from comparatex.inference.convention_profiles import CONVENTIONS, Convention, find
from comparatex.inference.convention_verdicts import Verdict, differing, verdict
from comparatex.layout.numbers import level
from comparatex.pair_table import as_json
from comparatex.text import Text

_WIDTH = 96
"""Characters of a line: few terminals are narrower than 100."""
DIFFERENT, ALIKE = "≠", "="  # the verdicts on a pair
MOST = 60
"""Comparates for which all conventions take minutes, if there are more."""


def listed() -> str:
    """Return all conventions with their settings and known defects, for a terminal."""
    text = ""
    for convention in CONVENTIONS.values():
        note = f"  Note: {convention.note}\n" if convention.note else ""
        text += f"{convention.name}: {convention.tool}\n  {in_words(convention)}\n{note}"
    return text


def in_words(convention: Convention) -> str:
    """Return the settings of a convention in one sentence."""
    return str(Text("conventions").in_words(convention, level(convention.alpha)))


def verdicts(scores: Scores, names: Sequence[str] = (), alpha: float | None = None) -> list[Verdict]:
    """Return what conventions make of a table: all of them, or those named."""
    return [verdict(scores, find(name), alpha) for name in names or CONVENTIONS]


def families(outcomes: Sequence[Verdict]) -> list[list[Verdict]]:
    """Return conventions that decide every pair alike together, in the order of the first of each."""
    alike: dict[bytes, list[Verdict]] = {}
    for outcome in outcomes:
        alike.setdefault(outcome.significant.tobytes(), []).append(outcome)
    return list(alike.values())


def compared(scores: Scores, outcomes: Sequence[Verdict], alpha: float | None = None) -> str:
    """Return where conventions differ on a table, for a terminal: pairs by families of conventions.

    `alpha` is the level of all, if they do not have their own.
    """
    where, alike, n_pairs = differing(outcomes), families(outcomes), len(outcomes[0].row)
    usual = CONVENTIONS["comparatex"].alpha if alpha is None else alpha
    at = f"α = {usual:g}{' unless said' if alpha is None else ''}"
    lines = [f"   differ  conventions that decide every pair alike; {at}"]
    for k, family in enumerate(alike):
        names = [_name(outcome, usual if alpha is None else None) for outcome in family]
        lines += _wrapped(names, f"{letter(k):2}{int(family[0].significant.sum()):7}  ", " " * 11)
    n_disputed = len(where.pairs)
    signs = f": {DIFFERENT} the two differ, {ALIKE} they do not" if n_disputed else ""
    verb = "depends" if n_disputed == 1 else "depend"
    lines += ["", f"{n_disputed:,} of {n_pairs:,} pairs {verb} on the convention{signs}."]
    if n_disputed:
        lines += ["", *_disputed(scores, alike, where.pairs.tolist())]
    if where.groups:
        lines += ["", "Who draws which groups:"]
    drawn = {outcome.convention.name: outcome.groups for outcome in outcomes}
    for conventions in where.groups:
        lines += ["", *_wrapped(conventions, "", "")]
        for group in drawn[conventions[0]] or [()]:
            lines += _wrapped([scores.comparates[i] for i in group] or ["none"], "  ", "    ")
    return "\n".join(lines) + "\n"


def letter(k: int) -> str:
    """Return the letter of the k-th set of groups, doubled after Z.

    >>> letter(0), letter(27)
    ('A', 'BB')
    """
    return chr(ord("A") + k % 26) * (1 + k // 26)


def _name(outcome: Verdict, usual: float | None) -> str:
    """Return the name of a convention with what is unusual: its level, and that its omnibus test stopped it."""
    level = f"α = {outcome.convention.alpha:g}" if usual not in (None, outcome.convention.alpha) else ""
    about = ", ".join(filter(None, (level, "stopped by the omnibus test" if outcome.stopped else "")))
    return f"{outcome.convention.name} ({about})" if about else outcome.convention.name


def _wrapped(names: Sequence[str], first: str, others: str) -> list[str]:
    """Return lines of names, none of which is broken."""
    text = ", ".join(name.replace(" ", "\N{NO-BREAK SPACE}") for name in names)
    broken = textwrap.wrap(
        text, _WIDTH, initial_indent=first, subsequent_indent=others, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in broken]


def _disputed(scores: Scores, alike: Sequence[Sequence[Verdict]], disputed: Sequence[int]) -> Iterator[str]:
    """Yield a line for each pair on which conventions differ, a column for each family."""
    names = [_pair(scores, alike[0][0], pair) for pair in disputed]
    widths = [max(map(len, side)) for side in zip(*names, strict=True)]
    yield " " * (sum(widths) + 4) + "".join(f"{letter(k):3}" for k in range(len(alike))).rstrip()
    for pair, (first, second) in zip(disputed, names, strict=True):
        signs = (DIFFERENT if family[0].significant[pair] else ALIKE for family in alike)
        yield f"{first:{widths[0]}}  {second:{widths[1]}}  {'  '.join(signs)}"


def _pair(scores: Scores, verdict: Verdict, pair: int) -> tuple[str, str]:
    return scores.comparates[int(verdict.row[pair])], scores.comparates[int(verdict.column[pair])]


def to_json(scores: Scores | None, outcomes: Sequence[Verdict]) -> str:
    """Return conventions, and what they make of a table, as strict JSON."""
    if scores is None:
        content: dict[str, Any] = {"conventions": [_described(convention) for convention in CONVENTIONS.values()]}
    else:
        where = differing(outcomes)
        content = {
            "conventions": [{**_described(outcome.convention), **_result(scores, outcome)} for outcome in outcomes],
            "differing_pairs": [list(_pair(scores, outcomes[0], pair)) for pair in where.pairs.tolist()],
            "same_groups": [list(names) for names in where.groups],
        }
    return as_json(content)


def _described(convention: Convention) -> dict[str, Any]:
    """Return the settings of a convention with their words."""
    return {**asdict(convention), "words": in_words(convention)}


def _result(scores: Scores, outcome: Verdict) -> dict[str, Any]:
    """Return what a convention makes of a table."""
    columns = {
        "first": [scores.comparates[i] for i in outcome.row],
        "second": [scores.comparates[i] for i in outcome.column],
        **{name: getattr(outcome, name) for name in ("pvalue", "adjusted_pvalue", "significant")},
    }
    return {
        "omnibus_pvalue": outcome.omnibus_pvalue,
        "stopped": outcome.stopped,
        "mean_rank": dict(zip(scores.comparates, outcome.mean_rank.tolist(), strict=True)),
        "pairs": records(columns),
        "groups": [[scores.comparates[i] for i in group] for group in outcome.groups],
    }
