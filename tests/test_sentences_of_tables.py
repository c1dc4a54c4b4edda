"""When each sentence of a table's captions and of its alternative text is true: a table of sentences and conditions.

As for the chapter (test_sentences.py), over random studies of all shapes; settings that change what is said are drawn.
"""
# ruff: noqa: E501  (a sentence stands on one line, and its condition on the next)

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from comparatex.artefacts import ARTEFACTS, artefact, settings_of
from comparatex.data.scores import on_tasks
from comparatex.errors import ComparatexError
from comparatex.inference.compare import compare
from comparatex.inference.leaderboard import leaderboard
from comparatex.tables.scores import items_compared, sentences_on_items
from documents import thorough
from studies import (
    BETWEEN,
    BOUNDS,
    CORRECTION,
    NAMES,
    OF_RUNS,
    RANKS,
    SOME,
    WAY,
    N,
    X,
    always,
    at_once,
    both_captions,
    bounded,
    close,
    corrected,
    drawn_items,
    friedman_of_rows,
    interval_kind,
    judge,
    judged,
    level,
    named,
    names_test,
    number,
    on,
    razor,
    run_of,
    sentences_of,
    settled,
    some,
    way,
)


def unit_interval(c):
    """Whether all runs are from 0 to 1, so that there is a gap to the best possible score."""
    runs = c.comparison.scores.repeats
    return bool(runs.min() >= 0 and runs.max() <= 1)


def corrected_tests(c):
    """Return the p-values of all pairs by their ten folds, corrected; None where no other package corrects so."""
    cube, share = c.comparison.scores.values.T, 0.5 if len({*c.comparison.scores.splits}) == 5 else 0.1
    pvalues = []
    for a, b in c.pairs:
        d = c.sign * (cube[NAMES.index(a)] - cube[NAMES.index(b)])
        t = d.mean() / d.std(ddof=1) / np.sqrt(1 / 10 + share / (1 - share)) if np.ptp(d) else 0.0
        pvalues.append(stats.t(9).sf(t) if c.analysis.sides == "better" else 2 * stats.t(9).sf(abs(t)))
    if len(pvalues) == 1:
        return np.array(pvalues)
    if c.analysis.correction not in METHODS:
        return None
    method = METHODS[c.analysis.correction]
    return multipletests(pvalues, c.alpha, method)[1] if method else np.array(pvalues)


METHODS = {"none": None, "bonferroni": "bonferroni", "holm": "holm", "benjamini-hochberg": "fdr_bh"}


def symbols(c):
    """Return how often rivals are significantly better than ours on a task, and worse, of how many tests."""
    cube, names = c.comparison.scores.repeats, c.comparison.scores.comparates
    ours = names.index(c.comparison.names[0])
    pvalues, sides = [], []
    for runs in cube:
        for rival in (k for k, a in enumerate(names) if a in c.shown and k != ours):
            first, second = runs[rival], runs[ours]
            if c.options.within == "welch":
                found = stats.ttest_ind(first, second, equal_var=False).pvalue
            elif c.options.within == "paired":
                signs = np.array(np.meshgrid(*[(-1, 1)] * len(first))).reshape(len(first), -1).T
                found = np.mean(np.abs(signs @ (first - second)) >= abs((first - second).sum()) - 1e-12)
            else:
                test = stats.PermutationMethod(n_resamples=np.inf)
                found = stats.mannwhitneyu(first, second, method=test).pvalue
            pvalues.append(found)
            sides.append(
                np.sign(stats.rankdata([*first, *second])[: len(first)].sum() - len(first) * (2 * len(first) + 1) / 2)
            )
    if c.analysis.correction not in METHODS:
        return None
    method = METHODS[c.analysis.correction]
    adjusted = multipletests(pvalues, c.alpha, method)[1] if method else np.array(pvalues)
    apart = adjusted <= c.alpha + 1e-12
    return [int((apart & (np.array(sides) * c.sign == side)).sum()) for side in (1, -1)] + [len(pvalues)]


def marked_by_tests(c):
    """Return how many tests there are against the best of each task, and of which it is significantly better."""
    scores, raw, kept = c.comparison.scores, [], []
    columns = [scores.comparates.index(a) for a in c.shown]
    for runs, means in zip(scores.repeats[:, columns], c.sign * scores.values[:, columns], strict=True):
        order = np.argsort(-means, kind="stable")
        unlike = sorted({*means.tolist()}, reverse=True)
        second = [k for k in order[1:] if len(unlike) > 1 and means[k] == unlike[1]]
        alone = list(means).count(unlike[0]) == 1 and len(second) == 1
        for k in (second if alone else []) if c.options.marks == "significant" else order[1:]:
            first, other = runs[order[0]], runs[k]
            if c.options.within == "welch":
                raw.append(stats.ttest_ind(first, other, equal_var=False).pvalue)
            elif c.options.within == "paired":
                signs = np.array(np.meshgrid(*[(-1, 1)] * len(first))).reshape(len(first), -1).T
                raw.append(np.mean(np.abs(signs @ (first - other)) >= abs((first - other).sum()) - 1e-12))
            else:
                test = stats.PermutationMethod(n_resamples=np.inf)
                raw.append(stats.mannwhitneyu(first, other, method=test).pvalue)
            ranks = stats.rankdata(c.sign * np.r_[first, other])
            kept.append(c.options.within != "rank-sum" or ranks[: len(first)].sum() > ranks[len(first) :].sum())
    if c.analysis.correction not in METHODS or not raw:
        return len(raw), [0] * len(raw)
    method = METHODS[c.analysis.correction]
    adjusted = multipletests(raw, c.alpha, method)[1] if method else np.array(raw)
    return len(raw), [p <= c.alpha + 1e-12 and side for p, side in zip(adjusted, kept, strict=True)]


def within_tasks(c, m, at):
    """Whether a bracket names the test, its correction, how many there are, and the level; and marks are of these."""
    test, correction, n, level = (m[at + k] for k in range(4))
    found, worse = marked_by_tests(c)
    name = "none" if correction == "uncorrected" else correction.split(" over ")[0].split("–")[0].lower()
    lines = [line for part in c.view.parts for line in part.lines if line.entries[0].text in c.tasks]
    bold = sum(entry.mark == "best" for line in lines for entry in line.entries[1:])
    plain = (
        len(c.view.parts) == 1 and not c.options.parts and not c.options.max_rows and c.analysis.correction in METHODS
    )
    shown = (
        stars(c) == sum(worse) if c.options.marks == "significant" else bold == len(lines) * len(c.shown) - sum(worse)
    )
    if any(len({*row}) == 1 for row in c.comparison.scores.values.tolist()):
        shown = True
    return (
        test == TESTS_WITHIN[c.options.within]
        and (c.analysis.correction.startswith(name))
        and (n is None or c.options.parts or number(n) == found)
        and number(level) == c.alpha
        and (shown or not plain)
    )


def stars(c):
    """Return how many cells of tasks have a mark of significance."""
    lines = [line for part in c.view.parts for line in part.lines if line.entries[0].text in c.tasks]
    return sum(entry.text.endswith("*") for line in lines for entry in line.entries[1:])


TESTS_WITHIN = {
    "rank-sum": "Wilcoxon's rank-sum test",
    "welch": "Welch's t test",
    "paired": "a sign-flip test of the differences of seeds of one name",
}
WITHIN_TASKS = r"\((.*?), (uncorrected|[\w–]+ over (?:(\w+) tests?|the tests of each measure)), α = ([\d.]+)\)"


def weighted_mean(c, a):
    """Return the weighted mean of a comparate's scores."""
    there = ~np.isnan(c.values[a])
    return np.average(c.values[a][there], weights=np.array([c.options.weights[task] for task in c.tasks])[there])


def middle_halves(c):
    """Return the interquartile means."""
    scores = c.comparison.scores
    return {a: float(stats.trim_mean(scores.repeats[:, k], 0.25, axis=None)) for k, a in enumerate(scores.comparates)}


def runs_enough(c):
    """Return the variance of runs over that of the interaction, by the mean squares of the usual table."""
    cube = c.comparison.scores.repeats
    t, k, r = cube.shape
    cells = cube.mean(axis=2)
    rest = cells - cells.mean(axis=1, keepdims=True) - cells.mean(axis=0) + cells.mean()
    of_runs = ((cube - cells[:, :, None]) ** 2).sum() / (t * k * (r - 1))
    of_both = r * (rest**2).sum() / ((t - 1) * (k - 1))
    return of_runs / ((of_both - of_runs) / r) if of_both > of_runs else np.inf


def no_variance_of_tasks(c):
    """Whether the mean squares of the usual table estimate that of tasks as zero, or less."""
    cells = c.comparison.scores.repeats.mean(axis=2)
    t, k = cells.shape
    rows, rest = cells.mean(axis=1), cells - cells.mean(axis=1, keepdims=True) - cells.mean(axis=0) + cells.mean()
    return rows.var(ddof=1) <= (rest**2).sum() / ((t - 1) * (k - 1)) / k


def adjusted(c, pvalues, correction=None):
    """Return p-values adjusted by statsmodels, or None for a correction that it lacks."""
    correction = correction or c.analysis.correction
    known = {
        "holm": "holm",
        "bonferroni": "bonferroni",
        "hochberg": "simes-hochberg",
        "benjamini-hochberg": "fdr_bh",
    }
    if correction == "none" or c.test == "nemenyi":
        return np.asarray(pvalues)
    return multipletests(pvalues, method=known[correction])[1] if correction in known else None


def against(c, own):
    """Return the p-values of one comparate against each other, seen from its side."""
    return [c.p(own, b) for b in c.names if b != own]


def rank_biserial(c, a, b):
    """Return the share of the rank sum that favours a, less the share that favours b."""
    d = c.differences(a, b)
    d = d if c.analysis.zero_method == "pratt" else d[d != 0]
    signed = stats.rankdata(abs(d)) * np.sign(d)  # zeros are ranked, too, and then dropped
    return float(signed.sum() / abs(signed).sum()) if signed.any() else 0.0


def steady(c):
    """Return the mean standard deviation of the repeats of each comparate."""
    cube = c.comparison.scores.repeats
    return dict(zip(c.comparison.scores.comparates, cube.std(axis=2, ddof=1).mean(axis=0).tolist(), strict=True))


def apart(c):
    """Return how many of the lines of pairs of a table of intervals are bold: their intervals leave zero out."""
    lines = c.view.parts[0].lines
    return sum(any(entry.mark == "significant" for entry in line.entries) for line in lines)


def logarithms(c):
    """Whether means are geometric and differences ratios."""
    return bool(c.comparison.scores.scale == "log")


def finite(c):
    """Return how many pairs of a table of intervals have a finite one."""
    return sum("[" in line.entries[5].text for line in c.view.parts[0].lines)


def tiers(c):
    """Return the members of each tier that is printed."""
    board = leaderboard(c.comparison, order=c.options.order)
    return [[a for a, tier in zip(board.names, board.tier, strict=True) if tier == k] for k in {*board.tier.tolist()}]


def shared_best(c):
    """Return on how many of the tasks that are shown, of each measure, several are marked as best; 0 of two."""
    n, found = len(c.shown), 0
    for part in [part for part in c.view.parts if len(c.options.parts) > 1] or c.view.parts[:1]:
        lines = [line for line in part.lines if not line.rule and not line.sums][: c.options.max_rows or c.n]
        under = [range(first - 1, last) for span, first, last in part.spans if span] or [range(1, len(part.columns))]
        found += sum(sum(line.entries[j].mark == "best" for j in some) > 1 for line in lines for some in under)
    return found if n > 2 else 0


def first_tier(c):
    """Return the size of the first tier, and how many tiers there are, by the verdicts on leaders."""
    found = []
    for name in sorted(c.comparison.names, key=lambda name: placed(c)[name]):
        if not found or c.verdict(found[-1][0], name) == 1:
            found.append([])
        found[-1].append(name)
    return len(found[0]), len(found)


def places(c, a):
    """Return the places that the verdicts leave open."""
    sides = [c.verdict(a, b) for b in c.names if b != a]
    return 1 + sides.count(-1), c.k - sides.count(1)


def placed(c):
    """Return the places by mean score, or by mean rank, which are those by win rate."""
    if c.options.order == "mean":
        return c.place
    return {a: 1 + sum(other < rank - 1e-9 for other in c.rank.values()) for a, rank in c.rank.items()}


def outside(c):
    """Whether the place of some mean is none that the tests leave open."""
    return any(not places(c, a)[0] <= place <= places(c, a)[1] for a, place in placed(c).items())


def significant_tasks(c):
    """Return on how many tasks each of two is better by the two-proportion z test of 50 instances each."""
    a, b = c.comparison.names[:2]
    n, wins = 50, [0, 0]
    for x, y in zip(c.values[a], c.values[b], strict=True):
        if np.isnan(x + y):
            continue
        first, second = round(x * n) / n, round(y * n) / n
        pooled = (first + second) / 2
        z = (first - second) / np.sqrt(2 * pooled * (1 - pooled) / n) if 0 < pooled < 1 else 0
        if 2 * stats.norm.sf(abs(z)) <= c.alpha:
            wins[int(z * c.sign < 0)] += 1
    return wins


def lines_shown(c, shown, of):
    """Whether a table shows the first lines of more."""
    return int(shown) == c.options.max_rows < number(of)


def drawn_pairs(c):
    return [pair for pair in c.pairs if {*pair} <= {*c.shown}]


def conditions(c, said):
    """Whether what each of several corrections bounds is said as it is."""
    names = {
        "Bonferroni–Dunn": "bonferroni",
        "Holm": "holm",
        "Hochberg": "hochberg",
        "Rom": "rom",
    }
    parts = {name: part for part in said.split("; ") for name in names if name in part}
    chosen_side = c.analysis.sides == "better" or c.convention.alternative in ("better-rank", "lower-tail")
    return all(BOUNDS[names[name]][1] in part for name, part in parts.items()) and ("Had the" in said) == (
        chosen_side and not (c.test in RANKS and c.k > 2)
    )


# fmt: off
BY_MEASURES = r"by ([^(]*) \((↑[^)]*|↓[^)]*)\)"
TABLES = {
    "scores": [
        (rf"Scores of {SOME} {BY_MEASURES}\.", lambda c, m: some(c, m[1], m[2], m[3]) and by_measures(c, m[4], m[5])),
        (rf"Scores of {SOME} {BY_MEASURES}: mean (± standard deviation )?of (up to )?(\w+) (\w+)(; last, the median of their standard deviations)?\.",
         lambda c, m: some(c, m[1], m[2], m[3]) and by_measures(c, m[4], m[5]) and number(m[8]) == c.repeats and m[9] == c.repeat and deviations(c, m[6], m[10]) and not m[7]),
        (rf"Scores of {SOME}{WAY}(?:: mean (± standard deviation )?of (up to )?(\w+) (\w+)(; last, the median of their standard deviations)?)?\.",
         lambda c, m: some(c, m[1], m[2], m[3]) and way(c, m[4]) and (not m[7] or (number(m[7]) == c.repeats and m[8] == c.repeat and deviations(c, m[5], m[9]) and not m[6]))),
        (r"Mean (± standard deviation )?of (\w+) (\w+)(; last, the median of their standard deviations)?\.", lambda c, m: number(m[2]) == c.repeats and m[3] == c.repeat and deviations(c, m[1], m[4])),
        (r"Bold: the (best|better)( shown)?(; underlined: the second best(?:, unless several are best \(on (\w+) tasks?\))?)?\.",
         lambda c, m: bool(m[2]) == (len(c.shown) < c.k) and (m[1] == "better") == (len(c.shown) == 2) == (not m[3]) and number(m[4] or "no") == shared_best(c)),
        (r"Bold: the best( shown)?; underlined: the second best, unless several are best\.",
         lambda c, m: bool(m[1]) == (len(c.shown) < c.k) and len(c.options.parts) > 1 and shared_best(c) > 0),
        (r"†: stands in for a missing score\.", lambda c, m: len(c.comparison.scores.imputed) > 0),
        (r"The first (\d+) of (\d+) tasks; scores\.csv has them all\.", lambda c, m: lines_shown(c, m[1], m[2]) and int(m[2]) == c.n),
        (rf"Bold: not significantly worse than the best( shown)? {WITHIN_TASKS}\.", lambda c, m: bool(m[1]) == (len(c.shown) < c.k) and c.options.marks == "not-worse" and within_tasks(c, m, 2)),
        (r"In the last lines, bold is the best(, underlined the second)?\.", lambda c, m: c.options.marks == "not-worse" and bool(m[1]) == (len(c.shown) > 2)),
        (rf"\*: significantly better than the second {WITHIN_TASKS}\.", lambda c, m: c.options.marks == "significant" and stars(c) > 0 and within_tasks(c, m, 1)),
        (rf"On no task is the best significantly better than the second {WITHIN_TASKS}\.", lambda c, m: c.options.marks == "significant" and stars(c) == 0 and within_tasks(c, m, 1)),
        (r"With (\w+) (\w+) each, none of so many tests can be significant\.", lambda c, m: number(m[1]) == c.repeats and m[2] == c.repeat and c.options.within != "welch" and sum(marked_by_tests(c)[1]) == 0),
        (rf"Last, \+/=/−: on how many tasks each is significantly better than {X}, neither, worse {WITHIN_TASKS}\.",
         lambda c, m: m[1] == c.options.ours[0] and m[2] == TESTS_WITHIN[c.options.within] and (not m[4] or number(m[4]) == c.n * (len(c.shown) - 1)) and number(m[5]) == c.alpha),
        (r"Which is best is known from the same (\w+); the tests do not allow for that\.", lambda c, m: c.options.marks != "best" and m[1] == c.repeat),
        (r"Marks are by unrounded scores\.", lambda c, m: printed_alike(c)),
        (r"Ranks are among all methods(?:; scores\.csv has the others' scores)?\.", lambda c, m: len(c.shown) < c.k),
        (r"A dash is a missing score; each mean is over the tasks on which the method has one\.", lambda c, m: c.gaps),
        (r"Means(, interquartile ones excepted,)? are weighted by task; nothing else is\.", lambda c, m: len(c.options.weights) > 0 and bool(m[1]) == ("iqm" in (c.options.summary or ()))),
        (rf"Scores of (\w+) methods on (\w+) tasks?; the best mean score is {N} \(weighted\)(?: \(gain\))?, of {X}\.",
         lambda c, m: (number(m[1]), number(m[2])) == (c.k, c.n) and close(m[3], weighted_mean(c, m[4])) and c.sign * weighted_mean(c, m[4]) > max(c.sign * weighted_mean(c, a) for a in c.shown) - 1e-9),
        (rf"Scores of (\w+) methods on (\w+) tasks?; the best (mean score|geometric mean) is {N}(?: \(gain\))?, of {X}\.",
         lambda c, m: (number(m[1]), number(m[2])) == (c.k, c.n) and c.place[m[5]] == 1 and close(m[4], centre_of_scores(c, m[5])) and ("geometric" in m[3]) == (c.comparison.scores.scale in ("log", "ratio"))),
    ],
    "measures": [
        (rf"{SOME} {BY_MEASURES}(, each by itself: no test is made here)?\.", lambda c, m: some(c, m[1] and m[1].lower(), m[2], m[3]) and by_measures(c, m[4], m[5])),
        (r"Bold: the (best|better)( shown)?(; underlined: the second best, unless several are best)?\.",
         lambda c, m: bool(m[2]) == (len(c.shown) < c.k) and (m[1] == "better") == (len(c.shown) == 2) == (not m[3])),
        (r"Means(, interquartile ones excepted,)? are weighted by task; nothing else is\.", lambda c, m: len(c.options.weights) > 0 and bool(m[1]) == ("iqm" in (c.options.summary or ()))),
        (r"Tasks by measure: (\d+) \((.*)\), (\d+) \((.*)\)\.", lambda c, m: [int(m[1]), int(m[3])] == [part.scores.n_tasks for part in measured(c)] and m[1] != m[3]),
        (r"Mean ranks: 1 is best(, among all methods)?(, on tasks where all have a score)?\.",
         lambda c, m: "rank" in (c.options.summary or ["rank"]) and bool(m[1]) == (len(c.shown) < c.k) and bool(m[2]) == any(np.isnan(part.scores.values).any() for part in measured(c))),
        (r"(\w+) methods on (\w+) tasks?; best (mean|mean rank|geometric mean|won \(%\))(?:: (.*))?\.", lambda c, m: (number(m[1]), number(m[2])) == (c.k, c.n) and m[3] == SUMS[first_sum(c)] and best_sums(c, m[4])),
    ],
    "ranks": [
        (rf"Ranks of {SOME}{WAY}; 1 is (?:the )?best(?: rank)?, ties are averaged\.", lambda c, m: some(c, m[1], m[2], m[3]) and way(c, m[4])),
        (r"Ranks are from the (\d+) of (\d+) tasks on which every method has a score\.", lambda c, m: (int(m[1]), int(m[2])) == (c.complete, c.n)),
        (r"Ranks are among all methods\.", lambda c, m: len(c.shown) < c.k),
        (r"The first (\d+) of (\d+) lines; ranks\.csv has them all\.", lambda c, m: lines_shown(c, m[1], m[2]) and int(m[2]) == (c.complete if c.options.per_task else len(c.shown))),
        (r"“Best on” and “Worst on” count tasks; equal scores count for each method\.", lambda c, m: not c.options.per_task),
        (rf"Ranks of (\w+) methods on (\w+) tasks?; the best mean rank is {N}, of {X}\.",
         lambda c, m: (number(m[1]), number(m[2])) == (c.k, c.n) and close(m[3], min(c.rank.values())) and c.rank[m[4]] < min(c.rank.values()) + 1e-9),
        (r"Scores of (\w+) methods on (\w+) tasks?; mean ranks are undefined\.", lambda c, m: c.complete < 2),
    ],
    "pairwise": [
        (rf"Pairwise results of (\w+) methods on (\w+) tasks?{WAY}(?:: (?:difference in mean|ratio of geometric mean) score \(row (?:minus|over) column\), wins, ties and losses \(W/T/L\) of the row, test statistic, (uncorrected and adjusted )?p-values)?\.",
         lambda c, m: (number(m[1]), number(m[2])) == (c.k, c.n) and way(c, m[3]) and (not m[4] or c.corrected)),
        (r"Bold: significant(, before or after correction)? \((.*)\)\.", lambda c, m: bool(m[1]) == c.corrected and settled(c, m[2], adjusted=c.analysis.correction != "none")),
        (r"(?:Difference in mean score \(row minus column\)|(Ratio of geometric mean score \(row over column\))); wins, ties and losses \(W/T/L\) are the row's\.", lambda c, m: bool(m[1]) == (c.comparison.scores.scale == "log")),
        (r"(.*) is .*; p-values of the (.*)\.", lambda c, m: names_test(c, m[2]) and m[1] == {"wilcoxon": "W", "sign": "S", "t": "t", "nemenyi": "The rank difference", "friedman-z": "z", "conover": "t", "supplied": "The statistic"}.get(c.test, "z")),
        (rf"Adjusted p-values: {CORRECTION}\.", lambda c, m: c.corrected and corrected(c, m[1])),
        (r"Bold: significant at α = ([\d.]+)(; only adjusted p-values allow for the number of pairs)?\.", lambda c, m: number(m[1]) == c.alpha and bool(m[2]) == c.corrected),
        (r"The pairs of (\w+) methods are shown, (\S+) of (\S+); pairs\.csv has them all\.",
         lambda c, m: (number(m[1]), number(m[2]), number(m[3])) == (len(c.shown), len(drawn_pairs(c)), len(c.pairs))),
        (r"The first (\S+) of (\S+) pairs; pairs\.csv has them all\.", lambda c, m: lines_shown(c, m[1], m[2]) and number(m[2]) == len(drawn_pairs(c))),
        (r"(\d+) of (\w+) pairs? differs? significantly at α = ([\d.]+)(?:, (\d+) after (.*))?\.",
         lambda c, m: (int(m[1]), number(m[2]), number(m[3])) == (raw_significant(c), len(c.pairs), c.alpha) and bool(m[4]) == c.corrected and (not m[4] or (int(m[4]) == c.n_significant() and corrected(c, m[5])))),
    ],
    "friedman": [
        (r"Tests of whether (?:both|all (\w+)) methods perform alike, from (?:their )?ranks on (?:(\w+) tasks?|the (\d+) of (\d+) tasks on which every method has a score)(?:: statistics, degrees of freedom \(df\), critical values at α = ([\d.]+), p-values|; the alternative is that some differ)\.",
         lambda c, m: number(m[1] or "two") == c.k and number(m[2] or m[3]) == (c.n if named(c, "Skillings") and not c.options.every_test else c.complete) and number(m[2] or m[4]) == c.n and number(m[5] or str(c.alpha)) == c.alpha),
        (r"A significant result means that some differ, but not which\.", always),
        (r"Of several tests, only the one chosen beforehand holds its level\.|Aligned ranks are those of scores .*", lambda c, m: c.options.every_test),
        (r"Skillings and Mack's χ², its degrees of freedom \(df\) and critical value at α = ([\d.]+)\.", lambda c, m: named(c, "Skillings") and number(m[1]) == c.alpha),
        (r"Skillings and Mack's χ² is from all (\w+) tasks, each with the ranks of the methods that have a score\.", lambda c, m: named(c, "Skillings") and number(m[1]) == c.n),
        (r"Friedman's χ², Iman and Davenport's F, their degrees of freedom \(df\) and critical values at α = ([\d.]+)\.", lambda c, m: number(m[1]) == c.alpha),
        (r"The exact p-value is over all orders .*", lambda c, m: c.comparison.friedman.exact_pvalue is not None),
        (rf"Nemenyi's critical difference of mean ranks is {N}\.",
         lambda c, m: c.convention.q_index > 0 or close(m[1], stats.studentized_range.ppf(1 - c.alpha, c.k, np.inf) / np.sqrt(2) * np.sqrt(c.k * (c.k + 1) / (6 * c.complete)))),
        (r"(?:Friedman|Skillings–Mack) test, corrected for ties: (.*), (exact )?(p .*)\.", lambda c, m: named(c, m[0]) and bounded(m[3], [friedman_of_rows(c, c.tasks)[1]])),
        (r"The Friedman test needs at least two tasks on which every method has a score\.", lambda c, m: c.complete < 2 or np.isnan(c.comparison.friedman.statistic)),
    ],
    "intervals": [
        (rf"(?:Differences, row minus column,|(Ratios), row over column,) of (\w+) methods on (\w+) tasks?{WAY} with uncorrected {N}% intervals; (bold: the (?:clustered )?signed-rank interval of the Hodges–Lehmann (?:difference \(HL\) excludes zero|(ratio) \(HL\) excludes one)|HL: the Hodges–Lehmann (?:difference|(ratio)))\.",
         lambda c, m: (number(m[2]), number(m[3])) == (c.k, c.n) and way(c, m[4]) and level(c, m[5]) and (finite(c) > 0) == m[6].startswith("bold") and ("clustered" in m[6]) == bool(c.comparison.scores.clusters and finite(c)) and logarithms(c) == bool(m[1]) == bool(m[7] or m[8])),
        (r"No interval is shown where (tasks|clusters) are too few for a finite one at this level\.", lambda c, m: finite(c) < len(c.view.parts[0].lines) and bool(c.comparison.scores.clusters) == (m[1] == "clusters")),
        (r"No pair has a finite interval\.", lambda c, m: finite(c) == 0),
        (r"Below: (?:on the (\d+) complete tasks, )?(geometric )?means with (.*) intervals, and share of draws in which each comes first\.",
         lambda c, m: number(m[1] or str(c.n)) == c.complete and m[3] == interval_kind(c) and logarithms(c) == bool(m[2])),
        (rf"(?:Differences|(Ratios)) of (\w+) methods on (\w+) tasks? \((higher|lower) is better\) with {N}% intervals\.",
         lambda c, m: (number(m[2]), number(m[3])) == (c.k, c.n) and way(c, m[4]) and level(c, m[5]) and logarithms(c) == bool(m[1])),
        (r"Ratios are score of the row over that of the column: [^;]*(; bold: it leaves one out)?\.", lambda c, m: logarithms(c) and (finite(c) > 0) == bool(m[1])),
        (r"Differences are score of the row minus score of the column: .*; bold: it leaves zero out\.", lambda c, m: finite(c) > 0 and not logarithms(c)),
        (r"Differences are score of the row minus score of the column: [^;]*\.|No interval is corrected for their number\.", always),
        (r"(\w+) pairs? of (\S+); pairs\.csv has them all\.", lambda c, m: number(m[2]) == len(c.pairs) > number(m[1]) == (c.options.max_rows or len(drawn_pairs(c)))),
        (r"(?:Mean|(Geometric mean)) and mean rank of each method (?:on the (\d+) complete tasks )?with (.*) intervals, and in what share of (\d+) bootstrap draws of (?:clusters of )?tasks it comes first by either; ranks depend on which methods are compared\.",
         lambda c, m: number(m[2] or str(c.n)) == c.complete and m[3] == interval_kind(c) and int(m[4]) == c.options.draws and logarithms(c) == bool(m[1])),
        (r"They are exact for normally distributed values only\.", lambda c, m: c.comparison.n_units < 8),
        (r"Outliers and skewness make them cover less often than their level says\.", lambda c, m: c.comparison.n_units >= 8),
        (r"Where most values are equal, Student’s t takes their place \((\d+)\) and may be too narrow\.", lambda c, m: int(m[1]) > 0),
        (r"The intervals of (\d+) of (\w+) pairs? leave (zero|one) out\.", lambda c, m: logarithms(c) == (m[3] == "one") and int(m[1]) == apart(c) and number(m[2]) == len(c.view.parts[0].lines)),
    ],
    "effects": [
        (rf"Effect sizes of the pairs of (\w+) methods on (\w+) tasks?{WAY}(?:; larger values favour the row|, positive where the row is better)\.", lambda c, m: (number(m[1]), number(m[2])) == (c.k, c.n) and way(c, m[3])),
        (rf"No effect is 0, for A and the share of wins \(with {N}% Wilson interval\) 0\.5(, for the ratio 1)?\.", lambda c, m: level(c, m[1]) and bool(m[2]) == positive(c)),
        (r"Stars: p-values \((.*)\)\.", lambda c, m: c.options.stars and settled(c, m[1])),
        (r"Stars: p-values of the (.*?)(, adjusted)?\.", lambda c, m: c.options.stars and names_test(c, m[1]) and bool(m[2]) == c.corrected),
        (r"Of the differences, task by task: .*|Ignoring which scores are of the same task: .*", always),
        (r"Ratio: geometric mean of the ratios of scores, (row over column|column over row), above 1 where the row is better\.", lambda c, m: positive(c) and (m[1] == "row over column") == (c.sign > 0)),
        (rf"Won: share of tasks that the row wins, ties dropped, with its {N}% Wilson interval( by clusters)?\.", lambda c, m: level(c, m[1]) and bool(m[2]) == bool(c.comparison.scores.clusters)),
        (r"(\w+) pairs? of (\S+); pairs\.csv has them all\.", lambda c, m: number(m[2]) == len(c.pairs) > number(m[1]) == (c.options.max_rows or len(drawn_pairs(c)))),
        (rf"The largest rank-biserial correlation is {N}, of {X} against {X}\.",
         lambda c, m: close(m[1], rank_biserial(c, m[2], m[3])) and abs(rank_biserial(c, m[2], m[3])) > max(abs(rank_biserial(c, a, b)) for a, b in c.pairs) - 1e-9),
        (r"No effect is defined\.", lambda c, m: not any(c.differences(a, b).any() for a, b in c.pairs)),
    ],
    "control": [
        (rf"{X} against (\w+) other methods? on ([^(:]+?){WAY}(?:: (?:difference in mean|ratio of geometric mean) score, p-values(?:, uncorrected and adjusted over (\w+) comparisons?)?)?\.",
         lambda c, m: m[1] == c.options.control and number(m[2]) == c.k - 1 == number(m[5] or str(c.k - 1)) and on(c, m[3], [(m[1], b) for b in c.names if b != m[1]]) and way(c, m[4])),
        (r"Bold: significant \((.*), α = ([\d.]+)\), if the control was chosen before the results were seen\.", lambda c, m: names_test(c, m[1]) and number(m[2]) == c.alpha),
        (r"Of several corrections, only the one chosen beforehand holds its level\.", lambda c, m: c.options.every_correction),
        (rf"(?:Difference in mean|Ratio of geometric mean) score: {X} (?:minus|over) the other; p-values of the (.*)\.", lambda c, m: m[1] == c.options.control and names_test(c, m[2])),
        (r"Adjusted p-values over the family of (\w+) comparisons? with the control, which must be chosen before the results are seen; bold: significant at α = ([\d.]+)\.",
         lambda c, m: number(m[1]) == c.k - 1 and number(m[2]) == c.alpha),
        (r"(?:Where all methods perform alike, they bound|Had the sides been chosen beforehand, they would bound|They bound) the family-wise error(,? if (?:differences are normal|the p-values hold))?: (.*)\.",
         lambda c, m: m[0].startswith("Where all") == (c.test in RANKS and c.k > 2) and bool(m[1]) == (c.test in ("t", "supplied")) and conditions(c, m[0])),
        (rf"The Bonferroni–Dunn test of mean ranks has the critical difference {N}\.",
         lambda c, m: close(m[1], stats.norm.isf(c.alpha / 2 / (c.k - 1)) * np.sqrt(c.k * (c.k + 1) / (6 * c.complete)))),
        (rf"(\d+) of (\w+) methods? differs? from {X} (without correction|after (\S+)'s correction)\.",
         lambda c, m: number(m[2]) == c.k - 1 and m[3] == c.options.control and (m[4] == "without correction") == (c.analysis.correction == "none") and counted(int(m[1]), c, adjusted(c, against(c, m[3])))),
    ],
    "verdicts": [
        (rf"{X} against each rival on ([^(:]+?){WAY}(?:: (?:difference in mean|ratio of geometric mean) score, wins, ties and losses \(W/T/L\) of {X}, p-values)?\.",
         lambda c, m: m[1] == c.options.control == (m[4] or m[1]) and on(c, m[2], [(m[1], b) for b in c.names if b != m[1]]) and way(c, m[3])),
        (r"Bold: significant \((.*)\); not distinguishable does not mean equally good\.", lambda c, m: settled(c, m[1])),
        (rf"(?:Difference in mean|Ratio of geometric mean) score: {X} (?:minus|over) the rival; wins, ties and losses \(W/T/L\) are those of {X}; p-values of the (.*?)(?:, adjusted: {CORRECTION})?\.",
         lambda c, m: m[1] == m[2] == c.options.control and names_test(c, m[3]) and corrected(c, m[4])),
        (r"Bold: significantly better or worse at α = ([\d.]+); a rival that is not distinguishable has not been shown to perform alike\.", lambda c, m: number(m[1]) == c.alpha),
        (r"Equivalent, not worse: within ±([\d.]+)(?:, by two one-sided tests or one, corrected as the others)?\.", lambda c, m: number(m[1]) == c.analysis.rope and c.analysis.test not in RANKS),
        (r"Where difference and verdict disagree, the verdict is the test's\.", lambda c, m: any(c.verdict(a, b) * c.gain(a, b) < 0 for a, b in c.pairs if c.options.control in (a, b))),
        (r"Not judged: outside the family of tests\.", lambda c, m: len(c.judged) < len(c.pairs) and c.options.control != c.analysis.control),
        (rf"Cost of {X}: {N}\.", lambda c, m: m[1] == c.options.control and close(m[2], c.options.costs[m[1]])),
        (rf"{X} is significantly better than (\d+) of (\w+) rivals?, worse than (\d+), not distinguishable from (\d+)(?:, equivalent to or not worse than (\d+))?\.",
         lambda c, m: verdicts_counted(c, m)),
    ],
    "ablation": [
        (rf"{X} (?:against|and) its reduced forms on ([^(:]+?){WAY}(?:: (?:loss in mean score|(ratio of geometric mean score)), wins/ties/losses \(W/T/L\) of {X}, p-values|, the one that loses most first)\.",
         lambda c, m: (not m[5] or logarithms(c) == bool(m[4])) and m[1] == c.options.full == (m[5] or m[1]) and on(c, m[2], [(m[1], b) for b in c.names if b != m[1]]) and way(c, m[3])),
        (rf"Bold: significant \((.*?)\)(; adjusted, only where {X} is better)?; the others have not been shown to be as good\.",
         lambda c, m: settled(c, m[1], family=c.k - 1) and bool(m[2]) == (c.test != "nemenyi")),
        (rf"(?:Loss: mean score of {X} minus that of the form|Ratio of geometric mean score: {X} over the form); wins, ties and losses \(W/T/L\) are those of {X}; p-values of the (.*)\.", lambda c, m: (m[2] if logarithms(c) else m[1]) == c.options.full == m[3] and names_test(c, m[4])),
        (r"Nemenyi's test allows for all pairs( where all methods perform alike)?: p-values are adjusted already\.", lambda c, m: c.test == "nemenyi" and bool(m[1]) == (c.k > 2)),
        (rf"Adjusted p-values: {CORRECTION}\.", lambda c, m: m[1].startswith("no correction") if c.analysis.correction == "none" else corrected(c, m[1], family=c.k - 1)),
        (rf"Bold: significant at α = ([\d.]+); an adjusted p-value only where {X} is better, so that what the form leaves out matters\.", lambda c, m: number(m[1]) == c.alpha),
        (r"Where it is not, the simpler form has not been shown to be as good\.", always),
        (rf"No method with less cost than {X}, .*, is shown not to be worse by ([\d.]+) or more \(.*\)\.", lambda c, m: number(m[2]) == c.analysis.rope and razor(c, m[1], m[1])),
        (rf"Of those that are shown not to be worse than {X}, .*, by ([\d.]+) or more \(.*\), {X} has the least cost\.", lambda c, m: number(m[2]) == c.analysis.rope and razor(c, m[1], m[3])),
        (rf"{X} has the best (?:geometric )?mean score, and all that have less cost are significantly worse \(.*\)\.", lambda c, m: razor(c, m[1], m[1]) and c.options.costs[m[1]] > min(map(c.options.costs.get, c.names))),
        (rf"Of those that are not significantly worse \(.*\) than {X}, .*, {X} has the least cost; that does not show it to be as good\.", lambda c, m: razor(c, m[1], m[2])),
        (rf"{X} is significantly better than (\d+) of (\w+) methods?\.",
         lambda c, m: m[1] == c.options.full and number(m[3]) == c.k - 1 and counted(int(m[2]), c, adjusted(c, against(c, m[1])), [c.favoured(m[1], b) > 0 for b in c.names if b != m[1]])),
    ],
    "repeats": [
        (rf"(\w+) (?:repeats|folds|seeds) of each score of (\w+) methods on (\w+) tasks?{WAY}(?:: standard deviation \(SD\) (on each task|averaged over tasks), wins, ties and losses \(W/T/L\) of the row)?\.",
         lambda c, m: (number(m[1]), number(m[2]), number(m[3])) == (c.repeats, c.k, c.n) and way(c, m[4]) and (not m[5] or ("each" in m[5]) == c.options.per_task)),
        (r"SD: standard deviation of the (\w+) of a task \(divisor n − 1\)(, averaged over tasks; best and worst case of all tasks and \1)?\.", lambda c, m: bool(m[2]) != c.options.per_task and m[1] == c.repeat),
        (r"Competition, (\w+) by \1: .*", lambda c, m: f"{m[1]}s" == c.repeat),
        (r"Repeats may share training data: these are not independent trials, and this is no test\.", lambda c, m: c.comparison.scores.repeats_are == ""),
        (r"Folds share training data: these are not independent trials, and this is no test\.", lambda c, m: c.comparison.scores.repeats_are == "folds"),
        (r"Seeds of two methods are paired by their names: this is no test\.", lambda c, m: c.comparison.scores.repeats_are == "runs"),
        (rf"(?:Repeats|Folds|Seeds) of {X} vary most, with a mean standard deviation of {N}\.", lambda c, m: steady(c)[m[1]] > max(steady(c).values()) - 1e-9 and close(m[2], steady(c)[m[1]])),
    ],
    "runs": [
        (rf"(\w+) (?P<of>\w+) of {SOME}{WAY}(?:: interquartile mean \(IQM\), median, mean(, gap to (?P<gap>[01]))?; P\((?P<own>{X}) improves\); (?P<level>{N})% intervals from draws of (?P=of))?\.",
         lambda c, m: number(m[1].lower()) == c.repeats and m["of"] == c.repeat and some(c, m[3], m[4], m[5]) and way(c, m[6]) and (not m["level"] or (level(c, m["level"]) and m["own"] == c.comparison.names[0] and bool(m["gap"]) == unit_interval(c))) and (not m["gap"] or int(m["gap"]) == (c.sign > 0))),
        (r"IQM: mean of the middle half of all (?P<of>\w+)s; median and mean: over the tasks, of the means of their (?P=of)s(?P<short>; gap: mean shortfall from (?P<gap>[01]))?\.", lambda c, m: m["of"] == run_of(c) and bool(m["short"]) == unit_interval(c) and (not m["gap"] or int(m["gap"]) == (c.sign > 0))),
        (rf"P\({X} improves\): probability that a (\w+) of {X} is better than one of the other, averaged over tasks\.", lambda c, m: m[1] == m[3] == c.comparison.names[0] and m[2] == run_of(c)),
        (rf"Intervals \({N}%\) are percentiles of {N} draws of (\w+) within tasks \(seed 0\)(, widened for few \3)?: they hold for these tasks\.", lambda c, m: level(c, m[1]) and number(m[2]) == 2000 and m[3] == c.repeat and bool(m[4]) == (c.analysis.interval_method != "percentile")),
        (r"A variance of zero is an estimate\.", lambda c, m: runs_enough(c) == 0 or no_variance_of_tasks(c)),
        (r"Below: sources of variation of scores in a random-effects analysis of variance, with SD and share of the variance\.", always),
        (r"From (\d+) (\w+?)s? \((\d+) to (\d+|∞)\) on, twice the tasks make a difference of means at least as precise as infinitely many \2s\.",
         lambda c, m: f"{m[2]}s" == c.repeat and int(m[1]) == np.ceil(round(runs_enough(c), 9)) and int(m[3]) <= int(m[1]) <= (np.inf if m[4] == "∞" else int(m[4]))),
        *OF_RUNS,
        (r"The variance of differences between tasks is estimated as zero, so that these data do not say how many (\w+) are enough\.", lambda c, m: m[1] == c.repeat and np.isinf(runs_enough(c))),
        (rf"{X} has the best interquartile mean of (\w+) methods, {N}\.", lambda c, m: number(m[2]) == c.k and close(m[3], middle_halves(c)[m[1]]) and middle_halves(c)[m[1]] * c.sign > max(c.sign * x for x in middle_halves(c).values()) - 1e-9),
    ],
    "within": [
        (rf"(Median ± interquartile range|Mean ± standard deviation) of (\w+) (\w+) of (\w+) methods on (\w+) tasks?{WAY}\.",
         lambda c, m: m[1].casefold().startswith(c.options.centre) and (number(m[2]), m[3], number(m[4]), number(m[5])) == (c.repeats, c.repeat, len(c.shown), c.n) and way(c, m[6])),
        (rf"Rivals with \+ are significantly better than {X}, with − worse, with = neither \((.*), (uncorrected|\S+ over (\w+) tests?), α = {N}\)\.",
         lambda c, m: m[1] == c.comparison.names[0] and {"rank-sum": "rank", "welch": "Welch", "paired": "flip"}[c.options.within] in m[2] and (m[3] == "uncorrected") == (c.analysis.correction == "none") and (not m[4] or number(m[4]) == c.n * (len(c.shown) - 1)) and number(m[5]) == c.alpha),
        (r"Bold: the best; last line: numbers of symbols\.|Bold: the best; the last line counts the tasks on which the rival is better, neither is, and it is worse\.", always),
        (r"The p-values are corrected over the (\d+) tests of this table\.", lambda c, m: number(m[1]) == c.n * (len(c.shown) - 1) and c.analysis.correction != "none"),
        (r"They say how methods differ on these tasks, and nothing about others\.", always),
        (rf"{X} is significantly better in (\d+) of the (\w+) tests? within tasks, and worse in (\d+)\.",
         lambda c, m: m[1] == c.comparison.names[0] and symbols(c) in (None, [number(m[4]), number(m[2]), number(m[3])])),
    ],
    "folds": [
        (rf"(\w+) methods on (\w+) folds of [a-z]+-0{WAY}(?:: means and standard deviations \(SD\); differences \(row − column\) with {N}% intervals, wins, ties and losses \(W/T/L\) of the row, corrected resampled t test)?\.",
         lambda c, m: (number(m[1]), number(m[2])) == (c.k, 10) and way(c, m[3]) and (not m[4] or level(c, m[4]))),
        (rf"Means and standard deviations \(SD\) of the folds; differences \(row − column\) with uncorrected {N}% intervals; wins, ties and losses \(W/T/L\) of the row\.", lambda c, m: level(c, m[1])),
        (r"The corrected resampled t test of Nadeau and Bengio \(t, (one|two)-sided\) allows for training data that folds share: the share of the data that each tests on is taken as the correlation of differences\.",
         lambda c, m: (m[1] == "two") == (c.analysis.sides == "two")),
        (r"F: the combined 5 × 2 cv F test of Alpaydin, two-sided and uncorrected\.", lambda c, m: len({*c.comparison.scores.splits}) == 5),
        (rf"P: probabilities of the Bayesian correlated t test of Corani and Benavoli that the mean difference is in favour of the row, within ±{N}, and in favour of the column\.", lambda c, m: c.analysis.bayes and number(m[1]) == c.analysis.rope),
        (rf"Bold: significant \((uncorrected|\S+ over (\w+) pairs?), α = {N}\)\.", lambda c, m: (m[1] == "uncorrected") == (c.analysis.correction == "none" or c.k == 2) and number(m[3]) == c.alpha and (not m[2] or number(m[2]) == len(c.pairs))),
        (rf"All folds are of one data set, share training data \(each tests on {N} of it\) and say nothing about others\.", lambda c, m: number(m[1]) == (0.5 if len({*c.comparison.scores.splits}) == 5 else 0.1)),
        (r"(\w+) of (\w+) pairs differs? significantly on [a-z]+-0\.", lambda c, m: number(m[2]) == len(c.pairs) and ((p := corrected_tests(c)) is None or number(m[1]) == (p <= c.alpha).sum())),
        (rf"{X} and {X} (differ|do not differ) significantly on [a-z]+-0 \(corrected resampled t test, (p .*)\)\.",
         lambda c, m: [m[1], m[2]] == list(c.comparison.names) and (p := corrected_tests(c)) is not None and (m[3] == "differ") == bool(p[0] <= c.alpha) and bounded(m[4], p)),
    ],
    "proportions": [
        (rf"{X} and {X} on each task{WAY}(?:: shares of n with Wilson intervals \({N}%\), z and p of the two-proportion test, which takes test sets as independent|, n: size of the test set)\.",
         lambda c, m: [m[1], m[2]] == list(c.comparison.names[:2]) and way(c, m[3]) and (not m[4] or level(c, m[4]))),
        (rf"Bold: p ≤ ([\d.]+), uncorrected: {X} is better on (\w+) tasks?, {X} on (\w+)\.", lambda c, m: number(m[1]) == c.alpha and [number(m[3]), number(m[5])] == significant_tasks(c)),
        (rf"Shares with Wilson intervals \({N}%\); z and two-sided p of the two-proportion test\.", lambda c, m: level(c, m[1])),
        (r"That test takes the two test sets to be independent: .*|Counts are score times n, rounded\.", always),
        (r"Bold: p ≤ ([\d.]+), without correction for the number of tasks\.", lambda c, m: number(m[1]) == c.alpha),
        (rf"{X} is significantly better on (\w+) tasks?, {X} on (\w+) tasks?(?:; two-sided sign test of these wins alone \(ties dropped; a tie: neither is\): (p .*))?\.",
         lambda c, m: [number(m[2]), number(m[4])] == significant_tasks(c) and (not m[5] or bounded(m[5], [stats.binomtest(significant_tasks(c)[0], sum(significant_tasks(c))).pvalue if sum(significant_tasks(c)) else 1.0]))),
        (r"It is less reliable than a test of all wins \(Demšar, 2006\)\.", lambda c, m: c.options.sign_test),
    ],
    "leaderboard": [
        (rf"{SOME} by mean rank \(1 is best(; lower scores are better)?\)(?: on the (\d+) complete tasks)?(?:, with (simultaneous|uncorrected) {N}% intervals of the mean rank|; intervals of the mean rank: (.*) intervals, (each by itself|widened to hold all at once))\.",
         lambda c, m: c.options.order == "rank" and some(c, m[1] and m[1], m[2], m[3]) and bool(m[4]) == (c.sign < 0) and number(m[5] or str(c.complete)) == c.complete and (not m[7] or level(c, m[7])) and m[8] in (None, interval_kind(c)) and (m[6] or m[9]).startswith(("simultaneous", "widened")) == c.options.simultaneous),
        (rf"{SOME} by win rate \(ties half(; lower is better)?\)(?: on the (\d+) complete tasks)?(?:, with (simultaneous|uncorrected) {N}% intervals of the win rate|; intervals of the win rate: (.*) intervals, (each by itself|widened to hold all at once))\.",
         lambda c, m: c.options.order == "wins" and some(c, m[1] and m[1], m[2], m[3]) and bool(m[4]) == (c.sign < 0) and number(m[5] or str(c.complete)) == c.complete and (not m[7] or level(c, m[7])) and m[8] in (None, interval_kind(c)) and (m[6] or m[9]).startswith(("simultaneous", "widened")) == c.options.simultaneous),
        (rf"{SOME} by geometric mean score{WAY}(?: on the (\d+) complete tasks)?(?:, with (simultaneous|uncorrected) {N}% intervals of the geometric mean|; intervals of the geometric mean: (.*) intervals, (each by itself|widened to hold all at once))\.",
         lambda c, m: c.options.order == "mean" and c.comparison.scores.scale == "log" and some(c, m[1] and m[1], m[2], m[3]) and way(c, m[4]) and number(m[5] or str(c.complete)) == c.complete and (not m[7] or level(c, m[7])) and m[8] in (None, interval_kind(c)) and (m[6] or m[9]).startswith(("simultaneous", "widened")) == c.options.simultaneous),
        (rf"{SOME} by mean score{WAY}(?: on the (\d+) complete tasks)?(?:, with (simultaneous|uncorrected) {N}% intervals of the mean|; intervals of the mean: (.*) intervals, (each by itself|widened to hold all at once))\.",
         lambda c, m: c.options.order == "mean" and c.comparison.scores.scale != "log" and some(c, m[1] and m[1], m[2], m[3]) and way(c, m[4]) and number(m[5] or str(c.complete)) == c.complete and (not m[7] or level(c, m[7])) and m[8] in (None, interval_kind(c)) and (m[6] or m[9]).startswith(("simultaneous", "widened")) == c.options.simultaneous),
        (r"Possible places: those that tests of all pairs do not rule out \((.*)\)\.", lambda c, m: settled(c, m[1])),
        (r"No method of a tier is significantly worse than its first(?:, by the same tests; others of it may differ)?\.", lambda c, m: not any(c.verdict(tier[0], a) == 1 for tier in tiers(c) for a in tier)),
        (rf"Possible places: one more than how many methods are significantly better, to (\w+) less how many are significantly worse, (each by itself|for all at once|for all at once where all methods perform alike): (.*?)(?:, {CORRECTION})?, α = ([\d.]+)\.",
         lambda c, m: number(m[1]) == c.k and ("all at once" in m[2]) == joint(c) and (" alike" in m[2]) == (joint(c) and c.test in RANKS and c.k > 2) and names_test(c, m[3]) and corrected(c, m[4]) and number(m[5]) == c.alpha),
        (r"Means, which also say who leads a tier, are weighted by task; tests, and with them possible places, are not\.", lambda c, m: len(c.options.weights) > 0),
        (r"Where a place is not a possible one, (mean scores|mean ranks|win rates|geometric means) and the tests disagree\.",
         lambda c, m: outside(c) and m[1] == {"rank": "mean ranks", "wins": "win rates", "mean": "geometric means" if c.comparison.scores.scale == "log" else "mean scores"}[c.options.order]),
        (rf"In draws: the places in {N}% of (\d+) draws of (?:the|clusters of) tasks; among close methods, such intervals miss the true place more often than that\.", lambda c, m: level(c, m[1]) and int(m[2]) == c.options.draws and c.options.bootstrap_places),
        (r"Places depend on who takes part\.", always),
        (rf"{X} is first; the first of (\w+) tiers? has (\w+) methods?\.", lambda c, m: placed(c)[m[1]] == 1 and (number(m[3]), number(m[2])) == first_tier(c)),
    ],
}
"""What captions and alternative texts say, by table, as a pattern, and when it is true."""
# fmt: on


SUMS = {
    "mean": "mean",
    "iqm": "interquartile mean",
    "rank": "mean rank",
    "geometric-mean": "geometric mean",
    "win-rate": "won (%)",
}


def measured(c):
    """Return the comparisons by the measures that are shown."""
    return [part for _, part in c.options.parts] or [c.comparison]


def first_sum(c):
    """Return what the first column of each measure has: by default means, of logarithms and ratios geometric ones."""
    usual = {"log": "geometric-mean", "ratio": "geometric-mean", "normalised": "iqm"}
    return (c.options.summary or [usual.get(c.comparison.scores.scale, "mean")])[0]


def by_measures(c, names, arrows):
    """Whether the measures are named, and which way each is better."""
    ups = [part.scores.higher_is_better for part in measured(c)]
    up, down = "↑: higher is better", "↓: lower" if any(ups) else "↓: lower is better"
    measures = " and ".join(part.scores.measure or "score" for part in measured(c))
    names = measures if c.comparison.scores.scale and "score" in names else names  # as judged without its scale
    said = [*([up] if any(ups) else []), *([down] if not all(ups) else [])]
    return names == measures and arrows == "; ".join(said)


def best_sums(c, said):
    """Whether those are named who are best among the shown by the first summary of each measure."""
    kind, found = first_sum(c), []
    if c.comparison.scores.scale in ("log", "ratio") and kind == "geometric-mean":
        kind = "mean"
    for part in measured(c):
        values, higher = part.scores.values, part.scores.higher_is_better
        ranked = stats.rankdata(-values if higher else values, axis=1)
        share = np.array([c.options.weights.get(task, 1.0) for task in part.scores.tasks])[:, None]
        with np.errstate(all="ignore"):
            sums = {
                "mean": lambda v, w=share: np.nansum(v * w, axis=0) / np.sum(w * ~np.isnan(v), axis=0),
                "rank": lambda v, ranked=ranked: -ranked[~np.isnan(v).any(axis=1)].mean(axis=0),
                "geometric-mean": lambda v: np.where((v <= 0).any(axis=0), np.nan, np.nanmean(np.log(v), axis=0)),
                "win-rate": lambda v: None,
                "iqm": lambda v: None,
            }[kind](values)
        if sums is None:
            return True
        of = {a: sums[part.scores.comparates.index(a)] * (1 if higher or kind == "rank" else -1) for a in c.shown}
        of = {a: round(x, 12) for a, x in of.items() if x == x}
        top = max(of.values(), default=0.0)
        found.append({a for a in of if of[a] > top - 1e-9} if len({*of.values()}) > 1 else set())
    measures = ["" if c.comparison.scores.scale else part.scores.measure for part in measured(c)]
    expected = {
        f"{a} ({measure})" if measure else a for some, measure in zip(found, measures, strict=True) for a in some
    }
    return {*re.sub(r" \([^)]*score[^)]*\)", "", said or "").strip().split(", ")} - {""} == expected


def deviations(c, behind, last):
    """Whether deviations are where a caption says that they are."""
    lines = [line for part in c.view.parts for line in part.lines]
    found = any(entry.spread and not entry.bare for line in lines for entry in line.entries)
    heads = [
        *(column.heading for part in c.view.parts for column in part.columns),
        *(line.entries[0].text for line in lines),
    ]
    return bool(behind) == found and bool(last) == ("SD, median" in heads)


def centre_of_scores(c, a):
    """Return what a caption has of a comparate: the mean, or of ratios to a reference the geometric mean."""
    return float(np.exp(np.nanmean(np.log(c.values[a])))) if c.comparison.scores.scale == "ratio" else c.mean[a]


def printed_alike(c):
    """Whether two different scores of a task are printed as the same."""
    for line in (line for part in c.view.parts for line in part.lines if line.entries[0].text in c.tasks):
        scores = {a: c.values[a][c.tasks.index(line.entries[0].text)] for a in c.shown}
        texts = [entry.text for entry in line.entries[1:]]
        if len({*texts}) < len({*scores.values()}):
            return True
    return False


def raw_significant(c):
    """Return how many pairs differ by their own p-values, or by the convention's."""
    return sum(at_once(c, c.p(*c.pair(pair))) for pair in c.pairs)


def positive(c):
    """Whether the scores of some pair are positive, so that its ratio is defined."""
    return c.comparison.scores.scale == "log" or sum(np.nanmin(column) > 0 for column in c.values.values()) > 1


def joint(c):
    """Whether the places hold for all at once: the tests bound the family-wise error, on their condition."""
    chosen_side = c.analysis.sides == "better"
    bounds = c.test == "nemenyi" or BOUNDS.get(c.analysis.correction, ("",))[0] == "family-wise error"
    return c.comparison.verdict is None and not chosen_side and bounds


def counted(n, c, pvalues, also=None):
    """Whether so many p-values reject; corrections that statsmodels lacks are tested elsewhere."""
    if pvalues is None:
        return 0 <= n <= c.k - 1
    also = [True] * len(pvalues) if also is None else also
    return n == sum(p <= c.alpha * (1 + 1e-9) and side for p, side in zip(pvalues, also, strict=True))


def verdicts_counted(c, m):
    """Whether the rivals are counted by their verdicts."""
    own = c.options.control
    rivals = [b for b in c.names if b != own and (c.analysis.family == "all" or c.analysis.control in (own, b))]
    sides = [c.verdict(own, b) for b in rivals]
    near = sum(c.verdict(own, b) == 0 and c.not_worse(own, b) for b in rivals)
    found = sides.count(1), len(rivals), sides.count(-1), sides.count(0) - near, near
    return m[1] == own and tuple(number(x or "0") for x in m.groups()[1:]) == found


def by_two(comparison, seed, *, fewer):
    """Return a study by two measures: its own, and one by which other ones are better, perhaps on a task less."""
    scores = comparison.scores
    values = np.roll(scores.values, 1, axis=1)
    table = replace(scores, values=values, measure="loss", repeats=None, imputed=(), higher_is_better=seed % 3 > 0)
    if fewer and scores.n_tasks > 2:
        table = on_tasks(table, range(scores.n_tasks - 1))
    own = replace(comparison, scores=replace(scores, measure="gain"))
    return ("gain", own), ("loss", compare(table, comparison.analysis))


def settings(kind, comparison, seed):
    """Draw the settings of a table that change what is said of it."""
    rng = np.random.default_rng(2000 + seed)
    of_runs = comparison.scores.repeats_are == "runs" and not comparison.scores.scale
    names, k, scaled = comparison.names, len(comparison.names), comparison.scores.scale

    def one_of(*values):
        return values[int(rng.integers(len(values)))]

    def by_measures(wanted, *, fewer=False):
        two = wanted and not scaled and kind in ("scores", "measures")  # which takes longer than all the others
        return by_two(comparison, seed, fewer=fewer) if two else ()

    weighted = seed % 7 == 2 and not scaled
    weights = {"weights": {task: 1 + k % 3 for k, task in enumerate(comparison.scores.tasks)}} if weighted else {}
    some = {"top": 3} if k > 3 and seed % 3 == 0 else {}
    rows, stars = {"max_rows": one_of(0, 2)}, {"stars": one_of(True, False)}
    costs = {"costs": {a: round(float(rng.random()), 2) for a in names} if seed % 2 else {}}
    return {
        "scores": {
            **weights,
            "parts": by_measures(seed % 2 and not of_runs),
            "marks": ("significant", "not-worse")[seed % 2] if of_runs else "best",
            "within": ("rank-sum", "welch", "paired")[seed // 3 % 3],
            "ours": names[1:2] if of_runs and seed % 4 else (),
            "spread": one_of(True, False),
            "significant": one_of(0, 0, 2),
            "spread_as": one_of("auto", "median"),
            **rows,
            **some,
        },
        "ranks": {"per_task": one_of(True, False), **rows, **some},
        "pairwise": {**rows, **some, **stars},
        "friedman": {"every_test": one_of(True, False) and (comparison.scores.complete.all() or seed % 3 > 0)},
        "intervals": {"draws": 100, **rows, **some},
        "effects": {**rows, **some, **stars},
        "control": {"control": names[-1], "every_correction": one_of(True, False)},
        "verdicts": {"control": names[seed % k], **costs},
        "ablation": {"full": names[seed % k], **costs},
        "repeats": {"per_task": one_of(True, False)},
        "runs": some,
        "folds": {},
        "within": {"within": one_of("rank-sum", "welch", "paired"), "centre": one_of("median", "mean"), **some},
        "proportions": {
            "sizes": dict.fromkeys(comparison.scores.tasks, 50),
            "sign_test": one_of(True, False),
        },
        "leaderboard": {
            "draws": 100,
            "bootstrap_places": one_of(True, False),
            "simultaneous": seed % 3 == 0,
            "order": one_of("mean", "rank", "wins"),
            **some,
            **(weights and {**weights, "order": "mean"}),
        },
        "measures": {
            **weights,
            "parts": by_measures(seed % 4, fewer=seed % 5 == 1),
            "summary": (one_of("rank", "geometric-mean", "win-rate"),) if seed % 5 == 0 else (),
            **some,
        },
    }[kind]


RARE = (
    "Where most values are equal",
    "No effect is defined",
    "The variance of differences between tasks",
    "With fewer than ten",
    r"\*: significantly better",
)
"""Sentences that no study here is odd enough for."""


@pytest.mark.parametrize("every", [3, thorough(1)])
@pytest.mark.parametrize("kind", TABLES)
def test_every_sentence_of_a_table_is_true_of_its_study(kind, every):
    n, used = judged(kind, TABLES[kind], settings, every)
    assert n > 20 / every
    if every == 1:
        assert not [pattern for pattern, _ in TABLES[kind] if pattern not in used and not pattern.startswith(RARE)]


# ---------------------------------------------------------------------------------------------- on the same items
TEST_OF_ITEMS = {
    "mcnemar": "McNemar test",
    "t": "paired t test",
    "clustered": "t test",
    "stratified": "stratified t test",
}


class Items:
    """A comparison on the same items: what is asked for, and its numbers, which have tests of their own."""

    def __init__(self, comparison, options):
        self.comparison, self.options, self.alpha = comparison, options, comparison.analysis.alpha
        self.found = items_compared(comparison, options)
        scores = comparison.scores
        self.sign = 1 if scores.higher_is_better else -1
        self.values = dict(zip(scores.comparates, scores.values.T, strict=True))
        self.n_pairs, self.k = len(self.found.row), len(comparison.names)
        self.correction = "none" if self.n_pairs == 1 else comparison.analysis.correction
        self.binary = bool(np.isin(scores.values[~np.isnan(scores.values)], [0, 1]).all())
        self.groups = scores.task_groups if options.clusters is not False or options.fixed_groups else {}
        self.sizes = {(a, b): self.count(a, b) for a, b in self.pairs()}

    def pairs(self):
        names = self.found.names
        return [(names[i], names[j]) for i, j in zip(self.found.row, self.found.column, strict=True)]

    def count(self, a, b):
        """Return the items that two have, those that the first wins and loses, and the groups that they are in."""
        there = ~np.isnan(self.values[a] + self.values[b])
        d = np.round(self.sign * (self.values[a] - self.values[b])[there], 9)
        tasks = np.array(self.comparison.scores.tasks)[there]
        return len(d), int((d > 0).sum()), int((d < 0).sum()), len({self.groups.get(task) for task in tasks})

    def numbers(self, a, b):
        k = self.pairs().index((a, b))
        return {
            name: getattr(self.found, name)[k]
            for name in ("difference", "low", "high", "adjusted_pvalue", "df", "statistic")
        }


def item_test(c, said):
    """Whether the test of items is named as the scores and the groups have it."""
    grouped, fixed = bool(c.groups), c.options.fixed_groups
    kind = (
        "mcnemar"
        if c.binary and (fixed or not grouped) and c.options.average == "items"
        else "stratified"
        if grouped and fixed
        else "clustered"
        if grouped
        else "t"
    )
    return (
        TEST_OF_ITEMS[kind] in said
        and ("mid-p" in said) == c.options.mid_p
        and ("robust" in said) == (kind == "clustered" and c.options.average == "items")
        and ("within strata" in said) == (kind == "mcnemar" and fixed and grouped)
    )


def extent(c, said):
    """Whether items and groups are counted right."""
    m = re.fullmatch(r"(?:(\S+) to )?(\S+) items(?: in (\w+) (cluster|strat)(?:s|a|um)?)?", said)
    sizes = [size[0] for size in c.sizes.values()]
    groups = max(size[3] for size in c.sizes.values())
    return (
        (number(m[1] or m[2]), number(m[2])) == (min(sizes), max(sizes))
        and bool(m[3]) == bool(c.groups)
        and (not m[3] or (number(m[3]) == groups and (m[4] == "strat") == c.options.fixed_groups))
    )


def simultaneous(c):
    """Whether intervals hold at once, as the corrected p-values do."""
    return c.correction != "none"


def verdict_on_items(c, m):
    """Whether the verdict on two, with its numbers, is that of the p-value and the direction."""
    said = m[0]
    a, b = next((x, y) for x, y in c.pairs() if {x, y} == {m[2], m[3]})
    n, wins, losses, _ = c.sizes[a, b]
    found = c.numbers(a, b)
    differ = found["adjusted_pvalue"] <= c.alpha
    word = "better" if c.sign * found["difference"] > 0 else "worse"
    gain = re.search(rf"difference {N} in mean over", said)[1]
    counts = re.search(r"better on (\S+) items? and worse on (\S+) \(", said)
    return (
        differ == bool(re.search(rf"{m[2]} is {word} than {m[3]}: ", said))
        and close(gain, found["difference"])
        and (number(counts[1]), number(counts[2])) == (wins, losses)
        and number(re.match(r"On (\S+) item", said)[1]) == n
        and (not differ or ("equivalent" not in said and "not worse" not in said))
        and item_test(c, said)
    )


# fmt: off
ITEMS = [
    (rf"(\w+) methods on the same ([^:(]*?){WAY}: difference in mean score over (items|benchmarks) \(row minus column\) with (simultaneous )?{N}% interval, items won, tied and lost \(W/T/L\) by the row\.",
     lambda c, m: number(m[1]) == c.k and extent(c, m[2]) and way(c, m[3]) and m[4] == c.options.average and bool(m[5]) == simultaneous(c) and close(m[6], 100 * (1 - c.alpha))),
    (r"Bold: significant \((.*), α = ([\d.]+)\)\.", lambda c, m: item_test(c, m[1]) and number(m[2]) == c.alpha and ("Holm" in m[1], "Bonferroni" in m[1]) == (c.correction == "holm", c.correction == "bonferroni")),
    (rf"(\w+) methods on the same ([^:(]*?){WAY}: two-sided (.*), bold at α = ([\d.]+)\.",
     lambda c, m: number(m[1]) == c.k and extent(c, m[2]) and way(c, m[3]) and item_test(c, m[4]) and number(m[5]) == c.alpha and ("over all pairs" in m[4]) == (c.n_pairs > 1)),
    (rf"Difference: mean score over (items|benchmarks) of the row minus that of the column, with its (simultaneous )?{N}% interval( after Newcombe)?( \(Bonferroni\))?\.",
     lambda c, m: m[1] == c.options.average and bool(m[2]) == bool(m[5]) == simultaneous(c) and close(m[3], 100 * (1 - c.alpha)) and bool(m[4]) == (c.found.test == "mcnemar")),
    (r"W/T/L: items on which the row is better, equal, worse\.", always),
    (r"With fewer than ten degrees of freedom, the level holds only where the effects of clusters are not skewed\.",
     lambda c, m: c.groups and not c.options.fixed_groups and np.nanmin(c.found.df) < 10),
    (r"Verdict \(row\) within ±([\d.]+): one-sided (tests after Tango|t tests)\.", lambda c, m: number(m[1]) == c.comparison.analysis.rope and ("Tango" in m[2]) == (c.binary and not c.groups)),
    (r"Where interval and verdict disagree, the verdict is by p\.",
     lambda c, m: any((p <= c.alpha) != (low > 0 or high < 0) for p, low, high in zip(c.found.adjusted_pvalue, c.found.low, c.found.high, strict=True) if not np.isnan(low))),
    (r"No p-value: the error cannot be estimated\.", lambda c, m: np.isnan(c.found.pvalue).any()),
    (r"(None|\w+) of (\w+) pairs? differs?( after correction)?\.",
     lambda c, m: (number(m[1]), number(m[2])) == (int((c.found.adjusted_pvalue <= c.alpha).sum()), c.n_pairs) and bool(m[3]) == (c.correction != "none")),
    (rf"On (\S+) items?(?: in \w+ (?:clusters?|strata|stratum))?, the difference of {X} and {X}.* cannot be tested, because its error cannot be estimated\.",
     lambda c, m: number(m[1]) == c.sizes[m[2], m[3]][0] and np.isnan(c.numbers(m[2], m[3])["adjusted_pvalue"])),
    (rf"On (\S+) items?(?: in \w+ (?:clusters?|strata|stratum))?, {X} (?:is (?:better|worse) than|and|is not worse than) {X}.*", verdict_on_items),
]
"""What is said of comparisons on the same items, and when it is true."""
# fmt: on


def test_every_sentence_on_items_is_true_of_its_study():
    used = set()
    for seed in range(60):
        comparison = drawn_items(seed)
        grouped = bool(comparison.scores.task_groups)
        asked = {
            "mid_p": seed % 7 == 0,
            "clusters": True if grouped else None,
            "fixed_groups": grouped and seed % 4 == 1,
            "average": "benchmarks" if grouped and seed % 8 == 2 else "items",
        }
        try:
            options = settings_of("items", asked)
            case = Items(comparison, options)
            with both_captions():
                view = artefact("items").view(comparison, options, ())
        except ComparatexError:
            continue
        texts = [*view.caption.split(f" {BETWEEN} "), view.alt, *sentences_on_items(comparison, case.found, options)]
        for sentence in (sentence for text in texts for sentence in sentences_of(text)):
            used.add(judge(ITEMS, case, sentence, f"items of study {seed}"))
    assert {pattern for pattern, _ in ITEMS} <= used


def test_every_one_of_the_tables_has_conditions():
    shown = {name for name, form in ARTEFACTS.items() if form.folder == "tables"}
    wanted = "TABLES needs a row for each sentence: its pattern, and what must hold if it is said"
    assert shown == {*TABLES, "items"}, wanted
