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
    "no better, or as good and costs more. Differences were not tested.": (
        "Ligne et marques pleines : front de Pareto ; toute autre méthode coûte au moins autant que l’une de celles-ci "
        "sans être meilleure, ou est aussi bonne mais coûte plus. Les différences n’ont pas été testées."
    ),
    "Without room for their names: {names}.": "Noms omis faute de place : {names}.",
    "On the Pareto front are {number} of {all}, the cheapest first: {names}.": (
        "Méthodes du front de Pareto ({number} sur {all}), la moins coûteuse en premier : {names}."
    ),
}
