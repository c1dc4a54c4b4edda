"""The command that compares models on the same items."""

import json
import re

import numpy as np
import pytest

import comparatex as cx

BENCHMARKS = 8


@pytest.fixture
def samples(tmp_path, monkeypatch):
    """Outcomes of two models on 80 items of eight benchmarks, and their names."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    ease = rng.normal(size=(80, 1))
    right = (ease + rng.normal(size=(80, 2)) + [1.5, 0] > 0).astype(int)
    lines = [f"q{k},b{k % BENCHMARKS},{a},{b}\n" for k, (a, b) in enumerate(right)]
    (tmp_path / "samples.csv").write_text("item,benchmark,Big|one,Small\n" + "".join(lines))
    return right


def test_sentences_are_printed(run, samples):
    clustered = run("items", "samples.csv", "--cluster", "benchmark").stdout
    assert clustered.startswith("On 80 items in eight clusters, Big|one is better than Small: difference 0.")
    assert "cluster-robust" in clustered and "Holm" not in clustered
    alone = run("items", "samples.csv", "--cluster", "benchmark", "--no-clusters", "--language", "de").stdout
    assert alone.startswith("Auf 80 Testfällen ist Big|one besser als Small: Differenz 0,")
    assert "exakter McNemar-Test" in alone


def test_the_suffix_says_what_is_written(run, samples, tmp_path):
    common = ("items", "samples.csv", "--group", "benchmark", "--no-clusters", "-o")
    for name in ("a.tex", "a.md", "a.csv", "a.json"):
        assert run(*common, name).exit_code == 0
        assert run(*common, name).exit_code == 0  # over its own file
    right = samples.mean(axis=0)
    (found,) = json.loads((tmp_path / "a.json").read_text())["pairs"]
    assert found["difference"] == pytest.approx(right[0] - right[1])
    assert f"{found['wins']}/" in (tmp_path / "a.tex").read_text()
    assert "Big\\|one" in (tmp_path / "a.md").read_text()
    assert (tmp_path / "a.csv").read_text().splitlines()[0].startswith("row,column,n_items,")


def test_the_note_on_clusters_is_given_only_where_they_count(run, samples, tmp_path):
    table = (tmp_path / "samples.csv").read_text()
    (tmp_path / "grouped.csv").write_text(table.replace("benchmark", "group", 1))
    asked = run("items", "grouped.csv")
    assert asked.exit_code == 1 and "Items are in 8 groups, too few" in asked.stderr
    ways = [line.split()[1:] for line in asked.stderr.splitlines() if line.startswith("  comparatex items")]
    for way in ways:
        assert run(*way).exit_code == 0, way
    assert len(ways) == 4
    assert "grouped by the column 'group'" in run("items", "grouped.csv", "--clusters").stderr
    assert "grouped" not in run("items", "grouped.csv", "--no-clusters").stderr.partition("\n")[2]


def test_an_edited_or_foreign_file_is_kept(run, samples, tmp_path):
    (tmp_path / "b.md").write_text("# Mine\n")
    (tmp_path / "b.json").write_text('{"mine": 1}')
    for name in ("b.md", "b.json"):
        before = (tmp_path / name).read_text()
        refused = run("items", "samples.csv", "--cluster", "benchmark", "-o", name)
        assert refused.exit_code != 0 and name in refused.stderr
        assert (tmp_path / name).read_text() == before
    run("items", "samples.csv", "--cluster", "benchmark", "-o", "c.md")
    edited = (tmp_path / "c.md").read_text() + "and a word of mine\n"
    (tmp_path / "c.md").write_text(edited)
    assert run("items", "samples.csv", "--cluster", "benchmark", "-o", "c.md").exit_code != 0
    assert (tmp_path / "c.md").read_text() == edited


def test_numbers_for_prose(run, samples, tmp_path):
    run("items", "samples.csv", "--cluster", "benchmark", "--numbers", "numbers.tex", "-o", "a.json")
    (found,) = json.loads((tmp_path / "a.json").read_text())["pairs"]
    tex = (tmp_path / "numbers.tex").read_text()
    assert f"{{item wins of Big|one against Small}}{{{found['wins']}}}" in tex
    assert f"{{item wins of Small against Big|one}}{{{found['losses']}}}" in tex
    assert f"{{item high of Small against Big|one}}{{-{found['low']:.3f}" in tex
    refused = run("items", "samples.csv", "--cluster", "benchmark", "--numbers", "numbers.txt")
    assert refused.exit_code != 0 and "does not end with .tex" in refused.stderr


@pytest.mark.latex
def test_numbers_for_prose_are_printed(run, samples, tmp_path, fragment_compiler):
    run("items", "samples.csv", "--cluster", "benchmark", "--numbers", "numbers.tex", "-o", "a.json")
    (found,) = json.loads((tmp_path / "a.json").read_text())["pairs"]
    key = "Big|one against Small"
    done = fragment_compiler(
        (tmp_path / "numbers.tex").read_text()
        + rf"\comparatex{{item wins of {key}}}, \comparatex{{item p of {key}}}, "
        + r"\comparatex{pair/Small/Big|one/item_losses}."
    )
    assert done.findings == []
    assert f"{found['wins']}, {found['pvalue']:.4f}, {found['wins']}." in done.text


def test_figures_are_no_markdown(run, samples):
    refused = run("cdd", "samples.csv", "--group", "benchmark", "-o", "cdd.md")
    assert refused.exit_code != 0 and "only tables can be .md" in refused.stderr


def test_clusters_lie_within_strata(run, samples, tmp_path):
    table = [line.split(",") for line in (tmp_path / "samples.csv").read_text().splitlines()]
    lines = [
        ",".join([line[0], "passage" if k == 0 else f"{line[1]}p{k // 24}", *line[1:]]) for k, line in enumerate(table)
    ]
    (tmp_path / "both.csv").write_text("\n".join(lines))
    layers = ("--cluster", "passage", "--strata", "benchmark")
    said = run("items", "both.csv", "--task", "item", *layers).stdout
    assert said.startswith("On 80 items in 32 clusters within strata, Big|one")
    assert "stratified t test with cluster-robust errors" in said
    for language, words in {
        "de": "in 32 Clustern innerhalb",
        "fr": "en 32 grappes au sein",
        "es": "en 32 conglom",
    }.items():
        assert words in run("items", "both.csv", *layers, "--language", language).stdout
    alone = run("items", "both.csv", "--cluster", "passage")
    ways = [line.split()[1:] for line in alone.stderr.splitlines() if line.startswith("  comparatex items")]
    assert any(run(*way).exit_code == 0 for way in ways)
    asked = run("items", "both.csv", "--cluster", "passage", "--group", "benchmark")
    assert asked.exit_code == 1 and "take the groups as fixed (--fixed-groups), or leave out --cluster" in asked.stderr
    assert run("items", "both.csv", "--cluster", "passage", "--group", "benchmark", "--fixed-groups").stdout == said
    refused = run("items", "samples.csv", "--strata", "benchmark", "--group", "benchmark")
    assert refused.exit_code != 0 and "--strata and --group name the same column" in refused.stderr


def test_samples_of_language_models_are_items(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    for name in ("llama", "qwen"):
        (tmp_path / "out" / name).mkdir(parents=True)
        for benchmark in ("arc", "boolq", "gsm8k"):
            item = {"doc": {}, "resps": [["x"]], "filter": "none", "metrics": ["acc"]}
            lines = [json.dumps(item | {"doc_id": k, "acc": int(rng.integers(2))}) for k in range(30)]
            path = tmp_path / "out" / name / f"samples_{benchmark}_2026-01-01T10-00-00.123.jsonl"
            path.write_text("\n".join(lines))
    done = run("items", "out", "--clusters")
    assert done.stdout.startswith("On 90 items in three clusters, ")
    assert "grouped by the column 'group'" in done.stderr
    assert run("items", "out", "--no-clusters").stdout.startswith("On 90 items, ")


def test_in_python():
    right = {"A": [1, 1, 1, 1, 1, 0], "B": [0, 0, 0, 0, 1, 1]}
    table = {name: dict(zip("uvwxyz", row, strict=True)) for name, row in right.items()}
    found = cx.compare_items(cx.compare(table))
    assert found.pairs.loc[0, "pvalue"] == 2 * (1 + 5) / 2**5
    assert found.test == "mcnemar" and "<table" in found._repr_html_()


def test_strata_are_fixed_and_the_average_is_said(run, samples, tmp_path):
    fixed = run("items", "samples.csv", "--strata", "benchmark").stdout
    assert fixed.startswith("On 80 items in eight strata, ") and "in mean over items" in fixed
    assert "exact McNemar test within strata" in fixed
    macro = run("items", "samples.csv", "--strata", "benchmark", "--average", "benchmarks").stdout
    assert "in mean over benchmarks" in macro and "stratified t test" in macro and "degrees of freedom" in macro
    clustered = run("items", "samples.csv", "--cluster", "benchmark").stdout
    assert "7.0 degrees of freedom" in clustered and "With fewer than ten degrees of freedom" in clustered
    run("items", "samples.csv", "--cluster", "benchmark", "-o", "a.json")
    found = json.loads((tmp_path / "a.json").read_text())
    assert (found["average"], found["groups"], found["interval_level"]) == ("items", "sample", 0.95)


def test_a_margin_tells_equal_from_not_distinguishable(run, tmp_path, monkeypatch):
    """Of 400 items, A and B differ on 20, ten each; C gets 16 fewer right than A."""
    monkeypatch.chdir(tmp_path)
    rows = [(1, 0, 0)] * 10 + [(0, 1, 0)] * 10 + [(1, 1, 0)] * 6 + [(1, 1, 1)] * 374
    (tmp_path / "a.csv").write_text("item,A,B,C\n" + "\n".join(f"q{k},{a},{b},{c}" for k, (a, b, c) in enumerate(rows)))
    plain = run("items", "a.csv").stdout
    assert "A and B are not distinguishable" in plain and "equivalent" not in plain
    told = run("items", "a.csv", "--rope", "0.05").stdout
    assert "A and B are equivalent within ±0.05: " in told and "; against the margin p" in told
    assert "not distinguishable" not in told and told.count("better than C") == 2
    run("items", "a.csv", "--rope", "0.05", "-o", "a.md")
    table = (tmp_path / "a.md").read_text()
    assert "| equivalent |" in table and "within ±0.05: one-sided tests after Tango." in table
    assert "Verdict" not in run("items", "a.csv", "-o", "-").stdout


def test_a_caption_says_where_interval_and_verdict_disagree(run, tmp_path, monkeypatch):
    """Holm's correction decides a pair that its simultaneous interval leaves open."""
    monkeypatch.chdir(tmp_path)
    said = "Where interval and verdict disagree, the verdict is by p."
    rows = [(1, 0, 0)] * 12 + [(0, 1, 0)] * 3 + [(1, 1, 0)] * 30 + [(1, 1, 1)] * 60
    (tmp_path / "a.csv").write_text("item,A,B,C\n" + "\n".join(f"q{k},{a},{b},{c}" for k, (a, b, c) in enumerate(rows)))
    for correction in ("holm", "bonferroni"):
        run("items", "a.csv", "--correction", correction, "-o", f"{correction}.json")
        found = json.loads((tmp_path / f"{correction}.json").read_text())["pairs"]
        odd = [(pair["low"] > 0 or pair["high"] < 0) != (pair["adjusted_pvalue"] <= 0.05) for pair in found]
        told = run("items", "a.csv", "--correction", correction).stdout.splitlines()
        assert [said in line for line in told] == odd
        run("items", "a.csv", "--correction", correction, "-o", f"{correction}.md")
        assert (said in (tmp_path / f"{correction}.md").read_text()) == any(odd)
        assert any(odd) == (correction == "holm")


def test_one_named_cluster_is_refused(run, samples, tmp_path):
    table = (tmp_path / "samples.csv").read_text()
    (tmp_path / "one.csv").write_text(re.sub(r",b\d,", ",x,", table))
    refused = run("items", "one.csv", "--cluster", "benchmark")
    assert refused.exit_code == 1
    assert "All items are in one cluster, 'x'" in refused.stderr and "--no-clusters" in refused.stderr


def test_pairs_that_cannot_be_tested_have_no_verdict(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = [f"q{k},g{k // 5},0.{k},0.{k * k},{'' if k > 4 else 0.5}" for k in range(9)]
    (tmp_path / "a.csv").write_text("item,g,A,B,C\n" + "\n".join(lines))
    told = run("items", "a.csv", "--cluster", "g", "--task", "item", "--missing", "pairwise").stdout
    untested = [line for line in told.splitlines() if " C" in line]
    assert len(untested) == 2
    assert all("On 5 items in one cluster" in line and "cannot be tested" in line for line in untested)
    assert not any("distinguishable" in line or "better" in line for line in untested)
