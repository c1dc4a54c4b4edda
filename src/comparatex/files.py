"""Files that are either whole or not there, and where those of the package are."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from comparatex.errors import ComparatexError, UsageError

_PROTECTED: ContextVar[frozenset[Path]] = ContextVar("kept", default=frozenset())
PACKAGE = Path(__file__).resolve().parent
_HOMES = (PACKAGE / "templates", PACKAGE.parent.parent / "templates")
TEMPLATES = next((home for home in _HOMES if home.is_dir()), _HOMES[0])
"""Folder of the built-in templates and of ``comparatex.sty``."""


@contextmanager
def protect_inputs(paths: Iterable[Path]) -> Iterator[None]:
    """Refuse, meanwhile, to write over some files: those that are read."""
    token = _PROTECTED.set(_PROTECTED.get() | {path.resolve() for path in paths})
    try:
        yield
    finally:
        _PROTECTED.reset(token)


def check_ownership(folder: Path, names: Iterable[str], marks: Iterable[str]) -> None:
    """Refuse to write over files that comparatex did not write: there are some, and none that marks ours."""
    if any((folder / mark).is_file() for mark in marks):
        return
    for name in names:
        if (folder / name).exists():
            raise ComparatexError(
                f"{folder / name} is not of an earlier run: name another folder by -o, or move it away."
            )


def write_bytes(path: Path, content: bytes) -> Path:
    """Write `content` to `path` at once; make its folder; raise `ComparatexError` when that fails."""
    if path.resolve() in _PROTECTED.get():
        raise UsageError(f"{path} is read by this command: write to another file.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise ComparatexError(f"Cannot write {path}: {error.strerror or error}.") from error
    return path


def write_text(path: Path, text: str) -> Path:
    """Write `text` to `path` as UTF-8, at once."""
    return write_bytes(path, text.encode("utf-8"))


def _umask() -> int:
    """Return the process's file mode mask (it can only be read by setting it)."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def template_files(home: Path) -> list[Path]:
    """Return the templates in a folder: those of LaTeX, and the texts below it."""
    return sorted([*(path for path in home.iterdir() if path.is_file()), *(home / "text").rglob("*.jinja")])
