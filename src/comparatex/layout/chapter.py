"""A benchmark chapter, of one measure or several: its sections, and what paragraphs, figures and tables they have."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from comparatex.inference.comparison import Comparison
from comparatex.layout.chapter_facts import Chapter, Diagrams, Facts, Piece, Section, words
from comparatex.layout.number_macros import numbers
from comparatex.layout.options import Showing
from comparatex.text import Prose, Text

LISTED = ("scores", "ranks", "pairwise", "holm")
"""Kinds of pieces of the appendix, in its order: a table by task is one of these."""
_SHOWN = ("verdicts", "mcm", "scatter", "posterior", "posterior-matrix", "ranks", "friedman", "cdd")
"""Kinds of pieces that the text speaks of."""
_COST = "cost"
"""What costs are where nothing else is said."""
_NO_COSTS: Mapping[str, float] = MappingProxyType({})


def chapter(
    comparison: Comparison,
    pieces: Sequence[Piece],
    more: Sequence[Section] = (),
    *,
    prefix: str = "",
    ours: tuple[str, ...] = (),
    costs: Mapping[str, float] = _NO_COSTS,
    cost_name: str = _COST,
) -> Chapter:
    """Lay the chapter out.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    pieces : sequence of Piece
        What there is to show; every piece is shown once.
    more : sequence of Section
        Further sections, such as the findings of an audit.
    prefix : str
        What stands before every label, so that several chapters go into one document.
    ours : tuple of str
        The comparates that the document proposes.
    costs : mapping of str to float
        What comparates cost, if that is known.
    cost_name : str
        What costs are.
    """
    said = words("", comparison)
    facts = Facts(comparison)
    argued = _argued(comparison, ours, costs, cost_name, _of_kind(pieces, "verdicts"))
    sections = (*_results(comparison, pieces, argued), *more, _limits(comparison, ours))
    appendix = _appendix(comparison, pieces)
    return Chapter(
        title=said.title(),
        heading=said.headings["chapter"],
        summary=said.summary(facts.proposed(ours)),
        sections=tuple(_labelled(section, prefix) for section in sections),
        appendix=appendix and _labelled(appendix, prefix),
        label=f"{prefix}{Chapter.label}",
    )


def of_measure(whole: Chapter, comparison: Comparison, *, tested_alike: bool = False) -> Chapter:
    """Return the chapter of one of several measures as a part of theirs, which says itself what all share."""
    said = words("", comparison)
    first, *others = whole.sections[:-1]
    if tested_alike:
        first = replace(first, title=said.headings["values"], paragraphs=first.paragraphs[:1])
    return replace(whole, heading=said.part_title(), sections=(first, *others))


# -------------------------------------------------------------------------------------------------- sections
def _results(comparison: Comparison, pieces: Sequence[Piece], argued: Sequence[Prose]) -> Iterator[Section]:
    """Yield the sections on what was compared, how, and what came out; other kinds of pieces come last."""
    titles = words("", comparison).headings
    methods, results, ranks = (words(part, comparison) for part in ("methods", "results", "ranks"))
    shown = {kind: _of_kind(pieces, kind) for kind in _SHOWN}
    labels = {kind: tuple(piece.label for piece in found) for kind, found in shown.items()}
    yield Section(titles["tests"], "sec-tests", _paragraphs(methods.compared(), methods.tested()))
    yield Section(
        titles["pairs"],
        "sec-pairs",
        _paragraphs(
            results.means(), _matrix(results, comparison, shown["mcm"]), results.pairs(labels["scatter"])
        ),
        (*shown["mcm"], *shown["scatter"]),
    )
    posteriors = (*shown["posterior"], *shown["posterior-matrix"])
    if posteriors:
        text = Prose.joined(
            methods.bayesian(), results.posteriors(labels["posterior"], labels["posterior-matrix"])
        )
        yield Section(titles["posteriors"], "sec-posteriors", _paragraphs(text), posteriors)
    diagrams = Diagrams.of(shown["cdd"], Facts(comparison))
    yield Section(
        titles["ranks"],
        "sec-ranks",
        _paragraphs(
            ranks.ranks(labels["ranks"]),
            ranks.friedman(labels["friedman"]),
            *([ranks.diagram(diagrams)] if diagrams.labels else []),
        ),
        (*shown["friedman"], *shown["cdd"], *shown["ranks"]),
    )
    if argued:
        yield Section(titles["verdicts"], "sec-verdicts", tuple(argued), shown["verdicts"])
    others = tuple(piece for piece in pieces if piece.kind not in {*_SHOWN, *LISTED})
    if others:
        text = words("lists", comparison).lists((), others)
        yield Section(titles["more"], "sec-more", _paragraphs(text), others)


def _matrix(results: Text, comparison: Comparison, shown: Sequence[Piece]) -> Prose | str:
    """Return the paragraph on the Multi-Comparison Matrix."""
    if not shown:
        return ""
    view = shown[0].view
    by_others = comparison.analysis.test == "nemenyi" or any(
        "(" in line for line in view.legend[2:]
    )  # of the p-value
    said: Prose = results.matrix(tuple(piece.label for piece in shown), by_others, len(view.panels) > 1)
    return said


def _argued(
    comparison: Comparison,
    ours: tuple[str, ...],
    costs: Mapping[str, float],
    cost_name: str,
    tables: Sequence[Piece],
) -> tuple[Prose, ...]:
    """Return a paragraph on each of ours; the last one says where the verdicts are listed."""
    said, labels = words("ours", comparison), tuple(table.label for table in tables)
    found = Facts(comparison).proposed(ours, costs)
    if not found:
        return (said.listed(labels),) if labels else ()
    return tuple(said.argued(own, cost_name, labels if own is found[-1] else ()) for own in found)


def _limits(comparison: Comparison, ours: tuple[str, ...]) -> Section:
    said = words("limits", comparison)
    seen = Prose.joined(said.independence(), said.symmetry(Facts(comparison).skewness(ours)))
    text = _paragraphs(said.pvalues(), said.mean_ranks(), said.corrections(), seen)
    return Section(words("", comparison).headings["limits"], "sec-limits", text)


def _appendix(comparison: Comparison, pieces: Sequence[Piece]) -> Section | None:
    """Return what there is to look up; None where there is nothing."""
    shown = _listed(pieces)
    if not shown:
        return None
    text = words("lists", comparison).lists(shown, ())
    return Section(words("", comparison).headings["lists"], "sec-lists", _paragraphs(text), shown)


def _of_kind(pieces: Sequence[Piece], kind: str) -> tuple[Piece, ...]:
    """Return the pieces of a kind that are not of the appendix."""
    listed = _listed(pieces)
    return tuple(piece for piece in pieces if piece.kind == kind and piece not in listed)


def _listed(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces of the appendix."""
    found = [piece for piece in pieces if piece.kind in LISTED and piece.name != "ranks"]
    return tuple(sorted(found, key=lambda piece: LISTED.index(piece.kind)))


def _paragraphs(*given: Prose | str) -> tuple[Prose, ...]:
    """Return the paragraphs that say something."""
    return tuple(made for made in given if isinstance(made, Prose) and made)


def _labelled(section: Section, prefix: str) -> Section:
    return replace(section, label=f"{prefix}{section.label}")


# ------------------------------------------------------------------------------------------ several measures
def measures(
    comparisons: Sequence[Comparison],
    folders: Sequence[str],
    sequence: Sequence[Piece] = (),
    ours: tuple[str, ...] = (),
) -> Chapter:
    """Lay the chapter of several measures out: what they share; a part for each is written beside it.

    Parameters
    ----------
    comparisons : sequence of Comparison
        One for each measure.
    folders : sequence of str
        The names of the folders with their parts, which tell their numbers apart too.
    sequence : sequence of Piece
        The diagrams of all measures on one axis, if they can be drawn.
    ours : tuple of str
        The comparates that the document proposes.
    """
    facts = [Facts(comparison) for comparison in comparisons]
    known = [found.proposed([name for name in ours if name in found.names]) for found in facts]
    same = all({*found.names} == {*facts[0].names} for found in facts)
    said = Text("chapter-measures", measures=list(zip(facts, folders, known, strict=True)), alike=same)
    alike = tested_alike(comparisons)
    text = (said.opening(tuple(piece.label for piece in sequence)), said.overview(alike))
    overview = Section(said.headings["overview"], "sec-overview", text, tuple(sequence))
    tests = Prose.joined(words("methods", comparisons[0]).tested(), said.by_itself())
    shared = [Section(said.headings["tests"], "sec-tests", (tests,))] if alike else []
    most = max(comparisons, key=lambda comparison: comparison.scores.n_tasks)  # whose limits are those of all
    return Chapter(
        title=said.title(),
        heading=said.headings["chapter"],
        summary=said.summary(),
        sections=(overview, *shared, _limits(most, tuple(name for name in ours if name in most.names))),
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
@dataclass(frozen=True)
class Methods:
    """How the comparates were compared: a title for the file, and the paragraph."""

    title: str
    text: Prose


@dataclass(frozen=True)
class Caption:
    """The caption of an artefact, by the name of its file: for the list of figures, and in full."""

    name: str
    short: str
    text: str


@dataclass(frozen=True)
class Captions:
    """All captions."""

    title: str
    captions: tuple[Caption, ...]


def methods_paragraph(comparison: Comparison, showing: Showing = Showing()) -> Methods:
    """Return the methods paragraph; its numbers are written out, so that it needs no other file."""
    printed = dict(numbers(comparison, showing).items())
    said = words("methods", comparison, num=printed.__getitem__)
    bayesian = [said.bayesian()] if comparison.analysis.bayes else []
    return Methods(
        words("", comparison).methods_title(), Prose.joined(said.compared(we=True), said.tested(), *bayesian)
    )


def all_captions(pieces: Sequence[Piece]) -> Captions:
    """Return the captions of what the report shows."""
    shown = tuple(Caption(piece.name, piece.view.title, piece.view.caption) for piece in pieces)
    return Captions(Text("chapter").headings["captions"], shown)
