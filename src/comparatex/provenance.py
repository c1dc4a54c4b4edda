"""What was made from what: hashes of files, and a report's manifest, which remembers them.

Imports none of the numerical libraries, so that a build with nothing to do is over at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from comparatex.files import (
    PACKAGE,
    TEMPLATES,
    beside,
    relative_to,
    template_files,
    was_read,
    whole_record,
    write_text,
)

MANIFEST = "manifest.json"
STYLE = "comparatex.sty"
MAKER = "comparatex"
GROUPS = "groups"
"""Folder of the reports of groups of tasks."""

MEASURES = "measures"
"""Folder of the reports of measures, where there are several."""

PARTS = (GROUPS, MEASURES)
STAMP = "stamp.tex"
"""File of a report that holds the hash of all that it says."""

PDF = "report.pdf"
PAGE = "report.html"
"""The report as one page, where that is asked for."""


@dataclass(frozen=True)
class Manifest:
    """The record of a report; files are named relative to its folder, and hashes are those of their contents."""

    kind: str = "report"
    """What the folder holds: a report or an audit."""

    stamp: str = ""
    """The hash of all that the report says; empty before it is finished."""

    versions: Mapping[str, str] = field(default_factory=dict)
    engine: str | None = None
    """The TeX engine; None: nothing was compiled."""

    options: Mapping[str, Any] = field(default_factory=dict)
    """What was asked for on the command line, defaults included."""

    settings: Mapping[str, Any] = field(default_factory=dict)
    """The settings of the analysis, and those that all artefacts share."""

    inputs: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)
    """Files with the hash of what was made; of one that was edited, of what it was edited from."""

    recipes: Mapping[str, str] = field(default_factory=dict)
    """Of what is costly, the hash of all that it is made of."""

    code: str = ""
    """The hash of the package and of the templates in use."""

    pending: Mapping[str, str] = field(default_factory=dict)
    """Files that a build in progress is about to write."""

    kept: Mapping[str, str] = field(default_factory=dict)
    """Outputs that somebody has edited, and what they name, with the hash that they have."""

    searched: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Folders and patterns: the ``format`` that was stated, and the ``files``."""


_WORDS = ("kind", "stamp", "code")
_TABLES = tuple(part.name for part in fields(Manifest) if part.name not in (*_WORDS, "engine"))
_OF_FILES = ("inputs", "outputs", "pending", "kept", "searched")
_IF_ANY = ("pending", "kept", "searched")
_FIRST_VERSION = {part.name for part in fields(Manifest)} - {"kind", *_IF_ANY}
"""Keys of the manifests of version 0.1.0, which do not name their maker."""


def load(folder: Path) -> Manifest | None:
    """Return the manifest of a report, or None where there is none that comparatex has written."""
    try:
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or (content.get("maker") != MAKER and content.keys() != _FIRST_VERSION):
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
    content: dict[str, Any] = json.loads(json.dumps(dict(options), default=str, sort_keys=True))
    return content


def digest(*parts: bytes | str) -> str:
    """Return the SHA-256 of some content; where one part ends counts.

    >>> digest("ab", "c") == digest("a", "bc")
    False
    """
    if len(parts) == 1:
        (part,) = parts
        return hashlib.sha256(part.encode("utf-8") if isinstance(part, str) else part).hexdigest()
    return digest("".join(map(digest, parts)))


def of_file(path: Path) -> str | None:
    """Return the SHA-256 of a file, a database with its log, or None when it cannot be read, or read only once."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            content = hashlib.file_digest(file, "sha256")
        content.update(beside(path, "-wal"))  # in which a database has its latest changes
        return content.hexdigest()
    except OSError:
        return None


def of_code(templates: Iterable[Path] = ()) -> str:
    """Return the hash of the package, with its templates and those in folders of the user."""
    ours = sorted((*PACKAGE.rglob("*.py"), *template_files(TEMPLATES)))
    theirs = [path for home in templates for path in template_files(home)]
    contents = [path.read_bytes() for path in ours] + [was_read(path, path.read_bytes()) for path in theirs]
    return digest(*(path.name for path in (*ours, *theirs)), *contents)


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that compute and draw."""
    from importlib.metadata import version

    packages = ("numpy", "scipy", "pandas", "matplotlib", "jinja2", "pypdfium2")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def relative(path: Path, folder: Path) -> str:
    """Return a path as it is seen from a folder, with slashes; a link stays one, for it may lead elsewhere later."""
    return relative_to(path.absolute(), folder.resolve())


def hashes_read(paths: Iterable[Path], *records: Mapping[str, str]) -> dict[Path, str]:
    """Return the hash of what was read from each file; that of the file itself where nothing tells what was read."""
    of_place = dict[str, str]()
    for record in records:
        of_place |= {place: hash_ if of_place.get(place, hash_) == hash_ else "" for place, hash_ in record.items()}
    of_place |= whole_record().files
    hashes = {path: of_place.get(os.path.abspath(path), of_file(path)) for path in paths}  # noqa: PTH100
    return {path: hash_ for path, hash_ in hashes.items() if hash_ is not None}
