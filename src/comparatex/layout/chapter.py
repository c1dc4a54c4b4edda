"""A benchmark chapter, of one measure or several: its sections, and what paragraphs, figures and tables they have."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import MappingProxyType, SimpleNamespace

import numpy as np

from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter_answer import Subject
from comparatex.layout.chapter_facts import Chapter, Diagrams, Facts, Fragile, Section, words
from comparatex.layout.item import Item
from comparatex.layout.notation import notations, quantity
from comparatex.layout.number_macros import numbers
from comparatex.text import Prose, Text

LISTED = ("scores", "ranks", "pairwise")
"""Kinds of pieces of the appendix, in its order: a table by task is one of these."""
ALL_PAIRS, POSTERIORS = "pairs", "posterior-matrix"
"""Names of the map of all pairs, and of the matrix of their Bayesian probabilities."""
_SHOWN = ("summary", "verdicts", "mcm", "scatter", "posterior", "ranks", "friedman", "cdd")
"""Kinds of pieces that the text speaks of."""
_TESTS = "sec-tests"  # label of the section on methods
_Shown = Mapping[str, tuple[Item, ...]]  # the pieces that the text speaks of, by kind


def chapter(
    comparison: Comparison,
    pieces: Sequence[Item],
    more: Sequence[Section] = (),
    *,
    prefix: str = "",
    ours: tuple[str, ...] = (),
    costs: Mapping[str, float] = MappingProxyType({}),
    cost_name: str = "cost",
    fragile: Fragile | None = None,
) -> Chapter:
    """Lay the chapter out."""
    texts, subjects = words("", comparison), Facts(comparison).subjects(ours, costs)
    listed = _listed(pieces)
    others = [piece for piece in pieces if piece not in listed]
    named = {name: tuple(piece for piece in others if piece.name == name) for name in (ALL_PAIRS, POSTERIORS)}
    alike = [piece for piece in others if piece not in named[POSTERIORS]]
    shown = {kind: tuple(piece for piece in alike if piece.kind == kind) for kind in _SHOWN}
    shown[POSTERIORS] = named[POSTERIORS]
    if _compares_ranks(comparison, shown):
        shown[ALL_PAIRS] = named[ALL_PAIRS]
    more_pieces = tuple(piece for piece in others if piece not in sum(shown.values(), ()))
    if comparison.scores.repeats_of:
        sections = [*_of_one_task(comparison, others, subjects, asked=bool(ours))]
    else:
        answer = _answer(comparison, subjects, shown, cost_name, fragile)
        sections = [
            *_results(comparison, shown, subjects, list(answer), asked=bool(ours)),
            *_further(comparison, more_pieces),
            *more,
            _methods(comparison, shown),
            *_conclusion(comparison, subjects),
        ]
    appendix = Section(texts.headings["lists"], "sec-lists", (words("lists", comparison).lists(listed, ()),), listed)
    return Chapter(
        title=texts.title(),
        heading=texts.title(),
        summary=texts.summary(subjects),
        sections=tuple(_labelled(section, prefix) for section in sections),
        appendix=_labelled(appendix, prefix) if listed else None,
        label=f"{prefix}{Chapter.label}",
    )


def of_measure(whole: Chapter, comparison: Comparison, *, tested_alike: bool = False) -> Chapter:
    """Return the chapter of one of several measures as a part of theirs, which says itself what all share."""
    texts = words("", comparison)
    values = words("methods", comparison).compared()
    about = {"title": texts.headings["values"], "paragraphs": _paragraphs(values)}
    sections = (
        replace(section, **about) if tested_alike and section.label.endswith(_TESTS) else section
        for section in whole.sections
    )
    return replace(
        whole, heading=texts.part_title(), sections=tuple(section for section in sections if section.paragraphs)
    )


# -------------------------------------------------------------------------------------------------- sections
def _results(
    comparison: Comparison, shown: _Shown, subjects: Sequence[Subject], answer: list[Prose], *, asked: bool
) -> Iterator[Section]:
    """Yield the sections on what came out."""
    titles, labels = words("", comparison).headings, {kind: _labels(pieces) for kind, pieces in shown.items()}
    results, ranks = words("results", comparison), words("ranks", comparison)
    answer[0] = Prose.joined(results.question_asked(subjects if asked else ()), answer[0])
    after = 1 if comparison.unattainable() else len(answer)
    # a question on one comparate is not answered by how many of all pairs differ
    told = results.where if asked and not comparison.unattainable() else results.pairs
    # A scatter stands beside the diagram; one that has to stand alone is first, where text fills its page.
    beside = any(piece.half for piece in shown["cdd"])
    answer.insert(after, told(labels, [subject.name for subject in subjects[:1]], beside))
    large = (*shown["summary"], *shown["mcm"])
    figures = (*large, *shown["scatter"]) if beside else (*shown["scatter"], *large)
    yield Section(titles["pairs"], "sec-pairs", _paragraphs(*answer), (*figures, *shown["verdicts"]))
    posteriors = (*shown["posterior"], *shown[POSTERIORS])
    if posteriors:
        text = results.posteriors(labels["posterior"], labels[POSTERIORS])
        yield Section(titles["posteriors"], "sec-posteriors", _paragraphs(text), posteriors)
    if _compares_ranks(comparison, shown):
        tested = Prose.joined(ranks.friedman(labels["friedman"]), ranks.ranks(labels["ranks"], subjects))
        diagram = [ranks.diagram(Diagrams.of(shown["cdd"], Facts(comparison)))] if shown["cdd"] else []
        seen = Prose.joined(*diagram, words("lists", comparison).lists(shown[ALL_PAIRS], ()))
        pieces = (*shown["friedman"], *shown["cdd"], *shown[ALL_PAIRS], *shown["ranks"])
        yield Section(titles["ranks"], "sec-ranks", _paragraphs(tested, seen), pieces)


def _further(comparison: Comparison, pieces: tuple[Item, ...]) -> Iterator[Section]:
    """Yield the section of the pieces of other kinds, if there are any."""
    if pieces:
        remarks = [piece.view.remark for piece in pieces if getattr(piece.view, "remark", None)]
        text = Prose.joined(words("lists", comparison).lists((), pieces), *remarks)
        yield Section(words("", comparison).headings["more"], "sec-more", _paragraphs(text), pieces)


def _of_one_task(
    comparison: Comparison, pieces: Sequence[Item], subjects: Sequence[Subject], *, asked: bool
) -> Iterator[Section]:
    """Yield what came out on the repeats of one task, how they were compared, and what they do not show."""
    titles, results, methods, alone = (words(part, comparison) for part in ("", "results", "methods", "one-task"))
    how = [methods.tested(), *([methods.bayesian()] if comparison.analysis.bayes else [])]
    answers = [
        Prose.joined(results.standing(subject, k == 0, (), asked=True), results.decided(subject, k == 0))
        for k, subject in enumerate(subjects)
    ]
    answers[0] = Prose.joined(
        results.question_asked(subjects if asked else ()),
        answers[0],
        alone.differences(subjects[0].name, _apart(comparison, subjects[0].name)),
        *([words("lists", comparison).lists((), pieces)] if pieces else []),
    )
    yield Section(titles.headings["pairs"], "sec-pairs", _paragraphs(*answers), tuple(pieces))
    yield Section(titles.headings["tests"], _TESTS, _paragraphs(methods.compared(), Prose.joined(*how)))
    left = Prose.joined(words("limits", comparison).conclusion(subjects), alone.limits())
    yield Section(alone.headings["limits"], "sec-limits", (left,))


_NEAREST = 3
"""Rivals whose differences a chapter on one task states."""


def _apart(comparison: Comparison, own: str) -> list[tuple[str, str, str]]:
    """Return the rivals that are nearest by mean, each with the difference from it and its interval."""
    printed, names, means = notations(comparison), comparison.names, comparison.mean
    i = names.index(own)
    others = np.array(sorted((k for k in range(len(names)) if k != i), key=lambda k: abs(means[k] - means[i])))
    others = others[:_NEAREST]
    ends = comparison.difference_intervals(np.full(len(others), i), others)
    differences = comparison.square("mean_difference")[i, others]
    return [
        (
            names[k],
            quantity(float(difference), printed.differences, printed.in_prose),
            printed.differences.interval(float(low), float(high), printed.in_prose),
        )
        for k, difference, low, high in zip(others.tolist(), differences, ends.low, ends.high, strict=True)
    ]


def _compares_ranks(comparison: Comparison, shown: _Shown) -> bool:
    """Whether mean ranks are spoken of: of two comparates, they say no more than wins and losses do."""
    return len(comparison.names) > 2 or any(shown[kind] for kind in ("friedman", "cdd", "ranks"))


def _answer(
    comparison: Comparison, subjects: Sequence[Subject], shown: _Shown, cost_name: str, fragile: Fragile | None
) -> Iterator[Prose]:
    """Yield the answer: on each subject how it stands and the verdicts, then a paragraph for each open question."""
    texts, before = words("results", comparison), set[str]()
    figures = _labels(shown["summary"]) or _labels(shown["mcm"])[:1]
    could_show = {rival: difference for piece in shown["summary"] for rival, difference in piece.view.could_show}
    for i, subject in enumerate(subjects):
        first = i == 0
        yield Prose.joined(
            texts.standing(subject, first, figures[i : i + 1], asked=True),
            texts.decided(subject, first),
            *([texts.fails(subject)] if subject.failing else []),
            *([texts.fragile_verdicts(fragile)] if fragile and subject is subjects[-1] else []),
        )
        questions = [question for question in subject.questions if question.gap.rival not in before]
        for k, question in enumerate(questions, 1):
            asked = texts.question(question, k == len(questions) and not subject.others, k > 1)
            difference = could_show.get(question.gap.rival, "") if first else ""
            yield Prose.joined(asked, texts.could_show(difference)) if difference else asked
        before.add(subject.name)
        # costs are worth a sentence, but not where no test could have told dearer rivals apart
        cheaper = subject.cheaper_not_worse or (subject.cheaper and not comparison.unattainable())
        yield Prose.joined(
            *([texts.others(subject)] if subject.others else []),
            *([texts.unjudged(subject)] if subject.unjudged and subject.n_judged else []),
            *([texts.cheaper(subject, cost_name)] if cheaper else []),
        )


def _conclusion(comparison: Comparison, subjects: Sequence[Subject]) -> tuple[Section, ...]:
    """Return what limits the results, and what remains of them; nothing where there is nothing to be said."""
    texts = words("limits", comparison)
    limits = texts.of_these_data()
    text = Prose.joined(limits, texts.conclusion(subjects))
    title = words("", comparison).headings["limits" if limits else "conclusion"]
    return (Section(title, "sec-limits", (text,)),) if text else ()


def _methods(comparison: Comparison, shown: _Shown) -> Section:
    """Return what was compared and how, which needs to be said once."""
    texts, title = words("methods", comparison), words("", comparison).headings["tests"]
    how = [
        texts.tested(),
        *([texts.bayesian()] if comparison.analysis.bayes else []),
        *([texts.omnibus()] if _compares_ranks(comparison, shown) else []),
        texts.read(),
    ]
    matrix = [_matrix(comparison, shown["mcm"])] if shown["mcm"] else []
    return Section(title, _TESTS, _paragraphs(texts.compared(), Prose.joined(*how), *matrix))


def _matrix(comparison: Comparison, shown: Sequence[Item]) -> Prose:
    """Return the paragraph on the Multi-Comparison Matrix."""
    view = shown[0].view
    focused = all(piece.name.startswith("mcm-focus") for piece in shown[1:])
    best = len(view.rows) < len(comparison.names) - 1  # the half of a matrix has a row less
    results = words("results", comparison)
    paragraph: Prose = results.matrix(_labels(shown), view.depends, len(view.panels) > 1, focused and best)
    return paragraph


def _labels(pieces: Sequence[Item]) -> tuple[str, ...]:
    return tuple(piece.label for piece in pieces)


def _listed(pieces: Sequence[Item]) -> tuple[Item, ...]:
    """Return the pieces of the appendix."""
    listed = [piece for piece in pieces if piece.kind in LISTED and piece.name != "ranks"]
    return tuple(sorted(listed, key=lambda piece: LISTED.index(piece.kind)))


def _paragraphs(*texts: Prose) -> tuple[Prose, ...]:
    """Return the paragraphs that say something."""
    return tuple(filter(None, texts))


def _labelled(section: Section, prefix: str) -> Section:
    return replace(section, label=f"{prefix}{section.label}")


# ------------------------------------------------------------------------------------------ several measures
def measures(
    comparisons: Sequence[Comparison],
    folders: Sequence[str],
    shown: Sequence[Item] = (),
    ours: tuple[str, ...] = (),
    *,
    prefix: str = "",
) -> Chapter:
    """Lay the chapter of several measures out: what they share; a part for each is written beside it."""
    facts = [Facts(comparison) for comparison in comparisons]
    proposed = [study.proposed([name for name in ours if name in study.names]) for study in facts]
    same = all({*study.names} == {*facts[0].names} for study in facts)
    texts = Text("chapter-measures", measures=list(zip(facts, folders, proposed, strict=True)), alike=same)
    alike = tested_alike(comparisons)
    figures, tables = (_labels([piece for piece in shown if piece.is_figure == wanted]) for wanted in (True, False))
    text = (texts.opening(figures, tables), texts.overview(alike))
    overview = Section(texts.headings["overview"], "sec-overview", text, tuple(shown))
    methods = words("methods", comparisons[0])
    tests = Prose.joined(methods.tested(), texts.by_itself(), methods.omnibus(), methods.read())
    shared = [Section(texts.headings["tests"], "sec-tests", (tests,))] if alike else []
    return Chapter(
        title=texts.title(),
        heading=texts.title(),
        summary=texts.summary(),
        sections=tuple(_labelled(section, prefix) for section in (overview, *shared)),
        label=f"{prefix}{Chapter.label}",
        parts=tuple(folders),
    )


def tested_alike(comparisons: Sequence[Comparison]) -> bool:
    """Whether all that is to be said of how pairs are tested is the same for all measures."""
    return len({words("methods", comparison).tested().parts for comparison in comparisons}) == 1


def ranked(comparisons: Sequence[Comparison]) -> bool:
    """Whether the mean ranks of all can stand on one axis: of the same comparates, and defined."""
    names = {frozenset(comparison.names) for comparison in comparisons}
    return len(names) == 1 and not any(math.isnan(other.friedman.statistic) for other in comparisons)


# --------------------------------------------------------------------------------------------------- extracts
def methods_paragraph(comparison: Comparison) -> SimpleNamespace:
    """Return the methods paragraph and its title; its numbers are written out, so that it needs no other file."""

    @cache
    def printed(*, pairs: bool) -> dict[str, Callable[[], str]]:
        return numbers(comparison, pairs=pairs).lookup()

    def num(key: str) -> str:
        return printed(pairs=key not in printed(pairs=False))[key]()  # a user's text may ask for those of pairs

    texts = words("methods", comparison, num=num, rounded=lambda key: num(f"*{key}"))
    bayesian = [texts.bayesian()] if comparison.analysis.bayes else []
    further = [texts.omnibus(), texts.read()]
    if comparison.scores.repeats_of:
        further = [words("one-task", comparison).limits()]
    text = Prose.joined(texts.compared(alone=True), texts.tested(), *bayesian, *further)
    return SimpleNamespace(title=words("", comparison).methods_title(), text=text)


def all_captions(pieces: Sequence[Item]) -> SimpleNamespace:
    """Return the captions of what the report shows, by the name of its file: for the list of figures, and in full."""
    captions = [(piece.name, piece.view.title, piece.view.caption) for piece in pieces]
    return SimpleNamespace(title=Text("chapter").headings["captions"], captions=captions)
