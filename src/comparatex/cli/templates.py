"""The command that copies the templates, for people who want to change them."""

from __future__ import annotations

from pathlib import Path

import click

from comparatex.errors import ComparatexError


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
def templates(folder: Path) -> None:
    """Copy the built-in templates to DIR; pass that folder to --templates after changing them."""
    from comparatex.files import TEMPLATES, template_files, write_bytes

    sources = {path: folder / path.relative_to(TEMPLATES) for path in template_files(TEMPLATES)}
    for copy in sources.values():
        if copy.exists():
            raise ComparatexError(f"{copy} exists already: name another folder.")
    for path, copy in sources.items():
        write_bytes(copy, path.read_bytes())
    click.echo(f"Copied {len(sources)} files to {folder}. Delete those that you do not change.", err=True)
