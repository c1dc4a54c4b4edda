"""What the log of a document that compiled says that a paper should not have."""

from __future__ import annotations

import re
from itertools import takewhile

_FINDING = re.compile(
    r"Overfull \\[hv]box|Missing character: "
    r"|LaTeX (?:Font )?Warning: |Package (?:comparatex|longtable|natbib) Warning: "
)
_SUMMARY = re.compile(r"There were |Some font shapes were not available|Size substitutions with differences")
_CONTINUED = re.compile(r"(?:\(\w+\))? {4,}(?P<text>\S.*)")


def findings(log: str) -> list[str]:
    """Return what is wrong with a document, each finding once and in order.

    Overfull boxes, undefined references and citations, missing characters, substituted fonts, references that
    have not settled, and what comparatex.sty warns of.
    """
    lines = log.splitlines()
    found = (
        _whole(line, lines[index + 1 :])
        for index, line in enumerate(lines)
        if _FINDING.match(line) and not _SUMMARY.search(line)
    )
    return list(dict.fromkeys(found))


def _whole(line: str, later: list[str]) -> str:
    """Return a warning with the lines that continue it, without the package's name before each."""
    if "Warning: " not in line:
        return line.strip()
    continued = takewhile(bool, map(_CONTINUED.fullmatch, later))
    return " ".join([line.strip(), *(more["text"].strip() for more in continued if more)])
