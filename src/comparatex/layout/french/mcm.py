"""French of the multi-comparison matrix."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {}
