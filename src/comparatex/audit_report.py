"""An audit as a folder: its findings as JSON, as a section with figures and a table, and as a PDF."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

from comparatex import provenance
from comparatex.artefacts import Say, findings, names_in, picture, telling, tex_of
from comparatex.files import TEMPLATES, locked
from comparatex.layout.facts import writing_of
from comparatex.layout.notation import printing
from comparatex.layout.options import Showing
from comparatex.letters import naming
from comparatex.render import render
from comparatex.stamps import STYLE
from comparatex.text import writing
from comparatex.typeset import engines
from comparatex.typeset.pages import try_names
from comparatex.version import __version__

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit

_AUDIT_PDF = "audit.pdf"


def write_audit(
    audit: Audit,
    folder: Path,
    *,
    engine: str = "auto",
    font: str = "",
    pdf: bool = True,
    templates: tuple[Path, ...] = (),
    showing: Showing = Showing(),
    say: Say = lambda _: None,
) -> Path:
    """Write the findings and return the PDF, or the folder when nothing was compiled.

    They are ``audit.json``, which is in English, ``audit.tex``, a section with its figures and its table, previews by
    matplotlib, and the PDF where a TeX engine is installed; the fragments are written even where TeX fails.
    """
    from comparatex.audits import to_json
    from comparatex.layout.audit_section import section, title
    from comparatex.typeset.compile import Document as Built

    code = provenance.of_code(templates)
    chosen = engines.find(engine, font) if pdf else None
    try_names(tuple(audit.comparison.scores.tex_names.items()), chosen)
    how = writing_of(showing, audit.comparison.scores, templates)
    with telling(say), printing(showing), writing(how):
        changed = {name: value for name, value in vars(showing).items() if value != getattr(Showing(), name)}
        items = list(findings(audit, changed, templates=templates))
        view = section(audit, items)
        texts = {
            "audit.json": to_json(audit) + "\n",
            **{item.file: tex_of(item, "audit") for item in items},
            "audit.tex": render("audit.tex.jinja", templates, section=view),
            "document.tex": render(
                "audit-document.tex.jinja",
                templates,
                view=SimpleNamespace(title=title(audit)),
                font=font,
                version=__version__,
            ),
        }
    contents = {name: text.encode("utf-8") for name, text in texts.items()}
    contents[STYLE] = (TEMPLATES / STYLE).read_bytes()
    with locked(folder), naming(names_in(audit.comparison)):
        build = provenance.start(folder, "audit", say, code)
        drawn = [f"previews/{item.name}.{suffix}" for item in items for suffix in ("png", "svg")]
        build.write_all(contents, [_AUDIT_PDF, *drawn])
        for item in items:
            for suffix in ("png", "svg"):
                build.write(f"previews/{item.name}.{suffix}", picture(item, suffix))
        if chosen:
            built = Built.of(build, "document.tex", own_templates=bool(templates))
            build.write(_AUDIT_PDF, built.pdf(chosen))
        build.finish(provenance.stamp_of(build.manifest.outputs), chosen.name if chosen else None)
    if pdf and not chosen:
        say(f"No TeX engine found, so there is no audit.pdf yet. {engines.HOW_TO_GET_TEX}")
    return folder / _AUDIT_PDF if chosen else folder
