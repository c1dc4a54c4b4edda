"""French of ablations, families of tests, kinds of differences, and Bayesian tests by repeats."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Only comparisons with the control are tested, so there are no bars: see the table of all against it.": (
        "Seules les comparaisons avec le témoin sont testées, il n’y a donc pas de barres : voir le tableau de "
        "toutes les méthodes face à lui."
    ),
    "The family of tests does not hold all of these pairs, so there are no bars.": (
        "La famille de tests ne contient pas toutes ces paires, il n’y a donc pas de barres."
    ),
    "not judged": "non jugée",
    "{comparisons} with {control}": "{comparisons} avec {control}",
    "{pairs} that are drawn": "{pairs} représentées",
    "median difference": "différence médiane",
    "Hodges–Lehmann difference": "différence de Hodges–Lehmann",
    "mean log ratio": "log-rapport moyen",
    "geometric mean ratio": "rapport moyen géométrique",
    "relative difference": "différence relative",
    "median difference row{minus}column{unit}": "différence médiane ligne{minus}colonne{unit}",
    "Hodges–Lehmann estimate of the difference row{minus}column{unit}": (
        "différence ligne{minus}colonne{unit} estimée selon Hodges–Lehmann"
    ),
    "mean over tasks of log(row/column)": "moyenne sur les tâches de log(ligne/colonne)",
    "geometric mean over tasks of the ratio row/column": (
        "moyenne géométrique sur les tâches du rapport ligne/colonne"
    ),
    "mean over tasks of (row{minus}column)/|{baseline}|{unit}": (
        "moyenne sur les tâches de (ligne{minus}colonne)/|{baseline}|{unit}"
    ),
    "A cell holds the {what}, the {record}.": "Contenu d’une case : {what}, {record}.",
    "A cell holds the {what} and the {record}.": "Contenu d’une case : {what}, {record}.",
    "Bayesian correlated t test by the repeats of each task (correlation {share}), {draws} with seed {seed} of the "
    "shares of tasks on which either is better; differences up to ±{rope} count as practically equal (rope)": (
        "Test t corrélé bayésien sur les répétitions de chaque tâche (corrélation {share}), {draws} (graine {seed}) "
        "des proportions de tâches où l’une des deux est meilleure ; des différences jusqu’à ±{rope} comptent "
        "comme pratiquement nulles (zone d’équivalence pratique)"
    ),
    "Bayesian hierarchical model of the repeats of all tasks (correlation {share}), {draws} with seed {seed} for a new "
    "task; differences up to ±{rope} count as practically equal (rope)": (
        "Modèle hiérarchique bayésien des répétitions de toutes les tâches (corrélation {share}), {draws} (graine "
        "{seed}) pour une nouvelle tâche ; des différences jusqu’à ±{rope} comptent comme "
        "pratiquement nulles (zone d’équivalence pratique)"
    ),
}
