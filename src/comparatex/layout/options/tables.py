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
    """Settings that tables of pairs share."""

    max_rows: int = setting(0, **_MAX_ROWS)


@dataclass(frozen=True, kw_only=True)
class RobustnessOptions(Settings):
    """Settings of the table: by which p-value verdicts are meant, and how many pairs it shows at most."""

    adjusted: bool = False
    max_rows: int = 20
    label: str = "tab-robustness"


@dataclass(frozen=True, kw_only=True)
class AblationOptions(Showing):
    """Settings of the ablation table."""

    about = "a full pipeline against reduced forms"
    full: str = setting(
        "",
        common=True,
        metavar="NAME",
        after="column",
        help="Table ablation: the full pipeline; --control or the first of --ours else.",
    )
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Complexity of each form, such as its number of features: adds a column, and Occam's verdict."""
    cost_name: str = "cost"  # what the costs are
    label: str = setting("tab-ablation", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ControlOptions(Choosing):
    """Settings of the table of all against a control."""

    about = "all against one"
    control: str = ""  # the comparate that the others are compared with; empty: the first of `ours`
    every_correction: bool = setting(
        False, off="--no-every-correction", help="Table control: eight corrections side by side."
    )
    across: int = setting(0, **_ACROSS)
    label: str = setting("tab-control", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ConventionsOptions(Showing):
    """Settings of the table of conventions."""

    about = "verdicts by named convention"
    max_rows: int = setting(0, **_MAX_ROWS)
    across: int = setting(0, **_ACROSS)
    label: str = setting("tab-conventions", **LABEL)


@dataclass(frozen=True, kw_only=True)
class EffectsOptions(PairOptions):
    """Settings of the table of effect sizes."""

    about = "effect sizes of pairs"
    label: str = setting("tab-effects", **LABEL)


@dataclass(frozen=True, kw_only=True)
class FriedmanOptions(Showing):
    """Settings of the table of the Friedman test."""

    about = "the test of the whole table"
    every_test: bool = setting(
        False,
        off="--no-every-test",
        help="Table friedman: every test of the whole table, not only the one used.",
    )
    label: str = setting("tab-friedman", **LABEL)


@dataclass(frozen=True, kw_only=True)
class HolmOptions(Showing):
    """Settings of the table of Holm's steps."""

    about = "the steps of Holm's procedure"
    max_rows: int = setting(0, **_MAX_ROWS)
    label: str = setting("tab-holm", **LABEL)


@dataclass(frozen=True, kw_only=True)
class IntervalsOptions(PairOptions):
    """Settings of the table of intervals."""

    about = "differences with intervals, by bootstrap"
    draws: int = DRAWS  # bootstrap samples of tasks
    label: str = setting("tab-intervals", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ItemsOptions(PairOptions):
    """Settings of the table of comparisons on the same items."""

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
    """Settings of the leaderboard."""

    about = "places that the tests leave open, and tiers"
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """Further columns, such as providers, by heading: of each comparate a text or a number."""
    draws: int = DRAWS  # bootstrap draws of tasks, for the intervals of mean scores and of places
    bootstrap_places: bool = setting(
        False,
        off="--no-bootstrap-places",
        help="Table leaderboard: add bootstrap intervals of places, which cover less than their level says.",
    )
    label: str = setting("tab-leaderboard", **LABEL)


@dataclass(frozen=True, kw_only=True)
class PairwiseOptions(PairOptions):
    """Settings of the table of pairs, beside those that all such tables share."""

    about = "pairs with their tests"
    label: str = setting("tab-pairwise", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ProportionsOptions(Showing):
    """Settings of the table of tests from test-set sizes."""

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
    """Size of the test set of every task; not needed where the repeats are outcomes of instances, 1 or 0."""
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
    """Settings of the table of ranks."""

    about = "mean ranks, or ranks by task"
    order: Order = "rank"  # order of the comparates
    per_task: bool = setting(False, **_PER_TASK)
    across: int = setting(0, **_ACROSS)
    max_rows: int = setting(0, **_MAX_ROWS)
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""
    label: str = setting("tab-ranks", **LABEL)


@dataclass(frozen=True, kw_only=True)
class RepeatsOptions(PairOptions):
    """Settings of the table of repeats."""

    about = "spread and competition of folds or seeds"
    per_task: bool = setting(False, **_PER_TASK)
    label: str = setting("tab-repeats", **LABEL)


@dataclass(frozen=True, kw_only=True)
class ScoresOptions(Choosing):
    """Settings of the table of scores."""

    about = "scores by task, the best marked"
    max_rows: int = setting(0, **_MAX_ROWS)
    across: int = setting(0, **_ACROSS)
    spread: bool = setting(True, off="--no-spread", help="Print the standard deviation of repeats.")
    extra: Mapping[str, Mapping[str, str | float]] = field(default_factory=lambda: MappingProxyType({}))
    """What else is known of comparates, by heading and name: texts, or numbers."""
    label: str = setting("tab-scores", **LABEL)


@dataclass(frozen=True, kw_only=True)
class VerdictsOptions(Choosing):
    """Settings of the table of verdicts."""

    about = "better, worse or not distinguishable: --ours or --control against each rival"
    control: str = ""  # the comparate that the verdicts are on; empty: the first of `ours`
    costs: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """What comparates cost: then there are columns of costs."""
    cost_name: str = "cost"  # what costs are
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
        "repeats": RepeatsOptions,
        "conventions": ConventionsOptions,
        "proportions": ProportionsOptions,
        "items": ItemsOptions,
        "leaderboard": LeaderboardOptions,
    }
)
"""The settings of every table, by its name."""
