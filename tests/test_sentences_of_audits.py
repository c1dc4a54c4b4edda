"""When each sentence of an audit is true: of its section, and of the captions and texts of its figures and its table.

As for the chapter (test_sentences.py). Patterns, swaps and flips are found again by deciding every set by itself.
"""
# ruff: noqa: E501  (a sentence stands on one line, and its condition on the next)

import re
from functools import cached_property
from itertools import combinations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests

from comparatex.artefacts import findings
from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis, AuditSettings
from comparatex.inference.audit.audit import audit
from comparatex.inference.compare import compare
from comparatex.layout.audit_section import families, texts
from comparatex.layout.facts import text
from comparatex.text import LANGUAGES, writing
from studies import (
    NAMES,
    XS,
    Case,
    N,
    X,
    always,
    close,
    judge,
    names_in,
    names_test,
    number,
    sentences_of,
    settled,
)

FAMILIES = {
    "a task left out": "leave-one-task-out",
    "a cluster left out": "leave-one-cluster-out",
    "a part of the tasks": "subsamples",
    "other levels": "levels",
    "other rules for zeros": "zero-rules",
    "leave one task out": "leave-one-task-out",
    "leave one cluster out": "leave-one-cluster-out",
    "subsamples": "subsamples",
    "fewer decimals": "fewer-decimals",
    "levels": "levels",
    "zero rules": "zero-rules",
}


class Audited(Case):
    """A study with its audit, decided again."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        k, n = int(rng.choice([3, 5, 6])), int(rng.choice([8, 20, 40]))
        values = rng.normal(0, 0.1, (n, k)) + rng.choice([0, 0.02, 0.05]) * np.arange(k) + 0.5
        if seed % 4 == 0:
            values[: n // 4, 0] += 0.6
        settings = {
            "test": ("wilcoxon", "sign", "t")[seed % 3],
            "correction": ("holm", "bonferroni", "none")[seed // 2 % 3],
        }
        table = Scores(
            np.round(values, 3),
            np.full((n, k), 3, np.int8),
            tuple(f"task-{i}" for i in range(n)),
            tuple(NAMES[:k]),
            higher_is_better=bool(seed % 2),
            clusters={f"task-{i}": f"source-{i // 2}" for i in range(n)} if seed % 5 == 0 else {},
        )
        comparison = compare(table, Analysis(alpha=(0.05, 0.1)[seed % 2], **settings))
        super().__init__(comparison, ())
        asked = {"core": tuple(range(2 + seed % 2)), "added": None if seed % 3 else (1,)}
        self.audit = audit(comparison, AuditSettings(**asked))
        self.core = [comparison.names[i] for i in self.audit.patterns.core]
        self.others = [a for a in comparison.names if a not in self.core]
        self.about = (comparison.names[0],) if seed % 2 else ()
        self.robust = self.audit.robustness

    # ---------------------------------------------------------------- every set by itself
    def differ(self, names):
        """Return the pairs of the core that differ in a set of comparates, corrected over its pairs."""
        pairs = [pair for pair in self.pairs if {*pair} <= {*names}]
        p = np.array([self.p(a, b) for a, b in pairs])
        if self.analysis.correction != "none":
            p = multipletests(p, method=self.analysis.correction)[1]
        return frozenset(
            pair for pair, value in zip(pairs, p, strict=True) if value <= self.alpha and {*pair} <= {*self.core}
        )

    @cached_property
    def patterns(self):
        sizes = range(len(self.others) + 1) if self.audit.settings.added is None else self.audit.settings.added
        sets = [added for size in sizes for added in combinations(self.others, size)]
        counts = {}
        for added in sets:
            found = self.differ([*self.core, *added])
            counts[found] = counts.get(found, 0) + 1
        return counts

    def ranks(self, names):
        """Return the mean ranks within a set."""
        columns = [self.comparison.scores.comparates.index(a) for a in names]
        found = stats.rankdata(-self.sign * self.whole[:, columns], axis=1).mean(axis=0)
        return dict(zip(names, found.tolist(), strict=True))

    @cached_property
    def reversals(self):
        """Return by how few comparates more or less each order of mean ranks of the table can be reversed."""
        everyone, fewest = self.ranks(list(self.names)), {}
        for a, b in combinations(self.names, 2):
            rest = [c for c in self.names if c not in (a, b)]
            for left_out in (out for size in range(1, len(rest) + 1) for out in combinations(rest, size)):
                found = self.ranks([c for c in self.names if c not in left_out])
                lead = everyone[b] - everyone[a] or (
                    1 if self.comparison.names.index(a) < self.comparison.names.index(b) else -1
                )
                if lead * (found[b] - found[a]) < -1e-9:
                    fewest[a, b] = len(left_out)
                    break
        return fewest

    # ---------------------------------------------------------------- verdicts that small changes leave
    def smallest(self, adjusted, about=()):
        shares = (self.robust.adjusted if adjusted else self.robust.raw).min(axis=0)
        pairs = self.comparison.pair_statistics
        names = self.comparison.names
        own = [not about or {names[i], names[j]} & {*about} for i, j in zip(pairs.row, pairs.column, strict=True)]
        return {
            frozenset((names[i], names[j])): share
            for i, j, share, mine in zip(pairs.row, pairs.column, shares, own, strict=True)
            if mine
        }


def weakest(c, a, b, said, share, *, adjusted, about=()):
    """Whether a verdict is the least robust, in the family that is named, with its share in percent."""
    found = c.smallest(adjusted, about)
    row = (c.robust.adjusted if adjusted else c.robust.raw)[c.robust.families.index(family(c, said))]
    pairs, names = c.comparison.pair_statistics, c.comparison.names
    k = next(k for k, (i, j) in enumerate(zip(pairs.row, pairs.column, strict=True)) if {names[i], names[j]} == {a, b})
    least = found[frozenset((a, b))]
    return least == min(found.values()) == row[k] < 1 and (close(share, 100 * least) if share else least == 0)


def family(c, said):
    key = FAMILIES[said]
    return next(name for name in c.robust.families if name.replace(" ", "-") == key or name == key)


def tried(c, said):
    """Whether all kinds of variants are named, with their numbers."""
    n = dict(zip((name.replace(" ", "-") for name in c.robust.families), c.robust.variants, strict=True))
    m = re.search(r"(\d+) subsamples", said)
    levels, zeros = re.search(r"(\w+) levels α", said), re.search(r"(\w+) treatments of zero", said)
    return (
        ("each task left out" in said) == ("leave-one-task-out" in n)
        and ("each cluster left out" in said) == ("leave-one-cluster-out" in n) == (c.clusters > 0)
        and int(m[1]) == n["subsamples"]
        and (not levels or number(levels[1]) == n["levels"])
        and (not zeros or number(zeros[1]) == n["zero-rules"])
        and ("fewer decimals" in said) == ("fewer-decimals" in n)
        and "sided" not in said
    )


def reversed_by(c, added, removed, worse, better, difference):
    """Whether a change puts one before the other, whose mean ranks differ by so much."""
    everyone = c.ranks(list(c.names))
    found = c.ranks([a for a in c.names if a not in names_in(removed or "")])
    return (
        not added
        and found[worse] < found[better]
        and everyone[better] <= everyone[worse]
        and close(difference, everyone[worse] - everyone[better])
    )


def flipped(c, change, a, b, *, adds):
    """Whether a verdict within the core is another after a change."""
    start = c.core if adds else list(c.names)
    then = [*c.core, *change] if adds else [x for x in c.names if x not in change]
    core = tuple(c.pair((a, b)))
    return (core in {tuple(c.pair(pair)) for pair in c.differ(start)}) != (
        core in {tuple(c.pair(pair)) for pair in c.differ(then)}
    )


def lopsided(c):
    """Return the pairs whose first has the better mean and loses on more tasks than it wins."""
    return [(a, b) for a, b in c.pairs if c.gain(a, b) > 0 and c.count(a, b)[0] < c.count(a, b)[2]]


def outweigh(c, a, b, many):
    """Whether so many of the largest gains, and no fewer, are more than all losses together."""
    d = np.sort(c.differences(a, b))[::-1]
    losses = -d[d < 0].sum()
    return d[:many].sum() > losses >= d[: many - 1].sum() - 1e-9


def n_verdicts(c, said):
    return number(said) == len(c.smallest(True, c.about))


def swap_of(c):
    return c.audit.swap_example if c.name == "audit-swap" else c.audit.weakened_example


def swapped(c, rising, falling):
    """Whether one has the worse mean rank before and the better one after, of those that stand in a figure."""
    example = swap_of(c)
    names = example.comparison.names
    found = [
        dict(zip((names[i] for i in standing.members), standing.ranks, strict=True))
        for standing in (example.before, example.after)
    ]
    return found[0][rising] >= found[0][falling] and found[1][rising] < found[1][falling]


def changed(c, said):
    """Whether the significance of the two is said as it is before and after."""
    before, after = swap_of(c).before.significant, swap_of(c).after.significant
    return (
        said.split(",")[0]
        in {
            (True, True): ["their difference is significant in both sets"],
            (False, False): ["their difference is significant in neither set"],
            (False, True): ["their difference becomes significant"],
            (True, False): ["their difference becomes not significant"],
        }[before, after]
    )


# fmt: off
SECTION = [
    (r"(?:The verdict|Both verdicts|All (\w+) verdicts) (on pairs|on .*?) holds? in every variant that was tried: (.*)\.",
     lambda c, m: min(c.smallest(True, c.about).values()) == 1 and (not m[1] or n_verdicts(c, m[1])) and tried(c, m[3])),
    (rf"The verdict on {X} against {X} is the least robust(?: of the (\w+) verdicts (on pairs|on .*?))?( after correction)?: it (?:is reversed by|holds in (\d+)% of the variants with) (.*)\.",
     lambda c, m: weakest(c, m[1], m[2], m[7], m[6], adjusted=True, about=c.about) and (not m[3] or n_verdicts(c, m[3])) and bool(m[5]) == (c.corrected and c.family > 1)),
    (r"(None|The other one|All others|\w+ of the others) holds? in every variant that was tried: (.*)\.",
     lambda c, m: sum(s == 1 for s in c.smallest(True, c.about).values()) == (0 if m[1] == "None" else len(c.smallest(True, c.about)) - 1 if m[1] in ("All others", "The other one") else number(m[1].split()[0])) and tried(c, m[2])),
    (r"(?:By mean ranks|Without correction, by the p-value of the pair alone), (\d+) of (\d+) verdicts survives? every variant\.",
     lambda c, m: (int(m[1]), int(m[2])) == (sum(s == 1 for s in c.smallest(False).values()), len(c.pairs))),
    (rf"The most fragile one, {X} against {X}, (?:changes its verdict in the only variant|keeps its verdict in (\d+)% of the variants) of one family \((.*)\)\.",
     lambda c, m: weakest(c, m[1], m[2], m[4], m[3], adjusted=False)),
    (r"Of (\w+) pairs, none changes its order by mean rank, whichever other methods of this table are compared\.", lambda c, m: number(m[1]) == len(c.pairs) and not c.reversals),
    (r"Of (\w+) pairs, (\w+) \((\d+)%\) changes? (?:its|their) order by mean rank with the choice of the other methods of this table; one method more or less is enough for (none|all|it|\w+)(?: of them)?\.",
     lambda c, m: (number(m[1]), number(m[2])) == (len(c.pairs), len(c.reversals)) and close(m[3], 100 * number(m[2]) / number(m[1]))
     and ({"none": 0, "all": len(c.reversals), "it": 1}.get(m[4]) or number(m[4].replace("none", "no"))) == sum(n == 1 for n in c.reversals.values())),
    (rf"For example, (?:adding {XS})?(?: and )?(?:removing {XS})? puts {X} before {X}, whose mean ranks differ by {N}\.", lambda c, m: reversed_by(c, m[1], m[2], m[3], m[4], m[5])),
    (r"No pair of similar mean ranks could be swapped by exchanging weakened variants of the two\.", lambda c, m: c.audit.weakened_example is None),
    (rf"Weakened variants of the two suffice: {X} overtakes {X} in mean rank when a weakened variant of {X} takes the place of one of {X}, (and the significance of their difference changes|while the significance of their difference stays the same)\.",
     lambda c, m: (m[1], m[2]) == (m[3], m[4]) and ("changes" in m[5]) == (c.audit.weakened_example.before.significant != c.audit.weakened_example.after.significant)),
    (r"A weakened variant is a weighted average of .*, and is marked by an asterisk\.", lambda c, m: c.audit.weakened_example is not None),
    (rf"(?:(Corrected for multiple testing over all pairs of a set)|Without correction for multiple testing), the verdicts within {XS} (?:are the same in (?:(?:all )?(\S+) sets|the one set) that adds? others to these|depend on which other methods are compared: (?:all )?(\S+) sets that add others to these show (\w+) patterns of significance, the most frequent one in {N}% of them)\.",
     lambda c, m: bool(m[1]) == c.corrected and names_in(m[2]) == c.core and number((m[3] or m[4] or "1").replace("both", "two")) == sum(c.patterns.values()) and len(c.patterns) == number(m[5] or "1") and (not m[6] or close(m[6], 100 * max(c.patterns.values()) / sum(c.patterns.values())))),
    (rf"The smallest (addition to these|removal from the table) that flips a verdict: {XS}, for {X} against {X}\.", lambda c, m: flipped(c, names_in(m[2]), m[3], m[4], adds="addition" in m[1])),
    (r"Counting tasks hides magnitudes\.", lambda c, m: len(lopsided(c)) > 0),
    (rf"In (\w+) pairs? the method with the better mean score loses on more tasks than it wins: {X} beats {X} on (\d+) tasks and loses on (\d+), yet its (?:largest gain outweighs|(\w+) largest gains outweigh) all of these losses together\.",
     lambda c, m: number(m[1]) == len(lopsided(c)) and (m[2], m[3]) in lopsided(c) and (c.count(m[2], m[3])[0], c.count(m[2], m[3])[2]) == (int(m[4]), int(m[5])) and outweigh(c, m[2], m[3], int(number(m[6] or "one")))),
]
SHOWN = {
    "audit-swap": [
        (r"Mean ranks before \(top\) and after \(bottom\) (.*?) (?:is|are) (added|removed)( .*)?: (\S+) overtakes (\S+), and (.*?)(?:, in favour of (\S+))?, though no score of either has changed\.",
         lambda c, m: swapped(c, m[4], m[5]) and changed(c, m[6]) and (not m[7] or m[7] in (m[4], m[5]))),
        (r"Mean ranks before \(top\) and after \(bottom\) (.*) replaces? (.*): (.*?) overtakes (.*?), and (.*?)(?:, in favour of (.*))?, though no score of either has changed\.", lambda c, m: swapped(c, m[3], m[4]) and changed(c, m[5])),
        (r"Bars span the two where they do not differ significantly \((.*)\)\.", lambda c, m: settled(c, m[1])),
        (r"Bars span the two where they do not differ significantly at α = ([\d.]+) by the (.*?), with (.*); no other bars are drawn\.", lambda c, m: number(m[1]) == c.alpha and names_test(c, m[2]) and (m[3].startswith(c.analysis.correction.capitalize()) or c.analysis.correction == "none")),
        (r"When (.*), (\S+) gets a better mean rank than (\S+); (.*?)(?:, in favour of (\S+))?\.", lambda c, m: swapped(c, m[2], m[3]) and changed(c, m[4])),
    ],
    "audit-patterns": [
        (rf"Which of {XS} differ significantly(?: \((.*)\))? (is the same(?:, whichever other methods are compared,)?|depends on which other methods are compared: (\w+) patterns) over (the one way|(?:all )?(\S+) ways) to add (.*)\.",
         lambda c, m: names_in(m[1]) == c.core and (not m[2] or settled(c, m[2])) and number(m[4] or "one") == len(c.patterns) and number((m[6] or "1").replace("both", "two")) == sum(c.patterns.values())),
        (r"Methods on a common bar do not differ significantly \(thin: past methods outside the group\); beside the bars stand some of the sets that produce the pattern\.", always),
        (r"Methods on a common bar do not differ significantly \(thin: past methods outside the group\) at α = ([\d.]+) by the (.*), corrected over all pairs of the set \((.*)\)\.|Methods on a common bar do not differ significantly \(thin: past methods outside the group\) at α = ([\d.]+) by the (.*), no correction for multiple testing\.",
         lambda c, m: number(m[1] or m[4]) == c.alpha and names_test(c, m[2] or m[5]) and bool(m[1]) == c.corrected),
        (r"Beside each pattern stand up to five of the sets that produce it, chosen by seed (\d+)\.", lambda c, m: int(m[1]) == c.audit.settings.seed),
        (rf"(\w+) patterns? of significance within (\w+) methods; the most frequent comes in {N}% of the sets\.",
         lambda c, m: (number(m[1]), number(m[2])) == (len(c.patterns), len(c.core)) and close(m[3], 100 * max(c.patterns.values()) / sum(c.patterns.values()))),
    ],
    "audit-robustness": [
        (r"The least robust verdicts \((adjusted|uncorrected) p, α = ([\d.]+)\): the smallest share of variants, over (.*), in which the verdict stays the same\.",
         lambda c, m: m[1] == "uncorrected" and number(m[2]) == c.alpha and [FAMILIES[name] for name in re.split(", | and ", m[3])] == [name.replace(" ", "-") for name in c.robust.families]),
        (r"Robustness of a verdict: the smallest share of variants in which it stays the same, over families of variants \(their number\): (.*)\.",
         lambda c, m: [int(n) for n in re.findall(r"\((\d+)\)", m[1])] == list(c.robust.variants)),
        (r"Verdicts are by (adjusted|uncorrected) p-values at α = ([\d.]+)\.", lambda c, m: m[1] == "uncorrected" and number(m[2]) == c.alpha),
        (r"Of (\w+) pairs?, (\w+) (?:keeps its verdict|keep their verdicts) in every variant\.", lambda c, m: (number(m[2]), number(m[1])) == (sum(s == 1 for s in c.smallest(False).values()), len(c.pairs))),
        (r"(\d+) of (\w+) verdicts? changes? in some variant of the data or the convention\.", lambda c, m: (int(m[1]), number(m[2])) == (sum(s < 1 for s in c.smallest(False).values()), len(c.pairs))),
    ],
}
# fmt: on
SHOWN["audit-weakened"] = SHOWN["audit-swap"]
"""What is said of an audit's findings, and when it is true."""


@pytest.fixture(scope="module")
def audited(request):
    """Studies of which each sentence is said; their tests, corrections and clusters are of all kinds."""
    return [Audited(seed) for seed in (range(14) if request.config.getoption("--thorough") else (0, 1, 2, 3, 4, 9, 13))]


def test_every_sentence_of_a_section_is_true_of_its_study(audited):
    used = set()
    for seed, case in enumerate(audited):
        words = texts(case.audit, {}, case.about)
        for paragraph in (
            words.endurance(),
            words.robustness(),
            words.mean_ranks(),
            words.corrections_of_sets(),
            words.magnitudes(),
        ):
            for sentence in filter(None, sentences_of(paragraph)):
                used.add(judge(SECTION, case, sentence.strip(), f"audit {seed}"))
    assert len(used) == len(SECTION)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_of_variants_has_its_words(audited, language):
    """Any family may be the one that a verdict endures least, which study it is aside."""
    case = next(case for case in audited if case.clusters)
    with writing(language):
        words = [
            (
                text("chapter-results", case.comparison).variants_of(key),
                text("audit-robustness", case.comparison).family(key),
            )
            for key, _ in families(case.audit)
        ]
    assert len({*words}) == len(words) == 6
    assert all(map(all, words))


@pytest.mark.parametrize("length", ["short", "full"])
def test_every_sentence_of_its_figures_and_table_is_true_of_its_study(audited, length):
    names = set()
    for seed, case in enumerate(audited):
        for item in findings(case.audit, {"captions": length}):
            case.name = item.name
            texts = (item.view.caption, item.view.alt)
            for sentence in (sentence for words in texts for sentence in sentences_of(words)):
                judge(SHOWN[item.name], case, sentence, f"{item.name} of audit {seed}")
            names.add(item.name)
    assert names == {*SHOWN}
