"""The facts of the chapter's answer and limits, against plain loops over the scores."""

import statistics

import numpy as np
import pytest

import comparatex as cx
from comparatex.inference.verdicts import rivals
from comparatex.layout.chapter import chapter
from comparatex.layout.chapter_answer import Answers, Gap, Subject
from comparatex.layout.chapter_limits import Limits, families
from comparatex.layout.number_macros import numbers
from comparatex.layout.numbers import fixed


def made(k=6, n=24, seed=1, decimals=2, higher=True, **settings):
    rng = np.random.default_rng(seed)
    values = np.round(rng.random((n, 1)) * 0.4 + rng.normal(0, 0.05, (n, k)) + 0.03 * np.arange(k) + 0.2, decimals)
    names = [f"C{i}" for i in range(k)]
    return cx.compare(cx.read((np.clip(values, 0, 1), names), higher_is_better=higher), **settings)


def scores_of(comparison, name):
    column = comparison.scores.comparates.index(name)
    return comparison.scores.values[:, column].tolist()


@pytest.mark.parametrize("higher", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_gaps_are_those_of_the_scores(higher, seed):
    comparison = made(seed=seed, higher=higher)
    answers, sign = Answers(comparison), 1 if higher else -1
    printed = numbers(comparison).lookup()
    for own in range(6):
        for rival in range(6):
            if own == rival:
                continue
            gap = Gap(answers, own, rival)
            apart = [
                sign * round(a - b, 6)
                for a, b in zip(scores_of(comparison, gap.own), scores_of(comparison, gap.rival), strict=True)
            ]
            assert (gap.wins, gap.ties, gap.losses) == (
                sum(d > 0 for d in apart), sum(d == 0 for d in apart), sum(d < 0 for d in apart),
            )  # fmt: skip
            assert gap.ahead == pytest.approx(statistics.fmean(apart), abs=1e-12)
            assert gap.median_ahead == pytest.approx(statistics.median(apart), abs=1e-12)
            assert not printed[f"mean difference of {gap.lead}"]().startswith("−")


@pytest.mark.parametrize("seed", range(6))
def test_every_rival_is_in_one_group_and_questions_say_what_they_rest_on(seed):
    rope = (None, 0.01, 0.1)[seed % 3]
    comparison = made(seed=seed, decimals=1 + seed % 2, rope=rope)
    answers = Answers(comparison)
    for own in range(6):
        found = rivals(comparison, own)
        subject = Subject(answers, own, found)
        assert (subject.n_better, subject.n_worse) == (len(found.better), len(found.worse))
        assert set(subject.not_different) == {comparison.names[i] for i in found.undecided}
        assert subject.open == len(found.of("open"))
        for question in filter(None, (*subject.questions, subject.rests)):
            gap = question.gap
            both = list(zip(scores_of(comparison, gap.own), scores_of(comparison, gap.rival), strict=True))
            close = sum(abs(round(a - b, 6)) <= rope for a, b in both) if rope else 0
            assert question.n_close == (close if 4 * close >= len(both) and not gap.identical else 0)
            towards = sorted(((a - b) * (1 if gap.ahead >= 0 else -1) for a, b in both), reverse=True)
            if question.drivers:
                k = question.drivers
                assert question.largest == fixed(round(towards[0], 6))
                assert round(sum(towards[k:]), 6) <= 0
                assert all(round(sum(towards[j:]), 6) > 0 for j in range(1, k))


def test_ranges_of_a_group_are_those_of_its_members():
    comparison = made(seed=3, n=60)
    subject = Subject(Answers(comparison), 0, rivals(comparison, 0))
    gaps = subject.better.gaps
    assert len(gaps) > 2
    assert subject.better.nearest.ahead == min(gap.ahead for gap in gaps)
    assert subject.better.furthest.ahead == max(gap.ahead for gap in gaps)
    assert subject.better.wins == (str(min(gap.wins for gap in gaps)), str(max(gap.wins for gap in gaps)))
    assert subject.better.weakest.adjusted == max(gap.adjusted for gap in gaps)


@pytest.mark.parametrize(
    ("names", "named"),
    [
        (["PigArt", "PigCVP", "PigAirway", "Beef", "Car", "Fish"], (("Pig", 3),)),
        ([f"task_{i}" for i in range(9)], None),
        ([f"t{i}" for i in range(9)], None),
        (["o__a", "o__b", "o__mfeat-x", "o__mfeat-y", "o__mfeat-z", "o__c"], (("mfeat", 3),)),
        (["ett1/H", "ett2/H", "ett1/D", "solar/H", "solar/D", "m4/D", "m4/H", "jena/D"], (("ett", 3),)),
    ],
)  # fmt: skip
def test_families_of_names(names, named):
    found = families(names)
    assert (found and found.named) == named


def test_limits_are_only_those_that_the_data_have():
    plain = Limits(made(decimals=3))
    assert (plain.few, plain.ties, plain.dominated, plain.families) == (None, None, None, None)
    assert Limits(made(decimals=1)).ties.share == fixed(
        100 * float(made(decimals=1).pair_statistics.ties.sum()) / (15 * 24), 0
    )
    few = Limits(made(k=2, n=8)).few
    assert (few.least, few.corrected) == (fixed(2 / 2**8), "")
    assert Limits(made(k=2, n=5)).few is None  # no outcome could be significant, which is said elsewhere
    values = np.random.default_rng(2).random((20, 3))
    values[0] *= 1e6
    dominated = Limits(cx.compare(cx.read((values, ["A", "B", "C"])))).dominated
    assert (dominated.task, dominated.share) == ("1", "> 99")
    values[0] = 1e6 + values[1]  # the scores are large there, the differences are not
    assert Limits(cx.compare(cx.read((values, ["A", "B", "C"])))).dominated is None
    normal = np.random.default_rng(3).normal(size=(10, 2))
    assert Limits(cx.compare(cx.read((normal, ["A", "B"])))).dominated is None


def test_where_the_data_show_no_limits_there_is_no_section():
    rng = np.random.default_rng(5)
    values = rng.permuted(np.linspace(0.3, 0.6, 40)).round(3)[:, None] + np.array([0.3, 0.0])
    comparison = cx.compare(cx.read((values + rng.normal(0, 0.01, (40, 2)).round(3), ["A", "B"])))
    labels = [section.label for section in chapter(comparison, ()).sections]
    assert labels == ["sec-pairs", "sec-tests"]
