"""The command that lists the conventions of the field, and shows where they differ on a table."""

from __future__ import annotations

from typing import Any

import click

from comparatex.cli import kinds, study
from comparatex.cli import options as o


@click.command()
@o.options(click.argument("scores", nargs=-1, metavar="[SCORES]..."), o.reading, study.config_option)
@o.names("--only", "Conventions to compare; all by default.")
@click.option(
    "--alpha",
    type=kinds.Real(0, 1, min_open=True, max_open=True),
    default=None,
    help="One significance level for all; by default the one of each convention.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def conventions(**given: Any) -> None:
    """List the named conventions; with SCORES, show which verdicts depend on them."""
    from comparatex.conventions import compared, listed, to_json, verdicts

    if not given["scores"]:
        click.echo(to_json(None, ()) if given["as_json"] else listed(), nl=given["as_json"])
        return
    scores = study.scores(given)
    found = verdicts(scores, given["only"], given["alpha"])
    click.echo(to_json(scores, found) if given["as_json"] else compared(scores, found), nl=given["as_json"])
