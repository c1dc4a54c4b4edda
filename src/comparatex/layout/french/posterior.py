"""French of Bayesian posteriors, of one pair and of all."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "Posterior of {first} against {second}": "Loi a posteriori {first:de} face à {second}",
    "practically equal": "équivalence pratique",
    "row better": "ligne meilleure",
    "column better": "colonne meilleure",
    "Bayesian signed-rank test, {draws} with seed {seed}; differences up to ±{rope} count as practically equal "
    "(rope)": (
        "Test bayésien des rangs signés, {draws} avec la graine {seed} ; une différence d’au plus {rope} en valeur "
        "absolue compte comme équivalence pratique (zone d’équivalence pratique)"
    ),
    "Bayesian sign test, {draws} with seed {seed}; differences up to ±{rope} count as practically equal (rope)": (
        "Test bayésien des signes, {draws} avec la graine {seed} ; une différence d’au plus {rope} en valeur absolue "
        "compte comme équivalence pratique (zone d’équivalence pratique)"
    ),
    "Probability that {first} is better: {left}; that both are practically equal, within ±{rope}: {equal}; that "
    "{second} is better: {right}.": (
        "Probabilité {first:que} soit meilleure : {left} ; que les deux soient pratiquement équivalentes, à ±{rope} "
        "près : {equal} ; {second:que} soit meilleure : {right}."
    ),
    "Posterior of {first} against {second} on {tasks} ({kind}).": (
        "Loi a posteriori {first:de} face à {second} sur {tasks} ({kind})."
    ),
    "The darker a hexagon, the more draws have its three probabilities; the nearer to a corner, the more probable "
    "is what stands there. p: share of the draws in the region of the corner, where it is the most probable.": (
        "Plus un hexagone est foncé, plus les tirages ayant ses trois probabilités sont nombreux ; plus il est proche "
        "d’un sommet, plus l’issue qui y figure est probable. p : part des tirages dans la région du sommet, où cette "
        "issue est la plus probable."
    ),
    "Without a rope, all draws lie on the base.": (
        "Sans zone d’équivalence pratique, tous les tirages se trouvent sur la base."
    ),
    "Bayesian probabilities of all pairs": "Probabilités bayésiennes de toutes les paires",
    "Bayesian probabilities of all pairs among {whose} ({kind}). {test}. Numbers: percentages that the row is "
    "better, that both are practically equal, that the column is better; the bars show the same. No pair depends "
    "on a third comparate.": (
        "Probabilités bayésiennes de toutes les paires parmi {whose} ({kind}). {test}. Nombres : probabilités en pour "
        "cent que la ligne soit meilleure, que les deux soient pratiquement équivalentes, que la colonne soit "
        "meilleure ; les barres montrent la même chose. Aucune paire ne dépend d’une troisième méthode."
    ),
    "Of {pairs}, one comparate is better with a probability of at least 95 % in {sides}, both are practically "
    "equal in {equal}.": (
        "Sur {pairs}, l’une des méthodes est meilleure avec une probabilité d’au moins 95 % dans {sides} cas, et les "
        "deux sont pratiquement équivalentes dans {equal} cas."
    ),
}
