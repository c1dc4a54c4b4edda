"""The command that copies the templates, for people who want to change them."""

from __future__ import annotations

from pathlib import Path

import click

from comparatex.errors import ComparatexError


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def templates(folder: Path) -> None:
    """Copy the built-in templates to DIR; pass that folder to --templates after changing them."""
    from comparatex.files import TEMPLATES, write_bytes

    sources = sorted(path for path in TEMPLATES.iterdir() if path.is_file())
    for path in sources:
        if (folder / path.name).exists():
            raise ComparatexError(f"{folder / path.name} exists already: name another folder.")
    for path in sources:
        write_bytes(folder / path.name, path.read_bytes())
    click.echo(f"Copied {len(sources)} files to {folder}. Delete those that you do not change.", err=True)
