"""Whether a report, or a PDF of a paper, shows what the data say now."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from comparatex import provenance
from comparatex.build import PARTS, tampered
from comparatex.errors import DataError
from comparatex.provenance import MANIFEST, Manifest


def verify(target: Path, report: Path | None = None) -> tuple[str, ...]:
    """Return what is wrong with a report or a PDF: nothing when it matches the data.

    Parameters
    ----------
    target : Path
        The folder of a report, or a PDF whose document has the report's stamp.
    report : Path, optional
        The folder of the report that a PDF is from; by default the PDF's own, then each ``report`` beside it.

    Raises
    ------
    DataError
        There is no such file, or no report to compare it with.
    """
    if target.is_dir():
        folder = target
    elif target.is_file():
        folder = report or _folder_of(target)
    else:
        raise DataError(f"There is no file or folder {target}.")
    if not (folder / MANIFEST).is_file():
        raise DataError(f"{folder} is no report: it has no {MANIFEST}.")
    manifest = provenance.load(folder)
    if manifest is None or not manifest.stamp:
        raise DataError(f"{folder} was not finished, or its {MANIFEST} is damaged: build it again.")
    found = [*_inputs(folder, manifest), *_outputs(folder, manifest)]
    for other in sorted(path for kind in PARTS for path in folder.glob(f"**/{kind}/*/{MANIFEST}")):
        found += _outputs(other.parent, provenance.load(other.parent) or Manifest())
    if target.is_file():
        found += _pdf(target, folder, manifest)
    return tuple(found)


def _folder_of(pdf: Path) -> Path:
    """Return the folder of the report that a PDF is from."""
    here = pdf.resolve().parent
    for folder in (here, here / "report"):
        if (folder / MANIFEST).is_file():
            return folder
    raise DataError(f'No report lies beside {pdf}: name its folder by `report="DIR"`.')


def _inputs(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with the tables of scores."""
    if not manifest.inputs:
        yield f"{folder} was not made from files, so nothing can be said of its data."
    for name, made in manifest.inputs.items():
        now = provenance.of_file(folder / name)
        if now is None:
            yield f"The scores are gone: {folder / name}."
        elif now != made:
            yield f"The scores have changed since: {folder / name}."


def _outputs(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with the files of the report."""
    wrong = tampered(folder, manifest)
    if wrong:
        yield f"{folder}: {wrong}"


def _pdf(pdf: Path, folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield what is wrong with the stamps in a PDF."""
    stamps = stamps_of(pdf)
    if not stamps:
        yield f"{pdf} has no stamp: its document needs \\input{{stamp}}."
    elif manifest.stamp not in stamps:
        yield f"{pdf} shows another build than {folder}."


def stamps_of(pdf: Path) -> tuple[str, ...]:
    """Return the stamps of the reports in a PDF.

    Raises
    ------
    DataError
        It is no PDF.
    """
    from pypdfium2 import PdfDocument, PdfiumError

    try:
        with PdfDocument(pdf) as document:
            return tuple(document.get_metadata_value("comparatex").split())
    except PdfiumError as error:
        raise DataError(f"{pdf} is no PDF that can be read: {error}") from error
