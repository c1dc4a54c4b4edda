"""What was made from what: a report's manifest, and builds, which write what has changed and keep what was edited.

Imports none of the numerical libraries, so that a build with nothing to do is over at once.
"""

from __future__ import annotations

import json
import os
import platform
import re
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

from comparatex.errors import ComparatexError
from comparatex.files import (
    PACKAGE,
    TEMPLATES,
    digest,
    forced,
    foreign,
    of_file,
    relative_to,
    state_of,
    template_files,
    was_read,
    whole_record,
    write_bytes,
    write_text,
)
from comparatex.stamps import MAKER, is_marked
from comparatex.version import __version__

K = TypeVar("K")
MANIFEST = "manifest.json"
GROUPS = "groups"  # folder of the reports of groups of tasks
MEASURES = "measures"  # folder of the reports of measures, where there are several
PARTS = (GROUPS, MEASURES)
STAMP = "stamp.tex"  # file of a report that holds the hash of all that it says
PDF = "report.pdf"
PAGE = "report.html"  # the report as one page, where that is asked for
IMAGE = "report.png"  # what links to that page show


@dataclass(frozen=True)
class Manifest:
    """The record of a report; files are named relative to its folder, and hashes are those of their contents."""

    kind: str = "report"  # what the folder holds: a report or an audit
    stamp: str = ""  # the hash of all that the report says; empty before it is finished
    versions: dict[str, str] = field(default_factory=dict)
    engine: str | None = None  # the TeX engine; None: nothing was compiled
    options: dict[str, Any] = field(default_factory=dict)  # what was asked for on the command line, defaults included
    settings: dict[str, Any] = field(default_factory=dict)  # of the analysis, and those that all artefacts share
    inputs: dict[str, str] = field(default_factory=dict)
    outputs: dict[str, str] = field(default_factory=dict)
    """Files with the hash of what was made; of one that was edited, of what it was edited from."""
    recipes: dict[str, str] = field(default_factory=dict)  # of what is costly, the hash of all that it is made of
    code: str = ""  # the hash of the package and of the templates in use
    pending: dict[str, str] = field(default_factory=dict)  # files that a build in progress is about to write
    kept: dict[str, str] = field(default_factory=dict)
    """Outputs that somebody has edited, and what they name, with the hash that they have."""
    searched: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Folders and patterns: the ``format`` that was stated, and the ``files``."""


_WORDS = ("kind", "stamp", "code")
_TABLES = tuple(part.name for part in fields(Manifest) if part.name not in (*_WORDS, "engine"))
_OF_FILES = ("inputs", "outputs", "pending", "kept", "searched")
_IF_ANY = ("pending", "kept", "searched")


def load(folder: Path) -> Manifest | None:
    """Return the manifest of a report, or None where there is none that comparatex has written."""
    try:
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.get("maker") != MAKER:
        return None
    tables = {name: content.get(name, {}) for name in _TABLES}
    if not all(isinstance(table, dict) for table in (*tables.values(), *tables["searched"].values())):
        return None
    if not all(name and "\0" not in name for table in _OF_FILES for name in tables[table]):
        return None
    words: dict[str, Any] = {name: str(content[name]) for name in _WORDS if name in content}
    return Manifest(**tables, **words, engine=content.get("engine"))


def save(folder: Path, manifest: Manifest) -> Path:
    """Write the manifest of a report."""
    content = {"maker": MAKER} | {
        part.name: getattr(manifest, part.name)
        for part in fields(Manifest)
        if part.name not in _IF_ANY or getattr(manifest, part.name)
    }
    text = json.dumps(content, indent=2, ensure_ascii=False, default=str)
    path = write_text(folder / MANIFEST, text + "\n")
    touch(folder)
    return path


def touch(folder: Path) -> None:
    """Set the manifest's time to the start of the command: make takes whatever changes later for newer."""
    began = whole_record().began
    with suppress(OSError):  # a folder that cannot be written to has not changed either
        os.utime(folder / MANIFEST, ns=(began, began))


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as the manifest has them: lists for tuples, texts for paths."""
    return dict(json.loads(json.dumps(dict(options), default=str, sort_keys=True)))


def of_code(templates: Iterable[Path] = ()) -> str:
    """Return the hash of the package, with its templates and those in folders of the user."""
    theirs = [path for home in templates for path in template_files(home)]
    contents = [was_read(path, path.read_bytes()) for path in theirs]
    return digest(_of_ours(state_of([TEMPLATES])), *(path.name for path in theirs), *contents)


@cache
def _of_ours(_: object) -> str:
    """Return the hash of the package, whose modules stay as they were imported, with its templates."""
    paths = sorted((*PACKAGE.rglob("*.py"), *template_files(TEMPLATES)))
    return digest(*(path.name for path in paths), *(path.read_bytes() for path in paths))


@cache
def versions() -> dict[str, str]:
    """Return the versions of comparatex, of Python and of the packages that compute and draw."""
    from importlib.metadata import version

    packages = ("numpy", "scipy", "pandas", "matplotlib", "jinja2", "pypdfium2")
    return {
        "comparatex": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


def relative(path: Path, folder: Path) -> str:
    """Return a path as it is seen from a folder, with slashes; a link stays one, for it may lead elsewhere later."""
    return relative_to(path.absolute(), folder.resolve())


# ------------------------------------------------------------------------------------------------------ builds
def stamp_of(hashes: Mapping[str, str]) -> str:
    """Return the hash of all that some files say, given the hash of each."""
    return digest(*(f"{name} {hashes[name]}" for name in sorted(hashes)), "")


@dataclass(frozen=True)
class Build:
    """A build in progress: the folder, what an earlier build left in it, and what this one has made so far.

    A file is overwritten if it is as a build left it, or is marked as comparatex's. One that has been edited since is
    kept, and the new version is written beside it; any other file stops the build.
    """

    folder: Path
    earlier: Manifest
    manifest: Manifest
    say: Callable[[str], None] = lambda _: None

    def write_all(self, contents: Mapping[str, bytes], marked: Iterable[str]) -> None:
        """Write the texts of the build, unless a file of others is where one of its files goes.

        `marked` are names of files that will be marked as comparatex's, so that a later build knows them again; the
        manifest records the others beforehand, in case the build is cut off.
        """
        hashes = {name: digest(content) for name, content in contents.items()}
        for name in (*hashes, *marked):
            if self._state(name, hashes.get(name, "")) == "foreign":
                raise foreign(self.folder / name)
        path = self.folder / MANIFEST
        if load(self.folder) is None and path.exists() and not forced():
            raise foreign(path)
        cut_off = {name: hash_ for name, hash_ in self.earlier.pending.items() if of_file(self.folder / name) == hash_}
        outputs = {**self.earlier.outputs, **cut_off}
        save(self.folder, replace(self.earlier, stamp="", outputs=outputs, pending=hashes))
        for name, content in contents.items():
            self.write(name, content)

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

    def write(self, name: str, content: bytes, recipe: str = "") -> None:
        """Write an output unless the file has this content already; then its time stays too."""
        path, hash_ = self.folder / name, digest(content)
        state = self._state(name, hash_)
        if state == "foreign":
            raise foreign(path)
        if state == "edited":
            self._keep_edited(name, content, hash_)
            return
        if state != "same":
            write_bytes(path, content)
        self._record(name, hash_, recipe)

    def _keep_edited(self, name: str, content: bytes, hash_: str) -> None:
        """Keep an edited file, and write the new version beside it, unless that is the version that was edited.

        Whoever removes the file beside it has taken over what was new in it.
        """
        path, beside, earlier = self.folder / name, new_name(name), self.earlier.outputs
        taken_over = beside in earlier and not (self.folder / beside).exists()
        edited_from = earlier[beside if taken_over else name]
        self.manifest.outputs[name], self.manifest.kept[name] = edited_from, of_file(path) or ""
        if hash_ == edited_from:
            return
        if self._state(beside, hash_) in ("edited", "foreign"):
            raise foreign(self.folder / beside)
        write_bytes(self.folder / beside, content)
        self.manifest.outputs[beside] = hash_
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
        self.manifest.outputs[name] = hash_
        if recipe:
            self.manifest.recipes[name] = recipe

    def remove_stale(self) -> None:
        """Remove files of the earlier build that this one no longer has, unless somebody has changed them."""
        for name in self.earlier.outputs.keys() - self.manifest.outputs.keys():
            path = (self.folder / name).resolve()
            if path.is_relative_to(self.folder.resolve()) and of_file(path) == self.earlier.outputs[name]:
                path.unlink()

    def finish(self, stamp: str, engine: str | None, **about: Any) -> None:
        """Remove what is stale and write the manifest, by which the report or audit is complete."""
        self.remove_stale()
        tables: dict[str, Any] = {
            name: dict(sorted(getattr(self.manifest, name).items())) for name in ("outputs", "kept", "recipes")
        }
        save(self.folder, replace(self.manifest, stamp=stamp, engine=engine, versions=versions(), **tables, **about))


def new_name(name: str) -> str:
    """Return the name of the file beside one that was edited.

    >>> new_name("figures/mcm.tex")
    'figures/mcm.new.tex'
    """
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}.new{dot}{suffix}"


def start(folder: Path, kind: str = "report", say: Callable[[str], None] = lambda _: None, code: str = "") -> Build:
    """Begin a build in a folder; `code` is the hash of what makes it, taken before any of that was read."""
    earlier = load(folder) or Manifest(kind=kind)
    if earlier.kind != kind:
        holds = {"report": "a report", "audit": "an audit"}.get(earlier.kind, "something else")
        raise ComparatexError(f"{folder} holds {holds}: name another folder.")
    return Build(folder, earlier, Manifest(kind=kind, code=code), say)


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
) -> NoReturn:
    """Build again whenever something is no longer what was read."""
    while True:
        wait(seconds)
        now = {key: look(key) for key in seen}
        if now != seen:
            seen = {**now, **build()}
