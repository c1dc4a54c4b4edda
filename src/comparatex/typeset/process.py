"""Child processes under one clock: no standard input, nothing left running."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from comparatex.errors import TypesetError


@dataclass(frozen=True)
class Clock:
    """Time that several processes share, from the moment it is made."""

    seconds: float
    start: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        """Return the seconds that are left, never negative."""
        return max(0.0, self.start + self.seconds - time.monotonic())


@dataclass(frozen=True)
class Done:
    """How a process ended, and what it printed."""

    status: int
    output: str
    timed_out: bool = False


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str], clock: Clock) -> Done:
    """Run a command to its end; at the end of the clock, or when interrupted, kill it and its children.

    Raises
    ------
    TypesetError
        The program cannot be started.
    """
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that latexmk's own children end with it
        )
    except OSError as error:
        raise TypesetError(f"Cannot run {command[0]}: {error.strerror or error}.") from error
    with process:
        try:
            output, _ = process.communicate(timeout=clock.left())
        except subprocess.TimeoutExpired:
            _kill(process)
            output, _ = process.communicate()
            return Done(process.returncode, _text(output), timed_out=True)
        except BaseException:
            _kill(process)
            raise
    return Done(process.returncode, _text(output))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with its group, where the system has groups."""
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _text(output: bytes) -> str:
    """Decode what a program printed."""
    return output.decode("utf-8", errors="replace")
