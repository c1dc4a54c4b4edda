"""The command that builds everything: fragments, tables, numbers, chapter, document and PDF."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from comparatex.cli import options as o
from comparatex.cli import study


@click.command()
@o.options(o.scores, o.reading, o.analysis, o.bayes, o.showing, o.typesetting, study.config_option)
@click.option(
    "-o", "--output", default="report", show_default=True, type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR", help="Folder of the report.",
)  # fmt: skip
@click.option(
    "--pdf/--no-pdf", default=True, show_default=True, help="Compile the PDFs where TeX is installed."
)
@click.option(
    "--previews/--no-previews",
    default=None,
    help="Draw every artefact with matplotlib too; without TeX by default.",
)
def report(**given: Any) -> None:
    """Build the whole report: every figure and table, numbers for prose, a chapter and its PDF."""
    from comparatex.report import Report, write_report

    comparison = study.comparison(given)
    settings = Report(
        showing={
            "highlight": dict(given["highlight"]),
            **{key: given[key] for key in ("ours", "order", "best", "precision") if given[key] is not None},
        },
        pdf=given["pdf"],
        previews=given["previews"],
        engine=given["engine"],
        templates=(given["templates"],) if given["templates"] else (),
        sources=tuple(Path(source) for source in given["scores"] if source != "-"),
    )
    written = write_report(comparison, given["output"], settings, say=study.say, progress=study.progress)
    click.echo(str(written))
