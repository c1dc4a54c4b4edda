"""French of the performance profile."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Performance profile": "Profil de performance",
    "tasks (%)": "tâches (%)",
    "{measure}, ratio to the best": "{measure}, rapport au meilleur",
    "{measure}, difference from the best": "{measure}, écart au meilleur",
    "{name} on {share} %": "{name} ({share} %)",
    "Best, or as good as the best, are {best} of {tasks}.": (
        "Meilleure, seule ou à égalité, sur {tasks} : {best}."
    ),
    "Performance profile of {comparates} on {tasks} ({kind}).": (
        "Profil de performance {comparates:de} sur {tasks} ({kind})."
    ),
    "Performance profile of {comparates} on {tasks} on which every comparate has a score ({kind}).": (
        "Profil de performance {comparates:de} sur {tasks} où chaque méthode a un score ({kind})."
    ),
    "A curve shows on what share of the tasks a comparate is within a factor of the best score of the task; at the "
    "left end, how often it is the best or ties with it.": (
        "Une courbe montre sur quelle part des tâches une méthode atteint, à un facteur près, le meilleur score de la "
        "tâche ; à l’extrémité gauche, la part des tâches où elle est la meilleure, seule ou à égalité."
    ),
    "A curve shows on what share of the tasks a comparate is within a difference from the best score of the task; at "
    "the left end, how often it is the best or ties with it.": (
        "Une courbe montre sur quelle part des tâches une méthode atteint, à un écart près, le meilleur score de la "
        "tâche ; à l’extrémité gauche, la part des tâches où elle est la meilleure, seule ou à égalité."
    ),
    "The best of a task depends on who is compared, and so do the curves.": (
        "Le meilleur score d’une tâche dépend des méthodes comparées, et les courbes aussi."
    ),
    "Grey: {others}.": "En gris : {others}.",
}
