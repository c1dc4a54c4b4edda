"""French of the chapter on families of tests that leave pairs out, on ours in short, and on the Bayesian test."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "one": "une",
    "{name} is significantly better than each of its {rivals}.": (
        "{name} est significativement meilleure que chacune de ses {rivals}."
    ),
    "{name} is significantly worse than each of its {rivals}.": (
        "{name} est significativement moins bonne que chacune de ses {rivals}."
    ),
    "{name} is significantly better than {better} of its {rivals} and significantly worse than {worse}.": (
        "{name} est significativement meilleure {better:que} de ses {rivals} et moins bonne {worse:que}."
    ),
    "{name} is significantly better than {better} of its {rivals} and significantly worse than none.": (
        "{name} est significativement meilleure {better:que} de ses {rivals} et n’est moins bonne qu’aucune."
    ),
    "{name} is significantly worse than {worse} of its {rivals} and significantly better than none.": (
        "{name} est significativement moins bonne {worse:que} de ses {rivals} et n’est meilleure qu’aucune."
    ),
    "{name} is significantly better or worse than none of its {rivals}.": (
        "{name} n’est significativement ni meilleure ni moins bonne qu’aucune de ses {rivals}."
    ),
    "the pair of {one} and {other}": "la paire de {one} et {other}",
    "{pairs} among {names}": "{pairs} parmi {names}",
    "{pairs} of {rows} with {columns}": "{pairs} de {rows} avec {columns}",
    "Only {which} is judged, a choice to be made before the results are seen.": (
        "Seule {which} est jugée, un choix à faire avant de voir les résultats."
    ),
    "Only the {which} are judged, a choice to be made before the results are seen.": (
        "Seules les {which} sont jugées, un choix à faire avant de voir les résultats."
    ),
    "These are the {which}: a family to be declared before the results are seen, and what the correction promises "
    "holds for it alone.": (
        "Ce sont les {which} : une famille à déclarer avant de voir les résultats, et ce que garantit la correction "
        "ne vaut que pour elle."
    ),
    "This family is to be declared before the results are seen, and what the correction promises holds for it "
    "alone.": (
        "Cette famille est à déclarer avant de voir les résultats, et ce que garantit la correction ne vaut que "
        "pour elle."
    ),
    "There is no verdict on the other pair: where its p-value is shown, it is not corrected.": (
        "Il n’y a pas de verdict sur l’autre paire : là où sa valeur p figure, elle n’est pas corrigée."
    ),
    "There is no verdict on the {pairs}: where their p-values are shown, they are not corrected.": (
        "Il n’y a pas de verdict sur les {pairs} : là où leurs valeurs p figurent, elles ne sont pas corrigées."
    ),
    "The correction bounds the probability of any false rejection in the family, however its tests depend on each "
    "other.": (
        "La correction borne la probabilité d’au moins un rejet à tort dans la famille, quelle que soit la dépendance "
        "entre ses tests."
    ),
    "{which} shows a significant difference at α = {level}.": (
        "{which} présente une différence significative au seuil α = {level}."
    ),
    "{which} shows no significant difference at α = {level}.": (
        "{which} ne présente pas de différence significative au seuil α = {level}."
    ),
    "none": "aucune",
    "None of the {which} shows a significant difference at α = {level}.": (
        "Aucune des {which} ne présente de différence significative au seuil α = {level}."
    ),
    "None of the {which} shows a significant difference at α = {level} after correction; {raw} would without it.": (
        "Aucune des {which} ne présente de différence significative au seuil α = {level} après correction ; sans "
        "correction : {raw}."
    ),
    "Of the {which}, only one shows a significant difference at α = {level}.": (
        "Des {which}, une seule présente une différence significative au seuil α = {level}."
    ),
    "Of the {which}, {apart} show a significant difference at α = {level}.": (
        "Des {which}, {apart} présentent une différence significative au seuil α = {level}."
    ),
    "Of the {which}, only one shows a significant difference at α = {level} after correction; {raw} would without "
    "it.": (
        "Des {which}, une seule présente une différence significative au seuil α = {level} après correction ; sans "
        "correction : {raw}."
    ),
    "Of the {which}, {apart} show a significant difference at α = {level} after correction; {raw} would without it.": (
        "Des {which}, {apart} présentent une différence significative au seuil α = {level} après correction ; sans "
        "correction : {raw}."
    ),
    "Which pairs differ is not read off the distance of their mean ranks, which depends on all the other "
    "comparates{source}, but decided by the test of the pair itself, corrected for the number of pairs in the "
    "family.": (
        "Ce n’est pas l’écart entre leurs rangs moyens, lequel dépend de toutes les autres méthodes{source}, qui dit "
        "quelles paires diffèrent, mais le test de la paire elle-même, corrigé pour le nombre de paires de la famille."
    ),
    "The diagram does not show which pairs differ, for the family of tests leaves pairs out.": (
        "Le diagramme ne montre pas quelles paires diffèrent, car la famille de tests laisse des paires de côté."
    ),
    "The level of each test follows from the number of pairs in the family: the same two comparates can differ "
    "significantly in a small family and not in a large one.": (
        "Le seuil de chaque test découle du nombre de paires de la famille : les deux mêmes méthodes peuvent différer "
        "significativement dans une petite famille et non dans une grande."
    ),
    "The corrected verdict on a pair moves with the number of pairs in the family and with the p-values of the "
    "others in it: the same two comparates can differ significantly in one company and not in another{source}.": (
        "Le verdict corrigé sur une paire varie avec le nombre de paires de la famille et avec les valeurs p des "
        "autres : les deux mêmes méthodes peuvent différer significativement dans une étude et non dans une "
        "autre{source}."
    ),
    "Were the family chosen after the results were seen, the correction would have to count every pair that might "
    "have been chosen.": (
        "Si la famille était choisie après avoir vu les résultats, la correction devrait compter toutes les paires "
        "qui auraient pu être choisies."
    ),
    "The family of tests holds no pair with {name}, so there is no verdict on it.": (
        "La famille de tests ne contient aucune paire avec {name}, il n’y a donc pas de verdict à son sujet."
    ),
    "There is no verdict against {rival}: the family of tests leaves that pair out.": (
        "Il n’y a pas de verdict face à {rival} : la famille de tests laisse cette paire de côté."
    ),
    "There is no verdict against {rivals}: the family of tests leaves those pairs out.": (
        "Il n’y a pas de verdict face à {rivals} : la famille de tests laisse ces paires de côté."
    ),
    "Each score is the mean of {n} repeats of the same experiment; p-values and ranks are of the means only, "
    "and the Bayesian test sees the repeats.": (
        "Chaque score est la moyenne {n:de} répétitions de la même expérience ; les valeurs p et les rangs ne "
        "portent que sur les moyennes, et le test bayésien voit les répétitions."
    ),
    "Bayesian signed-rank test": "test bayésien des rangs signés",
    "Bayesian sign test": "test bayésien des signes",
    "The {test}{source} of a pair gives three probabilities: that the one comparate is better, that both are "
    "practically equal, their scores at most {rope} apart, and that the other is better.": (
        "Le {test}{source} donne trois probabilités pour une paire : que l’une des méthodes soit meilleure, que les "
        "deux soient pratiquement équivalentes, leurs scores différant d’au plus {rope}, et que l’autre soit meilleure."
    ),
    "As that width is 0, no difference counts as practically equal.": (
        "Cette largeur étant 0, aucune différence ne compte comme une équivalence pratique."
    ),
    "The Bayesian correlated t test{source} compares two comparates on each task by the repeats of their scores, any "
    "two of which are taken to have the correlation {share}, the share of the data that a repeat tests on.": (
        "Le test t bayésien corrélé{source} compare deux méthodes sur chaque tâche d’après les répétitions de leurs "
        "scores, dont deux quelconques sont supposées avoir la corrélation {share}, part des données sur laquelle "
        "porte le test d’une répétition."
    ),
    "The Bayesian correlated t test{source} compares two comparates on each task by the repeats of their scores, "
    "which are taken to share no data and to be independent.": (
        "Le test t bayésien corrélé{source} compare deux méthodes sur chaque tâche d’après les répétitions de leurs "
        "scores, supposées indépendantes et sans données communes."
    ),
    "Over the tasks, taken to be independent, the three probabilities of a pair are that the tasks on which the one "
    "comparate is better are the most numerous kind, that those are on which both are practically equal, their "
    "mean scores at most {rope} apart, and that those are on which the other is better.": (
        "Sur les tâches, supposées indépendantes, les trois probabilités d’une paire sont que les tâches où l’une des "
        "méthodes est meilleure soient les plus nombreuses, que ce soient celles où les deux sont pratiquement "
        "équivalentes, leurs scores moyens différant d’au plus {rope}, et que ce soient celles où l’autre "
        "est meilleure."
    ),
    "They are of these tasks, and say nothing of new ones.": (
        "Elles portent sur ces tâches et ne disent rien de nouvelles tâches."
    ),
    "The Bayesian hierarchical model{source} takes the repeats of all tasks together: any two repeats of a task have "
    "the correlation {share}, the share of the data that a repeat tests on, and the mean differences of the tasks "
    "scatter about a common centre.": (
        "Le modèle hiérarchique bayésien{source} prend ensemble les répétitions de toutes les tâches : deux "
        "répétitions quelconques d’une tâche ont la corrélation {share}, part des données sur laquelle porte le test "
        "d’une répétition, et les différences moyennes des tâches se dispersent autour d’un centre commun."
    ),
    "The Bayesian hierarchical model{source} takes the repeats of all tasks together: those of a task are taken to "
    "share no data and to be independent, and the mean differences of the tasks scatter about a common centre.": (
        "Le modèle hiérarchique bayésien{source} prend ensemble les répétitions de toutes les tâches : celles d’une "
        "tâche sont supposées indépendantes et sans données communes, et les différences moyennes des tâches se "
        "dispersent autour d’un centre commun."
    ),
    "The three probabilities of a pair are of what is most probable on a new task that is drawn as these were: that "
    "the one comparate is better, that both are practically equal, their mean scores at most {rope} apart, or that "
    "the other is better.": (
        "Les trois probabilités d’une paire portent sur ce qui est le plus probable sur une nouvelle tâche, tirée "
        "comme celles-ci : que l’une des méthodes soit meilleure, que les deux soient pratiquement équivalentes, "
        "leurs scores moyens différant d’au plus {rope}, ou que l’autre soit meilleure."
    ),
}
