"""The view model of a chapter, and the facts that its text speaks of; the words are in templates of text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.analysis import REPEATED
from comparatex.inference.comparison import Comparison
from comparatex.inference.corrections import CORRECTIONS
from comparatex.inference.verdicts import in_family, places, rivals, significant_counts
from comparatex.layout import number_macros as prose_keys
from comparatex.layout.chapter_answer import SURE, Answers, Gap, Question, Subject
from comparatex.layout.chapter_limits import Limits
from comparatex.layout.facts import Study
from comparatex.layout.notation import notations
from comparatex.layout.numbers import level
from comparatex.layout.selection import positions
from comparatex.text import Prose, Text

# --------------------------------------------------------------------------------------------- the view model
_COLUMN = 300.0
"""Points: columns are narrower."""
_CAPTION_LETTERS = 65
"""Letters on a line of a caption, at least, in the usual classes."""


WHOLE = 24
"""Comparates up to which the tables of a report show scores and pairs of all."""


@dataclass(frozen=True)
class Piece:
    """A figure or table that the chapter shows."""

    kind: str  # kind, name: which artefact it is; the name of its file, which tells several of a kind apart
    name: str
    path: str  # the fragment without suffix, relative to the document's folder
    view: Any  # its view model: it has a title and a caption, tables that break across pages are `long`
    prefix: str = ""  # what stands before its label, where the view model names none
    float: str = ""  # the environment that was asked for; empty: a figure or a table, by its folder
    named: str = ""  # the label that was asked for

    @property
    def is_figure(self) -> bool:
        """Whether it is a figure, in whatever float."""
        return self.path.startswith("figures/")

    @property
    def counter(self) -> str:
        """What numbers it."""
        return "figure" if self.is_figure else "table"

    @property
    def environment(self) -> str:
        """The environment of the float: over both columns, where a class has two, for what is as wide as a page."""
        line = getattr(self.view, "line", None)
        spans = self.kind in ("mcm", "summary") and (line is None or line.width > _COLUMN)
        return self.float or (f"{self.counter}*" if spans else self.counter)

    @property
    def above(self) -> bool:
        """Whether the caption stands above: in floats of tables."""
        return "table" in self.environment

    @property
    def sideways(self) -> bool:
        """Whether the float lies on its side."""
        return self.environment.startswith("sideways")

    @property
    def long(self) -> bool:
        """It breaks across pages and has its caption inside."""
        return bool(getattr(self.view, "long", False))

    @property
    def label(self) -> str:
        """Name for cross-references."""
        label = self.named or getattr(self.view, "label", "")
        return str(label) or f"{self.prefix}{'fig' if self.is_figure else 'tab'}-{self.name}"

    @property
    def height(self) -> Decimal:
        """Share of a page that the caption leaves to a figure."""
        lines = -(-len(self.view.caption) // _CAPTION_LETTERS)
        return max(Decimal("0.5"), Decimal("0.97") - lines * Decimal("0.026")).quantize(Decimal("0.01"))


@dataclass(frozen=True)
class Section:
    """A part of the chapter: its running text, then what it shows."""

    title: str
    label: str
    paragraphs: tuple[Prose, ...]
    pieces: tuple[Piece, ...] = ()

    @property
    def starts_page(self) -> bool:
        """It has a table that breaks across pages, which begins one: it would overtake the floats before it."""
        return any(piece.long for piece in self.pieces)


_INNER = re.compile(r"\b(?=[A-Za-z]{5})[A-Za-z]+[A-Z][A-Za-z]*\b")


@dataclass(frozen=True)
class Chapter:
    """A chapter, ready to be set."""

    title: str  # title, heading: of the document, and of the chapter
    heading: str
    summary: Prose  # the results in short
    sections: tuple[Section, ...]  # what follows
    appendix: Section | None = None  # what there is to look up, if anything
    label: str = "ch-benchmark"  # name for cross-references
    parts: tuple[str, ...] = ()
    """Folders of parts of the chapter, between its first sections and its last one: one for each measure."""

    @property
    def texts(self) -> tuple[str, ...]:
        """All paragraphs and captions."""
        sections = (*self.sections, *([self.appendix] if self.appendix else ()))
        captions = (piece.view.caption for section in sections for piece in section.pieces)
        return (*(paragraph for section in sections for paragraph in section.paragraphs), *captions)

    @staticmethod
    def unbroken(texts: Iterable[str]) -> tuple[str, ...]:
        """Return the words with a capital inside, which are names: TeX would hyphenate them like those of a language.

        >>> Chapter.unbroken(["TimesNet, MultiROCKET and Hydra", "MultiROCKET (HC2)"])
        ('MultiROCKET', 'TimesNet')
        """
        return tuple(sorted({word for text in texts for word in _INNER.findall(text)}, key=str.casefold))


# ------------------------------------------------------------------------------------------------------ facts
_LISTED = 8
"""Names up to which rivals, and the pairs that are drawn, are listed by them."""
_FOLLOWING = 3
"""Names that follow the best."""
_GROUPS, _IN_GROUPS = 4, 14
"""Groups of a diagram, and names in them, that a sentence lists at most."""


def words(part: str, comparison: Comparison, **facts: Any) -> Text:
    """Return the texts of a part of the chapter on a comparison, such as ``limits``."""
    return Text(f"chapter-{part}" if part else "chapter", s=Facts(comparison), **facts)


@dataclass(frozen=True, kw_only=True)
class Family:
    """A family of tests that leaves pairs out."""

    kind: Literal["control", "pair", "among", "between", "drawn"]
    """All pairs with the control; one pair, or those that are drawn, which `rows` and `columns` name; as many
    pairs."""
    n_judged: int  # n_judged, n_others: how many pairs it holds, and leaves out
    n_others: int
    control: str = ""
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Weakest:
    """The verdict that holds in the smallest share of the variants of one kind."""

    first: str  # first, second: the comparates that it is on
    second: str
    share: str  # in which part of the variants it holds, in percent
    single: bool  # there is only one such variant
    family: str  # which kind that is


@dataclass(frozen=True, kw_only=True)
class Fragile(Weakest):
    """Verdicts that do not survive small changes of the data or the convention, with the weakest of them."""

    n: int  # how many, of those that the chapter is about
    label: str  # of the section on them


class Facts(Study):
    """The facts of a comparison, as those of every text, and those of the chapter."""

    listed = _LISTED

    def __init__(self, comparison: Comparison) -> None:
        """Gather what every chapter computes."""
        super().__init__(comparison)
        scores, analysis, names = comparison.scores, comparison.analysis, comparison.names
        # mean scores such that the smallest is the best, and the order of those who are not the best by them
        goodness = np.asarray(-comparison.mean if self.higher else comparison.mean)
        behind = [int(i) for i in np.argsort(goodness, kind="stable") if goodness[i] > goodness.min()]
        self.best, self.best_by_rank = (
            tuple(names[int(i)] for i in np.flatnonzero(values == values.min()))
            for values in (goodness, comparison.mean_rank)
        )
        self.disagree = not {*self.best} & {*self.best_by_rank}  # whether nobody is best by both
        self.following = tuple(names[i] for i in behind[:_FOLLOWING])  # who follows the best; empty where all are best
        # who has a worse mean score than anybody that follows the best; empty where nobody has
        self.last = names[behind[-1]] if behind and goodness[behind[-1]] > goodness[behind[0]] else ""
        self.first_by_rank = tuple(names[int(i)] for i in np.argsort(comparison.mean_rank, kind="stable"))
        self.friedman_defined = not math.isnan(comparison.friedman.statistic)  # whether there are ranks
        # the least and the greatest number of tasks that a pair is compared on
        n_tasks = comparison.pair_statistics.n_tasks
        self.least_tasks, self.most_tasks = int(n_tasks.min()), int(n_tasks.max())
        # whether another tool's convention gives the verdicts, by a rule of its own, and the groups of the diagram
        self.own_rule = comparison.verdict is not None
        self.own_groups = comparison.verdict is not None and comparison.verdict.convention.cliques != "none"
        self.complete = bool(scores.complete.all())  # whether no score is missing
        # the most repeats that a score is the mean of, and whether the Bayesian test sees them
        self.repeats = 0 if scores.repeats is None else int(scores.repeats.shape[2])
        self.by_repeats = analysis.bayes and analysis.bayes_test in REPEATED
        # whether p-values are corrected, so that there are verdicts before and after
        self.corrected = analysis.correction != "none" and analysis.test != "nemenyi"
        # whether the correction bounds the family-wise error however the tests depend on each other
        correction = CORRECTIONS[analysis.correction]
        self.holds_always = correction.bounds == "family-wise error" and correction.condition == "any"
        self.all_scores_listed = len(comparison.names) <= WHOLE  # whether the table of scores has every comparate

    def key(self, name: str) -> str:
        r"""Return the key of a comparate in ``\comparatex``."""
        return self._keys[name]

    @cached_property
    def _keys(self) -> dict[str, str]:
        return dict(zip(self.names, prose_keys.keys(self.names), strict=True))

    # ------------------------------------------------------------------------------------------ best and worst
    @cached_property
    def rounds_means(self) -> bool:
        """Whether means that follow each other in a sentence are still apart when they are rounded for prose."""
        printed = notations(self.comparison)
        means = [float(mean) for mean in self.comparison.mean[: _FOLLOWING + 2]]
        brief = {printed.means.fixed(mean): printed.means.brief(mean, printed.in_prose) for mean in means}
        return len({*brief.values()}) == len(brief)

    @cached_property
    def unbeaten(self) -> tuple[str, ...]:
        """Who has no significantly better rival; empty where the family of tests leaves pairs out."""
        if self.family or len(self.names) < 3:
            return ()
        return tuple(self.names[i] for i in np.flatnonzero(significant_counts(self.comparison)[1] == 0))

    @property
    def misleading(self) -> bool:
        """Whether the order of means misleads on who is best: a text that names the best must say so first.

        The best by mean score is not among the first by mean rank, a tenth of all but two at least; or it is
        significantly worse than the best by rank; or a single task makes its lead.
        """
        if not self.friedman_defined or not self.disagree:
            return False
        best, apart = self.names.index(self.best[0]), self.disagreement
        place = places(self.comparison.mean_rank)[best]
        far = place > max(2, self.n_comparates / 10)
        return bool(far or apart.gap.verdict == "worse" or apart.drivers == 1)

    @cached_property
    def disagreement(self) -> Question:
        """Who is best by mean score against who is best by mean rank."""
        answers, (best, by_rank) = Answers(self.comparison), (self.best[0], self.best_by_rank[0])
        return Question(answers, Gap(answers, self.names.index(best), self.names.index(by_rank)))

    # ---------------------------------------------------------------------------------------------- the tests
    @property
    def expected_rejections(self) -> int:
        """How many tests would reject if no comparates differed; 0 below two."""
        expected = self.analysis.alpha * self.n_family
        return round(expected) if expected >= 2 else 0

    @cached_property
    def family(self) -> Family | None:
        """The family of tests; None where it holds all pairs."""
        inside, analysis, names = in_family(self.comparison), self.analysis, self.names
        if inside.all():
            return None
        n = int(inside.sum())
        of = partial(Family, n_judged=n, n_others=len(inside) - n)
        if analysis.family == "control":
            return of(kind="control", control=str(analysis.control))
        if n == 1:
            (place,) = np.flatnonzero(inside)
            pairs = self.comparison.pair_statistics
            return of(kind="pair", rows=(names[pairs.row[place]], names[pairs.column[place]]))
        rows, columns = (tuple(side or names) for side in analysis.drawn)
        if set(rows) == set(columns) and len(rows) <= _LISTED:
            return of(kind="among", rows=rows)
        if len(rows) + len(columns) <= _LISTED:
            return of(kind="between", rows=rows, columns=columns)
        return of(kind="drawn")

    @cached_property
    def n_different(self) -> int:
        """How many pairs of the family the verdicts tell apart."""
        pairs = self.comparison.pair_statistics
        apart = ~self.comparison.joined[pairs.row, pairs.column]
        return int(apart[in_family(self.comparison)].sum())

    @property
    def nothing_differs(self) -> bool:
        """Whether no pair of all is told apart, which is said of all at once."""
        return self.family is None and self.n_different == 0

    @property
    def n_different_uncorrected(self) -> int:
        """How many pairs of the family differ significantly without correction."""
        return int(self.comparison.raw_significant[in_family(self.comparison)].sum())

    # --------------------------------------------------------------------------------------- the Bayesian test
    @property
    def high(self) -> str:
        """The probability from which on a pair counts as decided."""
        return level(SURE)

    @property
    def n_sided(self) -> int:
        """Pairs for one side of which that probability is high."""
        posterior = self.comparison.posterior
        return int(((posterior.p_left >= SURE) | (posterior.p_right >= SURE)).sum())

    @property
    def n_equal(self) -> int:
        """Pairs for whose practical equality it is high."""
        return int((self.comparison.posterior.p_rope >= SURE).sum())

    # ------------------------------------------------------------------------------- ours, and what is shown
    def proposed(self, names: Sequence[str], costs: Mapping[str, float] | None = None) -> tuple[Subject, ...]:
        """Return the answers on the comparates that the document proposes."""
        proposed, answers = positions(self.comparison, tuple(names)), Answers(self.comparison)
        return tuple(Subject(answers, own, rivals(self.comparison, own, costs or {})) for own in proposed)

    def subjects(self, names: Sequence[str], costs: Mapping[str, float] | None = None) -> tuple[Subject, ...]:
        """Return the same; where none is proposed, the answer on the control or on the best by mean score."""
        analysis = self.analysis
        control = (str(analysis.control),) if analysis.family == "control" else ()
        best = self.best_by_rank if self.scales else self.names
        return self.proposed(names or control or best[:1], costs)

    @cached_property
    def limits(self) -> Limits:
        """What limits the conclusions."""
        return Limits(self.comparison)


@dataclass(frozen=True)
class Diagrams:
    """What the critical difference diagrams of a chapter show."""

    labels: tuple[str, ...]  # their names for cross-references
    marks: tuple[str, ...]
    """What there is to be said of their marks: "bars", "bands", "letters", "nothing", "no bars" or "family"."""
    joined: tuple[tuple[str, ...], ...] = ()
    """The groups themselves where there are few: comparates no two of which differ significantly."""

    @classmethod
    def of(cls, shown: Sequence[Piece], facts: Facts) -> Diagrams:
        """Look at the view models."""
        marks = tuple(dict.fromkeys(_mark(piece.view, facts) for piece in shown))
        joined = _few_groups(facts) if marks in (("bars",), ("bands",)) and not facts.own_groups else ()
        return cls(tuple(piece.label for piece in shown), marks, joined)


def _mark(view: Any, facts: Facts) -> str:
    """Return how a diagram shows groups, or why it shows none; of another tool's groups, how alone."""
    if not facts.own_groups and view.shows == "nothing" and facts.family:
        return "family"
    if not facts.own_groups and view.n_cliques == 0:
        return "no bars"
    return "bands" if view.form == "bands" and view.shows == "bars" else str(view.shows)


def _few_groups(facts: Facts) -> tuple[tuple[str, ...], ...]:
    """Return the groups of comparates, if they can be named in a sentence."""
    try:
        groups = [group for group in facts.comparison.cliques if len(group) > 1]
    except DataError:  # too many to list
        return ()
    if len(groups) > _GROUPS or sum(map(len, groups)) > _IN_GROUPS:
        return ()
    return tuple(tuple(facts.names[i] for i in group) for group in groups)
