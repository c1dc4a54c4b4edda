"""The command that says what is installed and what is remarkable about a table."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import click

from comparatex.cli import options as o
from comparatex.cli import study
from comparatex.version import __version__

if TYPE_CHECKING:
    from comparatex.data.scores import Scores


@click.command()
@click.argument("scores", nargs=-1, metavar="[SCORES]...")
@o.options(o.reading, study.config_option)
def doctor(**given: Any) -> None:
    """Say what is installed and, with SCORES, how the table is understood and what looks wrong in it."""
    click.echo(f"comparatex {__version__}, Python {platform.python_version()}")
    for package in (
        "numpy",
        "scipy",
        "pandas",
        "matplotlib",
        "jinja2",
        "click",
        "pypdfium2",
        "openpyxl",
        "pyarrow",
    ):
        click.echo(f"  {package} {_version(package)}")
    click.echo(_tex())
    if given["scores"]:
        click.echo(_table(study.scores(given)))


def _version(package: str) -> str:
    """Return the installed version of a package."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _tex() -> str:
    """Say which TeX engine would be used, or how to get one."""
    from comparatex.typeset import engines

    engine = engines.find()
    return f"TeX: {engine.name} at {engine.path}" if engine else f"No TeX engine. {engines.HOW_TO_GET_TEX}"


def _table(scores: Scores) -> str:
    """Say how a table was understood."""
    import numpy as np

    smallest, largest = np.nanmin(scores.values), np.nanmax(scores.values)
    return (
        f"{scores.n_comparates} comparates on {scores.n_tasks} tasks; {scores.direction} is better; "
        f"scores from {smallest:.6g} to {largest:.6g}; "
        f"{'remarks above' if scores.notes else 'no remarks'}."
    )
