"""Archives of a paper or a report that compile alone: for arXiv with the bibliography, for Overleaf with its source."""

from __future__ import annotations

import gzip
import io
import os
import re
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from comparatex.errors import DataError, TypesetError, UsageError
from comparatex.files import write_bytes
from comparatex.typeset.compile import Typeset, named_bibliographies, typeset
from comparatex.typeset.engines import Engine

Kind = Literal["arxiv", "overleaf"]

_DISTRIBUTED = re.compile(
    r"/(?:texlive|texmf-[a-z]+|miktex)|^/(?:usr/share|var/lib|etc)/texmf", re.IGNORECASE
)

_SOURCES = (".tex", ".sty", ".cls", ".clo", ".def", ".cfg", ".pdf", ".png", ".jpg")
_BIBLIOGRAPHY = (".bib", ".bst", ".bbx", ".cbx", ".lbx")
_DOCUMENT = re.compile(r"^[^%\n]*\\documentclass\b", re.MULTILINE)
_ARXIV_NAME = re.compile(r"[A-Za-z0-9_+\-.,=/]+")
_EPOCH = (1980, 1, 1, 0, 0, 0)
_TEX_SUFFIXES = (".tex", ".sty", ".cls", ".clo", ".def", ".cfg")
_UPWARDS = re.compile(r"(?<![\w./\\-])(?:\.\./)+[^\s{}\\\",%#]*")
_PARENT_FILES = "above"


def bundle(
    folder: Path, output: Path, kind: Kind, engine: Engine, main: str | None = None
) -> tuple[str, ...]:
    """Write an archive that compiles alone, and return the names of the files in it.

    Parameters
    ----------
    folder : Path
        A paper or a report. What it reads from folders above comes into a folder ``above`` of the archive, and
        the sources in the archive name it there.
    output : Path
        The archive: ``.zip``, ``.tar.gz`` or ``.tgz``.
    kind : {"arxiv", "overleaf"}
        arXiv does not run BibTeX, so it gets its result; Overleaf gets the bibliography to work on.
    engine : Engine
        The TeX engine; what it reads is what the archive holds.
    main : str, optional
        The document, by default ``document.tex`` or the only one in the folder that has a class.

    Raises
    ------
    UsageError
        The suffix or the document is unknown.
    DataError
        The document reads a file by its whole path, or arXiv does not take a name.
    TypesetError
        The document does not compile, or what is in the archive does not compile alone.
    """
    pack = next((pack for suffix, pack in _PACKERS.items() if output.name.endswith(suffix)), None)
    if pack is None:
        raise UsageError(f"{output} ends with none of {', '.join(_PACKERS)}.")
    document = _document(folder, main)
    files = _archive_files(folder, document, typeset(document, engine), kind)
    if kind == "arxiv":
        _refuse_names(files)
    _compile_alone(files, document.name, engine)
    write_bytes(output, pack(dict(sorted(files.items()))))
    return tuple(sorted(files))


def _document(folder: Path, main: str | None) -> Path:
    if main:
        if not (folder / main).is_file():
            raise UsageError(f"There is no document {main} in the folder {folder.resolve().name}.")
        return folder / main
    sources = sorted(path for path in folder.glob("*.tex") if path.is_file())
    found = [path for path in sources if _DOCUMENT.search(path.read_text(encoding="utf-8", errors="replace"))]
    if len(found) != 1:
        what = f"several documents: {', '.join(path.name for path in found)}" if found else "no document"
        raise UsageError(f'{folder} has {what}; name one by `main="FILE"`.')
    return found[0]


def _archive_files(folder: Path, document: Path, done: Typeset, kind: Kind) -> dict[str, bytes]:
    """Return what the archive holds, by name; what lies above the folder comes into it."""
    names = {document.name, *_files_read(folder, done)}
    if kind == "overleaf" or not done.bbl:
        found = (path for path in folder.rglob("*") if path.suffix in _BIBLIOGRAPHY and path.is_file())
        names |= {path.relative_to(folder).as_posix() for path in found}
        names |= set(_bibliographies_above(folder, names))
    names = {name for name in names if not name.endswith(".bbl")}
    above, place = [name for name in names if name.startswith("../")], _folder_for_parent_files(folder)
    files = {
        _moved_inside(name, place): _with_names_inside(name, (folder / name).read_bytes(), above, place)
        for name in names
    }
    if kind == "arxiv" and done.bbl:
        files[f"{document.stem}.bbl"] = done.bbl
    return {path.name: path.read_bytes() for path in _personal(folder, done)} | files


def _bibliographies_above(folder: Path, names: set[str]) -> Iterator[str]:
    """Yield the bibliographies above the folder that packed sources name: BibTeX reads them, TeX does not."""
    for source in names:
        if source.endswith(".tex"):
            text = (folder / source).read_text(encoding="utf-8", errors="replace")
            found = (_place_from(name, folder.resolve()) for name in named_bibliographies(text))
            yield from (name for name in found if name.startswith("../") and (folder / name).is_file())


def _personal(folder: Path, done: Typeset) -> Iterator[Path]:
    """Yield the files from the user's own TeX tree, which nobody else has."""
    for path in map(Path, done.read):
        distributed = _DISTRIBUTED.search(path.as_posix()) or path.is_relative_to(folder.resolve())
        if path.is_absolute() and path.suffix in _SOURCES and path.is_file() and not distributed:
            yield path


def _files_read(folder: Path, done: Typeset) -> Iterator[str]:
    """Yield the files that TeX read by names from the folder: those in it, and those above it with ``../``."""
    home = folder.resolve()
    for name in done.read:
        place = _place_from(name, home)
        nameable = not Path(name).is_absolute() or not place.startswith("../")
        if nameable and (home / place).is_file():
            yield place


def _refuse_names(files: Mapping[str, bytes]) -> None:
    for name in files:
        if not _ARXIV_NAME.fullmatch(name):
            raise DataError(
                f"arXiv does not take the file name {name!r}: use letters, digits and _ + - . , = only."
            )


def _compile_alone(files: Mapping[str, bytes], document: str, engine: Engine) -> None:
    """Compile what the archive holds in an empty folder."""
    with tempfile.TemporaryDirectory(prefix="comparatex-") as name:
        for file, content in files.items():
            write_bytes(Path(name) / file, content)
        try:
            done = typeset(Path(name) / document, engine)
        except TypesetError as error:
            text = str(error).replace(f"{name}{os.sep}", "")
            raise TypesetError(f"The bundle does not compile alone. {text}") from error
        for path in _personal(Path(name), done):
            raise DataError(
                f"The document reads {path} by its whole path, which only this computer has: move the file to the "
                "document's folder, and name it from there."
            )


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive, the same for the same files."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            about = zipfile.ZipInfo(name, _EPOCH)
            about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(about, content)
    return target.getvalue()


def _tar(files: Mapping[str, bytes]) -> bytes:
    """Return a compressed tar archive, the same for the same files."""
    target = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=target, mode="wb", mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w") as archive,
    ):
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size, about.mode = len(content), 0o644
            archive.addfile(about, io.BytesIO(content))
    return target.getvalue()


_PACKERS = {".zip": _zip, ".tar.gz": _tar, ".tgz": _tar}


def _place_from(path: str | Path, home: Path) -> str:
    """Return a file's place as seen from a folder, with forward slashes."""
    return Path(os.path.relpath(os.path.normpath(home / path), home)).as_posix()


def _folder_for_parent_files(home: Path) -> str:
    """Return a name for the folder of files from parent folders, one that the paper has not."""
    name = _PARENT_FILES
    while (home / name).exists():
        name += "-"
    return name


def _moved_inside(name: str, folder: str) -> str:
    """Return the name of a file inside the paper: every step upwards becomes a step into a folder.

    Examples
    --------
    >>> _moved_inside("../../shared/intro.tex", "above")
    'above/above/shared/intro.tex'
    >>> _moved_inside("figures/mcm.tex", "above")
    'figures/mcm.tex'
    """
    return re.sub(r"(?<![^/])\.\.(?=/)", folder, name)


def _with_names_inside(name: str, content: bytes, parent_files: Iterable[str], folder: str) -> bytes:
    r"""Return a file in which names of parent files, or their beginnings, are those inside the paper.

    Parameters
    ----------
    name : str
        Of the file; only text that TeX reads is changed.
    content : bytes
        Of the file, in any encoding that has ASCII.
    parent_files : iterable of str
        Names of the files as seen from the paper's folder, ``../`` in front.
    folder : str
        From `_folder_for_parent_files`.

    Examples
    --------
    >>> source = rb"\input{../shared/intro} \graphicspath{{../shared/}} See ../elsewhere."
    >>> _with_names_inside("paper.tex", source, ["../shared/intro.tex"], "above").decode()
    '\\input{above/shared/intro} \\graphicspath{{above/shared/}} See ../elsewhere.'
    """
    known = tuple(parent_files)
    if not known or not name.endswith(_TEX_SUFFIXES):
        return content

    def inside(found: re.Match[str]) -> str:
        begun = any(one.startswith(found[0]) for one in known)
        return _moved_inside(found[0], folder) if begun else found[0]

    text = content.decode("utf-8", errors="surrogateescape")
    return _UPWARDS.sub(inside, text).encode("utf-8", errors="surrogateescape")
