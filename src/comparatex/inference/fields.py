"""Every statistic of a pair, of a comparate and of the whole table, declared once.

JSON, CSV, data frames, `Comparison.matrix` and the number macros follow these declarations, in this order. A new
statistic is a function and a row here; those that are requested, or of tables with repeats, are columns of `Source`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from comparatex.inference.analysis import Analysis
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.basis import Kind
from comparatex.inference.equivalence import AGAINST_MARGIN
from comparatex.inference.pair_tests import Pairs, sign_test_of
from comparatex.inference.scale import ratios
from comparatex.inference.statistics import Statistics
from comparatex.inference.verdicts import favoured, places, sides, significant_counts, verdicts

Columns = dict[str, Floats | Integers]


@dataclass(frozen=True)
class OptionalStatistics:
    """What is requested beyond the usual statistics."""

    # sizes: size of the test set of every task, to count the tasks on which either of a pair is significantly better
    sizes: Mapping[str, int] | None = None
    # costs: complexity of comparates, to name the simplest that does not differ from the best
    costs: Mapping[str, float] | None = None
    draws: int = 0  # bootstrap draws of tasks; 0 for no intervals
    runs: bool = False  # aggregate metrics of runs, and their variance


@dataclass(frozen=True, eq=False)
class Source:
    """The source of the values of fields: the statistics of a table, and the optional ones requested."""

    statistics: Statistics
    options: OptionalStatistics = OptionalStatistics()

    @property
    def pairs(self) -> Pairs:
        """Statistics of all pairs."""
        return self.statistics.pair_statistics

    @property
    def analysis(self) -> Analysis:
        """The settings of the analysis."""
        return self.statistics.analysis

    @property
    def mean_best_first(self) -> Floats:
        """Mean scores, negated where higher is better, so that the best is the smallest."""
        return -self.statistics.mean if self.statistics.scores.higher_is_better else self.statistics.mean

    @cached_property
    def repeats(self) -> Columns:
        """Wins, ties and losses of pairs repeat by repeat; empty without repeats."""
        cube, higher = self.statistics.scores.cube, self.statistics.scores.higher_is_better
        if cube is None:
            return {}
        from comparatex.inference.repeats import repeat_record

        pairs = zip(*(index.tolist() for index in self.statistics.in_table), strict=True)
        records = (repeat_record(cube[:, i], cube[:, j], higher_is_better=higher) for i, j in pairs)
        counts = np.array([[int(count.sum()) for count in record] for record in records], dtype=np.int64)
        return dict(zip(("repeat_wins", "repeat_ties", "repeat_losses"), counts.T, strict=True))

    @cached_property
    def intervals(self) -> Columns:
        """Intervals of the differences of pairs; empty without draws."""
        if not self.options.draws:
            return {}
        columns: Columns = {}
        if not (alone := self.statistics.scores.repeats_of):  # repeats may depend on each other
            shift = self.statistics.hodges_lehmann
            columns |= {
                "hodges_lehmann": shift.estimate,
                "hodges_lehmann_low": shift.low,
                "hodges_lehmann_high": shift.high,
            }
        if alone or len(self.statistics.ranks) >= 2:
            ends = self.statistics.difference_intervals(self.pairs.row, self.pairs.column, self.options.draws)
            columns |= {"mean_difference_low": ends.low, "mean_difference_high": ends.high}
        return columns

    @cached_property
    def significant_wins(self) -> Columns:
        """Significant wins of pairs; empty without sizes of test sets or outcomes."""
        from comparatex.inference.proportions import has_outcomes, significant_wins

        if self.options.sizes is None and not has_outcomes(self.statistics.scores):
            return {}
        analysis, in_table = self.analysis, self.statistics.in_table
        sizes = self.options.sizes or {}
        wins, ties, losses = significant_wins(self.statistics.scores, *in_table, analysis.alpha, sizes)
        _, p = sign_test_of(wins, ties, losses, analysis.sign_ties, self.statistics.alternative)
        return {"significant_wins": wins, "significant_losses": losses, "significant_wins_pvalue": p}

    @cached_property
    def comparate_columns(self) -> Columns:
        """Spread of the repeats of comparates, and their intervals."""
        columns: Columns = {**comparate_repeats(self.statistics)}
        draws = self.options.draws
        if draws and self.statistics.scores.repeats_of:
            means = self.statistics.mean_intervals(draws)
            columns |= {"mean_low": means.low, "mean_high": means.high}
        if draws and len(self.statistics.ranks) >= 2:
            ends = self.statistics.mean_intervals(draws), self.statistics.rank_intervals(draws)
            for name, interval, share in zip(
                ("mean", "mean_rank"), ends, self.statistics.first_frequencies(draws), strict=True
            ):
                columns |= {f"{name}_low": interval.low, f"{name}_high": interval.high, f"first_by_{name}": share}
        return columns


def comparate_repeats(comparison: Statistics) -> dict[str, Floats]:
    """Return the spread of each comparate's repeats: mean deviation over tasks, best and worst case overall."""
    if comparison.scores.cube is None:
        return {}
    from comparatex.inference.repeats import spread

    higher = comparison.scores.higher_is_better
    spreads = spread(comparison.scores.cube[:, comparison.order], higher_is_better=higher)
    varied = np.where(spreads.count > 1, spreads.deviation, 0.0).sum(axis=0)
    number = (spreads.count > 1).sum(axis=0)
    best, worst = (np.nanmax, np.nanmin) if higher else (np.nanmin, np.nanmax)
    return {
        "repeat_deviation": varied / np.where(number > 0, number, np.nan),
        "best_case": best(spreads.best, axis=0),
        "worst_case": worst(spreads.worst, axis=0),
    }


Format = Literal[
    "count", "score", "difference", "sum", "rank", "effect", "ratio", "geometric", "pvalue", "level", "flag", "words"
]  # fmt: skip
"""How a statistic is printed: scores and differences in their unit, sums as halves at most; flags are true or false."""

Value = float | str | tuple[int, ...] | tuple[str, ...] | None
Values = Callable[[Source], NDArray[Any]]


def _always(_: Source) -> bool:
    return True


@dataclass(frozen=True)
class Field:
    """The declaration of a statistic."""

    name: str  # its name in JSON, CSV, data frames and keys with slashes
    format: Format  # how it is printed
    _: KW_ONLY
    # of: where it is: a path of attributes and columns of `Source`, or a function; by default its name in `Statistics`
    of: str | Callable[[Source], Any] = ""
    key: str = ""  # its English key in the number macros; empty when they do not have it
    group: str = ""  # the key that contains it in JSON; empty at the top level
    records: bool = True  # records, frame: whether JSON and CSV have it, and whether data frames have it
    frame: bool = True
    when: Callable[[Source], bool] = _always  # whether a comparison shows it

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Its English key in the number macros, with its name in keys with slashes."""
        return ((self.key, self.name),) if self.key else ()

    def value(self, source: Source) -> Any:
        """Return it: a number, a text, several numbers or names; or an array."""
        if callable(self.of):
            return self.of(source)
        value: Any = source
        for part in (self.of or f"statistics.{self.name}").split("."):
            value = value[part] if isinstance(value, dict) else getattr(value, part)
        return value

    def values(self, source: Source) -> NDArray[Any]:
        """Return it as an array: of pairs, as seen from the row; of comparates, in summary order."""
        return np.asarray(self.value(source))


@dataclass(frozen=True)
class PairField(Field):
    """A statistic of every pair, an array of shape (n_pairs,)."""

    # turned: as seen from the column: ``same``, ``negated`` (−x), ``complement`` (1 − x), the name of the field with
    # which it is exchanged, with a minus sign before it where it is also negated, or a function of `Source`
    turned: str | Values = "same"
    optional: bool = False  # whether it has values only when it is shown
    on: Kind = "scores"  # what it rests on

    def from_column(self, source: Source) -> NDArray[Any]:
        """Return it as seen from the column of each pair."""
        if callable(self.turned):
            return np.asarray(self.turned(source))
        values = PAIR.get(self.turned.removeprefix("-"), self).values(source)
        if self.turned == "complement":
            return np.asarray(1.0 - values)
        return np.asarray(0.0 - values) if self.turned == "negated" or self.turned.startswith("-") else values

    @property
    def differs_from_column(self) -> bool:
        """Whether the number macros also need it as seen from the column, because it follows from no other number."""
        return not isinstance(self.turned, str) or not (
            self.turned in ("same", "negated") or (self.turned in PAIR and PAIR[self.turned].key != "")
        )


@dataclass(frozen=True)
class TableField(Field):
    """A statistic of the whole table."""

    parts: int = 1  # how many numbers it consists of; several are numbered in CSV and in the number macros
    printed: Callable[[Source], bool] = _always  # whether the number macros have it when `when` holds

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Its English keys, with its names in keys with slashes; the parts are numbered."""
        name = f"{self.group}/{self.name}" if self.group else self.name
        numbers = [""] if self.parts == 1 else range(1, self.parts + 1)
        return tuple((f"{self.key}{k}", f"{name}{k}") for k in numbers) if self.key else ()


def _column(columns: str, name: str, form: Format, turned: str = "same", on: Kind = "scores") -> PairField:
    """Return the field of an optional statistic, taken from the columns of `Source` under this name."""
    more: Any = {"optional": True, "frame": False, "when": lambda s: name in getattr(s, columns), "on": on}
    return PairField(name, form, turned, of=f"{columns}.{name}", **more)


def _of_pairs(name: str, form: Format, turned: str = "same", **more: Any) -> PairField:
    """Return the field of a statistic that an attribute of `Pairs` has under its name."""
    return PairField(name, form, turned, of=f"pairs.{name}", **more)


def _against_margin(name: str, turned: str = "same", key: str = "") -> PairField:
    """Return the field of a p-value of `Equivalence`, which there is where a margin is given."""
    more: Any = {"optional": True, "when": lambda s: s.statistics.equivalence is not None}
    more["on"] = "margins" if "adjusted" in name else "margin"
    return PairField(name, "pvalue", turned, key=key, of=f"statistics.equivalence.{AGAINST_MARGIN[name]}", **more)


_EFFECT: Any = {"group": "effects"}
_BAYESIAN: Any = {"group": "posterior", "on": "bayes", "when": lambda s: s.analysis.bayes}
_ON_LOGARITHMS: Any = {"when": lambda s: s.statistics.scores.scale == "log"}

_PAIR_FIELDS = (
    _of_pairs("n_tasks", "count", key="tasks"),
    PairField("n_clusters", "count", key="clusters", when=lambda s: bool(s.statistics.scores.clusters), optional=True),
    _of_pairs("mean_difference", "difference", "negated", key="mean difference"),
    PairField(
        "ratio", "ratio", lambda s: ratios(-s.pairs.mean_difference), of=lambda s: ratios(s.pairs.mean_difference),
        key="ratio", optional=True, **_ON_LOGARITHMS,
    ),
    PairField("median_difference", "difference", "negated", key="median difference"),
    PairField("skewness", "effect", "negated", frame=False),
    _of_pairs("wins", "count", "losses", key="wins"),
    _of_pairs("ties", "count", key="ties"),
    _of_pairs("losses", "count", "wins", key="losses"),
    _of_pairs("w_plus", "sum", "w_minus", key="positive rank sum"),
    _of_pairs("w_minus", "sum", "w_plus", key="negative rank sum"),
    _of_pairs("statistic", "sum", key="statistic", on="test"),
    _of_pairs("pvalue", "pvalue", key="p", on="test"),
    _of_pairs("adjusted_pvalue", "pvalue", key="adjusted p", on="verdict"),
    PairField("raw_significant", "flag", on="test"),
    PairField("significant", "flag", on="verdict"),
    PairField(
        "favoured", "count", "negated", of=lambda s: favoured(s.statistics), records=False, frame=False, on="test",
    ),
    PairField("side", "count", "negated", of=lambda s: sides(s.statistics), records=False, frame=False, on="verdict"),
    _against_margin("not_worse_pvalue", "reverse_not_worse_pvalue"),
    _against_margin("adjusted_not_worse_pvalue", "reverse_adjusted_not_worse_pvalue"),
    _against_margin("reverse_not_worse_pvalue", "not_worse_pvalue"),
    _against_margin("reverse_adjusted_not_worse_pvalue", "adjusted_not_worse_pvalue"),
    _against_margin("equivalence_pvalue", key="equivalence p"),
    _against_margin("adjusted_equivalence_pvalue", key="adjusted equivalence p"),
    PairField(
        "verdict", "words", lambda s: verdicts(s.statistics, of_columns=True), of=lambda s: verdicts(s.statistics),
        key="verdict", on="verdict",
    ),
    PairField("sign_pvalue", "pvalue", key="sign p", on="sign"),
    PairField("nemenyi_pvalue", "pvalue", key="Nemenyi p", on="nemenyi"),
    PairField(
        "win_share", "effect", lambda s: s.statistics.loss_share.estimate, of="statistics.win_share.estimate",
    ),
    PairField(
        "win_share_low", "effect", lambda s: s.statistics.loss_share.low, of="statistics.win_share.low", frame=False,
        on="shift",
    ),
    PairField(
        "win_share_high", "effect", lambda s: s.statistics.loss_share.high, of="statistics.win_share.high", frame=False,
        on="shift",
    ),
    _column("repeats", "repeat_wins", "count", "repeat_losses"),
    _column("repeats", "repeat_ties", "count"),
    _column("repeats", "repeat_losses", "count", "repeat_wins"),
    PairField(
        "hodges_lehmann", "difference", "negated", of="statistics.hodges_lehmann.estimate", frame=False,
        when=lambda s: "hodges_lehmann" in s.intervals,
    ),
    _column("intervals", "hodges_lehmann_low", "difference", "-hodges_lehmann_high", "shift"),
    _column("intervals", "hodges_lehmann_high", "difference", "-hodges_lehmann_low", "shift"),
    _column("intervals", "mean_difference_low", "difference", "-mean_difference_high", "interval"),
    _column("intervals", "mean_difference_high", "difference", "-mean_difference_low", "interval"),
    _column("significant_wins", "significant_wins", "count", "significant_losses"),
    _column("significant_wins", "significant_losses", "count", "significant_wins"),
    _column("significant_wins", "significant_wins_pvalue", "pvalue", on="sign"),
    PairField("rank_biserial", "effect", "negated", key="rank-biserial effect", **_EFFECT),
    PairField("cohens_d", "effect", "negated", key="Cohen's d", **_EFFECT),
    PairField("cliffs_delta", "effect", "negated", key="Cliff's delta", **_EFFECT),
    PairField("vargha_delaney", "effect", "complement", key="Vargha-Delaney A", **_EFFECT),
    PairField("log_ratio", "effect", "negated", **_EFFECT),
    PairField("p_left", "effect", "p_right", of="statistics.posterior.p_left", **_BAYESIAN),
    PairField("p_rope", "effect", of="statistics.posterior.p_rope", **_BAYESIAN),
    PairField("p_right", "effect", "p_left", of="statistics.posterior.p_right", **_BAYESIAN),
)  # fmt: skip

PAIR = MappingProxyType({field.name: field for field in _PAIR_FIELDS})
"""The statistics of every pair, by name."""


def _of_some(name: str, form: Format) -> Field:
    """Return the field of a statistic of comparates that only some comparisons have."""
    return Field(name, form, of=f"comparate_columns.{name}", frame=False, when=lambda s: name in s.comparate_columns)


def _counted(name: str, of: Values) -> Field:
    """Return the field of a count that only the number macros have."""
    return Field(name, "count", of=of, key=name.replace("_", " "), records=False, frame=False)


COMPARATE = (
    Field("mean", "score", key="mean"),
    Field(
        "geometric_mean", "geometric", of=lambda s: ratios(s.statistics.mean), key="geometric mean", **_ON_LOGARITHMS,
    ),
    Field("median", "score", key="median"),
    Field("mean_rank", "rank", key="mean rank"),
    Field("mean_aligned_rank", "rank", of="statistics.aligned_ranks.mean_rank", frame=False),
    Field("weighted_mean_rank", "rank", of="statistics.quade.mean_rank", frame=False),
    _of_some("repeat_deviation", "score"),
    _of_some("best_case", "score"),
    _of_some("worst_case", "score"),
    _of_some("mean_low", "score"),
    _of_some("mean_high", "score"),
    _of_some("first_by_mean", "effect"),
    _of_some("mean_rank_low", "rank"),
    _of_some("mean_rank_high", "rank"),
    _of_some("first_by_mean_rank", "effect"),
    _counted("place_by_mean", lambda s: places(s.mean_best_first)),
    _counted("place_by_mean_rank", lambda s: places(s.statistics.mean_rank)),
    _counted("significant_wins", lambda s: significant_counts(s.statistics)[0]),
    _counted("significant_losses", lambda s: significant_counts(s.statistics)[1]),
)  # fmt: skip
"""The statistics of every comparate."""


def _first(source: Source, values: Floats) -> tuple[str, ...]:
    """Return the names of the comparates with the smallest value; none when it is undefined."""
    if np.isnan(values).any():
        return ()
    return tuple(source.statistics.names[i] for i in np.flatnonzero(values == values.min()))


def _printed(name: str, form: Format, of: str | Callable[[Source], Value], **more: Any) -> TableField:
    """Return the field of a statistic that only the number macros have: JSON has it elsewhere."""
    return TableField(name, form, of=of, key=name.removeprefix("n_").replace("_", " "), records=False, **more)


def _of_test(group: str, name: str, form: Format, key: str = "", **more: Any) -> TableField:
    """Return the field of a result of a test of all comparates; `Statistics` has the test under the group's name."""
    return TableField(name, form, of=f"statistics.{group}.{name}", group=group, key=key, **more)


_WHERE_MISSING: Any = {"when": lambda s: s.statistics.skillings_mack is not None}
_DEFINED: Any = {"printed": lambda s: bool(np.isfinite(s.statistics.iman_davenport.statistic))}

TABLE = (
    _printed("n_tasks", "count", "statistics.scores.n_tasks"),
    _printed("n_complete_tasks", "count", lambda s: len(s.statistics.ranks)),
    _printed("n_comparates", "count", "statistics.scores.n_comparates"),
    _printed("n_pairs", "count", lambda s: len(s.pairs.row)),
    _printed("alpha", "level", "analysis.alpha"),
    _printed("margin", "level", "statistics.margin", when=lambda s: s.statistics.margin > 0),
    _printed("measure", "words", "statistics.scores.measure", when=lambda s: bool(s.statistics.scores.measure)),
    _printed("direction", "words", "statistics.scores.direction"),
    _printed("test", "words", "analysis.test"),
    _printed("correction", "words", "analysis.correction", when=lambda s: s.analysis.test != "nemenyi"),
    _printed("best", "words", lambda s: _first(s, s.mean_best_first)),
    _printed(
        "best_by_mean_rank", "words", lambda s: _first(s, s.statistics.mean_rank),
        when=lambda s: bool(_first(s, s.statistics.mean_rank)),
    ),
    _printed("significant_pairs", "count", lambda s: int((~s.statistics.joined[s.pairs.row, s.pairs.column]).sum())),
    _printed("significant_pairs_without_correction", "count", lambda s: int(s.statistics.raw_significant.sum())),
    _of_test("friedman", "statistic", "effect", "Friedman statistic"),
    _of_test("friedman", "df", "count", "Friedman df"),
    _of_test("friedman", "pvalue", "pvalue", "Friedman p"),
    _of_test("friedman", "tie_correction", "flag"),
    _of_test("friedman", "uncorrected_statistic", "effect"),
    _of_test("friedman", "uncorrected_pvalue", "pvalue"),
    _of_test(
        "friedman", "exact_pvalue", "pvalue", "Friedman exact p",
        when=lambda s: s.statistics.friedman.exact_pvalue is not None,
    ),
    _of_test("iman_davenport", "statistic", "effect", "Iman-Davenport statistic", **_DEFINED),
    _of_test("iman_davenport", "df", "count", "Iman-Davenport df", parts=2, **_DEFINED),
    _of_test("iman_davenport", "pvalue", "pvalue", "Iman-Davenport p", **_DEFINED),
    _of_test("iman_davenport", "uncorrected_statistic", "effect"),
    _of_test("iman_davenport", "uncorrected_pvalue", "pvalue"),
    _of_test("skillings_mack", "statistic", "effect", "Skillings-Mack statistic", **_WHERE_MISSING),
    _of_test("skillings_mack", "df", "count", "Skillings-Mack df", **_WHERE_MISSING),
    _of_test("skillings_mack", "pvalue", "pvalue", "Skillings-Mack p", **_WHERE_MISSING),
    TableField("critical_difference", "rank", group="nemenyi", key="critical difference"),
    TableField("alpha", "level", of="analysis.alpha", group="nemenyi"),
    _of_test("quade", "statistic", "effect"),
    _of_test("quade", "df", "count"),
    _of_test("quade", "pvalue", "pvalue"),
    _of_test("aligned_ranks", "statistic", "effect"),
    _of_test("aligned_ranks", "df", "count"),
    _of_test("aligned_ranks", "pvalue", "pvalue"),
)  # fmt: skip
"""The statistics of the whole table."""
