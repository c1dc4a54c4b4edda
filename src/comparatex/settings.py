"""Settings declared once: besides type and default, a field states what the command line and the config file need.

Options, keys of the config file and their checks, the JSON schema and the file that init writes derive from it.

Examples
--------
>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Options:
...     best: Literal["left", "right"] = setting("right", help="Side of the best comparate.")
...     label: str = "fig"
>>> [(option.flag, option.choices, option.default) for option in declared(Options)]
[('--best', ('left', 'right'), 'right')]
"""

from __future__ import annotations

import csv
import io
import math
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from numbers import Integral, Real
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, NoReturn, Self, TypeVar, Union, get_args, get_origin

from comparatex import names as naming
from comparatex.errors import UsageError
from comparatex.files import TEMPLATES, relative_to, template_files, was_read

Kind = Literal[
    "", "flag", "word", "number", "text", "names", "tasks", "labels", "numbers", "colours", "pairs", "groups",
    "file", "folder", "path", "templates", "output", "output file", "output folder",
]  # fmt: skip
"""What a value is; empty: what the type of the field says. Outputs are written, the first perhaps to standard output;
a file, a folder, a path (either) and templates are there already."""

_KEY = "comparatex"
_HEADINGS = "__comparatex_headings__"
_DOCUMENTED = "    {settings}"
"""A line of a class's docstring in whose place its settings stand, each with the sentence of the help."""
K = TypeVar("K", bound=type)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The declaration of a field as a setting; `declared` completes it by what the field itself says."""

    help: str  # a sentence for the help of a command, the schema and the config file
    field: str = ""  # the name, the type and the default of the field
    type: Any = None
    default: Any = None
    heading: str = ""  # the heading under which the help lists it
    flag: str = ""  # the flag, by default derived from the field's name, and the flag for no
    off: str = ""
    metavar: str = ""  # the placeholder for the value in the help
    choices: tuple[str, ...] = ()
    """The allowed words, if the type does not list them; one that ends in ``=NAME`` allows any name there."""
    plugins: str = ""  # the group of entry points at which other packages add words
    retired: tuple[str | bool, ...] = ()  # words of former versions, and the end of a sentence on what took their place
    instead: str = ""
    minimum: float | None = None  # the bounds of a number
    maximum: float | None = None
    open_min: bool = False  # whether a bound itself is excluded
    open_max: bool = False
    kind: Kind = ""  # the kind of value, if the type does not determine it
    group: str = ""  # for options that only some commands add; others are in every command with settings of the class
    after: str = ""  # the option after which the help lists it, by default that of the previous field
    shown: bool = True  # whether the help shows the default
    unset: bool = False  # whether leaving it out differs from the default, because each artefact has its own
    common: bool = False  # whether many need it: the help lists the others only on request
    short: str = ""  # the flag of one letter
    names: Literal["", "comparates", "any comparates", "columns"] = ""
    """What the value names: comparates that are compared, as they are printed; any of the table; or its columns."""
    own: bool = False  # whether it does not mean the same to all commands: a file has it in their tables only
    only_flag: str = ""  # why a file, which may be somebody else's, must not have it
    needs: str = ""  # the setting without which it changes nothing, except where that is added on demand
    by_convention: bool = False  # whether the convention of another tool fixes it
    asks: bool = True  # whether it determines what a report says

    @property
    def key(self) -> str:
        """Its name in a file."""
        return self.flag.removeprefix("--")

    @property
    def keys(self) -> tuple[str, ...]:
        """Its names in a file: the second one, if any, means no."""
        return (self.key, self.off.removeprefix("--")) if self.off else (self.key,)

    @property
    def parameter(self) -> str:
        """The name of the parameter with which the command line passes its value."""
        return self.key.replace("-", "_")

    @property
    def form(self) -> Kind:
        """What a value is."""
        if self.kind or self.choices:
            return self.kind or "word"
        if self.type in (bool, int, float):
            return "flag" if self.type is bool else "number"
        return "names" if get_origin(self.type) is tuple else "text"

    @property
    def several(self) -> bool:
        """Whether it may be given again, for a further part of the value."""
        return self.form in ("colours", "pairs", "groups")

    @property
    def words(self) -> str:
        """What a value must be."""
        if self.form == "word":
            return f"one of {', '.join(self.choices)}"
        if self.form != "number":
            return _FORMS[self.form].words
        low = "" if self.minimum is None else f"{'above' if self.open_min else 'of at least'} {self.minimum:g}"
        high = "" if self.maximum is None else f"{'below' if self.open_max else 'of at most'} {self.maximum:g}"
        bounds = " and ".join(filter(None, (low, high))).replace("and of", "and")
        return f"{'a whole number' if self.type is int else 'a number'}{' ' if bounds else ''}{bounds}"

    @property
    def placeholder(self) -> str:
        """What stands for the value in the help."""
        if self.form == "word":
            return f"[{'|'.join(self.choices)}]"
        named = {"comparates": "NAME", "columns": "COLUMN"}.get(self.names) if self.form == "text" else ""
        return self.metavar or named or f"{'WHOLE ' if self.type is int else ''}{_FORMS[self.form].placeholder}"

    @property
    def range(self) -> str:
        """The bounds of a number, as the help has them."""
        low = "" if self.minimum is None else f"{self.minimum}{'<' if self.open_min else '<='}"
        high = "" if self.maximum is None else f"{'<' if self.open_max else '<='}{self.maximum}"
        return f"{low}x{high}" if high else f"x{'>' if self.open_min else '>='}{self.minimum}" if low else ""

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of what a file has."""
        if self.form == "word":
            named = [{"pattern": f"^{word[:-4]}"} for word in self.choices if word.endswith("=NAME")]
            words = {"enum": list(self.choices)}
            named += [_STRING] if self.plugins else []
            return {"anyOf": [words, *named]} if named else words
        if self.form != "number":
            return _FORMS[self.form].schema
        low, high = f"{'exclusiveM' if self.open_min else 'm'}inimum", f"{'exclusiveM' if self.open_max else 'm'}aximum"
        bounds = {name: bound for name, bound in ((low, self.minimum), (high, self.maximum)) if bound is not None}
        return {"type": "integer" if self.type is int else "number", **bounds}

    def read(self, value: Any, folder: Path | None = None) -> Any:
        """Return a value as the field has it; one that was read already stays.

        Parameters
        ----------
        value : object
            A text of the command line, several of what may be given again, or what a file in TOML has.
        folder : Path, optional
            That of the file, from which its paths start; None: the value is from the command line.

        Raises
        ------
        ValueError
            The value is of another kind; `faulty` makes a sentence of the reason.
        """
        return _FORMS[self.form].read(self, value, folder)

    def refuse(self, value: Any) -> NoReturn:
        """Refuse a value that is of another kind."""
        shown = str(value).lower() if isinstance(value, bool) else value
        raise ValueError(f"must be {self.words}, not {naming.quoted(value) if isinstance(value, str) else shown}.")


TEXTS: dict[str, Any] = {"type": "object", "additionalProperties": {"type": "string"}}
"""The schema of a table of texts."""


def faulty(place: str, reason: object) -> UsageError:
    """Return the error that a setting has a value of another kind."""
    return UsageError(f"{place}{' ' if str(reason).startswith(('must ', '= ')) else ': '}{reason}")


def _flag(item: Setting, value: Any, _: Path | None) -> bool:
    return value if isinstance(value, bool) else item.refuse(value)


def _word(item: Setting, value: Any, _: Path | None) -> str:
    if not isinstance(value, str):
        item.refuse(value)
    if is_choice(value, item.choices) or is_added(item, value):
        return value
    require_current(item, value)
    if close := naming.closest(value, item.choices):
        raise ValueError(f"{value!r} is unknown; did you mean {close!r}?")
    raise ValueError(f"{value!r} is not one of {', '.join(map(repr, item.choices))}.")


def _number(item: Setting, value: Any, folder: Path | None) -> float:
    kind, low, high = item.type, item.minimum, item.maximum
    exact = Integral if kind is int else Real
    if isinstance(value, bool) or not (isinstance(value, exact) or (isinstance(value, str) and folder is None)):
        item.refuse(value)
    try:
        number: float = kind(value)
    except (ValueError, OverflowError):
        item.refuse(value)
    too_low = low is not None and (number < low or (item.open_min and number == low))
    too_high = high is not None and (number > high or (item.open_max and number == high))
    if too_low or too_high or (kind is float and not math.isfinite(number)):
        item.refuse(value)
    return number


def _text(item: Setting, value: Any, _: Path | None) -> str:
    return str(value) if is_text(value) else item.refuse(value)


def is_text(value: Any) -> bool:
    """Whether a value in a file can serve as a name or a text."""
    return isinstance(value, (str, int, float)) and not isinstance(value, bool)


def _names(item: Setting, value: Any, _: Path | None) -> tuple[str, ...]:
    """Read names separated by commas, of which one that contains a comma is in double quotes, or a list."""
    if not isinstance(value, str):
        return tuple(map(str, value)) if _are_texts(value) else item.refuse(value)
    try:
        rows = list(csv.reader(io.StringIO(value, newline=""), skipinitialspace=True))
    except csv.Error as error:
        raise ValueError(f"{naming.quoted(value)} is not a list of names ({error}).") from error
    return tuple(name.strip() for row in rows for name in row if name.strip())


def _are_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(map(is_text, value))


def _tasks(item: Setting, value: Any, folder: Path | None) -> tuple[str, ...]:
    """Read names, or a file with one per line."""
    if not isinstance(value, str) or not os.path.isfile(path := _seen(value, folder)):  # noqa: PTH113  (a Path stumbles)
        return _names(item, value, folder)
    try:
        lines = was_read(path, Path(path).read_bytes()).decode("utf-8-sig").splitlines()
    except (OSError, ValueError):
        raise ValueError(f"{naming.quoted(value)} cannot be read as a file of names: save it as UTF-8.") from None
    return tuple(line.strip() for line in lines if line.strip())


def _seen(name: str, folder: Path | None) -> str:
    """Return a path in a file as it is seen from the current folder."""
    return name if folder is None else relative_to(os.path.join(folder.resolve(), name), Path.cwd())  # noqa: PTH118


def _labels(item: Setting, value: Any, folder: Path | None) -> str:
    """Read the name of a column, or of a file."""
    text = _text(item, value, folder)
    return path if os.path.isfile(path := _seen(text, folder)) else text  # noqa: PTH113


def _numbers(item: Setting, value: Any, _: Path | None) -> tuple[int, ...]:
    """Read a whole number, or a range."""
    if isinstance(value, tuple):
        return value
    first, dash, last = str(value).partition("-")
    ends = (first, last if dash else first)
    if not all(end.isascii() and end.isdigit() for end in ends) or int(ends[0]) > int(ends[1]):
        raise ValueError(f"{value!r} is neither a number nor a range such as 2-5.")
    return tuple(range(int(ends[0]), int(ends[1]) + 1))


def _parts(item: Setting, value: Any, at: Callable[[str, str], tuple[str, str, str]]) -> list[tuple[str, Any]]:
    """Return the pairs of a table, or those that texts with an equals sign say; some have several such signs."""
    if isinstance(value, Mapping):
        return [(str(name), part) for name, part in value.items()]
    if not isinstance(value, (list, tuple)):
        item.refuse(value)
    parts = list[tuple[str, Any]]()
    for text in value:
        if isinstance(text, str):
            name, sign, part = at(text, "=")
            parts.append((name, part) if sign and name.strip() else ("", text))
        else:
            parts.append(tuple(text) if isinstance(text, (list, tuple)) and len(text) == 2 else item.refuse(value))
    return parts


def _colours(item: Setting, value: Any, _: Path | None) -> dict[str, str]:
    """Read ``NAME=#rrggbb``; a name may contain an equals sign."""
    colours = {}
    for name, colour in _parts(item, value, str.rpartition):
        digits = str(colour).removeprefix("#").lower()
        if not name or len(digits) != 6 or not set(digits) <= set("0123456789abcdef"):
            said = f"{name}={colour}" if name else colour
            raise ValueError(f"{said!r} is not of the form NAME=#rrggbb.")
        colours[name] = f"#{digits}"
    return colours


def _groups(item: Setting, value: Any, folder: Path | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Read ``NAME=TASKS``: tasks separated by commas, or a file with one per line."""
    groups = []
    for name, tasks in _parts(item, value, str.partition):
        if not name.strip():
            raise ValueError(f"{tasks!r} is not of the form NAME=TASKS.")
        groups.append((name.strip(), _tasks(item, tasks, folder)))
    return tuple(groups)


def _pairs(item: Setting, value: Any, _: Path | None) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, (list, tuple)) or not all(_are_texts(pair) and len(pair) == 2 for pair in value):
        item.refuse(value)
    return tuple(tuple(map(str, pair)) for pair in value)


def _path(item: Setting, value: Any, folder: Path | None) -> Any:
    """Read the name of something that is there, or of what is to be written; a file writes into its folder only."""
    if not isinstance(value, (str, Path)):
        require_current(item, value)
        item.refuse(value)
    kind, text, writes = item.form, str(value), item.form.startswith("output")
    if kind in ("output file", "output folder") and text == "-":
        raise ValueError(f"this cannot be written to standard output: name a {kind.removeprefix('output ')}.")
    if kind == "output" and text in ("", "-"):
        return text
    try:
        path = _seen(text, folder)
        there = bool(os.stat(path))  # noqa: PTH116
    except OSError:
        there = False
    except ValueError:
        raise ValueError(f"{naming.quoted(text)} cannot be the name of a file.") from None
    if folder and writes and not Path(path).resolve().is_relative_to(folder.resolve()):
        raise ValueError(f"= {naming.quoted(text)} is outside the folder of the file: give it on the command line.")
    what, other = ("File", "directory") if kind.endswith("file") else ("Directory", "file")
    if there and kind not in ("path", "output") and os.path.isdir(path) != (what == "Directory"):  # noqa: PTH112
        raise ValueError(f"{what} {text!r} is a {other}.")
    if not there and not writes:
        raise ValueError(f"{'Path' if kind == 'path' else what} {text!r} does not exist.")
    return path if kind in ("file", "output") else Path(path)


def _templates(item: Setting, value: Any, folder: Path | None) -> tuple[Path, ...]:
    """Read the folder of templates; one that would have no effect is refused."""
    if isinstance(value, tuple):
        return value
    home = _path(item, value, folder)
    if not any((home / path.relative_to(TEMPLATES)).is_file() for path in template_files(TEMPLATES)):
        raise ValueError(
            f"{home} holds no template, such as mcm.tex.jinja: copy those to change from the folder that "
            "'comparatex init' with `templates` makes."
        )
    return (home,)


class _Form(NamedTuple):
    """What a value of a form is."""

    words: str  # what it must be
    placeholder: str  # what stands for it in the help
    read: Callable[[Setting, Any, Path | None], Any]
    schema: dict[str, Any]


_LIST, _STRING = {"type": "array", "items": {"type": "string"}}, {"type": "string"}
_EITHER: dict[str, Any] = {"anyOf": [_LIST, _STRING]}
_SOME, _PLACE = 'a list of names, such as ["A", "B"]', "the name of a file or folder"
_FORMS: Mapping[Kind, _Form] = {
    "flag": _Form("true or false", "", _flag, {"type": "boolean"}),
    "word": _Form("", "", _word, {}),
    "number": _Form("", "NUMBER", _number, {}),
    "text": _Form("a text", "TEXT", _text, _STRING),
    "labels": _Form("a text", "TEXT", _labels, _STRING),
    "names": _Form(_SOME, "NAMES", _names, _EITHER),
    "tasks": _Form(_SOME, "NAMES|FILE", _tasks, _EITHER),
    "numbers": _Form("a whole number, or a range such as '2-5'", "NUMBER", _numbers, {"type": ["integer", "string"]}),
    "colours": _Form('a table, such as { "NAME" = "…" }', "NAME=#RRGGBB", _colours, TEXTS),
    "groups": _Form(
        'a table, such as { "NAME" = ["A", "B"] }',
        "NAME=TASKS|FILE",
        _groups,
        {"type": "object", "additionalProperties": _EITHER},
    ),
    "pairs": _Form(
        'a list of pairs, such as [["A", "B"]]',
        "NAME NAME",
        _pairs,
        {"type": "array", "items": {**_LIST, "minItems": 2, "maxItems": 2}},
    ),
    "templates": _Form(_PLACE, "DIR", _templates, _STRING),
    **dict.fromkeys(("file", "output", "output file"), _Form(_PLACE, "FILE", _path, _STRING)),
    **dict.fromkeys(("folder", "output folder", "path"), _Form(_PLACE, "DIR", _path, _STRING)),
}


def values(settings: type, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what parameters say of the settings of a dataclass, by field; what is None was not given."""
    known = ((item.field, given.get(item.parameter)) for item in declared(settings))
    return {name: value for name, value in known if value is not None}


def headed(heading: str = "", **groups: str) -> Callable[[K], K]:
    """Return a decorator of a dataclass that says under which headings the help lists its settings."""

    def mark(kind: K) -> K:
        setattr(kind, _HEADINGS, {**getattr(kind, _HEADINGS, {}), "": heading, **groups})
        if _DOCUMENTED in str(kind.__doc__):
            helps = [(item, item.metadata[_KEY].help) for item in fields(kind) if _KEY in item.metadata]
            about = "\n".join(f"    {item.name} : {item.type}\n        {text}" for item, text in helps)
            about = about.replace("*", r"\*")  # the documentation is in reStructuredText, where it begins emphasis
            kind.__doc__ = str(kind.__doc__).replace(_DOCUMENTED, f"    Parameters\n    ----------\n{about}")
        return kind

    return mark


def setting(default: Any, **about: Any) -> Any:
    """Return a field of a dataclass with its default and its `Setting`."""
    metadata = {_KEY: Setting(**about)}
    if isinstance(default, Mapping):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """A dataclass of settings, which refuses unknown names and words and says which were probably meant.

    >>> from comparatex.inference.analysis import Analysis
    >>> Analysis(correcton="holm")
    Traceback (most recent call last):
    comparatex.errors.UsageError: There is no setting `correcton`: did you mean `correction`?
    >>> Analysis(correction="holmm")
    Traceback (most recent call last):
    comparatex.errors.UsageError: There is no `correction` 'holmm': did you mean 'holm'?
    """

    def __new__(cls, *_: Any, **given: Any) -> Self:
        """Refuse names of no field before the dataclass does so less clearly."""
        require_settings(given, [item.name for item in fields(cls)])
        return super().__new__(cls)

    def __post_init__(self) -> None:
        """Refuse words that a setting does not know, and numbers beyond its bounds."""
        # A class may give a field of its base another default without declaring it again.
        kinds = filter(is_dataclass, type(self).__mro__)
        for item in {item.field: item for kind in kinds for item in declared(kind)}.values():
            value, usual = getattr(self, item.field), self.__dataclass_fields__[item.field].default
            if not isinstance(value if usual is None else usual, (str, int, float, Real)) or value in (usual, None):
                continue
            require_current(item, value)
            if item.choices and not is_choice(str(value), item.choices) and not is_added(item, str(value)):
                choices = naming.hint(value, item.choices, most=len(item.choices))
                raise UsageError(f"There is no {naming.setting(item.field)} {value!r}{choices}")
            if item.form == "number":
                try:
                    item.read(value, Path())
                except ValueError as error:
                    raise faulty(naming.setting(item.field), error) from error


def require_current(item: Setting, value: Any) -> None:
    """Refuse a word of former versions, with what took its place."""
    if value in item.retired:
        raise UsageError(f"There is no {naming.setting(item.field)} {value!r} any more: {item.instead}.")


def is_added(item: Setting, value: str) -> bool:
    """Whether a word is one that another package adds; they are asked for words that nothing here has."""
    if not item.plugins:
        return False
    from comparatex.plugins import called

    return called(item.plugins, value) is not None


def is_choice(value: str, choices: Iterable[str]) -> bool:
    """Whether a value is one of some words, or begins like one that ends in ``=NAME``.

    >>> is_choice("impute=Dummy", ["error", "impute=NAME"]), is_choice("impute=", ["error", "impute=NAME"])
    (True, False)
    """
    return any(
        value == word or (word.endswith("=NAME") and value.startswith(word[:-4]) and value != word[:-4])
        for word in choices
    )


def require_settings(given: Iterable[str], known: list[str], owner: str = "There is") -> None:
    """Refuse settings that nobody has; the owner begins the sentence, as in ``"A report has"``."""
    for name in given:
        if name not in known:
            hint = naming.hint(name, known, naming.setting)
            raise UsageError(f"{owner} no setting {naming.setting(name)}{hint}")


_DECLARED: dict[type, tuple[Setting, ...]] = {}  # every settings object asks


def declared(settings: type) -> tuple[Setting, ...]:
    """Return the settings that a dataclass declares, in the order of its fields."""
    if settings not in _DECLARED:
        types, items = _types(settings), (item for item in fields(settings) if _KEY in item.metadata)
        _DECLARED[settings] = tuple(_completed(item, *types[item.name]) for item in items)
    return _DECLARED[settings]


def _completed(item: Field[Any], hint: Any, kind: type) -> Setting:
    """Return the setting of a field by what the field says, and the dataclass that declares it."""
    about: Setting = item.metadata[_KEY]
    value, headings = _without_none(hint), getattr(kind, _HEADINGS, {"": ""})
    return replace(
        about,
        field=item.name,
        type=value,
        default=item.default_factory() if callable(item.default_factory) else item.default,
        heading=headings.get(about.group, headings[""]),
        flag=about.flag or f"--{item.name.replace('_', '-')}",
        choices=about.choices or (get_args(value) if get_origin(value) is Literal else ()),
    )


def _types(settings: type) -> dict[str, tuple[Any, type]]:
    """Return the type of each declared field, and who declares it; types of others may not be imported."""
    types = {}
    for kind in reversed(settings.__mro__):
        names = vars(sys.modules[kind.__module__])
        for name, hint in vars(kind).get("__annotations__", {}).items():
            if _KEY in settings.__dataclass_fields__[name].metadata:  # type: ignore[attr-defined]
                types[name] = (eval(hint, dict(names)) if isinstance(hint, str) else hint, kind)
    return types


def _without_none(hint: Any) -> Any:
    """Return the other type of a value that may be None."""
    if get_origin(hint) in (Union, UnionType):
        kinds = [kind for kind in get_args(hint) if kind is not NoneType]
        return kinds[0] if len(kinds) == 1 else hint
    return hint
