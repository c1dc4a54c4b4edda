"""French of sequences of critical difference diagrams."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Sequence of critical difference diagrams": "Suite de diagrammes de différences critiques",
    "all tasks": "toutes les tâches",
    "{n} task": "{n} tâche",
    "{n} tasks": "{n} tâches",
    "{n} more row": "{n} autre ligne",
    "{n} more rows": "{n} autres lignes",
    "Best mean rank: {names}.": "Meilleur rang moyen : {names}.",
    "Mean ranks of {comparates} in {rows}, each ranked and tested by itself.": (
        "Rangs moyens {comparates:de} en {rows}, chaque ligne étant classée et testée séparément."
    ),
    "Bars join comparates that are pairwise not significantly different at α = {alpha} by the {test}.": (
        "Les barres relient les méthodes qui ne diffèrent pas significativement deux à deux au seuil α = {alpha} "
        "selon le {test}."
    ),
    "Bars join comparates that are pairwise not significantly different at α = {alpha} by the {test}, with "
    "{correction} of its row.": (
        "Les barres relient les méthodes qui ne diffèrent pas significativement deux à deux au seuil α = {alpha} "
        "selon le {test} ; dans chaque ligne, {correction}."
    ),
    "Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member.": (
        "Là où une barre est fine et porte une marque creuse, elle passe au-dessus d’une méthode qui n’en fait pas "
        "partie."
    ),
    "Lines follow a comparate through the rows; rows are not corrected for their number.": (
        "Les traits suivent une méthode d’une ligne à l’autre ; aucune correction ne tient compte du nombre de lignes."
    ),
    "The bars of {names} are too many to be read and are left out.": (
        "Les barres {names:de}, trop nombreuses pour être lisibles, sont omises."
    ),
    "Warning: the Friedman test does not reject that all perform alike in {names}.": (
        "Attention : le test de Friedman ne rejette pas l’hypothèse d’égalité des performances pour {names}."
    ),
}
