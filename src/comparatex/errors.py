"""What can go wrong through no fault of the program: one clear sentence each, never a traceback.

Messages name settings as in `` `rope` `` or `` `missing="drop-tasks"` ``. The command line prints them as flags,
``--rope`` or ``--missing drop-tasks``, and exits with the error's exit status.

Examples
--------
>>> import comparatex as cx
>>> try:
...     cx.compare({"A": {"iris": 0.9, "wine": 0.8}, "B": {"iris": 0.7, "wine": 0.8}}, alpha=5)
... except cx.ComparatexError as error:
...     print(error)
`alpha` must be a number above 0 and below 1, not 5.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_UNSEEN = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What steers a terminal, or turns the direction of what follows."""


def visible(message: str) -> str:
    """Return a message with what nobody sees as it is written in programs."""
    return _UNSEEN.sub(lambda unseen: unseen[0].encode("unicode_escape").decode(), message)


class ComparatexError(Exception):
    """The data or the document is at fault: a sentence that names the place and the remedy.

    Parameters
    ----------
    message : str
        The sentence.
    remedies : sequence of mappings
        Settings each of which would be a remedy; the command line prints the command with each.
    """

    exit_status = 1

    def __init__(self, message: str = "", remedies: Sequence[Mapping[str, str]] = ()) -> None:
        super().__init__(message)
        self.remedies = tuple(remedies)


class DataError(ComparatexError):
    """A results table cannot be used as it stands."""


class TypesetError(ComparatexError):
    """A TeX run failed, or a name cannot be typeset."""


class TemplateError(ComparatexError):
    """A template is broken; the message names file, line and cause."""


class UsageError(ComparatexError):
    """An option, a setting or a name that does not exist: wrong usage rather than wrong data."""

    exit_status = 2


class NothingToShow(UsageError):
    """An audit found no example of what a figure shows."""
