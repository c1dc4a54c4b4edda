"""What `import comparatex` offers: everything public has a doctest, starts light, and does what the commands do."""

import doctest
import json
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

import comparatex as cx
from comparatex.cli import main
from comparatex.errors import UsageError

HEAVY = ("numpy", "pandas", "scipy", "matplotlib", "jinja2", "PIL", "joblib", "click", "pypdfium2")

TABLE = """task,A,B,C,D
u,7,6,1,2
v,8,6,9,3
w,9,8,2,4
x,6,5,8,1
y,7,5,3,2
z,9,7,7,4
"""


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "results.csv").write_text(TABLE, encoding="utf-8")
    return cx.compare(cx.read("results.csv"))


def test_importing_loads_nothing_heavy():
    code = f"import sys, comparatex; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_public_name_is_in_a_doctest_that_runs():
    finder, sources = doctest.DocTestFinder(recurse=False), ""
    for name in cx.__all__:
        assert name in dir(cx)
        for test in finder.find(getattr(cx, name), name, globs={}):
            sources += "".join(example.source for example in test.examples)
    for name in cx.__all__:
        called = re.search(rf"\b{getattr(cx, name).__name__}\(", sources)
        assert called or name in ("ComparatexError", "Comparison", "Config", "Scores", "errors"), name
    assert all(made in sources for made in ("comparison.", "scores.", "except cx.ComparatexError"))


def test_doctests_of_the_source_are_collected(pytestconfig):
    assert "--doctest-modules" in pytestconfig.getini("addopts")
    assert "src" in pytestconfig.getini("testpaths")


def test_an_audit_finds_what_the_command_finds(table):
    printed = CliRunner().invoke(main, ["audit", "results.csv", "--core", "A,C", "--add", "1-2", "--json"])
    from comparatex.audits import as_dict

    found = as_dict(cx.audit(table, core=["A", "C"], added=(1, 2)))
    assert json.loads(json.dumps(found)) == json.loads(printed.stdout)


def test_an_audit_names_an_unknown_comparate(table):
    with pytest.raises(UsageError, match="'E'"):
        cx.audit(table, core=["A", "E"])


def test_a_report_is_the_one_that_the_command_writes(table, tmp_path):
    command = [
        "report",
        "results.csv",
        "-o",
        "one/report",
        "--no-pdf",
        "--ours",
        "A",
        "--artefacts",
        "mcm,cdd,scores",
    ]
    assert CliRunner().invoke(main, command).exit_code == 0
    cx.write_report(table, "two/report", pdf=False, ours=["A"], artefacts=["mcm", "cdd", "scores"])
    one, two = (
        {
            path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file() and path.name != "manifest.json"
        }
        for folder in (tmp_path / "one", tmp_path / "two")
    )
    assert one == two and len(one) > 10


def test_settings_of_a_report_can_be_kept_and_replaced(table):
    kept = cx.Report(pdf=False, artefacts=("cdd",), showing={"ours": ("A",)})
    folder = cx.write_report(table, "report", kept, precision=2, own={"cdd": {"best": "left"}})
    assert [path.name for path in folder.glob("figures/*.tex")] == ["cdd.tex"]
    with pytest.raises(UsageError, match="A report has no setting `captoins`: did you mean `captions`"):
        cx.write_report(table, "report", kept, captoins="full")


def test_a_report_shows_an_audit(table):
    found = cx.audit(table)
    folder = cx.write_report(table, "report", pdf=False, audit=found)
    assert json.loads((folder / "audit.json").read_text(encoding="utf-8"))["exhaustive"]


def test_a_convention_is_followed(table):
    under = cx.compare(table.scores, cx.analysis_of("critdd"))
    assert under.analysis.convention == "critdd"
    assert under.verdict is not None


MEASURES = "task,comparate,measure,score\n" + "".join(
    f"t{t},{name},{measure},{score + t % 3}\n"
    for t in range(6)
    for name, good in (("A", 2), ("B", 3), ("C", 5))
    for measure, score in (("accuracy", good), ("time", 10 - good))
)


@pytest.fixture
def measured(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "long.csv").write_text(MEASURES, encoding="utf-8")
    return "long.csv"


def test_the_scores_by_each_measure_have_its_direction(measured):
    found = cx.read_measures(measured, lower=["time"])
    assert [(scores.measure, scores.direction) for scores in found] == [
        ("accuracy", "higher"),
        ("time", "lower"),
    ]
    assert [cx.compare(scores).names[0] for scores in found] == ["C", "C"]
    for scores in found:
        alone = cx.read(measured, select_measure=scores.measure)
        assert scores.values.tolist() == alone.values.tolist()
    assert [scores.direction for scores in cx.read_measures(measured, higher_is_better=False)] == ["lower"] * 2


def test_one_measure_is_read_alone(measured, table):
    assert [scores.measure for scores in cx.read_measures("results.csv")] == [""]
    (chosen,) = cx.read_measures(measured, lower="time", select_measure="time")
    assert chosen.direction == "lower"
    (chosen,) = cx.read_measures(measured, lower=["time"], select_measure="accuracy")
    assert chosen.direction == "higher"
    for source, lower in ((measured, ["times"]), ("results.csv", ["time"])):
        with pytest.raises(UsageError, match="time"):
            cx.read_measures(source, lower=lower)


def test_a_report_on_several_measures_is_the_commands(measured, tmp_path):
    comparisons = [cx.compare(scores) for scores in cx.read_measures(measured, lower=["time"])]
    settings = {"pdf": False, "previews": False, "ours": ["A"], "label_prefix": "x", "chapter_path": "report"}
    written = cx.write_report(comparisons, "ours", **settings)
    options = [
        "--no-pdf",
        "--no-previews",
        "--lower",
        "time",
        "--ours",
        "A",
        "-o",
        "theirs",
        "--label-prefix",
        "x",
        "--chapter-path",
        "report",
    ]
    done = CliRunner().invoke(main, ["report", measured, *options])
    assert done.exit_code == 0, done.output
    names = {path.relative_to("theirs") for path in (tmp_path / "theirs").relative_to(tmp_path).rglob("*.*")}
    assert names == {path.relative_to(written) for path in written.rglob("*.*")}
    for name in names - {path for path in names if path.name in ("manifest.json", "stamp.tex")}:
        if (written / name).is_file():
            assert (written / name).read_bytes() == (tmp_path / "theirs" / name).read_bytes(), name


def test_audits_and_groups_of_several_measures_are_one_each(measured):
    comparisons = [cx.compare(scores) for scores in cx.read_measures(measured, lower=["time"])]
    audits = [cx.audit(comparison) for comparison in comparisons]
    plain = {"pdf": False, "previews": False}
    written = cx.write_report(comparisons, "report", audit=audits, groups=[comparisons[:1], []], **plain)
    assert {path.parent.name for path in written.glob("measures/*/audit.json")} == {"accuracy", "time"}
    for wrong in ({"audit": audits[0]}, {"audit": audits[:1]}, {"groups": [comparisons]}):
        with pytest.raises(UsageError, match="for each of them"):
            cx.write_report(comparisons, "wrong", **wrong, **plain)


def test_several_comparisons_need_measures_with_names_of_their_own(measured, table):
    (accuracy, _) = cx.read_measures(measured)
    one = cx.compare(accuracy)
    for several, said in (([], "nothing to report"), ([one, one], "its own"), ([one, table], "its own")):
        with pytest.raises(UsageError, match=said):
            cx.write_report(several, "wrong", pdf=False)
    alone = cx.write_report([one], "alone", pdf=False, previews=False)
    assert (alone / "figures" / "mcm.tex").is_file()
