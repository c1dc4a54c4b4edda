"""What an audit's figures, table and paragraphs say, against the findings themselves."""

import re
from decimal import Decimal

import numpy as np
import pytest

from comparatex.audits import as_dict, in_words
from comparatex.data.read import read
from comparatex.inference.audit.audit import audit
from comparatex.inference.audit.examples import swap_example, weakened_pair
from comparatex.inference.audit.settings import AuditSettings
from comparatex.inference.compare import compare
from comparatex.layout.audit_figures import CHANGED, FALLING, RISING, SHOWN, patterns, robustness, swap
from comparatex.layout.audit_section import Endurance, Findings, fragile, section, texts, views
from comparatex.text import LANGUAGES, Writing, lacking, writing


@pytest.fixture(scope="module")
def comparison():
    rng = np.random.default_rng(7)
    values = rng.normal(0.7, 0.05, (30, 1)) + rng.normal(0, 0.03, (30, 9)) + 0.006 * np.arange(9)
    return compare(
        read((np.round(values, 3), tuple(f"m{i}" for i in range(9)), tuple(f"t{i}" for i in range(30))))
    )


@pytest.fixture(scope="module")
def found(comparison):
    return audit(comparison, AuditSettings(added=(2, 3), seed=5))


@pytest.fixture(scope="module")
def example(comparison, found):
    return swap_example(comparison, found.rank_swaps, found.settings.baseline)


def test_a_single_way_to_add_others_is_not_called_all():
    few = compare(read((np.arange(24).reshape(8, 3) % 7, ("A", "B", "C"), tuple("abcdefgh"))))
    found = audit(few, AuditSettings(core=(0, 1), added=(1,)))
    assert "are the same in the one set that adds others to these." in in_words(found)
    assert "over the one way to add one other comparate." in patterns(found).caption


def test_a_swap_has_two_diagrams_on_one_axis(example):
    view = swap(example, label="fig-swap")
    names = example.comparison.names
    assert view.before.axis == view.after.axis
    for diagram, standing in ((view.before, example.before), (view.after, example.after)):
        assert [label.name for label in diagram.labels] == [names[i] for i in standing.members]
        assert [label.rank for label in diagram.labels] == [
            Decimal(repr(rank)).quantize(Decimal("0.0001")) for rank in standing.ranks
        ]
        assert len(diagram.cliques) == (not standing.significant)
        for clique in diagram.cliques:
            joined = {diagram.labels[i - 1].name for i in clique.members}
            assert joined == {names[example.rising], names[example.falling]}
        colours = {label.name: label.colour for label in diagram.labels if label.colour}
        assert colours.pop(names[example.rising]) == RISING
        assert colours.pop(names[example.falling]) == FALLING
        assert set(colours.values()) <= {CHANGED}
    assert f"{names[example.rising]} overtakes {names[example.falling]}" in view.caption
    assert view.alt.startswith("When ")


@pytest.mark.usefixtures("full_captions")
def test_a_replacement_is_worded_as_one(comparison):
    view = swap(weakened_pair(comparison), label="x")
    assert "* replaces m" in view.caption
    assert "over 15 pairs" in view.caption


@pytest.mark.usefixtures("full_captions")
def test_patterns_count_what_the_audit_counts(found):
    view = patterns(found)
    counts = [pattern.count for pattern in found.patterns.patterns]
    assert [int(row.count.replace("\N{NO-BREAK SPACE}", "").split()[0]) for row in view.rows] == counts[
        :SHOWN
    ]
    assert [node.name for node in view.nodes] == as_dict(found)["core"]
    first = found.patterns.patterns[0]
    core = found.patterns.core
    assert {(core[a - 1], core[b - 1]) for a, b in view.rows[0].joined} == set(first.not_significant)
    assert len(view.rows[0].examples) == min(5, first.count)
    assert "2 to 3 other comparates" in view.caption
    assert "chosen by seed 5" in view.caption
    if len(counts) > SHOWN:
        assert "not shown" in view.caption


@pytest.mark.parametrize("n", [2, 3, 4, 5, 8])
def test_the_ring_keeps_names_outside(comparison, n):
    view = patterns(audit(comparison, AuditSettings(core=tuple(range(n)), added=(1,))))
    assert len({(node.x, node.y) for node in view.nodes}) == n
    for node in view.nodes:
        if node.side in ("left", "right"):
            assert (node.x < 0) == (node.side == "left")
        else:
            assert (node.y > 0) == (node.side == "above")


def test_the_table_lists_the_fragile_pairs(found):
    table = robustness(found)
    smallest, _ = found.robustness.weakest()
    lines = table.parts[0].lines
    assert len(lines) == min(20, int((smallest < 1).sum()))
    told = [line.entries[4].text for line in lines]
    shares = [0 if share == "0 of 1" else int(share.removesuffix("%")) for share in told]
    of_one = {
        name for name, n in zip(found.robustness.families, found.robustness.variants, strict=True) if n == 1
    }
    for line, share in zip(lines, told, strict=True):
        assert (share == "0 of 1") == (line.entries[5].text in of_one)
    assert shares == sorted(shares)
    pairs = {(pair["row"], pair["column"]): pair for pair in as_dict(found)["pairs"]}
    for line in lines:
        row, column, _, _, share, family = (entry.text for entry in line.entries)
        assert pairs[row, column]["weakest"] == family
        of_many = f"{100 * pairs[row, column]['robustness']:.0f}%"
        assert share == ("0 of 1" if family in of_one else of_many)
    cut = robustness(found, max_rows=2)
    assert len(cut.parts[0].lines) == 2
    assert "The 2 most fragile of" in cut.caption


def test_paragraphs_state_the_numbers(found):
    dictionary = as_dict(found)
    reversible = sum(swap["reversible"] for swap in dictionary["rank_swaps"])
    words = texts(Findings.of(found))
    assert f"Of 36 pairs, {reversible} (" in words.mean_ranks()
    assert f"all {dictionary['n_sets']} sets" in words.corrections_of_sets()
    certain = sum(pair["robustness"] == 1 for pair in dictionary["pairs"])
    assert f"{certain} of 36 verdicts survive" in words.robustness()
    assert words.magnitudes().startswith("Counting tasks hides magnitudes. In ")


def test_many_small_losses_and_a_few_large_gains_are_told():
    values = np.column_stack([np.r_[[0.9] * 2, [0.5] * 10], np.r_[[0.2] * 2, [0.51] * 10]])
    comparison = compare(read((values, ("A", "B"), tuple(f"t{i}" for i in range(12)))))
    found = audit(comparison, AuditSettings())
    text = texts(Findings.of(found)).magnitudes()
    assert "A beats B on 2 tasks and loses on 10, yet its largest gain outweighs all" in text


def test_without_choice_there_is_nothing_to_reverse():
    values = np.linspace(0.1, 0.9, 4)[None, :] + np.zeros((8, 1))
    comparison = compare(read((values, tuple("ABCD"), tuple("tuvwxyza"))))
    text = texts(Findings(audit(comparison, AuditSettings()), None, None, ())).mean_ranks()
    assert "none can be put" in text
    assert "No pair" in text


FIELD = {
    "en": (Writing("en", "classifier", "data set", "accuracy"), r"\b(comparates?|tasks?|scores?)\b"),
    "fr": (
        Writing(
            "fr", "classifieur/classifieurs/m", "jeu de données/jeux de données/m", "exactitude/exactitudes/f"
        ),
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "settings", [{"core": (0, 1), "added": (1,)}, {"added": (1, 2), "budget": 4, "sampled": 3}]
)
def test_figures_and_tables_speak_every_language_in_the_words_of_the_field(comparison, settings, language):
    how, own = FIELD[language]
    findings = Findings.of(audit(comparison, AuditSettings(**settings)))
    with writing(how), lacking() as missing:
        shown = dict(views(findings))
        heading = section(findings, []).title
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
    for text in said:
        assert re.findall(own, text) == [], text
        assert "  " not in text and " ." not in text and " ," not in text, text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_running_text_has_the_words_of_the_field(found, language):
    how, own = FIELD[language]
    with writing(how):
        text = " ".join(section(Findings.of(found), []).paragraphs)
    assert re.findall(own, text) == [] and "  " not in text


def test_the_verdicts_on_the_subject_come_first(found):
    name = found.comparison.names[0]
    endurance = Endurance.of(found, (name,))
    pairs = found.comparison.pair_statistics
    smallest, _ = found.robustness.weakest(adjusted=True)
    own = {k: smallest[k] for k in range(len(smallest)) if 0 in (pairs.row[k], pairs.column[k])}
    assert endurance.n == len(found.comparison.names) - 1
    assert endurance.n_holding == sum(share == 1 for share in own.values())
    assert endurance.n_fragile == sum(share <= 0.9 for share in own.values())
    weakest = min(own, key=own.get)
    assert endurance.weakest.first == name
    assert endurance.weakest.second == found.comparison.names[pairs.column[weakest]]
    said = section(Findings.of(found), (), (name,)).paragraphs[0]
    assert said.startswith(
        f"The verdict on {name} against {endurance.weakest.second} is the least robust of the "
    )
    assert "each task left out, 100 subsamples of the tasks" in said
    marked = fragile(found, (name,), "x-")
    assert (marked is None) == (endurance.n_fragile == 0)
    assert marked is None or (marked.n, marked.label) == (endurance.n_fragile, "x-sec-stability")
