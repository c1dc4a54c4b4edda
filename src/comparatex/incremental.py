"""Incremental builds: what has changed since the last one, and what can stay as it is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from comparatex import provenance
from comparatex.errors import ComparatexError
from comparatex.files import (
    forced,
    foreign,
    held,
    partial_name,
    put_into_place,
    refuse_input,
    writable,
    write_bytes,
)
from comparatex.interrupts import unfinished
from comparatex.provenance import MANIFEST, Manifest, digest, of_file
from comparatex.stamps import is_marked

K = TypeVar("K")


@dataclass(frozen=True)
class Spooled:
    """A large output that is in a partial file, with the hash of its content."""

    partial: Path
    digest: str


@contextmanager
def spooled(folder: Path, parts: Iterable[str]) -> Iterator[Spooled]:
    """Write the parts of an output to a partial file in the folder of a build, which is there within the context."""
    partial, found = partial_name(folder / "output"), sha256()
    with writable(partial), unfinished(partial):
        with partial.open("xb") as file:
            held(file)
            for part in parts:
                content = part.encode("utf-8")
                found.update(content)
                file.write(content)
        yield Spooled(partial, found.hexdigest())


def hash_of(content: bytes | Spooled) -> str:
    """Return the hash of an output."""
    return digest(content) if isinstance(content, bytes) else content.digest


def _put(path: Path, content: bytes | Spooled) -> None:
    """Write an output."""
    if isinstance(content, bytes):
        write_bytes(path, content)
        return
    refuse_input(path)
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        put_into_place(content.partial, path)


@dataclass(frozen=True)
class Build:
    """A build in progress: the folder, what an earlier build left in it, and what this one has made so far.

    A file is overwritten if it is as a build left it, or is marked as comparatex's. One that has been edited since is
    kept, and the new version is written beside it; any other file stops the build.
    """

    folder: Path
    earlier: Manifest
    outputs: dict[str, str] = field(default_factory=dict)
    recipes: dict[str, str] = field(default_factory=dict)
    edited: dict[str, str] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)
    made: dict[str, str] = field(default_factory=dict)
    say: Callable[[str], None] = lambda _: None
    code: str = ""

    def claim(self, names: Iterable[str], texts: Mapping[str, str] = MappingProxyType({})) -> None:
        """Refuse to overwrite the files of others; record what is about to be written, in case the build is cut off.

        `texts` has the hashes of the files whose content is known.
        """
        earlier = self.earlier
        for name in (*texts, *names):
            if self._state(name, texts.get(name, "")) == "foreign":
                raise foreign(self.folder / name)
        manifest = self.folder / MANIFEST
        if provenance.load(self.folder) is None and manifest.exists() and not forced():
            raise foreign(manifest)
        if any(of_file(self.folder / name) != made for name, made in texts.items()):
            new = [
                name for name in names if earlier.pending.get(name) == "" or not (self.folder / name).exists()
            ]
            left = {
                name: made for name, made in earlier.pending.items() if of_file(self.folder / name) == made
            }
            begun = {**dict.fromkeys(new, ""), **texts}
            outputs = {**earlier.outputs, **left}
            provenance.save(self.folder, replace(earlier, stamp="", outputs=outputs, pending=begun))

    def _state(self, name: str, made: str) -> Literal["same", "ours", "edited", "foreign"]:
        """Return whose file it is that this build would overwrite with content of this hash."""
        path, earlier = self.folder / name, self.earlier
        now = of_file(path)
        if path.is_dir() or not path.resolve().is_relative_to(self.folder.resolve()):
            return "foreign"  # the second: a link leads elsewhere
        if now == made:
            return "same"
        known = (None, earlier.outputs.get(name), earlier.pending.get(name))
        if now in known or earlier.pending.get(name) == "" or forced():
            return "ours"
        if name in earlier.outputs or name in earlier.edited:
            return "edited"
        return "ours" if is_marked(path) else "foreign"

    def write_if_changed(self, name: str, content: bytes | Spooled, recipe: str = "") -> Path:
        """Write an output unless the file has this content already; then its time stays too."""
        path, made = self.folder / name, hash_of(content)
        state = self._state(name, made)
        if state == "foreign":
            raise foreign(path)
        if state == "edited":
            self.made[name] = made
            self._keep_edited(name, content)
            return path
        if state != "same":
            _put(path, content)
        self._record(name, made, recipe)
        return path

    def _keep_edited(self, name: str, content: bytes | Spooled) -> None:
        """Keep an edited file, and write the new version beside it, unless that is the version that was edited.

        Whoever removes the file beside it has taken over what was new in it.
        """
        path, made, beside, earlier = self.folder / name, hash_of(content), new_name(name), self.earlier
        base = earlier.edited.get(name) or earlier.outputs.get(name, "")
        if beside in earlier.outputs and not (self.folder / beside).exists():
            base = earlier.outputs[beside]
        self.edited[name], self.kept[name] = base, of_file(path) or ""
        if made == base:
            return
        if self._state(beside, made) in ("edited", "foreign"):
            raise foreign(self.folder / beside)
        _put(self.folder / beside, content)
        self.outputs[beside] = made
        self.say(
            f"Note: {path} was edited, so it is kept. The new version is {self.folder / beside}: take over what is "
            "new in it, then remove it."
        )

    def keep_if_current(self, name: str, recipe: str) -> bool:
        """Keep an output that is there and made of the same; return whether it is."""
        made = self.earlier.outputs.get(name)
        if made is None or self.earlier.recipes.get(name) != recipe or of_file(self.folder / name) != made:
            return False
        self._record(name, made, recipe)
        return True

    def _record(self, name: str, made: str, recipe: str) -> None:
        self.outputs[name] = self.made[name] = made
        if recipe:
            self.recipes[name] = recipe

    def stamp(self) -> str:
        """Return the hash of all that the outputs say so far; what was edited counts as it was made."""
        return digest(*(f"{name} {self.made[name]}" for name in sorted(self.made)), "")

    def remove_stale(self) -> None:
        """Remove files of the earlier build that this one no longer has, unless somebody has changed them."""
        for name in self.earlier.outputs.keys() - self.outputs.keys() - self.edited.keys():
            path = (self.folder / name).resolve()
            made = self.earlier.outputs[name]
            if path.is_relative_to(self.folder.resolve()) and of_file(path) == made:
                path.unlink()


def new_name(name: str) -> str:
    """Return the name of the file beside one that was edited.

    >>> new_name("figures/mcm.tex")
    'figures/mcm.new.tex'
    """
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}.new{dot}{suffix}"


def start(
    folder: Path, kind: str = "report", say: Callable[[str], None] = lambda _: None, code: str = ""
) -> Build:
    """Begin a build in a folder; `code` is the hash of what makes it, taken before any of that was read."""
    earlier = provenance.load(folder) or Manifest(kind=kind)
    if earlier.kind != kind:
        raise ComparatexError(
            f"{folder} holds {_CALLED.get(earlier.kind, 'something else')}: name another folder."
        )
    return Build(folder, earlier, say=say, code=code)


_CALLED = {"report": "a report", "audit": "an audit"}


def depfile(target: Path, needed: Iterable[Path]) -> str:
    r"""Return what a file depends on, in the syntax of make; ninja reads it too.

    >>> print(depfile(Path("out/a"), [Path("my data.csv")]), end="")
    out/a: my\ data.csv
    my\ data.csv:
    """
    names = [_escape_for_make(path) for path in needed]
    return "".join(
        f"{line}\n"
        for line in (f"{_escape_for_make(target)}: {' '.join(names)}", *(f"{name}:" for name in names))
    )


def _escape_for_make(path: Path) -> str:
    return re.sub(r"([ #\\])", r"\\\1", path.as_posix()).replace("$", "$$")


def watch(
    seen: Mapping[K, Any],
    look: Callable[[K], Any],
    build: Callable[[], Mapping[K, Any]],
    wait: Callable[[float], None] = time.sleep,
    seconds: float = 0.5,
) -> None:
    """Build again whenever something is no longer what was read, until interrupted."""
    with suppress(KeyboardInterrupt):
        while True:
            wait(seconds)
            now = {key: look(key) for key in seen}
            if now != seen:
                seen = {**now, **build()}


class Hashes:
    """The hashes of files, which are read again only where their times or sizes have changed."""

    def __init__(self) -> None:
        self._known: dict[Path, tuple[tuple[int, ...], str | None]] = {}

    def now(self, path: Path) -> str | None:
        """Return the hash of a file; None where there is none."""
        try:
            status = path.stat()
        except OSError:  # an editor may be about to replace it
            return None
        mark = (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino)
        if path not in self._known or self._known[path][0] != mark:
            made = of_file(path)
            if time.time_ns() - max(mark[:2]) < _SETTLED:
                return made  # another change might leave the same time
            self._known[path] = mark, made
        return self._known[path][1]


_SETTLED = 2_500_000_000
"""Nanoseconds after which a change has another time: file systems have steps of up to two seconds."""
