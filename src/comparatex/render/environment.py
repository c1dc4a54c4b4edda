"""Jinja2 environments whose values are escaped by default: for templates that read as LaTeX, and for pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    pass_eval_context,
)
from jinja2.nodes import EvalContext
from jinja2.sandbox import ImmutableSandboxedEnvironment

from comparatex.files import TEMPLATES, state_of
from comparatex.render.escape import TeX, cell, comment, escape, number, plain
from comparatex.text import SYNTAX, code, compiled, language, template_errors


@pass_eval_context  # keeps Jinja from folding constants before they are escaped
def _finalize(_: EvalContext, value: Any) -> TeX:
    """Escape what a template prints; binary floats must not reach it, because they print as they like."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} reached a template: numbers are formatted in the layout")
    return escape(value)


def environment(overrides: tuple[Path, ...] = ()) -> Environment:
    r"""Return the environment; folders in `overrides`, as they are now, come before the built-in templates.

    Values are ``\VAR{…}``, ``language()`` is the key of the language, ``locale()`` what is known of it, control lines
    start with ``%%``, inline control is ``\BLOCK{…}`` and comments are ``\NOTE{…}``. An override may extend what it
    replaces as ``builtin/NAME``.
    """
    return _of_tex(overrides, state_of(overrides))


@cache
def _of_tex(overrides: tuple[Path, ...], _: object) -> Environment:
    jinja = _made(overrides, _finalize, "tex")
    jinja.filters["e"] = jinja.filters["escape"] = escape
    jinja.filters |= {"plain": plain, "number": number, "comment": comment, "cell": cell}
    jinja.globals |= {"language": code, "locale": language}
    return jinja


@cache
def _of_pages(overrides: tuple[Path, ...], _: object) -> Environment:
    """Return the environment of templates of HTML, and of what is written into them."""
    return _made(overrides, _printed, "html")


def _made(overrides: tuple[Path, ...], finalize: Callable[..., Any], kind: str) -> Environment:
    """Return an environment that knows the built-in templates and, before them, those of the user."""
    templates = FileSystemLoader([*overrides, TEMPLATES])
    return (ImmutableSandboxedEnvironment if overrides else Environment)(  # a folder may be a stranger's
        loader=ChoiceLoader([templates, PrefixLoader({"builtin": FileSystemLoader(TEMPLATES)})]),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        bytecode_cache=compiled(f"{kind} sandbox" if overrides else kind),
        **SYNTAX,
    )


def _printed(value: Any) -> Any:
    """Refuse binary floats; what is not `Markup` is escaped by Jinja."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} reached a template: numbers are formatted in the layout")
    return value


def render(template: str, overrides: Sequence[Path] = (), **context: Any) -> str:
    """Return the TeX that a template makes of a view model."""
    return _rendered(_of_tex, template, overrides, context)


def render_html(template: str, overrides: Sequence[Path] = (), **context: Any) -> str:
    """Return the HTML that a template makes of a view model; what is not `Markup` is escaped."""
    return _rendered(_of_pages, template, overrides, context)


def _rendered(
    environment_of: Callable[[tuple[Path, ...], object], Environment],
    template: str,
    overrides: Sequence[Path],
    context: Mapping[str, Any],
) -> str:
    folders = tuple(folder.resolve() for folder in overrides)
    with template_errors(template):
        return environment_of(folders, state_of(folders)).get_template(template).render(context)
