"""The attack by a weakened variant: a comparate enters the study a second time, made worse."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from comparatex.data.scores import BINARY, Scores

MARK = "*"


@dataclass(frozen=True)
class Weakening:
    """A variant whose scores lie between those of a comparate and of a weaker one.

    Parameters
    ----------
    comparate, weaker : int
        The comparate that is copied, and the one that it is mixed with.
    weight : float
        Share of the comparate's own scores, from 0 (the weaker one) to 1 (an exact copy).
    """

    comparate: int
    weaker: int
    weight: float


def weaken(scores: Scores, weakening: Weakening) -> Scores:
    """Return the table with one more comparate, the weakened variant, which bears an asterisk.

    The variant's score on each task is ``weight × comparate + (1 − weight) × weaker``, as in Figure 3 of the
    paper that introduced the multi-comparison matrix.

    Raises
    ------
    ValueError
        The weight is not between 0 and 1.
    """
    if not 0 <= weakening.weight <= 1:
        raise ValueError(f"A weight lies between 0 and 1, not at {weakening.weight}.")
    own, other = scores.values[:, weakening.comparate], scores.values[:, weakening.weaker]
    mixed = weakening.weight * own + (1 - weakening.weight) * other
    name = scores.comparates[weakening.comparate] + MARK
    while name in scores.comparates:
        name += MARK
    return replace(
        scores,
        values=np.column_stack([scores.values, mixed]),
        decimals=np.column_stack([scores.decimals, np.full(len(mixed), BINARY, np.int8)]),
        comparates=(*scores.comparates, name),
        repeats=None,
    )
