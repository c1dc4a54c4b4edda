"""What a number is said to depend on, judged by changing the data: what is to stay stays, and what is to move moves.

A third method is dropped, clusters are shuffled, repeats permuted, the direction is turned, a gap is added, under every
option that changes what numbers rest on; statistics, tables, figures and sentences are asked.
"""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from comparatex.artefacts import view
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.compare import compare
from comparatex.inference.fields import PAIR, OptionalStatistics, Source
from comparatex.inference.leaderboard import leaderboard
from comparatex.layout.chapter import chapter
from comparatex.layout.chapter_facts import words
from comparatex.layout.facts import writing_of
from comparatex.layout.item import Item
from comparatex.layout.notation import printing
from comparatex.layout.options import Showing
from comparatex.render import render
from comparatex.tex_names import typeset
from comparatex.text import writing

NAMES, N = tuple("ABCD"), 16


def flips(differences):
    """Return the p-value of a test that is none of ours."""
    signs = np.where(np.random.default_rng(0).random((200, len(differences))) < 0.5, -1, 1)
    return float(np.mean(np.abs(signs @ differences) >= abs(differences.sum())))


TASKS = tuple(f"t{i}" for i in range(N))
OPTIONS = {
    # of the table, of how it is read, of the analysis
    "plain": ({}, {}, {}),
    "uncorrected": ({}, {}, {"correction": "none"}),
    "sign test": ({}, {}, {"test": "sign"}),
    "t test": ({}, {}, {"test": "t"}),
    "Nemenyi": ({}, {}, {"test": "nemenyi"}),
    "mean ranks": ({}, {}, {"test": "friedman-z"}),
    "own test": ({}, {}, {"test": flips}),
    "own test, complete tasks": ({"gaps": True}, {"missing": "drop-tasks"}, {"test": flips}),
    "supplied": (
        {},
        {},
        {"pvalues": {(a, b): 0.01 * (i + j) for i, a in enumerate(NAMES) for j, b in enumerate(NAMES)}},
    ),
    "better": ({}, {}, {"sides": "better"}),
    "ours": ({}, {}, {"sides": "ours", "control": "B"}),
    "control": ({}, {}, {"sides": "ours", "control": "A", "family": "control"}),
    "margin": ({}, {}, {"rope": 0.02}),
    "Bayes": ({}, {}, {"bayes": True, "rope": 0.01, "samples": 200}),
    "draws": (
        {},
        {},
        {"posterior": {name: np.sin(np.arange(99) * (k + 1)) for k, name in enumerate(NAMES)}, "rope": 0.01},
    ),
    "logarithms": ({}, {}, {"scale": "log"}),
    "relative": ({}, {}, {"scale": "relative"}),
    "clusters": ({}, {"cluster": True}, {}),
    "clusters, flips": ({}, {"cluster": True}, {"test": "cluster-sign-flip"}),
    "clusters, ours": ({}, {"cluster": True}, {"sides": "ours", "control": "B"}),
    "repeats": ({"repeats": True}, {}, {}),
    "pairwise": ({"gaps": True}, {"missing": "pairwise"}, {}),
    "complete tasks": ({"gaps": True}, {"missing": "drop-tasks"}, {}),
    "mean ranks, complete tasks": ({"gaps": True}, {"missing": "drop-tasks"}, {"test": "friedman-z"}),
    "Bayes, complete tasks": (
        {"gaps": True},
        {"missing": "drop-tasks"},
        {"bayes": True, "rope": 0.01, "samples": 200},
    ),
    "repeats, Bayes": (
        {"repeats": True},
        {},
        {"bayes": True, "rope": 0.01, "bayes_test": "correlated-t", "test_share": 0.1},
    ),
    "failures": ({"gaps": True}, {"missing": "impute=worst"}, {}),
    "stand-ins": ({"gaps": True}, {"missing": "impute=D"}, {}),
}
STAYING = ("mean_difference", "median_difference", "wins", "ties", "losses", "n_tasks")
"""Numbers of a pair whatever is tested."""
CLOSE = {"rtol": 1e-9, "atol": 1e-12, "equal_nan": True}


@cache
def table(repeats=False, gaps=False):
    rng = np.random.default_rng(6)
    values = 0.6 + 0.1 * rng.random((N, 1)) + rng.normal([0.05, 0.02, 0.02, 0.01], 0.03, (N, 4))
    values = np.round(values[:, :, None] + rng.normal(0, 0.01, (N, 4, 3)), 3) if repeats else np.round(values, 3)
    if gaps:
        values[1, 0] = values[5, 1] = values[9, 2] = np.nan
    return values


def made(option, values=None, names=NAMES, clusters=None, **more):
    of_table, reading, analysis = OPTIONS[option]
    values = table(**of_table) if values is None else values
    clusters = {task: f"c{i // 2}" for i, task in enumerate(TASKS)} if clusters is None else clusters
    reading = {**reading, **({"cluster": clusters} if reading.get("cluster") else {}), **more}
    return compare(read((values, names, TASKS[: len(values)]), **reading), **analysis, jobs=1)


@cache
def whole(option):
    return made(option)


def fields_of(comparison, first="A", second="B"):
    """Return every declared number of a pair, the first against the second, by name."""
    source, names = Source(comparison, OptionalStatistics(draws=100)), comparison.names
    i, j = names.index(first), names.index(second)
    place, found = int(comparison.pair_numbers(i, j)), {}
    for name, field in PAIR.items():
        if field.when(source):
            found[name] = (field.values if i < j else field.from_column)(source)[place]
    return found


def of_pair(comparison, first="A", second="B"):
    """Return the numbers of a pair, the first against the second, whichever is the better one."""
    names = comparison.names
    i, j = names.index(first), names.index(second)
    found = {name: comparison.square(name)[i, j] for name in (*STAYING, "pvalue", "sign_pvalue")}
    shift = comparison.shifts(np.array([i]), np.array([j]))
    found |= {"shift": float(shift.estimate[0]), "shift low": float(shift.low[0]), "shift high": float(shift.high[0])}
    if comparison.margin:
        found["equivalence_pvalue"] = comparison.square("equivalence_pvalue")[i, j]
    if comparison.analysis.bayes:
        found["probability"] = comparison.posteriors_between([i], [j])[0, 0, 0]
    return found


def moved(one, other):
    """Return the names of numbers that differ, by more than rounding, and of words that do."""
    return {
        name
        for name, value in one.items()
        if (value != other[name] if isinstance(value, str) else not np.isclose(value, other[name], **CLOSE))
    }


@pytest.mark.parametrize("option", OPTIONS)
def test_a_dropped_rival_moves_what_is_said_to_depend_on_others(option):
    whole = made(option)
    values = table(**OPTIONS[option][0])
    more = {}
    if option == "stand-ins":  # who stood in is gone
        more = {"missing": "pairwise"}
    without = made(option, values[:, :2], NAMES[:2], **more)
    found = moved(of_pair(whole), of_pair(without))
    said = whole.basis.others
    if not said:
        assert found == set()
    elif said in ("pvalues", "unknown"):  # of what is supplied nothing is known
        assert found == ({"pvalue"} if said == "pvalues" else set())
    else:
        assert "mean_difference" in found
    assert without.basis.others == ""
    claim = str(words("results", whole).independence(said))
    assert ("come from its two methods alone" in claim and "its p-value" not in claim) == (said in ("", "tasks"))
    if whole.analysis.bayes:
        claim = view(whole, "mcm", cells_show="posterior", pvalues=False, captions="full").caption
        assert ("numbers depend" in claim) == (said == "numbers")  # of tasks that are left out, notes tell
    caption = view(whole, "mcm", captions="full").caption
    assert ("numbers depend on which methods are compared" in caption) == (said == "numbers")
    assert ("p-values depend on which methods are compared" in caption) == (said == "pvalues")


@pytest.mark.parametrize("option", OPTIONS)
def test_every_declared_number_depends_on_others_as_its_basis_says(option):
    comparison = whole(option)
    values, more = table(**OPTIONS[option][0]), {"missing": "pairwise"} if option == "stand-ins" else {}
    found = moved(fields_of(comparison), fields_of(made(option, values[:, :2], NAMES[:2], **more)))
    others = {name: comparison.basis_of(name).others for name in fields_of(comparison)}
    assert found <= {name for name, on in others.items() if on}
    for name in found & {"wins", "mean_difference", "pvalue", "sign_pvalue", "cohens_d", "p_left"}:
        assert others[name] in ("numbers", "tasks") or (name == "pvalue" and others[name] == "pvalues")
    if comparison.basis.others not in ("", "unknown"):
        assert found & {"pvalue", "mean_difference"}
    corrected = comparison.basis.corrected and comparison.n_family > 1
    assert others["adjusted_pvalue"] in (("pvalues", "numbers") if corrected else (comparison.basis.others,))
    pvalue, adjusted = (fields_of(comparison)[name] for name in ("pvalue", "adjusted_pvalue"))
    assert "adjusted_pvalue" in found or not corrected or adjusted in (1.0, pvalue)  # which no correction changes


@pytest.mark.parametrize("option", [name for name, (_, reading, _) in OPTIONS.items() if "cluster" in reading])
def test_every_declared_number_moves_with_clusters_as_its_basis_says(option):
    comparison, order = whole(option), np.random.default_rng(0).permutation(N)
    other = made(option, clusters={TASKS[i]: f"c{k // 2}" for k, i in enumerate(order)})
    found = moved(fields_of(comparison), fields_of(other))
    drawn = {name for name in fields_of(comparison) if comparison.basis_of(name).unit == "cluster"}
    assert found <= drawn
    assert {"pvalue", "hodges_lehmann_low", "mean_difference_low"} <= found
    assert {"pvalue", "adjusted_pvalue", "hodges_lehmann_high", "mean_difference_high"} <= drawn


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "t", "nemenyi", "friedman-z", "conover", "aligned-z", "quade-z"])
def test_what_is_said_to_be_of_log_ratios_is_not_that_of_the_scores(test):
    cells = np.exp(np.random.default_rng(5).normal(size=(N, len(NAMES)))).round(6)
    table = read((cells, NAMES))
    log, raw = (compare(table, test=test, correction="none", scale=scale) for scale in ("log", None))
    of_log, of_scores = (np.sort(each.pair_statistics.pvalue) for each in (log, raw))  # their order is that of means
    moved = not np.allclose(of_log, of_scores, rtol=1e-9)
    assert log.basis.of_ratios == moved


@pytest.mark.parametrize("option", OPTIONS)
def test_a_basis_names_test_and_side(option):
    comparison, flipped = whole(option), OPTIONS[option][2].get("sides", "two")
    basis = comparison.basis
    assert basis.side == {"two": "both", "better": "data", "ours": "stated"}[flipped]
    assert basis.stated == (comparison.analysis.control if flipped == "ours" else "")
    test, sign = comparison.basis_of("pvalue"), comparison.basis_of("sign_pvalue")
    pvalue, by_sign = (comparison.square(name) for name in ("pvalue", "sign_pvalue"))
    alike = np.allclose(pvalue, by_sign, equal_nan=True)
    assert alike == (test.test == sign.test == "sign")
    two_sided = compare(comparison.scores, replace(comparison.analysis, sides="two", family="all"), jobs=1)
    same = np.allclose(pvalue, two_sided.square("pvalue"), equal_nan=True)
    assert same == (test.side == "both")


@pytest.mark.parametrize("option", [name for name, (_, reading, _) in OPTIONS.items() if "cluster" in reading])
def test_other_clusters_move_what_claims_to_allow_for_them(option):
    whole = made(option)
    order = np.random.default_rng(0).permutation(N)
    other = made(option, clusters={TASKS[i]: f"c{k // 2}" for k, i in enumerate(order)})
    found = moved(of_pair(whole), of_pair(other))
    assert "pvalue" in found and not found.isdisjoint({"shift low", "shift high"})
    assert found.isdisjoint({*STAYING, "sign_pvalue"})
    for intervals in ("mean_intervals", "rank_intervals"):
        assert not np.allclose(getattr(whole, intervals)(200).low, getattr(other, intervals)(200).low)
    assert whole.friedman.statistic == other.friedman.statistic
    for kind in ("forest", "intervals", "verdicts"):
        shown = [
            str(view(c, kind, ours=("B",), **({"draws": 100} if kind == "intervals" else {}))) for c in (whole, other)
        ]
        assert shown[0] != shown[1], kind
    with pytest.raises(UsageError, match="The Bayesian tests treat tasks as independent"):
        compare(whole.scores, bayes=True, rope=0.01)


@pytest.mark.parametrize(
    ("heading", "kind", "said"),
    [
        ("fold", "folds", "the mean of two folds;"),
        ("split", "resamples", "the mean of two splits;"),
        ("seed", "runs", "the mean of two seeds of the same experiment;"),
        ("repetition", "unknown", "the mean of two repeats of the same experiment;"),
    ],
)
def test_repeats_are_what_their_heading_says(tmp_path, heading, kind, said):
    lines = [
        f"{t},{m},{r},0.{(3 * i + 7 * j + r) % 9}"
        for i, t in enumerate("pqrs")
        for j, m in enumerate("AB")
        for r in (1, 2)
    ]
    file = tmp_path / "long.csv"
    file.write_text("\n".join([f"dataset,method,{heading},accuracy", *lines]) + "\n")
    comparison = compare(read(file), jobs=1)
    assert (comparison.basis.repeats, comparison.basis.n_repeats) == (kind, 2)
    assert said in str(words("methods", comparison).compared())
    assert whole("plain").basis.repeats == ""


@pytest.mark.parametrize("option", ["plain", "ours", "t test", "relative"])
def test_the_order_of_repeats_is_nothing(option):
    values = table(repeats=True)
    turned = values[:, :, [2, 0, 1]]
    analysis = OPTIONS[option][2]
    one, other = (compare(read((v, NAMES, TASKS)), **analysis, jobs=1) for v in (values, turned))
    assert moved(of_pair(one), of_pair(other)) == set()


@pytest.mark.parametrize(
    "option", [name for name in OPTIONS if name not in ("logarithms", "relative", "failures", "draws")]
)
def test_scores_turned_with_their_direction_keep_every_verdict(option):
    values = table(**OPTIONS[option][0])
    one, other = made(option), made(option, 2 - values, higher_is_better=False)
    assert one.names == other.names
    turned = {"mean_difference", "median_difference", "shift", "shift low", "shift high"}
    assert moved(of_pair(one), of_pair(other)) <= turned
    assert one.pairs["verdict"].tolist() == other.pairs["verdict"].tolist()


def test_a_gap_of_one_method_moves_its_own_pairs_alone():
    values = table().copy()
    values[3, 2] = np.nan
    one, other = made("plain"), made("pairwise", values)
    assert moved(of_pair(one), of_pair(other)) == set()
    assert "n_tasks" in moved(of_pair(one, "A", "C"), of_pair(other, "A", "C"))
    assert any("takes the place of Friedman's" in note for note in other.notes)
    assert other.omnibus == "skillings-mack"


def test_margins_are_in_points_where_scores_are_percentages():
    comparison = compare(read((table(), NAMES, TASKS)), rope=0.01, bayes=True, samples=200, jobs=1)
    with printing(Showing(percent=True)):
        told = f"{words('methods', comparison).read()} {words('methods', comparison).bayesian()}"
    assert "1\N{NO-BREAK SPACE}percentage point" in told and "0.01" not in told
    assert "0.01" in str(words("methods", comparison).read())
    shown = {"verdicts": {"ours": ("A",)}, "posterior": {}, "mcm": {"cells_show": "posterior"}}
    for kind, own in shown.items():
        points, plain = (str(view(comparison, kind, percent=percent, **own).caption) for percent in (True, False))
        assert "±1\N{NO-BREAK SPACE}percentage point" in points and "0.01" not in points
        assert "±0.01" in plain


@pytest.mark.parametrize("option", ["plain", "repeats", "pairwise", "Nemenyi"])
def test_weights_within_a_group_move_its_means_and_those_of_all_and_nothing_else(option):
    groups = {task: "few" if i < 5 else "many" for i, task in enumerate(TASKS)}
    comparison, summary = made(option, task_groups=groups), ("mean", "group-mean", "rank", "iqm", "median")
    even, uneven = dict.fromkeys(TASKS, 3.0), {task: 1.0 + (i % 3) * (i < 5) for i, task in enumerate(TASKS)}
    doubled = {task: 2 * weight for task, weight in uneven.items()}
    tables = [view(comparison, "scores", summary=summary, weights=weights) for weights in (even, uneven, doubled)]
    first, second, third = (
        {each.entries[0].text: [entry.text for entry in each.entries] for part in table.parts for each in part.lines}
        for table in tables
    )
    assert second == third  # weights are in no unit
    assert {name for name in first if first[name] != second[name]} == {"Mean, few", "Mean", "Mean of groups"}
    assert "Means, interquartile ones excepted, are weighted by task; nothing else is." in tables[1].caption
    boards = [
        {line["comparate"]: line for line in leaderboard(comparison, order="mean", draws=50, weights=weights).records()}
        for weights in (even, uneven)
    ]
    for name, line in boards[0].items():
        other = boards[1][name]
        assert line["score"] != other["score"]
        assert (line["place_low"], line["place_high"]) == (other["place_low"], other["place_high"])


TEX = {"A": r"\textsc{Alef}", "C": r"\emph{Gimel} \cite{gimel}", "D": r"$\mathcal{D}$"}  # B stays as it is
SPELT = dict(zip(NAMES, ("Alpha", "Alpha 2", "Gamma-Net", "Delta's"), strict=True))


@pytest.mark.parametrize(
    ("option", "language"),
    [(option, ("en", "de", "fr", "es")[i % 4]) for i, option in enumerate(OPTIONS) if i % 3 == 0 or "ours" in option],
)
def test_names_that_tex_sets_change_sentences_by_these_names_alone(option, language):
    comparison = made(option)
    control = SPELT.get(comparison.analysis.control, "")
    scores = replace(comparison.scores, comparates=tuple(map(SPELT.get, comparison.scores.comparates)))
    comparison = compare(scores, replace(comparison.analysis, control=control), jobs=1)
    tex, texts = {SPELT[name]: spelt for name, spelt in TEX.items()}, []
    for named in (comparison, replace(comparison, scores=replace(scores, tex_names=tex))):
        with writing(writing_of(Showing(language=language), named.scores)):
            matrix = Item("mcm", "mcm", "figures/mcm", view(named, "mcm"))
            texts.append(render("chapter.tex.jinja", view=chapter(named, [matrix], ours=("Alpha 2",))))
    plain, typed = texts
    assert any(typeset(spelt) in typed for spelt in tex.values())
    prose = re.sub(r"\\comparatex\*?\{[^}]*\}|\\hyphenation.*|%.*", "", typed)  # keys of numbers are names as they are
    assert not re.search(r"Alpha(?! 2)|Gamma-Net|Delta's", prose)
    for name, spelt in tex.items():
        typed = typed.replace(typeset(spelt), name)
    assert typed == plain
