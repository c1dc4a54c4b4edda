r"""The command that lists the numbers for prose: what ``\comparatex{…}`` knows."""

from __future__ import annotations

from typing import Any

import click

from comparatex.cli import options as o
from comparatex.cli import study


@click.command()
@o.options(o.scores, o.reading, o.analysis, o.bayes, o.showing, study.config_option)
@click.option("--matching", metavar="TEXT", default="", help="List only the keys that contain this text.")
def numbers(**given: Any) -> None:
    r"""List the keys and values that \comparatex{KEY} prints after \input of numbers.tex."""
    from comparatex.layout.prose import numbers as lay_out

    for key, value in lay_out(study.comparison(given), given["precision"]).items():
        if given["matching"] in key:
            click.echo(f"{key}\t{value}")
