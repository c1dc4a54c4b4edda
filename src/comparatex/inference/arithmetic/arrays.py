"""Types of the arrays that statistics are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Booleans = NDArray[np.bool_]
Keys = NDArray[Any]
"""Whole numbers of any width, or floats that stand for them."""
