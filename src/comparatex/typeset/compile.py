"""From a LaTeX document to a PDF, without shell escape, and without a trace beside the document."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import md5
from pathlib import Path

from comparatex.errors import TypesetError
from comparatex.files import write_bytes
from comparatex.typeset import bibliography, process
from comparatex.typeset import log as logs
from comparatex.typeset.engines import Engine

TIMEOUT = 600.0
"""Seconds after which a document is given up."""

_MOST_RUNS = 4
_SAFE = ("-recorder", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape")
_LATEXMK_MODE = {"pdftex": "-pdf", "luatex": "-pdflua", "xetex": "-pdfxe"}
_SETTLED = re.compile(rb"\\relax *|\\gdef ?\\@abspage@last\{\d+\}")
_NO_BIBLIOGRAPHY = re.compile("I WON'T RUN 'bibtex ")  # a failure to older versions of latexmk alone
_LATEXMK_FAILURE = re.compile(r"Latexmk: Failure in .*\n +(.+)")
# xdvipdfmx writes the identifier's bytes as text where most of them happen to be printable.
_PDF_STRING = rb"(?:<[0-9A-Fa-f]{32}>|\((?:[^()\\]|\\.)*\))"
_IDENTITY = re.compile(rb"(/ID ?\[ ?)%b( ?)%b( ?\])([^<>]*)" % (_PDF_STRING, _PDF_STRING), re.DOTALL)


@dataclass(frozen=True)
class Typeset:
    """What a TeX engine made of a document.

    Parameters
    ----------
    pdf : bytes
        The PDF.
    log : str
        The log of the last run.
    bbl : bytes
        The bibliography, empty where there is none.
    read : tuple of str
        The files that the last run read, as it names them: from the document's folder, or whole paths.
    """

    pdf: bytes
    log: str
    bbl: bytes = b""
    read: tuple[str, ...] = ()


class RunError(TypesetError):
    """A TeX engine gave no PDF.

    Parameters
    ----------
    message : str
        What the user reads.
    log : str
        The log of the run.
    cause : LogError or None
        The error in the log that stopped the run, where there is one.
    """

    def __init__(self, message: str, log: str, cause: logs.LogError | None = None) -> None:
        super().__init__(message)
        self.log = log
        self.cause = cause


def compile_document(tex: Path, engine: Engine, *, output: Path | None = None) -> Path:
    """Compile a document and return the path of its PDF.

    Parameters
    ----------
    tex : Path
        The document; files that it inputs are found relative to its folder.
    engine : Engine
        The TeX engine.
    output : Path, optional
        The PDF; by default beside the document. It appears whole or not at all.

    Raises
    ------
    TypesetError
        TeX failed; the message names file, line, cause and remedy.
    """
    return write_bytes(output or tex.with_suffix(".pdf"), typeset(tex, engine).pdf)


def typeset(tex: Path, engine: Engine, *, timeout: float = TIMEOUT) -> Typeset:
    """Compile a document in a temporary folder; return PDF and log. The same input gives the same bytes.

    Raises
    ------
    TypesetError
        TeX failed, or took longer than `timeout` seconds.
    """
    if not tex.is_file():
        raise TypesetError(f"There is no file {tex} to typeset.")
    with tempfile.TemporaryDirectory(prefix="comparatex-") as name:
        build = bibliography.deep(Path(name))
        bibliography.bring(tex, build)
        clock = process.Clock(timeout)
        if engine.name == "tectonic":
            done = _tectonic(tex, engine, build, clock)
        elif engine.latexmk:
            done = _latexmk(tex, engine, build, clock)
        else:
            done = _repeat(tex, engine, build, clock)
        log = _read(build / f"{tex.stem}.log") or done.output
        pdf = build / f"{tex.stem}.pdf"
        if done.timed_out:
            raise RunError(
                f"{tex}: {engine.name} was stopped after {timeout:g} seconds; "
                "show fewer comparates, or look for an endless loop in the document.",
                log,
            )
        if not pdf.is_file() or (done.status != 0 and not _NO_BIBLIOGRAPHY.search(done.output)):
            raise _failure(tex, engine, log, done)
        bbl = build / f"{tex.stem}.bbl"
        found = bbl.read_bytes() if bbl.is_file() else b""
        return Typeset(identify(pdf.read_bytes()), log, found, _recorded(build / f"{tex.stem}.fls"))


def identify(pdf: bytes) -> bytes:
    """Make a PDF's identifier a function of its content: engines mix folder and time into it."""
    digest = md5(_identified(pdf, b"0" * 32), usedforsecurity=False).hexdigest().upper().encode()
    return _identified(pdf, digest)


def _identified(pdf: bytes, identifier: bytes) -> bytes:
    """Write the identifier in hexadecimal; the rest of its dictionary on one line, however it was broken."""

    def written(found: re.Match[bytes]) -> bytes:
        before, between, after, rest = found.groups()
        spaced = rest.replace(b"\n", b" ")
        return b"%b<%b>%b<%b>%b%b" % (before, identifier, between, identifier, after, spaced)

    return _IDENTITY.sub(written, pdf)


def environment(folders: Sequence[Path] = ()) -> dict[str, str]:
    """Return the environment of a TeX run: long log lines, a fixed date, and where bibliographies are.

    A date that the user has set in ``SOURCE_DATE_EPOCH`` stays.
    """
    mine = dict(os.environ)
    mine.setdefault("SOURCE_DATE_EPOCH", "0")
    mine |= {
        "FORCE_SOURCE_DATE": "1",
        "max_print_line": "1000",
        "error_line": "254",
        "half_error_line": "238",
    }
    for variable in ("TEXINPUTS", "BIBINPUTS", "BSTINPUTS"):
        # The last, empty place stands for TeX's own folders.
        mine[variable] = os.pathsep.join([".", *map(str, folders), mine.get(variable, "")])
    return mine


def _latexmk(tex: Path, engine: Engine, build: Path, clock: process.Clock) -> process.Done:
    """Let latexmk repeat runs; a user's rc file, which may run anything, is not read."""
    mode = _LATEXMK_MODE[engine.kind]
    command = [str(engine.latexmk), "-norc", mode, f"-outdir={build}", *_SAFE, tex.name]
    return process.run(command, tex.parent, environment(), clock)


def _tectonic(tex: Path, engine: Engine, build: Path, clock: process.Clock) -> process.Done:
    """Run tectonic, which repeats runs by itself; ``--untrusted`` rules shell escape out."""
    command = [
        str(engine.path),
        "-X",
        "compile",
        "--untrusted",
        "--keep-logs",
        "--outdir",
        str(build),
        tex.name,
    ]
    return process.run(command, tex.parent, environment(), clock)


def _repeat(tex: Path, engine: Engine, build: Path, clock: process.Clock) -> process.Done:
    """Run the engine until its auxiliary files settle, and BibTeX when they ask for it."""
    command = [str(engine.path), *_SAFE, f"-output-directory={build}", tex.name]
    before: set[bytes] = set()
    for run in range(_MOST_RUNS):
        done = process.run(command, tex.parent, environment(), clock)
        after = _auxiliary(build)
        if done.status != 0 or done.timed_out or after == before:
            return done
        if run == 0:
            _bibliography(tex, build, clock)
        before = after
    return done


def _auxiliary(build: Path) -> set[bytes]:
    """Return what a run has left for the next one: nothing, for a document without references."""
    lines = {
        line
        for path in sorted(build.iterdir())
        if path.suffix not in (".log", ".pdf", ".xdv", ".fls", ".bbl", ".blg")
        for line in path.read_bytes().splitlines()
    }
    return {line for line in lines if not _SETTLED.fullmatch(line)}


def _bibliography(tex: Path, build: Path, clock: process.Clock) -> None:
    """Run BibTeX when the document cites and BibTeX is installed."""
    auxiliary = build / f"{tex.stem}.aux"
    bibtex = shutil.which("bibtex")
    if bibtex and auxiliary.is_file() and b"\\bibdata" in auxiliary.read_bytes():
        process.run([bibtex, tex.stem], build, environment([tex.parent.resolve()]), clock)


def _recorded(path: Path) -> tuple[str, ...]:
    """Return the files that a run says to have read, each once; tectonic says nothing."""
    lines = _read(path).splitlines()
    return tuple(dict.fromkeys(line.removeprefix("INPUT ") for line in lines if line.startswith("INPUT ")))


def _failure(tex: Path, engine: Engine, log: str, done: process.Done) -> RunError:
    """Say in one sentence why there is no PDF."""
    cause = next(iter(logs.errors(log)), None)
    if cause is None and "No pages of output" in log:
        return RunError(f"{tex}: nothing to typeset, the document has no pages.", log)
    if cause is None:
        return RunError(f"{tex}: {_grumble(engine, done)}", log)
    path = tex.parent / cause.file if cause.file else tex
    return RunError(f"{path}{f', line {cause.line}' if cause.line else ''}: {cause.message}", log, cause)


def _grumble(engine: Engine, done: process.Done) -> str:
    """Quote a run that failed without an error in the log."""
    failure = _LATEXMK_FAILURE.search(done.output)
    said = failure[1] if failure else done.output.strip().rpartition("\n")[2]
    return f"{engine.name} failed with status {done.status}: {said.rstrip('. ') or 'it said nothing'}."


def _read(path: Path) -> str:
    """Return a log, whatever its encoding; empty when there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
