"""When each sentence of a figure's captions and of its alternative text is true: a table of sentences and conditions.

As for the chapter (test_sentences.py), over random studies of all shapes; settings that change what is said are drawn.
"""
# ruff: noqa: E501  (a sentence stands on one line, and its condition on the next)

import re
from itertools import pairwise

import numpy as np
import pytest
from scipy import stats

from comparatex.artefacts import ARTEFACTS
from comparatex.figures.plan import plan_of
from documents import thorough
from studies import (
    BAYES,
    CORRECTION,
    OF_RUNS,
    RANKS,
    SOME,
    WAY,
    N,
    X,
    always,
    at_once,
    bounded,
    close,
    corrected,
    equal_part,
    friedman_of_rows,
    interval_kind,
    judged,
    level,
    marks,
    named,
    named_shares,
    names_in,
    names_test,
    number,
    on,
    razor,
    record,
    run_of,
    settled,
    some,
    way,
)


def differences_of(c, said, first, on_tasks, kind):
    """Whether a forest is said to be of the right differences, on the right tasks."""
    subject = first is None if c.options.pairs else first == c.comparison.names[0]
    tasks = number(on_tasks.split()[0]) == c.complete if c.options.statistic == "mean" else on(c, on_tasks, rows_of(c))
    return subject and tasks and way(c, kind)


def rows_of(c):
    """Return the pairs that a forest or a summary shows."""
    if getattr(c.options, "pairs", ()):
        return list(c.options.pairs)
    first = c.comparison.names[0]
    return [(first, b) for b in c.shown if b != first]


def estimate(c, a, b):
    """Return the estimate of a forest or a summary, and of which side it is."""
    if getattr(c.options, "statistic", "median") == "mean":
        i, j = (c.comparison.scores.comparates.index(name) for name in (a, b))
        return float(c.sign * (c.whole[:, i] - c.whole[:, j]).mean()) if c.complete else np.nan
    d = c.differences(a, b)
    i, j = np.triu_indices(len(d))
    return float(np.median((d[i] + d[j]) / 2)) if len(d) else np.nan


def logarithms(c):
    return c.comparison.scores.scale == "log"


def gaps(c, said):
    """Whether differences are spoken of, or ratios where logarithms are compared, and intervals of clusters as such."""
    signed_ranks = re.search("(clustered )?signed-rank (?:test,|intervals)", said.split("; filled")[0])
    if signed_ranks and bool(signed_ranks[1]) != bool(c.comparison.scores.clusters):
        return False
    return logarithms(c) == ("atios" in said.split("; filled")[0]) != ("ifferences" in said.split("; filled")[0])


def shown_median(c, a):
    return float(np.nanmedian(np.exp(c.values[a]) if logarithms(c) else c.values[a]))


def columns(c):
    """Return the columns of a summary."""
    return {*(c.options.columns or ("mean", "difference", "wins", "p"))}


def contrary(c):
    """Whether some estimate that is shown contradicts the verdict."""
    return any(c.verdict(a, b) * estimate(c, a, b) < -1e-12 for a, b in rows_of(c))


def verdicts_counted(c, said):
    sides = [c.verdict(a, b) for a, b in rows_of(c)]
    if all_ := re.fullmatch(r"(better|worse) in (?:all (\w+) pairs|the only pair)", said):
        return {*sides} == {1 if all_[1] == "better" else -1} and len(sides) == number(all_[2] or "one")
    if none := re.fullmatch(r"better or worse in none of (\d+) pairs", said):
        return not any(sides) and len(sides) == int(none[1])
    found = re.fullmatch(r"better in (\w+) and worse in (\w+) of (\d+) pairs?", said)
    return (sides.count(1), sides.count(-1), len(sides)) == tuple(map(number, found.groups()))


def squares(c):
    """Return what a map shows of each pair: the side that is better, 0 where nothing is significant, NaN without p."""
    p = "adjusted_pvalue" if c.options.adjusted else "pvalue"
    return {(a, b): c.favoured(a, b) * at_once(c, min(c.p(a, b, p), c.p(b, a, p))) for a, b in drawn_pairs(c)}


def disagree(c):
    return any(side * c.gain(a, b) < -1e-12 for (a, b), side in squares(c).items())


def ordered_by(c, what):
    """Whether the rows of a map stand in that order, best first."""
    keys = {
        "mean score": lambda a: -c.sign * c.mean[a],
        "mean rank": c.rank.get,
        "median score": lambda a: -c.sign * float(np.nanmedian(c.values[a])),
        "number of wins": lambda a: -sum(c.count(a, b)[0] for b in c.names if b != a),
    }
    keys = [keys[what](row.name) for row in c.view.rows]
    return all(b - a > -1e-9 or np.isnan(a + b) for a, b in pairwise(keys))


def front(c):
    """Return the names that no other dominates, the cheapest first."""
    good = {
        "mean": lambda a: c.sign * c.mean[a],
        "median": lambda a: c.sign * float(np.nanmedian(c.values[a])),
        "rank": lambda a: -c.rank[a],
    }[c.options.of]
    place = {a: (c.options.costs[a], -round(good(a), 9)) for a in c.shown}
    return [
        a
        for a in sorted(c.shown, key=place.get)
        if not any(b != place[a] and b[0] <= place[a][0] and b[1] <= place[a][1] for b in place.values())
    ]


def upwards(c, what, on_tasks, better):
    """Whether a caption says what stands upwards, and on which tasks."""
    if what.startswith("Mean rank"):
        return (
            c.options.of == "rank" and number(on_tasks.split()[0]) == c.complete and better in (None, "lower ranks are")
        )
    better = (better or "higher is").split()[0]
    return (
        what.lower().removeprefix("geometric ").startswith(c.options.of)
        and number(on_tasks.split()[0]) == c.n
        and way(c, better)
    )


def rows_of_tasks(c):
    """Return the rows of a sequence by name, with the mean ranks in each."""
    tasks = {"all tasks": c.tasks, **dict(c.options.groups)}
    return {row: friedman_of_rows(c, some) for row, some in tasks.items()}


def best_of(c, said):
    found = {row: who for who, row in re.findall(r"([A-P]) \(([^)]+)\)", said)}
    parts = rows_of_tasks(c)
    return all(abs(parts[row][0][who] - min(parts[row][0].values())) < 1e-9 for row, who in found.items())


def bars(c):
    return [bar for stage in c.view.stages for bar in stage.bars]


def interval_limit(c, said):
    """Whether what is said of intervals of means is of their kind, and how many are Student's."""
    return (c.comparison.n_units < 8) == ("exact" in said)


def bands(c):
    return c.kind == "cdd" and c.view.form == "bands"


def joined(c, columns):
    """Whether bars, or columns, join pairs that do not differ significantly, and no others."""
    if not columns:
        return c.view.form != "groups"
    names = [row.name for row in c.view.rows]
    pairs = {frozenset((names[i - 1], names[j - 1])) for g in c.view.groups for i in g.members for j in g.members}
    return all((frozenset(pair) in pairs) != bool(c.verdict(*pair)) for pair in c.pairs if {*pair} <= {*names})


def same_groups(c):
    """Whether all pairs that are drawn differ significantly."""
    return all(c.verdict(a, b) for a, b in c.pairs if {a, b} <= {*c.shown})


# fmt: off
FIGURES = {
    "scatter": [
        (rf"Scores of {X} against {X} on (\w+) tasks?{WAY}(?:: {X} is better on (\d+) \(circles\), {X} on (\d+) \(triangles\)(?:, both are equal on (\d+) \(squares\))?)?\.",
         lambda c, m: number(m[3]) == sum(c.count(m[1], m[2])) and way(c, m[4]) and (not m[5] or (m[5], m[7]) == (m[1], m[2])) and (not m[5] or record(c, m[1], m[2], m[6], m[9], m[8]))),
        (rf"Circles: {X} is better, on (\d+); triangles: {X}, on (\d+)(?:; squares: both are equal, on (\d+))?\.",
         lambda c, m: record(c, m[1], m[3], m[2], m[5], m[4])),
        (r"(.*): (p .+?)(, uncorrected|, not corrected for other pairs)?(; cross: (?:geometric )?means)?\.",
         lambda c, m: names_test(c, m[1], c.comparison.names[:2]) and bounded(m[2], [c.p(*c.comparison.names[:2])]) and bool(m[3]) == (c.test != "nemenyi") and (not m[4] or c.view.means is not None)),
        (r"The cross marks the (mean scores|geometric means)\.", lambda c, m: logarithms(c) == ("geo" in m[1]) and c.options.means and c.view.means is not None),
        (r"Both axes are logarithmic\.", lambda c, m: c.view.x.logarithmic and c.view.y.logarithmic),
        (r"Marks grow with the tasks that share them: .*|Tasks of nearly equal scores share a mark, .*", lambda c, m: sum(c.count(*c.comparison.names[:2])) > c.options.max_points),
        (r"Each mark is a task\.", lambda c, m: len(c.view.wins) + len(c.view.ties) + len(c.view.losses) == len(c.differences(*c.comparison.names[:2]))),
        (rf"On (\w+) tasks?, {X} is better than {X} on (\d+), equal on (\d+) and worse on (\d+)\.",
         lambda c, m: number(m[1]) == sum(c.count(m[2], m[3])) and c.count(m[2], m[3]) == (int(m[4]), int(m[5]), int(m[6]))),
    ],
    "run-intervals": [
        (rf"(\w+) (?P<of>\w+) of {SOME}{WAY}(?:: interquartile mean \(IQM\), median, mean(?:, gap to (?P<gap>[01]))? and probability that a (?P<one>\w+) of (?P<own>{X}) is better than one of the row)?\.",
         lambda c, m: number(m[1].lower()) == c.repeats and m["of"] == c.repeat and way(c, m[6]) and (not m["gap"] or int(m["gap"]) == (c.sign > 0)) and (not m["own"] or (m["own"] == c.comparison.names[0] and m["one"] == run_of(c)))),
        (rf"Lines: {N}% intervals(?: from draws|, percentiles of 2000 draws) of (\w+) within tasks(?: \(seed 0\))?(, widened for few \2)?(: they hold for these tasks)?\.", lambda c, m: level(c, m[1]) and m[2] == c.repeat and bool(m[3]) == (c.analysis.interval_method != "percentile")),
        (rf"IQM: mean of the middle half of all (?P<of>\w+)s; median: over tasks, of the means of their (?P=of)s; mean: over tasks(?:; gap: mean shortfall from (?P<gap>[01]))?; P\(improves\): probability that a (?P=of) of {X} is better than one of the row, averaged over tasks\.",
         lambda c, m: m["of"] == run_of(c) and (not m["gap"] or int(m["gap"]) == (c.sign > 0)) and m[3] == c.comparison.names[0]),
        *OF_RUNS,
        (rf"{X} has the best interquartile mean of (\w+) methods, {N}\.", lambda c, m: number(m[2]) == c.k and (max if c.sign > 0 else min)(middles := iqms(c)) == pytest.approx(middles[list(c.comparison.names).index(m[1])])),
    ],
    "forest": [
        (r"No interval is shown where (tasks|clusters) are too few for a finite one at this level\.",
         lambda c, m: any(np.isinf(row.high) for row in c.view.rows) and bool(c.comparison.scores.clusters) == (m[1] == "clusters")),
        (rf"(?:Differences|Ratios) of (?:{X} (?:from|to) the others|pairs) on ([^(]+?){WAY}(?:: (Hodges–Lehmann|mean|ratios of geometric means)(?: differences| ratios)? with (.*?) intervals \({N}%, uncorrected\); filled: significant \((.*)\))?\.",
         lambda c, m: gaps(c, m[0]) and differences_of(c, m, m[1], m[2], m[3]) and (not m[4] or (("mean" in m[4]) == (c.options.statistic == "mean") and m[5].removeprefix("clustered ") == (interval_kind(c) if "mean" in m[4] else "signed-rank") and level(c, m[6]) and settled(c, m[7])))),
        (r"Marks: Hodges–Lehmann (?:differences \(medians of the means of two differences|ratios \(medians of the geometric means of two ratios)\); lines: (.*)% intervals of the (?:clustered )?signed-rank test, conservative with ties\.",
         lambda c, m: gaps(c, m[0]) and c.options.statistic == "median" and level(c, m[1])),
        (r"Marks: (?:mean differences|ratios of geometric means); lines: (.*)% (.*) intervals( of 10 000 draws of (?:clusters of )?tasks)?\.",
         lambda c, m: gaps(c, m[0]) and c.options.statistic == "mean" and level(c, m[1]) and m[2] == interval_kind(c) and bool(m[3]) == (c.comparison.n_units >= 8)),
        (r"They are exact for normally distributed values only\.", lambda c, m: c.comparison.n_units < 8),
        (r"Outliers and skewness make them cover less often than their level says\.", lambda c, m: c.comparison.n_units >= 8),
        (r"Where most values are equal, Student’s t takes their place \((\d+)\) and may be too narrow\.",
         lambda c, m: int(m[1]) == sum(equal_part(c, a, b) for a, b in rows_of(c))),
        (r"Each interval stands by itself; none is corrected for their number\.", always),
        (rf"Filled: significant by the (.*?)(?:, {CORRECTION})?\.", lambda c, m: names_test(c, m[1]) and corrected(c, m[2])),
        (r"†: the estimate favours one, the test the other\.", lambda c, m: contrary(c)),
        (rf"(?:{X}|The first of a pair) is significantly (.*)\.",
         lambda c, m: bool(m[1]) == (not c.options.pairs) and verdicts_counted(c, m[2])),
    ],
    "summary": [
        (r"No interval is shown where (tasks|clusters) are too few for a finite one at this level\.",
         lambda c, m: any(np.isinf(row.high) for row in c.view.rows) and bool(c.comparison.scores.clusters) == (m[1] == "clusters")),
        (rf"{X} \((?:geometric )?mean {N}\) against (?:each other method|(\d+) of the (\d+) other methods) on ([^(:]+?){WAY}(?:: (?:(Hodges–Lehmann (?:differences|ratios)) with (?:clustered )?signed-rank intervals \({N}%, uncorrected\)(?:; grey: ±([\d.]+))?; )?(wins, ties and losses; )?(?:p: (.*?); )?hollow: not significant)?\.",
         lambda c, m: m[1] == c.comparison.names[0] and close(m[2], c.mean[m[1]]) and (number(m[3] or str(c.k - 1)), number(m[4] or str(c.k - 1))) == (len(rows_of(c)), c.k - 1) and on(c, m[5], rows_of(c)) and way(c, m[6]) and (not m[7] or (gaps(c, m[0]) and "difference" in columns(c) and level(c, m[8]))) and (not m[9] or number(m[9]) == c.analysis.rope) and (not m[10] or "wins" in columns(c)) and (not m[11] or (settled(c, m[11]) and "p" in columns(c)))),
        (rf"(\w+) methods on ([^(:]+?){WAY}\.", lambda c, m: number(m[1].lower()) == len(rows_of(c)) + 1 and on(c, m[2], rows_of(c)) and way(c, m[3]) and not {"difference", "wins", "p"} & columns(c)),
        (r"Methods joined in a column do not differ significantly \((.*)\)\.", lambda c, m: settled(c, m[1]) and "groups" in columns(c)),
        (r"Marks: Hodges–Lehmann (?:differences|ratios) .*; lines: their intervals by the (?:clustered )?signed-rank test, each by itself(?:; grey band: ±([\d.]+))?\.",
         lambda c, m: gaps(c, m[0]) and (not m[1] or number(m[1]) == c.analysis.rope)),
        (r"(?:(Bars: wins, ties and losses)(?:; p: (.*))?|P-values: (.*))\.", lambda c, m: bool(m[1]) == ("wins" in columns(c)) and bool(m[2] or m[3]) == ("p" in columns(c)) and (not (m[2] or m[3]) or settled(c, m[2] or m[3]))),
        (r"Hollow and pale: not significant\.", always),
        (r"†: the estimate favours one, the test the other\.", lambda c, m: contrary(c)),
        (r"‡: equivalent within the margin\.", lambda c, m: any(c.verdict(a, b) == 0 and c.not_worse(a, b) and c.not_worse(b, a) for a, b in rows_of(c))),
        (r"§: not worse, within the margin\.", lambda c, m: any(c.verdict(a, b) == 0 and c.not_worse(a, b) and not c.not_worse(b, a) for a, b in rows_of(c))),
        (rf"{X} is significantly (.*)\.", lambda c, m: verdicts_counted(c, m[2])),
        (rf"Where the verdict is open, a (?:difference|ratio) of {N} \(([A-P])\)(?: to {N} \(([A-P])\))? would have been significant with a probability of 80 ?%\.",
         lambda c, m: c.options.smallest and all(could_show(c, value, name) for value, name in ((m[1], m[2]), (m[3], m[4])) if value)),
    ],
    "boxes": [
        (rf"Distributions of (scores|ranks) of {SOME}{WAY}(?:, with (mean ranks \(1 is best\)|medians) as numbers)?\.",
         lambda c, m: m[1] == c.options.of and some(c, m[2], m[3], m[4], c.complete if m[1] == "ranks" else c.n) and way(c, m[5]) and (not m[6] or (m[6] == "medians") == (m[1] == "scores"))),
        (r"Boxes: quartiles; line: median; diamond: (geometric )?mean; .*", lambda c, m: bool(m[1]) == (logarithms(c) and c.options.of == "scores") and c.options.kind == "box"),
        (r"Outlines: densities .*", lambda c, m: c.options.kind == "violin"),
        (r"Each point is a task.*", lambda c, m: c.options.kind == "strip" and (c.complete if c.options.of == "ranks" else c.n) <= c.options.max_points),
        (r"Points grow with the number of tasks .*|Tasks that are close share a point, .*", lambda c, m: c.options.kind == "strip" and (c.complete if c.options.of == "ranks" else c.n) > c.options.max_points),
        (r"Numbers: (mean ranks, 1 is best|medians)\.", lambda c, m: (m[1] == "medians") == (c.options.of == "scores")),
        (r"(Mean ranks|Medians of scores): (.*?)(?:,? and (\w+) more)?\.",
         lambda c, m: all(close(value, c.rank[a] if m[1] == "Mean ranks" else shown_median(c, a)) for a, value in re.findall(rf"([A-P]) {N}", m[2])) and len(re.findall(r"[A-P] ", m[2])) + number(m[3] or "no") == len(c.shown)),
    ],
    "profile": [
        (rf"Performance profile of (\w+) methods on (\w+) tasks?( on which every method has a score)?{WAY}(?:: the share of tasks on which each comes within a given (factor of|difference from) the best)?\.",
         lambda c, m: number(m[1]) == c.k and number(m[2]) == c.complete and bool(m[3]) == (c.complete < c.n) and way(c, m[4]) and (not m[5] or (m[5] == "factor of") == c.view.x.logarithmic)),
        (r"A curve shows on what share of the tasks a method is within a (factor of|difference from) the best score of the task; .*", lambda c, m: (m[1] == "factor of") == c.view.x.logarithmic),
        (r"Higher curves are better; they depend on which methods are compared\.|The best of a task depends on which methods are compared, and so do the curves\.", always),
        (r"Grey: (\w+) others?\.", lambda c, m: number(m[1]) == sum(curve.style == 0 for curve in c.view.curves) == c.k - c.options.max_curves),
        (r"Best, or as good as the best, are (.*) of (\w+) tasks?\.", lambda c, m: number(m[2]) == c.complete and named_shares(c, m[1])),
    ],
    "plan": [
        (r"Tasks on which two tie \((\d+)%( for the median pair)?\) stay ties; on the others, the shift is larger, so that the mean shifts by the stated difference\.",
         lambda c, m: abs(int(m[1]) / 100 - tied(c)) <= 0.0051 and bool(m[2]) == (sum((c.analysis.control or c.comparison.names[0]) in pair for pair in c.judged) > 1)),
        (rf"Power to show that {X} is better by ([\d.]+), a stated difference, against the number of (?:clusters of )?tasks \((.*), α = ([\d.]+)\), if differences scatter as on these (\w+) tasks(?: in (\w+) clusters, which are drawn whole)?(?:, with (\w+) (?:runs?|seeds?) of each method on each task)?\.",
         lambda c, m: m[1] == (c.analysis.control or c.comparison.names[0]) and float(m[2]) == c.options.effect and brief(c, m[3]) and float(m[4]) == c.alpha and number(m[5]) == c.complete and bool(m[6]) == bool(c.comparison.scores.clusters) and number(m[7] or "no") == (0 if c.comparison.scores.repeats is None else c.repeats)),
        (r"Not drawn, as it is 0 throughout: (.*)\.", lambda c, m: without_power(c, m[1].split("; "))),
        (r"Dotted: (\d+) ?%\.", lambda c, m: int(m[1]) == c.view.target == 100 * c.options.target),
        (r"With so few (clusters of )?tasks, the spread of differences is poorly known\.", lambda c, m: bool(m[1]) == bool(c.comparison.scores.clusters) and (len({*c.comparison.scores.clusters.values()}) or c.complete) < 10),
        (r"Simulated: centred differences of (\d+) samples of (?:clusters of )?tasks, shifted by the stated difference; “one pair” is the median of (\w+) rivals?(, where no other pair differs)?\.",
         lambda c, m: int(m[1]) == c.options.draws and number(m[2]) == sum((c.analysis.control or c.comparison.names[0]) in pair for pair in c.judged) and bool(m[3]) == (len(c.judged) > 1 and c.analysis.correction != "none")),
        (r"For (\d+) ?%, the (median )?pair needs (?:(about )?(\w+)|more than 10\s?000) (?:tasks|clusters)\.", lambda c, m: int(m[1]) == c.view.target and bool(m[2]) == (c.k > 2) and median_power_reaches(c, m[4])),
    ],
    "pareto": [
        (r"(Mean score|Geometric mean score|Median score|Mean rank, 1 is best) of (\w+) methods? on ([^(]*?)(?: \((lower ranks are|higher is|lower is) better\))? against cost \(less is better\)(?:; line and filled marks: the Pareto front)?\.",
         lambda c, m: ("Geo" in m[1]) == (logarithms(c) and c.options.of == "mean") and number(m[2]) == len(c.shown) and upwards(c, m[1], m[3], m[4])),
        (r"Line and filled marks: the Pareto front; every other method costs .*", lambda c, m: {mark.name for mark in c.view.marks if mark.on_front} == {*front(c)}),
        (rf"No method with less cost than {X},.*, is shown not to be worse by ([\d.]+)(?: or more)? \((.*)\)\.",
         lambda c, m: number(m[2]) == c.analysis.rope and razor(c, m[1], m[1])),
        (rf"Of those (?:that are )?shown not to be worse than {X}, .*, by ([\d.]+)(?: or more)? \(.*\), {X} has the least cost\.",
         lambda c, m: number(m[2]) == c.analysis.rope and razor(c, m[1], m[3])),
        (rf"(?:All that have less cost than )?{X},? (?:which has|has) the best (?:geometric )?mean score, (?:and all that have less cost )?are significantly worse \(.*\)\.",
         lambda c, m: {c.verdict(m[1], b) for b in c.shown if c.options.costs[b] < c.options.costs[m[1]]} == {1}),
        (rf"Of those (?:that are )?not significantly worse (?:\(.*\) )?than {X}, .*, {X} has the least cost(?:; that does not show it to be as good)?\.",
         lambda c, m: razor(c, m[1], m[2])),
        (r"Numbers stand for names that have no room: (.*)\.", lambda c, m: m[1] == ", ".join(f"{mark.number} {mark.name}" for mark in sorted(c.view.marks, key=lambda mark: mark.number) if mark.number)),
        (r"Without room for their names: (.*)\.", lambda c, m: len(names_in(m[1])) == sum(not mark.side for mark in c.view.marks)),
        (r"On the Pareto front are (\d+) of (\d+), the cheapest first: (.*)\.",
         lambda c, m: names_in(m[3]) == front(c) and (int(m[1]), int(m[2])) == (len(front(c)), len(c.shown))),
    ],
    "sequence": [
        (r"Mean ranks(?: \(1 is best\))? of (\w+) methods in (\w+) columns?(, each ranked and tested by itself(?:, lines following each method)?)?\.",
         lambda c, m: number(m[1]) == c.k and number(m[2]) == 1 + len(c.options.groups) == len(c.view.stages)),
        (rf"Methods on a common bar do not differ significantly (?:\((.*?)\)|at α = ([\d.]+) by the (.*?)(?:, (?:with )?{CORRECTION})?)\.",
         lambda c, m: len(c.judged) == len(c.pairs) and (settled(c, m[1]) if m[1] else number(m[2]) == c.alpha and names_test(c, m[3]) and corrected(c, m[4]))),
        (r"A bar is thin where it passes a method outside its group\.", lambda c, m: any(bar.gaps for bar in bars(c))),
        (r"Lines follow a method through the columns; these are not corrected for their number\.", lambda c, m: len(c.options.groups) > 0),
        (r"Thick lines: those that move most( \(dashed: downwards\))?\.", lambda c, m: any(len(set(way.ranks)) > 1 for way in c.view.ways) and c.options.moves > 0 and bool(m[1]) == any(way.role == "falling" for way in c.view.ways)),
        (r"Grey: (\w+) others?\.", lambda c, m: number(m[1]) == c.k - len(c.view.named)),
        (r"The bars of (.*) are too many to be read and are left out\.", lambda c, m: len(c.judged) == len(c.pairs) and not any(stage.bars for stage in c.view.stages if stage.name in m[1])),
        (r"There are no bars, because only comparisons with the control are tested\.", lambda c, m: c.analysis.family == "control" and not bars(c)),
        (r"Warning: the Friedman(?: or Skillings–Mack)? test finds no difference in (.*)\.",
         lambda c, m: all((row in m[1]) == (p > c.alpha) for row, (_, p) in rows_of_tasks(c).items())),
        (r"Best mean rank: (.*)\.", lambda c, m: best_of(c, m[1])),
    ],
    "heatmap": [
        (rf"Significance of all pairs among {SOME}{WAY}(?:: (\d+) of (\d+) differs? \((.*)\))?\.",
         lambda c, m: some(c, m[1], m[2], m[3]) and way(c, m[4]) and (not m[5] or (int(m[5]) == sum(s != 0 for s in squares(c).values()) and int(m[6]) == len(squares(c)) and settled(c, m[7], adjusted=c.options.adjusted)))),
        (r"Of the (\w+) pairs? of (\w+) methods, (\d+) differ significantly at α = ([\d.]+)\.",
         lambda c, m: (number(m[1]), number(m[2]), int(m[3]), number(m[4])) == (len(squares(c)), len(c.shown), sum(s != 0 for s in squares(c).values()), c.alpha)),
        (r"Red: the row is better; blue, with a dash: the column is better; the darker, the smaller p; light: not significant\.", always),
        (rf"((?:Two|One)-sided .*?|Nemenyi .*?|Normal .*?|Conover's .*?|Test, as supplied.*?)(?:, (not corrected|{CORRECTION[1:]})?\.", lambda c, m: names_test(c, m[1]) and (m[2] == "not corrected" if not c.options.adjusted and c.test != "nemenyi" else corrected(c, m[2]))),
        (r"Methods stand in the order of their (.*), best first\.", lambda c, m: ordered_by(c, m[1])),
        (r"A dot: the test favours one, the mean score the other\.", lambda c, m: disagree(c)),
        (r"Columns have the numbers of their rows\.", lambda c, m: len(c.shown) > 10),
        (r"Empty: the test is undefined\.", lambda c, m: any(np.isnan(c.p(a, b)) for a, b in squares(c))),
        (r"Empty: outside the family of tests\.", lambda c, m: any(np.isnan(c.p(a, b, "adjusted_pvalue")) for a, b in squares(c))),
    ],
    "posterior": [
        (rf"Posterior of {X} against {X} on ([^(]+?){WAY}(?: by the Bayesian (signed-rank|sign) test)?\.",
         lambda c, m: [m[1], m[2]] == list(c.comparison.names[:2]) and on(c, m[3], [(m[1], m[2])]) and way(c, m[4]) and m[5] in (None, c.analysis.bayes_test)),
        (r"Draws near a corner favour what stands there \(practically equal: within ±([\d.]+)\); .*", lambda c, m: number(m[1]) == c.analysis.rope),
        BAYES,
        (r"The darker a hexagon, .*|P: share of the draws in the region of the corner, where it is the most probable\.", always),
        (rf"Probability that {X} is better: {N}; that both are practically equal, within ±([\d.]+): {N}; that {X} is better: {N}\.",
         lambda c, m: number(m[3]) == c.analysis.rope and all(close(said, p) for said, p in zip((m[2], m[4], m[6]), c.posterior(m[1], m[5]), strict=True))),
    ],
    "mcm": [
        (rf"Every pair of (?:(\w+) of )?(\w+) methods on (?:(\w+) tasks?|the (\d+) to (\d+) tasks that a pair shares){WAY}?(?:: (.*)| \((\w+) comparisons?\))\.",
         lambda c, m: number(m[1] or m[2]) == len(c.shown) and number(m[2]) == c.k and shared(c, m[3], m[4], m[5]) and (not m[7] or (way(c, m[6]) and contents(c, m[7]))) and (not m[8] or number(m[8]) == len(drawn_pairs(c)))),
        (r"A cell holds the (.*)\.", lambda c, m: cell(c, m[1])),
        (r"Above the diagonal stands the (.*), below it the wins and losses of the row(?:; the test of a pair is the (.*))?\.",
         lambda c, m: halves(c) and m[1].startswith(DIFFERENCE[kind_of(c)][1]) and c.options.pvalues == bool(m[2]) and (not m[2] or names_test(c, m[2]))),
        (r"Bold: significant \((.*)\)\.", lambda c, m: settled(c, m[1], adjusted=c.options.adjusted and c.analysis.correction != "none")),
        (r"Bold: p ≤ ([\d.]+)(?: after (.*)|(, which allows for all pairs(?: where all methods perform alike| of methods))|, without correction for multiple testing)\.",
         lambda c, m: number(m[1]) == c.alpha and bool(m[3]) == (c.test == "nemenyi") and (m[3] or (corrected(c, m[2]) if m[2] else not c.options.adjusted or c.analysis.correction == "none" or c.family == 1))),
        (r"Red: row better; blue: column better(; the stronger, the smaller p|; (?:pale|unfilled): not (?:significant|bold))?\.", lambda c, m: colours(c, m[1])),
        (r"Red: the row is better on average( \(lower is better\))?; blue: the column is better(?:; beyond \S+ the colour stays the same)?(; the stronger, the smaller p|; (?:pale|unfilled): not (?:significant|bold))?\.", lambda c, m: bool(m[1]) == (c.sign < 0) and colours(c, m[2])),
        (r"(?:A|Lower scores are better, so a) (ratio below 1|negative difference) favours the row\.", lambda c, m: c.sign < 0 and ("ratio" in m[1]) == (kind_of(c) == "ratio")),
        (r"†(, without colour)?: the difference favours one, the test significantly the other\.", lambda c, m: bool(m[1]) == c.options.colours and any(min(c.p(a, b), c.p(b, a)) <= c.alpha and c.favoured(a, b) for a, b in c.pairs)),
        (r"‡: equivalent within ±([\d.]+)(; §: the row is not worse by as much)?( \(corrected\))?\.",
         lambda c, m: number(m[1]) == c.analysis.rope and marks(c, both=True) and bool(m[2]) == marks(c, both=False) and bool(m[3]) == (c.analysis.correction != "none")),
        (r"§: the row is not worse by ([\d.]+)( \(corrected\))?\.",
         lambda c, m: number(m[1]) == c.analysis.rope and not marks(c, both=True) and marks(c, both=False) and bool(m[2]) == (c.analysis.correction != "none")),
        (r"The (numbers and the order|p-values and the order|numbers|p-values|order) depends? on which methods are compared(; (?:p-values|they) hold where all perform alike)?\.",
         lambda c, m: ("numbers" in m[1]) == numbers_depend(c) and ("p-values" in m[1]) == (depends(c) and "numbers" not in m[1]) and ("order" in m[1]) == (c.options.order in ("rank", "wins")) and (not m[2] or c.k > 2)),
        (r"The p-values are of (the log ratios|these relative differences), not of differences in score\.", lambda c, m: c.options.difference in ("ratio", "log-ratio") if "log" in m[1] else c.options.difference == "relative"),
        (r"Methods are ordered by (.*); (mean scores|geometric means) stand beside the names\.", lambda c, m: (c.comparison.scores.scale == "log") == ("geo" in m[2]) and m[1].removeprefix("geometric ") == {"mean": "mean score", "rank": "mean rank", "wins": "number of wins"}[c.options.order]),
        (rf"{X} has the best (?:geometric )?mean score of (\w+) methods, {N}\.", lambda c, m: c.place[m[1]] == min(c.place[a] for a in c.shown) and number(m[2]) == len(c.shown) and close(m[3], c.mean[m[1]])),
        (r"(\d+) of (\d+) pairs differs? significantly \(p ≤ ([\d.]+)\)\.", lambda c, m: (int(m[1]), int(m[2]), number(m[3])) == (significant(c), len(drawn_pairs(c)), c.alpha)),
        (r"The difference is (not )?significant \(p ≤ ([\d.]+)\)\.", lambda c, m: bool(m[1]) != bool(significant(c)) and number(m[2]) == c.alpha),
    ],
    "cdd": [
        (r"Mean ranks of (?:(\w+) of )?(\w+) methods on (?:(\w+) tasks?|the (\w+) of (\w+) tasks on which every method has a score) \(1 is best(; lower scores are better)?\)(?:; ranks and tests are those of all (\w+))?\.",
         lambda c, m: number(m[1] or m[2]) == len(c.shown) and number(m[2]) == c.k == number(m[7] or m[2]) and number(m[4] or m[3]) == c.complete and number(m[5] or m[3]) == c.n and bool(m[6]) == (c.sign < 0)),
        (rf"Critical difference diagram of {SOME}{WAY}(?:; ranks, tests and correction are those of all (\w+))?\.", lambda c, m: some(c, m[1], m[2], m[3]) and way(c, m[4]) and number(m[5] or str(c.k)) == c.k),
        (r"The axis shows mean ranks, 1 is best(?:, on the (\d+) of (\d+) tasks on which every method has a score)?\.", lambda c, m: (int(m[1]), int(m[2])) == (c.complete, c.n) if m[1] else c.complete == c.n),
        (r"All pairs differ significantly(?: \((.*)\)|, so there are none)\.", lambda c, m: (not m[1] or settled(c, m[1])) and same_groups(c)),
        (r"Methods (?:on a common bar|(joined in a column)) do not differ significantly (?:\((.*?)(?:, CD = ([\d.]+))?\)|at α = ([\d.]+) by the (.*?)(?:: their mean ranks differ by at most the critical difference ([\d.]+)|, with (.*))?)\.",
         lambda c, m: joined(c, m[1]) and (settled(c, m[2]) if m[2] else number(m[4]) == c.alpha and names_test(c, m[5]) and (m[6] or corrected(c, m[7]))) and (c.test == "nemenyi") == bool(m[3] or m[6]) and (not (m[3] or m[6]) or close(m[3] or m[6], nemenyi_difference(c)))),
        (r"Dot: mean rank; bar: methods that do not differ significantly from this row's \((.*?)(?:, CD = ([\d.]+))?\); gaps mark methods that do\.",
         lambda c, m: bands(c) and settled(c, m[1]) and (not m[2] or close(m[2], nemenyi_difference(c)))),
        (r"In each row, the dot is the mean rank, and the bar spans the methods that do not differ significantly from this row's at α = ([\d.]+) by the (.*?)(?:: their mean ranks differ by at most the critical difference ([\d.]+)|, with (.*))?; gaps mark methods that do\.",
         lambda c, m: bands(c) and number(m[1]) == c.alpha and names_test(c, m[2]) and (close(m[3], nemenyi_difference(c)) if m[3] else corrected(c, m[4]))),
        (r"Dot: mean rank; bar: methods that the convention (\S+) does not tell apart from this row's \(α = ([\d.]+)\); gaps mark those that it does\.", lambda c, m: bands(c) and m[1] == c.convention.name and number(m[2]) == c.alpha),
        (r"(?:Bars|Letters|Columns): groups by the convention (\S+), α = ([\d.]+)\.", lambda c, m: m[1] == c.convention.name and number(m[2]) == c.alpha),
        (r"In each row, a bar spans the methods that the convention (\S+) \((.*)\) does not tell apart from this row's; gaps mark those that it does\.|(?:Bars are|Columns are|Letters stand for) (?:the groups of|maximal groups that do not differ pairwise by) the convention (\S+) \((.*)\)\.",
         lambda c, m: ((m[1], m[2]) if m[1] else (m[3], m[4])) == (c.convention.name, c.convention.tool)),
        (r"(.*); α = ([\d.]+); .*\.", lambda c, m: c.comparison.verdict is not None and number(m[2]) == c.alpha and names_test(c, m[1].split(";")[0])),
        (r"There are no bars, because (?:only comparisons with the control are tested|the family of tests does not contain all of these pairs)\.", lambda c, m: len(c.judged) < len(c.pairs)),
        (r"Warning: the (?:Friedman|Skillings–Mack) test finds no difference among the methods\.", lambda c, m: named(c, m[0]) and friedman_of_rows(c, c.tasks)[1] > c.alpha),
        (r"(?:Friedman|Skillings–Mack) test, corrected for ties: (.*), (exact )?(p .*)\.", lambda c, m: named(c, m[0]) and bounded(m[3], [friedman_of_rows(c, c.tasks)[1]])),
        (r"The Friedman test needs at least two tasks on which every method has a score\.", lambda c, m: c.complete < 2 or np.isnan(c.comparison.friedman.statistic)),
        (r"A bar is thin where it passes a method outside its group\.", lambda c, m: any(clique.gaps for clique in c.view.cliques)),
        (r"Lines(?: through the dots| below the axis)?: ([\d.]+)% (.*) intervals(?: of mean ranks)?(?: of 10 000 draws of (?:clusters of )?tasks)?\.", lambda c, m: ("clusters" in m[0]) <= (c.clusters > 0) and level(c, m[1]) and m[2] == interval_kind(c)),
        (r"They are exact for normally distributed values only\.|Outliers and skewness make them cover less often than their level says\.", lambda c, m: interval_limit(c, m[0])),
        (r"Where most values are equal, Student’s t takes their place \((\d+)\) and may be too narrow\.", lambda c, m: 0 < int(m[1]) <= len(c.shown)),
        (r"The interval of a clear leader covers less often than its level says\.", lambda c, m: c.options.intervals),
        (r"Intervals of mean ranks are drawn for up to (\d+) methods only\.", lambda c, m: len(c.shown) > int(m[1])),
        (rf"CD: Bonferroni–Dunn against {X}(, which does not decide the verdicts)?(; shaded: within it)?\.|CD is the critical difference of the Bonferroni–Dunn test of mean ranks against {X}(, which does not decide the verdicts)?\.",
         lambda c, m: (m[1] or m[4]) == c.analysis.control and bool(m[3]) <= (c.view.within is not None) and bool(m[2] or m[5]) == ((c.test, c.analysis.correction) != ("friedman-z", "bonferroni"))),
        (r"Mean ranks within it are shaded\.", lambda c, m: c.view.within is not None),
        (r"CD: Nemenyi, which does not decide the verdicts\.|CD is the critical difference of the Nemenyi test, which does not decide the verdicts\.", lambda c, m: c.test != "nemenyi"),
        (r"Bold: ours\.", lambda c, m: len(c.options.ours) > 0),
        (r"Of (\d+) (?:bars|groups), (?:one is left out that says|(\d+) are left out that say) nothing new: .*|(?:One (?:bar|group) that adds nothing is|(\d+) (?:bars|groups) that add nothing are) left out\.", lambda c, m: not m[1] or int(m[1]) > len(c.view.cliques if c.view.form == "classic" else c.view.groups) == int(m[1]) - int(m[2] or 1)),
        (r"Methods that share a letter are .*|A range such as a–d .*|The bars? would need .*|The (?:\d+ )?cliques are too many .*", always),
        (r"Mean ranks of (\w+) methods on (\w+) tasks?, best first: (.*?)(?:; last is ([A-P]) \(([\d.]+)\))?\.",
         lambda c, m: number(m[1]) == len(c.shown) and number(m[2]) == c.complete and all(close(rank, c.rank[a]) for a, rank in re.findall(r"([A-P]) \(([\d.]+)\)", m[0])) and (not m[4] or c.rank[m[4]] > max(c.rank[a] for a in c.shown) - 1e-9)),
        (r"([\d.]+)% intervals: of the best one's mean rank ([\d.]+) to ([\d.]+), of the last one's ([\d.]+) to ([\d.]+)\.", lambda c, m: level(c, m[1]) and number(m[2]) <= min(c.rank[a] for a in c.shown) + 0.01 and number(m[5]) >= max(c.rank[a] for a in c.shown) - 0.01),
        (r"(\w+) groups? of methods that do not differ significantly\.", lambda c, m: len(c.judged) == len(c.pairs) and (number(m[1]) == 0) == same_groups(c)),
        (r"(.*)", lambda c, m: c.comparison.verdict is not None and m[1] in c.convention.note),
    ],
}
"""What captions and alternative texts say, by figure, as a pattern, and when it is true."""
# fmt: on


def drawn_pairs(c):
    return [(a, b) for a, b in c.pairs if {a, b} <= {*c.shown}]


def shared(c, n, least, most):
    """Whether the tasks that pairs share are as many."""
    numbers = {len(c.differences(a, b)) for a, b in drawn_pairs(c)}
    return {number(n)} == numbers if n else (int(least), int(most)) == (min(numbers), max(numbers))


DIFFERENCE = {
    "mean": ("difference in mean score", "mean difference"),
    "median": ("median difference", "median difference"),
    "hodges-lehmann": ("Hodges–Lehmann difference", "Hodges–Lehmann estimate"),
    "log-ratio": ("mean of log(row/column)", "mean over tasks of log(row/column)"),
    "ratio": ("geometric mean of the ratio", "geometric mean over tasks of the ratio"),
    "relative": ("mean of (row − column)/|", "mean over tasks of (row − column)/|"),
}


def kind_of(c):
    """Return what the cells of a matrix show: of means on the log scale, ratios."""
    logarithms = c.comparison.scores.scale == "log" and c.options.difference == "mean"
    return "ratio" if logarithms else c.options.difference


def contents(c, said):
    """Whether a short caption says what stands in a cell."""
    p = c.options.pvalues and c.view.cells != "halves"
    assert said.endswith(" above the diagonal, wins:losses of the row below it") == halves(c)
    return said.startswith(DIFFERENCE[kind_of(c)][0]) and bool(NAMES_OF_P.search(said)) == p


def halves(c):
    """Whether the cells above the diagonal hold differences, and those below it wins and losses of the row."""
    if c.view.cells != "halves":
        return False
    for i, row in enumerate(c.view.panels[0].rows):
        for j, shown in enumerate(row.cells):
            wins, losses = c.count(row.head.name, c.view.columns[j].name)[::2] if i != j else (0, 0)
            assert (i > j) == shown.difference.rstrip("†‡§").endswith(f"{wins}:{losses}") or i == j
    return True


def cell(c, said):
    """Whether a full caption says what stands in a cell."""
    p = c.options.pvalues and c.view.cells != "halves"
    test = re.search("the p-value of the (.*)", said)
    return said.startswith(DIFFERENCE[kind_of(c)][1]) and bool(test) == p and (not test or names_test(c, test[1]))


def could_show(c, value, name):
    """Whether a difference is about what such scattered differences need by the normal approximation."""
    own = c.comparison.names[0]
    d = (
        c.differences(own, name)
        if not c.gaps
        else c.sign * (c.values[own] - c.values[name])[~np.isnan([*c.values.values()]).any(axis=0)]
    )
    most = 8 * d.std() / np.sqrt(len(d)) + 1e-9
    least = number(value)
    return c.open(own, name) and (np.log(least) if c.comparison.scores.scale == "log" else least) < 3 * most


def brief(c, said):
    """Whether a bracket names the test, its correction where several pairs are tested, and its side."""
    test = {
        "wilcoxon": "Wilcoxon",
        "sign": "sign test",
        "t": "paired t test",
        "clustered-signed-rank": "clustered signed ranks",
        "datta-satten": "Datta–Satten signed ranks",
        "cluster-sign-flip": "sign flips by clusters",
    }[c.test]
    corrected = len(c.judged) > 1 and c.analysis.correction != "none"
    return (
        said.startswith(test)
        and bool(said.replace(", one-sided", "").removeprefix(test)) == corrected
        and ("one-sided" in said) == (c.analysis.sides != "two")
    )


def without_power(c, names):
    """Whether curves are left out that never rise."""
    planned = plan_of(c.comparison, c.options)
    never = [name for name in ("alone", "share", "every") if not getattr(planned, name).any()]
    return len(names) <= len(never) and not {*names} & {*c.view.curves}


def median_power_reaches(c, tasks):
    """Whether the curve of the median pair passes the power asked for near so many tasks, or does not within the axis."""
    of_pair = (name for name in c.view.curves if name.startswith("one pair") and "uncorrected" not in name)
    points = c.view.curves.get(next(of_pair, ""), ())  # none of a curve that is zero throughout
    first = next((point.x for point in points if point.y >= c.view.target), np.inf)
    wanted = number(tasks) if tasks else np.inf
    return wanted > 0.6 * min(first, c.view.x.high) and (first == np.inf or wanted < 1.6 * first + 2)


NAMES_OF_P = re.compile(r", (?:[^,]* p|p as supplied)$")


def colours(c, said):
    """Whether what is said of colours is as the settings have it."""
    if said and "stronger" in said:
        return c.options.shade == "significance"
    assert ("unfilled" in (said or "")) <= (c.view.cells == "halves")
    return c.options.colours and bool(said) == (c.options.shade == "both" and c.options.pvalues)


def significant(c):
    """Return how many pairs of a matrix are significant, by the p-values that it shows."""
    if c.options.difference in (
        "ratio",
        "log-ratio",
        "relative",
    ):  # the p-values are of these, and shown bold
        cells = [
            (row.head.name, head.name)
            for row in c.view.rows
            for cell, head in zip(row.cells, c.view.columns, strict=True)
            if cell.bold
        ]
        return len({frozenset(pair) for pair in cells})
    name = "adjusted_pvalue" if c.options.adjusted else "pvalue"
    return sum(at_once(c, min(c.p(a, b, name), c.p(b, a, name))) for a, b in drawn_pairs(c))


def depends(c):
    """Whether the p-values of a matrix depend on the other comparates: those of ranks, and those that are corrected."""
    corrected = c.options.adjusted and c.corrected and c.family > 1
    ranked = (c.test in RANKS and c.k > 2) or c.convention.alternative == "better-rank"
    return c.options.pvalues and (corrected or ranked)


def numbers_depend(c):
    """Whether all numbers of a pair depend on others: scores stand in for missing ones, or are divided by the best."""
    return c.k > 2 and bool(c.comparison.scores.imputed or c.comparison.scores.scale in ("relative", "ratio", "skill"))


def tied(c):
    """Return the share of complete tasks on which the median pair of the subject of a plan ties."""
    own = c.analysis.control or c.comparison.names[0]
    complete = c.comparison.scores.complete
    rivals = [b for b in c.names if b != own and any({own, b} == {*pair} for pair in c.judged)]
    return float(np.median([np.mean((c.values[own] == c.values[b])[complete]) for b in rivals]))


def nemenyi_difference(c):
    """Return the critical difference of mean ranks, by SciPy's studentized range."""
    q = stats.studentized_range.ppf(1 - c.alpha, c.k, np.inf) / np.sqrt(2)
    return q * np.sqrt(c.k * (c.k + 1) / (6 * c.complete))


def iqms(c):
    """Return the mean of the middle half of all runs of each method, by SciPy."""
    cube = c.comparison.scores.repeats[c.comparison.scores.complete][:, c.comparison.order]
    return [stats.trim_mean(cube[:, i], 0.25, axis=None) for i in range(cube.shape[1])]


def settings(kind, comparison, seed):
    """Draw the settings of a figure that change what is said of it."""
    rng = np.random.default_rng(1000 + seed)
    names, tasks, k = comparison.names, comparison.scores.tasks, len(comparison.names)

    def one_of(*values):
        return values[int(rng.integers(len(values)))]

    some = {"top": 3} if k > 3 and seed % 3 == 0 else {}
    halves = (("early", tasks[: len(tasks) // 2]), ("late", tasks[len(tasks) // 2 :]))
    return {
        "scatter": {"means": one_of(True, False), "max_points": one_of(5, 1000), "axis": one_of("auto", "logarithmic")},
        "run-intervals": {},
        "forest": {"statistic": one_of("median", "mean"), "pairs": one_of((), ((names[1], names[0]),))},
        "summary": some | {"smallest": one_of(True, False), "columns": ((), (), ("rank", "mean", "groups"), ("difference", "p"), ("difference", "wins"))[seed % 5]},
        "boxes": {"kind": one_of("box", "violin", "strip"), "of": one_of("scores", "ranks"), "max_points": one_of(5, 300), **some},
        "profile": {"by": one_of("auto", "ratio", "difference"), "max_curves": one_of(2, 7)},
        "plan": {"effect": one_of(0.05, 0.5), "draws": 50, "target": one_of(0.8, 0.5)},
        "pareto": {"costs": {a: round(float(rng.random()), 2) for a in names}, "of": one_of("mean", "median", "rank"), **some},
        "sequence": {"groups": one_of((), halves) if len(tasks) > 3 else ()},
        "heatmap": {"adjusted": one_of(True, False), "order": one_of("mean", "rank", "wins", "median", "given")} | (some if k < 9 else {}),
        "posterior": {},
        "mcm": {"difference": one_of(*DIFFERENCE), "cells": one_of("auto", "full", *(["halves"] if len(names) > 3 else [])), "adjusted": one_of(True, False), "pvalues": one_of(True, True, False), "order": one_of("mean", "rank", "wins"), "colours": one_of(True, True, False), "shade": one_of("both", "significance")},
        "cdd": {"form": one_of("auto", "bands", "bands", "groups"), "intervals": one_of(True, False), "ruler": one_of(None, True), "ours": one_of((), names[:1]), **some},
    }[kind]  # fmt: skip


RARE = (
    "With fewer than ten",
    "Where most values are equal",
    "Numbers stand for",
    "Without room",
    "Columns have the numbers",
    "The Friedman test needs",
    "A bar is thin",
    "Grey: (",
    "Intervals of mean ranks are drawn",
    r"Of (\d+) (?:bars|groups)",
    "Methods that share a letter",
)
"""Sentences that no study here is large or odd enough for: other tests draw such figures."""


SLOW = {"plan"}  # simulates studies


@pytest.mark.parametrize("every", [3, thorough(1)])
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.thorough] if kind in SLOW else []) for kind in FIGURES]
)
def test_every_sentence_of_a_figure_is_true_of_its_study(kind, every):
    n, used = judged(kind, FIGURES[kind], settings, every)
    assert n > 80 / every
    if every == 1:
        assert not [pattern for pattern, _ in FIGURES[kind] if pattern not in used and not pattern.startswith(RARE)]


def test_every_one_of_the_figures_has_conditions():
    shown = {name for name, form in ARTEFACTS.items() if form.folder == "figures"}
    assert shown == {*FIGURES}, "FIGURES needs a row for each sentence: its pattern, and what must hold if it is said"
