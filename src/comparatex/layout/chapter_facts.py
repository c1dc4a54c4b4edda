"""The view model of a chapter, and the facts that its text speaks of; the words are in templates of text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np

from comparatex.errors import DataError
from comparatex.inference.arithmetic import Floats
from comparatex.inference.comparison import Comparison
from comparatex.inference.verdicts import in_family, places, rivals, significant_counts
from comparatex.layout import number_macros as prose_keys
from comparatex.layout.chapter_answer import SURE, Answers, Gap, Question, Subject
from comparatex.layout.chapter_limits import Limits
from comparatex.layout.facts import Study, fact
from comparatex.layout.item import Item
from comparatex.layout.notation import notations
from comparatex.layout.numbers import level
from comparatex.layout.selection import positions
from comparatex.text import Prose, Text

# --------------------------------------------------------------------------------------------- the view model
WHOLE = 24
"""Comparates up to which the tables of a report show scores and pairs of all."""


@dataclass(frozen=True)
class Section:
    """A part of the chapter: its running text, then what it shows."""

    title: str
    label: str
    paragraphs: tuple[Prose, ...]
    pieces: tuple[Item, ...] = ()

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

    @cached_property
    def floats(self) -> Mapping[str, list[list[Item]]]:
        """What shares a float, by the label of the section that it stands in.

        Of figures in a row, two for which half of the width is enough stand beside each other.
        """
        found: dict[str, list[list[Item]]] = {}
        last: list[Item] = []
        for section in self.sections:
            floats = found[section.label] = []
            for piece in section.pieces:
                if piece.half and len(last) == 1 and last[0].half:
                    last.append(piece)
                else:
                    floats.append([piece])
                    last = floats[-1] if piece.is_figure else last
        return found

    @property
    def all_sections(self) -> tuple[Section, ...]:
        """All sections, those to look up last."""
        return (*self.sections, *([self.appendix] if self.appendix else ()))

    @property
    def texts(self) -> tuple[str, ...]:
        """All paragraphs and captions."""
        sections = self.all_sections
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
    friedman_defined = fact(lambda s: not math.isnan(s.comparison.friedman.statistic))  # whether there are ranks
    # the least and the greatest number of tasks that a pair is compared on
    least_tasks = fact(lambda s: int(s.comparison.pair_statistics.n_tasks.min()))
    most_tasks = fact(lambda s: int(s.comparison.pair_statistics.n_tasks.max()))
    all_scores_listed = fact(lambda s: len(s.names) <= WHOLE)  # whether the table of scores has every comparate
    limits = fact(lambda s: Limits(s.comparison))  # what limits the conclusions
    _keys: dict[str, str] = fact(lambda s: dict(zip(s.names, prose_keys.keys(s.names), strict=True)))

    def key(self, name: str) -> str:
        r"""Return the key of a comparate in ``\comparatex``."""
        return self._keys[name]

    # ------------------------------------------------------------------------------------------ best and worst
    # mean scores such that the smallest is the best, and the order of those who are not the best by them
    _goodness = fact(lambda s: np.asarray(-s.comparison.mean if s.higher else s.comparison.mean))
    _order = fact(lambda s: [int(i) for i in np.argsort(s._goodness, kind="stable")])
    _behind = fact(lambda s: [i for i in s._order if s._goodness[i] > s._goodness.min()])
    best = fact(lambda s: _smallest(s.names, s._goodness))
    best_by_rank = fact(lambda s: _smallest(s.names, s.comparison.mean_rank))
    disagree = fact(lambda s: not {*s.best} & {*s.best_by_rank})  # whether nobody is best by both
    # who follows the best; empty where all are best
    following = fact(lambda s: tuple(s.names[i] for i in s._behind[:_FOLLOWING]))
    first_by_rank = fact(lambda s: tuple(s.names[i] for i in np.argsort(s.comparison.mean_rank, kind="stable")))

    @property
    def last(self) -> str:
        """Who has the worst mean score; empty where those who follow the best all have the same."""
        behind, goodness = self._behind, self._goodness
        return self.names[behind[-1]] if behind and goodness[behind[-1]] > goodness[behind[0]] else ""

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
        return Question(Gap(answers, self.names.index(best), self.names.index(by_rank)))

    # ---------------------------------------------------------------------------------------------- the tests
    # whether another tool's convention gives the verdicts, by a rule of its own, and the groups of the diagram
    own_rule = fact(lambda s: s.comparison.verdict is not None)
    own_groups = fact(lambda s: (rule := s.comparison.verdict) is not None and rule.convention.cliques != "none")
    # whether no pair of all is told apart, which is said of all at once
    nothing_differs = fact(lambda s: s.family is None and s.n_different == 0)
    # how many pairs of the family differ significantly without correction
    n_different_uncorrected = fact(lambda s: int(s.comparison.raw_significant[in_family(s.comparison)].sum()))

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

    # --------------------------------------------------------------------------------------- the Bayesian test
    unsure = fact(lambda s: level(round(100 * (1 - SURE), 6)))  # percent of such pairs that may be wrong
    high = fact(lambda s: level(SURE))  # the probability from which on a pair counts as decided
    _posterior = fact(lambda s: s.comparison.posterior)
    # pairs for one side of which that probability is high, and those for whose practical equality it is
    n_sided = fact(lambda s: int(((s._posterior.p_left >= SURE) | (s._posterior.p_right >= SURE)).sum()))
    n_equal = fact(lambda s: int((s._posterior.p_rope >= SURE).sum()))

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


def _smallest(names: Sequence[str], values: Floats) -> tuple[str, ...]:
    """Return the names of those with the smallest value."""
    return tuple(names[int(i)] for i in np.flatnonzero(values == values.min()))


@dataclass(frozen=True)
class Diagrams:
    """What the critical difference diagrams of a chapter show."""

    labels: tuple[str, ...]  # their names for cross-references
    marks: tuple[str, ...]
    """How they show groups: by "bars", "groups" in columns, or "bands", or by "nothing"."""
    joined: tuple[tuple[str, ...], ...] = ()
    """The groups themselves where there are few: comparates no two of which differ significantly."""

    @classmethod
    def of(cls, shown: Sequence[Item], facts: Facts) -> Diagrams:
        """Look at the view models."""
        views = [piece.view for piece in shown]
        marks = tuple(dict.fromkeys("bands" if v.form == "bands" and v.shows == "bars" else v.shows for v in views))
        few = marks in (("bars",), ("groups",), ("bands",)) and not facts.own_groups and all(v.n_cliques for v in views)
        joined = _few_groups(facts) if few else ()
        return cls(tuple(piece.label for piece in shown), marks, joined)


def _few_groups(facts: Facts) -> tuple[tuple[str, ...], ...]:
    """Return the groups of comparates, if they can be named in a sentence."""
    try:
        groups = [group for group in facts.comparison.cliques if len(group) > 1]
    except DataError:  # too many to list
        return ()
    if len(groups) > _GROUPS or sum(map(len, groups)) > _IN_GROUPS:
        return ()
    return tuple(tuple(facts.names[i] for i in group) for group in groups)
