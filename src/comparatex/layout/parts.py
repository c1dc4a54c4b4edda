"""Parts of a long row or column, such that none is much smaller than the others."""

from __future__ import annotations

import math


def even(number: int, limit: int) -> int:
    """Return the size of the fewest parts of about equal size that keep a limit.

    >>> even(121, 24), even(12, 24), even(25, 24)
    (21, 12, 13)
    """
    return math.ceil(number / math.ceil(number / limit))
