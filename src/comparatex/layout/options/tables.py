"""The settings of every table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from comparatex.inference.analysis import DRAWS, ShareMethod
from comparatex.layout.options.shared import LABEL, Choosing, Order, Showing
from comparatex.settings import Settings, setting

_MAX_ROWS: dict[str, Any] = {
    "common": True,
    "minimum": 0,
    "shown": False,
    "help": "Rows to print at most; 0: all.",
}
_ACROSS: dict[str, Any] = {
    "minimum": 0,
    "shown": False,
    "help": "Columns of comparates, corrections or conventions side by side; 0: what fits 16 cm, or the page on its "
    "side.",
}
_PER_TASK: dict[str, Any] = {
    "common": True,
    "after": "long",
    "help": "Ranks or repeats on every task instead of a summary.",
}


@dataclass(frozen=True, kw_only=True)
class PairOptions(Choosing):
    """Settings that tables of pairs share.

    Parameters
    ----------
    max_rows : int
        Pairs to show at most; 0: all. The caption says when some are left out.
    """

    max_rows: int = setting(0, **_MAX_ROWS)


@dataclass(frozen=True, kw_only=True)
class RobustnessOptions(Settings):
    """Settings of the table: by which p-value verdicts are meant, and how many pairs it shows at most."""

    adjusted: bool = False
    max_rows: int = 20
    label: str = "tab-robustness"


@dataclass(frozen=True, kw_only=True)
class AblationOptions(Showing):
    """Settings of the ablation table.

    Parameters
    ----------
    full : str
        The full pipeline; empty: the first of `ours`.
    costs : mapping of str to float
        Complexity of each form, such as its number of features: adds a column, and Occam's verdict.
    cost_name : str
        What the costs are.
    label : str
        Name of the table for cross-references.
    """

    about = "a full pipeline against reduced forms"
    full: str = setting(
        "",
        common=True,
        metavar="NAME",
        after="column",
        help="Table ablation: the full pipeline; --control or the first of --ours else.",
    )
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    cost_name: str = "cost"
    label: str = setting("tab-ablation", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ControlOptions(Choosing):
    """Settings of the table of all against a control.

    Parameters
    ----------
    control : str
        The comparate that the others are compared with; empty: the first of `ours`.
    every_correction : bool
        Whether to set eight corrections side by side, rather than the one of the analysis.
    across : int
        Corrections side by side; 0: what fits a page's width.
    label : str
        Name of the table for cross-references.
    """

    about = "all against one"
    control: str = ""
    every_correction: bool = setting(
        False, off="--no-every-correction", help="Table control: eight corrections side by side."
    )
    across: int = setting(0, **_ACROSS)
    label: str = setting("tab-control", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ConventionsOptions(Showing):
    """Settings of the table of conventions.

    Parameters
    ----------
    max_rows : int
        Pairs to show at most; 0: all. The caption says when some are left out.
    across : int
        Conventions side by side; 0: what fits a page's width.
    label : str
        Name of the table for cross-references.
    """

    about = "verdicts by named convention"
    max_rows: int = setting(0, **_MAX_ROWS)
    across: int = setting(0, **_ACROSS)
    label: str = setting("tab-conventions", **LABEL)


@dataclass(frozen=True, kw_only=True)
class CriticalOptions(Showing):
    """Settings of the table of critical values.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    about = "critical values for these sizes"
    label: str = setting("tab-critical", **LABEL)


@dataclass(frozen=True, kw_only=True)
class EffectsOptions(PairOptions):
    """Settings of the table of effect sizes.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    about = "effect sizes of pairs"
    label: str = setting("tab-effects", **LABEL)


@dataclass(frozen=True, kw_only=True)
class FriedmanOptions(Showing):
    """Settings of the table of the Friedman test.

    Parameters
    ----------
    every_test : bool
        Whether to list every test of the whole table, rather than the one that is used.
    label : str
        Name of the table for cross-references.
    """

    about = "the test of the whole table"
    every_test: bool = setting(
        False,
        off="--no-every-test",
        help="Table friedman: every test of the whole table, not only the one used.",
    )
    label: str = setting("tab-friedman", **LABEL)


@dataclass(frozen=True, kw_only=True)
class HolmOptions(Showing):
    """Settings of the table of Holm's steps.

    Parameters
    ----------
    max_rows : int
        Steps to show at most; 0: all. The caption says when some are left out.
    label : str
        Name of the table for cross-references.
    """

    about = "the steps of Holm's procedure"
    max_rows: int = setting(0, **_MAX_ROWS)
    label: str = setting("tab-holm", **LABEL)


@dataclass(frozen=True, kw_only=True)
class IntervalsOptions(PairOptions):
    """Settings of the table of intervals.

    Parameters
    ----------
    draws : int
        Bootstrap samples of tasks.
    label : str
        Name of the table for cross-references.
    """

    about = "differences with intervals, by bootstrap"
    draws: int = DRAWS
    label: str = setting("tab-intervals", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ItemsOptions(PairOptions):
    """Settings of the table of comparisons on the same items.

    Parameters
    ----------
    clusters : bool
        Groups of items are a sample, so that items of one may depend on each other.
    fixed_groups : bool
        Groups of items are fixed instead: these benchmarks, and no others.
    average : {"items", "benchmarks"}
        Of what differences are means: every item counts alike, or every group.
    mid_p : bool
        McNemar's p-values are mid-p, which is less conservative.
    label : str
        Name of the table for cross-references.
    """

    about = "pairs on the same items"
    clusters: bool = setting(
        True,
        off="--no-clusters",
        after="discordant",
        help="Table items: groups of items are a sample, so that items of one may depend on each other.",
    )
    fixed_groups: bool = setting(
        False,
        off="--no-fixed-groups",
        help="Table items: groups are fixed instead, such as these benchmarks and no others.",
    )
    average: Literal["items", "benchmarks"] = setting(
        "items", help="Table items: whether every item counts alike, or every group of items."
    )
    mid_p: bool = setting(
        False, off="--no-mid-p", help="Table items: McNemar's mid-p, which is less conservative."
    )
    label: str = setting("tab-items", **LABEL)


@dataclass(frozen=True, kw_only=True)
class LeaderboardOptions(Choosing):
    """Settings of the leaderboard.

    Parameters
    ----------
    extra : mapping of str to mapping
        Further columns, such as providers, by heading: of each comparate a text or a number.
    draws : int
        Bootstrap draws of tasks, for the intervals of mean scores and of places.
    bootstrap_places : bool
        Whether to add bootstrap intervals of places, which cover less than their level says.
    label : str
        Name of the table for cross-references.
    """

    about = "places that the tests leave open, and tiers"
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    draws: int = DRAWS
    bootstrap_places: bool = setting(
        False,
        off="--no-bootstrap-places",
        help="Table leaderboard: add bootstrap intervals of places, which cover less than their level says.",
    )
    label: str = setting("tab-leaderboard", **LABEL)


@dataclass(frozen=True, kw_only=True)
class PairwiseOptions(PairOptions):
    """Settings of the table of pairs, beside those that all such tables share.

    Parameters
    ----------
    label : str
        Name of the table for cross-references.
    """

    about = "pairs with their tests"
    label: str = setting("tab-pairwise", **LABEL)


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
    sign_test : bool
        Whether to add the sign test of the significant wins, which is less reliable than one of all wins.
    label : str
        Name of the table for cross-references.
    """

    about = "two comparates by test-set sizes"
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
    method: ShareMethod = setting(
        "wilson", flag="--interval", after="discordant", help="Table proportions: how intervals are computed."
    )
    sign_test: bool = setting(
        False,
        off="--no-sign-test",
        help="Table proportions: add the sign test of the significant wins alone.",
    )
    label: str = setting("tab-proportions", **LABEL)


@dataclass(frozen=True, kw_only=True)
class RanksOptions(Choosing):
    """Settings of the table of ranks.

    Parameters
    ----------
    order : {"rank", "mean", "wins", "median", "given"}
        Order of the comparates.
    per_task : bool
        Show the rank on every task, comparates in columns, instead of the summary.
    across : int
        Comparates side by side with `per_task`; 0: as many as fit 16 cm of text.
    max_rows : int
        Lines to show at most; 0: all.
    extra : mapping of str to mapping
        What else is known of comparates, by heading and name: texts, or numbers.
    label : str
        Name of the table for cross-references.
    """

    about = "mean ranks, or ranks by task"
    order: Order = "rank"
    per_task: bool = setting(False, **_PER_TASK)
    across: int = setting(0, **_ACROSS)
    max_rows: int = setting(0, **_MAX_ROWS)
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    label: str = setting("tab-ranks", **LABEL)


@dataclass(frozen=True, kw_only=True)
class RepeatsOptions(PairOptions):
    """Settings of the table of repeats.

    Parameters
    ----------
    per_task : bool
        A line for each task and comparate instead of one for each comparate.
    label : str
        Name of the table for cross-references.
    """

    about = "spread and competition of folds or seeds"
    per_task: bool = setting(False, **_PER_TASK)
    label: str = setting("tab-repeats", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ScoresOptions(Choosing):
    """Settings of the table of scores.

    Parameters
    ----------
    across : int
        Comparates side by side; 0: as many as fit 16 cm of text. The others follow below.
    max_rows : int
        Tasks to show at most; 0: all. The caption says when some are left out.
    spread : bool
        Print the standard deviation of repeats, where there are any.
    extra : mapping of str to mapping
        What else is known of comparates, by heading and name: texts, or numbers.
    label : str
        Name of the table for cross-references.
    """

    about = "scores by task, the best marked"
    max_rows: int = setting(0, **_MAX_ROWS)
    across: int = setting(0, **_ACROSS)
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    label: str = setting("tab-scores", **LABEL)


@dataclass(frozen=True, kw_only=True)
class VerdictsOptions(Choosing):
    """Settings of the table of verdicts.

    Parameters
    ----------
    control : str
        The comparate that the verdicts are on; empty: the first of `ours`.
    costs : mapping of str to float
        What comparates cost: then there are columns of costs.
    cost_name : str
        What costs are.
    label : str
        Name of the table for cross-references.
    """

    about = "better, worse or not distinguishable: --ours or --control against each rival"
    control: str = ""
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    cost_name: str = "cost"
    label: str = setting("tab-verdicts", **LABEL)


TABLES: Mapping[str, type[Showing]] = MappingProxyType(
    {
        "scores": ScoresOptions,
        "ranks": RanksOptions,
        "pairwise": PairwiseOptions,
        "friedman": FriedmanOptions,
        "holm": HolmOptions,
        "intervals": IntervalsOptions,
        "effects": EffectsOptions,
        "control": ControlOptions,
        "verdicts": VerdictsOptions,
        "ablation": AblationOptions,
        "critical": CriticalOptions,
        "repeats": RepeatsOptions,
        "conventions": ConventionsOptions,
        "proportions": ProportionsOptions,
        "items": ItemsOptions,
        "leaderboard": LeaderboardOptions,
    }
)
"""The settings of every table, by its name."""
