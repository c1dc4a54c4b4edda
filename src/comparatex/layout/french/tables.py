"""French of the tables of scores, ranks, tests of all comparates, repeats, shares and conventions."""

from __future__ import annotations

from collections.abc import Mapping

_ALIGNED = (
    "Les rangs alignés sont ceux des scores diminués de la moyenne de leur tâche, sur l’ensemble du tableau ; le F de "
    "Quade pondère les tâches par l’étendue de leurs scores."
)
_SHARES = "({level} %) ; z et p bilatéral du test de comparaison de deux proportions."
_INDEPENDENT = "Ce test suppose les deux jeux de test indépendants : il ignore"
_SD = "ET : écart type des répétitions d’une tâche (diviseur n − 1)"
_ALL_THERE = "contient l’ensemble"

SENTENCES: Mapping[str, str] = {
    # headings
    "Comparate": "Méthode",
    "Comparates": "Méthodes",
    "Task": "Tâche",
    "Tasks": "Tâches",
    "Row": "Ligne",
    "Column": "Colonne",
    "Mean": "Moyenne",
    "Median": "Médiane",
    "Interval": "Intervalle",
    "Mean rank": "Rang moyen",
    "p-value": "Valeur p",
    "Adjusted p": "p ajusté",
    # scores
    "{n} of {size}": "{n} des {size}",
    "Scores": "Scores",
    "Scores of {size} ({kind}).": "Scores {size:de} ({kind}).",
    "Scores of {size}; the best mean score is {mean}, of {best}.": (
        "Scores {size:de} ; le meilleur score moyen est {mean}, celui {best:de}."
    ),
    "Scores of {size}; mean ranks are undefined.": "Scores {size:de} ; les rangs moyens ne sont pas définis.",
    "Bold: the best shown; underlined: the second best.": (
        "En gras : le meilleur des scores montrés ; souligné : le deuxième."
    ),
    "Bold: the best; underlined: the second best.": "En gras : le meilleur score ; souligné : le deuxième.",
    "The first {n} of {n_tasks} tasks; scores.csv has them all.": (
        f"Seules les {{n}} premières des {{n_tasks}} tâches sont montrées ; scores.csv en {_ALL_THERE}."
    ),
    "Ranks are among all comparates; scores.csv has the others' scores.": (
        "Les rangs sont établis parmi toutes les méthodes ; scores.csv contient les scores des autres."
    ),
    "Mean ± standard deviation of up to {repeats}.": "Moyenne ± écart type, sur au plus {repeats}.",
    "Mean of up to {repeats}.": "Moyenne sur au plus {repeats}.",
    "A dash is a missing score; means are over the tasks that a comparate has.": (
        "Un tiret indique un score manquant ; les moyennes portent sur les tâches dont la méthode a un score."
    ),
    # ranks
    "Ranks": "Rangs",
    "Best on": "Première sur",
    "Worst on": "Dernière sur",
    "Mean score": "Score moyen",
    "Median score": "Score médian",
    "Ranks of {size} ({kind}); 1 is the best rank, ties are averaged.": (
        "Rangs {size:de} ({kind}) ; 1 est le meilleur rang, les ex æquo reçoivent leur rang moyen."
    ),
    "Ranks of {size}; the best mean rank is {rank}, of {best}.": (
        "Rangs {size:de} ; le meilleur rang moyen est {rank}, celui {best:de}."
    ),
    "Ranks are from the {n} of {n_tasks} tasks on which every comparate has a score.": (
        "Les rangs proviennent des {n} tâches, sur {n_tasks}, pour lesquelles chaque méthode a un score."
    ),
    "Ranks are among all comparates.": "Les rangs sont établis parmi toutes les méthodes.",
    "The first {n} of {n_all} lines; ranks.csv has them all.": (
        f"Seules les {{n}} premières des {{n_all}} lignes sont montrées ; ranks.csv en {_ALL_THERE}."
    ),
    "Best on and worst on count tasks, equal scores for each of the comparates.": (
        "« Première sur » et « Dernière sur » comptent les tâches ; à score égal, chaque méthode est comptée."
    ),
    # tests of all comparates
    "Friedman test": "Test de Friedman",
    "Test": "Test",
    "Statistic": "Statistique",
    "df": "ddl",
    "Critical value": "Valeur critique",
    "{df1}, {df2}": "{df1} ; {df2}",
    "χ², corrected for ties": "χ², corrigé des égalités",
    "χ², uncorrected": "χ², non corrigé",
    "χ², exact": "χ², exact",
    "F, corrected for ties": "F, corrigé des égalités",
    "F, uncorrected": "F, non corrigé",
    "χ² of aligned ranks": "χ² des rangs alignés",
    "Quade's F": "F de Quade",
    "the {n} of {n_tasks} tasks on which every comparate has a score": (
        "les {n} tâches, sur {n_tasks}, pour lesquelles chaque méthode a un score"
    ),
    "Tests that all of {comparates} perform alike, from their ranks on {tasks}; the alternative is that some differ. "
    "Friedman's χ², Iman and Davenport's F, their degrees of freedom (df) and critical values at α = {alpha}.": (
        "Tests de l’hypothèse que les {comparates} se valent, d’après leurs rangs sur {tasks} ; "
        "l’alternative est que certaines diffèrent. χ² de Friedman, F d’Iman et Davenport, leurs degrés de liberté "
        "(ddl) et valeurs critiques au seuil α = {alpha}."
    ),
    "Aligned ranks are those of scores less the mean of their task, over the whole table; Quade's F weights tasks by "
    "the range of their scores.": _ALIGNED,
    "The exact p-value is over all orders of the scores within tasks, ties included; the exact critical value is that "
    "without ties.": (
        "La valeur p exacte porte sur tous les ordres des scores au sein des tâches, égalités comprises ; la valeur "
        "critique exacte est celle sans égalités."
    ),
    "Nemenyi's critical difference of mean ranks is {difference}.": (
        "La différence critique des rangs moyens selon Nemenyi est {difference}."
    ),
    # critical values
    "Critical values": "Valeurs critiques",
    "CD": "DC",
    "Sign": "Signes",
    "Confidence": "Confiance",
    "Critical values, computed, not copied; bold: those of this study, {size}.": (
        "Valeurs critiques, calculées et non recopiées ; en gras : celles de cette étude, {size}."
    ),
    "By tasks that do not tie: the smallest number of wins with which the two-sided sign test rejects at the level of "
    "the column, and the largest smaller rank sum W with which the exact two-sided signed-rank test does; a dash: no "
    "outcome is rare enough.": (
        "Selon le nombre de tâches sans égalité : le plus petit nombre de victoires pour lequel le test des signes "
        "bilatéral rejette au seuil de la colonne, et la plus grande valeur de la plus petite somme de rangs W pour "
        "laquelle le test exact bilatéral des rangs signés rejette ; un tiret : aucun résultat n’est assez rare."
    ),
    "By comparates: q of the Nemenyi test (studentized range over √2), z of the Bonferroni–Dunn test against a "
    "control, and for {tasks} at α = {alpha} Friedman's χ² (exact without ties where that is feasible) and Nemenyi's "
    "critical difference (CD).": (
        "Selon le nombre de méthodes : q du test de Nemenyi (étendue studentisée divisée par √2), z du test de "
        "Bonferroni–Dunn contre un témoin et, pour {tasks} au seuil α = {alpha}, χ² de Friedman (exact, sans égalités, "
        "là où le calcul est possible) et différence critique de Nemenyi (DC)."
    ),
    "z of the normal distribution: an interval of the confidence is the estimate ± z standard errors.": (
        "z de la loi normale : l’intervalle de cette confiance est l’estimation ± z erreurs types."
    ),
    "On {tasks} no outcome is rare enough at α = {alpha}.": (
        "Sur {tasks}, aucun résultat n’est assez rare au seuil α = {alpha}."
    ),
    "On {tasks} and at α = {alpha}, the sign test needs {wins} wins and the signed-rank test a smaller rank sum of at "
    "most {smaller}.": (
        "Sur {tasks} et au seuil α = {alpha}, il faut au test des signes {wins} victoires et au test des rangs signés "
        "une plus petite somme de rangs d’au plus {smaller}."
    ),
    # repeats
    "Repeats": "Répétitions",
    "SD": "ET",
    "Best case": "Meilleur cas",
    "Worst case": "Pire cas",
    "{repeats} of each score of {size} ({kind}).": "{repeats} de chaque score {size:de} ({kind}).",
    "{low} to {high} repeats of each score of {size} ({kind}).": (
        "De {low} à {high} répétitions de chaque score {size:de} ({kind})."
    ),
    "SD: standard deviation of the repeats of a task (divisor n − 1).": f"{_SD}.",
    "SD: standard deviation of the repeats of a task (divisor n − 1), averaged over tasks; best and worst case of all "
    "tasks and repeats.": (
        f"{_SD}, moyenné sur les tâches ; meilleur et pire cas sur l’ensemble des tâches et des répétitions."
    ),
    "Competition, repeat by repeat: wins, ties and losses (W/T/L) of the row over all tasks, and the share that it "
    "wins. Folds of a cross-validation share training data: these are no independent trials, and no test.": (
        "Confrontation, répétition par répétition : victoires, égalités et défaites (V/É/D) de la ligne sur toutes les "
        "tâches, et part qu’elle remporte. Les plis d’une validation croisée partagent des données d’apprentissage : "
        "ce ne sont ni des essais indépendants, ni un test."
    ),
    "Repeats of {name} vary most, with a mean standard deviation of {size}.": (
        "Les répétitions {name:de} varient le plus, avec un écart type moyen de {size}."
    ),
    # shares
    "McNemar p": "p de McNemar",
    "{first} and {second} by task": "{first} et {second} par tâche",
    "{first} and {second} on each task ({kind}), n: size of the test set.": (
        "{first} et {second} sur chaque tâche ({kind}), n : taille du jeu de test."
    ),
    "Shares with Wilson intervals ({level} %); z and two-sided p of the two-proportion test.": (
        f"Proportions avec intervalles de Wilson {_SHARES}"
    ),
    "Shares with normal intervals ({level} %); z and two-sided p of the two-proportion test.": (
        f"Proportions avec intervalles normaux {_SHARES}"
    ),
    "Shares with Clopper–Pearson intervals ({level} %); z and two-sided p of the two-proportion test.": (
        f"Proportions avec intervalles de Clopper–Pearson {_SHARES}"
    ),
    "Shares with binomial count intervals ({level} %); z and two-sided p of the two-proportion test.": (
        f"Proportions avec intervalles du dénombrement binomial {_SHARES}"
    ),
    "That test takes the two test sets to be independent: it ignores that both are tested on the same instances.": (
        f"{_INDEPENDENT} que les deux méthodes sont testées sur les mêmes instances."
    ),
    "That test takes the two test sets to be independent: it ignores a test set that both share, where outcomes by "
    "instance would allow McNemar's test. Counts are score times n, rounded.": (
        f"{_INDEPENDENT} un jeu de test commun, pour lequel les résultats par instance permettraient le test de "
        "McNemar. Les effectifs sont le produit du score et de n, arrondi."
    ),
    "b/c: instances that the first alone, and the second alone, gets right; exact two-sided McNemar p.": (
        "b/c : instances que seule la première, et que seule la seconde, classe correctement ; p exact bilatéral de "
        "McNemar."
    ),
    "Bold: p < {alpha}, without correction for the number of tasks.": (
        "En gras : p < {alpha}, sans correction pour le nombre de tâches."
    ),
    "{first} is significantly better on {wins}, {second} on {losses}; two-sided sign test of these wins alone ({ties}; "
    "a tie: neither is): {p}.": (
        "Tâches où l’une est significativement meilleure : {first}, {wins} ; {second}, {losses} ; test des signes "
        "bilatéral sur ces seules victoires ({ties} ; égalité : ni l’une ni l’autre) : {p}."
    ),
    "{first} is significantly better on {wins}, {second} on {losses}.": (
        "Tâches où l’une est significativement meilleure : {first}, {wins} ; {second}, {losses}."
    ),
    # conventions
    "Verdicts by convention": "Verdicts par convention",
    ", stopped": ", arrêt",
    "No.": "N°",
    "Convention": "Convention",
    "Pairs that differ": "Paires différentes",
    "Groups": "Groupes",
    "Verdicts on {size} ({kind}) under every named convention, each at its own α; what each does, the command "
    "conventions lists.": (
        "Verdicts concernant {size} ({kind}) selon chacune des conventions nommées, au seuil α propre à chacune ; la "
        "commande conventions en donne le détail."
    ),
    "{pairs} of {n_all} depend on the convention: the two differ ({different}, bold) or do not ({alike}), by the "
    "number of the convention.": (
        "Verdicts qui dépendent de la convention : {pairs} sur {n_all} ; les deux méthodes diffèrent ({different}, en "
        "gras) ou non ({alike}), selon le numéro de la convention."
    ),
    "{pairs} of {n_all} depend on the convention.": "Verdicts qui dépendent de la convention : {pairs} sur {n_all}.",
    "All conventions that make groups make the same ones.": (
        "Toutes les conventions qui forment des groupes forment les mêmes."
    ),
    "{sets} of groups are drawn.": "Groupes obtenus : {sets}.",
    "The first {n} of them are shown.": "Seules les {n} premières sont montrées.",
    "Stopped: the omnibus test of the convention was not significant, and no pair differs.": (
        "Arrêt : le test global de la convention n’est pas significatif, et aucune paire ne diffère."
    ),
    "{n} of {pairs} depend on which of {n_conventions} conventions is followed.": (
        "Selon les {n_conventions} conventions, le verdict change pour {n} paires sur un total {pairs:de}."
    ),
}
