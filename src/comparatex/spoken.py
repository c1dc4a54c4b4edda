"""Which language documents are made in.

It is ambient, as the precision of decimals is: every artefact and the whole report set it once, and nothing
passes it on.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, get_args

from comparatex.errors import UsageError

Language = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

_spoken: ContextVar[Language] = ContextVar("language", default="en")


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Have all words that are made meanwhile be of a language.

    Raises
    ------
    UsageError
        There is no such language.

    >>> with speaking("fr"):
    ...     spoken()
    'fr'
    """
    if language not in LANGUAGES:
        raise UsageError(f"There is no language {language!r}; there are {', '.join(LANGUAGES)}.")
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def spoken() -> Language:
    """Return the language that words are made in.

    >>> spoken()
    'en'
    """
    return _spoken.get()
