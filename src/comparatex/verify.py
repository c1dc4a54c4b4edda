"""Whether a report, its page, or the PDF of a paper that shows it matches the data."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from comparatex.errors import DataError, UsageError
from comparatex.files import of_file, relative_to
from comparatex.provenance import MANIFEST, PARTS, Manifest, load, new_name, of_code, plain, relative
from comparatex.stamps import stamp_in, stamps_of


def verify(
    target: Path, report: Path | None = None, scores: Sequence[Path] = (), usual: Sequence[Path] = ()
) -> tuple[str, ...]:
    """Return what is wrong with a report, its page or a PDF: nothing when it matches the data.

    Fragments outside reports are held against the scores named, or else those that are usual.
    """
    if target.is_dir():
        _require_fragments(target, (), scores)
        return tuple(_wrong_in_report(target))
    if not target.is_file():
        raise DataError(f"There is no file or folder {target}.")
    return tuple(dict.fromkeys(_wrong_in_pdf(target, report, scores, usual)))


def _require_fragments(target: Path, fragments: Sequence[object], scores: Sequence[Path]) -> None:
    """Refuse scores where nothing would be held against them."""
    if scores and not fragments:
        raise UsageError(f"{target} shows reports alone, which know their own tables: leave out {scores[0]}.")


def why_stale(folder: Path, inputs: Iterable[Path], options: Mapping[str, Any], templates: Iterable[Path] = ()) -> str:
    """Return why a report must be built again, as `verify` says it; empty when a build would change nothing."""
    try:
        manifest = _finished(folder)
    except DataError as error:
        return str(error)
    asked = plain(options)
    names = manifest.options.keys() | asked.keys()
    other = sorted(name for name in names if manifest.options.get(name) != asked.get(name))
    if {*other} - {"scores"}:
        return _stale(folder, f"Other settings: {', '.join(other)}.")
    if manifest.code != of_code(templates=templates):
        return _stale(folder, "comparatex or a template has changed.")
    if changes := tuple(_changes(folder, manifest)):
        return _stale(folder, *changes)
    files = sorted({relative(path, folder) for path in inputs} ^ manifest.inputs.keys()) or other
    return _stale(folder, f"Other files: {', '.join(files)}.") if files else ""


def _stale(folder: Path, *changes: str) -> str:
    return " ".join((f"{folder} is stale.", *changes))


def _finished(folder: Path) -> Manifest:
    """Return the manifest of a report that was built to its end."""
    if not (folder / MANIFEST).is_file():
        raise DataError(f"{folder} is not a report: it has no {MANIFEST}.")
    manifest = load(folder)
    if manifest is None or not manifest.stamp:
        raise DataError(f"{folder} was not finished, or its {MANIFEST} is damaged: build it again.")
    return manifest


def _changes(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is no longer as it was when a report was built: first what was read, then what was written."""
    yield from _differing(folder, manifest.inputs, "Gone", "Changed", _clean)
    for place, search in manifest.searched.items():
        from comparatex.data.folders import gathered

        files: list[str] = []
        with suppress(DataError):  # without the report's own name, which may look like a pattern
            source = os.path.normpath(folder.resolve() / place)
            taken = gathered([source], search.get("format"), search.get("paths"))
            files = [relative(Path(name), folder) for name in taken]
        if files != search.get("files"):
            yield f"Other files than before are in {_clean(folder, place)}."
    yield from _changes_written(folder, manifest)


def _clean(folder: Path, name: str) -> str:
    """Return the path of a file that is named relative to a report: whole if it is not below the working folder."""
    place = os.path.normpath(folder.resolve() / name)
    return relative_to(place, Path.cwd()) if Path(place).is_relative_to(Path.cwd()) else place


def _differing(
    folder: Path,
    hashes: Mapping[str, str],
    gone: str,
    changed: str,
    called: Callable[[Path, str], str] = lambda _, name: name,
) -> Iterator[str]:
    """Yield which files there are no longer, and which have another hash."""
    now = {name: of_file(folder / name) for name in sorted(hashes)}
    for word, names in (
        (gone, [name for name in now if now[name] is None]),
        (changed, [name for name in now if now[name] not in (None, hashes[name])]),
    ):
        if names:
            yield f"{word}: {', '.join(called(folder, name) for name in names)}."


def _changes_written(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield which files of a report, and of those in it, are not as they were written."""
    yield from _differing(folder, {**manifest.outputs, **manifest.kept}, "Missing", "Not as built")
    for name in sorted(manifest.kept):
        beside = folder / new_name(name)
        if new_name(name) in manifest.outputs and beside.is_file():
            yield f"{name} was edited and is out of date: take over what is new in {beside}, then remove it."
    for kind in PARTS:
        for name in manifest.settings.get(kind, ()):
            part = load(folder / kind / name)
            changes = _changes_written(folder / kind / name, part) if part else ["Missing."]
            yield from (f"{kind}/{name}: {change}" for change in changes)


def _wrong_in_report(folder: Path) -> Iterator[str]:
    """Yield what is wrong with a report that was built to its end."""
    manifest = _finished(folder)
    if not manifest.inputs:
        yield f"{folder} was not made from files, so nothing can be said about its data."
    if changes := tuple(_changes(folder, manifest)):
        yield _stale(folder, *changes)


def _wrong_in_pdf(pdf: Path, report: Path | None, scores: Sequence[Path], usual: Sequence[Path]) -> Iterator[str]:
    """Yield what is wrong with a PDF, and with the reports that it shows."""
    marks = [stamp.split(":") for stamp in dict.fromkeys(stamps_of(pdf))]
    reports = [mark[0] for mark in marks if len(mark) == 1]
    parts = [(mark[0], mark[1]) for mark in marks if len(mark) == 2]
    single = [(mark[0], mark[2]) for mark in marks if len(mark) == 3]
    _require_fragments(pdf, single, scores if marks else ())
    folders = [report] if report else _reports_beside(pdf)
    if not folders and (reports or parts or not single):
        raise DataError(f'There is no report beside {pdf}: name its folder with `report="DIR"`.')
    stamps = {folder: _stamps_in(folder) for folder in folders}
    used = [folder for folder in folders if stamps[folder] & {*reports, *(stamp for _, stamp in parts)}]
    for folder in used or (folders[:1] if report or reports or parts or not marks else []):
        yield from _wrong_in_report(folder)
    if not marks:
        yield f"{pdf} has no stamp: its document needs \\input{{stamp}}."
    every = set().union(*stamps.values())
    names = " or ".join(map(str, used or folders[:1]))
    if reports and not every.intersection(reports):
        yield f"{pdf} shows a build other than that in {names}."
    else:
        for stamp in reports:
            if stamp not in every:
                yield (
                    f"{pdf} also shows a report with the stamp {stamp[:12]}, which is not that of "
                    f"{' or '.join(map(str, folders))}: compile it again, or name the report's folder with `report`."
                )
    for name, stamp in parts:
        if stamp not in every:
            yield f"{pdf} shows a version of {name} other than that in {names}: compile it again."
    tables = [Path(_clean(folder, name)) for folder in folders for name in (load(folder) or Manifest()).inputs]
    yield from _of_other_data(pdf, single, scores or usual or tables)


def _of_other_data(pdf: Path, fragments: Sequence[tuple[str, str]], scores: Sequence[Path]) -> Iterator[str]:
    """Yield the fragments outside any report that were made from tables other than those given."""
    if not fragments:
        return
    hashes = [digest[:16] for digest in map(of_file, scores) if digest]
    for name, data in fragments:
        if data == "-":
            yield f"{pdf}: {name} was not made from files, so nothing can be said about its data."
        elif not hashes:
            raise DataError(
                f"{pdf} shows {name}, which belongs to no report: name the tables that it was made from, as in verify "
                f"{pdf.name} SCORES."
            )
        elif not set(data.split("+")) <= set(hashes):
            tables = ", ".join(map(str, scores))
            yield (
                f"{pdf}: {name} was made from data other than {tables}: make and compile it again, or name every table "
                "that it was made from."
            )


def _reports_beside(pdf: Path) -> list[Path]:
    """Return the reports in a PDF's folder and in the folders there."""
    here = Path(_clean(pdf.resolve().parent, "."))
    folders = (here, here / "report", *sorted(path for path in here.iterdir() if path.is_dir()))
    return [folder for folder in dict.fromkeys(folders) if (folder / MANIFEST).is_file()]


def _stamps_in(folder: Path) -> set[str]:
    """Return the stamp of a report, and those of its fragments."""
    stamps = set()
    for part in (folder, *(path.parent for kind in PARTS for path in folder.glob(f"**/{kind}/*/{MANIFEST}"))):
        manifest = load(part) or Manifest()
        stamps.add(manifest.stamp)
        for name in manifest.outputs:
            if name.endswith(".tex") and (part / name).is_file():
                with (part / name).open(encoding="utf-8", errors="replace") as file:
                    stamps.add(stamp_in(file.read(4000)))
    return stamps - {""}
