"""French of the forest of differences."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Differences of pairs": "Différences par paire",
    "Differences of {first} from the others": "Différences entre {first} et les autres",
    "Difference of {measure}, first − second": "Différence {measure:de}, première − seconde",
    "Difference of {measure}, {first} − other": "Différence {measure:de}, {first} − autre",
    "first better": "première meilleure",
    "second better": "seconde meilleure",
    "{first} better": "{first} meilleure",
    "other better": "autre meilleure",
    "{estimate} [{low}, {high}]": "{estimate} [{low} ; {high}]",
    "{title} on {tasks} ({kind}).": "{title} sur {tasks} ({kind}).",
    "By {n} intervals, {first} is better in {better}, worse in {worse}, and {undecided} of them include zero.": (
        "Intervalles : {n} ; {first} est meilleure dans {better} cas et moins bonne dans {worse} ; zéro appartient à "
        "{undecided} d’entre eux."
    ),
    "By {n} intervals, the first of a pair is better in {better}, worse in {worse}, and {undecided} of them "
    "include zero.": (
        "Intervalles : {n} ; la première de la paire est meilleure dans {better} cas et moins bonne dans {worse} ; "
        "zéro appartient à {undecided} d’entre eux."
    ),
    "Marks: Hodges–Lehmann differences (medians of the means of two differences); lines: {level} % intervals of "
    "the signed-rank test.": (
        "Marques : différences de Hodges–Lehmann (médianes des moyennes de deux différences) ; traits : intervalles "
        "de confiance à {level} % du test des rangs signés."
    ),
    "Marks: mean differences; lines: {level} % percentile intervals, of 10 000 bootstrap draws of tasks.": (
        "Marques : différences moyennes ; traits : intervalles de confiance à {level} % par percentiles, sur "
        "10 000 rééchantillonnages bootstrap des tâches."
    ),
    "Filled: the interval excludes zero. Each interval is for itself, not corrected for their number.": (
        "Marque pleine : l’intervalle exclut zéro. Chaque intervalle vaut pour lui-même, sans correction pour leur "
        "nombre."
    ),
}
