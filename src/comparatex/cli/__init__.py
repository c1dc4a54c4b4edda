"""The command line: a thin layer over the library; every command imports what it needs when it runs."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import click

from comparatex import names
from comparatex.errors import ComparatexError, UsageError, visible
from comparatex.interrupts import drop_unwritten
from comparatex.version import __version__

COMMANDS: dict[str, dict[str, tuple[str, str]]] = {
    "Most used": {
        "report": ("report", "Build everything: figures, tables, numbers, chapter, PDF."),
        "mcm": ("artefacts", ""),
        "cdd": ("artefacts", ""),
        "table": ("artefacts", "Write a table of scores, ranks, pairs, tests and more."),
        "leaderboard": ("special", "Write a leaderboard: places that tests leave open, tiers."),
        "items": ("special", "Compare on the same items, as by McNemar's exact test."),
    },
    "Figures": {},
    "Statistics": {
        "stats": ("analyses", "Print all statistics as JSON, or write CSV tables."),
        "plan": ("special", ""),
        "audit": ("analyses", "Find the competitors and data that reverse the conclusion."),
        "conventions": ("analyses", "List tools' conventions, and where their verdicts differ."),
    },
    "Papers": {
        "numbers": ("analyses", "List the numbers that a document can print by key."),
        "lint": ("files", "List hand-typed numbers that the data do not give."),
        "verify": ("files", "Check that a report or PDF matches the data."),
        "bundle": ("files", "Pack a report or paper for arXiv or Overleaf."),
    },
    "Set-up": {
        "init": ("study_file", "Write a comparatex.toml with usual settings as comments."),
        "doctor": ("analyses", "Say what is installed, and how a table is understood."),
        "formats": ("analyses", "List the formats of results that are read."),
    },
}
"""By heading, in the order of the help: the module of every command, and what a line can say of it."""
FORMS: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "completion": ("init", "--completion", ()),
    "templates": ("init", "--templates", ()),
}
for _name, (_of, _flag, _word) in ((name, of.split()) for name, of in names.FORMS.items()):
    FORMS[_name] = (_of, _flag, ("group", "measure") if _name == "sequence" else (_word,))
"""What another command does when it is given a flag: that command, the flag, and its words, none where any value is
the argument. Each was a command of its own, and is for one version more."""
_HOMES = {"completion": "analyses", "templates": "files"}
"""Modules of those that are not with the other artefacts."""
for _module in sorted(Path(__file__).parents[1].glob("figures/[!_]*.py")):  # imported only when they are called
    with _module.open(encoding="utf-8") as _lines:
        _name, _does = _module.stem.replace("_", "-"), _lines.readline().strip('"\n')
        _heading = next((heading for heading, listed in COMMANDS.items() if _name in listed), "Figures")
        if _name not in FORMS:
            COMMANDS[_heading][_name] = (COMMANDS[_heading].get(_name, ("artefacts",))[0], _does)


WIDEST = 28  # the widest name beside which its description stands in the help
_BRACKETS = re.compile(r"\[[^][]{,40}\]$")
"""The default and the range at the end of a description, in which no line ends."""


class _Formatter(click.HelpFormatter):
    """A formatter that keeps flags and words with hyphens on one line."""

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = WIDEST, col_spacing: int = 2) -> None:
        """Write names and, beside them or below those that are too long, their descriptions."""
        from textwrap import wrap

        listed = list(rows)
        margin = max((len(name) for name, _ in listed if len(name) <= col_max), default=0) + col_spacing
        for name, text in listed:
            width = max(self.width - margin - 2, 10)
            bound = _BRACKETS.sub(lambda brackets: brackets[0].replace(" ", "\xa0"), text)
            lines = wrap(bound, width, break_on_hyphens=False) or [""]
            if len(name) > margin - col_spacing:
                lines = ["", *lines]
            for first, line in zip((name, *([""] * len(lines))), lines, strict=False):
                row = f"{'':{self.current_indent}}{first:{margin}}{line}".rstrip()
                self.write(row.replace("\xa0", " ") + "\n")


class Context(click.Context):
    """A context whose help is written by our formatter, and which keeps the arguments for messages."""

    formatter_class = _Formatter
    arguments: tuple[str, ...] = ()


def _form(arguments: Sequence[str], flag: str, words: Sequence[str]) -> tuple[str, list[str]] | None:
    """Return the word that a flag is given if it is one of these, and the other arguments; any value is one of them.

    >>> _form(["a.csv", "--form=map", "-o", "a.tex"], "--form", ["map"]), _form(["--form", "x"], "--form", ["map"])
    (('map', ['a.csv', '-o', 'a.tex']), None)
    >>> _form(["--templates", "mine"], "--templates", [])
    ('', ['mine'])
    """
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == flag:
            value, rest = (value, at + 1) if equals else (" ".join(arguments[at + 1 : at + 2]), at + 2)
            if words and value not in words:
                return None
            kept = [value] if value and not words else []
            return value if words else "", [*arguments[:at], *kept, *arguments[rest:]]
    return None


@contextmanager
def _in_a_sentence() -> Iterator[None]:
    """End with one sentence where standard output, or a file, cannot take what is written."""
    try:
        yield
    except BrokenPipeError:
        drop_unwritten(sys.stdout)
        raise SystemExit(0) from None
    except OSError as error:
        drop_unwritten(sys.stdout)
        place = f" ({error.filename})" if error.filename else ""
        raise click.ClickException(visible(f"{error.strerror or error}{place}.")) from error


class _Commands(Mapping[str, click.Command]):
    """The commands by name; each is imported when it is looked up."""

    _modules: ClassVar = {name: module for listed in COMMANDS.values() for name, (module, _) in listed.items()} | {
        name: _HOMES.get(name, "artefacts") for name in FORMS
    }

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._modules:
            from comparatex.plugins import called

            if called("figures", name) is None:
                raise KeyError(name)
        module = import_module(f"comparatex.cli.{self._modules.get(name, 'artefacts')}")
        command: click.Command = getattr(module, name.replace("-", "_"))
        return command

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __len__(self) -> int:
        return len(self._modules)


class _Group(click.Group):
    """Commands under headings; our errors end with one sentence and their exit status."""

    context_class = Context

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments."""
        with _in_a_sentence():
            arguments = tuple(args[1])  # Click takes them off the list
            context = super().make_context(*args, **extra)
            context.arguments = arguments  # type: ignore[attr-defined]
            return context

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return a command by its name; where a file stands instead, say how it is read."""
        if args and args[0] not in self.commands and (Path(args[0]).exists() or Path(args[0]).suffix):
            raise click.UsageError(f"A command stands in front of a file: comparatex report {shlex.join(args)}", ctx)
        for old, now in names.GONE.items():
            if old.split()[0] in args[:1] and {*old.split()} <= {*args}:
                raise UsageError(now)
        for name, (of, flag, words) in FORMS.items():
            if args and args[0] == of and (form := _form(args[1:], flag, words)):
                return f"{of} {flag} {form[0]}".rstrip(), self.commands[name], form[1]
            if args and args[0] == name and not ctx.resilient_parsing and not {"-q", "--quiet"} & {*args}:
                now = " ".join((of, flag, *words[:1]))
                click.echo(f"Note: comparatex {name} is now comparatex {now}.", err=True)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order of the help."""
        return list(self.commands)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands under their headings, then the options."""
        width = max(map(len, self.commands))
        for heading, listed in COMMANDS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), text) for name, (_, text) in listed.items()])
        click.Command.format_options(self, ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Turn our errors into Click's, which are printed without a traceback."""
        with _in_a_sentence():
            try:
                return super().invoke(ctx)
            except ComparatexError as error:
                raise _failure(error, ctx) from error
            except UnicodeEncodeError as error:
                raise click.ClickException(
                    f"The output has characters that {error.encoding} lacks: set "
                    f"PYTHONIOENCODING=utf-8{', or write to a file with -o' if _writes(ctx) else ''}."
                ) from error
            except MemoryError as error:
                raise click.ClickException(
                    f"There is not enough memory{f' ({error})' if str(error) else ''}: use fewer methods or tasks."
                ) from error


def _failure(error: ComparatexError, context: click.Context) -> click.ClickException:
    """Return one of our errors as Click prints it, with the commands that mend it and its exit status."""
    from comparatex.cli.messages import as_commands, as_flags

    lines = (as_flags(str(error), context), *as_commands(error.remedies, context))
    failure = click.ClickException("\n  ".join(lines))
    failure.exit_code = error.exit_status  # type: ignore[misc]  # a class attribute of Click's
    return failure


def _writes(context: click.Context) -> bool:
    """Whether the command that runs can write to a file."""
    command = main.commands[str(context.invoked_subcommand).split()[0]]  # without the flag of a form
    return any(param.name == "output" for param in command.params)


@click.group(
    cls=_Group,
    commands=_Commands(),  # nothing adds to it
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Example: comparatex report results.csv --ours ROCKET",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Turn a table of benchmark results into LaTeX for papers and theses.

    SCORES is a table of scores: CSV, TSV, Excel, Parquet or JSON, - for standard input. It has tasks (data sets) in
    rows and methods in columns, or one row per score. Several tables are joined by task. Results of many
    programs, and folders and archives of them, are read as they are: see comparatex formats.
    """
