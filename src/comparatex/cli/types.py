"""The types of the values of options."""

from __future__ import annotations

import csv
import io
import math
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex.files import was_read
from comparatex.names import closest, quoted
from comparatex.settings import is_choice

NAME_FILES = "comparatex.name-files"
"""Where the context has the files that names of tasks were read from."""

if TYPE_CHECKING:  # generic for type checkers since Click 8.4
    _Type = click.ParamType[Any]
else:
    _Type = click.ParamType


class Word(click.Choice[str]):
    """One of some words; for another one, the nearest is offered."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Offer the word that was probably meant, or name all."""
        if isinstance(value, str) and is_choice(value, self.choices):
            return value
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter:
            close = closest(str(value), self.choices)
            if close is None:
                raise
        return self.fail(f"{value!r} is unknown; did you mean {close!r}?", param, ctx)


class Real(click.FloatRange):
    """A finite number within bounds."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse NaN and infinity."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a valid number.", param, ctx)
        return number


class Whole(click.IntRange):
    """A whole number within bounds."""

    name = "whole number"


class Names(_Type):
    """Names separated by commas; a name that contains a comma is in double quotes."""

    name = "names"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Split a text; a list (from a config file) is used as it is."""
        if not isinstance(value, str):
            return tuple(map(str, value))
        try:
            rows = list(csv.reader(io.StringIO(value, newline=""), skipinitialspace=True))
        except csv.Error as error:
            self.fail(f"{quoted(value)} is no list of names ({error}).", param, ctx)
        return tuple(name.strip() for row in rows for name in row if name.strip())


class TaskNames(Names):
    """Task names separated by commas, or a file with one name per line."""

    name = "names|file"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Read the file if one of that name exists."""
        if isinstance(value, str) and os.path.isfile(value):  # noqa: PTH113  (a Path stumbles over many names)
            if ctx is not None:
                ctx.meta.setdefault(NAME_FILES, []).append(Path(value))
            try:
                lines = was_read(value, Path(value).read_bytes()).decode("utf-8-sig").splitlines()
            except (OSError, ValueError):
                self.fail(f"{quoted(value)} cannot be read as a file of names: save it as UTF-8.", param, ctx)
            return tuple(line.strip() for line in lines if line.strip())
        return super().convert(value, param, ctx)


class PathOf(click.Path):
    """A path; one that no file can have is refused, too, and so is standard output, which is no path."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse a zero byte, or half of a character; and a dash where something is written."""
        if str(value) == "-" and not self.exists:
            kind = "file" if self.file_okay else "folder"
            self.fail(f"this cannot be written to standard output: name a {kind}.", param, ctx)
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail(f"{quoted(value)} cannot be the name of a file.", param, ctx)


class Numbers(_Type):
    """A whole number, or a range of them such as 2-5."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return all numbers of the range."""
        if isinstance(value, tuple):
            return value
        first, dash, last = str(value).partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() for end in ends) or int(ends[0]) > int(ends[1]):
            self.fail(f"{value!r} is neither a number nor a range such as 2-5.", param, ctx)
        return tuple(range(int(ends[0]), int(ends[1]) + 1))


class Colours(_Type):
    """NAME=COLOUR; the colour is ``#rrggbb``."""

    name = "name=colour"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        """Split at the last equals sign, because names may contain one."""
        if isinstance(value, tuple):
            return value
        name, separator, colour = str(value).rpartition("=")
        digits = colour.removeprefix("#")
        if not separator or not name or len(digits) != 6 or not set(digits.lower()) <= set("0123456789abcdef"):
            self.fail(f"{value!r} is not of the form NAME=#rrggbb.", param, ctx)
        return name, f"#{digits.lower()}"


class Group(_Type):
    """NAME=TASKS: a name, and tasks separated by commas or a file with one per line."""

    name = "name=tasks"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, tuple[str, ...]]:
        """Split at the first equals sign."""
        if isinstance(value, tuple):
            return str(value[0]), tuple(map(str, value[1]))
        name, separator, tasks = str(value).partition("=")
        if not separator or not name.strip():
            self.fail(f"{value!r} is not of the form NAME=TASKS.", param, ctx)
        return name.strip(), TaskNames().convert(tasks, param, ctx)
