"""What a diagram's caption says of tests, exact p-values and counts."""

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.cdd import cdd
from comparatex.layout.cdd_view import Display
from comparatex.text import Text


@pytest.fixture(scope="module")
def scores(pytestconfig):
    return read(pytestconfig.rootpath / "examples" / "friedman-tutorial" / "results.csv")


@pytest.mark.usefixtures("full_captions")
def test_the_tutorials_friedman_test_is_in_the_caption(scores):
    # Corrected for ties: 29.372, from the ranks of the table as it is printed; the exact test decides.
    caption = cdd(compare(scores)).caption.replace("\N{NO-BREAK SPACE}", " ")
    assert "χ²(4) = 29.37, exact p < 0.0001" in caption
    assert "Iman" not in caption
    assert "with Holm's step-down correction over ten pairs (bounds the family-wise error" in caption


@pytest.mark.usefixtures("full_captions")
def test_nemenyi_is_named_with_its_critical_difference(scores):
    caption = cdd(compare(scores, Analysis(test="nemenyi", alpha=0.1))).caption
    # q(0.10; 5, inf) = 2.459 (Demsar 2006, table 5a), times sqrt(5 * 6 / (6 * 12)) = 1.587.
    assert "at α\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}0.1 by the Nemenyi test" in caption
    assert "at most the critical difference 1.59" in caption
    assert "Holm" not in caption


@pytest.mark.usefixtures("full_captions")
def test_no_cliques_are_none():
    values = 1 - np.arange(40.0)[:, None] / 100 - np.arange(3) / 1000
    view = cdd(compare(read((np.round(values, 3), ["A", "B", "C"]))))
    assert view.n_cliques == 0
    assert "All pairs differ significantly, so there are none." in view.caption
    assert view.alt.endswith("No groups of methods that do not differ significantly.")


@pytest.mark.parametrize(
    ("n_out", "sentence"),
    [
        (1, "Of 9 bars, one is left out that says nothing new"),
        (4, "Of 9 bars, 4 are left out that say nothing new"),
    ],
)
def test_bars_left_out_are_counted(n_out, sentence):
    shown = Display(bars=((1, 2),) * (9 - n_out), reason="redundant bars", n_cliques=9)
    assert Text("cdd").reason(shown).startswith(sentence)
