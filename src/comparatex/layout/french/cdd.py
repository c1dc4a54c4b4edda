"""French of the critical difference diagram."""

from __future__ import annotations

from collections.abc import Mapping

_LEFT_OUT = "chaque paire de méthodes que couvre une telle barre est aussi couverte par une autre."
_ELSEWHERE = (
    "trop nombreuses pour être lues comme des barres ou des lettres et ne sont pas montrées : dessinez moins de "
    "méthodes, ou consultez la matrice ou le tableau des résultats par paires."
)
_CONVENTION = "la convention {name} ({tool}). {settings}"

SENTENCES: Mapping[str, str] = {
    "Critical difference diagram": "Diagramme de différences critiques",
    "CD = {difference}": "DC = {difference}",
    "Mean ranks of {comparates} on {tasks}, best first: {best}; last is {last}.": (
        "Rangs moyens {comparates:de} sur {tasks}, les meilleurs d’abord : {best} ; le dernier est {last}."
    ),
    "Mean ranks of {comparates} on {tasks}, best first: {best}.": (
        "Rangs moyens {comparates:de} sur {tasks}, les meilleurs d’abord : {best}."
    ),
    "{cliques} of comparates that are not significantly different.": (
        "{cliques} de méthodes sans différence significative."
    ),
    "Warning: the Friedman test does not reject, at α = {alpha}, that all comparates perform alike, so differences "
    "between pairs have little support.": (
        "Attention : au seuil α = {alpha}, le test de Friedman ne rejette pas l’hypothèse que toutes les méthodes se "
        "valent ; les différences entre paires sont donc peu étayées."
    ),
    "The {n_bars} bars would need {n_lanes} lanes, more than the {max_lanes} that can be read, so cliques are "
    "letters.": (
        "Les {n_bars} barres demanderaient {n_lanes} niveaux, plus que les {max_lanes} qui restent lisibles ; les "
        "cliques sont donc indiquées par des lettres."
    ),
    "Of {n_all} bars, one is left out that says nothing new: each pair of comparates under such a bar is also under "
    "another.": f"Des {{n_all}} barres, une est omise car elle n’apporte rien : {_LEFT_OUT}",
    "Of {n_all} bars, {n} are left out that say nothing new: each pair of comparates under such a bar is also under "
    "another.": f"Des {{n_all}} barres, {{n}} sont omises car elles n’apportent rien : {_LEFT_OUT}",
    "The cliques are too many to be read as bars or letters and are not shown: draw fewer comparates, or see the "
    "matrix or table of pairwise results.": f"Les cliques sont {_ELSEWHERE}",
    "The {n} cliques are too many to be read as bars or letters and are not shown: draw fewer comparates, or see the "
    "matrix or table of pairwise results.": f"Les {{n}} cliques sont {_ELSEWHERE}",
    "Critical difference diagram of {size} ({kind}).": "Diagramme de différences critiques {size:de} ({kind}).",
    "Critical difference diagram of {n} of {size} ({kind}); ranks, tests and correction are those of all {n_all}.": (
        "Diagramme de différences critiques de {n} des {size} ({kind}) ; rangs, "
        "tests et correction sont ceux de l’ensemble des {n_all} méthodes."
    ),
    "The axis shows mean ranks, 1 is best.": "L’axe porte les rangs moyens ; 1 est le meilleur.",
    "The axis shows mean ranks, 1 is best, on the {n} of {n_tasks} tasks on which every comparate has a score.": (
        "L’axe porte les rangs moyens, 1 étant le meilleur, sur celles des {n_tasks} tâches pour lesquelles chaque "
        "méthode a un score ({n} tâches)."
    ),
    "Intervals of mean ranks are drawn for up to {most} comparates only.": (
        "Les intervalles des rangs moyens ne sont dessinés que pour {most} méthodes au plus."
    ),
    "Lines below the axis: {level} % percentile intervals of mean ranks, of 10 000 bootstrap draws of tasks (seed "
    "{seed}).": (
        "Traits sous l’axe : intervalles percentiles à {level} % des rangs moyens, sur 10 000 tirages bootstrap des "
        "tâches (graine {seed})."
    ),
    "{level} % intervals: of the best one's mean rank {low} to {high}, of the last one's {worst} to {last}.": (
        "Intervalles à {level} % : du rang moyen de la meilleure, de {low} à {high} ; de celui de la dernière, de "
        "{worst} à {last}."
    ),
    "Bars join comparates that are pairwise not significantly different {decision}.": (
        "Les barres relient les méthodes qui, deux à deux, ne diffèrent pas significativement {decision}."
    ),
    "Comparates that share a letter are not significantly different {decision}.": (
        "Les méthodes qui ont une lettre en commun ne diffèrent pas significativement {decision}."
    ),
    "{share} %": "{share} %",
    "All pairs are significantly different, so there are none.": (
        "Toutes les paires diffèrent significativement ; il n’y en a donc aucune."
    ),
    "A range such as a–d is short for all letters from a to d.": (
        "Un intervalle tel que a–d désigne toutes les lettres de a à d."
    ),
    "Bars are the groups of the convention {name} ({tool}). {settings}": (
        f"Les barres sont les groupes de {_CONVENTION}"
    ),
    "Letters stand for the groups of the convention {name} ({tool}). {settings}": (
        f"Les lettres désignent les groupes de {_CONVENTION}"
    ),
    "Bars are maximal groups that do not differ pairwise by the convention {name} ({tool}). {settings}": (
        f"Les barres sont les groupes maximaux de méthodes qui ne diffèrent pas deux à deux selon {_CONVENTION}"
    ),
    "Letters stand for maximal groups that do not differ pairwise by the convention {name} ({tool}). {settings}": (
        f"Les lettres désignent les groupes maximaux de méthodes qui ne diffèrent pas deux à deux selon {_CONVENTION}"
    ),
    "at α = {alpha} by the Nemenyi test: their mean ranks differ by at most the critical difference {difference}": (
        "au seuil α = {alpha} selon le test de Nemenyi : leurs rangs moyens diffèrent au plus de la différence "
        "critique {difference}"
    ),
    "at α = {alpha} by the {test}, with {correction}": "au seuil α = {alpha} selon le {test}, avec {correction}",
    "Where a bar is thin and has a hollow mark, it passes over a comparate that is not a member.": (
        "Là où une barre est fine et porte une marque creuse, elle passe au-dessus d’une méthode qui n’en fait pas "
        "partie."
    ),
    "Grey: a pair under the bar {fragile}.": "En gris : une paire sous la barre {fragile}.",
    "CD is the critical difference of the Nemenyi test, by which the bars do not go.": (
        "DC est la différence critique du test de Nemenyi, que les barres ne suivent pas."
    ),
    "Bold: ours.": "En gras : nos méthodes.",
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
