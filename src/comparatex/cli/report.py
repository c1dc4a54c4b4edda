"""The command that builds everything: fragments, tables, numbers, chapter, document and PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex.cli import options as o
from comparatex.cli import rebuild, study
from comparatex.errors import ComparatexError, UsageError

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit
    from comparatex.inference.comparison import Comparison


@click.command(cls=rebuild.Command)
@o.options(
    o.scores, o.reading, o.analysis, o.bayes, o.showing, o.costs, o.typesetting, o.force, study.config_option
)
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
@o.names("--lower", "Long table: those of several measures of which lower is better.")
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
    if given["check"] and given["watch"]:
        raise UsageError("--check builds nothing and --watch builds again and again: say one of them.")
    why = rebuild.stale(given)
    if given["check"]:
        if why:
            raise ComparatexError(f"{given['output']} is stale. {why}")
        return
    written = _build(given) if why else rebuild.keep(given)
    if given["depfile"]:
        rebuild.write_depfile(given)
    click.echo(str(written))
    if given["watch"]:
        rebuild.watch(given)


def _own() -> dict[str, dict[str, Any]]:
    """Return the settings of single artefacts, from the tables of the config file that their commands have."""
    from comparatex.artefacts import ARTEFACTS, option_values

    found = {}
    for name in ARTEFACTS:
        values = study.own_settings(name)
        values["include"] = values.pop("drawn", None)
        found[name] = option_values(name, values)
    return found


def _build(given: dict[str, Any]) -> Path:
    """Build the report."""
    every = study.by_measure(given)
    comparisons = [study.comparison(one) for one in every]
    from comparatex.report import write_measures, write_report
    from comparatex.report_settings import Report

    settings = Report(
        showing={
            "highlight": dict(given["highlight"]),
            **{
                key: given[key]
                for key in ("ours", "order", "best", "precision", "language")
                if given[key] is not None
            },
        },
        pdf=given["pdf"],
        previews=given["previews"],
        engine=given["engine"],
        templates=rebuild.templates(given),
        sources=rebuild.sources(given),
        artefacts=given["artefacts"],
        own=_own(),
        options=rebuild.asked(given),
        **_costs(every[0]),
    )
    audits = [_audit(comparison) if given["audit"] else None for comparison in comparisons]
    groups = [study.by_group(comparison, one) for comparison, one in zip(comparisons, every, strict=True)]
    if len(comparisons) == 1:
        return write_report(
            comparisons[0], given["output"], settings, audit=audits[0], groups=groups[0], say=study.say,
            progress=study.progress,
        )  # fmt: skip
    return write_measures(
        comparisons, given["output"], settings, audits=audits, groups=groups, say=study.say,
        progress=study.progress,
    )  # fmt: skip


def _costs(given: dict[str, Any]) -> dict[str, Any]:
    """Return the costs of comparates, and what they are, where they are given."""
    if not given["cost"] and not given["cost_file"]:
        return {}
    from comparatex.cli.costs import add_costs

    own = dict(given)
    add_costs(own)
    return {"costs": own["costs"], "cost_name": own["cost_name"]}


def _audit(comparison: Comparison) -> Audit:
    """Audit the comparison under the audit's default settings."""
    from comparatex.inference.audit.audit import AuditSettings, audit

    return audit(comparison, AuditSettings(), stage=study.stages())
