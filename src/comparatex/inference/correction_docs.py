"""What the docstrings of all corrections say."""

import re
from inspect import cleandoc

_SECTIONS = """Parameters
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
    A p-value lies outside [0, 1]{}."""


def in_sections(doc: str | None, family: str = "Raw p-values; NaN is not part of the family.", or_: str = "") -> str:
    """Return the docstring of a correction with the sections that all have, before its notes and references."""
    sections = _SECTIONS.format(family, or_)
    return re.sub(r"\n\n(?=(Notes|References)\n)|$", f"\n\n{sections}\n\n", cleandoc(doc or ""), count=1).rstrip()
