"""Whether a reading is the comparison that was meant, and where every remedy that an error prints leads.

A reading is right, or asked about by an error with a sentence, or another comparison, which none may be. What the
user says in a setting may make another comparison of a table: it is the one that the setting means.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, get_origin

from comparatex.data.read import read_measures
from comparatex.data.reading import Reading
from comparatex.errors import ComparatexError
from comparatex.settings import declared

_DEEPEST = 4
_IN_SENTENCE = re.compile(r"`([a-z_]+)=(?:\"([^\"`]*)\"|(True|False))`")
_NUMBER = re.compile(r"\d+([.,]\d+)?([eE][+-]?\d+)?")
_FLAG = re.compile(r"`(marked_cells|transpose)`")
_TURNS = ("transpose", "task", "comparate", "layout", "paths")
"""Settings that say what stands in rows."""
_FILTERS = ("include", "exclude", "tasks", "exclude_tasks", "paths", "sheet")
_CHOOSES = ("score", "select_measure", "measures", "measure")
_DIRECTS = ("higher_is_better", "measure_name", "errors", *_CHOOSES)
_SETTINGS = {item.field: item for item in declared(Reading)}


def name_of(text: Any) -> str:
    """Return a name as it is compared with others: numbers by what they are."""
    name = " ".join(str(text).split())
    return f"{float(name.replace(',', '.')):.12g}" if _NUMBER.fullmatch(name) else name


@dataclass(frozen=True)
class Meaning:
    """A comparison that is meant.

    Parameters
    ----------
    scores : mapping of (str, str) to float
        By method and data set.
    direction : {"higher", "lower", ""}
        Which scores are better; empty where nobody could know.
    measure : str
        Its name, if there are several.
    names : mapping of str to str
        Methods and data sets by other names under which they may be read.
    """

    scores: Mapping[tuple[str, str], float]
    direction: str = ""
    measure: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Stranger:
    """A table that nobody has seen, and what is meant.

    Parameters
    ----------
    kind : str
        What is strange in it.
    source : str or object
        What is read.
    meanings : tuple of Meaning
        Any of them is right.
    known : bool
        Whether a person could know what is meant.
    plain : bool
        Whether it must be read without a question.
    question : tuple of str
        If there are any, it must not be read in silence: a question, or one of these words in a note.
    turned : bool
        Whether the other orientation may be assumed, if it is said: nothing speaks against it, or one foreign word.
    named_measure : bool
        Whether the table names a measure that nobody knows: its direction is assumed, and said, or asked.
    words : tuple of str
        Words that make any reading what the user said, in the value of a setting.
    settings : mapping of str to object
        What the user says at once.
    """

    kind: str
    source: Any
    meanings: tuple[Meaning, ...]
    known: bool = True
    plain: bool = False
    question: tuple[str, ...] = ()
    turned: bool = False
    named_measure: bool = False
    words: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


class Outcome(NamedTuple):
    """What becomes of a table.

    ``right``: read as meant. ``assumed``: read the other way round than meant, which the reading says. ``solved``: a
    question with a remedy that reads what is meant. ``asked``: one without such a remedy. ``stated``: what a setting
    means. ``part``: what is meant, but for names that a setting leaves out. ``other``: another comparison, a remedy
    that leads to one or to itself, or no sentence.
    """

    kind: str
    why: str = ""


def outcome_of(stranger: Stranger) -> Outcome:
    """Return what becomes of a table, after every remedy that is printed."""
    ended = _ended(stranger, stranger.settings, {}, 0)
    if ended.kind in ("stated", "part"):
        return Outcome("other" if ended.kind == "part" else "asked", f"no remedy reads all that is meant: {ended.why}")
    return ended


def _ended(stranger: Stranger, settings: Mapping[str, Any], said: Mapping[str, Any], depth: int) -> Outcome:
    try:
        readings = read_measures(stranger.source, **settings)
    except ComparatexError as error:
        return _after(stranger, error, settings, said, depth)
    except Exception as error:
        return Outcome("other", f"{_shown(said)}ends in {type(error).__name__}: {error}")
    outcomes = [_of_reading(stranger, scores, said) for scores in readings]
    for kind in ("other", "part", "stated", "assumed"):
        for outcome in outcomes:
            if outcome.kind == kind:
                return Outcome(kind, f"{_shown(said)}{outcome.why}")
    return Outcome("right")


def _after(
    stranger: Stranger, error: ComparatexError, settings: Mapping[str, Any], said: Mapping[str, Any], depth: int
) -> Outcome:
    sentence = str(error)
    if len(sentence) < 20 or " " not in sentence:
        return Outcome("other", f"{_shown(said)}no sentence: {sentence!r}")
    ends = []
    if depth < _DEEPEST:
        for remedy in printed(error):
            if not remedy.keys() <= _SETTINGS.keys():
                continue  # which another command takes
            changed = {name: converted(name, value) for name, value in remedy.items()}
            if all(name in settings and settings[name] == value for name, value in changed.items()):
                return Outcome("other", f"{_shown(said)}the remedy {_shown(changed)}is printed after it was taken")
            ends.append(_ended(stranger, {**settings, **changed}, {**said, **changed}, depth + 1))
    kinds = {end.kind for end in ends}
    if "other" in kinds:
        return next(end for end in ends if end.kind == "other")
    if kinds & {"right", "solved"}:
        return Outcome("solved", sentence)
    if "part" in kinds:
        return next(end for end in ends if end.kind == "part")
    return Outcome("asked", sentence)


def printed(error: ComparatexError) -> Iterator[Mapping[str, str]]:
    """Yield the remedies of an error: those that are commands, and settings with values in its sentence."""
    yield from error.remedies
    told = [(name, text or flag) for name, text, flag in _IN_SENTENCE.findall(str(error))]
    for name, value in (*told, *((name, "") for name in _FLAG.findall(str(error)))):
        if {name: value} not in error.remedies:
            yield {name: value}


def converted(name: str, value: str) -> Any:
    """Return a value as the command line converts it."""
    kind = _SETTINGS[name].type
    if kind is bool:
        return value != "False"
    return _SETTINGS[name].read(value) if get_origin(kind) is tuple else value


def _shown(said: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={value!r}" for name, value in said.items()) + ": " if said else ""


def _said(scores: Any, *words: str) -> bool:
    """Whether a reading says something of what it assumes."""
    text = " ".join(map(str, (*scores.notes, getattr(scores, "assumed", "")))).casefold()
    return any(word in text for word in words)


def _of_reading(stranger: Stranger, scores: Any, said: Mapping[str, Any]) -> Outcome:
    """Return what a reading is to what is meant, after the user said something."""
    values = {name_of(part) for value in said.values() for part in _parts(value)}
    if values & set(stranger.words):
        return Outcome("stated", "as said")
    if stranger.question and not said and not _said(scores, *stranger.question):
        return Outcome("other", f"read without a question: {scores.extent}")
    meanings = [one for one in stranger.meanings if _letters(one.measure) == _letters(scores.measure)]
    meanings = meanings or [one for one in stranger.meanings if not one.measure or not scores.measure]
    chosen = [name for name in _CHOOSES if said.get(name)]
    if not meanings:
        told = ("stated", "as said") if chosen else ("other", f"the measure {scores.measure!r} is none that is meant")
        return Outcome(*told)
    outcomes = [_compared(stranger, meaning, scores, said, values) for meaning in meanings]
    best = min(outcomes, key=lambda outcome: ("right", "assumed", "stated", "part", "other").index(outcome.kind))
    if (
        best.kind == "other"
        and chosen
        and not {name_of(said[name]) for name in chosen} & {one.measure for one in stranger.meanings}
    ):
        return Outcome("stated", "as said")
    return best


def _parts(value: Any) -> list[str]:
    return [*value] if isinstance(value, (tuple, list)) else [str(value), *str(value).split(",")]


def _letters(name: str) -> str:
    return re.sub(r"\W|_", "", name).casefold()


def _compared(stranger: Stranger, meaning: Meaning, scores: Any, said: Mapping[str, Any], values: set[str]) -> Outcome:
    if scores.one_task and {"repeat", "repeats_are"} & said.keys():  # the rows as repeats of one task, as is said
        cubes = zip(scores.comparates, scores.repeats[0], strict=True)
        read = {(name_of(name), round(float(value), 9)) for name, runs in cubes for value in runs}
        wanted = {(name_of(name), round(float(value), 9)) for (name, _), value in meaning.scores.items()}
        return Outcome("right" if read == wanted else "other", "as repeats of one task")
    truths = {(name_of(method), name_of(task)): score for (method, task), score in meaning.scores.items()}
    methods, tasks = map(set, zip(*truths, strict=True))
    known = {name_of(name): name_of(meant) for name, meant in meaning.names.items()}

    def meant(names: tuple[str, ...], wanted: set[str]) -> list[str]:
        return [name if name in wanted else known.get(name, name) for name in map(name_of, names)]

    comparates, rows = meant(scores.comparates, methods), meant(scores.tasks, tasks)
    value: Callable[[int, int], float] = lambda c, t: scores.values[t, c]  # noqa: E731
    outcome = Outcome("right")
    turned = meant(scores.comparates, tasks), meant(scores.tasks, methods)
    if len(set(turned[0]) & tasks) > len(set(comparates) & methods):
        if any(name in said for name in _TURNS) or values.issuperset(map(name_of, scores.comparates)):
            return Outcome("stated", "turned, as said")  # whatever it leaves out, or takes as well
        if not (stranger.turned and _said(scores, "orientation", "rows", "columns", "transpose")):
            return Outcome("other", f"compares {list(scores.comparates)}, which the data sets are")
        if stranger.known:
            outcome = Outcome("assumed", "turned, as is said")
        rows, comparates = turned
        value = lambda c, t: scores.values[c, t]  # noqa: E731
    for what, names, wanted in (("compares", comparates, methods), ("compares on", rows, tasks)):
        foreign = [name for name in names if name not in wanted]
        if set(foreign) - values:
            return Outcome("other", f"{what} {foreign}")
        if foreign:
            outcome = Outcome("stated", f"{what} {foreign}, as said")
        absent = wanted - set(names)
        if not absent or "missing" in said:
            continue
        if "group" in said:
            outcome = Outcome("stated", f"lacks {sorted(absent)}, as said")
        elif any(name in said for name in _FILTERS) or stranger.settings:
            outcome = Outcome("part", f"leaves out {sorted(absent)}")
        else:
            return Outcome("other", f"lacks {sorted(absent)}")
    for c, method in enumerate(comparates):
        for t, task in enumerate(rows):
            if method in methods and task in tasks:
                score, truth = value(c, t), truths.get((method, task), math.nan)
                if "missing" in said and (math.isnan(score) or math.isnan(truth)):
                    continue
                if not math.isclose(score, truth, rel_tol=1e-9, abs_tol=1e-12):
                    kind = "stated" if "decimal_mark" in said else "other"
                    return Outcome(kind, f"the score of {method} on {task} is {score}, not {truth}")
    stated = any(name in said or name in stranger.settings for name in _DIRECTS[:1]) or "errors" in said
    told = _said(scores, "better", "direction")
    if meaning.direction and scores.direction != meaning.direction and not stated:
        if not told:
            return Outcome("other", f"{scores.direction} is taken as better of {scores.measure!r}, in silence")
        return (
            Outcome("assumed", f"{scores.direction} is taken as better, as is said")
            if outcome.kind == "right"
            else outcome
        )
    if stranger.named_measure and not stated and not told:
        return Outcome("other", f"{scores.direction} is taken as better of {scores.measure!r}, in silence")
    return outcome
