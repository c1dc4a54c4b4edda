r"""Keys with slashes for the numbers for prose, ``\comparatex{pair/A/B/pvalue}``, beside those that read as English.

Their last parts are the names of `stats.json`. A comparate with a slash in its name has its English keys alone.
"""

from __future__ import annotations

from functools import cache
from types import MappingProxyType

from comparatex.layout.prose.facts import EQUATION, SIGNED

_ENDINGS = MappingProxyType({EQUATION: "_equation", SIGNED: "_signed"})
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


@cache
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


def alias_of(name: str, keys: tuple[str, ...]) -> str:
    """Return the key of a number of a comparate, or of a pair.

    >>> alias_of("mean rank", ("A",)), alias_of("p", ("A", "B"))
    ('comparate/A/mean_rank', 'pair/A/B/pvalue')
    """
    return "/".join(("comparate" if len(keys) == 1 else "pair", *keys, alias(name)))
