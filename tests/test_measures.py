"""The report on several measures: a part for each with its own direction, and nothing of theirs is mixed up."""

import json
import re

import numpy as np
import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.cli import main
from comparatex.data.read import measures
from comparatex.data.reading import Reading
from comparatex.errors import UsageError
from comparatex.report_items import lay_out_measures
from comparatex.report_settings import Report

SCORES = np.random.default_rng(4).integers(0, 90, (9, 3)) / 1000 + np.array([0.6, 0.75, 0.9])


def written(folder):
    """Write a table of two measures; the best by the first is the best by the second, where lower is better."""
    lines = ["task,comparate,metric,value"]
    for t, row in enumerate(SCORES):
        for name, score in zip("ABC", row, strict=True):
            lines += [f"t{t},{name},accuracy,{score:.3f}", f"t{t},{name},log_loss,{1 - score:.3f}"]
    path = folder / "scores.csv"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def run(*arguments):
    done = CliRunner().invoke(main, [str(text) for text in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def build(folder, *more):
    path = written(folder)
    done = run("report", path, "-o", folder / "report", "--measure", "metric", "--lower", "log_loss", *more)
    assert done.exit_code == 0, done.output
    return folder / "report"


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A report by both measures, for tests that read it."""
    return build(tmp_path_factory.mktemp("measures"), "--no-pdf")


def test_a_part_for_each_measure_with_its_own_direction(built):
    parts = re.findall(r"\\begin\{comparatexpart\}\{(\w+)\}", (built / "chapter.tex").read_text(encoding="utf-8"))
    assert parts == ["accuracy", "log_loss"]
    for name, direction in zip(parts, ("higher", "lower"), strict=True):
        part = (built / "measures" / name / "part.tex").read_text(encoding="utf-8")
        assert f"{direction} is better" in part
        assert f"C has the {direction}st mean ".replace("higherst", "highest").replace("lowerst", "lowest") in part
    stats = json.loads((built / "stats.json").read_text(encoding="utf-8"))["measures"]
    assert [found["scores"]["direction"] for found in stats] == ["higher", "lower"]
    assert [found["scores"]["measure"] for found in stats] == parts
    assert (built / "figures" / "sequence.tex").is_file()


def test_labels_are_those_of_one_measure(built):
    texts = [path.read_text(encoding="utf-8") for path in built.glob("measures/*/part.tex")]
    texts += [path.read_text(encoding="utf-8") for path in built.glob("measures/*/appendix.tex")]
    texts += [path.read_text(encoding="utf-8") for path in built.glob("measures/*/tables/*.tex")]
    texts.append((built / "chapter.tex").read_text(encoding="utf-8"))
    labels = [label for text in texts for label in re.findall(r"\\label\{(.*?)\}", text)]
    references = [label for text in texts for label in re.findall(r"\\ref\{(.*?)\}", text)]
    assert len(labels) == len(set(labels))
    assert set(references) <= set(labels)
    assert sum(label.startswith("log_loss-") for label in labels) > 5


def test_one_measure_is_a_plain_report(tmp_path):
    out = build(tmp_path, "--no-pdf", "--select-measure", "log_loss")
    assert not (out / "measures").exists()
    stats = json.loads((out / "stats.json").read_text(encoding="utf-8"))
    assert stats["scores"]["direction"] == "lower"
    assert r"\label{fig-mcm}" in (out / "chapter.tex").read_text(encoding="utf-8")


def test_what_is_left_of_measures_goes(tmp_path):
    out = build(tmp_path, "--no-pdf")
    build(tmp_path, "--no-pdf", "--select-measure", "accuracy")
    assert not list(out.glob("measures/*/*.tex"))


def test_a_changed_part_makes_the_report_stale(tmp_path):
    out = build(tmp_path, "--no-pdf")
    arguments = (tmp_path / "scores.csv", "-o", out, "--measure", "metric", "--lower", "log_loss", "--no-pdf")
    assert run("report", *arguments, "--check").exit_code == 0
    assert run("verify", out).exit_code == 0
    (out / "measures" / "accuracy" / "part.tex").write_text("mine", encoding="utf-8")
    stale = run("report", *arguments, "--check")
    assert stale.exit_code == 1
    assert "measures/accuracy" in stale.output
    assert run("verify", out).exit_code == 1


def test_a_measure_that_there_is_not(tmp_path):
    path = written(tmp_path)
    done = run("report", path, "-o", tmp_path / "out", "--measure", "metric", "--lower", "logloss")
    assert done.exit_code == 2
    assert "log_loss" in done.output
    assert not (tmp_path / "out").exists()


def test_measures_of_a_table(tmp_path):
    path = written(tmp_path)
    assert measures(str(path), Reading(measure="metric")) == ("accuracy", "log_loss")
    assert measures("-", Reading()) == ()
    assert measures((SCORES, tuple("ABC")), Reading()) == ()
    with pytest.raises(UsageError):
        measures(str(path), Reading(measure="metrics"))


@pytest.mark.latex
def test_numbers_of_measures_in_one_document(settle, tmp_path):
    out = build(tmp_path, "--no-pdf")
    assert settle(out / "document.tex").findings == []
    (out / "mine.tex").write_text(
        r"""\documentclass{report}\usepackage{comparatex}\begin{document}\input{numbers}
        Accuracy \comparatex[accuracy]{mean of C}, loss \comparatex[log_loss]{mean of C}.
        \end{document}""",
        encoding="utf-8",
    )
    text = settle(out / "mine.tex").text
    mean = SCORES.round(3)[:, 2].mean()
    assert f"Accuracy {mean:.3f}, loss {1 - mean:.3f}." in " ".join(text.split())


@pytest.mark.parametrize("more", [(), ("--measure-name", "loss")])
def test_lower_is_not_ignored_where_there_are_no_measures(tmp_path, more):
    path = tmp_path / "wide.csv"
    path.write_text("task,A,B\nu,1,2\nv,3,1\n", encoding="utf-8")
    done = run("report", path, "-o", tmp_path / "out", "--lower", "loss", *more)
    assert done.exit_code == 2
    assert "--lower-is-better" in done.output
    assert not (tmp_path / "out").exists()


def test_ours_and_the_number_of_measures_are_spoken_of(built, tmp_path):
    """A correction over pairs is none over measures, and the overview says so."""
    text = " ".join((build(tmp_path, "--no-pdf", "--ours", "C") / "chapter.tex").read_text(encoding="utf-8").split())
    assert text.count("Each measure is tested by itself; no correction counts the measures.") == 1
    overview = text[text.index("By accuracy") : text.index("By log")]
    assert overview.endswith("C is significantly better than each of its two rivals. ")
    plain = (built / "chapter.tex").read_text(encoding="utf-8")
    assert "rivals" not in plain


def test_table_and_sequence_of_measures_have_the_width_that_all_artefacts_share():
    scores = {name: {"u": 0.1 * k, "v": 0.2 * k, "w": 0.3 - 0.1 * k} for k, name in enumerate("abc")}
    compared = [cx.compare(cx.read(scores, measure_name=name)) for name in ("accuracy", "F1")]
    items = [*lay_out_measures(compared, Report(showing={"width": "8.5cm"}))]
    assert [(item.kind, item.options.width) for item in items] == [("measures", "8.5cm"), ("sequence", "8.5cm")]


def test_a_report_of_several_measures_has_their_table_first(built):
    text = " ".join((built / "chapter.tex").read_text(encoding="utf-8").split())
    assert r"Table~\ref{tab-measures} summarises the tasks by each of them." in text
    assert text.index(r"tables/measures}") < text.index(r"figures/sequence}")
    assert (built / "tables" / "measures.tex").is_file()


def test_what_is_assumed_of_each_measure_stands_in_the_first_paragraph(tmp_path):
    from comparatex.layout.chapter import measures as of_measures

    rows = [
        (a, b, str(x), str(1 - x))
        for a, row in zip("xyz", SCORES, strict=False)
        for b, x in zip("AB", row, strict=False)
    ]
    path = tmp_path / "scores.csv"
    path.write_text("\n".join(map(",".join, [("task", "comparate", "acc", "qu_ark"), *rows])), encoding="utf-8")
    by = [cx.compare(cx.read(path, select_measure=name)) for name in ("acc", "qu_ark")]
    view = of_measures(by, ("acc", "quark"))
    said = "by two measures: acc and qu_ark. We assume that higher is better (qu_ark): the table does not say so."
    assert said in str(view.summary) and said in str(view.sections[0].paragraphs[0])
    columns = [cx.compare(cx.read({"A": [1, 2, 4], "B": [2, 3, 3]}, measure_name=name)) for name in ("qu", "ark")]
    assert str(of_measures(columns, ("qu", "ark")).summary).count("methods stand in columns") == 1
