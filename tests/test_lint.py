"""Hand-typed numbers: what disagrees is found at its line, and what agrees, or is none, is let pass."""

import numpy as np
import pytest

from comparatex.data.read import read
from comparatex.inference.compare import compare
from comparatex.lint import KnownNumbers, check, prose, sentences, typed_numbers

# Means 0.61, 0.475, 0.42; A beats B on 3 of 4 tasks and loses none.
VALUES = np.array([[0.5, 0.4, 0.12], [0.72, 0.5, 0.26], [0.62, 0.4, 0.7], [0.6, 0.6, 0.6]])
COMPARISON = compare(read((VALUES, ("A_1", "B net", "C"), ("one", "two", "three", "four"))))


def found(tex):
    return [(item.line, item.typed) for item in check(tex, KnownNumbers(COMPARISON), "accuracy")]


@pytest.mark.parametrize(
    "tex",
    [
        r"A\_1 has a mean of 0.61.",
        r"A\_1 reaches 61.0\,\% on average.",
        r"A\_1 has a mean of $6.1 \times 10^{-1}$, and B net of 47.5\cdot10^{-2}.",
        r"B~net has a mean accuracy of $0.475$, or 0.48.",
        r"A\_1 wins on 3 of 4 tasks against B net.",
        r"B net loses 3 times against A\_1.",
        r"C (0.42) is worse than A\_1 (0.610).",
        r"On task one C has 0.12.",
        r"A\_1 has an accuracy of 0.62.",  # its score on task three: what is listed must be worth a look
        r"A\_1 has a mean accuracy of 0.62 over the folds of three.",
        r"A\_1 is better than B net by 0.135.",
        r"A\_1 differs with $p < 0.05$ and $p\leq 0.001$.",
        r"A\_1 has \comparatex{mean of B net}.",
        r"A\_1 is 3.25cm wide and \includegraphics[width=0.7\linewidth]{A_1}",
        r"The mean is 0.99 for nobody we know.",
        r"% A_1 has a mean of 0.99",
        r"A\_1 wins. Another one has a mean of 0.99.",
        r"See B net \cite[p.~0.99]{b}.",
        r"ABC has 0.99.",
        r"A\_1 is better at $\alpha = 0.05$.",
        rf"A\_1 has the best mean rank (Friedman: $p = {COMPARISON.friedman.pvalue:.3f}$).",
    ],
)
def test_what_agrees_or_is_no_claim_is_let_pass(tex):
    assert found(tex) == []


@pytest.mark.parametrize(
    ("tex", "wanted"),
    [
        ("First.\n\nA\\_1 has a mean\nof 0.6111.", [(4, "0.6111")]),
        (r"A\_1 wins on 2 of 4 tasks against B net.", [(1, "2")]),
        (r"The mean rank of C is 1.01.", [(1, "1.01")]),
        (r"A\_1 has a mean of $6.1 \times 10^{-2}$.", [(1, "6.1")]),
        (r"A\_1 has a mean of 0.62.", [(1, "0.62")]),
        (r"A\_1 has a median accuracy of 0.720.", [(1, "0.720")]),
        (r"C & 0.45 & 0.42 \\", [(1, "0.45")]),
        (r"B net reaches 49.9\,\% here.", [(1, "49.9 %")]),
        (r"A\_1 against B net: A\_1 has $p = 0.9$.", [(1, "0.9")]),
    ],
)
def test_what_disagrees_is_found_at_its_line(tex, wanted):
    assert found(tex) == wanted


@pytest.mark.parametrize(
    ("tex", "wanted"),
    [
        (r"A\_1 wins on 3 tasks against B net and on 2 against C.", []),
        (r"A\_1 wins on 2 tasks against B net and on 3 against C.", ["2", "3"]),
        (r"B net wins on 3 tasks against A\_1.", ["3"]),  # it loses them
        (r"Against B net, A\_1 wins on 3 tasks.", []),
        (r"Against A\_1, B net wins on 3 tasks.", ["3"]),
        (r"A\_1 is close to C. It is fast. A\_1 wins on 3 tasks.", []),  # against somebody: nobody is told
        (r"A\_1 is close to C. A\_1 wins on 3 tasks.", ["3"]),  # against B net it does
        ("A\\_1 is close to C.\n\nA\\_1 wins on 3 tasks.", []),
        (r"A\_1 wins on 4 of 4 tasks against B net.", ["4"]),
        (r"A\_1 wins on 3 of the 5 tasks against B net.", ["5"]),
        (r"On the 4 tasks A\_1 has 3 wins against B net.", []),
        (r"A\_1 (0.61) is better than B net (0.475).", []),
        (r"A\_1 (0.475) is better than B net (0.61).", ["0.475", "0.61"]),
        (r"A\_1 has a mean of 0.475 and B net of 0.61.", ["0.475"]),
        (r"A\_1 has a mean of 0.61 against 0.475 for B net.", []),
        (r"A\_1 has a mean of 0.61 against 0.61 for B net.", ["0.61"]),
        (r"A\_1 is better than B net, 0.61 against 0.475.", []),
        (r"A\_1 and B net have means of 0.61 and 0.475, respectively.", []),
        (r"B NET has a mean of 0.61, and A\_1 is better.", ["0.61"]),  # B net in other letters
        (r"A\_1 improves on B net, 0.61 on the mean of 0.475.", []),
    ],
)
def test_a_number_is_that_of_the_comparate_and_the_rival_that_its_sentence_names(tex, wanted):
    assert [typed for _, typed in found(tex)] == wanted


def test_a_candidate_names_the_key_to_use():
    (candidate,) = check(r"C has a mean of 0.45.", KnownNumbers(COMPARISON))
    assert str(candidate) == (
        r"1: 0.45 beside C is none of its numbers; the nearest is 0.42, \comparatex{comparate/C/mean}"
    )


def test_prose_keeps_places():
    tex = "a % b\n\\begin{verbatim}0.1\n\\end{verbatim}\\cite[1]{x} c"
    assert len(prose(tex)) == len(tex)
    assert prose(tex).split() == ["a", "c"]
    assert prose(tex).count("\n") == 2


def test_sentences_end_where_they_end():
    text = "A has 0.5 here. B does! Next\n\nparagraph \\\\ row"
    assert [part.strip() for _, part in sentences(text)] == [
        "A has 0.5 here", "B does", "Next", "paragraph", "row",
    ]  # fmt: skip
    assert all(text[start : start + len(part)] == part for start, part in sentences(text))


def test_numbers_know_bounds_and_percent():
    text = r".5, 0.25\%, $p<0.01$, 12, x3, 4.5cm, -0.7, 1,000"
    values = [(number.digits, number.bound, number.percent) for number in typed_numbers(text)]
    assert values == [
        (".5", False, False),
        ("0.25", False, True),
        ("0.01", True, False),
        ("12", False, False),
        ("0.7", False, False),
    ]
