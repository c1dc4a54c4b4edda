"""What other packages add, for tests."""

from collections.abc import Mapping
from typing import Any

import pytest


class Point:
    """An entry point; one that holds an error fails to load."""

    def __init__(self, name: str, one: Any) -> None:
        self.name, self._one = name, one

    def load(self) -> Any:
        """Return what it holds."""
        if isinstance(self._one, Exception):
            raise self._one
        return self._one


def plug(monkeypatch: pytest.MonkeyPatch, **groups: Mapping[str, Any]) -> None:
    """Have another package add things by name to groups."""
    points = {group: [Point(*one) for one in sorted(added.items())] for group, added in groups.items()}
    monkeypatch.setattr("comparatex.plugins.points", lambda group: points.get(group, []))
