"""Texts: every language says everything, in the field's words, and a text that is lacking is in English."""

import json
import os
import pickle
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import comparatex as cx
from comparatex import artefacts
from comparatex.artefacts import ARTEFACTS
from comparatex.errors import TemplateError, UsageError
from comparatex.files import TEMPLATES
from comparatex.layout import facts
from comparatex.render import escape
from comparatex.text import LANGUAGES, Inline, Prose, Text, Writing, _environment, lacking, language, writing
from documents import thorough

TEXTS = TEMPLATES / "text"
NAMES = sorted(path.name for path in (TEXTS / "en").glob("*.jinja"))
OWN_WORDS = {
    "en": r"\b(methods?|tasks?|scores?)\b",
    "fr": r"\b(méthodes?|tâches?)\b",
    "de": r"\b(Verfahren|Aufgaben?)\b",
    "es": r"\b(métodos?|tareas?)\b",
}
FIELD = {
    "en": {"comparate_noun": "classifier", "task_noun": "data set", "measure_noun": "accuracy"},
    "fr": {
        "comparate_noun": "classifieur/classifieurs/m",
        "task_noun": "jeu de données/jeux de données/m",
        "measure_noun": "exactitude/exactitudes/f",
    },
    "de": {
        "comparate_noun": "Klassifikator/Klassifikatoren/m",
        "task_noun": "Datensatz/Datensätze/m",
        "measure_noun": "Genauigkeit/Genauigkeiten/f",
    },
    "es": {
        "comparate_noun": "red/redes/f",
        "task_noun": "conjunto de datos/conjuntos de datos/m",
        "measure_noun": "acierto/aciertos/m",
    },
}


def table(**settings):
    rng = np.random.default_rng(7)
    values = np.round(rng.random((9, 5)) * 0.5 + np.linspace(0, 0.3, 5), 2)
    read = {key: settings.pop(key) for key in ("higher_is_better", "measure_name", "missing") if key in settings}
    if read.get("missing"):
        values[0, 0] = np.nan
    return cx.compare(cx.read((values, ["A1", "B2", "C3", "D4", "E5"]), **read), **settings)


COMPARISONS = {
    "usual": table(),
    "lower": table(higher_is_better=False, missing="pairwise", sides="better"),
    "nemenyi": table(test="nemenyi"),
    "bayes": table(bayes=True, rope=0.01, samples=50, test="sign", correction="shaffer"),
    "control": table(family="control", control="C3", correction="hochberg"),
    "other": table(convention="critdd"),
}


def views(name, language, comparisons=tuple(COMPARISONS.values()), **options):
    """Yield the view models of an artefact of the comparisons that it suits."""
    known = {
        "control": {"control": "C3"},
        "verdicts": {"control": "C3"},
        "ablation": {"full": "C3"},
        "pareto": {"costs": {"A1": 1.0, "B2": 2.0, "C3": 0.5, "D4": 3.0, "E5": 1.5}},
        "plan": {"effect": 0.05, "draws": 50},
        "proportions": {"sizes": {str(k): 100 for k in range(1, 10)}},
    }.get(name, {})
    for comparison in comparisons:
        try:
            yield artefacts.view(comparison, name, language=language, **known, **options)
        except cx.errors.ComparatexError:
            continue


def words_of(view):
    """Yield every text of a view model that a person reads."""
    yield from (view.title, view.caption, view.alt)
    for field in ("legend", "notes"):
        yield from getattr(view, field, ())


def macros(path):
    """Return the names of the macros of a text, and of what else it exports."""
    source = path.read_text(encoding="utf-8")
    return set(re.findall(r"^%% (?:macro|set) (\w+)", source, re.MULTILINE))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_a_language_has_the_macros_of_english(name, code):
    called = macros(TEXTS / "en" / name) & _words_of_python()
    own = macros(TEXTS / code / name) if (TEXTS / code / name).is_file() else set()
    if called - own:  # English may lead; -rs lists them
        pytest.skip(f"{LANGUAGES[code].name} lacks {', '.join(sorted(called - own))} of {name}")


@cache
def _words_of_python():
    """Return all words in the code of the package: macros that it calls are those that a language needs."""
    sources = Path(artefacts.__file__).parent.rglob("*.py")
    return {word for path in sources for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_no_text_that_english_lacks(code):
    own = {path.name for path in (TEXTS / code).glob("*.jinja")}
    assert "words.jinja" in own and own <= {*NAMES}


@pytest.mark.parametrize("path", sorted(TEXTS.rglob("*.jinja")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_texts_use_the_words_of_the_field(path):
    """Nouns that a document may replace are variables in every text."""
    source = path.read_text(encoding="utf-8")
    if path.name == "words.jinja":
        source = source[source.index("%% set numerals") :]
    source = re.sub(r"\\NOTE\{.*?\}", "", source)
    source = re.sub(
        r"^%% set \w+ = (\{$.*?^\}|.*?)$",
        lambda found: " ".join(_strings(found[0])),
        source,
        flags=re.DOTALL | re.MULTILINE,
    )
    source = re.sub(r"%%.*", "", source)
    source = re.sub(r"\w+\.csv", "", source)
    source = re.sub(r"num\([^)]*\)", "", source)  # keys of numbers are an interface
    words = re.sub(r"\\(VAR|BLOCK)\{(?:[^{}]|\{[^{}]*\})*\}", lambda found: " ".join(_strings(found[0])), source)
    assert re.findall(OWN_WORDS[path.parent.name], words) == []


def _strings(code):
    """Return the words in the strings of an expression: keys and names of nouns are single words in quotes."""
    return [text for text in re.findall(r'"([^"]*)"', code) if " " in text]


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (name, code) if code == "en" or (i + j) % 3 == 0 else thorough(name, code)
        for i, name in enumerate(ARTEFACTS)
        for j, code in enumerate(LANGUAGES)
    ],
)
def test_every_artefact_speaks_every_language(name, code):
    with lacking() as missing:
        found = list(views(name, code))
    assert found or name in ("folds", "repeats", "runs", "run-intervals", "within")
    assert not missing or code != "en"
    for view in found:
        for text in words_of(view):
            assert "  " not in text and " ." not in text and " ," not in text and "None" not in text, text
            assert not re.search(r"[\ufdd0-\ufdd2{}]", text), text
        assert view.caption.rstrip(")").endswith(".") and view.alt.endswith("."), (view.caption, view.alt)
        assert not view.title.endswith(".")


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ARTEFACTS)
def test_the_words_of_the_field_replace_ours_everywhere(name, code):
    turn = ([*ARTEFACTS].index(name) + [*LANGUAGES].index(code)) % len(COMPARISONS)
    for view in views(name, code, [*COMPARISONS.values()][turn:][:2], **FIELD[code]):
        for text in words_of(view):
            own = OWN_WORDS[code]
            assert re.findall(own, text.replace("task 1", "")) == [], text
        if code == "en":
            assert not re.search(r"\ba (?=accuracy)", view.caption)


def test_the_measure_is_what_scores_are_called():
    view = artefacts.view(table(measure_name="accuracy"), "mcm", captions="full")
    assert "ordered by mean accuracy; mean accuracies stand beside the names" in view.caption
    assert "best mean accuracy of five methods" in view.alt
    assert view.mean_legend == "mean accuracy"


@pytest.mark.parametrize(
    ("code", "said"), [("fr", "score moyen"), ("de", "mittlerer Wert"), ("es", "puntuación media")]
)
def test_a_measure_whose_gender_is_not_known_is_no_noun(code, said):
    assert artefacts.view(table(measure_name="accuracy"), "mcm", language=code).mean_legend == said


def test_a_text_that_is_lacking_is_in_english(tmp_path, monkeypatch):
    monkeypatch.setitem(LANGUAGES, "xx", LANGUAGES["en"])
    monkeypatch.setattr("comparatex.text.TEMPLATES", tmp_path)
    for code, text in (("en", "%% macro title()\nA title\n%% endmacro"), ("xx", "")):
        (tmp_path / "text" / code).mkdir(parents=True)
        (tmp_path / "text" / code / "new.jinja").write_text(text)
        words = (TEXTS / "en" / "words.jinja").read_text(encoding="utf-8")
        (tmp_path / "text" / code / "words.jinja").write_text(words, encoding="utf-8")
    with writing(Writing("xx", templates=(tmp_path,))), lacking() as missing:
        assert Text("new").title() == "A title"
    assert list(missing) == ["Some texts of new are lacking in English: they are in English."]


BEGUN = """
import json, sys
from pathlib import Path
from comparatex import text

text.LANGUAGES["it"] = text.Language("Italian", "italian", ",", between="; ")  # before its choices are read
text.TEMPLATES = Path(sys.argv[1])

import test_text
from comparatex.cli import main

said = {}
for name in test_text.ARTEFACTS:
    with text.lacking() as missing:
        made = test_text.views(name, "it", [test_text.COMPARISONS["usual"]])
        said[name] = [[view.caption, view.alt] for view in made], list(missing)
print(json.dumps(said), flush=True)
main(["report", "scores.csv", "--language", "it", "--no-pdf", "-o", "report"])
"""


def test_a_language_begins_with_the_english_words(tmp_path):
    """A row of `LANGUAGES` and a copy of words.jinja: everything else is in English, and a note says so."""
    shutil.copytree(TEXTS, tmp_path / "text")
    (tmp_path / "text" / "it").mkdir()
    shutil.copy(tmp_path / "text" / "en" / "words.jinja", tmp_path / "text" / "it")
    rows = [f"set {k},0.8{k},0.7{k},0.9{9 - k}" for k in range(9)]
    (tmp_path / "scores.csv").write_text("\n".join(["data set,A,B,C", *rows]))  # a noun that languages know
    command = [sys.executable, "-c", BEGUN, str(tmp_path)]
    paths = os.pathsep.join(map(str, (Path(__file__).parent, Path(artefacts.__file__).parents[1])))
    environment = {**os.environ, "PYTHONPATH": paths}
    ended = subprocess.run(command, capture_output=True, encoding="utf-8", cwd=tmp_path, env=environment)
    assert ended.returncode == 0, ended.stderr
    for name, (texts, notes) in json.loads(ended.stdout.splitlines()[0]).items():
        assert texts or name in ("folds", "items", "repeats", "runs", "run-intervals", "within")
        assert all(caption and alt for caption, alt in texts)
        assert not texts or "are lacking in Italian: they are in English." in notes[0]
    assert "Some texts of chapter are lacking in Italian: they are in English." in ended.stderr
    assert "has the highest mean" in (tmp_path / "report" / "chapter.tex").read_text(encoding="utf-8")
    assert "\\comparatexdecimalcomma" in (tmp_path / "report" / "numbers.tex").read_text(encoding="utf-8")


def test_a_users_template_needs_only_the_macro_that_it_changes(tmp_path):
    (tmp_path / "text" / "en").mkdir(parents=True)
    own = "%% macro subject()\nEach against each\n%% endmacro\n"
    (tmp_path / "text" / "en" / "mcm.jinja").write_text(own)
    view = artefacts.view(table(), "mcm", templates=[tmp_path])
    assert view.caption.startswith("Each against each on nine tasks: difference in mean score")
    assert artefacts.view(table(), "mcm", language="fr", templates=[tmp_path]).caption.startswith("Toutes les paires")


FAULTS = {  # name of the case: files below text/en, and where the fault is and what it is
    "no such name": (
        {"mcm": "\n%% macro subject()\n\\VAR{nothing}\n%% endmacro\n"}, "mcm", 3, "'nothing' is undefined",
    ),
    "no such attribute": (
        {"mcm": "%% macro of_what()\nof\n%% endmacro\n\n%% macro subject()\nThese\n\\VAR{s.nothing}\n%% endmacro\n"},
        "mcm", 7, "'comparatex.layout.facts.Study object' has no attribute 'nothing'",
    ),
    "no such word": (
        {"mcm": "%% macro subject()\n\n\\VAR{conditions['halved']}\n%% endmacro\n"},
        "mcm", 3, "there is no word for 'halved' in conditions of words.jinja",
    ),
    "too many values": (
        {"mcm": "%% macro subject()\n\n\n\\VAR{level(s, 1, 2)}\n%% endmacro\n"},
        "mcm", 4, "macro 'level' takes not more than 1 argument(s)",
    ),
    "too few values": (
        {"mcm": "%% macro subject()\n\n\n\\VAR{level()}\n%% endmacro\n"}, "mcm", 4, "parameter 's' was not provided",
    ),
    "a filter with too many values": (
        {"mcm": "%% macro subject()\n\\VAR{3|thousands(4)}\n%% endmacro\n"},
        "mcm", 2, "a filter takes 1 positional argument but 2 were given",
    ),
    "no such filter": (
        {"mcm": "%% macro subject()\n\n\\VAR{3|nothing}\n%% endmacro\n"}, "mcm", 3, "No filter named 'nothing'",
    ),
    "a number": (
        {"mcm": "%% macro subject()\n\n\\VAR{1 / 2}\n%% endmacro\n"},
        "mcm", 3, "0.5 reached a text: numbers are formatted before",
    ),
    "syntax": (
        {"mcm": "%% macro subject()\nThese\n%% endmacro\n\n%% macro of_what()\n%% endnothing\n"},
        "mcm", 6, "Encountered unknown tag 'endnothing'",
    ),
    "itself": ({"mcm": "\n%% macro subject()\n\\VAR{subject()}\n%% endmacro\n"}, "mcm", 3, "the template calls, "),
    "included": (
        {"mcm": "%% macro subject()\n%% include \"more.jinja\"\n%% endmacro\n", "more": "a\n\nb \\VAR{nothing}\n"},
        "more", 3, "'nothing' is undefined",
    ),
    "not there to include": (
        {"mcm": "%% macro subject()\n\n%% include \"nothing.jinja\"\n%% endmacro\n"},
        "mcm", 3, "no template is called nothing.jinja",
    ),
    "imported": (
        {
            "mcm": "%% from \"more.jinja\" import them\n%% macro subject()\n\\VAR{them()}\n%% endmacro\n",
            "more": "\n%% macro them()\n\n\\VAR{nothing}\n%% endmacro\n",
        },
        "more", 4, "'nothing' is undefined",
    ),
    "not there to import": (
        {
            "mcm": "\n\n%% from \"more.jinja\" import they\n%% macro subject()\n\\VAR{they()}\n%% endmacro\n",
            "more": "%% macro them()\n%% endmacro\n",
        },
        "mcm", 5, "the template 'more.jinja' does not export the requested name 'they'",
    ),
    "syntax of what is imported": (
        {
            "mcm": "%% from \"more.jinja\" import them\n%% macro subject()\n\\VAR{them()}\n%% endmacro\n",
            "more": "\n\n\n%% macro them(\n%% endmacro\n",
        },
        "more", 5, "expected token 'name', got '%'",
    ),
    "in the words of all": (
        {"words": "%% macro numeral(n)\n\n\\VAR{nothing}\n%% endmacro\n"}, "words", 3, "'nothing' is undefined",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_a_fault_in_a_text_names_its_file_and_line(tmp_path, case):
    """Lines are those of the user's file, which the built-in text precedes, and not of what Jinja compiles."""
    files, name, line, message = FAULTS[case]
    folder = tmp_path / "text" / "en"
    folder.mkdir(parents=True)
    for other, text in files.items():
        (folder / f"{other}.jinja").write_text(text)
    for _ in range(2):  # as Jinja compiles it, and from its cache
        with pytest.raises(TemplateError, match=r"^[^\n]+$") as raised:
            artefacts.view(table(), "mcm", captions="full", templates=[tmp_path])
        assert str(raised.value).startswith(f"{folder / name}.jinja, line {line}: {message}")
        _environment.cache_clear()


def test_a_fault_in_a_text_before_the_users_is_not_taken_for_the_users(tmp_path):
    """A file of one folder, and of another that precedes it: each has its own lines."""
    for folder, text in (("first", "%% macro of_what()\nof all\n%% endmacro\n"),
                         ("second", "%% macro subject()\n\n\\VAR{nothing}\n%% endmacro\n")):  # fmt: skip
        (tmp_path / folder / "text" / "en").mkdir(parents=True)
        (tmp_path / folder / "text" / "en" / "mcm.jinja").write_text(text)
    with pytest.raises(TemplateError) as raised:
        artefacts.view(table(), "mcm", captions="full", templates=[tmp_path / "first", tmp_path / "second"])
    assert str(raised.value) == f"{tmp_path}/second/text/en/mcm.jinja, line 3: 'nothing' is undefined."


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_has_no_word_is_an_error_and_never_left_out(tmp_path, code):
    """A correction without its word in words.jinja is not called “uncorrected”, nor a test by another's name."""
    (tmp_path / "text" / code).mkdir(parents=True)
    own = '%% set corrections = {"bonferroni": "B"}\n%% set brief_tests = {"sign": "S"}\n'
    (tmp_path / "text" / code / "words.jinja").write_text(own)
    refused = set()
    for name in ("cdd", "forest", "mcm", "pairwise", "ranks"):
        for captions in ("short", "full"):
            try:
                view = artefacts.view(table(), name, language=code, captions=captions, templates=[tmp_path])
            except TemplateError as error:
                refused.add(name)
                lacking = r"there is no word for '(holm|wilcoxon)' in (corrections|brief_tests) of words\.jinja\."
                assert re.fullmatch(rf".*\.jinja, line \d+: {lacking}", str(error))
            else:
                assert captions == "full" or not re.search(
                    "uncorrected|unkorrigiert|sans correction|sin corrección", view.caption
                )
    assert len(refused) >= 3


def test_a_table_of_words_that_python_reads_says_what_it_lacks():
    with pytest.raises(
        TemplateError, match=r"^There is no word for 'sideways' in directions of text/en/numbers\.jinja\.$"
    ):
        facts.text("numbers", table()).directions["sideways"]


@pytest.mark.parametrize("path", sorted(TEXTS.rglob("*.jinja")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_text_has_words_for_what_it_does_not_know(path):
    """With a default, what is new would be called what it is not."""
    assert ".get(" not in path.read_text(encoding="utf-8")


def test_a_noun_without_a_plural_where_the_language_has_no_rule():
    with pytest.raises(UsageError, match="In German, the noun Klassifikator needs its plural and gender"):
        artefacts.view(table(), "mcm", language="de", comparate_noun="Klassifikator")
    with pytest.raises(UsageError, match="The gender of Netz must be m, f or n, not x"):
        artefacts.view(table(), "mcm", language="de", comparate_noun="Netz/Netze/x")


def test_nouns_are_names_and_never_tex():
    tex = artefacts.latex(table(), "mcm", comparate_noun=r"\input{x}/\def\x{}")
    assert not re.search(r"(?<!\\)\\(def|input)", tex) and r"\textbackslash{}def" in tex


def test_prose_is_text_that_knows_its_parts():
    with writing("en"):
        prose = Prose.of(
            "Wins\ufdd0cite\ufdd1demsar2006\ufdd1\ufdd2 are  \ufdd0number\ufdd1wins of A\ufdd1\ufdd2.\n\nIt ends.\n"
        )
    assert prose == "Wins are wins of A. It ends."
    assert [str(line) for line in prose.sentences] == ["Wins are wins of A.", "It ends."]
    assert prose.sentences[0].parts == (
        "Wins", Inline("cite", "demsar2006"), " are ", Inline("number", "wins of A"), ".",
    )  # fmt: skip
    assert escape(prose.sentences[0]) == r"Wins~\comparatexcite{demsar2006} are \comparatex{wins of A}."
    again = pickle.loads(pickle.dumps(prose))
    assert again == prose and again.sentences[0].parts == prose.sentences[0].parts


def test_a_key_cannot_be_tex():
    with pytest.raises(ValueError, match="cannot be the name of a ref"):
        escape(Prose.of("\ufdd0ref\ufdd1a}\\input{b\ufdd1\ufdd2"))


def test_there_is_no_such_language():
    with pytest.raises(UsageError, match="no language 'tlh'"), writing("tlh"):
        pass
    assert language().name == "English"


@pytest.mark.parametrize("path", sorted(TEXTS.rglob("*.jinja")), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_line_ends_within_an_equation_of_the_level(path):
    assert "α = " not in path.read_text(encoding="utf-8")
