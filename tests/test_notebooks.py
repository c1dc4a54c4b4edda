"""What notebooks show of scores, comparisons and drawings: well-formed, escaped, and cut where it is long."""

from html.parser import HTMLParser
from pickle import dumps, loads

import numpy as np
import pytest

import comparatex as cx
from comparatex.artefacts import ARTEFACTS
from comparatex.errors import UsageError


class _Cells(HTMLParser):
    """Collects the text of cells and paragraphs, and counts tags that are not closed."""

    def __init__(self, html):
        super().__init__()
        self.texts, self.open = [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        if tag != "wbr":  # which ends as it begins
            self.open.append(tag)
        if tag in ("th", "td", "p"):
            self.texts.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip():
            self.texts[-1] += data


def _texts(value):
    cells = _Cells(value._repr_html_())
    assert not cells.open
    return cells.texts


@pytest.fixture
def scores():
    table = {"A <b>": {"iris": 0.9, "R&D": 0.85, "wine": 0.7}, "B": {"iris": 0.7, "R&D": 0.5}}
    return cx.read(table, missing="pairwise", measure_name="accuracy")


def test_scores_show_as_they_were_written(scores):
    assert _texts(scores) == [
        "2 methods × 3 tasks by accuracy (higher is better)",
        *("", "A <b>", "B"),
        *("iris", "0.9", "0.7"),
        *("R&D", "0.85", "0.5"),
        *("wine", "0.7", "–"),
    ]


def test_a_comparison_shows_its_ranking_and_what_was_tested(scores):
    assert _texts(cx.compare(scores)) == [
        "Comparison of 2 methods × 3 tasks by accuracy (higher is better). Test wilcoxon, correction holm, "
        "α = 0.05: 0 of 1 pair significant. Friedman test: p = 0.157.",
        *("", "mean", "median", "mean rank", "better than", "worse than"),
        *("A <b>", "0.8167", "0.8500", "1.0000", "0", "0"),
        *("B", "0.6000", "0.6000", "2.0000", "0", "0"),
    ]


def test_tables_have_the_class_that_books_and_sites_give_room(scores):
    """Jupyter Book sets cells of a table without it close together."""
    comparison = cx.compare(scores)
    for one in (scores, comparison, cx.leaderboard(comparison), cx.table(comparison, "scores")):
        assert '<table class="table">' in one._repr_html_()


def test_long_tables_are_cut():
    values = np.random.default_rng(0).random((30, 25))
    scores = cx.read((values, [f"c{i}" for i in range(25)], [f"t{i}" for i in range(30)]))
    texts = _texts(scores)
    assert (texts[-1], len(texts)) == ("… and 20 more tasks and 17 more methods", 1 + 9 + 10 * 9 + 1)
    texts = _texts(cx.compare(scores))
    assert (texts[-1], len(texts)) == ("… and 5 more methods", 1 + 6 + 20 * 6 + 1)


@pytest.fixture
def comparison():
    rng = np.random.default_rng(1)
    values = np.round(rng.uniform(0.4, 0.6, (14, 30)) + np.linspace(0.4, 0, 30), 3)
    return cx.compare(cx.read((values, [f"method <{i}>" for i in range(30)], [f"t{i}" for i in range(14)])))


def test_everything_is_one_short_line(comparison):
    audit = cx.audit(cx.compare(cx.read(_six(comparison))), added=(1,))
    shown = (
        comparison.scores,
        comparison,
        audit,
        cx.compare_items(comparison),
        cx.leaderboard(comparison),
        cx.table(comparison, "scores"),
        cx.draw(comparison, "cdd"),
    )
    for one in shown:
        assert len(repr(one)) < 250 and "\n" not in repr(one) and repr(one).startswith("<")
    assert repr(comparison.scores) == "<Scores: 30 methods × 14 tasks (higher is better)>"
    different = int(comparison.significant.sum())
    better = int(comparison.square("side")[0].tolist().count(1))
    assert f"correction holm, α = 0.05: {different} of 435 pairs significant; method <3> has the " in repr(comparison)
    assert repr(comparison).endswith(f"best mean, significantly better in {better} and worse in 0>")
    board = shown[4]
    places = f"{board.place_low[0]}–{board.place_high[0]}" if board.place_high[0] > 1 else "1"
    assert repr(board).endswith(f"{board.names[0]} first, place {places}>")
    assert repr(shown[-2]) == "<Table: Scores, 30 lines>"


def _six(comparison):
    scores = comparison.scores
    return scores.values[:, :6], scores.comparates[:6], scores.tasks


def test_an_audit_shows_each_pair_of_its_core(comparison):
    audit = cx.audit(cx.compare(cx.read(_six(comparison))), core=("method <0>", "method <5>"), added=(1,))
    heading, *cells = _texts(audit)
    assert heading.startswith("2 methods in the core, 1 pattern of significance over 4 ways to add others; ")
    assert cells[4] == "method <0> – method <5>" and cells[5] in ("0.0 %", "100.0 %") and len(cells) == 8


def test_a_table_shows_its_cells_and_caption_and_prints_as_markdown(scores):
    table = cx.table(cx.compare(scores), "ranks", language="de")
    texts = _texts(table)
    assert texts[1] == "Mittlerer Rang" and texts[-1] == table.table.caption and "A <b>" in texts
    assert str(table).splitlines()[2].startswith("| A \\<b\\> | 1,00 |")
    with pytest.raises(UsageError, match="cdd is a figure, which cx"):
        cx.table(cx.compare(scores), "cdd")


def test_a_leaderboard_and_items_show_at_most_twenty_lines(comparison):
    assert cx.leaderboard(comparison).summary.place.is_monotonic_increasing
    for one in (cx.leaderboard(comparison), cx.compare_items(comparison)):
        assert one._repr_html_().count("<tr") < 25


def test_a_matrix_has_names(scores):
    comparison = cx.compare(scores)
    found = comparison.matrix("wins")
    assert [*found.index] == [*found.columns] == [*comparison.names]
    assert (found.loc["A <b>", "B"], found.loc["B", "A <b>"]) == (2, 0)
    np.testing.assert_array_equal(found.to_numpy(), comparison.square("wins"))
    with pytest.raises(UsageError, match="no statistic 'pvalu': did you mean 'pvalue'"):
        comparison.matrix("pvalu")


def _cells_of(text, start, mark, end):
    """Return the cells of the lines of a table in Markdown or LaTeX, without empty ones."""
    lines = (line.removeprefix(start).removesuffix(end).split(mark) for line in text.splitlines() if line.endswith(end))
    return [[cell.strip() for cell in line if cell.strip()] for line in lines]


@pytest.mark.parametrize("kind", ["scores", "comparison", "leaderboard", "items", "audit"])
def test_html_markdown_and_latex_hold_the_same(kind, comparison):
    small = cx.compare(cx.read(_six(comparison)))
    make = {"leaderboard": cx.leaderboard, "items": cx.compare_items, "audit": lambda c: cx.audit(c, added=(1,))}
    one = {"scores": small.scores, "comparison": small}.get(kind) or make[kind](small)
    texts = [text for text in _texts(one)[1:] if text]
    md, tex = one._repr_markdown_(), one._repr_latex_()
    (*_, below), lines = md.split("\n\n"), _cells_of(md, "| ", " | ", " |")
    assert md.split("\n\n")[0].startswith(_texts(one)[0].split(" ")[0]) and below.endswith("\n")
    plain = [cell.replace("\\<", "<").replace("\\>", ">") for k, line in enumerate(lines) for cell in line if k != 1]
    rows = [cell for line in _cells_of(tex, "", "&", r"\\") for cell in line]
    rest = [text for text in texts if text.startswith("…")]
    assert plain + rest == texts and (not rest or below.strip() == rest[0])
    undone = [(r"\textless{}", "<"), (r"\textgreater{}", ">"), (r"\%", "%"), ("{[}", "["), ("$-$", "−")]
    for written, char in undone:
        rows = [cell.replace(written, char) for cell in rows]
    assert rows + rest == texts


@pytest.mark.latex
def test_what_documents_of_notebooks_show_needs_booktabs_alone(settle, tmp_path, comparison):
    names = ("R&D_1", "50 % #2", "a\\b{c}", "~x^2$", "<B> [C]", "α-net")
    small = cx.compare(cx.read((_six(comparison)[0], names, comparison.scores.tasks)))
    shown = (small.scores, small, cx.leaderboard(small), cx.compare_items(small), cx.table(small, "scores"))
    body = "\n\n".join(one._repr_latex_() for one in shown)
    document = tmp_path / "notebook.tex"
    document.write_text(
        "\\documentclass{article}\\usepackage[T1]{fontenc}\\usepackage{booktabs}\\begin{document}\\footnotesize\n"
        f"{body}\n\\end{{document}}\n",
        encoding="utf-8",
    )
    done = settle(document)
    assert done.findings == [] and all(name in done.text for name in ("R&D_1", "50 % #2", "a\\b{c}", "<B> [C]"))


@pytest.mark.parametrize("name", ["mcm", "cdd", "scatter", "ranks"])
def test_what_is_drawn_shows(name, scores):
    assert name in ARTEFACTS
    figure = cx.draw(cx.compare(scores), name)
    picture = figure._repr_png_()
    assert picture.startswith(b"\x89PNG")
    assert "<svg" in figure._repr_svg_()
    assert loads(dumps(figure))._repr_png_() == picture
