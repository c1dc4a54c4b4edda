"""Commands for the files of a project: templates, checks against the data, bundles, hand-typed numbers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex.cli import config
from comparatex.cli import study as s
from comparatex.cli.commands import command
from comparatex.cli.config import Config, config_option, configured
from comparatex.cli.messages import announce, say
from comparatex.cli.options import argument, complete_files, force, no_limits, option, options, output_option
from comparatex.cli.study import Study
from comparatex.errors import ComparatexError, TypesetError, UsageError
from comparatex.files import TEMPLATES, template_files, write_bytes
from comparatex.stamps import is_ours

if TYPE_CHECKING:
    from comparatex.bundle import Kind
_TEX = (".tex", ".ltx", ".latex", ".rnw", ".bbl")


@command("my-templates")
@argument("folder", "output folder", metavar="DIR")
def templates(folder: Path) -> None:
    """Copy the built-in templates to DIR; pass that folder to --templates after changing them."""
    sources = {path: folder / path.relative_to(TEMPLATES) for path in template_files(TEMPLATES)}
    for copy in sources.values():
        if copy.exists():
            raise ComparatexError(f"{copy} exists already: name another folder.")
    for path, copy in sources.items():
        write_bytes(copy, path.read_bytes())
    announce(f"Copied {len(sources)} files to {folder}. Delete those that you do not change.", err=True)


@command("report")
@argument("target", metavar="PDF|HTML|DIR")
@argument("scores", nargs=-1, metavar="[SCORES]...")
@option(
    "--report",
    kind="folder",
    help="The report that a PDF is from; by default the PDF's own folder, or a folder beside it.",
)
def verify(target: Path, scores: tuple[Path, ...], report: Path | None) -> None:
    r"""Say whether a report, or the PDF of a paper with its fragments or \input{report/stamp}, matches the data.

    Of a report (DIR), the hashes of scores and outputs are compared with its manifest. Of a PDF, or of its page
    (HTML), the stamp of every fragment is compared with the report, and the data of fragments that mcm, cdd, table
    and other commands made, with SCORES; where none is named, these are the tables of the config file, or of the
    reports beside the PDF. Pictures have no stamp. The command ends with status 1, and names what is out of date,
    when something does not match.
    """
    from comparatex.data.folders import gathered
    from comparatex.verify import verify as compare

    usual = () if scores else _configured(target)
    named, others = (tuple(map(Path, gathered(map(str, tables)))) for tables in (scores, usual))
    wrong = compare(target, report, named, others)
    if wrong:
        raise ComparatexError("\n".join(wrong))
    announce(f"{target} matches the data.")


def _configured(target: Path) -> tuple[Path, ...]:
    """Return the tables of the config file of a PDF's folder."""
    file = config.find(target.resolve().parent, say)
    tables = Config(file, config.load(file)).scores if file else ()
    return tuple(path for path in map(Path, tables) if path.exists())


@command("report --arxiv -o report.zip")
@argument("folder", "folder", metavar="DIR")
@option(
    "--arxiv",
    default=True,
    type=bool,
    off="--overleaf",
    help="Archive for arXiv (bibliography as BibTeX left it) or for Overleaf (its source).",
)
@output_option(required=True, kind="output file", help="The archive: .zip, .tar.gz or .tgz.")
@option("--main", metavar="FILE", help="The document in DIR, where there are several.")
@option(
    "--yes",
    default=False,
    type=bool,
    only_flag="answers for the user",
    help="Pack files from outside DIR that no usual command names, too, without asking.",
)
@options(s.engine, force, no_limits)
def bundle(folder: Path, arxiv: bool, output: Path, main: str | None, yes: bool, engine: str) -> None:
    """Pack DIR, a report or a paper that uses one, with exactly the files that its document reads.

    The paper is compiled in a copy, and what is packed is compiled in an empty folder; when either fails, no archive
    is written.
    """
    from comparatex.bundle import bundle as pack
    from comparatex.typeset import engines

    installed = engines.find(engine)
    if installed is None:
        raise TypesetError(f"A bundle needs TeX, to know what the document reads. {engines.HOW_TO_GET_TEX}")

    def agree(files: Sequence[str]) -> bool:
        prompt = f"The paper reads files from outside its folder: {', '.join(files)}. Pack them?"
        return yes or (sys.stdin is not None and sys.stdin.isatty() and click.confirm(prompt, err=True))

    kind: Kind = "arxiv" if arxiv else "overleaf"
    names = pack(folder, output, kind, installed, main, agree=agree)
    say(f"{len(names)} files: {', '.join(names)}.")
    announce(str(output))


@command("paper.tex results.csv")
@click.argument("files", nargs=-1, required=True, metavar="TEX... [SCORES]...", shell_complete=complete_files)
@options(s.reading, s.analysis, s.bayes, config_option)
@option("--strict", default=False, type=bool, help="End with status 1 when there are candidates.")
def lint(files: tuple[str, ...], strict: bool, **given: Any) -> None:
    """List hand-typed numbers beside a method's name that none of its numbers rounds to.

    TEX are files that end with .tex, .ltx, .latex, .rnw or .bbl; all others are tables of scores. Where a sentence
    tells whose number it is and against whom, only that one is right. The numbers listed are candidates, for a person
    to check: a number that comparatex prints is never listed, nor is a bound such as p < 0.05.
    """
    from comparatex.data.sources import read_bytes
    from comparatex.lint import KnownNumbers, check

    papers = [Path(name) for name in files if name.lower().endswith(_TEX)]
    named = tuple(name for name in files if not name.lower().endswith(_TEX))
    given["scores"] = named or configured().scores
    if not papers or not given["scores"]:
        raise UsageError("Name at least one .tex file and one table of scores.")
    texts = {paper: read_bytes(paper).decode("utf-8", errors="replace") for paper in papers}
    sources = {paper: tex for paper, tex in texts.items() if not is_ours(tex)}
    comparison = Study.of(given).comparison()
    numbers = KnownNumbers(comparison)
    candidates = [
        f"{paper}:{candidate}"
        for paper, tex in sources.items()
        for candidate in check(tex, numbers, comparison.scores.measure)
    ]
    for line in candidates:
        click.echo(line)
    if candidates and strict:
        raise ComparatexError(f"{len(candidates)} hand-typed number{'s' * (len(candidates) > 1)} to look at.")
