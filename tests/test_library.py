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
        assert called or name in ("Comparison", "Scores"), name
    for made, kind in (("comparison.", cx.Comparison), ("scores.", cx.Scores)):
        assert made in sources, kind


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
        "one",
        "--no-pdf",
        "--ours",
        "A",
        "--artefacts",
        "mcm,cdd,scores",
    ]
    assert CliRunner().invoke(main, command).exit_code == 0
    cx.write_report(table, "two", pdf=False, ours=["A"], artefacts=["mcm", "cdd", "scores"])
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
    with pytest.raises(UsageError, match="no setting 'colour'"):
        cx.write_report(table, "report", kept, colour="red")


def test_a_report_shows_an_audit(table):
    found = cx.audit(table)
    folder = cx.write_report(table, "report", pdf=False, audit=found)
    assert json.loads((folder / "audit.json").read_text(encoding="utf-8"))["complete"]


def test_a_convention_is_followed(table):
    under = cx.compare(table.scores, cx.analysis_of("critdd"))
    assert under.analysis.convention == "critdd"
    assert under.verdict is not None
