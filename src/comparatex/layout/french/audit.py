"""French of the section on the findings of an audit."""

from __future__ import annotations

from collections.abc import Mapping

_MEAN_RANKS: Mapping[str, str] = {
    "Mean ranks depend on the set of comparates. Of {pairs}, none can be put in the reverse order by another "
    "choice of the others in this table.": (
        "Les rangs moyens dépendent de l’ensemble des méthodes. Sur {pairs}, aucune ne peut être mise dans l’ordre "
        "inverse par un autre choix des autres méthodes de ce tableau."
    ),
    "Mean ranks depend on the set of comparates. Of {pairs}, {number} ({share} %) can be put in the reverse order "
    "by another choice of the others in this table; {only} of these needs only one comparate more or less.": (
        "Les rangs moyens dépendent de l’ensemble des méthodes. Sur {pairs}, {number} ({share} %) peut être mise dans "
        "l’ordre inverse par un autre choix des autres méthodes de ce tableau ; une seule méthode en plus ou en moins "
        "suffit dans {only} cas."
    ),
    "Mean ranks depend on the set of comparates. Of {pairs}, {number} ({share} %) can be put in the reverse order "
    "by another choice of the others in this table; {only} of these need only one comparate more or less.": (
        "Les rangs moyens dépendent de l’ensemble des méthodes. Sur {pairs}, {number} ({share} %) peuvent être mises "
        "dans l’ordre inverse par un autre choix des autres méthodes de ce tableau ; une seule méthode en plus ou en "
        "moins suffit pour {only} d’entre elles."
    ),
    "For example, adding {added} and removing {removed} puts {worse} before {better}, whose mean ranks differ by "
    "{difference}.": (
        "Par exemple, l’ajout {added:de} et le retrait {removed:de} placent {worse} devant {better}, dont les rangs "
        "moyens diffèrent de {difference}."
    ),
    "For example, adding {added} puts {worse} before {better}, whose mean ranks differ by {difference}.": (
        "Par exemple, l’ajout {added:de} place {worse} devant {better}, dont les rangs moyens diffèrent de "
        "{difference}."
    ),
    "For example, removing {removed} puts {worse} before {better}, whose mean ranks differ by {difference}.": (
        "Par exemple, le retrait {removed:de} place {worse} devant {better}, dont les rangs moyens diffèrent de "
        "{difference}."
    ),
    "No pair of similar mean ranks could be swapped by exchanging weakened variants of the two.": (
        "Aucune paire de rangs moyens proches n’a pu être intervertie par un échange de variantes affaiblies des deux."
    ),
    "Variants suffice for that: {rising} overtakes {falling} in mean rank when a weakened variant of {rising} takes "
    "the place of one of {falling}, and the significance of their difference changes. A weakened variant is a "
    "weighted average of a comparate's scores and those of a weaker one, and is marked by an asterisk.": (
        "Des variantes y suffisent : {rising} dépasse {falling} en rang moyen lorsqu’une variante affaiblie "
        "{rising:de} prend la place d’une variante affaiblie {falling:de}, et la significativité de leur différence "
        "change. Une variante affaiblie est une moyenne pondérée des scores d’une méthode et de ceux d’une méthode "
        "plus faible ; elle est marquée d’un astérisque."
    ),
    "Variants suffice for that: {rising} overtakes {falling} in mean rank when a weakened variant of {rising} takes "
    "the place of one of {falling}, while the significance of their difference stays the same. A weakened variant is "
    "a weighted average of a comparate's scores and those of a weaker one, and is marked by an asterisk.": (
        "Des variantes y suffisent : {rising} dépasse {falling} en rang moyen lorsqu’une variante affaiblie "
        "{rising:de} prend la place d’une variante affaiblie {falling:de}, tandis que la significativité de leur "
        "différence reste la même. Une variante affaiblie est une moyenne pondérée des scores d’une méthode et de "
        "ceux d’une méthode plus faible ; elle est marquée d’un astérisque."
    ),
}

_VERDICTS: Mapping[str, str] = {
    "Corrected for multiple testing over all pairs of a set, the verdicts within {core} are the same in all {sets} "
    "sets that add others to these.": (
        "Corrigés pour comparaisons multiples sur toutes les paires d’un ensemble, les verdicts entre {core} sont les "
        "mêmes dans la totalité des ensembles qui en ajoutent d’autres à ces méthodes ({sets})."
    ),
    "Corrected for multiple testing over all pairs of a set, the verdicts within {core} are the same in a random "
    "sample of {sets} sets that add others to these.": (
        "Corrigés pour comparaisons multiples sur toutes les paires d’un ensemble, les verdicts entre {core} sont les "
        "mêmes dans un échantillon aléatoire de {sets} ensembles qui en ajoutent d’autres à ces méthodes."
    ),
    "Corrected for multiple testing over all pairs of a set, the verdicts within {core} depend on who else is "
    "compared: all {sets} sets that add others to these show {patterns} of significance, the most frequent one in "
    "{share} % of them.": (
        "Corrigés pour comparaisons multiples sur toutes les paires d’un ensemble, les verdicts entre {core} dépendent "
        "des autres méthodes comparées : la totalité des ensembles qui en ajoutent d’autres à ces méthodes ({sets}) "
        "présente {patterns} de significativité, la plus fréquente dans {share} % d’entre eux."
    ),
    "Corrected for multiple testing over all pairs of a set, the verdicts within {core} depend on who else is "
    "compared: a random sample of {sets} sets that add others to these show {patterns} of significance, the most "
    "frequent one in {share} % of them.": (
        "Corrigés pour comparaisons multiples sur toutes les paires d’un ensemble, les verdicts entre {core} dépendent "
        "des autres méthodes comparées : un échantillon aléatoire de {sets} ensembles qui en ajoutent d’autres à ces "
        "méthodes présente {patterns} de significativité, la plus fréquente dans {share} % d’entre eux."
    ),
    "The work was interrupted, so these counts cover only the sets decided until then.": (
        "Le calcul a été interrompu : ces effectifs ne portent que sur les ensembles examinés jusque-là."
    ),
    "The smallest addition to these that flips a verdict: {names}, for {first} against {second}.": (
        "Le plus petit ajout à ces méthodes qui renverse un verdict : {names}, pour {first} face à {second}."
    ),
    "The smallest removal from the table that flips a verdict: {names}, for {first} against {second}.": (
        "Le plus petit retrait du tableau qui renverse un verdict : {names}, pour {first} face à {second}."
    ),
    "Pairwise verdicts by the raw p-value do not depend on other comparates, but on the data and the convention: "
    "{number} of {total} survive every variant that was tried.": (
        "Les verdicts par paire selon la valeur p brute ne dépendent pas des autres méthodes, mais des données et de "
        "la convention : le nombre de verdicts que toutes les variantes essayées laissent inchangés est de {number} "
        "sur {total}."
    ),
    "The most fragile one, {first} against {second}, keeps its verdict in {share} % of the variants of one family "
    "({family}).": (
        "Le plus fragile, celui {first:de} face à {second}, se maintient dans {share} % des variantes d’une "
        "famille ({family})."
    ),
    "Counting tasks hides magnitudes. In {pairs} the comparate with the better mean score loses on more tasks than it "
    "wins: {better} beats {other} on {wins} tasks and loses on {losses}, yet its largest gain outweighs all of these "
    "losses together.": (
        "Compter les tâches masque l’ampleur des écarts. Dans {pairs}, la méthode au meilleur score moyen perd sur "
        "plus de tâches qu’elle n’en gagne : {better} bat {other} {wins} fois et perd {losses} fois, et pourtant son "
        "plus grand gain dépasse à lui seul la somme de ces pertes."
    ),
    "Counting tasks hides magnitudes. In {pairs} the comparate with the better mean score loses on more tasks than it "
    "wins: {better} beats {other} on {wins} tasks and loses on {losses}, yet its {gains} outweigh all of these losses "
    "together.": (
        "Compter les tâches masque l’ampleur des écarts. Dans {pairs}, la méthode au meilleur score moyen perd sur "
        "plus de tâches qu’elle n’en gagne : {better} bat {other} {wins} fois et perd {losses} fois, et pourtant ses "
        "{gains} dépassent ensemble la somme de ces pertes."
    ),
    "Stability": "Stabilité",
    "A conclusion is stable when neither the choice of the other comparates nor a small change of the data reverses "
    "it.": (
        "Une conclusion est stable lorsque ni le choix des autres méthodes ni un petit changement des données ne la "
        "renverse."
    ),
    "{where} shows a swap among a few comparates.": "La {where} montre un tel échange entre quelques méthodes.",
    "{where} shows that.": "La {where} le montre.",
    "{where} shows the patterns.": "La {where} montre ces configurations.",
    "{where} lists the fragile pairs.": "Le {where} énumère les paires fragiles.",
    "Audit of {comparates} comparates": "Audit de {comparates} méthodes",
}

SENTENCES: Mapping[str, str] = {**_MEAN_RANKS, **_VERDICTS}
