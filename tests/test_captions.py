"""Short captions: few words, no warning lost, and a template that replaces them."""

import re
from contextlib import suppress
from functools import cache

import numpy as np
import pytest

import comparatex as cx
from comparatex import artefacts
from comparatex.artefacts import ARTEFACTS
from comparatex.layout.cdd import cdd
from comparatex.layout.facts import Study
from comparatex.layout.mcm import mcm
from comparatex.layout.options import McmOptions
from comparatex.render import escape
from comparatex.text import LANGUAGES, Text, Writing, writing

MOST = {"en": 45}
"""Words of a caption without warnings; the other languages need more, 55, and with warnings all have 15 more."""
NOUNS = {
    "en": {"comparate_noun": "classifier", "task_noun": "data set"},
    "fr": {"comparate_noun": "classifieur/classifieurs/m", "task_noun": "jeu de données/jeux de données/m"},
    "de": {"comparate_noun": "Klassifikator/Klassifikatoren/m", "task_noun": "Datensatz/Datensätze/m"},
    "es": {"comparate_noun": "clasificador/clasificadores/m", "task_noun": "problema/problemas/m"},
}
SETTINGS = {
    "control": {"control": "M1"},
    "verdicts": {"control": "M1"},
    "ablation": {"full": "M1"},
    "plan": {"effect": 0.05, "draws": 50},
    "pareto": {"costs": {f"M{k}": k + 1.5 for k in range(6)}},
    "proportions": {"sizes": {str(k): 100 for k in range(1, 25)}},
}


def table(n=24, k=6, gap=0.04, **settings):
    rng = np.random.default_rng(3)
    values = np.round(0.5 + 0.1 * rng.random((n, k)) + gap * np.arange(k), 3)
    read = {key: settings.pop(key) for key in ("higher_is_better", "missing") if key in settings}
    if "missing" in read:
        values[0, 0] = np.nan
    scores = cx.read((values, [f"M{k}" for k in range(k)]), measure_name="accuracy", **read)
    return cx.compare(scores, **settings)


USUAL = {
    "usual": table(),
    "one pair": table(k=2),
    "sign test": table(test="sign"),
    "all differ": table(gap=0.3),
    "Bayesian": table(bayes=True, rope=0.01, samples=50),
}
WARNED = {
    "Nemenyi": table(test="nemenyi"),
    "missing, lower": table(missing="pairwise", higher_is_better=False, sides="better"),
    "too few": table(5),
    "alike": table(12, gap=0.0),
    "control": table(family="control", control="M1"),
    "convention": table(convention="critdd"),
}


def words(caption):
    """Count what has a letter or a digit between two spaces."""
    return sum(bool(re.search(r"\w", word)) for word in caption.split())


@cache
def captions(of, language, length="short"):
    """Return the captions of a comparison by artefact."""
    found, how = {}, NOUNS[language] | {"language": language, "captions": length}
    for name in ARTEFACTS:
        with suppress(cx.errors.ComparatexError):  # it needs repeats, or a Bayesian test
            found[name] = artefacts.view((USUAL | WARNED)[of], name, **how, **SETTINGS.get(name, {})).caption
    return found


@pytest.mark.parametrize("of", USUAL | WARNED)
@pytest.mark.parametrize("other", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_captions_are_short(of, other):
    """In English, and each also in one of the other languages."""
    k = [*(USUAL | WARNED)].index(of)
    language = [*MOST, *sorted(LANGUAGES.keys() - MOST)][(1 + k % (len(LANGUAGES) - 1)) * other]
    more = 15 * (of in WARNED)
    found = captions(of, language)
    assert len(found) > 12
    most = MOST.get(language, 55) + more
    assert {name: (words(said), said) for name, said in found.items() if words(said) > most} == {}


def test_full_captions_say_more():
    full = captions("usual", "en", "full")
    for name, short in captions("usual", "en").items():
        assert words(full[name]) > words(short)
    assert "zeros ranked and dropped after Pratt" in full["mcm"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_convention_is_in_each_caption_of_a_test(language):
    mark = LANGUAGES[language].decimal
    found = captions("usual", language)
    for name in ("mcm", "cdd", "heatmap", "pairwise", "verdicts", "ablation", "pareto", "sequence"):
        assert "Wilcoxon" in found[name]
        assert f"α\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}0{mark}05" in found[name]
        assert ("Holm" in found[name]) == (name != "mcm")


WARNINGS = [
    (
        "missing, lower",
        "mcm",
        "lower is better",
        "les valeurs faibles sont les meilleures",
        "niedrigere Werte sind besser",
        "menor es mejor",
    ),
    (
        "missing, lower",
        "cdd",
        "the 23 of 24 data sets",
        "les 23 jeux de données, sur 24",
        "den 23 von 24 Datensätzen",
        "los 23 de 24 problemas",
    ),
    (
        "missing, lower",
        "ranks",
        "the 23 of 24 data sets",
        "23 jeux de données, sur 24",
        "den 23 von 24 Datensätzen",
        "los 23 de 24 problemas",
    ),
    ("missing, lower", "scores", "missing accuracy", "manquant", "fehlenden", "falta la puntuación"),
    (
        "alike",
        "cdd",
        "Friedman test finds no difference",
        "Friedman ne trouve pas de différence",
        "Friedman-Test findet keinen Unterschied",
        "Friedman no encuentra diferencias",
    ),
    (
        "too few",
        "cdd",
        "no outcome could be",
        "aucun résultat ne pourrait",
        "könnte kein Ergebnis",
        "ningún resultado podría",
    ),
    (
        "Nemenyi",
        "mcm",
        "depend on which classifiers are compared",
        "dépendent de l’ensemble",
        "hängen davon ab, was verglichen",
        "dependen del conjunto",
    ),
    (
        "usual",
        "profile",
        "depend on which classifiers are compared",
        "dépendent des classifieurs",
        "hängen davon ab",
        "dependen de con quién",
    ),
    (
        "control",
        "cdd",
        "only comparisons with the control",
        "Seules les comparaisons",
        "Nur Vergleiche mit der",
        "Solo se prueban las comparaciones",
    ),
]


@pytest.mark.parametrize(("of", "name", "en", "fr", "de", "es"), WARNINGS, ids=lambda part: str(part)[:20])
def test_no_warning_is_lost(of, name, en, fr, de, es):
    for language, warning in (("en", en), ("fr", fr), ("de", de), ("es", es)):
        how = NOUNS[language] | {"language": language} | SETTINGS.get(name, {})
        caption = artefacts.view((USUAL | WARNED)[of], name, **how).caption
        assert warning in caption.replace("\N{NO-BREAK SPACE}", " ")


def test_warnings_stand_only_where_they_hold():
    found = captions("usual", "en")
    assert not any(warning in found[name] for _, name, warning, *_ in WARNINGS if name != "profile")


@pytest.mark.parametrize("length", ["short", "full"])
def test_a_template_that_has_one_caption_replaces_both(tmp_path, length):
    own = tmp_path / "text" / "en"
    own.mkdir(parents=True)
    (own / "mcm.jinja").write_text("%% macro caption()\nMine.\n%% endmacro\n", encoding="utf-8")
    with writing(Writing(templates=(tmp_path,), captions=length)):
        assert mcm(USUAL["usual"]).caption == "Mine."
        assert cdd(USUAL["usual"]).caption != "Mine."


def test_a_template_may_replace_one_of_them(tmp_path):
    own = tmp_path / "text" / "en"
    own.mkdir(parents=True)
    (own / "mcm.jinja").write_text("%% macro caption_short()\nMine.\n%% endmacro\n", encoding="utf-8")
    found = []
    for length in ("short", "full"):
        with writing(Writing(templates=(tmp_path,), captions=length)):
            found.append(mcm(USUAL["usual"]).caption == "Mine.")
    assert found == [True, False]


# ------------------------------------------------------------------------------------------ symbols and spaces
@pytest.mark.parametrize("language", LANGUAGES)
def test_letters_of_statistics_are_alike_everywhere(language):
    with writing(Writing(language, captions="full")):
        view = mcm(USUAL["usual"], McmOptions(adjusted=True))
        for said in (view.caption, view.legend[2], Text("results").friedman_result(Study(USUAL["usual"]))):
            assert re.search(r"\$p( .*?)?\$", escape(said))
            assert re.search(r"\bp\b", re.sub(r"\$[^$]*\$", "", escape(said))) is None


def test_the_ending_of_a_word_is_not_the_letter_of_a_statistic():
    with writing(Writing("de", task="Datensatz/Datensätze/m")):
        assert "Datensätzen" in escape(mcm(USUAL["usual"]).caption)
        assert "$n$" not in escape(mcm(USUAL["usual"]).caption)


def test_names_are_not_letters_of_statistics():
    table = {"p": [1.0, 2, 3], "t": [2.0, 3, 1], "W": [3.0, 1, 2]}
    scores = cx.read(table, include=tuple(table))
    caption = mcm(cx.compare(scores), McmOptions(rows=("p",), columns=("t", "W"))).caption
    assert escape(caption).startswith("p (rows) against W and t (columns)")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_ends_at_a_relation(language):
    loose = re.compile(r" [=<>≤≥±] |[=<>≤≥±] | [=<>≤≥] ")
    for of, length in (("usual", "full"), ("missing, lower", "full"), ("usual", "short")):
        for said in captions(of, language, length).values():
            assert loose.findall(said) == []
