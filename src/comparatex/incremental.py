"""Incremental builds: what has changed since the last one, and what can stay as it is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
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
from comparatex.version import __version__

K = TypeVar("K")


Content = bytes | Path
"""An output; a large one is in a partial file."""


@contextmanager
def spooled(folder: Path, parts: Iterable[str]) -> Iterator[Path]:
    """Write the parts of a large output to a partial file, which is there within the context."""
    partial = partial_name(folder / "output")
    with writable(partial), unfinished(partial):
        with partial.open("xb") as file:
            held(file)
            file.writelines(part.encode("utf-8") for part in parts)
        yield partial


def hash_of(content: Content) -> str:
    """Return the hash of an output."""
    return digest(content) if isinstance(content, bytes) else of_file(content) or ""


def stamp_of(hashes: Mapping[str, str]) -> str:
    """Return the hash of all that some files say, given the hash of each."""
    return digest(*(f"{name} {hashes[name]}" for name in sorted(hashes)), "")


def _put(path: Path, content: Content) -> None:
    """Write an output."""
    if isinstance(content, bytes):
        write_bytes(path, content)
        return
    refuse_input(path)
    with writable(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        put_into_place(content, path)


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
    kept: dict[str, str] = field(default_factory=dict)
    say: Callable[[str], None] = lambda _: None
    code: str = ""

    def claim(self, contents: Mapping[str, Content], others: Iterable[str]) -> None:
        """Refuse to overwrite the files of others; record what is about to be written, in case the build is cut off.

        `others` are names of files that will be marked as comparatex's, so that a later build knows them again.
        """
        hashes = {name: hash_of(content) for name, content in contents.items()}
        for name in (*hashes, *others):
            if self._state(name, hashes.get(name, "")) == "foreign":
                raise foreign(self.folder / name)
        manifest = self.folder / MANIFEST
        if provenance.load(self.folder) is None and manifest.exists() and not forced():
            raise foreign(manifest)
        left = {name: hash_ for name, hash_ in self.earlier.pending.items() if of_file(self.folder / name) == hash_}
        outputs = {**self.earlier.outputs, **left}
        provenance.save(self.folder, replace(self.earlier, stamp="", outputs=outputs, pending=hashes))

    def _state(self, name: str, hash_: str) -> Literal["same", "ours", "edited", "foreign"]:
        """Return whose file it is that this build would overwrite with content of this hash."""
        path, earlier = self.folder / name, self.earlier
        now = of_file(path)
        if path.is_dir() or not path.resolve().is_relative_to(self.folder.resolve()):
            return "foreign"  # the second: a link leads elsewhere
        if now == hash_:
            return "same"
        if now in (None, earlier.outputs.get(name), earlier.pending.get(name)) or forced():
            return "ours"
        if name in earlier.outputs:
            return "edited"
        return "ours" if is_marked(path) else "foreign"

    def write_if_changed(self, name: str, content: Content, recipe: str = "") -> None:
        """Write an output unless the file has this content already; then its time stays too."""
        path, hash_ = self.folder / name, hash_of(content)
        state = self._state(name, hash_)
        if state == "foreign":
            raise foreign(path)
        if state == "edited":
            self._keep_edited(name, content, hash_)
            return
        if state != "same":
            _put(path, content)
        self._record(name, hash_, recipe)

    def _keep_edited(self, name: str, content: Content, hash_: str) -> None:
        """Keep an edited file, and write the new version beside it, unless that is the version that was edited.

        Whoever removes the file beside it has taken over what was new in it.
        """
        path, beside, earlier = self.folder / name, new_name(name), self.earlier.outputs
        taken_over = beside in earlier and not (self.folder / beside).exists()
        self.outputs[name], self.kept[name] = earlier[beside if taken_over else name], of_file(path) or ""
        if hash_ == self.outputs[name]:
            return
        if self._state(beside, hash_) in ("edited", "foreign"):
            raise foreign(self.folder / beside)
        _put(self.folder / beside, content)
        self.outputs[beside] = hash_
        self.say(
            f"Note: {path} was edited, so it is kept. The new version is {self.folder / beside}: take over what is "
            "new in it, then remove it."
        )

    def keep_if_current(self, name: str, recipe: str) -> bool:
        """Keep an output that is there and made of the same; return whether it is."""
        hash_ = self.earlier.outputs.get(name)
        if hash_ is None or self.earlier.recipes.get(name) != recipe or of_file(self.folder / name) != hash_:
            return False
        self._record(name, hash_, recipe)
        return True

    def _record(self, name: str, hash_: str, recipe: str) -> None:
        self.outputs[name] = hash_
        if recipe:
            self.recipes[name] = recipe

    def remove_stale(self) -> None:
        """Remove files of the earlier build that this one no longer has, unless somebody has changed them."""
        for name in self.earlier.outputs.keys() - self.outputs.keys():
            path = (self.folder / name).resolve()
            if path.is_relative_to(self.folder.resolve()) and of_file(path) == self.earlier.outputs[name]:
                path.unlink()

    def finish(self, stamp: str, engine: str | None, **about: Any) -> None:
        """Write the manifest, by which the report or audit is complete."""
        manifest = Manifest(
            kind=self.earlier.kind,
            outputs=dict(sorted(self.outputs.items())),
            kept=dict(sorted(self.kept.items())),
            recipes=dict(sorted(self.recipes.items())),
            code=self.code,
            engine=engine,
            stamp=stamp,
            versions={"comparatex": __version__, **provenance.versions()},
            **about,
        )
        provenance.save(self.folder, manifest)


def new_name(name: str) -> str:
    """Return the name of the file beside one that was edited.

    >>> new_name("figures/mcm.tex")
    'figures/mcm.new.tex'
    """
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}.new{dot}{suffix}"


def start(folder: Path, kind: str = "report", say: Callable[[str], None] = lambda _: None, code: str = "") -> Build:
    """Begin a build in a folder; `code` is the hash of what makes it, taken before any of that was read."""
    earlier = provenance.load(folder) or Manifest(kind=kind)
    if earlier.kind != kind:
        holds = {"report": "a report", "audit": "an audit"}.get(earlier.kind, "something else")
        raise ComparatexError(f"{folder} holds {holds}: name another folder.")
    return Build(folder, earlier, say=say, code=code)


def depfile(target: Path, needed: Iterable[Path]) -> str:
    r"""Return what a file depends on, in the syntax of make; ninja reads it too.

    >>> print(depfile(Path("out/a"), [Path("my data.csv")]), end="")
    out/a: my\ data.csv
    my\ data.csv:
    """
    first, *names = (re.sub(r"([ #\\])", r"\\\1", path.as_posix()).replace("$", "$$") for path in (target, *needed))
    return "".join(f"{line}\n" for line in (f"{first}: {' '.join(names)}", *(f"{name}:" for name in names)))


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


def hash_now(path: Path) -> str | None:
    """Return the hash of a file, which is read again only where its times or size have changed; None without a file."""
    try:
        status = path.stat()
    except OSError:  # an editor may be about to replace it
        return None
    times = (status.st_mtime_ns, status.st_ctime_ns)
    settled = time.time_ns() - max(times) >= _SETTLED  # or else another change might leave the same time
    return _hash_at(path, times, status.st_size, status.st_ino) if settled else of_file(path)


@cache
def _hash_at(path: Path, *_: object) -> str | None:
    return of_file(path)


_SETTLED = 2_500_000_000
"""Nanoseconds after which a change has another time: file systems have steps of up to two seconds."""
