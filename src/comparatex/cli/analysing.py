"""From a command's options to the settings of an analysis: as given, or of another tool's convention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

import click
from click.core import ParameterSource

from comparatex.data.names import require
from comparatex.errors import UsageError
from comparatex.inference.analysis import OURS, Analysis

_BAYES_ON_DEMAND = ("stats", "numbers", "report", "lint")
"""Commands that show nothing of Bayesian tests without --bayes."""
_FIXED = ("test", "zero_method", "pvalue_method", "sides", "correction")


def analysis(given: dict[str, Any], comparates: Sequence[str] = ()) -> Analysis:
    """Return the settings of an analysis of a table that has the comparates.

    Raises
    ------
    UsageError
        An option is given that the convention fixes.
    """
    if given.get("control") and comparates:
        require([given["control"]], comparates, "comparate", "--control")
    _refuse_unused()
    settings = {field.name: given[field.name] for field in fields(Analysis) if field.name in given}
    settings |= _family(given, comparates)
    name = settings.pop("convention", OURS)
    if name == OURS:
        return Analysis(**settings)
    from comparatex.inference.under_convention import analysis_of

    chosen = [option for option in _FIXED if option in settings and _is_chosen(option)]
    if chosen:
        option = chosen[0].replace("_", "-")
        raise UsageError(f"The convention {name} fixes --{option}: leave it out, or leave out --convention.")
    rest = {key: value for key, value in settings.items() if key not in (*_FIXED, "alpha")}
    return replace(analysis_of(name, settings["alpha"] if _is_chosen("alpha") else None), **rest)


def _family(given: dict[str, Any], comparates: Sequence[str]) -> dict[str, Any]:
    """Return the family of tests: the control, and who is in the rows and columns of what is drawn."""
    if "family" not in given:
        return {}
    control = given.get("control") or next(iter(given.get("ours", ())), "")
    if given["family"] != "drawn":
        return {"control": control if given["family"] == "control" else ""}
    if not {"rows", "drawn"} & given.keys():
        raise UsageError("This command draws all pairs: with it, --family is all or control.")
    sides = []
    for side in ("rows", "columns"):
        chosen = given.get("drawn") or given.get(side) or comparates
        sides.append(tuple(name for name in chosen if name not in given.get(f"exclude_{side}", ())))
    return {"control": "", "drawn": tuple(sides)}


def _refuse_unused() -> None:
    """Refuse settings of Bayesian tests on the command line where none is made."""
    context = click.get_current_context()
    if context.params.get("bayes") is not False or context.command.name not in _BAYES_ON_DEMAND:
        return
    for name in ("bayes_test", "rope", "test_share", "samples"):
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UsageError(
                f"--{name.replace('_', '-')} is for Bayesian tests: add --bayes, or leave it out."
            )


def _is_chosen(name: str) -> bool:
    """Tell whether an option was given, on the command line or in a config file."""
    source = click.get_current_context().get_parameter_source(name)
    return source not in (None, ParameterSource.DEFAULT)
