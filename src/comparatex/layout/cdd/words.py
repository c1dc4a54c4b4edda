"""The facts of a critical difference diagram that its texts speak of."""

from __future__ import annotations

from dataclasses import dataclass

from comparatex.inference.comparison import Comparison
from comparatex.layout.cdd.bars import Display
from comparatex.layout.cdd.view import MOST_INTERVALS, Cdd, RankInterval
from comparatex.layout.facts import Study, text
from comparatex.layout.fragile import share_text
from comparatex.layout.numbers import fixed, marked
from comparatex.layout.options import CddOptions
from comparatex.text import Text

_NAMED = 3
"""Comparates whose mean ranks an alternative text tells."""


@dataclass(frozen=True, eq=False)
class Facts:
    """What the texts of a diagram are made of."""

    comparison: Comparison
    view: Cdd
    options: CddOptions

    @property
    def n_drawn(self) -> int:
        """Comparates that are drawn."""
        return len(self.view.labels)

    @property
    def follows_tool(self) -> bool:
        """Whether verdicts and groups are those of another tool."""
        return self.comparison.verdict is not None

    @property
    def level(self) -> str:
        """The level that is named among the settings of a convention."""
        return marked(f"{self.comparison.analysis.alpha:g}")

    @property
    def tells_of_tests(self) -> bool:
        """Whether the caption says what is significant at which level."""
        return self.view.shows != "nothing" or not Study(self.comparison).friedman["rejects"]

    @property
    def gaps(self) -> bool:
        """Whether a bar passes over a comparate that is not a member."""
        return any(clique.gaps for clique in self.view.cliques)

    @property
    def fragile(self) -> str:
        """In less than which share of the variants a verdict survives that is marked; empty where none is."""
        marks = any(clique.fragile for clique in self.view.cliques)
        return share_text(self.options.fragile) if marks else ""

    @property
    def ours(self) -> bool:
        """Whether a name is in bold."""
        return any(label.ours for label in self.view.labels)

    @property
    def letter_ranges(self) -> bool:
        """Whether letters are written as ranges."""
        return any("–" in label.letters for label in self.view.labels)

    @property
    def best(self) -> tuple[str, ...]:
        """The best comparates with their mean ranks."""
        ranked = self.view.labels[:_NAMED]
        return tuple(f"{one.name} ({one.rank_text})" if one.rank_text else one.name for one in ranked)

    @property
    def last(self) -> str:
        """The last comparate with its mean rank, where it is not among the best."""
        if self.n_drawn <= _NAMED:
            return ""
        last = self.view.labels[-1]
        return f"{last.name} ({last.rank_text})" if last.rank_text else last.name

    @property
    def first_interval(self) -> tuple[str, str]:
        """The interval of the best mean rank."""
        return self._ends(self.view.intervals[0])

    @property
    def last_interval(self) -> tuple[str, str]:
        """The interval of the last mean rank."""
        return self._ends(self.view.intervals[-1])

    def _ends(self, interval: RankInterval) -> tuple[str, str]:
        shown = (len(label.rank_text.partition(".")[2]) for label in self.view.labels)
        precision = max(shown, default=0) or 2
        return fixed(float(interval.low), precision), fixed(float(interval.high), precision)

    @property
    def too_many_intervals(self) -> bool:
        """Whether intervals were asked for that cannot be told apart."""
        return self.options.intervals and self.n_drawn > MOST_INTERVALS

    @property
    def most_intervals(self) -> int:
        """Comparates whose intervals can be told apart."""
        return MOST_INTERVALS


def words(comparison: Comparison, view: Cdd, shown: Display, options: CddOptions) -> Text:
    """Return the texts of a diagram."""
    return text("cdd", comparison, f=Facts(comparison, view, options), v=view, shown=shown)
