"""French of the chapter's running text on mean ranks."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "On each task the comparates are ranked ({where}), 1 being the best, and those that tie share the "
    "mean of their ranks; a mean rank says how a comparate places among these others, and not by how "
    "much.": (
        "Sur chaque tâche, les méthodes sont classées ({where}), 1 étant le meilleur rang, et celles à égalité "
        "partagent la moyenne de leurs rangs ; un rang moyen dit comment une méthode se place parmi ces autres, et "
        "non de combien."
    ),
    "On each task the comparates are ranked, 1 being the best, and those that tie share the mean of "
    "their ranks; a mean rank says how a comparate places among these others, and not by how much.": (
        "Sur chaque tâche, les méthodes sont classées, 1 étant le meilleur rang, et celles à égalité partagent la "
        "moyenne de leurs rangs ; un rang moyen dit comment une méthode se place parmi ces autres, et non de "
        "combien."
    ),
    "Mean scores and mean ranks disagree on who is best: a mean score is moved by large differences on "
    "few tasks, a mean rank by small ones on many.": (
        "Score moyen et rang moyen ne désignent pas la même méthode comme la meilleure : de grandes différences sur "
        "peu de tâches pèsent sur un score moyen, de petites différences sur beaucoup de tâches sur un rang moyen."
    ),
    "Mean scores and mean ranks disagree on who is best: a mean score is moved by large differences on "
    "few tasks, a mean rank by small ones on many; and here they are not of the same tasks.": (
        "Score moyen et rang moyen ne désignent pas la même méthode comme la meilleure : de grandes différences sur "
        "peu de tâches pèsent sur un score moyen, de petites différences sur beaucoup de tâches sur un rang moyen ; "
        "et ils ne portent pas ici sur les mêmes tâches."
    ),
    "The Friedman test{source} and mean ranks are undefined here: they need two tasks on which every "
    "comparate has a score.": (
        "Le test de Friedman{source} et les rangs moyens ne sont pas définis ici : il faut deux tâches où toutes "
        "les méthodes ont un score."
    ),
    "The Friedman test{source} of all comparates together, corrected for ties, gives "
    "χ²({df}) = {statistic}, {p}{where}.": (
        "Le test de Friedman{source} de toutes les méthodes ensemble, corrigé pour les égalités, donne "
        "χ²({df}) = {statistic}, {p}{where}."
    ),
    "The Friedman test{source} of all comparates together, corrected for ties, gives "
    "χ²({df}) = {statistic}, {p} (exactly {exact}){where}.": (
        "Le test de Friedman{source} de toutes les méthodes ensemble, corrigé pour les égalités, donne "
        "χ²({df}) = {statistic}, {p} (valeur exacte : {exact}){where}."
    ),
    "It does not say which of them differ.": "Il ne dit pas lesquelles diffèrent.",
    "The less conservative F of Iman and Davenport{source} is F({df1}, {df2}) = {statistic}, {p}.": (
        "Le F d’Iman et Davenport{source}, moins prudent, vaut F({df1} ; {df2}) = {statistic}, {p}."
    ),
    "The Friedman test does not reject, at α = {level}, that all comparates perform alike, so that "
    "differences between pairs have little support.": (
        "Le test de Friedman ne rejette pas, au seuil α = {level}, l’hypothèse que toutes les méthodes se valent, si "
        "bien que les différences entre paires ont peu d’appui."
    ),
    "The Friedman test does not reject, at α = {level}, that both perform alike.": (
        "Le test de Friedman ne rejette pas, au seuil α = {level}, l’hypothèse que les deux se valent."
    ),
    "The Friedman test rejects, at α = {level}, that both perform alike.": (
        "Le test de Friedman rejette, au seuil α = {level}, l’hypothèse que les deux se valent."
    ),
    "The Friedman test rejects, at α = {level}, that all comparates perform alike.": (
        "Le test de Friedman rejette, au seuil α = {level}, l’hypothèse que toutes les méthodes se valent."
    ),
    "{where} shows the mean ranks on an axis, as a critical difference diagram{source}.": (
        "La {where} montre les rangs moyens sur un axe : c’est un diagramme de différences critiques{source}."
    ),
    "{where} show the mean ranks on an axis, as critical difference diagrams{source}.": (
        "Les {where} montrent les rangs moyens sur un axe : ce sont des diagrammes de différences critiques{source}."
    ),
    "Which pairs differ is not read off the distance of their mean ranks, which depends on all the other "
    "comparates{source}, but decided by the test of the pair itself.": (
        "Ce n’est pas l’écart entre leurs rangs moyens, lequel dépend de toutes les autres méthodes{source}, qui dit "
        "quelles paires diffèrent, mais le test de la paire elle-même."
    ),
    "Which pairs differ is not read off the distance of their mean ranks, which depends on all the other "
    "comparates{source}, but decided by the test of the pair itself, corrected for the number of pairs.": (
        "Ce n’est pas l’écart entre leurs rangs moyens, lequel dépend de toutes les autres méthodes{source}, qui dit "
        "quelles paires diffèrent, mais le test de la paire elle-même, corrigé pour le nombre de paires."
    ),
    "A bar joins a group as the convention {name} forms it, which need not be one no pair of which differs "
    "significantly.": (
        "Une barre relie un groupe tel que le forme la convention {name}, où des paires peuvent différer "
        "significativement."
    ),
    "A letter marks a group as the convention {name} forms it, which need not be one no pair of which differs "
    "significantly.": (
        "Une lettre marque un groupe tel que le forme la convention {name}, où des paires peuvent différer "
        "significativement."
    ),
    ", see {where}": ", voir le {where}",
    "There are no bars, for all pairs in the diagram differ significantly.": (
        "Il n’y a pas de barres, car toutes les paires du diagramme diffèrent significativement."
    ),
    "A bar joins comparates no pair of which differs significantly.": (
        "Une barre relie des méthodes dont aucune paire ne diffère significativement."
    ),
    "Two comparates differ significantly unless they share a letter.": (
        "Deux méthodes diffèrent significativement à moins de partager une lettre."
    ),
    "The diagram does not show which pairs differ, for there are too many groups to be drawn.": (
        "Le diagramme ne montre pas quelles paires diffèrent, car les groupes sont trop nombreux pour être tracés."
    ),
}
