"""The command that asks whether the conclusion would survive other competitors or other data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex.cli import kinds, study
from comparatex.cli import options as o
from comparatex.spoken import LANGUAGES

if TYPE_CHECKING:
    from comparatex.inference.audit.audit import Audit

CHECKPOINT = "audit-checkpoint.json"


@click.command()
@o.options(o.scores, o.reading, o.analysis, study.config_option)
@o.names("--core", "Comparates whose mutual verdicts are followed; the best four by default.")
@click.option(
    "--add",
    type=kinds.Numbers(),
    default="4",
    show_default=True,
    help="How many others to add; a range such as 2-5.",
)
@click.option("--all-supersets", is_flag=True, help="Add every number of others, instead of --add.")
@o.names("--baseline", "The set whose conclusion is in question; the whole table by default.")
@click.option(
    "--jobs", type=kinds.Whole(), default=1, show_default=True, help="Processes; -1 for all processors."
)
@click.option("--seed", type=kinds.Whole(0), default=0, show_default=True, help="Of examples and samples.")
@click.option(
    "--budget", type=kinds.Whole(1), default=1 << 22, show_default=True, help="Sets to decide at most."
)
@click.option(
    "--sampled",
    type=kinds.Whole(1),
    default=1 << 20,
    show_default=True,
    help="Sets to draw where there are more than the budget.",
)
@o.choice("--backend", ["local", "dask"], "local", "Where the processes run.")
@click.option("--scheduler", metavar="ADDRESS", default="", help="Address of the Dask scheduler.")
@o.options(o.typesetting, o.force)
@o.choice("--language", LANGUAGES, "en", "Of the words that are written to the folder: English or French.")
@click.option(
    "--pdf/--no-pdf", default=True, show_default=True, help="With -o: compile the findings to a PDF."
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
@click.option(
    "-o",
    "--output",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write JSON, figures, a section and its PDF to a folder; an interrupted audit goes on from it.",
)
def audit(**given: Any) -> None:
    """Audit the conclusion: competitors that reverse it, and data that it hangs on."""
    from comparatex.audits import in_words, to_json
    from comparatex.inference.audit.audit import AuditSettings
    from comparatex.inference.audit.audit import audit as run
    from comparatex.layout.showing import positions

    comparison = study.comparison(given)
    settings = AuditSettings(
        core=positions(comparison, given["core"]),
        added=None if given["all_supersets"] else given["add"],
        baseline=positions(comparison, given["baseline"]),
        seed=given["seed"],
        budget=given["budget"],
        sampled=given["sampled"],
        jobs=given["jobs"],
        backend=given["backend"],
        scheduler=given["scheduler"],
    )
    folder: Path | None = given["output"]
    earlier = _checkpoint(folder)
    findings = run(comparison, settings, checkpoint=earlier, stage=study.stages())
    if folder:
        _write(findings, folder, given)
        _keep(folder, findings.checkpoint)
    if given["as_json"]:
        click.echo(to_json(findings))
    elif not folder:
        click.echo(in_words(findings), nl=False)


def _write(findings: Audit, folder: Path, given: dict[str, Any]) -> None:
    """Write figures, table, section and PDF."""
    from comparatex.layout.showing import Showing
    from comparatex.report import write_audit

    templates = (given["templates"],) if given["templates"] else ()
    written = write_audit(
        findings,
        folder,
        engine=given["engine"],
        pdf=given["pdf"],
        templates=templates,
        showing=Showing(language=given["language"]),
        say=study.say,
    )
    click.echo(str(written), err=given["as_json"])


def _checkpoint(folder: Path | None) -> str:
    """Return what an interrupted audit left in a folder."""
    path = folder / CHECKPOINT if folder else None
    return path.read_text(encoding="utf-8", errors="replace") if path and path.is_file() else ""


def _keep(folder: Path, checkpoint: str) -> None:
    """Keep the state of an interrupted audit, and nothing of a complete one."""
    from comparatex.provenance import write_own

    path = folder / CHECKPOINT
    if checkpoint:
        write_own(path, checkpoint.encode("utf-8"), ours=_is_checkpoint)
        study.say(
            f"Interrupted: the findings cover the sets decided so far; the same command goes on from {path}."
        )
    elif path.is_file() and _is_checkpoint(path.read_bytes()):
        path.unlink()


def _is_checkpoint(content: bytes) -> bool:
    """Whether a file is the state of an interrupted audit."""
    return content.startswith(b'{"question": "')
