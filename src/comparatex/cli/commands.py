"""A command: its options in order, its help under headings, and what it takes from its context."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from comparatex import progress
from comparatex.cli import WIDEST, Context
from comparatex.cli.config import configured
from comparatex.cli.messages import QUIET, is_quiet
from comparatex.cli.options import Option, options_of
from comparatex.files import protect_inputs, recording, relative_to, whole_record
from comparatex.names import listed
from comparatex.settings import Setting

F = TypeVar("F", bound=Callable[..., Any])

READ = "comparatex.read"  # the key, in a context, of the files that settings were read from
NAMED = "comparatex.named"  # the key, in a context, of SCORES as they are named, before folders are opened
_SCORES = (
    "SCORES is a table of scores, or several that are joined by task: CSV, TSV, Excel, Parquet or JSON, - for "
    "standard input; or files, folders and ZIP archives in a format that comparatex formats lists. By default what "
    "comparatex.toml names."
)


class Command(click.Command):
    """A command with an example; a setting shared by several dataclasses is one option."""

    context_class = Context

    def __init__(self, *args: Any, example: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.example, self.params = example, _ordered(self.params)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Record what is read from now on; after an error nothing of the context is left, as Click would leave it."""
        ctx.with_resource(recording(command=True))
        try:
            self._refuse_repeated(ctx, args)
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            ctx.close()
            raise self._without(error, ctx) from error
        except BaseException:
            ctx.close()
            raise

    def _without(self, error: click.NoSuchOption, ctx: click.Context) -> click.UsageError:
        """Return the error about an option that only other commands have, with their names, or that of Click."""
        flag, commands = error.option_name, ctx.find_root().command
        others = commands.commands if isinstance(commands, click.Group) else {}
        having = [name for name, other in others.items() if any(flag in option.opts for option in options_of(other))]
        if not having:
            return error
        one = "; of several measures, --select-measure NAME takes one" if flag == "--measures" else ""
        has = f"{listed(having, 3, quote=str)} {'has' if len(having) == 1 else 'have'} it"
        return click.UsageError(f"{self.name} has no option {flag}: {has}{one}.", ctx)

    def _refuse_repeated(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse an option that is given twice with a value: Click would keep the last and drop the other."""
        _, _, order = self.make_parser(ctx).parse_args(list(args))
        seen: set[str | None] = set()
        for param in order:
            if isinstance(param, click.Option) and not (param.multiple or param.is_flag or param.count):
                if param.name in seen:
                    listed = isinstance(param, Option) and param.setting.form in ("names", "tasks")
                    listing = "; separate names by commas" if listed else ""
                    raise click.BadOptionUsage(
                        param.opts[0], f"{param.opts[-1]} is given twice: give it once{listing}.", ctx
                    )
                seen.add(param.name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run with the files in the folders that are named, and with the names that the config file gives."""
        if sys.stderr.isatty() and not is_quiet():
            ctx.with_resource(progress.shown(sys.stderr))
        for option in options_of(self):
            if option.setting.names == "comparates":
                ctx.params[str(option.name)] = configured().printed(ctx.params[str(option.name)])
        ctx.meta[READ] = tuple(Path(relative_to(place, Path.cwd())) for place in whole_record().files)
        if ctx.params.get("scores") and "input_format" in ctx.params:
            from comparatex.data.folders import gathered

            ctx.meta[NAMED] = ctx.params["scores"]
            sources = gathered(ctx.params["scores"], ctx.params["input_format"], ctx.params.get("paths"))
            if sources != ctx.params["scores"]:
                ctx.with_resource(protect_inputs(map(Path, sources)))
            ctx.params["scores"] = sources
        return super().invoke(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters with those for help; there is more help where some options are not common."""
        params = super().get_params(ctx)
        if all(_is_common(param) for param in params):
            return params
        count = sum(isinstance(param, click.Option) and not param.hidden for param in params) + 1
        return [*params, _help_all(count)]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options under headings, the common ones first and the others where they are asked for."""
        rows: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _HEADINGS}
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        for option in sorted(options, key=lambda option: (not _is_common(option), option.name != "output")):
            record = _record(option, ctx)
            if record and (_is_common(option) or ctx.meta.get(_ALL)):
                heading = option.setting.heading if isinstance(option, Option) else "General"  # Click adds its help
                rows.setdefault(heading, []).append(record)
        widths = [len(name) for pairs in rows.values() for name, _ in pairs]
        width = max((width for width in widths if width <= WIDEST), default=0)
        for heading, pairs in rows.items():
            if pairs:
                with formatter.section(heading or _own_heading(str(self.name))):
                    formatter.write_dl([(name.ljust(width), text) for name, text in pairs])

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Explain SCORES at the end of the help, and show an example."""
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        words = f"{_SCORES}\n\n" if any("SCORES" in str(argument.metavar) for argument in arguments) else ""
        self.epilog = f"{words}Example: comparatex {self.name} {self.example}"
        super().format_epilog(ctx, formatter)


_ALL = "comparatex.help-all"  # whether the context is to list all options
_HEADINGS = ("Input", "Analysis", "Bayesian tests", "", "Words", "Output", "General")
"""The order of the headings in the help; those of others follow."""


def _is_common(param: click.Parameter) -> bool:
    """Whether the help lists a parameter without being asked to list all."""
    return not isinstance(param, Option) or param.setting.common


def _record(option: click.Option, ctx: click.Context) -> tuple[str, str] | None:
    """Return the name and the description; choices that are too long to stand in the name follow the description."""
    record = option.get_help_record(ctx)
    words = option.setting.choices if isinstance(option, Option) else ()
    if record is None or not words or len(record[0]) <= WIDEST:
        return record
    listed = f"{option.help} One of {', '.join(words[:-1])} or {words[-1]}."
    return record[0].replace(option.make_metavar(ctx), "WORD"), record[1].replace(str(option.help), listed, 1)


def _own_heading(command: str) -> str:
    """Return the heading of a command's own options."""
    from comparatex.artefacts import names

    if command in names("figures"):
        return "Figure"
    if command in ("table", *names("tables")):
        return "Table"
    return "Report" if command == "report" else "Options"


def _before(flag: str, does: Callable[[click.Context, click.Parameter, bool], None], text: str, **about: Any) -> Option:
    """Return a flag that does something before the command runs."""
    item = Setting(flag=flag, type=bool, default=False, help=text, heading="General", common=True, **about)
    return Option(item, callback=does, is_eager=True, expose_value=False)


def _help_all(count: int) -> Option:
    """Return the option that lists all options."""

    def show(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.meta[_ALL] = True
            click.echo(ctx.get_help())
            ctx.exit()

    return _before("--help-all", show, f"Show all {count} options and exit.")


def command(example: str, name: str | None = None, help: str | None = None) -> Callable[[F], Command]:
    """Return a decorator that turns a function into a command; the example, its arguments, ends the help."""

    def make(function: F) -> Command:
        params: list[click.Parameter] = function.__dict__.setdefault("__click_params__", [])
        params.insert(0, _quiet())  # the last one, after the config file
        return click.command(name, cls=Command, example=example, help=help)(function)

    return make


def _quiet() -> Option:
    """Return the option that leaves out all that is neither a result nor an error."""

    def be_quiet(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        ctx.meta[QUIET] = value

    text = "Print results and errors only: no notes, no progress, no names of files written."
    return _before("--quiet", be_quiet, text, short="-q")


def _ordered(params: Iterable[click.Parameter]) -> list[click.Parameter]:
    """Return parameters, each once, after those that they name."""
    ordered: list[click.Parameter] = []
    for param in params:
        if not isinstance(param, Option) or all(param.name != other.name for other in ordered):
            ordered.append(param)
    for option in [param for param in ordered if isinstance(param, Option)]:
        if option.setting.after in {param.name for param in ordered}:
            ordered.remove(option)
            ordered.insert([param.name for param in ordered].index(option.setting.after) + 1, option)
    return ordered
