"""Figures and tables of other packages: by name in Python and on the command line, refused in a sentence."""

import numpy as np
import pytest
from click.testing import CliRunner
from matplotlib.figure import Figure

import comparatex as cx
from comparatex.artefacts import _added
from comparatex.cli import main
from comparatex.errors import ComparatexError
from plugged import plug

VALUES = np.round(np.random.default_rng(3).random((9, 3)), 3)
NAMES = ("A_1", "B", "C")


def gains(comparison):
    """Gains over the worst. Mean score of each method less that of the worst one."""
    worst = comparison.summary["mean"].min()
    return comparison.summary[["mean"]].assign(gain=lambda table: table["mean"] - worst, said="R&D")


def bars(comparison, ax):
    """Means as bars. Their order is that of the summary."""
    ax.bar(comparison.names, comparison.mean)


@pytest.fixture(autouse=True)
def added(monkeypatch):
    figures = {"bars": bars, "broken": lambda comparison, ax: 1 / 0, "unloadable": ImportError("no licence")}
    plug(monkeypatch, tables={"gains": gains, "nothing": lambda comparison: None}, figures=figures)
    yield
    _added.cache_clear()


@pytest.fixture
def comparison():
    return cx.compare(cx.read((VALUES, NAMES, tuple("abcdefghi"))))


def test_a_table_of_another_package_is_written_in_every_format(tmp_path, comparison):
    shown = cx.table(comparison, "gains")
    assert "Mean score of each method less" in str(shown) and "R\\&D" in str(shown)
    gain = comparison.mean - comparison.mean.min()
    assert [f"{value:.4g}" in str(shown) for value in gain] == [True] * 3
    assert "A\\_1 & " in cx.latex(comparison, "gains") and "toprule" in shown._repr_latex_()
    for suffix in ("tex", "md", "html", "typ", "docx", "csv", "svg"):
        assert cx.write(comparison, "gains", tmp_path / f"gains.{suffix}").stat().st_size
    lines = (tmp_path / "gains.csv").read_text().splitlines()
    assert lines[0] == "comparate,mean,gain,said" and float(lines[1].split(",")[2]) == pytest.approx(gain[0])


def test_a_figure_of_another_package_is_drawn(tmp_path, comparison):
    figure = cx.draw(comparison, "bars")
    assert [bar.get_height() for bar in figure.axes[0].patches] == comparison.mean.tolist()
    axes = Figure().add_subplot()
    assert cx.draw(comparison, "bars", ax=axes) is axes and len(axes.patches) == 3
    for suffix in ("svg", "png", "pdf"):
        assert cx.write(comparison, "bars", tmp_path / f"bars.{suffix}").stat().st_size
    with pytest.raises(ComparatexError, match=r"has no LaTeX: write a \.pdf, \.png or \.svg"):
        cx.latex(comparison, "bars")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("broken", r"The figure 'broken' of another package fails: ZeroDivisionError \(division by zero\)"),
        ("unloadable", r"The figure 'unloadable' of another package cannot be loaded: ImportError \(no licence\)"),
        ("nothing", "The table 'nothing' of another package returns no data frame"),
        ("bar", "No figure or table is called 'bar'"),
    ],
)
def test_what_fails_ends_in_a_sentence(comparison, name, said):
    with pytest.raises(ComparatexError, match=said):
        cx.draw(comparison, name)


def test_the_command_line_has_them_too(tmp_path):
    table, out = tmp_path / "scores.csv", tmp_path / "bars.svg"
    table.write_text("task,A,B\n" + "".join(f"t{i},0.{7 * i % 10}1,0.{3 * i % 10}2\n" for i in range(9)))
    assert CliRunner().invoke(main, ["bars", str(table), "-o", str(out)]).exit_code == 0 and out.is_file()
    run = CliRunner().invoke(main, ["table", "gains", str(table), "-o", "-"])
    assert run.exit_code == 0 and "comparate & mean & gain & said" in run.stdout
    assert "Means as bars." in CliRunner().invoke(main, ["bars", "--help"]).stdout
    noted = CliRunner().invoke(main, ["doctor"]).stderr
    assert "Note: The figure 'unloadable' of another package cannot be loaded: ImportError (no licence)." in noted
    for command in (["gain", str(table)], ["table", "gain", str(table), "-o", "-"]):
        assert CliRunner().invoke(main, command).exit_code == 2
