"""The argument for our comparates: verdicts per rival in text, table and numbers, as the pairs have them."""

from types import SimpleNamespace

import numpy as np
import pytest

from comparatex.data.scores import Scores
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.verdicts import rivals, sides
from comparatex.layout.chapter import chapter
from comparatex.layout.chapter_facts import Facts, words
from comparatex.layout.item import Item
from comparatex.layout.number_macros import numbers
from comparatex.tables.pairs import VerdictsOptions, verdicts
from comparatex.text import Inline, writing

SHOWN = {
    "summary": SimpleNamespace(could_show=(), long=False),
    "scatter": SimpleNamespace(long=False),
    "mcm": SimpleNamespace(depends="", rows=range(12), panels=(1,), long=False),
    "cdd": SimpleNamespace(shows="bars", form="bands", n_cliques=3, long=False),
    "ranks": SimpleNamespace(long=False),
}
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


def text(comparison, names=("B",), costs=None, cost_name="cost"):
    """Return the chapter's answer with its numbers put in."""
    known = numbers(comparison).lookup()
    made = chapter(comparison, (), ours=names, costs=costs or {}, cost_name=cost_name).sections[0]
    said = " ".join(
        "".join(
            part if isinstance(part, str) else known.get(part.text, lambda p=part: p.text)() for part in paragraph.parts
        )
        for paragraph in made.paragraphs
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
    assert np.array_equal(sides(comparison) != 0, comparison.significant)
    decided = sides(comparison) != 0
    assert np.array_equal(sides(comparison)[decided], np.sign(pairs.mean_difference[decided]))


def test_the_answer():
    said = text(made())
    assert said.startswith(
        "We ask whether B is better than three other methods on 14 tasks (higher is better). "
        "B is third by mean score, with 0.700; A (0.807) leads."
    )
    assert (
        "B is significantly better than D (Wilcoxon signed-rank tests with Holm's correction over six pairs; p " in said
    )
    assert "B is significantly worse than A (p " in said
    assert "The comparison with C is inconclusive: B wins " in said
    assert "equivalent" not in said  # nothing was tested for it
    assert "costs less" not in said


def test_equivalence_is_spoken_of_only_where_it_was_tested():
    narrow, wide, certain = (text(made(rope=rope)) for rope in (0.001, 0.05, 0.3))
    assert "nor that the two are equivalent within ±0.001." in narrow
    assert "B is equivalent to C within ±0.05 (corrected p" in wide
    assert "inconclusive" not in wide
    assert "B is equivalent to C within ±0.3 (corrected p" in certain
    assert "B differs from A and D by less than 0.3." in certain


def test_what_costs_less_is_praised_only_where_it_is_shown_not_to_be_worse():
    costs = {"A": 9.0, "B": 2.0, "C": 5.0, "D": 1.0}
    said = text(made(), costs=costs, cost_name="parameters")
    assert "B costs less in parameters than C, from which it cannot be distinguished." in said
    assert "speaks for" not in said
    said = text(made(rope=0.05), costs=costs)
    assert "B costs less than C and is not worse by 0.05 or more." in said
    assert "costs less" not in text(made(n_tasks=5), costs=costs)  # no outcome could be significant
    assert "costs less" not in text(made(), costs={"A": 9.0, "C": 1.0, "B": 1.0})
    assert "costs less" not in text(made(), costs={"A": 9.0, "C": 5.0})


def test_two_comparates():
    said = text(made(STEPS[:2]), ("A",))
    assert "A has the higher mean score, 0.803 against 0.695 for B." in said
    assert "A is significantly better than B (Wilcoxon signed-rank test; p < 0.001): its mean is 0.1" in said
    assert "and it wins on all 14 tasks." in said
    said = text(made(STEPS[:2]), ("B",))
    assert "B is significantly worse than A" in said
    assert "and it loses on all 14 tasks." in said
    said = text(made(STEPS[1:3]), ("A",))
    assert "better than" not in said
    assert "The two methods do not differ significantly" in said
    assert "inconclusive" not in said


def test_what_no_outcome_could_show_comes_before_open_questions():
    said = text(made(n_tasks=2))
    assert "None of the six pairs differs significantly at α = 0.05, with or without correction (Wilcoxon" in said
    assert said.index("no outcome could be significant") < said.index("inconclusive")
    assert "The comparisons with C and D are also inconclusive (corrected, p > 0.99 each)" in said


def test_many_rivals_are_counted():
    said = text(made(np.linspace(0.6, 0, 16), n_tasks=60), ("A",))
    assert "A is significantly better than all 15 rivals (" in said
    said = text(made(np.linspace(0.6, 0, 16), n_tasks=60), ("B",))
    assert "B is significantly better than C, D, E and eleven others (" in said
    assert "B is significantly worse than A (p < 0.001)" in said


def test_what_the_summary_says_is_not_said_again():
    noise = np.random.default_rng(4).normal(0, 0.04, (30, 9))
    few, skewed = 0.5 + noise[:4] + np.linspace(0, 0.1, 9), 0.5 + noise + np.linspace(0, 0.03, 9)
    skewed[0, 0] += 5
    for values in (few, skewed, 0.5 + noise + np.linspace(0, 0.4, 9)):
        comparison = compare((values.round(3), tuple("ABCDEFGHI")))
        for ours in ((), ("E",)):
            made = chapter(comparison, (), ours=ours)
            said = {str(line) for section in made.sections for text in section.paragraphs for line in text.sentences}
            again = {str(line) for line in made.summary.sentences} & said
            assert made.summary.sentences and all(line.startswith("We assume that higher is better") for line in again)


def test_a_chapter_on_one_of_24_has_at_most_five_hundred_words():
    """As it is for 24 classifiers on the 112 data sets of the UCR archive, with two questions that stay open."""
    rng = np.random.default_rng(5)
    values = (
        0.8 + rng.normal(0, 0.1, (112, 1)) + rng.normal(0, 0.03, (112, 24)) - np.r_[0, 0.002, 0.004, np.full(21, 0.03)]
    )
    comparison = compare((np.clip(values, 0, 1).round(4), tuple(f"M{k}" for k in range(24))))
    pieces = [Item(kind, kind, f"tables/{kind}", SHOWN[kind]) for kind in SHOWN]
    made = chapter(comparison, pieces, ours=("M0",))
    parts = [part for section in made.sections for text in section.paragraphs for part in (*text.parts, " ")]
    words = "".join(part if isinstance(part, str) else "" if part.kind == "cite" else "0.1" for part in parts).split()
    assert 300 < len(words) <= 500


def test_of_up_to_twelve_rivals_all_counts_are_in_words():
    said = text(made(np.linspace(0.6, 0, 11), n_tasks=60), ("B",))
    assert "B is significantly better than C, D, E and six others (" in said


def test_two_of_ours_share_no_question():
    said = text(made(n_tasks=40), ("B", "C"))
    assert said.count("inconclusive") == 1


def test_a_verdict_against_the_means_is_no_contradiction():
    """A wins on all tasks but one, and loses there by more than it gains on all others."""
    wins = np.linspace(0.51, 0.53, 30)
    values = np.vstack([np.column_stack([wins, np.full(30, 0.5)]), [[0.0, 1.0]]]).round(4)
    table = Scores(values, np.full(values.shape, 4, np.int8), tuple(f"t{i}" for i in range(31)), ("A", "B"))
    said = text(compare(table, Analysis()), ("A",))
    assert "A has the lower mean score" in said
    assert "By the test, A is significantly better than B (Wilcoxon signed-rank test; p < 0.001), although its" in said
    said = text(compare(table, Analysis()), ("B",))
    assert "By the test, B is significantly worse than A" in said
    assert "although its mean is no worse: it loses on 30 of the 31 tasks." in said


def test_the_table_says_the_same():
    comparison = made()
    table = verdicts(comparison, VerdictsOptions(ours=("B",), costs={"A": 9.0, "B": 2.0, "C": 5.0}))
    lines = [[entry.text for entry in line.entries] for line in table.parts[0].lines]
    assert {line[0]: line[-1] for line in lines} == {
        "A": "worse",
        "C": "cheaper; not distinguishable",
        "D": "better",
    }
    assert [line[-2] for line in lines] == ["9", "5", "–"]
    with pytest.raises(UsageError, match="`ours`"):
        verdicts(comparison)


def test_the_table_has_the_verdicts_within_a_margin():
    options = VerdictsOptions(ours=("B",), costs={"A": 9.0, "B": 2.0, "C": 5.0})
    table = verdicts(made(rope=0.3), options)
    lines = [[entry.text for entry in line.entries] for line in table.parts[0].lines]
    assert {line[0]: line[-1] for line in lines} == {
        "A": "worse, within margin",
        "C": "cheaper, equivalent",
        "D": "better, within margin",
    }
    assert "Equivalent, not worse: within ±0.3." in table.caption


def test_numbers_have_verdicts_from_either_side():
    known = dict(numbers(made()).items())
    assert known["verdict of A against B"] == "better"
    assert known["verdict of B against A"] == "worse"
    assert known["verdict of B against C"] == known["verdict of C against B"] == "not distinguishable"


@pytest.mark.parametrize("language", ["fr", "de", "es"])
def test_other_languages_have_the_same_numbers(language):
    def keys(view):
        paragraphs = [view.summary, *(text for section in view.sections for text in section.paragraphs)]
        return sorted(
            part.text
            for text in paragraphs
            for part in text.parts
            if isinstance(part, Inline) and part.kind == "number" and not part.text.endswith("without correction")
        )

    comparison = made()
    english = keys(chapter(comparison, (), ours=("B",)))
    with writing(language):
        assert keys(chapter(comparison, (), ours=("B",))) == english


def summed(comparison, names):
    return str(words("results", comparison).proposed(Facts(comparison).proposed(names)))


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
    assert "A is significantly better than all three rivals." in chapter(comparison, (), ours=("A",)).summary


# ------------------------------------------------------------------------------------------------ other languages
@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "up to 0.1 higher and up to 0.2 lower"),
        ("fr", "est jusqu’à 0.1 au-dessus et jusqu’à 0.2 au-dessous du leur"),
        ("de", "liegt bis zu 0.1 darüber und bis zu 0.2 darunter"),
        ("es", "hasta 0.1 mayor y hasta 0.2 menor"),
    ],
)
def test_the_worse_mean_is_the_higher_one_where_lower_is_better(language, said):
    worse, better = (
        SimpleNamespace(side=side, kept=False, printed={"mean difference": number})
        for side, number in ((-1, "0.1"), (1, "0.2"))
    )
    with writing(language):
        spread = words("results", made(higher_is_better=False)).spread(SimpleNamespace(first=worse, last=better))
    assert spread == said


@pytest.mark.parametrize("language", ["en", "fr", "de", "es"])
def test_places_by_rank_and_by_mean_end_in_one_stop(language):
    subject = SimpleNamespace(name="B", key="B", place=14, place_by_rank=13)
    with writing(language):
        said = str(words("ranks", made()).ranks((), (subject,)))
    assert ".." not in said
    assert "B" in said


def test_spanish_names_whom_the_verdicts_of_the_summary_are_on():
    with writing("es"):
        summary = str(chapter(made(), (), ours=("B",)).summary)
    assert "B es significativamente" in summary
    assert ". Es significativamente" not in summary.partition("B es significativamente")[0]
