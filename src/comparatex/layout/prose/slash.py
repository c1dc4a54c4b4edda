r"""Keys with slashes for the numbers for prose, ``\comparatex{pair/A/B/pvalue}``, beside those that read as English.

Their last parts are the names of `stats.json`. A comparate with a slash in its name has its English keys alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from comparatex.layout.prose.facts import EQUATION, SIGNED, equation

if TYPE_CHECKING:
    from comparatex.layout.prose.view import Numbers

_ENDING = "_equation"
_ENDINGS = {EQUATION: _ENDING, SIGNED: "_signed"}
_TESTS = MappingProxyType(
    {"Friedman ": "friedman/", "Iman-Davenport ": "iman_davenport/", "critical": "nemenyi/critical"}
)
_RENAMED = MappingProxyType(
    {
        "tasks": "n_tasks",
        "complete tasks": "n_complete_tasks",
        "comparates": "n_comparates",
        "pairs": "n_pairs",
        "p": "pvalue",
        "exact p": "exact_pvalue",
        "adjusted p": "adjusted_pvalue",
        "sign p": "sign_pvalue",
        "Nemenyi p": "nemenyi_pvalue",
        "positive rank sum": "w_plus",
        "negative rank sum": "w_minus",
        "rank-biserial effect": "rank_biserial",
        "Cohen's d": "cohens_d",
        "Cliff's delta": "cliffs_delta",
        "Vargha-Delaney A": "vargha_delaney",
    }
)


@dataclass(frozen=True)
class Aliases:
    """For each English key of the table, of a comparate and of a pair (English key, part after the slash)."""

    facts: tuple[tuple[str, str], ...]
    comparates: tuple[tuple[str, str], ...]
    pairs: tuple[tuple[str, str], ...]


def alias(key: str) -> str:
    """Return the name of `stats.json` for what an English key is about.

    >>> alias("mean rank"), alias("adjusted p equation"), alias("Friedman p"), alias("critical difference")
    ('mean_rank', 'adjusted_pvalue_equation', 'friedman/pvalue', 'nemenyi/critical_difference')
    """
    english = next((words for words in _ENDINGS if key.endswith(words)), "")
    key, ending = key.removesuffix(english), _ENDINGS.get(english, "")
    for name, test in _TESTS.items():
        if key.startswith(name):
            return test + _named(key.removeprefix(name)) + ending
    return _named(key) + ending


def _named(words: str) -> str:
    """Return words as a name."""
    return _RENAMED.get(words, words.replace(" ", "_"))


def aliases(view: Numbers) -> Aliases:
    """Return what the template needs to say of the keys with slashes."""
    facts = [fact.key for fact in view.facts]
    facts += [f"{fact.key}{EQUATION}" for fact in view.facts if fact.kind == "pvalue"]
    return Aliases(
        tuple((key, alias(key)) for key in facts if alias(key) != key),
        tuple((field.name, alias(field.name)) for field in view.comparate_fields),
        tuple((field.name, alias(field.name)) for field in view.pair_fields),
    )


def items(view: Numbers) -> Iterator[tuple[str, str]]:
    r"""Yield every key with slashes with what it prints."""
    for fact in view.facts:
        yield alias(fact.key), fact.value
        if fact.kind == "pvalue":
            yield f"{alias(fact.key)}{_ENDING}", equation(fact.value)
    for record in view.comparates:
        if "/" not in record.keys[0]:
            for field in view.comparate_fields:
                yield f"comparate/{record.keys[0]}/{alias(field.name)}", field.text(record.values)
    yield from _of_pairs(view, {field.name: alias(field.name) for field in view.pair_fields})


def _of_pairs(view: Numbers, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the keys of pairs, both ways round."""
    for record in view.pairs:
        if any("/" in key for key in record.keys):
            continue
        for reverse in (False, True):
            pair = "/".join(record.keys[::-1] if reverse else record.keys)
            for field in view.pair_fields:
                yield f"pair/{pair}/{names[field.name]}", field.text(record.values, reverse)
