"""French of the map of significance."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Map of significance": "Carte de significativité",
    "Significance of all pairs among {whose} ({kind}).": (
        "Significativité de toutes les paires parmi {whose} ({kind})."
    ),
    "Red: the row is better; blue, with a dash: the column is better; the darker, the smaller p; light: not "
    "significant.": (
        "Rouge : la ligne est meilleure ; bleu, avec un tiret : la colonne est meilleure ; plus la teinte est "
        "foncée, plus p est petit ; clair : non significatif."
    ),
    ", not corrected": ", sans correction",
    "Of the {pairs} of {comparates}, {number} differ significantly at α = {alpha}.": (
        "Sur {pairs} entre {comparates}, le nombre de différences significatives au seuil α = {alpha} est de "
        "{number}."
    ),
    "Comparates stand in the order of their mean score, best first.": (
        "Les méthodes sont rangées par score moyen, la meilleure en premier."
    ),
    "Comparates stand in the order of their mean rank, best first.": (
        "Les méthodes sont rangées par rang moyen, la meilleure en premier."
    ),
    "Comparates stand in the order of their number of wins, best first.": (
        "Les méthodes sont rangées par nombre de victoires, la meilleure en premier."
    ),
    "Comparates stand in the order of their median score, best first.": (
        "Les méthodes sont rangées par score médian, la meilleure en premier."
    ),
    "Empty: the test is undefined.": "Case vide : le test n’est pas défini.",
}
