"""Settings from ``comparatex.toml``, or from ``[tool.comparatex]`` in ``pyproject.toml``, and how they are checked."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

import click

from comparatex.cli import main
from comparatex.cli.messages import say
from comparatex.cli.options import Option, adding, options_of
from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.files import relative_to, was_read
from comparatex.inference.analysis import SHORT, Analysis
from comparatex.layout.options import Showing
from comparatex.names import closest, hint, setting
from comparatex.report_settings import Report
from comparatex.settings import Setting, declared, faulty, is_text, values

FILE = "comparatex.toml"
SCORES = "scores"  # the key of the tables of scores, for commands that name none
FIGURES = "figure"
"""The key of the tables of figures and tables that a report has, ``[[figure]]``."""

NAMING = ("names", "tex-names", "groups", "colours", "comparate-order")
"""Keys of the file that are not options of the command line: what comparates are called and look like."""

Keys = Mapping[str, Setting]


def find(start: Path, say: Callable[[str], None] = lambda _: None) -> Path | None:
    """Return the nearest config file in a folder or above it; ``pyproject.toml`` counts if it has our table.

    The search ends at the root of a repository, and at the user's home folder. A file of another user is not used,
    and a sentence says so.
    """
    try:
        home: Path | None = Path.home()
    except RuntimeError:  # there is none
        home = None
    for folder in (start, *start.parents):
        study, pyproject = folder / FILE, folder / "pyproject.toml"
        file = study if study.is_file() else pyproject
        if file.is_file() and not _is_of_this_user(file):
            if file == study:
                say(f"Note: {file} belongs to another user and is not used; --config {file} would use it.")
        elif file.is_file() and (file == study or load(file, lambda _, content: content)):  # which only looks into it
            return file
        if folder == home or (folder / ".git").exists():
            break
    return None


def _is_of_this_user(path: Path) -> bool:
    """Whether a file belongs to the user, or to the system's administrator."""
    return sys.platform == "win32" or path.stat().st_uid in (os.geteuid(), 0)


def load(path: Path, read: Callable[[Path, bytes], bytes] = was_read) -> dict[str, Any]:
    """Return the settings in a config file; in a ``pyproject.toml``, those in ``[tool.comparatex]``."""
    import tomllib

    try:
        content = tomllib.loads(read(path, path.read_bytes()).decode("utf-8-sig"))
    except OSError as error:
        raise UsageError(f"Cannot read {path}: {error.strerror}.") from error
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{path} is not valid TOML: {error}.") from error
    except RecursionError as error:
        raise UsageError(f"{path} is not valid TOML: it is nested too deeply.") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not in UTF-8: save it as UTF-8.") from error
    if path.name != "pyproject.toml":
        return content
    tools = content.get("tool")
    settings = tools.get("comparatex", {}) if isinstance(tools, dict) else {}
    if not isinstance(settings, dict):
        raise UsageError(f"{path}: comparatex must be a table: write [tool.comparatex].")
    return settings


@dataclass(frozen=True)
class Config:
    r"""What a config file says: settings for functions of the same names.

    `read_config` makes it. Its attributes and methods give keywords: ``cx.read(config.scores, **config.reading)``,
    ``cx.compare(scores, **config.analysis)``, ``cx.write(comparison, "mcm", path, **config.artefact("mcm"))`` and
    ``cx.write_report(comparison, folder, **config.report)``. They are those that stand before the first table of the
    file, which hold for all commands; `of` adds those of a command's own table.

    Parameters
    ----------
    path : Path, optional
        The file; None: there is none, and nothing is set.
    content : mapping
        What is in it.
    command : str
        The command whose own table counts, too.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import comparatex as cx
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "comparatex.toml")
    ...     _ = path.write_text('alpha = 0.1\n[mcm]\ncells = "halves"\nalpha = 0.01\n')
    ...     config = cx.read_config(path)
    ...     config.analysis, config.artefact("mcm"), config.of("mcm").analysis
    ({'alpha': 0.1}, {'cells': 'halves'}, {'alpha': 0.01})
    """

    path: Path | None = None
    content: Mapping[str, Any] = field(default_factory=dict)
    command: str = ""

    def of(self, command: str) -> Config:
        """Return the same file as a command has it, whose own table wins; tables that are no command share ``table``.

        Parameters
        ----------
        command : str
            The command, such as ``report`` or ``mcm``.
        """
        return replace(self, command=command if command in main.commands else "table")

    def checked(self) -> Config:
        """Return the same after a look at what stands for all commands."""
        _ = self.scores, self.figures, self.naming
        return self

    @property
    def folder(self) -> Path:
        """The folder of the file, from which its paths start."""
        return (self.path or Path(FILE)).parent

    @property
    def scores(self) -> tuple[str, ...]:
        """The tables of scores that it names."""
        sources = self.content.get(SCORES, [])
        sources = [sources] if isinstance(sources, str) else sources
        if not isinstance(sources, list) or not all(isinstance(name, str) for name in sources):
            raise UsageError(f'{self.path}: {SCORES} must be a list of files, such as ["results.csv"].')
        return tuple(relative_to(self.folder.resolve() / name, Path.cwd()) for name in sources)

    @property
    def figures(self) -> tuple[dict[str, Any], ...]:
        """The tables ``[[figure]]``, as they are in the file."""
        tables = self.content.get(FIGURES, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise UsageError(f'{self.path}: {FIGURES} must be tables: write [[{FIGURES}]], and kind = "mcm" below it.')
        for table in tables:
            if not isinstance(table.get("kind"), str) or not isinstance(table.get("name", ""), str):
                raise UsageError(
                    f'{self.path}, [[{FIGURES}]]: give its kind as a text, as in kind = "mcm", and its name, if any, '
                    "as a text."
                )
        return tuple(tables)

    @property
    def naming(self) -> dict[str, Any]:
        """What comparates are called and look like, as fields of `Reading`."""
        settings = dict[str, Any]()
        for key in NAMING[:-1]:
            table = self.content.get(key, {})
            if not isinstance(table, dict) or not all(map(is_text, table.values())):
                raise UsageError(
                    f"In the config file, {key} must be a table of names and texts, such as [{key}] and "
                    '"A" = "B" in the next line.'
                )
            settings |= (
                {key.replace("-", "_"): {str(name): str(value) for name, value in table.items()}} if table else {}
            )
        if NAMING[-1] in self.content:
            order = self.content[NAMING[-1]]
            if not isinstance(order, list) or not all(map(is_text, order)):
                raise UsageError('In the config file, comparate-order must be a list of names, such as ["A", "B"].')
            settings["order"] = tuple(map(str, order))
        return settings

    @property
    def reading(self) -> dict[str, Any]:
        """Settings of `comparatex.read`."""
        return {**self._of(Reading), **self.naming}

    @property
    def analysis(self) -> dict[str, Any]:
        """Settings of `comparatex.compare`."""
        given, shown = self._of(Analysis), self._of(Showing)
        analysis, usual = analysis_of(given, given.keys(), shown), Analysis()
        return {name: value for name, value in vars(analysis).items() if value != getattr(usual, name)}

    @property
    def report(self) -> dict[str, Any]:
        """Settings of `comparatex.write_report`, with those of single artefacts and the figures that are listed."""
        config = self.of("report")
        more = {"own": self.own, "figures": self.listed, "read": tuple(filter(None, [self.path]))}
        more["sources"] = config._sources()
        return config._of(Showing) | config._of(Report) | {name: value for name, value in more.items() if value}

    def artefact(self, name: str) -> dict[str, Any]:
        """Return the settings of a figure or table for `comparatex.write` and `comparatex.latex`.

        Parameters
        ----------
        name : str
            The artefact, such as ``mcm``.
        """
        from comparatex.artefacts import artefact

        config = self.of(name)
        given = config.read(config.chosen(), keys_of(main.commands[config.command]))
        if not artefact(name).stars:
            given.pop("stars", None)
        typesetting = {item.field for item in declared(Report) if item.group in ("engine", "font", "templates")}
        how = {key: value for key, value in values(Report, given).items() if key in typesetting}
        sources = config._sources()
        return _of_artefact(name, given) | how | ({"sources": sources} if sources else {})

    # ---------------------------------------------------------------------------------------------- what it is made of
    def _sources(self) -> tuple[Path, ...]:
        """Return the files that are read, by which what is written is known to be of them."""
        from comparatex.data.folders import gathered

        known = keys_of(main.commands[self.command])
        given = self.read(self.chosen(), known)
        scores = gathered(self.scores, given.get("input_format"))
        return files_of(known.values(), given, scores) if scores else ()

    def _of(self, kind: type) -> dict[str, Any]:
        """Return what it says of the settings of a dataclass, by field."""
        known = {key: item for item in declared(kind) for key in item.keys}
        return values(kind, self.read({key: value for key, value in self.chosen().items() if key in known}, known))

    @property
    def tables(self) -> dict[str, Any]:
        """The tables of other commands, as they are in the file."""
        return {
            name: self.content[name] for name in sorted(main.commands.keys() & self.content.keys() - {self.command})
        }

    @property
    def own(self) -> dict[str, dict[str, Any]]:
        """The settings of single artefacts, from the tables of their commands."""
        from comparatex.artefacts import ARTEFACTS, FINDINGS

        homes = {name: self.of(name).command for name in (*ARTEFACTS, *FINDINGS)} if self.content else {}
        tables = {name: self.content[home] for name, home in homes.items() if home in self.content}
        return {name: self._own(name, table) for name, table in tables.items() if isinstance(table, dict)}

    @property
    def listed(self) -> tuple[dict[str, Any], ...]:
        """The figures and tables that it lists, with their settings."""
        from comparatex.artefacts import artefact

        settings = []
        for figure in self.figures:
            name = artefact(figure["kind"]).name
            table = {key: value for key, value in figure.items() if key not in ("kind", "name")}
            known = keys_of(main.commands[self.of(name).command])
            check(table, known.keys() - {"output"}, f"{self.path}, [[{FIGURES}]] of {name}")
            settings.append({**self._own(name, table), **{key: figure[key] for key in figure.keys() - table.keys()}})
        return tuple(settings)

    def _own(self, name: str, table: Mapping[str, Any]) -> dict[str, Any]:
        return _of_artefact(name, self.read(table, keys_of(main.commands[self.of(name).command])))

    def chosen(self) -> dict[str, Any]:
        """Return the keys for the command: the general ones, and those of its own table, which win."""
        commands, path, content = main.commands, self.path, self.content

        def of_key(name: str) -> Setting | None:  # a look at all commands takes a while, so one is asked first
            every = (self.command or "report", *commands)
            return next((known[name] for other in every if name in (known := keys_of(commands[other]))), None)

        # ``templates`` and ``audit`` are commands and options.
        tables = {key for key in content if key in commands and (isinstance(content[key], dict) or not of_key(key))}
        general = {key: value for key, value in content.items() if key not in tables | {*NAMING, SCORES, FIGURES}}
        for key, value in general.items():
            item = of_key(key)
            if item is None:
                is_table = isinstance(value, dict)
                every = {name for other in commands.values() for name in keys_of(other)}
                names = [*every, *NAMING, SCORES, FIGURES, *(commands if is_table else ())]
                raise _unknown(key, names, f"{path}", "command or option" if is_table else "option")
            self._require_allowed(key, item)
            owners = [f"[{name}]" for name in commands if key in keys_of(commands[name])] if item.own else []
            if len(owners) > 1:
                where = f"{', '.join(owners[:-1])} or {owners[-1]}"
                raise UsageError(f"{path}: {key} does not mean the same to all commands: write it below {where}.")
        for name in tables:
            if not isinstance(content[name], dict):
                raise UsageError(f"{path}: {name} is a command, so it must be a table: write [{name}].")
            check(content[name], keys_of(commands[name]), f"{path}, [{name}]")
        own = content[self.command] if self.command in tables else {}
        known = keys_of(commands[self.command]) if self.command else general
        opposites = {key for name in own for key in keys_of(commands[self.command])[name].keys}
        return {key: value for key, value in general.items() if key in known and key not in opposites} | own

    def read(self, table: Mapping[str, Any], known: Keys) -> dict[str, Any]:
        """Return what is in a table, by parameter; ``no-pdf = true`` is ``pdf = false``."""
        for item in known.values():
            if len(item.keys) > 1 and all(key in table for key in item.keys):
                raise UsageError(f"{self.path}: {' and '.join(item.keys)} mean the same: leave one of them out.")
        given = dict[str, Any]()
        for key, value in table.items():
            item = known[key]
            self._require_allowed(key, item)
            try:
                stated = item.read(value, self.folder)
            except ValueError as error:
                raise faulty(f"{self.path}: {key}", error) from error
            stated = self.printed(stated) if item.names == "comparates" else stated
            given[item.parameter] = stated if key == item.key else not stated
        return given

    def _require_allowed(self, key: str, item: Setting) -> None:
        if item.only_flag:
            raise UsageError(f"{self.path}: {key} {item.only_flag}, so it can be given on the command line only.")

    def printed(self, value: Any) -> Any:
        """Return names of the table as the file has them printed."""
        names = self.naming.get("names", {})
        if isinstance(value, tuple):
            return tuple(map(self.printed, value))
        if isinstance(value, dict):
            return {self.printed(name): colour for name, colour in value.items()}
        return names.get(value, value) if isinstance(value, str) and value not in names.values() else value


def read_config(path: str | Path | None = None) -> Config:
    """Return what a config file says, for `read`, `compare`, `write` and `write_report`.

    Parameters
    ----------
    path : str or Path, optional
        The file; by default the nearest ``comparatex.toml``, or ``pyproject.toml`` with ``[tool.comparatex]``, in the
        current folder or above it, as for commands.

    Returns
    -------
    Config
        Its settings. Paths in it start from its folder; names of comparates are as it has them printed.

    Raises
    ------
    UsageError
        There is no such file, or it has keys or values that do not exist: the sentences are those of the commands.

    Examples
    --------
    >>> import comparatex as cx
    >>> cx.read_config("nowhere.toml")
    Traceback (most recent call last):
    comparatex.errors.UsageError: Cannot read nowhere.toml: No such file or directory.
    """
    path = Path(path) if path is not None else find(Path.cwd())
    if path is None:
        raise UsageError(f"There is no {FILE} in this folder or above it.")
    config = Config(path, load(path)).checked()
    config.chosen()
    return config


def _of_artefact(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of an artefact; some go by the names that analysis and costs use for them."""
    from comparatex.artefacts import artefact

    kind = artefact(name).options
    names = {item.name for item in fields(kind)}
    more = {key: given[key] for key in ("control", "cost_name") if key in names and given.get(key)}
    return more | values(kind, given)


def analysis_of(given: Mapping[str, Any], stated: Collection[str], shown: Mapping[str, Any]) -> Analysis:
    """Return an analysis by its fields, of which some were stated, perhaps with another tool's convention."""
    chosen = {item.field: item.default for item in declared(Analysis)} | {**given}
    fixed_by_test = SHORT.get(chosen["test"], {})
    if contrary_to := next((field for field in fixed_by_test if field != "test" and field in stated), None):
        raise UsageError(f"The test {chosen['test']!r} fixes `{contrary_to}`: leave it out, or choose another test.")
    if (fixed_by_test or chosen["sides"] == "ours") and not _has_control():
        refused = f'`test="{chosen["test"]}"`' if fixed_by_test else '`sides="ours"`'
        raise UsageError(f"{refused} needs a control, which this command does not have: leave it out.")
    chosen |= fixed_by_test
    control = chosen["control"] or next(iter((*shown.get("focus", ()), *shown.get("ours", ()))), "")
    chosen["control"] = control if chosen["family"] == "control" or chosen["sides"] == "ours" else ""
    name = chosen.pop("convention")
    if name == Analysis.convention:
        return Analysis(**chosen)
    from comparatex.inference.convention_verdicts import analysis_of

    fixed = {item.field: item for item in declared(Analysis) if item.by_convention}
    if contrary := next((item for field, item in fixed.items() if field in stated), None):
        raise UsageError(
            f"The convention {name} fixes {setting(contrary.field)}: leave it out, or leave out `convention`."
        )
    others = {key: value for key, value in chosen.items() if key not in (*fixed, "alpha")}
    return replace(analysis_of(name, chosen["alpha"] if "alpha" in stated else None), **others)


def _has_control() -> bool:
    """Whether the running command, if one runs, has an option for a control."""
    context = click.get_current_context(silent=True)
    return context is None or any(option.name == "control" for option in context.command.params)


def check(keys: Iterable[str], known: Collection[str], place: str) -> None:
    """Refuse keys that are not options."""
    for key in keys:
        if key not in known:
            raise _unknown(key, known, place)


def _unknown(key: str, known: Iterable[str], place: str, what: str = "option") -> UsageError:
    close = closest(key, list(known))
    return UsageError(f"{place}: no {what} is called {key}{hint(key, [close], str) if close else '.'}")


def keys_of(command: click.Command) -> dict[str, Setting]:
    """Return the settings of a command by their keys in the file."""
    return {key: option.setting for option in options_of(command) for key in option.setting.keys}


def files_of(known: Iterable[Setting], given: Mapping[str, Any], scores: Iterable[str]) -> tuple[Path, ...]:
    """Return the files of scores, of the groups and clusters of tasks, of costs, and of what else is read."""
    named = (given.get(item.parameter) for item in known if item.form in ("file", "labels"))
    more = [name for name in named if isinstance(name, str) and Path(name).is_file()]
    return tuple(Path(source) for source in (*scores, *more) if source != "-")


def configured() -> Config:
    """Return what the config file of the running command says."""
    return click.get_current_context().obj or Config()


def _use_config(ctx: click.Context, _: click.Parameter, path: Path | None) -> None:
    """Fill the command's defaults from a config file; flags override them."""
    path = path or find(Path.cwd(), say)
    if path is None or ctx.resilient_parsing:
        return
    ctx.obj = config = Config(path, load(path), str(ctx.command.name)).checked()
    known = keys_of(ctx.command)
    ctx.default_map = {**(ctx.default_map or {}), **config.read(config.chosen(), known)}


config_option = adding(
    Option(
        Setting(
            flag="--config",
            kind="file",
            only_flag="says which file this is",
            heading="General",
            common=True,
            help="Config file; by default comparatex.toml in this folder or above it.",
        ),
        callback=lambda ctx, param, path: _use_config(ctx, param, Path(path) if path else None),
        is_eager=True,
        expose_value=False,
    )
)
