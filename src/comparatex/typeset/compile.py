"""From a LaTeX document to a PDF, without shell escape, and without leaving files beside the document."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import md5
from pathlib import Path

from comparatex.errors import TypesetError
from comparatex.files import write_bytes
from comparatex.typeset.engines import Engine
from comparatex.typeset.tex_log import LogError, find_errors

TIMEOUT = 600.0
"""Seconds after which a document is given up."""

_MOST_RUNS = 4
_SAFE = ("-recorder", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape")
_LATEXMK_MODE = {"pdftex": "-pdf", "luatex": "-pdflua", "xetex": "-pdfxe"}
_STABLE_LINE = re.compile(rb"\\relax *|\\gdef ?\\@abspage@last\{\d+\}")
_NO_BIBLIOGRAPHY = re.compile("I WON'T RUN 'bibtex ")  # a failure only to old versions of latexmk
_LATEXMK_FAILURE = re.compile(r"Latexmk: Failure in .*\n +(.+)")

# xdvipdfmx writes the identifier's bytes as text if most of them happen to be printable.
_PDF_STRING = rb"(?:<[0-9A-Fa-f]{32}>|\((?:[^()\\]|\\.)*\))"
_IDENTITY = re.compile(rb"(/ID ?\[ ?)%b( ?)%b( ?\])([^<>]*)" % (_PDF_STRING, _PDF_STRING), re.DOTALL)

_BIBLIOGRAPHY = re.compile(
    r"\\(bibliography|bibliographystyle|addbibresource)\s*(?:\[[^]]*\])?\s*\{([^{}]*)\}"
)

_BIBLIOGRAPHY_SUFFIX = {"bibliography": ".bib", "bibliographystyle": ".bst", "addbibresource": ""}
_COMMENT = re.compile(r"(?<!\\)%.*")
_DEPTH = 6


@dataclass(frozen=True)
class Typeset:
    """The result of typesetting a document.

    Parameters
    ----------
    pdf : bytes
        The PDF.
    log : str
        The log of the last run.
    bbl : bytes
        The bibliography, empty if there is none.
    read : tuple of str
        The files that the last run read, as it names them: relative to the document's folder, or absolute.
    """

    pdf: bytes
    log: str
    bbl: bytes = b""
    read: tuple[str, ...] = ()


class RunError(TypesetError):
    """A TeX engine did not produce a PDF.

    Parameters
    ----------
    message : str
        The message for the user.
    log : str
        The log of the run.
    cause : LogError or None
        The error in the log that stopped the run, if there is one.
    """

    def __init__(self, message: str, log: str, cause: LogError | None = None) -> None:
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
        The PDF; by default beside the document. It is written completely or not at all.

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
        build = make_deep_folder(Path(name))
        bring_bibliographies(tex, build)
        clock = Clock(timeout)
        if engine.name == "tectonic":
            done = _tectonic(tex, engine, build, clock)
        elif engine.latexmk:
            done = _latexmk(tex, engine, build, clock)
        else:
            done = _repeat_runs(tex, engine, build, clock)
        log = _read_log(build / f"{tex.stem}.log") or done.output
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
        return Typeset(identify(pdf.read_bytes()), log, found, _files_read(build / f"{tex.stem}.fls"))


def identify(pdf: bytes) -> bytes:
    """Make a PDF's identifier depend only on its content, because engines mix folder and time into it."""
    digest = md5(_identified(pdf, b"0" * 32), usedforsecurity=False).hexdigest().upper().encode()
    return _identified(pdf, digest)


def _identified(pdf: bytes, identifier: bytes) -> bytes:
    """Write the identifier in hexadecimal, and the rest of its dictionary on one line, however it was broken."""

    def written(found: re.Match[bytes]) -> bytes:
        before, between, after, rest = found.groups()
        spaced = rest.replace(b"\n", b" ")
        return b"%b<%b>%b<%b>%b%b" % (before, identifier, between, identifier, after, spaced)

    return _IDENTITY.sub(written, pdf)


def environment(folders: Sequence[Path] = ()) -> dict[str, str]:
    """Return the environment of a TeX run: long log lines, a fixed date, and folders of bibliographies.

    A date set by the user in ``SOURCE_DATE_EPOCH`` is kept.
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
        # The last, empty entry stands for TeX's own folders.
        mine[variable] = os.pathsep.join([".", *map(str, folders), mine.get(variable, "")])
    return mine


def _latexmk(tex: Path, engine: Engine, build: Path, clock: Clock) -> Done:
    """Run latexmk, which repeats runs; the user's rc file, which could run anything, is not read."""
    mode = _LATEXMK_MODE[engine.kind]
    command = [str(engine.latexmk), "-norc", mode, f"-outdir={build}", *_SAFE, tex.name]
    return run_process(command, tex.parent, environment(), clock)


def _tectonic(tex: Path, engine: Engine, build: Path, clock: Clock) -> Done:
    """Run tectonic, which repeats runs by itself; ``--untrusted`` rules out shell escape."""
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
    return run_process(command, tex.parent, environment(), clock)


def _repeat_runs(tex: Path, engine: Engine, build: Path, clock: Clock) -> Done:
    """Run the engine until its auxiliary files no longer change, and BibTeX if they call for it."""
    command = [str(engine.path), *_SAFE, f"-output-directory={build}", tex.name]
    before: set[bytes] = set()
    for run in range(_MOST_RUNS):
        done = run_process(command, tex.parent, environment(), clock)
        after = _auxiliary(build)
        if done.status != 0 or done.timed_out or after == before:
            return done
        if run == 0:
            _run_bibtex(tex, build, clock)
        before = after
    return done


def _auxiliary(build: Path) -> set[bytes]:
    """Return what a run leaves for the next one: nothing if a document has no references."""
    lines = {
        line
        for path in sorted(build.iterdir())
        if path.suffix not in (".log", ".pdf", ".xdv", ".fls", ".bbl", ".blg")
        for line in path.read_bytes().splitlines()
    }
    return {line for line in lines if not _STABLE_LINE.fullmatch(line)}


def _run_bibtex(tex: Path, build: Path, clock: Clock) -> None:
    """Run BibTeX if the document has citations and BibTeX is installed."""
    auxiliary = build / f"{tex.stem}.aux"
    bibtex = shutil.which("bibtex")
    if bibtex and auxiliary.is_file() and b"\\bibdata" in auxiliary.read_bytes():
        run_process([bibtex, tex.stem], build, environment([tex.parent.resolve()]), clock)


def _files_read(path: Path) -> tuple[str, ...]:
    """Return the files that a run reports to have read, each once; tectonic reports none."""
    lines = _read_log(path).splitlines()
    return tuple(dict.fromkeys(line.removeprefix("INPUT ") for line in lines if line.startswith("INPUT ")))


def _failure(tex: Path, engine: Engine, log: str, done: Done) -> RunError:
    """Return the error that explains in one sentence why there is no PDF."""
    cause = next(iter(find_errors(log)), None)
    if cause is None and "No pages of output" in log:
        return RunError(f"{tex}: nothing to typeset, the document has no pages.", log)
    if cause is None:
        return RunError(f"{tex}: {_last_output(engine, done)}", log)
    path = tex.parent / cause.file if cause.file else tex
    return RunError(f"{path}{f', line {cause.line}' if cause.line else ''}: {cause.message}", log, cause)


def _last_output(engine: Engine, done: Done) -> str:
    """Return the last output of a run that failed without an error in the log."""
    failure = _LATEXMK_FAILURE.search(done.output)
    said = failure[1] if failure else done.output.strip().rpartition("\n")[2]
    return f"{engine.name} failed with status {done.status}: {said.rstrip('. ') or 'it said nothing'}."


def _read_log(path: Path) -> str:
    """Return a log, whatever its encoding; empty if there is none."""
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def named_bibliographies(text: str) -> Iterator[str]:
    r"""Yield the files of bibliographies, and of their styles, that a LaTeX text names.

    Examples
    --------
    >>> list(named_bibliographies(r"\bibliographystyle{plain}\bibliography{refs, ../more.bib}%\bibliography{old}"))
    ['plain.bst', 'refs.bib', '../more.bib']
    """
    for command, names in _BIBLIOGRAPHY.findall(_COMMENT.sub("", text)):
        for name in filter(None, map(str.strip, names.split(","))):
            suffix = _BIBLIOGRAPHY_SUFFIX[command]
            yield name if name.endswith(suffix) else name + suffix


def make_deep_folder(folder: Path) -> Path:
    """Make a folder a few levels down, so that there are folders above it."""
    build = folder.joinpath(*["above"] * _DEPTH)
    build.mkdir(parents=True)
    return build


def bring_bibliographies(tex: Path, build: Path) -> None:
    r"""Copy the bibliographies above a document's folder to the same place above a build from `make_deep_folder`.

    BibTeX runs in the folder of the build and looks up ``\bibliography{../refs}`` from there, so it would not
    find them.
    """
    for source in {tex, *(path for path in tex.parent.glob("*.tex") if path.is_file())}:
        for name in named_bibliographies(source.read_text(encoding="utf-8", errors="replace")):
            steps = len(Path(name).parts) - len([part for part in Path(name).parts if part != ".."])
            if 0 < steps <= _DEPTH and (tex.parent / name).is_file():
                place = build / name
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(tex.parent / name, place)


@dataclass(frozen=True)
class Clock:
    """A time limit shared by several processes, counted from its creation."""

    seconds: float
    start: float = field(default_factory=time.monotonic)

    def left(self) -> float:
        """Return the remaining seconds, never negative."""
        return max(0.0, self.start + self.seconds - time.monotonic())


@dataclass(frozen=True)
class Done:
    """How a process ended, and what it printed."""

    status: int
    output: str
    timed_out: bool = False


def run_process(command: Sequence[str], folder: Path, variables: Mapping[str, str], clock: Clock) -> Done:
    """Run a command to its end; when time runs out, or on an interrupt, kill it and its children.

    Raises
    ------
    TypesetError
        The program cannot be started.
    """
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=variables,
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
            return Done(process.returncode, _decode(output), timed_out=True)
        except BaseException:
            _kill(process)
            raise
    return Done(process.returncode, _decode(output))


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with its group, if the system has groups."""
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _decode(output: bytes) -> str:
    return output.decode("utf-8", errors="replace")
