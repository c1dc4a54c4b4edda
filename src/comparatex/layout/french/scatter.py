"""French of the scatter of one pair."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Scatter of {y} against {x}": "Nuage de points {y:de} et {x:de}",
    "{name} ({measure})": "{name} ({measure})",
    "{name} ({what} {mean})": "{name} ({what} {mean})",
    "better on {n} task": "meilleure sur {n} tâche",
    "better on {n} tasks": "meilleure sur {n} tâches",
    "equal on {n}": "égalité sur {n}",
    "On {tasks}, {y} is better than {x} on {wins}, equal on {ties} and worse on {losses}.": (
        "Sur {tasks}, {y} est meilleure {x:que} sur {wins}, à égalité sur {ties} et moins bonne sur {losses}."
    ),
    "Scores of {y} against {x} on {tasks} ({kind}).": (
        "Scores {y:de} en fonction de ceux {x:de} sur {tasks} ({kind})."
    ),
    "Tasks of nearly equal scores share a mark, which grows with their number: sizes stand for 1, 2–3, 4–7, 8–15 "
    "and at least 16 tasks.": (
        "Les tâches dont les scores sont presque égaux partagent une marque, qui grossit avec leur nombre : les "
        "tailles représentent 1, 2–3, 4–7, 8–15 et au moins 16 tâches."
    ),
    "Both axes are logarithmic.": "Les deux axes sont logarithmiques.",
    "Each mark is a task.": "Chaque marque est une tâche.",
    "Circles: {y} is better, on {wins}; triangles: {x}, on {losses}; squares: both are equal, on {ties}.": (
        "Cercles : {y} est meilleure, sur {wins} ; triangles : {x}, sur {losses} ; carrés : les deux sont à égalité, "
        "sur {ties}."
    ),
    "The cross marks the mean scores.": "La croix marque les scores moyens.",
    "{test}: {equation}, not corrected for other pairs.": (
        "{test} : {equation}, sans correction pour les autres paires."
    ),
}
