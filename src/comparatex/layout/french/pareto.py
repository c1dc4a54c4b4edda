"""French of costs."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "cost": "coût",
    "Occam's razor: {best} has the best mean score, and all that have less {cost} differ from it significantly "
    "(adjusted p ≤ {alpha}; {test}).": (
        "Rasoir d’Ockham : {best} a le meilleur score moyen, et toutes les méthodes de coût moindre ({cost}) en "
        "diffèrent significativement (p ajustée ≤ {alpha} ; {test})."
    ),
    "Occam's razor: of those that do not differ significantly (adjusted p > {alpha}; {test}) from {best}, which has "
    "the best mean score, {simplest} has the least {cost}.": (
        "Rasoir d’Ockham : parmi les méthodes qui ne diffèrent pas significativement (p ajustée > {alpha} ; {test}) "
        "{best:de}, qui a le meilleur score moyen, {simplest} a le coût le plus faible ({cost})."
    ),
}
