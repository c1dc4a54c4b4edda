"""The report: a folder with everything that one comparison has to show."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from comparatex import __version__, stats
from comparatex.artefacts import STYLE, View, artefact, preview, refuse_scripts
from comparatex.files import write_bytes, write_text
from comparatex.inference.comparison import Comparison
from comparatex.layout import cdd, mcm
from comparatex.layout.chapter import Piece, chapter
from comparatex.layout.prose import numbers
from comparatex.layout.showing import Showing
from comparatex.layout.tables.report import report_options as table_options
from comparatex.render.environment import TEMPLATES, render
from comparatex.typeset import engines

Say = Callable[[str], None]


@dataclass(frozen=True)
class Report:
    """Settings of a report.

    Parameters
    ----------
    showing : mapping
        Settings that all artefacts share, by field of `Showing`.
    pdf : bool
        Compile the document and the single figures where a TeX engine is installed.
    previews : bool or None
        Draw every artefact with matplotlib too; None: only when nothing can be compiled.
    engine : str
        The TeX engine.
    templates : tuple of Path
        Folders of templates that come before the built-in ones.
    sources : tuple of Path
        The files of scores, for the manifest.
    """

    showing: Mapping[str, Any] = field(default_factory=dict)
    pdf: bool = True
    previews: bool | None = None
    engine: str = "auto"
    templates: tuple[Path, ...] = ()
    sources: tuple[Path, ...] = ()


@dataclass(frozen=True)
class _Laid:
    """One artefact of the report: its file's name, its kind and its view model."""

    name: str
    kind: str
    view: View

    @property
    def path(self) -> str:
        """File of the fragment inside the report."""
        return f"{artefact(self.kind).folder}/{self.name}.tex"


def write_report(
    comparison: Comparison,
    folder: Path,
    settings: Report = Report(),
    *,
    say: Say = lambda _: None,
    progress: Say = lambda _: None,
) -> Path:
    """Write the whole report and return its PDF, or its folder when nothing was compiled.

    Parameters
    ----------
    comparison : Comparison
        The statistics.
    folder : Path
        Where the report goes; files of an earlier report are replaced or, unless changed, removed.
    settings : Report
        What to build.
    say, progress : callable
        Told what the user should know, and what is going on.

    Raises
    ------
    TypesetError
        TeX failed; the fragments are written all the same.
    """
    engine = engines.find(settings.engine) if settings.pdf else None
    if engine:
        refuse_scripts(comparison, engine)
    earlier = _outputs(folder)
    progress("Laying out figures and tables …")
    laid = list(_lay_out(comparison, settings.showing))
    outputs = {name: write_text(folder / name, text) for name, text in _texts(comparison, laid, settings)}
    outputs[STYLE] = write_bytes(folder / STYLE, (TEMPLATES / STYLE).read_bytes())
    if settings.previews or (settings.previews is None and settings.pdf and engine is None):
        outputs |= _previews(laid, folder, progress)
    if engine:
        progress(f"Compiling the report with {engine.name} …")
        outputs |= _compile(laid, folder, settings, engine)
    elif settings.pdf:
        say(f"No TeX engine found, so there is no report.pdf yet. {engines.HOW_TO_GET_TEX}")
    for name in sorted(earlier.keys() - outputs.keys()):
        _remove(folder, name, earlier[name])
    write_text(folder / "manifest.json", _manifest(comparison, settings, outputs))
    return outputs.get("report.pdf", folder)


def _lay_out(comparison: Comparison, showing: Mapping[str, Any]) -> Iterator[_Laid]:
    """Yield everything that the report shows, in the order of the chapter."""
    ours = tuple(showing.get("ours", ()))
    chosen: list[tuple[str, str, Showing]] = [
        *(("mcm", name, options) for name, options in mcm.report_options(comparison, ours)),
        *(("cdd", name, options) for name, options in cdd.report_options(comparison, ours)),
        *((kind, kind, options) for kind, options in table_options(comparison, ours)),
    ]
    for kind, name, options in chosen:
        yield _Laid(name, kind, artefact(kind).lay_out(comparison, replace(options, **showing)))


def _texts(comparison: Comparison, laid: list[_Laid], settings: Report) -> Iterator[tuple[str, str]]:
    """Yield the name and content of every text file of the report."""
    for item in laid:
        yield item.path, render(artefact(item.kind).template, settings.templates, view=item.view)
    pieces = tuple(Piece(item.kind, item.name, item.path.removesuffix(".tex"), item.view) for item in laid)
    for_prose = numbers(comparison, settings.showing.get("precision", Showing.precision))
    yield "numbers.tex", render("numbers.tex.jinja", settings.templates, view=for_prose)
    text = chapter(comparison, pieces)
    yield "chapter.tex", render("chapter.tex.jinja", settings.templates, view=text)
    yield "document.tex", render("document.tex.jinja", settings.templates, view=text)
    yield "references.bib", (TEMPLATES / "references.bib").read_text(encoding="utf-8")
    yield "stats.json", stats.to_json(comparison) + "\n"
    for name, table in stats.to_csv(comparison).items():
        yield f"tables/{name}", table


def _previews(laid: list[_Laid], folder: Path, progress: Say) -> dict[str, Path]:
    """Draw every artefact with matplotlib."""
    outputs = {}
    for item in laid:
        progress(f"Drawing {item.name} …")
        for suffix in ("pdf", "png", "svg"):
            name = f"previews/{item.name}.{suffix}"
            outputs[name] = write_bytes(folder / name, preview(item.kind, item.view, suffix))
    return outputs


def _compile(laid: list[_Laid], folder: Path, settings: Report, engine: engines.Engine) -> dict[str, Path]:
    """Compile the document, and all figures in one further run beside it."""
    from comparatex.typeset.compile import compile_document
    from comparatex.typeset.pages import compile_pages

    figures = [item for item in laid if item.path.startswith("figures/")]
    sources = {item.name: (folder / item.path).read_text(encoding="utf-8") for item in figures}
    with ThreadPoolExecutor(max_workers=2) as workers:
        document = workers.submit(
            compile_document, folder / "document.tex", engine, output=folder / "report.pdf"
        )
        pages = workers.submit(compile_pages, sources, TEMPLATES, engine)
        outputs = {"report.pdf": document.result()}
        pdfs = pages.result()
    for item in figures:
        name = f"figures/{item.name}.pdf"
        outputs[name] = write_bytes(folder / name, pdfs[item.name])
    return outputs


def _manifest(comparison: Comparison, settings: Report, outputs: Mapping[str, Path]) -> str:
    """Return what was made from what, under which settings, as JSON."""
    content = {
        "version": __version__,
        "settings": {**asdict(comparison.analysis), **settings.showing},
        "inputs": {path.name: _hash(path) for path in settings.sources if path.is_file()},
        "outputs": {name: _hash(path) for name, path in sorted(outputs.items())},
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _outputs(folder: Path) -> dict[str, str]:
    """Return the files of an earlier report in the folder, and their hashes."""
    try:
        found = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["outputs"]
    except (OSError, ValueError, LookupError, TypeError):
        return {}
    return {str(name): str(digest) for name, digest in found.items()} if isinstance(found, dict) else {}


def _remove(folder: Path, name: str, digest: str) -> None:
    """Remove a file of an earlier report that this one has not, unless somebody changed it."""
    path = (folder / name).resolve()
    if path.is_relative_to(folder.resolve()) and path.is_file() and _hash(path) == digest:
        path.unlink()


def _hash(path: Path) -> str:
    """Return the SHA-256 of a file's content."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
