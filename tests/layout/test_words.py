import pytest

from comparatex.inference.analysis import Analysis
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout import words


@pytest.mark.parametrize("name", list(CORRECTIONS))
def test_every_correction_has_words_and_none_claims_too_much(name):
    text = words.correction(Analysis(correction=name), 10)
    assert "controls" not in text
    assert ("over ten pairs" in text) == (name != "none")
    assert ("(bounds the " in text) == (name != "none")


def test_conditions_are_said():
    def said(name, **settings):
        return words.correction(Analysis(correction=name, **settings), 3)

    assert said("holm") == (
        "Holm's step-down correction over three pairs (bounds the family-wise error under any dependence between the "
        "tests)"
    )
    assert (
        said("rom")
        == "Rom's correction over three pairs (bounds the family-wise error for independent tests)"
    )
    assert said("benjamini-yekutieli") == (
        "Benjamini–Yekutieli correction over three pairs (bounds the false discovery rate under any dependence "
        "between the tests)"
    )
    assert said("shaffer").endswith(
        "for transitive hypotheses of equality, which those of this test are not)"
    )
