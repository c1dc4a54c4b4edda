"""French of the chapter on what was compared and how, and of the methods paragraph."""

from __future__ import annotations

from collections.abc import Mapping

_WILCOXON = (
    "pour chaque paire, les différences entre les deux méthodes sur les tâches selon leur valeur absolue, et compare "
    "la somme des rangs des tâches que l’une gagne à celle des tâches que l’autre gagne ; son hypothèse nulle est que "
    "les différences sont symétriques autour de zéro."
)
_SIGN = (
    "Pour chaque paire, le test des signes ({sided}) compte les tâches que gagne l’une ou l’autre méthode, quelle "
    "que soit l’ampleur des différences"
)
_RANKS = "ce qu’elle dit d’une paire dépend des autres méthodes de l’étude{source}."

SENTENCES: Mapping[str, str] = {
    "We compare {size}, which makes {pairs}.": "Nous comparons {size}, soit {pairs}.",
    "The results are of {size}, which makes {pairs}.": "Les résultats sont ceux de {size}, soit {pairs}.",
    "Tests": "Tests",
    "Results by {measure}": "Résultats selon {measure}",
    "We compare {size}.": "Nous comparons {size}.",
    "The results are of {size}.": "Les résultats sont ceux de {size}.",
    "up to {n}": "au plus {n}",
    "Each score is the mean of {n} repeats of the same experiment; the tests see the means only.": (
        "Chaque score est la moyenne {n:de} répétitions de la même expérience ; les tests ne voient que les "
        "moyennes."
    ),
    "Higher scores are better.": "Les scores élevés sont les meilleurs.",
    "Lower scores are better.": "Les scores bas sont les meilleurs.",
    "The measure is {measure}: higher is better.": (
        "La mesure est {measure} ; les valeurs élevées sont les meilleures."
    ),
    "The measure is {measure}: lower is better.": (
        "La mesure est {measure} ; les valeurs basses sont les meilleures."
    ),
    "One task on which a comparate has no score was left out.": (
        "Une tâche sur laquelle au moins une méthode n’a pas de score a été écartée."
    ),
    "{tasks} on which a comparate has no score were left out.": (
        "{tasks} sur lesquelles au moins une méthode n’a pas de score ont été écartées."
    ),
    "{names} was left out, for want of a score on some task.": (
        "{names} a été écartée, faute de score sur une tâche au moins."
    ),
    "{names} were left out, for want of a score on some task.": (
        "{names} ont été écartées, faute de score sur une tâche au moins."
    ),
    "Some scores are missing: each pair is compared on the tasks that both comparates have, {some} of "
    "{n_tasks}; means are over the tasks that a comparate has.": (
        "Des scores manquent : chaque paire est comparée sur les tâches communes aux deux méthodes, {some} sur "
        "{n_tasks} ; la moyenne d’une méthode porte sur les tâches où elle a un score."
    ),
    "Some scores are missing: each pair is compared on the tasks that both comparates have, between "
    "{least} and {most} of {n_tasks}; means are over the tasks that a comparate has.": (
        "Des scores manquent : chaque paire est comparée sur les tâches communes aux deux méthodes, entre {least} "
        "et {most} sur {n_tasks} ; la moyenne d’une méthode porte sur les tâches où elle a un score."
    ),
    "Ranks are taken on the {n_complete} of {n_tasks} tasks on which every comparate has a score.": (
        "Les rangs ne portent que sur les {n_complete} tâches (sur {n_tasks}) où toutes les méthodes ont un score."
    ),
    "Too few tasks have all scores for ranks to be taken.": (
        "Trop peu de tâches ont tous les scores pour que des rangs soient pris."
    ),
    "Pairs are judged by the convention {name} of {tool}. {settings}": (
        "Les paires sont jugées selon la convention {name} de {tool}. {settings}"
    ),
    "{note}": "{note}",
    "The p-values are corrected for multiple testing: {how}{source}.": (
        "Les valeurs p sont corrigées pour les tests multiples : {how}{source}."
    ),
    "A corrected p-value of at most α = {level} is called significant.": (
        "Une valeur p corrigée d’au plus α = {level} est dite significative."
    ),
    "The correction bounds the probability of any false rejection, however the tests depend on each other.": (
        "La correction borne la probabilité d’au moins un rejet à tort, quelle que soit la dépendance entre les tests."
    ),
    "A p-value of at most α = {level} is called significant; with one pair there is nothing to correct.": (
        "Une valeur p d’au plus α = {level} est dite significative ; avec une seule paire, il n’y a rien à corriger."
    ),
    "A p-value of at most α = {level} is called significant, without correction for multiple testing: if "
    "no comparates differed, up to about {some} of the {tests} would be expected to reject.": (
        "Une valeur p d’au plus α = {level} est dite significative, sans correction pour les tests multiples : si "
        "aucune méthode ne différait, on attendrait jusqu’à {some} rejets environ en {tests}."
    ),
    "A p-value of at most α = {level} is called significant, without correction for multiple testing: if no "
    "comparates differed, each test would reject with a probability of up to α.": (
        "Une valeur p d’au plus α = {level} est dite significative, sans correction pour les tests multiples : si "
        "aucune méthode ne différait, chaque test rejetterait avec une probabilité allant jusqu’à α."
    ),
    "For each pair, the two-sided Wilcoxon signed-rank test{source} ranks the differences of the two "
    "comparates over the tasks by their size, and compares the rank sum of the tasks that one wins with "
    "that of the tasks that the other wins; its null hypothesis is that the differences are symmetric "
    "about zero.": "Le test bilatéral des rangs signés de Wilcoxon{source} classe, " + _WILCOXON,
    "For each pair, the Wilcoxon signed-rank test{source} ranks the differences of the two "
    "comparates over the tasks by their size, and compares the rank sum of the tasks that one wins with "
    "that of the tasks that the other wins; its null hypothesis is that the differences are symmetric "
    "about zero.": "Le test des rangs signés de Wilcoxon{source} classe, " + _WILCOXON,
    "Differences of zero are ranked with the others and then dropped{source}.": (
        "Les différences nulles sont classées avec les autres, puis écartées{source}."
    ),
    "Differences of zero are dropped before ranking.": (
        "Les différences nulles sont écartées avant le classement."
    ),
    "The ranks of differences of zero go half to each side.": (
        "Les rangs des différences nulles vont pour moitié à chaque côté."
    ),
    "The ranks of differences of zero go half to each side, one of an odd number dropped.": (
        "Les rangs des différences nulles vont pour moitié à chaque côté, l’une étant écartée si leur nombre est "
        "impair."
    ),
    "The p-values are exact, given the ties, for up to 50 differences other than zero; above that "
    "they are from the normal approximation with correction for ties.": (
        "Les valeurs p sont exactes, conditionnellement aux égalités, jusqu’à 50 différences non nulles ; au-delà, "
        "elles viennent de l’approximation normale, corrigée pour les égalités."
    ),
    "The p-values are exact, given the ties.": "Les valeurs p sont exactes, conditionnellement aux égalités.",
    "The p-values are from the normal approximation with correction for ties.": (
        "Les valeurs p viennent de l’approximation normale, corrigée pour les égalités."
    ),
    "two-sided": "bilatéral",
    "one-sided": "unilatéral",
    "For each pair, the sign test ({sided}) counts the tasks that either comparate wins, whatever the "
    "size of the differences, and drops the tasks on which they tie; its null hypothesis is that each is "
    "as likely to win as the other.": _SIGN
    + ", et écarte les égalités ; son hypothèse nulle est que chacune a autant de chances de gagner que l’autre.",
    "For each pair, the sign test ({sided}) counts the tasks that either comparate wins, whatever the "
    "size of the differences, and gives half of the tasks on which they tie to each, one of an odd number "
    "dropped; its null hypothesis is that each is as likely to win as the other.": _SIGN
    + ", et donne à chacune la moitié des égalités, l’une étant écartée si leur nombre est impair ; son hypothèse "
    "nulle est que chacune a autant de chances de gagner que l’autre.",
    "For each pair, the sign test ({sided}) counts the tasks that either comparate wins, whatever the size of "
    "the differences, and counts the tasks on which they tie as tasks that neither wins; its null hypothesis "
    "is that neither wins more than every second task, which makes the test cautious where there are many "
    "ties.": _SIGN
    + ", et compte les égalités comme des tâches que ni l’une ni l’autre ne gagne ; son hypothèse nulle est "
    "qu’aucune ne gagne plus d’une tâche sur deux, ce qui rend le test prudent là où les égalités sont nombreuses.",
    "For each pair, the paired t test ({sided}) compares the mean of the differences of the two comparates "
    "over the tasks with its standard error; it takes the differences to be normal and in a unit that is the "
    "same on all tasks, so that one outlier can decide{source}.": (
        "Pour chaque paire, le test t apparié ({sided}) compare la moyenne des différences des deux méthodes sur "
        "les tâches à son erreur type ; il suppose les différences normales et d’une unité commune à toutes les "
        "tâches, si bien qu’une valeur aberrante peut décider{source}."
    ),
    "For each pair, the difference of the mean ranks is set against a standard error that is estimated "
    "from the ranks, by Student's t distribution (Conover's test); what it says of a pair depends on "
    "which other comparates are in the study{source}.": (
        "Pour chaque paire, la différence des rangs moyens est rapportée à une erreur type estimée d’après les "
        "rangs, selon la loi de Student (test de Conover) ; " + _RANKS
    ),
    "For each pair, the difference of the mean aligned ranks (ranks, over the whole table, of scores less "
    "the mean of their task) is set against the standard error that it has when all comparates perform "
    "alike, given the ranks, by the normal distribution; what it says of a pair depends on which other "
    "comparates are in the study{source}.": (
        "Pour chaque paire, la différence des rangs alignés moyens (rangs, dans le tableau entier, des scores moins "
        "la moyenne de leur tâche) est rapportée à l’erreur type qu’elle a, les rangs étant donnés, quand toutes "
        "les méthodes se valent, selon la loi normale ; " + _RANKS
    ),
    "For each pair, the difference of the mean ranks, weighted after Quade by the range of the scores on "
    "a task, is set against the standard error that it has when all comparates perform alike, given the "
    "ranks, by the normal distribution; what it says of a pair depends on which other comparates are in "
    "the study{source}.": (
        "Pour chaque paire, la différence des rangs moyens, pondérés d’après Quade par l’étendue des scores sur une "
        "tâche, est rapportée à l’erreur type qu’elle a, les rangs étant donnés, quand toutes les méthodes se "
        "valent, selon la loi normale ; " + _RANKS
    ),
    "For each pair, the difference of the mean ranks is set against the standard error that it has when all "
    "comparates perform alike, by the normal distribution; what it says of a pair depends on which other "
    "comparates are in the study{source}.": (
        "Pour chaque paire, la différence des rangs moyens est rapportée à l’erreur type qu’elle a quand toutes les "
        "méthodes se valent, selon la loi normale ; " + _RANKS
    ),
    "Pairs are judged by the Nemenyi test{source}: two comparates differ significantly where their mean ranks "
    "are further apart than the critical difference, {difference} at α = {level}.": (
        "Les paires sont jugées par le test de Nemenyi{source} : deux méthodes diffèrent significativement quand "
        "leurs rangs moyens sont plus éloignés que la différence critique, {difference} au seuil α = {level}."
    ),
    "It allows for all pairs at once, so no further correction is made; but what it says of a pair depends on "
    "which other comparates are in the study{source}.": (
        "Il tient compte de toutes les paires à la fois, sans autre correction ; mais ce qu’il dit d’une paire "
        "dépend des autres méthodes de l’étude{source}."
    ),
    "Each test is one-sided, towards the comparate with the better mean score: that direction comes from "
    "the scores themselves, and the test of two comparates that perform alike may reject up to twice as "
    "often as its level says.": (
        "Chaque test est unilatéral, en faveur de la méthode au meilleur score moyen : ce sens vient des scores "
        "eux-mêmes, et le test de deux méthodes qui se valent peut rejeter jusqu’à deux fois plus souvent que son "
        "seuil ne le dit."
    ),
    "Each test is one-sided: its alternative is that, of a pair, the first comparate (the row of a table "
    "or matrix) is better than the second, so p-values depend on the order in which a pair is named.": (
        "Chaque test est unilatéral : son alternative est que, d’une paire, la première méthode (la ligne d’un "
        "tableau ou d’une matrice) est meilleure que la seconde ; les valeurs p dépendent donc de l’ordre dans "
        "lequel une paire est nommée."
    ),
    "Each test is one-sided: its alternative is that, of a pair, the second comparate (the column of a table "
    "or matrix) is better than the first, so p-values depend on the order in which a pair is named.": (
        "Chaque test est unilatéral : son alternative est que, d’une paire, la seconde méthode (la colonne d’un "
        "tableau ou d’une matrice) est meilleure que la première ; les valeurs p dépendent donc de l’ordre dans "
        "lequel une paire est nommée."
    ),
}
