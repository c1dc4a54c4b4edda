"""The page on conventions: what each tool does, and which verdicts depend on that, computed on real tables."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import comparatex as cx
from comparatex.conventions import ALIKE, DIFFERENT, in_words, letter, verdicts
from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.convention_profiles import CONVENTIONS
from comparatex.inference.convention_verdicts import Verdict, differing

ROOT = Path(__file__).resolve().parents[2]
ALPHA = Analysis().alpha
_MOST, _MEMBERS = 12, 12
"""Pairs, and members of groups, that are named."""


class Source(NamedTuple):
    """A table, and what it is."""

    path: str
    title: str


SOURCES = (
    Source("friedman-tutorial/results.csv", "Five time series classifiers (a tutorial on the Friedman test)"),
    Source("classifiers/results.csv", "Fourteen classifiers of scikit-learn"),
)


def described() -> str:
    """Return the conventions, a section each."""
    parts = []
    for one in CONVENTIONS.values():
        note = f"\n\n{one.note}" if one.note else ""
        words = in_words(one).replace(f"; α\u00a0=\u00a0{ALPHA:g}", "")
        parts.append(f"### {one.name}\n\nOf {one.tool}. {words}{note}\n")
    return "\n".join(parts)


def disagreements() -> str:
    """Return, for each table, what the conventions make of it and which pairs depend on the choice."""
    parts = []
    for source in SOURCES:
        scores = cx.read(ROOT / "examples" / source.path)
        parts += [f"### {source.title}\n", _disagreement(scores, source), ""]
    return "\n".join(parts)


def _disagreement(scores: Scores, source: Source) -> str:
    """Return a table of outcomes with their conventions and, where they are few, the pairs that depend on them."""
    found = verdicts(scores)
    where = differing(found)
    lines = [
        f"{scores.n_comparates} methods on {scores.n_tasks} data sets. "
        f"{_depend(len(where.pairs), len(found[0].row))} on the convention "
        f"(`comparatex conventions examples/{source.path}`).\n",
        "| | conventions | pairs that differ | unlike ours | groups |",
        "|---|---|---|---|---|",
    ]
    outcomes: dict[tuple[bytes, str], list[Verdict]] = {}
    for one in found:
        outcomes.setdefault((one.significant.tobytes(), _groups(scores, one)), []).append(one)
    for k, ((_, groups), alike) in enumerate(outcomes.items()):
        significant = alike[0].significant
        unlike = int((significant != found[0].significant).sum())
        cells = (letter(k), ", ".join(map(_link, alike)), int(significant.sum()), unlike, groups)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    if 1 < len(where.pairs) <= _MOST:
        firsts = [alike[0] for alike in outcomes.values()]
        lines += [
            f"\nWhether two differ ({DIFFERENT}) or not ({ALIKE}):\n",
            f"| pair | {' | '.join(letter(k) for k in range(len(firsts)))} |",
            f"|---|{':-:|' * len(firsts)}",
        ]
        for pair in where.pairs.tolist():
            names = [scores.comparates[int(side[pair])] for side in (found[0].row, found[0].column)]
            signs = [DIFFERENT if one.significant[pair] else ALIKE for one in firsts]
            lines.append(f"| {' and '.join(names)} | {' | '.join(signs)} |")
    return "\n".join(lines)


def _depend(number: int, pairs: int) -> str:
    if pairs == 1:
        return "The verdict on the pair depends" if number else "The verdict on the pair does not depend"
    return f"Of {pairs} pairs, {number} {'depends' if number == 1 else 'depend'}"


def _link(one: Verdict) -> str:
    alpha = "" if one.convention.alpha == ALPHA else f" (α = {one.convention.alpha:g})"
    return f"[`{one.convention.name}`](#{one.convention.name}){alpha}"


def _groups(scores: Scores, one: Verdict) -> str:
    """Name the groups that a convention draws, or count them where they are many."""
    if one.stopped:
        return "stopped by the test of the whole table"
    if sum(map(len, one.groups)) > _MEMBERS:
        return f"{len(one.groups)} groups"
    return "; ".join(", ".join(scores.comparates[i] for i in group) for group in one.groups) or "none"
