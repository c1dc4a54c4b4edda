"""Settings declared once: besides type and default, a field states what the command line and the config file need.

Options, keys of the config file and their checks, the JSON schema and the commented study file derive from it.

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

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, dataclass, field, fields, is_dataclass, replace
from types import NoneType, UnionType
from typing import Any, Literal, Self, TypeVar, Union, get_args, get_origin

from comparatex import names as naming
from comparatex.errors import UsageError

Kind = Literal["", "tasks", "file", "templates", "colours", "numbers", "pairs", "groups"]
"""What a value is, where the type of the field does not say."""

_KEY = "comparatex"
_HEADINGS = "__comparatex_headings__"
_DOCUMENTED = "    {settings}"
"""A line of a class's docstring in whose place its settings stand, each with the sentence of the help."""
K = TypeVar("K", bound=type)


@dataclass(frozen=True, kw_only=True)
class Setting:
    """The declaration of a field as a setting; `declared` completes it by what the field itself says."""

    help: str  # a sentence for the help of a command, the schema and the study file
    field: str = ""  # the name, the type and the default of the field
    type: Any = None
    default: Any = None
    heading: str = ""  # the heading under which the help lists it
    flag: str = ""  # the flag, by default derived from the field's name, and the flag for no
    off: str = ""
    metavar: str = ""  # the placeholder for the value in the help
    choices: tuple[str, ...] = ()
    """The allowed words, if the type does not list them; one that ends in ``=NAME`` allows any name there."""
    retired: tuple[str, ...] = ()  # words of former versions, and the end of a sentence on what took their place
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

    @property
    def parameter(self) -> str:
        """The name of the parameter with which the command line passes its value."""
        return self.flag.removeprefix("--").replace("-", "_")


def headed(heading: str = "", **groups: str) -> Callable[[K], K]:
    """Return a decorator of a dataclass that says under which headings the help lists its settings."""

    def mark(kind: K) -> K:
        setattr(kind, _HEADINGS, {**getattr(kind, _HEADINGS, {}), "": heading, **groups})
        helps = [(item, item.metadata[_KEY].help) for item in fields(kind) if _KEY in item.metadata]
        about = "\n".join(f"    {item.name} : {item.type}\n        {text}" for item, text in helps)
        about = about.replace("*", r"\*")  # the documentation is in reStructuredText, where it begins emphasis
        kind.__doc__ = (kind.__doc__ or "").replace(_DOCUMENTED, f"    Parameters\n    ----------\n{about}")
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
        """Refuse words that a setting does not know."""
        changed = {
            item.name
            for item in fields(self)
            if isinstance(getattr(self, item.name) if item.default is None else item.default, str)
            and getattr(self, item.name) != item.default
        }
        # A class may give a field of its base another default without declaring it again.
        kinds = [kind for kind in type(self).__mro__ if is_dataclass(kind)] if changed else []
        for item in {item.field: item for kind in kinds for item in declared(kind)}.values():
            value = getattr(self, item.field)
            require_current(item, value)
            if item.field in changed and item.choices and not is_choice(value, item.choices):
                choices = naming.hint(value, item.choices, most=len(item.choices))
                raise UsageError(f"There is no {naming.setting(item.field)} {value!r}{choices}")


def require_current(item: Setting, value: Any) -> None:
    """Refuse a word of former versions, with what took its place."""
    if value in item.retired:
        raise UsageError(f"There is no {naming.setting(item.field)} {value!r} any more: {item.instead}.")


def is_choice(value: str, choices: Iterable[str]) -> bool:
    """Whether a value is one of some words, or begins like one that ends in ``=NAME``.

    >>> is_choice("impute=Dummy", ["error", "impute=NAME"]), is_choice("impute=", ["error", "impute=NAME"])
    (True, False)
    """
    known = tuple(choices)
    starts = (word.removesuffix("NAME") for word in known if word.endswith("=NAME"))
    return value in known or any(value.startswith(start) and value != start for start in starts)


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
