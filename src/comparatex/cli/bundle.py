"""The command that packs a paper or a report so that it compiles alone."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from comparatex.cli import options as o
from comparatex.cli import study
from comparatex.errors import TypesetError

if TYPE_CHECKING:
    from comparatex.bundle import Kind


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR")
@click.option(
    "--arxiv", "kind", flag_value="arxiv", default="arxiv", show_default=True,
    help="With the bibliography as BibTeX left it.",
)  # fmt: skip
@click.option("--overleaf", "kind", flag_value="overleaf", help="With the source of the bibliography.")
@click.option(
    "-o", "--output", required=True, type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="The archive: .zip, .tar.gz or .tgz.",
)  # fmt: skip
@click.option("--main", metavar="FILE", help="The document in DIR, where there are several.")
@click.option(
    "--yes", is_flag=True, help="Pack files from outside DIR, too, that nothing usual names; else it asks."
)
@o.options(o.engine, o.force, o.no_limits)
def bundle(folder: Path, kind: Kind, output: Path, main: str | None, yes: bool, engine: str) -> None:
    """Pack DIR, a report or a paper that uses one, with exactly the files that its document reads.

    The paper is compiled in a copy, and what is packed in an empty folder; when that fails no archive is written.
    """
    from comparatex.bundle import bundle as pack
    from comparatex.typeset import engines

    found = engines.find(engine)
    if found is None:
        raise TypesetError(f"A bundle needs TeX, to know what the document reads. {engines.HOW_TO_GET_TEX}")

    def agree(files: Sequence[str]) -> bool:
        asked = f"The paper reads files from outside its folder: {', '.join(files)}. Pack them?"
        return yes or (sys.stdin is not None and sys.stdin.isatty() and click.confirm(asked, err=True))

    names = pack(folder, output, kind, found, main, agree=agree)
    study.say(f"{len(names)} files: {', '.join(names)}.")
    click.echo(str(output))
