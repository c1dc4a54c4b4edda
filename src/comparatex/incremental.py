"""Incremental builds: what has changed since the last one, and what can stay as it is."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from comparatex import provenance
from comparatex.files import check_ownership, write_bytes
from comparatex.provenance import MANIFEST, STAMP, Manifest, differing, digest, of_file, relative, tampered


@dataclass(frozen=True)
class Build:
    """A build in progress: the folder, what an earlier build left in it, and what this one has made so far."""

    folder: Path
    earlier: Manifest
    outputs: dict[str, str] = field(default_factory=dict)
    recipes: dict[str, str] = field(default_factory=dict)

    def write_if_changed(self, name: str, content: bytes, recipe: str = "") -> Path:
        """Write an output unless the file has this content already; then its time stays too."""
        path, made = self.folder / name, digest(content)
        if of_file(path) != made:
            write_bytes(path, content)
        self._record(name, made, recipe)
        return path

    def keep_if_current(self, name: str, recipe: str) -> bool:
        """Keep an output that is there and made of the same; return whether it is."""
        made = self.earlier.outputs.get(name)
        if made is None or self.earlier.recipes.get(name) != recipe or of_file(self.folder / name) != made:
            return False
        self._record(name, made, recipe)
        return True

    def _record(self, name: str, made: str, recipe: str) -> None:
        self.outputs[name] = made
        if recipe:
            self.recipes[name] = recipe

    def stamp(self) -> str:
        """Return the hash of all that the outputs say so far."""
        return digest(*(f"{name} {made}" for name, made in sorted(self.outputs.items())), "")

    def remove_stale(self) -> None:
        """Remove files of the earlier build that this one has not, unless somebody has changed them."""
        for name in self.earlier.outputs.keys() - self.outputs.keys():
            path = (self.folder / name).resolve()
            inside = path.is_relative_to(self.folder.resolve())
            if inside and path.is_file() and of_file(path) == self.earlier.outputs[name]:
                path.unlink()


def start(folder: Path) -> Build:
    """Begin a build in a folder."""
    return Build(folder, provenance.load(folder) or Manifest())


def take_ownership(folder: Path, names: Iterable[str]) -> None:
    """Refuse to build over files of such names that no build has made; mark the folder as that of a build.

    A build that is cut off leaves the mark, so that the next one takes the files for its own.
    """
    check_ownership(folder, names, (MANIFEST, STAMP))
    if not (folder / MANIFEST).is_file():
        provenance.save(folder, Manifest())


def why_stale(
    folder: Path, inputs: Iterable[Path], options: Mapping[str, Any], templates: Iterable[Path] = ()
) -> str:
    """Return why a report must be built again; nothing when it is what a build would give.

    Parameters
    ----------
    folder : Path
        The report.
    inputs : iterable of Path
        The tables of scores.
    options : mapping
        What is asked for.
    templates : iterable of Path
        Folders of the user's templates.
    """
    if not (folder / MANIFEST).is_file():
        return f"{folder} has no {MANIFEST}."
    manifest = provenance.load(folder)
    if manifest is None or not manifest.stamp:
        return f"{folder} was not finished."
    asked = provenance.plain(options)
    names = manifest.options.keys() | asked.keys()
    other = sorted(name for name in names if manifest.options.get(name) != asked.get(name))
    if other:
        return f"Other settings: {', '.join(other)}."
    if manifest.code != provenance.of_code(templates=templates):
        return "comparatex or a template has changed."
    known = {relative(path, folder): of_file(path) for path in inputs}
    if known != manifest.inputs:
        return f"Changed: {', '.join(sorted(differing(known, manifest.inputs)))}."
    return tampered(folder, manifest)


def touch(folder: Path) -> None:
    """Give the manifest the time of now: it stands for the report where make compares times."""
    (folder / MANIFEST).touch()


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
    needed: Callable[[], Iterable[Path]],
    rebuild: Callable[[], None],
    wait: Callable[[float], None] = time.sleep,
    seconds: float = 0.5,
) -> None:
    """Build again whenever a file changes, until interrupted.

    Parameters
    ----------
    needed : callable
        Returns the files to look at; they may be others after a build.
    rebuild : callable
        Builds.
    wait : callable
        Waits for a number of seconds.
    seconds : float
        How often to look.
    """
    try:
        seen = _file_times(needed())
        while True:
            wait(seconds)
            now = _file_times(needed())
            if now != seen:
                seen = now
                rebuild()
    except KeyboardInterrupt:
        return


def _file_times(paths: Iterable[Path]) -> dict[Path, tuple[int, int]]:
    """Return when files were changed, and their sizes."""
    found = {}
    for path in paths:
        try:
            status = path.stat()
        except OSError:  # an editor may be about to replace it
            continue
        found[path] = (status.st_mtime_ns, status.st_size)
    return found
