"""The command that looks for hand-typed numbers which disagree with the data."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from comparatex.cli import options as o
from comparatex.cli import study
from comparatex.errors import ComparatexError, UsageError

_TEX = (".tex", ".ltx", ".latex", ".rnw", ".bbl")


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="TEX... [SCORES]...")
@o.options(o.reading, o.analysis, o.bayes, study.config_option)
@click.option("--strict", is_flag=True, help="End with status 1 when there are candidates.")
def lint(files: tuple[str, ...], strict: bool, **given: Any) -> None:
    """List hand-typed numbers beside a comparate's name that none of its numbers rounds to.

    TEX are files that end in .tex; all others are tables of scores. What is listed are candidates, for a person
    to look at: a number that comparatex prints is never listed, nor is a bound such as p < 0.05.
    """
    from comparatex.lint import check, known_numbers
    from comparatex.provenance import is_ours

    papers = [Path(name) for name in files if name.lower().endswith(_TEX)]
    named = tuple(name for name in files if not name.lower().endswith(_TEX))
    given["scores"] = named or tuple(click.get_current_context().meta.get(o.SCORES, ()))
    if not papers or not given["scores"]:
        raise UsageError("Name at least one .tex file and one table of scores.")
    sources = {paper: tex for paper in papers if not is_ours(tex := _read(paper))}
    comparison = study.comparison(given)
    numbers = known_numbers(comparison)
    found = [
        f"{paper}:{candidate}"
        for paper, tex in sources.items()
        for candidate in check(tex, numbers, comparison.scores.measure)
    ]
    for line in found:
        click.echo(line)
    if found and strict:
        raise ComparatexError(f"{len(found)} hand-typed number{'s' * (len(found) > 1)} to look at.")


def _read(paper: Path) -> str:
    """Return the source of a paper, in whatever encoding."""
    try:
        return paper.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UsageError(f"Cannot read {paper}: {error.strerror}.") from error
