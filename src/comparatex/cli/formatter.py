"""The form of the help: names, and beside them what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable

import click

WIDEST = 28
"""The widest name beside which its description stands."""

_BRACKETS = re.compile(r"\[[^][]{,40}\]$")
"""The default and the range at the end of a description, in which no line ends."""


class Formatter(click.HelpFormatter):
    """A formatter that keeps flags and words with hyphens on one line."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = WIDEST, col_spacing: int = 2) -> None:
        """Write names and, beside them or below those that are too long, their descriptions."""
        from textwrap import wrap

        listed = list(rows)
        margin = max((len(name) for name, _ in listed if len(name) <= col_max), default=0) + col_spacing
        for name, text in listed:
            width = max(self.width - margin - 2, 10)
            bound = _BRACKETS.sub(lambda brackets: brackets[0].replace(" ", "\xa0"), text)
            lines = wrap(bound, width, break_on_hyphens=False) or [""]
            if len(name) > margin - col_spacing:
                lines = ["", *lines]
            for first, line in zip((name, *([""] * len(lines))), lines, strict=False):
                row = f"{'':{self.current_indent}}{first:{margin}}{line}".rstrip()
                self.write(row.replace("\xa0", " ") + "\n")


class Context(click.Context):
    """A context whose help is written by our formatter, and which keeps the arguments for messages."""

    formatter_class = Formatter
    arguments: tuple[str, ...] = ()
