"""French of the section on what the results do not say."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Each measure is tested by itself; no correction counts the measures.": (
        "Chaque mesure est testée à part ; aucune correction ne compte les mesures."
    ),
    "A p-value is best read as a descriptive statistic{source}: it says how strongly the scores on these "
    "tasks speak for a difference between two comparates.": (
        "Une valeur p se lit avant tout comme une statistique descriptive{source} : elle dit à quel point les "
        "scores sur ces tâches plaident pour une différence entre deux méthodes."
    ),
    "It is neither the probability that two comparates perform alike nor the probability that the same one "
    "would be better on a new task{source}.": (
        "Elle n’est ni la probabilité que deux méthodes se valent, ni celle que la même soit meilleure sur une "
        "nouvelle tâche{source}."
    ),
    "A large p-value is no evidence of equality: two comparates that are not significantly different have "
    "not been shown to perform alike, for {tasks} may be too few to tell them apart.": (
        "Une grande valeur p ne prouve aucune équivalence : il n’est pas établi que deux méthodes sans différence "
        "significative se valent, car {tasks} ne suffisent peut-être pas à les distinguer."
    ),
    "Nor does a small p-value make a difference large: with enough tasks any true difference becomes significant, "
    "so its size and the counts of wins and losses belong to every verdict.": (
        "Une petite valeur p n’implique pas non plus une grande différence : avec assez de tâches, toute différence "
        "réelle devient significative ; chaque verdict doit donc s’accompagner de son ampleur et du nombre de "
        "victoires et de défaites."
    ),
    "The Bayesian test answers the question of equality that p-values leave open, but for one width of "
    "the region of practical equivalence, which has to be chosen before the results are seen.": (
        "Le test bayésien répond à la question de l’équivalence que les valeurs p laissent ouverte, mais pour une "
        "seule largeur de la région d’équivalence pratique, à choisir avant de voir les résultats."
    ),
    "A mean rank is relative to all comparates of the study: where others are added or left out, "
    "variants of one comparate in particular, two comparates can change their order by mean rank although "
    "no score of theirs has changed{source}.": (
        "Un rang moyen est relatif à toutes les méthodes de l’étude : si d’autres s’y ajoutent ou la quittent, en "
        "particulier des variantes d’une même méthode, deux méthodes peuvent échanger leurs places selon le rang "
        "moyen sans qu’aucun de leurs scores ait changé{source}."
    ),
    "Their order by mean score depends on no other comparate.": (
        "Leur ordre selon le score moyen ne dépend d’aucune autre méthode."
    ),
    "Their order by mean score depends on no other comparate, as long as these leave the same tasks.": (
        "Leur ordre selon le score moyen ne dépend d’aucune autre méthode, tant que celles-ci laissent les mêmes "
        "tâches."
    ),
    "Ranks also ignore how large a difference is: winning barely counts as much as winning by far.": (
        "Les rangs ignorent aussi l’ampleur d’une différence : gagner de peu y compte autant que gagner de loin."
    ),
    "The verdict on a pair comes from mean ranks and so depends on all comparates: the same scores of "
    "two comparates can be significantly different in one study and not in another.": (
        "Le verdict sur une paire vient des rangs moyens et dépend donc de toutes les méthodes : les mêmes scores "
        "de deux méthodes peuvent différer significativement dans une étude et non dans une autre."
    ),
    "As nothing is corrected, the verdict on a pair depends on no other pair; but of many such verdicts "
    "some may be due to chance.": (
        "Comme rien n’est corrigé, le verdict sur une paire ne dépend d’aucune autre ; mais, parmi beaucoup de "
        "tels verdicts, quelques-uns peuvent être dus au hasard."
    ),
    "Comparates that were tried and discarded on the way count as comparisons, too, and no correction knows "
    "of them.": (
        "Les méthodes essayées puis abandonnées en cours de route sont aussi des comparaisons, et aucune "
        "correction n’en tient compte."
    ),
    "Holm's procedure sets the smallest of the {n} p-values against α/{n}, the next against α/{less}, and "
    "so on, up to the first that exceeds its level{source}.": (
        "La procédure de Holm confronte la plus petite des {n} valeurs p à α/{n}, la suivante à α/{less}, et ainsi "
        "de suite, jusqu’à la première qui dépasse son seuil{source}."
    ),
    "The level of each test follows from the number of pairs: the same two comparates can differ "
    "significantly among few others and not among many.": (
        "Le seuil de chaque test découle du nombre de paires : les deux mêmes méthodes peuvent différer "
        "significativement parmi peu d’autres et non parmi beaucoup."
    ),
    "The corrected verdict on a pair moves with the number of pairs and with the p-values of the others: the "
    "same two comparates can differ significantly in one company and not in another{source}.": (
        "Le verdict corrigé sur une paire varie avec le nombre de paires et avec les valeurs p des autres : les deux "
        "mêmes méthodes peuvent différer significativement dans une étude et non dans une autre{source}."
    ),
    "One level of α/(k − 1) for every pair of k comparates is not Holm's procedure: it allows for the "
    "k − 1 comparisons with one control, and not for all pairs.": (
        "Un même seuil α/(k − 1) pour chaque paire de k méthodes n’est pas la procédure de Holm : il tient compte "
        "des k − 1 comparaisons avec un témoin, et non de toutes les paires."
    ),
    "A correction lowers the risk of a false discovery at the price of missing true differences; neither "
    "error is the worse one as such.": (
        "Une correction réduit le risque d’une fausse découverte au prix de vraies différences manquées ; aucune "
        "de ces deux erreurs n’est en soi la plus grave."
    ),
    "All tests take the tasks for independent draws from those that one cares about: tasks that derive from "
    "each other make p-values too small, and a benchmark that was chosen by hand speaks for itself only.": (
        "Tous les tests supposent que les tâches sont des tirages indépendants parmi celles qui importent : des "
        "tâches dérivées les unes des autres rendent les valeurs p trop petites, et un banc d’essai choisi à la "
        "main ne parle que pour lui-même."
    ),
}
