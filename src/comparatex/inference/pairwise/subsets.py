"""The Wilcoxon test of all pairs on many subsets of the tasks, with every pair's differences sorted once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.arithmetic.arrays import Booleans, Integers
from comparatex.inference.arithmetic.blocks import blocks
from comparatex.inference.arithmetic.differences import Differences
from comparatex.inference.choices import PvalueMethod, ZeroMethod
from comparatex.inference.pairwise.signed_ranks import keys_of
from comparatex.inference.pairwise.wilcoxon import SignedRankTest, exact_limit, of_keys

_HELD = 1 << 20
"""Tests that are held at once: a few dozen megabytes."""


def wilcoxon_on(
    differences: Differences,
    row: Integers,
    column: Integers,
    subsets: Sequence[NDArray[np.intp]],
    zero_method: ZeroMethod = "pratt",
    method: PvalueMethod = "auto",
) -> Iterator[SignedRankTest]:
    """Yield the tests of pairs on each subset of the tasks, as `wilcoxon` has them on these tasks alone.

    Parameters
    ----------
    differences : Differences
        The scores on all tasks.
    row, column : ndarray of int, of shape (n_pairs,)
        The comparates of each pair.
    subsets : sequence of ndarray of int
        Positions of the tasks of each subset, none of them twice.
    zero_method : {"pratt", "wilcox", "zsplit", "zsplit-drop-odd"}
        As in `wilcoxon`.
    method : {"auto", "exact", "asymptotic"}
        As in `wilcoxon`.

    Yields
    ------
    SignedRankTest
        Of all pairs on one subset, in the order of the subsets.
    """
    n_tasks = differences.values.shape[1]
    masks = np.zeros((len(subsets), n_tasks), np.bool_)
    for mask, tasks in zip(masks, subsets, strict=True):
        mask[tasks] = True
    at_once = max(1, _HELD // max(1, len(row)))
    for start in range(0, len(masks), at_once):
        yield from _some(differences, row, column, masks[start : start + at_once], zero_method, method)


def _some(
    differences: Differences,
    row: Integers,
    column: Integers,
    masks: Booleans,
    zero_method: ZeroMethod,
    method: PvalueMethod,
) -> list[SignedRankTest]:
    """Return the tests on some subsets, one block of pairs after another."""
    limit = exact_limit(method, differences.values.shape[1])
    parts: list[list[SignedRankTest]] = [[] for _ in masks]
    for pairs in blocks(len(row), differences.values.shape[1]):
        first, second = row[pairs], column[pairs]
        both = differences.both(first, second)
        keys = keys_of(differences.compared(differences.signed(first, second)), both)
        order = keys.argsort(axis=1)
        keys = np.take_along_axis(keys, order, axis=1)
        for part, mask in zip(parts, masks, strict=True):
            size = np.count_nonzero(mask)
            own = keys[mask[order]].reshape(len(keys), size)  # what is left of sorted keys is sorted
            n_tasks = np.full(len(keys), size) if both is None else np.count_nonzero(both[:, mask], axis=1)
            part.append(of_keys(own, n_tasks, zero_method, limit))
    return [_joined(part) for part in parts]


def _joined(parts: list[SignedRankTest]) -> SignedRankTest:
    """Return the tests of consecutive pairs as one."""
    names = [item.name for item in fields(SignedRankTest)]
    return SignedRankTest(**{name: np.concatenate([getattr(part, name) for part in parts]) for name in names})
