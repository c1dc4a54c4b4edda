"""French of the tools whose conventions are named, and of what is to be known of them."""

from __future__ import annotations

from collections.abc import Mapping

_REACH = "Des barres passent par-dessus des méthodes qui ne font pas partie du groupe."
_SCIPY = "Le test dépend de la version de SciPy."
_FILLED = (
    "Les groupes sont complétés par les méthodes classées entre leurs membres, même si elles diffèrent de certains "
    "d’entre eux."
)
_ONE_SIDED = (
    "Les tests sont unilatéraux, dans le sens que montrent les données, chacun au seuil α/(k − 1), ce que l’outil "
    "appelle Holm"
)
_SPAN = (
    "Une barre s’étend de chaque méthode jusqu’à la dernière qui n’en diffère pas, par-dessus celles qui en "
    "diffèrent."
)

_NAMES = (
    "cd-diagram (Ismail Fawaz et al. 2019)",
    "CriticalDifferenceDiagrams.jl",
    "aeon plot_critical_difference",
    "aeon plot_significance",
    "Multi_Comparison_Matrix (Ismail-Fawaz et al. 2023), tsml-eval",
    "aeon create_multi_comparison_matrix",
    "Demšar (2006)",
    "Orange graph_ranks",
    "scmamp plotCD (R)",
    "scmamp wilcoxonSignedTest (R)",
    "exreport testMultiple (R)",
    "StaTDS",
)

NOTES: Mapping[str, str] = {
    **{name: name for name in _NAMES},
    "this package": "ce paquet",
    "critdd with SciPy up to 1.14, as meant": "critdd avec SciPy jusqu’à 1.14, tel que prévu",
    "critdd with SciPy from 1.15 on": "critdd avec SciPy à partir de 1.15",
    "aeon plot_critical_difference with the Nemenyi test": (
        "aeon plot_critical_difference avec le test de Nemenyi"
    ),
    "autorank, nonparametric": "autorank, non paramétrique",
    "scmamp postHocTest with plotRanking (R)": "scmamp postHocTest avec plotRanking (R)",
    "scikit-posthocs posthoc_wilcoxon with Holm, critical_difference_diagram": (
        "scikit-posthocs posthoc_wilcoxon avec Holm, critical_difference_diagram"
    ),
    "Bars reach over comparates that are no members of the group. The test depends on the version of SciPy.": (
        f"{_REACH} {_SCIPY}"
    ),
    "Groups are filled with what ranks between their members, even if it differs from some of them. Exact p-values "
    "ignore ties.": f"{_FILLED} Les valeurs p exactes ignorent les égalités.",
    "Groups are filled with what ranks between their members, even if it differs from some of them. Exact p-values "
    "ignore ties and zeros: with many zeros they are far too small, 0.04 for 3 wins, 2 losses and 15 ties; "
    "and with zeros the order of columns decides them too.": (
        f"{_FILLED} Les valeurs p exactes ignorent les égalités et les zéros : avec de nombreux zéros, elles sont "
        "beaucoup trop petites, 0,04 pour 3 victoires, 2 défaites et 15 égalités ; et avec des zéros, "
        "elles dépendent aussi de l’ordre des colonnes."
    ),
    "What does not differ from a comparate is joined to all of the same mean rank. Groups that rank within a wider "
    "one are left out, even if they have other members.": (
        "Ce qui ne diffère pas d’une méthode est relié à toutes celles de même rang moyen. Les groupes dont les rangs "
        "tiennent dans un plus large sont omis, même s’ils ont d’autres membres."
    ),
    "Tests are one-sided in the direction that the data show, each at α/(k − 1), called Holm; there are k(k − 1)/2 "
    "of them. A bar reaches from each comparate on while the next does not differ from it: whether its other members "
    "differ from each other is not looked at.": (
        f"{_ONE_SIDED} ; il y en a k(k − 1)/2. Une barre s’étend à partir de chaque méthode tant que la suivante n’en "
        "diffère pas : que ses autres membres diffèrent entre eux n’est pas examiné."
    ),
    "The critical difference is that of one comparate more.": (
        "La différence critique est celle d’une méthode de plus."
    ),
    "Tests are one-sided in the direction that the data show, each at α/(k − 1), called Holm. Members of a group may "
    "differ from each other.": f"{_ONE_SIDED}. Les membres d’un groupe peuvent différer entre eux.",
    "The test depends on the version of SciPy.": _SCIPY,
    "Only to reproduce: tests are one-sided for whichever comparate stands first in the table, so that the order of "
    "its columns decides verdicts; and each p-value has its own level, without Holm's stop.": (
        "À seule fin de reproduction : les tests sont unilatéraux en faveur de la méthode qui vient en premier dans le "
        "tableau, de sorte que l’ordre des colonnes décide des verdicts ; et chaque valeur p a son propre seuil, sans "
        "l’arrêt de Holm."
    ),
    "Two comparates with equal mean ranks are not joined unless a bar spans them. The studentized range has k(N − 1) "
    "degrees of freedom. A bar spans from each comparate to the last that does not differ from it, over those that "
    "do.": (
        "Deux méthodes de même rang moyen ne sont reliées que si une barre les couvre. L’étendue studentisée a "
        f"k(N − 1) degrés de liberté. {_SPAN}"
    ),
    "A bar spans from each comparate to the last that does not differ from it, over those that do.": _SPAN,
    "P-values are half the two-sided ones, and not corrected for ties. A bar spans from each comparate to the last "
    "that does not differ from it, over those that do.": (
        f"Les valeurs p sont la moitié des valeurs bilatérales et ne sont pas corrigées des égalités. {_SPAN}"
    ),
    "What it calls Shaffer's correction is Holm's.": (
        "Ce que l’outil appelle correction de Shaffer est celle de Holm."
    ),
    "Each p-value is compared with its own level, without Holm's stop.": (
        "Chaque valeur p est comparée à son propre seuil, sans l’arrêt de Holm."
    ),
}
