"""French of results in words."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {}
