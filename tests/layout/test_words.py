import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.facts import Study
from comparatex.text import Text


def said(name, n_comparates=3):
    values = np.random.default_rng(1).integers(0, 100, (8, n_comparates)) / 100
    comparison = compare(read((values, "ABCDE"[:n_comparates])), Analysis(correction=name))
    return Text("words").correction(Study(comparison))


@pytest.mark.parametrize("name", [name for name, correction in CORRECTIONS.items() if correction.choice])
def test_every_correction_has_words_and_none_claims_too_much(name):
    text = said(name, n_comparates=5)
    assert "controls" not in text
    assert ("over ten pairs" in text) == (name != "none")
    assert ("(bounds the " in text) == (name != "none")


def test_conditions_are_said():
    assert said("holm") == (
        "Holm's step-down correction over three pairs (bounds the family-wise error under any dependence between the "
        "tests)"
    )
    assert said("rom") == (
        "Rom's correction over three pairs (bounds the family-wise error for independent tests, which those of pairs "
        "that share a method are not)"
    )
    assert said("hochberg").endswith(
        "for independent or positively dependent tests, which is not known of pairs that share a method)"
    )
    assert said("benjamini-yekutieli") == (
        "Benjamini–Yekutieli correction over three pairs (bounds the false discovery rate under any dependence "
        "between the tests)"
    )
    assert said("shaffer").endswith("for transitive hypotheses of equality, which those of this test are not)")
