"""French of the tables of pairs: results, Holm's steps, intervals, effects, all against a control."""

from __future__ import annotations

from collections.abc import Mapping

_ALL_THERE = "pairs.csv les contient toutes."
_DRAWS = (
    "avec les intervalles percentiles de {draws} tirages bootstrap des tâches, et proportion des tirages où elle "
    "arrive première selon l’une ou l’autre ; les rangs dépendent de l’ensemble comparé."
)

SENTENCES: Mapping[str, str] = {
    "Difference": "Différence",
    "Won": "Gagnées",
    "W/T/L": "V/É/D",
    "{pairs} of {n_all}; pairs.csv has them all.": f"{{pairs}} sur {{n_all}} ; {_ALL_THERE}",
    # results
    "Pairwise results": "Résultats par paires",
    "Pairwise results of {size} ({kind}).": "Résultats par paires {size:de} ({kind}).",
    "Difference: mean score of the row less that of the column; wins, ties and losses (W/T/L) are the row's.": (
        "Différence : score moyen de la ligne moins celui de la colonne ; victoires, égalités et défaites (V/É/D) sont "
        "celles de la ligne."
    ),
    "{statistic}; p-values of the {test}.": "{statistic} ; valeurs p du {test}.",
    "Bold: significant at α = {alpha}.": "En gras : significatif au seuil α = {alpha}.",
    "Adjusted p-values: {correction}.": "Valeurs p ajustées : {correction}.",
    "The pairs of {comparates} are shown, {n} of {n_all}; pairs.csv has them all.": (
        f"Seules sont montrées les paires {{comparates:de}}, {{n}} sur {{n_all}} ; {_ALL_THERE}"
    ),
    "The first {n} of {n_all} pairs, ours first; pairs.csv has them all.": (
        f"Seules les {{n}} premières des {{n_all}} paires sont montrées, les nôtres d’abord ; {_ALL_THERE}"
    ),
    "The first {n} of {n_all} pairs; pairs.csv has them all.": (
        f"Seules les {{n}} premières des {{n_all}} paires sont montrées ; {_ALL_THERE}"
    ),
    # Holm
    "Holm's steps": "Étapes de la procédure de Holm",
    "Step": "Étape",
    "Level": "Seuil",
    "Decision": "Décision",
    "differ": "différentes",
    "not rejected": "non rejetée",
    "Holm's procedure rejects {n} of {hypotheses}.": "Rejets par la procédure de Holm : {n} sur {hypotheses}.",
    "Holm's step-down procedure at α = {alpha} over the p-values of {pairs} ({test}): each is held against α divided "
    "by the number of hypotheses that are left.": (
        "Procédure descendante de Holm au seuil α = {alpha} sur les valeurs p {pairs:de} ({test}) : chacune est "
        "comparée à α divisé par le nombre d’hypothèses restantes."
    ),
    "{hypotheses} is rejected.": "Rejet : {hypotheses}.",
    "{hypotheses} are rejected.": "{hypotheses} sont rejetées.",
    "The other results of this document do not use this procedure.": (
        "Les autres résultats de ce document n’utilisent pas cette procédure."
    ),
    "The first {n} of {n_all} steps; pairs.csv has all pairs.": (
        "Seules les {n} premières des {n_all} étapes sont montrées ; pairs.csv contient toutes les paires."
    ),
    # intervals
    "Differences and intervals": "Différences et intervalles",
    "Interval of HL": "Intervalle de HL",
    "First": "Première",
    "Differences of {size} ({kind}) with {level} % intervals.": (
        "Différences {size:de} ({kind}) avec intervalles à {level} %."
    ),
    "Differences are score of the row less score of the column: their mean, their median, and the Hodges–Lehmann "
    "estimate (HL: median of the means of two differences) with the interval of the two-sided signed-rank test, exact "
    "up to 50 tasks; bold: it leaves zero out. No interval is corrected for their number.": (
        "Les différences sont le score de la ligne moins celui de la colonne : leur moyenne, leur médiane et "
        "l’estimateur de Hodges–Lehmann (HL : médiane des moyennes de deux différences) avec l’intervalle du test "
        "bilatéral des rangs signés, exact jusqu’à 50 tâches ; en gras : il exclut zéro. Aucun intervalle n’est "
        "corrigé pour leur nombre."
    ),
    "Mean and mean rank of each comparate with percentile intervals of {draws} bootstrap draws of tasks, and in what "
    "share of the draws it comes first by either; ranks depend on who is compared.": (
        f"Moyenne et rang moyen de chaque méthode {_DRAWS}"
    ),
    "Mean and mean rank of each comparate on the {n} complete tasks with percentile intervals of {draws} bootstrap "
    "draws of tasks, and in what share of the draws it comes first by either; ranks depend on who is compared.": (
        f"Moyenne et rang moyen de chaque méthode sur les {{n}} tâches complètes, {_DRAWS}"
    ),
    "The intervals of {n} of {pairs} leave zero out.": "Intervalles qui excluent zéro : {n} sur {pairs}.",
    # effects
    "Effect sizes": "Tailles d’effet",
    "Rank-biserial": "Bisériale des rangs",
    "Cohen's d": "d de Cohen",
    "Cliff's δ": "δ de Cliff",
    "Ratio": "Rapport",
    "Effect sizes of the pairs of {size} ({kind}), positive where the row is better.": (
        "Tailles d’effet des paires {size:de} ({kind}), positives là où la ligne est meilleure."
    ),
    "Of the differences, task by task: the matched-pairs rank-biserial correlation, from −1 to 1, and Cohen's d for "
    "pairs, the mean difference over its standard deviation.": (
        "Sur les différences, tâche par tâche : la corrélation bisériale des rangs pour échantillons appariés, de −1 à "
        "1, et le d de Cohen pour échantillons appariés, rapport de la différence moyenne à son écart type."
    ),
    "Ignoring which scores are of the same task: Cliff's δ, from −1 to 1, and Vargha and Delaney's A, the probability "
    "that a score of the row is better than one of the column, where 0.5 is no effect.": (
        "Sans tenir compte de l’appariement par tâche : le δ de Cliff, de −1 à 1, et le A de Vargha et Delaney, "
        "probabilité qu’un score de la ligne soit meilleur qu’un score de la colonne, où 0,5 signifie l’absence "
        "d’effet."
    ),
    "Ratio: geometric mean of the ratios of scores, row over column, above 1 where the row is better.": (
        "Rapport : moyenne géométrique des rapports de scores, ligne sur colonne, supérieure à 1 là où la ligne est "
        "meilleure."
    ),
    "Ratio: geometric mean of the ratios of scores, column over row, above 1 where the row is better.": (
        "Rapport : moyenne géométrique des rapports de scores, colonne sur ligne, supérieure à 1 là où la ligne est "
        "meilleure."
    ),
    "Won: share of tasks that the row wins, {ties}, with its {level} % z interval, which may leave 0 to 1.": (
        "Gagnées : proportion des tâches que la ligne remporte, {ties}, avec son intervalle z à {level} %, qui peut "
        "sortir de 0 à 1."
    ),
    "No effect is defined.": "Aucun effet n’est défini.",
    "The largest rank-biserial correlation is {size}, of {row} against {column}.": (
        "La plus grande corrélation bisériale des rangs est {size}, celle {row:de} contre {column}."
    ),
    # all against a control
    "All against a control": "Toutes contre un témoin",
    "{n} of {comparates} differ from {control} after Holm's correction.": (
        "Méthodes qui diffèrent {control:de} après correction de Holm : {n} sur {comparates}."
    ),
    "{control} against {others} on {tasks} ({kind}).": "{control} contre {others} sur {tasks} ({kind}).",
    "Difference: mean score of {control} less that of the other; p-values of the {test}.": (
        "Différence : score moyen {control:de} moins celui de l’autre ; valeurs p du {test}."
    ),
    "Adjusted p-values over the family of {comparisons} with the control, which must be chosen before the results are "
    "seen; bold: significant at α = {alpha}.": (
        "Valeurs p ajustées sur la famille {comparisons:de} avec le témoin, lequel doit être choisi avant de voir les "
        "résultats ; en gras : significatif au seuil α = {alpha}."
    ),
    "They bound the family-wise error: {corrections}.": (
        "Elles bornent le risque d’erreur global : {corrections}."
    ),
    "The Bonferroni–Dunn test of mean ranks has the critical difference {difference}.": (
        "Le test de Bonferroni–Dunn sur les rangs moyens a pour différence critique {difference}."
    ),
    "{comparisons} with {control}": "{comparisons} avec {control}",
    "{pairs} that are drawn": "{pairs} représentées",
    # ablation
    "Ablation of {name}": "Ablation {name:de}",
    "Form": "Forme",
    "Loss": "Perte",
    "{name} and its reduced forms on {tasks} ({kind}), the one that loses most first.": (
        "{name} et ses formes réduites sur {tasks} ({kind}), celle qui perd le plus en premier."
    ),
    "Loss: mean score of {name} less that of the form; wins, ties and losses (W/T/L) are those of {name}; p-values of "
    "the {test}.": (
        "Perte : score moyen {name:de} moins celui de la forme ; victoires, égalités et défaites (V/É/D) sont celles "
        "{name:de} ; valeurs p du {test}."
    ),
    "Bold: significant at α = {alpha}; an adjusted p-value only where {name} is better, so that what the form leaves "
    "out matters. Where it is not, the simpler form may do: that has not been shown to be as good.": (
        "En gras : significatif au seuil α = {alpha} ; une valeur p ajustée ne l’est que là où {name} est meilleure, "
        "de sorte que ce que la forme omet compte. Ailleurs, la forme plus simple peut suffire : il n’est pas montré "
        "qu’elle est aussi bonne."
    ),
    "Nemenyi's test allows for all pairs: p-values are adjusted already.": (
        "Le test de Nemenyi tient compte de toutes les paires : les valeurs p sont déjà ajustées."
    ),
    "{comparisons} with the full form": "{comparisons} avec la forme complète",
    "{name} is significantly better than {n} of {forms}.": (
        "Formes {name:que} surpasse significativement : {n} sur {forms}."
    ),
}
