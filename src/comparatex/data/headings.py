"""Headings and names, interpreted by their words; families of names that share one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from os.path import commonprefix
from pathlib import PurePath
from typing import Any

from comparatex.files import PACKING
from comparatex.names import quoted


def vocabulary(text: str) -> frozenset[str]:
    """Return the entries of a comma-separated list."""
    return frozenset(entry.strip() for entry in text.split(","))


_FOREIGN = vocabulary(
    "datensatz, aufgabe, jeu de donnees, tache, conjunto de datos, tarea, набор данных, 数据集, データセット"
)
TASK = _FOREIGN | vocabulary("task, dataset, data set, problem, benchmark, instance, database, ds, series, corpus")

MORE_TASK = vocabulary(
    "env, environment, scenario, domain, subject, game, evaluation, eval, test case, query, workload"
)
"""Headings of columns of tasks, where none is called as in `TASK`."""

COMPARATE = vocabulary(
    "comparate, method, classifier, regressor, model, algorithm, estimator, learner, approach, system, "
    "technique, forecaster, detector, clusterer, solver, optimizer, optimiser, strategy, alg, algo, clf, "
    "treatment, competitor, agent, predictor"
)

MORE_COMPARATE = vocabulary(
    "framework, pipeline, architecture, arch, backbone, flow, network, net, policy, llm, tool, library, package, "
    "implementation, configuration, config, variant, encoder, embedding, prompt"
)
"""Headings of columns of comparates, where none is called as in `COMPARATE`."""

ITEM = vocabulary(
    "item, question, instruction, sample, example, doc, document, case, conversation, passage, sentence, image, "
    "utterance, puzzle, exercise"
)
"""Headings of columns of what a task consists of; alone, they are tasks."""

REPEATS = {
    "folds": vocabulary("fold, cv fold"),
    "resamples": vocabulary("resample, split"),
    "runs": vocabulary("seed, run, trial, random state, random seed"),
}
"""Headings of columns of repeats by what these are: parts of data that are each tested once, random divisions of data,
or independent runs; of several columns, what comes first here counts."""

REPEAT = frozenset().union(
    *REPEATS.values(), vocabulary("repeat, repetition, rep, replicate, replication, iteration, iter")
)

MEASURE = vocabulary(
    "measure, metric, criterion, performance measure, performance metric, evaluation measure, evaluation "
    "metric, score type, metric type"
)

HEADINGS = {
    "task": (TASK, MORE_TASK),
    "comparate": (COMPARATE, MORE_COMPARATE),
    "item": (ITEM,),
    "repeat": (REPEAT,),
    "measure": (MEASURE,),
}
"""By role, the headings of its columns, the usual ones first."""

NUMBERING = vocabulary(", id, index, no, nr, number, row, unnamed, unnamed 0, level 0")
SUBSETS = vocabulary("train, training, test, testing, valid, validation, val, dev")
"""Values of a column that divides the data into parts, which are not repeats of each other."""

_BREAK = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_ACCENT = re.compile("[\u0300-\u036f]")
_PLURAL = re.compile(r"(?<=[a-z]{3})(?<!s)s$")


@lru_cache(1 << 12)  # for headings: each format and role asks for them
def words(text: str) -> tuple[str, ...]:
    """Return the words of a heading in lower case and without accents."""
    if len(text) == 1:  # ñ is no number of something
        text = unicodedata.normalize("NFKC", text)
    elif not text.isascii():
        text = unicodedata.normalize("NFC", _ACCENT.sub("", unicodedata.normalize("NFKD", text)))
    return tuple(word.lower() for word in _BREAK.split(text) if word)


_NOUNS = {
    "dataset": "data set", "ds": "data set", "alg": "algorithm", "algo": "algorithm", "clf": "classifier",
    "optimiser": "optimizer", "arch": "architecture", "net": "network", "config": "configuration", "llm": "LLM",
    "env": "environment", "eval": "evaluation", "cv fold": "fold", "random state": "seed", "random seed": "seed",
    "rep": "repeat", "iter": "iteration",
}  # fmt: skip
"""What headings are called in prose, where that is not the heading itself."""


def noun_in(heading: str, role: str) -> str:
    """Return the English noun for a role in the heading of its column, in the singular; empty if it is but the role."""
    text, nouns = _core(heading), frozenset[str]().union(*HEADINGS[role])
    noun = text if text in nouns else _PLURAL.sub("", text)
    return _NOUNS.get(noun, noun) if noun in nouns - _FOREIGN and noun != role else ""


def what_repeats_are(headings: Sequence[str], stated: str = "") -> tuple[str, str]:
    """Return what the repeats of some columns are, as stated or as these say, and what one is called; empty if unknown.

    >>> what_repeats_are(["seed"]), what_repeats_are(["run", "fold"]), what_repeats_are(["rep"], "runs")
    (('runs', 'seed'), ('folds', 'fold'), ('runs', 'run'))
    """
    kind = stated or next(
        (kind for kind, known in REPEATS.items() if any(matches(head, known) for head in headings)), ""
    )
    own = [noun_in(head, "repeat") for head in headings if kind and matches(head, REPEATS[kind])]
    return kind, own[0] if own else kind.removesuffix("s")


def matches(heading: str, vocabulary: frozenset[str]) -> bool:
    """Whether a heading is a word of a vocabulary, ignoring a plural and a trailing "name" or "id"."""
    text = _core(heading)
    return text in vocabulary or _PLURAL.sub("", text) in vocabulary


_METHODS = re.compile(
    r"(mod[e]l|met[h]?od|menetel|algorit|[ck]las+if|verfahren|pipeline|framework|approach|llm|модел|метод|алгорит)\w*"
    r"|(手法|方法|算法|模型|モデル|모델|방법)(名称?|名前|명|이름)?"
)


def names_methods(heading: str) -> bool:
    """Whether a heading is one of columns of methods, in one of many languages."""
    known = matches(heading, COMPARATE | MORE_COMPARATE)
    return known or _METHODS.fullmatch(_core(heading.casefold())) is not None


def says(heading: str, *roles: str) -> bool:
    """Whether a heading is one of columns of some roles."""
    return not _roles_of(heading).isdisjoint(roles)


@lru_cache(1 << 12)  # of a wide table, each role asks for all headings
def _roles_of(heading: str) -> frozenset[str]:
    return frozenset(role for role, known in HEADINGS.items() if any(matches(heading, entries) for entries in known))


_ASIDE = re.compile(r"(?<=\w)\s*\([^()]*\)$")


@lru_cache(1 << 12)
def _core(heading: str) -> str:
    """Return the words of a heading without "name" or "id" at their end, and without what stands in parentheses."""
    parts = words(_ASIDE.sub("", heading))
    return " ".join(parts[:-1] if len(parts) > 1 and parts[-1] in ("name", "id") else parts)


_METHOD = re.compile(
    "forest|boost|knn|k-nn|svm|svc|net|regress|bayes|ridge|lasso|tree|rocket|dtw|boss|weasel|lstm|gru|former|bert|gpt|"
    "llama|gemma|mistral|qwen|claude|cnn|mlp|fcn|arima|\\bets\\b|theta|prophet|beats|tst|lda|qda|xgb|lightgbm|gbm|inception|"
    "baseline|naive|ensemble|automl|hc2|hive|\\bcif\\b|tsf|stc|arsenal|tabpfn|kernel|perceptron|prince|nearest|^rf|^nb$|1nn"
    r"|[-_ ]\d+(?:\.\d+)?b(?![^\W_])"
)
"""What names of methods hold that names of data sets seldom do; the last is a size, as of ``Falcon-7B-Instruct``."""

MANY_METHODS, FEW_METHODS = 0.5, 0.25  # shares of names like those of methods: at least of these, at most of tasks


def share_of_methods(names: Iterable[str]) -> float:
    """Return how many of some different names are called like methods."""
    different = {name.casefold() for name in names}
    return sum(bool(_METHOD.search(name)) for name in different) / max(len(different), 1)


def called_like_methods(names: Iterable[str], others: Iterable[str]) -> bool:
    """Whether names are called like methods, and much more so than others."""
    share = share_of_methods(names)
    return share >= MANY_METHODS and share > 2 * share_of_methods(others)


def methods_in(outer: Sequence[str], inner: Sequence[str]) -> str:
    """Return which of two levels of keys are methods, the outer ones unless names or numbers speak against it."""
    if called_like_methods(inner, outer):
        return "inner"
    usual = len(outer) <= len(inner) or len(inner) == 1  # one method is no comparison
    return "outer" if usual or called_like_methods(outer, inner) else ""


_SUFFIX = re.compile(rf"(?<=.)\.[a-z][a-z0-9]*({PACKING})?$", re.IGNORECASE)
"""The end of a file's name that says what the file is."""

COUNTED = re.compile(r"(?:(?P<word>[^\W\d]+)[ _:.-]*)?(?P<number>\d+)")


def _is_filled(cell: Any) -> bool:
    return cell is not None and bool(str(cell).strip())


def count_titles(rows: Sequence[Sequence[Any]]) -> int:
    """Return how many of the first rows are titles: one filled cell each, above a header of three or more.

    One above the last column is its heading, beside an index without names.
    """
    places = [[k for k, cell in enumerate(row) if _is_filled(cell)] for row in rows]
    first, width = next(((k, filled[-1] + 1) for k, filled in enumerate(places) if len(filled) > 1), (0, 0))
    first -= bool(first) and places[first - 1] == [width - 1]
    if not first or width < 3:
        return 0
    above = [str(cell) for row in rows[:first] for cell in row if _is_filled(cell)]
    # What another separator would split like the header is a header in disguise.
    disguised = any(len(text.split(mark)) == width for text in above for mark in "\t;|,")
    return 0 if disguised else first


def titles(rows: Sequence[tuple[int, Sequence[Any]]], name: str, unit: str) -> tuple[int, tuple[str, ...]]:
    """Return how many of the first numbered rows are titles, and a note on each."""
    above = count_titles([cells for _, cells in rows])
    texts = [(number, next(filter(_is_filled, cells))) for number, cells in rows[:above]]
    return above, tuple(
        f"{name}, {unit} {number}: {quoted(text)} is taken as a title and left out." for number, text in texts
    )


def stem(path: PurePath) -> str:
    """Return the name of a file without its suffixes; what stands behind other points belongs to the name."""
    return _SUFFIX.sub("", path.name)


def only_count(names: Sequence[str]) -> bool:
    """Whether names are nothing but consecutive numbers from 0 or 1, perhaps behind a word for repeats."""
    first = COUNTED.fullmatch(names[0]) if names else None
    if not first or (first["word"] and not matches(first["word"], REPEAT)):  # as in most tables
        return False
    parts = [match for match in map(COUNTED.fullmatch, names) if match]
    known = all(not part["word"] or matches(part["word"], REPEAT) for part in parts)
    return 2 <= len(names) == len(parts) and known and are_consecutive([part["number"] for part in parts])


def count_alike(names: Sequence[str]) -> bool:
    """Whether names are consecutive numbers from 0 or 1, all behind the same letters."""
    parts = [match for name in names if (match := re.fullmatch(r"(\D{0,12}?)(\d+)(\D{0,20})", name))]
    alike = 3 <= len(names) == len(parts) and len({(part[1], part[3]) for part in parts}) == 1
    return alike and are_consecutive([part[2] for part in parts])


def are_consecutive(texts: Sequence[str]) -> bool:
    """Whether texts are the whole numbers from 0 or 1 on, in any order."""
    numbers = sorted(map(int, texts))
    return numbers in (list(range(len(texts))), list(range(1, len(texts) + 1)))


_TOKEN = re.compile(r"[A-Z]*[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+")


def name_families(tasks: Sequence[str]) -> dict[str, list[str]]:
    """Return the tasks whose names begin with the same word, by what they share.

    What all names begin with is no family, nor is what more than half of them do.

    >>> name_families(["PigArt", "PigCVP", "PigAirway", "Beef", "Car", "Coffee", "Fish"])
    {'Pig': ['PigArt', 'PigCVP', 'PigAirway']}
    """
    shared = len(_common_words(tasks))
    families: dict[str, list[str]] = {}
    for task in tasks:
        word = _TOKEN.match(task, shared)
        if word and sum(map(str.isalpha, word[0])) >= 3:
            families.setdefault(word[0], []).append(task)
    return {
        _common_words([task[shared:] for task in members]).rstrip("-_ /:."): members
        for members in families.values()
        if len(members) > 2 and 2 * len(members) <= len(tasks)
    }


def _common_words(names: Sequence[str]) -> str:
    """Return the whole words that all names begin with."""
    prefix = commonprefix(list(names))  # noqa: RUF071  (of letters, not of folders)
    starts = [{len(name), *(word.start() for word in _TOKEN.finditer(name))} for name in names]
    return prefix[: max(k for k in set.intersection(*starts) if k <= len(prefix))]
