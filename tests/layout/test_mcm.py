"""The Multi-Comparison Matrix: its cells against independent oracles, its sizes, words and reports."""

import math
from dataclasses import fields, is_dataclass, replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.layout.mcm import mcm, n_comparisons, report_options
from comparatex.layout.options import McmOptions
from comparatex.layout.tables.booktabs import even
from comparatex.text import Prose

FULL = McmOptions(cells="full", shade="difference")


def table(m, n=15, seed=0, **reading):
    """Compare m comparates A0, A1, … on n tasks; no differences tie."""
    values = np.random.default_rng(seed).uniform(0.3, 1, (n, m)) ** np.linspace(1, 4, m)
    return compare(read((np.round(values, 6), [f"A{k}" for k in range(m)]), **reading))


def cells_of(view):
    """Return the cells of all panels by names of row and column."""
    return {
        (row.head.name, column.name): cell
        for panel in view.panels
        for row in panel.rows
        for column, cell in zip(panel.columns, row.cells, strict=True)
    }


def pairs_of(view):
    return {names: cell for names, cell in cells_of(view).items() if cell.kind == "pair"}


def number(text):
    return Fraction(text.replace("−", "-"))


# ---- which cells there are


@pytest.mark.parametrize("m", [2, 5, 9])
def test_a_square_matrix_has_each_pair_from_both_sides(m):
    view = mcm(table(m), FULL)
    assert len({frozenset(names) for names in pairs_of(view)}) == m * (m - 1) // 2
    assert len(pairs_of(view)) == m * (m - 1)
    assert sum(cell.kind == "self" for cell in cells_of(view).values()) == m


def test_each_pair_once():
    view = mcm(table(6), replace(FULL, symmetric=False))
    assert len(pairs_of(view)) == 15
    assert len({frozenset(names) for names in pairs_of(view)}) == 15
    assert sum(cell.kind == "hidden" for cell in cells_of(view).values()) == 6
    assert all(any(cell.kind == "pair" for cell in row.cells) for row in view.rows)
    assert all(any(row.cells[j].kind == "pair" for row in view.rows) for j in range(5))


@given(st.sets(st.integers(0, 6), min_size=1), st.sets(st.integers(0, 6), min_size=1))
def test_number_of_comparisons(rows, columns):
    cells = {(i, j) for i in rows for j in columns if i != j}
    expected = len({frozenset(cell) for cell in cells}) if rows == columns else len(cells)
    assert n_comparisons(tuple(rows), tuple(columns)) == expected


@pytest.mark.usefixtures("full_captions")
def test_a_rectangular_matrix():
    view = mcm(table(7), replace(FULL, rows=("A0", "A1"), columns=("A1", "A4", "A6")))
    assert len(cells_of(view)) == 6
    assert len(pairs_of(view)) == 2 * 3 - 1
    assert "(five comparisons)" in view.caption


def test_excluded_comparates_are_absent():
    view = mcm(table(5), replace(FULL, exclude_rows=("A0",), exclude_columns=("A1", "A2")))
    assert {row for row, _ in cells_of(view)} == {"A1", "A2", "A3", "A4"}
    assert {column for _, column in cells_of(view)} == {"A0", "A3", "A4"}


def test_rows_are_ordered_or_as_given():
    comparison = table(6)
    best_first = [row.head.name for row in mcm(comparison, FULL).panels[0].rows]
    means = dict(zip(comparison.scores.comparates, comparison.scores.values.mean(0), strict=True))
    assert best_first == sorted(means, key=means.__getitem__, reverse=True)
    given_order = replace(FULL, rows=("A5", "A0", "A3"), order="given")
    assert [row.head.name for row in mcm(comparison, given_order).panels[0].rows] == ["A5", "A0", "A3"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (McmOptions(rows=("nobody",)), "No method is called 'nobody'"),
        (McmOptions(rows=("A0",), columns=("A0",)), "no pair to show"),
        (McmOptions(highlight={"A0": "no colour"}), "'no colour' is not a colour"),
    ],
)
def test_faults(options, message):
    with pytest.raises(UsageError, match=message):
        mcm(table(3), options)


# ---- what is in them


def test_cells_against_scipy_and_plain_sums():
    comparison = table(6)
    scores = dict(zip(comparison.scores.comparates, comparison.scores.values.T, strict=True))
    for (row, column), cell in pairs_of(mcm(comparison, FULL)).items():
        difference = scores[row] - scores[column]
        p = stats.wilcoxon(difference, method="exact").pvalue
        assert cell.difference == f"{difference.mean():.4f}".replace("-", "−")
        assert cell.record == f"{(difference > 0).sum()}/0/{(difference < 0).sum()}"
        assert cell.pvalue == ("<0.0001" if p < 1e-4 else f"{p:.4f}")
        assert cell.bold == (p < 0.05)


@pytest.mark.parametrize("direction", [True, False])
@pytest.mark.parametrize("kind", ["full", "line"])
def test_the_other_side_is_the_mirror_image(kind, direction):
    cells = pairs_of(mcm(table(7, higher_is_better=direction), McmOptions(cells=kind)))
    for (row, column), cell in cells.items():
        other = cells[column, row]
        assert number(cell.difference) == -number(other.difference)
        assert cell.record.split("/") == other.record.split("/")[::-1]
        assert (cell.shade, cell.pvalue, cell.bold) == (-other.shade, other.pvalue, other.bold)


@pytest.mark.parametrize("alpha", [0.01, 0.05, 0.3])
def test_bold_is_p_below_alpha(alpha):
    comparison = compare(table(8, n=30).scores, Analysis(alpha=alpha))
    p = comparison.square("pvalue")
    names = comparison.names
    cells = pairs_of(mcm(comparison, FULL))
    assert {cell.bold for cell in cells.values()} == {False, True}
    assert all(cell.bold == (p[names.index(a), names.index(b)] < alpha) for (a, b), cell in cells.items())


@pytest.mark.parametrize("left_out", range(6))
@pytest.mark.parametrize("kind", ["full", "halves"])
def test_another_comparate_changes_no_cell(kind, left_out):
    every = table(6)
    keep = [k for k in range(6) if k != left_out]
    fewer = compare(read((every.scores.values[:, keep], [f"A{k}" for k in keep])))
    before, after = (pairs_of(mcm(c, McmOptions(cells=kind))) for c in (fewer, every))
    for names, cell in before.items():
        assert replace(cell, shade=0) == replace(after[names], shade=0)


# Errors of two comparates on four tasks: M has less on three, they tie on one.
ERRORS = [[0.1, 0.3], [0.2, 0.2], [0.1, 0.2], [0.2, 0.3]]


@pytest.mark.usefixtures("full_captions")
def test_signs_where_lower_is_better():
    view = mcm(compare(read((ERRORS, ["M", "S"]), higher_is_better=False)), FULL)
    cell = pairs_of(view)["M", "S"]
    assert (cell.difference, cell.record, cell.shade) == ("−0.100", "3/1/0", 100)
    assert view.colour_bar is not None
    assert (view.colour_bar.row_better, view.colour_bar.column_better) == ("−0.100", "0.100")
    assert "Red: the row is better on average (lower is better); blue: the column is better." in view.caption
    plain = mcm(compare(read((ERRORS, ["M", "S"]), higher_is_better=False)), replace(FULL, colours=False))
    assert "Lower scores are better, so a negative difference favours the row." in plain.caption


@pytest.mark.usefixtures("full_captions")
def test_without_pvalues_nothing_is_judged():
    view = mcm(table(4), replace(FULL, pvalues=False))
    assert {(cell.pvalue, cell.bold) for cell in pairs_of(view).values()} == {("", False)}
    assert (view.legend, view.bold_legend, view.widest[2]) == (
        ("mean difference", "wins/ties/losses"),
        "",
        "",
    )
    assert "p-value" not in view.caption
    assert "and the wins, ties and losses of the row." in view.caption


def test_without_colours():
    view = mcm(table(4), replace(FULL, colours=False))
    assert {cell.shade for cell in pairs_of(view).values()} == {0}
    assert view.colour_bar is None
    assert "Red" not in view.caption


def test_ours_and_highlights():
    view = mcm(table(3), McmOptions(ours=("A1",), highlight={"A2": "tomato"}))
    heads = {row.head.name: (row.head.ours, row.head.colour) for row in view.panels[0].rows}
    assert heads == {"A0": (False, ""), "A1": (True, ""), "A2": (False, "FF6347")}


@pytest.mark.usefixtures("full_captions")
def test_one_comparate_that_fails_leaves_the_others_their_colours():
    values = np.array([[1.0, 1.1, 1.2, 1.3, 1.4, 900.0]] * 3)
    view = mcm(compare(read((values, list("abcdef")), higher_is_better=False)), FULL)
    cells = pairs_of(view)
    assert (cells["a", "b"].shade, cells["a", "e"].shade, cells["a", "f"].shade) == (25, 100, 100)
    assert view.colour_bar is not None
    assert (view.colour_bar.row_better, view.colour_bar.column_better) == ("≤ −0.400", "≥ 0.400")
    assert "beyond 0.400 the colour stays the same" in view.caption


def test_a_limit_of_the_colours():
    view = mcm(compare(read((ERRORS, ["M", "S"]))), replace(FULL, colour_limit=0.4))
    assert (pairs_of(view)["M", "S"].shade, view.colour_bar.row_better) == (-25, "0.400")


# ---- words


@pytest.mark.usefixtures("full_captions")
def test_caption_of_a_small_matrix():
    view = mcm(compare(read((ERRORS, ["M", "S"]), higher_is_better=False, measure_name="error")), FULL)
    assert view.caption.replace("\N{NO-BREAK SPACE}", " ") == (
        "Every pair of two methods on four tasks (one comparison). A cell holds the mean difference "
        "row − column in error, the wins, ties and losses of the row, and the p-value of the two-sided "
        "Wilcoxon signed-rank test (zeros ranked and dropped after Pratt; exact up to 50 non-zero differences, "
        "else normal). Bold: p ≤ 0.05, without correction for multiple testing. "
        "With four tasks, no outcome could be significant at α = 0.05: the least attainable p-value is 0.1250; at "
        "least six tasks are needed. Red: the row is better on average (lower is better); blue: the column is "
        "better. Methods are ordered by mean score; mean scores stand beside the names. Convention: comparatex."
    )
    assert view.title == "Multi-comparison matrix of two methods"
    assert view.alt.replace("\N{NO-BREAK SPACE}", " ") == (
        "M has the best mean score of two methods, 0.150. The difference is not significant (p ≤ 0.05)."
    )


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (McmOptions(adjusted=True), "The p-values depend on which methods are compared."),
        (McmOptions(order="rank"), "The order depends on which methods are compared."),
        (McmOptions(adjusted=True, order="wins"), "The p-values and the order depend on which"),
        (McmOptions(adjusted=True), "p ≤ 0.05 after Holm's step-down correction over six pairs (bounds"),
        (McmOptions(rows=("A0",)), "A0 (rows) against A1, A2 and A3 (columns) on 15 tasks (three comp"),
        (McmOptions(rows=("A0", "A1"), columns=("A0", "A1")), "Every pair of two of four methods"),
    ],
)
@pytest.mark.usefixtures("full_captions")
def test_captions_say_what_a_figure_shows_and_depends_on(options, sentence):
    comparison = compare(table(4).scores, Analysis(correction="holm"))
    assert sentence in mcm(comparison, options).caption.replace("\N{NO-BREAK SPACE}", " ")


def test_nothing_depends_on_others_by_default():
    assert "depend" not in mcm(table(4)).caption


def test_alt_counts_pairs_once():
    comparison = table(6)
    p = comparison.square("pvalue")[np.triu_indices(6, 1)]
    expected = f"{(p < 0.05).sum()} of 15 pairs differ significantly"
    assert expected in mcm(comparison).alt
    assert expected in mcm(comparison, McmOptions(symmetric=False)).alt


def test_pairs_with_their_own_tasks():
    values = np.array(table(3).scores.values)
    values[0, 0] = np.nan
    view = mcm(compare(read((values, ["A", "B", "C"]), missing="pairwise")))
    assert "on the 14 to 15 tasks that a pair shares" in view.caption


def test_no_binary_float_reaches_a_template():
    def leaves(value):
        if is_dataclass(value):
            for field in fields(value):
                yield from leaves(getattr(value, field.name))
        elif isinstance(value, tuple):
            for part in value:
                yield from leaves(part)
        else:
            yield value

    assert {type(leaf) for leaf in leaves(mcm(table(4)))} == {str, Prose, int, bool}


# ---- sizes


@given(st.integers(1, 700), st.integers(1, 60))
def test_parts_are_few_even_and_within_the_limit(number, limit):
    size = even(number, limit)
    parts = math.ceil(number / size)
    assert size <= limit
    assert parts == math.ceil(number / limit)
    assert number - size * (parts - 1) > 0


@pytest.mark.parametrize(
    ("m", "options", "kind"),
    [
        (5, McmOptions(), "full"),
        (16, McmOptions(), "halves"),
        (16, McmOptions(stars=True), "full"),
        (16, McmOptions(symmetric=False), "full"),
        (16, McmOptions(width="slide"), "halves"),
        (30, McmOptions(symmetric=False), "full"),
        (30, McmOptions(columns=("A0", "A1")), "line"),
        (30, McmOptions(rows=("A0", "A1")), "full"),
        (30, McmOptions(cells="full"), "full"),
    ],
)
def test_the_kind_of_cells_suits_the_matrix(m, options, kind):
    assert mcm(table(m), options).cells == kind


@pytest.mark.parametrize("m", [24, 40])
def test_panels_are_the_matrix_in_parts(m):
    comparison = table(m)
    view = mcm(comparison)
    whole = mcm(comparison, McmOptions(cells=view.cells, panel_rows=m, panel_columns=m))
    assert (len(view.panels), len(whole.panels)) == ({24: 1, 40: 2}[m], 1)
    assert cells_of(view) == cells_of(whole)
    assert sum(len(panel.rows) * len(panel.columns) for panel in view.panels) == m * m


def test_longer_names_leave_room_for_fewer_columns():
    def columns(length):
        names = [f"{k:02}" + "x" * length for k in range(24)]
        values = np.random.default_rng(0).uniform(0.3, 1, (15, 24))
        return mcm(compare(read((np.round(values, 4), names))), McmOptions(cells="full")).layout.columns

    room = [columns(length) for length in (3, 50, 100)]
    assert room == sorted(room, reverse=True)
    assert room[0] > room[2]


@pytest.mark.parametrize("m", [5, 12, 24, 40])
@pytest.mark.parametrize("options", [{}, {"width": "column"}, {"cells": "full"}, {"stars": True}, {"symmetric": False}])
def test_type_is_legible_and_many_panels_are_said(m, options):
    view = mcm(table(m), McmOptions(**options))
    assert view.least_type >= 6
    assert view.note.startswith(f"The matrix fills {len(view.panels)} panels") == (len(view.panels) > 1)


@pytest.mark.parametrize("former", ["compact", "brief"])
def test_former_kinds_of_cells_name_what_took_their_place(former):
    with pytest.raises(UsageError, match=f"no `cells` '{former}' any more: 'halves' shows"):
        McmOptions(cells=former)


def test_type_may_be_too_small_where_the_panels_are_fixed():
    assert 1 < mcm(table(40), McmOptions(panel_rows=40, panel_columns=40)).least_type < 5


def test_halves_show_every_pair_twice_and_every_number_once():
    comparison = table(16)
    view, full = mcm(comparison), mcm(comparison, McmOptions(cells="full"))
    assert (view.cells, len(view.panels)) == ("halves", 1)
    assert view.least_type >= 6
    for i, (row, exact) in enumerate(zip(view.panels[0].rows, full.rows, strict=True)):
        for j, (cell, other) in enumerate(zip(row.cells, exact.cells, strict=True)):
            if i == j:
                assert cell.kind == "self"
                continue
            wins, _, losses = other.record.split("/")
            assert (cell.difference == f"{wins}:{losses}") == (i > j)
            assert (cell.record, cell.pvalue) == ("", "")
            assert cell.bold == (other.bold and i < j)
            assert bool(cell.shade) <= other.bold
    assert "unfilled: not significant" in view.caption


@pytest.mark.parametrize("options", [{"stars": True}, {"rows": ("A0", "A1")}, {"symmetric": False}])
def test_halves_are_refused_where_there_are_none(options):
    with pytest.raises(UsageError, match="Halves show all pairs"):
        mcm(table(16), McmOptions(cells="halves", **options))


def test_many_rows_of_few_columns_stand_side_by_side():
    layout = mcm(table(40), McmOptions(columns=("A0",))).layout
    assert (layout.cells, layout.columns, layout.across) == ("line", 1, 2)
    assert layout.rows == 20


@pytest.mark.usefixtures("full_captions")
def test_one_against_all_others_leaves_itself_out():
    for options in (McmOptions(rows=("A2",)), McmOptions(columns=("A2",))):
        view = mcm(table(9), options)
        assert {cell.kind for cell in cells_of(view).values()} == {"pair"}
        assert len(cells_of(view)) == 8
        assert "(eight comparisons)" in view.caption


# ---- colours


def shades(**options):
    """Return (shade, significant, difference, p) of the pairs of a matrix."""
    comparison = table(8, n=30)
    names, p = comparison.names, comparison.square("pvalue")
    cells = pairs_of(mcm(comparison, McmOptions(cells="full", **options)))
    return {
        (names.index(a), names.index(b)): (cell.shade, cell.bold, p[names.index(a), names.index(b)])
        for (a, b), cell in cells.items()
    }


def test_what_is_not_significant_is_paler():
    plain, both = shades(shade="difference"), shades()
    assert {bold for _, bold, _ in both.values()} == {True, False}
    for pair, (shade, bold, _) in both.items():
        assert shade == pytest.approx(plain[pair][0] * (1.0 if bold else 0.4), abs=1)


def test_colours_of_p_values():
    for shade, _, p in shades(shade="significance").values():
        assert abs(shade) == pytest.approx(100 * min(1.0, math.log10(p) / -3), abs=1)
    view = mcm(table(8), McmOptions(shade="significance"))
    assert (view.colour_bar.column_better, view.colour_bar.middle) == ("p ≤ 0.001", "1")
    assert "the stronger, the smaller p" in view.caption


def test_captions_say_what_is_pale():
    assert "; pale: not significant." in mcm(table(5)).caption
    assert "pale" not in mcm(table(5), McmOptions(shade="difference")).caption
    assert "pale" not in mcm(table(5), McmOptions(pvalues=False)).caption


def test_pages_of_a_focus_share_their_scale_and_the_best_have_their_own():
    comparison = table(140)
    (_, best), *focused = report_options(comparison)
    assert best.colour_limit is None
    (limit,) = {options.colour_limit for _, options in focused}
    assert limit == pytest.approx(comparison.mean.max() - comparison.mean.min())
    shown = mcm(comparison, replace(best, shade="difference"))
    assert max(abs(cell.shade) for row in shown.rows for cell in row.cells) == 100


# ---- reports


def test_a_report_of_few_shows_all():
    (name, options), *others = report_options(table(24))
    assert (name, others) == ("mcm", [])
    assert len(mcm(table(24), options).panels) == 1


@pytest.mark.parametrize("ours", [(), ("A39",), ("A0", "A20")])
@pytest.mark.parametrize("m", [40, 121])
def test_a_report_of_many_shows_the_best_and_a_focus(m, ours):
    comparison = table(m)
    (name, options), *focused = report_options(comparison, ours)
    best = {row.head.name for row in mcm(comparison, options).panels[0].rows}
    assert (name, best) == ("mcm", {*comparison.names[:12], *ours})
    focus = () if ours else comparison.names[:3]  # how ours stand is in their summaries
    shown = [cell for _, page in focused for cell in pairs_of(mcm(comparison, page))]
    assert sorted(shown) == sorted((a, b) for a in comparison.names for b in focus if a not in focus)
    assert len({name, *(page_name for page_name, _ in focused)}) == len(focused) + 1  # their labels follow from it


def test_a_report_knows_ours():
    with pytest.raises(UsageError, match="No method is called 'nobody'"):
        report_options(table(30), ("nobody",))


# ---- where difference and test disagree


def conflict():
    """Return B ahead of C by two of 30 tasks, on all others of which C wins, and A behind both."""
    gaps = np.where(np.arange(30) < 28, -0.01 - np.arange(30) / 1e4, 0.5)
    c = 0.3 + np.arange(30) / 100
    return compare(read((np.stack([c + gaps, c, c - 0.05], axis=1).round(4), ("B", "C", "A"))))


@pytest.mark.parametrize("shading", ["difference", "significance", "both"])
def test_a_difference_against_the_test_has_a_mark_and_no_colour(shading):
    comparison = conflict()
    assert comparison.names == ("B", "C", "A")
    view = mcm(comparison, replace(FULL, shade=shading))
    cells = cells_of(view)
    for names in (("B", "C"), ("C", "B")):
        assert cells[names].shade == 0
        assert cells[names].difference.endswith("†")
        assert cells[names].bold
    assert cells["C", "A"].shade > 0 > cells["A", "C"].shade
    assert [names for names, cell in pairs_of(view).items() if "†" in cell.difference] == [
        ("B", "C"),
        ("C", "B"),
    ]
    assert "†, without colour: the difference favours one" in view.caption
    robust = mcm(comparison, replace(FULL, shade=shading, difference="hodges-lehmann"))
    assert cells_of(robust)["C", "B"].shade > 0
    assert "†" not in robust.caption


@given(st.integers(0, 10**6), st.sampled_from(["difference", "significance", "both"]))
def test_no_significant_pair_has_the_colour_of_the_side_that_the_test_disfavours(seed, shading):
    values = np.random.default_rng(seed).standard_t(1, (14, 4)).round(2) + np.array([0, 0, 1, 2])
    comparison = compare(read((values, tuple("ABCD"))))
    ranked = comparison.pairs
    for (row, column), cell in pairs_of(mcm(comparison, replace(FULL, shade=shading))).items():
        pair = ranked[ranked["row"].isin((row, column)) & ranked["column"].isin((row, column))].iloc[0]
        sign = 1 if pair["row"] == row else -1
        if cell.bold:
            assert cell.shade * sign * (pair["w_plus"] - pair["w_minus"]) >= 0


def test_pairs_within_the_margin_are_marked():
    a = np.linspace(0.6, 0.8, 16)
    wobble = np.where(np.arange(16) % 2, 0.001, -0.001) + np.arange(16) / 1e5
    gain = np.append(np.full(10, 0.03), np.full(6, -0.004)) + np.arange(16) / 1e4
    table = read((np.stack([a, a + wobble, a + gain], axis=1).round(5), ("A", "B", "C")))
    plain_view, view = (mcm(compare(table, alpha=0.01, rope=rope), FULL) for rope in (None, 0.01))
    cells = cells_of(view)
    marks = {names: cell.difference[-1] for names, cell in pairs_of(view).items()}
    assert marks["A", "B"] == marks["B", "A"] == "‡"
    assert marks["C", "A"] == marks["C", "B"] == "§"
    assert not cells["C", "A"].bold and marks["A", "C"].isdigit()
    assert "‡: equivalent within ±0.01; §: the row is not worse by as much (corrected)." in view.caption
    assert "‡" not in plain_view.caption + "".join(c.difference for c in pairs_of(plain_view).values())
