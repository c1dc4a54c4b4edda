"""What an audit's figures, table and paragraphs say, against the findings themselves."""

import re
from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from comparatex.artefacts import findings
from comparatex.audits import as_dict, in_words
from comparatex.data.read import read
from comparatex.errors import NothingToShow
from comparatex.figures import audit_swap, audit_weakened
from comparatex.figures.audit_patterns import SHOWN, AuditPatternsOptions
from comparatex.figures.audit_patterns import lay_out as patterns
from comparatex.inference.analysis import AuditSettings
from comparatex.inference.audit.audit import audit
from comparatex.inference.compare import compare
from comparatex.layout.audit_section import Endurance, fragile, section, texts
from comparatex.layout.facts import text
from comparatex.tables.audit import RobustnessOptions
from comparatex.tables.audit import audit_robustness as robustness
from comparatex.text import LANGUAGES, Text, Writing, lacking, writing


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(7)
    values = rng.normal(0.7, 0.05, (30, 1)) + rng.normal(0, 0.03, (30, 9)) + 0.006 * np.arange(9)
    return compare(read((np.round(values, 3), tuple(f"m{i}" for i in range(9)), tuple(f"t{i}" for i in range(30)))))


@pytest.fixture(scope="module")
def audited(comparison):
    """Return what an audit with some settings has found, which takes a second."""
    return cache(lambda **settings: audit(comparison, AuditSettings(**settings)))


@pytest.fixture(scope="module")
def found(audited):
    return audited(added=(2, 3), seed=5)


def test_a_single_way_to_add_others_is_not_called_all():
    few = compare(read((np.arange(24).reshape(8, 3) % 7, ("A", "B", "C"), tuple("abcdefgh"))))
    found = audit(few, AuditSettings(core=(0, 1), added=(1,)))
    assert "are the same in the one set that adds others to these." in in_words(found)
    assert "over the one way to add one other method." in patterns(found).caption


def test_a_swap_shows_two_sets_on_one_axis(found):
    example, view = found.swap_example, audit_swap.lay_out(found)
    names = example.comparison.names
    heads = [i for i, row in enumerate(view.rows) if row.role == "stage"]
    assert [view.rows[i].name for i in heads] == ["before", "after"]
    ends = [row.rank for row in view.rows if row.role != "stage"]
    ranks, texts = view.columns
    assert ranks.x.low < min(ends) and max(ends) < ranks.x.high
    for head, standing in zip(heads, (example.before, example.after), strict=True):
        rows = view.rows[head + 1 : head + 1 + len(standing.members)]
        assert [row.name for row in rows] == [names[i] for i in standing.members]
        assert [row.rank for row in rows] == [round(rank, 4) for rank in standing.ranks]
        written = texts.texts[head + 1 : head + 1 + len(standing.members)]
        assert list(written) == [f"{rank:.2f}" for rank in standing.ranks]
        roles = {row.name: row.role for row in rows}
        assert roles.pop(names[example.rising]) == "rising"
        assert roles.pop(names[example.falling]) == "falling"
        changed = {names[i] for i in (*example.removed, *example.added)}
        assert all((role == "exchanged") == (name in changed) for name, role in roles.items())
        pair = [row for row in rows if row.role in ("rising", "falling")]
        assert all((row.bar is None) == (standing.significant or row not in pair) for row in rows)
        for row in pair:
            assert row.bar is None or row.bar[0] < min(one.rank for one in pair) <= row.rank < row.bar[1]
    assert {marks.style for marks in ranks.marks} >= {"rising", "falling"}
    assert f"{names[example.rising]} overtakes {names[example.falling]}" in view.caption
    assert view.alt.startswith("When ")


def test_an_audit_may_have_no_swap_to_show():
    two = audit(compare(read((np.arange(16).reshape(8, 2) % 7, ("A", "B"), tuple("abcdefgh")))), AuditSettings())
    with pytest.raises(NothingToShow, match="found no change"):
        audit_swap.lay_out(two)
    assert "audit-swap" not in [item.name for item in findings(two)]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (True, True, "is significant in both sets"),
        (False, False, "is significant in neither set"),
        (True, False, "becomes not significant"),
        (False, True, "becomes significant"),
    ],
)
def test_the_caption_says_in_which_sets_the_two_differ(found, before, after, said):
    example = found.swap_example
    told = replace(
        example,
        before=replace(example.before, significant=before),
        after=replace(example.after, significant=after),
    )
    view = audit_swap.swap_of(told, audit_swap.AuditSwapOptions())
    assert f"their difference {said}" in view.caption and said in view.alt
    bars = [marks for marks in view.columns[0].marks if marks.style == "bar"]
    assert sum(len(marks.rows) for marks in bars) == 2 * ((not before) + (not after))


@pytest.mark.usefixtures("full_captions")
def test_a_replacement_is_worded_as_one(found):
    view = audit_weakened.lay_out(found)
    assert "* replaces m" in view.caption
    assert "over 15 pairs" in view.caption


@pytest.mark.usefixtures("full_captions")
def test_patterns_count_what_the_audit_counts(found):
    view = patterns(found)
    counts = [pattern.count for pattern in found.patterns.patterns]
    told = [row.name.partition(") ")[2].split()[0] for row in view.rows if row.name.startswith("(")]
    assert [int(number.replace("\N{NO-BREAK SPACE}", "")) for number in told] == counts[:SHOWN]
    plot = view.columns[0]
    assert {row.name for row in plot.above} == {*as_dict(found)["core"]}
    first, names = found.patterns.patterns[0], found.comparison.names
    core = {names.index(row.name): place for place, row in enumerate(plot.above, 1)}
    starts = [i for i, row in enumerate(view.rows, 1) if row.name.startswith("(")]
    end = starts[1] - 2 if len(starts) > 1 else len(view.rows)
    lanes: dict[float, list[int]] = {}
    for y, low, high in (bar for marks in plot.marks if marks.style == "clique" for bar in marks.rows):
        if y < end + 1:
            lanes.setdefault(y, []).extend(place for place in core.values() if low < place < high)
    drawn = {pair for members in lanes.values() for pair in combinations(sorted(members), 2)}
    joined = {tuple(sorted((core[a], core[b]))) for a, b in first.not_significant}
    assert joined <= drawn and (len(lanes) > 1 or joined == drawn)
    examples = [row.text for row in view.rows[:end] if row.text]
    assert examples == [", ".join(names[i] for i in example) for example in first.examples]
    assert "two to three other methods" in view.caption
    assert "chosen by seed 5" in view.caption
    if len(counts) > SHOWN:
        assert "not shown" in view.caption


@pytest.mark.parametrize("width", ["16cm", "8.5cm"])
def test_lines_of_a_pattern_keep_to_it(comparison, width):
    asked = AuditSettings(core=(0, 1, 2, 3, 4), added=(3, 4))
    view = patterns(audit(comparison, asked), AuditPatternsOptions(width=width))
    starts = sorted({int(point[0]) for marks in view.columns[0].marks if marks.style == "core" for point in marks.rows})
    assert [i for i, row in enumerate(view.rows, 1) if row.name.startswith("(")] == starts
    bars = [bar[0] for marks in view.columns[0].marks if marks.style.startswith("clique") for bar in marks.rows]
    ends = [start - 1 for start in starts[1:]] + [len(view.rows) + 1]
    assert all(any(start < y < end for start, end in zip(starts, ends, strict=True)) for y in bars)
    for start, end in zip(starts, ends, strict=True):
        texts = [row.text for row in view.rows[start - 1 : end - 1]]
        assert texts[0] and len([text for text in texts if text]) <= 7
    assert all(not view.rows[start - 2].text for start in starts[1:])


def test_the_table_lists_the_fragile_pairs(found):
    table = robustness(found)
    smallest, _ = found.robustness.weakest()
    lines = table.parts[0].lines
    assert len(lines) == min(20, int((smallest < 1).sum()))
    told = [line.entries[4].text for line in lines]
    shares = [0 if share == "0 of 1" else int(share.removesuffix("%")) for share in told]
    of_one = {name for name, n in zip(found.robustness.families, found.robustness.variants, strict=True) if n == 1}
    for line, share in zip(lines, told, strict=True):
        assert (share == "0 of 1") == (line.entries[5].text in of_one)
    assert shares == sorted(shares)
    pairs = {(pair["row"], pair["column"]): pair for pair in as_dict(found)["pairs"]}
    for line in lines:
        row, column, _, _, share, family = (entry.text for entry in line.entries)
        assert pairs[row, column]["weakest"] == family
        of_many = f"{100 * pairs[row, column]['robustness']:.0f}%"
        assert share == ("0 of 1" if family in of_one else of_many)
    cut = robustness(found, RobustnessOptions(max_rows=2, width="column"))
    assert len(cut.parts[0].lines) == 2 and cut.room < 0.6 * table.room
    assert "The 2 most fragile of" in cut.caption


def test_paragraphs_state_the_numbers(found):
    dictionary = as_dict(found)
    reversible = sum(swap["reversible"] for swap in dictionary["rank_swaps"])
    words = texts(found)
    assert f"Of 36 pairs, {Text('words').numeral(reversible)} (" in words.mean_ranks()
    assert f"all {dictionary['n_sets']} sets" in words.corrections_of_sets()
    certain = sum(pair["robustness"] == 1 for pair in dictionary["pairs"])
    assert f"{certain} of 36 verdicts survive" in words.robustness()
    assert words.magnitudes().startswith("Counting tasks hides magnitudes. In ")


def test_many_small_losses_and_a_few_large_gains_are_told():
    values = np.column_stack([np.r_[[0.9] * 2, [0.5] * 10], np.r_[[0.2] * 2, [0.51] * 10]])
    comparison = compare(read((values, ("A", "B"), tuple(f"t{i}" for i in range(12)))))
    found = audit(comparison, AuditSettings())
    text = texts(found).magnitudes()
    assert "A beats B on 2 tasks and loses on 10, yet its largest gain outweighs all" in text


def test_without_choice_there_is_nothing_to_reverse():
    values = np.linspace(0.1, 0.9, 4)[None, :] + np.zeros((8, 1))
    comparison = compare(read((values, tuple("ABCD"), tuple("tuvwxyza"))))
    text = texts(audit(comparison, AuditSettings())).mean_ranks()
    assert "none changes its order" in text
    assert "No pair" in text


FIELD = {
    "en": (Writing("en", "classifier", "data set", "accuracy"), r"\b(methods?|tasks?|scores?)\b"),
    "fr": (
        Writing("fr", "classifieur/classifieurs/m", "jeu de données/jeux de données/m", "exactitude/exactitudes/f"),
        r"\b(méthodes?|tâches?|scores?)\b",
    ),
    "de": (
        Writing("de", "Klassifikator/Klassifikatoren/m", "Datensatz/Datensätze/m", "Güte/Güten/f"),
        r"\b(Verfahren|Aufgaben?|Werte?)\b",
    ),
    "es": (
        Writing("es", "red/redes/f", "conjunto de datos/conjuntos de datos/m", "acierto/aciertos/m"),
        r"\b(métodos?|tareas?|puntuación|puntuaciones)\b",
    ),
}


@pytest.mark.parametrize(
    ("settings", "language"),
    [
        *(({"core": (0, 1), "added": (1,)}, language) for language in LANGUAGES),
        ({"added": (1, 2), "budget": 4, "sampled": 3}, "fr"),
    ],
)
def test_figures_and_tables_speak_every_language_in_the_words_of_the_field(audited, settings, language):
    how, own = FIELD[language]
    found = audited(**settings)
    nouns = {"comparate_noun": how.comparate, "task_noun": how.task, "measure_noun": how.score}
    with writing(how), lacking() as missing:
        shown = {item.name: item.view for item in findings(found, {"language": language, **nouns})}
        heading = section(found, []).title
        said = [text for view in shown.values() for text in (view.title, view.caption, view.alt)]
        said += [entry.text for part in shown["audit-robustness"].parts for entry in part.widest]
    assert all("audit, " in text for text in missing) and (language == "de" or not missing)
    assert (
        heading
        == {
            "en": "What could change these conclusions",
            "fr": "Ce qui pourrait changer ces conclusions",
            "de": "Was diese Schlüsse ändern könnte",
            "es": "Qué podría cambiar estas conclusiones",
        }[language]
    )
    for found_text in said:
        assert re.findall(own, found_text) == [], found_text
        assert "  " not in found_text and " ." not in found_text and " ," not in found_text, found_text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_running_text_has_the_words_of_the_field(found, language):
    how, own = FIELD[language]
    with writing(how):
        text = " ".join(section(found, []).paragraphs)
    assert re.findall(own, text) == [] and "  " not in text


def test_the_verdicts_on_the_subject_come_first(found):
    name = found.comparison.names[0]
    endurance = Endurance(found, (name,))
    pairs = found.comparison.pair_statistics
    smallest, _ = found.robustness.weakest(adjusted=True)
    own = {k: smallest[k] for k in range(len(smallest)) if 0 in (pairs.row[k], pairs.column[k])}
    assert endurance.n == len(found.comparison.names) - 1
    assert endurance.n_holding == sum(share == 1 for share in own.values())
    assert endurance.n_fragile == sum(share <= 0.9 for share in own.values())
    weakest = min(own, key=own.get)
    assert endurance.weakest.first == name
    assert endurance.weakest.second == found.comparison.names[pairs.column[weakest]]
    said = section(found, (), (name,)).paragraphs[0]
    assert said.startswith(f"The verdict on {name} against {endurance.weakest.second} is the least robust of the ")
    assert "each task left out, 100 subsamples of the tasks" in said
    marked = fragile(found, (name,), "x-")
    assert (marked is None) == (endurance.n_fragile == 0)
    assert marked is None or (marked.n, marked.label) == (endurance.n_fragile, "x-sec-stability")


def test_nothing_is_said_of_others_where_the_core_holds_all_methods(comparison):
    best = list(comparison.names[:4])
    all_four = audit(compare(few(comparison, best)), AuditSettings())
    kinds = {item.kind for item in findings(all_four)}
    assert "audit-patterns" not in kinds
    assert "others to these" not in in_words(all_four)
    with pytest.raises(NothingToShow, match="The core holds every method"):
        patterns(all_four)


def few(comparison, names):
    columns = [comparison.scores.comparates.index(name) for name in names]
    return read((comparison.scores.values[:, columns], tuple(names), comparison.scores.tasks))


def test_no_table_lists_no_fragile_pair():
    steps = np.arange(40)[:, None] / 1000 + 0.3 + np.array([0.3, 0.2, 0.1])
    table = read((np.round(steps, 3), ("A", "B", "C"), tuple(f"t{i}" for i in range(40))))
    firm = audit(compare(table), AuditSettings())
    assert (firm.robustness.weakest()[0] == 1).all()
    assert "audit-robustness" not in {item.kind for item in findings(firm)}
    assert "fragile" not in in_words(firm)
    with pytest.raises(NothingToShow, match="there is no fragile pair to list"):
        robustness(firm)


@pytest.mark.parametrize(("before", "after", "said"), [(True, False, False), (False, True, True), (True, True, True)])
def test_a_difference_that_is_not_significant_is_in_nobodys_favour(comparison, before, after, said):
    about = {"added": ["m1"], "removed": [], "rising": "m2", "falling": "m3", "favoured": "m2", "n_pairs": 3}
    words = text("audit-swap", comparison, significant_before=before, significant_after=after, **about)
    for caption in (words.caption_short(), words.caption_full(), words.alt()):
        assert ("in favour of m2" in str(caption)) == said
