"""French of results in words."""

from __future__ import annotations

from collections.abc import Mapping

_DIFFER = "Paires significativement différentes au seuil α = {alpha} : {n} sur {pairs}"
_CORRECTED = f"{_DIFFER} ; {{left}} après {{correction}}."

SENTENCES: Mapping[str, str] = {
    "Rank difference": "Écart de rangs",
    "S is the smaller of wins and losses": "S est le plus petit des nombres de victoires et de défaites",
    "S is the smaller of wins and losses, half of the ties added to each": (
        "S est le plus petit des nombres de victoires et de défaites, chacun augmenté de la moitié des égalités"
    ),
    "S is the smaller number of tasks that either does not win": (
        "S est le plus petit des nombres de tâches que l’une ou l’autre ne remporte pas"
    ),
    "W is the smaller of the two rank sums": "W est la plus petite des deux sommes de rangs",
    "t is the mean difference over its standard error": (
        "t est le rapport de la différence moyenne à son erreur type"
    ),
    "The rank difference is that of mean ranks": "L’écart de rangs est celui des rangs moyens",
    "z is the difference of mean ranks over its standard error": (
        "z est le rapport de la différence des rangs moyens à son erreur type"
    ),
    "t is the difference of rank sums over its standard error": (
        "t est le rapport de la différence des sommes de rangs à son erreur type"
    ),
    "z is the difference of mean aligned ranks over its standard error": (
        "z est le rapport de la différence des rangs alignés moyens à son erreur type"
    ),
    "z is the difference of weighted mean ranks over its standard error": (
        "z est le rapport de la différence des rangs moyens pondérés à son erreur type"
    ),
    "{n} of {pairs} differs significantly at α = {alpha}.": f"{_DIFFER}.",
    "{n} of {pairs} differ significantly at α = {alpha}.": f"{_DIFFER}.",
    "{n} of {pairs} differs significantly at α = {alpha}, {left} after {correction}.": _CORRECTED,
    "{n} of {pairs} differ significantly at α = {alpha}, {left} after {correction}.": _CORRECTED,
    "The Friedman test needs at least two tasks on which every comparate has a score.": (
        "Le test de Friedman exige au moins deux tâches pour lesquelles chaque méthode a un score."
    ),
    "Friedman test, corrected for ties: χ²({df}) = {statistic}, {p}": (
        "Test de Friedman corrigé des égalités : χ²({df}) = {statistic}, {p}"
    ),
    "Friedman test, corrected for ties: χ²({df}) = {statistic}, {p} (exact: {exact})": (
        "Test de Friedman corrigé des égalités : χ²({df}) = {statistic}, {p} (exact : {exact})"
    ),
    "{first}; Iman–Davenport F({df1}, {df2}) = {statistic}, {p}.": (
        "{first} ; F d’Iman et Davenport ({df1} ; {df2}) = {statistic}, {p}."
    ),
}
