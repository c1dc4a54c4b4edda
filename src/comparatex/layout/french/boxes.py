"""French of ranks and scores."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {"rank": "rang", "score": "score"}
