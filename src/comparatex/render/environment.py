"""Jinja2 environments whose values are escaped by default: for templates that read as LaTeX, and for pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateNotFound,
    pass_eval_context,
)
from jinja2.loaders import split_template_path
from jinja2.nodes import EvalContext
from jinja2.sandbox import ImmutableSandboxedEnvironment

from comparatex.files import TEMPLATES, uptodate
from comparatex.render.escape import TeX, comment, escape, number, plain
from comparatex.text import SYNTAX, code, compiled, language, template_errors


@pass_eval_context  # keeps Jinja from folding constants before they are escaped
def _finalize(_: EvalContext, value: Any) -> TeX:
    """Escape what a template prints; binary floats must not reach it, because they print as they like."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} reached a template: numbers are formatted in the layout")
    return escape(value)


@cache
def environment(overrides: tuple[Path, ...] = ()) -> Environment:
    r"""Return the environment; folders in `overrides` come before the built-in templates.

    Values are ``\VAR{…}``, ``language()`` is the key of the language, ``locale()`` what is known of it, control lines
    start with ``%%``, inline control is ``\BLOCK{…}`` and comments are ``\NOTE{…}``. An override may extend what it
    replaces as ``builtin/NAME``.
    """
    jinja = _made(overrides, _finalize, "tex")
    jinja.filters["e"] = jinja.filters["escape"] = escape
    jinja.filters |= {"plain": plain, "number": number, "comment": comment}
    jinja.globals |= {"language": code, "locale": language}
    return jinja


class _Folders(BaseLoader):
    """Templates in several folders, the first of which counts; one may be added to a user's own while we watch."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folders = folders

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """Return a template, where it is, and what tells whether it is still the one that counts."""

        def first() -> list[Path]:
            places = (folder.joinpath(*split_template_path(template)) for folder in self._folders)
            return [path for path in places if path.is_file()][:1]

        same = uptodate(first)
        for path in first():
            return path.read_text(encoding="utf-8"), str(path), same
        raise TemplateNotFound(template)


def _made(overrides: tuple[Path, ...], finalize: Callable[..., Any], kind: str) -> Environment:
    """Return an environment that knows the built-in templates and, before them, those of the user."""
    built_in = FileSystemLoader(TEMPLATES)
    templates = _Folders((*overrides, TEMPLATES)) if overrides else built_in
    return (ImmutableSandboxedEnvironment if overrides else Environment)(  # a folder may be a stranger's
        loader=ChoiceLoader([templates, PrefixLoader({"builtin": built_in})]),
        autoescape=True,
        finalize=finalize,
        undefined=StrictUndefined,
        bytecode_cache=None if overrides else compiled(kind),
        **SYNTAX,
    )


@cache
def _of_pages(overrides: tuple[Path, ...]) -> Environment:
    """Return the environment of templates of HTML, and of what is written into them."""
    return _made(overrides, _printed, "html")


def _printed(value: Any) -> Any:
    """Refuse binary floats; what is not `Markup` is escaped by Jinja."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} reached a template: numbers are formatted in the layout")
    return value


def render(template: str, overrides: Sequence[Path] = (), **context: Any) -> str:
    """Return the TeX that a template makes of a view model."""
    return _rendered(environment, template, overrides, context)


def render_html(template: str, overrides: Sequence[Path] = (), **context: Any) -> str:
    """Return the HTML that a template makes of a view model; what is not `Markup` is escaped."""
    return _rendered(_of_pages, template, overrides, context)


def _rendered(
    environment_of: Callable[[tuple[Path, ...]], Environment],
    template: str,
    overrides: Sequence[Path],
    context: Mapping[str, Any],
) -> str:
    with template_errors(template):
        return (
            environment_of(tuple(folder.resolve() for folder in overrides))
            .get_template(template)
            .render(context)
        )
