"""The package as editors and type checkers see it: ``comparatex/__init__.pyi``, made of the declarations of settings.

Functions that take settings as keywords name them there, with their types, so that a misspelt one is an error before
anything runs.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import comparatex
from comparatex.artefacts import ARTEFACTS, FINDINGS
from comparatex.data.reading import Reading
from comparatex.inference.analysis import Analysis, AuditSettings, Running
from comparatex.inference.audit.audit import Audit
from comparatex.layout.options import Showing
from comparatex.report_settings import Report
from comparatex.settings import declared

PATH = Path(comparatex.__file__).with_name("__init__.pyi")
_HEAD = '''\
"""comparatex as editors and type checkers see it; ``python docs/_ext/generated.py`` writes this file."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack, overload

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from comparatex import errors as errors
'''
_KEYWORDS: dict[str, tuple[type, ...]] = {
    "audit": (AuditSettings,),
    "compare": (Analysis, Running),
    "plan": (Analysis,),
    "read": (Reading,),
    "read_measures": (Reading,),
    "write_report": (Report, Showing),
}
"""The settings that a function takes as keywords."""
_BY_NAME = {
    "draw": tuple(ARTEFACTS),
    "latex": tuple(ARTEFACTS),
    "table": tuple(name for name, artefact in ARTEFACTS.items() if artefact.folder == "tables"),
    "write": tuple(ARTEFACTS),
}
"""The artefacts of the functions whose keywords depend on which is asked for."""
_ELSEWHERE = {"Any", "Callable", "Mapping", "Sequence", "Path", "Literal", "Axes", "Figure"}
"""What signatures name that the head imports."""


_NAMES = {name: getattr(comparatex, name) for name in comparatex.__all__}


def stub() -> str:
    """Return the stub of the package."""
    functions = {name: public for name, public in _NAMES.items() if inspect.isfunction(public)}
    kinds = [*(kind for several in _KEYWORDS.values() for kind in several)]
    kinds += [artefact.options for artefact in ARTEFACTS.values()]
    bases = dict.fromkeys(base for kind in kinds for base in reversed(kind.__mro__) if _has_fields(base))
    joint = [several for several in _KEYWORDS.values() if len(several) > 1]
    listed = "".join(f'    "{name}",\n' for name in comparatex.__all__)
    parts = [
        _HEAD + "".join(_imports(functions)),
        f"__version__: str\n__all__ = [\n{listed}]\n",
        *map(_keywords, bases),
        *(f"class {_name(*kinds)}({', '.join(map(_name, kinds))}, total=False): ...\n" for kinds in joint),
        *(_function(name, function) for name, function in functions.items()),
    ]
    return "\n".join(parts)


def _has_fields(kind: type) -> bool:
    return is_dataclass(kind) and bool(fields(kind))


def _name(*kinds: type) -> str:
    return "_" + "And".join(kind.__name__ for kind in kinds)


def _imports(functions: Mapping[str, Callable[..., Any]]) -> list[str]:
    """Import the public classes, and what else of ours signatures name."""
    known = {**_NAMES, "Audit": Audit}  # which `comparatex.artefacts` imports for type checkers only
    homes = {name: public.__module__ for name, public in known.items() if inspect.isclass(public)}
    for function in functions.values():
        for name in re.findall(r"\w+", " ".join(function.__annotations__.values())):
            named = function.__globals__.get(name)
            if name not in homes and (inspect.isclass(named) or (named is not None and get_args(named))):
                home = getattr(named, "__module__", "") if inspect.isclass(named) else ""
                homes[name] = home if home.startswith("comparatex") else function.__module__
    ours = {name: home for name, home in homes.items() if name not in _ELSEWHERE}
    return [f"from {home} import {name} as {name}\n" for name, home in sorted(ours.items(), key=lambda row: row[::-1])]


def _keywords(kind: type) -> str:
    """Return the keywords that a class of settings adds to those of its base."""
    base = next((base for base in kind.__mro__[1:] if _has_fields(base)), None)
    inherited = {item.name for item in fields(base)} if base else set()
    hints, settings = get_type_hints(kind, localns=_NAMES), {item.field: item for item in declared(kind)}
    lines = []
    for name in (item.name for item in fields(kind) if item.name not in inherited | {"core", "baseline"}):
        setting = settings.get(name)
        own = (
            " | Callable[..., Any]" if setting and setting.plugins in ("tests", "statistics") else ""
        )  # names stay checked
        lines.append(f"    {name}: {_type(hints[name], setting.choices if setting else ())}{own}\n")
        if setting:
            lines.append(f'    r"""{setting.help}"""\n')
    body = "\n" + "".join(lines) if lines else " ...\n"
    return f"class {_name(kind)}({_name(base) if base else 'TypedDict'}, total=False):{body}"


def _type(hint: Any, choices: Sequence[str] = ()) -> str:
    """Return a type as an author may give it: a list does for a tuple."""
    arguments, origin = get_args(hint), get_origin(hint)
    if origin in (Union, UnionType):
        return " | ".join(_type(part, choices) for part in arguments)
    if origin is Literal or (hint is str and choices):
        words = ", ".join(json.dumps(word) for word in choices or arguments)
        return f"Literal[{words}]{' | str' if '=NAME' in words else ''}"
    if origin is tuple and arguments[-1] is Ellipsis:
        return f"Sequence[{_type(arguments[0])}]"
    if origin:
        return f"{origin.__name__}[{', '.join(map(_type, arguments))}]"
    return {NoneType: "None", Any: "Any"}.get(hint) or str(hint.__name__)


def _function(name: str, function: Callable[..., Any]) -> str:
    """Return the signature of a function with its keywords; one for each artefact where they depend on it."""
    if name not in _BY_NAME:
        kinds = _KEYWORDS.get(name, ())
        return _signature(name, function, _name(*kinds) if kinds else "")
    rows = [(_name(ARTEFACTS[kind].options), f'Literal["{kind}"]', "") for kind in _BY_NAME[name]]
    if name == "draw":
        names = ", ".join(f'"{finding}"' for finding in FINDINGS)
        further = "core: Sequence[str] = ..., baseline: Sequence[str] = ..., "
        rows.append((_name(AuditSettings), f"Literal[{names}]", further))
    rows.append((_name(Showing), "str", ""))  # of any artefact, where the name is not in the source
    if name == "draw":  # a figure, or the axes that it is given
        texts, both = [_signature(name, function, *row) for row in rows], ("ax: Axes | None = ...", "-> Figure | Axes:")
        hints = (("ax: None = ...", "-> Figure:"), ("ax: Axes", "-> Axes:"))
        return "".join(
            f"@overload\n{text.replace(both[0], ax).replace(both[1], result)}" for text in texts for ax, result in hints
        )
    return "".join(f"@overload\n{_signature(name, function, *row)}" for row in rows)


def _signature(name: str, function: Callable[..., Any], keywords: str = "", kind: str = "", further: str = "") -> str:
    """Return a signature, its keywords from a class of settings, and the name of the artefact of one kind."""
    parts, starred = [], False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            parts += [
                *(["*"] if further and not starred else []),
                f"{further}**{parameter.name}: Unpack[{keywords}]",
            ]
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not starred:
            parts, starred = [*parts, "*"], True
        hint = kind if kind and parameter.name == "name" else parameter.annotation
        default = "" if parameter.default is parameter.empty else " = ..."
        parts.append(f"{parameter.name}: {hint}{default}")
    return f"def {name}({', '.join(parts)}) -> {inspect.signature(function).return_annotation}: ...\n"
