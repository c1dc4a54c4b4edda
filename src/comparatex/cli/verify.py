"""The command that says whether a report or a paper matches the data."""

from __future__ import annotations

from pathlib import Path

import click

from comparatex import config
from comparatex.cli import study
from comparatex.errors import ComparatexError


@click.command()
@click.argument("target", type=click.Path(exists=True, path_type=Path), metavar="PDF|DIR")
@click.argument(
    "scores", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="[SCORES]..."
)
@click.option(
    "--report", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="The report that a PDF is from; by default the PDF's own folder, or a folder beside it.",
)  # fmt: skip
def verify(target: Path, scores: tuple[Path, ...], report: Path | None) -> None:
    r"""Say whether a report, or the PDF of a paper with its fragments or \input{report/stamp}, matches the data.

    A report: compares the hashes of scores and outputs with its manifest. A PDF: compares the stamp of every fragment
    in it with the report, and the data of fragments that mcm, cdd, table and the like have made with SCORES; these are
    the tables of the study file or of the reports beside the PDF where none is named. Pictures have no stamp. Ends
    with status 1, and names what is out of date, when something does not match.
    """
    from comparatex.provenance import verify as compare

    wrong = compare(target, report, scores or _configured(target))
    if wrong:
        raise ComparatexError("\n".join(wrong))
    click.echo(f"{target} matches the data.")


def _configured(target: Path) -> tuple[Path, ...]:
    """Return the tables of the study file of a PDF's folder."""
    file = config.find(target.resolve().parent, study.say)
    tables = config.inputs(config.load(file), file) if file else ()
    return tuple(path for path in map(Path, tables) if path.is_file())
