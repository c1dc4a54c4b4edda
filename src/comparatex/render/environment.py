"""One Jinja2 environment whose templates read as LaTeX and whose values are escaped by default."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
    TemplateNotFound,
    TemplateRuntimeError,
    TemplateSyntaxError,
    pass_eval_context,
)
from jinja2.nodes import EvalContext

from comparatex.errors import TemplateError
from comparatex.files import TEMPLATES
from comparatex.render.colour_words import colour_words
from comparatex.render.escape import TeX, escape, pdfstring
from comparatex.text import Prose, code, language


@pass_eval_context  # keeps Jinja from folding constants before they are escaped
def _finalize(_: EvalContext, value: Any) -> TeX:
    """Escape what a template prints; binary floats must not reach it, for they print as they like."""
    if isinstance(value, float):
        raise TypeError(f"{value!r} reached a template: numbers are formatted in the layout")
    return escape(value)


@cache
def environment(overrides: tuple[Path, ...] = ()) -> Environment:
    r"""Return the environment; folders in `overrides` come before the built-in templates.

    Values are ``\VAR{…}``, ``language()`` is the key of the language, ``locale()`` what is known of it, control lines start with ``%%``, inline control
    is ``\BLOCK{…}`` and comments are ``\NOTE{…}``. An override may extend what it replaces as ``builtin/NAME``.
    """
    built_in = FileSystemLoader(TEMPLATES)
    made = Environment(
        loader=ChoiceLoader([FileSystemLoader([*overrides]), built_in, PrefixLoader({"builtin": built_in})]),
        variable_start_string=r"\VAR{",
        variable_end_string="}",
        block_start_string=r"\BLOCK{",
        block_end_string="}",
        comment_start_string=r"\NOTE{",
        comment_end_string="}",
        line_statement_prefix="%%",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        cache_size=0 if overrides else 400,  # a template may be added to your own while we watch
    )
    made.filters["e"] = made.filters["escape"] = escape
    made.filters["pdfstring"] = pdfstring
    made.filters["colour_words"] = colour_words
    made.filters["sentences"] = lambda text: text.sentences if isinstance(text, Prose) else text
    made.globals |= {"language": code, "locale": language}
    return made


def render(template: str, overrides: Sequence[Path] = (), **context: Any) -> str:
    """Return the TeX that a template makes of a view model.

    Raises
    ------
    TemplateError
        The template is missing, broken, or asks for what the view model does not have.
    """
    try:
        return (
            environment(tuple(folder.resolve() for folder in overrides))
            .get_template(template)
            .render(**context)
        )
    except TemplateSyntaxError as error:
        place = f"{error.filename or error.name}, line {error.lineno}"
        raise TemplateError(f"{place}: {str(error.message).rstrip('.')}.") from error
    except TemplateNotFound as error:
        raise TemplateError(f"{_place(error)}: no template is called {error.message}.") from error
    except UnicodeDecodeError as error:
        raise TemplateError(
            f"{_place(error)}: {template}, or what it names, is not in UTF-8: save it so."
        ) from error
    except RecursionError as error:
        raise TemplateError(
            f"{_place(error)}: the template includes or extends itself; the built-in one is builtin/{template}."
        ) from error
    except (TemplateRuntimeError, TypeError, ArithmeticError, LookupError) as error:
        raise TemplateError(f"{_place(error)}: {str(error).rstrip('.')}.") from error


def _place(error: BaseException) -> str:
    """Return file and line of the innermost template in an error's traceback."""
    place, trace = "a template", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.endswith(".jinja"):
            place = f"{trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return place
