"""Sections that the docstrings of several functions have in common, written once."""

import re
from collections.abc import Callable
from inspect import cleandoc
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def with_sections(sections: str) -> Callable[[F], F]:
    """Return a decorator that adds sections to a docstring, before its notes, references and examples."""

    def document(function: F) -> F:
        text = cleandoc(function.__doc__ or "")
        added = re.sub(r"\n\n(?=(Notes|References|Examples)\n)|$", f"\n\n{sections.strip()}\n\n", text, count=1)
        function.__doc__ = added.rstrip()
        return function

    return document


OF_CORRECTIONS = """
Parameters
----------
pvalues : ndarray of shape (n_tests,)
    {}

Returns
-------
ndarray of shape (n_tests,)
    Adjusted p-values in the same order, at most 1; NaN stays.

Raises
------
UsageError
    A p-value lies outside [0, 1]{}.
"""
"""Of corrections, with what the family is, and what else is refused."""
