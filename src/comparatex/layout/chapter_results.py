"""Running text on results: who is best, which pairs differ, what the figures and tables show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import numpy as np

from comparatex.inference.arrays import Floats
from comparatex.inference.comparison import Comparison
from comparatex.layout import prose_keys, words
from comparatex.layout.chapter_text import Inline, Sentence, cite, number, references, sentence

_Parts = tuple[str | Inline, ...]


class Shown(Protocol):
    """What a figure or table of the chapter is known by."""

    @property
    def kind(self) -> str:
        """Which artefact it is."""

    @property
    def label(self) -> str:
        """Name for cross-references."""

    @property
    def view(self) -> Any:
        """Its view model."""


def summary(comparison: Comparison) -> Iterator[Sentence]:
    """Yield the results in short."""
    kind = ", ".join(filter(None, (comparison.scores.measure, words.direction(comparison))))
    yield sentence(f"This report compares {words.size(comparison)} ({kind}).")
    yield _best(comparison, "mean")
    yield _n_different(comparison)
    if not math.isnan(comparison.friedman.statistic):
        yield _best(comparison, "mean rank")
        yield _verdict(comparison)


def means(comparison: Comparison) -> Iterator[Sentence]:
    """Yield who is best by mean score."""
    yield _best(comparison, "mean")
    yield from _followers(comparison)
    if not comparison.scores.complete.all():
        yield sentence(
            "Where scores are missing, these means are of different tasks; the pairs, which are compared on the "
            "tasks that both have, say more."
        )


def matrix(comparison: Comparison, shown: Sequence[Shown]) -> Iterator[Sentence]:
    """Yield what the Multi-Comparison Matrix shows and what it does not depend on."""
    if not shown:
        return
    view = shown[0].view
    pvalue = ", and the p-value of the test" if len(view.legend) > 2 else ""
    yield sentence(
        *references("Figure", [shown[0].label]),
        " is a Multi-Comparison Matrix",
        cite("ismailfawaz2023"),
        ": a cell holds the mean difference of its row and its column, the tasks that the row wins, ties and "
        f"loses{pvalue}.",
    )
    if comparison.analysis.test == "nemenyi" or any("(" in text for text in view.legend):
        yield sentence(
            "Differences and counts in a cell come from the scores of its two comparates alone; "
            "its p-value depends on all the others too."
        )
    else:
        tasks = ", as long as the tasks stay the same" if comparison.scores.missing == "drop-tasks" else ""
        yield sentence(
            "All of that comes from the scores of these two comparates alone, without correction for the "
            f"number of pairs: other comparates could join or leave the study and none of it would change{tasks}."
        )
    if len(view.panels) > 1:
        yield sentence("The matrix is in parts, to be read as one.")
    if len(shown) > 1:
        yield _focus(shown)


def pairs(comparison: Comparison) -> Iterator[Sentence]:
    """Yield how many pairs differ."""
    yield _n_different(comparison)


def tasks_apart(shown: Sequence[str]) -> Iterator[Sentence]:
    """Yield what shows single tasks, which a mean and a count hide."""
    if shown:
        yield sentence(
            *references("Figure", shown),
            " sets two comparates against each other task by task: a mean and a count hide how far apart they "
            "are, and where.",
        )


def ranks(comparison: Comparison, listed: Sequence[str]) -> Iterator[Sentence]:
    """Yield what ranks are, and who is best by them."""
    where: _Parts = (" (", *references("Table", listed), ")") if listed else ()
    yield sentence(
        "On each task the comparates are ranked", *where, ", 1 being the best, and those that tie share the "
        "mean of their ranks; a mean rank says how a comparate places among these others, and not by how much.",
    )  # fmt: skip
    if math.isnan(comparison.friedman.statistic):
        return
    yield _best(comparison, "mean rank")
    by_mean, by_rank = _first(_goodness(comparison)), _first(comparison.mean_rank)
    if not set(by_mean) & set(by_rank):
        tasks = "" if comparison.scores.complete.all() else "; and here they are not of the same tasks"
        yield sentence(
            "Mean scores and mean ranks disagree on who is best: a mean score is moved by large differences "
            f"on few tasks, a mean rank by small ones on many{tasks}."
        )


def friedman(comparison: Comparison, listed: Sequence[str]) -> Iterator[Sentence]:
    """Yield the Friedman test and its verdict."""
    found, refined = comparison.friedman, comparison.iman_davenport
    if math.isnan(found.statistic):
        yield sentence(
            "The Friedman test",
            cite("friedman1937"),
            " and mean ranks are undefined here: they need two tasks on which every comparate has a score.",
        )
        return
    more: list[str | Inline] = []
    if found.exact_pvalue is not None:
        more += [" (exactly ", number("Friedman exact p equation"), ")"]
    if math.isfinite(refined.statistic):
        more += [
            "; the less conservative F of Iman and Davenport", cite("imandavenport1980"), " is F(",
            number("Iman-Davenport df1"), ", ", number("Iman-Davenport df2"), ") = ",
            number("Iman-Davenport statistic"), ", ", number("Iman-Davenport p equation"),
        ]  # fmt: skip
    yield sentence(
        "The Friedman test", cite("friedman1937"), " of all comparates together, corrected for ties, gives χ²(",
        number("Friedman df"), ") = ", number("Friedman statistic"), ", ", number("Friedman p equation"),
        *more, *((" (", *references("Table", listed), ").") if listed else (".",)),
    )  # fmt: skip
    yield _verdict(comparison)
    if len(comparison.names) > 2:
        yield sentence("It does not say which of them differ.")


def diagram(comparison: Comparison, shown: Sequence[Shown]) -> Iterator[Sentence]:
    """Yield what the critical difference diagram shows, and what its bars mean."""
    if not shown:
        return
    verb = "shows" if len(shown) == 1 else "show"
    yield sentence(
        *references("Figure", [piece.label for piece in shown]),
        f" {verb} the mean ranks on an axis, as a critical difference diagram",
        cite("demsar2006"),
        ".",
    )
    means = tuple(dict.fromkeys(map(_marks, (piece.view for piece in shown))))
    yield from (sentence(meaning) for meaning in means)
    if comparison.analysis.test == "nemenyi" or not any(piece.view.n_cliques for piece in shown):
        return
    corrected = "" if comparison.analysis.correction == "none" else ", corrected for the number of pairs"
    yield sentence(
        "Which pairs differ is not read off the distance of their mean ranks, which depends on all the other "
        "comparates",
        cite("benavoli2016"),
        f", but decided by the test of the pair itself{corrected}.",
    )


def lists(comparison: Comparison, shown: Sequence[Shown]) -> Iterator[Sentence]:
    """Yield what there is to look up."""
    for piece in shown:
        noun = "Figure" if piece.label.startswith("fig") else "Table"
        what: dict[str, _Parts] = {
            "pairwise": (" lists pairs with their tests.",),
            "holm": _holm(comparison),
            "scores": (" lists scores.",),
        }
        yield sentence(
            *references(noun, [piece.label]), *what.get(piece.kind, (f" has more: {piece.view.title}.",))
        )


def _marks(view: Any) -> str:
    """Return what the bars or letters of a diagram mean."""
    if view.n_cliques == 0:
        return "It has no bars, for all pairs in it differ significantly."
    return {
        "bars": "A bar joins comparates no pair of which differs significantly.",
        "letters": "Two comparates differ significantly unless they share a letter.",
        "nothing": "It does not show which pairs differ, for there are too many groups to be drawn.",
    }[str(view.shows)]


def _best(comparison: Comparison, statistic: str) -> Sentence:
    """Return who is best by mean score or by mean rank, and with what."""
    by_rank = statistic == "mean rank"
    values = comparison.mean_rank if by_rank else _goodness(comparison)
    first = _first(values)
    names = words.joined(tuple(comparison.names[i] for i in first))
    what = "mean rank" if by_rank else "mean score"
    verb = "has" if len(first) == 1 else "share"
    key = prose_keys.keys(comparison.names)[first[0]]
    return sentence(f"{names} {verb} the best {what}, ", number(f"{statistic} of {key}"), ".")


def _followers(comparison: Comparison) -> Iterator[Sentence]:
    """Yield who follows the best, and who is last, by mean score."""
    values, names, keys = _goodness(comparison), comparison.names, prose_keys.keys(comparison.names)
    behind = [int(i) for i in np.argsort(values, kind="stable") if values[i] > values.min()]
    if not behind:
        return
    following, last = behind[0], behind[-1]
    worst: _Parts = (".",)
    if values[last] > values[following]:
        worst = (f", and {names[last]} is last with ", number(f"mean of {keys[last]}"), ".")
    yield sentence(f"{names[following]} follows with ", number(f"mean of {keys[following]}"), *worst)


def _goodness(comparison: Comparison) -> Floats:
    """Return mean scores such that the smallest is the best."""
    return np.asarray(-comparison.mean if comparison.scores.higher_is_better else comparison.mean)


def _first(values: Floats) -> list[int]:
    """Return the positions of the smallest value."""
    return [int(i) for i in np.flatnonzero(values == values.min())]


def _n_different(comparison: Comparison) -> Sentence:
    """Return how many pairs differ significantly, with and without correction."""
    analysis, n_pairs = comparison.analysis, len(comparison.pair_statistics.row)
    level = f"at α = {words.level(analysis.alpha)}"
    if n_pairs == 1:
        apart = int(comparison.adjusted_significant.sum())
        return sentence(f"The two comparates {'differ' if apart else 'do not differ'} significantly {level}.")
    after: _Parts = (".",)
    if analysis.correction != "none" and analysis.test != "nemenyi":
        after = (" after correction; ", number("significant pairs without correction"), " would without it.")
    return sentence(
        "Of the ", number("pairs"), " pairs, ", number("significant pairs"),
        f" differ significantly {level}", *after,
    )  # fmt: skip


def _focus(shown: Sequence[Shown]) -> Sentence:
    """Return why there are further matrices."""
    others = [piece.label for piece in shown[1:]]
    return sentence(
        "As a matrix of all comparates would not be legible, it shows the best; ",
        *references("Figure", others),
        f" {'sets' if len(others) == 1 else 'set'} all others against a few.",
    )


def _holm(comparison: Comparison) -> _Parts:
    """Return what the table of Holm's steps has, whichever correction the analysis uses."""
    analysis = comparison.analysis
    steps: _Parts = (
        " goes through Holm's procedure", cite("holm1979"), ": p-values in ascending order, each against its "
        "level, up to the first that is above it",
    )  # fmt: skip
    if analysis.test == "nemenyi":
        return (*steps, "; it is there for comparison, for Nemenyi's p-values allow for all pairs already.")
    if analysis.correction != "holm":
        return (*steps, "; it is there for comparison, for another rule is followed here.")
    return (*steps, ".")


def _verdict(comparison: Comparison) -> Sentence:
    """Return whether the Friedman test rejects, by the best of its p-values."""
    found, refined, alpha = comparison.friedman, comparison.iman_davenport, comparison.analysis.alpha
    best = found.exact_pvalue
    if best is None:
        best = found.pvalue if math.isnan(refined.pvalue) else refined.pvalue
    level = f"at α = {words.level(alpha)}"
    if best > alpha:
        return sentence(
            f"The Friedman test does not reject, {level}, that all comparates perform alike, "
            "so that differences between pairs have little support."
        )
    return sentence(f"The Friedman test rejects, {level}, that all comparates perform alike.")
