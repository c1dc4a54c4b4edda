"""The entry to inference: a table of scores in, all its statistics out, with notes for the reader."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from comparatex.data.reading import IMPUTE
from comparatex.data.scores import BINARY, LARGEST, Scores, clustering, frozen, on_tasks
from comparatex.errors import DataError, UsageError
from comparatex.inference.analysis import CLUSTERED, OURS, Analysis, Running, require_of_analysis
from comparatex.inference.arithmetic import Floats, Integers
from comparatex.inference.comparison import Comparison
from comparatex.inference.convention_profiles import find
from comparatex.inference.corrections import CORRECTIONS, check_number
from comparatex.inference.differences import canonical, differences, mean_differences, mean_scores, median_scores
from comparatex.inference.effects import relative_differences
from comparatex.inference.folds import on_one_task
from comparatex.inference.pair_tests import Pairs, adjusted, alternatives, apply_test, family_members
from comparatex.inference.rank_tests import best_first, doubled_ranks
from comparatex.inference.scale import on_scale
from comparatex.inference.verdicts import contrary, verdicts, verdicts_on
from comparatex.inference.wilcoxon import runs, wilcoxon


def notes(comparison: Comparison) -> Iterator[str]:
    """Yield what the reader of a comparison should know, what concerns the table first."""
    yield from comparison.scores.notes
    yield from _on_tasks(comparison)
    yield from _on_tests(comparison)
    yield from _on_equal_scores(comparison)
    if comparison.verdict is not None:
        from comparatex.inference.convention_verdicts import remarks

        yield from remarks(comparison.verdict)
    if (too_few := comparison.unattainable()) and not comparison.scores.one_task:
        yield too_few.sentence(comparison.analysis.alpha)
    against = int(np.sum(contrary(comparison)))
    if against > 1:  # a single pair is marked where it is shown
        yield (
            f"In {against:,} pairs the test is significantly in favour of the method with the worse mean score: "
            'choose `difference="hodges-lehmann"`, or compare mean ranks.'
        )


def _on_tasks(comparison: Comparison) -> Iterator[str]:
    """Yield notes on missing scores, and on ranks of which statistics are undefined or degenerate."""
    if not comparison.scores.complete.all() and comparison.omnibus == "skillings-mack":
        yield "Skillings and Mack's test, on all tasks with two scores or more, takes the place of Friedman's."
    if (comparison.pair_statistics.n_tasks == 0).any():
        yield "Some pairs have no task in common: their statistics are undefined."
    ranks = comparison.ranks
    if comparison.scores.one_task:
        return
    if len(ranks) < 2:
        yield "Mean ranks, Friedman and Nemenyi test are undefined: they need at least two complete tasks."
    elif (ranks == ranks.mean()).all():
        yield "All methods tie on every task: the Friedman statistic is 0 and its p-value 1."
    elif (ranks == ranks[0]).all():
        yield (
            "Every task ranks the methods alike: Iman and Davenport's F is infinite and left undefined, and so is "
            "Quade's where all tasks have scores of the same range."
        )


def _on_tests(comparison: Comparison) -> Iterator[str]:
    """Yield notes on what the settings of the tests mean."""
    analysis, basis = comparison.analysis, comparison.basis
    if basis.signed_rank and analysis.zero_method.startswith("zsplit"):
        yield (
            "Ranks of zero differences are split between both sides; p-values are conditional on the zeros, "
            "and so those of Pratt's method."
        )
    if basis.n_clusters and not basis.clustered and not basis.is_supplied:
        yield (
            "Tasks are in clusters, but the test takes each as independent of all others: "
            '`test="clustered-signed-rank"` does not.'
        )
    if basis.bayes and analysis.rope is None:
        yield "The rope was not given: it is 0.01, because the measure lies between 0 and 1."
    if basis.test == "conover" and basis.complete_null:
        yield (
            "Conover's p-values are valid where all methods perform alike: where some differ, pairs of equal ones "
            "are told apart more often than the level says, whatever the correction."
        )
    correction = CORRECTIONS[analysis.correction]
    if correction.pairs and not basis.rank_test and not basis.is_supplied:
        yield (
            "The correction assumes that equality is transitive: if A equals B, and B equals C, then A equals "
            "C. The hypotheses of tests that look at one pair alone need not be so: its level is not assured."
        )
    if correction.caution:
        yield correction.caution
    if basis.bayes == "hierarchical":
        from comparatex.inference.bayes.pairs import is_floored

        if is_floored(comparison.scores):
            yield _ON_FLOORED[analysis.constant_repeats]


_ON_FLOORED = {
    "floor": (
        "On some tasks the differences of a pair's repeats hardly vary: the hierarchical test takes their standard "
        "deviation to be 0.01 of its average over the tasks, and its probabilities depend on that choice; "
        "`constant_repeats` has another."
    ),
    "baycomp": (
        "On tasks where all repeats of a pair differ by the same, baycomp's noise within the rope takes the place of "
        "their difference, however large, and these tasks speak for equality."
    ),
}


def _on_equal_scores(comparison: Comparison) -> Iterator[str]:
    """Yield a note on unequal scores that count as equal."""
    scores = comparison.scores
    present = ~np.isnan(scores.values)
    scored, decimals = scores.values[present][None], scores.decimals[present][None]
    if np.ptp(scored) > 0 == np.ptp(canonical(scored, decimals, scores.tie_tolerance)):
        yield "No two scores differ by more than what counts as equal: set a smaller `tie_tolerance`."
    elif (
        scores.tie_tolerance is None  # unequal scores that tie count as ties unasked
        and not find(comparison.analysis.convention).float_counts
        and (decimals == BINARY).any()
    ):
        _, length = runs(np.sort(scores.values, axis=1))  # of scores of a task that are the same float
        count = int(comparison.pair_statistics.ties.sum()) - int((length * (length - 1) // 2).sum())
        if count:
            yield (
                f"{count:,} pairs of scores differ by no more than a computer's rounding error and count as equal."
                if count > 1
                else "One pair of scores differs by no more than a computer's rounding error and counts as equal."
            )


_DEFAULTS = Analysis()
_RUNNING = Running()
_NOTHING = np.empty(0)


def compare(
    scores: Any, analysis: Analysis = _DEFAULTS, *, running: Running = _RUNNING, **overrides: Any
) -> Comparison:
    """Compare all comparates with each other.

    Parameters
    ----------
    scores : Scores, or anything that `read` accepts
        The table: at least two comparates and one task.
    analysis : Analysis
        Settings of the tests.
    running : Running
        Who works: all processors by default. The results do not depend on it.
    **overrides
        Fields of `Analysis` and `Running` that replace those of `analysis` and `running`, such as ``jobs=1``.

    Returns
    -------
    Comparison
        All statistics, comparates in summary order: best mean score first, equal means by name.

    Raises
    ------
    DataError
        There is nothing to compare, or a score is above 1e300.
    UsageError
        A setting has an unknown value, or two settings contradict each other.

    Examples
    --------
    >>> comparison = compare({"A": {"iris": 0.7, "wine": 0.8}, "B": {"iris": 0.9, "wine": 0.8}})
    >>> comparison.names, comparison.mean_rank.tolist()
    (('B', 'A'), [1.25, 1.75])
    >>> comparison.pairs[["row", "column", "wins", "ties", "losses", "pvalue"]].values.tolist()
    [['B', 'A', 1, 1, 0, 1.0]]
    >>> comparison.summary.loc["B"].round(2).tolist()
    [0.85, 0.85, 1.25]
    >>> comparison.rank_table.loc["wine"].tolist(), comparison.cliques
    ([1.5, 1.5], ((0, 1),))
    >>> compare(comparison.scores, test="sign", correction="none").analysis.test
    'sign'
    """
    if overrides:
        of_running = Running.__dataclass_fields__
        require_of_analysis(overrides, of_running)
        about = {name: overrides.pop(name) for name in of_running if name in overrides}
        analysis, running = replace(analysis, **overrides), replace(running, **about)
    return _with_notes(tested(_table(scores), analysis, running))


def tested(table: Scores, analysis: Analysis, running: Running = _RUNNING) -> Comparison:
    """Return a comparison without its notes, a fifth of the work: who makes hundreds reads none."""
    return _compare(*on_one_task(table, analysis), running)


def of_whole_task(comparison: Comparison) -> Comparison:
    """Return the comparison of the means of repeats where repeats of one task stand in the place of tasks."""
    whole = comparison.scores.whole
    if whole is None:
        return comparison
    analysis = comparison.analysis
    fitting = analysis.test if comparison.basis.is_supplied else "wilcoxon"
    return _with_notes(_compare(whole, replace(analysis, test=fitting), comparison.running))


def _compare(table: Scores, analysis: Analysis, running: Running) -> Comparison:
    table = _table(on_scale(table, analysis))
    analysis = _by_clusters(table, analysis)
    if analysis.pvalues:
        analysis = replace(analysis, pvalues=analysis.pvalues.bound(table))
    mean = mean_scores(table.values, table.decimals)
    order = _summary_order(table, mean)
    complete = best_first(table, order)
    ranked = complete[:0] if table.repeats_of else complete  # of tasks: repeats of one have no mean ranks
    if analysis.family == "all":
        check_number(analysis.correction, len(order))
    pairs, doubled = _pairs(table, analysis, order, complete, running), doubled_ranks(ranked)
    enough = len(doubled) >= 2
    mean_rank = doubled.sum(axis=0) / (2 * len(doubled)) if enough else np.full(len(order), np.nan)
    verdict = None
    if analysis.convention != OURS:
        from comparatex.inference.convention_verdicts import with_verdict

        pairs, verdict = with_verdict(table, analysis, pairs, order)
    return Comparison(
        scores=table,
        analysis=analysis,
        order=order,
        mean=mean[order],
        median=median_scores(table.values[:, order]),
        mean_rank=mean_rank,
        ranks=doubled / 2,
        pair_statistics=pairs,
        verdict=verdict,
        running=running,
    )


def _with_notes(comparison: Comparison) -> Comparison:
    return replace(comparison, notes=tuple(dict.fromkeys(notes(comparison))))


@lru_cache(maxsize=2)
def of_ratios(comparison: Comparison, baseline: int | None = None) -> Comparison:
    """Return the comparison of the logarithms of scores, or of scores relative to those of a baseline.

    Its differences, tests and verdicts are of log ratios, or of (row − column)/|baseline|, task by task. Comparates
    with a score that is not positive have no logarithms, and tasks without a score of the baseline, or with 0, no
    relative scores: they are left out, so that names and their order can differ from those of `comparison`.

    Raises
    ------
    UsageError
        Fewer than two comparates have positive scores only.
    """
    table = comparison.scores
    if table.scale == "log":
        if baseline is None:
            return comparison
        raise UsageError("Logarithms have no relative differences: leave out `scale`, or choose another `difference`.")
    if baseline is None:
        positive = (np.isnan(table.values) | (table.values > 0)).all(axis=0)
        values = np.log(table.values, out=np.full(table.values.shape, np.nan), where=positive & (table.values > 0))
    else:
        values = relative_differences(table.values, int(comparison.order[baseline]))
    columns, rows = (np.flatnonzero(~np.isnan(values).all(axis=axis)) for axis in (0, 1))
    if len(columns) < 2:
        raise UsageError("Ratios need positive scores: choose another `difference`.")
    scaled = replace(
        on_tasks(table, rows),
        values=frozen(values[np.ix_(rows, columns)]),
        decimals=frozen(np.full((len(rows), len(columns)), BINARY, np.int8)),
        comparates=tuple(table.comparates[c] for c in columns.tolist()),
        repeats=None,
        tie_tolerance=None,
        missing="pairwise",
    )
    return compare(scaled, comparison.analysis, running=comparison.running)


@dataclass(frozen=True)
class Imputation:
    """Missing scores that others took the place of, and the verdicts that differ on the complete tasks alone."""

    source: str  # ``worst``, for the worst score of the task, or the comparate whose scores they have
    n_scores: int  # how many scores are imputed
    n_complete: int  # tasks without any
    # verdicts: row and column of such pairs, best mean score first; the verdict on the row, and that on complete tasks
    verdicts: tuple[tuple[str, str, str, str], ...]

    def record(self) -> dict[str, Any]:
        """Return this for JSON; verdicts are null where fewer than two tasks are complete."""
        keys = ("row", "column", "verdict", "on_complete_tasks")
        pairs = [dict(zip(keys, pair, strict=True)) for pair in self.verdicts]
        return {
            "source": self.source,
            "n_scores": self.n_scores,
            "n_complete_tasks": self.n_complete,
            "verdicts_that_differ": pairs if self.n_complete >= 2 else None,
        }


@lru_cache(maxsize=4)
def imputation(comparison: Comparison) -> Imputation | None:
    """Return what is imputed in a table, and which verdicts depend on it; None where nothing is.

    The verdict on the row of every pair, by the test and the correction of the analysis, is compared with that on the
    tasks on which no score is missing. These are fewer, so that a verdict can also become open for want of tasks.
    """
    scores = comparison.scores
    cells = [task for task, name in scores.imputed if name in scores.comparates]
    complete = np.flatnonzero([task not in cells for task in scores.tasks])
    if len(complete) == scores.n_tasks:
        return None
    changed: list[tuple[str, str, str, str]] = []
    if len(complete) >= 2:
        alone = compare(on_tasks(scores, complete), comparison.analysis, running=comparison.running)
        there = verdicts_on(alone, *(np.argsort(alone.order)[index] for index in comparison.in_table))
        names, pairs = np.array(comparison.names, dtype=object), comparison.pair_statistics
        columns = names[pairs.row], names[pairs.column], verdicts(comparison), there
        changed = [pair for pair in zip(*columns, strict=True) if pair[2] != pair[3]]
    return Imputation(scores.missing.removeprefix(IMPUTE), len(cells), len(complete), tuple(changed))


def _summary_order(table: Scores, mean: Floats) -> Integers:
    """Return the comparates by mean score, best first, equal means by name.

    Means of scores that are not short decimals count as equal when they are equal on the grid of their
    differences: rounding in binary addition must not order them.
    """
    binary = np.any(table.decimals == BINARY, axis=0)
    on_grid = canonical(mean[None], np.full((1, len(mean)), BINARY, np.int8), table.tie_tolerance)[0]
    goodness = np.where(binary, on_grid, mean) * (1.0 if table.higher_is_better else -1.0)
    places = sorted(range(len(mean)), key=lambda c: (-goodness[c], table.comparates[c]))
    return np.array(places, dtype=np.int64)


def _table(scores: Any) -> Scores:
    if not isinstance(scores, Scores):
        from comparatex.data.read import read

        return _table(read(scores))
    if scores.n_comparates < 2:
        raise DataError("There is only one method: a comparison needs at least two.")
    if scores.n_tasks < 1:
        raise DataError("There is no task to compare the methods on.")
    if (np.abs(scores.values) > LARGEST).any():  # false where a score is missing
        raise DataError("A score is larger than 1e300, where sums overflow: divide all scores by a power of ten.")
    return scores


def _by_clusters(table: Scores, analysis: Analysis) -> Analysis:
    """Return the analysis with the clustered signed-rank test in place of Wilcoxon's where tasks are in clusters."""
    if analysis.test in CLUSTERED and not table.clusters:
        raise UsageError(
            f"The test {analysis.test!r} needs clusters of tasks: name their column, or a table of tasks, with "
            '`cluster`, or use `cluster="names"`.'
        )
    if table.clusters and analysis.test == "wilcoxon" and analysis.convention == OURS:
        analysis = replace(analysis, test="clustered-signed-rank")
    if table.clusters and analysis.bayes:
        from comparatex.inference.bayes.pairs import rope_of

        rope_of(table, analysis)  # which refuses clusters
    return analysis


def _pairs(table: Scores, analysis: Analysis, order: Integers, complete: Floats, running: Running) -> Pairs:
    values, decimals = table.values[:, order], table.decimals[:, order]
    row, column = np.triu_indices(len(order), 1)
    pair_differences = differences(
        values, decimals, higher_is_better=table.higher_is_better, tolerance=table.tie_tolerance
    )
    test = wilcoxon(pair_differences, row, column, analysis.zero_method, analysis.pvalue_method, running)
    names = tuple(table.comparates[i] for i in order)
    inside, alternative = family_members(analysis, names, row, column), alternatives(analysis, names, row, column)
    if analysis.pvalues:
        statistic, pvalue = analysis.pvalues.tested(table, order, row, column, alternative, inside)
    else:
        statistic, pvalue = apply_test(
            test, analysis, pair_differences, complete, row, column, running, clustering(table),
            alternative=alternative,
        )  # fmt: skip
    test = replace(test, row=_NOTHING, column=_NOTHING)  # frees memory
    corrected = pvalue if analysis.test == "nemenyi" else adjusted(pvalue, analysis, inside)
    return Pairs(
        row=row,
        column=column,
        n_tasks=test.n_tasks,
        mean_difference=mean_differences(values, decimals, row, column),
        wins=test.wins,
        ties=test.ties,
        losses=test.losses,
        w_plus=test.w_plus,
        w_minus=test.w_minus,
        statistic=statistic,
        pvalue=pvalue,
        adjusted_pvalue=corrected,
    )
