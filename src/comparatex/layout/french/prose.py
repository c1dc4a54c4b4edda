"""French of the numbers for prose."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {}
