"""Every statistic of the library can be asked for on the command line, and is said in words."""

import csv
import itertools
import json

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_confint

import comparatex as cx
from comparatex.artefacts import ARTEFACTS, view
from comparatex.inference.bayes.repeated import hierarchical

TIES = "task,A,B\n" + "".join(f"t{k},{a},{b}\n" for k, (a, b) in enumerate([(2, 1)] * 9 + [(1, 1)] * 3 + [(1, 2)] * 2))
"""Nine wins, three ties, two losses."""


def caption(path, artefact, /, **analysis):
    """Return the full caption of an artefact."""
    return view(cx.compare(cx.read(path), cx.Analysis(**analysis)), artefact, captions="full").caption


@pytest.mark.parametrize(
    ("rule", "statistic", "oracle", "said"),
    [
        ("drop", 2, stats.binomtest(9, 11).pvalue, "ties dropped"),
        ("split", 3, stats.binomtest(10, 13).pvalue, "ties split evenly"),
        ("count", 5, 2 * stats.binomtest(9, 14, alternative="greater").pvalue, "ties counted"),
    ],
)
def test_ties_of_the_sign_test(run, folder, rule, statistic, oracle, said):
    (folder / "ties.csv").write_text(TIES, encoding="utf-8")
    found = json.loads(run("stats", "ties.csv", "--sign-ties", rule).stdout)
    assert found["settings"]["sign_ties"] == rule
    assert found["pairs"][0]["sign_pvalue"] == pytest.approx(oracle, rel=1e-12)
    tested = json.loads(run("stats", "ties.csv", "--sign-ties", rule, "--test", "sign").stdout)["pairs"][0]
    assert (tested["statistic"], tested["pvalue"]) == (statistic, pytest.approx(oracle, rel=1e-12))
    assert run("table", "pairwise", "ties.csv", "--sign-ties", rule, "--test", "sign", "-o", "-").exit_code == 0
    assert said in caption("ties.csv", "pairwise", sign_ties=rule, test="sign")


def test_relatives_of_the_friedman_test(run):
    """The p-values by hand from the tables of ranks; both statistics are in the JSON, the table and the caption."""
    found = json.loads(run("stats", "results.csv").stdout)
    quade, aligned = found["quade"], found["aligned_ranks"]
    assert quade["df"] == [4, 44]
    assert quade["pvalue"] == pytest.approx(stats.f.sf(quade["statistic"], 4, 44))
    assert aligned["df"] == 4
    assert aligned["pvalue"] == pytest.approx(stats.chi2.sf(aligned["statistic"], 4))
    assert {"mean_aligned_rank", "weighted_mean_rank"} <= found["summary"][0].keys()
    assert sum(row["mean_aligned_rank"] for row in found["summary"]) == pytest.approx(5 * 61 / 2)
    table = run("table", "friedman", "results.csv", "--every-test", "-o", "-").stdout
    assert rf"Quade's $F$ & {quade['statistic']:.3f}" in table
    assert f" of aligned ranks & {aligned['statistic']:.3f}" in table
    of_every_test = view(cx.compare(cx.read("results.csv")), "friedman", every_test=True, captions="full")
    assert "Quade's F" in of_every_test.caption


@pytest.mark.parametrize(("test", "rank"), [("aligned-z", "mean_aligned_rank"), ("quade-z", "weighted_mean_rank")])
def test_post_hoc_tests_of_aligned_and_weighted_ranks(run, test, rank):
    found = json.loads(run("stats", "results.csv", "--test", test).stdout)
    ranks = {row["comparate"]: row[rank] for row in found["summary"]}
    apart = [abs(ranks[pair["row"]] - ranks[pair["column"]]) for pair in found["pairs"]]
    ratios = [pair["statistic"] / gap for pair, gap in zip(found["pairs"], apart, strict=True)]
    assert ratios == pytest.approx([ratios[0]] * len(ratios))
    assert [pair["pvalue"] for pair in found["pairs"]] == pytest.approx(
        [2 * stats.norm.sf(pair["statistic"]) for pair in found["pairs"]]
    )
    for artefact in ("mcm", "cdd", "heatmap", "pairwise"):
        said = caption("results.csv", artefact, test=test)
        assert {"aligned-z": "aligned ranks", "quade-z": "weighted after Quade"}[test] in said


@pytest.mark.parametrize(("rule", "won", "n"), [("drop", 9, 11), ("split", 10, 13), ("count", 9, 14)])
def test_share_of_wins(run, folder, rule, won, n):
    """With Wilson's interval, by statsmodels."""
    (folder / "ties.csv").write_text(TIES, encoding="utf-8")
    pair = json.loads(run("stats", "ties.csv", "--sign-ties", rule).stdout)["pairs"][0]
    low, high = proportion_confint(won, n, method="wilson")
    found = [pair[key] for key in ("win_share", "win_share_low", "win_share_high")]
    assert found == pytest.approx([won / n, low, high])
    table = run("table", "effects", "ties.csv", "--sign-ties", rule, "-o", "-").stdout
    assert f"& {won / n:.2f} & {{[}}{found[1]:.2f}, {found[2]:.2f}{{]}}" in table
    assert "Won: share of tasks" in caption("ties.csv", "effects", sign_ties=rule)


SIZES = "task,n\nx,100\ny,200\nz,400\n"
SHARES = "task,A,B\nx,0.95,0.60\ny,0.90,0.905\nz,0.50,0.70\n"
"""Significant by the two-proportion test on the first task, not on the second, and the other way on the third."""


@pytest.fixture
def shares(folder):
    (folder / "shares.csv").write_text(SHARES, encoding="utf-8")
    (folder / "sizes.csv").write_text(SIZES, encoding="utf-8")


def test_only_significant_wins_count(run, folder, shares):
    pair = json.loads(run("stats", "shares.csv", "--sizes", "sizes.csv").stdout)["pairs"][0]
    assert (pair["row"], pair["significant_wins"], pair["significant_losses"]) == ("A", 1, 1)
    assert pair["significant_wins_pvalue"] == 1
    lines = zip(SHARES.splitlines(), SIZES.splitlines(), strict=True)
    (folder / "joined.csv").write_text("\n".join(f"{a},{b.split(',')[1]}" for a, b in lines), encoding="utf-8")
    joined = json.loads(run("stats", "joined.csv", "--size", "n").stdout)
    assert joined["pairs"][0] == pair
    assert "groups" not in joined
    assert "significant_wins" not in json.loads(run("stats", "shares.csv").stdout)["pairs"][0]
    cut = run("stats", "shares.csv", "--sizes", "sizes.csv", "--format", "csv", "-o", "csv")
    assert cut.exit_code == 0
    assert "significant_wins_pvalue" in (folder / "csv" / "pairs.csv").read_text(encoding="utf-8").splitlines()[0]


def test_discordant_counts(run, folder, shares):
    """McNemar's test from counts, checked against the scores, for either order of the pair."""
    (folder / "alone.csv").write_text("task,A,B\nx,37,2\ny,5,6\nz,20,100\n", encoding="utf-8")
    asked = ("table", "proportions", "shares.csv", "--sizes", "sizes.csv", "--discordant")
    table = run(*asked, "alone.csv", "-o", "-").stdout
    p = stats.binomtest(5, 11).pvalue
    assert f"5/6 & {p:.4f}" in table
    turned = run(*asked, "alone.csv", "--row", "B", "--column", "A", "-o", "-").stdout
    assert f"6/5 & {p:.4f}" in turned
    (folder / "other.csv").write_text("task,A,B\nx,2,37\ny,5,6\nz,20,100\n", encoding="utf-8")
    wrong = run(*asked, "other.csv", "-o", "-")
    assert (wrong.exit_code, "not of the same test set" in wrong.stderr) == (1, True)
    (folder / "close.csv").write_text("task,A,B\nx,0.901,0.891\ny,0.795,0.798\n", encoding="utf-8")
    (folder / "thousand.csv").write_text("task,n\nx,1000\ny,1000\n", encoding="utf-8")
    (folder / "many.csv").write_text("task,A,B\nx,60,50\ny,40,43\n", encoding="utf-8")
    close = ("table", "proportions", "close.csv", "--sizes", "thousand.csv", "--discordant", "many.csv")
    assert f"60/50 & {stats.binomtest(60, 110).pvalue:.4f}" in run(*close, "-o", "-").stdout
    (folder / "three.csv").write_text("task,A,B,C\nx,1,2,3\ny,1,2,3\n", encoding="utf-8")
    assert run(*asked, "three.csv", "-o", "-").exit_code == 2


def test_the_caption_counts_significant_wins():
    comparison = cx.compare(cx.read(([[0.95, 0.6], [0.9, 0.905], [0.5, 0.7], [0.99, 0.5]], ("A", "B"))))
    sizes = {"1": 100, "2": 200, "3": 400, "4": 100}
    said = view(comparison, "proportions", sizes=sizes, sign_test=True, captions="full").caption
    assert "A is significantly better on two tasks, B on one task; two-sided sign test" in said
    assert "p\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}1.0000" in said


def adjusted(run, *arguments):
    """Return the adjusted p-values of `stats` by pair, those that there are."""
    pairs = json.loads(run("stats", "results.csv", *arguments).stdout)["pairs"]
    return {(p["row"], p["column"]): p["adjusted_pvalue"] for p in pairs if p["adjusted_pvalue"] is not None}


@pytest.mark.parametrize("correction", ["holm", "bonferroni", "hommel"])
def test_a_control_declares_the_family(run, correction):
    """Four comparisons, corrected as statsmodels corrects four p-values; the others have none."""
    found = adjusted(run, "--family", "control", "--control", "boss", "--correction", correction)
    assert len(found) == 4
    assert all("boss" in pair for pair in found)
    pairs = json.loads(run("stats", "results.csv").stdout)["pairs"]
    raw = [p["pvalue"] for p in pairs if (p["row"], p["column"]) in found]
    assert list(found.values()) == pytest.approx(multipletests(raw, method=correction)[1])
    numbers = json.loads(run("stats", "results.csv", "--family", "control", "--control", "boss").stdout)
    assert (numbers["cliques"], numbers["settings"]["control"]) == (None, "boss")


def test_the_drawn_pairs_are_a_family(run):
    comparison = cx.compare(
        cx.read("results.csv"), cx.Analysis(family="drawn", drawn=(("boss", "weasel"), ("rocket", "boss")))
    )
    members = {frozenset(pair) for pair in zip(*(comparison.pairs[side] for side in ("row", "column")), strict=True)}
    kept = comparison.pairs[comparison.pairs["adjusted_pvalue"].notna()]
    drawn = {frozenset(pair) for pair in zip(kept["row"], kept["column"], strict=True)}
    assert drawn == {frozenset(p) for p in (("boss", "weasel"), ("boss", "rocket"), ("weasel", "rocket"))} <= members
    assert comparison.n_family == 3
    alone = cx.compare(cx.read("results.csv", include=("rocket", "boss", "weasel")))
    assert sorted(kept["adjusted_pvalue"]) == pytest.approx(sorted(alone.pairs["adjusted_pvalue"]))


def test_captions_name_the_family_and_the_condition(run, folder):
    control = {"family": "control", "control": "boss"}
    condition = "(bounds the family-wise error under any dependence between the tests)"
    over = f"Holm's step-down correction over four comparisons with boss {condition}"
    assert over in caption("results.csv", "pairwise", **control)
    assert "There are no bars" in caption("results.csv", "cdd", **control)
    drawn = {"family": "drawn", "drawn": (("boss", "rocket", "weasel"), ("boss", "rocket", "weasel"))}
    assert f"over three pairs that are drawn {condition}" in caption("results.csv", "pairwise", **drawn)
    asked = ("cdd", "results.csv", "--only", "boss,rocket,weasel", "--family", "drawn", "-o")
    assert run(*asked, "cdd.svg", "--backend", "matplotlib").exit_code == 0
    asked = ("mcm", "results.csv", "--focus", "boss", "--exclude-columns", "rocket", "--adjusted", "-o", "-")
    assert run(*asked, "--family", "drawn").exit_code == 0
    refused = run("cdd", "results.csv", "--top", "3", "--family", "drawn", "-o", "-")
    assert "name them with --only" in refused.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--family", "control"), "needs the method"),
        (("--family", "control", "--control", "nobody"), "No method is called 'nobody'"),
        (("--family", "control", "--control", "boss", "--correction", "shaffer"), "needs all pairs"),
        (("--family", "control", "--control", "boss", "--test", "nemenyi"), "allows for all pairs"),
        (("--family", "control", "--control", "boss", "--convention", "aeon-cdd"), "fixes"),
        (("--family", "drawn"), "draws all pairs"),
    ],
)
def test_families_that_cannot_be(run, options, said):
    result = run("stats", "results.csv", *options)
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr


def test_a_full_pipeline_against_its_reduced_forms(run, folder):
    """The family are the four comparisons with it, the form that loses most stands first."""
    table = run("table", "ablation", "results.csv", "--full", "rocket", "-o", "-").stdout
    lines = [line.rstrip("\\ ").split(" & ") for line in table.splitlines() if line.endswith(r" \\")]
    assert [line[0] for line in lines] == ["rocket", "catch22", "boss", "weasel", "ts-chief"]
    shown = [float(line[5].removeprefix(r"\comparatexsignificant").strip("{}")) for line in lines[1:]]
    known = adjusted(run, "--family", "control", "--control", "rocket")
    pairs = [known.get(("rocket", line[0]), known.get((line[0], "rocket"))) for line in lines[1:]]
    assert shown == pytest.approx(pairs, abs=5e-5)
    assert run("table", "ablation", "results.csv", "-o", "-").exit_code == 2


def test_occams_razor(run, folder):
    """Of rocket, the best, and those that do not differ from it, the one that costs least."""
    (folder / "costs.csv").write_text("comparate,cost\nts-chief,9\nrocket,5\nboss,2\nweasel,1.5\ncatch22,1\n")
    found = json.loads(run("stats", "results.csv", "--costs", "costs.csv").stdout)
    apart = {pair["column"] for pair in found["pairs"] if pair["row"] == "rocket" and pair["significant"]}
    near = {name: cost for name, cost in found["occam"]["costs"].items() if name not in apart}
    assert found["occam"]["best"] == "rocket"
    assert found["occam"]["simplest"] == min(near, key=near.get) != "catch22"
    comparison, costs = cx.compare(cx.read("results.csv")), found["occam"]["costs"]
    said = view(comparison, "pareto", costs=costs, cost_name="memory", captions="full").caption
    assert f"{found['occam']['simplest']} has the least memory" in said
    asked = ("table", "ablation", "results.csv", "--full", "rocket", "--costs", "costs.csv", "-o", "-")
    assert run(*asked).exit_code == 0
    cheap = view(comparison, "ablation", full="rocket", costs={**costs, "rocket": 1.2}, captions="full").caption
    assert "rocket has the best mean score, and all that have less" in cheap


@pytest.fixture
def repeats(folder):
    """Five folds of six tasks: A is better by about 0.05 on all but the last, where B is by 0.2."""
    draw = np.random.default_rng(3)
    lines = ["task,fold,A,B"]
    for t in range(6):
        for fold in range(5):
            b = 0.7 + 0.02 * draw.standard_normal()
            a = b + (0.05 if t < 5 else -0.2) + 0.005 * draw.standard_normal()
            lines.append(f"t{t},{fold},{a:.4f},{b:.4f}")
    (folder / "repeats.csv").write_text("\n".join(lines), encoding="utf-8")


def test_the_correlated_t_test_is_per_task(run, folder, repeats):
    """Against Student's t by hand on one task, and all ways in which six tasks can fall out."""
    asked = (
        "stats",
        "repeats.csv",
        "--repeat",
        "fold",
        "--bayes",
        "--bayes-test",
        "correlated-t",
        "--test-share",
        "0.2",
    )
    pair = json.loads(run(*asked).stdout)["pairs"][0]
    table = pd.read_csv(folder / "repeats.csv")
    sign = 1 if pair["row"] == "A" else -1
    by_task = {one["task"]: one for one in pair["task_posteriors"]}
    masses = []
    for task, lines in table.groupby("task"):
        d = sign * (lines["A"] - lines["B"])
        scale = np.sqrt((1 / 5 + 0.2 / 0.8) * d.var(ddof=1))
        left, right = (stats.t.cdf((side * d.mean() - 0.01) / scale, 4) for side in (1, -1))
        assert (by_task[task]["p_left"], by_task[task]["p_right"]) == pytest.approx((left, right), abs=1e-9)
        masses.append((left, 1 - left - right, right))
    expected = np.zeros(3)
    for way in itertools.product(range(3), repeat=6):
        counts = np.bincount(way, minlength=3)
        first = counts == counts.max()
        expected += np.prod([mass[k] for mass, k in zip(masses, way, strict=True)]) * first / first.sum()
    assert list(pair["posterior"].values()) == pytest.approx(expected.tolist(), abs=1e-9)


def test_the_hierarchical_model(run, folder, repeats):
    asked = ("--repeat", "fold", "--bayes-test", "hierarchical", "--test-share", "0.2", "--samples", "5000")
    pair = json.loads(run("stats", "repeats.csv", "--bayes", *asked).stdout)["pairs"][0]
    assert sum(pair["posterior"].values()) == pytest.approx(1)
    assert "task_posteriors" not in pair
    comparison = cx.compare(
        cx.read("repeats.csv", repeat="fold"),
        cx.Analysis(bayes_test="hierarchical", test_share=0.2, samples=5000),
    )
    own = comparison.scores.repeats
    row = comparison.names[0] == comparison.scores.comparates[0]
    oracle = hierarchical(np.round((own[:, 0] - own[:, 1]) * (1 if row else -1), 10), 0.01, 0.2, n_samples=5000)
    assert pair["posterior"]["p_left"] == oracle.p_left
    assert (
        "hierarchical model of the repeats of all tasks (correlation 0.2)"
        in view(comparison, "posterior", captions="full").caption
    )
    assert run("posterior", "repeats.csv", *asked, "-o", "-").exit_code == 0


@pytest.mark.parametrize("test", ["correlated-t", "hierarchical"])
def test_tests_by_repeats_need_repeats_and_a_share(run, repeats, test):
    asked = ("--bayes", "--bayes-test", test)
    none = run("stats", "results.csv", *asked, "--test-share", "0.1")
    assert (none.exit_code, "needs repeats" in none.stderr) == (1, True)
    unknown = run("stats", "repeats.csv", "--repeat", "fold", *asked)
    assert (unknown.exit_code, "--test-share, 0.1 for ten folds" in unknown.stderr) == (2, True)
    assert run("mcm", "results.csv", "--cells-show", "posterior", *asked, "-o", "-").exit_code == 1


@pytest.fixture
def unbounded():
    """Errors on scales of their own, one of them huge; lower is better."""
    errors = np.array([[1.0, 2, 4], [10, 30, 20], [0.5, 0.4, 0.8], [5000, 4000, 9000]])
    return cx.compare(cx.read((errors, ("A", "B", "C")), higher_is_better=False))


@pytest.mark.parametrize(
    ("kind", "function", "text"),
    [
        ("median", lambda x, y, b: np.median(x - y), "{:.4f}"),
        ("hodges-lehmann", lambda x, y, b: np.median([(s + t) / 2 for s, t in _walsh(x - y)]), "{:.4f}"),
        ("log-ratio", lambda x, y, b: np.log(x / y).mean(), "{:.3f}"),
        ("ratio", lambda x, y, b: stats.gmean(x / y), "{:.3f}"),
        ("relative", lambda x, y, b: ((x - y) / b).mean(), "{:.4f}"),
    ],
)
def test_the_matrix_shows_differences_of_many_kinds(unbounded, kind, function, text):
    """By their definitions, as measured, from either side; red where the row is better."""
    scores = dict(zip("ABC", unbounded.scores.values.T, strict=True))
    drawn = view(unbounded, "mcm", difference=kind, baseline="B", cells="full", precision=4)
    (panel,) = drawn.panels
    for line in panel.rows:
        for head, cell in zip(panel.columns, line.cells, strict=True):
            if cell.kind == "pair":
                value = function(scores[line.head.name], scores[head.name], scores["B"])
                assert cell.difference.replace("−", "-") == text.format(value)
                assert cell.shade * (value - (kind == "ratio")) <= 0
    assert "mean difference" not in drawn.caption
    assert "B|" in drawn.caption or kind != "relative"


def _walsh(d):
    """Return all pairs of differences, each with itself, too."""
    return [(d[i], d[j]) for i in range(len(d)) for j in range(i, len(d))]


def test_one_outlier_rules_no_ratio(unbounded):
    """The mean difference of A and C is made of one task, their ratio is not."""
    means, ratios = (view(unbounded, "mcm", difference=kind) for kind in ("mean", "ratio"))
    assert ratios.colour_bar.middle == "1" != means.colour_bar.middle
    assert "geometric mean of the ratio row/column" in ratios.caption


@pytest.mark.parametrize(("kind", "scaled"), [("ratio", np.log), ("relative", lambda x: x)])
def test_the_p_values_beside_ratios_are_of_these(kind, scaled):
    """By SciPy, of the logarithms or of scores in units of a baseline's; one of a comparate without is none."""
    values = np.random.default_rng(3).lognormal(0, 2, (9, 4)).round(3)
    values[0, 3] = -1
    found = cx.compare(cx.read((values, tuple("ABCD")), higher_is_better=False))
    drawn = view(found, "mcm", difference=kind, baseline="B", cells="full")
    columns = dict(zip("ABCD", (scaled(abs(values)) / (values[:, [1]] if kind == "relative" else 1)).T, strict=True))
    columns["D"] = np.full(9, np.nan) if kind == "ratio" else values[:, 3] / values[:, 1]
    seen = set()
    for line in drawn.panels[0].rows:
        for head, cell in zip(drawn.panels[0].columns, line.cells, strict=True):
            difference = columns[line.head.name] - columns[head.name]
            if cell.kind == "pair" and not np.isnan(difference).any():
                assert cell.pvalue == f"{stats.wilcoxon(difference).pvalue:.4f}"
                seen.add(line.head.name)
            elif cell.kind == "pair":
                assert not cell.bold and "." not in cell.pvalue + cell.difference
    assert seen == {*"ABC"} | ({"D"} if kind == "relative" else set())
    assert "not of differences" in drawn.caption


def test_differences_from_the_command_line(run, folder):
    asked = ("mcm", "results.csv", "--difference", "ratio", "-o")
    assert r"\comparatexmcmcolourbar[1]{0.840}{1.191}" in run(*asked, "-").stdout
    assert run(*asked, "mcm.svg").exit_code == 0
    (folder / "signed.csv").write_text("task,A,B\nx,-1,2\ny,1,-2\n", encoding="utf-8")
    refused = run("mcm", "signed.csv", "--difference", "ratio", "-o", "-")
    assert (refused.exit_code, "positive scores" in refused.stderr) == (2, True)


@pytest.mark.parametrize("artefact", ["mcm", "cdd", "pairwise", "heatmap", "friedman"])
def test_captions_name_the_convention(run, artefact):
    assert caption("results.csv", artefact).endswith(" Convention: comparatex.")
    changed = caption("results.csv", artefact, test="sign", sign_ties="count", alpha=0.01)
    assert changed.endswith(" Convention: comparatex, but for α, the test and the rule for ties.")
    assert "Convention: demsar2006." in caption("results.csv", artefact, convention="demsar2006", test="nemenyi")


def test_captions_of_what_is_not_tested_name_no_convention(run):
    assert "Convention" not in caption("results.csv", "boxes") + caption("results.csv", "scores")


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("auto", "exact up to 50 non-zero differences, else normal"),
        ("exact", "; exact)"),
        ("asymptotic", "normal appr"),
    ],
)
def test_captions_say_where_p_values_come_from(run, method, said):
    for artefact in ("mcm", "cdd", "pairwise", "heatmap"):
        assert said in caption("results.csv", artefact, pvalue_method=method)


def test_every_artefact_has_results_of_a_group(run, folder):
    """And of the table with its column of groups, which is not a comparate, whatever else is read beside it."""
    lines = (folder / "results.csv").read_text(encoding="utf-8").splitlines()
    kinds = ["kind", *("odd" if k % 2 else "even" for k in range(1, len(lines)))]
    (folder / "grouped.csv").write_text("\n".join(map(",".join, zip(lines, kinds, strict=True))), encoding="utf-8")
    tasks = [line.split(",")[0] for line in lines[1:]]
    (folder / "sizes.csv").write_text("task,n\n" + "".join(f"{task},100\n" for task in tasks), encoding="utf-8")
    (folder / "costs.csv").write_text("comparate,cost\nts-chief,9\nrocket,5\nboss,2\nweasel,1.5\ncatch22,1\n")
    more = {
        "items": ("--no-clusters",),  # of the items of one group nothing tells how groups differ
        "pareto": ("--costs", "costs.csv"),
        "plan": ("--effect", "0.05", "--draws", "50"),
        "proportions": ("--sizes", "sizes.csv"),
    }
    for name, kind in ARTEFACTS.items():
        if name in ("repeats", "runs", "run-intervals", "within", "folds"):
            continue
        command = ("table", name) if kind.folder == "tables" else (name,)
        given = ("--group", "kind", "--ours", "boss", *more.get(name, ()), "-o", "-")
        assert run(*command, "grouped.csv", *given).exit_code == 0, name
        assert "odd" in run(*command, "grouped.csv", "--in-group", "odd", *given).stdout, name
    found = json.loads(run("stats", "grouped.csv", "--group", "kind", "--sizes", "sizes.csv").stdout)
    assert [group["scores"]["group"] for group in found["groups"]] == ["odd", "even"]
    assert all("significant_wins" in group["pairs"][0] for group in found["groups"])


def test_intervals_in_json(run, folder):
    """Those of the table of intervals, on two tasks, too; without the flag there are none."""
    (folder / "two.csv").write_text("task,A,B\nx,0.9,0.8\ny,0.7,0.5\n", encoding="utf-8")
    (pair,) = json.loads(run("stats", "two.csv", "--intervals", "--draws", "50").stdout)["pairs"]
    assert pair["mean_difference_low"] < pair["mean_difference"] < pair["mean_difference_high"]
    found = json.loads(run("stats", "results.csv", "--intervals", "--draws", "2000").stdout)
    comparison = cx.compare(cx.read("results.csv"))
    shift = comparison.hodges_lehmann
    for k, pair in enumerate(found["pairs"]):
        ends = [pair[key] for key in ("hodges_lehmann", "hodges_lehmann_low", "hodges_lehmann_high")]
        assert ends == [shift.estimate[k], shift.low[k], shift.high[k]]
        assert pair["mean_difference_low"] <= pair["mean_difference"] <= pair["mean_difference_high"]
    for row in found["summary"]:
        assert row["mean_low"] < row["mean"] < row["mean_high"]
        assert row["mean_rank_low"] < row["mean_rank"] < row["mean_rank_high"]
    for key in ("first_by_mean", "first_by_mean_rank"):
        assert sum(row[key] for row in found["summary"]) == pytest.approx(1)
    assert "hodges_lehmann" not in json.loads(run("stats", "results.csv").stdout)["pairs"][0]
    assert run("stats", "results.csv", "--intervals", "--format", "csv", "-o", "csv").exit_code == 0
    assert "first_by_mean_rank" in (folder / "csv" / "summary.csv").read_text(encoding="utf-8").splitlines()[0]


def test_repeats_in_json(run, folder, repeats):
    """Spread of the repeats and competition repeat by repeat, against pandas."""
    found = json.loads(run("stats", "repeats.csv", "--repeat", "fold").stdout)
    table = pd.read_csv(folder / "repeats.csv")
    for row in found["summary"]:
        scores = table.groupby("task")[row["comparate"]]
        assert row["repeat_deviation"] == pytest.approx(scores.std().mean())
        assert (row["best_case"], row["worst_case"]) == (scores.max().max(), scores.min().min())
    (pair,) = found["pairs"]
    better = table[pair["row"]] - table[pair["column"]]
    record = [pair[f"repeat_{key}"] for key in ("wins", "ties", "losses")]
    assert record == [int((better > 0).sum()), int((better == 0).sum()), int((better < 0).sum())]


def test_posteriors_of_tasks_are_a_csv_table(run, folder, repeats):
    asked = ("--repeat", "fold", "--bayes", "--bayes-test", "correlated-t", "--test-share", "0.2")
    pairs = json.loads(run("stats", "repeats.csv", *asked).stdout)["pairs"]
    assert run("stats", "repeats.csv", *asked, "--format", "csv", "-o", "csv").exit_code == 0
    expected = [
        {"row": pair["row"], "column": pair["column"], **one} for pair in pairs for one in pair["task_posteriors"]
    ]
    with (folder / "csv" / "task-posteriors.csv").open(encoding="utf-8", newline="") as file:
        found = [
            {key: float(value) if key.startswith("p_") else value for key, value in line.items()}
            for line in csv.DictReader(file)
        ]
    assert found == expected
    assert len(expected) == 6
    assert "task" not in pd.read_csv(folder / "csv" / "pairs.csv").columns
    assert run("stats", "repeats.csv", "--repeat", "fold", "--bayes", "--format", "csv", "-o", "no").exit_code == 0
    assert not (folder / "no" / "task-posteriors.csv").exists()


def test_occam_is_a_csv_table(run, folder):
    (folder / "costs.csv").write_text("comparate,cost\nts-chief,9\nrocket,5\nboss,2\nweasel,1.5\n")
    asked = ("stats", "results.csv", "--costs", "costs.csv")
    razor = json.loads(run(*asked).stdout)["occam"]
    assert run(*asked, "--format", "csv", "-o", "csv").exit_code == 0
    found = pd.read_csv(folder / "csv" / "occam.csv").set_index("comparate")
    assert found["cost"].to_dict() == razor["costs"]
    assert found.index[found["best"]].tolist() == [razor["best"]]
    assert found.index[found["simplest"]].tolist() == [razor["simplest"]]
    assert run("stats", "results.csv", "--format", "csv", "-o", "no").exit_code == 0
    assert not (folder / "no" / "occam.csv").exists()


def test_the_help_names_every_csv_table(run, folder, repeats):
    (folder / "costs.csv").write_text("comparate,cost\nA,9\nB,5\n")
    asked = ("--repeat", "fold", "--bayes", "--bayes-test", "correlated-t", "--test-share", "0.2")
    asked = ("stats", "repeats.csv", *asked, "--costs", "costs.csv", "--format", "csv", "-o", "csv")
    assert run(*asked).exit_code == 0
    shown = run("stats", "--help-all").stdout
    named = shown[shown.index("CSV tables in DIR:") : shown.index("Options:")]
    written = [path.stem for path in (folder / "csv").iterdir()]
    assert len(written) > 5 and not [name for name in written if name not in named]


def test_what_is_not_judged_does_not_pass_for_simple(folder):
    """Of a family with a control, only the control's own pairs can show that nothing is lost."""
    from comparatex.inference.verdicts import razor

    scores = cx.read("results.csv")
    costs = {name: cost for cost, name in enumerate(reversed(cx.compare(scores).names))}
    names = cx.compare(scores).names
    best, simple = razor(cx.compare(scores, cx.Analysis(family="control", control=names[1])), costs)
    assert (best, simple) in ((0, 0), (0, 1))
    assert razor(cx.compare(scores), costs)[1] > 1


# ----------------------------------------------------------------------------------------------- tables of many pairs
@pytest.fixture
def few(monkeypatch):
    monkeypatch.setattr("comparatex.pair_table.LISTED", 3)


def test_many_pairs_are_listed_on_request(run, few):
    result = run("stats", "results.csv")
    found = json.loads(result.stdout)
    assert found["pairs"] is None and "--pairs all or --pairs columns lists them" in result.stderr
    assert found["notes"][-1].startswith("The 10 pairs are not listed, because there are more than 3: ")
    every = json.loads(run("stats", "results.csv", "--pairs", "all").stdout)["pairs"]
    columns = json.loads(run("stats", "results.csv", "--pairs", "columns").stdout)["pairs"]
    assert columns["wins"] == [pair["wins"] for pair in every] and len(every) == 10
    assert "not listed" not in run("stats", "results.csv", "--pairs", "none").stdout


@pytest.mark.parametrize("name", ["pairs.parquet", "pairs.arrow"])
def test_pairs_as_a_file_of_columns(run, folder, name):
    every = json.loads(run("stats", "results.csv").stdout)["pairs"]
    for _ in range(2):  # the second time, over our own
        assert run("stats", "results.csv", "-o", name).exit_code == 0
    read = pd.read_parquet if name.endswith("parquet") else pd.read_feather
    assert read(folder / name)["pvalue"].tolist() == [pair["pvalue"] for pair in every]
    pd.DataFrame({"a": [1]}).to_parquet(folder / name)
    assert "was not written by comparatex" in run("stats", "results.csv", "-o", name).stderr
    assert list(pd.read_parquet(folder / name)) == ["a"]


def test_files_of_columns_need_pyarrow_and_a_name(run, monkeypatch):
    assert "Add -o FILE." in run("stats", "results.csv", "--format", "arrow").stderr
    refused = run("stats", "results.csv", "--pairs", "all", "-o", "x.parquet")
    assert (refused.exit_code, "--pairs is for JSON" in refused.stderr) == (2, True)
    monkeypatch.setattr("comparatex.pair_table.find_spec", lambda name: None)
    result = run("stats", "results.csv", "-o", "x.parquet")
    assert result.stderr.endswith(
        "Parquet is written by pyarrow: run pip install 'comparatex[parquet]', or write CSV.\n"
    )


def test_a_report_has_many_pairs_in_a_table_alone(run, folder, few):
    assert run("report", "results.csv", "--no-pdf", "-o", "out").exit_code == 0
    found = json.loads((folder / "out/stats.json").read_text(encoding="utf-8"))
    assert found["pairs"] is None and found["notes"][-1].endswith("they are in tables/pairs.csv.")
    pairs = folder / "out/tables/pairs.csv"
    assert len(pairs.read_text(encoding="utf-8").splitlines()) == 11
    assert "Nothing has changed." in run("report", "results.csv", "--no-pdf", "-o", "out").stderr
    assert run("verify", "out").exit_code == 0
    pairs.write_text("mine", encoding="utf-8")
    changed = run("report", "results.csv", "--no-pdf", "-o", "out", "--alpha", "0.1")
    assert "was edited, so it is kept" in changed.stderr
    assert pairs.read_text(encoding="utf-8") == "mine"
    assert len((folder / "out/tables/pairs.new.csv").read_text(encoding="utf-8").splitlines()) == 11
    assert not list(folder.glob("out/.*")) and not list(folder.glob("out/tables/.*"))
