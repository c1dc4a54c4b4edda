"""No number in a chapter differs from the figure or table that shows the same, nor do these differ from each other.

Each number that is laid out is taken as the interval of all values that are printed so, under what it is and whose it
is; all that stand under the same must have a value in common. The studies cover the options that change a number.
"""

# ruff: noqa: E501  (a pattern stands on one line)

import math
import re
from collections import Counter, defaultdict
from functools import cache

import numpy as np
import pytest

from comparatex import artefacts
from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.layout.chapter import chapter
from comparatex.layout.notation import notations, printing
from comparatex.layout.number_macros import numbers
from comparatex.layout.options import Showing
from comparatex.report_items import lay_out
from comparatex.report_settings import Report
from documents import thorough
from studies import number as in_words
from test_right_numbers import UNDEFINED, read_back

NAMES = ("Anna", "Bert", "Carl", "Dora", "Emil")
KINDS = ("forest", "intervals", "pairwise", "verdicts", "leaderboard", "ranks", "scores", "friedman")
"""What is shown beside what every report has: it holds the same numbers again."""
ONE = f"(?:{'|'.join(NAMES)})"
NAME, N = f"({ONE})", "(\\S+?(?:%| percentage points)?)"
TURNED = {
    "wins": "losses",
    "losses": "wins",
    "shift": "-shift",
    "shift low": "-shift high",
    "shift high": "-shift low",
    "difference": "-difference",
    "median difference": "-median difference",
    "row probability": "column probability",
    "column probability": "row probability",
}
"""What a number of a pair is from the side of the second; others are the same from both."""


# --------------------------------------------------------------------------------------------------------- studies
def table(k=5, n=14, seed=3, gaps=False, repeats=0, outlier=False):
    """Return scores of which some pairs differ clearly, some hardly, with ties, an outlier and perhaps gaps."""
    rng = np.random.default_rng(seed)
    ability = np.array([0.06, 0.055, 0.03, 0.028, 0.0])[:k]
    values = 0.7 + 0.1 * rng.random((n, 1)) + ability + rng.normal(0, 0.012, (n, k))
    values[3, 2:] += 0.11 * np.array([1, 0.1, 0])[: max(k - 2, 0)]
    values[::5, 1] = values[::5, 0]
    values = np.round(values, 3)
    if outlier:
        values[:, 1] = values[:, 0] + rng.choice([-0.002, 0.0, 0.001], n)
        values[5, 1] += 0.2
    if gaps:
        values[[1, 4, 8], [0, 2, 3]] = np.nan
    if repeats:
        values = np.round(values[:, :, None] + rng.normal(0, 0.01, (n, k, repeats)), 3)
    return values, NAMES[:k], tuple(f"{word}-{i}" for i, word in enumerate("abcdefghijklmnopqrstuvwxyz"[:n]))


def clusters(n=14):
    return {f"{word}-{i}": f"c{i // 2}" for i, word in enumerate("abcdefghijklmnopqrstuvwxyz"[:n])}


OWN, LATER = ("Anna",), ("Carl",)
STUDIES = {
    # of the table, of how it is read, of the analysis, of what is shown
    "plain": ({}, {}, {}, {}),
    "no correction": ({}, {}, {"correction": "none", "alpha": 0.1}, {"ours": LATER}),
    "clusters": ({}, {"cluster": clusters()}, {}, {"ours": LATER}),
    "clusters, few": ({"n": 9}, {"cluster": clusters(9)}, {"correction": "none"}, {"ours": OWN}),
    "clusters, flipped": ({}, {"cluster": clusters()}, {"test": "cluster-sign-flip"}, {"ours": LATER}),
    "pairwise": ({"gaps": True}, {"missing": "pairwise"}, {}, {"ours": LATER}),
    "dropped tasks": ({"gaps": True}, {"missing": "drop-tasks"}, {}, {"ours": LATER}),
    "worst of task": ({"gaps": True}, {"missing": "impute=worst"}, {}, {"ours": LATER}),
    "of another": ({"gaps": True}, {"missing": "impute=Emil"}, {}, {"ours": OWN}),
    "better": ({}, {}, {"sides": "better"}, {"ours": LATER}),
    "stated": ({}, {}, {"sides": "ours", "control": "Carl"}, {"ours": LATER}),
    "stated, control": ({}, {}, {"sides": "ours", "control": "Dora", "family": "control"}, {"ours": ("Dora",)}),
    "logarithms": ({}, {}, {"scale": "log"}, {"ours": LATER}),
    "relative": ({}, {}, {"scale": "relative"}, {"ours": OWN}),
    "percent": ({}, {}, {}, {"ours": OWN, "percent": True}),
    "precision": ({}, {}, {}, {"ours": LATER, "precision": 2}),
    "repeats": ({"repeats": 3}, {}, {}, {"ours": LATER}),
    "margin": ({}, {}, {"rope": 0.02}, {"ours": OWN}),
    "Bayesian": ({}, {}, {"rope": 0.001, "bayes": True, "samples": 2000, "correction": "bonferroni"}, {"ours": OWN}),
    "practically equal": ({"outlier": True}, {}, {"rope": 0.02, "bayes": True, "samples": 2000}, {"ours": OWN}),
    "one task": ({"outlier": True}, {}, {}, {"ours": ("Bert",)}),
    "lower": ({}, {"higher_is_better": False}, {}, {"ours": LATER}),
    "lower, clusters": ({}, {"higher_is_better": False, "cluster": clusters()}, {}, {"ours": LATER}),
    "lower, stated": ({}, {"higher_is_better": False}, {"sides": "ours", "control": "Carl"}, {"ours": LATER}),
    "lower, gaps": ({"gaps": True}, {"missing": "pairwise", "higher_is_better": False}, {}, {"ours": OWN}),
    "two": ({"k": 2}, {}, {}, {}),
    "two, clusters": ({"k": 2}, {"cluster": clusters()}, {}, {"ours": ("Bert",)}),
    "sign": ({}, {}, {"test": "sign", "sides": "ours", "control": "Carl"}, {"ours": LATER}),
    "t": ({}, {}, {"test": "t"}, {"ours": LATER}),
    "Nemenyi": ({}, {}, {"test": "nemenyi"}, {"ours": LATER}),
    "control": ({}, {}, {"family": "control", "control": "Carl"}, {"ours": LATER}),
}


CROSSED = ("clusters, few", "lower, clusters", "lower, stated", "lower, gaps", "two, clusters", "stated, control")
"""Studies each of whose settings another has, too."""


@cache
def shown_in(study):
    """Return what a study shows."""
    of_table, reading, analysis, showing = STUDIES[study]
    comparison = compare(read(table(**of_table), **reading), jobs=1, **analysis)
    with printing(Showing(**showing)):
        return Shown(comparison, showing)


# ------------------------------------------------------------------------------------------------- what is printed
def spanned(text, unit=None):
    """Return the least and the greatest number that are printed so, in the unit of the scores."""
    text = str(text).replace("\N{NO-BREAK SPACE}", " ")
    if text.strip() == UNDEFINED:
        return math.nan, math.nan
    value, half = read_back(text, unit)
    sign = re.search("[<>]", text)
    low, high = value - 1.1 * half, value + 1.1 * half  # prose rounds what is printed, which is rounded already
    return {None: (low, high), "<": (0.0, high), ">": (low, 1.0)}[sign and sign[0]]


def logarithm(ratio):
    """Return what is compared where a ratio is printed; of 0, which is no finite end of an interval, −∞."""
    return math.log(ratio) if ratio else -math.inf


class Shown:
    """The numbers of a report as intervals, with where they stand, by what they are and whose."""

    def __init__(self, comparison, showing):
        self.comparison, self.names, self.higher = comparison, comparison.names, comparison.scores.higher_is_better
        self.showing, self.notations = showing, notations(comparison)
        self.spans, self.said = defaultdict(list), Counter()
        self.ours = showing.get("ours", ())
        items = list(lay_out(comparison, Report(showing=showing)))
        for item in items:
            self.look(item.kind, item.view)
        for kind in KINDS:
            own = {"draws": 100} if kind in ("intervals", "leaderboard") else {}
            if comparison.analysis.family == "all" or kind != "leaderboard":
                needed = {"ours": self.ours or self.names[:1]} if kind == "verdicts" else {}
                self.look(kind, artefacts.view(comparison, kind, **{**showing, **own, **needed}))
        self.macros = numbers(comparison).lookup()
        for key in self.macros:
            self.look_at_key(key, "macros")
        text = chapter(comparison, items, ours=self.ours)
        self.lines = [line for part in (text.summary, *self.paragraphs(text)) for line in part.sentences]
        Sentences(self).read()

    @staticmethod
    def paragraphs(text):
        return [paragraph for section in text.sections for paragraph in section.paragraphs]

    # ------------------------------------------------------------------------------------------------ gathering
    def in_order(self, names):
        return sorted(names, key=self.names.index) == [*names]

    def add(self, where, what, names, low, high=None):
        """Keep an interval, of a pair as the first in the summary order has it."""
        high = low if high is None else high
        if not self.in_order(names):
            names, what = names[::-1], TURNED.get(what, what)
            if what.startswith("-"):
                what, low, high = what[1:], -high, -low
        self.spans[what, *names].append((low, high, where))

    def add_text(self, where, what, names, text, unit=None):
        self.add(where, what, names, *spanned(text, unit))

    def found(self, what, *names):
        """Return what tables show, unrounded, without a sign."""
        if not self.in_order(names):
            what, names = TURNED.get(what, what).removeprefix("-"), names[::-1]
        return next(abs(low) for low, high, where in self.spans[what, *names] if low == high and where in KINDS)

    def look(self, kind, view):
        getattr(self, f"look_at_{kind.replace('-', '_')}", lambda view: None)(view)

    def rows_of(self, whole):
        """Yield the lines of a table, entries by heading; units and repeated headings are numbered away."""
        heads, seen = [], Counter()
        for column in whole.columns:
            name = re.sub(r" (%|pp|points|×.*)$|\s*\(.*\)$", "", column.heading)
            seen[name] += 1
            heads.append(f"{name} {seen[name]}" if seen[name] > 1 else name)
        for line in whole.lines:
            yield {head: entry.values for head, entry in zip(heads, line.entries, strict=True)}

    def add_record(self, where, pair, record):
        for what, count in zip(("wins", "ties", "losses"), record, strict=True):
            self.add(where, what, pair, float(count))

    def look_at_pairwise(self, view):
        for row in self.rows_of(view.wholes[0]):
            pair = row["Row"][0], row["Column"][0]
            if "Difference" in row:
                self.add("pairwise", "difference", pair, row["Difference"][0])
            self.add_record("pairwise", pair, row["W/T/L"])
            self.add("pairwise", "p", pair, row["p-value"][0])
            if "Adjusted p" in row:
                self.add("pairwise", "adjusted p", pair, row["Adjusted p"][0])
            if "Ratio" in row:
                self.add("pairwise", "ratio", pair, row["Ratio"][0])
        bold = [[entry.mark == "significant" for entry in line.entries] for line in view.wholes[0].lines]
        alone = -2 if "Adjusted p" in row else -1
        self.add("pairwise", "significant", (), float(sum(line[-1] for line in bold)))
        self.add("pairwise", "significant alone", (), float(sum(line[alone] for line in bold)))

    def look_at_intervals(self, view):
        of_pairs, *of_comparates = view.wholes
        ratios = "Geometric mean" in of_pairs.columns[2].heading
        mean, back = ("Geometric mean", logarithm) if ratios else ("Mean", float)
        for row in self.rows_of(of_pairs):
            pair = row["Row"][0], row["Column"][0]
            if ratios:
                self.add("intervals", "ratio", pair, row[mean][0])
            self.add("intervals", "difference", pair, back(row[mean][0]))
            self.add("intervals", "median difference", pair, back(row["Median"][0]))
            self.add("intervals", "shift", pair, back(row["HL"][0]))
            low, high = map(back, row["Interval of HL"])
            self.add("intervals", "shift low", pair, low)
            self.add("intervals", "shift high", pair, high)
        for row in (row for whole in of_comparates for row in self.rows_of(whole)):
            name = row["Method"]
            self.add("intervals", "complete mean", name, back(row[mean][0]))
            self.add("intervals", "mean rank", name, row["Mean rank"][0])
            self.add("intervals", "mean low", name, back(row["Interval"][0]))
            self.add("intervals", "mean high", name, back(row["Interval"][1]))

    def look_at_verdicts(self, view):
        own = (self.ours or self.names)[0]
        for row in self.rows_of(view.wholes[0]):
            pair = own, row["Rival"][0]
            what = "difference" if "Difference" in row else "ratio"
            if what == "difference" or self.in_order(pair):
                self.add("verdicts", what, pair, row[what.capitalize()][0])
            self.add_record("verdicts", pair, row["W/T/L"])
            self.add("verdicts", "p", pair, row["p-value"][0])
            self.add("verdicts", "adjusted p", pair, row["Adjusted"][0])
            word = row["Verdict"][0]
            side = "better" if word.startswith("better") else "worse" if word.startswith("worse") else word
            self.add("verdicts", f"verdict: {side}", pair, 1.0)

    def look_at_leaderboard(self, view):
        for row in self.rows_of(view.wholes[0]):
            mean = "geometric mean" if self.comparison.scores.scale == "log" else "complete mean"
            self.add("leaderboard", mean, row["Method"], self.column(row, "ean")[0])
            for end, value in zip(
                ("low", "high"), row["95% interval" if "95% interval" in row else "90% interval"], strict=True
            ):
                self.add("leaderboard", f"{mean.removeprefix('complete ')} {end}", row["Method"], value)

    def look_at_ranks(self, view):
        for row in self.rows_of(view.wholes[0]):
            self.add("ranks", "mean rank", row["Method"], row["Mean rank"][0])
            mean = "geometric mean" if self.comparison.scores.scale == "log" else "mean"
            self.add("ranks", mean, row["Method"], self.column(row, "ean", 1)[0])

    @staticmethod
    def column(row, part, which=0):
        return [values for head, values in row.items() if part in head][which]

    def look_at_scores(self, view):
        whole = view.wholes[0]
        for line in whole.lines:
            first = line.entries[0].text
            what = {"Mean": "mean", "Mean rank": "mean rank"}.get(first, f"score on {first}")
            for column, entry in zip(whole.columns[1:], line.entries[1:], strict=True):
                self.add("scores", what, (column.heading,), entry.values[0])

    def look_at_friedman(self, view):
        (row,) = self.rows_of(view.of_data[0])
        self.add("friedman", "omnibus", (), row["Statistic"][0])
        self.add("friedman", "omnibus p", (), row["p-value"][0])

    def look_at_forest(self, view, where="forest"):
        own, unit = (self.ours or self.names)[0], 10.0**self.notations.differences.exponent
        back = logarithm if self.comparison.scores.scale == "log" else unit.__mul__
        for row in view.rivals if where == "summary" else view.rows:
            for what, number in (("shift", row.estimate), ("shift low", row.low), ("shift high", row.high)):
                self.add(where, what, (own, row.name), back(number))

    def look_at_summary(self, view):
        own = (self.ours or self.names)[0]
        self.look_at_forest(view, "summary")
        for row in view.rows:
            mean = "geometric mean" if self.comparison.scores.scale == "log" else "mean"
            self.add_text("summary", mean, (row.name,), row.mean, 10.0**self.notations.means.exponent)
        for row in view.rivals:
            self.add_record("summary", (own, row.name), (row.wins, row.ties, row.losses))
            self.add_text("summary", "adjusted p", (own, row.name), row.pvalue, 1.0)
            if row.result != "open":
                self.add("summary", f"verdict: {row.result}", (own, row.name), 1.0)

    def look_at_scatter(self, view):
        pair = re.fullmatch(f"Scatter of {NAME} against {NAME}", view.title).groups()
        self.add_record("scatter", pair, map(len, (view.wins, view.ties, view.losses)))
        self.add_text("scatter", "p", pair, re.search(r"p\s[=<>]\s[\d.]*\d", view.caption)[0], 1.0)
        if self.comparison.scores.complete.all():
            log, unit = self.comparison.scores.scale == "log", 10.0**self.notations.scores.exponent
            for name, mean in zip(pair, (view.means.y, view.means.x), strict=True):
                self.add("scatter", "geometric mean" if log else "mean", (name,), mean * unit)

    def look_at_mcm(self, view):
        unit = 0.01 if self.notations.differences.percent else 1.0
        for panel in view.panels:
            for row in panel.rows:
                for head, cell in zip(panel.columns, row.cells, strict=True):
                    pair = row.head.name, head.name
                    if cell.kind != "pair":
                        continue
                    if self.comparison.scores.scale != "log":
                        self.add_text("mcm", "difference", pair, cell.difference, unit)
                    self.add_record("mcm", pair, cell.record.split("/"))
                    if cell.pvalue:
                        self.add_text("mcm", "p", pair, cell.pvalue.replace("≤", "<"), 1.0)
                    shares = re.findall(r"\d+", cell.posterior)
                    for what, share in zip(("row", "equal", "column"), shares, strict=False):
                        self.add_text("mcm", f"{what} probability", pair, f"{share}%")

    def look_at_cdd(self, view):
        if view.form == "classic":
            ranked = {label.position: (label.name, label.rank_text) for label in view.labels}
        else:
            ranked = {i: (row.name, row.text) for i, row in enumerate(view.rows, 1)}
        for name, rank in ranked.values():
            self.add_text("cdd", "mean rank", (name,), rank, 1.0)
        rulers = [view.ruler] if view.form == "classic" else [plot.ruler for plot in view.plots]
        for ruler in filter(None, rulers):
            self.add_text("cdd", "critical difference", (), getattr(ruler, "text", "") or ruler[2], 1.0)
        for clique in view.cliques if view.form == "classic" else view.groups:
            self.add("cdd", "clique: " + ", ".join(ranked[k][0] for k in clique.members), (), 1.0)

    # --------------------------------------------------------------------------------------------- keys of numbers
    def look_at_key(self, key, where):
        """Keep the number that a key names, if it is of a kind that is kept."""
        what, _, of = key.removeprefix("*").removesuffix(" equation").partition(" of ")
        names, text = tuple(of.split(" against ")) if of else (), self.macros[key]()
        what = {"mean difference": "difference"}.get(what, what)
        omnibus = {"exact": "Friedman", "f": "Iman-Davenport", "chi-square": "Friedman"}
        first = omnibus.get(self.comparison.omnibus, "Skillings-Mack")
        if key.removeprefix("*").startswith(first) and re.search("statistic$|p equation$", key):
            exact = self.comparison.omnibus == "exact"
            if "statistic" in key:
                self.add_text(where, "omnibus", (), text, 1.0)
            elif exact == ("exact" in key):
                self.add_text(where, "omnibus p", (), text, 1.0)
        if key == "critical difference":
            self.add_text(where, key, (), text, 1.0)
        if not names or not set(names) <= set(self.names):
            return
        if what in ("mean", "difference", "median difference"):
            self.add_text(where, what, names, text)
        elif what in ("mean rank", "wins", "ties", "losses", "p", "adjusted p") or (
            what == "ratio" and self.in_order(names)
        ):
            self.add_text(where, what, names, text, 1.0)


class Sentences:
    """The chapter, read from its beginning: who is spoken of, and the numbers said of them."""

    def __init__(self, shown):
        self.shown, self.names = shown, shown.names
        control = shown.comparison.analysis.control
        self.own = shown.ours[0] if shown.ours else control or shown.names[0]
        self.rivals = [name for name in shown.names if name != self.own]

    def read(self):
        for line in self.shown.lines:
            text = "".join(part if isinstance(part, str) else self.plain(part) for part in line.parts)
            text = text.replace("\N{NO-BREAK SPACE}", " ")
            for part in line.parts:
                if not isinstance(part, str) and part.kind == "number":
                    self.shown.look_at_key(part.text, f"chapter: {text}")
            for pattern, keep in PATTERNS.items():
                for match in re.finditer(pattern, text):
                    self.shown.said[pattern] += 1
                    keep(self, f"chapter: {text}", *match.groups())

    def plain(self, part):
        return self.shown.macros[part.text]() if part.kind == "number" else part.text

    def all_of(self, names):
        return [b for b in self.names if b != self.own] if "rivals" in names else re.findall(NAME, names)

    # --------------------------------------------------------------------------------------- what a sentence says
    def decided(self, where, own, word, names):
        self.own, self.rivals = own or self.own, self.all_of(names)
        for rival in self.rivals:
            self.shown.add(where, f"verdict: {word}", (self.own, rival), 1.0)

    def shift(self, where, rival, estimate, low, high):
        rivals = [rival] if rival else self.rivals
        assert len(rivals) == 1, where
        unit = 10.0**self.shown.notations.differences.exponent
        self.shown.add_text(where, "shift", (self.own, *rivals), estimate)
        self.shown.add_text(where, "shift low", (self.own, *rivals), low, unit)
        self.shown.add_text(where, "shift high", (self.own, *rivals), high, unit)

    def undecided(self, where, rivals):
        self.rivals = self.all_of(rivals)
        for rival in self.rivals:
            for word in ("better", "worse"):
                assert (f"verdict: {word}", *sorted((self.own, rival), key=self.names.index)) not in self.shown.spans

    def typical(self, where, estimate, low, high):
        self.shift(where, "", estimate, low, high)

    def median(self, where, size):
        self.shown.add_text(where, "median difference", (self.own, *self.rivals), size)

    def ranging(self, where, least, most, unit):
        assert not unit or "points" not in least, where  # a unit is said once
        gaps = [self.shown.found("difference", self.own, rival) for rival in self.rivals]
        for said, found in ((least, min(gaps)), (most, max(gaps))):
            low, high = spanned(said, 0.01 if unit else 1.0)
            assert low <= found <= high, (where, gaps)

    def counted(self, where, verb, least, n, of, unit):
        what = {"wins": "wins", "loses": "losses"}[verb]
        counts = [self.shown.found(what, self.own, rival) for rival in self.rivals]
        totals = [sum(self.shown.found(kind, self.own, b) for kind in ("wins", "ties", "losses")) for b in self.rivals]
        if unit:
            counts = [100 * count / total for count, total in zip(counts, totals, strict=True)]
        else:
            assert of is None or set(totals) == {float(of)}, where
        wanted = int(n) if n.isdecimal() else totals[0]
        assert abs(min(counts) - wanted) <= 0.5 * bool(unit), (where, counts)
        assert bool(least) == (round(max(counts)) > round(min(counts))), (where, counts)

    def furthest(self, where, size, rival, task):
        self.on_task(where, task, size, self.own, rival)

    def driven(self, where, task, size):
        self.on_task(where, task, size, self.own, *self.rivals)

    def on_task(self, where, task, size, *pair):
        first, second = (self.shown.found(f"score on {task}", name) for name in pair)
        low, high = spanned(size)
        assert low - 1e-9 <= abs(first - second) <= high + 1e-9, (where, first, second)

    def tied(self, where, first, second, ties, total):
        self.shown.add(where, "ties", (first, second), float(ties))
        found = sum(self.shown.found(what, first, second) for what in ("wins", "ties", "losses"))
        assert found == float(total), where

    def differ(self, where, n, before):
        pairs = len(self.names) * (len(self.names) - 1) / 2
        count = {"None": 0, "All": pairs}.get(n) if n in ("None", "All") else in_words(n.lower())
        self.shown.add(where, "significant", (), float(count))
        if before:
            self.shown.add(where, "significant alone", (), float(in_words(before)))

    def joined(self, where, groups):
        for group in groups.split("; "):
            members = sorted(re.findall(NAME, group), key=lambda name: self.shown.found("mean rank", name))
            self.shown.add(where, "clique: " + ", ".join(members), (), 1.0)

    def sure(self, where, sign, share, name):
        pair = (self.own, *self.rivals) if name == self.own else (*self.rivals, self.own)
        self.shown.add_text(where, "row probability", pair, f"{sign}{share}", 1.0)

    def alike(self, where, sign, share):
        self.shown.add_text(where, "equal probability", (self.own, *self.rivals), f"{sign}{share}", 1.0)


# fmt: off
PATTERNS = {
    rf"{NAME} is significantly (better|worse) than ({ONE}.*?|(?:both|all \w+) rivals)(?: \(|:|,|\.$)": Sentences.decided,
    rf"(?:Against {NAME}, the nearest of them, the|^The) Hodges–Lehmann difference is {N} \(\S+% interval \[(\S+), (\S+)\]\)": Sentences.shift,
    rf"The comparisons? with ({ONE}.*?) (?:is|are)(?: also)? inconclusive": Sentences.undecided,
    rf"the Hodges–Lehmann difference {N} \(\S+% interval \[(\S+), (\S+)\]\)": Sentences.typical,
    rf"the median difference(?: is|,) (?!zero|at most){N}(?:,|\.$)": Sentences.median,
    rf"its mean(?: on shared tasks)? is (?!up){N} to ([\d.]+)( percentage points)? (?:higher|lower)": Sentences.ranging,
    r"it (wins|loses) on (at least )?(\d+|all|both|the only)(?: of the (\d+) tasks?|(%) of the tasks| \d+ tasks| tasks?)": Sentences.counted,
    rf"its largest deficit is {N}, to {NAME} on (\S+)\.$": Sentences.furthest,
    rf"depends on (?:one|\w+) tasks?, (\S+) \({N}\)": Sentences.driven,
    rf"{NAME} and {NAME} tie most often \((\d+) of (\d+) tasks\)": Sentences.tied,
    r"^(\w+)(?: of the| of)? (?:the )?(?:\w+) pairs differs? significantly at [^,]*?(?:, with or without correction|; (\w+) do(?:es)? without it)?\.$": Sentences.differ,
    r"by the tests? of (?:pairs|the pair): (.*)\.$": Sentences.joined,
    rf"By the Bayesian test, with probability (>?)(\S+), the .* {NAME} is better by more than \S+\.": Sentences.sure,
    rf"By the Bayesian test, with probability (>?)(\S+), the .* {ONE} and {ONE} are at most \S+ apart\.": Sentences.alike,
}
# fmt: on
"""What a sentence says, as a pattern, and what keeps its numbers."""


# ------------------------------------------------------------------------------------------------------------ tests
def apart(spans):
    """Return the two intervals that are farthest apart, where some have no value in common."""
    undefined = {math.isnan(low) for low, _, _ in spans}
    if len(undefined) > 1:
        return spans
    first, last = max(spans, key=lambda span: span[0]), min(spans, key=lambda span: span[1])
    slack = 1e-9 * max(1e-3, abs(first[0])) if math.isfinite(first[0]) else 0.0
    return (first, last) if first[0] > last[1] + slack else ()


@pytest.mark.parametrize("study", [thorough(study) if study in CROSSED else study for study in STUDIES])
def test_what_is_shown_twice_is_the_same(study):
    shown, n_read = shown_in(study), 0
    for key, spans in shown.spans.items():
        assert not apart(spans), (key, apart(spans))
        places = {where.split(":")[0] for _, _, where in spans}
        if "chapter" in places:
            assert places - {"chapter"}, f"nothing shows {key}: {spans}"
            n_read += 1
    assert n_read >= 8


def test_every_kind_of_number_is_read():
    said = sum((shown_in(study).said for study in STUDIES), Counter())
    assert {*PATTERNS} == {*said}
    where = {w.split(":")[0] for study in STUDIES for spans in shown_in(study).spans.values() for *_, w in spans}
    assert where == {*KINDS, "summary", "scatter", "mcm", "cdd", "macros", "chapter"}
