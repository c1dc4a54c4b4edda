"""The diagram by rows: when there is one, and that its bars say of every pair whether it differs."""

import re
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from matplotlib.figure import Figure

import comparatex as cx
from comparatex.artefacts import artefact, latex, view
from comparatex.data.read import read
from comparatex.errors import UsageError
from comparatex.figures.cdd import Bands
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare
from comparatex.inference.rank_tests import bonferroni_dunn_difference
from comparatex.layout.cdd import report_options
from comparatex.layout.widths import LEAST_TYPE, latin_modern, shrunk
from documents import thorough


def table(m, n=40, seed=3, slope=0.02, **settings):
    """Compare m comparates, the first the best, that differ by a slope each."""
    noise = np.random.default_rng(seed).normal(0, 0.1, (n, m))
    values = np.round(0.9 + noise - slope * np.arange(m), 3)
    return compare(read((values, [f"M{i}" for i in range(m)])), Analysis(**settings))


def test_numbers_of_the_axis_have_room_in_half_a_line():
    scores = table(14, n=44, slope=0.015).scores.values
    shown = view(compare(read((scores, [f"Logistic regression {i}" for i in range(14)]))), "cdd", form="groups")
    ranks, numbers = shown.x, [at for at, _ in shown.plots[0].ticks]
    room = 0.48 * shown.across - shown.taken(LEAST_TYPE)
    assert shown.half and len(numbers) > 1
    apart = (numbers[1] - numbers[0]) / (ranks.high - ranks.low) * room
    assert apart > 1.3 * max(latin_modern(words) for _, words in shown.plots[0].ticks) * shrunk(LEAST_TYPE)


@pytest.fixture(scope="module")
def thirty():
    return table(30, slope=0.005)


@pytest.mark.parametrize(
    ("m", "options", "form"),
    [
        (5, {}, "classic"),
        (5, {"form": "bands"}, "bands"),
        (19, {"bars": "bars"}, "classic"),
        (20, {}, "groups"),
        (5, {"form": "groups"}, "groups"),
        (41, {}, "bands"),
        (30, {"form": "classic"}, "classic"),
        (30, {"labels": "one-sided"}, "classic"),
        (30, {"bars": "bars"}, "classic"),
        (121, {}, "bands"),
    ],
)
def test_rows_from_twenty_on(m, options, form):
    assert view(table(m, n=12), "cdd", **options).form == form


def test_bars_that_cannot_be_followed_become_columns():
    shown = view(table(10, n=20, slope=0.012), "cdd")
    assert shown.form == "groups"
    assert len(shown.groups) > 4 or any(group.gaps for group in shown.groups)


@pytest.mark.parametrize(("m", "fragile"), [(30, 0), (121, 0), (30, 0.99)])
def test_bars_are_over_exactly_those_that_do_not_differ(m, fragile):
    comparison = table(m, slope=0.15 / m, n=25)
    shown = view(comparison, "cdd", fragile=fragile, form="bands")
    ranks = Counter(row.rank for row in shown.rows)
    assert [row.rank for row in shown.rows] == sorted(row.rank for row in shown.rows)
    places = [comparison.names.index(row.name) for row in shown.rows]
    for i, row in enumerate(shown.rows):
        assert row.text == f"{row.rank:.2f}"
        for j, other in enumerate(shown.rows):
            over = any(bar.left <= other.rank <= bar.right for bar in row.bars)
            alike = comparison.joined[places[i], places[j]] or (i == j and row.bars)
            assert ranks[other.rank] > 1 or over == bool(alike)
    assert any(bar.fragile for row in shown.rows for bar in row.bars) == bool(fragile)
    assert all(one.right < two.left + 1e-3 for row in shown.rows for one, two in pairwise(row.bars))


@pytest.mark.parametrize("m", [30, 121])
def test_a_line_leads_from_bars_over_one_alone_to_its_row(m):
    comparison = table(m, slope=0.02 if m == 30 else 0.003, n=20)
    shown = view(comparison, "cdd", form="bands")
    lines = [line for marks in shown.plots[0].marks if marks.style == "lone" for line in marks.rows]
    over = {row.bars[k].lone for row in shown.rows for k in range(len(row.bars))} - {0}
    assert over
    if m > Bands.most:  # the row may be in another block
        assert not lines
        return
    ends = {shown.rows[k - 1].rank: k for k in over}
    assert {rank for _, rank, _ in lines} == {*ends}
    for first, rank, last in lines:
        assert first <= ends[rank] <= last and first < last


@pytest.mark.parametrize(("m", "slope", "fragile"), [(7, 0.02, 0), (14, 0.01, 0), (24, 0.02, 0.99)])
def test_columns_join_exactly_those_that_do_not_differ(m, slope, fragile):
    comparison = table(m, slope=slope, n=25)
    shown = view(comparison, "cdd", fragile=fragile, form="groups")
    places = [comparison.names.index(row.name) for row in shown.rows]
    joined = {
        (i, j) for group in shown.groups for i in group.members for j in group.members if i < j
    }  # those left out say nothing new
    assert joined == {
        (i + 1, j + 1) for i in range(m) for j in range(i + 1, m) if comparison.joined[places[i], places[j]]
    }
    assert any(group.fragile for group in shown.groups) == bool(fragile)
    for lane in range(1, max(group.lane for group in shown.groups) + 1):  # groups in a column are apart
        ends = sorted((group.first, group.last) for group in shown.groups if group.lane == lane)
        assert all(after - before > 1 for (_, before), (after, _) in pairwise(ends))
    dots = {(row, lane) for marks in shown.plots[-1].marks if "member" in marks.style for row, lane in marks.rows}
    assert dots == {(row, group.lane) for group in shown.groups for row in group.members}
    joins = [numbers for marks in shown.plots[-1].marks if "group" in marks.style for numbers in marks.rows]
    assert sorted(joins) == sorted(
        (one, group.lane, two) for group in shown.groups for one, two in pairwise(group.members)
    )
    axes = cx.draw(comparison, "cdd", fragile=fragile, form="groups").axes[1]
    drawn = {(y, x) for line in axes.lines if line.get_marker() == "o" for x, y in line.get_xydata().tolist()}
    assert drawn == dots
    assert (
        "[comparatex member, comparatex fragile]" in latex(comparison, "cdd", fragile=fragile, form="groups")
    ) == bool(fragile)


@pytest.mark.parametrize("width", ["16cm", "8.5cm"])
@pytest.mark.parametrize("m", [2, 4, 14])
def test_nearly_equal_ranks_look_nearly_equal_and_have_few_numbers(m, width):
    values = np.round(np.random.default_rng(5).normal(0.8, 0.1, (400, m)), 3)
    (ranks, *_) = view(compare(read((values, [f"M{i}" for i in range(m)]))), "cdd", form="groups", width=width).plots
    assert ranks.x.high - ranks.x.low >= 1
    numbers = [at for at, _ in ranks.ticks]
    assert 3 <= len(numbers) <= 7 and ranks.x.low <= min(numbers) < max(numbers) <= ranks.x.high
    assert min(two - one for one, two in pairwise(numbers)) >= 0.2 - 1e-9


def test_groups_that_have_no_columns_are_bands_or_refused():
    comparison = table(40, n=30, slope=0.01)
    assert view(comparison, "cdd", width="6cm").form == "bands"
    with pytest.raises(UsageError, match='too many for columns: use `form="bands"`'):
        view(comparison, "cdd", width="6cm", form="groups")


def test_the_best_has_its_side_and_nothing_is_left_out(thirty):
    for best, reverse in (("right", True), ("left", False)):
        shown = view(thirty, "cdd", best=best, intervals=True, form="bands")
        assert shown.plots[0].reverse == reverse
        assert all(row.interval[0] <= row.rank <= row.interval[1] for row in shown.rows)
        assert shown.x.low < min(row.interval[0] for row in shown.rows)
        assert "left out" not in shown.caption
    axes = Figure().subplots()
    cx.draw(thirty, "cdd", ax=axes, form="bands")
    left, right = axes.get_xlim()
    assert left > shown.rows[-1].rank > shown.rows[0].rank > right
    assert [label.get_text() for label in axes.get_yticklabels()] == [row.name for row in shown.rows]


def test_captions_say_what_bars_are():
    caption = view(table(20, n=12, slope=0.005), "cdd", form="bands", fragile=0.99, captions="full").caption
    assert "the bar spans the methods that do not differ significantly from this row's" in caption
    assert "Grey: a pair under the bar" in caption
    apart = view(table(4, slope=0.5), "cdd", form="bands")
    assert (apart.n_cliques, {row.bars for row in apart.rows}) == (0, {()})
    assert "All pairs differ significantly" in apart.caption


def test_what_is_not_tested_has_no_bars():
    compared = table(22, family="control", control="M3", test="friedman-z", correction="bonferroni")
    shown = view(compared, "cdd")
    assert {row.bars for row in shown.rows} == {()}
    assert "only comparisons with the control are tested" in shown.caption
    difference = bonferroni_dunn_difference(22, 40, 0.05)
    control = next(row.rank for row in shown.rows if row.name == "M3")
    assert float(shown.within.high) == pytest.approx(min(control + difference, 22), abs=1e-3)
    start, end, _ = shown.plots[0].ruler
    assert start - end == pytest.approx(difference, abs=1e-3)
    assert "\\fill[comparatex within]" in latex(compared, "cdd")


def test_a_report_has_one_diagram():
    assert [name for name, _ in report_options(table(130, n=12))] == ["cdd"]
    ((_, options),) = report_options(table(131, n=12), ("M130",))
    assert (len(options.include), options.include[-1]) == (60, "M130")


@pytest.mark.parametrize(("m", "blocks"), [(60, 1), (80, 1), (121, 2), (240, 3)])
def test_rows_stand_beside_each_other_before_type_is_too_small(m, blocks):
    shown = view(table(m, n=12), "cdd", form="bands")
    assert (len(shown.blocks), shown.least_type >= 6) == (blocks, True)


def test_far_too_many_are_refused():
    with pytest.raises(UsageError, match="has type that is too small to read, and it takes 240 at most"):
        view(table(261, n=3), "cdd")


def test_the_source_is_golden(tutorial, golden):
    best, worst = tutorial.names[0], tutorial.names[-1]
    options = {"ours": (best,), "highlight": {worst: "#AA00AA"}, "ruler": True, "intervals": True}
    golden(latex(tutorial, "cdd", form="bands", **options), "cdd-bands.tex")
    golden(latex(tutorial, "cdd", form="groups", **options), "cdd-groups.tex")


@pytest.mark.latex
@pytest.mark.parametrize("width", ["8.5cm", thorough("16cm")])
def test_all_names_are_on_one_page(width, fragment_compiler):
    comparison = table(121, n=12)
    done = fragment_compiler(
        latex(comparison, "cdd", ruler=True, width=width),
        rf"\usepackage[a4paper,textwidth={width},textheight=23cm]{{geometry}}",
    )
    assert all(row.name in done.text for row in view(comparison, "cdd").rows)
    assert "CD = " in done.text
    assert done.text.count("\f") <= 1
    assert [finding for finding in done.findings if "pt high" not in finding] == []


@pytest.mark.latex
@pytest.mark.parametrize(("name", "m", "least"), [("cdd", 121, 400), ("boxes", 121, 530)])
@pytest.mark.thorough
def test_many_rows_fit_the_height_of_a_page(name, m, least, fragment_compiler):
    """Rows take at most four fifths of 24 cm, 546 points; names of 6 points may stand in two columns."""
    long = [f"{'Reservoir-Ensemble_of-' if k % 9 else ''}Transformers-v{k}" for k in range(m)]
    comparison = compare(read((table(m, n=12).scores.values, long)))
    fragment = latex(comparison, name)
    done = fragment_compiler(
        rf"\setbox0=\vbox{{\hsize=16cm \linewidth=16cm \noindent {fragment}\par}}"
        r"\typeout{HEIGHT \the\dimexpr\ht0+\dp0\relax, SCALE \csname comparatex@scale\endcsname.}\noindent\box0",
        r"\usepackage[a4paper,textwidth=16cm,textheight=24cm]{geometry}",
    )
    height, scale = re.findall(r"HEIGHT ([\d.]+)pt, SCALE ([\d.]+)\.", done.log.replace("\n", ""))[0]
    assert least < float(height) < 585
    assert float(scale) > 0.96  # widths of names are estimates


def test_pictures_have_every_row(thirty):
    shown = view(thirty, "cdd", ruler=True, highlight={"M3": "teal"})
    assert isinstance(shown, Bands)
    drawn = artefact("cdd").draw(shown)
    texts = {text.get_text() for text in drawn.findobj(lambda one: hasattr(one, "get_text"))}
    assert {row.name for row in shown.rows} | {row.text for row in shown.rows} <= texts
    assert any(text.startswith("CD") for text in texts)
