"""The chapter says what the Bayesian test takes and what its probabilities are of, in two languages."""

import numpy as np
import pytest

from comparatex.artefacts import view
from comparatex.data.scores import Scores
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.chapter import methods_paragraph
from comparatex.layout.chapter_facts import words
from comparatex.text import writing


def made(test, share=None, rope=0.01, **more):
    repeats = np.round(np.random.default_rng(1).uniform(0.5, 0.9, (6, 3, 5)), 3)
    values = repeats.mean(axis=2).round(4)
    tasks = tuple(f"t{i}" for i in range(6))
    table = Scores(values, np.full(values.shape, 4, np.int8), tasks, ("A", "B", "C"), repeats=repeats)
    settings = {"bayes": True, "bayes_test": test, "test_share": share, "rope": rope, "samples": 50} | more
    return compare(table, Analysis(**settings))


def plain(text):
    return "".join(
        part if isinstance(part, str) else part.text if part.kind != "cite" else f" [{part.text}]"
        for part in text.parts
    )


def bayesian(comparison):
    return words("methods", comparison).bayesian()


@pytest.mark.parametrize(
    ("test", "share", "said", "source"),
    [
        ("signed-rank", None, "The Bayesian signed-rank test [", "benavoli2014,benavoli2017"),
        ("sign", None, "The Bayesian sign test [", "benavoli2017"),
        (
            "correlated-t",
            0.1,
            "have the correlation 0.1, the share of the data that a repeat",
            "corani2015,benavoli2017",
        ),
        (
            "correlated-t",
            0.0,
            "which are taken to share no data and to be independent.",
            "corani2015,benavoli2017",
        ),
        (
            "hierarchical",
            0.2,
            "any two repeats of a task have the correlation 0.2",
            "corani2017,benavoli2017",
        ),
        ("hierarchical", 0.0, "those of a task are taken to share no data", "corani2017,benavoli2017"),
    ],
)
def test_each_test_is_told_by_what_it_takes(test, share, said, source):
    text = plain(bayesian(made(test, share)))
    assert said in text
    assert f"[{source}]" in text
    assert "at most 0.01 apart" in text
    assert ("repeats" in text) == (share is not None)


def test_what_holds_for_these_tasks_is_not_said_of_new_ones():
    assert "say nothing about new ones" in plain(bayesian(made("correlated-t", 0.1)))
    assert "concern a new task, drawn as these were" in plain(bayesian(made("hierarchical", 0.1)))
    for test in ("signed-rank", "sign"):
        assert "new" not in plain(bayesian(made(test)))


@pytest.mark.parametrize("test", ["signed-rank", "sign", "correlated-t", "hierarchical"])
def test_without_a_rope_nothing_is_practically_equal(test):
    said = "As that width is 0, no difference counts as practically equal."
    assert said in plain(bayesian(made(test, 0.1, rope=0.0)))
    assert said not in plain(bayesian(made(test, 0.1)))


@pytest.mark.parametrize("test", ["signed-rank", "sign", "correlated-t", "hierarchical"])
def test_the_means_are_all_that_is_seen_only_where_that_is_so(test):
    text = plain(words("methods", made(test, 0.1)).compared())
    by_repeats = test in ("correlated-t", "hierarchical")
    assert ("the Bayesian test uses the repeats" in text) == by_repeats
    assert ("the tests use the means only" in text) != by_repeats
    assert "the tests use the means only" in plain(words("methods", made(test, 0.1, bayes=False)).compared())


@pytest.mark.parametrize("test", ["signed-rank", "sign", "correlated-t", "hierarchical"])
@pytest.mark.parametrize("share", [0.0, 0.1])
def test_the_methods_paragraph_tells_the_test_where_it_was_made(test, share):
    told = plain(bayesian(made(test, share)))
    assert told in plain(methods_paragraph(made(test, share)).text)
    assert "Bayesian" not in plain(methods_paragraph(made(test, share, bayes=False)).text)
    with writing("fr"):
        french = plain(bayesian(made(test, share)))
    assert "bayésien" in french
    assert "0,01" in french
    assert ("répétition" in french) == ("repeat" in told)
    assert ("0,1" in french.replace("0,01", "")) == ("0.1" in told.replace("0.01", ""))


@pytest.mark.parametrize(("lead", "sure"), [(0.1, True), (0.0, False)])
def test_many_bayesian_verdicts_are_said_to_be_uncorrected(lead, sure):
    noise = np.random.default_rng(0).normal(0, 0.01, (30, 3))
    values = np.round(0.5 + noise + lead * np.array([2, 1, 0]), 4)
    table = Scores(values, np.full(values.shape, 4, np.int8), tuple(map(str, range(30))), ("A", "B", "C"))
    comparison = compare(table, Analysis(bayes=True, rope=0.005, samples=200))
    found = np.stack(comparison.posterior).max(axis=0) >= 0.95
    assert (found.sum() > 1) == sure
    text = plain(words("results", comparison).posteriors((), ())).replace("\N{NO-BREAK SPACE}", " ")
    said = "not corrected for the number of pairs: if the model holds, up to 5% of such verdicts"
    assert (said in text) == sure


def test_all_texts_mean_the_same_probability():
    comparison = made("signed-rank")
    assert "that the first method is better on average over two tasks drawn at random" in plain(bayesian(comparison))
    assert "the probability that one of the two methods is better" in plain(
        words("results", comparison).posteriors((), ())
    )
    caption = str(view(comparison, "mcm", captions="short", cells_show="posterior").caption)
    assert "probabilities in percent that the row is better" in caption
