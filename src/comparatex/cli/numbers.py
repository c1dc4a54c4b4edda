r"""The command that lists the numbers for prose: what ``\comparatex{…}`` knows."""

from __future__ import annotations

from typing import Any

import click

from comparatex.cli import options as o
from comparatex.cli import study


@click.command()
@o.options(o.scores, o.reading, o.analysis, o.bayes, o.showing, study.config_option)
@click.option("--matching", metavar="TEXT", default="", help="List only the keys that contain this text.")
@o.choice("--style", ["english", "slash"], "english", "Keys such as 'wins of A against B', or pair/A/B/wins.")
def numbers(**given: Any) -> None:
    r"""List the keys and values that \comparatex{KEY} prints after \input of numbers.tex."""
    from comparatex.layout.number_macros import numbers as lay_out
    from comparatex.spoken import speaking

    with speaking(given["language"]):
        view = lay_out(study.comparison(given), given["precision"])
    for key, value in view.items() if given["style"] == "english" else view.slash_items():
        if given["matching"] in key:
            click.echo(f"{key}\t{value}")
