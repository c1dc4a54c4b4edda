"""Settings of a report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from comparatex.settings import setting


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
    font : str
        The font of documents and figures, by its name in the system: under lualatex and xelatex.
    templates : tuple of Path
        Folders of templates that come before the built-in ones.
    sources : tuple of Path
        The files of scores, for the manifest.
    artefacts : tuple of str
        What to show, by name; by default what suits the table.
    own : mapping of str to mapping
        Settings of single artefacts, by name and field; they win over those that all share.
    options : mapping
        What was asked for on the command line, for the manifest: a later build compares it.
    part : str
        Of one of several measures: what tells its labels apart from those of the others.
    tested_alike : bool
        All measures are tested alike, which their chapter says once.
    costs : mapping of str to float
        What comparates cost: among those that are not distinguishable from ours, simplicity counts.
    cost_name : str
        What costs are.
    """

    showing: Mapping[str, Any] = field(default_factory=dict)
    pdf: bool = setting(True, off="--no-pdf", help="Compile the PDFs where TeX is installed.")
    previews: bool | None = setting(
        None, off="--no-previews", help="Draw every artefact with matplotlib too; without TeX by default."
    )
    engine: str = setting(
        "auto",
        choices=("auto", "pdflatex", "lualatex", "xelatex", "tectonic"),
        group="engine",
        help="TeX engine for PDFs.",
    )
    font: str = setting(
        "",
        metavar="NAME",
        group="font",
        help="Font of the documents and figures that lualatex or xelatex typesets.",
    )
    templates: tuple[Path, ...] = setting(
        (),
        kind="templates",
        group="templates",
        help="Folder of your own templates; they come before the built-in ones.",
    )
    sources: tuple[Path, ...] = ()
    artefacts: tuple[str, ...] = setting(
        (), group="artefacts", help="Figures and tables to show, by name; by default what suits the table."
    )
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    part: str = ""
    tested_alike: bool = False
    costs: Mapping[str, float] = field(default_factory=dict)
    cost_name: str = "cost"

    @property
    def ours(self) -> tuple[str, ...]:
        """The comparates that the document proposes."""
        return tuple(self.showing.get("ours", ()))

    @property
    def focus(self) -> tuple[str, ...]:
        """The comparates that are set against all others."""
        return tuple(self.showing.get("focus", ()))

    @property
    def prefix(self) -> str:
        """What stands before labels."""
        return f"{self.part}-" if self.part else ""
