"""Files above a paper's folder, brought into it under names that the paper is made to use."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

_TEXT = (".tex", ".sty", ".cls", ".clo", ".def", ".cfg")
_UPWARDS = re.compile(r"(?<![\w./\\-])(?:\.\./)+[^\s{}\\\",%#]*")
_FOLDER = "above"


def relative(path: str | Path, home: Path) -> str:
    """Return a file's place as seen from a folder, with forward slashes."""
    return Path(os.path.relpath(os.path.normpath(home / path), home)).as_posix()


def folder_for(home: Path) -> str:
    """Return a name for the folder of what is brought in, which the paper has not."""
    name = _FOLDER
    while (home / name).exists():
        name += "-"
    return name


def renamed(name: str, folder: str) -> str:
    """Return the name of a file inside the paper: every step upwards becomes a step into a folder.

    Examples
    --------
    >>> renamed("../../shared/intro.tex", "above")
    'above/above/shared/intro.tex'
    >>> renamed("figures/mcm.tex", "above")
    'figures/mcm.tex'
    """
    return re.sub(r"(?<![^/])\.\.(?=/)", folder, name)


def rewritten(name: str, content: bytes, brought: Iterable[str], folder: str) -> bytes:
    r"""Return a file with the names of what is brought in, or the beginnings of these, changed.

    Parameters
    ----------
    name : str
        Of the file; only text that TeX reads is changed.
    content : bytes
        Of the file, in any encoding that has ASCII.
    brought : iterable of str
        Names of the files as seen from the paper's folder, ``../`` in front.
    folder : str
        From `folder_for`.

    Examples
    --------
    >>> source = rb"\input{../shared/intro} \graphicspath{{../shared/}} See ../elsewhere."
    >>> rewritten("paper.tex", source, ["../shared/intro.tex"], "above").decode()
    '\\input{above/shared/intro} \\graphicspath{{above/shared/}} See ../elsewhere.'
    """
    known = tuple(brought)
    if not known or not name.endswith(_TEXT):
        return content

    def inside(found: re.Match[str]) -> str:
        begun = any(one.startswith(found[0]) for one in known)
        return renamed(found[0], folder) if begun else found[0]

    text = content.decode("utf-8", errors="surrogateescape")
    return _UPWARDS.sub(inside, text).encode("utf-8", errors="surrogateescape")
