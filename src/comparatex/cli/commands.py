"""A command: its options in order, its help under headings, and what it takes from its context."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from comparatex import progress
from comparatex.cli import FORMS, WIDEST, Context
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
    "SCORES is a table, or several that are joined by task: CSV, TSV, Excel, Parquet, JSON, - for standard input, or "
    "what comparatex formats lists, in files, folders or archives (ZIP, TAR); by default what comparatex.toml names."
)


class Command(click.Command):
    """A command with an example; a setting shared by several dataclasses is one option."""

    context_class = Context

    def __init__(self, *args: Any, example: str, brief: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.brief = brief
        self.example, self.params = example, [*_ordered(self.params), *_forms(str(self.name))]
        shown = sum(isinstance(param, click.Option) and not param.hidden for param in self.params)
        self._more_help = [] if all(map(_is_common, self.params)) else [_help_all(shown + 2)]  # with those for help

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Record what is read from now on; after an error nothing of the context is left, as Click would leave it."""
        ctx.with_resource(recording(command=True))
        try:
            self._refuse_repeated(ctx, args)
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            ctx.close()
            raise self._without(error, ctx) from error
        except click.MissingParameter as error:
            ctx.close()
            raise click.MissingParameter(self._usual(ctx), error.ctx, error.param) from error
        except BaseException:
            ctx.close()
            raise

    def _usual(self, ctx: click.Context) -> str:
        return f"Example: comparatex {ctx.info_name if self.name in FORMS else self.name} {self.example}"

    def _without(self, error: click.NoSuchOption, ctx: click.Context) -> click.UsageError:
        """Return the error about an option that only other commands have, with their names, or that of Click."""
        flag, commands = error.option_name, ctx.find_root().command
        others = commands.commands if isinstance(commands, click.Group) else {}
        having = [name for name, other in others.items() if any(flag in option.opts for option in options_of(other))]
        if not having:
            return error
        more = {
            "--measures": "; of several measures, --select-measure NAME takes one",
            "--weights": "; weights are of means, and tests, ranks and audits of these weigh all tasks alike",
        }
        has = f"{listed(having, 3, quote=str)} {'has' if len(having) == 1 else 'have'} it"
        return click.UsageError(f"{self.name} has no option {flag}: {has}{more.get(flag, '')}.", ctx)

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
        config = configured()
        for option in options_of(self) if config.path else ():
            if option.setting.names == "comparates":
                ctx.params[str(option.name)] = config.printed(ctx.params[str(option.name)])
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
        return [*super().get_params(ctx), *self._more_help]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the options under headings, the common ones first and the others where they are asked for."""
        rows: dict[str, list[tuple[str, str]]] = {heading: [] for heading in _HEADINGS}
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        few = self._lists_few(ctx)
        for option in sorted(options, key=lambda option: (not _is_common(option), option.name != "output")):
            record, named = _record(option, ctx), {*option.opts} & {*self.example.split()}
            if record and (_is_common(option) or named or not few):
                own = getattr(option, "heading", "General")  # Click adds its help
                heading = option.setting.heading if isinstance(option, Option) else own
                name, text = record
                rows.setdefault(_JOINED.get(heading, heading) if few else heading, []).append(
                    (name, _brief(text, formatter.width) if few else text)
                )
        widths = [len(name) for pairs in rows.values() for name, _ in pairs]
        width = max((width for width in widths if width <= WIDEST), default=0)
        for heading, pairs in rows.items():
            if pairs:
                with formatter.section(heading or _own_heading(str(self.name))):
                    formatter.write_dl([(name.ljust(width), text) for name, text in pairs])

    def _lists_few(self, ctx: click.Context) -> bool:
        """Whether the help is the short one: fewer options, and of each, and of the command, what it is for."""
        return not ctx.meta.get(_ALL) and not all(map(_is_common, self.params))

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Say what the command does; a long text may be shorter in the short help."""
        whole = self.help
        try:
            if whole and self._lists_few(ctx):
                self.help = self.brief or whole
            super().format_help_text(ctx, formatter)
        finally:
            self.help = whole

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Explain SCORES at the end of the help, and show an example."""
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        words = f"{_SCORES}\n\n" if any("SCORES" in str(argument.metavar) for argument in arguments) else ""
        self.epilog = words + self._usual(ctx)
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


_JOINED = {"Bayesian tests": "Analysis", "Words": "Output"}
"""Headings under which the options of others stand where few are listed."""
_CLAUSE = re.compile(r"(?<=[\w)”])[.;:](?=\s|$)")
_AT_END = re.compile(r"(?:One of (?P<words>[^.]*)\.)?(?:  \[(?P<extra>[^][]*)\])?$")


def _brief(text: str, width: int) -> str:
    """Return the first clause of a description, and beside it the words, the default first, or the default."""
    end = _AT_END.search(text)
    assert end
    clause, room = _CLAUSE.split(text[: end.start()].strip())[0], width - WIDEST - 5
    if len(clause) > room and ", " in clause[:room]:
        clause = clause[:room].rpartition(",")[0]
    room -= len(clause)
    usual, words = (end["extra"] or "").removeprefix("default: "), ""
    listed = (end["words"] or "").replace(" or ", ", ").split(", ")
    for word in sorted(filter(None, listed), key=lambda word: word != usual):
        if len(words) + len(word) + 5 > room:
            words += ", …" if words else ""
            break
        words += f", {word}"
    default = f" [{end['extra']}]" if not words and 0 < len(usual) < room - 3 else ""
    return f"{clause}{':' if words else ''}{words[1:]}{'' if words or default else '.'}{default}"


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


_OF_FORMS = {
    "--form": "A map of significance in place of the matrix.",
    "boxes --form": "Metrics of all runs with intervals, a column for each.",
    "--by": "One diagram for each group of tasks, or measure, on one axis.",
    "--figure": "Draw one of the figures of an audit, to the file that -o names.",
    "--completion": "Print the script by which a shell completes commands: bash, zsh or fish.",
    "--templates": "Copy the built-in templates to a folder, to change them.",
}


class _Form(click.Option):
    """A flag with which a command is another one, that runs in its place; no setting."""

    heading = ""


def _forms(command: str) -> Iterator[_Form]:
    """Yield the flags that make a command another one: see ``comparatex.cli.FORMS``."""
    words: dict[str, tuple[str, ...]] = {}
    for of, flag, values in FORMS.values():
        if of == command:
            words[flag] = (*words.get(flag, ()), *values)
    for flag, choices in words.items():
        more = f" Its options: comparatex {command} {flag} {choices[0]} -h." if choices else ""
        kind = click.Choice(choices) if choices else None
        place = {"--completion": "SHELL", "--templates": "DIR"}.get(flag)
        does = _OF_FORMS.get(f"{command} {flag}") or _OF_FORMS[flag]
        yield _Form([flag], type=kind, metavar=place, help=does + more, expose_value=False)


def _help_all(count: int) -> Option:
    """Return the option that lists all options."""

    def show(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            ctx.meta[_ALL] = True
            click.echo(ctx.get_help())
            ctx.exit()

    return _before("--help-all", show, f"Show all {count} options and exit.")


def command(example: str, name: str | None = None, help: str | None = None, brief: str = "") -> Callable[[F], Command]:
    """Return a decorator that turns a function into a command; the example, its arguments, ends the help.

    ``brief`` is what the short help says in place of a longer help.
    """

    def make(function: F) -> Command:
        params: list[click.Parameter] = function.__dict__.setdefault("__click_params__", [])
        params.insert(0, _quiet())  # the last one, after the config file
        return click.command(name, cls=Command, example=example, help=help, brief=brief)(function)

    return make


def _quiet() -> Option:
    """Return the option that leaves out all that is neither a result nor an error."""

    def be_quiet(ctx: click.Context, _: click.Parameter, value: bool) -> None:
        ctx.meta[QUIET] = value

    text = "Print results and errors only: no notes, no progress, no names of files written."
    return _before("--quiet", be_quiet, text, short="-q")


def _ordered(params: Iterable[click.Parameter]) -> list[click.Parameter]:
    """Return parameters, each once, after those that they name."""
    named: dict[str | None, click.Parameter] = {}
    for param in params:
        named.setdefault(param.name, param)
    ordered = list(named.values())
    for option in [param for param in ordered if isinstance(param, Option) and param.setting.after in named]:
        ordered.remove(option)
        ordered.insert(ordered.index(named[option.setting.after]) + 1, option)
    return ordered
