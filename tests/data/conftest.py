"""Fixture: tables in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def table_file(tmp_path: Path) -> Callable[..., str]:
    """Write a table to a file and return its path."""

    def write(content: str | bytes, name: str = "results.csv") -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write
