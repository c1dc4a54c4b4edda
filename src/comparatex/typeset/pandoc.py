"""From HTML to a document of Word, through pandoc."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from comparatex.errors import TypesetError
from comparatex.files import workplace
from comparatex.typeset.compile import Clock, run_process

TIMEOUT = 120.0
"""Seconds after which pandoc is given up."""

HOW_TO_GET_PANDOC = (
    "Install it, or run pip install 'comparatex[docx]'; Word also opens .html, which needs no pandoc."
)
_DATE = "315532800"
"""Seconds to 1980, the first year of ZIP archives: the same input gives the same bytes."""


def find_pandoc() -> Path | None:
    """Return pandoc: that of the system, or that of the Python package pypandoc_binary."""
    found = shutil.which("pandoc")
    if found is None:
        with suppress(ImportError, OSError):
            from pypandoc import get_pandoc_path

            found = get_pandoc_path()
    return Path(found) if found else None


def require_pandoc() -> Path:
    """Return pandoc.

    Raises
    ------
    TypesetError
        It is not installed.
    """
    found = find_pandoc()
    if found is None:
        raise TypesetError(f"A .docx is made by pandoc, which is not installed. {HOW_TO_GET_PANDOC}")
    return found


def docx(html: str) -> bytes:
    """Return a page of HTML as a document of Word; the same input gives the same bytes.

    Raises
    ------
    TypesetError
        pandoc is not installed, failed, or took too long.
    """
    pandoc = require_pandoc()
    with workplace() as place:
        page, document = place.path / "table.html", place.path / "table.docx"
        page.write_text(html, encoding="utf-8")
        command = [str(pandoc), "--from=html", "--to=docx", f"--output={document.name}", page.name]
        variables = {"SOURCE_DATE_EPOCH": _DATE, **os.environ}
        done = run_process(command, place.path, variables, Clock(TIMEOUT), place=place)
        if done.timed_out:
            raise TypesetError(f"pandoc did not end within {TIMEOUT:g} seconds.")
        if done.status or not document.is_file():
            raise TypesetError(f"pandoc failed: {done.output.strip() or f'exit status {done.status}'}.")
        return document.read_bytes()
