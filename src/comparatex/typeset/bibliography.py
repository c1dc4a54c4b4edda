r"""Bibliographies above a document's folder: BibTeX, which runs in the folder of the build, cannot see them.

It takes ``\bibliography{../refs}`` from where it runs. So the build stands in a folder a few levels deep, and
what the document names above itself is copied to the same place above the build.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

_NAMED = re.compile(r"\\(bibliography|bibliographystyle|addbibresource)\s*(?:\[[^]]*\])?\s*\{([^{}]*)\}")
_SUFFIX = {"bibliography": ".bib", "bibliographystyle": ".bst", "addbibresource": ""}
_COMMENT = re.compile(r"(?<!\\)%.*")
_DEPTH = 6


def named(text: str) -> Iterator[str]:
    r"""Yield the files of bibliographies, and of their styles, that a LaTeX text names.

    Examples
    --------
    >>> list(named(r"\bibliographystyle{plain}\bibliography{refs, ../more.bib}%\bibliography{old}"))
    ['plain.bst', 'refs.bib', '../more.bib']
    """
    for command, names in _NAMED.findall(_COMMENT.sub("", text)):
        for name in filter(None, map(str.strip, names.split(","))):
            suffix = _SUFFIX[command]
            yield name if name.endswith(suffix) else name + suffix


def deep(folder: Path) -> Path:
    """Make a folder a few levels down, so that there is room above it."""
    build = folder.joinpath(*["above"] * _DEPTH)
    build.mkdir(parents=True)
    return build


def bring(tex: Path, build: Path) -> None:
    """Copy the bibliographies above a document's folder to the same place above a build from `deep`."""
    for source in {tex, *(path for path in tex.parent.glob("*.tex") if path.is_file())}:
        for name in named(source.read_text(encoding="utf-8", errors="replace")):
            steps = len(Path(name).parts) - len([part for part in Path(name).parts if part != ".."])
            if 0 < steps <= _DEPTH and (tex.parent / name).is_file():
                place = build / name
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(tex.parent / name, place)
