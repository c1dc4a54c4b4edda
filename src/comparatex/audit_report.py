"""The findings of an audit as a folder: JSON, figures, a table, a section, and a PDF."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from comparatex.artefacts import STYLE, refuse_scripts
from comparatex.audits import to_json
from comparatex.files import TEMPLATES, check_ownership, write_bytes, write_text
from comparatex.findings import FINDINGS
from comparatex.inference.audit.audit import Audit
from comparatex.layout.audit.section import Findings, View, section, title, views
from comparatex.layout.chapter.view import Piece
from comparatex.preview.save import save
from comparatex.render.environment import render
from comparatex.spoken import Language, speaking
from comparatex.typeset import engines

Say = Callable[[str], None]


@dataclass(frozen=True)
class _Document:
    """What the document around the findings is called."""

    title: str


def write_audit(
    audit: Audit,
    folder: Path,
    *,
    engine: str = "auto",
    pdf: bool = True,
    templates: tuple[Path, ...] = (),
    language: Language = "en",
    say: Say = lambda _: None,
) -> Path:
    """Write the findings and return the PDF, or the folder when nothing was compiled.

    Parameters
    ----------
    audit : Audit
        The findings.
    folder : Path
        Where they go: ``audit.json``, ``audit.tex`` (a section) with its figures and its table, previews drawn
        with matplotlib, and ``audit.pdf`` where a TeX engine is installed.
    engine : str
        The TeX engine.
    pdf : bool
        Compile the document.
    templates : tuple of Path
        Folders of templates that come before the built-in ones.
    language : {"en", "fr"}
        Of all words, and of the decimal mark; the JSON stays as it is.
    say : callable
        Told how to get TeX when there is none.

    Raises
    ------
    TypesetError
        TeX failed, or cannot typeset a name; the fragments are written all the same.
    """
    findings = Findings.of(audit)
    check_ownership(folder, ("audit.tex", "document.tex", "audit.pdf"), ("audit.json",))
    write_text(folder / "audit.json", to_json(audit) + "\n")
    with speaking(language):
        shown = views(findings)
        pieces = [Piece(name, name, f"{FINDINGS[name].folder}/{name}", view) for name, view in shown]
        text, document = section(findings, pieces), _Document(title(audit))
        for name, view in shown:
            _write_view(name, view, folder, templates)
        write_text(folder / "audit.tex", render("audit.tex.jinja", templates, section=text))
        write_text(folder / "document.tex", render("audit-document.tex.jinja", templates, view=document))
    write_bytes(folder / STYLE, (TEMPLATES / STYLE).read_bytes())
    return _compiled(audit, folder, engine, say) if pdf else folder


def _write_view(name: str, view: View, folder: Path, templates: tuple[Path, ...]) -> None:
    """Write a figure or table, with its previews."""
    form = FINDINGS[name]
    write_text(folder / form.folder / f"{name}.tex", render(form.template, templates, view=view))
    for suffix in ("png", "svg"):
        picture = save(form.preview(view), suffix, title=view.title, alt=view.alt)
        write_bytes(folder / "previews" / f"{name}.{suffix}", picture)


def _compiled(audit: Audit, folder: Path, engine: str, say: Say) -> Path:
    """Compile the document where that is possible."""
    from comparatex.typeset.compile import compile_document

    found = engines.find(engine)
    if found is None:
        say(f"No TeX engine found, so there is no audit.pdf yet. {engines.HOW_TO_GET_TEX}")
        return folder
    refuse_scripts(audit.comparison, found)
    return compile_document(folder / "document.tex", found, output=folder / "audit.pdf")
