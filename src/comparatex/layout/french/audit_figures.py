"""French of the figures and the table of an audit."""

from __future__ import annotations

from collections.abc import Mapping

_PATTERNS: Mapping[str, str] = {
    "Patterns of significance": "Configurations de significativité",
    "{n} set": "{n} ensemble",
    "{n} sets": "{n} ensembles",
    "{share} %": "{share} %",
    "(nobody else)": "(aucune autre)",
    "the one way to add {others}": "l’unique façon d’ajouter {others}",
    "all {number} ways to add {others}": "toutes les façons ({number}) d’ajouter {others}",
    "all {number} ways to add {low} to {high} other comparates": (
        "toutes les façons ({number}) d’ajouter d’autres méthodes, au nombre de {low} à {high}"
    ),
    "{drawn} of the {number} ways to add {others}, drawn at random (shares ± {margin} points, 95 %)": (
        "{drawn} des {number} façons d’ajouter {others}, tirées au hasard (parts à ± {margin} points près, à 95 %)"
    ),
    "{drawn} of the {number} ways to add {low} to {high} other comparates, drawn at random (shares ± {margin} points, "
    "95 %)": (
        "{drawn} des {number} façons d’ajouter d’autres méthodes, au nombre de {low} à {high}, tirées au hasard (parts "
        "à ± {margin} points près, à 95 %)"
    ),
    "Which of {names} differ significantly depends on who else is compared: {patterns} over {sets}.": (
        "Les différences significatives entre {names} dépendent des autres méthodes comparées : {patterns} parmi "
        "{sets}."
    ),
    "Lines join pairs that are not significantly different at α = {alpha} by the {test}, corrected over all pairs of "
    "the set ({procedure}).": (
        "Les traits relient les paires sans différence significative au seuil α = {alpha} selon le {test}, compte tenu "
        "de toutes les paires de l’ensemble ({procedure})."
    ),
    "Beside each pattern stand up to five of the sets that produce it, chosen by seed {seed}.": (
        "À côté de chaque configuration figurent au plus cinq des ensembles qui la produisent, choisis avec la graine "
        "{seed}."
    ),
    "{patterns} of {sets} is not shown.": "{patterns}, {sets:de}, n’est pas représentée.",
    "{patterns} of {sets} are not shown.": "{patterns}, {sets:de} en tout, ne sont pas représentées.",
    "The work was interrupted: counts cover the sets decided until then.": (
        "Le calcul a été interrompu : les effectifs portent sur les ensembles examinés jusque-là."
    ),
    "{patterns} of significance within {comparates}; the most frequent comes in {share} % of the sets.": (
        "{patterns} de significativité entre {comparates} ; la plus fréquente apparaît dans {share} % des ensembles."
    ),
}

_SWAPS: Mapping[str, str] = {
    "A swap of mean ranks": "Un échange de rangs moyens",
    "before": "avant",
    "after": "après",
    "{added} replaces {removed}": "le remplacement {removed:de} par {added}",
    "{added} replace {removed}": "le remplacement {removed:de} par {added}",
    "{names} is added": "l’ajout {names:de}",
    "{names} are added": "l’ajout {names:de}",
    "{names} is removed": "le retrait {names:de}",
    "{names} are removed": "le retrait {names:de}",
    "their difference is significant in both sets": "leur différence est significative dans les deux ensembles",
    "their difference is not significant in both sets": (
        "leur différence n’est significative dans aucun des deux ensembles"
    ),
    "their difference becomes significant": "leur différence devient significative",
    "their difference becomes not significant": "leur différence n’est plus significative",
    "all pairs of the set": "toutes les paires de l’ensemble",
    "Mean ranks before (top) and after (bottom) {change}: {rising} overtakes {falling}, and {verdicts}, though no "
    "score of either has changed. A bar joins the two where they do not differ significantly at α = {alpha} by the "
    "{test}, with {correction}; no other bars are drawn.": (
        "Rangs moyens avant (en haut) et après (en bas) {change} : {rising} dépasse {falling} et {verdicts}, bien "
        "qu’aucun score de l’une ou de l’autre n’ait changé. Une barre relie les deux lorsqu’elles ne diffèrent pas "
        "significativement au seuil α = {alpha} selon le {test} ; {correction} ; aucune autre barre n’est tracée."
    ),
    "When {change}, {rising} gets a better mean rank than {falling}; {verdicts}.": (
        "Après {change}, {rising} obtient un meilleur rang moyen {falling:que} ; {verdicts}."
    ),
}

_ROBUSTNESS: Mapping[str, str] = {
    "leave one task out": "retrait d’une tâche",
    "subsamples": "sous-échantillons",
    "fewer decimals": "moins de décimales",
    "levels": "seuils",
    "zero rules": "règles pour les zéros",
    "sides": "latéralité",
    "the level {rule}": "le seuil {rule}",
    "{name}'s step-down correction": "correction descendante de {name}",
    "{name}'s static correction": "correction statique de {name}",
    "{name}'s correction": "correction de {name}",
    "{name} correction": "correction de {name}",
    "Row": "Ligne",
    "Column": "Colonne",
    "p-value": "Valeur p",
    "Verdict": "Verdict",
    "Robustness": "Robustesse",
    "Weakest under": "Plus faible sous",
    "none": "aucun",
    "differ": "différentes",
    "not told apart": "non distinguées",
    "Robustness of verdicts": "Robustesse des verdicts",
    "Robustness of a verdict: the smallest share of variants in which it stays the same, over families of variants "
    "(their number): {families}.": (
        "Robustesse d’un verdict : la plus petite part de variantes dans lesquelles il reste le même, sur plusieurs "
        "familles de variantes (leur nombre) : {families}."
    ),
    "Verdicts are by adjusted p-values at α = {alpha}.": (
        "Les verdicts suivent les valeurs p ajustées au seuil α = {alpha}."
    ),
    "Verdicts are by raw p-values at α = {alpha}.": "Les verdicts suivent les valeurs p brutes au seuil α = {alpha}.",
    "{pairs} of {total} keep theirs in every variant.": (
        "{pairs} sur {total} : verdict inchangé dans toutes les variantes."
    ),
    "The {shown} most fragile of {all}; audit.json has them all.": (
        "Paires montrées, les plus fragiles : {shown} sur {all} ; audit.json les contient toutes."
    ),
    "{number} of {verdicts} change in some variant of the data or the convention.": (
        "Changent dans au moins une variante des données ou de la convention : {number} sur {verdicts}."
    ),
}

SENTENCES: Mapping[str, str] = {**_PATTERNS, **_SWAPS, **_ROBUSTNESS}
