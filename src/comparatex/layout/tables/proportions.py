"""The table of two comparates task by task: tests and intervals from the sizes of the test sets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from comparatex.inference.proportions import Method
from comparatex.layout.showing import Showing
from comparatex.settings import setting


@dataclass(frozen=True, kw_only=True)
class ProportionsOptions(Showing):
    """Settings of the table of tests from test-set sizes.

    Parameters
    ----------
    row, column : str
        The two comparates; by default ours, or the best one, and the best of the others.
    sizes : mapping of str to int
        Size of the test set of every task; not needed where the repeats are outcomes of instances, 1 or 0.
    discordant : mapping of str to (int, int)
        For every task, the instances that the row alone, and the column alone, gets right, where known.
    method : {"wilson", "normal", "clopper-pearson", "count"}
        The intervals.
    label : str
        Name of the table for cross-references.
    """

    row: str = setting(
        "",
        metavar="NAME",
        after="spread",
        help="Table proportions: the first comparate; --ours or the best one else.",
    )
    column: str = setting(
        "", metavar="NAME", after="row", help="Table proportions: the second one; the best that is left else."
    )
    sizes: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    discordant: Mapping[str, tuple[int, int]] = setting(
        MappingProxyType({}),
        kind="file",
        after="sizes",
        help="Table proportions: table of tasks with the instances that each of two comparates alone gets right.",
    )
    method: Method = setting(
        "wilson", flag="--interval", after="discordant", help="Table proportions: how intervals are computed."
    )
    label: str = "tab-proportions"
