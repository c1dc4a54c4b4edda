"""Building a report from what is laid out: stamp, previews and PDFs; what is as before stays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from comparatex import provenance
from comparatex.artefacts import STYLE, Artefact, View
from comparatex.files import TEMPLATES
from comparatex.findings import Form
from comparatex.incremental import Build
from comparatex.layout.chapter.view import Piece
from comparatex.preview.save import save
from comparatex.provenance import PDF, STAMP, digest
from comparatex.render.environment import render
from comparatex.typeset import engines

if TYPE_CHECKING:
    from comparatex.report_settings import Report

Say = Callable[[str], None]


@dataclass(frozen=True)
class Laid:
    """One artefact of the report: its file's name, its kind, its view model, and what it is beyond that."""

    name: str
    kind: str
    view: View
    form: Artefact | Form
    prefix: str = ""
    landscape: bool = False

    @property
    def path(self) -> str:
        """File of the fragment inside the report."""
        return f"{self.form.folder}/{self.name}.tex"

    @property
    def piece(self) -> Piece:
        """What the chapter shows."""
        return Piece(self.kind, self.name, self.path.removesuffix(".tex"), self.view, self.prefix)

    def labelled(self, prefix: str) -> Laid:
        """Put a prefix before its name for cross-references."""
        view: Any = self.view
        label = getattr(view, "label", "")
        view = replace(view, label=f"{prefix}{label}") if label else view
        return replace(self, view=view, prefix=prefix)


def finish(
    build: Build,
    laid: Sequence[Laid],
    settings: Report,
    engine: engines.Engine | None,
    say: Say,
    progress: Say,
) -> str:
    """Add what follows from the texts of a report that are in the build: style, stamp, pictures and PDF.

    Returns
    -------
    str
        The stamp.
    """
    build.write_if_changed(STYLE, (TEMPLATES / STYLE).read_bytes())
    stamp = build.stamp()
    build.write_if_changed(STAMP, render("stamp.tex.jinja", settings.templates, stamp=stamp).encode("utf-8"))
    if settings.previews or (settings.previews is None and settings.pdf and engine is None):
        _previews(laid, build, progress)
    if engine:
        _compile(laid, build, engine, progress)
    elif settings.pdf:
        say(f"No TeX engine found, so there is no report.pdf yet. {engines.HOW_TO_GET_TEX}")
    build.remove_stale()
    return stamp


def _previews(laid: Sequence[Laid], build: Build, progress: Say) -> None:
    """Draw every artefact with matplotlib, but for those whose view model is as before."""
    code = provenance.of_code("preview")
    for item in laid:
        recipe = digest(repr(item.view), code)
        for suffix in ("pdf", "png", "svg"):
            name = f"previews/{item.name}.{suffix}"
            if not build.keep_if_current(name, recipe):
                progress(f"Drawing {name} …")
                build.write_if_changed(name, _picture(item, suffix), recipe)


def _picture(item: Laid, suffix: str) -> bytes:
    """Draw an artefact with matplotlib."""
    return save(item.form.preview(item.view), suffix, title=item.view.title, alt=item.view.alt)


def _compile(laid: Sequence[Laid], build: Build, engine: engines.Engine, progress: Say) -> None:
    """Compile the document, and all figures in one further run beside it; what is as before stays."""
    from comparatex.typeset.compile import typeset
    from comparatex.typeset.pages import compile_pages

    code = digest(provenance.of_code("typeset"), engine.name, build.outputs[STYLE])
    whole = digest(code, build.stamp())
    figures = {item.name: item.path for item in laid if item.path.startswith("figures/")}
    recipes = {name: digest(code, build.outputs[path]) for name, path in figures.items()}
    stale = [name for name in figures if not build.keep_if_current(f"figures/{name}.pdf", recipes[name])]
    sources = {name: (build.folder / figures[name]).read_text(encoding="utf-8") for name in stale}
    with ThreadPoolExecutor(max_workers=2) as workers:
        pages = workers.submit(compile_pages, sources, TEMPLATES, engine)
        if not build.keep_if_current(PDF, whole):
            progress(f"Compiling the report with {engine.name} …")
            build.write_if_changed(PDF, typeset(build.folder / "document.tex", engine).pdf, whole)
        pdfs = pages.result()
    for name in stale:
        build.write_if_changed(f"figures/{name}.pdf", pdfs[name], recipes[name])
