"""Every statistic of the library can be asked for on the command line, and is said in words."""

import json

import pytest
from scipy import stats

import comparatex as cx
from comparatex.artefacts import view

TIES = "task,A,B\n" + "".join(
    f"t{k},{a},{b}\n" for k, (a, b) in enumerate([(2, 1)] * 9 + [(1, 1)] * 3 + [(1, 2)] * 2)
)
"""Nine wins, three ties, two losses."""


def caption(path, artefact, /, **analysis):
    """Return the caption of an artefact."""
    return view(cx.compare(cx.read(path), cx.Analysis(**analysis)), artefact).caption


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
    assert (
        run("table", "pairwise", "ties.csv", "--sign-ties", rule, "--test", "sign", "-o", "-").exit_code == 0
    )
    assert said in caption("ties.csv", "pairwise", sign_ties=rule, test="sign")
