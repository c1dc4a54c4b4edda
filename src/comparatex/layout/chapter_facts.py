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
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import in_family, places, rivals, significant_counts
from comparatex.layout import number_macros as prose_keys
from comparatex.layout.chapter_answer import SURE, Answers, Question, Subject
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
        room = getattr(self.view, "room", None) or getattr(self.view, "line", None)
        spans = self.kind in ("mcm", "summary") and (room is None or room.width > _COLUMN)
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
        own = self.named or getattr(self.view, "label", "")
        return str(own) or f"{self.prefix}{'fig' if self.is_figure else 'tab'}-{self.name}"

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
class Fragile:
    """Verdicts that do not survive small changes of the data or the convention."""

    n: int  # how many, of those that the chapter is about
    first: str  # first, second: the comparates of the one that survives least
    second: str
    share: str  # in which part of the variants of one kind it does, in percent
    single: bool  # there is only one such variant
    kind: str  # which kind that is
    label: str  # of the section on them


@dataclass(frozen=True, eq=False)
class Facts(Study):
    """The facts of a comparison, as those of every text, and those of the chapter."""

    listed = _LISTED

    def key(self, name: str) -> str:
        r"""Return the key of a comparate in ``\comparatex``."""
        return self._keys[name]

    @cached_property
    def _keys(self) -> dict[str, str]:
        return dict(zip(self.names, prose_keys.keys(self.names), strict=True))

    # ------------------------------------------------------------------------------------------ best and worst
    @cached_property
    def best(self) -> tuple[str, ...]:
        """Who has the best mean score."""
        return self._first(self._goodness)

    @cached_property
    def best_by_rank(self) -> tuple[str, ...]:
        """Who has the best mean rank."""
        return self._first(self.comparison.mean_rank)

    @property
    def following(self) -> tuple[str, ...]:
        """Who follows the best by mean score, three of them at most; empty where all are best."""
        return tuple(self.names[i] for i in self._behind[:_FOLLOWING])

    @cached_property
    def rounds_means(self) -> bool:
        """Whether means that follow each other in a sentence are still apart when they are rounded for prose."""
        found = notations(self.comparison)
        means = [float(mean) for mean in self.comparison.mean[: _FOLLOWING + 2]]
        printed = {found.means.fixed(mean): found.means.brief(mean, found.in_prose) for mean in means}
        return len({*printed.values()}) == len(printed)

    @cached_property
    def unbeaten(self) -> tuple[str, ...]:
        """Who has no significantly better rival; empty where the family of tests leaves pairs out."""
        if self.family or len(self.names) < 3:
            return ()
        return tuple(self.names[i] for i in np.flatnonzero(significant_counts(self.comparison)[1] == 0))

    @property
    def last(self) -> str:
        """Who has a worse mean score than anybody that follows the best; empty where nobody has."""
        values, behind = self._goodness, self._behind
        return self.names[behind[-1]] if behind and values[behind[-1]] > values[behind[0]] else ""

    @cached_property
    def _goodness(self) -> Floats:
        """Mean scores such that the smallest is the best."""
        return np.asarray(-self.comparison.mean if self.higher else self.comparison.mean)

    @cached_property
    def _behind(self) -> list[int]:
        values = self._goodness
        return [int(i) for i in np.argsort(values, kind="stable") if values[i] > values.min()]

    def _first(self, values: Floats) -> tuple[str, ...]:
        return tuple(self.names[int(i)] for i in np.flatnonzero(values == values.min()))

    @property
    def disagree(self) -> bool:
        """Whether nobody is best by mean score and by mean rank."""
        return not {*self.best} & {*self.best_by_rank}

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
        answers, best = Answers(self.comparison), self.names.index(self.best_by_rank[0])
        return answers.question(answers.gap(self.names.index(self.best[0]), best))

    # --------------------------------------------------------------------------------------------- the scores
    @property
    def complete(self) -> bool:
        """Whether no score is missing."""
        return bool(self.comparison.scores.complete.all())

    @property
    def least_tasks(self) -> int:
        """The least number of tasks that a pair is compared on."""
        return int(self.comparison.pair_statistics.n_tasks.min())

    @property
    def most_tasks(self) -> int:
        """The greatest number of tasks that a pair is compared on."""
        return int(self.comparison.pair_statistics.n_tasks.max())

    @property
    def repeats(self) -> int:
        """The most repeats that a score is the mean of; 0: of none."""
        repeats = self.comparison.scores.repeats
        return 0 if repeats is None else int(repeats.shape[2])

    @property
    def by_repeats(self) -> bool:
        """Whether the Bayesian test sees the repeats."""
        return self.analysis.bayes and self.analysis.bayes_test in REPEATED

    # ---------------------------------------------------------------------------------------------- the tests
    @property
    def own_rule(self) -> bool:
        """Whether another tool's convention gives the verdicts, by a rule of its own."""
        return self.comparison.verdict is not None

    @property
    def own_groups(self) -> bool:
        """Whether another tool's convention forms the groups of the diagram."""
        verdict = self.comparison.verdict
        return verdict is not None and verdict.convention.cliques != "none"

    @property
    def expected_rejections(self) -> int:
        """How many tests would reject if no comparates differed; 0 below two."""
        expected = self.analysis.alpha * self.n_family
        return round(expected) if expected >= 2 else 0

    @property
    def holds_always(self) -> bool:
        """Whether the correction bounds the family-wise error however the tests depend on each other."""
        found = self.procedures[self.analysis.correction]
        return found.bounds == "family-wise error" and found.condition == "any"

    @property
    def corrected(self) -> bool:
        """Whether p-values are corrected, so that there are verdicts before and after."""
        return self.analysis.correction != "none" and self.analysis.test != "nemenyi"

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
            (own,) = np.flatnonzero(inside)
            pairs = self.comparison.pair_statistics
            return of(kind="pair", rows=(names[pairs.row[own]], names[pairs.column[own]]))
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
        return int(apart[in_family(self.comparison)].sum() if self.family else apart.sum())

    @property
    def nothing_differs(self) -> bool:
        """Whether no pair of all is told apart, which is said of all at once."""
        return self.family is None and self.n_different == 0

    @property
    def n_different_uncorrected(self) -> int:
        """How many pairs of the family differ significantly without correction."""
        significant = self.comparison.raw_significant
        return int(significant[in_family(self.comparison)].sum() if self.family else significant.sum())

    @property
    def friedman_defined(self) -> bool:
        """Whether there are ranks."""
        return not math.isnan(self.comparison.friedman.statistic)

    # --------------------------------------------------------------------------------------- the Bayesian test
    @property
    def high(self) -> str:
        """The probability from which on a pair counts as decided."""
        return level(SURE)

    @property
    def n_sided(self) -> int:
        """Pairs for one side of which that probability is high."""
        found = self.comparison.posterior
        return int(((found.p_left >= SURE) | (found.p_right >= SURE)).sum())

    @property
    def n_equal(self) -> int:
        """Pairs for whose practical equality it is high."""
        return int((self.comparison.posterior.p_rope >= SURE).sum())

    # ------------------------------------------------------------------------------- ours, and what is shown
    def proposed(self, names: Sequence[str], costs: Mapping[str, float] | None = None) -> tuple[Subject, ...]:
        """Return the answers on the comparates that the document proposes."""
        known, answers = positions(self.comparison, tuple(names)), Answers(self.comparison)
        return tuple(answers.on(own, rivals(self.comparison, own, costs or {})) for own in known)

    def subjects(self, names: Sequence[str], costs: Mapping[str, float] | None = None) -> tuple[Subject, ...]:
        """Return the same; where none is proposed, the answer on the control or on the best by mean score."""
        analysis = self.analysis
        control = (str(analysis.control),) if analysis.family == "control" else ()
        best = self.best_by_rank if self.scales else self.names
        return self.proposed(names or control or best[:1], costs)

    @property
    def scales(self) -> tuple[str, ...]:
        """The measures of which each task has one, on scales of their own; empty where all have the same."""
        return self.comparison.scores.scales

    @cached_property
    def limits(self) -> Limits:
        """What limits the conclusions."""
        return Limits.of(self.comparison)

    @property
    def other_levels(self) -> tuple[str, str]:
        """Half the level, and twice."""
        return level(self.analysis.alpha / 2), level(2 * self.analysis.alpha)

    @property
    def first_by_rank(self) -> tuple[str, ...]:
        """The comparates by mean rank, best first."""
        order = np.argsort(self.comparison.mean_rank, kind="stable")
        return tuple(self.names[int(i)] for i in order)

    @property
    def all_scores_listed(self) -> bool:
        """Whether the table of scores has every comparate."""
        return len(self.names) <= WHOLE


@dataclass(frozen=True)
class Diagrams:
    """What the critical difference diagrams of a chapter show."""

    labels: tuple[str, ...]  # their names for cross-references
    marks: tuple[str, ...]
    """What there is to be said of their marks: "bars", "bands", "letters", "nothing", "no bars" or "family"."""
    groups: bool  # whether any of them shows groups
    joined: tuple[tuple[str, ...], ...] = ()
    """The groups themselves where there are few: comparates no two of which differ significantly."""

    @classmethod
    def of(cls, shown: Sequence[Piece], facts: Facts) -> Diagrams:
        """Look at the view models; of another tool's groups there are bars and letters alone."""
        of_each = (_sign(piece.view) if facts.own_groups else _mark(piece.view, facts) for piece in shown)
        groups = any(piece.view.n_cliques for piece in shown)
        marks = tuple(dict.fromkeys(map(str, of_each)))
        joined = _few_groups(facts) if marks in (("bars",), ("bands",)) and not facts.own_groups else ()
        return cls(tuple(piece.label for piece in shown), marks, groups, joined)


def _few_groups(facts: Facts) -> tuple[tuple[str, ...], ...]:
    """Return the groups of comparates, if they can be named in a sentence."""
    try:
        groups = [group for group in facts.comparison.cliques if len(group) > 1]
    except DataError:  # too many to list
        return ()
    if len(groups) > _GROUPS or sum(map(len, groups)) > _IN_GROUPS:
        return ()
    return tuple(tuple(facts.names[i] for i in group) for group in groups)


def _mark(view: Any, facts: Facts) -> str:
    if view.shows == "nothing" and facts.family:
        return "family"
    return "no bars" if view.n_cliques == 0 else _sign(view)


def _sign(view: Any) -> str:
    return "bands" if view.form == "bands" and view.shows == "bars" else str(view.shows)
