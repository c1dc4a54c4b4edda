"""The command line: a thin layer over the library; every command imports what it needs when it runs."""

from __future__ import annotations

import sys
from typing import Any

import click

from comparatex.cli.options import as_flags
from comparatex.data.names import visible
from comparatex.errors import ComparatexError
from comparatex.version import __version__


class _Failure(click.ClickException):
    """One of our errors, with its message and exit status."""

    def __init__(self, error: ComparatexError, context: click.Context) -> None:
        super().__init__(as_flags(str(error), context))
        self._error = error

    @property
    def exit_code(self) -> int:  # type: ignore[override]  # Click has a class attribute
        """The exit status of the error."""
        return self._error.exit_status


class _Group(click.Group):
    """Commands in the order of a user's work; our errors end with one sentence and their exit status."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which they were added."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Turn our errors into Click's, which are printed without a traceback."""
        try:
            return super().invoke(ctx)
        except ComparatexError as error:
            raise _Failure(error, ctx) from error
        except BrokenPipeError:
            sys.stderr.close()  # otherwise Python complains again at exit
            raise SystemExit(0) from None
        except UnicodeEncodeError as error:
            raise click.ClickException(
                f"What is to be printed has characters that {error.encoding} lacks: set PYTHONIOENCODING=utf-8"
                f"{', or write to a file with -o' if _writes(ctx) else ''}."
            ) from error
        except OSError as error:
            place = f" ({error.filename})" if error.filename else ""
            raise click.ClickException(visible(f"{error.strerror or error}{place}.")) from error


def _writes(context: click.Context) -> bool:
    """Whether the command that runs can write to a file."""
    command = context.command.get_command(context, str(context.invoked_subcommand))  # type: ignore[attr-defined]
    return any(param.name == "output" for param in command.params)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Turn a table of benchmark results into LaTeX for papers and theses.

    SCORES is a table of scores: CSV, TSV, Excel, Parquet or JSON, - for standard input; tasks in rows and
    comparates in columns, or one row per score. Several tables are joined by task. Results of many programs, and
    folders and ZIP archives of them, are read as they are: see comparatex formats.
    """


def _add_commands() -> None:
    """Add the commands, in the order in which the help lists them."""
    from comparatex.cli import analyses, artefacts, files, report

    for command in (
        report.report,
        artefacts.mcm,
        artefacts.cdd,
        artefacts.scatter,
        artefacts.heatmap,
        artefacts.forest,
        artefacts.boxes,
        artefacts.profile,
        artefacts.posterior,
        artefacts.posterior_matrix,
        artefacts.sequence,
        artefacts.pareto,
        artefacts.table,
        artefacts.items,
        artefacts.leaderboard,
        analyses.stats,
        analyses.audit,
        analyses.conventions,
        analyses.numbers,
        files.lint,
        files.init,
        files.verify,
        files.bundle,
        analyses.doctor,
        analyses.formats,
        files.templates,
    ):
        main.add_command(command)


_add_commands()
