"""The argument for our comparates: verdicts per rival in text, table and numbers, as the pairs have them."""

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.verdicts import rivals, sides
from comparatex.layout.chapter import chapter
from comparatex.layout.chapter_facts import Facts, words
from comparatex.layout.number_macros import numbers
from comparatex.layout.numbers import fixed
from comparatex.layout.options import VerdictsOptions
from comparatex.layout.tables.comparate_tables import verdicts
from comparatex.text import Inline, writing

STEPS = np.array([0.3, 0.2, 0.2, 0.0])


def made(steps=STEPS, n_tasks=14, higher_is_better=True, **analysis):
    """Return comparates A, B, … of which B and C are as good as each other."""
    noise = np.random.default_rng(2).integers(-30, 31, (n_tasks, len(steps))) / 1000
    values = np.round(0.5 + noise + steps, 3)
    values = values if higher_is_better else np.round(1 - values, 3)
    names = tuple("ABCDEFGHIJKLMNOP"[: len(steps)])
    tasks = tuple(f"t{i}" for i in range(n_tasks))
    table = Scores(values, np.full(values.shape, 3, np.int8), tasks, names, higher_is_better=higher_is_better)
    return compare(table, Analysis(**analysis))


def ours(comparison, names, costs, cost_name):
    said = words("ours", comparison)
    return [said.argued(own, cost_name) for own in Facts(comparison).proposed(names, costs)]


def text(comparison, names=("B",), costs=None, cost_name="cost"):
    known = dict(numbers(comparison).items())
    paragraphs = ours(comparison, names, costs or {}, cost_name)
    said = " ".join(
        "".join(part if isinstance(part, str) else known[part.text] for part in paragraph.parts)
        for paragraph in paragraphs
    )
    return said.replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("higher_is_better", [True, False])
@pytest.mark.parametrize("test", ["wilcoxon", "sign", "t", "nemenyi"])
def test_verdicts_per_rival(test, higher_is_better):
    comparison = made(higher_is_better=higher_is_better, test=test, n_tasks=40)
    place = {name: i for i, name in enumerate(comparison.names)}
    found = rivals(comparison, place["B"])
    assert [comparison.names[i] for i in found.better] == ["D"]
    assert [comparison.names[i] for i in found.worse] == ["A"]
    assert [comparison.names[i] for i in found.undecided] == ["C"]


def test_sides_agree_with_mean_differences_where_pairs_are_apart():
    comparison = made(n_tasks=40)
    pairs = comparison.pair_statistics
    assert np.array_equal(sides(comparison) != 0, comparison.adjusted_significant)
    decided = sides(comparison) != 0
    assert np.array_equal(sides(comparison)[decided], np.sign(pairs.mean_difference[decided]))


def test_the_paragraph():
    said = text(made())
    assert "B is significantly better than D. It is significantly worse than A. From C, B is not dist" in said
    assert "nor that it performs alike" in said
    assert "costs less" not in said


def test_simpler_is_said_only_of_rivals_that_are_not_better():
    costs = {"A": 9.0, "B": 2.0, "C": 5.0, "D": 1.0}
    said = text(made(), costs=costs, cost_name="parameters")
    assert "It costs less in parameters than C, and is significantly worse than none of these" in said
    assert "It costs less than C, and" in text(made(), costs=costs)
    assert "costs less" not in text(made(), costs={"A": 9.0, "C": 1.0, "B": 1.0})
    assert "costs less" not in text(made(), costs={"A": 9.0, "C": 5.0})


def test_one_rival_and_none_that_is_worse():
    said = text(made(STEPS[:2]), ("A",))
    assert said.endswith("A is significantly better than B.")
    said = text(made(STEPS[:2]), ("B",))
    assert said.endswith("At α = 0.05, B is significantly worse than A.")
    assert "better" not in said
    said = text(made(np.array([0.3, 0.0, 0.0]), n_tasks=40), ("B",))
    assert (
        "B is significantly worse than A. It is significantly better than none of its rivals. From C" in said
    )
    said = text(made(STEPS[1:3]), ("A",))
    assert "better than" not in said
    assert "From B, A is not distinguishable at α = 0.05" in said


def test_nothing_is_claimed_of_few_tasks():
    said = text(made(n_tasks=2))
    assert "At α = 0.05, B is significantly better or worse than none of its rivals. From A, C and D" in said
    assert "worse than none of these" not in said
    assert "From A, C and D, B is not distinguishable" in said


def test_many_rivals_are_counted():
    said = text(made(np.linspace(0.6, 0, 16), n_tasks=60), ("A",))
    assert said.endswith("A is significantly better than each of its 15 rivals.")
    said = text(made(np.linspace(0.6, 0, 16), n_tasks=60), ("B",))
    assert "B is significantly better than 14 of its 15 rivals. It is significantly worse than A." in said


def test_of_up_to_twelve_rivals_all_counts_are_in_words():
    said = text(made(np.linspace(0.6, 0, 11), n_tasks=60), ("B",))
    assert "B is significantly better than nine of its ten rivals." in said


def test_none_that_is_worse_is_said_of_all_rivals():
    """Not of those alone that were named in the sentence before."""
    said = text(made(n_tasks=40), ("A",))
    assert "worse" not in said  # it is better than each of them
    said = text(made(np.array([0.2, 0.2, 0.0, 0.0]), n_tasks=40), ("A",))
    assert said.count("It is significantly worse than none of its rivals.") == 1


def test_the_table_says_the_same():
    comparison = made()
    table = verdicts(comparison, VerdictsOptions(ours=("B",), costs={"A": 9.0, "B": 2.0, "C": 5.0}))
    lines = [[entry.text for entry in line.entries] for line in table.parts[0].lines]
    assert {line[0]: line[-1] for line in lines} == {"A": "worse", "C": "simpler, not worse", "D": "better"}
    assert [line[-2] for line in lines] == ["9", "5", "–"]
    with pytest.raises(UsageError, match="`ours`"):
        verdicts(comparison)


def test_numbers_have_verdicts_from_either_side():
    known = dict(numbers(made()).items())
    assert known["verdict of A against B"] == "better"
    assert known["verdict of B against A"] == "worse"
    assert known["verdict of B against C"] == known["verdict of C against B"] == "not distinguishable"


def test_french_has_the_same_numbers():
    def keys(paragraphs):
        return sorted(part.text for text in paragraphs for part in text.parts if isinstance(part, Inline))

    english = keys(ours(made(), ("B",), {}, ""))
    with writing("fr"):
        assert keys(ours(made(), ("B",), {}, "")) == english


def test_no_table_no_reference():
    (paragraph,) = ours(made(), ("B",), {}, "cost")
    assert "verdicts" not in paragraph
    assert "sec-verdicts" not in [section.label for section in chapter(made(), ()).sections]


def summed(comparison, names):
    return str(words("ours", comparison).proposed(Facts(comparison).proposed(names)))


@pytest.mark.parametrize(
    ("steps", "name", "said", "french"),
    [
        (
            STEPS,
            "A",
            "A is significantly better than each of its three rivals.",
            "que chacune de ses trois rivales",
        ),
        (
            STEPS,
            "D",
            "D is significantly worse than each of its three rivals.",
            "que chacune de ses trois rivales",
        ),
        (
            STEPS,
            "B",
            "B is significantly better than one of its three rivals and significantly worse than one.",
            "B est significativement meilleure qu’une de ses trois rivales et moins bonne qu’une.",
        ),
        (
            np.array([0.2, 0.2, 0.0, 0.0]),
            "A",
            "A is significantly better than two of its three rivals and significantly worse than none.",
            "A est significativement meilleure que deux de ses trois rivales et n’est moins bonne qu’aucune.",
        ),
        (
            np.array([0.2, 0.2, 0.0, 0.0]),
            "D",
            "D is significantly worse than two of its three rivals and significantly better than none.",
            "D est significativement moins bonne que deux de ses trois rivales et n’est meilleure qu’aucune.",
        ),
        (
            np.zeros(3),
            "B",
            "B is significantly better or worse than none of its two rivals.",
            "B n’est significativement ni meilleure ni moins bonne qu’aucune de ses deux rivales.",
        ),
        (
            np.linspace(0.6, 0, 16),
            "B",
            "B is significantly better than 14 of its 15 rivals and significantly worse than 1.",
            "B est significativement meilleure que 14 de ses 15 rivales et moins bonne que 1.",
        ),
    ],
)
def test_the_summary_counts_the_rivals(steps, name, said, french):
    comparison = made(steps, n_tasks=60)
    assert summed(comparison, (name,)) == said
    with writing("fr"):
        assert french in summed(comparison, (name,))


def test_the_summary_has_each_of_ours_and_nothing_of_a_single_rival():
    comparison = made()
    assert summed(comparison, ("B", "A")).count("significantly better") == 2
    assert summed(made(STEPS[:2]), ("A",)) == ""
    assert summed(comparison, ()) == ""
    control = made(n_tasks=60, family="control", control="A")
    assert summed(control, ("A",)) == "A is significantly better than each of its three rivals."
    assert summed(control, ("B",)) == ""  # one rival alone that it is judged against
    assert chapter(comparison, (), ours=("A",)).summary.sentences[-1] == summed(comparison, ("A",))


def test_skewness_is_that_of_the_pairs_of_ours_or_of_the_best():
    comparison = made()
    found = comparison.matrix("skewness")
    c = comparison.names.index("C")
    own = np.delete(found[c], c)
    said = Facts(comparison).skewness(("C",))
    assert (said.firsts, said.n_pairs, said.first) == (("C",), 3, "C")
    assert (said.low, said.high) == (fixed(own.min(), 2), fixed(own.max(), 2))
    assert said.most == fixed(own[np.abs(own).argmax()], 2)
    assert np.abs(found[c, comparison.names.index(said.second)]) == np.abs(own).max()
    assert Facts(comparison).skewness().firsts == (comparison.names[0],)
    assert Facts(made(n_tasks=2)).skewness() is None


def limits(comparison, ours=()):
    (last,) = (
        section for section in chapter(comparison, (), ours=ours).sections if section.label == "sec-limits"
    )
    return " ".join("".join(map(str, paragraph.parts)) for paragraph in last.paragraphs)


def test_limits_say_how_skewed_the_differences_are():
    values = np.column_stack([np.arange(20) / 100, np.zeros(20), np.zeros(20)])
    values[0, 1], values[1, 0] = 5.0, 3.0
    table = Scores(values, np.full(values.shape, 2, np.int8), tuple(map(str, range(20))), ("A", "B", "C"))
    said = limits(compare(table), ("A",))
    assert "from the others have a skewness between −2.35 and 4.42, largest in size for A against C." in said
    assert "For all of them it is more than twice its standard error" in said
    assert "skewness" not in limits(compare(table, test="sign"), ("A",))
    assert "no sign of asymmetry" in limits(made(), ("B",))
