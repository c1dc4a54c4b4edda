"""French of numbers."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "[{low}, {high}]": "[{low}\N{NO-BREAK SPACE};\N{NO-BREAK SPACE}{high}]",
}
