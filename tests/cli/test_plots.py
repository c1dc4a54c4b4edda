"""Commands that write a plot: each writes its fragment, and says what is wrong in a sentence."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from comparatex.cli import main

PLOTS = ("scatter", "heatmap", "forest", "boxes", "profile", "posterior", "sequence")
TABLE = "task,A,B,C\n" + "\n".join(f"t{i},0.{50 + i},0.{45 + 2 * i},0.{40 + 3 * i % 7}" for i in range(8)) + "\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("scores.csv").write_text(TABLE, encoding="utf-8")
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.parametrize("name", PLOTS)
def test_a_plot_is_written_with_its_style_beside_it(folder, name):
    done = run(name, "scores.csv", "-o", "plot.tex")
    assert done.exit_code == 0, done.output
    assert r"\begin{tikzpicture}" in Path("plot.tex").read_text(encoding="utf-8")
    assert Path("comparatex.sty").is_file()
    assert run(name, "scores.csv", "-o", "-").stdout.startswith("% comparatex: ")


def test_options_reach_the_plot(folder):
    assert "C (mean" in run("scatter", "scores.csv", "--x", "C", "-o", "-").output
    assert "comparatex violin]" in run("boxes", "scores.csv", "--kind", "violin", "-o", "-").output
    assert run("heatmap", "scores.csv", "--only", "A,B", "-o", "-").output.count(r"\comparatexsquares") == 2
    pairs = run("forest", "scores.csv", "--pair", "A", "B", "--pair", "C", "A", "-o", "-").output
    assert pairs.count("% A") + pairs.count("% C") == 2
    groups = run("sequence", "scores.csv", "--subset", "some=t1,t2,t3", "-o", "-").output
    assert r"{some\\3 tasks}" in groups


def test_measures_of_a_long_table_are_rows_of_a_sequence(folder):
    lines = [
        f"t{t},{name},{measure},{(t * 7 + i * 5 + len(measure)) % 11}"
        for t in range(6)
        for i, name in enumerate("ABC")
        for measure in ("gain", "time")
    ]
    Path("long.csv").write_text("task,comparate,measure,score\n" + "\n".join(lines) + "\n", encoding="utf-8")
    done = run("sequence", "long.csv", "--measures", "gain,time", "--lower", "time", "-o", "-")
    assert done.exit_code == 0, done.output
    assert r"xticklabels={{gain\\6 tasks},{time\\6 tasks}}" in done.output
    typo = run("sequence", "long.csv", "--measures", "gain,time", "--lower", "tmie", "-o", "-")
    assert typo.exit_code == 2
    assert "No measure is called 'tmie' (--lower)" in typo.output
    assert "'time'" in typo.output
    assert run("sequence", "scores.csv", "--lower", "time", "-o", "-").exit_code == 2


def test_costs_come_from_a_column_or_another_table(folder):
    lines = [f"t{t},{name},0.{50 + t},{10**i}" for t in range(3) for i, name in enumerate("ABC")]
    Path("long.csv").write_text("task,comparate,accuracy,seconds\n" + "\n".join(lines) + "\n", encoding="utf-8")
    column = run("pareto", "long.csv", "--score", "accuracy", "--cost", "seconds", "-o", "-")
    assert column.exit_code == 0, column.output
    assert "xlabel={seconds}" in column.output
    Path("costs.csv").write_text("name,seconds\nA,1\nB,10\nC,100\n", encoding="utf-8")
    table = run("pareto", "scores.csv", "--costs", "costs.csv", "--cost-name", "time (s)", "-o", "-")
    assert table.exit_code == 0, table.output
    assert "xlabel={time (s)}" in table.output
    Path("wide.csv").write_text("task,A,B,C\ns,2,10,100\nt,4,30,100\n", encoding="utf-8")
    wide = run("pareto", "scores.csv", "--costs", "wide.csv", "-o", "-")
    assert "comparatex front]" in wide.output
    neither = run("pareto", "missing.csv", "-o", "-")  # refused before it reads
    assert neither.exit_code == 2
    assert "Say where the costs are" in neither.output
