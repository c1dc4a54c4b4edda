"""The command that builds everything: fragments, tables, numbers, chapter, document and PDF."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from comparatex import provenance
from comparatex.cli import study as s
from comparatex.cli.commands import READ, command
from comparatex.cli.config import config_option, configured
from comparatex.cli.messages import announce, say
from comparatex.cli.options import force, no_plain, option, options, options_of, output_option, settings, trust
from comparatex.cli.study import Study
from comparatex.errors import ComparatexError, UsageError
from comparatex.files import Search, of_file, recording, require_place, template_files, whole_record
from comparatex.inference.analysis import AuditSettings
from comparatex.layout.options import Showing
from comparatex.provenance import MANIFEST, PAGE, depfile
from comparatex.report_settings import Report
from comparatex.settings import values
from comparatex.stamps import write_own
from comparatex.verify import why_stale


@command(
    "results.csv -o report --ours ROCKET",
    brief="Build the whole report: every figure and table, numbers for prose, a chapter and its PDF.",
)
@options(s.scores, s.reading, s.analysis, s.bayes, s.showing, s.stars, s.width, s.costs, s.extra, s.typesetting)
@options(force, trust, no_plain("report"), config_option)
@output_option("report", kind="output folder", asks=False, help="Folder of the report.")
@settings(Report)
@s.measures
@option("--audit", default=False, type=bool, off="--no-audit", help="Add a section on the stability of the results.")
@settings(Report, group="artefacts")
@option(
    "--check",
    default=False,
    type=bool,
    only_flag="asks whether a build is needed",
    asks=False,
    help="Say whether the report is stale: build nothing, and end with status 1 if it is.",
)
@option(
    "--watch",
    default=False,
    type=bool,
    only_flag="goes on until it is interrupted",
    asks=False,
    help="Build again at every change of a table or of the config file.",
)
@option(
    "--depfile",
    kind="output file",
    common=False,
    asks=False,
    help="Write what DIR/manifest.json depends on, for make and ninja.",
)
def report(
    output: Path,
    audit: bool,
    lower: tuple[str, ...],
    check: bool,
    watch: bool,
    depfile: Path | None,
    **given: Any,
) -> None:
    """Build the whole report: every figure and table, numbers for prose, a chapter and its PDF.

    An unchanged report is left alone, and so is each of its unchanged files: only what has changed is written and
    compiled again. The manifest's time is that of the last build.
    """
    if "-" in given["scores"] and (check or watch):
        raise UsageError("Standard input can be read only once: name a file of scores.")
    if check and watch:
        raise UsageError("--check builds nothing and --watch builds again and again: give only one of them.")
    require_place(output / "manifest.json")
    study, settings = Study.of(given), _settings(given)
    why = _stale(output, settings, check=check)
    if check:
        if why:
            raise ComparatexError(why)
        return
    written = _build(output, study, settings, given, lower, audit=audit) if why else _keep(output, settings)
    if depfile:
        _write_depfile(depfile, output, settings)
    announce(str(written))
    if settings.html and output / PAGE != written:
        announce(str(output / PAGE))
    if watch:
        _watch()


def _settings(given: dict[str, Any]) -> Report:
    """Return the settings of the report, except costs and those of single artefacts, which need a table."""
    context = click.get_current_context()
    return Report(
        showing=values(Showing, given),
        sources=s.files_of(given),
        read=context.meta[READ],
        options=_asked(context.params),
        **values(Report, given),
    )


def _build(
    folder: Path, study: Study, settings: Report, given: dict[str, Any], lower: tuple[str, ...], *, audit: bool
) -> Path:
    every = study.by_measure(lower)
    comparisons = [study.comparison() for study in every]
    from comparatex.inference.audit.audit import audit as run
    from comparatex.report import write_measures

    file = configured()
    settings = replace(settings, own=file.own, figures=file.listed)
    if extra := every[0].extra():
        # Addresses are for the leaderboard, which a screen shows.
        short = {heading: of for heading, of in extra.items() if not any("://" in str(value) for value in of.values())}
        shown = {name: extra if name == "leaderboard" else short for name in s.with_field("extra")}
        own = {name: {**file.own.get(name, {}), "extra": more} for name, more in shown.items()}
        settings = replace(settings, own={**settings.own, **own})
    if study.beside.has_costs:
        settings = replace(settings, **every[0].costs())
    audits = [run(part, AuditSettings()) if audit else None for part in comparisons]
    groups = [study.by_group(comparison) for comparison, study in zip(comparisons, every, strict=True)]
    return write_measures(comparisons, folder, settings, audits, groups, say)


def _asked(parameters: dict[str, Any]) -> dict[str, Any]:
    """Return all that determines the report, apart from the contents of files."""
    known = {item.setting.parameter: item.setting for item in options_of(click.get_current_context().command)}
    options = {key: value for key, value in parameters.items() if key in known and known[key].asks}
    options["cost_file"] = options.pop("costs")  # its name in existing manifests
    names = [Path(source).name for source in parameters["scores"]]
    file = configured()
    listed = {"figures": file.figures} if file.figures else {}
    return {**options, **listed, "own": file.tables, "naming": file.naming, "scores": names}


def _stale(folder: Path, settings: Report, *, check: bool) -> str:
    """Return why the report must be built; empty if it need not be."""
    from comparatex.typeset import engines

    if "-" in click.get_current_context().params["scores"]:
        return "The scores are on standard input."
    why = why_stale(folder, [*settings.sources, *settings.read], dict(settings.options), settings.templates)
    manifest = provenance.load(folder)
    if not why and not check and settings.pdf and manifest and not manifest.engine:
        return "TeX has been installed." if engines.find(settings.engine, settings.font) else ""
    return why


def _keep(folder: Path, settings: Report) -> Path:
    """Leave the report as it is, and return its path."""
    provenance.touch(folder)
    manifest, files = provenance.load(folder) or provenance.Manifest(), whole_record().files
    for path in (*settings.sources, *settings.read):  # whose hashes have just been compared
        files.setdefault(str(path.absolute()), manifest.inputs.get(provenance.relative(path, folder), ""))
    say("Nothing has changed.")
    return settings.result(folder)


def _write_depfile(path: Path, folder: Path, settings: Report) -> None:
    """Write what the report depends on."""
    templates = [path for home in settings.templates for path in template_files(home)]
    text = depfile(folder / MANIFEST, [*settings.sources, *settings.read, *templates])
    target = f"/{MANIFEST}:".encode()
    write_own(path, text.encode("utf-8"), ours=lambda content: target in content.partition(b"\n")[0])


def _watch() -> None:
    """Rerun the command with the same arguments whenever a file changes."""
    from comparatex.data.folders import gathered

    context = click.get_current_context()
    group: Any = context.find_root()
    arguments = [word for word in group.arguments if word != "--watch"]
    say("Watching; Ctrl-C ends it.")

    def build() -> Mapping[Any, Any]:
        with recording() as record:
            try:
                group.command.main(arguments, standalone_mode=False)
            except click.ClickException as error:
                error.show()
        return record.all

    def look(key: str | Search) -> object:
        if isinstance(key, str):
            return of_file(Path(key))
        with suppress(ComparatexError):
            return tuple(map(os.path.abspath, gathered([key[0]], *key[1:])))
        return ()

    provenance.watch(whole_record().all, look, build)
