"""Where the package and its templates are."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
_HOMES = (PACKAGE / "templates", PACKAGE.parent.parent / "templates")
TEMPLATES = next((home for home in _HOMES if home.is_dir()), _HOMES[0])
"""Folder of the built-in templates and of ``comparatex.sty``."""
