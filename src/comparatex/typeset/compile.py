"""From a LaTeX document to a PDF, without shell escape, and without leaving files beside the document."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path

from comparatex import progress
from comparatex.errors import TypesetError
from comparatex.files import PACKAGE, digest, limited, trusted, workplace, write_bytes
from comparatex.letters import MissingLetters
from comparatex.provenance import MEASURES, Build, Manifest, load
from comparatex.stamps import STYLE, identify
from comparatex.typeset.engines import Engine
from comparatex.typeset.tex_log import LogError, find_errors, missing_letter

TIMEOUT = 600.0  # seconds after which a document is given up
SILENCE = 180.0  # seconds after which a run that prints nothing is given up
_MOST_OUTPUT = 64_000_000  # bytes that a run may print: its log is as long, and may fill the disk
_QUOTED = 1_000_000
"""Bytes of the start, and of the end, that are kept of what a run prints; sixteen times as many of its log."""

_LEAST_ROOM = 1 << 16  # bytes of a disk on which TeX cannot end even its log
_GUARD = PACKAGE / "typeset" / "guard.lua"
_FONTS = (
    "/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts", "/Library/Fonts",
    "/System/Library/Fonts", "~/Library/Fonts", "C:/Windows/Fonts", "/opt/homebrew/share/fonts",
)  # fmt: skip
_MOST_RUNS = 4
_SAFE = ("-recorder", "-interaction=nonstopmode", "-halt-on-error", "-file-line-error", "-no-shell-escape")
_DRAFTS = {"pdftex": "-draftmode", "luatex": "-draftmode", "xetex": "-no-pdf"}
_WITHOUT_PLOTS = r"\PassOptionsToPackage{noplots}{comparatex}\input{%s}"
_REFERENCE = re.compile(rb"\\(?:page)?ref(\{[^{}]*\})")
_WORK = re.compile(rb"\\bibitem *(\[|\{[^}]*\})")
_STABLE_LINE = re.compile(
    rb"\\relax *|\\gdef ?\\@abspage@last\{\d+\}|(?:\\providecommand)?\\babel@aux[^a-z].*|\\catcode ?`.{1,3}\\active ?|"
    rb"\\@nameuse\{(?:bbl@beforestart|es@quoting)\}"
)
"""What a run always leaves, and babel in any language."""

_BIBLIOGRAPHY = re.compile(r"\\(bibliography|bibliographystyle|addbibresource)\s*(?:\[[^]]*\])?\s*\{([^{}]*)\}")

_BIBLIOGRAPHY_SUFFIX = {"bibliography": ".bib", "bibliographystyle": ".bst", "addbibresource": ""}
_COMMENT = re.compile(r"(?<!\\)%.*")
_DEPTH = 6
_ODD = re.compile(r"[,;{}$~%#]|[^\x20-\x7e]")
"""Characters of a path that mean something else in a list of folders, as BibTeX reads it."""


@dataclass(frozen=True)
class Typeset:
    """The result of typesetting a document."""

    pdf: bytes  # the PDF
    log: str  # the log of the last run
    bbl: bytes = b""  # the bibliography, empty if there is none
    read: tuple[str, ...] = ()
    """The files that the last run read, as it names them: relative to the document's folder, or absolute."""


class RunError(TypesetError):
    """A TeX engine did not produce a PDF."""

    def __init__(self, message: str, log: str, cause: LogError | None = None) -> None:
        super().__init__(message)
        self.log = log
        self.cause = cause


def typeset(
    tex: Path, engine: Engine, *, timeout: float = TIMEOUT, trusted: bool = False, drafts: Generator[None] | None = None
) -> Typeset:
    """Compile a document in a temporary folder; return PDF and log. The same input gives the same bytes.

    Where there are drafts, each makes the document quicker to set for a run that finds references, and the end of them
    undoes that.
    """
    if not tex.is_file():
        raise TypesetError(f"There is no file {tex} to typeset.")
    with workplace() as place:
        build = make_deep_folder(place)
        bring_bibliographies(tex, build)
        run = _Run(tex, engine, build, place, time.monotonic() + (timeout if limited() else 1e9), trusted)
        with progress.step(f"Running {engine.name} on {tex.name}"):
            if engine.name == "tectonic":  # which repeats runs by itself; --untrusted rules out shell escape
                options = ["-X", "compile", "--untrusted", "--keep-logs", "--outdir", str(build)]
                done = run.start([str(engine.path), *options, tex.name])
            else:
                done = _repeat_runs(run, drafts)
        log = _read_log(build / f"{tex.stem}.log") or done.output
        pdf = build / f"{tex.stem}.pdf"
        if done.status or not pdf.is_file():
            raise _failure(run, log, done, timeout)
        read = _files_read(build / f"{tex.stem}.fls")
        if letter := missing_letter(log):
            raise MissingLetters(letter, engine.name, _place_of(letter, tex, read))
        bbl = build / f"{tex.stem}.bbl"
        bibliography = bbl.read_bytes() if bbl.is_file() else b""
        return Typeset(identify(pdf.read_bytes()), log, bibliography, read)


@dataclass(frozen=True)
class _Run:
    """A document, and how and where it is compiled."""

    tex: Path
    engine: Engine
    build: Path
    place: Path
    deadline: float
    trusted: bool

    def start(self, command: Sequence[str], folder: Path | None = None) -> Done:
        """Run a command."""
        variables = environment([self._home()] if folder else [])
        if self.engine.kind == "luatex":
            variables |= self._lua_may()
        return run_process(command, folder or self.tex.parent, variables, self.deadline)

    def _home(self) -> Path:
        """Return the document's folder, by a name that can stand in a list of folders."""
        home, link = self.tex.parent.resolve(), self.place / "home"
        if _ODD.search(str(home)) and not link.exists():
            with suppress(OSError, NotImplementedError):
                link.symlink_to(home, target_is_directory=True)
        return link if link.exists() else home

    def _lua_may(self) -> dict[str, str]:
        """Return where Lua may read and write, and where the cache of its fonts is, as its settings."""
        trees, caches = _texmf()
        fonts = [str(Path(path).expanduser()) for path in _FONTS]
        variables = {"COMPARATEX_READ": "\n".join((*trees, *fonts)), "COMPARATEX_WRITE": str(self.place)}
        if self.trusted:
            return variables | {"COMPARATEX_WRITE": "\n".join((str(self.place), *caches))}
        folder = self.place / "cache"
        if not folder.exists():
            folder.mkdir()
            for cache in [Path(path, "luatex-cache") for path in caches if Path(path, "luatex-cache").is_dir()][:1]:
                with suppress(OSError, shutil.Error):
                    shutil.copytree(cache, folder / "luatex-cache")
        return variables | {"TEXMFCACHE": str(folder)}


@cache
def _texmf() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the folders of TeX, and those of them where the caches of fonts are."""
    trees, caches = map(_kpsewhich, ("--expand-braces=$TEXMF", "--var-value=TEXMFCACHE"))
    return (*trees, *caches), caches


def _kpsewhich(question: str) -> tuple[str, ...]:
    """Return the folders that TeX names; none where it cannot be asked."""
    try:
        answer = subprocess.run(["kpsewhich", question], capture_output=True, text=True, timeout=60, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    paths = re.sub("[{}]", "", answer.strip()).split(os.pathsep)
    return tuple(path.removeprefix("!!") for path in paths if path)


def environment(folders: Sequence[Path] = ()) -> dict[str, str]:
    """Return the environment of a TeX run: long log lines, a fixed date, and folders of bibliographies.

    A date set by the user in ``SOURCE_DATE_EPOCH`` is kept.
    """
    mine = dict(os.environ)
    mine.setdefault("SOURCE_DATE_EPOCH", "0")
    mine |= {
        "FORCE_SOURCE_DATE": "1",
        "max_print_line": "1000",
        "openin_any": "p",  # nothing in folders above, and nothing by its whole path
        "openout_any": "p",
        "error_line": "254",
        "half_error_line": "238",
    }
    for variable in ("TEXINPUTS", "BIBINPUTS", "BSTINPUTS"):
        # The last, empty entry stands for TeX's own folders.
        mine[variable] = os.pathsep.join([".", *map(str, folders), mine.get(variable, "")])
    return mine


def _repeat_runs(run: _Run, drafts: Generator[None] | None) -> Done:
    """Run the engine until its auxiliary files no longer change, and BibTeX or Biber if they call for it."""
    confined = run.engine.kind == "luatex" and _GUARD.is_file()
    guard = [f"--lua={_GUARD}", "--nosocket"] if confined else []
    command = [str(run.engine.path), *guard, *_SAFE, f"-output-directory={run.build}"]
    left = _left_by_drafts(run, command, drafts) if drafts else set()
    done = _settle(run, command, left)
    if done.status and left and done.stopped is None:  # that may be the drafts' fault
        _forget(run)
        done = _settle(run, command, set())
    return done


def _settle(run: _Run, command: Sequence[str], before: set[bytes]) -> Done:
    """Run the engine until it leaves what was there before."""
    for number in range(_MOST_RUNS):
        first = number == 0 and not before
        done = run.start([*command, run.tex.name])
        after = _auxiliary(run.build)
        if done.status or after == before:
            return done
        if first:
            _run_bibtex(run)
        before = after
    return done


def _left_by_drafts(run: _Run, command: Sequence[str], drafts: Generator[None]) -> set[bytes]:
    """Return what drafts leave for a run of the whole document; nothing where one fails, as that run may say why."""
    code = [f"-jobname={run.tex.stem}", _DRAFTS[run.engine.kind], _WITHOUT_PLOTS % run.tex.name]
    left: set[bytes] = set()
    with closing(drafts):
        for number, _ in enumerate(drafts):
            if number == 0:
                _guess_references(run)
            if run.start([*command, *code]).status:
                _forget(run)
                return set()
            if number == 0:
                _run_bibtex(run)
            done = number > 0 or _number_works(run)
            left = _auxiliary(run.build)
            if done:
                break
    return left


def _guess_references(run: _Run) -> None:
    """Let references be as wide as a digit, and not as question marks, so that lines and pages break as they will."""
    names = {name for path in run.tex.parent.rglob("*.tex") for name in _REFERENCE.findall(path.read_bytes())}
    labels = (b"\\newlabel%s{{1}{1}{}{}{}}\n" % name for name in sorted(names))
    (run.build / f"{run.tex.stem}.aux").write_bytes(b"".join(labels))


def _number_works(run: _Run) -> bool:
    """Tell the next run the numbers of the works that are cited; return whether it has all then that it reads."""
    outputs = {path.suffix: path for path in run.build.glob(f"{run.tex.stem}.*")}
    works = _WORK.findall(outputs[".bbl"].read_bytes()) if ".bbl" in outputs else []
    if b"[" in works or {".toc", ".lof", ".lot"} & set(outputs):
        return False
    with outputs[".aux"].open("ab") as file:
        file.writelines(b"\\bibcite%s{%d}\n" % work for work in zip(works, count(1)))
    return True


def _forget(run: _Run) -> None:
    """Remove what runs have left."""
    for path in filter(Path.is_file, run.build.iterdir()):
        path.unlink()


def _auxiliary(build: Path) -> set[bytes]:
    """Return what a run leaves for the next one: nothing if a document has no references."""
    lines = {
        line
        for path in sorted(build.iterdir())
        if path.suffix not in (".log", ".pdf", ".xdv", ".fls", ".bbl", ".blg")
        for line in path.read_bytes().splitlines()
    }
    return {line for line in lines if not _STABLE_LINE.fullmatch(line)}


def _run_bibtex(run: _Run) -> None:
    """Run BibTeX or Biber when the document cites and they are installed."""
    stem = run.tex.stem
    bibtex, biber = shutil.which("bibtex"), shutil.which("biber")
    auxiliary = run.build / f"{stem}.aux"
    if biber and (run.build / f"{stem}.bcf").is_file():
        run.start([biber, "--quiet", f"--input-directory={run.tex.parent.resolve()}", stem], run.build)
    elif bibtex and auxiliary.is_file() and b"\\bibdata" in auxiliary.read_bytes():
        run.start([bibtex, stem], run.build)


def _files_read(path: Path) -> tuple[str, ...]:
    """Return the files that a run reports to have read, each once; tectonic reports none."""
    lines = _read_log(path).splitlines()
    return tuple(dict.fromkeys(line.removeprefix("INPUT ") for line in lines if line.startswith("INPUT ")))


def _place_of(letter: str, tex: Path, read: Sequence[str]) -> str:
    """Return the file and the line where a letter stands first; the document where none has it."""
    for path in dict.fromkeys([tex, *(tex.parent / name for name in read if name.endswith(".tex"))]):
        with suppress(OSError):
            lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
            for number, line in enumerate(lines, 1):
                if letter in _COMMENT.sub("", line):
                    return f"{path}, line {number}"
    return str(tex)


def _failure(run: _Run, log: str, done: Done, timeout: float) -> TypesetError:
    """Return the error that explains in one sentence why there is no PDF."""
    tex, engine = run.tex, run.engine
    if done.stopped is not None:
        return RunError(
            f"{tex}: {engine.name} was stopped {done.stopped or f'after {timeout:g} seconds'}; "
            "show fewer methods, look for an endless loop in the document, or lift the limit with `no_limits`.",
            log,
        )
    if shutil.disk_usage(run.build).free < _LEAST_ROOM:
        return TypesetError(f"{tex}: {tempfile.gettempdir()} is full: make room, or set TMPDIR to another folder.")
    cause = next(iter(find_errors(log)), None)
    path = tex.parent / cause.file if cause and cause.file else tex
    place = f"{path}{f', line {cause.line}' if cause and cause.line else ''}"
    if cause and cause.letter:
        return MissingLetters(cause.letter, engine.name, place)
    if cause:
        return RunError(f"{place}: {cause.message}", log, cause)
    if "No pages of output" in log:
        return RunError(f"{tex}: the document has no pages, so there is nothing to typeset.", log)
    last = done.output.strip().rpartition("\n")[2].rstrip(". ")
    return RunError(f"{tex}: {engine.name} failed with status {done.status}: {last or 'it said nothing'}.", log)


def _read_log(path: Path, most: int = 16 * _QUOTED) -> str:
    """Return a log, whatever its encoding, a very long one without its middle; empty when there is none."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        start = file.read(most)
        size = file.seek(0, os.SEEK_END)
        file.seek(max(len(start), size - most))
        return (start + file.read()).decode("utf-8", errors="replace")


def named_bibliographies(text: str) -> Iterator[str]:
    r"""Yield the files of bibliographies, and of their styles, that a LaTeX text names.

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
class Done:
    """How a process ended, what it printed, and why it was stopped, if it was: empty where its time ran out."""

    status: int
    output: str
    stopped: str | None = None


_running: set[subprocess.Popen[bytes]] = set()
_stopping = threading.Event()


@contextmanager
def ending_all(workers: Executor) -> Iterator[None]:
    """End all runs, those of other threads too, if something goes wrong within the context."""
    try:
        yield
    except BaseException:
        _stopping.set()
        for process in tuple(_running):
            _kill(process)
        workers.shutdown(wait=True, cancel_futures=True)
        raise
    finally:
        _stopping.clear()


def run_process(command: Sequence[str], folder: Path, variables: Mapping[str, str], deadline: float) -> Done:
    """Run a command to its end; at a time of the monotonic clock, or on an interrupt, kill it and its children."""
    if _stopping.is_set():
        return Done(-1, "", "with the others")
    with workplace() as place, (place / "output").open("wb") as output:
        try:
            process = subprocess.Popen(
                command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                start_new_session=True,  # so that the engine's own children end with it
            )  # fmt: skip
        except OSError as error:
            raise TypesetError(f"Cannot run {command[0]}: {error.strerror or error}.") from error
        with process:
            try:
                _running.add(process)
                if _stopping.is_set():
                    _kill(process)
                stopped = _follow(process, place / "output", deadline)
            finally:
                _kill(process)
                _running.discard(process)
        text = _read_log(place / "output", _QUOTED)
        return Done(process.returncode if stopped is None else -1, text, stopped)


def _follow(process: subprocess.Popen[bytes], output: Path, deadline: float) -> str | None:
    """Wait for the end of a process, or kill it and return why: it is too slow, too silent or too talkative."""
    size, last, pause = 0, time.monotonic(), 0.01
    while True:
        now = time.monotonic()
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(pause, max(0.0, deadline - now) + 0.01))
            return None
        pause = min(0.5, 1.5 * pause)  # most runs take a second or two
        now = time.monotonic()
        if output.stat().st_size != size:
            size, last = output.stat().st_size, now
        reasons = {
            "": now >= deadline,
            f"after {SILENCE:g} seconds without a word": limited() and now - last > SILENCE,
            f"after {_MOST_OUTPUT // 1_000_000} MB of messages": limited() and size > _MOST_OUTPUT,
        }
        if any(reasons.values()):
            _kill(process)
            return next(why for why, holds in reasons.items() if holds)


def _kill(process: subprocess.Popen[bytes], system: str = os.name) -> None:
    """Kill a process that has not ended, with those that it started."""
    if process.poll() is not None:
        return
    with suppress(OSError):
        if system == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
            subprocess.run(tree, stdin=subprocess.DEVNULL, capture_output=True, check=False)
            process.kill()


# -------------------------------------------------------------------------------------------------- documents of builds
_READ = (".tex", ".bib", ".sty")
_NAMED = re.compile(
    r"\\(?:input|include|subfile|includegraphics|includepdf|lstinputlisting|verbatiminput|usepackage|RequirePackage|"
    r"documentclass)\*?\s*(?:\[[^]]*\])?\s*\{([^{}]*)\}"
)
"""Commands by which authors name files; what a file of ours names is ours, or TeX's."""

Size = tuple[str, str]  # height and depth
_BOX = r"\leavevmode\setbox0\hbox{\vrule width 0pt height %s depth %s}\csname comparatex@fit\endcsname{0}%%"

_SUFFIXES = ("", ".tex", ".pdf", ".png", ".jpg", ".jpeg", ".sty", ".cls")


@dataclass(frozen=True)
class Document:
    """A document with all that it reads of a build: what else lies beside it may be a stranger's."""

    folder: Path  # the folder of the build
    name: str  # the document
    files: dict[str, bytes]  # what it reads: files of the build, and those that an author's changes name
    trusted: bool  # all of it is as comparatex made it, by its own templates, or the user answers for it

    @classmethod
    def of(cls, build: Build, name: str, *, own_templates: bool, measures: Sequence[str] = ()) -> Document:
        """Gather the files, of the reports of some measures, too; say whether the style is one that was edited."""
        hashes = dict(build.manifest.outputs)
        for measure in measures:  # which have just been written; a folder beside them could be anybody's
            part = load(build.folder / MEASURES / measure) or Manifest()
            hashes |= {f"{MEASURES}/{measure}/{name}": hash_ for name, hash_ in part.outputs.items()}
        names = [name_ for name_ in hashes if name_.endswith(_READ) and (build.folder / name_).is_file()]
        files = {name_: (build.folder / name_).read_bytes() for name_ in names}
        theirs = [name_ for name_ in files if digest(files[name_]) != hashes[name_]]
        if STYLE in theirs:
            build.say(f"Note: {build.folder / STYLE} was edited: the document is compiled with it as it is.")
        for name_ in theirs:
            named = dict(_named(build.folder, files[name_].decode("utf-8", errors="replace"), set(files)))
            build.manifest.kept.update({name: digest(named[name]) for name in named})
            files |= named
        return cls(build.folder, name, files, trusted() or not (theirs or own_templates))

    @property
    def digest(self) -> str:
        """The hash of all that it reads."""
        return digest(*(f"{name} {digest(self.files[name])}" for name in sorted(self.files)))

    def pdf(self, engine: Engine, sizes: Callable[[], Mapping[str, Size]] = dict) -> bytes:
        """Compile it; some figures' sizes are known, by their files, after a while."""
        with workplace() as place:
            home = make_deep_folder(place / "document")
            for name, content in self.files.items():
                write_bytes(home / name, content)
            try:
                drafts = self._drafts(home, sizes)
                return typeset(home / self.name, engine, trusted=self.trusted, drafts=drafts).pdf
            except MissingLetters as error:
                raise MissingLetters(error.letter, error.by, self._as_theirs(error.place, home)) from error
            except TypesetError as error:
                raise TypesetError(self._as_theirs(str(error), home)) from error

    def _drafts(self, home: Path, sizes: Callable[[], Mapping[str, Size]]) -> Generator[None]:
        """Have boxes stand for the figures, which are most of the work, in up to two drafts."""
        figures = [name for name in self.files if Path(name).parent.name == "figures"]
        try:
            known = sizes()
            for name in figures:
                write_bytes(home / name, (_BOX % (known.get(name) or self._about(name))).encode())
            yield from [None] * (2 if figures else 0)
        finally:
            for name in figures:
                write_bytes(home / name, self.files[name])

    def _about(self, figure: str) -> Size:
        """Return about the size of a figure that an earlier run has compiled."""
        from pypdfium2 import PdfDocument, PdfiumError

        with suppress(PdfiumError, FileNotFoundError), PdfDocument((self.folder / figure).with_suffix(".pdf")) as pdf:
            return f"{sum(page.get_height() for page in pdf):g}bp", "0pt"
        return "6cm", "0pt"

    def _as_theirs(self, message: str, home: Path) -> str:
        return message.replace(str(home), str(self.folder))


def _named(folder: Path, tex: str, known: set[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files below the folder that an author's text names, and those that these name; bibliographies above."""
    names = [part.strip() for argument in _NAMED.findall(tex) for part in argument.split(",")]
    tries = [name + suffix for name in names if ".." not in Path(name).parts for suffix in _SUFFIXES]
    for name in (*tries, *named_bibliographies(tex)):
        path = folder / name
        if name and not Path(name).is_absolute() and name not in known and path.is_file():
            known.add(name)
            content = path.read_bytes()
            yield name, content
            if path.suffix in (".tex", ".sty", ".cls"):
                yield from _named(folder, content.decode("utf-8", errors="replace"), known)
