"""French of the chapter's running text on results, and of the summary."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Benchmark results": "Résultats du banc d’essai",
    "Comparison of {size} by {measure}": "Comparaison de {size} selon {measure}",
    "Comparison of {size}": "Comparaison de {size}",
    "Methods paragraph, for {size}": "Paragraphe sur les méthodes, pour {size}",
    "Captions": "Légendes",
    " and ": " et ",
    " to ": " à ",
    "Figure": "figure",
    "Figures": "figures",
    "Table": "tableau",
    "Tables": "tableaux",
    "Scores and tests": "Scores et tests",
    "Pairwise comparisons": "Comparaisons par paires",
    "Posterior probabilities": "Probabilités a posteriori",
    "Mean ranks": "Rangs moyens",
    "Further figures and tables": "Autres figures et tableaux",
    "Limits of the results": "Limites des résultats",
    "Scores in full": "Scores complets",
    "This report compares {size} ({kind}).": "Ce rapport compare {size} ({kind}).",
    "{names} has the best mean score, {mean}.": "{names} a le meilleur score moyen, {mean}.",
    "{names} share the best mean score, {mean}.": "{names} partagent le meilleur score moyen, {mean}.",
    "{names} has the best mean rank, {rank}.": "{names} a le meilleur rang moyen, {rank}.",
    "{names} share the best mean rank, {rank}.": "{names} partagent le meilleur rang moyen, {rank}.",
    "{following} follows with {mean}, and {last} is last with {lowest}.": (
        "{following} suit avec {mean}, et {last} est dernière avec {lowest}."
    ),
    "{following} follows with {mean}.": "{following} suit avec {mean}.",
    "Where scores are missing, these means are of different tasks; the pairs, which are compared on the "
    "tasks that both have, say more.": (
        "Là où des scores manquent, ces moyennes portent sur des tâches différentes ; les paires, comparées sur "
        "les tâches communes, en disent davantage."
    ),
    "{where} is a Multi-Comparison Matrix{source}, with a cell for each pair.": (
        "La {where} est une matrice de comparaisons multiples (MCM){source}, avec une case par paire."
    ),
    "Differences and counts in a cell come from the scores of its two comparates alone; "
    "its p-value depends on all the others too.": (
        "Les différences et les décomptes d’une case viennent des seuls scores de ses deux méthodes ; sa valeur p "
        "dépend aussi de toutes les autres."
    ),
    "All that a cell says comes from the scores of its two comparates alone, without correction for the "
    "number of pairs: other comparates could join or leave the study and none of it would change, as "
    "long as the tasks stay the same.": (
        "Tout ce que dit une case vient des seuls scores de ses deux méthodes, sans correction pour le nombre de "
        "paires : d’autres méthodes pourraient rejoindre ou quitter l’étude sans que rien n’en change, tant que les "
        "tâches restent les mêmes."
    ),
    "All that a cell says comes from the scores of its two comparates alone, without correction for the "
    "number of pairs: other comparates could join or leave the study and none of it would change.": (
        "Tout ce que dit une case vient des seuls scores de ses deux méthodes, sans correction pour le nombre de "
        "paires : d’autres méthodes pourraient rejoindre ou quitter l’étude sans que rien n’en change."
    ),
    "The matrix is in parts, to be read as one.": "La matrice est en plusieurs parties, à lire comme une seule.",
    "As a matrix of all comparates would not be legible, it shows the best; {where} sets all others "
    "against a few.": (
        "Comme une matrice de toutes les méthodes serait illisible, elle montre les meilleures ; la {where} "
        "confronte toutes les autres à quelques-unes."
    ),
    "As a matrix of all comparates would not be legible, it shows the best; {where} set all others against a "
    "few.": (
        "Comme une matrice de toutes les méthodes serait illisible, elle montre les meilleures ; les {where} "
        "confrontent toutes les autres à quelques-unes."
    ),
    "{where} sets two comparates against each other task by task: a mean and a count hide how far apart "
    "they are, and where.": (
        "La {where} confronte deux méthodes tâche par tâche : une moyenne et un décompte cachent l’ampleur "
        "de leurs écarts et les tâches où ils se trouvent."
    ),
    "{where} each set two comparates against each other task by task: a mean and a count hide how far "
    "apart they are, and where.": (
        "Les {where} confrontent chacune deux méthodes tâche par tâche : une moyenne et un décompte cachent "
        "l’ampleur de leurs écarts et les tâches où ils se trouvent."
    ),
    "They come from the scores of the two comparates alone.": (
        "Elles ne dépendent que des scores des deux méthodes."
    ),
    "{where} shows the posterior of one pair, draw by draw.": (
        "La {where} montre la loi a posteriori d’une paire, tirage par tirage."
    ),
    "{where} has the three probabilities of every pair that it shows.": (
        "La {where} donne les trois probabilités de chaque paire qu’elle montre."
    ),
    "The two comparates differ significantly at α = {level}.": (
        "Les deux méthodes diffèrent significativement au seuil α = {level}."
    ),
    "The two comparates do not differ significantly at α = {level}.": (
        "Les deux méthodes ne diffèrent pas significativement au seuil α = {level}."
    ),
    "The probability for one of the two comparates is at least {high} in {sided} of the {pairs} pairs, and that for "
    "practical equality in {equal}.": (
        "La probabilité en faveur de l’une des deux méthodes est d’au moins {high} pour {sided} des {pairs} paires, et "
        "celle d’une équivalence pratique pour {equal}."
    ),
    "None of the {pairs} pairs differs significantly at α = {level}.": (
        "Aucune des {pairs} paires ne diffère significativement au seuil α = {level}."
    ),
    "None of the {pairs} pairs differs significantly at α = {level}, with correction or without.": (
        "Aucune des {pairs} paires ne diffère significativement au seuil α = {level}, avec ou sans correction."
    ),
    "None of the {pairs} pairs differs significantly at α = {level} after correction; {raw} would without it.": (
        "Aucune des {pairs} paires ne diffère significativement au seuil α = {level} après correction ; sans "
        "correction, on en compterait {raw}."
    ),
    "Of the {pairs} pairs, only one differs significantly at α = {level}.": (
        "Sur les {pairs} paires, une seule diffère significativement au seuil α = {level}."
    ),
    "Of the {pairs} pairs, {apart} differ significantly at α = {level}.": (
        "Sur les {pairs} paires, {apart} diffèrent significativement au seuil α = {level}."
    ),
    "Of the {pairs} pairs, only one differs significantly at α = {level} after correction; {raw} would "
    "without it.": (
        "Sur les {pairs} paires, une seule diffère significativement au seuil α = {level} après correction ; sans "
        "correction, on en compterait {raw}."
    ),
    "Of the {pairs} pairs, {apart} differ significantly at α = {level} after correction; {raw} would "
    "without it.": (
        "Sur les {pairs} paires, {apart} diffèrent significativement au seuil α = {level} après correction ; sans "
        "correction, on en compterait {raw}."
    ),
    "Comparison of {comparates} by {names}": "Comparaison de {comparates} selon {names}",
    "Comparison by {names}": "Comparaison selon {names}",
    "Overview": "Vue d’ensemble",
    "This chapter has the results by {n}: {names}.": ("Ce chapitre donne les résultats selon {n} : {names}."),
    "This report has the results by {n}: {names}.": ("Ce rapport donne les résultats selon {n} : {names}."),
    "{where} shows the mean ranks by each of them on one axis: where the lines cross, the measures disagree.": (
        "La {where} montre les rangs moyens selon chacune sur un même axe : là où les lignes se croisent, les "
        "mesures se contredisent."
    ),
    "By {measure} (higher is better): {best}": "Selon {measure} (les valeurs élevées sont les meilleures) : {best}",
    "By {measure} (lower is better): {best}": "Selon {measure} (les valeurs basses sont les meilleures) : {best}",
    "Verdicts against each rival": "Verdicts face à chaque rivale",
    "{where} lists the verdicts.": "Le {where} donne les verdicts.",
    "{where} list the verdicts.": "Les {where} donnent les verdicts.",
    "{name} has the mean score {mean}, which is place {place} of {n}.": (
        "{name}, avec un score moyen de {mean}, occupe la place {place} sur {n}."
    ),
    "At α = {level}, {name} is significantly better than {rivals}.": (
        "Au seuil α = {level}, {name} est significativement meilleure {rivals:que}."
    ),
    "At α = {level}, {name} is significantly worse than {rivals}.": (
        "Au seuil α = {level}, {name} est significativement moins bonne {rivals:que}."
    ),
    "It is significantly better than none of its rivals.": (
        "Elle n’est significativement meilleure qu’aucune de ses rivales."
    ),
    "It is significantly worse than {rivals}.": "Elle est significativement moins bonne {rivals:que}.",
    "At α = {level}, {name} is significantly better or worse than none of its rivals.": (
        "Au seuil α = {level}, {name} n’est significativement ni meilleure ni moins bonne qu’aucune de ses rivales."
    ),
    "It is significantly worse than none of its rivals.": (
        "Elle n’est significativement moins bonne qu’aucune de ses rivales."
    ),
    "From {rivals}, {name} is not distinguishable at α = {level}: these tasks show neither that it is better or "
    "worse, nor that it performs alike.": (
        "Au seuil α = {level}, {name} ne se distingue pas significativement {rivals:de} : ces tâches n’établissent ni "
        "différence ni équivalence."
    ),
    "It costs less than {rivals}, and is significantly worse than none of these: where simplicity counts, that "
    "speaks for {name}.": (
        "Elle coûte moins {rivals:que}, et elle n’est significativement moins bonne qu’aucune de celles-ci : là où la "
        "simplicité compte, cela plaide pour {name}."
    ),
    "It costs less in {cost} than {rivals}, and is significantly worse than none of these: where simplicity counts, "
    "that speaks for {name}.": (
        "Elle coûte moins en {cost} {rivals:que}, et elle n’est significativement moins bonne qu’aucune de celles-ci : "
        "là où la simplicité compte, cela plaide pour {name}."
    ),
    "each of its {rivals}": "chacune de ses {rivals}",
    "{n} of its {rivals}": "{n} de ses {rivals}",
    "Verdicts on {name}": "Verdicts sur {name}",
    "{name} is significantly better than {better} of {rivals}, worse than {worse}, not distinguishable from "
    "{undecided}.": (
        "{name} : significativement meilleure {better} fois face à {rivals}, moins bonne {worse} fois, "
        "indiscernable {undecided} fois."
    ),
    "Rival": "Rivale",
    "Adjusted": "Ajustée",
    "Verdict": "Verdict",
    "better": "meilleure",
    "worse": "moins bonne",
    "not distinguishable": "indiscernable",
    "simpler, not worse": "plus simple, pas moins bonne",
    "{name} against each rival on {tasks} ({kind}).": "{name} face à chaque rivale sur {tasks} ({kind}).",
    "Difference: mean score of {name} less that of the rival; wins, ties and losses (W/T/L) are those of "
    "{name}; p-values of the {test}, adjusted: {correction}.": (
        "Différence : score moyen {name:de} moins celui de la rivale ; victoires, égalités et défaites (V/É/D) sont "
        "celles {name:de} ; valeurs p du {test}, ajustées : {correction}."
    ),
    "Bold: significantly better or worse at α = {level}; a rival that is not distinguishable has not been "
    "shown to perform alike.": (
        "En gras : significativement meilleure ou moins bonne au seuil α = {level} ; rien n’établit qu’une rivale "
        "indiscernable soit équivalente."
    ),
    "{cost} of {name}: {value}; simpler, not worse: it has less, and is not significantly worse.": (
        "{cost} {name:de} : {value} ; plus simple, pas moins bonne : elle en a moins, et n’est pas significativement "
        "moins bonne."
    ),
    "{where} lists pairs with their tests.": "Le {where} donne des paires avec leurs tests.",
    "{where} lists the score of every comparate on every task.": (
        "Le {where} donne le score de chaque méthode sur chaque tâche."
    ),
    "{where} lists the scores of some comparates.": "Le {where} donne les scores de quelques méthodes.",
    "{where} lists the ranks on every task.": "Le {where} donne les rangs sur chaque tâche.",
    "{where} goes through Holm's procedure{source}: p-values in ascending order, each against its "
    "level, up to the first that is above it.": (
        "Le {where} suit la procédure de Holm{source} : les valeurs p en ordre croissant, chacune confrontée à son "
        "seuil, jusqu’à la première qui le dépasse."
    ),
    "See also {pieces}.": "Voir aussi : {pieces}.",
    "{where} ({title})": "{where} ({title})",
    "It is there for comparison, for Nemenyi's p-values allow for all pairs already.": (
        "Il est là pour comparaison, car les valeurs p de Nemenyi tiennent déjà compte de toutes les paires."
    ),
    "It is there for comparison, for another rule is followed here.": (
        "Il est là pour comparaison, car une autre règle est suivie ici."
    ),
}
