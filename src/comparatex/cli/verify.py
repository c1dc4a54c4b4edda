"""The command that says whether a report or a paper matches the data."""

from __future__ import annotations

from pathlib import Path

import click

from comparatex.errors import ComparatexError


@click.command()
@click.argument("target", type=click.Path(exists=True, path_type=Path), metavar="PDF|DIR")
@click.option(
    "--report", type=click.Path(exists=True, file_okay=False, path_type=Path), metavar="DIR",
    help="The report that a PDF is from; by default the PDF's own folder, or the folder report beside it.",
)  # fmt: skip
def verify(target: Path, report: Path | None) -> None:
    r"""Say whether a report, or the PDF of a paper with \input{report/stamp}, matches the data.

    Compares the hashes of scores and outputs with the report's manifest, and the stamp in the PDF with that of the
    report. Ends with status 1 when something does not match.
    """
    from comparatex.provenance import verify as compare

    wrong = compare(target, report)
    if wrong:
        raise ComparatexError("\n".join(wrong))
    click.echo(f"{target} matches the data.")
