"""Running text as data: sentences of words, citations, cross-references and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from comparatex.layout.language import formatter, say, translated


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
    study : str
        Of a number: whose it is, where a document has those of several measures.
    """

    kind: Literal["text", "cite", "ref", "number"]
    text: str
    noun: str = ""
    study: str = ""


Sentence = tuple[Inline, ...]
Paragraph = tuple[Sentence, ...]


def sentence(*parts: str | Inline) -> Sentence:
    """Return a sentence; plain strings are words."""
    return tuple(Inline("text", part) if isinstance(part, str) else part for part in parts if part)


def told(message: str, /, **parts: Any) -> Sentence:
    """Return a sentence in the language spoken.

    Parameters
    ----------
    message : str
        In English, a literal of the code; ``{name}`` is a part.
    **parts : str, Inline or sequence of them
        Words, or a citation, a reference or a number; a part that is empty leaves nothing.

    >>> [part.kind for part in told("{best} is best{where}.", best="A", where=cite("demsar2006"))]
    ['text', 'text', 'cite', 'text']
    """
    made: list[str | Inline] = []
    for words, name, spec, _ in formatter().parse(translated(message)):
        made.append(words)
        if name is not None:
            part = parts[name]
            if isinstance(part, (str, int)):
                made.append(formatter().format_field(part, spec or ""))
            else:
                made.extend((part,) if isinstance(part, Inline) else part)
    return sentence(*made)


def cite(*keys: str) -> Inline:
    """Return a citation."""
    return Inline("cite", ",".join(keys))


def number(key: str) -> Inline:
    r"""Return a number that ``\comparatex`` prints."""
    return Inline("number", key)


def references(noun: str, labels: Sequence[str]) -> tuple[str | Inline, ...]:
    """Return references to one, two or a run of figures or tables."""
    if len(labels) == 1:
        return (Inline("ref", labels[0], say(noun)),)
    between = say(" and ") if len(labels) == 2 else say(" to ")
    return Inline("ref", labels[0], say(f"{noun}s")), between, Inline("ref", labels[-1])


def paragraph(sentences: Iterable[Sentence]) -> Paragraph:
    """Return a paragraph."""
    return tuple(sentences)
