r"""Documents that tests compile, as cheaply as their logs and pages stay the same.

``compiled(document, engine, formats)``
    compiles a document in a temporary folder, as often as its log asks for it, with BibTeX where it cites.
    pdfLaTeX starts from a format that has loaded the document's packages already: they are loaded once in a
    session, and what they logged then is part of every log. Documents whose subject is loading itself do
    without (``formats=None``).
``pages(sources)``
    is a body that has each of several sources on pages of its own; ``parts(done, sources)`` tells what each of
    them logged, and what is on its pages.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from comparatex.typeset import log as logs
from comparatex.typeset import process
from comparatex.typeset.compile import RunError, environment
from comparatex.typeset.engines import Engine
from texlog import findings

OPTIONS = ("-interaction=nonstopmode", "-file-line-error", "-no-shell-escape")
TIMEOUT = 120.0
_MOST_RUNS = 4
_UNSETTLED = re.compile(
    r"\bRerun (?!to get (?:outlines|/PageLabels))(?:to|LaTeX)\b|^No file \S+\.(?:toc|lof|lot)\.$", re.MULTILINE
)
_LOADS = re.compile(r"\\(?:usepackage|RequirePackage|documentclass)\b")
# Skips the lines of a document that its format has in it; the characters in them are no more than characters.
_SKIP = r"""
\begingroup\catcode`\^^M=13 %%
\gdef\documentclass{\begingroup\let\do\@makeother\dospecials\count255=%d \catcode`\^^M=13 \comparatexskip}%%
\long\gdef\comparatexskip#1^^M{\advance\count255 by -1 %%
\ifnum\count255>0 \expandafter\comparatexskip\else\endgroup\fi}%%
\endgroup\dump
"""


@dataclass(frozen=True)
class Compiled:
    """A compiled document.

    Parameters
    ----------
    pdf : bytes
        The PDF.
    log : str
        What was logged while packages were loaded, and by the last run.
    """

    pdf: bytes
    log: str

    @cached_property
    def text(self) -> str:
        """Its text by ``pdftotext -layout``."""
        return text(self.pdf)

    @cached_property
    def findings(self) -> list[str]:
        """What is wrong with it: overfull boxes, missing characters, undefined references and the like."""
        return findings(self.log)


def text(pdf: bytes, *options: str) -> str:
    """Return the text on the pages of a PDF, a form feed after each."""
    command = ["pdftotext", *(options or ("-layout",)), "-enc", "UTF-8", "-", "-"]
    return subprocess.run(command, input=pdf, stdout=subprocess.PIPE, check=True).stdout.decode("utf-8")


def compiled(
    document: Path, engine: Engine, formats: Path | None = None, *, halt: bool = True
) -> Compiled:
    """Compile a document.

    Parameters
    ----------
    document : Path
        The document.
    engine : Engine
        The engine; latexmk is not used.
    formats : Path, optional
        The folder of formats with packages in them, which processes share.
    halt : bool
        Whether the first error stops the run, or the run goes on and its log has them all.

    Raises
    ------
    RunError
        There are errors in the log.
    """
    loaded, loading = [], ""
    if formats is not None and engine.kind == "pdftex":
        loaded, loading = _preloaded(document, engine, formats)
    with tempfile.TemporaryDirectory(prefix="comparatex-") as name:
        build = Path(name)
        command = [str(engine.path), *loaded, *OPTIONS, *(["-halt-on-error"] if halt else [])]
        command += [f"-output-directory={build}", document.name]
        for run in range(_MOST_RUNS):
            log = _run(command, document, build)
            cited = run == 0 and _bibliography(document, build)
            if not (cited or _UNSETTLED.search(log) or (run == 0 and _outlines(document, build))):
                break
        return Compiled((build / f"{document.stem}.pdf").read_bytes(), loading + log)


def _run(command: list[str], document: Path, build: Path) -> str:
    """Run an engine once and return its log."""
    done = process.run(command, document.parent, environment(), process.Clock(TIMEOUT))
    path = build / f"{document.stem}.log"
    log = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else done.output
    if done.status != 0 or not (build / f"{document.stem}.pdf").is_file():
        cause = next(iter(logs.errors(log)), None)
        raise RunError(cause.message if cause else done.output[-500:], log, cause)
    return log


def _bibliography(document: Path, build: Path) -> bool:
    """Whether the document cites; BibTeX has run then."""
    cites = b"\\bibdata" in (build / f"{document.stem}.aux").read_bytes()
    if cites:
        command = ["bibtex", document.stem]
        process.run(command, build, environment([document.parent.resolve()]), process.Clock(TIMEOUT))
    return cites


def _outlines(document: Path, build: Path) -> bool:
    """Whether the document has bookmarks, which the next run puts into the PDF."""
    path = build / f"{document.stem}.out"
    return path.is_file() and path.stat().st_size > 0


def _preloaded(document: Path, engine: Engine, formats: Path) -> tuple[list[str], str]:
    """Return the option for a format with the document's packages, and the log of loading them.

    Where they cannot be loaded there is no such format: the document fails by itself then, and says why.
    """
    preamble, begin, _ = document.read_text(encoding="utf-8").partition(r"\begin{document}")
    lines = preamble.splitlines(keepends=True)
    if not preamble.endswith("\n"):
        lines = lines[:-1]  # the line of \begin{document}
    last = max((k for k, line in enumerate(lines, 1) if _LOADS.search(line)), default=0)
    if not begin or not last or not lines[0].startswith(r"\documentclass"):
        return [], ""
    source = "".join(lines[:last]) + r"\makeatletter" + _SKIP % last
    styles = sorted((path.name, path.read_bytes()) for path in document.parent.glob("*.sty"))
    name = hashlib.sha256(repr((source, styles, str(engine.path))).encode()).hexdigest()[:16]
    found = formats / f"{name}.fmt"
    if not found.is_file():
        _dump(source, name, document.parent, engine, formats)
    if not found.is_file():
        return [], ""
    return [f"-fmt={found.with_suffix('')}"], found.with_suffix(".log").read_text(
        encoding="utf-8", errors="replace"
    )


def _dump(source: str, name: str, folder: Path, engine: Engine, formats: Path) -> None:
    """Write a format; it appears whole, its log first, as another process may look for it."""
    with tempfile.TemporaryDirectory(prefix="comparatex-") as place:
        (Path(place) / f"{name}.tex").write_text(source, encoding="utf-8")
        command = [str(engine.path), "-ini", *OPTIONS, "-halt-on-error", f"-output-directory={place}", f"-jobname={name}"]
        command += [f"&{engine.name}", str(Path(place) / f"{name}.tex")]
        process.run(command, folder, environment(), process.Clock(TIMEOUT))
        formats.mkdir(exist_ok=True)
        for suffix in (".log", ".fmt"):
            made = Path(place) / f"{name}{suffix}"
            if made.is_file():
                shutil.copyfile(made, formats / f"{name}{suffix}.{os.getpid()}")
                (formats / f"{name}{suffix}.{os.getpid()}").replace(formats / f"{name}{suffix}")


_BEGIN = "PART-OF-THE-DOCUMENT"
_MARK = re.compile(rf"^{_BEGIN} (\d+) ON PAGE (\d+)\.$", re.MULTILINE)


def pages(sources: Mapping[str, str]) -> str:
    """Return a body with each source on pages of its own, within a group; the log says where each begins."""
    mark = r"\clearpage\typeout{%s %d ON PAGE \the\value{page}.}"
    bodies = [f"{mark % (_BEGIN, k)}{{%\n{source}\n\n\\clearpage}}" for k, source in enumerate(sources.values())]
    return "\n".join([*bodies, mark % (_BEGIN, len(bodies))])


@dataclass(frozen=True)
class Part:
    """What became of a source in a document with several.

    Parameters
    ----------
    log : str
        What TeX logged for it.
    pages : tuple of str
        The text on its pages.
    numbers : tuple of int
        Their numbers in the PDF, from 0.
    """

    log: str
    pages: tuple[str, ...]
    numbers: tuple[int, ...]

    @property
    def text(self) -> str:
        """The text on its pages."""
        return "\f".join(self.pages)

    @property
    def findings(self) -> list[str]:
        """What is wrong with it."""
        return findings(self.log)


def parts(done: Compiled, sources: Mapping[str, str]) -> dict[str, Part]:
    """Return what became of each source of ``pages``."""
    marks = list(_MARK.finditer(done.log))
    shown = done.text.split("\f")
    assert [int(mark[1]) for mark in marks] == list(range(len(sources) + 1))
    found = {}
    for name, begin, end in zip(sources, marks, marks[1:], strict=False):
        numbers = tuple(range(int(begin[2]) - 1, int(end[2]) - 1))
        assert numbers, f"{name} has no page"
        log = done.log[begin.end() : end.start()]
        found[name] = Part(log, tuple(shown[k] for k in numbers), numbers)
    return found


def named(error: RunError, sources: Mapping[str, str]) -> RunError:
    """Return an error that names the source it is in: the last one that was begun."""
    begun = [int(mark[1]) for mark in _MARK.finditer(error.log)]
    name = list(sources)[begun[-1]] if begun and begun[-1] < len(sources) else "the document"
    return RunError(f"{name}: {error}", error.log, error.cause)


def alone(engine: Engine) -> Engine:
    """Return an engine without latexmk."""
    return replace(engine, latexmk=None)
