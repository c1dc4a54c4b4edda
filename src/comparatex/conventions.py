"""The named conventions in words, and where they differ on a table: as text for a terminal, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.conventions.profiles import CONVENTIONS
from comparatex.inference.conventions.settings import Convention
from comparatex.inference.conventions.verdicts import Verdict, differing, verdict

_OMNIBUS = {
    "friedman": "Friedman's χ² corrected for ties",
    "friedman-uncorrected": "Friedman's χ² not corrected for ties",
    "iman-davenport": "Iman and Davenport's F corrected for ties",
    "iman-davenport-uncorrected": "Iman and Davenport's F not corrected for ties",
}
_GATES = {
    "none": "whatever it says",
    "warn": "with a remark when it is not significant",
    "one-clique": "one group of all when it is not significant",
    "refuse": "no result when it is not significant",
}
_TESTS = {"nemenyi": "Nemenyi test", "friedman-z": "normal test of mean ranks", "conover": "Conover's test"}
_SIDES = {
    "two": "two-sided",
    "better-rank": "one-sided towards the better mean rank",
    "first-column": "one-sided for the comparate that comes first in the table",
    "lower-tail": "lower tail of the smaller rank sum",
}
_ZEROS = {
    "pratt": "zeros after Pratt",
    "wilcox": "zeros dropped",
    "zsplit": "zeros split",
    "zsplit-drop-odd": "zeros split, one of an odd number dropped",
}
_DISTRIBUTIONS = {
    "exact": "exact with ties and zeros up to 50 non-zero differences, else normal",
    "scipy-1.11": "p as SciPy 1.11",
    "scipy-1.17": "p as SciPy 1.17",
    "exact-1.11": "exact p ignoring ties, normal with zeros",
    "exact-1.17": "exact p ignoring ties and zeros",
    "julia": "exact p up to 15, or 50 without ties, else normal with continuity correction",
    "normal-plain": "normal p corrected for nothing",
}
_RULES = {
    "none": "no correction",
    "holm": "Holm over all pairs",
    "holm-no-stop": "α/(m − i + 1) for the i-th p, without a stop",
    "alpha-over-k-1": "α/(k − 1) for every pair",
    "finner": "Finner over all pairs",
}
_CLIQUES = {
    "none": "no groups",
    "interval": "groups within the critical difference",
    "prefix-run": "groups by runs from each comparate",
    "row-gaps": "groups of all joined to a comparate",
    "row-span": "groups to the last joined to a comparate",
    "maximal": "maximal groups of pairwise joined comparates",
    "maximal-filled": "maximal groups, filled by rank",
}


def in_words(convention: Convention) -> str:
    """Return the settings of a convention in one sentence."""
    parts = [_test(convention)]
    if convention.test != "nemenyi":
        parts.append(_RULES[convention.rule])
    parts += [f"α = {convention.alpha:g}", _CLIQUES[convention.cliques]]
    if convention.omnibus != "none":
        parts.append(f"{_OMNIBUS[convention.omnibus]} ({_GATES[convention.gate]})")
    text = "; ".join(parts)
    return f"{text[0].upper()}{text[1:]}."


def _test(convention: Convention) -> str:
    """Return the test of a pair in words."""
    if convention.test != "wilcoxon":
        return _TESTS[convention.test]
    floats = "" if convention.exact_differences else ", differences as binary floats"
    return (
        f"{_SIDES[convention.alternative]} Wilcoxon signed-rank test ({_ZEROS[convention.zeros]}, "
        f"{_DISTRIBUTIONS[convention.distribution]}{floats})"
    )


def listed() -> str:
    """Return all conventions with their settings and known defects, for a terminal."""
    blocks = []
    for one in CONVENTIONS.values():
        note = f"\n  Note: {one.note}" if one.note else ""
        blocks.append(f"{one.name}: {one.tool}\n  {in_words(one)}{note}")
    return "\n".join(blocks) + "\n"


def verdicts(scores: Scores, names: Sequence[str] = (), alpha: float | None = None) -> list[Verdict]:
    """Return what conventions make of a table: all of them, or those named.

    Raises
    ------
    UsageError
        There is no convention of a name.
    """
    unknown = [name for name in names if name not in CONVENTIONS]
    if unknown:
        raise UsageError(f"There is no convention {unknown[0]!r}; there are {', '.join(CONVENTIONS)}.")
    return [verdict(scores, CONVENTIONS[name], alpha) for name in names or CONVENTIONS]


def compared(scores: Scores, found: Sequence[Verdict]) -> str:
    """Return where conventions differ on a table, for a terminal."""
    return "\n".join((*_summary(scores, found), "", *_disagreements(scores, found))) + "\n"


def _summary(scores: Scores, found: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each convention: how many pairs differ, and its groups."""
    width = max(len(one.convention.name) for one in found)
    n_pairs = len(found[0].row)
    yield f"{'convention':{width}}  {'α':>5}  pairs that differ, of {n_pairs}; groups"
    for one in found:
        convention = one.convention
        shown = " | ".join(", ".join(scores.comparates[i] for i in group) for group in one.groups)
        if one.stopped:
            shown = "stopped by the omnibus test" + (f": {shown}" if shown else "")
        count = int(one.significant.sum())
        yield f"{convention.name:{width}}  {convention.alpha:>5g}  {count:>3}; {shown or '–'}"


def _disagreements(scores: Scores, found: Sequence[Verdict]) -> Iterator[str]:
    """Yield a line for each pair on which conventions differ, and who draws the same groups."""
    where, names = differing(found), [one.convention.name for one in found]
    yield f"{len(where.pairs)} of {len(found[0].row)} pairs depend on the convention."
    for pair in where.pairs.tolist():
        first, second = _pair(scores, found[0], pair)
        yes = [name for name, says in zip(names, where.significant[:, pair], strict=True) if says]
        no = [name for name in names if name not in yes]
        yield f"  {first} and {second}: different for {', '.join(yes)}; not for {', '.join(no)}"
    yield f"{len(where.groups)} different sets of groups are drawn:"
    yield from (f"  {', '.join(names)}" for names in where.groups)


def _pair(scores: Scores, one: Verdict, pair: int) -> tuple[str, str]:
    """Return the names of a pair."""
    return scores.comparates[int(one.row[pair])], scores.comparates[int(one.column[pair])]


def to_json(scores: Scores | None, found: Sequence[Verdict]) -> str:
    """Return conventions, and what they make of a table, as strict JSON."""
    if scores is None:
        content: dict[str, Any] = {"conventions": [_described(one) for one in CONVENTIONS.values()]}
    else:
        where = differing(found)
        content = {
            "conventions": [{**_described(one.convention), **_result(scores, one)} for one in found],
            "differing_pairs": [list(_pair(scores, found[0], pair)) for pair in where.pairs.tolist()],
            "same_groups": [list(names) for names in where.groups],
        }
    return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)


def _described(convention: Convention) -> dict[str, Any]:
    """Return the settings of a convention with their words."""
    return {**asdict(convention), "words": in_words(convention)}


def _result(scores: Scores, one: Verdict) -> dict[str, Any]:
    """Return what a convention makes of a table."""
    columns = (one.pvalue.tolist(), one.adjusted_pvalue.tolist(), one.significant.tolist())
    pairs = [
        {
            "first": _pair(scores, one, k)[0],
            "second": _pair(scores, one, k)[1],
            "pvalue": raw,
            "adjusted_pvalue": adjusted,
            "significant": significant,
        }
        for k, (raw, adjusted, significant) in enumerate(zip(*columns, strict=True))
    ]
    return {
        "omnibus_pvalue": None if np.isnan(one.omnibus_pvalue) else one.omnibus_pvalue,
        "stopped": one.stopped,
        "mean_rank": dict(zip(scores.comparates, one.mean_rank.tolist(), strict=True)),
        "pairs": pairs,
        "groups": [[scores.comparates[i] for i in group] for group in one.groups],
    }
