"""The data frame of pairs, which knows the name that a column had in the version before; it needs pandas."""

from __future__ import annotations

from typing import Any
from warnings import warn

import pandas as pd

from comparatex.inference.fields import RENAMED


class Pairs(pd.DataFrame):
    """A data frame in which `adjusted_significant` is `significant`, with a warning."""

    @property
    def _constructor(self) -> type[Pairs]:
        return Pairs

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str) and key == "adjusted_significant" and key not in self.columns:
            warn(RENAMED, DeprecationWarning, stacklevel=2)
            key = "significant"
        return super().__getitem__(key)
