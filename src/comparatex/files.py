"""Files: which were read and may be written, each whole or not at all, and where those of the package are."""

from __future__ import annotations

import errno
import filecmp
import io
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from comparatex.errors import ComparatexError, DataError, UsageError

_PARTIAL = ".comparatex-part"  # suffix of a file that is not yet complete
_ON_WINDOWS = sys.platform == "win32"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that are those of devices in Windows, whatever their suffix."""

_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))

PACKED = {
    b"\x1f\x8b": ("gzip", ".gz"),
    b"BZh": ("bz2", ".bz2"),
    b"\xfd7zXZ\x00": ("lzma", ".xz"),
    b"\x28\xb5\x2f\xfd": ("pyarrow", ".zst"),
}
"""How packed files begin, with the module that opens them and the end of their names."""
PACKING = "|".join(re.escape(suffix) for _, suffix in PACKED.values())
"""A regular expression of these ends."""
SEPARATED = (".csv", ".tsv", ".tab", ".psv")
JSON = (".json", ".jsonl", ".ndjson")
OTHER_OBJECTS = (".toml", ".yaml", ".yml")
OTHER_WORKBOOKS = (".xls", ".xlsb", ".ods")
WORKBOOKS = (".xlsx", ".xlsm", *OTHER_WORKBOOKS)
"""How the names of tables end; here, since whoever only looks for them loads nothing that reads them."""

PACKAGE = Path(__file__).resolve().parent
_HOMES = (PACKAGE / "templates", PACKAGE.parent.parent / "templates")
TEMPLATES = next(filter(Path.is_dir, _HOMES), _HOMES[0])
"""Folder of the built-in templates and of ``comparatex.sty``."""


@contextmanager
def refusing(fails: str, lacks: str = "") -> Iterator[None]:
    """Refuse a file at which another library fails, which may raise anything, or for which a package is lacking."""
    try:
        yield
    except (ComparatexError, MemoryError, KeyboardInterrupt, SystemExit, GeneratorExit):
        raise
    except ImportError as error:
        raise DataError(lacks or fails) from error
    except BaseException as error:  # also a panic of Rust
        raise DataError(fails) from error


# ----------------------------------------------------------------------- what a command reads, and what it may do
Search = tuple[str, str | None, str | None]
"""A folder or glob by its whole path, with the format and the pattern of paths that were stated."""


@dataclass(frozen=True)
class Record:
    """What has been read: a file that changes afterwards is not the one that a result was made from."""

    files: dict[str, str] = field(default_factory=dict)
    """The hash of the bytes that were read, by whole path; empty where they were read twice and differed."""

    folders: dict[Search, tuple[str, ...]] = field(default_factory=dict)
    """The files that were taken from a folder or glob."""

    began: int = field(default_factory=time.time_ns)

    @property
    def all(self) -> dict[Any, Any]:
        """What was read, of files and of folders."""
        return {**self.files, **self.folders}


@dataclass(frozen=True)
class _Run:
    """What holds of all files that are read and written within a context."""

    inputs: frozenset[Path] = frozenset()  # files that are read, and so not written
    permitted: frozenset[str] = frozenset()  # what is refused by default
    command: Record | None = None  # what the running command has read
    records: tuple[Record, ...] = ()  # where to record what is read


_RUN: ContextVar[_Run] = ContextVar("run", default=_Run())  # noqa: B039  (it is frozen)


@contextmanager
def _running(**changes: Any) -> Iterator[None]:
    token = _RUN.set(replace(_RUN.get(), **changes))
    try:
        yield
    finally:
        _RUN.reset(token)


@contextmanager
def recording(command: bool = False) -> Iterator[Record]:
    """Record, within the context, what is read; perhaps as the record of a whole command."""
    record, run = Record(), _RUN.get()
    with _running(records=(*run.records, record), command=record if command else run.command):
        yield record


def whole_record() -> Record:
    """Return the record of the running command; an empty one where nothing is recorded."""
    return _RUN.get().command or Record()


def was_read(path: str | Path, content: bytes) -> bytes:
    """Record that a file held this content when it was read, and return the content."""
    records, place = _RUN.get().records, os.path.abspath(path)  # noqa: PTH100  (a link may lead elsewhere later)
    hash_ = digest(content) if records else ""
    for record in records:
        record.files[place] = hash_ if record.files.get(place, hash_) == hash_ else ""
    return content


def was_searched(search: Search, files: Sequence[str]) -> None:
    """Record the files that were taken from a folder or glob."""
    for record in _RUN.get().records:
        record.folders[os.path.abspath(search[0]), *search[1:]] = tuple(map(os.path.abspath, files))  # noqa: PTH100


def beside(path: Path, ending: str) -> bytes:
    """Return the content of the file, if there is one, that is called like another one with an ending."""
    log = Path(f"{path}{ending}")
    return log.read_bytes() if log.is_file() else b""


def digest(*parts: bytes | str) -> str:
    r"""Return the SHA-256 of some content; where one part ends counts, and of texts not how their lines end.

    Git, in Windows, gives texts that it checks out other ends of lines.

    >>> digest("ab", "c") == digest("a", "bc"), digest(b"a\r\nb") == digest(b"a\nb")
    (False, True)
    """
    if len(parts) > 1:
        return digest("".join(map(digest, parts)))
    (part,) = parts
    content = part.encode("utf-8") if isinstance(part, str) else part
    return sha256(with_plain_lines(content)).hexdigest()


def with_plain_lines(content: bytes) -> bytes:
    """Return a text with a line feed alone at the end of each line; what is no text, as git sees it, as it is."""
    return content if b"\0" in content[:_HEAD] else content.replace(b"\r\n", b"\n")


_HEAD = 8000  # bytes in which git looks for a zero byte


def of_file(path: Path) -> str | None:
    """Return the SHA-256 of a file, a database with its log, or None when it cannot be read, or read only once."""
    with suppress(OSError):  # an editor may be about to replace it
        if path.is_file():
            return digest(path.read_bytes() + beside(path, "-wal"))  # in which a database has its latest changes
    return None


def hashes_read(paths: Iterable[Path], *records: Mapping[str, str]) -> dict[Path, str]:
    """Return the hash of what was read from each file; that of the file itself where nothing tells what was read."""
    of_place = dict[str, str]()
    for record in records:
        of_place |= {place: hash_ if of_place.get(place, hash_) == hash_ else "" for place, hash_ in record.items()}
    of_place |= whole_record().files
    hashes = ((path, of_place.get(os.path.abspath(path), of_file(path))) for path in paths)  # noqa: PTH100
    return {path: hash_ for path, hash_ in hashes if hash_ is not None}


def protect_inputs(paths: Iterable[Path]) -> AbstractContextManager[None]:
    """Refuse, within the context, to overwrite the files that are read."""
    # Resolve fails on a loop of links, and reading refuses a zero byte.
    real = {Path(os.path.realpath(path)) for path in paths if "\0" not in str(path)}
    return _running(inputs=_RUN.get().inputs | real)


def _permitting(what: str, permitted: bool = True) -> AbstractContextManager[None]:
    return _running(permitted=_RUN.get().permitted | ({what} if permitted else set()))


overwriting = partial(_permitting, "overwriting")
"""Overwrite files that comparatex did not write or that were edited since."""

without_limits = partial(_permitting, "any size")  # accept tables, messages and TeX runs of any size and length
trusting = partial(_permitting, "trusting")
"""Let what somebody else may have edited in a report use the font cache of all other documents."""


def forced() -> bool:
    """Whether files of others may be overwritten."""
    return "overwriting" in _RUN.get().permitted


def limited() -> bool:
    """Whether what is too large or takes too long is refused."""
    return "any size" not in _RUN.get().permitted


def check_bytes(n_bytes: int, largest: int, name: str, limit: int = 0) -> None:
    """Refuse a file of more bytes than may be read, or than are left of a limit for all files."""
    if limited() and n_bytes > largest:
        raise DataError(f"{name} holds more than {(limit or largest) >> 20} MB: give `no_limits` if you mean it.")


def size_of_parts(data: bytes) -> int:
    """Return how large the files in a ZIP archive are; 0 for one that is damaged."""
    from zipfile import BadZipFile, ZipFile

    with suppress(BadZipFile, ValueError, OSError, NotImplementedError):
        return sum(part.file_size for part in ZipFile(io.BytesIO(data)).infolist())
    return 0


def trusted() -> bool:
    """Whether edited files of a report are the user's own."""
    return "trusting" in _RUN.get().permitted


# ----------------------------------------------------------------------------------------------- writing a file
def foreign(path: Path) -> ComparatexError:
    """Return the error that a file is not ours to overwrite."""
    return ComparatexError(
        f"{path} was not written by comparatex, or has been edited since: move it away, write elsewhere, or overwrite "
        "it with `force`."
    )


def refuse_input(path: Path) -> None:
    """Refuse to write over a file that the command reads."""
    if Path(os.path.realpath(path)) in _RUN.get().inputs:
        raise UsageError(f"{path} is read by this command: write to another file.")


def require_place(path: Path) -> None:
    """Refuse, before anything is computed, a file that could not be written."""
    refuse_input(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        return  # a pipe, or a device
    folder = next(filter(Path.exists, path.parents), path.parent)
    for number, wrong in (
        (errno.EISDIR, path.is_dir()),
        (errno.ENOTDIR, not folder.is_dir()),
        (errno.EACCES, not os.access(folder, os.W_OK | os.X_OK)),
    ):
        if wrong:
            raise _unwritable(path, OSError(number, os.strerror(number)))


def write_bytes(path: Path, content: bytes) -> Path:
    """Write `content` to `path` at once; make its folder; raise `ComparatexError` when that fails."""
    with replacing(path) as file:
        file.write(content)
    return path


@contextmanager
def replacing(path: Path, *, keep: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of another one, and its mode, when all is written; make its folder.

    One that has the same content may be kept.
    """
    with writable(path):
        refuse_input(path)
        place = Path(os.path.realpath(path)) if path.is_symlink() and path.exists() else path  # a link stays one
    temporary = place.with_name(f".{place.name[:100]}.{os.urandom(4).hex()}{_PARTIAL}")
    with writable(path):
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            with temporary.open("xb") as file:
                yield file
            if place.is_file():
                if keep and filecmp.cmp(temporary, place, shallow=False):
                    return
                with suppress(OSError):
                    shutil.copymode(place, temporary)
            temporary.replace(place)
        finally:
            temporary.unlink(missing_ok=True)


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Raise `ComparatexError` when a file cannot be written."""
    try:
        yield
    except OSError as error:
        raise _unwritable(path, error) from error


def _unwritable(path: Path, error: OSError) -> ComparatexError:
    """Return what says that a file or folder cannot be written, and what helps."""
    open_elsewhere = _ON_WINDOWS and path.exists() and error.errno not in (errno.ENOSPC, errno.ENAMETOOLONG)
    remedy = "another program may have it open" if open_elsewhere else _REMEDIES.get(error.errno or 0, "")
    return ComparatexError(f"Cannot write {path}: {error.strerror or error}{'; ' if remedy else ''}{remedy}.")


_REMEDIES = {
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "choose a folder that you may write to"),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), "choose another folder"),
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.ENOSPC: "make room, or choose another disk",
}


def relative_to(path: str | Path, folder: str | Path, system: ModuleType = os.path) -> str:
    """Return a path as it is seen from a folder, with slashes; the whole path if it is on another drive."""
    try:
        place = system.relpath(path, folder)
    except ValueError:
        place = system.abspath(path)
    return str(place).replace(system.sep, "/")


def is_reserved(name: str) -> bool:
    """Whether Windows takes the name of a file for that of a device.

    >>> [name for name in ("aux", "Con.tex", "com1", "auxiliary", "com") if is_reserved(name)]
    ['aux', 'Con.tex', 'com1']
    """
    return _RESERVED.fullmatch(name) is not None


def write_text(path: Path, text: str) -> Path:
    """Write `text` to `path` as UTF-8, at once."""
    return write_bytes(path, text.encode("utf-8"))


# ----------------------------------------------------------------------------------------------- one at a time
@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder, and let no other run write to it meanwhile (not in Windows).

    The lock is the operating system's, so that a run that is killed leaves none behind.
    """
    new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from error
    handle = None
    try:
        if sys.platform != "win32":
            import fcntl

            with suppress(OSError):  # a file system without locks
                handle = os.open(folder, os.O_RDONLY)
                try:
                    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise ComparatexError(f"Another run is writing to {folder}: wait for it to end.") from None
        yield
    finally:
        if handle is not None:
            os.close(handle)
        for parent in new:
            with suppress(OSError):  # there is something in it, as there should be
                parent.rmdir()


# ------------------------------------------------------------------------------------------- temporary folders
@contextmanager
def workplace() -> Iterator[Path]:
    """Make a temporary folder, which is gone at the end of the context, however that comes."""
    try:
        path = Path(tempfile.mkdtemp(prefix="comparatex-")).resolve()
    except OSError as error:
        raise ComparatexError(f"There is no folder for temporary files: {error.strerror or error}.") from error
    try:
        yield path
    except OSError as error:
        if error.errno not in _FULL:
            raise
        raise ComparatexError(f"{path.parent} is full: make room, or set TMPDIR to another folder.") from error
    finally:
        try:
            shutil.rmtree(path, ignore_errors=True)
        finally:  # of what a signal has cut short
            shutil.rmtree(path, ignore_errors=True)


# --------------------------------------------------------------------------------------------------- templates
def template_files(home: Path) -> list[Path]:
    """Return the templates in a folder: those of LaTeX, and the texts below it."""
    return sorted([*(path for path in home.iterdir() if path.is_file()), *(home / "text").rglob("*.jinja")])


def state_of(folders: Iterable[Path]) -> tuple[tuple[Path, int, int], ...]:
    """Return which templates are in folders now, and their times and sizes: what is made of them holds until then."""
    return tuple(
        (path, status.st_mtime_ns, status.st_size)
        for home in folders
        for path in template_files(home)
        for status in [path.stat()]
    )
