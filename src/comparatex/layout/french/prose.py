"""French of the numbers for prose; keys are the same in every language."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Numbers for prose, of {n} comparates on {n_tasks} tasks": (
        "Nombres pour le texte, de {n} méthodes sur {n_tasks} tâches"
    ),
    "higher": "plus élevé",
    "lower": "plus faible",
}
