"""The progress of long work: what is being done, how much of it, and an estimate of the time left.

Whatever may take seconds says so by `step` or `message`; nothing is shown unless somebody looks, as the
command line does on a terminal.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TextIO

PATIENCE = 2.0  # seconds before anything is shown of which the end can be told
_PAUSE = 0.2  # seconds after which a line is drawn again: more often, nobody could read it
_LINE: ContextVar[Line | None] = ContextVar("line", default=None)


@contextmanager
def shown(stream: TextIO) -> Iterator[None]:
    """Show, within the context, what takes long on a line of a terminal that is gone at the end."""
    line = Line(stream)
    token = _LINE.set(line)
    try:
        yield
    finally:
        _LINE.reset(token)
        line.write("")


@contextmanager
def step(what: str, total: int = 0) -> Iterator[Callable[[int], None]]:
    """Do something that may take long within the context; the callable takes how much of the total is done."""
    line = _LINE.get()
    if line is None:
        yield lambda done: None
        return
    doing = line.begin(what, total)
    try:
        yield lambda done: line.advance(doing, done)
    finally:
        line.end(doing)


def message(what: str) -> None:
    """Report what comes next; it lasts until the next message."""
    if line := _LINE.get():
        if line.message:
            line.end(line.message)
        line.message = line.begin(what.removesuffix(" …"))


def clear() -> None:
    """Clear the line, so that something else can be printed; it is drawn again below that."""
    if line := _LINE.get():
        line.write("")


@dataclass(eq=False)
class Doing:
    """Something that takes long: what it is, how much there is of it, and how much is done; 0 of 0 where unknown."""

    what: str
    total: int
    done: int = 0
    begun: float = field(default_factory=time.monotonic)
    advanced: float = 0.0

    def text(self, now: float) -> str:
        """Return a line about it.

        >>> Doing("Reading a.csv", 0).text(125.0)
        'Reading a.csv …'
        >>> doing = Doing("Comparing pairs", 200, 50, begun=0.0, advanced=3.0)
        >>> doing.text(4.0), doing.text(20.0)  # the second time, later than it was to end
        ('Comparing pairs: 25 %, about 8 s left', 'Comparing pairs: 25 %')
        """
        if not self.total or not self.done:
            return f"{self.what} …"
        pace = (self.advanced - self.begun) / self.done
        left = pace * (self.total - self.done) - (now - self.advanced)
        estimate = f", about {_duration(left)} left" if left > -1 else ""
        return f"{self.what}: {min(100, 100 * self.done // self.total)} %{estimate}"


class Line:
    """A line of a terminal with what is being done: the innermost of all steps."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._begun, self._drawn, self._width = stream, time.monotonic(), 0.0, 0
        self.doing: list[Doing] = []
        self.message: Doing | None = None

    def begin(self, what: str, total: int = 0) -> Doing:
        """Begin a step; one of which the end cannot be told is shown at once, for nothing more is heard of it."""
        doing = Doing(what, total)
        self.doing.append(doing)
        if not total:
            self.write(doing.text(doing.begun))
        return doing

    def advance(self, doing: Doing, done: int) -> None:
        """Take down how much is done of a step, and show it now and then."""
        doing.done, doing.advanced = done, time.monotonic()
        now = doing.advanced
        if doing is self.doing[-1] and now - self._begun >= PATIENCE and now - self._drawn >= _PAUSE:
            self._drawn = now
            self.write(doing.text(now))

    def end(self, doing: Doing) -> None:
        """End a step, and show again what it is a part of."""
        if doing in self.doing:
            self.doing.remove(doing)
            self.write(self.doing[-1].text(time.monotonic()) if self.doing and self._width else "")

    def write(self, text: str) -> None:
        """Write over what is in the line."""
        if not text and not self._width:
            return
        text = text[: max(shutil.get_terminal_size().columns - 1, 20)]
        with suppress(OSError, ValueError):  # nobody looks any more
            self._stream.write(f"\r{text:<{self._width}}" + ("" if text else "\r"))
            self._stream.flush()
        self._width = len(text)


def _duration(seconds: float) -> str:
    """Return a duration in words.

    >>> _duration(0.4), _duration(75), _duration(200), _duration(7300)
    ('0 s', '75 s', '3 min', '2.0 h')
    """
    if seconds < 100:
        return f"{max(seconds, 0):.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
