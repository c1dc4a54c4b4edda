"""French of distributions of scores or ranks."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Distributions of scores": "Distributions des scores",
    "Distributions of ranks": "Distributions des rangs",
    "rank": "rang",
    "score": "score",
    "{name} {number}": "{name} ({number})",
    "{shown}, and {more}": "{shown}, et {more}",
    "Medians of scores: {shown}.": "Médianes des scores : {shown}.",
    "Mean ranks of ranks: {shown}.": "Rangs moyens : {shown}.",
    "{drawn} of {all}": "{drawn} des {all}",
    "{title} of {whose} on {tasks} ({kind}).": "{title} {whose:de} sur {tasks} ({kind}).",
    "Boxes: quartiles; line: median; diamond: mean; whiskers: last task within 1.5 quartile distances; points: "
    "tasks beyond.": (
        "Boîtes : quartiles ; trait : médiane ; losange : moyenne ; moustaches : dernière tâche à moins de 1,5 fois "
        "l’écart interquartile ; points : tâches au-delà."
    ),
    "Outlines: densities (normal kernel, Silverman's width), cut at the extremes; bar: quartiles; line: median; "
    "diamond: mean.": (
        "Contours : densités (noyau gaussien, largeur de Silverman), coupées aux valeurs extrêmes ; barre : "
        "quartiles ; trait : médiane ; losange : moyenne."
    ),
    "Each point is a task, stacked where tasks are close; line: median; diamond: mean.": (
        "Chaque point est une tâche ; les points voisins sont empilés ; trait : médiane ; losange : moyenne."
    ),
    "Tasks that are close share a point, which grows with their number (1, 2–3, 4–7, 8–15, at least 16); line: "
    "median; diamond: mean.": (
        "Les tâches voisines partagent un point, qui grossit avec leur nombre (1, 2–3, 4–7, 8–15, au moins 16) ; "
        "trait : médiane ; losange : moyenne."
    ),
    "Numbers: mean ranks, 1 is best.": "Nombres : rangs moyens, 1 étant le meilleur.",
    "Numbers: medians.": "Nombres : médianes.",
}
