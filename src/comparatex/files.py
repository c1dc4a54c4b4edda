"""Files that are written whole or not at all, and where those of the package are."""

from __future__ import annotations

import errno
import filecmp
import glob
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from comparatex.errors import ComparatexError, DataError, UsageError
from comparatex.interrupts import undoing, unfinished

_PROTECTED: ContextVar[frozenset[Path]] = ContextVar("kept", default=frozenset())
_PERMITTED: ContextVar[frozenset[str]] = ContextVar("permitted", default=frozenset())
_PARTIAL = ".comparatex-part"
"""Suffix of a file that is not yet complete."""

_ON_WINDOWS = sys.platform == "win32"
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
"""Names that are those of devices in Windows, whatever their suffix."""

_FULL = (errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC))

_PATIENCE = 900.0
"""Seconds that a run waits for another one to leave a folder."""

PACKAGE = Path(__file__).resolve().parent
_HOMES = (PACKAGE / "templates", PACKAGE.parent.parent / "templates")
TEMPLATES = next((home for home in _HOMES if home.is_dir()), _HOMES[0])
"""Folder of the built-in templates and of ``comparatex.sty``."""


# ---------------------------------------------------------------------------------------------- what was read
@dataclass(frozen=True)
class Record:
    """What has been read: a file that changes afterwards is not the one that a result was made from."""

    command: bool = False
    """Whether it is the record of a whole command."""

    files: dict[str, str] = field(default_factory=dict)
    """The hash of the bytes that were read, by whole path; empty where they were read twice and differed."""

    folders: dict[tuple[str, str | None], tuple[str, ...]] = field(default_factory=dict)
    """The files that were taken from a folder or pattern, by its whole path and the format that was stated."""

    began: int = field(default_factory=time.time_ns)

    @property
    def all(self) -> dict[Any, Any]:
        """What was read, of files and of folders."""
        return {**self.files, **self.folders}


_RECORDS: ContextVar[tuple[Record, ...]] = ContextVar("records", default=())


@contextmanager
def recording(command: bool = False) -> Iterator[Record]:
    """Record, within the context, what is read; perhaps as the record of a whole command."""
    record = Record(command)
    token = _RECORDS.set((*_RECORDS.get(), record))
    try:
        yield record
    finally:
        _RECORDS.reset(token)


def whole_record() -> Record:
    """Return the record of the running command; an empty one where nothing is recorded."""
    return next((record for record in reversed(_RECORDS.get()) if record.command), Record())


def was_read(path: str | Path, content: bytes) -> bytes:
    """Record that a file held this content when it was read, and return the content."""
    records, place = _RECORDS.get(), os.path.abspath(path)  # noqa: PTH100  (a link may lead elsewhere later)
    digest = sha256(content).hexdigest() if records else ""
    for record in records:
        record.files[place] = digest if record.files.get(place, digest) == digest else ""
    return content


def beside(path: Path, ending: str) -> bytes:
    """Return the content of the file, if there is one, that is called like another one with an ending."""
    log = Path(f"{path}{ending}")
    return log.read_bytes() if log.is_file() else b""


def was_searched(path: str, wanted: str | None, files: Sequence[str]) -> None:
    """Record the files that were taken from a folder or pattern."""
    for record in _RECORDS.get():
        places = tuple(map(os.path.abspath, files))
        record.folders[os.path.abspath(path), wanted] = places  # noqa: PTH100


@contextmanager
def protect_inputs(paths: Iterable[Path]) -> Iterator[None]:
    """Refuse, within the context, to overwrite the files that are read."""
    usable = (path for path in paths if "\0" not in str(path))  # which reading refuses
    real = {Path(os.path.realpath(path)) for path in usable}  # resolve fails on a loop of links
    token = _PROTECTED.set(_PROTECTED.get() | real)
    try:
        yield
    finally:
        _PROTECTED.reset(token)


@contextmanager
def permitting(what: str, given: bool = True) -> Iterator[None]:
    """Permit, within the context, what is refused by default."""
    token = _PERMITTED.set(_PERMITTED.get() | ({what} if given else set()))
    try:
        yield
    finally:
        _PERMITTED.reset(token)


overwriting = partial(permitting, "overwriting")
"""Overwrite files that comparatex did not write or that were edited since."""

without_limits = partial(permitting, "any size")
"""Accept tables, messages and TeX runs of any size and length."""

trusting = partial(permitting, "trusting")
"""Let what somebody else may have edited in a report use the font cache of all other documents."""


def forced() -> bool:
    """Whether files of others may be overwritten."""
    return "overwriting" in _PERMITTED.get()


def limited() -> bool:
    """Whether what is too large or takes too long is refused."""
    return "any size" not in _PERMITTED.get()


def too_large(name: str, largest: int) -> DataError:
    """Return the error about a file of more than so many bytes."""
    return DataError(f"{name} holds more than {largest >> 20} MB: give `no_limits` if that is meant.")


def trusted() -> bool:
    """Whether edited files of a report are the user's own."""
    return "trusting" in _PERMITTED.get()


def foreign(path: Path) -> ComparatexError:
    """Return the error that a file is not ours to overwrite."""
    return ComparatexError(
        f"{path} was not written by comparatex, or has been edited since: move it away, write elsewhere, or overwrite "
        "it with `force`."
    )


def refuse_input(path: Path) -> None:
    """Refuse to write over a file that the command reads."""
    if Path(os.path.realpath(path)) in _PROTECTED.get():
        raise UsageError(f"{path} is read by this command: write to another file.")


def require_place(path: Path) -> None:
    """Refuse, before anything is computed, a file that could not be written."""
    refuse_input(path)
    if path.exists() and not path.is_file() and not path.is_dir():
        return  # a pipe, or a device
    folder = next((parent for parent in path.parents if parent.exists()), path.parent)
    for number, wrong in (
        (errno.EISDIR, path.is_dir()),
        (errno.ENOTDIR, not folder.is_dir()),
        (errno.EACCES, not os.access(folder, os.W_OK | os.X_OK)),
    ):
        if wrong:
            raise ComparatexError(f"Cannot write {path}: {os.strerror(number)}.")


def write_bytes(path: Path, content: bytes) -> Path:
    """Write `content` to `path` at once; make its folder; raise `ComparatexError` when that fails."""
    with replacing(path) as file:
        file.write(content)
    return path


@contextmanager
def replacing(path: Path, *, keep: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of another one, at once, when all is written; make its folder."""
    refuse_input(path)
    place = Path(os.path.realpath(path)) if path.is_symlink() and path.exists() else path  # a link stays one
    temporary, waiting = partial_name(place), _WAITING.get()
    with writable(path), ExitStack() as alone:
        place.parent.mkdir(parents=True, exist_ok=True)
        _remove_left(place.parent.glob(f".{glob.escape(place.name[:100])}.*{_PARTIAL}"))
        stack = waiting.stack if waiting else alone
        stack.enter_context(unfinished(temporary))
        file = stack.enter_context(temporary.open("xb"))
        held(file)
        yield file
        file.flush()
        if _ON_WINDOWS:
            file.close()  # or else it could not be renamed
        if keep and place.is_file() and filecmp.cmp(temporary, place, shallow=False):
            return
        if waiting:
            waiting.files.append((temporary, place))
        else:
            put_into_place(temporary, place)


@dataclass(frozen=True)
class _Waiting:
    """Files that are complete, and wait for the others of an output."""

    stack: ExitStack
    files: list[tuple[Path, Path]] = field(default_factory=list)


_WAITING: ContextVar[_Waiting | None] = ContextVar("waiting", default=None)


@contextmanager
def together() -> Iterator[None]:
    """Put all files that are written within the context into their places at its end, so that they fit each other."""
    with ExitStack() as stack:
        waiting = _Waiting(stack)
        token = _WAITING.set(waiting)
        try:
            yield
        finally:
            _WAITING.reset(token)
        for temporary, path in waiting.files:
            with writable(path):
                put_into_place(temporary, path)


def partial_name(path: Path) -> Path:
    """Return where a file is written until it is complete: in the same folder."""
    return path.with_name(f".{path.name[:100]}.{os.urandom(4).hex()}{_PARTIAL}")


def held(file: IO[bytes]) -> None:
    """Show other runs, by a lock, that a file is being written; in Windows, they cannot remove it while it is open."""
    if not _ON_WINDOWS:
        _lock(file.fileno())


def _remove_left(paths: Iterable[Path]) -> None:
    """Remove those of some partial files that killed runs have left."""
    for path in paths:
        with suppress(OSError), path.open("rb") as file:
            if _ON_WINDOWS or _lock(file.fileno()):
                path.unlink()


@contextmanager
def writable(path: Path) -> Iterator[None]:
    """Raise `ComparatexError` when a file cannot be written."""
    try:
        yield
    except OSError as error:
        locked = "; another program may have it open" if _ON_WINDOWS and path.exists() else ""
        raise ComparatexError(f"Cannot write {path}: {error.strerror or error}{locked}.") from error


def put_into_place(temporary: Path, path: Path) -> None:
    """Rename a file to one that may exist, whose mode it takes; in Windows, wait for programs that have that open."""
    if path.is_file():
        with suppress(OSError):
            shutil.copymode(path, temporary)
        if path.stat().st_nlink > 1:  # by its other names, too, it is to have the new content
            shutil.copyfile(temporary, path)
            temporary.unlink()
            return
    for pause in (0.05, 0.1, 0.2, 0.4, 0.8) if _ON_WINDOWS else ():
        try:
            temporary.replace(path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    temporary.replace(path)


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
def locked(folder: Path, say: Callable[[str], None] = lambda _: None) -> Iterator[None]:
    """Make a folder and lock it against other runs; wait for one that is writing to it.

    The lock is the operating system's, so that a run that is killed leaves none behind.
    """
    new = [parent for parent in (folder, *folder.parents) if not parent.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ComparatexError(f"Cannot write to {folder}: {error.strerror or error}.") from error
    handle = _lock_file(folder)
    try:
        _wait_for(handle, folder, say)
        _remove_left([*folder.glob(f".*{_PARTIAL}"), *folder.glob(f"*/.*{_PARTIAL}")])
        yield
    finally:
        if handle is not None:
            os.close(handle)
        for parent in new:
            with suppress(OSError):  # there is something in it, as there should be
                parent.rmdir()


def _lock_file(folder: Path) -> int | None:
    """Open what is locked: the folder itself, or a file that stands for it; None where neither can be opened."""
    with suppress(OSError):
        if sys.platform != "win32":
            return os.open(folder, os.O_RDONLY)
        name = sha256(os.path.normcase(folder.resolve()).encode()).hexdigest()[:16]
        return os.open(Path(tempfile.gettempdir()) / f"comparatex-{name}.lock", os.O_RDWR | os.O_CREAT)
    return None


def _wait_for(handle: int | None, folder: Path, say: Callable[[str], None]) -> None:
    """Lock a folder as soon as no other run holds it."""
    started, announced = time.monotonic(), False
    while handle is not None and not _lock(handle):
        if not announced:
            say(f"Another run is writing to {folder}: waiting for it to end.")
            announced = True
        if time.monotonic() > started + _PATIENCE:
            raise ComparatexError(
                f"Another run has been writing to {folder} for a long time: end it, and run this again."
            )
        time.sleep(0.1)


def _lock(handle: int) -> bool:
    """Lock a file and return whether that is done; a file system without locks has nothing to wait for."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


# ------------------------------------------------------------------------------------------- temporary folders
@contextmanager
def workplace() -> Iterator[Path]:
    """Make a temporary folder, which is gone at the end of the context, however that comes."""
    try:
        path = Path(tempfile.mkdtemp(prefix="comparatex-")).resolve()
    except OSError as error:
        raise ComparatexError(f"There is no folder for temporary files: {error.strerror or error}.") from error
    with undoing(partial(shutil.rmtree, path, ignore_errors=True)):
        try:
            yield path
        except OSError as error:
            if error.errno not in _FULL:
                raise
            raise ComparatexError(f"{path.parent} is full: make room, or set TMPDIR to another folder.") from error


# --------------------------------------------------------------------------------------------------- templates
def template_files(home: Path) -> list[Path]:
    """Return the templates in a folder: those of LaTeX, and the texts below it."""
    return sorted([*(path for path in home.iterdir() if path.is_file()), *(home / "text").rglob("*.jinja")])


def state_of(folders: Iterable[Path]) -> tuple[tuple[Path, int, int], ...]:
    """Return which templates are in folders now, and their times and sizes: what is made of them holds until then."""
    paths = (path for home in folders for path in template_files(home))
    return tuple((path, status.st_mtime_ns, status.st_size) for path in paths for status in [path.stat()])
