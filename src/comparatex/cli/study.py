"""From a command's options to the comparison it works on: config file, reading, analysis."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from comparatex import config
from comparatex.cli.configured import by_parameter, options
from comparatex.cli.options import SCORES
from comparatex.errors import UsageError

if TYPE_CHECKING:
    from comparatex.data.reading import Reading
    from comparatex.data.scores import Scores
    from comparatex.inference.comparison import Comparison

_NAMING = "comparatex.naming"
_FILE = "comparatex.config"
_TABLES = "comparatex.tables"
_ONLY_IN_CONFIG = {"names", "groups", "colours", "order"}
"""Settings of reading that no option has: options of these names mean something else."""


def _use_config(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Fill the command's defaults from a config file; a flag wins over them."""
    path = path or config.find(Path.cwd(), say)
    if path is None or ctx.resilient_parsing:
        return
    settings = config.load(path)
    group = ctx.parent.command if ctx.parent else ctx.command
    commands = group.commands if isinstance(group, click.Group) else {}
    known = {name: _option_names(command) for name, command in commands.items()}
    chosen = config.defaults(settings, str(ctx.info_name), known, path)
    ctx.default_map = {**(ctx.default_map or {}), **by_parameter(ctx.command, chosen, path)}
    ctx.meta[_FILE] = path
    ctx.meta[_TABLES] = {name: settings[name] for name in known.keys() & settings.keys() - {ctx.info_name}}
    ctx.meta[SCORES] = config.inputs(settings, path)
    ctx.meta[_NAMING] = {key: settings[key] for key in config.NAMING if key in settings}


def _option_names(command: click.Command) -> set[str]:
    """Return the long names of a command's options, without dashes in front."""
    return {text.lstrip("-") for param in options(command) for text in (*param.opts, *param.secondary_opts)}


config_option = click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    callback=_use_config,
    is_eager=True,
    expose_value=False,
    metavar="FILE",
    help="Config file; by default comparatex.toml in this folder or above it.",
)


def naming() -> dict[str, Any]:
    """Return what the config file of the running command says of names."""
    found: dict[str, Any] = click.get_current_context().meta.get(_NAMING, {})
    return found


def own_tables() -> dict[str, Any]:
    """Return the tables that the config file has for other commands than the running one."""
    found: dict[str, Any] = click.get_current_context().meta.get(_TABLES, {})
    return {name: table for name, table in sorted(found.items()) if isinstance(table, dict)}


def own_settings(name: str) -> dict[str, Any]:
    """Return what the config file says for the command of an artefact, by parameter; every table has one command."""
    ctx, file = click.get_current_context(), config_file()
    group = ctx.find_root().command
    if file is None or not isinstance(group, click.Group):
        return {}
    command = group.commands.get(name, group.commands["table"])
    chosen = by_parameter(command, own_tables().get(str(command.name), {}), file)
    return {
        str(param.name): param.type_cast_value(ctx, chosen[str(param.name)])
        for param in command.params
        if param.name in chosen
    }


def config_file() -> Path | None:
    """Return the config file of the running command."""
    found: Path | None = click.get_current_context().meta.get(_FILE)
    return found


def scores(given: dict[str, Any]) -> Scores:
    """Read the tables that a command names, under its options."""
    from comparatex.data.read import read

    sources = given["scores"]
    table = read(list(sources) if len(sources) > 1 else sources[0], reading(given))
    for note in table.notes:
        say(f"Note: {note}")
    if given.get("in_group"):
        from comparatex.data.scores import in_group

        return in_group(table, given["in_group"])
    return table


def reading(given: dict[str, Any]) -> Reading:
    """Return the settings of reading among a command's options, and those of the config file."""
    from comparatex.data.reading import Reading

    settings = {
        field.name: given[field.name]
        for field in fields(Reading)
        if field.name in given.keys() - _ONLY_IN_CONFIG
    }
    return Reading(**{**settings, **_naming(naming())})


def by_measure(given: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a command's options for each measure, of a table that has several of which none is selected."""
    from comparatex.data.names import require
    from comparatex.data.read import measures

    lower = given["lower"]
    found = () if given["select_measure"] else measures(list(given["scores"]), reading(given))
    if found:
        require(lower, found, "measure", "--lower")
        if given["measure_name"]:
            raise UsageError("--measure-name is for one measure: choose it with --select-measure.")
    elif lower and not given["select_measure"]:
        raise UsageError(
            "--lower names measures, of a table with several: where lower scores are better, give --lower-is-better."
        )
    return [
        {**given, "select_measure": name, "higher_is_better": given["higher_is_better"] and name not in lower}
        for name in found or (given["select_measure"],)
    ]


def _naming(named: dict[str, Any]) -> dict[str, Any]:
    """Return what the config file says of names, as fields of the reading settings."""
    found: dict[str, Any] = {}
    for key in ("names", "groups", "colours"):
        if key in named:
            table = named[key]
            if not isinstance(table, dict) or not all(map(_is_text, table.values())):
                raise UsageError(
                    f"In the config file, {key} must be a table of names and texts, such as [{key}] and "
                    '"A" = "B" in the next line.'
                )
            found[key] = {str(name): str(value) for name, value in table.items()}
    if "comparate-order" in named:
        order = named["comparate-order"]
        if not isinstance(order, list) or not all(map(_is_text, order)):
            raise UsageError(
                'In the config file, comparate-order must be a list of names, such as ["A", "B"].'
            )
        found["order"] = tuple(map(str, order))
    return found


def _is_text(value: Any) -> bool:
    """Tell whether a value of the config file can be a name or a text."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def comparison(given: dict[str, Any]) -> Comparison:
    """Read and compare, under a command's options."""
    return compared(scores(given), given)


def by_group(whole: Comparison, given: dict[str, Any]) -> list[Comparison]:
    """Compare on each group of tasks alone, the family of tests being that of the group; none without groups."""
    from comparatex.data.scores import group_names, in_group

    if whole.scores.task_group:
        return []
    found = [in_group(whole.scores, name) for name in group_names(whole.scores)]
    for table in found:
        if table.n_tasks < 2:
            say(f"Note: The group {table.task_group} has one task only and no results of its own.")
    return [compared(table, given) for table in found if table.n_tasks > 1]


def compared(table: Scores, given: dict[str, Any]) -> Comparison:
    """Compare, under a command's options, and say what is strange."""
    from comparatex.cli.analysing import analysis
    from comparatex.inference.compare import compare

    result = compare(table, analysis(given, table.comparates))
    for note in result.notes:
        if note not in result.scores.notes:
            say(f"Note: {note}")
    if result.analysis.bayes:
        show = stages()
        result.draw(lambda done, total: show("Bayesian tests of pairs", done, total))
    return result


def say(message: str) -> None:
    """Tell the user something beside the result."""
    click.echo(message, err=True)


def stages() -> Callable[[str, int, int], None]:
    """Return what shows how far long work is, with an estimate of the time left; silent in a pipe."""
    if not sys.stderr.isatty():
        return lambda name, done, total: None
    started: dict[str, float] = {}

    def show(name: str, done: int, total: int) -> None:
        begun = started.setdefault(name, time.monotonic())
        left = (time.monotonic() - begun) * (total - done) / max(done, 1)
        end = "\n" if done >= total else ""
        click.echo(f"\r{name}: {done:,} of {total:,}, {left:.0f} s left ", err=True, nl=False)
        click.echo(end, err=True, nl=False)

    return show


def progress(message: str) -> None:
    """Tell a person who waits what is going on; silent in a pipe."""
    if sys.stderr.isatty():
        click.echo(message, err=True)
