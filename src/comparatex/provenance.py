"""What was made from what: hashes, the stamps in fragments and PDFs, and the manifest of a report.

Imports nothing of the numerical libraries: a build that has nothing to do must know so at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from comparatex.files import write_text
from comparatex.places import PACKAGE, TEMPLATES

MANIFEST = "manifest.json"
_STAMP = "% Stamp of what it shows: "
_STAMPED = re.compile(rf"^{re.escape(_STAMP)}([0-9a-f]{{16}})\n", re.MULTILINE)


@dataclass(frozen=True)
class Manifest:
    """The record of a report.

    Parameters
    ----------
    inputs, outputs : mapping of str to str
        The hash of each file, by its path relative to the report.
    recipes : mapping of str to str
        For what is costly, the hash of all that it is made of.
    options : mapping
        What was asked for on the command line, defaults included.
    settings : mapping
        The settings of the analysis, and those that all artefacts share.
    code : str
        The hash of the package and of the templates in use.
    engine : str or None
        The TeX engine; None: nothing was compiled.
    stamp : str
        The hash of all that the report says.
    versions : mapping of str to str
        Of comparatex and of what it computes with.
    """

    inputs: Mapping[str, str] = field(default_factory=dict)
    outputs: Mapping[str, str] = field(default_factory=dict)
    recipes: Mapping[str, str] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    code: str = ""
    engine: str | None = None
    stamp: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)


def load(folder: Path) -> Manifest | None:
    """Return the manifest of a report, or None where there is none that can be understood."""
    try:
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    tables = ("inputs", "outputs", "recipes", "options", "settings", "versions")
    if not isinstance(content, dict) or not all(isinstance(content.get(name, {}), dict) for name in tables):
        return None
    return Manifest(
        **{name: content.get(name, {}) for name in tables},
        code=str(content.get("code", "")),
        engine=content.get("engine"),
        stamp=str(content.get("stamp", "")),
    )


def save(folder: Path, manifest: Manifest) -> Path:
    """Write the manifest of a report."""
    order = ("stamp", "versions", "engine", "options", "settings", "inputs", "outputs", "recipes", "code")
    content = {name: getattr(manifest, name) for name in order}
    text = json.dumps(content, indent=2, ensure_ascii=False, default=str)
    return write_text(folder / MANIFEST, text + "\n")


def plain(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options as the manifest has them: lists for tuples, texts for paths."""
    found: dict[str, Any] = json.loads(json.dumps(dict(options), default=str, sort_keys=True))
    return found


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
    """Return the SHA-256 of a file, or None when it cannot be read."""
    try:
        return digest(path.read_bytes())
    except OSError:
        return None


def of_files(paths: Iterable[Path]) -> str:
    """Return one hash of several files, of their names and contents, in whatever order."""
    return digest(*(part for path in sorted(paths) for part in (path.name, path.read_bytes())), "")


def of_code(*parts: str, templates: Iterable[Path] = ()) -> str:
    """Return the hash of the package, or of some folders in it, with all templates and those of the user."""
    homes = [PACKAGE / part for part in parts] or [PACKAGE]
    files = [path for home in homes for path in home.rglob("*.py")]
    styles = [path for home in (TEMPLATES, *templates) for path in home.iterdir() if path.is_file()]
    return digest(of_files(files), of_files(styles))


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that compute and draw."""
    from importlib.metadata import version

    packages = ("numpy", "scipy", "pandas", "matplotlib", "jinja2", "pypdfium2")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def relative(path: Path, folder: Path) -> str:
    """Return a path as it is seen from a folder, with slashes."""
    return Path(os.path.relpath(path.resolve(), folder.resolve())).as_posix()


def stamped(tex: str) -> str:
    """Return a fragment that says, on its second line, the hash of all that it shows."""
    first, end, rest = tex.partition("\n")
    return f"{first}{end}{_STAMP}{digest(tex)[:16]}\n{rest}"


def is_ours(tex: str) -> bool:
    """Tell whether a fragment is as comparatex wrote it."""
    return bool(_STAMPED.search(tex)) and not edited(tex)


def edited(tex: str) -> bool:
    r"""Tell whether a fragment was changed after it was stamped.

    >>> edited(stamped("% A\n1")), edited(stamped("% A\n1").replace("1", "2")), edited("% A")
    (False, True, False)
    """
    found = _STAMPED.search(tex)
    return found is not None and stamped(tex[: found.start()] + tex[found.end() :]) != tex
