"""French of the critical difference diagram."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {}
