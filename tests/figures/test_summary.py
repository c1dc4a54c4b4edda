"""The summary: each rival's difference is the forest's, its bar has all tasks, and its p is the corrected one."""

import re

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import artefact, view
from comparatex.errors import UsageError
from comparatex.figures.common.rows import Texts
from comparatex.inference.plan import smallest_effects
from comparatex.layout.chapter import chapter
from comparatex.report_items import lay_out
from comparatex.report_settings import Report


def test_rows_are_those_of_the_comparison():
    rng = np.random.default_rng(1)
    values = np.round(rng.uniform(0.3, 0.8, (20, 1)) + np.array([0.05, 0, 0.045]) + rng.normal(0, 0.02, (20, 3)), 2)
    comparison = cx.compare(cx.read((values, ("A", "B", "C"))))
    summary = view(comparison, "summary", ours=("A",))
    forest = view(comparison, "forest", ours=("A",))
    assert [(r.name, r.estimate, r.result) for r in summary.rivals] == [
        (r.name, r.estimate, r.result) for r in forest.rows
    ]
    (own,) = set(summary.rows) - set(summary.rivals)
    above = [row.estimate for row in summary.rows[: summary.rows.index(own)]]
    assert (own.name, own.mean) == ("A", f"{values[:, 0].mean():.4f}")
    assert all(estimate < 0 for estimate in above)
    for row in summary.rivals:
        wins = int((values[:, 0] > values[:, "ABC".index(row.name)]).sum())
        losses = int((values[:, 0] < values[:, "ABC".index(row.name)]).sum())
        assert (row.wins, row.ties, row.losses) == (wins, 20 - wins - losses, losses)
        i, j = comparison.names.index("A"), comparison.names.index(row.name)
        adjusted = comparison.square("adjusted_pvalue")[i, j]
        shown = float(row.pvalue.strip("<"))
        assert shown == pytest.approx(adjusted, abs=5e-4) or (row.pvalue == "<0.001" and adjusted < 1e-3)
        assert (row.result == "open") == (adjusted > 0.05)
    assert "A is significantly better in" in summary.caption


@pytest.fixture(scope="module")
def many():
    rng = np.random.default_rng(2)
    values = np.round(rng.uniform(0.3, 0.8, (20, 1)) + rng.normal(0, 0.03, (20, 45)), 3)
    return cx.compare(cx.read((values, tuple(f"classifier no. {i}" for i in range(45)))))


@pytest.mark.parametrize("width", ["page", "column"])
def test_p_values_are_shown_on_every_line_and_means_where_they_have_room(many, width):
    summary = view(many, "summary", ours=("classifier no. 3",), top=5, width=width)
    headings = [column.heading for column in summary.columns if isinstance(column, Texts)]
    assert headings == (["mean", "wins", "losses", "p"] if width == "page" else ["wins–losses", "p"])
    drawn = [text.get_text() for axes in artefact("summary").draw(summary).axes for text in axes.texts]
    tex = cx.latex(many, "summary", ours=("classifier no. 3",), top=5, width=width)
    assert set(headings) < set(drawn)
    for row in summary.rivals:
        assert row.pvalue in drawn
        assert f"  {{{row.pvalue}}}" in tex.replace("$<$", "<").replace("$>$", ">")
        assert (row.mean in drawn) == (width == "page")
    assert len(summary.rows) - len(summary.rivals) == (width == "page")  # the mean of the one itself


def test_columns_are_chosen_and_ordered(many):
    rows = view(
        many, "summary", ours=("classifier no. 3",), include=many.names[:6], columns=("name", "p", "difference")
    )
    texts, plot = rows.columns
    assert (texts.heading, plot.name) == ("p", "differences")
    assert len(rows.rows) == len(rows.rivals)
    board = view(many, "summary", include=many.names[:6], columns=("rank", "mean", "groups"), order="rank")
    assert [row.place for row in board.rows] == sorted(range(6), key=lambda i: many.mean_rank[i])
    assert [getattr(column, "name", column.heading) for column in board.columns] == ["rank", "mean", "groups"]
    joined = {
        (i, j) for marks in board.plots[0].marks if "member" in marks.style for i, one in marks.rows
        for j, two in marks.rows if one == two and i < j
    }  # fmt: skip
    places = [row.place for row in board.rows]
    assert joined == {(i + 1, j + 1) for i in range(6) for j in range(i + 1, 6) if many.joined[places[i], places[j]]}
    with pytest.raises(UsageError, match="Columns of texts alone are a table"):
        view(many, "summary", columns=("mean", "p"))
    with pytest.raises(UsageError, match="No column is called 'pvalue'"):
        view(many, "summary", columns=("pvalue",))


def test_a_caption_says_how_many_of_the_others_are_shown(many):
    assert "against each other method" in view(many, "summary", ours=("classifier no. 3",)).caption
    some = view(many, "summary", ours=("classifier no. 3",), include=many.names[:9])
    assert len(some.rivals) == 9 - ("classifier no. 3" in many.names[:9])
    assert f"against {len(some.rivals)} of the 44 other methods on" in some.caption


def test_a_report_of_ours_begins_with_their_summaries(many):
    kinds = [(item.kind, item.name) for item in lay_out(many, Report(showing={"ours": ("classifier no. 3",)}))]
    shown = [name for kind, name in kinds if kind in ("summary", "verdicts", "mcm")]
    assert sorted(shown) == ["mcm", "summary"]
    pieces = list(lay_out(many, Report(showing={"ours": ("classifier no. 3",)})))
    results = chapter(many, pieces, ours=("classifier no. 3",)).sections[0]
    assert {piece.name for piece in results.pieces[:2]} == {"summary", "scatter"}  # the two that have room come first
    references = [part.text for text in results.paragraphs for part in text.parts if getattr(part, "kind", "") == "ref"]
    assert references == ["fig-summary", "fig-scatter", "fig-mcm"]


def test_costs_are_in_a_table_of_verdicts(many):
    settings = Report(showing={"ours": ("classifier no. 3",)}, costs=dict.fromkeys(many.names, 1.0))
    kinds = {item.kind for item in lay_out(many, settings)}
    assert "verdicts" in kinds
    assert "summary" not in kinds


def test_the_chapter_says_what_could_have_been_shown_where_summaries_do():
    rng = np.random.default_rng(4)
    values = rng.uniform(0.4, 0.8, (30, 1)) + np.array([0, 0.004, 0.1]) + rng.normal(0, 0.02, (30, 3))
    comparison = cx.compare(cx.read((np.round(values, 4), ["A", "B", "C"])))
    sentence = re.compile(
        r"A difference of ([\d.]+) between the two would have been significant with a probability of 80"
    )
    for own in ({"summary": {"smallest": True}}, {}):
        settings = Report(showing={"ours": ("A",)}, own=own)
        pieces = list(lay_out(comparison, settings))
        text = " ".join(map(str, chapter(comparison, pieces, ours=("A",)).sections[0].paragraphs))
        said = sentence.findall(text)
        if own:
            (place,) = np.flatnonzero((comparison.pairs.row == "B") & (comparison.pairs.column == "A"))
            assert said == [f"{smallest_effects(comparison, np.array([place]))[0]:.4f}"]
        else:
            assert not said
