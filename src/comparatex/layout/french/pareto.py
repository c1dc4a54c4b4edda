"""French of scores against costs."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Scores against costs": "Scores en fonction des coûts",
    "cost": "coût",
    "mean rank, 1 is best": "rang moyen, 1 étant le meilleur",
    "mean score": "score moyen",
    "median score": "score médian",
    "mean {measure}": "moyenne {measure:de}",
    "median {measure}": "médiane {measure:de}",
    "{subject} of {comparates} on {tasks} ({better}) against {cost} (less is better).": (
        "{subject} {comparates:de} sur {tasks} ({better}) ; en abscisse : {cost} (le plus bas est le meilleur)."
    ),
    "Mean rank, 1 is best of {comparates} on {tasks} (lower ranks are better) against {cost} (less is better).": (
        "Rang moyen {comparates:de} sur {tasks} (1 étant le meilleur) ; en abscisse : {cost} (le plus bas est le "
        "meilleur)."
    ),
    "Line and filled marks: the Pareto front; every other comparate costs at least as much as one of these and is "
    "no better, or as good and costs more.": (
        "Ligne et marques pleines : front de Pareto ; toute autre méthode coûte au moins autant que l’une de celles-ci "
        "sans être meilleure, ou est aussi bonne mais coûte plus."
    ),
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
    "Numbers stand for names that have no room: {names}.": "Numéros de noms omis faute de place : {names}.",
    "Without room for their names: {names}.": "Noms omis faute de place : {names}.",
    "On the Pareto front are {number} of {all}, the cheapest first: {names}.": (
        "Méthodes du front de Pareto ({number} sur {all}), la moins coûteuse en premier : {names}."
    ),
}
