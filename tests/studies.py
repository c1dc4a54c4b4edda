"""Random studies of all shapes, and what their scores and p-values say: what the tables of sentences are checked by.

Nothing here is computed by the code that the templates call, but for the p-values, which have tests of their own.
"""
# ruff: noqa: E501  (a sentence stands on one line)

import re
from collections import Counter
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from functools import cache
from itertools import combinations, compress

import numpy as np
import pytest
from scipy import stats

from comparatex.artefacts import artefact, settings_of
from comparatex.data.scores import Scores
from comparatex.errors import ComparatexError, TemplateError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.convention_profiles import CONVENTIONS, find
from comparatex.inference.convention_verdicts import analysis_of
from comparatex.text import Prose, Text

NAMES = "ABCDEFGHIJKLMNOP"
TESTS = ("wilcoxon",) * 6 + ("sign", "t", "nemenyi", "friedman-z", "conover")
CORRECTIONS = ("holm",) * 4 + ("none", "bonferroni", "hochberg", "benjamini-hochberg", "rom")
RANKS = ("nemenyi", "friedman-z", "conover")


@cache
def drawn_items(seed):
    """Draw comparates on the same items: outcomes or graded scores, in groups or alone, with gaps or repeats."""
    rng = np.random.default_rng(seed)
    k, n = int(rng.choice([2, 3, 4])), int(rng.choice([3, 12, 60, 200]))
    ability = 0.5 + rng.choice([0, 0.05, 0.2]) * np.arange(k)
    values = rng.random((n, k)) < ability[None, :] / ability.max() if seed % 2 else rng.random((n, k)) * ability
    values = np.round(values.astype(float), 2)
    more, groups = {}, []
    if seed % 3:
        groups = rng.choice(list("uvwxyz")[: int(rng.choice([2, 3, 6]))], n).tolist()
        more["task_groups"] = {f"item-{i}": f"set {group}" for i, group in enumerate(groups)}
    if seed % 5 == 0:
        values[rng.random((n, k)) < 0.1] = np.nan
        values[[seed % 10 == 5 and group != groups[0] for group in groups] or [False] * n, 0] = np.nan
        values[0] = np.nan_to_num(values[0])
        more["missing"] = "pairwise"
    table = Scores(
        values,
        np.full((n, k), 2, np.int8),
        tuple(f"item-{i}" for i in range(n)),
        tuple(NAMES[:k]),
        higher_is_better=bool(rng.random() < 0.7),
        **more,
    )
    settings = {
        "correction": str(rng.choice(["holm", "none", "bonferroni"])),
        "alpha": float(rng.choice([0.05, 0.1])),
    }
    return compare(table, Analysis(rope=[None, 0.05][seed % 2 or seed % 4 == 0], **settings))


ASSUMED = "higher is better", "methods in columns, tasks in rows"


@cache
def drawn(seed, further=""):
    """Draw a study: a table of some shape, scale, direction, with ties, gaps, outliers or repeats, and a test of it."""
    rng = np.random.default_rng(seed)
    k, n = int(rng.choice([2, 3, 4, 6, 15])), int(rng.choice([1, 2, 4, 6, 9, 12, 20, 30, 60]))
    n = 1 if further == "folds" else n
    values = rng.normal(0, 0.1, (n, k)) + rng.choice([0, 0.02, 0.1, 0.3]) * np.arange(k) + 0.5
    shape = rng.choice(["plain", "plain", "ties", "outlier", "large", "equal", "gaps", "repeats"])
    shape = "repeats" if further == "folds" else shape
    decimals = 1 if shape == "ties" else 4
    if shape == "outlier":
        values[0, 0] += rng.choice([-1, 1]) * 0.2 * n
    if shape == "large":
        values[: max(1, n // 8)] *= 1e4
    if shape == "equal":
        values[:, 1] = values[:, 0]
    if further == "contrary":  # better on most tasks, worse by far on the others
        n, rare = 60, rng.random((60, k)) < 0.3
        values = 0.5 + rng.normal(0, 0.002, (n, k)) + np.where(rare, -0.3, 0.01) * np.arange(k)
        shape = "plain"
    values = np.round(np.exp(np.clip(values, -5, 5)) if further == "scaled" else values, decimals)
    more = {}
    if shape == "gaps":
        values[rng.random((n, k)) < 0.1] = np.nan
        values[0] = np.round(np.nan_to_num(values[0], nan=0.5), 4)
        more["missing"] = "pairwise"
    if shape == "repeats":
        more["repeats"] = np.round(values[:, :, None] + rng.normal(0, 0.01, (n, k, 3)), 4)
        more["repeats_are"], more["repeat_noun"] = (("", ""), ("folds", "fold"), ("runs", "seed"))[n % 3]
        if further == "folds":
            more["repeats"] = np.round(values[:, :, None] + rng.normal(0, 0.03, (n, k, 10)), 4)
            more |= {"splits": tuple(i // 2 if seed % 3 == 0 else 0 for i in range(10)), "one_task": True}
        values = more["repeats"].mean(axis=2)
    if further == "imputed" and n > 1:
        absent = rng.random((n, k)) < 0.15
        absent[0] = np.isnan(values).any(axis=1)[0]
        values, more["missing"] = (
            np.nan_to_num(values, nan=0.5),
            ("impute=worst", f"impute={NAMES[k - 1]}")[seed % 2],
        )
        absent[:, -1] = False
        lower = rng.random() < 0.5
        worst = (np.max if lower else np.min)(np.where(absent, -9 if lower else 9, values), axis=1, keepdims=True)
        worst += (1 if lower else -1) * 10.0**-decimals
        values = np.round(np.where(absent, worst if seed % 2 == 0 else values[:, -1:], values), decimals)
        cells = np.argwhere(absent).tolist()
        more |= {"imputed": tuple((f"{WORDS[i]}-{i}", NAMES[j]) for i, j in cells)}
        shape = "plain" if shape in ("gaps", "repeats") else shape
        for name in ("repeats", "repeats_are", "repeat_noun"):
            more.pop(name, None)
    if further == "clusters":
        more["clusters"] = {f"{word}-{i}": f"c{i // (1 + seed % 3)}" for i, word in enumerate(WORDS[:n])}
    table = Scores(
        values,
        np.full(values.shape, -1 if shape == "repeats" else decimals, np.int8),
        tuple(f"{word}-{i}" for i, word in enumerate(WORDS[:n])),
        tuple(NAMES[:k]),
        higher_is_better=(higher := not lower if "imputed" in more else bool(rng.random() < 0.7)),
        assumed=tuple(compress(ASSUMED, [higher and seed % 3 == 1, seed % 4 == 1])),
        **more,
    )
    test = str(rng.choice(TESTS))
    settings = {"test": test, "rope": [None, None, 0.01, 0.1, 0.4][seed % 5]}
    if test != "nemenyi":
        settings["correction"] = str(rng.choice(CORRECTIONS))
    settings["alpha"] = float(rng.choice([0.05, 0.05, 0.1, 0.01]))
    comparison = compare(table, Analysis(**FURTHER[further](settings, seed, k)))
    ours = tuple(rng.choice(list(NAMES[:k]), 1)) if rng.random() < 0.4 else ()
    return comparison, ours


def one_sided(settings, seed, k):
    test = settings["test"] if settings["test"] in ("sign", "t") else "wilcoxon"
    return settings | {"sides": ("ours", "ours", "better")[seed % 3], "control": NAMES[seed % k], "test": test}


def with_control(settings, seed, k):
    test = settings["test"] if settings["test"] != "nemenyi" else "wilcoxon"
    return settings | {"family": "control", "control": NAMES[seed % k], "test": test}


def bayesian(settings, seed, k):
    rope = settings["rope"] or 0.01
    return settings | {
        "bayes": True,
        "rope": rope,
        "samples": 500,
        "bayes_test": ("signed-rank", "sign")[seed % 2],
    }


def conventional(settings, seed, k):
    name = list(CONVENTIONS)[1:][seed % (len(CONVENTIONS) - 1)]
    return vars(analysis_of(name, settings["alpha"]))


def contrary(settings, seed, k):
    return settings | {"test": ("sign", "wilcoxon")[seed % 2], "correction": "none"}


def clustered(settings, seed, k):
    test = ("clustered-signed-rank", "datta-satten", "cluster-sign-flip", "t")[seed % 4]
    method = ("auto", "asymptotic", "exact")[seed // 4 % 3]
    return settings | {"test": test, "pvalue_method": method}


def scaled(settings, seed, k):
    scale = {"scale": ("relative", "skill", "log")[seed % 3], "relative_to": NAMES[0]} if 3 < seed < 7 else {}
    return settings | {"scale": ("log", "relative")[seed % 2], "correction": "none", "rope": None} | scale


def of_folds(settings, seed, k):
    further = bayesian(settings, seed, k) if seed % 2 else settings
    return further | {"test": "wilcoxon", "sides": ("two", "two", "better")[seed % 3]}


def wins(differences):
    """Return the p-value of the sign test: a test of the user's own."""
    won, lost = int((differences > 0).sum()), int((differences < 0).sum())
    return stats.binomtest(won, won + lost).pvalue if won + lost else 1.0


def supplied(settings, seed, k):
    return settings | {"test": wins, "supplied_by": ("", "our own script")[seed % 2], "rope": None}


FURTHER = {
    "folds": of_folds,
    "supplied": supplied,
    "": lambda settings, seed, k: settings,
    "one-sided": one_sided,
    "control": with_control,
    "Bayesian": bayesian,
    "convention": conventional,
    "contrary": contrary,
    "clusters": clustered,
    "scaled": scaled,
    "imputed": lambda settings, seed, k: settings,
}
"""Studies with further settings, of the same tables."""


WORDS = [a + b for a in "bdfgklmnprstv" for b in ("ax", "er", "im", "ol", "up")]
"""Names of tasks that share no beginning."""


# ------------------------------------------------------------------------------------------- what the scores say
class Case:
    """A study by itself: what its scores and its p-values say, by other ways than those of the texts."""

    def __init__(self, comparison, ours):
        scores, self.comparison = comparison.scores, comparison
        self.sign = 1 if scores.higher_is_better else -1
        self.values = dict(zip(scores.comparates, scores.values.T, strict=True))
        self.names, self.tasks = scores.comparates, list(scores.tasks)
        self.k, self.n = len(self.names), len(self.tasks)
        self.analysis, self.alpha = comparison.analysis, comparison.analysis.alpha
        self.mean = {name: float(np.nanmean(column)) for name, column in self.values.items()}
        lead = {a: self.sign * mean for a, mean in self.mean.items()}
        if comparison.scores.scale == "log":  # printed as what they are the logarithms of
            self.mean = {name: float(np.exp(mean)) for name, mean in self.mean.items()}
        self.place = {a: 1 + sum(lead[b] - lead[a] > 1e-9 for b in self.names) for a in self.names}
        first = self.analysis.control if self.analysis.family == "control" else comparison.names[0]
        self.subject = ours[0] if ours else first
        self.convention = find(self.analysis.convention)
        self.test = self.analysis.test if comparison.verdict is None else self.convention.test
        self.gaps = bool(np.isnan(scores.values).any())
        self.clusters = len({scores.clusters[task] for task in self.tasks}) if scores.clusters else 0
        self.repeats = scores.numbers_of_repeats[1]
        self.repeat = f"{scores.repeat_noun or 'repeat'}s"
        whole = scores.values[~np.isnan(scores.values).any(axis=1)]
        self.complete, self.whole = len(whole), np.round(whole, 9)
        ranks = stats.rankdata(-self.sign * self.whole, axis=1) if len(whole) else np.full((1, self.k), np.nan)
        self.rank = dict(zip(self.names, ranks.mean(axis=0).tolist(), strict=True))
        self.family = int((~np.isnan(comparison.pair_statistics.adjusted_pvalue)).sum())
        self.pairs = list(combinations(comparison.names, 2))
        family, control = self.analysis.family, self.analysis.control
        self.judged = [pair for pair in self.pairs if family == "all" or control in pair]
        self.corrected = self.analysis.correction != "none" and self.analysis.test != "nemenyi"

    def gain(self, a, b):
        """Return by how much the mean of a is better than that of b, on the tasks that both have."""
        found = self.differences(a, b)
        return float(found.mean()) if len(found) else 0.0

    def differences(self, a, b):
        found = self.sign * (self.values[a] - self.values[b])
        return np.round(found[~np.isnan(found)], 9)

    def count(self, a, b):
        d = self.differences(a, b)
        return int((d > 0).sum()), int((d == 0).sum()), int((d < 0).sum())

    def p(self, a, b, name="pvalue"):
        order = list(self.comparison.names)
        i, j = order.index(a), order.index(b)
        return float(self.comparison.square(name)[i, j])

    def favoured(self, a, b):
        """Return 1 where the test favours a, -1 where it favours b."""
        d = self.differences(a, b)
        if self.test in RANKS:
            return np.sign(self.rank[b] - self.rank[a])
        if self.test in ("wilcoxon", "clustered-signed-rank"):
            return np.sign((stats.rankdata(abs(d)) * np.sign(d)).sum())
        if self.test == "datta-satten":
            return np.sign(self.drawn_ranks(a, b))
        return np.sign(d.mean() if self.test in ("t", "cluster-sign-flip", "supplied") else np.sign(d).sum())

    def drawn_ranks(self, a, b):
        """Return the mean signed rank, less errors of rounding, over many draws of a task of each cluster."""
        d = np.round(self.sign * (self.values[a] - self.values[b]), 9)
        of = [self.comparison.scores.clusters[task] for task in self.tasks]
        present = [k for k in range(self.n) if not np.isnan(d[k])]
        sizes, total = Counter(of[k] for k in present), 0.0
        for j in present:
            rank = 1 + sum(
                ((abs(d[k]) < abs(d[j])) + (abs(d[k]) == abs(d[j])) / 2) / sizes[of[k]]
                for k in present
                if of[k] != of[j]
            )
            total += np.sign(d[j]) * rank / sizes[of[j]]
        return 0.0 if abs(total) < 1e-9 else total

    def pair(self, pair):
        """Return a pair in the order of its test."""
        return sorted(pair, key=self.comparison.names.index)

    def verdict(self, a, b):
        """Return whom the test of the pair significantly favours, whoever is asked about: 1, -1, or 0."""
        first, second = sorted((a, b), key=self.comparison.names.index)
        if self.comparison.verdict is not None:
            return int(self.favoured(a, b)) if self.p(a, b, "significant") == 1 else 0
        return int(self.favoured(a, b)) if self.p(first, second, "adjusted_pvalue") <= self.alpha else 0

    def posterior(self, a, b):
        """Return the probabilities that a is better, that both are equal, that b is better."""
        places = [self.comparison.names.index(name) for name in (a, b)]
        return self.comparison.posteriors_between(places[:1], places[1:]).ravel().tolist()

    def location(self, a, b):
        """Return where the test places the differences: their mean, median, or the median of Walsh averages."""
        d = self.differences(a, b)
        i, j = np.triu_indices(len(d))
        return float(
            {"t": np.mean, "cluster-sign-flip": np.mean, "supplied": np.mean, "sign": np.median}.get(
                self.test, lambda d: np.median((d[i] + d[j]) / 2)
            )(d)
        )

    def not_worse(self, a, b):
        """Whether a is shown not to be worse than b by the margin: its location says so, and its p-value."""
        if not self.analysis.rope or self.analysis.test in RANKS:
            return False
        shown = self.p(a, b, "adjusted_not_worse_pvalue") <= self.alpha
        assert not shown or self.location(a, b) > -self.analysis.rope - 1e-9
        return shown

    def open(self, a, b):
        """Whether nothing is shown of a against b."""
        return self.verdict(a, b) == 0 and not self.not_worse(a, b)

    def n_significant(self, name="adjusted_pvalue"):
        if self.comparison.verdict is not None and name != "pvalue":
            return sum(self.p(a, b, "significant") == 1 for a, b in self.pairs)
        return sum(self.p(a, b, name) <= self.alpha for a, b in self.judged)

    def rivals(self, said, side):
        """Return the rivals that a list of names or a number stands for: those with that verdict."""
        own = [b for b in self.names if b != self.subject and self.verdict(self.subject, b) == side]
        if more := re.search(r"and (\S+) others", said):
            assert len(own) == 3 + number(more[1])
            assert {*names_in(said)} < {*own}
        if all_ := re.fullmatch(r"(both|all (\S+)) rivals", said):
            assert len(own) == number(all_[2] or "two")
        return own if "rival" in said or more else names_in(said)

    def shift(self, a, b):
        """Return the median of the Walsh averages, as measured."""
        d = self.sign * self.differences(a, b)
        i, j = np.triu_indices(len(d))
        return float(np.median((d[i] + d[j]) / 2))

    def unbeaten(self):
        """Return who has no significantly better rival."""
        return {a for a in self.names if not any(self.verdict(a, b) == -1 for b in self.names if b != a)}


def names_in(text):
    return re.findall(r"\b[A-P]\b", text)


WORD = dict(
    zip(
        [
            "no",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ],
        range(13),
        strict=True,
    )
)
WORD |= {
    w: i
    for i, w in enumerate(
        [
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
        ],
        1,
    )
}


def number(text):
    text = text.lower().replace("none", "no").replace("only ", "")
    found = re.match(r"[−\d.,\N{NARROW NO-BREAK SPACE}]+", text)
    if not found:
        return float(WORD[text])
    return float(found[0].replace("−", "-").replace(",", "").replace("\N{NARROW NO-BREAK SPACE}", ""))


def close(text, value):
    """Whether a printed number is a value rounded, perhaps of its rounded form, as TeX rounds for prose."""
    decimals = len(re.match(r"[−\d]*\.?(\d*)", text)[1])
    return abs(number(text) - value) <= 0.5500001 * 10.0**-decimals + 1e-9


def within(texts, values):
    """Whether one or two printed ends are those of some values."""
    ends = [end for end in texts if end]
    return close(ends[0], min(values)) and close(ends[-1], max(values))


def bounded(said, pvalues):
    """Whether what is said of p-values is so: p = 0.01, p < 0.0001, all p ≤ 0.02; conventions say none."""
    if said == "p = –":
        return np.isnan(pvalues).all()
    if "convention" in said or "p " not in said:
        return "convention" in said
    sign, value = re.search(r"p ([=<≤>]) ([\d.]+)", said).groups()
    worst = max(pvalues)
    return {
        "=": close(value, worst),
        "<": worst < number(value) + 1e-12,
        ">": worst > number(value) - 1e-12,
    }.get(sign, close(value, worst))


N = r"([−\d.,\N{NARROW NO-BREAK SPACE}]*\d)"
X, XS = r"([A-P])", r"([A-P](?:(?:, | and )[A-P])*)"
TASK = r"(?:the )?(\w+) tasks?"
SIDE = {"highest": 1, "higher": 1, "lowest": -1, "lower": -1}


def friedman(c, said):
    """Return the p-value of the test of all that a sentence names, and whether it is the one that is printed."""
    if "Skillings" in said:
        return skillings(c.sign * c.comparison.scores.values) if named(c, said) else np.nan
    ranks = stats.rankdata(-c.sign * c.whole, axis=1)
    n, k = ranks.shape
    spread = ((ranks - (k + 1) / 2) ** 2).sum()
    chi2 = (k - 1) * ((ranks.sum(axis=0) - n * (k + 1) / 2) ** 2).sum() / spread if spread else 0.0
    if "exact" in said:
        p = c.comparison.friedman.exact_pvalue
    elif "F(" in said:
        p = stats.f.sf((n - 1) * chi2 / (n * (k - 1) - chi2), k - 1, (k - 1) * (n - 1))
    else:
        p = stats.chi2.sf(chi2, k - 1)
    return p if bounded(said, [p]) else np.nan


def skillings(values):
    """Return the p-value of Skillings and Mack's test, by sums over tasks and pairs; larger is better."""
    k = values.shape[1]
    sums, covariance = np.zeros(k), np.zeros((k, k))
    for task in values:
        there = np.flatnonzero(~np.isnan(task))
        if len(there) < 2:
            continue
        ranks = stats.rankdata(-np.round(task[there], 9))
        weighted = (ranks - ranks.mean()) * np.sqrt(12 / (len(there) + 1))
        sums[there] += weighted
        shared = (weighted**2).sum() / (len(there) - 1) * (np.eye(len(there)) - 1 / len(there))
        covariance[np.ix_(there, there)] += shared
    rank = np.linalg.matrix_rank(covariance, tol=1e-9)
    return stats.chi2.sf(sums @ np.linalg.pinv(covariance, rcond=1e-9) @ sums, rank) if rank else 1.0


def named(c, said):
    """Whether a test of all has its right name: Skillings and Mack's where scores are missing."""
    return ("Skillings" in said) == (c.gaps and c.comparison.verdict is None)


def always(c, m):
    return True


# ------------------------------------------------------------------------------------------------ captions
CORRECTION = r"(no correction for multiple testing|the level .*?|[A-Z]\S+(?: step-down| static)? correction over .*?)"
WAY = r"(?: \((higher|lower) is better\))?"
SOME = r"(?:(\w+) of )?(\w+) methods? on (\w+) tasks?"
BRIEF = {
    "wilcoxon": "Wilcoxon",
    "sign": "sign test",
    "t": "paired t test",
    "nemenyi": "Nemenyi",
    "friedman-z": "mean ranks",
    "conover": "Conover",
    "clustered-signed-rank": "clustered signed ranks",
    "datta-satten": "Datta–Satten signed ranks",
    "cluster-sign-flip": "sign flips by clusters",
    "supplied": "p-values as supplied",
}
IN_FULL = {
    "supplied": "test, as supplied",
    "wilcoxon": "Wilcoxon signed-rank test",
    "sign": "sign test (ties dropped)",
    "t": "paired t test",
    "nemenyi": "Nemenyi test",
    "friedman-z": "normal test of mean ranks",
    "conover": "Conover",
    "clustered-signed-rank": "clustered signed-rank test",
    "datta-satten": "signed-rank test of Datta and Satten",
    "cluster-sign-flip": "sign-flip test by clusters",
}
"""What tests are called in a bracket and in a sentence."""
SIDES = {
    "two": "two-sided",
    "better": "one-sided (towards the better mean score)",
    "ours": "one-sided (stated: ",
}
BOUNDS = {
    "bonferroni": ("family-wise error", "under any dependence between the tests"),
    "holm": ("family-wise error", "under any dependence between the tests"),
    "hochberg": ("family-wise error", "for independent or positively dependent tests"),
    "rom": ("family-wise error", "for independent tests"),
    "benjamini-hochberg": ("false discovery rate", "for independent or positively dependent tests"),
}
"""What corrections bound, and when."""
OWN = {"α": 0.05, "the test": "wilcoxon", "the correction": "holm", "the sides": "two", "the family": "all"}
"""The settings of our own convention, as captions call them."""


class Caption(Case):
    """A figure or table of a study: its settings, what it shows, and whom."""

    def __init__(self, comparison, kind, options, view):
        super().__init__(comparison, ())
        self.kind, self.options, self.view = kind, options, view
        order = list(comparison.names)
        if getattr(options, "best_by", "mean") in ("rank", "wins", "median"):
            key = {
                "rank": self.rank.get,
                "median": lambda a: -self.sign * float(np.nanmedian(self.values[a])),
                "wins": lambda a: -sum(self.count(a, b)[0] for b in self.names if b != a),
            }[options.best_by]
            order.sort(key=lambda a: round(key(a), 9))
        top = getattr(options, "top", 0) or self.k
        self.shown = [*order[:top], *(a for a in options.ours if a in order[top:])]


def ratios(c, said):
    """Whether a test is said to be of log ratios where it is, which leaves signs and ranks of scores as they are."""
    return (" of log ratios" in said) == (
        c.comparison.scores.scale == "log" and c.test not in ("sign", "supplied", *RANKS)
    )


def way(c, said):
    """Whether a caption says which scores are better; it may leave out that higher ones are."""
    return (said or "higher") == ("higher" if c.sign > 0 else "lower")


def some(c, shown, n, tasks, n_tasks=None):
    """Whether a caption says how many comparates are shown, of how many, on how many tasks."""
    sizes = (number(shown or n), number(n), number(tasks))
    return sizes == (len(c.shown), c.k, n_tasks or c.n)


def on(c, said, pairs):
    """Whether the tasks that pairs share are as many as is said."""
    if said.startswith("up to "):
        return c.complete < c.n == number(said.split()[2])
    return {len(c.differences(a, b)) for a, b in pairs} == {number(said.split()[0])}


def record(c, a, b, wins, ties, losses):
    """Whether a wins, ties and loses so often against b; ties are said where there are some."""
    return c.count(a, b) == (int(wins), int(ties or 0), int(losses)) and bool(ties) == bool(c.count(a, b)[1])


def level(c, said):
    """Whether intervals are of that level, in percent."""
    return close(said, 100 * (1 - c.alpha))


def at_once(c, p):
    return int(p <= c.alpha)


def settled(c, said, *, adjusted=True, family=None, uncorrected=True):
    """Whether a bracket names the test, its correction, its sides and its level."""
    if c.comparison.verdict is not None:
        raw = not adjusted and c.test != "nemenyi"
        return (
            said.startswith(f"convention {c.convention.name},") and ratios(c, said) and ("uncorrected" in said) == raw
        )
    correction = c.analysis.correction.split("-")[0].capitalize()
    alone = c.test == "nemenyi" or c.family == 1
    over = re.search(r" over (\w+) (comparisons? with [A-P]|comparisons?|pairs?)", said)
    clusters = re.search(r", (\w+) clusters?, α", said)
    return (
        said.startswith(BRIEF[c.test])
        and ratios(c, said)
        and number(re.search(r"α = ([\d.]+)", said)[1]) == c.alpha
        and ("one-sided" in said) == (c.analysis.sides != "two")
        and ("uncorrected" in said) == (uncorrected and not alone and not (adjusted and c.corrected))
        and (correction in said) == (not alone and adjusted and c.corrected)
        and (not over or number(over[1]) == (family or c.family))
        and (number(clusters[1]) if clusters else 0) == (c.clusters if c.comparison.basis.clustered else 0)
    )


def names_test(c, said, pair=()):
    """Whether a test is named as it is, with its sides, in a bracket or in a sentence."""
    if not ratios(c, said):
        return False
    said, brief = said.lower().replace(" of log ratios", ""), BRIEF[c.test].lower()
    full = IN_FULL[c.test].lower()
    if c.comparison.verdict is not None:
        one_sided = c.convention.alternative != "two" and c.test == "wilcoxon"
        return said == f"convention {c.convention.name}" or (
            full.split(" (")[0] in said and one_sided == ("one-sided" in said)
        )
    if c.test == "supplied":
        by = c.analysis.pvalues.name
        return said == f"{full} by {by}" or said == f"{brief} by {by}"
    if said.split(",")[0] == brief:
        of_pair = c.analysis.sides == "better" or not pair or c.analysis.control in pair
        return ("one-sided" in said) == (c.analysis.sides != "two" and of_pair)
    side = "" if c.test == "nemenyi" else SIDES[c.analysis.sides]
    return (
        full in said
        and side in said
        and ("exact up to 50" in said)
        == (c.test == "wilcoxon" or (c.test == "clustered-signed-rank" and c.analysis.pvalue_method == "auto"))
    )


def corrected(c, said, family=None):
    """Whether a correction is named as it is: its family, what it bounds, and when."""
    if c.test == "nemenyi":
        return not said
    rule = c.convention.rule if c.comparison.verdict is not None else ""
    if rule in ("holm-no-stop", "alpha-over-k-1"):
        return "the level" in said
    correction = c.analysis.correction
    if correction == "none":
        return said == "no correction for multiple testing"
    m = re.fullmatch(
        r"(\S+?)(?:'s)?(?: step-down| static)? correction over (\w+) .*? \((bounds|would bound) the (\S+ \S+(?: rate)?) (.*)\)",
        said,
    )
    bounds, condition = BOUNDS[correction]
    ranks = c.test in RANKS and c.k > 2
    chosen = c.analysis.sides == "better" or c.convention.alternative in ("better-rank", "lower-tail")
    return (
        m[1].replace("–", "-").lower() == correction
        and number(m[2]) == (family or c.family)
        and (m[3] == "would bound") == chosen
        and m[4] == bounds
        and ("when all methods perform alike" in m[5]) == ranks
        and (condition in m[5]) == (not ranks or "any" not in condition)
        and ("if differences are normal" in m[5]) == (c.test == "t")
        and ("had the sides been chosen beforehand" in m[5]) == chosen
        and (" are not" in m[5]) == ("independent" in condition and "positively" not in condition)
        and ("which is not known" in m[5]) == ("positively" in condition)
    )


def marks(c, both):
    """Whether some pair is equivalent, or the row of an undecided one that is not is not worse within the margin."""
    pairs = [(a, b) for pair in c.pairs for a, b in (pair, pair[::-1])]
    alike = [c.not_worse(a, b) and c.not_worse(b, a) for a, b in pairs]
    rows = [c.verdict(a, b) == 0 and c.not_worse(a, b) for a, b in pairs]
    return any(alike) if both else any(row and not same for row, same in zip(rows, alike, strict=True))


def equal_part(c, a, b):
    """Whether most differences of two, on the complete tasks, are equal."""
    i, j = (c.comparison.scores.comparates.index(name) for name in (a, b))
    d = np.round(c.whole[:, i] - c.whole[:, j], 9).tolist()
    return bool(d) and max(Counter(d).values()) > len(d) / 2


def named_shares(c, said):
    """Whether the shares of the complete tasks on which comparates are the best are as said."""
    best = (c.sign * c.whole).max(axis=1)
    shares = {
        a: 100 * float(np.mean(c.sign * c.whole[:, i] == best)) for i, a in enumerate(c.comparison.scores.comparates)
    }
    return all(close(said, shares[a]) for a, said in re.findall(r"([A-P]) on (\d+)%", said))


def friedman_of_rows(c, tasks):
    """Return the mean ranks and the p-value of the Friedman test on some tasks: exact where it is known, else F or χ²."""
    scores = c.comparison.scores
    rows = [i for i, task in enumerate(scores.tasks) if task in tasks]
    part = Scores(
        scores.values[rows],
        scores.decimals[rows],
        tuple(scores.tasks[i] for i in rows),
        scores.comparates,
        higher_is_better=scores.higher_is_better,
        missing=scores.missing,
    )
    found = compare(part, Analysis(alpha=c.alpha))
    if np.isnan(part.values).any() and c.comparison.verdict is None:
        return dict(zip(found.names, found.mean_rank.tolist(), strict=True)), skillings(c.sign * part.values)
    p = [found.friedman.exact_pvalue, found.iman_davenport.pvalue, found.friedman.pvalue]
    ranks = dict(zip(found.names, found.mean_rank.tolist(), strict=True))
    return ranks, next((value for value in p if value is not None and np.isfinite(value)), np.nan)


def imputed(c, n, source):
    """Whether so many scores are those of a comparate, or below all others of their task."""
    scores, cells = c.comparison.scores, c.comparison.scores.imputed
    where = [(scores.tasks.index(task), scores.comparates.index(name)) for task, name in cells]
    if source is not None:
        given = scores.values[:, scores.comparates.index(source)]
        return len(cells) == n > 0 and all(scores.values[i, j] == given[i] for i, j in where)
    rest = c.sign * scores.values
    below = [rest[where_] for where_ in where]
    for where_ in where:
        rest[where_] = np.inf
    worst = rest.min(axis=1)
    return len(cells) == n > 0 and all(
        score < worst[i] or (score == worst[i] and worst[i] in (0, -1))
        for score, (i, _) in zip(below, where, strict=True)
    )


def too_few(c, m):
    raw = not getattr(c.options, "adjusted", True)
    return c.n_significant("pvalue" if raw else "adjusted_pvalue") == 0 and number(m[2]) > number(m[1])


OF_RUNS = [
    (r"In simulations of two to ten (\w+), such intervals of 95% hold the true value in 94 to 99% of cases, if scores are skewed in 90 to 99%\.",
     lambda c, m: m[1] == c.repeat and c.analysis.interval_method != "percentile" and not c.comparison.scores.share_data),
    (r"With fewer than ten (\w+), such intervals are too short: .*",
     lambda c, m: m[1] == c.repeat and c.analysis.interval_method == "percentile" and min((~np.isnan(c.comparison.scores.repeats)).sum(axis=2).ravel()) < 10),
    (r"(\w+) share training data, for which such intervals make no allowance: they are too short\.",
     lambda c, m: m[1] == c.repeat.capitalize() and c.comparison.scores.share_data),
]  # fmt: skip
"""What is said of intervals of runs."""


def run_of(c):
    """Return what one of several is called where runs are compared: of seeds, a run."""
    return "run" if c.comparison.scores.repeats_are == "runs" else c.repeat[:-1]


def beside(c, said):
    """Whether the settings that are named are those that differ from our own convention."""
    analysis = c.analysis
    found = (analysis.alpha, analysis.test, analysis.correction, analysis.sides, analysis.family)
    others = {name for (name, own), value in zip(OWN.items(), found, strict=True) if value != own}
    return {*re.split(", | and ", said or "")} - {""} == others


def chosen(kind):
    """Return the studies that a figure or table is checked by: what else is set, and a seed."""
    if kind.startswith("posterior"):
        return [("Bayesian", seed) for seed in range(16)]
    if kind in ("within", "run-intervals"):  # of runs, which few studies have
        return [("", seed) for seed in range(90)]
    if kind == "folds":
        return [("folds", seed) for seed in range(24)]
    runs = [("", seed) for seed in (27, 36, 44, 47, 80)] if kind == "scores" else []  # which few studies have
    others = [(further, seed) for further in ("one-sided", "control", "convention") for seed in range(8)]
    return [
        ("", 6),  # with ties
        *(("", seed) for seed in range(25)),
        *runs,
        *others,
        *((further, seed) for further in ("Bayesian", "contrary", "scaled") for seed in range(6)),
        *((further, seed) for further in ("clusters", "imputed", "supplied") for seed in range(4)),
    ][:: 3 if kind == "plan" else 1]  # whose simulations take longer than all others


def interval_kind(c):
    """Return what intervals of means are called: Student's for fewer than eight tasks."""
    return "Student’s t" if c.comparison.n_units < 8 else "studentized bootstrap"


def razor(c, best, simplest):
    """Whether a comparate has the least cost of those that may take the place of the best by mean."""
    first = next(a for a in c.comparison.names if a in c.shown)
    if c.analysis.family == "control" and c.k > 2 and first != c.analysis.control:
        return False
    shown = [a for a in c.shown if a != first]
    if c.analysis.rope and c.analysis.test not in RANKS:
        eligible = [a for a in shown if c.not_worse(a, first) and c.verdict(a, first) >= 0]
    else:
        eligible = [a for a in shown if c.verdict(a, first) >= 0]
    chosen = min([first, *eligible], key=lambda a: c.options.costs[a])
    return best == first and simplest == chosen


BAYES = (
    r"Bayesian (signed-rank|sign) test, (\w+) draws with seed (\d+); differences up to ±([\d.]+) count as practically equal \(rope\)\.",
    lambda c, m: (
        m[1] == c.analysis.bayes_test
        and (number(m[2]), number(m[3])) == (c.analysis.samples, c.analysis.seed)
        and number(m[4]) == c.analysis.rope
    ),
)
EVERY = [
    (
        r"Missing scores \((\d+)\) are (put below all others of their task|those of ([A-P]))\.",
        lambda c, m: imputed(c, int(m[1]), m[3]),
    ),
    (
        r"With (\w+) (?:task|cluster)s?, no outcome could be significant(?: at α = [\d.]+: the least attainable p-value(?:, corrected,)? is [^;]+)?; at least (\w+)(?: (?:task|cluster)s)? are needed\.",
        too_few,
    ),
    (
        r"Convention: (\S+?)(?:, but for (.*))?\.",
        lambda c, m: m[1] == c.convention.name and (m[1] != "comparatex" or beside(c, m[2])),
    ),
    (
        r"Shown are the best (\w+) of (\w+) methods by .*?(, and ours)?\.",
        lambda c, m: (
            (number(m[1]), number(m[2])) == (c.options.top, c.k) and bool(m[3]) == (len(c.shown) > c.options.top)
        ),
    ),
    (
        r"\* p ≤ ([\d.]+), \*\* p ≤ ([\d.]+), \*\*\* p ≤ ([\d.]+)\.",
        lambda c, m: [number(x) for x in m.groups()] == [0.05, 0.01, 0.001] and c.options.stars,
    ),
]
"""Sentences that several captions have, and when each is true."""


def sentences_of(text):
    """Return the sentences of a text, in plain spaces."""
    return re.split(
        r"(?<=[.]) (?=[A-Z†‡§*]|\d+ of |[\d.]+% |\d+ hyp|[tz] is |“)",
        str(text).replace("\N{NO-BREAK SPACE}", " "),
    )


SCALED = {
    "log": r" \((?:log )?score(?: relative to A)?\)|(?<=\()(?:log )?score(?: relative to A)?[,;] |(?i:log )(?=scores?\b)| relative to A\b",
    "ratio": r" \(score relative to A\)|(?<=\()score relative to A[,;] | relative to A(?= of\b)",
    "skill": r" \(skill score relative to A\)|(?<=\()skill score relative to A[,;] |(?<=Mean )skill | relative to A(?= of\b)",
    "relative": r" \(score relative to the best on each task\)|(?<=\()score relative to the best on each task, |(?i:relative )(?=scores?\b)",
}
"""What the texts on another scale say besides: what scores are; others are not matched with these words."""


def judge(rows, case, sentence, where):
    """Check that a sentence has a condition, and that it is true of its study; return the pattern."""
    if scale := case.comparison.scores.scale:
        plain = re.sub(SCALED[scale], "", sentence)
        sentence = sentence if plain.endswith(sentence[1:]) else plain[0].upper() + plain[1:]
    for pattern, true in rows:
        if match := re.fullmatch(pattern, sentence):
            assert true(case, match), f"{where}: false: {sentence}"
            return pattern
    raise AssertionError(f"{where}: no condition for: {sentence}")


BETWEEN = "And in full:"


@contextmanager
def both_captions():
    """Have every caption be the short one, `BETWEEN` and the full one, so that what they describe is laid out once."""
    usual = Text.__getattr__

    def both(self, macro):
        if macro != "caption":
            return usual(self, macro)
        words = [copy(self), copy(self)]
        for text, length in zip(words, ("short", "full"), strict=True):
            text._how = replace(self._how, captions=length)
        short, full = (usual(text, macro) for text in words)
        return lambda: Prose.joined(short(), Prose.of(BETWEEN), full())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Text, "__getattr__", both)
        yield


def judged(kind, rows, settings, every=1):
    """Return how many sentences captions and alternative texts of an artefact have, all judged, and the rows used."""
    n, used = 0, set()
    for further, seed in chosen(kind)[::every]:
        try:
            comparison, _ = drawn(seed, further)
            options = settings_of(kind, settings(kind, comparison, seed))
            with both_captions():
                view = artefact(kind).view(comparison, options, ())
        except TemplateError:
            raise
        except ComparatexError:
            continue
        case = Caption(comparison, kind, options, view)
        texts = (*view.caption.split(f" {BETWEEN} "), view.alt)
        sentences = {sentence: None for text in texts for sentence in sentences_of(text)}
        for sentence in sentences:
            used.add(judge(EVERY + rows, case, sentence, f"{kind} of study {further} {seed}"))
        n += len(sentences)
    return n, used
