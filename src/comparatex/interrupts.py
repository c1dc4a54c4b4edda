"""The end of the process by a signal: within two seconds, with its status, leaving nothing half written.

An interrupt unwinds the program, as Python's own does. Where that takes longer than `GRACE`, because other threads are
waited for or an ``except`` takes everything, or at a second signal, what is unfinished is removed and the process ends.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NoReturn, TextIO

GRACE = 1.2  # seconds for the program to end by itself
WORD = "Interrupted."

_received: list[int] = []  # the signals that have asked this process to end
_undo: list[Callable[[], object]] = []
"""What is to be done before the end, the last of them first: it leaves neither half a file nor a process."""
_said: list[str] = []  # what has been printed about the end


def end_on_signals() -> None:
    """Have Ctrl-C, SIGTERM and SIGHUP end this process, unless it was started to ignore them."""
    expected = (signal.SIG_DFL, signal.default_int_handler)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) in expected:
            signal.signal(number, _interrupt)
    sys.unraisablehook = _silent_on_interrupts


def received() -> bool:
    """Whether a signal has asked this process to end."""
    return bool(_received)


@contextmanager
def undoing(undo: Callable[[], object]) -> Iterator[None]:
    """Do something at the end of the context, however that comes: even where the process ends without unwinding."""
    _undo.append(undo)
    try:
        yield
    finally:
        undo()
        _undo.remove(undo)


def said(sentence: str) -> str:
    """Return what to print about the end, which is then not printed again: on a terminal, below what it shows."""
    _said.append(sentence)
    return f"{'' if sys.stderr is None or not sys.stderr.isatty() else chr(10)}{sentence}"


def status() -> int:
    """Return the status of a process that ends by a signal, as shells give it."""
    return 128 + next(iter(_received), signal.SIGINT)


def leave() -> NoReturn:
    """End the process without waiting for anything, with the status of the signal received."""
    for undo in reversed(_undo):
        with suppress(OSError):
            undo()
    if not _said:
        with suppress(OSError, ValueError):
            os.write(2, f"{said(WORD)}\n".encode())
    os._exit(status())


def finish() -> None:
    """End the process at once if it was to; else have signals end it without a word, as its work is done."""
    if _received:
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        atexit._run_exitfuncs()  # joblib's, which end its processes
        leave()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with suppress(AttributeError):  # Windows has no SIGHUP
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def drop_unwritten(stream: TextIO) -> None:
    """Drop what an output cannot take: since Python 3.13 it is tried again at exit, which sets another status."""
    try:
        stream.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _interrupt(number: int, _: object) -> None:
    """Interrupt the program; end the process at a second signal, or where the program has not ended in time."""
    _received.append(number)
    if len(_received) > 1:
        leave()
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: leave())
        signal.setitimer(signal.ITIMER_REAL, GRACE)
    raise KeyboardInterrupt


def _silent_on_interrupts(ignored: sys.UnraisableHookArgs) -> None:
    """Print what was raised where nothing can be, as in destructors, but not an interrupt: the process ends anyway."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
