"""What a TeX log says of errors, with their remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from comparatex.typeset.remedies import explain

_PLACED = re.compile(r"(?P<file>[^:\s][^:]*\.\w+):(?P<line>\d+): (?P<text>.*)")
_UNPLACED = re.compile(r"! (?P<text>.*)")
_LINE = re.compile(r"l\.(?P<line>\d+) ")
_LUA = re.compile(r"\[\\directlua\]:\d+: .*")
_ECHO = re.compile(r"Emergency stop\.| ?==> Fatal error")  # the end of a run whose error came before
_CONTINUED = re.compile(r"(?:\(\w+\))? {4,}(?P<text>\S.*)")


@dataclass(frozen=True)
class LogError:
    """An error of a TeX run.

    Parameters
    ----------
    file : str or None
        The file as TeX names it, relative to the document's folder.
    line : int or None
        The line in it.
    message : str
        Cause and, for well-known causes, remedy; whole sentences.
    """

    file: str | None
    line: int | None
    message: str


def errors(log: str) -> list[LogError]:
    r"""Return the errors in the log of a run with ``-file-line-error``, in their order.

    Examples
    --------
    >>> errors("./paper.tex:7: Undefined control sequence.\nl.7 \\mcmcell\n            {1}")[0].line
    7
    """
    lines = log.splitlines()
    found = [error for index in range(len(lines)) if (error := _error(lines, index))]
    causes = [error for error in found if not _ECHO.match(error.message)]
    if causes or not found:
        return causes
    first = found[0]
    cause = "TeX reached the end of the file too early: \\end{document} or a closing brace is missing."
    return [LogError(first.file, first.line, cause)]


def _error(lines: Sequence[str], index: int) -> LogError | None:
    """Return the error that begins on a line of the log, if one does."""
    line = lines[index]
    if placed := _PLACED.fullmatch(line):
        file, number = placed["file"], int(placed["line"])
        return LogError(file, number, _message(placed["text"], lines, index))
    if _LUA.fullmatch(line):
        return LogError(None, _line_below(lines, index), f"Lua failed: {line}.")
    unplaced = _UNPLACED.fullmatch(line)
    if unplaced is None or _ECHO.match(unplaced["text"]):
        return LogError(None, None, unplaced["text"]) if unplaced else None
    below = next((placed for later in lines[index + 1 :] if (placed := _PLACED.fullmatch(later))), None)
    file = below["file"] if below else None
    return LogError(file, _line_below(lines, index), _message(unplaced["text"], lines, index))


def _message(text: str, lines: Sequence[str], index: int) -> str:
    """Return the whole message of an error whose first line has `text`, with the remedy."""
    if _ECHO.match(text):
        return text
    whole = " ".join([text, *_continuation(lines, index)])
    return explain(whole, context=lines[index + 1] if index + 1 < len(lines) else "")


def _continuation(lines: Sequence[str], index: int) -> Iterator[str]:
    """Yield the texts of the indented lines that continue a LaTeX message."""
    if "Error: " not in lines[index]:
        return
    for line in lines[index + 1 :]:
        continued = _CONTINUED.fullmatch(line)
        if continued is None:
            return
        yield continued["text"].strip()


def _line_below(lines: Sequence[str], index: int) -> int | None:
    """Return the input line that TeX shows under an error."""
    for line in lines[index + 1 :]:
        if shown := _LINE.match(line):
            return int(shown["line"])
    return None
