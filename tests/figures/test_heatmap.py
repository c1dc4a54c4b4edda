"""The map of significance: every pair in its class, on its side, by the p-values of the comparison."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from comparatex.artefacts import latex
from comparatex.data.read import read
from comparatex.drawing.canvas import COLOURS
from comparatex.errors import UsageError
from comparatex.figures.heatmap import HeatmapOptions, cells, draw
from comparatex.figures.heatmap import lay_out as heatmap
from comparatex.inference.analysis import Analysis
from comparatex.inference.compare import compare


def table(gaps, n_tasks=12):
    """Return comparates whose scores are apart by constants on every task but some."""
    base = np.round(np.linspace(0.2, 0.8, n_tasks), 3)
    values = np.stack([base + np.array(gap) for gap in gaps], axis=1)
    names = tuple("ABCDEFG"[: len(gaps)])
    return read((np.round(values, 3), names, tuple(f"t{i}" for i in range(n_tasks))))


def test_squares_tell_side_and_class():
    # exact, of 4096 signs: 2 are as far out as twelve wins, 8 as two losses by little
    mixed = np.where(np.arange(12) < 2, -0.001, 0.05)
    found = heatmap(
        compare(table([mixed + 0.1, np.full(12, 0.1), np.zeros(12)]), Analysis(correction="none")),
        HeatmapOptions(adjusted=False),
    )
    assert [row.name for row in found.rows] == ["A", "B", "C"]
    assert [row.squares for row in found.rows] == ["-BC", "b-C", "cc-"]
    assert [(letters, text.replace("\N{NO-BREAK SPACE}", " ")) for letters, text in found.key[:2]] == [
        ("ABC", "row better"),
        ("", "p ≤ 0.05, 0.01, 0.001"),
    ]


@pytest.mark.parametrize("test", ["wilcoxon", "sign", "nemenyi"])
@pytest.mark.parametrize("adjusted", [True, False])
@pytest.mark.parametrize("higher", [True, False])
def test_squares_agree_with_the_comparison(test, adjusted, higher):
    from comparatex.data.reading import Reading

    rng = np.random.default_rng(4)
    values = np.round(rng.normal(0, 1, (25, 7)) + np.arange(7) / 3, 2)
    comparison = compare(
        read((values, tuple("ABCDEFG"), tuple(map(str, range(25)))), Reading(higher_is_better=higher)),
        Analysis(test=test),
    )
    view = heatmap(comparison, HeatmapOptions(adjusted=adjusted, order="rank"))
    names = [row.name for row in view.rows]
    assert names == sorted(names, key=lambda name: comparison.mean_rank[comparison.names.index(name)])
    pvalue = comparison.square("adjusted_pvalue" if adjusted else "pvalue")
    mirrored = dict(zip("ABCabc.-", "abcABC.-", strict=True))
    for i, row in enumerate(view.rows):
        for j, letter in enumerate(row.squares):
            p = pvalue[comparison.names.index(row.name), comparison.names.index(names[j])]
            assert (letter == "-") == (i == j)
            assert view.rows[j].squares[i] == mirrored[letter]
            if i == j:
                continue
            below = [bound for bound in (0.05, 0.01, 0.001) if p <= bound]
            assert {".": 0, "a": 1, "b": 2, "c": 3}[letter.lower()] == len(below)
    n_significant = int((comparison.significant if adjusted else comparison.raw_significant).sum())
    assert f"Of the 21 pairs of seven methods, {n_significant} differ significantly" in view.alt


def test_identical_comparates_are_not_called_different():
    view = heatmap(compare(table([np.zeros(12), np.zeros(12), np.full(12, 0.1)])))
    rows = {row.name: row.squares for row in view.rows}
    assert rows["A"][2] in ".x"
    assert rows["C"][1] in "ABC"


@pytest.mark.usefixtures("full_captions")
def test_a_part_keeps_the_correction_of_the_whole():
    comparison = compare(table([np.zeros(12), np.full(12, 0.1), np.full(12, 0.2)]))
    whole, part = heatmap(comparison), heatmap(comparison, HeatmapOptions(include=("A", "C")))
    assert [row.name for row in part.rows] == ["C", "A"]
    assert part.rows[0].squares[1] == whole.rows[0].squares[2]
    assert "over three pairs" in part.caption
    with pytest.raises(UsageError, match="No method"):
        heatmap(comparison, HeatmapOptions(include=("Z",)))


def test_a_dot_stands_where_test_and_mean_disagree():
    wins = np.full(12, 0.02)
    wins[0] = -0.5  # one task outweighs eleven
    comparison = compare(table([wins + 0.1, np.full(12, 0.1)]), Analysis(test="sign", correction="none"))
    view = heatmap(comparison)
    assert [row.name for row in view.rows] == ["B", "A"]
    assert [row.squares for row in view.rows] == ["-o", "o-"]
    assert ("o", "test and mean disagree") in view.key
    assert "A dot: the test favours one" in view.caption
    assert "1 differs" in view.caption


def test_names_that_leave_squares_no_room_on_both_sides_stand_on_one():
    values = np.random.default_rng(1).random((9, 60))
    comparison = compare(read((values, [f"Granite-FlowState-PatchTST-{k}" for k in range(60)])))
    shown = heatmap(comparison, HeatmapOptions(width="8.5cm"))
    assert (shown.cells.numbered, shown.least_type) == (1, 6.0)
    assert shown.cells.wide > 1.8 and shown.cells.names + 60 * shown.cells.wide == pytest.approx(shown.line.width)
    labels = [label.get_text() for label in draw(shown).axes[0].get_yticklabels()]
    assert labels == [f"{row.name} {i}" for i, row in enumerate(shown.rows, 1)]
    assert all(f"{{{label}}}" in latex(comparison, "heatmap", width="8.5cm") for label in labels[:3])


def test_squares_are_at_most_twice_as_high_as_wide():
    """Those of many, which long names leave narrow."""
    for n in (60, 80):
        fit = cells(["a much longer name of it"] * n)
        assert fit.high == pytest.approx(2 * fit.wide)


def test_names_of_many_are_as_high_in_a_picture_as_it_is_told():
    values = np.random.default_rng(1).random((3, 90))
    comparison = compare(read((values, [f"InceptionTime_{k}" for k in range(90)])))
    shown = heatmap(comparison)
    assert shown.cells.numbered
    labels = draw(shown).axes[0].get_yticklabels()
    assert {round(label.get_fontsize(), 6) for label in labels} == {round(shown.least_type, 6)}


def test_a_picture_has_all_squares_of_each_kind_in_its_colour():
    comparison = compare(read((np.random.default_rng(2).random((9, 12)) ** np.arange(1, 13), [*"ABCDEFGHIJKL"])))
    shown = heatmap(comparison)
    letters, drawn = "".join(row.squares for row in shown.rows), draw(shown).axes[0].collections
    for kind in set(letters):
        colour = to_rgba(COLOURS["heatmap" + {".": "neither", "-": "self"}.get(kind, kind)])
        of_kind = [one for one in drawn if len(one.get_facecolor()) and tuple(one.get_facecolor()[0]) == colour]
        boxes = [path.get_extents() for one in of_kind for path in one.get_paths()]
        assert sum(box.width * box.height for box in boxes) == letters.count(kind) > 0
