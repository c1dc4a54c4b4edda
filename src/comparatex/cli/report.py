"""The command that builds everything: fragments, tables, numbers, chapter, document and PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex.cli import options as o
from comparatex.cli import study
from comparatex.errors import ComparatexError, UsageError

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit
    from comparatex.inference.comparison import Comparison

_ARGUMENTS = "comparatex.arguments"
_NOT_ASKED = ("scores", "output", "check", "watch", "depfile")
"""Parameters that change nothing in the report."""


class _Command(click.Command):
    """A command that remembers its arguments, to run again with them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember, and parse."""
        ctx.meta[_ARGUMENTS] = list(args)
        return super().parse_args(ctx, args)


@click.command(cls=_Command)
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
@click.option(
    "--audit/--no-audit",
    default=False,
    show_default=True,
    help="Add a section on the stability of the results.",
)
@o.names("--artefacts", "Figures and tables to show, by name; by default what suits the table.")
@click.option("--check", is_flag=True, help="Build nothing; end with status 1 when the report is stale.")
@click.option("--watch", is_flag=True, help="Build again whenever a table or the config file changes.")
@click.option(
    "--depfile", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write what DIR/manifest.json depends on, for make and ninja.",
)  # fmt: skip
def report(**given: Any) -> None:
    """Build the whole report: every figure and table, numbers for prose, a chapter and its PDF.

    A report that is as before is left alone, and so is every file of it that is: only what changed is written and
    compiled again. The manifest's time is that of the last build.
    """
    if "-" in given["scores"] and (given["check"] or given["watch"]):
        raise UsageError("Standard input can be read only once: name a file of scores.")
    why = _stale(given)
    if given["check"]:
        if why:
            raise ComparatexError(f"{given['output']} is stale. {why}")
        return
    written = _build(given) if why else _keep(given)
    if given["depfile"]:
        _write_depfile(given)
    click.echo(str(written))
    if given["watch"]:
        _watch(given)


def _templates(given: dict[str, Any]) -> tuple[Path, ...]:
    """Return the folders of the user's templates."""
    return (given["templates"],) if given["templates"] else ()


def _sources(given: dict[str, Any]) -> tuple[Path, ...]:
    """Return the files of scores, and that of the groups of tasks."""
    named = [given["task_groups"]] if given["task_groups"] else []
    return tuple(Path(source) for source in (*given["scores"], *named) if source != "-")


def _asked(given: dict[str, Any]) -> dict[str, Any]:
    """Return all that decides about the report, beside the content of files."""
    options = {key: value for key, value in given.items() if key not in _NOT_ASKED}
    names = [Path(source).name for source in given["scores"]]
    return {**options, "own": study.own_tables(), "naming": study.naming(), "scores": names}


def _own() -> dict[str, dict[str, Any]]:
    """Return the settings of single artefacts, from the tables of the config file that their commands have."""
    from comparatex.artefacts import ARTEFACTS, option_values

    found = {}
    for name in ARTEFACTS:
        values = study.own_settings(name)
        values["include"] = values.pop("drawn", None)
        found[name] = option_values(name, values)
    return found


def _stale(given: dict[str, Any]) -> str:
    """Say why the report must be built; nothing when it need not."""
    from comparatex import build, provenance
    from comparatex.typeset import engines

    if "-" in given["scores"]:
        return "The scores are on standard input."
    of_all = build.stale(given["output"], _sources(given), _asked(given), _templates(given))
    why = of_all or _stale_groups(given["output"])
    manifest = provenance.load(given["output"])
    if not why and not given["check"] and given["pdf"] and manifest and not manifest.engine:
        return "TeX has been installed." if engines.find(given["engine"]) else ""
    return why


def _stale_groups(folder: Path) -> str:
    """Say what of the reports of groups is not as it was built."""
    from comparatex import build, provenance
    from comparatex.build import GROUPS

    main = provenance.load(folder)
    for name in main.settings.get(GROUPS, ()) if main else ():
        manifest = provenance.load(folder / GROUPS / name)
        why = "Missing." if manifest is None else build.tampered(folder / GROUPS / name, manifest)
        if why:
            return f"{GROUPS}/{name}: {why}"
    return ""


def _keep(given: dict[str, Any]) -> Path:
    """Leave the report as it is; return what is built of it."""
    from comparatex import build

    build.touch(given["output"])
    study.say("Nothing has changed.")
    pdf: Path = given["output"] / "report.pdf"
    return pdf if pdf.is_file() and given["pdf"] else pdf.parent


def _build(given: dict[str, Any]) -> Path:
    """Build the report."""
    comparison = study.comparison(given)
    from comparatex.report import Report, write_report

    settings = Report(
        showing={
            "highlight": dict(given["highlight"]),
            **{key: given[key] for key in ("ours", "order", "best", "precision") if given[key] is not None},
        },
        pdf=given["pdf"],
        previews=given["previews"],
        engine=given["engine"],
        templates=_templates(given),
        sources=_sources(given),
        artefacts=given["artefacts"],
        own=_own(),
        options=_asked(given),
    )
    audit = _audit(comparison) if given["audit"] else None
    groups = study.by_group(comparison, given)
    return write_report(
        comparison,
        given["output"],
        settings,
        audit=audit,
        groups=groups,
        say=study.say,
        progress=study.progress,
    )


def _audit(comparison: Comparison) -> Audit:
    """Audit the comparison under the audit's default settings."""
    from comparatex.inference.audit.audit import AuditSettings, audit

    return audit(comparison, AuditSettings(), stage=study.stages())


def _needed(given: dict[str, Any]) -> list[Path]:
    """Return the files that the report depends on."""
    config = study.config_file()
    own = [path for folder in _templates(given) for path in sorted(folder.iterdir()) if path.is_file()]
    return [*_sources(given), *([config] if config else []), *own]


def _write_depfile(given: dict[str, Any]) -> None:
    """Write what the report depends on."""
    from comparatex import build, files
    from comparatex.provenance import MANIFEST

    files.write_text(given["depfile"], build.depfile(given["output"] / MANIFEST, _needed(given)))


def _watch(given: dict[str, Any]) -> None:
    """Run the command again, with the same arguments, whenever a file changes."""
    from comparatex import build

    context = click.get_current_context()
    arguments = [text for text in context.meta[_ARGUMENTS] if text != "--watch"]
    study.say("Watching; Ctrl-C ends it.")

    def rebuild() -> None:
        try:
            context.find_root().command.main(["report", *arguments], standalone_mode=False)
        except click.ClickException as error:
            error.show()

    build.watch(lambda: _needed(given), rebuild)
