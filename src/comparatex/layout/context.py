"""What every view says of its study: the convention of its tests, and the group of tasks that it is of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from comparatex.inference.comparison import Comparison
from comparatex.layout.language import say
from comparatex.layout.words import convention, task_group, test
from comparatex.text import Prose


def in_context(view: Any, comparison: Comparison) -> Any:
    """Return a view model that names the convention of its tests, and the group of tasks that its results are of.

    Parameters
    ----------
    view : dataclass with ``title``, ``caption`` and ``alt``
        As a layout returns it; many captions name the group with the number of tasks.
    comparison : Comparison
        The statistics.
    """
    if isinstance(view.caption, Prose):
        return view  # its text says all of it
    view, group = _of_convention(view, comparison), task_group(comparison)
    if not group:
        return view
    return replace(
        view,
        title=say("{title}, tasks{group}", title=view.title, group=group),
        caption=_said(
            view.caption, group, say("Tasks{group}; no other task bears on these results.", group=group)
        ),
        alt=_said(view.alt, group, say("Tasks{group}.", group=group)),
    )


def _said(text: str, group: str, sentence: str) -> str:
    """Return a text with a sentence on the group, where it does not name it."""
    return text if group in text else f"{text} {sentence}"


def _of_convention(view: Any, comparison: Comparison) -> Any:
    """Return a view model whose caption names the convention, where it tells of tests."""
    told = any(mark in view.caption for mark in (*_MARKS, test(comparison.analysis)))
    return replace(view, caption=f"{view.caption} {convention(comparison.analysis)}") if told else view


_MARKS = ("α", "p\N{NO-BREAK SPACE}<", "p\N{NO-BREAK SPACE}≤")
"""Signs of a test in a caption of any language."""
