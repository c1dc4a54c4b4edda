"""Settings of a report."""

from __future__ import annotations

import re
import unicodedata
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from comparatex.errors import UsageError
from comparatex.settings import Settings, headed, setting

if TYPE_CHECKING:
    from comparatex.layout.chapter_facts import Chapter


_PLAIN_PATH = re.compile(r"[A-Za-z0-9][\w.+-]*", re.ASCII)  # none of its characters is anything else to TeX
FOLDER = r"\comparatexfolder "  # what paths of other folders begin with


@headed(engine="Output", font="Output", templates="Output")
@dataclass(frozen=True)
class Report(Settings):
    r"""Settings of a report.

    {settings}
    showing : mapping
        Settings that all artefacts share, by field of `Showing`.
    sources : tuple of Path
        The files of scores, for the manifest.
    read : tuple of Path
        Further files that were read: of settings, and of names.
    own : mapping of str to mapping
        Settings of single artefacts, by name and field; they win over those that all share.
    figures : tuple of mapping
        Figures and tables that stand in place of those that a report has of their kinds, in this order: ``kind``, the
        ``name`` of the file, and settings by field, such as ``rows``, ``caption`` and ``label``.
    options : mapping
        What was asked for on the command line, for the manifest: a later build compares it.
    part : str
        Of one of several measures: what tells its labels apart from those of the others.
    tested_alike : bool
        All measures are tested alike, which their chapter says once.
    within : bool
        It is on a group or on one of several measures, two folders below the report on all.
    costs : mapping of str to float
        What comparates cost: among those that are not distinguishable from ours, simplicity counts.
    cost_name : str
        What costs are.
    """

    showing: Mapping[str, Any] = field(default_factory=dict)
    pdf: bool = setting(True, common=True, off="--no-pdf", help="Compile the PDFs where TeX is installed.")
    html: bool = setting(
        False,
        common=True,
        help="Write report.html too: the whole report as one page that needs no other file and no network.",
    )
    previews: bool | None = setting(
        None,
        off="--no-previews",
        help="Draw every figure and table with matplotlib, too; by default only where there is no TeX.",
    )
    engine: str = setting(
        "auto",
        choices=("auto", "pdflatex", "lualatex", "xelatex", "tectonic"),
        group="engine",
        help="TeX engine for PDFs.",
    )
    font: str = setting(
        "", metavar="NAME", group="font", help="Font of the documents and figures that lualatex or xelatex typesets."
    )
    templates: tuple[Path, ...] = setting(
        (),
        kind="templates",
        group="templates",
        help="Folder of your own templates; they come before the built-in ones.",
    )
    sources: tuple[Path, ...] = ()
    read: tuple[Path, ...] = ()
    artefacts: tuple[str, ...] = setting(
        (), group="artefacts", help="Figures and tables to show, by name; by default what suits the table."
    )
    own: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    figures: tuple[Mapping[str, Any], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    label_prefix: str | None = setting(
        None,
        metavar="TEXT",
        help="What labels and numbers begin with, so that several reports go into one document; by default the "
        "name of the folder, unless that is report.",
    )
    chapter_path: str | None = setting(
        None,
        metavar="TEXT",
        help="What the paths in the chapter begin with: the report's folder as the main document sees it, such as "
        "results/report/; by default its name.",
    )
    title: str = setting("", common=True, metavar="TEXT", help="Title of the document and of its chapter.")
    author: str = setting("", metavar="TEXT", help="Author of the document.")
    date: str = setting("", metavar="TEXT", help="Date of the document, as it is to be printed.")
    part: str = ""
    tested_alike: bool = False
    within: bool = False
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
        return "".join(f"{part}-" for part in (self.label_prefix, self.part) if part)

    @property
    def study(self) -> str:
        """What tells the numbers of a report apart; nothing in a part, which is in the study of the whole."""
        return "" if self.part else self.label_prefix or ""

    def entitled(self, chapter: Chapter) -> Chapter:
        """Return a chapter with the title that was given; that of a group or a measure keeps its own heading."""
        if not self.title:
            return chapter
        heading = chapter.heading if self.within else self.title
        return replace(chapter, title=self.title, heading=heading)

    def result(self, folder: Path) -> Path:
        """Return what to look at in the report in a folder: its PDF, its page, or the folder."""
        from comparatex.provenance import PAGE, PDF

        asked = [name for name, wanted in ((PDF, self.pdf), (PAGE, self.html)) if wanted]
        return next((folder / name for name in asked if (folder / name).is_file()), folder)

    def path_of(self, *parts: str) -> str:
        """Return what paths in the chapter of a report within this one begin with."""
        path = self.chapter_path or ""
        literal = path != FOLDER and all(map(_PLAIN_PATH.fullmatch, parts))
        return path + "".join(f"{part}/" for part in parts) if literal else FOLDER

    def of_folder(self, folder: Path) -> Report:
        """Return the settings with the prefix that a folder has where none is given."""
        name, path = folder.resolve().name, self.chapter_path
        if path is None:
            path = f"{name}/" if _PLAIN_PATH.fullmatch(name) else FOLDER
        elif path != FOLDER and not re.fullmatch(rf"(?:{_PLAIN_PATH.pattern}/?|\.\./)*", path, re.ASCII):
            raise UsageError(f"The `chapter_path` {path!r} would be read as TeX: write letters, digits, dots, - and /.")
        if path not in ("", FOLDER) and not path.endswith("/"):
            path += "/"
        self = replace(self, chapter_path=path)
        if self.label_prefix is None:
            return replace(self, label_prefix=prefix_of(name))
        if not re.fullmatch(r"[\w.:/+-]*", self.label_prefix, re.ASCII):
            raise UsageError(
                f"The `label_prefix` {self.label_prefix!r} would be read as TeX: write letters, digits, dots and "
                "dashes."
            )
        return self


def prefix_of(folder: str) -> str:
    """Return the prefix of the labels in a report that is in a folder of this name, in ASCII.

    >>> prefix_of("report"), prefix_of("Ma thèse_1"), prefix_of("结果")
    ('', 'Ma-these-1', 'r-c975')
    """
    plain = unicodedata.normalize("NFKD", folder).encode("ascii", "ignore").decode()
    prefix = re.sub("[^A-Za-z0-9]+", "-", plain).strip("-")
    return "" if folder == "report" else prefix or f"r-{zlib.crc32(folder.encode()):08x}"[:6]
