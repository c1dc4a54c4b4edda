"""The findings of an audit as a section: paragraphs, then the figures and the table that they speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from comparatex.inference.audit.audit import Audit
from comparatex.inference.audit.examples import SwapExample, swap_example, weakened_pair
from comparatex.inference.audit.mean_ranks import Disagreement, disagreements
from comparatex.layout.audit import paragraphs
from comparatex.layout.audit.patterns import PatternDiagram, patterns
from comparatex.layout.audit.robustness import robustness
from comparatex.layout.audit.swap import Swap, swap
from comparatex.layout.chapter.text import Paragraph, Sentence, references, sentence, told
from comparatex.layout.chapter.view import Piece, Section
from comparatex.layout.language import message, say
from comparatex.layout.table import Table

View = Swap | PatternDiagram | Table


@dataclass(frozen=True, eq=False)
class Findings:
    """An audit and the examples that show what it found."""

    audit: Audit
    swapped: SwapExample | None
    weakened: SwapExample | None
    lopsided: tuple[Disagreement, ...]

    @classmethod
    def of(cls, audit: Audit) -> Findings:
        """Look for the examples."""
        comparison = audit.comparison
        return cls(
            audit,
            swap_example(comparison, audit.rank_swaps, audit.settings.baseline),
            weakened_pair(comparison),
            disagreements(comparison),
        )


def title(audit: Audit) -> str:
    """Return what the document of an audit is called."""
    return say("Audit of {comparates} comparates", comparates=len(audit.comparison.names))


def views(findings: Findings) -> tuple[tuple[str, View], ...]:
    """Return what there is to show, by name."""
    found: list[tuple[str, View]] = []
    if findings.swapped:
        found.append(("audit-swap", swap(findings.swapped, label="fig-audit-swap")))
    if findings.weakened:
        found.append(("audit-weakened", swap(findings.weakened, label="fig-audit-weakened")))
    found.append(("audit-patterns", patterns(findings.audit)))
    found.append(("audit-robustness", robustness(findings.audit)))
    return tuple(found)


def section(findings: Findings, pieces: Sequence[Piece]) -> Section:
    """Lay the section out.

    Parameters
    ----------
    findings : Findings
        What the audit found.
    pieces : sequence of Piece
        Figures and table, under the names that `views` gives them.
    """
    shown = {piece.name: piece.label for piece in pieces}
    return Section(say("Stability"), "sec-stability", tuple(_paragraphs(findings, shown)), tuple(pieces))


def _paragraphs(findings: Findings, shown: dict[str, str]) -> Iterator[Paragraph]:
    """Yield what was found, each finding with the figure or table that shows it."""
    audit = findings.audit
    yield (
        told(
            "A conclusion is stable when neither the choice of the other comparates nor a small change of the "
            "data reverses it."
        ),
    )
    yield (
        sentence(paragraphs.on_mean_ranks(audit)),
        *_see(shown, "audit-swap"),
        sentence(paragraphs.on_weakened(findings.weakened)),
        *_see(shown, "audit-weakened"),
    )
    yield (
        sentence(paragraphs.on_corrections(audit)),
        *_see(shown, "audit-patterns"),
    )
    yield (
        sentence(paragraphs.on_robustness(audit)),
        *_see(shown, "audit-robustness"),
    )
    text = paragraphs.on_magnitudes(audit, findings.lopsided)
    if text:
        yield (sentence(text),)


_SHOWS = {
    "audit-swap": message("{where} shows a swap among a few comparates."),
    "audit-weakened": message("{where} shows that."),
    "audit-patterns": message("{where} shows the patterns."),
    "audit-robustness": message("{where} lists the fragile pairs."),
}


def _see(shown: dict[str, str], name: str) -> tuple[Sentence, ...]:
    """Return a sentence that refers to a figure or table, where it is shown."""
    if name not in shown:
        return ()
    noun = "Table" if name == "audit-robustness" else "Figure"
    return (told(_SHOWS[name], where=references(noun, [shown[name]])),)
