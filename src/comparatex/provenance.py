"""What was made from what: hashes, stamps and a report's manifest, and whether all of it still agrees.

Imports none of the numerical libraries, so that a build with nothing to do is over at once.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from comparatex.errors import DataError
from comparatex.files import (
    PACKAGE,
    TEMPLATES,
    forced,
    foreign,
    refuse_input,
    relative_to,
    replacing,
    template_files,
    writable,
    write_bytes,
    write_text,
)

MANIFEST = "manifest.json"
STYLE = "comparatex.sty"
_STAMP_LINE = "% Stamp of what it shows: "
_STAMPED = re.compile(
    rf"^{re.escape(_STAMP_LINE)}([0-9a-f]{{16}})\n(?:\\ifdefined\\comparatexstamped\S*\n)?", re.MULTILINE
)
_STAMP_OF_PAGE = re.compile(r'<meta name="comparatex" content="([0-9a-f]+)">')
_VERSION_OF_STYLE = re.compile(r"\\ProvidesPackage\{comparatex\}\[([^]]*)\]")
_MAKER = "comparatex"
BEGIN, END = "<!-- comparatex: begin -->", "<!-- comparatex: end -->"
"""The lines of a Markdown file between which comparatex writes."""
_FIRST_VERSION = {
    "stamp", "versions", "engine", "options", "settings", "inputs", "outputs", "recipes", "code",
}  # fmt: skip
"""Keys of the manifests of version 0.1.0, which do not name their maker."""

# xdvipdfmx writes the identifier's bytes as text if most of them happen to be printable.
_PDF_STRING = rb"(?:<[0-9A-Fa-f]{32}>|\((?:[^()\\]|\\.)*\))"
_IDENTITY = re.compile(rb"(/ID ?\[ ?)%b( ?)%b( ?\])([^<>]*)" % (_PDF_STRING, _PDF_STRING), re.DOTALL)

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
    kind : {"report", "audit"}
        What the folder holds.
    pending : mapping of str to str
        Of a build in progress: the hashes of the files that it is about to write; empty where there was no file
        and the content was not known.
    edited : mapping of str to mapping
        Outputs that somebody has edited: the hash of what they were made ``from``, of what each of them ``is``, and
        of what is ``new`` and stands beside it.
    call : mapping
        The command that built the report, and the files that it read, where no more than these can change a report.
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
    kind: str = "report"
    pending: Mapping[str, str] = field(default_factory=dict)
    edited: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    call: Mapping[str, Any] = field(default_factory=dict)


_TABLES = ("inputs", "outputs", "recipes", "options", "settings", "versions", "pending", "edited")


def load(folder: Path) -> Manifest | None:
    """Return the manifest of a report, or None where there is none that comparatex has written."""
    try:
        content = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or (content.get("maker") != _MAKER and content.keys() != _FIRST_VERSION):
        return None
    tables = {name: content.get(name, {}) for name in _TABLES}
    if not all(isinstance(table, dict) for table in tables.values()):
        return None
    if not all(map(_is_name, (*tables["inputs"], *tables["outputs"], *tables["pending"], *tables["edited"]))):
        return None
    if not all(isinstance(about, dict) for about in tables["edited"].values()):
        return None
    return Manifest(
        **tables,
        code=str(content.get("code", "")),
        engine=content.get("engine"),
        stamp=str(content.get("stamp", "")),
        kind=str(content.get("kind", "report")),
        call=_call(content.get("call")),
    )


def _call(content: Any) -> Mapping[str, Any]:
    """Return the command that a manifest remembers; none where that is damaged."""
    files = content.get("files") if isinstance(content, dict) else None
    known = isinstance(files, list) and all(isinstance(name, str) and _is_name(name) for name in files)
    return content if known else {}


def _is_name(text: str) -> bool:
    """Whether a text can be the name of a file."""
    return bool(text) and "\0" not in text


def save(folder: Path, manifest: Manifest) -> Path:
    """Write the manifest of a report."""
    order = (
        "kind", "stamp", "versions", "engine", "options", "settings", "inputs", "outputs", "recipes", "code",
    )  # fmt: skip
    content = {"maker": _MAKER, **{name: getattr(manifest, name) for name in order}}
    content |= {
        name: getattr(manifest, name) for name in ("pending", "edited", "call") if getattr(manifest, name)
    }
    text = json.dumps(content, indent=2, ensure_ascii=False, default=str)
    return write_text(folder / MANIFEST, text + "\n")


def touch(folder: Path) -> None:
    """Set the manifest's time to now, because make takes it for that of the report."""
    with suppress(OSError):  # a folder that cannot be written to has not changed either
        (folder / MANIFEST).touch()


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
    """Return the SHA-256 of a file, or None when it cannot be read, or read only once."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


def of_files(paths: Iterable[Path]) -> str:
    """Return one hash of the names and contents of several files, whatever their order."""
    return digest(*(part for path in sorted(paths) for part in (path.name, path.read_bytes())), "")


def of_code(*parts: str, templates: Iterable[Path] = ()) -> str:
    """Return the hash of the package, or of some folders in it, with all templates and those of the user."""
    homes = [PACKAGE / part for part in parts] or [PACKAGE]
    folders = [(place, names) for home in homes for place, _, names in os.walk(home)]  # faster than rglob
    files = [Path(place, name) for place, names in folders for name in names if name.endswith(".py")]
    styles = [path for home in (TEMPLATES, *templates) for path in template_files(home)]
    return digest(of_files(files), of_files(styles))


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that compute and draw."""
    from importlib.metadata import version

    packages = ("numpy", "scipy", "pandas", "matplotlib", "jinja2", "pypdfium2")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def relative(path: Path, folder: Path) -> str:
    """Return a path as it is seen from a folder, with slashes."""
    return relative_to(path.resolve(), folder.resolve())


def stamped(tex: str, name: str = "", data: str = "") -> str:
    r"""Return a fragment that says, on its second line, the hash of all that it shows.

    Parameters
    ----------
    tex : str
        The fragment.
    name : str
        What it is; with a name, the PDF of every document that includes the fragment records its stamp.
    data : str
        The hash of the tables that it was made from, where no report knows them.
    """
    first, end, rest = tex.partition("\n")
    stamp = digest(tex)[:16]
    mark = ":".join([name, stamp, *([data] if data else [])])
    known = f"\\ifdefined\\comparatexstamped\\comparatexstamped{{{mark}}}\\fi%\n" if name else ""
    return f"{first}{end}{_STAMP_LINE}{stamp}\n{known}{rest}"


def is_ours(tex: str) -> bool:
    """Whether a fragment is as comparatex wrote it."""
    return bool(_STAMPED.search(tex)) and not edited(tex)


def edited(tex: str) -> bool:
    r"""Whether a fragment was changed after it was stamped.

    >>> edited(stamped("% A\n1")), edited(stamped("% A\n1").replace("1", "2")), edited("% A")
    (False, True, False)
    >>> edited(stamped("% A\n1", "mcm", "ab")), edited(stamped("% A\n1", "mcm").replace("A", "B"))
    (False, True)
    """
    found = _STAMPED.search(tex)
    return found is not None and digest(tex[: found.start()] + tex[found.end() :])[:16] != found[1]


def of_data(paths: Iterable[Path]) -> str:
    """Return the shortened hashes of some tables, as fragments state them; empty if one cannot be read."""
    hashes = [of_file(path) for path in paths]
    return "+".join(sorted({made[:16] for made in hashes if made})) if all(hashes) else ""


# -------------------------------------------------------------------------------------------- whose file it is
def is_marked(path: Path) -> bool:
    """Whether a file itself shows that comparatex wrote it and, where that can be seen, that it is unchanged.

    Fragments, Markdown, HTML, Typst and documents of Word have a stamp, PDFs from TeX an identifier derived from their
    content; other pictures name their maker.
    """
    try:
        content = path.read_bytes()
    except OSError:
        return False
    suffix = path.suffix.lower()
    if suffix == ".tex":
        return is_ours(content.decode("utf-8", errors="replace"))
    if suffix == ".sty":
        return _is_other_style(content)
    if suffix in _COMMENTS:
        head, _, rest = content.decode("utf-8", errors="replace").partition("\n")
        return head == _comment(rest, suffix)
    if suffix == ".docx":
        return _is_sealed(content)
    if suffix == ".pdf":
        return b"/Creator (comparatex)" in content or _is_identified(content)
    if suffix == ".png":
        return content.startswith(b"\x89PNG") and b"tEXtSoftware\0comparatex" in content
    if suffix == ".svg":
        return b"<dc:title>comparatex</dc:title>" in content
    return False


def commented(text: str, suffix: str = ".md") -> str:
    """Return a text that says, in a comment on its first line, who made it and the hash of all that follows."""
    return f"{_comment(text, suffix)}\n{text}"


def sealed(archive: bytes) -> bytes:
    """Return a ZIP archive without a comment with one that says who made it and the hash of the rest."""
    body = archive[:-2] + len(_made(b"")).to_bytes(2, "little")
    return body + _made(body).encode()


def _is_sealed(archive: bytes) -> bool:
    """Whether an archive is as `sealed` returned it: programs that save it anew leave the comment out."""
    body = archive[: -len(_made(b""))]
    return archive == body + _made(body).encode()


def between_marks(content: str, markdown: str, path: Path) -> str:
    """Return a Markdown file with a new text between the two marks; what is outside them stays as it is.

    Raises
    ------
    ComparatexError
        What is between the marks is not ours, or was edited.
    DataError
        The marks are not there once each, the first before the second.
    """
    lines = content.splitlines(keepends=True)
    found = [[k for k, line in enumerate(lines) if line.strip() == mark] for mark in (BEGIN, END)]
    if [len(places) for places in found] != [1, 1] or found[0] > found[1]:
        raise DataError(f"{path} needs the line {BEGIN} once, and below it the line {END} once.")
    (begin,), (end,) = found
    head, _, rest = "".join(lines[begin + 1 : end]).replace("\r\n", "\n").partition("\n")
    if (head + rest).strip() and head != _comment(rest) and not forced():
        raise foreign(path)
    newline = "\r\n" if lines[begin].endswith("\r\n") else "\n"
    return "".join(lines[: begin + 1]) + commented(markdown).replace("\n", newline) + "".join(lines[end:])


_COMMENTS = {".md": "<!-- {} -->", ".html": "<!-- {} -->", ".typ": "// {}"}
"""Comments of the formats that have a stamp on their first line."""


def _comment(text: str, suffix: str = ".md") -> str:
    return _COMMENTS[suffix].format(_made(text))


def _made(content: bytes | str) -> str:
    return f"Made by {_MAKER}. Stamp: {digest(content)[:16]}"


def _is_identified(pdf: bytes) -> bool:
    """Whether a PDF's identifier is derived from its content, which only `identify` does."""
    return pdf.startswith(b"%PDF") and _IDENTITY.search(pdf) is not None and identify(pdf) == pdf


def identify(pdf: bytes) -> bytes:
    """Make a PDF's identifier depend only on its content, because engines mix folder and time into it."""
    digest = hashlib.md5(_identified(pdf, b"0" * 32), usedforsecurity=False).hexdigest().upper().encode()
    return _identified(pdf, digest)


def _identified(pdf: bytes, identifier: bytes) -> bytes:
    """Write the identifier in hexadecimal, and the rest of its dictionary on one line, however it was broken."""

    def written(found: re.Match[bytes]) -> bytes:
        before, between, after, rest = found.groups()
        spaced = rest.replace(b"\n", b" ")
        return b"%b<%b>%b<%b>%b%b" % (before, identifier, between, identifier, after, spaced)

    return _IDENTITY.sub(written, pdf)


def _is_other_style(content: bytes) -> bool:
    """Whether a style is ours, as it is now or of another version: edited, it is of this version and yet differs."""
    ours = (TEMPLATES / STYLE).read_bytes()
    if content == ours:
        return True
    known, found = (
        _VERSION_OF_STYLE.search(text.decode("utf-8", errors="replace")) for text in (ours, content)
    )
    return found is not None and known is not None and found[1] != known[1]


def write_own(path: Path, content: bytes, *, ours: Callable[[bytes], bool] | None = None) -> Path:
    """Write a file that is new, or that comparatex wrote before.

    Parameters
    ----------
    path : Path
        The file.
    content : bytes
        What to write.
    ours : callable, optional
        Whether a file with this content is ours; by default `is_marked` decides.

    Raises
    ------
    ComparatexError
        The file there is somebody else's.
    """
    refuse_input(path)
    now = of_file(path) if path.is_file() else None
    if now == digest(content):
        return path
    if now is None and not path.is_symlink() and path.exists() and not path.is_dir():
        return _write_through(path, content)
    if now is not None and not forced() and not (ours(path.read_bytes()) if ours else is_marked(path)):
        raise foreign(path)
    return write_bytes(path, content)


def stream_own(path: Path, write: Callable[[IO[bytes]], None], *, ours: Callable[[Path], bool]) -> Path:
    """Write a file too large to be held in memory that is new, or that comparatex wrote before.

    Parameters
    ----------
    path : Path
        The file.
    write : callable
        Writes its content to a file object.
    ours : callable
        Whether a file is ours.

    Raises
    ------
    ComparatexError
        The file there is somebody else's.
    """
    refuse_input(path)
    if not path.is_symlink() and path.exists() and not path.is_dir() and not path.is_file():
        with writable(path), path.open("wb") as file:
            write(file)
        return path
    if path.is_file() and not forced() and not ours(path):
        raise foreign(path)
    with replacing(path, keep=True) as file:
        write(file)
    return path


def _write_through(path: Path, content: bytes) -> Path:
    """Write to a device or a pipe, such as ``/dev/stdout``."""
    with writable(path):
        path.write_bytes(content)
    return path


def write_style(folder: Path, say: Callable[[str], None]) -> None:
    """Put ``comparatex.sty`` beside a fragment; one that was edited stays."""
    path = folder / STYLE
    if path.is_file() and not forced() and not is_marked(path):
        say(f"Note: {path} was edited or is not comparatex's, so it is left as it is.")
        return
    write_own(path, (TEMPLATES / STYLE).read_bytes())


# ---------------------------------------------------------------------------------------- is it as it was built
def tampered(folder: Path, manifest: Manifest) -> str:
    """Return a sentence on the outputs that are no longer as built; empty when there are none."""
    outputs = {name: of_file(folder / name) for name in manifest.outputs}
    missing = [name for name, made in outputs.items() if made is None]
    if missing:
        return f"Missing: {', '.join(sorted(missing))}."
    other = differing(outputs, manifest.outputs)
    other |= {name for name, about in manifest.edited.items() if of_file(folder / name) != about.get("is")}
    return f"Not as built: {', '.join(sorted(other))}." if other else ""


def differing(found: Mapping[str, str | None], known: Mapping[str, str]) -> set[str]:
    """Return the names whose hashes differ."""
    return {name for name in found.keys() | known.keys() if found.get(name) != known.get(name)}


def verify(target: Path, report: Path | None = None, scores: Sequence[Path] = ()) -> tuple[str, ...]:
    """Return what is wrong with a report, its page or a PDF: nothing when it matches the data.

    Parameters
    ----------
    target : Path
        The folder of a report, its page, or a PDF whose document has a report's stamp or fragments.
    report : Path, optional
        The folder of the report that a PDF or a page is from; by default its own, then each folder beside it.
    scores : sequence of Path
        The tables from which fragments outside any report were made; by default those of the reports.

    Raises
    ------
    DataError
        There is no such file, or nothing to compare it with.
    """
    if target.is_dir():
        return tuple(_wrong_in_report(target))
    if not target.is_file():
        raise DataError(f"There is no file or folder {target}.")
    return tuple(dict.fromkeys(_wrong_in_pdf(target, report, scores)))


def _wrong_in_report(folder: Path) -> Iterator[str]:
    """Yield what is wrong with a report."""
    manifest = _finished(folder)
    yield from _changed_inputs(folder, manifest)
    yield from _changed_outputs(folder, manifest)
    for other in _reports_in(folder):
        yield from _changed_outputs(other, load(other) or Manifest())


def _finished(folder: Path) -> Manifest:
    """Return the manifest of a report that was built to its end."""
    if not (folder / MANIFEST).is_file():
        raise DataError(f"{folder} is not a report: it has no {MANIFEST}.")
    manifest = load(folder)
    if manifest is None or not manifest.stamp:
        raise DataError(f"{folder} was not finished, or its {MANIFEST} is damaged: build it again.")
    return manifest


def _reports_in(folder: Path) -> list[Path]:
    """Return the folders of the reports of groups and measures in a report."""
    return sorted(path.parent for kind in PARTS for path in folder.glob(f"**/{kind}/*/{MANIFEST}"))


def _wrong_in_pdf(pdf: Path, report: Path | None, scores: Sequence[Path]) -> Iterator[str]:
    """Yield what is wrong with a PDF, and with the reports that it shows."""
    marks = [stamp.split(":") for stamp in dict.fromkeys(stamps_of(pdf))]
    whole = [mark[0] for mark in marks if len(mark) == 1]
    parts = [(mark[0], mark[1]) for mark in marks if len(mark) == 2]
    single = [(mark[0], mark[2]) for mark in marks if len(mark) == 3]
    folders = [report] if report else _reports_beside(pdf)
    if not folders and (whole or parts or not single):
        raise DataError(f'There is no report beside {pdf}: name its folder with `report="DIR"`.')
    known = {folder: _stamps_in(folder) for folder in folders}
    used = [folder for folder in folders if known[folder] & {*whole, *(stamp for _, stamp in parts)}]
    for folder in used or (folders[:1] if report or whole or parts or not marks else []):
        yield from _wrong_in_report(folder)
    if not marks:
        yield f"{pdf} has no stamp: its document needs \\input{{stamp}}."
    every = set().union(*known.values())
    names = " or ".join(map(str, used or folders[:1]))
    if whole and not every.intersection(whole):
        yield f"{pdf} shows a build other than that in {names}."
    else:
        for stamp in whole:
            if stamp not in every:
                yield (
                    f"{pdf} also shows a report with the stamp {stamp[:12]}, which is not that of "
                    f"{' or '.join(map(str, folders))}: compile it again, or name the report's folder by `report`."
                )
    for name, stamp in parts:
        if stamp not in every:
            yield f"{pdf} shows a version of {name} other than that in {names}: compile it again."
    yield from _stale(pdf, single, scores or [path for folder in folders for path in _tables_of(folder)])


def _stale(pdf: Path, fragments: Sequence[tuple[str, str]], scores: Sequence[Path]) -> Iterator[str]:
    """Yield the fragments outside any report that were made from tables other than those given."""
    if not fragments:
        return
    found = [made[:16] for made in map(of_file, scores) if made]
    for name, data in fragments:
        if data == "-":
            yield f"{pdf}: {name} was not made from files, so nothing can be said about its data."
        elif not found:
            raise DataError(
                f"{pdf} shows {name}, which belongs to no report: name the tables that it was made from, as in verify "
                f"{pdf.name} SCORES."
            )
        elif not set(data.split("+")) <= set(found):
            tables = ", ".join(map(str, scores))
            yield (
                f"{pdf}: {name} was made from data other than {tables}: make and compile it again, or name every table "
                "that it was made from."
            )


def _reports_beside(pdf: Path) -> list[Path]:
    """Return the reports in a PDF's folder and in the folders there."""
    here = pdf.resolve().parent
    folders = (here, here / "report", *sorted(path for path in here.iterdir() if path.is_dir()))
    return [folder for folder in dict.fromkeys(folders) if (folder / MANIFEST).is_file()]


def _stamps_in(folder: Path) -> set[str]:
    """Return the stamp of a report, and those of its fragments."""
    found = set()
    for one in (folder, *_reports_in(folder)):
        manifest = load(one) or Manifest()
        found.add(manifest.stamp)
        for name in (*manifest.outputs, *manifest.edited):
            if name.endswith(".tex") and (one / name).is_file():
                with (one / name).open(encoding="utf-8", errors="replace") as file:
                    stamp = _STAMPED.search(file.read(4000))
                found |= {stamp[1]} if stamp else set()
    return found - {""}


def _tables_of(folder: Path) -> list[Path]:
    """Return the tables of scores of a report."""
    return [folder / name for name in (load(folder) or Manifest()).inputs]


def _changed_inputs(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with the tables of scores."""
    if not manifest.inputs:
        yield f"{folder} was not made from files, so nothing can be said about its data."
    for name, made in manifest.inputs.items():
        now = of_file(folder / name)
        if now is None:
            yield f"The scores are gone: {folder / name}."
        elif now != made:
            yield f"The scores have changed since: {folder / name}."


def _changed_outputs(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with the files of the report."""
    wrong = tampered(folder, manifest)
    if wrong:
        yield f"{folder}: {wrong}"
    for name in sorted(manifest.edited):
        stem, dot, suffix = name.rpartition(".")
        beside = folder / f"{stem}.new{dot}{suffix}"
        if manifest.edited[name].get("new") and beside.is_file():
            yield f"{folder / name} was edited and is out of date: take over what is new in {beside}, then remove it."


def stamps_of(pdf: Path) -> tuple[str, ...]:
    """Return the stamps of the reports and fragments in a PDF, or that in the page of a report.

    Raises
    ------
    DataError
        The file is not a PDF, or a page that comparatex has not written, or that was edited.
    """
    if pdf.suffix.lower() == ".html":
        found = _STAMP_OF_PAGE.search(pdf.read_text(encoding="utf-8", errors="replace"))
        if not found or not is_marked(pdf):
            raise DataError(f"{pdf} is not the page of a report, or it was edited: build the report again.")
        return (found[1],)
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        with PdfDocument(pdf) as document:
            return tuple(document.get_metadata_value("comparatex").split())
    except PdfiumError as error:
        raise DataError(f"{pdf} cannot be read as a PDF: {error}") from error
