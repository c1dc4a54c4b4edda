"""Building again: only what depends on a change is written, drawn and compiled; stamps tell what is shown."""

import hashlib
import re
import subprocess
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from comparatex import files, provenance
from comparatex.data.read import read
from comparatex.errors import DataError
from comparatex.inference.compare import compare
from comparatex.report import write_report
from comparatex.report_settings import Report
from comparatex.stamps import is_ours, stamps_of
from comparatex.verify import verify

PLAIN = Report(pdf=False, previews=False)
WITH_PICTURES = Report(pdf=False, previews=True, artefacts=("mcm", "cdd"))


def comparison(values=None, names="ABCD"):
    if values is None:
        values = np.random.default_rng(3).integers(500, 1000, (12, len(names))) / 1000
    return compare(read((values, tuple(names), tuple(f"task {i}" for i in range(len(values))))))


def times(folder):
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "manifest.json")
    return {str(path.relative_to(folder)): path.stat().st_mtime_ns for path in files}


def changed(folder, before):
    now = times(folder)
    assert now.keys() == before.keys()
    return {name for name in now if now[name] != before[name]}


def test_a_second_build_writes_nothing(tmp_path):
    write_report(comparison(), tmp_path, WITH_PICTURES)
    before = times(tmp_path)
    write_report(comparison(), tmp_path, WITH_PICTURES)
    assert len(before) > 20
    assert changed(tmp_path, before) == set()


def test_a_setting_of_the_diagram_changes_the_diagram_alone(tmp_path):
    write_report(comparison(), tmp_path, WITH_PICTURES)
    before = times(tmp_path)
    write_report(comparison(), tmp_path, replace(WITH_PICTURES, showing={"best": "left"}))
    previews = {f"previews/cdd.{suffix}" for suffix in ("pdf", "png", "svg")}
    assert changed(tmp_path, before) - {"chapter.tex"} == {"figures/cdd.tex", "stamp.tex", *previews}


def test_a_score_that_changes_no_rank_leaves_the_diagram_alone(tmp_path):
    values = np.arange(48).reshape(12, 4) / 100
    write_report(comparison(values), tmp_path, PLAIN)
    before = times(tmp_path)
    values[11, 3] += 0.05  # the best stays best, by more
    write_report(comparison(values), tmp_path, PLAIN)
    found = changed(tmp_path, before)
    assert {"tables/scores.tex", "figures/mcm.tex", "numbers.tex", "stats.json"} <= found
    assert not {"figures/cdd.tex", "tables/ranks.csv", "references.bib"} & found


@pytest.mark.latex
@pytest.mark.thorough
def test_only_figures_that_changed_are_compiled(tmp_path, monkeypatch):
    from comparatex.typeset import pages

    compiled, original = [], pages.compile_pages

    def compile_pages(sources, *given, **more):
        compiled.append(sorted(sources))
        return original(sources, *given, **more)

    monkeypatch.setattr(pages, "compile_pages", compile_pages)
    settings = Report(engine="pdflatex", artefacts=("mcm", "cdd"))
    write_report(comparison(), tmp_path, settings)
    first = (tmp_path / "report.pdf").read_bytes()
    write_report(comparison(), tmp_path, settings)
    assert (tmp_path / "report.pdf").read_bytes() == first
    write_report(comparison(), tmp_path, replace(settings, showing={"best": "left"}))
    assert compiled == [["cdd", "mcm"], [], ["cdd"]]
    assert (tmp_path / "report.pdf").read_bytes() != first


def test_a_file_that_was_edited_stays_as_it_is(tmp_path):
    write_report(comparison(), tmp_path, PLAIN)
    path = tmp_path / "figures" / "mcm.tex"
    original = path.read_text(encoding="utf-8")
    path.write_text(original + "% mine\n", encoding="utf-8")
    assert verify(tmp_path)[-1] == f"{tmp_path} is stale. Not as built: figures/mcm.tex."
    write_report(comparison(), tmp_path, PLAIN)
    assert path.read_text(encoding="utf-8") == original + "% mine\n"
    assert verify(tmp_path) == verify(tmp_path)[:1]  # it was made from what would be written now


def test_every_fragment_states_the_hash_of_what_it_shows(tmp_path):
    write_report(comparison(), tmp_path, PLAIN)
    fragments = [*tmp_path.glob("*/*.tex"), tmp_path / "numbers.tex", tmp_path / "chapter.tex"]
    assert len(fragments) > 6
    for path in fragments:
        tex = path.read_text(encoding="utf-8")
        first, stamp, rest = tex.split("\n", 2)
        place = path.relative_to(tmp_path).as_posix().removesuffix(".tex")
        shown = hashlib.sha256(f"{first}\n{rest}".encode()).hexdigest()
        assert stamp == rf"\comparatexfragment{{{place}}}{{{shown[:16]}}}%"
        assert is_ours(tex)
        assert not is_ours(tex.replace("comparates", "rivals")) or "comparates" not in tex


@pytest.mark.latex
@pytest.mark.thorough
def test_the_same_data_in_two_folders_give_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    monkeypatch.setattr(provenance, "_of_ours", lambda _: "the same")  # while somebody edits it
    few = Report(engine="pdflatex", label_prefix="study", artefacts=("mcm", "scatter", "scores"))
    for name in ("one", "two"):
        write_report(comparison(), tmp_path / name / "report", few)
        time.sleep(1.1)  # a date in a file would have another second
    first, second = (
        {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        for folder in (tmp_path / "one" / "report", tmp_path / "two" / "report")
    )
    assert first == second
    assert b"D:20231114" in next(data for path, data in first.items() if path.name == "report.pdf")


@pytest.mark.latex
@pytest.mark.parametrize("engine", ["pdflatex", "lualatex", "xelatex"])
def test_the_stamp_is_in_the_pdf_of_report_and_paper(tmp_path, engine, fragment_compiler):
    write_report(comparison(), tmp_path, replace(PLAIN, engine=engine))
    stamp = (tmp_path / "stamp.tex").read_text(encoding="utf-8")
    (known,) = re.findall(r"\{([0-9a-f]{64})\}", stamp)
    assert provenance.load(tmp_path).stamp == known
    other = r"\comparatexstamp{" + "ab" * 32 + "}"
    hyperref = r"\usepackage{comparatex}" + other + r"\usepackage{hyperref}"
    compiled = fragment_compiler(f"Page one.\\newpage\n{stamp}Page two.", hyperref, engine=engine)
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(compiled.pdf)
    assert stamps_of(paper) == ("ab" * 32, known)
    unmade, unknown = verify(paper)
    assert unmade == f"{tmp_path} was not made from files, so nothing can be said about its data."
    assert "also shows a report with the stamp abababababab" in unknown


@pytest.mark.latex
def test_a_paper_without_stamp_or_with_that_of_another_build(tmp_path, fragment_compiler):
    report = tmp_path / "report"
    write_report(comparison(), report, PLAIN)
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(fragment_compiler("x").pdf)
    assert any("has no stamp" in line for line in verify(paper))
    paper.write_bytes(fragment_compiler(r"x\comparatexstamp{0123}").pdf)
    assert any("shows a build other" in line for line in verify(paper, report))


def test_what_cannot_be_verified(tmp_path):
    with pytest.raises(DataError, match=r"it has no manifest\.json"):
        verify(tmp_path)
    with pytest.raises(DataError, match="no file or folder"):
        verify(tmp_path / "missing.pdf")
    paper = tmp_path / "paper.pdf"
    paper.write_bytes(b"not a PDF")
    with pytest.raises(DataError, match="cannot be read as a PDF"):
        verify(paper)
    write_report(comparison(), tmp_path, PLAIN)
    with pytest.raises(DataError, match="cannot be read as a PDF"):
        verify(paper)


def test_watching_rebuilds_once_per_change(tmp_path):
    path, seen, steps = tmp_path / "results.csv", [], iter(["", "one", "", "gone", "three", "end"])
    path.write_text("nothing", encoding="utf-8")

    def wait(seconds):
        step = next(steps)
        if step == "end":
            raise SystemExit
        if step == "gone":
            path.unlink()
        elif step:
            path.write_text(step, encoding="utf-8")

    def build():
        seen.append(path.read_text() if path.is_file() else None)
        return {}

    look = files.of_file
    with pytest.raises(SystemExit):
        provenance.watch({path: look(path)}, look, build, wait)
    assert seen == ["one", None, "three"]


def test_dependencies_are_read_by_make(tmp_path):
    data = tmp_path / "my #1 $data.csv"
    data.write_text("x", encoding="utf-8")
    (tmp_path / "d").write_text(provenance.depfile(tmp_path / "out", [data]), encoding="utf-8")
    (tmp_path / "Makefile").write_text("out:\n\t@echo made\n\t@touch out\n-include d\n", encoding="utf-8")

    def make():
        return subprocess.run(["make", "-C", str(tmp_path), str(tmp_path / "out")], capture_output=True, text=True)

    (tmp_path / "Makefile").write_text(f"{tmp_path}/out:\n\t@echo made\n\t@touch $@\n-include d\n", encoding="utf-8")
    assert "made" in make().stdout
    assert "made" not in make().stdout
    time.sleep(0.01)
    data.write_text("y", encoding="utf-8")
    assert "made" in make().stdout
    data.unlink()
    assert make().returncode == 0


def test_a_build_with_nothing_to_do_is_cheap(tmp_path):
    (tmp_path / "results.csv").write_text("task,a,b\nt,1,2\nu,2,3\nv,2,1\n", encoding="utf-8")
    command = ["-m", "comparatex", "report", "results.csv", "-o", "out", "--no-pdf"]
    subprocess.run([sys.executable, *command], cwd=tmp_path, check=True, capture_output=True)
    code = (
        "import sys\nfrom comparatex.cli import main\n"
        f"main({command[2:]!r}, standalone_mode=False)\n"
        "print(sorted({'numpy', 'scipy', 'pandas', 'matplotlib', 'jinja2'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_one_cell_of_a_large_table_writes_only_what_shows_it(tmp_path):
    values = np.random.default_rng(8).permutation(40 * 112).reshape(112, 40) / 10_000
    values[:, 7] += 1
    names = tuple(f"c{i:02}" for i in range(40))
    write_report(comparison(values, names), tmp_path, PLAIN)
    before = times(tmp_path)
    write_report(comparison(values, names), tmp_path, PLAIN)
    assert changed(tmp_path, before) == set()
    values[50, 7] += 0.5  # the best stays the best, by more
    write_report(comparison(values, names), tmp_path, PLAIN)
    found = changed(tmp_path, before)
    assert {"stats.json", "numbers.tex", "tables/scores.csv", "tables/summary.csv"} <= found
    kept = {"figures/cdd.tex", "tables/ranks.csv", "comparatex.sty", "references.bib"}
    assert not kept - before.keys()
    assert kept & found == set()
