r"""Documents that tests compile, as cheaply as their logs and pages stay the same.

``unpack_formats()``
    has every engine find its format unpacked: unpacking it is more than half of a short run.
``compiled(document, engine)``
    compiles a document in a temporary folder, as often as its log asks for it, with BibTeX where it cites. With
    ``preload`` pdfLaTeX starts from a format that has the document's packages in it: they are loaded once in a
    session, and what they logged then is part of every log.
``pages(sources)``
    is a body that has each of several sources on pages of its own; ``parts(done, sources)`` tells what each of
    them logged, and what is on its pages.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path

import pytest

from comparatex.typeset.compile import Done, RunError, environment, run_process
from comparatex.typeset.engines import Engine
from comparatex.typeset.tex_log import find_errors
from texlog import findings

OPTIONS = ("-interaction=nonstopmode", "-file-line-error", "-no-shell-escape")
TIMEOUT = 600.0  # seconds: ends what hangs, not what is slow on a busy machine


def thorough(*values: object) -> object:
    """Return values of a test that are tried with ``--thorough`` alone."""
    return pytest.param(*values, marks=pytest.mark.thorough)


ENGINES = ("pdflatex", thorough("lualatex"), thorough("xelatex"))
"""For what the engines differ in at most by their fonts; what is particular to one is tried with each."""
FORMATS = "COMPARATEX_TEST_FORMATS"
"""The variable that names the folder of formats, which the processes of a session share."""

_KINDS = {"pdflatex": "pdftex", "lualatex": "luahbtex", "xelatex": "xetex"}
_MOST_RUNS = 4
_AUXILIARY = (".aux", ".bbl", ".toc", ".lof", ".lot")
_UNSETTLED = re.compile(
    r"\bRerun (?!to get (?:outlines|/PageLabels))(?:to|LaTeX)\b|^No file \S+\.(?:toc|lof|lot)\.$",
    re.MULTILINE,
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
    auxiliary : mapping of str to bytes
        What the last run has left for the next one, by the ends of the files' names.
    """

    pdf: bytes
    log: str
    auxiliary: Mapping[str, bytes] = field(default_factory=dict, repr=False)

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


@cache
def unpack_formats() -> None:
    """Unpack the formats of all engines, and have TeX look for them there first; once in a process."""
    folder = Path(os.environ[FORMATS])
    if shutil.which("kpsewhich") is None:
        return
    for name, kind in _KINDS.items():
        command = ["kpsewhich", f"-engine={kind}", f"{name}.fmt"]
        found = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
        if found and not (folder / f"{name}.fmt").is_file():
            _unpack(Path(found), folder / f"{name}.fmt")
    os.environ["TEXFORMATS"] = os.pathsep.join([str(folder), os.environ.get("TEXFORMATS", "")])


def _unpack(packed: Path, plain: Path) -> None:
    """Unpack a format; it appears whole, as another process may look for it."""
    made = plain.with_name(f"{plain.name}.{os.getpid()}")
    data = packed.read_bytes()
    made.write_bytes(gzip.decompress(data) if data.startswith(b"\x1f\x8b") else data)
    made.replace(plain)


def compiled(
    document: Path,
    engine: Engine,
    *,
    preload: bool = False,
    halt: bool = True,
    after: Compiled | None = None,
) -> Compiled:
    """Compile a document.

    Parameters
    ----------
    document : Path
        The document.
    engine : Engine
        The engine; latexmk is not used.
    preload : bool
        Whether pdfLaTeX starts from a format with the document's packages; not where loading is what matters.
    halt : bool
        Whether the first error stops the run, or the run goes on and its log has them all.
    after : Compiled, optional
        The same document by another engine: what that has settled is there from the first run on.

    Raises
    ------
    RunError
        There are errors in the log.
    """
    loaded: list[str] = []
    loading = ""
    if preload and engine.kind == "pdftex":
        loaded, loading = _preloaded(document, engine, Path(os.environ[FORMATS]))
    with tempfile.TemporaryDirectory(prefix="comparatex-") as name:
        build = Path(name)
        command = [str(engine.path), *loaded, *OPTIONS, *(["-halt-on-error"] if halt else [])]
        command += [f"-output-directory={build}", document.name]
        for suffix, content in (after.auxiliary if after else {}).items():
            (build / f"{document.stem}{suffix}").write_bytes(content)
        for run in range(_MOST_RUNS):
            log = _run(command, document, build)
            left = run == 0 and not after and (_bibliography(document, build) or _outlines(document, build))
            if not (left or _UNSETTLED.search(log)):
                break
        pdf = (build / f"{document.stem}.pdf").read_bytes()
        kept = {path.suffix: path.read_bytes() for path in build.iterdir() if path.suffix in _AUXILIARY}
        return Compiled(pdf, loading + log, kept)


def run_engine(command: list[str], folder: Path) -> Done:
    """Run an engine as comparatex does, but without its guard: LuaTeX reads its own files by their whole paths."""
    return run_process(command, folder, environment() | {"openin_any": "a"}, time.monotonic() + TIMEOUT)


def _run(command: list[str], document: Path, build: Path) -> str:
    """Run an engine once and return its log."""
    done = run_engine(command, document.parent)
    path = build / f"{document.stem}.log"
    log = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else done.output
    if done.status != 0 or not (build / f"{document.stem}.pdf").is_file():
        cause = next(iter(find_errors(log)), None)
        raise RunError(cause.message if cause else done.output[-500:], log, cause)
    return log


def _bibliography(document: Path, build: Path) -> bool:
    """Whether the document cites; BibTeX has run then."""
    cites = b"\\bibdata" in (build / f"{document.stem}.aux").read_bytes()
    if cites:
        command = ["bibtex", document.stem]
        run_process(command, build, environment([document.parent.resolve()]), time.monotonic() + TIMEOUT)
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
    return [f"-fmt={found.with_suffix('')}"], found.with_suffix(".log").read_text(encoding="utf-8", errors="replace")


def _dump(source: str, name: str, folder: Path, engine: Engine, formats: Path) -> None:
    """Write a format, its log first."""
    with tempfile.TemporaryDirectory(prefix="comparatex-") as place:
        (Path(place) / f"{name}.tex").write_text(source, encoding="utf-8")
        command = [
            str(engine.path),
            "-ini",
            *OPTIONS,
            "-halt-on-error",
            f"-output-directory={place}",
            f"-jobname={name}",
        ]
        command += [f"&{engine.name}", str(Path(place) / f"{name}.tex")]
        run_engine(command, folder)
        log, made = Path(place) / f"{name}.log", Path(place) / f"{name}.fmt"
        if made.is_file():
            _unpack(log, formats / log.name)
            _unpack(made, formats / made.name)


_BEGIN = "PART-OF-THE-DOCUMENT"
_MARK = re.compile(rf"^{_BEGIN} (\d+) ON PAGE (\d+)\.$", re.MULTILINE)


def pages(sources: Mapping[Hashable, str]) -> str:
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


def parts(done: Compiled, sources: Mapping[Hashable, str]) -> dict[Hashable, Part]:
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


def named(error: RunError, sources: Mapping[Hashable, str]) -> RunError:
    """Return an error that names the source it is in: the last one that was begun."""
    begun = [int(mark[1]) for mark in _MARK.finditer(error.log)]
    name = list(sources)[begun[-1]] if begun and begun[-1] < len(sources) else "the document"
    return RunError(f"{name}: {error}", error.log, error.cause)
