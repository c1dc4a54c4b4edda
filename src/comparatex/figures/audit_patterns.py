"""Draw which of a core differ, by who else is compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, ClassVar

from comparatex.artefacts import ANY_NUMBER, declare
from comparatex.errors import NothingToShow
from comparatex.figures.common.data import Axis
from comparatex.figures.common.rows import ALL, Marks, Plot, Row, RowPlot, Texts, draw_rows, series
from comparatex.layout.facts import text
from comparatex.layout.numbers import Notation, fixed
from comparatex.layout.options import Showing
from comparatex.layout.selection import looks
from comparatex.layout.widths import SIZE, Room, latin_modern, room
from comparatex.text import NBSP, Text

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit
    from comparatex.inference.audit.patterns import Pattern


@dataclass(frozen=True, kw_only=True)
class AuditPatternsOptions(Showing):
    """Settings of the patterns of significance."""


@dataclass(frozen=True, kw_only=True)
class PatternRow(Row):
    """A line of a pattern: of its number of sets, or of examples."""

    text: str = ""  # a line of an example


@dataclass(frozen=True, kw_only=True)
class Patterns(RowPlot[PatternRow]):
    """The patterns of a core, comparates side by side, each with lines of its number of sets and of examples."""

    most: ClassVar[int] = ALL  # all lines: a pattern is not parted
    lines: ClassVar[float] = 1.2  # as text


SHOWN = 6  # patterns of a figure; the caption counts the rarer ones
_NUMERALS = ("i", "ii", "iii", "iv", "v", "vi")
_BELOW, _LANE = 0.2, 0.4
"""From the marks to the first lane of bars, less a lane, and from lane to lane, in lines."""
_EXAMPLE_LINES = 7  # lines of a pattern that examples may fill; one example always stands there
_AXIS = 0.4  # share of the line that is left to marks and bars


@declare(
    "Draw which methods of a core differ significantly, by the others that they are compared with.",
    limit=ANY_NUMBER,
    of="audit",
)
def lay_out(audit: Audit, options: AuditPatternsOptions = AuditPatternsOptions()) -> Patterns:
    """Return the most frequent patterns of the core."""
    import numpy as np

    from comparatex.layout.audit_section import pattern_facts

    comparison, core_patterns = audit.comparison, audit.patterns
    if not core_patterns.sizes[-1]:
        raise NothingToShow("The core holds every method, so that no others can be added: choose a smaller `core`.")
    core = sorted(core_patterns.core, key=lambda i: np.nan_to_num(comparison.mean_rank[i]))
    look = looks(comparison, options)
    words = text("audit-patterns", comparison, f=pattern_facts(audit, SHOWN))
    line = room(options.width, landscape=options.landscape)
    lines, marks = list[PatternRow](), list[Marks]()
    for k, pattern in enumerate(core_patterns.patterns[:SHOWN]):
        lines += [PatternRow(name="")] if lines else []
        bars, high = _drawn(core, pattern, len(lines) + 1)
        marks += [Marks("core", tuple((len(lines) + 1.0, float(i)) for i in range(1, len(core) + 1))), *bars]
        lines += _lines(audit, words, k, high, line)
    plot = Plot(
        name="patterns",
        x=Axis("", 0.5, len(core) + 0.5),
        marks=tuple(marks),
        above=tuple(Row(**look(comparison.names[i])) for i in core),
    )
    texts = Texts(heading="", texts=tuple(row.text for row in lines), flush="left")
    return Patterns(**words.about(), columns=(plot, texts), rows=tuple(lines), line=line)


def _drawn(core: Sequence[int], pattern: Pattern, y: int) -> tuple[tuple[Marks, ...], float]:
    """Return bars below the marks of a pattern, over those that do not differ pairwise, and the lines that it takes."""
    import numpy as np

    from comparatex.layout.cdd import in_lanes, members_of

    joined = np.zeros((len(core), len(core)), np.bool_)
    for pair in pattern.not_significant:
        first, second = map(core.index, pair)
        joined[first, second] = joined[second, first] = True
    bars = [(round(y + _BELOW + _LANE * bar.lane, 2), bar) for bar in in_lanes(members_of(joined))]
    marks = (
        *series("clique past", ((at, bar.first, bar.last) for at, bar in bars if bar.gaps)),
        *series("clique", ((at, first - _PAST, last + _PAST) for at, bar in bars for first, last in bar.runs)),
    )
    return marks, 1 + _BELOW + _LANE * max((bar.lane for _, bar in bars), default=0)


_PAST = 0.1  # of the distance of two comparates, how far bars go beyond members


def _lines(audit: Audit, words: Text, k: int, high: float, room: Room) -> Iterator[PatternRow]:
    """Yield the lines of a pattern: its number of sets and their share, and examples."""
    pattern = audit.patterns.patterns[k]
    share = words.share(fixed(100 * pattern.count / audit.patterns.n_sets, 1))
    names = [f"({_NUMERALS[k]}) {words.sets(pattern.count, Notation(0).fixed(pattern.count))}", share]
    beside = max((1 - _AXIS) * room.width - latin_modern(names[0]) - 2 * SIZE, 0.25 * room.width)
    texts = _examples(audit, words, pattern, beside)
    yield from (
        PatternRow(name=name, text=text)
        for name, text, _ in zip_longest(names, texts, range(round(high)), fillvalue="")
    )


def _examples(audit: Audit, words: Text, pattern: Pattern, width: float) -> list[str]:
    """Return the lines of examples of the sets that produce a pattern; those that go on are indented."""
    lines: list[str] = []
    for example in pattern.examples:
        broken = [""]
        for name in [audit.comparison.names[i] for i in example] or [words.nobody()]:
            longer = f"{broken[-1]}, {name}" if broken[-1].strip() else f"{broken[-1]}{name}"
            if broken[-1].strip() and latin_modern(longer) > width:
                broken[-1] += ","
                longer = f"{2 * NBSP}{name}"
                broken.append(longer)
            broken[-1] = longer
        if lines and len(lines) + len(broken) > _EXAMPLE_LINES:
            break
        lines += broken
    return lines


draw = draw_rows
