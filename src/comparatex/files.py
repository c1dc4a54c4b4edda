"""Files that are either whole or not there: written beside their place and renamed."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from comparatex.errors import ComparatexError


def write_bytes(path: Path, content: bytes) -> Path:
    """Write `content` to `path` at once; make its folder; raise `ComparatexError` when that fails."""
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
