"""Running text as data: sentences of words, citations, cross-references and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Inline:
    r"""Part of a sentence.

    Parameters
    ----------
    kind : {"text", "cite", "ref", "number"}
        Words; keys of the bibliography; what it is a reference to, such as ``Figure``; a key of
        ``\comparatex``.
    text : str
        The words, the keys, the label or the key.
    noun : str
        Of a reference: what stands before its number.
    """

    kind: Literal["text", "cite", "ref", "number"]
    text: str
    noun: str = ""


Sentence = tuple[Inline, ...]
Paragraph = tuple[Sentence, ...]


def sentence(*parts: str | Inline) -> Sentence:
    """Return a sentence; plain strings are words."""
    return tuple(Inline("text", part) if isinstance(part, str) else part for part in parts if part)


def cite(*keys: str) -> Inline:
    """Return a citation."""
    return Inline("cite", ",".join(keys))


def number(key: str) -> Inline:
    r"""Return a number that ``\comparatex`` prints."""
    return Inline("number", key)


def references(noun: str, labels: Sequence[str]) -> tuple[str | Inline, ...]:
    """Return references to one, two or a run of figures or tables."""
    if len(labels) == 1:
        return (Inline("ref", labels[0], noun),)
    between = " and " if len(labels) == 2 else " to "
    return Inline("ref", labels[0], f"{noun}s"), between, Inline("ref", labels[-1])


def paragraph(sentences: Iterable[Sentence]) -> Paragraph:
    """Return a paragraph."""
    return tuple(sentences)
