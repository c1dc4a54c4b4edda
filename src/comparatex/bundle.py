"""Archives of a paper or a report that compile on their own: arXiv's with the bibliography, Overleaf's with source."""

from __future__ import annotations

import glob
import gzip
import io
import os
import re
import tarfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Literal

from comparatex.errors import DataError, TypesetError, UsageError
from comparatex.files import limited, relative_to, workplace, write_bytes
from comparatex.stamps import require_ours, write_own
from comparatex.typeset.compile import Typeset, named_bibliographies, typeset
from comparatex.typeset.engines import Engine

Kind = Literal["arxiv", "overleaf"]

_DISTRIBUTED = re.compile(r"/(?:texlive|texmf-[a-z]+|miktex)|^/(?:usr/share|var/lib|etc)/texmf", re.IGNORECASE)

_TEX_SUFFIXES = (".tex", ".sty", ".cls", ".clo", ".def", ".cfg")
_SOURCES = (*_TEX_SUFFIXES, ".pdf", ".png", ".jpg")
_BIBLIOGRAPHY = (".bib", ".bst", ".bbx", ".cbx", ".lbx")
_DOCUMENT = re.compile(r"^[^%\n]*\\documentclass\b", re.MULTILINE)
_ARXIV_NAME = re.compile(r"[A-Za-z0-9_+\-.,=/]+")
_EPOCH = (1980, 1, 1, 0, 0, 0)
_UPWARDS = re.compile(r"(?<![\w./\\-])(?:\.\./)+[^\s{}\\\",%#]*")
_NAMING = re.compile(
    r"\\(?:input|include|subfile|includegraphics|graphicspath|bibliography|addbibresource|bibliographystyle|usepackage"
    r"|RequirePackage|documentclass|LoadClass|includepdf|import|subimport|InputIfFileExists|comparatexfolder"
    r"|renewcommand\*?\s*\{?\\comparatexfolder\}?)(?![A-Za-z])\*?\s*(?:\[[^]]*\]\s*)?(?:\{(?:[^{}]|\{[^{}]*\})*\}\s*)+"
)
_COMMENT = re.compile(r"(?<!\\)%.*")
_LEFT = {
    ".aux", ".bcf", ".blg", ".fdb_latexmk", ".fls", ".log", ".out", ".toc", ".lof", ".lot", ".nav", ".snm", ".synctex",
    ".gz", ".zip", ".tgz", ".xdv",
}  # fmt: skip
"""Suffixes of what earlier runs of TeX have left, and of archives."""

_DEFINED = re.compile(r"\\(?:(?:re)?newcommand|providecommand|def)\*?\s*\{?(\\[A-Za-z]+)\}?\s*\{([^{}]*)\}")
_MOST_BELOW = 5000  # largest number of files taken from a folder above that a source names
_WHOLE_PATH = re.compile(r"The file (/.*|[A-Za-z]:[/\\\\].*) is not found")
_LARGEST = 100_000_000  # largest file that is packed, in bytes
_MARK = b"comparatex-bundle"
_PARENT_FILES = "above"


def bundle(
    folder: Path,
    output: Path,
    kind: Kind,
    engine: Engine,
    main: str | None = None,
    *,
    agree: Callable[[Sequence[str]], bool] = lambda _: False,
) -> tuple[str, ...]:
    """Write an archive that compiles alone, and return the names of the files in it.

    The paper is compiled in a copy, and cannot change anything outside it.
    """
    pack = next((pack for suffix, pack in _PACKERS.items() if output.name.endswith(suffix)), None)
    if pack is None:
        raise UsageError(f"{output} must end with one of {', '.join(_PACKERS)}.")
    require_ours(output, lambda path: is_bundle(path.read_bytes()))
    document = _document(folder, main)
    paper = _Paper.of(folder, document)
    with workplace() as place:
        home = place / "paper"
        try:
            done = _compiled(paper.contents(), home / document.name, engine)
        except TypesetError as error:
            if path := _WHOLE_PATH.search(str(error)):
                raise _by_whole_path(path[1]) from error
            raise
        files = _archive_files(paper, document, done, kind, home)
    asked = sorted(str(paper.sources[name]) for name in files.keys() & paper.unnamed)
    if asked and not agree(asked):
        raise DataError(
            f"The paper reads files from outside its folder that no figure, input or bibliography names: "
            f"{', '.join(asked)}. To pack them, add `yes`."
        )
    for name in files if kind == "arxiv" else ():
        if not _ARXIV_NAME.fullmatch(name):
            raise DataError(f"arXiv does not accept the file name {name!r}: use letters, digits and _ + - . , = only.")
    _compile_alone(files, document.name, engine)
    write_own(output, pack(dict(sorted(files.items()))), ours=is_bundle)
    return tuple(sorted(files))


def is_bundle(content: bytes) -> bool:
    """Whether a file is an archive that `bundle` wrote."""
    return content.endswith(_MARK) or content[10:].startswith(_MARK + b".tar\0")


@dataclass(frozen=True)
class _Paper:
    """The files of a paper, under the names that they have in the copy and in the archive."""

    sources: Mapping[str, Path]  # where each of them is
    parents: tuple[str, ...]  # those from folders above, as the paper names them
    place: str  # the folder of the archive that these come to
    unnamed: frozenset[str]  # those outside the folder that appear in no command that usually names files

    @classmethod
    def of(cls, folder: Path, document: Path) -> _Paper:
        """Find the files: all of the folder, and those above it that its sources name."""
        home, place = folder.resolve(), _PARENT_FILES
        while (folder / place).exists():
            place += "-"
        sources = dict(_files_in(folder))
        unnamed = {name for name, path in sources.items() if not path.resolve().is_relative_to(home)}
        parents: dict[str, bool] = {}
        pending = [path for name, path in sources.items() if name.endswith(_TEX_SUFFIXES)]
        while pending:
            text = _text_of(pending.pop())
            for name, named in _parents_in(text, home):
                if name not in parents and name.endswith(_TEX_SUFFIXES):
                    pending.append(home / name)
                parents[name] = parents.get(name, False) or named
        for name, named in parents.items():
            inside = _moved_inside(name, place)
            sources[inside] = home / name
            if not named or Path(name).suffix.lower() not in (*_SOURCES, *_BIBLIOGRAPHY):
                unnamed.add(inside)
        if any(name.endswith(".bib") for name in _named_bibliographies(sources)):
            sources.pop(f"{document.stem}.bbl", None)  # an earlier run may have left it, for other references
        return cls(sources, tuple(parents), place, frozenset(unnamed))

    def content(self, name: str) -> bytes:
        """Return a file as the archive has it."""
        try:
            content = self.sources[name].read_bytes()
        except OSError as error:
            raise DataError(f"Cannot read {self.sources[name]}: {error.strerror or error}.") from error
        return _with_names_inside(name, content, self.parents, self.place)

    def contents(self) -> Iterator[tuple[str, bytes]]:
        """Yield all files by name."""
        return ((name, self.content(name)) for name in self.sources)


def _files_in(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the files of a folder that a document may read, by name; neither what TeX writes nor hidden ones."""
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__", "node_modules")))
        for name in sorted(names):
            path = Path(root) / name
            usual = not name.startswith(".") and path.suffix.lower() not in _LEFT and path.is_file()
            if usual and (path.stat().st_size <= _LARGEST or not limited()):
                yield path.relative_to(folder).as_posix(), path


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""


def _parents_in(text: str, home: Path) -> Iterator[tuple[str, bool]]:
    """Yield the files above a folder that a source seems to name, and whether a usual command names them."""
    text = _COMMENT.sub("", text)
    naming = " ".join(command[0] for command in _NAMING.finditer(text))
    defined = _DEFINED.findall(text)
    used = [value for name, value in defined if re.search(rf"{re.escape(name)}(?![A-Za-z])", naming)]
    usual = set(_UPWARDS.findall(" ".join([naming, *used])))
    for start in dict.fromkeys(_UPWARDS.findall(text)):
        place = home / start
        beside = place if place.is_dir() else place.parent
        if not beside.is_dir():
            continue
        usable = (*_SOURCES, *_BIBLIOGRAPHY)
        if place.is_dir():  # a prefix, as in \graphicspath
            below = (path for _, path in _files_in(beside) if path.suffix.lower() in usable)
            paths = list(islice(below, _MOST_BELOW))
        else:
            paths = [
                path
                for path in sorted(beside.glob(f"{glob.escape(place.name)}*"))  # TeX may find it without its suffix
                if path.name == place.name or (path.stem == place.name and path.suffix in usable)
            ]
        for path in paths:
            if path.is_file():
                yield relative_to(os.path.normpath(home / path), home), start in usual


def _named_bibliographies(sources: Mapping[str, Path]) -> set[str]:
    """Return the names of the bibliographies that are there and that a source names, without folders."""
    texts = [_text_of(path) for source, path in sources.items() if source.endswith(".tex")]
    names = {Path(name).name for name in sources if name.endswith(_BIBLIOGRAPHY)}
    return names & {Path(name).name for text in texts for name in named_bibliographies(text)}


def _compiled(files: Iterable[tuple[str, bytes]], document: Path, engine: Engine) -> Typeset:
    """Compile a document in a new folder of ours, which messages do not name, from copies of its files."""
    home = document.parent
    for name, content in files:
        write_bytes(home / name, content)
    try:
        return typeset(document, engine, trusted=False)
    except TypesetError as error:
        raise TypesetError(str(error).replace(f"{home}{os.sep}", "")) from error


def _document(folder: Path, main: str | None) -> Path:
    if main:
        if not (folder / main).is_file():
            raise UsageError(f"There is no document {main} in the folder {folder.resolve().name}.")
        return folder / main
    documents = [path for path in sorted(folder.glob("*.tex")) if _DOCUMENT.search(_text_of(path))]
    if len(documents) != 1:
        names = ", ".join(path.name for path in documents)
        what = (
            f'several documents: {names}; choose one with `main="FILE"`' if names else "no .tex file that is a document"
        )
        raise UsageError(f"{folder} has {what}.")
    return documents[0]


def _archive_files(paper: _Paper, document: Path, done: Typeset, kind: Kind, home: Path) -> dict[str, bytes]:
    """Return what the archive holds, by name; what lies above the folder goes into it."""
    names = {document.name, *_files_read(home, done)}
    if kind == "overleaf" or not done.bbl:
        read = {name for name in paper.sources if name in names or name.endswith(_BIBLIOGRAPHY)}
        named = _named_bibliographies({name: paper.sources[name] for name in read})
        every = [name for name in paper.sources if name.endswith(_BIBLIOGRAPHY) and name not in paper.unnamed]
        names |= {name for name in every if not name.startswith(f"{paper.place}/") or Path(name).name in named}
    if done.bbl:
        names = {name for name in names if not name.endswith(".bbl")}
    files = {name: paper.content(name) for name in names if name in paper.sources}
    if kind == "arxiv" and done.bbl:
        files[f"{document.stem}.bbl"] = done.bbl
    return {path.name: path.read_bytes() for path in _personal(home, done)} | files


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
        place = relative_to(os.path.normpath(home / name), home)
        below = not place.startswith("../") and not Path(place).is_absolute()  # absolute: on another drive
        if (below or not Path(name).is_absolute()) and (home / place).is_file():
            yield place


def _compile_alone(files: Mapping[str, bytes], document: str, engine: Engine) -> None:
    """Compile, in an empty folder, what the archive holds."""
    with workplace() as place:
        home = place / "alone"
        try:
            done = _compiled(files.items(), home / document, engine)
        except TypesetError as error:
            raise TypesetError(f"The bundle does not compile on its own. {error}") from error
        for path in _personal(home, done):
            raise _by_whole_path(path)


def _by_whole_path(path: str | Path) -> DataError:
    return DataError(
        f"The document reads {path} by its absolute path, which exists on this computer only: move the file to "
        "the document's folder, and name it from there."
    )


def _zip(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            about = zipfile.ZipInfo(name, _EPOCH)
            about.compress_type, about.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(about, content)
        archive.comment = _MARK
    return target.getvalue()


def _tar(files: Mapping[str, bytes]) -> bytes:
    target = io.BytesIO()
    with (
        gzip.GzipFile(f"{_MARK.decode()}.tar", "wb", fileobj=target, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w") as archive,
    ):
        for name, content in files.items():
            about = tarfile.TarInfo(name)
            about.size, about.mode = len(content), 0o644
            archive.addfile(about, io.BytesIO(content))
    return target.getvalue()


# What packs files, by suffix; the same files give the same bytes.
_PACKERS = {".zip": _zip, ".tar.gz": _tar, ".tgz": _tar}


def _moved_inside(name: str, folder: str) -> str:
    """Return the name of a file inside the paper: every step upwards becomes a step into a folder.

    >>> _moved_inside("../../shared/intro.tex", "above")
    'above/above/shared/intro.tex'
    >>> _moved_inside("figures/mcm.tex", "above")
    'figures/mcm.tex'
    """
    return re.sub(r"(?<![^/])\.\.(?=/)", folder, name)


def _with_names_inside(name: str, content: bytes, parent_files: Iterable[str], folder: str) -> bytes:
    r"""Return a file in which names of parent files, or their beginnings, are those inside the paper.

    >>> source = rb"\input{../shared/intro} \graphicspath{{../shared/}} See ../elsewhere."
    >>> _with_names_inside("paper.tex", source, ["../shared/intro.tex"], "above").decode()
    '\\input{above/shared/intro} \\graphicspath{{above/shared/}} See ../elsewhere.'
    """
    parents = tuple(parent_files)
    if not parents or not name.endswith(_TEX_SUFFIXES):
        return content

    def inside(step: re.Match[str]) -> str:
        begun = any(parent.startswith(step[0]) for parent in parents)
        return _moved_inside(step[0], folder) if begun else step[0]

    text = content.decode("utf-8", errors="surrogateescape")
    return _UPWARDS.sub(inside, text).encode("utf-8", errors="surrogateescape")
