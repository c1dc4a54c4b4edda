"""The end of the process by a signal: with its status, as by an exception, so that everything is closed and removed."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from typing import NoReturn, TextIO

_NUMBERS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def end_on_signals() -> None:
    """Have Ctrl-C, SIGTERM and SIGHUP end this process, unless it was started to ignore them."""
    for number in _NUMBERS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)


def end_silently() -> None:
    """Have signals end this process without a word, as its work is done."""
    for number in _NUMBERS:
        if signal.getsignal(number) is _end:
            signal.signal(number, signal.SIG_DFL)


def drop_unwritten(stream: TextIO) -> None:
    """Drop what an output cannot take: since Python 3.13 it is tried again at exit, which sets another status."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _end(number: int, _: object) -> NoReturn:
    """End the program; a second Ctrl-C does so at once, and others that repeat, as those of timeout, do nothing."""
    for other in _NUMBERS:
        signal.signal(other, signal.SIG_DFL if other == signal.SIGINT else signal.SIG_IGN)
    on_terminal = sys.stderr is not None and sys.stderr.isatty()  # which shows ^C, or how far the work is
    with suppress(OSError):
        os.write(2, b"\nInterrupted.\n" if on_terminal else b"Interrupted.\n")
    raise SystemExit(128 + number)
