import numpy as np
import pytest
import scipy.stats
from click.testing import CliRunner

from comparatex.cli import main
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.plan import plan


@pytest.mark.parametrize("alpha", [0, 1, -0.1, 1.5, float("nan"), "0.05", True])
def test_alpha_lies_between_0_and_1(alpha):
    with pytest.raises(UsageError, match="`alpha` must be a number above 0 and below 1, not "):
        Analysis(alpha=alpha)


@pytest.mark.parametrize("field", ["test", "zero_method", "pvalue_method", "sides", "correction"])
def test_unknown_words_are_refused_with_the_known_ones(field):
    with pytest.raises(UsageError, match=f"There is no `{field}` 'guess': there are '"):
        Analysis(**{field: "guess"})


@pytest.mark.parametrize("name", ["cluster", "repeat", "missing"])
@pytest.mark.parametrize("function", [compare, plan])
def test_settings_of_reading_are_sent_to_read(function, name):
    with pytest.raises(UsageError, match=rf"`{name}` is a setting of cx.read: give cx\.read\(scores, {name}=\.\.\.\)"):
        function({"A": {"x": 1, "y": 2}, "B": {"x": 2, "y": 1}}, **{name: "x"})


def test_nemenyi_has_two_sides():
    with pytest.raises(UsageError, match="two-sided"):
        Analysis(test="nemenyi", sides="better")


@pytest.mark.parametrize("side", ["row", "column"])
def test_sides_of_the_order_of_names_name_their_successor(side, tmp_path):
    sentence = "There is no {} '{}' any more: say 'ours', with {} or {}, for a hypothesis that was stated before"
    with pytest.raises(UsageError, match=sentence.format("`sides`", side, "`control`", "`ours`")):
        Analysis(sides=side)
    (tmp_path / "t.csv").write_text("d,A,B\nx,1,2\ny,2,3\n")
    found = CliRunner().invoke(main, ["stats", str(tmp_path / "t.csv"), "--sides", side])
    assert (found.exit_code, found.output.count("\n")) == (2, 1)
    assert sentence.format("--sides", side, "--control", "--ours") in found.output


@pytest.mark.parametrize("former", ["finner", "li"])
def test_a_former_correction_names_its_successor(former):
    with pytest.raises(UsageError, match=f"no `correction` '{former}' any more: 'holm' bounds"):
        Analysis(correction=former)


def test_a_stated_side_needs_the_comparate():
    with pytest.raises(UsageError, match="The side 'ours' needs the method that is claimed to be better"):
        Analysis(sides="ours")
    with pytest.raises(UsageError, match="No method is called 'C'"):
        compare({"A": {"s": 1, "t": 2}, "B": {"s": 2, "t": 3}}, sides="ours", control="C")
    with pytest.raises(UsageError, match="No method is called 'Rockt': did you mean 'Rocket'"):
        compare({"Rocket": {"s": 1, "t": 2}, "B": {"s": 2, "t": 3}}, sides="ours", control="Rockt")


def test_a_stated_side_is_that_of_the_comparate_and_of_its_pairs_alone():
    """Whichever comparate the data favour, and whichever comes first by mean score."""
    values = np.random.default_rng(3).normal(0.5, 0.1, (9, 4)).round(9)  # so many digits do not tie
    for name, control in enumerate("ABCD"):
        found = compare(read((values, tuple("ABCD"))), sides="ours", control=control).pairs
        for row, column, p in found[["row", "column", "pvalue"]].itertuples(index=False):
            ours = values[:, name] - values[:, "ABCD".index(column if row == control else row)]
            both = values[:, "ABCD".index(row)] - values[:, "ABCD".index(column)]
            d, side = (ours, "greater") if control in (row, column) else (both, "two-sided")
            assert p == pytest.approx(scipy.stats.wilcoxon(d, alternative=side, method="exact").pvalue)


@pytest.mark.thorough
def test_a_stated_side_holds_its_level_and_the_better_one_twice_that():
    """Of 500 null tables, exact p ≤ .05 in at most 5 %: binomially 36 at most (p = .003); "better" reaches 8.4 %."""
    rng = np.random.default_rng(0)
    counts = {"ours": 0, "better": 0}
    for values in rng.normal(size=(500, 10, 2)).round(3):
        table = read((values, ("A", "B")))
        for sides in counts:
            found = compare(table, sides=sides, control="A", jobs=1)
            counts[sides] += int(found.significant[0])
            verdict = found.matrix("side").loc["A", "B"]
            assert verdict >= 0 or sides == "better"  # no test can show it to be worse
    assert counts["ours"] <= 36 < counts["better"]


def test_bonferroni_dunn_is_a_name_for_mean_ranks_against_a_control():
    scores = read(
        {name: {f"t{at}": (at * step) % 7 / 7 for at in range(9)} for name, step in zip("ABC", (2, 3, 5), strict=True)}
    )
    named = compare(scores, test="bonferroni-dunn", control="A")
    spelt = compare(scores, test="friedman-z", correction="bonferroni", family="control", control="A")
    assert named.analysis == spelt.analysis and named.control_difference == spelt.control_difference
    with pytest.raises(UsageError, match="needs the method that the others are compared with"):
        compare(scores, test="bonferroni-dunn")
    assert compare(scores, Analysis(alpha=0.1), test="bonferroni-dunn", control="A").analysis.correction == "bonferroni"
    for stated, name in (("hommel", "correction"), ("holm", "correction"), ("all", "family")):
        with pytest.raises(UsageError, match=f"The test 'bonferroni-dunn' fixes `{name}`: leave it out"):
            compare(scores, test="bonferroni-dunn", control="A", **{name: stated})
    with pytest.raises(UsageError, match="fixes `correction`"):
        compare(scores, Analysis(correction="holm"), test="bonferroni-dunn", control="A")
