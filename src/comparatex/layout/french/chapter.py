"""French of references, and of the verdicts on ours."""
# ruff: noqa: E501

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    " and ": (" et "),
    " to ": (" à "),
    "Figure": ("figure"),
    "Figures": ("figures"),
    "Table": ("tableau"),
    "Tables": ("tableaux"),
    "Verdicts on {name}": ("Verdicts sur {name}"),
    "{name} is significantly better than {better} of {rivals}, worse than {worse}, not distinguishable from {undecided}.": (
        "{name} : significativement meilleure {better} fois face à {rivals}, moins bonne {worse} fois, indiscernable {undecided} fois."
    ),
    "Rival": ("Rivale"),
    "Adjusted": ("Ajustée"),
    "Verdict": ("Verdict"),
    "better": ("meilleure"),
    "worse": ("moins bonne"),
    "not distinguishable": ("indiscernable"),
    "simpler, not worse": ("plus simple, pas moins bonne"),
    "{name} against each rival on {tasks} ({kind}).": ("{name} face à chaque rivale sur {tasks} ({kind})."),
    "Difference: mean score of {name} less that of the rival; wins, ties and losses (W/T/L) are those of {name}; p-values of the {test}, adjusted: {correction}.": (
        "Différence : score moyen {name:de} moins celui de la rivale ; victoires, égalités et défaites (V/É/D) sont celles {name:de} ; valeurs p du {test}, ajustées : {correction}."
    ),
    "Bold: significantly better or worse at α = {level}; a rival that is not distinguishable has not been shown to perform alike.": (
        "En gras : significativement meilleure ou moins bonne au seuil α = {level} ; rien n’établit qu’une rivale indiscernable soit équivalente."
    ),
    "{cost} of {name}: {value}; simpler, not worse: it has less, and is not significantly worse.": (
        "{cost} {name:de} : {value} ; plus simple, pas moins bonne : elle en a moins, et n’est pas significativement moins bonne."
    ),
    "none": ("aucune"),
}
