"""Running the report's command again: whether there is anything to do, what it depends on, and watching that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from comparatex.cli import study
from comparatex.cli.kinds import NAME_FILES

_ARGUMENTS = "comparatex.arguments"
_NOT_ASKED = ("scores", "output", "check", "watch", "depfile")
"""Parameters that change nothing in the report."""


class Command(click.Command):
    """A command that remembers its arguments, to run again with them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember, and parse."""
        ctx.meta[_ARGUMENTS] = list(args)
        return super().parse_args(ctx, args)


def templates(given: dict[str, Any]) -> tuple[Path, ...]:
    """Return the folders of the user's templates."""
    return (given["templates"],) if given["templates"] else ()


def sources(given: dict[str, Any]) -> tuple[Path, ...]:
    """Return the files of scores, of the groups of tasks, and of costs."""
    named = [given[key] for key in ("task_groups", "cost_file") if given[key]]
    return tuple(Path(source) for source in (*given["scores"], *named) if source != "-")


def asked(given: dict[str, Any]) -> dict[str, Any]:
    """Return all that decides about the report, beside the content of files."""
    options = {key: value for key, value in given.items() if key not in _NOT_ASKED}
    names = [Path(source).name for source in given["scores"]]
    return {**options, "own": study.own_tables(), "naming": study.naming(), "scores": names}


def stale(given: dict[str, Any]) -> str:
    """Say why the report must be built; nothing when it need not."""
    from comparatex import incremental, provenance
    from comparatex.typeset import engines

    if "-" in given["scores"]:
        return "The scores are on standard input."
    of_all = incremental.why_stale(given["output"], sources(given), asked(given), templates(given))
    why = of_all or _stale_parts(given["output"])
    manifest = provenance.load(given["output"])
    if not why and not given["check"] and given["pdf"] and manifest and not manifest.engine:
        return "TeX has been installed." if engines.find(given["engine"]) else ""
    return why


def _stale_parts(folder: Path) -> str:
    """Say what of the reports of groups and measures is not as it was built."""
    from comparatex import provenance

    main = provenance.load(folder)
    names = [
        f"{kind}/{name}"
        for kind in provenance.PARTS
        for name in (main.settings.get(kind, ()) if main else ())
    ]
    for name in names:
        manifest = provenance.load(folder / name)
        why = "Missing." if manifest is None else provenance.tampered(folder / name, manifest)
        if why or _stale_parts(folder / name):
            return f"{name}: {why or _stale_parts(folder / name)}"
    return ""


def keep(given: dict[str, Any]) -> Path:
    """Leave the report as it is; return what is built of it."""
    from comparatex import incremental, provenance

    incremental.touch(given["output"])
    study.say("Nothing has changed.")
    pdf: Path = given["output"] / provenance.PDF
    return pdf if pdf.is_file() and given["pdf"] else pdf.parent


def _needed(given: dict[str, Any]) -> list[Path]:
    """Return the files that the report depends on."""
    config, named = study.config_file(), click.get_current_context().meta.get(NAME_FILES, [])
    own = [path for folder in templates(given) for path in sorted(folder.iterdir()) if path.is_file()]
    return [*sources(given), *named, *([config] if config else []), *own]


def write_depfile(given: dict[str, Any]) -> None:
    """Write what the report depends on."""
    from comparatex import incremental
    from comparatex.provenance import MANIFEST, write_own

    text = incremental.depfile(given["output"] / MANIFEST, _needed(given))
    target = f"/{MANIFEST}:".encode()
    write_own(
        given["depfile"], text.encode("utf-8"), ours=lambda content: target in content.partition(b"\n")[0]
    )


def watch(given: dict[str, Any]) -> None:
    """Run the command again, with the same arguments, whenever a file changes."""
    from comparatex import incremental

    context = click.get_current_context()
    arguments = [text for text in context.meta[_ARGUMENTS] if text != "--watch"]
    study.say("Watching; Ctrl-C ends it.")

    def rebuild() -> None:
        try:
            context.find_root().command.main(["report", *arguments], standalone_mode=False)
        except click.ClickException as error:
            error.show()

    incremental.watch(lambda: _needed(given), rebuild)
