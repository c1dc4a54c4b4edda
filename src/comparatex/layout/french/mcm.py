"""French of the multi-comparison matrix."""

from __future__ import annotations

from collections.abc import Mapping

_POSTERIORS = (
    "les pourcentages que la ligne soit meilleure, que les deux soient équivalentes en pratique, que la colonne soit "
    "meilleure : {test}."
)
_BESIDE = "les scores moyens figurent à côté des noms."
_COLOURS = (
    "En rouge : la ligne est meilleure en moyenne{because} ; en bleu : la colonne est meilleure{beyond}."
)
_LOWER = " (les valeurs faibles sont les meilleures)"
_BEYOND = " ; au-delà de {limit}, la couleur reste la même"
_DEPEND = "de cette figure dépendent de l’ensemble des méthodes."

SENTENCES: Mapping[str, str] = {
    "Wilcoxon p": "p de Wilcoxon",
    "sign test p": "p du test des signes",
    "Nemenyi p": "p de Nemenyi",
    "paired t p": "p du t apparié",
    "mean-rank p": "p des rangs moyens",
    "Conover p": "p de Conover",
    "aligned-rank p": "p des rangs alignés",
    "Quade p": "p de Quade",
    "Comparates are ordered by mean score; mean scores stand beside the names.": (
        f"Les méthodes sont classées par score moyen ; {_BESIDE}"
    ),
    "Comparates are ordered by mean rank; mean scores stand beside the names.": (
        f"Les méthodes sont classées par rang moyen ; {_BESIDE}"
    ),
    "Comparates are ordered by number of wins; mean scores stand beside the names.": (
        f"Les méthodes sont classées par nombre de victoires ; {_BESIDE}"
    ),
    "Comparates are ordered by median score; mean scores stand beside the names.": (
        f"Les méthodes sont classées par score médian ; {_BESIDE}"
    ),
    "Comparates are ordered as given; mean scores stand beside the names.": (
        f"Les méthodes sont dans l’ordre donné ; {_BESIDE}"
    ),
    "difference × {factor}": "différence × {factor}",
    "mean difference": "différence moyenne",
    "median difference": "différence médiane",
    "Hodges–Lehmann difference": "différence de Hodges–Lehmann",
    "mean log ratio": "log-rapport moyen",
    "geometric mean ratio": "rapport moyen géométrique",
    "relative difference": "différence relative",
    "median difference row{minus}column{unit}": "la différence médiane ligne{minus}colonne{unit}",
    "Hodges–Lehmann estimate of the difference row{minus}column{unit}": (
        "l’estimation de Hodges–Lehmann de la différence ligne{minus}colonne{unit}"
    ),
    "mean over tasks of log(row/column)": "la moyenne sur les tâches de log(ligne/colonne)",
    "geometric mean over tasks of the ratio row/column": (
        "la moyenne géométrique sur les tâches du rapport ligne/colonne"
    ),
    "mean over tasks of (row{minus}column)/|{baseline}|{unit}": (
        "la moyenne sur les tâches de (ligne{minus}colonne)/|{baseline}|{unit}"
    ),
    "A cell holds the {what}, the {record}.": "Une cellule contient {what}, les {record}.",
    "A cell holds the {what} and the {record}.": "Une cellule contient {what} et les {record}.",
    "wins–losses": "victoires–défaites",
    "wins/ties/losses": "vict./égal./déf.",
    "% row/rope/column": "% ligne/équiv./colonne",
    "one{sure}": ("l’un{sure}"),
    "one probability{sure}": ("une probabilité{sure}"),
    "bold:": "gras :",
    "robustness < {percent}": "robustesse < {percent}",
    "Multi-comparison matrix of {rows}": "Matrice de comparaisons multiples {rows:de}",
    "Multi-comparison matrix of {rows} against {columns}": (
        "Matrice de comparaisons multiples {rows:de} contre {columns}"
    ),
    "{subject} on {tasks} ({comparisons}).": "{subject} sur {tasks} ({comparisons}).",
    "Lower scores are better, so a negative difference favours the row.": (
        "Les scores faibles sont les meilleurs : une différence négative est donc en faveur de la ligne."
    ),
    "A mark in the corner: the pair {fragile}.": "Une marque dans le coin : la paire {fragile}.",
    "{rows} (rows) against {columns} (columns)": "{rows} (lignes) contre {columns} (colonnes)",
    "Every pair of {comparates}": "Toutes les paires {comparates:de}",
    "Every pair of {n} of {comparates}": "Toutes les paires formées par {n} des {comparates}",
    "the {low} to {high} tasks that both of a pair have": (
        "les {low} à {high} tâches communes aux deux méthodes d’une paire"
    ),
    "A cell holds the mean difference row{minus}column{difference}, the {record}.": (
        "Une cellule contient la différence moyenne ligne{minus}colonne{difference}, les {record}."
    ),
    "A cell holds the mean difference row{minus}column{difference} and the {record}.": (
        "Une cellule contient la différence moyenne ligne{minus}colonne{difference} et les {record}."
    ),
    "wins and losses of the row, and the p-value of the {test}": (
        "victoires et défaites de la ligne, et la valeur p du {test}"
    ),
    "wins, ties and losses of the row, and the p-value of the {test}": (
        "victoires, égalités et défaites de la ligne, et la valeur p du {test}"
    ),
    "wins and losses of the row": "victoires et défaites de la ligne",
    "wins, ties and losses of the row": "victoires, égalités et défaites de la ligne",
    " in {measure}": " en {measure}",
    " times {factor}": " multipliée par {factor}",
    "Below it, the percentages that the row is better, that both are practically equal, that the column is better: "
    "{test}.": f"En dessous, {_POSTERIORS}",
    "The last line holds the percentages that the row is better, that both are practically equal, that the column is "
    "better: {test}.": f"La dernière ligne contient {_POSTERIORS}",
    "Bold: {condition}.": "En gras : {condition}.",
    "Bold: {condition} after {correction}.": "En gras : {condition} après {correction}.",
    "Bold: {condition}, which allows for all pairs of comparates.": (
        "En gras : {condition}, ce qui tient compte de toutes les paires de méthodes."
    ),
    "Bold: {condition}, without correction for multiple testing.": (
        "En gras : {condition}, sans correction pour comparaisons multiples."
    ),
    "Red: the row is better on average; blue: the column is better.": (
        _COLOURS.format(because="", beyond="")
    ),
    "Red: the row is better on average (lower is better); blue: the column is better.": (
        _COLOURS.format(because=_LOWER, beyond="")
    ),
    "Red: the row is better on average; blue: the column is better; beyond {limit} the colour stays the same.": (
        _COLOURS.format(because="", beyond=_BEYOND)
    ),
    "Red: the row is better on average (lower is better); blue: the column is better; beyond {limit} the colour stays "
    "the same.": _COLOURS.format(because=_LOWER, beyond=_BEYOND),
    "This figure's p-values and order depend on the set of comparates.": f"Les valeurs p et l’ordre {_DEPEND}",
    "This figure's p-values depend on the set of comparates.": f"Les valeurs p {_DEPEND}",
    "This figure's order depends on the set of comparates.": (
        "L’ordre de cette figure dépend de l’ensemble des méthodes."
    ),
    "{best} has the best mean score of {comparates}, {score}.": (
        "{best} a le meilleur score moyen parmi {comparates} : {score}."
    ),
    "{n} of {n_all} comparisons have {condition}.": "Comparaisons avec {condition} : {n} sur {n_all}.",
    "The difference is significant ({condition}).": "La différence est significative ({condition}).",
    "The difference is not significant ({condition}).": "La différence n’est pas significative ({condition}).",
    "{n} of {n_all} comparisons differ significantly ({condition}).": (
        "Comparaisons significativement différentes ({condition}) : {n} sur {n_all}."
    ),
}
