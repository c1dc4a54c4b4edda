"""French of the words that captions share: tests, corrections, directions, groups."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "{several} and {last}": "{several} et {last}",
    "{comparates} on {tasks}": "{comparates} sur {tasks}",
    " of the group “{name}”": " du groupe « {name} »",
    "higher is better": "les valeurs élevées sont les meilleures",
    "lower is better": "les valeurs faibles sont les meilleures",
    "two-sided": "bilatéral",
    "one-sided (towards the better mean score)": "unilatéral (en faveur du meilleur score moyen)",
    "one-sided (the row is better)": "unilatéral (en faveur de la ligne)",
    "one-sided (the column is better)": "unilatéral (en faveur de la colonne)",
    "Nemenyi test of mean ranks": "test de Nemenyi sur les rangs moyens",
    "two-sided normal test of mean ranks": "test normal bilatéral sur les rangs moyens",
    "two-sided Conover test of mean ranks": "test de Conover bilatéral sur les rangs moyens",
    "two-sided normal test of mean aligned ranks": "test normal bilatéral sur les rangs alignés moyens",
    "two-sided normal test of mean ranks weighted after Quade": (
        "test normal bilatéral sur les rangs moyens pondérés selon Quade"
    ),
    "{test} of the convention {name}": "{test} de la convention {name}",
    "{sides} paired t test": "test t apparié {sides}",
    "{sides} sign test ({ties})": "test des signes {sides} ({ties})",
    "{sides} Wilcoxon signed-rank test ({zeros}; {pvalues})": (
        "test des rangs signés de Wilcoxon {sides} ({zeros} ; {pvalues})"
    ),
    "exact up to 50 non-zero differences, else normal": (
        "exact jusqu’à 50 différences non nulles, approximation normale au-delà"
    ),
    "exact": "exact",
    "normal approximation": "approximation normale",
    "Convention: {name}.": "Convention : {name}.",
    "Convention: {name}, but for {settings}.": "Convention : {name}, sauf pour {settings}.",
    "α": "α",
    "the test": "le test",
    "the rule for zeros": "le traitement des zéros",
    "the rule for ties": "le traitement des égalités",
    "the distribution": "la loi",
    "the sides": "l’hypothèse alternative",
    "the correction": "la correction",
    "the family": "la famille",
    "ties dropped": "égalités écartées",
    "ties split evenly, one of an odd number dropped": (
        "égalités partagées également, une étant écartée si leur nombre est impair"
    ),
    "ties counted as tasks that neither wins": "égalités comptées comme des tâches sans vainqueur",
    "zeros ranked and dropped after Pratt": "zéros classés puis écartés selon Pratt",
    "zeros dropped": "zéros écartés",
    "zeros split evenly": "zéros partagés également",
    "zeros split evenly, one of an odd number dropped": (
        "zéros partagés également, l’un d’eux étant écarté si leur nombre est impair"
    ),
    "the level {rule}, over {pairs}": "le seuil {rule}, sur {pairs}",
    "no correction for multiple testing": "aucune correction pour comparaisons multiples",
    "{name} correction over {pairs}": "correction de {name} sur {pairs}",
    "{name}'s correction over {pairs}": "correction de {name} sur {pairs}",
    "{name}'s step-down correction over {pairs}": "correction descendante de {name} sur {pairs}",
    "{name}'s static correction over {pairs}": "correction statique de {name} sur {pairs}",
    "{correction} (bounds the {error} {condition})": "{correction} (borne {error:le} {condition})",
    "{correction} (bounds the {error} {condition}, which those of this test are not)": (
        "{correction} (borne {error:le} {condition}, ce que ne sont pas celles de ce test)"
    ),
    "family-wise error": "risque d’erreur global",
    "false discovery rate": "taux de fausses découvertes",
    "under any dependence between the tests": "quelle que soit la dépendance entre les tests",
    "for independent or positively dependent tests": "pour des tests indépendants ou positivement dépendants",
    "for independent tests": "pour des tests indépendants",
    "for transitive hypotheses of equality": "pour des hypothèses d’égalité transitives",
    "; ": " ; ",
    "{share} %": "{share} %",
    "Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member.": (
        "Là où une barre est fine et porte une marque creuse, elle passe au-dessus d’une méthode qui n’en fait pas "
        "partie."
    ),
    "keeps its verdict in less than {percent} of the variants of some family: a task left out, subsamples of tasks, "
    "fewer decimals, other levels, zero rules, one-sided": (
        "conserve son verdict dans moins de {percent} des variantes d’au moins une famille : tâche retirée, "
        "sous-échantillons de tâches, décimales en moins, autres seuils, autres règles pour les zéros, test unilatéral"
    ),
    "{title}, tasks{group}": "{title}, tâches{group}",
    "Tasks{group}; no other task bears on these results.": (
        "Tâches{group} ; aucune autre tâche n’intervient dans ces résultats."
    ),
    "Tasks{group}.": "Tâches{group}.",
}
