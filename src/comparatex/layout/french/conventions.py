"""French of the settings of conventions, and of the notes on them."""

from __future__ import annotations

from collections.abc import Mapping

from comparatex.layout.french.convention_notes import NOTES

SENTENCES: Mapping[str, str] = {
    "; ": " ; ",
    "Friedman's χ² corrected for ties": "χ² de Friedman corrigé des égalités",
    "Friedman's χ² not corrected for ties": "χ² de Friedman non corrigé des égalités",
    "Iman and Davenport's F corrected for ties": "F d’Iman et Davenport corrigé des égalités",
    "Iman and Davenport's F not corrected for ties": "F d’Iman et Davenport non corrigé des égalités",
    "whatever it says": "quel que soit son résultat",
    "with a remark when it is not significant": "avec une remarque s’il n’est pas significatif",
    "one group of all when it is not significant": "un seul groupe s’il n’est pas significatif",
    "no result when it is not significant": "aucun résultat s’il n’est pas significatif",
    "Nemenyi test": "test de Nemenyi",
    "normal test of mean ranks": "test normal sur les rangs moyens",
    "Conover's test": "test de Conover",
    "one-sided (towards the better mean rank)": "unilatéral (en faveur du meilleur rang moyen)",
    "one-sided (for the comparate that comes first in the table)": (
        "unilatéral (en faveur de la méthode qui vient en premier dans le tableau)"
    ),
    "one-sided (lower tail of the smaller rank sum)": (
        "unilatéral (queue inférieure de la plus petite somme de rangs)"
    ),
    "zeros after Pratt": "zéros traités selon Pratt",
    "zeros split": "zéros partagés",
    "zeros split, one of an odd number dropped": (
        "zéros partagés, l’un d’eux étant écarté si leur nombre est impair"
    ),
    "exact with ties and zeros up to 50 non-zero differences, else normal": (
        "loi exacte tenant compte des égalités et des zéros jusqu’à 50 différences non nulles, loi normale sinon"
    ),
    "p as SciPy 1.11": "p comme dans SciPy 1.11",
    "p as SciPy 1.17": "p comme dans SciPy 1.17",
    "exact p ignoring ties, normal with zeros": "p exact ignorant les égalités, loi normale en présence de zéros",
    "exact p ignoring ties and zeros": "p exact ignorant les égalités et les zéros",
    "exact p up to 15, or 50 without ties, else normal with continuity correction": (
        "p exact jusqu’à 15 différences, ou 50 sans égalités, loi normale avec correction de continuité sinon"
    ),
    "normal p corrected for nothing": "p de la loi normale sans aucune correction",
    "no correction": "aucune correction",
    "Holm over all pairs": "Holm sur toutes les paires",
    "α/(m − i + 1) for the i-th p, without a stop": "α/(m − i + 1) pour le i-ième p, sans arrêt",
    "α/(k − 1) for every pair": "α/(k − 1) pour chaque paire",
    "Finner over all pairs": "Finner sur toutes les paires",
    "no groups": "aucun groupe",
    "groups within the critical difference": "groupes contenus dans la différence critique",
    "groups by runs from each comparate": "groupes formés par des suites partant de chaque méthode",
    "groups of all joined to a comparate": "groupes de toutes les méthodes reliées à l’une d’elles",
    "groups to the last joined to a comparate": "groupes allant jusqu’à la dernière méthode reliée à l’une d’elles",
    "maximal groups of pairwise joined comparates": "groupes maximaux de méthodes reliées deux à deux",
    "maximal groups that do not rank within a wider one": (
        "groupes maximaux dont les rangs ne tiennent pas dans un plus large"
    ),
    "maximal groups, filled by rank": "groupes maximaux, complétés selon le rang",
    "{test} ({gate})": "{test} ({gate})",
    "{sides} Wilcoxon signed-rank test ({zeros}, {distribution})": (
        "test des rangs signés de Wilcoxon {sides} ({zeros}, {distribution})"
    ),
    "{sides} Wilcoxon signed-rank test ({zeros}, {distribution}, differences as binary floats)": (
        "test des rangs signés de Wilcoxon {sides} ({zeros}, {distribution}, différences en virgule flottante binaire)"
    ),
    **NOTES,
}
