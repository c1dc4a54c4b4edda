"""When each sentence of the chapter is true: a table of sentences and conditions, over random studies of all shapes.

The conditions are computed from the scores and the comparison (studies.py), not by the code that the templates call. Every sentence
of a chapter must have its row, so that a new one needs its condition here.
"""
# ruff: noqa: E501  (a sentence stands on one line, and its condition on the next)

import re
from dataclasses import replace
from itertools import compress

import numpy as np
import pytest
from scipy import stats

from comparatex.data.read import read
from comparatex.data.scores import Scores
from comparatex.errors import ComparatexError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.chapter import chapter
from comparatex.layout.item import Item
from comparatex.layout.number_macros import numbers
from comparatex.text import writing
from documents import thorough
from studies import (
    ASSUMED,
    FURTHER,
    RANKS,
    SIDE,
    TASK,
    XS,
    Case,
    N,
    X,
    always,
    bounded,
    close,
    drawn,
    friedman,
    imputed,
    judge,
    named,
    names_in,
    number,
    sentences_of,
    within,
)


class View:
    """What the chapter reads of a figure."""

    title, caption, long, panels, shows, form, n_cliques, rows = "", "", False, (1,), "bars", "classic", 2, ()

    def __init__(self, depends=""):
        self.depends = depends


def sentences(comparison, ours):
    """Return the sentences of a chapter, in plain words with their numbers."""
    known = numbers(comparison).lookup()
    pieces = [
        Item("mcm", "mcm", "figures/mcm", View(comparison.basis.others)),
        *(Item(kind, kind, f"tables/{kind}", View()) for kind in ("scores", "ranks", "friedman")),
    ]
    view = chapter(comparison, pieces, ours=ours)
    sections = (*view.sections, *filter(None, [view.appendix]))
    texts = [view.summary, *(text for section in sections for text in section.paragraphs)]
    lines = [line for text in texts for line in text.sentences]
    return ["".join(plain(part, known) for part in line.parts) for line in lines]


def plain(part, known):
    if isinstance(part, str):
        return part.replace("\N{NO-BREAK SPACE}", " ")
    if part.kind == "ref":
        return f"{part.detail} {part.text}".strip()
    return {"cite": str, "number": known.get(part.text)}.get(part.kind, lambda: part.text)()


GAPS = r"( \(means of the available scores\))?"
FIGURE = r"(?: \(Figure fig-mcm\))?"
WHOLE = rf"(?: of the (\w+) methods over {TASK}{GAPS})?"
FOLLOWERS = rf"([A-P] \({N[1:-1]}\)(?:(?:, | and )[A-P] \({N[1:-1]}\))*)"


def standing(c, own, side, mean, tasks, gaps, *, place=None):
    """Whether a comparate has that mean over so many tasks, on that side, at that place."""
    right = close(mean, c.mean[own]) and (not tasks or (number(tasks) == c.n and bool(gaps) == c.gaps))
    best = SIDE.get(side, 0) * c.sign
    return (
        right
        and (not side or c.place[own] == (1 if best > 0 else max(c.place.values())))
        and place in (None, c.place[own])
    )


def following(c, said, place):
    """Whether those that follow the best do, from a place on, with their means."""
    found = re.findall(rf"([A-P]) \({N}\)", said)
    values = [c.mean[name] for name, _ in found]
    return (
        c.place[found[0][0]] == place
        and all(close(text, c.mean[name]) for name, text in found)
        and values == sorted(values, key=lambda value: -c.sign * value)
        and sum(c.place[name] <= c.place[found[-1][0]] for name in c.names) >= place - 1 + len(found)
    )


def decided(c, m, side):
    """Whether a sentence on significantly better or worse rivals is true, with its numbers."""
    names, said, sizes, counted = m.groups()
    rivals = [b for b in c.rivals(names, side) if c.gain(c.subject, b) * side > 0]
    medians = [side * float(np.median(c.differences(c.subject, b))) for b in rivals]
    wins = [c.count(c.subject, b)[0 if side > 0 else 2] for b in rivals]
    totals = [len(c.differences(c.subject, b)) for b in rivals]
    shares = [100 * w / n for w, n in zip(wins, totals, strict=True)] if "%" in counted else wins
    least = re.search(rf"(at least )?{N}(?:%)? of the ", counted)
    if found := re.fullmatch(rf"the median differences? (?:is|are) {N}(?: to {N})? in (?:its|their) favour", sizes):
        right = within(found.groups(), medians)
    elif found := re.fullmatch(
        rf"(its mean|the median ratio)(?: on shared tasks)?s? (?:is|are) {N}(?: to {N})?(?: times as large)?", sizes
    ):
        gains = medians if "median" in sizes else [c.gain(c.subject, b) * side for b in rivals]
        right = within(found.groups()[1:], np.exp(np.multiply(gains, side * c.sign)).tolist())
    else:
        low, high, direction = re.fullmatch(
            rf"its mean(?: on shared tasks)? is {N}(?: to {N})? (higher|lower)", sizes
        ).groups()
        gains = [abs(c.gain(c.subject, b)) for b in rivals]
        right = within((low, high), gains) and (SIDE[direction] * c.sign > 0) == (side > 0)
        right = right and ("on shared tasks" in sizes) == c.gaps
    return (
        right
        and all(c.verdict(c.subject, b) == side for b in rivals)
        and (c.comparison.verdict is not None or bounded(said, [c.p(c.subject, b, "adjusted_pvalue") for b in rivals]))
        and (
            wins == totals
            if least is None
            else close(least[2], min(shares)) and bool(least[1]) == (max(shares) - min(shares) > 0.5)
        )
    )


def fails(c, beaten, n, task, behind, rival):
    """Whether nobody beats the subject on that many tasks, and it is furthest behind there by as much."""
    others = [c.sign * (c.values[b] - c.values[c.subject]) for b in c.names if b != c.subject]
    with np.errstate(all="ignore"):
        worst = np.nanmax(np.where(np.isnan(others), -np.inf, others), axis=0)
    played = ~np.isnan(others).all(axis=0)
    right = (int((worst[played] < 1e-9).sum()), int(played.sum())) == (beaten, n)
    if task is None:
        return right and worst.max() < 1e-3
    k = c.tasks.index(task)
    logarithms = c.comparison.scores.scale == "log"
    return (
        right
        and close(behind, np.exp(-c.sign * worst[k]) if logarithms else worst[k])
        and worst[k] > worst.max() - 1e-9
        and abs(c.sign * (c.values[rival][k] - c.values[c.subject][k]) - worst[k]) < 1e-9
    )


def unbeaten(c, said):
    """Return on how many tasks the subject has a score that others have, or as many as are said."""
    others = np.array([c.values[b] - c.values[c.subject] for b in c.names if b != c.subject])
    return int((~np.isnan(others).all(axis=0)).sum()) if said == "any" else int(said or 0)


def typical(c, b, estimate, interval):
    """Whether the Hodges-Lehmann difference is that, and its interval holds it and zero where the test does."""
    ends = list(map(number, re.fullmatch(r"\[(\S+), (\S+)\]", interval).groups())) if interval else [-np.inf, np.inf]
    found = c.shift(c.subject, b)
    if c.comparison.scores.scale == "log":
        found, ends = float(np.exp(found)), [max(ends[0], 0.0), ends[1]]
    slack = 0.6 * 10.0 ** -len(estimate.partition(".")[2])
    return close(estimate, found) and ends[0] - slack <= found <= ends[1] + slack


def bounded_shift(c, said, a, b):
    """Whether a sentence says that there is no interval where the largest rank sum of as many units is no rare one."""
    found = re.search(r"no [\d.]+% interval: too few (tasks|clusters)|% interval \[", said)
    shared = ~np.isnan(c.values[a] - c.values[b])
    of = c.comparison.scores.clusters
    units = {of[task] if of else task for task, there in zip(c.tasks, shared, strict=True) if there}
    few = 0.5 ** len(units) > c.alpha / 2
    return bool(found[1]) == few and (not few or (found[1] == "clusters") == bool(of))


def outlier(c, a, b, many, task, largest):
    """Whether the mean difference of two depends on so many tasks: outliers, without which its sign is another."""
    found = c.sign * (c.values[a] - c.values[b])
    found = found * np.sign(np.nanmean(found))
    order = np.argsort(np.where(np.isnan(found), -np.inf, found))[::-1]
    rest = np.delete(found, order[:many])
    d = found[~np.isnan(found)]
    d = np.sort(d)[: len(d) - many + 1]  # the last of them is an outlier among those that are left
    n = len(d)
    t = stats.t.ppf(1 - 0.05 / n, n - 2)
    grubbs = (n - 1) / np.sqrt(n) * np.sqrt(t**2 / (n - 2 + t**2))
    return (
        np.nanmean(rest) <= 1e-9
        and c.tasks[order[0]] == task
        and close(largest, np.exp(found[order[0]]) if c.comparison.scores.scale == "log" else found[order[0]])
        and (d[-1] - d.mean()) / d.std(ddof=1) > grubbs * (1 - 1e-9)
    )


def unfilled(c):
    """Return how many tasks have no imputed score, and the pairs whose verdicts differ on these alone."""
    scores, comparison = c.comparison.scores, c.comparison
    filled = {task for task, _ in scores.imputed}
    rows = [i for i, task in enumerate(scores.tasks) if task not in filled]
    if len(rows) < 2:
        return len(rows), []
    part = replace(
        scores,
        values=scores.values[rows],
        decimals=scores.decimals[rows],
        tasks=tuple(scores.tasks[i] for i in rows),
        imputed=(),
    )
    alone = Case(compare(part, comparison.analysis), ())
    words = [
        (a, b)
        for a, b in c.pairs
        if (c.verdict(a, b), *not_worse(c, a, b)) != (alone.verdict(a, b), *not_worse(alone, a, b))
    ]
    return len(rows), words


def not_worse(c, a, b):
    """Return whether the first is shown to be equivalent, and not worse, where the verdict is open."""
    if not c.analysis.rope or c.verdict(a, b) or c.analysis.test in RANKS or c.comparison.verdict is not None:
        return False, False
    equal = c.p(a, b, "adjusted_equivalence_pvalue") <= c.alpha
    return equal, equal or c.p(a, b, "adjusted_not_worse_pvalue") <= c.alpha


def changed_at(c, alpha):
    """Return how many verdicts another level would change."""
    other = Case(replace(c.comparison, analysis=replace(c.analysis, alpha=alpha)), ())
    said = [
        [(case.verdict(a, b), *not_worse(case, a, b), *not_worse(case, b, a)) for a, b in c.judged]
        for case in (c, other)
    ]
    return sum(first != second for first, second in zip(*said, strict=True))


def by_clusters(c):
    return c.test in ("clustered-signed-rank", "datta-satten", "cluster-sign-flip")


def rejects_all(c):
    """Whether the test of all methods that decides rejects."""
    found, test = c.comparison, c.comparison.omnibus
    gappy = found.skillings_mack.pvalue if found.skillings_mack else np.nan
    p = {"exact": found.friedman.exact_pvalue, "f": found.iman_davenport.pvalue, "skillings-mack": gappy}
    p = p.get(test, found.friedman.pvalue)
    return p is not None and p <= c.alpha


def unchanged_by_others(c):
    """Whether the p-values of pairs stay the same without some third comparate."""
    if c.k == 2:
        return True
    a, b = c.comparison.names[:2]
    scores = c.comparison.scores
    kept = [scores.comparates.index(name) for name in (a, b)]
    values = scores.values[:, kept]
    there = ~np.isnan(values).all(axis=1)
    alone = Scores(
        values[there],
        scores.decimals[there][:, kept],
        tuple(t for t, k in zip(scores.tasks, there, strict=True) if k),
        (a, b),
        higher_is_better=scores.higher_is_better,
        missing=scores.missing,
        clusters=scores.clusters,
    )
    same = {name: getattr(c.analysis, name) for name in ("test", "alpha", "sides", "control", "pvalue_method")}
    if same["sides"] == "ours" and c.analysis.control not in (a, b):
        same["sides"] = "two"
    found = float(compare(alone, Analysis(**same)).pair_statistics.pvalue[0])
    return found == c.p(a, b) or (np.isnan(found) and np.isnan(c.p(a, b)))


def likely(sign, text, probability):
    """Whether a probability is at least 0.95, and as printed."""
    printed = {">": probability > number(text) - 1e-12, "at least ": probability >= number(text)}
    return probability >= 0.95 and printed.get(sign, close(text, probability))


LIKELIEST = {
    "signed-rank": "likeliest mean result on two further tasks",
    "sign": "likeliest result on a further task",
    "hierarchical": "likeliest result on a further task",
    "correlated-t": "largest group of these tasks",
}
"""What the probability of the Bayesian test of a pair is of."""

# fmt: off
ROWS = [
    (r"The p-value of each pair is as supplied by (.*): what it assumes, and whether it depends on other methods, is for its source to say\.",
     lambda c, m: c.test == "supplied" and m[1] == c.analysis.pvalues.name),
    (r"A significant pair is decided for the method with the better mean score\.", lambda c, m: c.test == "supplied"),
    (r"Tests other than those of pairs treat the tasks as independent draws from the population of interest( and ignore variation from splits and seeds)?\.",
     lambda c, m: c.test == "supplied" and bool(m[1]) == (c.repeats == 0)),
    (r"Figure fig-mcm is a multi-comparison matrix: differences and counts in a cell come from its two methods alone; what its p-value depends on is for its source to say\.",
     lambda c, m: c.test == "supplied" and c.k > 2),
    # ---- how the subject stands
    (rf"{X} has the (highest|lowest) mean score{WHOLE}, {N}, followed by {FOLLOWERS}{FIGURE}\.",
     lambda c, m: standing(c, m[1], m[2], m[6], m[4], m[5]) and (not m[3] or number(m[3]) == c.k) and following(c, m[7], 2)),
    (rf"{XS} share the (highest|lowest) mean score{WHOLE}, {N}, followed by {FOLLOWERS}{FIGURE}\.",
     lambda c, m: {*names_in(m[1])} == {a for a in c.names if c.place[a] == 1} and close(m[6], c.mean[m[1][0]]) and following(c, m[7], 1 + len(names_in(m[1])))),
    (rf"{X} has the (higher|lower) mean score(?: over {TASK}{GAPS})?, {N} against {N} for {X}{FIGURE}\.",
     lambda c, m: standing(c, m[1], m[2], m[5], m[3], m[4]) and close(m[6], c.mean[m[7]]) and c.k == 2),
    (rf"{X} has the (highest|lowest) mean score{WHOLE}, with {N}; {XS} \({N}\) leads?{FIGURE}\.",
     lambda c, m: standing(c, m[1], m[2], m[6], m[4], m[5]) and all(standing(c, a, "", m[8], m[4], m[5], place=1) for a in names_in(m[7]))),
    (rf"{X} is (\w+){WHOLE} by mean score, with {N}; {XS} \({N}\) leads?{FIGURE}\.",
     lambda c, m: standing(c, m[1], "", m[6], m[4], m[5], place=number(m[2])) and {*names_in(m[7])} == {a for a in c.names if c.place[a] == 1}),
    (rf"(?:Both|All \w+) methods have the same mean score over {TASK}{GAPS}, {N}{FIGURE}\.",
     lambda c, m: np.ptp(list(c.mean.values())) < 1e-9),
    (rf"We ask which of {X} and {X} is better on {TASK}(?: by .*?)? \((higher|lower) is better\)\.",
     lambda c, m: {m[1], m[2]} == {*c.names} and number(m[3]) == c.n and SIDE[m[4]] == c.sign),
    (rf"We ask whether {XS} (?:is|are) better than (\w+) other methods? on {TASK}(?: by .*?)? \((higher|lower) is better\)\.",
     lambda c, m: m[1][0] == c.subject and number(m[2]) == c.k - len(names_in(m[1])) and number(m[3]) == c.n and SIDE[m[4]] == c.sign),
    (rf"We ask which of (\w+) methods is best on {TASK}(?: by .*?)? \((higher|lower) is better\)\.",
     lambda c, m: number(m[1]) == c.k and number(m[2]) == c.n and SIDE[m[3]] == c.sign),
    (r"We assume that (higher is better)?(?:, and that )?(methods stand in columns and tasks in rows)?: the table does not say so\.",
     lambda c, m: bool(m[1] or m[2]) and tuple(compress(ASSUMED, (m[1], m[2]))) == c.comparison.scores.assumed),
    # ---- the verdicts on it
    (r"[A-P] is significantly better than (.*?) \((.*)\): (its mean.*|the median.*), and it wins on (.*)\.", lambda c, m: decided(c, m, 1)),
    (r"[A-P] is significantly worse than (.*?) \((.*)\): (its mean.*|the median.*), and it loses on (.*)\.", lambda c, m: decided(c, m, -1)),
    (rf"(?:Against {X}, the nearest of them, the|The) Hodges–Lehmann (?:difference|ratio) is {N} \((?:no )?([\d.]+)% interval(?: (\[.*\])|: too few (?:tasks|clusters))\)\.",
     lambda c, m: close(m[3], 100 * (1 - c.alpha)) and any(typical(c, b, m[2], m[4]) and bounded_shift(c, m[0], c.subject, b) and c.verdict(c.subject, b) != 0 for b in (m[1] or c.names) if b != c.subject)),
    (rf"(?:No rival beats ([A-P]) on (any|\d+)(?: task(?: where it has a score)?)?|([A-P]) is beaten on each)(?: of the (\d+) tasks?)?(?:; its largest deficit is (?:{N}, )?to {X} on (\S+?)(?:, with {N} times the score)?)?\.",
     lambda c, m: (m[1] or m[3]) == c.subject and bool(m[8]) <= (c.comparison.scores.scale == "log") and fails(c, unbeaten(c, m[2]), int(m[4] or unbeaten(c, "any")), m[7], m[5] or m[8], m[6])),
    (rf"By the test, {X} is significantly better than (.*?)(?: \((.*)\))?, although its mean is no better: it wins on .*",
     lambda c, m: all(c.verdict(m[1], b) == 1 and c.gain(m[1], b) < 1e-3 for b in c.rivals(m[2], 1) if "rival" not in m[2])),
    (rf"By the test, {X} is significantly worse than (.*?)(?: \((.*)\))?, although its mean is no worse: it loses on .*",
     lambda c, m: all(c.verdict(m[1], b) == -1 and c.gain(m[1], b) > -1e-3 for b in c.rivals(m[2], -1) if "rival" not in m[2])),
    (r"[A-P] is significantly (better|worse) than (.*); the comparisons with the other (\w+) are inconclusive\.",
     lambda c, m: all(c.verdict(c.subject, b) == (1 if m[1] == "better" else -1) for b in (names_in(m[2]) if "rival" not in m[2] else []))
     and number(m[3]) == sum(c.open(c.subject, b) for b in c.names if b != c.subject) == c.k - 1 - sum(c.verdict(c.subject, b) != 0 for b in c.names if b != c.subject)),
    (r"[A-P] is significantly (better|worse) than ([^(:]*): (?:its mean|the median).*",
     lambda c, m: c.comparison.verdict is not None and all(c.verdict(c.subject, b) == (1 if m[1] == "better" else -1) for b in names_in(m[2]))),
    (r"[A-P] is significantly (better|worse) than ([^:(;]*)\.",
     lambda c, m: all(c.verdict(c.subject, b) == (1 if m[1] == "better" else -1) for b in (names_in(m[2]) if "rival" not in m[2] else []))
     and len(c.rivals(m[2] if re.match("all|both", m[2]) else "rival", 1 if m[1] == "better" else -1)) == (len(names_in(m[2])) if "rival" not in m[2] else c.k - 1 if re.match("all|both", m[2]) else number(m[2].split()[0]))),
    (r"None of the differences between [A-P] and its \w+ rivals is significant.*", lambda c, m: not any(c.verdict(c.subject, b) for b in c.names if b != c.subject)),
    (r"The difference from ([A-P]) is not significant.*", lambda c, m: c.verdict(c.subject, m[1]) == 0),
    (rf"(?:This advantage|The smallest of these advantages, over {X},) depends on (one|\w+) tasks?, (\S+) \(×?{N}\)(?: above all)?, and would vanish without (?:it|them)\.",
     lambda c, m: outlier(c, c.subject, m[1] or next(b for b in sorted(c.names, key=lambda b: c.gain(c.subject, b)) if b != c.subject and c.verdict(c.subject, b) == 1 and c.gain(c.subject, b) > 5e-7), int(number(m[2])), m[3], m[4])),
    # ---- what stays open
    (rf"(?:The comparison with ([A-P]) is(?: also)? inconclusive: )?{X} (?:wins|loses) .*",
     lambda c, m: c.verdict(m[2], other(c, m)) == 0 and counts(c, m[0], m[2], other(c, m)) and printed(c, m[0], m[2], other(c, m))),
    (r"The comparisons? with ([A-P]\b.*|both rivals|all \w+ rivals) (?:is|are) inconclusive\.", lambda c, m: all(c.verdict(c.subject, b) == 0 for b in c.rivals(m[1], 0))),
    (r"The comparisons with (\w+) of its (\w+) rivals are inconclusive\.",
     lambda c, m: number(m[1]) == sum(c.open(c.subject, b) for b in c.names if b != c.subject) and number(m[2]) == c.k - 1),
    (rf"Its mean(?: on shared tasks)? is {N} times as large(?:, which depends on (one|\w+) tasks?, (\S+) \(×{N}\)(?: above all)?, and would vanish without (?:it|them))?; .*",
     lambda c, m: c.comparison.scores.scale == "log" and any(
         close(m[1], np.exp(c.sign * c.gain(c.subject, b))) and median(c, m[0], c.subject, b) and (not m[2] or outlier(c, c.subject, b, int(number(m[2])), m[3], m[4])) for b in c.names if b != c.subject)),
    (rf"Its mean (?:dis)?advantage of {N} depends on (one|\w+) tasks?, (\S+) \({N}\)(?: above all)?, and would vanish without (?:it|them); .*",
     lambda c, m: any(outlier(c, c.subject, b, int(number(m[2])), m[3], m[4]) and close(m[1], abs(c.gain(c.subject, b))) for b in c.names if b != c.subject)),
    (rf"Its mean score(?: on shared tasks)? is {N} (higher|lower); the median difference.*",
     lambda c, m: any(close(m[1], abs(c.gain(c.subject, b))) and c.gain(c.subject, b) * SIDE[m[2]] * c.sign > 0 and median(c, m[0], c.subject, b) for b in c.names if b != c.subject)),
    (r"Their means are equal; .*", lambda c, m: any(abs(c.gain(c.subject, b)) < 1e-12 and median(c, m[0], c.subject, b) for b in c.names if b != c.subject)),
    (rf"Their means differ by at most ×?{N}; .*", lambda c, m: any(abs(c.gain(c.subject, b)) <= (np.log(number(m[1])) if "×" in m[0] else number(m[1])) and median(c, m[0], c.subject, b) for b in c.names if b != c.subject)),
    (rf"{X} and {X} have the same score on (?:every|the only) task\.", lambda c, m: not c.differences(m[1], m[2]).any()),
    (rf"On (\d+) of the (\d+) tasks?, the two are within {N} of each other\.",
     lambda c, m: number(m[3]) == c.analysis.rope and any(int(m[1]) == near(c, c.subject, b, c.analysis.rope) for b in c.names if b != c.subject)),
    (r"The tests show neither .* equivalent within ±([\d.]+)\.", lambda c, m: number(m[1]) == c.analysis.rope and any(c.open(c.subject, b) for b in c.names if b != c.subject)),
    # ---- what is shown within a margin
    (r"[A-P] is equivalent to (.*) within ±([\d.]+)(?: \(.*\))?\.",
     lambda c, m: number(m[2]) == c.analysis.rope and all(c.verdict(c.subject, b) == 0 and c.not_worse(c.subject, b) and c.not_worse(b, c.subject) for b in names_in(m[1]))),
    (r"[A-P] is not worse than (.*) by ([\d.]+) or more(?: \(.*\))?\.",
     lambda c, m: number(m[2]) == c.analysis.rope and all(c.verdict(c.subject, b) == 0 and c.not_worse(c.subject, b) and not c.not_worse(b, c.subject) for b in names_in(m[1]))),
    (r"[A-P] differs from (.*) by less than ([\d.]+)\.",
     lambda c, m: all(c.verdict(c.subject, b) != 0 and abs(c.location(c.subject, b)) < c.analysis.rope + 1e-9 for b in names_in(m[1]))),
    (r"The same tests, one-sided and of differences shifted by ([\d.]+), decide .*", lambda c, m: number(m[1]) == c.analysis.rope and c.analysis.test not in RANKS),
    (rf"The comparisons? with (.*?) (?:is|are) also inconclusive(?: \((?:corrected, )?(p .*?)( each| or more)?\))?: the mean of {X}(?: on shared tasks)? is (?:up to {N} (higher|lower) and up to {N} (higher|lower)|.* (?:higher|lower)|at most .* from theirs|{N}(?: to {N})? times as large)\.",
     lambda c, m: all(c.verdict(m[4], b) == 0 for b in names_in(m[1])) and (m[5] is None or ((m[6], m[8]) == ("lower", "higher")[:: c.sign] and spread(c, m[4], names_in(m[1]), m[5], m[7])))
     and (m[9] is None or not names_in(m[1]) or within((m[9], m[10]), [float(np.exp(c.sign * c.gain(m[4], b))) for b in names_in(m[1])]))
     and (not m[2] or not names_in(m[1]) or bounded(m[2], [min(c.p(m[4], b, "adjusted_pvalue") for b in names_in(m[1]))]))
     and (m[3] != " each" or all(bounded(m[2], [c.p(m[4], b, "adjusted_pvalue")]) for b in names_in(m[1])))),
    # ---- how many pairs differ
    (r"(?:Of all (\S+) pairs, (\S+)|(\w+) of the (\w+) pairs|All (\S+) pairs|None of the (\S+) pairs) differs? significantly at α = ([\d.]+)(?:(, with or without correction)| after correction; (\w+) do(?:es)? without it)?(?: \(.*\))?\.",
     lambda c, m: number(m[1] or m[4] or m[5] or m[6]) == len(c.pairs) and number(m[2] or m[3] or m[5] or "no") == c.n_significant() and number(m[7]) == c.alpha
     and (not c.corrected or c.n_significant("pvalue") == number(m[9] or m[2] or m[3] or m[5] or "no")) and bool(m[8] or m[9]) == c.corrected),
    (r"The two methods (do not )?differ significantly at α = .*", lambda c, m: bool(c.n_significant()) != bool(m[1])),
    (rf"With (\w+) (?:task|cluster)s?, no outcome could be significant(?: at α = ([\d.]+): the least attainable p-value(, corrected,)? is {N})?; at least (\w+)(?: (?:task|cluster)s)? are needed\.",
     lambda c, m: c.n_significant("adjusted_pvalue") == 0 and number(m[5]) > number(m[1])),
    # ---- mean ranks
    (rf"The best mean rank is that of {XS} \({N}\)(?:, the worst that of {X} \({N}\))?\.",
     lambda c, m: {*names_in(m[1])} == {a for a in c.names if c.rank[a] < min(c.rank.values()) + 1e-9} and close(m[2], min(c.rank.values())) and (not m[3] or abs(c.rank[m[3]] - max(c.rank.values())) < 1e-9)),
    (rf"{X} is (\w+) by mean rank \({N}\)(?: and (\w+) by mean score)?\.",
     lambda c, m: number(m[2]) == 1 + sum(r < c.rank[m[1]] - 1e-9 for r in c.rank.values()) and close(m[3], c.rank[m[1]]) and (not m[4] or number(m[4]) == c.place[m[1]])),
    (rf"Means and mean ranks disagree on who is best: {X} has the (?:best|better) mean rank, {X} the (?:highest|lowest|higher|lower) mean score(?: of the (\w+) methods over {TASK}{GAPS}, {N})?\.",
     lambda c, m: c.place[m[2]] == 1 and c.rank[m[1]] < min(c.rank.values()) + 1e-9 < c.rank[m[2]] and (not m[3] or (number(m[3]) == c.k and standing(c, m[2], "", m[6], m[4], m[5])))),
    (rf"{X}, the (?:best|better) by mean score, ((?:wins|loses) .*) against {X}, the (?:best|better) by mean rank(?:; .*)?\.",
     lambda c, m: c.place[m[1]] == 1 and c.rank[m[3]] < min(c.rank.values()) + 1e-9 < c.rank[m[1]] and counts(c, m[2], m[1], m[3])),
    (r"Means and ranks are taken over different tasks here\.", lambda c, m: c.gaps),
    (r"A (?:Friedman|Skillings–Mack) test finds (?:a difference between the two|differences among the \w+) methods \(.*", lambda c, m: friedman(c, m[0]) <= c.alpha and named(c, m[0])),
    (r"A (?:Friedman|Skillings–Mack) test finds no difference (?:between the two|among the \w+) methods \(.*\)(, in agreement with the tests of pairs|, so that the significant differences between pairs have little support|; the significant differences between pairs rest on tests and a correction of their own)?\.",
     lambda c, m: friedman(c, m[0]) > c.alpha and (not m[1] or (("agreement" in m[1]) == (c.n_significant() == 0) and ("a correction" not in m[1] or c.corrected)))),
    (r"Mean ranks and the Friedman test are undefined here: .*", lambda c, m: c.complete < 2 or all(np.isnan(list(c.rank.values()))) or c.comparison.friedman.statistic != c.comparison.friedman.statistic),
    # ---- limits
    (rf"On (\w+) tasks, the smallest possible p-value(?: in comparisons with ([A-P]))? is {N}(?: \({N} after correction, where one pair alone has it\))?, so that one or two losses can keep a difference from being significant\.",
     lambda c, m: (m[2] or "") == (c.analysis.control if c.analysis.sides == "ours" and any(c.analysis.control not in pair for pair in c.judged) else "") and (c.analysis.test not in ("wilcoxon", "sign") or close(m[3], 2.0 ** ((c.analysis.sides == "two") - max(len(c.differences(a, b)) for a, b in c.pairs))))),
    (r"On (\d+) of the (\d+) tasks, the two tie, which says nothing about which is better\.", lambda c, m: number(m[1]) == c.count(*c.names)[1]),
    (rf"Of all comparisons on single tasks, (\d+)% are ties, which say nothing about which is better; {X} and {X} tie most often \((\d+) of (\d+) tasks\)\.",
     lambda c, m: close(m[1], 100 * sum(c.count(a, b)[1] for a, b in c.pairs) / sum(len(c.differences(a, b)) for a, b in c.pairs)) and number(m[4]) == c.count(m[2], m[3])[1] == max(c.count(a, b)[1] for a, b in c.pairs)),
    (r"The scale of differences varies by task: three of the (\w+) tasks, (\S+) above all, account for (> )?(\d+)% of their size, so that means say little about the others\.",
     lambda c, m: dominated(c, m[2], number(m[4]))),
    (r"Because scores are missing, means are over different tasks: the order of means says less than comparisons of pairs.*\.", lambda c, m: c.gaps),
    (r"The (?:(\w+) )?(\w+) of a task(?:, up to (\w+),)? are no additional tasks: the evidence comes from .* runs\.", lambda c, m: number(m[1] or m[3]) == c.repeats and m[2] == c.repeat),
    (r"(?:The verdict|All \S+ verdicts|Of the (\w+) verdicts, (\w+)) would change at α = ([\d.]+)(?:, and (all|\w+) at α = ([\d.]+))?\.",
     lambda c, m: number(m[1] or str(c.family)) == c.family and changed_at(c, number(m[3])) == (number(m[2]) if m[2] else c.family) > 0
     and (c.family == 1 if m[5] is None else {number(m[3]), number(m[5])} == {c.alpha / 2, 2 * c.alpha} and changed_at(c, number(m[5])) == (c.family if m[4] == "all" else number(m[4].replace("none", "no"))))),
    # ---- what remains
    (rf"{X} alone has no significantly better rival\.", lambda c, m: c.unbeaten() == {m[1]} and len(c.judged) == len(c.pairs)),
    (rf"Only {XS} have no significantly better rival; the tests of pairs do not decide between them\.", lambda c, m: c.unbeaten() == {*names_in(m[1])} and len(c.judged) == len(c.pairs)),
    (r"Of the (\w+) methods, (\w+) have no significantly better rival(?:, ([A-P])( not)? among them)?; the tests of pairs do not decide between them\.",
     lambda c, m: (len(c.unbeaten()), c.k) == (number(m[2]), number(m[1])) and (not m[3] or (m[3] in c.unbeaten()) == (not m[4]))),
    (r"The tests of pairs do not decide between the (\w+) methods(, although not all of them are alike)?\.", lambda c, m: number(m[1]) == c.k and c.n_significant() == 0 and bool(m[2]) == (c.k > 2 and not 0 < c.clusters < c.n and rejects_all(c))),
    # ---- what was done
    (r"Of (\d+) runs, (\d+) failed or did not end and have no score\.", lambda c, m: (int(m[2]), int(m[1])) == c.comparison.scores.failed),
    (r"Logarithms are compared: means are reported as (?:geometric )?means, and differences as ratios; ranks and wins stay as they are\.",
     lambda c, m: c.comparison.scores.scale == "log" and np.nanmin(c.comparison.scores.values) < np.nanmax(c.comparison.scores.values) + 1),
    (r"Each score is divided by the best of its task, so that differences depend on the best method there; ranks and wins stay as they are\.",
     lambda c, m: c.comparison.scores.scale == "relative" and bool(np.all((np.nanmax if c.sign > 0 else np.nanmin)(c.comparison.scores.values, axis=1) == 1))),
    (r"The comparison is by (skill )?score relative to ([A-P])( \(the share by which scores are better than those of ([A-P])\))?, on each task; ranks and wins stay as they are\.",
     lambda c, m: bool(m[1]) == bool(m[3]) and m[4] in (None, m[2]) and bool(np.all(c.values[m[2]] == (0 if m[1] else 1))) and c.sign > (0 if m[1] else -2)),
    (r"Each score is the (arithmetic )?mean of (?:up to )?(\w+) (\w+)( of the same experiment)?; the tests use the means only\.",
     lambda c, m: bool(m[1]) == (c.comparison.scores.scale == "log") and number(m[2]) == c.repeats and m[3] == c.repeat and (not m[4]) == (m[3] == "folds")),
    (r"Some scores are missing\.|Each pair is compared on the tasks on which both methods have a score, .*", lambda c, m: c.gaps),
    (r"Ranks are taken on the (\d+) of (\d+) tasks on which every method has a score\.", lambda c, m: (number(m[1]), number(m[2])) == (c.complete, c.n)),
    (r"Too few tasks have all scores, so that there are no ranks\.", lambda c, m: c.complete < 2),
    (r"Pairs are compared by (two-sided )?Wilcoxon signed-rank tests, with zero differences ranked and then dropped; p-values are exact( for up to 50 non-zero differences, else normal with a correction for ties)?\.",
     lambda c, m: c.analysis.test == "wilcoxon" and bool(m[1]) == (c.analysis.sides == "two") and bool(m[2]) == (max(len(c.differences(a, b)) for a, b in c.pairs) > 50)),
    (r"The null hypothesis is symmetry about zero: skewness alone can make p small\.", lambda c, m: c.analysis.test == "wilcoxon"),
    (r"Hodges–Lehmann (?:differences \(first minus second\)|(ratios) \(first over second\)) have uncorrected (clustered )?signed-rank intervals, conservative with ties\.", lambda c, m: bool(m[2]) == bool(c.comparison.scores.clusters) and bool(m[1]) == (c.comparison.scores.scale == "log")),
    (r"For each pair, the sign test .*", lambda c, m: c.analysis.test == "sign"),
    (r"For each pair, the paired t test .*", lambda c, m: c.analysis.test == "t"),
    (r"For each pair, the difference of the mean ranks is set against .*", lambda c, m: c.analysis.test in ("friedman-z", "conover")),
    (r"Pairs are judged by the Nemenyi test: .*|It allows for all pairs at once.*", lambda c, m: c.analysis.test == "nemenyi"),
    (r"A p-value of at most α = ([\d.]+) is called significant; with one pair there is nothing to correct\.", lambda c, m: number(m[1]) == c.alpha and c.family == 1),
    (r"A p-value of at most α = ([\d.]+) is called significant, without correction for multiple testing: if no methods differed, (?:up to about (\S+) of the \S+ tests would be expected to reject|each test would reject with a probability of up to α)\.",
     lambda c, m: c.analysis.correction == "none" and (not m[2] or number(m[2]) == round(c.alpha * c.family))),
    (r"Significant means p ≤ ([\d.]+) after (\S+) .*?correction over (\w+) (?:pairs?|comparisons? with [A-P])(?: \(.*\))?(, which (bounds|would bound) the probability of any false rejection under any dependence of (its|the) tests(, if the (?:differences are normal|p-values hold))?(, had the sides been chosen beforehand)?)?\.",
     lambda c, m: number(m[1]) == c.alpha and c.corrected and m[2].split("'")[0].split("–")[0].lower() in c.analysis.correction and number(m[3]) == c.family
     and (not m[4] or (c.analysis.correction in ("holm", "bonferroni") and (c.analysis.test not in RANKS or c.k == 2) and bool(m[7]) == (c.analysis.test in ("t", "supplied")) and bool(m[8]) == (c.analysis.sides == "better") == (m[5] == "would bound") and (m[6] == "its") == (len(c.judged) < len(c.pairs))))),
    (r"The p-values hold where all methods perform alike(, and so does the correction's bound on the probability of any false rejection)?; .*",
     lambda c, m: c.analysis.test in RANKS and (not m[1] or c.analysis.correction in ("holm", "bonferroni"))),
    # ---- sides, families
    (r"Each test is one-sided, towards the method with the better mean score: .*", lambda c, m: c.analysis.sides == "better"),
    (rf"Each test of {X} against a rival is one-sided; the alternative, that {X} is better, must be stated before the results are seen\.",
     lambda c, m: c.analysis.sides == "ours" and m[1] == m[2] == c.analysis.control and not any(c.verdict(m[1], b) < 0 for b in c.names if b != m[1])),
    (rf"No such test can show that {X} is worse\.", lambda c, m: c.analysis.sides == "ours" and m[1] == c.analysis.control),
    (rf"None of these tests can show that {X} is worse\.",
     lambda c, m: c.analysis.sides == "ours" and m[1] == c.analysis.control and any(c.open(m[1], b) and c.sign * c.mean[m[1]] < c.sign * c.mean[b] for b in c.names if b != m[1])),
    (r"Pairs of rivals are tested on both sides\.", lambda c, m: c.analysis.sides == "ours" and any(c.analysis.control not in pair for pair in c.judged)),
    (r"This family must be declared before the results are seen, and the correction covers it alone\.", lambda c, m: len(c.judged) < len(c.pairs) and c.corrected),
    (rf"Only the (?:(\w+) comparisons|comparison) with {X} (?:are|is) judged, a choice that must be made before the results are seen\.",
     lambda c, m: m[2] == c.analysis.control and number(m[1] or "one") == len(c.judged)),
    (rf"(?:None of|Of) the (\w+) comparisons with {X},? ?(?:(only one|\w+) )?shows? a significant difference at α = ([\d.]+)(?: after correction; (\w+) would without it)?(?: \(.*\))?\.",
     lambda c, m: m[2] == c.analysis.control and number(m[1]) == len(c.judged) and number(m[3] or "no") == c.n_significant() and number(m[4]) == c.alpha and bool(m[5]) == c.corrected and (not m[5] or number(m[5]) == c.n_significant("pvalue"))),
    (rf"The comparison with {X} shows (a|no) significant difference at .*", lambda c, m: m[1] == c.analysis.control and len(c.judged) == 1 and c.n_significant() == (m[2] == "a")),
    (r"There is no verdict on the (?:(\w+) other pairs|other pair); .* where shown, (?:is|are) uncorrected\.", lambda c, m: number(m[1] or "one") == len(c.pairs) - len(c.judged)),
    (r"There is no verdict against (.*): the family of tests leaves (?:that pair|those pairs) out\.",
     lambda c, m: c.subject != c.analysis.control and (c.analysis.control not in names_in(m[1]) if "rival" not in m[1] else number(m[1].split()[0]) == c.k - 2)),
    # ---- the Bayesian test
    (r"Each is the share of posterior draws in which it is the most probable of the three\.", lambda c, m: c.analysis.bayes_test in ("sign", "signed-rank")),
    (r"The Bayesian (sign|signed-rank) test of a pair gives three probabilities: .* \((mean )?scores at most ([\d.]+) apart\), .*",
     lambda c, m: c.analysis.bayes_test == m[1] and bool(m[2]) == ("on average over two tasks" in m[0]) == (m[1] == "signed-rank") and number(m[3]) == c.analysis.rope),
    (rf"By the Bayesian test, with probability (>?)([\d.]+), the (.*) (?:is|is that|is that on which) {X} is better by more than ([\d.]+)\.",
     lambda c, m: m[3] == LIKELIEST[c.analysis.bayes_test] and number(m[5]) == c.analysis.rope and any(likely(m[1], m[2], c.posterior(m[4], b)[0]) for b in c.names if b != m[4] and c.subject in (m[4], b) and c.verdict(m[4], b) == 0)),
    (rf"By the Bayesian test, with probability (>?)([\d.]+), the (.*) (?:is|is that|is that on which) {X} and {X} are at most ([\d.]+) apart\.",
     lambda c, m: m[3] == LIKELIEST[c.analysis.bayes_test] and number(m[6]) == c.analysis.rope and m[4] == c.subject and likely(m[1], m[2], c.posterior(m[4], m[5])[1])),
    (rf"By the Bayesian test, the probability that {X} (?:is better by more than|and {X} are at most) ([\d.]+)( apart)? on average is (>?)([\d.]+)\.",
     lambda c, m: c.analysis.bayes_test == "correlated-t" and c.basis.unit == "repeat" and number(m[3]) == c.analysis.rope
     and any(likely(m[5], m[6], c.posterior(m[1], b)[bool(m[4])]) for b in ([m[2]] if m[2] else c.names) if b != m[1] and c.subject in (m[1], b))),
    (r"By the Bayesian test, however, the difference of [A-P] from (.*) is most probably below ([\d.]+)\.",
     lambda c, m: number(m[2]) == c.analysis.rope and all(c.verdict(c.subject, b) != 0 and c.posterior(c.subject, b)[1] == max(c.posterior(c.subject, b)) for b in names_in(m[1]))),
    # ---- conventions of other tools
    (r"Pairs are judged by the convention (\S+) of (.*)\.", lambda c, m: (m[1], m[2]) == (c.convention.name, c.convention.tool)),
    (r"(.*) test(?: of mean ranks)?(?: \(.*\))?; (?:(.*); )?α = ([\d.]+); (.*)\.",
     lambda c, m: number(m[3]) == c.alpha and c.test == {"Nemenyi": "nemenyi", "Conover's": "conover", "Normal": "friedman-z"}.get(m[1], "wilcoxon") and (m[1].startswith("Two") == (c.convention.alternative == "two") or c.test != "wilcoxon") and ("not corrected for ties" in m[4]) == c.convention.omnibus.endswith("uncorrected") and ("no correction" in (m[2] or "")) == (c.test != "nemenyi" and c.convention.rule == "none")),
    (r"(?:All|Both) methods are compared by the (?:Friedman|Skillings–Mack) test, corrected for ties.*", lambda c, m: named(c, m[0])),
    (r"The tasks are in (\w+) clusters?, within which they may depend on each other in any way\.", lambda c, m: number(m[1]) == c.clusters > 0 and by_clusters(c)),
    (r"The sum of the differences of a pair is compared with the sums .* jointly symmetric about zero\.", lambda c, m: c.test == "cluster-sign-flip"),
    (r"Pairs are compared by the signed-rank test of Datta and Satten, .* of a random cluster is symmetric about zero\.", lambda c, m: c.test == "datta-satten"),
    (r"Pairs are compared by the signed-rank test for clustered data, .* jointly symmetric about zero\.", lambda c, m: c.test == "clustered-signed-rank"),
    (r"The p-values are (two-sided|one-sided.*) \((?:zeros ranked and dropped after Pratt; )?(exact|normal|all changes of sign)(.*)\)\.",
     lambda c, m: by_clusters(c) and (m[2] == "normal") == (c.analysis.pvalue_method == "asymptotic") and (m[2] == "all changes of sign") <= (c.test == "cluster-sign-flip") == ("zeros" not in m[0])),
    (r"The tasks count as (\w+) clusters?, so that there is less evidence than their number, (\d+), suggests(?:(: tests of pairs and intervals of means allow for this, mean ranks and the ([\w–]+) test do not)|(: intervals allow for this, mean ranks and the tests do not))?\.",
     lambda c, m: number(m[1]) == c.clusters < c.n == number(m[2]) and bool(m[3]) == by_clusters(c) and bool(m[5]) == (not by_clusters(c) and c.test != "supplied")
     and m[4] in (None, "Skillings–Mack" if c.comparison.skillings_mack else "Friedman")),
    (r"On (\w+) clusters?, the smallest possible p-value(?: in comparisons with [A-P])? is (\S+?)(?: \(\S+ after correction, where one pair alone has it\))?, so that .*",
     lambda c, m: by_clusters(c) and number(m[1]) <= c.clusters and (c.analysis.pvalue_method == "asymptotic" or number(m[1]) > 14 or close(m[2], 2.0 ** (1 - number(m[1]))))),
    (r"Missing scores \((\d+)\) are (put below all others of their task|those of ([A-P]))\.", lambda c, m: imputed(c, int(m[1]), m[3])),
    (r"Fewer than two tasks have all their scores, so that it is unknown how far verdicts depend on imputed ones\.", lambda c, m: unfilled(c)[0] < 2),
    (r"On the (\w+) tasks without imputed scores, (?:((?:the|every) verdict is the same)|(?:the|(\w+) of the (\w+)) verdicts? differs?: (.*?)(, and others)?)\.",
     lambda c, m: number(m[1]) == unfilled(c)[0] > 1 and (c.family if m[4] is None else number(m[4])) == c.family and ("the verdict" in m[0]) == (c.family == 1) and (number(m[3] or ("no" if m[2] else "one")), bool(m[6])) == (len(unfilled(c)[1]), len(unfilled(c)[1]) > 3) and all(
         {f"{a} against {b}", f"{b} against {a}"} & {*re.findall(r"([A-P] against [A-P])", m[5])} for a, b in unfilled(c)[1][:3])),
    (r"Tests of pairs treat the clusters, and all other tests the tasks, as independent draws from the population of interest.*", lambda c, m: by_clusters(c)),
    (r"All tests treat the tasks as independent draws from the population of interest( and ignore variation from splits and seeds)?\.",
     lambda c, m: bool(m[1]) == (c.repeats == 0) and not by_clusters(c)),
    (r"A non-significant difference is no evidence of equivalence\.", lambda c, m: not c.analysis.rope or c.analysis.test in RANKS),
    (r"Mean ranks( and corrected verdicts)? depend on which methods are compared\.", lambda c, m: c.k > 2 and (not m[1] or c.corrected)),
    # ---- what figures and tables show
    (r"Figure fig-mcm is a multi-comparison matrix\.", always),
    (r"Figure fig-mcm is a multi-comparison matrix: the numbers in a cell, uncorrected, come from its two methods alone\.", lambda c, m: unchanged_by_others(c)),
    (r"Figure fig-mcm is a multi-comparison matrix: the numbers in a cell depend on the other methods, too\.", lambda c, m: c.k > 2 and bool(c.comparison.scores.imputed or c.comparison.scores.scale in ("relative", "ratio", "skill"))),
    (r"Figure fig-mcm is a multi-comparison matrix: differences and counts in a cell come from its two methods alone, its p-value from all\.", lambda c, m: c.analysis.test in RANKS),
    (r"Tables? tab-\S+ (?:lists|goes) .*", always),
    (r"(.*)", lambda c, m: c.comparison.verdict is not None and m[1] in c.convention.note),
]
# fmt: on
"""What a sentence says, as a pattern, and when it is true."""


def other(c, m):
    """Return the rival of an open question: it is named, or there are only two."""
    return m[1] or next(b for b in c.names if b != m[2])


def counts(c, said, own, rival):
    """Whether wins, losses and ties are as said."""
    wins, ties, losses = c.count(own, rival)
    found = re.search(r"wins (\w+)(?: and|,) loses (\w+)(?: and ties (\d+))? of the (\d+) tasks", said)
    if not found:
        return (wins if "wins" in said else losses) == wins + ties + losses
    return [number(x or "0") for x in found.groups()] == [wins, losses, ties, wins + ties + losses]


def printed(c, said, own, rival):
    """Whether the p-values in a bracket are those of the pair, before and after correction."""
    found = re.search(r"\((p [^;)]*)(?:; corrected, (p [^)]*))?\)", said)
    return not found or (
        bounded(found[1], [c.p(own, rival)])
        and (not found[2] or bounded(found[2], [c.p(own, rival, "adjusted_pvalue")]))
    )


def median(c, said, a, b):
    """Whether what is said of the median difference of two is so, and whether its neighbour has an interval."""
    if "Hodges" in said and not bounded_shift(c, said, a, b):
        return False
    value = float(np.median(c.differences(a, b))) if len(c.differences(a, b)) else np.nan
    if "median difference is zero" in said or re.search(r"median ratio is 1(?:,|\.$)", said):
        return abs(value) < 1e-12
    if bound := re.search(rf"median (?:difference|ratio) is at most (×?){N}[.,]", said):
        return abs(value) <= (np.log(number(bound[2])) if bound[1] else number(bound[2]))
    size = re.search(rf"median (?:difference|ratio)(?: is|,) {N}", said)[1]
    ahead = re.search(r"in favour of ([A-P])", said)
    side = np.sign(c.gain(a, b))
    logarithms = c.comparison.scores.scale == "log"
    return close(size, np.exp(c.sign * value) if logarithms else c.sign * value) and (
        np.sign(value) == (1 if ahead[1] == a else -1) if ahead else value * side >= 0 or side == 0
    )


def spread(c, own, rivals, behind, ahead):
    """Whether a mean is up to so much behind and ahead of those of some rivals, where they are named."""
    gains = [c.gain(own, b) for b in rivals]
    return not gains or (close(behind, -min(gains)) and close(ahead, max(gains)))


def near(c, a, b, distance):
    return int((abs(c.values[a] - c.values[b]) <= distance + 1e-9).sum())


def dominated(c, task, share):
    """Whether three tasks make up that share of the standard deviations of scores, ten times as large as the usual."""
    size = np.nanstd(np.column_stack(list(c.values.values())), axis=1)
    largest = np.sort(size)[-3:]
    return (
        c.tasks[int(size.argmax())] == task
        and largest.sum() / size.sum() > (share - 1) / 100
        and largest.mean() >= 10 * np.median(size)
    )


@pytest.mark.parametrize("first", [0, thorough(8)])
@pytest.mark.parametrize(
    "further",
    [
        pytest.param(further, marks=[pytest.mark.thorough] if further in ("clusters", "contrary") else [])
        for further in [*FURTHER][1:]
    ],
)
def test_every_sentence_is_true_with_further_settings(further, first):
    assert told(range(first, first + 8), further) > 75


@pytest.mark.parametrize("block", [0, 1, thorough(2), thorough(3)])
def test_every_sentence_is_true_of_its_study(block):
    assert told(range(24 * block, 24 * block + 24)) > 200


@pytest.mark.parametrize("n_clusters", [3, 12])
def test_no_test_of_single_tasks_says_of_clusters_that_not_all_are_alike(n_clusters):
    scores = compare(
        {
            name: {f"t{i}": gain + i % 5 / 100 for i in range(12)}
            for name, gain in zip("ABC", (0.3, 0.2, 0.1), strict=True)
        }
    ).scores
    clusters = {task: f"c{i % n_clusters}" for i, task in enumerate(scores.tasks)}
    said = sentences(compare(replace(scores, clusters=clusters), test="cluster-sign-flip", alpha=0.001), ())
    assert any("A Friedman test finds differences" in sentence for sentence in said)
    said = [sentence for sentence in said if "The tests of pairs do not decide between the three methods" in sentence]
    assert [", although not all of them are alike" in sentence for sentence in said] == [n_clusters == 12]


def told(seeds, further=""):
    """Check every sentence of some studies, and return how many there are."""
    n = 0
    for seed in seeds:
        try:
            comparison, ours = drawn(seed, further)
        except ComparatexError:
            continue
        case = Case(comparison, ours)
        said = [sentence for line in sentences(comparison, ours) for sentence in sentences_of(line)]
        if comparison.scores.scale == "log":  # where `Case.mean` is the geometric one
            said = [re.sub(r"geometric (?=means?\b)", "", sentence) for sentence in said]
        for sentence in said:
            judge(ROWS, case, sentence, f"study {seed}")
        n += len(said)
        assert sum("We assume" in sentence for sentence in said) == 2 * bool(comparison.scores.assumed), "once each"
    return n


def test_limits_name_the_tests_that_know_of_no_clusters_and_the_family_of_verdicts():
    rng = np.random.default_rng(2)
    values = np.round(rng.normal([0.7, 0.6, 0.5], 0.1, (12, 3)), 3)
    values[3, 1] = np.nan
    clusters = {f"t{i}": f"c{i // 2}" for i in range(12)}

    def limits(test="wilcoxon", family="all", **reading):
        table = (values, list("ABC"), [f"t{i}" for i in range(12)])
        comparison = compare(read(table, **reading), test=test, family=family, control="A" * (family == "control"))
        return "\n".join(sentences(comparison, ()))

    said = limits(missing="pairwise", cluster=clusters)
    assert "allow for this, mean ranks and the Skillings–Mack test do not." in said
    assert ": intervals allow for this, mean ranks and the tests do not." in limits(
        "conover", missing="drop-tasks", cluster=clusters
    )
    values[3, 1], values[4:, 1] = np.nan, np.nan
    assert " of the two verdicts differ" in limits(family="control", missing="impute=worst")


@pytest.mark.parametrize(
    ("language", "arithmetic", "of_ours", "signed_rank", "sign"),
    [
        (
            "en",
            "the arithmetic mean of three",
            "one-sided in comparisons with A",
            "two further tasks",
            "a further task",
        ),
        ("de", "das arithmetische Mittel aus 3", "Vergleichen mit A, sonst zweis", "zweier weiterer", "einer weiteren"),
        ("fr", "la moyenne arithmétique de 3", "bilatéral entre les autres", "deux autres tâches", "une autre tâche"),
        ("es", "la media aritmética de 3", "bilateral entre los demás", "otras dos tareas", "otra tarea"),
    ],
)
def test_every_language_says_of_what_means_sides_and_probabilities_are(
    language, arithmetic, of_ours, signed_rank, sign
):
    rng = np.random.default_rng(1)
    runs = np.round(rng.normal([[0.8], [0.7], [0.71]], 0.03, (12, 3, 3)), 3)
    tasks = [f"t{i}" for i in range(12)]

    def told(scores=runs, reading=None, **settings):
        comparison = compare(read((scores, list("ABC"), tasks), **(reading or {})), **settings)
        with writing(language):
            return "\n".join(sentences(comparison, ("A",))).replace("\N{NO-BREAK SPACE}", " ")

    logged = told(reading={"repeats_are": "runs"}, scale="log")
    assert arithmetic in logged and "36" in logged
    clusters = {task: f"c{i // 2}" for i, task in enumerate(tasks)}
    assert of_ours in told(reading={"cluster": clusters}, sides="ours", control="A")
    few = runs.mean(axis=2)[:5]  # no test finds a difference
    del tasks[5:]
    for test, said in (("signed-rank", signed_rank), ("sign", sign)):
        assert said in told(few, bayes=True, bayes_test=test, rope=0.001, samples=200)
