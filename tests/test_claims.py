"""What captions and paragraphs claim of the statistics, in every language: no more than what holds."""

from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import comparatex as cx
from comparatex.cli import main
from comparatex.figures.boxes import BoxesOptions
from comparatex.figures.boxes import lay_out as boxes
from comparatex.figures.forest import ForestOptions
from comparatex.figures.forest import lay_out as forest
from comparatex.figures.scatter import ScatterOptions
from comparatex.figures.scatter import lay_out as scatter
from comparatex.inference.corrections import CORRECTIONS
from comparatex.layout.cdd import cdd, critical_difference
from comparatex.layout.chapter_facts import words as chapter_words
from comparatex.layout.facts import Study, text
from comparatex.layout.mcm import mcm
from comparatex.layout.numbers import pvalue
from comparatex.layout.options import (
    CddOptions,
    McmOptions,
)
from comparatex.tables.pairs import ControlOptions, control, intervals, pairwise
from comparatex.tables.ranks import leaderboard
from comparatex.tables.scores import scores as scores_table
from comparatex.text import LANGUAGES, Writing, writing


def made(k=5, n=20, seed=1, **settings):
    values = np.random.default_rng(seed).normal(size=(n, k)).round(3)
    return cx.compare({f"C{i}": values[:, i].tolist() for i in range(k)}, **settings)


def ordered(k, n, **settings):
    """Return a comparison in which C0 wins on every task, C1 on all others, and so on."""
    levels = [1 + 7919 * t % 1000 / 1000 for t in range(n)]
    scores = {f"C{i}": [round(x + 0.001 * (k - i) * t, 3) for t, x in enumerate(levels, 1)] for i in range(k)}
    return cx.compare(scores, **settings)


def correction(comparison):
    return str(text("words", comparison).correction(Study(comparison)))


def methods(comparison):
    return str(chapter_words("methods", comparison).tested())


# ------------------------------------------------------------------------------- what a correction bounds
ALIKE = {
    "en": "when all methods perform alike",
    "fr": "quand toutes les méthodes se valent",
    "de": "wenn alle Verfahren gleich gut sind",
    "es": "cuando todos los métodos rinden igual",
}
RANKS = ("conover", "aligned-z", "quade-z", "friedman-z")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("test", RANKS)
def test_corrections_of_rank_tests_bound_errors_only_where_all_are_alike(test, language):
    with writing(language):
        comparison = made(test=test)
        assert ALIKE[language] in correction(comparison)
        alike = ALIKE[language].removeprefix("when ").removeprefix("quand ").removeprefix("wenn ")
        assert alike in methods(comparison)


@pytest.mark.parametrize(
    "name",
    [name for name, one in CORRECTIONS.items() if one.choice and name != "none" and not name.startswith("bergmann")],
)
def test_whatever_the_correction(name):
    assert ALIKE["en"] in correction(made(test="conover", correction=name))
    assert ALIKE["en"] not in correction(made(correction=name))


def test_of_two_comparates_that_is_the_hypothesis_itself():
    assert ALIKE["en"] not in correction(made(k=2, test="conover"))


def test_methods_of_rank_tests():
    said = methods(made(test="conover"))
    assert "The p-values hold where all methods perform alike, and so does the correction's bound" in said
    assert "where some differ, two that perform alike can be found to differ more often than α says." in said
    assert "however the tests depend" not in said
    said = methods(made())
    assert "which bounds the probability of any false rejection under any dependence" in said
    assert "where some differ" not in said


@pytest.mark.usefixtures("full_captions")
def test_nemenyis_test_allows_for_all_pairs_where_all_are_alike():
    comparison = made(test="nemenyi")
    assert "asymptotically and where all methods perform alike, so no further" in methods(comparison)
    assert "which allows for all pairs where all methods perform alike." in mcm(comparison).caption


def test_the_t_test_needs_normal_differences():
    comparison = made(test="t")
    assert correction(comparison).endswith("any dependence between the tests, if differences are normal)")
    assert "under any dependence of the tests, if the differences are normal." in methods(comparison)


def test_a_side_that_the_scores_choose_voids_the_bound():
    comparison = made(sides="better")
    assert "(would bound the family-wise error" in correction(comparison)
    assert correction(comparison).endswith(", had the sides been chosen beforehand)")
    said = methods(comparison)
    assert "which would bound the probability of any false rejection" in said
    assert "had the sides been chosen beforehand." in said


@pytest.mark.usefixtures("full_captions")
def test_the_table_against_a_control_says_so_too():
    caption = control(made(test="conover"), ControlOptions(control="C0")).caption
    assert "Where all methods perform alike, they bound the family-wise error: " in caption
    assert "They bound the family-wise error: " in control(made(), ControlOptions(control="C0")).caption


# ---------------------------------------------------------------------------------- a family with a control
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_only_a_control_is_tested_nothing_is_said_of_cliques(language):
    with writing(language):
        found = cdd(made(family="control", control="C0"))
    assert found.shows == "nothing"
    assert "cli" not in found.alt.lower()


@pytest.mark.usefixtures("full_captions")
def test_with_a_control_the_ruler_is_bonferronis_and_dunns():
    comparison = made(6, 14, family="control", control="C0", correction="bonferroni")
    found = cdd(comparison, CddOptions(ruler=True))
    # Demšar (2006), table 5(b): 2.576 at α = 0.05 for six, one of them the control.
    expected = stats.norm.isf(0.05 / 10) * np.sqrt(6 * 7 / (6 * 14))
    assert expected == pytest.approx(2.576 * np.sqrt(0.5), abs=1e-3)
    assert float(found.ruler.length) == pytest.approx(expected, abs=1e-4)
    assert told(found.ruler.text) == f"CD = {expected:.2f}" == "CD = 1.82"
    assert "test of mean ranks against C0, which does not decide the verdicts." in found.caption
    assert "Nemenyi" not in found.caption


@pytest.mark.usefixtures("full_captions")
def test_where_that_test_decides_the_caption_does_not_deny_it():
    settings = {"family": "control", "control": "C0", "correction": "bonferroni", "test": "friedman-z"}
    comparison = made(6, 14, **settings)
    assert "test of mean ranks against C0." in cdd(comparison, CddOptions(ruler=True)).caption
    pairs = comparison.pair_statistics
    apart = np.abs(comparison.mean_rank[pairs.row] - comparison.mean_rank[pairs.column])
    judged = ~np.isnan(pairs.adjusted_pvalue)
    beyond = apart[judged] > critical_difference(comparison)
    assert beyond.tolist() == comparison.significant[judged].tolist()


@pytest.mark.usefixtures("full_captions")
def test_without_a_control_the_ruler_is_nemenyis():
    comparison = made()
    found = cdd(comparison, CddOptions(ruler=True))
    assert float(found.ruler.length) == pytest.approx(comparison.critical_difference, abs=1e-4)
    assert "critical difference of the Nemenyi test, which does not decide the verdicts." in found.caption


# -------------------------------------------------------------------------------- too few tasks for anything
EDGES = [
    # comparates, the most tasks that allow nothing, settings; 2/2^n times the size of the family
    (6, 9, {}),
    (6, 8, {"sides": "better"}),
    (6, 9, {"test": "sign"}),
    (6, 9, {"correction": "bonferroni"}),
    (6, 5, {"correction": "benjamini-hochberg"}),
    (6, 5, {"correction": "none"}),
    (4, 5, {"correction": "benjamini-hochberg", "sides": "ours", "control": "C0"}),  # rivals are tested on both sides
    (6, 9, {"correction": "bergmann-hommel"}),
    (6, 7, {"family": "control", "control": "C0"}),
    (6, 11, {"alpha": 0.01}),
    (2, 5, {}),
    (5, 2, {"test": "nemenyi"}),
]


@pytest.mark.parametrize(("k", "n", "settings"), EDGES)
def test_the_edge_of_what_tasks_can_show(k, n, settings):
    below, above = ordered(k, n, **settings), ordered(k, n + 1, **settings)
    found = below.unattainable()
    assert found.needed == n + 1
    assert found.n_tasks == n
    assert above.unattainable() is None
    # The best outcome there is: nothing is significant below the edge, something above it.
    assert int((~below.joined).sum()) == 0
    assert int((~above.joined).sum()) > 0
    assert any("no outcome could be significant" in note for note in below.notes)
    assert not any("no outcome could be significant" in note for note in above.notes)


@pytest.mark.parametrize("n", [3, 4, 8, 9, 10, 12])
def test_the_least_pvalue_is_the_adjusted_one_of_the_best_outcome(n):
    comparison = ordered(6, n)
    found = comparison.unattainable()
    least = comparison.pair_statistics.adjusted_pvalue.min()
    assert least == pytest.approx(min(1, 15 * 2 / 2**n))
    assert (found is None) == (n >= 10)
    assert found is None or found.pvalue == pytest.approx(least)


@pytest.mark.parametrize("test", ["t", "conover", "quade-z"])
def test_tests_without_a_least_pvalue_make_no_such_claim(test):
    assert ordered(6, 4, test=test).unattainable() is None


TOO_FEW = {
    "en": (
        "With six tasks, no outcome could be significant at α = 0.05: the least attainable p-value, corrected, is "
        "0.4688; at least ten tasks are needed."
    ),
    "fr": (
        "Avec six tâches, aucun résultat ne pourrait être significatif au seuil α = 0,05 : la plus petite valeur p "
        "possible, corrigée, est 0,4688 ; il faudrait au moins dix tâches."
    ),
    "de": (
        "Mit sechs Aufgaben könnte kein Ergebnis bei α = 0,05 signifikant sein: der kleinste erreichbare korrigierte "
        "p-Wert ist 0,4688; nötig sind mindestens zehn Aufgaben."
    ),
    "es": (
        "Con seis tareas, ningún resultado podría ser significativo al nivel α = 0,05: el menor valor p posible, una "
        "vez corregido, es 0,4688; harían falta al menos diez tareas."
    ),
}


def told(prose):
    return str(prose).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_and_chapter_say_that_nothing_could_be_significant(language):
    few, enough = made(6, 6), made(6, 10)
    with writing(Writing(language, captions="full")):
        for comparison, said in ((few, True), (enough, False)):
            for text_of in (
                cdd(comparison).caption,
                mcm(comparison, McmOptions(adjusted=True)).caption,
                chapter_words("results", comparison).pairs(
                    dict.fromkeys(("summary", "mcm", "scatter", "verdicts"), ())
                ),
            ):
                assert (TOO_FEW[language] in told(text_of)) == said
        # A matrix of raw p-values has a chance where the corrected ones have none.
        assert TOO_FEW[language][:25] not in told(mcm(few).caption)
    with writing(Writing(captions="full")):
        assert "least attainable p-value is 0.0625; at least six tasks are" in mcm(made(6, 5)).caption


BRIEFLY = {
    "en": "With six tasks, no outcome could be significant; at least ten are needed.",
    "fr": "Avec six tâches, aucun résultat ne pourrait être significatif ; il en faudrait au moins dix.",
    "de": "Mit sechs Aufgaben könnte kein Ergebnis signifikant sein; nötig sind mindestens zehn.",
    "es": "Con seis tareas, ningún resultado podría ser significativo; hacen falta al menos diez.",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_captions_say_so_too(language):
    for comparison, said in ((made(6, 6), True), (made(6, 10), False)):
        with writing(language):
            for view in (cdd(comparison), mcm(comparison, McmOptions(adjusted=True))):
                assert (BRIEFLY[language] in told(view.caption)) == said


def test_doctor_says_so(tmp_path):
    path = tmp_path / "r.csv"
    for n, said in ((6, True), (10, False)):
        rows = [f"t{t},{t}.5,{t * t}.1,{t % 3}.7,{t}.2,0.{t},3.{t}" for t in range(n)]
        path.write_text("\n".join(["task,A,B,C,D,E,F", *rows]))
        output = CliRunner().invoke(main, ["doctor", str(path)]).output
        assert (f"By the default analysis: With {n} tasks, no outcome could be significant" in output) == said


# --------------------------------------------------------------------------------- the level, and small things
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_level_is_written_in_one_way(language):
    alpha = 0.0123456789
    with writing(language):
        comparison = made(6, 20, alpha=alpha)
        level = "0.0123456789" if language == "en" else "0,0123456789"
        for said in (
            mcm(comparison).caption,
            mcm(comparison, McmOptions(adjusted=True)).alt,
            cdd(comparison).caption,
            methods(comparison),
            cdd(comparison_of_a_tool := cx.compare(comparison.scores, cx.analysis_of("aeon-cdd", alpha))).caption,
            methods(comparison_of_a_tool),
        ):
            assert level in said
            assert level[:-3] not in said.replace(level, "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("test", ["wilcoxon", "sign", "nemenyi"])
def test_the_scatter_names_its_convention_for_it_tells_of_a_test(language, test):
    with writing(Writing(language, captions="full")):
        assert "comparatex" in scatter(made(test=test), ScatterOptions(x="C0", y="C1")).caption


def test_ranks_have_mean_ranks():
    assert boxes(made(), BoxesOptions(of="ranks")).alt.startswith("Mean ranks: ")


# ------------------------------------------------------------------------------- what depends on the others
def test_only_the_numbers_of_a_cell_are_said_to_be_independent_of_others():
    said = str(chapter_words("results", made()).independence(by_others=made().basis.others))
    assert said == "the numbers in a cell, uncorrected, come from its two methods alone."
    dropping = cx.compare(cx.read({"A": [1.5, 2, 3], "B": [2.0, 1, 5], "C": [1.0, None, 2]}, missing="drop-tasks"))
    said = str(chapter_words("results", dropping).independence(by_others=dropping.basis.others))
    assert said.endswith("come from its two methods alone, as long as the tasks stay.")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_focus_counts_the_others(language):
    comparison = made(8, 12)
    with writing(Writing(language, captions="full")):
        focus = mcm(comparison, McmOptions(rows=("C0",)))
        turned = mcm(comparison, McmOptions(columns=("C0",)))
    assert " 7" in told(focus.title)
    assert "8" not in focus.title + turned.title
    if language == "en":
        assert focus.title == "Multi-comparison matrix of one method against 7"
        assert focus.caption.startswith("C0 (rows) against seven methods (columns) on twelve tasks (seven ")
        assert turned.caption.startswith("Seven methods (rows) against C0 (columns)")
    of_three = mcm(made(3, 12), McmOptions(rows=("C0",)))
    assert "C0 (rows) against C" in of_three.caption
    assert "C0 and" not in of_three.caption


@pytest.mark.usefixtures("full_captions")
def test_one_pattern_does_not_depend_on_others():
    facts = {"core": ("A", "B"), "n_patterns": 1, "n_possible": 70, "possible": "70", "exhaustive": True}
    facts |= {"at_random": False, "fewest": 4, "most": 4, "seed": 0, "n_rare": 0}
    for n, beginning in (
        (
            1,
            "Which of A and B differ significantly is the same, whichever other methods are compared, over all 70 ways "
            "to add four",
        ),
        (
            2,
            "Which of A and B differ significantly depends on which other methods are compared: two patterns over all "
            "70 ways",
        ),
    ):
        words = text("audit-patterns", made(), f=facts | {"n_patterns": n})
        assert words.caption().startswith(beginning)


def test_the_name_before_a_citation_is_not_that_of_the_authors_again():
    said = chapter_words("methods", made()).omnibus()
    before = next(
        said.parts[i - 1] for i, part in enumerate(said.parts) if getattr(part, "text", "") == "imandavenport1980"
    )
    assert before.endswith("with the Iman–Davenport statistic")


@pytest.mark.parametrize("fewer", [False, True])
def test_there_are_up_to_so_many_repeats_only_where_some_scores_have_fewer(fewer):
    cube = np.random.default_rng(2).normal(size=(20, 5, 3)).round(3)
    cube[0, 0, 2] = np.nan if fewer else 1.0
    table = replace(made().scores, values=np.nanmean(cube, axis=2), repeats=cube)
    assert ("of up to three repeats" in scores_table(cx.compare(table)).caption) == fewer


def test_the_places_of_a_leaderboard_hold_jointly_only_by_a_bound_on_the_family():
    said = "for all at once"
    with writing(Writing(captions="full")):
        for settings, holds in (
            ({}, True), ({"correction": "bonferroni"}, True), ({"correction": "none"}, False),
            ({"correction": "benjamini-hochberg"}, False), ({"test": "nemenyi"}, True), ({"sides": "better"}, False),
        ):  # fmt: skip
            caption = leaderboard(made(**settings)).caption
            assert (said in caption) == holds == ("significantly worse, each by itself" not in caption)
        assert "for all at once where all methods perform alike" in leaderboard(made(test="nemenyi")).caption


# --------------------------------------------------------------------------------------- p-values close to α
def test_a_pvalue_that_rounds_to_the_level_has_decimals_more():
    below, above = 0.049976, 0.050024
    assert [pvalue(p, 4, 0.05) for p in (below, 0.05, above)] == ["0.04998", "0.0500", "0.05002"]
    assert [pvalue(p, 3, 0.05) for p in (0.0496, 0.0504, 0.0494)] == ["0.0496", "0.0504", "0.049"]
    assert pvalue(0.0124, 4, 0.0123457) == "0.0124"
    with writing("de"):
        assert pvalue(below, 4, 0.05) == "0,04998"
    assert pvalue(0.05 - 1e-12, 4, 0.05) == "<0.0500"


@given(st.floats(1e-4, 1), st.sampled_from([0.001, 0.01, 0.05, 0.1]), st.sampled_from([3, 4, 5]))
def test_what_is_printed_is_true_and_on_the_side_of_the_level(p, alpha, precision):
    text = pvalue(p, precision, alpha)
    number = float(text.strip("<>"))
    if text.startswith("<"):
        assert p < number
    elif text.startswith(">"):
        assert p > number
    elif precision > 3 or alpha > 0.001:
        assert (p < alpha, p > alpha) == (number < alpha, number > alpha)


@pytest.mark.parametrize("seed", range(6))
def test_cells_of_matrix_and_table_show_on_which_side_of_the_level_they_are(seed):
    p = float(made(2, 12, seed, test="t").pair_statistics.pvalue[0])
    alpha = round(p, 4)
    comparison = made(2, 12, seed, test="t", alpha=alpha)
    expected = next(f"{p:.{k}f}" for k in range(4, 9) if (float(f"{p:.{k}f}") - alpha) * (p - alpha) > 0)
    cells = {cell.pvalue: cell.bold for panel in mcm(comparison).panels for row in panel.rows for cell in row.cells}
    assert cells[expected] == (p < alpha)
    entries = [entry for line in pairwise(comparison).parts[0].lines for entry in line.entries]
    assert [entry.text for entry in entries if entry.text == expected] != []


# ---------------------------------------------------------------------------------------- intervals of few tasks
KINDS = {
    "en": ("studentized bootstrap", "percentile bootstrap", "Student’s t"),
    "fr": ("bootstrap studentisés", "bootstrap percentiles", "t de Student"),
    "de": ("studentisierte", "Bootstrap-Perzentilintervalle", "Student-t-Intervalle"),
    "es": ("bootstrap studentizados", "bootstrap percentiles", "t de Student"),
}
NARROW = {"en": "too narrow", "fr": "trop étroits", "de": "zu schmal", "es": "demasiado estrechos"}
NORMAL = {
    "en": "normally distributed",
    "fr": "normales",
    "de": "normalverteilte",
    "es": "con distribución normal",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_say_which_intervals_and_what_they_promise(language):
    """Percentile intervals are too narrow on up to 20 tasks; studentized ones are Student's on fewer than 8."""
    cases = [
        (7, "studentized", 2, NORMAL),
        (8, "studentized", 0, None),
        (20, "percentile", 1, NARROW),
        (21, "percentile", 1, None),
        (30, "student", 2, NORMAL),
    ]
    with writing(Writing(language, captions="full")):
        for n, method, kind, limit in cases:
            comparison = made(4, n, interval_method=method)
            for view in (
                cdd(comparison, CddOptions(intervals=True)),
                forest(comparison, ForestOptions(statistic="mean")),
                intervals(comparison),
            ):
                assert [said in view.caption for said in KINDS[language]] == [k == kind for k in range(3)]
                for words in (NARROW, NORMAL):
                    assert (words[language] in view.caption) == (words is limit)
            assert not any(said in cdd(comparison).caption for said in KINDS[language])


@pytest.mark.parametrize("language", LANGUAGES)
def test_captions_count_the_intervals_of_student_that_stand_in(language):
    values = np.column_stack([np.full(12, 0.5), np.full(12, 0.5), np.linspace(0.1, 0.4, 12)])
    values[0, 0] = 0.6  # A and B differ on one task, C is last on every one
    comparison = cx.compare(dict(zip("ABC", values.T.tolist(), strict=True)))
    with writing(Writing(language, captions="full")):
        for view in (cdd(comparison, CddOptions(intervals=True)), intervals(comparison)):
            assert "(2)" in view.caption or "(3)" in view.caption
        assert "(1)" in forest(comparison, ForestOptions(statistic="mean")).caption
