"""The words of conventions, and the command that compares them."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from comparatex.cli import main
from comparatex.conventions import in_words, listed
from comparatex.inference.convention_profiles import CONVENTIONS

TUTORIAL = str(Path(__file__).parents[1] / "examples/friedman-tutorial/results.csv")


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(2)
    values = (rng.random((25, 1)) + rng.normal(0, 0.03, 5) + rng.normal(0, 0.05, (25, 5))).round(2)
    rows = [",".join([f"task {k}", *map(str, row)]) for k, row in enumerate(values)]
    (tmp_path / "results.csv").write_text("\n".join(["task,A,B,C,D,E", *rows]) + "\n")
    return lambda *arguments: CliRunner().invoke(main, ["conventions", *arguments])


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=lambda c: c.name)
def test_words_say_every_setting_that_matters(convention):
    text = in_words(convention)
    assert f"α\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}{convention.alpha:g}" in text
    assert ("Wilcoxon" in text) == (convention.test == "wilcoxon")
    assert ("not significant" in text) == (convention.gate in ("warn", "one-clique", "refuse"))
    assert text.endswith(".")


def test_words_tell_conventions_apart():
    alike = {}
    for one in CONVENTIONS.values():
        alike.setdefault(in_words(one), []).append(one.name)
    assert [names for names in alike.values() if len(names) > 1] == []


def test_list(run):
    assert run().output == listed()
    assert [one["name"] for one in json.loads(run("--json").output)["conventions"]] == list(CONVENTIONS)


def test_comparison(run):
    text = run("results.csv").stdout
    assert "of 10 pairs depend on the convention" in text
    assert all(name in text for name in CONVENTIONS)
    found = json.loads(run("results.csv", "--json").stdout)
    said = {}
    for one in found["conventions"]:
        for pair in one["pairs"]:
            said.setdefault((pair["first"], pair["second"]), set()).add(pair["significant"])
    assert [list(pair) for pair, says in said.items() if len(says) == 2] == found["differing_pairs"]


def test_families_of_conventions_decide_pairs_alike(run):
    """Each disputed pair has a line with a sign for each family, as the JSON says; no line is wider than a terminal."""
    lines = run(TUTORIAL).stdout.splitlines()
    assert max(map(len, lines)) <= 100
    found = json.loads(run(TUTORIAL, "--json").stdout)
    families, last = {}, ""
    for line in lines[1 : lines.index("")]:
        last = line[0].strip() or last
        families.setdefault(last, []).extend(re.findall(r"[a-z][a-z0-9-]+", line[11:]))
    assert sorted(name for names in families.values() for name in names) == sorted(CONVENTIONS)
    start = next(k for k, line in enumerate(lines) if line.split() == list(families))
    rows = [line.split() for line in lines[start + 1 : start + 1 + len(found["differing_pairs"])]]
    assert [row[:2] for row in rows] == found["differing_pairs"]
    for one in found["conventions"]:
        different = [[pair["first"], pair["second"]] for pair in one["pairs"] if pair["significant"]]
        (place,) = (k for k, names in enumerate(families.values(), 2) if one["name"] in names)
        assert [row[:2] for row in rows if row[place] == "≠"] == [
            pair for pair in found["differing_pairs"] if pair in different
        ]


def test_some_conventions_at_one_level(run):
    found = json.loads(run("results.csv", "--only", "comparatex,hfawaz", "--alpha", "0.01", "--json").stdout)
    assert [one["name"] for one in found["conventions"]] == ["comparatex", "hfawaz"]
    wrong = run("results.csv", "--only", "guess")
    assert (wrong.exit_code, "no convention 'guess'" in wrong.output) == (2, True)


def test_commands_follow_a_convention(run):
    def stats(*arguments):
        return CliRunner().invoke(main, ["stats", "results.csv", *arguments])

    found = json.loads(stats("--convention", "aeon-cdd").stdout)
    assert found["settings"]["alpha"] == 0.1
    assert json.loads(stats("--convention", "aeon-cdd", "--alpha", "0.05").stdout)["settings"]["alpha"] == 0.05
    wrong = stats("--convention", "aeon-cdd", "--correction", "holm")
    assert (wrong.exit_code, "fixes --correction" in wrong.output) == (2, True)


def test_too_many_comparates_are_refused_at_once_unless_the_conventions_are_named(run, monkeypatch):
    monkeypatch.setattr("comparatex.conventions.MOST", 4)
    refused = run("results.csv")
    assert refused.exit_code == 2
    assert "conventions of 5 methods takes minutes; it is for 4 at most: show fewer by --exclude" in refused.output
    assert run("results.csv", "--exclude", "A").exit_code == 0
    assert run("results.csv", "--only", "hfawaz").exit_code == 0
    assert run("results.csv", "--no-limits").exit_code == 0
